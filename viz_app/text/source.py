"""The left half of the text band: the typed text, its tokens as chips, and a message about it.

Lines are sentences of one batch; blank lines are ignored. Each keystroke becomes a run at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from model_core.io.id_rows import is_tensor
from model_core.io.limits import SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.edits import Edits, TokenPlace
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.recordings.file_format import is_recording
from viz_app.data import number_format, selection
from viz_app.data.map_text import sentence_words
from viz_app.data.words.models import language_word
from viz_app.document.id_text import PlainIds, are_ids, plain_ids
from viz_app.document.moment import Moment
from viz_app.document.state import Look
from viz_app.document.store import Store
from viz_app.system.command_queue import empty
from viz_app.system.language import capitalised, counted, tr, translated
from viz_app.text.edit_strip import EditStrip, FootRow
from viz_app.text.examples import ExamplesMenu
from viz_app.text.run_progress import RunProgress
from viz_app.text.target_layout import SIDE, set_sides
from viz_app.text.text_edit import TextBox, lost_words
from viz_app.text.text_lines import carried, edits_for, line_number, lines_of, old_numbers, opening_for, target_lines
from viz_app.text.tokens.token_chip import edited_chips
from viz_app.text.tokens.token_menu import open_token_menu
from viz_app.text.tokens.token_row import ChipRow
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, MenuButton, add_entry
from viz_app.widgets.layout import column_of, row_of

_FOOT = 24  # px at text size 100 %, the height of the line below the chips
HINTED = 8
"""Most words of a small vocabulary that an empty box names."""
RECORDED = tr("This text belongs to a recording and cannot be changed. Choose a model (top bar) to type.")
NO_TOKENIZER = tr("This model came without a tokenizer: its text is token ids separated by spaces.")
EXACT = tr("Token ids, exactly as typed: nothing is added.")
EXACT_ROWS = f"{EXACT} {tr('Rows in brackets are sentences.')}"
RIGHT_TO_LEFT = tr("Tokens with ◂ are written right to left; the chips are in reading order, token 1 first.")


class SourceSide(QWidget):
    """Source box, chips and captions. `progress` says which tokens to show while a run is computed."""

    def __init__(self, store: Store, progress: RunProgress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._progress, self._now = store, progress, store.moment
        self._seen: tuple[str, ...] | None = None  # the source that the store held when it was last shown
        self._tokens: tuple[Token, ...] = ()  # those of the chips
        self._edits, self._rtl, self._line = Edits(), False, -1  # and their sentence
        self._told: object = None  # what label, hints and limits were made of
        self._sending = False
        self._shortened: tuple[RunSpec, RunSpec, tuple[str, ...]] | None = None  # where the last edit took a sentence
        # out: the runs before and after it, and the typed targets before
        self.targets_for: Callable[[tuple[str, ...]], tuple[str, ...]] = lambda _source: ()  # set by who has the target
        self._following = False  # the cursor's line becomes the sentence when its trace arrives
        self.label = Caption("small", parent=self)
        self.sentences = MenuButton(self, elastic=False)
        self.sentences.setMenu(QMenu(self.sentences))
        self.sentences.menu().aboutToShow.connect(self._fill_sentences)
        self.examples = ExamplesMenu(store, self)
        self.count = Caption("small", elastic=False, parent=self)
        self.box = TextBox(parent=self)
        self.box.setAccessibleName(tr("Source text"))
        self.chips = ChipRow("source", self)
        self.chips.setAccessibleName(tr("Source tokens"))
        self.caption = Caption("small", parent=self)
        self._choices = self.sentences, self.examples, self.count
        self._top = row_of((self.label, 1), *self._choices, spacing=themes.STEP)
        self.foot = QWidget(self)
        self._restyle()
        themes.changed.connect(self._restyle)
        self._foot_row = FootRow(self.caption, self.foot)
        parts = (self._top, self.box, self.chips, self.foot, 1)
        self._column = column_of(*parts, parent=self, margins=(SIDE, 4, SIDE, 3), spacing=3)
        self._connect()

    def fold(self, folded: bool) -> None:
        """One line of text, with the choices beside the message, when a low window needs the room."""
        self.box.set_most(1 if folded else 3, folded)
        if folded is self.label.isHidden():
            return
        self.label.setHidden(folded)
        set_sides(self._column, folded)
        for part in self._choices:
            (self._foot_row if folded else self._top).addWidget(part)
        self._show_chooser()

    def put_below(self, edits: EditStrip) -> None:
        """Puts the edits under the chips, into the space reserved for the message."""
        self._foot_row.add_edits(edits)

    def _connect(self) -> None:
        self.box.edited.connect(self._on_edited)
        self.box.shortened.connect(self._show_message)
        self.box.cursorPositionChanged.connect(self._follow_cursor)
        self.box.undo_asked.connect(self._store.undo)
        self.box.redo_asked.connect(self._store.redo)
        self.chips.hovered.connect(lambda index: self._store.set_hover(None if index is None else self._cell(index)))
        self.chips.picked.connect(self._on_picked)
        self.chips.menu_asked.connect(self._open_menu)

    # ---- what the user does

    def _on_edited(self, text: str) -> None:
        """One keystroke: computes the run at once. Tokens forced by a click belong to the previous text and are
        released; a typed target or beginning and the edits of a sentence stay with it, even if it was cleared just now
        and is typed again."""
        run = self._now.state.run
        ids = run.ids or (is_tensor(text) and are_ids(run))
        source = lines_of(text, ids)
        if (source, ids) == (run.source, run.ids):
            return self._show_message()
        base, typed = run, self.targets_for(run.source)
        if self._shortened is not None and self._shortened[1] == run and len(source) == len(self._shortened[0].source):
            base, _after, typed = self._shortened
        numbers = old_numbers(base.source, source)
        changes: dict[str, object] = {"source": source, "prefix": (), "ids": ids, **opening_for(base, numbers)}
        if (edits := edits_for(base.edits, numbers)) != run.edits:
            changes["edits"] = edits
        if base.target is not None:
            changes["target"] = target_lines(carried(typed, base.source, source), len(source))
        self._following = True
        self._sending = True
        try:
            self._store.run(**changes)
        finally:
            self._sending = False
            self._seen = self._now.state.run.source
        self._shortened = (run, self._now.state.run, typed) if len(source) < len(run.source) else None
        self._show_message()

    def _follow_cursor(self) -> None:
        """Selects the sentence in the cursor's line."""
        trace = self._now.trace
        if not (self.box.telling and self.box.hasFocus()) or trace is None:
            return
        sentence = line_number(self.box.toPlainText(), self.box.line())
        if sentence < len(trace.sentences) and sentence != self._now.state.look.sentence:
            self._store.look(sentence=sentence)

    def _cell(self, index: int) -> selection.Cell | None:
        trace = self._now.trace
        return chip_cell(trace, self._now.state.look, index) if self._progress.source_trace() is trace else None

    def _on_picked(self, index: int) -> None:
        """Pins the chip's cell; a click on a pinned one unpins it."""
        cell, look = self._cell(index), self._now.state.look
        if cell is not None:
            query, key = (None, None) if (look.query, look.key) == cell else cell
            self._store.look(query=query, key=key)

    def _open_menu(self, index: int, point: QPoint) -> None:
        trace = self._progress.source_trace()
        if trace is not None and trace.sentences and not trace.model.recorded:
            asked = trace.run

            def ask(edit: Callable[[Edits], Edits]) -> None:
                run = self._store.state.run  # which may be of another text since the menu was opened
                if (run.source, run.model) == (asked.source, asked.model):
                    self._store.run(edits=edit(run.edits))

            token = TokenPlace(index, self._sentence(trace))
            open_token_menu(self, trace, self._store.state.run.edits, token, point, ask)

    def _fill_sentences(self) -> None:
        menu = self.sentences.menu()
        empty(menu)
        for index, line in enumerate(self._now.state.run.source):
            words = f"{index + 1}   {number_format.shortened(line, 60)}"
            entry = add_entry(menu, self, words, partial(self._store.look, sentence=index))
            entry.setCheckable(True)
            entry.setChecked(index == self._now.state.look.sentence)

    # ---- what it shows

    def refresh(self, names: frozenset[str], now: Moment) -> None:
        self._now = now
        if "run" in names or self._seen is None:
            self._show_source()
        if "trace" in names and self._following:
            self._following = self._progress.busy()
            self._follow_cursor()
        moved = now.state.look.sentence != self._line
        if moved and not self._following:
            self._show_line(now.state.look.sentence)
        if moved or names & {"run", "trace", "writing", "models", "busy"}:
            self._show_tokens()
        if names & {"trace", "look", "hover", "writing", "run", "busy"}:
            self._show_marks()

    def _show_source(self) -> None:
        """Puts a source from elsewhere (undo, another model, a session) into the box."""
        run = self._now.state.run
        source, there = run.source, lines_of(self.box.toPlainText(), run.ids)
        if not self._sending and source != self._seen and source != there:
            self._following = False
            self.box.show_text("\n".join(source))
            self._show_line(self._now.state.look.sentence)
        self._seen = source

    def _show_line(self, sentence: int) -> None:
        """Puts the cursor into the line of a sentence, unless it is there."""
        text = self.box.toPlainText()
        if sentence != line_number(text, self.box.line()):
            filled = [number for number, line in enumerate(text.split("\n")) if line.strip()]
            self.box.show_line(filled[min(sentence, len(filled) - 1)] if filled else 0)

    def _show_tokens(self) -> None:
        trace = self._progress.source_trace()
        tokens = trace.sentences[self._sentence(trace)].source if trace is not None and trace.sentences else ()
        longer = len(tokens) > len(self.chips.chips)
        edits = trace.run.edits if trace is not None else Edits()
        same = (tokens is self._tokens or tokens == self._tokens) and edits == self._edits
        self._tokens, self._edits, self._line = tokens, edits, self._now.state.look.sentence
        if not same:
            self.chips.set_chips(edited_chips(tokens, edits, self._sentence(trace) if trace is not None else 0))
            self._rtl = any(chip.rtl for chip in self.chips.chips)
        if longer and self.box.hasFocus() and self.box.textCursor().atEnd():
            self.chips.show_chip(len(tokens) - 1, glide=False)
        told = (trace.model, trace.spec.max_positions) if trace is not None else None
        run = self._now.state.run
        if (told, run.model, run.ids, len(tokens)) != self._told:
            self._told = told, run.model, run.ids, len(tokens)
            self._show_words(trace, len(tokens))
        self._show_chooser()
        self._show_message()

    def _sentence(self, trace: Trace) -> int:
        return selection.sentence_of(trace, self._now.state.look)

    def _show_words(self, trace: Trace | None, tokens: int) -> None:
        """Label, count, sentence list and the placeholder of an empty box."""
        ids, exact = plain_ids(self._now.state.run.model), self._now.state.run.ids
        spoken = trace.model.source_language if trace is not None else ""
        language = tr("token ids") if are_ids(self._now.state.run) else language_word(spoken)
        recorded = is_recording(self._now.state.run.model)
        there = not recorded or tokens > 0
        words = tr("Source · {language}", language=language) if language else tr("Source")
        if recorded and not language:
            words = tr("Source · recorded") if there else tr("Source — not in this recording")
        self.label.set_text(words, shorter=(capitalised(language) or tr("Source"), ""))
        self.box.setReadOnly(recorded)
        self.box.setVisible(there)
        limit = limit_words(trace.spec.max_positions - (not exact) if trace is not None else 0)
        count = counted(tokens, tr("token"), tr("tokens")) if trace is not None and there else ""
        lines = RECORDED if recorded else tr("{limit}; {number} lines.", limit=limit, number=SOURCE_LINES)
        self.count.set_text(count, lines)
        asks = hint(trace) if ids is None else tr("Type token ids: {ids}", ids=ids.example())
        asks = tr("Type token ids") if exact else asks
        self.box.setPlaceholderText(trace.sentences[0].source_text if recorded and there and trace else asks)
        typed = tr("{limit}. Each line is a sentence, at most {number}.", limit=limit, number=SOURCE_LINES)
        what = "" if ids is None else f"{NO_TOKENIZER} {tr('Ids are {range}.', range=ids.range_words())}"
        what = EXACT_ROWS if exact else what
        painting.set_tip(self.box, RECORDED if recorded else f"{what} {typed}".lstrip())

    def _show_chooser(self) -> None:
        count = len(self._now.state.run.source)
        self.sentences.setVisible(count > 1)
        sentence = min(self._now.state.look.sentence, count - 1)
        self.sentences.set_words(sentence_words(sentence, count) if count > 1 else "", f"{sentence + 1:,}/{count:,}")
        self.sentences.setSizePolicy(chooser_policy(folded=self.label.isHidden()))
        self.count.setVisible(not self.label.isHidden() or (count == 1 and self._now.state.run.edits == Edits()))

    def _show_message(self) -> None:
        """The message line under the chips; without a message the edits have its space."""
        trace, run = self._progress.source_trace(), self._now.state.run
        said = lost_words(self.box.lost), message(self.box.toPlainText(), run, trace, self.box.font(), self._rtl)
        words = " ".join(filter(None, said))
        self.caption.set_text(words, tone="muted", shorter=weightiest(words, trace))
        self.caption.setVisible(bool(words))

    def _show_marks(self) -> None:
        self.chips.pickable = self._now.state.look.kind != "decoder"
        marks = self._progress.source_marks()
        self.chips.set_marks(marks)
        typing = self.box.hasFocus() and self._progress.busy()  # then the row stays wherever typing left it
        if not (typing or self.chips.underMouse()):
            self.chips.show_chip(marks.key if marks.key is not None else marks.query)

    def _restyle(self, _theme: object = None) -> None:
        self.foot.setFixedHeight(themes.px(_FOOT))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(240), super().minimumSizeHint().height())


def chip_cell(trace: Trace | None, look: Look, index: int) -> selection.Cell | None:
    """The cell that a chip stands for: its column in the selected row; in the encoder, while reading down a column, its
    row."""
    if trace is None or look.kind == "decoder":
        return None
    at = selection.current_reading(trace, look, None)
    if look.kind == "encoder" and look.reading == "row":
        row = selection.current_reading(trace, look, (index, 0)).row
        return None if row is None else (index, selection.strongest(row))
    if at.query is not None:
        return at.query, index
    column = selection.current_reading(trace, look, (0, index)).column
    return None if column is None else (selection.strongest(column), index)


def chooser_policy(folded: bool) -> QSizePolicy:
    """The sentence list is shorter in a folded band."""
    fixed = QSizePolicy.Policy.Fixed
    policy = QSizePolicy(QSizePolicy.Policy.Preferred if folded else fixed, fixed)
    policy.setRetainSizeWhenHidden(not folded)
    return policy


def limit_words(most: int) -> str:
    """The maximum length of a text; `most` tokens, 0 if unknown."""
    if not most:
        return tr("At most {characters:,} characters in all", characters=TEXT_CHARACTERS)
    return tr(
        "At most {characters:,} characters in all, {tokens} tokens a line", characters=TEXT_CHARACTERS, tokens=most
    )


def message(text: str, run: RunSpec, trace: Trace | None, font: QFont, rtl: bool) -> str:
    """What of a text was cut or is unknown, and that its chips are in reading order (`rtl`)."""
    typed = sum(1 for line in text.split("\n") if line.strip())
    if typed > SOURCE_LINES:
        return tr("The first {number} of {all} lines are read.", number=SOURCE_LINES, all=typed)
    if are_ids(run):
        return ids_words(None if run.ids else plain_ids(run.model), text, run.target, trace)
    said = [undrawn_words(text, font)]
    if trace is not None and trace.notices:
        said = [*([RECORDED] if trace.model.recorded else said), *map(translated, trace.notices)]
    return " ".join(filter(None, [*said, RIGHT_TO_LEFT if rtl else ""]))


def weightiest(words: str, trace: Trace | None) -> tuple[str, ...]:
    """What replaces these words where they do not fit: the notice that says not to trust what is
    written, then its first sentence alone; an ellipsis shows that there is more."""
    unseen = [translated(one) for one in (trace.notices if trace is not None else ()) if one.startswith("Never seen")]
    found = [*unseen[:1], *(one.partition(". ")[0] for one in unseen[:1])]
    return tuple(f"{one} {number_format.ELLIPSIS}" for one in found if one != words and one in words)


def ids_words(ids: PlainIds | None, text: str, target: tuple[str, ...] | None, trace: Trace | None) -> str:
    """What is not an id, in source and target, and other notices; otherwise that there is no tokenizer. None for ids
    that are read exactly as typed."""
    noticed = trace.notices if trace is not None else ()
    if ids is None:
        return " ".join([EXACT, *map(translated, noticed)])
    wrong = [ids.complaint(text.split("\n")), ids.complaint(target or (), target=True)]
    if any(wrong):  # the core's own words for the same, see model_core.engine.inputs
        noticed = tuple(one for one in noticed if not one.startswith("Not in this model's vocabulary"))
    return " ".join(filter(None, [*wrong, *map(translated, noticed)])) or NO_TOKENIZER


def undrawn_words(text: str, font: QFont) -> str:
    """Characters that the box can only show as empty boxes, since no font here has them; "" for none."""
    codes = painting.undrawn(text, font)
    if not codes:
        return ""
    shown = " ".join(codes[:5]) + (" …" if len(codes) > 5 else "")
    return tr("No font here has {codes}: the box shows rectangles, the model reads what you typed.", codes=shown)


def hint(trace: Trace | None) -> str:
    """The placeholder of an empty source box."""
    language = trace.model.source_language if trace is not None else ""
    if trace is not None and (known := trace.model.known_words):
        more = " …" if len(known) > HINTED else ""
        return tr("Type words this model knows: {words}", words=" ".join(known[:HINTED]) + more)
    if not language:
        return tr("Type a sentence")
    if language[0].lower() in "aeiou":
        return tr("Type an {language} sentence", language=language_word(language))
    return tr("Type a {language} sentence", language=language_word(language))
