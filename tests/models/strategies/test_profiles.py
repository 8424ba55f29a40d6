"""Families of completely mixed plans and beliefs, and sets of profiles with the objectives that choose from them."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import profile_playing, random_family, random_witness
from every_equilibrium import pair
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import random_profile

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models import (
    Beliefs,
    EpsilonFamily,
    ExactArray,
    ExtensiveGame,
    PlanFamily,
    PolynomialArray,
    RealizationPlans,
    SequenceIndex,
)
from seqform.models.numbers.exact import Mask
from seqform.models.strategies.assessment import beliefs_of, constant_family, fully_mixed_beliefs
from seqform.models.strategies.profile_set import (
    OBJECTIVES,
    ObjectiveLike,
    PayoffBox,
    Payoffs,
    UtilityProfileSet,
    objective,
)

ACE = sf.load("guess-the-ace")
RISKY: SequenceIndex = sf.load("safe-or-risky").sequences[0].index


def by_bayes(game: ExtensiveGame, plans: RealizationPlans) -> list[Fraction]:
    """Beliefs at every node by the definition: how likely it is, given its information set."""
    reach, totals = [Fraction(0)] * len(game), defaultdict[int, Fraction](Fraction)
    for node in np.flatnonzero(game.player >= 0).tolist():
        first, second = (
            plan.weights[int(own.at_node[node])]
            for own, plan in zip(game.sequences, plans, strict=True)
        )
        reach[node] = Fraction(game.chance_reach[node] * first * second)
        totals[int(game.infoset[node])] += reach[node]
    return [part and part / totals[int(game.infoset[node])] for node, part in enumerate(reach)]


@given(st.integers(0, 10**6))
def test_beliefs_of_a_completely_mixed_profile_are_bayes(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    uniform = sf.uniform_profile(game)
    plans = RealizationPlans((uniform[0].plan, uniform[1].plan))
    assert fully_mixed_beliefs(game, uniform).probability.tolist() == by_bayes(game, plans)


@given(st.integers(0, 10**6))
def test_beliefs_of_a_family_are_limits_of_bayes_rule(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    random = Random(seed)
    family = random_family(random_profile(game, random), random)
    near = by_bayes(game, family.at(Fraction(1, 10**20)))
    limit = beliefs_of(game, family).probability
    assert all(
        abs(one - other) < Fraction(1, 10**9) for one, other in zip(near, limit, strict=True)
    )


def test_where_chance_never_leads_nodes_are_equally_likely() -> None:
    guesses = {"a": leaf(0), "b": leaf(1)}
    game = tree("what cannot be", chance({
        "never": (0, move(0, "mixed", guesses)), "again": (0, move(0, "hidden", guesses)),
        "nor now": (0, move(0, "hidden", guesses)), "always": (1, move(0, "mixed", guesses)),
    }))  # fmt: skip
    beliefs = fully_mixed_beliefs(game, sf.uniform_profile(game))
    mixed, hidden = (int(game.sequences[0].infosets[k]) for k in (0, 1))
    assert [share for _, share in beliefs.at(mixed)] == [0, 1]
    assert [share for _, share in beliefs.at(hidden)] == [Fraction(1, 2), Fraction(1, 2)]


def test_beliefs_are_equal_where_all_probabilities_agree() -> None:
    beliefs = fully_mixed_beliefs(ACE, sf.uniform_profile(ACE))
    assert beliefs.equals(Beliefs(ACE, beliefs.probability.copy()))
    swapped, nodes = beliefs.probability.copy(), np.flatnonzero(ACE.player == 1)
    swapped[nodes] = swapped[nodes][::-1]
    assert not beliefs.equals(Beliefs(ACE, swapped))


def test_beliefs_other_than_distributions_are_refused() -> None:
    good = fully_mixed_beliefs(ACE, sf.uniform_profile(ACE)).probability
    first, second = np.flatnonzero(ACE.player == 1).tolist()
    with pytest.raises(ModelError, match="beliefs: an array of 11 fractions expected"):
        Beliefs(ACE, good[:3])
    with pytest.raises(ModelError, match="beliefs: fractions expected, no doubles"):
        Beliefs(ACE, good.astype(np.float64))
    for shares, message in (
        ((Fraction(1, 2), Fraction(1, 3)), "'asked': they sum to 5/6, not to 1"),
        ((Fraction(3, 2), Fraction(-1, 2)), "'asked': a negative probability"),
    ):
        bad = good.copy()
        bad[first], bad[second] = shares
        with pytest.raises(ModelError, match=f"beliefs at information set {message}"):
            Beliefs(ACE, bad)


def plan(*orders: list[Fraction | int]) -> PlanFamily:
    """Of player 1 in safe-or-risky: the coefficients of ∅, safe, risky, careful, slip."""
    return PlanFamily(RISKY, PolynomialArray(tuple(ExactArray.of(order) for order in orders)))


@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_the_limit_is_close_to_behavior_at_a_tiny_epsilon(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    random = Random(seed)
    behavior = random_profile(game, random)[player]
    family = random_witness(behavior, random).family
    assert np.array_equal(family.limit.probabilities, behavior.probabilities)
    near = family.at(Fraction(1, 10**20)).behavior(np.zeros(0))
    assert all(
        share > 0 and abs(share - limit) < Fraction(1, 10**9)
        for share, limit in zip(near.probabilities, behavior.probabilities, strict=True)
    )


def test_a_completely_mixed_plan_is_a_family_that_does_not_depend_on_epsilon() -> None:
    uniform = sf.uniform_profile(sf.load("kuhn"))
    family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    assert repr(family) == "<EpsilonFamily: plans of degree 0 in ε>"
    assert np.array_equal(family.limit[0].probabilities, uniform[0].probabilities)
    with pytest.raises(ModelError, match="fractions expected"):
        constant_family(uniform[0].to_floats().plan)
    never = profile_playing(sf.load("kuhn"))[0]
    with pytest.raises(ModelError, match="has no positive weight for small ε"):
        constant_family(never.plan)


def closed(cells: Mask) -> Mask:
    """Return the set with the ends of every face."""
    for row, column in np.argwhere(cells).tolist():
        cells[
            max(0, row - row % 2) : row + row % 2 + 1,
            max(0, column - column % 2) : column + column % 2 + 1,
        ] = True
    return cells


@st.composite
def profile_sets(draw: st.DrawFn) -> UtilityProfileSet:
    sizes = [draw(st.integers(1, 4)), draw(st.integers(1, 4))]
    shape = (2 * sizes[0] - 1, 2 * sizes[1] - 1)
    flags = draw(
        st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    )
    grid = (
        ExactArray.of(range(sizes[0])),
        ExactArray.of([Fraction(3 * k, 2) for k in range(sizes[1])]),
    )
    return UtilityProfileSet(grid, closed(np.array(flags, dtype=bool).reshape(shape)), pure=False)


def sample(profiles: UtilityProfileSet, row: int, column: int) -> tuple[Fraction, Fraction]:
    """Return a point of a face's inside."""
    axes = [axis.to_fractions() for axis in profiles.grid]
    first, second = (
        (axis[place // 2] + axis[(place + 1) // 2]) / 2
        for axis, place in zip(axes, (row, column), strict=True)
    )
    return first, second


@given(profile_sets())
def test_the_boxes_cover_the_set_and_nothing_else_and_none_lies_within_another(
    profiles: UtilityProfileSet,
) -> None:
    for row in range(profiles.cells.shape[0]):
        for column in range(profiles.cells.shape[1]):
            point = sample(profiles, row, column)
            assert (point in profiles) == profiles.cells[row, column]
            assert any(point in box for box in profiles.boxes) == profiles.cells[row, column]
    for box in profiles.boxes:
        assert not any(
            box.low in other and box.high in other for other in profiles.boxes if other is not box
        )


def test_points_beyond_the_grid_are_outside() -> None:
    profiles = UtilityProfileSet(
        (ExactArray.of([0]), ExactArray.of([0])), np.ones((1, 1), dtype=bool), pure=False
    )
    assert (Fraction(0), Fraction(0)) in profiles
    assert (Fraction(1), Fraction(0)) not in profiles and (
        Fraction(0),
        Fraction(-1),
    ) not in profiles


PROFILES = [pair(2, 100), pair(1000, 4), pair(50, 40)]
TIED = [pair(3, 1), pair(1, 3), pair(2, 2)]


@pytest.mark.parametrize(
    ("wanted", "profiles", "best"),
    [
        ("social", PROFILES, pair(1000, 4)),
        ("fairest", PROFILES, pair(50, 40)),
        ("single-maximum", PROFILES, pair(1000, 4)),
        ("best-for-1", PROFILES, pair(1000, 4)),
        ("best-for-2", PROFILES, pair(2, 100)),
        ("product", PROFILES, pair(1000, 4)),
        (lambda first, second: 100 * second + first, PROFILES, pair(2, 100)),
        ("social,best-for-2", TIED, pair(1, 3)),
        ("social, fairest", TIED, pair(2, 2)),
        # Among equally good profiles the larger sum.
        ("best-for-1", [pair(1, 0), pair(1, 5)], pair(1, 5)),
    ],
)
def test_every_objective_picks_its_profile(
    wanted: ObjectiveLike, profiles: list[Payoffs], best: Payoffs
) -> None:
    assert objective(wanted).best(profiles) == best
    assert not isinstance(wanted, str) or "," in wanted or wanted in OBJECTIVES


LINE = PayoffBox(pair(2, 1), pair(2, 5))
RECTANGLE = PayoffBox(pair(0, 1), pair(2, 5))


@pytest.mark.parametrize("box", [LINE, RECTANGLE])
@pytest.mark.parametrize(
    "peak",
    [
        lambda _, second: -abs(second - 4),
        lambda first, second: (first, -((second - 3) ** 2)),
        lambda a, b: min(b, 5 - b),
    ],
)
def test_a_function_whose_maximum_is_at_no_corner_is_refused(
    box: PayoffBox, peak: ObjectiveLike
) -> None:
    with pytest.raises(ModelError, match=r"are better than \(.*, the best at a corner"):
        objective(peak).best(corners(box), [box])


@pytest.mark.parametrize("box", [LINE, RECTANGLE])
@pytest.mark.parametrize(
    "measure",
    [
        lambda a, b: a + 3 * b,
        lambda a, b: -a - b,
        lambda a, b: a * b,
        lambda a, b: (min(a, b), a),
        "product",
    ],
)
def test_a_function_with_its_maximum_at_a_corner_is_answered_and_its_claim_says_where(
    box: PayoffBox, measure: ObjectiveLike
) -> None:
    wanted = objective(measure)
    assert wanted.best(corners(box), [box]) in corners(box)
    assert wanted.claim.endswith(
        "best by product" if measure == "product" else "among the corners of the set of payoffs"
    )


def corners(box: PayoffBox) -> list[Payoffs]:
    return [
        (first, second)
        for first in {box.low[0], box.high[0]}
        for second in {box.low[1], box.high[1]}
    ]


HALVES = st.integers(-4, 4).map(lambda number: Fraction(number, 2))
TERMS = st.sampled_from(
    [
        *OBJECTIVES,
        "difference",
        "nearest(1/2,-1)",
        "nearest(3/2,3/2)",
        "weights(1,-1)",
        "weights(0,-2)",
    ]
)
TEXTS = st.lists(
    st.tuples(st.sampled_from(["", "least-"]), TERMS).map("".join), min_size=1, max_size=3
)
BOUNDS = st.sampled_from(["", " where 1>=-1", " where 2<=1/2 and 1>=-3/2", " where 1=0"])


def points_at_quarters(box: PayoffBox) -> list[Payoffs]:
    """Return points of a box, among them all that are the best by the terms above: their coordinates are quarters."""
    first, second = (
        [low + Fraction(k, 4) for k in range(int(4 * (high - low)) + 1)]
        for low, high in zip(box.low, box.high, strict=True)
    )
    return [(one, two) for one in first for two in second]


@given(st.lists(st.tuples(HALVES, HALVES, HALVES, HALVES), min_size=1, max_size=3), TEXTS, BOUNDS)
def test_the_best_of_boxes_is_that_of_all_points_at_quarters(
    drawn: list[tuple[Fraction, ...]], names: list[str], bounds: str
) -> None:
    boxes = [PayoffBox((min(a, b), min(c, d)), (max(a, b), max(c, d))) for a, b, c, d in drawn]
    wanted = objective(",".join(names) + bounds)
    assert objective(wanted.name).name == wanted.name
    parts = [part for box in boxes if (part := box.within(wanted.bounds)) is not None]
    if not parts:
        with pytest.raises(ModelError, match="no equilibrium pays that; they pay player 1:"):
            wanted.best_of(boxes)
        return
    found = wanted.best_of(boxes)
    assert any(found in part for part in parts)
    every = {point for part in parts for point in points_at_quarters(part)}
    best = max(every, key=lambda pair: (wanted.numbers(pair), sum(pair), pair))
    assert found == best


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        *((text, "known: social, fairest") for text in ("sozial", "social,", "", "social;fairest")),
        (lambda first, _: None if first > 1 else first, "a number expected"),
        (lambda a, b: a / (b - 5), "fails for payoffs"),
        ("nearest(a,2)", "numbers such as 5"),
        ("social where 2", "PLAYER>=NUMBER expected"),
        ("social where 3>=1", "player 3 expected to be one of 2"),
        ("best-for-3", "player 3 expected to be one of 2"),
        ("nearest(1,2,3)", "2 numbers expected"),
        ("weights(1)", "2 numbers expected"),
    ],
)
def test_objectives_that_are_unknown_give_no_number_or_do_not_fit_the_game_are_refused(
    wanted: ObjectiveLike, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        objective(wanted).best_of([RECTANGLE])


def test_profiles_are_compared_by_value() -> None:
    game = sf.load("kuhn")
    uniform = sf.uniform_profile(game)
    assert uniform == sf.uniform_profile(game) == sf.uniform_profile(sf.load("kuhn"))
    assert hash(uniform) == hash(sf.uniform_profile(sf.load("kuhn")))
    assert uniform != sf.solve(game, exact=True).profile
    assert uniform != sf.uniform_profile(sf.load("kuhn(bet=2)"))
    assert uniform != list(uniform)
    assert len({uniform, sf.uniform_profile(game)}) == 1
