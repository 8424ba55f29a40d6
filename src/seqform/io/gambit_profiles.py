"""Profiles as Gambit's programs print them: a line such as ``NE,1,0,1/3,2/3`` for each equilibrium."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from seqform.errors import ModelError
from seqform.io.json_values import number_array
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import counted, parse_rational
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.foreign_files import shown_value

MARK = "NE,"
MOST_BYTES = 100_000_000


def gambit_lines(path: Path) -> list[str]:
    """Return the lines of equilibria in a file; none if it is of another kind, or cannot be read."""
    try:
        with path.open(encoding="utf-8") as stream:
            head = stream.read(len(MARK)).lstrip("\ufeff")
            if not MARK.startswith(head) or not head:
                return []
            text = head + stream.read(MOST_BYTES)
    except (OSError, ValueError):
        return []
    return [line.strip() for line in text.splitlines() if line.startswith(MARK)]


def gambit_profile(line: str, game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile of a line: probabilities of all actions, by players, information sets and actions.

    Information sets come in the order of their first nodes from left to right, depth first. Of a game in which each
    player moves once, mixed strategies are the same line.

    Raises
    ------
    ModelError
        If the line does not fit the game.
    """
    given = [cell.strip() for cell in line.split(",")[1:]]
    indices = [own.index for own in game.sequences]
    expected = sum(len(index) - 1 for index in indices)
    if len(given) != expected:
        raise ModelError(
            f"a line with {counted(len(given), 'probability', 'probabilities')}, but the players have {expected} "
            "actions at their information sets; behavior strategies expected, as gambit-lcp prints them of .efg files"
        )
    strategies, rest = [], iter(given)
    for index in indices:
        values: list[Fraction | float] = [Fraction(1)] * len(index)
        for row in index.order.tolist():
            for place in range(*index.first_sequence[row : row + 2].tolist()):
                values[place] = _probability(next(rest))
        strategy = BehaviorStrategy(index, number_array(values, f"player {index.player + 1}"))
        strategies.append(strategy if strategy.exact else strategy.normalized())
    return BehaviorProfile((strategies[0], strategies[1]), game)


def _probability(text: str) -> Fraction | float:
    """Return a fraction or a whole number exactly; a decimal, which Gambit rounds, as a double."""
    number = parse_rational(text)
    if number is None:
        raise ModelError(f"{shown_value(text)} is not a probability of Gambit's")
    return float(number) if "." in text else number
