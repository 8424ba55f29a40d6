"""A short way to write a card game with limit betting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.games.betting import ACTIONS, betting_round
from seqform.errors import GameError
from seqform.models.deals import PUBLIC
from seqform.models.ordered_game import Number, OrderedGame, Payoff, Round, ordered_game
from seqform.models.signal_features import Comparison, Strength, numbers_of
from seqform.models.stage_game import CONTINUE, OVER, Ending, StageGame, Turn, turn

SHOWDOWN = "showdown"
LETTERS = {word: letter for letter, word in ACTIONS.items()}


@dataclass(frozen=True)
class Betting:
    """One round: cards, then betting.

    Parameters
    ----------
    bet : int or Fraction
        The size of bets and raises; above 0.
    max_bets : int
        Bets and raises together; 0 for a round of cards alone.
    public, private : int
        Cards revealed before the betting: on the table, and to each player.

    Raises
    ------
    GameError
        If a number is of the wrong kind or too small.
    """

    bet: Number
    max_bets: int = 1
    public: int = 0
    private: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.bet, int | Fraction) or self.bet <= 0:
            raise GameError(f"Betting: bet={self.bet!r}: an integer or a Fraction above 0 expected")
        for name in ("max_bets", "public", "private"):
            number = getattr(self, name)
            if not isinstance(number, int) or number < 0:
                raise GameError(f"Betting: {name}={number!r}: a whole number from 0 on expected")


def limit_poker(
    title: str, *, deck: Sequence[str], ante: Number, rounds: Sequence[Betting], strength: Strength
) -> OrderedGame:
    """Return a limit poker game: both ante, cards and betting alternate, and the stronger hand wins the pot.

    Parameters
    ----------
    title : str
    deck : sequence of str
        The cards' names.
    ante : int or Fraction
    rounds : sequence of Betting
    strength : callable
        From the public cards and a player's private ones, one hand a row, by their places in the deck, to numbers:
        the higher wins, equal ones split the pot. It is asked in every round, with the cards that are there by then.

    Raises
    ------
    GameError
        If there are too few cards, or `strength` fails or returns anything but an integer for each hand.

    Examples
    --------
    Kuhn's poker:

    >>> limit_poker("kuhn", deck="JQK", ante=1, rounds=[Betting(1, private=1)],
    ...             strength=lambda table, own: own[:, 0])
    <OrderedGame 'kuhn': 1 rounds, 3 signals>
    """
    showdown = Comparison(strength, SHOWDOWN)

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        paid = [ante, ante]
        folded = None
        for one, actions in zip(rounds, path, strict=False):
            now = betting_round(one.max_bets)["".join(LETTERS[action] for action in actions)]
            paid = [total + one.bet * bets for total, bets in zip(paid, now.paid, strict=True)]
            folded = now.folded
        if folded is None:
            return {SHOWDOWN: paid[0]}, {SHOWDOWN: -paid[0]}
        lost = paid[folded]
        return (-lost, lost) if folded == 0 else (lost, -lost)

    last = len(rounds) - 1
    game = ordered_game(
        title,
        [
            Round(betting_stage(one.max_bets, number == last), one.public, one.private)
            for number, one in enumerate(rounds)
        ],
        deck,
        [showdown],
        utility,
        ordering=[strength],
        marks=LETTERS,
    )
    _check_strength(game, strength)
    return game


def _check_strength(game: OrderedGame, strength: Strength) -> None:
    """Ask for the strength of one hand in every round, so that a mistake is told before the work."""
    for number, receivers in enumerate(game.receivers, start=1):
        hand = np.arange(len(receivers))[None, :]
        public, private = (hand[:, [who == wanted for who in receivers]] for wanted in (PUBLIC, 0))
        try:
            numbers_of(strength, public, private)
        except GameError as error:
            raise GameError(f"{game.title}: strength in round {number}: {error}") from error.__cause__


def betting_stage(max_bets: int, last: bool) -> StageGame:
    """Return a betting round as a stage game; folds end the game, and so does everything else in the last round."""
    turns = betting_round(max_bets)

    def node(history: str) -> Turn | Ending:
        here = turns[history]
        if here.actions:
            return turn(here.player + 1, {ACTIONS[letter]: node(history + letter) for letter in here.actions})
        return OVER if last or here.folded is not None else CONTINUE

    return StageGame.of(node(""))
