"""Reader and writer of Gambit's .nfg files; games in normal form are read as trees."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from seqform.builders.games.families.matrix_games import two_stage_game
from seqform.builders.games.formats.tokens import (
    Tokens,
    errors_named,
    quote,
    read_comment,
    read_header,
    read_payoffs,
    read_text,
)
from seqform.builders.games.tree import payoff_columns
from seqform.errors import GameError
from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes
from seqform.models.games.infosets import player_label
from seqform.models.numbers.exact import Ints
from seqform.models.numbers.text import write_rational

Payoffs = tuple[Fraction, ...]
Strategies = tuple[tuple[str, ...], tuple[str, ...]]


def read_nfg(path: str | os.PathLike[str], *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in an .nfg file; see `parse_nfg`."""
    return parse_nfg(read_text(path, "NFG"), os.fspath(path), normalize=normalize)


def parse_nfg(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game that a text in Gambit's .nfg format describes.

    It becomes a tree of two stages: player 0 chooses a strategy, then player 1, who does not see player 0's choice.
    Strategies without labels get their numbers. ``file`` is the file's name in error messages; ``normalize``, which
    readers of all formats take, has no effect, since chance does not move.
    """
    tokens = Tokens(text, file)
    title, players = read_header(tokens, "NFG", 1)
    strategies = _strategies(tokens)
    comment = read_comment(tokens)
    cells = len(strategies[0]) * len(strategies[1])
    if tokens.peek() == "{":
        labels, payoffs, outcome = _outcome_body(tokens, cells)
    else:
        payoffs = []
        for cell in range(1, cells + 1):
            payoffs.append(read_payoffs(tokens, 2, f" in entry {cell} of {cells}"))
        labels = ("",) * cells
        outcome = np.arange(cells)
    tokens.end("the end of the file after the last entry")

    # In the file player 0's strategy runs fastest, in the tree player 1's.
    by_row = outcome.reshape(-1, len(strategies[0])).T.ravel()
    with errors_named(file):
        outcomes = Outcomes(labels, payoff_columns(payoffs))
        return two_stage_game(title, strategies, outcomes, by_row, players=players, comment=comment)


def write_nfg(game: ExtensiveGame) -> str:
    """Return a game in the .nfg format, version 1, with outcomes.

    Player 0 chooses, then player 1, who does not see player 0's choice. Reading the text restores the game except for
    data that the format cannot hold: labels of nodes and of information sets, and the note.
    """
    _check_two_stages(game)
    row_actions = game.information_sets.actions(0)
    column_actions = game.information_sets.actions(1)
    by_cell = game.outcome[game.leaves].reshape(len(row_actions), len(column_actions)).T.ravel()

    # Outcomes are numbered from 1 on, as the cells use them; 0 is none.
    numbers = {NONE: 0}
    outcomes: list[str] = []
    first, second = game.outcomes.payoffs
    for row in by_cell.tolist():
        if row not in numbers:
            numbers[row] = len(outcomes) + 1
            label = quote(game.outcomes.labels[row])
            payoffs = f"{write_rational(first[row])}, {write_rational(second[row])}"
            outcomes.append(f"{{ {label} {payoffs} }}")

    lines = [
        f"NFG 1 R {quote(game.title)} {{ {_quoted(game.players)} }}",
        "",
        f"{{ {{ {_quoted(row_actions)} }}",
        f"{{ {_quoted(column_actions)} }}",
        "}",
        quote(game.comment),
        "",
        "{",
        *outcomes,
        "}",
        " ".join(str(numbers[row]) for row in by_cell.tolist()),
        "",
    ]
    return "\n".join(lines)


def _quoted(labels: Iterable[str]) -> str:
    return " ".join(map(quote, labels))


# ---- the parts of a file ----


def _strategies(tokens: Tokens) -> Strategies:
    """Read the labels of both players' strategies, or their numbers of strategies."""
    tokens.symbol("{", "{ and the strategies")
    place = tokens.position - 1
    if tokens.peek() == "{":
        strategies = (_labels(tokens, 0), _labels(tokens, 1))
    else:
        rows = tokens.integer(f"{player_label(0)}'s number of strategies")
        columns = tokens.integer(f"{player_label(1)}'s number of strategies")
        if min(rows, columns) < 1:
            raise tokens.error("every player needs at least one strategy", place)
        # Before the labels are made: a short file may name a number that would fill the memory.
        if rows * columns > len(tokens.text):
            raise tokens.error(
                f"the text is too short for a table of {rows} by {columns} entries", place
            )
        strategies = (_numerals(rows), _numerals(columns))
    tokens.symbol("}", "} after the strategies of two players")
    return strategies


def _numerals(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _labels(tokens: Tokens, player: int) -> tuple[str, ...]:
    """Read the labels of a player's strategies."""
    tokens.symbol("{", f"{{ and the labels of {player_label(player)}'s strategies")
    labels = [tokens.string("a strategy's label")]
    while tokens.peek() != "}":
        labels.append(tokens.string("a strategy's label, or }"))
    tokens.symbol("}", "}")
    return tuple(labels)


def _outcome_body(tokens: Tokens, cells: int) -> tuple[tuple[str, ...], list[Payoffs], Ints]:
    """Read the list of outcomes, and then the number of one for every cell, 0 for none."""
    labels: list[str] = []
    payoffs: list[Payoffs] = []
    tokens.symbol("{", "{ and the outcomes")
    while tokens.peek() != "}":
        tokens.symbol("{", "{ and an outcome, or }")
        labels.append(tokens.string("the outcome's label"))
        payoffs.append(read_payoffs(tokens, 2))
        tokens.symbol("}", "} after the payoffs of two players")
    tokens.symbol("}", "}")

    outcome = []
    for cell in range(1, cells + 1):
        place = tokens.start()
        number = tokens.integer(f"the number of an outcome for entry {cell} of {cells}")
        if not 0 <= number <= len(labels):
            raise tokens.error(f"there is no outcome {number} among the {len(labels)} above", place)
        outcome.append(number - 1)  # 0 becomes NONE, -1
    return tuple(labels), payoffs, np.array(outcome, dtype=np.int64)


def _check_two_stages(game: ExtensiveGame) -> None:
    """Refuse a game that is not one move of player 0 and one of player 1 without outcomes before the end."""
    is_two_stages = (
        game.information_sets.player.tolist() == [0, 1]
        and len(game.level_start) == 4  # the root, player 1's nodes, leaves, and the end
        and bool(np.all(game.infoset[1 : game.level_start[2]] == 1))
    )
    if not is_two_stages:
        raise GameError(
            f"{game.title!r} cannot be written in the .nfg format, which is for games where player 1 chooses once and "
            "then player 2, not seeing that choice; write it in the .efg format"
        )
    if np.any(game.outcome[~game.is_leaf] != NONE):
        raise GameError(
            f"{game.title!r} has an outcome before its end, for which the .nfg format has no place; "
            "write it in the .efg format"
        )
