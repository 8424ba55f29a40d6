"""Quasi-perfect equilibria from name to certificate: every method, every kind of game, every wrong choice."""

from fractions import Fraction
from typing import Any

import pytest
from drawn_games import drawn_games
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import CertificationError, InputError, SolveError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.concepts import METHODS
from seqform.solving.routes import perturbed as refinements
from seqform.verify.checks import check_assessment
from seqform.verify.perturbed import suboptimal_infosets

EXACT_METHODS = [method for method in METHODS if method != "numeric"]
ALL_HOLD = {"sequential": True, "quasi-perfect": True, "normal-form perfect": True}


def refined(game: Any, **choices: Any) -> Equilibrium:
    found: Equilibrium = sf.solve(game, concept="quasi-perfect", **choices)
    return found


@pytest.mark.parametrize("method", EXACT_METHODS)
@pytest.mark.parametrize(
    ("game", "who", "infoset", "action", "value"),
    [
        ("guess-the-ace", 1, "asked", "no", 0),
        ("guess-the-ace-second-gift", 1, "asked", "no", None),
        ("kuhn-with-raise", 0, "A:cb", "raise", Fraction(-1, 18)),
        ("safe-or-risky", 0, "after risky", "careful", 1),
        ("uniform-bounds", 0, "after r", "c", None),
    ],
)
def test_the_papers_games_are_played_sensibly(
    game: str, who: int, infoset: str, action: str, value: Fraction | None, method: str
) -> None:
    answer = refined(game, method=method)
    assert answer.profile[who][infoset][action] == 1
    assert value is None or answer.values[0] == value
    assert answer.certificate.checks == ALL_HOLD
    assert answer.certificate.proven


@pytest.mark.slow
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), payoffs=st.sampled_from([1, 2, 100]), depth=st.integers(1, 4))
def test_all_methods_find_the_value_and_pass_all_checks(
    seed: int, payoffs: int, depth: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth={depth},payoffs={payoffs})")
    value = sf.solve(game, exact=True).values
    for answer in (
        *(refined(game, method=method) for method in ("stable-basis", "symbolic")),
        refined(game, player=1),
        refined(game, preprocess=()),
        refined(game, backend="lemke"),
    ):
        assert answer.values == value
        assert answer.certificate.checks == ALL_HOLD


@pytest.mark.slow
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), payoffs=st.sampled_from([1, 2, 100]))
def test_general_sum_games_are_refined_from_every_start(seed: int, payoffs: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs={payoffs},zero_sum=false)")
    for start in ("centroid", "ones", "random:2"):
        answer = refined(game, start=start)
        assert answer.certificate.proven
        assert answer.certificate.checks == ALL_HOLD


@pytest.mark.slow
def test_leduc_is_refined_whatever_the_solver() -> None:
    values = set()
    for backend in ("highs", "exact"):
        answer = refined("leduc", backend=backend)
        assert answer.certificate.checks == ALL_HOLD
        values.add(answer.values)
    assert values == {sf.solve("leduc", exact=True).values}


def test_a_game_of_one_leaf_and_one_in_which_nobody_but_chance_moves() -> None:
    answer = refined("random-game(depth=0)")
    assert answer.certificate.checks == ALL_HOLD


def test_numeric_refuses_an_answer_that_is_wrong_at_its_epsilon() -> None:
    with pytest.raises(SolveError, match=r"player \d.* larger ε"):
        refined("kuhn-with-raise", method="numeric", epsilon=Fraction(1, 10**4))


def test_numeric_refuses_plans_that_are_no_best_replies_at_their_epsilon() -> None:
    # Where player 2 is asked only if player 1 trembles, a solver's tolerance hides which answer is best.
    game = sf.bimatrix_game("hidden", [[0, 0], [-3, -2]])
    assert suboptimal_infosets(game, sf.uniform_profile(game), Fraction(1, 10**7))
    epsilon = Fraction(1, 1000)
    assert not suboptimal_infosets(
        game, refined(game, method="numeric", epsilon=epsilon).profile, epsilon
    )


class Foreign(StableBasisBackend):
    """A backend of another package."""

    name = "foreign"


@pytest.mark.parametrize("backend", ["symbolic", "bound", "stable-basis", Foreign()])
def test_a_backend_for_perturbed_programs_is_taken_as_it_is(backend: Any) -> None:
    answer = refined("kuhn-with-raise", backend=backend)
    assert answer.backend == getattr(backend, "name", backend)
    assert answer.certificate.checks == ALL_HOLD
    with pytest.raises(
        InputError, match=r"method: backend .* solves the perturbed program; leave one of them out"
    ):
        refined("kuhn", backend=backend, method="symbolic")


@given(drawn_games(zero_sum=False))
def test_extensive_form_perfect_equilibria_of_general_sum_games_are_proven(
    game: ExtensiveGame,
) -> None:
    found = sf.solve(game, "extensive-form-perfect", backend="lemke")
    assert found.certificate.checks == {"sequential": True, "extensive-form perfect": True}
    assert (
        sf.check(game, found, extensive_form_perfect=True, sequential=True).checks
        == found.certificate.checks
    )


def test_paths_are_followed_until_the_trembles_are_small_enough() -> None:
    """At ε = 1/1000 the prize is not worth the own next mistake; below a millionth it is."""
    prize = 1 + Fraction(1, 10**6)
    risky = move(0, "after", {"careful": leaf(prize, 0), "slip": leaf(0, 0)})
    found = sf.solve(
        tree("tiny prize", move(0, "start", {"safe": leaf(1, 0), "risky": risky})),
        "extensive-form-perfect",
    )
    assert found.profile[0]["start"]["risky"] == 1


def test_no_equilibrium_of_mertens_game_is_both_extensive_form_and_normal_form_perfect() -> None:
    quasi, extensive = (
        sf.solve("mertens-voting", "quasi-perfect"),
        sf.solve("mertens-voting", "extensive-form-perfect"),
    )
    assert [quasi.profile[player][f"vote {player + 1}"]["myself"] for player in (0, 1)] == [1, 1]
    assert min(extensive.profile[player][f"vote {player + 1}"]["myself"] for player in (0, 1)) < 1
    assert not sf.check("mertens-voting", extensive, normal_form_perfect=True).checks[
        "normal-form perfect"
    ]
    assert not sf.check("mertens-voting", quasi, extensive_form_perfect=True).checks[
        "extensive-form perfect"
    ]


def test_an_answer_that_fails_its_checks_is_an_error_that_keeps_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    def doubted(game: Any, assessment: Any, which: Any, **options: Any) -> Any:
        checked = check_assessment(game, assessment, which, **options)
        object.__setattr__(checked.certificate, "checks", dict.fromkeys(ALL_HOLD, False))
        return checked

    monkeypatch.setattr(refinements, "check_assessment", doubted)
    with pytest.raises(CertificationError, match="please report the game") as caught:
        refined("kuhn")
    assert caught.value.equilibrium is not None


def long_centipede(moves: int) -> Any:
    """Return a game in which the players may stop in turn; going on to the end is best for nobody."""
    node: Any = leaf(0)
    for number in range(moves, 0, -1):
        node = move(
            (number + 1) % 2,
            f"move {number}",
            {"stop": leaf((-1) ** number * number), "go on": node},
        )
    return tree("centipede", node)


@pytest.mark.slow
def test_a_game_of_very_many_choices_in_a_row_is_refined() -> None:
    answer = refined(long_centipede(500))
    assert answer.certificate.checks == ALL_HOLD


def test_the_bound_is_refused_where_the_powers_of_epsilon_would_be_too_long() -> None:
    with pytest.raises(SolveError, match=r"and its power .* too many"):
        refined(long_centipede(240), method="bound")
