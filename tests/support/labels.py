"""Every label of a window whose terms the window explains, found as a pointer finds them."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget

from tests.daily import share
from viz_app.views import VIEWS, view_class
from viz_app.views.train.start_card import StartCard
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.forms import FormControls
from viz_app.widgets.labels import Caption, MenuButton
from viz_app.widgets.segmented import Segmented
from viz_app.window.main_window import Window

VIEWS_IN_TURN = list(VIEWS)
STEP = 40, 9
"""Px between the places that are pointed at."""


def labels_of(root: QWidget) -> set[str]:
    """The labels that can be seen, and those of every choice."""
    found: set[str] = set()
    for part in root.findChildren(QWidget):
        if isinstance(part, Segmented):
            found |= {word for word, *_ in part._choices.values()}
        elif isinstance(part, MenuButton) and part.menu() is not None and part.menu().toolTipsVisible():
            found |= {action.text() for action in part.menu().actions() if action.isCheckable()}
        elif isinstance(part, Caption) and part.isVisible():
            found.add(part.label())
        elif isinstance(part, Canvas) and part.isVisible():
            found |= set(_pointed(part))
    for form in root.findChildren(FormControls):
        for field in form.fields.values():
            found |= {field.word, *(word for _, word in field.values if isinstance(word, str))}
    return found - {""}


def _pointed(part: Canvas) -> Iterator[str]:
    """What a canvas names at places all over it; of one that never names anything nothing is asked."""
    own = type(part)
    if not part.titled and (own.label_at, own.label_of) == (Canvas.label_at, Canvas.label_of):
        return
    across, down = STEP
    for x, y in itertools.product(range(4, part.width(), across), range(3, part.height(), down)):
        yield part.label_at(QPointF(x, y))


def faces(name: str) -> Iterator[dict[str, object]]:
    """The options of a view, one choice changed at a time: what it looks like."""
    options = view_class(name).Options
    yield {}
    for field in dataclasses.fields(options) if options is not None else ():
        for value, _ in field.metadata.get("choices", ()):
            if value != field.default:
                yield {field.name: value}


def some_faces(name: str) -> list[dict[str, object]]:
    """What a view looks like at first, and every day a third of the others."""
    first, *others = faces(name)
    return [first, *share(others, 3, VIEWS_IN_TURN.index(name))]


def all_labels(window: Window) -> dict[str, set[str]]:
    """Label -> the views in which it stands."""
    found: dict[str, set[str]] = {}
    for name in VIEWS:
        window.store.desk(views=(name,))
        usual: dict[str, object] = {}  # what the face before had otherwise
        for changes in faces(name):
            window.store.options(name, **(usual | changes))
            for _ in range(3):
                QApplication.processEvents()
            for label in labels_of(window.desk.page(name) if changes else window):  # options change the view
                found.setdefault(label, set()).add(name)
            usual = {field: getattr(view_class(name).Options(), field) for field in changes}
        window.store.options(name, **usual)
    card = StartCard()  # which Train makes where no training is open
    for label in labels_of(card):
        found.setdefault(label, set()).add("train")
    card.deleteLater()
    return found
