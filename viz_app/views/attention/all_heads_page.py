"""Every head of every attention at once, in one panel of thumbnails per attention; a click opens a head.

Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.charts.head_chips import HeadSorter
from viz_app.data.maps import head_filter, head_order
from viz_app.data.maps.head_order import EFFECTS, PLACE
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.maps.all_heads import AllHeads
from viz_app.maps.head_bars import HeadBars
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import Head
from viz_app.system.language import tr
from viz_app.views.attention import head_effects
from viz_app.views.attention.measured_heads import MeasuredHeads, listed_heads, mark_heads, values_of
from viz_app.views.attention.options import MapOptions, map_choice
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.painting import pixel_font, set_tip

_LARGEST, _SMALLEST = 168.0, 30.0  # px at text size 100 %: sides of a thumbnail


class HeadsPanel(QWidget):
    """The heads of one attention under its title."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.name = plain_label(self, "body", ATTENTIONS[kind].title)
        self.mosaic = HeadGrid(self, largest=_LARGEST, smallest=_SMALLEST, fills=True)
        self.mosaic.setAccessibleName(tr("{title}, all heads", title=ATTENTIONS[kind].title))
        column_of(self.name, (self.mosaic, 1), parent=self, spacing=4)
        self._heads, self._measured = AllHeads(self.mosaic, self), MeasuredHeads(self)
        self._heads.grown.connect(self._take_maps)
        self._measured.grown.connect(self._name_heads)
        self._shown: tuple[Snapshot, MapChoice, str] | None = None  # with the order of the heads
        self._said: object = None  # the order, effects and alignments that heads are named after
        self._bars = HeadBars()

    @property
    def working(self) -> bool:
        """Whether maps or measures of a long text are still missing."""
        return self._heads.working or self._measured.working

    def draw(self, shot: Snapshot, order: str) -> None:
        """Updates what has changed; the last picture stays while there is nothing to show."""
        here = map_choice(shot)
        place = replace(here, kind=self.kind, layer=0, head=0)
        if 0 in shot.trace.size(self.kind, place.sentence):
            return
        before, self._shown = self._shown, (shot, place, order)
        if before is None or before[0].trace is not shot.trace or before[1].maps != place.maps:
            self._take_maps()
            self._said = None
        self._bars = head_effects.bars(shot, self.kind) or HeadBars()
        listed, everyone = head_filter.heads_listed(shot), heads_of(shot.trace, self.kind)
        kept = listed.of(self.kind, everyone)
        title = ATTENTIONS[self.kind].title
        if len(kept) < len(everyone):
            title = tr("{attention} · {shown} of {all} heads", attention=title, shown=len(kept), all=len(everyone))
        self.name.setText(title)
        said = order, self._bars.values if order in EFFECTS else None, shot.state.alignments, kept
        if said != self._said:
            self._said = said
            self._name_heads()
        self.mosaic.set_current(*((here.layer, here.head) if here.kind == self.kind else (-1, -1)))
        self._heads.set_rows_shown(shot.last_row(place.kind))

    def pause(self) -> None:
        """Stops computing while out of view."""
        self._heads.pause()
        self._measured.pause()
        self._shown = None

    def _take_maps(self) -> None:
        if self._shown is not None:
            shot, place, _ = self._shown
            self._heads.show(shot.trace, place)

    def _name_heads(self) -> None:
        """Names each head under its thumbnail; if heads are sorted by a measure, with layer, head and the number."""
        if self._shown is None:
            return
        shot, place, order = self._shown
        found = self._measured.of(shot.trace, self.kind, place.sentence, order != PLACE, shot.state.alignments)
        mark_heads(self.mosaic, shot.trace, self.kind, found)
        heads = listed_heads(shot, place, order, found, self._bars)
        self.mosaic.set_order(heads)
        names = {head: one.word for head, one in found.items()}
        if heads is not None:
            values, effects = values_of(shot, place, found), order in EFFECTS
            for head in heads_of(shot.trace, self.kind):
                own = self._bars.number(head) if effects else head_order.number(order, values.get(head, {}))
                names[head] = f"L{head[0] + 1} H{head[1] + 1}\n{own or names.get(head, '')}".rstrip("\n")
        self.mosaic.set_names(names)

    def paint_to(self, painter: QPainter) -> None:
        """Title and thumbnails as shapes and text, from the panel's corner."""
        painter.setFont(pixel_font(themes.font("body")))
        painter.setPen(themes.current().q("ink"))
        painter.drawText(self.name.geometry(), int(self.name.alignment()), self.name.text())
        painter.translate(self.mosaic.pos())
        self.mosaic.paint_to(painter, QRectF(self.mosaic.rect()))


def heads_of(trace: Trace, kind: str) -> list[Head]:
    """All heads of an attention, by their places."""
    return list(product(range(trace.spec.layers(kind)), range(trace.spec.heads_of(kind))))


class AllHeadsPage(QWidget):
    """A panel for each attention, side by side or one below the other, whichever gives the larger thumbnails."""

    picked = Signal(object)  # changes of the look: kind, layer, head
    opted = Signal(object)  # changes of MapOptions; after `picked` that this head alone is to be seen
    hovered = Signal(object)  # (layer, head) or None

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.back = QPushButton(tr("\u2190 One head"), self)
        set_tip(self.back, tr("Shows one head large again (Esc)."))
        self.back.clicked.connect(self._show_one)
        self.orders = HeadSorter(self)
        self.orders.chosen.connect(lambda order: self.opted.emit({"order": order}))
        self.panels = {kind: HeadsPanel(kind, self) for kind in KINDS}
        for kind, panel in self.panels.items():
            panel.mosaic.picked.connect(
                lambda layer, head, kind=kind: self.picked.emit({"kind": kind, "layer": layer, "head": head})
            )
            panel.mosaic.opened.connect(self._show_one)
            panel.mosaic.hovered.connect(self.hovered)
        self._box = row_of(*((panel, 1) for panel in self.panels.values()), spacing=24)
        column_of(row_of(self.back, 1, self.orders), (self._box, 1), parent=self)

    def _show_one(self, *_: object) -> None:
        self.opted.emit({"all_heads": False})

    @property
    def working(self) -> bool:
        """Whether maps or measures of a long text are still missing."""
        return any(panel.working for panel in self.panels.values())

    def draw(self, shot: Snapshot) -> None:
        """Shows every attention that was recorded."""
        options = options_of(shot, MapOptions)
        order = self.orders.show_order(options.order, shot.trace.kinds, head_effects.effects_spec(shot) is not None)
        for kind, panel in self.panels.items():
            show_part(panel, kind in shot.trace.kinds)
            if kind in shot.trace.kinds:
                panel.draw(shot, order)
        self._arrange()

    def pause(self) -> None:
        """Stops computing while out of view."""
        for panel in self.panels.values():
            panel.pause()

    def part(self, kind: str) -> QWidget:
        """The widget with the keyboard focus for the heads of an attention."""
        return self.panels[kind].mosaic

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Side by side or one below the other."""
        shown = [panel for panel in self.panels.values() if not panel.isHidden()]
        if not shown:
            return
        gap, name = self._box.spacing(), shown[0].name.sizeHint().height() + 4
        room = self.width(), self.height() - self.orders.sizeHint().height() - 8
        beside = (room[0] - gap * (len(shown) - 1)) / len(shown), room[1] - name
        below = float(room[0]), (room[1] - gap * (len(shown) - 1)) / len(shown) - name
        across = min(panel.mosaic.side_in(*beside) for panel in shown)
        down = min(panel.mosaic.side_in(*below) for panel in shown)
        way = QBoxLayout.Direction.LeftToRight if across >= down else QBoxLayout.Direction.TopToBottom
        if way != self._box.direction():
            self._box.setDirection(way)
        spare = (self.width() - gap * (len(shown) - 1)) % len(shown)  # else one panel has larger thumbnails
        self._box.setContentsMargins(0, 0, spare if way == QBoxLayout.Direction.LeftToRight else 0, 0)

    def paint_to(self, painter: QPainter, room: QRectF) -> None:
        """The panels as on screen, fitted into `room`."""
        scale = min(room.width() / max(1, self.width()), room.height() / max(1, self.height()))
        for panel in self.panels.values():
            if not panel.isHidden():
                painter.save()
                painter.translate(room.topLeft())
                painter.scale(scale, scale)
                painter.translate(panel.pos())
                panel.paint_to(painter)
                painter.restore()
