"""What --x and --y of a picture may be."""

from __future__ import annotations

from collections.abc import Iterable

from seqform.errors import OptionError

SECONDS = "seconds"
PHASE = "phases."


def require_none(option: str, given: str | None, plot: str, instead: str) -> None:
    """Refuse an option where a picture leaves no choice.

    Raises
    ------
    OptionError
    """
    if given is not None:
        raise OptionError(f"{option} {given}: of no meaning with a {plot} plot, which draws {instead}")


def one_of(option: str, given: str | None, known: Iterable[str], plot: str) -> str | None:
    """Return what was given, if it is one of those known.

    Raises
    ------
    OptionError
    """
    if given is not None and given not in known:
        raise OptionError(f"{option} {given}: of a {plot} plot one of {', '.join(known)} is expected")
    return given


def time_column(given: str | None, plot: str) -> str:
    """Return the column of the times that are drawn: of the whole case, if nothing is given.

    Raises
    ------
    OptionError
        If it is no time.
    """
    if given is None or given == SECONDS:
        return SECONDS
    if not given.startswith(PHASE):
        raise OptionError(f"--y {given}: of a {plot} plot seconds, or phases.NAME such as phases.solve, is expected")
    return given


def time_text(column: str) -> str:
    """Return what a column of times is called.

    Examples
    --------
    >>> time_text("seconds"), time_text("phases.solve")
    ('seconds', 'seconds to solve')
    """
    return SECONDS if column == SECONDS else f"seconds to {column.removeprefix(PHASE)}"
