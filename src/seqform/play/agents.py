"""Agents, which choose actions from the information of the player who moves: drawn, searched for, or typed.

`KINDS` is the registry of agents, by names such as ``mcts:1000,uct=1.4``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, wraps
from itertools import accumulate, product
from numbers import Integral, Rational, Real
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol, TextIO

import numpy as np

from seqform.builders.games.ordered.expansion import infoset_labels, is_expansion
from seqform.errors import GameError, ModelError, OptionError, suggestion, unknown
from seqform.io.devices import read_strategies
from seqform.io.profiles import require_rest
from seqform.io.saved_solution import SavedSolution
from seqform.io.shares import is_action, numbered_action
from seqform.io.solutions import is_same_game, is_solution_file, read_solution, shipped
from seqform.models.answers.answer import Answer
from seqform.models.games.abstraction import views_of
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import shown
from seqform.models.options import argument, options_of, whole
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.correlation import ClaimedDevice, PairMixture
from seqform.playable import (
    Information,
    OrderedInformation,
    PlayableGame,
    PlayableOrderedGame,
    PlayableTree,
    RulesSituation,
    require_openspiel,
)
from seqform.playable.profiles import profile as profile_from
from seqform.system.files import names_file
from seqform.system.foreign_text import visible, visible_lines
from seqform.system.own_code import (
    guarded,
    line_of,
    own_function,
    own_member,
    require_positional,
    takes_positional,
)
from seqform.system.strategy_names import (
    CODE,
    PROFILE,
    SHIPPED,
    SOLUTION,
    StrategyName,
    parse_strategy,
)

Progress = Callable[[str], None]

NEAR_ONE = 1e-6
"""By how much the sum of probabilities in doubles, which are divided by it, may differ from 1."""


class Agent(Protocol):
    """A player in either seat.

    An agent that looks up the names of information sets has an attribute ``needs_tree`` that is true: they are unique
    on the tree only. One that remembers earlier games has an attribute ``remembers`` that is true, and gets no deal
    twice.

    Examples
    --------
    An agent of one's own, who always takes the last action:

    >>> class Last:
    ...     name = "last"
    ...     def choose(self, information, random):
    ...         return len(information.actions) - 1
    >>> from seqform.play import match
    >>> match("kuhn", Last(), "equilibrium", games=2).agents
    ('last', 'equilibrium')
    """

    @property
    def name(self) -> str:
        """The name in reports."""
        ...

    def choose(self, information: Information, random: Random) -> int:
        """Return the number of the chosen action, from 0; all randomness comes from `random`."""
        ...


@dataclass(frozen=True)
class RandomAgent:
    """Takes every action with equal probability."""

    name: str = "random"

    def choose(self, information: Information, random: Random) -> int:
        """Return any action."""
        return random.randrange(len(information.actions))


@dataclass(frozen=True)
class ProfileAgent:
    """Plays a profile of the game, on its tree, each player's strategy in that player's seat."""

    name: str
    profile: BehaviorProfile
    needs_tree: ClassVar[bool] = True

    def choose(self, information: Information, random: Random) -> int:
        """Return an action drawn from the strategy; exactly so, if it is exact."""
        shares = self.profile[information.player][information.infoset]
        return draw([shares[action] for action in information.actions], random)


@dataclass(frozen=True)
class FunctionAgent:
    """Plays by a function of the information, which returns an action, its number, or probabilities.

    An action is its label, or an object whose text is the label. An integer from 0 stands for the action at that place,
    and is refused where labels are other integers. Probabilities are a mapping from actions, in which others have 0, or
    as many numbers as there are actions; they add up to 1.
    """

    name: str
    function: Callable[[Information], Any]

    def choose(self, information: Information, random: Random) -> int:
        """Return the action of the function, or one drawn from its probabilities."""
        choice = self.function(information)
        actions = information.actions
        if isinstance(choice, Integral) and not isinstance(choice, bool):
            return actions.index(numbered_action(choice, actions, self._where(information)))
        if isinstance(choice, str) or is_action(choice, actions):
            return actions.index(self._known(choice, information))
        if isinstance(choice, Mapping):
            shares = dict.fromkeys(actions, Fraction(0)) | {
                self._known(action, information): share for action, share in choice.items()
            }
            choice = list(shares.values())
        return draw(self._lottery(choice, information), random)

    def _known(self, action: Any, information: Information) -> str:
        """Return an action of the information set; raise ModelError for any other."""
        if not is_action(action, information.actions):
            where = f"{self._where(information)}: no action"
            raise ModelError(unknown(where, action, information.actions))
        return str(action)

    def _where(self, information: Information) -> str:
        """Return the function, with its line in a Python file that was named, and the information set, for messages."""
        return f"{self.name}{line_of(self.function)}, at {information.infoset!r}"

    def _lottery(self, shares: Any, information: Information) -> list[Fraction | float]:
        """Return probabilities; raise ModelError for what are none."""
        if isinstance(shares, Iterable):
            numbers = list(shares)
            are_shares = all(isinstance(share, Real) and float(share) >= 0 for share in numbers)
            has_length = len(numbers) == len(information.actions)
            if has_length and are_shares and abs(sum(numbers) - 1) <= NEAR_ONE:
                if all(isinstance(share, Rational) for share in numbers) and sum(numbers) == 1:
                    return [Fraction(share) for share in numbers]
                return [float(share) for share in numbers]
        raise ModelError(
            f"{self._where(information)}: an action, its number, or probabilities of the "
            f"{len(information.actions)} actions that add up to 1 expected, not {shown(shares)}"
        )


class DeviceAgent:
    """Obeys the device of a correlated equilibrium: a pair of pure strategies is drawn before each game.

    In both seats, also as two agents with the same device, it plays both strategies of one pair.
    """

    needs_tree: ClassVar[bool] = True

    def __init__(self, name: str, mixture: PairMixture) -> None:
        self.name = name
        self._mixture = mixture
        self._choices: tuple[dict[str, str], dict[str, str]] | None = None

    def begin(self, random: Random) -> None:
        """Draw the pair of a game; exactly so, if the mixture is exact."""
        weights: Any = self._mixture.weights
        if isinstance(weights, ExactArray):
            weights = weights.to_fractions()
        else:
            weights = weights.tolist()
        pair = draw(weights, random)
        self._choices = (self._mixture.choices(0, pair), self._mixture.choices(1, pair))

    def choose(self, information: Information, random: Random) -> int:
        """Return the recommended action."""
        if self._choices is None:
            self.begin(random)
        assert self._choices is not None
        action = self._choices[information.player][information.infoset]
        return information.actions.index(action)


def begin_game(agent: Agent, random: Random) -> None:
    """Let an agent that draws something before a game do so: one with a method `begin`, as `DeviceAgent` has."""
    begin = getattr(agent, "begin", None)
    if callable(begin):
        begin(random)


def draw(probabilities: Sequence[Fraction | float], random: Random) -> int:
    """Return the number of an action drawn from a lottery, exactly if the probabilities are fractions."""
    count = len(probabilities)
    first = probabilities[0]
    if first == Fraction(1, count) and all(share is first for share in probabilities):
        return random.randrange(count)  # as below, faster
    exact = [share for share in probabilities if isinstance(share, Fraction | int)]
    if len(exact) < count:
        weights = [float(share) for share in probabilities]
        return random.choices(range(count), weights)[0]

    # Of so many tickets as the common denominator has units, each action has its share.
    denominator = math.lcm(*(share.denominator for share in exact))
    tickets = [share.numerator * (denominator // share.denominator) for share in exact]
    return _drawn(tickets, denominator, random)


def _drawn(tickets: Sequence[int], total: int, random: Random) -> int:
    """Return the number of the action that has the ticket drawn."""
    ticket = random.randrange(total)
    return next(action for action, bound in enumerate(accumulate(tickets)) if ticket < bound)


class SolutionAgent:
    """Plays a saved solution of a game with ordered signals, by dealing or on its tree; exactly as it is stored.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.play import match
    >>> game = sf.load("rhode-island(ranks=2,suits=2)", kind="ordered")
    >>> saved = sf.solve(game, target_gap=0.1).saved()
    >>> match(game, saved, "random", games=20).agents
    ('solution of rhode-island(ranks=2,suits=2)', 'random')
    """

    def __init__(self, name: str, solution: SavedSolution, playable: PlayableGame) -> None:
        self.name = name
        self.solution = solution
        self.playable = playable
        if isinstance(playable, PlayableOrderedGame):
            fits = is_same_game(playable.game, solution.game)
        else:
            fits = isinstance(playable, PlayableTree) and is_expansion(playable.game, solution.game)
        if not fits:
            raise GameError(f"{name}: a solution of {solution.game.title}, not of {playable.title}")

    @cached_property
    def _points(self) -> tuple[dict[str, tuple[int, int, int, int]], ...]:
        """For each player the numbers of all information sets by their labels: round, view, history and node."""
        game = self.solution.game
        points: tuple[dict[str, tuple[int, int, int, int]], ...] = ({}, {})
        for player, by_label in enumerate(points):
            for number, views in enumerate(views_of(game, player)):
                sets = game.rounds[number].stage.sets(player)
                places = product(range(len(views)), range(game.num_histories[number]), sets)
                labels = infoset_labels(game, player, number, np.arange(len(views)))
                by_label.update(zip(labels, ((number, *place) for place in places), strict=True))
        return points

    def choose(self, information: Information, random: Random) -> int:
        """Return an action drawn from the strategy of the player who moves."""
        if isinstance(information, OrderedInformation):
            point = information.round, information.hand, information.past, information.node
        else:
            point = self._points[information.player][information.infoset]
        shares = self.solution.shares(information.player, *point)
        total = sum(shares)
        if total == 0:  # never reached: all actions are equally likely
            return random.randrange(len(shares))
        return _drawn(shares, total, random)

    @cached_property
    def profile(self) -> BehaviorProfile:
        """The strategies as a profile of the tree on which they are played, exactly as they are stored."""
        if not isinstance(self.playable, PlayableTree):
            raise GameError(
                f"{self.name}: a profile is of a tree, and {self.playable.title} is dealt by its rules"
            )
        first, second = (
            self._strategy(sequences.index) for sequences in self.playable.game.sequences
        )
        return BehaviorProfile((first, second))

    def _strategy(self, index: SequenceIndex) -> BehaviorStrategy:
        probabilities = [Fraction(1)]
        for name in index.infoset_names:
            shares = self.solution.shares(index.player, *self._points[index.player][name])
            total = sum(shares)
            if total:
                probabilities += [Fraction(share, total) for share in shares]
            else:
                probabilities += [Fraction(1, len(shares))] * len(shares)
        return BehaviorStrategy(index, np.array(probabilities, dtype=object))


LONGEST_LINE = 10_000
"""Bound on the characters of a line of input."""


def _say(text: str) -> None:
    print(visible_lines(text), file=sys.stderr, flush=True)


def typed(prompt: str, say: Callable[[str], None], stream: TextIO) -> str:
    """Return the line that is typed after a prompt; EOFError at the end of the input, after an empty line.

    A line of more than `LONGEST_LINE` characters is an OptionError: it is not typed, and may have no end.
    """
    print(visible_lines(prompt), end="", file=stream, flush=True)
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise OptionError(
            f"the input has a line of more than {LONGEST_LINE:,} characters; a move a line expected"
        )
    if not line:
        say("")
        raise EOFError
    return line


def shown_name(playable: PlayableGame, player: int, infoset: str) -> str:
    """Return the name of an information set as a person reads it."""
    if not isinstance(playable, PlayableTree):
        return infoset
    return playable.game.shown_names(player).get(infoset, infoset)


class HumanAgent:
    """Asks a person at the terminal, on standard error, so that results can go elsewhere.

    `say` prints a line; `ask` reads one after a prompt, and raises EOFError at the end.
    """

    remembers = True

    def __init__(
        self,
        playable: PlayableGame,
        say: Callable[[str], None] = _say,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        self.name = "human"
        self.playable = playable
        self.say = say
        self.ask = ask or (lambda prompt: typed(prompt, say, sys.stderr))

    def choose(self, information: Information, random: Random) -> int:
        """Return the action that the person types, by number or by name; anything else is asked again."""
        board = picture(information)
        who = visible(self.playable.players[information.player])
        if board:
            self.say(f"\nYou are {who}.")
            self.say(board)
        else:
            known = shown_name(self.playable, information.player, information.infoset)
            self.say(f"\nYou are {who}. You know: {visible(known)}")
        # Else numbers are names of actions.
        numbered = not any(_is_number(action) for action in information.actions)
        if numbered:
            for number, action in enumerate(information.actions, start=1):
                self.say(f"{number:>4}  {visible(action)}")
            expected = f"a number from 1 to {len(information.actions)}, or an action"
        else:
            expected = visible(", ".join(information.actions))
        while True:
            answer = self.ask("Your move: " if numbered else f"Your move ({expected}): ").strip()
            place = named_action(answer, information.actions)
            if place is not None:
                return place
            if numbered and _is_number(answer) and 1 <= int(answer) <= len(information.actions):
                return int(answer) - 1
            meant = suggestion(answer, information.actions)
            self.say(
                f"{visible(repr(answer))} is no action here{visible(meant)}; expected: {expected}"
            )


def named_action(name: str, actions: Sequence[str]) -> int | None:
    """Return the number of the action that a person names, in capitals or not where that is unambiguous; None of none.

    Examples
    --------
    >>> named_action("bet", ["Check", "Bet"]), named_action("BET", ["bet", "Bet"]), named_action("Bet", ["bet", "Bet"])
    (1, None, 1)
    """
    if name in actions:
        return list(actions).index(name)
    alike = [place for place, action in enumerate(actions) if action.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def picture(information: Information) -> str:
    """Return the picture that the rules draw of the situation, or the signals seen; "" without, or on a tree."""
    if isinstance(information, OrderedInformation):
        return visible(str(information))
    situation = information.situation
    if not isinstance(situation, RulesSituation):
        return ""
    if not hasattr(situation.rules, "picture"):
        return ""
    return str(situation.rules.picture(situation.state))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


# ---- registry ----

Make = Callable[[PlayableGame, Progress | None], Agent]
TreeMake = Callable[[PlayableTree, Progress | None], Agent]


@dataclass(frozen=True)
class Recipe:
    """A named agent to be made once the game can be played, on its tree if `needs_tree`.

    `plays_deals` is false if games with ordered signals have to be on their tree.
    """

    name: str
    make: Make
    needs_tree: bool = False
    plays_deals: bool = True


@dataclass(frozen=True)
class Kind:
    """A kind of agents: its usage, a description, and the reader of what follows the word."""

    usage: str
    description: str
    read: Callable[[StrategyName], Recipe]


def recipe(text: str) -> Recipe:
    """Return how to make the agent that a text names.

    Examples
    --------
    >>> recipe("equilibrium:quasi-perfect").needs_tree
    True
    """
    agent = named_agent(text)
    if agent.word in KINDS:
        return KINDS[agent.word].read(agent)
    if agent.word == CODE:
        return _own(agent)
    from seqform.solving.concepts import equilibrium_concepts  # which takes time to import

    name = agent.before_colon
    similar = get_close_matches(name.strip().lower(), KINDS, n=1)
    hint = f"did you mean {similar[0]}? " if similar else ""
    if name.strip().lower() in equilibrium_concepts():
        hint = f"did you mean equilibrium:{name.strip().lower()}? "
    if names_file(text.strip()):
        hint = f"did you mean {_word_of_file(text.strip())}? "
    from seqform.solving.concepts import CONCEPTS  # which takes time to import

    if text in CONCEPTS:
        hint = f"did you mean equilibrium:{text}? "
    raise OptionError(f"no agent named {name!r}; {hint}there are {', '.join(usages())}")


def _word_of_file(path: str) -> str:
    """Return the agent that a file alone is meant for."""
    if path.endswith(".py"):
        return f"{path}:NAME"
    if is_solution_file(path):
        return f"{SOLUTION}:{path}"
    return f"{PROFILE}:{path}"


def _own(agent: StrategyName) -> Recipe:
    """Return how to make an agent of an object in a Python file: a function of the information, or any other agent."""
    (code,) = agent.code
    member = own_member(code)
    if not _is_function(member):
        made: Recipe = argument(agent.text, recipe_of, member, OptionError)
        return made
    return _of_function(agent.text, guarded(agent.text, member))


AgentLike = str | Agent | Answer | SavedSolution | BehaviorProfile | Any
"""A name of an agent, an agent, or an object with strategies to play by.

It may be a policy of OpenSpiel's as well, bots of both players, a mapping or a pair as `seqform.profile` takes it, the
path of a file, or a function as of `FunctionAgent`, also of the name of an information set and its actions.
"""


def recipe_of(agent: AgentLike) -> Recipe:
    """Return how to make the agent that a name or an object stands for."""
    if isinstance(agent, str):
        return recipe(agent)
    if isinstance(agent, Path):
        return recipe(_word_of_file(str(agent)))
    strategies: Any = agent.strategies if isinstance(agent, Answer) else agent
    if isinstance(strategies, SavedSolution):
        solution = strategies
        name = f"solution of {solution.game.title}"
        return Recipe(name, lambda playable, progress: SolutionAgent(name, solution, playable))
    if type(strategies) in AGENTS_ON_TREES:
        name, make = AGENTS_ON_TREES[type(strategies)]
        return _on_the_tree(name, lambda playable, progress: make(name, strategies, playable))
    return _recipe_of_agent(strategies)


def _recipe_of_agent(agent: Any) -> Recipe:
    """Return how to make an agent of another object: one of the user's own, or of OpenSpiel's."""
    if callable(getattr(agent, "action_probabilities", None)):
        from seqform.playable.openspiel import profile_of

        return _on_the_tree(
            "policy", lambda playable, progress: ProfileAgent("policy", profile_of(agent, playable))
        )
    if isinstance(agent, list | tuple) and len(agent) == 2 and all(map(_is_bot, agent)):
        return _openspiel_bot("bots", lambda game, player: agent[player])
    if _is_bot(agent):
        raise OptionError(
            "agent: a bot of OpenSpiel's plays for one player; a pair of them expected, player 0's first"
        )
    if isinstance(agent, BehaviorStrategy):
        raise OptionError(
            "agent: one player's strategy, and an agent plays both seats; a pair of strategies expected, player 0's "
            "first"
        )
    if isinstance(agent, type):
        raise OptionError(f"agent: an object expected, not its class: {agent.__name__}(...)")
    if isinstance(agent, Mapping | list | tuple):
        source: Any = agent
        return _on_the_tree(
            PROFILE,
            lambda playable, progress: ProfileAgent(PROFILE, profile_from(playable.game, source)),
        )
    if _is_function(agent):
        return _of_function(getattr(agent, "__name__", "function"), agent)
    if not isinstance(getattr(agent, "name", None), str) or not callable(
        getattr(agent, "choose", None)
    ):
        raise OptionError(
            "agent: the name of one, an equilibrium, what seqform.profile takes, a saved solution, two bots of "
            "OpenSpiel's, a function of the information, or an object with a name, a text, and a method "
            f"choose(information, random), expected, not {agent!r}"
        )
    return Recipe(
        agent.name, lambda playable, progress: agent, bool(getattr(agent, "needs_tree", False))
    )


def _is_function(agent: object) -> bool:
    """Return whether an agent of the user's own is called itself, and is none of the objects that agents may be."""
    attributes = ("choose", "step", "action_probabilities")
    return callable(agent) and not any(hasattr(agent, name) for name in attributes)


def _of_function(name: str, function: Callable[..., Any]) -> Recipe:
    """Return how to make the agent that a function of the information is; InputError for other arguments.

    A function of the name of an information set and its actions, as `seqform.profile` takes it, plays on the tree,
    where these names are unique.
    """
    if takes_positional(function, 2) and not takes_positional(function, 1):

        def of_information(information: Information) -> Any:
            return function(information.infoset, information.actions)

        agent = FunctionAgent(name, wraps(function)(of_information))
        return _on_the_tree(name, lambda playable, progress: agent)
    require_positional(f"agent {name}", function, ("the information",))
    needs_tree = bool(getattr(function, "needs_tree", False))
    return Recipe(name, lambda playable, progress: FunctionAgent(name, function), needs_tree)


def _is_bot(agent: object) -> bool:
    return callable(getattr(agent, "step", None)) and callable(getattr(agent, "restart", None))


def _of_profile(name: str, profile: BehaviorProfile, playable: PlayableTree) -> Agent:
    return ProfileAgent(name, profile.bound_to(playable.game))


def _of_device(name: str, device: ClaimedDevice, playable: PlayableTree) -> Agent:
    return DeviceAgent(name, device.mixture.bound_to(playable.game.sequences))


AGENTS_ON_TREES: dict[type, tuple[str, Callable[[str, Any, PlayableTree], Agent]]] = {
    BehaviorProfile: ("profile", _of_profile),
    ClaimedDevice: ("device", _of_device),
}
"""For each class of strategies on the tree the name of an agent that plays them, and the function that makes it."""


def _plain(make: Callable[[PlayableGame], Agent]) -> Callable[[StrategyName], Recipe]:
    """Return the reader of an agent without options."""

    def read(agent: StrategyName) -> Recipe:
        if agent.rest:
            raise OptionError(f"{agent.text}: {agent.word} takes nothing after a colon")
        return Recipe(agent.text, lambda playable, progress: make(playable))

    return read


def _alpha_beta(agent: StrategyName) -> Recipe:
    options = _options(agent, {"depth": whole(1), "evaluate": own_function})

    def make(playable: PlayableGame, progress: Progress | None) -> Agent:
        from seqform.play.searching_agents import AlphaBetaAgent

        return AlphaBetaAgent(agent.text, playable, **options)

    return Recipe(agent.text, make)


def _negamax(playable: PlayableGame) -> Agent:
    from seqform.play.searching_agents import NegamaxAgent

    return NegamaxAgent(playable)


def _mcts(agent: StrategyName) -> Recipe:
    from seqform.analysis.monte_carlo import MctsOptions
    from seqform.play.searching_agents import MctsAgent

    readers = {name: described.read for name, described in options_of(MctsOptions).items()}
    options = MctsOptions(**_options(agent, readers))

    def make(playable: PlayableGame, progress: Progress | None) -> Agent:
        if playable.perfect_information or not isinstance(playable, PlayableTree):
            return MctsAgent(agent.text, playable, options)
        require_openspiel()
        from seqform.play.openspiel_agents import IsMctsAgent

        return IsMctsAgent(agent.text, playable, options)

    return Recipe(agent.text, make, plays_deals=False)


def _openspiel(agent: StrategyName) -> Recipe:
    require_openspiel()
    from seqform.play.openspiel_agents import registered_bot

    return _openspiel_bot(agent.text, registered_bot(agent.text, agent.rest))


def _openspiel_bot(name: str, bot_of: Callable[[Any, int], Any]) -> Recipe:
    from seqform.play.openspiel_agents import BotAgent

    return Recipe(
        name, lambda playable, progress: BotAgent(name, playable, bot_of), plays_deals=False
    )


def _options(agent: StrategyName, readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Return the options of an agent's name, the first of which may stand without its own name."""
    options: dict[str, Any] = {}
    first = next(iter(readers))
    for key, value in agent.options:
        name = key or first
        if name in options:
            raise OptionError(f"{agent.text}: {name} is given twice")
        if name not in readers:
            raise OptionError(
                f"{agent.text}: {agent.word} has no {name!r}; {KINDS[agent.word].usage} expected"
            )
        options[name] = argument(f"{agent.text}: {name}", readers[name], value, OptionError)
    return options


def _equilibrium(agent: StrategyName) -> Recipe:
    from seqform.solving.api import solve
    from seqform.solving.concepts import equilibrium_concepts

    concept = agent.rest or "nash"
    if concept not in (known := equilibrium_concepts()):
        raise OptionError(unknown(f"{agent.text}: no equilibrium concept", concept, known))

    def make(playable: PlayableTree, progress: Progress | None) -> Agent:
        profile = solve(playable.game, concept=concept, exact=True, progress=progress).profile
        return ProfileAgent(agent.text, profile)

    return _on_the_tree(agent.text, make)


def named_agent(text: str) -> StrategyName:
    """Return what a text names as an agent, with the files that are read or run for it."""
    return parse_strategy(text, KINDS)


def _profile(agent: StrategyName) -> Recipe:
    file = agent.path
    argument(agent.text, require_rest, agent.completion, OptionError)
    if file is None:
        raise OptionError(
            f"{agent.text}: a file expected, as in profile:kuhn.json, which 'seqform solve -o' writes"
        )

    def make(playable: PlayableTree, progress: Progress | None) -> Agent:
        strategies = read_strategies(file, playable.game, rest=agent.completion)
        _, agent_of = AGENTS_ON_TREES[type(strategies)]
        return agent_of(agent.text, strategies, playable)

    return _on_the_tree(agent.text, make)


def _solution(agent: StrategyName) -> Recipe:
    file = shipped(agent.rest) if agent.rest in SHIPPED else agent.path
    if file is None:
        raise OptionError(
            f"{agent.text}: a file expected, as in solution:ri.solution, which 'seqform solve -o' writes for a game "
            f"with ordered signals; {', '.join(SHIPPED)} comes with the package"
        )

    def make(playable: PlayableGame, progress: Progress | None) -> Agent:
        game = (
            playable.game
            if isinstance(playable, PlayableOrderedGame)
            else getattr(playable, "ordered", None)
        )
        return SolutionAgent(agent.text, read_solution(file, game), playable)

    return Recipe(agent.text, make)


def _on_the_tree(text: str, make: TreeMake) -> Recipe:
    def make_at(playable: PlayableGame, progress: Progress | None) -> Agent:
        if not isinstance(playable, PlayableTree):
            raise OptionError(f"{text} plays on the tree of a game only; open_game(..., tree=True)")
        return make(playable, progress)

    return Recipe(text, make_at, needs_tree=True)


KINDS = {
    "human": Kind("human", "a person at the terminal", _plain(HumanAgent)),
    "random": Kind(
        "random", "every action with equal probability", _plain(lambda playable: RandomAgent())
    ),
    "negamax": Kind(
        "negamax",
        "exact search, also with chance; perfect information, constant-sum",
        _plain(_negamax),
    ),
    "alpha-beta": Kind(
        "alpha-beta[:DEPTH,evaluate=FILE.py:NAME]",
        "alpha-beta search, also with chance; perfect information, constant-sum",
        _alpha_beta,
    ),
    "mcts": Kind(
        "mcts[:SIMULATIONS,uct=C,rollouts=N,final=visits|values]",
        "Monte Carlo tree search; OpenSpiel's IS-MCTS where anything is hidden",
        _mcts,
    ),
    "openspiel": Kind(
        "openspiel:BOT", "a bot that OpenSpiel has registered, such as uniform_random", _openspiel
    ),
    "equilibrium": Kind(
        "equilibrium[:CONCEPT]", "an exact equilibrium, solved for on the spot", _equilibrium
    ),
    "profile": Kind(
        "profile:FILE[,rest=uniform]",
        "a profile, or a device, that 'seqform solve -o FILE' wrote",
        _profile,
    ),
    "solution": Kind("solution:FILE", "a saved solution of a game with ordered signals", _solution),
}
"""All kinds of agents that have a word; a new one is one reader and one line here."""

OWN_AGENT = "FILE.py:NAME"
"""The usage of an agent of the user's own, a function of the information or an object, in a Python file."""


def usages(*left_out: str) -> list[str]:
    """Return how all agents are written but those that are left out."""
    return [kind.usage for word, kind in KINDS.items() if word not in left_out] + [OWN_AGENT]
