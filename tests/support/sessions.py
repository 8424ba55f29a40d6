"""Sessions of play at random, and a saved solution that is quickly computed."""

from functools import cache
from random import Random
from typing import Any

import seqform as sf
from seqform.io.saved_solution import SavedSolution
from seqform.play import Session


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
def saved() -> SavedSolution:
    """Return a solution of a small game that is dealt by its rules."""
    found: SavedSolution = sf.solve(sf.load("rhode-island(ranks=2,suits=2)", kind="ordered"), target_gap=0.1).saved()
    return found
