"""What an open window loads beside itself, in a thread: everything that its parts are made of.

Only modules are loaded there, no part is made: Qt's objects belong to the thread that makes them. While one thread
imports, the other gets its turn every few milliseconds.
"""

from __future__ import annotations

import importlib

MODULES = (
    "numpy",
    "model_core.record.model_info",
    "model_core.engine.messages",
    "viz_app.document.session",
    "viz_app.system.crash_report",
    "viz_app.document.store",
    "viz_app.document.autosave",
    "viz_app.system.engine_client",
    "viz_app.window.assembly",
    "viz_app.views.attention.view",
)
"""They import the rest. The last one is the view that most starts show."""


def load() -> None:
    for name in MODULES:
        importlib.import_module(name)
