"""Equilibria that are computed from those of similar games."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from small_games import Shape, random_game

import seqform as sf
from seqform.backends.solvers.highs import FROM_NEIGHBOR
from seqform.builders.games.formats.efg import parse_efg
from seqform.errors import InputError, ModelError, UnsupportedModelError
from seqform.models.programs.solutions import Basis, RawSolution, Termination


def other_payoffs(game: sf.ExtensiveGame, rng: Random) -> sf.ExtensiveGame:
    """Return a zero-sum game on the same tree with other payoffs, many of them equal."""
    first, _ = game.outcomes.payoffs
    changed = type(first).of(Fraction(rng.choice((-1, 0, 1, 2))) for _ in range(len(first)))
    return replace(game, outcomes=replace(game.outcomes, payoffs=(changed, -changed)))


@pytest.mark.parametrize("seed", range(15))
def test_from_any_game_on_the_same_tree_the_value_is_the_same(seed: int) -> None:
    rng = Random(seed)
    shape = Shape(inner=rng.choice((3, 7, 12)), constant_sum=True, numbers="ties")
    first = parse_efg(random_game(rng, shape).to_efg())
    second = other_payoffs(first, rng)
    ways: dict[str, Any] = {"player": rng.randrange(2), "preprocess": rng.choice((None, "none", "sparsify"))}
    start = sf.solve(first, exact=rng.random() < 0.5, **ways)
    cold = sf.solve(second, exact=True, **ways)
    for exact, backend in ((True, "highs"), (True, "exact"), (False, "highs")):
        warm = sf.solve(second, start=start, exact=exact, backend=backend, **ways)
        assert warm.certificate.proven == exact
        assert float(warm.values[0]) == pytest.approx(float(cold.values[0]), abs=1e-9)


@pytest.mark.parametrize("arguments", [{}, {"preprocess": "none"}, {"exact": True}, {"backend": "exact"}])
def test_a_neighbor_saves_nearly_all_iterations(arguments: dict[str, Any]) -> None:
    start = sf.solve("leduc", **arguments)
    game = sf.load("leduc(second_bet=41/10)")
    cold, warm = sf.solve(game, **arguments), sf.solve(game, start=start, **arguments)
    assert 10 * (warm.raw.iterations or 0) < (cold.raw.iterations or 0)
    assert float(warm.values[0]) == pytest.approx(float(cold.values[0]))
    assert warm.resolved.settings["start"] == "an equilibrium of leduc"  # and not the equilibrium, with its own start


def test_constrained_equilibria_start_from_their_neighbors() -> None:
    rule = "1: P(Js: bet) >= 1/2"
    start = sf.solve("leduc", constraints=rule)
    warm = sf.solve("leduc(second_bet=41/10)", constraints=rule, start=start)
    cold = sf.solve("leduc(second_bet=41/10)", constraints=rule)
    assert 5 * (warm.raw.iterations or 0) < (cold.raw.iterations or 0)
    assert float(warm.values[0]) == pytest.approx(float(cold.values[0]))


def test_a_wrong_basis_costs_time_and_no_digits() -> None:
    """The basis of another optimum, of no optimum, or of a program of another shape."""
    game = sf.load("kuhn(ranks=5)")
    start = sf.solve(game, exact=True)
    basis: Any = start.raw.basis
    others = [Basis(basis.columns[::-1].copy(), basis.rows[::-1].copy()), Basis(basis.columns[1:], basis.rows)]
    for wrong in others:
        found = sf.solve(game, start=replace(start, raw=replace(start.raw, basis=wrong)), exact=True)
        assert (found.values, found.certificate.proven) == (start.values, True)


def test_a_solver_that_fails_from_the_basis_is_called_without() -> None:
    class Failing(type(sf.backends.get("highs"))):  # type: ignore[misc]
        calls = 0

        def solve(self, model: Any, options: Any = None, basis: Any = None) -> Any:
            type(self).calls += 1
            if basis is not None:
                assert options.raw.items() >= FROM_NEIGHBOR.items()
                return RawSolution(Termination.NUMERICAL_ERROR, "lost")
            return super().solve(model, options)

    found = sf.solve("kuhn", start=sf.solve("kuhn"), backend=Failing(), exact=False)
    assert (found.raw.solved, Failing.calls) == (True, 2)


def test_a_general_sum_game_and_a_refinement_start_their_path_at_the_profile() -> None:
    game = sf.load("vsvet-figure-1")
    assert sf.solve(game, start=sf.solve(game)).certificate.proven
    kuhn = sf.solve("kuhn", exact=True)
    assert sf.solve("kuhn", start=kuhn, backend="lemke").certificate.proven


def test_what_does_not_fit_is_one_clear_error() -> None:
    start, by_scipy = sf.solve("kuhn"), sf.solve("kuhn", backend="scipy", exact=False)
    faults: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        ("leduc", {}, ModelError, "this start is for another game; its information sets or actions differ"),
        ("kuhn", {"backend": "scipy"}, UnsupportedModelError, "scipy does not start from an equilibrium; take highs"),
        ("kuhn", {"backend": "cfr"}, UnsupportedModelError, "cfr does not start from .*: it would save"),
        ("kuhn", {"start": by_scipy}, UnsupportedModelError, "this equilibrium of scipy comes without a basis"),
        ("leduc", {"preprocess": "lossless"}, InputError, "start: of no meaning for a game with ordered signals"),
    ]
    for game, arguments, error, message in faults:
        with pytest.raises(error, match=message):
            sf.solve(game, **({"start": start} | arguments))
