"""Subgame perfect members of a set of equilibria: one is found, or it is proven that none exists.

The set is a product of convex hulls of plans of both players, as in `members`, and a member may be completed in any way
where its plans leave behavior open. A *stage* is a subgame in which the largest proper subgames are replaced by what
they pay. A profile is subgame perfect if and only if in every stage each player's sequences of positive weight *in this
stage* are part of best replies to the opponent's behavior there, where a proper subgame pays what its best reply pays.
So a case decides for some sequences of either player that their weight in their stage is 0, or that they are part of
best replies. What makes sequences of player i best replies is the behavior of the opponent j alone, and hence a case is
relaxed to two questions, one for the behavior of each player j, which linear programs decide.

*The question for j.* Let x have the weights of j's sequences, v the values of i's sets, and u those of i's stages, both
times the weight of j's sequence at the root of the stage. For every stage and each sequence of i in it, which ends at
the set h, v_h is at least what the ends of the stage that come right after the sequence contribute, plus the values of
the sets that come next; with equality where the sequence is to be part of a best reply. An end contributes c(e) times
x(e) times the payoff, or times u of the subgame that begins there, with c(e) the probabilities of chance from the root
of the stage on. All of this is linear and homogeneous in (x, v, u).

1. x is a mixture of the plans of j, one with the most positive entries.
2. For a subgame to whose root x leads with the weight 0 there is a question of its own, for weights from the root on,
   of which again a point with the most positive entries is taken. So on within it.

Nothing is lost by the choice of such points, since those that meet the conditions form a convex set: a subgame that x
does not reach is reached by none of them and judged by itself, and one that it reaches meets its conditions. With all
sequences in use decided the answers are a member, so that the division into cases ends.

A subgame that neither player leads to from a stage to which the plans of both do has no effect on the conditions
elsewhere; it has an equilibrium, which is found by itself. And if a subgame has no member by itself, the game has none:
that is tried first, from the end of the game on, and the subgame is the reason.

References
----------
Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965), for the condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Mask
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.certifiers.members import (
    MOST_KEPT,
    Case,
    CaseSearch,
    TooManyCasesError,
    Weights,
)
from seqform.solving.certifiers.mistakes import Cone
from seqform.system.deadline import require_time
from seqform.system.foreign_text import visible
from seqform.verify.subgames import Stages, stage_gains

ANY_SUBGAME = "whatever is played elsewhere, some behavior is not optimal in a subgame"
"""Why there is no member, where no subgame excludes all of them by itself."""

MOST_FIXED = 4
"""Information sets whose behavior a reason names; of more it names none."""

Plans = tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
"""The plans of both players whose hulls span a set of equilibria."""

Shares = Mapping[int, Fraction]
"""The probabilities of actions, by the sequences that end with them; those at other sets are open."""

Row = tuple[list[tuple[int, Fraction]], bool]
"""A linear form that is at least 0, or if it is to be equal, 0."""


class _Stakes:
    """The conditions on one player's weights under which sequences of the other one are best replies in their stages.

    `mistaken` is the player of the weights, `judged` the other one. Columns are the weights of the mistaken player's
    sequences, followed by the values of the judged player's sets, and by those of the stages.
    """

    def __init__(self, game: ExtensiveGame, stages: Stages, mistaken: int) -> None:
        self.index = game.sequences[mistaken].index
        self.own = game.sequences[1 - mistaken].index
        self.num_stages = len(stages.roots)
        self.at_root = game.sequences[mistaken].at_node[stages.roots].tolist()
        self.judged_sets = stages.of_sets(game, 1 - mistaken)
        self.own_sets = stages.of_sets(game, mistaken)
        self.first_value = len(self.index)
        self.first_stage = self.first_value + self.own.num_infosets
        self.size = self.first_stage + self.num_stages

        # What each sequence earns within its stage; those that begin before a stage have an empty one of its own
        self.worth: list[list[tuple[int, Fraction]]] = [
            [] for _ in range(len(self.own) + self.num_stages)
        ]
        for row, above in enumerate(self.own.parent_sequence.tolist()):
            place = self._within(above, int(self.judged_sets[row]))
            self.worth[place].append((self.first_value + row, Fraction(1)))
        self._add_ends(game, stages, mistaken)

    def _add_ends(self, game: ExtensiveGame, stages: Stages, mistaken: int) -> None:
        """Add what ends of stages contribute, leaves and the roots of the next subgames."""
        judged = 1 - mistaken
        payoffs = game.leaf_payoffs[judged].to_fractions()
        payoff_at = dict(zip(game.leaves.tolist(), payoffs, strict=True))
        own_at = game.sequences[judged].at_node.tolist()
        weight_at = game.sequences[mistaken].at_node.tolist()
        edge = game.edge_probability.to_fractions()
        reach = [Fraction(1)] * len(game)
        for node in range(1, len(game)):
            parent = int(game.parent[node])
            before = Fraction(1) if stages.is_root[parent] else reach[parent]
            reach[node] = before * edge[node]
            if not reach[node]:
                continue
            place = self._within(own_at[node], int(stages.of_node[parent]))
            if node in payoff_at:
                if payoff_at[node]:
                    self.worth[place].append((weight_at[node], reach[node] * payoff_at[node]))
            elif stages.is_root[node]:
                later = int(stages.of_node[node])
                self.worth[place].append((self.first_stage + later, reach[node]))

    def _within(self, sequence: int, stage: int) -> int:
        """Return the place of a sequence of the judged player in `worth`, as it is in a stage."""
        begins_there = sequence > 0 and self.judged_sets[self.own.infoset_of[sequence]] == stage
        return sequence if begins_there else len(self.own) + stage

    def conditions(self, stages: Mask, optimal: Mask) -> Iterable[Row]:
        """Yield the conditions of stages, where some sequences are to be part of best replies."""
        for sequence in range(1, len(self.own)):
            row = int(self.own.infoset_of[sequence])
            if stages[self.judged_sets[row]]:
                yield self._minus(self.first_value + row, sequence), bool(optimal[sequence])
        for stage in np.flatnonzero(stages).tolist():
            yield self._minus(self.first_stage + stage, len(self.own) + stage), True

    def _minus(self, value: int, place: int) -> list[tuple[int, Fraction]]:
        """Return a value minus what a sequence earns, as a form."""
        return [(value, Fraction(1)), *((column, -share) for column, share in self.worth[place])]

    def own_rows(self, stages: Mask) -> list[int]:
        """Return the mistaken player's sets in some stages."""
        return [row for row, stage in enumerate(self.own_sets.tolist()) if stages[stage]]

    def fits(self, weights: Sequence[Fraction], stages: Mask, optimal: Mask) -> bool:
        """Return whether sequences are part of best replies to given weights, in the stages that these reach."""
        values = [*weights, *[Fraction(0)] * (self.size - len(weights))]

        def earned(place: int) -> Fraction:
            terms = (share * values[column] for column, share in self.worth[place])
            return sum(terms, Fraction(0))

        rows_of: dict[int, list[int]] = {}
        for row in reversed(self.own.order.tolist()):
            rows_of.setdefault(int(self.judged_sets[row]), []).append(row)
        for stage in reversed(np.flatnonzero(stages).tolist()):
            if not weights[self.at_root[stage]]:
                continue
            for row in rows_of.get(stage, []):
                start, stop = self.own.first_sequence[row : row + 2].tolist()
                earnings = [earned(sequence) for sequence in range(start, stop)]
                best = max(earnings)
                values[self.first_value + row] = best
                for sequence, amount in enumerate(earnings, start):
                    if optimal[sequence] and amount < best:
                        return False
            values[self.first_stage + stage] = earned(len(self.own) + stage)
        return True


class SubgameSearch(CaseSearch[Shares]):
    """The search for a subgame perfect member, in the whole game or within the subgame that begins with a stage."""

    def __init__(
        self, game: ExtensiveGame, within: int = 0, enclosing: SubgameSearch | None = None
    ) -> None:
        super().__init__(game)
        self.within = within
        self.stages: Stages
        self.tasks: tuple[_Stakes, _Stakes]
        self.below: list[Mask]
        if enclosing is None:
            self.stages = Stages.of(game)
            self.tasks = (_Stakes(game, self.stages, 0), _Stakes(game, self.stages, 1))
            self.below = [self.stages.below(game, stage) for stage in range(len(self.stages.roots))]
            self._free = lru_cache(maxsize=MOST_KEPT)(self._computed_free)
        else:
            self.stages = enclosing.stages
            self.tasks = enclosing.tasks
            self.below = enclosing.below
            self._free = enclosing._free
        self.judged = self.below[within] if self.below else np.zeros(0, dtype=bool)

    def member(self, plans: Plans) -> BehaviorProfile | None:
        """Return a subgame perfect member, None if there is none; see `CaseSearch.member`."""
        if self.refuting(plans) is not None:
            return None
        return self._member_here(plans)

    def refuting(self, plans: Plans) -> int | None:
        """Return the last proper subgame that by itself has no member, None if each has one or that is open."""
        apart = set(self._apart(plans))
        for stage in reversed(np.flatnonzero(self.below[self.within]).tolist()):
            is_apart = any(self.below[subgame][stage] for subgame in apart)
            if stage == self.within or is_apart:
                continue
            try:
                member = SubgameSearch(self.game, stage, self)._member_here(plans)
            except TooManyCasesError:
                continue
            if member is None:
                return int(stage)
        return None

    def _apart(self, plans: Plans) -> list[int]:
        """Return the subgames to which neither player leads, whatever the mixture, from a stage to which both do."""
        never = np.ones(len(self.stages.roots), dtype=bool)
        always = never.copy()
        for task, of_player in zip(self.tasks, plans, strict=True):
            for plan in of_player:
                weights = plan.exact_weights("subgames").take(
                    np.array(task.at_root, dtype=np.int64)
                )
                is_reached = np.asarray(weights.numerators != 0, dtype=bool)
                never &= ~is_reached
                always &= is_reached
        apart = []
        for stage in np.flatnonzero(never & self.below[self.within]).tolist():
            before = int(self.game.parent[self.stages.roots[stage]])
            if stage != self.within and always[self.stages.of_node[before]]:
                apart.append(int(stage))
        return apart

    def _topmost(self, stages: Mask) -> list[int]:
        """Return those of some stages that are below no other one of them."""
        places = np.flatnonzero(stages).tolist()
        return [
            place
            for place in places
            if not any(self.below[other][place] for other in places if other != place)
        ]

    def _member_here(self, plans: Plans) -> BehaviorProfile | None:
        """Return a member of this subgame, without a look at each of its subgames before."""
        apart = self._apart(plans)
        self.judged = self.below[self.within].copy()
        for stage in apart:
            self.judged &= ~self.below[stage]
        self._answer.cache_clear()  # answers depend on the stages that are judged
        member = super().member(plans)
        if member is None or not apart:
            return member

        probabilities = [strategy.probabilities.copy() for strategy in member]
        for stage in apart:
            by_itself = SubgameSearch(self.game, stage, self)._member_here(plans)
            assert by_itself is not None, "every subgame has an equilibrium"
            for own, strategy, task in zip(
                probabilities, by_itself, reversed(self.tasks), strict=True
            ):
                for row in np.flatnonzero(self.below[stage][task.judged_sets]).tolist():
                    start, stop = task.own.first_sequence[row : row + 2].tolist()
                    own[start:stop] = strategy.probabilities[start:stop]
        strategies = [
            BehaviorStrategy(sequences.index, own)
            for sequences, own in zip(self.game.sequences, probabilities, strict=True)
        ]
        return BehaviorProfile((strategies[0], strategies[1]), self.game)

    def _first_case(self) -> Case:
        return Case(self._nothing(), self._nothing())

    def _computed_answer(
        self, mistaken: int, plans: tuple[Weights, ...], unused: bytes, optimal: bytes
    ) -> Shares | None:
        """Return behavior of a player in a case, where it matters to best replies; None if there is none."""
        task = self.tasks[mistaken]
        is_unused = np.frombuffer(unused, dtype=bool)
        is_optimal = np.frombuffer(optimal, dtype=bool)
        if not any(plan[task.at_root[self.within]] for plan in plans):
            return self._in_subgame(mistaken, self.within, is_unused, is_optimal)
        plan: Sequence[Fraction] | None
        if len(plans) > 1:
            plan = self._mixture(task, plans, is_unused, is_optimal)
        else:
            plan = plans[0]
            is_played = any(plan[sequence] for sequence in np.flatnonzero(is_unused).tolist())
            if is_played or not task.fits(plan, self.judged, is_optimal):
                return None
        if plan is None:
            return None
        weights = dict(enumerate(plan))
        return self._with_subgames(mistaken, weights, self.judged, is_unused, is_optimal)

    def _behavior(self, answer: Shares, player: int) -> BehaviorStrategy:
        """Return the behavior of an answer, with the first action where none is meant."""
        index = self.game.sequences[player].index
        probabilities = np.full(len(index), Fraction(0), dtype=object)
        probabilities[0] = Fraction(1)
        for start in index.first_sequence[:-1].tolist():
            if start not in answer:
                probabilities[start] = Fraction(1)
        for sequence, share in answer.items():
            probabilities[sequence] = share
        return BehaviorStrategy(index, probabilities)

    def _in_subgame(self, mistaken: int, stage: int, unused: Mask, optimal: Mask) -> Shares | None:
        """Return behavior within a subgame to which no weight leads, None if there is none."""
        task = self.tasks[mistaken]
        below = self.below[stage]
        in_own = np.append(False, below[task.own_sets[task.index.infoset_of[1:]]])
        in_judged = np.append(False, below[task.judged_sets[task.own.infoset_of[1:]]])
        return self._free(
            mistaken, stage, (unused & in_own).tobytes(), (optimal & in_judged).tobytes()
        )

    def _computed_free(
        self, mistaken: int, stage: int, unused: bytes, optimal: bytes
    ) -> Shares | None:
        task = self.tasks[mistaken]
        is_unused = np.frombuffer(unused, dtype=bool)
        is_optimal = np.frombuffer(optimal, dtype=bool)
        below = self.below[stage]
        rows: list[Row] = list(task.conditions(below, is_optimal))
        sequences = [task.at_root[stage]]
        for row in task.own_rows(below):
            start, stop = task.index.first_sequence[row : row + 2].tolist()
            above = int(task.index.parent_sequence[row])
            terms = [(sequence, Fraction(1)) for sequence in range(start, stop)]
            rows.append(([*terms, (above, Fraction(-1))], True))
            sequences += range(start, stop)
        zero = {sequence for sequence in sequences if is_unused[sequence]}
        weights = _most_positive(task, rows, sequences, zero)
        if weights is None:
            return None
        return self._with_subgames(mistaken, weights, below, is_unused, is_optimal)

    def _mixture(
        self, task: _Stakes, plans: tuple[Weights, ...], unused: Mask, optimal: Mask
    ) -> list[Fraction] | None:
        """Return the mixture of plans with the most sequences under the conditions, None without one."""
        rows: list[Row] = list(task.conditions(self.judged, optimal))
        sequences = range(len(task.index))
        for sequence in sequences:
            terms = [(sequence, Fraction(1))]
            for place, plan in enumerate(plans):
                if plan[sequence]:
                    terms.append((task.size + place, -plan[sequence]))
            rows.append((terms, True))
        weights = _most_positive(task, rows, sequences, set(np.flatnonzero(unused).tolist()))
        if weights is None or not weights[0]:
            return None
        return [weights[sequence] / weights[0] for sequence in sequences]

    def _with_subgames(
        self,
        mistaken: int,
        weights: Mapping[int, Fraction],
        stages: Mask,
        unused: Mask,
        optimal: Mask,
    ) -> Shares | None:
        """Return the behavior of weights in some stages, with that in the subgames of these which they do not reach."""
        task = self.tasks[mistaken]
        is_reached = np.array(
            [bool(weights.get(sequence)) for sequence in task.at_root], dtype=bool
        )
        shares: dict[int, Fraction] = {}
        for row in task.own_rows(stages & is_reached):
            reach = weights[int(task.index.parent_sequence[row])]
            if reach:
                for sequence in range(*task.index.first_sequence[row : row + 2].tolist()):
                    shares[sequence] = weights[sequence] / reach
        for stage in self._topmost(stages & ~is_reached):
            behavior = self._in_subgame(mistaken, stage, unused, optimal)
            if behavior is None:
                return None
            shares |= behavior
        return shares

    def _further_cases(
        self, case: Case, profile: BehaviorProfile, first: Shares, second: Shares
    ) -> Sequence[Case]:
        """Return the cases in which a sequence in use is unused, and part of a best reply; none for a member."""
        last = -1
        mover = 0
        for player, gains in enumerate(stage_gains(self.game, self.stages, profile)):
            gaining = np.flatnonzero(np.asarray(gains > 0, dtype=bool) & self.judged).tolist()
            if gaining and gaining[-1] > last:
                last = gaining[-1]
                mover = player
        if last < 0:
            return ()
        sequence, before = self._undecided(case, profile, mover, last)
        return case.divided(mover, sequence, before)

    def _undecided(
        self, case: Case, profile: BehaviorProfile, player: int, stage: int
    ) -> tuple[int, list[int]]:
        """Return a sequence in use that is not decided, in a stage or below it, with those before it in its stage."""
        index = self.game.sequences[player].index
        of_sets = self.tasks[1 - player].judged_sets
        probabilities = profile[player].probabilities
        for judged in np.flatnonzero(self.below[stage] & self.judged).tolist():
            before: dict[int, list[int]] = {}  # of the sequences in use in this stage
            for row in index.order.tolist():
                if of_sets[row] != judged:
                    continue
                above = int(index.parent_sequence[row])
                begins_there = above > 0 and of_sets[index.infoset_of[above]] == judged
                if begins_there and above not in before:
                    continue
                for sequence in range(*index.first_sequence[row : row + 2].tolist()):
                    if not probabilities[sequence]:
                        continue
                    before[sequence] = [*before[above], above] if begins_there else []
                    if not case.optimal[player][sequence]:
                        return sequence, before[sequence]
        raise AssertionError("all sequences in use are decided, and some are no best replies")

    def reason(self, plans: Plans) -> str:
        """Return why there is no member: the last subgame that excludes all by itself."""
        stage = self.refuting(plans)
        if stage is not None:
            return self._reason(plans, stage)
        # No proper subgame does: it takes the whole game
        return self._reason(plans, self.within) if len(self.stages.roots) == 1 else ANY_SUBGAME

    def _reason(self, plans: Plans, stage: int) -> str:
        path = self.game.path(int(self.stages.roots[stage]))
        where = "the game"
        if path:
            where = f"the subgame after {visible(' > '.join(path))}"
        fixed = []
        if all(len(of_player) == 1 for of_player in plans):
            for player, (plan,) in enumerate(plans):
                fixed += self._fixed(player, plan, stage)
        behavior = " and ".join(fixed)
        if not 0 < len(fixed) <= MOST_FIXED:
            behavior = "what the plans fix there"
        return f"no subgame perfect equilibrium of {where} has {behavior}"

    def _fixed(self, player: int, plan: RealizationPlan, stage: int) -> list[str]:
        """Return the behavior that a plan fixes within a subgame, by information set."""
        index = plan.index
        weights = plan.exact_weights("subgames").to_fractions()
        shown = self.game.shown_names(player)
        of_sets = self.tasks[1 - player].judged_sets
        texts = []
        for row in index.order.tolist():
            reach = weights[index.parent_sequence[row]]
            if not reach or not self.below[stage][of_sets[row]] or index.num_actions[row] == 1:
                continue
            start, stop = index.first_sequence[row : row + 2].tolist()
            shares = []
            for action, weight in zip(index.action_names[row], weights[start:stop], strict=True):
                if weight == reach:
                    shares = [action]
                elif weight:
                    shares.append(f"{action}: {short(weight / reach)}")
            name = shown[index.infoset_names[row]]
            texts.append(f"{visible(', '.join(shares))} at {name!r}")
        return texts


def _most_positive(
    task: _Stakes, rows: Sequence[Row], sequences: Sequence[int], zero: set[int]
) -> dict[int, Fraction] | None:
    """Return a point of a cone with the most positive weights of sequences, None if they are all 0 everywhere.

    Only columns that occur in rows are put into the program.
    """
    require_time()
    place_of = {sequence: place for place, sequence in enumerate(sequences)}
    for terms, _ in rows:
        for column, _ in terms:
            place_of.setdefault(column, len(place_of))
    cone = Cone(len(place_of))
    values = range(task.first_value, task.size)
    cone.is_free = {place for column, place in place_of.items() if column in values}
    cone.is_zero = {place_of[sequence] for sequence in zero}
    for terms, equal in rows:
        cone.require([(place_of[column], share) for column, share in terms], equal=equal)
    point = cone.most_positive([[(place, Fraction(1))] for place in range(len(sequences))])
    if point is None:
        return None
    return {sequence: point[place_of[sequence]] for sequence in sequences}
