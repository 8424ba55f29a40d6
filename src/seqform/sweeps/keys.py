"""What may be said of a case besides its game, and which values each key takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from seqform.api import CONCEPTS, PREPROCESSORS
from seqform.arguments import names_file
from seqform.backends import SolveOptions, names
from seqform.errors import SeqformError
from seqform.models.number_text import write_rational
from seqform.models.objectives import objective
from seqform.refinement_choices import METHODS
from seqform.report.json_values import rational_text
from seqform.shrinking import THRESHOLD, WAYS, threshold_of
from seqform.starts import ALL_ONES
from seqform.sweeps.case import Scalar
from seqform.sweeps.places import near
from seqform.sweeps.values import is_whole, plain, shown

Check = Callable[[object], Scalar]
"""Returns what a case keeps of a value; raises ValueError with what is wrong and what is possible."""

RANDOM_START = "random"
"""The start that the case's seed makes: "random:SEED"."""

MAX_SEED = 2**63 - 1
"""What the column of a store can hold, with either sign."""


def _truth(value: object) -> Scalar:
    if not isinstance(value, bool):
        raise ValueError(f"true or false expected, not {shown(value)}")
    return value


def _one_of(known: Iterable[str]) -> Check:
    words = tuple(known)

    def check(value: object) -> Scalar:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"{shown(value)} is unknown; {near(str(value), words)}")
        return value

    return check


def _number(least: float, *, included: bool) -> Check:
    def check(value: object) -> Scalar:
        number = plain(value)
        if isinstance(number, str | bool) or not (number > least or (included and number == least)):
            raise ValueError(f"a number {'from' if included else 'above'} {least:g} expected, not {shown(value)}")
        return number

    return check


def _player(value: object) -> Scalar:
    if not is_whole(value) or value not in (1, 2):
        raise ValueError(f"1 or 2 expected, not {shown(value)}")
    return plain(value)


def _seed(value: object) -> Scalar:
    number = plain(value) if is_whole(value) else None
    if not isinstance(number, int) or not -MAX_SEED <= number <= MAX_SEED:
        raise ValueError(f"a whole number expected, at most {MAX_SEED}, not {shown(value)}")
    return number


def _share(value: object) -> Scalar:
    number = rational_text(str(value))
    if isinstance(value, bool | float) or number is None or not 0 < number < 1:
        raise ValueError(f'a fraction between 0 and 1 expected, such as "1/1000", not {shown(value)}')
    return write_rational(Fraction(number))


def _objective(value: object) -> Scalar:
    if not isinstance(value, str):
        raise ValueError(f"a name expected, not {shown(value)}")
    return objective(value).name


def _start(value: object) -> Scalar:
    words = ("centroid", ALL_ONES, RANDOM_START)
    if not isinstance(value, str) or not (value in words or value.startswith(f"{RANDOM_START}:") or names_file(value)):
        raise ValueError(f"{shown(value)}: {', '.join(words)}, random:SEED or the file of a profile expected")
    return value


def _shrink(value: object) -> Scalar:
    if not isinstance(value, str) or not (value in WAYS or value.startswith(THRESHOLD)):
        raise ValueError(f"{shown(value)} is unknown; {near(str(value), WAYS)}")
    if not value.startswith(THRESHOLD):
        return value
    numbers = map(threshold_of, value.removeprefix(THRESHOLD).split(","))
    return THRESHOLD + ",".join(str(number).removesuffix(".0") for number in numbers)


SETTINGS: dict[str, Check] = {
    "exact": _truth,
    "start": _start,
    "method": _one_of(METHODS),
    "epsilon": _share,
    "objective": _objective,
    "mixing": _truth,
    "player": _player,
    "formulation": _one_of(("sequence-form", "normal-form")),
    "max_gap": _number(0, included=True),
    "gap": _number(0, included=False),
    "sparsify": _truth,
}
"""Arguments of the route, by the names that `seqform.solve` and `seqform.solve_ordered` have for them."""

OPTIONS = ("time_limit", "tolerance", "threads")
"""The portable options of solvers."""

CHOICES: dict[str, Check] = {
    "concept": _one_of(CONCEPTS),
    "backend": _one_of(names()),
    "shrink": _shrink,
    "seed": _seed,
}
"""Attributes of a case that are one word or number."""

_FILE_WORDS = frozenset(
    ("checkpoint", "resume", "file", "filename", "logfile", "path", "dir", "directory", "folder", "executable")
)

KEYS = ("game", *CHOICES, "preprocess", *SETTINGS, "options", "option", "watch")
"""All keys of a table but the game's parameters."""


def option(name: str, value: object) -> Scalar:
    """Return the value of a portable option.

    Raises
    ------
    ValueError
        If there is no such option, or the value is none for it.
    """
    if name not in OPTIONS:
        raise ValueError(
            f"no option {name!r} of all solvers; {near(name, OPTIONS)}; a solver's own goes into option.{name}"
        )
    kept = plain(value)
    checked: dict[str, Any] = {name: kept}
    SolveOptions(**checked)
    return kept


def names_a_file(name: str) -> bool:
    """Return whether a solver's own option names a file or a program, by its words.

    Examples
    --------
    >>> [names_a_file(name) for name in ("checkpoint", "log_file", "write_model_file", "profile", "solver")]
    [True, True, True, False, False]
    """
    return not _FILE_WORDS.isdisjoint(name.lower().replace("-", "_").split("_"))


def steps(value: object) -> tuple[str, ...]:
    """Return the steps of preprocessing that a word, or a list of words, stands for.

    Raises
    ------
    ValueError
        If there is no such step.
    """
    words = list(value) if isinstance(value, list | tuple) else [] if value == "none" else [value]
    known = _one_of((*PREPROCESSORS, "none") if not isinstance(value, list | tuple) else PREPROCESSORS)
    return tuple(str(known(word)) for word in words)


def checked(check: Callable[[Any], object], value: object) -> object:
    """Return what a check makes of a value; every error of ours becomes a ValueError."""
    try:
        return check(value)
    except SeqformError as error:
        raise ValueError(str(error)) from None
