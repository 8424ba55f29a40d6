"""The command that compiles ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

from seqform.commands.common import out, tell
from seqform.errors import OptionError


def compile_engines(
    engines: Annotated[
        list[str] | None, typer.Argument(metavar="[ENGINE]...", help="lemke, perturbed, first_order, bestnash.")
    ] = None,
) -> None:
    """Compile the inner loops now, rather than when a large game first needs them; all engines if none is named."""
    from seqform.backends.factors.compiled import ENGINES, compile_ahead

    chosen = engines or list(ENGINES)
    unknown = [name for name in chosen if name not in ENGINES]
    if unknown:
        raise OptionError(f"no engine {unknown[0]!r}; known: {', '.join(ENGINES)}")
    compile_ahead(chosen, tell)
    out.print(f"compiled: {', '.join(chosen)}")
