"""The plays of a small game, and verdicts about profiles by enumeration, recursion and linear programs in fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from bimatrix import Matrix, largest_improvement, maximum
from plans import exact
from tree_walks import (
    action_values,
    best_reply,
    edge,
    expected_from,
    largest_gain,
    random_profile,
    reach,
)

import seqform as sf
from seqform.models import (
    BehaviorProfile,
    BehaviorStrategy,
    Beliefs,
    EpsilonFamily,
    Equilibrium,
    ExtensiveGame,
)
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate
from seqform.models.games.extensive import CHANCE

Pair = tuple[Fraction, Fraction]
Steps = tuple[tuple[int, int], ...]
"""Choices of a player: information sets by their rows, and actions."""

DOUBLES = Fraction(1, 10**11)
"""Largest error of a certificate in doubles, relative to the largest payoff."""
GAP = Fraction(1, 10**6)
"""The nash_conv that answers in doubles may have, as a share of four times the largest payoff."""
TINY = Fraction(1, 10**400)
"""Small enough for the polynomials of small games, whose coefficients are between 10^-170 and 10^170."""


@dataclass(frozen=True)
class Play:
    """A path from the root to a leaf: the choices of both players, chance's probability, the payoffs."""

    steps: tuple[Steps, Steps]
    chance: Fraction
    payoffs: Pair


def plays(game: ExtensiveGame) -> list[Play]:
    """Return all plays."""
    found, open_nodes = [], [(0, Play(((), ()), Fraction(1), (Fraction(0), Fraction(0))))]
    while open_nodes:
        node, play = open_nodes.pop()
        row, owner, infoset = (
            int(part[node]) for part in (game.outcome, game.player, game.infoset)
        )
        if row >= 0:
            paid = (
                play.payoffs[0] + game.outcomes.payoffs[0][row],
                play.payoffs[1] + game.outcomes.payoffs[1][row],
            )
            play = Play(play.steps, play.chance, paid)
        if game.is_leaf[node]:
            found.append(play)
        for action in range(int(game.num_actions[node])):
            steps, chance = list(play.steps), play.chance
            if owner >= 0:
                steps[owner] = (*steps[owner], (infoset, action))
            else:
                chance *= game.information_sets.probability[
                    int(game.information_sets.action_start[infoset]) + action
                ]
            open_nodes.append(
                (
                    int(game.first_child[node]) + action,
                    Play((steps[0], steps[1]), chance, play.payoffs),
                )
            )
    return found


def constant_sum(game: ExtensiveGame) -> Fraction | None:
    """Return what the payoffs add up to after every play, None if that differs."""
    sums = {sum(play.payoffs, Fraction(0)) for play in plays(game)}
    return sums.pop() if len(sums) == 1 else None


def scale(game: ExtensiveGame) -> Fraction:
    """Return the largest payoff in absolute value."""
    return max(abs(payoff) for play in plays(game) for payoff in play.payoffs)


# ---- profiles ----


def in_fractions(profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile with its doubles as the fractions that they are, divided by their sums."""
    made = []
    for strategy in profile:
        index, shares = strategy.index, [Fraction(share) for share in strategy.probabilities]
        for first, stop in zip(
            index.first_sequence[:-1].tolist(), index.first_sequence[1:].tolist(), strict=True
        ):
            shares[first:stop] = [share / sum(shares[first:stop]) for share in shares[first:stop]]
        made.append(BehaviorStrategy(index, np.array(shares, dtype=object)))
    return BehaviorProfile((made[0], made[1]))


def values(game: ExtensiveGame, profile: BehaviorProfile) -> Pair:
    """Return what both players expect."""
    return (expected_from(game, profile, 0), expected_from(game, profile, 1))


def best_values(game: ExtensiveGame, profile: BehaviorProfile) -> Pair:
    """Return what each player can get against the other's strategy."""
    root = [(0, Fraction(1))]
    return (best_reply(game, profile, 0, root), best_reply(game, profile, 1, root))


def certificate_fault(
    game: ExtensiveGame, profile: BehaviorProfile, certificate: Certificate
) -> str | None:
    """Return how a certificate differs from the evaluation of the profile, None if it does not."""
    profile = in_fractions(profile)
    earned, best = values(game, profile), best_values(game, profile)
    regrets = [high - low for high, low in zip(best, earned, strict=True)]
    pairs = [
        ("value", certificate.values, earned),
        ("best response", certificate.best_response_values, best),
        ("regret", certificate.regrets, regrets),
        ("nash_conv", (certificate.nash_conv,), (sum(regrets),)),
    ]
    allowed = 0 if certificate.exact else DOUBLES * scale(game)
    for what, given, right in pairs:
        for one, other in zip(given, right, strict=True):
            if certificate.exact and not isinstance(one, Fraction):
                return f"{what} {one!r} is no fraction"
            if abs(Fraction(one) - other) > allowed:
                return f"{what} {one} instead of {other}"
    if min(certificate.regrets) < 0:
        return f"a negative regret, {min(certificate.regrets)}"
    if certificate.proven != (certificate.exact and not any(regrets)):
        return (
            f"proven: {certificate.proven}, with regrets {regrets} and exact: {certificate.exact}"
        )
    if certificate.constant_sum != constant_sum(game):
        return f"constant_sum {certificate.constant_sum} instead of {constant_sum(game)}"
    return None


def solved_fault(game: ExtensiveGame, found: Equilibrium, *, exact: bool) -> str | None:
    """Return what is wrong with an equilibrium, or with its certificate."""
    certificate = found.certificate
    if found.values != certificate.values:
        return f"values {found.values} beside the certificate's {certificate.values}"
    fault = certificate_fault(game, found.profile, certificate)
    if fault is None and exact and not certificate.proven:
        return f"not proven: {certificate}"
    if fault is None and not exact and certificate.nash_conv > 4 * GAP * scale(game):
        return f"nash_conv {certificate.nash_conv}"
    if (
        fault is None
        and certificate.checks.get(NORMAL_FORM_PERFECT)
        and not normal_form_perfect(game, found.profile)
    ):
        return "not normal-form perfect"
    return fault


def subgame_perfect(game: ExtensiveGame, profile: BehaviorProfile) -> bool:
    """Return whether no player gains in any subgame, those behind a probability of 0 included."""
    return largest_gain(game, profile) == 0


# ---- the normal form ----


def pure_strategies(
    game: ExtensiveGame, player: int, most: int | None = None
) -> list[dict[int, int]]:
    """Return the reduced pure strategies, an action at every set that the own choices do not exclude.

    With `most`, more than so many are given up.
    """
    histories: dict[int, Steps] = {}
    for play in plays(game):
        for place, (infoset, _) in enumerate(play.steps[player]):
            histories.setdefault(infoset, play.steps[player][:place])
    strategies: list[dict[int, int]] = [{}]
    for infoset, history in sorted(histories.items(), key=lambda item: len(item[1])):
        actions = range(len(game.action_names[infoset]))
        strategies = [
            longer
            for strategy in strategies
            for longer in (
                [strategy | {infoset: action} for action in actions]
                if follows(strategy, history)
                else [strategy]
            )
        ]
        if most is not None and len(strategies) > most:
            break
    return strategies


def follows(strategy: dict[int, int], steps: Steps) -> bool:
    """Return whether a pure strategy makes these choices."""
    return all(strategy.get(infoset) == action for infoset, action in steps)


def probability(game: ExtensiveGame, strategy: BehaviorStrategy, steps: Steps) -> Fraction:
    """Return the probability of a sequence of choices."""
    product = Fraction(1)
    for infoset, action in steps:
        product *= Fraction(
            strategy[game.infoset_names[infoset]][game.action_names[infoset][action]]
        )
    return product


def normal_form(game: ExtensiveGame, player: int) -> Matrix:
    """Return a player's payoffs: rows are the player's reduced pure strategies, columns the opponent's."""
    own, other = pure_strategies(game, player), pure_strategies(game, 1 - player)
    table = [[Fraction(0)] * len(other) for _ in own]
    for play in plays(game):
        columns = [place for place, one in enumerate(other) if follows(one, play.steps[1 - player])]
        for row, one in zip(table, own, strict=True):
            if follows(one, play.steps[player]):
                for column in columns:
                    row[column] += play.chance * play.payoffs[player]
    return table


def payoffs_against(game: ExtensiveGame, player: int, strategy: BehaviorStrategy) -> list[Fraction]:
    """Return what a strategy earns against each of the opponent's reduced pure strategies."""
    worth = [
        (
            play.steps[1 - player],
            play.chance * probability(game, strategy, play.steps[player]) * play.payoffs[player],
        )
        for play in plays(game)
    ]
    others = pure_strategies(game, 1 - player)
    return [
        sum((paid for steps, paid in worth if follows(other, steps)), Fraction(0))
        for other in others
    ]


def undominated(game: ExtensiveGame, player: int, strategy: BehaviorStrategy) -> bool:
    """Return whether no mixed strategy is as good against all strategies, and better against one."""
    return (
        largest_improvement(normal_form(game, player), payoffs_against(game, player, strategy)) == 0
    )


def normal_form_perfect(game: ExtensiveGame, profile: BehaviorProfile) -> bool:
    """Return whether a profile is an equilibrium in undominated strategies, which is the same with two players."""
    if values(game, profile) != best_values(game, profile):
        return False
    return all(undominated(game, player, profile[player]) for player in (0, 1))


# ---- assessments ----


def sequential_gains(
    game: ExtensiveGame, profile: BehaviorProfile, beliefs: Beliefs
) -> dict[str, Fraction]:
    """Return what one other choice gains at every information set that chance does not exclude, given beliefs."""
    gains = {}
    for player in (0, 1):
        worth = action_values(
            game, profile, player, lambda node: Fraction(beliefs.probability[node])
        )
        index = game.sequences[player].index
        for row, first in enumerate(index.first_sequence[:-1].tolist()):
            infoset = int(game.sequences[player].infosets[row])
            nodes = np.flatnonzero(game.infoset == infoset).tolist()
            if any(game.chance_reach[node] for node in nodes):
                here = worth[first : int(index.first_sequence[row + 1])]
                kept = sum(
                    (edge(game, profile, nodes[0], k) * part for k, part in enumerate(here)),
                    Fraction(0),
                )
                gains[f"{player + 1}:{index.infoset_names[row]}"] = max(here) - kept
    return gains


def behavior_near_0(family: EpsilonFamily) -> BehaviorProfile:
    """Return the behavior of a family at a tiny number ε."""
    made = []
    for player in (0, 1):
        index = family[player].index
        weights = [
            sum((c * TINY**k for k, c in enumerate(family[player].weights[s])), Fraction(0))
            for s in range(len(index))
        ]
        above = [0, *(int(index.parent_sequence[row]) for row in index.infoset_of.tolist()[1:])]
        shares = [weight / weights[place] for weight, place in zip(weights, above, strict=True)]
        made.append(BehaviorStrategy(index, np.array(shares, dtype=object)))
    return BehaviorProfile((made[0], made[1]))


def perfect_along(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily
) -> tuple[bool, bool]:
    """Return whether a profile is quasi-perfect, and whether it is extensive-form perfect, along a family.

    The family has to tend to the profile. For quasi-perfection the continuation at every information set that chance
    does not exclude is a best one against the other player's mistakes; for the other concept every action in use is
    locally best where all make mistakes, later selves included.
    """
    near = behavior_near_0(family)
    distances = [
        abs(a - b)
        for one, other in zip(near, profile, strict=True)
        for a, b in zip(one.probabilities, other.probabilities, strict=True)
    ]
    if max(distances) > Fraction(1, 10**150):
        return False, False
    quasi, extensive = True, True
    for player in (0, 1):
        own = BehaviorProfile((profile[0], near[1]) if player == 0 else (near[0], profile[1]))
        met = {node: reach(game, near, node, (CHANCE, 1 - player)) for node in range(len(game))}
        locally = action_values(game, near, player, met.__getitem__)
        index = game.sequences[player].index
        for row, first in enumerate(index.first_sequence[:-1].tolist()):
            nodes = np.flatnonzero(
                game.infoset == int(game.sequences[player].infosets[row])
            ).tolist()
            weighted = [(node, met[node]) for node in nodes]
            kept = sum(
                (weight * expected_from(game, own, player, node) for node, weight in weighted),
                Fraction(0),
            )
            quasi = quasi and kept == best_reply(game, near, player, weighted)
            here = range(first, int(index.first_sequence[row + 1]))
            used = [locally[k] for k in here if profile[player].probabilities[k]]
            extensive = extensive and min(used) == max(locally[k] for k in here)
    return quasi, extensive


# ---- constraints, by linear programs over mixtures of reduced pure strategies ----


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
            shares = {
                place: Fraction(weights[place], 1) / here if here else Fraction(1, 2)
                for place in places
            }
        else:
            places = rng.sample(range(1, len(index)), rng.randint(1, min(3, len(index) - 1)))
            shares = {place: weights[place] for place in places}
        factors = {
            place: Fraction(rng.choice((1, 1, 1, 2, -1)), rng.choice((1, 1, 3))) for place in places
        }
        total = sum(factors[place] * shares[place] for place in places)
        if conditional and not sum(weights[first:stop]):
            factors, total = dict.fromkeys(places, Fraction(1)), Fraction(1)
        names = {
            (index.infoset_names[int(index.infoset_of[place])], _action(index, place)): factor
            for place, factor in factors.items()
        }
        slack = rng.choice((0, 0, Fraction(1, 8)))
        bounds = rng.choice(
            ((None, total + slack), (total - slack, None), (total, total), (total - slack, total))
        )
        low, high = bounds
        found.append(sf.Constraint(player, names, low, high, conditional))
    return found


def _action(index: Any, place: int) -> str:
    row = int(index.infoset_of[place])
    return str(index.action_names[row][place - int(index.first_sequence[row])])


def rows_over_pure_strategies(
    game: ExtensiveGame, constraints: list[sf.Constraint], player: int
) -> list[Row]:
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
                total += (
                    factor if taken is not None and index.action_names[row][taken] == action else 0
                )
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


def best_mixture(rows: list[Row], payoffs: list[Fraction]) -> Fraction | None:
    """Return the most that a mixture of pure strategies earns that keeps to the rows; None if none does."""
    whole = [(Fraction(1), [Fraction(1)] * len(payoffs), Fraction(1)), *rows]
    limits = [(row, high) for _, row, high in whole if high is not None]
    limits += [([-value for value in row], -low) for low, row, _ in whole if low is not None]
    return maximum(payoffs, [row for row, _ in limits], [bound for _, bound in limits])


def constrained_fault(
    game: ExtensiveGame, constraints: list[sf.Constraint], found: Equilibrium
) -> str | None:
    """Return what is wrong with an equilibrium under constraints or its certificate, None if nothing is."""
    certificate, profile = found.certificate, found.profile
    is_exact = certificate.exact
    fractions: BehaviorProfile = profile if is_exact else in_fractions(profile)
    best = []
    for player in (0, 1):
        payoffs = payoffs_against(game, 1 - player, fractions[1 - player])
        payoffs = [game.constant_sum - paid for paid in payoffs]  # type: ignore[operator]
        best.append(best_mixture(rows_over_pure_strategies(game, constraints, player), payoffs))
    size = max(
        1.0, *(float(abs(payoff)) for pair in game.leaf_payoffs for payoff in pair.to_fractions())
    )
    for player, (value, bound, right, paid) in enumerate(
        zip(
            found.values,
            certificate.figure(certificate.claim.bound),
            best,
            values(game, fractions),
            strict=True,
        )
    ):
        if right is None:
            return f"player {player + 1} keeps to no constraints"
        if is_exact and (value, bound) != (paid, right):
            return f"player {player + 1}: value {value}, at most {bound}, instead of {paid} and {right}"
        if not is_exact and max(abs(float(value - paid)), abs(float(bound - right))) > 1e-6 * size:
            return f"player {player + 1}: value {value}, at most {bound}, instead of {paid} and {right}"
    return None if certificate.proven == is_exact else f"not proven: {certificate}"
