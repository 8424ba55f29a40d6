"""Agents: whoever chooses an action, given what the player who moves knows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import ClassVar, Protocol

from seqform.models.strategies import BehaviorProfile
from seqform.play.situations import View


class Agent(Protocol):
    """Somebody who plays, in either seat.

    An agent that looks up the names of information sets says so by an attribute ``needs_tree`` that is true: they
    are unique on the tree only. One that remembers earlier games says so by ``remembers``, and gets no deal twice.

    Examples
    --------
    An agent of one's own, who always takes the last action:

    >>> class Last:
    ...     name = "last"
    ...     def choose(self, view, random):
    ...         return len(view.actions) - 1
    >>> from seqform.play import match
    >>> match("kuhn", Last(), "equilibrium", games=2).agents
    ('last', 'equilibrium')
    """

    @property
    def name(self) -> str:
        """What reports call the agent."""
        ...

    def choose(self, view: View, random: Random) -> int:
        """Return the number of the chosen action, from 0; whatever is random about it comes from `random`."""
        ...


@dataclass(frozen=True)
class RandomAgent:
    """Takes every action with equal probability."""

    name: str = "random"

    def choose(self, view: View, random: Random) -> int:
        """Return any action."""
        return random.randrange(len(view.actions))


@dataclass(frozen=True)
class ProfileAgent:
    """Plays a profile, each player's strategy in that player's seat.

    Parameters
    ----------
    name : str
    profile : BehaviorProfile
        Of the game that is played on its tree.
    """

    name: str
    profile: BehaviorProfile
    needs_tree: ClassVar[bool] = True

    def choose(self, view: View, random: Random) -> int:
        """Return an action drawn from the strategy; exactly so, if it is exact."""
        shares = self.profile[view.player][view.infoset]
        return draw([shares[action] for action in view.actions], random)


def draw(probabilities: Sequence[Fraction | float], random: Random) -> int:
    """Return the number of an action drawn from a lottery.

    Parameters
    ----------
    probabilities : sequence of Fraction, or of float
        Fractions are drawn with exactly these probabilities.
    random : Random

    Examples
    --------
    >>> draw([Fraction(0), Fraction(1)], Random(1))
    1
    """
    exact = [share for share in probabilities if isinstance(share, Fraction | int)]
    if len(exact) < len(probabilities):
        return random.choices(range(len(probabilities)), weights=[float(share) for share in probabilities])[0]
    whole = math.lcm(*(share.denominator for share in exact))
    ticket = random.randrange(whole)
    upto = accumulate(share.numerator * (whole // share.denominator) for share in exact)
    return next(action for action, bound in enumerate(upto) if ticket < bound)
