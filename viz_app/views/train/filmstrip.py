"""The map of one head in some of the snapshots, in a row; what the model writes at each, line by line; and all heads at
the selected snapshot. Lengths are logical pixels."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.record.snapshots import SnapshotReading
from model_core.spec import KINDS
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.data.words.parts import head_number
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.language import tr
from viz_app.views.train.content import Head, TrainContent, written_text
from viz_app.views.train.words import update
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas, along
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.theme import Theme

_GAP = 10.0
_LARGEST, _SMALLEST = 110, 40  # px at text size 100 % of a map's side
_SCALE = Scale()


class Filmstrip(Canvas):
    """Maps side by side, each with its update; a click goes to that snapshot."""

    chosen = Signal(int)  # the place of a snapshot

    still = True
    moves = LEFT_RIGHT
    least = _SMALLEST, _SMALLEST

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("One head during training"))
        self.setToolTip(tr("Click a map to see the whole window at that moment in training."))
        self._content: TrainContent | None = None
        self._head: Head = ("cross", 0, 0)
        self._images: dict[tuple[int, bool, int], QImage] = {}

    def show_content(self, content: TrainContent, head: Head) -> None:
        """The snapshots of a training, and whose maps."""
        self._content, self._head = content, head
        self._images.clear()
        self.setAccessibleName(tr("{head} during training", head=head_number(*head)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(400), themes.px(_LARGEST) + math.ceil(self.line("small")) + 4)

    def _side(self) -> float:
        most = self.height() - math.ceil(self.line("small")) - 8
        return max(8.0, min(float(themes.px(_LARGEST)), most, self.width() - 4))

    def film(self) -> list[int]:
        """The snapshots that are shown, by index."""
        if self._content is None:
            return []
        return self._content.film(max(1, math.floor((self.width() - 4 + _GAP) / (self._pitch()))))

    def _pitch(self) -> float:
        """The distance between maps: at least the width of their labels."""
        return max(self._side(), self.metrics_of("small").horizontalAdvance(update(10_000))) + _GAP

    def rect_of(self, place: object) -> QRectF | None:
        film = self.film()
        if not isinstance(place, int) or place not in film:
            return None
        spread = self._pitch()
        if len(film) > 1:
            last = max(self._side(), spread - _GAP)  # of the last one the words are as wide as of the others
            spread = max(spread, min((self.width() - 4 - last) / (len(film) - 1), 1.6 * spread))
        return QRectF(2 + film.index(place) * spread, 2, self._side(), self._side())

    def place_at(self, point: QPointF) -> object:
        places = ((place, self.rect_of(place)) for place in self.film())
        return next((place for place, rect in places if rect and rect.adjusted(0, 0, 0, 30).contains(point)), None)

    def tip_of(self, place: int) -> str:
        if self._content is None or place >= len(self._content.now.places):
            return ""
        step = self._content.now.places[place].step
        reading = self._content.now.readings.get(step)
        return f"{update(step)}: {written_text(reading)}" if reading is not None else update(step)

    def hint_of(self, place: int) -> str:
        return tr("Click to see the whole window at this moment in training.") if place is not None else ""

    def walk(self, place: object, down: int, right: int) -> object:
        film = self.film()
        found = along(film.index(place) if place in film else None, right, len(film))
        return None if found is None else film[found]

    def pick(self, place: int) -> None:
        self.chosen.emit(place)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        content = self._content
        if content is None:
            return
        font, high = self.font_of("small"), math.ceil(self.line("small"))
        for place in self.film():
            rect = self.rect_of(place)
            assert rect is not None
            painting.draw_rounded(painter, rect, corner=2.0, fill=theme.q("panel"))
            image = self._image(place, theme)
            if image is not None:
                painter.drawImage(rect, image)
            current = place == content.at
            painter.setPen(QPen(theme.q("target" if current else "line"), 2.0 if current else 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect)
            below = QRectF(rect.left(), rect.bottom() + 3, self._pitch() - _GAP, high)
            tone = theme.q("target" if current else "muted")
            painting.draw_words(painter, below, update(content.now.places[place].step), tone, font=font)

    def _image(self, place: int, theme: Theme) -> QImage | None:
        """The weights as an image with one pixel per cell."""
        assert self._content is not None
        key = place, theme.dark, len(self._content.now.readings)
        if key not in self._images:
            values = self._content.film_map(place, self._head)
            if values is None or not values.size:
                return None
            self._images[key] = image_of(values, _SCALE, theme)
        return self._images[key]


class WrittenLines(Canvas):
    """The sentence, and what the model writes for it at the last few snapshots; a tick where that is right."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Your text during training"))
        self._content: TrainContent | None = None
        self._source = ""

    def show_content(self, content: TrainContent, source: str) -> None:
        """`source` says which sentence it is."""
        self._content, self._source = content, source
        found = content.lines(1)
        self.setAccessibleDescription(
            tr("{source}. Written: {text}", source=source, text=found[-1][1]) if found else source
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(300), math.ceil(5 * self.line()))

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(80), math.ceil(2 * self.line()))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        content = self._content
        if content is None:
            return
        high = math.ceil(self.line()) + 2
        rect = QRectF(0, 0, self.width(), high)
        painting.draw_words(painter, rect, self._source, theme.q("ink"), font=self.font_of("strong"))
        wide = self.width() > 12 * high
        widest = update(100_000) if wide else "000,000"
        names = self.metrics_of("small").horizontalAdvance(widest) + 10
        for line, (step, text, right) in enumerate(content.lines(math.floor(self.height() / high) - 1)):
            top = (line + 1) * high
            name = QRectF(0, top, names, high)
            word = update(step) if wide else f"{step:,}"
            painting.draw_words(painter, name, word, theme.q("muted"), font=self.font_of("small"))
            tick = 22.0 if right else 0.0
            room = QRectF(names, top, max(1.0, self.width() - names - tick), high)
            colour = theme.q("good" if right else "ink")
            covered = painting.draw_words(painter, room, text or tr("(nothing)"), colour, font=self.font_of("body"))
            if right:
                end = QRectF(covered.right() + 8, top, 20, high)
                painting.draw_words(painter, end, "✓", colour, font=self.font_of("body"))


class HeadMaps(QWidget):
    """Three grids; if space is tight only that of the chosen attention. `picked` carries a head."""

    picked = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind, self._wide = "cross", True
        self._content: TrainContent | None = None
        self._reading: SnapshotReading | None = None
        self.grids = {kind: HeadGrid(self, largest=96.0, fills=True) for kind in KINDS}
        self._columns: dict[str, QWidget] = {}
        self._there = dict.fromkeys(KINDS, False)  # whether an attention has maps: its title is not alone
        for kind, grid in self.grids.items():
            column = self._columns[kind] = QWidget(self)
            title = Caption("strong", "ink", parent=column)
            title.set_text(ATTENTIONS[kind].title, shorter=(ATTENTIONS[kind].word,))
            column_of(title, (grid, 1), parent=column, spacing=4)
            name = tr("All heads, {attention}, at this snapshot", attention=ATTENTIONS[kind].title.lower())
            grid.setAccessibleName(name)
            grid.setToolTip(tr("Rows are layers, columns are heads. Click a map to select it; arrow keys move."))
            grid.picked.connect(lambda layer, head, kind=kind: self.picked.emit(kind, layer, head))
            grid.describe = lambda layer, head, kind=kind: self._tip((kind, layer, head))
        row_of(*((self._columns[kind], 1) for kind in KINDS), parent=self, spacing=16)

    def show_content(self, content: TrainContent, head: Head) -> None:
        """The maps of a snapshot, `head` framed."""
        self._content, self._kind = content, head[0]
        before, self._reading = self._reading, content.reading
        reading = self._reading
        for kind, grid in self.grids.items():
            maps = reading.maps.get(kind) if reading is not None else None
            self._there[kind] = maps is not None and maps.size > 0
            if maps is not None and maps.size:
                if reading is not before:
                    grid.set_maps(np.asarray(maps, np.float32), None, Scale())
                grid.set_names(content.names(kind))
                grid.set_current(*(head[1:] if kind == head[0] else (-1, -1)))
        self._arrange()

    def _tip(self, head: Head) -> str:
        name = self._content.names(head[0]).get(head[1:], "") if self._content is not None else ""
        return f"{head_number(*head)}{f', {name}' if name else ''}"

    def fit(self, width: int, unit: float) -> None:
        """All grids if the view is wide enough."""
        self._wide = width >= 760 * unit
        self._arrange()

    def _arrange(self) -> None:
        for kind, column in self._columns.items():
            show_part(column, self._there[kind] and (self._wide or kind == self._kind))
