"""The function `solve_row`, which solves the case of one row of a sweep again, to see its strategies.

Rows have the numbers of an answer, not its strategies. A store may come from somebody else: its case goes through the
checks of a declaration, so that no option of it names a file to write; code that it names is not run, and a file is
read only if the row has its digest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from seqform.errors import OptionError, ParseError
from seqform.experiments.declaration import expand, spec_from
from seqform.experiments.keys import KEYS, SEARCH, require_unchanged
from seqform.experiments.report import data
from seqform.experiments.run_case import Answer, solve_case
from seqform.experiments.values import RAW, Case
from seqform.system.sources import own_file


def solve_row(store: str | Path, *conditions: str, progress: Callable[[str], None] | None = None) -> Answer:
    """Solve the case of one row of a sweep again.

    Parameters
    ----------
    store : path
        The file with the results of a sweep.
    *conditions : str
        As with ``--where`` of ``seqform report``, such as "bet=2" or "backend=highs"; only one case may meet them all.
    progress : callable, optional
        Called with messages while the case is solved.

    Returns
    -------
    Equilibrium, OrderedEquilibrium or PositionEquilibrium
        As from `seqform.solve`.

    Raises
    ------
    OptionError
        If not exactly one case meets the conditions, or the case runs Python code of the user's, which a store is not
        trusted with.
    ModelError
        If there is no such store, or a file of the case has changed since.

    Examples
    --------
    >>> import tempfile
    >>> import seqform as sf
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = sf.sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}]}, store=f"{folder}/kuhn.sqlite", workers=0)
    ...     equilibrium = sf.solve_row(f"{folder}/kuhn.sqlite", "bet=2")
    >>> equilibrium.game.title
    'kuhn(bet=2)'
    """
    cases = data.where(data.rows_frame(store), conditions)
    if len(cases) > 1:
        names = data.varying(cases, [*data.parameter_columns(cases), *data.way_columns(cases)])
        choices = "; ".join(f"{name} is {data.cells_listed(cases, name)}" for name in names)
        raise OptionError(f"{store}: {len(cases):,} cases; add conditions (--where) that leave one: {choices}")
    (row,) = cases[data.ROW]
    if row.case["concept"] == SEARCH:
        raise OptionError(f"{store}: a search finds no strategies; 'seqform search {row.case['game']}' repeats it")
    answer = solve_case(_checked(row.case, str(store)), {}, progress)
    assert answer is not None
    return answer


def _checked(given: Mapping[str, Any], store: str) -> Case:
    """Return the case of a row, if a declaration could have it and its files are as they were."""
    case = Case.from_dict(given)
    code = [text for text in (case.game, case.backend, *(case.preprocess or ())) if own_file(text) is not None]
    if code:
        raise OptionError(
            f"{store}: the case runs the Python code {code[0]}, which a store is not trusted with; "
            "solve it with that name instead"
        )
    require_unchanged(case.files)
    try:
        (checked,) = expand(spec_from({"case": [_declaration(case)]}))
    except ParseError as error:
        raise OptionError(f"{store}: the row is not of a case that can be solved: {error}") from None
    if unknown := sorted(checked.files.keys() - case.files.keys()):
        raise OptionError(f"{store}: the row names the file {unknown[0]} and not its content, as rows of sweeps do")
    return checked


def _declaration(case: Case) -> dict[str, Any]:
    """Return the table of a declaration that a case comes from."""
    table: dict[str, Any] = {"game": case.game, "concept": case.concept, **case.settings}
    table |= {name: value for name, value in case.parameters.items() if name not in KEYS}
    table |= {"backend": case.backend} if case.backend else {}
    table |= {"seed": case.seed} if case.seed is not None else {}
    table |= {"preprocess": list(case.preprocess)} if case.preprocess is not None else {}
    table |= {"watch": list(case.watch)} if case.watch else {}
    table["options"] = {name: value for name, value in case.options.items() if not name.startswith(RAW)}
    table["option"] = {name.removeprefix(RAW): value for name, value in case.options.items() if name.startswith(RAW)}
    return table
