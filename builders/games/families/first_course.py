"""Games of a first course: dilemmas, threats, markets, a signal, and the doors of Monty Hall.

Information sets are labelled with what the player has seen: "offered 3", "2 passes", "at 1, 3 open". In the games
of two rows and two columns, in which nothing is seen, they are "row" and "column".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational


def prisoners_dilemma(
    title: str, t: Rational, r: Rational, p: Rational, s: Rational
) -> ExtensiveGame:
    """Return the game in which each of two prisoners cooperates with the other or defects.

    With T > R > P > S, to defect is better whatever the other does, and both lose by it.

    References
    ----------
    Rapoport & Chammah, Prisoner's Dilemma, University of Michigan Press 1965, for the letters.
    Axelrod, The Evolution of Cooperation, Basic Books 1984, for the payoffs 5, 3, 1, 0.
    """
    return _symmetric_game(title, ("cooperate", "defect"), [[r, s], [t, p]])


def battle_of_the_sexes(
    title: str, preferred: Rational, other: Rational, apart: Rational
) -> ExtensiveGame:
    """Return the game in which two want to spend the evening together, but not at the same place.

    Player 0 prefers the prize fight, player 1 the ballet.

    References
    ----------
    Luce & Raiffa, Games and Decisions, Wiley 1957, section 5.3, for the story.
    Osborne & Rubinstein, A Course in Game Theory, MIT Press 1994, for the payoffs 2, 1, 0.
    """
    places = ("fight", "ballet")
    first = [[preferred, apart], [apart, other]]
    second = [[other, apart], [apart, preferred]]
    return bimatrix_game(title, first, second, rows=places, columns=places)


def chicken(
    title: str, tie: Rational, win: Rational, loss: Rational, crash: Rational
) -> ExtensiveGame:
    """Return the game of two drivers who head for each other, where the one who swerves is the chicken.

    References
    ----------
    Rapoport & Chammah, The game of chicken, American Behavioral Scientist 10 (1966), 10-28.
    """
    return _symmetric_game(title, ("swerve", "straight"), [[tie, loss], [win, crash]])


def stag_hunt(title: str, stag: Rational, hare: Rational, alone: Rational) -> ExtensiveGame:
    """Return the game of two hunters who catch a stag together, or a hare each for himself.

    References
    ----------
    Rousseau, Discours sur l'origine et les fondements de l'inégalité parmi les hommes, 1755, part 2.
    """
    return _symmetric_game(title, ("stag", "hare"), [[stag, alone], [hare, hare]])


def _symmetric_game(
    title: str, actions: tuple[str, str], payoffs: Sequence[Sequence[Rational]]
) -> ExtensiveGame:
    """Return the game of two rows and columns in which each player has the payoffs of own action by the other's."""
    transposed = list(zip(*payoffs, strict=True))
    return bimatrix_game(title, payoffs, transposed, rows=actions, columns=actions)


def entry_deterrence(
    title: str, outside: Rational, monopoly: Rational, shared: Rational, war: Rational
) -> ExtensiveGame:
    """Return the game of an entrant, who stays out or enters a market, and an incumbent, who then fights or yields.

    It is the game in one of the towns of the chain store. To stay out because the incumbent would fight is a Nash
    equilibrium, but not a subgame perfect one.

    References
    ----------
    Selten, The chain store paradox, Theory and Decision 9 (1978), 127-159.
    """
    answers = {"yield": leaf(shared, shared), "fight": leaf(war, war)}
    choices: dict[str, Node] = {
        "out": leaf(outside, monopoly),
        "in": move(1, "entered", answers),
    }
    return tree(title, move(0, "start", choices), players=("Entrant", "Incumbent"))


def ultimatum(title: str, pie: Rational, offers: int) -> ExtensiveGame:
    """Return the game in which player 0 offers a part of the pie; if player 1 rejects it, neither gets anything.

    The offers are equally spaced from nothing to the whole pie.

    References
    ----------
    Güth, Schmittberger & Schwarze, An experimental analysis of ultimatum bargaining, Journal of Economic Behavior and
    Organization 3 (1982), 367-388.
    """
    children: dict[str, Node] = {}
    for offer in _spaced(Fraction(pie, offers - 1), offers):
        answers = {"accept": leaf(pie - offer, offer), "reject": leaf(0, 0)}
        children[str(offer)] = move(1, f"offered {offer}", answers)
    return tree(title, move(0, "start", children), players=("Proposer", "Responder"))


def centipede(
    title: str, moves: int, larger: Rational, smaller: Rational, factor: Rational
) -> ExtensiveGame:
    """Return the game in which two players in turn take the larger of two piles, or pass, and both piles grow.

    After the last pass the player whose turn would be next has the larger pile. By default it is the longer game of
    the experiment, with the payoffs in dimes.

    References
    ----------
    Rosenthal, Games of perfect information, predatory pricing and the chain-store paradox, Journal of Economic Theory
    25 (1981), 92-100.
    McKelvey & Palfrey, An experimental study of the centipede game, Econometrica 60 (1992), 803-836.
    """

    def taken(passes: int) -> Node:
        growth = factor**passes
        piles = (larger * growth, smaller * growth)
        if passes % 2 == 0:
            return leaf(piles[0], piles[1])
        return leaf(piles[1], piles[0])

    node = taken(moves)
    for passes in reversed(range(moves)):
        label = "start"
        if passes > 0:
            label = f"{passes} pass" if passes == 1 else f"{passes} passes"
        node = move(passes % 2, label, {"take": taken(passes), "pass": node})
    return tree(title, node)


def beer_quiche(
    title: str, strong: Rational, breakfast: Rational, fight: Rational
) -> ExtensiveGame:
    """Return the signalling game of a person who has beer or quiche, and an observer who then may pick a fight.

    Player 0 is strong or weak, which player 1 does not see. The strong like beer, the weak quiche, and both dislike a
    fight; the observer gains 1 by fighting the weak, and by leaving the strong alone. If most are strong, all have
    beer in some equilibria, and quiche in others; the intuitive criterion rejects the latter.

    References
    ----------
    Cho & Kreps, Signaling games and stable equilibria, Quarterly Journal of Economics 102 (1987), 179-221.
    """

    def meals(kind: str) -> Node:
        children: dict[str, Node] = {}
        for meal in ("beer", "quiche"):
            likes_it = (meal == "beer") == (kind == "strong")
            joy = breakfast if likes_it else 0
            answers = {
                "fight": leaf(joy, 1 if kind == "weak" else 0),
                "leave": leaf(joy + fight, 1 if kind == "strong" else 0),
            }
            children[meal] = move(1, meal, answers)
        return move(0, kind, children)

    types = {"strong": (strong, meals("strong")), "weak": (1 - strong, meals("weak"))}
    return tree(title, chance(types))


def spence(
    title: str,
    *,
    able: Rational,
    low: Rational,
    high: Rational,
    years: int,
    low_cost: Rational,
    high_cost: Rational,
    wages: int,
) -> ExtensiveGame:
    """Return the game of a worker who signals ability by years of education, and a firm that pays a wage.

    Player 0 is of low or high productivity, which player 1 does not see. A year of education costs a worker of high
    productivity less, and does not change it. The firm pays one of `wages` evenly spaced wages from `low` to `high`,
    and loses the square of its difference from the productivity, so that it pays the expected productivity as a
    competitive market does, as near as the wages allow. In equilibrium the two may be separated, by as many years as
    keep the less productive from imitating, or more, or pooled. Of the default parameters the intuitive criterion
    leaves only the separation by the fewest years.

    References
    ----------
    Spence, Job market signaling, Quarterly Journal of Economics 87 (1973), 355-374; Cho & Kreps, Signaling games and
    stable equilibria, Quarterly Journal of Economics 102 (1987), 179-221.
    """

    def educated(productivity: Rational, cost: Rational) -> dict[str, Node]:
        children: dict[str, Node] = {}
        for year in range(years + 1):
            label = "1 year" if year == 1 else f"{year} years"
            replies: dict[str, Node] = {}
            for step in range(wages):
                wage = low + (high - low) * Fraction(step, wages - 1)
                loss = (wage - productivity) ** 2
                replies[f"pay {wage}"] = leaf(wage - cost * year, -loss)
            children[label] = move(1, label, replies)
        return children

    worker = {
        "high": (able, move(0, "high", educated(high, high_cost))),
        "low": (1 - able, move(0, "low", educated(low, low_cost))),
    }
    return tree(title, chance(worker))


def seltens_horse(title: str) -> ExtensiveGame:
    """Return a game of two players on the tree of Selten's horse, in which player 0 moves for the first two players.

    Player 0 goes down, or across and then down, or across twice, which ends the game. After either way down player 1,
    who does not see which it was, goes left or right. Right is worse both times, so the threat to go right, which
    keeps player 0 from going down, is empty. But the information set is in no proper subgame, and all equilibria are
    subgame perfect; sequential and perfect ones go left.

    The game is not Selten's: his horse has three players, for whom each node of the path across has another owner. The
    payoffs are those of his first and his third player, except those of the latter after across and down, which are 0
    and 1 there, and 1 and 0 here.

    References
    ----------
    Selten, Reexamination of the perfectness concept for equilibrium points in extensive games, International Journal
    of Game Theory 4 (1975), 25-55.
    """
    after_down = {"left": leaf(3, 2), "right": leaf(0, 0)}
    after_across = {"left": leaf(4, 1), "right": leaf(0, 0)}
    second_choice: dict[str, Node] = {
        "across": leaf(1, 1),
        "down": move(1, "went down", after_across),
    }
    first_choice: dict[str, Node] = {
        "across": move(0, "went across", second_choice),
        "down": move(1, "went down", after_down),
    }
    return tree(title, move(0, "start", first_choice))


def monty_hall(title: str, doors: int, hidden_by: str) -> ExtensiveGame:
    """Return the game of a contestant and the host of a show, for a car behind one of several doors.

    The contestant picks a door. Of the others the host, who knows where the car is, opens all but one, and never the
    one with the car. The contestant stays with the door picked, or switches to the other one that is still closed, and
    wins 1 from the host if the car is there.

    References
    ----------
    Selvin, A problem in probability, The American Statistician 29 (1975), 67.
    Gill, The Monty Hall problem is not a probability puzzle (it's a challenge in mathematical modelling), Statistica
    Neerlandica 65 (2011), 58-71, for the game.
    """
    names = [str(door) for door in range(1, doors + 1)]

    def host_opens(car: str, picked: str) -> Node:
        children: dict[str, Node] = {}
        for closed in names:
            # Behind the last closed door is the car, unless the door picked has it.
            if closed == picked or car not in (picked, closed):
                continue
            # The contestant's payoff, which the host pays.
            last_choice = {"stay": leaf(int(car == picked)), "switch": leaf(int(car == closed))}
            if doors == 3:
                (opened,) = set(names) - {picked, closed}
                children[f"open {opened}"] = move(0, f"at {picked}, {opened} open", last_choice)
            else:
                children[f"leave {closed}"] = move(0, f"at {picked}, {closed} left", last_choice)
        return move(1, f"car at {car}, picked {picked}", children)

    hidden: dict[str, Node] = {}
    for car in names:
        picks = {picked: host_opens(car, picked) for picked in names}
        hidden[car] = move(0, "doors closed", picks)

    players = ("Contestant", "Host")
    if hidden_by == "host":
        return tree(title, move(1, "before the show", hidden), players)
    share = Fraction(1, doors)
    return tree(title, chance({car: (share, node) for car, node in hidden.items()}), players)


def cournot(
    title: str,
    demand: Rational,
    first_cost: Rational,
    second_cost: Rational,
    step: Rational,
    quantities: int,
) -> ExtensiveGame:
    """Return the duopoly in which both firms choose quantities at the same time.

    The price is `demand` less the sum of the quantities, and at least 0. In the continuous game with equal costs c
    each firm makes (demand - c) / 3. Where this is on the grid it is an equilibrium there, too; other pairs of
    quantities may be, since on a grid a firm may have two best replies.

    References
    ----------
    Cournot, Recherches sur les principes mathématiques de la théorie des richesses, Hachette 1838, chapter 7.
    """
    children: dict[str, Node] = {}
    for first in _spaced(step, quantities):
        answers: dict[str, Node] = {}
        for second in _spaced(step, quantities):
            answers[str(second)] = _sales(demand, (first, second), (first_cost, second_cost))
        children[str(first)] = move(1, "firm 2", answers)
    return tree(title, move(0, "firm 1", children), players=("Firm 1", "Firm 2"))


def stackelberg(
    title: str,
    demand: Rational,
    leader_cost: Rational,
    follower_cost: Rational,
    leader_step: Rational,
    follower_step: Rational,
    quantities: int,
) -> ExtensiveGame:
    """Return the duopoly in which the follower sees the quantity of the leader before it chooses its own.

    The price is that of `cournot`. In the continuous game with equal costs c the leader makes (demand - c) / 2, the
    follower half of it. The follower's best reply falls by half of what the leader adds, so that with steps half as
    large as the leader's it stays on the grid.

    References
    ----------
    von Stackelberg, Marktform und Gleichgewicht, Springer 1934.
    """
    children: dict[str, Node] = {}
    for first in _spaced(leader_step, quantities):
        answers: dict[str, Node] = {}
        for second in _spaced(follower_step, quantities):
            answers[str(second)] = _sales(demand, (first, second), (leader_cost, follower_cost))
        children[str(first)] = move(1, f"leader makes {first}", answers)
    return tree(title, move(0, "start", children), players=("Leader", "Follower"))


def _sales(
    demand: Rational, made: tuple[Rational, Rational], costs: tuple[Rational, Rational]
) -> Node:
    """Return the profits of two firms that sell what they made at one price."""
    price = max(demand - sum(made), 0)
    return leaf(made[0] * (price - costs[0]), made[1] * (price - costs[1]))


def market_for_lemons(
    title: str, qualities: int, lemons: Rational, premium: Rational, prices: int
) -> ExtensiveGame:
    """Return the sale of a car whose quality the seller knows, and the buyer does not.

    The quality k is 1, a lemon, with probability `lemons`; the others, 2, 3 and so on, share the rest. The car is
    worth k to the seller and k times `premium` to the buyer, who offers one of the prices, which are equally spaced
    from 0 to the highest quality. The seller accepts or keeps the car. Payoffs are gains from the trade.

    With a premium above 1 every sale at a fair price is a gain to both. But the buyer who offers enough for a good car
    also pays it for a lemon, and if there are many of these, good cars are not sold.

    References
    ----------
    Akerlof, The market for "lemons": quality uncertainty and the market mechanism, Quarterly Journal of Economics 84
    (1970), 488-500.
    """
    step = Fraction(qualities, prices - 1)

    names = {1: "lemon", 2: "good"}
    if qualities > 2:
        names.update({quality: f"quality {quality}" for quality in range(2, qualities + 1)})

    def offers(quality: int) -> Node:
        children: dict[str, Node] = {}
        for price in _spaced(step, prices):
            sold = leaf(quality * premium - price, price - quality)
            answers = {"sell": sold, "keep": leaf(0, 0)}
            children[str(price)] = move(1, f"{names[quality]}, offered {price}", answers)
        return move(0, "start", children)

    cars: dict[str, tuple[Rational, Node]] = {}
    for quality, name in names.items():
        share = lemons if quality == 1 else Fraction(1 - lemons) / (qualities - 1)
        cars[name] = (share, offers(quality))
    return tree(title, chance(cars), players=("Buyer", "Seller"))


def _spaced(step: Rational, number: int) -> list[Rational]:
    """Return the first multiples of a step, from 0 on."""
    return [place * step for place in range(number)]
