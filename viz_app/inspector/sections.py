"""Parts of the inspector: the candidates of one step, the numbers of one cell, the rows and columns of one head.

Each part gets what it shows and reports requests by signals. Steps, rows and keys count from 0 here and from 1 on the
screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from model_core.record.trace import Sentence, Trace
from viz_app.charts.bar_list import Bars, CellTitle, Fact, Facts
from viz_app.data import map_text, selection
from viz_app.data.edit_list import INSTEAD
from viz_app.data.maps.head_names import head_name
from viz_app.data.selection import Reading
from viz_app.data.snapshot import ShownNumber
from viz_app.data.words.parts import head_place
from viz_app.inspector.facts import (
    ALL,
    candidate_bars,
    cell_facts,
    cell_words,
    few,
    head_facts,
    row_words,
    step_facts,
    weight_bar,
)
from viz_app.system.language import capitalised, tr
from viz_app.text.tokens.token_chip import token_tip
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, SlimButton
from viz_app.widgets.layout import column_of, row_of

NO_CANDIDATES = tr("Candidates are not in this recording.")
READ_BACK = tr("Of the finished text, with later tokens visible.")
"""What the candidates are of where edited masks let rows read later tokens."""
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
_OPENS = " \u25be"


class Section(QWidget):
    """A heading over a column of parts."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Caption("strong", "muted", parent=self)
        self.title.set_text(title)
        self.column = column_of(parent=self, spacing=2)
        self.top = inset(self.title)
        self.column.addWidget(self.top)
        self.column.addSpacing(2)


def inset(widget: QWidget) -> QWidget:
    """Indents a widget by 4 px, to align it with the text of bars and facts."""
    widget.setContentsMargins(0, 0, 0, 0)
    room = QWidget(widget.parentWidget())
    column_of(widget, parent=room, margins=(4, 0, 4, 0), spacing=None)
    return room


class TitleLine(QWidget):
    """A title and, right-aligned, text that takes no more width than it needs. A change of that text redistributes this
    line only: a Qt layout would lay out the whole panel."""

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
        """Announces its new height: Qt forwards no size hint of a part while the panel is hidden."""
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


class Note(QLabel):
    """Small muted plain text of up to two lines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("tone", "muted")
        self.setContentsMargins(4, 0, 4, 0)
        self.ensurePolished()  # else Qt puts its first font back when it is first shown
        self.restyle()

    def restyle(self) -> None:
        self.setFont(themes.font("small"))


class CommandRow(QWidget):
    """Buttons of equal width about a cell or a head: each runs a command, or opens a menu of commands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row_of(parent=self, margins=(4, 2, 4, 0), spacing=8)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def keep_room(self, kept: bool) -> None:
        """Whether the row keeps its space while hidden."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(kept)
        self.setSizePolicy(policy)

    def add(self, button: SlimButton) -> SlimButton:
        """Adds a button, as wide as the others."""
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row.addWidget(button, 1)
        return button

    def add_command(self, command: QAction, key: str, tip: str) -> SlimButton:
        """Adds a button for a command, disabled while the command is not available."""
        button = self.add(SlimButton(self))
        button.set_words(command.text(), command.text(), tip, key)
        button.clicked.connect(command.trigger)
        command.changed.connect(lambda: button.setEnabled(command.isEnabled()))
        return button

    def add_menu(self, words: str, tip: str, entries: Sequence[QAction], renew: Callable[[], object]) -> SlimButton:
        """Adds a button that opens a menu of commands; `renew` updates them first."""
        button, menu = self.add(SlimButton(self)), QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(list(entries))
        button.set_words(words + _OPENS, words, tip)

        def open_menu() -> None:
            renew()
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

        button.clicked.connect(open_menu)
        return button


class StepSection(Section):
    """The candidates of the current step, its end probability and entropy."""

    chosen = Signal(int)  # id of the candidate that decoding continues from
    freed = Signal()  # let the model write freely again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._ids: tuple[int, ...] = ()
        self._written: int | None = None
        self._shown: tuple[Trace | None, tuple[object, ...]] | None = None
        self.bars = Bars("target", 6, self)
        self.bars.setAccessibleName(tr("Candidates of this step"))
        self.bars.picked.connect(self._pick)
        self.hint, self.given = Note(self), Note(self)
        self.facts = Facts(2, self)
        self.facts.setAccessibleName(tr("Numbers of the step"))
        self.free = ElasticButton(self)
        self.free.clicked.connect(self.freed)
        self._free_room = inset(self.free)
        self.column.addWidget(self.bars)
        self.column.addWidget(self.hint)
        self.column.addSpacing(2)
        for part in (self.facts, self.given, self._free_room):
            self.column.addWidget(part)

    def show_step(self, trace: Trace | None, sentence: int, step: int | None) -> None:
        """Shows a step of a complete Trace; None clears the part. Nothing is redone for the same one."""
        of, self._shown = self._shown, (trace, (sentence, step, self.bars.room, self.facts.shown_depth))
        if of is not None and of[0] is trace and of[1] == self._shown[1]:
            return
        if trace is None or step is None or not trace.complete:
            self._show_nothing()
            if trace is not None and trace.model.recorded:
                self.hint.setText(NO_CANDIDATES)
            return
        one = trace.sentences[sentence]
        read = selection.query_name(one, "decoder", step)[0]
        asks = tr("Step {step}: what comes after “{token}”?", step=step + 1, token=read)
        self.title.set_text(asks, shorter=(tr("Step {step} writes", step=step + 1),))
        self._written = one.written[step].id
        bars = candidate_bars(trace, sentence, step, self.bars.room)
        self._ids = tuple(token_id for token_id, _ in bars)
        self.bars.set_bars([bar for _, bar in bars])
        self.bars.setVisible(bool(bars) or not trace.model.recorded)
        back = "step_probability" in trace.numbers
        chosen = READ_BACK if back else tr("Click one to continue from it: both are kept.")
        self.hint.setText(NO_CANDIDATES if trace.model.recorded else chosen)
        self.facts.set_facts(step_facts(trace, sentence, step))
        self._show_given(trace, one)

    def _show_nothing(self) -> None:
        self._ids, self._written = (), None
        self.title.set_text(tr("This step"))
        self.bars.set_bars([])
        self.hint.setText(tr("The candidates for the next token appear here."))
        self.facts.set_facts([])
        self.given.hide()
        self._free_room.hide()

    def _show_given(self, trace: Trace, one: Sentence) -> None:
        run = trace.run
        typed = run.target is not None
        empty = not (one.source_text.strip() or typed or run.prefix or run.opening)
        words = tr("The first {number} tokens are given, not chosen.", number=one.forced)
        if empty:
            words = tr("There is nothing to translate: the end is given, not chosen.")
        elif one.forced == 1:
            words = tr("The first token is given, not chosen.")
        self.given.setText(words)
        self.given.setVisible(bool(one.forced) and not typed)
        self.free.set_words(tr("Let the model write it") if typed else tr("Let the model write freely again"))
        self._free_room.setVisible(typed or (bool(one.forced) and not empty))

    def _pick(self, row: int) -> None:
        if row < len(self._ids) and self._ids[row] != self._written:
            self.chosen.emit(self._ids[row])


class ElasticButton(QPushButton):
    """A button as wide as its space; its text is small, and elided if it does not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.ensurePolished()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(words)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFont(themes.font("small"))
        metrics = QFontMetricsF(self.font())
        self.setText(painting.elided(self._words, metrics, self.width() - themes.px(26)))


class CellSection(Section):
    """The numbers of the selected cell: weight, its length with the value, score, scaled score, mask."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.top.hide()
        self.lines = ALL  # as many as fit
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
        """The numbers of `at.cell`, first the one that a view shows for it; a hint if there is none. Parts below keep
        their place."""
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


class HeadSection(Section):
    """One head by row and by column: what the query reads, and which queries read the key."""

    switched = Signal()  # off, or on again
    pointed = Signal(object)  # (query, key) or None
    pinned = Signal(object)  # (query, key)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("This head"), parent)
        self.facts = Facts(2, self)
        self.facts.setAccessibleName(tr("Numbers of the head"))
        self.row_title, self.column_title = CellTitle(self), CellTitle(self)
        self.row_bars, self.column_bars = Bars("source", 3, self), Bars("target", 3, self)
        self._cells: dict[Bars, list[tuple[int, int]]] = {self.row_bars: [], self.column_bars: []}
        self.row_bars.setAccessibleName(tr("What this row reads"))
        self.column_bars.setAccessibleName(tr("The rows that read this token"))
        self.column_bars.words = 0.52  # a row of a decoder has two
        self.column.addWidget(self.facts)
        self.effect = Note(self)
        self.effect.hide()
        self.commands = CommandRow(self)
        self.switch = self.commands.add(SlimButton(self))
        self.switch.clicked.connect(self.switched)
        self.column.addWidget(self.commands)
        self.column.addWidget(self.effect)
        for title, bars in ((self.row_title, self.row_bars), (self.column_title, self.column_bars)):
            self.column.addSpacing(6)
            self.column.addWidget(title)
            self.column.addWidget(bars)
            bars.hovered.connect(
                lambda row, bars=bars: self.pointed.emit(None if row is None else self._cells[bars][row])
            )
            bars.picked.connect(lambda row, bars=bars: self.pinned.emit(self._cells[bars][row]))

    def show_head(
        self, trace: Trace | None, at: Reading, effects: Sequence[Fact] = (), rows: int | None = None
    ) -> None:
        """The head's name, row and column of the selected cell, and the head's effects; without a cell only the
        effects. If only two facts fit, effects come first. Of a column only the first `rows`."""
        title = capitalised(head_place(at.layer, at.head))
        name = "" if trace is None else head_name(trace, at.kind, at.layer, at.head, at.sentence)
        self.title.set_text(tr("{head} · {name}", head=title, name=name) if name else title)
        if trace is None or at.row is None or at.column is None or at.query is None or at.key is None:
            self.facts.set_facts(effects[: self.facts.room])
            for title_, bars in ((self.row_title, self.row_bars), (self.column_title, self.column_bars)):
                title_.set_words([])
                bars.set_bars([])
            return
        one, row, column = trace.sentences[at.sentence], at.row, at.column[: rows and max(rows, at.query + 1)]
        self.facts.set_facts([*effects, *head_facts(trace, at)][: self.facts.room])
        key_name = selection.key_name(one, at.kind, at.key)
        self.row_title.set_words([*row_words(one, at.kind, at.query), (tr("reads"), "muted")])
        self.column_title.set_words([(key_name, "source"), (tr("is read by"), "muted")])
        keys, names = selection.largest_weights(row, self.row_bars.room, at.key), selection.key_names(one, at.kind)
        self._cells[self.row_bars] = [(at.query, key) for key in keys]
        self.row_bars.set_bars([
            weight_bar(trace, at, names[key], token_tip(selection.key_token(one, at.kind, key)), (at.query, key),
                       float(row[key])) for key in keys
        ])  # fmt: skip
        queries = selection.largest_weights(column, self.column_bars.room, at.query)
        self._cells[self.column_bars] = [(query, at.key) for query in queries]
        read_by = [(query, map_text.row_name(*selection.query_name(one, at.kind, query))) for query in queries]
        self.column_bars.set_bars([
            weight_bar(trace, at, name, name, (query, at.key), float(column[query])) for query, name in read_by
        ])  # fmt: skip

    def show_switch(self, gives: str, effect: str, instead: str = "zero") -> None:
        """What the head `gives` in place of its own pattern ("" for its own), what it would give at a click, both of
        REPLACEMENTS, and the effect of the edits in force on the current step."""
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
