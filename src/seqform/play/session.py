"""Sessions: one person plays hand after hand against an agent, with a history from which a session is resumed.

A session is a state machine without input or output, except for the file of its history (`seqform.play.history`), which
is replaced as a whole after every action and is never half written. Chance and the agent draw from generators that are
seeded by the session's seed and the number of the hand, so that seed and actions determine every hand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from numbers import Integral
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError, OptionError, ParseError, suggestion
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.numbers.exact import Ints, Number, in_doubles
from seqform.models.numbers.text import write_rational
from seqform.play.agents import Agent, begin_game, draw, named_action
from seqform.play.matches import Move, choice_of, information_at, student_half_width
from seqform.play.review import (
    Decision,
    Judge,
    SolutionJudge,
    deal_to,
    draw_point,
    judge_of,
    trained_points,
)
from seqform.playable import (
    Information,
    OrderedSituation,
    PlayableGame,
    PlayableOrderedGame,
    PlayableTree,
    RulesSituation,
    Situation,
)
from seqform.system.files import file_path, require_replaceable, write_whole
from seqform.system.foreign_text import json_text
from seqform.system.packages import renamed

SCHEMA = 1
"""The version of the histories."""

FEWEST_HANDS = 10
"""Hands from which on a mean has an interval: of fewer it is often wider than the payoffs' range."""

HIDDEN = "?"
"""The name of an action that the person does not observe."""

MOST_VISITED = 20_000
"""Bound on the situations visited to decide whether a payoff depends on hidden moves of chance."""

ALTERNATE = "alternate"
"""The seat in a history where the seats alternate."""


@dataclass(frozen=True)
class Observation:
    """What the person may observe at a point of a hand.

    Attributes
    ----------
    hand : int
        Number of the hand, from 1.
    seat : int
        0 or 1.
    moves : tuple of Move
        The moves so far; the action of one that the person does not observe is "?".
    turn : Information or None
        The person's information and actions; None when the hand is over.
    payoffs : tuple of Fraction or None
        The payoffs of both players when the hand is over.
    """

    hand: int
    seat: int
    moves: tuple[Move, ...]
    turn: Information | None
    payoffs: tuple[Fraction, Fraction] | None


@dataclass(frozen=True)
class Hand:
    """A hand that is over: the person's seat, all situations from the root to the end, and the actions between them.

    `dealt` is the number of moves up to the decision to which a training hand was dealt, None in all others.
    """

    number: int
    seat: int
    situations: tuple[Situation, ...]
    actions: tuple[int, ...]
    dealt: int | None = None

    @property
    def payoff(self) -> Fraction:
        """The person's payoff."""
        return self.situations[-1].payoffs[self.seat]

    @property
    def decided(self) -> list[int]:
        """The places of the person's decisions among the actions, without those before a training hand begins."""
        places = range(self.dealt or 0, len(self.actions))
        return [place for place in places if self.situations[place].player == self.seat]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, hidden ones included."""
        return _moves(self.situations, self.actions)


@dataclass(frozen=True)
class Score:
    """The hands that are over, without those of training.

    Attributes
    ----------
    hands : tuple of int
        Numbers of hands in each seat.
    mean : Fraction
        Mean payoff of a hand.
    half_width : float or None
        Half the width of Student's 95 % interval over hands; None for fewer than ten. Where seats alternate, the
        difference between the seats makes it wider than it need be.
    perfect : number or None
        Mean payoff that perfect play earns against the agent from the same seats; None without a judge.
    mistakes, mistakes_half_width : float or None
        Mean cost of the person's decisions in a hand, with its interval.
    """

    hands: tuple[int, int]
    mean: Fraction
    half_width: float | None
    perfect: Number | None = None
    mistakes: float | None = None
    mistakes_half_width: float | None = None

    @property
    def adjusted_mean(self) -> float | None:
        """Mean payoff without luck (`seqform.play.review`), `perfect` less `mistakes`; None without a judge."""
        if self.perfect is None or self.mistakes is None:
            return None
        return in_doubles(self.perfect) - self.mistakes

    @property
    def adjusted_half_width(self) -> float | None:
        """Half the width of the interval of `adjusted_mean`, which is that of `mistakes`."""
        return self.mistakes_half_width


class Session:
    """Hands of a game between a person and an agent.

    The first hand begins at once: chance and the agent move until it is the person's turn or the hand is over.

    Parameters
    ----------
    agent : Agent
        The opponent.
    seed : int
        Decides all that is random.
    seat : int or str, optional
        The person's seat, 0, 1 or a player's name; by default it alternates, beginning with 0.
    open_cards : bool
        Show every move of chance when a hand is over. Otherwise those that the person does not observe stay hidden
        after a hand whose payoffs do not depend on chance's moves, such as one that ends with a fold.
    file : path, optional
        Where the history is kept; an existing file is replaced.

    Attributes
    ----------
    hand : int
        The number of the hand, from 1.
    seat : int
        The person's seat in this hand, 0 or 1.
    dealt : int or None
        In a training hand the number of moves up to the decision to which it was dealt.
    hands : list of Hand
        Those that are over.

    Examples
    --------
    >>> from seqform.play import RandomAgent, Session, open_game
    >>> session = Session(open_game("kuhn"), RandomAgent(), seed=5, seat=0)
    >>> session.observation().turn.infoset, session.observation().turn.actions
    ('Q:', ('check', 'bet'))
    """

    def __init__(
        self,
        playable: PlayableGame,
        agent: Agent,
        *,
        seed: int = 1,
        seat: int | str | None = None,
        open_cards: bool = False,
        file: str | Path | None = None,
    ) -> None:
        if seat is not None:
            seat = player_number(seat, playable.players, "seat")
        if playable.root.player == TERMINAL:
            raise GameError(f"{playable.title}: no player ever moves in this game")
        self.playable = playable
        self.agent = agent
        self.seed = seed
        self.open_cards = open_cards
        self._fixed_seat = seat
        self.hands: list[Hand] = []
        self._file: Path | None = None
        self._records: list[dict[str, Any]] = [
            {
                "play": SCHEMA,
                "game": playable.title,
                "against": agent.name,
                "seed": seed,
                "seat": ALTERNATE if seat is None else seat + 1,
                "open": open_cards,
            }
        ]
        self._reviews: dict[int, tuple[Decision, ...]] = {}
        self._common: dict[str, tuple[Move, ...]] = {}
        self._seen: dict[int, tuple[Move, ...]] = {}
        self._begin()
        if file is not None:
            self.keep_in(file_path("Session", file))

    # ---- play ----

    @property
    def over(self) -> bool:
        """True if the hand is over."""
        return self._situations[-1].player == TERMINAL

    @property
    def position(self) -> RulesSituation | None:
        """The situation now by the rules, where they are known and information is perfect; None in other games."""
        rules = None if isinstance(self.playable, PlayableOrderedGame) else self.playable.rules
        if rules is None or not self.playable.perfect_information:
            return None
        here = RulesSituation(rules, rules.initial())
        for action in self._actions:
            here = here.after(action)
        return here

    @property
    def table(self) -> PlayableGame:
        """The game, by its old name."""
        renamed("Session.table", "playable")
        return self.playable

    def view(self) -> Observation:
        """Return the observation, by its old name."""
        renamed("Session.view", "observation")
        return self.observation()

    def observation(self) -> Observation:
        """Return what the person may observe now."""
        here = self._situations[-1]
        if self.over:
            return Observation(self.hand, self.seat, self.seen(self.hands[-1]), None, here.payoffs)
        return Observation(
            self.hand,
            self.seat,
            self._observed(self._situations, self._actions),
            information_at(self.playable, here),
            None,
        )

    def act(self, action: int | str) -> None:
        """Take an action of the person, by its number from 0 or its name, and let the others move.

        The history has the action before the others move.
        """
        if self.over:
            raise OptionError("the hand is over; next() begins another one")
        here = self._situations[-1]
        names = here.actions
        place = named_action(action, names) if isinstance(action, str) else action
        if isinstance(place, Integral) and not isinstance(place, bool):
            place = int(place)  # such as one of NumPy's
        if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(names):
            meant = suggestion(action, names)
            raise OptionError(f"{action!r} is no action here{meant}; there are {', '.join(names)}")
        self._record({"hand": self.hand, "infoset": here.infoset, "action": names[place]})
        self._move(place)
        self._go_on()

    def next(self, *, train: bool = False) -> None:
        """Begin the next hand.

        Parameters
        ----------
        train : bool
            Deal it to a decision of the person that has cost something (`seqform.play.training`). Such hands are
            reviewed from there on, and do not count in the score.
        """
        if not self.over:
            raise OptionError("the hand is not over")
        if train:
            self._begin(*self.training_deal())
        else:
            self._begin()

    def training_deal(self) -> tuple[int, tuple[int, ...]]:
        """Return the seat of the next training hand, and the moves to a decision that has cost something."""
        random = Random(f"{self.seed} training {len(self.hands)}")
        points = trained_points(self.decided())
        if not points:
            raise OptionError("no training: no decision has cost anything")
        here = draw_point(points, random)
        return here.player, deal_to(self.playable, self.agent, here, random)

    def _begin(self, seat: int | None = None, dealt: Sequence[int] | None = None) -> None:
        """Begin a hand; a training hand in a seat and with some moves."""
        self.hand = len(self.hands) + 1
        if dealt is not None:
            self._record({"hand": self.hand, "dealt": list(dealt)})
        if seat is None:
            seat = self._fixed_seat
        if seat is None:  # seats alternate, whatever hands of training are between
            seat = sum(hand.dealt is None for hand in self.hands) % 2
        self.seat = seat
        self.dealt = None if dealt is None else len(dealt)
        self._situations: list[Situation] = [self.playable.root]
        self._actions: list[int] = []
        for action in dealt or ():
            self._move(action)
        self._chance = Random(f"{self.seed} chance {len(self.hands)}")
        self._draws = Random(f"{self.seed} agent {len(self.hands)}")
        begin_game(self.agent, self._draws)
        self._go_on()

    def _go_on(self) -> None:
        """Let chance and the agent move until it is the person's turn or the hand is over."""
        while (here := self._situations[-1]).player not in (self.seat, TERMINAL):
            if here.player == CHANCE:
                self._move(draw(here.lottery, self._chance))
            else:
                self._move(choice_of(self.agent, information_at(self.playable, here), self._draws))
        if self.over:
            over = Hand(
                self.hand, self.seat, tuple(self._situations), tuple(self._actions), self.dealt
            )
            self._record({"hand": self.hand, "payoff": write_rational(over.payoff)})
            self.hands.append(over)

    def _move(self, action: int) -> None:
        self._situations.append(self._situations[-1].after(action))
        self._actions.append(action)

    # ---- what the person observes ----

    def seen(self, hand: Hand) -> tuple[Move, ...]:
        """Return the moves of a hand that is over, as far as the person may observe them; "?" stands for others."""
        if hand.number not in self._seen:
            self._seen[hand.number] = self._final_moves(hand)
        return self._seen[hand.number]

    def known(self, hand: Hand, place: int) -> tuple[Move, ...]:
        """Return the moves before a decision of the person in a hand that is over, as the person observed them."""
        return self._observed(hand.situations[: place + 1], hand.actions[:place])

    def _observed(
        self, situations: Sequence[Situation], actions: Sequence[int]
    ) -> tuple[Move, ...]:
        """Return the moves up to a decision of the person, those that the person does not observe hidden."""
        here = situations[-1]
        playable = self.playable
        moves = _moves(situations, actions)
        if playable.perfect_information:
            return moves
        if isinstance(here, OrderedSituation):
            return _hide(moves, here.playable.columns[1 - here.player][here.number])
        assert isinstance(playable, PlayableTree)
        if here.infoset not in self._common:
            nodes = [world.node for world in playable.worlds(here.player, here.infoset).nodes]
            self._common[here.infoset] = common_moves(
                playable.game, np.array(nodes, dtype=np.int64)
            )
        return self._common[here.infoset]

    def _final_moves(self, hand: Hand) -> tuple[Move, ...]:
        """Return the moves of a hand that is over: chance's are shown if the payoffs depend on them, as in a showdown.

        If they do not, as after a fold, the person knows what was known at the last own decision.
        """
        moves = hand.moves
        end = hand.situations[-1]
        if self.open_cards or self.playable.perfect_information:
            return moves
        if isinstance(end, OrderedSituation):
            return _hide(moves, end.playable.hidden(end)[hand.seat])
        if self._depends_on_chance(moves, end.payoffs):
            return moves

        known: tuple[Move, ...] = ()
        own = [
            place
            for place, situation in enumerate(hand.situations)
            if situation.player == hand.seat
        ]
        if own:
            known = self.known(hand, own[-1])
        hidden = _hide(moves, range(len(moves)))
        shown = []
        for place, move in enumerate(moves):
            if move.player != CHANCE:
                shown.append(move)
            else:
                shown.append(known[place] if place < len(known) else hidden[place])
        return tuple(shown)

    def _depends_on_chance(self, moves: Sequence[Move], payoffs: tuple[Fraction, Fraction]) -> bool:
        """Return whether other moves of chance, with the same moves of the players, lead to other payoffs."""
        names = [move.action for move in moves if move.player != CHANCE]
        pending: list[tuple[Situation, int]] = [(self.playable.root, 0)]
        for _ in range(MOST_VISITED):
            if not pending:
                break
            here, done = pending.pop()
            if here.player == TERMINAL:
                if here.payoffs != payoffs:
                    return True
            elif here.player == CHANCE:
                pending += [(here.after(action), done) for action in range(here.num_actions)]
            elif done < len(names) and names[done] in here.actions:
                pending.append((here.after(here.actions.index(names[done])), done + 1))
        return False

    # ---- score ----

    @property
    def score(self) -> Score | None:
        """The score of the hands that are over; None before the first is."""
        return self.scored()

    def scored(self, *, judged: bool = True) -> Score | None:
        """Return the score; without judgements, that of the payoffs alone."""
        hands = [hand for hand in self.hands if hand.dealt is None]
        if not hands:
            return None
        payoffs = [hand.payoff for hand in hands]
        number = len(payoffs)
        first = sum(hand.seat == 0 for hand in hands)
        seats = (first, number - first)
        plain = Score(seats, sum(payoffs, Fraction(0)) / number, _half_width(payoffs))
        if judged and self.judge is not None:
            costs = []
            for hand in hands:
                cost = sum((decision.cost or 0 for decision in self.review(hand)), Fraction(0))
                costs.append(in_doubles(cost))
            earned: Any = Fraction(0)
            for seat in (0, 1):
                if seats[seat]:
                    earned += seats[seat] * self.judge.perfect(seat)
            plain = replace(
                plain,
                perfect=earned / number,
                mistakes=math.fsum(costs) / number,
                mistakes_half_width=_half_width(costs),
            )
        return plain

    @cached_property
    def judge(self) -> Judge | SolutionJudge | None:
        """The judge of decisions against the agent; None unless it plays a profile on a tree, or a solution."""
        return judge_of(self.playable, self.agent)

    def review(self, hand: Hand | None = None) -> tuple[Decision, ...]:
        """Return the person's decisions in a hand that is over, by default the last one, with their worth and cost.

        Examples
        --------
        >>> from seqform.play import open_session
        >>> session = open_session("kuhn", seat=0, seed=3)
        >>> session.act("bet")
        >>> decision, = session.review()
        >>> decision.infoset, decision.cost, decision.grade
        ('J:', Fraction(0, 1), 'as good as any')
        """
        if self.judge is None:
            raise OptionError(
                f"no review: {self.agent.name} plays neither a profile on a tree nor a solution"
            )
        if hand is None and not self.hands:
            raise OptionError("no review: no hand is over")
        if hand is None:
            hand = self.hands[-1]
        if hand.number not in self._reviews:
            decisions = [
                self.judge.at(hand.situations[place], hand.actions[place]) for place in hand.decided
            ]
            self._reviews[hand.number] = tuple(decisions)
        return self._reviews[hand.number]

    def decided(self) -> list[tuple[Situation, Decision]]:
        """Return the person's decisions in all hands that are over, each with its situation."""
        decided: list[tuple[Situation, Decision]] = []
        for hand in self.hands:
            situations = [hand.situations[place] for place in hand.decided]
            decided += zip(situations, self.review(hand), strict=True)
        return decided

    def hint(self) -> Decision:
        """Return the person's decision that comes next, judged as if the first action were chosen."""
        if self.judge is None or self.over:
            raise OptionError(
                "no hint: the hand is over, or the agent plays neither a profile on a tree nor a solution"
            )
        return self.judge.at(self._situations[-1], 0)

    # ---- history ----

    @property
    def history(self) -> str:
        """The history, one JSON object a line."""
        return "".join(
            json_text(json.dumps(record, ensure_ascii=False)) + "\n" for record in self._records
        )

    def _record(self, record: dict[str, Any]) -> None:
        self._records.append(record)
        if self._file is not None:
            try:
                write_whole(self._file, self.history)
            except BaseException:
                self._records.pop()
                raise

    def replay(self, records: Sequence[dict[str, Any]], path: Path) -> None:
        """Take the actions of a history, of which every record has to come out again."""
        # A record says what happens next: a training hand, the next hand, or an action of the person; what chance and
        # the agent do then follows from the seed, up to the person's next turn.
        while len(self._records) < len(records):
            done = len(self._records)
            record = records[done]
            if self.over and "dealt" in record:
                self._begin(*self._read_deal(record))
            elif self.over:
                self.next()
            elif record.get("action") in self._situations[-1].actions:
                self.act(str(record["action"]))
            else:
                raise _not_reproduced(path, done)
            for place, (new, old) in enumerate(
                zip(self._records[done:], records[done:], strict=False)
            ):
                if new != old:
                    raise _not_reproduced(path, done + place)

    def _read_deal(self, record: dict[str, Any]) -> tuple[int, tuple[int, ...]]:
        """Return the seat and the moves of a training hand; the root's where they are no moves to a decision."""
        moves = record["dealt"]
        if not isinstance(moves, list):
            return 0, ()
        here = self.playable.root
        for action in moves:
            if not isinstance(action, int) or not 0 <= action < here.num_actions:
                return 0, ()
            here = here.after(action)
        if here.player not in (0, 1):
            return 0, ()
        return here.player, tuple(moves)

    def keep_in(self, file: Path) -> None:
        """Write the history to a regular file, and again after every action."""
        require_replaceable(file)
        write_whole(file, self.history)
        self._file = file


def _half_width(observations: Sequence[Fraction] | Sequence[float]) -> float | None:
    """Return half the width of Student's interval over hands; None for fewer than `FEWEST_HANDS`."""
    if len(observations) < FEWEST_HANDS:
        return None
    return student_half_width(observations)


def _not_reproduced(path: Path, record: int) -> ParseError:
    problem = "the game or the agent differs from those of this history, or it is damaged"
    return ParseError(problem, str(path), record + 1)


def common_moves(game: ExtensiveGame, nodes: Ints) -> tuple[Move, ...]:
    """Return the moves from the root on that lead to all of some nodes; actions in which they differ are hidden.

    Moves are compared by their places in the paths, up to the end of the shortest one. A place at which different
    players move is a hidden move of chance.
    """
    # Deeper nodes are cut down to the level of the highest one; then all paths are followed up, move by move.
    level = np.searchsorted(game.level_start, nodes, side="right") - 1
    least = int(level.min())
    while np.any(level > least):
        nodes = np.where(level > least, game.parent[nodes], nodes)
        level = np.maximum(level - 1, least)
    moves: list[Move] = []
    for _ in range(least):
        parents = game.parent[nodes]
        choices = set(zip(game.infoset[parents].tolist(), game.action[nodes].tolist(), strict=True))
        players = {int(game.information_sets.player[infoset]) for infoset, _ in choices}
        names = {game.action_names[infoset][action] for infoset, action in choices}
        if len(players) > 1:
            moves.append(Move(CHANCE, HIDDEN))
        else:
            (player,) = players
            moves.append(Move(player, names.pop() if len(names) == 1 else HIDDEN))
        nodes = np.unique(parents)
    return tuple(reversed(moves))


def _moves(situations: Sequence[Situation], actions: Sequence[int]) -> tuple[Move, ...]:
    return tuple(
        Move(here.player, here.actions[action])
        for here, action in zip(situations, actions, strict=False)
    )


def _hide(moves: Sequence[Move], places: Container[int]) -> tuple[Move, ...]:
    """Return moves of which some of chance's are hidden, by their places among those of chance."""
    shown = []
    dealt = 0
    for move in moves:
        if move.player == CHANCE:
            shown.append(Move(CHANCE, HIDDEN) if dealt in places else move)
            dealt += 1
        else:
            shown.append(move)
    return tuple(shown)
