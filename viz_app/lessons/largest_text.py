"""The largest text in which all that is presented has a place: in the window, and on slides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid

from viz_app.document.store import Store
from viz_app.lessons.overlays import Blank
from viz_app.maps.heatmap import HeatMap
from viz_app.system.settings import TEXT_SIZES
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme, present_in
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import release, settle

SMALLEST, LARGEST = TEXT_SIZES[0], TEXT_SIZES[-1]
"""Text sizes between which the largest is taken that drops no label of a map."""

ALWAYS_ROOM = 1.5
"""Up to this size the words of a lesson scroll and labels are cut or at an angle, where they are many, rather than make
all the rest smaller."""


class LargestText(QObject):
    """The text size of what is presented: the largest in which every view and all labels of maps have a place and
    nothing scrolls.

    It is found from the largest one down, one size in each turn of the event loop. Meanwhile the pages are not painted
    and have no stylesheet, which takes as long as all the rest. `shown`: folds away what a new size has shown again;
    `beside`: stands beside the pages and is not painted meanwhile, either; in large text it does not scroll.
    """

    def __init__(
        self, window: QWidget, store: Store, pages: Callable[[], list[Any]], shown: Callable[[], object],
        beside: QWidget,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._store, self._pages, self._shown, self._beside = window, store, pages, shown, beside
        self._still: list[Any] = []  # what is not painted
        self._by_hand = 0  # larger (1) or smaller (-1) than what was found
        self._cover = Blank(window, "background")
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)

    def begin(self) -> None:
        """Takes the largest size, then smaller ones, for a window that fills another screen now. Until then that would
        be black where nothing is painted: it is covered."""
        self._cover.show_over(True)
        self._search()

    def _search(self) -> None:
        self._by_hand = 0
        self._paint(False)
        self._set(LARGEST, dressed=False)
        self._next.start()

    def check(self, *, anew: bool) -> None:
        """Takes a smaller one where something has no room in the present one, unless that was asked for. `anew`: what
        is presented is new, so that a larger one may have room, too."""
        if anew and not self._by_hand:
            self._search()
        elif self._by_hand <= 0:
            self._next.start()

    def enlarge(self, by: int) -> None:
        """The next larger or smaller text."""
        at = min(range(len(TEXT_SIZES)), key=lambda place: abs(TEXT_SIZES[place] - themes.text_scale()))
        self._by_hand = by
        self.set_size(TEXT_SIZES[min(max(at + by, 0), len(TEXT_SIZES) - 1)])

    def set_size(self, size: float | None) -> None:
        """Takes a size; None is that of the program."""
        self._next.stop()
        self._set(size, dressed=True)
        self._paint(True)
        self._cover.hide()

    def _go_on(self) -> None:
        """Stays where everything fits, or tries the next smaller size; the smallest one is not tried."""
        size, fits = themes.text_scale(), False
        try:
            crowded = size > ALWAYS_ROOM and scrolled([self._beside])
            fits = has_room(self._window, self._pages()) and not crowded
        finally:
            self._paint(True)
        if not fits:
            size = max((one for one in TEXT_SIZES if one < size), default=SMALLEST)
            if size > SMALLEST:
                self._paint(False)
                self._set(size, dressed=False)
                self._next.start()
                return
        self.set_size(size)

    def _paint(self, on: bool) -> None:
        """All parts are painted or keep their last picture; a window that fills the screen meanwhile would keep its own
        for ever."""
        for page in filter(isValid, self._still):
            page.setUpdatesEnabled(True)
        self._still = [] if on else [*self._pages(), self._beside]
        for page in self._still:
            page.setUpdatesEnabled(False)

    def _set(self, size: float | None, *, dressed: bool) -> None:
        with held(self._pages()):
            present_in(size)
            apply_theme(self._store.state.desk, dressed=dressed)
            self._shown()
            QApplication.processEvents()
        settle(self._window)


def has_room(window: QWidget, pages: list[Any]) -> bool:
    """Whether each of these pages is seen, nothing scrolls, and every label has its place: in large text level and
    whole, in smaller text perhaps at an angle or cut."""
    if not all(page.isVisible() for page in pages) or scrolled(page.view for page in pages):
        return False
    large = themes.text_scale() > ALWAYS_ROOM
    parts = (part for page in pages for part in page.view.findChildren(Canvas) if part.isVisible())
    return all(part.is_labelled(large=large) for part in parts)


def maps_in(window: QWidget) -> list[HeatMap]:
    return [heat for heat in window.findChildren(HeatMap) if heat.isVisible()]


@contextmanager
def held(pages: Iterable[Any]) -> Iterator[None]:
    """The views of pages keep their size until the end, while what is around them changes step by step: each size
    that a view has on the way would cost it a picture."""
    layouts = [layout for page in pages if (layout := page.layout()) is not None and layout.isEnabled()]
    for layout in layouts:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for layout in filter(isValid, layouts):
            release(layout)


def scrolled(parts: Iterable[QWidget]) -> bool:
    """Whether something on these parts is out of sight."""
    areas = (one for part in parts for one in part.findChildren(QAbstractScrollArea))
    return any(one.isVisible() and one.verticalScrollBar().maximum() > 0 for one in areas)
