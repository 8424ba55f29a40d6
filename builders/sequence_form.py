"""From an extensive game to its sequence form."""

from __future__ import annotations

import numpy as np

from seqform.errors import ModelError
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.game import ExtensiveGame
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorProfile, RealizationPlans


def sequence_form(game: ExtensiveGame) -> Reduced[SequenceForm, RealizationPlans, BehaviorProfile]:
    """Return the sequence form of a game.

    Parameters
    ----------
    game : ExtensiveGame

    Returns
    -------
    Reduced
        `target` is the sequence form: E of shape (1 + |H1|, |S1|), F of shape
        (1 + |H2|, |S2|), A, B and W of shape (|S1|, |S2|). `lift` turns a pair of
        realization plans into behavior strategies; where a plan is silent, a best
        response is filled in and marked.

    References
    ----------
    von Stengel, van den Elzen & Talman (2002), section 2, (2.3)-(2.6).

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> pennies = tree("pennies", move(1, "P", {
    ...     "H": move(2, "Q", {"h": leaf(1), "t": leaf(-1)}),
    ...     "T": move(2, "Q", {"h": leaf(-1), "t": leaf(1)})}))
    >>> sequence_form(pennies).target
    <SequenceForm 'pennies': E 2×3, F 2×3, A with 4 nonzeros>
    """
    if not isinstance(game, ExtensiveGame):
        raise ModelError(f"sequence_form: an ExtensiveGame expected (`load` returns one), not {type(game).__name__}")
    first, second = game.sequences
    shape = (len(first.index), len(second.index))
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    rows, columns = first.at_node[leaves], second.at_node[leaves]
    payoffs = [
        ExactMatrix.from_entries(shape, rows, columns, (reach * payoff).reduced()) for payoff in game.leaf_payoffs
    ]
    form = SequenceForm(
        sequences=(first.index, second.index),
        E=plan_constraints(first.index),
        F=plan_constraints(second.index),
        A=payoffs[0],
        B=payoffs[1],
        W=ExactMatrix.from_entries(shape, rows, columns, reach),
        title=game.title,
    )
    return Reduced(form, lambda plans: behavior_profile(form, plans))


def plan_constraints(index: SequenceIndex) -> ExactMatrix:
    """Return E (or F): row 0 is x_∅ = 1, row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0 (vSvET, 2.3)."""
    sets = np.arange(index.num_infosets)
    rows = np.concatenate([[0], 1 + sets, 1 + index.infoset_of[1:]])
    columns = np.concatenate([[0], index.parent_sequence, np.arange(1, len(index))])
    values = np.concatenate([[1], np.full(len(sets), -1), np.ones(len(index) - 1, dtype=np.int64)])
    return ExactMatrix.from_entries((1 + len(sets), len(index)), rows, columns, ExactArray(values))


def behavior_profile(form: SequenceForm, plans: RealizationPlans) -> BehaviorProfile:
    """Return behavior strategies that realize the plans, silent places filled in by best responses."""
    first, second = (plans[player].behavior(form.gradient(player, plans[1 - player].weights)) for player in (0, 1))
    return BehaviorProfile((first, second))
