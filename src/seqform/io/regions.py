"""Regions of payoffs as JSON data.

The schema, version 1:

- ``game``: as in `seqform.io.equilibria`
- ``feasible``: an object with ``vertices``, the payoffs at the vertices that are reached, counterclockwise, and
  ``bound``, those of a polygon that no mixture leaves
- ``regions``: from the name of a concept to an object with the same, and ``devices``: the device of each vertex as in
  `seqform.io.devices`
- ``nash``: ``complete``, whether no Nash equilibrium pays anything else, and ``boxes``: ``low``, ``high`` and the
  number ``component``
- ``commitments``: ``leader``, a name, ``payoffs``, and ``proven``, whether no strategy earns more, with the answer of
  the commitment as in `seqform.io.equilibria`
- ``correlated_commitments``: the same of commitments to devices, with the answer as in `seqform.io.devices`
- ``remarks``: sentences on what is left out; ``seconds``: by part of the computation
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seqform.io.json_values import number_data, numbers_data
from seqform.io.profiles import game_data
from seqform.models.answers.regions import LeaderPayoffs, PayoffRegion, PayoffRegions

REGIONS_SCHEMA = 1


def regions_data(regions: PayoffRegions) -> dict[str, Any]:
    """Return regions of payoffs as plain data, after the module's schema."""
    boxes = [
        {
            "low": numbers_data(box.low),
            "high": numbers_data(box.high),
            "component": component,
        }
        for box, component in regions.nash.boxes
    ]
    return {
        "schema": REGIONS_SCHEMA,
        "game": game_data(regions.game),
        "feasible": _polygon_data(regions.feasible),
        "regions": {region.name: _region_data(region) for region in regions.regions},
        "nash": {"complete": regions.nash.complete, "boxes": boxes},
        "commitments": _leaders_data(regions, regions.commitments),
        "correlated_commitments": _leaders_data(regions, regions.correlated_commitments),
        "remarks": list(regions.remarks),
        "seconds": {name: number_data(value) for name, value in regions.seconds.items()},
    }


def _leaders_data(regions: PayoffRegions, leaders: Iterable[LeaderPayoffs]) -> list[dict[str, Any]]:
    """Return the payoffs of commitments with their answers."""
    data = []
    for leader in leaders:
        entry = {
            "leader": regions.game.players[leader.leader],
            "payoffs": numbers_data(leader.payoffs),
            "proven": leader.is_proven,
            "answer": leader.answer.as_dict(),
        }
        data.append(entry)
    return data


def _polygon_data(region: PayoffRegion) -> dict[str, Any]:
    return {
        "vertices": list(map(numbers_data, region.points)),
        "bound": list(map(numbers_data, region.bound)),
    }


def _region_data(region: PayoffRegion) -> dict[str, Any]:
    """Return a polygon with the devices of its vertices."""
    devices = []
    for vertex in region.vertices:
        assert vertex.device is not None
        devices.append(vertex.device.as_dict())
    return {**_polygon_data(region), "devices": devices}
