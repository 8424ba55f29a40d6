"""Subgame perfect equilibria as a user asks for them, chance moves of probability 0, and subgames solved first."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count, islice
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import Run
from drawn_games import game_with_chance_zeros
from every_equilibrium import best_selection, pure_payoffs
from plans import exactly
from tree_walks import best_reply, expected_from, largest_gain

import seqform as sf
from seqform.backends.bestnash.profile_sets import Effort
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.families.paper_figures import knapsack_game, random_objects
from seqform.builders.games.tree import Leaf, Node, PlayerMove, chance, leaf, move, tree
from seqform.errors import InputError, ModelError, SolveError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import CHANCE, ExtensiveGame, Outcomes
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.profile_set import OBJECTIVES
from seqform.solving.subgames import solved_subgames
from seqform.verify.checks import QUASI_PERFECT, SEQUENTIAL, UNDOMINATED
from seqform.verify.subgames import subgame_deviation

CONCEPT = "subgame-perfect"


@pytest.mark.parametrize(
    ("objective", "values"),
    [
        ("social", (1000, 4)),
        ("fairest", (1000, 4)),
        ("single-maximum", (1000, 4)),
        ("best-for-1", (1000, 4)),
        ("best-for-2", (2, 100)),
        ("product", (1000, 4)),
        ("best-for-2,social", (2, 100)),
    ],
)
def test_figure_1_has_the_optima_that_the_paper_names(
    objective: str, values: tuple[int, int]
) -> None:
    found = sf.solve("littman-figure-1", concept=CONCEPT, objective=objective)
    assert found.values == values
    assert found.objective == objective
    assert found.certificate.proven and found.certificate.checks["subgame perfect"]


def test_the_social_optimum_of_figure_4_needs_two_lotteries() -> None:
    mixed = sf.solve("littman-figure-4", concept=CONCEPT, objective="social")
    pure = sf.solve("littman-figure-4", concept=CONCEPT, objective="social", pure=True)
    assert mixed.values == (2, 5)
    assert pure.values == (3, 3)
    lotteries = [
        name
        for player in (0, 1)
        for name in mixed.profile[player]
        if 1 not in mixed.profile[player][name].values()
    ]
    assert lotteries == ["5", "4"]
    assert pure.profiles is not None and pure.profiles.pure
    assert {(box.low, box.dimension) for box in pure.profiles.boxes} == {
        (exactly(3, 1), 0),
        (exactly(3, 3), 0),
    }


def test_several_objectives_in_order_are_right_for_negative_payoffs_too() -> None:
    game = tree("line", move(0, "start", {"l": leaf(-3, -10), "r": leaf(-3, -1)}))
    found = sf.solve(game, concept=CONCEPT, objective="fairest,product")
    assert found.values == (-3, -3)  # within the line: the product is 9 there, 3 at its upper end
    assert found.certificate.proven


def test_subgames_are_solved_for_the_objective_before_the_rest() -> None:
    def after(mine: int, theirs: int) -> Node:
        return move(0, f"after {mine}", {"l": leaf(mine, theirs), "r": leaf(mine, theirs + 3)})

    hidden = {"h": after(1, 0), "t": after(0, 1)}, {"h": after(0, 2), "t": after(2, 0)}
    game = tree(
        "pennies, and a favour",
        move(
            0,
            "one",
            {
                "h": move(1, "two", hidden[0]),
                "t": move(1, "two", {"h": leaf(0, 2), "t": leaf(2, 0)}),
            },
        ),
    )
    kind = sf.solve(game, preprocess="solve-subgames=best-for-2")
    assert kind.certificate.proven
    assert kind.profile[0]["after 1"]["r"] == 1 and kind.profile[0]["after 0"]["r"] == 1
    assert "nodes lie in subgames of perfect information" in kind.raw.status


def test_the_command_prints_draws_and_writes_the_profile_set(seqform: Run) -> None:
    command = (
        "solve",
        "littman-figure-4",
        "--concept",
        CONCEPT,
        "--objective",
        "social",
        "--draw",
        "set.svg",
    )
    status, printed, _ = seqform(*command, "-o", "answer.json")
    assert status == 0
    assert "can pay\n  [2, 3] × 1\n  [2, 3] × 2\n  2 × [1, 5]\n  3 × [2, 3]\n" in printed
    drawn = Path("set.svg").read_text("utf-8")
    assert "Player 1 receives" in drawn and "chosen" in drawn
    written = json.loads(Path("answer.json").read_text("utf-8"))
    assert written["objective"] == "social" and written["values"] == ["2", "5"]
    assert written["profile_set"]["pure"] is False
    assert {"low": ["2", "1"], "high": ["2", "5"]} in written["profile_set"]["boxes"]


# ---- trees with chance ----


def trust() -> ExtensiveGame:
    """Player 1 is indifferent about how much to share, if chance lets it work."""
    share = move(0, "share", {"much": leaf(2, 3), "little": leaf(2, 0)})
    half = Fraction(1, 2)
    works = chance({"works": (half, share), "fails": (half, leaf(0, 0))})
    return tree("trust", move(1, "trust", {"no": leaf(1, 1), "yes": works}))


def knapsack(objects: int, seed: int = 0) -> ExtensiveGame:
    return knapsack_game("knapsack", *random_objects(objects, seed))


@pytest.fixture
def few_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave room for two boxes at a position."""
    monkeypatch.setattr("seqform.backends.bestnash.backend.Effort", partial(Effort, boxes=2))


@pytest.mark.parametrize(
    "objective", [*OBJECTIVES, "best-for-2,fairest", lambda first, second: first * second * second]
)
def test_every_objective_is_answered_exactly_with_the_whole_profile_set(objective: str) -> None:
    found = sf.solve(trust(), concept=CONCEPT, objective=objective)
    assert found.values == (1, Fraction(3, 2))
    assert found.certificate.checks["subgame perfect"]
    assert found.backend == "bestnash"
    assert str(found.profiles) == "1 × [1, 3/2]"


@pytest.mark.parametrize(
    ("game", "paid", "refused"),
    [
        ("littman-figure-4", (2, Fraction(22, 7)), (3, Fraction(3, 2))),
        (trust(), (1, Fraction(6, 5)), (1, 2)),
    ],
)
def test_payoffs_are_attained_exactly_and_those_that_no_equilibrium_pays_refused(
    game: Any, paid: Any, refused: Any
) -> None:
    found = sf.solve(game, concept=CONCEPT, target_payoffs=paid)
    assert found.values == paid and found.certificate.proven
    with pytest.raises(ModelError, match="no subgame perfect equilibrium pays that"):
        sf.solve(game, concept=CONCEPT, target_payoffs=refused)


def test_the_backend_highs_or_its_options_ask_for_the_mixed_integer_program_and_bestnash_for_boxes() -> (
    None
):
    program, chosen, boxes, by_default = (
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", **how)
        for how in (
            {"backend": "highs"},
            {"options": {"raw": {"mip_rel_gap": 0.0}}},
            {"backend": "bestnash"},
            {},
        )
    )
    assert [one.backend for one in (program, chosen, boxes, by_default)] == ["highs"] * 2 + [
        "bestnash"
    ] * 2
    assert (
        "as HiGHS claims in doubles: none above" in chosen.raw.status
        and by_default.raw.bound is None
    )
    assert program.values == chosen.values == boxes.values
    with pytest.raises(
        InputError, match="backend scipy: the mixed-integer program of trees with chance"
    ):
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", backend="scipy")
    others: list[dict[str, Any]] = [
        {"objective": "fairest", "pure": True},
        {"target_payoffs": (1, 1)},
    ]
    for other in others:
        with pytest.raises(
            ModelError, match="finds the best of all equilibria by an objective only"
        ):
            sf.solve(knapsack(5), concept=CONCEPT, backend="highs", **other)


@pytest.mark.usefixtures("few_boxes")
def test_what_takes_too_many_boxes_goes_to_highs() -> None:
    weights, values, capacity = random_objects(8, seed=1)
    found = sf.solve(
        knapsack_game("knapsack", weights, values, capacity),
        concept=CONCEPT,
        objective="best-for-2",
    )
    assert found.backend == "highs"
    assert found.values[1] * 8 == best_selection(weights, values, capacity)
    assert found.profiles is None


@pytest.mark.usefixtures("few_boxes")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"objective": "product"},
            "more than 2 boxes at a position.*cannot choose one either: objective 'product'",
        ),
        ({"objective": "social", "pure": True}, "cannot choose one either: pure"),
        ({"target_payoffs": (0, 1)}, "cannot choose one either: target_payoffs"),
    ],
)
def test_other_objectives_end_in_an_error_if_boxes_are_too_many(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(SolveError, match=message):
        sf.solve(knapsack(5), concept=CONCEPT, **arguments)


def test_an_equilibrium_that_is_not_settled_is_an_error_that_carries_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unsettle(monkeypatch)
    with pytest.raises(
        SolveError,
        match=r"knapsack: perhaps not the best by social: .* is attained, the bound is \S+ \(time limit\)",
    ) as caught:
        sf.solve(
            knapsack(5), concept=CONCEPT, objective="social", options={"raw": {"mip_rel_gap": 0.0}}
        )
    assert isinstance(caught.value.equilibrium, Equilibrium)
    assert caught.value.equilibrium.certificate.checks["subgame perfect"]
    with pytest.raises(SolveError, match="perhaps not the best by social") as caught:
        sf.solve(
            sf.load(knapsack(5), kind="positions"),
            CONCEPT,
            objective="social",
            raw={"mip_rel_gap": 0.0},
        )
    assert isinstance(caught.value.equilibrium, PositionEquilibrium)


def unsettle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let HiGHS stop at a limit with the point it has, and a bound above it."""
    solve = HighsBackend.solve

    def stopped(self: HighsBackend, program: Any, *arguments: Any) -> RawSolution:
        answer = solve(self, program, *arguments)
        if not isinstance(program, MixedIntegerProgram):
            return answer
        return replace(answer, termination=Termination.TIME_LIMIT, bound=7.0)

    monkeypatch.setattr(HighsBackend, "solve", stopped)


def test_a_time_limit_is_for_boxes_and_highs_alike() -> None:
    found = sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"time_limit": 60.0})
    assert found.backend == "bestnash"
    with pytest.raises(SolveError):
        sf.solve(knapsack(200), concept=CONCEPT, objective="social", options={"time_limit": 1e-6})


# ---- pure equilibria, against enumeration ----


def trees_with_chance() -> Iterator[ExtensiveGame]:
    """Random trees of perfect information with ties, chance moves, and some chance probabilities of 0."""
    for seed in range(10**6):
        game = game_with_chance_zeros(seed, depth=3, chance="1/3", merge="0")
        has_chance = bool(np.any(game.player == CHANCE))
        if has_chance and 8 <= prod(game.num_actions[game.player >= 0].tolist()) <= 400:
            yield game


def points(found: sf.Equilibrium) -> set[tuple[object, ...]]:
    assert found.profiles is not None and found.profiles.pure
    assert all(box.dimension == 0 for box in found.profiles.boxes)
    return {box.low for box in found.profiles.boxes}


def test_functions_as_objectives_are_answered_at_corners_or_refused() -> None:
    for game in ("littman-figure-4", "littman-figure-1"):
        found = sf.solve(game, concept=CONCEPT, objective=lambda first, second: 3 * first + second)
        assert found.raw.status == "best by <lambda> among the corners of the set of payoffs"
    with pytest.raises(ModelError, match=r"payoffs \(2, .*\) are better than \(2, 5\)"):
        sf.solve(
            "littman-figure-4", concept=CONCEPT, objective=lambda first, second: -abs(second - 4)
        )
    chancy = next(trees_with_chance())
    least = sf.solve(
        chancy, concept=CONCEPT, objective=lambda first, second: -first - second, pure=True
    )
    assert sum(least.values) == min(map(sum, pure_payoffs(chancy)))


def test_every_pure_payoff_is_attained_without_mixing_and_no_other() -> None:
    refused = 0
    for game in islice(trees_with_chance(), 20):
        every = pure_payoffs(game)
        for payoffs in every:
            found = sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
            assert found.values == payoffs and points(found) == every
            assert found.raw.status == "attained, in pure moves"
        mixed = sf.solve(game, concept=CONCEPT, objective="social")
        assert mixed.profiles is not None and not mixed.profiles.pure
        middles = {
            ((one.low[0] + one.high[0]) / 2, (one.low[1] + one.high[1]) / 2)
            for one in mixed.profiles.boxes
        }
        for payoffs in middles - every:
            refused += 1
            with pytest.raises(
                ModelError, match="no subgame perfect equilibrium in pure moves pays that"
            ):
                sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
    assert refused >= 5


NOT_JUDGED = "2 information sets out of chance's reach are not judged"


def hidden_coins(name: str, stake: int, other: int = 0) -> Node:
    """Matching pennies in which a match on heads counts more; `other` is added to player 2's payoff there."""

    def guess(heads: int, tails: int) -> Node:
        return move(1, f"{name} two", {"h": leaf(heads, other - heads), "t": leaf(tails, -tails)})

    return move(0, f"{name} one", {"h": guess(stake, -1), "t": guess(-1, 1)})


def behind_zero(other: int = 0) -> ExtensiveGame:
    """A game of hidden coins, and another one that chance never leads to."""
    shares = {
        "played": (Fraction(1), hidden_coins("left", 2, other)),
        "excluded": (Fraction(0), hidden_coins("right", 3, other)),
    }
    return tree("behind zero", chance(shares))


def with_outcomes_inside(game: ExtensiveGame, source: Random) -> ExtensiveGame:
    """Return a game with further payoffs at a third of the inner nodes."""
    size = len(game.outcomes)
    more = [[Fraction(source.randint(-2, 2), 2) for _ in range(3)] for _ in range(2)]
    first, second = (
        ExactArray.concatenate([table, ExactArray.of(added)])
        for table, added in zip(game.outcomes.payoffs, more, strict=True)
    )
    outcome = game.outcome.copy()
    outcome[0] = size
    used = [0]
    for node in np.flatnonzero(~game.is_leaf).tolist():
        if source.random() < 1 / 3:
            outcome[node] = size + (row := source.randrange(3))
            used.append(row)
    outcomes = Outcomes((*game.outcomes.labels, "", "", ""), (first, second))
    return replace(game, outcome=outcome, outcomes=outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("zero_sum", [True, False])
@pytest.mark.parametrize("merge", ["0", "1/4", "1/2"])
def test_the_answer_is_an_equilibrium_in_every_subgame_walked_on_its_own(
    zero_sum: bool, merge: str
) -> None:
    apart = 0
    for seed in range(12):
        game = game_with_chance_zeros(seed, depth=4, merge=merge, zero_sum=zero_sum)
        if seed % 3 == 0:
            game = with_outcomes_inside(game, Random(seed))
        found = sf.solve(game, concept=CONCEPT)
        assert found.certificate.proven and found.certificate.checks == {"subgame perfect": True}
        assert largest_gain(game, found.profile) == 0
        assert found.values == tuple(
            expected_from(game, found.profile, player) for player in (0, 1)
        )
        apart += "that chance reaches with probability 0 solved on" in found.raw.status
    assert merge == "0" or apart


@pytest.mark.parametrize("other", [0, 1])
def test_a_subgame_behind_a_probability_of_zero_is_solved_as_a_game_of_its_own(other: int) -> None:
    game = behind_zero(other)
    assert (game.constant_sum is None) == bool(other)
    whole = sf.solve(game, concept=CONCEPT)
    alone = sf.solve(tree("right", hidden_coins("right", 3, other)), concept=CONCEPT)
    assert [
        whole.profile[player][name] for player, name in ((0, "right one"), (1, "right two"))
    ] == [alone.profile[player][name] for player, name in ((0, "right one"), (1, "right two"))]
    assert whole.raw.status.endswith(
        "; 1 subgame that chance reaches with probability 0 solved on its own"
    )
    assert largest_gain(game, whole.profile) == 0


def test_zeros_within_zeros_and_parts_without_moves_are_solved() -> None:
    inner = chance(
        {"a": (Fraction(0), hidden_coins("inner", 4)), "b": (Fraction(1), hidden_coins("outer", 3))}
    )
    silent = chance({"a": (Fraction(1, 2), leaf(1)), "b": (Fraction(1, 2), leaf(-1))})
    game = tree(
        "nested",
        chance(
            {
                "never": (Fraction(0), inner),
                "nor this": (Fraction(0), silent),
                "always": (Fraction(1), leaf(0)),
            }
        ),
    )
    found = sf.solve(game, concept=CONCEPT)
    assert largest_gain(game, found.profile) == 0
    assert found.profile[0]["inner one"]["h"] == Fraction(2, 7)
    assert found.profile[0]["outer one"]["h"] == Fraction(1, 3)


def test_a_set_that_only_some_plays_of_probability_zero_reach_stays_in_its_part() -> None:
    """The set is no subgame, so nothing is cut, and the profile is subgame perfect whatever the excluded node pays."""
    guess = [move(1, "guess", {"h": leaf(one), "t": leaf(-one)}) for one in (1, -1, 5)]
    shares = {
        name: (share, node)
        for name, share, node in zip(
            "abc", (Fraction(1, 2), Fraction(1, 2), Fraction(0)), guess, strict=True
        )
    }
    game = tree("one set", chance(shares))
    found = sf.solve(game, concept=CONCEPT)
    assert largest_gain(game, found.profile) == 0
    assert "on its own" not in found.raw.status


def test_the_best_equilibrium_is_one_in_every_subgame_by_boxes_and_highs_alike() -> None:
    for seed in range(10):
        game, sums = game_with_chance_zeros(seed, depth=4, merge="0", payoffs=3), []
        for how in ({"pure": True}, {}, {"backend": "highs"}):
            found = sf.solve(game, concept=CONCEPT, objective="social", **how)
            assert largest_gain(game, found.profile) == 0
            assert found.values == tuple(
                expected_from(game, found.profile, player) for player in (0, 1)
            )
            sums.append(sum(found.values))
        assert sums[0] <= sums[1] == sums[2]


def test_certificates_note_which_verdicts_leave_sets_out() -> None:
    game = behind_zero()
    found: Any = sf.solve(game, concept="quasi-perfect")
    assert found.certificate.note == f"sequential, quasi-perfect: {NOT_JUDGED}"
    for names in ([SEQUENTIAL], [QUASI_PERFECT], [QUASI_PERFECT, NORMAL_FORM_PERFECT]):
        checked = sf.check_assessment(game, found.assessment, names)
        assert checked.certificate.note == f"{names[0]}: {NOT_JUDGED}"
        assert checked.certificate.note in repr(checked)
    for names in ([NORMAL_FORM_PERFECT], list(UNDOMINATED), []):
        assert sf.check_assessment(game, found.assessment, names).certificate.note == ""
    perfect = sf.solve(game, concept="extensive-form-perfect")
    assert perfect.certificate.note == f"sequential, extensive-form perfect: {NOT_JUDGED}"


def test_a_quasi_perfect_equilibrium_may_fail_where_chance_excludes_a_subgame(seqform: Run) -> None:
    game = next(
        game
        for game in map(game_with_chance_zeros, count())
        if subgame_deviation(game, sf.solve(game, concept="quasi-perfect").profile) is not None
    )
    sf.save(game, "zero.efg")
    found = sf.solve(game, concept="quasi-perfect")
    assert found.certificate.checks[QUASI_PERFECT] and "not judged" in found.certificate.note
    assert not sf.check(game, found, subgame_perfect=True).checks["subgame perfect"]
    assert seqform("solve", "zero.efg", "--concept", "quasi-perfect", "-o", "found.json")[0] == 0
    status, printed, said = seqform(
        "check", "zero.efg", "found.json", "--quasi-perfect", "--subgame-perfect"
    )
    assert status == 4 and "quasi-perfect: yes" in printed and "subgame perfect: no" in printed
    assert f"note: {found.certificate.note}".removeprefix("note: sequential, ") in printed
    assert "in the subgame after" in said
    status, _, _ = seqform("solve", "zero.efg", "--concept", CONCEPT, "-o", "perfect.json")
    assert status == 0
    assert (
        seqform("check", "zero.efg", "perfect.json", "--quasi-perfect", "--subgame-perfect")[0] == 0
    )


STEP = "solve-subgames"


def hidden_table(seed: int, *, general_sum: bool = True) -> ExtensiveGame:
    """Both choose one of three actions, player 2 without seeing player 1's; then player 2 may have a choice left.

    What player 2 then rejects is worse for both, so the game is general-sum and what is left of it is zero-sum.
    """
    source = Random(seed)

    def end(row: int, column: int) -> Leaf | PlayerMove:
        gain = source.randint(-30, 30)
        if row and column:
            return leaf(gain, -gain)
        loss = source.randint(1, 3)
        rejected = leaf(gain - 1, -gain - loss) if general_sum else leaf(gain + loss, -gain - loss)
        return move(1, f"last {row}{column}", {"accept": leaf(gain, -gain), "reject": rejected})

    columns = [{f"c{column}": end(row, column) for column in range(3)} for row in range(3)]
    return tree(
        "hidden table",
        move(0, "row", {f"r{row}": move(1, "column", columns[row]) for row in range(3)}),
    )


def require_equilibrium(game: ExtensiveGame, found: sf.Equilibrium) -> None:
    assert found.profile.exact
    for player in (0, 1):
        value = expected_from(game, found.profile, player)
        assert (
            found.values[player]
            == value
            == best_reply(game, found.profile, player, [(0, Fraction(1))])
        )


@pytest.mark.parametrize("backend", [None, "highs", "scipy", "cvxpy", "pyomo", "exact", "lemke"])
def test_a_general_sum_game_with_a_constant_sum_rest_is_answered_exactly(
    backend: str | None,
) -> None:
    for seed in range(3):
        game = hidden_table(seed)
        assert game.constant_sum is None and solved_subgames(game).target.constant_sum == 0
        found = sf.solve(game, preprocess=STEP, backend=backend)
        assert found.certificate.exact and found.certificate.proven
        require_equilibrium(game, found)


@pytest.mark.parametrize(
    "given",
    [
        {"preprocess": [STEP, "merge-equivalent"]},
        {"preprocess": [STEP, "eliminate-dominated"]},
        {"preprocess": [STEP, "sparsify"]},
        {"preprocess": STEP, "player": 1},
        {"preprocess": STEP, "formulation": "normal-form"},
        {"preprocess": STEP, "certificate_tolerance": 0.5},
        {"preprocess": f"{STEP}=best-for-2"},
    ],
)
def test_it_is_exact_with_whatever_else_is_chosen(given: dict[str, Any]) -> None:
    game = hidden_table(1)
    found = sf.solve(game, **given)
    assert found.certificate.proven
    require_equilibrium(game, found)


def test_a_constant_sum_game_may_still_be_answered_in_doubles() -> None:
    game = hidden_table(1, general_sum=False)
    assert game.constant_sum == 0
    found = sf.solve(game, preprocess=STEP, exact=False)
    assert not found.certificate.exact and found.certificate.nash_conv < 1e-6
    assert sf.solve(game, preprocess=STEP, exact=True).certificate.proven


def test_random_games_with_chance_zeros_are_answered_exactly() -> None:
    shrunk = 0
    for seed in range(25):
        game = game_with_chance_zeros(seed, depth=4)
        if game.constant_sum is not None:
            continue
        found = sf.solve(game, preprocess=STEP)
        assert found.certificate.proven
        require_equilibrium(game, found)
        shrunk += len(solved_subgames(game).target) < len(game)
    assert shrunk > 10


@pytest.mark.parametrize("step", [STEP, f"{STEP}=fairest"])
def test_the_answer_is_subgame_perfect_where_that_is_the_concept(step: str) -> None:
    games = [hidden_table(seed, general_sum=bool(seed % 2)) for seed in range(4)]
    games += [game_with_chance_zeros(seed, depth=4) for seed in range(12)]
    for game in [*games, sf.load("littman-figure-4"), sf.load("kuhn")]:
        found = sf.solve(game, "subgame-perfect", preprocess=step)
        assert found.certificate.proven and found.certificate.checks == {"subgame perfect": True}
        assert (found.resolved.preprocess, found.profiles) == ((step,), None)
        assert "nodes lie in subgames of perfect information" in found.raw.status
        require_equilibrium(game, found)


def test_the_command_prints_and_stores_an_exact_answer(seqform: Run) -> None:
    sf.save(hidden_table(2), "table.efg")
    status, printed, _ = seqform("solve", "table.efg", "--preprocess", STEP, "-o", "found.json")
    assert (
        status == 0 and "Certificate, exact" in printed and "proven: a Nash equilibrium" in printed
    )
    status, printed, _ = seqform("solve", "table.efg", "--preprocess", STEP, "--json")
    certificate = json.loads(printed)["certificate"]
    assert status == 0 and certificate["exact"] is True and certificate["nash_conv"] == "0"
    status, printed, _ = seqform("check", "table.efg", "found.json", "--target-gap", "0")
    assert status == 0 and "proven" in printed


def centipede(moves: int) -> Leaf | PlayerMove:
    """Return a centipede: whoever stops at move k gets k + 2, and the other player k - 1."""
    node: Leaf | PlayerMove = leaf(moves, moves)
    for number in reversed(range(moves)):
        mine, yours = number + 2, number - 1
        stop = leaf(mine, yours) if number % 2 == 0 else leaf(yours, mine)
        node = move(number % 2, f"move {number}", {"stop": stop, "go": node})
    return node


def test_general_sum_trees_of_perfect_information_are_solved_by_backward_induction_by_default() -> (
    None
):
    found = sf.solve(tree("centipede", centipede(60)))
    assert isinstance(found, Equilibrium)
    assert found.resolved.preprocess == ("solve-subgames",)
    assert found.values == (2, -1)
    assert found.certificate.proven
    assert subgame_deviation(found.game, found.profile) is None


def test_subgames_of_other_general_sum_trees_are_solved_by_default_where_they_are_large() -> None:
    def beside_a_centipede(moves: int) -> ExtensiveGame:
        seen = move(1, "reply", {"left": leaf(3, 1), "right": leaf(0, 2)})
        same = move(1, "reply", {"left": leaf(1, 0), "right": leaf(2, 1)})
        return tree("large", move(0, "first", {"a": seen, "b": same, "long": centipede(moves)}))

    assert sf.plan(beside_a_centipede(1_000)).game_steps
    assert not sf.plan(beside_a_centipede(10)).game_steps


def test_a_backend_or_a_start_that_is_named_leaves_the_whole_tree_to_it() -> None:
    game = tree("centipede", centipede(6))
    assert sf.plan(game).game_steps
    assert not sf.plan(game, backend="lemke").game_steps
    assert not sf.plan(game, start="centroid").game_steps
    assert not sf.plan(game, "normal-form-perfect").game_steps
    assert not sf.plan(game, preprocess="none").game_steps
