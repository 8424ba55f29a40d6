"""Equilibria over a parameter: exact at every number, followed from number to number, denser where they change."""

import io
import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.ranges import Range
from seqform.cli.commands.compare import correspondence_data
from seqform.errors import GameError, InputError, SolveError, TooLargeError
from seqform.io.devices import mixture_data
from seqform.models.answers.device import Device
from seqform.paths import correspondence_figure, correspondence_sampling
from seqform.paths.correspondence import EquilibriumCorrespondence
from seqform.paths.correspondence_sampling import equilibrium_correspondence
from seqform.solving.concepts import CONCEPTS

PAYOFFS = st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=2)


def meeting(t: Fraction) -> sf.ExtensiveGame:
    """Return a game with both pure equilibria for t < 1/3, and the second alone for t > 1/3."""
    own: list[list[Fraction | int]] = [[1, 0], [3 * t, 3 * t]]
    return sf.bimatrix_game("meeting", own, [[1, 3 * t], [0, 3 * t]])


def with_a_rare_type(p: Fraction) -> sf.ExtensiveGame:
    """Return a game of two types of the second player, one of which chance never chooses at p = 0 or 1."""

    def after(type: str) -> Any:
        reply = sf.move(1, type, {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
        return sf.move(0, "enter?", {"out": sf.leaf(0, 4), "in": reply})

    chances = {"tough": (p, after("tough")), "weak": (1 - p, after("weak"))}
    return sf.tree("entry", sf.chance(chances))


@pytest.fixture(scope="module")
def answer() -> EquilibriumCorrespondence:
    return equilibrium_correspondence(meeting, interval=(0, 1), points=5)


def require_exact(answer: EquilibriumCorrespondence) -> None:
    """Check every component against a search at its number, and the branches against the components."""
    for sample in answer.samples:
        game = answer.game(sample.place)
        every = sf.equilibria(game, complete=True)
        assert len(sample.components) == every.components
        for component in sample.components:
            assert sf.check(game, component.profile).proven
            for values, payoff in zip(
                component.values, sf.check(game, component.profile).values, strict=True
            ):
                assert values.low <= payoff <= values.high
        firsts = [component.values[0] for component in sample.components]
        payoffs = [equilibrium.values[0] for equilibrium in every]
        assert min(values.low for values in firsts) == min(payoffs)
        assert max(values.high for values in firsts) == max(payoffs)

    followed = [component for branch in answer.branches for component in branch.components]
    components = [component for sample in answer.samples for component in sample.components]
    assert set(map(id, followed)) == set(map(id, components)) and len(followed) == len(components)
    for branch in answer.branches:
        for place, component in enumerate(branch.components, start=branch.first):
            assert any(component is other for other in answer.samples[place].components)


def test_each_number_has_all_equilibria_exactly(answer: EquilibriumCorrespondence) -> None:
    require_exact(answer)
    mixed = answer.at("1/4").components[1]
    assert mixed.is_point
    assert mixed.behavior[0]["row"]["1"] == (Fraction(3, 4), Fraction(3, 4))
    assert mixed.values == ((Fraction(3, 4),) * 2,) * 2


def test_a_change_is_bracketed_and_found_where_the_number_is_simple(
    answer: EquilibriumCorrespondence,
) -> None:
    (change,) = [change for change in answer.changes if change.low > 0]
    assert change.low < Fraction(1, 3) < change.high
    assert change.high - change.low <= 2 * Fraction(1, 1024)
    assert change.at == Fraction(1, 3)
    assert len(answer.at("1/3").components) == 2


def test_branches_begin_and_end_where_equilibria_do(answer: EquilibriumCorrespondence) -> None:
    ends = [answer.samples[branch.last].place for branch in answer.branches]
    assert ends.count(Fraction(1)) == 1  # (2, 2) alone
    assert sorted(ends)[:-1] and all(
        Fraction(1, 4) < end <= Fraction(1, 3) for end in sorted(ends)[:-1]
    )


@given(st.lists(PAYOFFS, min_size=4, max_size=4))
@settings(max_examples=25, deadline=None)
def test_random_families_are_exact_at_each_number(tables: list[list[list[int]]]) -> None:
    first = sf.bimatrix_game("first", tables[0], tables[1])
    second = sf.bimatrix_game("second", tables[2], tables[3])
    answer = equilibrium_correspondence(first, second, points=3, precision="1/8")
    require_exact(answer)
    for left, right in pairwise(answer.samples):
        if left.form != right.form:
            assert right.place - left.place <= Fraction(1, 8)
            assert any(
                change.low <= left.place and right.place <= change.high for change in answer.changes
            )
    for change in answer.changes:
        assert answer.at(change.low).form != answer.at(change.high).form or change.at is not None


def test_a_constant_sum_game_has_its_value_at_every_number() -> None:
    answer = equilibrium_correspondence("kuhn", bet=(0, 2), points=3, precision=1)
    value = sf.value_function("kuhn", bet=(0, 2))
    for sample in answer.samples:
        (component,) = sample.components
        assert set(component.values[0]) == {value(sample.place)}
    assert answer.constant_sum and "exact formula" in str(answer)


def test_a_refinement_has_one_equilibrium_with_behavior_at_all_sets() -> None:
    answer = equilibrium_correspondence(
        "kuhn", bet=(1, 2), concept="quasi-perfect", points=2, precision=1
    )
    for sample in answer.samples:
        (component,) = sample.components
        assert component.is_point and len(component.behavior[0]) == 6
        refined = sf.solve(answer.game(sample.place), "quasi-perfect", exact=True)
        assert component.profile.bound_to(refined.game).equals(refined.profile)
    assert "quasi-perfect equilibrium, the one that is computed" in answer.summary


def test_starts_find_some_of_the_equilibria_and_this_is_stated() -> None:
    answer = equilibrium_correspondence(meeting, interval=(0, 1), starts=3, points=3)
    assert "at the ends of 3 paths, perhaps not all" in answer.summary
    for sample in answer.samples:
        for component in sample.components:
            assert sf.check(answer.game(sample.place), component.profile).proven


def test_a_concept_with_options_is_the_one_that_solve_computes() -> None:
    best = sf.Nash(weights=(1, 1))
    answer = equilibrium_correspondence(meeting, interval=(0, 1), concept=best, points=3)
    assert "Nash equilibrium, the one that is computed" in answer.summary
    for sample in answer.samples:
        (component,) = sample.components
        assert component.values[0].low == max(
            1 if sample.place < Fraction(1, 3) else 0, 3 * sample.place
        )


@pytest.mark.parametrize("family", ["stag-hunt(hare=3..5)", "kuhn(bet=1..2)"])
@pytest.mark.parametrize("concept", CONCEPTS)
def test_every_concept_is_sampled_or_refused_in_one_line(
    seqform: Run, concept: str, family: str
) -> None:
    command = ("vary", family, "--concept", concept, "--points", "2", "--precision", "2")
    status, printed, error = seqform(*command, "--json")
    if family.startswith("stag-hunt") and concept in (sf.Constrained.name, sf.SafeResponse.name):
        assert status == 2 and "is not constant-sum" in error and len(error.splitlines()) == 1
        return
    assert status == 0
    written = json.loads(printed)
    answer = equilibrium_correspondence(family, concept=concept, points=2, precision=2)
    for sample, data in zip(answer.samples, written["samples"], strict=True):
        for component in data["components"]:
            assert ("mixture" in component) != ("players" in component)
        if concept == sf.Nash.name:
            continue
        (component,) = sample.components
        solved = sf.solve(answer.game(sample.place), concept, exact=True)
        assert solved.certificate.proven
        assert tuple(values.low for values in component.values) == solved.values


@pytest.mark.parametrize("concept", ["extensive-form-correlated", "stackelberg-correlated"])
def test_a_device_is_sampled_with_the_recommendations_to_each_player(
    concept: str, tmp_path: Path
) -> None:
    answer = equilibrium_correspondence("chicken", "chicken", concept=concept, points=2)
    device = sf.solve(sf.load("chicken"), concept, exact=True)
    assert isinstance(device, Device)
    (component,) = answer.samples[0].components
    assert mixture_data(component.mixture) == mixture_data(device.mixture)
    assert len(component.supports) == len(device.mixture)
    for player, name in enumerate(("row", "column")):
        advice = {action: shares.low for action, shares in component.behavior[player][name].items()}
        assert advice == device.recommendations(player, name)
    assert "Recommendations to each player" in str(answer)
    with pytest.raises(InputError, match=r"this is a device, .* component\.mixture"):
        _ = component.profile
    answer.plot(tmp_path / "devices.svg")
    assert device.certificate.claim.name in (tmp_path / "devices.svg").read_text()


def test_an_equilibrium_has_no_mixture(answer: EquilibriumCorrespondence) -> None:
    with pytest.raises(InputError, match=r"no device but an equilibrium: component\.profile"):
        _ = answer.samples[0].components[0].mixture


def test_a_tree_that_depends_on_the_parameter_is_followed_by_names() -> None:
    def family(t: Fraction) -> sf.ExtensiveGame:
        more = {"c": sf.leaf(t, 2)} if t > Fraction(1, 2) else {}
        return sf.tree(
            "grows", sf.move(0, "choice", {"a": sf.leaf(1, 1), "b": sf.leaf(0, 0), **more})
        )

    answer = equilibrium_correspondence(family, interval=(0, 2), points=3)
    assert len(answer.at(0).components) == 1
    assert answer.at(2).components[0].behavior[0]["choice"]["c"] == Range(Fraction(1), Fraction(1))


def stop_after(number: int) -> Callable[[str], None]:
    messages: list[str] = []

    def progress(message: str) -> None:
        messages.append(message)
        if len(messages) > number:
            raise KeyboardInterrupt

    return progress


def test_an_interrupt_leaves_the_numbers_solved_until_then() -> None:
    answer = equilibrium_correspondence(meeting, interval=(0, 1), progress=stop_after(3))
    assert answer.stopped == "interrupted" and not answer.finished
    assert [sample.place for sample in answer.samples] == [0, Fraction(1, 2), 1]
    with pytest.raises(KeyboardInterrupt):
        equilibrium_correspondence(meeting, interval=(0, 1), progress=stop_after(1))


def test_limits_of_numbers_and_of_time_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        SolveError, match=r"time limit before two numbers of t were solved; .*starts"
    ):
        equilibrium_correspondence(meeting, interval=(0, 1), time_limit=1e-9)
    monkeypatch.setattr(correspondence_sampling, "MOST_SAMPLES", 6)
    answer = equilibrium_correspondence(meeting, interval=(0, 1), points=5)
    assert answer.stopped == "limit of numbers" and len(answer.samples) == 6
    assert "limit of numbers" in answer.summary
    require_exact(answer)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"points": 1}, InputError, "points: a whole number from 2"),
        ({"points": 2.0}, InputError, "points: a whole number from 2"),
        ({"precision": 0}, InputError, "precision: a number above 0"),
        ({"starts": 0}, InputError, "starts: a whole number from 1"),
        ({"starts": 2, "concept": "proper"}, InputError, "starts: of the concept 'nash' alone"),
        ({"concept": "nahs"}, InputError, "did you mean nash"),
        ({"interval": (1, 0)}, InputError, "the interval is empty"),
        ({"interval": None}, InputError, "interval: needed with a function"),
        ({"bet": 3}, InputError, "bet: of no meaning with a function"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        equilibrium_correspondence(meeting, **{"interval": (0, 1), **arguments})


def test_two_intervals_and_none_are_refused() -> None:
    with pytest.raises(InputError, match="the interval of one parameter expected"):
        equilibrium_correspondence("kuhn(bet=0..1,ante=1..2)")
    with pytest.raises(InputError, match=r"such as equilibrium_correspondence\('kuhn', bet="):
        equilibrium_correspondence("kuhn")


@pytest.mark.parametrize("game", ["kuhn(bet=2)", "./own.py:family(bet=2)"])
def test_a_parameter_that_is_given_twice_is_refused(game: str) -> None:
    with pytest.raises(InputError, match="parameter 'bet' is given twice"):
        equilibrium_correspondence(game, bet=(0, 1))


def test_a_file_has_no_parameters(tmp_path: Path) -> None:
    sf.save("kuhn", tmp_path / "kuhn.efg")
    with pytest.raises(GameError, match=r"kuhn\.efg: .*; a game of the catalog expected"):
        equilibrium_correspondence(str(tmp_path / "kuhn.efg"), bet=(0, 1))


OWN = """
import seqform as sf

def choice(p, also=0):
    return sf.tree("choice", sf.move(0, "choice", {"a": sf.leaf(p, 0), "b": sf.leaf("1/2", also)}))
"""


def test_a_function_of_a_python_file_is_a_family(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    answers = [
        equilibrium_correspondence("./own.py:choice(p=0..1,also=3)", points=3),
        equilibrium_correspondence("./own.py:choice", p=(0, 1), also=3, points=3),
        equilibrium_correspondence("./own.py:choice(also=3)", p=(0, 1), points=3),
    ]
    for answer in answers:
        assert [change.at for change in answer.changes] == [Fraction(1, 2)]
        own, opponent = answer.at(0).components[0].values
        assert set(own) == {Fraction(1, 2)} and set(opponent) == {3}
    pickled = pickle.loads(pickle.dumps(answers[0]))
    assert pickled.summary == answers[0].summary and pickled.game(1).title == "choice"


def test_the_command_writes_every_number_and_ends_as_it_was_stopped(
    seqform: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    command = ("vary", "./own.py:choice(p=0..1)", "--points", "3")
    status, printed, _ = seqform(*command, "--json", "-o", "own.svg")
    written = json.loads(printed)
    assert status == 0 and (tmp_path / "own.svg").exists()
    assert written["parameter"] == "p" and written["found"] == "all Nash equilibria"
    assert {sample["number"] for sample in written["samples"]} >= {"0", "1/2", "1"}
    first = written["samples"][0]["components"][0]
    assert first["values"] == [["1/2", "1/2"], ["0", "0"]] and first["branch"] == 1
    assert first["behavior"][0] == {"choice": {"a": ["0", "0"], "b": ["1", "1"]}}
    assert [change["at"] for change in written["changes"]] == ["1/2"]

    status, printed, _ = seqform(*command, "--format", "csv")
    assert status == 0 and printed.startswith("p,branch,least value 1,")
    assert len(printed.splitlines()) == 1 + sum(
        len(sample["components"]) for sample in written["samples"]
    )
    monkeypatch.setattr(correspondence_sampling, "MOST_SAMPLES", 4)
    status, printed, error = seqform(*command)
    assert status == 3 and "Formulas of the payoffs" in printed
    assert "stopped at the limit of numbers after 4 numbers; those are above" in error


def test_a_game_on_standard_input_is_read_once(
    seqform: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, hare in (("first", 3), ("second", 5)):
        sf.save(f"stag-hunt(hare={hare})", f"{name}.efg")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path("first.efg").read_bytes())))
    status, printed, _ = seqform("vary", "-", "second.efg", "--points", "3")
    assert status == 0 and "between t = 511/1024 and 513/1024" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["vary", "kuhn", "--points", "3"], "--points: of no meaning without an interval"),
        (["vary", "kuhn", "--concept", "nash"], "--concept: of no meaning without an interval"),
        (["vary", "kuhn(bet=0..1)", "--concept", "nahs"], "did you mean nash"),
        (["vary", "kuhn(bet=0..1)", "--precision", "no"], "precision (--precision): a number"),
        (["vary", "chicken"], "is not constant-sum"),
    ],
)
def test_the_command_refuses_what_it_cannot_do(
    seqform: Run, arguments: list[str], message: str
) -> None:
    status, _, error = seqform(*arguments)
    assert status == 2 and message in error


def test_a_game_with_too_many_equilibria_names_starts() -> None:
    size = 45

    def family(t: Fraction) -> sf.ExtensiveGame:
        table = [[row * column % 7 + t for column in range(size)] for row in range(size)]
        return sf.bimatrix_game("large", table, table)

    with pytest.raises(TooLargeError, match=r"t = 0: too large .*starts=10 \(--starts 10\)"):
        equilibrium_correspondence(family, interval=(0, 1))


def test_value_function_and_sensitivity_name_what_there_is_for_general_sum_games() -> None:
    for call in (
        lambda: sf.value_function(meeting, interval=(0, 1)),
        lambda: sf.sensitivity("chicken"),
    ):
        with pytest.raises(GameError, match=r"not constant-sum.*vary.*equilibrium_correspondence"):
            call()


def test_a_number_that_was_not_sampled_is_refused_with_the_nearest(
    answer: EquilibriumCorrespondence,
) -> None:
    with pytest.raises(InputError, match=r"t = 2/9: not among the \d+ numbers; the nearest is 1/4"):
        answer.at("2/9")


def test_the_picture_has_all_branches_and_is_marked_as_sampled(
    answer: EquilibriumCorrespondence, tmp_path: Path
) -> None:
    answer.plot(tmp_path / "branches.svg")
    picture = (tmp_path / "branches.svg").read_text()
    numbers = len(answer.samples)
    assert f"sampled at {numbers} numbers (marks), exact at each" in picture
    for number in range(1, len(answer.branches) + 1):
        assert f"branch {number}" in picture


def test_lines_of_the_picture_are_broken_at_gaps_with_changes() -> None:
    places = [0.0, 0.25, 0.5, 0.75, 1.0]
    assert correspondence_figure._stretches(places, []) == [(0, 5)]
    assert correspondence_figure._stretches(places, [(0.25, 0.75)]) == [(0, 2), (2, 3), (3, 5)]
    assert correspondence_figure._stretches(places, [(0.0, 0.25)]) == [(0, 1), (1, 5)]
    assert correspondence_figure._stretches([0.5], [(0.25, 0.75)]) == [(0, 1)]


@pytest.mark.parametrize(("most", "columns"), [(6, 1), (3, 2)])
def test_a_picture_with_many_panels_has_two_columns(
    answer: EquilibriumCorrespondence, monkeypatch: pytest.MonkeyPatch, most: int, columns: int
) -> None:
    monkeypatch.setattr(correspondence_figure, "MOST_IN_COLUMN", most)
    differing = correspondence_figure._differing(answer)
    figure = correspondence_figure._figure(answer, list(differing), len(differing))
    panels = [axes for axes in figure.axes if axes.get_visible()]
    assert len(panels) == 4
    assert len({round(axes.get_position().x0, 3) for axes in panels}) == columns
    assert [axes.get_xlabel() for axes in panels[-columns:]] == ["t"] * columns


def many_sets(t: Fraction) -> sf.ExtensiveGame:
    """Return a game in which player 0 has eight sets, and player 1 two, at which probabilities vary."""

    def guess(number: int) -> Any:
        if number == 8:
            return sf.leaf(0, 0)
        own = {"a": sf.leaf(t, 0), "b": sf.leaf(1 - t, 0)}
        return sf.move(0, f"own {number}", own)

    def reply(number: int) -> Any:
        return sf.move(1, f"reply {number}", {"a": sf.leaf(0, t), "b": sf.leaf(0, 1 - t)})

    chances = {f"own {number}": (Fraction(1, 10), guess(number)) for number in range(8)}
    chances |= {f"reply {number}": (Fraction(1, 10), reply(number)) for number in range(2)}
    return sf.tree("many", sf.chance(chances))


def test_panels_are_of_both_players_and_those_left_out_are_counted(tmp_path: Path) -> None:
    several = equilibrium_correspondence(
        many_sets, interval=("1/4", "3/4"), points=2, precision=1, starts=1
    )
    differing = correspondence_figure._differing(several)
    chosen = correspondence_figure._chosen(differing)
    assert [player for player, _, _ in chosen] == [0, 0, 0, 0, 1, 1]
    several.plot(tmp_path / "many.svg")
    assert (
        "6 of 10 probabilities that vary are drawn, 4 are not"
        in (tmp_path / "many.svg").read_text()
    )

    several.plot(tmp_path / "two.svg", infosets=["own 7", "reply 1"])
    picture = (tmp_path / "two.svg").read_text()
    assert "own 7" in picture and "reply 1" in picture and "own 1" not in picture
    assert "2 of 10 probabilities that vary are drawn, 8 are not" in picture
    with pytest.raises(InputError, match=r"information set 'own 9': none of this name; did you"):
        several.plot(tmp_path / "none.svg", infosets="own 9")


def test_a_set_at_which_nothing_varies_is_refused_in_a_picture(tmp_path: Path) -> None:
    constant = equilibrium_correspondence("chicken", "chicken", points=2, concept="proper")
    with pytest.raises(InputError, match="'row': its probabilities are the same at all numbers"):
        constant.plot(tmp_path / "none.svg", infosets=["row"])


@pytest.mark.parametrize("most", [6, 2])
def test_the_legend_of_many_branches_is_within_the_picture(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    def coordination(t: Fraction) -> sf.ExtensiveGame:
        own: list[list[Fraction | int]] = [[2 + t, 0, 0], [0, 1, 0], [0, 0, 2 - t]]
        return sf.bimatrix_game("three", own, [[1, 0, 0], [0, 2, 0], [0, 0, 1 + t]])

    answer = equilibrium_correspondence(coordination, interval=(0, 1), points=2, precision=1)
    monkeypatch.setattr(correspondence_figure, "MOST_IN_COLUMN", most)
    differing = correspondence_figure._differing(answer)
    figure = correspondence_figure._figure(answer, list(differing), len(differing))
    figure.canvas.draw()
    (legend,) = figure.legends
    assert len(legend.get_texts()) == len(answer.branches) == 7
    box = legend.get_window_extent()
    assert box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y0 >= 0


def test_the_picture_has_exact_thresholds(tmp_path: Path) -> None:
    answer = equilibrium_correspondence(meeting, interval=(0, 1), points=3)
    answer.plot(tmp_path / "thresholds.svg")
    assert "exact thresholds, proved, t = 1/3" in (tmp_path / "thresholds.svg").read_text()


def test_the_command_draws_the_sets_that_are_named(seqform: Run, tmp_path: Path) -> None:
    command = ("vary", "stag-hunt(hare=3..5)", "--points", "2", "--precision", "1")
    status, _, _ = seqform(*command, "--infoset", "column", "-o", str(tmp_path / "hunt.svg"))
    picture = (tmp_path / "hunt.svg").read_text()
    assert status == 0 and "1 of 2 probabilities that vary are drawn" in picture
    status, _, error = seqform(*command, "--infoset", "column")
    assert status == 2 and "--infoset: of no meaning without --output" in error
    status, _, error = seqform(
        "vary", "kuhn(bet=0..1)", "--infoset", "J:", "-o", str(tmp_path / "kuhn.svg")
    )
    assert status == 2 and "--infoset: of no meaning of the value of a constant-sum game" in error


def test_tables_have_every_component_of_every_number(answer: EquilibriumCorrespondence) -> None:
    samples = answer.report().named("samples")
    assert len(samples.rows) == sum(len(sample.components) for sample in answer.samples)
    assert len(answer.report().named("changes").rows) == len(answer.changes)


def test_sets_out_of_chances_reach_at_some_numbers_are_a_note_in_report_data_and_picture(
    tmp_path: Path,
) -> None:
    answer = equilibrium_correspondence(
        with_a_rare_type, interval=(0, 1), points=3, concept="sequential"
    )
    sentence = "sequential, quasi-perfect: 1 information set out of chance's reach is not judged"
    assert answer.notes == (f"at t = 0 and 1: {sentence}",)
    assert f"note: at t = 0 and 1: {sentence}" in " ".join(str(answer).split())
    notes = {sample["number"]: sample["note"] for sample in correspondence_data(answer)["samples"]}
    assert (notes["0"], notes["1/2"], notes["1"]) == (sentence, "", sentence)
    answer.plot(tmp_path / "entry.svg")
    assert "at t = 0 and 1: sequential" in (tmp_path / "entry.svg").read_text()


def test_a_note_of_every_number_or_of_many_names_them_together() -> None:
    always = equilibrium_correspondence(
        lambda t: with_a_rare_type(Fraction(1)), interval=(0, 1), points=5, concept="sequential"
    )
    assert always.notes[0].startswith("at each number: ")
    mostly = equilibrium_correspondence(
        lambda t: with_a_rare_type(min(2 * t, Fraction(1))),
        interval=(0, 1),
        points=5,
        concept="sequential",
    )
    assert mostly.notes[0].startswith("at 4 numbers of t from 0 to 1: ")


def test_the_parameter_of_a_function_may_be_named() -> None:
    answer = equilibrium_correspondence(meeting, t=(0, 1), points=2, precision=1)
    assert answer.name == "t" and answer.start == 0 and answer.end == 1
    assert len(answer.at(0).components) == len(
        equilibrium_correspondence(meeting, interval=(0, 1), points=2, precision=1).at(0).components
    )
    with pytest.raises(InputError, match=r"p: the function .* is interval=\(0, 1\)"):
        equilibrium_correspondence(meeting, p=(0, 1))


def test_what_has_no_parameter_is_answered_with_a_second_game(seqform: Run) -> None:
    status, _, error = seqform("vary", "chicken")
    assert status == 2 and "`seqform vary FIRST SECOND`" in error and "GAME(p=0..1)" not in error


COMMITMENT = """
import seqform as sf

def commitment(e):
    paid = {"SS": (5, 2), "SC": (3, 1), "CS": (6, 3), "CC": (4, 4)}

    def seen(led, signal):
        return sf.move(1, signal, {reply: sf.leaf(*paid[led + reply]) for reply in "SC"})

    moves = {
        led: sf.chance({"s": (1 - e if led == "S" else e, seen(led, "s")),
                        "c": (e if led == "S" else 1 - e, seen(led, "c"))})
        for led in "SC"
    }
    return sf.tree("Commitment", sf.move(0, "lead", moves))
"""


def test_branches_with_formulas_have_their_exact_ends_and_signs_of_the_interval(
    tmp_path: Path,
) -> None:
    """A first mover who is observed with noise (Bagwell 1995): no payoffs at numbers next to the ends."""
    (tmp_path / "own.py").write_text(COMMITMENT)
    game = f"{tmp_path / 'own.py'}:commitment(e=0..1/2)"
    answer = equilibrium_correspondence(game)
    printed = str(answer.report())
    assert "(5 - 11 e) / (1 - 2 e)" in printed and "1 / (2 - 4 e)" in printed
    assert "4 - 3 e" in printed
    tables = [part for part in answer.report().parts if not isinstance(part, str)]
    cells = {str(cell) for table in tables for row in getattr(table, "rows", []) for cell in row}
    assert not any("/2048" in cell or "/2046" in cell for cell in cells)
    assert "Commitment, e from 0 to 1/2" in " ".join(printed.split()) and "own.py" not in printed

    answer.plot(tmp_path / "branches.svg")
    picture = (tmp_path / "branches.svg").read_text()
    assert "formulas, proved between the marks, except for some equilibria at e = 0, 1/4" in picture
    assert "own.py" not in picture
