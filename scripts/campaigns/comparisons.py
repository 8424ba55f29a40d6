"""Small games, profiles, beliefs and families of the library in the terms of `tree_evaluation`, and back."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from small_games import CHANCE, Node, Shape, SmallGame, Steps, random_game, random_matrix_game
from tree_evaluation import (
    Behavior,
    Family,
    Polynomial,
    Profile,
    best_reply_values,
    expected,
    normal_form_perfect,
)

from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Beliefs, EpsilonFamily
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy

DOUBLES = Fraction(1, 10**11)
"""How far a certificate in doubles may be from the exact evaluation, as a share of the largest payoff."""
GAP = Fraction(1, 10**6)
"""The nash_conv that answers in doubles may have, as a share of twice the largest payoff."""

BeliefsAt = dict[tuple[int, int], tuple[Fraction, ...]]
Found = str | None
"""The fault of a case of a campaign."""


def loaded(game: SmallGame) -> ExtensiveGame:
    """Return a game as the library reads it."""
    return parse_efg(game.to_efg())


def loaded_matrix(game: SmallGame) -> ExtensiveGame:
    """Return a matrix game as the library reads its .nfg text."""
    return parse_nfg(game.to_nfg())


def chosen_shape(rng: Random, **given: Any) -> Shape:
    """Return the bounds of a random tree."""
    return Shape(inner=rng.choice((3, 5, 7)), **given)


def some_game(rng: Random, *, constant_sum: bool, **given: Any) -> tuple[SmallGame, ExtensiveGame]:
    """Return a random game, small and as the library reads it."""
    if rng.random() < 0.15:
        matrix = random_matrix_game(rng, constant_sum=constant_sum, kind=given.get("numbers"))
        return matrix, loaded_matrix(matrix)
    game = random_game(rng, chosen_shape(rng, constant_sum=constant_sum, **given))
    return game, loaded(game)


def strategies_of(game: SmallGame, profile: BehaviorProfile) -> Profile:
    """Return a profile's probabilities by information set, doubles as the fractions that they are, divided by sums."""
    found: list[Behavior] = []
    for player in (0, 1):
        strategy, behavior = profile[player], {}
        if set(strategy) != set(game.names[player]):
            raise AssertionError(
                f"player {player + 1}: sets {sorted(strategy)} instead of {sorted(game.names[player])}"
            )
        for name, infoset in game.names[player].items():
            given = strategy[name]
            shares = [Fraction(given[action]) for action in game.action_names(player, infoset)]
            behavior[infoset] = tuple(share / sum(shares) for share in shares)
        found.append(behavior)
    return (found[0], found[1])


def profile_of(tree: ExtensiveGame, game: SmallGame, strategies: Profile, *, exact: bool = True) -> BehaviorProfile:
    """Return strategies as a profile of the library's, in fractions or doubles."""
    made = []
    for player in (0, 1):
        index = tree.sequences[player].index
        numbers: list[Any] = [Fraction(1)]
        for name, actions in zip(index.infoset_names, index.action_names, strict=True):
            infoset = game.names[player][name]
            shares = dict(zip(game.action_names(player, infoset), strategies[player][infoset], strict=True))
            numbers += [shares[action] for action in actions]
        made.append(BehaviorStrategy(index, np.array(numbers, dtype=object if exact else np.float64)))
    return BehaviorProfile((made[0], made[1]))


def random_strategies(rng: Random, game: SmallGame) -> Profile:
    """Return behavior that leaves out many actions."""
    found: list[Behavior] = []
    for player in (0, 1):
        behavior = {}
        for infoset in game.sets[player]:
            count = len(game.actions[player, infoset])
            weights = [rng.choice((0, 0, 1, 2)) for _ in range(count)]
            weights[rng.randrange(count)] += rng.choice((1, 1, 1, 10**30))
            behavior[infoset] = tuple(Fraction(weight, sum(weights)) for weight in weights)
        found.append(behavior)
    return (found[0], found[1])


def certificate_fault(game: SmallGame, strategies: Profile, certificate: Certificate) -> str | None:
    """Return how a certificate differs from the independent evaluation of the strategies, None if it does not."""
    values, best = expected(game, strategies), best_reply_values(game, strategies)
    regrets = [high - low for high, low in zip(best, values, strict=True)]
    pairs = [
        ("value", certificate.values, values),
        ("best response", certificate.best_response_values, best),
        ("regret", certificate.regrets, regrets),
        ("nash_conv", (certificate.nash_conv,), (sum(regrets),)),
    ]
    allowed = 0 if certificate.exact else DOUBLES * game.scale
    for what, given, right in pairs:
        for one, other in zip(given, right, strict=True):
            if certificate.exact and not isinstance(one, Fraction):
                return f"{what} {one!r} is no fraction"
            if abs(Fraction(one) - other) > allowed:
                return f"{what} {one} instead of {other}"
    if min(certificate.regrets) < 0:
        return f"a negative regret, {min(certificate.regrets)}"
    if certificate.proven != (certificate.exact and not any(regrets)):
        return f"proven: {certificate.proven}, with regrets {regrets} and exact: {certificate.exact}"
    if certificate.constant_sum != game.constant_sum:
        return f"constant_sum {certificate.constant_sum} instead of {game.constant_sum}"
    return None


def equilibrium_fault(game: SmallGame, strategies: Profile, certificate: Certificate, *, exact: bool) -> str | None:
    """Return what is wrong with the certificate of an equilibrium, or with the equilibrium."""
    fault = certificate_fault(game, strategies, certificate)
    if fault is not None:
        return fault
    if exact and not certificate.proven:
        return f"not proven: {certificate}"
    if not exact and certificate.nash_conv > 4 * GAP * game.scale:
        return f"nash_conv {certificate.nash_conv}"
    return None


def solved_fault(game: SmallGame, found: Equilibrium, *, exact: bool) -> Found:
    """Return what is wrong with a solved equilibrium."""
    if found.values != found.certificate.values:
        return f"values {found.values} beside the certificate's {found.certificate.values}"
    strategies = strategies_of(game, found.profile)
    fault = equilibrium_fault(game, strategies, found.certificate, exact=exact)
    if fault is None and found.certificate.checks.get(NORMAL_FORM_PERFECT):
        return None if normal_form_perfect(game, strategies) else "not normal-form perfect"
    return fault


# ---- nodes ----


def node_numbers(tree: ExtensiveGame, game: SmallGame) -> dict[int, Node]:
    """Return the nodes by their numbers in the library's tree."""
    found: dict[int, Node] = {}
    pending = [(0, game.root)]
    while pending:
        number, node = pending.pop()
        found[number] = node
        first = int(tree.first_child[number])
        pending += [(first + action, child) for action, child in enumerate(node.children)]
    return found


def beliefs_by_set(tree: ExtensiveGame, game: SmallGame, beliefs: Beliefs) -> BeliefsAt:
    """Return beliefs at every information set, nodes in depth-first order."""
    number_of = {id(node): number for number, node in node_numbers(tree, game).items()}
    found: dict[tuple[int, int], list[Fraction]] = {}
    for node in game.root.walk():
        if node.owner in (0, 1):
            shares = found.setdefault((node.owner, node.infoset), [])
            shares.append(Fraction(beliefs.probability[number_of[id(node)]]))
    return {key: tuple(shares) for key, shares in found.items()}


def random_beliefs(rng: Random, tree: ExtensiveGame, game: SmallGame) -> Beliefs:
    """Return beliefs drawn at random, consistent or not."""
    sets: dict[tuple[int, int], list[int]] = {}
    for number, node in node_numbers(tree, game).items():
        if node.owner in (0, 1):
            sets.setdefault((node.owner, node.infoset), []).append(number)
    probability = np.full(len(tree), Fraction(0), dtype=object)
    for nodes in sets.values():
        weights = [rng.choice((0, 1, 2)) for _ in nodes]
        weights[rng.randrange(len(nodes))] += 1
        for place, weight in zip(nodes, weights, strict=True):
            probability[place] = Fraction(weight, sum(weights))
    return Beliefs(tree, probability)


# ---- families ----


def family_weights(game: SmallGame, family: EpsilonFamily) -> Family:
    """Return the weights of the sequences of a family of plans, by the choices that they consist of."""
    found: list[dict[Steps, Polynomial]] = []
    for player in (0, 1):
        plan = family[player]
        orders = [part.to_fractions() for part in plan.weights.coefficients]
        rows = list(zip(*orders, strict=True))
        weights: dict[Steps, Polynomial] = {(): tuple(rows[0])}
        index = plan.index
        for infoset, history in game.histories[player].items():
            name = next(key for key, value in game.names[player].items() if value == infoset)
            row = index.row_of[name]
            start = int(index.first_sequence[row])
            for action, label in enumerate(game.action_names(player, infoset)):
                place = start + index.action_names[row].index(label)
                weights[(*history, (infoset, action))] = tuple(rows[place])
        found.append(weights)
    return (found[0], found[1])


def tree_expression(game: SmallGame) -> Any:
    """Return a game without outcomes at inner nodes as an expression of `seqform.builders.games.tree`."""
    from seqform.builders.games.tree import chance, leaf, move

    def expression(node: Node) -> Any:
        below = {str(action): expression(child) for action, child in enumerate(node.children)}
        if node.owner == CHANCE:
            shares = game.shares[node.infoset]
            return chance({key: (shares[int(key)], child) for key, child in below.items()})
        if not below:
            assert node.outcome is not None
            return leaf(*node.outcome)
        return move(node.owner, str(node.infoset), below)

    return expression(game.root)
