"""The value as a function of a parameter: Kuhn's regimes, brute force on segments of random games, bad input."""

import json
from fractions import Fraction
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import Run
from matrix_values import matrix_value, pure_payoffs
from small_games import Shape, SmallGame, random_game, random_matrix_game, with_payoffs

import seqform as sf
from seqform.analysis.value_function import ValueFunction, value_function
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.builders.games.tree import chance, leaf, tree
from seqform.errors import GameError, InputError, SolveError


def probes(function: ValueFunction, rng: Random, most: int) -> list[Fraction]:
    """Return the ends, the rational breakpoints of the strategies, and numbers between any two breakpoints."""
    rational = [function.start, *(part.end.rational for part in function.strategies if part.end.rational is not None)]
    inner = []
    for part in function.strategies:
        low, high = part.start.within(Fraction(1, 10**9)).high, part.end.within(Fraction(1, 10**9)).low
        inner.append(low + (high - low) * Fraction(rng.randint(1, 9), 10))
    found = [*rational, *inner]
    return rng.sample(found, min(most, len(found)))


def test_kuhn_has_three_regimes() -> None:
    function = value_function("kuhn", bet=(0, 4))
    assert [(str(one.start), str(one.end), one.value.text("b")) for one in function.pieces] == [
        ("0", "1", "-b^2 / (6 b + 12)"),
        ("1", "2", "(b^2 - 2 b) / (6 b + 12)"),
        ("2", "4", "0"),
    ]
    for k in range(33):
        bet = Fraction(k, 8)
        expected = -(bet**2) if bet <= 1 else bet * (bet - 2) if bet <= 2 else 0
        assert function(bet) == expected / (6 * (bet + 2))
        assert sf.check(function.game(bet), function.profile(bet)).proven
    assert function(1.5) == pytest.approx(-1 / 28)


@pytest.mark.parametrize("seed", range(25))
def test_values_and_profiles_along_segments_are_those_of_brute_force(seed: int) -> None:
    rng = Random(seed)

    def with_random_payoffs() -> SmallGame:
        numbers = rng.choice(((0, 1), (-1, 0, 1), range(-9, 10)))
        paid = (Fraction(rng.choice(numbers), rng.choice((1, 1, 3))) for _ in count())
        return with_payoffs(small, lambda _: (x := next(paid), 1 - x), lambda _: (Fraction(0), Fraction(0)))

    is_matrix = rng.random() < 0.3
    if is_matrix:
        small = random_matrix_game(rng, constant_sum=True, most=3)
    else:
        small = random_game(rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True))
    games = (with_random_payoffs(), with_random_payoffs())
    function = value_function(*(parse_nfg(one.to_nfg()) if is_matrix else parse_efg(one.to_efg()) for one in games))
    for left, right in pairwise(function.strategies):
        assert left.end == right.start and left.start < left.end
    for t in probes(function, rng, 6):
        game, profile = function.game(t), function.profile(t)
        certificate = sf.check(game, profile)
        assert certificate.proven and certificate.values[0] == function(t)
        assert function(t) == matrix_value(pure_payoffs(game))
    for one, two in pairwise(function.pieces):
        assert one.value != two.value
        near = one.end.within(Fraction(1, 10**12)).low
        assert abs(float(one.value(near) - two.value(near))) < 1e-9


def test_breakpoints_may_be_irrational_and_are_exact() -> None:
    """The value of [[t, 1], [1, t²]] is (t³ - 1) / (t² + t - 2), and that of a saddle point for t > 1."""
    square = value_function(
        lambda t: sf.bimatrix_game("irrational", [[t * t, 2], [2, 2 * t]]), interval=(Fraction(1, 2), 2)
    )
    (root,) = (one for one in square.breakpoints if one.rational is None)
    assert root.description("t") == "≈1.41421, a root of t^2 - 2"
    for t in (Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(5, 4), Fraction(7, 5), Fraction(3, 2), Fraction(2)):
        assert square(t) == sf.solve(square.game(t), exact=True).values[0]
        assert sf.check(square.game(t), square.profile(t)).proven


def hidden(t: Fraction) -> sf.ExtensiveGame:
    """Return a game with a payoff that vanishes at 0, 4 and the first numbers by halves between."""
    bump = t * (t - 1) * (t - 2) * (t - 3) * (t - 4)
    return sf.bimatrix_game([[bump, 0], [0, bump + 1]])


def test_payoffs_that_vanish_at_simple_numbers_are_seen() -> None:
    function = value_function(hidden, interval=(0, 4))
    for place in (Fraction(1, 2), Fraction(7, 2), Fraction(3)):
        assert function(place) == matrix_value(pure_payoffs(hidden(place)))
    assert function(Fraction(1, 2)) != 0


def test_payoffs_that_change_within_a_piece_are_refused() -> None:
    def family(t: Fraction) -> sf.ExtensiveGame:
        return sf.bimatrix_game([[max(Fraction(0), Fraction(1, 100) - abs(t - Fraction(1, 2))), 1], [1, 0]])

    with pytest.raises(InputError, match=r"t = 1/2: the payoffs are not the polynomials"):
        value_function(family, interval=(0, 1))


def test_probabilities_that_become_negative_between_the_ends_are_refused() -> None:
    """(t - 1/√2)² less a little is below 0 at no number that is simple or asked for."""

    def family(t: Fraction) -> sf.ExtensiveGame:
        share = (t - Fraction(70711, 100_000)) ** 2 - Fraction(1, 10**8)
        return tree("coin", chance({"heads": (share, leaf(t)), "tails": (1 - share, leaf(1))}))

    with pytest.raises(GameError, match=r"probability of 'heads' is negative beside 70701/100000"):
        value_function(family, interval=(0, 1))
    assert len(value_function(family, interval=(0, Fraction(7, 10))).pieces) == 1


def test_the_derivative_is_the_limit_of_differences_and_one_sided_at_kinks() -> None:
    function = value_function("kuhn(bet=1/2..3)")
    for t in (Fraction(3, 4), Fraction(3, 2), Fraction(5, 2)):
        h = Fraction(1, 10**6)
        assert float((function(t + h) - function(t - h)) / (2 * h)) == pytest.approx(float(function.derivative(t)))
    assert function.derivative(2, side="left") == Fraction(1, 12) and function.derivative(2, side="right") == 0
    assert function.derivative("1/2") == function.derivative("1/2", side="right")
    with pytest.raises(InputError, match="1/12 left and 0 right of bet = 2; choose a side"):
        function.derivative(2)
    with pytest.raises(InputError, match="nothing is known left"):
        function.derivative("1/2", side="left")
    with pytest.raises(InputError, match="side: 'left' or 'right'"):
        function.derivative(1, side="up")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("kuhn",), {"bet": (4, 0)}, "bet from 4 to 0: the interval is empty"),
        (("kuhn(bet=1..1)",), {}, "bet from 1 to 1: the interval is empty"),
        (("kuhn",), {"bet": (0, 0.5)}, "bet: an integer or a fraction expected"),
        (("kuhn",), {"bet": (0, 1, 2)}, "bet: two numbers, the ends of an interval"),
        (("kuhn",), {}, "a game with an interval of one parameter expected"),
        (("kuhn(bet=0..1)",), {"interval": (0, 1)}, "has one already"),
        (("kuhn(bet=0..1,ante=1..2)",), {}, "the interval of one parameter expected"),
        (("kuhn", "kuhn(bet=2)"), {"bet": (0, 1)}, "bet: of no meaning with two games"),
        (("kuhn(max=0..1)",), {}, "kuhn has no parameter 'max'"),
        (("kuhn(ranks=3..5)",), {}, "ranks = 3 and ranks = 5: the trees differ at the root"),
        (("leduc(max_bets=1..2)",), {}, "the trees differ at Js > Jh > bet"),
        (("kuhn", "leduc"), {}, "the trees differ"),
        (("vsvet-figure-1", "vsvet-figure-1"), {}, "not constant-sum"),
        ((lambda t: "kuhn",), {}, "interval: needed"),
        ((lambda t: sf.bimatrix_game("inverse", [[1 / (1 + t), 0], [0, 1]]),), {"interval": (0, 1)}, "no polynomials"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises((InputError, GameError), match=message):
        value_function(*arguments, **options)


def test_numbers_beyond_the_interval_and_doubles_are_refused_and_a_deadline_holds() -> None:
    function = value_function("kuhn", bet=(0, 1))
    with pytest.raises(InputError, match="bet = 2: a number from 0 to 1 expected"):
        function(2)
    with pytest.raises(InputError, match="bet: an integer or a fraction expected"):
        function.profile(0.5)  # type: ignore[arg-type]
    with pytest.raises(SolveError, match="time limit"):
        value_function("leduc", second_bet=(0, 4), time_limit=1e-9)


def test_the_command_prints_formulas_and_writes_the_plot(seqform: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "value.svg"
    status, shown, _ = seqform("vary", "kuhn(bet=0..4)", "-o", str(path))
    assert status == 0 and "(bet^2 - 2 bet) / (6 bet + 12)" in shown and "proved on its whole interval" in shown
    assert "Q:cb call" in path.read_text() and "value to Player 1" in path.read_text()
    data = json.loads(seqform("vary", "kuhn(bet=0..4)", "--json")[1])
    assert data["pieces"][1]["numerator"] == ["0", "-2", "1"] and data["pieces"][1]["start"] == "1"
    assert seqform("vary", "kuhn(bet=0..4)", "--format", "csv")[1].splitlines()[3] == "2,4,0"
    assert seqform("vary", "kuhn", "-o", "slopes.svg")[0] == 2
