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

CODE = "code"
"""The word of a text FILE.py:NAME, which no text begins with."""

PROFILE, SOLUTION = "profile", "solution"
WORDS = (
    "centroid", "ones", "uniform", "human", "random", "negamax", "alpha-beta", "mcts", "openspiel", "equilibrium",
    PROFILE, SOLUTION,
)  # fmt: skip

REST = "rest"
"""The option of a profile's file: what is played at information sets that the file leaves out."""

_FILE_WITH_REST = re.compile(rf"(?P<path>.+?)\s*,\s*{REST}\s*=\s*(?P<value>[^,]*)", re.DOTALL)
_OPTION = re.compile(r"([A-Za-z][\w-]*)\s*=\s*(.*)", re.DOTALL)

SHIPPED = ("rhode-island",)
"""Games of which a solution comes with the package; ``solution:rhode-island`` reads no file of the user."""


@dataclass(frozen=True)
class StrategyName:
    """What a text names as a strategy.

    - `text`: The text itself.
    - `word`: The word before the colon in lower case, `FILE` or `CODE`.
    - `rest`: What follows the colon, or the path; "" without any.
    - `options`: The parts of `rest` between commas outside of parentheses: names and values, with the name "" for a
      value alone. Of the file of a profile `REST` alone is an option, which is then no part of `rest`.
    - `path`: The file of a profile or a solution, as it is written.
    - `code`: The object of a Python file, or those among the values of options.
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
    def completion(self) -> str | None:
        """What is played at information sets that the file of a profile leaves out; None without a word about it."""
        return dict(self.options).get(REST)

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
    """Return what a text names as a strategy; a text that begins with none of the words is FILE.py:NAME or a path.

    Examples
    --------
    >>> parse_strategy("Random: 3").word, parse_strategy(" PROFILE: k.json").path, parse_strategy("k.json").word
    ('random', PosixPath('k.json'), 'file')
    >>> parse_strategy("alpha-beta:4, evaluate =./own.py:worth").options
    (('', '4'), ('evaluate', './own.py:worth'))
    >>> parse_strategy("./own.py:bold").word, parse_strategy("profile:k.json,rest=uniform").completion
    ('code', 'uniform')
    """
    before, _, after = text.partition(":")
    word = before.strip().lower()
    rest = after.strip()
    if word not in words:
        code_itself = parse_code(text.strip())
        if code_itself is not None:
            return StrategyName(text, CODE, text.strip(), code=(code_itself,))
        return StrategyName(text, FILE, text, path=Path(text))
    completed = _FILE_WITH_REST.fullmatch(rest)
    if word == PROFILE and completed is not None:
        path = Path(completed["path"])
        value = completed["value"].strip()
        return StrategyName(text, word, completed["path"], ((REST, value),), path=path)
    if word in (PROFILE, SOLUTION):
        is_shipped = word == SOLUTION and rest in SHIPPED
        file = None if is_shipped or not rest else Path(rest)
        return StrategyName(text, word, rest, path=file)

    options = tuple(map(_pair, _parts(rest)))
    sources = [parse_code(value) for _, value in options]
    code = tuple(source for source in sources if source is not None)
    return StrategyName(text, word, rest, options, code=code)


def with_rest(text: str, rest: str | None) -> str:
    """Return a text that names a file of a profile with what is played at sets that it leaves out, else as it is.

    Examples
    --------
    >>> with_rest("k.json", "uniform"), with_rest("profile:k.json", "uniform"), with_rest("random:3", "uniform")
    ('profile:k.json,rest=uniform', 'profile:k.json,rest=uniform', 'random:3')
    """
    name = parse_strategy(text)
    if rest is None or name.word not in (FILE, PROFILE) or name.completion is not None:
        return text
    return f"{PROFILE}:{name.rest},{REST}={rest}"


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
