"""Tables of hands: what each hand of a range does at a point of play, how it comes there, and the worth of its actions.

The schema of the data, version 1:

- ``game``, ``player``, ``after``, the actions so far as a text, and ``board``, the public signals in a list
- ``exact``: whether the strategies are; then numbers are texts of fractions
- ``actions``: their names
- ``hands``: for each hand ``hand``, ``weight``, ``equity``, ``reach``, and by actions ``frequencies`` and ``values``;
  equity and values are null where the opponent's strategy never leads here
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.builders.games.cards.deck import (
    CARDS,
    card_number,
    hand_numbers,
    hand_text,
    usual_spelling,
)
from seqform.builders.games.cards.ranges import parse_range
from seqform.errors import GameError, InputError
from seqform.io.json_values import number_data
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints, Mask, Number
from seqform.models.numbers.text import counted
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.play.ordered_values import action_values, opposing_hands
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
    """A hand at a point of play.

    Attributes
    ----------
    hand : str
        Its name, such as "AsKd".
    weight : Fraction
        In the player's range, in units of the largest weight.
    equity : number, or None
        The probability that it is the stronger hand in the end, against the opponent's hands that come here.
    reach : number
        The probability with which the player's own choices lead here with the hand.
    frequencies : dict from str to number
        The probabilities of the actions.
    values : dict from str to number, or None
        The expected payoff of each action, as of `action_values`.

    Equity and values are None where the opponent's strategy never leads here.
    """

    hand: str
    weight: Fraction
    equity: Number | None
    reach: Number
    frequencies: Mapping[str, Number]
    values: Mapping[str, Number] | None


@dataclass(frozen=True, eq=False, repr=False)
class HandTable(Tabular):
    """The hands of a player at a point of play, the highest cards first; see `hand_table`."""

    game: OrderedGame
    player: int
    after: tuple[str, ...]
    board: tuple[str, ...]
    actions: tuple[str, ...]
    exact: bool
    rows: tuple[HandRow, ...]

    @property
    def heading(self) -> str:
        """The player, the actions so far and the board."""
        taken = f"after {' '.join(self.after)}" if self.after else "first to act"
        board = f", board {' '.join(self.board)}" if self.board else ""
        return f"{self.game.players[self.player]}, {taken}{board}"

    def report(self, *, everything: bool = False) -> Report:
        """Return the table, with `everything` that of all hands."""
        columns = ["hand", "weight", "equity", "reach", *self.actions]
        columns += [f"EV {action}" for action in self.actions]
        cells: list[list[Cell]] = []
        for row in self.rows:
            numbers: list[Cell] = [row.hand, row.weight, row.equity, row.reach]
            numbers += [row.frequencies[action] for action in self.actions]
            for action in self.actions:
                numbers.append(None if row.values is None else row.values[action])
            cells.append(numbers)
        table = Table(self.heading, tuple(columns), "l" + "r" * (len(columns) - 1), cells)
        meaning = (
            "EV: chips won in the whole hand, against the opponent's strategy and playing on as well as possible; "
            "reach: by the player's own choices"
        )
        parts = [*table.shortened(everything, "hands"), Line(meaning, "dim")]
        return Report(parts, {"hands": lambda: table})

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data, after the module's schema."""
        return {
            "schema": HANDS_SCHEMA,
            "game": self.game.title,
            "player": self.game.players[self.player],
            "after": " ".join(self.after),
            "board": list(self.board),
            "exact": self.exact,
            "actions": list(self.actions),
            "hands": list(map(_row_data, self.rows)),
        }

    def __repr__(self) -> str:
        return f"<HandTable of {self.heading}: {len(self.rows)} hands>"


def hand_table(
    solution: SavedSolution,
    after: str | Sequence[str] = "",
    *,
    board: str | Sequence[str] = "",
    hand: str | Sequence[str] = "",
    player: int | str | None = None,
) -> HandTable:
    """Return what the hands of a range do at a point of play, with the expected payoff of each action.

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

    Raises
    ------
    InputError
        For a game without ranges, a line of play that there is not, another board than the round has, and a text that
        names no hand.
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
    """
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
    views = _views_of(game, line, later, _words("hand", hand, "AsKd"))
    rows = [_row(solution, line, view) for view in reversed(views.tolist())]
    return HandTable(
        game,
        line.player,
        line.words,
        (*game.table, *later),
        line.actions,
        solution.plans is not None,
        tuple(rows),
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


def _views_of(
    game: OrderedGame, line: LineOfPlay, later: tuple[str, ...], hand: Sequence[str]
) -> Ints:
    """Return the views of the player's hands that may be dealt, on a board; of those alone that are named, if any."""
    assert game.ranges is not None
    views = game.views[line.number][line.player]
    public = np.array([game.signals.index(name) for name in later], dtype=np.int64)
    on_board = (views.signals[:, list(views.public)] == public).all(axis=1)
    chances = game.ranges.chances(line.player, views.signals)
    is_shown = on_board & np.asarray(chances > 0, dtype=bool)
    if hand:
        private = views.signals[:, list(views.private)].astype(np.int64)
        is_shown &= _is_named(game, private, hand, (*game.table, *later))
        if not is_shown.any():
            raise GameError(f"{' '.join(hand)} is not in {game.players[line.player]}'s range")
    return np.flatnonzero(is_shown)


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


def _row(solution: SavedSolution, line: LineOfPlay, view: int) -> HandRow:
    """Return the row of a hand."""
    game = solution.game
    ranges = game.ranges
    assert ranges is not None
    player, number = line.player, line.number
    views = game.views[number][player]
    stage = game.rounds[number].stage
    signals = [game.signals[signal] for signal in views.signals[view].tolist()]
    point = (player, signals, game.histories(number)[line.history], stage.path(line.node))

    # The weight with which the own choices lead here, in units of that of the beginning.
    class_of_hand = solution.filters[player].classes[number][view]
    sequence = stage.sequences(player).at[line.node]
    arriving = int(solution.weights[player][number][class_of_hand, sequence, line.history])
    reach: Number = Fraction(arriving, solution.denominators[player])

    believed = opposing_hands(solution, *point)
    equity: Number | None = None if believed is None else believed.equity
    worth = action_values(solution, *point)
    values: Mapping[str, Number] | None = worth
    if solution.plans is None:
        # Weights that were rounded make fractions of many digits, which nobody wants to read
        reach = float(reach)
        equity = None if equity is None else float(equity)
        values = None if worth is None else {name: float(value) for name, value in worth.items()}

    own = ranges.weights[player]
    hand = int(ranges.hand_of(views.signals[view : view + 1])[0])
    return HandRow(
        _name_of(game, [signals[column] for column in views.private]),
        weight=Fraction(int(own[hand]), int(own.max())),
        equity=equity,
        reach=reach,
        frequencies=solution.strategy(*point),
        values=values,
    )


def _name_of(game: OrderedGame, signals: list[str]) -> str:
    """Return the name of a hand: of two cards as charts have it, "AsKd"."""
    if len(signals) == 2 and set(signals) <= set(CARDS):
        cards = np.array([[card_number(name) for name in signals]], dtype=np.int64)
        return hand_text(int(hand_numbers(cards)[0]))
    return " ".join(signals)


def _row_data(row: HandRow) -> dict[str, Any]:
    values = None
    if row.values is not None:
        values = {action: number_data(value) for action, value in row.values.items()}
    return {
        "hand": row.hand,
        "weight": number_data(row.weight),
        "equity": number_data(row.equity),
        "reach": number_data(row.reach),
        "frequencies": {action: number_data(share) for action, share in row.frequencies.items()},
        "values": values,
    }
