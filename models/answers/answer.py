"""The protocol of the answers of `seqform.solve`, by which files, checks, sweeps and play read any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import seqform.models.verbs as verbs
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.programs.solutions import RawSolution
from seqform.models.table import Line, Tabular

LEAST_SHOWN = 0.005
"""Seconds from which on a phase is shown beside the status of a solver."""


@dataclass(frozen=True)
class Resolved:
    """The arguments of `seqform.solve` with all defaults filled in.

    `settings` are the options of the concept, `backend` the name of the solver, or of the method that needs none,
    `preprocess` the steps, and `options` the portable options, with the solver's own as ``raw``.
    """

    concept: str
    settings: Mapping[str, Any]
    backend: str
    preprocess: tuple[str, ...]
    exact: bool
    options: Mapping[str, Any]


class Sizes(NamedTuple):
    """The nodes of a game, and the information sets and sequences of both players together; None if not counted."""

    nodes: int
    infosets: int | None = None
    sequences: int | None = None

    @classmethod
    def of_tree(cls, game: ExtensiveGame) -> Sizes:
        """Return the sizes of an extensive game.

        Examples
        --------
        >>> import seqform as sf
        >>> Sizes.of_tree(sf.load("kuhn"))
        Sizes(nodes=58, infosets=12, sequences=26)
        """
        indices = [sequences.index for sequences in game.sequences]
        infosets = sum(index.num_infosets for index in indices)
        return cls(len(game), infosets, sum(map(len, indices)))


def with_remark(raw: Any, sentence: str) -> Any:
    """Return the answer of a solver with a sentence in its status; None of none."""
    if raw is None:
        return None
    return replace(raw, status="; ".join(filter(None, (raw.status, sentence))))


class Answer(Tabular):
    """An answer of `seqform.solve`: a class of answers derives from it, and has what is not defined here.

    - `picture_refusal`: The reason against a picture of it; empty if there are pictures.
    """

    resolved: Resolved
    picture_refusal: ClassVar[str] = ""

    if TYPE_CHECKING:  # a dataclass would take these for the defaults of its fields

        @property
        def game(self) -> Any:
            """The game."""

        @property
        def values(self) -> tuple[Number, ...]:
            """Expected payoff of each player."""

        @property
        def certificate(self) -> Any:
            """The certificate, recomputed on the game."""

        @property
        def raw(self) -> Any:
            """The solver's answer; None of strategies that no solver reported on."""

    @property
    def concept(self) -> str:
        """Name of the concept."""
        return self.resolved.concept

    @property
    def backend(self) -> str:
        """Name of the solver, or of the method that needs none."""
        return self.resolved.backend

    @property
    def strategies(self) -> Any:
        """The strategies as they are checked and played.

        They are a profile, the strategy for a graph of positions, the mixture of a device with its concept, or a saved
        solution for classes of signals.
        """
        raise NotImplementedError

    @property
    def sizes(self) -> Sizes:
        """The sizes of the game."""
        raise NotImplementedError

    @property
    def file_remark(self) -> str:
        """The loss of the strategies when they are written to a file, in words; empty if there is none."""
        return ""

    def noted(self, sentence: str) -> Self:
        """Return the answer with a sentence in the note of its certificate and in the status of its solver."""
        answer: Any = self
        noted: Self = answer.recomputed(
            certificate=answer.certificate.noted(sentence), raw=with_remark(answer.raw, sentence)
        )
        return noted

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, as ``solve --json`` writes it."""
        raise NotImplementedError

    save = verbs.save


def status_line(raw: RawSolution, seconds: Mapping[str, float]) -> Line:
    """Return the solver's status, with the phases that took some time, and the time of the solver itself.

    Examples
    --------
    >>> from seqform.models.programs.solutions import Termination
    >>> raw = RawSolution(Termination.SOLVED, "Optimal", solver="HiGHS")
    >>> print(status_line(raw, {"build": 0.001, "solve": 0.25}), status_line(raw, {"solve": 0.001}), sep=", ")
    HiGHS: Optimal; solve 0.25 s, HiGHS: Optimal
    >>> raw = RawSolution(Termination.SOLVED, "Optimal", seconds=0.2, solver="HiGHS")
    >>> print(status_line(raw, {"solve": 0.25}))
    HiGHS: Optimal; solve 0.25 s, the solver alone 0.20 s
    """
    shown = []
    for phase, spent in seconds.items():
        if spent >= LEAST_SHOWN:
            shown.append(f"{phase} {spent:.2f} s")
    if shown and raw.seconds >= LEAST_SHOWN:
        solvers = "the solvers alone" if seconds.get("exact") else "the solver alone"
        shown.append(f"{solvers} {raw.seconds:.2f} s")
    return Line(f"{raw.solver}: {raw.status}", "dim", time=", ".join(shown))


def require_kind(certificate: object, expected: type) -> None:
    """Raise `ModelError` for a certificate of another class of answers."""
    if not isinstance(certificate, expected):
        raise ModelError(
            f"certificate: a {expected.__name__} expected, not {type(certificate).__name__}"
        )
