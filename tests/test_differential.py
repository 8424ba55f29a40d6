"""Answers compared with Gambit's and OpenSpiel's, on real game files, random games, and ordered games."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from game_files import ABSENT, FOLDER, index, paths

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games.formats.pygambit import profile_from_pygambit, to_pygambit
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.errors import UnsupportedModelError
from seqform.verify import certify

pytestmark = pytest.mark.slow

REMEMBERING_CONSTANT_SUM = paths(".nfg", constant_sum="True") + paths(
    ".efg", constant_sum="True", perfect_recall="True"
)
REMEMBERING_GENERAL_SUM = paths(".nfg", constant_sum="False") + paths(
    ".efg", constant_sum="False", perfect_recall="True"
)

GAMBIT = "the extra 'gambit' brings pygambit"

PYGAMBIT_REFUSES = {  # label rules of its own: labels that come twice
    "contrib__games__coord2ts.efg",
    "contrib__games__e10.efg",
    "contrib__games__e10a.efg",
    "contrib__games__nim7.efg",
}


@pytest.mark.skipif(not FOLDER.is_dir(), reason=ABSENT)
def test_the_collection_holds_games_of_every_kind() -> None:
    assert len(index(constant_sum="True", perfect_recall="True")) > 10
    assert len(index(constant_sum="False")) > 50
    assert len(index(perfect_recall="False")) > 10
    assert len(list(FOLDER.glob("*.?fg"))) == len(index())


@pytest.mark.parametrize("path", REMEMBERING_CONSTANT_SUM)
def test_every_constant_sum_file_is_solved_exactly_and_gambit_agrees_on_the_value(
    path: Path,
) -> None:
    equilibrium = sf.solve(path, exact=True)
    assert equilibrium.certificate.proven
    in_doubles = sf.solve(equilibrium.game)
    assert in_doubles.values == pytest.approx([float(value) for value in equilibrium.values])
    assert in_doubles.certificate.nash_conv < 1e-9
    if path.name not in PYGAMBIT_REFUSES:
        assert values(gambit_equilibrium(gambit_game(path))) == equilibrium.values


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_our_certificate_of_gambits_equilibrium_has_no_regret(path: Path) -> None:
    if path.name in PYGAMBIT_REFUSES:
        with pytest.raises(ValueError, match="must be unique"):
            gambit_game(path)
        return
    game, theirs = sf.load(path), gambit_equilibrium(gambit_game(path))
    certificate = certify(game, profile_from_pygambit(theirs, game))
    assert certificate.proven
    assert certificate.values == values(theirs)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_have_gambits_value(seed: int) -> None:
    pytest.importorskip("pygambit", reason=GAMBIT)
    game = sf.load(f"random-game(seed={seed},depth=4)")
    assert values(gambit_equilibrium(to_pygambit(game))) == sf.solve(game, exact=True).values


def test_an_improper_profile_of_gambits_is_refused_not_certified() -> None:
    """`lp_solve` of Gambit 16.7 and 17.0.0b2 returns profiles whose probabilities do not sum to one."""
    pygambit = pytest.importorskip("pygambit", reason=GAMBIT)
    refused = 0
    for seed in range(30):
        game = sf.load(f"random-game(seed={seed},depth=5)")
        theirs = pygambit.nash.lp_solve(to_pygambit(game), rational=True).equilibrium
        mixed_actions = [mixed for behavior in theirs for _, mixed in behavior]
        if all(sum(share for _, share in mixed) == 1 for mixed in mixed_actions):
            continue
        with pytest.raises(
            sf.errors.ModelError, match=r"information set .*: (the probabilities sum to|a negative)"
        ):
            profile_from_pygambit(theirs, game)
        refused += 1
    assert refused or pygambit.__version__ != "17.0.0b2"


@pytest.mark.parametrize(
    "name", ["kuhn_poker", "leduc_poker", "liars_dice(numdice=1,dice_sides=3)"]
)
def test_openspiel_games_have_openspiels_value(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' brings OpenSpiel")
    pytest.importorskip("ecos", reason="OpenSpiel's linear programs need the solver ECOS")
    from open_spiel.python.algorithms import sequence_form_lp

    equilibrium = sf.solve(f"openspiel:{name}", exact=True)
    first, second, *_ = sequence_form_lp.solve_zero_sum_game(pyspiel.load_game(name))
    assert float(equilibrium.values[0]) == pytest.approx(first, abs=1e-6)
    assert float(equilibrium.values[1]) == pytest.approx(second, abs=1e-6)
    assert equilibrium.certificate.proven


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_openspiels_exploitability_agrees(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' brings OpenSpiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = sf.load(f"openspiel:{name}")
    theirs = pyspiel.load_game(name)
    uniform = exploitability.nash_conv(theirs, policy.UniformRandomPolicy(theirs))
    assert float(certify(game, sf.uniform_profile(game)).nash_conv) == pytest.approx(uniform)


@pytest.mark.parametrize("path", REMEMBERING_GENERAL_SUM)
def test_every_general_sum_file_is_solved_with_proof_of_normal_form_perfection(path: Path) -> None:
    assert sf.solve(path).certificate.proven
    equilibrium = sf.solve(path, backend="lemke")
    assert equilibrium.certificate.proven
    assert equilibrium.certificate.checks == {"normal-form perfect": True}
    with pytest.raises(UnsupportedModelError, match="is not constant-sum"):
        sf.solve(path, backend="scipy")


@pytest.mark.parametrize("seed", range(12))
def test_gambits_rational_lemke_finds_what_we_certify(seed: int) -> None:
    pygambit = pytest.importorskip("pygambit", reason=GAMBIT)
    game = sf.load(f"random-game(seed={seed},zero_sum=false,depth=4,payoffs={1 + seed % 3})")
    theirs = pygambit.nash.lcp_solve(to_pygambit(game), rational=True).equilibrium
    certificate = sf.check(game, profile_from_pygambit(theirs, game))
    assert certificate.proven
    assert certificate.values == tuple(payoff for _, payoff in theirs.payoffs)


@pytest.mark.parametrize("spec", ["tiny-poker", "kuhn(ranks=4)", "leduc(ranks=2,max_bets=1)"])
def test_gambit_finds_the_value_of_the_shrunk_game_that_seqform_finds_of_the_whole(
    spec: str,
) -> None:
    pygambit = pytest.importorskip("pygambit", reason=GAMBIT)
    game = sf.load(spec, kind="ordered")
    theirs = to_pygambit(to_extensive(game, equitable_filters(game)))
    found = pygambit.nash.lp_solve(theirs, rational=False).equilibrium
    ours = sf.solve(to_extensive(game), exact=True).values[0]
    values = [payoff for _, payoff in found.payoffs]
    assert values == pytest.approx([float(ours), -float(ours)], abs=1e-6)


def test_openspiels_best_responses_to_the_lifted_equilibrium_of_leduc_gain_nothing() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' brings OpenSpiel")
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import TabularPolicy

    found = sf.solve("leduc", preprocess="lossless", backend="highs")
    solution = found.saved()
    theirs = pyspiel.load_game("leduc_poker")
    policy = TabularPolicy(theirs)
    for state in policy.states:
        player = state.current_player()
        cards, rounds = leduc_state(state)
        here = solution.strategy(player, cards[player], rounds[:-1], rounds[-1])
        row = policy.policy_for_key(state.information_state_string())
        for action in state.legal_actions():
            row[action] = here[renamed(WORDS[action], rounds[-1])]
    assert exploitability.nash_conv(theirs, policy) < 1e-5


def gambit_game(path: Path) -> Any:
    pygambit = pytest.importorskip("pygambit", reason=GAMBIT)
    return (pygambit.read_efg if path.suffix == ".efg" else pygambit.read_nfg)(path)


def gambit_equilibrium(game: Any) -> Any:
    """Return the first answer of Gambit's `lcp_solve`: profiles of its `lp_solve` are not always proper."""
    pygambit = pytest.importorskip("pygambit", reason=GAMBIT)
    found = pygambit.nash.lcp_solve(game, rational=True)
    return found.equilibrium if isinstance(game, pygambit.ExtensiveGame) else found.equilibria[0]


def values(profile: Any) -> tuple[Fraction, ...]:
    return tuple(payoff for _, payoff in profile.payoffs)


WORDS = {0: "fold", 1: "call", 2: "raise"}


def leduc_state(state: object) -> tuple[list[list[str]], list[list[str]]]:
    """Return what each player has seen, and the actions of the rounds so far, in seqform's words."""
    deck = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
    history = state.full_history()  # type: ignore[attr-defined]
    cards: list[list[str]] = [[deck[history[0].action]], [deck[history[1].action]]]
    rounds: list[list[str]] = [[]]
    for move in history[2:]:
        if move.player < 0:
            for seen in cards:
                seen.append(deck[move.action])
            rounds.append([])
            continue
        rounds[-1].append(renamed(WORDS[move.action], rounds[-1]))
    return cards, rounds


def renamed(word: str, before: list[str]) -> str:
    """Return seqform's word for an action of OpenSpiel's, which calls checks calls and bets raises."""
    if "bet" in before:
        return word
    return {"call": "check", "raise": "bet"}[word]
