"""The intuitive criterion of Cho & Kreps for equilibria of signalling games, decided exactly.

Chance draws the type of the sender, who sees it and sends a message; the receiver, who sees the message alone, replies,
which ends the game. Let u*(t) be what type t earns in the equilibrium, T(m) the types that can send m, and BR(T', m)
the mixed replies to m that are best against some belief over T'. For each message m that no type sends:

1. S(m) are the types t in T(m) with u*(t) > max of u(t, m, r) over r in BR(T(m), m): m is equilibrium-dominated.
2. The equilibrium fails if there is a type t with u*(t) < min of u(t, m, r) over r in BR(T(m) without S(m), m). If S(m)
   is all of T(m), the message excludes nothing.

A mixed best reply to a belief is a mixture of pure ones to the same belief. So both extremes are attained at pure
replies, and whether a pure reply is best against some belief over a set of types is a linear program. It depends on the
outcome alone: on the messages in use, and on the replies to them.

References
----------
Cho & Kreps, Signaling games and stable equilibria, Quarterly Journal of Economics 102 (1987), 179-221, p. 202.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
from seqform.models.games.matrices import require_own_tree
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.certifiers.mistakes import Cone
from seqform.system.deadline import require_time
from seqform.verify.sequential import EdgeProbabilities

INTUITIVE = "intuitive"
"""The name of the claim, and of its check."""


@dataclass(frozen=True)
class Message:
    """A message that the receiver can observe.

    - `name`: The action of the sender.
    - `nodes`: The receiver's node for each type that can send it.
    - `replies`: The names of the receiver's actions.
    - `earned`: The payoffs of the sender and of the receiver for each type and reply.
    """

    name: str
    nodes: Mapping[str, int]
    replies: tuple[str, ...]
    earned: Mapping[str, tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]

    def best_replies(self, types: Sequence[str]) -> list[int]:
        """Return the replies that are best against some belief over types, by one linear program each at most."""
        return [reply for reply in range(len(self.replies)) if self.are_best([reply], types)]

    def are_best(self, replies: Sequence[int], types: Sequence[str]) -> bool:
        """Return whether all of some replies are best against one belief over types."""
        payoffs = [self.earned[name][1] for name in types]
        if any(all(row[reply] == max(row) for reply in replies) for row in payoffs):
            return True
        cone = Cone(len(types))
        for reply in replies:
            for other in range(len(self.replies)):
                gain = [(place, row[reply] - row[other]) for place, row in enumerate(payoffs)]
                cone.require(gain)
        belief = cone.most_positive([[(place, Fraction(1)) for place in range(len(types))]])
        return belief is not None


@dataclass(frozen=True)
class SignallingGame:
    """A signalling game, without types that chance never draws and messages that end the game at once.

    - `sender`: The number of the player who sends.
    - `types`: The node of each type, by the name of chance's action.
    """

    game: ExtensiveGame
    sender: int
    types: Mapping[str, int]
    messages: tuple[Message, ...]

    @classmethod
    def of(cls, game: ExtensiveGame, claim: str = INTUITIVE) -> SignallingGame:
        """Return the types and messages of a game; raise GameError, about a claim, if it is no signalling game."""
        require_own_tree(game, claim)
        if game.player[0] != CHANCE:
            raise _other_game(
                game, claim, "its first move is not one of chance, which draws the type"
            )
        reach = game.chance_reach.numerators
        names = game.action_names[int(game.infoset[0])]
        types = {
            name: node for name, node in zip(names, _children(game, 0), strict=True) if reach[node]
        }
        senders = {int(game.player[node]) for node in types.values()}
        if len(senders) > 1 or not senders <= {0, 1}:
            raise _other_game(
                game, claim, "the move after the first one is not one player's for all types"
            )
        (sender,) = senders
        if len({int(game.infoset[node]) for node in types.values()}) < len(types):
            raise _other_game(game, claim, "an information set of the sender has two types")

        senders_of: dict[int, dict[str, int]] = {}
        for name, node in types.items():
            for child in _children(game, node):
                if game.is_leaf[child]:
                    continue
                if game.player[child] != 1 - sender:
                    raise _other_game(
                        game, claim, "the sender's move is not followed by the receiver's"
                    )
                observed = senders_of.setdefault(int(game.infoset[child]), {})
                if name in observed:
                    raise _other_game(
                        game, claim, "the receiver does not distinguish two moves of the same type"
                    )
                observed[name] = child
        messages = tuple(_message(game, sender, nodes, claim) for nodes in senders_of.values())
        return cls(game, sender, types, messages)

    def objection(
        self, profile: BehaviorProfile, test: Callable[[Message, Mapping[str, Fraction]], str]
    ) -> str:
        """Return why an exact Nash equilibrium fails a test of unsent messages; empty if it passes.

        The `test` takes a message and what each type earns, and returns why the message excludes the equilibrium.
        """
        edges = EdgeProbabilities.of(self.game, profile.bound_to(self.game))
        probability = [_fraction(share) for share in edges.table[edges.place].tolist()]
        earned = self._earned(probability)
        for message in self.messages:
            require_time()
            is_sent = any(probability[node] for node in message.nodes.values())
            if not is_sent and (objection := test(message, earned)):
                return objection
        return ""

    def _earned(self, probability: Sequence[Fraction]) -> dict[str, Fraction]:
        """Return what each type earns."""
        game = self.game
        payoffs = game.leaf_payoffs[self.sender].to_fractions()
        value = dict(zip(game.leaves.tolist(), payoffs, strict=True))
        earned = {}
        for name, node in self.types.items():
            total = Fraction(0)
            for child in _children(game, node):
                if game.is_leaf[child]:
                    total += probability[child] * value[child]
                for end in _children(game, child):
                    total += probability[child] * probability[end] * value[end]
            earned[name] = total
        return earned


def _children(game: ExtensiveGame, node: int) -> list[int]:
    children: list[int] = ranges(game.first_child[[node]], game.num_actions[[node]]).tolist()
    return children


def _fraction(share: object) -> Fraction:
    """Return a rational number of flint as a fraction."""
    return Fraction(int(share.p), int(share.q))  # type: ignore[attr-defined]


def _other_game(game: ExtensiveGame, claim: str, reason: str) -> GameError:
    return GameError(
        f"{claim}: a signalling game expected, in which chance draws the type of the sender, who sends a message, "
        f"and the receiver, who sees the message alone, replies, which ends the game; of {game.title}, {reason}"
    )


def _message(game: ExtensiveGame, sender: int, nodes: Mapping[str, int], claim: str) -> Message:
    """Return a message with the payoffs after it."""
    leaves = game.leaves.tolist()
    columns = [column.to_fractions() for column in game.leaf_payoffs]
    place = {leaf: row for row, leaf in enumerate(leaves)}
    earned = {}
    for name, node in nodes.items():
        ends = _children(game, node)
        if not all(game.is_leaf[end] for end in ends):
            raise _other_game(game, claim, "a move follows the receiver's reply")
        of_sender = tuple(columns[sender][place[end]] for end in ends)
        of_receiver = tuple(columns[1 - sender][place[end]] for end in ends)
        earned[name] = (of_sender, of_receiver)
    first = next(iter(nodes.values()))
    return Message(
        name=game.path(first)[-1],
        nodes=nodes,
        replies=game.action_names[int(game.infoset[first])],
        earned=earned,
    )


def intuitive_objection(message: Message, earned: Mapping[str, Fraction]) -> str:
    """Return why an unsent message excludes an equilibrium in which types earn so much; empty if it does not."""
    types = list(message.nodes)
    replies = message.best_replies(types)
    most = {name: max(message.earned[name][0][reply] for reply in replies) for name in types}
    deleted = [name for name in types if most[name] < earned[name]]
    remaining = [name for name in types if name not in deleted]
    if not remaining:
        return ""

    replies = message.best_replies(remaining)
    for name in remaining:
        least = min(message.earned[name][0][reply] for reply in replies)
        if least > earned[name]:
            losses = [
                f"{loser!r} earns {short(most[loser])} at most, instead of {short(earned[loser])}"
                for loser in deleted
            ]
            gain = f"{name!r} {short(least)} at least, instead of {short(earned[name])}"
            return _sentence(message.name, losses, gain)
    return ""


def _sentence(message: str, losses: Sequence[str], gain: str) -> str:
    """Return an objection: what deleted types lose by a message, and a type that gains if they are deleted."""
    unsent = f"after the message {message!r}, which is not sent,"
    if not losses:
        return f"{unsent} every best reply earns {gain}"
    return f"{unsent} {' and '.join(losses)}; best replies to the other types earn {gain}"
