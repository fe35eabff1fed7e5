"""Gives the parts of the Survey view their places. Lengths are logical pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from viz_app.views.survey import layout
from viz_app.views.survey.head_summary import SurveyContent
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import show_part
from viz_app.widgets.segmented import Segmented

if TYPE_CHECKING:
    from viz_app.views.survey.view import Survey


def fit(view: Survey, content: SurveyContent | None, pane: str, everything: bool) -> None:
    """Every part of the view into its place; those without one are hidden. `everything`: all heads among each other."""
    size = view.width(), view.height(), themes.text_scale()
    choice = view.choice.buttons_width(), max(one.sizeHint().height() for one in view.choice.buttons.values())
    tabs = view.tabs.get(layout.mode_of(*size), view.tabs[layout.SMALL])
    heads = 1 if content is None else content.findings.spec.heads_of(content.kind)
    wants = layout.NeededRoom(
        view.bar.sizeHint().height(), choice[1], view.measures.needed_height(),
        view.list.needed_height(),
        themes.px(24) + themes.px(74) * heads,
        choice[0], tabs.buttons_width(), content is not None and content.distances() is not None,
    )  # fmt: skip
    room = layout.of_all(*size[:2], wants) if everything else layout.shared(*size, wants, pane)
    shown = view.tabs.get(room.mode)
    if shown is not None:
        shown.show_value(layout.pane_in(room.mode, pane))
    below = view.invitation if content is not None and content.single else view.list
    parts: dict[str, QWidget] = {
        "bar": view.bar, "kinds": view.choice, "tabs": shown or view.tabs[layout.SMALL], "heads": view.mosaic,
        "pattern": view.pattern, "measures": view.measures, "distances": view.distances, "sentences": below,
        "all": view.all,
    }  # fmt: skip
    for part in {view.list, view.invitation, *view.tabs.values()} - set(parts.values()):
        show_part(part, False)
    for name, part in parts.items():
        place_part(part, room.places.get(name) if content is not None else None)


def place_part(part: QWidget, rect: QRect | None) -> None:
    """Shows a part in its place, as buttons or as a list where it is a choice; hides one without a place."""
    show_part(part, rect is not None)
    if rect is not None:
        if isinstance(part, Segmented):
            part.fit(rect.width())
        part.setGeometry(rect)
