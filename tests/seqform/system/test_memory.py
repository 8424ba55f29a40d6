"""The expansion of a tree ends with an error before the memory of the machine does."""

from pathlib import Path

import pytest

import seqform as sf
from seqform.errors import TooLargeError
from seqform.system import memory


@pytest.mark.parametrize("game", ["tic-tac-toe", "openspiel:kuhn_poker"])
def test_a_tree_that_takes_more_than_is_left_is_refused(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game.startswith("openspiel:"):
        pytest.importorskip("pyspiel")
    sizes = iter([10**9, *[4 * 10**9] * 1000])
    monkeypatch.setattr(memory, "resident_bytes", lambda: next(sizes))
    monkeypatch.setattr(memory, "available_bytes", lambda: 2 * 10**9)
    with pytest.raises(TooLargeError, match=r"nodes take 3\.0 GB, half of the memory"):
        sf.load(game)


def test_without_the_figures_of_the_system_there_is_no_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    memory.MemoryBound("any").check(1)


@pytest.mark.parametrize(
    ("files", "text"),
    [
        (("memory.max", "memory.current", "file"), "1000000"),
        (("memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache"), "1000000"),
        (("memory.max", "memory.current", "file"), "max"),
    ],
)
def test_the_limit_of_a_container_is_the_memory_of_the_machine(
    files: tuple[str, str, str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, current, pages = files
    group = memory._ControlGroup(str(tmp_path), limit, current, f"{pages} ")
    monkeypatch.setattr(memory, "_CONTROL_GROUPS", (group,))
    whole = memory.machine_memory()
    (tmp_path / limit).write_text(text)
    (tmp_path / current).write_text("600000")
    (tmp_path / "memory.stat").write_text(f"anon 500000\n{pages} 100000\n")
    if text == "max":
        assert memory.machine_memory() == whole
        assert memory._left_in_container() is None
    else:
        assert memory.machine_memory() == 10**6
        assert memory._left_in_container() == 500_000
