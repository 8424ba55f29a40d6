"""Ctrl-C for tests that run in the background, slow machines."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # of shells' background jobs; the commands that tests run inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
