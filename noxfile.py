"""Fast tests on every supported Python that is installed, or with the lowest versions; kernels; wheels; documentation.

``nox``, ``nox -s tests-3.13``, ``nox -s lowest``, ``nox -s checked``, ``nox -s plain``, ``nox -s wheels``.
"""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["tests"]


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run the fast tests; arguments after ``--`` go to pytest."""
    session.install("-e", ".[test,plots,sweeps]")
    session.run(
        "pytest", "-m", "not slow", "--numprocesses=2", "--dist=worksteal", *session.posargs
    )


@nox.session(python="3.11", venv_backend="uv")
def lowest(session: nox.Session) -> None:
    """Run the fast tests with the lowest versions that are declared, as wheels; arguments after ``--`` go to pytest."""
    wheels = ("--only-binary=:all:", "--no-binary=seqform")
    session.install("--resolution=lowest-direct", *wheels, "-e", ".[all,test,lint,docs,peers]")
    # The newest indirect dependencies warn of names that the lowest direct ones use.
    quiet = "ignore::DeprecationWarning"
    session.run(
        "pytest",
        "-m",
        "not slow",
        "-W",
        quiet,
        "--numprocesses=2",
        "--dist=worksteal",
        *session.posargs,
    )


KERNELS = ("tests/backends", "-k", "not backend_passes_the_case")
"""Arguments of pytest for the tests of the kernels, without those of solvers."""


@nox.session(python="3.11")
def checked(session: nox.Session) -> None:
    """Run the tests of the kernels with the bounds of arrays checked; arguments after ``--`` go to pytest instead."""
    session.install(
        "-e",
        ".[test,plots,sweeps]",
        env={"SEQFORM_CHECKED": "1", "SEQFORM_MACHINE_CODE": "required"},
    )
    session.run("pytest", *(session.posargs or KERNELS), "--numprocesses=2", "--dist=worksteal")


@nox.session(python="3.11")
def plain(session: nox.Session) -> None:
    """Run the fast tests without machine code; arguments after ``--`` go to pytest."""
    variables = {"SEQFORM_PLAIN": "1"}
    session.install("-e", ".[test,plots,sweeps]", env=variables)
    session.run(
        *("pytest", "-m", "not slow", "--numprocesses=2", "--dist=worksteal", *session.posargs),
        env=variables,
    )


@nox.session(python="3.12")
def wheels(session: nox.Session) -> None:
    """Build the source distribution, and the wheels for this system, in ``dist``; on Linux this needs Docker."""
    session.install("build>=1.2", "cibuildwheel>=3", "twine>=6")
    session.run("python", "-m", "build", "--sdist", "--outdir", "dist")
    session.run("cibuildwheel", "--output-dir", "dist")
    session.run("twine", "check", "--strict", "dist/*")


@nox.session(python=False)
def docs(session: nox.Session) -> None:
    """Build the documentation."""
    session.run("scripts/docs", external=True)
