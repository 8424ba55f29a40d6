"""Strategies for classes of hands from a Python function of the hand, the board, and the actions so far.

The function is called at every turn of a player with every hand that the player may be dealt. Its answers replace the
probabilities of a strategy for classes at these turns; where it returns None they stay.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.builders.abstraction.equal_actions import merged_plan, merged_strategy
from seqform.builders.forms.class_game import class_game
from seqform.errors import ModelError
from seqform.io.saved_solution import Progress, SavedSolution
from seqform.io.shares import set_shares
from seqform.models.games.abstraction import InformationFilter, first_members, numbered
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints, Mask, Numerators
from seqform.models.numbers.text import parse_rational, shown_rational
from seqform.models.programs.class_game import (
    ClassGame,
    ClassPlan,
    ClassStrategy,
    along_sequences,
)
from seqform.models.strategies.behavior import FLOAT_SUM_TOLERANCE
from seqform.system.own_code import require_positional

Own = Callable[
    [tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...], tuple[str, ...]], Any
]
"""Maps a hand, the board, the actions of every round so far and those that may follow to probabilities, or None."""

Row = tuple[Fraction | float, ...]
"""The probabilities of the actions at a turn, in their order."""

STAYS = 0
"""The number of the answer None; those of probabilities are counted from 1."""


class Turn(NamedTuple):
    """The answers at one turn of a round, after one history of the rounds before.

    `columns` are the places of the actions among the choices of the round, `others` those of the equal actions for
    which one of them stands; `answers`, shape (views,), has `STAYS` or the number of a row.
    """

    history: int
    columns: Ints
    others: Ints
    answers: npt.NDArray[np.int32]


ARGUMENTS = (
    "the hand",
    "the board",
    "the actions of every round so far",
    "those that may follow",
)
"""What a function is called with."""

LEAST_BITS = 30
"""The least number of bits of the weights of answers that are not exact."""


def with_strategy(
    solution: SavedSolution,
    player: int | str,
    function: Own,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> SavedSolution:
    """Return a solution in which one player plays as a function has it, everywhere or at some turns.

    The other player's strategy stays. The certificate has what both earn, and what their best replies earn: that of the
    other player is the most that can be won from the function's strategy. Where hands of one class have different
    answers, the class is split.

    - `player`: 0, 1 or a name: who plays as the function has it.
    - `function`: Of the hand, the board, the actions of every round so far, those of the present one last, and the
      actions that may follow: tuples of names, the actions so far a tuple of such tuples. It returns probabilities, by
      action, where those left out have 0, or in the order of the actions; or None where the solution stays. It is
      called at every turn with every hand that the player may be dealt.

    The result is exact if the solution and all answers are: whole numbers, fractions and texts such as "1/3". Otherwise
    its weights have at least 30 bits. Where the function returns None, and the solution has no strategy since
    its own never leads there, all actions are equally likely. A solution has weights of sequences: behavior that it had
    where the new strategy does not lead any more is lost, and tables show none.

    Raises InputError if the function takes other arguments or names an action that there is not, and ModelError for
    what is no distribution.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn", kind="ordered")
    >>> saved = sf.solve(game, exact=True, preprocess="identity", backend="barrier").saved()
    >>> def passive(hand, board, history, actions):
    ...     return {"check": 1} if "check" in actions else {"call": 1}
    >>> locked = saved.with_strategy(1, passive)
    >>> locked.strategy(1, ["J"], actions=["bet"])
    {'fold': Fraction(0, 1), 'call': Fraction(1, 1)}
    >>> locked.certificate.best_response_values[0] - saved.certificate.best_response_values[0]
    Fraction(7, 18)
    """
    game = solution.game
    player = player_number(player, game.players)
    called = CalledStrategy.of(game, player, solution.filters[player], function)
    first, second = solution.filters
    filters = (called.filter, second) if player == 0 else (first, called.filter)
    classes = class_game(*filters)
    name = f"{game.players[player]} plays {getattr(function, '__name__', 'as given')}"
    method = "; ".join(filter(None, (solution.method, name)))

    if solution.plans is not None and called.exact:
        tables = called.replaced(_exact_behavior(game, player, solution.weights[player]))
        plan = _exact_plan(classes, player, tables)
        if game.equal_actions is not None:
            plan = merged_plan(plan, game.equal_actions)
        plans = (plan, solution.plans[1]) if player == 0 else (solution.plans[0], plan)
        return SavedSolution.of_plans(
            game, filters, plans, method=method, versions=dict(solution.versions)
        )

    strategy = ClassStrategy(classes, player, called.replaced(solution.behavior[player]))
    if game.equal_actions is not None:
        strategy = merged_strategy(strategy, game.equal_actions)
    return solution.with_class_strategy(
        called.filter,
        strategy,
        least_bits=LEAST_BITS,
        method=method,
        threads=threads,
        progress=progress,
    )


def _exact_behavior(
    game: OrderedGame, player: int, weights: Sequence[Numerators]
) -> list[npt.NDArray[Any]]:
    """Return the probabilities of exact weights, in fractions; all are equally likely where no weight arrives."""

    def share(weight: int, total: int, count: int) -> Fraction:
        return Fraction(weight, total) if total else Fraction(1, count)

    shares = np.frompyfunc(share, 3, 1)
    tables = []
    for betting, table in zip(game.rounds, weights, strict=True):
        sequences = betting.stage.sequences(player)
        behavior = np.empty(table[:, 1:].shape, dtype=object)
        for above, (start, stop) in zip(
            sequences.set_above, pairwise(sequences.set_start), strict=True
        ):
            behavior[:, start - 1 : stop - 1] = shares(
                table[:, start:stop], table[:, above, None], stop - start
            )
        tables.append(behavior)
    return tables


def _exact_plan(game: ClassGame, player: int, behavior: Sequence[npt.NDArray[Any]]) -> ClassPlan:
    """Return the realization plan of probabilities in fractions."""
    start = np.array(Fraction(1), dtype=object)
    weights = along_sequences(game, player, behavior, start, np.multiply)
    denominators = {weight.denominator for table in weights for weight in table.ravel().tolist()}
    denominator = math.lcm(*denominators)
    numerators = []
    for table in weights:
        scaled = [int(weight * denominator) for weight in table[:, 1:].ravel().tolist()]
        numerators.append(np.array(scaled, dtype=object).reshape(table[:, 1:].shape))
    return ClassPlan(game, player, tuple(numerators), denominator)


@dataclass(frozen=True, eq=False)
class CalledStrategy(Immutable):
    """The answers of a function at all turns of a player, with a filter that tells apart what they tell apart.

    `turns` are those of each round. `filter` is the given one if hands of one class have the same answers, or else the
    coarsest that splits its classes and has recall.
    """

    filter: InformationFilter
    before: InformationFilter
    player: int
    rows: tuple[Row, ...]
    turns: tuple[tuple[Turn, ...], ...]

    @classmethod
    def of(
        cls, game: OrderedGame, player: int, before: InformationFilter, function: Own
    ) -> CalledStrategy:
        """Call a function at all turns of a player.

        Raises InputError unless it takes four arguments, and ModelError for what is no distribution.
        """
        require_positional("function", function, ARGUMENTS)
        rows = _Rows()
        turns = []
        classes: list[Ints] = []
        for number, own_classes in enumerate(before.classes):
            stand_ins = _stand_ins(game, player, number, own_classes)
            of_round = _turns(game, player, number, stand_ins, function, rows)
            turns.append(of_round)

            split = own_classes
            if number:
                split = _split(split, classes[-1][game.views[number][player].parent])
            for turn in of_round:
                split = _split(split, turn.answers)
            classes.append(split)
        own_filter = before
        if any(now is not then for now, then in zip(classes, before.classes, strict=True)):
            own_filter = InformationFilter(game, tuple(classes), before.player)
        return cls(own_filter, before, player, tuple(rows.rows), tuple(turns))

    @property
    def exact(self) -> bool:
        """True if all answers are in whole numbers and fractions."""
        return not any(isinstance(share, float) for row in self.rows for share in row)

    def replaced(self, behavior: Sequence[npt.NDArray[Any]]) -> tuple[npt.NDArray[Any], ...]:
        """Return the probabilities of a strategy, by rounds of shape (classes, choices, histories), with the answers.

        They are those of the classes before, and become those of the classes of `filter`.
        """
        tables = []
        for number, before in enumerate(behavior):
            first = first_members(self.filter.classes[number])
            table = before[self.before.classes[number][first]]
            for history, columns, others, answers in self.turns[number]:
                answered = np.flatnonzero(answers[first])
                if not len(answered):
                    continue
                of_class = answers[first][answered]
                used, place = np.unique(of_class, return_inverse=True)
                shares = np.array([self.rows[row - 1] for row in used.tolist()], dtype=table.dtype)
                table[answered[:, None], columns, history] = shares[place]
                table[answered[:, None], others, history] = 0
            tables.append(table)
        return tuple(tables)


class _Rows:
    """The distinct answers of a function, numbered from 1, each checked once."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._number_of: dict[Any, int] = {}

    def known(self, answer: Any, actions: tuple[str, ...]) -> int | None:
        """Return the number of an answer that was added before, `STAYS` of None."""
        if answer is None:
            return STAYS
        try:
            return self._number_of.get(_key(answer, actions))
        except TypeError:  # values without a hash, such as arrays
            return None

    def added(self, answer: Any, actions: tuple[str, ...], where: str) -> int:
        """Return the number of a further answer."""
        self.rows.append(_row(answer, actions, where))
        with suppress(TypeError):
            self._number_of[_key(answer, actions)] = len(self.rows)
        return len(self.rows)


def _key(answer: Any, actions: tuple[str, ...]) -> Any:
    """Return what is the same for the same answers only; TypeError for what is no dictionary."""
    if not isinstance(answer, dict):
        raise TypeError
    values = tuple(answer.values())
    # Of equal numbers a double and an integer differ, since one is exact
    return actions, tuple(answer), values, tuple(map(type, values))


def _row(answer: Any, actions: tuple[str, ...], where: str) -> Row:
    """Return the probabilities of an answer; ModelError unless they are a distribution."""
    shares: list[Fraction | float] = []
    for value in set_shares(answer, actions, where):
        share = parse_rational(value) if isinstance(value, str) else value
        is_number = isinstance(share, int | float | Fraction) and not isinstance(share, bool)
        if not is_number or share is None or not 0 <= share < math.inf:
            raise ModelError(f"{where}: probabilities from 0 to 1 expected, not {value!r}")
        shares.append(share if isinstance(share, float) else Fraction(share))
    if len(shares) != len(actions):
        raise ModelError(f"{where}: {len(actions)} probabilities expected, not {len(shares)}")

    total: Any = sum(shares)
    tolerance = FLOAT_SUM_TOLERANCE if isinstance(total, float) else 0
    if abs(total - 1) > tolerance:
        raise ModelError(f"{where}: the probabilities sum to {shown_rational(total)}, not to 1")
    return tuple(shares)


def _turns(
    game: OrderedGame,
    player: int,
    number: int,
    stand_ins: Ints,
    function: Own,
    rows: _Rows,
) -> tuple[Turn, ...]:
    """Return the answers at the turns of a round."""
    stage = game.rounds[number].stage
    sequences = stage.sequences(player)
    called = np.unique(stand_ins[stand_ins >= 0])
    hands, boards = _names(game, player, number, called)

    turns = []
    for history, past in enumerate(game.histories(number)):
        for place, node in enumerate(sequences.sets):
            if not game.is_turn(number, history, node):
                continue
            choices = game.choices(number, history, node)
            actions = tuple([stage.action[child] for child in choices])
            so_far = (*past, tuple(stage.path(node)))

            numbers = np.zeros(len(stand_ins) + 1, dtype=np.int32)
            for view, hand, board in zip(called.tolist(), hands, boards, strict=True):
                answer = function(hand, board, so_far, actions)
                row = rows.known(answer, actions)
                if row is None:
                    where = _where(game, player, hand, board, so_far)
                    row = rows.added(answer, actions, where)
                numbers[view] = row
            # The last place is that of views for which no other one stands in: -1
            answers = numbers[stand_ins]
            if not answers.any():
                continue

            start = sequences.set_start[place] - 1
            children = stage.children[node]
            is_choice = np.isin(children, choices)
            columns = start + np.flatnonzero(is_choice)
            others = start + np.flatnonzero(~is_choice)
            turns.append(Turn(history, columns, others, answers))
    return tuple(turns)


def _where(
    game: OrderedGame,
    player: int,
    hand: Sequence[str],
    board: Sequence[str],
    so_far: Sequence[Sequence[str]],
) -> str:
    """Return a turn for a message."""
    place = f"function: {game.players[player]} with {' '.join(hand)}"
    if board:
        place += f" on {' '.join(board)}"
    taken = " / ".join(" ".join(actions) for actions in so_far).strip()
    return f"{place} after {taken}" if taken else place


def _names(
    game: OrderedGame, player: int, number: int, views: Ints
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return the hands and the boards of some views of a round, by the names of their signals."""
    of_round = game.views[number][player]
    names = np.array(game.signals, dtype=object)

    def named(columns: Sequence[int]) -> list[tuple[str, ...]]:
        signals = of_round.signals[views][:, list(columns)].astype(np.int64)
        return list(map(tuple, names[signals].tolist()))

    boards = [(*game.table, *public) for public in named(of_round.public)]
    return named(of_round.private), boards


def _stand_ins(game: OrderedGame, player: int, number: int, classes: Ints) -> Ints:
    """Return for every view of a round the view whose answers it has, itself if the player may be dealt it.

    Others have those of the first view of their class that may be dealt, -1 if there is none.
    """
    views = np.arange(len(classes))
    if game.ranges is None:
        return views
    chances = game.ranges.chances(player, game.views[number][player].signals)
    is_dealt: Mask = np.asarray(chances > 0, dtype=bool)
    first = np.full(int(classes.max()) + 1, -1)
    dealt = views[is_dealt][::-1]
    first[classes[dealt]] = dealt  # the last assignment counts
    return np.where(is_dealt, views, first[classes])


def _split(classes: Ints, labels: npt.NDArray[np.integer[Any]]) -> Ints:
    """Return the classes split by labels; the same array if all members of each have one label."""
    if np.array_equal(labels, labels[first_members(classes)][classes]):
        return classes
    width = int(labels.max()) + 1
    return numbered(classes * width + labels)
