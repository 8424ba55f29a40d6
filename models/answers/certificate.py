"""Certificates: the values and regrets of a strategy profile, recomputed on its game, and the claims they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

import seqform.models.verbs as verbs
from seqform.errors import ModelError
from seqform.models.answers.computed import Computed, same_content
from seqform.models.games.infosets import player_label
from seqform.models.games.positions import PositionStrategy
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import equation, short, shown_rational
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import UNNAMED
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular, numeric


@dataclass(frozen=True)
class Claim:
    """A statement about a profile, which holds exactly if two figures of each player agree.

    The figures are named by what they are: `attained` by the strategy of a player, and the `bound` that no strategy
    exceeds; `difference` and `gap` are the names of their difference and of its sum over the players, `failure` the
    sentence for a player with a difference, with the fields ``player`` and ``amount``. For a refinement the `check` of
    a certificate has to hold as well. Strategies for which the claim holds may be an equilibrium, `is_equilibrium`,
    against which one plays and compares. The bound may be one that is `attained_by_some` strategy, so that a difference
    refutes the claim; otherwise it leaves it open.

    Examples
    --------
    >>> refinement("quasi-perfect").name, NASH.gap
    ('quasi-perfect equilibrium', 'nash_conv')
    """

    name: str
    check: str = ""
    attained: str = "value"
    bound: str = "best response"
    difference: str = "regret"
    gap: str = "nash_conv"
    failure: str = "no equilibrium: {player} gains {amount} by deviating"
    is_equilibrium: bool = True
    attained_by_some: bool = True

    @property
    def with_article(self) -> str:
        """The name as the object of a sentence.

        Examples
        --------
        >>> NASH.with_article, refinement("extensive-form perfect").with_article
        ('a Nash equilibrium', 'an extensive-form perfect equilibrium')
        """
        article = "an" if self.name[0] in "aeiou" else "a"
        return f"{article} {self.name}"

    @property
    def decided_by(self) -> tuple[str, str]:
        """The names of both figures, `attained` and `bound`."""
        return self.attained, self.bound


NASH = Claim("Nash equilibrium")

SAFE = Claim(
    "pair of maximin strategies",
    attained="guarantee",
    bound="bound on it",
    difference="shortfall",
    gap="total shortfall",
    failure="no maximin strategy proven: a guarantee of {amount} more is not excluded for {player}",
    is_equilibrium=False,
)
"""Each strategy guarantees its player the most that can be guaranteed, whatever the opponent does."""

CONSTRAINED = Claim(
    "equilibrium of the constrained game",
    bound="best response under the constraints",
    gap="nash_conv of the constrained game",
    failure="no equilibrium of the constrained game: {player} gains {amount} by deviating",
    is_equilibrium=False,
)
"""Each strategy keeps to the constraints of its player, who gains by no deviation that keeps to them."""

RESPONSE = replace(
    SAFE,
    name="best response with this guarantee",
    attained="payoff",
    failure="no best response with this guarantee proven: {amount} more is not excluded for {player}",
)
"""One player's strategy earns the most against a known opponent among all that guarantee as much; nothing is claimed of
the opponent, whose figures are her payoff."""

COMMITMENT = Claim(
    "strong Stackelberg equilibrium",
    bound="bound",
    difference="shortfall",
    gap="total shortfall",
    failure="no strong Stackelberg equilibrium proven: {amount} more is not excluded for {player}",
    is_equilibrium=False,
    attained_by_some=False,
)
"""The follower plays a best reply to the leader's strategy, and no strategy to which the leader may commit earns more,
whichever of the best replies to it the follower plays."""

STACKELBERG_CORRELATED = replace(
    COMMITMENT,
    name="Stackelberg extensive-form correlated equilibrium",
    failure="no Stackelberg extensive-form correlated equilibrium proven: {amount} more is not excluded for {player}",
)
"""The leader commits to a mixture of pairs of strategies. The follower gains by no deviation from what it recommends,
and no other mixture of which that holds earns the leader more."""

CORRELATED_COMMITMENT = "best correlated commitment"
"""The figure with both payoffs by the best correlated commitment, which bounds what the leader earns by any."""


def correlated(name: str) -> Claim:
    """Return the claim of a correlated equilibrium: no deviation of the kind that its name says gains."""
    return Claim(
        name,
        bound="best deviation",
        difference="gain",
        gap="total gain",
        failure=f"no {name}: {{player}} gains {{amount}} by not obeying",
        is_equilibrium=False,
    )


EXTENSIVE_FORM_CORRELATED = correlated("extensive-form correlated equilibrium")
"""Nobody gains by not obeying a recommendation that has been seen, and going on at will from there."""

EXTENSIVE_FORM_COARSE = correlated("extensive-form coarse correlated equilibrium")
"""Nobody gains by going on at will from an information set, before the recommendation there is seen."""

NORMAL_FORM_COARSE = correlated("normal-form coarse correlated equilibrium")
"""Nobody gains by playing at will from the beginning, without a recommendation."""

GUARANTEE = "guarantee"
"""The figure with the payoffs that the strategies of a profile guarantee."""


def refinement(check: str) -> Claim:
    """Return the claim of a Nash equilibrium that passes a check."""
    return Claim(f"{check} equilibrium", check)


NORMAL_FORM_PERFECT = "normal-form perfect"
"""The name of a check: normal-form perfection."""

SUBGAME_PERFECT = refinement("subgame perfect")


Figures = tuple[Number, Number]
"""A number of each player."""


@dataclass(frozen=True)
class Certificate(Computed, Tabular):
    """Values and regrets of a strategy profile, recomputed on its game, and the claims that they decide.

    No difference of the claim's figures, such as a regret, may be negative or not a number: then the profile or the
    computation is wrong, and `ModelError` is raised.

    - `values`, `best_response_values`: Expected payoff of each player under the profile, and of the best response to
      the other's strategy.
    - `exact`: Whether all of this is rational arithmetic; otherwise it is in doubles.
    - `constant_sum`: Sum of the payoffs, if it is the same at every leaf.
    - `checks`: Conditions of a refinement that were checked, and whether they hold.
    - `reserved`: Those of them that leave information sets out of chance's reach open, of which there are some.
    - `undecided`: Conditions that are neither proven nor refuted, each with the reason.
    - `note`: Remark on the game's own data, such as probabilities that were rounded, or on the size of the gap.
    - `stored`: Whether it was read from a file and not recomputed; then it proves nothing, and is shown "as stored".
    - `of`: The profile, bound to its game; of strategies for classes of signals their parts, such as filters and
      probabilities. An answer with another one is refused.
    - `game`: The game on which it was computed, None if it was read from a file. An answer for another one is refused.
    - `claim`: The statement about the profile that its figures decide, by default that it is a Nash equilibrium.
    - `figures`: The figures of both players that the claim names, other than values and best responses.
    - `allowed`: The largest gap at which an answer in doubles counts as one for which the claim holds, if it is shared
      by the players as here; 0 if none was asked for.
    """

    values: Figures
    best_response_values: Figures
    exact: bool
    constant_sum: Fraction | None = None
    checks: Mapping[str, bool] = field(default_factory=dict)
    note: str = ""
    stored: bool = False
    of: BehaviorProfile | tuple[Any, ...] | None = field(default=None, repr=False, compare=False)
    game: Any = field(default=None, repr=False, compare=False)
    claim: Claim = NASH
    figures: Mapping[str, Figures] = field(default_factory=dict)
    allowed: float = field(default=0.0, repr=False, compare=False)
    undecided: Mapping[str, str] = field(default_factory=dict)
    reserved: tuple[str, ...] = ()

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        if self.stored or self.of is None:
            # It proves nothing, or is of no profile, so that no answer accepts it
            object.__setattr__(self, "_made_with", _made_with)
        else:
            super().__post_init__(_made_with)

        for name in self.claim.decided_by:
            if name not in self._known:
                raise ModelError(
                    f"certificate: no figure {name!r}, by which {self.claim.with_article} is decided; "
                    "`seqform.solve` and `seqform.check` compute certificates of other claims"
                )
        attained, bound = map(self.figure, self.claim.decided_by)
        for player, difference in enumerate(self.differences):
            if not difference >= 0:  # also if it is not a number
                raise ModelError(
                    f"{player_label(player)}: the {self.claim.bound} is "
                    f"{shown_rational(bound[player])} and the {self.claim.attained} "
                    f"{shown_rational(attained[player])}; a {self.claim.difference} "
                    f"of {float(difference):.3g} is impossible"
                )

    @classmethod
    def in_doubles(
        cls,
        values: tuple[float, float],
        best_response_values: tuple[float, float],
        rounding: float,
        constant_sum: Fraction | None = None,
        note: str = "",
        of: BehaviorProfile | tuple[Any, ...] | None = None,
        game: Any = None,
    ) -> Certificate:
        """Return the certificate of values computed in doubles.

        `rounding` bounds the difference that rounding makes between two sums of the payoffs: a regret that is negative
        by no more is 0.
        """

        def not_below(value: float, best: float) -> float:
            return value if best < value <= best + rounding else best

        first = not_below(values[0], best_response_values[0])
        second = not_below(values[1], best_response_values[1])
        return cls(
            values,
            (first, second),
            exact=False,
            constant_sum=constant_sum,
            note=note,
            of=of,
            game=game,
        )

    def require(self, profile: BehaviorProfile) -> None:
        """Raise `ModelError` if this is the certificate of another profile, or of the same one in another game."""
        if profile.game is not None:
            self.require_game(profile.game)
        if not self.stored and not self._is_of(profile):
            raise ModelError(
                "this certificate is of another profile; `seqform.check` certifies a changed one"
            )

    def _is_of(self, profile: BehaviorProfile) -> bool:
        """Return whether this was computed for a profile, or for an equal one."""
        if not isinstance(self.of, BehaviorProfile):
            return False
        if self.of.game is not None:
            # Both profiles are compared in the order of the same sequences.
            profile = profile.bound_to(self.of.game)
        return self.of.equals(profile)

    def is_on(self, game: Any) -> bool:
        """Return whether this was computed on a game, or on an equal one."""
        return self.game is game or bool(self.game == game)

    def require_game(self, game: Any) -> None:
        """Raise `ModelError` if this is a certificate on another game; equal games count as one."""
        if self.game is None or self.is_on(game):
            return
        raise ModelError(
            f"this certificate is of {self.game.title!r} as it was solved, not of {game.title!r}, which differs from "
            "it; `seqform.check` certifies a profile on another game"
        )

    def require_parts(self, game: Any, *parts: Any) -> None:
        """Raise `ModelError` if this is the certificate of other strategies for classes, or of another game.

        `parts` are the objects that it is `of`, in the same order.
        """
        self.require_game(game)
        if not self.stored and not same_content(parts, self.of):
            raise ModelError(
                "this certificate is of other strategies; `seqform.check` certifies changed ones"
            )

    def figure(self, name: str) -> Figures:
        """Return both players' numbers of a figure that a claim names."""
        return self._known[name]

    as_dict = verbs.certificate_data

    @property
    def _known(self) -> dict[str, Figures]:
        """All figures by name."""
        return {NASH.attained: self.values, NASH.bound: self.best_response_values, **self.figures}

    @property
    def regrets(self) -> Figures:
        """Best-response value minus value, for each player."""
        return (
            self.best_response_values[0] - self.values[0],
            self.best_response_values[1] - self.values[1],
        )

    @property
    def nash_conv(self) -> Number:
        """The sum of the regrets: zero exactly at a Nash equilibrium."""
        return self.regrets[0] + self.regrets[1]

    @property
    def exploitability(self) -> Number | None:
        """Half of `nash_conv`, in constant-sum games only."""
        if self.constant_sum is None:
            return None
        return self.nash_conv / 2

    @property
    def differences(self) -> Figures:
        """The difference of the claim's figures for each player: of a Nash equilibrium the regrets."""
        attained, bound = map(self.figure, self.claim.decided_by)
        return (bound[0] - attained[0], bound[1] - attained[1])

    def noted(self, sentence: str) -> Certificate:
        """Return the certificate with a sentence added to its note."""
        return self.recomputed(note="; ".join(filter(None, (self.note, sentence))))

    @property
    def gap(self) -> Number:
        """The sum of the differences: zero exactly where the claim holds; of a Nash equilibrium nash_conv."""
        return self.differences[0] + self.differences[1]

    @property
    def proven(self) -> bool:
        """True if the claim is proven: in exact arithmetic, not only read, and with a gap of 0."""
        return self.exact and not self.stored and self.gap == 0

    @property
    def claims(self) -> dict[str, str]:
        """The claims that the certificate decides, each "proven", "within tolerance", "no", "not proven" or "open".

        Examples
        --------
        >>> import seqform as sf
        >>> sf.solve("vsvet-figure-1").certificate.claims
        {'Nash equilibrium': 'proven', 'normal-form perfect equilibrium': 'proven'}
        """
        claims = {self.claim.name: self._verdict}
        for check, holds in self.checks.items():
            # A check refines the claim, and is proven with it
            claims[refinement(check).name] = "proven" if holds and self.proven else "not proven"
        for check in self.undecided:
            claims[refinement(check).name] = "open"
        return claims

    @property
    def _verdict(self) -> str:
        """The verdict on the claim, in a word or two."""
        if self.proven:
            return "proven"
        if 0 < self.allowed >= self.gap:
            return "within tolerance"
        # A gap in doubles may be rounding, and what was read may be wrong
        if self.exact and not self.stored and self.gap > 0 and self.claim.attained_by_some:
            return "no"
        return "not proven"

    def holds(self, claim: Claim) -> bool:
        """Return whether a claim is proven."""
        return (
            self.proven
            and claim.decided_by == self.claim.decided_by
            and self.checks.get(claim.check, not claim.check)
        )

    @property
    def how(self) -> str:
        """The arithmetic, "exact" or "in doubles", with "as stored" if the certificate was only read."""
        how = "exact" if self.exact else "in doubles"
        if self.stored:
            how += ", as stored"
        return how

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def __str__(self) -> str:
        parts = [f"{equation(self.claim.gap, self.gap)} ({self.how})"]
        parts += [f"{check}: {self.verdict_on(check)}" for check in self.checks]
        parts += [f"{check}: open" for check in self.undecided]
        return "; ".join(parts)

    def verdict_on(self, check: str) -> str:
        """Return whether a check holds: "yes", also with its reservation, "no", or "open" where it is not decided."""
        if check not in self.checks:
            return "open"
        if not self.checks[check]:
            return "no"
        return "yes within chance's reach" if check in self.reserved else "yes"

    def report(
        self,
        *,
        everything: bool = False,
        players: Sequence[str] = UNNAMED,
        witnessed: bool = False,
        more: Sequence[Part] = (),
    ) -> Report:
        """Return the values, best responses and regrets of both players, a verdict, and further parts.

        `witnessed` means that the witness of normal-form perfection is kept with the equilibrium.
        """
        facts = ";  ".join(self._facts(players))
        parts: list[Part] = [self._table(players, ""), Line(facts, "bold")]
        verdicts: list[str] = []
        for check, holds in self.checks.items():
            verdict = self.verdict_on(check)
            if holds and witnessed and check == NORMAL_FORM_PERFECT:
                verdict = "yes (witness kept)"
            verdicts.append(f"{check}: {verdict}")
        verdicts += [f"{check}: open" for check in self.undecided]
        if verdicts:
            parts.append(Line(";  ".join(verdicts), "bold"))
        parts += [Line(f"open: {reason}", "yellow") for reason in self.undecided.values()]
        if self.note:
            parts.append(Line(f"note: {self.note}", "yellow"))
        return Report([*parts, *more], {"certificate": lambda: self._table(players, "quantity")})

    def _facts(self, players: Sequence[str]) -> list[str]:
        """Return the gap, related numbers, and what follows from them."""
        facts = [equation(self.claim.gap, self.gap)]
        if self.claim.gap == NASH.gap and self.exploitability is not None:
            facts.append(equation("exploitability", self.exploitability))
        if self.claim.bound == CONSTRAINED.bound:
            facts.append(equation("nash_conv of the game without constraints", self.nash_conv))
        if self.stored:
            facts.append("as stored, not recomputed")
        elif self.proven:
            facts.append(f"proven: {self.claim.with_article}")
        elif self.exact:
            for name, difference in zip(players, self.differences, strict=True):
                if difference > 0:
                    facts.append(self.claim.failure.format(player=name, amount=short(difference)))
        return facts

    def _table(self, players: Sequence[str], first: str) -> Table:
        claim = self.claim
        # Of a Nash equilibrium the attained figure is the value itself
        names = dict.fromkeys((NASH.attained, claim.attained, claim.bound))
        rows: list[list[Cell]] = [[name, *map(numeric, self.figure(name))] for name in names]
        rows.append([claim.difference, *map(numeric, self.differences)])
        return Table(f"Certificate, {self.how}", (first, *players), "lrr", rows)


@dataclass(frozen=True, eq=False, repr=False)
class PositionCertificate(Computed):
    """The payoffs of a strategy for a graph of positions, recomputed on it, and whether it is subgame perfect.

    - `of`: The strategy.
    - `values`: Expected payoff of each player at the initial position.
    - `objection`: A move that gains at some position, in words; empty if there is none.
    - `gap`: What this move gains; 0 if there is none.
    """

    claim: ClassVar[Claim] = SUBGAME_PERFECT
    exact: ClassVar[bool] = True
    allowed: ClassVar[float] = 0.0

    of: PositionStrategy
    values: tuple[Fraction, ...]
    objection: str = ""
    gap: Fraction = Fraction(0)

    @property
    def nash_conv(self) -> Fraction:
        """The largest gain of a move at any position, `gap`."""
        return self.gap

    @property
    def proven(self) -> bool:
        """True if the strategy is proven to be subgame perfect: no move at any position gains."""
        return not self.objection

    def require(self, strategy: PositionStrategy, values: tuple[Fraction, ...]) -> None:
        """Raise `ModelError` if this is the certificate of another strategy, or of other payoffs."""
        if strategy is not self.of or values != self.values:
            raise ModelError(
                "this certificate is of another strategy; `seqform.solve` certifies its answers"
            )

    def as_dict(self) -> None:
        """Return None: files and rows have the payoffs alone."""

    def __repr__(self) -> str:
        return f"<PositionCertificate: subgame perfect: {'yes' if self.proven else 'no'}>"


class Certified(Tabular):
    """A result with a certificate."""

    certificate: Certificate

    @property
    def values(self) -> Figures:
        """Expected payoff of each player."""
        return self.certificate.values
