"""The answer or the refusal of every combination of game, concept, steps, backend and options is the one on file.

After an intended change `python tests/support/route_outcomes.py` writes the files, whose differences are to be read.
"""

from __future__ import annotations

from difflib import unified_diff

import pytest
from route_outcomes import FOLDER, file_of, text_of
from route_tables import GAMES, REQUESTS, STEPS

from seqform.solving.concepts import CONCEPTS
from seqform.solving.preprocessing import PREPROCESSORS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", GAMES)
def test_every_combination_is_answered_or_refused_as_on_file(name: str) -> None:
    expected, found = file_of(name).read_text("utf-8"), text_of(name)
    changes = unified_diff(expected.splitlines(), found.splitlines(), "on file", "found", n=3, lineterm="")
    assert expected == found, "\n".join(changes)


def test_every_concept_and_every_step_is_among_the_combinations() -> None:
    assert {concept for concept, _ in REQUESTS} == set(CONCEPTS)
    assert set(PREPROCESSORS) <= set(STEPS)
    assert sorted(FOLDER.iterdir()) == sorted(map(file_of, GAMES))
