"""Probabilities by the names of information sets, as mappings and files give them, in numbers of any precision."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy as np

from seqform.errors import InputError, ModelError, suggestion, unknown
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import is_player, player_label, player_number
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import parse_rational, shown_rational, write_rational
from seqform.models.strategies.behavior import FLOAT_SUM_TOLERANCE, no_infoset

Shares = Mapping[Any, Any] | Sequence[Any]
"""The probabilities at an information set: by action, where those left out have 0, or in the order of the actions.

An action alone has probability 1. An action is named by its label, or by an object whose text is the label.
"""


_ROUNDING = {np.dtype(np.float16): 1e-3, np.dtype(np.float32): 1e-5}
"""How far probabilities may miss a sum of 1 by, for each action, through rounding to a precision."""

FORMS = ("information_sets", "plan", "mixed")
"""The keys of one player's strategy after the schema of `seqform.io.profiles`."""


def are_shares(data: Any) -> bool:
    """Return whether plain data may be a mapping from information sets, or players, to probabilities."""
    if not isinstance(data, Mapping) or not data or any(form in data for form in FORMS):
        return False
    return all(isinstance(shares, Mapping | list) for shares in data.values())


def by_player(
    game: ExtensiveGame, source: Mapping[Any, Any], where: str = "profile"
) -> tuple[Mapping[str, Shares], Mapping[str, Shares]]:
    """Return the mapping of each player from one by players, or one for both; errors begin with `where`."""

    def is_set(key: Any) -> bool:
        return any(is_infoset(game, player, key) for player in (0, 1))

    by_player = all(is_player(key, game.players) for key in source)
    if source and by_player:
        for key, shares in source.items():
            if not isinstance(shares, Mapping) and not is_set(key):
                raise InputError(
                    f"{where}: for player {key!r} a mapping from information sets to probabilities expected, not "
                    f"{type(shares).__name__}"
                )
    if source and by_player and all(isinstance(shares, Mapping) for shares in source.values()):
        sets: dict[int, Mapping[str, Shares]] = {0: {}, 1: {}}
        for key, mapping in source.items():
            sets[player_number(key, game.players, where)] = mapping
        try:
            return checked_sets(game, 0, sets[0], where), checked_sets(game, 1, sets[1], where)
        except InputError as error:
            raise InputError(f"{error}{_ambiguity(game, source)}") from None

    first: dict[str, Shares] = {}
    second: dict[str, Shares] = {}
    for name, shares in source.items():
        is_first = is_infoset(game, 0, name)
        is_second = is_infoset(game, 1, name)
        if is_first and is_second:
            raise InputError(
                f"{where}: {name!r} is an information set of each player: a mapping for each expected"
            )
        if is_first:
            first[name] = shares
        elif is_second:
            second[name] = shares
        else:
            infosets = [*game.shown_names(0).values(), *game.shown_names(1).values()]
            known = (*game.players, *infosets)
            raise InputError(no_infoset(f"{where}: no information set or player", name, known))
    return first, second


def is_infoset(game: ExtensiveGame, player: int, name: Any) -> bool:
    """Return whether a key is the name of an information set of a player."""
    if not isinstance(name, str):
        return False
    return game.stored_name(player, name) in game.sequences[player].index.row_of


def _ambiguity(game: ExtensiveGame, source: Mapping[Any, Any]) -> str:
    """Return what to do about a key that is the name of a player and of an information set; empty without one."""
    for key in source:
        for player in (0, 1):
            if is_infoset(game, player, key):
                return (
                    f"; {key!r} is read as the name of the player, and is an information set of "
                    f"{player_label(player)} as well: give a mapping for each player, "
                    f"{{{player}: {{{key!r}: ...}}}}"
                )
    return ""


def checked_sets(
    game: ExtensiveGame, player: int, sets: Mapping[Any, Shares], where: str = "profile"
) -> Mapping[str, Shares]:
    """Return a mapping of information sets by the names that the game has for them; refuse other names."""
    names = game.sequences[player].index.row_of
    stored = {}
    for name, shares in sets.items():
        if isinstance(name, str):
            name = game.stored_name(player, name)
        stored[name] = shares
    for name in stored:
        if name not in names:
            known = game.shown_names(player).values()
            raise InputError(
                no_infoset(f"{where}: {game.players[player]} has no information set", name, known)
            )
    return stored


def require_actions(game: ExtensiveGame, player: int, sets: Mapping[str, Shares]) -> None:
    """Refuse actions that there are not at information sets of a player, whatever sets are missing."""
    index = game.sequences[player].index
    for name, shares in sets.items():
        row = index.row_of.get(game.stored_name(player, name))
        if row is not None and isinstance(shares, Mapping | str):
            set_shares(shares, index.action_names[row], f"profile: information set {name!r}")


def shares_data(
    game: ExtensiveGame,
    player: int,
    sets: Mapping[str, Shares],
    *,
    is_rest_uniform: bool = False,
    normalize: bool = False,
    remedy: str = "",
) -> dict[str, Any]:
    """Return a strategy after the schema of profiles, from the probabilities at information sets.

    Raises ModelError for a set that is left out, with the `remedy`, unless play is uniform there.
    """
    index = game.sequences[player].index
    require_actions(game, player, sets)
    missing = [name for name in index.infoset_names if name not in sets]
    if missing and not is_rest_uniform:
        more = ""
        if len(missing) > 1:
            more = f" and {len(missing) - 1} others"
        raise ModelError(
            f"profile: nothing for information set {missing[0]!r}{more} of {game.players[player]}{remedy}"
        )

    entries = []
    for name, actions in zip(index.infoset_names, index.action_names, strict=True):
        uniform = [Fraction(1, len(actions))] * len(actions)
        where = f"profile: information set {name!r}"
        values = set_shares(sets.get(name, uniform), actions, where, normalize=normalize)
        _require_sum(values, player, name)
        entries.append({"label": name, "actions": list(actions), "probabilities": values})
    return {"information_sets": entries}


def set_shares(
    shares: Shares, actions: Sequence[str], where: str, *, normalize: bool = False
) -> list[Any]:
    """Return the probabilities at one set in the order of its actions: doubles, whole numbers and texts of fractions.

    The name of an action stands for probability 1. Numbers of less than double precision are divided by their sum, and
    with `normalize` all are. Raises InputError for an action that there is not, and ModelError for what has not the
    form of probabilities; errors begin with `where`.
    """
    shares = _by_label(plain_array(shares, where))
    if is_action(shares, actions):
        require_label(shares, actions, where)
        shares = {shares: 1}
    if isinstance(shares, Mapping):
        by_label: dict[str, Any] = {}
        for action, share in shares.items():
            if not is_action(action, actions):
                raise InputError(unknown(f"{where} has no action", action, actions))
            if str(action) in by_label:
                raise InputError(f"{where}: action {str(action)!r} is given twice")
            by_label[str(action)] = share
        shares = [by_label.get(action, 0) for action in actions]
    if isinstance(shares, str | Set) or not isinstance(shares, Iterable):
        raise ModelError(
            f"{where}: probabilities by action, or in the order of the actions, expected, not {shares!r}"
            f"{suggestion(shares, actions)}"
        )

    numbers = [plain_array(share, where) for share in shares]
    values = list(map(_plain, numbers))
    if normalize or is_rounded(numbers):
        # In doubles: a sum in single precision would miss 1 by its own rounding again.
        values = _normalized(values)
    return values


def is_action(value: Any, actions: Sequence[str]) -> bool:
    """Return whether a value is one of the actions: its label, or an object whose text is the label.

    Rules label their actions by their texts, so that the number 1 is the action "1".

    Examples
    --------
    >>> is_action("bet", ["bet", "fold"]), is_action(1, ["1", "2"]), is_action(0, ["bet", "fold"])
    (True, True, False)
    """
    if isinstance(value, str):
        return value in actions
    if isinstance(value, bool | Mapping | list | np.ndarray):
        return False
    return str(value) in actions


def require_label(choice: Any, actions: Sequence[str], where: str) -> None:
    """Refuse an integer as a choice where it may stand for a label and for a place; errors begin with `where`.

    Where actions are labelled 1, 2, 3, the number 1 could be the first action or, as `numpy.argmax` counts, the second.
    """
    if not isinstance(choice, Integral) or list(actions) == list(map(str, range(len(actions)))):
        return
    numbers = [action for action in actions if action.removeprefix("-").isdecimal()]
    if numbers:
        raise InputError(
            f"{where}: {choice} alone may be the label or the place of an action, since the actions are "
            f"{', '.join(actions)}; give the label as a text, {numbers[0]!r}, or probabilities, {{{numbers[0]}: 1}}"
        )


def numbered_action(number: Any, actions: Sequence[str], where: str) -> str:
    """Return the action at a place, an integer from 0; errors begin with `where`."""
    require_label(number, actions, where)
    if not 0 <= int(number) < len(actions):
        raise ModelError(
            f"{where}: no action has the number {number}; 0 to {len(actions) - 1} expected"
        )
    return actions[int(number)]


def _require_sum(values: Sequence[Any], player: int, infoset: str) -> None:
    """Refuse probabilities that do not sum to 1 but could be divided by their sum; others are refused as they are read.

    The error is that of strategies, with the argument that divides.
    """
    numbers: list[Any] = []
    for value in values:
        number = parse_rational(value) if isinstance(value, str) else value
        if not isinstance(number, int | float | Fraction) or number < 0:
            return
        numbers.append(number)
    total = sum(numbers)
    is_exact = not isinstance(total, float)
    miss = abs(total - 1)
    if total > 0 and miss < math.inf and miss > (0 if is_exact else FLOAT_SUM_TOLERANCE):
        raise ModelError(
            f"{player_label(player)}, information set {infoset!r}: the probabilities sum to {shown_rational(total)}, "
            "not to 1; seqform.profile(game, source, normalize=True), or check --normalize-profile, divides them by "
            "their sum"
        )


def _by_label(shares: Shares) -> Shares:
    """Return a series of pandas with labels as a mapping, all other shares as they are."""
    if not hasattr(shares, "to_numpy"):
        return shares
    labels: Any = getattr(shares, "index", None)
    if labels is None or callable(labels):
        return shares
    if list(labels) == list(range(len(labels))):  # those that pandas gives where there are none
        return shares
    return dict(zip(map(str, labels), shares, strict=True))


def _normalized(values: list[Any]) -> list[Any]:
    """Return numbers divided by their sum, exactly unless there is a double; others as they are, to be refused."""
    numbers: list[Any] = []
    for value in values:
        number = parse_rational(value) if isinstance(value, str) else value
        if number is None:
            return values
        numbers.append(number)
    total = sum(numbers)
    if not total or not total > 0:  # neither of nan
        return values
    if isinstance(total, float):
        return [number / total for number in numbers]
    return [str(Fraction(number) / total) for number in numbers]


def _plain(share: Any) -> Any:
    """Return a number as the schema of profiles has it."""
    if isinstance(share, np.generic):
        return share.item()
    if isinstance(share, int | float | str):
        return share
    exact = exact_rational(share)
    return str(share) if exact is None else write_rational(Fraction(exact))


def plain_array(value: Any, where: str = "profile") -> Any:
    """Return arrays of other packages, such as tensors of PyTorch and JAX, as NumPy's; all else as it is.

    A tensor without dimensions becomes a scalar of NumPy. Series and frames of pandas keep their labels.

    Raises ModelError, which begins with `where`, if the package gives no array, as PyTorch of a tensor on a GPU or one
    in a precision that NumPy has not.
    """
    is_foreign = hasattr(value, "__array__") and not hasattr(value, "to_numpy")
    if not is_foreign or isinstance(value, np.ndarray | np.generic):
        return value
    try:
        if hasattr(value, "detach"):  # PyTorch gives no array of a tensor that keeps gradients
            value = value.detach()
        return np.asarray(value)[()]
    except Exception as error:  # each package has its own classes
        reason = " ".join(str(error).split())
        raise ModelError(
            f"{where}: {type(value).__name__} gives no array: {reason}; pass tensor.detach(), "
            "of a GPU tensor.detach().cpu()"
        ) from None


def is_rounded(numbers: Sequence[Any]) -> bool:
    """Return whether numbers of less than double precision sum to 1 but for the rounding of their precision."""
    types = [number.dtype for number in numbers if isinstance(number, np.floating)]
    miss_of_each = max((_ROUNDING.get(kind, 0.0) for kind in types), default=0.0)
    if not miss_of_each:
        return False
    total = sum(float(number) for number in numbers)
    return abs(total - 1) <= miss_of_each * len(numbers)
