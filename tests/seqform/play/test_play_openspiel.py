"""Games as OpenSpiel's, and OpenSpiel's searches as agents."""

from fractions import Fraction
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
