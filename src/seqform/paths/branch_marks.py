"""Claims about the equilibria of a game over a parameter: marks of components, and the runs of numbers with one mark.

The equilibria at each number are marked as a list of its own (`seqform.paths.marks`). A component has a claim at a
number if all its extreme equilibria do, and has not if none of its members does; nothing is proved between the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.equilibrium import EquilibriumSet
from seqform.models.numbers.text import shown_rational
from seqform.models.table import Cell, Table
from seqform.paths.member_marks import check_of
from seqform.system.deadline import Deadline

Status = Literal["yes", "some", "no", "open"]


@dataclass(frozen=True)
class ComponentMark:
    """What is decided about a claim for a component of equilibria at a number.

    - `status`: "yes" if it holds for each extreme equilibrium, "some" if for some of them, "no" if for no member of the
      component, "open" if none of this is decided.
    - `reason`: Why it is open or does not hold, where there is a text on it.
    """

    status: Status
    reason: str = ""


Marks = Mapping[str, ComponentMark]
"""The marks of a component, by claim."""


@dataclass(frozen=True)
class MarkRun:
    """Consecutive numbers at which the components of a branch have the same mark.

    - `branch`: Its place in `EquilibriumCorrespondence.branches`.
    - `check`: The claim.
    - `numbers`: The numbers, all of them samples, ascending.
    """

    branch: int
    check: str
    mark: ComponentMark
    numbers: tuple[Fraction, ...]


@dataclass(frozen=True)
class SolvedNumber:
    """The list of equilibria at a number, and which of them are in each component."""

    answers: AllEquilibria | EquilibriumSet
    members: tuple[tuple[int, ...], ...]


def marks_by_number(
    solved: Mapping[Fraction, SolvedNumber],
    claims: Sequence[str],
    stopped: str,
    deadline: Deadline,
    describe: Callable[[Fraction], str],
    progress: Callable[[str], None] | None,
) -> tuple[dict[Fraction, list[Marks]], str]:
    """Return the marks of the components at each number, and why the rest is open, empty if nothing is.

    - `claims`: As of `claim_names`.
    - `stopped`: Why nothing can be decided any more, else empty.
    - `describe`: Returns a number in words, for progress messages.
    """
    marks: dict[Fraction, list[Marks]] = {}
    for place, at in solved.items():
        answers = at.answers
        if not stopped and len(answers):

            def report(text: str, place: Fraction = place) -> None:
                if progress is not None:
                    progress(f"{describe(place)}: {text}")

            try:
                answers = answers.checked(*claims, time_limit=deadline.left, progress=report)
                stopped = answers.marks_stopped
            except KeyboardInterrupt:
                stopped = "interrupted"
        marks[place] = [
            {check: _mark(answers, members, check, stopped) for check in map(check_of, claims)}
            for members in at.members
        ]
    return marks, stopped


def _mark(
    answers: AllEquilibria | EquilibriumSet, members: Sequence[int], check: str, stopped: str
) -> ComponentMark:
    """Return the mark of a component, whose members are given by their places in a list."""
    verdicts = [answers[place].certificate.checks.get(check) for place in members]
    if all(verdicts):
        return ComponentMark("yes")
    if any(verdicts):
        return ComponentMark("some")
    if isinstance(answers, AllEquilibria):
        component = answers.subsets[answers[members[0]].subsets[0]].component
        for lacking in answers.lacking:
            if (lacking.component, lacking.check) == (component, check):
                return ComponentMark("no", lacking.reason)
    elif verdicts == [False]:
        return ComponentMark("no")

    for place in members:
        reason = answers[place].certificate.undecided.get(check)
        if reason:
            return ComponentMark("open", reason.removeprefix(f"{check}: "))
    if stopped:
        return ComponentMark("open", f"not examined, {stopped}")
    return ComponentMark(
        "open", "for none of its extreme equilibria; of their mixtures not decided"
    )


def mark_runs(
    branch: int, numbers: Sequence[Fraction], marks: Sequence[Marks], checks: Iterable[str]
) -> Iterator[MarkRun]:
    """Yield the runs of a branch, claim by claim; where marks agree but for the reason, it is that of the first."""
    for check in checks:
        pairs = [
            (at[check], number) for number, at in zip(numbers, marks, strict=True) if check in at
        ]
        for _, group in groupby(pairs, key=lambda pair: pair[0].status):
            members = list(group)
            yield MarkRun(branch, check, members[0][0], tuple(number for _, number in members))


def run_words(runs: Sequence[MarkRun]) -> str:
    """Return the runs of one claim in words.

    Examples
    --------
    >>> yes, no = ComponentMark("yes"), ComponentMark("no")
    >>> low, high = (Fraction(0), Fraction(19, 8)), (Fraction(5, 2), Fraction(3))
    >>> run_words([MarkRun(0, "sequential", yes, low), MarkRun(0, "sequential", no, high)])
    'sequential: yes from 0 to 19/8, no from 5/2 to 3'
    >>> run_words([MarkRun(0, "sequential", yes, low)])
    'sequential: yes from 0 to 19/8'
    """
    parts = []
    for run in runs:
        first, last = shown_rational(run.numbers[0]), shown_rational(run.numbers[-1])
        where = f"at {first}" if first == last else f"from {first} to {last}"
        parts.append(f"{run.mark.status} {where}")
    return f"{runs[0].check}: {', '.join(parts)}"


def runs_table(runs: Iterable[MarkRun]) -> Table:
    """Return the runs, each with its ends, how many numbers it has, and the reason."""
    rows: list[list[Cell]] = [
        [
            run.branch + 1,
            run.check,
            run.mark.status,
            run.numbers[0],
            run.numbers[-1],
            len(run.numbers),
            run.mark.reason,
        ]
        for run in runs
    ]
    columns = ("branch", "claim", "holds", "from", "to", "numbers", "reason")
    return Table(
        "Claims about the branches, at the numbers sampled", columns, "rllrrrl", rows, keys=2
    )
