"""Profiles from mappings, functions, OpenSpiel and pygambit, and back."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import seqform as sf
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import GameError, InputError, ModelError, SeqformError, UnknownLabelError

pytestmark = pytest.mark.slow

KUHN = sf.load("kuhn")


def as_mapping(profile: sf.BehaviorProfile) -> dict[str, dict[str, Any]]:
    return {infoset: strategy[infoset] for strategy in profile for infoset in strategy}


def same(one: sf.BehaviorProfile, other: sf.BehaviorProfile) -> bool:
    return as_mapping(one) == as_mapping(other)


def bold_with_kings(infoset: str, actions: tuple[str, ...]) -> list[Fraction]:
    likely = Fraction(2, 3) if infoset.startswith("K") else Fraction(1, 7)
    return [1 - likely, likely]


GIVEN = sf.profile(KUHN, bold_with_kings)


def test_a_function_is_asked_at_every_set_and_stays_exact() -> None:
    assert GIVEN.exact
    assert all(GIVEN[k][name] == dict(zip(GIVEN[k][name], bold_with_kings(name, ()), strict=True))
               for k in (0, 1) for name in GIVEN[k])  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        as_mapping(GIVEN),
        (GIVEN[0], GIVEN[1]),
        {0: GIVEN[0], 1: GIVEN[1]},
        {"Player 1": GIVEN[0], "Player 2": GIVEN[1]},
        {
            name: {action: str(share) for action, share in one.items()}
            for name, one in as_mapping(GIVEN).items()
        },
        {name: list(one.values()) for name, one in as_mapping(GIVEN).items()},
        GIVEN,
    ],
)
def test_mappings_and_profiles_give_the_same_profile(source: Any) -> None:
    assert same(sf.profile("kuhn", source), GIVEN)


def test_sets_left_out_are_an_error_or_uniform() -> None:
    with pytest.raises(
        ModelError,
        match=r"nothing for information set '.*' and 4 others of Player 1; .*rest='uniform'",
    ):
        sf.profile(KUHN, {"J:": {"bet": 1}})
    rest = sf.profile(KUHN, {"J:": {"bet": 1}}, rest="uniform")
    assert rest[0]["J:"] == {"check": 0, "bet": 1}
    assert set(rest[1]["K:b"].values()) == {Fraction(1, 2)}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"Kcb": {"bet": 1}}, "no information set or player 'Kcb'; did you mean K:cb"),
        ({"Player 1": {"Kb": [1, 0]}}, "Player 1 has no information set 'Kb'; did you mean"),
        ({"J:": {"bett": 1}}, "information set 'J:' has no action 'bett'; did you mean bet"),
        (3, "a function, a policy of OpenSpiel's"),
        (
            {"J:": {"bet": Fraction(1, 2)}},
            "information set 'J:': the probabilities sum to 1/2, not to 1",
        ),
        ({"J:": [1]}, "information set 'J:'"),
        (
            lambda infoset, actions, more: [1, 0],
            "a function of two arguments, the name of an information set and its actions, or of",
        ),
    ],
)
def test_wrong_labels_and_probabilities_are_named(source: Any, message: str) -> None:
    with pytest.raises((InputError, ModelError), match=message):
        sf.profile(KUHN, source, rest="uniform")


def test_profiles_by_name_suggest_the_name_that_was_meant() -> None:
    assert GIVEN["Player 2"] is GIVEN[1]
    with pytest.raises(
        UnknownLabelError, match=r"^profile: no player 'Player1'; did you mean Player 1"
    ):
        GIVEN["Player1"]
    with pytest.raises(KeyError, match="player 1 has no information set 'j'; did you mean J:"):
        GIVEN[0]["j"]
    with pytest.raises(UnknownLabelError, match="no action 'bet_'; did you mean bet"):
        GIVEN[0]["J:"]["bet_"]
    assert "j" not in GIVEN[0]
    assert GIVEN[0]["J:"].get("raise") is None


@pytest.mark.parametrize("name", ["kuhn", "vsvet-figure-1", "leduc"])
def test_pygambit_values_profiles_as_certificates_do(name: str) -> None:
    pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    game = sf.load(name)
    if name == "leduc":
        profile = sf.uniform_profile(game).to_floats()
    else:
        profile = sf.profile(game, lambda infoset, actions: [Fraction(2, len(actions) + 1)]
                             + [Fraction(1, len(actions) + 1)] * (len(actions) - 1))  # fmt: skip
    theirs = sf.to_pygambit_profile(profile)
    values = [float(value) for value in sf.check(game, profile).values]
    assert [float(theirs.payoffs[player]) for player in theirs.game.players] == pytest.approx(
        values
    )
    assert same(sf.profile(game, theirs), profile)


@pytest.mark.parametrize("name", ["kuhn", "openspiel:kuhn_poker"])
def test_openspiel_values_profiles_as_certificates_do(name: str) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    from open_spiel.python.algorithms.exploitability import nash_conv

    game = sf.load(name)
    profile = sf.profile(game, lambda infoset, actions: [0.75, 0.25])
    policy = sf.to_openspiel_policy(profile, name)
    assert nash_conv(policy.game, policy) == pytest.approx(float(sf.check(game, profile).nash_conv))
    assert same(sf.profile(name, policy), profile)
    assert same(sf.profile(game, policy), profile)


def test_single_precision_and_shares_that_are_to_be_normalized_are_divided_by_their_sum() -> None:
    single = sf.profile("kuhn", lambda infoset, actions: np.array([1 / 3, 2 / 3], dtype=np.float32))
    assert sf.check("kuhn", single).nash_conv > 0
    weights = sf.profile("kuhn", lambda infoset, actions: ["1", 3], normalize=True)
    assert weights.exact and weights[0]["J:"] == {"check": Fraction(1, 4), "bet": Fraction(3, 4)}
    with pytest.raises(ModelError, match="sum to"):
        sf.profile("kuhn", lambda infoset, actions: [1, 3])


ADVICE = r"not to 1; .*normalize=True\), or check --normalize-profile, divides them"


@pytest.mark.parametrize("precision", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("values", [[1, 1], [1, 2], [0.3, 0.6], [0.25, 0.5], [0.51, 0.51]])
def test_no_precision_makes_weights_probabilities(precision: Any, values: list[float]) -> None:
    for container in (precision(values), list(precision(values))):
        with pytest.raises(ModelError, match=ADVICE):
            sf.profile("kuhn", {"J:": container}, rest="uniform")


@hypothesis.given(
    st.lists(st.floats(0, 10), min_size=2, max_size=2), st.sampled_from(["float16", "float32"])
)
def test_the_rounding_of_a_precision_is_divided_away(logits: list[float], precision: str) -> None:
    weights = np.exp(np.array(logits, dtype=precision))
    shares = weights / weights.sum(dtype=precision)
    profile = sf.profile("kuhn", lambda infoset, actions: shares)
    assert sum(profile[0]["J:"].values()) == pytest.approx(1, abs=1e-15)


def test_rounded_numbers_without_their_precision_need_the_argument() -> None:
    values = np.array([0.1, 0.9], dtype=np.float32).tolist()
    with pytest.raises(ModelError, match=ADVICE):
        sf.profile("kuhn", lambda infoset, actions: values)
    assert sf.profile("kuhn", lambda infoset, actions: values, normalize=True)


@pytest.mark.parametrize("scale", [1, 3])
def test_a_tensor_that_gives_no_array_is_named_with_the_set(scale: int) -> None:
    class Tracked(Tensor):
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            raise RuntimeError("Can't call numpy()\non Tensor that requires grad")

    message = (
        r"information set 'J:': Tracked gives no array: .*requires grad; pass tensor\.detach\(\)"
    )
    for shares in (Tracked([scale, 0]), [Tracked(scale), Tracked(0)]):
        with pytest.raises(ModelError, match=message):
            sf.profile("kuhn", {"J:": shares}, rest="uniform")


@pytest.mark.parametrize("shares", [True, "ab", {0, 1}, np.float64(1)])
def test_shares_that_are_no_list_are_refused(shares: Any) -> None:
    with pytest.raises(ModelError, match="information set 'J:': probabilities by action"):
        sf.profile("kuhn", lambda infoset, actions: shares)


@pytest.mark.parametrize("key", [0, "Player 1"])
@pytest.mark.parametrize("shares", [np.ones(2), [1, 0], "x"])
def test_what_a_player_has_in_place_of_a_mapping_is_named(key: Any, shares: Any) -> None:
    with pytest.raises(InputError, match=f"for player {key!r} a mapping from information sets"):
        sf.profile("kuhn", {key: shares})


THIRDS_AND_TENTHS = [[1 / 3, 2 / 3], [0.1, 0.9], [0.7, 0.3], [1 / 7, 6 / 7]]


class Tensor:
    """An array of another package: it has `__array__`, and its entries are of its own class."""

    def __init__(self, values: Any) -> None:
        self.values = np.array(values, dtype=np.float32)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: int) -> "Tensor":
        return Tensor(self.values[place])


@pytest.mark.parametrize("values", THIRDS_AND_TENTHS)
@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("kind", ["array", "tensor", "mapping", "half precision"])
def test_probabilities_of_neural_networks_are_read(
    kind: str, normalize: bool, values: list[float]
) -> None:
    shares: Any = {
        "array": np.array(values, dtype=np.float32),
        "tensor": Tensor(values),
        "mapping": dict(zip(("check", "bet"), np.array(values, dtype=np.float32), strict=True)),
        "half precision": np.array(values, dtype=np.float16),
    }[kind]
    profile = sf.profile("kuhn", {"J:": shares}, rest="uniform", normalize=normalize)
    read = list(profile[0]["J:"].values())
    assert read == pytest.approx(values, rel=1e-3)
    assert sum(read) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("values", THIRDS_AND_TENTHS)
@pytest.mark.parametrize("normalize", [False, True])
def test_policies_in_single_precision_are_read(values: list[float], normalize: bool) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")

    class Network:
        def action_probabilities(self, state: Any, player: Any = None) -> dict[int, Any]:
            actions = state.legal_actions()
            return dict(zip(actions, np.array(values, dtype=np.float32), strict=True))

    profile = sf.profile("openspiel:kuhn_poker", Network(), normalize=normalize)
    for strategy in profile:
        for shares in strategy.values():
            assert list(shares.values()) == pytest.approx(values, rel=1e-6)
            assert sum(shares.values()) == pytest.approx(1, abs=1e-15)


def test_policies_of_one_player_make_a_pair_or_leave_the_rest_uniform() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    from open_spiel.python.policy import TabularPolicy

    game = pyspiel.load_game("kuhn_poker")
    first, second = (TabularPolicy(game, players=(player,)) for player in (0, 1))
    first.action_probability_array[:] = [0.25, 0.75]
    name = "openspiel:kuhn_poker"

    alone = sf.profile(name, first, rest="uniform")
    assert {tuple(shares.values()) for shares in alone[0].values()} == {(0.25, 0.75)}
    assert {tuple(shares.values()) for shares in alone[1].values()} == {(0.5, 0.5)}
    assert same(sf.profile(name, (first, second)), alone)
    with pytest.raises(GameError, match=r"policy: nothing for .*; rest='uniform' plays such sets"):
        sf.profile(name, first)


def test_arguments_without_an_effect_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    sf.write_equilibrium(sf.solve("kuhn"), path)
    with pytest.raises(InputError, match=r"profile, rest: of no effect for a profile"):
        sf.profile(KUHN, GIVEN, rest="uniform")
    with pytest.raises(InputError, match="profile, normalize: of no effect for a profile"):
        sf.profile(KUHN, GIVEN, normalize=True)
    assert sf.profile(KUHN, path, normalize=True).exact


def test_a_pair_may_be_of_different_kinds() -> None:
    mixed = sf.profile(KUHN, (GIVEN[0], bold_with_kings))
    assert same(mixed, GIVEN)
    with pytest.raises(
        InputError, match="a mapping, function, policy or strategy of Player 2 expected"
    ):
        sf.profile(KUHN, (GIVEN[0], 3))


def test_policies_of_other_games_and_words_for_the_rest_are_refused() -> None:
    with pytest.raises(InputError, match="rest: 'uniform' or nothing expected, not 'zero'"):
        sf.profile(KUHN, {}, rest="zero")
    with pytest.raises(ModelError, match="bound to no game"):
        sf.to_pygambit_profile(sf.BehaviorProfile(GIVEN.strategies))


TAKERS: dict[str, Callable[[Any], Any]] = {
    "pygambit": sf.to_pygambit_profile,
    "pyspiel": sf.to_openspiel_policy,
    "open_spiel": lambda given: sf.to_openspiel_bot(given, 1),
}
"""Functions that lead to other libraries, by the package that they need."""


@pytest.mark.parametrize("package", TAKERS)
def test_functions_of_profiles_take_equilibria_and_refuse_all_else(package: str) -> None:
    pytest.importorskip(package, reason=f"{package} is an optional extra")
    take = TAKERS[package]
    game = sf.bimatrix_game([[3, 0], [0, 1]], [[1, 0], [0, 3]])
    for given in (sf.solve("kuhn", exact=True), sf.equilibria(game)[0]):
        assert type(take(given)) is type(take(given.profile))
    for wrong in (None, 3, "kuhn", (GIVEN[0], GIVEN[1]), GIVEN[0]):
        with pytest.raises(InputError, match="an equilibrium or a BehaviorProfile expected, not"):
            take(wrong)


def test_a_name_of_a_player_and_of_an_information_set_is_explained() -> None:
    game = tree("names", move(0, "A", {"l": leaf(1, 1), "r": leaf(0, 0)}), players=("A", "B"))
    with pytest.raises(
        InputError,
        match=r"'A' is read as the name of the player, .*: give a mapping for each player, ",
    ):
        sf.profile(game, {"A": {"l": 1}})
    assert sf.profile(game, {0: {"A": {"l": 1}}})[0]["A"] == {"l": 1, "r": 0}


class Guess(sf.Rules[Any, Any]):
    """Player 1 takes the number 1 or 0, and player 2 guesses it; the actions are integers, in this order."""

    title = "guess"

    def initial(self) -> Any:
        return ()

    def player(self, state: Any) -> Any:
        return sf.TERMINAL if len(state) == 2 else len(state)

    def actions(self, state: Any) -> Any:
        return [1, 0]

    def apply(self, state: Any, action: Any) -> Any:
        return (*state, action)

    def payoffs(self, state: Any) -> Any:
        return (state[0], -state[0])

    def observation(self, state: Any, player: Any) -> Any:
        return ("take", "guess")[player]


@pytest.mark.parametrize("number", [1, np.int64(1), Fraction(1), "1"])
def test_actions_that_are_numbers_are_keys_as_their_texts_are(number: Any) -> None:
    profile = sf.profile(Guess(), {"take": {number: 1}, "guess": {number: "1/4", "0": "3/4"}})
    assert profile[0]["take"] == {"1": 1, "0": 0}
    assert profile[1]["guess"] == {"1": Fraction(1, 4), "0": Fraction(3, 4)}


@pytest.mark.parametrize("source", [{"take": "1", "guess": "0"}, {"take": {1: 1}, "guess": {0: 1}}])
def test_an_action_alone_has_probability_1(source: Any) -> None:
    profile = sf.profile(Guess(), source)
    assert profile.exact
    assert profile[0]["take"] == {"1": 1, "0": 0}
    assert profile[1]["guess"] == {"1": 0, "0": 1}


def test_an_action_is_given_once() -> None:
    with pytest.raises(InputError, match="action '1' is given twice"):
        sf.profile(Guess(), {"take": {1: "1/2", "1": "1/2"}}, rest="uniform")


@pytest.mark.parametrize("shares", [2, "2", {2: 1}, True, 1, 0])
def test_what_is_no_action_is_refused(shares: Any) -> None:
    with pytest.raises(SeqformError, match="'take'"):
        sf.profile(Guess(), {"take": shares}, rest="uniform")


def test_a_pair_of_vectors_is_in_the_order_of_the_sequences() -> None:
    game = sf.load("kuhn")
    answer = sf.solve(game, exact=True)
    vectors = [s.plan.exact_weights("test").to_fractions() for s in answer.profile]
    assert sf.check(game, tuple(vectors)).proven
    with pytest.raises(
        ModelError,
        match=r"x: 13 weights, in the order of game.sequences\[0\].index.names, expected",
    ):
        sf.check(game, (vectors[0][1:], vectors[1]))
    with pytest.raises(ModelError, match="y: no plan; it misses y ≥ 0, F y = f by"):
        sf.check(game, (vectors[0], vectors[1][::-1]))


@pytest.mark.parametrize("shares", [{"quich": 1}, "quich"])
def test_a_misspelt_action_is_named_before_information_sets_that_are_missing(shares: Any) -> None:
    with pytest.raises((InputError, ModelError), match=r"'weak'.*quich.*did you mean quiche"):
        sf.profile("beer-quiche", {"weak": shares})
    with pytest.raises((InputError, ModelError), match=r"'quiche'.*did you mean fight"):
        sf.profile("beer-quiche", {"strong": {"beer": 1}, "quiche": {"figth": 1}})


def test_agents_of_matches_are_functions_of_profiles() -> None:
    def agent(information: Any) -> Any:
        if information.player == 1:
            return None
        return {"J": 0, "Q": [Fraction(1, 2), Fraction(1, 2)], "K": 1}[information.infoset[0]]

    profile = sf.profile("kuhn", agent, rest="uniform")
    assert profile.exact
    assert profile[0]["J:"] == {"check": 1, "bet": 0}
    assert profile[0]["K:cb"] == {"fold": 0, "call": 1}
    assert set(profile[1]["K:b"].values()) == {Fraction(1, 2)}


def test_the_place_of_an_action_is_within_the_actions() -> None:
    with pytest.raises(ModelError, match="'J:': no action has the number 2; 0 to 1 expected"):
        sf.profile("kuhn", lambda infoset, actions: 2)
