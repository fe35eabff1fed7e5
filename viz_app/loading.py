"""What an open window loads beside itself, in a thread: everything that its parts are made of.

Only modules are loaded there, no part is made: Qt's objects belong to the thread that makes them. While one thread
imports, the other gets its turn every few milliseconds.
"""

from __future__ import annotations

import importlib

MODULES = (
    "numpy", "model_core.describe", "model_core.events", "viz_app.session", "viz_app.faults", "viz_app.store",
    "viz_app.autosave", "viz_app.jobs", "viz_app.furnishing", "viz_app.views.attention",
)  # fmt: skip
"""They import the rest. The last one is the view that most starts show."""


def load() -> None:
    """Imports all of them."""
    for name in MODULES:
        importlib.import_module(name)
