"""Expanded ordered games, whole and shrunk without loss, are worth what Gambit and OpenSpiel say."""

from __future__ import annotations

import pytest

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games.formats.pygambit import to_pygambit
from seqform.builders.games.ordered.expansion import to_extensive


@pytest.mark.parametrize("spec", ["tiny-poker", "kuhn(ranks=4)", "leduc(ranks=2,max_bets=1)"])
def test_gambit_finds_the_value_of_the_shrunk_game_that_seqform_finds_of_the_whole(spec: str) -> None:
    pygambit = pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    game = sf.load(spec, kind="ordered")
    theirs = to_pygambit(to_extensive(game, equitable_filters(game)))
    found = pygambit.nash.lp_solve(theirs, rational=False).equilibrium
    ours = sf.solve(to_extensive(game), exact=True).values[0]
    values = [payoff for _, payoff in found.payoffs]
    assert values == pytest.approx([float(ours), -float(ours)], abs=1e-6)


def test_openspiels_best_responses_to_the_lifted_equilibrium_of_leduc_gain_nothing() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' brings OpenSpiel")
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import TabularPolicy

    found = sf.solve("leduc", preprocess="lossless", backend="highs")
    solution = found.saved()
    theirs = pyspiel.load_game("leduc_poker")
    policy = TabularPolicy(theirs)
    words = {0: "fold", 1: "call", 2: "raise"}
    for state in policy.states:
        player = state.current_player()
        cards, rounds = leduc_state(state)
        here = solution.strategy(player, cards[player], rounds[:-1], rounds[-1])
        row = policy.policy_for_key(state.information_state_string())
        for action in state.legal_actions():
            row[action] = here[renamed(words[action], rounds[-1])]
    assert exploitability.nash_conv(theirs, policy) < 1e-5


def leduc_state(state: object) -> tuple[list[list[str]], list[list[str]]]:
    """Return what each player has seen, and the actions of the rounds so far, in seqform's words."""
    deck = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
    history = state.full_history()  # type: ignore[attr-defined]
    cards: list[list[str]] = [[deck[history[0].action]], [deck[history[1].action]]]
    rounds: list[list[str]] = [[]]
    for move in history[2:]:
        if move.player < 0:
            for seen in cards:
                seen.append(deck[move.action])
            rounds.append([])
            continue
        rounds[-1].append(renamed({0: "fold", 1: "call", 2: "raise"}[move.action], rounds[-1]))
    return cards, rounds


def renamed(word: str, before: list[str]) -> str:
    """Return seqform's word for an action of OpenSpiel's, which calls checks calls and bets raises."""
    if "bet" in before:
        return word
    return {"call": "check", "raise": "bet"}[word]
