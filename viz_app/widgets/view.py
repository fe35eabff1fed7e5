"""What a view is, and all that a view may look at.

A view is a widget that draws one reading of one recorded run. It gets frozen Snapshots through `draw`, and says what
the user asks for through signals; it never meets the store, the desk, another view or the model.

A view's id is its module's name in viz_app.views; `VIEWS` there lists the ids. docs/architecture.md has an example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from model_core.direction import in_order
from model_core.explain.provenance import ALL, Source
from model_core.record.trace import Trace
from viz_app.data.depth import Control, DepthRule
from viz_app.data.maps import head_filter
from viz_app.data.maps.head_filter import NO_FILTER, ListedHeads, filter_words
from viz_app.data.selection import current_reading
from viz_app.data.snapshot import Cell, ExportTable, ShownNumber, Snapshot
from viz_app.data.tables import Context, HeadsMade
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets import vector_painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import fit_at_once

if TYPE_CHECKING:
    from viz_app.document.runs.effects_of_run import EffectsRequest
    from viz_app.document.state import Look


class View(QWidget):
    """Base class of the views. Subclasses set the class attributes and override `build`, `draw`, perhaps `heading`.

    title        the label in rail and menu
    sentence     what the view shows, in one sentence
    Options      frozen dataclass whose fields are made with `option`, or None
    kinds        the attentions (model_core.spec.KINDS) that this view can switch between; () = it has no such choice
    small        its parts share any room, down to 160 × 120 px
    sourced      its picture names the source, which is above the view in the window
    fills        its picture fills any room by `paint_content`, otherwise it keeps the proportions of the view
    whole        it shows more of a run than its maps are made of (Trace.maps_only)
    mapped       without a table of its own, its numbers are those of the current map
    tells        everything it shows would answer any question: it is not drawn until that is answered
    deep         attributes of the parts with a depth, and what they set (viz_app.data.depth)
    controls     attributes of its own controls, for Ctrl+K and for the names of changes in the history
    asides       attributes of the parts that are hidden while presenting
    surveys      its snapshots contain the survey in the folder that its option `folder` names
    pins         its snapshots contain the run that the present one is compared with
    lists_heads  it lists the heads that State.look.heads leaves; their number is shown beside its options
    trainings    its snapshots contain the training in the folder that its option `folder` names, followed while visible
    """

    title: str = ""
    sentence: str = ""
    Options: type | None = None
    kinds: tuple[str, ...] = ()
    small = sourced = fills = whole = mapped = tells = False
    deep: ClassVar[Mapping[str, DepthRule]] = {}
    controls: ClassVar[Mapping[str, Control]] = {}
    asides: tuple[str, ...] = ()
    surveys = pins = trainings = lists_heads = False

    picked = Signal(object)  # dict of changes of the look, e.g. {"query": 2, "key": 1}
    hovered = Signal(object)  # (query, key) under the pointer, or None
    asked = Signal(object)  # dict of changes of the run ("options": of the view, in one act), or document.changes.Wish
    opted = Signal(object)  # dict of changes of this view's own Options
    pinned = Signal(object)  # a document.state.Pin to compare with, None for nothing
    aligned = Signal(object)  # the alignments of words (State.alignments) as they are from now on
    restated = Signal(object)  # a function of the State: (another State, the name of the change), one to be undone
    hinted = Signal(str)  # what a click would do here, for the status bar; "" = nothing to say
    requests_changed = Signal()  # its `effects_requests` or its heading are others than when it was drawn
    opened = Signal(str)  # another view, by its id, is to be seen
    commanded = Signal(str)  # an action of viz_app.commands.actions, by its id, is to be done

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text: object = None  # what `renew` showed last
        self._shot: Snapshot | None = None  # what was drawn last, where the view keeps it
        self._style: object = None  # theme and text size at the last call of `style_changed`
        self.presented = False  # it fills the screen: the picture alone, whole and without scrolling
        self.setAccessibleName(self.title)
        self.build()

    def build(self) -> None:
        """Creates the widgets once; called by the constructor."""

    def stop(self) -> None:
        """The window closes: ends what the view has started."""

    def renew(self, shot: Snapshot) -> None:
        """Draws a snapshot. If its tokens have changed, parts with a `drop_gesture` first cancel a press or a drag in
        progress, whose places mean something else now."""
        look, trace = shot.look, shot.trace
        text = trace.model.folder, look.sentence, shot.sentence.source, shot.sentence.read
        if text != self._text:
            self._text = text
            for part in self.findChildren(QWidget):
                drop: Callable[[], None] | None = getattr(part, "drop_gesture", None)
                if drop is not None:
                    drop()
        self.draw(shot)

    def unused(self, shot: Snapshot) -> frozenset[str]:
        """Names of options without effect on what is shown now: they are not in the option bar."""
        return frozenset()

    def reveal(self, name: str) -> None:
        """Brings one of `controls` or an unused option to the screen if something else may be in its place."""

    def draw(self, shot: Snapshot) -> None:
        """Shows a snapshot: sets data on what `build` made. Called in the GUI thread whenever something has changed."""
        raise NotImplementedError

    def mark(self, shot: Snapshot) -> None:
        """Shows another hovered cell: the snapshot is the last one but for `hover`. Called instead of `draw`; a view
        marks cells only here."""
        self.draw(shot)

    def style_changed(self, shot: Snapshot) -> bool:
        """Whether theme or text size, and so all sizes, have changed since the last call."""
        before, self._style = self._style, (shot.theme, themes.text_scale())
        return before != self._style

    def restyle(self) -> None:
        """Drops what was cached in old colours and sizes: palette and stylesheet are the new ones, and `draw`
        follows."""
        self.fit()

    def fit(self) -> None:
        """Distributes the room among its parts after a change of the view's size or the text size."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        fit_at_once(self, self.fit)

    def heading(self, shot: Snapshot) -> str:
        """The line above the view, e.g. "Cross-attention · layer 2 · head 3"; layers and heads from 1."""
        return self.title

    def explanation(self, shot: Snapshot) -> str:
        """The sentence under the heading: what am I seeing."""
        return self.sentence

    def full_explanation(self, shot: Snapshot) -> str:
        """The sentence, and which heads are listed if not all are."""
        asked = shot.look.heads
        listed = self.heads_listed(shot) if self.lists_heads and asked != NO_FILTER else None
        if listed is None:
            return self.explanation(shot)
        more = tr("Listed: {count}, {filter}.", count=listed.words(), filter=filter_words(asked))
        if not listed.known:
            more = tr("{filter}: unknown for these heads, so it hides none of them.", filter=filter_words(asked))
        return f"{self.explanation(shot)} {more}"

    def unavailable_reason(self, trace: Trace, look: Look) -> str:
        """Why this view cannot draw a recording, in a sentence that is shown in its place; "" if it can."""
        return ""

    def said(self) -> tuple[str, str]:
        """Heading and sentence as last drawn."""
        shot = self._shot
        return (self.heading(shot), self.full_explanation(shot)) if shot is not None else ("", "")

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        """The effects of the model's parts that it shows: they come in a later snapshot, with which it is drawn
        again."""
        return ()

    def heads_listed(self, shot: Snapshot) -> ListedHeads | None:
        """The heads listed for the current text, None if there is no filter."""
        return head_filter.heads_listed(shot)

    def needs_rest(self, shot: Snapshot) -> bool:
        """Whether its visible part needs more than what maps are made of (Trace.unsent)."""
        return self.whole

    def preparation(self, trace: Trace) -> Callable[[], object] | None:
        """The slow part of drawing its first picture that can be done beforehand in the background; None: nothing."""
        return None

    def table(self) -> ExportTable | None:
        """The numbers to save or copy; None if it shows none yet or, if it is `mapped`, those of the map."""
        return None

    def arrays(self) -> tuple[Source, ...]:
        """The arrays of the run in the last picture, as Python computes them: the weights or scores of the current
        head, if its numbers are those. Empty if there are none."""
        if self._shot is None or self.surveys or not (self.kinds or self.mapped):
            return ()
        trace, at = self._shot.trace, current_reading(self._shot.trace, self._shot.look, None)
        what = self._shot.look.what
        if not trace.has(at.kind, what, at.layer):
            return ()
        return (Source(trace.name(at.kind, what, at.layer), (at.sentence, at.head, ALL, ALL)),)

    def keyboard_part(self) -> QWidget | None:
        """The picture that gets the focus from the rail or by F6. None: the first part that accepts it."""
        pictures = (one for one in self.findChildren(Canvas) if one.isVisible())
        return next((one for one in pictures if one.focusPolicy() & Qt.FocusPolicy.TabFocus), None)

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        """The number shown for a cell of the selected attention, if it is not the weight of the selected head: the
        inspector shows the same. None: it is, or none is shown."""
        return None

    def derivation(self) -> tuple[str, HeadsMade]:
        """How the numbers were derived from recorded ones, as all exports say it, and of which heads; or ("", ())."""
        return "", ()

    def export_context(self, context: Context) -> Context:
        """The Context of this view alone, which need not show the selected head."""
        return context if self.kinds or self.mapped else replace(context, of_head=False)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120) if self.small else super().minimumSizeHint()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints heading, sentence and the view as last drawn into `rect` of any painter (picture, SVG, PDF), as shapes
        and text in its own proportions."""
        heading, sentence = self.said()
        if self._shot is not None and self.sourced:
            source = in_order(token.text for token in self._shot.sentence.source)
            sentence += f" {tr('Source: {text}', text=source)}"
        vector_painting.paint_page(self, painter, rect, heading, sentence, self.paint_content if self.fills else None)

    def paint_content(self, painter: QPainter, room: QRectF) -> None:
        """Paints the visible content into `room` of a picture, in sizes as on screen; only if it `fills`."""
