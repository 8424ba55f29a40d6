"""Every example in a docstring runs and gives what it shows."""

import doctest
import importlib
import pkgutil

import pytest

import seqform

pytestmark = pytest.mark.slow

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(seqform.__path__, "seqform.") if "__main__" not in module.name
)


@pytest.mark.parametrize("name", ["seqform", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    if name == "seqform.playable.openspiel":
        pytest.importorskip("pyspiel", reason="the module derives classes from OpenSpiel's, which is not installed")
    failures, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
