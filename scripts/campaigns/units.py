"""Campaign of units: equal games in other units of money, with constants added, have equal answers.

    python scripts/campaigns/units.py --minutes 60
    python scripts/campaigns/units.py --parts constraints --only 17

Written from the documentation. Each player's payoffs go through a positive affine map, by powers of ten and shifts;
targets, bounds, losses, weights and gaps go along. Exact answers have to go along exactly, claimed bounds in doubles
within the tolerance, and statuses have to stay.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign
from exact_games import (
    ONE,
    ZERO,
    Chance,
    Game,
    Leaf,
    Move,
    drawn_matrices,
    drawn_tree,
    efg,
    infosets,
    matrix_game,
    nodes,
    pure_plans,
    with_payoffs,
)
from files import SIMPLE, figures, shares, zero_sum
from tracing_2002 import named, read, shown

import seqform as sf
from seqform.errors import SeqformError

Fault = str | None
Map = tuple[Fraction, Fraction]
Maps = tuple[Map, Map]
POWERS = (-300, -30, -12, -9, -3, -1, 0, 1, 2, 6, 9, 15, 30, 300)
MODERATE = (-9, -6, -3, -1, 0, 1, 3, 6, 9)
LINEAR = ("highs", "highs ipx", "scipy", "cvxpy", "pyomo", "exact", "glop")
ITERATIVE = ("cfr", "pdhg", "barrier")


def power(exponent: int) -> Fraction:
    """Return 10 to an exponent."""
    return Fraction(10) ** exponent


def drawn_maps(rng: Random, powers: tuple[int, ...], together: bool) -> Maps:
    """Return a map for each player; with one scale for both if they keep a constant sum."""
    first = power(rng.choice(powers))
    second = first if together else power(rng.choice(powers))
    shifts = [
        scale * rng.choice([ZERO, ZERO, ONE, Fraction(-7), Fraction(10**4), Fraction(1, 3)])
        for scale in (first, second)
    ]
    return (first, shifts[0]), (second, shifts[1])


def sent(values: Any, maps: Maps) -> tuple[Fraction, ...]:
    """Return payoffs of both players after the maps."""
    return tuple(scale * value + shift for value, (scale, shift) in zip(values, maps, strict=True))


def returned(values: Any, maps: Maps) -> tuple[Fraction, ...]:
    """Return payoffs of both players before the maps."""
    return tuple(
        (Fraction(value) - shift) / scale
        for value, (scale, shift) in zip(values, maps, strict=True)
    )


def line(tree: Game, maps: Maps) -> str:
    """Return a game and the maps as a text."""
    return (
        f"maps {[[str(number) for number in one] for one in maps]}; {' '.join(efg(tree).split())}"
    )


def outcome_of(call: Callable[..., Any], *arguments: Any, **settings: Any) -> tuple[str, Any]:
    """Return the kind of error of a call, or "" and its answer."""
    try:
        return "", call(*arguments, **settings)
    except SeqformError as error:
        return type(error).__name__, error


def differ(one: tuple[str, Any], two: tuple[str, Any]) -> Fault:
    """Return how two calls differ of which at least one has failed."""
    if one[0] == two[0]:
        return None
    shown = [
        f"{kind}: {answer}" if kind else f"{answer.values}, {answer.certificate}"
        for kind, answer in (one, two)
    ]
    return " but ".join(shown)


def drawn_constant(rng: Random, depth: int = 4) -> Game:
    """Return a constant-sum tree."""
    return zero_sum(drawn_tree(rng, SIMPLE, rng.randint(2, depth)), rng.choice([ZERO, ONE * 3]))


# ---- exact answers ----


def exact(rng: Random) -> Fault:
    """Compare values of concepts whose value is unique, by exact backends and by repaired answers of others."""
    tree, maps = drawn_constant(rng), drawn_maps(rng, POWERS, together=True)
    game, other = read(tree).game, read(with_payoffs(tree, maps)).game
    concept = rng.choice(
        ["nash", "nash", "quasi-perfect", "normal-form-perfect", "proper", "maximin", "sequential"]
    )
    arguments: dict[str, Any] = {}
    if concept == "nash":
        backend, _, method = rng.choice([*LINEAR[:-1], "lemke"]).partition(" ")
        arguments = {"backend": backend, "exact": True}
        if method:
            arguments["options"] = {"raw": {"solver": method}}
        if rng.random() < 0.3 and backend != "lemke":
            arguments["preprocess"] = rng.choice(["eliminate-dominated", "sparsify", "none"])
    if concept == "maximin":
        arguments["exact"] = True
    one = outcome_of(sf.solve, game, concept, **arguments)
    two = outcome_of(sf.solve, other, concept, **arguments)
    text = f"{concept} {arguments}; {line(tree, maps)}"
    if one[0] or two[0]:
        fault = differ(one, two)
        return fault and f"{fault}; {text}"
    if sent(one[1].values, maps) != tuple(two[1].values) and concept != "maximin":
        return f"values {one[1].values}, {two[1].values}; {text}"
    if concept == "maximin":
        bounds = [
            sf.check(g, a.profile, maximin=True).figure("guarantee")
            for g, a in ((game, one[1]), (other, two[1]))
        ]
        if sent(bounds[0], maps) != tuple(bounds[1]):
            return f"guarantees {bounds}; {text}"
    checks = one[1].certificate.checks, two[1].certificate.checks
    if checks[0] != checks[1] or one[1].certificate.proven != two[1].certificate.proven:
        return f"{checks[0]} {one[1].certificate.proven}, {checks[1]} {two[1].certificate.proven}; {text}"
    return None


def lists(rng: Random) -> Fault:
    """Compare all equilibria of a game of any sum, each player in a unit of its own."""
    tree: Game = (
        matrix_game(*drawn_matrices(rng, SIMPLE[:4], 4))
        if rng.random() < 0.5
        else drawn_tree(rng, SIMPLE[:4], 3)
    )
    if max(len(pure_plans(tree, player)) for player in (0, 1)) > 8:
        return None
    maps = drawn_maps(rng, POWERS, together=False)
    every, others = (
        sf.equilibria(read(one).game, complete=True) for one in (tree, with_payoffs(tree, maps))
    )
    text = line(tree, maps)
    plans = [
        sorted(shown(named((plan, plan))) for side in one.plans for plan in side)
        for one in (every, others)
    ]
    if plans[0] != plans[1]:
        return f"extreme plans {plans}; {text}"
    counts = [
        (len(one), len(one.subsets), one.components, one.distributions) for one in (every, others)
    ]
    if counts[0] != counts[1]:
        return f"{counts[0]}, {counts[1]}; {text}"
    if sorted(sent(one.values, maps) for one in every) != sorted(
        tuple(one.values) for one in others
    ):
        return f"values; {text}"
    (left, _), (right, _) = maps
    wishes: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
        ("best-for-1", "best-for-1", lambda pays: pays[0]),
        ("least-best-for-2", "least-best-for-2", lambda pays: pays[1]),
        ("weights(2,1)", f"weights({2 / left},{1 / right})", lambda pays: 2 * pays[0] + pays[1]),
    )
    for wanted, goal, same in wishes:
        values = every.best(wanted).values, others.best(goal).values
        if same(values[0]) != same(returned(values[1], maps)):
            return f"{wanted}: {values[0]}, {goal}: {values[1]}; {text}"
    return None


def paths(rng: Random) -> Fault:
    """Follow paths: their ends are equilibria, proven and perfect, each player in a unit of its own."""
    tree, maps = drawn_tree(rng, SIMPLE, rng.randint(2, 4)), drawn_maps(rng, POWERS, together=False)
    start = f"random:{rng.randrange(100)}"
    for one in (tree, with_payoffs(tree, maps)):
        game = read(one).game
        answer = sf.solve(game, start=start, backend="lemke")
        if (
            not answer.certificate.proven
            or answer.certificate.checks.get("normal-form perfect") is not True
        ):
            return f"{start}: {answer.certificate}; {line(tree, maps)}"
        path = sf.trace(game, start=start)
        own = sf.trace(game, start=start, equilibrium=path)
        if not (own.returned and own.owned):
            return f"{start}: not back at the start; {line(tree, maps)}"
    return None


def certificates(rng: Random) -> Fault:
    """Compare certificates and checks of one profile, and of one strategy."""
    tree, maps = drawn_tree(rng, SIMPLE, rng.randint(1, 4)), drawn_maps(rng, POWERS, together=False)
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    found = [figures(game) for game in games]
    if (*sent(found[0][:2], maps), *sent(found[0][2:], maps)) != found[1]:
        return f"{found}; {line(tree, maps)}"
    player = rng.randrange(2)
    strategies = [
        # Any strategy will do.
        sf.check_strategy(game, lambda infoset, actions: shares(actions), player)
        for game in games
    ]
    if maps[player][0] * strategies[0].guarantee + maps[player][1] != strategies[1].guarantee:
        return f"guarantees {[one.guarantee for one in strategies]}; {line(tree, maps)}"
    answer = sf.solve(games[0], rng.choice(["nash", "quasi-perfect"]))
    checks = [
        sf.check(game, answer.profile, normal_form_perfect=True, subgame_perfect=True)
        for game in games
    ]
    if checks[0].checks != checks[1].checks or checks[0].proven != checks[1].proven:
        return f"{checks[0]}, {checks[1]}; {line(tree, maps)}"
    return None


# ---- solvers in doubles ----


def doubles(rng: Random) -> Fault:
    """Compare claimed bounds of every backend of linear programs, and statuses."""
    tree, maps = drawn_constant(rng), drawn_maps(rng, rng.choice([MODERATE, POWERS]), together=True)
    backend, _, method = rng.choice(LINEAR).partition(" ")
    if backend == "glop" and rng.random() < 0.8:
        backend = "highs"
    arguments: dict[str, Any] = {"backend": backend, "exact": False}
    if method:
        arguments["options"] = {"raw": {"solver": method}}
    return _compared(tree, maps, arguments, Fraction(1, 10**6))


def _compared(tree: Game, maps: Maps, arguments: dict[str, Any], tolerance: Fraction) -> Fault:
    game, other = read(tree).game, read(with_payoffs(tree, maps)).game
    one = outcome_of(sf.solve, game, **arguments)
    two = outcome_of(sf.solve, other, **arguments)
    text = f"{arguments}; {line(tree, maps)}"
    if one[0] or two[0]:
        fault = differ(one, two)
        return fault and f"{fault}; {text}"
    pays = [pay for node in nodes(tree) if isinstance(node, Leaf) for pay in node.payoffs]
    spread = max(pays) - min(pays)
    scale = maps[0][0]
    # in doubles a shifted payoff has an error of its own
    noise = max(abs(scale * pay + shift) for pay in pays for _, shift in maps) * Fraction(1, 10**13)
    allowed = scale * spread * tolerance + noise
    for value, moved in zip(sent(map(Fraction, one[1].values), maps), two[1].values, strict=True):
        if abs(value - Fraction(moved)) > 2 * allowed:
            return f"values {one[1].values}, {two[1].values}; {text}"
    if Fraction(two[1].certificate.nash_conv) > allowed:
        return f"nash_conv {one[1].certificate.nash_conv}, {two[1].certificate.nash_conv}; {text}"
    if one[1].raw.termination != two[1].raw.termination:
        return f"{one[1].raw}, {two[1].raw}; {text}"
    return None


def iterative(rng: Random) -> Fault:
    """Compare iterations of cfr, pdhg and barrier to a gap in units of payoff: the same in all units."""
    tree, maps = drawn_constant(rng), drawn_maps(rng, POWERS, together=True)
    backend = rng.choice(ITERATIVE)
    game, other = read(tree).game, read(with_payoffs(tree, maps)).game
    gap = rng.choice([0.1, 0.01, 0.001])
    scaled = float(Fraction(gap) * maps[0][0])
    first = outcome_of(sf.solve, game, backend=backend, target_gap=gap, exact=False)
    second = outcome_of(sf.solve, other, backend=backend, target_gap=scaled, exact=False)
    text = f"{backend} {gap}; {line(tree, maps)}"
    if first[0] or second[0]:
        fault = differ(first, second)
        return fault and f"{fault}; {text}"
    one, two = first[1], second[1]
    if one.raw.iterations != two.raw.iterations:
        return f"{one.raw.iterations} and {two.raw.iterations} iterations; {text}"
    if str(one.profile) != str(two.profile):
        return f"other strategies; {text}"
    return None


# ---- constraints, responses, targets ----


def constraints(rng: Random) -> Fault:
    """Compare rows in any units and payoffs in any units: values go along; shadow prices need not be unique."""
    tree, maps = drawn_constant(rng), drawn_maps(rng, POWERS, together=True)
    player = rng.randrange(2)
    sets = infosets(tree, player)
    if not sets:
        return None
    infoset = rng.choice(list(sets))
    names = [f"{infoset} {action}" for action in sets[infoset][1]]
    weights = {
        name.replace(" ", ": "): Fraction(rng.randint(1, 3))
        for name in names[: rng.randint(1, len(names))]
    }
    bound, side = Fraction(rng.randint(0, 4), 4), rng.choice(["lower", "upper"])
    unit = power(rng.choice(POWERS))
    rows = []
    for factor in (ONE, unit):
        limits: dict[str, Any] = {side: bound * factor}
        rows.append(
            sf.Constraint(
                player, {name: number * factor for name, number in weights.items()}, **limits
            )
        )
    backend, _, method = rng.choice(LINEAR[:-1]).partition(" ")
    arguments: dict[str, Any] = {"backend": backend, "exact": rng.random() < 0.6}
    if method:
        arguments["options"] = {"raw": {"solver": method}}
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    one, two = (
        outcome_of(sf.solve, game, constraints=[row], **arguments)
        for game, row in zip(games, rows, strict=True)
    )
    text = f"{rows[0]} in units of {unit} {arguments}; {line(tree, maps)}"
    if one[0] or two[0]:
        fault = differ(one, two)
        return fault and f"{fault}; {text}"
    moved = sent(map(Fraction, one[1].values), maps)
    if arguments["exact"]:
        if moved != tuple(two[1].values):
            return f"values {one[1].values}, {two[1].values}; {text}"
        if one[1].certificate.proven != two[1].certificate.proven:
            return f"{one[1].certificate}, {two[1].certificate}; {text}"
        return None
    allowed = 10 * maps[0][0] / 10**6
    noise = max(map(abs, moved)) / 10**12
    if any(
        abs(a - Fraction(b)) > allowed + noise for a, b in zip(moved, two[1].values, strict=True)
    ):
        return f"values {one[1].values}, {two[1].values}; {text}"
    return None


def responses(rng: Random) -> Fault:
    """Compare safe responses with a largest loss, frontiers, and sensitivities."""
    tree, maps = drawn_constant(rng, 3), drawn_maps(rng, POWERS, together=True)
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    player, scale = rng.randrange(2), maps[0][0]
    curves = [sf.frontier(game, player=player, opponent="uniform") for game in games]
    points = [
        [(point.loss, point.payoff, point.guarantee) for point in curve.points] for curve in curves
    ]
    shift = maps[player][1]
    moved = [
        (scale * loss, scale * pay + shift, scale * least + shift) for loss, pay, least in points[0]
    ]
    text = f"player {player}; {line(tree, maps)}"
    if moved != points[1]:
        return f"frontier {points}; {text}"
    loss = rng.choice([ZERO, Fraction(1, 7), ONE])
    answers = [
        sf.solve(
            game, "safe-response", player=player, opponent="uniform", max_loss=bound, exact=True
        )
        for game, bound in zip(games, (loss, scale * loss), strict=True)
    ]
    if sent(answers[0].values, maps)[player] != answers[1].values[player]:
        return f"safe response, loss {loss}: {[one.values for one in answers]}; {text}"
    weight = rng.choice(["1/2", "1/3"])
    mixed = [
        sf.solve(
            game, "safe-response", player=player, opponent="uniform", weight=weight, exact=True
        )
        for game in games
    ]
    sums = [
        Fraction(weight) * one.values[player]
        + (1 - Fraction(weight)) * one.guarantee  # what it maximises
        for one in mixed
    ]
    if scale * sums[0] + shift != sums[1]:
        return f"weight {weight}: {sums}; {text}"
    slopes = [sf.sensitivity(sf.solve(game, exact=True)) for game in games]
    if [(one.left, one.right) for one in slopes[0].payoffs] != [
        (one.left, one.right) for one in slopes[1].payoffs
    ]:
        return f"slopes of payoffs; {text}"
    return None


def ranges(rng: Random) -> Fault:
    """Compare ranges of probabilities over all equilibria."""
    tree, maps = drawn_constant(rng, 3), drawn_maps(rng, POWERS, together=True)
    found = [str(sf.strategy_ranges(read(one).game)) for one in (tree, with_payoffs(tree, maps))]
    return None if found[0] == found[1] else f"{found[0]}, {found[1]}; {line(tree, maps)}"


def perfect_information(rng: Random, payoffs: list[Fraction], depth: int, chance: bool) -> Game:
    """Return a random tree without hidden moves."""
    count = iter(range(10**6))

    def below(level: int) -> Game:
        if level == 0 or (level < depth and rng.random() < 0.1):
            return Leaf((rng.choice(payoffs), rng.choice(payoffs)))
        if chance and level < depth and rng.random() < 0.2:
            return Chance(
                (("n0", Fraction(1, 3), below(level - 1)), ("n1", Fraction(2, 3), below(level - 1)))
            )
        player = rng.randrange(2)
        moves = tuple((action, below(level - 1)) for action in "abc"[: rng.randint(1, 3)])
        return Move(player, f"{'hk'[player]}{next(count)}", moves)

    return below(depth)


def targets(rng: Random) -> Fault:
    """Compare subgame perfect equilibria: sets of payoffs, objectives with bounds, targets, weights."""
    tree = perfect_information(rng, SIMPLE, rng.randint(1, 4), rng.random() < 0.4)
    maps = drawn_maps(rng, POWERS, together=False)
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    (left, _), (right, _) = maps
    text = line(tree, maps)
    sets = [sf.payoff_sets(game)[0] for game in games]
    moved = [
        tuple(scale * end + shift for end in pair)
        for pair, (scale, shift) in zip(sets[0].ranges, maps, strict=True)
    ]
    if moved != [tuple(pair) for pair in sets[1].ranges]:
        return f"ranges {sets[0].ranges}, {sets[1].ranges}; {text}"
    middle = tuple((low + high) / 2 for low, high in sets[0].ranges)
    bound, limit = middle[1], sent(middle, maps)[1]
    wishes: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
        ("best-for-1", "best-for-1", lambda pays: pays[0]),
        ("least-best-for-2", "least-best-for-2", lambda pays: pays[1]),
        (
            "weights(2,3)",
            f"weights({2 / left},{3 / right})",
            lambda pays: 2 * pays[0] + 3 * pays[1],
        ),
        (f"best-for-1 where 2<={bound}", f"best-for-1 where 2<={limit}", lambda pays: pays[0]),
        ("best-for-2,best-for-1", "best-for-2,best-for-1", lambda pays: pays),
    )
    for wanted, goal, same in wishes:
        answers = [
            outcome_of(sf.solve, game, "subgame-perfect", objective=objective)
            for game, objective in zip(games, (wanted, goal), strict=True)
        ]
        if answers[0][0] or answers[1][0]:
            fault = differ(*answers)
            if fault is not None:
                return f"{wanted}: {fault}; {text}"
            continue
        values = tuple(answers[0][1].values), tuple(answers[1][1].values)
        if same(values[0]) != same(returned(values[1], maps)):
            return f"{wanted}: {values[0]}, {goal}: {values[1]}; {text}"
    target = tuple(sf.solve(games[0], "subgame-perfect").values)
    answers = [
        outcome_of(sf.solve, game, "subgame-perfect", target_payoffs=pays)
        for game, pays in zip(games, (target, sent(target, maps)), strict=True)
    ]
    if answers[0][0] != answers[1][0] or (
        not answers[0][0] and tuple(answers[1][1].values) != sent(target, maps)
    ):
        return f"target {target}: {answers}; {text}"
    return None


def weights(rng: Random) -> Fault:
    """Compare the best equilibrium by weights, by a mixed-integer program: each player in a unit of its own."""
    tree, maps = (
        drawn_tree(rng, SIMPLE, rng.randint(1, 3)),
        drawn_maps(rng, MODERATE, together=False),
    )
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    wanted = Fraction(rng.choice([-2, 1, 3])), Fraction(rng.choice([-1, 1, 2]))
    goal = tuple(weight / scale for weight, (scale, _) in zip(wanted, maps, strict=True))
    answers = [
        outcome_of(sf.solve, game, weights=pair)
        for game, pair in zip(games, (wanted, goal), strict=True)
    ]
    text = f"weights {[str(number) for number in wanted]}; {line(tree, maps)}"
    if answers[0][0] or answers[1][0]:
        fault = differ(*answers)
        return fault and f"{fault}; {text}"
    values = tuple(answers[0][1].values), tuple(answers[1][1].values)
    both = values[0], returned(values[1], maps)
    sums = [sum(weight * pay for weight, pay in zip(wanted, pays, strict=True)) for pays in both]
    # the mixed-integer solver has a tolerance of its own
    return None if abs(sums[0] - sums[1]) <= Fraction(1, 10**6) else f"{sums}; {text}"


# ---- simulations and searches ----


def simulations(rng: Random) -> Fault:
    """Compare choices of Monte Carlo tree search and of self-play, each player in a unit of its own."""
    maps = drawn_maps(rng, POWERS, together=False)
    seed = rng.randrange(100)
    if rng.random() < 0.5:
        tree = perfect_information(rng, SIMPLE, rng.randint(1, 4), chance=True)
        if not isinstance(tree, Move):
            return None
        found = [
            sf.mcts(read(one).game, simulations=200, seed=seed)
            for one in (tree, with_payoffs(tree, maps))
        ]
        counts = [[(move.move, move.visits) for move in one.moves] for one in found]
        return None if counts[0] == counts[1] else f"mcts: {counts}; {line(tree, maps)}"
    tree = drawn_tree(rng, SIMPLE, rng.randint(1, 4))
    played = [
        sf.smooth_uct(read(one).game, simulations=2000, seed=seed)
        for one in (tree, with_payoffs(tree, maps))
    ]
    return (
        None
        if str(played[0].profile) == str(played[1].profile)
        else f"smooth_uct; {line(tree, maps)}"
    )


def searches(rng: Random) -> Fault:
    """Compare values of searches to any depth."""
    tree = zero_sum(perfect_information(rng, SIMPLE, rng.randint(1, 5), chance=True), ZERO)
    maps = drawn_maps(rng, POWERS, together=True)
    games = [read(one).game for one in (tree, with_payoffs(tree, maps))]
    depth, method = rng.choice([None, 1, 2, 3]), rng.choice(["alpha-beta", "negamax", "minimax"])
    # Called at once.
    found = [outcome_of(sf.search, game, depth=depth, method=method) for game in games]
    text = f"{method} to {depth}; {line(tree, maps)}"
    if found[0][0] or found[1][0]:
        return None if found[0][0] == found[1][0] else f"{found}; {text}"
    values = [one[1].value for one in found]
    if maps[0][0] * values[0] + maps[0][1] != values[1] or found[0][1].nodes != found[1][1].nodes:
        return f"{values}, {found[0][1].nodes} and {found[1][1].nodes} nodes; {text}"
    return None


@cache
def campaign() -> Campaign:
    """Return the campaign."""
    return Campaign(
        "units",
        "Payoffs of each player under positive affine maps by powers of ten and shifts, with constraints, targets, "
        "losses, weights and gaps in the units that go with them, written from the documentation.",
        {
            "exact": (exact, 2000),
            "lists": (lists, 1000),
            "paths": (paths, 1000),
            "certificates": (certificates, 2000),
            "doubles": (doubles, 2000),
            "iterative": (iterative, 1000),
            "constraints": (constraints, 2000),
            "responses": (responses, 1000),
            "ranges": (ranges, 600),
            "targets": (targets, 2000),
            "weights": (weights, 600),
            "simulations": (simulations, 1000),
            "searches": (searches, 2000),
        },
    )


if __name__ == "__main__":
    sys.exit(campaign().run())
