"""A stack read early: what the decoder would write if it stopped at each place, which tokens the encoder's places
resemble most, and which parts raise a token's logit.

A table over places and rows; below it the chosen cell in words, two probabilities over the depth, and the largest
shares of a logit. Layers and steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtWidgets import QWidget

from model_core.explain.engine_numbers import lens_source
from model_core.explain.provenance import ALL, Source
from model_core.record.lens import Lens, LensSpec
from model_core.record.trace import Trace
from viz_app.data import vocabulary
from viz_app.data.snapshot import Snapshot, option, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.document.runs.effects_of_run import EffectsRequest, same_question
from viz_app.document.state import Look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.lens import content as contents
from viz_app.views.lens import path_content, words
from viz_app.views.lens.charts import DepthCurves, ShareBars
from viz_app.views.lens.content import LensContent
from viz_app.views.lens.path_content import RowPaths
from viz_app.views.lens.path_map import PathMap
from viz_app.views.lens.table import LensTable
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.view import View

_OF_TABLE, _OF_PATHS = frozenset({"stack", "colour", "shares"}), frozenset({"least"})  # options of one picture
_LOW = 250  # px at text size 100 %: a lower view has the table alone


class LensView(View):
    """The table, a line of words, curves beside bars."""

    title = tr("Lens")
    sentence = tr("What the decoder would write if it stopped at each point in its stack.")
    tells = True
    small = True
    sourced = True
    whole = True  # paths are made of the residual stream

    @dataclass(frozen=True)
    class Options:
        """place: the chosen place of the stack, counted down from the last one; token: the chosen source token in the
        encoder."""

        picture: str = option(
            "table", tr("Picture"),
            choices={"table": tr("read early"), "paths": tr("paths")},
            tip=tr("The stack read early, or the paths through the residual stream into the row of the step."),
        )  # fmt: skip
        stack: str = option(
            "decoder", tr("Read"),
            choices={"decoder": tr("the decoder"), "encoder": tr("the encoder")},
            tip=tr(
                "Which stack is read early: the decoder, as what it would write, or the encoder, as the most "
                "similar tokens by its last norm and the source embedding table."
            ), depth="full",
        )  # fmt: skip
        colour: str = option(
            "probability", tr("Colour"),
            choices={"probability": tr("probability"), "rank": tr("rank")},
            tip=tr("What the colour of a cell shows about the token written in the end."), depth="full",
        )  # fmt: skip
        shares: str = option(
            "logit", tr("Shares"), choices={"logit": tr("of the logit"), "against": tr("against the other")},
            tip=tr(
                "What the bars add up to: the logit of the written token, or its lead over the best other one."
            ), depth="full",
        )  # fmt: skip
        place: int = 0
        token: int = 0
        least: float = option(
            0.03, tr("Paths from"),
            choices={0.01: "1 %", 0.02: "2 %", 0.03: "3 %", 0.05: "5 %", 0.1: "10 %", 0.2: "20 %"},
            tip=tr("Lines that carry less are left out."), group=tr("Paths"), slider=True, depth="full",
        )  # fmt: skip

    # ---- parts

    def build(self) -> None:
        self._content: LensContent | None = None
        self._kept: tuple[Trace, LensSpec, Lens | None, LensContent] | None = None  # what content was made of
        self._last: Lens | None = None  # shown until that of a newer run arrives
        self._cell: tuple[int, int] | None = None  # the chosen (place, row)
        self.table_part, self.line = LensTable(self), Caption("small", "muted", parent=self)
        self.below = QWidget(self)
        self.curves, self.bars = DepthCurves(self.below), ShareBars(self.below)
        row_of((self.curves, 2), (self.bars, 3), parent=self.below, spacing=20)
        self._paths, self.path_map = RowPaths(), PathMap(self)
        column_of((self.table_part, 3), (self.path_map, 3), self.line, (self.below, 2), parent=self)
        self.path_map.stepped.connect(lambda row: self.picked.emit({"step": row}))
        self.path_map.hinted.connect(self.hinted)
        self.table_part.chosen.connect(self._choose)
        self.table_part.hovered.connect(self._show_pointed)
        self.table_part.hinted.connect(self.hinted)
        self.table_part.setToolTip(tr("Rows are points in the stack, columns are tokens of the text. Arrow keys move."))

    # ---- what is requested

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        asked = _lens_spec(shot)
        if _shows_paths(shot):
            return ()
        if shot.trace.model.recorded or (asked.stack == "decoder" and not shot.sentence.written):
            return ()
        return (EffectsRequest(asked, live=True),)

    def needs_rest(self, shot: Snapshot) -> bool:
        return _shows_paths(shot)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        if _shows_paths(shot):
            return tr("Lens · paths into what is written")
        if options_of(shot, LensView.Options).stack == "encoder":
            return tr("Lens · what the encoder knows of each source token")
        return tr("Lens · what the decoder would write if it stopped here")

    def explanation(self, shot: Snapshot) -> str:
        if _shows_paths(shot):
            return path_content.explained(self._paths.content(shot, options_of(shot, LensView.Options).least))
        return words.explained(self._shown(shot), options_of(shot, LensView.Options).colour)

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        return vocabulary.missing_model(trace)

    def unused(self, shot: Snapshot) -> frozenset[str]:
        return _OF_TABLE if _shows_paths(shot) else _OF_PATHS

    def reveal(self, name: str) -> None:
        if name in _OF_TABLE | _OF_PATHS:
            self.opted.emit({"picture": "paths" if name in _OF_PATHS else "table"})

    def keyboard_part(self) -> QWidget:
        return self.path_map if self.table_part.isHidden() else self.table_part

    def table(self) -> Listing | None:
        shot, content = self._shot, self._content
        if shot is not None and _shows_paths(shot):
            shown = self.path_map.shown
            context = context_of(shot.state, shot.trace, self.title)
            return None if shown is None else path_content.path_table(context, shown)
        if shot is None or content is None or content.reading is None or content.asked.run != shot.trace.run:
            return None
        return contents.lens_table(context_of(shot.state, shot.trace, self.title), content)

    def arrays(self) -> tuple[Source, ...]:
        """(place, row) log-probabilities of what each row writes."""
        shot, content = self._shot, self._content
        known = None if shot is None or content is None or _shows_paths(shot) else content.known()
        if content is None or known is None:
            return ()
        first = lens_source(known[0].spec, content.asked, known[1], 0, 0)
        return (replace(first, index=(ALL, ALL, 0), arguments=()),)

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        self.fit()
        if _shows_paths(shot):
            found = self._paths.content(shot, options_of(shot, LensView.Options).least)
            self.path_map.show_paths(found, self._paths.reason)
            self.line.set_text("" if found is None else found.summed())
            return
        content = self._content = self._shown(shot)
        options = options_of(shot, LensView.Options)
        last = len(content.places) - 1
        column = shot.step if content.decodes else max(0, options.token)
        place, row = last - min(max(0, options.place), last), min(column, max(0, content.rows - 1))
        self._cell = (place, row) if content.rows else None
        written = content.rows if shot.rows_shown is None or not content.decodes else shot.rows_shown
        self.table_part.show_content(content, place, row, written, options.colour)
        for chart in (self.curves, self.bars):
            chart.show_row(content, row, place, options.shares == "against")
        self._show_pointed(self.table_part.pointed)

    def _shown(self, shot: Snapshot) -> LensContent:
        """The reading of this run, or the last one until it arrives, or an empty table."""
        asked = _lens_spec(shot)
        found = shot.lenses.get(asked)
        if found is not None and found.complete:
            self._last = found
        elif self._last is not None and same_question(self._last.asked, asked):
            found = self._last
        kept = self._kept
        if kept is None or kept[0] is not shot.trace or kept[1] != asked or kept[2] is not found:
            kept = self._kept = shot.trace, asked, found, contents.content(shot.trace, asked, found)
        return kept[3]

    def _show_pointed(self, place: object) -> None:
        """The hovered cell in words, otherwise the chosen one."""
        content = self._content
        pointed = isinstance(place, tuple) and place[0] >= 0
        cell = place if isinstance(place, tuple) and pointed else self._cell
        described = content is not None and cell is not None and cell[1] < content.rows
        texts = words.cell_texts(content, *cell) if described and content is not None and cell else ("",)
        self.line.set_text(texts[0], shorter=texts[1:])

    @one_at_a_time
    def fit(self) -> None:
        everything = self._shot is not None and _shows_paths(self._shot)
        show_part(self.path_map, everything)
        show_part(self.table_part, not everything)
        show_part(self.below, not everything and self.height() >= themes.px(_LOW))

    # ---- what the user does

    def _choose(self, place: int, row: int) -> None:
        if self._content is None:
            return
        up = len(self._content.places) - 1 - place
        if self._content.decodes:
            self.opted.emit({"place": up})
            self.picked.emit({"step": row})
        else:
            self.opted.emit({"place": up, "token": row})


def _shows_paths(shot: Snapshot) -> bool:
    return options_of(shot, LensView.Options).picture == "paths"


def _lens_spec(shot: Snapshot) -> LensSpec:
    return LensSpec(shot.trace.run, shot.look.sentence, options_of(shot, LensView.Options).stack)
