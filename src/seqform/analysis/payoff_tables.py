"""Tables of payoffs by the reduced pure strategies of both players, with iterated strict dominance."""

from __future__ import annotations

from typing import Any

from seqform.analysis.dominance import dominated as dominated_actions
from seqform.builders.forms.normal_form import in_normal_form
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.errors import TooLargeError
from seqform.io.load import load
from seqform.models.answers.payoff_table import MOST_STRATEGIES, Payoffs, PayoffTable
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import rough_count
from seqform.models.options import argument, truth


def payoff_table(game: Any, *, dominated: bool = False) -> PayoffTable:
    """Return the payoffs of both players by their pure strategies, with best replies and pure equilibria.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        With two players, perfect recall, and up to 12 pure strategies of each in the reduced normal form.
    dominated : bool
        Also eliminate what is strictly dominated, by a pure strategy or a mixture, turn by turn; `turns` has the turns.

    Returns
    -------
    PayoffTable
        In rational arithmetic; `chart` draws it.

    Raises
    ------
    TooLargeError
        If a player has more strategies.

    Examples
    --------
    >>> table = payoff_table("prisoners-dilemma", dominated=True)
    >>> table.equilibria, table.turns
    (((1, 1),), ((1, 0), (2, 0)))
    """
    argument("dominated", truth, dominated)
    tree = load(game)
    counts = [count_pure_strategies(index) for index in sequence_form(tree).target.sequences]
    if max(counts) > MOST_STRATEGIES:
        raise TooLargeError(
            f"{tree.title!r}: a table of payoffs has up to {MOST_STRATEGIES} pure strategies of each player, but the "
            f"reduced normal form is {' × '.join(map(rough_count, counts))}; draw the tree instead: seqform draw GAME"
        )
    normal = in_normal_form(tree)
    strategies = (normal.information_sets.actions(0), normal.information_sets.actions(1))
    payoffs = (
        _rows(normal, 0, len(strategies[1])),
        _rows(normal, 1, len(strategies[1])),
    )
    turns = None
    if dominated:
        turns = (_turns(normal, 0), _turns(normal, 1))
    return PayoffTable(tree, strategies, payoffs, turns)


def _rows(normal: ExtensiveGame, player: int, width: int) -> Payoffs:
    """Return the payoffs of a player in a game in which each player moves once, whose plays end row by row."""
    payoffs = normal.leaf_payoffs[player].to_fractions()
    return tuple(tuple(payoffs[start : start + width]) for start in range(0, len(payoffs), width))


def _turns(normal: ExtensiveGame, player: int) -> tuple[int, ...]:
    """Return the turns in which iterated strict dominance eliminates a player's strategies."""
    turn_of = {
        (each.player, each.action): each.turn
        for each in dominated_actions(normal, iterated=True, strict=True)
    }
    names = normal.information_sets.actions(player)
    return tuple(turn_of.get((player, name), 0) for name in names)
