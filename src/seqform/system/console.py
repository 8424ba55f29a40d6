"""The console, its texts and its tables: plain text everywhere, no markup, no control characters.

All modules that show something on a terminal take `Console`, `Text` and `ConsoleTable` from here. Strings are never
read as rich's markup, and characters that would act on the terminal are escaped
(`seqform.system.foreign_text.visible`).
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

import rich.console
import rich.table
import rich.text
from rich.cells import cell_len as cell_len
from rich.console import ConsoleOptions as ConsoleOptions
from rich.console import Group as Group
from rich.console import RenderableType as RenderableType
from rich.console import RenderResult as RenderResult

from seqform.system.foreign_text import visible

AnyConsole = rich.console.Console
"""The console type that renderables receive; rich may render them on a console of its own."""


class Text(rich.text.Text):
    """Text on one line, of one style or of parts with styles of their own."""

    def __init__(self, text: object = "", style: Any = "", **settings: Any) -> None:
        super().__init__(visible(text), style, **settings)

    def append(self, text: rich.text.Text | str, style: Any = None) -> Text:
        """Append text; a string is escaped."""
        if isinstance(text, str):
            text = visible(text)
        super().append(text, style)
        return self


def lines(texts: Iterable[str], style: str = "") -> Group:
    """Return lines below each other; a line break within one of them is escaped."""
    return Group(*[Text(text, style) for text in texts])


class ConsoleTable(rich.table.Table):
    """A table with a bold title on the left; strings in its title, headings and cells are plain text.

    `left` and `right` are the headings of the first columns, by their alignment. Those on the right are of numbers,
    which are neither broken nor cut. A title that is wider than the table has a line of its own.
    """

    def __init__(
        self,
        title: str | None = None,
        *,
        left: Iterable[str] = (),
        right: Iterable[str] = (),
        **settings: Any,
    ) -> None:
        look = {"title_justify": "left", "title_style": "bold", "header_style": "bold"}
        super().__init__(title=None if title is None else Text(title), **look | settings)
        for heading in left:
            self.add_column(heading, justify="left")
        for heading in right:
            self.add_column(heading, justify="right", no_wrap=True)

    def __rich_console__(self, console: AnyConsole, options: ConsoleOptions) -> RenderResult:
        table = self
        if isinstance(self.title, Text):
            width = self.__rich_measure__(console, options).maximum
            if self.title.cell_len > width:
                yield Text(self.title.plain, style=self.title_style or "")
                table = copy(self)
                table.title = None
        yield from rich.table.Table.__rich_console__(table, console, options)

    def add_column(self, header: RenderableType = "", *args: Any, **settings: Any) -> None:
        """Add a column."""
        super().add_column(_plain(header), *args, **settings)

    def add_row(self, *cells: RenderableType | None, **settings: Any) -> None:
        """Add a row."""
        super().add_row(*map(_plain, cells), **settings)


class Console(rich.console.Console):
    """A console that prints strings as they are, apart from escapes.

    It writes text to its file in notebooks, too, where Rich would show a table instead and write nothing.
    """

    def __init__(self, **settings: Any) -> None:
        plain = {"highlight": False, "markup": False, "emoji": False, "force_jupyter": False}
        super().__init__(**plain | settings)

    def render_str(self, text: str, **settings: Any) -> rich.text.Text:
        """Return the text that a string stands for."""
        known = {name: settings[name] for name in ("justify", "overflow") if name in settings}
        return Text(text, settings.get("style", ""), **known)


def _plain(content: Any) -> Any:
    return Text(content) if isinstance(content, str) else content
