"""Two runs side by side: A, which was pinned, and B, the present one; their maps, their texts and all heads.

Layers, heads and steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.edits import Patch
from viz_app.data import selection
from viz_app.data.depth import Control
from viz_app.data.maps.derived_map import CellMapping
from viz_app.data.maps.head_filter import ListedHeads, heads_listed
from viz_app.data.snapshot import Cell, ShownNumber, Snapshot, option, options_of
from viz_app.data.tables import Context, Listing, context_of
from viz_app.document.changes import other_edits
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.system.command_queue import run_later
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.compare import patching, words
from viz_app.views.compare.choices import NothingPinned, PinChoices
from viz_app.views.compare.content import B, ComparisonMaker, RunComparison
from viz_app.views.compare.export import comparison_table, patching_table
from viz_app.views.compare.heads import HeadsPart
from viz_app.views.compare.maps import ThreeMaps
from viz_app.views.compare.patch_part import PatchPart
from viz_app.views.compare.pin_offers import PinOffer
from viz_app.views.compare.texts import PairedTokens
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.view import View

_BELOW = {"heads": 150, "patching": 440}  # px at text size 100 % that parts need below the maps
_OF_MAPS = frozenset({"scale", "palette"})  # options of the maps alone
_MAPS = 185  # px at text size 100 % that the maps need at least


@dataclass
class _Rooms:
    """The room in which the maps were last shown, and that in which they then did not fit, as their options took some
    of it: there they are not shown again."""

    shown: tuple[object, ...] | None = None
    given_up: tuple[object, ...] | None = None

    def note(self, room: tuple[object, ...], maps: bool, compared: bool) -> None:
        if maps:
            self.shown = room
        elif compared and self.shown == room:
            self.given_up = room


class Compare(View):
    """The choice of A, three maps, and below them texts or heads."""

    title = tr("Compare")
    sentence = tr("Two runs side by side, differing in sentence, step, model, decoding or edit.")
    controls: ClassVar[dict[str, Control]] = {
        "choices.pin": Control(tr("Pin this run")), "choices.button": Control(tr("Compare with")),
        "choices.drop": Control(tr("Clear")),
    }  # fmt: skip
    kinds = ("encoder", "decoder", "cross")
    small = True
    pins = lists_heads = True

    @dataclass(frozen=True)
    class Options:
        part: str = option(
            "texts", tr("With the maps"),
            choices={
                "texts": tr("texts"), "heads": tr("all heads"), "patching": tr("patching"), "maps": tr("nothing"),
            },
            tip=tr(
                "What is below the maps: both texts token by token, how much each head's reading differs, or how "
                "much each activation of A restores when patched into B."
            ),
        )  # fmt: skip
        scale: str = option(
            "largest", tr("Strongest difference"),
            choices={"largest": tr("largest of all heads"), "whole": "1"},
            tip=tr("Where the difference colours end: the same for all heads of all three attentions."),
            group=tr("Scale"), depth="full",
        )  # fmt: skip
        palette: str = option(
            "weights", tr("Colours"),
            choices={"weights": tr("blue"), "viridis": "viridis", "cividis": "cividis", "grey": tr("grey")},
            tip=tr("The colours of weights. Differences keep blue and orange."),
            group=tr("Scale"), depth="full",
        )  # fmt: skip

    # ---- parts

    def build(self) -> None:
        self._comparer, self.compared = ComparisonMaker(), None
        self.maps = ThreeMaps(self)
        self.choices = PinChoices(self)
        self.parted = plain_label(self, "small", muted=True, wrapped=True)
        self.source, self.target = PairedTokens("source", self), PairedTokens("target", self)
        self.heads, self.patches = HeadsPart(self), PatchPart(self)
        self.empty = NothingPinned(self)
        texts = self.parted, self.source, self.target
        self.rest = QWidget(self)  # the room that is left where the maps have none
        below = (self.heads, 2), (self.patches, 6), (self.empty, 1), (self.rest, 1)
        column_of(self.choices, (self.maps, 3), *texts, *below, parent=self)
        self._rooms = _Rooms()
        for part in (self.maps, *texts, self.heads, self.patches, self.rest):
            part.hide()
        self.maps.picked.connect(self._pick)
        self.maps.hovered.connect(self.hovered)
        self.target.stepped.connect(lambda step: self.picked.emit({"step": step}))
        self.source.stepped.connect(self._go_to_key)
        self.heads.picked.connect(self._choose)
        self.heads.opened.connect(self._open)
        self.choices.chosen.connect(self._take)
        self.empty.chosen.connect(self._take)
        self.choices.dropped.connect(lambda: self.pinned.emit(None))
        self.patches.kept.connect(self._keep)
        self.patches.stopped.connect(lambda: self.commanded.emit("cancel"))
        for part in (self.maps, self.source, self.target, self.heads, self.patches):
            part.hinted.connect(self.hinted)

    compared: RunComparison | None
    """What is shown."""
    _low = False  # two runs are compared, and their maps do not fit

    # ---- what is requested

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        found = self._comparer.compared(shot)
        if found is None or options_of(shot, Compare.Options).part != "patching":
            return ()
        asked = patching.content(shot, found).asked
        return () if asked is None else (EffectsRequest(asked, live=True),)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        part, found = options_of(shot, Compare.Options).part, self._comparer.compared(shot)
        return words.heading(found if part == "heads" or self._left(part)[0] else None)

    def export_context(self, context: Context) -> Context:
        return replace(context, of_head=False) if self.maps.isHidden() else context

    def explanation(self, shot: Snapshot) -> str:
        return words.explained(self._comparer.compared(shot))

    def unused(self, shot: Snapshot) -> frozenset[str]:
        """While nothing is pinned the options have no effect, and without maps nothing has a scale."""
        if shot.state.pin is None:
            return frozenset({"part", *_OF_MAPS})
        return frozenset() if self._left(options_of(shot, Compare.Options).part)[0] else _OF_MAPS

    def reveal(self, name: str) -> None:
        if self._shot is None or name not in self.unused(self._shot):
            return
        if self._shot.state.pin is None:
            self.hinted.emit(tr("Pin a run first (Ctrl+D): this says how two runs are shown."))
        else:
            self.opted.emit({"part": "maps"})

    def keyboard_part(self) -> QWidget | None:
        return self.choices.button if self.compared is None else self.maps.heat(B)

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        found = self._comparer.compared(shot)
        return None if found is None else words.shown_number(found, self.maps.pointed(), cell)

    def heads_listed(self, shot: Snapshot) -> ListedHeads | None:
        return super().heads_listed(shot) if options_of(shot, Compare.Options).part == "heads" else None

    def arrays(self) -> tuple[Source, ...]:
        return () if self.compared is None else words.arrays(self.compared)

    def table(self) -> Listing | None:
        shot, found = self._shot, self.compared
        if shot is None or found is None:
            return None
        context, part = context_of(shot.state, shot.trace, self.title), options_of(shot, Compare.Options).part
        if part == "patching":
            return patching_table(context, patching.content(shot, found))
        return comparison_table(context, found, part)

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot, before = shot, self.compared
        found = self.compared = self._comparer.compared(shot)
        options = options_of(shot, Compare.Options)
        self.choices.show_run(shot)
        if self.style_changed(shot):
            self.restyle()
        self.fit()
        if found is None:
            waits = shot.state.pin is not None
            self.empty.show_run(shot, (shot.unpinned or words.WAITING) if waits else "")
            settle(self)
            return
        self.maps.show_runs(found, shot, options.palette, options.scale == "whole")
        if options.part == "texts":
            self.source.chooses = shot.look.kind != "decoder"
            self.source.show_runs(found, shot.look.key if self.source.chooses else None)
            self.target.show_runs(found, shot.step)
            if found is not before:
                self.parted.setText(words.parted(found))
        elif options.part == "heads":
            self.heads.show_runs(found, heads_listed(shot))
        elif options.part == "patching":
            self.patches.show_content(patching.content(shot, found))
        self.fit()
        settle(self)

    def mark(self, shot: Snapshot) -> None:
        self._shot = shot
        if self.compared is not None:
            self.maps.mark(self.compared, shot)

    def restyle(self) -> None:
        self.maps.restyle()
        self.patches.restyle()
        super().restyle()

    def _left(self, part: str) -> tuple[bool, int]:
        """Whether the maps fit beside this part, and the height in px that the target texts leave."""
        room = self.height() - self.choices.sizeHint().height() - themes.px(24)
        fits = room >= themes.px(_MAPS) + self._below(part) and self._rooms.given_up != self._around(part)
        maps = part == "maps" or fits
        return maps, room - self._below("texts") - (themes.px(_MAPS) if maps else 0)

    def _below(self, part: str) -> int:
        """The height in px that this part needs below the maps."""
        if part == "texts":
            return self.target.sizeHint().height() + self.parted.sizeHint().height()
        return themes.px(_BELOW.get(part, 0))

    def _around(self, part: str) -> tuple[object, ...]:
        """What decides whether the maps fit, apart from their options."""
        return (self.parentWidget() or self).size(), themes.text_scale(), part, self._below(part)

    @one_at_a_time
    def fit(self) -> None:
        """The maps, and what is below them if both fit; in a low view that alone."""
        there = self.compared is not None
        part = options_of(self._shot, Compare.Options).part
        maps, left = self._left(part)
        self._rooms.note(self._around(part), maps, there)
        show_part(self.empty, not there)
        show_part(self.maps, there and maps)
        if (there and not maps) != self._low:
            self._low = there and not maps
            run_later(self, self.requests_changed.emit)  # its heading and options are others
        show_part(self.heads, there and part == "heads")
        show_part(self.patches, there and part == "patching")
        self.patches.fit()
        for one in (self.target, self.parted):
            show_part(one, there and part == "texts")
        sourced = self.compared is not None and bool(self.compared.pair.sources)  # a decoder alone reads no source
        show_part(self.source, sourced and part == "texts" and left >= self.source.sizeHint().height())
        show_part(self.rest, there and part == "texts" and not maps)
        self.choices.show_pinned(self.compared if there and not maps else None)
        self.maps.fit()

    # ---- what the user does

    def _take(self, offer: PinOffer) -> None:
        offer.take(self.pinned.emit, self.asked.emit, self.commanded.emit)

    def _pick(self, changes: dict[str, Any]) -> None:
        """Selects a cell or a step; another click on the pinned cell unpins it."""
        shot = self._shot
        if shot is not None and shot.pinned is not None and shot.pinned == (changes.get("query"), changes.get("key")):
            changes = {"query": None, "key": None}
        self.picked.emit(changes)

    def _go_to_key(self, key: int) -> None:
        """Selects the cell of the selected row, or otherwise of the step, that reads a source token."""
        if (shot := self._shot) is not None:
            own = shot.step if shot.look.kind == "cross" else key
            self.picked.emit({"query": own if shot.look.query is None else shot.look.query, "key": key})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow key move the pinned cell."""
        shot, found, move = self._shot, self.compared, ARROWS.get(Qt.Key(event.key()))
        weights = None if found is None else found.b.weights
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if shot is None or weights is None or move is None or held != Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
            return
        query, key = selection.moved_cell(shot.look, CellMapping(None, weights.shape), move, shot.step)
        self.picked.emit({"query": query, "key": key})

    def _choose(self, head: tuple[str, int, int]) -> None:
        self.picked.emit({"kind": head[0], "layer": head[1], "head": head[2]})

    def _keep(self, patch: Patch) -> None:
        """Keeps an activation of A in B, as an edit."""
        self.asked.emit(
            other_edits(lambda edits: replace(edits, patches=tuple(dict.fromkeys((*edits.patches, patch)))))
        )

    def _open(self, head: tuple[str, int, int]) -> None:
        self._choose(head)
        self.opened.emit("attention")
