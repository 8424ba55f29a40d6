"""Stored solutions of ordered games: precision, files, play, and refusal of damaged files."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_profiles import random_plans, random_strategies
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.poker import kuhn, leduc
from seqform.errors import GameError, InputError, ModelError, ParseError
from seqform.io.equilibria import certificate_data
from seqform.io.saved_solution import SavedSolution, pack, unpack
from seqform.io.solutions import HEADER, read_solution, write_solution
from seqform.models.games.abstraction import Filters, InformationFilter, numbered
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.signals import Joint, Own
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.play import PlayableOrderedGame, SolutionAgent
from seqform.verify.deal_certificate import certify_deals

pytestmark = pytest.mark.slow


def solution(
    game: OrderedGame, filters: Filters, seed: int = 1, bits: int | None = 20
) -> SavedSolution:
    return SavedSolution.of(
        game,
        filters,
        random_strategies(class_game(*filters), seed),
        bits=bits,
        method="at random",
        versions={"a": "1"},
    )


def identities(game: OrderedGame) -> Filters:
    everything = InformationFilter.identity(game)
    return everything, everything


def exact_solution(game: OrderedGame, filters: Filters, seed: int = 1) -> SavedSolution:
    return SavedSolution.of_plans(
        game, filters, random_plans(class_game(*filters), seed), method="at random"
    )


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_exact_plans_are_read_as_they_were_written(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = random_ordered_game(seed, constant_sum=seed % 2 == 0, even=seed % 3 > 0)
    filters = random_filter(game, seed), random_filter(game, seed + seed % 2, 1)
    written: Any = exact_solution(game, filters, seed)
    path = tmp_path_factory.getbasetemp() / "exact.seqform"
    write_solution(written, path)
    read: Any = read_solution(path, game)
    for one, other in zip(read.plans, written.plans, strict=True):
        assert one.denominator == other.denominator
        assert all(map(np.array_equal, one.weights, other.weights))
    assert read.certificate == replace(written.certificate, stored=True)
    assert read.check().certificate == written.certificate
    assert read.certificate.exact
    for weights, plan, denominator in zip(
        read.weights, written.plans, read.denominators, strict=True
    ):
        assert all(map(np.array_equal, weights, plan.with_arriving()))
        assert denominator == plan.denominator


def test_a_certificate_that_was_only_read_proves_nothing_and_is_shown_as_stored(
    tmp_path: Path,
) -> None:
    game = kuhn("kuhn")
    path = tmp_path / "kuhn.seqform"
    write_solution(exact_solution(game, identities(game)), path)
    forged = {
        "constant_sum": "0",
        "note": "",
        "values": ["0/1", "0/1"],
        "best_response_values": ["0/1", "0/1"],
    }
    read = read_solution(with_header(path, certificate=forged), game)
    assert read.certificate.nash_conv == 0
    assert not read.certificate.proven
    assert read.check().certificate.nash_conv > 0
    data = certificate_data(read.certificate)
    assert data["exact"] and data["stored"]
    for text in (str(read), read.chart().caption, str(read.certificate.report())):
        assert "as stored" in text
        assert "proven" not in text
    write_solution(read, tmp_path / "again.seqform")
    assert read_solution(tmp_path / "again.seqform", game).certificate.stored


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"denominators": ["3"]}, "denominators a list"),
        ({"denominators": ["-3", "3"]}, "number '-3'"),
        ({"denominators": ["158", "157"]}, "do not sum to that with which it is reached"),
        ({"denominators": ["fffffff", "3"]}, "an array of shape"),
        ({"certificate": {"constant_sum": "0", "note": "", "values": [0.0, 0.0]}}, "number 0.0"),
    ],
)
def test_damaged_exact_plans_are_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    game = kuhn("kuhn")
    path = tmp_path / "kuhn.seqform"
    write_solution(exact_solution(game, identities(game)), path)
    with pytest.raises(ParseError, match=f"damaged: .*{message}"):
        read_solution(with_header(path, **changes), game)


@pytest.fixture(scope="module")
def leduc_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, path = catalog.ordered("leduc"), tmp_path_factory.mktemp("leduc") / "leduc.seqform"
    write_solution(solution(game, identities(game)), path)
    return path


def rewritten(path: Path, member: str, change: Callable[[bytes], bytes]) -> Path:
    """Return a copy of a file with another member in place of one."""
    copy = path.with_suffix(".changed")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == member else old.read(name))
    return copy


def with_header(path: Path, **changes: object) -> Path:
    """Return a copy of a file with changed fields in its header."""
    return rewritten(path, HEADER, lambda data: json.dumps(json.loads(data) | changes).encode())


@given(seed=st.integers(0, 10**6), bits=st.integers(8, 50))
def test_a_solution_read_equals_the_one_written(
    seed: int, bits: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = random_ordered_game(seed)
    filters = (random_filter(game, seed), random_filter(game, seed + seed % 2))
    written = solution(game, filters, seed, bits)
    path = tmp_path_factory.getbasetemp() / "random.seqform"
    write_solution(written, path)
    read = read_solution(path, game)
    for player in (0, 1):
        for number in range(len(game.rounds)):
            assert np.array_equal(read.weights[player][number], written.weights[player][number])
            assert np.array_equal(
                read.filters[player].classes[number], filters[player].classes[number]
            )
    assert (read.bits, read.method, read.versions) == (bits, "at random", {"a": "1"})
    assert read.certificate == replace(written.certificate, stored=True)
    assert read.check().certificate == written.certificate


@pytest.mark.parametrize(
    "most", [1, 2, 3, 255, 256, 257, 258, 2**16, 2**16 + 2, 2**24 + 2, 2**30, 2**40 + 2, 2**50]
)
def test_counts_of_any_size_survive_packing(most: int) -> None:
    stage = kuhn("kuhn").rounds[0].stage
    counts = sorted({0, 1, most // 2, max(most - 1, 0), most})
    weights = np.array(
        [[[most]] + [[first], [most - first]] * 2 for first in counts], dtype=np.int64
    )
    weights[:, 3:] = np.stack([weights[:, 1] // 2, weights[:, 1] - weights[:, 1] // 2], axis=1)
    packed = pack(stage, 0, weights, most.bit_length())
    assert np.array_equal(unpack(stage, 0, weights[:, 0], packed), weights)


def test_as_many_bits_are_kept_as_the_loss_allows() -> None:
    game = leduc("leduc")
    strategies = random_strategies(class_game(*identities(game)), 3)
    before = certify_deals(game, identities(game), strategies).certificate.nash_conv
    kept = {
        max_loss: SavedSolution.of(game, identities(game), strategies, max_loss=max_loss)
        for max_loss in (1.0, 1e-6, 1e-8, 1e-11, -1.0)
    }
    assert kept[1.0].bits == 20
    assert 20 <= kept[1e-6].bits <= kept[1e-8].bits < 30
    assert 30 < kept[1e-11].bits < 50
    assert kept[-1.0].bits == 50, "no number of bits is enough"
    for max_loss in (1.0, 1e-6, 1e-8, 1e-11):
        assert kept[max_loss].certificate.nash_conv <= before + max_loss


def test_a_command_says_that_its_file_is_worse_than_what_it_shows(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (
        "solve",
        "leduc",
        "--preprocess",
        "lossless",
        "--target-gap",
        "1e-3",
        "-o",
        "leduc.solution",
    )
    status, _, err = seqform(*command)
    assert (status, err) == (0, "")
    for name in ("FIRST_BITS", "MOST_BITS"):
        monkeypatch.setattr(f"seqform.io.saved_solution.{name}", 8)
    status, _, err = seqform(*command)
    kept = read_solution("leduc.solution").check().certificate.nash_conv
    words = f"rounded to 8 bits, the strategies in the file have nash_conv = {kept:.3g}"
    assert (status, err) == (0, f"leduc.solution: {words}\n")


def test_saved_strategies_become_class_strategies_again() -> None:
    game = leduc("leduc")
    ranks = [(views.signals // 2).astype(np.int64) for views, _ in game.views]
    one = InformationFilter(
        game, tuple(numbered(each @ (10 ** np.arange(each.shape[1]))) for each in ranks)
    )
    saved = solution(game, (one, one))
    again = certify_deals(game, saved.filters, saved.strategies(class_game(one))).certificate
    assert again.best_response_values == pytest.approx(
        saved.certificate.best_response_values, abs=1e-12
    )


def test_all_actions_are_equally_likely_at_unreached_sets() -> None:
    game = kuhn("kuhn")
    saved = solution(game, identities(game))
    weights = tuple(table.copy() for table in saved.weights[0])
    weights[0][0] = np.array([2**20, 0, 2**20, 0, 0])[:, None]
    changed = (weights, saved.weights[1])
    certificate = saved.certificate.recomputed(of=(*saved.filters, *changed))
    never_checks = SavedSolution(game, saved.filters, changed, 20, certificate)
    assert never_checks.strategy(0, "J") == {"check": 0.0, "bet": 1.0}
    assert never_checks.strategy(0, "J", (), ("check", "bet")) == {"fold": 0.5, "call": 0.5}


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ((0, ["Ah"]), "no signal 'Ah'"),
        ((0, ["Js", "Jh"]), "1 different signals are seen by round 1, not 'Js Jh'"),
        ((0, ["Js", "Js"], [("check", "check")]), "2 different signals are seen by round 2"),
        ((1, ["Js"]), "not player 2's turn after no actions"),
        ((0, ["Js"], (), ["fold"]), "no action 'fold' after no actions; only check, bet"),
        ((0, ["Js", "Qh"], [("bet",)]), "'bet' does not lead from round 1 to the next one"),
        (
            (0, ["Js", "Qh"], [("check", "check")] * 2),
            "a history of 2 rounds, which have to be before one",
        ),
    ],
)
def test_points_of_play_that_do_not_exist_are_refused(
    leduc_file: Path, point: Any, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        read_solution(leduc_file).strategy(*point)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no archive")
    (tmp_path / "profile.json").write_text('{"schema": 2}')
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    for name, message in (
        ("nothing", "cannot be read: No such file"),
        ("text", "not a seqform solution, or damaged"),
        ("profile.json", "a profile in JSON, not a seqform solution; .* take it as a profile"),
        ("other.npz", r"it has no header\.json"),
    ):
        with pytest.raises(ParseError, match=message):
            read_solution(tmp_path / name)


@pytest.mark.parametrize("kind", [Own, Joint])
def test_features_of_the_same_name_with_other_values_make_another_game(
    kind: Any, tmp_path: Path
) -> None:
    def card(public: Any, mine: Any) -> Any:
        return mine[:, 0]

    def priced(factor: int) -> OrderedGame:
        def worth(public: Any, mine: Any, *theirs: Any) -> Any:
            return factor * mine[:, 0]

        feature = Own(0, worth, "worth") if kind is Own else Joint(worth, "worth")
        rounds = [Round(StageGame.of(turn(0, {"stop": OVER, "buy": OVER})), 0, 1)]
        utility = lambda path: ({"worth": 1}, {"worth": -1}) if path == (("buy",),) else (0, 0)  # noqa: E731
        return ordered_game("sale", rounds, "abcd", [feature], utility, ordering=[card])

    game, dearer = priced(1), priced(2)
    saved = solution(game, identities(game))
    write_solution(saved, tmp_path / "sale.seqform")
    assert (
        read_solution(tmp_path / "sale.seqform", priced(1)).check().certificate == saved.certificate
    )
    with pytest.raises(GameError, match="the file solves sale, not sale"):
        read_solution(tmp_path / "sale.seqform", dearer)
    with pytest.raises(GameError, match="a solution of sale, not of sale"):
        SolutionAgent("saved", saved, PlayableOrderedGame(dearer))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 4}, "of version 4; versions 1 to 3 are read here"),
        ({"version": 3}, "damaged: 2. bits"),
        ({"version": 2}, "damaged: no denominators"),
        ({"format": "soup"}, "has another format"),
        ({"game": "kuhn"}, "the file solves kuhn, not kuhn: rounds, signals, payoffs"),
        ({"game": "my game"}, "my game: not an ordered game of the catalog; give the game"),
    ],
)
def test_headers_that_do_not_fit_are_refused(
    leduc_file: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        read_solution(with_header(leduc_file, **changes))


def test_the_solution_of_another_game_is_refused(leduc_file: Path) -> None:
    with pytest.raises(GameError, match="the file solves leduc, not dear leduc"):
        read_solution(leduc_file, leduc("dear leduc", first_bet=3))
    assert (
        read_solution(leduc_file, leduc("the same, called otherwise")).game.title
        == "the same, called otherwise"
    )


def test_equal_solutions_make_equal_files(leduc_file: Path) -> None:
    copy = leduc_file.with_suffix(".copy")
    write_solution(read_solution(leduc_file), copy)
    assert copy.read_bytes() == leduc_file.read_bytes()


def test_strategies_that_do_not_fit_the_filters_are_refused() -> None:
    game = kuhn("kuhn")
    strategies = random_strategies(class_game(*identities(game)), 1)
    blind = InformationFilter.coarsest(game)
    for bits in (None, 20):
        with pytest.raises(
            ModelError, match=r"for \(3,\) classes by rounds, but the filter has \(1,\)"
        ):
            SavedSolution.of(game, (blind, blind), strategies, bits=bits)
    with pytest.raises(ModelError, match="bits=51: from 8 to 50 bits"):
        SavedSolution.of(game, identities(game), strategies, bits=51)


WRONG: list[object] = [None, True, -1, 10**400, float("nan"), "x", "", [], {}, {"a": 1}]
FIELDS = (
    "format",
    "version",
    "game",
    "fingerprint",
    "classes",
    "same_filter",
    "bits",
    "method",
    "versions",
)
PARTS = ("values", "best_response_values", "constant_sum", "note")


@pytest.mark.parametrize("name", [*FIELDS, *(f"certificate.{part}" for part in PARTS)])
def test_edited_headers_are_refused_unless_the_change_is_valid(leduc_file: Path, name: str) -> None:
    with zipfile.ZipFile(leduc_file) as archive:
        certificate = json.loads(archive.read(HEADER))["certificate"]
    _, _, part = name.partition(".")
    for value in WRONG:
        changed = with_header(
            leduc_file, **({"certificate": certificate | {part: value}} if part else {name: value})
        )
        is_harmless = {"versions": value == {}, "same_filter": value is True}.get(name, False)
        if is_harmless or (name in ("method", "certificate.note") and isinstance(value, str)):
            read = read_solution(changed)
            assert read.game.title == "leduc" and (not part or read.certificate.note == value)
            continue
        with pytest.raises(ParseError if part else GameError, match="damaged" if part else None):
            read_solution(changed)


@pytest.mark.parametrize("part", ["classes/player1-round2.npy", "plan/player2-round1-byte0.npy"])
@pytest.mark.parametrize(
    "array",
    [
        np.zeros(0),
        np.zeros((2, 3), np.uint8),
        np.array(1),
        np.array([1j]),
        np.array(["x"]),
        np.full(30, 255, "u2"),
    ],
    ids=["empty", "table", "number", "complex", "text", "large"],
)
def test_arrays_that_were_replaced_are_refused(
    leduc_file: Path, part: str, array: np.ndarray
) -> None:
    data = io.BytesIO()
    np.save(data, array)
    with pytest.raises(ParseError, match="damaged"):
        read_solution(rewritten(leduc_file, part, lambda _: data.getvalue()))


def test_check_certifies_a_solution_and_decides_no_claim_about_refinements(tmp_path: Path) -> None:
    found = sf.solve("leduc(ranks=2)", preprocess="published", backend="highs")
    found.save(tmp_path / "found.solution")
    certificate = sf.check("leduc(ranks=2)", tmp_path / "found.solution")
    assert not certificate.stored
    assert float(certificate.nash_conv) == pytest.approx(
        float(found.certificate.nash_conv), rel=0.02, abs=1e-9
    )
    with pytest.raises(InputError, match="no claim 'maximin'"):
        sf.check("leduc(ranks=2)", tmp_path / "found.solution", maximin=True)
