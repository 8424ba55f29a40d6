"""Campaign of paths in degenerate games: von Stengel, van den Elzen & Talman (2002), sections 4 to 9, under ties.

    python scripts/campaigns/degenerate_paths.py --seconds 60
    python scripts/campaigns/degenerate_paths.py --parts back --only 17

Games have payoffs 0 and 1, or 0, 1 and 2: bimatrix games with equal or constant rows and columns, trees with hidden,
forced and impossible moves, chains. Starts are pure, uniform, random, partly or completely mixed, or equilibria. The
oracles of `degenerate_games.py` enumerate pure strategies in fractions. A failure names a game that was made
as small as possible, with its plans by information set.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any, Literal

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign
from degenerate_games import (
    ACTIONS,
    CHANCE,
    END,
    ONE,
    ZERO,
    Node,
    Oracle,
    Plan,
    Plans,
    drawn_matrices,
    drawn_root,
    efg,
    in_hull,
    matrix_tree,
    maximal_products,
    shown,
    simpler,
)

import seqform as sf
from seqform.cli import outcome
from seqform.errors import ModelError

Fault = str | None
"""A description of a fault, None without any."""
Check = Callable[[Node, Random], Fault]
Behavior = dict[str, dict[str, Fraction]]

TALLY: Counter[str] = Counter()
"""Counts of the properties of the cases."""

SHRINKING = 20.0
"""Seconds for making a failing game smaller."""
PERFECT = "normal-form perfect"
UNBASED = "it has no complementary basis"
"""Part of the remark on an equilibrium without a basis, and of the refusal where none near it has one."""
FROM_SLACKS = "The path of this start that ends at the equilibrium is that from the slacks."
"""The remark on the end of a path that does not begin at best responses."""
MOST_BASES = 600
"""Bases of an equilibrium that are examined where one is refused."""
NOWHERE = "No path from the best responses to this start ends at the equilibrium"
"""The beginning of the remark on an equilibrium at which no path ends."""


# ---- games, starts and plans ----


def loaded(root: Node) -> sf.ExtensiveGame:
    """Return the game that the library reads from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.efg"
        path.write_text(efg(root), encoding="utf-8")
        return sf.load(path)


def plan_of(oracle: Oracle, player: int, plan: Any) -> Plan:
    """Return the weights of a plan of the library in the order of the oracle."""
    index, weights = plan.index, plan.weights.to_fractions()
    named = {("", ""): weights[0]}
    for label, actions, first in zip(
        index.infoset_names, index.action_names, index.first_sequence, strict=False
    ):
        for place, action in enumerate(actions):
            named[label, action] = weights[first + place]
    return tuple(named[sequence] for sequence in oracle.sequences[player])


def plans_of(oracle: Oracle, pair: Any) -> Plans:
    """Return both plans of a pair of the library."""
    return plan_of(oracle, 0, pair[0]), plan_of(oracle, 1, pair[1])


def realized(oracle: Oracle, behaviors: Sequence[Behavior]) -> Plans:
    """Return the plans of behavior strategies."""
    pair = []
    for player, behavior in enumerate(behaviors):
        weights = {("", ""): ONE}
        for label, (before, count) in oracle.sets[player].items():
            for action in ACTIONS[:count]:
                weights[label, action] = weights[before] * behavior[label][action]
        pair.append(tuple(weights[sequence] for sequence in oracle.sequences[player]))
    return pair[0], pair[1]


def played(oracle: Oracle, profile: Any) -> Plans:
    """Return the plans of a behavior profile of the library."""
    behaviors = [
        {label: profile[player][label] for label in oracle.sets[player]} for player in (0, 1)
    ]
    return realized(oracle, behaviors)


@dataclass(frozen=True, eq=False)
class Start:
    """A start as the library takes it, its plans, and the name of it on the command line, empty for a file."""

    given: Any
    plans: Plans
    name: str = ""

    @property
    def mixed(self) -> bool:
        """True if every sequence has positive weight."""
        return all(weight > 0 for plan in self.plans for weight in plan)


def drawn_start(rng: Random, oracle: Oracle, game: sf.ExtensiveGame) -> Start:
    """Return a start of any kind."""
    kind = rng.choice(
        ("centroid", "random", "uniform", "pure", "pure", "partly mixed", "partly mixed", "mixed")
    )
    if kind == "random":
        name = f"random:{rng.randrange(1000)}"
        return Start(name, plans_of(oracle, sf.trace(game, start=name).start), name)
    choices = {"pure": (0,), "partly mixed": (0, 0, 1, 2), "mixed": (1, 2, 3, 5)}.get(kind, (1,))
    behaviors: list[Behavior] = [{}, {}]
    for player in (0, 1):
        for label, (_, count) in oracle.sets[player].items():
            weights = [rng.choice(choices) for _ in range(count)]
            weights[rng.randrange(count)] = 1
            behaviors[player][label] = {
                action: Fraction(weight, sum(weights))
                for action, weight in zip(ACTIONS, weights, strict=False)
            }
    plans = realized(oracle, behaviors)
    return (
        Start("centroid", plans, "centroid")
        if kind == "centroid"
        else Start(sf.profile(game, behaviors), plans)
    )


def equilibrium_start(rng: Random, oracle: Oracle, game: sf.ExtensiveGame) -> Start:
    """Return an extreme equilibrium, or the uniform profile, as a start."""
    profiles = [member.profile for member in sf.equilibria(game, complete=True)]
    profile = rng.choice((rng.choice(profiles), sf.uniform_profile(game)))
    return Start(profile, played(oracle, profile))


def text(node: Node) -> str:
    """Return a tree on one line: payoffs at leaves, labels and probabilities at moves."""
    if node.owner == END:
        return f"{node.payoffs[0]},{node.payoffs[1]}"
    shares = (
        [f"{share}:" for share in node.shares]
        if node.owner == CHANCE
        else [""] * len(node.children)
    )
    below = " ".join(
        share + text(child) for share, child in zip(shares, node.children, strict=True)
    )
    return f"{'chance' if node.owner == CHANCE else f'{node.owner + 1}.{node.infoset}'}[{below}]"


def both(plans: Plans) -> str:
    return f"{shown(plans[0])} {shown(plans[1])}"


Draw = Callable[[Random, Oracle, sf.ExtensiveGame], Start]
"""Draws a start."""


# ---- failing games made small ----


def outcome_of(check: Check, root: Node, seed: str) -> Fault:
    """Return the fault of a check; an exception is one."""
    try:
        return check(root, Random(seed))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def reduced(check: Check, draw: Callable[[Random], Node], rng: Random) -> Fault:
    """Return the fault of a random game, on the smallest game with the same one that is found in some seconds."""
    root, seed = draw(rng), str(rng.random())
    fault = outcome_of(check, root, seed)
    if fault is None:
        return None
    kind, stop = fault.split(":")[0], time.monotonic() + SHRINKING
    changed = True
    while changed and time.monotonic() < stop:
        changed = False
        for smaller in simpler(root):
            for tried in (seed, *map(str, range(4))):
                found = outcome_of(check, smaller, tried)
                if found is not None and found.split(":")[0] == kind:
                    root, seed, fault, changed = smaller, tried, found, True
                    break
            if changed or time.monotonic() >= stop:
                break
    return f"{fault}; game {text(root)}"


# ---- the points of a path ----


def rows_fault(oracle: Oracle, start: Plans, rows: Sequence[Any]) -> Fault:
    """Return what is wrong with the points of a path (lemmas 3 and 4), at its corners and between them."""
    points: list[tuple[int, Fraction, Plans]] = []
    for row in rows:
        if row.z0 is None or row.z0 > 1:
            continue
        bars = plans_of(oracle, row.plans)
        TALLY["points of paths"] += 1
        points.append((row.pivots, row.z0, bars))
        fault = point_fault(oracle, start, row.z0, bars)
        if fault is None and row.values is not None and row.z0 < 1:
            fault = values_fault(oracle, start, row, bars)
        if fault is not None:
            return f"{fault}, after pivot {row.pivots} of {len(rows) - 1}"
    for (pivot, z0, bars), (_, next_z0, next_bars) in pairwise(points):
        middle = tuple(
            tuple((a + b) / 2 for a, b in zip(plan, following, strict=True))
            for plan, following in zip(bars, next_bars, strict=True)
        )
        fault = point_fault(oracle, start, (z0 + next_z0) / 2, (middle[0], middle[1]))
        if fault is not None:
            return f"{fault}, on the way from pivot {pivot}"
    return None


def point_fault(oracle: Oracle, start: Plans, z0: Fraction, bars: Plans) -> Fault:
    """Return what is wrong with a point: plans, and the current strategies in them best replies."""
    for player in (0, 1):
        if fault := oracle.plan_fault(player, bars[player]):
            return f"x + p z0: {fault}"
    if z0 == 1:
        return None if bars == start else f"z0 = 1 at {both(bars)}"
    targets = targets_of(start, z0, bars)
    for player in (0, 1):
        if fault := oracle.plan_fault(player, targets[player]):
            return f"x/(1 - z0): {fault}"
        if not oracle.is_best_reply(player, targets[player], bars[1 - player]):
            return f"no best reply: player {player + 1}, z0 = {z0}, {both(targets)} against {both(bars)}"
    return None


def targets_of(start: Plans, z0: Fraction, bars: Plans) -> Plans:
    """Return the current strategies (x, y)/(1 - z0) of a point."""
    first, second = (
        tuple((bar - z0 * weight) / (1 - z0) for bar, weight in zip(plan, prior, strict=True))
        for plan, prior in zip(bars, start, strict=True)
    )
    return first, second


def values_fault(oracle: Oracle, start: Plans, row: Any, bars: Plans) -> Fault:
    """Return what is wrong with x*, y* and the slacks r, s at a point.

    By r = E^T u - A y the slacks of a pure strategy's sequences add up to what it falls short of the best reply.
    """
    targets = targets_of(start, row.z0, bars)
    if plans_of(oracle, row.values.targets) != targets:
        return f"x*: {both(plans_of(oracle, row.values.targets))} instead of {both(targets)}"
    for player, slacks in enumerate((row.values.r, row.values.s)):
        index, weights = row.plans[player].index, slacks.to_fractions()
        named = {("", ""): weights[0]}
        for label, actions, first in zip(
            index.infoset_names, index.action_names, index.first_sequence, strict=False
        ):
            named.update(
                {(label, action): weights[first + place] for place, action in enumerate(actions)}
            )
        slack = [named[sequence] for sequence in oracle.sequences[player]]
        if min(slack) < 0 or any(a * b for a, b in zip(slack, targets[player], strict=True)):
            return f"slacks: {shown(slack)} beside {shown(targets[player])}"
        earned = oracle.payoffs(player, bars[1 - player])
        for pure, payoff in zip(oracle.pure[player], earned, strict=True):
            if sum((a * b for a, b in zip(slack, pure, strict=True)), ZERO) != max(earned) - payoff:
                return f"slacks: {shown(slack)} do not add up to what {shown(pure)} falls short of"
    return None


def end_fault(oracle: Oracle, trace: Any) -> Fault:
    """Return what is wrong with the end of a path at an equilibrium."""
    if trace.profile is None:
        return f"no end: {trace.raw.status}"
    plans = played(oracle, trace.profile)
    return None if oracle.is_equilibrium(plans) else f"no equilibrium: {both(plans)}"


# ---- parts ----


def forward_fault(root: Node, rng: Random) -> Fault:
    """Follow the path of a start by any rule, in any formulation."""
    oracle, game = Oracle(root), loaded(root)
    start = drawn_start(rng, oracle, game)
    ways = product(("best-response", "slacks"), (True, False), ("random-column", "unit-columns"))
    for initial, early, ties in rng.sample(list(ways), 3):
        formulation = rng.choice(("sequence-form", "sequence-form", "normal-form"))
        raw = {"early_exit": early, "ties": ties, "engine": rng.choice(("auto", "tableau"))}
        if ties == "random-column":
            raw["seed"] = rng.randrange(5)
        located = formulation == "sequence-form"
        how: dict[str, Any] = {
            "path_start": initial,
            "formulation": formulation,
            "options": {"raw": raw},
        }
        trace = sf.trace(game, start=start.given, points=located, **how)
        fault = end_fault(oracle, trace)
        TALLY["paths"] += 1
        TALLY["paths from completely mixed starts"] += start.mixed and early
        if fault is None and trace.path.index != 1:
            fault = f"index: {trace.path.index}"
        if (
            fault is None
            and start.mixed
            and early
            and not oracle.is_perfect(played(oracle, trace.profile))
        ):
            fault = f"weakly dominated: {both(played(oracle, trace.profile))}"
        if fault is None and located:
            if plans_of(oracle, trace.start) != start.plans:
                fault = f"start: {both(plans_of(oracle, trace.start))}"
            fault = fault or rows_fault(oracle, start.plans, trace.rows)
            if fault is None and plans_of(oracle, trace.rows[-1].plans) != played(
                oracle, trace.profile
            ):
                fault = "last row: not the equilibrium"
        if fault is not None:
            return f"{fault}; {formulation}, {initial}, {raw}, start {both(start.plans)}"
    return None


def back_fault(root: Node, rng: Random, draw: Draw = drawn_start) -> Fault:
    """Follow the path of a start back from its end, and from all other extreme equilibria."""
    oracle, game = Oracle(root), loaded(root)
    start = draw(rng, oracle, game)
    how: dict[str, Any] = {}
    if rng.random() < 0.4:
        how["options"] = {
            "raw": {
                "early_exit": rng.random() < 0.5,
                "ties": rng.choice(("random-column", "unit-columns")),
            }
        }
    forward = sf.trace(game, start=start.given, **how)
    end = played(oracle, forward.profile)
    about = f"{how}, start {both(start.plans)}, end {both(end)}"
    how |= {"start": start.given, "points": True}
    for kind, source in (("path", forward), ("profile", forward.profile)):
        fault = own_fault(oracle, start, sf.trace(game, equilibrium=source, **how))
        if fault is not None:
            return f"{kind} of the end, {fault}; {about}"
    for known in sf.equilibria(game, complete=True):
        plans = plans_of(oracle, known.plans)
        if plans == end:
            fault = own_fault(oracle, start, sf.trace(game, equilibrium=known, **how))
        else:
            found, fault = traced_back(oracle, plans, game, equilibrium=known, **how)
            fault = foreign_fault(oracle, start, found, plans) if found is not None else fault
        if fault is not None:
            return f"{fault}; from {both(plans)}, {about}"
    return None


def traced_back(
    oracle: Oracle, plans: Plans, game: sf.ExtensiveGame, **how: Any
) -> tuple[Any, Fault]:
    """Return the path back from an equilibrium, None where it has no basis; a refusal of one that has is a fault.

    Where the paths of others are followed instead, each of these forms equilibria with the plans of this one.
    """
    unbased = f"said to have no basis: {both(plans)}"
    try:
        found = sf.trace(game, **how)
    except ModelError as error:
        if UNBASED not in str(error):
            raise
        TALLY["refusals for want of a basis"] += 1
        return None, unbased if oracle.has_basis(plans, MOST_BASES) else None
    if not any(UNBASED in remark for remark in found.remarks):
        return found, None
    if oracle.has_basis(plans, MOST_BASES):
        return found, unbased
    for path in (found, *found.others):
        TALLY["paths of extreme equilibria near one without a basis"] += 1
        if path.rows[0].plans is None:
            continue
        x, y = plans_of(oracle, path.rows[0].plans)
        pairs = ((x, y), (x, plans[1]), (plans[0], y))
        if not all(oracle.is_equilibrium(pair) for pair in pairs):
            return found, f"not near {both(plans)}: {both((x, y))}"
    return found, None


def own_fault(oracle: Oracle, start: Start, backward: Any) -> Fault:
    """Return what is wrong with the paths back from the end of the path of a start: exactly one leads to the start."""
    paths = (backward, *backward.others)
    TALLY["paths back from their own end"] += 1
    TALLY["with several bases"] += len(paths) > 1
    if sum(path.owned for path in paths) != 1:
        return f"own path: {[path.raw.status for path in paths]} {backward.remarks}"
    return next(filter(None, (backward_fault(oracle, start, path) for path in paths)), None)


def foreign_fault(oracle: Oracle, start: Start, backward: Any, plans: Plans) -> Fault:
    """Return what is wrong with the paths back from an equilibrium that is not the end of the path of a start."""
    paths = (backward, *backward.others)
    if any(path.owned for path in paths):
        return f"owned: {[path.raw.status for path in paths]}"
    TALLY["paths back from another equilibrium"] += len(paths)
    TALLY["to an equilibrium"] += sum(not path.returned for path in paths)
    nowhere = any(remark.startswith(NOWHERE) for remark in backward.remarks)
    TALLY["remarks that no path ends there"] += nowhere
    if not nowhere and any(path.returned for path in paths):
        return f"returned but not owned: {[path.raw.status for path in paths]} {backward.remarks}"
    if not nowhere and start.mixed and not oracle.is_perfect(plans):
        return f"a path ends at a weakly dominated equilibrium: {backward.remarks}"
    return next(filter(None, (backward_fault(oracle, start, path) for path in paths)), None)


def backward_fault(oracle: Oracle, start: Start, path: Any) -> Fault:
    """Return what is wrong with the points of a path back and its end: the start, or an equilibrium."""
    fault = rows_fault(oracle, start.plans, path.rows)
    if fault is not None:
        return f"path back, {fault}"
    if path.returned:
        return None if path.rows[-1].z0 == 1 else f"path back, returned with z0: {path.rows[-1].z0}"
    fault = end_fault(oracle, path)
    return None if fault is None else f"path back, {fault}"


def several_fault(root: Node, rng: Random, draw: Draw = drawn_start) -> Fault:
    """Join the equilibria of some starts by paths back; add up the indices."""
    oracle, game = Oracle(root), loaded(root)
    starts = [draw(rng, oracle, game) for _ in range(rng.randint(1, 3))]
    back = rng.random() < 0.8
    initial: Literal["best-response", "slacks"] = rng.choice(("best-response", "slacks"))
    found = sf.equilibria(
        game, starts=[start.given for start in starts], back=back, initial=initial
    )
    about = f"back {back}, {initial}, starts {'; '.join(both(start.plans) for start in starts)}"
    if back and (not found.closed or found.index_sum != 1):
        return f"index sum: {found.index_sum}, closed {found.closed}; {about}"
    numbers = sorted(number for member in found for number in member.starts)
    if numbers != list(range(len(starts))):
        return f"starts: {numbers}; {about}"
    pairs = [played(oracle, member.profile) for member in found]
    if len(set(pairs)) != len(pairs):
        return f"equal members: {len(pairs)}; {about}"
    for member, plans in zip(found, pairs, strict=True):
        fault = member_fault(oracle, member, plans)
        mixed = any(starts[number].mixed for number in member.starts)
        if fault is None and mixed and not back and not oracle.is_perfect(plans):
            fault = "weakly dominated"
        if fault is None and member.nondegenerate and abs(member.index) != 1:
            fault = f"index of a nondegenerate equilibrium {member.index}"
        if (
            fault is None
            and member.nondegenerate
            and back
            and (index := bimatrix_index(oracle, plans)) is not None
        ):
            TALLY["indices compared"] += 1
            fault = None if index == member.index else f"index: {member.index} instead of {index}"
        if fault is not None:
            return f"{fault}: {both(plans)}; {about}"
    return kept_bases_fault(
        oracle, game, rng.choice(starts), rng.sample(list(found), min(3, len(found)))
    )


def kept_bases_fault(
    oracle: Oracle, game: sf.ExtensiveGame, start: Start, members: Sequence[Any]
) -> Fault:
    """Return what is wrong with paths back from equilibria that have kept bases of other paths."""
    for early in (True, False):
        how: dict[str, Any] = {"start": start.given, "options": {"raw": {"early_exit": early}}}
        end = played(oracle, sf.trace(game, **how).profile)
        for member in members:
            plans = played(oracle, member.profile)
            if plans == end:
                fault = own_fault(
                    oracle, start, sf.trace(game, equilibrium=member, points=True, **how)
                )
            else:
                found, fault = traced_back(
                    oracle, plans, game, equilibrium=member, points=True, **how
                )
                if found is not None:
                    fault = fault or slacks_fault(oracle, start, found, game, plans, how)
            if fault is not None:
                return f"kept bases, {fault}; from {both(plans)}, early exit {early}, start {both(start.plans)}"
    return None


def slacks_fault(
    oracle: Oracle,
    start: Start,
    found: Any,
    game: sf.ExtensiveGame,
    plans: Plans,
    how: dict[str, Any],
) -> Fault:
    """Return what is wrong with the paths back from an equilibrium; one of them may be that from the slacks."""
    if not found.remarks or not found.remarks[0].startswith(FROM_SLACKS):
        return foreign_fault(oracle, start, found, plans)
    TALLY["paths back to the slacks"] += 1
    end = played(oracle, sf.trace(game, path_start="slacks", **how).profile)
    if end != plans:
        return f"the path from the slacks ends at {both(end)}"
    return own_fault(oracle, start, found)


def member_fault(oracle: Oracle, member: Any, plans: Plans) -> Fault:
    """Return what is wrong with an equilibrium of several: its values, its proof, a claim of perfection."""
    if not oracle.is_equilibrium(plans) or not member.certificate.proven:
        return "no equilibrium"
    if tuple(member.values) != (oracle.payoff(0, plans), oracle.payoff(1, plans)):
        return "values"
    claimed = dict(member.certificate.checks).get(PERFECT)
    return None if claimed in (None, oracle.is_perfect(plans)) else f"perfect {claimed}"


def bimatrix_index(oracle: Oracle, plans: Plans) -> int | None:
    """Return the index of an equilibrium of a bimatrix game by Shapley's formula, None where it does not apply."""
    if any(len(own) != 1 for own in oracle.sets):
        return None
    supports = [
        [k for k, pure in enumerate(oracle.pure[i]) if is_part(pure, plans[i])] for i in (0, 1)
    ]
    for player in (0, 1):
        earned = oracle.payoffs(player, plans[1 - player])
        if [k for k, payoff in enumerate(earned) if payoff == max(earned)] != supports[player]:
            return None
    if len(supports[0]) != len(supports[1]):
        return None
    signs = 1
    for player in (0, 1):
        table = [
            [
                oracle.payoff(player, (oracle.pure[0][row], oracle.pure[1][column])) + 1
                for column in supports[1]
            ]
            for row in supports[0]
        ]
        value = determinant(table)
        if value == 0:
            return None
        signs *= 1 if value > 0 else -1
    return signs if len(supports[0]) % 2 else -signs


def is_part(pure: Plan, plan: Plan) -> bool:
    """Return whether a plan gives weight to all sequences of a pure strategy."""
    return all(weight > 0 for chosen, weight in zip(pure, plan, strict=True) if chosen)


def determinant(table: list[list[Fraction]]) -> Fraction:
    """Return a determinant by expansion along the first row."""
    if not table:
        return ONE
    return sum(
        (
            (-1) ** column
            * value
            * determinant([[*row[:column], *row[column + 1 :]] for row in table[1:]])
            for column, value in enumerate(table[0])
            if value
        ),
        ZERO,
    )


def complete_fault(root: Node, rng: Random) -> Fault:
    """Compare all extreme equilibria and maximal Nash subsets with the enumeration of vertices; use each member."""
    oracle, game = Oracle(root), loaded(root)
    raw = {"vertices": rng.choice((1, 2, 4))} if rng.random() < 0.3 else {}
    found = sf.equilibria(game, complete=True, options={"raw": raw})
    members = list(found)
    pairs = [plans_of(oracle, member.plans) for member in members]
    for member, plans in zip(members, pairs, strict=True):
        fault = member_fault(oracle, member, plans)
        if fault is not None or played(oracle, member.profile) != plans:
            return f"{fault or 'profile'}: {both(plans)}"
    right = oracle.extreme()
    TALLY["lists compared"] += right is not None
    TALLY["extreme equilibria"] += len(pairs)
    if right is not None and set(pairs) != right:
        fewer, more = right - set(pairs), set(pairs) - right
        return f"extreme equilibria: missing {list(map(both, fewer))}, too many {list(map(both, more))}"
    if len(set(pairs)) != len(pairs) or not found.finished:
        return "extreme equilibria twice, or a search that is not finished"
    own = [[plan_of(oracle, player, plan) for plan in found.plans[player]] for player in (0, 1)]
    products = [
        tuple(frozenset(own[player][place] for place in subset.plans[player]) for player in (0, 1))
        for subset in found.subsets
    ]
    if len(products) != len(set(products)) or set(products) != maximal_products(set(pairs)):
        return f"subsets: {len(products)} instead of {len(maximal_products(set(pairs)))}"
    for member, plans in rng.sample(list(zip(members, pairs, strict=True)), min(4, len(pairs))):
        start = drawn_start(rng, oracle, game)
        backward, fault = traced_back(oracle, plans, game, start=start.given, equilibrium=member)
        if fault is not None:
            return f"{fault}; start {both(start.plans)}"
        forward = sf.trace(
            game, start=rng.choice((member.profile, member.profile, start.given)), points=True
        )
        for path in (forward, *((backward, *backward.others) if backward is not None else ())):
            fault = None if path.returned else end_fault(oracle, path)
            if fault is None and not path.returned:
                end = played(oracle, path.profile)
                if not any(
                    in_hull(end[0], list(xs)) and in_hull(end[1], list(ys)) for xs, ys in products
                ):
                    fault = f"beyond all subsets: {both(end)}"
            if fault is not None:
                return f"{fault}; start {both(start.plans)}, equilibrium {both(plans)}"
        fault = rows_fault(oracle, plans_of(oracle, forward.start), forward.rows)
        if fault is not None:
            return f"{fault}; start {both(plans_of(oracle, forward.start))}"
    return None


def perfection_fault(root: Node, rng: Random) -> Fault:
    """Decide perfection of equilibria and other profiles, and compute perfect equilibria from any start."""
    oracle, game = Oracle(root), loaded(root)
    profiles = [member.profile for member in sf.equilibria(game, complete=True)]
    chosen = rng.sample(profiles, min(5, len(profiles)))
    chosen.append(sf.uniform_profile(game))
    for profile in chosen:
        plans = played(oracle, profile)
        certificate = sf.check(game, profile, normal_form_perfect=True)
        if certificate.proven != oracle.is_equilibrium(plans):
            return f"proven: {certificate.proven} of {both(plans)}"
        TALLY[f"{PERFECT}: {certificate.checks[PERFECT]}"] += 1
        if certificate.checks[PERFECT] != oracle.is_perfect(plans):
            return f"perfect: {certificate.checks[PERFECT]} of {both(plans)}"
    start = drawn_start(rng, oracle, game)
    for concept in ("nash", "normal-form-perfect"):
        if concept != "nash" and not start.mixed:
            continue
        formulation = rng.choice(("sequence-form", "normal-form"))
        found = sf.solve(game, concept, backend="lemke", start=start.given, formulation=formulation)
        plans = played(oracle, found.profile)
        if not found.certificate.proven or not oracle.is_equilibrium(plans):
            return f"no equilibrium: {both(plans)}; {concept}, {formulation}, start {both(start.plans)}"
        if start.mixed and found.certificate.checks.get(PERFECT) is not True:
            return f"perfection not proven: {concept}, {formulation}, start {both(start.plans)}"
        if start.mixed and not oracle.is_perfect(plans):
            return f"weakly dominated: {both(plans)}; {concept}, {formulation}, start {both(start.plans)}"
    return None


# ---- files and the command line ----


def command(*words: str) -> tuple[int, str, str]:
    """Run a command within this process; return its status, output and errors."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["seqform", *words]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = outcome()
    finally:
        sys.argv = argv
    return status, out.getvalue(), err.getvalue()


def written_start(oracle: Oracle, start: Start, path: Path) -> None:
    """Write a start as the JSON file of a profile."""
    players = [
        {
            "information_sets": [
                {
                    "label": label,
                    "actions": list(ACTIONS[:count]),
                    "probabilities": [
                        str(start.given[player][label][action]) for action in ACTIONS[:count]
                    ],
                }
                for label, (_, count) in oracle.sets[player].items()
            ]
        }
        for player in (0, 1)
    ]
    path.write_text(json.dumps({"players": players}), encoding="utf-8")


def files_fault(root: Node, rng: Random) -> Fault:
    """Write answers to files and read them again; follow paths back from files on the command line."""
    oracle, game = Oracle(root), loaded(root)
    start = drawn_start(rng, oracle, game)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("game.efg").write_text(efg(root), encoding="utf-8")
        name = start.name or "start.json"
        if not start.name:
            written_start(oracle, start, Path("start.json"))
            if played(oracle, sf.read_profile("start.json", game)) != start.plans:
                return f"read_profile: another start; start {both(start.plans)}"
        fault = next(filter(None, _runs(oracle, game, start, name, rng)), None)
    return None if fault is None else f"{fault}; start {both(start.plans)}"


def _runs(
    oracle: Oracle, game: sf.ExtensiveGame, start: Start, name: str, rng: Random
) -> Iterator[Fault]:
    """Yield what is wrong with each command."""
    forward = sf.trace(game, start=start.given)
    end = played(oracle, forward.profile)
    for words in (("trace", "--start", name), ("solve", "--start", name)):
        status, _, errors = command(words[0], "game.efg", *words[1:], "-o", "end.json")
        if status:
            yield f"{words[0]}: status {status}, {errors}"
            continue
        if played(oracle, sf.read_profile("end.json", game)) != end:
            yield f"{words[0]}: the file has another profile"
        yield from _read_back(oracle, game, start, name, ("end.json",), end, forward)
    listing = rng.choice(
        (
            ("--complete",),
            ("--starts", "2", "--back"),
            ("--start", name),
            ("--start", name, "--back"),
        )
    )
    status, _, errors = command("equilibria", "game.efg", *listing, "-o", "several.json")
    if status:
        yield f"equilibria {listing}: status {status}, {errors}"
        return
    stored = json.loads(Path("several.json").read_text(encoding="utf-8"))
    count = len(stored["equilibria"])
    for number in rng.sample(range(1, count + 1), min(3, count)):
        plans = played(oracle, sf.read_profile("several.json", game, number=number))
        if not oracle.is_equilibrium(plans):
            yield f"equilibria {listing}: number {number} is none"
        yield from _read_back(
            oracle, game, start, name, ("several.json", "--number", str(number)), plans, forward
        )


def _read_back(
    oracle: Oracle,
    game: sf.ExtensiveGame,
    start: Start,
    name: str,
    source: tuple[str, ...],
    plans: Plans,
    forward: Any,
) -> Iterator[Fault]:
    """Yield what is wrong with the path back from the equilibrium of a file."""
    status, output, errors = command("trace", "game.efg", "--from", *source, "--start", name)
    if status == 2 and UNBASED in errors and plans != played(oracle, forward.profile):
        if oracle.has_basis(plans, MOST_BASES):
            yield f"--from {source}: refused for want of a basis, {both(plans)}"
        return
    if status:
        yield f"--from {source}: status {status}, {errors}"
        return
    TALLY["paths back from files"] += 1
    words = " ".join(output.split())
    owned = "the end of its own path" in words
    if FROM_SLACKS in words:
        TALLY["paths back to the slacks"] += 1
        end = played(oracle, sf.trace(game, start=start.given, path_start="slacks").profile)
        if not owned or end != plans:
            yield f"--from {source}: owned {owned}, the path from the slacks ends at {both(end)}"
        return
    if owned != (plans == played(oracle, forward.profile)):
        yield f"--from {source}: owned {owned}, {words[-200:]}"
    number = int(source[2]) if len(source) > 1 else None
    known = sf.read_profile(source[0], game, number=number)
    again = sf.trace(game, start=start.given, equilibrium=known)
    said = any(path.owned for path in (again, *again.others))
    if said != owned:
        yield f"--from {source}: owned {owned}, without the stored basis {said}"


def drawn_bimatrix(rng: Random) -> Node:
    return matrix_tree(*drawn_matrices(rng))


def drawn_circulant(rng: Random) -> Node:
    """Return a bimatrix game of which the uniform profile is an equilibrium."""
    size, values = rng.randint(1, 3), rng.choice(((0, 1), (0, 0, 1), (0, 1, 2)))
    both_rows = [[rng.choice(values) for _ in range(size)] for _ in range(2)]
    first, second = (
        [[row[(j - i) % size] for j in range(size)] for i in range(size)] for row in both_rows
    )
    return matrix_tree(first, second)


def campaign() -> Campaign:
    """Return the campaign."""
    parts: dict[str, tuple[Check, Callable[[Random], Node], int]] = {
        "forward": (forward_fault, drawn_root, 20_000),
        "back": (back_fault, drawn_root, 5_000),
        "several": (several_fault, drawn_root, 5_000),
        "several-bimatrix": (several_fault, drawn_bimatrix, 5_000),
        "back-from-ties": (partial(back_fault, draw=equilibrium_start), drawn_root, 5_000),
        "back-circulant": (partial(back_fault, draw=equilibrium_start), drawn_circulant, 2_000),
        "several-from-ties": (partial(several_fault, draw=equilibrium_start), drawn_root, 5_000),
        "several-circulant": (
            partial(several_fault, draw=equilibrium_start),
            drawn_circulant,
            2_000,
        ),
        "complete": (complete_fault, drawn_root, 5_000),
        "perfection": (perfection_fault, drawn_root, 5_000),
        "files": (files_fault, drawn_root, 2_000),
    }
    return Campaign(
        "degenerate-paths",
        "Paths from any start and back in games with payoffs 0, 1 and 2, and the lists of all their equilibria, "
        "against enumeration of pure strategies in fractions. One case is one game with all of its checks.",
        {
            name: (partial(reduced, check, draw), count)
            for name, (check, draw, count) in parts.items()
        },
    )


if __name__ == "__main__":
    status = campaign().run()
    print("; ".join(f"{count:,} {what}" for what, count in TALLY.items()))
    sys.exit(status)
