"""Campaign of sizes of numbers: drawn games in other units, through all public functions and commands.

    python scripts/campaigns/number_sizes.py --minutes 60 --seed 1
    python scripts/campaigns/number_sizes.py --parts commands --only 17

Payoffs of one or both players are multiplied and shifted by numbers near 2^31, 2^53, 2^63, 10^9, 10^15, 10^300, 10^400
and by fractions with denominators of 40 digits. The oracle is the same game in small units: what is exact transforms
exactly. A failure is another value, a traceback, a warning, an exception that is none of seqform's own, or no end
within half a minute.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign
from false_proofs import Fault, changed_sum, drawn_behavior, fault_of_solved
from oracle import (
    STYLES,
    Choice,
    HungError,
    Leaf,
    Lot,
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
    payoffs_of,
    refusal_or_fault,
    within,
)

import seqform as sf
from seqform.cli import common, outcome

PATIENCE = 30
Map = tuple[Fraction, Fraction]

SIZES = (
    *(
        Fraction(2) ** 31 - 1,
        Fraction(2) ** 53 + 1,
        Fraction(2) ** 63 - 1,
        Fraction(2) ** 63,
        Fraction(2) ** 64 + 1,
    ),
    *(Fraction(10) ** 9, Fraction(10) ** -9, Fraction(10) ** 300, Fraction(10) ** -300),
    *(
        Fraction(10) ** 400,
        Fraction(10) ** -400,
        Fraction(1, 10**40 + 3),
        Fraction(10**39 + 9, 10**40 + 3),
    ),
)
SHIFTS = (
    Fraction(0),
    Fraction(0),
    Fraction(10) ** 15,
    -(Fraction(2) ** 63),
    Fraction(1, 10**40 + 3),
    Fraction(10) ** 300,
)


def drawn_map(rng: Random) -> Map:
    """Draw a positive factor and a constant."""
    factor = (
        rng.choice(SIZES)
        if rng.random() < 0.8
        else Fraction(rng.randint(1, 10**40), rng.randint(1, 10**40))
    )
    return factor, rng.choice(SHIFTS)


def drawn_maps(rng: Random, *, one_sum: bool) -> tuple[Map, Map]:
    """Draw a map for each player; with one factor where the sum has to remain constant."""
    first, second = drawn_map(rng), drawn_map(rng)
    if one_sum:
        second = first[0], second[1]
    elif rng.random() < 0.5:
        second = Fraction(1), Fraction(0)
    return first, second


def drawn_games(
    rng: Random, style: str | None = None, *, perfect: bool = False
) -> tuple[Node, Node, tuple[Map, Map]]:
    """Draw a tree in small units, and the same in others."""
    node = drawn_tree(rng, style or rng.choice(STYLES), perfect=perfect)
    maps = drawn_maps(rng, one_sum=constant_sum(node) is not None)
    return node, mapped(node, maps), maps


def shown(maps: tuple[Map, Map]) -> str:
    """Return the maps as a short text."""

    def short(number: Fraction) -> str:
        text = str(number)
        if len(text) <= 12:
            return text
        return f"about 10^{len(str(number.numerator)) - len(str(number.denominator))}"

    return ", ".join(f"{short(factor)} u + {short(shift)}" for factor, shift in maps)


def apply(maps: Sequence[Map], values: Sequence[Any]) -> tuple[Fraction, ...]:
    """Return payoffs in other units."""
    return tuple(
        factor * Fraction(value) + shift
        for (factor, shift), value in zip(maps, values, strict=True)
    )


def guarded(maps: tuple[Map, Map], call: Callable[[], Fault], *, in_doubles: bool = False) -> Fault:
    """Return the fault that a call finds, or that its exception or refusal is.

    A method in doubles may refuse numbers that are beyond these.
    """
    try:
        with within(PATIENCE), warnings.catch_warnings():
            warnings.simplefilter("error")
            fault = call()
    except (Exception, HungError) as error:
        fault = refusal_or_fault(error)
        if fault is None and not (in_doubles and isinstance(error, sf.errors.DoubleRangeError)):
            fault = f"refused: {str(error)[:300]}"
    return fault and f"{shown(maps)}: {fault}"


# ---- functions ----


def solved(rng: Random) -> Fault:
    """Solve by every concept and backend; values of constant-sum games and of the best equilibria transform."""
    perfect = rng.random() < 0.3
    node, big, maps = drawn_games(rng, perfect=perfect)
    one_sum = constant_sum(node) is not None
    concepts = [
        "nash",
        "nash",
        "maximin",
        "quasi-perfect",
        "extensive-form-perfect",
        "proper",
        "normal-form-perfect",
    ]
    request: dict[str, Any] = {
        "concept": rng.choice([*concepts, *["subgame-perfect"] * (4 if perfect else 1)])
    }
    if request["concept"] == "subgame-perfect" and perfect:
        request["objective"] = rng.choice(("best-for-1", "best-for-2", "least-best-for-1"))
    if request["concept"] in ("nash", "maximin") and one_sum:
        request["backend"] = rng.choice(("highs", "scipy", "exact", "lemke", "glop", "cvxpy"))
        request["exact"] = True
        if request["backend"] == "lemke" or request["concept"] == "maximin":
            del request["backend"]
    elif request["concept"] in ("nash", "normal-form-perfect") and rng.random() < 0.5:
        request["start"] = f"random:{rng.randrange(5)}"
    elif request["concept"] == "maximin":
        request["exact"] = True
    try:
        with within(PATIENCE):
            small = sf.solve(game_of(node), **request)
    except HungError:
        return f"{request} in small units: no answer within the limit"
    except sf.errors.SeqformError as error:
        return (
            None if getattr(error, "exit_status", 2) == 2 else f"{request} in small units: {error}"
        )

    def call() -> Fault:
        answer = sf.solve(game_of(big), **request)
        fault = fault_of_answer(big, answer)
        if fault is None and small.certificate.exact and not answer.certificate.exact:
            fault = f"in doubles, {answer.certificate}"
        alike = one_sum or "objective" in request or request["concept"] == "maximin"
        if request["concept"] == "maximin":
            fault = fault or fault_of_solved(big, answer, {})
        elif fault is None and alike and tuple(answer.values) != apply(maps, small.values):
            fault = f"{answer.values} where {apply(maps, small.values)} is right"
        (
            str(answer),
            str(answer.certificate),
            answer.report,
            answer.to_csv(),
            answer.to_latex(),
            answer.to_markdown(),
        )
        return fault

    fault = guarded(maps, call)
    return fault and f"{request}: {fault}"


def defaults(rng: Random) -> Fault:
    """Solve with the defaults: whatever is stated in doubles is true of the game."""
    node, big, maps = drawn_games(rng)
    request: dict[str, Any] = {
        "backend": rng.choice((None, "highs", "cfr", "pdhg", "barrier", "scipy"))
    }
    if constant_sum(node) is None or request["backend"] is None:
        request = {}

    def call() -> Fault:
        answer = sf.solve(game_of(big), **request)
        str(answer)
        spread = _spread(big)
        return (
            fault_of_answer(mapped(big, [(1 / spread, Fraction(0))] * 2), _Scaled(answer, spread))
            if spread
            else None
        )

    if request:
        fault = guarded(maps, call, in_doubles=True)
        return fault and f"{request}: {fault}"

    def exactly() -> Fault:
        return fault_of_answer(big, sf.solve(game_of(big)))

    fault = guarded(maps, exactly)
    return fault and f"defaults: {fault}"


def _spread(node: Node) -> Fraction:
    from oracle import leaves

    pays = [pay for end in leaves(node) for pay in end.payoffs]
    return max(map(abs, pays)) or Fraction(1)


class _Scaled:
    """The figures of an answer in units of the greatest payoff."""

    def __init__(self, answer: Any, unit: Fraction) -> None:
        self.profile = answer.profile
        self.certificate = _ScaledCertificate(answer.certificate, unit)
        self.values = tuple(Fraction(value) / unit for value in answer.values)


class _ScaledCertificate:
    def __init__(self, certificate: Any, unit: Fraction) -> None:
        self.exact, self.claims, self.proven = (
            certificate.exact,
            certificate.claims,
            certificate.proven,
        )
        self.checks = certificate.checks
        for name in ("values", "best_response_values", "regrets"):
            setattr(
                self, name, tuple(Fraction(value) / unit for value in getattr(certificate, name))
            )


def lists(rng: Random) -> Fault:
    """List all equilibria, some equilibria and paths: the same profiles in other units."""
    height, width = rng.randint(1, 3), rng.randint(1, 3)
    span = rng.choice((2, 30))

    def table() -> list[list[Fraction]]:
        return [[Fraction(rng.randint(0, span)) for _ in range(width)] for _ in range(height)]

    node = (
        matrix_tree(table(), table()) if rng.random() < 0.7 else drawn_tree(rng, "generic", depth=2)
    )
    maps = drawn_maps(rng, one_sum=constant_sum(node) is not None)
    big = mapped(node, maps)
    what = rng.choice(("complete", "complete", "starts", "trace"))

    def call() -> Fault:
        if what == "trace":
            start = f"random:{rng.randrange(5)}"
            small, large = (
                sf.trace(game_of(node), start=start),
                sf.trace(game_of(big), start=start, points=True),
            )
            str(large), large.to_csv()
            if behavior_of(small.profile, node) != behavior_of(large.profile, node):
                return f"the path from {start} ends at another equilibrium"
            return None
        named: dict[str, Any] = (
            {"complete": True} if what == "complete" else {"starts": 5, "back": rng.random() < 0.5}
        )
        small, large = sf.equilibria(game_of(node), **named), sf.equilibria(game_of(big), **named)
        str(large), large.to_csv()
        mine = sorted(tuple(map(str, apply(maps, one.values))) for one in small)
        yours = sorted(tuple(map(str, one.values)) for one in large)
        if mine != yours:
            return f"{len(mine)} equilibria in small units, {len(yours)} or others here"
        if what == "complete":
            best = small.best("best-for-1").values, large.best("best-for-1").values
            if apply(maps, best[0]) != tuple(best[1]):
                return f"the best pays {best[1]}"
        return None

    fault = guarded(maps, call)
    return fault and f"{what}: {fault}"


def studies(rng: Random) -> Fault:
    """Compute ranges, frontiers, value functions, sensitivities, payoff sets, constraints: exact in any units."""
    what = rng.choice(
        (
            "ranges",
            "frontier",
            "value_function",
            "sensitivity",
            "sets",
            "constraints",
            "safe",
            "compare",
        )
    )
    node, big, maps = drawn_games(
        rng, rng.choice(("zero-sum", "constant-sum")), perfect=what == "sets"
    )
    small_game, game = game_of(node), game_of(big)
    factor = maps[0][0]

    def call() -> Fault:
        pair: Any
        mine: Any
        yours: Any
        if what == "ranges":
            pair = sf.strategy_ranges(small_game), sf.strategy_ranges(game)
            return None if list(map(str, pair[0])) == list(map(str, pair[1])) else "other ranges"
        if what == "frontier":
            player = rng.randrange(2)
            curves = sf.frontier(small_game, player=player), sf.frontier(game, player=player)
            str(curves[1]), curves[1].to_csv()
            scale, shift = maps[player]
            mine = [
                (scale * point.loss, scale * point.payoff + shift) for point in curves[0].points
            ]
            yours = [(point.loss, point.payoff) for point in curves[1].points]
            return None if mine == yours else f"corners {yours}"
        if what == "value_function":
            end = changed_sum(node, rng)
            large = sf.value_function(game, game_of(mapped(end, maps)))
            str(large), large.to_csv(), large.formula()
            for t in (Fraction(0), Fraction(1, 3), Fraction(1)):
                small_value = (
                    sf.value_function(small_game, game_of(end))(t)
                    if t == Fraction(1, 3)
                    else maximin(node if t == 0 else end, 0)
                )
                if large(t) != factor * small_value + maps[0][1]:
                    return f"{large(t)} at {t}"
            return None
        if what == "sensitivity":
            slopes = [sf.sensitivity(sf.solve(one, exact=True)) for one in (small_game, game)]
            str(slopes[1]), slopes[1].to_csv()
            mine = [(one.place, one.left, one.right) for one in slopes[0].payoffs]
            yours = [(one.place, one.left, one.right) for one in slopes[1].payoffs]
            if mine != yours:
                return "other slopes by the payoffs"
            mine = [(one.place, factor * one.left, factor * one.right) for one in slopes[0].chances]
            yours = [(one.place, one.left, one.right) for one in slopes[1].chances]
            return None if mine == yours else "other slopes by the probabilities"
        if what == "sets":
            pair = sf.payoff_sets(small_game)[0].ranges, sf.payoff_sets(game)[0].ranges
            str(sf.payoff_sets(game)[0])
            mine = [
                tuple(scale * end + shift for end in span)
                for span, (scale, shift) in zip(pair[0], maps, strict=True)
            ]
            return None if mine == [tuple(span) for span in pair[1]] else f"ranges {pair[1]}"
        sets = {name: actions for name, actions in infosets(node, 0).items() if len(actions) > 1}
        if not sets:
            return None
        if what == "constraints":
            name = rng.choice(sorted(sets))
            text = f"1: {rng.choice(sets[name])}"
            constraint = sf.Constraint.probability(
                0, name, text[3:], upper=rng.choice(("1/2", "1/3", "2/3"))
            )
            pair = [
                sf.solve(one, constraints=[constraint], exact=True) for one in (small_game, game)
            ]
            str(pair[1])
            return (
                None
                if apply(maps, pair[0].values) == tuple(pair[1].values)
                else f"values {pair[1].values}"
            )
        if what == "safe":
            loss = rng.choice((Fraction(0), Fraction(1, 2)))
            mine = sf.solve(
                small_game, "safe-response", player=0, opponent="uniform", max_loss=loss, exact=True
            )
            yours = sf.solve(
                game,
                "safe-response",
                player=0,
                opponent="uniform",
                max_loss=loss * factor,
                exact=True,
            )
            str(yours)
            same = apply(maps, mine.values) == tuple(yours.values)
            return None if same else f"values {yours.values}"
        str(
            sf.compare(
                game, {"nash": sf.solve(game, exact=True), "other": sf.solve(game, "quasi-perfect")}
            )
        )
        return None

    fault = guarded(maps, call)
    return fault and f"{what}: {fault}"


def checked(rng: Random) -> Fault:
    """Certify drawn profiles, from Python and from files in all forms."""
    node, big, maps = drawn_games(rng)
    if rng.random() < 0.4:  # probabilities with long denominators as well
        big = _odd_lots(big, rng)
    game = game_of(big)
    behavior: Any = drawn_behavior(rng, node)
    if rng.random() < 0.4:
        behavior = tuple(_odd(mine, rng) for mine in behavior)
    table = {name: dict(shares) for mine in behavior for name, shares in mine.items()}

    def call() -> Fault:
        profile = sf.profile(game, table)
        claims: Any = rng.choice(({}, {"normal_form_perfect": True}, {"subgame_perfect": True}))
        certificate = sf.check(game, profile, **claims)
        str(certificate), certificate.to_csv(), certificate.to_latex(), str(profile)
        fault = fault_of_certificate(big, behavior, certificate)
        guaranteed = sf.check_strategy(game, profile[0], 0)
        str(guaranteed)
        if fault is None:
            with tempfile.TemporaryDirectory() as folder, chdir(folder):
                sf.save(game, "game.efg")
                again = sf.load("game.efg")
                if sf.check(again, sf.profile(again, table)).values != certificate.values:
                    fault = "other values after save and load"
        return fault

    return guarded(maps, call)


def _odd(behavior: Any, rng: Random) -> Any:
    """Return behavior with probabilities of long denominators or tiny size."""
    changed: dict[str, dict[str, Fraction]] = {}
    for name, shares in behavior.items():
        weights = [Fraction(rng.choice((1, 10**40 + 3, 2**63, 10**300))) for _ in shares]
        changed[name] = {
            action: weight / sum(weights) for action, weight in zip(shares, weights, strict=True)
        }
    return changed


def _odd_lots(node: Node, rng: Random) -> Node:
    """Return the tree with probabilities of chance of long denominators or tiny size."""
    if isinstance(node, Leaf):
        return node
    if isinstance(node, Lot):
        weights = [Fraction(rng.choice((1, 10**40 + 3, 2**63, 10**300))) for _ in node.branches]
        branches = zip(node.branches, weights, strict=True)
        return Lot(
            tuple(
                (a, weight / sum(weights), _odd_lots(child, rng))
                for (a, _, child), weight in branches
            )
        )
    return replace(
        node, branches=tuple((action, _odd_lots(child, rng)) for action, child in node.branches)
    )


def lots(rng: Random) -> Fault:
    """Solve games whose probabilities of chance have long denominators or tiny sizes."""
    node = _odd_lots(drawn_tree(rng, rng.choice(STYLES)), rng)
    request: dict[str, Any] = {
        "concept": rng.choice(("nash", "quasi-perfect", "maximin", "extensive-form-perfect"))
    }
    if request["concept"] in ("nash", "maximin"):
        request["exact"] = True

    def call() -> Fault:
        answer = sf.solve(game_of(node), **request)
        str(answer)
        return fault_of_solved(node, answer, {})

    one = (Fraction(1), Fraction(0))
    fault = guarded((one, one), call)
    return fault and f"{request}: {fault}"


def searches(rng: Random) -> Fault:
    """Search trees of perfect information, and play them: values transform, agents move as in small units."""
    node, big, maps = drawn_games(rng, rng.choice(("zero-sum", "constant-sum")), perfect=True)
    what = rng.choice(("search", "mcts", "match", "positions"))

    def call() -> Fault:
        found: Any
        if what == "search":
            named: dict[str, Any] = {"method": rng.choice(("alpha-beta", "negamax", "minimax"))}
            found = [sf.search(game_of(one), **named) for one in (node, big)]
            str(found[1])
            right = maps[0][0] * found[0].value + maps[0][1]
            return (
                None if found[1].value == right and found[1].proven else f"value {found[1].value}"
            )
        if what == "mcts" and not isinstance(node, Choice):
            return None
        if what == "mcts":
            found = [sf.mcts(game_of(one), simulations=50, seed=3) for one in (node, big)]
            str(found[1])
            visits = [[one.visits for one in table.moves] for table in found]
            return None if visits[0] == visits[1] else f"visits {visits}"
        if what == "match":
            agents = rng.choice(
                (("equilibrium", "random"), ("mcts:20", "random"), ("alpha-beta", "negamax"))
            )
            results = [
                sf.play.match(game_of(one), *agents, games=4, seed=2, fixed_seats=True)
                for one in (node, big)
            ]
            str(results[1]), results[1].to_csv()
            mine = apply(maps, [results[0].mean(0), results[0].mean(1)])
            yours = (Fraction(results[1].mean(0)), Fraction(results[1].mean(1)))
            if agents[0] == "equilibrium":  # which equilibrium is a matter of the solver
                return None
            close = all(abs(a - b) <= abs(a) / 10**9 for a, b in zip(mine, yours, strict=True))
            return None if close else f"{agents}: means {[float(y) for y in yours]}"
        answers = [
            sf.solve(game_of(one), "subgame-perfect", objective="best-for-1") for one in (node, big)
        ]
        return (
            None
            if apply(maps, answers[0].values) == tuple(answers[1].values)
            else f"values {answers[1].values}"
        )

    fault = guarded(maps, call, in_doubles=what in ("mcts", "match"))
    return fault and f"{what}: {fault}"


# ---- commands ----

COMMANDS = (
    *(
        "solve big.efg --json",
        "solve big.efg",
        "solve big.efg --exact --all",
        "solve big.efg --format csv",
    ),
    *(
        "solve big.efg --concept quasi-perfect --all --family",
        "solve big.efg --concept proper",
        "info big.efg",
    ),
    *(
        "solve big.efg --concept subgame-perfect --objective social --sets",
        "solve big.efg --doubles",
    ),
    *(
        "equilibria big.efg --complete",
        "equilibria big.efg --starts 3 --back --all",
        "trace big.efg --points",
    ),
    *(
        "trace big.efg --plot out.svg",
        "trace big.efg -o out.svg --spaces",
        "check big.efg profile.json",
    ),
    *(
        "check big.efg profile.json --player 1",
        "check big.efg profile.json --normal-form-perfect --maximin",
    ),
    *("compare big.efg --concept nash --concept quasi-perfect", "compare big.efg profile.json"),
    *(
        "draw big.efg -o out.svg",
        "draw big.efg --profile profile.json -o out.html",
        "draw big.efg --concept nash -o out.tex",
    ),
    *(
        "draw big.efg --sets -o out.svg",
        "draw big.efg --sensitivity -o out.svg",
        "draw big.efg --view flow -o out.html",
    ),
    *(
        "chart big.efg profile.json -o out.svg",
        "chart big.efg --frontier uniform -o out.svg",
        "chart big.efg profile.json",
    ),
    *(
        "vary big.efg",
        "vary big.efg end.efg",
        "vary big.efg end.efg -o out.svg",
        "vary big.efg end.efg --json",
    ),
    *(
        "search big.efg",
        "search big.efg --method mcts --simulations 20",
        "search big.efg --method smooth-uct --simulations 50",
    ),
    *(
        "match big.efg equilibrium random --games 4",
        "match big.efg profile:profile.json random --games 4 --json",
    ),
    *(
        "play big.efg -o out.html",
        "shrink big.efg",
        "convert big.efg out.efg",
        "convert big.efg out.nfg",
    ),
    *(
        "convert big.efg out.json --profile profile.json",
        "convert big.efg out.json --profile profile.json --form plan",
    ),
    *(
        "export big.efg out.mps",
        "export big.efg out.lp",
        "export big.efg out.npz",
        "export big.efg out.lp --epsilon 1/100",
    ),
    *(
        "sweep cases.toml --workers 0",
        "solve big.efg --concept safe-response --opponent uniform --player 1",
    ),
    *(
        "solve big.efg --draw out.svg --concept subgame-perfect --objective social",
        "solve big.efg --backend cfr",
    ),
    *(
        "solve big.efg --backend lemke --option max_pivots=1",
        "solve big.efg --format latex",
        "solve big.efg --format markdown",
    ),
    *(
        "solve big.efg --target-gap 1e-3 --backend pdhg",
        "solve big.efg --preprocess solve-subgames",
        "vary big.efg --format csv",
    ),
    *(
        "solve big.efg --start profile.json",
        "draw big.efg -o out.png",
        "equilibria big.efg --complete --objective social",
    ),
)
SWEEP = """
store = "cases.sqlite"
[[grid]]
game = "big.efg"
concept = ["nash", "quasi-perfect", "maximin"]
exact = true
"""


def command(words: Sequence[str]) -> tuple[int, str, str]:
    """Run a command within this process; return its exit status, output and messages."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["seqform", *words]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = outcome()
    finally:
        sys.argv = argv
    return status, out.getvalue(), err.getvalue()


def commands(rng: Random) -> Fault:
    """Run a command on a file with such numbers: no traceback, no warning, documented exit statuses, right values."""
    node, big, maps = drawn_games(rng, perfect=rng.random() < 0.4)
    words = rng.choice(COMMANDS).split()
    behavior = drawn_behavior(rng, node)
    table = {name: dict(shares) for mine in behavior for name, shares in mine.items()}
    end = mapped(changed_sum(node, rng), maps) if constant_sum(node) is not None else big

    def call() -> Fault:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            game = game_of(big)
            sf.save(game, "big.efg")
            sf.save(game_of(end), "end.efg")
            data = {"players": [_sets(mine) for mine in behavior]}
            Path("profile.json").write_text(json.dumps(data))
            Path("cases.toml").write_text(SWEEP)
            status, output, messages = command(words)
            if (
                status not in (0, 2, 3, 4)
                or "Traceback" in messages + output
                or "Warning" in messages
            ):
                return f"status {status}: {messages[-300:]}"
            if (
                any(len(line) > 5_000 for line in (output + messages).splitlines())
                and "--json" not in words
            ):
                return (
                    f"a line of {max(map(len, output.splitlines()))} characters"
                    if "csv" not in words
                    else None
                )
            if status == 0 and words[0] == "solve" and "--json" in words:
                stated = json.loads(output)
                if stated["certificate"]["exact"]:
                    answer = sf.profile(game, _table(stated))
                    right = payoffs_of(big, behavior_of(answer, big))
                    if tuple(map(Fraction, stated["values"])) != right:
                        return f"values {stated['values']}"
            if words[0] == "check" and len(words) == 3:
                status, output, _ = command([*words, "--json"])
                stated = json.loads(output)
                best = [best_reply_value(big, behavior, player) for player in (0, 1)]
                if [Fraction(text) for text in stated["best_response_values"]] != best:
                    return f"best responses {stated['best_response_values']}"
            if status == 0 and words[0] == "convert" and words[-1].endswith("fg"):
                again = sf.load(words[-1])
                value = sf.check(game, sf.profile(game, table)).values
                if (
                    words[-1] == "out.efg"
                    and sf.check(again, sf.profile(again, table)).values != value
                ):
                    return "another game in the file"
            if words[0] == "sweep":
                status, output, messages = command(["report", "cases.sqlite", "--csv", "-"])
                if status or "Traceback" in messages:
                    return f"report: {messages[-300:]}"
                if "IN_DOUBLES" in output:
                    return "doubles"
                status, output, messages = command(["report", "cases.sqlite", "--html", "out.html"])
                if status or "Traceback" in messages:
                    return f"report: {messages[-300:]}"
            return None

    fault = guarded(maps, call)
    return fault and f"{' '.join(words)}: {fault}"


def _sets(behavior: Any) -> dict[str, Any]:
    return {
        "information_sets": [
            {
                "label": name,
                "actions": list(shares),
                "probabilities": [str(share) for share in shares.values()],
            }
            for name, shares in behavior.items()
        ]
    }


def _table(stated: Any) -> dict[str, dict[str, str]]:
    return {
        part["label"]: dict(zip(part["actions"], part["probabilities"], strict=True))
        for player in stated["players"]
        for part in player["information_sets"]
    }


def campaign() -> Campaign:
    """Return the campaign, with a part for each group of functions."""
    common.out.width = 120
    for name in ("matplotlib.figure", "scipy.optimize", "cvxpy", "ortools.linear_solver.pywraplp"):
        import_module(name)  # what takes long to import
    kinds = (solved, defaults, lists, studies, checked, lots, searches, commands)
    return Campaign(
        "number-sizes",
        "Drawn games in units near 2^31, 2^53, 2^63, 10^300 and 10^400, with denominators of 40 digits and shifts of "
        "10^15, through the public functions and commands, against the same games in small units.",
        {kind.__name__: (kind, 300) for kind in kinds},
    )


if __name__ == "__main__":
    sys.exit(campaign().run())
