"""Decoding: how the text was chosen, what was not taken, what else it could have become, and why it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QWidget

from model_core.analysis.text_comparison import first_difference
from model_core.direction import isolated, quoted
from model_core.explain.provenance import ALL, Source
from model_core.record.trace import Trace
from viz_app.data.branches import go_on, promote, remove
from viz_app.data.decoded_texts import DecodedText, decoded_texts, decoding_words, draw_again, text_pin
from viz_app.data.depth import Control, DepthRule
from viz_app.data.number_format import shortened
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.data.vocabulary import missing_message
from viz_app.document.changes import Wish
from viz_app.document.state import Look
from viz_app.system.command_queue import empty, queued
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import counted, tr
from viz_app.views.decoding import export
from viz_app.views.decoding.cache_panel import CachePanel
from viz_app.views.decoding.candidate_table import CandidatePanel
from viz_app.views.decoding.decoding_form import SETTINGS
from viz_app.views.decoding.end_panel import EndPanel
from viz_app.views.decoding.parts import DecodingPanel
from viz_app.views.decoding.tree_widget import TreePanel
from viz_app.widgets import painting, vector_painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of, settle, show_part
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.view import View

PARTS = {
    "tree": (tr("Tree"), tr("The text that was written, and what was not taken at each step.")),
    "chances": (
        tr("Probabilities"),
        tr("From logits to probabilities, with the settings of sampling and beam search."),
    ),
    "end": (tr("End"), tr("The probability of the end at each step: why the text stopped.")),
    "cache": (tr("Cache"), tr("Which keys and values are computed at this step and which are reused.")),
}
_EMPTY = tr("The steps of decoding appear here as soon as there is a sentence.")
_HEADINGS = {
    "chances": tr("from logits to probabilities"),
    "end": tr("why it stopped"),
    "cache": tr("what is computed, what is reused"),
}
_SENTENCES = {
    "tree": tr("Thickness is probability. Click any token to continue from it instead: both continuations are kept."),
    "chances": tr(
        "Each step: logits, divided by the temperature and filtered by top-k and top-p, become probabilities."
    ),
    "end": tr("At each step the end of sentence competes with all other tokens; the text ends when it is chosen."),
    "cache": tr("Keys and values of earlier tokens never change, so each step computes only those of its own token."),
}
_BEAM = tr(
    "Under each token: its probability and the text's score, log-probability ÷ lengthᵅ. Paler texts were pruned."
)
_UNUSED = tr("Keys and values can be kept only where the mask hides later tokens for certain: this model’s may not.")
_NOTHING = tr("The decoder has not written anything yet: its steps appear here as soon as it has.")
_LONGEST = 36  # letters of a continuation that are listed


class Decoding(View):
    """One part at a time; all read the same texts of the selected sentence."""

    title = tr("Decoding")
    sentence = tr("The text that was written, what was not taken at each step, and why it stopped.")
    deep: ClassVar[dict[str, DepthRule]] = {"compare": DepthRule()}
    controls: ClassVar[dict[str, Control]] = {
        "choice": Control(tr("Part of this view"), "part", PARTS),
        "compare": Control(tr("Compare…"), depth="full"),
        **{f"chances.form.{name}": Control(word) for name, word in SETTINGS.items()},
        "cache.again": Control(tr("Write it row by row")),
    }

    @dataclass(frozen=True)
    class Options:
        """part: a key of PARTS, which the view itself changes."""

        part: str = "tree"

    # ---- parts

    def reveal(self, name: str) -> None:
        part = name.partition(".")[0]
        if part in PARTS:
            self.opted.emit({"part": part})

    def build(self) -> None:
        """The row of choices and one panel per part."""
        self._trace: Trace | None = None
        self._sentence = -1
        self._texts: tuple[DecodedText, ...] = ()
        self.tree, self.chances = TreePanel(self), CandidatePanel(self)
        self.end, self.cache = EndPanel(self), CachePanel(self)
        self.choice = Segmented(tr("Part of this view"), PARTS, self)
        about = tr("Samples another text with the next seed.")
        self.again = push_button(self, tr("Sample again"), about, lambda: self._ask(draw_again))
        self.others = AlternativesMenu(self)
        about = tr("Opens Compare: this text beside another continuation, sentence, model or edit.")
        self.compare = push_button(self, tr("Compare\u2026"), about, lambda: self.opened.emit("compare"))
        self.words = plain_label(self, "body", _EMPTY, muted=True, wrapped=True, centred=True)
        self.panels: dict[str, DecodingPanel] = {
            "tree": self.tree, "chances": self.chances, "end": self.end, "cache": self.cache,
        }  # fmt: skip
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        top = row_of(self.choice, 1, self.again, self.others, self.compare, margins=None, spacing=12)
        column_of(top, (self.words, 1), *((panel, 1) for panel in self.panels.values()), parent=self, spacing=12)
        for part in (self.choice, self.again, self.others, self.compare, *self.panels.values()):
            part.hide()

    def _connect(self) -> None:
        self.choice.chosen.connect(lambda part: self.opted.emit({"part": part}))
        self.others.compared.connect(self._compare)
        self.others.promoted.connect(self._promote)
        self.others.removed.connect(self._remove)
        for panel in self.panels.values():
            panel.stepped.connect(self._go_to_step)
            panel.hinted.connect(self.hinted)
        self.tree.continued.connect(self._go_on)
        self.tree.removed.connect(lambda other: self._remove(self._texts[other]))
        self.chances.asked.connect(self.asked)
        self.chances.chosen.connect(self._choose)
        self.cache.again_asked.connect(lambda: self.commanded.emit("again"))

    # ---- words

    @staticmethod
    def _part(shot: Snapshot | None) -> str:
        """The part that is shown, a key of PARTS."""
        part = options_of(shot, Decoding.Options).part
        return part if part in PARTS else Decoding.Options().part

    def heading(self, shot: Snapshot) -> str:
        """For example "Decoding · greedy: the path and what was not taken"."""
        part = self._part(shot)
        if part != "tree":
            return f"{self.title} · {_HEADINGS[part]}"
        run = shot.trace.run
        how = tr("your text") if run.target is not None else decoding_words(run.decoding)
        seen = tr("the kept texts") if shot.trace.tree else tr("the path and what was not taken")
        return f"{self.title} · {how}: {seen}"

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        """A recording may have no probabilities."""
        if not trace.model.recorded or "probability" in trace.numbers:
            return ""
        return missing_message(tr("what the model could have written: no probabilities or other candidates"), trace)

    def explanation(self, shot: Snapshot) -> str:
        part = self._part(shot)
        if part == "cache" and shot.trace.spec.leaks:
            return _UNUSED
        return _BEAM if part == "tree" and shot.trace.tree else _SENTENCES[part]

    def table(self) -> Listing | None:
        """The numbers of the current part, of all steps."""
        shot = self._shot
        if shot is None or not self._texts:
            return None
        part = self._part(shot)
        context = replace(
            context_of(shot.state, shot.trace, self.title), what=f"{self.title}, {PARTS[part][0]}".lower(), hook=""
        )
        return export.part_table(part, context, shot.trace, self._sentence, self._texts)

    def arrays(self) -> tuple[Source, ...]:
        """The probabilities and ids of the candidates of each step, or only of the given tokens."""
        if self._shot is None:
            return ()
        trace, names = self._shot.trace, ("numbers.candidates", "ids.candidates")
        if "candidates" in trace.numbers:
            return tuple(Source(name, (self._sentence, ALL, ALL)) for name in names)
        return (Source("numbers.probability", (self._sentence, ALL)),) if "probability" in trace.numbers else ()

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        """Shows the chosen part of the selected sentence."""
        self._shot = shot
        sentence, trace = sentence_of(shot.trace, shot.look), shot.trace
        if trace is not self._trace or sentence != self._sentence:
            self._trace, self._sentence, self._texts = trace, sentence, decoded_texts(trace, sentence)
        part = self._part(shot)
        there = bool(self._texts)
        self.choice.show_value(part)
        show_part(self.choice, there)
        show_part(self.compare, there)
        self.words.setText(_NOTHING)
        show_part(self.words, not there)
        for name, panel in self.panels.items():
            show_part(panel, there and name == part)
        self.others.show_texts(self._texts)
        samples = shot.state.run.target is None and shot.state.run.decoding.method == "sample"
        show_part(self.again, there and part == "tree" and samples)
        self.fit()
        if self.style_changed(shot):
            self.restyle()
        if there:
            self.panels[part].show_step(shot, sentence, self._texts, min(shot.step, len(self._texts[0].written) - 1))
        settle(self)

    def restyle(self) -> None:
        self.chances.form.restyle()
        super().restyle()

    # ---- what the user does

    def _compare(self, text: DecodedText) -> None:
        """Pins a kept text as A, at the first difference, and opens Compare."""
        if self._shot is None:
            return
        parted = first_difference(self._texts[0].ids, text.ids)
        if parted is not None:
            self._go_to_step(parted)
        self.pinned.emit(text_pin(self._shot.trace, text))
        self.opened.emit("compare")

    def _go_to_step(self, step: int) -> None:
        """Goes to a step of the main text, with a pinned cell's row."""
        if self._shot is None or not 0 <= step < len(self._texts[0].written):
            return
        look = self._shot.look
        follows = self._shot.pinned is not None and look.kind != "encoder"
        self.picked.emit({"step": step} | ({"query": step} if follows else {}))

    def _choose(self, token: int) -> None:
        """Continues from another candidate of the selected step."""
        if self._shot is not None:
            step = min(self._shot.step, len(self._texts[0].written) - 1)
            self._go_on((*self._texts[0].ids[:step], token))

    def _go_on(self, ids: tuple[int, ...], other: int = -1) -> None:
        """Requests the text that begins with these ids."""
        shot = self._shot
        if shot is None or ids[-1] in shot.trace.spec.never_written:
            self.hinted.emit(tr("Start and padding are never written: there is nothing to continue from."))
            return
        branch = self._texts[other].branch if other > 0 else None
        self._ask(lambda run: go_on(run, shot.trace, self._sentence, ids, branch))

    def _promote(self, text: DecodedText) -> None:
        if (trace := self._trace) is not None:
            self._ask(lambda run: promote(run, trace, text.branch))

    def _remove(self, text: DecodedText) -> None:
        self._ask(lambda run: remove(run, text.branch))

    def _ask(self, changes_of: Wish) -> None:
        """Requests changes of the present run; nothing if it is of another text or model."""
        if self._trace is not None:
            drawn = self._trace.run.source, self._trace.run.model
            self.asked.emit(lambda run: changes_of(run) if (run.source, run.model) == drawn else {})

    # ---- room and export

    @one_at_a_time
    def fit(self) -> None:
        self.tree.filled = self.presented
        beside = (part for part in (self.again, self.others, self.compare) if not part.isHidden())
        self.choice.fit(self.width() - sum(part.sizeHint().width() + 12 for part in beside))

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints heading, sentence and the current part, as shapes and text."""
        heading, sentence = "", ""
        if self._shot is not None:
            source = self._shot.trace.sentences[self._sentence].source_text
            heading, sentence = self.heading(self._shot), f"{quoted(source)} · {self.explanation(self._shot)}"
        vector_painting.paint_page(self, painter, rect, heading, sentence)


class AlternativesMenu(MenuButton):
    """A button that is visible while there are alternatives."""

    compared = Signal(object)  # a DecodedText, as below
    promoted = Signal(object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, elastic=False)
        self._shown: tuple[object, ...] | None = None
        self.setMenu(QMenu(self))
        painting.set_tip(self, tr("Saved continuations beside the main text"))

    def show_texts(self, texts: Sequence[DecodedText]) -> None:
        """Lists all but the main text."""
        shown = tuple((text.name, text.branch, text.text()) for text in texts[1:])
        self.setVisible(bool(shown))
        if shown == self._shown:
            return
        self._shown, count = shown, len(shown)
        self.set_words(counted(count, tr("other text"), tr("other texts")))
        menu = self.menu()
        empty(menu)
        for text in texts[1:]:
            name, font = text.name, themes.font("body")
            words = painting.visible_words(f"{name}: {isolated(shortened(text.text(), _LONGEST))}", font)
            menu.addSection(words.replace("&", "&&"))
            self._add(tr("Compare with {name}", name=name), partial(self.compared.emit, text))
            if text.branch is not None:
                self._add(tr("Make {name} the main text", name=name), partial(self.promoted.emit, text))
                self._add(tr("Remove {name}", name=name), partial(self.removed.emit, text))

    def _add(self, words: str, do: Callable[[], object]) -> None:
        self.menu().addAction(words).triggered.connect(queued(self, do))
