"""Ctrl-C for tests that run in the background, slow machines, profiles of Hypothesis, slow files, garbage collection.

A property is tried on 40 examples, which differ from run to run; tests of slow ones ask for fewer.
``--hypothesis-profile=long`` draws 10,000, ``quick`` draws 10; ``mutants`` is the profile of ``mutmut``.
"""

import gc
import re
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile("any machine", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("any machine"), max_examples=10)
settings.register_profile("long", settings.get_profile("any machine"), max_examples=10_000)
settings.register_profile(
    "mutants", settings.get_profile("any machine"), phases=[Phase.explicit, Phase.generate], derandomize=True
)
settings.load_profile("any machine")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # of shells' background jobs; the commands that tests run inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


SLOW_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of slow tests where these are, without importing what they import."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return bool(SLOW_FILE.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave modules and tests out of garbage collection, which takes a tenth of the time otherwise."""
    gc.collect()
    gc.freeze()
