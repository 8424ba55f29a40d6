"""From a declaration to its cases."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from typing import Any

from seqform.arguments import names_file
from seqform.sweeps.case import Case
from seqform.sweeps.file_digest import digest_of
from seqform.sweeps.games import SEED, complete_parameters, is_file
from seqform.sweeps.keys import RANDOM_START
from seqform.sweeps.settings import changed
from seqform.sweeps.spec import Grid, Spec

MAX_CASES = 1_000_000
"""A declaration with more is a mistake."""


def expand(spec: Spec) -> list[Case]:
    """Return the cases of a declaration, in its order, the last key changing fastest; none comes twice.

    Raises
    ------
    ParseError
        If there are too many, or a random start has no seed.

    Examples
    --------
    >>> from seqform.sweeps.spec import spec_from
    >>> spec = spec_from({"grid": [{"game": "kuhn", "bet": [1, 2]}], "case": [{"game": "kuhn"}]})
    >>> [case.parameters["bet"] for case in expand(spec)]
    [1, 2]
    """
    digest = cache(digest_of)
    cases: dict[str, Case] = {}
    for grid in spec.grids:
        total = 1
        for axis in grid.axes:
            total *= len(axis.values)
        if total + len(cases) > MAX_CASES:
            grid.place.fail(f"{total:,} cases; at most {MAX_CASES:,} make a sweep")
        for values in itertools.product(*(axis.values for axis in grid.axes)):
            case = _case(grid, values)
            try:
                files = {name: digest(name) for name in _files(case)}
            except OSError as error:
                grid.place.fail(f"{error.filename}: cannot be read: {error.strerror}")
            case = replace(case, files=files) if files else case
            cases.setdefault(case.key, case)
    return list(cases.values())


def _case(grid: Grid, values: tuple[Any, ...]) -> Case:
    by_role: dict[str, dict[str, Any]] = {"parameter": {}, "option": {}, "setting": {}, "attribute": {}}
    for axis, value in zip(grid.axes[1:], values[1:], strict=True):
        by_role[axis.role][axis.name] = value
    attributes = by_role["attribute"]
    seed = attributes.get("seed")
    if by_role["setting"].get("start") == RANDOM_START and seed is None:
        grid.place.at("start").fail(f'"{RANDOM_START}" needs a seed; add seed = ..., or write "{RANDOM_START}:1"')
    game, parameters = complete_parameters(values[0], by_role["parameter"], seed)
    if seed is None:
        attributes["seed"] = parameters.get(SEED)
    settings = changed(by_role["setting"])
    return Case(game=game, parameters=parameters, options=by_role["option"], settings=settings, **attributes)


def _files(case: Case) -> list[str]:
    start = str(case.settings.get("start", ""))
    named = [case.game] if is_file(case.game) else []
    return [*named, *([start] if start and ":" not in start and names_file(start) else [])]
