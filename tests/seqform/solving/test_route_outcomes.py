"""The answer or the refusal of every combination of game, concept, steps, backend and options is the one on file."""

import re

import pytest
from goldens import DATA, require_golden
from route_outcomes import text_of
from route_tables import GAMES, REQUESTS, STEPS

from seqform.solving.concepts import CONCEPTS
from seqform.solving.preprocessing import PREPROCESSORS

pytestmark = pytest.mark.slow

FILES = {name: f"routes/{re.sub('[^a-z]+', '-', name)}.txt" for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_every_combination_is_answered_or_refused_as_on_file(name: str) -> None:
    require_golden(FILES[name], text_of(name))


def test_every_concept_and_every_step_is_among_the_combinations() -> None:
    assert {concept for concept, _ in REQUESTS} == set(CONCEPTS)
    assert set(PREPROCESSORS) <= set(STEPS)
    assert sorted((DATA / "routes").iterdir()) == sorted(DATA / file for file in FILES.values())
