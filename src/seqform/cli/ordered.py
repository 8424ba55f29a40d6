"""Output of commands about games with ordered signals: data, files, and answers from coarse to fine abstractions."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.merge import equivalent_information_sets, merge_equivalent
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.cli.common import out, print_message, progress
from seqform.errors import SolveError
from seqform.io.equilibria import certificate_data
from seqform.io.json_values import to_json
from seqform.io.solutions import write_solution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, OrderedSizes
from seqform.models.numbers.text import write_rational
from seqform.models.programs.class_game import ClassSolution, RestrictedSolution
from seqform.models.programs.solutions import Termination
from seqform.solving.abstracted import AbstractedGame
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system import watch
from seqform.system.console import Text


def merged_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return what the coarsest equitable partition, and the elimination of dominated sequences, leave of a game.

    Programs are given by rows and columns: the linear program for player 1, or the complementarity problem where the
    game is not constant-sum.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> found = merged_data(catalog.make("leduc"))
    >>> found["program"], found["merged_program"]
    ([1562, 1562], [482, 482])
    """
    form = sequence_form(game).target
    program = (sequence_form_lcp if game.constant_sum is None else zero_sum_lp)(form).target
    left = eliminate_dominated(form).target
    return {
        "game": game.title,
        "program": list(program.matrix.shape),
        "merged_program": list(merge_equivalent(program).target.matrix.shape),
        "sequences": [len(index) for index in form.sequences],
        "undominated_sequences": [len(index) for index in left.sequences],
        "classes": [[list(sets) for sets in classes] for classes in equivalent_information_sets(game)],
    }


def ordered_sizes_data(game: OrderedGame, sizes: OrderedSizes) -> dict[str, Any]:
    """Return the sizes of a game that is too large to be written out, for a JSON document."""
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": sizes.nodes,
        "leaves": sizes.leaves,
        "chance nodes": sizes.chance_nodes,
        "signal tree nodes": sizes.signal_nodes,
        **{f"information sets of player {player}": size for player, size in enumerate(sizes.infosets, start=1)},
        **{f"sequences of player {player}": size for player, size in enumerate(sizes.sequences, start=1)},
        "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum),
    }


def shrink_data(sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]) -> dict[str, Any]:
    """Return the sizes that each abstraction leaves of a game, for a JSON document."""
    return {
        "game": abstractions[0].game.title,
        "nodes": sizes.nodes,
        "signal_nodes": sizes.signal_nodes,
        "program_shape": list(sizes.program_shape),
        "abstractions": [_abstraction_data(one) for one in abstractions],
    }


def _abstraction_data(one: AbstractedGame) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": one.kind,
        "nodes": one.classes.num_nodes,
        "classes": [list(side.num_classes) for side in one.filters],
        "program_shape": list(one.classes.program_shape),
        "lossless": True if one.violation is None else None,  # not known
        "violation": one.violation,
        "seconds": one.seconds,
    }
    if one.game.constant_sum is not None:
        data["nonzeros"] = one.classes.num_program_entries
        data["program_shape_without_dominated"] = list(one.undominated.program_shape)
    return data


def ordered_data(found: OrderedEquilibrium) -> dict[str, Any]:
    """Return an equilibrium of an ordered game for a JSON document."""
    data: dict[str, Any] = {
        "game": found.game.title,
        "abstraction": found.abstraction.kind,
        "classes": [list(one.num_classes) for one in found.abstraction.filters],
        "backend": found.backend,
        "certificate": certificate_data(found.certificate),
        "rounding_bound": found.deals.rounding_bound,
        "termination": str(found.raw.termination),
        "status": found.raw.status,
        "iterations": found.raw.iterations,
        "seconds": dict(found.seconds),
    }
    if isinstance(found.raw, ClassSolution):
        data["bounds"] = [bound._asdict() for bound in found.raw.bounds]
    if isinstance(found.raw, RestrictedSolution):
        data["programs"] = [program._asdict() for program in found.raw.programs]
    return data


def save_ordered(found: OrderedEquilibrium, output: Path) -> None:
    """Write the strategies to a solution file, with a message if rounding them increases their nash_conv."""
    saved = found.saved()
    write_solution(saved, output)
    kept, shown = saved.certificate.nash_conv, found.certificate.nash_conv
    if kept - shown > found.deals.rounding_bound and f"{float(kept):.2g}" != f"{float(shown):.2g}":
        print_message(f"{output}: rounded to {saved.bits} bits, the strategies in the file have nash_conv = {kept:.3g}")


HEADINGS = ("step", "classes by rounds", "rows", "its nash_conv", "in the game", "value", "solved, s", "in all, s")
LINE = "{:<15}{:>27}{:>12}{:>14}{:>12}{:>12}{:>10}{:>10}"


def walk(game: str, *, backend: str | None, options: SolveOptions, output: Path | None, json: bool) -> None:
    """Show each step as soon as it is certified, and keep the best strategies so far in a file.

    A SolveError means that the time was up before the last step; the steps before have then been written and shown.
    """
    from seqform.solving.anytime import solve_anytime

    start, best = time.perf_counter(), float("inf")
    steps: list[dict[str, Any]] = []
    last: OrderedEquilibrium | None = None
    show: Callable[[str], None] | None = None
    answers = solve_anytime(
        game, backend=backend, options=options, progress=lambda text: None if show is None else show(text)
    )
    try:
        while True:
            with progress(options.verbose) as show:  # between the steps, and not while they are printed
                found = next(answers, None)
            if found is None:
                break
            last = found
            watch.phase("merging signals", cut=not json)  # JSON is written at the end
            if not (steps or json):
                out.print(Text(LINE.format(*HEADINGS), style="bold"), soft_wrap=True)
            seconds = time.perf_counter() - start
            steps.append({**ordered_data(found), "elapsed": seconds})
            if not json:
                out.print(Text(LINE.format(*_cells(found, seconds))), soft_wrap=True)
            if found.certificate.nash_conv < best:
                best = float(found.certificate.nash_conv)
                if output is not None:
                    save_ordered(found, output)
    finally:
        if json and steps:
            sys.stdout.write(to_json({"steps": steps}))
    if last is None:
        raise SolveError("stopped before the first abstraction: time limit reached")
    done = last.raw.termination is Termination.SOLVED
    if not done or last.abstraction.violation is not None:
        why = "time limit reached" if done else last.raw.status
        raise SolveError(f"stopped early ({why}); the steps are as good as shown", last.raw)


def _cells(found: OrderedEquilibrium, seconds: float) -> tuple[str, ...]:
    solution = found.raw
    return (
        found.abstraction.kind,
        " / ".join(found.abstraction.class_counts),
        f"{found.abstraction.classes.program_shape[0]:,}",
        f"{solution.nash_conv:.3g}" if isinstance(solution, ClassSolution) else "",
        f"{float(found.certificate.nash_conv):.4g}",
        f"{float(found.certificate.values[0]):.5g}",
        f"{found.seconds['solve']:.1f}",
        f"{seconds:.1f}",
    )
