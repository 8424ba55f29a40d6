"""Answers for games with ordered signals: strategies for classes of signals, with a certificate over all deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.models.answers.answer import Answer, Resolved, Sizes, status_line, with_remark
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import (
    guarantee_lines,
    guarantee_of,
)
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import cached
from seqform.models.numbers.exact import Number, Rational
from seqform.models.numbers.text import equation, short
from seqform.models.programs.class_game import (
    ClassPlan,
    ClassSolution,
    ClassStrategy,
    RestrictedSolution,
)
from seqform.models.programs.solutions import RawSolution
from seqform.models.table import Line, Report

if TYPE_CHECKING:
    from seqform.io.saved_solution import SavedSolution
    from seqform.solving.abstracted import AbstractedGame
    from seqform.verify.deal_certificate import DealCertificate

Strategies = tuple[ClassStrategy, ClassStrategy]

FILE_LOSS = 0.01
"""A file's strategies may lose this part of nash_conv more than those that were found."""


@dataclass(frozen=True, eq=False, repr=False)
class OrderedEquilibrium(Computed, Answer):
    """Strategies for a game with ordered signals, with a certificate over all deals.

    - `abstraction`: The game, and the filters through which the strategies observe its signals.
    - `deals`: The certificate in the original game, against opponents who observe all signals, with values by hand.
    - `raw`: ClassSolution or RawSolution. The solver's answer for the game of classes or its linear program.
    - `allowed_gap`: The largest nash_conv that counts as an equilibrium: the target gap, and the certificate tolerance.
    - `seconds`: Wall-clock time by phase.
    - `plans`: The realization plans, where the answer is exact; `profile` has their probabilities in doubles.
    """

    abstraction: AbstractedGame
    profile: Strategies
    deals: DealCertificate
    raw: ClassSolution | RawSolution
    resolved: Resolved
    allowed_gap: float
    seconds: Mapping[str, float]
    plans: tuple[ClassPlan, ClassPlan] | None = None

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        self.require_types(_made_with)
        strategies = self.plans or self.profile
        self.deals.certificate.require_parts(self.game, *self.abstraction.filters, *strategies)
        super().__post_init__(_made_with)

    @property
    def game(self) -> OrderedGame:
        """The original game."""
        return self.abstraction.game

    @property
    def certificate(self) -> Certificate:
        """The certificate in the original game."""
        return self.deals.certificate.recomputed(allowed=self.allowed_gap)

    def noted(self, sentence: str) -> OrderedEquilibrium:
        """Return the answer with a sentence in the note of its certificate and in the status of its solver."""
        deals = self.deals.recomputed(certificate=self.deals.certificate.noted(sentence))
        return self.recomputed(deals=deals, raw=with_remark(self.raw, sentence))

    @property
    def values(self) -> tuple[Number, Number]:
        """Expected payoff of each player."""
        return self.certificate.values

    @property
    def guarantee(self) -> Number | None:
        """The payoff of a response to a known opponent against its best reply; None for all other answers."""
        return guarantee_of(self.certificate, self.resolved)

    @property
    def sizes(self) -> Sizes:
        """The nodes and information sets of the game, and the sequences of the game of classes."""
        sizes = self.abstraction.sizes
        classes = self.abstraction.classes
        sequences = classes.num_sequences(0) + classes.num_sequences(1)
        return Sizes(sizes.nodes, sum(sizes.infosets), sequences)

    @property
    def file_remark(self) -> str:
        """What rounding adds to the nash_conv of the strategies in a file; empty if nothing."""
        saved = self.strategies
        stored = saved.certificate.nash_conv
        computed = self.certificate.nash_conv
        is_larger = stored - computed > self.deals.rounding_bound
        if not is_larger or f"{float(stored):.2g}" == f"{float(computed):.2g}":
            return ""
        return f"rounded to {saved.bits} bits, the strategies in the file have nash_conv = {stored:.3g}"

    def as_dict(self) -> dict[str, Any]:
        """Return the certificate and the solver's answer as plain data; the strategies have a file of their own."""
        data: dict[str, Any] = {
            "game": self.game.title,
            "abstraction": self.abstraction.kind,
            "classes": [list(own_filter.num_classes) for own_filter in self.abstraction.filters],
            "backend": self.backend,
            "certificate": self.certificate.as_dict(),
            "rounding_bound": self.deals.rounding_bound,
            **self._of_pot(),
            "termination": str(self.raw.termination),
            "status": self.raw.status,
            "iterations": self.raw.iterations,
            "seconds": dict(self.seconds),
        }
        if isinstance(self.raw, ClassSolution):
            data["bounds"] = [bound._asdict() for bound in self.raw.bounds]
        if isinstance(self.raw, RestrictedSolution):
            data["programs"] = [program._asdict() for program in self.raw.programs]
        return data

    def _of_pot(self) -> dict[str, Any]:
        """Return the claim's gap, such as nash_conv, in percent of the pot, of a game with one."""
        pot = self.game.pot
        if not pot:
            return {}
        name = self.certificate.claim.gap.replace(" ", "_")
        return {"pot": float(pot), f"{name}_percent_of_pot": self._gap_in_percent_of(pot)}

    def _gap_in_percent_of(self, pot: Rational) -> float:
        return 100 * float(self.certificate.gap) / float(pot)

    def _pot_line(self, pot: Rational) -> Line:
        """Return the claim's gap in percent of the pot as a line of a report, with half of nash_conv in words."""
        certificate = self.certificate
        share = self._gap_in_percent_of(pot)
        text = f"{certificate.claim.gap} is {short(share)} % of the pot of {short(pot)}"
        if certificate.claim.gap == NASH.gap and certificate.exploitability is not None:
            text += f", exploitability, half of it, {short(share / 2)} %"
        return Line(text)

    def saved(self) -> SavedSolution:
        """Return the strategies as stored in a file: exact, or at a loss of at most a hundredth of their nash_conv."""
        return self.strategies

    @cached
    def strategies(self) -> SavedSolution:
        """The strategies as stored in a file."""
        from seqform.io.saved_solution import SavedSolution

        method = f"{self.backend}: {self.raw.status}"
        versions = {"solver": self.raw.solver}
        if self.plans is not None:
            return SavedSolution.of_plans(
                self.game, self.abstraction.filters, self.plans, method=method, versions=versions
            )
        return SavedSolution.of(
            self.game,
            self.abstraction.filters,
            self.profile,
            max_loss=max(FILE_LOSS * float(self.certificate.gap), self.deals.rounding_bound),
            method=method,
            versions=versions,
            threads=2,
        )

    def save(self, path: str | Path) -> None:
        """Write the strategies to a file that `seqform.read_solution` reads."""
        from seqform.io.solutions import write_solution

        write_solution(self.strategies, path)

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return (
            f"<OrderedEquilibrium of {self.game.title!r} ({self.abstraction.kind}): values {first}, {second}; "
            f"{self.certificate}>"
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the values by first signals, and the certificate, as tables."""
        abstraction = self.abstraction
        classes = " / ".join(abstraction.class_counts)
        rows, columns = abstraction.classes.program_shape
        title = f"{self.game.title}: {classes} classes of hands ({abstraction.kind}), {rows:,} × {columns:,}"
        hands = Report([Line(title, "bold"), *abstraction.hands_tables(self.deals.values)])

        lines = guarantee_lines(self.game.players, self.certificate, self.resolved)
        if isinstance(self.raw, ClassSolution):
            game = "game of classes" if self.guarantee is None else "restricted game of classes"
            bounds = f"the value is between {self.raw.lower:.7g} and {self.raw.upper:.7g}"
            gap = equation("nash_conv", self.raw.nash_conv)
            lines.append(Line(f"{self.backend} states that in the {game} {bounds}: {gap}"))
        if self.game.pot:
            lines.append(self._pot_line(self.game.pot))
        lines.append(status_line(self.raw, self.seconds))
        return hands + self.certificate.report(players=self.game.players, more=lines)
