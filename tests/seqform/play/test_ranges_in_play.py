"""Games with ranges as they are played: hands fall as the ranges have them, and values are those of the tree."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run

import seqform as sf
from seqform.errors import GameError, InputError, ModelError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame, Round
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.pictures.chart import game_ranges
from seqform.play import open_session
from seqform.play.agents import SolutionAgent
from seqform.play.display import display
from seqform.play.hand_tables import hand_table
from seqform.play.ordered_values import action_values, costs_of_decisions, opposing_hands
from seqform.play.review import Decision, reach_of_paths, trained_points
from seqform.play.web.page import Page
from seqform.playable.ordered import OrderedSituation, PlayableOrderedGame

RIVER = "holdem(ranges=[AsAh:0.5 KdQd 7s7h; AsKh JcTc:1/3 QhQc],max_bets=1)"
TURN = "holdem(board=JsKs5cQs,ranges=[AsAh:0.5 KdQd; AsKh JcTc:1/3],bets=all-in,max_bets=1)"


def ordered(spec: str) -> OrderedGame:
    game = sf.load(spec, kind="ordered")
    assert isinstance(game, OrderedGame)
    return game


def dealt(here: OrderedSituation) -> Iterator[tuple[OrderedSituation, Fraction]]:
    """The situations in which a player is to move after the deal, with their probabilities."""
    if here.player != CHANCE:
        yield here, Fraction(1)
        return
    for action, chance in enumerate(here.lottery):
        for after, probability in dealt(here.after(action)):
            yield after, chance * probability


def expected(here: OrderedSituation) -> Fraction:
    """The payoff of player 1 when all actions of the players are equally likely."""
    if here.player not in (CHANCE, 0, 1):
        return here.payoffs[0]
    chances = (
        here.lottery
        if here.player == CHANCE
        else [Fraction(1, here.num_actions)] * here.num_actions
    )
    return sum(
        (chance * expected(here.after(action)) for action, chance in enumerate(chances)),
        Fraction(0),
    )


def test_hands_are_dealt_in_proportion_to_the_products_of_their_weights() -> None:
    game = ordered(RIVER)
    weights = (
        {"AhAs": Fraction(1, 2), "KdQd": Fraction(1), "7h7s": Fraction(1)},
        {"AsKh": Fraction(1), "JcTc": Fraction(1, 3), "QcQh": Fraction(1)},
    )
    products = {
        (first, second): first_weight * second_weight
        for first, first_weight in weights[0].items()
        for second, second_weight in weights[1].items()
        if not {first[:2], first[2:]} & {second[:2], second[2:]}
    }
    total = sum(products.values())

    found: dict[tuple[str, ...], Fraction] = {}
    for here, probability in dealt(PlayableOrderedGame(game).root):
        names = [game.signals[signal] for signal in here.dealt]
        hands = ("".join(sorted(names[:2])), "".join(sorted(names[2:])))
        found[hands] = found.get(hands, Fraction(0)) + probability
    named = {
        tuple("".join(sorted([hand[:2], hand[2:]])) for hand in pair): Fraction(product) / total
        for pair, product in products.items()
    }
    assert found == named


@pytest.mark.parametrize("spec", [RIVER, TURN])
def test_random_play_earns_what_it_earns_on_the_tree(spec: str) -> None:
    tree = sf.load(spec)
    certificate = sf.check(tree, sf.uniform_profile(tree))
    assert expected(PlayableOrderedGame(ordered(spec)).root) == certificate.values[0]


def test_information_sets_have_the_labels_of_the_tree() -> None:
    tree = sf.load(RIVER)
    names = {name for player in tree.sequences for name in player.index.infoset_names}
    for here, _ in dealt(PlayableOrderedGame(ordered(RIVER)).root):
        assert here.infoset in names
        assert here.after(0).infoset in names


@pytest.mark.parametrize("spec", [RIVER, TURN])
def test_values_of_actions_are_those_of_best_replies_on_the_tree(spec: str) -> None:
    """At the first decision the best action is worth what a best reply earns with the hand."""
    game = ordered(spec)
    saved = sf.solve(game, target_gap=40, backend="cfr").saved()
    worth = Fraction(0)
    for here, probability in dealt(PlayableOrderedGame(game).root):
        values = action_values(saved, 0, list(here.information.own))
        assert values is not None
        worth += probability * max(values.values())
    certificate = saved.certificate
    assert float(worth) == pytest.approx(float(certificate.best_response_values[0]), abs=1e-6)
    costs_value, _ = costs_of_decisions(saved, 0, np.zeros((0, 5), dtype=np.int64).tolist())
    assert costs_value == pytest.approx(float(worth), abs=1e-6)


def test_beliefs_are_the_range_less_the_cards_that_are_seen() -> None:
    saved = sf.solve(ordered(RIVER), target_gap=10, backend="cfr").saved()
    believed = opposing_hands(saved, 0, ["Ah", "As"])
    assert believed is not None
    # The ace of spades is not in the opponent's hand; the jack-ten of clubs has a third of the weight.
    by_hand = {"".join(sorted(hand.split())): share for hand, share in believed.beliefs.items()}
    assert by_hand == {"JcTc": Fraction(1, 4), "QcQh": Fraction(3, 4)}
    assert believed.equity == Fraction(
        1, 4
    )  # aces beat the pair of jacks, and lose against the set


def test_the_board_is_on_the_table_from_the_beginning() -> None:
    game = ordered(TURN)
    assert game.table == ("Js", "Ks", "5c", "Qs")
    here, _ = next(dealt(PlayableOrderedGame(game).root))
    assert here.information.public == game.table
    assert "public: Js Ks 5c Qs;" in str(here.information)
    session = sf.play.open_session(game, "random", seed=1)
    shown = display(session)
    assert [str(card) for card in shown.public] == ["J♠", "K♠", "5♣", "Q♠"]
    assert shown.to_come == 1


def test_the_page_shows_both_ranges_on_demand() -> None:
    game = ordered(RIVER)
    picture = game_ranges(game)
    assert picture is not None
    session = sf.play.open_session(game, "random", seed=1)
    page = Page(session, ranges=picture.svg())
    text = page.table(0)
    assert "The ranges of both players" in text
    assert text.count(">KQs</text>") == 2
    assert "The ranges of both players" not in Page(session).table(0)
    assert game_ranges(sf.load("kuhn", kind="ordered")) is None


@pytest.mark.parametrize(
    "hand", [["2c", "2d"], ["Ac", "Ad"], ["Ah", "Kh"], ["8h", "As"], ["9c", "9d"], ["Kc", "Kd"]]
)
def test_a_hand_outside_the_own_range_has_no_strategy(hand: list[str]) -> None:
    game = ordered("holdem(ranges=[AsAh 8d8c; 9d9c KdKc],bets=pot,max_bets=1)")
    solution = sf.solve(game, backend="cfr", target_gap=100).saved()
    asked = (solution.strategy, partial(action_values, solution), partial(opposing_hands, solution))
    for compute in asked:
        with pytest.raises(GameError, match=rf"^{''.join(hand)} is not in Player 1's range$"):
            compute(0, hand)
    assert solution.strategy(0, ["8c", "8d"]) == solution.strategy(0, ["8d", "8c"])


def test_values_are_of_a_saved_solution() -> None:
    answer: Any = sf.solve(ordered(RIVER), backend="cfr", target_gap=1000)
    for compute in (action_values, opposing_hands):
        with pytest.raises(ModelError, match="solution: SavedSolution expected, not Ordered"):
            compute(answer, 0, ["As", "Ah"])


def test_texts_in_place_of_sequences_are_refused_and_joined_cards_are_taken_apart() -> None:
    solution = sf.solve(ordered(RIVER), backend="cfr", target_gap=1000).saved()
    message = r"actions: a sequence of texts such as .*, not the one text 'check all-in'"
    with pytest.raises(GameError, match=message):
        solution.strategy(0, ["As", "Ah"], actions="check all-in")
    with pytest.raises(GameError, match="signals: a sequence of texts"):
        solution.strategy(0, "As Ah")
    with pytest.raises(GameError, match="2 different signals are seen by round 1, not 'As'"):
        solution.strategy(0, "As")
    with pytest.raises(GameError, match="history: the actions of each round before expected"):
        solution.strategy(0, ["As", "Ah"], "check")
    with pytest.raises(GameError, match="did you mean the 2 signals 'As', 'Ah'"):
        solution.strategy(0, ["AsAh"])


@pytest.mark.parametrize("spec", [RIVER, TURN])
@pytest.mark.parametrize("seat", [0, 1])
def test_hands_for_training_lead_to_the_decision_with_every_hand_of_the_opponent(
    spec: str, seat: int
) -> None:
    """The paths to a decision are those that deal the own hand, as likely as the deal and the opponent have them."""
    playable = PlayableOrderedGame(ordered(spec))
    solution = sf.solve(playable.game, target_gap=40, backend="cfr").saved()
    agent = SolutionAgent("solution", solution, playable)
    reach: dict[str, Any] = {}
    decisions: dict[str, OrderedSituation] = {}
    for here, probability in decided_by(playable.root, seat, solution):
        reach[here.infoset] = reach.get(here.infoset, 0) + probability
        decisions[here.infoset] = here
    for name, here in decisions.items():
        paths = reach_of_paths(playable, agent, here)
        assert len({path for path, _ in paths}) == len(paths)
        assert float(sum(weight for _, weight in paths)) == pytest.approx(float(reach[name]))
        for path, _ in paths:
            situation = playable.root
            for action in path:
                situation = situation.after(action)
            assert (situation.player, situation.infoset) == (seat, name)


def decided_by(
    here: OrderedSituation, seat: int, solution: SavedSolution, depth: int = 6
) -> Iterator[tuple[OrderedSituation, Any]]:
    """The decisions of a seat within some moves, with the probabilities of chance and the opponent."""
    if here.player not in (CHANCE, 0, 1):
        return
    if here.player == seat:
        yield here, 1
    if depth == 0:
        return
    shares: Sequence[Any] = [1] * here.num_actions
    if here.player == CHANCE:
        shares = here.lottery
    elif here.player != seat:
        seen = here.information
        of_action = solution.strategy(
            here.player, seen.signals, seen.history[:-1], seen.history[-1]
        )
        shares = [of_action[action] for action in here.actions]
    for action, share in enumerate(shares):
        for decision, probability in decided_by(here.after(action), seat, solution, depth - 1):
            yield decision, share * probability


def test_a_session_against_a_solution_of_ranges_trains() -> None:
    solution = sf.solve(ordered(RIVER), target_gap=40, backend="cfr").saved()
    session = open_session(solution.game, solution, seat=1, seed=3)
    trained = 0
    for _ in range(12):
        while not session.over:
            session.act(0)
        session.next(train=bool(trained_points(session.decided())))
        trained += session.dealt is not None
    assert trained


def test_a_table_of_hands_has_what_is_computed_for_each_hand_alone() -> None:
    game = ordered(TURN)
    solution = sf.solve(game, target_gap=40, backend="cfr").saved()
    table = hand_table(solution, "check")
    assert (table.player, table.board, table.actions) == (1, game.table, ("check", "all-in"))
    assert [(row.hand, row.weight) for row in table.rows] == [
        ("AsKh", Fraction(1)),
        ("JcTc", Fraction(1, 3)),
    ]
    for row in table.rows:
        point = (1, [row.hand[2:], row.hand[:2]], (), ["check"])
        values = action_values(solution, *point)
        believed = opposing_hands(solution, *point)
        assert values is not None and believed is not None and row.values is not None
        assert row.frequencies == solution.strategy(*point)
        assert row.values == {name: float(value) for name, value in values.items()}
        assert row.equity == pytest.approx(float(believed.equity or 0))
        assert row.reach == 1
    assert table.to_csv().splitlines()[0] == (
        "hand,weight,equity,reach,share,EV,check,all-in,EV check,EV all-in"
    )
    assert table.as_dict()["hands"][1]["weight"] == "1/3"
    (row,) = hand_table(solution, "check", hand="Kh As").rows
    assert row == table.rows[0]


def test_the_reach_of_a_hand_is_that_of_the_own_choices() -> None:
    answer: Any = sf.solve(ordered(RIVER), exact=True, preprocess="identity", backend="barrier")
    solution = answer.saved()
    first = {row.hand: row for row in hand_table(solution).rows}
    frequencies = {hand: row.frequencies or {} for hand, row in first.items()}
    bet = next(action for action in frequencies["AsAh"] if action.startswith("bet"))
    for row in hand_table(solution, f"check {bet}").rows:
        assert row.reach == frequencies[row.hand]["check"]
        assert isinstance(row.reach, Fraction)


def test_tables_of_hands_need_a_board_where_cards_are_dealt_later() -> None:
    solution = sf.solve(ordered(TURN), target_gap=40, backend="cfr").saved()
    for board in ("2h", "JsKs5cQs2h", "Qs 5c Ks Js 2h"):
        table = hand_table(solution, "check check", board=board)
        assert table.board[-1] == "2h" and table.player == 0
    with pytest.raises(InputError, match=r"after 'check check' 1 public card dealt later .* not 0"):
        hand_table(solution, "check check")
    with pytest.raises(InputError, match="board: no signal 'Ax'"):
        hand_table(solution, "check check", board="Ax")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "AsKd"}, "^AsKd is not in Player 1's range$"),
        ({"hand": "99"}, "^99 is not in Player 1's range$"),
        ({"hand": "JsAs"}, "JsAs: Js is on the board"),
        (
            {"after": "bet 44"},
            "nobody has a turn after 'bet 44'; first the actions of Player 1 are",
        ),
        ({"after": "check", "player": 0}, "it is Player 2's turn after 'check'"),
    ],
)
def test_tables_of_hands_refuse_what_there_is_not(arguments: Any, message: str) -> None:
    solution = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    with pytest.raises((GameError, InputError), match=message):
        hand_table(solution, **arguments)


def test_the_command_line_writes_tables_of_hands(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").save(path)
    status, output, _ = seqform("chart", str(path), "--after", "check", "--format", "csv")
    assert status == 0 and output.startswith("hand,weight,equity,reach,share,EV,check,")
    assert len(output.splitlines()) == 4
    status, output, _ = seqform("chart", RIVER, "--profile", str(path), "--hand", "KdQd", "--json")
    assert status == 0 and [row["hand"] for row in json.loads(output)["hands"]] == ["KdQd"]
    status, _, errors = seqform("chart", RIVER, "--hand", "KdQd")
    assert status == 2 and "add --profile a.solution" in errors
    status, _, errors = seqform("chart", str(path), "--hand", "KdQd", "--ranges")
    assert status == 2 and "--ranges: of no meaning with a table of hands" in errors
    for options in (["--grid", "--format", "csv"], ["--by", "class", "--format", "csv"]):
        status, output, _ = seqform("chart", str(path), *options)
        assert status == 0 and output.startswith("class,hands,weight,equity,reach,share,EV,check,")
        assert [line.partition(",")[0] for line in output.splitlines()[1:]] == ["AA", "KQs", "77"]
    status, output, _ = seqform("chart", str(path), "--by", "range", "--json")
    assert status == 0 and json.loads(output)["groups"][0]["hands"] == 3
    status, _, errors = seqform("chart", str(path), "--grid", "--by", "made")
    assert status == 2 and "its classes are --by class" in errors
    status, _, errors = seqform("chart", str(path), "--by", "suit")
    assert status == 2 and "by 'suit': one of hand, class, made, range expected" in errors


def test_tables_of_hands_are_written_to_files_of_tables(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").save(path)
    _, expected, _ = seqform("chart", str(path), "--format", "csv")
    written = tmp_path / "hands.csv"
    status, shown, _ = seqform("chart", str(path), "-o", str(written))
    assert (status, written.read_text(encoding="utf-8")) == (0, expected)
    assert "EV check" in shown
    written = tmp_path / "hands.json"
    assert seqform("chart", str(path), "--hand", "KdQd", "-o", str(written))[0] == 0
    assert [row["hand"] for row in json.loads(written.read_text(encoding="utf-8"))["hands"]] == [
        "KdQd"
    ]
    status, _, errors = seqform("chart", str(path), "--hand", "KdQd", "-o", "hands.svg")
    assert status == 2 and "a table of hands is written to a file .csv or .json" in errors


def test_all_shows_every_row_of_tables_of_charts(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    game = ordered("holdem(ranges=[AA TT 99 88; KK],max_bets=1)")
    sf.solve(game, target_gap=1000, backend="cfr").save(path)
    _, shown, _ = seqform("chart", str(path), "--format", "table")
    assert "8 more hands; --all shows every one" in shown and "8h8d" not in shown
    _, shown, _ = seqform("chart", str(path), "--format", "table", "--all")
    assert "8h8d" in shown and "--all" not in shown
    for arguments in ([str(path)], ["kuhn"], [str(path), "--grid"]):
        status, _, errors = seqform("chart", *arguments, "--all")
        assert (
            status == 2 and "--all: of no meaning without a table, or --grid with --after" in errors
        )


def test_classes_of_hands_are_tables_of_their_own() -> None:
    solution = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    rows = hand_table(solution).rows
    for hand, names in {
        "AA": ["AsAh"],
        "KQs": ["KdQd"],
        "KQ, 77": ["KdQd", "7s7h"],
        "random": ["AsAh", "KdQd", "7s7h"],
    }.items():
        table = hand_table(solution, hand=hand)
        assert table.rows == tuple([row for row in rows if row.hand in names])
        assert len(table.rows) == len(names)


@pytest.mark.parametrize("hand", ["As", "9x9s", "AsAs", "AA:0.5", "AAs", "AsAhKd", ["As"]])
def test_what_is_no_hand_of_two_cards_is_refused_as_such(hand: Any) -> None:
    solution = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    with pytest.raises(InputError, match="two different cards such as 9s9d expected, or classes"):
        hand_table(solution, hand=hand)


def test_hands_of_other_games_and_spellings_are_answered_with_theirs() -> None:
    solution = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    with pytest.raises(InputError, match="did you mean 'AsAh'"):
        hand_table(solution, hand="asAH")
    game = sf.ordered_game(
        "one card",
        [Round(StageGame.of(turn(0, {"stop": OVER, "go on": OVER})), public=0, private=1)],
        ["J", "Q", "K"],
        [],
        lambda path: (1, -1),
        ranges=({"J": 1, "Q": 1}, {"K": 1}),
    )
    with pytest.raises(InputError, match="hand '99': 1 signal of one card expected, such as 'J'"):
        hand_table(sf.solve(game, backend="cfr", target_gap=1).saved(), hand="99")


def test_arguments_of_tables_of_hands_are_words() -> None:
    solution = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    expected = hand_table(solution, "check", hand="AsKh").rows
    assert hand_table(solution, ["check"], hand=["As", "Kh"]).rows == expected
    wrong: Any = 0
    with pytest.raises(InputError, match="after: a text such as 'check bet 60' expected, not 0; a"):
        hand_table(solution, wrong)
    with pytest.raises(InputError, match="board: a text such as 'Ah' expected, not None"):
        hand_table(solution, board=None)  # type: ignore[arg-type]
    for point in ((wrong,), (["As", "Ah"], wrong), (["As", "Ah"], (), wrong)):
        with pytest.raises(GameError, match=r"expected, .*not 0"):
            action_values(solution, 0, *point)


def test_a_profile_beside_a_solution_is_not_drawn_in_its_place(
    seqform: Run, tmp_path: Path
) -> None:
    river, turn_file = tmp_path / "river.solution", tmp_path / "turn.solution"
    saved = sf.solve(ordered(RIVER), target_gap=1000, backend="cfr").saved()
    other = sf.solve(ordered(TURN), target_gap=40, backend="cfr").saved()
    sf.write_solution(saved, river)
    sf.write_solution(other, turn_file)
    picture = str(tmp_path / "tree.svg")
    for command in (
        ["chart", str(river), "--profile", str(turn_file)],
        ["chart", str(river), "--grid", "--profile", str(turn_file)],
        ["chart", str(river), "--format", "csv", "--profile", str(turn_file)],
        ["draw", str(river), "--profile", str(turn_file), "-o", picture],
        ["draw", str(river), "--concept", "nash", "-o", picture],
    ):
        status, _, errors = seqform(*command)
        assert status == 2 and "is a file of a solution already" in errors
    for game in (saved, saved.game, str(river), RIVER):
        for draw in (sf.chart, sf.draw):
            for profile in (other, str(turn_file)):
                with pytest.raises((InputError, GameError), match=r"not (of )?holdem"):
                    draw(game, profile)
            assert draw(game, saved) is not None
    tree = sf.load("kuhn")
    with pytest.raises(InputError, match="not of kuhn"):
        sf.chart(tree, saved)
    of_kuhn = sf.solve("kuhn", preprocess="identity", backend="cfr", target_gap=1).saved()
    for same_game in (tree, sf.solve(tree), "kuhn"):
        assert sf.chart(same_game, of_kuhn).grids


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        ("0", "as good as any"),
        ("0.29", "almost as good as any"),
        ("0.3", "inaccuracy"),
        ("1.19", "inaccuracy"),
        ("1.2", "mistake"),
        ("2.99", "mistake"),
        ("3", "blunder"),
    ],
)
def test_decisions_are_graded_by_shares_of_the_pot(cost: str, grade: str) -> None:
    decision = Decision(
        "hand",
        ("check", "bet"),
        chosen=1,
        profile=(1, 0),
        worth=(Fraction(cost), Fraction(0)),
        payoff_range=Fraction(340),
        pot=60,
    )
    assert decision.grade == grade


def test_reviews_of_endgames_name_costs_in_percent_of_the_pot() -> None:
    solution = sf.solve(ordered(RIVER), target_gap=40, backend="cfr").saved()
    session = open_session(solution.game, solution, seat=1, seed=3)
    verdicts = []
    for _ in range(8):
        while not session.over:
            session.act(0)
        for decision in session.review():
            assert decision.pot == 3750
        verdicts += [row.verdict for row in display(session).review]
        session.next()
    assert any("% of the pot" in verdict for verdict in verdicts)
