"""Consistency by the letter of Kreps & Wilson's lemmas: labels and weights of actions, by an LP and a kernel."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
from bimatrix import maximum
from flint import fmpz_mat

from seqform.models import Assessment, ExtensiveGame

Form = list[int]
"""A difference of two products of actions: how often each action counts."""


def consistent(game: ExtensiveGame, assessment: Assessment) -> bool:
    """Return whether labels and weights exist in the game without chance's actions of probability 0."""
    actions = [(player, k) for player in (0, 1) for k in range(1, len(game.sequences[player].index))]
    column = {action: place for place, action in enumerate(actions)}

    def product(node: int) -> Form:
        form = [0] * len(actions)
        while node > 0:
            mover = int(game.player[game.parent[node]])
            if mover >= 0:
                form[column[mover, int(game.sequences[mover].at_node[node])]] += 1
            node = int(game.parent[node])
        return form

    equal: list[tuple[Form, Fraction]] = []
    greater: list[Form] = []
    for place, (player, sequence) in enumerate(actions):
        unit = [int(k == place) for k in range(len(actions))]
        share = assessment.profile[player].probabilities[sequence]
        if share:
            equal.append((unit, Fraction(share)))
        else:
            greater.append(unit)
    for infoset in np.flatnonzero(game.information_sets.player >= 0).tolist():
        belief = assessment.beliefs.probability
        everywhere = np.flatnonzero(game.infoset == infoset).tolist()
        nodes = [node for node in everywhere if game.chance_reach[node]]
        if not nodes:
            continue
        if any(belief[node] for node in everywhere if not game.chance_reach[node]):
            return False
        reference = next(node for node in nodes if belief[node] > 0)
        for node in nodes:
            form = [a - b for a, b in zip(product(node), product(reference), strict=True)]
            if belief[node] > 0:
                chance = game.chance_reach[reference] / game.chance_reach[node]
                equal.append((form, Fraction(belief[node] / belief[reference]) * chance))
            else:
                greater.append(form)
    return _labels_exist([form for form, _ in equal], greater) and _weights_exist(equal)


def _labels_exist(equal: list[Form], greater: list[Form]) -> bool:
    """Return whether K ≥ 0 exists with every form of K zero, or at least one."""
    opposite = [[Fraction(-value) for value in form] for form in (*equal, *greater)]
    rows = [*opposite, *([Fraction(value) for value in form] for form in equal)]
    right = [Fraction(0)] * len(equal) + [Fraction(-1)] * len(greater) + [Fraction(0)] * len(equal)
    return not rows or maximum([Fraction(0)] * len(rows[0]), rows, right) is not None


def _weights_exist(equal: list[tuple[Form, Fraction]]) -> bool:
    """Return whether every integer relation among the products gives the product 1 of the right-hand sides."""
    if not equal:
        return True
    forms = fmpz_mat([list(parts) for parts in zip(*(form for form, _ in equal), strict=True)])
    kernel, nullity = forms.nullspace()
    for k in range(nullity):
        relation = [int(kernel[row, k]) for row in range(len(equal))]
        if prod((ratio**power for power, (_, ratio) in zip(relation, equal, strict=True)), start=Fraction(1)) != 1:
            return False
    return True
