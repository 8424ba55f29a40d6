"""Objects of the user's own Python files, which are run: games, backends, filters, evaluations, functions.

The text that names one, such as ``./mygame.py:HighCard(cards=5)``, is read by `seqform.system.sources.parse_code`.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

from seqform.errors import BackendError, GameError, InputError, UnknownBackendError, suggestion
from seqform.system.files import open_regular
from seqform.system.own_arguments import Taken, is_text_of_number, taken_by
from seqform.system.sources import Source, parse_code, similar_file, stated_parameters

_MODULES = "seqform_own_"
"""The beginning of the names of modules that are Python files of the user's."""

MOST_BYTES = 2**24
"""Bound on the size of a Python file."""


def made(source: Any) -> Any:
    """Return the object of a Python file that a source names; another source, and anything else, as it is."""
    if isinstance(source, Source) and source.runs_code:
        return own_object(source)
    return source


def own_object(code: Source) -> Any:
    """Return the object of a Python file; a class or a function is called, with the arguments in parentheses.

    The file is run once in a process, with its folder first on the search path of modules. Arguments are whole numbers,
    fractions or decimals, "true" and "false", lists of these in brackets, and otherwise texts; the default and the
    annotation of a parameter decide which of them it takes, as in `seqform.system.own_arguments.taken_by`.

    Raises InputError if the file cannot be run, it has no such object, or the arguments have another form.
    """
    member = _member(code)
    if not callable(member):
        if code.arguments is not None:
            raise InputError(
                f"{code.text}: {code.name} is neither a class nor a function, so it takes no arguments"
            )
        return member
    arguments = _arguments(code, member)
    _require_parameters(code, member, arguments)
    try:
        return member(**arguments)
    except (Exception, SystemExit) as error:
        failure = _failure(code.text, error)
        raise InputError(f"{failure}{_advice(member, error)}") from error


def _advice(member: Any, error: BaseException) -> str:
    """Return what to write instead of a default that is the text of a number, as the end of a message about a type."""
    if not isinstance(error, TypeError):
        return ""
    for parameter in _signature(member):
        if is_text_of_number(parameter.default):
            return (
                f"; {parameter.name} is a text, since its default {parameter.default!r} is one; write a number there, "
                "such as Fraction(1, 2) or 0.5"
            )
    return ""


def _require_parameters(code: Source, member: Any, arguments: Mapping[str, object]) -> None:
    """Refuse arguments that a class or a function does not take, and the lack of some that it needs."""
    try:
        signature = inspect.signature(member)
    except (TypeError, ValueError):  # compiled code without a signature
        return
    try:
        signature.bind(**arguments)
    except TypeError as error:
        names = list(signature.parameters)
        has = stated_parameters(names)
        for name in arguments:
            if name not in names:
                hint = suggestion(name, names)
                raise InputError(f"{code.head} has no parameter {name!r}{hint}; {has}") from None
        raise InputError(f"{code.text}: {error}; {has}") from None


def own_signature(code: Source) -> tuple[inspect.Parameter, ...]:
    """Return the parameters of a class or a function in a Python file, which is run; of another object there are none.

    Raises InputError as `own_object` does.
    """
    return _signature(_member(code))


def _signature(member: Any) -> tuple[inspect.Parameter, ...]:
    if not callable(member):
        return ()
    try:
        return tuple(inspect.signature(member).parameters.values())
    except (TypeError, ValueError):  # compiled code without a signature
        return ()


@contextmanager
def errors_named_by(source: object) -> Iterator[None]:
    """Put the text of a source FILE.py:NAME before the message of an error about its object; of nothing else."""
    is_own = isinstance(source, Source) and source.runs_code
    try:
        yield
    except (InputError, GameError, BackendError) as error:
        # Errors of the classes below these take more than a message.
        takes_message = type(error) in (InputError, GameError, BackendError, UnknownBackendError)
        if not is_own or not takes_message or str(source) in str(error):
            raise
        raise type(error)(f"{source}: {error}") from error.__cause__
    except Exception as error:
        failure = failure_of(error)
        if failure is None:
            raise
        raise failure from error


def failure_of(error: BaseException) -> InputError | None:
    """Return the error for an exception that a function of a Python file of the user's has raised, None for any other.

    It names the file and the function of it that was called.
    """
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if _is_own(frame):
            return _failure(f"{frame.f_code.co_filename}: {frame.f_code.co_name}", error)
    return None


def own_function(text: str) -> Any:
    """Return the function FILE.py:NAME itself, or what it returns for the arguments of FILE.py:NAME(argument=value).

    An exception that the function raises becomes an InputError that names it, in one line.
    """
    code = parse_code(text)
    if code is None:
        raise InputError(f"{text}: FILE.py:NAME or FILE.py:NAME(argument=value) expected")
    function = own_member(code)
    if not callable(function):
        raise InputError(f"{code.path}: defines no function {code.name}")
    return guarded(code.text, function)


def own_member(code: Source) -> Any:
    """Return a function of a Python file itself; of a class, or with arguments in parentheses, what the call returns.

    Raises InputError as `own_object` does.
    """
    member = _member(code)
    if isinstance(member, type) or code.arguments is not None:
        return own_object(code)
    return member


def names_own(code: Source, base: type) -> bool:
    """Return whether a source names a class derived from another one, or an object of it; the file is run.

    Raises InputError if the file cannot be run, or has no such object.
    """
    member = _member(code)
    if isinstance(member, type):
        return issubclass(member, base)
    return isinstance(member, base)


def guarded(text: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with an InputError in place of every exception that it raises but an interrupt."""

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except (Exception, SystemExit) as error:
            raise _failure(text, error) from error

    return call


def _failure(what: str, error: BaseException) -> InputError:
    """Return the error for an exception of the user's code, `SystemExit` included, which would end the command."""
    return InputError(failure_text(what, error))


def takes_positional(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function can be called with a number of positional arguments; True if that is not known."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a function whose arguments are not known
        return True
    return True


def require_positional(name: str, function: object, arguments: Sequence[str]) -> None:
    """Raise InputError unless a function takes as many positional arguments as are described."""
    problem = ""
    if callable(function):
        try:
            inspect.signature(function).bind(*arguments)
        except TypeError as error:
            problem = f": {error}"
        except ValueError:  # a function whose arguments are not known
            return
        else:
            return
    if len(arguments) == 1:
        expected = f"one argument expected, {arguments[0]}"
    else:
        described = f"{', '.join(arguments[:-1])} and {arguments[-1]}"
        expected = f"{len(arguments)} arguments expected, {described}"
    raise InputError(f"{name}: a function of {expected}{problem}")


def line_of(function: Callable[..., Any]) -> str:
    """Return the file and the line of a function of a Python file of the user's, in parentheses; "" of any other."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    module = str(getattr(function, "__module__", ""))
    if code is None or not module.startswith(_MODULES):
        return ""
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})"


def failure_text(what: str, error: BaseException) -> str:
    """Return the line about an exception of the user's code.

    It ends with the line of the user's file in which the exception arose, or which called what raised it, and with the
    notes of the exception, such as the history of a game at which its rules failed.
    """
    message = " ".join(str(error).split())
    line = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        if _is_own(frame):
            line = f" ({Path(frame.f_code.co_filename).name}, line {number})"
    notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    return f"{what}: {type(error).__name__}: {message}{line}{notes}"


def _is_own(frame: FrameType) -> bool:
    """Return whether a frame is of a Python file of the user's."""
    return str(frame.f_globals.get("__name__", "")).startswith(_MODULES)


def _member(code: Source) -> Any:
    """Return the class, the function or the object itself."""
    assert code.path is not None
    module = _module(code.path)
    member = getattr(module, code.name, None)
    if member is None:
        own = []
        for name, value in vars(module).items():
            if not name.startswith("_") and not _is_imported(value, module):
                own.append(name)
        hint = suggestion(code.name, own)
        if own and not hint:
            hint = f"; it defines {', '.join(own[:8])}"
        raise InputError(f"{code.path}: defines no {code.name}{hint}")
    return member


def _is_imported(value: object, module: ModuleType) -> bool:
    if isinstance(value, ModuleType):
        return True
    defined_in = getattr(value, "__module__", None)
    return isinstance(value, type | FunctionType) and defined_in != module.__name__


def _module(path: Path) -> ModuleType:
    """Return the module of a Python file, which is run unless it has been run in this process."""
    try:
        file = path.expanduser().resolve(strict=True)
        with open_regular(file, MOST_BYTES):
            pass
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = similar_file(path) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{path}: cannot be read: {reason}{hint}") from None
    from hashlib import sha256  # which takes time to import

    digest = sha256(str(file).encode()).hexdigest()[:16]
    name = f"{_MODULES}{digest}_{file.stem}"
    if name in sys.modules:
        return sys.modules[name]

    # A link may lead to a file without the ending .py, for which there is no loader by itself.
    loader = SourceFileLoader(name, str(file))
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _failure(f"{path}: cannot be run", error) from error
    finally:
        sys.path.remove(str(file.parent))
    return module


def _arguments(code: Source, member: Any) -> dict[str, object]:
    parameters = {parameter.name: parameter for parameter in _signature(member)}
    arguments: dict[str, object] = {}
    for name, value in code.arguments or ():
        if not name.isidentifier() or name in arguments:
            written = f"{name}={value}" if name else value
            raise InputError(
                f"{code.text}: {written!r}: each argument once, as name=value, expected"
            )
        parameter = parameters.get(name)
        taken = Taken() if parameter is None else taken_by(parameter)
        try:
            read = taken.read(name, value)
        except InputError as error:
            raise InputError(f"{code.head}: {error}") from None
        if (
            parameter is not None
            and isinstance(parameter.default, tuple)
            and isinstance(read, list)
        ):
            read = tuple(read)
        arguments[name] = read
    return arguments
