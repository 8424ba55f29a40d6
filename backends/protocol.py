"""Interface of backends, portable solver options, and the checks that all backends share."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields
from fractions import Fraction
from functools import wraps
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from seqform.errors import InputError, ModelError, OptionError, UnsupportedModelError, suggestion
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.options import (
    accept_arguments,
    gap,
    number,
    option,
    options_of,
    percent_of,
    require_callable,
    whole,
)
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.solutions import Basis, RawSolution


@dataclass(frozen=True)
class OwnOptions:
    """The options of a method of seqform in `SolveOptions.raw`: described fields (`seqform.models.options`).

    A value is read when the options are made; an OptionError names the method and the option.

    Examples
    --------
    >>> from seqform.backends.iterative.cfr import CfrOptions
    >>> CfrOptions.of(SolveOptions(raw={"averaging": 1})).averaging
    1.0
    """

    backend: ClassVar[str]

    @classmethod
    def of(cls, options: SolveOptions) -> Self:
        """Return the options in `raw`; raise OptionError for an unknown name."""
        check_names(cls.backend, options.raw, options_of(cls))
        return cls(**options.raw)

    def __post_init__(self) -> None:
        accept_arguments(self, f"{self.backend}, option ", OptionError)


@dataclass(frozen=True)
class Traits:
    """Properties of a backend besides its models and its arithmetic: the optional attribute `traits` of a backend.

    Parameters
    ----------
    solver_option : str, optional
        Name of the option in `SolveOptions.raw` that chooses among its solvers or methods, such as "solver".
    first_order : bool or tuple of str
        Whether it is a first-order method, which takes many iterations for few digits, or the solvers that are.
    threads : bool
        Whether it takes all processors unless the option `threads` has another number.
    takes_start : bool
        Whether it follows a path, from the covering vector of a complementarity problem, so that there may be a start.
    takes_basis : bool
        Whether the third argument of `solve` may be a `Basis` to start from.
    neighbor_options : mapping
        The solver's own options with which it starts best from the basis of a similar program.
    fine_options : mapping
        The solver's own options with the finest tolerances that it keeps, for programs whose numbers are far apart in
        size.
    options : type, optional
        The class of its options, where they are those of a method of seqform: an `OwnOptions`.
    program_bytes : pair of float, optional
        Measured memory that a linear program takes with its solver: bytes for every row and column, and for every
        nonzero coefficient.
    meets : mapping
        The portable options that it accepts without an option of its own, as its answers meet them in any case, each
        with the reason. Those of its first-order methods do not.

    Examples
    --------
    >>> Traits(solver_option="solver", first_order=("SCS", "OSQP")).is_first_order("SCS"), Traits().is_first_order()
    (True, False)
    """

    solver_option: str | None = None
    first_order: bool | tuple[str, ...] = False
    threads: bool = False
    takes_start: bool = False
    takes_basis: bool = False
    neighbor_options: Mapping[str, Any] = field(default_factory=dict)
    fine_options: Mapping[str, Any] = field(default_factory=dict)
    options: type[OwnOptions] | None = None
    program_bytes: tuple[float, float] | None = None
    meets: Mapping[str, str] = field(default_factory=dict)

    def met(self, options: SolveOptions) -> dict[str, str]:
        """Return the portable options that are set and that its answers meet in any case, each with the reason."""
        if self.is_first_order(options.raw.get("solver")):
            return {}
        reasons = self.meets.items()
        return {name: reason for name, reason in reasons if getattr(options, name) is not None}

    def is_first_order(self, solver: object = None) -> bool:
        """Return whether a solver, by default the one that no option chooses, is a first-order method."""
        if isinstance(self.first_order, bool):
            return self.first_order
        return str(solver).lower() in map(str.lower, self.first_order)


MET_BY_EXACT_ANSWERS = {
    "tolerance": "the arithmetic is exact",
    "threads": "one thread computes",
    "target_gap": "the gap is 0",
}
"""The portable options that the answers of an exact method of one thread meet, with the reasons."""


def traits_of(backend: object) -> Traits:
    """Return the traits of a backend; those of one without the attribute are the defaults.

    Examples
    --------
    >>> from seqform.backends import get
    >>> traits_of(get("lemke")).takes_start, traits_of(get("highs")).solver_option
    (True, 'solver')
    """
    traits: Traits = getattr(backend, "traits", Traits())
    return traits


@runtime_checkable
class Backend(Protocol):
    """The interface that every backend implements; `traits`, of the class `Traits`, is optional."""

    name: str  # in the registry, such as "highs"
    supports: frozenset[type]  # the classes of models that it solves
    exact: bool  # whether its answers are rational numbers, not doubles

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve the model.

        A limit, an infeasible or an unbounded model is a `RawSolution.termination`, not an exception.

        Raises OptionError if an option is unknown, ill-typed or not supported. Raises UnsupportedModelError if the
        model is of a class not in `supports`.
        """


class PerturbedBackend(Protocol):
    """A backend for perturbed programs: as `Backend`, with functions of ε as solutions."""

    name: str
    supports: frozenset[type]
    exact: bool

    def solve(self, model: Any, options: SolveOptions | None = None) -> PerturbedSolution:
        """Solve the model for all small ε > 0, with `PerturbedSolution.proven`, or at one number ε."""


@runtime_checkable
class CallsSolver(Protocol):
    """A perturbed backend that calls a backend for linear programs at numbers ε."""

    def calling(self, solver: Backend, epsilon: Fraction | None = None) -> PerturbedBackend:
        """Return the method with that solver, and the ε at which it begins."""


@runtime_checkable
class ChoosesSolver(Protocol):
    """A backend with a choice of solvers or methods, by the option `Traits.solver_option`."""

    def solvers(self) -> tuple[str, ...]:
        """Return the values of the option that are available on this machine."""


@dataclass(frozen=True)
class SolveOptions:
    """Portable options, which have the same meaning for every solver, and native ones in `raw`.

    Parameters
    ----------
    time_limit : float, optional
        Seconds of wall-clock time; positive.
    tolerance : float, optional
        Primal and dual feasibility tolerance, and gap tolerance where the method has one; positive.
    threads : int, optional
        Number of threads; at least 1.
    verbose : bool
        Whether the solver writes its log to the terminal.
    target_gap : float, optional
        Stop when the nash_conv of the model is at most this, in units of payoff; for iterative backends. From 0 on.
        Of a game with a pot a text such as "0.1%", a share of the pot.
    checkpoint : str or path, optional
        File to which an iterative backend saves its state at intervals, and from which it continues if it exists.
    progress : callable, optional
        Callback that receives lines of text about the progress, from solvers that support it.
    raw : mapping
        The solver's own options, passed unchanged.
    pot_share : float, optional
        The target gap as a share of the pot, such as 0.001 for the text "0.1%".

    Examples
    --------
    >>> SolveOptions(time_limit=60, raw={"solver": "ipx"}).time_limit
    60
    """

    time_limit: float | None = option(
        None, "Seconds for the solver.", number(0, included=False), metavar="SECONDS"
    )
    tolerance: float | None = option(None, "The solver's tolerance.", number(0, included=False))
    threads: int | None = option(None, "The solver's threads.", whole(1))
    verbose: bool = False
    target_gap: float | None = option(
        None,
        "Stop when nash_conv is at most this, in units of payoff, or in percent of the pot; for iterative backends.",
        gap(),
    )
    checkpoint: str | os.PathLike[str] | None = None
    progress: Callable[[str], None] | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)
    pot_share: float | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        for name, described in options_of(SolveOptions).items():
            value = getattr(self, name)
            if value is None:
                continue
            try:
                read = described.read(value)
            except InputError as error:
                raise OptionError(f"option {name}: {error}") from None
            if name == "target_gap" and isinstance(value, str) and value.strip().endswith("%"):
                object.__setattr__(self, "pot_share", percent_of(value) / 100)
                object.__setattr__(self, "target_gap", None)
                continue
            if isinstance(value, str):  # from which a number could be read
                raise OptionError(f"option {name}: a number expected, not {value!r}")
            if not isinstance(value, int | float):  # such as a number of NumPy's
                object.__setattr__(self, name, read)
        if self.checkpoint is not None and not isinstance(self.checkpoint, str | os.PathLike):
            raise OptionError(f"option checkpoint: a file name expected, not {self.checkpoint!r}")
        require_callable("option progress", self.progress)
        if not isinstance(self.verbose, bool):
            raise OptionError(f"option verbose: True or False expected, not {self.verbose!r}")
        if not isinstance(self.raw, Mapping):
            raise OptionError(
                f"option raw: a mapping from option names to values expected, not {self.raw!r}"
            )

    def with_pot(self, game: object) -> SolveOptions:
        """Return the options with a target gap in units of payoff; a share of the pot is one of that of a game.

        OptionError for a share where the game has no pot.
        """
        if self.pot_share is None:
            return self
        pot = getattr(game, "pot", None)
        if pot is None:
            title = getattr(game, "title", "a program")
            by_classes = ""
            if isinstance(game, ExtensiveGame):
                title = f"{title}, as a tree,"
                by_classes = (
                    ', or solve a game with ordered signals by classes (preprocess="lossless")'
                )
            raise OptionError(
                f"option target_gap: {100 * self.pot_share:g}% is a share of the pot, and {title} has none; give a "
                f"number in units of payoff{by_classes}"
            )
        return replace(self, target_gap=float(self.pot_share * pot), pot_share=None)


UNSET_OPTIONS = SolveOptions()
"""Options without any that is set."""


def portable_options(
    options: SolveOptions | Mapping[str, Any] | None, **by_name: Any
) -> SolveOptions:
    """Return the options as `SolveOptions`, with fields given by name in place of those of an object.

    OptionError unless the options are one, or a mapping of its fields, or a name is none of them, or a field is given
    by name and in the mapping, and differs.
    """
    known = [field.name for field in dataclass_fields(SolveOptions)]
    for name in by_name:
        if name not in known:
            raise OptionError(
                f"no option {name!r}{suggestion(name, known)}; known: {', '.join(known)}"
            )
    if isinstance(options, SolveOptions):
        return replace(options, **by_name) if by_name else options
    for name, value in by_name.items():
        if isinstance(options, Mapping) and name in options and options[name] != value:
            raise OptionError(
                f"{name}: given twice, {value!r} and {options[name]!r} in options; leave one of them out"
            )
    try:
        return SolveOptions(**{**(options or {}), **by_name})
    except TypeError:
        raise OptionError(
            f"options: SolveOptions, or a mapping of its fields ({', '.join(known)}), expected, not {options!r}; "
            'an option of the solver itself goes into "raw"'
        ) from None


def require_tolerance_from(least: float, solver: str, options: SolveOptions) -> None:
    """Raise OptionError for a portable tolerance below the least one that a solver takes."""
    if options.tolerance is not None and options.tolerance < least:
        raise OptionError(
            f"option tolerance: {solver} takes numbers from {least:g} on, not {options.tolerance:g}; an exact answer "
            "(exact=True, --exact) has none"
        )


def options_among(
    where: str,
    applicable: Collection[str],
    options: SolveOptions | Mapping[str, Any] | None,
    **by_name: Any,
) -> SolveOptions:
    """Return the options as `portable_options` does; OptionError if one is given that has no effect here.

    - `where`: What uses the options, for the message.
    - `applicable`: The names of the fields that have an effect.
    """
    chosen = portable_options(options, **by_name)
    unset = SolveOptions()
    names = [field.name for field in dataclass_fields(SolveOptions)]
    applied = [name for name in names if name in applicable]
    for name in names:
        if name not in applied and getattr(chosen, name) != getattr(unset, name):
            raise OptionError(
                f"{where}, option {name}: of no effect; only {' and '.join(applied)} apply"
            )
    return chosen


Answer = TypeVar("Answer")


def checks_call(solve: Callable[..., Answer]) -> Callable[..., Answer]:
    """Decorate a method `solve` of a backend, so that it is called with a model and options of the right classes.

    The options may be a mapping of fields of `SolveOptions`, or None. Where `Traits.takes_basis` there may be a third
    argument, a `Basis` or None.
    """

    @wraps(solve)
    def checked(
        backend: Backend,
        model: Any,
        options: SolveOptions | Mapping[str, Any] | None = None,
        basis: Basis | None = None,
    ) -> Answer:
        require_supported(backend, model)
        options = portable_options(options)
        if not traits_of(backend).takes_basis:
            if basis is not None:
                raise OptionError(
                    f"backend {backend.name}: starts from no basis; leave it out, or take highs or exact"
                )
            return solve(backend, model, options)
        if basis is not None and not isinstance(basis, Basis):
            raise ModelError(
                f"backend {backend.name}: a Basis expected, as answers have it, not {type(basis).__name__}"
            )
        return solve(backend, model, options, basis)

    return checked


def require_supported(backend: Backend | PerturbedBackend, model: Any) -> None:
    """Raise UnsupportedModelError unless the backend solves models of this class."""
    if not isinstance(model, tuple(backend.supports)):
        solved = ", ".join(sorted(supported.__name__ for supported in backend.supports))
        raise UnsupportedModelError(
            f"backend {backend.name} solves {solved}, not {type(model).__name__}"
        )


def unknown_option(solver: str, name: str, known: Iterable[str]) -> OptionError:
    """Return the error for an option unknown to a solver."""
    return OptionError(f"{solver} has no option {name!r}{suggestion(name, known)}")


def check_names(solver: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise OptionError for the first unknown name."""
    known = sorted(known)
    for name in names:
        if name not in known:
            raise unknown_option(solver, name, known)


_EXPECTED = {bool: "True or False", int: "a whole number", float: "a number", str: "a string"}


def check_type(solver: str, name: str, value: object, expected: type) -> None:
    """Raise OptionError unless the value of an option has a type; integers are accepted as floats.

    Examples
    --------
    >>> check_type("SciPy", "time_limit", 3, float)
    """
    accepted = (int, float) if expected is float else (expected,)
    if not isinstance(value, accepted) or isinstance(value, bool) != (expected is bool):
        text = _EXPECTED.get(expected, f"a {expected.__name__}")
        raise OptionError(f"{solver}: option {name}: {text} expected, not {value!r}")


def translate(
    solver: str,
    options: SolveOptions,
    names: Mapping[str, tuple[str, ...]],
    meets: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the portable options that are set, under the solver's own names; raise OptionError for one without.

    - `meets`: Those that it accepts without an option of its own; see `Traits`.

    Examples
    --------
    >>> translate("SCS", SolveOptions(tolerance=1e-6), {"tolerance": ("eps_abs", "eps_rel")})
    {'eps_abs': 1e-06, 'eps_rel': 1e-06}
    """
    translated: dict[str, Any] = {}
    # Not `verbose` and `progress`, which ask for lines and change no answer.
    for name in ("time_limit", "tolerance", "threads", "target_gap", "checkpoint"):
        value = getattr(options, name)
        if value is None or name in meets:
            continue
        if name not in names:
            raise OptionError(f"option {name}: {solver} does not support it")
        translated.update(dict.fromkeys(names[name], value))
    return translated
