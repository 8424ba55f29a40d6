"""Values of a game that are computed once, for decisions about several of its profiles."""

from __future__ import annotations

from functools import cached_property

from seqform.errors import GameError, ModelError, SolveError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.api import solve
from seqform.solving.certifiers.orders import MistakeOrders


class ComputedAnswers:
    """The answers of concepts to one game, and the orders of mistakes in it, computed once, when they are asked for.

    Examples
    --------
    >>> import seqform as sf
    >>> answers = ComputedAnswers(sf.load("beer-quiche"))
    >>> answers.of("proper") is answers.of("proper")
    True
    """

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self._answers: dict[str, Equilibrium | str] = {}

    def of(self, concept: str) -> Equilibrium | str:
        """Return the exact answer of a concept, or why there is none; a solver that is cut short raises its error."""
        if concept not in self._answers:
            self._answers[concept] = self._computed(concept)
        return self._answers[concept]

    @cached_property
    def orders(self) -> MistakeOrders:
        """The comparison of orders; see there for the error where the game is too large."""
        return MistakeOrders(self.game)

    def _computed(self, concept: str) -> Equilibrium | str:
        try:
            return solve(self.game, concept, exact=True)
        except SolveError as error:
            if error.stopped:
                raise
            return str(error)
        except (GameError, ModelError, UnsupportedModelError) as error:
            return str(error)
