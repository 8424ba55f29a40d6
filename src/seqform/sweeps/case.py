"""One case of a sweep: everything that decides what is computed, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Scalar = str | int | float | bool

RAW = "raw."
"""Before the name of a solver's own option."""


@dataclass(frozen=True)
class Case:
    """A case, resolved: no list, no range, the game's parameters complete.

    Two cases with the same key are the same case, and a store keeps one row for it. Which backend is the default takes
    the game's payoffs to tell, so a case that names none has another key than one that names the default; the rows of
    both say which backend it was.

    Attributes
    ----------
    game : str
        What `seqform.load` or `seqform.load_ordered` accepts, without parameters.
    parameters : mapping
        Of the game, all of them if it is one of the catalog: numbers and words as there; fractions as text, such as
        "1/2".
    concept, backend : str
    preprocess : tuple of str
    shrink : str, optional
        How a game with ordered signals is shrunk; then the route is that of `seqform.solve_ordered`.
    options : mapping
        Of the solver: the fields of `SolveOptions` and, with a "raw." before the name, the solver's own.
    settings : mapping
        The remaining arguments of the route, such as exact, start, method, epsilon, objective, gap.
    seed : int, optional
        Passed on as the game's parameter "seed" if it has one, and as the start "random:SEED" if the start is
        "random"; else it only tells repetitions apart.
    watch : tuple of str
        Probabilities to be noted, each "PLAYER:INFORMATION SET:ACTION", such as "1:K:bet".
    files : mapping of str to str
        The files that the case reads, such as a game's, with the SHA-256 of what is in them: a changed file makes
        another case.
    """

    game: str
    parameters: Mapping[str, Scalar] = field(default_factory=dict)
    concept: str = "nash"
    backend: str = ""
    preprocess: tuple[str, ...] | None = None
    shrink: str | None = None
    options: Mapping[str, Scalar] = field(default_factory=dict)
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    seed: int | None = None
    watch: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def text(self) -> str:
        """The case as JSON, the same for the same case."""
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))

    def as_dict(self) -> dict[str, object]:
        """Return the attributes as plain data."""
        return {
            "game": self.game,
            "parameters": dict(self.parameters),
            "concept": self.concept,
            "backend": self.backend,
            "preprocess": None if self.preprocess is None else list(self.preprocess),
            "shrink": self.shrink,
            "options": dict(self.options),
            "settings": dict(self.settings),
            "seed": self.seed,
            "watch": list(self.watch),
            "files": dict(self.files),
        }

    @classmethod
    def from_dict(cls, attributes: Mapping[str, Any]) -> Case:
        """Return the case that `as_dict` gave.

        Examples
        --------
        >>> case = Case("kuhn", preprocess=(), watch=("1:K:bet",))
        >>> Case.from_dict(case.as_dict()) == case
        True
        """
        steps = attributes["preprocess"]
        return cls(
            **{
                **attributes,
                "preprocess": None if steps is None else tuple(steps),
                "watch": tuple(attributes["watch"]),
            }
        )

    @cached_property
    def key(self) -> str:
        """The case's name in a store: a digest of its JSON."""
        return hashlib.sha256(self.text.encode()).hexdigest()
