"""Linear programs of games, as `solve` passes them to backends, for files and for solvers of other programs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.backends.solvers.highs_calls import lost_entries, to_highs
from seqform.backends.solvers.modelling import LinprogArguments, to_named_cvxpy, to_pyomo, to_scipy
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.steps import Preprocess, Step
from seqform.errors import GameError, InputError, ModelError, advice_without_exact
from seqform.io.linear_programs import IN_DOUBLES, raw_answer, unknown_names, write
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Vector
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import counted, rounded, short, write_rational
from seqform.models.options import argument, truth
from seqform.models.programs.linear import LinearProgram, to_arrays
from seqform.models.programs.solutions import RawSolution
from seqform.models.programs.units import Units
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.constraints import Constraint, read_constraints, written_constraints
from seqform.models.table import Line, Report, Table, Tabular
from seqform.solving.api import game_for
from seqform.solving.concepts import NUMERIC, Concept, Constrained, Formulation, Nash, QuasiPerfect
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.draft import with_correction
from seqform.solving.plan import unchecked_plan
from seqform.solving.preprocessing import require_steps_for_concept, steps_of
from seqform.solving.request import Phases, Progress, Request
from seqform.solving.routes.plans import require_constant_sum

WEIGHT = "weight "
"""The beginning of the names of columns with weights of a plan."""

EMPTY_SEQUENCE = "weight ∅"
"""The column of the empty sequence, whose weight is 1."""

PLAN_ROW = "plan "
"""The beginning of the names of the rows E x = e of a plan."""

MOST_DEVIATION = 1e-3
"""Bound on what weights in doubles miss x ≥ 0, E x = e by; solvers of low accuracy leave 2e-4. Exact ones miss 0."""

OTHER_PACKAGES = f"other packages compute in doubles: {IN_DOUBLES}"
"""The advice where numbers of a program are beyond the doubles."""

WIDE_RANGE = 10**9
"""The largest quotient of sizes of matrix entries without a remark: that of 1 and HiGHS's small_matrix_value."""


@dataclass(frozen=True, repr=False)
class GameProgram(Tabular):
    """The linear program of a game, for files and for other packages, with the way back from their answers.

    Rows and columns have the names of information sets and sequences everywhere. The program may be changed in another
    package, by further rows or another objective: `lift` reads the answer, and `check` says what its strategies are
    worth in the game.

    - `reduction`: The program, and the function from a solver's solution to a profile, or to the strategies of classes.
    - `about`: How its optimum, its columns and its duals are read: sentences, which begin its files.

    Examples
    --------
    >>> program = linear_program("kuhn")
    >>> program
    <GameProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros>
    >>> highs = program.to_highs()
    >>> bet = list(highs.getLp().col_names_).index("weight J: bet")
    >>> _ = highs.addRow(1 / 2, 1, 1, [bet], [1.0]), highs.run()
    >>> from seqform.solving.certifiers.checks import check
    >>> print(check("kuhn", program.lift(highs)))
    nash_conv = 0.166667 (in doubles)
    """

    reduction: Reduced[LinearProgram, RawSolution, Any]
    about: tuple[str, ...] = ()

    @property
    def target(self) -> LinearProgram:
        """The program itself, with exact data."""
        return self.reduction.target

    def write(self, path: str | Path) -> None:
        """Write the program to a file that ends in .mps, .mps.gz, .lp or .npz."""
        write(self.target, path, self.about)

    def to_scipy(self) -> LinprogArguments:
        """Return the arguments of `scipy.optimize.linprog`, with the names of rows and columns."""
        with advice_without_exact(OTHER_PACKAGES):
            return to_scipy(self.target)

    def to_highs(self) -> Any:
        """Return a `highspy.Highs` with the program, not yet run.

        Where entries are below HiGHS's default of `small_matrix_value`, the option has the least value that HiGHS
        takes, 1e-12; a UserWarning states how many are dropped in spite of it.
        """
        with advice_without_exact(OTHER_PACKAGES):
            arrays = to_arrays(self.target)
            highs = to_highs(self.target, arrays)
        lost = lost_entries(arrays)
        if lost:
            warnings.warn(
                f"{self.target.name}: HiGHS drops {counted(lost, 'matrix entry', 'matrix entries')} of 1e-12 and less, "
                f"so that its optimum may be wrong; {IN_DOUBLES}",
                UserWarning,
                stacklevel=2,
            )
        return highs

    def to_cvxpy(self) -> Any:
        """Return a `cvxpy.Problem` with a variable for each column and a labelled constraint for each row."""
        with advice_without_exact(OTHER_PACKAGES):
            return to_named_cvxpy(self.target)

    def to_pyomo(self) -> Any:
        """Return a Pyomo model whose variables ``x`` and constraints ``row`` are indexed by the names."""
        with advice_without_exact(OTHER_PACKAGES):
            return to_pyomo(self.target)

    def solve(
        self,
        backend: str | Backend = DEFAULT_BACKENDS[LinearProgram],
        options: SolveOptions | Mapping[str, Any] | None = None,
        **portable: Any,
    ) -> RawSolution:
        """Return the answer of a backend for linear programs; see `seqform.solve` for the options."""
        return cast(
            "RawSolution",
            solved_by(get(backend), self.target, portable_options(options, **portable)),
        )

    def lift(self, answer: Any) -> Any:
        """Return the strategies in an answer: a profile of a tree, or the strategies of classes.

        - `answer`: What `solve` returns; a solved model of `to_highs`, `to_cvxpy` or `to_pyomo`, or the result of
          SciPy's `linprog`, with whatever was added; a mapping from names to values, without which a column is 0; or
          the values of the columns in their order. Where there are no duals, which are the opponent's plan, the
          opponent plays a best response.

        Raises ModelError for values that are not finite, and for weights that are none of a plan: that miss x ≥ 0,
        E x = e by more than 1e-3, which solvers of low accuracy stay below, or at all if they are exact.
        """
        try:
            raw = raw_answer(self.target, answer)
            _require_plan_like(self.target, raw)
        except ModelError as error:
            unknown = unknown_names(self.target, answer)
            if not unknown:
                raise
            name = f"{self.target.name}: "
            reason = str(error).removeprefix(name)
            raise ModelError(f"{name}no column or row {unknown[0]!r}; {reason}") from None
        return self.reduction.lift(raw)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the sizes, below it how the optimum, the columns and the duals are read."""
        program = self.target
        rows, columns = program.matrix.shape
        sizes = [("rows", rows), ("columns", columns), ("nonzeros", program.matrix.nonzeros)]
        title = f"linear program of {program.name}: {program.sense}"
        table = Table(title, ("", "number"), "lr", sizes)
        return Report([table, *map(Line, self.about)], {"sizes": lambda: table})

    def __repr__(self) -> str:
        return repr(self.target).replace("LinearProgram", "GameProgram", 1)


def _require_plan_like(program: LinearProgram, raw: RawSolution) -> None:
    """Refuse values that no solver's rounding makes of a plan: infinite ones, and weights that miss x ≥ 0, E x = e.

    The lift divides the weight of each choice by what comes before it, which would hide a wrong weight.
    """
    columns = program.column_names
    rows = program.row_names
    assert raw.primal is not None
    assert raw.dual is not None
    _require_finite(program, "column", columns, raw.primal)
    _require_finite(program, "row", rows, raw.dual)

    most = MOST_DEVIATION
    if isinstance(raw.primal, ExactArray):
        most = 0
        values: Sequence[Fraction | float] = raw.primal.to_fractions()
    else:
        values = raw.primal.tolist()
    for name, value in zip(columns, values, strict=True):
        if not name.startswith(WEIGHT):
            continue
        least = 1 if name == EMPTY_SEQUENCE else 0
        if not least - most <= value <= 1 + most:
            expected = "1" if least else "a weight between 0 and 1"
            raise ModelError(
                f"{program.name}: column {name!r} has the value {short(value)}, where {expected} is expected"
            )
    _require_equations(program, raw.primal, most)


def _require_equations(program: LinearProgram, primal: Vector, most: float) -> None:
    """Refuse weights that miss the rows E x = e of the plan by more than a bound."""
    activities = program.matrix.dot(primal)
    expected = program.rows.lower
    for place, name in enumerate(program.row_names):
        if not name.startswith(PLAN_ROW):
            continue
        miss = abs(activities[place] - expected[place])
        if miss > most:
            raise ModelError(
                f"{program.name}: no plan; it misses x ≥ 0, E x = e by {short(miss)}, at row {name!r}"
            )


def _require_finite(
    program: LinearProgram, what: str, names: Sequence[str], values: Vector
) -> None:
    if isinstance(values, ExactArray):
        return
    is_finite = np.isfinite(values)
    if not is_finite.all():
        first = int(np.argmin(is_finite))
        raise ModelError(
            f"{program.name}: the value of {what} {names[first]!r} is {values[first]}, no finite number"
        )


def linear_program(
    game: ExtensiveGame | OrderedGame | str | Any,
    player: int | str = 0,
    *,
    preprocess: Preprocess = None,
    formulation: Formulation = "sequence-form",
    epsilon: Given | None = None,
    constraints: Sequence[Constraint | str] | str = (),
    scale: bool = True,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> GameProgram:
    """Return the linear program of a constant-sum game whose primal solution is a maximin plan of a player.

    Parameters
    ----------
    game : ExtensiveGame, OrderedGame, name or path
    player : int or str
        0, 1 or a name. The dual solution is the plan of the other player, except with the step "supported".
    preprocess : optional
        Steps as of `solve`: with an abstraction the program is that of the game of classes; with "supported" it has
        only those columns of the player that a first-order run supports. By default none, or for a game with ordered
        signals "lossless".
    formulation : {"sequence-form", "normal-form"}
        The normal form is a baseline for small games.
    epsilon : number, optional
        Of trees: the program perturbed with this ε, in which every sequence of k choices has weight ε^k at least.
    constraints : sequence of Constraint or text, optional
        Of trees: rows of the player's plan, and columns with the prices of the opponent's, as of `solve`.
    scale : bool
        Whether payoffs of extreme size are scaled for solvers in doubles, and payoffs far from zero centered. False for
        the program as it is in the papers, with the payoffs of the game; both lead to the same strategies.
    normalize, max_nodes
        See `load`.

    Returns
    -------
    GameProgram
        The program, which can be written, converted and solved, and lifts answers to profiles.

    Examples
    --------
    >>> linear_program("leduc").target
    <LinearProgram 'leduc': max, 1,562 rows × 1,562 columns, 8,042 nonzeros>
    >>> linear_program("leduc", preprocess="lossless").target.matrix.shape
    (482, 482)
    >>> perturbed = linear_program("kuhn", epsilon=Fraction(1, 100))
    >>> profile = perturbed.lift(perturbed.solve())
    >>> bool(min(profile[1].probabilities) > 0.0099)
    True
    """
    argument("scale", truth, scale)
    steps = steps_of(preprocess)
    concept = _concept(player, formulation, epsilon, read_constraints(constraints))
    require_steps_for_concept(steps or (), concept)
    source = game_for(
        game, concept, steps, normalize=normalize, max_nodes=max_nodes, progress=progress
    )
    if not isinstance(source, ExtensiveGame | OrderedGame):
        raise GameError("linear programs are for two players")

    is_tree = isinstance(source, ExtensiveGame)
    if isinstance(source, ExtensiveGame) and concept.name == Nash.name:
        steps = with_correction(source, steps)
    named = steps or ()
    if not any(type(source) in step.reductions for step in named):
        require_constant_sum(source)

    # The plan adds the usual steps of its route, of which a program for another solver has none but those that are
    # named; of classes of signals the default abstraction makes the program.
    request = Request(
        concept,
        get(DEFAULT_BACKENDS[LinearProgram]),
        named if is_tree else steps,
        exact=False,
        options=SolveOptions(progress=progress),
        phases=Phases(progress),
    )
    plan = unchecked_plan(source, request)
    plan = replace(plan, steps=tuple(step for step in plan.steps if step in named))
    reduction = plan.reduction(scale=scale)
    if not isinstance(reduction.target, LinearProgram):
        if isinstance(plan.tree.target, ExtensiveGame | OrderedGame):
            require_constant_sum(plan.tree.target)  # the game that the steps lead to
        names = ", ".join(step.spelled for step in named)
        raise GameError(
            f"{names}: the steps solve {source.title}, and no linear program is left; leave them out"
        )
    if not scale and reduction.target.units != Units():
        raise InputError(
            f"scale: the payoffs of {source.title} are normalized before its signals are merged into classes; leave "
            "scale=False, or --no-scale, out"
        )
    reduction = reduction.then(_decentered)
    return GameProgram(reduction, tuple(_about(source, concept, named, reduction.target)))


def _decentered(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return the program whose optimum is the payoff itself, where payoffs far from zero have been centered.

    What has been subtracted is the coefficient of the empty sequence in the objective.
    """
    center, size = program.units
    if not center or program.column_names[0] != EMPTY_SEQUENCE:
        return Reduced(program, unchanged)
    objective = program.objective + ExactArray.unit(len(program.objective), 0) * (center / size)
    return Reduced(
        replace(program, objective=objective.reduced(), units=Units(size=size)), unchanged
    )


def _about(
    game: ExtensiveGame | OrderedGame,
    concept: Concept,
    steps: Sequence[Step],
    program: LinearProgram,
) -> Iterator[str]:
    """Yield how the numbers of a program are read."""
    player = player_number(getattr(concept, "player", 0), game.players)
    own_name = game.players[player]
    opponent_name = game.players[1 - player]
    epsilon = getattr(concept, "epsilon", None)
    constraints = getattr(concept, "constraints", ())
    center, size = program.units

    optimum = "The optimum"
    if size != 1:
        optimum += f" times {write_rational(size)}"
    if center:
        optimum += f" plus {write_rational(center)}"

    excess = ""
    where = game.title
    if steps:
        where += f" after {', '.join(step.spelled for step in steps)}"
    if epsilon is not None:
        least = f"({write_rational(epsilon)})^k"
        excess = f", less {least}"
        where += f", where every sequence of k choices of either player has weight {least} at least"
    if constraints:
        where += f", under the constraints {written_constraints(constraints)}"
    yield f"{optimum} is the largest payoff that {own_name} can guarantee in {where}."

    weights = "realization weights"
    if getattr(concept, "formulation", "") == "normal-form":
        weights = "probabilities of pure strategies"
    yield f"Columns weight are {weights} of {own_name}, duals of rows reply those of {opponent_name}{excess}."
    for step in steps:
        if step.in_programs:
            yield f"After {step.spelled}: {step.in_programs}."
    sizes = program.matrix.values.extremes()
    if sizes and (max(sizes) > WIDE_RANGE * min(sizes) or WIDE_RANGE * min(sizes) < 1):
        yield (
            f"Matrix entries from {rounded(min(sizes), 2)} to {rounded(max(sizes), 2)} in size, further apart, or "
            "smaller, than solvers in doubles resolve: HiGHS drops entries below its option small_matrix_value, by "
            "default 1e-9 and 1e-12 at least, so that the optimum in doubles may be wrong; seqform scales rows and "
            "columns before it calls a solver, and an exact answer is right in any case."
        )
    if size != 1:
        yield f"Columns value, like the optimum, are payoffs in units of {write_rational(size)}."


def _concept(
    player: int | str,
    formulation: Formulation,
    epsilon: Given | None,
    constraints: tuple[Constraint, ...],
) -> Concept:
    """Return the concept whose equilibria the program leads to."""
    if constraints:
        if epsilon is not None or formulation != "sequence-form":
            raise InputError(
                "constraints: of no meaning with epsilon or the normal form; leave one of them out"
            )
        return Constrained(player=player, constraints=constraints)
    if epsilon is None:
        return Nash(player=player, formulation=formulation)
    if formulation != "sequence-form":
        raise InputError(f"formulation {formulation}: of no meaning with epsilon")
    return QuasiPerfect(method=NUMERIC, epsilon=epsilon, player=player)
