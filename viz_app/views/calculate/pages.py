"""The pages of the calculation: the blocks of a cell laid out; until the rest of a run has arrived, those of its head
only.

Lengths are logical pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from model_core.explain.rules import adds_position_bias
from model_core.explain.source_lines import Line, code_line
from model_core.record.trace import Trace
from viz_app.system.language import tr
from viz_app.system.newest_dict import NewestDict
from viz_app.views.calculate.attention_blocks import AttentionBlocks
from viz_app.views.calculate.blocks import STEPS, Block, Choice, PageRow, Place
from viz_app.views.calculate.optional_blocks import OptionalBlocks
from viz_app.views.calculate.output_blocks import OutputBlocks
from viz_app.views.calculate.page_layout import Below, Measures, PageLayout, fitted
from viz_app.views.calculate.weight_blocks import SMALL, LastWeights, WeightBlocks
from viz_app.widgets import theme as themes

OWN, STEP = 3, 6
"""How many blocks are the head's own, and their last step: they are made of what comes with each key (Trace.unsent)."""
BARE = ("picture", "numbers")
"""The depths whose row height does not depend on the numbers."""
_MOST = 32
"""Of so many sorts of pages is remembered what lies below."""
_WAITING = tr("Waiting for the other numbers of this run…")


class Pages:
    """Makes the pages of one view. `options` are those of the view, clamped. The size of what follows the blocks of the
    head is remembered: until the rest of the next run arrives, or while it is out of view, its page is as long and as
    wide."""

    def __init__(self) -> None:
        self.weights = LastWeights()
        self._below: NewestDict[object, tuple[object, Below]] = NewestDict(_MOST)  # and with what edits and arrays
        self._made: tuple[Trace, object, PageLayout] | None = None

    def read(self, trace: Trace) -> None:
        """Reads what the first page of a model needs: weights, words, and the lines of the model's source."""
        self.weights.read(trace.model)
        for part in ("self_attn", "ff_sublayer", "embed"):
            code_line(f"encoder.layers.0.{part}.normed", trace.spec)

    def blocks(self, trace: Trace, place: Place, options: Any, width: float) -> list[Block]:
        """All blocks of a cell for a page `width` px wide; those after the head are placeholders until the rest of the
        run arrives."""
        choice = _choice(options, width)
        found = AttentionBlocks(trace, place, choice).blocks()
        if trace.model.recorded:  # this program did not compute its numbers
            bare = [replace(block, rows=tuple(replace(row, code=Line()) for row in block.rows)) for block in found]
            return [*bare, _after_head(tr("not in this recording"))]
        if trace.unsent:
            return [*found, _after_head(_WAITING)]
        return self._with_rest(found, trace, place, options, choice)

    def _with_rest(self, own: list[Block], trace: Trace, place: Place, options: Any, choice: Choice) -> list[Block]:
        """The head's own blocks and all others."""
        found = [*own, *OutputBlocks(trace, place, choice).blocks()]
        if options.depth == "code":
            return found
        if (weights := self.weights.of(trace.model)) is not None:
            found = WeightBlocks(trace, place, choice, weights).around(found)
        asked = options.scaled, options.dropout, options.letters, options.number
        return [*found, *OptionalBlocks(trace, place, choice).blocks(*asked)] if any(asked) else found

    def page(
        self, trace: Trace, place: Place, options: Any, width: float, room: float = math.inf, saves: bool = True
    ) -> PageLayout:
        """The blocks of a cell laid out `width` px wide, as many as fit into `room` px; the same page where that was
        asked last.

        saves  room is saved for what is still to come, and for what can be left until it is seen, empty
        """
        asked = place, options, width, room, saves, themes.text_scale()
        if self._made is None or self._made[0] is not trace or self._made[1] != asked:
            self._made = trace, asked, self._laid_out(trace, place, options, width, room, saves)
            if options.card:
                self._made[2].card = next((one.card for one in self._made[2].blocks if one.card == options.card), "")
        return self._made[2]

    def _laid_out(self, trace: Trace, place: Place, options: Any, width: float, room: float, saves: bool) -> PageLayout:
        layout = partial(PageLayout, depth=options.depth, width=width, decimals=options.digits)
        if not (saves and math.isinf(room) and _apart(trace, place)):
            return fitted(layout, self.blocks(trace, place, options, width), options.step, options.card, room)
        layer = min(place.layer, 1) if options.depth in BARE else place.layer  # all but the first have the same rows
        sort = trace.model.hash, place.kind, layer, replace(options, step=1, card=""), width, themes.text_scale()
        choice, run = _choice(options, width), (trace.run.edits, len(trace.arrays))
        own = AttentionBlocks(trace, place, choice).blocks()
        known = self._below.get(sort)

        def whole() -> PageLayout:
            page = layout(self._with_rest(own, trace, place, options, choice))
            self._below[sort] = run, page.below(OWN)
            page.ready = page.cards[OWN - 1].rect.bottom()
            if self._made is not None and self._made[2] is part:
                self._made = *self._made[:2], page
            return page

        part: PageLayout | None = None
        if trace.unsent and known is None:
            return layout([*own, _after_head(_WAITING)])
        if known is None or not (trace.unsent or (known[0] == run and _can_wait(options))):
            return whole()
        part = layout(own, below=known[1])
        part.ready = part.cards[OWN - 1].rect.bottom()
        part.finish = None if trace.unsent else whole
        return part


def _choice(options: Any, width: float) -> Choice:
    measures = Measures.for_page(width, options.digits)
    keys = measures.words if options.depth == "picture" else measures.keys
    pages = (options.page_head, options.page_model, options.page_wide)
    return Choice(measures.units, keys, options.order, pages)


def _can_wait(options: Any) -> bool:
    """Whether the blocks after those of the head have the same height for every cell, and none of them is requested."""
    asked = options.step > STEP or options.card or options.number or options.scaled or options.dropout
    return options.depth in BARE and not asked and not options.letters


def _apart(trace: Trace, place: Place) -> bool:
    """Whether the head's own blocks come first, and each key brings everything that they show."""
    own = not adds_position_bias(trace.spec, place.kind) and trace.has(place.kind, "head_outputs", place.layer)
    return own and trace.spec.d_model > SMALL and not trace.model.recorded


def _after_head(missing: str) -> Block:
    """A placeholder for what follows one head: why it is not there."""
    rows = (PageRow(at, name.lower(), missing=missing) for at, (name, _) in list(enumerate(STEPS, 1))[STEP:])
    return Block(tr("After this head"), tr("what the layer does with all heads"), (), tuple(rows))
