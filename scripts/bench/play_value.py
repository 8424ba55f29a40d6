"""Payoffs of strategies of different concepts against opponents who err, each computed exactly.

    python scripts/run.py play_value                     # the benchmark games
    python scripts/run.py play_value --larger            # and the larger ones
    python scripts/run.py play_value --games kuhn leduc

Finished games are kept in a file next to the results; an interrupted run continues from there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import seqform as sf
from kept_rows import rows_of
from measure import Page, markdown_table
from seqform.analysis.comparison import (
    COMPARED,
    WORST,
    blundering,
    expected_payoff,
    guaranteed_payoff,
    profiles_to_compare,
)
from seqform.analysis.ranges import extreme_optimal_strategy
from seqform.models.numbers.text import short, write_rational
from seqform.models.strategies.behavior import uniform_strategy

GAMES = (
    "kuhn",
    "kuhn-with-raise",
    "guess-the-ace",
    "guess-the-ace-second-gift",
    "leduc",
    "liars-dice(sides=4)",
    "goofspiel(cards=4)",
)
LARGER = ("liars-dice(sides=5)", "leduc(ranks=13)", "liars-dice(sides=6)")
BLUNDERS = (Fraction(1, 10), Fraction(1, 100))
SOURCES = tuple(f"{room}/**/*.py" for room in ("models", "builders", "backends", "src"))
UNIFORM = "uniformly random"
GUARANTEED = "any opponent (guaranteed)"
UNERRING = "without blunders"


@dataclass(frozen=True)
class Seat:
    """What one player's strategies earn; exact numbers, as text."""

    player: str
    earned: dict[str, list[str]]
    """For each opponent one number for each name."""
    ranges: dict[str, list[str]]
    """For opponents who err, the least and the most that an optimal strategy earns; none in general-sum games."""


@dataclass(frozen=True)
class Row:
    """What came of a game."""

    game: str
    concepts: list[str]
    nodes: int
    names: list[str]
    seats: list[Seat]
    seconds: float


def run(
    *,
    games: tuple[str, ...] = GAMES,
    larger: bool = False,
    concepts: tuple[str, ...] = COMPARED,
    fresh: bool = False,
) -> Page:
    """Make the page for games of the catalog, and larger ones."""
    cases = [(game, *concepts) for game in (*games, *(LARGER if larger else ()))]
    rows, _ = rows_of("play_value", cases, compute, Row, sources=SOURCES, fresh=fresh)
    return "play_value", "What strategies earn in play", sections(rows)


def compute(case: Sequence[str]) -> Row:
    """Compute the strategies of one game by its concepts, and their payoffs against each opponent."""
    name, *concepts = case
    began = time.perf_counter()
    game = sf.load(name)
    profiles = profiles_to_compare(game, concepts=concepts)
    seats = [seat(game, profiles, player) for player in (0, 1)]
    return Row(name, list(concepts), len(game), list(profiles), seats, time.perf_counter() - began)


def seat(game: sf.ExtensiveGame, profiles: Mapping[str, sf.BehaviorProfile], player: int) -> Seat:
    strategies = [profile[player] for profile in profiles.values()]
    earned = {GUARANTEED: texts(guaranteed_payoff(game, strategy) for strategy in strategies)}
    for theirs, profile in profiles.items():
        payoffs = (expected_payoff(game, strategy, profile[1 - player]) for strategy in strategies)
        earned[f"{theirs}, {UNERRING}"] = texts(payoffs)
    ranges = {}
    for label, opponent in erring_opponents(game, profiles, 1 - player):
        earned[label] = texts(expected_payoff(game, strategy, opponent) for strategy in strategies)
        if game.constant_sum is not None:
            ranges[label] = texts(
                extreme_optimal_strategy(
                    game, player, opponent, worst=worst, equilibrium=next(iter(profiles.values()))
                ).earned
                for worst in (True, False)
            )
    return Seat(game.players[player], earned, ranges)


def erring_opponents(
    game: sf.ExtensiveGame, profiles: Mapping[str, sf.BehaviorProfile], player: int
) -> Iterator[tuple[str, sf.BehaviorStrategy]]:
    """Yield the uniformly random opponent, and each strategy blundering with each probability."""
    yield UNIFORM, uniform_strategy(game.sequences[player].index)
    for share in BLUNDERS:
        for name, profile in profiles.items():
            yield f"{name}, δ = {share}", blundering(profile[player], share)


def texts(values: Iterable[Any]) -> list[str]:
    return [write_rational(value) for value in values]


def sections(rows: Sequence[Row]) -> list[str]:
    notes = [
        "- Every figure is the exact expectation of the column's strategy; nothing is simulated. Fractions of more "
        "than a few digits are shown as decimals after ≈.",
        "- δ is the probability with which the opponent draws uniformly at random at an information set, independently "
        "at each; otherwise the opponent follows the strategy named.",
        "- Optimal strategies of a constant-sum game earn the value against each other: rows "
        f"{UNERRING} say nothing about refinements.",
        "- Least and most are what any optimal strategy earns against the row's opponent, by exact linear programs.",
        f'- "{WORST}" is the optimal strategy that earns least against the uniformly random opponent; against others '
        "another one may earn less.",
        "- No refinement is promised to earn most against any of these opponents.",
    ]
    parts = ["\n".join(notes)]
    names = list(dict.fromkeys(name for row in rows for name in row.names))
    shares = [line for row in rows for line in shares_of_range(row)]
    if shares:
        cells = [[*where, *(share.get(name, "–") for name in names)] for *where, share in shares]
        parts.append(
            "## Between the least (0 %) and the most (100 %) that an optimal strategy earns"
        )
        parts.append(markdown_table(("game", "player", "against", *names), cells))
    for row in rows:
        parts += [f"## {row.game}", f"{row.nodes:,} nodes; everything in {row.seconds:.1f} s."]
        for one in row.seats:
            header = (
                f"{one.player} against",
                *row.names,
                *(("least", "most") if one.ranges else ()),
            )
            parts.append(markdown_table(header, list(lines(one))))
    return parts


def shares_of_range(row: Row) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Yield where each strategy stands between least and most, against uniform play and blunders of the first one.

    Where least and most are equal there is nothing to tell.
    """
    opponents = (UNIFORM, *(f"{row.names[0]}, δ = {share}" for share in BLUNDERS))
    for one in row.seats:
        for label in opponents:
            if label in one.ranges:
                least, most = map(Fraction, one.ranges[label])
                if least < most:
                    shares = [
                        float((Fraction(value) - least) / (most - least))
                        for value in one.earned[label]
                    ]
                    yield (
                        row.game,
                        one.player,
                        label,
                        {
                            name: f"{100 * share:.1f} %"
                            for name, share in zip(row.names, shares, strict=True)
                        },
                    )


def lines(one: Seat) -> Iterator[list[str]]:
    """Yield the lines of a seat's table; opponents who do not err share one if all earn the same against all."""
    unerring = [label for label in one.earned if label.endswith(UNERRING)]
    alike = len({value for label in unerring for value in one.earned[label]}) == 1
    for label, earned in one.earned.items():
        if alike and label in unerring[1:]:
            continue
        name = f"each of these, {UNERRING}" if alike and label in unerring else label
        extremes = one.ranges.get(label, ["", ""]) if one.ranges else []
        yield [name, *map(shown, earned), *map(shown, extremes)]


def shown(value: str) -> str:
    return short(Fraction(value)) if value else ""
