"""Chromium, pages in it that report their errors and requests, and what pages of one file have in them."""

import base64
import json
import re
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest

from seqform.io.pages import hash_of

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@contextmanager
def chromium() -> Iterator[Any]:
    """Launch Chromium, or skip the test."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the extra 'test' brings playwright"
    )
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Tab:
    """A page whose messages, errors and dialogs are problems, and whose requests are kept."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(100_000)
        self.context.on("console", lambda message: self.problems.append(message.text))
        self.context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self.context.on("dialog", lambda dialog: self.problems.append(dialog.message))
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.goto(address)

    def close(self) -> None:
        """Close the page, which had no problems."""
        self.context.close()
        assert not self.problems


def data_of(text: str) -> dict[str, Any]:
    """Return the data of a page of one file."""
    found: Any = re.search(r'<script id="data" type="([^"]*)">([^<]*)</script>', text)
    content = (
        found[2] if found[1] == "application/json" else zlib.decompress(base64.b64decode(found[2]))
    )
    data: dict[str, Any] = json.loads(content)
    return data


def require_own_script(text: str, package: str, *names: str) -> None:
    """Require that a page of one file has some files of a package, and allows no other script and style."""
    policy: Any = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy[1].startswith("default-src 'none'; ") and "unsafe" not in policy[1]
    for own in (files(package).joinpath(name).read_text("utf-8") for name in names):
        assert f"'{hash_of(own)}'" in policy[1] and own in text
