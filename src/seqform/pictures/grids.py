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

from seqform.analysis.comparison import values_from_sequences
from seqform.analysis.ranges import OptimalPlans, Range
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import infoset_labels
from seqform.errors import GameError, InputError
from seqform.io.saved_solution import SavedSolution
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter, views_of
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Ints, Number
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import infoset_reach, reach_without
from seqform.pictures.visible import TreeSource, apart
from seqform.verify.nash import best_response, payoff_per_sequence

MOST_ROWS = 200
"""Hands or information sets of a chart; with more hands, one board is shown at a time."""

MOST_COLUMNS = 40
"""Situations of a chart; of more, those are shown that the player's own choices reach most often."""


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
    `others` are the cells of a second strategy.
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


class Part(NamedTuple):
    """What is shown of a game: a round (from 0), the public signals, the actions so far, an information set."""

    number: int | None = None
    board: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    at: str | None = None


def moved(cell: GridCell, other: GridCell) -> Number:
    """Return the total variation distance of the shares of two cells; 0 where one of them is not known.

    In doubles, differences up to 1e-9 are rounding.
    """
    if not (cell.shares and other.shares):
        return 0
    shares: dict[str, Any] = dict(zip(other.actions, other.shares, strict=True))
    distance: Any = sum(abs(share - shares[one]) for one, share in zip(cell.actions, cell.shares, strict=True)) / 2
    return apart(distance, 0)


# ---- any game: information sets ----


@dataclass(frozen=True, eq=False)
class TreeStrategies:
    """A profile of an extensive game."""

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    optimal: tuple[OptimalPlans, OptimalPlans] | None = None

    def grid(self, player: int, part: Part, other: TreeStrategies | None) -> StrategyGrid:
        """Return the chart of a player's information sets in the order of the tree."""
        if part.number is not None or part.board or part.after:
            raise InputError(
                f"{self.game.title}: rounds, boards and actions so far are of card games; `at` is of trees"
            )
        index = self.game.sequences[player].index
        reach = _fractions(infoset_reach(self.game, self.profile, player))
        rows = index.order.tolist()
        if part.at is not None:
            below = self._below(part.at)
            names = self.game.sequences[player].infosets
            rows = [row for row in rows if below[names[row]]]
        notes: tuple[str, ...] = ()
        count = len(rows)
        if count > MOST_ROWS:
            kept = set(sorted(rows, key=lambda row: -reach[row])[:MOST_ROWS])
            rows = [row for row in rows if row in kept]
            notes = (f"the {MOST_ROWS} most often reached of {count:,} information sets",)
        value, regret = self._values(player)
        return StrategyGrid(
            player,
            self.game.players[player],
            (GridColumn((), "strategy"),),
            tuple(GridRow(index.infoset_names[row], "", (reach[row], value[row], regret[row])) for row in rows),
            tuple((self.cell(player, row),) for row in rows),
            () if other is None else tuple((other.cell(player, row),) for row in rows),
            numbers=("reach", "value", "regret"),
            notes=notes,
        )

    def cell(self, player: int, row: int) -> GridCell:
        """Return the behavior at an information set."""
        strategy, index = self.profile[player], self.game.sequences[player].index
        start, stop = index.first_sequence[row : row + 2]
        shares = tuple(strategy.probabilities[start:stop].tolist())
        cell = GridCell(index.action_names[row], shares, strategy.plan.weights[int(index.parent_sequence[row])])
        return cell if self.optimal is None else _ranged(cell, self.optimal[player], [start], [1])

    def _below(self, at: str) -> npt.NDArray[np.bool_]:
        """Return a mask of the information sets that have a node below those of an information set, or in it."""
        game = self.game
        inside = np.zeros(len(game), dtype=bool)
        inside[[key for key, _ in TreeSource(game, None, None).members(at)]] = True
        for level in game.levels[1:]:
            inside[level] |= inside[game.parent[level]]
        found = np.zeros(len(game.information_sets), dtype=bool)
        found[game.infoset[inside & ~game.is_leaf]] = True
        return found

    def _values(self, player: int) -> tuple[list[Number | None], list[Number | None]]:
        """Return the expected payoff at every information set, given that it is reached, and what the best reply adds.

        Both take the probabilities of its nodes as chance and the opponent make them; None where these never lead
        there.
        """
        index, opponent = self.game.sequences[player].index, self.profile[1 - player]
        behavior = self.profile[player] if opponent.exact else self.profile[player].to_floats()
        worth = values_from_sequences(payoff_per_sequence(self.game, player, opponent), behavior)
        shares = (behavior.probabilities * worth)[1:]
        own = np.add.reduceat(shares, index.first_sequence[:-1] - 1).tolist() if len(shares) else []
        best = _fractions(best_response(self.game, player, opponent).infoset_value)
        weight = _fractions(reach_without(self.game, player, opponent))
        value = [one / by if by else None for one, by in zip(own, weight, strict=True)]
        regret = [(top - one) / by if by else None for top, one, by in zip(best, own, weight, strict=True)]
        return value, regret


def _ranged(cell: GridCell, optimal: OptimalPlans, starts: Sequence[int], chances: Sequence[int]) -> GridCell:
    """Return a cell with ranges; the first sequences of its information sets, and the chances of these, are given."""
    size, places = len(optimal.game.sequences[optimal.player].index), np.asarray(starts, dtype=np.int64)
    weights = ExactArray(np.array(chances, dtype=object))
    parts = [weights.scattered(size, places + k) for k in range(len(cell.actions))]
    ranges = optimal.shares(parts)
    return replace(cell, ranges=ranges, edges=ranges[:1] if len(parts) == 2 else optimal.sums(parts))


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
        stage, strategy = self.game.rounds[number].stage, self.profile[player]
        index, sets = strategy.index, len(stage.sets(player))
        plan = _fractions(strategy.plan.weights)
        chances = view_chances(self.game, player, number)
        found = []
        for views in hands:
            labels = infoset_labels(self.game, player, number, views)
            size = len(labels) // len(views)
            by = [1] * len(views) if chances is None else chances[views].tolist()
            cells = []
            for history, place in situations:
                rows = [index.row_of[labels[k * size + history * sets + place]] for k in range(len(views))]
                spans = [slice(*index.first_sequence[row : row + 2].tolist()) for row in rows]
                cell = _mean(
                    index.action_names[rows[0]],
                    [plan[int(index.parent_sequence[row])] for row in rows],
                    [plan[span] for span in spans],
                    [strategy.probabilities[span].tolist() for span in spans],
                    by,
                )
                if self.optimal is not None:
                    cell = _ranged(cell, self.optimal[player], [span.start for span in spans], by)
                cells.append(cell)
            found.append(tuple(cells))
        return found


class SolutionStrategies:
    """A stored solution of a game with ordered signals, with the certificate in its file and the classes of hands."""

    def __init__(self, solution: SavedSolution) -> None:
        self.solution, self.game = solution, solution.game
        self.certificate, self.filters = solution.certificate, solution.filters

    def cells(
        self, player: int, number: int, hands: Sequence[Ints], situations: Sequence[tuple[int, int]]
    ) -> list[tuple[GridCell, ...]]:
        """Return for each row, made of some views, the cells of all situations: a history and a set of the stage."""
        stage = self.game.rounds[number].stage
        tables, denominator = self.solution.weights[player], self.solution.denominators[player]
        share: Callable[[int, int], Number] = Fraction if self.solution.plans is not None else truediv
        sequences, chances = stage.sequences(player), view_chances(self.game, player, number)
        actions = [tuple(stage.action[child] for child in stage.children[node]) for node in sequences.sets]
        found = []
        for views in hands:
            classes = self.filters[player].classes[number][views]
            by = np.ones(len(views), dtype=np.int64) if chances is None else chances[views]
            members, place = np.unique(classes, return_inverse=True)
            counts = np.zeros(len(members), dtype=object)
            np.add.at(counts, place, by)
            whole, cells = denominator * int(counts.sum()), []
            kind = np.int64 if whole < 2**62 else object
            mean = np.tensordot(counts.astype(kind), tables[number][members].astype(kind), 1).astype(object)
            for history, row in situations:
                start, stop = sequences.set_start[row : row + 2]
                arriving = mean[sequences.set_above[row], history]
                shares = tuple(share(int(one), int(arriving)) for one in mean[start:stop, history]) if arriving else ()
                cells.append(GridCell(actions[row], shares, share(int(arriving), whole)))
            found.append(tuple(cells))
        return found


def _mean(
    actions: tuple[str, ...],
    arriving: list[Any],
    choices: list[list[Any]],
    behavior: list[list[Any]],
    chances: list[int],
) -> GridCell:
    """Return the cell of several hands, each with a chance, whose plans and behavior are given."""
    total, whole = sum(chance * one for chance, one in zip(chances, arriving, strict=True)), sum(chances)
    rows, divisor = (choices, total) if total else (behavior, whole)
    mixed = (sum(by * one[k] for by, one in zip(chances, rows, strict=True)) for k in range(len(actions)))
    return GridCell(actions, tuple(one / divisor for one in mixed), total / whole)


def view_chances(game: OrderedGame, player: int, number: int) -> npt.NDArray[Any] | None:
    """Return numbers in proportion to the chances of the views of a round; None if all are equally likely."""
    if game.weights is None:
        return None
    deals = game.deals(number)
    return deals.probability.sum_by(deals.view[player], len(game.views[number][player])).numerators.astype(object)


CardStrategies = ProfileStrategies | SolutionStrategies
Strategies = TreeStrategies | CardStrategies


def ordered_twin(tree: ExtensiveGame) -> OrderedGame | None:
    """Return the game with ordered signals that a tree of the catalog was expanded from, by its title and labels."""
    if not catalog.is_ordered(tree.title):
        return None
    try:
        game = catalog.ordered(tree.title)
        for player, owner in enumerate(tree.sequences):
            names = set(owner.index.infoset_names)
            for number, views in enumerate(views_of(game, player)):
                if len(views) > len(names) or not names.issuperset(
                    infoset_labels(game, player, number, np.arange(len(views)))
                ):
                    return None
    except GameError:
        return None
    return game


class Deck:
    """Ranks and suits of the signals, if their names are such: "Ks" of rank "K" and suit "s"."""

    def __init__(self, game: OrderedGame) -> None:
        names = game.signals
        ranks, suits = ({name[:-1]: 0 for name in names}, {name[-1:]: 0 for name in names})
        if not (all(ranks) and len(suits) > 1 and len(ranks) * len(suits) == len(names)):
            ranks, suits = dict.fromkeys(names, 0), {"": 0}
        self.ranks, self.suits = tuple(ranks), tuple(suits)
        places = {rank: place for place, rank in enumerate(self.ranks)}
        width = len(self.suits[0])
        self.rank = [places[name[: len(name) - width]] for name in names]
        self.suit = [name[len(name) - width :] for name in names]
        order = list(range(len(self.ranks)))
        if game.ordering and not game.rounds[0].public and 1 in game.rounds[0].privates:
            strength = game.ordering[0](np.zeros((len(names), 0), dtype=np.int64), np.arange(len(names))[:, None])
            best = [max(int(strength[k]) for k in range(len(names)) if self.rank[k] == rank) for rank in order]
            order.sort(key=lambda rank: (best[rank], rank))
        self.height = {rank: height for height, rank in enumerate(order)}
        """The place of every rank, the weakest first."""

    def strongest(self, count: int) -> tuple[int, ...]:
        """Return as many signals of different ranks, the strongest, in different suits where possible."""
        signals = sorted(range(len(self.rank)), key=lambda one: -self.height[self.rank[one]])
        step = len(self.suits)
        return tuple(signals[(place * step + place % step) % len(signals)] for place in range(count))


def card_grid(strategies: CardStrategies, player: int, part: Part, other: CardStrategies | None) -> StrategyGrid:
    """Return the chart of a player's hands in one round, the strongest first."""
    game, deck = strategies.game, Deck(strategies.game)
    if part.at is not None:
        raise InputError(
            f"{game.title}: `at` is for charts of information sets; choose hands by round, board and after"
        )
    number = _round(game, player, part)
    stage, views = game.rounds[number].stage, game.views[number][player]
    situations = [
        (history, place)
        for history, before in enumerate(game.histories(number))
        for place, node in enumerate(stage.sets(player))
        if _follows([*before, stage.path(node)], part.after)
    ]
    classes = strategies.filters[player].classes[number]
    board = _board(game, number, part.board)
    notes: list[str] = []
    if not board and int(classes.max()) >= MOST_ROWS:
        board = deck.strongest(len(views.public))
        notes.append(f"one board of {int(classes.max()) + 1:,} classes of hands; the option board chooses another")
    here = np.arange(len(views))
    if board:
        here = here[(views.signals[:, list(views.public)] == np.array(board, dtype=np.int64)).all(axis=1)]
    hands = [here[classes[here] == one] for one in dict.fromkeys(classes[here].tolist())]
    matrix = bool(board) and len(hands) > 0 and len(deck.suits) > 1 and len(views.private) == 1 and bool(notes)
    if matrix:
        own = views.private[0]
        hands = [np.array([view], dtype=np.int64) for view in here]
        card = {int(views.signals[view, own]): view for view in here}
    elif len(hands) > MOST_ROWS:
        raise InputError(
            f"{game.title}: {len(hands):,} hands in round {number + 1}, and {MOST_ROWS} at most in a chart"
        )
    else:
        named = [(_hand(deck, views.signals[one], views, bool(board)), one) for one in hands]
        named = _told_apart(deck, sorted(named, key=lambda pair: pair[0].key, reverse=True), views, bool(board))
        hands = [one for _, one in named]
        rows = tuple(GridRow(hand.label, hand.group) for hand, _ in named)
    table = strategies.cells(player, number, hands, situations)
    shown = list(range(len(situations)))
    if len(shown) > MOST_COLUMNS:
        reach = [sum(float(line[k].reach) for line in table) for k in shown]
        shown = sorted(sorted(shown, key=lambda k: -reach[k])[:MOST_COLUMNS])
        notes.append(
            f"the {MOST_COLUMNS} most frequent of {len(situations):,} situations; the option after chooses others"
        )
    situations = [situations[k] for k in shown]
    cells: list[tuple[GridCell | None, ...]] = [tuple(line[k] for k in shown) for line in table]
    others: list[tuple[GridCell | None, ...]] = []
    if other is not None:
        others = list(other.cells(player, number, hands, situations))
    if matrix:
        ranks = sorted(range(len(deck.ranks)), key=lambda rank: -deck.height[rank])
        names = [(rank, suit) for suit in deck.suits for rank in ranks]
        signal = {(deck.rank[k], deck.suit[k]): k for k in range(len(game.signals))}
        place = {int(view): k for k, (view,) in enumerate(hands)}
        lines = [place.get(int(card[signal[one]])) if signal[one] in card else None for one in names]
        rows = tuple(GridRow(deck.ranks[rank] + suit, suit) for rank, suit in names)
        nothing: tuple[GridCell | None, ...] = (None,) * len(situations)
        cells = [nothing if k is None else cells[k] for k in lines]
        others = [nothing if k is None else others[k] for k in lines] if others else []
    heading = game.players[player] + (f", round {number + 1}" if len(game.rounds) > 1 else "")
    if board:
        heading += f", board {' '.join(game.signals[one] for one in board)}"
    return StrategyGrid(
        player,
        heading,
        tuple(_column(game, number, player, *one) for one in situations),
        rows,
        tuple(cells),
        tuple(others),
        tuple(deck.ranks[rank] for rank in ranks) if matrix else (),
        deck.suits if matrix else (),
        notes=tuple(notes),
    )


def _round(game: OrderedGame, player: int, part: Part) -> int:
    """Return the round to show: the one given, or the first one with the board and the actions so far."""
    for number, one in enumerate(game.rounds):
        if part.number is not None and number != part.number:
            continue
        if part.board and len(game.views[number][player].public) != len(part.board):
            continue
        nodes = one.stage.sets(player)
        if any(
            _follows([*before, one.stage.path(node)], part.after) for before in game.histories(number) for node in nodes
        ):
            return number
    if part.number is not None and part.number >= len(game.rounds):
        raise InputError(f"round {part.number + 1}: {game.title} has {counted(len(game.rounds), 'round')}")
    after = f" after {' '.join(part.after)!r}" if part.after else ""
    board = f" with the board {' '.join(part.board)!r}" if part.board else ""
    raise InputError(f"{game.title}: {game.players[player]} has no turn{after}{board} in the round asked for")


def _follows(rounds: Iterable[Sequence[str]], after: tuple[str, ...]) -> bool:
    """Return whether the actions of rounds begin with those given; words are compared."""
    words = [word for taken in rounds for action in taken for word in action.split()]
    return tuple(words[: len(after)]) == after


def _board(game: OrderedGame, number: int, names: Sequence[str]) -> tuple[int, ...]:
    for name in names:
        if name not in game.signals:
            raise InputError(f"board: no signal {name!r} in {game.title}; they are {', '.join(game.signals[:60])}")
    if len(set(names)) < len(names):
        raise InputError(f"board {' '.join(names)!r}: one of them twice")
    return tuple(game.signals.index(name) for name in names)


def _column(game: OrderedGame, number: int, player: int, history: int, place: int) -> GridColumn:
    stage = game.rounds[number].stage
    taken = ", ".join(stage.path(stage.sets(player)[place]))
    earlier = tuple(", ".join(one) or "no actions" for one in game.histories(number)[history])
    return GridColumn(earlier, f"after {taken}" if taken else "first to act")


class _Hand(NamedTuple):
    key: tuple[int, ...]
    label: str
    group: str


def _hand(deck: Deck, signals: npt.NDArray[Any], views: Any, on_board: bool) -> _Hand:
    """Return the name of a class by the ranks of its strongest and its weakest member."""
    columns = [*views.private, *(() if on_board else views.public)]
    keys = [tuple(deck.height[deck.rank[row[column]]] for column in columns) for row in signals.tolist()]
    at = {height: rank for rank, height in deck.height.items()}

    def text(key: tuple[int, ...]) -> str:
        names = [deck.ranks[at[height]] for height in key]
        private, public = names[: len(views.private)], names[len(views.private) :]
        return " ".join(private) + (" with " + " ".join(public) if public else "")

    high, low = max(keys), min(keys)
    return _Hand(high, text(high) if high == low else f"{text(high)} to {text(low)}", text(high).partition(" ")[0])


def _told_apart(deck: Deck, hands: list[tuple[_Hand, Ints]], views: Any, on_board: bool) -> list[tuple[_Hand, Ints]]:
    """Return classes of hands with the suits in the names of those that would have equal ones."""
    labels = [hand.label for hand, _ in hands]
    found = []
    for hand, members in hands:
        if labels.count(hand.label) > 1:
            suits = [tuple(deck.suit[signal] for signal in row) for row in views.signals[members].tolist()]
            if on_board:
                own = dict.fromkeys(suit[column] for suit in suits for column in views.private)
                hand = hand._replace(label=hand.label + "".join(own))
            elif len(suits[0]) == 2:
                hand = hand._replace(label=hand.label + (" suited" if suits[0][0] == suits[0][1] else " offsuit"))
            else:
                hand = hand._replace(label=f"{hand.label}: {' '.join(suits[0])}")
        found.append((hand, members))
    return found


def equilibrium_caption(certificate: Certificate, players: Sequence[str]) -> str:
    """Return the certificate in one line, with the value of the game to the first player."""
    worth = short(certificate.values[0]).replace("-", "−")
    return f"{certificate}; worth {worth} to {players[0]}"
