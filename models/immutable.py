"""Immutable dataclasses: the arrays in their fields and cached properties are read-only."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any, TypeVar

import numpy as np

from seqform.errors import ModelError

T = TypeVar("T")


class Immutable:
    """Base of frozen dataclasses that hold arrays.

    A frozen dataclass refuses to have a field replaced, but not to have an array in it overwritten, which would leave
    values derived from the array stale. Every array in a field, or in a tuple, list or dictionary in a field, becomes
    read-only when the instance is made, unpickled or copied. An array that owns its memory is made read-only in place;
    a view of memory that others may write is copied. With the class keyword `copy_arrays` all writable arrays are
    copied, so that the instance shares no memory with the caller: for classes that users construct by hand.
    """

    _copies_arrays = False

    def __init_subclass__(cls, *, copy_arrays: bool | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        if copy_arrays is not None:
            cls._copies_arrays = copy_arrays
        # Own ones, and those of classes in between that are not immutable; inherited ones freeze already
        if not hasattr(cls.__post_init__, "freezes"):
            type.__setattr__(cls, "__post_init__", _then_freeze(cls.__post_init__))

    def __post_init__(self) -> None:
        """Make the arrays of all fields read-only."""
        freeze_fields(self)

    __post_init__.freezes = True  # type: ignore[attr-defined]

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickled or copied instance; pickling does not keep arrays read-only."""
        self.__dict__.update({name: read_only(value) for name, value in state.items()})


class cached(cached_property[T]):  # noqa: N801 - the name of a decorator
    """A `functools.cached_property` whose arrays are read-only."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        @wraps(compute)
        def frozen_result(instance: Any) -> T:
            result: T = read_only(compute(instance))
            return result

        super().__init__(frozen_result)


def read_only(value: Any, *, copy: bool = False) -> Any:
    """Return a value with all arrays in it read-only, also those within tuples, lists and dictionaries.

    An instance of a subclass of `numpy.ndarray`, such as a memory map, is copied to a plain array, and with `copy`
    every writable array. A ModelError is raised for one with masked entries, which have no value.
    """
    if isinstance(value, np.ndarray):
        return _read_only_array(value, copy)
    container = type(value)
    if container in (tuple, list) and _may_hold_arrays(value):
        return container([read_only(part, copy=copy) for part in value])
    if container is dict and _may_hold_arrays(value.values()):
        return {key: read_only(part, copy=copy) for key, part in value.items()}
    return value


def _may_hold_arrays(parts: Collection[object]) -> bool:
    """Return whether an array may be among some objects, or in containers among them."""
    part_types = set(map(type, parts))
    if part_types <= _ARRAYLESS:  # the usual case: a shape, names
        return False
    for part_type in part_types:
        if issubclass(part_type, np.ndarray):
            return True
    if _CONTAINERS.isdisjoint(part_types):
        return False
    # Each object once: of many lists of actions, for example, few differ
    distinct = dict(zip(map(id, parts), parts, strict=True)).values()
    for part in distinct:
        if isinstance(part, dict):
            part = part.values()
        elif not isinstance(part, tuple | list):
            continue
        if _may_hold_arrays(part):
            return True
    return False


_CONTAINERS = frozenset((tuple, list, dict))
_ARRAYLESS = frozenset((int, str, float, bool, Fraction, type(None)))


def _read_only_array(array: np.ndarray[Any, Any], copy: bool) -> np.ndarray[Any, Any]:
    is_plain = type(array) is np.ndarray
    if is_plain and array.base is None and not copy:
        array.setflags(write=False)
        return array
    if is_plain and not array.flags.writeable and _is_protected(array.base):
        return array
    if not is_plain and np.ma.is_masked(array):
        raise ModelError("an array has masked entries; fill them with numbers")
    array = np.array(array)  # a plain copy, also of a subclass
    array.setflags(write=False)
    return array


def _is_protected(base: Any) -> bool:
    """Return whether the memory of a read-only array with this base cannot be written through another object."""
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return base is None or isinstance(base, bytes)


def _then_freeze(validate: Callable[..., None]) -> Callable[..., None]:
    """Return a `__post_init__` that validates and makes all arrays read-only.

    One that is called by that of a subclass leaves the arrays to it, which comes last.
    """

    @wraps(validate)
    def validate_and_freeze(instance: Any, *init_only: Any) -> None:
        if type(instance).__post_init__ is not validate_and_freeze:
            validate(instance, *init_only)
            return
        if instance._copies_arrays:
            # Before validation, so that the kept arrays are the validated ones
            freeze_fields(instance)
        validate(instance, *init_only)
        freeze_fields(instance)

    validate_and_freeze.freezes = True  # type: ignore[attr-defined]
    return validate_and_freeze


def freeze_fields(instance: Any) -> None:
    """Make the arrays in all attributes of an instance read-only."""
    state = instance.__dict__
    copy = instance._copies_arrays
    for name, value in state.items():
        value_type = type(value)
        if value_type in _ARRAYLESS:
            continue
        if value_type is np.ndarray and value.base is None and not copy:  # the usual case
            value.setflags(write=False)
        elif value_type in _CONTAINERS or issubclass(value_type, np.ndarray):
            frozen = read_only(value, copy=copy)
            if frozen is not value:
                state[name] = frozen  # an existing key, so the iteration stays valid
