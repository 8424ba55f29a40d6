"""Fast tests on every supported Python that is installed, or with the lowest versions of dependencies; documentation.

``nox``, ``nox -s tests-3.13``, ``nox -s lowest``.
"""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["tests"]


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run the fast tests; arguments after ``--`` go to pytest."""
    session.install("-e", ".[test,plots,sweeps]")
    session.run("pytest", "-m", "not slow", "--numprocesses=2", "--dist=worksteal", *session.posargs)


@nox.session(python="3.11", venv_backend="uv")
def lowest(session: nox.Session) -> None:
    """Run the fast tests with the lowest versions that are declared, as wheels; arguments after ``--`` go to pytest."""
    wheels = ("--only-binary=:all:", "--no-binary=seqform")
    session.install("--resolution=lowest-direct", *wheels, "-e", ".[all,test,lint,docs,peers]")
    quiet = (
        "ignore::DeprecationWarning"  # of the newest indirect dependencies, about names that the lowest direct ones use
    )
    session.run("pytest", "-m", "not slow", "-W", quiet, "--numprocesses=2", "--dist=worksteal", *session.posargs)


@nox.session(python=False)
def docs(session: nox.Session) -> None:
    """Build the documentation."""
    session.run("scripts/docs", external=True)
