"""All heads of a text as a table: what each reads and does to the text, and how well it agrees with an alignment.

Layers and heads count from 0.
"""

from __future__ import annotations

import math
from dataclasses import replace

from viz_app.data.maps.head_filter import aligned_measures, heads_listed
from viz_app.data.maps.head_names import all_heads, head_names
from viz_app.data.maps.head_order import EFFECTS, KINDS_OF, ordered
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.document.state import EFFECT, TEXT
from viz_app.system.language import tr
from viz_app.views.attention import head_effects
from viz_app.views.attention.options import MapOptions

_EFFECTS = {EFFECT: "effect on the token", TEXT: "effect on the text"}


def heads_table(shot: Snapshot, title: str) -> Listing:
    """A line for each head that is listed, in the order of the view: its name, its effects on the token of the step and
    on the whole text, all its measures; "nan" where one makes no sense for its attention. What no head has is left out.
    """
    trace, sentence, order = shot.trace, sentence_of(shot.trace, shot.look), options_of(shot, MapOptions).order
    measured = aligned_measures(trace, sentence, shot.state.alignments)
    values = {place: dict(own) for place, own in measured.items()}
    effects = head_effects.complete_effects(shot)
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
        (*place, names.get(place, ""), *(values.get(place, {}).get(name, math.nan) for name in shown))
        for place in places
    )
    headings = "attention", "layer", "head", "reads", *(_EFFECTS.get(name, name) for name in shown)
    context = context_of(shot.state, trace, title)
    return Listing("heads", replace(context, what=tr("measures of all heads"), hook=""), headings, rows)
