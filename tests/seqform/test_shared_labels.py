"""Look-ups by a label that several information sets share: each message lists all of these sets."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.errors import InputError
from seqform.experiments.values import place_of
from seqform.io.profiles import profile_data

KUHN = sf.load("kuhn")
ALIKE = replace(
    KUHN,
    information_sets=replace(
        KUHN.information_sets,
        labels=tuple(label and label.partition(":")[2] for label in KUHN.information_sets.labels),
    ),
)
"""Kuhn's poker whose labels say nothing about the cards: each of the labels "", "cb", "c" and "b" is of three sets."""
STRATEGIES = sf.uniform_profile(ALIKE)
CONSTRAINT = sf.Constraint.probability(0, "cb", "call", upper="1/2")

STORED = ["cb#2", "cb#4", "cb#6"]
SHOWN = [ALIKE.shown_names(0)[name] for name in STORED]


def profile_file(folder: Path) -> Path:
    path = folder / "profile.json"
    text = json.dumps({"players": profile_data(ALIKE, STRATEGIES)})
    path.write_text(text.replace("cb#4", "cb"), "utf-8")
    return path


@pytest.mark.parametrize(
    ("look_up", "names"),
    [
        (lambda _: STRATEGIES[0]["cb"], STORED),
        (lambda _: sf.profile(ALIKE, {"cb": [1, 0]}), SHOWN),
        (lambda _: sf.profile(ALIKE, ({"cb": [1, 0]}, {})), SHOWN),
        (
            lambda _: sf.solve(ALIKE, constraints=["1: cb: call <= 1/2"]),
            [f"{name}: call" for name in SHOWN],
        ),
        (
            lambda _: sf.solve(ALIKE, constraints=["1: cb call <= 1/2"]),
            [f"{name}: call" for name in SHOWN],
        ),
        (lambda _: sf.solve(ALIKE, constraints=[CONSTRAINT]), SHOWN),
        (lambda _: sf.draw(ALIKE, at="cb"), SHOWN),
        (lambda _: sf.chart(ALIKE, STRATEGIES, at="1:cb"), SHOWN),
        (lambda _: place_of("1:cb:call", ALIKE), STORED),
        (lambda folder: sf.check(ALIKE, profile_file(folder)), STORED),
    ],
)
def test_all_sets_of_the_label_are_listed(
    look_up: Callable[[Path], Any], names: list[str], tmp_path: Path
) -> None:
    with pytest.raises((InputError, KeyError, ValueError)) as caught:
        look_up(tmp_path)
    assert f"3 share this label: {', '.join(names)}" in str(caught.value)
