"""Profiles from anywhere, with the evidence for claims about them that comes with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from seqform.io.assessments import read_assessment
from seqform.io.profiles import read_profile, read_witness
from seqform.models.answers.components import ExtremeEquilibrium
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.certifiers.computed import ComputedAnswers


@dataclass(frozen=True)
class Submission:
    """A profile, with the evidence for claims about it that may come with it, which is found when it is used.

    `source` is its file, for messages, empty for an equilibrium of a list. `beliefs`, as of `seqform.check`, are given
    beside it, and take the place of those of the evidence. `computed` has the answers of concepts to the game, where
    several profiles share them.
    """

    profile: BehaviorProfile
    source: str = "check"
    find_witness: Callable[[], BehaviorProfile | None] = field(default=lambda: None, repr=False)
    find_assessment: Callable[[], Assessment | None] = field(default=lambda: None, repr=False)
    beliefs: Any = None
    computed: ComputedAnswers | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of_file(
        cls,
        path: Path,
        game: ExtensiveGame,
        *,
        normalize: bool = False,
        witness: bool = True,
        number: int | None = None,
        rest: str | None = None,
    ) -> Submission:
        """Return the profile in a JSON file, or that of the `number` in a file of several, as of `read_profile`.

        A profile that is normalized or completed comes without the assessment, which is one of the profile as it
        stands.
        """
        profile = read_profile(path, game, normalize=normalize, number=number, rest=rest)
        submission = cls(profile, str(path))
        if witness:
            submission = replace(
                submission, find_witness=partial(read_witness, path, game, number=number)
            )
        if not normalize and rest is None:
            submission = replace(
                submission, find_assessment=partial(read_assessment, path, game, number=number)
            )
        return submission

    @classmethod
    def of_answer(
        cls, answer: Equilibrium | FoundEquilibrium | ExtremeEquilibrium, source: str = "check"
    ) -> Submission:
        """Return the profile of an equilibrium."""
        assessment = getattr(answer, "assessment", None)
        witness = getattr(answer, "witness", None)
        return cls(
            answer.profile,
            source,
            find_witness=lambda: witness,
            find_assessment=lambda: assessment,
        )

    @property
    def prefix(self) -> str:
        """The source, where there is one, for the beginning of a message."""
        return f"{self.source}: " if self.source else ""

    def answers(self, game: ExtensiveGame) -> ComputedAnswers:
        """Return the answers of concepts to the game, those that are shared if there are any."""
        return self.computed or ComputedAnswers(game)

    @cached_property
    def witness(self) -> BehaviorProfile | None:
        """A profile against which both strategies may be proved to be undominated, or to guarantee the most."""
        return self.find_witness()

    @cached_property
    def assessment(self) -> Assessment | None:
        """The profile with beliefs, or with a family in ε: those of the evidence, whatever profile they came with."""
        assessment = self.find_assessment()
        return None if assessment is None else replace(assessment, profile=self.profile)
