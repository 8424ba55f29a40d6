"""Values of the actions at all information sets of a tree, under a profile and under best replies to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.analysis.comparison import values_from_sequences
from seqform.errors import GameError
from seqform.io.load import load
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import counted
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import infoset_reach, reach_without
from seqform.models.table import MAX_ROWS, SHOW_ALL, Cell, Line, Part, Report, Table, Tabular
from seqform.playable.profiles import profile as profile_of
from seqform.verify.nash import best_response, payoff_per_sequence

if TYPE_CHECKING:
    from seqform.models.answers.equilibrium import Equilibrium

_COLUMNS = (
    "player",
    "information set",
    "action",
    "probability",
    "reach",
    "counterfactual reach",
    "value",
    "best value",
    "set value",
    "regret",
)
_SHOWN = (1, 2, 3, 4, 6, 7, 9)
"""The columns of tables for people."""


@dataclass(frozen=True)
class ActionValue:
    """An action at an information set, with its values to the player who takes it.

    - `probability`: Of the action, under the profile.
    - `reach`: The probability of the information set under the profile.
    - `counterfactual_reach`: The same if the player makes every choice that leads there.
    - `value`: The expected payoff of the action if the profile is played afterwards.
    - `best_value`: The same if the player's best reply to the opponent is played afterwards.
    - `set_value`: The expected payoff at the information set under the profile.
    - `regret`: The most by which another continuation at the information set raises `set_value`.

    Values are given that the set is reached, with the probabilities of its nodes that chance and the opponent make;
    they are None where these never lead there.
    """

    player: int
    infoset: str
    action: str
    probability: Number
    reach: Number
    counterfactual_reach: Number
    value: Number | None
    best_value: Number | None
    set_value: Number | None
    regret: Number | None


@dataclass(frozen=True, eq=False, repr=False)
class ActionValues(Computed, Tabular):
    """The values of all actions of a game, in the order of the information sets in the tree, player 0's first."""

    game: ExtensiveGame
    actions: tuple[ActionValue, ...]

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[ActionValue]:
        return iter(self.actions)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table for each player, without columns that follow from others; in data there is one with all."""
        parts: list[Part] = []
        all_rows: list[list[Cell]] = []
        for player in (0, 1):
            names = self.game.shown_names(player)
            rows = [self._row(entry, names) for entry in self.actions if entry.player == player]
            all_rows += rows
            short_rows = [[row[place] for place in _SHOWN] for row in rows]
            hidden = len(rows) - MAX_ROWS
            if hidden > 0 and not everything:
                short_rows = short_rows[:MAX_ROWS]
            columns = tuple(_COLUMNS[place] for place in _SHOWN)
            title = f"{self.game.players[player]}: values of actions"
            parts.append(Table(title, columns, "llrrrrr", short_rows))
            if hidden > 0 and not everything:
                parts.append(Line(f"{counted(hidden, 'more action')}; {SHOW_ALL} action", "dim"))

        table = Table(f"values of actions of {self.game.title}", _COLUMNS, "lllrrrrrrr", all_rows)
        return Report(parts, {"values": lambda: table})

    def _row(self, entry: ActionValue, names: dict[str, str]) -> list[Cell]:
        """Return the cells of an action in the order of all columns, with the name of its set for people."""
        return [
            self.game.players[entry.player],
            names[entry.infoset],
            entry.action,
            entry.probability,
            entry.reach,
            entry.counterfactual_reach,
            entry.value,
            entry.best_value,
            entry.set_value,
            entry.regret,
        ]

    def __repr__(self) -> str:
        return f"<ActionValues of {self.game.title!r}: {counted(len(self.actions), 'action')}>"


@dataclass(frozen=True)
class PlayerValues:
    """The values of one player's information sets and sequences, as lists in the order of the player's sequences.

    Entries are None where chance and the opponent never lead. `set_value` and `regret` are of sets, `value` and
    `best_value` of sequences, the empty one first.
    """

    weights: list[Number]
    value: list[Number | None]
    best_value: list[Number | None]
    set_value: list[Number | None]
    regret: list[Number | None]

    @classmethod
    def of(cls, game: ExtensiveGame, profile: BehaviorProfile, player: int) -> PlayerValues:
        """Return the values of a player under a profile, exact where the opponent's strategy is.

        Sums over the leaves weigh each by chance and the opponent. Divided by the weight with which these lead to a set
        they are expected payoffs there.
        """
        index = game.sequences[player].index
        opponent = profile[1 - player]
        behavior = profile[player]
        payoff = payoff_per_sequence(game, player, opponent)
        if isinstance(payoff, ExactArray) and not behavior.exact:
            payoff = payoff.to_floats()
        if not isinstance(payoff, ExactArray):
            behavior = behavior.to_floats()

        worth = values_from_sequences(payoff, behavior)
        best = best_response(game, player, opponent)
        best_worth = _entries(best.sequence_value)
        best_set_worth = _entries(best.infoset_value)
        choice_worth = (behavior.probabilities * worth)[1:]  # without the empty sequence
        set_worth: list[Number] = []
        if len(choice_worth):
            set_worth = np.add.reduceat(choice_worth, index.first_sequence[:-1] - 1).tolist()

        weights = _entries(reach_without(game, player, opponent))
        worth_of_sequences: list[Number] = worth.tolist()
        value: list[Number | None] = [worth_of_sequences[0]]
        best_value: list[Number | None] = [best_worth[0]]
        set_value: list[Number | None] = []
        regret: list[Number | None] = []
        for row, weight in enumerate(weights):
            start, stop = index.first_sequence[row : row + 2].tolist()
            for sequence in range(start, stop):
                value.append(_share(worth_of_sequences[sequence], weight))
                best_value.append(_share(best_worth[sequence], weight))
            set_value.append(_share(set_worth[row], weight))
            regret.append(_share(best_set_worth[row] - set_worth[row], weight))
        return cls(weights, value, best_value, set_value, regret)


def _share(worth: Any, weight: Any) -> Any:
    """Return a sum over leaves given that a set of some weight is reached; None where it never is."""
    if not weight:
        return None
    return worth / weight


def _entries(vector: Any) -> list[Any]:
    return vector.to_fractions() if isinstance(vector, ExactArray) else vector.tolist()


def action_values(
    game: ExtensiveGame | str | Path | Any, profile: BehaviorProfile | Equilibrium | Any
) -> ActionValues:
    """Return the values of all actions of a tree under a profile, and under best replies to it.

    Counterfactual values, as algorithms such as CFR compute them, are `value` times `counterfactual_reach`.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    profile : BehaviorProfile, Equilibrium, or anything that `seqform.profile` accepts

    Returns
    -------
    ActionValues
        One entry for each action, in units of payoff; exact where both strategies are. ``to_frame()`` has them as a
        data frame, ``to_csv()`` as a text.

    Raises
    ------
    GameError
        Of games of matrices, of which no probability of an information set is known.

    Examples
    --------
    >>> import seqform as sf
    >>> values = sf.action_values("kuhn", sf.uniform_profile("kuhn"))
    >>> [(entry.action, entry.value, entry.best_value) for entry in values if entry.infoset == "K:"]
    [('check', Fraction(3, 4), Fraction(3, 2)), ('bet', Fraction(3, 2), Fraction(3, 2))]
    """
    tree = load(game)
    if tree.matrices is not None:
        raise GameError(
            f"{tree.title}: values of actions are of trees; seqform.check has the payoffs and regrets of a game of "
            "matrices"
        )
    strategies = profile_of(tree, profile)
    actions: list[ActionValue] = []
    for player, sequences in enumerate(tree.sequences):
        index = sequences.index
        values = PlayerValues.of(tree, strategies, player)
        reach = _entries(infoset_reach(tree, strategies, player))
        shares = strategies[player].probabilities.tolist()
        for row in index.order.tolist():
            start = int(index.first_sequence[row])
            for sequence, action in enumerate(index.action_names[row], start=start):
                actions.append(
                    ActionValue(
                        player=player,
                        infoset=index.infoset_names[row],
                        action=action,
                        probability=shares[sequence],
                        reach=reach[row],
                        counterfactual_reach=values.weights[row],
                        value=values.value[sequence],
                        best_value=values.best_value[sequence],
                        set_value=values.set_value[row],
                        regret=values.regret[row],
                    )
                )
    return ActionValues(tree, tuple(actions))
