"""Equilibria under constraints, judged by linear programs over mixtures of reduced pure strategies in fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from plans import exact
from plays import in_fractions, payoffs_against, pure_strategies, values
from tree_walks import random_profile

import seqform as sf
from seqform.backends.conformance.linear import linear_program
from seqform.models import BehaviorProfile, Equilibrium, ExtensiveGame

Row = tuple[Fraction | None, list[Fraction], Fraction | None]


def random_constraints(rng: Random, game: ExtensiveGame, most: int = 4) -> list[sf.Constraint]:
    """Return constraints that a random profile keeps to, often with equality."""
    profile, found = random_profile(game, rng), []
    for _ in range(rng.randint(1, most)):
        player = rng.randrange(2)
        index = game.sequences[player].index
        if not index.num_infosets:
            continue
        row, weights = rng.randrange(index.num_infosets), exact(profile[player].plan).to_fractions()
        conditional = rng.random() < 0.4
        first, stop = index.first_sequence[row : row + 2].tolist()
        if conditional:
            places = rng.sample(range(first, stop), rng.randint(1, stop - first))
            here = sum(weights[first:stop])
            shares = {place: Fraction(weights[place], 1) / here if here else Fraction(1, 2) for place in places}
        else:
            places = rng.sample(range(1, len(index)), rng.randint(1, min(3, len(index) - 1)))
            shares = {place: weights[place] for place in places}
        factors = {place: Fraction(rng.choice((1, 1, 1, 2, -1)), rng.choice((1, 1, 3))) for place in places}
        total = sum(factors[place] * shares[place] for place in places)
        if conditional and not sum(weights[first:stop]):
            factors, total = dict.fromkeys(places, Fraction(1)), Fraction(1)
        names = {
            (index.infoset_names[int(index.infoset_of[place])], _action(index, place)): factor
            for place, factor in factors.items()
        }
        slack = rng.choice((0, 0, Fraction(1, 8)))
        bounds = rng.choice(((None, total + slack), (total - slack, None), (total, total), (total - slack, total)))
        low, high = bounds
        found.append(sf.Constraint(player, names, low, high, conditional))
    return found


def _action(index: Any, place: int) -> str:
    row = int(index.infoset_of[place])
    return str(index.action_names[row][place - int(index.first_sequence[row])])


def rows_over_pure_strategies(game: ExtensiveGame, constraints: list[sf.Constraint], player: int) -> list[Row]:
    """Return the constraints of a player as rows over her reduced pure strategies, by the definition."""
    index, infosets = game.sequences[player].index, game.sequences[player].infosets
    rows: list[Row] = []
    for one in constraints:
        if one.player != player:
            continue
        low, high = one.limits
        sums, reached = [], []
        for strategy in pure_strategies(game, player):
            total = Fraction(0)
            for name, factor in one.terms:
                assert isinstance(name, tuple)
                infoset, action = name
                row = index.row_of[infoset]
                taken = strategy.get(int(infosets[row]))
                total += factor if taken is not None and index.action_names[row][taken] == action else 0
                there = Fraction(taken is not None)
            sums.append(total)
            reached.append(there)
        if one.conditional:
            rows += [(None, _less(sums, high, reached), Fraction(0))] if high is not None else []
            rows += [(Fraction(0), _less(sums, low, reached), None)] if low is not None else []
        else:
            rows.append((low, sums, high))
    return rows


def _less(sums: list[Fraction], bound: Fraction, reached: list[Fraction]) -> list[Fraction]:
    return [total - bound * there for total, there in zip(sums, reached, strict=True)]


def best_mixture(game: ExtensiveGame, rows: list[Row], payoffs: list[Fraction]) -> Fraction | None:
    """Return the most that a mixture of pure strategies earns that keeps to the rows; None if none does."""
    whole = [(Fraction(1), [Fraction(1)] * len(payoffs), Fraction(1)), *rows]
    program = linear_program("max", payoffs, whole, [(0, None)] * len(payoffs))
    return sf.backends.get("exact").solve(program).objective  # type: ignore[return-value]


def constrained_fault(game: ExtensiveGame, constraints: list[sf.Constraint], found: Equilibrium) -> str | None:
    """Return what is wrong with an equilibrium under constraints or its certificate, None if nothing is."""
    certificate, profile = found.certificate, found.profile
    is_exact = certificate.exact
    fractions: BehaviorProfile = profile if is_exact else in_fractions(profile)
    best = []
    for player in (0, 1):
        payoffs = payoffs_against(game, 1 - player, fractions[1 - player])
        payoffs = [game.constant_sum - paid for paid in payoffs]  # type: ignore[operator]
        best.append(best_mixture(game, rows_over_pure_strategies(game, constraints, player), payoffs))
    size = max(1.0, *(float(abs(payoff)) for pair in game.leaf_payoffs for payoff in pair.to_fractions()))
    for player, (value, bound, right, paid) in enumerate(
        zip(found.values, certificate.figure(certificate.claim.bound), best, values(game, fractions), strict=True)
    ):
        if right is None:
            return f"player {player + 1} keeps to no constraints"
        if is_exact and (value, bound) != (paid, right):
            return f"player {player + 1}: value {value}, at most {bound}, instead of {paid} and {right}"
        if not is_exact and max(abs(float(value - paid)), abs(float(bound - right))) > 1e-6 * size:
            return f"player {player + 1}: value {value}, at most {bound}, instead of {paid} and {right}"
    return None if certificate.proven == is_exact else f"not proven: {certificate}"
