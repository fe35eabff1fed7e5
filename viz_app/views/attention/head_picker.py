"""The column that selects the map: which attention, which numbers, which head.

Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QPushButton, QWidget

from model_core.record.trace import Trace
from viz_app.charts.chosen_heads import switched_in_layer
from viz_app.charts.head_chips import HeadChips, HeadSorter, MixedHeads
from viz_app.data.maps.head_filter import listed_places
from viz_app.data.maps.head_names import all_heads
from viz_app.data.maps.head_order import EFFECTS, PLACE
from viz_app.data.maps.map_options import CAUTION, MIXED, MIXES, MapChoice, caution, over_layers
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.vocabulary import ATTENTIONS, DERIVED, NOT_RECORDED, NUMBERS
from viz_app.maps.head_bars import HeadBars
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import Head, one_at_a_time
from viz_app.system.language import tr
from viz_app.views.attention import head_effects
from viz_app.views.attention.measured_heads import MeasuredHeads, listed_heads, mark_heads
from viz_app.views.attention.options import SHORT_CAUTION, MapOptions
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton, plain_label
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
_LARGEST = 110.0  # px at text size 100 %: a thumbnail if there is room
_BETWEEN = 6  # px between thumbnails, and a word's height more between lines
_SHARE = 0.38  # of the view's width, at most
_NOTE = tr("Rows are layers, columns are heads. Click a map to open it; arrow keys move between heads.")


class HeadPick(QWidget):
    """Buttons for the kind, a menu for the numbers, thumbnails of all heads and a short note under them."""

    picked = Signal(object)  # changes of the look
    opted = Signal(object)  # changes of MapOptions
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mosaic = HeadGrid(self, largest=_LARGEST, fills=True)
        self.mosaic.setToolTip(_NOTE)
        self.mosaic.picked.connect(lambda layer, head: self.picked.emit({"layer": layer, "head": head}))
        self.kinds = Segmented(tr("Attention"), ATTENTIONS, self, wide=True)
        self.kinds.chosen.connect(lambda kind: self.picked.emit({"kind": kind}))
        self.numbers, self.mix = MenuButton(self), MenuButton(self)
        set_tip(self.numbers, tr("Which recorded numbers the maps show."))
        self._whats = self.numbers.set_choices(NUMBERS | DERIVED, self._choose_numbers)
        self.numbers.menu().insertSeparator(self._whats[next(iter(DERIVED))])
        set_tip(self.mix, tr("One head, or several heads in one map."))
        self._mixes = self.mix.set_choices(
            {mix: (word, _MIX_TIPS[mix]) for mix, word in MIXES.items()},
            lambda mix: self.opted.emit({"mix": mix, "picture": "map"}),
        )
        for mix in ("mean", "mean_layers"):
            self.mix.menu().insertSeparator(self._mixes[mix])
        self.show_label = plain_label(self, "small", tr("Show"), muted=True)
        self.show_label.setBuddy(self.numbers)
        self._note = plain_label(self, "small", _NOTE, muted=True, wrapped=True)
        self._caution = plain_label(self, "small", CAUTION, muted=True, wrapped=True)
        self._flat = False
        self.measured = MeasuredHeads(self)
        self._shot: Snapshot | None = None
        self._place: MapChoice
        self._size = 1, 1  # most layers and heads of an attention
        self._bars: HeadBars | None = None
        self._effect = ""
        self._words = CAUTION
        self._lay_out()
        self._restyle()
        themes.changed.connect(self._restyle)

    def _lay_out(self) -> None:
        self.chips, self.mixed = HeadChips(self), MixedHeads(self)
        self.chips.clicked.connect(self._switch)
        self.chips.alone.connect(partial(self._switch, alone=True))
        self.chips.hovered.connect(lambda head: self.hinted.emit("" if head is None else self.chips.tip_of(head)))
        self.mixed.chosen.connect(lambda heads: self.opted.emit({"heads": heads}))
        self.all = QPushButton(tr("All heads"), self)
        set_tip(self.all, tr("All heads of all attentions at once (A)."))
        self.all.clicked.connect(lambda: self.opted.emit({"all_heads": True}))
        self._choices = row_of(self.show_label, self.numbers, self.mix, 1, self.all, spacing=themes.STEP)
        self._top = column_of(self.kinds, self._choices)
        self.sort = HeadSorter(self)
        self.sort.chosen.connect(lambda order: self.opted.emit({"order": order}))
        below = row_of(self.sort, 1, spacing=0)
        parts = self._top, self.chips, self.mixed, (self.mosaic, 1000), below, self._note, 1, self._caution
        self._column = column_of(*parts, parent=self)
        for part in (self.chips, self.mixed):
            part.hide()

    # ---- what it shows

    def draw(self, shot: Snapshot, place: MapChoice) -> None:
        """Shows the selection and the choices: a recording may have fewer than three attentions."""
        trace, self._shot, self._place = shot.trace, shot, place
        self.kinds.set_available(trace.kinds, NOT_RECORDED)
        self.kinds.show_value(place.kind)
        words, self._words = self._words, caution(trace)
        if words != self._words:
            self.make_room()
        shown = place.what if place.measure == "recorded" else place.measure
        word = (NUMBERS | DERIVED)[shown].word
        self._whats[shown].setChecked(True)
        self.numbers.set_words(word)
        self.numbers.setAccessibleName(tr("Numbers shown: {numbers}", numbers=word))
        self._draw_mix(shot, place)
        self._fit_kinds()  # beside words that may be longer
        self.mosaic.set_current(place.layer, place.head)

    def _draw_mix(self, shot: Snapshot, place: MapChoice) -> None:
        """How many heads make up the map, and which: of one layer as chips, of all on a card."""
        rolled, over, spec = place.measure == "rollout", over_layers(place.mix, place.measure), shot.trace.spec
        word = tr("all heads") if rolled else MIXES[place.mix]
        self._mixes[place.mix].setChecked(True)
        self.mix.setEnabled(not rolled)
        self.mix.set_words(MIXED[place.mix.partition("_")[0]] if over else word)
        self.mix.setAccessibleName(tr("Heads in the map: {heads}", heads=word))
        size, mixed = (spec.layers(place.kind), spec.heads_of(place.kind)), () if rolled else place.mixed
        self.chips.set_heads(size[1], frozenset(head for _, head in place.mixed), place.head)
        show_part(self.chips, bool(mixed) and not over)
        self.mosaic.set_mixed(mixed)
        if over:
            out, now = options_of(shot, MapOptions).heads, (place.layer, place.head)
            self.mixed.show_heads(out, size, now, listed_places(shot, place.kind))
        show_part(self.mixed, over)

    def name_heads(self, trace: Trace, place: MapChoice) -> None:
        """Marks the heads that are switched off, names them, and says which were taught to align. Names that a question
        hides, or that a long text has not, keep their space, in which the bars stand."""
        measures = self.measured.of(trace, place.kind, place.sentence)
        mark_heads(self.mosaic, trace, place.kind, measures, self._bar_words)
        nameless = {head[1:]: "" for head in all_heads(trace, place.kind)}
        self.mosaic.set_names(nameless | {head: one.word for head, one in measures.items()})
        size = max(map(trace.spec.layers, trace.kinds)), max(map(trace.spec.heads_of, trace.kinds))
        if size != self._size:
            self._size = size
            self.updateGeometry()

    def show_effects(self, shot: Snapshot, place: MapChoice) -> None:
        """The effect of each head, as bars, and the heads in order."""
        before, self._bars = self._bars, head_effects.bars(shot, place.kind)
        effects, self._effect = self._bars is not None, head_effects.words(shot)
        order = self.sort.show_order(options_of(shot, MapOptions).order, (place.kind,), effects)
        later, alignments = order not in (PLACE, *EFFECTS), shot.state.alignments
        found = self.measured.of(shot.trace, place.kind, place.sentence, later, alignments)
        listed = listed_heads(shot, place, order, found, self._bars)
        self.mosaic.set_bars(self._bars)
        self.mosaic.set_order(listed)
        note = tr("Bars: {meaning}", meaning=self._effect) if self._effect else _NOTE
        if listed == ():
            note = tr("No head of this attention passes the filter.")
        if effects != (before is not None) or note != self._note.text():
            self._note.setText(note)
            self.make_room()

    def _bar_words(self, head: Head) -> str:
        number = self._bars.number(head) if self._bars is not None else ""
        return f"{number}: {self._effect}" if number and self._effect else ""

    # ---- what the user does

    def _choose_numbers(self, numbers: str) -> None:
        """Switches to derived numbers, or back to the recorded ones."""
        if numbers in DERIVED:
            self.opted.emit({"measure": numbers, "picture": "map"})
            return
        if options_of(self._shot, MapOptions).measure != "recorded":
            self.opted.emit({"measure": "recorded"})
        self.picked.emit({"what": numbers})

    def _switch(self, head: int, alone: bool = False) -> None:
        """Adds a head to the mixture or removes it, or leaves only that one."""
        if (shot := self._shot) is None:
            return
        place, before = self._place, options_of(shot, MapOptions).heads
        heads = switched_in_layer(before, shot.trace.spec, place.kind, (place.layer, head), alone)
        self.opted.emit({"heads": heads})

    # ---- room

    def wanted_width(self, room: QSize) -> int:
        """Width in px at which thumbnails are as large as the height of `room` allows, at most a share of its width."""
        least = max(themes.px(216), self.kinds.buttons_width(), self._choices.sizeHint().width())
        word = themes.px(18)
        height = room.height() - self._top.sizeHint().height() - themes.px(60) - word
        side = min(themes.px(_LARGEST), max(themes.px(28), height / self._size[0] - _BETWEEN - word))
        return max(least, round(min(self._size[1] * (side + _BETWEEN) + themes.px(30), room.width() * _SHARE)))

    def set_flat(self, flat: bool) -> None:
        """One line of choices without thumbnails, for narrow places."""
        direction = QBoxLayout.Direction.LeftToRight if flat else QBoxLayout.Direction.TopToBottom
        self._top.setDirection(direction)
        self._flat = flat
        for part in (self.mosaic, self.all):
            part.setVisible(not flat)
        self.make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    def event(self, event: QEvent) -> bool:
        """Lays out again when a part changes size, such as a button that has got its style."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.make_room()
        return super().event(event)

    @one_at_a_time
    def make_room(self) -> None:
        """Shows texts that fit, short ones in a low column; the thumbnails get the rest."""
        roomy, tall = self.height() >= themes.px(_ROOMY), self.height() >= themes.px(_TALL)
        self._fit_kinds()
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

    def _fit_kinds(self) -> None:
        """The attentions as buttons, or as a list if the choices beside them leave too little room."""
        beside = self._choices.sizeHint().width() + self._top.spacing() if self._flat else 0
        self.kinds.fit(self.width() - beside)

    def _restyle(self, _theme: object = None) -> None:
        self.make_room()
        self.updateGeometry()
