"""Exact arrays and matrices: arithmetic never wraps around, and no other code does arithmetic on their integers."""

import ast
import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, quotient
from seqform.models.numbers.integers import (
    SAFE,
    absolute,
    as_integers,
    matrix_product,
    minus,
    plus,
    require_safe,
    segment_sums,
    sums_by,
    times,
    total,
)
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import parse_rational, short, shown_rational, write_rational

EDGES = st.builds(
    lambda power, sign, off: sign * (2**power + off),
    st.sampled_from([0, 31, 53, 61, 62, 63]),
    st.sampled_from([-1, 1]),
    st.integers(-6, 6),
)
VECTORS = st.lists(EDGES, min_size=1, max_size=7)
DENOMINATORS = st.sampled_from([1, 2, 3, 2**31 - 1, 2**53 + 1, 2**62 - 1])


def integers(values: list[int]) -> Any:
    """Return the values as the array that an exact array keeps."""
    return ExactArray(np.array(values, dtype=object)).numerators


def listed(array: Any) -> list[int]:
    """Return an array's values, which are below 2^62 in size where they take 64 bits."""
    assert array.dtype == object or (
        array.dtype == np.int64 and np.all(np.abs(array) <= 2 * (SAFE - 1))
    )
    return [int(value) for value in array.reshape(-1).tolist()]


@given(st.lists(st.tuples(EDGES, EDGES, st.integers(0, 2)), min_size=1, max_size=7), EDGES)
def test_operations_on_integer_arrays_agree_with_python_integers(
    items: list[tuple[int, int, int]], factor: int
) -> None:
    first, second, index = ([item[k] for item in items] for k in range(3))
    one, two = integers(first), integers(second)
    pairs = list(zip(first, second, strict=True))
    assert listed(plus(one, two)) == [a + b for a, b in pairs]
    assert listed(minus(one, two)) == [a - b for a, b in pairs]
    assert listed(times(one, two)) == [a * b for a, b in pairs]
    assert listed(times(one, factor)) == [a * factor for a in first]
    assert listed(absolute(one)) == [abs(a) for a in first]
    assert int(total(one)) == sum(first)
    assert listed(total(np.stack([one.astype(object), two.astype(object)]), axis=0)) == [
        a + b for a, b in pairs
    ]
    starts = np.unique(np.array([0, *index]) % len(first))
    bounds = [*starts.tolist(), len(first)]
    assert listed(segment_sums(one, starts)) == [sum(first[i:j]) for i, j in pairwise(bounds)]
    assert listed(sums_by(one, np.array(index), 3)) == [
        sum(value for value, place in zip(first, index, strict=True) if place == k)
        for k in range(3)
    ]
    assert listed(matrix_product(one[None, :], two[:, None])) == [sum(a * b for a, b in pairs)]


@given(VECTORS, VECTORS, DENOMINATORS, DENOMINATORS, st.builds(Fraction, EDGES, DENOMINATORS))
def test_operations_of_exact_arrays_agree_with_fractions(
    one: list[int], two: list[int], below: int, under: int, factor: Fraction
) -> None:
    size = min(len(one), len(two))
    first, second = (
        ExactArray(np.array(one[:size], dtype=object), below),
        ExactArray(integers(two[:size]), under),
    )
    a, b = first.to_fractions(), second.to_fractions()
    assert a == [Fraction(value, below) for value in one[:size]]
    assert first.to_floats().tolist() == [float(value) for value in a]
    assert ExactArray.of(a).to_fractions() == a
    assert (first + second).to_fractions() == [x + y for x, y in zip(a, b, strict=True)]
    assert (first - second).to_fractions() == [x - y for x, y in zip(a, b, strict=True)]
    assert (first * second).to_fractions() == [x * y for x, y in zip(a, b, strict=True)]
    assert (first * factor).to_fractions() == [x * factor for x in a]
    assert (-first).to_fractions() == [-x for x in a]
    assert first.sum() == sum(a)
    assert first.dot(second) == sum(x * y for x, y in zip(a, b, strict=True))
    assert first.outer(second).to_fractions() == [x * y for x in a for y in b]
    assert first.segment_sums(np.array([0])).to_fractions() == [sum(a)]
    assert first.sum_by(np.zeros(size, dtype=np.int64), 1).to_fractions() == [sum(a)]
    assert (first.least(), first.largest()) == (min(a), max(a))
    assert first.reduced().to_fractions() == a and (first - first).reduced().denominator == 1
    assert first.equals(second) == (a == b)
    assert ExactArray.concatenate([first, second]).to_fractions() == a + b
    row = ExactMatrix.from_entries(
        (1, size), np.zeros(size, dtype=np.int64), np.arange(size), first
    )
    assert row.dot(second).to_fractions() == [sum(x * y for x, y in zip(a, b, strict=True))]
    line = PolynomialArray((first, second))
    assert line.at(factor).to_fractions() == [x + y * factor for x, y in zip(a, b, strict=True)]
    assert [part.to_fractions() for part in line.times([factor, Fraction(1)]).coefficients[:1]] == [
        [x * factor for x in a]
    ]
    assert line.dot(line)[0][:1] == (sum(x * x for x in a),)


@pytest.mark.parametrize("value", [2**62, -(2**62), -(2**63), 2**63 - 1])
def test_integers_from_2_to_the_62_on_are_kept_as_python_integers(value: int) -> None:
    assert as_integers(np.array([value])).dtype == object
    assert (-ExactArray(np.array([value])))[0] == -value
    with pytest.raises(ModelError, match=r"below 2\^62"):
        require_safe(np.array([value]), "payoffs")


ROOT = Path(__file__).parents[3]
FOLDERS = ("models", "builders", "backends", "src/seqform")

ALLOWED = {
    ("builders/abstraction/filters.py", "_row_hashes"): "random hashes, modulo 2^64 or a prime",
    ("builders/abstraction/dominated_classes.py", "_sums"): "widened by a bound on all sums",
    ("builders/abstraction/dominated_classes.py", "add"): "widened by a bound on all sums",
    ("builders/games/cards/equity.py", "_add_showdown"): "added to Python integers",
    ("backends/linalg/rational_solve.py", "_row_sums"): "the callers leave room for the sums",
    ("backends/linalg/rational_solve.py", "_common_denominator"): "Python integers",
    (
        "backends/linalg/rational_solve.py",
        "dot",
    ): "64 bits within the norm, Python integers otherwise",
    ("backends/linalg/arithmetic.py", "residues"): "residues below 2^31",
    ("backends/exact/subdivision.py", "_cuts"): "widened by a bound on the difference of products",
    ("backends/perturbed/symbolic.py", "_subtract"): "in place, below a bound computed before",
    ("backends/conformance/saddle_points.py", "*"): "small games of the suite's own",
    ("src/seqform/verify/perturbed.py", "_better_replies"): "widened by a bound on all sums",
}
"""Functions that compute with numerators by operators of NumPy, and why they cannot wrap around."""

_KEEPING = {
    "where", "append", "repeat", "asarray", "ascontiguousarray", "concatenate", "maximum", "minimum", "moveaxis",
    "stack", "array", "abs", "absolute", "take_along_axis", "broadcast_to",
}  # fmt: skip
_ADDING = {
    "sum",
    "cumsum",
    "prod",
    "dot",
    "matmul",
    "outer",
    "inner",
    "tensordot",
    "einsum",
    "multiply",
    "power",
}
_METHODS = {"reshape", "ravel", "transpose", "copy", "take", *_ADDING}


def is_raw(node: ast.expr, names: set[str]) -> bool:
    """Return whether an expression is an array of numerators, or part of one, that may have 64 bits."""
    match node:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(value=value, attr=name):
            return name == "numerators" or (name == "T" and is_raw(value, names))
        case ast.Subscript(value=value) | ast.Starred(value=value):
            return is_raw(value, names)
        case ast.UnaryOp(operand=value):
            return is_raw(value, names)
        case ast.BinOp(left=left, right=right, op=op):
            return not isinstance(op, ast.Div) and (is_raw(left, names) or is_raw(right, names))
        case ast.IfExp(body=one, orelse=other):
            return is_raw(one, names) or is_raw(other, names)
        case ast.Call(
            func=ast.Attribute(value=value, attr="astype"),
            args=[ast.Name(id="object" | "float"), *_],
        ):
            return False
        case ast.Call(func=ast.Attribute(attr="over")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=arguments):
            return name in _KEEPING and any(is_raw(argument, names) for argument in arguments)
        case ast.Call(
            func=ast.Attribute(value=value, attr="astype"), args=[ast.Attribute(attr=kind), *_]
        ):
            return "float" not in kind and is_raw(value, names)
        case ast.Call(func=ast.Attribute(value=value, attr=name)):
            return name in _METHODS and is_raw(value, names)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return any(is_raw(part, names) for part in parts)
    return False


def computes(node: ast.AST, names: set[str]) -> bool:
    """Return whether a node is an operation on raw numerators that may exceed 64 bits; a change of sign may not."""
    match node:
        case ast.BinOp(
            left=left,
            right=right,
            op=ast.Add() | ast.Sub() | ast.Mult() | ast.MatMult() | ast.Pow(),
        ):
            return is_raw(left, names) or is_raw(right, names)
        case ast.BinOp(left=left, op=ast.LShift()):
            return is_raw(left, names)
        case ast.AugAssign(target=target, value=value, op=ast.Add() | ast.Sub() | ast.Mult()):
            return (is_raw(value, names) and not isinstance(value, ast.List)) or is_raw(
                target, names
            )
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr="add" | "multiply" | "subtract")),
            args=arguments,
        ):
            return any(is_raw(argument, names) for argument in arguments)
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=arguments) if (
            name in _ADDING
        ):
            of_numpy = isinstance(value, ast.Name) and value.id == "np"
            return is_raw(value, names) or (
                of_numpy and any(is_raw(argument, names) for argument in arguments)
            )
        case ast.Call(func=ast.Name(id="sum"), args=arguments):
            return any(is_raw(argument, names) for argument in arguments)
    return False


def raw_names(function: ast.FunctionDef) -> set[str]:
    """Return the names of a function that are arrays of numerators: arguments, and what is assigned from them."""
    names = {
        argument.arg
        for argument in function.args.args
        if argument.annotation is not None and ast.unparse(argument.annotation) == "Numerators"
    }
    assignments = [
        (target, node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    size = -1
    while len(names) > size:
        size = len(names)
        for target, value in assignments:
            match target, value:
                case ast.Tuple(elts=left), ast.Tuple(elts=right) if len(left) == len(right):
                    parts = list(zip(left, right, strict=True))
                case ast.Tuple(elts=left), _:
                    parts = [(part, value) for part in left]
                case _:
                    parts = [(target, value)]
            names |= {
                one.id for one, other in parts if isinstance(one, ast.Name) and is_raw(other, names)
            }
    return names


def arithmetic_on_numerators(source: str) -> list[tuple[str, str]]:
    """Return the functions and operations of a file that compute with raw numerators."""
    # No array of numerators has another origin.
    if "umerators" not in source and ".over(" not in source:
        return []
    return [
        (function.name, ast.unparse(node))
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for names in [raw_names(function)]
        for node in ast.walk(function)
        if computes(node, names)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "return np.add.reduceat(x.numerators, starts)",
        "return x.numerators.sum()",
        "y = x.numerators[3:]; return y * y",
        "y, z = x.numerators, 1; return np.where(z, y, 0) @ z",
        "return 2 * x.over(6)",
        "return np.cumsum(x.numerators)",
    ],
)
def test_arithmetic_on_raw_numerators_is_noticed(line: str) -> None:
    assert arithmetic_on_numerators(f"def f(x, starts):\n    {line}\n")
    assert not arithmetic_on_numerators(
        "def f(x):\n    return x.numerators.astype(object) * 2 + len(x.numerators)\n"
    )


@pytest.mark.slow
def test_only_exact_arrays_compute_with_numerators() -> None:
    files = sorted({path.resolve() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")})
    found = {
        (path.relative_to(ROOT).as_posix(), function): operation
        for path in files
        if "numbers" not in path.relative_to(ROOT).parts
        for function, operation in arithmetic_on_numerators(path.read_text(encoding="utf-8"))
    }
    wrong = {
        place: operation
        for place, operation in found.items()
        if not {place, (place[0], "*")} & ALLOWED.keys()
    }
    assert not wrong, "use the operations of models/numbers, which know their bounds"
    used = {place if place in ALLOWED else (place[0], "*") for place in found}
    assert ALLOWED.keys() == used, "entries that are not needed any more"


FRACTIONS = st.builds(
    Fraction,
    st.one_of(st.integers(-20, 20), st.integers(-(2**70), 2**70)),
    st.one_of(st.integers(1, 12), st.integers(2**61, 2**66)),
)


def test_values_are_scattered_among_zeros() -> None:
    found = ExactArray(np.array([5, 7]), 2).scattered(4, np.array([3, 1]))
    assert found.to_fractions() == [0, Fraction(7, 2), 0, Fraction(5, 2)]
    assert ExactArray.of([2**80]).scattered(2, np.array([0])).to_fractions() == [2**80, 0]


def test_doubles_are_refused_as_exact_numbers() -> None:
    with pytest.raises(TypeError, match="integers expected"):
        ExactArray(np.array([0.5]))


ENTRIES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), FRACTIONS), max_size=12)


def _dense(entries: list[tuple[int, int, Fraction]]) -> list[list[Fraction]]:
    rows = [[Fraction(0)] * 5 for _ in range(4)]
    for row, column, value in entries:
        rows[row][column] += value
    return rows


def _matrix(entries: list[tuple[int, int, Fraction]]) -> ExactMatrix:
    rows = np.array([row for row, _, _ in entries], dtype=int)
    columns = np.array([column for _, column, _ in entries], dtype=int)
    return ExactMatrix.from_entries(
        (4, 5), rows, columns, ExactArray.of(value for *_, value in entries)
    )


@given(ENTRIES, st.lists(FRACTIONS, min_size=5, max_size=5))
def test_a_matrix_agrees_with_its_dense_form(
    entries: list[tuple[int, int, Fraction]], vector: list[Fraction]
) -> None:
    dense, matrix = _dense(entries), _matrix(entries)
    assert matrix.to_dense() == dense
    assert matrix.T.to_dense() == [list(column) for column in zip(*dense, strict=True)]
    assert matrix.dot(ExactArray.of(vector)).to_fractions() == [
        sum(a * b for a, b in zip(row, vector, strict=True)) for row in dense
    ]
    assert (matrix + (-matrix)).nonzeros == 0
    assert matrix.equals(ExactMatrix.from_dense(dense))


def test_blocks_land_where_they_belong() -> None:
    corner = ExactMatrix.from_dense([[1, 2]])
    low = ExactMatrix.from_dense([[Fraction(1, 3)], [0]])
    assert ExactMatrix.block([[corner, None], [None, low]]).to_dense() == [
        [1, 2, 0],
        [0, 0, Fraction(1, 3)],
        [0, 0, 0],
    ]
    with pytest.raises(ValueError, match="a block of shape"):
        ExactMatrix.block([[corner, low]])


def test_unsigned_and_numpy_integers_keep_their_value() -> None:
    assert ExactArray(np.array([2**63 + 5], dtype=np.uint64))[0] == 2**63 + 5
    tiny, large = Fraction(1, 2**30), Fraction(2**40)
    assert ExactArray.of([Fraction(cast(Any, np.int64(2**40))), tiny]).to_fractions() == [
        large,
        tiny,
    ]


@pytest.mark.parametrize("value", [Fraction(10**400), Fraction(1, 10**400)])
def test_numbers_beyond_doubles_are_not_rounded_away(value: Fraction) -> None:
    with pytest.raises(ModelError, match="for a double"):
        ExactArray.of([value]).to_floats()


def of_bits(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2**bits), 2**bits)


def parts(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator


@given(
    st.lists(st.builds(Fraction, of_bits(4000), st.integers(1, 2**3000)), min_size=1, max_size=4),
    st.builds(Fraction, of_bits(3000), st.integers(1, 2**3000)),
)
def test_long_numbers_are_computed_as_short_ones_are(
    values: list[Fraction], factor: Fraction
) -> None:
    array, common = ExactArray.of([*values, Fraction(0)]), math.prod(values, start=factor)
    assert array.to_fractions() == [*values, 0]
    numerators, denominators = (
        [fmpz(number) for number in part] for part in zip(*map(parts, values), strict=True)
    )
    assert ExactArray.of_quotients(numerators, denominators).to_fractions() == values
    assert array.reduced().denominator == math.lcm(*(value.denominator for value in values))
    assert (array * array).to_fractions() == [value**2 for value in (*values, Fraction(0))]
    assert (array * 3).to_fractions() == [value * 3 for value in (*values, Fraction(0))]
    assert (array * factor).to_fractions() == [value * factor for value in (*values, Fraction(0))]
    assert (array.sum(), array.largest()) == (sum(values), max(0, *values))
    assert ExactArray(array.numerators * 6, array.denominator * 6).reduced().equals(array)
    assert quotient(common.numerator * 15, common.denominator * 15) == common


@given(st.fractions())
def test_a_fraction_is_written_as_python_writes_it(value: Fraction) -> None:
    assert write_rational(value) == str(value)


@given(
    st.integers(-(2**13), 2**13),
    st.sampled_from([1, 3, 10**300, 10**5000 + 1]),
    st.integers(0, 5000),
)
def test_a_fraction_of_any_number_of_digits_is_read_again(
    factor: int, divisor: int, zeros: int
) -> None:
    value = Fraction(factor * 10**zeros, divisor)
    assert parse_rational(write_rational(value)) == value
    assert len(shown_rational(value)) <= 60


@given(
    st.integers(-(2**13), 2**13),
    st.integers(-450, 450),
    st.sampled_from(["e", "E", "e+", "e-", "e00"]),
)
def test_scientific_notation_is_read_exactly(digits: int, exponent: int, mark: str) -> None:
    power = abs(exponent) if mark in ("e+", "e-", "e00") else exponent
    sign = -1 if mark == "e-" else 1
    assert parse_rational(f"{digits}{mark}{power}") == digits * Fraction(10) ** (sign * power)
    assert parse_rational(f"{digits}.5{mark}{power}") == Fraction(f"{digits}.5") * Fraction(10) ** (
        sign * power
    )


@pytest.mark.parametrize(
    "text", ["1e100000", "1e-99999999", "1e" + "9" * 5000, "1/2e3", "e3", "1e", "1e1.5", "1 e3"]
)
def test_numbers_of_too_many_digits_and_other_texts_are_no_numbers(text: str) -> None:
    assert parse_rational(text) is None


@given(st.integers(-(2**13), 2**13), st.sampled_from([1, 3, 10**300, 10**5000 + 1]))
def test_doubles_of_numbers_of_any_size_keep_their_sign_and_binary_exponent(
    numerator: int, denominator: int
) -> None:
    numbers = ExactArray.of([Fraction(numerator, denominator), 0, 1])
    exponents = numbers.binary_exponents()
    assert np.array_equal(np.sign(numbers.to_rounded_floats()), np.sign([numerator, 0, 1]))
    for number, exponent in zip(numbers.to_fractions(), exponents.tolist(), strict=True):
        assert not number or Fraction(2) ** (exponent - 1) < abs(number) < Fraction(2) ** (
            exponent + 1
        )


def test_any_number_of_digits_is_written() -> None:
    assert write_rational(Fraction(10**9000)) == "1" + "0" * 9000
    assert shown_rational(Fraction(10**9000)) == "≈1.00000000000e+9000"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-1, 18), "-1/18"),
        (Fraction(0), "0"),
        (Fraction(10**400, 3), "≈3.33333e+399"),
        (Fraction(1, 10**400 + 1), "≈1.00000e-400"),
        (Fraction(123456789012345678), "≈1.23457e+17"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (3e-15, "<1e-14"),
        (float("nan"), "nan"),
    ],
)
def test_people_get_six_digits(value: Fraction | float, text: str) -> None:
    assert short(value) == text


@given(VECTORS, st.fractions(), EDGES)
def test_numbers_are_added_to_every_entry_and_multiply_it(
    values: list[int], number: Fraction, integer: int
) -> None:
    array = ExactArray.of(values)
    addends: list[Any] = [number, integer, np.int64(7)]
    for addend in addends:
        exact = Fraction(int(addend.numerator), int(addend.denominator))
        assert (array + addend).to_fractions() == [value + exact for value in values]
        assert (array - addend).to_fractions() == [value - exact for value in values]
        assert (array * addend).to_fractions() == [value * exact for value in values]
    assert (number + array).to_fractions() == (array + number).to_fractions()
    assert (integer * array).to_fractions() == (array * integer).to_fractions()


@pytest.mark.parametrize("number", [0.5, "1/2", None, np.float64(1)])
def test_numbers_that_are_not_rational_have_no_exact_sums_or_products(number: Any) -> None:
    array = ExactArray.of([1, 2])
    refused = pytest.raises(TypeError, match="an integer, a Fraction or another exact array")
    with refused:
        array + number
    with refused:
        array - number
    with refused:
        array * number
