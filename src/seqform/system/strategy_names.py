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
        own = () if self.path is None else (self.path,)
        return (*own, *(path for code in self.code for path in code.files))

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
    word, rest = before.strip().lower(), after.strip()
    if word not in words:
        return StrategyName(text, FILE, text, path=Path(text))
    if word in (PROFILE, SOLUTION):
        is_own = rest and not (word == SOLUTION and rest in SHIPPED)
        return StrategyName(text, word, rest, path=Path(rest) if is_own else None)
    options = tuple(map(_pair, _parts(rest)))
    code = tuple(source for _, value in options if (source := parse_code(value)) is not None)
    return StrategyName(text, word, rest, options, code=code)


def _parts(text: str) -> list[str]:
    """Return the parts of a text between commas that are in no parentheses; none of an empty text."""
    parts, depth = [""], 0
    for character in text:
        if character == "," and depth <= 0:
            parts.append("")
            continue
        depth += {"(": 1, ")": -1}.get(character, 0)
        parts[-1] += character
    return parts if text else []


def _pair(part: str) -> tuple[str, str]:
    """Return the name and the value of an option, the name "" for a value alone."""
    named = _OPTION.fullmatch(part.strip())
    return ("", part.strip()) if named is None else (named[1], named[2])
