"""Differences between strategies, and the value of an opponent's blunder to each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.analysis.play_value import payoff_by_opponent, values_from_sequences
from seqform.errors import InputError, ModelError
from seqform.io.load import load
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.games.players import player_number
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import BehaviorStrategy
from seqform.models.strategies.differences import Difference, differences
from seqform.models.strategies.reach import reach_without
from seqform.playable.profiles import profile
from seqform.verify.sequential import exact_profile


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


@dataclass(frozen=True)
class BlunderComparison:
    """A comparison of named strategies of one player: differences in behavior and in payoff after blunders.

    The opponent of `player` blunders once and otherwise follows the profile named `reference`. Differences and blunders
    are in the order of a depth-first, left-to-right walk of the tree.
    """

    player: int
    names: tuple[str, ...]
    reference: str
    differences: tuple[Difference, ...]
    blunders: tuple[Blunder, ...]

    @property
    def distinguishing(self) -> list[Blunder]:
        """The blunders from which the strategies gain differently, those with the largest spread first."""
        return sorted((blunder for blunder in self.blunders if blunder.spread > 0), key=lambda blunder: -blunder.spread)


def by_name(profiles: object) -> Mapping[str, Any]:
    """Return profiles by name, or raise an InputError for anything else."""
    if not isinstance(profiles, Mapping):
        raise InputError(
            f'profiles: profiles by name expected, such as {{"mine": profile, "nash": seqform.solve(game)}}, '
            f"not {type(profiles).__name__}"
        )
    return profiles


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
    >>> from seqform.solving.api import uniform_strategy
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
    profiles = {name: profile(game, given) for name, given in by_name(profiles).items()}
    names = tuple(profiles)
    player = player_number(player, game.players)
    if not names:
        raise ModelError("blunder_comparison: at least one profile expected")
    reference = names[-1] if reference is None else reference
    if reference not in profiles:
        raise ModelError(f"blunder_comparison: no profile is named {reference!r}; there are {', '.join(names)}")
    profiles = {name: exact_profile(game, profile) for name, profile in profiles.items()}
    strategies = [profile[player] for profile in profiles.values()]
    opponent = profiles[reference][1 - player]
    return BlunderComparison(
        player, names, reference, tuple(differences(strategies)), tuple(_blunders(game, strategies, opponent))
    )


def _blunders(game: ExtensiveGame, strategies: list[BehaviorStrategy], opponent: BehaviorStrategy) -> Iterator[Blunder]:
    index = opponent.index
    after = [_worth_after(game, strategy, opponent) for strategy in strategies]
    at_sets = [_worth_at_sets(index, worth, opponent) for worth in after]
    for row in index.order.tolist():
        if all(expected[row] is None for expected in at_sets):
            continue
        for action, name in enumerate(index.action_names[row]):
            sequence = int(index.first_sequence[row]) + action
            if opponent.probabilities[sequence] == 0:
                worth = tuple(values[sequence] for values in after)
                usual = (expected[row] for expected in at_sets)
                gains = tuple(None if got is None else got - instead for got, instead in zip(worth, usual, strict=True))
                yield Blunder(index.infoset_names[row], name, worth, gains)


def _worth_after(game: ExtensiveGame, strategy: BehaviorStrategy, opponent: BehaviorStrategy) -> npt.NDArray[Any]:
    """Return the values of a strategy after the opponent's sequences, None where chance and it never lead there."""
    index = opponent.index
    values = values_from_sequences(payoff_by_opponent(game, strategy), opponent)
    reach = reach_without(game, index.player, strategy)
    assert isinstance(reach, ExactArray)
    worth = np.full(len(index), None, dtype=object)
    for sequence, share in enumerate(reach.take(index.infoset_of[1:]).to_fractions(), start=1):
        if share > 0:
            worth[sequence] = values[sequence] / share
    return worth


def _worth_at_sets(index: SequenceIndex, worth: npt.NDArray[Any], opponent: BehaviorStrategy) -> list[Fraction | None]:
    """Return the values of a strategy at the opponent's sets if the opponent follows the given strategy from there."""
    expected: list[Fraction | None] = []
    for start, stop in zip(index.first_sequence[:-1], index.first_sequence[1:], strict=True):
        shares = zip(opponent.probabilities[start:stop], worth[start:stop], strict=True)
        expected.append(None if worth[start] is None else sum((share * value for share, value in shares), Fraction(0)))
    return expected
