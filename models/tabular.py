"""The base of results that are shown and written as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqform.models.table import Report
from seqform.system.files import write_whole


class Tabular:
    """Results with tables: `print` shows them as the command line does, notebooks as HTML, and methods export them.

    Data, `to_frame` and `to_csv`, have one number in a cell, and every row. Documents, `to_markdown` and `to_latex`,
    have the rows that the command line shows, and all rows with `everything`.

    Examples
    --------
    >>> import seqform as sf
    >>> equilibrium = sf.solve("guess-the-ace", exact=True)
    >>> print(equilibrium.to_csv(table="certificate"), end="")
    quantity,Player 1,Player 2
    value,0,0
    best response,0,0
    regret,0,0
    >>> equilibrium.to_frame()["action"].tolist()
    ['stop', 'ask', 'yes', 'no']
    """

    def report(self, *, everything: bool = False) -> Report:
        """Return the tables of this result; with `everything`, all rows."""
        raise NotImplementedError

    def to_frame(self, table: str = "") -> Any:
        """Return a table as a pandas data frame, exact numbers as fractions; needs the extra "sweeps".

        `table` is the name of one of the result's tables; by default it is the first.
        """
        return self.report().named(table).to_frame()

    def to_csv(self, path: str | Path | None = None, *, table: str = "") -> str:
        """Return a table in CSV, as in `to_frame`, exact numbers as fractions; with `path`, also write the file."""
        return _written(path, self.report().named(table).to_csv())

    def to_markdown(self, path: str | Path | None = None, *, everything: bool = False) -> str:
        """Return all tables in Markdown; with `path`, also write the file."""
        return _written(path, self.report(everything=everything).to_markdown())

    def to_latex(
        self, path: str | Path | None = None, *, everything: bool = False, caption: str = "", label: str = ""
    ) -> str:
        r"""Return all tables in LaTeX; with `path`, also write the file.

        The rules are those of booktabs where a document loads it; no package is needed. With a `caption`, or a `label`
        for ``\ref``, the tables are in one ``table``; without, they can stand in one of the document's own.
        """
        return _written(path, self.report(everything=everything).to_latex(caption, label))

    def __str__(self) -> str:
        return self.report().to_text()

    def _repr_html_(self) -> str:
        return self.report().to_html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _written(path: str | Path | None, text: str) -> str:
    if path is not None:
        write_whole(path, text)
    return text
