"""Tests pass on slow and on loaded machines: none has a limit of seconds, and none waits otherwise than for a state."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
SIGNALS_AT_RANDOM = TESTS / "seqform" / "cli" / "test_disturbed_commands.py"
TIMES = {"perf_counter", "process_time", "monotonic", "cpu_times", "seconds", "elapsed"}


def is_time(expression: ast.expr) -> bool:
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(expression)}
    return bool(names & TIMES)


def limits_of_seconds(tree: ast.AST) -> Iterator[int]:
    """Yield the lines with an assertion that a time is less than a positive number."""
    for asserted in (node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)):
        for compare in (node for node in ast.walk(asserted) if isinstance(node, ast.Compare)):
            terms = [compare.left, *compare.comparators]
            for small, operator, large in zip(terms, compare.ops, terms[1:], strict=False):
                if isinstance(operator, ast.Gt | ast.GtE):
                    small, large = large, small
                elif not isinstance(operator, ast.Lt | ast.LtE):
                    continue
                if is_time(small) and isinstance(large, ast.Constant):
                    yield compare.lineno


def sleeps_outside_of_loops(tree: ast.AST) -> Iterator[int]:
    """Yield the lines with a sleep that is not repeated until there is what it waits for."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While | ast.For)]
    repeated = {node for loop in loops for node in ast.walk(loop)}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if (
            getattr(call.func, "attr", getattr(call.func, "id", "")) == "sleep"
            and call not in repeated
        ):
            yield call.lineno


@pytest.mark.slow
def test_no_test_depends_on_speed() -> None:
    found = []
    for path in set(TESTS.rglob("*.py")) - {SIGNALS_AT_RANDOM}:
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in TIMES | {"sleep("}):
            tree = ast.parse(text)
            found += [
                (path.name, line)
                for line in (*limits_of_seconds(tree), *sleeps_outside_of_loops(tree))
            ]
    assert found == []


def test_dependence_on_speed_is_detected() -> None:
    tree = ast.parse(
        "assert row.seconds < 5\nassert 0.1 > perf_counter() - begun\nassert x.seconds > 5\nsleep(1)\n"
    )
    assert list(limits_of_seconds(tree)) == [1, 2]
    assert list(sleeps_outside_of_loops(tree)) == [4]
