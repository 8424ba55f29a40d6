"""Matches between all pairs of several agents, in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from seqform.builders.games.rules import MAX_NODES
from seqform.errors import OptionError
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import in_doubles
from seqform.models.numbers.text import counted
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.play.agents import AgentLike, Progress, recipe_of
from seqform.play.matches import MatchResult, match


@dataclass(frozen=True, repr=False)
class RoundRobin(Tabular):
    """The matches between all pairs of some agents.

    - `names`: Of the agents, in their order.
    - `matches`: One for each pair, (0, 1), (0, 2), ..., (1, 2), ...; after Ctrl-C those until then.
    """

    names: tuple[str, ...]
    matches: tuple[MatchResult, ...]

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.matches[0].title

    def result(self, agent: int, opponent: int) -> MatchResult | None:
        """Return the match of two agents, whose first one has the smaller number; None where it was not played."""
        pairs = list(combinations(range(len(self.names)), 2))
        place = pairs.index((min(agent, opponent), max(agent, opponent)))
        return self.matches[place] if place < len(self.matches) else None

    def mean(self, agent: int, opponent: int) -> Fraction | None:
        """Return the mean payoff of an agent against another one; None where they did not play."""
        result = self.result(agent, opponent)
        return None if result is None else result.mean(0 if agent < opponent else 1)

    def average(self, agent: int) -> Fraction | None:
        """Return the average of an agent's mean payoffs, each opponent counted once; None where there is none."""
        means = [self.mean(agent, other) for other in range(len(self.names)) if other != agent]
        played = [mean for mean in means if mean is not None]
        return sum(played, Fraction(0)) / len(played) if played else None

    def report(self, *, everything: bool = False) -> Report:
        """Return the table of mean payoffs, of the row's agent against the column's; in data also one of pairs."""
        rows: list[list[Cell]] = []
        for agent, name in enumerate(self.names):
            row: list[Cell] = [name]
            for opponent in range(len(self.names)):
                mean = None if opponent == agent else self.mean(agent, opponent)
                row.append(None if mean is None else in_doubles(mean))
            average = self.average(agent)
            row.append(None if average is None else in_doubles(average))
            rows.append(row)

        columns = ("agent", *(f"against {name}" for name in self.names), "average")
        title = f"{self.title}: mean payoffs of the agents in the rows"
        means = Table(title, columns, "l" + "r" * (len(self.names) + 1), rows)
        games = sum(len(result.games) for result in self.matches)
        played = f"{counted(len(self.matches), 'match', 'matches')}, {counted(games, 'game')}"
        return Report([means, Line(played, "dim")], {"pairs": self._pairs, "means": lambda: means})

    def _pairs(self) -> Table:
        rows: list[list[Cell]] = []
        for result in self.matches:
            means = [in_doubles(result.mean(agent)) for agent in (0, 1)]
            rows.append([*result.agents, len(result.games), *means, result.half_width(0)])
        columns = ("first", "second", "games", "mean of first", "mean of second", "± 95% of first")
        return Table(f"{self.title}: matches", columns, "llrrrr", rows)

    def __repr__(self) -> str:
        return f"<RoundRobin of {self.title!r}: {', '.join(self.names)}>"


def round_robin(
    game: object,
    agents: Mapping[str, AgentLike] | Sequence[AgentLike],
    *,
    games: int = 100,
    seed: int = 1,
    fixed_seats: bool = False,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> RoundRobin:
    """Let every two of several agents play a match, by `match`.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    agents : mapping from names, or sequence
        At least two agents, each as of `match`; without names of one's own they have theirs. Every match makes its
        agents anew, so that an equilibrium that is named is better solved for once and given itself.
    games, seed, fixed_seats, normalize, max_nodes, progress
        Of every match, as of `match`; `games` of each pair.

    Returns
    -------
    RoundRobin
        Interrupted by Ctrl-C, with the games played until then.

    Raises OptionError for fewer than two agents and for unknown ones, and the errors of `match`.

    Examples
    --------
    >>> bold = lambda infoset, actions: {actions[-1]: 1}
    >>> found = round_robin("kuhn", {"bold": bold, "random": "random", "nash": "equilibrium"}, games=4)
    >>> found.names, len(found.matches)
    (('bold', 'random', 'nash'), 3)
    >>> found.mean(0, 2) == -found.mean(2, 0)
    True
    """
    if isinstance(agents, Mapping):
        names = tuple(agents)
        players = list(agents.values())
        if not all(isinstance(name, str) for name in names):
            raise OptionError("agents: the names of agents are texts")
    elif isinstance(agents, str) or not isinstance(agents, Sequence):
        raise OptionError(
            'agents: a list of agents, or a mapping from names, expected, as in ["random", "equilibrium"]'
        )
    else:
        players = list(agents)
        names = unique_names([recipe_of(agent).name for agent in players])
    if len(players) < 2:
        raise OptionError(f"agents: at least two expected, not {len(players)}")

    results: list[MatchResult] = []
    for first, second in combinations(range(len(players)), 2):
        result = match(
            game,
            players[first],
            players[second],
            games=games,
            seed=seed,
            fixed_seats=fixed_seats,
            names=(names[first], names[second]),
            normalize=normalize,
            max_nodes=max_nodes,
            progress=progress,
        )
        results.append(result)
        if result.interrupted:
            break
    return RoundRobin(names, tuple(results))
