"""The tests that `scripts/test --quick` leaves out."""

from __future__ import annotations

import pytest

SLOW_FILES = frozenset(
    {
        "test_differential",
        "test_docstrings",
        "test_every_equilibrium",
        "test_faults",
        "test_hostile_text",
        "test_large_lp_script",
        "test_oh_hell_script",
        "test_ordered_scripts",
        "test_packaging",
        "test_paper_scripts",
        "test_play_value_script",
        "test_readme",
        "test_ready_sweeps",
        "test_scripts",
        "test_sweep",
        "test_sweep_run_case",
        "test_sweep_speed_script",
        "test_missing_packages",
        "test_iterative_run",
        "test_iterative_backends",
        "test_factor",
        "test_lemke_engines",
        "test_lexicographic_simplex",
        "test_stable_basis",
    }
)
"""Those that solve large games, start many processes, or compile."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in SLOW_FILES:
            item.add_marker(pytest.mark.slow)
