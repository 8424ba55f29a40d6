"""The expansion of a tree ends with an error before the memory of the machine does."""

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
