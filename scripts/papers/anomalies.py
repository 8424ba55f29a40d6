"""The anomalies of Miltersen & Sørensen (2006): each statement of the paper beside the results here.

    python scripts/run.py anomalies             # ten seconds
    python scripts/run.py anomalies --repeat 20 # times as medians of more runs

What a plain linear program answers depends on the solver, so every solver that is installed is asked in every way.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

import seqform as sf
from measure import Page, markdown_table, run_measured, seconds
from papers.statements import Behavior, Statement, changed, statement_table, verdict, yes_or_no
from seqform.builders.games.formats.pygambit import profile_from_pygambit, to_pygambit
from seqform.errors import BackendNotInstalledError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import (
    Assessment,
    EpsilonFamily,
    PlanFamily,
    fully_mixed_beliefs,
)
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    completely_mixed_profile,
)
from seqform.verify.checks import SEQUENTIAL, check_assessment
from seqform.verify.perturbed import quasi_perfection
from seqform.verify.subgames import subgame_deviation

ACE, SECOND_GIFT, RAISE, RISKY = (
    "guess-the-ace",
    "guess-the-ace-second-gift",
    "kuhn-with-raise",
    "safe-or-risky",
)
GAMES = (ACE, SECOND_GIFT, RAISE, RISKY)
WATCHED = {
    ACE: (1, "asked", "yes"),
    SECOND_GIFT: (1, "asked", "yes"),
    RAISE: (0, "A:cb", "call"),
    RISKY: (0, "start", "risky"),
}
"""Of each game the player, the information set and the action that the paper calls insensible, or risks."""

SOLVERS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("HiGHS, its choice", "highs", {}),
    ("HiGHS, primal simplex", "highs", {"solver": "simplex", "simplex_strategy": 4}),
    ("HiGHS, no presolve", "highs", {"presolve": "off"}),
    ("HiGHS, interior point, no crossover", "highs", {"solver": "ipx", "run_crossover": "off"}),
    ("SciPy", "scipy", {}),
    ("CVXPY with Clarabel", "cvxpy", {"solver": "CLARABEL"}),
    ("CVXPY with SCS", "cvxpy", {"solver": "SCS"}),
    ("Pyomo with HiGHS", "pyomo", {}),
    ("PDLP", "pdlp", {}),
    ("exact simplex", "exact", {}),
)
GAMBIT = "Gambit's lp_solve"
TREMBLE = Fraction(1, 10**12)
PUBLISHED_SECONDS = {"quasi-perfect": "6 (Java, exact, start included)", "logit": "75"}


@dataclass(frozen=True)
class Answer:
    """What one way of solving the plain program answers."""

    how: str
    side: str
    """Whose plan is the primal solution."""
    shares: tuple[float | None, ...]
    """The watched probability of each game; None where the solver failed."""
    nash_conv: float


def run(*, repeat: int = 5, gambit: bool = True) -> Page:
    """Make the page; times are medians of so many runs."""
    answers = list(plain_answers(gambit=gambit))
    parts = (ace_statements, second_gift_statements, raise_statements, risky_statements)
    statements = [statement for part in parts for statement in part(answers)]
    found = sections(statements, answers, time_rows(repeat, gambit=gambit))
    return "anomalies", "Sequential equilibria: the anomalies", found


# ---- answers of plain linear programs ----


def plain_answers(*, gambit: bool = True) -> Iterator[Answer]:
    """Yield the answer of every installed solver, with either player's plan as the primal."""
    for how, backend, raw in SOLVERS:
        for player in (0, 1):
            try:
                found = [
                    sf.solve(game, backend=backend, options={"raw": raw}, player=player)
                    for game in GAMES
                ]
            except BackendNotInstalledError:
                break
            shares = tuple(float(watched(one.game.title, one.profile)) for one in found)
            yield Answer(
                how,
                f"player {player + 1}'s",
                shares,
                max(float(one.certificate.nash_conv) for one in found),
            )
    if gambit:
        yield from gambit_answers()


def gambit_answers() -> Iterator[Answer]:
    """Yield the answer of Gambit's implementation of the plain program, if it is installed."""
    found = [gambit_profile(sf.load(game)) for game in GAMES]
    if None in found:
        return
    profiles = [profile for profile in found if profile is not None]
    shares = tuple(
        float(watched(game, profile)) for game, profile in zip(GAMES, profiles, strict=True)
    )
    worst = max(
        float(sf.check(game, profile).nash_conv)
        for game, profile in zip(GAMES, profiles, strict=True)
    )
    yield Answer(GAMBIT, "–", shares, worst)


def gambit_profile(game: ExtensiveGame) -> BehaviorProfile | None:
    """Return the exact answer of Gambit's `lp_solve`; None without Gambit."""
    try:
        import pygambit
    except ImportError:
        return None
    theirs = pygambit.nash.lp_solve(to_pygambit(game), rational=True).equilibrium
    return profile_from_pygambit(theirs, game)


def watched(game: str, profile: BehaviorProfile) -> Fraction | float:
    player, infoset, action = WATCHED[game]
    share: Fraction | float = profile[player][infoset][action]
    return share


# ---- statements of the paper ----


def judged(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    trembles: Behavior | None = None,
    *,
    normal_form: bool = True,
) -> Certificate:
    """Return whether a profile is sequential and normal-form perfect, exactly.

    Beliefs off the path are guessed from small trembles and then proved consistent, or not, without them. The trembles
    are likelier mistakes, uniform where nothing is said.
    """
    mistakes = changed(sf.uniform_profile(game), trembles or {})
    first, second = (
        BehaviorStrategy(
            one.index, (1 - TREMBLE) * one.probabilities + TREMBLE * other.probabilities
        )
        for one, other in zip(profile, mistakes, strict=True)
    )
    near = fully_mixed_beliefs(game, BehaviorProfile((first, second)))
    shares = np.array(
        [share.limit_denominator(1000) for share in map(Fraction, near.probability)], dtype=object
    )
    beliefs = type(near)(game, shares)
    which = [SEQUENTIAL, *([NORMAL_FORM_PERFECT] if normal_form else [])]
    return check_assessment(game, Assessment(profile, beliefs), which).certificate


def ace_statements(answers: Sequence[Answer]) -> Iterator[Statement]:
    sensible = sf.solve(ACE, concept="quasi-perfect")
    yes = changed(sensible.profile, {(1, "asked"): {"yes": 1}})
    verdict = judged(sensible.game, yes)
    yield Statement(
        ACE,
        "the plain program's answer may be yes with probability 1, and is a Nash equilibrium",
        f"{count(answers, ACE)}; nash_conv of yes: {verdict.nash_conv} exactly",
        certainly(answers, ACE) > 0 and verdict.nash_conv == 0,
    )
    proper = subgame_deviation(sensible.game, yes) is None
    yield Statement(
        ACE, "yes is subgame perfect all the same", f"subgame perfect: {yes_or_no(proper)}", proper
    )
    yield Statement(ACE, "it is not sequential", *denied(verdict, SEQUENTIAL))
    yield Statement(ACE, "nor normal-form perfect", *denied(verdict, NORMAL_FORM_PERFECT))
    no = sensible.profile[1]["asked"]["no"]
    yield Statement(
        ACE,
        "the sequential equilibrium answers no with probability 1",
        f"quasi-perfect: no with probability {no}; {sensible.certificate}",
        no == 1 and sensible.certificate.checks[SEQUENTIAL],
    )


def second_gift_statements(answers: Sequence[Answer]) -> Iterator[Statement]:
    sensible = sf.solve(SECOND_GIFT, concept="quasi-perfect")
    yes = changed(sensible.profile, {(1, "asked"): {"yes": 1}})
    verdict = judged(sensible.game, yes)
    allowed = verdict.checks[NORMAL_FORM_PERFECT]
    yield Statement(
        SECOND_GIFT,
        "normal-form perfection does not rule out yes",
        f"{count(answers, SECOND_GIFT)}; yes is normal-form perfect: {yes_or_no(allowed)}",
        allowed,
    )
    yield Statement(SECOND_GIFT, "sequentiality does", *denied(verdict, SEQUENTIAL))
    no = sensible.profile[1]["asked"]["no"]
    yield Statement(
        SECOND_GIFT,
        "so the answer is no",
        f"quasi-perfect: no with probability {no}",
        bool(no == 1),
    )


CHECK_EVERYTHING: Behavior = {
    (0, "Q:"): {"check": 1},
    (0, "K:"): {"check": 1},
    (0, "A:"): {"check": 1},
    (0, "K:cb"): {"fold": Fraction(2, 3), "call": Fraction(1, 3)},
    (0, "A:cb"): {"call": 1},
}
"""Where player 1 of Kuhn poker departs from our equilibrium in the one of the paper's figure 2."""

UNLIKELY_BLUFFS: Behavior = {
    (0, "Q:"): {"check": Fraction(3, 4), "bet": Fraction(1, 4)},
    (0, "A:"): {"check": Fraction(1, 4), "bet": Fraction(3, 4)},
    (0, "Q:cb"): {"fold": Fraction(98, 100), "call": Fraction(1, 100), "raise": Fraction(1, 100)},
}
"""Mistakes that make it sensible to give in to a bet or a raise that should not have come: aces make them oftener."""


def raise_statements(answers: Sequence[Answer]) -> Iterator[Statement]:
    sensible = sf.solve(RAISE, concept="quasi-perfect")
    game = sensible.game
    yield Statement(
        RAISE, "91 positions, terminal ones included", f"{len(game)} nodes", len(game) == 91
    )
    if any(answer.how == GAMBIT for answer in answers):
        yield from figure_2()
    figure = changed(sensible.profile, CHECK_EVERYTHING)
    verdict = judged(game, figure, UNLIKELY_BLUFFS)
    yield Statement(
        RAISE,
        "after check-bet the plain program calls with the ace instead of raising",
        f"{count(answers, RAISE)}; nash_conv of calling: {verdict.nash_conv} exactly",
        certainly(answers, RAISE) > 0 and verdict.nash_conv == 0,
    )
    bluff = figure[1]["Q:c"]["bet"]
    yield Statement(
        RAISE,
        "at an information set that is reached: the queen bets with probability 1/3 when checked to",
        f"the queen bets with probability {bluff}",
        bluff == Fraction(1, 3),
    )
    yield Statement(
        RAISE,
        "calling is part of a sequential equilibrium",
        f"sequential: {yes_or_no(verdict.checks[SEQUENTIAL])}, beliefs proved consistent",
        verdict.checks[SEQUENTIAL],
    )
    yield Statement(
        RAISE, "but not of a normal-form perfect one", *denied(verdict, NORMAL_FORM_PERFECT)
    )
    half = changed(figure, {(0, "A:cb"): {"call": Fraction(1, 2), "raise": Fraction(1, 2)}})
    raising = changed(figure, {(0, "A:cb"): {"raise": 1}})
    perfect = [
        judged(game, one, UNLIKELY_BLUFFS).checks[NORMAL_FORM_PERFECT] for one in (half, raising)
    ]
    share = sensible.profile[0]["A:cb"]["raise"]
    yield Statement(
        RAISE,
        "a normal-form perfect equilibrium raises the ace with probability 1",
        f"normal-form perfect in that equilibrium: raising half of the time: {yes_or_no(perfect[0])}, always: "
        f"{yes_or_no(perfect[1])}; quasi-perfect: raises with probability {share}; {sensible.certificate}",
        perfect == [False, True] and share == 1,
    )
    yield from unreached(game)


def unreached(game: ExtensiveGame) -> Iterator[Statement]:
    """Yield the same where the ace is always bet, so that no play reaches the information set in question."""
    profile = sf.solve(game, concept="normal-form-perfect").profile
    bets, raises = profile[0]["A:"]["bet"], profile[0]["A:cb"]["raise"]
    yield Statement(
        RAISE,
        "(ours) reduced strategies are meant, which leave open what no play comes to",
        f"a normal-form perfect equilibrium by Lemke's algorithm bets the ace with probability {bets}, "
        f"and would raise after check-bet with probability {raises}",
        bets == 1 or raises == 1,
    )


def figure_2() -> Iterator[Statement]:
    """Yield a comparison of Gambit's answer with the paper's figure 2; nothing without Gambit."""
    theirs = gambit_profile(sf.load(RAISE))
    if theirs is None:
        return
    own, other = theirs[0], theirs[1]
    checks = [own[f"{card}:"]["check"] for card in "QKA"]
    ours = f"checks with queen, king, ace: {', '.join(map(str, checks))}; ace calls: {own['A:cb']['call']}"
    yield Statement(
        RAISE,
        "figure 2, from Gambit's program: player 1 checks every hand, the ace calls, the queen bets with 1/3",
        f"{GAMBIT} today: {ours}; queen bets: {other['Q:c']['bet']}",
        checks == [1, 1, 1] and own["A:cb"]["call"] == 1 and other["Q:c"]["bet"] == Fraction(1, 3),
    )


def risky_statements(answers: Sequence[Answer]) -> Iterator[Statement]:
    sensible = sf.solve(RISKY, concept="quasi-perfect")
    assert sensible.assessment is not None
    found, epsilon = sensible.assessment.family, Fraction(1, 1000)
    assert found is not None
    # Feasible in the perturbed program, and there as good as the plan that the backend found: ε for safe, ε² for slip.
    weights = [1, 0, 1, 1, 0], [0, 1, -1, -1, 0], [0, 0, 0, -1, 1]
    plan = PlanFamily(
        found[0].index, PolynomialArray(tuple(ExactArray.of(order) for order in weights))
    )
    taken = EpsilonFamily((plan, found[1]))
    proved = bool(quasi_perfection(sensible.game, taken.limit, taken).holds)
    payoffs = [
        sf.expected_payoff(sensible.game, *completely_mixed_profile(family.at(epsilon)))
        for family in (taken, found)
    ]
    yield Statement(
        RISKY,
        "taking the risk is a possible output of the paper's method",
        f"plain programs: {count(answers, RISKY)}; risky with probability {taken.limit[0]['start']['risky']} is quasi-"
        f"perfect: {yes_or_no(proved)}; at ε = {epsilon} it earns {payoffs[0]}, the backend's plan {payoffs[1]}",
        proved and payoffs[0] == payoffs[1],
    )
    careful = sf.solve(RISKY, concept="extensive-form-perfect")
    safe = careful.profile[0]["start"]["safe"]
    yield Statement(
        RISKY,
        "the extensive-form perfect equilibrium is safe with probability 1",
        f"extensive-form-perfect: safe with probability {safe}; {careful.certificate}",
        safe == 1,
    )


def certainly(answers: Sequence[Answer], game: str) -> int:
    """Return the number of ways of solving that give the watched action probability 1."""
    return sum((one.shares[GAMES.index(game)] or 0.0) > 1 - 1e-9 for one in answers)


def count(answers: Sequence[Answer], game: str) -> str:
    """Return the numbers of ways of solving that give the watched action probability 1, and a positive one."""
    shares = [one.shares[GAMES.index(game)] or 0.0 for one in answers]
    some = sum(1e-6 < share <= 1 - 1e-9 for share in shares)
    action = WATCHED[game][2]
    surely = certainly(answers, game)
    return f"{action} with probability 1 from {surely} of {len(shares)} ways of solving, mixed from {some}"


def denied(verdict: Certificate, name: str) -> tuple[str, bool]:
    return f"{name}: {yes_or_no(verdict.checks[name])}", not verdict.checks[name]


# ---- times ----


def time_rows(repeat: int, *, gambit: bool = True) -> list[tuple[str, str, str]]:
    """Return rows of timed computations, with the paper's seconds and ours."""
    game = sf.load(RAISE)
    sf.solve(game, concept="quasi-perfect")
    here = statistics.median(
        seconds(lambda: sf.solve(game, concept="quasi-perfect")) for _ in range(repeat)
    )
    command = [sys.executable, "-m", "seqform", "solve", RAISE, "--concept", "quasi-perfect"]
    process = statistics.median(run_measured(command, 600).seconds for _ in range(min(repeat, 3)))
    rows = [
        (
            "quasi-perfect equilibrium, a process of its own",
            PUBLISHED_SECONDS["quasi-perfect"],
            f"{process:.2f}",
        ),
        ("the same in a process that has solved before", "–", f"{here:.4f}"),
    ]
    if gambit and (logit := logit_seconds(game)) is not None:
        rows.append(
            ("Gambit's logit tracing, in doubles", PUBLISHED_SECONDS["logit"], f"{logit:.2f}")
        )
    return rows


def logit_seconds(game: ExtensiveGame) -> float | None:
    """Return how long Gambit's tracing of logit equilibria takes; None without Gambit."""
    try:
        import pygambit
    except ImportError:
        return None
    theirs = to_pygambit(game)
    return seconds(lambda: pygambit.nash.logit_solve(theirs))


# ---- the page ----


def sections(
    found: Sequence[Statement], answers: Sequence[Answer], times: Sequence[tuple[str, str, str]]
) -> list[str]:
    header = (
        "way of solving",
        "primal plan",
        *(f"`{game}`: {WATCHED[game][2]}" for game in GAMES),
        "worst nash_conv",
    )
    lines = [
        (
            one.how,
            one.side,
            *("failed" if share is None else f"{share:.4g}" for share in one.shares),
            f"{one.nash_conv:.1e}",
        )
        for one in answers
    ]
    return [
        f"The statements of Miltersen & Sørensen (2006), section 1.1 and figures 1 to 3. {verdict(found)}",
        statement_table(found),
        "## What plain linear programs answer\n\nThe probability of the action that the paper calls insensible "
        "(`yes`, `call`), or that takes the risk. Every row is a Nash equilibrium of all four games.",
        markdown_table(header, lines),
        "## Seconds for Kuhn poker with one raise",
        markdown_table(("", "paper", "ours"), times),
    ]
