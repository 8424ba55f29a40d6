"""Assessments are read back from JSON as written, and errors are named."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from assessments import random_assessment
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_programs import assessment_of

import seqform as sf
from seqform.errors import ModelError
from seqform.io.assessments import (
    assessment_data,
    beliefs_from_data,
    family_from_data,
    read_assessment,
    write_assessment,
)
from seqform.io.json_values import to_json
from seqform.io.profiles import read_known, read_witness
from seqform.models.strategies.assessment import Assessment

ACE = sf.load("guess-the-ace")


def require_same(one: Assessment, other: Assessment) -> None:
    assert one.beliefs.equals(other.beliefs)
    for mine, theirs in zip(one.profile, other.profile, strict=True):
        assert np.array_equal(mine.probabilities, theirs.probabilities)
    assert (one.family is None) == (other.family is None)
    if one.family is not None and other.family is not None:
        assert all(
            mine.weights.equals(theirs.weights)
            for mine, theirs in zip(one.family, other.family, strict=True)
        )


@pytest.mark.parametrize("name", ["guess-the-ace", "kuhn-with-raise", "safe-or-risky"])
def test_an_assessment_is_read_back_as_written(name: str, tmp_path: Path) -> None:
    game = sf.load(name)
    for assessment in (assessment_of(game), replace(assessment_of(game), family=None)):
        write_assessment(game, assessment, tmp_path / "answer.json")
        back: Any = read_assessment(tmp_path / "answer.json", game)
        require_same(back, assessment)


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_random_assessments_survive_plain_data(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    assessment = random_assessment(game, Random(seed))
    data = json.loads(to_json(assessment_data(game, assessment)))
    beliefs, family = (
        beliefs_from_data(data["beliefs"], game),
        family_from_data(data["family"], game),
    )
    require_same(Assessment(assessment.profile, beliefs, family), assessment)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.tuples(*4 * [st.booleans()]), st.booleans())
def test_players_are_aligned_by_their_names_in_every_part(
    seed: int, is_reversed: tuple[bool, bool, bool, bool], has_names: bool
) -> None:
    """Each part of a file may list the players in either order; parts without names follow ``players``."""
    game = replace(
        sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)"), players=("Ann", "Bob")
    )
    assessment = random_assessment(game, Random(seed))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "answer.json"
        write_assessment(game, assessment, path)
        data = json.loads(path.read_text(encoding="utf-8"))
        data["bases"] = [[["∅"], []]]
        data["witness"] = data["players"]
        for part, turned in zip(
            ("players", "beliefs", "family", "witness"), is_reversed, strict=True
        ):
            if part in ("beliefs", "family") and not has_names:
                turned = is_reversed[0]
                for item in data[part]:
                    del item["name"]
            if turned:
                data[part] = data[part][::-1]
        if is_reversed[0]:
            data["bases"] = [basis[::-1] for basis in data["bases"]]
        path.write_text(to_json(data), encoding="utf-8")

        back: Any = read_assessment(path, game)
        require_same(back, assessment)
        known = read_known(path, game)
        assert known.profile.equals(assessment.profile)
        assert known.bases == ((("∅",), ()),)
        witness: Any = read_witness(path, game)
        assert witness.equals(assessment.profile)
        second = sf.read_strategy(path, game, "Bob")
        assert np.array_equal(second.probabilities, assessment.profile[1].probabilities)


def test_names_of_players_that_contradict_the_game_are_refused_in_every_part(
    tmp_path: Path,
) -> None:
    path = tmp_path / "answer.json"
    write_assessment(ACE, assessment_of(ACE), path)
    for part in ("beliefs", "family"):
        for name, message in (
            ("Nobody", "'Nobody' is no player of the game"),
            (ACE.players[0], "comes twice"),
        ):
            data = json.loads(path.read_text(encoding="utf-8"))
            data[part][1]["name"] = name
            changed = path.with_name("changed.json")
            changed.write_text(to_json(data), encoding="utf-8")
            with pytest.raises(ModelError, match=message):
                read_assessment(changed, ACE)


def test_nodes_are_named_by_their_paths_and_weights_by_their_coefficients() -> None:
    data = assessment_data(ACE, assessment_of(ACE))
    (asked,) = data["beliefs"][1]["information_sets"]
    assert asked == {
        "label": "asked",
        "nodes": [
            {"path": ["ace of spades", "ask"], "probability": "1/52"},
            {"path": ["another card", "ask"], "probability": "51/52"},
        ],
    }
    (start,) = data["family"][0]["information_sets"]
    assert start == {
        "label": "start",
        "actions": ["stop", "ask"],
        "weights": [["1", "-1"], ["0", "1"]],
    }


Change = Callable[[dict[str, Any]], object]


def in_beliefs(change: Change) -> Change:
    return lambda data: change(data["beliefs"][1]["information_sets"][0])


def in_family(change: Change) -> Change:
    return lambda data: change(data["family"][0]["information_sets"][0])


def node(change: dict[str, Any], place: int = 0) -> Change:
    return in_beliefs(lambda item: item["nodes"][place].update(change))


WRONG: list[tuple[Change, str]] = [
    (lambda data: data.update(beliefs={}), '"beliefs" is a list of two objects'),
    (lambda data: data["beliefs"].pop(), '"beliefs" is a list of two objects'),
    (
        lambda data: data["beliefs"][0].clear(),
        'beliefs of player 1: "information_sets", a list, expected',
    ),
    (
        lambda data: data["beliefs"][1]["information_sets"].clear(),
        "information set 'asked' is missing",
    ),
    (in_beliefs(lambda item: item.update(label="told")), "the game has no information set 'told'"),
    (in_beliefs(lambda item: item.update(label=3)), 'number 1: an object with a "label" expected'),
    (
        lambda data: data["beliefs"][1]["information_sets"].append(
            data["beliefs"][1]["information_sets"][0]
        ),
        "twice",
    ),
    (in_beliefs(lambda item: item.update(nodes="all")), '"nodes", a list of objects'),
    (in_beliefs(lambda item: item.update(nodes=[3])), '"nodes", a list of objects'),
    (node({"path": "ask"}), '"path", a list of the names'),
    (node({"path": ["ace of spades", "guess"]}), "no action 'guess' at the node at ace of spades"),
    (node({"path": ["joker"]}), "no action 'joker' at the node at the root"),
    (
        node({"path": ["ace of spades", "stop", "ask"]}),
        "no action 'ask' at the node at ace of spades > stop",
    ),
    (node({"path": ["ace of spades"]}), "the node at ace of spades is not in this information set"),
    (node({"path": ["ace of spades", "ask"]}, 1), "the node at ace of spades > ask comes twice"),
    (node({"probability": 0.5}), "0.5 is not an exact number"),
    (node({"probability": True}), "True is not an exact number"),
    (node({"probability": "1/0"}), "'1/0' is not an exact number"),
    (
        node({"probability": "1/2"}),
        "beliefs at information set 'asked': they sum to 77/52, not to 1",
    ),
    (lambda data: data.update(family=[1]), '"family" is a list of two objects'),
    (in_family(lambda item: item.update(actions=["stop"])), '"actions", a list of stop, ask'),
    (in_family(lambda item: item.update(actions=3)), '"actions", a list of stop, ask'),
    (in_family(lambda item: item.update(weights=[["1"]])), '"weights", 2 lists of coefficients'),
    (
        in_family(lambda item: item.update(weights=[["1"], []])),
        '"weights", 2 lists of coefficients',
    ),
    (
        in_family(lambda item: item.update(weights=[["1", "-1"], ["0", 0.5]])),
        "0.5 is not an exact number",
    ),
    (
        in_family(lambda item: item.update(weights=[["1"], ["0", "1"]])),
        "do not add up to that of the sequence",
    ),
    (
        in_family(lambda item: item.update(weights=[["1"], ["0"]])),
        "a completely mixed plan is expected",
    ),
    (lambda data: data.update(players=[]), "a profile is an object"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_errors_in_an_assessment_are_named(change: Change, message: str, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    write_assessment(ACE, assessment_of(ACE), path)
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(to_json(data), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"^{re.escape(str(path))}: .*{re.escape(message)}"):
        read_assessment(path, ACE)
