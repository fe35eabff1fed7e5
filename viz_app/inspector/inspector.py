"""The inspector: candidates of the current step, the numbers of the selected cell, and its head by row and by column.

It listens to the store and calls the store; it adapts to its height by showing fewer candidates, and scrolls only if
even the fewest do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QMoveEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget

from model_core.analysis.unwritten import UnwrittenRun
from model_core.record.trace import Trace
from viz_app.charts.bar_list import Bars, Fact, Facts
from viz_app.commands.deep_parts import DeepParts
from viz_app.data import selection
from viz_app.data.branches import kept_branches
from viz_app.data.depth import DepthRule, reaches
from viz_app.data.edit_list import head_gives, head_switched
from viz_app.data.maps.aligned_heads import AlignedHeads
from viz_app.data.snapshot import Cell, ShownNumber
from viz_app.document.moment import Moment
from viz_app.document.store import Store
from viz_app.inspector.effects import aligned_fact, effect_facts, effect_words, effects_requests
from viz_app.inspector.facts import ALL, FEW, LEAST
from viz_app.inspector.sections import CellSection, HeadSection, Note, StepSection
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import column_of

WIDTH = 284  # px at text size 100 %
_WATCHED = frozenset({"desk", "effects", "look", "hover", "trace", "playing", "alignments", "options"})
_FITS = ((8, 5), (8, 4), (7, 4), (6, 4), (6, 3), (5, 3), (5, 2), (4, 2), (4, 1), (3, 1), (2, 1))
"""(candidates, rows of each list) from roomy to tight; one candidate alone is no choice."""
_CHOICE = 3  # candidates: with fewer there is no other one to choose
_ROOMY = 600  # px at text size 100 %: below this two facts of a head fit
CHANGES = ("cell.weight", "cell.mask", "cell.token")
REPLACEMENTS = tuple(f"head.reads.{name}" for name in ("mean", "uniform", "itself", "previous", "first"))
"""Commands that are offered under the numbers of the cell and of the head."""
DEEP = dict.fromkeys(("step.facts", "head.column_title", "head.column_bars"), DepthRule())
"""What is shown from a depth on."""
_SCROLLED = (5, 3)  # where not even the tightest fits


class Inspector(QScrollArea):
    """Numbers at the right of the window. `shown` gives the number that the views show for a cell if it is not the
    weight of the selected head: the inspector shows the same."""

    def __init__(
        self,
        store: Store,
        shown: Callable[[Cell], ShownNumber | None] = lambda _cell: None,
        parent: QWidget | None = None,
        yields: bool = False,
    ) -> None:
        super().__init__(parent)
        self._late = QTimer(self, singleShot=True, interval=0)  # ends when everything else was painted
        self._late.timeout.connect(self.refresh)
        self._yields = yields
        self._shown = shown
        self._at = selection.current_reading(None, store.state.look, None)
        self._unwritten, self._aligned = UnwrittenRun(), AlignedHeads()
        self._store, self._now = store, store.moment
        self.setAccessibleName(tr("Inspector"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._page = _Page(self.viewport())
        self.installEventFilter(self._page)
        self.step, self.cell, self.head = self._page.sections
        self.setWidget(self._page)
        self._deep = DeepParts(self, DEEP)
        self._page.installEventFilter(self)
        self.step.chosen.connect(self._choose)
        self.step.freed.connect(lambda: store.run(target=None, opening="", prefix=()))
        self.head.switched.connect(lambda: store.run(edits=head_switched(self._now.state, store.effects.instead())))
        self.head.pointed.connect(store.set_hover)
        self.head.pinned.connect(lambda cell: store.look(query=cell[0], key=cell[1]))
        self._bars, self._facts = self._page.findChildren(Bars), self._page.findChildren(Facts)
        for part in (*self._bars, *self._facts):
            part.answers(click=part in self._facts)
        store.changed.connect(self._on_change)
        self.refresh()

    def offer(self, made: Mapping[str, QAction], renew: Callable[[], object]) -> None:
        """Sets the commands for cell and head, by id; `renew` updates them."""
        follow = tr("Opens the calculation of this cell; from there you can go on to the tensor, and back.")
        self.cell.commands.add_command(made["follow"], "G", follow)
        change = tr("Sets the weight or the mask of this cell.")
        self.cell.change = self.cell.commands.add_menu(tr("Change it"), change, [made[name] for name in CHANGES], renew)
        instead = tr("What replaces the head's own pattern.")
        self.head.commands.add_menu(tr("Replace with"), instead, [made[name] for name in REPLACEMENTS], renew)
        self._show_switch(self._now.trace, self._at.sentence)

    def _on_change(self, names: frozenset[str]) -> None:
        self._now = self._store.moment
        if self._yields and (names & {"trace", "options"} or self._late.isActive()):
            self._late.start()
        elif names & _WATCHED:
            self.refresh(step=names != {"hover"})
        elif "run" in names:  # a key was typed: the picture is still the last one
            self._show_switch(self._now.trace, self._at.sentence)

    def refresh(self, step: bool = True) -> None:
        """Shows what the store has; `step` False leaves out the candidates, which the pointer does not change."""
        trace, look = self._shown_trace(), self._now.state.look
        for part in (*self._bars, *self._facts):
            part.trace = self._now.trace
        for facts in self._facts:
            facts.show_depth(self._now.state.desk.depth)
        self._deep.fit(self._now.state)
        at = selection.current_reading(trace, look, self._now.hover)
        number = None if at.cell is None else self._shown(at.cell)
        if number is not None and number.head not in (None, at.head):
            at = selection.current_reading(trace, replace(look, head=number.head), self._now.hover)
        self._at = at
        self.head.switch.setEnabled(at.head == look.head)
        if step:
            row = selection.step_of(trace, look) if trace is not None and trace.sentences else None
            self.step.show_step(trace, at.sentence, row)
        self.cell.show_cell(trace, at, number)
        self._show_head(trace, at)
        if step:
            self._show_switch(trace, at.sentence)

    def _shown_trace(self) -> Trace | None:
        """The run that is shown, during playback without later words."""
        trace, look = self._now.trace, self._now.state.look
        return None if trace is None else self._unwritten.trace_at(trace, look.sentence, self._rows())

    def _rows(self) -> int | None:
        """The number of rows visible during playback, None for all."""
        step = self._now.state.look.step
        return step + 1 if self._now.playing and step is not None else None

    def _show_head(self, trace: Trace | None, at: selection.Reading) -> None:
        """The head of the selected cell, and the effect of switching it off."""
        step = self._step()
        found = [] if trace is None else effect_facts(trace, at, step, self._store.effects)
        found = found[:1] if self._now.playing else found  # the text is still to come
        rows = None if at.kind == "encoder" else self._rows()
        self.head.show_head(trace, at, [*self._alignment(trace, at), *found], rows)
        self._store.effects.request("inspector", *(effects_requests(trace, at) if self.isVisible() else ()))

    def _alignment(self, trace: Trace | None, at: selection.Reading) -> list[Fact]:
        """Agreement of the head with an alignment of the text."""
        if trace is None or at.kind != "cross" or not self._now.state.alignments:
            return []
        head = at.layer, at.head
        found = self._aligned.of(trace, at.sentence, self._now.state.alignments, head).get(head)
        return [] if found is None else [aligned_fact(found)]

    def _show_switch(self, trace: Trace | None, sentence: int) -> None:
        """Whether the selected head is on, and the effect of the edits on the current step."""
        row = self._step()
        effect = effect_words(trace, sentence, row) if trace is not None and row is not None else ""
        self.head.show_switch(head_gives(self._now.state), effect, self._store.effects.instead()[0])
        recorded = trace is not None and trace.model.recorded
        self.head.commands.setVisible(not recorded)

    def _choose(self, token_id: int) -> None:
        """Continues decoding from another candidate of the current step; the old text stays as a branch."""
        trace = self._now.trace
        if trace is None:
            return
        step = selection.step_of(trace, self._now.state.look)
        if step is not None:
            sentence = selection.sentence_of(trace, self._now.state.look)
            ids = *(token.id for token in trace.sentences[sentence].written[:step]), token_id
            self._store.choose(step, token_id, kept_branches(self._now.state.run, trace, sentence, ids))

    def _step(self) -> int | None:
        """The decoder row whose candidates are shown."""
        trace = self._now.trace
        if trace is None or not trace.sentences or not trace.complete:
            return None
        return selection.step_of(trace, self._now.state.look)

    # ---- sizes

    def sizeHint(self) -> QSize:
        return QSize(_across(), themes.px(480))

    def minimumSizeHint(self) -> QSize:
        return QSize(_across(), themes.px(120))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()  # only what is seen asks for effects

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._drop_idle_bar()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self._drop_idle_bar()
        return super().eventFilter(watched, event)

    def _drop_idle_bar(self) -> None:
        """Lays out again if the bar still has the height of a lower window, whose overflowing rows no longer exist."""
        if self.verticalScrollBar().maximum() and self._page.minimumSizeHint().height() <= self.viewport().height():
            QApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _fit(self) -> None:
        """Shows as many rows as fit."""
        low = self.viewport().height() < themes.px(_ROOMY)
        before = (self.cell.lines, self.head.facts.room, self.step.bars.room, self.head.row_bars.room)
        self.head.facts.set_room(min(_head_lines(self._now), 2 if low else 4))
        lists, facts = (self.step.bars, self.head.row_bars, self.head.column_bars), self.cell.facts
        spare = self.viewport().height() - self._page.needed(self.viewport().width())
        full = reaches(self._now.state.desk.depth, "full")
        for lines in (FEW, LEAST) if low else (ALL,):  # compared by arithmetic: each new room asks for a new layout
            more = (lines - facts.room) * facts.row_height() if full and not facts.isHidden() else 0
            found = _fitting(spare - more, *lists)
            if found is not None and (found[0] >= _CHOICE or lists[0].isHidden()):
                break
        if full:
            facts.set_room(lines)
        candidates, rows = found or _SCROLLED
        if (lines, self.head.facts.room, candidates, rows) == before:
            return
        self.cell.lines = lines
        for bars, count in zip(lists, (candidates, rows, rows), strict=True):
            bars.set_room(count)
        self.refresh()
        self._page.settle()

    def restyle(self) -> None:
        self._page.space()
        for note in self._page.findChildren(Note):
            note.restyle()
        self.updateGeometry()
        self._fit()
        self._page.update()


def _head_lines(now: Moment) -> int:
    """The number of lines for a head: the loss without it (unknown for a recording), the resulting text unless it is
    given, and at sufficient depth what the head reads."""
    trace, reads = now.trace, 2 if reaches(now.state.desk.depth, "full") else 0
    if trace is None:
        return 2 + reads
    does = 0 if trace.model.recorded else 1 if trace.run.target is not None else 2
    return max(1, does + reads)


def _fitting(room: int, candidates: Bars, row: Bars, column: Bars) -> tuple[int, int] | None:
    """(candidates, rows of each list) for this many px beyond the present height of the lists; None if not even one
    fits."""
    first, both, height = not candidates.isHidden(), not column.isHidden(), Bars.row_height()
    room += height * (first * candidates.room + row.room + both * column.room)
    return next((each for each in _FITS if height * (first * each[0] + (1 + both) * each[1]) <= room), None)


def _across() -> int:
    """Width of the inspector in px: it grows with the text size, but less."""
    return round(WIDTH * (1 + 0.55 * (themes.text_scale() - 1)))


class _Page(QWidget):
    """The sections below each other on the panel's background, with a hairline between them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sections = StepSection(self), CellSection(self), HeadSection(self)
        self._column = column_of(*self.sections, 1, parent=self, margins=None, spacing=None)
        for part in self.findChildren(Canvas):
            part.stand_on("panel")
        self.space()

    def eventFilter(self, _area: QObject, event: QEvent) -> bool:
        """Shows the focus ring when the inspector itself has the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return False

    def moveEvent(self, _event: QMoveEvent) -> None:
        self.update()  # scrolled: the ring stays at the edges of what is seen

    def space(self) -> None:
        """Sets margins and gaps for the present text size."""
        gap = themes.px(10)
        self._column.setContentsMargins(12, gap, 12, gap)
        self._column.setSpacing(gap + themes.px(6) + 1)

    def settle(self) -> None:
        """Lays the sections out before the scroll area asks for their height: otherwise its bar would appear for
        content that no longer overflows, and every part would be laid out and painted at two widths."""
        for section in self.sections:
            section.column.activate()
        self._column.activate()

    def needed(self, width: int) -> int:
        """Height in px that everything needs at a width."""
        margins = self._column.contentsMargins()
        width -= margins.left() + margins.right()
        columns = [section.column for section in self.sections]
        heights = [c.heightForWidth(width) if c.hasHeightForWidth() else c.sizeHint().height() for c in columns]
        gaps = self._column.spacing() * (len(heights) - 1)
        return sum(heights) + gaps + margins.top() + margins.bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.q("panel"))
            painter.setPen(theme.q("line"))
            painter.drawLine(0, 0, 0, self.height())
            for section in self.sections[1:]:
                y = section.y() - self._column.spacing() // 2 - 1
                painter.drawLine(16, y, self.width() - 17, y)
            area = QApplication.focusWidget()
            if isinstance(area, Inspector) and area.isAncestorOf(self) and area.property("keys"):
                painting.draw_focus_ring(painter, QRectF(self.visibleRegion().boundingRect()), theme)
