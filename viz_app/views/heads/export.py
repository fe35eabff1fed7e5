"""The effects as a table that is saved or copied. No Qt."""

from __future__ import annotations

from dataclasses import replace

from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.content import EffectContent

HEADINGS = ("part", "attention", "layer", "index", "reads", "step", "written", tr("log p"), "change", "instead", "by")


def effect_table(context: Context, shown: EffectContent) -> Listing:
    """A line for each part and written token; layers, heads, places and steps count from 0."""
    rows = tuple(
        (
            row.name, row.part.kind, row.part.layer, row.part.index, row.note, step, word, float(shown.base[step]),
            float(values[step]), replacement, words.METHOD_NAMES[shown.asked.method],
        )
        for row in shown.rows
        for replacement, values in ((shown.asked.replacement, row.values), (shown.other, row.other))
        if values is not None
        for step, word in enumerate(shown.columns)
    )  # fmt: skip
    what = tr(
        "change of log-probability by each of the {replace}, switched off alone", replace=shown.group.replace("_", "-")
    )
    if shown.asked.method != "removed":
        what = words.legend(shown)
    return Listing("effects", replace(context, what=what, hook=""), HEADINGS, rows)
