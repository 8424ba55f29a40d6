"""Profiles as JSON files, and as the lines that Gambit's programs print.

A profile is part of the schema of `seqform.io.equilibria`. To be read it needs only ``players`` with
``information_sets``, and in these ``label``, ``actions`` and ``probabilities``. Probabilities are JSON numbers, or
strings such as "1/4" for exact ones. Where the players have a ``name``, it decides which player of the game each is;
otherwise their order does. What else a file lists by player is in the order of its ``players``.

Instead of ``information_sets`` a player may have

- ``plan``: an object from the names of sequences to their weights, those of weight zero left out; or
- ``mixed``: a list of objects with ``probability`` and ``strategy``, a reduced pure strategy as the list of its
  sequences but for the empty one.

A whole file may also be a mapping, as `seqform.profile` takes it: from information sets, or from the names of players
to those, to probabilities by action, those of probability zero left out.

Both other forms determine no choices at information sets that they exclude: the first action is read there, and marked.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np

from seqform.errors import InputError, ModelError
from seqform.io.json_values import (
    MOST_BYTES,
    SCHEMA,
    action_places,
    errors_located,
    field_of,
    json_file,
    number_array,
    number_data,
    numbered,
    numbers_data,
    probability_from,
    to_json,
)
from seqform.io.load import load
from seqform.io.shares import (
    are_shares,
    by_player,
    checked_sets,
    is_infoset,
    require_actions,
    shares_data,
)
from seqform.models.answers.equilibrium import KnownEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label, player_number
from seqform.models.numbers.exact import ExactArray, Vector, nearest_double
from seqform.models.numbers.text import counted, parse_rational, short, write_rational
from seqform.models.programs.solutions import BasisNames
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
    no_infoset,
)
from seqform.models.strategies.tables import infoset_reach
from seqform.system.files import file_of_member, file_path, open_regular, require_kind, write_whole
from seqform.system.foreign_files import shown_value

MOST_RESIDUAL = 1e-9
"""Largest violation of its equations by a plan of doubles."""


def game_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return the ``game`` part of the schema."""
    constant_sum = None
    if game.constant_sum is not None:
        constant_sum = write_rational(game.constant_sum)
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": len(game),
        "constant_sum": constant_sum,
        "note": game.note,
    }


def profile_data(game: ExtensiveGame, profile: BehaviorProfile) -> list[dict[str, Any]]:
    """Return the ``players`` part of the schema, each ``value`` null."""
    return [_player_data(game, profile, 0), _player_data(game, profile, 1)]


def write_profile(profile: BehaviorProfile | BehaviorStrategy, path: str | Path) -> None:
    """Write a profile, or one player's strategy, to a JSON file, which `read_profile` or `read_strategy` reads.

    Fractions are written as they are. An existing file is replaced only when all of it is written.

    Raises ModelError if the file cannot be written, or an argument is of another kind.

    Examples
    --------
    >>> import seqform as sf
    >>> sf.profile("kuhn", "uniform").save("uniform.json")
    >>> sf.read_profile("uniform.json", "kuhn")["Player 1"]["K:"]
    {'check': Fraction(1, 2), 'bet': Fraction(1, 2)}
    """
    data: dict[str, Any]
    if isinstance(profile, BehaviorStrategy):
        data = {"information_sets": _sets_data(profile)}
    else:
        require_kind("write_profile, profile", profile, BehaviorProfile)
        if profile.game is not None:
            data = {"game": game_data(profile.game), "players": profile_data(profile.game, profile)}
        else:
            data = {"players": [{"information_sets": _sets_data(strategy)} for strategy in profile]}
    write_whole(file_path("write_profile, path", path), to_json({"schema": SCHEMA, **data}))


GAMBIT_MARK = "NE,"


Form = Literal["behavior", "plan", "mixed"]
"""A form of strategies: probabilities at information sets, realization plans, or mixed strategies."""


def strategies_data(
    game: ExtensiveGame, profile: BehaviorProfile, form: Form
) -> list[dict[str, Any]]:
    """Return the ``players`` part of the schema with strategies in another form."""
    if form == "behavior":
        return profile_data(game, profile)
    players: list[dict[str, Any]] = []
    for name, strategy in zip(game.players, profile, strict=True):
        if form == "plan":
            players.append({"name": name, "plan": plan_data(strategy.plan)})
        else:
            players.append({"name": name, "mixed": _mixed_data(strategy)})
    return players


def _mixed_data(strategy: BehaviorStrategy) -> list[dict[str, Any]]:
    """Return the reduced pure strategies of a mixed one, each as the names of its sequences, with probabilities."""
    mixed = strategy.plan.mixed()
    names = strategy.index.names
    first_sequence = strategy.index.first_sequence[:-1]
    parts = []
    for choice, probability in zip(mixed.pure, mixed.probabilities, strict=True):
        sequences = (first_sequence + choice)[choice >= 0]  # -1 where the set is excluded
        pure = [names[sequence] for sequence in sequences.tolist()]
        parts.append({"probability": number_data(probability), "strategy": pure})
    return parts


def plan_data(plan: RealizationPlan) -> dict[str, Any]:
    """Return the weights of a plan by the names of sequences, those of weight zero left out."""
    weights: Any = plan.weights
    if isinstance(weights, ExactArray):
        weights = weights.to_fractions()
    named = zip(plan.index.names, weights, strict=True)
    return {name: number_data(weight) for name, weight in named if weight}


UNIFORM = "uniform"

_REMEDY = (
    "; --rest uniform plays such sets uniformly, and `convert GAME --profile FILE --rest uniform --form behavior "
    "NEW.json`, in Python seqform.profile(game, FILE, rest='uniform').save(NEW), writes the whole profile"
)
"""What to do about a file that leaves information sets out."""


def is_uniform(source: object) -> bool:
    """Return whether a source of a profile is the word for uniform play, and no file of that name."""
    return isinstance(source, str) and source == UNIFORM and not Path(UNIFORM).exists()


def require_rest(rest: object) -> None:
    """Raise InputError unless `rest` of `read_profile` is "uniform" or None."""
    if rest is not None and rest != UNIFORM:
        raise InputError(f"rest: {UNIFORM!r} or nothing expected, not {rest!r}")


def read_profile(
    path: str | Path,
    game: Any,
    *,
    normalize: bool = False,
    number: int | None = None,
    rest: str | None = None,
) -> BehaviorProfile:
    """Read a profile for a game from a JSON file, or from lines as Gambit's programs print them.

    - `game`: An `ExtensiveGame`, or anything that `seqform.load` accepts.
    - `number`: Of the equilibrium, from 1, in a file of several, as `seqform equilibria -o` or a program of Gambit's
      writes it; the path "FILE#2" names it as well, here and wherever a file of strategies is read.
    - `normalize`: Divide the probabilities at each set by their sum, for programs that print a few digits.
    - `rest`: "uniform" for uniform play at information sets that the file leaves out, which are else an error.

    The profile is exact where every probability of a player is a string or a whole number. Raises ParseError if the
    file is not JSON. Raises ModelError if it is not a profile of this game; the message names the place.
    """
    require_rest(rest)
    path = file_path("read_profile, path", path)
    tree = load(game)
    lines = gambit_lines(path)
    if lines:
        return _numbered_line(lines, number, tree, path)
    data = json_file(path)
    with errors_located(path):
        return profile_from_data(numbered(data, number), tree, normalize=normalize, rest=rest)


def read_known(
    path: str | Path, game: Any, *, number: int | None = None, rest: str | None = None
) -> KnownEquilibrium:
    """Read a profile with the bases of its ``bases``, of the schema of `seqform.io.equilibria`; older files have none.

    Arguments and errors are those of `read_profile`; what is not a list of pairs of names is an error as well.
    """
    require_rest(rest)
    path = file_path("read_known, path", path)
    tree = load(game)
    if number is None:
        path, number = file_of_member(path)
    lines = gambit_lines(path)
    if lines:
        return KnownEquilibrium(_numbered_line(lines, number, tree, path))
    data = json_file(path)
    with errors_located(path):
        equilibrium = numbered(data, number)
        profile = profile_from_data(equilibrium, tree, rest=rest)
        names = names_in(equilibrium.get("players"))
        bases = [_basis_names(basis, names, tree) for basis in equilibrium.get("bases") or ()]
        return KnownEquilibrium(profile, tuple(bases), _listed(data, names, tree))


def _listed(data: Any, players: Sequence[Any], game: ExtensiveGame) -> tuple[RealizationPlans, ...]:
    """Return the plans of all equilibria in the file of a complete search; none of another file."""
    if not isinstance(data, Mapping) or "complete" not in data:
        return ()
    stored: Any = data.get("plans")
    is_pair = isinstance(stored, list) and len(stored) == 2
    if not is_pair or not all(isinstance(plans, list) for plans in stored):
        raise ModelError('"plans": a pair of lists of plans expected')
    by_player = in_order_of_players(stored, players, game)
    first = _plans(by_player[0], game.sequences[0].index)
    second = _plans(by_player[1], game.sequences[1].index)

    listed = []
    for item in data["equilibria"]:
        places = field_of(item, "plans")
        if not isinstance(places, list) or len(places) != 2:
            raise ModelError('"equilibria", "plans": the places of two plans expected')
        x, y = in_order_of_players(places, players, game)
        if not _is_place(x, first) or not _is_place(y, second):
            raise ModelError(
                f'"equilibria", "plans": no plans are at the places {shown_value(places)}'
            )
        listed.append(RealizationPlans((first[x], second[y])))
    return tuple(listed)


def _plans(items: Sequence[Any], index: SequenceIndex) -> list[RealizationPlan]:
    return [_plan(item, index, f"plans of {player_label(index.player)}") for item in items]


def _is_place(place: Any, plans: Sequence[RealizationPlan]) -> bool:
    return isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(plans)


def _basis_names(data: Any, players: Sequence[Any], game: ExtensiveGame) -> BasisNames:
    """Return the names of a basis, listed in the order of the players of a file, in that of the game.

    Raises ModelError if they are no pair of lists of names.
    """
    if isinstance(data, list) and len(data) == 2 and all(map(_is_list_of_names, data)):
        first, second = in_order_of_players(data, players, game)
        return tuple(first), tuple(second)
    raise ModelError('"bases": a list of pairs of lists of names expected')


def _is_list_of_names(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(name, str) for name in data)


def read_strategy(
    path: str | Path,
    game: Any,
    player: int | str,
    *,
    normalize: bool = False,
    number: int | None = None,
    rest: str | None = None,
) -> BehaviorStrategy:
    """Read one player's strategy from a file of a profile, or from a JSON file of that player's strategy alone.

    - `normalize`, `number`, `rest`: As of `read_profile`.

    Raises ParseError if the file is not JSON. Raises ModelError if it holds no strategy of this player in this game;
    the message names the place.
    """
    require_rest(rest)
    is_rest_uniform = rest == UNIFORM
    game = load(game)
    place = player_number(player, game.players)
    path = file_path("read_strategy, path", path)
    if gambit_lines(path):
        return read_profile(path, game, number=number)[place]
    content = json_file(path)
    with errors_located(path):
        data = numbered(content, number)
        players = field_of(data, "players")
        if players is None and isinstance(data, Mapping) and "strategy" in data:
            return profile_from_data(data, game)[place]
        if isinstance(players, list):
            if len(players) != 2:
                raise ModelError(
                    '"players", a list of two, expected; null for a player whose strategy is left out'
                )
            data = in_order_of_players(players, names_in(players), game)[place]
        elif players is None and are_shares(data):
            is_of_player = all(is_infoset(game, place, name) for name in data)
            sets = checked_sets(game, place, data) if is_of_player else by_player(game, data)[place]
            return _strategy_of_shares(game, place, sets, normalize, is_rest_uniform)
        index = game.sequences[place].index
        if is_rest_uniform:
            data = _with_rest(data, index)
        return strategy_from_data(data, index, normalize)


def read_witness(
    path: str | Path, game: ExtensiveGame, *, number: int | None = None
) -> BehaviorProfile | None:
    """Read the witness of normal-form perfection that a profile's JSON file may hold; None if it has none.

    `number` is that of `read_profile`.
    """
    if gambit_lines(Path(path)):
        return None  # Gambit's lines are a profile without evidence
    content = json_file(Path(path))
    with errors_located(path):
        equilibrium = numbered(content, number)
    witness = field_of(equilibrium, "witness")
    if witness is None:
        return None
    with errors_located(f"{path}: witness"):
        return profile_from_data({"players": witness}, game)


def profile_from_data(
    data: Any, game: ExtensiveGame, *, normalize: bool = False, rest: str | None = None
) -> BehaviorProfile:
    """Return the profile that plain data after the module's schema describes.

    `rest` is that of `read_profile`; it is for lists and mappings of information sets.
    """
    is_rest_uniform = rest == UNIFORM
    players = field_of(data, "players")
    if players is None and isinstance(data, Mapping) and "strategy" in data:
        from seqform.io.position_moves import PositionMoves  # which takes time to import

        return PositionMoves.of_data(data).profile(game)
    if players is None and isinstance(data, Mapping) and "mixture" in data:
        raise ModelError(
            "the device of a correlated equilibrium, which is no profile; `seqform check`, `draw` and `match` take it"
        )
    if players is None and are_shares(data):
        first, second = by_player(game, data)
        require_actions(game, 0, first)
        require_actions(game, 1, second)
        return BehaviorProfile(
            (
                _strategy_of_shares(game, 0, first, normalize, is_rest_uniform),
                _strategy_of_shares(game, 1, second, normalize, is_rest_uniform),
            ),
            game,
        )
    if not isinstance(players, list) or len(players) != 2:
        raise ModelError(
            'a profile is an object with "players", a list of two, or a mapping such as '
            '{"information set": {"action": "1/2", "other action": "1/2"}}'
        )

    strategies = []
    for player, item in enumerate(in_order_of_players(players, names_in(players), game)):
        index = game.sequences[player].index
        stored = _stored(item, game, player)
        if is_rest_uniform:
            stored = _with_rest(stored, index)
        strategies.append(strategy_from_data(stored, index, normalize))
    return BehaviorProfile((strategies[0], strategies[1]), game)


def _strategy_of_shares(
    game: ExtensiveGame,
    player: int,
    sets: Mapping[str, Any],
    normalize: bool,
    is_rest_uniform: bool = False,
) -> BehaviorStrategy:
    data = shares_data(
        game,
        player,
        sets,
        is_rest_uniform=is_rest_uniform,
        normalize=normalize,
        remedy=_REMEDY,
    )
    return strategy_from_data(data, game.sequences[player].index)


def _with_rest(data: Any, index: SequenceIndex) -> Any:
    """Return the data of a player with uniform play at the information sets that a list leaves out."""
    sets = field_of(data, "information_sets")
    if not isinstance(sets, list):
        return data
    listed = [field_of(item, "label") for item in sets]
    added = []
    for name, actions in zip(index.infoset_names, index.action_names, strict=True):
        if name not in listed:
            shares = [f"1/{len(actions)}"] * len(actions)
            added.append({"label": name, "actions": list(actions), "probabilities": shares})
    return {**data, "information_sets": [*sets, *added]}


def in_order_of_players(items: list[Any], names: Sequence[Any], game: ExtensiveGame) -> list[Any]:
    """Return the data of two players in the order of the game, which their names decide where they have some.

    `names` are those of the players at the same places, anything but a text for one without a name.

    Raises ModelError for names that contradict the game: of no player, or the same one twice.
    """
    if game.players[0] == game.players[1]:
        return items
    for name in names:
        if isinstance(name, str) and name not in game.players:
            who = " and ".join(map(shown_value, game.players))
            raise ModelError(
                f"players: {shown_value(name)} is no player of the game, which has {who}; a "
                'profile without "name" is read by the order of the players'
            )
    first, second = names
    if isinstance(first, str) and first == second:
        raise ModelError(f"players: {shown_value(first)} comes twice")
    is_reversed = game.players[1] == first or game.players[0] == second
    return items[::-1] if is_reversed else items


def names_in(items: Any) -> tuple[Any, Any]:
    """Return the ``name`` of each of two players' objects in a file, None for one that has none."""
    if not isinstance(items, list) or len(items) != 2:
        return None, None
    return field_of(items[0], "name"), field_of(items[1], "name")


def _stored(data: Any, game: ExtensiveGame, player: int) -> Any:
    """Return the data of a player with the names of information sets as files have them, from those of tables."""
    sets = field_of(data, "information_sets")
    if not isinstance(sets, list):
        return data
    renamed = []
    for item in sets:
        label = field_of(item, "label")
        if isinstance(label, str):
            renamed.append({**item, "label": game.stored_name(player, label)})
        else:
            renamed.append(item)  # which the reader refuses
    return {**data, "information_sets": renamed}


def _player_data(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, Any]:
    sets = _sets_data(profile[player], infoset_reach(game, profile, player))
    return {"name": game.players[player], "value": None, "information_sets": sets}


def _sets_data(strategy: BehaviorStrategy, reach: Vector | None = None) -> list[dict[str, Any]]:
    """Return the ``information_sets`` of a strategy; without ``reach`` where the opponent's strategy is unknown."""
    index = strategy.index
    sets = []
    for row in index.order.tolist():
        start, stop = index.first_sequence[row : row + 2]
        is_filled = strategy.undetermined is not None and bool(strategy.undetermined[row])
        item = {
            "label": index.infoset_names[row],
            "actions": list(index.action_names[row]),
            "probabilities": numbers_data(strategy.probabilities[start:stop]),
        }
        if reach is not None:
            item["reach"] = number_data(reach[row])
        item["filled"] = is_filled
        sets.append(item)
    return sets


def strategy_from_data(
    data: Any, index: SequenceIndex, normalize: bool = False
) -> BehaviorStrategy:
    """Return the strategy of one player that plain data after the module's schema describes."""
    who = player_label(index.player)
    if isinstance(data, Mapping):
        # A plan says nothing of sets that it excludes; there the first action is played, and marked.
        first_actions = np.zeros(len(index))
        if "plan" in data:
            return _plan(data["plan"], index, who).behavior(first_actions)
        if "mixed" in data:
            return _mixed_plan(data["mixed"], index, who).behavior(first_actions)

    values: list[Fraction | float] = [Fraction(1)] * len(index)
    for item, row, where in information_sets(data, index, who, remedy=_REMEDY):
        start = int(index.first_sequence[row])
        places = action_places(item.get("actions"), index, row, where)
        shares = _shares(item, len(places), where, normalize)
        for place, share in zip(places, shares, strict=True):
            values[start + place] = share
    return BehaviorStrategy(index, number_array(values, who))


def _plan(data: Any, index: SequenceIndex, who: str) -> RealizationPlan:
    """Return the realization plan that an object from names of sequences to weights describes."""
    if not isinstance(data, Mapping):
        raise ModelError(
            f'{who}: "plan", an object from names of sequences to their weights, expected'
        )
    weights = {}
    for name, value in data.items():
        weights[name] = probability_from(value, f"{who}, sequence {shown_value(name)}")
    return _plan_of(weights, index, who)


def _plan_of(
    named: Mapping[str, Fraction | float], index: SequenceIndex, who: str
) -> RealizationPlan:
    """Return the realization plan with weights by the names of sequences, 0 for the others."""
    places = {name: place for place, name in enumerate(index.names)}
    weights: list[Fraction | float] = [Fraction(0)] * len(index)
    for name, weight in named.items():
        if name not in places:
            raise ModelError(f"{who}: the game has no sequence {shown_value(name)}")
        weights[places[name]] = weight
    array = number_array(weights, who)
    plan = RealizationPlan(index, ExactArray.of(array) if array.dtype == object else array)
    residual = plan.residual()
    most = 0 if plan.exact else MOST_RESIDUAL
    if residual > most or min(weights) < 0:
        raise ModelError(
            f"{who}: no realization plan: its equations are violated by {short(residual)}"
        )
    return plan


def _mixed_plan(data: Any, index: SequenceIndex, who: str) -> RealizationPlan:
    """Return the realization plan of a list of reduced pure strategies with probabilities."""
    if not isinstance(data, list) or not data:
        raise ModelError(
            f'{who}: "mixed", a list of objects with "probability" and "strategy", expected'
        )
    total: dict[str, Fraction | float] = {}
    for number, item in enumerate(data, start=1):
        where = f"{who}, strategy number {number}"
        names = field_of(item, "strategy")
        if not _is_list_of_names(names):
            raise ModelError(f'{where}: "strategy", a list of sequences, expected')
        share = probability_from(item.get("probability"), where)
        pure = dict.fromkeys((index.names[0], *names), Fraction(1))
        for name in pure:
            total[name] = total.get(name, Fraction(0)) + share
        _plan_of(pure, index, where)  # each of them has to be a strategy
    return _plan_of(total, index, who)


def information_sets(
    data: Any, index: SequenceIndex, what: str, *, remedy: str = ""
) -> Iterator[tuple[Mapping[str, Any], int, str]]:
    """Yield the object, the row and the name of every information set of a player; each of the game's occurs once.

    The `remedy` is what to do about one that is missing, for the message.
    """
    sets = field_of(data, "information_sets")
    if not isinstance(sets, list):
        raise ModelError(f'{what}: "information_sets", a list, expected')
    seen = set[int]()
    for number, item in enumerate(sets, start=1):
        label = field_of(item, "label")
        if not isinstance(label, str):
            raise ModelError(
                f'{what}, information set number {number}: an object with a "label" expected'
            )
        row = index.row_of.get(label)
        if row is None:
            raise ModelError(
                no_infoset(f"{what}: the game has no information set", label, index.infoset_names)
            )
        if row in seen:
            raise ModelError(f"{what}: information set {shown_value(label)} comes twice")
        seen.add(row)
        yield item, row, f"{what}, information set {label!r}"
    missing = [name for row, name in enumerate(index.infoset_names) if row not in seen]
    if missing:
        raise ModelError(f"{what}: information set {missing[0]!r} is missing{remedy}")


def _shares(
    item: Mapping[str, Any], number: int, where: str, normalize: bool
) -> list[Fraction | float]:
    """Return the probabilities in the order of the file, divided by their sum if they are to be normalized."""
    probabilities = item.get("probabilities")
    if not isinstance(probabilities, list):
        raise ModelError(f'{where}: "probabilities", a list of {number} numbers, expected')
    if len(probabilities) != number:
        raise ModelError(
            f"{where}: {number} probabilities expected, one for each action, not {len(probabilities)}"
        )
    shares = [probability_from(value, where) for value in probabilities]
    if not normalize:
        return shares
    try:
        total = sum(shares)
        if total > 0:
            return [share / total for share in shares]
        return shares
    except OverflowError:
        raise ModelError(f"{where}: a number is too large to be a probability") from None


# ---- lines of Gambit's programs ----


def gambit_lines(path: Path) -> list[str]:
    """Return the lines of equilibria in a file, whose mark is read in either case; of FILE#N the one of this number.

    A file of another kind, and one that cannot be read, has none: the reader of JSON has the error for it.
    """
    path, number = file_of_member(path)
    try:
        with open_regular(path, MOST_BYTES) as stream:
            head = stream.read(len(codecs.BOM_UTF8) + len(GAMBIT_MARK))
            head = head.removeprefix(codecs.BOM_UTF8)
            if not head.upper().startswith(GAMBIT_MARK.encode()):
                return []
            text = (head + stream.readall()).decode()
    except (OSError, ValueError):
        return []
    lines = [line.strip() for line in text.splitlines() if line.upper().startswith(GAMBIT_MARK)]
    if number is None:
        return lines
    with errors_located(path):
        return [numbered({"equilibria": lines}, number)]


def _numbered_line(
    lines: list[str], number: int | None, game: ExtensiveGame, path: Path
) -> BehaviorProfile:
    """Return the profile of one of the lines in a file."""
    with errors_located(path):
        return _gambit_profile(numbered({"equilibria": lines}, number), game)


def _gambit_profile(line: str, game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile of a line: probabilities of all actions, by players, information sets and actions.

    Information sets come in the order of their first nodes from left to right, depth first. Of a game in which each
    player moves once, mixed strategies are the same line.

    Raises ModelError if the line does not fit the game.
    """
    texts = [cell.strip() for cell in line.split(",")[1:]]
    indices = [sequences.index for sequences in game.sequences]
    expected = sum(len(index) - 1 for index in indices)
    if len(texts) != expected:
        raise ModelError(
            f"a line with {counted(len(texts), 'probability', 'probabilities')}, but the players have {expected} "
            "actions at their information sets; behavior strategies expected, as gambit-lcp prints them of .efg files"
        )

    strategies = []
    unread = iter(texts)
    for index in indices:
        values: list[Fraction | float] = [Fraction(1)] * len(index)
        for row in index.order.tolist():
            start, stop = index.first_sequence[row : row + 2].tolist()
            for place in range(start, stop):
                values[place] = _gambit_probability(next(unread))
        strategy = BehaviorStrategy(index, number_array(values, player_label(index.player)))
        strategies.append(strategy if strategy.exact else strategy.normalized())
    return BehaviorProfile((strategies[0], strategies[1]), game)


def _gambit_probability(text: str) -> Fraction | float:
    """Return a fraction or a whole number exactly; a decimal, which Gambit rounds, as a double."""
    number = parse_rational(text)
    if number is None:
        raise ModelError(f"{shown_value(text)} is not a probability of Gambit's")
    is_rounded = any(mark in text for mark in ".eE")
    return nearest_double(number) if is_rounded else number
