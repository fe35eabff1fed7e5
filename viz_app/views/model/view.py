"""Model: the loaded encoder–decoder drawn live, with the shapes of the current sentence, and the tensor of any box."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QApplication

from model_core.explain.anatomy import Anatomy, Part, Weight, anatomy
from model_core.explain.provenance import ALL, Source
from model_core.record.trace import Trace
from model_core.spec import ModelSpec
from viz_app.data import vocabulary
from viz_app.data.depth import Control
from viz_app.data.edit_list import residual_switched
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Cell, ExportTable, Snapshot, option, options_of
from viz_app.data.tables import context_of
from viz_app.document.changes import other_edits
from viz_app.document.state import Look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.model import box_help
from viz_app.views.model import text as words
from viz_app.views.model.box_help import BoxClick, opened_layers
from viz_app.views.model.diagram_widget import Diagram, Place
from viz_app.views.model.layout import Box, Folding
from viz_app.views.model.live_state import LiveState
from viz_app.views.model.tensor import Tensor, tensor
from viz_app.views.model.tensor_panel import TensorPanel
from viz_app.views.model.tensor_text import weight_of
from viz_app.views.model.text import FAMILIES
from viz_app.views.model.variant import differences
from viz_app.views.model.weight_panel import WeightPanel
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import NO_LIMIT, column_of, row_of, settle, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.view import View

_PANEL = 336  # px at text size 100 %: the width of the tensor beside the diagram
_TOGETHER = 640  # px at text size 100 %: where there is less, the tensor takes the diagram's place
_FOLDING = {
    "look": tr("selected one open"), "own": tr("set by hand"), "all": tr("all open"), "none": tr("all closed"),
}  # fmt: skip
"""Option *Layers* -> its word."""
_WAITING = tr("The model appears here as soon as there is a sentence.")
_CONTROLS = {
    "panel.choice": Control(tr("Hook point"), "tensor"), "panel.heads": Control(tr("Head")),
    "panel.save": Control(tr("Save…")), "panel.copy": Control(tr("Copy")),
    "panel.attention": Control(tr("Open in Attention")), "weights.choice": Control(tr("Numbers of this box")),
}  # fmt: skip


class Model(View):
    """The diagram and, beside it, the tensor of the box that was clicked."""

    title = tr("Model")
    sentence = tr(
        "The path of the text, from bottom to top; the encoder’s memory goes into every decoder layer. Click a box "
        "for its live numbers."
    )
    controls = _CONTROLS
    whole = True

    @dataclass(frozen=True)
    class Options:
        """layers and inside as their labels say.

        opened      layers opened by hand, as viz_app.views.model.box_help.opened_text writes them (layers = "own")
        tensor      hook point that is open beside the diagram, "" for none
        source_row  the source token that is selected while no cell is pinned, -1 = the one that is read most
        """

        layers: str = option(
            "look", tr("Layers"),
            tip=tr("Which layers are drawn with all their parts; click a layer to expand or collapse it."),
            choices=_FOLDING,
        )  # fmt: skip
        inside: bool = option(False, tr("Inside attention"), depth="full",
            tip=tr("Shows scaled dot-product attention step by step, where selected."))  # fmt: skip
        family: str = option(
            "", tr("Family"), tip=tr("Leaves out what models of another family lack."), choices=FAMILIES, depth="full"
        )
        opened: str = ""
        tensor: str = ""
        source_row: int = -1

    # ---- parts

    def build(self) -> None:
        self._anatomy: tuple[ModelSpec, Anatomy] | None = None
        self._live: LiveState | None = None
        self._open: Tensor | None = None
        self.words = plain_label(self, "body", _WAITING, muted=True, wrapped=True, centred=True)
        self.diagram = Diagram(self)
        self.panel, self.weights = TensorPanel(self), WeightPanel(self)
        self._trained: tuple[Part, Weight] | None = None  # what the panel of weights shows
        self.variant = plain_label(self, "small", muted=True, wrapped=True)
        self.variant.setAccessibleName(tr("Variant"))
        row = row_of((self.words, 1), (self.diagram, 1), self.panel, self.weights, spacing=12)
        column_of(self.variant, (row, 1), parent=self, spacing=4)
        for part in (self.diagram, self.panel, self.weights, self.variant):
            part.hide()
        self.setFocusProxy(self.diagram)
        self._connect()

    def _connect(self) -> None:
        diagram, panel = self.diagram, self.panel
        diagram.hinted.connect(self.hinted)
        diagram.chosen.connect(self._choose)
        diagram.folded.connect(self._fold_by_key)
        diagram.closed.connect(self._close)
        diagram.cut.connect(lambda place: self.asked.emit(other_edits(partial(residual_switched, place=place))))
        for one in (panel, self.weights):
            one.closed.connect(self._close)
            one.tensor_chosen.connect(lambda name: self.opted.emit({"tensor": name}))
        panel.head_chosen.connect(lambda head: self._look(head=head))
        panel.row_chosen.connect(self._choose_row)
        panel.cell_chosen.connect(self._pin)
        panel.cell_hovered.connect(self._hover)
        panel.attention_asked.connect(self._open_attention)
        panel.save_asked.connect(lambda: self.commanded.emit("numbers.save"))
        panel.copy_asked.connect(self._copy)
        panel.hinted.connect(self.hinted)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Model · 3+3 layers · 4 heads · width 256"."""
        return f"{self.title} · {words.sizes(shot.trace.spec)}"

    def explanation(self, shot: Snapshot) -> str:
        return words.family_words(options_of(shot, Model.Options).family) or self.sentence

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        return vocabulary.missing_model(trace)

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        options, spec = options_of(shot, Model.Options), shot.trace.spec
        if self._anatomy is None or self._anatomy[0] != spec:
            self._anatomy = spec, anatomy(spec)
            self._tell_variant(spec)
        model = self._anatomy[1]
        self._open = tensor(shot.trace, model, options.tensor, sentence_of(shot.trace, shot.look))
        self._trained = weight_of(model, options.tensor)
        shown = self._open.activation if self._open is not None else None
        if self._trained is not None:  # the box of a weight is marked by its hook point
            shown = next(iter(self._trained[0].activations), None)
        name = "" if shown is None else shown.name
        self._live = LiveState.from_snapshot(shot, model, name, options.source_row, options.family, self._live)
        self.words.hide()
        self._fit()
        inside = (self._live.kind, self._live.layer) if options.inside else None
        opened = opened_layers(options.layers, options.opened, spec, self._live.layer)
        self.diagram.show_model(self._live, Folding(opened, inside))
        if self._open is not None:
            marks = (shot.pinned, shot.hover) if self._is_shared() else (None, None)
            self.panel.show_tensor(self._open, self._live, marks)
        if self._trained is not None:
            self.weights.show_weight(shot.trace, *self._trained)
        if self.style_changed(shot):
            settle(self)

    def _tell_variant(self, spec: ModelSpec) -> None:
        """Shows how the model differs from the default one; nothing for the default."""
        found = differences(spec)
        self.variant.setText(tr("Unlike the default: {differences}.", differences=" · ".join(found)) if found else "")
        set_tip(self.variant, "\n".join([tr("Unlike the default model:"), *found]) if found else "")
        self._share_variant()

    def _share_variant(self) -> None:
        """Leaves the line out if it would take more than a third of the view: boxes say the same."""
        high = self.variant.heightForWidth(max(1, self.width()))
        show_part(self.variant, bool(self.variant.text()) and high <= self.height() / 3)

    def _is_shared(self) -> bool:
        """Whether the open map is that of the selected attention."""
        found, live = self._open, self._live
        return found is not None and live is not None and live.is_selected(found.attention, found.layer)

    # ---- what the user does

    def _look(self, **changes: Any) -> None:
        """Changes the shared selection; for the open attention also its kind and layer."""
        if self._open is not None and self._open.attention:
            changes = {"kind": self._open.attention, "layer": self._open.layer, **changes}
        self.picked.emit(changes)

    def _ask(self, asked: BoxClick) -> None:
        for signal, wanted in ((self.picked, asked.picked), (self.opted, asked.opted), (self.hinted, asked.hinted)):
            if wanted:
                signal.emit(wanted)

    def _choose(self, place: Place) -> None:
        """A click on a box, or Enter."""
        box, inner = place
        if box.kind in ("folded", "header"):
            self._fold(box.only(inner))
        elif box.kind == "tokens":
            self._choose_token(box.name == "source", inner)
        elif self._live is not None:
            self._ask(box_help.opened(box, inner, self._live))

    def _fold(self, box: Box) -> None:
        layers = options_of(self._shot, Model.Options).layers
        if self._live is not None:
            self._ask(box_help.folded(box, self._live, layers, self.diagram.folding.opened))

    def _fold_by_key(self, box: Box | None) -> None:
        """F on a box folds or opens its layer; A opens all layers, or the selected ones again."""
        plan = self.diagram.plan
        if box is None:
            self.opted.emit({"layers": "look" if options_of(self._shot, Model.Options).layers == "all" else "all"})
        elif plan is not None and (strip := plan.box(f"{box.stack}.layers.{box.layer}")) is not None:
            self._fold(strip)

    def _close(self) -> None:
        if self._open is not None or self._trained is not None:
            self.diagram.setFocus()
            self.opted.emit({"tensor": ""})

    def _choose_row(self, row: int) -> None:
        """Selects a row of the open tensor: a step, or a source token."""
        if self._open is not None:
            self._choose_token(self._open.letters[0] == "S", row)

    def _choose_token(self, of_source: bool, place: int | None) -> None:
        if self._shot is not None and place is not None:
            self._ask(box_help.token_chosen(self._shot.look, of_source, place))

    def _pin(self, cell: Cell) -> None:
        """Pins a cell of the open attention map in all views."""
        changes: dict[str, Any] = {"query": cell[0], "key": cell[1]}
        if self._open is not None and self._open.letters[0] == "T":
            changes["step"] = cell[0]
        self._look(**changes)

    def _hover(self, cell: Cell | None) -> None:
        if self._is_shared():
            self.hovered.emit(cell)

    def _open_attention(self) -> None:
        if self._open is not None:
            if not self._is_shared():
                self._look(query=None, key=None)
            self.opened.emit("attention")

    def table(self) -> ExportTable | None:
        """The numbers of the open tensor or weight; while none is open, the parts with their shapes and parameters."""
        shot, live = self._shot, self._live
        if shot is None or live is None:
            return None
        if self._open is not None:
            return self._open.table(live.head, shot.state)
        context = context_of(shot.state, shot.trace, self.title)
        return self.weights.table(context) if self._trained else words.part_table(context, live.anatomy, shot.sentence)

    def arrays(self) -> tuple[Source, ...]:
        """The open tensor."""
        shot, name = self._shot, "" if self._open is None else self._open.name
        if shot is None or name not in shot.trace.arrays:
            return ()
        return (Source(name, (ALL,) * shot.trace.arrays[name].ndim),)

    def _copy(self) -> None:
        table = self.table()
        if table is not None:
            QApplication.clipboard().setText(table.to_tabs())
            self.hinted.emit(tr("The table is on the clipboard: tab-separated, with decimal points."))

    # ---- room and export

    def fit(self) -> None:
        self._share_variant()
        self._fit()

    def restyle(self) -> None:
        self.panel.restyle()
        self.weights.restyle()
        super().restyle()

    @one_at_a_time
    def _fit(self) -> None:
        """The tensor beside the diagram, or in its place if both do not fit."""
        panel = self.panel if self._trained is None else self.weights
        there, opened = self._live is not None, self._open is not None or self._trained is not None
        together = self.width() >= themes.px(_TOGETHER)
        if together:
            panel.setFixedWidth(min(themes.px(_PANEL), self.width() // 2))
        else:
            panel.setMinimumWidth(0)
            panel.setMaximumWidth(NO_LIMIT)
        show_part(self.diagram, there and (together or not opened))
        for one in (self.panel, self.weights):
            show_part(one, there and opened and one is panel)
