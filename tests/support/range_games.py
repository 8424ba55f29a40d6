"""Small games with ranges of hands, at random: hands of one or two cards, boards, ties, weights of zero."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints


def range_game(
    seed: int, *, cards: int = 6, hand_size: int = 1, boards: Sequence[int] = (0,), bits: int = 3
) -> OrderedGame:
    """Return a game in which player 0 stops in each round or goes on, and hands are compared in the end.

    - `boards`: The number of public cards of each round, 0 in the first.
    - `bits`: Of the largest weight of a hand.
    """
    random = np.random.default_rng(seed)
    rank = random.integers(0, 3, cards)

    def strength(public: Ints, private: Ints) -> Ints:
        paired = (private[:, :, None] == public[:, None, :] + 1).any(axis=(1, 2))
        return np.asarray(rank[private].sum(axis=1) + 2 * paired, dtype=np.int64)

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        stake = len(path)
        if path[-1][-1] == "stop":
            return {"constant": -stake}, {"constant": stake}
        return {"showdown": stake}, {"showdown": -stake}

    names = [f"c{card}" for card in range(cards)]
    hands = list(combinations(names, hand_size))

    def weights() -> dict[str | tuple[str, ...], int]:
        drawn = {}
        for hand in hands:
            weight = int(random.integers(0, 2**20)) << max(0, bits - 20)
            drawn[hand[0] if hand_size == 1 else hand] = weight % (1 << bits)
        return drawn

    last = len(boards) - 1
    rounds = []
    for number, public in enumerate(boards):
        ending = OVER if number == last else CONTINUE
        stage = StageGame.of(turn(0, {"stop": OVER, "on": turn(1, {"see": ending})}))
        rounds.append(Round(stage, public, hand_size if number == 0 else 0))
    for _ in range(20):
        try:
            return ordered_game(
                f"ranges {seed}",
                rounds,
                names,
                [Comparison(strength)],
                utility,
                ordering=[strength],
                ranges=(weights(), weights()),
            )
        except GameError:  # ranges of which no two hands meet, or without a hand
            continue
    raise AssertionError("no ranges whose hands meet")
