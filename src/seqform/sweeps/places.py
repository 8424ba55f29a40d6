"""Where something stands in a declaration, so that an error can say it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from seqform.errors import ParseError
from seqform.sweeps.toml_lines import Path, line_of


@dataclass(frozen=True)
class Place:
    """A place in a sweep's declaration.

    Attributes
    ----------
    file : str
        Its name; of a declaration in Python a word for it.
    lines : mapping from Path to int
        What `key_lines` found; empty without a file.
    path : Path
    """

    file: str
    lines: Mapping[Path, int] = field(default_factory=dict)
    path: Path = ()

    def at(self, *names: str | int) -> Place:
        """Return a place further in."""
        return Place(self.file, self.lines, (*self.path, *names))

    def fail(self, message: str) -> NoReturn:
        """Say what is wrong here.

        Raises
        ------
        ParseError
            With the file, the line and the key.
        """
        where = self.words
        raise ParseError(f"{where}: {message}" if where else message, self.file, line_of(self.lines, self.path))

    @property
    def words(self) -> str:
        """The path as a person writes it: "grid 2, ante"."""
        words: list[str] = []
        for part in self.path:
            if isinstance(part, int):
                words[-1] += f" {part + 1}"
            else:
                words.append(part)
        return ", ".join(words)


def near(word: str, known: Iterable[str], most: int | None = None) -> str:
    """Return what a mistyped word may mean, and what there is, as the end of an error's sentence.

    Parameters
    ----------
    word : str
    known : iterable of str
    most : int, optional
        How many words to list at most; all if absent.

    Examples
    --------
    >>> near("hihgs", ["highs", "lemke"])
    'did you mean highs? Known: highs, lemke'
    >>> near("d", ["a", "b", "c"], most=2)
    'known: a, b and 1 more'
    """
    known = list(known)
    close = difflib.get_close_matches(word, known, n=2)
    return (
        (f"did you mean {' or '.join(close)}? " if close else "")
        + f"{'Known' if close else 'known'}: "
        + ", ".join(known[:most])
        + ("" if most is None or len(known) <= most else f" and {len(known) - most:,} more")
    )
