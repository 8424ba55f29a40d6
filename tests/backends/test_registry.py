"""Backends found by name, described without loading solvers, and declared by other packages; portable options."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.backends import (
    Backend,
    BackendInfo,
    ChoosesSolver,
    Traits,
    describe,
    entries,
    get,
    names,
)
from seqform.backends.conformance import cases
from seqform.backends.protocol import SolveOptions, traits_of, translate
from seqform.errors import (
    BackendError,
    BackendNotInstalledError,
    CertificationError,
    ModelError,
    OptionError,
    UnknownBackendError,
)
from seqform.models import LinearProgram

OWN = list(entries.ENTRIES)
KEPT = {
    "highs",
    "cvxpy",
    "pyomo",
    "scipy",
    "pdlp",
    "glop",
    "cupdlpx",
    "lemke",
    "cfr",
    "pdhg",
    "barrier",
    "exact",
    "bestnash",
    "stable-basis",
    "symbolic",
    "bound",
    "numeric",
}
"""Names that are public, so that none may vanish."""

EXACT = {"exact", "lemke", "bestnash", "stable-basis", "symbolic", "bound"}
MODELS = {case.kind for case in cases()}
PLUGIN = """
from seqform.backends import Traits
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination

class Plugin:
    name = "plugin"
    supports = frozenset({LinearProgram})
    exact = True
    traits = Traits(solver_option="how", first_order=("that way",))

    def solvers(self):
        return ("this way", "that way")

    def solve(self, model, options=None):
        return RawSolution(Termination.ERROR, "never does")

class Useless:
    name = "useless"
"""


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed distribution that declares backends, good and bad."""
    (tmp_path / "seqform_plugin.py").write_text(PLUGIN, encoding="utf-8")
    info = tmp_path / "seqform_plugin-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: seqform-plugin\nVersion: 2.5\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[seqform.backends]\n"
        "plugin = seqform_plugin:Plugin\n"
        "highs = seqform_plugin:Plugin\n"
        "useless = seqform_plugin:Useless\n"
        "absent = seqform_plugin_that_is_not_there:Plugin\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize("name", OWN)
def test_each_backend_is_found_by_its_name(name: str) -> None:
    described = next(info for info in describe() if info.name == name)
    if not described.installed:
        pytest.skip(f"{name} is not installed: {described.install}")
    backend = get(name)
    assert isinstance(backend, Backend)
    assert backend.name == name
    assert backend.supports
    assert backend.supports <= MODELS
    assert backend.exact == (name in EXACT)


def test_no_backend_vanishes_and_that_of_linear_programs_is_listed_first() -> None:
    assert set(OWN) >= KEPT and OWN[0] == "highs"


def test_an_unknown_name_lists_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(UnknownBackendError, match=f"did you mean highs.*known: {', '.join(OWN)}"):
        get("high")
    with pytest.raises(LookupError):
        get("")


def test_the_error_for_a_missing_solver_has_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entries, "find_spec", lambda module: None)
    with pytest.raises(BackendNotInstalledError, match=r'pip install "seqform\[pdlp\]"'):
        get("pdlp")
    with pytest.raises(ImportError, match="highspy"):
        get("highs")
    missing = {info.name: info for info in describe(details=True)}
    assert not any(missing[name].installed for name in OWN)
    assert missing["highs"].version is None
    assert missing["highs"].solvers == ()
    assert missing["pdlp"].install == 'pip install "seqform[pdlp]"'
    assert missing["cupdlpx"].install == 'pip install "seqform[gpu]", with an NVIDIA GPU'


def test_describe_returns_versions_and_models() -> None:
    found = {info.name: info for info in describe()}
    assert list(found)[: len(OWN)] == OWN
    for info in found.values():
        assert isinstance(info, BackendInfo)
        assert info.solvers == ()
    assert found["highs"].version == metadata.version("highspy")
    assert found["scipy"].as_dict()["supports"] == ("LinearProgram",)
    assert found["cvxpy"].solver_option == "solver"
    assert found["cfr"].supports == found["pdhg"].supports == ("ClassGame", "SaddlePointProblem")


def test_describe_with_details_lists_the_solvers_to_choose_among() -> None:
    found = {info.name: info for info in describe(details=True)}
    assert [method for method in found["highs"].solvers if method != "hipo"] == [
        "simplex",
        "ipx",
        "pdlp",
        "hipdlp",
    ]
    assert "CLARABEL" in found["cvxpy"].solvers
    assert "highs" in found["pyomo"].solvers
    assert found["pdlp"].solvers == ()


def test_the_options_of_the_methods_of_seqform_are_described_and_their_defaults_are_read() -> None:
    described = {info.name: info for info in describe() if info.options}
    assert set(described) == {"lemke", "cfr", "pdhg", "barrier", "bestnash"}
    for info in described.values():
        assert info.traits.options is not None
        options = SolveOptions(raw={one.name: one.default for one in info.options})
        assert info.traits.options.of(options) == info.traits.options()
        assert all(one.help.endswith(".") and one.values for one in info.options)


@pytest.mark.slow
def test_describing_loads_no_solver() -> None:
    code = (
        "from seqform.backends import describe, get; describe();"
        "[get(name) for name in ('highs', 'scipy', 'cfr', 'pdhg', 'bestnash', 'stable-basis', 'symbolic')];"
        "import sys; print({'highspy', 'cvxpy', 'pyomo', 'ortools', 'scipy', 'flint'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.usefixtures("other_package")
def test_backends_of_other_packages_are_found_unless_seqform_has_their_name() -> None:
    assert names()[: len(OWN)] == OWN
    assert "plugin" in names()
    backend = get("plugin")
    assert backend.name == "plugin"
    assert isinstance(backend, ChoosesSolver)
    brief = next(info for info in describe() if info.name == "plugin")
    assert (brief.version, brief.supports) == ("2.5", ())
    full = next(info for info in describe(details=True) if info.name == "plugin")
    assert full.supports == ("LinearProgram",)
    assert full.exact
    assert full.solvers == ("this way", "that way")
    assert full.as_dict()["first_order"] == ("that way",)
    assert brief.traits == Traits()
    assert full.install == "pip install seqform-plugin"
    assert type(get("highs")).__module__ == "seqform.backends.solvers.highs"


@pytest.mark.usefixtures("other_package")
def test_a_name_that_two_packages_declare_is_refused_with_both(tmp_path: Path) -> None:
    info = tmp_path / "another-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: another\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[seqform.backends]\nplugin = another:Backend\n", encoding="utf-8"
    )
    with pytest.raises(
        BackendError, match=r"plugin: .* as another:Backend, seqform_plugin:Plugin; keep one"
    ):
        get("plugin")
    assert [info.installed for info in describe(details=True) if info.name == "plugin"] == [False]


@pytest.mark.usefixtures("other_package")
def test_a_bad_backend_of_another_package_is_a_backend_error() -> None:
    with pytest.raises(
        BackendError, match=r"useless .* is not a backend: name, supports, exact and solve expected"
    ):
        get("useless")
    with pytest.raises(BackendNotInstalledError, match=r"absent .* cannot be imported"):
        get("absent")
    found = {info.name: info for info in describe(details=True)}
    assert not found["absent"].installed
    assert found["absent"].supports == ()


NAMES = {"time_limit": ("seconds",), "tolerance": ("primal", "dual")}


def test_portable_options_go_under_the_solvers_names() -> None:
    options = SolveOptions(time_limit=3, tolerance=1e-5)
    assert translate("Solver", options, NAMES) == {"seconds": 3, "primal": 1e-5, "dual": 1e-5}
    assert translate("Solver", SolveOptions(), NAMES) == {}


def test_a_field_that_is_given_twice_and_differs_is_refused() -> None:
    with pytest.raises(OptionError, match="time_limit: given twice, 5 and 6 in options"):
        sf.solve("kuhn", time_limit=5, options={"time_limit": 6})
    assert (
        sf.solve("kuhn", time_limit=60, options={"time_limit": 60}).resolved.options["time_limit"]
        == 60
    )
    above = sf.SolveOptions(time_limit=60)
    assert sf.solve("kuhn", time_limit=70, options=above).resolved.options["time_limit"] == 70


@pytest.mark.parametrize(
    "options",
    [
        {"time_limit": 0},
        {"time_limit": float("nan")},
        {"tolerance": "tight"},
        {"threads": 0},
        {"verbose": 1},
        {"raw": ["solver"]},
    ],
)
def test_ill_typed_portable_options_are_option_errors(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(OptionError, match=f"option {name}: "):
        SolveOptions(**options)


@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("name", None, "name: a text expected, not None"),
        ("supports", [LinearProgram], "supports: a set of classes expected"),
        ("solver_option", "how", "solver_option is a field of the attribute traits"),
    ],
)
def test_attributes_of_backends_have_their_types(
    attribute: str, value: object, message: str
) -> None:
    parts = {
        "name": "own",
        "supports": frozenset({LinearProgram}),
        "exact": False,
        "solve": print,
        attribute: value,
    }
    with pytest.raises(BackendError, match=message):
        get(type("Own", (), parts)())


LP_BACKENDS = ("highs", "scipy", "cvxpy", "pyomo", "glop", "exact")


@pytest.mark.parametrize("name", LP_BACKENDS)
def test_backends_take_options_as_a_mapping_and_refuse_others_in_one_line(name: str) -> None:
    if not entries.ENTRIES[name].installed:
        pytest.skip(f"{name} is not installed")
    backend: Any = get(name)
    program = sf.linear_program("matching-pennies").target
    given: Any = {"time_limit": 30}
    assert backend.solve(program, given).solved
    for wrong in ({"time": 30}, 30):
        with pytest.raises(OptionError, match="options: SolveOptions, or a mapping of its fields"):
            backend.solve(program, wrong)


@pytest.mark.parametrize("name", LP_BACKENDS)
def test_a_basis_is_taken_where_the_traits_have_it_and_refused_elsewhere(name: str) -> None:
    if not entries.ENTRIES[name].installed:
        pytest.skip(f"{name} is not installed")
    backend: Any = get(name)
    program = sf.linear_program("matching-pennies").target
    basis = get("highs").solve(program).basis
    if traits_of(backend).takes_basis:
        assert backend.solve(program, None, basis).solved
        with pytest.raises(ModelError, match="a Basis expected, as answers have it, not str"):
            backend.solve(program, None, "basis")
        return
    for start in (basis, "basis"):
        with pytest.raises(OptionError, match=f"backend {name}: starts from no basis"):
            backend.solve(program, None, start)


def test_a_python_file_without_the_name_of_its_backend_is_answered_with_the_form() -> None:
    with pytest.raises(UnknownBackendError, match=r"\./mylcp\.py:NAME, for a class or an object"):
        get("./mylcp.py")


@pytest.mark.parametrize("name", ["highs", "scipy"])
def test_a_tolerance_below_the_least_is_refused_by_its_own_name(name: str) -> None:
    with pytest.raises(OptionError, match=r"option tolerance: .* takes numbers from 1e-10 on"):
        sf.solve("matching-pennies", backend=name, tolerance=1e-15)


def test_the_exact_backend_meets_every_tolerance() -> None:
    answer = sf.solve("matching-pennies", backend="exact", tolerance=1e-15)
    assert answer.certificate.proven


def test_a_certificate_that_fails_names_the_tolerance_that_allows_it() -> None:
    with pytest.raises(
        CertificationError, match="target_gap, allow the gap by certificate_tolerance"
    ):
        sf.solve("kuhn", backend="cfr", tolerance=1e-2, exact=False)
