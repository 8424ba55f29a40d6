"""Answers for people and for programs: terminal tables, notebooks, JSON."""

from importlib import import_module
from types import ModuleType

__all__ = ["path_json", "path_plot", "path_tables", "perfection_report", "profile_json", "tables"]


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"seqform.report.{name}")
    raise AttributeError(f"module 'seqform.report' has no attribute {name!r}")
