"""Formulas of equilibria over a parameter: proved on intervals with exact ends, and equal to exact equilibria there."""

import json
import pickle
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.perturbed.parametric import number_between
from seqform.cli.commands.compare import correspondence_data
from seqform.models.numbers.algebraic import AlgebraicNumber, polynomial
from seqform.paths import correspondence_figure
from seqform.paths.correspondence import EquilibriumCorrespondence
from seqform.paths.correspondence_sampling import equilibrium_correspondence

PAYOFFS = st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=2)
BESIDE = Fraction(1, 10**9)


def root(t: Fraction) -> sf.ExtensiveGame:
    """Return a game in which to cooperate is an equilibrium from t = 1/√2 on."""
    return sf.bimatrix_game("root", [[2 * t * t, 0], [1, 1]], [[1, 0], [0, 1]])


def inspection(t: Fraction) -> sf.ExtensiveGame:
    """Return a game with one equilibrium, mixed: a violation is worth t, and costs 1 more than that if inspected."""
    return sf.bimatrix_game("inspection", [[-1, -1], [-3, 0]], [[-1, 0], [t, 0]])


def attrition(v: Fraction) -> sf.ExtensiveGame:
    """Return a war of attrition of two rounds for a prize v at a cost of 1 a round."""
    second = sf.move(
        0, "again", {"stay": sf.leaf(v / 2 - 2, v / 2 - 2), "leave": sf.leaf(-1, v - 2)}
    )
    reply: dict[str, Any] = {"stay": second, "leave": sf.leaf(v - 1, 0)}
    return sf.tree(
        "attrition",
        sf.move(0, "row", {"stay": sf.move(1, "column", reply), "leave": sf.leaf(0, v)}),
    )


def signal(q: Fraction) -> sf.ExtensiveGame:
    """Return Spence's game with a share q of able senders, and a receiver who is indifferent at 1/2."""

    def answered(seen: str, cost: int, able: bool) -> Any:
        hired = sf.leaf(2 - cost, 1 if able else -1)
        return sf.move(1, seen, {"hire": hired, "reject": sf.leaf(-cost, 0)})

    def sender(name: str, cost: int, able: bool) -> Any:
        return sf.move(
            0, name, {"study": answered("saw e1", cost, able), "not": answered("saw e0", 0, able)}
        )

    chances = {"high": (q, sender("high", 1, True)), "low": (1 - q, sender("low", 3, False))}
    return sf.tree("signal", sf.chance(chances))


def drawn_tree(shape: int, payoffs: int) -> sf.ExtensiveGame:
    """Return a tree of a shape with drawn payoffs, in which own choices exclude information sets."""
    of_shape = Random(shape)
    of_payoffs = Random(payoffs)
    names = iter(range(100))

    def node(depth: int) -> Any:
        if depth == 0 or (depth < 3 and of_shape.random() < 0.25):
            return sf.leaf(of_payoffs.randint(-2, 2), of_payoffs.randint(-2, 2))
        name = f"set {next(names)}"
        if of_shape.random() < 0.2:
            return sf.chance({"left": ("1/3", node(depth - 1)), "right": ("2/3", node(depth - 1))})
        player = of_shape.randint(0, 1)
        return sf.move(player, name, {"a": node(depth - 1), "b": node(depth - 1)})

    return sf.tree("drawn", node(4))


def rational(numbers: tuple[AlgebraicNumber, ...]) -> list[Fraction | None]:
    return [number.rational for number in numbers]


def require_proved(answer: EquilibriumCorrespondence, most: int = 20) -> None:
    """Check formulas within their intervals against exact certificates, and just beyond thresholds."""
    assert answer.formulas and not answer.without_formulas
    for formula in answer.formulas[:most]:
        middle = number_between(formula.start, formula.end)
        numbers = [middle, number_between(formula.start, AlgebraicNumber.of(middle))]
        ends = (formula.start.rational, formula.end.rational)
        numbers += [end for end in ends if end is not None]
        for number in numbers:
            game = answer.game(number)
            certificate = sf.check(game, formula.profile(game, number))
            assert certificate.proven
            assert certificate.values == tuple(values(number) for values in formula.values)

        beyond = (
            formula.start.within(BESIDE).low - BESIDE,
            formula.end.within(BESIDE).high + BESIDE,
        )
        for number, is_threshold in zip(beyond, formula.ends, strict=True):
            if not is_threshold:
                assert not answer.start < number < answer.end
                continue
            game = answer.game(number)
            is_negative = any(
                weight(number) < 0 for weights in formula.weights for weight in weights
            )
            assert is_negative or not sf.check(game, formula.profile(game, number)).proven


def test_a_threshold_is_an_algebraic_number_with_its_polynomial() -> None:
    answer = equilibrium_correspondence(root, interval=(0, 1), points=5)
    (threshold,) = answer.thresholds
    assert threshold.polynomial == polynomial([-1, 0, 2]) and threshold.rational is None
    assert threshold.low < Fraction("0.70711") and threshold.high > Fraction("0.70710")
    (change,) = answer.changes
    assert change.thresholds == (threshold,)
    assert "exactly at ≈0.707107, a root of 2 t^2 - 1" in " ".join(str(answer).split())
    mixed = next(
        formula
        for formula in answer.formulas
        if formula.behavior(1)["column"]["2"].above.degree() > 0
    )
    assert mixed.behavior(1)["column"]["1"].text("t") == "1 / (2 t^2)"
    assert [values.text("t") for values in mixed.values] == ["1", "1 / 2"]
    require_proved(answer)


def test_the_inspection_game_has_its_closed_form_from_end_to_end() -> None:
    answer = equilibrium_correspondence(inspection, interval=(0, 3), points=3, precision=1)
    (formula,) = answer.branches[-1].formulas
    assert rational((formula.start, formula.end)) == [0, 3] and not any(formula.ends)
    assert formula.behavior(0)["row"]["1"].text("t") == "t / (t + 1)"
    assert formula.behavior(1)["column"]["1"].text("t") == "1 / 3"
    assert [values.text("t") for values in formula.values] == ["-1", "0"]
    assert answer.thresholds == ()
    require_proved(answer)


def test_a_war_of_attrition_has_its_thresholds() -> None:
    answer = equilibrium_correspondence(attrition, v=(0, 6), points=7)
    assert {1, 2} <= set(rational(answer.thresholds))
    require_proved(answer)


def test_a_signalling_game_has_exact_thresholds_for_its_components() -> None:
    answer = equilibrium_correspondence(signal, q=(0, 1), points=5)
    assert rational(answer.thresholds) == [Fraction(1, 2)]
    values = {
        tuple(function.text("q") for function in formula.values) for formula in answer.formulas
    }
    assert values == {("0", "0"), ("q", "q"), ("2", "2 q - 1"), ("1", "2 q - 1")}
    require_proved(answer)


def test_formulas_of_a_constant_sum_game_have_the_value_of_its_function() -> None:
    answer = equilibrium_correspondence("kuhn", bet=(1, 2), points=3, precision=1)
    value = sf.value_function("kuhn", bet=(1, 2))
    for formula in answer.formulas:
        place = number_between(formula.start, formula.end)
        assert formula.values[0](place) == value(place)
    assert [number.description("bet") for number in answer.thresholds] == [
        "≈1.23607, a root of bet^2 + 2 bet - 4"
    ]
    require_proved(answer, 4)


@given(st.lists(PAYOFFS, min_size=4, max_size=4))
@settings(max_examples=15, deadline=None)
def test_random_bimatrix_families_are_proved(tables: list[list[list[int]]]) -> None:
    first = sf.bimatrix_game("first", tables[0], tables[1])
    second = sf.bimatrix_game("second", tables[2], tables[3])
    answer = equilibrium_correspondence(first, second, points=3, precision="1/8")
    if answer.formulas:
        require_proved(answer)
    for branch in answer.branches:
        for place in branch.unexplained:
            assert answer.at(place)  # a number of the branch
    assert not answer.without_formulas


@pytest.mark.parametrize("shape", [4, 9, 13, 20])
def test_random_trees_are_proved_where_choices_at_excluded_sets_change(shape: int) -> None:
    first = drawn_tree(shape, 2 * shape + 1)
    second = drawn_tree(shape, 2 * shape + 2)
    require_proved(equilibrium_correspondence(first, second, points=2, precision="1/2"), 12)


def test_payoffs_that_do_not_depend_on_the_parameter_have_constant_formulas() -> None:
    answer = equilibrium_correspondence("chicken", "chicken", points=2)
    assert len(answer.formulas) == 3 and answer.thresholds == ()
    for formula in answer.formulas:
        assert rational((formula.start, formula.end)) == [0, 1]
        assert all(values.above.degree() <= 0 for values in formula.values)
    require_proved(answer)


def test_a_game_of_ties_alone_has_a_formula_of_every_pure_profile() -> None:
    zeros = sf.bimatrix_game("zeros", [[0, 0], [0, 0]], [[0, 0], [0, 0]])
    answer = equilibrium_correspondence(zeros, zeros, points=2)
    assert len(answer.formulas) == 4 and not answer.branches[0].unexplained
    require_proved(answer)


def test_a_player_without_a_choice_has_the_formula_of_the_other() -> None:
    def family(t: Fraction) -> sf.ExtensiveGame:
        return sf.tree("alone", sf.move(0, "choice", {"a": sf.leaf(t, 1), "b": sf.leaf(1 - t, 2)}))

    answer = equilibrium_correspondence(family, interval=(0, 1), points=3)
    assert rational(answer.thresholds) == [Fraction(1, 2)]
    require_proved(answer)


def test_an_equilibrium_at_one_number_alone_is_stated_to_have_no_formula() -> None:
    def touching(t: Fraction) -> sf.ExtensiveGame:
        return sf.tree(
            "touching", sf.move(0, "choice", {"a": sf.leaf(-((t - 1) ** 2), 1), "b": sf.leaf(0, 2)})
        )

    answer = equilibrium_correspondence(touching, interval=(0, 2), points=3)
    (branch,) = answer.branches
    assert branch.unexplained == (Fraction(1),)
    assert len(branch.formulas) == 1 and answer.thresholds == ()
    assert "branch 1: extreme equilibria without a formula at t = 1" in str(answer)
    strategies = [
        part
        for part in answer.report().parts
        if getattr(part, "title", "").startswith("Strategies")
    ]
    assert len(strategies) == 1


@pytest.mark.parametrize(
    ("family", "reason"),
    [
        (lambda t: sf.bimatrix_game("bent", [[abs(t - 1), 0]], [[1, 0]]), "no polynomials"),
        (
            lambda t: sf.bimatrix_game("cut", [[1] * (1 + (t > 1))], [[1] * (1 + (t > 1))]),
            "the trees differ",
        ),
    ],
    ids=["kink", "tree"],
)
def test_families_without_polynomials_are_sampled_and_the_reason_is_stated(
    family: Any, reason: str
) -> None:
    answer = equilibrium_correspondence(family, interval=(0, 2), points=3)
    assert reason in answer.without_formulas and not answer.formulas
    assert "nothing is proved between them; no formulas: " in answer.summary
    assert answer.without_formulas == correspondence_data(answer)["without_formulas"]


def test_a_kink_between_the_numbers_of_interpolation_is_found_within_the_formula() -> None:
    def narrow(t: Fraction) -> sf.ExtensiveGame:
        bump = 1 if t == Fraction(1, 2) else 0
        return sf.bimatrix_game("narrow", [[2 + bump, 1]], [[2, 1]])

    answer = equilibrium_correspondence(narrow, interval=(0, 1), points=3)
    assert "are not the polynomials that they are elsewhere" in answer.without_formulas


def test_a_refinement_has_no_formulas_and_this_is_stated() -> None:
    answer = equilibrium_correspondence(
        root, interval=(0, 1), points=2, precision=1, concept="proper"
    )
    assert not answer.formulas and "not all Nash equilibria" in answer.summary


def test_ends_of_paths_have_formulas_too() -> None:
    answer = equilibrium_correspondence(root, interval=(0, 1), starts=2, points=3)
    require_proved(answer)


def test_tables_data_and_pickles_have_the_formulas(seqform: Run) -> None:
    answer = equilibrium_correspondence("stag-hunt", hare=(3, 5), points=3)
    table = answer.to_csv(table="formulas").splitlines()
    assert table[0] == "branch,no.,from,to,Player 1,Player 2"
    assert table[1:] == ["1,1,3,4,4,4", "2,1,3,4,hare,hare", "3,1,3,5,hare,hare"]
    assert answer.to_csv(table="thresholds").splitlines()[1] == "4,hare - 4,4,4"
    assert "hare: (4 - hare) / 4" in answer.to_csv(table="strategy formulas")
    assert r"$\frac{\mathit{hare}}{4}$" in answer.to_latex(everything=True)

    restored = pickle.loads(pickle.dumps(answer))
    assert (
        rational(restored.thresholds) == [4]
        and restored.formulas[1].values == answer.formulas[1].values
    )

    status, printed, _ = seqform("vary", "stag-hunt(hare=3..5)", "--points", "3", "--json")
    written = json.loads(printed)
    assert status == 0 and written["thresholds"] == ["4"]
    mixed = written["formulas"][1]
    assert (mixed["start"], mixed["end"], mixed["ends"]) == ("3", "4", [False, True])
    assert mixed["values"][0] == {"numerator": ["0", "1"], "denominator": ["1"]}
    assert mixed["players"][0]["row"]["stag"] == {"numerator": ["0", "1"], "denominator": ["4"]}


def test_a_wide_result_is_one_table_in_latex_with_numbers_as_formulas() -> None:
    answer = equilibrium_correspondence(signal, q=(0, 1), points=5)
    document = answer.to_latex()
    titles = document.count(r"\textbf{")
    assert document.count(r"\begin{tabular}") == titles
    assert r"$0$ to $2$" in document


def election(p: Fraction) -> sf.ExtensiveGame:
    """Return a signalling game with a share p of good candidates, and a voter who is indifferent at 1/2."""

    def answered(seen: str, cost: int, good: bool) -> Any:
        kept = sf.leaf(2 - cost, 1 if good else -1)
        return sf.move(1, seen, {"keep": kept, "oust": sf.leaf(-cost, 0)})

    def candidate(name: str, cost: int, good: bool) -> Any:
        actions = {"T": answered("saw T", cost, good), "O": answered("saw O", 0, good)}
        return sf.move(0, name, actions)

    chances = {"good": (p, candidate("good", 0, True)), "bad": (1 - p, candidate("bad", 1, False))}
    return sf.tree("election", sf.chance(chances))


@pytest.mark.parametrize("options", [{"points": 5, "precision": "1/10"}, {}])
def test_each_formula_is_listed_once_however_coarse_the_sampling(options: dict[str, Any]) -> None:
    answer = equilibrium_correspondence(election, interval=("1/10", "9/10"), **options)
    listed = [
        (number, str(formula.start), str(formula.end), *(v.text("p") for v in formula.values))
        for number, branch in enumerate(answer.branches, start=1)
        for formula in branch.formulas
    ]
    assert sorted(listed) == [
        (1, "1/10", "1/2", "p", "0"),
        (1, "1/2", "9/10", "p + 1", "2 p - 1"),
        (1, "1/2", "9/10", "p + 1", "2 p - 1"),
        (2, "1/10", "1/2", "0", "0"),
        (2, "1/2", "9/10", "2", "2 p - 1"),
        (2, "1/2", "9/10", "2", "2 p - 1"),
        (2, "1/2", "9/10", "2", "2 p - 1"),
    ]
    assert len(answer.formulas) == len(listed)
    for branch in answer.branches:
        assert len(branch.components) == len(answer.samples)


def test_branches_joined_by_a_formula_have_every_component_once() -> None:
    answer = equilibrium_correspondence(
        election, interval=("1/10", "9/10"), points=5, precision="1/10"
    )
    for place, sample in enumerate(answer.samples):
        components = [
            branch.components[place - branch.first]
            for branch in answer.branches
            if branch.first <= place <= branch.last
        ]
        assert set(components) == set(sample.components)
        assert len(components) == len(sample.components)


@pytest.mark.parametrize("options", [{"points": 5, "precision": "1/10"}, {}])
@pytest.mark.parametrize("player", [0, 1])
def test_what_is_drawn_of_a_branch_has_values_of_its_formulas(
    options: dict[str, Any], player: int
) -> None:
    answer = equilibrium_correspondence(election, interval=("1/10", "9/10"), **options)
    for strand in correspondence_figure._payoffs(answer, player):
        formulas = answer.branches[strand.branch].formulas
        points = [point for curve in strand.curves for point in zip(*curve, strict=True)]
        for place, low, high in zip(strand.places, strand.lows, strand.highs, strict=True):
            if place != 0.5:
                points += [(place, low), (place, high)]
        for place, value in points:
            expected = [
                float(formula.values[player](Fraction(place)))
                for formula in formulas
                if float(formula.start) <= place <= float(formula.end)
            ]
            assert pytest.approx(value) in expected
        ends = {curve[0][-1] for curve in strand.curves} | {curve[0][0] for curve in strand.curves}
        assert 0.5 in ends
        assert max(strand.bridged) == 0.5  # no chord from the threshold on


def test_a_curved_formula_is_drawn_between_samples_without_changes() -> None:
    answer = equilibrium_correspondence(inspection, interval=(1, 3), points=2)
    (choice,) = correspondence_figure._differing(answer)
    (strand,) = correspondence_figure._probabilities(answer, choice)
    assert len(strand.places) == correspondence_figure.STEPS + 1
    assert strand.marks == [0, correspondence_figure.STEPS]
