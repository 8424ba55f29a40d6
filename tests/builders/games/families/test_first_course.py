"""Games of a first course have the equilibria for which they are known."""

from fractions import Fraction

import pytest
from assessments import playing, profile_playing
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import payoffs_by_path

import seqform as sf
from seqform.builders.games import catalog
from seqform.errors import GameError

Payoffs = tuple[Fraction | float, Fraction | float]


def complete(spec: str) -> tuple[int, set[Payoffs]]:
    """Return the number of components of all equilibria, and the payoffs of the extreme ones."""
    found = sf.equilibria(spec, complete=True)
    assert found.finished
    return found.components, {(one.values[0], one.values[1]) for one in found}


def test_defection_is_dominant_and_the_only_equilibrium_of_a_dilemma() -> None:
    assert complete("prisoners-dilemma") == (1, {(1, 1)})
    assert complete("prisoners-dilemma(T=10,R=3/2,P=-1,S=-7/2)") == (1, {(-1, -1)})
    payoffs = payoffs_by_path(catalog.make("prisoners-dilemma(p=2)"))
    assert payoffs["defect", "cooperate"] == 5 and payoffs["cooperate", "defect"] == 0
    assert payoffs["cooperate", "cooperate"] == 3 and payoffs["defect", "defect"] == 2


@pytest.mark.parametrize(
    ("spec", "mixed"),
    [
        ("battle-of-the-sexes", Fraction(2, 3)),
        ("battle-of-the-sexes(preferred=3,other=2,apart=-1)", Fraction(4, 7)),
        ("chicken", Fraction(9, 10)),
        ("chicken(crash=-3)", Fraction(2, 3)),
        ("stag-hunt", Fraction(3, 4)),
        ("stag-hunt(stag=5,hare=2,alone=1)", Fraction(1, 4)),
    ],
)
def test_games_of_coordination_have_two_pure_equilibria_and_a_mixed_one(
    spec: str, mixed: Fraction
) -> None:
    found = sf.equilibria(spec, complete=True)
    assert found.finished and found.components == 3 and len(found) == 3
    game = catalog.make(spec)
    first_action = game.sequences[0].index.action_names[0][0]
    shares = sorted(one.profile[0]["row"][first_action] for one in found)
    assert shares == [0, mixed, 1]


def test_the_hare_is_the_hunt_that_is_safe_against_an_even_chance() -> None:
    assert sf.solve("stag-hunt", start="centroid").values == (3, 3)
    assert sf.solve("stag-hunt(hare=1)", start="centroid").values == (4, 4)
    assert sf.solve("stag-hunt", "maximin").values[0] == 3


def test_the_threat_of_the_incumbent_is_a_nash_equilibrium_that_is_not_subgame_perfect() -> None:
    assert complete("entry-deterrence") == (2, {(1, 5), (2, 2)})
    game = catalog.make("entry-deterrence")
    threat = profile_playing(game, {"start": "out"}, {"entered": "fight"})
    certificate = sf.check(game, threat, subgame_perfect=True)
    assert certificate.nash_conv == 0 and certificate.checks == {"subgame perfect": False}
    assert sf.solve(game, "subgame-perfect").values == (2, 2)


def test_subgame_perfect_responders_accept_every_offer_and_the_smallest_or_none_is_made() -> None:
    best = {}
    for objective in ("best-for-1", "best-for-2"):
        best[objective] = sf.solve("ultimatum", "subgame-perfect", objective=objective).values
    assert best == {"best-for-1": (10, 0), "best-for-2": (9, 1)}

    game = catalog.make("ultimatum(pie=1,offers=5)")
    offers = {path[0]: payoff for path, payoff in payoffs_by_path(game).items() if payoff}
    quarters = [Fraction(offer, 4) for offer in range(4)]
    assert offers == {str(offer): 1 - offer for offer in quarters}  # an offer of all leaves nothing
    rejected = {f"offered {offer}": "reject" for offer in ("0", "1/4")}
    fair = profile_playing(game, {"start": "1/2"}, rejected)
    certificate = sf.check(game, fair, subgame_perfect=True)
    assert certificate.nash_conv == 0 and certificate.checks == {"subgame perfect": False}


@pytest.mark.parametrize("moves", [1, 2, 3, 4, 7, 40])
def test_backward_induction_takes_the_pile_at_once(moves: int) -> None:
    spec = f"centipede(moves={moves})"
    answer = sf.solve(spec, "subgame-perfect")
    assert answer.values == (4, 1) and answer.profile[0]["start"]["take"] == 1
    if moves <= 7:
        assert complete(spec) == (1, {(4, 1)})


def test_piles_are_those_of_the_experiment_and_grow_with_every_pass() -> None:
    payoffs = list(payoffs_by_path(catalog.make("centipede(moves=4)")).values())
    assert sorted(payoffs) == sorted([4, 2, 16, 8, 64])
    game = catalog.make("centipede(moves=4,larger=2/5,smaller=1/10)")
    pairs = [column.to_fractions() for column in game.leaf_payoffs]
    tenths = {(10 * first, 10 * second) for first, second in zip(*pairs, strict=True)}
    assert tenths == {(4, 1), (2, 8), (16, 4), (8, 32), (64, 16)}
    names = [own.index.infoset_names for own in game.sequences]
    assert names == [("start", "2 passes"), ("1 pass", "3 passes")]


def test_all_have_beer_or_all_have_quiche_and_beer_alone_passes_the_intuitive_criterion() -> None:
    beer = (Fraction(29, 10), Fraction(9, 10))
    quiche = (Fraction(21, 10), Fraction(9, 10))
    assert complete("beer-quiche") == (2, {beer, quiche})
    assert sf.solve("beer-quiche", "quasi-perfect").values == beer

    payoffs = payoffs_by_path(catalog.make("beer-quiche"))
    # What each type gets if all have the same breakfast and there is no fight, and at most after the other one.
    for meal, other, survives in (("beer", "quiche", True), ("quiche", "beer", False)):
        may_gain = []
        for person in ("strong", "weak"):
            most = max(payoffs[person, other, answer] for answer in ("fight", "leave"))
            if most > payoffs[person, meal, "leave"]:
                may_gain.append(person)
        assert len(may_gain) == 1  # so the observer believes that it is this one, and answers best
        fights = may_gain == ["weak"]
        after = payoffs[may_gain[0], other, "fight" if fights else "leave"]
        assert (after <= payoffs[may_gain[0], meal, "leave"]) == survives


@given(st.fractions(Fraction(1, 20), Fraction(9, 20), max_denominator=20))
def test_few_strong_persons_leave_the_observer_indifferent_after_beer(strong: Fraction) -> None:
    found = sf.equilibria(f"beer-quiche(strong={strong})", complete=True)
    assert found.finished
    (only,) = found
    assert only.profile[0]["weak"]["beer"] == strong / (1 - strong)
    assert only.profile[1]["beer"]["fight"] == Fraction(1, 2)


def test_perfection_rejects_the_empty_threat_in_no_proper_subgame() -> None:
    assert complete("seltens-horse") == (2, {(1, 1), (4, 1)})
    game = catalog.make("seltens-horse")
    threat = profile_playing(game, None, {"went down": "right"})
    certificate = sf.check(game, threat, subgame_perfect=True, normal_form_perfect=True)
    assert certificate.nash_conv == 0 and certificate.values == (1, 1)
    assert certificate.checks["subgame perfect"]
    assert not certificate.checks["normal-form perfect"]
    for concept in ("sequential", "quasi-perfect", "extensive-form-perfect"):
        assert sf.solve(game, concept).values == (4, 1)


@pytest.mark.parametrize("hidden_by", ["host", "chance"])
@pytest.mark.parametrize("doors", [3, 4, 6])
def test_the_contestant_wins_by_switching_unless_the_first_door_was_right(
    doors: int, hidden_by: str
) -> None:
    game = catalog.make("monty-hall", doors=doors, hidden_by=hidden_by)
    answer = sf.solve(game, exact=True)
    assert answer.certificate.proven and answer.values[0] == Fraction(doors - 1, doors)

    evenly = {str(door): Fraction(1, doors) for door in range(1, doors + 1)}
    guaranteed = {}
    for action in ("switch", "stay"):
        choices = dict.fromkeys(game.sequences[0].index.infoset_names, action)
        strategy = playing(game, 0, {**choices, "doors closed": evenly})
        guaranteed[action] = sf.check_strategy(game, strategy, 0).guarantee
    assert guaranteed == {"switch": Fraction(doors - 1, doors), "stay": Fraction(1, doors)}


def test_the_host_never_opens_the_door_picked_or_the_one_with_the_car() -> None:
    for path in payoffs_by_path(catalog.make("monty-hall")):
        car, picked, opened, _ = path
        assert opened not in (f"open {car}", f"open {picked}")


def test_quantities_of_cournot_are_an_equilibrium_with_their_neighbors_on_the_grid() -> None:
    assert complete("cournot") == (3, {(16, 16), (20, 12), (12, 20)})
    by_quantities = {}
    for one in sf.equilibria("cournot", complete=True):
        quantities = tuple(
            next(action for action, share in one.profile[player][label].items() if share == 1)
            for player, label in enumerate(("firm 1", "firm 2"))
        )
        by_quantities[quantities] = one.values
    assert by_quantities == {("4", "4"): (16, 16), ("5", "3"): (20, 12), ("3", "5"): (12, 20)}


@pytest.mark.parametrize(
    ("spec", "first", "second"),
    [
        ("cournot(demand=18)", "6", "6"),
        ("cournot(demand=14,first_cost=2,second_cost=2)", "4", "4"),
        ("cournot(demand=13,first_cost=1/2,second_cost=2)", "14/3", "19/6"),
    ],
)
def test_cournot_quantities_are_a_third_of_demand_less_twice_the_own_and_once_the_other_cost(
    spec: str, first: str, second: str
) -> None:
    """On a grid of which both quantities are multiples."""
    game = catalog.make(spec, step="1/6", quantities=40)
    choices = ({"firm 1": first}, {"firm 2": second})
    assert sf.check(game, profile_playing(game, *choices)).nash_conv == 0


def test_the_leader_of_stackelberg_makes_half_of_demand_and_more_profit_than_in_cournot() -> None:
    best = {}
    for objective in ("best-for-1", "best-for-2", "least-best-for-1", "least-best-for-2"):
        answer = sf.solve("stackelberg", "subgame-perfect", objective=objective)
        best[objective] = answer.values
        assert answer.profile[0]["start"]["6"] == 1
        assert answer.profile[1]["leader makes 6"]["3"] == 1
    assert set(best.values()) == {(18, 9)}

    game = catalog.make("stackelberg")
    stubborn = dict.fromkeys(game.sequences[1].index.infoset_names, "4")
    certificate = sf.check(
        game, profile_playing(game, {"start": "4"}, stubborn), subgame_perfect=True
    )
    assert certificate.values == (16, 16) and certificate.nash_conv == 0
    assert certificate.checks == {"subgame perfect": False}


def test_the_price_does_not_fall_below_nothing() -> None:
    payoffs = payoffs_by_path(catalog.make("stackelberg(leader_cost=1,follower_cost=1/2)"))
    assert payoffs["12", "6"] == -12
    game = catalog.make("cournot(demand=3,second_cost=1)")
    assert min(game.leaf_payoffs[1].to_fractions()) == -6


def traded(profile: sf.BehaviorProfile, quality: str) -> bool:
    """Return whether a car of a quality is sold with positive probability."""
    offers = profile[0]["start"]
    return any(
        share and profile[1][f"{quality}, offered {price}"]["sell"]
        for price, share in offers.items()
    )


@pytest.mark.parametrize(
    ("spec", "most", "good_sold"),
    [
        ("market-for-lemons", Fraction(1, 8), False),
        ("market-for-lemons(lemons=1/5)", Fraction(1, 4), True),
        ("market-for-lemons(premium=2)", 1, True),
    ],
)
def test_good_cars_are_not_sold_in_any_equilibrium_unless_lemons_are_few_or_gains_large(
    spec: str, most: Fraction, good_sold: bool
) -> None:
    found = sf.equilibria(spec, complete=True)
    assert found.finished
    assert any(traded(one.profile, "good") for one in found) == good_sold
    assert any(traded(one.profile, "lemon") for one in found)
    assert max(one.values[0] for one in found) == most


def test_the_market_unravels_with_more_qualities() -> None:
    """All whom a price pays sell at it, and then the buyer gains at the price of lemons alone."""
    game = catalog.make("market-for-lemons(qualities=5,lemons=1/5,prices=6)")
    lotteries = game.information_sets.probability.to_fractions()
    assert [share for share in lotteries if share] == [Fraction(1, 5)] * 5

    payoffs = payoffs_by_path(game)
    qualities = {"lemon": 1, **{f"quality {quality}": quality for quality in range(2, 6)}}
    gain_at = {}
    for price in range(6):
        gains = [
            payoffs[name, str(price), "sell"] for name in qualities if qualities[name] <= price
        ]
        gain_at[price] = sum(gains, Fraction(0)) / 5
    assert [price for price, gain in gain_at.items() if gain > 0] == [1]


def test_the_market_has_the_same_worth_and_prices_as_described() -> None:
    payoffs = payoffs_by_path(catalog.make("market-for-lemons(qualities=3,lemons=1/2,prices=4)"))
    assert payoffs["quality 3", "2", "sell"] == Fraction(3 * 5, 4) - 2
    assert payoffs["lemon", "0", "sell"] == Fraction(5, 4)
    assert payoffs["quality 2", "3", "keep"] == 0


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("prisoners", "prisoners-dilemma"),
        ("dilemma", "prisoners-dilemma"),
        ("prisoner's dilemma", "prisoners-dilemma"),
        ("stag", "stag-hunt"),
        ("sexes", "battle-of-the-sexes"),
        ("Monty Hall", "monty-hall"),
        ("quiche", "beer-quiche"),
        ("horse", "seltens-horse"),
        ("stackelburg", "stackelberg"),
    ],
)
def test_a_part_of_a_name_or_a_title_gets_the_name_that_is_meant(word: str, meant: str) -> None:
    with pytest.raises(GameError, match=rf"did you mean {meant}\?"):
        catalog.make(word)
