"""What an answer is claimed to be stays true: of one game, of one strategy, and by the claim that was proven."""

import ast
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pytest

import seqform as sf
import seqform.backends
import seqform.builders
import seqform.models
from seqform.analysis.ranges import optimal_plans
from seqform.backends import get
from seqform.backends.protocol import Traits
from seqform.builders.games.rules import GameLimits
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import CertificationError, GameError, ModelError
from seqform.models.answers.certificate import CONSTRAINED, NASH, RESPONSE, SAFE
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.solutions import Bound
from seqform.models.strategies.assessment import EpsilonFamily, beliefs_of, constant_family
from seqform.models.strategies.behavior import RealizationPlans
from seqform.verify.checks import check_assessment
from seqform.verify.normal_form import normal_form_perfect

FIRST = sf.bimatrix_game("first", [[3, 0], [0, 1]], [[3, 0], [0, 1]])
OTHER = sf.bimatrix_game("other", [[3, 0], [9, 1]], [[3, 0], [0, 1]])
"""The same moves and labels, of which the equilibria of the first one are none."""


def of_bestnash(graph: PositionGraph, **raw: Any) -> PositionEquilibrium:
    """Return the equilibrium that the backend bestnash finds, not verified."""
    answer = get("bestnash").solve(graph, sf.SolveOptions(raw=raw))
    assert isinstance(answer, PositionSolution) and answer.equilibrium is not None
    return answer.equilibrium


# ---- another game, another strategy ----


def trees() -> dict[str, Callable[[], object]]:
    """Return attempts to make an answer for one game into one for another, or for another profile."""
    solved = sf.solve(FIRST, exact=True)
    other = sf.solve(OTHER, exact=True)
    found, every = sf.equilibria(FIRST, starts=2), sf.equilibria(FIRST, complete=True)
    refined, refined_other = (sf.solve(game, "quasi-perfect") for game in (FIRST, OTHER))
    assert refined.assessment is not None and refined_other.assessment is not None
    assessment = refined_other.assessment
    checked = check_assessment(FIRST, refined.assessment)
    perfect = normal_form_perfect(FIRST, solved.profile)
    played = sf.smooth_uct(FIRST, simulations=10)
    moved = solved.profile.bound_to(OTHER)
    return {
        "the game of an equilibrium": lambda: replace(solved, game=OTHER),
        "the game of a refinement": lambda: replace(refined, game=OTHER),
        "the game, with another certificate": lambda: replace(
            solved, game=OTHER, certificate=refined.certificate
        ),
        "the profile": lambda: replace(solved, profile=sf.uniform_profile(FIRST)),
        "the certificate": lambda: replace(solved, certificate=other.certificate),
        "a profile of another game": lambda: replace(found[0], profile=moved),
        "the certificate of one of several": lambda: replace(
            found[0], certificate=other.certificate
        ),
        "the game of several": lambda: replace(found, game=OTHER),
        "the game of an extreme one": lambda: replace(every[0], game=OTHER),
        "the game of all": lambda: replace(every, game=OTHER),
        "an assessment": lambda: replace(checked, assessment=assessment),
        "undominated strategies": lambda: replace(perfect, certificate=other.certificate),
        "average strategies": lambda: replace(played, game=OTHER),
    }


def test_a_certificate_does_not_pass_to_another_game_or_profile() -> None:
    for name, attempt in trees().items():
        with pytest.raises(ModelError):
            pytest.fail(f"{name}: {attempt()!r}")


def replacements() -> dict[str, Callable[[], object]]:
    """Return attempts to replace one part of an answer by that of another one."""
    every = sf.equilibria(FIRST, complete=True)
    several = sf.equilibria(FIRST, starts=3)
    mixed = RealizationPlans((every[0].plans[0], every[2].plans[1]))
    figure = sf.equilibria("vsvet-figure-1", complete=True)
    refined = sf.solve("kuhn", "quasi-perfect")
    assert refined.assessment is not None
    kuhn, assessment = refined.game, refined.assessment
    uniform = sf.uniform_profile(kuhn)
    constant = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    perfect = sf.solve("vsvet-figure-1", "normal-form-perfect")
    proper = sf.solve("kuhn", "proper")
    levels = sf.solve("guess-the-ace", "proper").levels
    constrained = sf.solve("kuhn", constraints=["1: P(Q: bet) >= 1/10"], exact=True)
    safe = sf.solve("kuhn", "safe-response", player=0, opponent="uniform", max_loss=0)
    plain = sf.solve("kuhn", exact=True)
    figure_4 = sf.solve("littman-figure-4", "subgame-perfect", objective="social")
    graph = perfect_information(sf.load("littman-figure-4")).target
    positions = sf.solve(graph, "subgame-perfect")
    curve = sf.frontier("kuhn", player=0, opponent="uniform")
    slopes, trace = sf.sensitivity("kuhn"), sf.trace("vsvet-figure-1")
    function = sf.value_function("kuhn", bet=(1, 2))
    hunt = sf.equilibrium_correspondence("stag-hunt", hare=(3, 5), points=3)
    compared = sf.compare("kuhn", {"plain": plain})
    evidence = normal_form_perfect(FIRST, sf.solve(FIRST, exact=True).profile)
    return {
        "plans of an extreme equilibrium": lambda: replace(every[0], plans=mixed),
        "certificate of an extreme equilibrium": lambda: replace(
            figure[0], certificate=figure[-1].certificate
        ),
        "subsets": lambda: replace(figure, subsets=figure.subsets[:1]),
        "samples of a correspondence": lambda: replace(hunt, samples=hunt.samples[:2]),
        "fewer equilibria": lambda: replace(figure, found=figure.found[:1]),
        "no limit": lambda: replace(figure, stopped="time limit"),
        "closed": lambda: replace(several, closed=not several.closed),
        "beliefs": lambda: replace(
            refined, assessment=replace(assessment, beliefs=beliefs_of(kuhn, constant))
        ),
        "family": lambda: replace(refined, assessment=replace(assessment, family=None)),
        "profile of the assessment": lambda: replace(
            refined, assessment=replace(assessment, profile=uniform)
        ),
        "witness": lambda: replace(perfect, witness=perfect.profile),
        "levels of a proper one": lambda: replace(proper, levels=levels),
        "levels of another concept": lambda: replace(plain, levels=proper.levels),
        "constraints": lambda: replace(plain, constraints=constrained.constraints),
        "payoffs of all": lambda: replace(plain, profiles=figure_4.profiles),
        "objective": lambda: replace(plain, objective="social"),
        "arguments of a response": lambda: replace(safe, resolved=plain.resolved),
        "claim without its figures": lambda: replace(plain.certificate, claim=SAFE),
        "certificate of positions": lambda: replace(
            positions, certificate=cast("Any", plain.certificate)
        ),
        "certificate of a tree": lambda: replace(
            plain, certificate=cast("Any", positions.certificate)
        ),
        "payoffs of a graph": lambda: replace(positions, profiles=figure_4.profiles),
        "game of a frontier": lambda: replace(curve, game=FIRST),
        "opponent of a frontier": lambda: replace(curve, opponent=plain.profile[1]),
        "game of slopes": lambda: replace(slopes, game=FIRST),
        "game of a path": lambda: replace(trace, game=FIRST),
        "way back": lambda: replace(trace, returned=True, owned=True),
        "formulas": lambda: replace(function, pieces=function.pieces[:1], name="ante"),
        "game of a comparison": lambda: replace(compared, game=FIRST),
        "evidence": lambda: replace(
            evidence,
            players=(
                evidence.players[0],
                replace(evidence.players[1], gains=(Fraction(1), Fraction(1))),
            ),
        ),
    }


def test_no_part_of_an_answer_is_replaced_by_another() -> None:
    for name, attempt in replacements().items():
        with pytest.raises(ModelError):
            pytest.fail(f"{name}: {attempt()!r}")


def test_an_equilibrium_keeps_its_certificate_in_an_equal_game() -> None:
    solved = sf.solve(FIRST, exact=True)
    again = sf.bimatrix_game("first", [[3, 0], [0, 1]], [[3, 0], [0, 1]])
    assert replace(solved, game=again).certificate.holds(NASH)
    assert replace(solved, seconds={}).certificate.holds(NASH)


def test_strategies_for_classes_keep_their_certificate_only_as_they_are() -> None:
    kuhn, leduc = (
        sf.solve(name, preprocess="lossless", backend="highs")
        for name in ("kuhn", "leduc(ranks=2)")
    )
    exact = sf.solve("kuhn", preprocess="lossless", backend="barrier", exact=True)
    for change in (
        {"abstraction": leduc.abstraction},
        {"profile": exact.profile},
        {"profile": kuhn.profile[::-1]},
        {"deals": leduc.deals},
        {"deals": exact.deals},
    ):
        with pytest.raises(ModelError, match="this certificate is of"):
            replace(kuhn, **change)
    saved = kuhn.saved()
    for changed in (
        {"game": leduc.game},
        {"weights": saved.weights[::-1]},
        {"certificate": leduc.saved().certificate},
    ):
        with pytest.raises(ModelError, match="this certificate is of"):
            replace(saved, **changed)
    assert replace(saved, method="by hand").certificate is saved.certificate


def test_an_equilibrium_of_a_graph_is_called_one_only_with_its_certificate() -> None:
    graph = sf.load("littman-figure-1", kind="positions")
    found = sf.solve(graph, "subgame-perfect")
    assert found.certificate is not None and found.certificate.proven
    first = PositionStrategy.pure(graph, np.where(graph.player >= 0, 0, -1).astype(np.int32))
    for change in ({"strategy": first}, {"values": (Fraction(1), Fraction(1))}):
        with pytest.raises(ModelError, match="this certificate is of another strategy"):
            replace(found, **change)
    backend = of_bestnash(graph)
    assert "subgame perfect: not verified" in str(backend.report())


# ---- another claim ----


def proven_otherwise() -> list[Any]:
    """Return exact answers that are proven, and no Nash equilibria of kuhn."""
    return [
        sf.solve("kuhn", constraints=["1: P(J: bet) >= 1/2"], exact=True),
        sf.solve("kuhn", "safe-response", exact=True),
        sf.solve("kuhn", "safe-response", player=1, max_loss=Fraction(1, 10), exact=True),
    ]


def test_the_value_is_taken_from_equilibria_only() -> None:
    for answer in proven_otherwise():
        assert answer.certificate.proven and not answer.certificate.holds(NASH)
        assert sf.sensitivity(answer).value == Fraction(-1, 18)
        assert optimal_plans(answer.game, answer.certificate)[0].value == Fraction(-1, 18)
        answer.chart(ranges=True)
    kuhn, scaled = sf.load("kuhn"), sf.load("kuhn(bet=2)")
    known = sf.solve(scaled, exact=True).certificate
    assert optimal_plans(kuhn, known)[0].value == Fraction(-1, 18)


def test_a_claim_holds_only_where_it_is_the_one_that_was_proven() -> None:
    constrained, response, _ = (answer.certificate for answer in proven_otherwise())
    safe = sf.solve("kuhn", "maximin", exact=True).certificate
    equilibrium = sf.solve("kuhn", exact=True).certificate
    held = {
        claim.name: [one.holds(claim) for one in (equilibrium, safe, constrained, response)]
        for claim in (NASH, SAFE, CONSTRAINED, RESPONSE)
    }
    assert list(held.values()) == [[place == row for place in range(4)] for row in range(4)]


ALLOWED = {
    "seqform/analysis/search.py": 1,  # SearchResult
    "seqform/experiments/run_case.py": 1,  # SearchResult
    "seqform/solving/routes/perturbed.py": 1,  # PerturbedSolution
    "seqform/solving/routes/proper.py": 1,  # PerturbedSolution
    "backends/answers.py": 2,  # PerturbedSolution
    "backends/conformance/perturbed.py": 2,  # PerturbedSolution
    "seqform/solving/routes/positions.py": 1,  # PositionCertificate, which is of one claim
    "seqform/cli/commands/check.py": 1,  # Certifier: a text
    "models/answers/certificate.py": 5,  # Certificate, in the words for its own claim; PositionCertificate
}
"""Uses of an attribute `proven`, by file, each with the class that has it. Of a certificate ask `holds(claim)`."""


def test_a_proof_is_asked_for_by_its_claim() -> None:
    used: dict[str, int] = {}
    for package in (sf, seqform.models, seqform.builders, seqform.backends):
        root = Path(str(package.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            count = sum(isinstance(node, ast.Attribute) and node.attr == "proven" for node in nodes)
            if count:
                used[f"{root.name}/{path.relative_to(root).as_posix()}"] = count
    assert used == ALLOWED


# ---- what backends state ----


class Liar:
    """A backend for graphs of positions or classes that changes the answer of an honest one."""

    name, traits = "liar", Traits()

    def __init__(
        self, change: Callable[[Any], Any], model: type = PositionGraph, honest: str = "bestnash"
    ) -> None:
        self.change, self.honest, self.supports = change, honest, frozenset({model})
        self.exact = honest == "bestnash"

    def solve(self, model: Any, options: Any = None) -> Any:
        """Return the changed answer."""
        return self.change(get(self.honest).solve(model, options))


def other_sets(answer: Any) -> Any:
    """Return an answer with payoffs of other equilibria."""
    found = answer.equilibrium
    grid = tuple(axis + ExactArray.of([5000] * len(axis)) for axis in found.profiles.grid)
    return replace(answer, equilibrium=replace(found, profiles=replace(found.profiles, grid=grid)))


def first_found(answer: Any) -> Any:
    """Return an answer with any equilibrium, called the best one."""
    graph = answer.equilibrium.strategy.graph
    any_one = of_bestnash(graph)
    return replace(
        answer,
        equilibrium=replace(answer.equilibrium, strategy=any_one.strategy, values=any_one.values),
    )


SOURCES = ("littman-figure-1", sf.load("littman-figure-1", kind="positions"))


@pytest.mark.parametrize("source", SOURCES, ids=["tree", "graph"])
def test_the_payoffs_of_all_equilibria_are_those_of_the_game_whatever_a_backend_states(
    source: Any,
) -> None:
    honest = sf.solve(source, "subgame-perfect", objective="social")
    found = sf.solve(source, "subgame-perfect", objective="social", backend=Liar(other_sets))
    assert str(found.profiles) == str(honest.profiles) == "[2, 1000] × 4, 2 × [4, 100]"
    assert sf.solve(source, "subgame-perfect", backend=Liar(lambda answer: answer)).profiles is None


@pytest.mark.parametrize("source", SOURCES, ids=["tree", "graph"])
@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (
            {"objective": "best-for-2"},
            r"pays \(1000, 4\) in the game itself: \(2, 100\) is better by best-for-2",
        ),
        (
            {"objective": "social where 1<=2"},
            r"pays \(1000, 4\) in the game itself: the objective is social where 1<=2",
        ),
        (
            {"target_payoffs": (2, 52)},
            r"pays \(1000, 4\) in the game itself: \(2, 52\) are the target payoffs",
        ),
    ],
)
def test_an_equilibrium_that_is_not_the_chosen_one_is_refused(
    source: Any, choice: Any, message: str
) -> None:
    with pytest.raises(CertificationError, match=message) as refused:
        sf.solve(source, "subgame-perfect", backend=Liar(first_found), **choice)
    assert refused.value.equilibrium is not None


def test_an_equilibrium_that_mixes_is_none_in_pure_moves() -> None:
    graph = sf.load("littman-figure-1", kind="positions")
    mixed = of_bestnash(graph, target_payoffs=(2, 52))
    liar = Liar(lambda answer: replace(answer, equilibrium=replace(mixed, profiles=None)))
    with pytest.raises(CertificationError, match="it mixes, though pure moves are asked for"):
        sf.solve(graph, "subgame-perfect", objective="least-social", pure=True, backend=liar)


@pytest.mark.parametrize("source", SOURCES, ids=["tree", "graph"])
def test_values_that_a_backend_states_and_an_equilibrium_does_not_pay_are_an_error(
    source: Any,
) -> None:
    liar = Liar(
        lambda answer: replace(
            answer, equilibrium=replace(answer.equilibrium, values=(Fraction(9),) * 2)
        )
    )
    with pytest.raises(
        CertificationError, match="the answer of liar pays 1000, 4, not 9, 9 as it states"
    ):
        sf.solve(source, "subgame-perfect", backend=liar)


def test_bounds_of_a_backend_are_shown_as_its_statement() -> None:
    liar = Liar(lambda answer: replace(answer, bounds=(Bound(1, 0.0, 5.0, 5.0),)), ClassGame, "cfr")
    found = sf.solve("kuhn", preprocess="lossless", backend=liar)
    assert "liar states that in the game of classes the value is between 5 and 5" in str(
        found.report()
    )
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-3)


# ---- searches ----


class Cooperation:
    """After "right" player 2 prefers (10, 10), which a cut-off at 5 would not see."""

    title, players, perfect_information = "cooperation", ("A", "B"), True
    ends: ClassVar = {"left": (5, -5), "right": None, "right out": (0, 0), "right on": (10, 10)}

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return -2 if self.ends.get(state) else 1 if state else 0

    def actions(self, state: str) -> list[str]:
        return ["right out", "right on"] if state else ["left", "right"]

    def apply(self, state: str, action: str) -> str:
        return action

    def payoffs(self, state: str) -> tuple[int, int]:
        pair = self.ends[state]
        assert pair is not None
        return pair

    def observation(self, state: str, player: int) -> str:
        return state

    def position(self, state: str) -> str:
        return state

    def action_label(self, state: str, action: str) -> str:
        return action


class FalselyDeclared(Cooperation):
    """Cooperation that is declared to be zero-sum, with payoffs from -5 to 5."""

    limits = GameLimits((Fraction(-5), Fraction(5)), longest=2, actions=2)


@pytest.mark.parametrize("deepening", [False, True])
def test_what_rules_declare_of_ends_that_are_not_seen_is_stated_as_assumed(deepening: bool) -> None:
    found = sf.search(FalselyDeclared(), deepening=deepening, evaluate=lambda state: 0)
    declared = (
        "payoffs of player 1 from -5 to 5 that sum with player 2's to 0, as the rules declare"
    )
    assert found.value == 5 and found.cutoffs == 1
    assert found.assumed == f"{declared}: not all ends of the game were seen" in str(found.report())
    assert sf.search(FalselyDeclared(), depth=1, evaluate=lambda state: 0, method="minimax").assumed
    with pytest.raises(
        GameError, match="a payoff of player 1 is 10, and the rules declare payoffs from -5 to 5"
    ):
        sf.search(FalselyDeclared(), method="negamax")
    assert sf.search("tic-tac-toe").assumed == ""


@pytest.mark.parametrize("method", ["alpha-beta", "negamax", "minimax"])
@pytest.mark.parametrize("deepening", [False, True])
def test_a_search_sees_every_end_of_rules_that_declare_no_sum(method: Any, deepening: bool) -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        sf.search(Cooperation(), method=method, deepening=deepening, evaluate=lambda state: 0)
    whole = tree(
        "c",
        move(
            0, "a", {"l": leaf(5, -5), "r": move(1, "b", {"out": leaf(0, 0), "on": leaf(10, 10)})}
        ),
    )
    assert sf.solve(whole, "subgame-perfect").values == (10, 10)
