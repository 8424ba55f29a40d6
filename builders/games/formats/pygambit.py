"""Conversion of games from and to pygambit, Gambit's Python package, and of profiles from it."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.games.formats.efg import parse_efg, write_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.errors import BackendNotInstalledError, GameError, ModelError
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium, profile_in
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.files import require_kind
from seqform.system.packages import install_here, require

if TYPE_CHECKING:
    import pygambit


def from_pygambit(game: pygambit.Game) -> ExtensiveGame:
    """Return a pygambit game of two players; a strategic game becomes a tree of two stages."""
    count = len(game.players)
    if count != 2:
        raise GameError(f"a game of two players expected; the pygambit game has {count}")
    if isinstance(game, _pygambit().ExtensiveGame):
        return parse_efg(game.to_efg(), "pygambit game")
    return parse_nfg(game.to_nfg(), "pygambit game")


def to_pygambit(game: ExtensiveGame) -> pygambit.Game:
    """Return a game as a pygambit game.

    Tree, information sets, probabilities and payoffs are the same, exactly. So are labels where Gambit allows them:
    printable, without surrounding or double spaces, and different from each other. Elsewhere a character that Gambit
    does not allow becomes "?" or a space, and "_1", "_2", ... are added to equal labels; Gambit itself does so to empty
    labels of actions, outcomes and players.
    """
    text = write_efg(_with_gambit_labels(game))
    try:
        return _pygambit().read_efg(io.BytesIO(text.encode()))
    except ValueError as error:
        raise GameError(f"pygambit refuses {game.title!r}: {error}") from None


def profile_from_pygambit(
    profile: pygambit.MixedBehaviorProfile | pygambit.MixedStrategyProfile,
    game: ExtensiveGame,
    *,
    is_rest_uniform: bool = False,
) -> BehaviorProfile:
    """Return a profile of pygambit's, in rational numbers or doubles, as a profile of the same game here.

    `game` is the result of `from_pygambit` for ``profile.game``, or the game that `to_pygambit` turned into it. Actions
    correspond by their place in the tree, so labels may differ.

    A mixed profile is one of behavior at the information sets that strategies in use reach; pygambit's behavior
    profiles of mixed ones have probabilities of 0 at the others. With `is_rest_uniform` play is uniform there.

    A ModelError is raised if the trees differ, if there are such other sets unless play is uniform there, or if the
    probabilities at an information set are no distribution; `pygambit.nash.lp_solve` returns such profiles.
    """
    rational = _pygambit().gambit
    is_exact = isinstance(
        profile, rational.MixedBehaviorProfileRational | rational.MixedStrategyProfileRational
    )
    strategies = []
    for own, shares in zip(game.sequences, _shares(profile, game), strict=True):
        values: list[Any] = [Fraction(share) if is_exact else float(share) for share in shares]
        if is_rest_uniform:
            _fill(own.index, values)
        else:
            _require_all(own.index, values, game)
        array = np.array(values, dtype=object if is_exact else np.float64)
        strategies.append(BehaviorStrategy(own.index, array))
    return BehaviorProfile((strategies[0], strategies[1]))


def _shares(profile: Any, game: ExtensiveGame) -> list[list[Any]]:
    """Return the probabilities of both players by sequence, 1 for the empty one."""
    theirs = profile.game
    if not isinstance(theirs, _pygambit().ExtensiveGame):
        by_player = []
        for player, (label, own) in enumerate(zip(theirs.players, game.sequences, strict=True)):
            shares = [share for _, share in profile[label]]
            if own.index.num_infosets != 1 or len(own.index) != 1 + len(shares):
                raise ModelError(
                    f"the pygambit game is another than {game.title!r}: {player_label(player)} has "
                    f"{len(shares)} strategies there, and no single information set with as many actions here"
                )
            by_player.append([1, *shares])
        return by_player

    behavior = profile.as_behavior() if hasattr(profile, "as_behavior") else profile
    selectors = information_set_selectors(theirs, game)
    by_player = []
    for own in game.sequences:
        shares = [1]
        for row in own.infosets.tolist():
            shares += [share for _, share in behavior[selectors[row]]]
        by_player.append(shares)
    return by_player


def _left_out(index: SequenceIndex, values: Sequence[Any]) -> list[int]:
    """Return the rows of the sets with probabilities of 0 that no action in use leads to."""
    is_reached = [True] * len(index)
    rows = []
    for row, above in enumerate(index.parent_sequence.tolist()):
        start, stop = index.first_sequence[row : row + 2].tolist()
        if not is_reached[above] and not any(values[start:stop]):
            rows.append(row)
        for sequence in range(start, stop):
            is_reached[sequence] = is_reached[above] and bool(values[sequence])
    return rows


def _fill(index: SequenceIndex, values: list[Any]) -> None:
    """Put uniform probabilities at the sets that are left out, in place."""
    for row in _left_out(index, values):
        start, stop = index.first_sequence[row : row + 2].tolist()
        values[start:stop] = [Fraction(1, stop - start)] * (stop - start)


def _require_all(index: SequenceIndex, values: Sequence[Any], game: ExtensiveGame) -> None:
    """Raise ModelError if sets are left out."""
    rows = _left_out(index, values)
    if not rows:
        return
    shown = game.shown_names(index.player)
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    raise ModelError(
        f"profile: nothing for information set {shown[index.infoset_names[rows[0]]]!r}{more} of "
        f"{game.players[index.player]}: all probabilities of pygambit's are 0 there, as the strategies in use do not "
        "lead there; seqform.profile(game, source, rest='uniform') plays them uniformly"
    )


def to_pygambit_profile(
    profile: BehaviorProfile | Equilibrium | FoundEquilibrium, game: ExtensiveGame | None = None
) -> pygambit.MixedBehaviorProfile:
    """Return a profile, or that of an equilibrium, as a behavior profile of pygambit's, on `to_pygambit` of its game.

    It is in rational numbers if the profile is exact, else in doubles.

    - `game`: The profile's, where it is bound to none.
    """
    profile = profile_in("to_pygambit_profile", profile)
    if game is None:
        game = profile.game
    if game is None:
        raise ModelError("the profile is bound to no game: name the game as well")
    require_kind("to_pygambit_profile, game", game, ExtensiveGame)

    gambit_game = to_pygambit(game)
    selectors = information_set_selectors(gambit_game, game)
    gambit_profile = gambit_game.mixed_behavior_profile(rational=profile.exact)
    to_gambit = str if profile.exact else float  # pygambit reads a rational number from its text
    for own, strategy in zip(game.sequences, profile.bound_to(game), strict=True):
        starts = own.index.first_sequence
        for row, infoset in enumerate(own.infosets.tolist()):
            selector = selectors[infoset]
            shares = strategy.probabilities[starts[row] : starts[row + 1]]
            actions = gambit_game.get_actions(selector)
            gambit_profile[selector] = dict(zip(actions, map(to_gambit, shares), strict=True))
    return gambit_profile


def information_set_selectors(
    theirs: pygambit.ExtensiveGame, game: ExtensiveGame
) -> list[pygambit.gambit.Selector]:
    """Return pygambit's selector of a node of every information set, those of chance included, in our order.

    The tree is the same, or a ModelError is raised; labels may differ.
    """
    path = _pygambit().H.path
    players = [*theirs.players]
    selectors: list[Any] = [None] * len(game.information_sets)
    labels: list[list[str]] = [[]] * len(game.information_sets)
    histories: list[tuple[str, ...]] = []
    for node, row in enumerate(game.infoset.tolist()):
        # pygambit finds a node by its labels of the actions before it. Parents come first, so that these are known.
        history: tuple[str, ...] = ()
        if node:
            parent = game.parent[node]
            last_label = labels[game.infoset[parent]][game.action[node]]
            history = (*histories[parent], last_label)
        histories.append(history)
        if row == NONE or selectors[row] is not None:
            continue

        selector = path(*history)
        selectors[row] = selector
        labels[row] = theirs.get_actions(selector)
        owner = theirs.get_player(selector)
        player = players.index(owner) if owner in players else CHANCE
        if (player, len(labels[row])) != (game.player[node], game.num_actions[node]):
            raise ModelError(
                f"the pygambit game is another than {game.title!r}: they differ at {list(history)}"
            )

    # Sets that are divided there and one here would pass so far.
    for player, (label, own) in enumerate(zip(players, game.sequences, strict=True)):
        num_there = len(theirs.get_infosets(label))
        num_here = own.index.num_infosets
        if num_there != num_here:
            raise ModelError(
                f"the pygambit game is another than {game.title!r}: {player_label(player)} has {num_there} "
                f"information sets there, and {num_here} here"
            )
    return selectors


def _pygambit() -> Any:
    """Import pygambit, 17 or newer: in older versions, games and profiles have other classes and methods."""
    module = require("pygambit", "a game of Gambit's")
    if not hasattr(module, "ExtensiveGame"):
        raise BackendNotInstalledError(
            f"pygambit {module.__version__} is installed, and 17 or newer needed: {install_here('pygambit')}"
        )
    return module


def _with_gambit_labels(game: ExtensiveGame) -> ExtensiveGame:
    """Return the game with labels that Gambit allows."""
    sets = game.information_sets
    action_labels: list[str] = []
    for row in range(len(sets)):
        action_labels += _gambit_labels(sets.actions(row))
    sets = replace(sets, labels=_set_labels(game), action_labels=tuple(action_labels))

    outcomes = game.outcomes
    outcomes = replace(outcomes, labels=tuple(_gambit_labels(outcomes.labels)))
    node_labels = game.node_labels
    if node_labels is not None:
        node_labels = tuple(_gambit_labels(node_labels))
    first, second = _gambit_labels(game.players)
    return replace(
        game,
        title=_text(game.title),
        players=(first, second),
        comment=_text(game.comment),
        node_labels=node_labels,
        information_sets=sets,
        outcomes=outcomes,
    )


def _set_labels(game: ExtensiveGame) -> tuple[str, ...]:
    """Return the labels of the information sets, different from each other within a player's and within chance's."""
    sets = game.information_sets
    labels = list(sets.labels)
    for owner in (CHANCE, 0, 1):
        rows = np.flatnonzero(sets.player == owner).tolist()
        own_labels = _gambit_labels([labels[row] for row in rows])
        for row, label in zip(rows, own_labels, strict=True):
            labels[row] = label
    return tuple(labels)


def _text(text: str) -> str:
    """Return a text in characters that Gambit allows."""
    printable = re.sub(r"[^\n\t]", lambda match: match[0] if match[0].isprintable() else "?", text)
    # Gambit's reader triples a double backslash, and takes one before a quotation mark for an escape
    return re.sub(r'\\(?=[\\"]|\Z)', "?", printable)


def _gambit_labels(labels: Sequence[str]) -> list[str]:
    """Return labels that Gambit allows, with "_1", "_2", ... added to equal ones; empty labels stay empty."""
    allowed = [_text(" ".join(label.split())) for label in labels]
    count = Counter(allowed)
    taken = set(allowed)
    different = []
    for label in allowed:
        if label and count[label] > 1:
            numbered = (f"{label}_{number}" for number in itertools.count(1))
            label = next(new for new in numbered if new not in taken)
            taken.add(label)
        different.append(label)
    return different
