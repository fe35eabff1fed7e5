"""The column that says which map is looked at: which attention, which numbers, which head of all.

It knows nothing of any view: maps go in, choices come out as signals. Layers and heads count from 0 here and from 1
on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QLayout, QPushButton, QWidget

from model_core.record.trace import Trace
from viz_app.charts.head_chips import HeadSorter
from viz_app.data.maps.head_names import all_heads
from viz_app.data.maps.map_options import CAUTION, MIXED, MIXES, over_layers
from viz_app.data.vocabulary import ATTENTIONS, DERIVED, NOT_RECORDED, NUMBERS
from viz_app.maps.head_bars import HeadBars
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.attention.measured_heads import HeadMeasures
from viz_app.views.attention.options import SHORT_CAUTION
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import column_of, parts_in, row_of, show_part
from viz_app.widgets.painting import set_tip, tip
from viz_app.widgets.segmented import Segmented

_MIX_TIPS = {
    "one": tr("The selected head."),
    "mean": tr("The mean over the chosen heads, cell by cell."),
    "max": tr("The maximum over the chosen heads, cell by cell."),
    "sum": tr("The sum over the chosen heads, cell by cell."),
    "mean_layers": tr("The mean over the chosen heads of every layer, cell by cell."),
    "max_layers": tr("The maximum over the chosen heads of every layer, cell by cell."),
    "sum_layers": tr("The sum over the chosen heads of every layer, cell by cell."),
}
_ROOMY = 400  # px at text size 100 %: lower columns have no room for the caution
_TALL = 560  # px at text size 100 %: lower columns have no room for both texts in full
_LARGEST = 110.0  # px at text size 100 %: a thumbnail where there is room
_BETWEEN = 6  # px between thumbnails, and a word's height more between lines
_SHARE = 0.38  # of the view's width, at most
TAUGHT = tr("This head was trained to align words; the others learned their roles on their own.")
_NOTE = tr("Rows are layers, columns are heads. Click a map to open it; arrow keys move between heads.")


class HeadPick(QWidget):
    """Segments for the kind, a menu for the numbers, the mosaic of all heads and a short note under it."""

    kind_chosen = Signal(str)
    what_chosen = Signal(str)
    measure_chosen = Signal(str)  # a key of DERIVED
    mix_chosen = Signal(str)  # a key of viz_app.data.maps.map_options.MIXES
    sort_chosen = Signal(str)  # a word of viz_app.data.maps.head_order.ORDERS
    all_asked = Signal()  # every head of every attention
    head_chosen = Signal(int, int)  # layer, head
    head_hovered = Signal(object)  # (layer, head) or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mosaic = HeadGrid(self, largest=_LARGEST, fills=True)
        self.mosaic.setToolTip(_NOTE)
        self.mosaic.picked.connect(self.head_chosen)
        self.mosaic.hovered.connect(self.head_hovered)
        self.kinds = Segmented(tr("Attention"), ATTENTIONS, self, wide=True)
        self.kinds.chosen.connect(self.kind_chosen)
        self.numbers, self.mix = MenuButton(self), MenuButton(self)
        set_tip(self.numbers, tr("Which recorded numbers the maps show."))
        self._whats = self.numbers.set_choices(NUMBERS | DERIVED, self._choose_numbers)
        self.numbers.menu().insertSeparator(self._whats[next(iter(DERIVED))])
        set_tip(self.mix, tr("One head, or several heads in one map."))
        self._mixes = self.mix.set_choices(
            {mix: (word, _MIX_TIPS[mix]) for mix, word in MIXES.items()}, self.mix_chosen.emit
        )
        for mix in ("mean", "mean_layers"):
            self.mix.menu().insertSeparator(self._mixes[mix])
        self.show_label = QLabel(tr("Show"), self)
        self.show_label.setBuddy(self.numbers)
        self._note, self._caution = QLabel(_NOTE, self), QLabel(CAUTION, self)
        for label in (self._note, self._caution):
            label.setWordWrap(True)
        self._flat = False
        for label in (self._note, self._caution, self.show_label):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("tone", "muted")
        self._heads = self._layers = 1
        self._bars: HeadBars | None = None
        self._effect = ""
        self._describe: Callable[[int, int], str] = lambda layer, head: tr(
            "layer {layer}, head {head}", layer=layer + 1, head=head + 1
        )
        self._words = CAUTION
        self._lay_out()
        self._restyle()
        themes.changed.connect(self._restyle)

    def _choose_numbers(self, numbers: str) -> None:
        (self.measure_chosen if numbers in DERIVED else self.what_chosen).emit(numbers)

    def put_below_choices(self, part: QWidget) -> None:
        """Gives a part its place between the choices and the maps."""
        self._column.insertWidget(1, part)

    def _lay_out(self) -> None:
        self.all = QPushButton(tr("All heads"), self)
        set_tip(self.all, tr("All heads of all attentions at once (A)."))
        self.all.clicked.connect(self.all_asked)
        self._choices = row_of(self.show_label, self.numbers, self.mix, 1, self.all, spacing=themes.STEP)
        self._top = column_of(self.kinds, self._choices)
        self.sort = HeadSorter(self)
        self.sort.chosen.connect(self.sort_chosen)
        below = row_of(self.sort, 1, spacing=0)
        self._column = column_of(self._top, (self.mosaic, 1000), below, self._note, 1, self._caution, parent=self)

    # ---- what it shows

    def set_kinds(self, kinds: Sequence[str]) -> None:
        """Which attentions there are to choose from; a recording may have fewer than three."""
        self.kinds.set_available(kinds, NOT_RECORDED)

    def show_choice(
        self, kind: str, what: str, layer: int, head: int, measure: str = "recorded", mix: str = "one"
    ) -> None:
        """Marks what is looked at; emits nothing."""
        self.kinds.show_value(kind)
        shown = what if measure == "recorded" else measure
        word = (NUMBERS | DERIVED)[shown].word
        self._whats[shown].setChecked(True)
        self.numbers.set_words(word)
        self.numbers.setAccessibleName(tr("Numbers shown: {numbers}", numbers=word))
        self._mixes[mix].setChecked(True)
        mixed = tr("all heads") if measure == "rollout" else MIXES[mix]
        self.mix.setEnabled(measure != "rollout")
        self.mix.set_words(MIXED[mix.partition("_")[0]] if over_layers(mix, measure) else mixed)
        self.mix.setAccessibleName(tr("Heads in the map: {heads}", heads=mixed))
        self.mosaic.set_current(layer, head)

    def show_heads(
        self, trace: Trace, kind: str, measures: Mapping[tuple[int, int], HeadMeasures], hidden: bool = False
    ) -> None:
        """Marks the heads that are switched off, names them, and says which ones were taught. Names that are `hidden`
        keep their place."""
        off = frozenset((one.layer, one.head) for one in trace.run.edits.heads_off if one.kind == kind)
        taught = frozenset(trace.model.taught if kind == "cross" else ())
        self._describe = partial(head_words, off, taught, measures)
        self.mosaic.describe = self._tip_of
        self.mosaic.set_off(off)
        nameless = {place[1:]: "" for place in (all_heads(trace, kind) if hidden else ())}
        self.mosaic.set_names(nameless | {head: one.word for head, one in measures.items()})

    def show_effects(self, bars: HeadBars | None, words: str, order: Sequence[tuple[int, int]] | None) -> None:
        """What each head does, as bars, and what they say; these heads in their order, None = all by place."""
        again = (bars is None) != (self._bars is None)
        self._bars, self._effect = bars, words
        self.mosaic.set_bars(bars)
        self.mosaic.set_order(order)
        note = tr("Bars: {meaning}", meaning=words) if words else _NOTE
        if order == ():
            note = tr("No head of this attention passes the filter.")
        if again or note != self._note.text():
            self._note.setText(note)
            self.make_room()

    def _tip_of(self, layer: int, head: int) -> str:
        """A head's words, with its bar in numbers."""
        number = self._bars.number((layer, head)) if self._bars is not None else ""
        own = self._describe(layer, head)
        return f"{own}\n{number}: {self._effect}" if number and self._effect else own

    def set_caution(self, words: str) -> None:
        """What attention does not say."""
        if words != self._words:
            self._words = words
            self.make_room()

    def set_heads(self, heads: int, layers: int) -> None:
        """How many heads stand side by side and how many layers below each other, for the room that is asked for."""
        if (heads, layers) != (self._heads, self._layers):
            self._heads, self._layers = heads, layers
            self.updateGeometry()

    def wanted_width(self, room: QSize) -> int:
        """Px that let thumbnails grow as far as the height of `room` lets them, at most a share of its width."""
        least = max(themes.px(216), self.kinds.buttons_width(), self._choices.sizeHint().width())
        word = themes.px(18)
        height = room.height() - self._top.sizeHint().height() - themes.px(60) - word
        side = min(themes.px(_LARGEST), max(themes.px(28), height / self._layers - _BETWEEN - word))
        return max(least, round(min(self._heads * (side + _BETWEEN) + themes.px(30), room.width() * _SHARE)))

    def set_flat(self, flat: bool) -> None:
        """One line of choices without the mosaic, for narrow places."""
        direction = QBoxLayout.Direction.LeftToRight if flat else QBoxLayout.Direction.TopToBottom
        self._top.setDirection(direction)
        self._flat = flat
        for part in (self.mosaic, self.all):
            part.setVisible(not flat)
        self.make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    @one_at_a_time
    def make_room(self) -> None:
        """Texts stand where there is room for them, short ones in a low column; the maps get the rest."""
        roomy, tall = self.height() >= themes.px(_ROOMY), self.height() >= themes.px(_TALL)
        self._caution.setText(self._words if tall else SHORT_CAUTION)
        self._caution.setToolTip("" if tall else tip(self._words))
        self._caution.setVisible(not self._flat and roomy)
        self._note.setVisible(not self._flat and tall)
        show_part(self.sort, not self._flat and tall)
        below = self.height() - 2 * self._column.spacing()
        for part in parts_in(self._column):
            hidden = part.isEmpty() if isinstance(part, QLayout) else part.isHidden()
            if part is not self.mosaic and not hidden:
                tall_as = part.heightForWidth(self.width()) if part.hasHeightForWidth() else part.sizeHint().height()
                if isinstance(part, QWidget):
                    tall_as = min(max(tall_as, part.minimumHeight()), part.maximumHeight())
                below -= tall_as + self._column.spacing()
        most = max(64, math.ceil(self.mosaic.needed_height(self.width(), max(64, below))))
        if most != self.mosaic.maximumHeight():
            self.mosaic.setMaximumHeight(most)
            self._column.activate()  # at once: the first picture has its sizes

    def _restyle(self, _theme: object = None) -> None:
        for label in (self._note, self._caution, self.show_label):
            label.setFont(themes.font("small"))
        self.make_room()
        self.updateGeometry()


def head_words(
    off: Set[tuple[int, int]],
    taught: Set[tuple[int, int]],
    measures: Mapping[tuple[int, int], HeadMeasures],
    layer: int,
    head: int,
) -> str:
    """What a head is called, whether it is switched off, what was measured, and whether it was taught to align."""
    name = tr("layer {layer}, head {head}", layer=layer + 1, head=head + 1)
    if (layer, head) in off:
        name = tr("{name}, switched off", name=name)
    found = measures.get((layer, head))
    lines = [name, found.words() if found else "", TAUGHT if (layer, head) in taught else ""]
    return "\n".join(line for line in lines if line)
