"""A training as a table that is saved or copied: its log, then the measures of each head at each snapshot. No Qt."""

from __future__ import annotations

import math
from dataclasses import replace

from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.train.content import TrainContent

HEADINGS = ("update", "number", "value", "attention", "layer", "head", "name")
NUMBERS = ("loss", "valid_loss", "token_accuracy", "exact", "bleu", "rate", "tokens_per_second", "elapsed")


def training_table(context: Context, content: TrainContent) -> Listing:
    """A line for each number of the log, and for each measure of each head; layers and heads count from 0."""
    rows: list[tuple[object, ...]] = []
    for event in content.now.events:
        for name in NUMBERS:
            value = getattr(event, name)
            if math.isfinite(value) and (value or name in ("exact", "bleu", "token_accuracy")):
                rows.append((event.step, name, float(value), "", "", "", ""))
    for step, heads in sorted(content.heads.items()):
        for one in heads.values():
            for name, value in one.values.items():
                rows.append((step, name, float(value), one.kind, one.layer, one.head, one.name))
    about = content.now.about
    what = tr("training “{name}”", name=about.title if about is not None else content.now.folder)
    return Listing("training", replace(context, what=what, hook=""), HEADINGS, tuple(rows))
