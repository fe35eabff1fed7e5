"""The effects as a table to save or copy. No Qt."""

from __future__ import annotations

from dataclasses import replace

from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.content import EffectContent

HEADINGS = ("part", "attention", "layer", "index", "reads", "step", "written", "log p", "change", "instead", "by")
_METHODS = {"removed": "switching it off", "gradient": "gradient × input", "integrated": "integrated gradients"}
_EACH = {
    "heads": tr("change in log-probability when each head alone is switched off"),
    "feed_forwards": tr("change in log-probability when each feed-forward alone is switched off"),
    "source": tr("change in log-probability when each source word alone is switched off"),
}


def _beside(shown: EffectContent) -> str:
    """What heads give in the right half of a cell, and which is off beside each of them."""
    if shown.other is None:
        return ""
    return ", ".join((shown.other.replacement, *(f"{part.name} off" for part in shown.other.together)))


def effect_table(context: Context, shown: EffectContent) -> Listing:
    """One line for each part and written token; layers, heads, places and steps count from 0."""
    rows = tuple(
        (
            row.name if shown.group == "source" else row.part.name, row.part.kind, row.part.layer, row.part.index,
            row.note, step, word, float(base[step]), float(values[step]), instead, _METHODS[shown.asked.method],
        )
        for row in shown.rows
        for instead, base, values in (
            (shown.asked.replacement, shown.base, row.values), (_beside(shown), shown.other_base, row.other))
        if values is not None and base is not None
        for step, word in enumerate(shown.columns)
    )  # fmt: skip
    what = _EACH[shown.group] if shown.asked.method == "removed" else words.legend(shown)
    return Listing("effects", replace(context, what=what, hook=""), HEADINGS, rows)
