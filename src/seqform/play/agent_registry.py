"""The registry of agents, by names such as ``mcts:1000,uct=1.4``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from seqform.errors import OptionError
from seqform.io.profiles import read_profile
from seqform.play.agents import Agent, HumanAgent, NegamaxAgent, ProfileAgent, RandomAgent
from seqform.play.tables import GameTable, TreeTable, require_openspiel
from seqform.solving import api
from seqform.solving.concepts import CONCEPTS
from seqform.solving.request import Progress

Make = Callable[[GameTable, Progress | None], Agent]
TreeMake = Callable[[TreeTable, Progress | None], Agent]


@dataclass(frozen=True)
class Recipe:
    """A named agent to be made once the game is on the table, on its tree if `needs_tree`."""

    name: str
    make: Make
    needs_tree: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of agents: its usage, a description, and the reader of the part after the colon."""

    usage: str
    description: str
    read: Callable[[str, str], Recipe]


def recipe(text: str) -> Recipe:
    """Return how to make the agent that a text names.

    Examples
    --------
    >>> recipe("equilibrium:quasi-perfect").needs_tree
    True
    """
    name, _, rest = text.partition(":")
    kind = KINDS.get(name.strip().lower())
    if kind is None:
        close = get_close_matches(name.strip().lower(), KINDS, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        usages = ", ".join(known.usage for known in KINDS.values())
        raise OptionError(f"no agent named {name!r}; {hint}there are {usages}")
    return kind.read(text, rest.strip())


def _plain(make: Callable[[GameTable], Agent]) -> Callable[[str, str], Recipe]:
    """Return the reader of an agent without options."""

    def read(text: str, rest: str) -> Recipe:
        if rest:
            raise OptionError(f"{text}: {text.partition(':')[0]} takes nothing after a colon")
        return Recipe(text, lambda table, progress: make(table))

    return read


def _alpha_beta(text: str, rest: str) -> Recipe:
    require_openspiel()
    from seqform.play.openspiel_agents import AlphaBetaAgent

    depth = _positive(text, rest) if rest else None
    return Recipe(text, lambda table, progress: AlphaBetaAgent(text, table, depth))


def _mcts(text: str, rest: str) -> Recipe:
    require_openspiel()
    from seqform.play.openspiel_agents import MctsAgent, MctsOptions

    options = MctsOptions(**_mcts_options(text, rest))
    return Recipe(text, lambda table, progress: MctsAgent(text, table, options))


def _mcts_options(text: str, rest: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        name, value = (key, value) if equals else ("simulations", key)
        if name in options:
            raise OptionError(f"{text}: {name} is given twice")
        if name in ("simulations", "rollouts"):
            options[name] = _positive(text, value)
        elif name == "uct":
            options[name] = _constant(text, value)
        else:
            raise OptionError(f"{text}: mcts has no {name!r}; {KINDS['mcts'].usage} expected, such as mcts:1000,uct=2")
    return options


def _equilibrium(text: str, rest: str) -> Recipe:
    concept = rest or "nash"
    if concept not in CONCEPTS:
        raise OptionError(f"{text}: unknown concept {concept!r}; there are {', '.join(CONCEPTS)}")

    def make(table: TreeTable, progress: Progress | None) -> Agent:
        return ProfileAgent(text, api.solve(table.game, concept=concept, exact=True, progress=progress).profile)

    return _on_the_tree(text, make)


def profile_file(text: str) -> Path | None:
    """Return the file of the profile that an agent's name stands for; None if the agent reads none."""
    name, _, rest = text.partition(":")
    return Path(rest.strip()) if name.strip().lower() == "profile" and rest.strip() else None


def _profile(text: str, rest: str) -> Recipe:
    file = profile_file(text)
    if file is None:
        raise OptionError(f"{text}: a file expected, as in profile:kuhn.json, which 'seqform solve -o' writes")
    return _on_the_tree(text, lambda table, progress: ProfileAgent(text, read_profile(file, table.game)))


def _on_the_tree(text: str, make: TreeMake) -> Recipe:
    def make_at(table: GameTable, progress: Progress | None) -> Agent:
        if not isinstance(table, TreeTable):
            raise OptionError(f"{text} plays on the tree of a game only; open_table(..., tree=True)")
        return make(table, progress)

    return Recipe(text, make_at, needs_tree=True)


def _positive(text: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value) > 0):
        raise OptionError(f"{text}: a whole number from 1 on expected, not {value!r}")
    return int(value)


def _constant(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise OptionError(f"{text}: uct is a number from 0 on, not {value!r}")
    return number


KINDS = {
    "human": Kind("human", "a person at the terminal", _plain(HumanAgent)),
    "random": Kind("random", "every action with equal probability", _plain(lambda table: RandomAgent())),
    "negamax": Kind("negamax", "exact search; perfect information, constant-sum, no chance", _plain(NegamaxAgent)),
    "alpha-beta": Kind("alpha-beta[:DEPTH]", "OpenSpiel's alpha-beta search; as negamax", _alpha_beta),
    "mcts": Kind("mcts[:SIMULATIONS,uct=C,rollouts=N]", "OpenSpiel's MCTS, or IS-MCTS", _mcts),
    "equilibrium": Kind("equilibrium[:CONCEPT]", "an exact equilibrium, solved for on the spot", _equilibrium),
    "profile": Kind("profile:FILE", "a profile that 'seqform solve -o FILE' wrote", _profile),
}
"""All kinds of agents; a new one is one reader and one line here."""
