"""Expected payoffs, and comparison of strategies: payoffs, differences in behavior, and payoffs after blunders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.analysis.ranges import extreme_optimal_strategy
from seqform.backends.protocol import SolveOptions
from seqform.errors import InputError, ModelError
from seqform.io.load import load
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_number
from seqform.models.numbers.exact import ExactArray, Floats, Number, Vector
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import counted, short, shown_rational
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, uniform_strategy
from seqform.models.strategies.tables import Difference, behavior, differences, reach_without
from seqform.models.table import (
    MAX_ROWS,
    SHOW_ALL,
    Cell,
    Line,
    Part,
    Report,
    Shares,
    Table,
    Tabular,
    stacked,
)
from seqform.playable.profiles import profile
from seqform.solving import api
from seqform.solving.request import Progress
from seqform.system.files import require_kind
from seqform.verify.guarantee import guarantee_of
from seqform.verify.nash import payoff_by_sequence
from seqform.verify.sequential import exact_profile

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
    blunders: BlunderComparison


@dataclass(frozen=True, eq=False, repr=False)
class StrategyComparison(Computed, Tabular):
    """Named profiles of a game compared, player by player; blundering opponents otherwise follow the `reference`.

    - `seconds`: Of the solvers alone, by the names of the profiles that are answers of solvers.
    """

    game: ExtensiveGame
    profiles: Mapping[str, BehaviorProfile]
    reference: str
    players: tuple[PlayerComparison, ...]
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The profiles' names."""
        return tuple(self.profiles)

    def report(self, *, everything: bool = False) -> Report:
        """Return payoffs, differences and values of blunders as tables."""
        tables = [_PlayerTables(self, comparison) for comparison in self.players]
        parts: list[Part] = []
        for player_tables in tables:
            parts += player_tables.parts(everything)
        left_out = self.players[0].blunders.left_out if self.players else ()
        if left_out:
            verb = "is" if len(left_out) == 1 else "are"
            parts.append(
                Line(
                    f"differences and blunders left out: they are compared in fractions, and {' and '.join(left_out)} "
                    f"{verb} in doubles",
                    "dim",
                )
            )
        if self.seconds:
            parts.append(self._seconds_table("Time of the solvers"))

        def payoffs() -> Table:
            return stacked("player", [(player.me, player.payoffs("")) for player in tables])

        def differences() -> Table:
            return stacked("player", [(player.me, player.differences_data()) for player in tables])

        def blunders() -> Table:
            return stacked("player", [(player.me, player.blunders_data()) for player in tables])

        return Report(
            parts,
            {
                "payoffs": payoffs,
                "differences": differences,
                "blunders": blunders,
                "seconds": lambda: self._seconds_table(""),
            },
        )

    def _seconds_table(self, title: str) -> Table:
        rows: list[list[Cell]] = [[name, spent] for name, spent in self.seconds.items()]
        return Table(title, ("strategies", "seconds"), "lr", rows)

    def __repr__(self) -> str:
        return f"<StrategyComparison of {self.game.title!r}: {', '.join(self.names)}>"


def compare(
    game: Any,
    profiles: Mapping[str, Any] | Sequence[str],
    *,
    players: Sequence[int | str] = (0, 1),
    blunders: Sequence[Given] = (DEFAULT_BLUNDER,),
    reference: str | None = None,
) -> StrategyComparison:
    """Compare profiles from any source.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    profiles : mapping from str to whatever `seqform.profile` takes, or names of concepts
        At least one. Equilibria of named concepts are computed, as `answers_to_compare` returns them. Payoffs are in
        doubles where a strategy is; differences and blunders are compared where all profiles are exact.
    players : sequence of int or str
        The players whose strategies are compared, each 0, 1 or a name.
    blunders : sequence of numbers
        Probabilities with which an opponent blunders at every information set; see `blundering`.
    reference : str, optional
        The profile that the blundering opponent otherwise follows; the last one if absent.

    Raises
    ------
    ModelError
        If there is no profile, a strategy is not one of this game, `reference` names none, or a probability is not a
        number from 0 to 1.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("guess-the-ace")
    >>> comparison = compare(
    ...     game, profiles_to_compare(game, concepts=("nash", "normal-form-perfect")), players=(1,))
    >>> comparison.names
    ('plain LP', 'worst Nash', 'normal-form-perfect')
    >>> [str(earned) for earned in comparison.players[0].uniform][1:]
    ['125/13', '6375/13']
    """
    game = load(game)
    names_concepts = isinstance(profiles, list | tuple) and all(
        isinstance(name, str) for name in profiles
    )
    if names_concepts and profiles:
        profiles = answers_to_compare(game, concepts=tuple(profiles))
    sources = by_name(profiles)
    seconds = {}
    for name, source in sources.items():
        if isinstance(source, Equilibrium):
            seconds[name] = source.raw.seconds
    profiles = {name: profile(game, source) for name, source in sources.items()}
    shares = [blunder_probability(share) for share in blunders]

    # All arguments are checked before the first payoff is computed.
    left_out = tuple(name for name, compared in profiles.items() if not compared.exact)
    comparisons = []
    for player in players:
        if left_out:
            named = reference_among(profiles, reference)
            number = player_number(player, game.players)
            comparison = BlunderComparison(number, tuple(profiles), named, (), (), left_out)
        else:
            comparison = blunder_comparison(game, profiles, player, reference=reference)
        comparisons.append(comparison)
    reference = reference_among(profiles, reference)
    players_compared = tuple(
        _compared_player(game, profiles, reference, comparison, shares)
        for comparison in comparisons
    )
    return StrategyComparison(game, profiles, reference, players_compared, seconds)


def _compared_player(
    game: ExtensiveGame,
    profiles: Mapping[str, BehaviorProfile],
    reference: str,
    blunders: BlunderComparison,
    shares: Sequence[Fraction],
) -> PlayerComparison:
    """Return the payoffs of one player's strategies against each kind of opponent."""
    player = blunders.player
    strategies = [profile[player] for profile in profiles.values()]
    opponent = profiles[reference][1 - player]

    def against(opponent: BehaviorStrategy) -> tuple[Number, ...]:
        return tuple(expected_payoff(game, strategy, opponent) for strategy in strategies)

    guaranteed = tuple(guaranteed_payoff(game, strategy) for strategy in strategies)
    uniform = against(uniform_strategy(opponent.index))
    after_blunders = {share: against(blundering(opponent, share)) for share in shares}
    return PlayerComparison(player, guaranteed, uniform, after_blunders, blunders)


def answers_to_compare(
    game: ExtensiveGame,
    *,
    concepts: Sequence[str] = COMPARED,
    options: SolveOptions | None = None,
    progress: Progress | None = None,
) -> dict[str, Equilibrium | BehaviorProfile]:
    """Return exact equilibria of a game by name, one for each concept.

    The concept "nash" is called "plain LP" in a constant-sum game, and is followed by "worst Nash"; else "Nash". The
    others have their own name. `options` are those of every solver. The worst equilibrium is a profile alone.
    """
    if not concepts:
        raise ModelError(f"at least one concept to compare expected, such as {', '.join(COMPARED)}")
    is_constant_sum = game.constant_sum is not None
    answers: dict[str, Equilibrium | BehaviorProfile] = {}
    for concept in concepts:
        backend = None
        if is_constant_sum and concept == "normal-form-perfect":
            backend = "exact"  # linear programs are faster here
        equilibrium = api.solve(
            game, concept=concept, exact=True, backend=backend, options=options, progress=progress
        )

        if concept != "nash":
            answers[concept] = equilibrium
        elif not is_constant_sum:
            answers["Nash"] = equilibrium
        else:
            answers["plain LP"] = equilibrium
            if progress is not None:
                progress("looking for the worst optimal strategies")
            answers[WORST] = worst_profile(game, equilibrium.profile, options)
    return answers


def profiles_to_compare(
    game: ExtensiveGame,
    *,
    concepts: Sequence[str] = COMPARED,
    options: SolveOptions | None = None,
    progress: Progress | None = None,
) -> dict[str, BehaviorProfile]:
    """Return the profiles of `answers_to_compare`."""
    answers = answers_to_compare(game, concepts=concepts, options=options, progress=progress)
    profiles = {}
    for name, answer in answers.items():
        profiles[name] = answer.profile if isinstance(answer, Equilibrium) else answer
    return profiles


def worst_profile(
    game: ExtensiveGame, equilibrium: BehaviorProfile, options: SolveOptions | None = None
) -> BehaviorProfile:
    """Return the equilibrium whose strategies earn least against a uniformly random opponent."""

    def worst(player: int) -> BehaviorStrategy:
        opponent = uniform_strategy(game.sequences[1 - player].index)
        return extreme_optimal_strategy(
            game, player, opponent, equilibrium=equilibrium, options=options
        ).strategy

    return BehaviorProfile((worst(0), worst(1)), game)


class _PlayerTables:
    """The comparison of one player's strategies."""

    def __init__(self, comparison: StrategyComparison, part: PlayerComparison) -> None:
        game = comparison.game
        opponent = 1 - part.player
        self.part = part
        self.report = part.blunders
        self.names = comparison.names
        self.reference = comparison.reference
        self.me = game.players[part.player]
        self.opponent = game.players[opponent]
        self.my_sets = game.shown_names(part.player)
        self.their_sets = game.shown_names(opponent)

    def parts(self, everything: bool) -> Iterator[Part]:
        """Yield the tables for people."""
        yield self.payoffs(f"{self.me}: payoffs of the strategies")
        if self.report.left_out:
            return
        yield from self._differences(everything)
        yield from self._blunders(everything)

    def payoffs(self, title: str) -> Table:
        """Return what each strategy earns against three kinds of opponents."""
        rows: list[list[Cell]] = [
            ["any opponent (guaranteed)", *self.part.guaranteed],
            ["one who plays uniformly at random", *self.part.uniform],
        ]
        for share, earned in self.part.blundering.items():
            rows.append(
                [f"{self.reference}, blundering with probability {shown_rational(share)}", *earned]
            )
        return Table(title, ("against", *self.names), "l" + "r" * len(self.names), rows)

    def _differences(self, everything: bool) -> Iterator[Part]:
        # Sets that every strategy's own choices exclude matter least: they are left out first.
        differing = self.report.differences
        drawn = list(differing)
        if not everything:
            drawn = [row for row in differing if any(row.allowed)][:MAX_ROWS]
        if not drawn:
            yield Line(f"{self.me}: the strategies agree wherever one of them can lead", "dim")
            yield from _left_out(len(differing), "differing set")
            return

        rows: list[list[Cell]] = [[self.my_sets[row.infoset], *_behaviors(row)] for row in drawn]
        title = f"{self.me}: differences between the strategies"
        yield Table(title, ("information set", *self.names), "l" + "l" * len(self.names), rows)
        if not all(all(row.allowed) for row in drawn):
            yield Line("* the strategy's own earlier choices exclude this set", "dim")
        yield from _left_out(len(differing) - len(drawn), "differing set")

    def differences_data(self) -> Table:
        """Return the probabilities of all actions where strategies differ."""
        rows: list[list[Cell]] = []
        for row in self.report.differences:
            actions = behavior(row.actions, ()).names
            for action, *probabilities in zip(actions, *row.probabilities, strict=True):
                rows.append([self.my_sets[row.infoset], action, *probabilities])
        heads = ("information set", "action", *self.names)
        return Table("", heads, "ll" + "r" * len(self.names), rows)

    def _blunders(self, everything: bool) -> Iterator[Part]:
        opponent = self.opponent
        reference = self.report.reference
        total = len(self.report.blunders)
        blunders = list(self.report.blunders)
        if not everything:
            blunders = self.report.distinguishing[:MAX_ROWS]

        if not total:
            yield Line(
                f"no strategy of {self.me} ever meets an action of {opponent} that {reference} never plays",
                "dim",
            )
            return
        if not blunders:
            number = counted(total, "blunder")
            yield Line(f"all strategies gain the same from {number} of {opponent}", "dim")
            yield from _left_out(total, "blunder")
            return

        rows: list[list[Cell]] = []
        for blunder in blunders:
            worths = map(_worth, blunder.worth, blunder.gains)
            rows.append([self.their_sets[blunder.infoset], _action(blunder), *worths])
        yield Table(
            f"value of a blunder of {opponent} (and the gain by it)",
            ("information set", "blunder", *self.names),
            "ll" + "r" * len(self.names),
            rows,
        )
        yield Line(
            f"given that {opponent} plays to reach the set, blunders there once, and follows {reference} "
            "afterwards; – where the strategy never leads to the set",
            "dim",
        )
        yield from _left_out(total - len(blunders), "blunder")

    def blunders_data(self) -> Table:
        """Return the worth of all blunders, and the gain by them."""
        heads = ["information set", "blunder"]
        for name in self.names:
            heads += [f"{name}: worth", f"{name}: gain"]

        rows: list[list[Cell]] = []
        for blunder in self.report.blunders:
            row: list[Cell] = [self.their_sets[blunder.infoset], _action(blunder)]
            for worth, gain in zip(blunder.worth, blunder.gains, strict=True):
                row += [worth, gain]
            rows.append(row)
        return Table("", tuple(heads), "ll" + "r" * (len(heads) - 2), rows)


def _behaviors(row: Difference) -> Iterator[Shares]:
    for probabilities, allowed in zip(row.probabilities, row.allowed, strict=True):
        mark = "" if allowed else "  *"
        yield behavior(row.actions, probabilities, mark=mark)


def _action(blunder: Blunder) -> str:
    if re.fullmatch(r"#\d+", blunder.action):  # an action without a label
        return f"action {blunder.action[1:]}"
    return blunder.action


def _worth(worth: Fraction | None, gain: Fraction | None) -> str:
    if worth is None or gain is None:
        return "–"
    gained = short(gain)
    if gain > 0:
        rounding = "≈" if gained.startswith("≈") else ""
        gained = f"{rounding}+{gained.removeprefix('≈')}"
    return f"{short(worth)} ({gained})"


def _left_out(count: int, what: str) -> Iterator[Line]:
    if count > 0:
        yield Line(f"{counted(count, what)} left out", "dim", hint=f"{SHOW_ALL} one")


@dataclass(frozen=True)
class Blunder:
    """An action of the opponent that the reference strategy never plays, and its value to the player.

    For each named strategy of the player, `worth` is its expected payoff once the opponent has taken the action (see
    `blunder_comparison`), and `gains` the excess over its expected payoff at the set when the opponent takes the
    reference strategy's choice there instead; None where chance and that strategy never lead to the set.
    """

    infoset: str
    action: str
    worth: tuple[Fraction | None, ...]
    gains: tuple[Fraction | None, ...]

    @property
    def spread(self) -> Fraction:
        """The difference between the most and the least that a strategy gains by it."""
        known = [gain for gain in self.gains if gain is not None]
        return max(known) - min(known)


@dataclass(frozen=True, repr=False)
class BlunderComparison(Computed):
    """A comparison of named strategies of one player: differences in behavior and in payoff after blunders.

    The opponent of `player` blunders once and otherwise follows the profile named `reference`. Differences and blunders
    are in the order of a depth-first, left-to-right walk of the tree.

    - `left_out`: The names of the profiles in doubles, because of which there are neither.
    """

    player: int
    names: tuple[str, ...]
    reference: str
    differences: tuple[Difference, ...]
    blunders: tuple[Blunder, ...]
    left_out: tuple[str, ...] = ()

    @property
    def distinguishing(self) -> list[Blunder]:
        """The blunders from which the strategies gain differently, those with the largest spread first."""
        distinguishing = [blunder for blunder in self.blunders if blunder.spread > 0]
        return sorted(distinguishing, key=lambda blunder: -blunder.spread)

    def __repr__(self) -> str:
        sizes = f"{counted(len(self.differences), 'difference')}, {counted(len(self.blunders), 'blunder')}"
        return f"<BlunderComparison of {', '.join(self.names)}: {sizes}>"


def by_name(profiles: object) -> Mapping[str, Any]:
    """Return profiles by name, or raise an InputError for anything else."""
    if not isinstance(profiles, Mapping):
        raise InputError(
            f'profiles: profiles by name expected, such as {{"mine": profile, "nash": seqform.solve(game)}}, '
            f"not {type(profiles).__name__}"
        )
    return profiles


def reference_among(profiles: Mapping[str, Any], reference: str | None) -> str:
    """Return the name of the profile that an opponent follows, the last one if none is named."""
    if not profiles:
        raise ModelError("blunder_comparison: at least one profile expected")
    if reference is None:
        return tuple(profiles)[-1]
    if reference not in profiles:
        raise ModelError(
            f"blunder_comparison: no profile is named {reference!r}; there are {', '.join(profiles)}"
        )
    return reference


def blunder_comparison(
    game: Any, profiles: Mapping[str, Any], player: int | str, *, reference: str | None = None
) -> BlunderComparison:
    """Compare strategies of one player: where they differ, and the value of each blunder of the opponent to each.

    A blunder is an action to which the opponent's reference strategy gives probability 0, at any of the opponent's
    information sets. Its worth to a strategy x of the player is x's expected payoff when the opponent

    1. makes the choices that lead to the set, with probability 1,
    2. takes the action there, and
    3. follows the reference strategy afterwards,

    given that the set is reached: chance and x are taken as they are, and their probability of leading to the
    set divides. Where that probability is 0 the blunder cannot happen against x and has no worth. This is the
    counterfactual value of the action, seen from the other side.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    profiles : mapping from str to whatever `seqform.profile` takes
        Exact.
    player : int or str
        The player whose strategies are compared: 0, 1 or a name.
    reference : str, optional
        The profile that the opponent follows but for the blunder; the last one if absent.

    Raises
    ------
    ModelError
        If there is no profile, a strategy is in doubles or not one of this game, or `reference` names none.

    Notes
    -----
    If the game is constant-sum and the profiles are equilibria, a blunder at a set that the opponent reaches
    when following the reference gains nothing negative: each strategy guarantees the value. Elsewhere the opponent
    has already erred on the way, and a second error may make up for the first; the sign may be either.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.strategies.behavior import uniform_strategy
    >>> game = sf.load("guess-the-ace")
    >>> asker, answer = (sequences.index for sequences in game.sequences)
    >>> stop = BehaviorStrategy(asker, np.array([Fraction(1), Fraction(1), Fraction(0)]))
    >>> def guess(yes):
    ...     return BehaviorStrategy(answer, np.array([Fraction(1), Fraction(yes), Fraction(1 - yes)]))
    >>> report = blunder_comparison(
    ...     game, {"gullible": (stop, guess(1)), "sensible": (stop, guess(0))}, 1)
    >>> blunder, = report.blunders
    >>> blunder.infoset, blunder.action, blunder.worth
    ('start', 'ask', (Fraction(250, 13), Fraction(12750, 13)))
    """
    game = load(game)
    profiles = {name: profile(game, source) for name, source in by_name(profiles).items()}
    names = tuple(profiles)
    player = player_number(player, game.players)
    reference = reference_among(profiles, reference)
    profiles = {name: exact_profile(game, profile) for name, profile in profiles.items()}
    strategies = [profile[player] for profile in profiles.values()]
    opponent = profiles[reference][1 - player]
    return BlunderComparison(
        player,
        names,
        reference,
        tuple(differences(strategies)),
        tuple(_blunders(game, strategies, opponent)),
    )


def _blunders(
    game: ExtensiveGame, strategies: list[BehaviorStrategy], opponent: BehaviorStrategy
) -> Iterator[Blunder]:
    """Yield the actions that the opponent never plays, at the sets to which some strategy leads."""
    index = opponent.index
    after_sequences = [_worth_after(game, strategy, opponent) for strategy in strategies]
    at_sets = [_worth_at_sets(index, worth, opponent) for worth in after_sequences]
    for row in index.order.tolist():
        usual = [worth_at[row] for worth_at in at_sets]
        if all(expected is None for expected in usual):
            continue
        first = int(index.first_sequence[row])
        for sequence, name in enumerate(index.action_names[row], start=first):
            if opponent.probabilities[sequence] != 0:
                continue
            worth = tuple(worth_after[sequence] for worth_after in after_sequences)
            gains = tuple(map(_difference, worth, usual))
            yield Blunder(index.infoset_names[row], name, worth, gains)


def _difference(worth: Fraction | None, usual: Fraction | None) -> Fraction | None:
    return None if worth is None or usual is None else worth - usual


def _worth_after(
    game: ExtensiveGame, strategy: BehaviorStrategy, opponent: BehaviorStrategy
) -> npt.NDArray[Any]:
    """Return the values of a strategy after the opponent's sequences, None where chance and it never lead there."""
    index = opponent.index
    values = values_from_sequences(payoff_by_opponent(game, strategy), opponent)
    reach = reach_without(game, index.player, strategy)
    assert isinstance(reach, ExactArray)
    shares = reach.take(index.infoset_of[1:]).to_fractions()

    # The empty sequence, number 0, has no set: it is no blunder, and its worth is not asked for.
    worth = np.full(len(index), None, dtype=object)
    for sequence, share in enumerate(shares, start=1):
        if share > 0:
            worth[sequence] = values[sequence] / share
    return worth


def _worth_at_sets(
    index: SequenceIndex, worth: npt.NDArray[Any], opponent: BehaviorStrategy
) -> list[Fraction | None]:
    """Return the values of a strategy at the opponent's sets if the opponent follows the given strategy from there."""
    expected: list[Fraction | None] = []
    for start, stop in pairwise(index.first_sequence.tolist()):
        if worth[start] is None:  # and so are those of the set's other actions
            expected.append(None)
            continue
        total = Fraction(0)
        for probability, value in zip(
            opponent.probabilities[start:stop], worth[start:stop], strict=True
        ):
            total += probability * value
        expected.append(total)
    return expected


Values = npt.NDArray[Any]
"""Fractions in an object array, or doubles."""


def expected_payoff(game: Any, strategy: BehaviorStrategy, opponent: BehaviorStrategy) -> Number:
    """Return the expected payoff of a strategy's owner against a strategy of the opponent; exact if both are.

    The game is one that `seqform.load` accepts.

    Examples
    --------
    >>> import seqform as sf
    >>> kuhn = sf.load("kuhn")
    >>> first, second = sf.uniform_profile(kuhn)
    >>> expected_payoff(kuhn, first, second), expected_payoff(kuhn, second, first)
    (Fraction(1, 8), Fraction(-1, 8))
    """
    require_kind("expected_payoff, strategy", strategy, BehaviorStrategy)
    require_kind("expected_payoff, opponent", opponent, BehaviorStrategy)
    game = load(game)
    opponent = opponent.bound_to(game.sequences[1 - strategy.index.player].index)
    if not (strategy.exact and opponent.exact):
        strategy = strategy.to_floats()
        opponent = opponent.to_floats()
    value = values_from_sequences(payoff_by_opponent(game, strategy), opponent)[0]
    if isinstance(value, Fraction):
        return value
    return float(value)


def guaranteed_payoff(game: ExtensiveGame, strategy: BehaviorStrategy) -> Number:
    """Return the least expected payoff of a strategy's owner over all strategies of the opponent.

    In a constant-sum game it is the value of the game if and only if the strategy is optimal.
    """
    player = strategy.index.player
    plan = strategy.bound_to(game.sequences[player].index).plan
    return guarantee_of(game, player, plan.weights)


def blundering(strategy: BehaviorStrategy, probability: Given) -> BehaviorStrategy:
    """Return (1 - δ) β + δ u: the uniform strategy u is played with probability δ, independently at every set.

    Exact if the strategy β is.
    """
    share = blunder_probability(probability)
    uniform = uniform_strategy(strategy.index).probabilities
    if strategy.exact:
        exact = (1 - share) * strategy.probabilities + share * uniform
        return BehaviorStrategy(strategy.index, exact)
    uniform_part: Floats = float(share) * uniform.astype(np.float64)
    rounded: Floats = float(1 - share) * strategy.probabilities + uniform_part
    return BehaviorStrategy(strategy.index, rounded)


def blunder_probability(probability: Given) -> Fraction:
    """Return δ as a fraction."""
    exact = given_rational(
        probability,
        "a blunder's probability",
        "a number from 0 to 1",
        lambda share: 0 <= share <= 1,
        ModelError,
    )
    return Fraction(exact)


def payoff_by_opponent(game: ExtensiveGame, strategy: BehaviorStrategy) -> Vector:
    """Return the payoffs of a strategy's owner by the opponent's sequences, shape (|S|,); exact if the strategy is.

    For each sequence of the opponent, the sum over the leaves it leads to of the owner's payoff × chance × the owner's
    probability of playing there: Aᵀx if the owner is player 0.
    """
    player = strategy.index.player
    plan = strategy.bound_to(game.sequences[player].index).plan
    return payoff_by_sequence(game, player, 1 - player, plan.weights)


def values_from_sequences(payoff: Vector, behavior: BehaviorStrategy) -> Values:
    """Return the payoff that play contributes from each sequence on, when its owner follows a strategy β, shape (|S|,).

    V(σ) = payoff(σ) + Σ over the sets h after σ and their actions c of β(c) V(σ_h c), where `payoff` is the
    contribution of each sequence itself, to either player. The first entry is the expected payoff. Fractions if
    `payoff` is exact, in which case the strategy has to be. Computed from the last choices to the first, so that most
    numbers stay short: the plan of a blundering strategy over one common denominator would not.
    """
    index = behavior.index
    values: Values
    if isinstance(payoff, ExactArray):
        values = np.array(payoff.to_fractions(), dtype=object)
    else:
        values = payoff.copy()

    # A stage holds the sets with equally many own choices before them: the last stage has nothing below it.
    for sets, sequences in reversed(index.stages):
        num_actions = index.num_actions[sets]
        starts = np.cumsum(num_actions) - num_actions
        weighted = behavior.probabilities[sequences] * values[sequences]
        np.add.at(values, index.parent_sequence[sets], np.add.reduceat(weighted, starts))
    return values
