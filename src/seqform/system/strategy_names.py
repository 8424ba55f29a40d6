"""The reader of texts that name strategies: starts of paths, opponents of a response, and agents.

`parse_strategy` reads a text once, to a `StrategyName`: a word with what follows its colon, or the path of a file, with
the files that are read or run for it. Which words are possible at a place is decided there.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from seqform.system.sources import Source, parse_code

FILE = "file"
"""The word of a text that is the path of a file alone."""

PROFILE, SOLUTION = "profile", "solution"
WORDS = (
    "centroid", "ones", "uniform", "human", "random", "negamax", "alpha-beta", "mcts", "openspiel", "equilibrium",
    PROFILE, SOLUTION,
)  # fmt: skip

_OPTION = re.compile(r"([A-Za-z][\w-]*)\s*=\s*(.*)", re.DOTALL)

SHIPPED = ("rhode-island",)
"""Games of which a solution comes with the package; ``solution:rhode-island`` reads no file of the user."""


@dataclass(frozen=True)
class StrategyName:
    """What a text names as a strategy.

    - `text`: The text itself.
    - `word`: The word before the colon in lower case, or `FILE`.
    - `rest`: What follows the colon, or the path; "" without any.
    - `options`: The parts of `rest` between commas outside of parentheses: names and values, with the name "" for a
      value alone.
    - `path`: The file of a profile or a solution, as it is written.
    - `code`: The objects of Python files among the values of options.
    """

    text: str
    word: str
    rest: str = ""
    options: tuple[tuple[str, str], ...] = ()
    path: Path | None = None
    code: tuple[Source, ...] = ()

    @property
    def before_colon(self) -> str:
        """The text before the first colon, as it is written; all of it without one."""
        return self.text.partition(":")[0]

    @property
    def files(self) -> tuple[Path, ...]:
        """All files that are read for it, or run."""
        paths = [] if self.path is None else [self.path]
        for code in self.code:
            paths += code.files
        return tuple(paths)

    @property
    def runs_code(self) -> bool:
        """True if a Python file is run for it."""
        return bool(self.code)


def parse_strategy(text: str, words: Container[str] = WORDS) -> StrategyName:
    """Return what a text names as a strategy; a text that begins with none of the words is the path of a file.

    Examples
    --------
    >>> parse_strategy("Random: 3").word, parse_strategy(" PROFILE: k.json").path, parse_strategy("k.json").word
    ('random', PosixPath('k.json'), 'file')
    >>> parse_strategy("alpha-beta:4, evaluate =./own.py:worth").options
    (('', '4'), ('evaluate', './own.py:worth'))
    """
    before, _, after = text.partition(":")
    word = before.strip().lower()
    rest = after.strip()
    if word not in words:
        return StrategyName(text, FILE, text, path=Path(text))
    if word in (PROFILE, SOLUTION):
        is_shipped = word == SOLUTION and rest in SHIPPED
        path = None if is_shipped or not rest else Path(rest)
        return StrategyName(text, word, rest, path=path)

    options = tuple(map(_pair, _parts(rest)))
    sources = [parse_code(value) for _, value in options]
    code = tuple(source for source in sources if source is not None)
    return StrategyName(text, word, rest, options, code=code)


def _parts(text: str) -> list[str]:
    """Return the parts of a text between commas that are in no parentheses; none of an empty text."""
    if not text:
        return []
    parts = [""]
    depth = 0
    for character in text:
        if character == "," and depth <= 0:
            parts.append("")
            continue
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        parts[-1] += character
    return parts


def _pair(part: str) -> tuple[str, str]:
    """Return the name and the value of an option, the name "" for a value alone."""
    text = part.strip()
    named = _OPTION.fullmatch(text)
    if named is None:
        return "", text
    return named[1], named[2]
