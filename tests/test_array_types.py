"""Arrays made from Python numbers name their type: NumPy makes doubles of integers from 2^63 on, and loses digits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from seqform.models.numbers.exact import ExactArray

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("models", "builders", "backends", "src/seqform")

MAKERS = {"array", "asarray", "fromiter"}
"""Functions of NumPy that choose the type of what they return by the values, and whose second argument is a type."""

ARRAYS_ALREADY = {
    ("models/immutable.py", "np.array(array)"): "a copy of an array, of the same type",
    (
        "models/games/signals.py",
        "np.asarray(function(*signals))",
    ): "arrays of an own function, whose type is examined",
    (
        "builders/games/families/matrix_games.py",
        "np.asarray(frame.iloc[:, place])",
    ): "a column of a frame has a type",
    (
        "builders/games/matrices.py",
        "np.asarray(matrix.data)",
    ): "entries of a sparse matrix have a type",
    ("builders/games/matrices.py", "np.asarray(matrix)"): "an array",
    ("src/seqform/io/shares.py", "np.asarray(value)"): "a tensor has a type",
    ("backends/bestnash/set_kernel.py", "np.asarray(buffer)"): "a typed array of a kernel",
    ("backends/lemke/revised.py", "np.array(variable)"): "a typed array of a kernel",
    ("backends/linalg/factor.py", "np.array(row_done)"): "a typed array of a kernel",
    ("backends/linalg/tables.py", "np.array(start[:m])"): "a typed array of a kernel",
    (
        "backends/perturbed/lexicographic_simplex.py",
        "np.asarray(table)",
    ): "a typed array of a kernel",
}
"""Calls whose argument is an array, the type of which is kept, and why."""


VIEW = re.compile(r"^    cdef (?:public |readonly )?(?:const )?\w+\[[:, 1]+\] (.+)$", re.MULTILINE)
"""The declaration of typed arrays of a kernel's class in a file of C types."""


def views() -> set[str]:
    """Return the names of the attributes of kernels that are typed arrays, with which NumPy shares the memory."""
    names = set()
    for declarations in (ROOT / "backends").rglob("*.pxd"):
        for listed in VIEW.findall(declarations.read_text(encoding="utf-8")):
            names |= {name.strip() for name in listed.partition("#")[0].split(",")}
    return names


def is_view(text: str, names: set[str]) -> bool:
    """Return whether a call takes an attribute of these names, or a part of it."""
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    argument = call.args[0]
    while isinstance(argument, ast.Subscript):
        argument = argument.value
    return isinstance(argument, ast.Attribute) and argument.attr in names


def calls_without_a_type(source: str) -> Iterator[str]:
    """Yield the calls of a program that make an array and leave its type to the values."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name)) if name in MAKERS:
                has_type = len(node.args) > 1 or any(
                    keyword.arg == "dtype" for keyword in node.keywords
                )
                if not has_type:
                    yield ast.unparse(node)


def sources() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of the library in which arrays are made."""
    paths = {path.resolve() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        if any(f"np.{name}(" in text for name in MAKERS):
            yield path.relative_to(ROOT).as_posix(), text


@pytest.mark.parametrize(
    "call", ["np.array([1, 2])", "np.asarray(x.tolist())", "np.fromiter(iter(x))"]
)
def test_a_call_without_a_type_is_found(call: str) -> None:
    assert list(calls_without_a_type(f"y = {call}")) == [call]


@pytest.mark.parametrize(
    "call", ["np.array([1], dtype=object)", "np.asarray(x, bool)", "np.zeros(3)"]
)
def test_a_call_with_a_type_is_accepted(call: str) -> None:
    assert not list(calls_without_a_type(f"y = {call}"))


def test_every_array_of_python_numbers_is_made_with_a_type() -> None:
    names = views()
    untyped = {
        (path, call)
        for path, text in sources()
        for call in calls_without_a_type(text)
        if not (path.startswith("backends/") and is_view(call, names))
    }
    assert untyped == ARRAYS_ALREADY.keys()


def test_lists_of_long_integers_are_exact_arrays() -> None:
    assert np.array([2**63, 1]).dtype == np.float64
    assert ExactArray([2**63, 1]).numerators.tolist() == [2**63, 1]  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="integers expected"):
        ExactArray([2**63, 0.5])  # type: ignore[arg-type]
