"""The intuitive criterion of Cho & Kreps: known equilibria, and random games against a grid of beliefs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.certifiers.divinity import d1_objection, largest_supports
from seqform.solving.certifiers.signalling import (
    Message,
    SignallingGame,
    intuitive_objection,
)

QUICHE = {
    "strong": {"quiche": 1},
    "weak": {"quiche": 1},
    "quiche": {"leave": 1},
    "beer": {"fight": 1},
}
BEER = {"strong": {"beer": 1}, "weak": {"beer": 1}, "quiche": {"fight": 1}, "beer": {"leave": 1}}

Payoffs = list[list[list[int]]]
"""Payoffs by type, message and reply."""


def test_quiche_for_all_fails_and_beer_for_all_passes() -> None:
    game = sf.load("beer-quiche")
    quiche, beer = (sf.profile(game, choices) for choices in (QUICHE, BEER))
    assert sf.check(game, quiche, intuitive=True).checks == {"intuitive": False}
    assert sf.check(game, beer, intuitive=True).checks == {"intuitive": True}
    assert sf.check(game, beer, intuitive=True).claims["intuitive equilibrium"] == "proven"
    assert SignallingGame.of(game).objection(quiche, intuitive_objection) == (
        "after the message 'beer', which is not sent, 'weak' earns 2 at most, instead of 3; best replies to the other "
        "types earn 'strong' 3 at least, instead of 2"
    )


def test_what_is_no_equilibrium_is_not_intuitive_and_doubles_are_refused() -> None:
    game = sf.load("beer-quiche")
    fought = sf.profile(game, {**BEER, "beer": {"fight": 1}})
    certificate = sf.check(game, fought, intuitive=True)
    assert certificate.nash_conv > 0 and certificate.checks == {"intuitive": False}
    with pytest.raises(ModelError, match="in fractions only"):
        sf.check(game, sf.profile(game, BEER).to_floats(), intuitive=True)


def test_of_education_only_the_separation_by_the_fewest_years_is_intuitive() -> None:
    """Two years keep the less productive from imitating, and pooled without education both earn 3/2."""
    marked = sf.equilibria("spence(years=2)", complete=True).checked("intuitive")
    assert marked.finished
    passing = [member for member in marked if member.certificate.checks["intuitive"]]
    assert {member.values for member in passing} == {(Fraction(4, 3), Fraction(0))}
    assert all(member.profile[0]["high"]["2 years"] == 1 for member in passing)
    failing = [member for member in marked if member not in passing]
    assert (Fraction(3, 2), Fraction(-1, 4)) in {member.values for member in failing}
    assert all("which is not sent" in member.objections["intuitive"] for member in failing)


def test_a_separation_by_more_years_than_needed_is_not_intuitive() -> None:
    game = sf.load("spence")
    years = ["0 years", "1 year", "2 years", "3 years"]
    for needed, holds in (("2 years", True), ("3 years", False)):
        firm = {year: {"pay 2" if year == needed else "pay 1": 1} for year in years}
        worker = {"high": {needed: 1}, "low": {"0 years": 1}}
        certificate = sf.check(game, sf.profile(game, {**worker, **firm}), intuitive=True)
        assert certificate.proven and certificate.checks["intuitive"] == holds


def test_the_command_line_decides_it_with_the_reason(seqform: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "quiche.json")
    sf.profile("beer-quiche", QUICHE).save(path)
    status, shown, _ = seqform("check", "beer-quiche", path, "--intuitive", "--json")
    data = json.loads(shown)
    assert (status, data["checks"]) == (4, {"intuitive": False})
    assert data["objections"][0].startswith("not intuitive: after the message 'beer'")
    status, shown, _ = seqform("equilibria", "beer-quiche", "--complete", "--check", "intuitive")
    words = " ".join(shown.split())
    assert status == 0 and "equilibria 3, 4 are not intuitive: after the message 'beer'" in words
    other = str(tmp_path / "kuhn.json")
    sf.uniform_profile("kuhn").save(other)
    status, _, message = seqform("check", "kuhn", other, "--intuitive")
    assert status == 2 and "(--intuitive): a signalling game expected" in message


def reply(payoff: int = 0) -> Any:
    return move(1, "m", {"x": leaf(payoff), "y": leaf(0)})


@pytest.mark.parametrize(
    ("root", "reason"),
    [
        (move(0, "start", {"m": reply(), "n": leaf(0)}), "its first move is not one of chance"),
        (
            chance({"a": ("1/2", move(0, "a", {"m": reply()})), "b": ("1/2", leaf(0))}),
            "not one player's for all types",
        ),
        (
            chance({kind: ("1/2", move(0, "a", {"m": reply(), "n": leaf(0)})) for kind in "ab"}),
            "an information set of the sender has two types",
        ),
        (
            chance({"a": (1, move(0, "a", {"m": move(0, "b", {"x": leaf(0), "y": leaf(0)})}))}),
            "not followed by the receiver's",
        ),
        (
            chance({"a": (1, move(0, "a", {"m": reply(), "n": reply()}))}),
            "does not distinguish two moves",
        ),
        (
            chance({"a": (1, move(0, "a", {"m": move(1, "r", {"x": reply(), "y": leaf(0)})}))}),
            "a move follows the receiver's reply",
        ),
    ],
)
def test_games_of_another_kind_are_refused_with_the_reason(root: Any, reason: str) -> None:
    game = tree("another", root)
    with pytest.raises(GameError, match=f"a signalling game expected.*{reason}"):
        SignallingGame.of(game)
    with pytest.raises(GameError, match=reason):
        sf.check(game, sf.uniform_profile(game), intuitive=True)


def test_types_without_probability_and_messages_that_end_the_game_exclude_nothing() -> None:
    """The weak type of probability 0 is no type, and the message that ends the game has no reply to deviate to."""
    children = {"m": reply(1), "out": leaf(2)}
    never = move(0, "never", {"m": reply(5), "out": leaf(2)})
    game = tree("out", chance({"a": (1, move(0, "a", children)), "b": (0, never)}))
    profile = sf.profile(game, {"a": {"out": 1}, "never": {"out": 1}, "m": {"x": 1}})
    assert SignallingGame.of(game).types.keys() == {"a"}
    assert sf.check(game, profile, intuitive=True).checks == {"intuitive": True}


# ---- against a grid ----


def drawn(random: Random) -> tuple[ExtensiveGame, Payoffs, Payoffs]:
    """Return a signalling game with two types and three replies, or three and two, and the payoffs of both players."""
    num_types = random.choice((2, 3))
    num_replies = 5 - num_types
    of_sender, of_receiver = (
        [
            [[random.randint(0, 3) for _ in range(num_replies)] for _ in range(2)]
            for _ in range(num_types)
        ]
        for _ in range(2)
    )
    branches = {}
    for kind in range(num_types):
        messages = {}
        for message in range(2):
            ends = {
                str(place): leaf(of_sender[kind][message][place], of_receiver[kind][message][place])
                for place in range(num_replies)
            }
            messages[str(message)] = move(1, f"m{message}", ends)
        branches[str(kind)] = (Fraction(1, num_types), move(0, f"t{kind}", messages))
    return tree("drawn", chance(branches)), of_sender, of_receiver


def best_on_grid(of_receiver: Payoffs, message: int, types: list[int]) -> set[int]:
    """Return the best replies to beliefs over types.

    Of two types with payoffs up to 3, the beliefs at which replies are equally good are multiples of 1/60. Of three
    types and two replies, one that is best against some belief is best against a type.
    """
    beliefs = [{kind: Fraction(1)} for kind in types]
    if len(types) == 2:
        shares = [Fraction(step, 60) for step in range(61)]
        beliefs = [{types[0]: share, types[1]: 1 - share} for share in shares]
    best = set()
    for belief in beliefs:
        earned = [
            sum(share * of_receiver[kind][message][place] for kind, share in belief.items())
            for place in range(len(of_receiver[0][message]))
        ]
        best |= {place for place, amount in enumerate(earned) if amount == max(earned)}
    return best


def passes(of_sender: Payoffs, of_receiver: Payoffs, profile: Any, earned: list[Fraction]) -> bool:
    types = list(range(len(of_sender)))
    for message in range(2):
        if any(profile[0][f"t{kind}"][str(message)] for kind in types):
            continue
        replies = best_on_grid(of_receiver, message, types)
        remaining = [
            kind
            for kind in types
            if max(of_sender[kind][message][place] for place in replies) >= earned[kind]
        ]
        if not remaining:
            continue
        replies = best_on_grid(of_receiver, message, remaining)
        for kind in types:
            if min(of_sender[kind][message][place] for place in replies) > earned[kind]:
                return False
    return True


def test_the_verdict_on_random_games_is_that_of_a_grid_of_beliefs() -> None:
    """The conditions on unsent messages are those of any profile, so that all types send the same message here."""
    verdicts = {True: 0, False: 0}
    for seed in range(60):
        random = Random(seed)
        game, of_sender, of_receiver = drawn(random)
        types = range(len(of_sender))
        choices = {f"t{kind}": {"0": 1} for kind in types}
        replies = [random.randrange(len(of_sender[0][message])) for message in range(2)]
        choices |= {f"m{message}": {str(place): 1} for message, place in enumerate(replies)}
        profile = sf.profile(game, choices)
        earned = [Fraction(of_sender[kind][0][replies[0]]) for kind in types]
        holds = passes(of_sender, of_receiver, profile, earned)
        assert (SignallingGame.of(game).objection(profile, intuitive_objection) == "") == holds, (
            seed
        )
        verdicts[holds] += 1
    assert min(verdicts.values()) >= 8


# ---- D1 ----


def drawn_message(random: Random, num_types: int, num_replies: int) -> Message:
    """Return a message with small payoffs."""
    names = [f"t{kind}" for kind in range(num_types)]
    earned = {}
    for name in names:
        rows = [[Fraction(random.randint(0, 3)) for _ in range(num_replies)] for _ in range(2)]
        earned[name] = (tuple(rows[0]), tuple(rows[1]))
    nodes = {name: place for place, name in enumerate(names)}
    return Message("m", nodes, tuple(map(str, range(num_replies))), earned)


def mixtures_on_grid(message: Message, types: list[str]) -> list[Fraction]:
    """Return best replies to some belief over types as the share of the first of two replies, multiples of 1/6.

    With payoffs from 0 to 3 these are the shares at which types are indifferent.
    """
    gains = [message.earned[name][1][0] - message.earned[name][1][1] for name in types]
    shares: list[Fraction] = []
    if max(gains) >= 0:
        shares.append(Fraction(1))
    if min(gains) <= 0:
        shares.append(Fraction(0))
    if min(gains) <= 0 <= max(gains):
        shares += [Fraction(step, 6) for step in range(1, 6)]
    return shares


def passes_d1(message: Message, earned: dict[str, Fraction]) -> bool:
    types = list(message.nodes)

    def gain(name: str, share: Fraction) -> Fraction:
        first, second = message.earned[name][0]
        return share * first + (1 - share) * second - earned[name]

    replies = mixtures_on_grid(message, types)
    remaining = []
    for name in types:
        is_deleted = False
        for other in types:
            may_gain = any(gain(other, share) > 0 for share in replies)
            contained = all(gain(other, share) > 0 for share in replies if gain(name, share) >= 0)
            is_deleted |= other != name and may_gain and contained
        if not is_deleted:
            remaining.append(name)
    if not remaining:
        return False
    return any(
        all(gain(name, share) <= 0 for name in types)
        for share in mixtures_on_grid(message, remaining)
    )


@pytest.mark.parametrize("num_types", [1, 2, 3])
def test_d1_of_messages_with_two_replies_is_that_of_a_grid_of_mixtures(num_types: int) -> None:
    verdicts = {True: 0, False: 0}
    for seed in range(40):
        random = Random(seed)
        message = drawn_message(random, num_types, 2)
        earned = {name: Fraction(random.randint(0, 3)) for name in message.nodes}
        holds = passes_d1(message, earned)
        assert (d1_objection(message, earned) == "") == holds, seed
        verdicts[holds] += 1
    assert min(verdicts.values()) >= 4


def test_what_passes_d1_passes_the_intuitive_criterion() -> None:
    differ = 0
    for seed in range(25):
        random = Random(seed)
        message = drawn_message(random, 2, 3)
        earned = {name: Fraction(random.randint(0, 3)) for name in message.nodes}
        passes_intuitive = intuitive_objection(message, earned) == ""
        passes_stronger = d1_objection(message, earned) == ""
        assert passes_intuitive or not passes_stronger
        differ += passes_intuitive != passes_stronger
    assert differ > 0


def test_supports_are_the_largest_sets_of_replies_that_are_best_together() -> None:
    """Wages 1, 3/2 and 2 against productivities 1 and 2: neighbors are best together, at 1/4 and at 3/4."""
    message = next(iter(SignallingGame.of(sf.load("spence")).messages))
    assert sorted(largest_supports(message, ["high", "low"])) == [(0, 1), (1, 2)]
    assert largest_supports(message, ["low"]) == [(0,)]


def test_d1_of_three_types_excludes_what_the_intuitive_criterion_does_not(seqform: Run) -> None:
    """Of three types, the ablest gains by the message whenever the second does not lose; both may gain by it."""
    shares = {"low": "1/3", "middle": "1/3", "high": "1/3"}
    costs = {"low": 3, "middle": 2, "high": 1}
    branches = {}
    for place, (kind, share) in enumerate(shares.items(), 1):

        def pay(year: int, kind: str = kind, place: int = place) -> Any:
            replies = {
                str(wage): leaf(2 * wage - costs[kind] * year, -((wage - place) ** 2))
                for wage in (1, 2, 3)
            }
            return move(1, f"{year} years", replies)

        branches[kind] = (share, move(0, kind, {"0": pay(0), "1": pay(1)}))
    game = tree("three types", chance(branches))
    pooled = {kind: {"0": 1} for kind in shares}
    profile = sf.profile(game, {**pooled, "0 years": {"2": 1}, "1 years": {"1": 1}})
    certificate = sf.check(game, profile, sequential=True, intuitive=True, d1=True)
    assert certificate.proven
    assert (certificate.checks["intuitive"], certificate.checks["D1"]) == (True, False)
    with pytest.raises(GameError, match="D1: a signalling game expected"):
        sf.check("kuhn", sf.uniform_profile("kuhn"), d1=True)
