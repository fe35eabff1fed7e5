"""Lines: who reads whom, as lines between two columns of words, one colour per head, or the three attentions in one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from model_core.spec import KINDS
from viz_app import mapchoice, vector
from viz_app import theme as themes
from viz_app.axes import RowLabel
from viz_app.bundle import line_words
from viz_app.bundle.arrangement import Arrangement, Arranger, Wanted
from viz_app.bundle.hues import head_colour, heads_in_one
from viz_app.bundle.line_map import Drawing, Focus, LineMap, Target
from viz_app.bundle.line_panel import LinePanel
from viz_app.bundle.strands import BETWEEN, EARLIER_SIDE, LATER_SIDE, strands, together
from viz_app.parts import plain_label, settle
from viz_app.reading import sentence_of, step_of
from viz_app.theme import Theme
from viz_app.view import Cell, Snapshot, View, option

_ARROWS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_ZOOM_KEYS = {Qt.Key.Key_Plus: 2, Qt.Key.Key_Equal: 2, Qt.Key.Key_Minus: -2, Qt.Key.Key_0: -1000}  # wheel notches
_RUNS = {"cross": BETWEEN, "encoder": EARLIER_SIDE, "decoder": LATER_SIDE}
_DIMMED = 0.22  # the strength of strands to special tokens where those are dimmed
_FOOT = 210  # px at text size 100 %: a lower view has no room for the words under the lines


class Lines(View):
    """Above the choice of attention, layer and heads; below the two columns; under them what is drawn, in words."""

    title = "Lines"
    sentence = "Who reads whom: each line leads from a token that reads to one that it reads; wider is more."
    icon = "lines"
    kinds = KINDS

    @dataclass(frozen=True)
    class Options:
        """What the lines stand for and which of them are drawn.

        heads  the heads that are switched off, counted from 0, with commas between them
        whole  all three attentions in one picture
        """

        mix: str = option(
            "each", "Heads", choices={"each": "each its own line", "one": "one head", "mean": "mean", "max": "maximum"},
            tip="Each head its own line in its own colour, the chosen head alone, or the mean or maximum of those that "
            "are switched on.",
        )  # fmt: skip
        measure: str = option(
            "weights", "Show", choices=line_words.MEASURES,
            tip="The weight as it was recorded; attention rollout over all layers up to this one (Abnar & Zuidema "
            "2020); or the length of weight × value, what is really handed over (Kobayashi et al. 2020).",
        )  # fmt: skip
        threshold: float = option(
            0.05, "Lines from", choices={n: f"{n:g}" if n else "all" for n in (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)},
            tip="Weaker lines are left out; of weight × value it is a share of the largest.",
            group="Lines", slider=True,
        )  # fmt: skip
        special: str = option(
            "shown", "Special tokens", choices={"shown": "shown", "dimmed": "dimmed", "hidden": "left out"},
            tip="Tokens such as </s>, which often take most of the weight: their lines paler, or left out with rows "
            "brought back to a sum of 1.", group="Lines",
        )  # fmt: skip
        join: str = option(
            "pieces", "Tokens", choices=mapchoice.JOINS, group="Tokens",
            tip="Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed "
            "over keys and averaged over queries.",
        )  # fmt: skip
        heads: str = ""
        whole: bool = False

    def build(self) -> None:
        """Choices, lines, words."""
        self._shot: Snapshot | None = None
        self._arranger = Arranger()
        self._parts: dict[int, Arrangement] = {}  # run -> what is drawn there
        self._drawn: object = None
        self._target: Target | None = None
        self.panel = LinePanel(self)
        self.lines = LineMap(self)
        self.lines.setToolTip(line_words.CLICKS)
        self.lines.describe = self._describe
        self.foot = plain_label(self, "small", muted=True)
        self.foot.setWordWrap(True)
        self.words = plain_label(self, "body", muted=True)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setText("Lines appear here as soon as there is a sentence.")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.panel)
        column.addWidget(self.words, 1)
        column.addWidget(self.lines, 1)
        column.addWidget(self.foot)
        for part in (self.panel, self.lines, self.foot):
            part.hide()
        self.setFocusProxy(self.lines)
        self._connect()

    def _connect(self) -> None:
        self.lines.pointed.connect(self._point_at)
        self.lines.clicked.connect(self._click)
        self.panel.kind_chosen.connect(self._choose_kind)
        self.panel.whole_chosen.connect(lambda: self.opted.emit({"whole": True}))
        self.panel.layer_chosen.connect(lambda layer: self.picked.emit({"layer": layer}))
        self.panel.chips.clicked.connect(self._switch_head)
        self.panel.chips.alone.connect(self._leave_alone)
        self.panel.chips.hovered.connect(self._hint_head)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Cross-attention · layer 2 · 4 heads, each its own line"."""
        return line_words.heading(shot, self._options(shot), self._heads(shot))

    def explained(self, shot: Snapshot) -> str:
        """What a line is here, and what the lines of a token sum to."""
        return line_words.explained(shot, self._options(shot))

    def _describe(self, target: Target) -> str:
        part = self._part_of(target)
        if self._shot is None or part is None:
            return ""
        if target.is_token:
            run = self._run_of(target)
            return line_words.token_text(part, target.place, query=self._reads(target, run))
        return line_words.strand_text(self._shot.trace, part, target.cell, target.series)

    # ---- what is asked for

    @staticmethod
    def _options(shot: Snapshot) -> Lines.Options:
        return shot.options if isinstance(shot.options, Lines.Options) else Lines.Options()

    def _heads(self, shot: Snapshot) -> tuple[int, ...]:
        """The heads that are drawn."""
        options, count = self._options(shot), shot.trace.spec.heads
        if options.mix == "one":
            return (max(0, min(shot.look.head, count - 1)),)
        return mapchoice.heads_on(options.heads, count)

    def _wanted(self, shot: Snapshot, kind: str) -> Wanted:
        options, spec = self._options(shot), shot.trace.spec
        layer = max(0, min(shot.look.layer, spec.layers(kind) - 1))
        mix = "each" if options.mix in ("each", "one") else options.mix
        hide = options.special == "hidden"
        return Wanted(
            sentence_of(shot.trace, shot.look), kind, layer, options.measure, self._heads(shot), mix, options.join,
            hide, options.whole,
        )  # fmt: skip

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        """Shows a snapshot; lines are painted again only where other ones are drawn."""
        self._shot = shot
        options, spec, look = self._options(shot), shot.trace.spec, shot.look
        kind = "" if options.whole else look.kind
        layer = max(0, min(look.layer, spec.layers(look.kind) - 1))
        on = frozenset(self._heads(shot)) if options.measure != "rollout" else frozenset()
        self.panel.show_choice(kind, layer, spec.layers(look.kind))
        self.panel.chips.set_heads(spec.heads, on, max(0, min(look.head, spec.heads - 1)), options.mix == "one")
        kinds = KINDS if options.whole else (look.kind,)
        wanted = tuple(self._wanted(shot, kind) for kind in kinds)
        key = id(shot.trace), wanted, options.threshold, options.special, shot.rows_shown, shot.theme
        if key != self._drawn or themes.text_scale() != self._scale:
            self._take(shot, wanted)
            self._drawn, self._scale = key, themes.text_scale()
        self._show_focus()
        settle(self)

    _scale = 0.0

    def _take(self, shot: Snapshot, wanted: tuple[Wanted, ...]) -> None:
        """Other lines."""
        parts = {}
        for one in wanted:
            part = self._arranger.arrange(shot.trace, one)
            if part is not None:
                parts[_RUNS[one.kind] if len(wanted) > 1 else BETWEEN] = part
        for own in (self.panel, self.foot):
            own.show()
        if BETWEEN not in parts:
            self.words.setText(line_words.missing(shot.trace, wanted[0]))
        self.words.setVisible(BETWEEN not in parts)
        self.lines.setVisible(BETWEEN in parts)
        self._parts, self._target = parts, None
        self.foot.setText("")
        if BETWEEN in parts:
            drawing = self._drawing(shot, parts)
            self.lines.set_drawing(drawing)
            self.lines.setAccessibleName(self.heading(shot))
            notes = list(dict.fromkeys(note for part in parts.values() for note in part.notes))
            self.foot.setText(line_words.foot(self._options(shot), drawing.strands, parts[BETWEEN], notes))
        self._share_room()

    def _drawing(self, shot: Snapshot, parts: dict[int, Arrangement]) -> Drawing:
        options, theme = self._options(shot), shot.theme
        whole, main = len(parts) > 1 or options.whole, parts[BETWEEN]
        several = []
        for run, part in parts.items():
            hidden = None if part.reasons is None else part.reasons != 0
            rows = None if part.wanted.kind == "encoder" else self._rows(shot, part)
            own = strands(part.values, part.reach, options.threshold, hidden=hidden, rows=rows, run=run)
            several.append(replace(own, key=np.take(part.columns, own.key).astype(int)) if whole else own)
        drawn = together(several)
        colours = tuple(heads_in_one(theme) if head < 0 else head_colour(head, theme) for head in main.series)
        first = tuple(RowLabel(word) for word in main.column_labels)
        if whole:
            first = tuple(RowLabel(word) for word in line_words.key_words(shot.sentence, main))
        fades = self._fades(parts, drawn, whole) if options.special == "dimmed" else None
        titles = ("source", "target") if whole else line_words.TITLES[main.wanted.kind]
        return Drawing((first, main.row_labels), titles, drawn, colours, fades, whole, self._rows(shot, main))

    def _rows(self, shot: Snapshot, part: Arrangement) -> int | None:
        """How many rows of an arrangement are written so far; None for all."""
        if shot.rows_shown is None or part.wanted.kind == "encoder":
            return None
        last = part.row_of(max(0, min(shot.rows_shown, part.queries.count) - 1))
        return 0 if last is None else last + 1

    @staticmethod
    def _fades(parts: dict[int, Arrangement], drawn: object, whole: bool) -> np.ndarray:
        """(S,) how strong each strand is painted where those to special tokens are dimmed."""
        run, key = drawn.run, drawn.key  # type: ignore[attr-defined]
        fades = np.ones(len(run))
        for place, part in parts.items():
            special = [part.columns[column] if whole else column for column in part.special]
            fades[(run == place) & np.isin(key, special)] = _DIMMED
        return fades

    # ---- what stands out

    def _show_focus(self) -> None:
        shot = self._shot
        if shot is None or BETWEEN not in self._parts:
            return
        self.lines.set_focus(self._focus(shot))

    def _focus(self, shot: Snapshot) -> Focus | None:
        """What the pointer is on here, else the shared cell, else what is read, else the step."""
        target, look = self._target, shot.look
        if target is not None and target.is_token:
            return self._token_focus(target.side, target.place)
        if target is not None:
            return self._cell_focus(target.run, target.cell, target.series)
        run = self._run_of_kind(look.kind)
        part = self._parts.get(run)
        if part is None:
            return None
        cell = part.shown(shot.hover) or part.shown(shot.pinned)
        if cell is not None:
            return self._cell_focus(run, self._drawn_cell(part, cell))
        row, column = part.row_of(look.query), part.column_of(look.key)
        if look.reading == "column" and column is not None:
            return self._token_focus(1 if run == LATER_SIDE else 0, self._drawn_cell(part, (0, column))[1])
        soft = row is None
        if soft and look.kind != "encoder" and look.step is not None:
            row = part.row_of(step_of(shot.trace, look))
        return None if row is None else self._token_focus(0 if run == EARLIER_SIDE else 1, row, soft=soft)

    def _token_focus(self, side: int, place: int, soft: bool = False) -> Focus:
        chosen = self.lines.drawing.strands.touching(side, place)
        return Focus(chosen, frozenset({(side, place)}), None if soft else 1 - side, soft)

    def _cell_focus(self, run: int, cell: Cell, series: int | None = None) -> Focus:
        drawn = self.lines.drawing.strands
        chosen = drawn.at(run, cell)
        if series is not None:
            chosen = chosen & (drawn.series == series)
        sides = {BETWEEN: (1, 0), EARLIER_SIDE: (0, 0), LATER_SIDE: (1, 1)}[run]
        return Focus(chosen, frozenset({(sides[0], cell[0]), (sides[1], cell[1])}), 0 if run == BETWEEN else None)

    # ---- places

    def _run_of_kind(self, kind: str) -> int:
        return _RUNS[kind] if len(self._parts) > 1 else BETWEEN

    def _run_of(self, target: Target) -> int:
        """Which drawn attention a token speaks for: the one that is looked at, where it has that token."""
        if not target.is_token or len(self._parts) == 1 or self._shot is None:
            return BETWEEN if target.is_token else target.run
        wanted = self._shot.look.kind
        fits = wanted == "cross" or (wanted == "encoder") == (target.side == 0)
        return _RUNS[wanted] if fits else BETWEEN

    def _part_of(self, target: Target) -> Arrangement | None:
        return self._parts.get(self._run_of(target))

    def _reads(self, target: Target, run: int) -> bool:
        """Whether a token is the one that reads, in its attention."""
        return run != BETWEEN or target.side == 1

    def _drawn_cell(self, part: Arrangement, cell: Cell) -> Cell:
        """A shown cell of an arrangement as it is drawn: with all three in one picture no column is left out."""
        return (cell[0], part.columns[cell[1]]) if len(self._parts) > 1 else cell

    def _shown_cell(self, part: Arrangement, cell: Cell) -> Cell | None:
        """The way back; None for a column that is left out."""
        if len(self._parts) == 1:
            return cell
        return (cell[0], part.columns.index(cell[1])) if cell[1] in part.columns else None

    def _piece(self, target: Target) -> tuple[str, Cell] | None:
        """The attention and the model's own cell that a target stands for: the strongest one."""
        part, run = self._part_of(target), self._run_of(target)
        if part is None:
            return None
        if not target.is_token:
            cell = self._shown_cell(part, target.cell)
            return None if cell is None else (part.wanted.kind, part.piece(cell, target.series))
        most = part.most
        if self._reads(target, run):
            return part.wanted.kind, part.piece((target.place, int(most[target.place].argmax())))
        shown = self._shown_cell(part, (0, target.place))
        return None if shown is None else (part.wanted.kind, part.piece((int(most[:, shown[1]].argmax()), shown[1])))

    # ---- what the user does

    def _point_at(self, target: Target | None) -> None:
        """The pointer is on something else. Other views are told of cells of the attention that is looked at."""
        self._target = target
        shot = self._shot
        if shot is None:
            return
        found = self._piece(target) if target is not None else None
        cell = found[1] if found is not None and found[0] == shot.look.kind else None
        self.lines.set_focus(self._focus(shot))
        self.hinted.emit(line_words.hint(target, self._run_of(target)) if target is not None else "")
        if cell != shot.hover:
            self.hovered.emit(cell)

    def _click(self, target: Target) -> None:
        """Pins a line's cell, or reads along a token's row or column; what is pinned already is let go."""
        found, shot = self._piece(target), self._shot
        if found is None or shot is None:
            return
        kind, (query, key) = found
        look = shot.look
        changes: dict[str, object] = {"kind": kind} if kind != look.kind else {}
        if not target.is_token:
            part = self._part_of(target)
            if part is not None and part.series[target.series] >= 0:
                changes["head"] = part.series[target.series]
            same = (look.query, look.key) == (query, key) and look.head == changes.get("head", look.head)
            changes |= {"query": None, "key": None} if same else {"query": query, "key": key}
        elif self._reads(target, self._run_of(target)):
            same = look.reading == "row" and look.key is None and self._same_row(target, look.query)
            changes |= {"reading": "row", "query": None if same else query, "key": None}
            if kind != "encoder":
                changes["step"] = query
        else:
            same = (look.reading, look.query) == ("column", None) and self._same_column(target, look.key)
            changes |= {"reading": "row" if same else "column", "query": None, "key": None if same else key}
        self.picked.emit(changes)

    def _same_row(self, target: Target, query: int | None) -> bool:
        part = self._part_of(target)
        return part is not None and query is not None and part.row_of(query) == target.place

    def _same_column(self, target: Target, key: int | None) -> bool:
        part = self._part_of(target)
        column = None if part is None else part.column_of(key)
        return part is not None and column is not None and self._drawn_cell(part, (0, column))[1] == target.place

    def _choose_kind(self, kind: str) -> None:
        if self._shot is not None and self._options(self._shot).whole:
            self.opted.emit({"whole": False})
        self.picked.emit({"kind": kind})

    def _switch_head(self, head: int) -> None:
        """Switches a head on or off, never the last one; where one head is seen it becomes that one."""
        if self._shot is None:
            return
        options, count = self._options(self._shot), self._shot.trace.spec.heads
        if options.measure == "rollout":
            return
        if options.mix == "one":
            self.picked.emit({"head": head})
            return
        on = set(mapchoice.heads_on(options.heads, count)) ^ {head}
        if on:
            self.opted.emit({"heads": mapchoice.heads_off(on, count)})

    def _leave_alone(self, head: int) -> None:
        """Only this head; all of them where it was alone."""
        if self._shot is None:
            return
        options, count = self._options(self._shot), self._shot.trace.spec.heads
        if options.mix == "one" or options.measure == "rollout":
            return
        alone = mapchoice.heads_on(options.heads, count) == (head,)
        self.opted.emit({"heads": "" if alone else mapchoice.heads_off({head}, count)})

    def _hint_head(self, head: int | None) -> None:
        self.hinted.emit("" if head is None else f"{self.panel.chips.words(head)}; a double click shows it alone.")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbouring head or layer, with Shift from token to token; + - 0 zoom."""
        key = Qt.Key(event.key())
        move = _ARROWS.get(key)
        if self._shot is None or BETWEEN not in self._parts or (move is None and key not in _ZOOM_KEYS):
            super().keyPressEvent(event)
        elif move is None:
            self.lines.zoom_by(_ZOOM_KEYS[key])
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move_token(*move)
        else:
            spec, look = self._shot.trace.spec, self._shot.look
            layer, head = look.layer + move[0], look.head + move[1]
            if 0 <= layer < spec.layers(look.kind) and 0 <= head < spec.heads:
                self.picked.emit({"layer": layer, "head": head})

    def _move_token(self, down: int, across: int) -> None:
        """The token after the one that is read; sideways the other column."""
        assert self._shot is not None
        look = self._shot.look
        run = self._run_of_kind(look.kind)
        part = self._parts.get(run)
        if part is None:
            return
        reads = look.reading == "row"
        at = part.row_of(look.query) if reads else part.column_of(look.key)
        if across:
            reads, at = across > 0, None
        if at is None:
            step = part.row_of(step_of(self._shot.trace, look) or 0) if look.kind != "encoder" else 0
            at, down = (step or 0) if reads else 0, 0
        count = part.size[0] if reads else part.size[1]
        place = min(max(at + down, 0), count - 1)
        self._read_token(part, place, reads)
        side = 1 if (reads and run != EARLIER_SIDE) or run == LATER_SIDE else 0
        self.lines.show_place(side, place if reads else self._drawn_cell(part, (0, place))[1])

    def _read_token(self, part: Arrangement, place: int, reads: bool) -> None:
        most = part.most
        cell = (place, int(most[place].argmax())) if reads else (int(most[:, place].argmax()), place)
        query, key = part.piece(cell)
        changes: dict[str, object] = {"reading": "row" if reads else "column"}
        changes |= {"query": query, "key": None} if reads else {"query": None, "key": key}
        if reads and part.wanted.kind != "encoder":
            changes["step"] = query
        self.picked.emit(changes)

    # ---- themes, room, export

    def set_theme(self, theme: Theme) -> None:
        """Fonts and colours of now."""
        self.foot.setFont(themes.font("small"))
        self.words.setFont(themes.font("body"))
        self._drawn = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the room out anew."""
        self._share_room()

    def _share_room(self) -> None:
        low = self.height() < themes.px(_FOOT)
        self.foot.setVisible(self._shot is not None and not low and bool(self.foot.text()))
        self.panel.set_narrow(self.width())

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints heading, sentence and the view as last drawn, as shapes and text."""
        heading, sentence = (self.heading(self._shot), self.explained(self._shot)) if self._shot else ("", "")
        vector.paint_page(self, painter, rect, heading, sentence)


__all__ = ["Lines"]
