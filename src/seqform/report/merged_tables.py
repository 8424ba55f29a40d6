"""What no player needs to tell apart, or to do, in a game given as a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seqform.builders.dominated_sequences import eliminate_dominated
from seqform.builders.equitable_lcp import merge_equivalent_lcp
from seqform.builders.equitable_partition import merge_equivalent
from seqform.builders.equivalent_sets import equivalent_information_sets
from seqform.builders.sequence_form import sequence_form
from seqform.builders.sequence_form_lcp import sequence_form_lcp
from seqform.builders.zero_sum_lp import zero_sum_lp
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import counted
from seqform.models.sequence_form import SequenceForm
from seqform.report.console import Group, RenderableType, Table, Text

MAX_CLASSES = 12
"""Of more classes with more than one member, these many are shown."""


@dataclass(frozen=True, eq=False)
class Merged:
    """A game, and what remains of it.

    Attributes
    ----------
    game : ExtensiveGame
    classes : for each player a tuple of classes, each a tuple of the names of information sets
    program, merged_program : (int, int)
        Rows and columns of the linear program for player 1, or the complementarity problem where the game
        is not constant-sum; before and after merging.
    sequences, undominated : (int, int)
        Of each player, before and after the elimination of dominated ones.
    """

    game: ExtensiveGame
    classes: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
    program: tuple[int, int]
    merged_program: tuple[int, int]
    sequences: tuple[int, int]
    undominated: tuple[int, int]


def merged(game: ExtensiveGame) -> Merged:
    """Return what the coarsest equitable partition, and the elimination of dominated sequences, leave of a game.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> found = merged(catalog.make("leduc"))
    >>> found.program, found.merged_program
    ((1562, 1562), (482, 482))
    """
    form = sequence_form(game).target
    before, after = _program_sizes(game, form)
    left = eliminate_dominated(form).target
    return Merged(
        game=game,
        classes=equivalent_information_sets(game),
        program=before,
        merged_program=after,
        sequences=(len(form.sequences[0]), len(form.sequences[1])),
        undominated=(len(left.sequences[0]), len(left.sequences[1])),
    )


def _program_sizes(game: ExtensiveGame, form: SequenceForm) -> tuple[tuple[int, int], tuple[int, int]]:
    if game.constant_sum is not None:
        program = zero_sum_lp(form).target
        return program.matrix.shape, merge_equivalent(program).target.matrix.shape
    problem = sequence_form_lcp(form).target
    return problem.matrix.shape, merge_equivalent_lcp(problem).target.matrix.shape


def merged_table(found: Merged) -> RenderableType:
    """Return sizes before and after, and the information sets that are alike."""
    game = found.game
    table = Table(title=game.title or "untitled")
    for heading in ("", "original", "equals merged", "dominated eliminated"):
        table.add_column(heading, justify="left" if not heading else "right")
    for player, name in enumerate(game.players):
        sets = sum(map(len, found.classes[player]))
        table.add_row(f"information sets, {name}", f"{sets:,}", f"{len(found.classes[player]):,}")
        table.add_row(f"sequences, {name}", f"{found.sequences[player]:,}", "", f"{found.undominated[player]:,}")
    what = "complementarity problem" if game.constant_sum is None else "linear program"
    table.add_row(what, *(f"{rows:,} × {columns:,}" for rows, columns in (found.program, found.merged_program)))
    parts: list[RenderableType] = [table]
    alike = [", ".join(sets) for player in (0, 1) for sets in found.classes[player] if len(sets) > 1]
    parts += [Text(f"alike: {names}", style="dim") for names in alike[:MAX_CLASSES]]
    if len(alike) > MAX_CLASSES:
        parts.append(
            Text(f"{counted(len(alike) - MAX_CLASSES, 'more class', 'more classes')}; --json has all", style="dim")
        )
    return Group(*parts)


def merged_data(found: Merged) -> dict[str, Any]:
    """Return the same for a JSON document."""
    return {
        "game": found.game.title,
        "program": list(found.program),
        "merged_program": list(found.merged_program),
        "sequences": list(found.sequences),
        "undominated_sequences": list(found.undominated),
        "classes": [[list(sets) for sets in classes] for classes in found.classes],
    }
