"""The runner of campaigns: cases depend on seed, part and number alone, failures are listed and repeated."""

import random
from pathlib import Path

import pytest
from campaign import Campaign


def drawn(seen: list[float], failing: int = -1) -> Campaign:
    def case(rng: random.Random) -> str | None:
        seen.append(rng.random())
        if len(seen) == failing + 1:
            raise ValueError("bad\x1b")
        return None

    return Campaign("toy", "A toy.", {"one": (case, 6)})


def test_a_run_goes_on_where_it_stopped() -> None:
    whole: list[float] = []
    parts: list[float] = []
    assert drawn(whole).run([]) == 0
    assert drawn(parts).run(["--cases", "2"]) == 0
    assert drawn(parts).run(["--cases", "4", "--first", "2"]) == 0
    assert parts == whole and len(set(whole)) == 6


def test_failures_are_counted_listed_and_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[float] = []
    page = tmp_path / "page.md"
    page.write_text("# Results\n\n## other\n\nkept\n\n## toy\n\nold\n", encoding="utf-8")
    assert drawn(seen, failing=3).run(["--result", str(page)]) == 1
    out = capsys.readouterr().out
    assert "one 3: ValueError at test_campaign.py" in out and "bad\\x1b" in out and "| one | 6 | 1 |" in out
    text = page.read_text(encoding="utf-8")
    assert "kept" in text and "old" not in text and "- one 3: ValueError" in text
    again: list[float] = []
    assert drawn(again).run(["--parts", "one", "--only", "3"]) == 0
    assert again == [seen[3]]


def test_ctrl_c_keeps_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    def case(rng: random.Random) -> str | None:
        done.append(rng)
        if len(done) == 4:
            raise KeyboardInterrupt
        return None

    done: list[random.Random] = []
    assert Campaign("toy", "A toy.", {"one": (case, 6)}).run([]) == 130
    assert "| one | 3 | 0 |" in capsys.readouterr().out
