"""Masks: which cells of the three attentions may be read, why the others may not, and what happens to their scores; and
edits: cells masked or unmasked by hand, rules switched off, another mask value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QLayout

from model_core.explain.provenance import Source
from model_core.record.edits import MaskEdits
from model_core.record.trace import Trace
from viz_app.data.depth import Control
from viz_app.data.number_sources import mask_source
from viz_app.data.selection import sentence_of, step_of
from viz_app.data.snapshot import Cell, Snapshot, option, options_of
from viz_app.data.tables import Listing
from viz_app.document.changes import other_edits
from viz_app.document.id_text import target_texts
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.masks import edits, export, mask_rows
from viz_app.views.masks.card import PANES, PaneCard
from viz_app.views.masks.editor import MaskEditor
from viz_app.views.masks.maps import MapRow, Pointing, is_real
from viz_app.views.masks.mask_rows import MaskCell
from viz_app.views.masks.toolbar import SWITCHES, TOOLS, MaskTools, SentenceChoice
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.view import View

_MAPS = {"cell": 190, "changes": 160, "steps": 160}  # px at text size 100 % that the maps keep beside each pane
_LEAST_MAPS, _LEAST_CARD = 150, 90  # px at text size 100 %: where both do not fit, the card is left to the tooltips
_SHARE = 0.52  # of the height that the maps keep, at least
_APART = 10  # px between the parts
_LISTS = 300  # px at text size 100 %: in a lower view the sentence is chosen over the source text alone
_WAITING = tr("Masks appear here as soon as there is a sentence.")


_CONTROLS = {
    "bar.tool": Control(tr("What a click does"), "tool", TOOLS),
    **{f"bar.switches.{name}": Control(word) for name, (_, word, _) in SWITCHES.items()},
    "bar.value": Control(tr("Mask value"), depth="full"),
    "bar.button": Control(tr("Reset masks")),
    "card.tabs": Control(tr("Shown below"), "pane", PANES),
}


class Masks(View):
    """The masks of the three attentions for one line of the batch."""

    title = tr("Masks")
    sentence = tr(
        "May this row read that column? The stronger the colour, the more it reads it; a hatched cell may not be read: "
        "its weight is exactly 0."
    )
    controls = _CONTROLS
    small = mapped = True

    @dataclass(frozen=True)
    class Options:
        """fill: what the cells that may be read show.

        tool  what a click does: "inspect" or "edit"
        pane  the pane under the maps: "cell", "changes", "steps", or "auto": the changes if there are some
        """

        fill: str = option(
            "weights", tr("Cells show"), tip=tr("The weights of the selected head under the mask, or the mask alone."),
            choices={"weights": tr("weights"), "mask": tr("the mask alone")}, depth="full",
        )  # fmt: skip
        tool: str = "inspect"
        pane: str = "auto"

    def build(self) -> None:
        self._pointing = Pointing()
        self._row = lru_cache(maxsize=1)(mask_rows.mask_row)  # words, marks and the pane below ask for the same
        self._low, self._sentence, self._head = False, 0, 0  # no room for the card; inside the trace
        self._trace: Trace | None = None  # what the maps show, and of it:
        self._part: tuple[int, tuple[int, int] | None] = (-1, None)
        self.words = plain_label(self, "body", _WAITING, muted=True, wrapped=True, centred=True)
        self.tools, self.top = MaskTools(self), SentenceChoice(self)
        self.bar, self.legend = self.tools.bar, self.tools.legend
        self.maps, self.card = MapRow(self), PaneCard(self)
        self._lay_out()
        self.editor = MaskEditor(self.bar, {kind: one.map for kind, one in self.maps.maps.items()}, self)
        self._connect()

    def _lay_out(self) -> None:
        self._body = column_of((self.maps, 1), (self.card, 0, Qt.AlignmentFlag.AlignTop), spacing=_APART)
        column = column_of((self.words, 1), self.tools, self.top, (self._body, 1), parent=self, spacing=_APART)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for part in (self.tools, self.top, self.maps, self.card):
            part.hide()

    def _connect(self) -> None:
        self.top.chosen.connect(lambda place: self.picked.emit({"sentence": place}))
        self.bar.tool_chosen.connect(lambda tool: self.opted.emit({"tool": tool}))
        self.card.chosen.connect(lambda pane: self.opted.emit({"pane": pane}))
        self.card.given.connect(self._give)
        self.editor.edited.connect(self._edit)
        self.editor.refused.connect(self.hinted)
        for kind, block in self.maps.maps.items():
            self._connect_map(kind, block.map)

    def _connect_map(self, kind: str, map_: EditableHeatMap) -> None:
        map_.hovered.connect(lambda cell: self._point(kind, cell))
        map_.clicked.connect(lambda cell: self._click(kind, cell))
        map_.followed.connect(lambda cell: self._follow(kind, cell))
        map_.moved.connect(lambda cell: self._pin(kind, cell))
        map_.chosen.connect(lambda cell: self._return_on(kind, cell))
        answer(map_, lambda point: self._number_at(kind, map_.spot(point)))
        map_.describe = lambda q, k: self._cell(kind, (q, k)).sentence()

    def _number_at(self, kind: str, cell: Cell | None) -> tuple[Trace, Source] | None:
        if (trace := self._trace) is None or cell is None:
            return None
        found = mask_source(trace, kind, (self._sentence, *cell))
        return None if found is None else (trace, found)

    # ---- words around the view

    def heading(self, shot: Snapshot) -> str:
        if shot.trace.run.edits.masks != MaskEdits():
            return tr("Masks · why a cell may not be read · edited")
        return tr("Masks · why a cell may not be read")

    def explanation(self, shot: Snapshot) -> str:
        """What the maps show and how to read them; that a masked weight is 0 only if it is."""
        asked = tr("May this row read that column? Yes if blank;")
        if options_of(shot, Masks.Options).fill == "weights":
            asked = tr("May this row read that column? The stronger the colour, the more it reads it;")
        if not (score := edits.score_words(shot.trace)):
            return f"{asked} {tr('a hatched cell may not be read: its weight is exactly 0.')}"
        return f"{asked} {tr('a hatched cell gets the score {score}.', score=score)}"

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        before, self._shot = self._shot, shot
        self._sentence, self._head = sentence_of(shot.trace, shot.look), max(0, shot.look.head)
        for own in (self.tools, self.maps):
            own.show()
        show_part(self.card, not (self._low or self.presented))
        self.words.hide()
        if self._pointing.follow(before, shot):
            self.hinted.emit("")
        self.top.show_sentences(shot.trace, self._sentence)
        part = (self._sentence, (shot.look.layer, self._head) if self._options().fill == "weights" else None)
        if shot.trace is not self._trace or part[0] != self._part[0]:
            self.legend.show_reasons(self.maps.show_masks(shot.trace, self._sentence))
        if shot.trace is not self._trace or part != self._part:
            self._trace, self._part = shot.trace, part
            self.maps.show_cells(shot.trace, *part)
        self.editor.show(shot.trace, self._sentence, shot.state.run.edits.masks, self._options().tool)
        self.card.show_pane(self._pane(shot))
        self.mark(shot)
        if self.style_changed(shot):
            self.bar.restyle()
            settle(self)
            self._fit()

    def table(self) -> Listing | None:
        """Every cell of the three masks with its reason; of a very long text None, the current map."""
        if self._shot is None:
            return None
        return export.mask_table(self._shot.state, self._shot.trace, self._sentence)

    def arrays(self) -> tuple[Source, ...]:
        return () if self._trace is None else export.mask_arrays(self._trace, self._sentence)

    def _options(self) -> Options:
        return options_of(self._shot, Masks.Options)

    def _pane(self, shot: Snapshot) -> str:
        pane, automatic = self._options().pane, "cell" if shot.trace.run.edits.masks == MaskEdits() else "changes"
        return pane if pane in self.card.panes else automatic

    def mark(self, shot: Snapshot) -> None:
        """Updates what depends on the cell that is hovered, pinned or, without either, the row's strongest."""
        self._shot = shot
        (kind, cell), origin = self._pointing.place(shot)
        self.maps.show_marks(shot, self._pointing, kind)
        if (kind, cell) == self._pointing.pointed:
            self.hinted.emit(self.editor.hint(kind, cell))
        # while the text is played, the last row that is written
        step = (step_of(shot.trace, shot.look) or 0) if shot.rows_shown is None else shot.rows_shown - 1
        self.card.show_content(shot.trace, self._sentence, self._cell(kind, cell), origin, step)
        self._fit()

    def _cell(self, kind: str, cell: Cell) -> MaskCell:
        assert self._shot is not None
        trace, look = self._shot.trace, self._shot.look
        layer, head = mask_rows.head_of(trace, kind, (look.layer, self._head))
        found = self._row(trace, kind, layer, head, self._sentence, cell[0]).at(cell[1])
        return replace(found, allowed=self.editor.allowed(kind, cell))

    # ---- what the user does

    def _edit(self, change: Callable[[MaskEdits], MaskEdits]) -> None:
        """Requests a run with other masks; the other edits stay."""
        self.asked.emit(other_edits(lambda edits: replace(edits, masks=change(edits.masks))))

    def _give(self) -> None:
        """Makes the text that was written the given target, unless the source has changed."""
        assert self._shot is not None
        trace = self._shot.trace
        given = {"target": target_texts(trace, trace.run.ids), "prefix": (), "opening": ""}
        self.asked.emit(lambda run: given if run.source == trace.run.source else {})

    def _point(self, kind: str, cell: Cell | None) -> None:
        """The pointer is over a cell of a map, or has left it. Other views that show the cell are notified."""
        self._pointing.pointed = None if cell is None else (kind, cell)
        shot = self._shot
        if shot is None:
            return
        own = cell is not None and kind == shot.look.kind and is_real(shot.trace, kind, self._sentence, cell)
        if (shared := cell if own else None) != shot.hover:
            self.hovered.emit(shared)
        if self._shot is shot:  # it was not drawn for the shared cell
            self.mark(shot)
        if cell is None:
            self.hinted.emit("")

    def _click(self, kind: str, cell: Cell) -> None:
        """Pins a cell, or unpins it."""
        assert self._shot is not None
        if self._pointing.held == (kind, cell):
            self._pointing.held = None
            self.mark(self._shot)
        elif kind == self._shot.look.kind and cell == self._shot.pinned:
            self.picked.emit({"query": None, "key": None})
        else:
            self._pin(kind, cell)

    def _follow(self, kind: str, cell: Cell) -> None:
        """A double click: shows the source of its number."""
        self._pin(kind, cell)
        self.commanded.emit("follow")

    def _return_on(self, kind: str, cell: Cell) -> None:
        if self._options().tool == "edit":
            self.editor.toggle(kind, cell)
        else:
            self._click(kind, cell)

    def _pin(self, kind: str, cell: Cell) -> None:
        """Pins a cell. One of padding is pinned only here: no other view shows it."""
        assert self._shot is not None
        real = is_real(self._shot.trace, kind, self._sentence, cell)
        self._pointing.pointed, self._pointing.held = None, None if real else (kind, cell)
        query, key = cell if real else (None, None)
        self.picked.emit({"kind": kind, "query": query, "key": key})
        self.mark(self._shot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow key move the cell, Return acts as a click, wherever in the view the focus is."""
        shot = self._shot
        if shot is None or not self.maps.maps[shot.look.kind].map.take_key(event):
            super().keyPressEvent(event)

    def restyle(self) -> None:
        self.bar.restyle()
        self.top.restyle()
        if self._shot is not None:
            self.maps.arrange()
            self.mark(self._shot)

    def fit(self) -> None:
        """Distributes the room again; which maps fit decides what is marked."""
        if self._shot is None or self._trace is not self._shot.trace:  # its maps are not drawn yet
            self._fit()
        else:
            self.mark(self._shot)

    @one_at_a_time
    def _fit(self) -> None:
        """The maps come first: the card shows what fits under them, or, on a wide and low page, beside the one map that
        fits."""
        self.maps.alone = self.presented
        narrow = self.maps.narrow
        beside = narrow and self.width() > self.height()
        self.top.fit(narrow, self._shot is not None and self.height() >= themes.px(_LISTS))
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._body.setStretch(1, 1 if beside else 0)
        top = 0 if self.top.isHidden() else self.top.sizeHint().height() + _APART
        room = self.height() - self.tools.fit(self.width()) - _APART - top
        self._low = not beside and room - _APART - themes.px(_LEAST_MAPS) < themes.px(_LEAST_CARD)
        show_part(self.card, self._shot is not None and not (self._low or self.presented))
        if beside:
            self.card.fit(room, (self.width() - _APART) // 2)
            return
        editing = self._options().tool == "edit"  # then a stroke moves nothing
        pane = "cell" if editing else self.card.tabs.value
        most = room - _APART - self.card.least_height(self.width()) if pane == "cell" else 0
        keep = max(themes.px(_MAPS[pane]), round(_SHARE * room), self.maps.labelled_within(most))
        self.card.fit(room - _APART - keep, self.width(), steady=editing)
