"""The functions `chart` and `public_tree`: charts of strategies, as pictures and as tables.

The public tree of a game with ordered signals has the actions that both players see, averaged over hands and boards.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from typing import Any, NamedTuple, NoReturn

import numpy as np

from seqform.builders.games import catalog
from seqform.builders.games.cards.deck import (
    CARDS,
    NUM_HANDS,
    card_number,
    hand_numbers,
    parse_board,
)
from seqform.builders.games.cards.ranges import (
    FILE_SUFFIXES,
    Range,
    given_ranges,
    is_range_file,
)
from seqform.builders.games.ordered.expansion import is_expansion
from seqform.builders.games.rules import MAX_NODES
from seqform.errors import GameError, InputError, ParseError
from seqform.io.figures import THEMES, require_theme
from seqform.io.load import load, resolved
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_same_game, is_solution_file, read_solution
from seqform.models.answers.components import ExtremeEquilibrium
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import UNNAMED, player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.stages import NOBODY
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import short
from seqform.models.options import whole_number
from seqform.pictures.bars import TITLE_LENGTH, Painter, cell_text, percent, range_text
from seqform.pictures.formats import PAGE_STYLE, Drawing, require_tree, text_of
from seqform.pictures.grids import (
    Branch,
    CardStrategies,
    GridCell,
    GridColumn,
    GridRow,
    Part,
    ProfileStrategies,
    SolutionStrategies,
    Strategies,
    StrategyGrid,
    TreeStrategies,
    card_grid,
    equilibrium_caption,
    ordered_twin,
    view_chances,
)
from seqform.pictures.hand_squares import (
    HandStrategy,
    range_grid,
    square_grid,
    strategy_squares,
)
from seqform.pictures.scene import Scene, shown_number
from seqform.playable.lines import lines_of_play, possible_actions, short_title
from seqform.playable.profiles import profile as profile_of
from seqform.solving.api import solve
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system.foreign_text import visible
from seqform.system.sources import SUFFIXES, Source, SourceKind, is_there
from seqform.verify.nash import certify, known_certificate

MOST_PUBLIC = 40
"""Situations of a public tree, unless another number is asked for; the rest is folded."""

_NOTES = (
    "per cent of the mover's hands that come here, all boards together",
    "reach: how often both players' choices lead here, each averaged over the own hands",
)
_WITHOUT = "what both players see: cards and payoffs are left out"


class _Place(NamedTuple):
    """A situation: a round, the number of a history, and a node of the round's stage game at which a player acts."""

    number: int
    history: int
    node: int


class _Line(NamedTuple):
    """A situation to be shown: the action that leads there with its share, how deep it is, and how often play does."""

    place: _Place
    action: str
    share: Number
    depth: int
    reach: Number


class PublicTree:
    """The situations of a game; with strategies, how often their owners' hands take each action."""

    def __init__(self, game: OrderedGame, strategies: CardStrategies | None) -> None:
        self.game = game
        self.strategies = strategies
        self._cells = cache(self._round_cells)
        self._below = cache(self._count)

    def grid(self, after: Sequence[str], depth: int | None, most: int) -> StrategyGrid:
        """Return the rows of a chart, in the order of the tree: first the likeliest, then opened by their probability.

        The tree begins after the actions given, and ends `depth` actions later, or with `most` rows.
        """
        start = self._after(after)
        children_of = self._opened(start, depth, most)
        lines = []
        stack = [start]
        while stack:
            line = stack.pop()
            lines.append(line)
            stack += reversed(children_of.get(line.place, []))

        heading = "public tree"
        if after:
            heading += f" after {' '.join(after)}"
        is_known = self.strategies is not None
        return StrategyGrid(
            0,
            heading,
            columns=(GridColumn((), "actions"),),
            rows=tuple(self._row(line, bool(children_of.get(line.place))) for line in lines),
            cells=tuple((self._cell(line.place),) for line in lines),
            numbers=("reach",) if is_known else (),
            notes=_NOTES if is_known else (_WITHOUT,),
        )

    def _opened(self, start: _Line, depth: int | None, most: int) -> dict[_Place, list[_Line]]:
        """Return the children of the situations that are open: the likeliest ones, as long as the rows are enough.

        A situation with more children than there are rows left stays closed, and less likely ones may be opened.
        """
        children_of: dict[_Place, list[_Line]] = {}
        rows = 1
        # The number of a row decides between situations that are equally likely.
        queue = [(-1.0, 0, start)]
        while queue:
            _, _, line = heapq.heappop(queue)
            children: list[_Line] = []
            if depth is None or line.depth < depth:
                children = self._children(line)
            if rows + len(children) > most:
                continue
            children_of[line.place] = children
            for child in children:
                heapq.heappush(queue, (-float(child.reach), rows, child))
                rows += 1
        return children_of

    def _row(self, line: _Line, is_open: bool) -> GridRow:
        number, _, node = line.place
        stage = self.game.rounds[number].stage
        label = line.action
        if node == 0 and len(self.game.rounds) > 1:
            label += f", round {number + 1}"

        share = None
        numbers: tuple[Number, ...] = ()
        if self.strategies is not None:
            share = line.share
            numbers = (line.reach,)
        branch = Branch(
            stage.player[node],
            line.depth,
            line.action,
            share,
            actions=tuple([stage.action[child] for child in self.game.choices(*line.place)]),
            below=0 if is_open else self._below(self._of_any_history(line.place)),
        )
        return GridRow(label, "", numbers, branch)

    def _after(self, words: Sequence[str]) -> _Line:
        """Return the situation after some actions; an action may be several words."""
        line = _Line(_Place(0, 0, 0), "", 1, 0, 1)
        remaining = list(words)
        while remaining:
            for child in self._children(line):
                taken = child.action.split()
                if remaining[: len(taken)] == taken:
                    line = child
                    remaining = remaining[len(taken) :]
                    break
            else:
                raise InputError(
                    f"{short_title(self.game)}: nobody has a turn after {' '.join(words)!r}"
                    f"{possible_actions(self.game, tuple(words))}"
                )
        return line._replace(action="start", depth=0)

    def _children(self, line: _Line) -> list[_Line]:
        """Return the situations after every action that ends no game; without strategies all are as likely."""
        cell = self._cell(line.place)
        places = self._places(line.place)
        shares: Sequence[Number] = [1 / len(places)] * len(places)
        if cell is not None:
            shares = cell.shares or [0] * len(places)

        stage = self.game.rounds[line.place.number].stage
        nodes = self.game.choices(*line.place)
        children = []
        for place, node, share in zip(places, nodes, shares, strict=True):
            if place is not None:
                children.append(
                    _Line(place, stage.action[node], share, line.depth + 1, line.reach * share)
                )
        return children

    def _places(self, place: _Place) -> list[_Place | None]:
        """Return the situation after every action, None where the game is over."""
        places: list[_Place | None] = []
        for child in self.game.choices(*place):
            after = self._settled(place._replace(node=child))
            mover = self.game.rounds[after.number].stage.player[after.node]
            places.append(None if mover == NOBODY else after)
        return places

    def _settled(self, place: _Place) -> _Place:
        """Return the next situation in which a player has a choice, in this round or a later one, or an end."""
        while True:
            continuing = self.game.rounds[place.number].stage.continuing
            if place.node in continuing:
                # Histories are numbered so that the last round varies fastest.
                history = place.history * len(continuing) + continuing.index(place.node)
                place = _Place(place.number + 1, history, 0)
            elif self.game.equal_actions is None:
                return place
            else:
                choices = self.game.choices(*place)
                if len(choices) != 1:
                    return place
                place = place._replace(node=choices[0])

    def _of_any_history(self, place: _Place) -> _Place:
        """Return a situation that has as many others below it: without equal actions that of the first history."""
        if self.game.equal_actions is None:
            return place._replace(history=0)
        return place

    def _count(self, place: _Place) -> int:
        """Return the number of situations below one."""
        count = 0
        for after in self._places(place):
            if after is not None:
                count += 1 + self._below(self._of_any_history(after))
        return count

    def _cell(self, place: _Place) -> GridCell | None:
        if self.strategies is None:
            return None
        return self._cells(place.number)[place.history, place.node]

    def _round_cells(self, number: int) -> dict[tuple[int, int], GridCell]:
        """Return for every history and node of a round the choice of the mover's hands together."""
        assert self.strategies is not None
        stage = self.game.rounds[number].stage
        histories = range(self.game.num_histories[number])
        cell_of: dict[tuple[int, int], GridCell] = {}
        for player, views in enumerate(self.game.views[number]):
            nodes = stage.sets(player)
            situations = [
                (history, place)
                for history in histories
                for place, node in enumerate(nodes)
                if self.game.is_turn(number, history, node)
            ]
            hands = np.arange(len(views))
            chances = view_chances(self.game, player, number)
            if chances is not None:  # hands out of a range have no turn
                hands = hands[chances > 0]
            (cells,) = self.strategies.cells(player, number, [hands], situations)
            for (history, place), cell in zip(situations, cells, strict=True):
                cell_of[history, nodes[place]] = cell
        return cell_of


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Chart(Drawing):
    """A chart of strategies: a picture with the numbers in it, `grids`, one for each player shown."""

    grids: tuple[StrategyGrid, ...]
    caption: str
    theme: str

    def html(self) -> str:
        """Return a page with the picture and, for each player, a table with the same numbers as text; no scripts."""
        theme = THEMES[self.theme]
        tables = "".join(map(_html_table, self.grids))
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{text_of(self.scene.title)}</title>\n'
            f"<style>{PAGE_STYLE.format(theme.background, theme.ink, theme.muted)}</style>\n"
            f"<body>\n{self.svg()}<p>In the tables: per cent of every action, and in brackets how often the player's "
            f"own choices lead there.</p>\n{tables}</body>\n</html>\n"
        )


def chart(
    game: Any,
    profile: Any = None,
    *,
    versus: Any = None,
    player: int | str | None = None,
    round: int | None = None,
    board: str | None = None,
    after: str | None = None,
    at: str | None = None,
    ranges: bool = False,
    grid: bool = False,
    everything: bool = False,
    theme: str = "light",
    progress: Callable[[str], None] | None = None,
) -> Chart:
    """Chart a strategy: hands by situations in card games, else information sets in the order of the tree.

    In a game with ordered signals a row is a class of hands, the strongest first, and a column the public actions so
    far. So it is, with the hands as they are dealt, in any other tree in which chance deals hidden hands first and the
    players then see all that is done. The bar of a cell has the probabilities of the actions, in per cent; the strip
    below it is the probability with which the player's own choices lead there with this hand, and a cell is pale where
    it is 0. Elsewhere a row is an information set, with its probability of being reached, the payoff expected there,
    and what a best reply adds to it.

    Parameters
    ----------
    game : ExtensiveGame, OrderedGame, Equilibrium, SavedSolution, or whatever `load` accepts
        A name may also be that of a solution file.
    profile : SavedSolution, whatever `seqform.profile` accepts, or the name of a file, optional
        Where `game` has no strategies, an exact equilibrium is computed by default.
    versus : the same, optional
        A second strategy, below the first one in every cell; the number beside it is the probability that moves, the
        total variation distance.
    player : int or str, optional
        0, 1 or a name; both by default.
    round : int, optional
        From 1; by default the first one with the board and the actions given.
    board : str, optional
        Public signals, such as "Ks Qh", also after those that are public from the beginning. With more than 200
        classes of hands one board is shown, the highest by default.
    after : str, optional
        Actions that have been taken, such as "check bet call"; only situations after them are shown, and with `grid`
        the one of the player whose turn it is then.
    everything : bool
        With `grid` and `after`: show the later situations of both players, too.
    at : str, optional
        Show information sets, from this one on, in place of hands.
    ranges : bool
        Of a constant-sum game: draw brackets from the least to the greatest probability that an action has in any
        equilibrium, computed exactly and proved; dashed ones where no equilibrium leads, so that any behavior is part
        of some equilibrium.
    grid : bool
        Of hands of two cards of the deck of 52: draw a square of 13 × 13 classes of hands for each situation. With
        ranges in place of a game, a `Range`, two of them, text or a file (`given_ranges`), these are drawn, on a board
        where one is given.
    theme : {"light", "dark", "print"}
    progress : callable, optional
        Called with messages while ranges are computed.

    Examples
    --------
    >>> chart("kuhn").caption
    'nash_conv = 0 (exact); worth −1/18 to Player 1'
    >>> chart("QQ+, AKs:0.5", grid=True, board="AsKs5c").grids[0].columns[0].name
    '15 hands, by weight 13.5'
    """
    require_theme(theme)
    for name, words in {"board": board, "after": after, "at": at}.items():
        if words is not None and not isinstance(words, str):
            raise InputError(f"{name}: a text expected, not {type(words).__name__}")
    if grid:
        refused = {"versus": versus is not None, "ranges": ranges, "at": at is not None}
        names = [name for name, is_given in refused.items() if is_given]
        if names:
            raise InputError(f"grid: of one strategy, by hands; leave out {' and '.join(names)}")
        if profile is None and is_ranges(game):
            return _range_chart(game, player, board, theme)
    if round is not None:
        round = whole_number("round", round, 1)
    part = Part(
        number=None if round is None else round - 1,
        board=tuple((board or "").split()),
        after=tuple((after or "").replace(",", " ").replace("/", " ").split()),
        at=at,
    )

    if not is_solution_file(game):
        game = resolved(game)
        if not grid:
            require_grid(game)
    has_strategies = isinstance(
        game,
        Equilibrium | OrderedEquilibrium | SavedSolution | FoundEquilibrium | ExtremeEquilibrium,
    )
    if profile is None and not has_strategies and not is_solution_file(game):
        require_tree(game, MAX_NODES, "solved here")
        tree = load(game)
        profile = solve(tree, exact=True, progress=progress)
        if not isinstance(game, OrderedGame):
            game = tree

    strategies = _strategies(game, profile, as_tree=at is not None)
    other = None
    if versus is not None:
        other = _strategies(strategies.game, versus, as_tree=at is not None, like=strategies)
    if ranges:
        if other is not None:
            raise InputError("ranges: of one strategy, without `versus`")
        strategies = _with_ranges(strategies, progress)

    if grid and part.after and not everything and isinstance(strategies.game, OrderedGame):
        player, part = _turn_after(strategies.game, player, part)
    grids = _grids(strategies, player, part, other, as_squares=grid)
    if other is None:
        caption = equilibrium_caption(strategies.certificate, strategies.game.players)
        if ranges:
            caption += "; brackets: all equilibria, exact"
    else:
        above = f"{_name(profile, game, 'first')}, {strategies.certificate}"
        below = f"{_name(versus, versus, 'second')}, {other.certificate}"
        caption = f"above: {above}; below: {below}"
    return _painted("strategy chart", strategies.game.title, grids, caption, theme)


def _turn_after(
    game: OrderedGame, player: int | str | None, part: Part
) -> tuple[int | str | None, Part]:
    """Return the player whose turn it is after the actions of a part, and the part with this situation alone.

    They stay as they are where another player or round is chosen, whose later situations are shown, and where the
    actions are the first words of several.
    """
    for line in lines_of_play(game):
        if line.words != part.after:
            continue
        is_chosen = player is None or player_number(player, game.players) == line.player
        if is_chosen and part.number in (None, line.number):
            return line.player, part._replace(number=line.number, alone=True)
    return player, part


def is_ranges(game: Any) -> bool:
    """Return whether an argument is ranges of hands: a `Range`, two of them, a file, or text that is no game or file.

    A fraction in a range makes it look like a path, "AKs:1/3"; it is one of a file only if that is there.
    """
    if isinstance(game, Range | tuple):
        return True
    if isinstance(game, str | FilePath | Source):
        source = game if isinstance(game, Source) else catalog.source_of(str(game))
        if source.path is None:
            return source.kind is SourceKind.CATALOG and not catalog.has(source)
        suffix = source.path.suffix.lower()
        is_path = is_range_file(str(game)) or suffix in SUFFIXES or is_there(str(source.path))
        return suffix in FILE_SUFFIXES or not is_path
    return False


def require_grid(game: Any) -> None:
    """Refuse ranges of hands in place of a game, which are drawn as a grid alone."""
    if not is_ranges(game):
        return
    try:
        given_ranges(str(game) if isinstance(game, Source) else game)
    except (GameError, ParseError):
        return  # no ranges and no game either, which is refused where it is loaded
    raise InputError(
        f"{visible(str(game))[:TITLE_LENGTH]}: ranges of hands, which are drawn with grid=True (--grid)"
    )


def _range_chart(game: Any, player: int | str | None, board: str | None, theme: str) -> Chart:
    """Return the chart of the ranges of both players, or of one of them."""
    text = str(game) if isinstance(game, str | FilePath | Source) else None
    ranges = given_ranges(game) if text is None else _written_ranges(text)
    cards = parse_board(board) if board else ()
    players: Sequence[str] = UNNAMED
    chosen: Sequence[Range] = ranges
    if ranges[0] is ranges[1]:
        chosen, players = ranges[:1], ("",)
    elif player is not None:
        number = player_number(player, UNNAMED)
        chosen, players = ranges[number : number + 1], (UNNAMED[number],)
    shown = range_grid(chosen, cards, players)
    return _painted("range chart", (text or "ranges")[:TITLE_LENGTH], [shown], "", theme)


def _written_ranges(text: str) -> tuple[Range, Range]:
    """Return the ranges of a file or text; the error for a word that is none has that it is no game either."""
    try:
        return given_ranges(text)
    except ParseError:  # of a file
        raise
    except GameError as error:
        name = catalog.source_of(text).name
        if not name:
            raise
        try:
            catalog.find(name)
        except GameError as unknown_game:
            raise GameError(f"{unknown_game}; as ranges of hands: {error}") from None
        raise


def game_ranges(game: Any, *, theme: str = "light") -> Chart | None:
    """Chart the ranges of both players of a game with hands of two cards, on its board; None for a game without.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("holdem(ranges=[AA; KK QQ:0.5])", kind="ordered")
    >>> [column.name for column in game_ranges(game).grids[0].columns]
    ['Player 1 / 6 hands; equity 0 %', 'Player 2 / 6 hands, by weight 4.5; equity 100 %']
    """
    if not isinstance(game, OrderedGame) or game.ranges is None:
        return None
    if game.ranges.hand_size != 2 or not set(game.signals) | set(game.table) <= set(CARDS):
        return None
    cards = np.array([card_number(name) for name in game.signals], dtype=np.int64)
    places = hand_numbers(cards[game.ranges.hands])
    ranges = []
    for weights in game.ranges.weights:
        by_hand = ExactArray(weights).scattered(NUM_HANDS, places)
        ranges.append(Range(by_hand))
    board = [card_number(name) for name in game.table]
    grid = range_grid(ranges, board, game.players)
    return _painted("range chart", game.title, [grid], "", theme)


def hand_chart(
    title: str,
    situations: Sequence[HandStrategy],
    *,
    heading: str = "",
    caption: str = "",
    theme: str = "light",
) -> Chart:
    """Chart what hands of two cards do, from probabilities of one's own, in a square of classes for each situation.

    `heading` stands above the squares, such as the player and the board, and `caption` below the title.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.builders.games.cards.ranges import parse_range
    >>> bets = np.linspace(0, 1, 1326)
    >>> strategy = HandStrategy.of("first to act", parse_range("22+, AK"), {"check": 1 - bets, "bet 50": bets})
    >>> hand_chart("my strategy", [strategy]).grids[0].cells[0][0].actions
    ('check', 'bet 50')
    """
    require_theme(theme)
    grid = square_grid(0, heading or title, situations)
    return _painted("strategy chart", title, [grid], caption, theme)


def _grids(
    strategies: Strategies,
    player: int | str | None,
    part: Part,
    other: Strategies | None,
    *,
    as_squares: bool,
) -> list[StrategyGrid]:
    """Return the charts of a player, or of both; one without a turn in the part is left out, unless asked for."""
    game = strategies.game
    grid_of: Any = TreeStrategies.grid if isinstance(strategies, TreeStrategies) else card_grid
    if as_squares:
        if isinstance(strategies, TreeStrategies):
            raise InputError(
                f"{game.title}: a grid is for games with ordered signals, of hands of two cards; leave grid (--grid) "
                "out"
            )

        def grid_of(strategies: Any, number: int, part: Part, other: None) -> StrategyGrid:
            return strategy_squares(strategies, number, part)

    if player is not None:
        grids = [grid_of(strategies, player_number(player, game.players), part, other)]
    else:
        grids = []
        for number in (0, 1):
            try:
                grids.append(grid_of(strategies, number, part, other))
            except InputError:
                if number == 1 and not grids:
                    raise
    grids = [grid for grid in grids if grid.rows and grid.columns]
    if not grids:
        raise InputError(f"{game.title}: nothing to show")
    return grids


def public_tree(
    game: Any,
    profile: Any = None,
    *,
    after: str | None = None,
    depth: int | None = None,
    nodes: int = MOST_PUBLIC,
    theme: str = "light",
) -> Chart:
    """Chart the public tree of a game with ordered signals; with a strategy, how often the mover's hands do what.

    A row is a situation, its bar the actions of all hands with which its mover comes there, in all boards together. The
    tree is opened from the likeliest situation on, and begins after the actions given. `game` and `profile` are as in
    `chart`; a game alone is drawn without bars.
    """
    if profile is None and isinstance(game, str | Source) and not is_solution_file(game):
        game = load(game, kind="ordered")
    require_theme(theme)
    if profile is None and isinstance(game, ExtensiveGame):
        game = ordered_twin(game) or _without_public_tree(game)
    shown: CardStrategies | None = None
    caption = ""
    if profile is not None or not isinstance(game, OrderedGame):
        strategies = _strategies(game, profile, as_tree=False)
        if isinstance(strategies, TreeStrategies):
            _without_public_tree(strategies.game)
        shown = strategies
        game = strategies.game
        caption = equilibrium_caption(strategies.certificate, game.players)
    words = (after or "").replace(",", " ").split()
    grid = PublicTree(game, shown).grid(words, depth, nodes)
    return _painted("public tree", game.title, [grid], caption, theme)


def _painted(
    what: str, title: str, grids: Sequence[StrategyGrid], caption: str, theme: str
) -> Chart:
    title = visible(title)[:TITLE_LENGTH]
    scene = Scene(title, f"{what}; {caption}", THEMES[theme].background)
    rows = [row for grid in grids for row in grid.rows]
    hidden = sum(row.branch.below for row in rows if row.branch is not None)
    if hidden:
        scene.folded = f"{len(rows):,} of {len(rows) + hidden:,} situations"
    scene.items += Painter(grids, theme).picture(title, visible(caption))
    return Chart(lambda: scene, grids=tuple(grids), caption=caption, theme=theme)


def _without_public_tree(game: ExtensiveGame) -> NoReturn:
    raise InputError(f"{game.title}: no game with ordered signals, so that it has no public tree")


def _name(profile: Any, otherwise: Any, word: str) -> str:
    """Return the name of the file that strategies come from, or "the first strategy"."""
    source = otherwise if profile is None else profile
    if isinstance(source, str | FilePath):
        return FilePath(source).stem
    return f"the {word} strategy"


def _strategies(
    game: Any, profile: Any, *, as_tree: bool, like: Strategies | None = None
) -> Strategies:
    """Return the strategies that arguments of `chart` denote; those after `versus` are of the same game as others."""
    if profile is None:
        profile = game
        if isinstance(game, Equilibrium | FoundEquilibrium | ExtremeEquilibrium):
            game = game.profile.game
    elif is_solution_file(game):
        game = read_solution(game).game
    elif isinstance(game, Equilibrium | OrderedEquilibrium | SavedSolution):
        game = game.game
    if isinstance(profile, OrderedEquilibrium):
        profile = profile.saved()
    if is_solution_file(profile):
        profile = _read_solution(game, profile, as_tree=as_tree, like=like)

    # Either both strategies are of hands as a file has them, or both of the nodes of one tree.
    if isinstance(profile, SavedSolution):
        _require_solution_of(game, profile)
        if isinstance(like, TreeStrategies):
            raise InputError(
                f"{like.game.title}: a solution of hands cannot be compared with a profile of the tree"
            )
        return SolutionStrategies(profile)
    if isinstance(like, SolutionStrategies):
        raise InputError(
            f"{like.game.title}: the solution of a file is compared with solutions of files"
        )

    # Not expanded a second time.
    tree = like.tree if isinstance(like, ProfileStrategies) else load(game)
    certificate = None
    if isinstance(profile, Equilibrium | FoundEquilibrium | ExtremeEquilibrium):
        certificate = known_certificate(tree, profile)
        profile = profile.profile
    profile = profile_of(tree, profile)
    certificate = certificate or certify(tree, profile)
    if as_tree:
        return TreeStrategies(tree, profile, certificate)

    # Games with ordered signals are shown by hands, even if they come as a tree.
    twin = game if isinstance(game, OrderedGame) else ordered_twin(tree)
    if twin is None:
        return TreeStrategies(tree, profile, certificate)
    return ProfileStrategies(twin, tree, profile, certificate)


def _require_solution_of(game: Any, solution: SavedSolution) -> None:
    """Raise InputError for a solution of another game than the one in an argument, ordered or its tree."""
    fits = True
    if isinstance(game, str | Source) and not is_solution_file(game):
        game = load(game, kind="ordered")
    if isinstance(game, OrderedGame):
        fits = is_same_game(game, solution.game)
    elif isinstance(game, ExtensiveGame):
        fits = is_expansion(game, solution.game)
    if not fits:
        raise InputError(f"a solution of {solution.game.title}, not of {game.title}")


def _read_solution(
    game: Any, path: str | FilePath, *, as_tree: bool, like: Strategies | None
) -> SavedSolution:
    """Return the solution in a file, of the game that other arguments denote, if any."""
    if as_tree:
        raise InputError(f"{path}: a solution file is for hands; `at` is for profiles of trees")
    expected = None
    if isinstance(like, ProfileStrategies):
        expected = like.game
    elif isinstance(game, OrderedGame):
        expected = game
    elif isinstance(game, str | Source) and game is not path:
        expected = load(game, kind="ordered")
    return read_solution(path, expected)


def _with_ranges(strategies: Strategies, progress: Callable[[str], None] | None) -> Strategies:
    """Return strategies with the optimal plans of both players."""
    if isinstance(strategies, SolutionStrategies):
        raise InputError(
            f"ranges: computed on the tree of a game; chart an equilibrium or a profile of {strategies.game.title}, "
            "such as seqform.solve(seqform.load(game)), instead of strategies for classes of signals"
        )
    tree = strategies.game if isinstance(strategies, TreeStrategies) else strategies.tree
    if tree.constant_sum is None:
        raise InputError(
            f"ranges: {tree.title} is not constant-sum, so its equilibria are not all pairs of optimal strategies; "
            "`seqform equilibria` finds several of them"
        )
    from seqform.analysis.ranges import optimal_plans

    return replace(
        strategies, optimal=optimal_plans(tree, strategies.certificate, progress=progress)
    )


# ---- tables as text ----


def _html_table(grid: StrategyGrid) -> str:
    headings = "".join(f'<th scope="col">{text_of(column.name)}</th>' for column in grid.columns)
    headings += "".join(f'<th scope="col">{name}</th>' for name in grid.numbers)
    lines = []
    for number, row in enumerate(grid.rows):
        cells = []
        for place, cell in enumerate(grid.cells[number]):
            other = grid.others[number][place] if grid.others else None
            cells.append(_html_cell(cell, other))
        for value in row.numbers:
            text = "–" if value is None else text_of(short(value))
            cells.append(f"<td>{text}</td>")
        lines.append(f'<tr><th scope="row">{text_of(row.text)}</th>{"".join(cells)}</tr>\n')
    caption = f"<caption>{text_of(grid.heading)}</caption>"
    return f"<table>\n{caption}\n<tr><td></td>{headings}</tr>\n{''.join(lines)}</table>\n"


def _html_cell(cell: GridCell | None, other: GridCell | None) -> str:
    if cell is None:
        return "<td></td>"
    if not cell.actions:  # of a range alone
        return f"<td>{text_of(percent(cell.reach))}</td>"
    lines = [_html_shares(cell)]
    if cell.ranges:
        lines.append(f"<small>over all equilibria: {text_of(range_text(cell))}</small>")
    if other is not None:
        lines.append(_html_shares(other))
    return f"<td>{'<br>'.join(lines)}</td>"


def _html_shares(cell: GridCell) -> str:
    return f"{text_of(cell_text(cell))} <small>({text_of(shown_number(cell.reach))})</small>"
