"""Random sequence forms: trees of information sets, and payoffs at random pairs of sequences."""

from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array

import seqform as sf


def random_treeplex(
    rng: np.random.Generator, sequences: int, chain: float, forced: float
) -> tuple[Any, list[int]]:
    """Return E and e of a treeplex.

    - `sequences`: Their number, at least; the last set may exceed it.
    - `chain`: Probability with which a set follows the last sequence, rather than any one.
    - `forced`: Probability of a set with one action.
    """
    rows = [0]
    columns = [0]
    entries = [1]
    ends = [0]
    count = 1
    row = 0
    while count < sequences:
        place = len(ends) - 1
        if rng.random() >= chain:
            place = int(rng.integers(len(ends)))
        before = ends[place]
        actions = 1
        if rng.random() >= forced:
            actions = int(rng.integers(2, 4))
        row += 1
        choices = range(count, count + actions)
        rows += [row] * (1 + actions)
        columns += [before, *choices]
        entries += [-1] + [1] * actions
        ends += choices
        count += actions
    matrix = csr_array((entries, (rows, columns)), shape=(row + 1, count))
    return matrix, [1] + [0] * row


def random_matrices(
    seed: int,
    sequences: int,
    *,
    chain: float = 0.0,
    forced: float = 0.0,
    least_power: int = 0,
    largest_power: int = 0,
) -> sf.ExtensiveGame:
    """Return the zero-sum game of a random sequence form with four payoffs for each sequence.

    Payoffs are integers from -9 to 9 times 2^k with k between the two powers.
    """
    rng = np.random.default_rng(seed)
    first, e = random_treeplex(rng, sequences, chain, forced)
    second, f = random_treeplex(rng, sequences, chain, forced)
    count = 4 * sequences
    places = (rng.integers(first.shape[1], size=count), rng.integers(second.shape[1], size=count))
    powers = rng.integers(least_power, largest_power + 1, size=count)
    payoffs = rng.integers(-9, 10, size=count) * 2.0**powers
    shape = (first.shape[1], second.shape[1])
    return sf.sequence_form(first, e, second, f, coo_array((payoffs, places), shape=shape))
