"""The effect of every head, feed-forward and source word on the text: each switched off alone, the written text forced.

Above the matrix are the current text and the text that the model writes without the chosen part. Layers and heads count
from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from model_core.explain.engine_numbers import effects_source
from model_core.explain.provenance import Source
from model_core.record.edits import REPLACEMENTS
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.trace import Trace
from viz_app.data import vocabulary
from viz_app.data.edit_list import INSTEAD
from viz_app.data.maps.head_filter import ListedHeads
from viz_app.data.maps.head_order import ORDERS
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Snapshot, option, options_of
from viz_app.data.tables import Listing, context_of
from viz_app.document.changes import other_edits
from viz_app.document.runs.effects_of_run import EffectsRequest, same_question
from viz_app.document.state import EFFECT, Look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.heads import content as contents
from viz_app.views.heads import export, words
from viz_app.views.heads.content import TOGETHER, EffectContent, EffectContentCache, chosen_part, effects_shown
from viz_app.views.heads.matrix import EffectMatrix
from viz_app.views.heads.matrix_picture import MatrixMarks
from viz_app.views.heads.switchboard import Switchboard
from viz_app.views.heads.switches import Instead
from viz_app.views.heads.texts import EditedText, TextPair, text_lines
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.view import View

DWELL = 120
"""Milliseconds that the pointer rests on a row until the text without it is requested."""
_NO_SURVEY = tr("Open a survey of this model to replace heads with their averages (File ▸ Open a survey…).")
_SAME = tr("Nothing stands beside it: “Beside it” is the same replacement as “Instead”; choose another one.")
_BESIDE, _LOW = 560, 230  # px at text size 100 %: smaller views have no room for the switches and the note
_LEAST = 160  # px at text size 100 %: lower views have room for the matrix alone
_OF_HEADS = frozenset({"replacement", "beside"})  # options that say what a head gives
_SHARE = 0.36  # of the width that the switches take at most


class Heads(View):
    """The texts, the switches of all heads, the matrix, a line of caution."""

    title = tr("Heads")
    sentence = tr("What each head does to this text: the change in log-probability when it alone is switched off.")
    tells = True
    small = sourced = True
    surveys = lists_heads = True

    @dataclass(frozen=True)
    class Options:
        """folder: of the survey whose averages replace heads, "" = the bundled one; index: the chosen feed-forward or
        source word, by its place."""

        parts: str = option(
            "heads", tr("Show"),
            choices={"heads": tr("heads"), "feed_forwards": tr("feed-forwards"), "source": tr("source words"),
                     "gradient": tr("gradient × input"), "integrated": tr("integrated gradients")},
            tip=tr("What is switched off: heads, whole feed-forwards, or source words hidden from every attention; or "
                   "the contribution of each source word according to the gradient."),
        )  # fmt: skip
        replacement: str = option(
            "zero", tr("Instead"),
            choices={name: INSTEAD[name][0] for name in REPLACEMENTS},
            tip=tr("What replaces a head's own output. Zero alone can mislead: compare with another replacement."),
            depth="full",
        )  # fmt: skip
        order: str = option(
            "token", tr("Sort by"),
            choices={{EFFECT: "token"}.get(name, name): word for name, (word, _) in ORDERS.items()},
            tip=tr(
                "How rows are sorted: by place, by effect, losses first and gains last, or by a measure of the head."
            ),
            depth="full",
        )  # fmt: skip
        everything: bool = option(
            False, tr("All rows"), tip=tr("Also shows rows with little effect."), group=tr("More"), depth="full"
        )
        switches: bool = option(
            True, tr("Switches"), tip=tr("Shows all heads beside the matrix; click one to switch it off."),
            group=tr("More"), depth="full",
        )  # fmt: skip
        beside: str = option(
            "", tr("Beside it"),
            choices={"": tr("nothing else"), TOGETHER: tr("the selected head off, too"),
                     **{name: INSTEAD[name][0] for name in REPLACEMENTS}},
            tip=tr("Shown in the right half of each cell, on the same scale. A second replacement: where both "
                   "agree, the result does not depend on how the head was removed. The selected head off, too: what "
                   "each head does then, since heads stand in for each other."),
            group=tr("More"), depth="full",
        )  # fmt: skip
        folder: str = ""
        index: int = 0

    # ---- parts

    def build(self) -> None:
        self._content: EffectContent | None = None
        self._last: Effects | None = None  # shown until those of a newer run arrive
        self._kept = EffectContentCache()
        self.texts, self.matrix = TextPair(self), EffectMatrix(self)
        self.note = plain_label(self, "small", muted=True, wrapped=True)
        self.board = Switchboard(self)
        self.board.picked.connect(self.picked)
        self.board.edited.connect(lambda change: self.asked.emit(other_edits(change)))
        self.board.hinted.connect(self.hinted)
        row = row_of(self.board, (self.matrix, 1), spacing=16)
        column_of(self.texts, (row, 1), self.note, parent=self)
        self.matrix.chosen.connect(self._choose)
        self.matrix.stepped.connect(self._step_to)
        self.matrix.opened.connect(self._open)
        self.matrix.unfolded.connect(lambda: self.opted.emit({"everything": True}))
        self.matrix.hinted.connect(self.hinted)
        self._pointed: Component | None = None  # the row that is pointed at
        self._rests = QTimer(self, singleShot=True, interval=DWELL)
        self._rests.timeout.connect(self.requests_changed)
        self.matrix.hovered.connect(self._point)
        self.matrix.setToolTip(tr("Rows are parts, columns are tokens. Arrow keys move, Enter opens a head."))

    # ---- what is requested

    def _instead(self, shot: Snapshot) -> Instead | None:
        """What a head gives when switched off here: as in the effects that are shown."""
        asked = effects_shown(shot, options_of(shot, Heads.Options))
        if asked is None:
            return None
        return asked.replacement, asked.survey, shot.trace.ids["read"].shape[1] if asked.survey else 0

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        options = options_of(shot, Heads.Options)
        asked = effects_shown(shot, options)
        if asked is None or not shot.sentence.written or shot.trace.model.recorded:
            return ()
        hidden = replace(asked, method="removed")  # what words give is compared with what hiding them costs
        looked_at = [chosen_part(shot, options), *filter(None, (self._pointed,))]
        texts = contents.texts_asked(shot, hidden, looked_at, self._column(shot, self._of_all(shot)))
        if hidden == asked:
            other = effects_shown(shot, options, beside=True)
            second = () if other is None else (EffectsRequest(other, live=True, second=True),)
            return EffectsRequest(asked, texts, live=True), *second
        return EffectsRequest(hidden, texts, live=True), EffectsRequest(asked, live=True)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        return words.heading(self._shown(shot))

    def explanation(self, shot: Snapshot) -> str:
        content = self._shown(shot)
        unchosen = options_of(shot, Heads.Options).order == "token" and shot.look.step is None
        return words.explained(content, self._column(shot, content), unchosen)

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        return vocabulary.missing_model(trace)

    def unused(self, shot: Snapshot) -> frozenset[str]:
        return frozenset() if options_of(shot, Heads.Options).parts == "heads" else _OF_HEADS

    def reveal(self, name: str) -> None:
        if name in _OF_HEADS:
            self.opted.emit({"parts": "heads"})

    def keyboard_part(self) -> QWidget:
        return self.matrix

    def arrays(self) -> tuple[Source, ...]:
        """(part, token) changes in log-probability."""
        shot, content = self._shot, self._content
        found = None if shot is None or content is None else shot.effects.get(content.asked)
        return () if found is None or not found.complete else (effects_source(found),)

    def table(self) -> Listing | None:
        shot, content = self._shot, self._content
        if shot is None or content is None or not content.done or not content.current:
            return None
        return export.effect_table(context_of(shot.state, shot.trace, self.title), content)

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        content = self._content = self._shown(shot)
        options = options_of(shot, Heads.Options)
        column = self._column(shot, content)
        last = max(0, len(content.columns) - 1)
        step = last if shot.look.step is None and not content.current else min(shot.step, last)
        self.matrix.show_content(content, MatrixMarks(column, step, chosen_part(shot, options), options.everything))
        self._show_texts(shot)
        caution = _NO_SURVEY if effects_shown(shot, options) is None else words.caution(content)
        hidden = shot.effects.get(replace(content.asked, method="removed"))
        current = content.current and shot.rows_shown is None
        agreement = words.agreement_words(content, column, hidden) if current else ""
        orders = words.two_orders(content, column) or _nothing_beside(shot, options)
        self.note.setText(" ".join(filter(None, (agreement, orders, words.gives(content), caution))))
        self.fit()

    def _show_texts(self, shot: Snapshot) -> None:
        """The current text, and the one without the hovered row, otherwise without the chosen one."""
        content = self._content
        assert content is not None
        column, whole = self._column(shot, content), shot.rows_shown is None
        row = content.row_of(self._pointed) or content.row_of(chosen_part(shot, options_of(shot, Heads.Options)))
        asked = replace(content.asked, method="removed")
        current = whole and row is not None and content.current
        text = shot.texts.get((asked, row.part)) if current and row is not None else None
        edited = EditedText.from_trace(shot.trace, sentence_of(shot.trace, shot.look)) if whole else None
        now = None if column is None else shot.step
        self.texts.show_lines(text_lines(content, row, shot.sentence.written, text, column, edited, now))

    @one_at_a_time
    def fit(self) -> None:
        """The switches are beside the matrix if both fit; presented, the matrix has all of the room."""
        shot = self._shot
        if shot is None:
            return
        high = self.height() >= themes.px(_LOW)
        show_part(self.note, high and bool(self.note.text()))
        show_part(self.texts, self.height() >= themes.px(_LEAST))
        used = [part for part in (self.texts, self.note) if not part.isHidden()]
        height = self.height() - sum(part.sizeHint().height() + 8 for part in used)
        self.matrix.fill(self.presented)
        shown = high and self.width() >= themes.px(_BESIDE) and options_of(shot, Heads.Options).switches
        shown = shown and not self.presented and self.board.has_room(shot.trace.spec, height)
        show_part(self.board, shown)
        if not shown:
            self.board.pause()
            return
        self.board.setFixedWidth(min(self.board.wanted_width(shot.trace.spec, height), round(self.width() * _SHARE)))
        names = partial(self._kept.names, shot.trace, shot.look.sentence)
        self.board.draw(shot, names, self._instead(shot), height)

    def _shown(self, shot: Snapshot) -> EffectContent:
        """The content of the matrix: the rows that the filter leaves."""
        return contents.with_filter(self._kept.with_texts(self._of_all(shot), shot), shot)

    def _of_all(self, shot: Snapshot) -> EffectContent:
        """The effects of this run, or the last ones until they arrive, or rows without numbers."""
        options = options_of(shot, Heads.Options)
        asked, other = effects_shown(shot, options), effects_shown(shot, options, beside=True)
        found = shot.effects.get(asked) if asked is not None else None
        if asked is None:
            asked = EffectsSpec(shot.trace.run, shot.look.sentence)
        if found is not None:
            self._last = found
        elif self._last is not None and same_question(self._last.asked, asked):
            found = self._last
        shown = self._kept.of(shot.trace, asked, found, other, None if other is None else shot.effects.get(other))
        if options.order == "token":
            return shown
        return self._kept.sorted(shown, shot.trace, options.order, shot.state.alignments)

    def heads_listed(self, shot: Snapshot) -> ListedHeads | None:
        return contents.heads_left(self._of_all(shot), shot)

    @staticmethod
    def _column(shot: Snapshot, content: EffectContent) -> int | None:
        """What rows are sorted by: the whole text also if no step is chosen, as the last one writes its end."""
        by_text = options_of(shot, Heads.Options).order == "text" or shot.look.step is None or not content.columns
        return None if by_text else min(shot.step, len(content.columns) - 1)

    # ---- what the user does

    def _choose(self, part: Component) -> None:
        if part.group == "heads":
            self.picked.emit({"kind": part.kind, "layer": part.layer, "head": part.index})
        elif self._content is not None:
            places = [row.part for row in self._content.rows]
            self.opted.emit({"index": places.index(part)})

    def _step_to(self, column: int | None) -> None:
        if column is None:
            self.opted.emit({"order": "text"})
            return
        if self._shot is not None and options_of(self._shot, Heads.Options).order != "token":
            self.opted.emit({"order": "token"})
        self.picked.emit({"step": column})

    def _point(self, place: object) -> None:
        """Also shows the text without the hovered row."""
        row = self.matrix.row_at(place)
        self._pointed = None if row is None else row.part
        if self._shot is not None:
            self._show_texts(self._shot)
            self._rests.start()

    def _open(self, part: Component) -> None:
        """Opens a head in Attention."""
        if part.group == "heads":
            self._choose(part)
            self.opened.emit("attention")


def _nothing_beside(shot: Snapshot, options: Heads.Options) -> str:
    """Why there is nothing beside the effects although something is chosen; "" otherwise."""
    if options.parts != "heads" or not options.beside or effects_shown(shot, options, beside=True) is not None:
        return ""
    return _SAME if options.beside == options.replacement else _NO_SURVEY
