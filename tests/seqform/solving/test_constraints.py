"""Equilibria under linear constraints on the strategies, against brute force over mixtures of pure strategies."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import Run
from drawn_games import small_constant_sum_game
from plays import (
    best_mixture,
    constrained_fault,
    pure_strategies,
    random_constraints,
    rows_over_pure_strategies,
)

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.errors import (
    CertificationError,
    InputError,
    ModelError,
    UnknownLabelError,
)
from seqform.experiments.declaration import expand, spec_from
from seqform.experiments.run_case import run_case
from seqform.io.linear_programs import read_npz
from seqform.models.answers.certificate import CONSTRAINED as CLAIM
from seqform.models.strategies.constraints import plan_rows
from seqform.verify.constrained import certify_constrained

FEW = sf.Constraint(0, {("Q:", "bet"): 1}, upper="1/10")
RARELY = sf.Constraint.probability(0, "J:", "bet", upper="1/4")
OFTEN = "1: P(J: bet) >= 1/2"


@pytest.mark.parametrize("seed", range(35))
def test_exact_answers_are_equilibria_over_all_mixtures_that_keep_to_the_constraints(
    seed: int,
) -> None:
    rng = Random(seed)
    game = small_constant_sum_game(rng)
    constraints = random_constraints(rng, game)
    steps = rng.choice((None, "none", "sparsify"))
    found = sf.solve(
        game, constraints=constraints, exact=True, player=rng.randrange(2), preprocess=steps
    )
    assert constrained_fault(game, constraints, found) is None
    assert sf.check(game, found.profile, constraints=constraints).proven or not constraints


@pytest.mark.parametrize(
    ("backend", "raw"),
    [
        ("highs", {}),
        ("highs", {"solver": "ipx"}),
        ("scipy", {}),
        ("cvxpy", {}),
        ("pyomo", {}),
        ("exact", {}),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_every_backend_for_linear_programs_keeps_to_the_constraints(
    backend: str, raw: Any, seed: int
) -> None:
    rng = Random(seed)
    game = small_constant_sum_game(rng)
    constraints = random_constraints(rng, game)
    found = sf.solve(
        game, constraints=constraints, backend=backend, raw=raw, exact=backend == "exact"
    )
    assert constrained_fault(game, constraints, found) is None


@pytest.mark.parametrize("seed", range(15))
def test_contradictions_are_named_exactly_where_there_are_any(seed: int) -> None:
    rng = Random(seed)
    game = small_constant_sum_game(rng)
    constraints = random_constraints(rng, game, most=2) + random_constraints(rng, game, most=2)
    counts = [len(pure_strategies(game, player)) for player in (0, 1)]
    rows = [rows_over_pure_strategies(game, constraints, player) for player in (0, 1)]
    possible = [
        best_mixture(rows[player], [Fraction(0)] * counts[player]) is not None for player in (0, 1)
    ]
    if all(possible):
        assert sf.solve(game, constraints=constraints, exact=True).certificate.proven
        return
    with pytest.raises(InputError, match=r"cannot all be kept|excludes every strategy"):
        sf.solve(game, constraints=constraints, exact=True)


NARROW = (
    "2: 2147483647 * P(Q:b call) + 2 * P(Q:b fold) <= 1/3",
    "1: 2147483647 * P(Q: bet) + 2 * P(Q: check) <= 1/3",
    "2: P(Q:b call) >= 1000000001/1000000000",
    "1: 1/1000000000 * Q: bet >= 1000000001/1000000000000000000",
)
"""Constraints without a strategy that solvers in doubles take for some: they are broken by less than a tolerance."""


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"exact": True},
        {"exact": False},
        {"player": 1},
        {"backend": "exact"},
        {"backend": "scipy"},
    ],
)
@pytest.mark.parametrize("text", NARROW)
def test_every_backend_names_contradictions_within_the_tolerances_of_doubles(
    text: str, options: Any
) -> None:
    with pytest.raises(InputError, match="excludes every strategy; relax one"):
        sf.solve("kuhn", constraints=[text], **options)


def test_a_contradiction_has_no_superfluous_constraint() -> None:
    several = [
        "1: Q: bet <= 1/2",
        "1: J: bet >= 1/4",
        "1: Q: bet >= 500000001/1000000000",
        "2: P(Q:b call) <= 1/2",
    ]
    with pytest.raises(InputError) as raised:
        sf.solve("kuhn", constraints=several, exact=False)
    assert "Q: bet ≤ 1/2; Player 1: Q: bet ≥ 500000001/1000000000: cannot all be kept" in str(
        raised.value
    )
    assert "J: bet" not in str(raised.value) and "call" not in str(raised.value)


@pytest.mark.parametrize("backend", ["highs", "scipy", "exact", None])
@pytest.mark.parametrize(
    "unit", [Fraction(1, 10**30), Fraction(1, 10**9), Fraction(10**9), Fraction(10**200)]
)
@pytest.mark.parametrize("conditional", [False, True])
def test_a_constraint_means_the_same_in_all_units(
    backend: str | None, unit: Fraction, conditional: bool
) -> None:
    always = sf.Constraint(0, {("Q:", "bet"): unit}, lower=unit, conditional=conditional)
    found = sf.solve("kuhn", constraints=[always], backend=backend)
    assert [float(value) for value in found.values] == pytest.approx([-1 / 9, 1 / 9])
    assert [float(price) * float(unit) for price in found.shadow_prices.values()] == pytest.approx(
        [-1 / 6]
    )
    assert float(found.constraints[0].sum or 0) == pytest.approx(float(unit))


@pytest.mark.parametrize("power", [-300, -30, -6, 30, 300])
def test_a_constrained_answer_in_doubles_is_certified_in_all_units_of_payoff(power: int) -> None:
    unit = Fraction(10) ** power
    game = sf.bimatrix_game([[2 * unit, -unit], [-3 * unit, unit]], rows="ab")
    found = sf.solve(game, constraints=["1: P(row: a) >= 3/4"], backend="scipy", exact=False)
    assert found.values[0] / float(unit) == pytest.approx(-1 / 2)
    assert found.shadow_prices["Player 1: P(row: a) ≥ 3/4"] / float(unit) == pytest.approx(-2)


def test_kuhns_poker_with_rules_of_conduct_has_the_known_values() -> None:
    free = sf.solve("kuhn", constraints=[FEW, RARELY], exact=True)
    assert (free.values[0], free.certificate.proven) == (Fraction(-1, 18), True)
    assert set(free.shadow_prices.values()) == {0}
    forced = sf.solve("kuhn", constraints=OFTEN, exact=True)
    assert forced.values == (Fraction(-1, 9), Fraction(1, 9))
    assert forced.shadow_prices == {"Player 1: P(J: bet) ≥ 1/2": Fraction(-1, 3)}
    assert forced.report().named("constraints").rows[0][1:] == [
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(-1, 3),
    ]
    assert forced.certificate.proven and forced.certificate.nash_conv > 0
    assert sf.check("kuhn", forced.profile).nash_conv == forced.certificate.nash_conv


@pytest.mark.parametrize(
    ("text", "bound"),
    [("1: P(Q:cb call) <= {}", Fraction(1, 5)), ("1: P(J:cb call) >= {}", Fraction(1, 2))],
)
def test_the_shadow_price_of_a_probability_is_the_derivative_of_the_value(
    text: str, bound: Fraction
) -> None:
    def value(bound: Fraction) -> Any:
        return sf.solve("kuhn", constraints=text.format(bound), exact=True)

    step = Fraction(1, 10**6)
    (price,) = value(bound).shadow_prices.values()
    slopes = [
        (value(bound + sign * step).values[0] - value(bound).values[0]) / (sign * step)
        for sign in (-1, 1)
    ]
    assert price != 0
    for slope in slopes:
        assert float(slope) == pytest.approx(float(price), rel=1e-4)


@pytest.mark.parametrize("owner", [0, 1])
def test_a_shadow_price_is_the_derivative_of_the_players_value(owner: int) -> None:
    text = ("1: J: bet >= {}", "2: K:b call <= {}")[owner]
    values = [
        sf.solve("kuhn", constraints=text.format(bound), exact=True)
        for bound in ("11/20", "12/20", "13/20")
    ]
    rise = (values[2].values[owner] - values[0].values[owner]) / Fraction(2, 20)
    assert rise == next(iter(values[1].shadow_prices.values())) != 0


def test_prices_of_scaled_and_shifted_payoffs_are_in_their_units() -> None:
    game = sf.load("kuhn")
    first, second = (payoff * Fraction(10**12) for payoff in game.outcomes.payoffs)
    large = replace(game, outcomes=replace(game.outcomes, payoffs=(first, second)))
    assert set(sf.solve(large, constraints=OFTEN, exact=True).shadow_prices.values()) == {
        Fraction(-(10**12), 3)
    }


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1: P(Q: bet) >= 1e-3", "1: P(Q: bet) >= 1/1000"),
        ("1: 2e-1 * Q: bet + 1E+2 * K: bet <= 1.5e0", "1: 1/5 * Q: bet + 100 * K: bet <= 3/2"),
        (
            "2: 1e-400 <= 1e400 * Q:b call <= 1e400",
            f"2: 1/{10**400} <= {10**400} * Q:b call <= {10**400}",
        ),
    ],
)
def test_scientific_notation_is_exact_in_constraints(text: str, plain: str) -> None:
    assert sf.Constraint.of_text(text) == sf.Constraint.of_text(plain)
    assert str(sf.Constraint.of_text(text)) == plain


def test_two_equal_signs_are_one() -> None:
    double = sf.Constraint.of_text("1: 2 * Q: bet == 1/10")
    assert double == sf.Constraint.of_text("1: 2 * Q: bet = 1/10")
    with pytest.raises(InputError, match="two bounds expected"):
        sf.Constraint.of_text("1: 0 == Q: bet == 1/2")


def test_the_text_of_constraints_is_read_back() -> None:
    for text in (
        "1: Q: bet <= 1/10",
        "2: K:b call - 1/2 * Q:b call >= 0",
        "1: P(J: bet) = 1/4",
        "1: 1/10 <= Q: bet + 2 * K: bet <= 1/2",
        "1: - J: bet <= -1/3",
        "Player 1: P(J: bet) <= 1/4",
    ):
        assert str(sf.Constraint.of_text(text)) == text
        assert sf.Constraint.of_text(str(sf.Constraint.of_text(text))) == sf.Constraint.of_text(
            text
        )


UNNAMED = """EFG 2 R "pennies without names" { "one" "two" }
p "" 1 1 "" { "H" "" } 0
p "" 2 1 "" { "" "" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 2 1 "" { "" "" } 0
t "" 3 "" { -1, 1 }
t "" 4 "" { 1, -1 }
"""


@pytest.mark.parametrize(
    "given",
    [
        "1: the root: H <= 1/4",
        "one: the root H <= 1/4",
        "1: P(the root: H) <= 1/4",
        "1: the root: action 2 >= 3/4",
        sf.Constraint(0, {("the root", "H"): 1}, upper="1/4"),
        sf.Constraint(0, {("the root", "action 2"): 1}, lower="3/4"),
    ],
)
def test_the_names_that_tables_print_are_accepted(given: Any) -> None:
    game = parse_efg(UNNAMED)
    stored = game.infoset_names[0]
    expected = sf.solve(game, constraints=[sf.Constraint(0, {(stored, "H"): 1}, upper="1/4")])
    assert (
        sf.solve(game, constraints=[given]).values
        == expected.values
        == (Fraction(-1, 2), Fraction(1, 2))
    )
    with pytest.raises(
        UnknownLabelError, match=r"no sequence 'the root: tails'.*the root: H or the root: action 2"
    ):
        sf.solve(game, constraints="1: the root: tails <= 1/4")


def test_a_profile_that_breaks_a_constraint_or_could_do_better_is_not_certified() -> None:
    game = sf.load("kuhn")
    uniform = sf.uniform_profile(game)
    with pytest.raises(
        ModelError, match=r"breaks the constraint Player 1: P\(J: bet\) ≤ 1/4: it is 1/2"
    ):
        sf.check(game, uniform, constraints=[RARELY])
    nearly = sf.Constraint.probability(0, "J:", "bet", upper=Fraction(1, 2) - Fraction(1, 10**9))
    with pytest.raises(ModelError, match="breaks the constraint"):
        sf.check(game, uniform, constraints=[nearly])
    assert sf.check(game, uniform.to_floats(), constraints=[nearly]).nash_conv > 0
    certificate = sf.check(game, uniform, constraints="1: P(K: bet) = 1/2; 1: P(K:cb call) = 1/2")
    assert certificate.exact and not certificate.proven
    assert 0 < certificate.gap < certificate.nash_conv


def test_the_command_line_files_and_sweeps_have_constraints(seqform: Run, tmp_path: Path) -> None:
    rules = ("--constraint", OFTEN, "--constraint", "2: P(K:b call) <= 1/2")
    path = tmp_path / "forced.json"
    status, shown, _ = seqform("solve", "kuhn", *rules, "--exact", "-o", str(path))
    assert (
        status == 0
        and "shadow price" in shown
        and "nash_conv of the game without constraints" in " ".join(shown.split())
    )
    data = json.loads(path.read_text())
    assert data["concept"] == "constrained" and [row["bound"] for row in data["constraints"]] == [
        "1/2",
        "1/2",
    ]
    status, shown, _ = seqform("check", "kuhn", str(path), *rules)
    assert status == 0 and "proven: an equilibrium of the constrained game" in " ".join(
        shown.split()
    )
    status, _, error = seqform("solve", "kuhn", "--constraint", "1: Q: bed <= 1")
    assert status == 2 and "did you mean Q: bet" in " ".join(error.split())
    cases = expand(
        spec_from(
            {"grid": [{"game": "kuhn", "exact": True, "constraints": [OFTEN, "1: J: bet<=1/5"]}]}
        )
    )
    assert [run_case(case).exact_value for case in cases] == [("-1/9", "1/9"), ("-1/18", "1/18")]
    assert cases[1].settings["constraints"] == "1: J: bet <= 1/5"


@pytest.mark.parametrize("player", [0, 1])
def test_the_program_with_constraints_is_exported_and_its_answer_lifted(
    player: int, seqform: Run, tmp_path: Path
) -> None:
    rules = [OFTEN, "2: P(K:b call) <= 1/2"]
    program = sf.linear_program("kuhn", player, constraints=rules)
    found = sf.solve("kuhn", constraints=rules, exact=True)
    highs = program.to_highs()
    highs.run()
    assert highs.getInfo().objective_function_value == pytest.approx(float(found.values[player]))
    assert sf.check("kuhn", program.lift(program.solve("exact")), constraints=rules).proven
    assert any(
        name.startswith(("constraint Player", "price Player")) for name in program.target.row_names
    )
    path = tmp_path / "rules.npz"
    arguments = [word for rule in rules for word in ("--constraint", rule)]
    assert seqform("export", "kuhn", str(path), "--player", str(player + 1), *arguments)[0] == 0
    assert read_npz(path).matrix.equals(program.target.matrix)


def test_prices_in_doubles_of_an_exact_profile_bound_deviations_exactly() -> None:
    game = sf.load("kuhn")
    found, rows = (
        sf.solve(game, constraints=OFTEN, exact=True),
        plan_rows(game, [sf.Constraint.of_text(OFTEN)]),
    )
    for price in (-1 / 3, 0.0, 1.0):
        certificate, shown = certify_constrained(
            game, found.profile, rows, (np.array([price]), np.zeros(0))
        )
        assert certificate.proven and all(
            isinstance(bound, Fraction) for bound in certificate.figure(CLAIM.bound)
        )
        assert [row.price for row in shown] == [Fraction(-1, 3)]


def test_a_wrong_answer_of_a_solver_fails_its_certificate() -> None:
    class Wrong(type(sf.backends.get("scipy"))):  # type: ignore[misc]
        def solve(self, model: Any, options: Any = None) -> Any:
            raw = super().solve(model, options)
            return replace(raw, dual=raw.dual[::-1].copy())

    with pytest.raises(CertificationError, match="the certificate fails"):
        sf.solve("kuhn", constraints=OFTEN, backend=Wrong(), exact=False)
