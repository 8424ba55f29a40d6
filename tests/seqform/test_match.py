"""Matches: pairs of games, scores, intervals."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from scipy import stats

import seqform as sf
from seqform.errors import GameError, ModelError, OptionError
from seqform.models.games.extensive import CHANCE
from seqform.play import MatchResult, PlayedGame, RandomAgent, View, match


def test_random_players_at_tic_tac_toe_show_the_advantage_of_the_first() -> None:
    result = match("tic-tac-toe", "random", "random", games=4000, seed=2, fixed_seats=True)
    wins, draws, losses = result.record(0)
    assert wins + draws + losses == 4000
    for share, known in ((wins, 0.585), (losses, 0.288), (draws, 0.127)):
        assert abs(share / 4000 - known) < 0.03  # four standard deviations


def test_negamax_never_loses_to_random_and_draws_against_itself() -> None:
    wins, _, losses = match("tic-tac-toe", "negamax", "random", games=200).record(0)
    assert losses == 0
    assert wins > 150
    assert match("tic-tac-toe", "negamax", "negamax", games=20).record(0) == (0, 20, 0)


def test_equilibria_of_kuhn_earn_the_value_in_fixed_seats() -> None:
    result = match("kuhn", "equilibrium", "equilibrium", games=4000, fixed_seats=True)
    low, high = result.interval(0) or (0.0, 0.0)
    assert low < -1 / 18 < high
    assert high - low < 0.1
    assert result.mean(1) == -result.mean(0)


def test_an_equilibrium_beats_a_random_player_at_leduc() -> None:
    interval = match("leduc(collapse_suits=true)", "equilibrium", "random", games=1000).interval(0)
    assert interval is not None
    assert interval[0] > 0


def test_a_pair_of_games_has_the_same_deal_and_swapped_seats() -> None:
    result = match("kuhn", "random", "equilibrium", games=40)
    deals = [tuple(move.action for move in game.moves if move.player == CHANCE) for game in result.games]
    assert deals[::2] == deals[1::2]
    assert len(set(deals)) == 6
    assert [game.seats for game in result.games] == [(0, 1), (1, 0)] * 20
    fixed = match("kuhn", "random", "equilibrium", games=41, fixed_seats=True)
    assert {game.seats for game in fixed.games} == {(0, 1)}


def test_an_agent_that_remembers_gets_a_new_deal_every_time() -> None:
    class Remembering(RandomAgent):
        remembers = True

    result = match("leduc", Remembering(), "random", games=40)
    deals = [tuple(move.action for move in game.moves[:2]) for game in result.games]
    assert sum(one == other for one, other in zip(deals[::2], deals[1::2], strict=True)) < 6
    assert [game.seats for game in result.games] == [(0, 1), (1, 0)] * 20


def test_payoffs_are_those_of_the_seats() -> None:
    game = sf.load("three-card-orderings")
    result = match(game, "random", "random", games=60)
    for played in result.games:
        node = 0
        for move in played.moves:
            names = game.action_names[int(game.infoset[node])]
            node = int(game.first_child[node]) + names.index(move.action)
        row = game.leaves.tolist().index(node)
        by_seat = [payoffs[row] for payoffs in game.leaf_payoffs]
        assert [played.payoffs[agent] for agent in played.seats] == by_seat


def test_the_seed_decides_everything() -> None:
    first, again, other = (match("leduc", "random", "random", games=30, seed=seed) for seed in (7, 7, 8))
    assert first.games == again.games
    assert first.games != other.games


def test_swapping_the_agents_of_a_match_leaves_the_deals() -> None:
    one, other = match("kuhn", "random", "equilibrium", games=20), match("kuhn", "equilibrium", "random", games=20)
    for mine, theirs in zip(one.games, other.games, strict=True):
        assert mine.moves[:2] == theirs.moves[:2]


def result_of(payoffs: list[int], *, fixed: bool) -> MatchResult:
    games = tuple(PlayedGame((0, 1), (Fraction(one), Fraction(-one)), ()) for one in payoffs)
    return MatchResult("t", ("a", "b"), 1, fixed, len(games), games, (1, 0), (0.5, 0.0))


def test_the_interval_is_students_over_pairs_or_over_games() -> None:
    payoffs = [3, -1, 0, 2, 5, 5]
    pairs = result_of(payoffs, fixed=False)
    units = [1.0, 1.0, 5.0]
    expected = stats.t.interval(0.95, 2, loc=sum(units) / 3, scale=stats.sem(units))
    assert pairs.interval(0) == pytest.approx(expected)
    games = result_of(payoffs, fixed=True)
    expected = stats.t.interval(0.95, 5, loc=14 / 6, scale=stats.sem(payoffs))
    assert games.interval(0) == pytest.approx(expected)
    assert games.mean(0) == Fraction(7, 3)
    assert games.record(0) == (4, 1, 1)
    assert games.record(1) == (1, 1, 4)


def test_one_unit_has_no_interval_and_no_move_has_no_time() -> None:
    assert result_of([1, -1], fixed=False).interval(0) is None
    assert result_of([1], fixed=True).interval(0) is None
    assert result_of([1], fixed=True).seconds_per_move(0) == 0.5
    assert result_of([1], fixed=True).seconds_per_move(1) is None


def test_student_intervals_cover_the_mean_as_often_as_they_say() -> None:
    numbers = Random(11)
    covered = 0
    for _ in range(400):
        interval = result_of([numbers.choice((-1, 1)) for _ in range(60)], fixed=False).interval(0)
        assert interval is not None
        covered += interval[0] <= 0 <= interval[1]
    assert 0.9 < covered / 400 < 0.99


class Scripted:
    """Calls a function instead of thinking."""

    name = "scripted"

    def __init__(self, play: object) -> None:
        self.play = play

    def choose(self, view: View, random: Random) -> int:
        assert callable(self.play)
        chosen = self.play(view)
        assert isinstance(chosen, int)
        return chosen


def test_an_agent_of_ones_own_sees_its_information_set_and_no_more() -> None:
    seen: Counter[str] = Counter()

    def play(view: View) -> int:
        assert view.situation is None
        assert view.actions == ("check", "bet") or view.actions == ("fold", "call")
        seen[view.infoset] += 1
        return 0

    match("kuhn", Scripted(play), "random", games=200)
    assert set(seen) <= set(sf.load("kuhn").infoset_names)
    assert sum(seen.values()) >= 200


def test_an_impossible_action_is_an_error_that_names_the_agent() -> None:
    with pytest.raises(ModelError, match=r"scripted chose action 9 at '.:'; a number from 0 to 1 expected"):
        match("kuhn", Scripted(lambda view: 9), "random")


def test_an_action_is_chosen_by_its_number_not_its_name() -> None:
    with pytest.raises(ModelError, match=r"scripted chose action 'check' at '.:'; a number from 0 to 1 expected"):
        match("kuhn", cast(Any, SimpleNamespace(name="scripted", choose=lambda view, _: view.actions[0])), "random")


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (3, "an object with a name, a text, and a method choose.*expected, not 3"),
        (SimpleNamespace(choose=lambda view, random: 0), "an object with a name, a text"),
        (SimpleNamespace(name="idle"), "a method choose"),
        (RandomAgent, r"an object expected, not its class: RandomAgent\("),
    ],
)
def test_what_is_no_agent_is_refused(agent: Any, message: str) -> None:
    with pytest.raises(OptionError, match=f"^agent: .*{message}"):
        match("kuhn", agent, "random")


def test_an_interrupted_match_keeps_whole_pairs() -> None:
    left = 40

    def play(view: View) -> int:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return 0

    result = match("kuhn", Scripted(play), "random", games=1000)
    assert result.interrupted
    assert 2 <= len(result.games) <= 40
    assert len(result.games) % 2 == 0
    assert result.interval(0) is not None


def test_wrong_numbers_of_games_are_refused() -> None:
    with pytest.raises(OptionError, match="an even number expected, not 3"):
        match("kuhn", "random", "random", games=3)
    with pytest.raises(OptionError, match="a number from 1 on expected, not '2'"):
        match("kuhn", "random", "random", games=cast(Any, "2"))
    with pytest.raises(OptionError, match="a number from 1 on expected, not 0"):
        match("kuhn", "random", "random", games=0)


def test_a_game_without_moves_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "over.efg"
    file.write_text('EFG 2 R "over" { "a" "b" }\nt "" 1 "" { 1 -1 }\n', encoding="utf-8")
    with pytest.raises(GameError, match="over: nobody ever moves in this game"):
        match(file, "random", "random")


def test_a_prompt_shows_the_score_in_a_line() -> None:
    shown = repr(match("kuhn", "random", "random", games=1000))
    assert shown.startswith("<MatchResult of 'kuhn': 1,000 games, mean payoffs random ")
    assert len(shown) < 100


def test_a_notebook_shows_the_score() -> None:
    assert "7/3" not in result_of([3, -1, 0, 2, 5, 5], fixed=True)._repr_html_()
    assert "2.33333 ± 2.6" in result_of([3, -1, 0, 2, 5, 5], fixed=True)._repr_html_()
