"""Table I of von Stengel, van den Elzen & Talman (2002): the published rows beside ours.

    python scripts/run.py table_1                    # L = 3 ... 9 with the paper's numbers of games and starts
    python scripts/run.py table_1 --depths 10-14     # what the paper could not: fewer games and starts
    python scripts/run.py table_1 --games 5 --starts 10 --depths 3-6

Every game is a case of its own, computed on all cores. Finished cases are kept in a file next to the results;
an interrupted run continues from there.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import seqform as sf
from kept_rows import rows_of
from measure import Page, markdown_table
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.errors import InputError
from seqform.models.answers.equilibrium import EquilibriumSet
from seqform.models.numbers.text import rough_count
from seqform.paths.search import equilibria

PUBLISHED = {
    "tree nodes N": (15, 31, 63, 127, 255, 511, 1023),
    "strategies player 1": (4, 4, 16, 16, 256, 256, 65536),
    "strategies player 2": (2, 8, 8, 128, 128, 32768, 32768),
    "LCP dimension RNF": (8, 14, 26, 146, 386, 33026, 98306),
    "sequences player 1": (7, 7, 23, 23, 87, 87, 343),
    "constraints player 1": (4, 4, 12, 12, 44, 44, 172),
    "sequences player 2": (3, 11, 11, 43, 43, 171, 171),
    "constraints player 2": (2, 6, 6, 22, 22, 86, 86),
    "LCP dimension SF": (16, 28, 52, 100, 196, 388, 772),
    "RNF seconds": (0.001, 0.003, 0.017, 0.71, 25.4, None, None),
    "RNF pivoting steps": (6.6, 8.0, 10.0, 14.8, 20.5, None, None),
    "SF seconds": (0.003, 0.017, 0.142, 0.89, 6.0, 49.8, 464.3),
    "SF pivoting steps": (14.6, 25.2, 45.8, 94.1, 191.8, 397.6, 983.8),
    "equilibria per game": (1.2, 2.0, 4.4, 16.6, 44.2, 84.3, 98.9),
    "distributions on leaves": (1.2, 1.5, 2.5, 4.2, 7.0, 13.7, 22.4),
}
"""By row, for L = 3, ..., 9; seconds on a 400 MHz Pentium."""

SIZES = tuple(PUBLISHED)[:9]
GAMES = {3: 100, 4: 100, 5: 100, 6: 100, 7: 100, 8: 20, 9: 10, 10: 10, 11: 6, 12: 4, 13: 3, 14: 2}
STARTS = {10: 20, 11: 10, 12: 6, 13: 4, 14: 2}
NORMAL_FORM_GAMES = {3: 100, 4: 100, 5: 100, 6: 100, 7: 20}
DEFAULT_STARTS = 100
BEST_RESPONSE_STARTS = 10
BEST_RESPONSES_UP_TO = 12  # now and then such a path is a hundred times longer than the others
SOURCES = tuple(f"{room}/**/*.py" for room in ("models", "builders", "backends", "src"))
AGREEING = "RNF and SF agree, % of starts"
ALL_SETS = "SF steps, all sets entered"


@dataclass(frozen=True)
class Case:
    """One game with its starts."""

    depth: int
    seed: int
    starts: int
    kind: str
    """RNF, SF, or SF from best-response bases."""


@dataclass(frozen=True)
class Row:
    """What came of a case: averages over its starts."""

    case: Case
    seconds: float
    pivots: float
    longest: int
    equilibria: int
    distributions: int
    all_odd: bool
    path_seconds: list[float]
    agreeing: int | None
    """Starts from which the normal form leads to the plans of the sequence form; for the normal form alone."""


def run(
    *,
    depths: str = "3-9",
    games: int | None = None,
    starts: int | None = None,
    normal_form: bool = True,
    jobs: int = os.cpu_count() or 1,
    fresh: bool = False,
) -> Page:
    """Make the page for depths such as 3-9 or 7, with the paper's numbers of games and starts if none are given."""
    first, _, last = depths.partition("-")
    chosen = range(int(first), int(last or first) + 1)
    if not chosen or chosen[0] < 2:
        raise InputError(f"--depths {depths}: such as 3-9, from 2 on, expected")
    cases = list(cases_of(chosen, games, starts, normal_form=normal_form))
    name = "table_1" if chosen[-1] <= 9 else "table_1_beyond"
    began = time.perf_counter()
    rows, kept = rows_of(name, cases, compute, Row, sources=SOURCES, jobs=jobs, fresh=fresh)
    title = (
        "Table I"
        if chosen[-1] <= 9
        else f"Deeper trees than those of Table I: L = {chosen[0]} to {chosen[-1]}"
    )
    return name, title, sections(chosen, rows, time.perf_counter() - began, kept)


def cases_of(
    depths: Sequence[int], games: int | None, starts: int | None, *, normal_form: bool
) -> Iterator[Case]:
    """Yield the cases, the long ones first, so that no core waits for the last one."""
    for depth in reversed(depths):
        number = games or GAMES.get(depth, 1)
        each = starts or STARTS.get(depth, DEFAULT_STARTS)
        for seed in range(number):
            yield Case(depth, seed, each, "SF")
            if depth <= BEST_RESPONSES_UP_TO:
                yield Case(depth, seed, min(each, BEST_RESPONSE_STARTS), "SF from best responses")
        if normal_form:
            for seed in range(min(number, NORMAL_FORM_GAMES.get(depth, 0))):
                yield Case(depth, seed, each, "RNF")


def compute(case: Case) -> Row:
    """Follow the paths from all starts of one game; every equilibrium is certified exactly."""
    found = _found(case, case.kind)
    agreeing = None
    if case.kind == "RNF":
        other = _plans_by_start(_found(case, "SF"))
        agreeing = sum(plans == other[start] for start, plans in _plans_by_start(found).items())
    return Row(
        case,
        found.seconds / case.starts,
        float(found.pivots.mean()),
        int(found.pivots.max()),
        len(found),
        found.distributions,
        bool((found.pivots % 2 == 1).all()),
        found.path_seconds.tolist(),
        agreeing,
    )


def _found(case: Case, kind: str) -> EquilibriumSet:
    return equilibria(
        f"binary-tree(depth={case.depth},seed={case.seed})",
        starts=case.starts,
        formulation="normal-form" if kind == "RNF" else "sequence-form",
        initial="best-response" if kind == "SF from best responses" else "slacks",
        witnesses=False,
        jobs=1,
        options={"raw": {"engine": "revised"}},
    )


def _plans_by_start(found: EquilibriumSet) -> dict[int, list[list[Any]]]:
    """Return the weights of both players' plans, to which each start leads."""
    return {
        start: [strategy.plan.exact_weights("plans").to_fractions() for strategy in one.profile]
        for one in found
        for start in one.starts
    }


def sections(
    depths: Sequence[int], rows: Sequence[Row], seconds: float, kept: int = 0
) -> list[str]:
    ours = {
        depth: column(depth, [row for row in rows if row.case.depth == depth]) for depth in depths
    }
    lines = []
    for name, published in PUBLISHED.items():
        figures = [published[depth - 3] if 3 <= depth <= 9 else None for depth in depths]
        if any(figure is not None for figure in figures):
            lines.append((name, "paper", *map(shown, figures)))
        lines.append(
            (
                "" if len(lines) and lines[-1][0] == name else name,
                "ours",
                *(shown(ours[d][name]) for d in depths),
            )
        )
    lines += [
        (name, "ours", *(shown(ours[depth].get(name)) for depth in depths))
        for name in (
            *(
                f"{kind} seconds, {what}"
                for kind in ("RNF", "SF")
                for what in ("standard deviation", "longest")
            ),
            AGREEING,
            "SF from best responses pivoting steps",
            ALL_SETS,
            "longest SF path",
            "games",
            "starts",
        )
    ]
    table = markdown_table(("", "", *(f"L = {depth}" for depth in depths)), lines)
    wrong = [
        f"{name} at L = {depth}"
        for name in SIZES
        for depth in depths
        if 3 <= depth <= 9 and ours[depth][name] != PUBLISHED[name][depth - 3]
    ]
    odd = all(row.all_odd for row in rows if row.case.kind == "SF")
    notes = [
        f"- {len(rows):,} games, {sum(row.case.starts for row in rows):,} paths, in {seconds:.0f} s"
        + (f", {kept:,} games of them kept from an earlier run." if kept else "."),
        *(
            [f"- Sizes: {'all as published' if not wrong else 'different: ' + ', '.join(wrong)}."]
            if depths[0] <= 9
            else []
        ),
        "- Seconds are averages for one start, from the tree to the certified equilibrium; the paper's are of 2001.",
        "- Standard deviations and longest times are those of single paths. At L = 6 the paper has 0.68 and 15.0 s for "
        "the normal form, 0.41 and 5.4 s for the sequence form.",
        "- Normal form and sequence form agree from a start if they lead to the same realization plans.",
        "- Every equilibrium counted is certified on its game: nash_conv is exactly 0.",
        "- From the slacks, u or v of an information set enters when the player's own choices lead there, and leaves "
        "when they no longer do; these figures are the closest to the paper's. From a basis of best responses, the "
        f'default, all are in from the beginning; "{ALL_SETS}" adds to that path two pivots for each constraint.',
        f"- Number of pivots of the sequence form: {'odd for every path' if odd else 'even for some paths'}; "
        "the paper observed that it is always odd.",
    ]
    return [table, "\n".join(notes)]


def column(depth: int, rows: Sequence[Row]) -> dict[str, float | int | None]:
    form = sequence_form(sf.load(f"binary-tree(depth={depth})")).target
    first, second = form.sequences
    strategies = [count_pure_strategies(index) for index in form.sequences]
    constraints = [1 + index.num_infosets for index in form.sequences]
    figures: dict[str, float | int | None] = {
        "tree nodes N": 2 ** (depth + 1) - 1,
        "strategies player 1": strategies[0],
        "strategies player 2": strategies[1],
        "LCP dimension RNF": sum(strategies) + 2,
        "sequences player 1": len(first),
        "constraints player 1": constraints[0],
        "sequences player 2": len(second),
        "constraints player 2": constraints[1],
        "LCP dimension SF": len(first) + len(second) + sum(constraints),
    }
    for kind in ("RNF", "SF", "SF from best responses"):
        chosen = [row for row in rows if row.case.kind == kind]
        figures[f"{kind} seconds"] = average([row.seconds for row in chosen])
        path_seconds = [seconds for row in chosen for seconds in row.path_seconds]
        figures[f"{kind} seconds, standard deviation"] = (
            statistics.pstdev(path_seconds) if path_seconds else None
        )
        figures[f"{kind} seconds, longest"] = max(path_seconds, default=None)
        figures[f"{kind} pivoting steps"] = average([row.pivots for row in chosen])
        if kind == "RNF" and chosen:
            agreeing = sum(row.agreeing or 0 for row in chosen)
            figures[AGREEING] = 100 * agreeing / sum(row.case.starts for row in chosen)
        if kind == "SF from best responses" and chosen:
            figures[ALL_SETS] = statistics.fmean(row.pivots for row in chosen) + 2 * sum(
                constraints
            )
        if kind == "SF" and chosen:
            figures["equilibria per game"] = average([row.equilibria for row in chosen])
            figures["distributions on leaves"] = average([row.distributions for row in chosen])
            figures["longest SF path"] = max(row.longest for row in chosen)
            figures["games"] = len(chosen)
            figures["starts"] = chosen[0].case.starts
    return figures


def average(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None


def shown(figure: float | int | None) -> str:
    if figure is None:
        return "–"
    if isinstance(figure, int):
        return rough_count(figure)
    return f"{figure:.1f}" if figure >= 5 else f"{figure:.3g}"
