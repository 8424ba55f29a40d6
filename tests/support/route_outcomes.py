"""The answers of `seqform.solve` on every route, as text.

Numbers in doubles are masked; what remains does not depend on the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from route_tables import (
    BACKENDS_OF_OPTIONS,
    BACKENDS_OF_STEPS,
    BACKENDS_OF_VARIANTS,
    FURTHER_REQUESTS,
    OPTIONS,
    PLAIN_REQUESTS,
    REQUESTS,
    STEPS,
    STEPS_OF_VARIANTS,
    VARIANTS,
    backends,
    game,
)

import seqform as sf
from seqform.errors import SeqformError
from seqform.solving.concepts import concept_of

_DOUBLE = re.compile(r"(?<![\w/])-?\d+(\.\d+)?e[-+]?\d+|(?<![\w=])-?\d+\.\d+|\b(nan|inf)\b")
_IN_DOUBLES = re.compile(r"(nash_conv|with gap) = -?\d\S*")


def text_of(name: str) -> str:
    """Return the outcomes of all routes of a game: under each request the texts, each above its backends and steps."""
    lines = [f"{name}: {game(name)!r}"]
    for request in (*REQUESTS, *FURTHER_REQUESTS):
        concept, settings = request
        lines += ["", ", ".join([concept, *(f"{key}={value}" for key, value in settings.items())])]
        by_text: dict[str, dict[str, list[str]]] = {}
        for where, step, backend, given in _routes(request, name in VARIANTS):
            text = _masked(outcome(name, concept, settings, backend=backends()[backend], **given), step, backend)
            by_text.setdefault(text, {}).setdefault(backend, []).append(where)
        for text, places in by_text.items():
            lines.append(f"  {text}")
            by_steps: dict[str, list[str]] = {}
            for backend, steps in places.items():
                by_steps.setdefault("; ".join(steps), []).append(backend)
            lines += [f"      {' '.join(names)}: {steps}" for steps, names in by_steps.items()]
    return "\n".join(lines) + "\n"


def _routes(request: tuple[str, Mapping[str, Any]], is_variant: bool) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield what is asked beside a request, its step, the backend, and the arguments; for a variant not every one."""
    is_plain = request in REQUESTS
    steps = (STEPS_OF_VARIANTS if is_variant else tuple(STEPS)) if is_plain else ("default",)
    every = BACKENDS_OF_STEPS if is_variant else tuple(backends())
    for step in steps:
        for exact in (False, True):
            if is_variant and (exact or not is_plain or step == "none"):
                asked = BACKENDS_OF_VARIANTS[: None if step == "default" else 1]
            else:
                asked = every if step == "default" else BACKENDS_OF_STEPS[: 1 if exact else None]
            for backend in asked:
                yield step + " (exact)" * exact, step, backend, {"preprocess": STEPS[step](), "exact": exact}
    for option, given in OPTIONS.items() if request in PLAIN_REQUESTS and not is_variant else ():
        for backend in BACKENDS_OF_OPTIONS:
            yield f"option {option}", "default", backend, {"options": given}


def _masked(text: str, step: str, backend: str) -> str:
    """Return a text with words in place of the names that differ where routes go the same way."""
    text = re.sub(rf"\b(by|[Bb]ackend|of) {re.escape(backend)}\b", r"\1 BACKEND", text)
    return text.replace(f"after {step};", "after STEPS;").replace(f": {step}: ", ": STEPS: ")


def outcome(name: str, concept: str, settings: Mapping[str, Any], **arguments: Any) -> str:
    """Return the answer, or the error with its exit status, on one line."""
    try:
        found = sf.solve(game(name), concept, **settings, **arguments)
    except SeqformError as error:
        answer = getattr(error, "equilibrium", None)
        carried = "" if answer is None else f" [{described(answer, concept, settings)}]"
        text = _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", str(error)))
        return f"{type(error).__name__}, status {error.exit_status}: {text}{carried}"
    except Exception as error:  # a fault, which stands in the file until it is repaired
        return f"FAULT {type(error).__name__}: {error}"
    return described(found, concept, settings)


def described(found: Any, concept: str, settings: Mapping[str, Any]) -> str:
    """Return the class of an answer, how it was computed, its certificate, and which parts it has."""
    parts = [type(found).__name__]
    resolved, certificate = getattr(found, "resolved", None), getattr(found, "certificate", None)
    if resolved is not None:
        expected = concept_of(concept, settings)
        given = {one.name: getattr(expected, one.name) for one in fields(expected)}
        parts += [f"by {resolved.backend}", f"after {', '.join(resolved.preprocess) or 'no step'}"]
        parts += [f"as {resolved.concept}"] * (resolved.concept != concept)
        parts += [f"{key}={value}" for key, value in resolved.settings.items() if value != given[key]]
        parts += [f"options {dict(resolved.options)}"] * (dict(resolved.options) != {"verbose": False, "raw": {}})
    if certificate is None or certificate.proven:
        parts.append(f"values {', '.join(map(str, found.values))}")
    if certificate is not None:
        text = str(certificate)
        parts.append(text if certificate.proven else _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", text)))
    optional = ("witness", "assessment", "profiles", "plans")
    parts += [f"with {part}" for part in optional if getattr(found, part, None) is not None]
    parts += [f"objective {found.objective}"] if getattr(found, "objective", "") else []
    return "; ".join(parts)
