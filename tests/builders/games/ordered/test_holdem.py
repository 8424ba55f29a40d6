"""Endgames of hold'em: plain values and best responses by dense matrices, exact trees, and payoffs of OpenSpiel."""

import pickle
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_river import PlainRiver

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.operator import PayoffOperator
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.cards.deck import CARDS, parse_board
from seqform.builders.games.cards.strengths import strengths
from seqform.builders.games.ordered import betting
from seqform.builders.games.ordered.betting import no_limit
from seqform.builders.games.ordered.common_betting import common_round
from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError, ParseError
from seqform.models.games import ordered
from seqform.models.games.abstraction import identity_filters
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame, ClassStrategy, behavior_of_plan
from seqform.playable.ordered import PlayableOrderedGame
from seqform.verify.deal_certificate import certify_deals

NAMES = {"Fold": {"fold"}, "Call": {"check", "call"}, "Bet": {"bet", "raise"}, "AllIn": {"all-in"}}
"""Our actions by the names of OpenSpiel's."""

NUMBERS = {name: number for number, name in enumerate(CARDS)}
RIVERS = ("JsKs5cQs7d", "4s8hTc9h2s", "TsJsQsKsAs", "2s2h2d2cAs")
RANGES = ("QQ+ AK", "AA:0.1 T9s KQ; 22+ AK:3", "random:0.01 JJ; 87s 22:5", "AKs 65s; AKs 65s:1/3")


RIVERS_WITH_RANGES = [
    (board, ranges)
    for board, ranges in product(RIVERS, RANGES)
    if board == RIVERS[0] or "random" not in ranges  # all hands take seconds
]


def river(board: str, ranges: str, bets: str = "pot+all-in") -> OrderedGame:
    return sf.load(
        f"holdem(board={board},pot=10,stack=30,ranges={ranges},bets={bets})", kind="ordered"
    )


def random_behavior(classes: ClassGame, player: int, rng: Any) -> ClassStrategy:
    """A random strategy with many pure choices."""
    plan = []
    for number in range(classes.num_rounds):
        shape = classes.shape(player, number)
        plan.append(rng.integers(0, 3, shape) * rng.random(shape))
    return behavior_of_plan(classes, player, plan)


@settings(max_examples=15)
@given(st.sampled_from(RIVERS_WITH_RANGES), st.integers(0, 99))
def test_certificates_of_rivers_are_plain_values_and_best_responses(
    board_and_ranges: tuple[str, str], seed: int
) -> None:
    board, ranges = board_and_ranges
    game = river(board, ranges)
    filters = identity_filters(game)
    classes = class_game(*filters)
    rng = np.random.default_rng(seed)
    pair = random_behavior(classes, 0, rng), random_behavior(classes, 1, rng)
    certificate = certify_deals(game, filters, pair).certificate

    plain = PlainRiver(game, NUMBERS, parse_board(board))
    behaviors = pair[0].behavior[0][:, :, 0], pair[1].behavior[0][:, :, 0]
    assert float(certificate.values[0]) == pytest.approx(plain.value(behaviors), abs=1e-9)
    for player in (0, 1):
        best = plain.best_response(player, behaviors[1 - player])
        assert float(certificate.best_response_values[player]) == pytest.approx(best, abs=1e-9)

    operator = PayoffOperator(classes)
    for player in (0, 1):
        response = operator.best_response_value(1 - player, pair[player].plan())
        best = plain.best_response(1 - player, behaviors[player])
        assert response == pytest.approx(best, abs=1e-9)


@settings(max_examples=10)
@given(st.sampled_from(("9sTs4hKd", "JsKs5cQs")), st.sampled_from(RANGES[1:]), st.integers(0, 99))
def test_products_in_one_pass_are_those_over_written_pairs(
    board: str, ranges: str, seed: int
) -> None:
    if "random" in ranges:
        ranges = "TT+ 98s; 77 AKo"
    game = sf.load(
        f"holdem(board={board},pot=10,stack=60,ranges={ranges},bets=pot+all-in)", kind="ordered"
    )
    classes = class_game(*identity_filters(game))
    rng = np.random.default_rng(seed)
    in_one_pass, by_pairs = PayoffOperator(classes), PayoffOperator(classes, ranked=False)
    for player in (0, 1):
        plan = random_behavior(classes, 1 - player, rng).plan()
        first, one_pass = in_one_pass.gradient(player, plan)
        second, pairs = by_pairs.gradient(player, plan)
        assert first == pytest.approx(second, abs=1e-9)
        for table, other in zip(one_pass, pairs, strict=True):
            assert np.allclose(table, other, rtol=0, atol=1e-9)


@pytest.mark.parametrize("betting", ["bets=pot", "big_bet=5,max_bets=2", "big_bet=40,max_bets=2"])
@pytest.mark.parametrize("board", ["JsKs5cQs7d", "JsKs5cQs"])
def test_small_ranges_have_the_exact_value_of_their_tree(board: str, betting: str) -> None:
    name = f"holdem(board={board},pot=10,stack=60,ranges=AsAh QhQd:0.5; KhKd 9h8h:1/3,{betting})"
    tree = sf.load(name)
    exact = sf.solve(tree, exact=True)
    answer = sf.solve(name, preprocess="lossless", backend="cfr", target_gap=0.01)
    assert answer.certificate.nash_conv <= 0.01 + 1e-9
    assert float(answer.values[0]) == pytest.approx(float(exact.values[0]), abs=0.011)


@pytest.mark.parametrize(
    ("parameters", "note"),
    [
        (
            "stack=25,bets=0.5+2",
            "bet 0.5 pot, bet 2 pot: always all-in, since the stack is 25 and the pot 60; no bet",
        ),
        (
            "stack=25,bets=0.25+2+all-in",
            "bet 2 pot: always all-in, since the stack is 25 and the pot 60",
        ),
        ("stack=60,bets=pot+all-in", "bet pot: always all-in"),
        (
            "stack=100,bets=0.5,raises=pot+2",
            "raise pot, raise 2 pot: always all-in, since the stack is 100",
        ),
        ("stack=10,big_bet=20", "bet: always all-in, since the stack is 10"),
        ("board=JsKs5c,stack=25,bets=0.25|none;2+all-in", "bet 2 pot: always all-in"),
        ("stack=25,bets=all-in", ""),
        ("stack=25,bets=none", ""),
        ("stack=100,bets=0.5+pot", ""),
        ("stack=100,bets=0.5+pot,raises=pot,max_bets=1", ""),
    ],
)
def test_sizes_that_are_always_all_in_are_noted(parameters: str, note: str) -> None:
    game = sf.load(f"holdem(pot=60,ranges=[AsAh; KhKd],{parameters})", kind="ordered")
    assert game.note.startswith(note)
    assert bool(game.note) == bool(note)


def test_the_note_of_a_game_is_that_of_its_tree_and_of_certificates() -> None:
    name = "holdem(pot=60,stack=25,bets=pot,ranges=[AsAh 9h8h; KhKd])"
    game = sf.load(name, kind="ordered")
    assert pickle.loads(pickle.dumps(game)).note == game.note
    assert sf.load(name).note == game.note
    assert sf.solve(name, exact=True).certificate.note == game.note
    on_classes = sf.solve(game, preprocess="lossless", backend="cfr", target_gap=0.1)
    assert on_classes.certificate.note.startswith(game.note)
    assert on_classes.as_dict()["certificate"]["note"].startswith(game.note)


def test_bets_of_later_rounds_are_read_by_the_chips_in_the_pot() -> None:
    betting = no_limit(10, "pot+all-in").street(1, 2)
    common = common_round(betting, [(2, 2), (6, 6), (12, 12)], last=True)
    assert common.stage.path(common.stage.ends[0]) == ("check", "check")
    line = ("bet pot", "all-in", "call")
    paid = {start[0]: after[line].paid for start, after in common.after.items()}
    assert paid == {2: (12, 12), 6: (12, 12), 12: (12, 12)}
    fold = {start[0]: after["bet pot", "fold"] for start, after in common.after.items()}
    assert (fold[2].paid, fold[2].folded) == ((6, 2), 1)
    assert (fold[6].paid, fold[6].folded) == ((12, 6), 1)
    assert (fold[12].paid, fold[12].folded) == ((12, 12), None)


@pytest.mark.parametrize("stack", [250, 1000, 20000])
def test_lines_of_two_rounds_have_the_payoffs_of_openspiel(stack: int) -> None:
    """Random lines from the turn on; an action that OpenSpiel lacks there changes nothing, so its payoff is compared.

    OpenSpiel's blinds are the pot, equal so that nothing is to be called at first: its own endgames, by the parameter
    potSize, have other sizes of bets.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    theirs = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=2,numRounds=2,blind=100 100,firstPlayer=1 1,numSuits=4,numRanks=13,"
        f"numHoleCards=2,numBoardCards=4 1,stack={stack} {stack},bettingAbstraction=fcpa)"
    )
    rng = np.random.default_rng(7)
    for _ in range(25):
        state = theirs.new_initial_state()
        dealt(state, rng)
        actions: list[list[str]] = [[], []]
        while not state.is_terminal():
            before = len(chance_moves(state))
            texts = {
                state.action_to_string(action).partition("move=")[2]: action
                for action in state.legal_actions()
            }
            text = str(rng.choice(sorted(texts)))
            actions[before > 8].append(text)
            state.apply_action(texts[text])
            dealt(state, rng)

        cards = [CARDS[card] for card in chance_moves(state)]
        board, own, other = "".join(cards[4:8]), "".join(cards[:2]), "".join(cards[2:4])
        game = sf.load(
            f"holdem(board={board},pot=200,stack={stack - 100},ranges={own}; {other},min_bet=100)",
            kind="ordered",
        )
        history = 0
        for number, stage_round in enumerate(game.rounds):
            stage = stage_round.stage
            node = 0
            for text in actions[number]:
                children = {
                    stage.action[child].partition(" ")[0]: child for child in stage.children[node]
                }
                (name,) = NAMES[text] & children.keys()
                node = children[name]
            assert not stage.children[node]
            if stage.over[node]:
                break
            history = history * len(stage.continuing) + stage.continuing.index(node)
        end = stage.ends.index(node)
        table = game.payoffs[number]
        constant, showdown, later = table.numerators[0, :, end, history] / table.denominator
        showdown += 44 * later  # the sum over all rivers; this line has one of them
        hands = np.array([[NUMBERS[card] for card in hand] for hand in (cards[:2], cards[2:4])])
        table_cards = [NUMBERS[card] for card in cards[4:]]
        sign = 0
        if len(table_cards) == 5:
            first, second = strengths(table_cards, hands).tolist()
            sign = (first > second) - (first < second)
        assert state.returns()[0] == constant + sign * showdown


@pytest.mark.parametrize(("stack", "cap"), [(5000, 4), (5000, 2)])
def test_lines_of_limit_betting_have_the_actions_and_payoffs_of_openspiel(
    stack: int, cap: int
) -> None:
    """Random lines from the flop on, in which the stack never binds; blinds are the pot, as above."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    theirs = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=3,blind=100 100,firstPlayer=1 1 1,numSuits=4,numRanks=13,"
        f"numHoleCards=2,numBoardCards=3 1 1,raiseSize=50 120 120,maxRaises={cap} {cap} {cap})"
    )
    rng = np.random.default_rng(11)
    for _ in range(4):
        state = theirs.new_initial_state()
        dealt(state, rng)
        cards = [CARDS[card] for card in chance_moves(state)]
        board, own, other = "".join(cards[4:7]), "".join(cards[:2]), "".join(cards[2:4])
        betting = f"stack={stack},small_bet=50,big_bet=120,max_bets={cap}"
        game = sf.load(
            f"holdem(board={board},pot=200,ranges={own}; {other},{betting})", kind="ordered"
        )
        here = PlayableOrderedGame(game).root
        while here.player == CHANCE:
            (_,) = here.actions
            here = here.after(0)
        while not state.is_terminal():
            names = {
                state.action_to_string(action).partition("move=")[2]: action
                for action in state.legal_actions()
            }
            assert len(names) == len(here.actions)
            text = str(rng.choice(sorted(names)))
            (name,) = NAMES[text] & set(here.actions)
            state.apply_action(names[text])
            here = here.after(here.actions.index(name))
            while state.is_chance_node():
                drawn, _ = zip(*state.chance_outcomes(), strict=True)
                card = int(rng.choice(drawn))
                state.apply_action(card)
                here = here.after(here.actions.index(CARDS[card]))
        assert here.player == TERMINAL
        assert float(here.payoffs[0]) == state.returns()[0]


def chance_moves(state: Any) -> list[int]:
    """The cards dealt so far."""
    return [step.action for step in state.full_history() if step.player < 0]


def dealt(state: Any, rng: Any) -> None:
    """Deal cards at random until a player is to move, or the game is over."""
    while state.is_chance_node():
        cards, _ = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(cards)))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("board=JsKs5cQsJs", "the card Js occurs twice"),
        ("board=JsKs", "3, 4 or 5 cards expected"),
        ("pot=0", "pot .* is an integer, decimal or fraction such as 3/2, more than 0"),
        ("stack=0", "stack .* is an integer, decimal or fraction such as 3/2, more than 0"),
        ("ranges=JsKs", "every hand with a positive weight has a card of the board"),
        ("ranges=AsAh; AsAd", "has a card in common"),
        ("bets=0.01+all-in,min_bet=100", "below the least bet"),
        ("bets=half", "fractions of the pot"),
        ("bets=0.5,0.75", r"sizes are separated by '\+': bets=0.5\+0.75"),
        (
            "bets=33+75",
            r"bets: 33 times the pot, .*; '33%' or 0.33 is 33 % of the pot; 'all-in' is",
        ),
        ("raises=1200%", "raises: 12 times the pot, of which a size is 10 times at most; 'all-in'"),
        ("bets=0.001", "more than 100 bets and raises may follow each other"),
        ("board=JsKs5c,big_bet=10", "give small_bet, too"),
        ("bets=pot,raises=2,big_bet=10", "bets and raises of no-limit betting"),
        ("bets=pot+all-in,big_bet=10", "bets of no-limit betting"),
        ("small_bet=10,min_bet=5", "min_bet of no-limit betting"),
        ("stack=0,small_bet=10", "more than 0"),
    ],
)
def test_endgames_that_cannot_be_played_are_refused(parameters: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        sf.load(f"holdem({parameters})", kind="ordered")


def test_trees_of_bets_that_are_too_large_are_refused_before_they_are_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(betting, "MOST_NODES", 100)
    with pytest.raises(GameError, match="more than 100 histories: choose fewer or larger bets"):
        sf.load("holdem(bets=0.3+0.6+pot+all-in,stack=100000)", kind="ordered")
    monkeypatch.setattr(betting, "MOST_NODES", 1000)
    monkeypatch.setattr(ordered, "MOST_PATHS", 1000)
    with pytest.raises(GameError, match=r"ways in round 2, .* choose fewer actions"):
        sf.load("holdem(board=JsKs5cQs,bets=0.5+pot+all-in,stack=100000)", kind="ordered")


@pytest.mark.parametrize("name", ["bets", "raises"])
def test_sizes_of_more_rounds_than_there_are_are_refused(name: str) -> None:
    message = rf"{name} has sizes of 3 rounds, with ';' between them, and the game has 1 round of"
    with pytest.raises(GameError, match=message):
        sf.load(f"holdem({name}=pot;0.5;0.7)", kind="ordered")
    turn = f"holdem(board=JsKs5cQs,ranges=[AA; KK],max_bets=1,{name}=pot;all-in)"
    assert isinstance(sf.load(turn, kind="ordered"), OrderedGame)
    with pytest.raises(GameError, match=f"{name} has sizes of 3 rounds, .* 2 rounds of betting"):
        sf.load(turn.replace("all-in", "all-in;pot"), kind="ordered")


def test_payoffs_of_too_many_digits_are_answered_with_the_bets_to_change() -> None:
    message = r"more than 64 bits .* \(max_bets\), a smaller stack, or sizes such as 0.5 and pot"
    name = "holdem(ranges=[AA; KK],bets=0.333,stack=18125.37,pot=31.7)"
    with pytest.raises(GameError, match=message):
        sf.load(name, kind="ordered")
    for changed in ("max_bets=2,bets=0.333", "bets=0.5"):
        assert sf.load(name.replace("bets=0.333", changed), kind="ordered") is not None


def test_ranges_are_read_from_files(tmp_path: Path) -> None:
    weights = tmp_path / "Ranges.txt"
    weights.write_text(" ".join(["1"] * 1326))
    game = sf.load(f"holdem(ranges={weights})", kind="ordered")
    assert game.ranges is not None and len(game.ranges.hands) == 1081
    weights.write_text("1 2 3")
    with pytest.raises(ParseError, match="3 numbers"):
        sf.load(f"holdem(ranges={weights})", kind="ordered")


def test_ranges_are_merged_by_thresholds() -> None:
    """On the default board all aces win, and all others lose, against the opponent's range."""
    for kind in ("published", "threshold=0.1"):
        abstracted = sf.abstract_game("holdem(ranges=AA; KK QQ)", kind)
        held = abstracted.game.ranges.weights[0] > 0  # type: ignore[union-attr]
        assert len(set(abstracted.filters[0].classes[0][held].tolist())) == 1
        assert not abstracted.loses_nothing


def test_a_run_on_the_turn_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    name = "holdem(board=JsKs5cQs,pot=10,stack=60,ranges=AA KK T9s; QQ AK,bets=pot+all-in)"
    classes = class_game(*identity_filters(sf.load(name, kind="ordered")))

    def answer(iterations: int, file: Path | None) -> Any:
        raw = {"iterations": iterations, "checkpoint_seconds": 0}
        options = SolveOptions(target_gap=1e-9, checkpoint=file, raw=raw)
        return get("cfr").solve(classes, options)

    whole = answer(64, None)
    file = tmp_path / "turn.checkpoint"
    answer(32, file)
    resumed = answer(64, file)
    assert resumed.iterations == whole.iterations == 64
    assert resumed.bounds[-1][2:] == whole.bounds[-1][2:]


def test_nothing_is_eliminated_where_hands_are_never_dealt() -> None:
    small = sf.abstract_game("holdem(ranges=AA; KK QQ)", "lossless")
    assert small.undominated.num_sequences(0) == small.classes.num_sequences(0)


def test_solutions_of_the_turn_are_saved_and_charted_without_hands_out_of_range(
    tmp_path: Path,
) -> None:
    name = "holdem(board=JsKs5cQs,pot=10,stack=60,ranges=AsAh KhKd; QhQd AcKc)"
    answer = sf.solve(name, preprocess="lossless", backend="cfr", target_gap=0.1)
    answer.save(tmp_path / "turn.solution")
    solution = sf.read_solution(tmp_path / "turn.solution", sf.load(name, kind="ordered"))
    assert solution.certificate.nash_conv <= 0.101
    (grid,) = sf.chart(name, solution, round=2, player=0, board="9h").grids
    assert {row.label for row in grid.rows} == {"AsAh", "KhKd"}

    other = sf.load(name.replace("AcKc", "AcKc:2"), kind="ordered")
    with pytest.raises(GameError, match="the file solves"):
        sf.read_solution(tmp_path / "turn.solution", other)


def test_sizes_are_parts_of_the_pot_percentages_and_all_in_in_any_spelling() -> None:
    plain = sf.load("holdem(bets=0.5+pot+all-in)", kind="ordered")
    for bets in ("50%+100%+allin", "pot+0.5+All-In", "50% + pot + all in"):
        same = sf.load(f"holdem(bets={bets})", kind="ordered")
        assert isinstance(same, OrderedGame) and isinstance(plain, OrderedGame)
        assert same.rounds[0].stage == plain.rounds[0].stage
    with pytest.raises(GameError, match=r"sizes are separated by '\+', as in '0.5\+0.75'"):
        sf.no_limit(9, "0.5,0.75")
