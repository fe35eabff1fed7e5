"""Calculate: one cell of attention step by step, from query and key to the output of its layer, in recorded numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.data import map_text, selection
from viz_app.data.depth import Control
from viz_app.data.snapshot import Cell, ExportTable, Snapshot, option, options_of
from viz_app.data.tables import context_of
from viz_app.data.vocabulary import missing_message
from viz_app.data.words.parts import head_place
from viz_app.document.state import Look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.calculate.blocks import DEPTHS, STEPS, Place, place_of
from viz_app.views.calculate.optional_blocks import CHANGED, CHOICES, DROPOUT, EINSUM, NUMBERS, SCALED
from viz_app.views.calculate.page_layout import PageLayout
from viz_app.views.calculate.page_painting import PagePainter
from viz_app.views.calculate.page_widget import PageArea, PageWidget
from viz_app.views.calculate.pages import STEP, Pages
from viz_app.views.calculate.toolbar import CalculateBar
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.view import View

_EMPTY = tr("The calculation appears here as soon as there is a sentence.")
_NOTHING = tr("There is nothing to follow yet: the decoder has not written anything.")
_STEPS = {
    Qt.Key.Key_BracketLeft: "back", Qt.Key.Key_BracketRight: "forward",
    Qt.Key.Key_BraceLeft: "first", Qt.Key.Key_BraceRight: "last",
}  # fmt: skip
_BAR = 12  # px that the scroll bar takes
_MOST = 0.42  # of the height that the bar may take
_CONTROLS = {
    "bar.kind": Control(tr("Attention")),
    "bar.head": Control(tr("Layer and head")),
    "bar.row": Control(tr("Query")),
    "bar.key": Control(tr("Key")),
    "bar.depths": Control(tr("Show as"), "depth", DEPTHS),
    "bar.steps": Control(tr("Step"), "step"),
    "bar.tiny": Control(tr("Tiny example")),
}


class Calculate(View):
    """The steps as cards of numbers; the present one is highlighted."""

    title = tr("Calculate")
    sentence = tr("One query reads one key: every number along the way, from the running model.")
    controls = _CONTROLS
    whole = True
    kinds = KINDS

    @dataclass(frozen=True)
    class Options:
        """order and digits as their labels say; depth, a key of DEPTHS; step from 1; page_* pages of units, from 0;
        card, a Block.card after the steps that is in view in place of the step, such as "norms"."""

        order: str = option(
            "first", tr("Units"), depth="full",
            tip=tr("Which units are shown when not all fit: a page in order, or those that add most."),
            choices={"first": tr("in order"), "most": tr("largest")},
        )  # fmt: skip
        digits: int = option(2, tr("Decimals"), depth="full", choices={2: "2", 4: "4"},
            tip=tr("Fewer decimals leave room for more."))  # fmt: skip
        number: str = option("", tr("Key’s first number"), depth="research", choices=NUMBERS, tip=CHANGED)
        scaled: bool = option(False, tr("Scores multiplied"), depth="research", tip=SCALED)
        dropout: bool = option(False, tr("Dropout"), depth="research", tip=DROPOUT)
        letters: str = option("", "einsum", depth="research", choices=CHOICES, tip=EINSUM)
        depth: str = "picture"
        step: int = 1
        card: str = ""
        page_head: int = 0
        page_model: int = 0
        page_wide: int = 0

    # ---- parts

    def build(self) -> None:
        self._place: Place | None = None
        self._pages = Pages()
        self._trace: Trace | None = None  # what was last drawn of it:
        self._shown: tuple[object, ...] = ()  # everything but the step
        self.bar = CalculateBar(self)
        self.words = plain_label(self, "body", _EMPTY, muted=True, wrapped=True, centred=True)
        self.sheet = PageWidget()
        self.area = PageArea(self.sheet, self)
        column_of(self.bar, (self.words, 1), (self.area, 1), parent=self)
        self.bar.hide()
        self.area.hide()
        self._connect()

    def _connect(self) -> None:
        bar = self.bar
        bar.kind.chosen.connect(lambda kind: self.picked.emit({"kind": kind}))
        bar.depths.chosen.connect(lambda depth: self.opted.emit({"depth": depth}))
        bar.head.activated.connect(self._pick_head)
        bar.row.activated.connect(lambda row: self._pin(row, None))
        bar.key.activated.connect(lambda key: self._pin(None, key))
        bar.tiny.asked.connect(self.asked)
        bar.steps.chosen.connect(self._go_to)
        bar.steps.hinted.connect(self.hinted)
        self.sheet.step_picked.connect(self._go_to)
        self.sheet.hinted.connect(self.hinted)
        self.sheet.turned.connect(self._turn)
        self.sheet.key_picked.connect(lambda key: self._pin(None, key) if self._cell_of(key) else None)
        self.sheet.key_hovered.connect(lambda key: self.hovered.emit(self._cell_of(key)))

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Calculate · casa ▸ blanca looks at “white”"."""
        place = place_of(shot)
        return self.title if place is None else f"{self.title} · {self._cell_words(shot, place)}"

    @staticmethod
    def _cell_words(shot: Snapshot, place: Place) -> str:
        one = shot.trace.sentences[place.sentence]
        row = map_text.row_name(*selection.query_name(one, place.kind, place.query))
        return tr("{row} reads “{token}”", row=row, token=selection.key_name(one, place.kind, place.key))

    def derivation(self) -> tuple[str, tuple[int, ...]]:
        """Which cell of which head is calculated."""
        shot, place = self._shot, self._place
        if shot is None or place is None:
            return "", ()
        return f"{head_place(place.layer, place.head)} · {self._cell_words(shot, place)}", (place.head,)

    def explanation(self, shot: Snapshot) -> str:
        """Which head, and what a click does."""
        place = place_of(shot)
        if place is None:
            return self.sentence
        where = map_text.heading(place.kind, place.layer, place.head)
        read = tr("Every number is read from the running model: click one to see where it comes from.")
        if shot.trace.model.recorded:
            read = tr("Every number is read from the recording: click one to see where it comes from.")
        return f"{where}. {read}"

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        """A recording may have no queries and keys of the selected layer, or weights that do not follow from them."""
        if not trace.model.recorded or trace.has(look.kind, "scaled", look.layer):
            return ""
        lacking = tr("the queries and keys of layer {layer}, so its weights cannot be traced", layer=look.layer + 1)
        if trace.has(look.kind, "raw", look.layer):
            lacking = tr(
                "how its weights are computed: they are not softmax(q·k ÷ √K) of the recorded queries and keys"
            )
        return missing_message(lacking, trace)

    def preparation(self, trace: Trace) -> Callable[[], object]:
        return partial(self._pages.read, trace)

    def keyboard_part(self) -> QWidget:
        return self.sheet

    def table(self) -> ExportTable | None:
        """The numbers on the page, each with its tensor."""
        shot, place = self._shot, self._place
        if shot is None or place is None:
            return None
        from viz_app.views.calculate.blocks import table_of

        blocks = self._pages.blocks(shot.trace, place, self._options(), max(1, self.width() - _BAR))
        return table_of(blocks, context_of(shot.state, shot.trace, self.title), place)

    # ---- drawing

    @one_at_a_time
    def draw(self, shot: Snapshot) -> None:
        self._shot, self._place = shot, place_of(shot)
        self.fills = self._place is not None
        options = self._options()
        look = (shot.look, shot.state.run, replace(options, step=options.step if self.presented else 0))
        shown = (*look, shot.theme, themes.text_scale(), self.size())
        if self._trace is shot.trace and shown == self._shown and self._place is not None:
            self._show_step()
            return
        self._trace, self._shown = shot.trace, shown
        self.words.setVisible(self._place is None)
        show_part(self.area, self._place is not None)
        if self._place is None:
            self.words.setText(tr("Hidden until you answer.") if shot.hidden is not None else _NOTHING)
        self.bar.show_place(shot, self._place, options.depth, options.step)
        self.bar.show()
        self.bar.fit(max(1, self.width()), 0 if self.presented else _MOST * self.height())
        if self._place is not None:
            page = self._page(shot, self._place, max(1, self.width() - _BAR))
            self.sheet.show_page(page, shot.trace, self._options().step)
            self._scroll_to_step(page)

    def _show_step(self) -> None:
        """The same page with the present step."""
        self.bar.steps.show_step(self._options().step)
        self.sheet.show_step(self._options().step)
        page = self.sheet.laid if self._options().step <= STEP and not self._options().card else self.sheet.page
        if page is not None:
            self._scroll_to_step(page)

    def _options(self) -> Options:
        """The current options, clamped."""
        options = options_of(self._shot, self.Options)
        depth = options.depth if options.depth in DEPTHS else "picture"
        return replace(options, step=max(1, min(options.step, len(STEPS))), depth=depth)

    def _page(self, shot: Snapshot, place: Place, width: float, saves: bool = True) -> PageLayout:
        room = self.bar.room_in(self.height() if self.presented else math.inf)
        return self._pages.page(shot.trace, place, self._options(), width, room, saves)

    def needs_rest(self, shot: Snapshot) -> bool:
        """Whether more is visible than the attention of the head, for which each key brings all numbers."""
        place, page, options = place_of(shot), self.sheet.laid, self._options()
        if place is None or page is None or self.presented or options.step > STEP or options.card:
            return True
        if shot.trace.unsent:
            page = self._page(shot, place, max(1, self.width() - _BAR))
        return page.ready < self.area.verticalScrollBar().value() + self.area.viewport().height()

    def _scroll_to_step(self, page: PageLayout) -> None:
        self.area.reveal(page, self._options().step, self._options().card, self.bar.room_in(self.height()))

    # ---- what the user does

    def _go_to(self, step: int) -> None:
        """Goes to another step, in place of a card in view."""
        wanted, given = max(1, min(step, len(STEPS))), self._options()
        if wanted != given.step or given.card:
            self.opted.emit({"step": wanted, **({"card": ""} if given.card else {})})

    def _turn(self, sort: int, by: int) -> None:
        """Turns to other units of a head, of the model or of the feed-forward."""
        name = ("page_head", "page_model", "page_wide")[sort]
        self.opted.emit({name: max(0, getattr(self._options(), name) + by)})

    def _pick_head(self, at: int) -> None:
        if self._shot is not None:
            layer, head = divmod(at, self._shot.trace.spec.heads_of(self._shot.look.kind))
            self.picked.emit({"layer": layer, "head": head})

    def _pin(self, query: int | None, key: int | None) -> None:
        if (place := self._place) is not None:
            query, key = place.query if query is None else query, place.key if key is None else key
            self.picked.emit({"query": query, "key": key, "reading": "row"})

    def _cell_of(self, key: int | None) -> Cell | None:
        """The cell of a key in the present row; None for padding."""
        shot, place = self._shot, self._place
        if shot is None or place is None or key is None or key >= shot.trace.size(place.kind, place.sentence)[1]:
            return None
        return place.query, key

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """[ and ] go through the steps; Shift and an arrow key go to another cell."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.commanded.emit(f"calculation.{_STEPS[key]}")  # two keys may come between two pictures
        elif key in ARROWS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._place is not None:
            assert self._shot is not None
            (rows, keys), (down, right) = self._shot.trace.size(self._place.kind, self._place.sentence), ARROWS[key]
            self._pin(min(max(self._place.query + down, 0), rows - 1), min(max(self._place.key + right, 0), keys - 1))
        elif not self.sheet.take_key(event):
            super().keyPressEvent(event)

    # ---- room and export

    def fit(self) -> None:
        if self._shot is not None:
            self.draw(self._shot)

    def restyle(self) -> None:
        self.area.forget()
        self._shown = ()
        settle(self)
        if self._shot is not None:
            self.draw(self._shot)
            settle(self)

    def paint_content(self, painter: QPainter, room: QRectF) -> None:
        """Paints the whole page; one that is too high is laid out wider and scaled down."""
        shot, place = self._shot, self._place
        assert shot is not None and place is not None
        page = self._page(shot, place, room.width(), saves=False)
        if (small := min(1.0, max(0.05, room.height() / max(1.0, page.height)))) < 1.0:
            page = self._page(shot, place, room.width() / small, saves=False)
            small = min(small, room.height() / max(1.0, page.height))
        painter.translate(room.topLeft())
        painter.scale(small, small)
        PagePainter(page, self._options().step).paint(painter)
