"""Agents: names, choices and payoffs; and matches between them: pairs of games, scores, intervals."""

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from command_line import Run
from scipy import stats

import seqform as sf
from seqform.builders.games.families.board_games import TicTacToe
from seqform.errors import InputError, ModelError, OptionError, ParseError
from seqform.models.games.extensive import CHANCE
from seqform.play import (
    HumanAgent,
    Information,
    MatchResult,
    PlayedGame,
    ProfileAgent,
    RandomAgent,
    draw,
    match,
    open_game,
    open_session,
    recipe,
    resume_session,
)
from seqform.play.matches import information_at, student_quantile

KUHN = sf.load("kuhn")
EQUILIBRIUM = sf.solve(KUHN, exact=True)


def test_a_profile_agent_draws_from_its_strategy() -> None:
    agent, numbers = ProfileAgent("p", EQUILIBRIUM.profile), Random(5)
    mixed = next(
        name for name, shares in EQUILIBRIUM.profile[1].items() if min(shares.values()) > 0
    )
    shares = list(EQUILIBRIUM.profile[1][mixed].values())
    view = Information(1, mixed, tuple(EQUILIBRIUM.profile[1][mixed]))
    drawn = Counter(agent.choose(view, numbers) for _ in range(3000))
    for action, share in enumerate(shares):
        assert abs(drawn[action] / 3000 - share) < 0.04  # four standard deviations


def test_lotteries_are_drawn_exactly_even_with_huge_denominators() -> None:
    tiny = Fraction(1, 10**40)
    numbers = Random(1)
    assert {draw([tiny, 1 - 2 * tiny, tiny], numbers) for _ in range(100)} == {1}
    assert {draw([0.0, 1.0], numbers) for _ in range(20)} == {1}
    counts = Counter(draw([Fraction(1, 3), Fraction(2, 3)], numbers) for _ in range(3000))
    assert abs(counts[0] - 1000) < 110


def test_a_mistyped_agent_gets_one_error_with_the_possible_ones() -> None:
    for text, message in {
        "mtcs:100": r"no agent named 'mtcs'; did you mean mcts\? there are human, random, negamax, alpha-beta",
        "random:3": "random takes nothing after a colon",
        "equilibrium:best": "no equilibrium concept 'best'; known: nash, ",
        "profile:": "a file expected, as in profile:kuhn.json",
    }.items():
        with pytest.raises(OptionError, match=message):
            recipe(text)


def test_an_equilibrium_is_exact_and_played_on_the_tree_only() -> None:
    agent = recipe("equilibrium").make(open_game(KUHN), None)
    assert isinstance(agent, ProfileAgent) and sf.check(KUHN, agent.profile).proven
    with pytest.raises(OptionError, match="plays on the tree of a game only"):
        recipe("equilibrium").make(open_game("tic-tac-toe"), None)


def test_a_person_is_shown_what_the_player_knows_and_is_asked_again() -> None:
    said: list[str] = []
    typed = iter(("0", "3", "raise", "", "²", "2", "check"))
    agent = HumanAgent(open_game("kuhn"), said.append, lambda prompt: next(typed))
    view = Information(1, "K:b", ("check", "bet"))
    assert agent.choose(view, Random(1)) == 1
    assert agent.choose(view, Random(1)) == 0  # by name
    text = "\n".join(said)
    assert "You are Player 2. You know: K:b" in text
    assert "   1  check\n   2  bet" in text
    assert text.count("is no action here; expected: a number from 1 to 2, or an action") == 5


class Drawn(TicTacToe):
    def picture(self, state: Any) -> str:
        return "a board"


@pytest.mark.parametrize(
    ("source", "board"),
    [("tic-tac-toe", "  O | X | 2\n  3 | X | 5\n  6 | 7 | 8"), (Drawn(), "a board")],
)
def test_squares_are_called_by_their_own_numbers_on_a_board_that_rules_may_draw(
    source: Any, board: str
) -> None:
    said: list[str] = []
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return ("4", "1", "8")[len(asked) - 1]

    table = open_game(source)
    here = table.root.after(4).after(0).after(0)
    view = information_at(table, here)
    assert here.actions[HumanAgent(table, said.append, ask).choose(view, Random(1))] == "8"
    assert said[1] == board
    assert asked == ["Your move (2, 3, 5, 6, 7, 8): "] * 3


# ---- matches ----


@pytest.mark.slow
def test_random_players_show_the_advantage_of_the_first_and_negamax_never_loses() -> None:
    record = match("tic-tac-toe", "random", "random", games=4000, seed=2, fixed_seats=True).record(
        0
    )
    for share, known in zip(record, (0.585, 0.127, 0.288), strict=True):
        assert abs(share / 4000 - known) < 0.03  # four standard deviations
    wins, draws, losses = match("tic-tac-toe", "negamax", "random", games=200).record(0)
    assert (losses, wins + draws) == (0, 200) and wins > 150
    assert match("tic-tac-toe", "negamax", "negamax", games=20).record(0) == (0, 20, 0)


def deals(result: MatchResult) -> list[tuple[str, ...]]:
    return [
        tuple(move.action for move in game.moves if move.player == CHANCE)[:2]
        for game in result.games
    ]


def test_a_pair_of_games_has_the_same_deal_and_swapped_seats_unless_an_agent_remembers() -> None:
    result = match("kuhn", "random", "equilibrium", games=40)
    assert deals(result)[::2] == deals(result)[1::2]
    assert len(set(deals(result))) == 6
    assert deals(match("kuhn", "equilibrium", "random", games=40)) == deals(result)
    fixed = match("kuhn", "random", "equilibrium", games=41, fixed_seats=True)
    assert {game.seats for game in fixed.games} == {(0, 1)}

    class Remembering(RandomAgent):
        remembers = True

    new = match("leduc", Remembering(), "random", games=40)
    assert (
        sum(one == other for one, other in zip(deals(new)[::2], deals(new)[1::2], strict=True)) < 6
    )
    assert (
        [game.seats for game in result.games]
        == [game.seats for game in new.games]
        == [(0, 1), (1, 0)] * 20
    )


def result_of(payoffs: list[int], *, fixed: bool) -> MatchResult:
    games = tuple(PlayedGame((0, 1), (Fraction(one), Fraction(-one)), ()) for one in payoffs)
    return MatchResult("t", ("a", "b"), 1, fixed, len(games), games, (1, 0), (0.5, 0.0))


@pytest.mark.parametrize("degrees", [*range(1, 12), 99, 100, 101, 5000, 10**7])
def test_quantiles_of_students_distribution_have_nine_digits(degrees: int) -> None:
    assert student_quantile(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-9)


def test_the_interval_is_students_over_pairs_or_over_games() -> None:
    payoffs, units = [3, -1, 0, 2, 5, 5], [1.0, 1.0, 5.0]
    pairs, games = (result_of(payoffs, fixed=fixed) for fixed in (False, True))
    assert pairs.interval(0) == pytest.approx(
        stats.t.interval(0.95, 2, loc=sum(units) / 3, scale=stats.sem(units))
    )
    assert games.interval(0) == pytest.approx(
        stats.t.interval(0.95, 5, loc=14 / 6, scale=stats.sem(payoffs))
    )
    assert games.mean(0) == Fraction(7, 3)
    assert (games.record(0), games.record(1)) == ((4, 1, 1), (1, 1, 4))
    assert "2.33333</td>" in games._repr_html_() and ">2.6</td>" in games._repr_html_()
    assert repr(games) == "<MatchResult of 't': 6 games, mean payoffs a 2.33333, b -2.33333>"
    single = result_of([1], fixed=True)  # one unit has no interval, and no move has no time
    assert single.interval(0) is result_of([1, -1], fixed=False).interval(0) is None
    assert (single.seconds_per_move(0), single.seconds_per_move(1)) == (0.5, None)


def scripted(play: Callable[[Information], Any]) -> Any:
    """Return an agent that calls a function instead of thinking."""
    return SimpleNamespace(name="scripted", choose=lambda view, random: play(view))


def test_an_agent_sees_its_information_set_and_no_more() -> None:
    seen: Counter[str] = Counter()

    def play(view: Information) -> int:
        assert view.situation is None
        assert view.actions in (("check", "bet"), ("fold", "call"))
        seen[view.infoset] += 1
        return 0

    match("kuhn", scripted(play), "random", games=200)
    assert set(seen) <= set(sf.load("kuhn").infoset_names)
    assert sum(seen.values()) >= 200


@pytest.mark.parametrize("action", [9, "check"])
def test_an_impossible_action_is_an_error_that_names_the_agent(action: Any) -> None:
    with pytest.raises(
        ModelError,
        match=rf"scripted chose action {action!r} at '.:'; a number from 0 to 1 expected",
    ):
        match("kuhn", scripted(lambda view: action), "random")


@pytest.mark.parametrize(
    ("agent", "games", "message"),
    [
        (3, 2, "^agent: .*an object with a name, a text, and a method choose.*expected, not 3"),
        (RandomAgent, 2, r"^agent: .*an object expected, not its class: RandomAgent\("),
        ("random", 3, "an even number expected, not 3"),
        ("random", "2", "a whole number from 1 on"),
    ],
)
def test_objects_that_are_no_agents_and_wrong_numbers_of_games_are_refused(
    agent: Any, games: Any, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        match("kuhn", agent, "random", games=games)


@pytest.mark.slow
def test_a_match_is_a_table_of_agents_and_one_of_games() -> None:
    result = match("kuhn", "equilibrium", "random", games=10)
    agents, games = result.to_frame(), result.to_frame("games")
    assert agents["mean"].tolist() == [result.mean(0), result.mean(1)]
    assert agents["mistakes"].isna().tolist() == [True, False]
    assert games["payoff of random"].tolist() == result.payoffs(1)
    assert games["payoff without luck of random"].sum() == sum(
        -Fraction(cost) for cost in games["mistakes of random"]
    )
    assert games["player 1"].tolist() == ["equilibrium", "random"] * 5
    assert "perfect play earns from these seats: random 0" in result.to_markdown()
    assert str(result).startswith("kuhn: 10 games, seats swapped within each pair, seed 1")
    with pytest.raises(sf.errors.InputError, match="table 'hands': one of agents, games expected"):
        result.to_csv(table="hands")


def test_means_by_seat_are_those_of_the_games_in_that_seat() -> None:
    result = match("kuhn", "equilibrium", "random", games=40)
    for seat in (0, 1):
        for agent in (0, 1):
            payoffs = [game.payoffs[agent] for game in result.games if game.seats[seat] == agent]
            assert result.means_by_seat(agent)[seat] == sum(payoffs, Fraction(0)) / len(payoffs)
    assert "as player 2: equilibrium " in str(result)

    fixed = match("kuhn", "equilibrium", "random", games=40, fixed_seats=True)
    assert fixed.means_by_seat(0)[1] is None
    assert "as player" not in str(fixed)


def test_functions_of_the_information_play() -> None:
    def exact(information: Any) -> Any:
        return {action: Fraction(1, len(information.actions)) for action in information.actions}

    def doubles(information: Any) -> Any:
        return np.ones(len(information.actions)) / len(information.actions)

    def last(information: Any) -> Any:
        return information.actions[-1]

    def number(information: Any) -> Any:
        return len(information.actions) - 1

    results = [match("kuhn", function, "random", games=20) for function in (last, number)]
    assert results[0].agents == ("last", "random")
    assert results[0].record(0) == results[1].record(0)
    for function in (exact, doubles):
        assert sum(match("kuhn", function, last, games=20).record(0)) == 20


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("bett", "wrong, at '.*': no action 'bett'; did you mean bet"),
        ([0.5, 0.6], r"probabilities of the 2 actions that add up to 1 expected, not \[0.5, 0.6\]"),
        ([1], "probabilities of the 2 actions"),
        ({"bet": -1}, "probabilities of the 2 actions|no action"),
        (None, "expected, not None"),
        (True, "expected, not True"),
        (7, "wrong, at '.*': no action has the number 7; 0 to 1 expected"),
        (-1, "no action has the number -1"),
    ],
)
def test_what_a_function_returns_has_to_be_a_choice(choice: Any, message: str) -> None:
    def wrong(information: Any) -> Any:
        return choice

    with pytest.raises(ModelError, match=message):
        match("kuhn", wrong, "random", games=2)


OWN = """
def first(information):
    return information.actions[0]

def broken(information):
    count = 0
    return 1 / count

def mistyped(information):
    return "bett"

def of_three(information, actions, random):
    return 0

def bold(share="1/2"):
    from fractions import Fraction

    def play(information):
        return [1 - Fraction(share), Fraction(share)]

    return play

class Last:
    name = "last"

    def choose(self, information, random):
        return len(information.actions) - 1

stake = 2
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return path


def test_a_function_or_an_object_of_a_python_file_is_an_agent(own: Path, seqform: Run) -> None:
    for name in ("first", "Last", "Last()", "bold(share=1/4)"):
        status, output, errors = seqform(
            "match", "kuhn", f"{own}:{name}", "random", "--games", "4", "--json"
        )
        assert (status, errors) == (0, "")
        agent = json.loads(output)["agents"][0]["name"]
        assert agent == ("last" if name.startswith("Last") else f"{own}:{name}")
    assert match("kuhn", f"{own}:first", "random", games=2).agents == (f"{own}:first", "random")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("broken", r"own.py:broken: ZeroDivisionError: division by zero \(own.py, line 7\)"),
        (
            "mistyped",
            r"own.py:mistyped \(own.py, line 9\), at 'J:': no action 'bett'; did you mean",
        ),
        (
            "of_three",
            "own.py:of_three: a function of one argument expected, the information: .*'actions'",
        ),
        ("stake", "own.py:stake: agent: .* expected, not 2"),
        ("frist", "defines no frist; did you mean first"),
    ],
)
def test_an_error_in_an_agent_of_one_s_own_names_the_place(
    name: str, message: str, own: Path, seqform: Run
) -> None:
    status, _, errors = seqform("match", "kuhn", f"{own}:{name}", "random", "--games", "2")
    assert status == 2
    assert re.search(message, errors)
    assert errors.count("\n") == 1


def test_a_file_in_place_of_an_agent_gets_the_word_before_it(own: Path) -> None:
    sf.solve("kuhn", exact=True).save("answer.json")
    with pytest.raises(OptionError, match=r"no agent named 'answer.json'; did you mean profile:"):
        recipe("answer.json")
    with pytest.raises(OptionError, match=r"did you mean .*own.py:NAME\?"):
        recipe(str(own))


def test_an_agent_of_a_python_file_plays_a_person_and_is_named_again(own: Path) -> None:
    against = f"{own}:first"
    session = open_session("kuhn", against, seat=0, file="own.jsonl")
    session.act("check")
    with pytest.raises(ParseError, match="runs a Python file; if that is wanted, name it again"):
        resume_session("own.jsonl", "kuhn")
    assert resume_session("own.jsonl", "kuhn", against).history == session.history


def test_a_profile_with_sets_left_out_plays_them_uniformly_if_asked_for(
    seqform: Run,
) -> None:
    Path("part.json").write_text('{"J:": {"bet": "1/3", "check": "2/3"}}', encoding="utf-8")
    with pytest.raises(ModelError, match=r"nothing for information set .*--rest uniform"):
        match("kuhn", "profile:part.json", "random", games=2)
    with pytest.raises(OptionError, match="rest: 'uniform' or nothing expected, not 'first'"):
        recipe("profile:part.json,rest=first")
    agent = recipe("profile:part.json,rest=uniform").make(open_game(KUHN), None)
    assert isinstance(agent, ProfileAgent)
    assert agent.profile.equals(sf.read_profile("part.json", KUHN, rest="uniform"))

    status, output, _ = seqform(
        *("match", "kuhn", "random", "profile:part.json", "--rest", "uniform", "--games", "2"),
        "--json",
    )
    assert status == 0
    assert json.loads(output)["agents"][1]["name"] == "profile:part.json,rest=uniform"
    for rest, agents in (("uniform", ("random", "random")), ("first", ("random", "profile:p"))):
        status, _, errors = seqform("match", "kuhn", *agents, "--rest", rest)
        assert status == 2
        assert "--rest" in errors


class Numbers(sf.Rules[Any, Any]):
    """Player 1 takes 1 or 0 and earns it from player 2; the actions are integers, in this order."""

    title = "numbers"

    def initial(self) -> Any:
        return None

    def player(self, state: Any) -> Any:
        return 0 if state is None else sf.TERMINAL

    def actions(self, state: Any) -> Any:
        return [1, 0]

    def apply(self, state: Any, action: Any) -> Any:
        return action

    def payoffs(self, state: Any) -> Any:
        return (state, -state)

    def observation(self, state: Any, player: Any) -> Any:
        return "take"


@pytest.mark.parametrize("number", ["1", "0", Fraction(1), Fraction(0)])
def test_a_label_is_the_action_where_actions_are_numbers(number: Any) -> None:
    result = match(Numbers(), lambda information: number, "random", games=4, fixed_seats=True)
    assert result.mean(0) == Fraction(number)


@pytest.mark.parametrize("number", [1, 0, 2, np.int64(1), np.argmax([1, 0])])
@pytest.mark.parametrize("one_argument", [True, False])
def test_an_integer_is_refused_where_labels_are_other_integers(
    number: Any, one_argument: bool
) -> None:
    function = (lambda information: number) if one_argument else (lambda infoset, actions: number)
    with pytest.raises(InputError, match=r"may be the label or the place .* are 1, 0; .* '1'"):
        match(Numbers(), function, "random", games=2)


def test_numbers_are_keys_of_probabilities() -> None:
    certain = match(Numbers(), lambda information: {1: 1}, "random", games=4, fixed_seats=True)
    assert certain.mean(0) == 1


@pytest.mark.parametrize(
    "source",
    [
        lambda infoset, actions: {actions[-1]: 1},
        (lambda infoset, actions: {actions[-1]: 1}, lambda infoset, actions: {actions[-1]: 1}),
        sf.profile("kuhn", lambda infoset, actions: {actions[-1]: 1}),
        [
            dict(strategy)
            for strategy in sf.profile("kuhn", lambda infoset, actions: {actions[-1]: 1})
        ],
    ],
)
def test_what_profile_takes_plays(source: Any) -> None:
    expected = match(
        "kuhn", sf.profile("kuhn", lambda _, actions: {actions[-1]: 1}), "random", games=6
    )
    assert match("kuhn", source, "random", games=6).mean(0) == expected.mean(0)


def test_names_stand_for_the_agents_in_results() -> None:
    result = match("kuhn", "random", "random", games=2, names=("mine", "yours"))
    assert result.agents == ("mine", "yours")
    assert "mine" in str(result)


@pytest.mark.parametrize("names", ["ab", ("a",), ("a", 1), {"a": "b"}])
def test_names_are_a_pair_of_texts(names: Any) -> None:
    with pytest.raises(OptionError, match="names: a pair of texts expected"):
        match("kuhn", "random", "random", games=2, names=names)


@pytest.mark.parametrize("fixed_seats", [True, False])
def test_the_score_without_luck_of_each_agent_is_perfect_play_less_its_mistakes(
    fixed_seats: bool,
) -> None:
    bold = sf.profile("kuhn", lambda infoset, actions: {actions[-1]: 1})
    timid = sf.profile("kuhn", lambda infoset, actions: {actions[0]: "3/4", actions[-1]: "1/4"})
    result = match("kuhn", bold, timid, games=20, fixed_seats=fixed_seats)
    for agent in (0, 1):
        perfect, mistakes = result.perfect[agent], result.mistakes(agent)
        assert perfect is not None and mistakes is not None
        assert result.adjusted_mean(agent) == pytest.approx(float(perfect) - mistakes)
