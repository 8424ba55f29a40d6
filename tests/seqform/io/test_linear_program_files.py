"""Linear programs in files are the same programs."""

import gzip
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.conformance.linear import (
    kuhn_program,
    linear_program,
    program_cases,
    random_program,
)
from seqform.errors import ModelError
from seqform.io.linear_programs import FORMATS, read_npz, safe_names, write
from seqform.models.programs.linear import LinearProgram

CASES = [
    case
    for case in program_cases()
    if (case.value is not None and case.model.matrix.shape[1] > 0)
    or case.name.startswith(("infeasible", "unbounded"))
]


def read_by_highs(path: Path) -> Any:
    highspy = pytest.importorskip("highspy", reason="HiGHS reads the files back")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return highs


def assert_same_program(read: LinearProgram, written: LinearProgram) -> None:
    assert (read.sense, read.name) == (written.sense, written.name)
    assert list(read.row_names) == list(written.row_names)
    assert list(read.column_names) == list(written.column_names)
    assert read.objective.equals(written.objective)
    assert read.matrix.equals(written.matrix)
    for mine, other in ((read.rows, written.rows), (read.columns, written.columns)):
        for side in ("lower", "upper"):
            given = getattr(other, f"has_{side}")
            assert getattr(mine, f"has_{side}").tolist() == given.tolist()
            assert getattr(mine, side).take(given).equals(getattr(other, side).take(given))


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_highs_reads_a_text_file_back_to_the_same_answer(
    case: Any, suffix: str, tmp_path: Path
) -> None:
    write(case.model, tmp_path / f"program{suffix}")
    highs = read_by_highs(tmp_path / f"program{suffix}")
    verdict = highs.modelStatusToString(highs.getModelStatus()).lower()
    if case.value is None:
        assert verdict in {str(termination) for termination in case.terminations}
        return
    assert verdict == "optimal"
    assert highs.getInfo().objective_function_value == pytest.approx(float(case.value), abs=1e-7)
    read = dict(zip(highs.getLp().col_names_, highs.getSolution().col_value, strict=True))
    names = safe_names(case.model.column_names, ending=suffix)
    assert sorted(read) == sorted(names)
    if case.primal is not None:
        assert [read[name] for name in names] == pytest.approx(case.primal.to_floats(), abs=1e-7)


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@given(seed=st.integers(0, 10**6))
def test_random_programs_survive_as_text(
    suffix: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program, primal, _ = random_program(seed)
    path = tmp_path_factory.mktemp("text") / f"program{suffix}"
    write(program, path)
    highs = read_by_highs(path)
    assert highs.getInfo().objective_function_value == pytest.approx(
        float(program.objective.dot(primal)), rel=1e-7, abs=1e-7
    )


def numbers_in(path: Path) -> set[float]:
    words = path.read_text().split()
    return {float(word) for word in words if re.fullmatch(r"[+-]?\d[\d.e+-]*", word)}


def test_numbers_of_any_size_in_text_read_back_as_the_nearest_doubles(tmp_path: Path) -> None:
    third = Fraction(1, 3)
    sizes: list[Any] = [
        Fraction(1, 10**9),
        10**16,
        Fraction(1, 10**13),
        Fraction(1, 10**300),
        0.1 + 0.2,
        0.3,
    ]
    exact = [Fraction(size) for size in sizes]
    side = Fraction(10**19) + 7
    program = linear_program("min", [third] * 6, [(side, exact, None)], [(-third, 12)] * 6)
    for suffix in (".mps", ".lp"):
        write(program, tmp_path / f"program{suffix}")
        numbers = numbers_in(tmp_path / f"program{suffix}")
        assert {1 / 3, 1e19, -1 / 3, 12.0, *map(float, sizes)} <= numbers


def test_bounds_that_readers_take_as_absent_are_refused(tmp_path: Path) -> None:
    program = linear_program("min", [1], [(1, [1], 10**20)], [(0, None)])
    with pytest.raises(ModelError, match="bounds of 1e\\+20 and more as absent"):
        write(program, tmp_path / "program.mps")


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize("sense", ["min", "max"])
def test_all_kinds_of_bounds_are_read_back(sense: Any, suffix: str, tmp_path: Path) -> None:
    kinds: list[tuple[Any, Any]] = [
        (None, None),
        (0, None),
        (1, None),
        (None, 4),
        (None, -4),
        (-2, -2),
        (0, 0),
        (-1, 7),
        (0, 9),
        (-9, 0),
        (2, 10**19),
    ]
    rows = []
    for place, (lower, upper) in enumerate(kinds):
        rows.append(
            (lower, [int(place in (column, column + 1)) for column in range(10)] + [0], upper)
        )
    # The last column is in no row, and has no cost.
    program = linear_program(sense, [0, 1] * 5 + [0], rows, kinds)
    write(program, tmp_path / f"program{suffix}")
    read = read_by_highs(tmp_path / f"program{suffix}").getLp()
    names = safe_names(program.column_names, ending=suffix)
    assert sorted(read.col_names_) == sorted(names)
    order = [list(read.col_names_).index(name) for name in names]
    lower, upper = program.columns.to_floats()
    assert [read.col_lower_[place] for place in order] == lower.tolist()
    assert [read.col_upper_[place] for place in order] == upper.tolist()
    assert read.sense_.name == ("kMinimize" if sense == "min" else "kMaximize")
    assert [read.col_cost_[place] for place in order] == program.objective.to_floats().tolist()
    sides = {
        (float("-inf") if low is None else low, float("inf") if high is None else high)
        for low, high in kinds
    }
    in_file = set(zip(read.row_lower_, read.row_upper_, strict=True))
    if suffix == ".mps":
        assert in_file == sides - {(float("-inf"), float("inf"))}
    else:  # a row for each bound, and none for a free row
        assert {side for pair in sides for side in pair} == {
            side for pair in in_file for side in pair
        }


def test_lines_of_the_lp_format_are_short_and_packed_mps_is_the_same_text(tmp_path: Path) -> None:
    program = linear_program(
        "max", [third := "1/3"] * 300, [(1, [third] * 300, 2)], [(0, None)] * 300
    )
    for name in ("program.lp", "program.mps", "program.mps.gz"):
        write(program, tmp_path / name)
    assert max(map(len, (tmp_path / "program.lp").read_text().splitlines())) <= 560
    assert (
        gzip.decompress((tmp_path / "program.mps.gz").read_bytes())
        == (tmp_path / "program.mps").read_bytes()
    )


names = st.lists(st.text(min_size=0, max_size=12), max_size=30)


@pytest.mark.parametrize("ending", [".mps", ".lp", ""])
@given(names=names)
def test_safe_names_are_different_and_legal(ending: str, names: list[str]) -> None:
    safe = safe_names(names, ("objective",), ending)
    assert len(safe) == len(names)
    assert len({*safe, "objective"}) == len(names) + 1
    for name in safe:
        assert re.fullmatch(r"[A-Za-z_][!-~]*", name)
        if ending != ".mps":
            assert not set(name) & set(' :+-*/^<>=[]|\\;"`')
        assert name[0] not in "eE."


@given(column=st.text(min_size=1, max_size=20), row=st.text(min_size=1, max_size=20))
def test_any_names_can_be_written(
    column: str, row: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("names")
    program = replace(
        linear_program("max", [1, 2], [(None, [1, 1], 3), (None, [0, 1], 2)], [(0, None)] * 2),
        column_names=[column, column + column],
        row_names=[row, row + row],
        name=row,
    )
    for suffix in (".mps", ".lp"):
        write(program, folder / f"program{suffix}")
        highs = read_by_highs(folder / f"program{suffix}")
        assert highs.getInfo().objective_function_value == pytest.approx(5.0)


@given(seed=st.integers(0, 10**6))
def test_npz_reads_back_exactly(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    program, _, _ = random_program(seed)
    path = tmp_path_factory.mktemp("npz") / "program.npz"
    write(program, path)
    assert_same_program(read_npz(path), program)


def test_npz_keeps_rationals_long_integers_and_foreign_names(tmp_path: Path) -> None:
    program = replace(
        linear_program(
            "min",
            [Fraction(1, 3), 3**90],
            [(-(2**80), [Fraction(2, 7), 1], None)],
            [(0, None), (None, 7)],
        ),
        row_names=["ряд: 1"],
        column_names=["K♠:bet", "K♠:check"],
        name="名",
    )
    write(program, tmp_path / "program.npz")
    assert_same_program(read_npz(tmp_path / "program.npz"), program)
    with np.load(tmp_path / "program.npz", allow_pickle=False) as parts:
        assert parts["c"].tolist() == [1 / 3, float(3**90)]
        assert parts["row_upper"].tolist() == [np.inf]
        assert parts["A_shape"].tolist() == [1, 2]


def test_files_that_are_no_programs_are_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("not a zip file", encoding="utf-8")
    np.savez(tmp_path / "other.npz", c=np.zeros(3))
    np.savez(tmp_path / "future.npz", format=np.array(99))
    unknown = "not a linear program written by seqform"
    for name, message in (
        ("absent", "no such file"),
        ("text", unknown),
        ("other", unknown),
        ("future", "format 99"),
    ):
        with pytest.raises(ModelError, match=message):
            read_npz(tmp_path / f"{name}.npz")


def test_a_name_of_no_known_format_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"ends in \.mps, \.mps\.gz, \.lp, \.npz"):
        write(kuhn_program(), tmp_path / "kuhn.xlsx")
    for suffix in FORMATS:
        with pytest.raises(ModelError, match="cannot be written"):
            write(kuhn_program(), tmp_path / "no such folder" / f"kuhn{suffix}")


@pytest.mark.parametrize("suffix", [".mps", ".mps.gz", ".lp"])
def test_names_in_files_keep_what_the_format_has_and_lead_back(suffix: str, tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy", reason="HiGHS reads the files back")
    form = sf.builders.sequence_form(sf.load("kuhn")).target
    own = [
        "∅",
        *(f"{name}#{place}, (bid {{{place}}})!" for place, name in enumerate("abcdefghijkl")),
    ]
    other = [
        "∅",
        *(f"{name}:{place}|(#{{{place}}},!)" for place, name in enumerate("abcdefghijkl")),
    ]
    game = sf.sequence_form(
        form.E, form.e, form.F, form.f, form.A, columns=(own, other), title="bids (of one's own)"
    )
    program = sf.linear_program(game)
    path = tmp_path / f"program{suffix}"
    program.write(path)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    read = set(highs.getLp().col_names_)
    assert {"weight_empty", "weight_a#0,_(bid_{0})!", "value_F1"} <= read
    colon = ":" if suffix.startswith(".mps") else "_"
    bar = "|" if suffix.startswith(".mps") else "_"
    assert f"reply_a{colon}0{bar}(#{{0}},!)" in set(highs.getLp().row_names_)
    highs.run()
    assert sf.check(game, program.lift(highs)).nash_conv < 1e-9
    values = dict(zip(highs.getLp().col_names_, highs.getSolution().col_value, strict=True))
    assert sf.check(game, program.lift(values)).best_response_values[1] == pytest.approx(1 / 18)


def test_names_of_files_of_earlier_versions_lead_back() -> None:
    program = sf.linear_program("kuhn")
    raw = program.solve("highs")
    earlier = safe_names(program.target.column_names, ending="")
    assert earlier[0] == "weight__"
    values = dict(zip(earlier, np.asarray(raw.primal).tolist(), strict=True))
    assert sf.check("kuhn", program.lift(values)).best_response_values[1] == pytest.approx(1 / 18)


def test_rows_with_two_bounds_of_one_sign_are_read_to_the_last_bit(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows: list[tuple[Fraction, list[int], Fraction]] = []
    for _ in range(30):
        first, second = 10 ** rng.uniform(-9, 9, 2)
        low, high = sorted((Fraction(float(first)), Fraction(float(second))))
        rows += [(low, [1], high), (-high, [1], -low)]
    program = linear_program("max", [1], rows, [(None, None)])
    write(program, tmp_path / "program.mps")
    read = read_by_highs(tmp_path / "program.mps").getLp()
    lower, upper = program.rows.to_floats()
    assert read.row_lower_ == lower.tolist()
    assert read.row_upper_ == upper.tolist()


def test_rows_with_any_two_bounds_are_read_within_a_unit_in_the_last_place(
    tmp_path: Path,
) -> None:
    intervals: list[tuple[int | Fraction, int | Fraction]] = [
        (-1, Fraction(1, 10)),
        (Fraction(-1, 3), Fraction(2, 3)),
        (0, 7),
        (-5, 0),
    ]
    intervals += [(-(10**10), Fraction(1, 10)), (Fraction(-1, 10**10), 10**10)]
    # The distance is halfway between two doubles, and the larger bound is odd in its last bit
    intervals.append((Fraction(1.45953369140625), Fraction(549755813889.628)))
    rows: list[tuple[int | Fraction, list[int], int | Fraction]] = []
    for low, high in intervals:
        rows.append((low, [1], high))
    program = linear_program("max", [1], rows, [(0, None)])
    write(program, tmp_path / "program.mps")
    read = read_by_highs(tmp_path / "program.mps").getLp()
    lower, upper = program.rows.to_floats()
    np.testing.assert_array_max_ulp(np.array(read.row_lower_), lower, maxulp=1)
    np.testing.assert_array_max_ulp(np.array(read.row_upper_), upper, maxulp=1)
