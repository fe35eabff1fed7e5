"""Drawing an alignment on the map of cross-attention: a click on a cell links its words, surely or possibly.

Beside it: the head's alignment error rate and agreement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.analysis.heads.head_alignment import (
    AGREEMENT,
    ERROR_RATE,
    TokenAlignment,
    alignment_of,
    on_tokens,
    own_words,
)
from model_core.record.aligned_text import AlignedText
from model_core.record.trace import Sentence
from viz_app.data.maps.aligned_heads import AlignedHeads, Alignments, placed_in
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.snapshot import Cell, Snapshot, options_of
from viz_app.system.language import tr
from viz_app.views.attention.options import MapOptions
from viz_app.views.attention.weight_map import WeightMap
from viz_app.widgets.labels import Caption, push_button
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.segmented import Segmented

if TYPE_CHECKING:
    from viz_app.views.attention.large_map import LargeMap

HOW = tr("Click a cell to link its words.")
HOW_MORE = tr("Click again to mark the link as possible, a third time to remove it. You can drop a file of links "
              "(0-0 1-2) here.")  # fmt: skip
_CROSS = tr("Alignments are drawn on cross-attention (C).")
_NEXT = {"": "sure", "sure": "possible", "possible": ""}
_STRENGTHS = {
    "none": (tr("no link"), tr("These words do not belong together.")),
    "possible": (tr("possible"), tr("An alignment may link these words.")),
    "sure": (tr("sure"), tr("Every alignment must link these words.")),
}


class DrawAlignment(QWidget):
    """The line above the map while an alignment is drawn. `asked` carries the alignments of the State."""

    asked = Signal(object)
    commanded = Signal(str)

    _shot: Snapshot
    _place: MapChoice

    def __init__(self, heat: WeightMap, parent: LargeMap) -> None:
        super().__init__(parent)
        self._heat, self._map = heat, parent
        self._heads = AlignedHeads()
        self._on = False
        self.words = Caption("small", parent=self)
        self.strength = Segmented(tr("Link of the pinned cell"), _STRENGTHS, self)
        self.strength.chosen.connect(self._choose)
        self.save = push_button(
            self, tr("Save…"), tr("Saves the alignment with its words, or the links alone."),
            lambda: self.commanded.emit("alignment.save"), role="flat",
        )  # fmt: skip
        self.clear = push_button(self, tr("Clear"), tr("Removes all links of this sentence."), self._clear,
                                 role="flat")  # fmt: skip
        row_of((self.words, 1), self.strength, self.save, self.clear, parent=self, spacing=8)
        self.hide()

    # ---- what is shown

    def show_state(self, shot: Snapshot, place: MapChoice) -> None:
        """The links of the sentence on the map, and that of the pinned cell."""
        self._shot, self._place = shot, place
        wanted = options_of(shot, MapOptions).align
        self._heat.linking = self._on = wanted and place.kind == "cross" and shot.trace.complete
        show_part(self, wanted)
        found = self._alignment()
        self._heat.set_links(*(self._shown(found, strength) for strength in ("sure", "possible")))
        link = found.link_at(shot.pinned) if found is not None and shot.pinned is not None else None
        show_part(self.strength, link is not None)
        if found is not None and link is not None:
            self.strength.show_value(found.text.strength(link) or "none")
        drawn = found is not None and bool(found.text.sure or found.text.possible)
        for part in (self.save, self.clear):
            show_part(part, drawn)
        self._show_measure(found if drawn else None)

    def _show_measure(self, found: TokenAlignment | None) -> None:
        """How well the head agrees with the links; without any, how to draw them."""
        place, trace = self._place, self._shot.trace
        head = place.layer, place.head
        heads = self._heads.of(trace, place.sentence, self._shot.state.alignments, head) if found else {}
        measured = heads.get(head)
        if not self._on:
            self.words.set_text(_CROSS)
        elif found is None or measured is None:
            self.words.set_text(HOW, HOW_MORE)
        elif not trace.whole("cross"):  # the others are measured where heads are sorted by it
            words = tr("error {rate:.0f} %", rate=100 * measured[ERROR_RATE.name])
            self.words.set_text(words, f"{measured_words(measured)}. {HOW_MORE}")
        else:
            rates = sorted(heads, key=lambda head: heads[head][ERROR_RATE.name])
            words = tr("error {rate:.0f} %, {rank} of {count}", rate=100 * measured[ERROR_RATE.name],
                       rank=rates.index(head) + 1, count=len(rates))  # fmt: skip
            about = tr("The head with the smallest alignment error is number 1 of {count}.", count=len(rates))
            self.words.set_text(words, f"{measured_words(measured)}. {about} {HOW_MORE}")

    def _shown(self, found: TokenAlignment | None, strength: str) -> tuple[Cell, ...]:
        """The cells of the map as shown with links of this strength."""
        cells = () if found is None else found.cells(strength)
        shown = (self._map.places.shown(cell) for cell in cells)
        return tuple(dict.fromkeys(cell for cell in shown if cell is not None))

    def _alignment(self) -> TokenAlignment | None:
        """The alignment of the sentence, an empty one if it has none; None while none is drawn."""
        if not self._on:
            return None
        known = placed_in(self._shot.state.alignments, self._shot.trace, self._place.sentence)
        return known or on_tokens(own_words(self._sentence), self._sentence)

    @property
    def _sentence(self) -> Sentence:
        return self._shot.trace.sentences[self._place.sentence]

    # ---- what the user does

    def take(self, cell: Cell) -> bool:
        """A click on a cell of the map: its link becomes sure, then possible, then none. False while none is drawn."""
        found = self._alignment()
        link = None if found is None else found.link_at(self._map.places.piece(cell))
        if found is not None and link is not None:
            self._set(found.text.with_link(link, _NEXT[found.text.strength(link)]))
        return self._on

    def _choose(self, strength: str) -> None:
        found, pinned = self._alignment(), self._shot.pinned
        link = None if found is None or pinned is None else found.link_at(pinned)
        if found is not None and link is not None:
            self._set(found.text.with_link(link, strength if strength != "none" else ""))

    def _set(self, text: AlignedText) -> None:
        self.asked.emit(with_text(self._shot.state.alignments, text, self._sentence))

    def _clear(self) -> None:
        self._set(own_words(self._sentence))


def measured_words(values: dict[str, float]) -> str:
    """ "alignment error 12 %, agreement 0.81"."""
    words = [tr("alignment error {rate:.0f} %", rate=100 * values[ERROR_RATE.name])]
    if AGREEMENT.name in values:
        words.append(tr("agreement {share:.2f}", share=values[AGREEMENT.name]))
    return ", ".join(words)


def with_text(alignments: Alignments, text: AlignedText, sentence: Sentence) -> Alignments:
    """The alignments with this one in place of the sentence's previous one; last, if it had none. An empty one is
    removed."""
    before = alignment_of(alignments, sentence)
    kept = [one for one in alignments if before is None or one != before.text]
    place = alignments.index(before.text) if before is not None else len(kept)
    return (*kept[:place], *([text] if text.sure or text.possible else []), *kept[place:])
