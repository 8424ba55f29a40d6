"""Every bar, strip and number of a chart, read from the SVG or the terminal, against values from walking the game."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import tree_walks
from svg_marks import Mark, marks

import seqform as sf
from seqform.io.profiles import profile_data
from seqform.io.style import THEMES, blend
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.bars import percent
from seqform.pictures.chart import chart, public_tree
from seqform.pictures.tree import shown_number

LIGHT = THEMES["light"]
PALE = 0.3
SETS = ("vsvet-figure-1", "three-card-orderings", "random-game(seed=3,depth=4,merge=0.5)")
HANDS = (("kuhn", 1), ("leduc", 1), ("leduc", 2))
SEEDS = (1, 2)


@dataclass
class Cell:
    """A bar: its shares by action, and how often its owner's choices lead there."""

    shares: dict[str, Any]
    reach: Any


# ---- by walking the game ----


@cache
def loaded(name: str) -> ExtensiveGame:
    game = sf.load(name)
    assert isinstance(game, ExtensiveGame)
    return game


def own_reach(game: ExtensiveGame, profile: BehaviorProfile, node: int, players: tuple[int, ...]) -> Any:
    """Return the product of the probabilities of some players' actions on the way to a node; chance is -1."""
    reach: Any = 1
    while node > 0:
        above = int(game.parent[node])
        if int(game.player[above]) in players:
            reach *= tree_walks.edge(game, profile, above, node - int(game.first_child[above]))
        node = above
    return reach


def first_nodes(game: ExtensiveGame, player: int) -> dict[str, int]:
    """Return one node of every information set of a player, by the set's name."""
    mine = np.flatnonzero(game.player == player).tolist()
    return {game.infoset_names[game.infoset[node]]: node for node in reversed(mine)}


def set_cells(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, Cell]:
    return {
        name: Cell(dict(profile[player][name]), own_reach(game, profile, node, (player,)))
        for name, node in first_nodes(game, player).items()
    }


def set_numbers(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, tuple[Any, ...]]:
    """Return the reach of every information set, the value there, and what the best reply from there on adds."""

    def best(nodes: list[tuple[int, Any]]) -> Any:
        """Return the most that the player can get from weighted nodes on; own nodes of a set choose alike."""
        total, own, stack = Fraction(0), defaultdict[int, list[tuple[int, Any]]](list), list(nodes)
        while stack:
            node, weight = stack.pop()
            row, first = int(game.outcome[node]), int(game.first_child[node])
            total += weight * game.outcomes.payoffs[player][row] if row >= 0 else 0
            if game.player[node] == player:
                own[int(game.infoset[node])].append((node, weight))
            else:
                choices = range(int(game.num_actions[node]))
                stack += [(first + a, weight * tree_walks.edge(game, profile, node, a)) for a in choices]
        for members in own.values():
            choices = range(int(game.num_actions[members[0][0]]))
            total += max(best([(int(game.first_child[node]) + a, weight) for node, weight in members]) for a in choices)
        return total

    found = {}
    for name in first_nodes(game, player):
        members = [
            k for k in np.flatnonzero(game.player == player).tolist() if game.infoset_names[game.infoset[k]] == name
        ]
        reach = sum(own_reach(game, profile, node, (-1, 0, 1)) for node in members)
        weights = [own_reach(game, profile, node, (-1, 1 - player)) for node in members]
        value = sum(
            by
            * (tree_walks.expected_from(game, profile, player, node) + tree_walks.received_before(game, player, node))
            for by, node in zip(weights, members, strict=True)
        )
        before = sum(
            by * tree_walks.received_before(game, player, node) for by, node in zip(weights, members, strict=True)
        )
        whole = sum(weights)
        most = best(list(zip(members, weights, strict=True))) + before
        found[name] = (reach, value / whole, (most - value) / whole) if whole else (reach, None, None)
    return found


def situation(path: tuple[str, ...], player: int) -> tuple[list[str], list[list[str]]]:
    """Return the cards that a player sees on the way to a node, one of them private, and the actions by round."""
    cards, rounds = [path[player]], [list[str]()]
    for step in path[2:]:
        if step[0].isupper():
            cards.append(step)
            rounds.append([])
        else:
            rounds[-1].append(step)
    return cards, rounds


def hand_cells(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, number: int | None
) -> dict[tuple[str, str], Cell]:
    """Return the mean bars of the hands of equal ranks by row and column; of all hands and rounds without a number."""
    groups = defaultdict[tuple[str, str], list[tuple[Any, dict[str, Any]]]](list)
    for name, node in first_nodes(game, player).items():
        cards, rounds = situation(game.path(node), player)
        earlier, now = [", ".join(one) for one in rounds[:-1]], ", ".join(rounds[-1])
        column = " / ".join([*earlier, f"after {now}" if now else "first to act"])
        row = " with ".join(card[0] for card in cards)
        if number is None:
            row, column = "", " ".join(step for one in rounds for step in one)
        elif len(rounds) != number:
            continue
        groups[row, column].append((own_reach(game, profile, node, (player,)), profile[player][name]))
    found = {}
    for place, members in groups.items():
        total = sum(reach for reach, _ in members)
        weighted = members if total else [(1, shares) for _, shares in members]
        parts = {a: sum(by * shares[a] for by, shares in weighted) / (total or len(members)) for a in members[0][1]}
        found[place] = Cell(parts, Fraction(total) / len(members))
    return found


# ---- from the picture ----


@dataclass
class Row:
    """A row of a chart: its name, its bars and strips in order, its texts, and where it is."""

    name: str
    y: float
    depth: int = 0
    bars: list[Mark] = field(default_factory=list)
    strips: list[Mark] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)


def rows_of(drawn: list[Mark]) -> Iterator[tuple[str, list[str], list[Row]]]:
    """Yield the heading of every player, the headings of the columns, and the rows; those of further bands follow."""
    heading, columns, rows = "", list[str](), list[Row]()
    for mark in drawn:
        if mark.kind == "text" and mark.size == 12.5:
            if rows:
                yield heading, columns, rows
            heading, columns, rows = mark.text, [], []
        elif mark.kind == "text" and mark.size == 10.5 and mark.anchor == "middle":
            columns.append(mark.text)
        elif mark.kind == "text" and mark.size == 11.5 and mark.bold:
            rows.append(
                Row(mark.title or mark.text, mark.y, round((mark.x - 21) / 20) if mark.anchor == "start" else 0)
            )
        elif mark.kind == "rect" and rows and mark.height > 10 and mark.title:
            rows[-1].bars.append(mark)
        elif mark.kind == "rect" and rows and mark.height == 3:
            rows[-1].strips.append(mark)
        elif (
            mark.kind == "text"
            and rows
            and mark.size == 10
            and (mark.anchor == "end" or mark.bold)
            and mark.anchor != "middle"
        ):
            rows[-1].numbers.append(mark.title or mark.text)
    yield heading, columns, rows


def legend_of(drawn: list[Mark]) -> dict[str, str]:
    """Return the color of every action."""
    squares = [k for k, mark in enumerate(drawn) if mark.kind == "rect" and mark.width == mark.height == 12]
    return {drawn[k + 1].title: drawn[k].color for k in squares}


def number(text: str) -> float:
    above, _, below = text.removeprefix("≈").partition("/")
    return float(above) / float(below or 1)


def check_bars(bars: list[Mark], cell: Cell, width: float, colors: dict[str, str], pale: bool) -> float:
    """Check the bars of a cell, take them from the list, and return where the first one begins."""
    left = start = bars[0].x - bars[0].width / 2
    for action, share in cell.shares.items():
        if float(share) * width < 0.05:
            continue
        bar = bars.pop(0)
        told, _, digits = bar.title.rpartition(" ")
        assert told == action and number(digits) == pytest.approx(float(share), rel=1e-5)
        assert bar.width == pytest.approx(float(share) * width, abs=0.12)
        assert bar.x - bar.width / 2 == pytest.approx(left, abs=0.16)
        assert bar.color == (blend(colors[action], LIGHT.background, PALE) if pale else colors[action])
        left += float(share) * width
    assert left - start == pytest.approx(width, abs=0.12)
    return start


def check_row(row: Row, cells: list[Cell], width: float, colors: dict[str, str]) -> None:
    """Check the bars and strips of a row of one strategy."""
    for cell in cells:
        start = check_bars(row.bars, cell, width, colors, cell.reach == 0)
        lengths = [width] * (cell.reach != 1) + [max(float(cell.reach) * width, 0.6)] * (cell.reach > 0)
        for length in lengths:
            strip = row.strips.pop(0)
            assert strip.width == pytest.approx(length, abs=0.12)
            assert strip.x - strip.width / 2 == pytest.approx(start, abs=0.16)
        if cell.reach:
            assert number(strip.title.removeprefix("leads here: ")) == pytest.approx(float(cell.reach), rel=1e-5)
    assert not row.bars and not row.strips


def check_pair(row: Row, cells: list[tuple[Cell, Cell]], width: float, colors: dict[str, str]) -> None:
    """Check the bars and the distances of a row of two strategies."""
    for one, other in cells:
        moved = sum(abs(share - other.shares[action]) for action, share in one.shares.items()) / 2
        for cell in (one, other):
            check_bars(row.bars, cell, width, colors, cell.reach == 0 or moved == 0)
        if moved:
            assert row.numbers.pop(0) == percent(moved)
    assert not row.bars


def merged(rows: list[Row]) -> dict[str, Row]:
    """Return rows by name; the columns that follow below are added to those above."""
    found: dict[str, Row] = {}
    for row in rows:
        whole = found.setdefault(row.name, Row(row.name, row.y))
        whole.bars += row.bars
        whole.strips += row.strips
        whole.numbers += row.numbers
    return found


def check_chart(
    svg: str, rows: list[dict[str, list[Cell]]], others: list[dict[str, list[Cell]]] | None = None
) -> list[dict[str, Row]]:
    """Check a chart against the cells of every row of both players; return the rows, with the numbers that are left."""
    drawn = marks(svg)
    colors, found = legend_of(drawn), []
    for player, (_, _, lines) in enumerate(rows_of(drawn)):
        by_name = merged(lines)
        assert by_name.keys() == rows[player].keys()
        for name, row in by_name.items():
            cells = rows[player][name]
            if others is None:
                check_row(row, cells, max(one.width for one in row.strips), colors)
            else:
                total = sum(bar.width for bar in row.bars)
                check_pair(row, list(zip(cells, others[player][name], strict=True)), total / len(cells) / 2, colors)
        found.append(by_name)
    assert len(found) == 2
    return found


# ---- the claims ----


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETS)
def test_information_sets_have_their_shares_reach_values_and_regrets(name: str, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    first, second = ([{k: [c] for k, c in set_cells(game, one, p).items()} for p in (0, 1)] for one in profiles)
    for other in (None, profiles[1], profiles[0]):
        versus = None if other is None else first if other is profiles[0] else second
        shown = check_chart(chart(game, profiles[0], versus=other).svg(), first, versus)
        for player, rows in enumerate(shown):
            for infoset, numbers in set_numbers(game, profiles[0], player).items():
                told = [None if text == "–" else number(text) for text in rows[infoset].numbers]
                assert told == [
                    None if one is None else pytest.approx(float(one), rel=1e-5, abs=1e-12) for one in numbers
                ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "round_number"), HANDS)
def test_hands_have_the_means_of_their_members(name: str, round_number: int, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    sides = []
    for profile in profiles:
        players = []
        for player in (0, 1):
            cells = hand_cells(game, profile, player, round_number)
            columns = [
                column.name for column in chart(game, profile, round=round_number, player=player).grids[0].columns
            ]
            assert sorted(columns) == sorted({column for _, column in cells})
            players.append({row: [cells[row, column] for column in columns] for row, _ in cells})
        sides.append(players)
    check_chart(chart(game, profiles[0], round=round_number).svg(), sides[0])
    check_chart(chart(game, profiles[0], versus=profiles[1], round=round_number).svg(), *sides)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_public_tree_has_the_means_of_all_hands(name: str, seed: int) -> None:
    game = loaded(name)
    profile = tree_walks.random_profile(game, seed)
    cells = {
        way: (player, cell) for player in (0, 1) for (_, way), cell in hand_cells(game, profile, player, None).items()
    }
    drawn = marks(public_tree(game, profile).svg())
    colors = legend_of(drawn)
    ((_, _, rows),) = rows_of(drawn)
    edges = {mark.points[-1][1]: mark for mark in drawn if mark.kind == "path"}
    players = [mark.color for mark in drawn if mark.height == mark.width == 16]
    way: list[str] = []
    reach: list[Any] = [Fraction(1)]
    for row, color in zip(rows, players, strict=True):
        label = row.name.split(",")[0]
        if label != "start":
            del way[row.depth - 1 :], reach[row.depth :]
            share = cells[" ".join(way)][1].shares[label]
            edge = edges[round(row.y - 4, 1)]
            assert edge.stroke == pytest.approx(1.2 + 2.8 * float(share), abs=0.006) and edge.color == colors[label]
            way.append(label)
            reach.append(reach[-1] * share)
        player, cell = cells[" ".join(way)]
        assert color == LIGHT.players[player]
        assert number(row.numbers[-1]) == pytest.approx(float(reach[-1]), rel=1e-5, abs=1e-12)
        check_row(row, [cell], 260, colors)
    assert len(rows) == len(cells)


@pytest.mark.parametrize("seed", SEEDS)
def test_bars_of_the_terminal_have_the_lengths_of_their_shares(seed: int, seqform: Any, tmp_path: Any) -> None:
    game = loaded("kuhn")
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    for place, profile in enumerate(profiles):
        (tmp_path / f"{place}.json").write_text(json.dumps({"players": profile_data(game, profile)}))
    blocks = "░▒▓█"
    for versus in (False, True):
        status, shown, _ = seqform("chart", "kuhn", "--profile", "0.json", *(("--versus", "1.json") if versus else ()))
        assert status == 0
        lines = iter(shown.splitlines())
        places = {"check": 1, "call": 1, "bet": 2, "fold": 0}
        headings = re.findall(r"^Player (\d): (.*)$", shown, re.MULTILINE)
        assert len(headings) == 4
        for player, column in headings:
            cells = [hand_cells(game, profile, int(player) - 1, 1) for profile in profiles[: 1 + versus]]
            for row in "KQJ":
                for cell in (one[row, column] for one in cells):
                    line = next(line for line in lines if set(line) & set(blocks))
                    ends, total = [0], Fraction(0)
                    for share in cell.shares.values():
                        total += share
                        ends.append(int(20 * total + Fraction(1, 2)))
                    bar = "".join(blocks[places[a]] * (ends[k + 1] - ends[k]) for k, a in enumerate(cell.shares))
                    assert "".join(re.findall(f"[{blocks}]", line)) == bar
                    assert line.endswith(shown_number(cell.reach)) or versus
