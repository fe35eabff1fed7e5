"""Parts of the inspector: the numbers of one cell, the rows and columns of one head, and what every part has.

Each part gets what it shows and reports by signals what was asked for. Every number is read from the Trace; what
was not recorded is called so. Steps, rows and keys count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from model_core.direction import isolated
from model_core.explain.edited import edit_formula
from model_core.explain.rules import divisor
from model_core.record.trace import VISIBLE, Sentence, Trace, entropy_bits
from viz_app.charts.bar_list import NO_SOURCE, Bar, Bars, CellTitle, Fact, Facts
from viz_app.data import map_text, selection
from viz_app.data.edit_list import INSTEAD
from viz_app.data.maps.head_names import head_name
from viz_app.data.number_format import fmt_chance, fmt_percent, fmt_score, fmt_weight
from viz_app.data.selection import Reading
from viz_app.data.snapshot import ShownNumber
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.inspector import sources
from viz_app.inspector.command_row import CommandRow
from viz_app.system.language import tr, translated
from viz_app.text.tokens.token_chip import token_tip
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, SlimButton
from viz_app.widgets.layout import column_of

ALL, FEW, LEAST = 6, 4, 2  # lines of a cell's numbers
NOT_RECORDED = tr("not recorded")
ORIGINS = {
    "pointer": (tr("pointed at"), tr("The cell under the pointer. Click to pin it.")),
    "pinned": (tr("pinned"), tr("This cell stays until you pin another. Esc unpins it.")),
    "step": (tr("strongest"), tr("Nothing is pinned: this is the strongest cell of the current step's row.")),
    "word": (
        tr("strongest word"),
        tr(
            "Nothing is pinned: this is the word that the current step's row reads most. End tokens and punctuation "
            "may have more weight."
        ),
    ),
}
"""Why this cell is shown -> a word for it and a sentence."""


class Section(QWidget):
    """A heading over parts that stand under each other."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Caption("strong", "muted", parent=self)
        self.title.set_text(title)
        self.column = column_of(parent=self, spacing=2)
        self.top = inset(self.title)
        self.column.addWidget(self.top)
        self.column.addSpacing(2)


def inset(widget: QWidget) -> QWidget:
    """The widget 4 px in, where the words of bars and facts begin."""
    widget.setContentsMargins(0, 0, 0, 0)
    room = QWidget(widget.parentWidget())
    column_of(widget, parent=room, margins=(4, 0, 4, 0), spacing=None)
    return room


class TitleLine(QWidget):
    """A title and, at its right end, words that take no more of it than they need. Other words there share this line
    out anew and nothing else: in a layout of Qt's the whole panel would be laid out."""

    def __init__(self, title: QWidget, words: Caption, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts = title, words
        for part in self._parts:
            part.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(0, max(part.sizeHint().height() for part in self._parts))

    def _restyle(self, _theme: object = None) -> None:
        """Asks for another height: Qt passes on no wish of a part while the panel is not seen."""
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.sizeHint().height() != self.height():
            self.updateGeometry()
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._share()
        return super().event(event)

    def _share(self) -> None:
        title, words = self._parts
        wide, right = words.sizeHint().width(), self.width() - 4
        for part, left, width in ((title, 0, right - wide - 2), (words, right - wide, wide)):
            high = part.sizeHint().height()
            part.setGeometry(left, (self.height() - high) // 2, width, high)


def note(parent: QWidget) -> QLabel:
    """Small muted plain text that may take a second line."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("tone", "muted")
    label.setContentsMargins(4, 0, 4, 0)
    return label


# ---------------------------------------------------------------- the cell


class CellSection(Section):
    """The numbers of the cell that is read: weight, its length with the value, score, scaled score, mask."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.top.hide()
        self.lines = ALL  # for so many there is room
        self.heading = CellTitle(self)
        self.origin = Caption("small", elastic=False, parent=self)
        self.facts = Facts(ALL, self)
        self.facts.setAccessibleName(tr("Numbers of the cell"))
        self.column.addWidget(TitleLine(self.heading, self.origin, self))
        self.column.addSpacing(2)
        self.column.addWidget(self.facts)
        self.commands = CommandRow(self)
        self.commands.hide()
        self.change: SlimButton | None = None  # of the commands, the one that edits
        self.column.addWidget(self.commands)

    def show_cell(self, trace: Trace | None, at: Reading, number: ShownNumber | None = None) -> None:
        """The numbers of `at.cell`, the one that a view shows for it first; a hint where there is none. What is below
        stays in its place then."""
        offered = trace is None or not trace.model.recorded or trace.has(at.kind, "raw", at.layer)
        self.commands.keep_room(offered)
        if trace is None or at.query is None or at.key is None:
            self.heading.set_words([(tr("Point at a cell or a token"), "muted")])
            self.origin.set_text("")
            self.facts.set_facts([])
            self.commands.hide()
            return
        self.commands.setVisible(offered)
        if self.change is not None:
            self.change.setVisible(not trace.model.recorded)
        self.heading.set_words(cell_words(trace.sentences[at.sentence], at))
        self.origin.set_text(*ORIGINS[at.origin])
        facts = cell_facts(trace, at, number)
        self.facts.set_facts(few(facts, facts[4].tone == "target", self.lines) if self.lines < ALL else facts)


def few(facts: list[Fact], masked: bool, lines: int) -> list[Fact]:
    """The FEW or LEAST numbers of a cell that say most; of a masked one its mask is among them."""
    shown = ((0, 2, 3, 4) if lines == FEW else (0, 4)) if masked else range(lines)
    return [*(replace(facts[place], line=place) for place in shown), *facts[ALL:]]


def cell_words(one: Sentence, at: Reading) -> list[tuple[str, str]]:
    """The heading of a cell as (word, colour) pieces: "casa ▸ blanca → white", in the encoder "house → white"."""
    assert at.query is not None and at.key is not None
    key = (selection.key_name(one, at.kind, at.key), "source")
    return [*row_words(one, at.kind, at.query), ("→", "muted"), key]


def row_words(one: Sentence, kind: str, query: int) -> list[tuple[str, str]]:
    """A row's name as (word, colour) pieces."""
    read, written = selection.query_name(one, kind, query)
    return [(read, "muted"), ("▸", "muted"), (written, "target")] if written else [(read, "target")]


def cell_facts(trace: Trace, at: Reading, number: ShownNumber | None = None) -> list[Fact]:
    """The numbers of a cell in the order in which the model makes them one from the other, weight first; beside it
    ‖weight × v‖, the one that is made of two recorded ones. A `number` with a title of its own stands before them and
    takes the last one's line."""
    if number is not None and number.title:
        of_head, *others = cell_facts(trace, at)
        del others[4]
        shown = Fact(number.title, number.text, tr("The number shown here; below it, those of one head."))
        return [shown, replace(of_head, name=tr("weight, head {head}", head=at.head + 1)), *others]

    def value(what: str, show: Callable[[float], str]) -> str:
        found = sources.number(trace, at, what)
        return NOT_RECORDED if found is None else show(found)

    def score(number: float) -> str:
        return fmt_score(number, 2)

    scaled = _scaled_words(trace, at)
    code = sources.reason(trace, at)
    mask = NOT_RECORDED if code is None else REASON_TERMS[code].state
    length = sources.contribution(trace, at)
    handed = NOT_RECORDED if length is None else fmt_chance(length, 3)
    place = (at.sentence, at.head, at.query, at.key)
    by_edit = translated(edit_formula(trace, Trace.name(at.kind, "weights", at.layer), place))
    by_softmax = tr(
        "After the softmax over the row, in layer {layer}, head {head}.", layer=at.layer + 1, head=at.head + 1
    )
    made = [
        Fact(
            tr("weight, edited") if by_edit else tr("weight"),
            value("weights", lambda number: fmt_chance(number, 3)),
            f"{by_edit}." if by_edit else by_softmax,
        ),
        Fact(tr("‖weight × v‖"), handed, tr("The length of the vector passed on, before W_O (Kobayashi et al. 2020).")),
        Fact(tr("score q·k"), value("raw", score), tr("Query times key, before scaling.")),
        Fact(*scaled[:1], value("scaled", score), *scaled[1:]),
        Fact(tr("mask"), mask, tr("Whether this row may read this token."), "ink" if code == VISIBLE else "target"),
        Fact(
            tr("after the mask"),
            value("masked", score),
            tr("The input of the softmax; −∞ gives a weight of exactly 0."),
        ),
    ]
    first = {0} if code in (None, VISIBLE) else {0, 4}  # the weight at every depth, and a mask that hides the cell
    return [
        *(one if place in first else replace(one, depth="full") for place, one in enumerate(made)),
        *_research_facts(trace, at),
    ]


def _scaled_words(trace: Trace, at: Reading) -> tuple[str, str]:
    """The name of the scaled score, and by what it is divided."""
    spec = trace.spec.for_stack(at.kind)
    width = spec.head_width
    below = divisor(spec)
    if not width:
        return tr("scaled"), tr("The score ÷ the square root of the head width, which is not in this recording.")
    if not below:
        return tr("scaled"), tr("The raw score: this model does not scale its scores.")
    why = tr("The score ÷ {root}; each head has width {width}.", root=below, width=width)
    if trace.spec.attention_scale == "model":
        why = tr("The score ÷ {root}, the square root of the model's width.", root=below)
    return tr("scaled ÷ {root}", root=below), why


def _research_facts(trace: Trace, at: Reading) -> list[Fact]:
    """The ids of the tokens of a cell, and where its weight stands in which tensor."""
    assert at.query is not None and at.key is not None
    one = trace.sentences[at.sentence]
    query = (one.source if at.kind == "encoder" else one.read)[at.query]
    key = selection.key_token(one, at.kind, at.key)
    index = ", ".join(map(str, (at.sentence, at.head, at.query, at.key)))
    return [
        Fact(tr("token ids"), f"{query.id} → {key.id}", tr("Of the row, and of the column."),
             depth="research", line=NO_SOURCE),
        Fact(tr("index"), f"[{index}]", Trace.name(at.kind, "weights", at.layer), depth="research", line=NO_SOURCE),
    ]  # fmt: skip


# ---------------------------------------------------------------- the head


class HeadSection(Section):
    """One head read both ways: what the query looks at, and by whom the key is looked at."""

    switched = Signal()  # off, or on again
    pointed = Signal(object)  # (query, key) or None
    pinned = Signal(object)  # (query, key)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("This head"), parent)
        self._cells: dict[str, list[tuple[int, int]]] = {"row": [], "column": []}
        self.facts = Facts(2, self)
        self.facts.setAccessibleName(tr("Numbers of the head"))
        self.row_title, self.column_title = CellTitle(self), CellTitle(self)
        self.row_bars, self.column_bars = Bars("source", 3, self), Bars("target", 3, self)
        self.row_bars.setAccessibleName(tr("What this row reads"))
        self.column_bars.setAccessibleName(tr("The rows that read this token"))
        self.column_bars.words = 0.52  # a row of a decoder has two
        self.column.addWidget(self.facts)
        self.effect = note(self)
        self.effect.ensurePolished()
        self.effect.hide()
        self.commands = CommandRow(self)
        self.switch = self.commands.add(SlimButton(self))
        self.switch.clicked.connect(self.switched)
        self.column.addWidget(self.commands)
        self.column.addWidget(self.effect)
        self.restyle()
        for name, title, bars in (
            ("row", self.row_title, self.row_bars),
            ("column", self.column_title, self.column_bars),
        ):
            self.column.addSpacing(6)
            self.column.addWidget(title)
            self.column.addWidget(bars)
            bars.hovered.connect(lambda row, name=name: self._point(name, row))
            bars.picked.connect(lambda row, name=name: self._pin(name, row))

    def show_head(self, trace: Trace | None, at: Reading, effects: Sequence[Fact] = ()) -> None:
        """What the head is called, row and column of the cell that is read, what the head does; of no cell only what it
        does. Where there is room for two facts only, what it does comes first."""
        title = tr("Layer {layer} · head {head}", layer=at.layer + 1, head=at.head + 1)
        name = "" if trace is None else head_name(trace, at.kind, at.layer, at.head, at.sentence)
        self.title.set_text(tr("{head} · {name}", head=title, name=name) if name else title)
        if trace is None or at.row is None or at.column is None:
            self._show_no_cell(effects)
            return
        one = trace.sentences[at.sentence]
        self.facts.set_facts([*effects, *head_facts(trace, at)][: self.facts.room])
        key = selection.key_name(one, at.kind, at.key or 0)
        self.row_title.set_words([*row_words(one, at.kind, at.query or 0), (tr("reads"), "muted")])
        self.column_title.set_words([(key, "source"), (tr("is read by"), "muted")])
        self._show_row(one, at, at.row)
        self._show_column(one, at, at.column)

    def restyle(self) -> None:
        self.effect.setFont(themes.font("small"))

    def show_switch(self, gives: str, effect: str, instead: str = "zero") -> None:
        """What the head `gives` in place of its own ("" for its own), what it would give at a press, both of
        REPLACEMENTS, and what the edits in force did to the current step."""
        if gives == "zero":
            word, words, tip = tr("Switch on"), tr("Switch head on"), tr("Restores its output.")
        elif gives:
            word, words = tr("Restore"), tr("Restore head")
            tip = tr("It reads its own pattern again instead of {place}.", place=INSTEAD[gives][0])
        elif instead == "zero":
            word, words = tr("Switch off"), tr("Switch head off")
            tip = tr("Sets its output to 0 to show what the model loses.")
        else:
            word, words = tr("Replace"), tr("Replace head")
            tip = tr("It reads {place} instead of its own pattern, as chosen in Heads.", place=INSTEAD[instead][0])
        self.switch.set_words(f"{word} (M)", words, tip, "M")
        self.effect.setText(effect)
        self.effect.setVisible(bool(effect))

    def _show_no_cell(self, effects: Sequence[Fact]) -> None:
        self._cells = {"row": [], "column": []}
        self.facts.set_facts(effects[: self.facts.room])
        for title, bars in ((self.row_title, self.row_bars), (self.column_title, self.column_bars)):
            title.set_words([])
            bars.set_bars([])

    def _show_row(self, one: Sentence, at: Reading, row: np.ndarray) -> None:
        keys = selection.largest_weights(row, self.row_bars.room, at.key)
        self._cells["row"] = [(at.query or 0, key) for key in keys]
        tokens, names = [selection.key_token(one, at.kind, key) for key in keys], selection.key_names(one, at.kind)
        bars = []
        for key, token in zip(keys, tokens, strict=True):
            tip = f"{token_tip(token)}\n{tr('weight')} {fmt_weight(float(row[key]), 4)}"
            bars.append(Bar(names[key], float(row[key]), tip, key == at.key))
        self.row_bars.set_bars(bars)

    def _show_column(self, one: Sentence, at: Reading, column: np.ndarray) -> None:
        queries = selection.largest_weights(column, self.column_bars.room, at.query)
        self._cells["column"] = [(query, at.key or 0) for query in queries]
        bars, names = [], selection.query_names(one, at.kind)
        for query in queries:
            name = map_text.row_name(*names[query])
            tip = f"{name}\n{tr('weight')} {fmt_weight(float(column[query]), 4)}"
            bars.append(Bar(name, float(column[query]), tip, query == at.query))
        self.column_bars.set_bars(bars)

    def cell_at(self, name: str, row: int | None) -> tuple[int, int] | None:
        """The (query, key) of a bar of the "row" or the "column", None below the last."""
        cells = self._cells[name]
        return cells[row] if row is not None and row < len(cells) else None

    def _point(self, name: str, row: int | None) -> None:
        self.pointed.emit(self.cell_at(name, row))

    def _pin(self, name: str, row: int) -> None:
        if row < len(self._cells[name]):
            self.pinned.emit(self._cells[name][row])


def head_facts(trace: Trace, at: Reading) -> list[Fact]:
    """Entropy and strongest key of the row, with padding that it may read."""
    row = sources.whole_row(trace, at)
    key, names = selection.strongest(row), selection.key_names(trace.sentences[at.sentence], at.kind)
    share = float(row[key])
    word = isolated(names[key] if key < len(names) else map_text.PAD)
    strongest = tr("none") if math.isnan(share) else f"{word} · {fmt_percent(share)}"
    bits = float(entropy_bits(row))
    return [
        Fact(
            tr("reads mostly"),
            tr("one word ({bits} bits)", bits=fmt_weight(bits)) if bits < 0.5 else
            tr("{number} words ({bits} bits)", number=f"{2 ** bits:.1f}", bits=fmt_weight(bits)),
            tr("The entropy of the row measures how spread out it is: 0 bits = all on one token, 1 bit = as if "
               "evenly on two tokens, 2 bits = on four."),
            depth="full",
        ),
        Fact(tr("strongest key"), strongest, depth="full"),
    ]  # fmt: skip
