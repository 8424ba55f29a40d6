"""Lines of play of games with ordered signals as people write them: actions as words, boards, and titles in errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame

MOST_IN_TITLE = 40
"""Characters of a game's title in an error."""


class LineOfPlay(NamedTuple):
    """A line of play to the turn of a player: a round, the history of the rounds before, and a node of the round.

    `words` are those of all actions so far, and `actions` those that may follow.
    """

    player: int
    number: int
    history: int
    node: int
    words: tuple[str, ...]
    actions: tuple[str, ...]


def lines_of_play(game: OrderedGame) -> Iterator[LineOfPlay]:
    """Yield the lines to all turns, round by round."""
    for number, betting in enumerate(game.rounds):
        stage = betting.stage
        for history, before in enumerate(game.histories(number)):
            for node in range(len(stage)):
                if not game.is_turn(number, history, node):
                    continue
                choices = game.choices(number, history, node)
                yield LineOfPlay(
                    stage.player[node],
                    number,
                    history,
                    node,
                    words_of([*before, stage.path(node)]),
                    tuple([stage.action[child] for child in choices]),
                )


def line_after(game: OrderedGame, words: tuple[str, ...]) -> LineOfPlay:
    """Return the line of some actions, an action being one word or several.

    Raises InputError, with the actions that there are, where no player has a turn after them.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("holdem(ranges=[AA; KK],pot=60,stack=140,bets=pot)", kind="ordered")
    >>> line_after(game, ("check",)).actions
    ('check', 'bet 60')
    """
    for line in lines_of_play(game):
        if line.words == words:
            return line
    raise InputError(
        f"{short_title(game)}: nobody has a turn after {' '.join(words)!r}{possible_actions(game, words)}"
    )


def possible_actions(game: OrderedGame, words: tuple[str, ...]) -> str:
    """Return a clause with the actions at the last turn to which the first of some words lead, or that play is over."""
    last = None
    for line in lines_of_play(game):
        is_on_way = line.words == words[: len(line.words)]
        if is_on_way and (last is None or len(line.words) >= len(last.words)):
            last = line
    if last is None:
        return ""
    if is_end(game, words):
        return "; the hand is over then"
    where = f"after {' '.join(last.words)!r}" if last.words else "first"
    return f"; {where} the actions of {game.players[last.player]} are {', '.join(last.actions)}"


def is_end(game: OrderedGame, words: tuple[str, ...]) -> bool:
    """Return whether some actions lead to a point of play after which nobody has a turn.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn", kind="ordered")
    >>> is_end(game, ("bet", "fold")), is_end(game, ("check",)), is_end(game, ("raise",))
    (True, False, False)
    """
    if any(line.words[: len(words)] == words for line in lines_of_play(game)):
        return False
    for number, betting in enumerate(game.rounds):
        stage = betting.stage
        paths = [stage.path(node) for node in range(len(stage))]
        for before in game.histories(number):
            if any(words_of([*before, path]) == words for path in paths):
                return True
    return False


def words_of(rounds: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the words of the actions of some rounds."""
    words: list[str] = []
    for actions in rounds:
        for action in actions:
            words += action.split()
    return tuple(words)


def separate_signals(game: OrderedGame, names: Sequence[str]) -> tuple[str, ...]:
    """Return names of signals one by one that may also stand in a row, as cards do: "9s8h3d"."""
    separate: list[str] = []
    known = {*game.signals, *game.table}
    for name in names:
        halves = [name[start : start + 2] for start in range(0, len(name), 2)]
        if name not in known and set(halves) <= known:
            separate += halves
        else:
            separate.append(name)
    return tuple(separate)


def dealt_later(game: OrderedGame, names: Sequence[str]) -> tuple[str, ...]:
    """Return the public signals among the names of a board, which may also stand in a row, without those at first.

    The names may begin with the signals that are public from the beginning, in any order, as headings have them.

    Raises InputError for a whole board that begins with others.
    """
    separate = separate_signals(game, names)
    at_first = len(game.table)
    if at_first and sorted(separate[:at_first]) == sorted(game.table):
        return separate[at_first:]
    most_later = max(len(view.public) for views in game.views for view in views)
    is_whole = bool(set(separate) & set(game.table)) or len(separate) > most_later
    if at_first and is_whole:
        later = ""
        if most_later:
            later = ", and then the cards dealt later, or these alone"
        raise InputError(
            f"board {' '.join(names)!r}: the board of {short_title(game)} begins with {' '.join(game.table)}; name "
            f"these cards, in any order{later}"
        )
    return separate


def short_title(game: OrderedGame | ExtensiveGame) -> str:
    """Return the title of a game for a message, without the parameters if they are long.

    Examples
    --------
    >>> import seqform as sf
    >>> short_title(sf.load("kuhn")), short_title(sf.load("holdem(ranges=[AA KK QQ JJ; TT 99 88 77],bets=pot)"))
    ('kuhn', 'holdem(...)')
    """
    name, parenthesis, _ = game.title.partition("(")
    if len(game.title) > MOST_IN_TITLE and parenthesis:
        return f"{name}(...)"
    return game.title[:MOST_IN_TITLE]
