from fractions import Fraction

import pytest

from seqform.builders.games import catalog
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import ExactArray

F = Fraction
Values = tuple[Fraction | int, Fraction | int]
"""The players' payoffs."""

Behavior = dict[str, dict[str, Fraction | int]]
"""For information sets by label the probabilities of actions."""


def gradient(game: ExtensiveGame, player: int, opponents_plan: ExactArray) -> ExactArray:
    """Return what each sequence of a player contributes to that player's payoff."""
    mine, theirs = game.sequences[player], game.sequences[1 - player]
    weights = game.chance_reach.take(game.leaves) * opponents_plan.take(theirs.at_node[game.leaves])
    return (game.leaf_payoffs[player] * weights).sum_by(mine.at_node[game.leaves], len(mine.index))


def plan(game: ExtensiveGame, player: int, **weights: Fraction | int) -> ExactArray:
    """Return the realization plan with these weights on sequences, which are named by their last actions."""
    index = game.sequences[player].index
    last = ["", *(action for actions in index.action_names for action in actions)]
    return ExactArray.of([1 if not action else weights.get(action, 0) for action in last])


def is_plan(game: ExtensiveGame, player: int, weights: ExactArray) -> bool:
    index = game.sequences[player].index
    totals = weights.take(slice(1, None)).sum_by(index.infoset_of[1:], index.num_infosets)
    return totals.equals(weights.take(index.parent_sequence))


def regrets(game: ExtensiveGame, plans: list[ExactArray]) -> list[Fraction]:
    found = []
    for player in (0, 1):
        slope = gradient(game, player, plans[1 - player])
        best = game.sequences[player].index.best_response(slope).value
        found.append(Fraction(best) - plans[player].dot(slope))
    return found


def node_values(game: ExtensiveGame, behavior: Behavior) -> list[Values]:
    """Return both players' expected payoffs at every node."""
    values: list[Values] = [(0, 0)] * len(game)
    leaf_payoffs = zip(*(payoffs.to_fractions() for payoffs in game.leaf_payoffs), strict=True)
    for leaf, payoffs in zip(game.leaves, leaf_payoffs, strict=True):
        values[leaf] = payoffs
    for node in reversed(range(len(game))):
        if not game.is_leaf[node]:
            weights = behavior[game.information_sets.labels[game.infoset[node]]]
            values[node] = (
                sum((weight * value[0] for weight, value in _children(game, node, weights, values)), F(0)),
                sum((weight * value[1] for weight, value in _children(game, node, weights, values)), F(0)),
            )
    return values


def _children(
    game: ExtensiveGame, node: int, weights: dict[str, Fraction | int], values: list[Values]
) -> list[tuple[Fraction | int, Values]]:
    labels = game.information_sets.actions(int(game.infoset[node]))
    first = int(game.first_child[node])
    return [(weights.get(label, 0), values[first + k]) for k, label in enumerate(labels)]


def is_subgame_perfect(game: ExtensiveGame, behavior: Behavior) -> bool:
    """Tell whether nobody could do better at any node; for perfect information."""
    values = node_values(game, behavior)
    for node in range(1, len(game)):
        parent = int(game.parent[node])
        player = int(game.player[parent])
        if values[node][player] > values[parent][player]:
            return False
    return True


class TestVsvetFigure1:
    EQUILIBRIA = (
        ((1, 0, 0), (1, 0, 1, 0)),
        ((1, 0, 0), (1, 0, F(1, 12), F(11, 12))),
        ((0, F(1, 3), F(2, 3)), (0, 1, F(2, 3), F(1, 3))),
        ((F(5, 14), F(3, 14), F(3, 7)), (F(1, 8), F(7, 8), F(2, 3), F(1, 3))),
    )
    P = (F(3, 10), F(7, 20), F(7, 20))
    Q = (F(1, 3), F(2, 3), F(1, 3), F(2, 3))

    def plans(
        self, game: ExtensiveGame, x: tuple[Fraction | int, ...], y: tuple[Fraction | int, ...]
    ) -> list[ExactArray]:
        first = plan(game, 0, L=x[0], R=x[1] + x[2], S=x[1], T=x[2])
        second = plan(game, 1, a=y[0], b=y[1], c=y[2], d=y[3])
        assert is_plan(game, 0, first)
        assert is_plan(game, 1, second)
        return [first, second]

    def payoffs_of_1(self, game: ExtensiveGame, y: tuple[Fraction, ...]) -> dict[str, Fraction]:
        slope = gradient(game, 0, self.plans(game, (1, 0, 0), y)[1])
        names = game.sequences[0].index.names
        at = dict(zip(names, slope.to_fractions(), strict=True))
        return {"L": at["start L"], "RS": at["after R S"], "RT": at["after R T"]}

    def payoffs_of_2(self, game: ExtensiveGame, x: tuple[Fraction, ...]) -> dict[str, Fraction]:
        slope = gradient(game, 1, self.plans(game, x, (1, 0, 1, 0))[0])
        at = dict(zip(game.sequences[1].index.names, slope.to_fractions(), strict=True))
        return {"a": at["h a"], "b": at["h b"], "c": at["h' c"], "d": at["h' d"]}

    @pytest.mark.parametrize(("x", "y"), EQUILIBRIA)
    def test_the_papers_equilibria_have_no_regret(
        self, x: tuple[Fraction | int, ...], y: tuple[Fraction | int, ...]
    ) -> None:
        game = catalog.make("vsvet-figure-1")
        assert regrets(game, self.plans(game, x, y)) == [0, 0]

    def test_below_one_twelfth_y_c_is_no_equilibrium(self) -> None:
        game = catalog.make("vsvet-figure-1")
        assert regrets(game, self.plans(game, (1, 0, 0), (1, 0, F(1, 13), F(12, 13)))) == [F(1, 13), 0]

    def test_the_best_replies_to_the_starting_point_are_the_papers(self) -> None:
        game = catalog.make("vsvet-figure-1")
        first, second = self.payoffs_of_1(game, self.Q), self.payoffs_of_2(game, self.P)
        assert max(first, key=lambda sequence: first[sequence]) == "RS"
        assert second["b"] > second["a"]
        assert second["c"] > second["d"]

    def test_at_nine_sixteenths_the_path_meets_the_region_of_l(self) -> None:
        z = F(9, 16)
        q_a, q_b, q_c, q_d = (z * weight for weight in self.Q)
        payoffs = self.payoffs_of_1(catalog.make("vsvet-figure-1"), (q_a, q_b + 1 - z, q_c + 1 - z, q_d))
        assert payoffs["L"] == payoffs["RS"] > payoffs["RT"]

    def test_at_sixty_seventy_sevenths_rs_leaves_the_path(self) -> None:
        z = F(60, 77)
        p_l, p_rs, p_rt = (z * weight for weight in self.P)
        payoffs = self.payoffs_of_2(catalog.make("vsvet-figure-1"), (p_l + 1 - z, p_rs, p_rt))
        assert payoffs["a"] == payoffs["b"]
        assert payoffs["c"] > payoffs["d"]

    def test_from_the_second_equilibrium_z0_rises_to_three_eighths(self) -> None:
        z, game = F(3, 8), catalog.make("vsvet-figure-1")
        assert z * self.Q[0] == F(1, 8)  # only a's weight comes from q alone; c and d stay best replies
        payoffs = self.payoffs_of_1(game, (F(1, 8), F(7, 8), F(2, 3), F(1, 3)))
        assert payoffs["L"] == payoffs["RS"] == payoffs["RT"]
        x_l = F(137, 560) + z * self.P[0]
        replies = self.payoffs_of_2(game, (x_l, (1 - x_l) / 3, (1 - x_l) * 2 / 3))
        assert replies["a"] == replies["b"]
        assert replies["c"] == replies["d"]


class TestLittman:
    @pytest.mark.parametrize(
        ("choices", "values"),
        [
            ({"1": {"2": 1}, "2": {"5": 1}}, (2, 100)),
            ({"1": {"3": 1}, "2": {"4": 1}}, (1000, 4)),
            ({"1": {"2": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (2, 4)),
            ({"1": {"3": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (1000, 4)),
        ],
    )
    def test_figure_1_has_the_papers_equilibria(self, choices: Behavior, values: Values) -> None:
        game = catalog.make("littman-figure-1")
        assert node_values(game, choices)[0] == values
        assert is_subgame_perfect(game, choices)

    @pytest.mark.parametrize("alpha", [F(97, 98), 1])
    def test_figure_1_goes_left_for_alpha_up_to_96_97ths_only(self, alpha: Fraction) -> None:
        choices: Behavior = {"1": {"2": 1}, "2": {"4": alpha, "5": 1 - alpha}}
        assert not is_subgame_perfect(catalog.make("littman-figure-1"), choices)

    @pytest.mark.parametrize(
        ("choices", "values"),
        [
            ({"5": {"10": 1}, "4": {"9": 1}, "3": {"8": 1}, "2": {"7": 1}, "1": {"2": 1}}, (3, 1)),
            ({"5": {"11": 1}, "4": {"5": 1}, "3": {"4": 1}, "2": {"3": 1}, "1": {"2": 1}}, (3, 3)),
            (
                {
                    "5": {"10": F(1, 2), "11": F(1, 2)},
                    "4": {"9": F(1, 2), "5": F(1, 2)},
                    "3": {"4": 1},
                    "2": {"3": 1},
                    "1": {"6": 1},
                },
                (2, 5),
            ),
        ],
    )
    def test_figure_4_has_the_papers_equilibria(self, choices: Behavior, values: Values) -> None:
        game = catalog.make("littman-figure-4")
        assert node_values(game, choices)[0] == values
        assert is_subgame_perfect(game, choices)

    def test_figure_3_gives_nothing_or_the_object_for_its_cost(self) -> None:
        game = catalog.make("knapsack-figure-3(weight=3,value=7,scale=1000)")
        cost = F(-3, 1000)
        for choices, values in (
            ({"start": {"quit": 1}, "object": {"leave": 1}}, (0, 0)),
            ({"start": {"pass": 1}, "object": {"pack": 1}}, (cost, 7)),
        ):
            behavior: Behavior = {label: dict(chosen) for label, chosen in choices.items()}
            assert node_values(game, behavior)[0] == values
            assert is_subgame_perfect(game, behavior)


def test_backward_induction_solves_the_two_level_tree() -> None:
    game = catalog.make("two-level-tree")
    choices: Behavior = {"start": {"left": 1}, "after left": {"right": 1}, "after right": {"left": 1}}
    assert node_values(game, choices)[0] == (1, -1)
    assert is_subgame_perfect(game, choices)


def test_the_two_level_tree_has_the_articles_payoffs() -> None:
    payoffs = zip(*(column.to_fractions() for column in catalog.make("two-level-tree").leaf_payoffs), strict=True)
    assert list(payoffs) == [(5, -5), (1, -1), (-3, 3), (6, -6)]


class TestAbstractionCounterexample:
    def best_replies(self, merged: bool) -> tuple[str, str]:
        """Return player 1's dominant action, and player 2's only best reply to it."""
        game = catalog.make("abstraction-counterexample", merged=merged)
        against = {
            action: gradient(game, 0, plan(game, 1, **{action: 1})).to_fractions()[1:] for action in ("left", "right")
        }
        dominant = [k for k in (0, 1) if all(gains[k] > gains[1 - k] for gains in against.values())]
        assert len(dominant) == 1
        mine = game.sequences[0].index.action_names[0][dominant[0]]
        left, right = gradient(game, 1, plan(game, 0, **{mine: 1})).to_fractions()[1:]
        assert left != right
        return mine, "left" if left > right else "right"

    def test_merging_turns_player_2_from_right_to_left(self) -> None:
        assert self.best_replies(merged=False) == ("l", "right")
        assert self.best_replies(merged=True) == ("r", "left")

    def test_c_is_never_reached(self) -> None:
        game = catalog.make("abstraction-counterexample")
        (c,) = (node for node in range(len(game)) if game.path(node) == ("a", "r"))
        assert game.sequences[0].index.names[game.sequences[0].at_node[c]] == "a b r"

    def test_the_subtrees_below_a_and_b_are_isomorphic(self) -> None:
        game = catalog.make("abstraction-counterexample")
        at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
        below_a = {path[1:]: payoff for path, payoff in at.items() if path[0] == "a"}
        below_b = {path[1:]: payoff for path, payoff in at.items() if path[0] == "b"}
        swapped = {("r" if path[0] == "l" else "l", *path[1:]): payoff for path, payoff in below_b.items()}
        assert swapped == below_a
        assert game.player[0] == CHANCE
        assert game.infoset[1] == game.infoset[2]
