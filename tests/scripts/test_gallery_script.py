"""The gallery has every game of the catalog, and draws only what has changed."""

from html import escape
from pathlib import Path

import pytest

import gallery
from seqform.builders.games import catalog

pytestmark = pytest.mark.slow

PICTURES = [one for pictures in gallery.SECTIONS.values() for one in pictures]


def test_every_game_of_the_catalog_has_a_picture() -> None:
    code = "\n".join(one.code for one in PICTURES).replace("rhode_island", "rhode-island")
    assert [entry.name for entry in catalog.entries() if entry.name not in code] == []
    assert len({one.file for one in PICTURES}) == len(PICTURES)


def test_every_card_has_a_title_of_its_own_and_a_thumbnail() -> None:
    files = {one.file for one in PICTURES}
    assert len({one.title for one in PICTURES}) == len(PICTURES)
    assert set(gallery.TITLES) <= files and {one.thumbnail for one in PICTURES} <= files
    for one in PICTURES:
        assert escape(one.title) in gallery.figure(one) and f"/{one.thumbnail}" in gallery.figure(one)


def test_only_what_has_changed_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = gallery.Picture("pennies", "A <game>", 'sf.draw("matching-pennies")')
    monkeypatch.setattr(gallery, "SECTIONS", {"few": (one,)})
    assert len(list(gallery.drawn(tmp_path))) == 1
    assert (tmp_path / "pennies.svg").read_text(encoding="utf-8").startswith("<svg")
    assert list(gallery.drawn(tmp_path)) == []
    monkeypatch.setattr(gallery, "SECTIONS", {"few": (one._replace(code='sf.draw("two-level-tree")'),)})
    assert len(list(gallery.drawn(tmp_path))) == 1
    assert "A &lt;game&gt;" in gallery.figure(one)
