"""Answers whose facts were computed together, so that none of them is replaced alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.immutable import Immutable, freeze_fields
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy

_BY_VALUE = (str, int, float, Fraction, ExtensiveGame, PositionGraph)
"""Types of fields for which an equal value will do."""


@dataclass(frozen=True, eq=False)
class Computed(Immutable):
    """Base of frozen answers that prove something about their fields.

    An answer keeps references to the fields with which it was made, in the attribute `_made_with`, which is no field.
    `dataclasses.replace` hands it on as the argument of that name, so that an answer with another value of a field is
    refused. Of the fields in `free` nothing is proven, or they have a check of their own. Subclasses with a
    `__post_init__` call that of this class.
    """

    free: ClassVar[tuple[str, ...]] = ("seconds",)

    _made_with: InitVar[Mapping[str, Any] | None] = field(default=None, kw_only=True)

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        """Raise `ModelError` if the value of a field is another one than was computed."""
        self.require_types(_made_with)
        for name, computed in (_made_with or {}).items():
            if not same_content(getattr(self, name), computed):
                raise self._replaced(name)

        # Freezing may replace arrays by copies, and fields are compared with what is kept here
        freeze_fields(self)
        made_with = {
            part.name: getattr(self, part.name)
            for part in fields(self)
            if part.name not in self.free
        }
        object.__setattr__(self, "_made_with", made_with)

    def require_types(self, _made_with: Mapping[str, Any] | None) -> None:
        """Raise `ModelError` if the value of a field is of another type than the one that was computed."""
        for name, computed in (_made_with or {}).items():
            if type(getattr(self, name)) is not type(computed):
                raise self._replaced(name)

    def _replaced(self, name: str) -> ModelError:
        """Return the error of a field whose value was replaced."""
        return ModelError(
            f"{name} of {type(self).__name__}: computed together with the other fields, and not to be replaced; "
            "`seqform.solve` and `seqform.check` compute other answers"
        )

    def recomputed(self, **changes: Any) -> Self:
        """Return this answer with other values of fields, which the caller has computed for it."""
        return replace(self, _made_with=None, **changes)


def same_content(value: Any, computed: Any) -> bool:
    """Return whether two values of a field are one object, or have the same content in games that are equal."""
    if value is computed:
        return True
    if type(value) is not type(computed):
        return False
    if isinstance(value, tuple):
        return len(value) == len(computed) and all(map(same_content, value, computed))
    if isinstance(value, Mapping) and not isinstance(value, BehaviorStrategy):
        return value.keys() == computed.keys() and all(
            same_content(part, computed[name]) for name, part in value.items()
        )
    if isinstance(value, BehaviorProfile):
        if value.game is not None:
            computed = computed.bound_to(value.game)
        return value.equals(computed)
    if isinstance(value, Assessment):
        return value.equals(computed)
    if isinstance(value, ExactArray):
        return value.equals(computed)
    if isinstance(value, np.ndarray):
        return np.array_equal(value, computed)
    return isinstance(value, _BY_VALUE) and bool(value == computed)
