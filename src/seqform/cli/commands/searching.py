"""The command that searches games: minimax, negamax, alpha-beta, Monte Carlo tree search and Smooth UCT.

The data has the ``schema``, version 1, and the attributes of `SearchResult` or `MctsResult`, exact numbers as strings
such as "1/2"; of Smooth UCT ``game``, ``checkpoints``, and ``players`` as in a profile's JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

from seqform.analysis.monte_carlo import (
    FINAL_RULES,
    SELF_PLAYS,
    MctsResult,
    SmoothUctResult,
    mcts,
    smooth_uct,
)
from seqform.analysis.search import METHODS, SearchResult
from seqform.analysis.search import search as searched
from seqform.cli.common import (
    Game,
    JsonFile,
    Reading,
    ResultOutput,
    progress,
)
from seqform.cli.file_use import FileUse, Role, files_of_code
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.io.profiles import game_data, profile_data
from seqform.models.options import argument, one_of
from seqform.system import watch
from seqform.system.own_code import own_function
from seqform.system.sources import Source

SCHEMA = 1
AHEAD = {"depth", "evaluate", "memory", "deepening", "time_limit"}
CHECKPOINTS = [a * 10**k for k in range(2, 12) for a in (1, 3)]


def _self_played(
    game: Source, *, simulations: int = SELF_PLAYS, **settings: Any
) -> SmoothUctResult:
    """Play by Smooth UCT, with a row of the table for each of `CHECKPOINTS` on the way."""
    reached = [stop for stop in CHECKPOINTS if stop <= simulations]
    return smooth_uct(game, simulations=simulations, checkpoints=reached, **settings)


RANDOM: dict[str, tuple[set[str], Callable[..., SearchResult | MctsResult | SmoothUctResult]]] = {
    "mcts": ({"simulations", "uct", "seed", "final", "time_limit"}, mcts),
    "smooth-uct": ({"simulations", "uct", "seed", "time_limit"}, _self_played),
}
"""Options and functions of the methods that simulate; `AHEAD` are the options of the others."""
ALL_METHODS = (*METHODS, *RANDOM)


@filled(methods=ALL_METHODS, rules=FINAL_RULES)
def search(
    game: Game,
    *,
    method: str = METHODS[0],
    depth: Annotated[int | None, ParameterNote(least=1)] = None,
    evaluate: Annotated[str | None, FileUse(Role.READ, files_of_code)] = None,
    memory: Annotated[int | None, ParameterNote(least=0)] = None,
    deepening: bool = False,
    time_limit: float | None = None,
    simulations: Annotated[int | None, ParameterNote(least=1)] = None,
    uct: float | None = None,
    final: str | None = None,
    seed: int | None = None,
    shown: ResultOutput,
    output: JsonFile = None,
    reading: Reading,
) -> None:
    """Search a game: for its value to some depth, for the best move by simulations, or for strategies by self-play.

    - `method` ({methods}): smooth-uct is for hidden information.
    - `depth`: Moves to look ahead. Default: to the end of the game.
    - `evaluate` (FILE.py:NAME): A function of a state at the horizon, the payoff player 1 can expect. Default: the
      middle.
    - `memory`: Positions to remember. Default: 1,000,000; 0 with minimax.
    - `deepening`: Search to depth 1, 2, ... until the value is proven.
    - `time_limit`: Seconds; deepening, or simulating, until then.
    - `simulations`: Of mcts, by default 1,000, and smooth-uct, by default 100,000.
    - `uct`: The constant of UCT. Default: 2; 0.5 of smooth-uct.
    - `final` ({rules}): The best move of mcts. Default: visits.
    - `seed`: Decides all that is random. Default: 1.
    """
    argument("--method", one_of(ALL_METHODS), method)
    own_options, run = RANDOM.get(method, (AHEAD, partial(searched, method=method)))
    options = {"depth": depth, "evaluate": evaluate, "memory": memory, "deepening": deepening or None, "uct": uct,
               "time_limit": time_limit, "simulations": simulations, "seed": seed, "final": final}  # fmt: skip
    arguments = {name: value for name, value in options.items() if value is not None}
    foreign = [f"--{name.replace('_', '-')}" for name in arguments if name not in own_options]
    refuse(f"with --method {method}", *foreign)
    if evaluate is not None:
        arguments["evaluate"] = own_function(evaluate)
    watch.phase("searching")
    with progress() as callback:
        result = run(game, **arguments, **vars(reading), progress=callback)
    with watch.finishing("writing the answer"):
        data = search_data(result)
        shown.write(lambda: data, result.report, output)


def search_data(result: SearchResult | MctsResult | SmoothUctResult) -> dict[str, Any]:
    """Return a result as plain data, after the module's schema."""
    if not isinstance(result, SmoothUctResult):
        return {"schema": SCHEMA, **asdict(result)}
    return {
        "schema": SCHEMA,
        "game": game_data(result.game),
        "checkpoints": list(map(asdict, result.checkpoints)),
        "players": profile_data(result.game, result.profile),
    }
