"""What the window needs of the program's modules, in the order in which each finds loaded what it imports itself.

Imported one by one between two turns of the event loop none of them holds the window for long.
"""

from __future__ import annotations

import importlib

BESIDE = (
    "numpy", "model_core.limits", "model_core.edits", "model_core.spec", "model_core.trace", "model_core.describe",
    "model_core.events", "model_core.fields", "model_core.wire", "viz_app.state", "viz_app.session", "viz_app.history",
    "viz_app.results", "viz_app.colours",
)  # fmt: skip
"""Without Qt: for a thread."""

HERE = (
    "viz_app.faults", "viz_app.store", "viz_app.autosave", "viz_app.jobs", "viz_app.view", "viz_app.views",
    "viz_app.actions", "viz_app.icons", "viz_app.paint", "viz_app.commands", "viz_app.caption", "viz_app.drawer",
    "viz_app.option_bar", "viz_app.split", "viz_app.tabs", "viz_app.waiting", "viz_app.desk", "viz_app.drop",
    "viz_app.reading", "viz_app.candidates", "viz_app.chips", "viz_app.facts", "viz_app.sections", "viz_app.inspector",
    "viz_app.model_menu", "viz_app.notice", "viz_app.rail", "viz_app.status", "viz_app.progress", "viz_app.chip_row",
    "viz_app.text_box", "viz_app.source_side", "viz_app.transport", "viz_app.target_side", "viz_app.text_panel",
    "viz_app.top_bar", "viz_app.furnishing",
)  # fmt: skip

ATTENTION = (
    "viz_app.dimming", "viz_app.ranges", "viz_app.mapchoice", "viz_app.grid", "viz_app.axes", "viz_app.maptext",
    "viz_app.cells", "viz_app.mapscene", "viz_app.heatmap", "viz_app.mapkey", "viz_app.figure", "viz_app.atlas",
    "viz_app.mosaic", "viz_app.headpick", "viz_app.views.attention",
)  # fmt: skip
"""The view that most starts show."""


def beside() -> None:
    """Loads what is without Qt."""
    for name in BESIDE:
        importlib.import_module(name)
