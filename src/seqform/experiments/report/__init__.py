"""Reports of sweeps: tables, data for other programs, pictures and one HTML page.

pandas (extra ``sweeps``) holds the cases, matplotlib (extra ``plots``) draws the pictures, and Jinja2 (extra
``sweeps``) fills in the page. All three are imported when they are used.
"""

PLOTS = {
    "sweep": "the value and the watched probabilities against a parameter",
    "scaling": "time against size, with fitted exponents",
    "profile": "performance profiles",
    "convergence": "gap against time",
    "threshold": "nash_conv against GameShrink's threshold",
}
"""Kinds of pictures, as --plot names them, and what each draws."""

DEFAULT_BY = ("game", "backend")
MOST_GROUPS = 40
"""Tables with more lines are not shown by default."""
