"""Subgame perfect members of sets of equilibria: against the equilibria of each subgame, and completions one by one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.tree import Node
from seqform.cli.commands.paths import all_equilibria_data
from seqform.errors import OptionError
from seqform.models.answers.components import AllEquilibria, NashSubset
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.certifiers.subgame_members import SubgameSearch
from seqform.verify.subgames import subgame_deviation

CONCERT = """EFG 2 R "concert" { "Ann" "Bob" }
p "" 1 1 "start" { "Stay" "Go" } 0
t "" 1 "" { 2, 3/2 }
p "" 1 2 "concert" { "B" "S" } 0
p "" 2 1 "bob" { "b" "s" } 0
t "" 2 "" { 3, 1 }
t "" 3 "" { 0, 0 }
p "" 2 1 "bob" { "b" "s" } 0
t "" 4 "" { 0, 0 }
t "" 5 "" { 1, 3 }
"""
SUBGAME_PERFECT = "subgame perfect"
SHARES = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1)]


@pytest.fixture
def concert(tmp_path: Path) -> Path:
    path = tmp_path / "concert.efg"
    path.write_text(CONCERT)
    return path


def of_check(answers: AllEquilibria) -> list[bool | None]:
    return [equilibrium.certificate.checks.get(SUBGAME_PERFECT) for equilibrium in answers]


def test_a_threat_that_is_in_no_equilibrium_of_its_subgame_is_refuted(concert: Path) -> None:
    """Of battle of the sexes b: 2/3 is in no equilibrium, in which Bob mixes b: 1/4 or not at all."""
    marked = sf.equilibria(concert, complete=True).checked("subgame-perfect")
    threats = [shares_of_first(equilibrium.plans[1], "bob") for equilibrium in marked]
    assert threats == [Fraction(2, 3), 0, 1]
    assert of_check(marked) == [False, True, True]
    reason = marked[0].objections[SUBGAME_PERFECT]
    assert (
        reason
        == "no subgame perfect equilibrium of the subgame after Go has b: 2/3, s: 1/3 at 'bob'"
    )
    assert f"equilibrium 1 is not subgame perfect: {reason}" in str(marked.report())
    assert marked[1].objections == {} and marked.lacking == ()


def test_the_command_has_the_reason_in_its_json(seqform: Run, concert: Path) -> None:
    command = ("equilibria", str(concert), "--complete", "--check", "sequential,subgame-perfect")
    status, printed, _ = seqform(*command, "--json")
    first, second, _ = json.loads(printed)["equilibria"]
    assert status == 0 and "has b: 2/3, s: 1/3" in first["objections"][SUBGAME_PERFECT]
    assert second["objections"] == {}


def test_what_is_wholly_planned_has_the_gain_in_its_subgame() -> None:
    marked = sf.equilibria("entry-deterrence", complete=True).checked("subgame-perfect")
    assert of_check(marked) == [False, False, True]
    assert "gains 2 in the subgame after in" in marked[1].objections[SUBGAME_PERFECT]
    assert "component 1 has no subgame perfect equilibrium: no subgame perfect equilibrium of" in (
        str(marked.report())
    )


def test_a_mixture_of_members_can_be_the_only_subgame_perfect_one(concert: Path) -> None:
    """In the subgame Ann coordinates and Bob does not, so that its only equilibrium has b: 1/4; Ann stays up to 2/3."""
    text = CONCERT
    for before, after in (("3, 1", "3, 0"), ("0, 0", "0, 1"), ("1, 3", "1, 0")):
        text = text.replace(f"{{ {before} }}", f"{{ {after} }}")
    concert.write_text(text)
    marked = sf.equilibria(concert, complete=True).checked("subgame-perfect")
    assert of_check(marked) == [False, False]
    assert marked.lacking == ()
    (subset,) = marked.subsets
    member = SubgameSearch(marked.game).member(plans_of(marked, subset))
    assert member is not None and subgame_deviation(marked.game, member) is None
    assert member[1]["bob"]["b"] == Fraction(1, 4)
    (remark,) = marked.remarks
    assert remark.startswith("component 1 has subgame perfect equilibria: mixtures of its extreme")
    assert remark in str(marked.report())
    assert remark in all_equilibria_data(marked)["remarks"]


def test_claims_that_are_open_for_mixtures_are_named_below_the_marks() -> None:
    """Of the first component of vsvet-figure-1 a mixture is quasi-perfect; that it is proper is not decided."""
    marked = sf.equilibria("vsvet-figure-1", complete=True).checked("quasi-perfect", "proper")
    having, left_open = marked.remarks
    assert having.startswith("component 1 has quasi-perfect equilibria: mixtures")
    assert left_open.startswith("the marks (proper) are of extreme equilibria; their mixtures may")


def test_isolated_and_excluded_components_have_no_remarks() -> None:
    marked = sf.equilibria("entry-deterrence", complete=True).checked("subgame-perfect")
    assert marked.remarks == ()


def test_claims_as_an_argument_of_equilibria_are_answered_with_checked() -> None:
    with pytest.raises(OptionError, match=r"[.]checked"):
        sf.equilibria("entry-deterrence", complete=True, check="subgame-perfect")


# ---- random games ----


def payoff(random: Random) -> Node:
    return sf.leaf(random.randint(-1, 2), random.randint(-1, 2))


def stage(random: Random, name: str, cells: Sequence[Node]) -> Node:
    """Return a game of two simultaneous choices with four ends."""
    rows = {}
    for place, row in enumerate("ab"):
        ends = dict(zip("cd", cells[2 * place : 2 * place + 2], strict=True))
        rows[row] = sf.move(1, f"{name}column", ends)
    return sf.move(0, f"{name}row", rows)


def random_stage(random: Random, name: str, depth: int) -> Node:
    """Return a stage some of whose ends are subgames: stages, single decisions, or chance before a stage."""
    cells: list[Node] = []
    for place in range(4):
        below = f"{name}{place}"
        draw = random.random() if depth else 1.0
        if draw < 0.35:
            cells.append(random_stage(random, below, depth - 1))
        elif draw < 0.45:
            share = random.choice(["0", "1/2"])
            lottery = {
                "left": (share, random_stage(random, below, depth - 1)),
                "right": ("1" if share == "0" else "1/2", payoff(random)),
            }
            cells.append(sf.chance(lottery))
        elif draw < 0.6:
            ends = {"in": payoff(random), "out": payoff(random)}
            cells.append(sf.move(random.randrange(2), below, ends))
        else:
            cells.append(payoff(random))
    return stage(random, name, cells)


def plans_of(
    answers: AllEquilibria, subset: NashSubset
) -> tuple[list[RealizationPlan], list[RealizationPlan]]:
    first = [answers.plans[0][place] for place in subset.plans[0]]
    second = [answers.plans[1][place] for place in subset.plans[1]]
    return first, second


def completed(plan: RealizationPlan, random: Random) -> BehaviorStrategy:
    """Return a plan with behavior from `SHARES` where it leaves it open."""
    index = plan.index
    weights = plan.exact_weights("test").to_fractions()
    probabilities = np.full(len(index), Fraction(1), dtype=object)
    for row, above in enumerate(index.parent_sequence.tolist()):
        start, stop = index.first_sequence[row : row + 2].tolist()
        if weights[above]:
            shares = [weight / weights[above] for weight in weights[start:stop]]
        else:
            share = random.choice(SHARES)
            shares = [share, 1 - share]
        probabilities[start:stop] = shares
    return BehaviorStrategy(index, probabilities)


@pytest.mark.parametrize("seed", [3, 10, 13])
def test_no_completion_of_what_is_refuted_is_subgame_perfect(seed: int) -> None:
    """Of random games with subgames in subgames: members that are found pass the check, and of others no completion."""
    random = Random(seed)
    game = sf.tree("random", random_stage(random, "", 2))
    answers = sf.equilibria(game, complete=True, raw={"parts": 300})
    search = SubgameSearch(game)
    sets = [([first], [second]) for first, second in (member.plans for member in answers[:3])]
    sets += [plans_of(answers, subset) for subset in answers.subsets[:2]]
    for plans in sets:
        member = search.member(plans)
        if member is not None:
            assert subgame_deviation(game, member) is None
            for own, strategy in zip(plans, member, strict=True):
                if len(own) == 1:
                    weights = own[0].exact_weights("test")
                    assert strategy.plan.exact_weights("test").equals(weights)
            continue
        assert search.reason(plans)
        for _ in range(30):
            strategies = [completed(random.choice(own), random) for own in plans]
            profile = BehaviorProfile((strategies[0], strategies[1]), game)
            assert subgame_deviation(game, profile) is not None


def shares_of_first(plan: RealizationPlan, infoset: str) -> Fraction | None:
    """Return the probability of the first action at a set, None where the plan leaves it open."""
    index = plan.index
    row = index.row_of[infoset]
    weights = plan.exact_weights("test").to_fractions()
    reach = weights[index.parent_sequence[row]]
    return weights[index.first_sequence[row]] / reach if reach else None


def is_planned_in(subgame: AllEquilibria, shares: Sequence[Fraction | None]) -> bool:
    """Return whether an equilibrium of a subgame has the probabilities of first actions that are planned."""
    for subset in subgame.subsets:
        fits = []
        for player, share in enumerate(shares):
            ends = [
                subgame.plans[player][place].exact_weights("test").to_fractions()[1]
                for place in subset.plans[player]
            ]
            fits.append(share is None or min(ends) <= share <= max(ends))
        if all(fits):
            return True
    return False


@pytest.mark.parametrize("seed", range(10))
def test_subgames_side_by_side_are_decided_by_the_equilibria_of_each(seed: int) -> None:
    """An equilibrium is completed to a subgame perfect one if and only if each subgame has one with what is planned.

    No subgame is part of another one, and what is gained by leading to one is seen in the plans already.
    """
    random = Random(seed)
    cells: list[Node] = []
    subgames = {}
    for place in range(4):
        if random.random() < 0.6:
            subgame = stage(random, str(place), [payoff(random) for _ in range(4)])
            subgames[str(place)] = sf.equilibria(sf.tree("subgame", subgame), complete=True)
            cells.append(subgame)
        else:
            cells.append(payoff(random))
    game = sf.tree("random", stage(random, "", cells))
    search = SubgameSearch(game)
    for equilibrium in sf.equilibria(game, complete=True):
        first, second = equilibrium.plans
        expected = all(
            is_planned_in(
                subgame,
                (
                    shares_of_first(first, f"{name}row"),
                    shares_of_first(second, f"{name}column"),
                ),
            )
            for name, subgame in subgames.items()
        )
        assert (search.member(([first], [second])) is not None) == expected
