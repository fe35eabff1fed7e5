"""Which numbers of a run lie under a point of the window, or where its keyboard is: a number, a map, a box."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from viz_app.widgets.number_card import NumberQuestions, Pointed


def pointed_numbers(part: QWidget | None, point: QPoint | None) -> Pointed | None:
    """What lies at a point of a widget, for None where its keyboard is: its own, else that of the nearest around it."""
    while part is not None:
        found = _own(part, point)
        if found is not None or part.isWindow():
            return found
        point = part.mapToParent(point) if point is not None else None
        part = part.parentWidget()
    return None


def _own(part: QWidget, point: QPoint | None) -> Pointed | None:
    """What a widget says of itself: several arrays by `sources_at`, one number by what answers for it."""
    several = getattr(part, "sources_at", None)
    if several is not None:
        found: Pointed | None = several(point)
        return found
    answering = part.findChildren(NumberQuestions, options=Qt.FindChildOption.FindDirectChildrenOnly)
    number = answering[0].number_at(point) if answering else getattr(part, "number_at", lambda _: None)(point)
    return None if number is None else (number[0], (number[1],))
