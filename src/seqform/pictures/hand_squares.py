"""Charts of hands of two cards: a square of 13 × 13 classes for each situation, with the bars of its actions.

Pairs are on the diagonal, suited hands above it and offsuit hands below, from the ace down (`classes`). The hands of a
class are taken together, each by its weight. In these grids the `reach` of a cell is the average weight of its hands,
of those that do not meet the board, in units of the largest one in the same situation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.builders.games.cards.classes import SIZE, class_name, classes_of_hands
from seqform.builders.games.cards.deck import (
    CARDS,
    NUM_HANDS,
    card_number,
    cards_text,
    hand_cards,
    hand_numbers,
    meets,
)
from seqform.builders.games.cards.equity import equities
from seqform.builders.games.cards.ranges import Range
from seqform.errors import GameError, InputError
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints, Mask, Numerators
from seqform.models.numbers.text import counted, rounded
from seqform.pictures.grids import (
    CardStrategies,
    GridCell,
    GridColumn,
    GridRow,
    Part,
    StrategyGrid,
    public_part,
    round_heading,
    situation_column,
    view_chances,
)

NUM_CLASSES = SIZE * SIZE


@dataclass(frozen=True, eq=False)
class HandStrategy(Immutable):
    """What the hands of a player do in one situation.

    - `column`: The heading: the actions of earlier rounds, and those of this one.
    - `actions`: The names of the actions; none for a range alone.
    - `weights`, shape (1326,): How likely each hand is here, up to a factor: its weight in the range times the
      probability with which the player's own choices lead here. In the order of `hand_cards`.
    - `shares`, shape (1326, actions): The probabilities of the actions; rows of hands of weight 0 are not read.
    - `possible`, shape (1326,): The hands that do not meet the board.
    """

    column: GridColumn
    actions: tuple[str, ...]
    weights: Floats
    shares: Floats
    possible: Mask

    def __post_init__(self) -> None:
        expected = (NUM_HANDS, len(self.actions))
        if self.shares.shape != expected or len(self.weights) != NUM_HANDS:
            raise GameError(
                f"hand strategy: {NUM_HANDS:,} weights and shares of shape {expected} expected, not "
                f"{self.weights.shape} and {self.shares.shape}"
            )
        is_weight = np.isfinite(self.weights) & (self.weights >= 0)
        if not is_weight.all():
            raise GameError("hand strategy: finite weights from 0 on expected")

    @classmethod
    def of(
        cls,
        situation: str,
        hands: Range,
        shares: Mapping[str, npt.ArrayLike],
        board: Sequence[int] = (),
    ) -> HandStrategy:
        """Return what a range does in a situation, from the probabilities of each action by hand.

        - `situation`: The heading, such as "after check".
        - `hands`: The range with which the player comes there; hands that meet the board are left out.
        - `shares`: For each action the probabilities of the 1,326 hands, in the order of `hand_cards`.
        """
        columns = np.zeros((NUM_HANDS, len(shares)))
        for place, (action, by_hand) in enumerate(shares.items()):
            column = np.asarray(by_hand, dtype=np.float64)
            if column.shape != (NUM_HANDS,):
                raise GameError(
                    f"hand strategy: {action}: a probability of each of the {NUM_HANDS:,} hands expected, not "
                    f"an array of shape {column.shape}"
                )
            columns[:, place] = column
        weights = hands.without(board).weights.to_rounded_floats()
        return cls(GridColumn((), situation), tuple(shares), weights, columns, ~meets(board))


def square_grid(
    player: int, heading: str, situations: Sequence[HandStrategy], notes: Sequence[str] = ()
) -> StrategyGrid:
    """Return the chart of a player's hands in some situations."""
    columns = []
    totals = []
    for situation in situations:
        columns.append(_class_cells(situation))
        totals.append(_total(situation))
    return StrategyGrid(
        player,
        heading,
        columns=tuple([situation.column for situation in situations]),
        rows=class_rows(),
        cells=tuple(zip(*columns, strict=True)),
        notes=tuple(notes),
        square=True,
        totals=tuple(totals),
    )


def class_rows() -> tuple[GridRow, ...]:
    """Return a row for every class, in the order of their numbers."""
    return tuple([GridRow(class_name(number)) for number in range(NUM_CLASSES)])


def _class_cells(situation: HandStrategy) -> list[GridCell | None]:
    """Return the cells of all classes: the average of their hands; None where all of them meet the board."""
    classes = classes_of_hands()
    weights = np.where(situation.possible, situation.weights, 0)
    counts = np.bincount(classes[situation.possible], minlength=NUM_CLASSES)
    sums = np.bincount(classes, weights, NUM_CLASSES)
    mixed = []
    for share in situation.shares.T:
        products = np.where(weights > 0, weights * share, 0)
        mixed.append(np.bincount(classes, products, NUM_CLASSES))

    averages = sums / np.maximum(counts, 1)
    largest = float(averages.max()) or 1.0
    cells: list[GridCell | None] = []
    for number, (count, weight) in enumerate(zip(counts.tolist(), sums.tolist(), strict=True)):
        if not count:
            cells.append(None)
            continue
        shares: tuple[float, ...] = ()
        if weight > 0:
            shares = tuple([float(column[number]) / weight for column in mixed])
        cells.append(GridCell(situation.actions, shares, float(averages[number]) / largest))
    return cells


def _total(situation: HandStrategy) -> GridCell | None:
    """Return the actions of all hands together, each by its weight; None for a range alone."""
    weights = np.where(situation.possible, situation.weights, 0)
    total = float(weights.sum())
    if not situation.actions or total == 0:
        return None
    held = weights > 0
    shares = (weights[held] @ situation.shares[held]) / total
    return GridCell(situation.actions, tuple(shares.tolist()), 1)


def range_grid(ranges: Sequence[Range], board: Sequence[int], names: Sequence[str]) -> StrategyGrid:
    """Return the chart of ranges, one square for each that has a name, without the hands that meet a board.

    With two ranges on a board of four or five cards, their equities are in the headings.
    """
    possible = ~meets(board)
    equity_of: list[Fraction | None] = [None] * len(ranges)
    if len(ranges) == 2 and len(board) > 3:
        first = equities(ranges[1], board).average(ranges[0].without(board))
        if first is not None:
            equity_of = [first, 1 - first]

    squares = []
    for name, hands, equity in zip(names, ranges, equity_of, strict=True):
        weights = hands.without(board).weights.to_rounded_floats()
        # What the hands come to where the one of the largest weight counts as 1
        effective = float(weights.sum() / weights.max())
        text = counted(int(np.count_nonzero(weights)), "hand")
        if abs(effective - np.count_nonzero(weights)) > 1e-9:
            text += f", by weight {rounded(effective, 4)}"
        if equity is not None:
            text += f"; equity {rounded(100 * equity, 4)} %"
        column = GridColumn((name,) if name else (), text)
        squares.append(HandStrategy(column, (), weights, np.zeros((NUM_HANDS, 0)), possible))
    on_board = f" on the board {cards_text(board)}" if board else ""
    return square_grid(0, f"hands{on_board}", squares)


def strategy_squares(strategies: CardStrategies, player: int, part: Part) -> StrategyGrid:
    """Return the chart of the classes of a player's hands of two cards in one round of a game with ordered signals."""
    game = strategies.game
    cards = _cards_of_signals(game)
    number, situations, board, notes = public_part(game, player, part)
    views = game.views[number][player]
    if len(views.private) != 2:
        raise InputError(
            f"{game.title}: a grid is for hands of two cards, and a hand has {len(views.private)} here; "
            "leave grid (--grid) out"
        )

    # The views on the board, by the class of their hands; those that may be held make up the cells.
    shown = np.arange(len(views))
    if board:
        public = views.signals[:, list(views.public)]
        shown = np.flatnonzero((public == np.array(board, dtype=np.int64)).all(axis=1))
    hands = hand_numbers(cards[views.signals[shown][:, list(views.private)]])
    classes = classes_of_hands()[hands]
    repeats = len(hands) // len(
        np.unique(hands)
    )  # without ranges, both orders of two cards are views
    possible = np.isin(hand_cards(), np.delete(cards, board)).all(axis=1)
    sizes = repeats * np.bincount(classes_of_hands()[possible], minlength=NUM_CLASSES)
    weights = _own_weights(game, player, number)
    chances = view_chances(game, player, number)
    is_held = np.ones(len(shown), dtype=bool) if chances is None else chances[shown] > 0
    held = shown[is_held]
    held_classes = classes[is_held]
    present = np.unique(held_classes).tolist()
    members = [held[held_classes == class_] for class_ in present]

    *table, totals = strategies.cells(player, number, [*members, held], situations)
    columns = []
    for place, total in enumerate(totals):
        averages: dict[int, float] = {}
        for class_, views_of_class, cells in zip(present, members, table, strict=True):
            own = float(weights[views_of_class].sum()) / int(sizes[class_])
            averages[class_] = own * float(cells[place].reach)
        largest = max(averages.values()) or 1.0
        column: list[GridCell | None] = [None] * NUM_CLASSES
        for class_ in np.flatnonzero(sizes).tolist():
            column[class_] = GridCell(total.actions, (), 0)
        for class_, cells in zip(present, table, strict=True):
            cell = cells[place]
            column[class_] = GridCell(cell.actions, cell.shares, averages[class_] / largest)
        columns.append(column)

    return StrategyGrid(
        player,
        round_heading(game, player, number, board),
        columns=tuple([situation_column(game, number, player, *place) for place in situations]),
        rows=class_rows(),
        cells=tuple(zip(*columns, strict=True)),
        notes=tuple(notes),
        square=True,
        totals=tuple([cell if cell.shares else None for cell in totals]),
    )


def _own_weights(game: OrderedGame, player: int, number: int) -> Numerators:
    """Return the weights of a player's views in the own range; without ranges, their chances."""
    if game.ranges is not None:
        hands = game.ranges.hand_of(game.views[number][player].signals)
        return game.ranges.weights[player][hands]
    chances = view_chances(game, player, number)
    if chances is None:
        return np.ones(len(game.views[number][player]), dtype=np.int64)
    return chances


def _cards_of_signals(game: OrderedGame) -> Ints:
    """Return the number of every signal as a card of the deck of 52; InputError for a game of other signals."""
    foreign = [name for name in game.signals if name not in CARDS]
    if foreign:
        raise InputError(
            f"{game.title}: a grid is for cards of the deck of 52 such as As, and {foreign[0]!r} is none; "
            "leave grid (--grid) out"
        )
    return np.array([card_number(name) for name in game.signals], dtype=np.int64)
