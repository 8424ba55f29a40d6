"""The best answers of several concepts to one game: equilibria, commitments and devices in one table of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from seqform.backends.protocol import SolveOptions, options_among
from seqform.errors import InputError, SolveError, unknown
from seqform.io.json_values import number_data, numbers_data
from seqform.io.load import load
from seqform.io.profiles import game_data
from seqform.models.answers.answer import Answer
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.numbers.exact import Number
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.paths.complete import USUAL_SEQUENCES, all_equilibria, best_equilibrium
from seqform.solving import api
from seqform.solving.concepts import (
    ExtensiveFormCoarse,
    ExtensiveFormCorrelated,
    Nash,
    NormalFormCoarse,
    Stackelberg,
    StackelbergCorrelated,
)
from seqform.solving.request import Progress
from seqform.system import watch
from seqform.system.deadline import Deadline, within

CHOSEN_BY_OBJECTIVE = (
    Nash.name,
    ExtensiveFormCorrelated.name,
    ExtensiveFormCoarse.name,
    NormalFormCoarse.name,
)
"""The concepts of whose answers an objective chooses the best."""

OF_A_LEADER = (Stackelberg.name, StackelbergCorrelated.name)
"""The concepts whose answers are the best for a leader, whatever the objective."""

COMPARED_BY_VALUES = (*CHOSEN_BY_OBJECTIVE, *OF_A_LEADER)


class ComparedAnswer(NamedTuple):
    """The best answer of a concept.

    - `concept`: Its name.
    - `leader`: The player who commits, 0 or 1, for whom it is the best; None of the other concepts.
    - `answer`: The equilibrium or the device.
    - `optimal`: Whether it is proven that no answer of the concept is better.
    """

    concept: str
    leader: int | None
    answer: Answer
    optimal: bool

    @property
    def claim(self) -> str:
        """Whether the claim of the concept holds: "proven", or what else the certificate has decided."""
        certificate = self.answer.certificate
        verdict: str = certificate.claims[certificate.claim.name]
        return verdict

    @property
    def proof(self) -> str:
        """What is proven: "claim", the claim of the concept; "best", also that none is better; else "no"."""
        if self.claim != "proven":
            return "no"
        return "best" if self.optimal else "claim"

    @property
    def total(self) -> Number:
        """The sum of the players' payoffs."""
        return sum(self.answer.values)


@dataclass(frozen=True, eq=False, repr=False)
class ConceptComparison(Computed, Tabular):
    """The best answers of several concepts to a game.

    - `objective`: The measure of equilibria and correlated equilibria; commitments are the best for their leader.
    - `remarks`: The concepts that are left out, and why.
    - `stopped`: "interrupted" if the computation was, else empty.
    """

    game: ExtensiveGame
    objective: str
    answers: tuple[ComparedAnswer, ...]
    remarks: tuple[str, ...] = ()
    stopped: str = ""

    def report(self, *, everything: bool = False) -> Report:
        """Return the table of values, claims and proofs of optimality."""
        table = self._table(f"{self.game.title}: best answers, {self.objective}")
        remark = "proven: the claim of the concept, and 'best' that none is better by the objective, or for the leader"
        lines = [Line(reason) for reason in self.remarks]
        return Report([table, *lines, Line(remark, "dim")], {"answers": lambda: self._table("")})

    def _table(self, title: str) -> Table:
        rows: list[list[Cell]] = []
        for row in self.answers:
            leader = "" if row.leader is None else self.game.players[row.leader]
            rows.append([row.concept, leader, *row.answer.values, row.total, row.proof])
        columns = ("concept", "leader", *self.game.players, "sum", "proven")
        return Table(title, columns, "llrrrl", rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data, with both values of each answer."""
        answers = []
        for row in self.answers:
            data = {
                "concept": row.concept,
                "leader": None if row.leader is None else self.game.players[row.leader],
                "values": numbers_data(row.answer.values),
                "sum": number_data(row.total),
                "claim": row.claim,
                "optimal": row.optimal,
            }
            answers.append(data)
        return {
            "schema": 1,
            "game": game_data(self.game),
            "objective": self.objective,
            "answers": answers,
            "remarks": list(self.remarks),
        }

    def __repr__(self) -> str:
        names = dict.fromkeys(row.concept for row in self.answers)
        return f"<ConceptComparison of {self.game.title!r}: {', '.join(names)}>"


def compare_concepts(
    game: Any,
    objective: ObjectiveLike = "social",
    *,
    concepts: Sequence[str] = COMPARED_BY_VALUES,
    leaders: Sequence[int | str] = (0, 1),
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> ConceptComparison:
    """Compute the best answers of several concepts to a game, exactly, for one table.

    Of up to 20 sequences of each player all Nash equilibria are computed, and the best of them is proven to be; of
    larger games that there is no better one is the claim of a mixed-integer solver.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    objective : str or Objective
        A weighted sum of the payoffs: "social", "best-for-1", "best-for-2" or "weights(A,B)", with "least-" in front
        for the worst. It chooses among equilibria and correlated equilibria; commitments are the best for the leader.
    concepts : sequence of str
        Of `COMPARED_BY_VALUES`, one at least.
    leaders : sequence of int or str
        The players as leaders of the concepts of commitment, one at least.
    options : SolveOptions, or a mapping of its fields, optional
        The time limit, one for all answers together; it may also be given by itself, as ``time_limit=60``.

    Returns
    -------
    ConceptComparison
        After Ctrl-C with the answers that are known by then, if there are any.

    Raises
    ------
    InputError
        If a concept or a leader is unknown, or the objective is no weighted sum of payoffs.
    SolveError
        If no concept has an answer, as where the time limit is reached before the first one; otherwise concepts without
        one are left out with the reason.

    Examples
    --------
    >>> comparison = compare_concepts("battle-of-the-sexes", "least-social", concepts=("nash", "normal-form-coarse"))
    >>> [(row.concept, str(row.total), row.claim, row.optimal) for row in comparison.answers]
    [('nash', '4/3', 'proven', True), ('normal-form-coarse', '4/3', 'proven', True)]
    """
    game = load(game, progress=progress)
    wanted = _weighted(objective)
    _require_several("concepts", concepts, "('nash', 'stackelberg')")
    for name in concepts:
        if name not in COMPARED_BY_VALUES:
            raise InputError(
                unknown("no concept whose best answer is computed:", name, COMPARED_BY_VALUES)
            )
    _require_several("leaders", leaders, "(0, 1)")
    numbers = [player_number(leader, game.players, "leader") for leader in leaders]
    applicable = ("time_limit", "verbose", "progress")
    options = options_among("compare_concepts", applicable, options, **portable)
    deadline = Deadline(options.time_limit)

    answers: list[ComparedAnswer] = []
    remarks: list[str] = []
    failures: list[SolveError] = []

    def compute(name: str, leader: int | None) -> None:
        """Add the answer of a concept, or the reason why there is none."""
        left = replace(options, time_limit=deadline.left)
        try:
            answers.append(_best_answer(game, name, leader, wanted, left, progress))
        except SolveError as problem:
            who = "" if leader is None else f" of {game.players[leader]}"
            remarks.append(f"{name}{who}: left out; {problem}")
            failures.append(problem)

    of_each: list[tuple[str, int | None]] = []
    for name in concepts:
        leaders_of_name: list[int] | list[None] = numbers if name in OF_A_LEADER else [None]
        of_each += [(name, leader) for leader in leaders_of_name]
    stopped = ""
    try:
        with watch.partial("solving"), within(options.time_limit):
            for name, leader in of_each:
                compute(name, leader)
    except KeyboardInterrupt:
        if not answers:
            raise
        stopped = "interrupted"
        done = len(answers) + len(failures)
        left_out = list(dict.fromkeys(name for name, _ in of_each[done:]))
        remarks.append(f"{', '.join(left_out)}: left out; interrupted")
    if not answers:
        raise failures[0]
    return ConceptComparison(game, wanted, tuple(answers), tuple(remarks), stopped)


def _require_several(argument: str, values: Sequence[object], example: str) -> None:
    """Raise InputError for a text in place of a sequence, and for an empty sequence."""
    if isinstance(values, str) or not isinstance(values, Sequence) or not values:
        raise InputError(f"{argument}: a sequence such as {example} expected, not {values!r}")


def _best_answer(
    game: ExtensiveGame,
    name: str,
    leader: int | None,
    wanted: str,
    options: SolveOptions,
    progress: Progress | None,
) -> ComparedAnswer:
    """Return the best answer of a concept by an objective, or for a leader."""
    if name == Nash.name:
        return _best_nash(game, wanted, options, progress)

    if leader is None:
        device: Any = api.solve(
            game, name, objective=wanted, exact=True, options=options, progress=progress
        )
        return ComparedAnswer(name, None, device, device.optimal)

    answer: Any = api.solve(
        game, name, leader=leader, exact=True, options=options, progress=progress
    )
    # That no commitment earns more is part of the claim.
    is_best = answer.certificate.holds(answer.certificate.claim)
    return ComparedAnswer(name, leader, answer, is_best)


def _weighted(description: ObjectiveLike) -> str:
    """Return the name of an objective that is a weighted sum of payoffs."""
    chosen = objective(description)
    if chosen.weights is None or chosen.bounds:
        raise InputError(
            f"objective {chosen.name}: social, best-for-1, best-for-2 or weights(A,B) expected, which all concepts "
            "have; least- in front of one for the worst"
        )
    return chosen.name


def _best_nash(
    game: ExtensiveGame, wanted: str, options: SolveOptions, progress: Progress | None
) -> ComparedAnswer:
    """Return the best Nash equilibrium: of a constant-sum game any one, of small games the best of all."""
    if game.constant_sum is not None:
        answer = api.solve(game, Nash.name, exact=True, options=options, progress=progress)
        return ComparedAnswer(Nash.name, None, answer, True)

    if max(len(own.index) for own in game.sequences) <= USUAL_SEQUENCES:
        equilibria = all_equilibria(game, options=options, progress=progress)
        if equilibria.finished:
            return ComparedAnswer(Nash.name, None, best_equilibrium(equilibria, wanted), True)

    weights = objective(wanted).weights
    assert weights is not None
    answer = api.solve(
        game, Nash.name, weights=weights, exact=True, options=options, progress=progress
    )
    return ComparedAnswer(Nash.name, None, answer, False)
