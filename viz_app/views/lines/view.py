"""Lines: who reads whom, as lines between two columns of words, one colour per head, or the three attentions in one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.charts.chosen_heads import switched_in_layer
from viz_app.data import number_sources
from viz_app.data.depth import Control, DepthRule
from viz_app.data.maps import derived_text, map_options
from viz_app.data.maps.derived_map import DerivedMapMaker, MapRequest
from viz_app.data.selection import head_beside, step_of
from viz_app.data.snapshot import Cell, ShownNumber, Snapshot, option, options_of
from viz_app.data.tables import HeadsMade, Listing
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.lines import pointing, text
from viz_app.views.lines.foot import Foot
from viz_app.views.lines.line_map import LineMap
from viz_app.views.lines.line_picture import RUNS, LinePicture, on_one_scale
from viz_app.views.lines.line_selection import BETWEEN, Target
from viz_app.views.lines.toolbar import MEASURES, LinePanel
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import SlimButton, plain_label
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.view import View

_FOOT = 210  # px at text size 100 %: a lower view has no room for the words under the lines
_SPECIAL = tr(
    "Tokens such as </s>, which often take most of the weight: their lines are paler, or left out and the rows "
    "renormalised."
)
_JOINED = tr(
    "Pieces as the model reads them, the bytes of one character merged, or whole words: weights are summed over "
    "keys and averaged over queries."
)
_WAITING = tr("Lines appear here as soon as there is a sentence.")
_DEEP = {
    f"panel.{part}": DepthRule(options=(option,))
    for part, option in (("show_label", "measure"), ("measure", "measure"), ("heads_label", "mix"), ("mix", "mix"))
}
_CONTROLS = {
    "panel.kinds": Control(tr("Attention"), "whole", {True: tr("all three"), False: tr("one")}),
    "panel.measure": Control(tr("Show"), "measure", MEASURES, "full"),
    "panel.mix": Control(tr("Heads"), "mix", text.MIXES, "full"),
}


class Lines(View):
    """Above the choice of attention, layer and heads; below the two columns; under them a description."""

    title = tr("Lines")
    sentence = tr("Who reads whom: each line goes from a token to one that it reads; wider means more.")
    deep, controls, asides = _DEEP, _CONTROLS, ("panel", "foot")
    kinds = KINDS

    @dataclass(frozen=True)
    class Options:
        """What the lines stand for and which of them are drawn.

        measure  a key of viz_app.views.lines.toolbar.MEASURES
        mix      a key of viz_app.views.lines.text.MIXES
        heads    the heads that are switched off, as a text of viz_app.charts.chosen_heads
        whole    all three attentions in one picture
        """

        threshold: float = option(
            0.05, tr("Lines from"),
            choices={n: f"{n:g}" if n else tr("all", "of the lines") for n in text.THRESHOLDS},
            tip=tr("Weaker lines are left out; for weight × value this is a share of the largest."),
            group=tr("Lines"), slider=True, depth="full",
        )  # fmt: skip
        special: str = option(
            "shown", tr("Special tokens"),
            choices={"shown": tr("shown"), "dimmed": tr("dimmed"), "hidden": tr("left out")}, tip=_SPECIAL,
            group=tr("Lines"), depth="full",
        )  # fmt: skip
        join: str = option(
            "pieces", tr("Tokens"), choices=map_options.JOINS, group=tr("Tokens"), tip=_JOINED, depth="full",
        )  # fmt: skip
        measure: str = "weights"
        mix: str = "each"
        heads: str = ""
        whole: bool = False

    def build(self) -> None:
        self._arranger = DerivedMapMaker()
        self._picture = LinePicture()
        self._trace: Trace | None = None  # what the lines were last taken for, and of it:
        self._drawn: object = None
        self._target: Target | None = None
        self.panel = LinePanel(self)
        self.lines = LineMap(self)
        self.lines.setToolTip(text.CLICKS)
        self.lines.describe, self.lines.hint, self.lines.source = self._describe, self._hint, self._number
        self.lines.answers()
        self.foot = Foot(self)
        self.words = plain_label(self, "body", _WAITING, muted=True, wrapped=True, centred=True)
        self.offer, self._offered = SlimButton(self), 0.0
        column_of(self.panel, (self.words, 1), (self.lines, 1), self.offer, self.foot, 0, parent=self)
        for part in (self.panel, self.lines, self.offer, self.foot):
            part.hide()
        self.setFocusProxy(self.lines)
        self._connect()

    def _connect(self) -> None:
        self.lines.hovered.connect(self._point_at)
        self.lines.hinted.connect(self.hinted)
        self.lines.clicked.connect(self._click)
        self.panel.picked.connect(self.picked)
        self.panel.opted.connect(self.opted)
        self.panel.chips.clicked.connect(lambda head: self._switch_head(head))
        self.panel.chips.alone.connect(lambda head: self._switch_head(head, alone=True))
        self.panel.chips.hovered.connect(self._hint_head)
        self.offer.clicked.connect(lambda: self.opted.emit({"threshold": self._offered}))

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Cross-attention · layer 2 · 4 heads, each its own line"."""
        options = self._options(shot)
        return text.heading(shot, options, pointing.request(shot, options, shot.look.kind))

    def explanation(self, shot: Snapshot) -> str:
        """What a line means here, and what the lines of a token sum to."""
        options = self._options(shot)
        return text.explained(shot, options, pointing.request(shot, options, shot.look.kind).mix)

    def keyboard_part(self) -> QWidget:
        return self.lines

    def derivation(self) -> tuple[str, HeadsMade]:
        """Which heads the lines show and how they are combined."""
        if self._trace is None or not self._picture:
            return "", ()
        words, heads = number_sources.derivation(self._trace, self._picture.main)
        return tr("all three attentions · {numbers}", numbers=words) if self._picture.whole else words, heads

    def arrays(self) -> tuple[Source, ...]:
        """The map of each head, or of the heads mixed, in each of the attentions drawn."""
        if self._trace is None or not self._picture:
            return ()
        cells = [(part, series) for part in self._picture.parts.values() for series in range(len(part.series))]
        found = (number_sources.shown_number(self._trace, part, (0, 0), series) for part, series in cells)
        return tuple(one.opened(2) for one in found if one is not None)

    def table(self) -> Listing | None:
        """Every line that reaches the threshold."""
        if self._trace is None or self._shot is None or not self._picture:
            return None
        return self._picture.table(self._shot.state, self._trace, self._options(self._shot).threshold)

    def _describe(self, target: Target) -> str:
        return "" if self._shot is None else pointing.described(self._picture, self._shot, target)

    # ---- what is requested

    @staticmethod
    def _options(shot: Snapshot) -> Lines.Options:
        options = options_of(shot, Lines.Options)
        measure = options.measure if options.measure in MEASURES else "weights"
        return replace(options, measure=measure, mix=options.mix if options.mix in text.MIXES else "each")

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        options, look = self._options(shot), shot.look
        self.panel.show_shot(shot, options)
        wanted = tuple(pointing.request(shot, options, kind) for kind in (KINDS if options.whole else (look.kind,)))
        scale = themes.text_scale()
        now = wanted, options.threshold, options.special, shot.rows_shown, shot.theme, scale
        if now != self._drawn or shot.trace is not self._trace:
            self._take(shot, wanted, options)
            self._drawn, self._trace = now, shot.trace
            self.fit()
        if self._picture.kind != look.kind:
            self._picture = replace(self._picture, kind=look.kind)
        written = self._picture and self._picture.main.request.kind != "encoder"
        self.lines.set_step(self._picture.main.row_of(step_of(shot.trace, look)) if written else None)
        self.mark(shot)
        settle(self)

    def mark(self, shot: Snapshot) -> None:
        self._shot = shot
        self.lines.set_focus(pointing.focus(self._picture, shot, self._target, self.lines.drawing.lines))

    def _take(self, shot: Snapshot, wanted: tuple[MapRequest, ...], options: Lines.Options) -> None:
        found = [(one.kind, self._arranger.arrange(shot.trace, one)) for one in wanted]
        parts = {RUNS[kind] if options.whole else BETWEEN: part for kind, part in found if part is not None}
        self._picture = LinePicture(on_one_scale(parts), options.whole, shot.look.kind)
        self._target, there = None, bool(self._picture)
        self.panel.show()
        self.lines.setVisible(there)
        self.words.setVisible(not there)
        if not there:
            self.words.setText(derived_text.missing_reason(shot.trace, wanted[-1]))
            self.foot.setText("")
            show_part(self.offer, False)
            return
        dim = options.special == "dimmed"
        drawing = self._picture.drawing(
            shot.sentence, themes.current(), options.threshold, dim=dim, rows_shown=shot.rows_shown
        )
        self.lines.set_drawing(drawing)
        self.lines.setAccessibleName(self.heading(shot))
        self._offered, words = text.offer(drawing.lines, self._picture.parts.values(), options.threshold)
        self.offer.set_words(words, words, tr("Also draws weaker lines."))
        show_part(self.offer, bool(words))
        notes = pointing.notes(self._picture, shot, options, drawing.lines)
        caution = map_options.caution(shot.trace)
        self.foot.setText(text.foot(options, drawing.lines, self._picture.main, notes, caution))

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        return pointing.shown_number(self._picture, shot, self._target, cell)

    # ---- what the user does

    def _click(self, target: Target) -> None:
        """Pins a line's cell, or reads along a token's row or column; releases what is already pinned."""
        changes = None if self._shot is None else pointing.clicked(self._picture, self._shot, target)
        if changes is not None:
            self.picked.emit(changes)

    def _point_at(self, target: Target | None) -> None:
        """The pointer has moved. Other views mark the cell too, if it belongs to the same attention."""
        before, self._target, shot = self._target, target, self._shot
        if shot is None:
            return
        kind, cell = (self._picture.piece(target) if target is not None else None) or ("", None)
        if kind != shot.look.kind:
            cell = None
        self.mark(shot)
        other_line = cell is not None and target != before
        if other_line and cell == shot.hover:
            self.hovered.emit(None)  # another head's line of the same cell
        if other_line or cell != shot.hover:
            self.hovered.emit(cell)

    def _hint(self, target: Target) -> str:
        return "" if self._shot is None else pointing.hint(self._picture, self._shot, target)

    def _number(self, target: Target) -> tuple[Trace, Source] | None:
        return None if self._trace is None else self._picture.number(self._trace, target)

    def _switch_head(self, head: int, alone: bool = False) -> None:
        """Switches a head on or off, or leaves only that one; if one head is shown, shows that one instead."""
        if self._shot is None or (options := self._options(self._shot)).measure == "rollout":
            return
        if options.mix == "one" or not pointing.all_recorded(self._shot):
            self.picked.emit({"head": head})
        else:
            spec, look = self._shot.trace.spec, self._shot.look
            layer, head = spec.nearest_head(look.kind, look.layer, head)
            heads = switched_in_layer(options.heads, spec, look.kind, (layer, head), alone)
            self.opted.emit({"heads": heads})

    def _hint_head(self, head: int | None) -> None:
        tip = "" if head is None else self.panel.chips.tip_of(head)
        self.hinted.emit(tr("{head}; double-click to show it alone.", head=tip) if tip else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbouring head or layer, with Shift from token to token; + − 0 zoom."""
        key = Qt.Key(event.key())
        move = ARROWS.get(key)
        if self._shot is None or not self._picture or move is None:
            if not self.lines.take_key(event):
                super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move_token(self._shot, *move)
        else:
            spec, look = self._shot.trace.spec, self._shot.look
            size = spec.layers(look.kind), spec.heads_of(look.kind)
            if changes := head_beside((look.layer, look.head), move, size):
                self.picked.emit(changes)

    def _move_token(self, shot: Snapshot, down: int, across: int) -> None:
        """Reads the next token; sideways one of the other column."""
        if (moved := pointing.token_beside(self._picture, shot, down, across)) is not None:
            self.picked.emit(moved[0])
            self.lines.show_place(*moved[1])

    # ---- themes, room, export

    def restyle(self) -> None:
        self._drawn = None

    @one_at_a_time
    def fit(self) -> None:
        self.lines.setMaximumHeight(max(self.lines.minimumHeight(), self.lines.most_height()))
        self.foot.setVisible(self._shot is not None and self.height() >= themes.px(_FOOT) and bool(self.foot.text()))
        self.panel.set_narrow(self.width())
