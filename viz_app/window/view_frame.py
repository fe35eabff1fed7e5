"""The frame of one view: heading, sentence, options, and the popup for options that do not fit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import ref

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.record.effects import EffectsSpec
from model_core.record.trace import Trace
from viz_app.commands.deep_parts import DeepParts, VisibilityGate
from viz_app.data.depth import DepthRule, reaches
from viz_app.data.maps.head_filter import NO_FILTER
from viz_app.data.maps.head_order import EFFECTS
from viz_app.data.snapshot import Snapshot
from viz_app.document.runs.effects_of_run import EffectsRequest, effects_asked
from viz_app.document.state import Look
from viz_app.maps.head_filter_card import HeadFilterButton
from viz_app.maps.map_view import MapView
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import put_on_sheet, take_off_sheet
from viz_app.widgets.dialog import Drawer
from viz_app.widgets.labels import Caption, plain_label
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.overflow_bar import OverflowBar
from viz_app.widgets.theme import Theme
from viz_app.widgets.view import View
from viz_app.window.focus_order import focus_into
from viz_app.window.option_bar import OptionBar
from viz_app.window.split_view import ViewCorner

_WAITING = tr("Waiting for the other numbers of this run…")
_HIDDEN = tr("Hidden until you answer.")
_AIR = 12, 4  # px below, and in a low page
_ABOVE = 8, 4  # px above, and in a low page
_BELOW = 12  # px from the heading, the sentence or the options to the view
_PLACES = "title", "under", "drawer"  # of the options: beside the heading, below the sentence, or in a card
_OTHERS = 48  # px of the margins around the heading and between the parts beside it
_SHORT_NAME = 140  # px at text size 100 %: a tensor's name that has less room beside the whole heading is left out
_NO_ROOM = (0, 0, 0.0, False, 0)
_LOW = 280  # px at text size 100 %: in a lower page the sentence gives its room to the view


class ViewFrame(QWidget):
    """One view with its heading, its sentence and its options; on narrow or low pages the view gets their room."""

    filtered = Signal(object)  # a HeadFilter

    def __init__(self, name: str, view: View, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.view = name, view
        self._drawn = self._present = False  # the view was drawn once; it shows the last snapshot
        self._seen: tuple[Callable[[], Trace | None], Look] = (lambda: None), Look()  # what that snapshot shows
        self._bars = view.findChildren(OverflowBar)
        self.options = OptionBar(view.Options, self) if view.Options is not None else None
        self.heads = HeadFilterButton(self.options) if view.lists_heads and self.options is not None else None
        if self.heads is not None and self.options is not None:
            self.options.add(self.heads)
            self.heads.chosen.connect(self.filtered)
        self.heading = Caption("title", "ink", parent=self)
        self.mark = Caption("small", elastic=False, parent=self)
        self.tensor = Caption("code", elastic=False, parent=self)
        self.sentence = plain_label(self, "body", muted=True, wrapped=True)
        self.mark.hide()
        self.absence = plain_label(self, "body", muted=True, wrapped=True, centred=True)
        self.absence.hide()
        self.drawer = Drawer(self, tr("Options of this view"))
        self.corner = ViewCorner(name, self)
        self._style: tuple[Theme, float] | None = (themes.current(), themes.text_scale())
        self._presented = self._beside = False  # the view alone, without captions and options; another one beside it
        self._placed = ""  # where the options are, one of _PLACES
        self._tried = self._given_up = _NO_ROOM  # rooms in which a wider place was taken, and left again
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._lay_out()
        themes.changing.connect(self._unpolish)
        self._asides = [VisibilityGate(part) for part in (self.tensor, *(getattr(view, name) for name in view.asides))]
        self._deep = DeepParts(view, view.deep), DeepParts(self, {"tensor": DepthRule("research")})

    def _lay_out(self) -> None:
        self._title = row_of((self.heading, 1), self.tensor, self.mark, self.drawer.button, self.corner)
        self._under = row_of(1, spacing=None)
        above, below = (self._title, self.sentence, self._under), ((self.view, 1), (self.absence, 1))
        self._column = column_of(*above, *below, parent=self, spacing=0)
        self._column.insertSpacing(len(above), _BELOW)
        self._place_options("title")

    def _place_options(self, place: str) -> None:
        """Places the options beside the heading, under the sentence, or in a drawer."""
        if self.options is None or place == self._placed:
            return
        if self._placed == "drawer":
            self.drawer.take_out(self.options)
        self._placed = place
        if place == "drawer":
            self.drawer.put_in(self.options)
        elif place == "under":
            self._under.insertWidget(0, self.options)
        else:
            self._title.insertWidget(self._title.indexOf(self.corner), self.options)

    def restyle(self) -> None:
        """Takes the current colours and text size, unless it already has them; a hidden page does so when shown."""
        style = themes.current(), themes.text_scale()
        if style != self._style:
            self._style = style
            put_on_sheet(self)
            for label in (self.sentence, self.absence):
                label.setFont(themes.font("body"))
            self.corner.restyle()
            self._fit_again()
            self.view.restyle()

    def _unpolish(self) -> None:
        """Takes the application's stylesheet off while the page is hidden; `restyle` puts it on again."""
        if self.isHidden():
            self._style = None
            take_off_sheet(self)

    def _fit_again(self) -> None:
        """Fits the parts, trying every place for the options again."""
        self._tried = self._given_up = _NO_ROOM
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves the options below the sentence if space is tight, and into a drawer if that does not suffice."""
        super().resizeEvent(event)
        self._column.invalidate()  # the pass for a former size, in which this one came, may end after it
        self._fit()

    def hasHeightForWidth(self) -> bool:
        """Always False: two pages get half of the width each."""
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Lays out the controls, which get the stylesheet's widths only now."""
        super().showEvent(event)
        self._fit()

    @one_at_a_time
    def _fit(self) -> None:
        if self._presented:
            self._under.setContentsMargins(0, 0, 0, 0)
            return self._column.setContentsMargins(_AIR[0], 0, *[_AIR[0]] * 2)  # above the view is _BELOW
        width, options = self.width(), self.options.wide() if self.options is not None else 0
        corner = 0 if self.corner.isHidden() else self.corner.sizeHint().width() + 12
        heading, low = self.heading.sizeHint().width(), self.height() < themes.px(_LOW)
        tall = max(self.corner.sizeHint().height(), self.drawer.button.sizeHint().height())
        self.heading.setMinimumHeight(0 if low and not corner else tall)  # as the controls beside it, in every view
        spare = width - corner - heading - _OTHERS
        self.tensor.setMaximumWidth(spare if spare >= themes.px(_SHORT_NAME) else 0)
        corner += 0 if self.tensor.isHidden() else self.tensor.sizeHint().width() + 12
        narrow = heading + options + corner + _OTHERS > width
        self._column.setContentsMargins(16, _ABOVE[low], 16, _AIR[low])
        self.sentence.setVisible(not low)
        under = not low and (self.options is None or self.options.minimumSizeHint().width() <= width - 32)
        self._place_options(self._settled("title" if not narrow else "under" if under else "drawer", options))
        self._under.setContentsMargins(0, 8 if self._placed == "under" else 0, 0, 0)  # an empty row has them, too
        if self.options is not None:
            self.options.fit(width - 32 if self._placed == "under" else options)

    def _settled(self, place: str, wide: int) -> str:
        """The place for the options, unless it was already given up in the same room: moving them can change the size
        of the page or theirs, and with it the place that they need, endlessly."""
        around = self.parentWidget() or self
        room = around.width(), around.height(), themes.text_scale(), self.corner.isHidden(), wide
        now, wanted = (_PLACES.index(one) if one else 0 for one in (self._placed, place))
        if wanted < now:
            if room == self._given_up:
                return self._placed
            self._tried = room
        elif wanted > now and room == self._tried:
            self._given_up = room
        return place

    def show_option(self, name: str) -> None:
        """Opens the card that contains an option, if there is one, and focuses its control; "heads" is the card that
        filters heads."""
        if name in self.view.controls:
            self._show_control(name)
            return
        filters = name == "heads" and self.heads is not None
        if self.options is None or not (filters or name in self.options.form.controls):
            return
        self.view.reveal(name)
        control = self.options.form.controls.get(name)
        if control is not None and control.isHidden():
            return  # it says nothing of what can be shown now
        if self._placed == "drawer":
            self.drawer.open_below(self.drawer.button)
        if self.heads is not None and filters:
            return self.heads.open()
        for card in self.options.cards.values():
            if name in card.names:
                card.open()
        if control is not None:
            focus_into(control)

    def _show_control(self, name: str) -> None:
        """Focuses one of the view's own controls, opening the card of a bar if it is in one."""
        self.view.reveal(name)
        part: Any = self.view
        for step in name.split("."):
            part = part[step] if isinstance(part, dict) else getattr(part, step)
        if (bar := next((one for one in self._bars if part in one.hidden_away), None)) is not None:
            bar.open()
        while not part.isVisible():  # it says nothing at present: what it belongs to
            part = part.parentWidget()
        focus_into(part)

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        """The effects that the view shows, or by which its heads are filtered."""
        requests, look = self.view.effects_requests(shot), shot.look
        asked = effects_asked(shot.trace, min(look.sentence, len(shot.trace.sentences) - 1))
        if not self.view.lists_heads or look.heads.measure not in EFFECTS or asked is None:
            return requests
        known = any(isinstance(one.asked, EffectsSpec) and "heads" in one.asked.groups for one in requests)
        return requests if known else (*requests, EffectsRequest(asked))

    def present(self, on: bool) -> None:
        """Shows the view alone, or with its heading and options again."""
        if on or on != self._presented:
            self._presented = self.view.presented = on
            for part in (self.heading, self.sentence, *([] if self.options is None else [self.options])):
                part.setVisible(not on)
            self.drawer.button.setVisible(not on and self._placed == "drawer")
            self.set_beside(self._beside)
            for gate in self._asides:
                gate.set_open(not on)
            for heat in self.view.findChildren(MapView):
                heat.fill(on)
            self._fit_again()

    def set_beside(self, beside: bool) -> None:
        """Sets whether another view is beside it: then the corner offers to change or close this one."""
        self._beside = beside
        self.corner.setVisible(beside and not self._presented)

    def draw(self, shot: Snapshot) -> None:
        """Shows a snapshot; an exception of the view goes to the crash report and stays with this page."""
        self._present = False
        with kept(self):
            if self._draw_absence(shot):
                return
            sentence = self.view.full_explanation(shot)
            self.heading.set_text(self.view.heading(shot), sentence)
            self.sentence.setText(sentence)
            depth, look = shot.state.desk.depth, shot.look
            if self.options is not None:
                self.options.show_values(shot.options, depth, self.view.unused(shot))
            if self.heads is not None:
                shown = reaches(depth, "full") or look.heads != NO_FILTER
                self.heads.show_filter(look.heads, self.view.heads_listed(shot) if shown else None)
            name_tensor(self.tensor, Trace.name(look.kind, look.what, look.layer) if self.view.kinds else "")
            for parts in self._deep:
                parts.fit(shot.state, shot.options)
            if not self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent):  # it has its place
                self._fit()
            self.view.renew(shot)
            for bar in self._bars:
                bar.show_depth(depth)
            self._drawn = self._present = True
            self._seen = ref(shot.trace), look

    def point(self, shot: Snapshot) -> None:
        """Another cell is hovered; everything else is unchanged, or the drawing that follows marks the cell."""
        with kept(self):
            if self._present and self._seen[0]() is shot.trace and self._seen[1] == shot.look:
                self.view.mark(shot)

    def _draw_absence(self, shot: Snapshot) -> bool:
        """Says what a recording lacks that the view shows, or that it would reveal an answer; False: it can draw."""
        words = self.view.unavailable_reason(shot.trace, shot.look)
        if shot.trace.unsent and self.view.needs_rest(shot):
            if self._drawn:
                return True  # the last good picture stays
            words = _WAITING
        if self.view.tells and shot.hidden is not None:
            words = _HIDDEN
        if absent := bool(words):
            self.heading.set_text(self.view.title, words)
            self.sentence.setText("")
            self.absence.setText(words)
        show_part(self.view, not absent)
        self.absence.setVisible(absent)
        self.drawer.button.setDisabled(absent)
        if self.options is not None:
            show_part(self.options, not absent and not self._presented)
        return absent

    def mark_stale(self, words: str) -> None:
        """Says that the picture is older than the text; "" clears that."""
        self.mark.set_text(words)
        self.mark.setVisible(bool(words))


def name_tensor(caption: Caption, name: str) -> None:
    """Shows a tensor's name, or if space is tight its last two parts."""
    caption.set_text(name, shorter=(".".join(name.split(".")[-2:]),))


@contextmanager
def kept(page: ViewFrame) -> Iterator[None]:
    """Within this context an exception of a view goes to the crash report and stays with its page."""
    try:
        yield
    except Exception as error:
        page.sentence.setText(
            tr("This view could not be drawn: {error}. The rest of the window still works.", error=error)
        )
        sys.excepthook(type(error), error, error.__traceback__)
