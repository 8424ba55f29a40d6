"""Small games that call every loop of the iterative methods, so that all of them get compiled."""

from __future__ import annotations

import numpy as np

from seqform.backends.conformance.saddle_points import kuhn_saddle_point
from seqform.backends.iterative.cfr import CfrBackend
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.pdhg import PdhgBackend
from seqform.backends.iterative.regret import RegretMatching, RegretRule
from seqform.backends.protocol import SolveOptions
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassGame, ClassPairs


def run_all() -> None:
    """Do an iteration on a small game in every way, which compiles everything that is not compiled yet."""
    game = two_rounds()
    for ranked in (True, False):
        space = ClassSpace(game, ranked=ranked)
        for dtype in (np.float64, np.float32):
            method = RegretMatching(space, RegretRule(), dtype)
            method.step()
            lower, upper = method.value_bounds()
            space.operator.gradient(0, method.average[1])
            assert lower <= upper
    CfrBackend().solve(kuhn_saddle_point(), SolveOptions(raw={"iterations": 2}))
    for model in (kuhn_saddle_point(), game):
        PdhgBackend().solve(model, SolveOptions(raw={"iterations": 4, "start_iterations": 1}))


def two_rounds() -> ClassGame:
    """Return a game in which the higher of two cards wins, if both players go on twice."""
    first = StageGame.of(turn(1, {"stop": OVER, "go": turn(2, {"stop": OVER, "go": CONTINUE})}))
    last = StageGame.of(turn(1, {"stop": OVER, "go": turn(2, {"stop": OVER, "go": OVER})}))
    one, other = np.array([0, 1]), np.array([1, 0])
    pairs = ClassPairs(one, other, np.array([[1, 1], [-1, 1]]), 2)
    stops, go = np.array([-1, 1]), np.array([0, 3])
    tables = [np.zeros((2, 2, len(stage.ends), 1), dtype=np.int64) for stage in (first, last)]
    for table in tables:
        table[0, 0, :2, 0], table[1, 0, :2, 0] = stops, -stops
    tables[1][0, :, 2, 0], tables[1][1, :, 2, 0] = go, -go
    parents = (np.zeros(2, dtype=np.int64), np.arange(2))
    return ClassGame(
        title="the higher card",
        players=("Player 1", "Player 2"),
        stages=(first, last),
        num_classes=((2, 2), (2, 2)),
        parents=(parents, parents),
        pairs=(pairs, pairs),
        payoffs=(RoundPayoffs(tables[0], 1), RoundPayoffs(tables[1], 1)),
        features=("constant", "showdown"),
    )
