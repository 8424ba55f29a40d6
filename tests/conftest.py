"""The tests that `scripts/test --quick` leaves out, Ctrl-C for tests that run in the background, slow machines."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # of shells' background jobs; the commands that tests run inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW_FILES = frozenset(
    {
        "test_best_equilibrium",
        "test_chance_sets",
        "test_charts",
        "test_compiled",
        "test_complete",
        "test_conformance",
        "test_deal_certificate",
        "test_dealt_luck",
        "test_differential",
        "test_docstrings",
        "test_dominated_classes",
        "test_equilibrium_search",
        "test_equitable_filters",
        "test_every_equilibrium",
        "test_factor",
        "test_faults",
        "test_foreign_files",
        "test_fuzz",
        "test_gallery_script",
        "test_gameshrink",
        "test_hostile_text",
        "test_interior",
        "test_iterative_backends",
        "test_iterative_run",
        "test_large_lp_script",
        "test_lemke_engines",
        "test_lexicographic_simplex",
        "test_luck_and_review",
        "test_match",
        "test_missing_packages",
        "test_oh_hell_graph",
        "test_oh_hell_script",
        "test_ordered_scripts",
        "test_ordered_table",
        "test_own_abstractions",
        "test_own_process",
        "test_packaging",
        "test_page",
        "test_pages_in_a_browser",
        "test_paper_scripts",
        "test_play_openspiel",
        "test_play_value_script",
        "test_profiles",
        "test_public_tree",
        "test_ranges",
        "test_readme",
        "test_ready_sweeps",
        "test_report_plots",
        "test_route_outcomes",
        "test_screen",
        "test_scripts",
        "test_session",
        "test_signals",
        "test_site",
        "test_solution_agent",
        "test_solution_file",
        "test_stable_basis",
        "test_supported",
        "test_sweep",
        "test_sweep_report",
        "test_sweep_run_case",
        "test_sweep_speed_script",
        "test_times_plots",
        "test_trace",
        "test_training",
    }
)
"""Those that solve large games, start many processes, or compile."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in SLOW_FILES:
            item.add_marker(pytest.mark.slow)
