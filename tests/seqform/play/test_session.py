"""Sessions: what the person observes, histories, reviews, payoffs without luck, and hands for training."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from assessments import kuhn_equilibrium
from class_profiles import saved_profile
from hypothesis import given
from hypothesis import strategies as some

import seqform as sf
from seqform.analysis.comparison import expected_payoff
from seqform.errors import GameError, InputError, ModelError, OptionError, ParseError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, uniform_strategy
from seqform.models.strategies.tables import reach_without
from seqform.play import (
    Judge,
    PlayableOrderedGame,
    PlayableTree,
    RandomAgent,
    Session,
    Situation,
    SolutionAgent,
    match,
    open_game,
    open_session,
    resume_session,
)
from seqform.play.agents import ProfileAgent
from seqform.play.display import display
from seqform.play.ordered_values import costs_of_decisions
from seqform.play.review import (
    BLUNDER,
    INACCURACY,
    NO_LOSS,
    draw_point,
    reach_of_paths,
    trained_points,
)
from seqform.play.session import HIDDEN

pytestmark = pytest.mark.slow

TABLES = {
    name: open_game(name)
    for name in ("kuhn", "leduc(ranks=2)", "liars-dice(sides=2)", "tic-tac-toe")
}
DEALT = "rhode-island(ranks=2,suits=2)"


def played(session: Session, hands: int, seed: int = 0) -> Session:
    """Play a session at random until so many hands are over."""
    random = Random(seed)
    while len(session.hands) < hands:
        if session.over:
            session.next()
        while not session.over:
            turn: Any = session.observation().turn
            session.act(random.choice([*turn.actions, *range(len(turn.actions))]))
    return session


@cache
def saved(name: str = DEALT) -> SavedSolution:
    """Return a solution of a game that is dealt by its rules."""
    found: SavedSolution = sf.solve(sf.load(name, kind="ordered"), target_gap=0.1).saved()
    return found


def test_hidden_cards_are_shown_after_a_showdown_and_stay_hidden_after_a_fold() -> None:
    for open_cards in (False, True):
        session = Session(TABLES["kuhn"], RandomAgent(), seed=2, open_cards=open_cards)
        endings = set()
        for number in range(1, 41):
            played(session, number, seed=number)
            shown, hand = session.observation(), session.hands[-1]
            folded = hand.moves[-1].action == "fold"
            endings.add(folded)
            hidden = [place for place, move in enumerate(shown.moves) if move.action == HIDDEN]
            assert hidden == ([1 - hand.seat] if folded and not open_cards else [])
            shown_moves = [move for move in shown.moves if move.action != HIDDEN]
            assert shown_moves == [
                move for place, move in enumerate(hand.moves) if place not in hidden
            ]
            assert shown.payoffs is not None and shown.payoffs[hand.seat] == hand.payoff
        assert endings == {False, True}


@given(
    some.sampled_from(sorted(TABLES)),
    some.integers(0, 10**6),
    some.sampled_from([0, 1, None]),
    some.booleans(),
)
def test_the_seed_and_the_actions_determine_a_session(
    name: str, seed: int, seat: int | None, open_cards: bool
) -> None:
    first, again = (
        played(
            Session(TABLES[name], RandomAgent(), seed=seed, seat=seat, open_cards=open_cards),
            3,
            seed,
        )
        for _ in range(2)
    )
    assert first.history == again.history
    assert [hand.actions for hand in first.hands] == [hand.actions for hand in again.hands]


@pytest.mark.parametrize("name", ["kuhn", "leduc(ranks=2)", "tic-tac-toe"])
def test_a_session_is_resumed_after_any_of_its_actions(name: str, tmp_path: Path) -> None:
    session = open_session(name, "random", seed=8, file=tmp_path / "h.jsonl")
    random = Random(3)
    for step in range(14):
        if session.over:
            session.next()
        elif (turn := session.observation().turn) is not None:
            session.act(random.randrange(len(turn.actions)))
        resumed = resume_session(tmp_path / "h.jsonl", name)
        if session.over or step % 2 == 0:
            assert resumed.history == session.history
        if resumed.over and not session.over:  # a hand that has begun has no record yet
            resumed.next()
        assert resumed.observation().moves == session.observation().moves
        assert [hand.actions for hand in resumed.hands] == [hand.actions for hand in session.hands]


def test_an_action_is_in_the_file_before_the_agent_moves(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"

    def choose(view: Any, random: Random) -> int:
        raise KeyboardInterrupt

    session = Session(
        TABLES["kuhn"], SimpleNamespace(name="slow", choose=choose), seat=0, file=file
    )
    with pytest.raises(KeyboardInterrupt):
        session.act("bet")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("action") for line in lines] == [None, "bet"]
    agent = SimpleNamespace(name="slow", choose=lambda view, random: 0)
    assert resume_session(file, "kuhn", agent).over


def test_an_action_that_cannot_be_recorded_is_not_taken(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    session = Session(TABLES["kuhn"], RandomAgent(), seat=0, file=folder / "h.jsonl")
    before = session.observation(), session.history
    (folder / "h.jsonl").unlink()
    folder.rmdir()
    with pytest.raises(ModelError, match="cannot be written"):
        session.act(0)
    assert (session.observation(), session.history) == before


HEADER = {"play": 1, "game": "kuhn", "against": "random", "seed": 5, "seat": 1, "open": False}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", ":1: no history of seqform play: no proper 'play'"),
        ("what\n", ":1: no history of seqform play, or a damaged one"),
        ('{"play": 1, "play": 2}\n', ":1: no history of seqform play, or a damaged one"),
        (
            json.dumps(HEADER | {"seat": 3}),
            ":1: a history of another version than 1, or a damaged one",
        ),
        (json.dumps(HEADER | {"game": "leduc"}), "a history with game 'leduc', not 'kuhn'"),
        (json.dumps(HEADER | {"against": "human"}), "an agent expected that is not human"),
        (
            json.dumps(HEADER) + "\n{}",
            ":2: the game or the agent differs from those of this history, or it is",
        ),
        (
            json.dumps(HEADER) + '\n{"hand": 1, "infoset": "X:", "action": "bet"}',
            ":2: the game or the agent",
        ),
    ],
)
def test_a_damaged_or_foreign_history_is_one_clear_error_and_stays(
    content: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "h.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises((ParseError, OptionError)) as failure:
        resume_session(file, "kuhn")
    assert message in str(failure.value) and "\n" not in str(failure.value)
    assert file.read_text(encoding="utf-8") == content


def test_wrong_payoffs_in_a_history_are_found(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    played(open_session("kuhn", "random", file=file), 3)
    file.write_text(
        file.read_text(encoding="utf-8").replace('"payoff": "', '"payoff": "1'), encoding="utf-8"
    )
    with pytest.raises(ParseError, match=":3: the game or the agent differs"):
        resume_session(file, "kuhn")


def test_actions_are_taken_in_capitals_or_not() -> None:
    session = Session(TABLES["kuhn"], RandomAgent(), seat=0)
    session.act("BET")
    assert "bet" in [move.action for move in session.observation().moves]


def test_mistakes_are_refused() -> None:
    session = Session(TABLES["kuhn"], RandomAgent(), seat=0)
    for action in ("fold", 2, -1, True, None):
        with pytest.raises(OptionError, match="is no action here; there are check, bet"):
            session.act(action)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the hand is not over"):
        session.next()
    played(session, 1)
    with pytest.raises(OptionError, match="the hand is over"):
        session.act(0)
    with pytest.raises(InputError, match=r"seat: 0, 1 or a name expected .*not 2"):
        Session(TABLES["kuhn"], RandomAgent(), seat=2)
    with pytest.raises(OptionError, match="not human"):
        open_session("kuhn", "human")


def test_a_game_without_moves_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "over.efg"
    file.write_text('EFG 2 R "over" { "a" "b" }\nt "" 1 "" { 1 -1 }\n', encoding="utf-8")
    for play in (lambda: open_session(file, "random"), lambda: match(file, "random", "random")):
        with pytest.raises(GameError, match="over: no player ever moves in this game"):
            play()


def test_hands_that_are_dealt_show_and_review_as_on_the_tree() -> None:
    """The tree of the same game, with the strategy that is stored, is the reference."""
    game = sf.load(DEALT)
    judge, folds = Judge(game, saved_profile(game, saved())), set()
    dealt = played(open_session(saved().game, saved(), seed=3), 12)
    assert isinstance(dealt.playable, PlayableOrderedGame)
    for hand in dealt.hands:
        for decision in dealt.review(hand):
            on_the_tree = judge.decision(hand.seat, decision.infoset, decision.chosen)
            assert on_the_tree.actions == decision.actions
            assert decision.worth == on_the_tree.worth
    for number in range(20):
        dealt.next()
        played(dealt, 13 + number, seed=number)
        shown, moves = dealt.observation().moves, dealt.hands[-1].moves
        hidden = [place for place, move in enumerate(shown) if move.action == HIDDEN]
        assert hidden == ([1 - dealt.seat] if moves[-1].action == "fold" else [])
        folds.add(moves[-1].action == "fold")
    assert folds == {False, True}
    score = dealt.score
    assert score is not None and score.mistakes is not None and score.mistakes >= 0
    assert (
        score.perfect is not None and score.adjusted_mean == float(score.perfect) - score.mistakes
    )


# ---- reviews and luck ----

GENERAL = "vsvet-figure-1"


@cache
def solved(name: str) -> tuple[ExtensiveGame, BehaviorProfile]:
    game = sf.load(name)
    if name == "kuhn":
        return game, kuhn_equilibrium(game, Fraction(0))
    return game, sf.solve(game, exact=True).profile


class Ending(NamedTuple):
    """A leaf: the probability that play ends there, the payoff, the cost of all mistakes, the payoffs without luck.

    The opponent's payoff without luck is the one by the values that `Judge` has for the opponent.
    """

    probability: Fraction
    payoff: Fraction
    opponents: Fraction
    cost: Any
    adjusted: Any
    opponents_adjusted: Any


def every_play(
    table: PlayableTree | PlayableOrderedGame, person: int, shares: Callable[[Any], Any]
) -> Iterator[tuple[Fraction, Any, list[tuple[Any, int]]]]:
    """Yield the probability, the end and the decisions of a person of all plays, by the shares of players' actions."""
    pending: list[tuple[Situation, Fraction, list[tuple[Any, int]]]] = [
        (table.root, Fraction(1), [])
    ]
    while pending:
        here, reach, taken = pending.pop()
        if here.num_actions == 0:
            yield reach, here, taken
            continue
        for action, share in enumerate(here.lottery if here.player == CHANCE else shares(here)):
            if share:
                own = [(here, action)] if here.player == person else []
                pending.append((here.after(action), reach * share, [*taken, *own]))


def endings(
    game: ExtensiveGame, profile: BehaviorProfile, person: int, strategy: BehaviorStrategy
) -> Iterator[Ending]:
    """Yield all leaves that a person's strategy reaches against a profile."""
    judge = Judge(game, profile)

    def shares(here: Situation) -> Any:
        return (strategy if here.player == person else profile[here.player])[here.infoset].values()

    for reach, end, taken in every_play(PlayableTree(game), person, shares):
        cost: Any = sum(judge.at(here, action).cost or 0 for here, action in taken)
        points = [(*judge.point(here), action) for here, action in taken]
        most, losses = judge.costs_to_opponent(person, points)
        adjusted = judge.perfect(person) - cost
        yield Ending(
            reach, end.payoffs[person], end.payoffs[1 - person], cost, adjusted, most - sum(losses)
        )


def mean(all_endings: list[Ending], what: str) -> Any:
    return sum((each.probability * getattr(each, what) for each in all_endings), Fraction(0))


def grid(game: ExtensiveGame, player: int) -> Iterator[BehaviorStrategy]:
    """Yield all strategies of two actions a set with probabilities 1/3 and 1; payoffs are linear in each of them."""
    index = game.sequences[player].index
    for shares in product((Fraction(1, 3), Fraction(1)), repeat=index.num_infosets):
        yield BehaviorStrategy(
            index, np.array([Fraction(1), *(p for share in shares for p in (share, 1 - share))])
        )


@pytest.mark.parametrize("person", [0, 1])
def test_the_payoff_without_luck_has_the_same_mean_for_every_strategy_of_a_grid_in_kuhn(
    person: int,
) -> None:
    game, profile = solved("kuhn")
    judge, checked = Judge(game, profile), 0
    for strategy in grid(game, person):
        reached = list(endings(game, profile, person, strategy))
        assert sum(each.probability for each in reached) == 1
        earned = expected_payoff(game, strategy, profile[1 - person])
        assert mean(reached, "payoff") == mean(reached, "adjusted") == earned
        assert mean(reached, "opponents_adjusted") == -earned
        assert judge.perfect(person) - mean(reached, "cost") == earned
        checked += 1
    assert checked == 2**6


@pytest.mark.parametrize("name", ["leduc", GENERAL, "kuhn-with-raise"])
@pytest.mark.parametrize("person", [0, 1])
def test_the_payoff_without_luck_has_the_same_mean_in_larger_and_in_general_sum_games(
    name: str, person: int
) -> None:
    game, profile = solved(name)
    strategy = uniform_strategy(game.sequences[person].index)
    reached = list(endings(game, profile, person, strategy))
    earned = expected_payoff(game, strategy, profile[1 - person])
    assert mean(reached, "payoff") == mean(reached, "adjusted") == earned
    assert mean(reached, "opponents") == mean(reached, "opponents_adjusted")
    assert Judge(game, profile).perfect(person) - mean(reached, "cost") == earned


@pytest.mark.parametrize(
    ("name", "fewer"), [("kuhn", 8), ("leduc", 3), ("rhode-island(ranks=2,suits=2,max_bets=1)", 1)]
)
@pytest.mark.parametrize("person", [0, 1])
def test_over_all_plays_the_payoff_without_luck_has_the_same_mean_and_less_variance(
    name: str, fewer: int, person: int
) -> None:
    """The person errs at a fifth of the decisions; in the last game nothing but errors makes the payoffs vary."""
    solution, error = saved(name), Fraction(1, 5)

    def shares(here: Any) -> list[Fraction]:
        weights = solution.shares(here.player, *here.point)
        played = [
            Fraction(one, sum(weights)) if any(weights) else Fraction(1, len(weights))
            for one in weights
        ]
        return (
            [(1 - error) * share + error / len(played) for share in played]
            if here.player == person
            else played
        )

    plays = list(every_play(PlayableOrderedGame(solution.game), person, shares))
    decisions = [[(*here.point, action) for here, action in taken] for _, _, taken in plays]
    probabilities, payoffs = (
        [reach for reach, _, _ in plays],
        [end.payoffs[person] for _, end, _ in plays],
    )
    assert sum(probabilities) == 1
    points = sorted({point for each in decisions for point in each})
    perfect, costs = costs_of_decisions(solution, person, points)
    cost = dict(zip(points, costs.tolist(), strict=True))
    adjusted = np.array([perfect - sum(cost[point] for point in each) for each in decisions])
    chances, raw = np.array(probabilities, dtype=float), np.array(payoffs, dtype=float)
    expected = float(sum(p * payoff for p, payoff in zip(probabilities, payoffs, strict=True)))
    assert chances @ adjusted == pytest.approx(expected, abs=1e-12)
    assert chances @ (raw - expected) ** 2 > fewer * (chances @ (adjusted - expected) ** 2)


def test_a_loss_below_a_twentieth_of_the_range_of_payoffs_is_an_inaccuracy() -> None:
    game, profile = solved("leduc")
    judge = Judge(game, profile)
    found = set()
    for row, name in enumerate(game.sequences[0].index.infoset_names):
        for action in range(int(game.sequences[0].index.num_actions[row])):
            decision = judge.decision(0, name, action)
            assert decision.payoff_range == 26
            if decision.cost is None:
                assert decision.worth is None and decision.grade is None
            else:
                expected = BLUNDER if decision.cost >= Fraction(26, 20) else INACCURACY
                assert decision.grade == (expected if decision.cost > 0 else NO_LOSS)
            assert sum(decision.profile) == 1
            found.add(decision.grade)
    assert {NO_LOSS, INACCURACY, BLUNDER} <= found


def test_a_session_reviews_its_hands_and_its_score_has_the_luck_and_the_mistakes() -> None:
    session = open_session("kuhn", seed=11)
    while len(session.hands) < 40:
        if session.over:
            session.next()
        else:
            session.act(-1 + len(session._situations[-1].actions))
    score: Any = session.score
    assert score is not None and session.judge is not None
    costs = [sum(decision.cost or 0 for decision in session.review(hand)) for hand in session.hands]
    assert score.mistakes == pytest.approx(float(sum(costs)) / 40) and sum(costs) > 0
    assert score.perfect == 0  # both seats 20 times
    assert score.adjusted_mean == pytest.approx(-float(sum(costs)) / 40)
    assert score.adjusted_half_width < score.half_width
    assert [decision.infoset for decision in session.review()] == [
        here.infoset
        for here in session.hands[-1].situations
        if here.player == session.hands[-1].seat
    ]


@cache
def equilibrium(game: str) -> tuple[PlayableTree, ProfileAgent]:
    found = sf.solve(game, exact=True)
    return PlayableTree(found.game), ProfileAgent("equilibrium", found.profile)


@pytest.mark.parametrize("game", ["kuhn", "kuhn-with-raise", "tiny-poker"])
def test_paths_to_a_decision_have_the_probabilities_of_play(game: str) -> None:
    """They add up to the probability with which chance and the opponent lead to the information set."""
    table, agent = equilibrium(game)
    for player in (0, 1):
        index, reach = (
            table.game.sequences[player].index,
            reach_without(table.game, player, agent.profile[1 - player]),
        )
        for row, infoset in enumerate(index.infoset_names):
            worlds = table.worlds(player, infoset).nodes
            paths = reach_of_paths(table, agent, worlds[0])
            assert [path for path, _ in paths] == [world.path for world in worlds]
            assert sum(share for _, share in paths) == reach[row]


def test_hands_of_a_game_that_is_dealt_have_the_probabilities_that_they_have_on_the_tree() -> None:
    dealt, tree = PlayableOrderedGame(saved().game), PlayableTree(sf.load(DEALT))
    here, there = dealt.root, tree.root
    for action in (0, 0, 0, 1):  # two cards, a check of player 1 and a bet of player 2
        here, there = here.after(action), there.after(action)
    assert here.player == 0 and here.infoset == there.infoset
    found, expected = (
        dict(reach_of_paths(table, SolutionAgent("solution", saved(), table), situation))
        for table, situation in ((dealt, here), (tree, there))
    )
    assert len(found) == 3 and found == pytest.approx(expected, abs=1e-12)


def test_a_decision_that_cost_more_comes_up_more_often_and_a_mended_one_less() -> None:
    session = played(open_session("kuhn", seed=4), 30)
    decided = session.decided()
    points = {
        (point.situation.player, point.situation.infoset): point.weight
        for point in trained_points(decided)
    }
    costs: dict[tuple[int, str], list[Fraction]] = {}
    for here, decision in decided:
        costs.setdefault((here.player, decision.infoset), []).append(Fraction(decision.cost or 0))
    mean = sum(map(sum, costs.values())) / len(decided)
    assert mean > 0 and points.keys() == costs.keys()
    assert all(
        points[point] == (sum(each) + 2 * mean) / (len(each) + 2) for point, each in costs.items()
    )
    worst = max(points, key=lambda point: points[point])
    good = next(one for one in decided if (one[0].player, one[1].infoset) == worst and one[1].cost)
    mended = (
        good[0],
        sf.play.Decision(
            good[1].infoset, good[1].actions, 0, (1,), (0,) * len(good[1].actions), Fraction(4)
        ),
    )
    after = {
        (one.situation.player, one.situation.infoset): one.weight
        for one in trained_points([*decided, mended])
    }
    assert after[worst] < points[worst]
    drawn = Counter(
        draw_point(trained_points(decided), random).infoset for random in map(Random, range(300))
    )
    assert drawn[worst[1]] > 300 / len(points)
    for unit in (Fraction(10**400), Fraction(1, 10**400)):  # payoffs may be in units beyond doubles
        scaled = [
            replace(point, weight=Fraction(point.weight) * unit)
            for point in trained_points(decided)
        ]
        assert drawn == Counter(
            draw_point(scaled, random).infoset for random in map(Random, range(300))
        )


def test_training_hands_begin_at_the_decision_and_do_not_count() -> None:
    session = played(open_session("kuhn", seed=4), 6)
    score, seats = session.score, []
    for _ in range(8):
        trained = {
            (point.situation.player, point.situation.infoset)
            for point in trained_points(session.decided())
        }
        session.next(train=True)
        turn = session.observation().turn
        assert (
            turn is not None
            and (session.seat, turn.infoset) in trained
            and display(session).training
        )
        seats.append(session.seat)
        while not session.over:
            session.act(0)
        hand = session.hands[-1]
        assert hand.dealt is not None and display(session).past[-1].training
        assert session.review()[0].infoset == turn.infoset
        assert session.score == score
    assert set(seats) == {0, 1}
    session.next()
    assert session.seat == 0 and session.dealt is None and not display(session).training
    while not session.over:
        session.act(0)
    assert session.score is not None and sum(session.score.hands) == 7


def test_a_solution_trains_on_the_tree_as_well() -> None:
    session = played(open_session(sf.load(DEALT), saved(), seed=3), 8)
    session.next(train=True)
    assert isinstance(session.playable, PlayableTree) and session.dealt and not session.over


def test_a_history_with_training_hands_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    session = played(open_session("kuhn", seed=4, file=file), 6)
    for _ in range(3):
        session.next(train=True)
        while not session.over:
            session.act(0)
    session.next(train=True)
    again = resume_session(file, "kuhn")
    assert again.history == session.history and display(again) == display(session)
    text = file.read_text(encoding="utf-8")
    for damaged in ('"dealt": [99]', '"dealt": "x"', '"dealt": [0]', '"dealt": null'):
        start = text.index('"dealt"')
        file.write_text(text[:start] + damaged + text[text.index("}", start) :], encoding="utf-8")
        with pytest.raises(ParseError, match="the game or the agent differs"):
            resume_session(file, "kuhn")


def test_trees_of_perfect_information_are_played_by_a_subgame_perfect_opponent() -> None:
    stay = sf.move(1, "entered", {"fight": sf.leaf(-1, -1), "yield": sf.leaf(1, 1)})
    game = sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 2), "in": stay}))
    session = open_session(game, seat=0)
    assert session.agent.name == "equilibrium:subgame-perfect"
    session.act("in")
    assert session.observation().payoffs == (Fraction(1), Fraction(1))
    assert open_session("kuhn", seat=0).agent.name == "equilibrium"
