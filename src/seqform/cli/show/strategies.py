"""Strategies, beliefs, certificates, sizes of games and equilibria of perfect information as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from seqform.cli.show.console import Group, RenderableType, Table, Text, lines
from seqform.io.equilibria import position_sizes_data
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.assessment import Beliefs
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.verify.nash import infoset_reach
from seqform.verify.normal_form import NORMAL_FORM_PERFECT

MOST_NODES = 3
"""Of more nodes than this, the likeliest are named."""


class BeliefTexts:
    """Beliefs as text, set by set: `J Q: 1/2, J K: 1/2`."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        game = beliefs.game
        self._by_set = np.argsort(game.infoset, kind="stable")
        self._starts = np.searchsorted(game.infoset[self._by_set], np.arange(len(game.information_sets) + 1))

    def at(self, infoset: int) -> str:
        """Return the text for a row of the game's table of information sets; nothing where there is one node."""
        nodes = self._by_set[self._starts[infoset] : self._starts[infoset + 1]].tolist()
        if len(nodes) < 2:
            return ""
        game, probability = self._beliefs.game, self._beliefs.probability
        likely = sorted((node for node in nodes if probability[node]), key=lambda node: (-probability[node], node))
        named = [
            f"{' '.join(game.path(node)) or 'the root'}: {short(probability[node])}" for node in likely[:MOST_NODES]
        ]
        more = len(likely) - MOST_NODES
        return ", ".join(named) + (f", {more} more" if more > 0 else "")


NEGLIGIBLE_PROBABILITY = 1e-8
"""Bound on the probabilities that interior point methods leave to actions that are not played."""

NEGLIGIBLE_REACH = 1e-12
MAX_BOXES = 12
"""Of a utility profile set with more points, lines and rectangles the largest are shown."""

MAX_ROWS = 16
"""Of a strategy with more information sets, those with the fewest own moves before them are shown."""


def equilibrium_report(equilibrium: Equilibrium, *, everything: bool = False) -> RenderableType:
    """Return both strategies, the values and the certificate; with `everything`, unreached sets, however many."""
    raw = equilibrium.raw
    took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in equilibrium.seconds.items() if seconds >= 0.005)
    footer = Text(f"{raw.solver}: {raw.status}" + (f"  ({took})" if took else ""), style="dim")
    beliefs = None if equilibrium.assessment is None else equilibrium.assessment.beliefs
    parts = [
        strategy_table(equilibrium.game, equilibrium.profile, player, everything=everything, beliefs=beliefs)
        for player in (0, 1)
    ]
    witnessed = equilibrium.witness is not None
    parts.append(certificate_table(equilibrium.certificate, equilibrium.game, witnessed=witnessed))
    if equilibrium.profiles is not None:
        parts.append(profile_set_text(equilibrium.profiles, everything=everything))
    return Group(*parts, footer)


def profile_set_text(profiles: UtilityProfileSet, *, everything: bool = False) -> RenderableType:
    """Return the payoffs of the subgame perfect equilibria: points, lines and rectangles, the largest first."""
    shown = profiles.boxes if everything else profiles.boxes[:MAX_BOXES]
    rest = len(profiles.boxes) - len(shown)
    more = [f"... and {rest:,} more; --all shows every one"] if rest else []
    which = " in pure moves" if profiles.pure else ""
    return lines([f"subgame perfect equilibria{which} can pay", *(f"  {line}" for line in (*map(str, shown), *more))])


def behavior_text(actions: Iterable[str], shares: Iterable[Number], above: float = 0) -> str:
    """Return the actions of an information set that are played with a probability above a bound."""
    played = zip(actions, shares, strict=True)
    return ", ".join(f"{action}: {short(share)}" for action, share in played if share > above)


def strategy_table(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    player: int,
    *,
    everything: bool = False,
    beliefs: Beliefs | None = None,
) -> RenderableType:
    """Return one player's behavior at the information sets that play reaches; with `everything`, at all of them.

    Beliefs are shown beside the behavior, which then makes sense also where play does not lead: such sets are shown.
    """
    strategy = profile[player]
    if not len(strategy):
        return Text(f"{game.players[player]} never moves")
    index, reach = strategy.index, infoset_reach(game, profile, player)
    reached = reach.numerators != 0 if isinstance(reach, ExactArray) else reach > NEGLIGIBLE_REACH
    rows = [row for row in index.order.tolist() if everything or beliefs is not None or reached[row]]
    shown = rows
    if not everything:
        first_moves = set(sorted(rows, key=lambda row: int(index.depth[row]))[:MAX_ROWS])
        shown = [row for row in rows if row in first_moves]
    texts = None if beliefs is None else BeliefTexts(beliefs)
    believes = [] if texts is None else ["believes"]
    table = Table(game.players[player], left=["information set", "behavior", *believes], right=["reached"])
    above = -1 if everything else 0 if strategy.exact else NEGLIGIBLE_PROBABILITY
    starred = False
    for row in shown:
        start, stop = index.first_sequence[row : row + 2]
        behavior = behavior_text(index.action_names[row], strategy.probabilities[start:stop], above)
        filled = strategy.undetermined is not None and bool(strategy.undetermined[row])
        starred |= filled
        believed = [] if texts is None else [texts.at(int(game.sequences[player].infosets[row]))]
        table.add_row(index.infoset_names[row], behavior + ("  *" if filled else ""), *believed, short(reach[row]))
    kind = "that play reaches " if beliefs is None else ""
    return Group(table, *_remarks(index.num_infosets, len(rows), len(shown), starred, kind))


def _remarks(total: int, reached: int, shown: int, starred: bool, kind: str) -> Iterator[Text]:
    if starred:
        yield Text("* the solver's plan excludes this set itself: a best response was filled in", style="dim")
    if shown < reached:
        yield Text(f"{counted(reached - shown, 'set')} {kind}cut off; --all shows every set", style="dim")
    if reached < total:
        yield Text(
            f"{counted(total - reached, 'set')} that play does not reach left out; --all shows every set", style="dim"
        )


def certificate_table(
    certificate: Certificate, game: ExtensiveGame | OrderedGame, *, witnessed: bool = False
) -> RenderableType:
    """Return the values, best responses and regrets of both players, and a verdict.

    `witnessed` means that the witness of normal-form perfection is kept with the equilibrium.
    """
    table = Table(f"Certificate, {'exact' if certificate.exact else 'in doubles'}", left=[""], right=game.players)
    table.add_row("value", *map(short, certificate.values))
    table.add_row("best response", *map(short, certificate.best_response_values))
    table.add_row("regret", *map(short, certificate.regrets))
    facts = [_figure("nash_conv", certificate.nash_conv)]
    if certificate.exploitability is not None:
        facts.append(_figure("exploitability", certificate.exploitability))
    if certificate.proven:
        facts.append("proven: a Nash equilibrium")
    elif certificate.exact:
        gains = zip(game.players, certificate.regrets, strict=True)
        facts += [f"no equilibrium: {name} gains {short(regret)} by deviating" for name, regret in gains if regret > 0]
    parts: list[RenderableType] = [table, Text(";  ".join(facts), style="bold")]
    if certificate.checks:
        parts.append(Text(";  ".join(_checks(certificate, witnessed)), style="bold"))
    return Group(*parts, *_note(certificate.note))


def _checks(certificate: Certificate, witnessed: bool) -> Iterator[str]:
    for what, holds in certificate.checks.items():
        kept = " (witness kept)" if witnessed and holds and what == NORMAL_FORM_PERFECT else ""
        yield f"{what}: {'yes' if holds else 'no'}{kept}"


def _figure(name: str, value: Number) -> str:
    text = short(value)
    return f"{name} < {text[1:]}" if text.startswith("<") else f"{name} = {text}"


def counts_table(title: str, counts: Mapping[str, object]) -> Table:
    """Return a table without headings of the counts among some facts."""
    table = Table(title, left=[""], right=[""], show_header=False)
    for name, count in counts.items():
        if isinstance(count, int):
            table.add_row(name, f"{count:,}")
    return table


def sizes_table(game: ExtensiveGame) -> RenderableType:
    """Return the counts of `ExtensiveGame.count`, and whether the game is constant-sum."""
    table = counts_table(game.title or "untitled", game.count())
    total = game.constant_sum
    table.add_row("sum of payoffs", "varies (general-sum)" if total is None else short(total))
    first, second = (len(sequences.index) for sequences in game.sequences)
    sets = [sequences.index.num_infosets for sequences in game.sequences]
    if total is None:
        table.add_row("complementarity problem", f"{first + 1 + sets[1] + second + 1 + sets[0]:,} variables")
    else:
        table.add_row("linear program, player 1's side", f"{1 + sets[0] + second:,} × {first + 1 + sets[1]:,}")
    comment = lines(game.comment.strip().splitlines(), style="dim")
    return Group(table, comment, *_note(game.note))


MAX_MOVES = 40
"""Of a longer line of play the beginning is shown."""


def positions_report(found: PositionEquilibrium) -> RenderableType:
    """Return the expected payoffs of all players, and the likeliest line of play."""
    strategy = found.strategy
    table = Table(strategy.graph.title, left=["player"], right=["expects"])
    for player, value in zip(strategy.graph.players, found.values, strict=True):
        table.add_row(player, short(value))
    moves = list(_likeliest_moves(strategy))
    more = " ..." if len(moves) > MAX_MOVES else ""
    line = Text(f"likeliest line of play: {', '.join(moves[:MAX_MOVES])}{more}")
    verified = Text("subgame perfect: yes, no move at any position gains (exact)", style="bold")
    return Group(table, line, verified, *_note(strategy.graph.note))


def position_sizes_table(graph: PositionGraph) -> RenderableType:
    """Return the sizes of a game, and whether it is constant-sum."""
    data = position_sizes_data(graph)
    table = counts_table(graph.title, data)
    table.add_row("sum of payoffs", data["constant_sum"] or "varies (general-sum)")
    players = counted(len(graph.players), "player")
    hint = f"a game of perfect information of {players}: --concept subgame-perfect solves it"
    return Group(table, Text(hint, style="dim"), *_note(graph.note))


def _note(note: str) -> list[Text]:
    return [Text(f"note: {note}", style="yellow")] if note else []


def _likeliest_moves(strategy: PositionStrategy) -> Iterator[str]:
    graph, position = strategy.graph, 0
    while (player := int(graph.player[position])) != END:
        shares = dict(enumerate(graph.chances(position))) if player == CHANCE else strategy.at(position)
        move = max(shares, key=shares.__getitem__)
        yield f"{'chance' if player == CHANCE else graph.players[player]}: {graph.move_label(position, move)}"
        position = graph.moves(position)[move]
