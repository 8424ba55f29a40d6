"""The errors that seqform raises.

The command line turns each of them into one line on the terminal and an exit
status: 2 for bad input, 3 for a solver without an answer, 4 for a certificate that fails.
This module imports nothing but `seqform.system.foreign_text`, so that every package may import it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seqform.system.foreign_text import message_lines


class SeqformError(Exception):
    """Base class of all errors; `exit_status` is that of the command line.

    Messages quote labels, numbers and names of files. As text, an error has escapes for their control characters,
    and is never long: `seqform.system.foreign_text.message_lines`.
    """

    exit_status = 2

    def __str__(self) -> str:
        return message_lines(Exception.__str__(self))


class InputError(SeqformError, ValueError):
    """A name, an option or a combination of options that does not exist or does not apply."""


class UnknownLabelError(InputError, KeyError):
    """A player, an information set or an action that a profile does not have."""

    __str__ = SeqformError.__str__


class GameError(SeqformError, ValueError):
    """A game that is not a two-player extensive game of the requested kind."""


class TooLargeError(GameError):
    """A game with more nodes than the limit; `nodes` is their number, where it is known."""

    def __init__(self, message: str, nodes: int | None = None) -> None:
        super().__init__(message)
        self.nodes = nodes


class ParseError(GameError):
    """A game file that cannot be read.

    - `message`: Text that was found, and text that was expected.
    - `file`: The name of the file, as it was given.
    - `line`, `column`: The place, both counted from 1.
    """

    def __init__(
        self,
        message: str,
        file: str = "<string>",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.message, self.file, self.line, self.column = message, file, line, column
        place = ":".join(str(part) for part in (file, line, column) if part is not None)
        super().__init__(f"{place}: {message}")

    def __reduce__(self) -> tuple[type[ParseError], tuple[object, ...]]:
        """Return the arguments, since the message of the exception is made of them."""
        return type(self), (self.message, self.file, self.line, self.column)


class ImperfectRecallError(GameError):
    """Two nodes of an information set have different sequences of actions of their own player."""


class ModelError(SeqformError, ValueError):
    """A model (strategy, linear program, ...) whose parts do not fit together."""


class DoubleRangeError(ModelError):
    """A number of a game or a model that is beyond the range of doubles."""


class UndecidedError(ModelError):
    """A claim about a profile is neither proven nor refuted, since what would prove it is missing.

    `certificate` has the values and regrets, where they were computed.
    """

    def __init__(self, message: str, certificate: Any = None) -> None:
        super().__init__(message)
        self.certificate = certificate


class BackendError(SeqformError):
    """Base class of the errors of backends."""


class UnknownBackendError(BackendError, LookupError):
    """No backend of that name."""


class BackendNotInstalledError(BackendError, ImportError):
    """A known backend whose solver is not installed; the message has the command that installs it."""


class UnsupportedModelError(BackendError, TypeError):
    """A model of a class that the backend does not solve."""


class OptionError(BackendError, InputError):
    """An option that is unknown, ill-typed, or not supported by the backend."""


class SolveError(BackendError):
    """A solver ended without an answer.

    `raw` is its solution, if it returned one, and `equilibrium` the strategies that it had reached, with their
    certificate, if there are any.
    """

    exit_status = 3

    def __init__(self, message: str, raw: Any = None, equilibrium: Any = None) -> None:
        super().__init__(message)
        self.raw = raw
        self.equilibrium = equilibrium


class TimeLimitError(SolveError):
    """The time limit of the whole computation has passed."""


class BoundOnlyError(SolveError):
    """The optimum of a relaxation is known, and no answer to the problem itself that attains it."""


class CertificationError(SeqformError):
    """An answer that did not pass its certificate.

    `certificate` has the values and regrets, and `equilibrium` is the answer, if there is one.
    """

    exit_status = 4

    def __init__(self, message: str, certificate: Any = None, equilibrium: Any = None) -> None:
        super().__init__(message)
        self.certificate = certificate
        self.equilibrium = equilibrium


LEAST_BEGINNING = 3
"""Letters from which on the words that begin with a mistyped one, or have it in them, are suggested."""

MOST_COMPARED = 2000
"""Words up to which a mistyped one is compared with all of them, which takes no noticeable time."""

MOST_SHARING = 30
"""Names listed of those that share a label."""


OTHER_NAMES = {
    "spe": "subgame-perfect",
    "spne": "subgame-perfect",
    "subgame": "subgame-perfect",
    "backward_induction": "subgame-perfect",
    "rollback": "subgame-perfect",
    "zero_sum": "nash",
    "minimax": "nash",
    "ne": "nash",
    "thp": "extensive-form-perfect",
    "trembling_hand": "extensive-form-perfect",
    "trembling_hand_perfect": "extensive-form-perfect",
    "qpe": "quasi-perfect",
    "best_response": "safe-response",
    "exploit": "safe-response",
    "sse": "stackelberg",
    "commitment": "stackelberg",
    "commit": "stackelberg",
    "trembling": "extensive-form-perfect",
    "pbe": "sequential",
    "wpbe": "sequential",
    "perfect_bayesian": "sequential",
    "efce": "extensive-form-correlated",
    "efcce": "extensive-form-coarse",
    "nfcce": "normal-form-coarse",
    "cce": "normal-form-coarse",
    "sefce": "stackelberg-correlated",
}
"""Names that the field has for what has another name here."""


def suggestion(word: object, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the words closest to a mistyped one, or an empty string.

    Where the word is a label that several of the known names share, these are listed.

    Examples
    --------
    >>> suggestion("time-limt", ["time_limit", "threads"]), suggestion("kuhn", ["kuhn_poker"]), suggestion(3, ["a"])
    ('; did you mean time_limit?', '; did you mean kuhn_poker?', '')
    >>> suggestion("backward induction", ["nash", "subgame-perfect"])
    '; did you mean subgame-perfect?'
    >>> suggestion("J", ["J#1", "K", "J#3"])
    '; 2 share this label: J#1, J#3'
    """
    names = list(known)
    if sharing := shared_label([name for name in names if label_of(name) == word]):
        return sharing
    if isinstance(word, str):
        other_name = OTHER_NAMES.get(_plain(word))
        if other_name in names:
            return f"; did you mean {other_name}?"
    if len(names) > MOST_COMPARED:
        return ""
    from difflib import get_close_matches  # which takes time to import

    spelled = {_plain(name): name for name in reversed(names)}
    close = get_close_matches(_plain(word), spelled, n=3) if isinstance(word, str) else []
    if not close and isinstance(word, str) and len(word) >= LEAST_BEGINNING:
        close = [name for name in reversed(spelled) if _plain(word) in name]
        close = sorted(close, key=lambda name: not name.startswith(_plain(word)))[:3]
    return f"; did you mean {' or '.join(spelled[name] for name in close)}?" if close else ""


def unknown(what: str, word: object, known: Iterable[str]) -> str:
    """Return the message for a word that is none of the known ones.

    Examples
    --------
    >>> unknown("no such method:", "bouns", ["bound", "numeric"])
    "no such method: 'bouns'; did you mean bound?; known: bound, numeric"
    """
    words = list(dict.fromkeys(known))
    return f"{what} {word!r}{suggestion(word, words)}; known: {', '.join(words)}"


def shared_label(names: Sequence[str]) -> str:
    """Return "; ... share this label: ..." with the names of several that do, or an empty string."""
    if len(names) < 2:
        return ""
    more = f" and {len(names) - MOST_SHARING:,} more" if len(names) > MOST_SHARING else ""
    return f"; {len(names):,} share this label: {', '.join(names[:MOST_SHARING])}{more}"


def label_of(name: str) -> str:
    """Return the label in a name of an information set, or an action, which "#k" or " at " its path makes unique."""
    label, mark, number = name.rpartition("#")
    return label if mark and number.isdigit() else name.partition(" at ")[0]


def _plain(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")


_OUT_OF_MEMORY = (
    "cannot allocate memory",
    "failed to map",
    "can't start new thread",
    "bad_alloc",
    "out of memory",
)


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one that led to it, is due to a lack of memory; one of seqform is not by itself."""
    seen: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in seen:  # nothing keeps an error from leading to itself
        if isinstance(cause, MemoryError):
            return True
        if not isinstance(cause, SeqformError) and any(
            reason in str(cause).lower() for reason in _OUT_OF_MEMORY
        ):
            return True
        seen.append(cause)
        cause = cause.__cause__ or cause.__context__
    return False
