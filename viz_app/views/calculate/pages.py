"""The pages of the calculation: the blocks of a cell laid out, those of its head before the rest of a run is there.

Lengths are logical pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from model_core.explain.rules import adds_position_bias
from model_core.explain.source_lines import code_line
from model_core.record.trace import Trace
from viz_app.system.language import tr
from viz_app.views.calculate.attention_blocks import AttentionBlocks
from viz_app.views.calculate.blocks import STEPS, Block, PageRow, recorded_blocks
from viz_app.views.calculate.cell_position import Choice, Place
from viz_app.views.calculate.optional_blocks import optional_blocks
from viz_app.views.calculate.output_blocks import OutputBlocks
from viz_app.views.calculate.page_layout import Below, Measures, PageLayout, fitted
from viz_app.views.calculate.weight_blocks import SMALL, LastWeights, with_weight_blocks
from viz_app.widgets import theme as themes

OWN, STEP = 3, 6
"""How many blocks are the head's own, and their last step: they are made of what comes with each key (Trace.unsent)."""


class Pages:
    """Makes the pages of one view. `options` are those of the view, inside what there is.

    What a whole page had below the blocks of the head is remembered: while the rest of the next run is to come, its
    page is as long and as wide.
    """

    def __init__(self) -> None:
        self.weights = LastWeights()
        self._below: tuple[object, Below] = (None, Below())
        self._made: tuple[Trace, object, PageLayout] | None = None

    def read(self, trace: Trace) -> None:
        """Reads what the first page of a model takes: weights, words, and the lines of the model's source."""
        self.weights.read(trace.model)
        for part in ("self_attn", "ff_sublayer", "embed"):
            code_line(f"encoder.layers.0.{part}.normed", trace.spec)

    def blocks(self, trace: Trace, place: Place, options: Any, width: float) -> list[Block]:
        """All blocks of a cell for a page `width` px wide; of those after the head, before the rest of the run is
        there, that they are to come."""
        measures = Measures.for_page(width, options.digits)
        keys = measures.words if options.depth == "picture" else measures.keys
        pages = (options.page_head, options.page_model, options.page_wide)
        choice = Choice(measures.units, keys, options.order, pages)
        found = AttentionBlocks(trace, place, choice).blocks()
        if trace.model.recorded:
            return recorded_blocks(found)
        if trace.unsent:
            return [*found, _awaited()]
        found += OutputBlocks(trace, place, choice).blocks()
        if options.depth == "code":
            return found
        aside = optional_blocks(trace, place, choice, options.scaled, options.dropout, options.letters, options.number)
        return [*with_weight_blocks(found, trace, place, choice, self.weights), *aside]

    def page(
        self, trace: Trace, place: Place, options: Any, width: float, room: float = math.inf, saves: bool = True
    ) -> PageLayout:
        """The blocks of a cell laid out `width` px wide, as many as fit into `room` px; the same page where that was
        asked last.

        saves  room is saved for what is still to come, empty
        """
        asked = place, options, width, room, saves, themes.text_scale()
        if self._made is None or self._made[0] is not trace or self._made[1] != asked:
            self._made = trace, asked, self._laid_out(trace, place, options, width, room, saves)
            self._made[2].card = next((one.card for one in self._made[2].blocks if one.card == options.card), "")
        return self._made[2]

    def _laid_out(self, trace: Trace, place: Place, options: Any, width: float, room: float, saves: bool) -> PageLayout:
        layout = partial(PageLayout, depth=options.depth, width=width, decimals=options.digits)
        blocks = self.blocks(trace, place, options, width)
        if not (saves and math.isinf(room) and _apart(trace, place)):
            return fitted(layout, blocks, options.step, options.card, room)
        kind = trace.model.hash, place.kind, place.layer, replace(options, step=1, card=""), width, themes.text_scale()
        if not trace.unsent:
            page = layout(blocks)
            self._below = kind, page.below(OWN)
        elif self._below[0] == kind:
            page = layout(blocks[:OWN], below=self._below[1])
        else:
            return layout(blocks)
        page.ready = page.cards[OWN - 1].rect.bottom()
        return page


def _apart(trace: Trace, place: Place) -> bool:
    """Whether the head's own blocks are the first ones, and each key brings all that they show."""
    own = not adds_position_bias(trace.spec, place.kind) and trace.has(place.kind, "head_outputs", place.layer)
    return own and trace.spec.d_model > SMALL and not trace.model.recorded


def _awaited() -> Block:
    """In place of what follows after one head: it is to come."""
    rows = tuple(
        PageRow(at, name.lower(), missing=tr("Waiting for the other numbers of this run…"))
        for at, (name, _) in list(enumerate(STEPS, 1))[STEP:]
    )
    return Block(tr("After this head"), tr("what the layer does with all heads"), (), rows)
