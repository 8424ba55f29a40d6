"""The function `chart`, and charts of strategies as pictures and as tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any, NoReturn

from seqform.builders.games.rules import MAX_NODES
from seqform.errors import InputError
from seqform.io.figures import THEMES, require_theme
from seqform.io.load import load
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.text import short
from seqform.pictures.bars import TITLE_LENGTH, Painter, cell_text, range_text
from seqform.pictures.formats import Drawing, require_tree, text_of
from seqform.pictures.grids import (
    GridCell,
    Part,
    ProfileStrategies,
    SolutionStrategies,
    Strategies,
    StrategyGrid,
    TreeStrategies,
    card_grid,
    equilibrium_caption,
    ordered_twin,
)
from seqform.pictures.public_tree import MOST_PUBLIC, PublicTree
from seqform.pictures.rooms import shown_number
from seqform.pictures.scene import Scene
from seqform.playable.profiles import profile as profile_of
from seqform.solving.api import solve
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system.foreign_text import visible
from seqform.system.sources import own_file, own_object
from seqform.verify.nash import certify, known_certificate


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
            f"<style>{_STYLE.format(theme.background, theme.ink, theme.muted)}</style>\n"
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
    >>> chart("kuhn").caption
    'nash_conv = 0 (exact); worth −1/18 to Player 1'
    """
    require_theme(theme)
    if round is not None and (not isinstance(round, int) or round < 1):
        raise InputError(f"round {round!r}: a number from 1 expected")
    words = (after or "").replace(",", " ").replace("/", " ").split()
    part = Part(None if round is None else round - 1, tuple((board or "").split()), tuple(words), at)
    if isinstance(game, str) and own_file(game) is not None:
        game = own_object(game)
    solved = Equilibrium | OrderedEquilibrium | SavedSolution | FoundEquilibrium
    if profile is None and not isinstance(game, solved) and not _is_solution(game):
        require_tree(game, MAX_NODES, "solved here")
        tree = load(game)
        profile, game = solve(tree, exact=True, progress=progress), game if isinstance(game, OrderedGame) else tree
    strategies = _strategies(game, profile, as_tree=at is not None)
    players = strategies.game.players
    shown = (0, 1) if player is None else (player_number(player, players),)
    other = None if versus is None else _strategies(strategies.game, versus, as_tree=at is not None, like=strategies)
    if ranges:
        if other is not None:
            raise InputError("ranges: of one strategy, without `versus`")
        strategies = _with_ranges(strategies, progress)
    grids: list[StrategyGrid] = []
    for number in shown:
        try:
            if isinstance(strategies, TreeStrategies):
                assert other is None or isinstance(other, TreeStrategies)
                grids.append(strategies.grid(number, part, other))
            else:
                assert not isinstance(other, TreeStrategies)
                grids.append(card_grid(strategies, number, part, other))
        except InputError:
            if player is not None or (number == 1 and not grids):
                raise
    if other is None:
        caption = equilibrium_caption(strategies.certificate, players)
        caption += "; brackets: all equilibria, exact" if ranges else ""
    else:
        names = _name(profile, game, "first"), _name(versus, versus, "second")
        caption = f"above: {names[0]}, {strategies.certificate}; below: {names[1]}, {other.certificate}"
    grids = [grid for grid in grids if grid.rows and grid.columns]
    if not grids:
        raise InputError(f"{strategies.game.title}: nothing to show")
    title = visible(strategies.game.title)[:TITLE_LENGTH]
    scene = Scene(title, f"strategy chart; {caption}", THEMES[theme].background)
    scene.items += Painter(grids, theme).picture(title, visible(caption))
    return Chart(lambda: scene, grids=tuple(grids), caption=caption, theme=theme)


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
    if profile is None and isinstance(game, str) and not _is_solution(game):
        game = load(game, kind="ordered")
    require_theme(theme)
    if profile is None and isinstance(game, ExtensiveGame):
        game = ordered_twin(game) or _without_public_tree(game)
    strategies = None
    if profile is not None or not isinstance(game, OrderedGame):
        found = _strategies(game, profile, as_tree=False)
        if isinstance(found, TreeStrategies):
            _without_public_tree(found.game)
        strategies, game = found, found.game
    grid = PublicTree(game, strategies).grid((after or "").replace(",", " ").split(), depth, nodes)
    caption = "" if strategies is None else equilibrium_caption(strategies.certificate, game.players)
    title = visible(game.title)[:TITLE_LENGTH]
    scene = Scene(title, f"public tree; {caption}", THEMES[theme].background)
    if hidden := sum(row.branch.below for row in grid.rows if row.branch is not None):
        scene.folded = f"{len(grid.rows):,} of {len(grid.rows) + hidden:,} situations"
    scene.items += Painter([grid], theme).picture(title, visible(caption))
    return Chart(lambda: scene, grids=(grid,), caption=caption, theme=theme)


def _is_solution(source: Any) -> bool:
    return isinstance(source, str | FilePath) and is_solution_file(FilePath(source))


def _without_public_tree(game: ExtensiveGame) -> NoReturn:
    raise InputError(f"{game.title}: no game with ordered signals, so that it has no public tree")


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
    if _is_solution(profile):
        if as_tree:
            raise InputError(f"{profile}: a solution file is for hands; `at` is for profiles of trees")
        whole = game if isinstance(game, OrderedGame) else None
        if isinstance(like, ProfileStrategies):
            whole = like.game
        elif isinstance(game, str) and game is not profile:
            whole = load(game, kind="ordered")
        solution = read_solution(profile, whole)
    if solution is not None:
        if isinstance(like, TreeStrategies):
            raise InputError(f"{like.game.title}: a solution of hands cannot be compared with a profile of the tree")
        return SolutionStrategies(solution)
    if isinstance(like, SolutionStrategies):
        raise InputError(f"{like.game.title}: the solution of a file is compared with solutions of files")
    tree = like.tree if isinstance(like, ProfileStrategies) else load(game)
    certificate = None
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        certificate, profile = known_certificate(tree, profile), profile.profile
    profile = profile_of(tree, profile)
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
    from seqform.analysis.ranges import optimal_plans

    return replace(strategies, optimal=optimal_plans(tree, strategies.certificate, progress=progress))


# ---- tables as text ----


_STYLE = (
    "body{{margin:0 16px 16px;background:{0};color:{1};font:13px Helvetica,Arial,sans-serif}}"
    "table{{border-collapse:collapse;margin:20px 0}}caption{{text-align:left;font-weight:700;padding:4px 0}}"
    "th,td{{text-align:left;padding:3px 10px 3px 0;font-weight:400;border-bottom:1px solid {2};vertical-align:top}}"
    "th{{font-weight:700}}td small{{color:{2}}}"
)


def _html_table(grid: StrategyGrid) -> str:
    headings = "".join(f'<th scope="col">{text_of(column.name)}</th>' for column in grid.columns)
    headings += "".join(f'<th scope="col">{name}</th>' for name in grid.numbers)
    lines = []
    for number, row in enumerate(grid.rows):
        cells = [
            _html_cell(cell, grid.others[number][place] if grid.others else None)
            for place, cell in enumerate(grid.cells[number])
        ]
        cells += [f"<td>{'–' if value is None else text_of(short(value))}</td>" for value in row.numbers]
        lines.append(f'<tr><th scope="row">{text_of(row.text)}</th>{"".join(cells)}</tr>\n')
    return (
        f"<table>\n<caption>{text_of(grid.heading)}</caption>\n<tr><td></td>{headings}</tr>\n{''.join(lines)}</table>\n"
    )


def _html_cell(cell: GridCell | None, other: GridCell | None) -> str:
    if cell is None:
        return "<td></td>"
    shown = f"{text_of(cell_text(cell))} <small>({text_of(shown_number(cell.reach))})</small>"
    shown += f"<br><small>over all equilibria: {text_of(range_text(cell))}</small>" if cell.ranges else ""
    if other is not None:
        shown += f"<br>{text_of(cell_text(other))} <small>({text_of(shown_number(other.reach))})</small>"
    return f"<td>{shown}</td>"
