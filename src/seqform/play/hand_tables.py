"""Tables of hands: what each hand of a range does at a point of play, how it comes there, and the worth of its actions.

The schema of the data, version 1:

- ``game``, ``player``, ``after``, the actions so far as a text, and ``board``, the public signals in a list
- ``exact``: whether the strategies are; then numbers are texts of fractions
- ``actions``: their names
- ``by``: the rows: "hand", or the groups of hands "class", "made" or "range"
- ``hands``: for each hand ``hand``, ``weight``, ``equity``, ``reach``, ``share``, ``value``, and by actions
  ``frequencies`` and ``values``; numbers are null where they do not exist (`HandRow`)
- ``groups`` in place of ``hands``, where the rows are groups: the same with ``group``, its name, and ``hands``, the
  number of its hands
- ``total``: the same of all hands of the table together
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import truediv
from typing import Any

import numpy as np

from seqform.builders.games.cards.deck import (
    CARDS,
    card_number,
    hand_name,
    hand_numbers,
    usual_spelling,
)
from seqform.builders.games.cards.ranges import parse_range
from seqform.errors import GameError, InputError, suggestion
from seqform.io.json_values import number_data
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints, Mask, Number
from seqform.models.numbers.integers import times, total
from seqform.models.numbers.text import counted
from seqform.models.options import HAND, HAND_GROUPS
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.play.hand_groups import MADE, class_groups, made_groups
from seqform.play.ordered_values import equity_of, hands_at_point, reaches_of_hands
from seqform.playable.lines import (
    LineOfPlay,
    dealt_later,
    line_after,
    separate_signals,
    short_title,
)
from seqform.system.files import require_kind

HANDS_SCHEMA = 1


@dataclass(frozen=True)
class HandRow:
    """A hand, or a group of hands, at a point of play.

    Attributes
    ----------
    hand : str
        Its name, such as "AsKd", or that of the group, such as "AKs".
    weight : Fraction
        In the player's range, in units of the largest weight; of a group the sum.
    equity : number, or None
        The probability that it is the stronger hand in the end, against the opponent's hands that come here.
    reach : number
        The probability with which the player's own choices lead here with the hand.
    frequencies : dict from str to number, or None
        The probabilities of the actions.
    values : dict from str to number, or None
        The expected payoff of each action, as of `action_values`.
    share : number, or None
        The probability of the hand, given that play comes here by both strategies and the cards; None if it never does.
    value : number, or None
        The expected payoff of the hand as the saved strategy plays it, from here to the end; None if it never comes
        here.
    hands : int
        The number of hands of a group.

    Equity and values are None where the opponent's strategy never leads here. Frequencies are None where the player's
    own never does: a solution has weights of sequences, and no behavior where these are 0. The numbers of a group are
    means of those of its hands, each in proportion to its share.
    """

    hand: str
    weight: Fraction
    equity: Number | None
    reach: Number
    frequencies: Mapping[str, Number] | None
    values: Mapping[str, Number] | None
    share: Number | None = None
    value: Number | None = None
    hands: int = 1


@dataclass(frozen=True, eq=False, repr=False)
class HandTable(Tabular):
    """The hands of a player at a point of play, the highest cards first, or groups of them; see `hand_table`.

    `rows` are the rows, and `total` is that of all hands of the table together; its value, where the table has all
    hands at the first turn of player 1, is that of the certificate.
    """

    game: OrderedGame
    player: int
    after: tuple[str, ...]
    board: tuple[str, ...]
    actions: tuple[str, ...]
    exact: bool
    rows: tuple[HandRow, ...]
    total: HandRow
    by: str = HAND

    @property
    def heading(self) -> str:
        """The player, the actions so far and the board."""
        taken = f"after {' '.join(self.after)}" if self.after else "first to act"
        board = f", board {' '.join(self.board)}" if self.board else ""
        return f"{self.game.players[self.player]}, {taken}{board}"

    def report(self, *, everything: bool = False) -> Report:
        """Return the table, with `everything` that of all rows, and the one of all hands together."""
        table = self._table(self.heading, self.rows, self.by)
        total = self._table("All hands together", [self.total], "range")
        meaning = (
            "EV: chips won in the whole hand against the opponent's strategy, of the hand as it is played, of each "
            "action playing on as well as possible; reach: by the player's own choices; share: of the hands here"
        )
        rows = "hands" if self.by == HAND else "rows"
        parts: list[Table | Line] = [*table.shortened(everything, rows)]
        if len(self.rows) > 1:
            parts.append(total)
        parts.append(Line(meaning, "dim"))
        if any(row.frequencies is None for row in self.rows):
            unreached = f"{rows} without frequencies are not reached: the player's own choices never lead here"
            parts.append(Line(unreached, "dim"))
        return Report(parts, {"hands": lambda: table, "total": lambda: total})

    def _table(self, title: str, rows: Sequence[HandRow], by: str) -> Table:
        """Return rows as a table."""
        columns = ["hand"] if by == HAND else [HAND_GROUPS[by], "hands"]
        columns += ["weight", "equity", "reach", "share", "EV", *self.actions]
        columns += [f"EV {action}" for action in self.actions]
        cells: list[list[Cell]] = []
        for row in rows:
            numbers: list[Cell] = [row.hand]
            if by != HAND:
                numbers.append(row.hands)
            numbers += [row.weight, row.equity, row.reach, row.share, row.value]
            for by_action in (row.frequencies, row.values):
                numbers += [None if by_action is None else by_action[name] for name in self.actions]
            cells.append(numbers)
        align = "l" + "r" * (len(columns) - 1)
        return Table(title, tuple(columns), align, cells)

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data, after the module's schema."""
        data: dict[str, Any] = {
            "schema": HANDS_SCHEMA,
            "game": self.game.title,
            "player": self.game.players[self.player],
            "after": " ".join(self.after),
            "board": list(self.board),
            "exact": self.exact,
            "actions": list(self.actions),
            "by": self.by,
        }
        if self.by == HAND:
            data["hands"] = [{"hand": row.hand, **_row_data(row)} for row in self.rows]
        else:
            data["groups"] = [_group_data(row) for row in self.rows]
        data["total"] = _group_data(self.total)
        return data

    def __repr__(self) -> str:
        return f"<HandTable of {self.heading}: {self.total.hands} hands>"


def hand_table(
    solution: SavedSolution,
    after: str | Sequence[str] = "",
    *,
    board: str | Sequence[str] = "",
    hand: str | Sequence[str] = "",
    player: int | str | None = None,
    by: str = HAND,
) -> HandTable:
    """Return what the hands of a range do at a point of play, with the expected payoff of each action.

    The row of a group weights its hands by the probability with which they come here: by their weights in the range,
    both strategies, and the cards that are left for the opponent.

    Parameters
    ----------
    solution : SavedSolution
        Of a game with ranges.
    after : str, or sequence of str
        All actions so far, such as "check bet 60"; the player whose turn it is then is the one of the table.
    board : str, or sequence of str
        The cards dealt after the first round, such as "Ah", or the whole board; needed where there are any.
    hand : str, or sequence of str
        Show this hand alone, such as "AsKd", or those of some classes, such as "99", "AQs" or "TT+ AK".
    player : int or str, optional
        0, 1 or a name: refuse a point of play at which it is another player's turn.
    by : str
        The rows: each "hand", or groups of hands: each "class" of two cards, such as AKs, each "made" hand with the
        board, such as a flush, or the whole "range".

    Raises
    ------
    InputError
        For a game without ranges, a line of play that there is not, another board than the round has, a text that
        names no hand, and groups that hands of other cards do not have.
    GameError
        For a hand that is not in the player's range.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("holdem(ranges=[AA QQ; KK],pot=60,stack=140,bets=pot,max_bets=1)", kind="ordered")
    >>> saved = sf.solve(game, exact=True, preprocess="identity", backend="barrier").saved()
    >>> table = hand_table(saved, "check", hand="KhKc")
    >>> table.heading, table.rows[0].equity, sum(table.rows[0].frequencies.values())
    ('Player 2, after check, board Js Ks 5c Qs 7d', Fraction(1, 1), Fraction(1, 1))
    >>> [(row.hand, row.hands, row.share) for row in hand_table(saved, by="class").rows]
    [('AA', 6, Fraction(2, 3)), ('QQ', 3, Fraction(1, 3))]
    >>> hand_table(saved).total.value == saved.certificate.values[0]
    True
    """
    if by != HAND and by not in HAND_GROUPS:
        raise InputError(
            f"by {by!r}: one of {', '.join([HAND, *HAND_GROUPS])} expected{suggestion(by, HAND_GROUPS)}"
        )
    require_kind("hand_table, solution", solution, SavedSolution)
    game = solution.game
    if game.ranges is None:
        raise InputError(
            f"{short_title(game)}: no game with ranges of hands, of which a table of hands is"
        )
    line = line_after(game, _words("after", after, "check bet 60"))
    if player is not None and player_number(player, game.players) != line.player:
        raise InputError(
            f"{short_title(game)}: it is {game.players[line.player]}'s turn after {' '.join(line.words)!r}; "
            "leave the player out, or name the actions up to the other one's turn"
        )
    later = _later_board(game, line, _words("board", board, "Ah"))
    on_board = _views_of(game, line, later)
    shown = _named(game, line, later, on_board, _words("hand", hand, "AsKd"))
    rows, met = _rows(solution, line, on_board, shown[::-1])
    all_together = _together("all", rows, met)
    if by != HAND:
        names = _group_names(game, line, later, shown[::-1], by)
        rows = _grouped(names, rows, met)
    return HandTable(
        game,
        line.player,
        line.words,
        (*game.table, *later),
        line.actions,
        solution.plans is not None,
        tuple(rows),
        all_together,
        by,
    )


def _words(argument: str, value: str | Sequence[str], example: str) -> tuple[str, ...]:
    """Return the words of an argument, a text or several, between blanks, commas and slashes."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        hint = "; a player is player=0" if isinstance(value, int) else ""
        raise InputError(
            f"hand_table, {argument}: a text such as {example!r} expected, not {value!r:.80}{hint}"
        )
    return tuple(" ".join(texts).replace(",", " ").replace("/", " ").split())


def _later_board(game: OrderedGame, line: LineOfPlay, board: Sequence[str]) -> tuple[str, ...]:
    """Return the public signals of a board after those at first; InputError for another number, or unknown ones."""
    later = dealt_later(game, board)
    for name in later:
        if name not in game.signals:
            raise InputError(f"board: no signal {name!r} that may be dealt in {short_title(game)}")
    count = len(game.views[line.number][line.player].public)
    if len(later) != count:
        where = f"after {' '.join(line.words)!r}" if line.words else "in the first round"
        raise InputError(
            f"board: {where} {counted(count, 'public card')} dealt later on the board expected, not {len(later)}, "
            "as in board='Ah' (--board Ah)"
        )
    return later


def _views_of(game: OrderedGame, line: LineOfPlay, later: tuple[str, ...]) -> Ints:
    """Return the views of the player's hands that may be dealt, on a board."""
    assert game.ranges is not None
    views = game.views[line.number][line.player]
    public = np.array([game.signals.index(name) for name in later], dtype=np.int64)
    on_board = (views.signals[:, list(views.public)] == public).all(axis=1)
    chances = game.ranges.chances(line.player, views.signals)
    return np.flatnonzero(on_board & np.asarray(chances > 0, dtype=bool))


def _named(
    game: OrderedGame, line: LineOfPlay, later: tuple[str, ...], views: Ints, hand: Sequence[str]
) -> Ints:
    """Return those of some views whose hands are named; all if none is."""
    if not hand:
        return views
    all_views = game.views[line.number][line.player]
    private = all_views.signals[views][:, list(all_views.private)].astype(np.int64)
    named = views[_is_named(game, private, hand, (*game.table, *later))]
    if not len(named):
        raise GameError(f"{' '.join(hand)} is not in {game.players[line.player]}'s range")
    return named


def _is_named(game: OrderedGame, private: Ints, hand: Sequence[str], board: Sequence[str]) -> Mask:
    """Return which hands, a row of signals each, are the one that words name, or of a class of hands of two cards."""
    names = separate_signals(game, hand)
    known = {*game.signals, *game.table}
    if known.issuperset(names) and len(names) == len(set(names)) == private.shape[1]:
        for name in names:
            if name in board:
                raise GameError(f"{''.join(hand)}: {name} is on the board")
        numbers = sorted(game.signals.index(name) for name in names)
        return np.asarray((np.sort(private, axis=1) == numbers).all(axis=1), dtype=bool)

    text = " ".join(hand)
    if private.shape[1] != 2 or not set(game.signals) <= set(CARDS):
        raise InputError(
            f"hand {text!r}: {counted(private.shape[1], 'signal')} of {short_title(game)} expected, such as "
            f"{' '.join([game.signals[signal] for signal in private[0].tolist()])!r}"
        )
    named = _support(text)
    if named is None or ":" in text:
        meant = usual_spelling(text)
        hint = f"; did you mean {meant!r}?" if _support(meant) is not None and meant != text else ""
        raise InputError(
            f"hand {text!r}: two different cards such as 9s9d expected, or classes of hands such as 99, AQs, AQo or "
            f"99+, without weights{hint}"
        )
    cards = np.array([card_number(name) for name in game.signals], dtype=np.int64)
    return np.asarray(named[hand_numbers(cards[private])], dtype=bool)


def _support(text: str) -> Mask | None:
    """Return which of the 1,326 hands a text names; None if it is none of hands."""
    try:
        return parse_range(text).support
    except GameError:
        return None


def _rows(
    solution: SavedSolution, line: LineOfPlay, on_board: Ints, shown: Ints
) -> tuple[list[HandRow], list[int]]:
    """Return the rows of the hands of some views, and their probabilities by chance and the opponent, up to a factor.

    `on_board` are the views of all hands, of which the shares are.
    """
    game = solution.game
    ranges = game.ranges
    assert ranges is not None
    player, number = line.player, line.number
    views = game.views[number][player]
    point = (line.history, line.node)
    here = hands_at_point(solution, player, number, shown, *point)
    own = ranges.weights[player]
    hands = ranges.hand_of(views.signals[shown])

    # All hands that come here: by chance and both players' choices.
    sequence = game.rounds[number].stage.sequences(player).at[line.node]
    classes = solution.filters[player].classes[number][on_board]
    arriving = solution.weights[player][number][classes, sequence, line.history]
    reach_of_all = reaches_of_hands(solution, player, number, on_board, *point)
    coming = int(total(times(reach_of_all, arriving)))

    # Weights that were rounded make fractions of many digits, which nobody wants to read
    quotient = truediv if solution.plans is None else Fraction
    met = [int(mass) for mass in here.reach]
    rows = []
    for place, (view, mass) in enumerate(zip(shown.tolist(), met, strict=True)):
        weight = int(here.arriving[place])
        signals = [game.signals[signal] for signal in views.signals[view].tolist()]
        equity: Number | None = None
        frequencies: Mapping[str, Number] | None = None
        values: Mapping[str, Number] | None = None
        value: Number | None = None
        if weight:
            frequencies = solution.strategy_at(player, number, view, *point)
        if mass:
            values = {name: quotient(int(best[place]), mass) for name, best in here.best.items()}
            if here.stronger is not None:
                equity = equity_of(int(here.stronger[place]), int(here.met[place]))
                equity = equity if solution.plans is not None else float(equity)
        if mass and weight:
            played = here.played[place]
            value = played / (float(mass) * weight)
            if solution.plans is not None:
                value = Fraction(int(played), mass * weight)
        rows.append(
            HandRow(
                hand_name([signals[column] for column in views.private]),
                weight=Fraction(int(own[hands[place]]), int(own.max())),
                equity=equity,
                reach=quotient(weight, solution.denominators[player]),
                frequencies=frequencies,
                values=values,
                share=quotient(mass * weight, coming) if coming else None,
                value=value,
            )
        )
    return rows, met


def _group_names(
    game: OrderedGame, line: LineOfPlay, later: tuple[str, ...], shown: Ints, by: str
) -> list[str]:
    """Return the name of the group of the hand of each view."""
    if by == "range":
        return ["all"] * len(shown)
    views = game.views[line.number][line.player]
    private = views.signals[shown][:, list(views.private)].astype(np.int64)
    if private.shape[1] != 2 or not set(game.signals) <= set(CARDS):
        raise InputError(
            f"by {by!r}: of hands of two cards of the deck of 52, and {short_title(game)} has others; "
            f"by={HAND!r} or 'range' is for all games with ranges"
        )
    cards = np.array([card_number(name) for name in game.signals], dtype=np.int64)
    hands = hand_numbers(cards[private])
    if by == "class":
        return class_groups(hands)
    board = [card_number(name) for name in (*game.table, *later)]
    if len(board) < 3:
        raise InputError(f"by {by!r}: of a board of three cards or more, not {len(board)}")
    return made_groups(hands, board)


def _grouped(names: list[str], rows: list[HandRow], met: list[int]) -> list[HandRow]:
    """Return the rows of groups: made hands from the strongest, others in the order of their first hands."""
    groups = list(dict.fromkeys(names))
    if set(groups) <= set(MADE):
        groups.sort(key=MADE.index)
    grouped = []
    for group in groups:
        places = [place for place, name in enumerate(names) if name == group]
        members = [rows[place] for place in places]
        grouped.append(_together(group, members, [met[place] for place in places]))
    return grouped


def _together(name: str, rows: Sequence[HandRow], met: Sequence[int]) -> HandRow:
    """Return the row of a group of hands, given their probabilities by chance and the opponent."""
    # Hands count by the probability with which they come here. Where none does, frequencies are those of the player's
    # own choices, and what the opponent's strategy determines is that of hands that the player's own
    # choices do not lead here.
    weights = [row.weight for row in rows]
    by_reach = [row.reach * row.weight for row in rows]
    coming = [row.reach * mass for row, mass in zip(rows, met, strict=True)]
    own_weights: Sequence[Number] = coming if any(coming) else by_reach
    met_weights = coming if any(coming) else met

    frequencies = None
    if any(by_reach):
        frequencies = _mean_by_action([row.frequencies for row in rows], own_weights)
    values = None
    if any(met):
        values = _mean_by_action([row.values for row in rows], met_weights)

    shares = [row.share for row in rows if row.share is not None]
    return HandRow(
        name,
        weight=sum(weights, Fraction(0)),
        equity=_mean([row.equity for row in rows], met_weights),
        reach=_mean([row.reach for row in rows], weights) or 0,
        frequencies=frequencies,
        values=values,
        share=sum(shares) if shares else None,
        value=_mean([row.value for row in rows], coming),
        hands=len(rows),
    )


def _mean_by_action(
    rows: Sequence[Mapping[str, Number] | None], weights: Sequence[Number]
) -> dict[str, Any]:
    """Return the weighted mean of the numbers of each action; a row of weight 0 may have none."""
    means = {}
    for action in next(row for row in rows if row is not None):
        means[action] = _mean([None if row is None else row[action] for row in rows], weights)
    return means


def _mean(numbers: Sequence[Any], weights: Sequence[Any]) -> Any:
    """Return the weighted mean of numbers; None where a number with a weight is, or where there is no weight."""
    if not any(weights):
        return None
    weighted_sum: Any = 0
    for number, weight in zip(numbers, weights, strict=True):
        if weight:
            if number is None:
                return None
            weighted_sum += number * weight
    return weighted_sum / sum(weights)


def _numbers_data(numbers: Mapping[str, Number] | None) -> dict[str, Any] | None:
    """Return numbers by action as plain data."""
    if numbers is None:
        return None
    return {action: number_data(number) for action, number in numbers.items()}


def _row_data(row: HandRow) -> dict[str, Any]:
    return {
        "weight": number_data(row.weight),
        "equity": number_data(row.equity),
        "reach": number_data(row.reach),
        "share": number_data(row.share),
        "value": number_data(row.value),
        "frequencies": _numbers_data(row.frequencies),
        "values": _numbers_data(row.values),
    }


def _group_data(row: HandRow) -> dict[str, Any]:
    return {"group": row.hand, "hands": row.hands, **_row_data(row)}
