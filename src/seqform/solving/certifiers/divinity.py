"""The criterion D1 for equilibria of signalling games, decided exactly.

Let u*(t) be what type t earns in the equilibrium, T(m) the types that can send m, and BR the mixed replies to m that
are best against some belief over T(m). For each message m that no type sends:

1. A type t is deleted if there is another one, t', that gains by some reply in BR, and by all replies in BR by which t
   loses nothing: u(t, m, r) >= u*(t) implies u(t', m, r) > u*(t').
2. The equilibrium fails if no reply that is best against some belief over the types that are left keeps all types from
   sending m: u(t, m, r) <= u*(t) for all t in T(m).

BR is a union of sets of mixtures: those of pure replies that are best against one belief, their *support*. Whether a
set of replies is a support is a linear program for the belief. Supports are closed under subsets, so that the largest
ones are found from single replies on. For each of them the replies that contradict step 1, or prove step 2, form a
polytope, and whether it is empty is a linear program for the mixture.

Types of which each deletes the other gain by all replies in BR, since BR is connected. If all are deleted so, no reply
keeps them from sending m, and the equilibrium fails.

References
----------
Cho & Kreps, Signaling games and stable equilibria, Quarterly Journal of Economics 102 (1987), 179-221; Banks & Sobel,
Equilibrium selection in signaling games, Econometrica 55 (1987), 647-661.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from seqform.solving.certifiers.mistakes import Cone
from seqform.solving.certifiers.signalling import Message
from seqform.system.deadline import require_time

D1 = "D1"
"""The name of the check."""

Gain = Mapping[str, Sequence[Fraction]]
"""What each type gains by each reply to a message, above the equilibrium."""


def d1_objection(message: Message, earned: Mapping[str, Fraction]) -> str:
    """Return why an unsent message excludes an equilibrium in which types earn so much; empty if it does not."""
    gains: dict[str, list[Fraction]] = {}
    for name, (of_sender, _) in message.earned.items():
        gains[name] = [amount - earned[name] for amount in of_sender]
    supports = largest_supports(message, list(message.nodes))
    deleted_by: dict[str, str] = {}
    for name in message.nodes:
        for other in message.nodes:
            if other != name and _deletes(gains, supports, name, other):
                deleted_by.setdefault(name, other)

    remaining = [name for name in message.nodes if name not in deleted_by]
    if remaining and _keeps_out(gains, largest_supports(message, remaining)):
        return ""
    sentences = [
        f"{other!r} gains by each best reply by which {name!r} does not lose"
        for name, other in deleted_by.items()
    ]
    reason = "no best reply keeps all types from sending it"
    if sentences and remaining:
        reason = (
            f"{' and '.join(sentences)}; no best reply to the other types keeps all from sending it"
        )
    return f"after the message {message.name!r}, which is not sent, {reason}"


def largest_supports(message: Message, types: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the sets of replies that are best against one belief over types and part of no larger such set."""
    num_replies = len(message.replies)
    largest: list[tuple[int, ...]] = []
    layer: list[tuple[int, ...]] = [
        (reply,) for reply in range(num_replies) if message.are_best([reply], types)
    ]
    while layer:
        require_time()
        is_part: set[tuple[int, ...]] = set()
        larger: list[tuple[int, ...]] = []
        for support in layer:
            for reply in range(num_replies):
                extended = tuple(sorted({*support, reply}))
                if reply in support or extended in larger:
                    continue
                if message.are_best(extended, types):
                    larger.append(extended)
        for support in larger:
            is_part.update(support[:place] + support[place + 1 :] for place in range(len(support)))
        largest += [support for support in layer if support not in is_part]
        layer = larger
    return largest


def _deletes(gains: Gain, supports: Sequence[tuple[int, ...]], name: str, other: str) -> bool:
    """Return whether another type gains by some best reply, and by all by which a type does not lose."""
    if not any(gains[other][reply] > 0 for support in supports for reply in support):
        return False
    for support in supports:
        at_least_zero = [
            [gains[name][reply] for reply in support],
            [-gains[other][reply] for reply in support],
        ]
        if _is_possible(at_least_zero):
            return False
    return True


def _keeps_out(gains: Gain, supports: Sequence[tuple[int, ...]]) -> bool:
    """Return whether no type gains by some mixture of a support."""
    for support in supports:
        losses = [[-of_type[reply] for reply in support] for of_type in gains.values()]
        if _is_possible(losses):
            return True
    return False


def _is_possible(rows: Sequence[Sequence[Fraction]]) -> bool:
    """Return whether some mixture of the columns makes no row negative."""
    num_columns = len(rows[0])
    for column in range(num_columns):
        if all(row[column] >= 0 for row in rows):
            return True
    if num_columns == 1:
        return False
    cone = Cone(num_columns)
    for row in rows:
        cone.require(list(enumerate(row)))
    mixture = cone.most_positive([[(column, Fraction(1)) for column in range(num_columns)]])
    return mixture is not None
