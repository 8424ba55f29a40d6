"""The content of strategy charts: how hands, or information sets, share their probability among actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import truediv
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.analysis.action_values import PlayerValues
from seqform.analysis.ranges import OptimalPlans, Range
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games import catalog
from seqform.builders.games.cards.deck import CARDS, hand_name
from seqform.builders.games.ordered.expansion import expanded_from, infoset_labels, turn_labels
from seqform.errors import GameError, InputError
from seqform.io.saved_solution import SavedSolution
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter, views_of
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Ints, Number
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import infoset_reach
from seqform.pictures.hands import Hands, dealt_hands
from seqform.pictures.visible import TreeSource, apart
from seqform.playable.lines import dealt_later, possible_actions, short_title, words_of

MOST_ROWS = 200
"""Hands or information sets of a chart; with more hands, one board is shown at a time."""

MOST_COLUMNS = 40
"""Situations of a chart; of more, those are shown that the player's own choices reach most often."""

MOST_NAMED = 12
"""Turns that an error names."""


@dataclass(frozen=True)
class GridCell:
    """The probability of each action, and that with which the player's own choices lead here.

    `shares` is empty where the strategy is not known, because it never leads here. `ranges` are those of the actions
    over all equilibria, None where no equilibrium leads here, and `edges` those of the sums of the first actions, all
    but the last; both are empty unless asked for.
    """

    actions: tuple[str, ...]
    shares: tuple[Number, ...]
    reach: Number
    ranges: tuple[Range | None, ...] = ()
    edges: tuple[Range | None, ...] = ()


class Branch(NamedTuple):
    """The place of a row in a tree: `depth` actions deep, reached by `action` with probability `share`, if known.

    The mover has the `actions`; `below` of the rows that follow are not shown.
    """

    mover: int
    depth: int
    action: str
    share: Number | None
    actions: tuple[str, ...]
    below: int


@dataclass(frozen=True)
class GridRow:
    """A hand, an information set or, with a branch, a situation of a tree; `numbers` are further columns.

    A gap is left between rows of different groups.
    """

    label: str
    group: str = ""
    numbers: tuple[Number | None, ...] = ()
    branch: Branch | None = None

    @property
    def text(self) -> str:
        """The row as one line of text."""
        if self.branch is None:
            return self.label
        more = f" (+{self.branch.below:,})" if self.branch.below else ""
        return f"{'· ' * self.branch.depth}{self.branch.mover + 1} {self.label}{more}"


@dataclass(frozen=True)
class GridColumn:
    """A column: the actions of the rounds before, a line each, and those of this round."""

    earlier: tuple[str, ...]
    now: str

    @property
    def name(self) -> str:
        """The column in one line."""
        return " / ".join([*self.earlier, self.now])


@dataclass(frozen=True)
class StrategyGrid:
    """The chart of one player: for each row the cells of all columns, None where the row cannot be.

    With `ranks` the rows are single cards, for each suit those of all ranks, and every column is drawn as a matrix.
    With `square` they are the 169 classes of hands of two cards, and every column is drawn as a square of 13 × 13
    cells, below a bar with its entry of `totals`, of all hands together. `others` are the cells of a second strategy.
    """

    player: int
    heading: str
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]
    cells: tuple[tuple[GridCell | None, ...], ...]
    others: tuple[tuple[GridCell | None, ...], ...] = ()
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    square: bool = False
    totals: tuple[GridCell | None, ...] = ()


class Part(NamedTuple):
    """What is shown of a game: a round (from 0), the public signals, the actions so far, an information set.

    With `alone` it is the situation after the actions, without those that follow it.
    """

    number: int | None = None
    board: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    at: str | None = None
    alone: bool = False


def moved(cell: GridCell, other: GridCell) -> Number:
    """Return the total variation distance of the shares of two cells; 0 where one of them is not known.

    In doubles, differences up to 1e-9 are rounding.
    """
    if not (cell.shares and other.shares):
        return 0
    shares_after: dict[str, Any] = dict(zip(other.actions, other.shares, strict=True))
    twice_the_distance: Any = 0
    for action, share in zip(cell.actions, cell.shares, strict=True):
        twice_the_distance += abs(share - shares_after[action])
    return apart(twice_the_distance / 2, 0)


# ---- any game: information sets ----


@dataclass(frozen=True, eq=False)
class TreeStrategies:
    """A profile of an extensive game."""

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    optimal: tuple[OptimalPlans, OptimalPlans] | None = None

    def grid(self, player: int, part: Part, other: TreeStrategies | None) -> StrategyGrid:
        """Return the chart of a player's hands, or of the player's information sets in the order of the tree."""
        if self.hands is not None and part.at is None and not part.board:
            return self._hand_grid(self.hands[player], player, part, other)
        if part.number is not None or part.board or part.after:
            raise InputError(
                f"{self.game.title}: rounds, boards and actions so far are of card games; `at` is of trees"
            )
        index = self.game.sequences[player].index
        rows = index.order.tolist()  # as a person reads the tree, from the root on
        if part.at is not None:
            is_below = self._below(part.at)
            infosets = self.game.sequences[player].infosets
            rows = [row for row in rows if is_below[infosets[row]]]

        reach = _fractions(infoset_reach(self.game, self.profile, player))
        notes: tuple[str, ...] = ()
        count = len(rows)
        if count > MOST_ROWS:
            most_reached = set(sorted(rows, key=lambda row: -reach[row])[:MOST_ROWS])
            rows = [row for row in rows if row in most_reached]
            notes = (f"the {MOST_ROWS} most often reached of {count:,} information sets",)

        value, regret = self._values(player)
        grid_rows = []
        for row in rows:
            numbers = (reach[row], value[row], regret[row])
            grid_rows.append(GridRow(index.infoset_names[row], "", numbers))
        others: tuple[tuple[GridCell, ...], ...] = ()
        if other is not None:
            others = tuple((other.cell(player, row),) for row in rows)
        return StrategyGrid(
            player,
            self.game.players[player],
            columns=(GridColumn((), "strategy"),),
            rows=tuple(grid_rows),
            cells=tuple((self.cell(player, row),) for row in rows),
            others=others,
            numbers=("reach", "value", "regret"),
            notes=notes,
        )

    @cached_property
    def hands(self) -> tuple[Hands, Hands] | None:
        """Both players' hands, if the game is a card game that a chart has room for."""
        hands = dealt_hands(self.game)
        if hands is None or max(len(own.names) for own in hands) > MOST_ROWS:
            return None
        return hands

    def _hand_grid(
        self, hands: Hands, player: int, part: Part, other: TreeStrategies | None
    ) -> StrategyGrid:
        """Return the chart of a player's hands, in the order in which they are dealt, by situations."""
        if part.number not in (None, 0):
            raise InputError(f"round {part.number + 1}: {self.game.title} has 1 round")
        places = [
            place for place, taken in enumerate(hands.situations) if _follows([taken], part.after)
        ]
        if not places:
            after = " ".join(part.after)
            turns = [_turn(taken) for taken in hands.situations[:MOST_NAMED]]
            raise InputError(
                f"{short_title(self.game)}: {self.game.players[player]} has no turn after {after!r}; turns are "
                f"{', '.join(turns)}"
            )

        def cells(strategies: TreeStrategies) -> tuple[tuple[GridCell | None, ...], ...]:
            lines = []
            for rows in hands.rows:
                line = [rows[place] for place in places]
                lines.append(
                    tuple(None if row is None else strategies.cell(player, row) for row in line)
                )
            return tuple(lines)

        table = cells(self)
        notes: tuple[str, ...] = ()
        if len(places) > MOST_COLUMNS:
            count = len(places)
            known = [[cell or GridCell((), (), 0) for cell in line] for line in table]
            places = [places[k] for k in _most_frequent(known, count)]
            table = cells(self)
            notes = (_most_columns_note(count),)
        return StrategyGrid(
            player,
            self.game.players[player],
            columns=tuple(GridColumn((), _turn(hands.situations[place])) for place in places),
            rows=tuple(GridRow(name) for name in hands.names),
            cells=table,
            others=() if other is None else cells(other),
            notes=notes,
        )

    def cell(self, player: int, row: int) -> GridCell:
        """Return the behavior at an information set."""
        strategy = self.profile[player]
        index = self.game.sequences[player].index
        start, stop = index.first_sequence[row : row + 2]
        shares = tuple(strategy.probabilities[start:stop].tolist())
        reach = strategy.plan.weights[int(index.parent_sequence[row])]
        cell = GridCell(index.action_names[row], shares, reach)
        if self.optimal is None:
            return cell
        return _ranged(cell, self.optimal[player], [start], [1])

    def _below(self, at: str) -> npt.NDArray[np.bool_]:
        """Return a mask of the information sets that have a node below those of an information set, or in it."""
        game = self.game
        # From the set's nodes down, level by level, everything that hangs on what is inside.
        inside = np.zeros(len(game), dtype=bool)
        inside[[key for key, _ in TreeSource(game, None, None).members(at)]] = True
        for level in game.levels[1:]:
            inside[level] |= inside[game.parent[level]]
        is_below = np.zeros(len(game.information_sets), dtype=bool)
        is_below[game.infoset[inside & ~game.is_leaf]] = True
        return is_below

    def _values(self, player: int) -> tuple[list[Number | None], list[Number | None]]:
        """Return the expected payoff at every information set, given that it is reached, and what the best reply adds.

        Both take the probabilities of its nodes as chance and the opponent make them; None where these never lead
        there.
        """
        values = PlayerValues.of(self.game, self.profile, player)
        return values.set_value, values.regret


def _ranged(
    cell: GridCell, optimal: OptimalPlans, starts: Sequence[int], chances: Sequence[int]
) -> GridCell:
    """Return a cell with ranges; the first sequences of its information sets, and the chances of these, are given."""
    size = len(optimal.game.sequences[optimal.player].index)
    first_sequences = np.asarray(starts, dtype=np.int64)
    weights = ExactArray(np.array(chances, dtype=object))
    parts = [weights.scattered(size, first_sequences + k) for k in range(len(cell.actions))]
    ranges = optimal.shares(parts)
    if len(parts) == 2:
        # The only edge is the end of the first action.
        return replace(cell, ranges=ranges, edges=ranges[:1])
    return replace(cell, ranges=ranges, edges=optimal.sums(parts))


def _fractions(vector: Any) -> list[Any]:
    return vector.to_fractions() if isinstance(vector, ExactArray) else vector.tolist()


# ---- games with ordered signals: hands ----


@dataclass(frozen=True, eq=False)
class ProfileStrategies:
    """A profile of the tree of a game with ordered signals; hands that mean the same make up a row."""

    game: OrderedGame
    tree: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    optimal: tuple[OptimalPlans, OptimalPlans] | None = None

    @cached_property
    def filters(self) -> tuple[InformationFilter, InformationFilter]:
        """The hands that mean the same."""
        return equitable_filters(self.game)

    def cells(
        self, player: int, number: int, hands: Sequence[Ints], situations: Sequence[tuple[int, int]]
    ) -> list[tuple[GridCell, ...]]:
        """Return for each row, made of some views, the cells of all situations: a history and a set of the stage."""
        row_of = self.profile[player].index.row_of
        sets = len(self.game.rounds[number].stage.sets(player))
        weights = view_chances(self.game, player, number)
        plan = _fractions(self.profile[player].plan.weights)
        table = []
        for views in hands:
            # The labels are those of the first view in all situations, then of the second, and so on.
            labels = infoset_labels(self.game, player, number, views)
            size = len(labels) // len(views)
            chances = [1] * len(views) if weights is None else weights[views].tolist()
            cells = []
            for history, place in situations:
                situation = history * sets + place
                rows = [row_of[labels[k * size + situation]] for k in range(len(views))]
                cells.append(self._cell(player, rows, chances, plan))
            table.append(tuple(cells))
        return table

    def _cell(
        self, player: int, rows: Sequence[int], chances: list[int], plan: list[Any]
    ) -> GridCell:
        """Return the cell of some information sets, which are the same situation with several hands."""
        strategy = self.profile[player]
        index = strategy.index
        spans = [slice(*index.first_sequence[row : row + 2].tolist()) for row in rows]
        cell = _mean(
            index.action_names[rows[0]],
            arriving=[plan[int(index.parent_sequence[row])] for row in rows],
            choices=[plan[span] for span in spans],
            behavior=[strategy.probabilities[span].tolist() for span in spans],
            chances=chances,
        )
        if self.optimal is None:
            return cell
        return _ranged(cell, self.optimal[player], [span.start for span in spans], chances)


class SolutionStrategies:
    """A stored solution of a game with ordered signals, with the certificate in its file and the classes of hands."""

    def __init__(self, solution: SavedSolution) -> None:
        self.solution = solution
        self.game = solution.game
        self.certificate = solution.certificate
        self.filters = solution.filters

    def cells(
        self, player: int, number: int, hands: Sequence[Ints], situations: Sequence[tuple[int, int]]
    ) -> list[tuple[GridCell, ...]]:
        """Return for each row, made of some views, the cells of all situations: a history and a set of the stage."""
        stage = self.game.rounds[number].stage
        sequences = stage.sequences(player)
        denominator = self.solution.denominators[player]
        share: Callable[[int, int], Number] = (
            Fraction if self.solution.plans is not None else truediv
        )
        table = []
        for views in hands:
            total, weights = self._summed_weights(player, number, views)
            cells = []
            for history, row in situations:
                start, stop = sequences.set_start[row : row + 2]
                node = sequences.sets[row]
                arriving = int(weights[sequences.set_above[row], history])
                shares: tuple[Number, ...] = ()
                if arriving:
                    choices = self.game.summed(
                        number, history, node, weights[start:stop, history].tolist()
                    )
                    shares = tuple(share(int(weight), arriving) for weight in choices)
                after = self.game.choices(number, history, node)
                actions = tuple(stage.action[child] for child in after)
                cells.append(GridCell(actions, shares, share(arriving, denominator * total)))
            table.append(tuple(cells))
        return table

    def _summed_weights(
        self, player: int, number: int, views: Ints
    ) -> tuple[int, npt.NDArray[Any]]:
        """Return the sum of the chances of some views, and the weights of their sequences, summed by these chances.

        Weights are integers over the denominator of the player, stored by class: the views are counted by class first.
        """
        classes = self.filters[player].classes[number][views]
        members, place = np.unique(classes, return_inverse=True)
        weights = view_chances(self.game, player, number)
        chances = np.ones(len(views), dtype=np.int64) if weights is None else weights[views]
        counts = np.zeros(len(members), dtype=object)
        np.add.at(counts, place, chances)

        # No sum exceeds the denominator times the total: in 64 bits where that fits, for speed.
        total = int(counts.sum())
        fits = self.solution.denominators[player] * total < 2**62
        dtype = np.int64 if fits else object
        tables = self.solution.weights[player][number][members]
        return total, np.tensordot(counts.astype(dtype), tables.astype(dtype), 1).astype(object)


def _mean(
    actions: tuple[str, ...],
    arriving: list[Any],
    choices: list[list[Any]],
    behavior: list[list[Any]],
    chances: list[int],
) -> GridCell:
    """Return the cell of several hands, each with a chance, whose plans and behavior are given.

    Shares are those of the plans, which weigh a hand by how often the player brings it here; where no hand ever comes,
    those of the behavior.
    """
    total = sum(chance * weight for chance, weight in zip(chances, arriving, strict=True))
    rows, divisor = choices, total
    if not total:
        rows, divisor = behavior, sum(chances)
    shares = []
    for k in range(len(actions)):
        mixed = sum(chance * row[k] for chance, row in zip(chances, rows, strict=True))
        shares.append(mixed / divisor)
    return GridCell(actions, tuple(shares), total / sum(chances))


def view_chances(game: OrderedGame, player: int, number: int) -> npt.NDArray[Any] | None:
    """Return numbers in proportion to the chances of the views of a round; None if all are equally likely."""
    if game.ranges is not None:
        return game.ranges.chances(player, game.views[number][player].signals)
    if game.weights is None:  # every deal has the same chance, and every view as many deals
        return None
    deals = game.deals(number)
    chances = deals.probability.sum_by(deals.view[player], len(game.views[number][player]))
    return chances.numerators.astype(object)


CardStrategies = ProfileStrategies | SolutionStrategies
Strategies = TreeStrategies | CardStrategies


def ordered_twin(tree: ExtensiveGame) -> OrderedGame | None:
    """Return the game with ordered signals that a tree is of: one of the catalog is found by its title and labels."""
    known = expanded_from(tree)
    if known is not None:
        return known
    if not catalog.is_ordered(tree.title):
        return None
    try:
        game = catalog.ordered(tree.title)
        for player, owner in enumerate(tree.sequences):
            names = set(owner.index.infoset_names)
            for number, views in enumerate(views_of(game, player)):
                if len(views) > len(names):  # before so many labels are made
                    return None
                labels = turn_labels(game, player, number, np.arange(len(views)))
                if not names.issuperset(labels):
                    return None
    except GameError:
        return None
    return game


class Deck:
    """Ranks and suits of the signals, if their names are such: "Ks" of rank "K" and suit "s"."""

    def __init__(self, game: OrderedGame) -> None:
        names = game.signals
        ranks = dict.fromkeys(name[:-1] for name in names)
        suits = dict.fromkeys(name[-1:] for name in names)
        is_every_pair = len(ranks) * len(suits) == len(names)
        if not (all(ranks) and len(suits) > 1 and is_every_pair):
            ranks = dict.fromkeys(names)
            suits = {"": None}
        self.ranks = tuple(ranks)
        self.suits = tuple(suits)

        places = {rank: place for place, rank in enumerate(self.ranks)}
        width = len(self.suits[0])
        self.rank = [places[name[: len(name) - width]] for name in names]
        self.suit = [name[len(name) - width :] for name in names]
        self.has_hands = game.ranges is not None and set(self.ranks) <= set(CARDS)
        """Whether the private cards are hands of two cards whose names are those of a rank and a suit."""
        self.height = self._heights(game)
        """The place of every rank, the weakest first."""

    def _heights(self, game: OrderedGame) -> dict[int, int]:
        """Return the place of every rank in the order of the strongest signals, if single ones are ordered."""
        order = list(range(len(self.ranks)))
        if game.ordering and not game.rounds[0].public and 1 in game.rounds[0].privates:
            count = len(game.signals)
            no_public = np.zeros((count, 0), dtype=np.int64)
            strength = game.ordering[0](no_public, np.arange(count)[:, None])
            best: dict[int, int] = {}
            for signal, rank in enumerate(self.rank):
                best[rank] = max(int(strength[signal]), best.get(rank, int(strength[signal])))
            order.sort(key=lambda rank: (best[rank], rank))
        return {rank: height for height, rank in enumerate(order)}

    def strongest(self, count: int) -> tuple[int, ...]:
        """Return as many signals of different ranks, the strongest, in different suits where possible."""
        signals = sorted(range(len(self.rank)), key=lambda signal: -self.height[self.rank[signal]])
        suits = len(self.suits)
        # One rank down, one suit on.
        places = [place * suits + place % suits for place in range(count)]
        return tuple(signals[place % len(signals)] for place in places)


def card_grid(
    strategies: CardStrategies, player: int, part: Part, other: CardStrategies | None
) -> StrategyGrid:
    """Return the chart of a player's hands in one round, the strongest first."""
    # 1. The round, and its situations: what was bid before, and the player's turns of the round itself.
    # 2. The board: the one asked for or, where classes of hands are too many for rows, the strongest one.
    # 3. The rows: classes of hands, named by their ranks. On a board that was chosen here and with one private card,
    #    rows are single cards, which are drawn as a matrix of ranks and suits for each situation.
    # 4. The cells, then the columns: the situations that the player reaches most often.
    game = strategies.game
    deck = Deck(game)
    if part.at is not None:
        raise InputError(
            f"{game.title}: `at` is for charts of information sets; choose hands by round, board and after"
        )
    part = part._replace(board=dealt_later(game, part.board))
    number = _round(game, player, part)
    situations = _situations(game, player, number, part)

    views = game.views[number][player]
    classes = strategies.filters[player].classes[number]
    count = int(classes.max()) + 1
    board = _board(game, number, part.board)
    notes: list[str] = []
    is_board_chosen_here = not board and count > MOST_ROWS
    if is_board_chosen_here:
        board = deck.strongest(len(views.public))
        notes.append(f"one board of {count:,} classes of hands; the option board chooses another")

    shown_views = np.arange(len(views))
    if board:
        public = views.signals[:, list(views.public)]
        shown_views = shown_views[(public == np.array(board, dtype=np.int64)).all(axis=1)]
    chances = view_chances(game, player, number)
    if chances is not None:  # a hand outside the player's range is never dealt
        shown_views = shown_views[np.asarray(chances[shown_views] > 0, dtype=bool)]
    shown_classes = classes[shown_views]
    hands = [
        shown_views[shown_classes == member] for member in dict.fromkeys(shown_classes.tolist())
    ]
    is_single_card = len(deck.suits) > 1 and len(views.private) == 1
    is_matrix = is_board_chosen_here and bool(board) and len(hands) > 0 and is_single_card
    rows: tuple[GridRow, ...] = ()
    if is_matrix:
        hands = [np.array([view], dtype=np.int64) for view in shown_views]
    elif len(hands) > MOST_ROWS:
        advice = ""
        if len(views.private) == 2:
            advice = "; hands of two cards are charted by classes with grid (--grid)"
        raise InputError(
            f"{game.title}: {len(hands):,} hands in round {number + 1}, and {MOST_ROWS} at most in a chart{advice}"
        )
    else:
        rows, hands = _named_rows(deck, hands, views, bool(board))

    table = strategies.cells(player, number, hands, situations)
    columns = list(range(len(situations)))
    if len(columns) > MOST_COLUMNS:
        columns = _most_frequent(table, len(columns))
        notes.append(_most_columns_note(len(situations)))
    situations = [situations[k] for k in columns]
    cells: list[tuple[GridCell | None, ...]] = [tuple(line[k] for k in columns) for line in table]
    others: list[tuple[GridCell | None, ...]] = []
    if other is not None:
        others = list(other.cells(player, number, hands, situations))

    ranks: tuple[str, ...] = ()
    if is_matrix:
        own_cards = views.signals[shown_views, views.private[0]].tolist()
        ranks, rows, lines = _matrix(deck, own_cards)
        cells = _reordered(cells, lines, len(situations))
        if others:
            others = _reordered(others, lines, len(situations))
    return StrategyGrid(
        player,
        round_heading(game, player, number, board),
        columns=tuple(
            situation_column(game, number, player, *situation) for situation in situations
        ),
        rows=rows,
        cells=tuple(cells),
        others=tuple(others),
        ranks=ranks,
        suits=deck.suits if is_matrix else (),
        notes=tuple(notes),
    )


class PublicPart(NamedTuple):
    """The public part of a chart of hands: a round (from 0), its situations, and a board, empty without one."""

    number: int
    situations: list[tuple[int, int]]
    board: tuple[int, ...]
    notes: list[str]


def public_part(game: OrderedGame, player: int, part: Part) -> PublicPart:
    """Return what is shown of a game, of a round with public signals one board, the strongest unless one is given."""
    if part.at is not None:
        raise InputError(
            f"{game.title}: `at` is for charts of information sets; choose hands by round, board and after"
        )
    part = part._replace(board=dealt_later(game, part.board))
    number = _round(game, player, part)
    notes: list[str] = []
    situations = _situations(game, player, number, part)
    if len(situations) > MOST_COLUMNS:
        notes.append(
            f"the first {MOST_COLUMNS} of {len(situations):,} situations; the option after chooses others"
        )
        situations = situations[:MOST_COLUMNS]
    board = _board(game, number, part.board)
    views = game.views[number][player]
    if views.public and not board:
        board = Deck(game).strongest(len(views.public))
        notes.append("one board; the option board chooses another")
    return PublicPart(number, situations, board, notes)


def _situations(game: OrderedGame, player: int, number: int, part: Part) -> list[tuple[int, int]]:
    """Return the histories of earlier rounds and the player's sets of a round, after the actions of a part."""
    stage = game.rounds[number].stage
    situations = []
    for history, before in enumerate(game.histories(number)):
        for place, node in enumerate(stage.sets(player)):
            rounds = [*before, stage.path(node)]
            is_shown = _follows(rounds, part.after)
            if part.alone:
                is_shown = words_of(rounds) == part.after
            if is_shown and game.is_turn(number, history, node):
                situations.append((history, place))
    return situations


def _named_rows(
    deck: Deck, hands: list[Ints], views: Any, on_board: bool
) -> tuple[tuple[GridRow, ...], list[Ints]]:
    """Return a row for each class of hands, the strongest first, and the classes in this order."""
    named = [(_hand(deck, views.signals[members], views, on_board), members) for members in hands]
    named.sort(key=lambda pair: pair[0].key, reverse=True)
    named = _told_apart(deck, named, views, on_board)
    rows = tuple(GridRow(hand.label, hand.group) for hand, _ in named)
    return rows, [members for _, members in named]


def _most_frequent(table: Sequence[Sequence[GridCell]], count: int) -> list[int]:
    """Return the columns of a table that the player's own choices reach most often over all rows, in their order."""
    reach = [sum(float(line[k].reach) for line in table) for k in range(count)]
    by_reach = sorted(range(count), key=lambda k: -reach[k])
    return sorted(by_reach[:MOST_COLUMNS])


def _most_columns_note(count: int) -> str:
    return (
        f"the {MOST_COLUMNS} most frequent of {count:,} situations; the option after chooses others"
    )


def _matrix(
    deck: Deck, cards: Sequence[int]
) -> tuple[tuple[str, ...], tuple[GridRow, ...], list[int | None]]:
    """Return ranks, the strongest first, a row for every card, suit by suit, and its place among some cards, if any."""
    ranks = sorted(range(len(deck.ranks)), key=lambda rank: -deck.height[rank])
    place = {card: k for k, card in enumerate(cards)}
    signal = {pair: k for k, pair in enumerate(zip(deck.rank, deck.suit, strict=True))}
    rows = []
    lines = []
    for suit in deck.suits:
        for rank in ranks:
            rows.append(GridRow(deck.ranks[rank] + suit, suit))
            lines.append(place.get(signal[rank, suit]))
    return tuple(deck.ranks[rank] for rank in ranks), tuple(rows), lines


def _reordered(
    cells: list[tuple[GridCell | None, ...]], lines: Sequence[int | None], width: int
) -> list[tuple[GridCell | None, ...]]:
    """Return lines of cells by their places, empty ones for None: a card on the board is in nobody's hand."""
    nothing: tuple[GridCell | None, ...] = (None,) * width
    return [nothing if k is None else cells[k] for k in lines]


def round_heading(game: OrderedGame, player: int, number: int, board: Sequence[int]) -> str:
    """Return the name of a player, with the round where there are several, and the board."""
    heading = game.players[player]
    if len(game.rounds) > 1:
        heading += f", round {number + 1}"
    names = [*game.table, *[game.signals[signal] for signal in board]]
    if names:
        heading += f", board {' '.join(names)}"
    return heading


def _round(game: OrderedGame, player: int, part: Part) -> int:
    """Return the round to show: the one given, or the first one with the board and the actions so far."""
    for number in range(len(game.rounds)):
        if part.number is not None and number != part.number:
            continue
        if part.board and len(game.views[number][player].public) != len(part.board):
            continue
        if _situations(game, player, number, part):
            return number

    if part.number is not None and part.number >= len(game.rounds):
        raise InputError(
            f"round {part.number + 1}: {game.title} has {counted(len(game.rounds), 'round')}"
        )
    after = f" after {' '.join(part.after)!r}" if part.after else ""
    board = f" with the board {' '.join(part.board)!r}" if part.board else ""
    in_round = "" if part.number is None else f" in round {part.number + 1}"
    raise InputError(
        f"{short_title(game)}: {game.players[player]} has no turn{after}{board}{in_round}"
        f"{possible_actions(game, part.after)}"
    )


def _follows(rounds: Iterable[Sequence[str]], after: tuple[str, ...]) -> bool:
    """Return whether the actions of rounds begin with those given; words are compared."""
    return words_of(rounds)[: len(after)] == after


def _board(game: OrderedGame, number: int, names: Sequence[str]) -> tuple[int, ...]:
    for name in names:
        if name not in game.signals:
            raise InputError(
                f"board: no signal {name!r} in {short_title(game)}; they are {', '.join(game.signals[:60])}"
            )
    if len(set(names)) < len(names):
        raise InputError(f"board {' '.join(names)!r}: one of them twice")
    return tuple(game.signals.index(name) for name in names)


def situation_column(
    game: OrderedGame, number: int, player: int, history: int, place: int
) -> GridColumn:
    """Return the heading of a situation: a history of the rounds before, and a player's set of the round."""
    stage = game.rounds[number].stage
    earlier = [", ".join(actions) or "no actions" for actions in game.histories(number)[history]]
    return GridColumn(tuple(earlier), _turn(stage.path(stage.sets(player)[place])))


def _turn(actions: Sequence[str]) -> str:
    """Return the name of a situation in its round."""
    taken = ", ".join(actions)
    return f"after {taken}" if taken else "first to act"


class _Hand(NamedTuple):
    key: tuple[int, ...]
    label: str
    group: str


def _hand(deck: Deck, signals: npt.NDArray[Any], views: Any, on_board: bool) -> _Hand:
    """Return the name of a class by the ranks of its strongest and its weakest member."""
    columns = list(views.private)
    if not on_board:
        columns += views.public  # a board is in the heading, and the same for all hands
    heights = np.array([deck.height[rank] for rank in deck.rank], dtype=np.int64)
    size = len(views.private)
    keys = list(map(tuple, heights[signals[:, columns]].tolist()))
    rank_at = {height: rank for rank, height in deck.height.items()}

    def text(key: tuple[int, ...]) -> str:
        names = [deck.ranks[rank_at[height]] for height in key]
        private = hand_name(names[:size]) if deck.has_hands else " ".join(names[:size])
        public = " ".join(names[size:])
        return f"{private} with {public}" if public else private

    strongest = text(max(keys))
    weakest = text(min(keys))
    label = strongest if max(keys) == min(keys) else f"{strongest} to {weakest}"
    group = deck.ranks[rank_at[max(keys)[0]]]
    return _Hand(max(keys), label, group)


def _told_apart(
    deck: Deck, hands: list[tuple[_Hand, Ints]], views: Any, on_board: bool
) -> list[tuple[_Hand, Ints]]:
    """Return classes of hands with the suits in the names of those that would have equal ones."""
    labels = [hand.label for hand, _ in hands]
    distinct = []
    for hand, members in hands:
        label = hand.label
        if labels.count(label) > 1:
            label += _suits_text(
                np.array(deck.suit, dtype=np.str_)[views.signals[members]].tolist(), views, on_board
            )
        distinct.append((hand._replace(label=label), members))
    return distinct


def _suits_text(suits: Sequence[Sequence[str]], views: Any, on_board: bool) -> str:
    """Return the suits of the members of a class, as its name ends: all of them, or those of the first member."""
    if on_board:
        own: dict[str, None] = {}
        for member in suits:
            own |= dict.fromkeys(member[column] for column in views.private)
        return "".join(own)
    first = suits[0]
    if len(first) == 2:
        return " suited" if first[0] == first[1] else " offsuit"
    return f": {' '.join(first)}"


def equilibrium_caption(certificate: Certificate, players: Sequence[str]) -> str:
    """Return the certificate in one line, with the value of the game to the first player."""
    worth = short(certificate.values[0]).replace("-", "−")
    return f"{certificate}; worth {worth} to {players[0]}"
