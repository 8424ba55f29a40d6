"""Equal actions of endgames: what they lead to, the betting of each history alone, trees, strategies without them."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.sizes import ordered_sizes_data, shrink_report, sizes_report
from seqform.builders.abstraction.equal_actions import without_equal_actions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.betting import LimitStreet, SizedStreet, betting_round, no_limit
from seqform.builders.games.ordered.common_betting import Betting, common_round
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError
from seqform.models.games.abstraction import identity_filters
from seqform.models.games.equal_actions import EqualActions
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassPlan, ClassStrategy, behavior_of_plan
from seqform.pictures.chart import public_tree
from seqform.pictures.grids import GridRow
from seqform.playable.ordered import PlayableOrderedGame
from seqform.verify.deal_certificate import certify_deals

MENUS = (
    "pot",
    "pot+all-in",
    "0.5+pot+all-in",
    "1/3 | pot+2",
    "pot+all-in; 0.5+pot",
    "all-in",
    "none; pot",
)
BOARDS = ("JsKs5c", "JsKs5cQs")

ENDGAMES = st.builds(
    lambda board, pot, stack, bets, raises, cap: sf.load(
        f"holdem(board={board},pot={pot},stack={stack},ranges=[AsAh; KhKd],bets={bets},raises={raises},"
        f"max_bets={cap})",
        kind="ordered",
    ),
    st.sampled_from(BOARDS),
    st.integers(1, 60),
    st.integers(1, 120),
    st.sampled_from(MENUS),
    st.sampled_from(("as-bets", "pot", "none")),
    st.integers(0, 2),
) | st.builds(
    lambda board, pot, stack, small, big, cap: sf.load(
        f"holdem(board={board},pot={pot},stack={stack},ranges=[AsAh; KhKd],small_bet={small},big_bet={big},"
        f"max_bets={cap})",
        kind="ordered",
    ),
    st.sampled_from(BOARDS),
    st.integers(1, 60),
    st.integers(1, 60),
    st.sampled_from((5, 8, "1/2")),
    st.sampled_from((0, 7)),
    st.integers(1, 3),
)

SMALL = "holdem(board=JsKs5cQs,pot=10,stack=30,ranges=[AsAh JcJd; KhKd 9h8h],bets=pot+all-in)"


def normal_forms(game: OrderedGame) -> Any:
    """Return a function of round, node and history: the outcomes after a node, with equal actions put together."""
    combinations = [
        [math.comb(len(game.signals) - 4 - number, feature) for feature in range(3)]
        for number in range(len(game.rounds))
    ]

    @cache
    def form(number: int, node: int, history: int) -> Any:
        stage = game.rounds[number].stage
        if node in stage.continuing:
            place = stage.continuing.index(node)
            return form(number + 1, 0, history * len(stage.continuing) + place)
        if node in stage.ends:
            table = game.payoffs[number]
            row = table.numerators[0, :, stage.ends.index(node), history].tolist()
            constant, *showdowns = [Fraction(entry, table.denominator) for entry in row]
            weights = zip(combinations[number], showdowns, strict=False)
            return constant, sum(weight * won for weight, won in weights)
        below = frozenset(form(number, child, history) for child in stage.children[node])
        return next(iter(below)) if len(below) == 1 else (stage.player[node], below)

    return form


@settings(max_examples=25, deadline=None)
@given(ENDGAMES)
def test_actions_stand_for_those_that_lead_to_the_same_and_no_two_that_stay_do(
    game: OrderedGame,
) -> None:
    form = normal_forms(game)
    for number, stage_round in enumerate(game.rounds):
        stage = stage_round.stage
        for history in range(game.num_histories[number]):
            for node in range(len(stage)):
                forms = [form(number, child, history) for child in stage.children[node]]
                choices = game.choices(number, history, node)
                kept = [form(number, child, history) for child in choices]
                assert len(set(kept)) == len(kept)
                assert set(forms) == set(kept)
                if game.equal_actions is not None:
                    stands_for = game.equal_actions.stands_for[number]
                    for child in stage.children[node]:
                        equal = int(stands_for[child, history])
                        assert form(number, child, history) == form(number, equal, history)


@settings(max_examples=40, deadline=None)
@given(
    stack=st.integers(1, 100),
    bets=st.sampled_from((*MENUS, "limit")),
    cap=st.none() | st.integers(0, 3),
    starts=st.sets(st.integers(1, 40), min_size=2, max_size=4),
)
def test_a_common_round_without_equal_actions_is_the_betting_of_each_history_alone(
    stack: int, bets: str, cap: int | None, starts: set[int]
) -> None:
    street: SizedStreet = LimitStreet(Fraction(7), 2 if cap is None else cap, most=1 + stack)
    if bets != "limit":
        street = no_limit(stack, bets, max_bets=cap).street(1, 1)
    paid_before = sorted({(min(paid, 1 + stack),) * 2 for paid in starts})
    common = common_round(street, paid_before, last=True)
    stage = common.stage
    for paid in paid_before:
        alone = betting_round(street, paid)
        stands_for = common.stands_for[paid]

        def compare(
            node: int,
            history: str,
            alone: Any = alone,
            stands_for: Any = stands_for,
            paid: Any = paid,
        ) -> None:
            children = [child for child in stage.children[node] if stands_for[child] == child]
            expected = alone[history]
            if not expected.actions:
                while stage.children[node]:
                    (node,) = [
                        child for child in stage.children[node] if stands_for[child] == child
                    ]
                end: Betting = common.after[paid][stage.path(node)]
                assert end.is_over
                assert (end.paid, end.folded) == (expected.paid, expected.folded)
                return
            assert stage.player[node] == expected.player
            assert len(children) == len(expected.actions)
            for child, mark in zip(children, expected.actions, strict=True):
                compare(child, history + mark)

        compare(0, "")


@settings(max_examples=8, deadline=None)
@given(ENDGAMES)
def test_sizes_are_those_of_the_tree(
    game: OrderedGame,
) -> None:
    sizes = count(game)
    if sizes.nodes > 5000:
        return
    tree = to_extensive(game)
    assert sizes.leaves == len(tree.leaves)
    assert sizes.infosets == tuple([own.index.num_infosets for own in tree.sequences])
    assert sizes.sequences == tuple([len(own.index) for own in tree.sequences])


@pytest.mark.parametrize("bets", ["pot", "pot+all-in", "0.5+2; pot"])
def test_values_are_those_with_equal_actions(bets: str) -> None:
    name = f"holdem(board=JsKs5cQs,pot=10,stack=20,ranges=[AsAh; KhKd],bets={bets},max_bets=2)"
    game = sf.load(name, kind="ordered")
    everything = to_extensive(replace(game, equal_actions=None))
    answer = sf.solve(to_extensive(game), exact=True)
    assert len(to_extensive(game)) < len(everything)
    assert answer.values == sf.solve(everything, exact=True).values


def random_strategies(
    game: OrderedGame, seed: int
) -> tuple[Any, tuple[ClassStrategy, ClassStrategy]]:
    filters = identity_filters(game)
    classes = class_game(*filters)
    rng = np.random.default_rng(seed)
    pair = []
    for player in (0, 1):
        plan = []
        for number in range(classes.num_rounds):
            shape = classes.shape(player, number)
            plan.append(rng.integers(0, 3, shape) * rng.random(shape))
        pair.append(behavior_of_plan(classes, player, plan))
    return filters, (pair[0], pair[1])


@settings(max_examples=4, deadline=None)
@given(st.sampled_from(("pot+all-in", "0.5+pot+all-in", "pot")), st.integers(0, 999))
def test_best_responses_earn_no_more_where_equal_actions_are_added_up(bets: str, seed: int) -> None:
    game = sf.load(
        f"holdem(board=JsKs5cQs,pot=10,stack=30,ranges=[AsAh; 9h8h],bets={bets})", kind="ordered"
    )
    filters, pair = random_strategies(game, seed)
    merged: Any = without_equal_actions(game, pair)
    before = certify_deals(game, filters, pair).certificate
    after = certify_deals(game, filters, merged).certificate
    for player in (0, 1):
        assert after.best_response_values[player] <= before.best_response_values[player] + 1e-9
    assert game.equal_actions is not None
    for player, strategy in enumerate(merged):
        for number, table in enumerate(strategy.behavior):
            nodes = list(game.rounds[number].stage.sequences(player).nodes)
            assert not table[:, ~game.equal_actions.kept[number][nodes]].any()
    again: Any = without_equal_actions(game, merged)
    for strategy, same in zip(merged, again, strict=True):
        for table, other in zip(strategy.behavior, same.behavior, strict=True):
            assert np.allclose(table, other, rtol=0, atol=1e-12)


def test_exact_plans_without_equal_actions_are_plans_of_the_same_denominator() -> None:
    game = sf.load(SMALL, kind="ordered")
    classes = class_game(*identity_filters(game))
    weights = []
    arriving = np.full((1, 1), 3**9, dtype=object)
    for number, stage in enumerate(classes.stages):
        own = stage.sequences(0)
        table = np.zeros(classes.shape(0, number), dtype=object)
        before = arriving[classes.parents[0][number]]
        at = {0: before}
        for above, start, stop in zip(
            own.set_above, own.set_start, own.set_start[1:], strict=False
        ):
            share = at[above] // (stop - start)
            for place in range(start, stop):
                at[place] = share
            at[start] = at[above] - share * (stop - start - 1)
            for place in range(start, stop):
                table[:, place - 1] = at[place]
        weights.append(table)
        leaves = [at[own.at[leaf]] for leaf in stage.continuing] or [before]
        arriving = np.stack(leaves, axis=2).reshape(len(table), -1)
    plan = ClassPlan(classes, 0, tuple(weights), 3**9)
    merged, _ = without_equal_actions(game, (plan, plan))
    assert isinstance(merged, ClassPlan)
    assert merged.denominator == 3**9
    assert game.equal_actions is not None
    for number, table in enumerate(merged.weights):
        nodes = list(game.rounds[number].stage.sequences(0).nodes)
        assert not table[:, ~game.equal_actions.kept[number][nodes]].any()


def test_an_exact_answer_on_classes_has_each_action_once() -> None:
    name = "holdem(board=JsKs5cQs,pot=10,stack=10,ranges=[AsAh; KhKd 9h8h],bets=pot+all-in)"
    answer = sf.solve(name, exact=True, preprocess="lossless", backend="barrier")
    assert answer.certificate.nash_conv == 0
    tree = sf.solve(sf.load(name), exact=True)
    assert answer.values == tree.values


def branch_actions(row: GridRow) -> tuple[str, ...]:
    """The actions of a row of a public tree."""
    assert row.branch is not None
    return row.branch.actions


def test_charts_and_public_trees_have_each_action_once() -> None:
    game = sf.load(SMALL, kind="ordered")
    saved = sf.solve(game, preprocess="lossless", backend="cfr", target_gap=0.5).saved()
    equilibrium = sf.solve(to_extensive(game), exact=True)
    for shown in (public_tree(game), public_tree(saved), public_tree(equilibrium)):
        (grid,) = shown.grids
        menus = {branch_actions(row) for row in grid.rows if "bet 10" in row.label}
        assert menus == {("fold", "call", "all-in")}
        (after,) = public_tree(game, after="bet 10 call").grids
        assert branch_actions(after.rows[0]) == ("check", "all-in")
    for strategies in (saved, equilibrium):
        for as_squares in (False, True):
            chart = sf.chart(
                strategies,
                player=0,
                round=2,
                board="2d",
                after="bet 10 call",
                grid=as_squares,
                everything=True,
            )
            (grid,) = chart.grids
            assert [column.name for column in grid.columns] == [
                "bet 10, call / first to act",
                "bet 10, call / after check, all-in",
            ]
            actions = {
                cell.actions for line in grid.cells for cell in line if cell and cell.actions
            }
            assert actions == {("check", "all-in"), ("fold", "call")}


def test_shares_of_a_public_tree_lead_on_with_their_whole_probability() -> None:
    saved = sf.solve(SMALL, preprocess="lossless", backend="cfr", target_gap=0.5).saved()
    (grid,) = public_tree(saved, nodes=500).grids
    reach_at: list[float] = []
    for row, (cell,) in zip(grid.rows, grid.cells, strict=True):
        branch: Any = row.branch
        reach: Any = row.numbers[0]
        del reach_at[branch.depth :]
        if branch.depth:
            assert float(reach) == pytest.approx(reach_at[-1] * float(branch.share))
        assert cell is not None
        reach_at.append(float(reach))
        if cell.shares:
            assert float(sum(cell.shares)) == pytest.approx(1)


def test_reports_of_sizes_state_the_actions_that_are_left_out() -> None:
    game = sf.load(SMALL, kind="ordered")
    sizes = count(game)
    assert ordered_sizes_data(game, sizes)["equal actions left out"] == 4
    report = shrink_report(game, sizes, [sf.abstract_game(game, "lossless")])
    assert "without 4 equal actions" in str(report)
    assert "equal actions left out" in str(sizes_report(to_extensive(game)))
    river = sf.load("holdem(ranges=AA; KK)", kind="ordered")
    assert "equal actions left out" not in ordered_sizes_data(river, count(river))


def test_turns_in_play_are_the_information_sets_of_the_tree_with_their_actions() -> None:
    game = sf.load(SMALL, kind="ordered")
    indices = [own.index for own in to_extensive(game).sequences]
    rng = np.random.default_rng(3)
    for _ in range(60):
        here = PlayableOrderedGame(game).root
        while here.player != TERMINAL:
            if here.player != CHANCE:
                index = indices[here.player]
                assert here.actions == index.action_names[index.row_of[here.infoset]]
            here = here.after(int(rng.integers(here.num_actions)))
        first, second = here.payoffs
        assert first == -second


def test_stakes_are_the_chips_put_in_also_where_both_are_all_in_before_the_last_card() -> None:
    felt: Any = PlayableOrderedGame(sf.load(SMALL, kind="ordered")).felt
    assert felt.stakes([]) == (5, 5)
    assert felt.stakes(["all-in"]) == (35, 5)
    assert felt.stakes(["all-in", "call"]) == (35, 35)
    assert felt.stakes(["bet 10", "call", "check", "all-in", "call"]) == (35, 35)


def stages() -> tuple[StageGame, StageGame]:
    first = StageGame.of(turn(0, {"check": CONTINUE, "bet": CONTINUE}))
    second = StageGame.of(
        turn(1, {"low": turn(0, {"a": OVER, "b": OVER}), "high": turn(0, {"a": OVER, "c": OVER})})
    )
    return first, second


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ([[0, 0]] * 6, "shape"),
        ([[0, 0], [1, 2], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]], "one of another turn"),
        ([[0, 0], [1, 4], [2, 2], [3, 3], [4, 1], [5, 5], [6, 6]], "for which another stands"),
        ([[0, 0], [1, 4], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]], "has other actions"),
    ],
)
def test_tables_of_equal_actions_that_do_not_fit_are_refused(second: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        EqualActions(stages(), (np.array([[0], [1], [2]]), np.array(second)))


def test_rivers_and_limit_games_have_no_equal_actions() -> None:
    assert sf.load("holdem(ranges=AA; KK)", kind="ordered").equal_actions is None
    assert sf.load("leduc", kind="ordered").equal_actions is None
