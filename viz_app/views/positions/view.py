"""Positions: the positional table as curves and as a map, the similarity of positions, what the table is added to; and
edits of them: other tables, other orders, shifted or none, in the pictures and in the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtWidgets import QLayout

from model_core.analysis import edit_effects
from model_core.explain.provenance import ALL, Source
from model_core.record.edits import PositionEdits
from model_core.record.trace import Trace
from viz_app.charts.text_comparison_table import TextComparison
from viz_app.data.depth import Control
from viz_app.data.selection import sentence_of, step_of
from viz_app.data.snapshot import Snapshot, option, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.data.vocabulary import missing_message
from viz_app.document.changes import other_edits
from viz_app.document.state import Look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.positions import edits as position_edits
from viz_app.views.positions import export, position_table
from viz_app.views.positions.edits import ShownPositions
from viz_app.views.positions.position_table import DistanceBias, PositionTable
from viz_app.views.positions.sum_table import SumCard
from viz_app.views.positions.toolbar import FIELDS, LATER, PositionBar
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.view import View

_LOWEST = 96  # px at text size 100 %: where pictures would be lower than this, the card is hidden
_LEAST = 80  # px at text size 100 % that the pictures keep beside the two texts
_TWO_ROWS = 244  # px at text size 100 % that two rows of pictures need
FEW = 64  # positions that are drawn unless all are requested
_NOTHING = {
    "encoder": tr("Positions were not recorded in this run."),
    "decoder": tr("The decoder has not written anything yet: its positions appear as soon as it has."),
}
_SIDES = {"encoder": tr("encoder"), "decoder": tr("decoder")}
_PICTURES = {"all": ("curves", "map"), "curves": ("curves",), "maps": ("map",), "sum": ()}
_CONTROLS = {
    **{
        f"bar.form.controls.{name}": Control(word, name, depth="full" if name in LATER else "first")
        for name, (word, *_) in FIELDS.items()
    },
    "bar.apply": Control(tr("Apply to the model"), "apply"),
    "bar.button": Control(tr("Reset positions")),
    "pictures.field": Control(tr("Dimensions"), "dimensions"),
    "card.token": Control(tr("Token")),
}


class Positions(View):
    """Curves, table, similarity, distances and the sum of one token, for the encoder's or the decoder's table."""

    title = tr("Positions")
    sentence = tr("Each position has a vector, added to the token’s vector, so that the model knows the order.")
    controls = _CONTROLS
    whole = True
    small = True

    @dataclass(frozen=True)
    class Options:
        """side, reach and show as their labels say.

        dimensions  what `parse_dimensions` reads; "" = the usual ones
        position    which source token is added up while no cell is pinned (decoder: the step is taken)
        apply       whether edits go into the model; those of a run that has some always do
        draft       edits that are drawn only, as `position_edits.draft_text` writes them
        width, length  size of a table that is drawn only, 0 = as the model has it
        """

        side: str = option("encoder", tr("Side"), choices=_SIDES)
        reach: str = option(
            "sentence", tr("Rows"), tip=tr("Which positions of the table are drawn: the sentence's, 64, or all."),
            choices={"sentence": tr("sentence"), "few": f"{FEW}", "all": tr("all", "of the rows")}, depth="full",
        )  # fmt: skip
        show: str = option(
            "all", tr("Show"), depth="full",
            tip=tr("Everything that fits, or one part alone: curves, table with similarity, or the sum."),
            choices={"all": tr("what fits"), "curves": tr("curves"), "maps": tr("table"), "sum": tr("sum")},
        )  # fmt: skip
        dimensions: str = ""
        position: int = 1
        apply: bool = True
        draft: str = ""
        width: int = 0
        length: int = 0

    # ---- parts

    def build(self) -> None:
        # pyqtgraph: only when this view is opened
        from viz_app.views.positions.bias import BiasPictures
        from viz_app.views.positions.plots import PositionPictures

        self._trace: Trace | None = None  # whose table is shown, and of it:
        self._part: tuple[object, ...] = ()
        self._table: PositionTable | None = None  # in the pictures
        self._added: PositionTable | None = None  # in the sum: what the run recorded
        self._hover: int | None = None  # the position under the pointer, in any picture
        self.bar, self.others = PositionBar(self), TextComparison(self, chances=False)
        self.pictures, self.bias = PositionPictures(self), BiasPictures(self)
        self._distances: DistanceBias | None = None  # in place of the pictures, where a model has them
        self.card = SumCard(self)
        waiting = tr("Positions appear here as soon as there is a sentence.")
        self.words = plain_label(self, "body", waiting, muted=True, wrapped=True, centred=True)
        parts = (self.words, 1), self.bar, self.others, (self.pictures, 1), (self.bias, 1), self.card
        column = column_of(*parts, parent=self, spacing=self.pictures.apart)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.fit()
        self._connect()

    def _connect(self) -> None:
        self.pictures.pointed.connect(self._point_at)
        self.pictures.chosen.connect(self._choose)
        self.pictures.stepped.connect(lambda step: self._choose((self._position() or 0) + step))
        self.pictures.drawn.connect(lambda found: self.opted.emit({"dimensions": position_table.dimension_text(found)}))
        self.pictures.refused.connect(self.hinted)
        self.card.chosen.connect(self._choose)
        self.bar.asked.connect(self._ask)
        self.bar.opted.connect(self.opted)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Positions · encoder · sinusoidal", "Positions · encoder · shuffled"."""
        side = options_of(shot, Positions.Options).side
        return f"{self.title} · {_SIDES[side]} · {self._shown(shot).heading(side, shot.trace.spec)}"

    def explanation(self, shot: Snapshot) -> str:
        """What the table consists of and what it is for, or the effect of the edits; says so if they are only drawn."""
        return self._shown(shot).explanation(shot.trace.spec)

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        return missing_message(tr("how this model encodes positions"), trace) if trace.model.recorded else ""

    def unused(self, shot: Snapshot) -> frozenset[str]:
        """Numbers added by distance are shown whole, and a sum is that of one row."""
        options = options_of(shot, Positions.Options)
        far = shot.trace.spec.positions == "relative" and not self._shown(shot).adds(options.side)
        return frozenset({"reach"} if options.show == "sum" or far else ())

    def reveal(self, name: str) -> None:
        if name == "reach":
            self.opted.emit({"show": "all"})

    # ---- the edits

    def _shown(self, shot: Snapshot) -> ShownPositions:
        options = options_of(shot, Positions.Options)
        run = shot.state.run.edits.positions
        return ShownPositions(run, options.apply, options.draft, options.length, options.width)

    def _ask(self, change: Callable[[PositionEdits], PositionEdits], options: dict[str, Any]) -> None:
        """Requests a run with other positions, and options with it; draws their table without waiting."""
        shot = self._shot
        if shot is not None:
            wish = other_edits(lambda edits: replace(edits, positions=change(edits.positions)))
            self.asked.emit(lambda run: {**wish(run), **({"options": options} if options else {})})
            if self._shot is shot:  # nothing has been drawn since
                own = replace(options_of(shot, Positions.Options), **options)
                run = shot.state.run.with_(**wish(shot.state.run))
                self.draw(shot.with_(state=shot.state.with_(run=run), options=own))

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        options = options_of(shot, Positions.Options)
        sentence = sentence_of(shot.trace, shot.look)
        shown = self._shown(shot)
        part = (sentence, options.side, options.reach, shown.edits, shown.size)
        if shot.trace is not self._trace or part != self._part:
            self._trace, self._part, self._hover = shot.trace, part, None
            self._added = position_table.position_table(shot.trace, options.side, sentence)
            self._table = position_edits.pictured(shot.trace, options.side, sentence, shown.edits, shown.size)
            found = position_table.distance_bias(shot.trace, options.side, sentence)
            self._distances = None if shown.adds(options.side) else found
            if self._table is not None:
                self.pictures.show_table(self._table, reach(self._table, options))
        self.bar.show_positions(shown, shot.trace.spec)
        self._draw_texts(shot, sentence)
        if self._distances is not None:
            self.bias.show_bias(self._distances, shot.look.head)
        if self._table is None:
            self.words.setText(_NOTHING[options.side])
        else:
            self.pictures.show_dimensions(position_table.drawn_dimensions(options.dimensions, self._table.width))
        self.mark(shot)
        self.fit()
        if self.style_changed(shot):
            self.bar.restyle()
            settle(self)
            self.fit()

    def _draw_texts(self, shot: Snapshot, sentence: int) -> None:
        """The text with the model's own positions and with the edited ones."""
        made = shot.trace.run.edits.positions
        found = edit_effects.comparison(shot.trace, sentence) if made != PositionEdits() else None
        self.others.setFont(themes.font("body"))
        self.others.show_texts(found, (tr("own positions"), position_edits.short_words(made)))

    def arrays(self) -> tuple[Source, ...]:
        """The tokens' vectors, those of the positions, and their sum, which the first layer reads."""
        table = self._added
        if table is None:
            return ()
        names = (f"{table.side}.embed.{one}" for one in ("tokens", "positions", table.total))
        return tuple(Source(name, (*[table.sentence][: array.ndim - 2], ALL, ALL))
                     for name in names if (array := table.trace.arrays.get(name)) is not None)  # fmt: skip

    def table(self) -> Listing | None:
        """The numbers of the current part: curves, the sum of one position, otherwise the table."""
        shot, table, added = self._shot, self._table, self._added
        if shot is None or table is None or added is None:
            return None
        options = options_of(shot, Positions.Options)
        context = replace(context_of(shot.state, shot.trace, self.title), what=self.heading(shot).lower())
        dimensions = position_table.drawn_dimensions(options.dimensions, table.width)
        drawn = self._position() or 0, reach(table, options), dimensions
        return export.part_table(context, options.show, (table, added), self._distances, *drawn)

    def mark(self, shot: Snapshot) -> None:
        """Updates what depends on the hovered or chosen position."""
        self._shot = shot
        table, chosen = self._added, self._position()
        if table is None or chosen is None:
            return
        shown = chosen if self._hover is None else self._hover
        self.pictures.mark(shown)
        self.card.show_position(table, min(shown, table.used - 1))

    def _pinned_axis(self) -> int | None:
        """Which part of a pinned cell is a position of this side: 0 the query, 1 the key, or None."""
        assert self._shot is not None
        kind = self._shot.look.kind
        if options_of(self._shot, Positions.Options).side == "encoder":
            return {"encoder": 0, "cross": 1, "decoder": None}[kind]
        return None if kind == "encoder" else 0

    def _position(self) -> int | None:
        """The current position: hovered or pinned in any view, otherwise the step or the chosen token."""
        if self._table is None or self._shot is None:
            return None
        axis, cell, last = self._pinned_axis(), self._shot.cell, self._table.used - 1
        if axis is not None and cell is not None:
            return min(cell[axis], last)
        if self._table.side == "decoder":
            return step_of(self._shot.trace, self._shot.look)
        return min(max(0, options_of(self._shot, Positions.Options).position), last)

    def _choose(self, position: int) -> None:
        """Selects another position of the sentence: moves the pin or the step, or sets an option."""
        if self._table is None or self._shot is None or not 0 <= position < self._table.used:
            return
        self._hover = None
        axis, changes = self._pinned_axis(), dict[str, object]()
        if axis is not None and self._shot.pinned is not None:
            changes[("query", "key")[axis]] = position
        if self._table.side == "decoder":
            changes["step"] = position
        if changes:
            self.picked.emit(changes)
        else:
            self.opted.emit({"position": position})

    def _point_at(self, position: int | None) -> None:
        self._hover = position
        if self._shot is not None:
            self.mark(self._shot)
        self.hinted.emit("" if position is None else self.pictures.clicks)

    # ---- room and export

    def restyle(self) -> None:
        self.bar.restyle()
        super().restyle()

    @one_at_a_time
    def fit(self) -> None:
        """Shows the requested parts that fit: pictures before the two texts, for a changed run in two rows."""
        there, show = self._table is not None, options_of(self._shot, Positions.Options).show
        room = self.height() - self.bar.sizeHint().height() - self.pictures.apart
        lines = self.others.sizeHint().height() + self.pictures.apart
        written = there and bool(self.others.text()) and room - lines >= themes.px(_LEAST)
        room -= lines if written else 0
        low = room - self.card.sizeHint().height() - self.pictures.apart
        both = show == "all" and low >= themes.px(_TWO_ROWS if written else _LOWEST)
        pictures, card = there and show != "sum", there and (show == "sum" or both)
        self.pictures.fit((self.width(), low if card else room), _PICTURES[show])
        self.bias.fit((self.width(), low if card else room))
        far = self._distances is not None  # its table holds nothing but 0
        drawn = ((self.pictures, pictures and not far), (self.bias, pictures and far))
        for part, shown in ((self.bar, there), (self.others, written), *drawn, (self.card, card)):
            show_part(part, shown)
        self.card.set_tall(show == "sum")
        self.words.setVisible(not there)


def reach(table: PositionTable, options: Positions.Options) -> int:
    """How many positions are drawn; a table of another length is drawn beyond the sentence."""
    rows = "few" if options.length and options.reach == "sentence" else options.reach
    most = {"sentence": table.used, "few": max(FEW, table.used), "all": len(table.table)}[rows]
    return min(most, len(table.table))
