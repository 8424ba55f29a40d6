"""Campaign of false proofs: steps, backends, rules, files and objects that lie, on drawn games.

    python scripts/campaigns/false_proofs.py --minutes 60 --seed 1
    python scripts/campaigns/false_proofs.py --parts steps --only 17

Whatever is stated in spite of the lie (values, regrets, claims, checks, bounds, "best by") is compared with the
enumeration of pure strategies in `oracle.py`. A failure is a statement that is not so, or an exception that is none of
seqform's own.
"""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, ClassVar

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

import numpy as np
from campaign import Campaign
from oracle import (
    STYLES,
    Behavior,
    Choice,
    HungError,
    Node,
    behavior_of,
    best_reply_value,
    constant_sum,
    drawn_tree,
    fault_of_answer,
    fault_of_certificate,
    game_of,
    infosets,
    mapped,
    matrix_tree,
    maximin,
    maximum,
    normal_form,
    payoffs_of,
    pure_subgame_perfect_payoffs,
    refusal_or_fault,
    regrets,
    within,
)

import seqform as sf
from seqform.backends import get
from seqform.builders.games.rules import CHANCE, TERMINAL, Rules
from seqform.builders.steps import Step
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.reduced import Reduced, identity_map, unchanged
from seqform.play import GameLimits

Fault = str | None
PATIENCE = 30

CONCEPTS = (
    *("nash", "nash", "maximin", "quasi-perfect", "sequential", "normal-form-perfect"),
    *("extensive-form-perfect", "subgame-perfect", "proper"),
)
OBJECTIVES = (
    "social",
    "fairest",
    "best-for-1",
    "best-for-2",
    "single-maximum",
    "least-social",
    "product",
)


def attempt(
    call: Callable[[], Any], judge: Callable[[Any], Fault], node: Node | None = None
) -> Fault:
    """Make a call and judge what it returns; errors of seqform are refusals."""
    try:
        with within(PATIENCE):
            answer = call()
    except (Exception, HungError) as error:
        fault = refusal_or_fault(error)
        partial = getattr(error, "equilibrium", None)
        if fault is None and partial is not None and node is not None:
            fault = fault_of_answer(node, partial)  # refused as an answer, and described truly
        return fault
    return judge(answer)


def drawn(rng: Random) -> tuple[Node, bool]:
    """Draw a tree, and whether it is of perfect information."""
    perfect = rng.random() < 0.35
    return drawn_tree(rng, rng.choice(STYLES), perfect=perfect), perfect


def drawn_behavior(rng: Random, node: Node) -> tuple[Behavior, Behavior]:
    """Draw a profile, pure at about half of the information sets."""
    both: list[Behavior] = []
    for player in (0, 1):
        mine: dict[str, dict[str, Fraction]] = {}
        for name, actions in infosets(node, player).items():
            weights = [rng.randint(0, 3) for _ in actions]
            if rng.random() < 0.5 or not sum(weights):
                weights = [0] * len(actions)
                weights[rng.randrange(len(actions))] = 1
            mine[name] = {
                a: Fraction(w, sum(weights)) for a, w in zip(actions, weights, strict=True)
            }
        both.append(mine)
    return both[0], both[1]


# ---- what an answer states ----


def fault_of_solved(node: Node, answer: Any, asked: Mapping[str, Any]) -> Fault:
    """Return what an answer of `solve` states and is not so: its certificate, its objective, its status."""
    fault = fault_of_answer(node, answer)
    if fault is not None:
        return fault
    certificate = answer.certificate
    behavior = behavior_of(answer.profile, node)
    values = payoffs_of(node, behavior)
    claims = dict(certificate.claims)
    for claim, verdict in claims.items():
        if "guarantee" in claim and verdict == "proven":
            for player in (0, 1):
                guaranteed = guarantee(node, behavior, player)
                if guaranteed != maximin(node, player):
                    return f"{claim}: proven, where {guaranteed} is guaranteed, of {maximin(node, player)}"
    of_one_sum = (
        certificate.proven and constant_sum(node) is not None and "Nash equilibrium" in claims
    )
    if of_one_sum and values[0] != maximin(node, 0):
        return f"proven with value {values[0]} of {maximin(node, 0)}"
    target = asked.get("target_payoffs")
    if target is not None and tuple(map(Fraction, target)) != values:
        return f"pays {values} where {target} is the target"
    status = str(getattr(answer.raw, "status", ""))
    objective = asked.get("objective")
    if objective is not None and "claim" not in status:
        pays = pure_subgame_perfect_payoffs(node)
        better = [pay for pay in pays if worth(objective, pay) > worth(objective, values)]
        if better:
            return f"best by {objective}: pays {values}, where {better[0]} is subgame perfect"
    return None


def guarantee(node: Node, behavior: Sequence[Behavior], player: int) -> Fraction:
    """Return what a player's behavior guarantees."""
    _table, pures = normal_form(node)
    worst: list[Fraction] = []
    for theirs in pures[1 - player]:
        pair = list(behavior)
        pair[1 - player] = theirs
        worst.append(payoffs_of(node, pair)[player])
    return min(worst)


def worth(objective: str, pay: tuple[Any, ...]) -> Any:
    """Return the measure of an objective."""
    name = objective.removeprefix("least-")
    first, second = pay
    measures: dict[str, Any] = {
        "social": first + second,
        "fairest": min(pay),
        "best-for-1": first,
        "best-for-2": second,
        "single-maximum": max(pay),
        "product": first * second,
    }
    return -measures[name] if name != objective else measures[name]


def drawn_request(rng: Random, node: Node, perfect: bool) -> dict[str, Any]:
    """Draw a concept with options."""
    concept = rng.choice(CONCEPTS)
    request: dict[str, Any] = {"concept": concept}
    if concept == "subgame-perfect" and perfect and rng.random() < 0.8:
        if rng.random() < 0.7:
            request["objective"] = rng.choice(OBJECTIVES)
        else:
            request["target_payoffs"] = rng.choice(sorted(pure_subgame_perfect_payoffs(node)))
        if rng.random() < 0.3:
            request["pure"] = True
    if concept == "nash":
        if rng.random() < 0.4:
            request["start"] = f"random:{rng.randrange(9)}"
        elif constant_sum(node) is None and rng.random() < 0.4:
            request["weights"] = (rng.randint(-2, 2), rng.randint(-2, 2))
    if rng.random() < 0.4 and "objective" not in request:
        request["exact"] = True
    return request


# ---- steps that lie ----


@dataclass(frozen=True)
class Lie(Step):
    """A step that replaces the game by another one, with a lift and statements of its own."""

    name, summary, message = "lie", "another game", "lying"
    before: Any = None
    other: Any = None
    lifted: Any = None
    map: Any = None
    states_map: bool = False
    keeps: bool = False
    kind: type = ExtensiveGame

    @property
    def keeps_payoffs(self) -> bool:  # type: ignore[override]
        """The statement of the step, right or wrong."""
        return self.keeps

    def payoff_map(self, before: Any, after: Any) -> Any:
        """Return what the step states, right or wrong."""
        return self.map if self.states_map else super().payoff_map(before, after)

    @property
    def reductions(self) -> Any:
        """The models that the step transforms."""
        return {self.kind: self._transformed}

    def _transformed(self, model: Any) -> Any:
        other = self.other(model) if callable(self.other) else self.other
        return Reduced(other, self.lifted(model, other))


def drawn_step(rng: Random, node: Node) -> tuple[Lie, str]:
    """Draw a step that lies, with a description."""
    kind = rng.choice(("maps", "maps", "other payoffs", "swap", "fewer actions", "another", "same"))
    factor = [Fraction(rng.choice((1, 2, 1000, -1, 0)), rng.choice((1, 3))) for _ in range(2)]
    shift = [Fraction(rng.choice((0, 0, 5, -7))) for _ in range(2)]
    target = node
    if kind == "maps":
        target = mapped(node, list(zip(factor, shift, strict=True)))
    elif kind == "other payoffs":
        target = changed(node, rng)
    elif kind == "swap":
        target = swapped(node)
    elif kind == "fewer actions":
        target = without_action(node, rng)
    elif kind == "another":
        target = drawn_tree(rng, rng.choice(STYLES))
    lie = rng.choice(("identity", "identity", "unchanged", "uniform", "drawn", "whole", "nonsense"))

    def lifted(game: Any, other: Any) -> Any:
        if lie == "identity":
            return identity_map(game)
        if lie == "unchanged":
            return unchanged
        if lie == "uniform":
            return lambda answer: sf.uniform_profile(game)
        if lie == "drawn":
            behavior = drawn_behavior(Random(3), node)
            return lambda answer: sf.profile(game, {**behavior[0], **behavior[1]}, rest="uniform")
        if lie == "whole":
            return lambda answer: sf.solve(game)
        return lambda answer: rng.choice((None, 3, "profile", answer, (answer, answer)))

    maps = (
        None,
        None,
        ((1, 0), (1, 0)),
        ((2, 5), (1, -3)),
        ((0, 1), (1, 0)),
        "none",
        ((-1, 0), (1, 0)),
        7,
    )
    stated = rng.random() < 0.4
    step = Lie(
        other=game_of(target),
        lifted=lifted,
        map=rng.choice(maps),
        states_map=stated,
        keeps=rng.random() < 0.5,
    )
    return step, f"{kind}, {lie}, {step.map if stated else 'no map'}, keeps {step.keeps}"


def changed(node: Node, rng: Random) -> Node:
    """Return the tree with other payoffs at about half of the leaves."""
    if hasattr(node, "payoffs"):
        if rng.random() < 0.5:
            return node
        return replace(node, payoffs=(Fraction(rng.randint(-3, 3)), Fraction(rng.randint(-3, 3))))
    branches = tuple((*branch[:-1], changed(branch[-1], rng)) for branch in node.branches)
    return replace(node, branches=branches)


def swapped(node: Node) -> Node:
    """Return the tree with the players' payoffs exchanged."""
    if hasattr(node, "payoffs"):
        return replace(node, payoffs=node.payoffs[::-1])
    return replace(
        node, branches=tuple((*branch[:-1], swapped(branch[-1])) for branch in node.branches)
    )


def without_action(node: Node, rng: Random) -> Node:
    """Return the tree without the last action of one information set."""
    sets = infosets(node, 0) | infosets(node, 1)
    chosen = rng.choice(sorted(sets))
    if len(sets[chosen]) == 1:
        return node

    def cut(part: Node) -> Node:
        if hasattr(part, "payoffs"):
            return part
        branches = tuple((*branch[:-1], cut(branch[-1])) for branch in part.branches)
        if isinstance(part, Choice) and part.infoset == chosen:
            branches = branches[:-1]
        return replace(part, branches=branches)

    return cut(node)


def steps(rng: Random) -> Fault:
    """Solve through one or two steps that lie about the game."""
    node, perfect = drawn(rng)
    request = drawn_request(rng, node, perfect)
    step, about = drawn_step(rng, node)
    names: list[Any] = [step]
    if rng.random() < 0.3:
        names.append(
            rng.choice(
                ("contract-forced", "eliminate-dominated", "merge-equivalent", "solve-subgames")
            )
        )
    fault = attempt(
        lambda: sf.solve(game_of(node), preprocess=names, **request),
        lambda answer: fault_of_solved(node, answer, request),
        node,
    )
    return fault and f"{about}; {request} {names[1:]}: {fault}"


def program_steps(rng: Random) -> Fault:
    """Solve through a step on the linear program that changes it, or lifts the answer wrongly."""
    node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
    kind = rng.choice(("cost", "lift", "both", "objective"))

    def other(program: Any) -> Any:
        if kind == "lift" or kind == "objective":
            return program
        return spoilt(program, rng)

    def lifted(program: Any, _: Any) -> Any:
        def lift(answer: Any) -> Any:
            if kind == "cost":
                return answer
            if kind == "objective":
                return replace(answer, objective=lied_about(answer.objective, rng))
            return spoilt(answer, rng)

        return lift

    step = Lie(other=other, lifted=lifted, kind=LinearProgram)
    request: dict[str, Any] = {"exact": True} if rng.random() < 0.6 else {}
    if rng.random() < 0.3:
        request["concept"] = rng.choice(("maximin", "quasi-perfect"))
    fault = attempt(
        lambda: sf.solve(game_of(node), preprocess=[step], **request),
        lambda answer: fault_of_solved(node, answer, request),
        node,
    )
    return fault and f"{kind} {request}: {fault}"


def spoilt(model: Any, rng: Random) -> Any:
    """Return a program or an answer with some field changed, so that its class accepts it."""
    for _ in range(20):
        name = rng.choice([part.name for part in fields(model) if part.init])
        with suppress(Exception):
            return replace(model, **{name: lied_about(getattr(model, name), rng)})
    return model


def lied_about(value: Any, rng: Random) -> Any:
    """Return something else than a value: of the same kind, or of none."""
    if rng.random() < 0.1:
        return rng.choice((None, 0, "no", float("nan"), (), Fraction(1, 3), np.zeros(2), True))
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, Fraction)):
        return rng.choice(
            (value + 1, -value, value * 1000, Fraction(1, 3), float("inf"), float(value) + 1e-12)
        )
    if isinstance(value, str):
        return rng.choice(("", "optimal", "proven", "best of all equilibria, proven", value[::-1]))
    if isinstance(value, np.ndarray) and value.size:
        copy = value.copy()
        how = rng.randrange(5)
        if how == 0:
            copy[...] = copy.flat[0]
        elif how == 1 and np.issubdtype(copy.dtype, np.number):
            copy = -copy
        elif how == 2:
            copy = np.roll(copy, 1)
        elif how == 3:
            copy = copy[:-1]
        else:
            copy = copy[::-1].copy()
        return copy
    if isinstance(value, tuple) and value:
        place = rng.randrange(len(value))
        how = rng.randrange(3)
        if how == 0:
            return (*value[:place], lied_about(value[place], rng), *value[place + 1 :])
        return value[::-1] if how == 1 else value[:-1]
    if isinstance(value, Mapping):
        return {
            key: lied_about(part, rng) if rng.random() < 0.5 else part
            for key, part in value.items()
        }
    if is_dataclass(value) and not isinstance(value, type):
        name = rng.choice([part.name for part in fields(value) if part.init])
        return replace(value, **{name: lied_about(getattr(value, name), rng)})
    if hasattr(value, "to_fractions"):
        numbers = list(value.to_fractions())
        rng.shuffle(numbers)
        return (
            type(value).from_fractions(numbers)
            if hasattr(type(value), "from_fractions")
            else numbers
        )
    if hasattr(type(value), "__members__"):
        return rng.choice(list(type(value).__members__.values()))
    return rng.choice((None, value))


# ---- backends that lie ----

BACKENDS = (
    "highs",
    "scipy",
    "exact",
    "lemke",
    "cfr",
    "pdhg",
    "bestnash",
    "stable-basis",
    "symbolic",
    "barrier",
)


@dataclass
class LyingBackend:
    """A backend whose answers have some field changed; or always one of another game."""

    real: Any
    rng: Random
    lies: list[str] = field(default_factory=list)
    exact: bool = False

    def __post_init__(self) -> None:
        self.name = self.real.name
        self.supports = self.real.supports
        self.traits = getattr(self.real, "traits", None)

    def solve(self, model: Any, *arguments: Any, **named: Any) -> Any:
        """Solve the model, and change the answer."""
        answer = self.real.solve(model, *arguments, **named)
        for _ in range(self.rng.choice((1, 1, 2))):
            name = self.rng.choice([part.name for part in fields(answer) if part.init])
            try:
                answer = replace(answer, **{name: lied_about(getattr(answer, name), self.rng)})
            except Exception:  # the class itself refuses the lie
                continue
            self.lies.append(name)
        return answer


def backends(rng: Random) -> Fault:
    """Solve by a backend whose answers are changed."""
    node, perfect = drawn(rng)
    name = rng.choice(BACKENDS)
    request = drawn_request(rng, node, perfect)
    if name == "bestnash":
        node = drawn_tree(rng, rng.choice(STYLES), perfect=True)
        request = {"concept": "subgame-perfect", "objective": rng.choice(OBJECTIVES)}
    elif name in ("stable-basis", "symbolic"):
        request["concept"] = rng.choice(("quasi-perfect", "extensive-form-perfect", "sequential"))
    elif name != "lemke":
        node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
        request = {"concept": rng.choice(("nash", "maximin"))}
    real = get(name)
    backend = LyingBackend(real, rng, exact=rng.choice((real.exact, real.exact, not real.exact)))
    if getattr(real, "traits", None) is None:
        del backend.traits
    fault = attempt(
        lambda: sf.solve(game_of(node), backend=backend, **request),
        lambda answer: fault_of_solved(node, answer, request),
        node,
    )
    return fault and f"{name} lies about {backend.lies}; {request}: {fault}"


def limits_of_lies(rng: Random) -> Fault:
    """Compare bounds in the error of a backend that has been stopped, or lies that it has been, with the value."""
    node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
    name = rng.choice(("highs", "exact", "cfr", "pdhg"))
    real = get(name)
    from seqform.models.programs.solutions import Termination

    class Stopped(LyingBackend):
        def solve(self, model: Any, *arguments: Any, **named: Any) -> Any:
            answer = super().solve(model, *arguments, **named)
            end = rng.choice(
                (Termination.TIME_LIMIT, Termination.ITERATION_LIMIT, Termination.ERROR)
            )
            return replace(answer, termination=end)

    value = maximin(node, 0)
    try:
        with within(PATIENCE):
            sf.solve(game_of(node), backend=Stopped(real, rng, exact=real.exact), concept="nash")
    except (Exception, HungError) as error:
        fault = refusal_or_fault(error)
        text = str(error)
        if fault is None and "between" in text:
            low, high = (
                number(word) for word in text.split("between ")[1].split(";")[0].split(" and ")[:2]
            )
            slack = max(Fraction(1), abs(value)) / 10**5
            if not low - slack <= value <= high + slack:
                fault = f"the value {value} is not in: {text}"
        partial = getattr(error, "equilibrium", None)
        if fault is None and partial is not None:
            fault = fault_of_answer(node, partial)
        return fault and f"{name}: {fault}"
    return None


def number(text: str) -> Fraction:
    """Read a number as it is shown."""
    return Fraction(text.strip().lstrip("≈").replace(",", "").replace("−", "-").rstrip("."))


# ---- rules that lie ----


@dataclass
class DrawnRules(Rules[Any, Any]):
    """The rules of a drawn tree of perfect information, with statements that need not be so."""

    root: Node
    title: str = "drawn rules"
    perfect_information: ClassVar[bool] = True

    def initial(self) -> Any:
        """Return the path to the root."""
        return ()

    def node(self, state: Any) -> Node:
        """Return the node at the end of a path."""
        part = self.root
        for place in state:
            part = part.branches[place][-1]
        return part

    def player(self, state: Any) -> int:
        """Whose move it is."""
        node = self.node(state)
        return (
            node.player
            if isinstance(node, Choice)
            else TERMINAL
            if hasattr(node, "payoffs")
            else CHANCE
        )

    def chance(self, state: Any) -> Any:
        """Return the moves of chance."""
        return [(place, branch[1]) for place, branch in enumerate(self.node(state).branches)]

    def actions(self, state: Any) -> Any:
        """Return the moves."""
        return list(range(len(self.node(state).branches)))

    def apply(self, state: Any, action: Any) -> Any:
        """Return the state after a move."""
        return (*state, action)

    def observation(self, state: Any, player: int) -> Any:
        """Return all."""
        return state

    def position(self, state: Any) -> Any:
        """Return the state itself."""
        return state

    def payoffs(self, state: Any) -> Any:
        """Return the payoffs of an end."""
        return self.node(state).payoffs


def backward(node: Node) -> Any:
    """Return the value of a constant-sum tree of perfect information to player 1."""
    if hasattr(node, "payoffs"):
        return node.payoffs[0]
    below = [backward(branch[-1]) for branch in node.branches]
    if isinstance(node, Choice):
        return max(below) if node.player == 0 else min(below)
    return sum(
        (branch[1] * value for branch, value in zip(node.branches, below, strict=True)), Fraction(0)
    )


def rules(rng: Random) -> Fault:
    """Search rules that state another sum, other limits or nothing at all."""
    style = rng.choice(STYLES)
    node = drawn_tree(rng, style, perfect=True)
    game: Any = DrawnRules(node)
    pays = _leaf_payoffs(node)
    low, high = min(pay[0] for pay in pays), max(pay[0] for pay in pays)
    stated_sum = rng.choice((Fraction(0), Fraction(5), None))
    declared = rng.random() < 0.6
    if declared:
        limits = GameLimits(
            (low, high), longest=9, actions=3, chance_actions=3, constant_sum=stated_sum
        )
        game.limits = limits
        if callable(getattr(Rules, "limits", None)):
            game.limits = lambda: limits
    named: dict[str, Any] = {"method": rng.choice(("alpha-beta", "negamax", "minimax"))}
    if rng.random() < 0.4:
        named["depth"] = rng.randint(1, 4)
    if rng.random() < 0.3:
        named["deepening"] = True
    if rng.random() < 0.3:
        named["memory"] = rng.choice((0, 3))

    def judge(found: Any) -> Fault:
        if constant_sum(node) is None:
            # Some ends are never looked at behind cut-offs; a claim about the whole game would still be false.
            same = {sum(pay) for pay in pays}
            # A sum that is stated is only checked where it is met.
            looks_at_all = not declared or stated_sum is None
            false = found.proven and looks_at_all
            return (
                f"proven value {found.value} of a game with the sums {sorted(same)}"
                if false
                else None
            )
        value = backward(node)
        if found.proven and found.value != value:
            return f"proven value {found.value} of {value}"
        if not found.bounds[0] <= value <= found.bounds[1]:
            return f"bounds {found.bounds} of {value}"
        return None

    fault = attempt(lambda: sf.search(game, **named), judge)
    if fault is None:
        request = {"concept": "subgame-perfect", "objective": rng.choice(OBJECTIVES)}
        tree_of_rules = node

        def judge_positions(found: Any) -> Fault:
            values = tuple(found.values)
            pays = pure_subgame_perfect_payoffs(tree_of_rules)
            better = [
                pay
                for pay in pays
                if worth(request["objective"], pay) > worth(request["objective"], values)
            ]
            return (
                f"best by {request['objective']}: {values}, where {better[0]} is subgame perfect"
                if better
                else None
            )

        fault = attempt(lambda: sf.solve(game, **request), judge_positions)
        named = request if fault else named
    return fault and f"{style}, stated sum {stated_sum if declared else 'none'}, {named}: {fault}"


def _leaf_payoffs(node: Node) -> list[tuple[Fraction, Fraction]]:
    if hasattr(node, "payoffs"):
        return [node.payoffs]
    return [pay for branch in node.branches for pay in _leaf_payoffs(branch[-1])]


# ---- files that have been edited ----

CLAIMS = (
    *("normal_form_perfect", "sequential", "quasi_perfect", "extensive_form_perfect"),
    *("subgame_perfect", "proper", "maximin"),
)


def edited(value: Any, rng: Random, chance_of_each: float) -> Any:
    """Return JSON data with some of its values changed."""
    if isinstance(value, dict):
        return {key: edited(part, rng, chance_of_each) for key, part in value.items()}
    if isinstance(value, list):
        parts = [edited(part, rng, chance_of_each) for part in value]
        if rng.random() < chance_of_each / 3:
            rng.shuffle(parts)
        return parts
    if rng.random() >= chance_of_each:
        return value
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return rng.choice(("0", "1", "1/2", "1/3", value, "proven", "yes", "", "2:", "a"))
    if isinstance(value, (int, float)):
        return rng.choice((0, 1, -1, 0.5, value + 1, None))
    return rng.choice((None, 0, True, "1"))


def files(rng: Random) -> Fault:
    """Check the file of an answer after it has been edited, or that of another game."""
    node, perfect = drawn(rng)
    game = game_of(node)
    request = drawn_request(rng, node, perfect)
    source = node if rng.random() < 0.7 else changed(node, rng)
    try:
        with within(PATIENCE):
            answer = sf.solve(game_of(source), **request)
    except (Exception, HungError) as error:
        return refusal_or_fault(error)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        answer.save("answer.json")
        data = json.loads(Path("answer.json").read_text())
        places = [key for key in data if key not in ("schema", "players")]
        for _ in range(rng.choice((0, 1, 2, 3))):
            key = rng.choice((*places, "players"))
            data[key] = edited(data[key], rng, rng.choice((0.1, 0.3)))
        Path("answer.json").write_text(json.dumps(data))
        claims: Any = dict.fromkeys(rng.sample(CLAIMS, rng.choice((0, 1, 1, 2))), True)

        def judge(certificate: Any) -> Fault:
            profile = sf.read_profile("answer.json", game)
            return fault_of_certificate(node, behavior_of(profile, node), certificate)

        fault = attempt(lambda: sf.check(game, "answer.json", **claims), judge)
        if fault is None and rng.random() < 0.5:
            fault = attempt(
                lambda: sf.check_assessment(game, "answer.json"),
                lambda found: judge(found.certificate),
            )
        if fault is None and rng.random() < 0.3:
            fault = attempt(
                lambda: sf.solve(game, start="answer.json"),
                lambda found: fault_of_solved(node, found, {}),
            )
    return fault and f"{request} {claims}: {fault}"


# ---- objects that have been put together ----


def replaced(rng: Random) -> Fault:
    """Replace fields of an answer by those of answers for another game or concept."""
    node, perfect = drawn(rng)
    other = (
        changed(node, rng)
        if rng.random() < 0.6
        else mapped(node, ((Fraction(2), Fraction(0)),) * 2)
    )
    answers: list[Any] = []
    for part in (node, other):
        try:
            with within(PATIENCE):
                answers.append(sf.solve(game_of(part), **drawn_request(rng, part, perfect)))
        except (Exception, HungError) as error:
            return refusal_or_fault(error)
    names = rng.sample(
        [part.name for part in fields(answers[0]) if part.init], rng.choice((1, 1, 2))
    )
    by_game = {}

    def build() -> Any:
        built = replace(answers[0], **{name: getattr(answers[1], name) for name in names})
        by_game["node"] = other if built.game == answers[1].game else node
        str(built)
        return built

    fault = attempt(build, lambda answer: fault_of_answer(by_game["node"], answer))
    return fault and f"{answers[0].concept} with {names} of {answers[1].concept}: {fault}"


def profiles(rng: Random) -> Fault:
    """Check profiles of one's own: exact ones, in doubles, incomplete ones, of another game."""
    node, _ = drawn(rng)
    game = game_of(node)
    behavior = drawn_behavior(rng, node)
    table: dict[str, Any] = {
        name: dict(shares) for mine in behavior for name, shares in mine.items()
    }
    how = rng.choice(("exact", "doubles", "spoilt", "other game", "solved"))
    if how == "doubles":
        table = {
            name: {a: float(share) for a, share in shares.items()} for name, shares in table.items()
        }
    elif how == "spoilt":
        name = rng.choice(sorted(table))
        action = rng.choice(sorted(table[name]))
        table[name][action] = rng.choice(
            (Fraction(-1), 2, float("nan"), "1/0", True, "0.5", 1e-12, None, 10**400)
        )
    elif how == "other game":
        game = game_of(changed(node, rng))
    claims: Any = dict.fromkeys(rng.sample(CLAIMS, rng.choice((0, 1, 1, 2))), True)

    def call() -> Any:
        if how == "solved":
            profile = sf.solve(game, start=f"random:{rng.randrange(9)}", backend="lemke").profile
        else:
            profile = sf.profile(game, table)
        own = game if how != "other game" else game_of(node)
        return profile, sf.check(own, profile, **claims)

    fault = attempt(
        call, lambda pair: fault_of_certificate(node, behavior_of(pair[0], node), pair[1])
    )
    return fault and f"{how} {claims}: {fault}"


# ---- honest calls with claims ----


def best_of_tree(rng: Random) -> Fault:
    """Compare the best subgame perfect equilibria, also with bounds and after steps, with those in pure moves."""
    node = drawn_tree(rng, rng.choice(STYLES), perfect=True)
    pays = sorted(pure_subgame_perfect_payoffs(node))
    request: dict[str, Any] = {"concept": "subgame-perfect", "objective": rng.choice(OBJECTIVES)}
    steps_before = rng.choice(([], ["contract-forced"], ["solve-subgames"], []))
    factors = [
        (Fraction(rng.choice((1, 3, 1000)), rng.choice((1, 7))), Fraction(rng.choice((0, 4))))
        for _ in (0, 1)
    ]
    names: list[Any] = list(steps_before)
    if rng.random() < 0.5:
        names.insert(
            0,
            Lie(
                other=game_of(mapped(node, factors)), lifted=lambda game, other: identity_map(game)
            ),
        )
    if rng.random() < 0.4:
        bound = rng.choice(pays)
        player, sign = rng.randrange(2), rng.choice((">=", "<="))
        request["objective"] += f" where {player + 1}{sign}{bound[player]}"
        pays = [
            pay
            for pay in pays
            if (pay[player] >= bound[player] if sign == ">=" else pay[player] <= bound[player])
        ]
    name = request["objective"].split(" where")[0]

    def judge(answer: Any) -> Fault:
        fault = fault_of_answer(node, answer)
        values = tuple(answer.values)
        better = [pay for pay in pays if worth(name, pay) > worth(name, values)]
        if better:
            return f"pays {values}, where {better[0]} is subgame perfect"
        if " where " in request["objective"]:
            kept = (
                values[player] >= bound[player] if sign == ">=" else values[player] <= bound[player]
            )
            if not kept:
                return f"pays {values}"
        return fault

    try:
        with within(PATIENCE):
            answer = sf.solve(game_of(node), preprocess=names, **request)
    except (Exception, HungError) as error:
        fault = refusal_or_fault(error)
        if fault is None and not names and " where " in request["objective"]:
            fault = f"refused, where {pays[0]} is subgame perfect: {error}"  # the bound is one of the payoffs
        return fault and f"{request} {names}: {fault}"
    fault = judge(answer)
    return fault and f"{request} {names}: {fault}"


def constrained(rng: Random) -> Fault:
    """Compare values under constraints on player 1's strategy with a program over pure strategies."""
    node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
    while not infosets(node, 0):
        node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
    table, pures = normal_form(node)
    sets = infosets(node, 0)
    mine = {name: actions for name, actions in sets.items() if len(actions) > 1} or sets
    name = rng.choice(sorted(mine))
    action = rng.choice(mine[name])
    bound = Fraction(rng.choice((0, 1, 1, 1, 3)), rng.choice((2, 4, 3, 10**9)))
    sign = rng.choice(("<=", ">="))
    scale = rng.choice((Fraction(1), Fraction(1, 10**9), Fraction(10**7)))
    # The weight of a sequence under a pure strategy: 1 where its own earlier choices and the action agree.
    weights = [
        Fraction(int(pure[name][action] == 1 and reaches(node, pure, name))) for pure in pures[0]
    ]
    rows = [[-row[k][0] for row in table] for k in range(len(pures[1]))]
    # Variables: mixed strategy, then v+ and v-: max v with v - q A_k <= 0 and sum q <= 1 and -sum q <= -1.
    height = [[*row, Fraction(1), Fraction(-1)] for row in rows]
    one = [Fraction(1)] * len(pures[0])
    zero = [Fraction(0)] * 2
    height += [[*one, *zero], [*(-entry for entry in one), *zero]]
    factor = 1 if sign == "<=" else -1
    height.append([*(factor * weight for weight in weights), *zero])
    bounds = [*[Fraction(0)] * len(rows), Fraction(1), Fraction(-1), factor * bound]
    cost = [*[Fraction(0)] * len(one), Fraction(1), Fraction(-1)]
    try:
        value: Fraction | None = maximum(cost, height, bounds)[0]
    except ValueError:
        value = None
    text = f"1: {scale} * {name}: {action} {sign} {bound * scale}".replace("1: 1 * ", "1: ")
    bounds_of: Any = {"upper" if sign == "<=" else "lower": bound * scale}
    constraint = sf.Constraint(0, {(name, action): scale}, **bounds_of)
    request: dict[str, Any] = rng.choice(
        ({"exact": True}, {}, {"backend": "scipy"}, {"backend": "exact"})
    )

    def judge(answer: Any) -> Fault:
        if value is None:
            return f"values {answer.values}, where the constraint cannot be kept"
        if abs(answer.values[0] - value) > (0 if answer.certificate.exact else Fraction(1, 10**5)):
            return f"value {answer.values[0]} of {value}"
        return None

    try:
        with within(PATIENCE):
            answer = sf.solve(game_of(node), constraints=[constraint], **request)
    except (Exception, HungError) as error:
        fault = refusal_or_fault(error)
        if fault is None and value is not None:
            fault = f"refused, where the value is {value}: {error}"
        return fault and f"{text} {request}: {fault}"
    fault = judge(answer)
    return fault and f"{text} {request}: {fault}"


def reaches(node: Node, pure: Behavior, name: str) -> bool:
    """Return whether player 0's own choices lead to an information set."""
    if hasattr(node, "payoffs"):
        return False
    if isinstance(node, Choice) and node.infoset == name:
        return True
    for branch in node.branches:
        allowed = (
            not isinstance(node, Choice) or node.player != 0 or pure[node.infoset][branch[0]] == 1
        )
        if allowed and reaches(branch[-1], pure, name):
            return True
    return False


def statements(rng: Random) -> Fault:
    """Compare ranges, frontiers, value functions and complete lists with linear programs over pure strategies."""
    what = rng.choice(("complete", "ranges", "frontier", "value_function", "strategy"))
    if what == "complete":
        return complete_list(rng)
    node = drawn_tree(rng, rng.choice(("zero-sum", "constant-sum")))
    game = game_of(node)
    value = maximin(node, 0)
    if what == "ranges":

        def judge(found: Any) -> Fault:
            answer = sf.solve(game, exact=True)
            for player in (0, 1):
                for name, ranges in found[player].items():
                    for action, span in ranges.items():
                        share = answer.profile[player][name][action]
                        if (
                            reachable(node, answer.profile, player, name)
                            and not span.low <= share <= span.high
                        ):
                            return f"{name} {action}: {share} is not in {span}"
            return None

        fault = attempt(lambda: sf.strategy_ranges(game), judge)
    elif what == "frontier":
        opponent = drawn_behavior(rng, node)[1]

        def judge(found: Any) -> Fault:
            pair = list(drawn_behavior(rng, node))
            pair[1] = opponent
            best = best_reply_value(node, pair, 0)
            last, first = found.points[-1], found.points[0]
            if last.payoff != best:
                return f"the most is {last.payoff} of {best}"
            for point in found.points:
                strategy = found.strategy(point.loss)
                pair[0] = {
                    name: {action: Fraction(strategy[name][action]) for action in actions}
                    for name, actions in infosets(node, 0).items()
                }
                if (payoffs_of(node, pair)[0], guarantee(node, pair, 0)) != (
                    point.payoff,
                    value - point.loss,
                ):
                    return f"the strategy at {point} earns {payoffs_of(node, pair)[0]}"
            return None if first.loss == 0 else f"begins at {first.loss}"

        whole = {name: dict(shares) for name, shares in opponent.items()}
        fault = attempt(
            lambda: sf.frontier(game, opponent=sf.profile(game, whole, rest="uniform"), exact=True),
            judge,
        )
    elif what == "value_function":
        end = changed_sum(node, rng)

        def judge(found: Any) -> Fault:
            for t in (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)):
                right = maximin(blend(node, end, t), 0)
                if found(t) != right:
                    return f"{found(t)} at {t}, where {right} is right"
            return None

        fault = attempt(lambda: sf.value_function(game, game_of(end)), judge)
    else:
        behavior = drawn_behavior(rng, node)
        table = {name: dict(shares) for mine in behavior for name, shares in mine.items()}

        def judge(found: Any) -> Fault:
            return fault_of_certificate(node, behavior, found)

        fault = attempt(lambda: sf.check(game, sf.profile(game, table), maximin=True), judge)
    return fault and f"{what}, value {value}: {fault}"


def reachable(node: Node, profile: Any, player: int, name: str) -> bool:
    """Return whether a player's own choices, and those of the rest at random, lead to an information set."""
    if hasattr(node, "payoffs"):
        return False
    if isinstance(node, Choice) and node.infoset == name:
        return True
    for branch in node.branches:
        own = isinstance(node, Choice) and node.player == player
        if (not own or profile[player][node.infoset][branch[0]] > 0) and reachable(
            branch[-1], profile, player, name
        ):
            return True
    return False


def changed_sum(node: Node, rng: Random) -> Node:
    """Return the tree with other payoffs of the same sum."""
    total = constant_sum(node) or Fraction(0)

    def walk(part: Node) -> Node:
        if hasattr(part, "payoffs"):
            first = Fraction(rng.randint(-3, 3))
            return replace(part, payoffs=(first, total - first))
        return replace(
            part, branches=tuple((*branch[:-1], walk(branch[-1])) for branch in part.branches)
        )

    return walk(node)


def blend(first: Node, second: Node, t: Fraction) -> Node:
    """Return the tree whose payoffs are between those of two trees of one shape."""
    if hasattr(first, "payoffs"):
        pays = tuple(
            (1 - t) * a + t * b for a, b in zip(first.payoffs, second.payoffs, strict=True)
        )
        return replace(first, payoffs=pays)
    pairs = zip(first.branches, second.branches, strict=True)
    return replace(first, branches=tuple((*a[:-1], blend(a[-1], b[-1], t)) for a, b in pairs))


def complete_list(rng: Random) -> Fault:
    """Compare the list of all equilibria of a bimatrix game with its pure equilibria, and "best" of all with them."""
    height, width = rng.randint(1, 3), rng.randint(1, 3)

    def table() -> list[list[Fraction]]:
        return [[Fraction(rng.randint(0, 2)) for _ in range(width)] for _ in range(height)]

    first, second = table(), table()
    node = matrix_tree(first, second)
    pure = [
        (first[i][j], second[i][j])
        for i in range(height)
        for j in range(width)
        if first[i][j] == max(first[k][j] for k in range(height))
        and second[i][j] == max(second[i][k] for k in range(width))
    ]
    objective = rng.choice(OBJECTIVES)

    def judge(found: Any) -> Fault:
        for member in found:
            if any(regrets(node, behavior_of(member.profile, node))):
                return "a member is no equilibrium"
        listed = {tuple(member.values) for member in found}
        missing = [pay for pay in pure if pay not in listed]  # pure equilibria are extreme
        if found.finished and missing:
            return f"{missing[0]} is missing"
        best = tuple(found.best(objective).values)
        better = [pay for pay in [*pure, *listed] if worth(objective, pay) > worth(objective, best)]
        return f"best by {objective}: {best}, where {better[0]} is attained" if better else None

    fault = attempt(lambda: sf.equilibria(game_of(node), complete=True), judge)
    return fault and f"{first} {second}: {fault}"


def campaign() -> Campaign:
    """Return the campaign, with a part for each kind of attempt."""
    import_module("scipy.optimize")  # which takes long to import
    kinds = (
        *(steps, program_steps, backends, limits_of_lies, rules, files, replaced, profiles),
        *(best_of_tree, constrained, statements),
    )
    return Campaign(
        "false-proofs",
        "Attempts at false proofs on drawn games: steps, lifts, backends, rules, files and objects that lie, and "
        "honest calls with claims, against enumeration of pure strategies and linear programs in fractions.",
        {kind.__name__.replace("_", "-"): (kind, 300) for kind in kinds},
    )


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    sys.exit(campaign().run())
