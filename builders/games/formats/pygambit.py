"""Conversion of games from and to pygambit, Gambit's Python package, and of profiles from it."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.games.formats.efg import parse_efg, write_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.errors import BackendNotInstalledError, GameError, ModelError
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium, profile_in
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.files import require_kind
from seqform.system.packages import install_command, require

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
    profile: pygambit.MixedBehaviorProfile, game: ExtensiveGame
) -> BehaviorProfile:
    """Return a behavior profile of pygambit's, in rational numbers or doubles, as a profile of the same game here.

    `game` is the result of `from_pygambit` for ``profile.game``, or the game that `to_pygambit` turned into it. Actions
    correspond by their place in the tree, so labels may differ. A ModelError is raised if the trees differ, or the
    probabilities at an information set are not a distribution; `pygambit.nash.lp_solve` returns such profiles.
    """
    selectors = information_set_selectors(profile.game, game)
    exact = isinstance(profile, _pygambit().gambit.MixedBehaviorProfileRational)
    strategies = []
    for own in game.sequences:
        shares = [share for row in own.infosets.tolist() for _, share in profile[selectors[row]]]
        if exact:
            values = np.array([Fraction(share) for share in (1, *shares)], dtype=object)
        else:
            values = np.array([1.0, *shares], dtype=np.float64)
        strategies.append(BehaviorStrategy(own.index, values))
    return BehaviorProfile((strategies[0], strategies[1]))


def to_pygambit_profile(
    profile: BehaviorProfile | Equilibrium | FoundEquilibrium, game: ExtensiveGame | None = None
) -> pygambit.MixedBehaviorProfile:
    """Return a profile, or that of an equilibrium, as a behavior profile of pygambit's, on `to_pygambit` of its game.

    It is in rational numbers if the profile is exact, else in doubles.

    - `game`: The profile's, where it is bound to none.
    """
    profile = profile_in("to_pygambit_profile", profile)
    whole = profile.game if game is None else game
    if whole is None:
        raise ModelError("the profile is bound to no game: name the game as well")
    require_kind("to_pygambit_profile, game", whole, ExtensiveGame)
    theirs = to_pygambit(whole)
    selectors = information_set_selectors(theirs, whole)
    found = theirs.mixed_behavior_profile(rational=profile.exact)
    for own, strategy in zip(whole.sequences, profile.bound_to(whole), strict=True):
        starts = own.index.first_sequence
        for row, infoset in enumerate(own.infosets.tolist()):
            here, shares = selectors[infoset], strategy.probabilities[starts[row] : starts[row + 1]]
            weights = [str(share) if profile.exact else float(share) for share in shares]
            found[here] = dict(zip(theirs.get_actions(here), weights, strict=True))
    return found


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
    above: list[tuple[str, ...]] = [()]
    for node, row in enumerate(game.infoset.tolist()):
        if node:
            parent = game.parent[node]
            above.append((*above[parent], labels[game.infoset[parent]][game.action[node]]))
        if row < 0 or selectors[row] is not None:
            continue
        selectors[row] = here = path(*above[node])
        labels[row], owner = theirs.get_actions(here), theirs.get_player(here)
        player = players.index(owner) if owner in players else CHANCE
        if (player, len(labels[row])) != (game.player[node], game.num_actions[node]):
            raise ModelError(
                f"the pygambit game is another than {game.title!r}: they differ at {list(above[node])}"
            )
    for number, (label, own) in enumerate(zip(players, game.sequences, strict=True), start=1):
        there, here = len(theirs.get_infosets(label)), own.index.num_infosets
        if there != here:
            raise ModelError(
                f"the pygambit game is another than {game.title!r}: player {number} has {there} information sets "
                f"there, and {here} here"
            )
    return selectors


def _pygambit() -> Any:
    """Import pygambit, 17 or newer: in older versions, games and profiles have other classes and methods."""
    module = require("pygambit", "a game of Gambit's")
    if not hasattr(module, "ExtensiveGame"):
        raise BackendNotInstalledError(
            f"pygambit {module.__version__} is installed, and 17 or newer needed: {install_command('pygambit')}"
        )
    return module


def _with_gambit_labels(game: ExtensiveGame) -> ExtensiveGame:
    sets, outcomes = game.information_sets, game.outcomes
    first, second = _different(map(_label, game.players))
    actions = [_different(map(_label, sets.actions(row))) for row in range(len(sets))]
    return replace(
        game,
        title=_text(game.title),
        players=(first, second),
        comment=_text(game.comment),
        node_labels=None
        if game.node_labels is None
        else tuple(_different(map(_label, game.node_labels))),
        information_sets=replace(
            sets,
            labels=_set_labels(game),
            action_labels=tuple(label for labels in actions for label in labels),
        ),
        outcomes=replace(outcomes, labels=tuple(_different(map(_label, outcomes.labels)))),
    )


def _set_labels(game: ExtensiveGame) -> tuple[str, ...]:
    sets = game.information_sets
    labels = [_label(label) for label in sets.labels]
    for owner in (CHANCE, 0, 1):
        rows = np.flatnonzero(sets.player == owner).tolist()
        for row, label in zip(rows, _different(labels[row] for row in rows), strict=True):
            labels[row] = label
    return tuple(labels)


def _text(text: str) -> str:
    printable = "".join(
        character if character.isprintable() or character in "\n\t" else "?" for character in text
    )
    # Gambit's reader triples a double backslash, and takes one before a quotation mark for an escape
    return re.sub(r'\\(?=[\\"]|\Z)', "?", printable)


def _label(label: str) -> str:
    return _text(" ".join(label.split()))


def _different(labels: Iterable[str]) -> list[str]:
    """Return the labels, with "_1", "_2", ... added to equal ones; empty labels stay empty."""
    given = list(labels)
    count = Counter(given)
    taken = set(given)
    result = []
    for label in given:
        if label and count[label] > 1:
            label = next(new for k in itertools.count(1) if (new := f"{label}_{k}") not in taken)
            taken.add(label)
        result.append(label)
    return result
