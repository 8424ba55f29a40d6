"""The backends of seqform as data, and those that other packages declare as entry points; none is imported."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING

from seqform.system.packages import DEFAULT, install_command, version_of

if TYPE_CHECKING:
    from seqform.backends.protocol import Backend

GROUP = "seqform.backends"


@dataclass(frozen=True)
class BackendEntry:
    """A backend of seqform.

    `place` is ``"module:class"``, `module` the package that it calls, `note` an addition to the command that installs
    it. `is_needed` states whether the package is needed for small models too. `imports` are the modules that take
    long to import, up to seconds, and are used by every solution: they are imported before the clock of the solver.
    """

    place: str
    module: str
    note: str = ""
    is_needed: bool = True
    imports: tuple[str, ...] = ()

    @property
    def distribution(self) -> str:
        """The distribution of the package."""
        return DEFAULT.get(self.module, self.module)

    @property
    def installed(self) -> bool:
        """True if the package is installed; it is not imported."""
        return find_spec(self.module) is not None

    @property
    def version(self) -> str | None:
        """The version of the package, None if it is not installed."""
        return version_of(self.distribution) if self.installed else None

    @property
    def install(self) -> str:
        """The command that installs the package."""
        return install_command(self.module) + self.note

    def load(self) -> Backend:
        """Import the backend and return an object of its class."""
        name, _, attribute = self.place.partition(":")
        module = importlib.import_module(f"seqform.backends.{name}")
        backend: Backend = getattr(module, attribute)()
        return backend


ENTRIES = {
    "highs": BackendEntry("solvers.highs:HighsBackend", "highspy", imports=("highspy",)),
    "cvxpy": BackendEntry("solvers.cvxpy:CvxpyBackend", "cvxpy", imports=("cvxpy",)),
    "pyomo": BackendEntry(
        "solvers.pyomo:PyomoBackend",
        "pyomo",
        imports=("pyomo.environ", "pyomo.contrib.solver.common.factory"),
    ),
    "scipy": BackendEntry("solvers.scipy:ScipyBackend", "scipy", imports=("scipy.optimize",)),
    "pdlp": BackendEntry("solvers.own_process:PdlpBackend", "ortools"),
    "glop": BackendEntry("solvers.own_process:GlopBackend", "ortools"),
    "cupdlpx": BackendEntry(
        "solvers.own_process:CupdlpxBackend", "cupdlpx", ", with an NVIDIA GPU"
    ),
    "lemke": BackendEntry(
        "lemke.backend:LemkeBackend",
        "scipy",
        is_needed=False,
        imports=("scipy.sparse.csgraph",),
    ),
    "cfr": BackendEntry("iterative.cfr:CfrBackend", "numpy", imports=("scipy.sparse",)),
    "pdhg": BackendEntry("iterative.pdhg:PdhgBackend", "numpy", imports=("scipy.sparse",)),
    "barrier": BackendEntry(
        "interior.barrier:BarrierBackend", "scipy", imports=("scipy.sparse.linalg",)
    ),
    "exact": BackendEntry("exact.solution:ExactBackend", "flint"),
    "bestnash": BackendEntry("bestnash.backend:BestNashBackend", "numpy"),
    "stable-basis": BackendEntry(
        "perturbed.stable_basis:StableBasisBackend", "flint", imports=("highspy",)
    ),
    "symbolic": BackendEntry("perturbed.symbolic:SymbolicBackend", "numpy"),
    "bound": BackendEntry("perturbed.root_bound:BoundBackend", "flint", imports=("highspy",)),
    "numeric": BackendEntry("perturbed.root_bound:NumericBackend", "highspy", imports=("highspy",)),
}
"""By name."""


def foreign_entries() -> dict[str, metadata.EntryPoint]:
    """Return the entry points of other packages, by name."""
    entries = sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries if entry.name not in ENTRIES}
