"""A training as a table that is saved or copied: its log, then the measures of each head at each snapshot. No Qt."""

from __future__ import annotations

import math
from dataclasses import replace

from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.train.content import Head, TrainContent

HEADINGS = ("update", "number", "value", "attention", "layer", "head", "name")
NUMBERS = ("loss", "valid_loss", "token_accuracy", "exact", "bleu", "rate", "tokens_per_second", "elapsed")


def training_table(plain: Context, content: TrainContent, head: Head) -> Listing:
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
    return Listing("training", _signed(plain, content, head), HEADINGS, tuple(rows))


def signed(plain: Context, content: TrainContent, head: Head) -> Context:
    """The Context of a picture of a training that shows this `head`."""
    context = _signed(plain, content, head)
    place = tr("layer {layer} · head {head}", layer=context.layer + 1, head=context.head + 1)
    return replace(context, made=f"{place} · {context.what}", heads=((context.layer, context.head),))


def _signed(plain: Context, content: TrainContent, head: Head) -> Context:
    """With its own title and sentence, whatever model, text and edits the window is at."""
    about, (kind, layer, at) = content.now.about, head
    name = about.title if about is not None else content.now.folder
    context = replace(plain, what=tr("training “{name}”", name=name), hook="", kind=kind, layer=layer, head=at)
    context = replace(context, model=name, hash="", source=content.now.source, target="", differs=(), edited=False)
    return replace(context, sentence=0, sentences=1, step=None, steps=0, read="", written="")
