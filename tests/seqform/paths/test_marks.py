"""Claims marked for each equilibrium of a list, with behavior that plans leave open; components that lack one."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import Run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import InputError, SolveError, TimeLimitError
from seqform.models.answers.components import AllEquilibria
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.table import Line, Table
from seqform.paths.complete import _Search, place_of
from seqform.paths.member_marks import Marks
from seqform.solving.certifiers.members import MemberSearch, TooManyCasesError
from seqform.solving.certifiers.never_optimal import never_optimal
from seqform.solving.certifiers.registry import moves_once


def marks_of(answers: AllEquilibria, check: str) -> list[bool | None]:
    """Whether a check holds for each equilibrium, None where that is open."""
    return [equilibrium.certificate.checks.get(check) for equilibrium in answers]


def lacking_of(answers: AllEquilibria) -> set[tuple[int, str]]:
    return {(lacking.component, lacking.check) for lacking in answers.lacking}


def test_the_component_of_the_empty_threat_has_no_refinement() -> None:
    """Entry deterrence: staying out is kept up by a fight that does not pay (Selten 1978)."""
    answers = sf.equilibria("entry-deterrence", complete=True)
    names = ("sequential", "quasi-perfect", "proper", "normal-form-perfect", "subgame_perfect")
    marked = answers.checked(*names, "extensive-form-perfect")
    for check in (
        "sequential",
        "quasi-perfect",
        "proper",
        "subgame perfect",
        "normal-form perfect",
    ):
        assert marks_of(marked, check) == [False, False, True]
        assert (0, check) in lacking_of(marked)
    assert lacking_of(marked) == {(0, check) for check in marked.checks}
    assert answers.checks == ()
    assert "component 1 has no sequential equilibrium" in str(marked.report())


def test_both_components_of_beer_and_quiche_are_sequential() -> None:
    """The intuitive criterion excludes quiche, sequential rationality does not (Cho & Kreps 1987)."""
    marked = sf.equilibria("beer-quiche", complete=True).checked("sequential", "quasi-perfect")
    assert marks_of(marked, "sequential") == [True] * 4
    assert marks_of(marked, "quasi-perfect") == [True] * 4
    assert marked.lacking == ()


def test_the_threat_against_the_horse_is_in_a_component_without_sequential_equilibria() -> None:
    marked = sf.equilibria("seltens-horse", complete=True).checked(
        "sequential", "extensive-form-perfect", "subgame-perfect"
    )
    assert marks_of(marked, "sequential") == [False, False, True]
    assert marks_of(marked, "subgame perfect") == [True, True, True]
    assert lacking_of(marked) == {(0, "sequential"), (0, "extensive-form perfect")}


def test_a_mixture_of_extreme_equilibria_can_be_the_only_refined_member() -> None:
    """In the game of von Stengel, van den Elzen & Talman c has probability 2/3 in the quasi-perfect one of L and a."""
    answers = sf.equilibria("vsvet-figure-1", complete=True)
    marked = answers.checked("quasi-perfect", "normal-form-perfect")
    assert marks_of(marked, "quasi-perfect") == [False, False, True, True]
    assert marked.lacking == ()
    first, second = ([answers.plans[i][k] for k in answers.subsets[0].plans[i]] for i in (0, 1))
    member = MemberSearch(answers.game, quasi_perfect=True).member((first, second))
    assert member is not None
    assert sf.check(answers.game, member, quasi_perfect=True).checks["quasi-perfect"]
    assert member[0]["start"]["L"] == 1
    assert 0 < member[1]["h'"]["c"] < 1


def test_plans_are_completed_where_they_leave_behavior_open() -> None:
    """Of the centipede only taking at once is an equilibrium outcome; what is planned later decides refinement."""
    answers = sf.equilibria("centipede(moves=4)", complete=True)
    marked = answers.checked("quasi-perfect", "subgame-perfect")
    (perfect,) = (member for member in marked if member.certificate.checks["quasi-perfect"])
    assert perfect.check(subgame_perfect=True, quasi_perfect=True).checks == {
        "subgame perfect": True,
        "quasi-perfect": True,
    }
    for member, before in zip(marked, answers, strict=True):
        assert member.plans is before.plans
        for plan, strategy in zip(member.plans, member.profile, strict=True):
            assert strategy.plan.exact_weights("test").equals(plan.exact_weights("test"))


def test_each_equilibrium_of_a_list_can_be_checked() -> None:
    for answers in (
        sf.equilibria("beer-quiche", complete=True),
        sf.equilibria("beer-quiche", starts=5),
    ):
        for member in answers:
            checks = member.check(sequential=True, quasi_perfect=True).checks
            assert checks["sequential"]
            assert checks["quasi-perfect"]
    marked = sf.equilibria("beer-quiche", starts=5).checked("sequential")
    assert all(member.certificate.checks["sequential"] for member in marked)
    assert "Claims about each" in str(marked.report())
    solved = sf.solve("beer-quiche", exact=True)
    assert solved.check(sequential=True, beliefs="bayes").checks["sequential"]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (
            "propr",
            r"no claim 'propr' of such a game; did you mean proper\?; known: normal-form-perfect",
        ),
        ("maximin", "maximin: not a claim about equilibria"),
    ],
)
def test_what_is_no_claim_about_equilibria_is_refused(claim: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        sf.equilibria("entry-deterrence", complete=True).checked(claim)
    with pytest.raises(InputError, match="at least one claim expected"):
        sf.equilibria("entry-deterrence", complete=True).checked()


def test_a_single_equilibrium_that_is_not_proper_is_a_component_without_a_proper_one() -> None:
    """Of the game of Myerson (1978), in which (2, 2) is perfect, but not proper, and isolated."""
    payoffs = [[1, 0, -9], [0, 0, -7], [-9, -7, -7]]
    marked = sf.equilibria(sf.bimatrix_game("Myerson", payoffs, payoffs), complete=True).checked(
        "proper", "quasi-perfect", "extensive-form-perfect"
    )
    assert marks_of(marked, "proper").count(True) == 1
    lacking = lacking_of(marked)
    perfect = marks_of(marked, "quasi-perfect")
    assert marks_of(marked, "extensive-form perfect") == perfect
    assert perfect.count(True) == 2
    for component in range(marked.components):
        of_component = [
            member for member in marked if marked.subsets[member.subsets[0]].component == component
        ]
        is_proper = any(member.certificate.checks["proper"] for member in of_component)
        assert ((component, "proper") in lacking) == (not is_proper)


def test_a_profile_that_is_computed_as_extensive_form_perfect_is_proven_by_its_family() -> None:
    """In this game players move twice, and no family of quasi-perfection proves the profile."""
    game = sf.load("random-game(seed=12,depth=4,max_actions=2,payoffs=2,zero_sum=false,merge=1/2)")
    assert not moves_once(game)
    computed = sf.solve(game, "extensive-form-perfect", exact=True)
    checks = sf.check(game, computed.profile, extensive_form_perfect=True).checks
    assert checks["extensive-form perfect"]
    marked = sf.equilibria(game, complete=True).checked("extensive-form-perfect")
    (place,) = (
        place
        for place, member in enumerate(marked)
        if all(
            own.plan.exact_weights("test").equals(plan.exact_weights("test"))
            for own, plan in zip(computed.profile, member.plans, strict=True)
        )
    )
    assert marks_of(marked, "extensive-form perfect")[place]


@pytest.mark.parametrize("seed", range(6))
def test_without_own_later_moves_extensive_form_perfect_is_quasi_perfect(seed: int) -> None:
    """In games of one move each both are: neither strategy is dominated, which linear programs decide by themselves."""
    random = Random(seed)
    first, second = ([[random.randint(0, 2) for _ in range(3)] for _ in range(3)] for _ in range(2))
    game = sf.bimatrix_game("drawn", first, second)
    assert moves_once(game)
    marked = sf.equilibria(game, complete=True).checked(
        "extensive-form-perfect", "quasi-perfect", "normal-form-perfect"
    )
    for member in marked:
        checks = member.certificate.checks
        assert checks["extensive-form perfect"] == checks["normal-form perfect"]
        assert checks["quasi-perfect"] == checks["normal-form perfect"]


@pytest.mark.parametrize("name", ["beer-quiche", "entry-deterrence", "job-signals"])
def test_what_is_computed_as_extensive_form_perfect_is_quasi_perfect_where_nobody_moves_twice(
    name: str,
) -> None:
    game = sf.load(name)
    assert moves_once(game)
    profile = sf.solve(game, "extensive-form-perfect").profile
    assert sf.check(game, profile, quasi_perfect=True).checks["quasi-perfect"]
    assert sf.check(game, profile, extensive_form_perfect=True).checks["extensive-form perfect"]


def test_who_moves_twice_in_a_play_is_seen_unless_one_move_is_forced() -> None:
    def last(actions: str) -> Any:
        return sf.move(0, "last", {action: sf.leaf(1, 0) for action in actions})

    def game(actions: str) -> ExtensiveGame:
        reply = sf.move(1, "reply", {"l": last(actions), "r": sf.leaf(0, 1)})
        return sf.tree("twice", sf.move(0, "start", {"out": sf.leaf(0, 0), "in": reply}))

    assert not moves_once(game("ab"))
    assert moves_once(game("a"))
    assert not moves_once(sf.load("centipede(moves=4)"))


def bargaining() -> ExtensiveGame:
    """An offer of four shares, each with three answers: 81 reduced pure strategies of player 2."""

    def answer(share: int) -> Any:
        replies = {"accept": sf.leaf(3 - share, share), "reject": sf.leaf(0, 0)}
        return sf.move(1, f"offer {share}", {**replies, "burn": sf.leaf(-1, -1)})

    return sf.tree(
        "bargain", sf.move(0, "offer", {str(share): answer(share) for share in range(4)})
    )


def entry_in_two_ways(fight: int = 0) -> ExtensiveGame:
    """An incumbent who does not see how the entrant came fights with this payoff in one way, and 0 in the other."""

    def reply(payoff: int) -> Any:
        return sf.move(1, "entered", {"fight": sf.leaf(-1, payoff), "yield": sf.leaf(2, 1)})

    ways = {"out": sf.leaf(0, 4), "small": reply(fight), "large": reply(0)}
    return sf.tree("entry in two ways", sf.move(0, "start", ways))


def test_a_refusal_of_one_claim_leaves_it_open_with_its_reason_and_all_others_decided() -> None:
    marked = sf.equilibria(bargaining(), complete=True).checked("sequential", "proper")
    assert None not in marks_of(marked, "sequential")
    proper = marks_of(marked, "proper")
    assert set(proper) == {False, None}
    is_open = [place for place, mark in enumerate(proper) if mark is None]
    for place in is_open:
        reason = marked[place].certificate.undecided["proper"]
        assert "up to 40 reduced pure strategies, and Player 2 has 81" in reason
        assert "take quasi-perfect" not in reason
        assert marked[place].certificate.claims["proper equilibrium"] == "open"
    assert marked.open_reasons[0].startswith(f"open for equilibria {is_open[0] + 1}, ")


def test_a_refusal_of_a_whole_game_leaves_a_claim_open() -> None:
    """A game of matrices has no nodes, and beliefs are about nodes."""
    form = sf.builders.sequence_form(sf.load("entry-deterrence")).target
    game = sf.sequence_form(form.E, form.e, form.F, form.f, form.A, form.B)
    marked = sf.equilibria(game, complete=True).checked("sequential", "normal-form-perfect")
    assert marks_of(marked, "sequential") == [None] * 3
    assert "a game with a tree expected" in marked[0].certificate.undecided["sequential"]
    assert marks_of(marked, "normal-form perfect") == [False, False, True]


def test_what_pays_less_at_all_nodes_of_a_set_is_weak_perfect_bayesian_for_no_beliefs() -> None:
    marked = sf.equilibria(entry_in_two_ways(), complete=True).checked("weak-perfect-bayesian")
    assert None not in marks_of(marked, "weak perfect Bayesian")
    assert marks_of(marked, "weak perfect Bayesian").count(True) == 2
    fighting = next(member for member in marked if member.profile[1]["entered"]["fight"] == 1)
    assert fighting.certificate.checks == {"weak perfect Bayesian": False}


def test_what_pays_more_at_one_node_of_a_set_is_weak_perfect_bayesian_for_some_beliefs() -> None:
    marked = sf.equilibria(entry_in_two_ways(2), complete=True).checked("weak-perfect-bayesian")
    threats = [member for member in marked if member.profile[0]["start"]["out"] == 1]
    assert any(member.certificate.checks["weak perfect Bayesian"] for member in threats)


def test_a_reply_that_pays_less_whatever_a_tie_after_it_is_weak_perfect_bayesian_for_no_beliefs() -> (
    None
):
    """After both replies of player 2 the first player is indifferent, at one set."""

    def after(earned: int) -> Any:
        return sf.move(0, "b", {"x": sf.leaf(0, earned), "y": sf.leaf(0, earned)})

    reply = sf.move(1, "h", {"good": after(1), "bad": after(0)})
    game = sf.tree("tie", sf.move(0, "a", {"out": sf.leaf(2, 2), "in": reply}))
    marked = sf.equilibria(game, complete=True).checked("weak-perfect-bayesian")
    assert marks_of(marked, "weak perfect Bayesian") == [True, False]


def entry_after_an_investment() -> ExtensiveGame:
    """Twice the same entry with a reply at one set to two ways of entering; plans of player 2 lead to one of them."""

    def entry(way: str) -> Any:
        def reply(fight: tuple[int, int], share: tuple[int, int]) -> Any:
            return sf.move(1, f"I{way}", {"fight": sf.leaf(*fight), "share": sf.leaf(*share)})

        choices = {
            "out": sf.leaf(1, 4),
            "in": reply((-1, -1), (2, 2)),
            "niche": reply((0, 1), (2, 1)),
        }
        return sf.move(0, f"E{way}", choices)

    return sf.tree("two", sf.move(1, "invest", {"no": entry("n"), "yes": entry("y")}))


def test_what_is_inferior_at_a_set_is_in_no_completion_that_is_extensive_form_perfect() -> None:
    """Fighting is, by what the other set leaves open or not, and so is "in", by a reply to "niche" that is no less."""
    answers = sf.equilibria(entry_after_an_investment(), complete=True)
    marked = answers.checked("extensive-form-perfect")
    perfect = []
    for member, holds in zip(marked, marks_of(marked, "extensive-form perfect"), strict=True):
        if holds:
            perfect.append([member.profile[0][name]["niche"] for name in ("En", "Ey")])
        else:
            assert holds is False
            reason = member.objections["extensive-form perfect"]
            assert "in the agent normal form" in reason
    assert perfect == [[1, 1]] * 2


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_no_sampled_completion_of_a_refuted_equilibrium_is_extensive_form_perfect(
    seed: int,
) -> None:
    """Random trees with ties: "no" in a list is no "yes" of a completion by pure moves, nor of the one computed."""
    game = sf.load(
        f"random-game(seed={seed},depth=3,max_actions=2,payoffs=1,zero_sum=false,merge=1/2)"
    )
    answers = sf.equilibria(game, complete=True)
    assume(len(answers) <= 20)
    computed = sf.solve(game, "extensive-form-perfect", exact=True).profile
    plans = [strategy.plan.exact_weights("test").to_fractions() for strategy in computed]
    for member in answers.checked("extensive-form-perfect"):
        if member.certificate.checks.get("extensive-form perfect") is not False:
            continue
        own = [plan.exact_weights("test").to_fractions() for plan in member.plans]
        assert own != plans
        for profile in completions(member, 8):
            checks = sf.check(game, profile, extensive_form_perfect=True).checks
            assert not checks.get("extensive-form perfect")


def completions(equilibrium: Any, limit: int = 64) -> list[sf.BehaviorProfile]:
    """The completions of an extreme equilibrium's plans that take one action wherever the plans leave it open."""
    strategies: list[list[sf.BehaviorStrategy]] = []
    for plan, strategy in zip(equilibrium.plans, equilibrium.profile, strict=True):
        index = plan.index
        weights = plan.exact_weights("test").to_fractions()
        choices = []
        for row, above in enumerate(index.parent_sequence.tolist()):
            own = range(*index.first_sequence[row : row + 2].tolist())
            choices.append([None] if weights[above] else list(own))
        completed = []
        for chosen in product(*choices):
            probabilities = strategy.probabilities.copy()
            for row, sequence in enumerate(chosen):
                if sequence is not None:
                    start, stop = index.first_sequence[row : row + 2].tolist()
                    probabilities[start:stop] = 0
                    probabilities[sequence] = 1
            completed.append(sf.BehaviorStrategy(index, probabilities))
        strategies.append(completed)
    pairs = list(product(strategies[0], strategies[1]))[:limit]
    return [sf.BehaviorProfile(pair, equilibrium.game) for pair in pairs]


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6))
def test_a_search_misses_no_completion_that_is_weak_perfect_bayesian(seed: int) -> None:
    """Where some completion by pure moves is one, "no" would be wrong; and what is found passes the check."""
    game = sf.load(
        f"random-game(seed={seed},depth=3,max_actions=2,payoffs=2,zero_sum=false,merge=1/2)"
    )
    for member in sf.equilibria(game, complete=True)[:6]:
        (marked,) = (
            each
            for each in sf.equilibria(game, complete=True).checked("weak-perfect-bayesian")
            if each.numbers == member.numbers
        )
        holds = marked.certificate.checks.get("weak perfect Bayesian")
        if holds:
            certificate = sf.check(game, marked.profile, weak_perfect_bayesian=True)
            assert certificate.checks["weak perfect Bayesian"]
        elif holds is False:
            for profile in completions(member):
                certificate = sf.check(game, profile, weak_perfect_bayesian=True)
                assert not certificate.checks["weak perfect Bayesian"]


def test_beliefs_at_a_set_need_not_justify_later_moves_to_which_its_owner_does_not_go() -> None:
    """At h the belief in z2 makes a optimal, at h2, after b, that in z1 makes c so; no belief does both."""

    def after(ending: int, c: int, d: int) -> Any:
        later = sf.move(1, "h2", {"c": sf.leaf(-1, c), "d": sf.leaf(-1, d)})
        return sf.move(1, "h", {"a": sf.leaf(-1, ending), "b": later})

    ways = {"out": sf.leaf(0, 0), "z1": after(0, 8, 7), "z2": after(5, 0, 4)}
    game = sf.tree("late", sf.move(0, "start", ways))
    profile = sf.profile(game, {"start": {"out": 1}, "h": {"a": 1}, "h2": {"c": 1}})
    assert sf.check(game, profile, weak_perfect_bayesian=True).checks["weak perfect Bayesian"]


def test_claims_that_are_asked_for_together_have_the_marks_of_each_by_itself() -> None:
    """Implications decide some of them, and completions are shared."""
    claims = ("normal-form-perfect", "sequential", "quasi-perfect", "proper", "subgame-perfect")
    for name in ("entry-deterrence", "beer-quiche", "vsvet-figure-1", "centipede(moves=3)"):
        answers = sf.equilibria(name, complete=True)
        together = answers.checked(*claims, "weak-perfect-bayesian")
        for claim in (*claims, "weak-perfect-bayesian"):
            alone = answers.checked(claim)
            assert marks_of(together, alone.checks[0]) == marks_of(alone, alone.checks[0])


def test_marks_that_were_cut_short_go_on_where_they_were() -> None:
    answers = sf.equilibria("entry-deterrence", complete=True)
    first = answers.checked("sequential", progress=stop_at("2 of 3", KeyboardInterrupt()))
    assert first[2].certificate.undecided == {"sequential": "sequential: not examined, interrupted"}
    second = first.checked("sequential")
    assert marks_of(second, "sequential") == [False, False, True]
    assert second[2].certificate.undecided == {}


def test_claims_that_take_little_time_are_decided_for_all_before_the_others() -> None:
    answers = sf.equilibria("entry-deterrence", complete=True)
    stop = stop_at("proper: 0 of 3", KeyboardInterrupt())
    marked = answers.checked("proper", "sequential", progress=stop)
    assert marks_of(marked, "sequential") == [False, False, True]
    assert marks_of(marked, "proper") == [None] * 3
    assert marked.marked == 0


def stop_at(words: str, error: BaseException) -> Callable[[str], None]:
    """Return a function for messages that raises an error at the first one with some words."""

    def report(text: str) -> None:
        if words in text:
            raise error

    return report


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (TimeLimitError("time limit reached"), "time limit"),
        (
            SolveError("a solver stopped", RawSolution(Termination.TIME_LIMIT, "stopped")),
            "time limit",
        ),
    ],
)
def test_marks_that_are_cut_short_keep_all_equilibria_and_those_decided(
    error: BaseException, reason: str
) -> None:
    answers = sf.equilibria("entry-deterrence", complete=True)
    marked = answers.checked("sequential", progress=stop_at("2 of 3", error))
    assert len(marked) == 3
    assert marks_of(marked, "sequential") == [False, False, None]
    assert (marked.marked, marked.marks_stopped, marked.finished) == (2, reason, True)
    assert marked.lacking == ()
    assert f"{reason} while claims were decided: 2 of 3 equilibria examined" in str(marked.report())
    whole = answers.checked("sequential")
    assert (whole.marked, whole.marks_stopped) == (3, "")


def test_marks_of_components_that_are_cut_short_name_those_examined() -> None:
    answers = sf.equilibria("entry-deterrence", complete=True)
    stop = stop_at("1 of 2 components", KeyboardInterrupt())
    marked = answers.checked("sequential", progress=stop)
    assert marks_of(marked, "sequential") == [False, False, True]
    assert lacking_of(marked) == {(0, "sequential")}
    assert "3 of 3 equilibria examined, but not all components" in str(marked.report())


def test_no_time_leaves_all_marks_of_a_list_open() -> None:
    found = sf.equilibria("beer-quiche", starts=5).checked("sequential", time_limit=0)
    assert (found.marked, found.marks_stopped, found.finished) == (0, "time limit", True)
    assert "time limit while claims were decided: 0 of" in str(found.report())
    assert "open" in str(found.report())


def test_errors_of_a_mark_that_are_no_limit_are_raised() -> None:
    answers = sf.equilibria("entry-deterrence", complete=True)
    with pytest.raises(SolveError, match="a solver failed"):
        answers.checked("sequential", progress=stop_at("0 of", SolveError("a solver failed")))


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "seqform: interrupted\n"),
        (
            TimeLimitError("time limit reached"),
            3,
            "seqform: stopped at the time limit after the claims about 1 of 3 equilibria; all that were found are "
            "above\n",
        ),
    ],
)
def test_the_command_writes_the_equilibria_where_marks_are_cut_short(
    seqform: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    status: int,
    message: str,
) -> None:
    decide = Marks.decide
    calls = []

    def cut_short(marks: Marks, name: str, mark: Any) -> None:
        calls.append(mark)
        if len(calls) > 1:
            raise error
        decide(marks, name, mark)

    monkeypatch.setattr(Marks, "decide", cut_short)
    file = tmp_path / "all.json"
    line = ("equilibria", "entry-deterrence", "--complete", "--check", "sequential", "-o", file)
    ended, out, err = seqform(*map(str, line))
    assert (ended, err) == (status, message)
    assert "3 extreme equilibria" in out
    data = json.loads(file.read_text())
    assert len(data["equilibria"]) == 3
    assert data["marked"] == 1
    assert [each["certificate"]["checks"] for each in data["equilibria"]] == [
        {"sequential": False},
        {},
        {},
    ]


def test_after_an_interrupted_search_the_command_decides_no_marks(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _Search.run

    def interrupted(search: _Search) -> None:
        run(search)
        raise KeyboardInterrupt

    monkeypatch.setattr(_Search, "run", interrupted)
    status, out, _ = seqform("equilibria", "entry-deterrence", "--complete", "--check", "proper")
    assert status == 130
    assert "3 extreme equilibria" in out
    assert out.count("open") >= 3


@pytest.mark.parametrize("seed", range(8))
def test_no_sequential_equilibrium_plays_what_is_never_optimal(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=3,payoffs=3,zero_sum=false,merge=1/2)")
    profile = sf.solve(game, "sequential").profile
    for strategy, excluded in zip(profile, never_optimal(game), strict=True):
        assert not strategy.probabilities[excluded].any()


def test_what_is_never_optimal_is_found_from_the_end_of_the_game() -> None:
    """In the centipede taking is best at the last set, and so at each set before; passing is excluded everywhere."""
    for sequences, excluded in zip(
        sf.load("centipede(moves=4)").sequences,
        never_optimal(sf.load("centipede(moves=4)")),
        strict=True,
    ):
        names = [sequences.index.names[place] for place in np.flatnonzero(excluded)]
        assert len(names) == sequences.index.num_infosets


def pure_profiles(game: ExtensiveGame) -> list[sf.BehaviorProfile]:
    """All profiles that take one action at each information set."""
    strategies: list[list[sf.BehaviorStrategy]] = []
    for sequences in game.sequences:
        index = sequences.index
        choices = [range(*index.first_sequence[row : row + 2]) for row in range(index.num_infosets)]
        own = []
        for chosen in product(*choices):
            probabilities = np.full(len(index), 0, dtype=object)
            probabilities[[0, *chosen]] = 1
            own.append(sf.BehaviorStrategy(index, probabilities))
        strategies.append(own)
    pairs = product(strategies[0], strategies[1])
    return [sf.BehaviorProfile(pair, game) for pair in pairs]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_a_search_for_members_misses_no_pure_sequential_equilibrium(seed: int) -> None:
    """Every pure profile that is decided to be one has plans for which the search finds one, and conversely its answer
    passes the check of profiles."""
    game = sf.load(
        f"random-game(seed={seed},depth=3,max_actions=2,payoffs=2,zero_sum=false,merge=1/2)"
    )
    profiles = pure_profiles(game)[:40]
    for claim, quasi_perfect in (("sequential", False), ("quasi-perfect", True)):
        asked: dict[str, Any] = {claim.replace("-", "_"): True}
        search = MemberSearch(game, quasi_perfect=quasi_perfect)
        for profile in profiles:
            certificate = sf.check(game, profile, **asked)
            if not certificate.proven:
                continue
            try:
                member = search.member(([profile[0].plan], [profile[1].plan]))
            except TooManyCasesError:
                continue
            if certificate.checks[claim]:
                assert member is not None
            if member is not None:
                found = sf.check(game, member, **asked)
                assert found.proven
                assert found.checks[claim]


def test_isolated_equilibria_are_one_table_of_what_is_played_with_their_marks() -> None:
    game = sf.bimatrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows="TB", columns="LR")
    found = sf.equilibria(game, complete=True).checked("sequential")
    text = str(found)
    assert "T: 2/3, B: 1/3 │ L: 1/3, R: 2/3 │ 2/3, 2/3 │ yes" in text
    assert "Maximal Nash subsets" not in text
    titles = [part.title for part in found.report(everything=True).parts if isinstance(part, Table)]
    assert "Maximal Nash subsets, products of convex hulls" in titles


def test_equilibria_of_a_continuum_have_the_tables_of_plans_and_subsets_after_what_is_played() -> (
    None
):
    text = str(sf.equilibria("vsvet-figure-1", complete=True))
    assert text.index("a; c: 1/12, d: 11/12") < text.index("Maximal Nash subsets")


@pytest.mark.parametrize("rows", [("Up", "Down"), ("Bound upward " * 8, "Bound downward " * 8)])
def test_what_is_played_is_the_first_table_whether_labels_are_long_or_not(
    rows: tuple[str, str],
) -> None:
    game = sf.bimatrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows=[row.strip() for row in rows])
    first = sf.equilibria(game, complete=True).report().parts[0]
    assert isinstance(first, Table)
    assert first.columns[1:3] == ("Player 1 plays", "Player 2 plays")
    assert str(first.rows[0][1]) == rows[0].strip()


def test_a_line_stands_for_what_is_played_where_that_is_too_long_for_a_table() -> None:
    names = [f"{number} {'long' * 100}" for number in range(2)]
    game = sf.bimatrix_game([[2, 0], [0, 1]], rows=names)
    text = str(sf.equilibria(game, complete=True))
    assert "plays" not in text
    assert text.startswith("what is played is long: the extreme plans below have it")
    assert "Extreme plans of Player 1" in text


def test_of_many_equilibria_the_first_have_what_is_played_and_a_line_counts_the_others() -> None:
    identity = np.eye(5, dtype=np.int64).tolist()
    game = sf.bimatrix_game(identity, identity)
    first, line, *_ = sf.equilibria(game, complete=True).report().parts
    assert isinstance(first, Table)
    assert len(first.rows) == 16
    assert list(map(str, first.rows[0][1:3])) == ["1", "1"]
    assert isinstance(line, Line)
    assert (line.text, line.hint) == ("15 more", "--all shows every one")


def test_marks_of_many_equilibria_are_counted_by_outcome(seqform: Run) -> None:
    game = entry_after_an_investment()
    marked = sf.equilibria(game, complete=True).checked("extensive-form-perfect")
    tables = [part for part in marked.report().parts if isinstance(part, Table)]
    (table,) = (table for table in tables if table.title.startswith("Outcomes"))
    assert [sum(column) for column in zip(*(row[1:2] for row in table.rows), strict=True)] == [24]
    assert len(table.rows) == marked.distributions == 10
    verdicts: dict[str, int] = {}
    for outcome, row in zip(marked.outcomes, table.rows, strict=True):
        tally = outcome.verdicts["extensive-form perfect"]
        assert sum(tally.values()) == outcome.equilibria == row[1]
        for verdict, number in tally.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + number
    assert verdicts == {"yes": 2, "no": 22}
    assert row[4] in {"yes", "no"}

    few = sf.equilibria("entry-deterrence", complete=True).checked("sequential")
    titles = [part.title for part in few.report().parts if isinstance(part, Table)]
    assert not any(title.startswith("Outcomes") for title in titles)
    status, out, _ = seqform(
        "equilibria", "entry-deterrence", "--complete", "--check", "sequential", "--json"
    )
    assert status == 0
    assert json.loads(out)["outcomes"] == [
        {
            "distribution": 0,
            "equilibria": 2,
            "values": ["1", "5"],
            "checks": {"sequential": {"no": 2}},
        },
        {
            "distribution": 1,
            "equilibria": 1,
            "values": ["2", "2"],
            "checks": {"sequential": {"yes": 1}},
        },
    ]


@pytest.mark.parametrize("objective", ["social", "best-for-1"])
def test_the_best_equilibrium_is_named_in_the_list_with_its_marks(
    seqform: Run, objective: str
) -> None:
    command = ("equilibria", "entry-deterrence", "--complete", "--objective", objective)
    _, printed, _ = seqform(*command, "--check", "sequential", "--json")
    data = json.loads(printed)
    best = data["best"]
    component = data["subsets"][data["equilibria"][best["place"]]["subsets"][0]]["component"]
    assert best["component"] == component
    assert best["values"] == data["equilibria"][best["place"]]["values"]
    _, printed, _ = seqform(*command, "--check", "sequential")
    claim = data["equilibria"][best["place"]]["certificate"]["checks"]["sequential"]
    line = next(line for line in printed.splitlines() if line.startswith("the best by"))
    assert f"equilibrium {best['place'] + 1} of the list, in component {component + 1}" in line
    assert f"sequential: {'yes' if claim else 'no'}" in " ".join(printed.split())


def test_a_best_equilibrium_that_is_a_mixture_is_named_by_its_component() -> None:
    """The column player, who is indifferent, may mix: what pays both 1 is none of the list."""
    answers = sf.equilibria(sf.bimatrix_game([[0, 2]], [[1, 1]]), complete=True)
    assert place_of(answers, answers.best("nearest(1,1)")) == (None, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--back"], "back (--back): does not apply to concept 'quasi-perfect', only to 'nash'"),
        (["--back", "--jobs", "2"], "do not apply to concept 'quasi-perfect'"),
    ],
)
def test_arguments_that_do_not_apply_are_named_alone(
    seqform: Run, options: list[str], message: str
) -> None:
    command = ("equilibria", "entry-deterrence", "--concept", "quasi-perfect")
    status, _, error = seqform(*command, *options)
    assert (
        status == 2 and message in error and "formulation" not in error and "initial" not in error
    )


@pytest.mark.parametrize("settings", [{"complete": True}, {"starts": 3}])
def test_marks_have_the_reservation_of_the_single_answer(settings: dict[str, Any]) -> None:
    refused = move(1, "B", {"good": leaf(0, 1), "bad": leaf(0, 0)})
    own = move(0, "A", {"l": leaf(1, 1), "r": leaf(0, 0)})
    game = tree("zero", chance({"never": (0, refused), "always": (1, own)}))
    marked = sf.equilibria(game, **settings).checked("sequential", "subgame-perfect")
    for equilibrium in marked:
        assert equilibrium.certificate.reserved == ("sequential",)
        assert "sequential: yes within chance's reach" in str(equilibrium.certificate)
    assert "yes within chance's reach" in marked.report().to_markdown()

    everywhere = sf.equilibria("chicken", **settings).checked("sequential")
    assert all(equilibrium.certificate.reserved == () for equilibrium in everywhere)
    assert "within chance's reach" not in everywhere.report().to_markdown()
