"""The mutation campaign: what it mutates, which mutants it accepts, and how it compares them with the list."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def mutation(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "campaigns"))
    return importlib.import_module("mutation")


def function(text: str) -> ast.FunctionDef:
    (found,) = ast.parse(text).body
    assert isinstance(found, ast.FunctionDef)
    return found


SOURCE = '''
class Some:
    @property
    def value(self):
        """Text."""
        return self._value + 1

    @classmethod
    def made(cls):
        def outer(compute):
            @wraps(compute)
            def inner():
                return compute()

            return inner

        return outer

    @cached
    def other(self): return 2
'''


def test_decorated_functions_are_exposed_and_do_the_same(mutation: ModuleType) -> None:
    exposed = mutation.expose_decorated_functions(SOURCE)
    assert exposed.count("@") == 1
    assert "    value = property(value)  # pragma: no mutate\n" in exposed
    assert "            inner = wraps(compute)(inner)  # pragma: no mutate\n" in exposed
    assert "    other = cached(other)  # pragma: no mutate\n" in exposed
    names: dict[str, Any] = {"wraps": lambda compute: lambda inner: (inner, compute), "cached": property}
    exec(exposed, names)
    some = names["Some"]()
    some._value = 4
    assert (some.value, some.other) == (5, 2)


@pytest.mark.parametrize(
    ("before", "after", "harmless"),
    [
        ("raise ModelError(f'{a} is wrong')", "raise ModelError(None)", True),
        ("raise ModelError('a')", "raise OtherError('a')", False),
        ("raise SolveError('a', raw=raw)", "raise SolveError('a', raw=None)", False),
        ("assert a, 'text'", "assert a, 'TEXT'", True),
        ("assert a", "assert not a", False),
        ("return zip(a, b, strict=True)", "return zip(a, b, strict=False)", True),
        ("return zip(a, b, strict=True)", "return zip(a, strict=True)", False),
        ("return cast(int, a)", "return cast(None, a)", True),
        ("return np.full(3, 1, dtype=np.int64)", "return np.full(3, 1)", True),
        ("return np.full(3, 1, dtype=object)", "return np.full(3, 1)", False),
        ("return np.zeros(3, dtype=np.int64)", "return np.zeros(3)", False),
        ("return a.astype(np.float64)", "return a.astype(None)", True),
        ("return a.astype(object)", "return a.astype(None)", False),
        ("return a.reshape(3, -1)", "return a.reshape(3, -2)", True),
        ("return a.reshape(3, -1)", "return a.reshape(3, +1)", False),
        ("return 'text'", "return 'TEXT'", False),
        ("return a < b", "return a <= b", False),
    ],
)
def test_harmless_mutants_change_texts_types_and_defaults_only(
    mutation: ModuleType, before: str, after: str, harmless: bool
) -> None:
    parts = [mutation._without_harmless_parts(function(f"def f(a, b):\n    {one}")) for one in (before, after)]
    assert (parts[0] == parts[1]) is harmless


def test_a_mutant_is_known_by_the_statement_that_it_changes(mutation: ModuleType) -> None:
    one = function("def f(a, b=1):\n    x = (a +\n        b)\n    return x")
    other = function("def f(a, b=1):\n    x = (a -\n        b)\n    return x")
    assert mutation._difference(one, other) == ("x = a + b", "x = a - b")
    assert mutation._difference(one, function("def f(a, b=2):\n    x = a + b\n    return x")) == ("a, b=1", "a, b=2")


def test_accepted_mutants_have_reasons_and_are_compared_by_file_function_and_change(
    mutation: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "accepted.toml"
    entry = '[[accepted]]\nfile = "a.py"\nfunction = "f"\nreason = "{}"\nchanges = [["x", "y"], ["x", "z"]]\n'
    path.write_text(entry.format("Equivalent."), encoding="utf-8")
    accepted = mutation.AcceptedMutants.read(path)
    assert mutation.Mutant("a.py", "f", "x", "y", False) in accepted
    for other in (("b.py", "f", "x", "y"), ("a.py", "g", "x", "y"), ("a.py", "f", "x", "w"), ("a.py", "f", "w", "y")):
        assert mutation.Mutant(*other, False) not in accepted
    assert accepted.unused(["a.py"]) == ["a.py: f: x: z"]
    assert accepted.unused(["b.py"]) == []
    path.write_text(entry.format(" "), encoding="utf-8")
    with pytest.raises(SystemExit, match="has no reason"):
        mutation.AcceptedMutants.read(path)


def test_the_list_and_the_modules_and_tests_exist(mutation: ModuleType) -> None:
    accepted = mutation.AcceptedMutants.read(mutation.ACCEPTED)
    assert {file for file, *_ in accepted.reasons} <= mutation.TESTS.keys()
    for module, tests in mutation.TESTS.items():
        assert (ROOT / module).is_file(), module
        assert all((ROOT / test).is_file() for test in tests), module
    verified = {str(path.relative_to(ROOT)) for path in (ROOT / "src/seqform/verify").glob("[!_]*.py")}
    assert verified <= mutation.TESTS.keys()
    for test in mutation.LEFT_OUT:
        file, name = test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")
