"""The best answers of several concepts in one table: relations among their values, proofs, and the command."""

import json
from fractions import Fraction
from typing import Any

import pytest
from command_line import Run
from correlated_games import drawn_game, xor_game

import seqform as sf
from seqform.errors import InputError, TimeLimitError, UnknownLabelError
from seqform.paths import concept_comparison
from seqform.paths.concept_comparison import ComparedAnswer, ConceptComparison
from seqform.solving import api
from seqform.solving.routes import correlated

CORRELATED = ("extensive-form-correlated", "extensive-form-coarse", "normal-form-coarse")


def by_name(comparison: ConceptComparison) -> dict[tuple[str, int | None], ComparedAnswer]:
    """Return the answers by concept and leader."""
    return {(row.concept, row.leader): row for row in comparison.answers}


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_a_player_earns_more_the_more_a_concept_allows(seed: int, player: int) -> None:
    comparison = sf.compare_concepts(drawn_game(seed), f"best-for-{player + 1}", leaders=(player,))
    rows = by_name(comparison)
    chain = ["nash", *CORRELATED]
    values = [Fraction(rows[name, None].answer.values[player]) for name in chain]
    assert values == sorted(values)
    committed = rows["stackelberg", player].answer.values[player]
    assert committed >= values[0]
    mediated = rows["stackelberg-correlated", player].answer.values[player]
    assert mediated >= max(committed, values[1])
    assert all(row.optimal and row.claim == "proven" for row in comparison.answers)


@pytest.mark.parametrize("objective", ["social", "least-social", "weights(1,-2)"])
def test_the_best_equilibrium_is_that_of_all(objective: str) -> None:
    comparison = sf.compare_concepts("battle-of-the-sexes", objective, concepts=("nash",))
    (row,) = comparison.answers
    best = sf.equilibria("battle-of-the-sexes", complete=True).best(objective)
    assert row.answer.values == best.values
    assert (row.proof, row.optimal) == ("best", True)


def test_of_larger_games_the_best_equilibrium_is_the_claim_of_a_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = sf.compare_concepts("battle-of-the-sexes", "social", concepts=("nash",)).answers[0]
    monkeypatch.setattr(concept_comparison, "USUAL_SEQUENCES", 1)
    (row,) = sf.compare_concepts("battle-of-the-sexes", "social", concepts=("nash",)).answers
    assert row.total == small.total
    assert (row.proof, row.claim, row.optimal) == ("claim", "proven", False)


def test_in_a_constant_sum_game_all_answers_are_worth_the_value() -> None:
    comparison = sf.compare_concepts("kuhn")
    assert comparison.remarks == ()
    for row in comparison.answers:
        assert row.answer.values == (Fraction(-1, 18), Fraction(1, 18))
        assert row.proof == "best"


def test_concepts_of_which_a_bound_alone_is_known_are_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(correlated, "may_be_priced", lambda pairs: False)
    comparison = sf.compare_concepts(xor_game(), concepts=("nash", "extensive-form-correlated"))
    assert [row.concept for row in comparison.answers] == ["nash"]
    (remark,) = comparison.remarks
    assert remark.startswith("extensive-form-correlated: left out; social: 2 is a bound")
    assert comparison.as_dict()["remarks"] == [remark]
    assert remark in " ".join(str(comparison).split())


def test_what_is_known_at_the_time_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = api.solve

    def hurried(game: Any, concept: str, **settings: Any) -> Any:
        if concept != "nash":
            raise TimeLimitError("time limit of 60 s reached")
        return solve(game, concept, **settings)

    monkeypatch.setattr(api, "solve", hurried)
    comparison = sf.compare_concepts("kuhn", concepts=("nash", "stackelberg"))
    assert [row.concept for row in comparison.answers] == ["nash"]
    assert comparison.remarks == (
        "stackelberg of Player 1: left out; time limit of 60 s reached",
        "stackelberg of Player 2: left out; time limit of 60 s reached",
    )
    with pytest.raises(TimeLimitError, match="60 s reached"):
        sf.compare_concepts("kuhn", concepts=("stackelberg",))


def test_what_not_all_concepts_have_is_refused() -> None:
    for wanted in ("fairest", "probability(agreement)", "social where 1>=2"):
        with pytest.raises(InputError, match="which all concepts have"):
            sf.compare_concepts("chicken", wanted)
    with pytest.raises(InputError, match="no concept whose best answer is computed: 'proper'"):
        sf.compare_concepts("chicken", concepts=("proper",))
    for concepts in ("nash", ()):
        with pytest.raises(InputError, match="concepts: a sequence such as"):
            sf.compare_concepts("chicken", concepts=concepts)
    with pytest.raises(InputError, match="leaders: a sequence such as"):
        sf.compare_concepts("chicken", leaders=())
    with pytest.raises(UnknownLabelError, match="Bob"):
        sf.compare_concepts("chicken", leaders=("Bob",))


def test_the_command_shows_the_table_and_its_data(seqform: Run) -> None:
    status, shown, _ = seqform("compare", "job-signals", "--objective", "social")
    assert status == 0
    assert "stackelberg-correlated" in shown
    status, text, _ = seqform(
        "compare", "job-signals", "--objective", "social", "--concept", "nash", "--json"
    )
    assert status == 0
    (answer,) = json.loads(text)["answers"]
    assert answer["values"] == ["0", "6"]
    assert (answer["sum"], answer["claim"], answer["optimal"]) == ("6", "proven", True)
    status, _, error = seqform("compare", "kuhn", "--objective", "social", "--blunder", "1/2")
    assert status == 2
    assert "--blunder" in error


def test_an_interruption_keeps_the_answers_that_are_known(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = concept_comparison._best_answer

    def interrupted(game: Any, name: str, *arguments: Any) -> ComparedAnswer:
        if name == "normal-form-coarse":
            raise KeyboardInterrupt
        return best(game, name, *arguments)

    monkeypatch.setattr(concept_comparison, "_best_answer", interrupted)
    concepts = ("nash", "normal-form-coarse")
    comparison = sf.compare_concepts("battle-of-the-sexes", "social", concepts=concepts)
    assert [row.concept for row in comparison.answers] == ["nash"]
    assert comparison.stopped == "interrupted"
    assert comparison.remarks == ("normal-form-coarse: left out; interrupted",)
    status, out, _ = seqform("compare", "battle-of-the-sexes", "--objective", "social")
    assert status == 130
    assert "nash" in out
    with pytest.raises(KeyboardInterrupt):
        sf.compare_concepts("battle-of-the-sexes", "social", concepts=concepts[1:])
