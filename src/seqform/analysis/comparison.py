"""Comparison of strategies of different concepts: payoffs, differences in behavior, and payoffs after blunders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from seqform.analysis.blunders import BlunderReport, blunder_report
from seqform.analysis.play_value import (
    blunder_probability,
    blundering,
    expected_payoff,
    extreme_optimal_strategy,
    guaranteed_payoff,
)
from seqform.backends.protocol import SolveOptions
from seqform.errors import ModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.tabular import Tabular
from seqform.solving import api
from seqform.solving.api import uniform_strategy
from seqform.solving.request import Progress

if TYPE_CHECKING:
    from seqform.tables.table import Report

COMPARED = ("nash", "normal-form-perfect", "quasi-perfect")
"""The concepts that are compared, the most demanding one last."""

WORST = "worst Nash"
"""The name of the optimal strategies that earn least against a uniformly random opponent."""

DEFAULT_BLUNDER = Fraction(1, 10)


@dataclass(frozen=True, eq=False)
class PlayerComparison:
    """Payoffs of named strategies of one player, and their differences.

    For each name, `guaranteed` is the least payoff over all opponents, `uniform` the payoff against an opponent who
    draws every action uniformly at random, and `blundering` that against the reference profile's opponent who blunders
    with the given probability at every set.
    """

    player: int
    guaranteed: tuple[Number, ...]
    uniform: tuple[Number, ...]
    blundering: Mapping[Fraction, tuple[Number, ...]]
    blunders: BlunderReport


@dataclass(frozen=True, eq=False, repr=False)
class StrategyComparison(Tabular):
    """Named profiles of a game compared, player by player; blundering opponents otherwise follow the `reference`."""

    game: ExtensiveGame
    profiles: Mapping[str, BehaviorProfile]
    reference: str
    players: tuple[PlayerComparison, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The profiles' names."""
        return tuple(self.profiles)

    def report(self, *, everything: bool = False) -> Report:
        """Return payoffs, differences and values of blunders as tables."""
        reports: Any = import_module("seqform.tables.comparisons")  # tables are above analysis
        report: Report = reports.comparison_report(self, everything=everything)
        return report

    def __repr__(self) -> str:
        return f"<StrategyComparison of {self.game.title!r}: {', '.join(self.names)}>"


def compare(
    game: ExtensiveGame,
    profiles: Mapping[str, BehaviorProfile],
    *,
    players: Sequence[int] = (0, 1),
    blunders: Sequence[Fraction | int] = (DEFAULT_BLUNDER,),
    reference: str | None = None,
) -> StrategyComparison:
    """Compare profiles from any source.

    Parameters
    ----------
    profiles : mapping from str to BehaviorProfile
        Exact; at least one.
    players : sequence of int
        The players whose strategies are compared.
    blunders : sequence of Fraction
        Probabilities with which an opponent blunders at every information set; see `play_value.blundering`.
    reference : str, optional
        The profile that the blundering opponent otherwise follows; the last one if absent.

    Raises
    ------
    ModelError
        If there is no profile, a strategy is in doubles or not one of this game, `reference` names none, or a
        probability is not a fraction from 0 to 1.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("guess-the-ace")
    >>> found = compare(game, profiles_to_compare(game, concepts=("nash", "normal-form-perfect")), players=(1,))
    >>> found.names
    ('plain LP', 'worst Nash', 'normal-form-perfect')
    >>> [str(earned) for earned in found.players[0].uniform][1:]
    ['125/13', '6375/13']
    """
    shares = [blunder_probability(share) for share in blunders]
    reports = [blunder_report(game, profiles, player, reference=reference) for player in players]
    named = tuple(profiles)[-1] if reference is None else reference
    return StrategyComparison(
        game, profiles, named, tuple(_player_comparison(game, profiles, named, report, shares) for report in reports)
    )


def _player_comparison(
    game: ExtensiveGame,
    profiles: Mapping[str, BehaviorProfile],
    reference: str,
    report: BlunderReport,
    shares: Sequence[Fraction],
) -> PlayerComparison:
    player = report.player
    strategies = [profile[player] for profile in profiles.values()]
    opponent = profiles[reference][1 - player]
    uniform = uniform_strategy(opponent.index)
    return PlayerComparison(
        player,
        tuple(guaranteed_payoff(game, strategy) for strategy in strategies),
        tuple(expected_payoff(game, strategy, uniform) for strategy in strategies),
        {
            share: tuple(expected_payoff(game, strategy, blundering(opponent, share)) for strategy in strategies)
            for share in shares
        },
        report,
    )


def profiles_to_compare(
    game: ExtensiveGame,
    *,
    concepts: Sequence[str] = COMPARED,
    options: SolveOptions | None = None,
    progress: Progress | None = None,
    solve: Callable[..., Equilibrium] = api.solve,
) -> dict[str, BehaviorProfile]:
    """Return exact equilibria of a game by name, one for each concept.

    The concept "nash" is called "plain LP" in a constant-sum game, and is followed by "worst Nash"; else "Nash". The
    others have their own name. `solve` is called like `seqform.solve`, `options` are those of every solver.
    """
    if not concepts:
        raise ModelError(f"at least one concept to compare expected, such as {', '.join(COMPARED)}")
    zero_sum = game.constant_sum is not None
    profiles: dict[str, BehaviorProfile] = {}
    for concept in concepts:
        named = concept
        if concept == "nash":
            named = "plain LP" if zero_sum else "Nash"
        backend = "exact" if zero_sum and concept == "normal-form-perfect" else None  # linear programs are faster here
        found = solve(game, concept=concept, exact=True, backend=backend, options=options, progress=progress)
        profiles[named] = found.profile
        if zero_sum and concept == "nash":
            if progress is not None:
                progress("looking for the worst optimal strategies")
            profiles[WORST] = worst_profile(game, found.profile, options)
    return profiles


def worst_profile(
    game: ExtensiveGame, equilibrium: BehaviorProfile, options: SolveOptions | None = None
) -> BehaviorProfile:
    """Return the equilibrium whose strategies earn least against a uniformly random opponent."""
    uniform = [uniform_strategy(sequences.index) for sequences in game.sequences]
    first, second = (
        extreme_optimal_strategy(game, player, uniform[1 - player], equilibrium=equilibrium, options=options).strategy
        for player in (0, 1)
    )
    return BehaviorProfile((first, second), game)
