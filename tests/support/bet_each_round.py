"""Games with ranges in which player 0 may bet in every round, and player 1 folds or calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn


def bet_each_round(
    ranges: Ranges,
    signals: str,
    compared: Comparison,
    rounds: int,
    symmetries: Sequence[Mapping[str, str]] = (),
) -> OrderedGame:
    """Return the game; a public signal is drawn before every round but the first, and a bet costs 1."""
    stages = []
    for number in range(rounds):
        end = OVER if number == rounds - 1 else CONTINUE
        bet = turn(1, {"fold": OVER, "call": end})
        stages.append(StageGame.of(turn(0, {"check": turn(1, {"check": end}), "bet": bet})))

    def utility(path: tuple[tuple[str, ...], ...]) -> Any:
        bets = sum("bet" in actions for actions in path)
        if path[-1][-1] == "fold":
            return bets, -bets
        return {compared.name: 1 + bets}, {compared.name: -1 - bets}

    dealt = [Round(stages[0], 0, ranges.hand_size)]
    dealt += [Round(stage, 1, 0) for stage in stages[1:]]
    return ordered_game(
        "drawn",
        dealt,
        signals,
        [compared],
        utility,
        ordering=[compared.strength],
        ranges=ranges,
        symmetries=symmetries,
    )
