"""The toolbar of Lines: which attention or all three, which layer, which numbers, which heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from model_core.spec import KINDS
from viz_app.charts.head_chips import HeadChips, MixedHeads
from viz_app.data.maps.head_filter import listed_places
from viz_app.data.maps.map_options import over_layers
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS, DERIVED, NOT_RECORDED, Term
from viz_app.system.language import tr
from viz_app.views.lines.pointing import heads_drawn, is_single
from viz_app.views.lines.text import MIXES
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton, plain_label
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import Segmented

if TYPE_CHECKING:
    from viz_app.views.lines.view import Lines

_ALL = Term(
    tr("All three"),
    tr("Encoder, cross and decoder attention in one picture."),
    tr("All three attentions in one picture"),
)
MEASURES = {"weights": Term(tr("weights"), tr("The weight as it was recorded.")), **DERIVED}
_MIX_TIPS = {
    "each": tr("Every chosen head, each in its own colour."),
    "one": tr("The selected head."),
    "mean": tr("The mean over the chosen heads."),
    "max": tr("The maximum over the chosen heads."),
    "sum": tr("The sum over the chosen heads."),
    "mean_layers": tr("The mean over the chosen heads of every layer."),
    "max_layers": tr("The maximum over the chosen heads of every layer."),
    "sum_layers": tr("The sum over the chosen heads of every layer."),
}
_APART = 12  # px between the choices


class LinePanel(QWidget):
    """`show_shot` shows the selection; choices are emitted as signals. `chips` are the heads."""

    picked = Signal(object)  # dict of changes of the look
    opted = Signal(object)  # dict of changes of the view's options

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds = Segmented(tr("Attention"), ATTENTIONS | {"": _ALL}, self)
        self.kinds.chosen.connect(self._choose)
        self.layer = MenuButton(self)
        set_tip(self.layer, tr("Which layer; the up and down arrow keys move between layers."))
        self._layers, self._whole = 0, False
        self.measure, self.mix = MenuButton(self), MenuButton(self)
        self._measures = self.measure.set_choices(MEASURES, lambda measure: self.opted.emit({"measure": measure}))
        set_tip(self.measure, tr("What the width of a line shows."))
        mixes = {mix: (word, _MIX_TIPS[mix]) for mix, word in MIXES.items()}
        self._mixes = self.mix.set_choices(mixes, lambda mix: self.opted.emit({"mix": mix}))
        for mix in ("mean", "mean_layers"):
            self.mix.menu().insertSeparator(self._mixes[mix])
        set_tip(self.mix, tr("How heads are combined into lines."))
        self.chips, self.mixed = HeadChips(self), MixedHeads(self)
        self.mixed.chosen.connect(lambda heads: self.opted.emit({"heads": heads}))
        self.mixed.hide()
        self.show_label = plain_label(self, "small", tr("Show"), muted=True)
        self.heads_label = plain_label(self, "small", tr("Heads"), muted=True)
        self.show_label.setBuddy(self.measure)
        self.heads_label.setBuddy(self.mix)
        self._lay_out()

    def _choose(self, kind: str) -> None:
        if self._whole or not kind:
            self.opted.emit({"whole": not kind})
        if kind:
            self.picked.emit({"kind": kind})

    def _lay_out(self) -> None:
        first = row_of(self.kinds, self.layer, 1, spacing=_APART)
        show, heads = row_of(self.show_label, self.measure, spacing=4), row_of(self.heads_label, self.mix, spacing=4)
        menus = row_of(show, heads, self.mixed, 1, margins=(0, 0, 8, 0))
        self._second = row_of(menus, (self.chips, 1), spacing=4)
        self._row = row_of(first, (self._second, 1), parent=self, spacing=4)

    def show_shot(self, shot: Snapshot, options: Lines.Options) -> None:
        """Shows the selection, what the lines stand for and whose heads they are; emits nothing."""
        kinds, kind, spec = shot.trace.kinds, shot.look.kind, shot.trace.spec
        self.kinds.set_available([*kinds, ""] if len(kinds) == len(ATTENTIONS) else kinds, NOT_RECORDED)
        self._whole = options.whole
        self.kinds.show_value("" if options.whole else kind)
        over = over_layers(options.mix, options.measure)
        self._show_layer(spec.nearest_head(kind, shot.look.layer, 0)[0], spec.layers(kind), over)
        self._show_numbers(options.measure, options.mix, over)
        self._show_heads(shot, options, over)

    def _show_layer(self, layer: int, layers: int, over: bool) -> None:
        """One of this many layers, or all."""
        if layers != self._layers:
            self._layers = layers
            words = {str(at): (tr("Layer {at}", at=at + 1), "") for at in range(layers)}
            self.layer.set_choices(words, lambda at: self.picked.emit({"layer": int(at)}))
        one = tr("Layer {layer} of {layers}", layer=layer + 1, layers=layers)
        self.layer.set_words(tr("All layers") if over else one)
        self.layer.menu().actions()[layer].setChecked(True)
        self.layer.setEnabled(not over)

    def _show_numbers(self, measure: str, mix: str, over: bool) -> None:
        """What the lines stand for and how heads are mixed."""
        self._measures[measure].setChecked(True)
        self.measure.set_words(MEASURES[measure].word)
        self.measure.setAccessibleName(tr("Numbers shown: {numbers}", numbers=MEASURES[measure].word))
        self._mixes[mix].setChecked(True)
        words = tr("all together") if measure == "rollout" else MIXES[mix]
        self.mix.setEnabled(measure != "rollout")
        self.mix.set_words(MIXES[mix.partition("_")[0]] if over else words)
        self.mix.setAccessibleName(tr("Heads: {heads}", heads=words))

    def _show_heads(self, shot: Snapshot, options: Lines.Options, over: bool) -> None:
        """Chips for the heads of a layer, or a button for those of all layers."""
        spec, look, kind, single = shot.trace.spec, shot.look, shot.look.kind, is_single(shot, options)
        show_part(self.mixed, over)
        show_part(self.chips, not over)
        drawn = heads_drawn(shot, options, kind) if options.measure != "rollout" else ()
        layer, head = spec.nearest_head(kind, look.layer, look.head)
        self.chips.set_heads(spec.heads_of(kind), frozenset(one for _, one in drawn), head, single)
        if over:
            stacks = KINDS if options.whole else (kind,)
            size = max(map(spec.layers, stacks)), max(map(spec.heads_of, stacks))
            self.mixed.show_heads(options.heads, size, (layer, head), listed_places(shot, kind))
            self.mixed.setEnabled(not single)

    def minimumSizeHint(self) -> QSize:
        """Narrow: one row may become three."""
        return QSize(themes.px(320), super().minimumSizeHint().height())

    def set_narrow(self, width: int) -> None:
        """Two rows, or three, if not everything fits on one."""
        menus = (self.show_label, self.measure, self.heads_label, self.mix, self.mixed, self.chips)
        beside = sum(part.sizeHint().width() for part in menus if not part.isHidden()) + 2 * _APART
        layer = self.layer.sizeHint().width() + 2 * _APART
        self.kinds.fit(width - layer)
        need = self.kinds.buttons_width() + layer
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if need + beside > width else across)
        self._second.setDirection(down if beside > width else across)
