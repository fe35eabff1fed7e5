"""The right half of the text band: who writes the target, its tokens as chips with their numbers, and playback.

Either the model writes; or the user types a beginning and the model continues; or the user types the whole target and
the model only says how probable it finds each token (teacher forcing).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from model_core.analysis.token_merging import sentence_parts
from model_core.explain.provenance import Source
from model_core.record.trace import Step, Trace
from model_core.recordings.file_format import is_recording
from viz_app.commands.deep_parts import DeepParts
from viz_app.data import selection
from viz_app.data.depth import DepthRule
from viz_app.data.words.models import language_word
from viz_app.document.id_text import PlainIds, are_ids, plain_ids
from viz_app.document.moment import Moment
from viz_app.document.state import Look, State
from viz_app.document.store import Store
from viz_app.system.command_queue import queued_with
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import capitalised, counted, tr
from viz_app.text.decoding_button import DecodingButton
from viz_app.text.playback_bar import PlaybackBar
from viz_app.text.run_progress import RunProgress
from viz_app.text.sentence import Sentence, UneditedText
from viz_app.text.target_chips import MEASURES, target_chips, written_chips
from viz_app.text.target_layout import TargetLines
from viz_app.text.text_edit import TextBox, lost_words
from viz_app.text.text_lines import carried, target_lines, typed_targets
from viz_app.text.tokens.token_chip import chip_source
from viz_app.text.tokens.token_row import ChipRow
from viz_app.widgets import painting
from viz_app.widgets.labels import Caption, MenuButton, push_button
from viz_app.widgets.layout import fit_at_once, show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.segmented import Segmented

MEASURE_TIPS = {
    "probability": tr("The probability the model gives this token after everything before it."),
    "surprise": tr("How unexpected the token is: −log₂ of its probability, 0 bits = certain, 1 bit = one in two."),
    "entropy": tr("How uncertain the model was before this token, over all tokens it could have written."),
}
_WRITERS = {
    "model": (tr("Model writes"), tr("The model writes the target.")),
    "beginning": (tr("I begin"), tr("You type how the target begins; the model continues.")),
    "me": (tr("I write"), tr("You type the target; the model gives each token a probability (teacher forcing).")),
}
_LEAD = 1  # chips before the first step: <s>, which row 0 reads


@dataclass(frozen=True)
class TargetOptions:
    """The choice above the target that is no part of the run: the number shown for its tokens."""

    measure: str = "probability"


DEEP = {"decoding": DepthRule(run=("decoding",)), "measure": DepthRule(options=("measure",))}
"""What is shown from a depth on."""


class TargetSide(QWidget):
    """Target chips, who writes them, and playback."""

    def __init__(self, store: Store, progress: RunProgress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._progress, self._now = store, progress, store.moment
        self._beginning = False  # the box for a beginning is open
        self._sending = False
        self._shown: tuple[object, ...] = (None,) * 4  # what the chips were made of
        self._writer: object = None  # from which it follows who writes, as it was last
        self._source: tuple[str, ...] = ()  # to whose lines those of the box belong
        self._seen: object = None  # the target or the beginning that the store held when it was last shown
        self.label = Caption("small", parent=self)
        self.writer = Segmented(tr("Who writes the target"), _WRITERS, self)
        writers = {"model": self.let_model_write, "beginning": self.open_beginning, "me": self.write_myself}
        self.writer.chosen.connect(queued_with(self, lambda who: writers[who]()))
        about = tr("Clears the tokens you chose by clicking")
        name = tr("Let the model write freely again")
        self.free = push_button(self, tr("Clear"), about, self.let_model_write, name=name)
        self.measure = MenuButton(self)
        painting.set_tip(self.measure, tr("What the bar and colour of each target token show"))
        self.sentence = Sentence(self)
        self.before = UneditedText(self)
        self.decoding = DecodingButton(self)
        self.decoding.chosen.connect(lambda wish: store.run(**wish(store.state.run)))
        self.box = TextBox(parent=self)
        self.chips = ChipRow("target", self)
        self.chips.setAccessibleName(tr("Target tokens"))
        self.transport = PlaybackBar(store, self)
        measures = {name: (words, MEASURE_TIPS[name]) for name, words in MEASURES.items()}
        choose = queued_with(self, lambda name: store.options("text", measure=name))
        self.measures = self.measure.set_choices(measures, choose)
        self.lines, self._deep = TargetLines(self), DeepParts(self, DEEP)
        self.box.edited.connect(self._on_edited)
        self.box.shortened.connect(self._show_label)
        self.box.undo_asked.connect(store.undo)
        self.box.redo_asked.connect(store.redo)
        self.box.cursorPositionChanged.connect(self._follow_cursor)
        self.chips.hovered.connect(self._on_hovered)
        self.chips.picked.connect(self._on_picked)
        answer(self.chips, self._number_at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fit_at_once(self, self.fit)

    @one_at_a_time
    def fit(self) -> None:
        """Distributes the current width among the controls."""
        self._deep.fit(self._now.state, TargetOptions(self.chosen_measure()))
        if self.lines.fit():
            self._show_label()

    @one_at_a_time
    def fold(self, folded: bool) -> None:
        """One line of text with the choices in a card, when a low window needs the room for its view."""
        self.lines.fold(folded)
        self.sentence.fold(folded)
        self._show_writer()
        self._show_label()

    # ---- who writes

    def mode(self) -> str:
        """ "model", "beginning" (typed, the model continues) or "me" (teacher forcing)."""
        run = self._now.state.run
        if run.target is not None:
            return "me"
        return "beginning" if (self._beginning or run.opening) and not is_recording(run.model) else "model"

    def let_model_write(self) -> None:
        """The model writes everything, nothing is forced."""
        self._beginning = False
        self._store.run(target=None, opening="", prefix=())
        self.refresh(frozenset({"run"}), self._store.moment)

    def open_beginning(self) -> None:
        """A box for the words that the target must begin with."""
        self._beginning = True
        self._store.run(target=None, prefix=())
        self.refresh(frozenset({"run"}), self._store.moment)
        self.box.select_all()

    def write_myself(self) -> None:
        """Teacher forcing, starting from the current target."""
        self._beginning = False
        self._store.desk(writer="me")
        self.refresh(frozenset({"run"}), self._store.moment)
        self.box.select_all()

    def _on_edited(self, text: str) -> None:
        run = self._now.state.run
        self._sending = True
        try:
            if self.mode() == "me":
                self._store.run(target=target_lines(typed_targets(text, run.ids), len(run.source)))
            else:
                self._store.force_opening(" ".join(text.split("\n")))
        finally:
            self._sending = False
            self._seen = _typed_value(self._now.state)
        self._show_label()

    def _follow_cursor(self) -> None:
        """The line with the cursor belongs to the source line of the same number: selects that sentence."""
        if self.mode() == "me" and self.box.telling and self.box.hasFocus():
            self._store.look(sentence=min(self.box.line(), len(self._now.state.run.source) - 1))

    def targets_for(self, source: tuple[str, ...]) -> tuple[str, ...]:
        """The lines of the box for another source: each stays with its sentence, surplus lines come last."""
        return carried(typed_targets(self.box.toPlainText(), self._now.state.run.ids), self._source, source)

    def _on_hovered(self, index: int | None) -> None:
        """A target chip stands for the row that writes it; the key stays, otherwise it is the row's strongest."""
        trace, look = self._now.trace, self._now.state.look
        row = None if index is None else index - _LEAD
        if row is None or row < 0 or trace is None or look.kind == "encoder" or not self._progress.shows_trace():
            self._store.set_hover(None)
            return
        at = selection.current_reading(trace, look, (row, 0))
        if at.row is None or at.origin != "pointer":
            self._store.set_hover(None)
            return
        key = look.key if look.key is not None and look.key < len(at.row) else selection.strongest(at.row)
        self._store.set_hover((row, key))

    def _on_picked(self, index: int) -> None:
        """Goes to the step that wrote the chip, and a pinned cell with it. `<s>` was written by no step."""
        look, row = self._now.state.look, index - _LEAD
        if not self._progress.shows_trace():
            return
        if row < 0:
            if look.kind == "decoder":
                self._store.look(key=0)
            return
        self._store.set_playing(False)
        pinned = look.query is not None and look.kind != "encoder"
        self._store.look(step=row, **({"query": row} if pinned else {}))

    def _number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number of the chip under a point, or of the one at the keyboard cursor."""
        trace, index = self._now.trace, self.chips.at if point is None else self.chips.chip_at(point.x(), point.y())
        if trace is None or not isinstance(index, int) or self._progress.written() is not None:
            return None
        sentence, row = selection.sentence_of(trace, self._now.state.look), index - _LEAD
        if not 0 <= row < len(trace.sentences[sentence].written):
            return None
        found = chip_source(trace, sentence, row, self.chosen_measure())
        return None if found is None else (trace, found)

    def chosen_measure(self) -> str:
        """The number shown on the chips: a key of MEASURES."""
        chosen = self._now.state.options.get("text", {}).get("measure", "probability")
        return chosen if chosen in MEASURES else "probability"

    # ---- what it shows

    def refresh(self, names: frozenset[str], now: Moment) -> None:
        self._now = now
        writer = self.mode(), now.state.run.with_(source=()), _begins_elsewhere(self._now.state)
        if names & {"models", "desk", "options"} or (names & {"run", "look", "trace"} and writer != self._writer):
            self._show_writer()
        self._writer, self._source = writer, now.state.run.source
        if names & {"run", "trace", "writing", "options", "busy"} or now.state.look.sentence != self._shown[1]:
            self._show_tokens()
        if names & {"run", "trace", "writing", "look", "options", "hover", "busy", "playing"}:
            self._show_marks()

    def _show_writer(self) -> None:
        mode, run = self.mode(), self._now.state.run
        recorded = is_recording(run.model)
        self.writer.setEnabled(not recorded)
        for part in (self.decoding, self.measure):
            part.setVisible(not recorded)
        self.decoding.show_run(run)
        self.writer.show_value(mode)
        show_part(self.free, mode == "model" and bool(run.prefix) and not recorded)
        self.fit()
        show_part(self.box, mode != "model")
        show_part(self.sentence, mode != "me")
        folded = self.lines.is_folded()
        self.box.set_most(3 if mode == "me" and not folded else 1, folded)
        self.box.setAccessibleName(tr("Target text") if mode == "me" else tr("Beginning of the target"))
        given = _typed_value(self._now.state)
        if not self._sending and given != self._seen:
            self.box.show_text(given if isinstance(given, str) else "\n".join(self._with_surplus(given)))
        self._seen = given

    def _with_surplus(self, target: tuple[str, ...]) -> tuple[str, ...]:
        """The target to show, with the surplus lines of the box if the rest is the same."""
        lines = self.targets_for(self._now.state.run.source)
        same = all(line in ("", given) for line, given in zip(lines, target, strict=False))
        return (*target, *lines[len(target) :]) if same else target

    def _show_tokens(self) -> None:
        steps = self._progress.written()
        measure = self.chosen_measure()
        sources = (self._now.trace, self._now.state.look.sentence, measure, steps)
        if any(now is not then for now, then in zip(sources, self._shown, strict=True)) or steps is not None:
            self._shown = sources
            trace, look = self._now.trace, self._now.state.look
            chips = written_chips(steps or (), measure)
            if steps is None and trace is not None and trace.sentences:
                chips = target_chips(trace, selection.sentence_of(trace, look), measure)
            self.chips.set_chips(chips)
            self.sentence.show_parts(line_parts(steps, trace, look))
            flags = self.before.show_trace(trace if steps is None else None, look)
            self.sentence.flag(at + _LEAD for at in flags)
        self.measure.set_words(MEASURES[measure])
        self.measures[measure].setChecked(True)
        self._show_label()
        self.box.setPlaceholderText(hint(self.mode(), plain_ids(self._now.state.run.model)))

    def _show_label(self) -> None:
        trace = self._now.trace
        language = language_word(trace.model.target_language) if trace is not None else ""
        language = tr("token ids") if are_ids(self._now.state.run) else language
        alone = capitalised(language)
        name = tr("Target · {language}", language=language) if language else tr("Target")
        name = alone if alone and self.lines.is_inline() else name
        words = self._writer_words(trace)
        if is_recording(self._now.state.run.model):
            here = trace is None or not trace.sentences or bool(trace.sentences[0].read)
            words = tr("recorded") if here else tr("not in this recording")
        self.label.set_text(f"{name} — {words}" if words else name, shorter=(name, alone, ""))

    def _writer_words(self, trace: Trace | None) -> str:
        """What the switch itself does not show: surplus text and lines, and given tokens."""
        if self.mode() != "model" and self.box.lost:
            return lost_words(self.box.lost)
        if self.mode() == "me":
            return too_many(self.box.toPlainText(), len(self._now.state.run.source))
        if _begins_elsewhere(self._now.state):
            return tr("sentence {number} has a beginning", number=self._now.state.run.prefix_sentence + 1)
        return given_words(trace, self._now.state.look) if self._now.state.run.prefix else ""

    def _show_marks(self) -> None:
        marks = self._progress.target_marks(_LEAD)
        self.chips.set_marks(marks)
        self.before.conceal(marks.hidden)
        self.sentence.mark(marks.current, hidden=marks.hidden)
        if not self.chips.underMouse():
            self.chips.show_chip(marks.current, glide=self._progress.written() is None)


def _typed_value(state: State) -> str | tuple[str, ...]:
    """What the user has typed here, according to the store: all targets, or the beginning of the selected sentence."""
    target = state.run.target
    return target if target is not None else "" if _begins_elsewhere(state) else state.run.opening


def _begins_elsewhere(state: State) -> bool:
    """Whether a sentence other than the selected one has a typed beginning."""
    run = state.run
    return bool(run.opening) and run.prefix_sentence != min(state.look.sentence, len(run.source) - 1)


def line_parts(steps: Sequence[Step] | None, trace: Trace | None, look: Look) -> tuple[str, ...]:
    """What each chip adds to the line of text. The first one, which was not written, is a word only in a recording of a
    model that begins with one, as GPT-2 does."""
    if steps is not None:
        return ("", *sentence_parts([step.token for step in steps]))
    if trace is None or not trace.sentences:
        return ()
    one = trace.sentences[selection.sentence_of(trace, look)]
    return sentence_parts((*one.read[:_LEAD], *one.written))


def given_words(trace: Trace | None, look: Look) -> str:
    """The number of given tokens after which the model continues, in words; "" for none."""
    forced = trace.sentences[selection.sentence_of(trace, look)].forced if trace is not None and trace.sentences else 0
    tokens = counted(forced, tr("given token"), tr("given tokens"))
    return tr("continues after {tokens}", tokens=tokens) if forced else ""


def too_many(text: str, lines: int) -> str:
    """Reports lines of a typed target that belong to no source line."""
    more = len(text.rstrip("\n").split("\n")) - lines
    if more < 1:
        return ""
    return tr("1 line too many") if more == 1 else tr("{number} lines too many", number=more)


def hint(mode: str, ids: PlainIds | None) -> str:
    """The placeholder of an empty target box."""
    if ids is not None:
        words = tr("Type token ids, {range}", range=ids.range_words(target=True))
        return words if mode == "me" else tr("{type_ids}; the model continues", type_ids=words)
    if mode == "me":
        return tr("Type a target to see its probabilities")
    return tr("Type a beginning; the model continues")
