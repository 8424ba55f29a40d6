"""Chromium, and pages in it that report their errors and requests."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """Launch Chromium, or skip the test."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra 'test' brings playwright")
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
