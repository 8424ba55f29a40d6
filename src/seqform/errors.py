"""The errors that seqform raises.

The command line turns each of them into one line on the terminal and an exit
status: 2 for bad input, 3 for a solver without an answer, 4 for a certificate that fails.
This module imports nothing but `seqform.system.foreign_text`, so that every package may import it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from seqform.system.foreign_text import message_lines

INTERRUPTED = 130
"""The exit status after an interruption, by the convention of shells."""


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
    """A number of a game or a model that is beyond the range of doubles.

    - `fact`: The message without the advice.
    """

    def __init__(self, fact: str, advice: str = "scale the game, or use exact arithmetic") -> None:
        self.fact = fact
        self.advice = advice
        super().__init__(f"{fact}; {advice}")

    def __reduce__(self) -> tuple[type[DoubleRangeError], tuple[str, str]]:
        """Return the arguments, since the message of the exception is made of them."""
        return type(self), (self.fact, self.advice)


@contextmanager
def advice_without_exact(advice: str) -> Iterator[None]:
    """Give a DoubleRangeError raised in a block that has no exact arithmetic to choose another advice."""
    try:
        yield
    except DoubleRangeError as error:
        raise DoubleRangeError(error.fact, advice) from None


class UndecidedError(ModelError):
    """A claim about a profile is neither proven nor refuted, since what would prove it is missing."""


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
    certificate, if there are any. The exit status is 3, or 130 where the solver was interrupted.
    """

    exit_status = 3

    def __init__(self, message: str, raw: Any = None, equilibrium: Any = None) -> None:
        super().__init__(message)
        if getattr(raw, "termination", None) == "interrupted":
            self.exit_status = INTERRUPTED
        self.raw = raw
        self.equilibrium = equilibrium

    @property
    def stopped(self) -> str:
        """Why the solver was cut short, "interrupted" or "time limit"; empty if it ended by itself."""
        termination = getattr(self.raw, "termination", None)
        return str(termination) if termination in ("interrupted", "time limit") else ""


class TimeLimitError(SolveError):
    """The time limit of the whole computation has passed."""

    @property
    def stopped(self) -> str:
        """The reason, "time limit"."""
        return "time limit"


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

_ALL = (
    "`seqform equilibria GAME --complete`, sf.equilibria(game, complete=True), finds all equilibria"
)
_DOMINATED = "`seqform info GAME --dominated`, sf.dominated(game), lists dominated actions"
_MIXED = "--concept nash finds an equilibrium that is mixed where it has to be"
_OF_TYPES = f"{_ALL}, pooling and separating ones, and --check sequential marks the sequential ones"
_REPLIES = (
    "`seqform check GAME FILE --player 2`, sf.best_response(game, 0, FILE), has the best replies to the strategy of "
    "player 2 in a file, and `seqform info GAME` marks those of a small table"
)

_CORRELATED = (
    "--concept extensive-form-correlated computes one of a tree, of a table that of Aumann; stackelberg-correlated the "
    "best correlated commitment"
)
_COARSE = (
    "--concept extensive-form-coarse and normal-form-coarse compute coarse correlated equilibria"
)

CONCEPT_ADVICE = {
    "all": _ALL,
    "dominance": _DOMINATED,
    "dominant": _DOMINATED,
    "dominated": _DOMINATED,
    "iterated_dominance": f"{_DOMINATED}, turn by turn with --iterated",
    "iesds": f"{_DOMINATED}, turn by turn with --iterated --strict",
    "coarse": _COARSE,
    "coarse_correlated": _COARSE,
    "correlated": _CORRELATED,
    "mixed": _MIXED,
    "mixed_nash": _MIXED,
    "pooling": _OF_TYPES,
    "pure": _ALL,
    "pure_nash": _ALL,
    "separating": _OF_TYPES,
    "best_reply": _REPLIES,
}
"""The command or concept to take in place of a name that is no concept of `solve`."""

COMMAND_ADVICE = {
    "best_replies": _REPLIES,
    "best_reply": _REPLIES,
    "best_response": _REPLIES,
    "best_responses": _REPLIES,
    "reply": _REPLIES,
    "backward_induction": "`seqform solve GAME --concept subgame-perfect` is meant",
    "correlated": "`seqform solve GAME --concept extensive-form-correlated` is meant",
    "dominance": _DOMINATED,
    "dominated": _DOMINATED,
    "iterated": f"{_DOMINATED}, turn by turn with --iterated",
    "matrix": "`seqform info GAME` shows the payoffs of a small table",
    "maximin": "`seqform solve GAME --concept maximin` is meant",
    "mixed": f"`seqform solve GAME`: {_MIXED}",
    "nash": "`seqform solve GAME --concept nash` finds an equilibrium, `seqform equilibria GAME --complete` all",
    "normal_form": "`seqform convert GAME FILE.nfg`, or FILE.csv, writes the reduced normal form of a small game",
    "payoffs": "`seqform info GAME` shows the payoffs of a small table",
    "sequential": "`seqform solve GAME --concept sequential` is meant",
    "spe": "`seqform solve GAME --concept subgame-perfect` is meant",
    "strategic_form": "`seqform convert GAME FILE.nfg`, or FILE.csv, writes the reduced normal form of a small game",
    "subgame_perfect": "`seqform solve GAME --concept subgame-perfect` is meant",
    "tree": "`seqform draw GAME -o FILE.svg` draws a tree",
    "value": "`seqform solve GAME` computes it",
}
"""What to do in place of a command of this name, which is none."""

PYTHON_ADVICE = {
    "all_equilibria": "sf.equilibria(game, complete=True)",
    "backward_induction": 'sf.solve(game, "subgame-perfect")',
    "best_replies": "sf.best_response(game, player, strategy), or sf.best_response_diagram(game),",
    "best_responses": "sf.best_response(game, player, strategy), or sf.best_response_diagram(game),",
    "correlated": 'sf.solve(game, "extensive-form-correlated")',
    "dominance": "sf.dominated(game)",
    "dominant": "sf.dominated(game)",
    "dominated_actions": "sf.dominated(game)",
    "dominated_strategies": "sf.dominated(game)",
    "expected_payoffs": "sf.expected_payoff(game, profile)",
    "iesds": "sf.dominated(game, iterated=True, strict=True)",
    "iterated_dominance": "sf.dominated(game, iterated=True)",
    "maximin": 'sf.solve(game, "maximin")',
    "nash": "sf.solve(game), or sf.equilibria(game, complete=True) for all equilibria,",
    "nash_equilibria": "sf.equilibria(game, complete=True)",
    "nash_equilibrium": "sf.solve(game)",
    "normal_form_game": "sf.bimatrix_game(first, second)",
    "pure_equilibria": "sf.equilibria(game, complete=True)",
    "spe": 'sf.solve(game, "subgame-perfect")',
    "stackelberg": 'sf.solve(game, "stackelberg")',
    "subgame_perfect": 'sf.solve(game, "subgame-perfect")',
    "vary": "sf.equilibrium_correspondence",
}
"""The expression of Python to write in place of an attribute of the package that does not exist."""

_ENDINGS = ("_equilibrium", "_equilibria", "_strategy", "_strategies")


def suggestion(word: object, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the words closest to a mistyped one, or an empty string.

    Where the word is a label that several of the known names share, these are listed.

    Examples
    --------
    >>> suggestion("time-limt", ["time_limit", "threads"]), suggestion("kuhn", ["kuhn_poker"]), suggestion(3, ["a"])
    ('; did you mean time_limit?', '; did you mean kuhn_poker?', '')
    >>> suggestion("backward induction", ["nash", "subgame-perfect"])
    '; did you mean subgame-perfect?'
    >>> suggestion("corelated", ["nash", "stackelberg-correlated"])
    '; did you mean stackelberg-correlated?'
    >>> suggestion("J", ["J#1", "K", "J#3"])
    '; 2 share this label: J#1, J#3'
    """
    names = list(known)
    if sharing := shared_label([name for name in names if label_of(name) == word]):
        return sharing
    if isinstance(word, str):
        other_name = OTHER_NAMES.get(_stem(word))
        if other_name in names:
            return f"; did you mean {other_name}?"
    if len(names) > MOST_COMPARED:
        return ""
    from difflib import get_close_matches  # which takes time to import

    spelled = {_plain(name): name for name in reversed(names)}
    close = get_close_matches(_plain(word), spelled, n=3) if isinstance(word, str) else []
    if not close and isinstance(word, str) and len(word) >= LEAST_BEGINNING:
        part = _plain(word)
        if not any(part in name for name in spelled):
            # A mistyped part of names, such as "corelated"
            parts = {part_of_name for name in spelled for part_of_name in name.split("_")}
            part = next(iter(get_close_matches(part, sorted(parts), n=1, cutoff=0.8)), part)
        close = [name for name in reversed(spelled) if part in name]
        close = sorted(close, key=lambda name: not name.startswith(part))[:3]
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


def unknown_concept(word: object, known: Iterable[str]) -> str:
    """Return the message for what is no concept of `solve`, with what to do where the field has such a word.

    Examples
    --------
    >>> unknown_concept("mixed", ["nash"])
    "unknown concept 'mixed'; --concept nash finds an equilibrium that is mixed where it has to be; known: nash"
    """
    names = list(dict.fromkeys(known))
    advice = CONCEPT_ADVICE.get(_stem(word)) if isinstance(word, str) else None
    if advice is None:
        for name in names:
            if isinstance(word, str) and _plain(name) == _stem(word):
                advice = f"did you mean {name}?"
    if advice is None:
        return unknown("unknown concept", word, names)
    return f"unknown concept {word!r}; {advice}; known: {', '.join(names)}"


def unknown_command(word: str, known: Iterable[str]) -> str:
    """Return the message for what is no command, with what to do where the field has such a word.

    Examples
    --------
    >>> unknown_command("backward-induction", ["solve"])
    "no command 'backward-induction'; `seqform solve GAME --concept subgame-perfect` is meant"
    """
    advice = COMMAND_ADVICE.get(_stem(word))
    if advice is not None:
        return f"no command {word!r}; {advice}"
    return f"no command {word!r}{suggestion(word, known)}; `seqform --help` lists them"


def unknown_attribute(name: str, known: Iterable[str]) -> str:
    """Return the message for a name that the package does not have.

    Examples
    --------
    >>> unknown_attribute("dominance", ["dominated"])
    "module 'seqform' has no attribute 'dominance'; sf.dominated(game) is meant"
    """
    advice = PYTHON_ADVICE.get(_plain(name))
    message = f"module 'seqform' has no attribute {name!r}"
    if advice is not None:
        return f"{message}; {advice} is meant"
    return f"{message}{suggestion(name, known)}"


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


def _stem(word: str) -> str:
    """Return a word in its plain spelling without "equilibrium" or "strategy" at its end."""
    plain = _plain(word)
    for ending in _ENDINGS:
        plain = plain.removesuffix(ending)
    return plain


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
