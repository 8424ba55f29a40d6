"""Profiles from mappings, functions, policies of OpenSpiel's and profiles of pygambit's, and policies from profiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from inspect import signature
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import InputError, ModelError, unknown
from seqform.io.load import load
from seqform.io.profiles import (
    UNIFORM,
    is_uniform,
    read_profile,
    read_strategy,
    require_rest,
    strategy_from_data,
)
from seqform.io.shares import (
    Shares,
    by_player,
    checked_sets,
    numbered_action,
    plain_array,
    require_actions,
    shares_data,
)
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, profile_in
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.positions import PositionStrategy
from seqform.models.numbers.exact import ExactArray, Vector
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.text import shown, shown_rational
from seqform.models.strategies.behavior import (
    FLOAT_SUM_TOLERANCE,
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
    uniform_strategy,
)
from seqform.playable import Information, PlayableTree, open_game, require_openspiel
from seqform.system.own_code import takes_positional

if TYPE_CHECKING:
    from open_spiel.python.bots.policy import PolicyBot
    from open_spiel.python.policy import TabularPolicy

    from seqform.playable.openspiel import OpenSpielGame


def profile(
    game: ExtensiveGame | str | Path | Any,
    source: Any,
    *,
    rest: str | None = None,
    normalize: bool = False,
) -> BehaviorProfile:
    """Return a behavior profile of a game from anything that gives probabilities.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    source : object
        One of

        - a mapping from information sets to an action, or to probabilities, by action or in the order of the actions:
          for each player, as a pair or by the players' names or 0 and 1, or one for both, where no name is a set of
          each;
        - a function of the name of an information set and its actions, or of the information as agents of matches get
          it, that returns such probabilities, an action, or its number;
        - a policy of OpenSpiel's, for the game of OpenSpiel or for `seqform.play.to_openspiel` of the game;
        - a behavior profile or a mixed one of pygambit's, for the same tree or table;
        - a pair of these that are of one player each: mappings, functions, policies or strategies;
        - realization plans, as the lift of a problem of the game returns them, completed by best responses;
        - a pair of vectors (x, y) of realization weights, likewise completed: of a game of matrices,
          `seqform.sequence_form`, in the order of the columns, of a tree in that of its sequences,
          `game.sequences[player].index.names`, the empty one first;
        - a pair of names of actions, ("C", "D"), where each player has one information set;
        - a pair of lists or arrays, the probabilities of the actions in a table, where each player has one information
          set;
        - an equilibrium, another answer with a profile or a profile, also of another object of the game, the path of a
          JSON file, or "uniform".

        In place of probabilities an action alone has probability 1; actions are named by their labels, or by objects
        whose text is the label, such as the actions of rules. Whole numbers, fractions and texts such as "1/3" are
        exact. Numbers in single precision, as of neural networks, are divided by their sum; arrays may be of NumPy,
        PyTorch or JAX.
    rest : {"uniform"}, optional
        What is played at information sets that a mapping or a file leaves out, for which a function returns None, of
        which a policy has no row, such as those of the other player, or to which the strategies of a mixed profile of
        pygambit's do not lead.
    normalize : bool
        Divide the probabilities at each set by their sum; of mappings, functions, policies and files.

    Raises
    ------
    InputError
        If a player, an information set or an action is unknown.
    ModelError
        If an information set is missing, or its probabilities are no distribution.

    Examples
    --------
    >>> bold = profile("kuhn", lambda infoset, actions: {actions[-1]: 1})
    >>> bold["Player 1"]["K:"]
    {'check': Fraction(0, 1), 'bet': Fraction(1, 1)}
    >>> profile("kuhn", {"J:": {"bet": "1/3", "check": "2/3"}}, rest="uniform").exact
    True
    """
    require_rest(rest)
    of_answer = getattr(source, "profile", None)
    if isinstance(of_answer, PositionStrategy):
        _refuse("an equilibrium of a graph of positions", rest=rest, normalize=normalize)
        from seqform.io.position_moves import PositionMoves

        return PositionMoves.of(of_answer).profile(load(game))
    if isinstance(of_answer, BehaviorProfile):
        source = of_answer
    if _is_policy(source):
        tree, (first, second) = _of_policy(game, source, normalize, rest)
        return BehaviorProfile((first, second), tree)
    tree = load(game)
    if isinstance(source, BehaviorProfile):
        _refuse("a profile", rest=rest, normalize=normalize)
        return source.bound_to(tree)
    if is_uniform(source):
        _refuse(f'"{UNIFORM}"', rest=rest, normalize=normalize)
        first, second = (uniform_strategy(sequences.index) for sequences in tree.sequences)
        return BehaviorProfile((first, second), tree)
    if isinstance(source, str | Path):
        return read_profile(source, tree, normalize=normalize, rest=rest)
    package = type(source).__module__.partition(".")[0]
    if package == "pygambit":
        _refuse("a profile of pygambit's", normalize=normalize)
        from seqform.builders.games.formats.pygambit import profile_from_pygambit

        strategies = profile_from_pygambit(source, tree, is_rest_uniform=rest == UNIFORM)
        return strategies.bound_to(tree)
    if isinstance(source, RealizationPlans):
        _refuse("realization plans", rest=rest, normalize=normalize)
        return _of_plans(tree, source.bound_to(tree))
    if _is_pair_of_vectors(source):
        if not _are_of_table(tree, source):
            _refuse("a pair of plans", rest=rest, normalize=normalize)
            return _of_vectors(tree, source)
        source = _of_table(tree, source)
    if isinstance(source, Mapping):
        source = by_player(tree, source)
        for player, sets in enumerate(source):
            require_actions(tree, player, sets)  # before sets of the other player that are missing
    elif callable(source):
        source = (source, source)
    if isinstance(source, Device):
        raise InputError(
            "profile: a device is a mixture of pairs of strategies, which no profile need be worth; "
            "`device.mixture` has them, `sf.check` certifies it, and `sf.draw` shows it"
        )
    if not (isinstance(source, list | tuple) and len(source) == 2):
        raise InputError(
            "profile: a mapping from information sets, one for each player, a function, a policy of OpenSpiel's, a "
            "profile of pygambit's, realization plans, an equilibrium or a path expected, not "
            f"{shown(source)}"
        )
    first = _strategy(tree, 0, source[0], rest, normalize)
    second = _strategy(tree, 1, source[1], rest, normalize)
    return BehaviorProfile((first, second), tree)


def _are_of_table(game: ExtensiveGame, vectors: Sequence[Any]) -> bool:
    """Return whether two vectors have the lengths of probabilities in a table, where each player has one set."""
    if game.matrices is not None:
        return False
    for vector, sequences in zip(vectors, game.sequences, strict=True):
        index = sequences.index
        if index.num_infosets != 1 or len(plain_array(vector)) != len(index.action_names[0]):
            return False
    return True


def _of_table(game: ExtensiveGame, vectors: Sequence[Any]) -> tuple[Mapping[str, Any], ...]:
    """Return probabilities by information set from those in the order of the actions of the only sets."""
    strategies = []
    for vector, sequences in zip(vectors, game.sequences, strict=True):
        (infoset,) = sequences.index.infoset_names
        strategies.append({infoset: vector})
    return tuple(strategies)


def _is_pair_of_vectors(source: Any) -> bool:
    """Return whether a source is a pair of lists or arrays of numbers."""
    if not isinstance(source, list | tuple | np.ndarray) or len(source) != 2:
        return False
    return all(isinstance(plain_array(vector), list | tuple | np.ndarray) for vector in source)


def _of_vectors(game: ExtensiveGame, vectors: Sequence[Any]) -> BehaviorProfile:
    """Return the behavior that realizes the plans x and y, in the order of the columns of matrices, or of sequences.

    Where a plan has weight zero, a best response is filled in.
    """
    matrices = game.matrices
    plans: list[RealizationPlan] = []
    for player, sequences in enumerate(game.sequences):
        name = f"profile, {'xy'[player]}"
        values = list(plain_array(vectors[player]))
        if matrices is None:
            columns = sequences.index.names
            places = np.arange(len(columns))
            order = f", in the order of game.sequences[{player}].index.names,"
        else:
            columns = matrices.columns[player]
            places = matrices.places(sequences.index.names, player)
            order = ""
        if len(values) != len(columns):
            raise ModelError(f"{name}: {len(columns)} weights{order} expected, not {len(values)}")
        weights = np.zeros(len(values), dtype=object)
        for place, column, value in zip(places.tolist(), columns, values, strict=True):
            weights[place] = _weight(value, f"{name}, column {column!r}")
        is_exact = not any(isinstance(weight, float) for weight in weights)
        vector: Vector = ExactArray.of(weights) if is_exact else weights.astype(np.float64)
        plans.append(RealizationPlan(sequences.index, vector))
    return _of_plans(game, RealizationPlans((plans[0], plans[1])))


def _of_plans(game: ExtensiveGame, plans: RealizationPlans) -> BehaviorProfile:
    """Return the behavior that realizes plans of the game; a best response where one has weight zero."""
    for player, plan in enumerate(plans):
        miss = plan.residual()
        if miss > (0 if plan.exact else FLOAT_SUM_TOLERANCE):
            name, equations = (("x", "x ≥ 0, E x = e"), ("y", "y ≥ 0, F y = f"))[player]
            raise ModelError(
                f"profile, {name}: no plan; it misses {equations} by {shown_rational(miss)}"
            )
    return sequence_form(game).lift(plans).bound_to(game)


def _weight(value: Any, where: str) -> Fraction | float:
    """Return a weight, exactly unless it is a double."""
    if isinstance(value, float | np.floating):
        return float(value)
    return Fraction(given_rational(value, where, error=ModelError))


def _strategy(
    game: ExtensiveGame, player: int, source: Any, rest: str | None, normalize: bool
) -> BehaviorStrategy:
    """Return one player's strategy from a mapping, a function, a policy or a strategy."""
    index = game.sequences[player].index
    if isinstance(source, BehaviorStrategy):
        return source.bound_to(index)
    if _is_policy(source):
        _, (strategy,) = _of_policy(game, source, normalize, rest, (player,))
        return strategy.bound_to(index)
    if isinstance(source, Mapping):
        shares = checked_sets(game, player, source)
    elif callable(source):
        shares = _called(game, player, source)
    elif isinstance(source, str) and index.num_infosets == 1:
        (infoset,) = index.infoset_names
        if source not in index.action_names[0]:
            what = f"profile: {game.players[player]} has no action"
            raise InputError(unknown(what, source, index.action_names[0]))
        shares = {infoset: source}
    else:
        raise InputError(
            f"profile: a mapping, function, policy or strategy of {game.players[player]} expected; of a player with "
            "one information set also the name of an action"
        )
    data = shares_data(
        game,
        player,
        shares,
        is_rest_uniform=rest == UNIFORM,
        normalize=normalize,
        remedy=f"; seqform.profile(game, source, rest={UNIFORM!r}) plays them uniformly",
    )
    return strategy_from_data(data, index)


def strategy_of(
    game: ExtensiveGame, player: int, source: Any, rest: str | None = None
) -> BehaviorStrategy:
    """Return one player's strategy from what is of this player alone, or from whatever `profile` takes.

    `rest` is that of `profile`, for files.
    """
    if _is_of_player(game, player, source) or _is_pure_strategy(game, player, source):
        return _strategy(game, player, source, None, False)
    if isinstance(source, str | Path) and not is_uniform(source):
        return read_strategy(source, game, player, rest=rest)
    return profile(game, source)[player]


def _is_of_player(game: ExtensiveGame, player: int, source: Any) -> bool:
    """Return whether a source is one player's strategy rather than both."""
    if isinstance(source, BehaviorStrategy):
        return True
    if callable(source):
        return not _is_policy(source)
    names = game.sequences[player].index.row_of
    return isinstance(source, Mapping) and all(name in names for name in source)


def _is_pure_strategy(game: ExtensiveGame, player: int, source: object) -> bool:
    """Return whether a source is the name of an action of a player with one information set, and no word or file."""
    index = game.sequences[player].index
    if not isinstance(source, str) or index.num_infosets != 1 or is_uniform(source):
        return False
    return source in index.action_names[0] and not Path(source).exists()


def _is_policy(source: object) -> bool:
    return callable(getattr(source, "action_probabilities", None))


def _refuse(what: str, **arguments: object) -> None:
    """Refuse arguments that have no effect for a kind of source, if they are given."""
    for name, value in arguments.items():
        if value:
            raise InputError(
                f"profile, {name}: of no effect for {what}, which has probabilities at every set"
            )


def to_openspiel(game: ExtensiveGame | str | Path | Any) -> OpenSpielGame:
    """Return a game as one of OpenSpiel, to be used with its algorithms.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
        Rules of perfect information are not expanded.

    Returns
    -------
    pyspiel.Game
        Sequential, payoffs at the end, chance moves listed, information states as strings; probabilities and
        payoffs become doubles. An information state is the name of the information set; a name that both players have
        begins with "Player 1, " or "Player 2, ", so that no two sets have the same string. It is for OpenSpiel's
        algorithms in Python: its bots in C++ do not play Python games.
    """
    require_openspiel()
    from seqform.playable.openspiel import OpenSpielGame

    return OpenSpielGame(open_game(game))


def to_openspiel_policy(
    profile: BehaviorProfile | Equilibrium, game: ExtensiveGame | str | Path | Any = None
) -> TabularPolicy:
    """Return a profile as a tabular policy of OpenSpiel's, in doubles.

    Parameters
    ----------
    game : anything that `seqform.load` accepts, optional
        A game of OpenSpiel's, such as ``openspiel:kuhn_poker``, for a policy of that game; by default the policy is for
        `seqform.play.to_openspiel` of the profile's game.

    Raises
    ------
    GameError
        If two information sets have one information state in a game of OpenSpiel's, and the profile does not play the
        same there.
    """
    require_openspiel()
    from seqform.playable.openspiel import policy_of

    strategies, playable = _bound(profile, game)
    return policy_of(strategies, playable)


def to_openspiel_bot(
    profile: BehaviorProfile | Equilibrium,
    player: int | str,
    game: ExtensiveGame | str | Path | Any = None,
    *,
    seed: int | None = None,
) -> PolicyBot:
    """Return a bot of OpenSpiel's that plays one side of a profile.

    Parameters
    ----------
    player : int or str
        0, 1 or a name.
    game : anything that `seqform.load` accepts, optional
        As of `to_openspiel_policy`: the game whose states the bot is shown.
    seed : int, optional
        Of the bot's random numbers.
    """
    require_openspiel()
    from seqform.playable.openspiel import ProfileBot, policy_of

    strategies, playable = _bound(profile, game)
    number = player_number(player, playable.game.players)
    return ProfileBot(number, np.random.RandomState(seed), policy_of(strategies, playable))


def _bound(
    profile: BehaviorProfile | Equilibrium, game: Any
) -> tuple[BehaviorProfile, PlayableTree]:
    strategies = profile_in("profile", profile)
    source = strategies.game if game is None else game
    if source is None:
        raise InputError("the profile is bound to no game: name the game as well")
    playable = open_game(source, tree=True)
    assert isinstance(playable, PlayableTree)
    return strategies.bound_to(playable.game), playable


def _of_policy(
    game: Any, policy: Any, normalize: bool, rest: str | None, players: Sequence[int] = (0, 1)
) -> tuple[ExtensiveGame, list[BehaviorStrategy]]:
    """Return the tree of a game, and the strategies of players from a policy, bound to it."""
    require_openspiel()
    from seqform.playable.openspiel import OpenSpielGame, strategies_of

    # A policy of one of OpenSpiel's own games is asked at the states of that game.
    of_policy = getattr(policy, "game", None)
    is_theirs = of_policy is not None and not isinstance(of_policy, OpenSpielGame)
    playable = open_game(of_policy if is_theirs else game, tree=True)
    assert isinstance(playable, PlayableTree)
    tree = load(game) if is_theirs else playable.game
    strategies = strategies_of(
        policy,
        playable,
        players=players,
        normalize=normalize,
        is_rest_uniform=rest == UNIFORM,
    )
    bound = [
        strategy.bound_to(tree.sequences[player].index)
        for player, strategy in zip(players, strategies, strict=True)
    ]
    return tree, bound


def _called(game: ExtensiveGame, player: int, source: Callable[..., Any]) -> dict[str, Shares]:
    """Return what a function returns at each information set of a player where it does not return None.

    It takes the name of a set and its actions, or the information of the player as agents of matches do.
    """
    takes_name = takes_positional(source, 2)
    if not takes_name and not takes_positional(source, 1):
        raise InputError(
            "profile: a function of two arguments, the name of an information set and its actions, or of one, the "
            f"information of the player, expected, not {getattr(source, '__name__', type(source).__name__)}"
            f"{signature(source)}"
        )

    index = game.sequences[player].index
    sets: dict[str, Shares] = {}
    for name, actions in zip(index.infoset_names, index.action_names, strict=True):
        if takes_name:
            shares = source(name, tuple(actions))
        else:
            shares = source(Information(player, name, tuple(actions)))
        if isinstance(shares, Integral) and not isinstance(shares, bool):
            shares = numbered_action(shares, actions, f"profile: information set {name!r}")
        if shares is not None:  # which `rest` is for
            sets[name] = shares
    return sets
