"""Which information sets of a game need not be told apart."""

from __future__ import annotations

import numpy as np

from seqform.builders.equitable_partition import coarsest_row_equitable
from seqform.builders.sequence_form import sequence_form
from seqform.models.exact import ExactMatrix, Ints
from seqform.models.game import ExtensiveGame
from seqform.models.sequence_form import SequenceForm

Classes = tuple[tuple[str, ...], ...]


def equivalent_information_sets(game: ExtensiveGame) -> tuple[Classes, Classes]:
    """Return for each player the information sets in classes that some equilibrium need not tell apart.

    Sequences and information sets are coloured until sequences of a class have the same payoff against every
    class of the opponent's sequences and lead to the same classes of sets, and sets of a class
    follow the same class of sequences and offer the same classes of choices: the coarsest equitable partition.
    There is an equilibrium in which equivalent choices are equally likely, and it is one among
    all strategies. A player's own payoffs decide the player's classes, so games need not be constant-sum.

    Parameters
    ----------
    game : ExtensiveGame
        Of two players with perfect recall.

    Returns
    -------
    (classes of player 1, classes of player 2)
        Each a tuple of the names of its sets, in the order of the first; sets that are like no other stand alone.

    Raises
    ------
    ImperfectRecallError
        If a player forgets something.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> first, second = equivalent_information_sets(catalog.make("tiny-poker"))
    >>> first
    (('J1:', 'J2:'), ('K1:', 'K2:'), ('J1:cb', 'J2:cb'), ('K1:cb', 'K2:cb'))
    """
    form = sequence_form(game).target
    classes = _classes(form)
    k1, k2, m1 = form.E.shape[1], form.F.shape[1], form.E.shape[0]
    sets = classes[k1 + k2 + 1 : k1 + k2 + m1], classes[k1 + k2 + m1 + 1 :]
    names = [index.infoset_names for index in form.sequences]
    return _grouped(sets[0].tolist(), names[0]), _grouped(sets[1].tolist(), names[1])


def _classes(form: SequenceForm) -> Ints:
    """Return the classes of sequences 1, sequences 2, constraints 1, and constraints 2, in this order."""
    matrix = ExactMatrix.block(
        [
            [None, form.A, form.E.T, None],
            [form.B.T, None, None, form.F.T],
            [form.E, None, None, None],
            [None, form.F, None, None],
        ]
    )
    sizes = [form.E.shape[1], form.F.shape[1], form.E.shape[0], form.F.shape[0]]
    kind = np.repeat(np.arange(4), sizes)
    is_root = np.zeros(len(kind), dtype=bool)
    is_root[[0, sizes[0], sizes[0] + sizes[1], sum(sizes[:3])]] = True
    return coarsest_row_equitable(matrix, [kind, is_root])


def _grouped(classes: list[int], names: tuple[str, ...]) -> Classes:
    members: dict[int, list[str]] = {}
    for one, name in zip(classes, names, strict=True):
        members.setdefault(one, []).append(name)
    return tuple(map(tuple, members.values()))
