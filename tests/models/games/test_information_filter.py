from collections.abc import Mapping

import numpy as np
import pytest

from seqform.builders.games import catalog
from seqform.errors import ModelError
from seqform.models.games.abstraction import InformationFilter, View, numbered

LEDUC = catalog.ordered("leduc")
TINY = catalog.ordered("tiny-poker")
RANK = np.arange(6) // 2


def test_the_identity_is_finest_and_the_constant_coarsest() -> None:
    finest, coarsest = InformationFilter.identity(LEDUC), InformationFilter.coarsest(LEDUC)
    ranks = LEDUC.views[1][0].signals // 2
    middle = InformationFilter(LEDUC, (RANK, numbered(ranks[:, 0] * 3 + ranks[:, 1])))
    assert finest.num_classes == (6, 30)
    assert middle.num_classes == (3, 9)
    assert coarsest.num_classes == (1, 1)
    assert middle.parents(0).tolist() == [0, 0, 0]
    assert middle.parents(1).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert finest.refines(middle) and middle.refines(coarsest) and finest.refines(finest)
    assert not coarsest.refines(middle) and not middle.refines(finest)


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ((RANK, np.zeros(30, dtype=np.int64)), r"Js .* and Qs .* share a class in round 2, but their beginnings"),
        ((np.zeros(6, dtype=np.int64),), "1 partitions for 2 rounds"),
        ((np.zeros(5, dtype=np.int64), np.zeros(30, dtype=np.int64)), "5 classes for the 6 views of round 1"),
        ((np.full(6, 1), np.zeros(30, dtype=np.int64)), "numbered from 0 without gaps"),
    ],
)
def test_partitions_that_do_not_fit_are_refused(classes: tuple[np.ndarray, ...], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        InformationFilter(LEDUC, classes)


JACKS: list[View] = [("J1",), ("J2",)]
KINGS: list[View] = [("K1",), ("K2",)]


def test_a_mapping_that_is_truthful_and_independent_is_a_filter() -> None:
    both: dict[View, list[View]] = dict.fromkeys(JACKS, JACKS) | dict.fromkeys(KINGS, KINGS)
    made = InformationFilter.from_sets(TINY, [both])
    assert made.classes[0].tolist() == [0, 0, 1, 1]
    assert made.name(0, 3) == "K2"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({("J1",): KINGS}, "J1 is not in its own class: not truthful"),
        ({("J1",): [("J1",)]}, "overlap without being the same: not independent"),
        ({("J1",): None}, "J1 has no class"),
    ],
)
def test_a_mapping_that_lies_or_overlaps_is_named(change: Mapping[View, list[View]], message: str) -> None:
    mapping: dict[View, list[View]] = {**dict.fromkeys(JACKS, JACKS), **dict.fromkeys(KINGS, KINGS), **change}
    with pytest.raises(ModelError, match=message):
        InformationFilter.from_sets(TINY, [{view: members for view, members in mapping.items() if members}])
