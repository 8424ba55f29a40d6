"""Parts of the differential campaign about computations: Lemke paths from every start, units of money, time limits."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, get_args

import numpy as np
from comparisons import Found, equilibrium_fault, loaded, profile_of, random_strategies, strategies_of
from plans import form_of, most_strategies
from small_games import BENIGN, END, TIED, Node, Shape, SmallGame, binary_game, random_game
from tree_evaluation import Profile, best_reply_value, expected, regrets

import seqform as sf
from seqform.backends.lemke.backend import follow_path
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties
from seqform.builders.forms.sequence_form import behavior_profile
from seqform.builders.forms.starts import centroid, plans_of, random_start
from seqform.builders.programs.lcp import GameLcp, Initial, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.errors import CertificationError, SeqformError, SolveError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import RealizationPlans, completely_mixed_profile
from seqform.solving.starts import last_segment
from seqform.verify.normal_form import certify_normal_form_perfect

MOST_PIVOTS = 200_000
"""A path of the games here that has not ended then is taken for one without an end."""

# ---- paths ----


def tied_game(rng: Random) -> SmallGame:
    """Return a game with many ties: a random tree, mostly, or one of alternating moves."""
    kind = rng.choice(TIED)
    if rng.random() < 0.75:
        inner = rng.choice((3, 5, 7, 10))
        return random_game(rng, Shape(inner, rng.random() < 0.2, rng.random() < 0.3, numbers=kind))
    depth = rng.choices((3, 4, 5, 6, 7), (8, 12, 8, 4, 1))[0]
    return binary_game(rng, depth, kind)


def drawn_start(rng: Random, game: SmallGame, tree: ExtensiveGame, form: SequenceForm) -> tuple[RealizationPlans, bool]:
    """Return plans, and whether they are completely mixed."""
    kind = rng.choice(("centroid", "random", "pure", "pure", "partly mixed", "partly mixed"))
    if kind == "centroid":
        return centroid(form), True
    if kind == "random":
        return random_start(form, rng.randrange(10**6)), True
    strategies = pure_strategies(rng, game) if kind == "pure" else random_strategies(rng, game)
    mixed = all(share > 0 for behavior in strategies for shares in behavior.values() for share in shares)
    return plans_of(profile_of(tree, game, strategies)), mixed


def pure_strategies(rng: Random, game: SmallGame) -> Profile:
    """Return a random action at every information set."""
    first, second = (
        {infoset: unit(rng, len(game.actions[player, infoset])) for infoset in game.sets[player]} for player in (0, 1)
    )
    return first, second


def unit(rng: Random, count: int) -> tuple[Fraction, ...]:
    """Return a random unit vector."""
    place = rng.randrange(count)
    return tuple(Fraction(here == place) for here in range(count))


@contextmanager
def warnings_of(name: str) -> Iterator[list[str]]:
    """Collect the messages of a logger."""
    messages: list[str] = []
    logger, handler = logging.getLogger(name), logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        yield messages
    finally:
        logger.removeHandler(handler)


def lemke_paths(rng: Random) -> Found:
    """Follow the path from any start of a game with ties; it ends at an equilibrium, at the first attempt."""
    return followed(rng, tied_game(rng))


def deep_paths(rng: Random) -> Found:
    """Follow the path in a tree of alternating moves that is deep enough for a wrong rule of ties to fail often."""
    return followed(rng, binary_game(rng, rng.choices((6, 7, 8), (9, 10, 1))[0], rng.choice((*TIED, "small"))))


def followed(rng: Random, game: SmallGame) -> Found:
    """Return what is wrong with a path of a game from a random start, by a random rule."""
    tree = loaded(game)
    form = form_of(tree)
    start, mixed = drawn_start(rng, game, tree, form)
    initial: Initial = rng.choice(get_args(Initial))
    ties: Ties = rng.choice(get_args(Ties))
    rule = PivotRule(rng.random() < 0.6, ties, rng.randrange(1000))
    in_normal_form = most_strategies(form) <= 16 and rng.random() < 0.3
    lcp = (shared_normal_form_lcp if in_normal_form else shared_sequence_form_lcp)(form)
    with warnings_of("seqform") as warned:
        end = follow_path(lcp.problem(start, initial), rule, PathLimits(pivots=MOST_PIVOTS))
    fault = path_fault(game, tree, form, lcp, end)
    if fault is None and [text for text in warned if "excludes" in text]:
        fault = warned[0]
    if fault is None and mixed and rule.early_exit and len(end.path):
        fault = witness_fault(game, tree, form, lcp, start, end)
    where = f"{'normal' if in_normal_form else 'sequence'} form, {initial}, {rule}"
    return None if fault is None else f"{where}: {fault}"


def path_fault(game: SmallGame, tree: ExtensiveGame, form: SequenceForm, lcp: GameLcp, end: LemkeResult) -> Found:
    """Return what is wrong with the end of a path."""
    if end.termination is not Termination.SOLVED or end.z0 != 0:
        return f"{end.termination} after {len(end.path)} pivots, z0 = {end.z0}"
    if end.path.index != 1:
        return f"index {end.path.index}"
    forgone = regrets(game, strategies_of(game, behavior_profile(form, lcp.plans(end.z)).bound_to(tree)))
    return f"no equilibrium: regrets {forgone}" if any(forgone) else None


def witness_fault(
    game: SmallGame, tree: ExtensiveGame, form: SequenceForm, lcp: GameLcp, start: RealizationPlans, end: LemkeResult
) -> Found:
    """Return what is wrong with the witness of a path from completely mixed plans (vSvET, Theorem 1)."""
    path = end.path
    trembles = last_segment(lcp, start, path.problem, path.basis(len(path)), end.z)
    if trembles is None:
        return "no witness"
    profile = behavior_profile(form, lcp.plans(end.z)).bound_to(tree)
    witness = completely_mixed_profile(trembles).bound_to(tree)
    if not certify_normal_form_perfect(tree, profile, witness).checks[NORMAL_FORM_PERFECT]:
        return "witness refused"
    ends, near = strategies_of(game, profile), strategies_of(game, witness)
    if min((share for behavior in near for shares in behavior.values() for share in shares), default=1) <= 0:
        return "a witness that is not completely mixed"
    for player in (0, 1):
        pair = (ends[0], near[1]) if player == 0 else (near[0], ends[1])
        if expected(game, pair)[player] != best_reply_value(game, player, near[1 - player]):
            return f"player {player + 1}'s strategy is no best response to the witness"
    return None


# ---- units of money ----

ITERATIVE, LINEAR = ("cfr", "pdhg"), ("highs", "exact", "lemke")
SECONDS = 2.0
"""Limit of an iterative method; where it is reached nothing is compared."""


def in_other_money(game: SmallGame, factor: Fraction, constants: tuple[Fraction, Fraction]) -> SmallGame:
    """Return the game in which a payoff p of a player is factor · p + constant."""

    def changed(node: Node) -> Node:
        added = constants if node.owner == END else (0, 0)
        outcome = node.outcome and (factor * node.outcome[0] + added[0], factor * node.outcome[1] + added[1])
        return replace(node, children=tuple(map(changed, node.children)), outcome=outcome)

    return replace(game, root=changed(game.root))


def units(rng: Random) -> Found:
    """Solve a constant-sum game in two units of money: the same value, by iterative methods the same iterations."""
    game = random_game(rng, Shape(rng.choice((3, 5, 7)), constant_sum=True, numbers=rng.choice((*BENIGN, *TIED))))
    factor = rng.choice((Fraction(3), Fraction(7), Fraction(1, 3), Fraction(1)))
    first, second = (rng.choice((Fraction(0), Fraction(10**6), Fraction(-1, 7))) for _ in range(2))
    other = in_other_money(game, factor, (first, second))
    if game.constant_sum is None:  # outcomes at inner nodes
        return None
    if rng.random() < 0.5:
        return unit_fault_of_a_program(rng, game, other, factor, first)
    backend, share = rng.choice(ITERATIVE), 10.0 ** -rng.randint(2, 5)
    spread = max(play.payoffs[0] for play in game.plays) - min(play.payoffs[0] for play in game.plays)
    found = []
    for one, gap in ((game, share * spread), (other, share * spread * factor)):
        try:
            answer = sf.solve(loaded(one), backend=backend, target_gap=float(gap), time_limit=SECONDS)
        except (SolveError, CertificationError) as error:
            if isinstance(error, SolveError) and error.raw is not None and not error.raw.solved:
                return None
            raise
        found.append(answer)
    iterations = [answer.raw.iterations for answer in found]
    if iterations[0] != iterations[1]:
        return f"{backend}: {iterations[0]} iterations, {iterations[1]} with payoffs times {factor}, plus {first}"
    plans: list[list[Any]] = [[strategy.plan.weights for strategy in answer.profile] for answer in found]
    same = all(np.array_equal(mine, theirs) for mine, theirs in zip(*plans, strict=True))
    return None if same else f"{backend}: other plans with payoffs times {factor}, plus {first}"


def unit_fault_of_a_program(
    rng: Random, game: SmallGame, other: SmallGame, factor: Fraction, constant: Fraction
) -> Found:
    """Compare the value in two units of money by a solver of programs."""
    backend, found = rng.choice(LINEAR), []
    for one in (game, other):
        solved = sf.solve(loaded(one), backend=backend, exact=True)
        fault = equilibrium_fault(one, strategies_of(one, solved.profile), solved.certificate, exact=True)
        if fault is not None:
            return f"{backend}: {fault}"
        found.append(Fraction(solved.values[0]))
    return None if found[1] == factor * found[0] + constant else f"{backend}: values {found}, times {factor}"


# ---- limits ----

LARGE = (
    "binary-tree(depth=11)",
    "binary-tree(depth=11,zero_sum=true)",
    "leduc",
    "kuhn(ranks=13)",
    "goofspiel(cards=4)",
    "random-game(seed=1,depth=9)",
    "random-game(seed=2,depth=9,zero_sum=false)",
)
CONCEPTS = ("nash", "nash", "normal-form-perfect", "quasi-perfect", "subgame-perfect", "sequential")
OVER = 5.0
"""Seconds of the processor, the loading of compiled code included, after which a computation with a limit of at most
0.2 s has to name the phase that could not be cut."""


load = cache(sf.load)


def limits(rng: Random) -> Found:
    """Solve a game of some size with a time limit of at most 0.2 s: it ends in time, or names the phase."""
    name, concept, exact = rng.choice(LARGE), rng.choice(CONCEPTS), rng.random() < 0.3
    backend = rng.choice((None, None, "highs", "lemke", "cfr", "pdhg", "barrier")) if concept == "nash" else None
    limit = 10 ** rng.uniform(-3, -0.7)
    asked = f"{name}, {concept}, {backend}, exact {exact}, {limit:.3f} s"
    begun = time.process_time()
    try:
        sf.solve(load(name), concept, backend=backend, exact=exact, time_limit=limit)
        text = ""
    except SeqformError as error:  # at the limit, or because the method is for other games
        text = str(error)
    took = time.process_time() - begun
    if "\n" in text:
        return f"{asked}: {text!r}"
    return f"{asked}: {took:.1f} s, {text!r}" if took > OVER and " while " not in text else None
