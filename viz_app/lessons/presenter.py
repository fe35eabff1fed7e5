"""Presenting: the view fills the screen with text legible from the back row, everything else is hidden, and a clicker
controls the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from shiboken6 import isValid

from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.keys import LessonKeys
from viz_app.lessons.largest_text import LargestText, held, maps_in
from viz_app.lessons.overlays import (
    HINT,
    LESSON_HINT,
    NO_MAP,
    NO_ROW,
    Blank,
    Hint,
    Spotlight,
    on_window,
    pens_in,
    wipe,
)
from viz_app.lessons.panel import LessonPanel
from viz_app.lessons.screens import Screens
from viz_app.widgets.application_theme import frame_focus
from viz_app.widgets.canvas import Canvas

Key = Qt.Key
LIGHT = 2500
"""Milliseconds for which a scene's spotlight is on where nothing is presented."""


class Presenter(QObject):
    """`folds` are the parts to hide, `lights` those that a spotlight can be on, by name; `pages` gives the visible
    pages. `changed`: it began or ended; `ended`: it ended."""

    changed = Signal()
    ended = Signal()

    def __init__(
        self, window: QWidget, store: Store, panel: LessonPanel, folds: Iterable[QWidget],
        lights: dict[str, QWidget], pages: Callable[[], list[Any]],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._store, self._panel, self._pages = window, store, panel, pages
        self._folds, self._lights = tuple(folds), lights
        self._folded: list[QWidget] = []
        self._alone: set[Any] = set()  # pages that were presented
        self._penned, self._place = False, QByteArray()
        self._marked = marks_of(store.state)
        self._fitted: tuple[object, ...] = ()  # the views and the text that the size of the text was found for
        self._focused: QWidget | None = None  # what the keyboard goes back to
        self.on, self.screens = False, Screens(window, panel)
        self.spot, self.blank, self.hint = Spotlight(window, self.lit_rects), Blank(window), Hint(window)
        player = panel.player
        acts: dict[Qt.Key, Callable[[], object]] = {
            Key.Key_B: self.toggle_blank, Key.Key_S: self.toggle_spot, Key.Key_R: player.reveal, Key.Key_N: self.go_on,
            Key.Key_P: self.toggle_pen, Key.Key_T: self.toggle_text, Key.Key_Plus: lambda: self.text.enlarge(1),
            Key.Key_Equal: lambda: self.text.enlarge(1), Key.Key_Minus: lambda: self.text.enlarge(-1),
            Key.Key_Escape: self.stop, Key.Key_X: self.screens.swap,
        }  # fmt: skip
        self.keys = LessonKeys(window, acts, firm=True)
        for part in self._folds:
            part.installEventFilter(self)
        self._light = QTimer(self, singleShot=True, interval=LIGHT)
        self._light.timeout.connect(self._dim)
        player.moved.connect(self._moved)
        player.ended.connect(self._dim)
        store.changed.connect(self._follow)
        self.text = LargestText(window, store, pages, self._fold, panel)
        self.screens.changed.connect(self.text.begin)

    # ---- on and off

    def toggle(self) -> None:
        (self.stop if self.on else self.start)()

    def start(self) -> None:
        """Makes the view fill the screen."""
        if self.on:
            return
        self.on, self._place, self._focused = True, self._window.saveGeometry(), self._window.focusWidget()
        self._folded = [part for part in self._folds if not part.isHidden()]
        with held(self._pages()):
            self._fold()
            self.screens.fill()
            self.text.begin()
        self._is_new()
        self.keys.listen(True)
        QApplication.instance().focusChanged.connect(self._unframe)  # type: ignore[union-attr]
        self._focus()
        self._moved()
        self.hint.say(LESSON_HINT if self._panel.player.active and not self._panel.player.guess else HINT)
        self.changed.emit()

    def _focus(self) -> None:
        """Takes the focus away from lists and fields of a view: letters are commands here."""
        focus = self._window.focusWidget()
        if self._panel.player.active:
            self._panel.setFocus()
        elif focus is not None:
            focus.clearFocus()

    def _unframe(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Takes the frame off a picture that gets the focus, as when its view is opened: it is all that is seen."""
        if isinstance(now, Canvas) and any(page.isAncestorOf(now) for page in self._pages()):
            frame_focus(now, False)

    def stop(self) -> None:
        """Restores everything."""
        if not self.on:
            return
        self.on = self._penned = False
        self.keys.listen(False)
        QApplication.instance().focusChanged.disconnect(self._unframe)  # type: ignore[union-attr]
        for overlay in (self.spot, self.blank, self.hint, *pens_in(self._window, maps_in(self._window))):
            overlay.hide()
        self.screens.leave()
        with held(self._pages()):
            for part in self._folded:
                part.show()
            for page in filter(isValid, self._alone):
                page.present(False)
            self._alone.clear()
            self.text.set_size(None)
            self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowFullScreen)
            self._window.restoreGeometry(self._place)  # which only adds states where it was maximized
            self._panel.fold(False)
        self._panel.leave_out(frozenset())
        if (kept := self._focused) is not None and isValid(kept) and self._window.focusWidget() is None:
            kept.setFocus()
        self.changed.emit()
        self.ended.emit()

    def _fold(self) -> None:
        if not self.on:
            return
        for part in self._folds:
            part.setVisible(self._holds_light(part))
        for page in self._pages():
            page.present(True)
            self._alone.add(page)
        self._panel.leave_out(frozenset({"head"}) | ({"source"} if not self._lights["source"].isVisible() else set()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While presenting, hides parts that show themselves unless they are highlighted."""
        if self.on and event.type() == QEvent.Type.ShowToParent and isinstance(watched, QWidget):
            watched.setVisible(self._holds_light(watched))
        return False

    def _holds_light(self, part: QWidget) -> bool:
        """Whether the scene's spotlight is on something in this part that no question hides."""
        name, hidden = self._panel.player.scene.spotlight, self._store.hiding.hidden
        if name in ("source", "target") and hidden is not None and hidden.texts:
            return False
        lit = self._lights.get(name)
        return lit is not None and part.isAncestorOf(lit)

    def _follow(self, names: frozenset[str]) -> None:
        """Reacts to a newly opened view, or a part that showed itself again."""
        if self.on and names & {"desk", "trace"}:
            self._fold()
            self.text.check(anew=self._is_new())
        if (marked := marks_of(self._store.state)) != self._marked:
            self._marked = marked
            wipe(self._window)
        if self._penned and names & {"desk", "trace", "look", "options"}:
            self._hand_out()

    def _is_new(self) -> bool:
        """Whether other views or another whole text are presented than those for which the type's size was found."""
        trace = self._store.trace
        if trace is None or not trace.complete:
            return False
        look, before = self._store.state.look, self._fitted
        run = trace.run
        self._fitted = self._store.state.desk.views, run.model, run.source, look.sentence, look.kind
        return self._fitted != before

    # ---- what a clicker and one hand do

    def toggle_blank(self) -> None:
        """A black screen, or the picture again."""
        QToolTip.hideText()  # which would be above the black
        self.blank.show_over(self.blank.isHidden())

    def toggle_spot(self) -> None:
        """Puts the spotlight on the part that the scene is about, otherwise on the row of the step, or takes it away.
        Reports when there is none."""
        on = self.spot.isHidden()
        if on and not self.lit_rects():
            self.hint.say(NO_ROW)
        else:
            self.spot.show_over(on)

    def toggle_text(self) -> None:
        """Shows the text of the lesson, or the view alone."""
        self._panel.fold(self._panel.player.active and not self._panel.folded)

    def toggle_pen(self) -> None:
        """Takes the pen out, or puts it away; the marks stay until the next scene. Reports when it cannot mark."""
        if self._penned or maps_in(self._window):
            self._penned = not self._penned
            self._hand_out()
        else:
            self.hint.say(NO_MAP)

    def _hand_out(self) -> None:
        """Gives the pen to the maps, or takes it away."""
        for pen in pens_in(self._window, maps_in(self._window)):
            pen.take(self._penned)

    def go_on(self) -> None:
        """Goes to the next sentence: of the text, otherwise of the model's examples."""
        trace, run = self._store.trace, self._store.state.run
        if trace is not None and len(trace.sentences) > 1:
            self._store.look(sentence=(self._store.state.look.sentence + 1) % len(trace.sentences))
        elif trace is not None and (examples := trace.model.examples):
            at = examples.index(run.source[0]) + 1 if run.source[0] in examples else 0
            self._store.run(source=(examples[at % len(examples)],), ids=False, target=None, opening="", prefix=())

    def _moved(self) -> None:
        """Another scene: sets its spotlight and removes the marks; when not presenting the spotlight ends."""
        lit = self._panel.player.scene.spotlight not in ("", "view" if self.on else "")  # the view is all that is seen
        if not self.on:
            self.spot.show_over(lit)
            self._light.start()
            return
        self._fold()
        wipe(self._window)
        self.blank.hide()
        self.spot.show_over(lit)

    def _dim(self) -> None:
        if not self.on:
            self.spot.hide()

    def lit_rects(self) -> list[QRect]:
        """The places in the spotlight: the part that the scene names, otherwise what stands out in each view, such as
        the row of the step; with them the lesson's panel. Nothing where that would be all that is seen."""
        name = self._panel.player.scene.spotlight
        part = self._lights.get(name) if not (self.on and name == "view") else None
        if part is not None and part.isVisible():
            found = [on_window(part, self._window)]
        else:
            parts = ((one, one.spotlit_rect()) for one in self._pictures())
            found = [on_window(one, self._window, rect) for one, rect in parts if rect is not None]
        return [*found, on_window(self._panel, self._window)] if found and self._panel.isVisible() else found

    def _pictures(self) -> list[Canvas]:
        """What paints itself in the views that are seen."""
        return [one for page in self._pages() for one in page.view.findChildren(Canvas) if one.isVisible()]


def marks_of(state: State) -> tuple[object, ...]:
    """What pen marks refer to: other texts and attentions have other cells."""
    return state.run.model, state.run.source, state.look.sentence, state.look.kind
