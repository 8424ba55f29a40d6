"""Players as arguments of functions: 0, 1 or a name, everywhere."""

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import seqform as sf
from seqform.analysis.play_value import extreme_optimal_strategy
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.trade import negotiation
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess.gameshrink import player_filter
from seqform.builders.programs.perturbed_lp import behavior_perturbed_lp
from seqform.errors import InputError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.infosets import UNNAMED, player_number
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.play import Judge, RandomAgent, Session, action_values, opposing_hands
from seqform.playable import open_game
from seqform.solving.ordered_equilibrium import OrderedEquilibrium

NAMES = ("Rose", "Colin")


def card(worth: int) -> Any:
    reply = move("Colin", "reply", {"left": leaf(worth), "right": leaf(1 - worth)})
    return move("Rose", f"card {worth}", {"go": reply, "stop": leaf(0)})


GAME = tree("named", chance({"low": ("1/2", card(0)), "high": ("1/2", card(3))}), players=NAMES)
PROFILE = sf.uniform_profile(GAME)
FORM = sf.builders.sequence_form(GAME).target
CARDS = sf.load("kuhn", kind="ordered")
CLASSES = class_game(sf.InformationFilter.identity(CARDS))
SALE = negotiation("negotiation")


@cache
def saved() -> SavedSolution:
    found = sf.solve(CARDS, exact=True, preprocess="identity", backend="barrier")
    assert isinstance(found, OrderedEquilibrium)
    return found.saved()


def other(player: Any) -> Any:
    return 1 - player_number(player, NAMES)


TAKERS: dict[str, tuple[tuple[str, str], Callable[[Any], object]]] = {
    "profile[]": (NAMES, lambda player: PROFILE[player]),
    "profile": (NAMES, lambda player: repr(list(sf.profile(GAME, {player: {}}, rest="uniform")[player]))),
    "plans[]": (UNNAMED, lambda player: sf.builders.centroid(FORM)[player].index),
    "family[]": (NAMES, lambda player: sf.solve(GAME, "quasi-perfect").profile[player].index.player),
    "move": (NAMES, lambda player: tree("t", move(player, "x", {"a": leaf(0)}), players=NAMES).player.tolist()),
    "turn": (NAMES, lambda player: StageGame.of(turn(player, {"a": OVER}), NAMES).player),
    "solve": (NAMES, lambda player: sf.solve(GAME, exact=True, player=player).resolved.settings["player"]),
    "quasi-perfect": (NAMES, lambda player: sf.solve(GAME, "quasi-perfect", player=player).resolved.settings["player"]),
    "linear_program": (NAMES, lambda player: list(sf.linear_program(GAME, player).target.column_names)),
    "linear_program, classes": (UNNAMED, lambda player: list(sf.linear_program(CARDS, player).target.column_names)),
    "zero_sum_lp": (NAMES, lambda player: list(sf.builders.zero_sum_lp(FORM, player).target.column_names)),
    "normal_form_lp": (NAMES, lambda player: list(sf.builders.normal_form_lp(FORM, player).target.column_names)),
    "perturbed_lp": (NAMES, lambda player: list(sf.builders.perturbed_lp(FORM, player).target.column_names)),
    "behavior_perturbed_lp": (NAMES, lambda player: list(behavior_perturbed_lp(FORM, player).target.column_names)),
    "class_lp": (UNNAMED, lambda player: list(class_lp(CLASSES, player).target.column_names)),
    "sparsified_lp": (UNNAMED, lambda player: list(sparsified_lp(CLASSES, player).target.column_names)),
    "player_filter": (("Seller", "Buyer"), lambda player: [len(k) for k in player_filter(SALE, player).classes]),
    "chart": (NAMES, lambda player: [grid.player for grid in sf.chart(GAME, PROFILE, player=player).grids]),
    "chart of cards": (UNNAMED, lambda player: [grid.player for grid in sf.chart(saved(), player=player).grids]),
    "compare": (
        NAMES,
        lambda player: [one.player for one in sf.compare(GAME, {"u": PROFILE}, players=[player]).players],
    ),
    "blunder_comparison": (NAMES, lambda player: sf.blunder_comparison(GAME, {"u": PROFILE}, player).player),
    "extreme": (NAMES, lambda player: extreme_optimal_strategy(GAME, player, PROFILE[other(player)]).earned),
    "best_response": (NAMES, lambda player: sf.verify.best_response(GAME, player, PROFILE[other(player)]).value),
    "shown_names": (NAMES, lambda player: GAME.shown_names(player)),
    "judge": (NAMES, lambda player: Judge(GAME, PROFILE).perfect(player)),
    "session": (NAMES, lambda player: Session(open_game(GAME), RandomAgent(), seed=1, seat=player).seat),
    "saved strategy": (
        UNNAMED,
        lambda player: saved().strategy(player, ["K"], actions=["bet"][: player_number(player)]),
    ),
    "action_values": (
        UNNAMED,
        lambda player: action_values(saved(), player, "K", (), ["bet"][: player_number(player)]),
    ),
    "opposing_hands": (
        UNNAMED,
        lambda player: opposing_hands(saved(), player, "K", (), ["bet"][: player_number(player)]),
    ),
}


@pytest.mark.parametrize("name", TAKERS)
def test_a_name_and_its_number_mean_the_same_and_the_base_is_stated(name: str) -> None:
    names, call = TAKERS[name]
    answers = [call(0), call(1)]
    assert [call(each) for each in names] == answers
    with pytest.raises(InputError, match=r"Python counts from 0; '.*' is 0, '.*' is 1\), not 2"):
        call(2)
    with pytest.raises(
        InputError, match=rf"(no player 'Nobody'; known: {names[0]}, {names[1]}|no information set or player 'Nobody')"
    ):
        call("Nobody")


@pytest.mark.parametrize("given", [-1, 2, True, 0.0, None, [0]])
def test_what_is_no_player_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r"^seat: 0, 1 or a name expected"):
        player_number(given, where="seat")


def test_players_of_one_name_are_told_apart_by_number_only() -> None:
    assert player_number(1, ("", "")) == 1
    with pytest.raises(InputError, match="both players are named ''; give the number"):
        player_number("", ("", ""))


def public_functions() -> Iterator[tuple[str, Any]]:
    for room in (sf, sf.builders, sf.verify, sf.play):
        for name in room.__all__:
            each = getattr(room, name)
            yield f"{room.__name__}.{name}", each
            if inspect.isclass(each):
                yield from ((f"{name}.{key}", one) for key, one in vars(each).items() if not key.startswith("_"))


def test_every_public_function_takes_names_of_players() -> None:
    numbers_only = [
        f"{name}: {argument.annotation}"
        for name, function in public_functions()
        if inspect.isfunction(function)
        for key, argument in inspect.signature(function).parameters.items()
        if key in ("player", "players", "seat")
        if "str" not in str(argument.annotation)
    ]
    assert numbers_only == []
