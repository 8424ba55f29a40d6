"""Fast tests on every supported Python that is installed, and the documentation: ``nox``, ``nox -s tests-3.13``."""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["tests"]


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run the fast tests; arguments after ``--`` go to pytest."""
    session.install("-e", ".[test,plots,sweeps]")
    session.run("pytest", "-m", "not slow", "--numprocesses=2", "--dist=worksteal", *session.posargs)


@nox.session(python=False)
def docs(session: nox.Session) -> None:
    """Build the documentation."""
    session.run("scripts/docs", external=True)
