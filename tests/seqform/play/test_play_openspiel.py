"""Games as OpenSpiel's, and OpenSpiel's searches as agents."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.builders.games.formats.openspiel import from_openspiel
from seqform.errors import GameError, OptionError
from seqform.models.games.extensive import CHANCE
from seqform.play import match, recipe, to_openspiel

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")


@pytest.mark.parametrize(
    "spec",
    [
        "kuhn",
        "three-card-orderings",
        "leduc(collapse_suits=true)",
        "littman-figure-4",
        "vsvet-figure-1",
    ],
)
def test_openspiel_walks_the_same_game(spec: str) -> None:
    game, theirs = sf.load(spec), to_openspiel(sf.load(spec))
    again = from_openspiel(theirs)
    for part in ("parent", "action", "player"):
        assert np.array_equal(getattr(game, part), getattr(again, part))
    moving = game.player != CHANCE
    pairs = {
        *zip(
            game.infoset[moving & ~game.is_leaf], again.infoset[moving & ~game.is_leaf], strict=True
        )
    }
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    assert again.chance_reach.to_floats() == pytest.approx(game.chance_reach.to_floats())
    payoffs = [one.to_floats().tolist() for one in game.leaf_payoffs]
    assert [one.to_floats().tolist() for one in again.leaf_payoffs] == payoffs
    assert (
        theirs.min_utility() <= min(map(min, payoffs))
        and max(map(max, payoffs)) <= theirs.max_utility()
    )
    assert theirs.max_game_length() == len(game.levels) - 1
    assert theirs.num_distinct_actions() == max(game.num_actions[moving])
    assert theirs.utility_sum() == (
        None if game.constant_sum is None else pytest.approx(float(game.constant_sum))
    )


def test_a_game_goes_to_openspiel_and_its_algorithms_and_back_with_the_same_value() -> None:
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.policy import UniformRandomPolicy

    game = to_openspiel("kuhn")
    uniform = UniformRandomPolicy(game)
    assert policy_value(game.new_initial_state(), [uniform, uniform]) == pytest.approx(
        [1 / 8, -1 / 8]
    )
    again = from_openspiel(game)
    assert (again.title, again.count()) == ("kuhn", sf.load("kuhn").count())
    assert sf.solve(again, exact=True).values[0] == Fraction(-1, 18)


def test_resampled_states_look_the_same_and_are_drawn_by_chance() -> None:
    game = to_openspiel("leduc(collapse_suits=true)")
    state = game.new_initial_state()
    state.apply_action(2)  # a king for player 1
    state.apply_action(0)
    numbers = Random(4)
    drawn = [state.resample_from_infostate(0, numbers.random) for _ in range(1000)]
    assert {other.information_state_string() for other in drawn} == {
        state.information_state_string()
    }
    kings = sum(other.history() == [2, 2] for other in drawn)
    assert abs(kings / 1000 - 1 / 5) < 0.06  # one king among the five cards left


@pytest.mark.parametrize(
    "spec", ["kuhn", "leduc(collapse_suits=true)", "three-card-orderings", "guess-the-ace"]
)
def test_is_mcts_plays_games_of_hidden_information_the_same_for_the_same_seed(spec: str) -> None:
    first, again = (match(spec, "mcts:20", "random", games=10, seed=5) for _ in range(2))
    assert first.games == again.games and len(first.games) == 10


def test_bad_options_of_searches_are_refused() -> None:
    for text, message in {
        "mcts:0": "simulations: a whole number from 1 on expected, not 0",
        "mcts:10,uct=-1": "uct: a number from 0 expected, not -1",
        "mcts:10,uct=x": "uct: a number from 0 expected, not 'x'",
        "mcts:10,depth=3": "mcts has no 'depth'",
        "mcts:10,final=best": "final: 'best' is unknown; known: visits, values",
        "mcts:10,20": "simulations is given twice",
        "alpha-beta:two": "a whole number from 1 on expected, not 'two'",
    }.items():
        with pytest.raises(OptionError, match=message):
            recipe(text)


def cfr_average(game: Any) -> Any:
    from open_spiel.python.algorithms.cfr import CFRSolver

    solver = CFRSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def test_a_policy_of_openspiels_plays_and_is_judged_as_a_profile() -> None:
    result = match("kuhn", cfr_average(to_openspiel("kuhn")), "equilibrium", games=400)
    assert result.agents == ("policy", "equilibrium")
    perfect, adjusted, half_width = (
        result.perfect[1],
        result.adjusted_mean(0),
        result.adjusted_half_width(0),
    )
    assert perfect is not None and adjusted is not None and half_width is not None
    assert 0 < perfect < 0.05  # what 40 iterations leave to be gained
    assert -0.05 < adjusted < 0 and half_width < 0.01


def test_bots_of_openspiels_play_both_seats_and_see_a_state_of_their_information_set() -> None:
    seen: dict[tuple[int, str], set[str]] = {}

    class Watching(pyspiel.Bot):  # type: ignore[misc,name-defined]  # pyspiel has no types
        def __init__(self, player: int) -> None:
            super().__init__()
            self.player = player

        def step(self, state: Any) -> int:
            assert state.current_player() == self.player
            seen.setdefault((self.player, state.information_state_string()), set()).add(
                state.history_str()
            )
            return int(state.legal_actions()[-1])

    bots = [Watching(player) for player in (0, 1)]
    result = match("openspiel:kuhn_poker", bots, "random", games=200)
    assert {player for player, _ in seen} == {0, 1}
    assert max(map(len, seen.values())) == 2  # either card of the other player's
    assert result.mean(0) == -result.mean(1)
    assert len(match("leduc", "openspiel:uniform_random", "random", games=20).games) == 20
    assert match("tic-tac-toe", "openspiel:uniform_random", "negamax", games=10).record(0)[0] == 0
    with pytest.raises(
        OptionError, match="a bot of OpenSpiel's plays for one player; a pair of them expected"
    ):
        match("kuhn", bots[0], "random")
    with pytest.raises(
        OptionError,
        match=r"openspiel:nobody: OpenSpiel has no bot 'nobody'; it has .*uniform_random",
    ):
        match("kuhn", "openspiel:nobody", "random")


def test_policies_and_bots_that_do_not_fit_are_refused() -> None:
    game = pyspiel.load_game("kuhn_poker")
    from open_spiel.python.policy import UniformRandomPolicy

    with pytest.raises(
        GameError, match=r"policy: one for kuhn_poker\(\), not for kuhn; it plays the game"
    ):
        match("kuhn", UniformRandomPolicy(game), "random")
    with pytest.raises(GameError, match=r"policy: one for leduc, not for kuhn"):
        match("kuhn", UniformRandomPolicy(to_openspiel("leduc")), "random")
    solver = pyspiel.CFRSolver(game)  # has to outlive its policies
    with pytest.raises(
        GameError, match=r"policy: nothing for 'Js:'; OpenSpiel reports: No policy found"
    ):
        match("leduc", solver.average_policy(), "random")


def shared_names(game: sf.ExtensiveGame) -> set[str]:
    first, second = (set(sequences.index.infoset_names) for sequences in game.sequences)
    return first & second


def games_with_shared_names(max_nodes: int = 1000) -> list[str]:
    """Return the small games of the catalog in which a set of each player has the same name."""
    names = []
    for entry in sf.games():
        try:
            game = sf.load(entry.name, max_nodes=max_nodes)
        except GameError:  # too large
            continue
        if shared_names(game):
            names.append(entry.name)
    return names


def test_the_catalog_has_games_with_shared_names() -> None:
    assert set(games_with_shared_names()) == {"inspection", "knapsack", "battleship", "random-game"}


@pytest.mark.parametrize(
    "name",
    ["inspection", "knapsack", "battleship", "random-game", "random-game(seed=3,depth=6)"],
)
def test_a_policy_has_a_row_for_each_set_where_players_share_names(name: str) -> None:
    from open_spiel.python.algorithms.exploitability import nash_conv

    game = sf.load(name)
    equilibrium = sf.solve(game)
    policy = sf.to_openspiel_policy(equilibrium, name)
    assert len(policy.states) == sum(sequences.index.num_infosets for sequences in game.sequences)
    assert nash_conv(policy.game, policy) == pytest.approx(0, abs=1e-9)
    assert sf.check(name, policy).nash_conv == pytest.approx(0, abs=1e-9)
    again = sf.profile(game, policy)
    for player in (0, 1):
        theirs, ours = again[player].probabilities, equilibrium.profile[player].probabilities
        assert theirs.astype(float).tolist() == ours.astype(float).tolist()


@pytest.mark.parametrize("name", ["inspection", "random-game", "monty-hall"])
def test_bots_play_by_their_players_probabilities(name: str) -> None:
    game = sf.load(name)
    profile = sf.profile(game, lambda infoset, actions: range(1, len(actions) + 1), normalize=True)
    policy = sf.to_openspiel_policy(profile, name)
    for player in (0, 1):
        bot = sf.to_openspiel_bot(profile, player, name, seed=0)
        states = [state for state in policy.states if state.current_player() == player]
        assert len(states) == game.sequences[player].index.num_infosets
        for state in states:
            shares, action = bot.step_with_policy(state)
            total = sum(range(1, len(shares) + 1))
            assert [share for _, share in shares] == pytest.approx(
                [place / total for place in range(1, len(shares) + 1)]
            )
            assert action in state.legal_actions()
            assert type(bot.step(state)) is int


@pytest.mark.parametrize("name", ["random-game", "random-game(seed=3,depth=5)"])
def test_cfr_of_openspiel_converges_to_the_value_where_players_share_names(name: str) -> None:
    from open_spiel.python.algorithms.cfr import CFRPlusSolver
    from open_spiel.python.algorithms.expected_game_score import policy_value

    assert shared_names(sf.load(name))
    solver = CFRPlusSolver(to_openspiel(name))
    for _ in range(100):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    values = policy_value(average.game.new_initial_state(), [average, average])
    assert values[0] == pytest.approx(float(sf.solve(name).values[0]), abs=0.02)
    assert sf.check(name, average).nash_conv < 0.02


def test_information_states_differ_from_a_set_that_is_named_like_a_prefixed_one() -> None:
    from seqform.playable.tree import _told_apart

    first, second = _told_apart(("x", "Player 2, x"), ("x",))
    assert len({*first, *second}) == 3
    assert _told_apart(("J:", "K:"), ("J:b",)) == (("J:", "K:"), ("J:b",))


def test_a_policy_that_cannot_tell_two_sets_apart_is_refused(tmp_path: Path) -> None:
    from seqform.playable import open_game
    from seqform.playable.openspiel import InformationObserver, OpenSpielGame

    class OwnNames(InformationObserver):
        def string_from(self, state: Any, player: int) -> str:
            return str(state.situation.infoset)

    class Ambiguous(OpenSpielGame):
        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OwnNames:
            return OwnNames(self.playable)

    file = tmp_path / "shared.efg"
    file.write_text(
        'EFG 2 R "shared" { "A" "B" } ""\n'
        'p "" 1 1 "x" { "l" "r" } 0\n'
        'p "" 2 1 "x" { "l" "r" } 0\n'
        't "" 1 "" { 1 -1 }\n'
        't "" 2 "" { -1 1 }\n'
        'p "" 2 1 "x" { "l" "r" } 0\n'
        't "" 3 "" { -1 1 }\n'
        't "" 4 "" { 1 -1 }\n'
    )
    theirs = Ambiguous(open_game(file, tree=True))
    game = sf.load(theirs)
    uniform = sf.to_openspiel_policy(sf.uniform_profile(game), theirs)
    assert len(uniform.states) == 1  # which plays both sets alike
    apart = sf.profile(game, [{"x": "l"}, {"x": "r"}])
    with pytest.raises(
        GameError, match=r"policy: .* one information state for 'x' of player 1 and 'x' of player 2"
    ):
        sf.to_openspiel_policy(apart, theirs)
