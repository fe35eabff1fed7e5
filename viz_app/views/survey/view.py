"""The average behaviour of every head: its pattern, its measures among those of the others, and its most typical
sentences.

If no survey of the model is open, the selected sentence alone is measured. Layers and heads count from 0 here and from
1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from model_core.analysis.heads.head_alignment import AGREEMENT, ERROR_RATE
from model_core.analysis.heads.head_averages import single_sentence_survey
from model_core.analysis.heads.head_measures import BINS
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.data.depth import Control
from viz_app.data.maps.colormaps import Scale
from viz_app.data.maps.head_filter import ListedHeads, heads_listed
from viz_app.data.maps.head_order import EFFECTS, ORDERS, PLACE
from viz_app.data.number_format import shortened
from viz_app.data.snapshot import Snapshot, option, options_of
from viz_app.data.tables import Context, Listing, context_of
from viz_app.data.vocabulary import ATTENTIONS, head_word, missing_message
from viz_app.document.state import Look
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.survey import export, layout, likeness, sentence_list
from viz_app.views.survey import text as wording
from viz_app.views.survey.distance_chart import DistanceBars
from viz_app.views.survey.head_summary import MeasureRow, SurveyContent, content_of, now_of
from viz_app.views.survey.likeness_page import LikenessPage
from viz_app.views.survey.measure_strips import MeasureStrips
from viz_app.views.survey.pattern_map import Bin, PatternMap, part_of, pattern_of, share_of
from viz_app.views.survey.sentence_list import SentenceList
from viz_app.views.survey.toolbar import Invitation, SurveyBar
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import settle, show_part
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.view import View

_PANE_WORDS = {
    "heads": (tr("Heads"), tr("Every head's average pattern, in small.")),
    "pattern": (tr("Pattern"), tr("The average pattern of one head.")),
    "measures": (tr("Measures"), tr("What the head does, in numbers next to the other heads'.")),
    "sentences": (tr("Sentences"), tr("The sentences that show the head most clearly.")),
}
_SHORT = 48  # characters of a sentence in a key
_UNKNOWN = (*EFFECTS, AGREEMENT.name, ERROR_RATE.name)  # to a survey, which knows no effect and no alignment
_ORDERS = {name: word for name, (word, _) in ORDERS.items() if name not in _UNKNOWN}
_SORTED = tr("How the heads on the left are sorted; by a measure, highest first, by entropy and breadth lowest first.")
_READ = {"ids": False, "opening": ""}  # how a survey reads its texts
_EMPTY = tr("There is nothing to average: not all of this text's maps are recorded.")
_WAITING = tr("The heads of a survey appear here as soon as there is a sentence.")
_CONTROLS = {
    "choice": Control(tr("Attention")),
    f"tabs.{layout.SMALL}": Control(
        tr("What is shown"), "pane", {name: word for name, (word, _) in _PANE_WORDS.items()}
    ),
    "bar.live": Control(tr("See this head in Attention")),
    "bar.back": Control(tr("Back to your text")),
}
_EVERY_LAYER = tr("the weights of every layer, which comparing heads requires")


class Survey(View):
    """On the left every head with its name, in the middle the pattern of one, on the right its measures, below its
    sentences."""

    title = tr("Survey")
    sentence = tr("What every head does on average over many sentences, and which of them show it most clearly.")
    controls = _CONTROLS
    small = True
    kinds = KINDS
    surveys = lists_heads = True

    @dataclass(frozen=True)
    class Options:
        """folder: where the survey lies, "" = the one bundled with the model.

        pane         what is shown if there is no room for all
        layer, head  what is selected in a survey of another model than the loaded one
        """

        folder: str = ""
        pane: str = ""
        layer: int = 0
        head: int = 0
        shown: str = option(
            "head", tr("Show"), choices={"head": tr("one head"), "alike": tr("heads by similarity")},
            tip=tr("One head's average pattern, or how alike all heads of an attention read."),
        )  # fmt: skip
        order: str = option(PLACE, tr("Sorted by"), choices=_ORDERS, tip=_SORTED)

    # ---- parts

    def build(self) -> None:
        self._content: SurveyContent | None = None
        self._single = lru_cache(maxsize=1)(single_sentence_survey)  # that of a snapshot without findings
        self._seen: Any = None  # what mosaic, pattern and measures show
        self._rows: tuple[MeasureRow, ...] = ()
        self._before: dict[str, Any] = {}  # of the run that a sentence of the survey took the place of
        self.bar, self.choice = SurveyBar(self), Segmented(tr("Attention"), ATTENTIONS, self)
        self.tabs = {layout.SMALL: self._make_tabs(layout.SMALL)}
        self.mosaic, self.pattern = HeadGrid(self, largest=72.0, fills=True), PatternMap(self)
        self.tabs[layout.MIDDLE] = self._make_tabs(layout.MIDDLE)  # in the order in which Tab goes through them
        self.invitation = Invitation(self)
        self.measures, self.distances, self.list = MeasureStrips(self), DistanceBars(self), SentenceList(self)
        self._likeness, self.all = lru_cache(maxsize=3)(likeness.likeness_of), LikenessPage(self)
        self.words = plain_label(self, "body", _WAITING, muted=True, wrapped=True, centred=True)
        self.mosaic.setToolTip(tr("Rows are layers, columns are heads. Click a map to open it; arrow keys move."))
        self._connect()
        self.fit()

    def _make_tabs(self, mode: str) -> Segmented:
        return Segmented(tr("What is shown"), {pane: _PANE_WORDS[pane] for pane in layout.PANES[mode]}, self)

    def _connect(self) -> None:
        self.choice.chosen.connect(lambda kind: self.picked.emit({"kind": kind}))
        for tabs in self.tabs.values():
            tabs.chosen.connect(lambda pane: self.opted.emit({"pane": pane}))
        self.mosaic.picked.connect(self._choose)
        self.mosaic.hovered.connect(self._hint_head)
        self.pattern.hovered.connect(self._point)
        self.list.chosen.connect(self._open_sentence)
        self.list.hinted.connect(self.hinted)
        self.bar.model.clicked.connect(lambda: self._open_sentence(0))  # one that it surely knows
        self.bar.open.clicked.connect(lambda: self.commanded.emit("open.survey"))
        self.bar.back.clicked.connect(lambda: self.asked.emit(self._before))
        self.all.chosen.connect(self._open_head)
        self.all.hinted.connect(self.hinted)
        self.bar.live.clicked.connect(lambda: self.opened.emit("attention"))
        self.invitation.make.clicked.connect(lambda: self.commanded.emit("survey"))

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Cross-attention · layer 2 · head 3 · diagonal"."""
        content = content_of(shot, self._single)
        if content is not None and _shows_all(shot):
            return likeness.heading(content)
        return self.title if content is None else wording.heading(content)

    def explanation(self, shot: Snapshot) -> str:
        content = content_of(shot, self._single)
        if content is not None and _shows_all(shot):
            return likeness.explained(self._likeness(content.findings, content.kind))
        return self.sentence if content is None else wording.explained(content)

    def table(self) -> Listing | None:
        """The measures of every head, with the survey's own model as context."""
        shot, content = self._shot, self._content
        if shot is None or content is None:
            return None
        found = self._likeness(content.findings, content.kind) if _shows_all(shot) else None
        return export.table(context_of(shot.state, shot.trace, self.title), content, found)

    def export_context(self, context: Context) -> Context:
        shown = self._content
        return context if shown is None else export.export_context(context, shown, _shows_all(self._shot))

    def unused(self, shot: Snapshot) -> frozenset[str]:
        return frozenset({"order"} if _shows_all(shot) else ())

    def reveal(self, name: str) -> None:
        if name == "order":
            self.opted.emit({"shown": "head"})

    def heads_listed(self, shot: Snapshot) -> ListedHeads | None:
        """None while all heads are compared with each other: no filter applies."""
        return None if _shows_all(shot) else _listed(content_of(shot, self._single), shot)

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        return missing_message(_EVERY_LAYER, trace) if trace.gaps else ""

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        content = content_of(shot, self._single)
        if content is None:
            self.words.setText(_EMPTY)
            if self._content is None or self._content.single:
                self._content = None
                self.fit()
            return  # the last good picture of a survey stays
        before, self._content = self._content, content
        self._draw_head(content, shot.trace, _listed(content, shot))
        self._draw_bar(content, shot)
        if _shows_all(shot):
            found = self._likeness(content.findings, content.kind)
            self.all.show_heads(found, (content.layer, content.head), likeness.missing(content))
        self.mark(shot)
        if self.style_changed(shot) or before is None or (before.single, before.kind) != (content.single, content.kind):
            settle(self)
        self.fit()

    def _draw_head(self, content: SurveyContent, trace: Trace, listed: ListedHeads) -> None:
        """Heads, pattern, measures, distances, sentences, where head or text have changed."""
        order = options_of(self._shot, Survey.Options).order
        place, before = (content.place, content.sentence, order, listed.heads), self._seen
        if before is not None and content.findings is before[0] and trace is before[1] and place == before[2]:
            return
        self._seen = content.findings, trace, place
        self.choice.show_value(content.kind)
        self.choice.set_available([one for one in content.findings.kinds if not content.own or one in trace.kinds])
        self.mosaic.describe, self.pattern.describe = (
            partial(wording.head_tip, content),
            partial(wording.cell_tip, content),
        )
        if before is None or before[0] is not content.findings or before[2][0][0] != content.kind:
            self.mosaic.set_maps(content.maps, content.future, Scale(0.0, content.largest))
            self.mosaic.set_names({head: head_word(name, content.kind) for head, name in content.names.items()})
        self.mosaic.set_order(content.in_order(order, listed))
        self.mosaic.set_current(content.layer, content.head)
        self.pattern.set_pattern(pattern_of(content))
        self._rows = content.rows(now_of(content, trace))
        text = shortened(trace.sentences[content.sentence].source_text, _SHORT)
        self.measures.set_rows(self._rows, text if any(row.now is not None for row in self._rows) else "")
        distances = content.distances()
        if distances is not None:
            self.distances.set_weights(*distances)
        self._draw_sentences(content, trace)

    def _draw_sentences(self, content: SurveyContent, trace: Trace) -> None:
        live = (trace.sentences[content.sentence].source_text, trace.sentences[content.sentence].target_text)
        found = [place for place, pair in enumerate(content.sentences) if pair == live]
        why = wording.most_itself(self._rows, content.name, head_word(content.name, content.kind))
        self.list.hint = sentence_list.HERE if content.own else sentence_list.ELSEWHERE
        self.list.set_sentences(
            tr("Clearest {where}. Click one to see it live.", where=why), content.sentences, (*found, None)[0]
        )
        self.invitation.show_command("" if trace.model.recorded else wording.command(trace.model.folder))

    def _draw_bar(self, content: SurveyContent, shot: Snapshot) -> None:
        """Whose survey this is; before that, what is wrong."""
        wrong = wording.what_is_wrong(content, shot.trace.model.name, shot.refusal)
        self.bar.show_words(wrong or wording.origin(content), wrong=bool(wrong), other=not content.own)
        if not is_from(content, shot.state.run.source) or shot.state.run.source == self._before.get("source"):
            self._before = {}  # it is back, or something else was typed
        show_part(self.bar.back, bool(self._before))

    def mark(self, shot: Snapshot) -> None:
        self._shot, content, cell, place = shot, content_of(shot, self._single), shot.cell, None
        if cell is not None and content is not None and content.own and content.kind == shot.look.kind:
            rows, columns = shot.trace.size(content.kind, content.sentence)
            place = share_of(cell[0], rows), share_of(cell[1], columns)
        self.pattern.set_mark(place)

    # ---- what the user does

    def _choose(self, layer: int, head: int) -> None:
        """Selects another head; of another model in the options, as the look is the loaded one's."""
        content = self._content
        if content is not None:
            (self.picked if content.own else self.opted).emit({"layer": layer, "head": head})

    def _open_head(self, head: tuple[int, int]) -> None:
        """Shows a single one of the compared heads."""
        self._choose(*head)
        self.opted.emit({"shown": "head"})

    def _hint_head(self, head: tuple[int, int] | None) -> None:
        self.hinted.emit("" if head is None else tr("Click to select {head}.", head=self.mosaic.text_of(*head)))

    def _point(self, at: Bin | None) -> None:
        """The pointer is over the pattern: the corresponding cell of the sentence is hovered in all views."""
        content, shot = self._content, self._shot
        if content is None or shot is None:
            return
        self.hinted.emit("" if at is None else wording.cell_tip(content, *at))
        if not content.own or content.kind != shot.look.kind:
            return
        rows, columns = shot.trace.size(content.kind, content.sentence)
        cell = None
        if at is not None and rows and columns:
            cell = part_of(share_of(at[0], BINS), rows), part_of(share_of(at[1], BINS), columns)
        if cell != shot.hover:
            self.hovered.emit(cell)

    def _open_sentence(self, place: int) -> None:
        """Computes a sentence of the survey, read as the survey read it."""
        if (content := self._content) is not None and place < len(content.sentences):
            source, target = content.sentences[place]
            forced = (target,) if content.findings.forced else None
            model = {} if content.own else {"model": content.findings.model_folder}
            self.asked.emit(partial(self._leave, {"source": (source,), "target": forced, **model, **_READ}))

    def _leave(self, changes: dict[str, Any], run: RunSpec) -> dict[str, Any]:
        """The changes that lead to a sentence of the survey; what the first of them replaces is remembered."""
        if not self._before or self._content is None or not is_from(self._content, run.source):
            self._before = {name: getattr(run, name) for name in ("source", "target", "model", *_READ)}
        return changes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move, content, shot = ARROWS.get(Qt.Key(event.key())), self._content, self._shot
        if move is None or content is None or shot is None or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
            return
        found = content.neighbour(move, _listed(content, shot))
        if found:
            self._choose(**found)

    # ---- room and export

    def restyle(self) -> None:
        settle(self)
        super().restyle()

    @one_at_a_time
    def fit(self) -> None:
        content = self._content
        show_part(self.words, content is None)
        self.words.setGeometry(self.rect())
        layout.fit(self, content, options_of(self._shot, Survey.Options).pane, _shows_all(self._shot))


def _listed(content: SurveyContent | None, shot: Snapshot) -> ListedHeads:
    """The heads that the filter leaves by the averages of the survey; by measures that it lacks, in the current
    text."""
    asked = shot.look.heads
    known = content is not None and not (content.own and asked.measure in _UNKNOWN)
    return content.left(asked) if content is not None and known else heads_listed(shot)


def _shows_all(shot: Snapshot | None) -> bool:
    """Whether all heads are compared with each other."""
    return options_of(shot, Survey.Options).shown == "alike"


def is_from(content: SurveyContent, source: tuple[str, ...]) -> bool:
    return source in {(one,) for one, _ in content.findings.texts.values()}
