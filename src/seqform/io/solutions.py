"""Solutions of ordered games in files: small, whole or not there, and refused where they do not fit.

A file is a zip archive of NumPy arrays and ``header.json``. The arrays are the classes of views by player and round,
and the realization plans in grains (`seqform.io.solutions`).

The solution of an ordered game as it is kept in a file, and played from.

Realization plans in whole grains: small integers that add up exactly, and compress well.

A player has the same number of grains with every hand. At each information set the grains that arrive are shared
out among the actions, and the share of an action is its probability. What is rarely reached is kept less
precisely, what a player's own strategy never reaches not at all.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.games import catalog
from seqform.errors import GameError, ModelError, ParseError
from seqform.io.arguments import file_path, require_kind
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import of_views
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.classes import ClassStrategy
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, ArchiveError, memory_errors_named, open_archive, shown_value
from seqform.verify.ordered import (
    HandsReport,
    LiftedStrategy,
    certify_hands,
    certify_lifted,
    lift_behavior,
    require_fitting,
)

Bytes = npt.NDArray[np.uint8]

NONE, ALL, SOME = 0, 1, 2
"""What an action may get of the grains that are left."""

WIDTH = 4
"""Counts have at most so many bytes."""


def grains_of(stage: StageGame, player: int, arriving: Ints, behavior: npt.NDArray[np.floating]) -> Ints:
    """Return the grains of every sequence of a round.

    Parameters
    ----------
    arriving : ndarray of int, shape (classes, histories)
        The grains with which the round begins.
    behavior : ndarray, shape (classes, choices, histories)

    Returns
    -------
    ndarray of int, shape (classes, 1 + choices, histories)
        What arrives first, then what each choice gets: less than one grain more or less than its share.

    Examples
    --------
    >>> from seqform.models.games.stages import OVER, turn
    >>> stage = StageGame.of(turn(1, {"left": OVER, "middle": OVER, "right": OVER}))
    >>> thirds = np.full((1, 3, 1), 1 / 3)
    >>> grains_of(stage, 0, np.array([[1000]]), thirds).ravel().tolist()
    [1000, 333, 334, 333]
    """
    grains = np.empty((behavior.shape[0], behavior.shape[1] + 1, behavior.shape[2]), dtype=np.int64)
    grains[:, 0] = arriving
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        upto = np.cumsum(behavior[:, start - 1 : stop - 1], axis=1, dtype=np.float64)
        upto /= upto[:, -1:]
        shared = np.rint(upto * grains[:, above, None]).astype(np.int64)
        grains[:, start:stop] = np.diff(shared, axis=1, prepend=0)
    return grains


def behavior_of(stage: StageGame, player: int, grains: Ints) -> Floats:
    """Return the probabilities of every choice; all are equally likely where no grain arrives."""
    behavior = np.empty((grains.shape[0], grains.shape[1] - 1, grains.shape[2]))
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        total = grains[:, above, None]
        share = grains[:, start:stop] / np.maximum(total, 1)
        behavior[:, start - 1 : stop - 1] = np.where(total > 0, share, 1 / (stop - start))
    return behavior


def arriving_next(stage: StageGame, player: int, grains: Ints) -> Ints:
    """Return the grains with which the next round begins, shape (classes of this round, histories of the next)."""
    at = stage.sequences(player).at
    leaves = [at[leaf] for leaf in stage.continuing]
    return np.ascontiguousarray(grains[:, leaves].transpose(0, 2, 1)).reshape(len(grains), -1)


@dataclass(frozen=True, eq=False)
class Packed:
    """The grains of one round, without what follows from what arrives.

    Attributes
    ----------
    kinds : ndarray of uint8
        `NONE`, `ALL` or `SOME` of what is left, for each choice but the last of each set, where anything is left.
    planes : tuple of ndarray of uint8
        The bytes, lowest first, of the counts that are `SOME`; only those that may differ from 0.
    """

    kinds: Bytes
    planes: tuple[Bytes, ...]


def pack(stage: StageGame, player: int, grains: Ints) -> Packed:
    """Return the grains of a round, shape (classes, 1 + choices, histories), in few bytes."""
    kinds: list[Bytes] = []
    planes: list[list[Bytes]] = [[] for _ in range(WIDTH)]
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        left = grains[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            count, most = grains[:, choice][there], left[there]
            kind = np.where(count == 0, NONE, np.where(count == most, ALL, SOME)).astype(np.uint8)
            kinds.append(kind)
            rest, room = count[kind == SOME] - 1, most[kind == SOME] - 2
            for place, plane in enumerate(planes):
                plane.append(((rest >> 8 * place) & 255)[_has_byte(room, place)].astype(np.uint8))
            left -= grains[:, choice]
    return Packed(_joined(kinds), tuple(_joined(plane) for plane in planes))


def unpack(stage: StageGame, player: int, arriving: Ints, packed: Packed) -> Ints:
    """Return the grains that `pack` was given.

    Raises
    ------
    ModelError
        If these are not the grains of such a round.
    """
    sequences = stage.sequences(player)
    grains = np.zeros((arriving.shape[0], len(sequences) + 1, arriving.shape[1]), dtype=np.int64)
    grains[:, 0] = arriving
    kinds, planes = _Reader(packed.kinds), [_Reader(plane) for plane in packed.planes]
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        left = grains[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            most = left[there]
            kind = kinds.next(len(most))
            count = np.where(kind == ALL, most, 0)
            count[kind == SOME] = _counts(most[kind == SOME], planes)
            grains[:, choice][there] = count
            left -= grains[:, choice]
        grains[:, stop - 1] = left
    if grains.min(initial=0) < 0 or not all(reader.at_end for reader in (kinds, *planes)):
        raise ModelError("the probabilities do not fit the classes and the stage games")
    return grains


def _counts(most: Ints, planes: Sequence[_Reader]) -> Ints:
    room = most - 2
    rest = np.zeros(len(room), dtype=np.int64)
    for place, plane in enumerate(planes):
        has = _has_byte(room, place)
        rest[has] += plane.next(int(has.sum())).astype(np.int64) << 8 * place
    return rest + 1


def _has_byte(room: Ints, place: int) -> npt.NDArray[np.bool_]:
    return np.asarray(room >> 8 * place > 0)


def _joined(parts: list[Bytes]) -> Bytes:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


@dataclass
class _Reader:
    """Bytes that are read from the beginning to the end."""

    data: Bytes
    position: int = field(default=0)

    def next(self, count: int) -> Bytes:
        part = self.data[self.position : self.position + count]
        if len(part) < count:
            raise ModelError("the probabilities do not fit the classes and the stage games")
        self.position += count
        return part

    @property
    def at_end(self) -> bool:
        return self.position == len(self.data)


Filters = tuple[InformationFilter, InformationFilter]
Grains = tuple[Ints, ...]
Behavior = tuple[Floats, ...]

FEWEST_BITS, FIRST_BITS, MOST_BITS = 8, 20, 30
"""Of what may be asked for, and where the search for a sufficient number begins and ends."""

MAX_LOSS = 1e-6
BITS_PER_HALVING = 2 / 3
"""About how many more bits halve what rounding adds to nash_conv."""


@dataclass(frozen=True, eq=False)
class SavedSolution:
    """Strategies of both players of an ordered game, for classes of hands, with what they are worth.

    Attributes
    ----------
    grains : for each player a tuple of ndarrays of int, one for each round, shape (classes, 1 + choices, histories)
        The realization plans, in grains: see `seqform.io.solutions`.
    bits : int
        A player has 2 to the power of this grains with every hand.
    certificate : Certificate
        What these very strategies are worth where hands are seen as they are.
    method : str
        How they were found.
    versions : mapping from str to str
        Of the programs that found them.

    See Also
    --------
    seqform.io.solutions : how it is written and read.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> game = kuhn("kuhn")
    >>> everything = InformationFilter.identity(game)
    >>> classes = class_game(everything)
    >>> even = [ClassStrategy(classes, player, (np.full(classes.shape(player, 0), 0.5),)) for player in (0, 1)]
    >>> saved = SavedSolution.of(game, (everything, everything), (even[0], even[1]))
    >>> saved
    <SavedSolution of 'kuhn': nash_conv = 0.916667 (in doubles)>
    >>> saved.strategy(1, ["K"], actions=["bet"])
    {'fold': 0.5, 'call': 0.5}
    """

    game: OrderedGame
    filters: Filters
    grains: tuple[Grains, Grains]
    bits: int
    certificate: Certificate
    method: str = ""
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        game: OrderedGame,
        filters: Filters,
        strategies: tuple[ClassStrategy, ClassStrategy],
        *,
        bits: int | None = None,
        max_loss: float = MAX_LOSS,
        method: str = "",
        versions: dict[str, str] | None = None,
        threads: int = 1,
        progress: Callable[[str], None] | None = None,
    ) -> SavedSolution:
        """Return strategies rounded to whole grains, and certified after that.

        Parameters
        ----------
        strategies : two ClassStrategy
            Player 1's and player 2's.
        bits : int, optional
            From 8 to 30: weights of sequences are kept to about 2 to the power of minus this. If absent, 20 or as
            many more as are needed.
        max_loss : float
            How much rounding may add to nash_conv, in units of payoff, where `bits` is absent.
        method, versions
            See the class.
        threads, progress
            As in `seqform.verify.ordered.certify_hands`.

        Raises
        ------
        ModelError
            If the filters and strategies are not for this game.
        """

        def rounded(bits: int) -> SavedSolution:
            first, second = (_in_grains(game, one, each, bits) for one, each in zip(filters, strategies, strict=True))
            lifted = _lifted(game, filters, _behavior(game, (first, second)))
            report = certify_lifted(game, lifted, threads=threads, progress=progress)
            return cls(game, filters, (first, second), bits, report.certificate, method, versions or {})

        if bits is not None:
            if not FEWEST_BITS <= bits <= MOST_BITS:
                raise ModelError(f"bits={bits}: from {FEWEST_BITS} to {MOST_BITS} bits are kept of a plan")
            return rounded(bits)
        before = certify_hands(game, filters, strategies, threads=threads, progress=progress).certificate
        bits = FIRST_BITS
        while True:
            found = rounded(bits)
            loss = float(found.certificate.nash_conv - before.nash_conv)
            if loss <= max_loss or bits == MOST_BITS:
                return found
            more = BITS_PER_HALVING * math.log2(loss / max_loss) if max_loss > 0 else MOST_BITS
            bits = min(MOST_BITS, bits + max(1, round(more)))

    def check(self, *, threads: int = 1, progress: Callable[[str], None] | None = None) -> HandsReport:
        """Recompute what the strategies are worth on the game itself."""
        lifted = _lifted(self.game, self.filters, self.behavior)
        return certify_lifted(self.game, lifted, threads=threads, progress=progress)

    def strategies(self, classes: ClassGame) -> tuple[ClassStrategy, ClassStrategy]:
        """Return the strategies for the game of classes of the same filters."""
        first, second = self.behavior
        return ClassStrategy(classes, 0, first), ClassStrategy(classes, 1, second)

    @cached_property
    def behavior(self) -> tuple[Behavior, Behavior]:
        """Both players' probabilities by rounds, of shape (classes, choices, histories)."""
        return _behavior(self.game, self.grains)

    # ---- play ----

    def strategy(
        self, player: int, signals: Sequence[str], history: Sequence[Sequence[str]] = (), actions: Sequence[str] = ()
    ) -> dict[str, float]:
        """Return the probability of each action at a point of play.

        Where the player's own strategy never leads, all actions are equally likely.

        Parameters
        ----------
        player : int
            0 or 1, whose turn it is.
        signals : sequence of str
            What this player has seen, in the order in which it was revealed; within a round the public signals first.
        history : sequence of sequences of str
            The actions of the rounds before.
        actions : sequence of str
            The actions of this round so far.

        Raises
        ------
        GameError
            If there is no such point of play; the message says what does not fit.
        """
        number, past = self._history(history)
        stage = self.game.rounds[number].stage
        node = _node(stage, actions, f"round {number + 1}")
        if stage.player[node] != player:
            raise GameError(f"{self.game.title}: it is not player {player + 1}'s turn after {_words(actions)}")
        grains = self.grains[player][number][self.filters[player].classes[number][self._view(number, signals)], :, past]
        sequences = stage.sequences(player)
        place = sequences.sets.index(node)
        start, stop = sequences.set_start[place : place + 2]
        total = int(grains[sequences.set_above[place]])
        return {
            stage.action[child]: int(grains[choice]) / total if total else 1 / (stop - start)
            for choice, child in zip(range(start, stop), stage.children[node], strict=True)
        }

    def sample(
        self,
        player: int,
        signals: Sequence[str],
        history: Sequence[Sequence[str]] = (),
        actions: Sequence[str] = (),
        *,
        random: np.random.Generator,
    ) -> str:
        """Return an action drawn as `strategy` has it."""
        chances = self.strategy(player, signals, history, actions)
        return str(random.choice(list(chances), p=list(chances.values())))

    def _view(self, number: int, signals: Sequence[str]) -> int:
        views = self.game.views[number]
        expected = views.signals.shape[1]
        for signal in signals:
            if signal not in self.game.signals:
                raise GameError(f"{self.game.title}: no signal {signal!r}; they are {', '.join(self.game.signals)}")
        if len(signals) != expected or len(set(signals)) != expected:
            raise GameError(
                f"{self.game.title}: {expected} different signals are seen by round {number + 1}, not "
                f"{_words(signals)}; the history has the actions of the rounds before"
            )
        row = np.array([[self.game.signals.index(signal) for signal in signals]], dtype=np.int16)
        return int(views.find(row)[0])

    def _history(self, history: Sequence[Sequence[str]]) -> tuple[int, int]:
        """Return the number of the round that follows, and that of the history."""
        if len(history) >= len(self.game.rounds):
            raise GameError(f"{self.game.title}: a history of {len(history)} rounds; there are {len(self.game.rounds)}")
        past = 0
        for number, actions in enumerate(history):
            stage = self.game.rounds[number].stage
            node = _node(stage, actions, f"round {number + 1}")
            if node not in stage.continuing:
                raise GameError(
                    f"{self.game.title}: {_words(actions)} does not lead from round {number + 1} to the next one"
                )
            past = past * len(stage.continuing) + stage.continuing.index(node)
        return len(history), past

    def __repr__(self) -> str:
        return f"<SavedSolution of {self.game.title!r}: {self.certificate}>"


def _behavior(game: OrderedGame, grains: tuple[Grains, Grains]) -> tuple[Behavior, Behavior]:
    first, second = (
        tuple(behavior_of(each.stage, player, plan) for each, plan in zip(game.rounds, plans, strict=True))
        for player, plans in enumerate(grains)
    )
    return first, second


def _lifted(
    game: OrderedGame, filters: Filters, behavior: tuple[Behavior, Behavior]
) -> tuple[LiftedStrategy, LiftedStrategy]:
    first, second = (lift_behavior(game, one, player, behavior[player]) for player, one in enumerate(filters))
    return first, second


def _in_grains(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy, bits: int) -> Grains:
    require_fitting(game, one, strategy)
    rounds = []
    after = np.full((1, 1), 2**bits, dtype=np.int64)
    for number, each in enumerate(game.rounds):
        arriving = after[one.parents(number)]
        rounds.append(grains_of(each.stage, strategy.player, arriving, strategy.behavior[number]))
        after = arriving_next(each.stage, strategy.player, rounds[-1])
    return tuple(rounds)


def _node(stage: StageGame, actions: Sequence[str], where: str) -> int:
    node = 0
    for action in actions:
        children = {stage.action[child]: child for child in stage.children[node]}
        if action not in children:
            allowed = f"only {', '.join(children)}" if children else "the round is over"
            raise GameError(f"{where}: no action {action!r} after {_words(stage.path(node))}; {allowed}")
        node = children[action]
    return node


def _words(actions: Sequence[str]) -> str:
    return repr(" ".join(actions)) if actions else "no actions"


FORMAT = "seqform solution"
VERSION = 1
HEADER = "header.json"
_LONGEST_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every entry, so that equal solutions make equal files."""

_DAMAGED = (LookupError, TypeError, ValueError, ArithmeticError)
"""Errors from parts that do not fit together."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)

MOST_HEADER = 2**20
"""Bound in bytes on the header."""

_FIELDS = {
    "game": str,
    "fingerprint": str,
    "classes": list,
    "same_filter": bool,
    "bits": int,
    "method": str,
    "versions": dict,
    "certificate": dict,
}
"""What a header has."""

Array = npt.NDArray[Any]


def write_solution(solution: SavedSolution, path: str | Path) -> None:
    """Write a solution to a file.

    Raises
    ------
    ModelError
        If the file cannot be written, or an argument is of another kind.
    """
    require_kind("write_solution, solution", solution, SavedSolution)
    path = file_path("write_solution, path", path)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(_entry(HEADER), json.dumps(_header(solution), indent=1))
        for name, array in _arrays(solution).items():
            data = io.BytesIO()
            np.save(data, array, allow_pickle=False)
            archive.writestr(_entry(name), data.getvalue())
    write_whole(path, content.getvalue())


def read_solution(path: str | Path, game: OrderedGame | None = None) -> SavedSolution:
    """Read a solution from a file.

    Parameters
    ----------
    game : OrderedGame, optional
        The game that it solves; if absent, the one of the catalog that the file names.

    Raises
    ------
    ParseError
        If the file cannot be read, is damaged, or is no solution of the version that is read here.
    GameError
        If it is the solution of another game, or of none in the catalog and none was given.
    ModelError
        If an argument is of another kind.
    """
    path = file_path("read_solution, path", path)
    if game is not None:
        require_kind("read_solution, game", game, OrderedGame)
    try:
        with memory_errors_named(str(path)), open_archive(path, methods=_METHODS) as archive:
            header = _checked_header(path, archive)
            return _solution(header, _game(header, game), archive)
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror or error}", str(path)) from None
    except ArchiveError as error:
        raise ParseError(f"not a {FORMAT}, or damaged: {error}", str(path)) from None
    except GameError:
        raise
    except _DAMAGED as error:
        raise ParseError(f"this {FORMAT} is damaged: {error}", str(path)) from None


# ---- header ----


def _header(solution: SavedSolution) -> dict[str, Any]:
    certificate = solution.certificate
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": solution.game.title,
        "fingerprint": fingerprint(solution.game),
        "classes": [list(one.num_classes) for one in solution.filters],
        "same_filter": _same_filter(solution),
        "bits": solution.bits,
        "method": solution.method,
        "versions": dict(solution.versions),
        "certificate": {
            "values": [float(value) for value in certificate.values],
            "best_response_values": [float(value) for value in certificate.best_response_values],
            "constant_sum": None if certificate.constant_sum is None else str(certificate.constant_sum),
            "note": certificate.note,
        },
    }


def _checked_header(path: Path, archive: Archive) -> Mapping[str, Any]:
    try:
        header = json.loads(archive.read(HEADER, MOST_HEADER)) if HEADER in archive.names else None
    except ArchiveError:
        raise
    except (ValueError, RecursionError):
        header = None
    if header is None:
        raise ParseError(f"not a {FORMAT}: it has no {HEADER}", str(path))
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ParseError(f"not a {FORMAT}: its {HEADER} says otherwise", str(path))
    version = header.get("version")
    if type(version) is not int or version != VERSION:
        raise ParseError(f"a {FORMAT} of version {shown_value(version)}; version {VERSION} is read here", str(path))
    for name, kind in _FIELDS.items():
        if type(header[name]) is not kind:
            raise ValueError(f"{name} {shown_value(header[name])} in its {HEADER}")
    return header


def _game(header: Mapping[str, Any], given: OrderedGame | None) -> OrderedGame:
    title = header["game"]
    if given is None and not catalog.is_ordered(title):
        raise GameError(f"{title}: not an ordered game of the catalog; give the game that the file solves")
    game = catalog.ordered(title) if given is None else given
    if fingerprint(game) != header["fingerprint"]:
        raise GameError(
            f"the file solves {title}, not {game.title}: rounds, signals, payoffs or the order of signals differ"
        )
    return game


def fingerprint(game: OrderedGame) -> str:
    """Return a digest of a game's rounds, signals, payoffs and order of signals."""
    digest = hashlib.sha256()
    for one in game.rounds:
        stage = one.stage
        digest.update(repr((stage.player, stage.parent, stage.action, stage.over, one.public, one.private)).encode())
    weights = None if game.weights is None else [int(weight) for weight in game.weights]
    digest.update(repr((game.signals, weights, [feature.name for feature in game.features])).encode())
    for table in game.payoffs:
        digest.update(repr((table.numerators.shape, table.denominator)).encode())
        digest.update(np.ascontiguousarray(table.numerators, dtype="<i8").tobytes())
    for strength in game.ordering:
        for views in game.views:
            digest.update(np.ascontiguousarray(of_views(strength, views), dtype="<i8").tobytes())
    return digest.hexdigest()


# ---- arrays ----


def _arrays(solution: SavedSolution) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    for player, one in enumerate(solution.filters):
        if player == 1 and _same_filter(solution):
            break
        for number, classes in enumerate(one.classes):
            arrays[_classes_name(player, number)] = classes.astype(np.min_scalar_type(int(classes.max())))
    for player, plan in enumerate(solution.grains):
        for number, grains in enumerate(plan):
            packed = pack(solution.game.rounds[number].stage, player, grains)
            arrays[_plan_name(player, number, "kinds")] = packed.kinds
            arrays |= {_plan_name(player, number, f"byte{k}"): plane for k, plane in enumerate(packed.planes)}
    return arrays


def _solution(header: Mapping[str, Any], game: OrderedGame, archive: Archive) -> SavedSolution:
    if header["bits"] not in range(FEWEST_BITS, MOST_BITS + 1):
        raise ValueError(f"{header['bits']} bits")
    first = _filter(game, 0, archive)
    second = first if header["same_filter"] else _filter(game, 1, archive)
    if header["classes"] != [list(first.num_classes), list(second.num_classes)]:
        raise ValueError(f"its {HEADER} tells of other classes")
    if not all(isinstance(version, str) for version in header["versions"].values()):
        raise ValueError(f"versions {header['versions']}")
    return SavedSolution(
        game=game,
        filters=(first, second),
        grains=(_plan(header, first, 0, archive), _plan(header, second, 1, archive)),
        bits=header["bits"],
        certificate=_certificate(header["certificate"], game),
        method=header["method"],
        versions=header["versions"],
    )


def _certificate(known: Mapping[str, Any], game: OrderedGame) -> Certificate:
    constant = known["constant_sum"]
    if (None if constant is None else Fraction(constant)) != game.constant_sum:
        raise ValueError(f"constant_sum {constant!r}")
    if not isinstance(known["note"], str):
        raise ValueError(f"note {known['note']!r}")
    return Certificate(
        values=_two_numbers("values", known),
        best_response_values=_two_numbers("best_response_values", known),
        exact=False,
        constant_sum=game.constant_sum,
        note=known["note"],
    )


def _two_numbers(name: str, known: Mapping[str, Any]) -> tuple[float, float]:
    numbers = known[name]
    if not (isinstance(numbers, list) and len(numbers) == 2 and all(type(one) is float for one in numbers)):
        raise ValueError(f"{name} {numbers!r}")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{name} {numbers!r}")
    return numbers[0], numbers[1]


def _filter(game: OrderedGame, player: int, archive: Archive) -> InformationFilter:
    classes = [
        archive.array(_classes_name(player, number), kinds="u", shape=(len(views.signals),))
        for number, views in enumerate(game.views)
    ]
    if any(int(each.max(initial=0)) >= len(each) for each in classes):
        raise ValueError("more classes than views")
    return InformationFilter(game, tuple(each.astype(np.int64) for each in classes))


def _plan(header: Mapping[str, Any], one: InformationFilter, player: int, archive: Archive) -> Grains:
    after: Ints = np.full((1, 1), 2 ** int(header["bits"]), dtype=np.int64)
    rounds = []
    for number, each in enumerate(one.game.rounds):
        arriving = after[one.parents(number)]
        most = arriving.size * len(each.stage.sequences(player))
        kinds, *planes = (
            archive.array(_plan_name(player, number, part), kinds="u", shape=(None,), most_items=most)
            for part in ("kinds", *(f"byte{k}" for k in range(WIDTH)))
        )
        if any(part.dtype != np.uint8 for part in (kinds, *planes)):
            raise ValueError(f"bytes expected in the plans of round {number + 1}")
        grains = unpack(each.stage, player, arriving, Packed(kinds, tuple(planes)))
        after = arriving_next(each.stage, player, grains)
        rounds.append(grains)
    return tuple(rounds)


def _same_filter(solution: SavedSolution) -> bool:
    first, second = solution.filters
    return all(np.array_equal(one, other) for one, other in zip(first.classes, second.classes, strict=True))


def _classes_name(player: int, number: int) -> str:
    return f"classes/player{player + 1}-round{number + 1}.npy"


def _plan_name(player: int, number: int, part: str) -> str:
    return f"plan/player{player + 1}-round{number + 1}-{part}.npy"


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _LONGEST_AGO)
    entry.compress_type = zipfile.ZIP_LZMA
    return entry
