"""Which mistakes of a player would give the opponent the beliefs that an assessment says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from seqform.models.assessment import Assessment
from seqform.models.consistency import Trembles
from seqform.models.exact import Ints
from seqform.models.game import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.sequences import SequenceIndex
from seqform.system.packages import require
from seqform.verify.chains import least_levels
from seqform.verify.flint_numbers import fractions, rational
from seqform.verify.ratios import Ratios


@dataclass(frozen=True, eq=False)
class Comparisons(Immutable):
    """What the opponent's beliefs say about how likely nodes are, each compared with one that is believed in.

    Attributes
    ----------
    nodes, references : ndarray of int, shape (k,)
        Nodes, and of the same information set a node with positive belief.
    believed : ndarray of bool, shape (k,)
        Whether the node has positive belief as well.
    """

    nodes: Ints
    references: Ints
    believed: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


def explaining_mistakes(game: ExtensiveGame, assessment: Assessment, player: int) -> Trembles | str:
    """Return mistakes of a player that explain the opponent's beliefs, or a sentence that says why there are none.

    Parameters
    ----------
    game : ExtensiveGame
    assessment : Assessment
        Exact; its beliefs rule out nodes that chance never leads to.
    player : int
        0 or 1, who makes the mistakes.
    """
    behavior = assessment.profile[player]
    beliefs = comparisons(game, assessment, 1 - player)
    ratios = _ratios(game, assessment, player, beliefs)
    if isinstance(ratios, str):
        return ratios
    classes = [ratios.of(sequence) for sequence in range(len(behavior.index))]
    first = np.array([least for least, _ in classes], dtype=np.int64)
    silent = 1 + np.flatnonzero(behavior.probabilities[1:] == 0)
    doubted, sequence_at = beliefs.nodes[~beliefs.believed], game.sequences[player].at_node
    lower = np.concatenate([_above(behavior.index)[silent], sequence_at[beliefs.references[~beliefs.believed]]])
    higher = np.concatenate([silent, sequence_at[doubted]])
    levels = least_levels(len(behavior.index), first[lower], first[higher])
    if isinstance(levels, list):
        return _contradiction(
            [
                _mistake(behavior.index, int(silent[place]))
                if place < len(silent)
                else _exclusion(game, int(doubted[place - len(silent)]))
                for place in levels
            ]
        )
    return Trembles(behavior, levels[first], fractions([factor for _, factor in classes]))


def _ratios(game: ExtensiveGame, assessment: Assessment, player: int, beliefs: Comparisons) -> Ratios | str:
    """Return what the behavior and the beliefs say about how likely sequences are, or where they contradict it."""
    behavior, sequence_at = assessment.profile[player], game.sequences[player].at_node
    above, ratios = _above(behavior.index), Ratios(len(behavior.index))
    for sequence in 1 + np.flatnonzero(behavior.probabilities[1:] > 0):
        ratios.learn(int(sequence), int(above[sequence]), rational(behavior.probabilities[sequence]))
    nodes, references = beliefs.nodes[beliefs.believed], beliefs.references[beliefs.believed]
    per_chance = _beliefs_per_chance(game, assessment, np.union1d(nodes, references))
    pairs = zip(sequence_at[nodes].tolist(), sequence_at[references].tolist(), strict=True)
    for node, reference, (one, other) in zip(nodes.tolist(), references.tolist(), pairs, strict=True):
        if not ratios.learn(one, other, per_chance[node] / per_chance[reference]):
            return (
                f"{_set_of(game, node)} weighs {_path(game, node)} and {_path(game, reference)} otherwise than the "
                "behavior, or other beliefs, imply"
            )
    return ratios


def _above(index: SequenceIndex) -> Ints:
    """Return the sequence before the last choice of every sequence, 0 for the empty one."""
    above: Ints = np.append(index.parent_sequence, 0)[index.infoset_of]
    return above


def comparisons(game: ExtensiveGame, assessment: Assessment, player: int) -> Comparisons:
    """Return what a player's beliefs say, at the information sets that chance can reach and their nodes that it can."""
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    nodes = np.flatnonzero((game.player == player) & possible)
    believed = assessment.beliefs.probability[nodes].astype(bool)
    reference = np.full(len(game.information_sets), len(game), dtype=np.int64)
    np.minimum.at(reference, game.infoset[nodes[believed]], nodes[believed])
    references = reference[game.infoset[nodes]]
    others = nodes != references
    return Comparisons(nodes[others], references[others], believed[others])


def _beliefs_per_chance(game: ExtensiveGame, assessment: Assessment, nodes: Ints) -> dict[int, Any]:
    """Return μ(z) / c(z) of nodes: what the sequences that lead there are to be proportional to, at one set."""
    require("flint")
    from flint import fmpq

    chance = game.chance_reach.numerators[nodes].tolist()
    beliefs = assessment.beliefs.probability[nodes].tolist()
    return {
        node: fmpq(belief.numerator, belief.denominator * reach)
        for node, belief, reach in zip(nodes.tolist(), beliefs, chance, strict=True)
    }


def _contradiction(inequalities: list[str]) -> str:
    """Return a sentence about what cannot be true together with the equations of beliefs and behavior."""
    named = "; ".join(inequalities[:3]) + (f" and {len(inequalities) - 3} more" if len(inequalities) > 3 else "")
    if len(inequalities) == 1:
        return f"{named}: the rest of behavior and beliefs implies the contrary"
    return f"{named}: these do not go together"


def _mistake(index: SequenceIndex, sequence: int) -> str:
    row = int(index.infoset_of[sequence])
    action = index.action_names[row][sequence - int(index.first_sequence[row])]
    return f"player {index.player + 1} never plays {action!r} at {index.infoset_names[row]!r}"


def _exclusion(game: ExtensiveGame, node: int) -> str:
    return f"{_set_of(game, node)} rules out {_path(game, node)}"


def _set_of(game: ExtensiveGame, node: int) -> str:
    name = game.infoset_names[int(game.infoset[node])]
    return f"player {int(game.player[node]) + 1}'s information set {name!r}"


def _path(game: ExtensiveGame, node: int) -> str:
    return f"the node at {' > '.join(game.path(node))}"
