"""Reader and writer of Gambit's .nfg files; games in normal form are read as trees."""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np

from seqform.builders.games.exact_numbers import exact_column
from seqform.builders.games.formats.tokens import (
    Tokens,
    errors_named,
    quote,
    read_comment,
    read_header,
    read_payoffs,
    read_text,
)
from seqform.errors import GameError
from seqform.models.games.extensive import NONE, ExtensiveGame, InformationSets, Outcomes, breadth_first
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import write_rational

Payoffs = tuple[Fraction, Fraction]
Strategies = tuple[tuple[str, ...], tuple[str, ...]]


def read_nfg(path: str | os.PathLike[str], *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in an .nfg file.

    Parameters
    ----------
    normalize : bool
        As in `parse_nfg`.

    Raises
    ------
    ParseError
        As in `parse_nfg`; or if the file cannot be read.
    """
    return parse_nfg(read_text(path, "NFG"), os.fspath(path), normalize=normalize)


def parse_nfg(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game that a text in Gambit's .nfg format describes.

    It becomes a tree of two stages: player 1 chooses a strategy, then player 2, who
    does not see player 1's choice. Strategies without labels get their numbers.

    Parameters
    ----------
    file : str
        The file's name in error messages.
    normalize : bool
        Without effect, since chance does not move; readers of all formats take it.

    Raises
    ------
    ParseError
        If the text is not a game of two players; with line and column.

    Examples
    --------
    >>> game = parse_nfg('''NFG 1 R "a dilemma" { "Ann" "Bob" } { { "silent" "talk" } { "silent" "talk" } }
    ... -1 -1  0 -3  -3 0  -2 -2''')
    >>> game
    <ExtensiveGame 'a dilemma': 7 nodes, 1 and 1 information sets>
    >>> [[str(payoff) for payoff in payoffs.to_fractions()] for payoffs in game.leaf_payoffs]
    [['-1', '-3', '0', '-2'], ['-1', '0', '-3', '-2']]
    """
    tokens = Tokens(text, file)
    title, players = read_header(tokens, "NFG", 1)
    strategies = _strategies(tokens)
    comment = read_comment(tokens)
    cells = len(strategies[0]) * len(strategies[1])
    labels, payoffs, outcome = _outcome_body(tokens, cells) if tokens.peek() == "{" else _payoff_body(tokens, cells)
    tokens.end("the end of the file after the last entry")
    with errors_named(file):
        return _two_stages(title, players, strategies, comment, outcome, Outcomes(labels, _columns(payoffs)))


def write_nfg(game: ExtensiveGame) -> str:
    """Return a game in the .nfg format, version 1, with outcomes.

    Reading the text restores the game except for data that the format cannot hold:
    labels of nodes and of information sets, and the note.

    Parameters
    ----------
    game : ExtensiveGame
        Player 1 chooses, then player 2, who does not see player 1's choice.

    Raises
    ------
    GameError
        If the game has another form.

    Examples
    --------
    >>> print(write_nfg(parse_nfg('NFG 1 R "pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')))
    NFG 1 R "pennies" { "A" "B" }
    <BLANKLINE>
    { { "1" "2" }
    { "1" "2" }
    }
    ""
    <BLANKLINE>
    {
    { "" 1, -1 }
    { "" -1, 1 }
    { "" -1, 1 }
    { "" 1, -1 }
    }
    1 2 3 4
    <BLANKLINE>
    """
    _check_two_stages(game)
    strategies = [" ".join(quote(label) for label in game.information_sets.actions(row)) for row in (0, 1)]
    rows, columns = (len(game.information_sets.actions(row)) for row in (0, 1))
    by_cell = game.outcome[game.leaves].reshape(rows, columns).T.ravel().tolist()
    number = {row: k for k, row in enumerate(dict.fromkeys(row for row in by_cell if row != NONE), start=1)}
    first, second = game.outcomes.payoffs
    outcomes = [
        f"{{ {quote(game.outcomes.labels[row])} {write_rational(first[row])}, {write_rational(second[row])} }}"
        for row in number
    ]
    return "\n".join(
        [
            f"NFG 1 R {quote(game.title)} {{ {' '.join(quote(player) for player in game.players)} }}",
            "",
            f"{{ {{ {strategies[0]} }}",
            f"{{ {strategies[1]} }}",
            "}",
            quote(game.comment),
            "",
            "{",
            *outcomes,
            "}",
            " ".join(str(number.get(row, 0)) for row in by_cell),
            "",
        ]
    )


# ---- the parts of a file ----


def _strategies(tokens: Tokens) -> Strategies:
    tokens.symbol("{", "{ and the strategies")
    place = tokens.position - 1
    if tokens.peek() == "{":
        strategies = (_labels(tokens, 1), _labels(tokens, 2))
    else:
        counts = [tokens.integer(f"player {player}'s number of strategies") for player in (1, 2)]
        if min(counts) < 1:
            raise tokens.error("every player needs at least one strategy", place)
        if counts[0] * counts[1] > len(tokens.text):
            raise tokens.error(f"the text is too short for a table of {counts[0]} by {counts[1]} entries", place)
        strategies = (_numbered(counts[0]), _numbered(counts[1]))
    tokens.symbol("}", "} after the strategies of two players")
    return strategies


def _labels(tokens: Tokens, player: int) -> tuple[str, ...]:
    tokens.symbol("{", f"{{ and the labels of player {player}'s strategies")
    labels = [tokens.string("a strategy's label")]
    while tokens.peek() != "}":
        labels.append(tokens.string("a strategy's label, or }"))
    tokens.symbol("}", "}")
    return tuple(labels)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _payoff_body(tokens: Tokens, cells: int) -> tuple[tuple[str, ...], list[Payoffs], Ints]:
    """Read an outcome of its own for every cell."""
    payoffs = [read_payoffs(tokens, f" in entry {cell} of {cells}") for cell in range(1, cells + 1)]
    return ("",) * cells, payoffs, np.arange(cells)


def _outcome_body(tokens: Tokens, cells: int) -> tuple[tuple[str, ...], list[Payoffs], Ints]:
    """Read the list of outcomes, and then the number of one for every cell, 0 for none."""
    labels: list[str] = []
    payoffs: list[Payoffs] = []
    tokens.symbol("{", "{ and the outcomes")
    while tokens.peek() != "}":
        tokens.symbol("{", "{ and an outcome, or }")
        labels.append(tokens.string("the outcome's label"))
        payoffs.append(read_payoffs(tokens))
        tokens.symbol("}", "} after the payoffs of two players")
    tokens.symbol("}", "}")
    outcome = []
    for cell in range(1, cells + 1):
        tokens.peek()
        place = tokens.position
        number = tokens.integer(f"the number of an outcome for entry {cell} of {cells}")
        if not 0 <= number <= len(labels):
            raise tokens.error(f"there is no outcome {number} among the {len(labels)} above", place)
        outcome.append(number - 1)
    return tuple(labels), payoffs, np.array(outcome)


def _columns(payoffs: list[Payoffs]) -> tuple[ExactArray, ExactArray]:
    return exact_column(first for first, _ in payoffs), exact_column(second for _, second in payoffs)


# ---- the tree ----


def _two_stages(
    title: str,
    players: tuple[str, str],
    strategies: Strategies,
    comment: str,
    by_cell: Ints,
    outcomes: Outcomes,
) -> ExtensiveGame:
    """Return the tree of a table whose cells are given with player 1's strategy running fastest."""
    rows, columns = len(strategies[0]), len(strategies[1])
    cells = rows * columns
    return breadth_first(
        title=title,
        players=players,
        parent=np.concatenate([[NONE], np.full(rows, 0), 1 + np.repeat(np.arange(rows), columns)]),
        action=np.concatenate([[0], np.arange(rows), np.tile(np.arange(columns), rows)]),
        infoset=np.concatenate([[0], np.full(rows, 1), np.full(cells, NONE)]),
        outcome=np.concatenate([np.full(1 + rows, NONE), by_cell.reshape(columns, rows).T.ravel()]),
        information_sets=InformationSets(
            player=np.array([0, 1]),
            labels=("", ""),
            action_start=np.array([0, rows, rows + columns]),
            action_labels=strategies[0] + strategies[1],
            probability=ExactArray.zeros(rows + columns),
        ),
        outcomes=outcomes,
        comment=comment,
    )


def _check_two_stages(game: ExtensiveGame) -> None:
    two_stages = (
        game.information_sets.player.tolist() == [0, 1]
        and len(game.level_start) == 4
        and bool(np.all(game.infoset[1 : game.level_start[2]] == 1))
    )
    if not two_stages:
        raise GameError(
            f"{game.title!r} cannot be written in the .nfg format, which is for games where player 1 chooses once and "
            "then player 2, not seeing that choice; write it in the .efg format"
        )
    if np.any(game.outcome[~game.is_leaf] != NONE):
        raise GameError(
            f"{game.title!r} has an outcome before its end, for which the .nfg format has no place; "
            "write it in the .efg format"
        )
