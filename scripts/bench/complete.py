"""All equilibria of small games, beside Gambit's enumeration of extreme equilibria in the normal form.

Every ratio compares two programs in the same run on the same machine, certificates included:

    python scripts/run.py complete             # one or two minutes
    python scripts/run.py complete --largest 14    # larger bimatrix games, a few more minutes
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import seqform as sf
from measure import Page, markdown_table, medians_in_turn
from seqform.builders.forms.sequence_form import count_pure_strategies
from seqform.builders.games.formats.pygambit import to_pygambit
from seqform.models.answers.components import AllEquilibria
from seqform.models.games.extensive import ExtensiveGame

TREES = ("vsvet-figure-1", "random-game(zero_sum=false,depth=4,seed=1)", "binary-tree(depth=5)")
LARGE = ("kuhn", "kuhn(ranks=4)", "binary-tree(depth=6)", "random-game(depth=5,zero_sum=false)")


def run(
    *,
    largest: int = 10,
    trees: tuple[str, ...] = TREES,
    large: tuple[str, ...] = LARGE,
    repeat: int = 3,
) -> Page:
    """Make the page, for bimatrix games up to the largest; the median of so many runs counts."""
    complete(sf.load("kuhn"))  # imports, once, for everybody
    sections = [
        bimatrix_section(repeat, largest),
        tree_section(repeat, trees),
        large_section(large),
    ]
    return "complete", "All equilibria of small games", sections


def complete(game: ExtensiveGame) -> AllEquilibria:
    return sf.equilibria(game, complete=True)


def bimatrix_section(repeat: int, largest: int) -> str:
    """Time square games with random payoffs from 0 to 99."""
    import pygambit

    rows = []
    exact_up_to, doubles_up_to = (9, 11) if largest > 10 else (7, 8)
    for size in range(2, largest + 1):
        source = Random(size)
        first, second = (
            [[source.randrange(100) for _ in range(size)] for _ in range(size)] for _ in range(2)
        )
        game = sf.bimatrix_game(f"{size} x {size}", first, second)
        with tempfile.TemporaryDirectory() as folder:
            sf.save(game, Path(folder) / "game.nfg")
            theirs = pygambit.read_nfg(str(Path(folder) / "game.nfg"))
        works = [partial(complete, game)]
        works += (
            [partial(pygambit.nash.enummixed_solve, theirs, rational=True)]
            if size <= exact_up_to
            else []
        )
        works += (
            [partial(pygambit.nash.enummixed_solve, theirs, rational=False)]
            if size <= doubles_up_to
            else []
        )
        ours, *gambit = medians_in_turn(works, repeat if size < 6 else 1)
        exact = gambit[0] if size <= exact_up_to else None
        doubles = gambit[-1] if size <= doubles_up_to else None
        times = [f"{one:.4f}" if one is not None else "" for one in (ours, exact, doubles)]
        ratios = [f"{one / ours:.1f}" if one is not None else "" for one in (exact, doubles)]
        rows.append((f"{size} × {size}", len(complete(game)), *times, *ratios))
    header = (
        "game",
        "extreme equilibria",
        "seqform, s",
        "exact, s",
        "doubles, s",
        "times faster",
        "than doubles",
    )
    note = "Gambit's `enummixed_solve`, exact and in doubles. Target: never slower than Gambit beyond 5 × 5."
    return f"## Bimatrix games\n\n{note}\n\n" + markdown_table(header, rows)


def tree_section(repeat: int, names: Sequence[str]) -> str:
    """Time extensive games, which Gambit solves in the normal form."""
    import pygambit

    rows = []
    for name in names:
        game = sf.load(name)
        theirs = to_pygambit(game)
        enumeration = partial(pygambit.nash.enummixed_solve, theirs, rational=True)
        ours, gambit = medians_in_turn([partial(complete, game), enumeration], repeat)
        found = complete(game)
        counts = (f"{count_pure_strategies(one.index)}" for one in game.sequences)
        numbers = (len(found), len(found.subsets), len(enumeration().equilibria))
        rows.append(
            (
                name,
                " × ".join(counts),
                *numbers,
                f"{ours:.4f}",
                f"{gambit:.4f}",
                f"{gambit / ours:.1f}",
            )
        )
    header = (
        "game",
        "pure strategies",
        "extreme equilibria",
        "subsets",
        "in mixed strategies",
        "seqform, s",
        "Gambit, s",
        "times faster",
    )
    note = (
        "Extreme equilibria in realization plans, and those that Gambit finds in mixed strategies."
    )
    return f"## Extensive games\n\n{note}\n\n" + markdown_table(header, rows)


def large_section(names: Sequence[str]) -> str:
    """Time games in whose normal form Gambit takes long, with the sizes of their sets of equilibria."""
    rows = []
    for name in names:
        game = sf.load(name)
        found = complete(game)
        sequences = " × ".join(f"{len(one.index)}" for one in game.sequences)
        numbers = (len(found), len(found.subsets), found.components, found.distributions)
        rows.append((name, sequences, *numbers, f"{found.seconds:.2f}"))
    header = (
        "game",
        "sequences",
        "extreme equilibria",
        "subsets",
        "components",
        "distributions",
        "seconds",
    )
    return "## Larger trees\n\n" + markdown_table(header, rows)
