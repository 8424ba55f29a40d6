"""A small class game with its payoff matrix written out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.class_game import ClassGame
from seqform.models.exact import ExactArray, ExactMatrix, Floats
from seqform.models.saddle_point import SaddlePointProblem
from seqform.models.sequences import SequenceIndex


def written_out(game: ClassGame) -> SaddlePointProblem:
    """Return the saddle point of a class game.

    Sequences come by rounds, then by class, history and choice; see `flattened`.
    """
    rows, columns, values = [], [], []
    for number, (stage, pairs, payoffs) in enumerate(zip(game.stages, game.pairs, game.payoffs, strict=True)):
        denominator = pairs.denominator * payoffs.denominator
        for place, end in enumerate(stage.ends):
            for history in range(game.num_histories[number]):
                coefficients = payoffs.numerators[0, :, place, history].tolist()
                for pair, features in enumerate(pairs.numerators.T.tolist()):
                    earned = sum(a * b for a, b in zip(coefficients, features, strict=True))
                    rows.append(_sequence(game, 0, number, int(pairs.first[pair]), end, history))
                    columns.append(_sequence(game, 1, number, int(pairs.second[pair]), end, history))
                    values.append(Fraction(earned, denominator))
    matrix = ExactMatrix.from_entries(
        (game.num_sequences(0), game.num_sequences(1)),
        np.array(rows, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        ExactArray.of(values),
    )
    return SaddlePointProblem((_sequences(game, 0), _sequences(game, 1)), matrix, game.payoff_spread, game.title)


def flattened(game: ClassGame, player: int, plan: list[Floats]) -> Floats:
    """Return a plan that is kept by rounds as one vector over the sequences of `written_out`."""
    rounds = [np.ascontiguousarray(table.transpose(0, 2, 1)).ravel() for table in plan]
    return np.concatenate([np.ones(1), *rounds])


def _sequence(game: ClassGame, player: int, number: int, one: int, node: int, history: int) -> int:
    """Return the player's last sequence on the way to a node of a round."""
    choice = game.stages[number].sequences(player).at[node]
    if choice:
        _, choices, histories = game.shape(player, number)
        earlier = sum(int(np.prod(game.shape(player, before))) for before in range(number))
        return earlier + (one * histories + history) * choices + choice
    if number == 0:
        return 0
    continuing = game.stages[number - 1].continuing
    history, leaf = divmod(history, len(continuing))
    return _sequence(game, player, number - 1, int(game.parents[player][number][one]), continuing[leaf], history)


def _sequences(game: ClassGame, player: int) -> SequenceIndex:
    above, actions = [], []
    for number, stage in enumerate(game.stages):
        for one in range(game.num_classes[player][number]):
            for history in range(game.num_histories[number]):
                for node in stage.sets(player):
                    above.append(_sequence(game, player, number, one, node, history))
                    actions.append(len(stage.children[node]))
    return SequenceIndex(
        player=player,
        parent_sequence=np.array(above, dtype=np.int64),
        first_sequence=np.cumsum([1, *actions]).astype(np.int64),
        infoset_names=tuple(f"set {k + 1}" for k in range(len(above))),
        action_names=tuple(tuple(f"action {a + 1}" for a in range(count)) for count in actions),
        order=np.arange(len(above), dtype=np.int64),
    )
