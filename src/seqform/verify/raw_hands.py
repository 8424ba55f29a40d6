"""Ex-post guarantees: what strategies for classes of hands are worth in the original game, hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np

from seqform.errors import ModelError
from seqform.models.certificate import Certificate
from seqform.models.class_strategy import ClassStrategy
from seqform.models.exact import Floats
from seqform.models.immutable import Immutable
from seqform.models.information_filter import InformationFilter
from seqform.models.ordered_game import OrderedGame
from seqform.verify.lifted_strategy import LiftedStrategy, lift
from seqform.verify.public_states import CONSTANT, PublicBlock, num_public_states, public_blocks
from seqform.verify.round_induction import HandValues, RoundInduction

Progress = Callable[[str], None]

_BLOCK_ENTRIES = 2**20
"""How many doubles the largest table of a block of public states has, about: 8 MB."""

_UNIT_ROUNDOFF = 2.0**-53


@dataclass(frozen=True, eq=False)
class HandsReport(Immutable):
    """What two strategies are worth on the hands themselves.

    Attributes
    ----------
    certificate : Certificate
        In doubles.
    rounding_bound : float
        No value of the certificate is further than this from the one that exact arithmetic gives.
    hands : tuple of str
        The hands of the first round: what a player may see in it, by the signals' names.
    values, best_response_values : two ndarrays, shape (hands,)
        What each player expects with every hand of the first round: with the strategy, and with the best reply.
    """

    certificate: Certificate
    rounding_bound: float
    hands: tuple[str, ...]
    values: tuple[Floats, Floats]
    best_response_values: tuple[Floats, Floats]


def certify_hands(
    game: OrderedGame,
    filters: tuple[InformationFilter, InformationFilter],
    strategies: tuple[ClassStrategy, ClassStrategy],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> HandsReport:
    """Return what strategies that see classes of hands are worth where hands are seen (Gilpin & Sandholm, section 6).

    Each player's strategy is fixed in turn, and the other replies best to it, seeing all signals as they are.
    Nothing is taken from the abstraction but which class a hand belongs to; the sums are over the game's own deals.

    Parameters
    ----------
    game : OrderedGame
        Zero-sum or not.
    filters : two InformationFilter
        Player 1's and player 2's.
    strategies : two ClassStrategy
        Player 1's and player 2's, for the classes of the filters.
    threads : int
        How many blocks of public states are worked on in parallel.
    progress : callable, optional
        Told how many public states are done.

    Returns
    -------
    HandsReport

    Raises
    ------
    ModelError
        If a filter or a strategy is for another game or player.

    Notes
    -----
    In a public state, n hands of one player meet n of the other, which costs n² for every end and history; deals of
    a few public states are in memory at a time.

    `HandsReport.rounding_bound` is m u M / (1 - m u): u is 2⁻⁵³, M bounds the payoffs, and m is the number of
    successive roundings through which a term of the sums passes at most. It holds because terms have
    weights that are probabilities, and because a maximum is no further from the true one than the numbers compared.

    Examples
    --------
    Kuhn's poker. Both check, and fold to a bet, whatever they hold; who bets instead wins the antes:

    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> game = kuhn("kuhn")
    >>> blind = InformationFilter.coarsest(game)
    >>> timid = np.array([1.0, 0.0, 1.0, 0.0]).reshape(1, 4, 1)
    >>> strategies = [ClassStrategy(class_game(blind), player, (timid,)) for player in (0, 1)]
    >>> certify_hands(game, (blind, blind), (strategies[0], strategies[1])).certificate.best_response_values
    (1.0, 1.0)
    """
    if [strategy.player for strategy in strategies] != [0, 1]:
        raise ModelError("a strategy of player 1 and one of player 2 expected, in this order")
    first, second = (lift(game, one, strategy) for one, strategy in zip(filters, strategies, strict=True))
    return certify_lifted(game, (first, second), threads=threads, progress=progress)


def certify_lifted(
    game: OrderedGame,
    strategies: tuple[LiftedStrategy, LiftedStrategy],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> HandsReport:
    """Return what strategies that say what to do with every hand are worth; see `certify_hands`."""
    found, largest = _play_back(game, strategies, max(1, threads), progress)
    (best_1, played_1), (best_2, played_2) = ((one.best[:, 0], one.played[:, 0]) for one in found)
    roundings = _roundings(game) * _UNIT_ROUNDOFF
    rounding_bound = roundings * largest / (1 - roundings)
    certificate = Certificate.in_doubles(
        values=(float(played_1.sum()), float(played_2.sum())),
        best_response_values=(float(best_1.sum()), float(best_2.sum())),
        rounding=2 * rounding_bound,
        constant_sum=game.constant_sum,
        note="best replies see the hands themselves",
    )
    chances = _chances(game)
    return HandsReport(
        certificate=certificate,
        rounding_bound=rounding_bound,
        hands=tuple(" ".join(game.signals[signal] for signal in row) for row in game.views[0].signals.tolist()),
        values=(played_1 / chances[0], played_2 / chances[1]),
        best_response_values=(best_1 / chances[0], best_2 / chances[1]),
    )


def _play_back(
    game: OrderedGame, lifted: tuple[LiftedStrategy, LiftedStrategy], threads: int, progress: Progress | None
) -> tuple[tuple[HandValues, HandValues], float]:
    """Return both players' values of every hand of the first round, times its probability; and the largest payoff."""
    rounds = range(len(game.rounds))
    states = [num_public_states(game, number) for number in rounds]
    done, largest = 0, 0.0
    values = (HandValues.zeros(0), HandValues.zeros(0))
    with ThreadPoolExecutor(threads) as pool:
        for number in reversed(rounds):
            induction = RoundInduction(game, number, lifted, values)
            values = _begun(game, number), _begun(game, number)
            target = game.views[number].parent if number else np.arange(len(game.views[0]))
            size = induction.block_size(_BLOCK_ENTRIES, len(game.views[number]) // states[number])
            for blocks in _batches(public_blocks(game, number, size), threads):
                for block, found in zip(blocks, pool.map(induction.root_values, blocks), strict=True):
                    for sums, one in zip(values, found, strict=True):
                        sums.add(target[block.members], one)
                    largest = max(largest, induction.largest_payoff(block))
                    done += len(block.members)
                if progress is not None:
                    progress(f"best replies: {done:,} of {sum(states):,} public states")
    return values, largest


def _begun(game: OrderedGame, number: int) -> HandValues:
    """Return zeros for what round `number` will be worth to the views of the round before, or of the first round."""
    return HandValues.zeros(len(game.views[max(number - 1, 0)]), game.num_histories[number])


def _batches(blocks: Iterator[PublicBlock], size: int) -> Iterator[list[PublicBlock]]:
    while batch := list(islice(blocks, size)):
        yield batch


def _chances(game: OrderedGame) -> tuple[Floats, Floats]:
    """Return how likely each hand of the first round is, for each player."""
    first, second = np.zeros(len(game.views[0])), np.zeros(len(game.views[0]))
    for block in public_blocks(game, 0, 1):
        first[block.members] = block.matrices[CONSTANT].sum(axis=2)
        second[block.members] = block.matrices[CONSTANT].sum(axis=1)
    return first, second


def _roundings(game: OrderedGame) -> int:
    """Return through how many successive roundings a term of the sums passes at most."""
    count, met, before = 10 + len(game.features), 0, 1
    for number, (one, views) in enumerate(zip(game.rounds, game.views, strict=True)):
        depth = max(len(one.stage.path(leaf)) for leaf in one.stage.leaves)
        actions = max(len(children) for children in one.stage.children)
        count += len(views) // before + 3 * depth * (actions + 2)
        met = max(met, len(views) // num_public_states(game, number))
        before = len(views)
    return count + met
