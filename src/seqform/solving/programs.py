"""Linear programs of games, as `solve` passes them to backends, for files and for solvers of other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.backends.solvers.highs_calls import to_highs
from seqform.backends.solvers.modelling import LinprogArguments, to_named_cvxpy, to_pyomo, to_scipy
from seqform.builders.games.rules import MAX_NODES
from seqform.errors import GameError, InputError
from seqform.io.linear_programs import raw_answer, write
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.constraints import Constraint, read_constraints
from seqform.solving.api import game_for
from seqform.solving.concepts import NUMERIC, Concept, Constrained, Formulation, Nash, QuasiPerfect
from seqform.solving.plan import DEFAULT_BACKENDS, plan_of
from seqform.solving.preprocessing import Preprocess, require_accepted, steps_of
from seqform.solving.request import Phases, Progress, Request
from seqform.solving.routes.plans import require_constant_sum


@dataclass(frozen=True, repr=False)
class GameProgram:
    """The linear program of a game, for files and for other packages, with the way back from their answers.

    Rows and columns have the names of information sets and sequences everywhere. The program may be changed in another
    package, by further rows or another objective: `lift` reads the answer, and `check` says what its strategies are
    worth in the game.

    - `reduction`: The program, and the function from a solver's solution to a profile, or to the strategies of classes.

    Examples
    --------
    >>> program = linear_program("kuhn")
    >>> program
    <GameProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros>
    >>> highs = program.to_highs()
    >>> bet = list(highs.getLp().col_names_).index("weight J: bet")
    >>> _ = highs.addRow(1 / 2, 1, 1, [bet], [1.0]), highs.run()
    >>> from seqform.solving.certifiers import check
    >>> print(check("kuhn", program.lift(highs)))
    nash_conv = 0.166667 (in doubles)
    """

    reduction: Reduced[LinearProgram, RawSolution, Any]

    @property
    def target(self) -> LinearProgram:
        """The program itself, with exact data."""
        return self.reduction.target

    def write(self, path: str | Path) -> None:
        """Write the program to a file that ends in .mps, .mps.gz, .lp or .npz."""
        write(self.target, path)

    def to_scipy(self) -> LinprogArguments:
        """Return the arguments of `scipy.optimize.linprog`, with the names of rows and columns."""
        return to_scipy(self.target)

    def to_highs(self) -> Any:
        """Return a `highspy.Highs` with the program, not yet run."""
        return to_highs(self.target)

    def to_cvxpy(self) -> Any:
        """Return a `cvxpy.Problem` with a variable for each column and a labelled constraint for each row."""
        return to_named_cvxpy(self.target)

    def to_pyomo(self) -> Any:
        """Return a Pyomo model whose variables ``x`` and constraints ``row`` are indexed by the names."""
        return to_pyomo(self.target)

    def solve(
        self,
        backend: str | Backend = DEFAULT_BACKENDS[LinearProgram],
        *,
        options: SolveOptions | Mapping[str, Any] | None = None,
        **portable: Any,
    ) -> RawSolution:
        """Return the answer of a backend for linear programs; see `seqform.solve` for the options."""
        return cast("RawSolution", solved_by(get(backend), self.target, portable_options(options, **portable)))

    def lift(self, answer: Any) -> Any:
        """Return the strategies in an answer: a profile of a tree, or the strategies of classes.

        - `answer`: What `solve` returns; a solved model of `to_highs`, `to_cvxpy` or `to_pyomo`, or the result of
          SciPy's `linprog`, with whatever was added; a mapping from names to values; or the values of the columns in
          their order. Where there are no duals, which are the opponent's plan, the opponent plays a best response.
        """
        return self.reduction.lift(raw_answer(self.target, answer))

    def __repr__(self) -> str:
        return repr(self.target).replace("LinearProgram", "GameProgram", 1)


def linear_program(
    game: ExtensiveGame | OrderedGame | str | Any,
    player: int | str = 0,
    *,
    preprocess: Preprocess = None,
    formulation: Formulation = "sequence-form",
    epsilon: Fraction | None = None,
    constraints: Sequence[Constraint | str] | str = (),
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
    epsilon : Fraction, optional
        Of trees: the program perturbed with this ε, in which every sequence of k choices has weight ε^k at least.
    constraints : sequence of Constraint or text, optional
        Of trees: rows of the player's plan, and columns with the prices of the opponent's, as of `solve`.
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
    given = steps_of(preprocess)
    concept = _concept(player, formulation, epsilon, read_constraints(constraints))
    require_accepted(given or (), concept)
    source = game_for(game, concept, given, normalize=normalize, max_nodes=max_nodes, progress=progress)
    if not isinstance(source, ExtensiveGame | OrderedGame):
        raise GameError("linear programs are for two players")
    if not any(type(source) in step.reductions for step in given or ()):
        require_constant_sum(source)
    steps = () if given is None and isinstance(source, ExtensiveGame) else given
    options = SolveOptions(progress=progress)
    backend = get(DEFAULT_BACKENDS[LinearProgram])
    plan = plan_of(source, Request(concept, backend, steps, False, options, Phases(progress)))
    wanted = tuple(step for step in plan.steps if step in (given or ()))
    return GameProgram(replace(plan, steps=wanted).reduction())


def _concept(
    player: int | str, formulation: Formulation, epsilon: Fraction | None, constraints: tuple[Constraint, ...]
) -> Concept:
    """Return the concept whose equilibria the program leads to."""
    if constraints:
        if epsilon is not None or formulation != "sequence-form":
            raise InputError("constraints: of no meaning with epsilon or the normal form; leave one of them out")
        return Constrained(player=player, constraints=constraints)
    if epsilon is None:
        return Nash(player=player, formulation=formulation)
    if formulation != "sequence-form":
        raise InputError(f"formulation {formulation}: of no meaning with epsilon")
    return QuasiPerfect(method=NUMERIC, epsilon=epsilon, player=player)
