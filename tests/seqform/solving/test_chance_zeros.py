"""Actions of chance with probability 0: subgame perfection behind them, and verdicts that leave such sets out."""

from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from chance_zeros import game_with_chance_zeros
from command_line import Run
from every_subgame import largest_gain
from tree_walks import expected_from

import seqform as sf
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame, Outcomes
from seqform.models.numbers.exact import ExactArray
from seqform.verify.checks import QUASI_PERFECT, SEQUENTIAL, UNDOMINATED
from seqform.verify.subgames import subgame_deviation

CONCEPT = "subgame-perfect"

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
def test_the_answer_is_an_equilibrium_in_every_subgame_walked_on_its_own(zero_sum: bool, merge: str) -> None:
    apart = 0
    for seed in range(12):
        game = game_with_chance_zeros(seed, depth=4, merge=merge, zero_sum=zero_sum)
        if seed % 3 == 0:
            game = with_outcomes_inside(game, Random(seed))
        found = sf.solve(game, concept=CONCEPT)
        assert found.certificate.proven and found.certificate.checks == {"subgame perfect": True}
        assert largest_gain(game, found.profile) == 0
        assert found.values == tuple(expected_from(game, found.profile, player) for player in (0, 1))
        apart += "that chance reaches with probability 0 solved on" in found.raw.status
    assert merge == "0" or apart


@pytest.mark.parametrize("other", [0, 1])
def test_a_subgame_behind_a_probability_of_zero_is_solved_as_a_game_of_its_own(other: int) -> None:
    game = behind_zero(other)
    assert (game.constant_sum is None) == bool(other)
    whole = sf.solve(game, concept=CONCEPT)
    alone = sf.solve(tree("right", hidden_coins("right", 3, other)), concept=CONCEPT)
    assert [whole.profile[player][name] for player, name in ((0, "right one"), (1, "right two"))] == [
        alone.profile[player][name] for player, name in ((0, "right one"), (1, "right two"))
    ]
    assert whole.raw.status.endswith("; 1 subgame that chance reaches with probability 0 solved on its own")
    assert largest_gain(game, whole.profile) == 0


def test_zeros_within_zeros_and_parts_without_moves_are_solved() -> None:
    inner = chance({"a": (Fraction(0), hidden_coins("inner", 4)), "b": (Fraction(1), hidden_coins("outer", 3))})
    silent = chance({"a": (Fraction(1, 2), leaf(1)), "b": (Fraction(1, 2), leaf(-1))})
    game = tree(
        "nested",
        chance({"never": (Fraction(0), inner), "nor this": (Fraction(0), silent), "always": (Fraction(1), leaf(0))}),
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
        for name, share, node in zip("abc", (Fraction(1, 2), Fraction(1, 2), Fraction(0)), guess, strict=True)
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
            assert found.values == tuple(expected_from(game, found.profile, player) for player in (0, 1))
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
    status, printed, said = seqform("check", "zero.efg", "found.json", "--quasi-perfect", "--subgame-perfect")
    assert status == 4 and "quasi-perfect: yes" in printed and "subgame perfect: no" in printed
    assert f"note: {found.certificate.note}".removeprefix("note: sequential, ") in printed
    assert "in the subgame after" in said
    status, _, _ = seqform("solve", "zero.efg", "--concept", CONCEPT, "-o", "perfect.json")
    assert status == 0
    assert seqform("check", "zero.efg", "perfect.json", "--quasi-perfect", "--subgame-perfect")[0] == 0
