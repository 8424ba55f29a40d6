"""Games given by their rules, expanded breadth-first as trees, or as graphs of distinct positions."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, TypeGuard, TypeVar, cast

import numpy as np

from seqform.builders.games.answers import (
    WrongAnswerError,
    action_label_at,
    actions_of,
    label_at,
    lottery_of,
    observation_of,
    payoffs_of,
    require_hashable,
    successors_of,
)
from seqform.builders.games.exact_numbers import exact_column
from seqform.builders.games.tree import (
    Payoffs,
    SetRows,
    breadth_first_game,
    scattered,
    unlabelled_outcomes,
)
from seqform.errors import GameError, SeqformError, TooLargeError, suggestion
from seqform.models.games.extensive import CHANCE as CHANCE
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.games.infosets import UNNAMED, player_label, ranges
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import counted
from seqform.system.deadline import require_time
from seqform.system.memory import MemoryBound

TERMINAL = -2
"""The value of `Rules.player` when the game is over."""

NODES_PER_CHECK = 1000
"""Nodes between two looks at the clock."""

MAX_NODES = 10_000_000
"""Default limit on the size of a tree; one of this size takes two or three gigabytes where labels are short."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")
"""The end of the text of an object that has none of its own."""

_NAMES_THEM = "a method infoset_label(state, player) of the rules names information sets"

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True)
class GameLimits:
    """Bounds of a game.

    `payoffs` are the least and the greatest payoff of a player, `longest` the moves of the longest play, chance's
    included, `actions` the most actions of a player and `chance_actions` those of chance, 0 without chance, and
    `constant_sum` the sum of the payoffs, None where it differs. `ranges` are the least and the greatest payoff of each
    player; without them they follow from `payoffs`, which are player 0's where two players share a constant sum.

    Examples
    --------
    >>> limits = GameLimits((Fraction(0), Fraction(4)), longest=9, actions=3, constant_sum=Fraction(10))
    >>> limits.payoff_range(1)
    (Fraction(6, 1), Fraction(10, 1))
    """

    payoffs: tuple[Fraction, Fraction]
    longest: int
    actions: int
    chance_actions: int = 0
    constant_sum: Fraction | None = Fraction(0)
    ranges: tuple[tuple[Fraction, Fraction], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "payoffs", _exact_range(self.payoffs))
        object.__setattr__(self, "ranges", tuple(map(_exact_range, self.ranges)))
        if self.constant_sum is not None:
            constant = given_rational(self.constant_sum, "limits, constant_sum", error=GameError)
            object.__setattr__(self, "constant_sum", Fraction(constant))

    @classmethod
    def of_players(
        cls,
        ranges: Sequence[tuple[Fraction, Fraction]],
        longest: int,
        actions: int,
        chance_actions: int = 0,
        constant_sum: Fraction | None = Fraction(0),
    ) -> GameLimits:
        """Return the bounds of a game from the least and the greatest payoff of each player."""
        least, greatest = zip(*ranges, strict=True)
        payoffs = (min(least), max(greatest))
        own_ranges = tuple(ranges)
        if set(own_ranges) == {payoffs}:
            own_ranges = ()
        return cls(payoffs, longest, actions, chance_actions, constant_sum, own_ranges)

    def payoff_range(self, number: int, num_players: int = 2) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest payoff of the player of a number, from 0, in a game of some players."""
        if self.ranges:
            return self.ranges[number]
        least, greatest = self.payoffs
        if number == 1 and num_players == 2 and self.constant_sum is not None:
            # player 1 has least what player 0 has greatest
            return self.constant_sum - greatest, self.constant_sum - least
        return least, greatest


def _exact_range(payoffs: tuple[Given, Given]) -> tuple[Fraction, Fraction]:
    """Return the exact values of a least and a greatest payoff."""
    least, greatest = (given_rational(payoff, "limits", error=GameError) for payoff in payoffs)
    return Fraction(least), Fraction(greatest)


class Rules(Protocol[State, Action]):
    """The rules of a two-player game.

    States are opaque to the expansion; tuples are usual. The players have perfect recall: an information set is the
    player's own past, together with the present `observation`.

    Examples
    --------
    Matching pennies, where the second player does not see the first one's coin:

    >>> class Pennies(Rules[str, str]):
    ...     title = "matching pennies"
    ...     def initial(self):
    ...         return ""
    ...     def player(self, state):
    ...         return TERMINAL if len(state) == 2 else len(state)
    ...     def actions(self, state):
    ...         return "HT"
    ...     def apply(self, state, action):
    ...         return state + action
    ...     def payoffs(self, state):
    ...         return (1, -1) if state[0] == state[1] else (-1, 1)
    ...     def observation(self, state, player):
    ...         return "your coin"
    >>> expand(Pennies())
    <ExtensiveGame 'matching pennies': 7 nodes, 1 and 1 information sets>
    """

    title: str = ""
    players: tuple[str, str] = UNNAMED
    perfect_information: ClassVar[bool] = False
    """True if information is perfect; then a match is played without expanding the tree."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not cls.title:
            cls.title = cls.__name__

    def initial(self) -> State:
        """Return the state in which the game begins."""

    def player(self, state: State) -> int:
        """Return the player to move: 0, 1, `CHANCE`, or `TERMINAL` when the game is over."""

    def actions(self, state: State) -> Sequence[Action]:
        """Return the actions of the player who moves; the same everywhere in an information set."""

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action of a player or of chance: a new one, as the given one stays as it is."""

    def chance(self, state: State) -> Sequence[tuple[Action, Rational]]:
        """Return chance's actions with weights: rational, not negative; probabilities are their shares."""
        raise GameError(f"{type(self).__name__}: chance moves, but the rules do not say how")

    def payoffs(self, state: State) -> tuple[Rational, Rational]:
        """Return the players' payoffs when the game is over."""

    def observation(self, state: State, player: int) -> Hashable:
        """Return the present observation of the player to move; earlier observations and actions are added."""

    def position(self, state: State) -> Hashable:
        """Return a key of the state in games of perfect information: equal for states with the same continuations.

        By default the state itself. `seqform.builders.games.rules.position_graph` looks at one state of each
        position only, so equal positions need the same player to move, the same actions and the same payoffs below.
        """
        return cast(Hashable, state)

    def picture(self, state: State) -> str:
        """Return a drawing of the state for a person to move, in games of perfect information; by default empty."""
        return ""

    def board(self, state: State) -> Sequence[Sequence[tuple[str, Action | None]]]:
        """Return a board as rows of cells, in games of perfect information; by default there is none.

        A cell is the mark on it, "" for none, and the action that it stands for, None for none.
        """
        return ()

    def infoset_label(self, state: State, player: int) -> str:
        """Return a label for the information set; by default the observation by `observation_text`."""
        return observation_text(self.observation(state, player))

    def action_label(self, state: State, action: Action) -> str:
        """Return a label for an action; by default the action as text."""
        return str(action)


def observation_text(observation: Hashable) -> str:
    """Return an observation as people write it: its parts between commas, and what these consist of between spaces.

    Fields of named tuples and of data classes have their names in front, members of sets the order of their texts.
    Empty parts are left out; an observation that consists of nothing is called "start".

    Examples
    --------
    >>> observation_text(("AsQs", "bet 1/2")), observation_text((("Ks", "7h"), ("bet", "call")))
    ('AsQs, bet 1/2', 'Ks 7h, bet call')
    >>> observation_text(()), observation_text(Fraction(1, 2)), observation_text("K")
    ('start', '1/2', 'K')
    """
    if isinstance(observation, str) and not isinstance(observation, Enum):
        return observation
    return _joined(observation, ", ") or "start"


def _joined(observation: object, between: str) -> str:
    """Return the texts of the parts of an observation, with a text between them."""
    if isinstance(observation, Enum):
        return observation.name
    named: dict[str, object] = {}
    if isinstance(observation, tuple) and hasattr(observation, "_fields"):
        named = dict(zip(observation._fields, observation, strict=True))
    elif is_dataclass(observation) and type(observation).__str__ is object.__str__:
        for part in fields(observation):
            named[part.name] = getattr(observation, part.name)
    if named:
        texts = [(name, _joined(part, " ")) for name, part in named.items()]
        return between.join(f"{name} {text}" for name, text in texts if text)

    if isinstance(observation, tuple | list):
        parts = [_joined(part, " ") for part in observation]
    elif isinstance(observation, frozenset | set):
        parts = sorted(_joined(part, " ") for part in observation)
    else:
        return str(observation)
    return between.join(filter(None, parts))


def is_rules(source: object) -> TypeGuard[Rules[Any, Any]]:
    """Return whether an object is the rules of a game, and not their class."""
    methods = ("initial", "player", "apply", "payoffs")
    return not isinstance(source, type) and all(hasattr(source, method) for method in methods)


_REQUIRED_METHODS = {
    "initial()": "returns the state in which the game begins",
    "player(state)": "returns the player to move",
    "actions(state)": "returns the actions of the player to move",
    "apply(state, action)": "returns the state after an action",
    "observation(state, player)": "returns all that the player to move sees now, and separates information sets",
    "payoffs(state)": "returns the payoffs at the end",
}
"""Signatures of the methods that all rules define, and a description of each."""


def require_methods(rules: Rules[Any, Any]) -> None:
    """Raise GameError unless rules define all required methods.

    A class that derives from `Rules` inherits methods without a body, which return None. A missing `observation` is
    therefore no exception of Python's: all states of a player with the same past would be one information set.
    """
    for signature, description in _REQUIRED_METHODS.items():
        name = signature.partition("(")[0]
        method = getattr(rules, name, None)
        inherited = getattr(Rules, name)
        if method is None or getattr(method, "__func__", method) is inherited:
            class_name = type(rules).__name__
            own_names = [
                own for own in dir(rules) if not own.startswith("_") and not hasattr(Rules, own)
            ]
            raise GameError(
                f"{class_name}: the rules have no method {signature}, which {description}"
                f"{suggestion(name, own_names)}"
            )


def require_two_players(rules: Rules[Any, Any], subject: str) -> None:
    """Raise GameError unless the rules are of two players, as all that the subject of the sentence names."""
    players = getattr(rules, "players", Rules.players)
    if len(players) != 2:
        raise GameError(
            f"{rules.title}: {counted(len(players), 'player')}; {subject} are of two players, but for games of perfect "
            "information of any number there are concept subgame-perfect, and search with method mcts"
        )


def expand(
    rules: Rules[State, Action],
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return the tree of a game that is given by rules.

    - `max_nodes`: Stop with an error beyond this size.
    - `progress`: Callback that receives the size of the tree after every level.

    Raises GameError if the tree is too large, a `TooLargeError`, or the rules contradict themselves: a move without
    actions, different actions within an information set, payoffs or weights that are not integers or fractions.
    """
    require_two_players(rules, "trees")
    require_methods(rules)
    # An inherited method would expand the rules of the base class, which the subclass may have changed.
    by_columns = vars(type(rules)).get("by_columns")
    if by_columns is not None:
        return cast(ExtensiveGame, by_columns(rules, max_nodes, progress))
    return expand_by_nodes(rules, max_nodes=max_nodes, progress=progress)


def expand_by_nodes(
    rules: Rules[State, Action],
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return the tree of a game that is given by rules, which are asked at every node; parameters as in `expand`."""
    tables = _Tables(rules)
    states: list[State] = [rules.initial()]
    own: OwnPasts = ([0], [0])
    while states:
        try:
            states, own = _level(rules, tables, states, own, max_nodes)
        except WrongAnswerError as error:
            raise error.at(tables.history()) from None
        except Exception as error:
            if not isinstance(
                error, SeqformError
            ):  # of the rules themselves, with their own traceback
                error.add_note(tables.history())
            raise
        if progress is not None:
            progress(f"expanding {rules.title}: {len(tables.infoset_at) + len(states):,} nodes")
    return tables.game()


OwnPasts = tuple[list[int], list[int]]
"""For each player that player's sequence at every node of a level."""


def _level(
    rules: Rules[State, Action],
    tables: _Tables[State, Action],
    states: list[State],
    own: OwnPasts,
    max_nodes: int,
) -> tuple[list[State], OwnPasts]:
    """Enter the nodes of one level into the tables, and return the level below.

    A sequence of a player is the number of its last action among the actions of all sets, so that it stands for the
    player's whole past: sets of different pasts have different actions.
    """
    room = max_nodes - len(tables.infoset_at) - len(states)
    below: list[State] = []
    own_below: OwnPasts = ([], [])
    successors = successors_of(rules)
    first_node = len(tables.infoset_at)
    for number, (state, *past) in enumerate(zip(states, *own, strict=True)):
        if number % NODES_PER_CHECK == 0:
            require_time()
            tables.memory.check(first_node + number)
        tables.node = first_node + number
        mover = mover_of(rules, state)
        if mover == TERMINAL:
            tables.add_leaf(state)
            continue
        if mover == CHANCE:
            row = tables.add_chance(state)
        else:
            row = tables.add_move(state, mover, past[mover])

        actions = tables.actions[row]
        below.extend(successors(state, actions))
        for player in (0, 1):
            if player == mover:
                first = 1 + tables.sets.start[row]  # 0 is the empty sequence
                own_below[player].extend(range(first, first + len(actions)))
            else:
                own_below[player].extend([past[player]] * len(actions))
        if len(below) > room:
            raise too_large(rules.title, max_nodes)
    return below, own_below


class _Tables(Generic[State, Action]):
    """The columns of the game, as far as it has been expanded."""

    def __init__(self, rules: Rules[State, Action]) -> None:
        self.rules = rules
        self.title = rules.title
        self.memory = MemoryBound(rules.title)
        self.node = 0  # the one that is being entered
        self.infoset_at: list[int] = []  # of every node
        self.outcome_at: list[int] = []  # of every leaf
        self.sets = SetRows()
        self.actions: list[tuple[Action, ...]] = []
        self.rows: dict[tuple[int, int, Hashable], int] = {}
        self.outcomes: dict[Payoffs, int] = {}
        self.shares: dict[tuple[tuple[Action, Rational], ...], list[Fraction]] = {}

    def add_leaf(self, state: State) -> None:
        """Enter a leaf."""
        self.infoset_at.append(NONE)
        self.outcome_at.append(
            outcome_row(self.title, payoffs_of(self.rules, state), self.outcomes)
        )

    def add_move(self, state: State, player: int, past: int) -> int:
        """Enter a node where a player moves, and return the row of its information set."""
        actions = actions_of(self.rules, state)
        # Perfect recall: the player's whole past distinguishes sets, not the present observation alone.
        key = (player, past, observation_of(self.rules, state, player))
        row = self.rows.get(key)
        if row is None:
            label = label_at(self.rules, state, player)
            row = self.rows[key] = self._add_set(state, player, label, tuple(actions))
        elif self.actions[row] != tuple(actions):
            raise GameError(
                f"{self.title}: {player_label(player)} has actions {self.actions[row]} and {tuple(actions)} in one "
                f"information set, {self.sets.labels[row]!r}"
            )
        self.infoset_at.append(row)
        return row

    def add_chance(self, state: State) -> int:
        """Enter a node where chance moves, and return the row of its information set."""
        lottery = tuple(map(tuple, lottery_of(self.rules, state)))
        require_hashable(self.rules, state, "chance(state)", lottery)
        if lottery and lottery not in self.shares:  # most games have few lotteries at many nodes
            self.shares[lottery] = chance_shares(self.title, [weight for _, weight in lottery])
        actions = tuple(action for action, _ in lottery)
        row = self._add_set(state, CHANCE, "", actions, self.shares.get(lottery))
        self.infoset_at.append(row)
        return row

    def _add_set(
        self,
        state: State,
        owner: int,
        label: str,
        actions: tuple[Action, ...],
        shares: list[Fraction] | None = None,
    ) -> int:
        """Enter an information set, and return its row."""
        if not actions:
            raise no_action(self.title, owner, label or repr(state))
        self.actions.append(actions)
        action_labels = [action_label_at(self.rules, state, action) for action in actions]
        return self.sets.add(owner, label, action_labels, shares)

    def history(self) -> str:
        """Return a text of the actions that lead to the node that is being entered."""
        parents: list[
            tuple[int, Action]
        ] = []  # of every node but the root, with the action that leads there
        for node, row in enumerate(self.infoset_at):
            if len(parents) >= self.node:
                break
            if row != NONE:
                parents.extend([(node, action) for action in self.actions[row]])
        steps: list[str] = []
        node = self.node
        while node > 0:
            node, action = parents[node - 1]
            steps.append(str(action))
        return history_text(steps[::-1])

    def game(self) -> ExtensiveGame:
        """Return the game whose nodes have all been entered."""
        return breadth_first_game(
            self.title,
            self.infoset_at,
            self.sets.table(),
            self.outcome_at,
            unlabelled_outcomes(exact_outcomes(self.title, self.outcomes)),
            players=self.rules.players,
            note=self._label_note(),
        )

    def _label_note(self) -> str:
        """Return a note where labels that are made of observations do not name the information sets.

        Sets of different pasts may have the same observation, and texts of objects may be their addresses.
        """
        if getattr(type(self.rules), "infoset_label", None) is not Rules.infoset_label:
            return ""
        names = [
            (owner, label)
            for owner, label in zip(self.sets.owner, self.sets.labels, strict=True)
            if owner != CHANCE
        ]
        unnamed = [label for _, label in names if _ADDRESS.search(label)]
        if unnamed:
            return f"an observation is shown as {unnamed[0]}: {_NAMES_THEM}"
        most = Counter(names).most_common(1)
        if most and most[0][1] > 1:
            (owner, label), count = most[0]
            return f"{count:,} information sets of {player_label(owner)} are called {label!r}: {_NAMES_THEM}"
        return ""


def too_large(title: str, max_nodes: int) -> TooLargeError:
    """Return the error for a tree with more nodes than allowed."""
    return TooLargeError(
        f"{title}: more than {max_nodes:,} nodes; choose smaller parameters, or raise max_nodes"
    )


def require_size(game: ExtensiveGame | PositionGraph, max_nodes: int) -> None:
    """Raise a TooLargeError if a game that has been made, or read, has more nodes than allowed."""
    if len(game) > max_nodes:
        raise TooLargeError(
            f"{game.title}: {len(game):,} nodes, more than max_nodes = {max_nodes:,}; raise it, or take a smaller game",
            len(game),
        )


def history_text(steps: Sequence[str]) -> str:
    """Return a text of the place that actions lead to, for an error."""
    if not steps:
        return "at the initial state"
    return f"at the history {', '.join(steps)}"


def mover_of(rules: Rules[Any, Any], state: Any, players: int = 2) -> int:
    """Return the player to move at a state, `CHANCE` or `TERMINAL`; raise GameError for anything but these integers."""
    mover: object = rules.player(state)
    if isinstance(mover, int | np.integer) and TERMINAL <= mover < players:
        return int(mover)
    raise wrong_player(rules.title, mover, players)


def wrong_player(title: str, player: object, players: int = 2) -> GameError:
    """Return the error for a player that does not exist."""
    known = ", ".join(map(str, range(players)))
    return GameError(
        f"{title}: player(state) returned {player!r}; {known}, CHANCE or TERMINAL expected"
    )


def no_action(title: str, player: int, where: str) -> GameError:
    """Return the error for a move without actions."""
    who = "chance" if player == CHANCE else player_label(player)
    return GameError(f"{title}: {who} has to move but has no action, at {where}")


def outcome_row(title: str, payoffs: Payoffs, known: dict[Payoffs, int], players: int = 2) -> int:
    """Return the row of all players' payoffs among the known ones, which they join if they are new."""
    if not isinstance(payoffs, tuple) or len(payoffs) != players:
        what = "a pair of numbers" if players == 2 else f"{players} numbers"
        raise GameError(f"{title}: payoffs(state) returned {payoffs!r}; {what} expected")
    row = known.get(payoffs)
    if row is None:  # checked once
        exact_numbers(title, "payoffs", payoffs)
        row = known[payoffs] = len(known)
    return row


def chance_shares(title: str, weights: Sequence[Rational]) -> list[Fraction]:
    """Return the probabilities of chance's actions, from weights; doubles have the value of their shortest decimal."""
    exact = exact_numbers(title, "chance's weights", weights)
    total = sum(exact)
    if min(exact) < 0 or total == 0:
        raise GameError(
            f"{title}: chance's weights are {', '.join(map(str, weights))}, not a distribution"
        )
    return [Fraction(weight) / total for weight in exact]


def exact_numbers(title: str, what: str, numbers: Sequence[Any]) -> Sequence[Rational]:
    """Return the exact values of numbers that rules return."""
    if {int, Fraction}.issuperset(map(type, numbers)):
        return numbers
    # Truth values are integers here: rules may count with them, as in `won - lost`
    counted = [int(number) if isinstance(number, bool) else number for number in numbers]
    where = f"{title}: {what}"
    return tuple(given_rational(number, where, error=GameError) for number in counted)


def exact_outcomes(title: str, outcomes: Iterable[Sequence[Any]]) -> list[Sequence[Rational]]:
    """Return the exact payoffs of the outcomes that `outcome_row` has collected."""
    return [exact_numbers(title, "payoffs", payoffs) for payoffs in outcomes]


_REPORTED_EVERY = 100_000


@dataclass(frozen=True, eq=False)
class StatesOfPositions(Generic[State, Action]):
    """The link from a graph of positions to the rules it was made from: its `source`.

    ``states`` holds a state of each position; ``numbers`` maps `Rules.position` of a state to the position's number.
    """

    rules: Rules[State, Action]
    states: Sequence[State]
    numbers: Mapping[Hashable, int]

    def number(self, state: State) -> int:
        """Return the number of a state's position."""
        return self.numbers[self.rules.position(state)]

    def actions(self, position: int) -> Sequence[Action]:
        """Return the actions at a position, in the order of its moves."""
        state = self.states[position]
        if self.rules.player(state) == CHANCE:
            return [action for action, _ in self.rules.chance(state)]
        return self.rules.actions(state)

    def move_label(self, position: int, move: int) -> str:
        """Return the label of a position's move."""
        return self.rules.action_label(self.states[position], self.actions(position)[move])


def whole(number: Fraction) -> Fraction | int:
    """Return a whole number as an integer, with which arithmetic takes less time."""
    return int(number) if number.denominator == 1 else number


class PositionRules(Rules[int, int]):
    """The rules of a graph of positions, of any number of players; a state is the number of a position.

    Examples
    --------
    >>> from seqform.builders.games.catalog import built
    >>> rules = PositionRules(position_graph(built("tic-tac-toe")))
    >>> rules.player(0), len(rules.actions(0)), rules.player(rules.apply(0, 4))
    (0, 9, 1)
    """

    perfect_information: ClassVar[bool] = True

    def __init__(self, graph: PositionGraph) -> None:
        self.graph = graph
        self.title = graph.title
        self.players = graph.players  # type: ignore[assignment]  # of any number
        # Lists, because single entries of arrays take longer to read.
        self.movers: list[int] = graph.player.tolist()
        self.first_move: list[int] = graph.first_move.tolist()
        self.child: list[int] = graph.child.tolist()
        self.outcome: list[int] = graph.outcome.tolist()
        columns = (map(whole, payoff.to_fractions()) for payoff in graph.payoffs)
        self.outcomes: list[Any] = list(zip(*columns, strict=True))

    def initial(self) -> int:
        """Return 0."""
        return 0

    def player(self, state: int) -> int:
        """Return the mover at a position."""
        return self.movers[state]

    def actions(self, state: int) -> Sequence[int]:
        """Return the numbers of the moves at a position, from 0."""
        return range(self.first_move[state + 1] - self.first_move[state])

    def apply(self, state: int, action: int) -> int:
        """Return the position that a move leads to."""
        return self.child[self.first_move[state] + action]

    def chance(self, state: int) -> Sequence[tuple[int, Fraction]]:
        """Return chance's moves at a position with their probabilities."""
        return list(enumerate(self.graph.chances(state)))

    def payoffs(self, state: int) -> Any:
        """Return the payoffs of all players."""
        return self.outcomes[self.outcome[state]]

    def observation(self, state: int, player: int) -> int:
        """Return the position itself."""
        return state

    def action_label(self, state: int, action: int) -> str:
        """Return the label of a move."""
        return self.graph.move_label(state, action)


def position_graph(
    rules: Rules[State, Action],
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> PositionGraph:
    """Return the distinct positions of a game of perfect information, without expanding its tree.

    States whose `Rules.position` is equal are one position; one of them represents it. Chance may move. The `source` of
    the graph is a `StatesOfPositions`.

    Rules cannot show whether information is perfect. The search checks that every state met agrees with the one that
    represents its position in the player to move, the actions, the chances and the payoffs, and that a player's
    observations distinguish the player's positions among these states. It assumes without proof that states of equal
    position continue alike beyond the next move, and that observations are the same in states not met.

    A GameError means that there are too many positions or play can come back to one, that the rules contradict
    themselves as in `expand`, or that some information is found to be hidden.
    """
    require_methods(rules)
    positions = _Positions(rules)
    positions.search(max_nodes, progress)
    return positions.graph()


class _Positions(Generic[State, Action]):
    """The positions found so far, in the order of discovery.

    - `states`, `player`, `outcome`: One entry for each position, `NONE` for the outcome before the end.
    - `first_move`, `child`: The moves of position k lead to ``child[first_move[k] : first_move[k + 1]]``.
    - `shares`: For each position of chance its first move and the probabilities.
    - `seen`: For each player and observation the position at which the player made it.
    """

    def __init__(self, rules: Rules[State, Action]) -> None:
        self.rules = rules
        self.title = rules.title
        self.successors = successors_of(rules)
        self.number_of_players = len(getattr(rules, "players", Rules.players))
        self.states: list[State] = []
        self.numbers: dict[Hashable, int] = {}
        self.player = array("b")
        self.first_move = array("q", [0])
        self.child = array("i")
        self.outcome = array("i")
        self.outcomes: dict[Payoffs, int] = {}
        self.shares: list[tuple[int, list[Fraction]]] = []
        self.seen: dict[tuple[int, Hashable], int] = {}

    def search(self, max_nodes: int, progress: Callable[[str], None] | None) -> None:
        """Find all positions."""
        self._number(self.rules.initial())
        here = 0
        while here < len(self.states):
            try:
                self._enter(here)
            except WrongAnswerError as error:
                raise error.at(self._history(here)) from None
            if len(self.states) > max_nodes:
                raise TooLargeError(
                    f"{self.title}: more than {max_nodes:,} positions; choose smaller parameters, or raise max_nodes"
                )
            here += 1
            if progress is not None and here % _REPORTED_EVERY == 0:
                progress(f"positions of {self.title}: {len(self.states):,} found")

    def _enter(self, here: int) -> None:
        """Enter a position, and find those that can follow."""
        state = self.states[here]
        if self.player[here] == END:
            payoffs = payoffs_of(self.rules, state)
            row = outcome_row(self.title, payoffs, self.outcomes, self.number_of_players)
            self.outcome.append(row)
        else:
            self.outcome.append(NONE)
            actions = self._actions(here)
            following = self.successors(state, actions)
            self.child.extend([self._number(child) for child in following])
        self.first_move.append(len(self.child))

    def _history(self, here: int) -> str:
        """Return a text of the moves by which a position was found."""
        steps = []
        while here > 0:
            place = self.child.index(here)
            here = bisect_right(self.first_move, place) - 1
            moves = StatesOfPositions(self.rules, self.states, self.numbers).actions(here)
            steps.append(str(moves[place - self.first_move[here]]))
        return history_text(steps[::-1])

    def _actions(self, here: int) -> list[Action]:
        """Return the actions at a position; those of chance enter their probabilities, a player's are checked."""
        state = self.states[here]
        player = self.player[here]
        if player == CHANCE:
            lottery = lottery_of(self.rules, state)
            actions = [action for action, _ in lottery]
        else:
            lottery = ()
            actions = list(actions_of(self.rules, state))
        if not actions:
            raise no_action(self.title, player, repr(state))

        if player == CHANCE:
            shares = chance_shares(self.title, [weight for _, weight in lottery])
            self.shares.append((len(self.child), shares))
        else:
            self._check_nothing_hidden(here)
        return actions

    def _number(self, state: State) -> int:
        """Return the number of a state's position, which is a new one at its first state."""
        position = self.rules.position(state)
        # A new position gets the next number, and its first state represents it.
        try:
            number = self.numbers.setdefault(position, len(self.states))
        except TypeError:
            raise GameError(
                f"{self.title}: position(state) returned {position!r}, which is not hashable"
            ) from None
        if number == len(self.states):
            self.states.append(state)
            self.player.append(self._mover(state))
            return number

        # Another state of a known position: it has to play on alike, as far as the next move shows.
        known_state = self.states[number]
        if known_state != state and self._next_move(state) != self._next_move(known_state):
            alike = f"{known_state!r} and {state!r}"
            raise GameError(
                f"{self.title}: position(state) is equal for {alike}, which play on differently"
            )
        return number

    def _mover(self, state: State) -> int:
        """Return the player to move, checked."""
        return mover_of(self.rules, state, self.number_of_players)

    # ---- checks ----

    def _next_move(self, state: State) -> tuple[object, ...]:
        """Return what states of one position have to agree in: the mover, and the actions, chances or payoffs."""
        player = self._mover(state)
        if player == END:
            return (player, payoffs_of(self.rules, state))
        if player == CHANCE:
            return (player, *lottery_of(self.rules, state))
        return (player, *actions_of(self.rules, state))

    def _check_nothing_hidden(self, here: int) -> None:
        """Raise a GameError if the player to move has observed the same at another position."""
        state = self.states[here]
        player = self.player[here]
        observed = (player, observation_of(self.rules, state, player))
        first = self.seen.setdefault(observed, here)
        if first != here:
            raise GameError(
                f"{self.title} has hidden information: {player_label(player)} observes the same at "
                f"{self.states[first]!r} and at {state!r}; 'seqform solve', or 'search --method smooth-uct', is "
                "for such games, and without hidden information observation(state, player) differs there"
            )

    # ---- the graph ----

    def graph(self) -> PositionGraph:
        """Return the graph, its positions numbered so that moves lead to larger numbers."""
        start = np.array(self.first_move, dtype=np.int64)
        child = np.array(self.child, dtype=np.int64)
        order = self._moves_forward(start, child)  # old numbers; `place` has the new ones
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        num_moves = np.diff(start)[order]
        moves = ranges(start[order], num_moves)

        states = [self.states[number] for number in order]
        numbers = {position: int(place[number]) for position, number in self.numbers.items()}
        source = StatesOfPositions(self.rules, states, numbers)
        probability = None
        if self.shares:
            probability = scattered(self.shares, len(self.child)).take(moves)
        payoffs = zip(*exact_outcomes(self.title, self.outcomes), strict=True)
        return PositionGraph(
            title=self.title,
            players=self.rules.players,
            player=np.array(self.player, dtype=np.int8)[order],
            first_move=np.append(0, np.cumsum(num_moves)),
            child=place[child[moves]].astype(np.int32),
            outcome=np.array(self.outcome, dtype=np.int32)[order],
            payoffs=tuple(exact_column(column) for column in payoffs),
            probability=probability,
            move_label=source.move_label,
            source=source,
        )

    def _moves_forward(self, start: Ints, child: Ints) -> Ints:
        """Return the positions in an order in which each comes after all that lead to it.

        This is the topological order of Kahn (1962): a position is taken once all moves into it come from positions
        that have been taken. Positions that are never taken lie on a cycle, or behind one.
        """
        moves_left = np.bincount(child, minlength=len(self.states)).tolist()
        first_move = start.tolist()
        children = child.tolist()
        order = [0] if moves_left[0] == 0 else []
        for position in order:  # grows on the way
            for number in children[first_move[position] : first_move[position + 1]]:
                moves_left[number] -= 1
                if moves_left[number] == 0:
                    order.append(number)

        if len(order) < len(self.states):
            left = next(number for number, moves in enumerate(moves_left) if moves)
            raise GameError(
                f"{self.title}: play can go round in circles, so it need not end; see {self.states[left]!r}"
            )
        return np.array(order, dtype=np.int64)
