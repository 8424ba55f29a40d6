"""Players, their sequences and information sets, and best responses by dynamic programming on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ImperfectRecallError, ModelError, UnknownLabelError, unknown
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Floats, Ints
from seqform.system.foreign_text import visible

if TYPE_CHECKING:
    from seqform.models.games.extensive import ExtensiveGame


def player_label(player: int, *, capital: bool = False) -> str:
    """Return a player as people read it: "player 1" for player 0, with `capital` "Player 1", which begins a sentence.

    Examples
    --------
    >>> player_label(0), player_label(1, capital=True)
    ('player 1', 'Player 2')
    """
    word = "Player" if capital else "player"
    return f"{word} {player + 1}"


UNNAMED = (player_label(0, capital=True), player_label(1, capital=True))
"""The names of the players of a game that states none."""


def player_name(names: Sequence[str], player: int) -> str:
    """Return a player's own name, or where a game states none "player 1", for the middle of a sentence.

    Examples
    --------
    >>> player_name(("Entrant", "Incumbent"), 1), player_name(UNNAMED, 1)
    ('Incumbent', 'player 2')
    """
    if names[player] == player_label(player, capital=True):
        return player_label(player)
    return visible(names[player])


def player_number(player: object, names: Sequence[str] = UNNAMED, where: str = "player") -> int:
    """Return a player of a two-player game, given as 0, 1 or a name, as 0 or 1.

    Names are taken in capitals or not, and "Player 1" and "Player 2" also of players with other names. Anything else
    raises an UnknownLabelError that begins with `where` and names 0 and 1, since people count players
    from 1.

    Examples
    --------
    >>> player_number(1), player_number("Alice", ("Alice", "Bob")), player_number("player 2", ("Alice", "Bob"))
    (1, 0, 1)
    >>> player_number(2, ("Al", "Bo"), "p")
    Traceback (most recent call last):
    ...
    seqform.errors.UnknownLabelError: p: 0, 1 or a name expected (Python counts from 0; 'Al' is 0, 'Bo' is 1), not 2
    """
    if isinstance(player, str):
        named = _name_of_player(player, names)
        if named is None:
            numbers = (
                f"; in Python {names[0]!r} is 0, {names[1]!r} is 1" if player.isdecimal() else ""
            )
            raise UnknownLabelError(f"{unknown(f'{where}: no player', player, names)}{numbers}")
        if names[0] == names[1] == named:
            raise UnknownLabelError(
                f"{where}: both players are named {player!r}; give the number instead"
            )
        if named in names:
            return names.index(named)
        return UNNAMED.index(named)
    if isinstance(player, Integral) and not isinstance(player, bool) and player in (0, 1):
        return int(player)
    raise UnknownLabelError(
        f"{where}: 0, 1 or a name expected (Python counts from 0; {names[0]!r} is 0, {names[1]!r} is 1), "
        f"not {player!r:.80}"
    )


def _name_of_player(text: str, names: Sequence[str]) -> str | None:
    """Return the one of the names, or else of `UNNAMED`, that a text is in capitals or not; None of none, or of two."""
    if text in names:
        return text
    for known in (names, UNNAMED):
        alike = {name for name in known if name.casefold() == text.strip().casefold()}
        if len(alike) == 1:
            return alike.pop()
        if alike:
            return None
    return None


def is_player(key: object, names: Sequence[str]) -> bool:
    """Return whether a key of a mapping by players is a number or stands for a name."""
    return isinstance(key, int) or (
        isinstance(key, str) and _name_of_player(key, names) is not None
    )


LONGEST_PATH = 16
"""Limit on the moves of a path in an error message."""


@dataclass(frozen=True, eq=False)
class SequenceIndex(Immutable):
    """The sequences and information sets of one player with perfect recall.

    Sequence 0 is the empty one. The sequences that end with a choice at information set h are ``first_sequence[h] :
    first_sequence[h + 1]``, in the order of its actions; sets come after the sequence that leads to them.

    - `parent_sequence`, shape (|H|,): σ_h, the player's own sequence at the set.
    - `first_sequence`, shape (|H| + 1,): Starts with 1, ends with |S|.
    - `infoset_names`, `action_names`, length |H|: Names of the sets, and of the actions at each; unique.
    - `order`, shape (|H|,): The sets in depth-first, left-to-right order of the tree.
    - `actions_are_names`: Whether the names of actions, which are all different then, are those of the sequences.
    """

    player: int
    parent_sequence: Ints
    first_sequence: Ints
    infoset_names: tuple[str, ...]
    action_names: tuple[tuple[str, ...], ...]
    order: Ints
    actions_are_names: bool = False

    def __len__(self) -> int:
        """Return |S|, the number of sequences."""
        return int(self.first_sequence[-1])

    @property
    def num_infosets(self) -> int:
        """|H|, the number of information sets."""
        return len(self.parent_sequence)

    @cached
    def num_actions(self) -> Ints:
        """Number of actions at every set, shape (|H|,)."""
        return np.diff(self.first_sequence)

    @cached
    def infoset_of(self) -> Ints:
        """The set at which each sequence's last choice is made, -1 for the empty one, shape (|S|,)."""
        infoset_of = np.full(len(self), -1, dtype=np.int64)
        infoset_of[1:] = np.arange(self.num_infosets).repeat(self.num_actions)
        return infoset_of

    @cached
    def row_of(self) -> dict[str, int]:
        """From an information set's name to its row."""
        return {name: row for row, name in enumerate(self.infoset_names)}

    @cached
    def names(self) -> tuple[str, ...]:
        """A name for every sequence: "∅", or the last information set and the choice there; unique."""
        if self.actions_are_names:
            return ("∅", *chain.from_iterable(self.action_names))
        names = ["∅"]
        for infoset, actions in zip(self.infoset_names, self.action_names, strict=True):
            names += [f"{infoset} {action}" for action in actions]
        return unique_names(names)

    @cached
    def depth(self) -> Ints:
        """Number of own choices before each set, shape (|H|,)."""
        depth: list[int] = []
        # The set of the sequence that leads to a set, -1 at the first own choice; it has a lower row
        for above in self.infoset_of[self.parent_sequence].tolist():
            depth.append(depth[above] + 1 if above >= 0 else 0)
        return np.array(depth, dtype=np.int64)

    @cached
    def stages(self) -> list[tuple[Ints, Ints]]:
        """For each depth the sets there and, side by side, the sequences that end at them."""
        if self.num_infosets == 0:
            return []
        by_depth = np.argsort(self.depth, kind="stable")
        stages: list[tuple[Ints, Ints]] = []
        for sets in np.split(by_depth, np.cumsum(np.bincount(self.depth))[:-1]):
            sequences = ranges(self.first_sequence[sets], self.num_actions[sets])
            stages.append((sets, sequences))
        return stages

    @cached
    def _segments(self) -> list[tuple[Ints, Ints]]:
        """For each stage where each set's sequences begin among those of the stage, and each sequence's action."""
        segments: list[tuple[Ints, Ints]] = []
        for sets, sequences in self.stages:
            size = self.num_actions[sets]
            start = size.cumsum() - size
            action = np.arange(len(sequences)) - start.repeat(size)
            segments.append((start, action))
        return segments

    def correspondence(self, index: SequenceIndex, what: str = "strategy") -> tuple[Ints, Ints]:
        """Return the rows of another index's sequences and information sets that have the names of this one's.

        Strategies are put in the order of a game's own sequences by this function before they are evaluated on it.
        Another player, information set or action raises a `ModelError`, in which `what` names the object with the other
        index.
        """
        who = player_label(self.player)
        if index.player != self.player:
            raise ModelError(f"a {what} of {who} expected, not of {player_label(index.player)}")
        if (self.infoset_names, self.action_names) == (index.infoset_names, index.action_names):
            all_sequences = np.arange(len(self), dtype=np.int64)
            all_sets = np.arange(self.num_infosets, dtype=np.int64)
            return all_sequences, all_sets

        mismatch = f"{who}: this {what} is for another game; its information sets or actions differ"
        for name in index.infoset_names:
            if name not in self.row_of:
                raise ModelError(f"{mismatch}: the game has no information set {name!r}")
        sequences = [0]
        sets: list[int] = []
        for name, actions in zip(self.infoset_names, self.action_names, strict=True):
            row = index.row_of.get(name)
            if row is None:
                raise ModelError(f"{mismatch}: nothing for information set {name!r}")
            start = int(index.first_sequence[row])
            sequence_of = {
                action: sequence for sequence, action in enumerate(index.action_names[row], start)
            }
            if sequence_of.keys() != set(actions):
                raise ModelError(f"{mismatch}: at information set {name!r}")
            sets.append(row)
            sequences += map(sequence_of.__getitem__, actions)
        return np.array(sequences, dtype=np.int64), np.array(sets, dtype=np.int64)

    def best_response(self, gradient: Any) -> BestResponse:
        """Return the best response to a linear payoff on sequences.

        `gradient`, an ExactArray or ndarray of shape (|S|,), has the payoff of each sequence when it is played with
        weight 1. Dynamic programming from the last choices to the first solves the dual of maximising ``gradient · x``
        over realization plans x (von Stengel 1996).

        At each stage, the last first, the payoff of a sequence already has what follows it. A set's value is the
        largest payoff of its sequences, the first of them is chosen, and the value is added to the payoff of the
        sequence that leads to the set. The empty sequence ends with the value of the game for the player.
        """
        if isinstance(gradient, ExactArray):
            payoff = gradient.numerators.astype(object)
        else:
            payoff = np.array(gradient, dtype=np.float64)
        choice = np.zeros(self.num_infosets, dtype=np.int64)
        value = np.zeros(self.num_infosets, dtype=payoff.dtype)
        for place in range(len(self.stages) - 1, -1, -1):
            sets, sequences = self.stages[place]
            start, action = self._segments[place]
            payoff_here = payoff[sequences]
            best = np.maximum.reduceat(payoff_here, start)
            is_best = np.asarray(payoff_here == best.repeat(self.num_actions[sets]), dtype=bool)
            # The first best action: any other sequence counts as one beyond all actions
            candidates = np.where(is_best, action, len(action))
            choice[sets] = np.minimum.reduceat(candidates, start)
            value[sets] = best
            np.add.at(payoff, self.parent_sequence[sets], best)

        if not isinstance(gradient, ExactArray):
            return BestResponse(float(payoff[0]), choice, value, payoff)
        denominator = gradient.denominator
        return BestResponse(
            value=Fraction(int(payoff[0]), denominator),
            choice=choice,
            infoset_value=ExactArray(value, denominator),
            sequence_value=ExactArray(payoff, denominator),
        )


@dataclass(frozen=True, eq=False)
class BestResponse(Immutable):
    """A pure best response and its values.

    - `value`: At the root.
    - `choice`, shape (|H|,): The first optimal action at every information set.
    - `infoset_value`, `sequence_value`, shapes (|H|,) and (|S|,): Payoff from play through each set, or sequence, on,
      weighted by the probability with which the others reach it.
    """

    value: Fraction | float
    choice: Ints
    infoset_value: ExactArray | Floats
    sequence_value: ExactArray | Floats


@dataclass(frozen=True, eq=False)
class PlayerSequences(Immutable):
    """The sequences of one player of a game, with their places in the tree.

    `infosets`, shape (|H|,), are rows of the game's table of information sets; `at_node`, shape (n,), is the player's
    sequence that leads to each node.
    """

    index: SequenceIndex
    infosets: Ints
    at_node: Ints


def unique_names(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels, made unique by "#k" (k from 1) where one is empty or repeated."""
    seen = Counter(labels)
    if len(seen) == len(labels) and "" not in seen:
        return tuple(labels)
    names: list[str] = []
    for k, label in enumerate(labels, start=1):
        is_unique = label and seen[label] == 1
        names.append(label if is_unique else f"{label}#{k}")
    if len(set(names)) < len(names):  # one of the labels is such a name
        names = [f"{name}#{k}" for k, name in enumerate(names, start=1)]
    return tuple(names)


def shown_actions(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the actions at an information set for people: "action 2" instead of "#2".

    Examples
    --------
    >>> shown_actions(("bet", "#2"))
    ('bet', 'action 2')
    """
    return tuple(
        f"action {k}" if name == f"#{k}" else name for k, name in enumerate(names, start=1)
    )


def shown_infosets(game: ExtensiveGame) -> tuple[str, ...]:
    """Return a name for people for every information set: its label, or where this is empty or repeated, its path.

    The path has the actions that lead to the set, as few of the last ones as tell it from its owner's other sets. Where
    the nodes of the set differ in an action, the alternatives are joined by "or"; more than three are a "*".
    """
    sets = game.information_sets
    names = list(game.infoset_names)
    unnamed = [k for k, name in enumerate(names) if name != sets.labels[k]]
    if not unnamed:
        return game.infoset_names

    by_set = np.argsort(game.infoset, kind="stable")
    starts = np.searchsorted(game.infoset[by_set], np.arange(len(sets) + 1))
    actions = list(chain.from_iterable(map(shown_actions, game.action_names)))
    for owner in sorted(set(sets.player[unnamed].tolist())):
        own = [k for k in unnamed if sets.player[k] == owner]
        paths = {k: _last_actions(game, by_set[starts[k] : starts[k + 1]], actions) for k in own}
        for k, path in _shortest_endings(paths).items():
            text = " > ".join(path) or "the root"
            names[k] = f"{sets.labels[k]} at {text}" if sets.labels[k] else text

        # A path may still be the label of another set, or stand for several: the identifier tells them apart
        taken = Counter(names[k] for k in np.flatnonzero(sets.player == owner).tolist())
        for k in own:
            if taken[names[k]] > 1:
                names[k] += f" ({game.infoset_names[k]})"
    return tuple(names)


LONGEST_NAME = 12
"""Bound on the actions in the name of an information set."""

_MOST_ALTERNATIVES = 3


def _last_actions(game: ExtensiveGame, nodes: Ints, names: Sequence[str]) -> tuple[str, ...]:
    """Return the last actions on the paths to the nodes of an information set, alternatives of each merged."""
    path: list[str] = []
    for _ in range(LONGEST_NAME):
        if not nodes.all():  # one of them is the root: the shortest path begins here
            break
        parents = game.parent[nodes]
        places = game.information_sets.action_start[game.infoset[parents]] + game.action[nodes]
        actions = list(dict.fromkeys(names[place] for place in sorted(set(places.tolist()))))
        path.append(" or ".join(actions) if len(actions) <= _MOST_ALTERNATIVES else "*")
        nodes = parents
    return tuple(reversed(path))


def _shortest_endings(paths: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Return the shortest ending of each path that no other path has; the whole path if there is none."""
    endings = dict(paths)
    undecided = list(paths)
    for length in range(1, LONGEST_NAME + 1):
        count = Counter(path[-length:] for path in paths.values())
        shared: list[int] = []
        for k in undecided:
            ending = paths[k][-length:]
            if count[ending] == 1:
                endings[k] = ending
            else:
                shared.append(k)
        undecided = shared
    return endings


def ranges(start: npt.NDArray[Any], count: npt.NDArray[Any]) -> Ints:
    """Return start[0], ..., start[0] + count[0] - 1, start[1], ... in one array."""
    offset = count.cumsum() - count
    places: Ints = np.arange(int(count.sum()), dtype=np.int64) + (start - offset).repeat(count)
    return places


def own_sequences(game: ExtensiveGame, player: int) -> PlayerSequences:
    """Return a player's sequences; they exist because the player has perfect recall.

    A set's sequences are numbered one after the other, sets in the order of the game's table. From the root down, the
    sequence that leads to a node is that of its parent, or where the player moves there, the one that ends with the
    move. With perfect recall it is the same at all nodes of a set; otherwise an ImperfectRecallError names two of them.
    """
    table = game.information_sets
    infosets = np.flatnonzero(table.player == player)
    size = np.diff(table.action_start)[infosets]
    first = np.concatenate([[1], 1 + np.cumsum(size)]).astype(np.int64)
    # The last entries of both are for -1, the set of a leaf
    row_of = np.full(len(table) + 1, -1, dtype=np.int64)
    row_of[infosets] = np.arange(len(infosets))
    first_of = np.append(first[:-1], -1)[row_of]

    at_node = np.zeros(len(game), dtype=np.int64)
    for level in game.levels[1:]:
        parent = game.parent[level]
        own = first_of[game.infoset[parent]]
        at_node[level] = np.where(own >= 0, own + game.action[level], at_node[parent])
    parent_sequence = at_node[game.first_node[infosets]]

    nodes = np.flatnonzero((row_of >= 0)[game.infoset])
    forgetful = at_node[nodes] != parent_sequence[row_of[game.infoset[nodes]]]
    if forgetful.any():
        node = int(nodes[int(np.argmax(forgetful))])
        infoset = int(game.infoset[node])
        raise ImperfectRecallError(
            _forgets(game, player, infoset, int(game.first_node[infoset]), node)
        )

    order = row_of[game.infoset_order]
    index = SequenceIndex(
        player=player,
        parent_sequence=parent_sequence,
        first_sequence=first,
        infoset_names=tuple([game.infoset_names[k] for k in infosets.tolist()]),
        action_names=tuple([game.action_names[k] for k in infosets.tolist()]),
        order=order[order >= 0],
        actions_are_names=game.matrices is not None and game.matrices.are_names[player],
    )
    return PlayerSequences(index, infosets, at_node)


def _forgets(game: ExtensiveGame, player: int, infoset: int, first: int, second: int) -> str:
    """Return the message about two nodes of a set before which the player has made different choices."""

    def past(node: int) -> str:
        return _shortened(game.path(node), " > ") or "the root"

    def own(node: int) -> str:
        choices: list[str] = []
        for row, action in game.steps(node):
            if game.information_sets.player[row] == player:
                choices.append(f"{game.action_names[row][action]} at {game.infoset_names[row]}")
        return _shortened(choices, ", ") or "none"

    return (
        f"{player_label(player)} ({game.players[player]}) has imperfect recall: information set "
        f"{game.infoset_names[infoset]!r} holds the node at {past(first)} (own choices before it: {own(first)}) "
        f"and the node at {past(second)} (own choices: {own(second)})"
    )


def _shortened(parts: Sequence[str], joint: str) -> str:
    if len(parts) > LONGEST_PATH:
        half = LONGEST_PATH // 2
        parts = [*parts[:half], f"... ({len(parts) - 2 * half} more) ...", *parts[-half:]]
    return joint.join(parts)
