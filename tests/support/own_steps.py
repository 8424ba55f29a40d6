"""A step of somebody else's on one class of models, with any lift."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from seqform.builders.steps import Step
from seqform.models.reduced import Reduced


@dataclass(frozen=True)
class OwnStep(Step):
    """A step of somebody else's on one class of models, which leaves the model as it is."""

    name = "own step"
    summary = "leave the model as it is"
    message = "leaving the model as it is"
    kind: type
    lift: Callable[[Any, Any], Any] = lambda model, answer: answer

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {self.kind: lambda model: Reduced(model, lambda answer: self.lift(model, answer))}
