"""A short way to write a card game with limit betting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seqform.builders.games.betting import ACTIONS, betting_round
from seqform.models.ordered_game import Number, OrderedGame, Payoff, Round, ordered_game
from seqform.models.signal_features import Comparison, Strength
from seqform.models.stage_game import CONTINUE, OVER, Ending, StageGame, Turn, turn

SHOWDOWN = "showdown"
LETTERS = {word: letter for letter, word in ACTIONS.items()}


@dataclass(frozen=True)
class Betting:
    """One round: cards, then betting.

    Parameters
    ----------
    bet : int or Fraction
        The size of bets and raises.
    max_bets : int
        Bets and raises together.
    public, private : int
        Cards revealed before the betting: on the table, and to each player.
    """

    bet: Number
    max_bets: int = 1
    public: int = 0
    private: int = 0


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
        the higher wins, equal ones split the pot.

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
    return ordered_game(
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


def betting_stage(max_bets: int, last: bool) -> StageGame:
    """Return a betting round as a stage game; folds end the game, and so does everything else in the last round."""
    turns = betting_round(max_bets)

    def node(history: str) -> Turn | Ending:
        here = turns[history]
        if here.actions:
            return turn(here.player + 1, {ACTIONS[letter]: node(history + letter) for letter in here.actions})
        return OVER if last or here.folded is not None else CONTINUE

    return StageGame.of(node(""))
