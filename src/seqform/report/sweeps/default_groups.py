"""What the tables of a sweep are grouped by if nothing is said."""

from __future__ import annotations

from collections.abc import Sequence

from seqform.report.sweeps.groups import DEFAULT_BY
from seqform.report.sweeps.ways import grouped, parameter_columns, varying, way_columns
from seqform.sweeps.row import Row

MOST_GROUPS = 40
"""Tables with more lines say less than a picture."""


def varied_columns(rows: Sequence[Row]) -> list[str]:
    """Return the columns that a sweep is over, the game and the backend first.

    They are the parameters that vary within a game, the concept, and what varies of the way of solving within a
    backend. Seeds are repetitions, so they are none of them.
    """
    by_game = grouped(rows, ["game"]).values()
    parameters = [name for cases in by_game for name in varying(cases, parameter_columns(cases))]
    return list(dict.fromkeys([*DEFAULT_BY, *parameters, *varying(rows, ["concept"]), *way_columns(rows)]))


def default_groups(rows: Sequence[Row]) -> tuple[list[str], str]:
    """Return the columns to group by, and what there is to say about them.

    Returns
    -------
    list of str
        `varied_columns`, or the game and the backend alone where the former make too many groups.
    str
        Empty if nothing was left out.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> from seqform.sweeps.row import Outcome
    >>> cases = [Case("kuhn", {"ante": 1, "bet": bet}) for bet in range(1, 50)]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> default_groups(rows[:9])
    (['game', 'backend', 'bet'], '')
    >>> default_groups(rows)
    (['game', 'backend'], '49 groups by bet are too many to show unasked; --by bet shows them')
    """
    columns = varied_columns(rows)
    groups = len(grouped(rows, columns))
    if groups <= MOST_GROUPS or len(columns) == len(DEFAULT_BY):
        return columns, ""
    further = columns[len(DEFAULT_BY) :]
    note = f"{groups} groups by {', '.join(further)} are too many to show unasked; --by {','.join(further)} shows them"
    return list(DEFAULT_BY), note
