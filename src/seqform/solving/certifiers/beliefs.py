"""Beliefs beside a profile: those that are given, those of Bayes' rule, and others that make the profile rational.

Where the profile leads, beliefs follow from Bayes' rule. At other information sets, of which none are given, beliefs
are found that make the assessment a sequential equilibrium, if there are such (`mistakes`); otherwise, set by set, some
for which no other continuation is better, so that it is a weak perfect Bayesian equilibrium. If they do not make it
one, no beliefs do, since each set is judged by its own; then consistent ones are taken, which every profile has, unless
beliefs are given that go with none. What holds is decided afterwards by `seqform.verify`, for all beliefs alike.

Beliefs of a weak perfect Bayesian equilibrium that is not sequential are inconsistent, but they are one choice of many:
that is no statement about the profile, and it is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import InputError, ModelError, ParseError, suggestion, unknown
from seqform.io.assessments import assessment_data, read_beliefs
from seqform.io.shares import by_player
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_name
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.strategies.assessment import Assessment, Beliefs, EpsilonFamily, beliefs_of
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import shown_path
from seqform.models.table import Cell, Table
from seqform.solving.certifiers.mistakes import Cone, NodeBeliefs, explaining_mistakes
from seqform.system.deadline import require_time
from seqform.verify.nash import reached_by_chance
from seqform.verify.sequential import (
    Continuation,
    EdgeProbabilities,
    bayes_beliefs,
    exact_profile,
    weak_perfection,
)

BAYES = "bayes"
"""Beliefs by Bayes' rule where play leads, and none given elsewhere."""

GIVEN = "given"
BY_RULE = "Bayes' rule"
FOUND = "found"
CONSISTENT_ONES = "consistent"
FREE = "free"


@dataclass(frozen=True, eq=False)
class FoundBeliefs:
    """An assessment with the origin of its beliefs.

    - `origins`: By information set with several nodes, its row in the game's table: "given", "Bayes' rule", "found",
      "consistent", where they are found for no more than that, or "free", where chance keeps every play away, or no
      belief makes the behavior optimal or goes with those given.
    - `objection`: Why no beliefs make the profile part of a sequential equilibrium, where some were looked for.
    - `weak_objection`: Why none make it part of a weak perfect Bayesian one, either.
    - `inconsistency`: Why beliefs that are given go with no consistent ones at the other sets, where that was asked.
    - `is_one_of_many`: Whether the beliefs are those of a weak perfect Bayesian equilibrium, inconsistent by choice.
    """

    assessment: Assessment
    origins: Mapping[int, str]
    objection: str = ""
    weak_objection: str = ""
    inconsistency: str = ""
    is_one_of_many: bool = False

    def note(self) -> str:
        """Return a sentence on the origins of the beliefs at sets with several nodes."""
        parts = []
        number_of = Counter(self.origins.values())
        for origin, words in (
            (GIVEN, "given"),
            (BY_RULE, "by Bayes' rule"),
            (FOUND, "found"),
            (CONSISTENT_ONES, "found to be consistent, not optimal,"),
            (FREE, "without any that would do"),
        ):
            if number_of[origin]:
                parts.append(f"{words} at {counted(number_of[origin], 'information set')}")
        return f"beliefs {', '.join(parts)}" if parts else ""

    def data(self) -> dict[str, Any]:
        """Return the beliefs as in files of assessments, and their origins by player and information set."""
        game = self.assessment.beliefs.game
        origins: list[dict[str, str]] = [{}, {}]
        for infoset, origin in self.origins.items():
            origins[int(game.information_sets.player[infoset])][game.infoset_names[infoset]] = (
                origin
            )
        beliefs = assessment_data(game, self.assessment)["beliefs"]
        return {"beliefs": beliefs, "belief_origins": origins}

    def table(self) -> Table:
        """Return the beliefs at sets with several nodes, each with its origin."""
        game = self.assessment.beliefs.game
        rows: list[list[Cell]] = []
        for infoset, origin in self.origins.items():
            player = game.players[int(game.information_sets.player[infoset])]
            for node, belief in self.assessment.beliefs.at(infoset):
                path = " ".join(shown_path(game, node)) or "the root"
                rows.append([player, game.shown_infosets[infoset], path, belief, origin])
        columns = ("player", "information set", "node", "belief", "origin")
        return Table("Beliefs", columns, "lllrl", rows)


def found_beliefs(game: ExtensiveGame, profile: BehaviorProfile, source: Any) -> FoundBeliefs:
    """Return an exact profile with the beliefs that a source gives, and others where it gives none.

    `source` is "bayes", a mapping, a path, `Beliefs` or an `Assessment`, as of `seqform.check`.
    """
    profile = exact_profile(game, profile)
    prescribed = given_beliefs(game, source)
    bayes, is_reached = bayes_beliefs(game, profile)
    _require_bayes(game, prescribed, bayes, is_reached)

    # Beliefs that are determined: given, by the rule, or of a single node that chance can lead to
    by_chance = reached_by_chance(game)
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    probability = np.full(len(game), Fraction(0), dtype=object)
    origins = {}
    missing = []
    for player in (0, 1):
        sequences = game.sequences[player]
        for row in sequences.index.order.tolist():
            infoset = int(sequences.infosets[row])
            nodes = np.flatnonzero(game.infoset == infoset)
            likely = nodes[possible[nodes]] if by_chance[infoset] else nodes
            origin = FREE
            if infoset in prescribed:
                origin = GIVEN
                for node, belief in prescribed[infoset].items():
                    probability[node] = belief
            elif is_reached[infoset]:
                origin = BY_RULE
                probability[nodes] = bayes[nodes]
            else:
                probability[likely] = Fraction(1, len(likely))
                if by_chance[infoset] and len(likely) > 1:
                    missing.append((player, row, infoset))
            if len(nodes) > 1:
                origins[infoset] = origin
    if not missing:
        return FoundBeliefs(Assessment(profile, Beliefs(game, probability)), origins)

    explained = _consistent(game, profile, prescribed)
    if not isinstance(explained, str):
        for _, _, infoset in missing:
            origins[infoset] = FOUND
        return FoundBeliefs(_with_given(game, explained, prescribed), origins)

    edges = EdgeProbabilities.of(game, profile)
    origins_of_weak = dict(origins)
    for player, row, infoset in missing:
        require_time()
        nodes = np.flatnonzero(game.infoset == infoset)
        rational = rational_beliefs(game, profile, edges, player, row)
        if rational:
            origins_of_weak[infoset] = FOUND
            probability[nodes] = Fraction(0)
            for node, share in rational.items():
                probability[node] = share
    assessment = Assessment(profile, Beliefs(game, probability))
    weak = weak_perfection(game, assessment)
    weak_objection = "" if weak.holds else str(weak)

    completed = _consistent(game, profile, prescribed, optimal=False)
    if isinstance(completed, str):
        return FoundBeliefs(assessment, origins_of_weak, explained, weak_objection, completed)
    if weak.holds:
        return FoundBeliefs(assessment, origins_of_weak, explained, is_one_of_many=True)
    for _, _, infoset in missing:
        origins[infoset] = CONSISTENT_ONES
    return FoundBeliefs(
        _with_given(game, completed, prescribed), origins, explained, weak_objection
    )


def _with_given(
    game: ExtensiveGame, assessment: Assessment, prescribed: Mapping[int, NodeBeliefs]
) -> Assessment:
    """Return a consistent assessment with all beliefs that are given: those at sets out of chance's reach are free."""
    probability = assessment.beliefs.probability.copy()
    for infoset, shares in prescribed.items():
        for node in np.flatnonzero(game.infoset == infoset).tolist():
            probability[node] = shares.get(node, Fraction(0))
    return Assessment(assessment.profile, Beliefs(game, probability), assessment.family)


def sequential_assessment(game: ExtensiveGame, profile: BehaviorProfile) -> Assessment | str:
    """Return an exact profile with consistent beliefs under which it is optimal everywhere, or why there are none.

    These are the first beliefs that `found_beliefs` looks for where none are given.
    """
    return _consistent(game, exact_profile(game, profile), {})


def _consistent(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    prescribed: Mapping[int, NodeBeliefs],
    *,
    optimal: bool = True,
) -> Assessment | str:
    """Return a consistent assessment, under which behavior is optimal if asked for, with its family, or why not."""
    witnesses = []
    for mistaken in (0, 1):
        witness = explaining_mistakes(game, profile, mistaken, prescribed, optimal=optimal)
        if isinstance(witness, str):
            return witness
        witnesses.append(witness)
    family = EpsilonFamily((witnesses[0].family, witnesses[1].family))
    beliefs = beliefs_of(game, family)
    by_chance = reached_by_chance(game)
    for infoset, shares in prescribed.items():
        differs = any(shares.get(node, 0) != belief for node, belief in beliefs.at(infoset))
        if by_chance[infoset] and differs:
            name = game.shown_infosets[infoset]
            return (
                f"the beliefs given at {name!r} are not those of Bayes' rule if only its owner deviates, which all "
                "consistent ones are"
            )
    return Assessment(profile, beliefs, family)


def rational_beliefs(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    edges: EdgeProbabilities,
    player: int,
    row: int,
) -> dict[int, Fraction]:
    """Return beliefs at a set under which no other continuation is better; none where there are no such beliefs.

    For beliefs μ and values v of the sets from there on the behavior is optimal if and only if v is at least the worth
    of every action, and that of the actions in use at sets to which the player goes on from this one: linear and
    homogeneous conditions on (μ, v).
    """
    continuation = Continuation.of(game, edges, player, row)
    index = continuation.index
    num_nodes = len(continuation.nodes)
    column_of = {after: num_nodes + place for place, after in enumerate(continuation.rows)}
    cone = Cone(num_nodes + len(column_of))
    cone.is_free = set(column_of.values())
    reach = game.chance_reach.numerators[continuation.nodes].tolist()
    cone.is_zero = {place for place, chance in enumerate(reach) if not chance}
    is_used = profile[player].probabilities.astype(bool)
    is_played = {row}
    for after, column in column_of.items():
        above = int(index.parent_sequence[after])
        if is_used[above] and int(index.infoset_of[above]) in is_played:
            is_played.add(after)
        start, stop = index.first_sequence[after : after + 2].tolist()
        for sequence in range(start, stop):
            terms = [(column, Fraction(1))]
            for place, payoff in continuation.payoffs.get(sequence, {}).items():
                terms.append((place, -payoff))
            for later, later_column in column_of.items():
                if later != row and index.parent_sequence[later] == sequence:
                    terms.append((later_column, Fraction(-1)))
            is_optimal = after in is_played and bool(is_used[sequence])
            cone.require([(place, value) for place, value in terms if value], equal=is_optimal)
    point = cone.most_positive([[(place, Fraction(1))] for place in range(num_nodes)])
    if point is None:
        return {}
    total = sum(point[:num_nodes], Fraction(0))
    return {
        node: weight / total
        for node, weight in zip(continuation.nodes, point[:num_nodes], strict=True)
        if weight
    }


def _require_bayes(
    game: ExtensiveGame,
    prescribed: Mapping[int, NodeBeliefs],
    bayes: np.ndarray[tuple[int, ...], np.dtype[np.object_]],
    is_reached: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> None:
    """Refuse beliefs that contradict Bayes' rule where the profile leads."""
    for infoset, beliefs in prescribed.items():
        if not is_reached[infoset]:
            continue
        for node in np.flatnonzero(game.infoset == infoset).tolist():
            belief = beliefs.get(node, Fraction(0))
            if belief != bayes[node]:
                raise ModelError(
                    f"{_where(game, infoset)}: the profile leads there, and by Bayes' rule {_history(game, node)!r} "
                    f"has {shown_rational(bayes[node])}, not {shown_rational(belief)}; leave this set out"
                )


def given_beliefs(game: ExtensiveGame, source: Any) -> dict[int, dict[int, Fraction]]:
    """Return beliefs from anywhere, by information set, its row in the game's table, and by node.

    Every node of positive probability is there, and those of a set sum to 1.
    """
    if isinstance(source, str) and source == BAYES:
        return {}
    if isinstance(source, str | Path):
        try:
            beliefs = read_beliefs(source, game)
        except ParseError:
            hint = "" if Path(source).exists() else suggestion(source, [BAYES])
            if not hint:
                raise
            raise InputError(f"beliefs: no file {str(source)!r}{hint}") from None
        try:
            return given_beliefs(game, beliefs)
        except (InputError, ModelError) as error:
            raise type(error)(f"{source}: {error}") from None
    if isinstance(source, Assessment):
        source = source.beliefs
    if isinstance(source, Beliefs):
        beliefs = source.bound_to(game)
        infosets = np.unique(game.infoset[game.player >= 0])
        players = game.information_sets.player
        return {
            infoset: dict(beliefs.at(infoset))
            for infoset in infosets.tolist()
            if players[infoset] in (0, 1)
        }
    if not isinstance(source, Mapping):
        raise InputError(
            f"beliefs: {BAYES!r}, a mapping from information sets to probabilities by node, or the path of a file "
            f"expected, not {source!r:.80}"
        )
    given: dict[int, dict[int, Fraction]] = {}
    for player, sets in enumerate(by_player(game, source, "beliefs")):
        sequences = game.sequences[player]
        for name, shares in sets.items():
            row = sequences.index.row_of[game.stored_name(player, name)]
            infoset = int(sequences.infosets[row])
            given[infoset] = _distribution(game, infoset, shares)
    return given


def _distribution(game: ExtensiveGame, infoset: int, shares: Any) -> dict[int, Fraction]:
    """Return the beliefs at one set."""
    where = _where(game, infoset)
    if not isinstance(shares, Mapping):
        raise InputError(
            f"{where}: a mapping from nodes to probabilities expected, not {shares!r:.80}"
        )
    names = _node_names(game, infoset)
    beliefs: dict[int, Fraction] = {}
    for key, share in shares.items():
        name = tuple(key) if isinstance(key, list | tuple) else key
        node = names.get(name)
        if node is None:
            known = [_history(game, node) for node in dict.fromkeys(names.values())]
            raise InputError(unknown(f"{where}: no node", str(key), known))
        if node in beliefs:
            raise InputError(f"{where}: {_history(game, node)!r} comes twice")
        belief = Fraction(given_rational(share, f"{where}, {key}", "a probability"))
        if belief < 0:
            raise ModelError(f"{where}, {key}: a negative probability, {shown_rational(belief)}")
        beliefs[node] = belief
    total = sum(beliefs.values(), Fraction(0))
    if total != 1:
        raise ModelError(f"{where}: the probabilities sum to {shown_rational(total)}, not to 1")
    return beliefs


def _node_names(game: ExtensiveGame, infoset: int) -> dict[Any, int]:
    """Return the names of the nodes of a set: numbers, histories as tuples and as text, actions that others lack."""
    nodes = np.flatnonzero(game.infoset == infoset).tolist()
    names: dict[Any, int] = {}
    ambiguous = set()
    for node in nodes:
        own_names: set[Any] = {node}
        for path in (tuple(game.path(node)), tuple(shown_path(game, node))):
            own_names |= {path, " ".join(path), " > ".join(path), *path}
        for name in own_names:
            if names.setdefault(name, node) != node:
                ambiguous.add(name)
    for name in ambiguous:
        del names[name]
    return names


def _history(game: ExtensiveGame, node: int) -> str:
    return " ".join(shown_path(game, node)) or "the root"


def _where(game: ExtensiveGame, infoset: int) -> str:
    player = player_name(game.players, int(game.information_sets.player[infoset]))
    return f"beliefs of {player} at {game.shown_infosets[infoset]!r}"
