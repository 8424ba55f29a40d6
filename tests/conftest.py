"""Ctrl-C for tests that run in the background, slow machines, profiles of Hypothesis, slow files, garbage collection.

A property is tried on 40 examples, the same in every run on every machine; tests of slow ones ask for fewer.
``--hypothesis-profile=random`` draws others in each run and ``long`` draws 10,000 others; ``quick`` tries 10, and
``mutants`` is the profile of ``mutmut``. ``SEQFORM_TEST_ORDER=7`` puts the tests in an order drawn by that seed.
"""

import gc
import os
import random
import re
import signal
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "random", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("random"), max_examples=10_000)
settings.register_profile("any machine", settings.get_profile("random"), derandomize=True)
settings.register_profile("quick", settings.get_profile("any machine"), max_examples=10)
settings.register_profile(
    "mutants", settings.get_profile("any machine"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("any machine")

# Of shells' background jobs; the commands that tests run inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


SLOW_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow\b", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    """Let kernels that run as plain Python be silent on overflow and division by zero, as machine code is."""
    from seqform.backends.machine_code import kernels

    for name in kernels():
        config.addinivalue_line("filterwarnings", f"ignore::RuntimeWarning:{name}")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop where the machine code is not that of the sources."""
    from seqform.backends.machine_code import is_compiled, is_plain_wanted, kernels

    built = Path(__file__).parents[1] / "build" / f"kernels-{sys.implementation.cache_tag}.txt"
    if is_plain_wanted() or not built.exists() or not any(map(is_compiled, kernels())):
        return
    digests = dict(line.split() for line in built.read_text(encoding="utf-8").splitlines())
    changed = [name for name, source in kernels().items() if digests.get(name) != digest(source)]
    if changed:
        pytest.exit(
            f"{', '.join(changed)}: not compiled since the last change, which scripts/test does", 2
        )


def digest(source: Path) -> str:
    """Return the digest of a kernel and its C types, as setup.py notes it."""
    return sha256(source.read_bytes() + source.with_suffix(".pxd").read_bytes()).hexdigest()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of slow tests where these are, without importing what they import."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return bool(SLOW_FILE.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in another order where the environment asks for one."""
    seed = os.environ.get("SEQFORM_TEST_ORDER")
    if seed is not None:
        random.Random(seed).shuffle(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave modules and tests out of garbage collection, which takes a tenth of the time otherwise."""
    gc.collect()
    gc.freeze()
