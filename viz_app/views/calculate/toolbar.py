"""The toolbar of the calculation: parts on lines that wrap, the steps, the choices. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QLayoutItem, QPushButton, QWidget

from model_core.direction import isolated, quoted
from model_core.record.model_info import bundled_models
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Sentence
from viz_app.data import map_text, number_format, selection
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS, NOT_RECORDED
from viz_app.data.words.parts import head_place
from viz_app.system.language import tr
from viz_app.views.calculate.blocks import DEPTHS, STEPS, Place, step_words
from viz_app.widgets import canvas, icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import FlowLayout, show_part
from viz_app.widgets.segmented import DropDown, Segmented
from viz_app.widgets.theme import Theme

_CROSS = tr("The target reads the source: query from the decoder, key and value from the encoder.")
_TIGHT = 5  # px around a step's name, at least
_KEYS = tr("The steps. [ and ] go back and forward; here the arrow keys, Home and End do too.")
TINY, TINY_SOURCE = "tiny", "red ball"
_START = tr("Tiny example")
_TINY_TIP = tr("Three words, width 2, one head, weights chosen by hand: every number can be checked on paper.")
_WIDEST = 112  # px at text size 100 % for the words of a list
_NAMED = 15  # characters of a text that "Back" names


@lru_cache(maxsize=4)
def _widths(_points: float) -> tuple[int, int]:
    """Width in px of all step names, and of the longest one with the numbers of the others, at this text size: cached,
    as a layout asks dozens of times."""
    metrics = QFontMetricsF(themes.font("small"))
    names = sum(metrics.horizontalAdvance(f"{at} {name}") + _TIGHT for at, (name, _) in enumerate(STEPS, 1))
    widest = max(metrics.horizontalAdvance(f"10 {name}") for name, _ in STEPS) + 12
    return round(names), round(widest + (len(STEPS) - 1) * (metrics.horizontalAdvance("10") + 8))


class StepBar(Canvas):
    """The steps in a row with an arrow at each end. With the focus on it, arrow keys, Home and End go through them."""

    accessible_role = QAccessible.Role.List
    chosen = Signal(int)  # step, from 1

    moves = {**canvas.LEFT_RIGHT, **canvas.ENDS}
    picks = ()
    held = Qt.KeyboardModifier.NoModifier
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Steps of the calculation"))
        self.step = 1
        painting.set_tip(self, _KEYS)

    def show_step(self, step: int) -> None:
        """Marks a step as the present one, without a signal."""
        self.step = step
        self.setAccessibleDescription(step_words(step))
        self.update()

    # ---- where things are

    def sizeHint(self) -> QSize:
        names, _ = _widths(QApplication.font().pointSizeF())
        return QSize(names + 2 * self._arrow() + 1, self._side())

    def minimumSizeHint(self) -> QSize:
        """The width of the present step's name and the numbers of the others."""
        _, least = _widths(QApplication.font().pointSizeF())
        return QSize(min(least, themes.px(300)) + 2 * self._arrow(), self._side())

    @staticmethod
    def _side() -> int:
        return round(QFontMetricsF(themes.font("body")).height()) + 2 * themes.px(5) + 2

    @staticmethod
    def _arrow() -> int:
        return themes.px(22)

    def cells(self) -> list[tuple[int, QRectF, str]]:
        """(step, place, words): −1 and −2 are the arrows back and on."""
        side, arrow, metrics = self._side(), self._arrow(), QFontMetricsF(themes.font("small"))
        room = self.width() - 2 * arrow
        names = [f"{at} {name}" for at, (name, _) in enumerate(STEPS, 1)]
        wide = [metrics.horizontalAdvance(name) + _TIGHT for name in names]
        if sum(wide) > room:
            names = [name if at == self.step else str(at) for at, name in enumerate(names, 1)]
            wide = [metrics.horizontalAdvance(name) + 8 for name in names]
        if sum(wide) > room:
            names, wide = [""] * len(STEPS), [0.0] * len(STEPS)
            names[self.step - 1] = tr("{step} of {count}", step=self.step, count=len(STEPS))
            wide[self.step - 1] = room
        spare = max(0.0, room - sum(wide)) / sum(bool(width) for width in wide)
        found, left = [(-1, QRectF(0, 0, arrow, side), "")], float(arrow)
        for step, (name, width) in enumerate(zip(names, wide, strict=True), 1):
            own = width + spare if width else 0.0
            found.append((step, QRectF(left, 0, own, side), name))
            left += own
        return [*found, (-2, QRectF(self.width() - arrow, 0, arrow, side), "")]

    def place_at(self, point: QPointF) -> int | None:
        """The step that a click at a point goes to."""
        for step, rect, _ in self.cells():
            if rect.contains(point):
                wanted = {-1: self.step - 1, -2: self.step + 1}.get(step, step)
                return wanted if 1 <= wanted <= len(STEPS) else None
        return None

    def label_of(self, place: int) -> str:
        return STEPS[place - 1][0]

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """A rounded row; the present step filled."""
        painting.draw_rounded(painter, QRectF(self.rect()), fill=theme.q("panel"), line=theme.q("edge"))
        for step, rect, words in self.cells():
            self._cell(painter, theme, step, rect, words)

    def _cell(self, painter: QPainter, theme: Theme, step: int, rect: QRectF, words: str) -> None:
        if step < 0:
            active = self.step > 1 if step == -1 else self.step < len(STEPS)
            wide = rect.width() / 4
            spot = QRectF(rect.center().x() - wide, rect.center().y() - wide, 2 * wide, 2 * wide)
            icons.draw_icon(painter, "back" if step == -1 else "forward", spot, theme.q("ink" if active else "line"))
            return
        here = step == self.step
        if words and (here or step == self.pointed):
            fill = theme.q("primary") if here else theme.wash("ink", 0.07)
            painting.draw_rounded(painter, rect.adjusted(0, 3, 0, -3), corner=5, fill=fill)
        ink = theme.q("on_primary" if here else "ink" if step < self.step else "muted")
        painting.draw_words(painter, rect, words, ink, align="centre", font=themes.font("small"))

    # ---- what the user does

    def hint_of(self, place: int) -> str:
        return tr("Click: {step}.", step=self.tip_of(place))

    def tip_of(self, place: int) -> str:
        return step_words(place)

    def tip_at(self, point: QPointF) -> str:
        return super().tip_at(point) or _KEYS

    def start(self) -> int:
        return self.step

    def walk(self, place: object, down: int, right: int) -> int:
        return min(max(self.step + right, 1), len(STEPS))

    def move_to(self, place: int) -> None:
        self.pick(place)

    def pick(self, place: int) -> None:
        if place != self.step:
            self.chosen.emit(place)


class TinyButton(QPushButton):
    """Opens the tiny example and returns to the previous run, or if that is unknown to the program's first one. `asked`
    carries a Wish for all fields of the run."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_START, parent)
        self._run = RunSpec()
        self._before: RunSpec | None = None  # the run that the tiny example took the place of
        self.clicked.connect(lambda: self.asked.emit(self._other_run))

    def show_run(self, run: RunSpec) -> None:
        """Updates for this run. The previous run is shown until the tiny example has arrived."""
        self._run = run
        if not self.inside and run != self._before:
            self._before = None
        self.setText(self._back_words() if self.inside else _START)
        painting.set_tip(self, tr("Restores your text and model.") if self.inside else _TINY_TIP)

    @property
    def inside(self) -> bool:
        return self._run.model == TINY

    def _back_words(self) -> str:
        """What the button returns to, with a few words of the text."""
        if self._before is None:
            return tr("Back to the translator")
        text = self._before.source[0].replace("&", "&&").strip()
        if not text:
            return tr("Back to your text")
        short = f"{text[:_NAMED].rstrip()}{number_format.ELLIPSIS if len(text) > _NAMED else ''}"
        return tr("Back to {text}", text=quoted(short))

    def _other_run(self, run: RunSpec) -> dict[str, Any]:
        """The run that replaces the present one, field by field."""
        if run.model == TINY:
            examples = next((info.examples[:1] for info in bundled_models() if info.folder == ""), ())
            wanted = self._before or RunSpec(source=examples or ("",))
        else:
            self._before, wanted = run, RunSpec(model=TINY, source=(TINY_SOURCE,))
        return {field.name: getattr(wanted, field.name) for field in fields(RunSpec)}


Names = tuple[Sequence[str], int]
"""The entries of a list as they can be seen, and px of the widest of them, up to the most that is shown."""


def _seen(words: Sequence[str], box: DropDown) -> Names:
    shown = [painting.visible_words(word, box.font()) for word in words]
    return shown, _widest(shown, box)


def _widest(words: Sequence[str], box: DropDown) -> int:
    box.ensurePolished()
    metrics, most, widest = box.fontMetrics(), themes.px(_WIDEST), 0
    for word in words:
        widest = max(widest, metrics.horizontalAdvance(word))
        if widest >= most:
            return most
    return widest


class CachedFlow(FlowLayout):
    """Keeps the places of its parts until one of them changes: Qt asks for them seven times for each picture."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, across=8, scaled=False)
        self._kept: dict[int, list[tuple[QLayoutItem, QRect]]] = {}  # by width

    def invalidate(self) -> None:
        self._kept = {}
        super().invalidate()

    def places(self, width: int) -> list[tuple[QLayoutItem, QRect]]:
        if width not in self._kept:
            self._kept[width] = super().places(width)
        return self._kept[width]


class CalculateBar(QWidget):
    """Which attention, head, query and key are shown, in how much detail, which step is highlighted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = Segmented(tr("Attention"), ATTENTIONS | {"cross": ATTENTIONS["cross"]._replace(about=_CROSS)}, self)
        self.depths = Segmented(tr("Show as"), DEPTHS, self)
        self.head = DropDown(self, tr("Layer and head"), tr("Which head is followed."))
        self.row = DropDown(self, tr("Query"), tr("Which row reads."))
        self.key = DropDown(self, tr("Key"), tr("Which token is read."))
        self.tiny, self.steps = TinyButton(self), StepBar(self)
        self._there = False  # whether a cell is followed
        self._run = RunSpec()
        self._named: tuple[Sentence, float, dict[str, Sequence[Names]]] | None = None  # of which text, at which size
        self._flow = CachedFlow(self)
        for part in (self.kind, self.head, self.row, self.key, self.depths, self.tiny, self.steps):
            self._flow.addWidget(part)

    def show_place(self, shot: Snapshot, place: Place | None, depth: str, step: int) -> None:
        """Shows the cell, None for none, without a signal."""
        self._there, self._run = place is not None, shot.state.run
        self.kind.set_available(shot.trace.kinds, NOT_RECORDED)
        self.kind.show_value(shot.look.kind)
        self.depths.show_value(depth)
        self.steps.show_step(step)
        if place is None:
            return
        spec, one = shot.trace.spec, shot.trace.sentences[place.sentence]
        layers, count = range(spec.layers(place.kind)), spec.heads_of(place.kind)
        heads = [head_place(layer, head) for layer in layers for head in range(count)]
        self._fill(self.head, heads, place.layer * count + place.head, _widest(heads, self.head))
        names = self._names(one, place.kind)
        for box, (words, widest), chosen in zip((self.row, self.key), names, (place.query, place.key), strict=True):
            self._fill(box, words, chosen, widest)

    def _names(self, one: Sentence, kind: str) -> Sequence[Names]:
        """The names of queries and keys, with the width of the widest in px; cached for each kind of attention."""
        if self._named is None or self._named[0] is not one or self._named[1] != themes.text_scale():
            self._named = one, themes.text_scale(), {}
        kept = self._named[2]
        if kind not in kept:
            rows = [map_text.row_name(*words) for words in selection.query_names(one, kind)]
            keys = [f"→ {isolated(name)}" for name in selection.key_names(one, kind)]
            kept[kind] = [_seen(words, box) for words, box in ((rows, self.row), (keys, self.key))]
        return kept[kind]

    def _fill(self, box: DropDown, words: Sequence[str], chosen: int, widest: int) -> None:
        """Sets the entries; the box is as wide as the longest one, up to a limit."""
        box.fill(words, chosen)
        box.setFixedWidth(widest + themes.px(36))

    def fit(self, width: int, room: float) -> None:
        """Breaks into lines; if they take more than `room` px of height, parts other than the steps are left out; the
        way back from the tiny example only where there is no room at all."""
        self._flow.setEnabled(False)  # each part that shows itself would lay out the whole view again
        for choice in (self.kind, self.depths):
            show_part(choice, True)
        for box in (self.head, self.row, self.key):
            show_part(box, self._there)
        self.tiny.show_run(self._run)
        show_part(self.tiny, True)
        way_in: tuple[tuple[QWidget, ...], ...] = () if self.tiny.inside and room else ((self.tiny,),)
        groups = ((), *way_in, (self.row, self.key), (self.head,), (self.kind,), (self.depths,))
        for group in groups:
            for part in group:
                show_part(part, False)
            high = self._flow.heightForWidth(width)
            if high <= room:
                break
        self._flow.setEnabled(True)
        self._flow.invalidate()
        self.setFixedHeight(high)
        self._flow.activate()

    def room_in(self, height: float) -> float:
        """The height that remains for the page, px."""
        return max(1.0, height - self.height() - 8)
