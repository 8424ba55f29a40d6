"""Loading of games from files, the catalog, OpenSpiel and pygambit objects, and saving to Gambit's formats."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES, Rules, expand, is_rules, require_size
from seqform.builders.games.tree import Node
from seqform.errors import GameError, InputError, ParseError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import shown
from seqform.models.options import argument, require_callable, truth
from seqform.system.files import open_regular
from seqform.system.own_code import errors_named_by, made
from seqform.system.sources import Source, SourceKind, require_file

Kind = Literal["extensive", "ordered", "positions"]


class LoadOptions(TypedDict, total=False):
    """The further arguments of `load`, for type checkers."""

    normalize: bool
    max_nodes: int
    progress: Callable[[str], None] | None


@overload
def load(
    source: Any, *, kind: Literal["extensive"] = ..., **options: Unpack[LoadOptions]
) -> ExtensiveGame: ...
@overload
def load(
    source: Any, *, kind: Literal["ordered"], **options: Unpack[LoadOptions]
) -> OrderedGame: ...
@overload
def load(
    source: Any, *, kind: Literal["positions"], **options: Unpack[LoadOptions]
) -> PositionGraph: ...
def load(
    source: Any,
    *,
    kind: Kind = "extensive",
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame | OrderedGame | PositionGraph:
    """Return the game given by a name, a path or another program's object.

    - `source`: An `ExtensiveGame`, an `OrderedGame`, rules, a ``pygambit.Game``, a ``pyspiel.Game``, a path, a text, or
      what `seqform.builders.games.catalog.source_of` has read from one.
      A text is the path of a game file: Gambit's ``.efg``, ``.nfg`` or workbook ``.gbt``, ``.xml`` of Game Theory
      Explorer, or ``.csv`` with one table of payoffs or two; "-" for one of Gambit's on standard input; a game of the
      catalog such as ``kuhn(ante=2,bet=3)``; a two-player OpenSpiel game such as ``openspiel:leduc_poker``; or a game,
      its rules or a function that returns one in a Python file, which is run: ``./mygame.py:HighCard(cards=5)``.
    - `kind`: The game as a tree; as a game with ordered signals, of any size, if the catalog has it as one; or, with
      perfect information, as a graph of positions: a game that is given by rules becomes the graph of its distinct
      positions without being expanded, and an ``.efg`` file may have any number of players.
    - `normalize`: For files: divide chance's probabilities by their sum where that is not 1.
    - `max_nodes`: The largest tree, or graph of positions, that is made; an error beyond this size. A game that is an
      object already is held to it only where it is not the default.
    - `progress`: Called with messages on a long expansion.

    Raises GameError if there is no such game, or it is not a two-player game with perfect recall.

    Examples
    --------
    >>> load("kuhn(ante=2,bet=3)").title
    'kuhn(ante=2,bet=3)'
    >>> load("rhode-island(ranks=4)", kind="ordered")
    <OrderedGame 'rhode-island(ranks=4)': 3 rounds, 16 signals>
    >>> load("tic-tac-toe", kind="positions")
    <PositionGraph 'tic-tac-toe': a graph of 5,478 positions>
    """
    argument("normalize", truth, normalize)
    if isinstance(max_nodes, bool) or not isinstance(max_nodes, Real) or not max_nodes >= 1:
        raise InputError(f"max_nodes: a number of nodes from 1 on expected, not {shown(max_nodes)}")
    require_callable("progress", progress)
    source = catalog.source_of(source)
    subject = resolved(source)
    game: ExtensiveGame | PositionGraph
    with errors_named_by(source):
        if kind == "ordered":
            return _ordered(subject)
        if kind == "positions":
            game = _positions(subject, normalize, max_nodes, progress)
        elif kind == "extensive":
            game = _tree(subject, normalize, max_nodes, progress)
        else:
            raise InputError(f"kind: extensive, ordered or positions expected, not {kind!r}")
    if game is not subject or max_nodes != MAX_NODES:
        require_size(game, max_nodes)
    return game


def resolved(source: Any) -> Any:
    """Return a text as the source that it names, and a source in a Python file as its object; all else as it is.

    A function that asks several things of a source begins by this: the text is read once, and its code run once.
    """
    return catalog.source_of(made(catalog.source_of(source)))


def _tree(
    source: Any, normalize: bool, max_nodes: int, progress: Callable[[str], None] | None
) -> ExtensiveGame:
    if isinstance(source, ExtensiveGame):
        return source
    if isinstance(source, PositionGraph):
        return _tree_of(source, max_nodes, progress)
    if isinstance(source, OrderedGame):
        from seqform.builders.games.ordered.expansion import to_extensive

        return to_extensive(source, max_nodes=max_nodes, progress=progress)
    if isinstance(source, Path):
        return _from_file(source, normalize)
    if isinstance(source, Source):
        return _from_source(source, normalize, max_nodes, progress)
    if isinstance(source, type):
        raise GameError(f"the rules themselves expected, not their class: {source.__name__}()")
    if is_rules(source):
        return expand(source, max_nodes=max_nodes, progress=progress)

    # Games of other programs are recognized by the names of their classes, without an import of these programs.
    packages = {parent.__module__.partition(".")[0] for parent in type(source).__mro__}
    if "pygambit" in packages:
        from seqform.builders.games.formats.pygambit import from_pygambit

        return from_pygambit(source)
    if "pyspiel" in packages:
        from seqform.builders.games.formats.openspiel import from_openspiel

        return from_openspiel(source, max_nodes=max_nodes, progress=progress)

    if source is None:
        raise GameError(
            "nothing instead of a game; a function that makes one ends with `return` and the game"
        )
    hint = ""
    if isinstance(source, Node):
        hint = "; seqform.tree('title', node) makes a game of nodes"
    elif hasattr(source, "__len__"):
        hint = "; seqform.bimatrix_game makes a game of a table of payoffs"
    raise GameError(
        f"a game's name, a file, or a game object expected, not {type(source).__name__}{hint}"
    )


def _tree_of(
    graph: PositionGraph, max_nodes: int, progress: Callable[[str], None] | None
) -> ExtensiveGame:
    """Return the tree whose positions a graph has, where the graph was made of rules or of a tree."""
    from seqform.builders.games.rules import StatesOfPositions

    if isinstance(graph.source, ExtensiveGame):
        return graph.source
    if isinstance(graph.source, StatesOfPositions):
        return expand(graph.source.rules, max_nodes=max_nodes, progress=progress)
    raise GameError(
        f"{graph.title}: a graph of positions, of which no tree is known; concept subgame-perfect solves it"
    )


def ordered_of(source: str | Source) -> OrderedGame | None:
    """Return the game with ordered signals that a text names, of the catalog or a Python file; None of any other game.

    A game of the catalog whose tree is given by other rules is none.
    """
    game = resolved(source)
    if isinstance(game, Source):
        return catalog.expanded_from(game)
    return game if isinstance(game, OrderedGame) else None


def _ordered(source: object) -> OrderedGame:
    if isinstance(source, OrderedGame):
        return source
    if not isinstance(source, Source):
        raise GameError(
            f"an OrderedGame, or the name of one in the catalog, expected, not {type(source).__name__}"
        )
    if source.kind is SourceKind.CATALOG:
        return catalog.ordered(source)
    if source.kind is SourceKind.FILE:
        what = "the file of a tree"
    else:
        what = f"{source.kind.value}, which is read as a tree"
    raise GameError(
        f"{source}: {what}, and no game with ordered signals: a name of one, or FILE.py:NAME"
    )


def _positions(
    source: Any, normalize: bool, max_nodes: int, progress: Callable[[str], None] | None
) -> PositionGraph:
    if isinstance(source, PositionGraph):
        return source
    from seqform.builders.games.rules import position_graph
    from seqform.builders.preprocess.subgames import perfect_information

    if is_rules(source):
        return position_graph(source, max_nodes=max_nodes, progress=progress)
    path = _efg_file(source)
    if path is not None:
        from seqform.builders.games.formats.efg import read_position_graph

        return read_position_graph(path, normalize=normalize)
    if isinstance(source, Source) and catalog.has(source):
        rules = catalog.built(source)
        if is_rules(rules):
            return position_graph(rules, max_nodes=max_nodes, progress=progress)
    tree = load(source, normalize=normalize, max_nodes=max_nodes, progress=progress)
    require_own_tree(tree, "a graph of positions")
    return perfect_information(tree).target


def has_other_than_two_players(source: object) -> bool:
    """Return whether a source is a file of Gambit's, or rules, with one player, or three and more."""
    source = catalog.source_of(source)
    path = _efg_file(source)
    if path is not None:
        from seqform.builders.games.formats.efg import efg_players

        return len(efg_players(path)) != 2
    rules = _rules(source)
    return rules is not None and len(getattr(rules, "players", Rules.players)) != 2


def shares_positions(source: object) -> bool:
    """Return whether a source is rules of perfect information with positions of their own, which may be shared."""
    rules = _rules(source)
    own = getattr(type(rules), "position", Rules.position) is not Rules.position
    return own and bool(getattr(rules, "perfect_information", False))


def _rules(source: object) -> Rules[Any, Any] | None:
    """Return the rules that a source names or is; None for other sources, and for games that are no such rules."""
    game = resolved(source)
    if isinstance(game, Source) and catalog.has(game) and catalog.find(game.name).positions:
        game = catalog.built(game)
    return game if is_rules(game) else None


def _from_source(
    source: Source, normalize: bool, max_nodes: int, progress: Callable[[str], None] | None
) -> ExtensiveGame:
    if source.kind is SourceKind.STANDARD_INPUT:
        from seqform.builders.games.formats.files import read_standard_input

        return read_standard_input(normalize=normalize)
    if source.kind is SourceKind.OPENSPIEL:
        from seqform.builders.games.formats.openspiel import from_openspiel

        for path in source.others:
            _require_regular(path)
        return from_openspiel(source, max_nodes=max_nodes, progress=progress)
    if source.kind is SourceKind.FILE:
        assert source.path is not None
        require_file(source.path)
        return _from_file(source.path, normalize)
    return catalog.make(source, max_nodes=max_nodes, progress=progress)


def _require_regular(path: Path) -> None:
    """Refuse a pipe or a device, which another program would read without an end."""
    try:
        with open_regular(path):
            pass
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror or error}", str(path)) from None


def _efg_file(source: object) -> Path | None:
    """Return the path that a source names or is, if it is that of an ``.efg`` file."""
    if isinstance(source, Source) and source.kind is SourceKind.FILE:
        source = source.path
    if not isinstance(source, Path) or source.suffix.lower() != ".efg":
        return None
    return source.expanduser()


def _from_file(path: Path, normalize: bool) -> ExtensiveGame:
    from seqform.builders.games.formats.files import read_game

    return read_game(path, normalize=normalize)
