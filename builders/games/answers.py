"""Answers of the methods of rules, checked: their kinds, and that `apply` leaves the state it is given as it was."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, NoneType
from typing import Any

import numpy as np

from seqform.errors import GameError

_ATOMS = frozenset(
    {NoneType, bool, int, float, complex, str, bytes, range, Fraction, Decimal, slice}
)
_NEVER_STATES = (
    Enum,
    type,
    ModuleType,
    FunctionType,
    MethodType,
    BuiltinFunctionType,
    np.random.Generator,
)


class WrongAnswerError(GameError):
    """A method of rules that returned what it must not, or changed a state, at a state; `at` names the history."""

    def __init__(self, message: str, state: object, advice: str) -> None:
        super().__init__(f"{message} at {state!r}; {advice}")
        self.message = message
        self.state = state
        self.advice = advice

    def __reduce__(self) -> tuple[type[WrongAnswerError], tuple[object, ...]]:
        """Return the arguments, since the message of the exception is made of them."""
        return type(self), (self.message, self.state, self.advice)

    def at(self, place: str) -> GameError:
        """Return the error with a text of the place in the game instead of the state."""
        return GameError(f"{self.message} {place}; {self.advice}")


def successors_of(rules: Any) -> Callable[[Any, Sequence[Any]], list[Any]]:
    """Return a function of a state and its actions that returns the states after them, checked.

    `apply` has to leave the state that it is given as it was: a tree whose states change while it is expanded is
    another game. The content of the state is taken before all actions and compared after them, so that each state
    costs one look, whatever its number of actions. The rules of seqform are known to keep this.
    """
    apply = rules.apply
    if _is_own(rules):
        return lambda state, actions: [apply(state, action) for action in actions]

    def successors(state: Any, actions: Sequence[Any]) -> list[Any]:
        if type(state) in _ATOMS:
            following = [apply(state, action) for action in actions]
        else:
            before = _content(state, {id(rules): (-1, rules)})
            following = [apply(state, action) for action in actions]
            after = _content(state, {id(rules): (-1, rules)})
            is_returned = any(child is state for child in following)
            if before != after and (is_returned or _differ(before, after)):
                raise _changed(rules, state)
        for action, child in zip(actions, following, strict=True):
            if child is None:
                _require_state(rules, state, action)
        return following

    return successors


def _require_state(rules: Any, state: Any, action: Any) -> None:
    """Raise an error unless None, which a method without a return statement returns, is a state of the rules."""
    try:
        rules.player(None)
    except Exception:
        raise wrong_answer(rules, state, f"apply(state, {action!r})", None, "a state") from None


def applier(rules: Any) -> Callable[[Any, Any], Any]:
    """Return `apply` of rules, checked as by `successors_of`."""
    if _is_own(rules):
        apply: Callable[[Any, Any], Any] = rules.apply
        return apply
    successors = successors_of(rules)
    return lambda state, action: successors(state, (action,))[0]


def actions_of(rules: Any, state: Any) -> Sequence[Any]:
    """Return the actions at a state of a player, which are a sequence."""
    actions = rules.actions(state)
    if isinstance(actions, list | tuple | str | range):
        return actions
    if isinstance(actions, Sequence | np.ndarray):
        return list(actions)
    raise wrong_answer(rules, state, "actions(state)", actions, "a list or tuple of actions")


def lottery_of(rules: Any, state: Any) -> Sequence[tuple[Any, Any]]:
    """Return chance's actions at a state with their weights, which are a sequence of pairs."""
    lottery = rules.chance(state)
    if isinstance(lottery, Mapping):
        advice = "a list of pairs of an action and its weight, such as list(weights.items()),"
        raise wrong_answer(rules, state, "chance(state)", lottery, advice)
    expected = 'a list of pairs of an action and its weight, such as [("H", 1), ("T", 1)],'
    if isinstance(lottery, str) or not isinstance(lottery, Sequence):
        raise wrong_answer(rules, state, "chance(state)", lottery, expected)
    for pair in lottery:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise wrong_answer(rules, state, "chance(state)", lottery, expected)
        require_hashable(rules, state, "chance(state)", pair[0])
    return lottery


def observation_of(rules: Any, state: Any, player: int) -> Hashable:
    """Return the observation of the player to move, which is hashable."""
    observation: Hashable = rules.observation(state, player)
    require_hashable(rules, state, f"observation(state, {player})", observation)
    return observation


def label_at(rules: Any, state: Any, player: int) -> str:
    """Return the label of an information set, which is a text."""
    label = rules.infoset_label(state, player)
    if not isinstance(label, str):
        raise wrong_answer(rules, state, f"infoset_label(state, {player})", label, "a text")
    return label


def action_label_at(rules: Any, state: Any, action: Any) -> str:
    """Return the label of an action, which is a text."""
    label = rules.action_label(state, action)
    if not isinstance(label, str):
        raise wrong_answer(rules, state, f"action_label(state, {action!r})", label, "a text")
    return label


def payoffs_of(rules: Any, state: Any) -> tuple[Any, ...]:
    """Return the payoffs at an end, one number for each player."""
    payoffs = rules.payoffs(state)
    players = len(getattr(rules, "players", (0, 1)))
    if isinstance(payoffs, list | np.ndarray):
        payoffs = tuple(payoffs)
    if not isinstance(payoffs, tuple) or len(payoffs) != players:
        expected = "a pair of numbers" if players == 2 else f"{players} numbers"
        raise wrong_answer(rules, state, "payoffs(state)", payoffs, expected)
    require_hashable(rules, state, "payoffs(state)", payoffs)
    return payoffs


def require_hashable(rules: Any, state: object, method: str, value: object) -> None:
    """Raise an error unless an answer of a method is hashable."""
    try:
        hash(value)
    except TypeError:
        expected = "a hashable, such as a tuple instead of a list,"
        raise wrong_answer(rules, state, method, value, expected) from None


def wrong_answer(
    rules: Any, state: object, method: str, value: object, expected: str
) -> WrongAnswerError:
    """Return the error for a method that returned something else than expected."""
    message = f"{_named(rules)}: {method} returned {value!r}"
    return WrongAnswerError(message, state, f"{expected} expected")


def _changed(rules: Any, state: object) -> WrongAnswerError:
    return WrongAnswerError(
        f"{_named(rules)}: apply: changed the state it was given",
        state,
        "return a new one, e.g. copy.deepcopy(state) first",
    )


def _named(rules: Any) -> str:
    name = type(rules).__name__
    title = getattr(rules, "title", "")
    return f"{title} ({name})" if title else name


def _is_own(rules: Any) -> bool:
    return type(rules).__module__.partition(".")[0] == "seqform"


# ---- the content of states ----


_Seen = dict[int, tuple[int, object]]
"""By the addresses of the values taken apart so far, their numbers and themselves."""


class _Attributes(dict[str, Any]):
    """The contents of the attributes of an object of a class."""

    def __init__(self, owner: type, contents: Mapping[str, Any]) -> None:
        super().__init__(contents)
        self.owner = owner


def _content(value: Any, seen: _Seen) -> Any:
    """Return what a value consists of, down to values that cannot change, to be compared.

    Containers become tuples of the contents of their members, and other objects those of what pickling would keep of
    them, so that `__getstate__` is respected. What occurs again is the number of its first occurrence, so that cycles
    end. Objects that cannot be taken apart are their addresses.
    """
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple and _ATOMS.issuperset(map(type, value)):
        return value
    if isinstance(value, _NEVER_STATES):
        return id(value)
    known = seen.get(id(value))
    if known is not None:
        return (kind, known[0])
    # The value itself is kept, so that no later one has its address
    seen[id(value)] = (len(seen), value)

    if kind in (list, tuple):
        return (kind, tuple([_content(member, seen) for member in value]))
    if kind is dict:
        members = [(_content(key, seen), _content(member, seen)) for key, member in value.items()]
        return (kind, tuple(members))
    if kind in (set, frozenset):
        return (kind, frozenset(value))
    if kind in (bytearray, array):
        return (kind, bytes(value))
    if kind is np.ndarray:
        if value.dtype.hasobject:
            return (value.shape, _content(value.ravel().tolist(), seen))
        return (value.dtype.str, value.shape, value.tobytes())
    return _content_of_object(value, seen)


def _content_of_object(value: Any, seen: _Seen) -> Any:
    """Return the content of an object of a class, from what pickling would keep of it."""
    try:
        reduced = value.__reduce_ex__(4)
    except Exception:  # classes refuse with errors of all kinds
        return id(value)
    if isinstance(reduced, str):  # the name of a global
        return id(value)

    arguments, attributes, members, items = (*reduced[1:], None, None, None, None)[:4]
    if members is not None:
        members = list(members)
    if items is not None:
        items = list(items)
    slots = None
    if isinstance(attributes, tuple) and len(attributes) == 2:
        attributes, slots = attributes
    kept = []
    for part in (attributes, slots):
        if isinstance(part, dict) and all(isinstance(name, str) for name in part):
            contents = {name: _content(member, seen) for name, member in part.items()}
            kept.append(_Attributes(type(value), contents))
        else:
            kept.append(_content(part, seen))
    return (type(value), _parts(arguments, seen), *kept, _parts(members, seen), _parts(items, seen))


def _parts(values: Any, seen: _Seen) -> Any:
    """Return the contents of a sequence that was made for the occasion, whose address says nothing."""
    if values is None:
        return None
    contents = []
    for value in values:
        if type(value) is tuple:
            contents.append(_parts(value, seen))
        else:
            contents.append(_content(value, seen))
    return tuple(contents)


def _differ(before: Any, after: Any) -> bool:
    """Return whether contents differ by more than caches: cached properties, and private attributes first filled."""
    if isinstance(before, _Attributes) and isinstance(after, _Attributes):
        for name in {*before, *after}:
            was = before.get(name)
            if was is None and _is_cache(before.owner, name):
                continue
            if name not in before or name not in after or _differ(was, after[name]):
                return True
        return False
    if isinstance(before, tuple) and isinstance(after, tuple):
        if len(before) != len(after):
            return True
        return any(_differ(was, now) for was, now in zip(before, after, strict=True))
    return bool(before is not after and before != after)


def _is_cache(owner: type, name: str) -> bool:
    """Return whether an attribute that gets its first value may be one that is computed once."""
    return name.startswith("_") or isinstance(getattr(owner, name, None), cached_property)
