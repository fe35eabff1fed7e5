"""The effect of each head on the token of the present step, as bars under the thumbnails, and all heads as a table.

The painting is elsewhere; no Qt here. Layers, heads and steps count from 0 here and from 1 in words.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from model_core.record.effects import Component, Effects, EffectsSpec
from viz_app.data.maps.head_filter import aligned_measures, heads_listed
from viz_app.data.maps.head_names import all_heads, head_names
from viz_app.data.maps.head_order import EFFECTS, KINDS_OF, ordered
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.document.runs.effects_of_run import EffectsRequest, effects_asked
from viz_app.document.state import EFFECT, TEXT
from viz_app.maps.head_bars import HeadBars
from viz_app.system.language import tr
from viz_app.views.attention.options import MapOptions

_EFFECTS = {EFFECT: "effect on the token", TEXT: "effect on the text"}
LEAST = 0.1
"""The bars reach at least to this change, so that rounding is not made to look like something."""
SHARE = 98.0
"""Per cent of the heads whose bars end inside their room."""


def effects_spec(shot: Snapshot) -> EffectsSpec | None:
    """The effects of all heads on the current text; None if there is no model, or no text yet."""
    return effects_asked(shot.trace, min(shot.look.sentence, len(shot.trace.sentences) - 1))


def effects_requests(shot: Snapshot) -> tuple[EffectsRequest, ...]:
    """What is requested in a pause of typing."""
    spec = effects_spec(shot)
    return () if spec is None else (EffectsRequest(spec),)


def complete_effects(shot: Snapshot) -> Effects | None:
    """The effects, once all are computed."""
    spec = effects_spec(shot)
    effects = None if spec is None else shot.effects.get(spec)
    return effects if effects is not None and effects.complete else None


def bars(shot: Snapshot, kind: str) -> HeadBars | None:
    """The bars of one attention, all on one scale; empty until they are computed. None if there can be none."""
    if effects_spec(shot) is None:
        return None
    effects = complete_effects(shot)
    if effects is None:
        return HeadBars()
    values = effects.totals(None if _of_text(shot) else shot.step)
    limit = max(LEAST, float(np.percentile(np.abs(values), SHARE)))
    own = {
        (part.layer, part.index): float(value)
        for part, value in zip(effects.parts, values, strict=True)
        if part.kind == kind
    }
    return HeadBars(own, limit)


def _of_text(shot: Snapshot) -> bool:
    """Whether the bars are those of the whole text: if heads are sorted by it."""
    return options_of(shot, MapOptions).order == TEXT


def words(shot: Snapshot) -> str:
    """What the bars show; "" if there are none."""
    if complete_effects(shot) is None:
        return ""
    if _of_text(shot):
        return tr(
            "how much the whole text loses (blue) or gains when only that head is switched off (log-probability)."
        )
    token = shot.sentence.written[shot.step].text
    return tr(
        "how much step {step}, “{token}”, loses (blue) or gains when only that head is switched off (log-probability).",
        step=shot.step + 1,
        token=token,
    )


def heads_table(shot: Snapshot, title: str) -> Listing:
    """One line per listed head, in the order of the view: its place as on screen and, from 0, as in the arrays, its
    name, its effects on the token of the step and on the whole text, its measures; "nan" where one makes no sense for
    its attention. Columns without any value are left out."""
    trace, sentence, order = shot.trace, sentence_of(shot.trace, shot.look), options_of(shot, MapOptions).order
    measured = aligned_measures(trace, sentence, shot.state.alignments)
    values = {place: dict(own) for place, own in measured.items()}
    effects = complete_effects(shot)
    if effects is not None:
        for part, own, whole in zip(effects.parts, effects.totals(shot.step), effects.totals(None), strict=True):
            own_values = values.setdefault((part.kind, part.layer, part.index), {})
            own_values |= {EFFECT: float(own), TEXT: float(whole)}
    names, kept = head_names(trace, sentence), heads_listed(shot).heads
    places = [place for place in all_heads(trace) if place in kept]
    wanted = {place: own[order] for place, own in values.items() if order in EFFECTS and order in own}
    places = list(ordered(places, order, measured, wanted)) or places
    shown = [name for name in (*EFFECTS, *KINDS_OF) if any(name in values.get(place, {}) for place in places)]
    rows = tuple(
        (
            Component("heads", *place).name,
            *place,
            names.get(place, ""),
            *(values.get(place, {}).get(name, math.nan) for name in shown),
        )
        for place in places
    )
    headings = "part", "attention", "layer", "head", "reads", *(_EFFECTS.get(name, name) for name in shown)
    context = context_of(shot.state, trace, title)
    return Listing("heads", replace(context, what=tr("measures of all heads"), hook=""), headings, rows)
