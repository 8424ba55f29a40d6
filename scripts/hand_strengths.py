"""Compare strengths of hands with an independent package: all 2,598,960 of five cards, and random ones of seven.

    pip install phevaluator
    python scripts/hand_strengths.py [--sevens 1000000] [--seed 1]

Two hands are compared by both: the order, with ties, has to be the same. phevaluator gives the best hand the number 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import combinations

import numpy as np

from seqform.builders.games.cards.strengths import card_strengths
from seqform.models.numbers.exact import Ints
from seqform.system.packages import require


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sevens", type=int, default=1_000_000, help="random hands of seven cards")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    fives = np.array(list(combinations(range(52), 5)), dtype=np.int64)
    generator = np.random.default_rng(arguments.seed)
    sevens = generator.random((arguments.sevens, 52)).argsort(axis=1)[:, :7]
    for name, hands in (("five", fives), ("seven", sevens)):
        begin = time.perf_counter()
        strengths = np.concatenate([card_strengths(part) for part in np.array_split(hands, 40)])
        seconds = time.perf_counter() - begin
        ranks = package_ranks(hands)
        classes = require_same_order(strengths, ranks)
        sys.stdout.write(
            f"{len(hands):,} hands of {name} cards: {classes:,} classes in one order; {seconds:.1f} s\n"
        )


def package_ranks(hands: Ints) -> Ints:
    """Return the ranks of hands by the package, 1 for the best; its suits are those of the deck in another order."""
    evaluate = require("phevaluator", "the comparison of hands").evaluate_cards
    return np.array([evaluate(*hand) for hand in hands.tolist()], dtype=np.int64)


def require_same_order(strengths: Ints, ranks: Ints) -> int:
    """Stop with an error unless two evaluations order hands alike; return the number of classes of equal hands."""
    order = np.lexsort((-ranks, strengths))
    rises = np.diff(strengths[order]) > 0
    falls = np.diff(ranks[order]) < 0
    different = np.flatnonzero(rises != falls)
    if len(different) or np.any(np.diff(ranks[order]) > 0):
        sys.exit(f"the evaluations differ in {len(different):,} places")
    return int(np.count_nonzero(rises)) + 1


if __name__ == "__main__":
    main()
