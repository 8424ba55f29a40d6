"""The function `chart`, and charts of strategies as pictures and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path as FilePath
from typing import Any

from seqform.analysis.ranges import optimal_plans
from seqform.builders.games import catalog
from seqform.errors import InputError
from seqform.io.load import load
from seqform.io.profiles import read_profile
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.drawing import Drawing
from seqform.pictures.grids import (
    Cell,
    Grid,
    Part,
    ProfileStrategies,
    Row,
    Situation,
    SolutionStrategies,
    Strategies,
    TreeStrategies,
    card_grid,
    equilibrium_caption,
    moved,
    ordered_twin,
)
from seqform.pictures.scene import Path, Scene, Shape, Text, fitted, text_width
from seqform.pictures.svg import text_of
from seqform.pictures.tree import THEMES, blend, shown_number
from seqform.solving.ordered import OrderedEquilibrium
from seqform.system.foreign_text import visible
from seqform.verify.nash import certify

BAR, STRIP, PITCH = 24.0, 3.0, 31.0
"""Heights of the bar of a cell, of the strip below it, and of a row."""

_NARROWEST, _WIDEST, _TREE_BAR, _NUMBER = 104.0, 184.0, 260.0, 66.0
_GAP, _GROUP_GAP, _BLOCK_GAP, _MOVED = 4.0, 8.0, 30.0, 30.0
_LABEL, _HEAD, _SHARE = 11.5, 10.5, 10.0
_LONGEST_LABEL = 210.0
_LEAST, _BAND = 420.0, 1240.0
"""Least width of a chart, and greatest width of a table; more columns follow below."""

_SQUARE, _SQUARE_BAR, _MATRICES = 30.0, 18.0, 3
"""Width and height of the cells of matrices, and the number of these beside each other."""

_PALE = 0.3
_TITLE_LENGTH = 200

_CARDS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 3}
_COLORS = {
    "light": (("#3a6ea8", "#8fcb9b", "#dc5f57", "#a3283a"),
              ("#3a6ea8", "#f0b45b", "#2a8c7a", "#c9a3d8", "#7a3b1d", "#a9d3ee")),
    "dark": (("#4b82bf", "#8fcb9b", "#e06b63", "#b23347"),
             ("#4b82bf", "#f0b45b", "#35a08c", "#c9a3d8", "#a05a35", "#a9d3ee")),
    "print": (("#4d4d4d", "#e2e2e2", "#a6a6a6", "#141414"),
              ("#4d4d4d", "#e2e2e2", "#8a8a8a", "#141414", "#bdbdbd", "#6b6b6b")),
}  # fmt: skip
"""Of the actions of poker and of other games, by themes; neighbours differ in lightness."""

_DARK, _LIGHT, _MIDDLE = "#14251a", "#ffffff", 0.213
"""Colours of text, and the luminance above which the dark one has the greater contrast."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Chart(Drawing):
    """A chart of strategies: a picture with the numbers in it, `grids`, one for each player shown."""

    grids: tuple[Grid, ...]
    caption: str
    theme: str

    def html(self) -> str:
        """Return a page with the picture and, for each player, a table with the same numbers as text; no scripts."""
        return _page(self)


def chart(
    game: Any,
    profile: Any = None,
    *,
    versus: Any = None,
    player: int | None = None,
    round: int | None = None,
    board: str | None = None,
    after: str | None = None,
    at: str | None = None,
    ranges: bool = False,
    theme: str = "light",
    progress: Callable[[str], None] | None = None,
) -> Chart:
    """Chart a strategy: hands by situations in card games, else information sets in the order of the tree.

    In a game with ordered signals a row is a class of hands, the strongest first, and a column the public actions so
    far. The bar of a cell has the probabilities of the actions, in per cent; the strip below it is the probability with
    which the player's own choices lead there with this hand, and a cell is pale where it is 0. Elsewhere a row is an
    information set, with its probability of being reached, the payoff expected there, and what a best reply adds to
    it.

    Parameters
    ----------
    game : ExtensiveGame, OrderedGame, Equilibrium, SavedSolution, or whatever `load` accepts
        A name may also be that of a solution file.
    profile : BehaviorProfile, Equilibrium, SavedSolution, or the name of a file
        May be left out where `game` is an equilibrium or a solution.
    versus : the same, optional
        A second strategy, below the first one in every cell; the number beside it is the probability that moves, the
        total variation distance.
    player : {1, 2}, optional
        Both by default.
    round : int, optional
        From 1; by default the first one with the board and the actions given.
    board : str, optional
        Public signals, such as "Ks Qh". With more than 200 classes of hands one board is shown, the highest by default.
    after : str, optional
        Actions that have been taken, such as "check bet call"; only situations after them are shown.
    at : str, optional
        Show information sets, from this one on.
    ranges : bool
        Of a constant-sum game: draw brackets from the least to the greatest probability that an action has in any
        equilibrium, computed exactly and proved; dashed ones where no equilibrium leads, so that any behavior is part
        of some equilibrium.
    theme : {"light", "dark", "print"}
    progress : callable, optional
        Called with messages while ranges are computed.

    Examples
    --------
    >>> import seqform as sf
    >>> chart(sf.solve("kuhn", exact=True)).caption
    'nash_conv = 0 (exact); worth −1/18 to Player 1'
    """
    if theme not in THEMES:
        raise InputError(f"theme {theme!r}: {', '.join(THEMES)} expected")
    if player not in (None, 1, 2):
        raise InputError(f"player {player!r}: 1 or 2 expected")
    if round is not None and round < 1:
        raise InputError(f"round {round!r}: a number from 1 expected")
    words = (after or "").replace(",", " ").replace("/", " ").split()
    part = Part(None if round is None else round - 1, tuple((board or "").split()), tuple(words), at)
    strategies = _strategies(game, profile, as_tree=at is not None)
    other = None if versus is None else _strategies(strategies.game, versus, as_tree=at is not None, like=strategies)
    if ranges:
        if other is not None:
            raise InputError("ranges: of one strategy, without `versus`")
        strategies = _with_ranges(strategies, progress)
    grids: list[Grid] = []
    for one in (0, 1) if player is None else (player - 1,):
        try:
            if isinstance(strategies, TreeStrategies):
                assert other is None or isinstance(other, TreeStrategies)
                grids.append(strategies.grid(one, part, other))
            else:
                assert not isinstance(other, TreeStrategies)
                grids.append(card_grid(strategies, one, part, other))
        except InputError:
            if player is not None or (one == 1 and not grids):
                raise
    players = strategies.game.players
    if other is None:
        caption = equilibrium_caption(strategies.certificate, players)
        caption += "; brackets: all equilibria, exact" if ranges else ""
    else:
        names = _name(profile, game, "first"), _name(versus, versus, "second")
        caption = f"above: {names[0]}, {strategies.certificate}; below: {names[1]}, {other.certificate}"
    grids = [grid for grid in grids if grid.rows and grid.columns]
    if not grids:
        raise InputError(f"{strategies.game.title}: nothing to show")
    title = visible(strategies.game.title)[:_TITLE_LENGTH]
    scene = Scene(title, f"strategy chart; {caption}", THEMES[theme].background)
    scene.items += _Painter(grids, theme).picture(title, visible(caption))
    return Chart(lambda: scene, grids=tuple(grids), caption=caption, theme=theme)


def _name(profile: Any, otherwise: Any, word: str) -> str:
    source = otherwise if profile is None else profile
    return FilePath(source).stem if isinstance(source, str | FilePath) else f"the {word} strategy"


def _strategies(game: Any, profile: Any, *, as_tree: bool, like: Strategies | None = None) -> Strategies:
    """Return the strategies that arguments of `chart` denote; those after `versus` are of the same game as others."""
    if profile is None:
        profile = game
        if isinstance(game, Equilibrium):
            game = game.game
    if isinstance(profile, OrderedEquilibrium):
        profile = profile.saved()
    solution = profile if isinstance(profile, SavedSolution) else None
    if isinstance(profile, str | FilePath) and is_solution_file(FilePath(profile)):
        if as_tree:
            raise InputError(f"{profile}: a solution file is for hands; `at` is for profiles of trees")
        whole = game if isinstance(game, OrderedGame) else None
        if isinstance(like, ProfileStrategies):
            whole = like.game
        elif isinstance(game, str) and game is not profile:
            whole = catalog.ordered(game)
        solution = read_solution(profile, whole)
    if solution is not None:
        if isinstance(like, TreeStrategies):
            raise InputError(f"{like.game.title}: a solution of hands cannot be compared with a profile of the tree")
        return SolutionStrategies(solution)
    if profile is game or not isinstance(profile, str | FilePath | BehaviorProfile | Equilibrium | FoundEquilibrium):
        raise InputError(
            "a strategy expected: an equilibrium from `seqform.solve`, a profile, or the name of a file of either"
        )
    if isinstance(like, SolutionStrategies):
        raise InputError(f"{like.game.title}: the solution of a file is compared with solutions of files")
    tree = like.tree if isinstance(like, ProfileStrategies) else load(game)
    certificate = None
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        profile, certificate = profile.profile, profile.certificate
    elif not isinstance(profile, BehaviorProfile):
        profile = read_profile(profile, tree)
    profile = profile.bound_to(tree)
    certificate = certificate or certify(tree, profile)
    twin = None
    if not as_tree:
        twin = game if isinstance(game, OrderedGame) else ordered_twin(tree)
    return (
        TreeStrategies(tree, profile, certificate)
        if twin is None
        else ProfileStrategies(twin, tree, profile, certificate)
    )


def _with_ranges(strategies: Strategies, progress: Callable[[str], None] | None) -> Strategies:
    """Return strategies with the optimal plans of both players."""
    if isinstance(strategies, SolutionStrategies):
        raise InputError(
            f"ranges: computed on the tree of a game; chart an equilibrium or a profile of {strategies.game.title}, "
            "instead of a solution file"
        )
    tree = strategies.game if isinstance(strategies, TreeStrategies) else strategies.tree
    if tree.constant_sum is None:
        raise InputError(
            f"ranges: {tree.title} is not constant-sum, so its equilibria are not all pairs of optimal strategies; "
            "`seqform equilibria` finds several of them"
        )
    return replace(strategies, optimal=optimal_plans(tree, strategies.certificate, progress=progress))


def percent(share: Number) -> str:
    """Return a share in per cent without decimals; "‹1" and "›99" are close to 0 and 1 but neither.

    Examples
    --------
    >>> from fractions import Fraction
    >>> percent(Fraction(1, 3)), percent(0.001), percent(Fraction(999, 1000)), percent(1)
    ('33', '‹1', '›99', '100')
    """
    value = float(share)
    if share > 0 and value < 0.005:
        return "‹1"
    if share < 1 and value > 0.995 and 1 - value > 1e-9:
        return "›99"
    return f"{100 * value:.0f}"


class Palette:
    """A colour for every action of some grids, in order of appearance; those of poker have their own."""

    def __init__(self, grids: Sequence[Grid], theme: str) -> None:
        self.theme = THEMES[theme]
        cells = (cell for grid in grids for line in (*grid.cells, *grid.others) for cell in line if cell is not None)
        names = dict.fromkeys(action for cell in cells for action in cell.actions)
        cards, others = _COLORS[theme]
        poker = names.keys() <= _CARDS.keys()
        self.place = (
            {name: place for name, place in _CARDS.items() if name in names}
            if poker
            else {name: place % len(others) for place, name in enumerate(names)}
        )
        self.fill = {name: (cards if poker else others)[place] for name, place in self.place.items()}

    def colors(self, action: str, pale: bool) -> tuple[str, str]:
        """Return the colours of an action and of text on it."""
        fill = self.fill[action]
        if pale:
            return blend(fill, self.theme.background, _PALE), self.theme.muted
        return fill, _DARK if _lightness(fill) > _MIDDLE else _LIGHT


def _lightness(color: str) -> float:
    """Return the relative luminance of a colour, with a power of 2.2 for sRGB's curve."""
    red, green, blue = (float((int(color[k : k + 2], 16) / 255) ** 2.2) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Items = Iterator[Text | Path | Shape]


def _lines(parts: Sequence[str], room: float, start: float = 0.0) -> Iterator[str]:
    """Yield parts of a sentence in lines of limited length, joined by semicolons; the first line has less room."""
    line = ""
    for number, part in enumerate(parts):
        end = "" if number == len(parts) - 1 else ";"
        longer = f"{line} {part}{end}".strip()
        if (line or start) and start + text_width(longer, 11) > room:
            yield line
            longer, start = f"{part}{end}", 0.0
        line = longer
    yield fitted(line, 11, room)


def _row_label(row: Row) -> str:
    return fitted(row.label, _LABEL, _LONGEST_LABEL, True) or "(no name)"


def _bands(columns: Sequence[Situation], most: int) -> list[list[int]]:
    """Return the places of columns in bands of limited length; columns with the same earlier rounds stay together."""
    bands: list[list[int]] = [[]]
    for _, group in groupby(range(len(columns)), key=lambda place: columns[place].earlier):
        places = list(group)
        while places:
            if bands[-1] and (len(bands[-1]) + len(places) > most):
                bands.append([])
            bands[-1] += places[:most]
            places = places[most:]
    return bands


class _Painter:
    """The shapes of a chart."""

    def __init__(self, grids: Sequence[Grid], theme: str) -> None:
        self.grids, self.theme, self.hatched = grids, THEMES[theme], theme == "print"
        self.compared = any(grid.others for grid in grids)
        self.palette = Palette(grids, theme)
        self.track = blend(self.theme.muted, self.theme.background, 0.16)
        self.never = any(
            cell.reach == 0 for grid in grids for line in (*grid.cells, *grid.others) for cell in line if cell
        )

    def picture(self, title: str, caption: str) -> list[Text | Path | Shape]:
        """Return all shapes."""
        y, body = 0.0, list[Text | Path | Shape]()
        for grid in self.grids:
            y += _BLOCK_GAP
            body.append(Text(0, y, visible(grid.heading)[:_TITLE_LENGTH], 12.5, self.theme.ink, bold=True))
            for note in grid.notes:
                y += 15
                body.append(Text(0, y, note, 10.5, self.theme.muted))
            block = list(self._matrices(grid, y) if grid.ranks else self._table(grid, y))
            y = max(item.box.bottom for item in block)
            body += block
        room = max(_LEAST, *(item.box.right for item in body))
        head = [Text(0, 16, fitted(title, 16, room, True), 16, self.theme.ink, bold=True, title=title)]
        for place, half in enumerate(caption.split("; below: ")):
            for line in _lines((f"below: {half}" if place else half).split("; "), room):
                y_line = head[-1].y + (15 if head[1:] else 18)
                head.append(Text(0, y_line, line, 11, self.theme.muted, title=caption))
        down = head[-1].y + 4
        return [*head, *(item.moved(0, down) for item in [*body, *self._legend(y + 28, room)])]

    # ---- hands by situations, and information sets ----

    def _table(self, grid: Grid, top: float) -> Items:
        """Yield the rows, once for each band of columns that fit beside each other."""
        labels, left = list(map(_row_label, grid.rows)), self._left
        width = self._width + (_MOVED if grid.others else 0.0)
        y = top + 8
        for band in _bands(grid.columns, max(1, int((_BAND - left) / (width + _GAP)))):
            yield from self._headings(grid, band, left, width, y)
            depth = max(len(grid.columns[place].earlier) for place in band)
            y += 13 * (depth + 1) + 7
            gaps = len({row.group for row in grid.rows}) < len(grid.rows)
            for number, (row, label) in enumerate(zip(grid.rows, labels, strict=True)):
                if gaps and number and row.group != grid.rows[number - 1].group:
                    y += _GROUP_GAP
                title = visible(row.label)[:_TITLE_LENGTH] if label.endswith("…") else ""
                yield Text(left - 8, y + BAR / 2 + 4, label, _LABEL, self.theme.ink, "end", True, title=title)
                yield from self._line(grid, number, band, left, width, y)
                y += PITCH
            y += 12

    def _headings(self, grid: Grid, band: Sequence[int], left: float, width: float, top: float) -> Items:
        beside = _MOVED if grid.others else 0.0
        depth = max(len(grid.columns[place].earlier) for place in band)
        for shift, column in enumerate(grid.columns[place] for place in band):
            center = left + shift * (width + _GAP) + (width - beside) / 2
            for line, text in enumerate([*column.earlier, column.now]):
                y, bold = top + 13 * (line + 1 + depth - len(column.earlier)), line < len(column.earlier)
                shown = fitted(text, _HEAD, width - beside, bold)
                title = "" if shown == text else visible(column.name)
                yield Text(center, y, shown, _HEAD, self.theme.ink, "middle", bold=bold, title=title)
        for place, name in enumerate(grid.numbers, start=1):
            x = left + len(band) * (width + _GAP) + place * _NUMBER
            yield Text(x, top + 13 * (depth + 1), name, _HEAD, self.theme.ink, "end")

    def _line(self, grid: Grid, number: int, band: Sequence[int], left: float, width: float, y: float) -> Items:
        beside = _MOVED if grid.others else 0.0
        for shift, place in enumerate(band):
            cell = grid.cells[number][place]
            if cell is not None:
                other = grid.others[number][place] if grid.others else None
                x = left + shift * (width + _GAP)
                yield from self._cell(cell, other, x, y, width - beside, BAR, named=bool(grid.numbers))
        for place, value in enumerate(grid.rows[number].numbers, start=1):
            x = left + len(band) * (width + _GAP) + place * _NUMBER
            text, exact = ("–", "") if value is None else (shown_number(value), short(value))
            yield Text(x, y + BAR / 2 + 4, text, _SHARE, self.theme.ink, "end", title=exact)

    @cached_property
    def _left(self) -> float:
        """The room of the names of rows."""
        rows = (row for grid in self.grids if not grid.ranks for row in grid.rows)
        return max(text_width(_row_label(row), _LABEL, True) for row in rows) + 10

    @cached_property
    def _width(self) -> float:
        """The width of all bars."""
        if any(grid.numbers for grid in self.grids):
            return _TREE_BAR
        columns = [column for grid in self.grids for column in grid.columns]
        lines = [(text, True) for column in columns for text in column.earlier]
        lines += [(column.now, False) for column in columns]
        widest = max(text_width(text, _HEAD, bold) for text, bold in lines) + 8
        return min(max(_NARROWEST, widest), _WIDEST)

    # ---- cards by rank and suit ----

    def _matrices(self, grid: Grid, top: float) -> Items:
        count = len(grid.ranks)
        wide = 16 + count * (_SQUARE + 1) + 22
        high = 44 + len(grid.suits) * (_SQUARE_BAR + STRIP + 4)
        for place, column in enumerate(grid.columns):
            x, y = place % _MATRICES * wide, top + 14 + place // _MATRICES * (high + 14)
            before = " / ".join(column.earlier)
            shown = fitted(before, _HEAD, 0.58 * wide, True)
            yield Text(x, y + 10, shown, _HEAD, self.theme.ink, bold=True, title=visible(column.name))
            start = x + text_width(shown, _HEAD, True) + 10
            rest = fitted(column.now, _HEAD, x + wide - 12 - start)
            yield Text(start, y + 10, rest, _HEAD, self.theme.ink, title=visible(column.name))
            for rank, name in enumerate(grid.ranks):
                center = x + 16 + rank * (_SQUARE + 1) + _SQUARE / 2
                yield Text(center, y + 25, fitted(name, 9, _SQUARE, True), 9, self.theme.muted, "middle", True)
            for suit, name in enumerate(grid.suits):
                down = y + 30 + suit * (_SQUARE_BAR + STRIP + 4)
                yield Text(x + 7, down + 12, fitted(name, 9, 14), 9, self.theme.muted, "middle", True)
                for rank in range(count):
                    number = suit * count + rank
                    cell, other = grid.cells[number][place], grid.others[number][place] if grid.others else None
                    right = x + 16 + rank * (_SQUARE + 1)
                    if cell is not None:
                        yield from self._cell(cell, other, right, down, _SQUARE, _SQUARE_BAR, small=True)

    # ---- cells ----

    def _cell(
        self, cell: Cell, other: Cell | None, x: float, y: float, width: float, height: float,
        *, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        """Yield the bar of a cell and the strip below it; two bars where there is another cell."""
        if other is None:
            never = cell.reach == 0
            yield from self._bar(cell, x, y, width, height, pale=never, named=named, small=small)
            if never and self.hatched and cell.shares:
                yield self._hatching(x, y, width, height)
            if cell.reach != 1 and not small:
                yield self._rectangle(x, y + height + 1, width, STRIP, self.track)
            if cell.reach:
                long = max(float(cell.reach) * width, 0.6)
                title = "" if small else f"leads here: {short(cell.reach)}"
                yield self._rectangle(x, y + height + 1, long, STRIP, self.theme.muted, title)
            yield from self._brackets(cell, x, y, width, height)
            return
        distance, half = moved(cell, other), (height - 1) / 2
        known = bool(cell.shares and other.shares)
        for one, down in ((cell, y), (other, y + half + 1)):
            never = one.reach == 0
            yield from self._bar(one, x, down, width, half, pale=never or (known and distance == 0), text=False)
            if never:
                yield self._hatching(x, down, width, half)
        if distance and not small:
            yield Text(x + width + 4, y + height / 2 + 4, percent(distance), _SHARE, self.theme.ink, bold=True)

    def _bar(
        self, cell: Cell, x: float, y: float, width: float, height: float,
        *, pale: bool, text: bool = True, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        if not cell.shares:
            yield self._rectangle(x, y, width, height, self.track, "never")
        for action, share in zip(cell.actions, cell.shares, strict=False):
            long = float(share) * width
            if long < 0.05:
                continue
            fill, ink = self.palette.colors(action, pale)
            yield self._rectangle(x, y, long, height, fill, f"{visible(action)[:60]} {short(share)}")
            shown = percent(share)
            if named and text_width(f"{action} {shown}", _SHARE) + 7 <= min(long, 180):
                shown = fitted(f"{action} {shown}", _SHARE, long)
            if text and not small and not (pale and self.hatched) and text_width(shown, _SHARE) + 7 <= long:
                yield Text(x + long / 2, y + height / 2 + 3.6, shown, _SHARE, ink, "middle")
            x += long

    def _brackets(self, cell: Cell, x: float, y: float, width: float, height: float) -> Items:
        """Yield brackets around the places where equilibria may divide the bar, in turn at its foot and at its top."""
        title = f"over all equilibria: {range_text(cell)}"
        if cell.ranges and cell.ranges[0] is None:
            yield from self._bracket(x + 2, x + width - 2, y + height - 4, (3, 2.5), title)
            return
        for number, edge in enumerate(cell.edges):
            if edge is not None and edge.low < edge.high:
                left, right = (x + float(end) * width for end in edge)
                yield from self._bracket(left, right, y + 4 if number % 2 else y + height - 4, (), title)

    def _bracket(self, left: float, right: float, y: float, dash: tuple[float, ...], title: str) -> Items:
        ends = [((left, y - 3), (left, y + 3)), ((right, y - 3), (right, y + 3))]
        lines = [((left, y), (right, y)), *([] if dash else ends)]
        for color, width in ((self.theme.background, 3.4), (self.theme.ink, 1.3)):
            for start, end in lines:
                yield Path(start, (end,), color, width, dash if color == self.theme.ink else (), title=title)

    def _rectangle(self, x: float, y: float, width: float, height: float, fill: str, title: str = "") -> Shape:
        return Shape(x + width / 2, y + height / 2, width / 2, height / 2, 0, fill, title=title)

    def _hatching(self, x: float, y: float, width: float, height: float) -> Path:
        """Return parallel strokes across a rectangle, as one line that turns at its edges."""
        step, place, up = 7.0, 0.0, True
        points = [(x, y + height)]
        while place + height <= width:
            points.append((x + place + height, y) if up else (x + place, y + height))
            place += step
            if place + height <= width:
                points.append((x + place + height, y) if up else (x + place, y + height))
            up = not up
        return Path(points[0], tuple(points[1:]), blend(self.theme.muted, self.theme.background, 0.6), 0.6)

    # ---- legend ----

    def _legend(self, y: float, room: float) -> Items:
        x = 0.0
        if len(self.palette.fill) <= 8:
            for action, fill in self.palette.fill.items():
                text = fitted(action, 11, 120) or "(no name)"
                wide = 17 + text_width(text, 11) + 14
                if x and x + wide > room:
                    x, y = 0.0, y + 18
                yield Shape(x + 6, y - 4, 6, 6, 2, fill)
                yield Text(x + 17, y, text, 11, self.theme.ink, title=visible(action)[:_TITLE_LENGTH])
                x += wide
        if self.compared:
            parts = ["pale: equal", "number: probability that moves, in per cent"]
            parts += ["hatched: never reached"] if self.never else []
        else:
            parts = ["per cent; strip: how often own choices lead here"]
            parts += [f"{'hatched' if self.hatched else 'pale'} or grey: never"] if self.never else []
            ranges = [cell for grid in self.grids for line in grid.cells for cell in line if cell and cell.ranges]
            parts += ["bracket: any equilibrium divides the bar within it"] if ranges else []
            parts += ["dashed: no equilibrium leads here"] if any(None in cell.ranges for cell in ranges) else []
        for place, line in enumerate(_lines(parts, room, x)):
            yield Text(0.0 if place else x, y + 18 * place, line, 11, self.theme.muted)


# ---- tables as text ----


def cell_text(cell: Cell) -> str:
    """Return the shares of a cell in words."""
    if not cell.shares:
        return "never"
    shown = zip(cell.actions, cell.shares, strict=True)
    return ", ".join(f"{action} {percent(share)}" for action, share in shown if share) or "nothing"


def range_text(cell: Cell) -> str:
    """Return in words what is possible over all equilibria in a cell; empty without ranges.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from seqform.analysis.ranges import Range
    >>> range_text(Cell(("pass", "bet"), (1, 0), 1, (Range(Fraction(2, 3), Fraction(1)), Range(0, Fraction(1, 3)))))
    'pass 2/3 to 1, bet 0 to 1/3'
    """
    if not cell.ranges:
        return ""
    if None in cell.ranges:
        return "anything, as none leads here"
    shown = [
        f"{action} {shown_number(one.low)} to {shown_number(one.high)}"
        for action, one in zip(cell.actions, cell.ranges, strict=True)
        if one is not None and one.low < one.high
    ]
    return ", ".join(shown) or "one value"


_STYLE = (
    "body{{margin:0 16px 16px;background:{0};color:{1};font:13px Helvetica,Arial,sans-serif}}"
    "table{{border-collapse:collapse;margin:20px 0}}caption{{text-align:left;font-weight:700;padding:4px 0}}"
    "th,td{{text-align:left;padding:3px 10px 3px 0;font-weight:400;border-bottom:1px solid {2};vertical-align:top}}"
    "th{{font-weight:700}}td small{{color:{2}}}"
)


def _page(chart: Chart) -> str:
    theme = THEMES[chart.theme]
    tables = "".join(map(_html_table, chart.grids))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{text_of(chart.scene.title)}</title>\n'
        f"<style>{_STYLE.format(theme.background, theme.ink, theme.muted)}</style>\n"
        f"<body>\n{chart.svg()}<p>In the tables: per cent of every action, and in brackets how often the player's own "
        f"choices lead there.</p>\n{tables}</body>\n</html>\n"
    )


def _html_table(grid: Grid) -> str:
    headings = "".join(f'<th scope="col">{text_of(column.name)}</th>' for column in grid.columns)
    headings += "".join(f'<th scope="col">{name}</th>' for name in grid.numbers)
    lines = []
    for number, row in enumerate(grid.rows):
        cells = [
            _html_cell(cell, grid.others[number][place] if grid.others else None)
            for place, cell in enumerate(grid.cells[number])
        ]
        cells += [f"<td>{'–' if value is None else text_of(short(value))}</td>" for value in row.numbers]
        lines.append(f'<tr><th scope="row">{text_of(row.label)}</th>{"".join(cells)}</tr>\n')
    return (
        f"<table>\n<caption>{text_of(grid.heading)}</caption>\n<tr><td></td>{headings}</tr>\n{''.join(lines)}</table>\n"
    )


def _html_cell(cell: Cell | None, other: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    shown = f"{text_of(cell_text(cell))} <small>({text_of(shown_number(cell.reach))})</small>"
    shown += f"<br><small>over all equilibria: {text_of(range_text(cell))}</small>" if cell.ranges else ""
    if other is not None:
        shown += f"<br>{text_of(cell_text(other))} <small>({text_of(shown_number(other.reach))})</small>"
    return f"<td>{shown}</td>"
