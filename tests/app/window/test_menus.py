"""Menus that list what there is now: opening one again leaves nothing of the time before."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QMenu

from model_core.engine.messages import Models
from tests.made.traces import made_model, made_trace
from tests.support.harness import stored
from viz_app.views import VIEWS


def test_a_menu_that_is_opened_again_and_again_keeps_no_more_objects(shown_window) -> None:
    store = stored(made_trace("the white house", "la casa blanca"))
    spanish = dataclasses.replace(
        made_model(), folder="back", source_language="Spanish", target_language="English", examples=()
    )
    store.accept(Models((store.trace.model, spanish)))
    window = shown_window(store, (1280, 720))
    for name in VIEWS:
        store.desk(views=(name,))

    def menus(*, inner: bool) -> list[QMenu]:
        return [menu for menu in window.findChildren(QMenu) if isinstance(menu.parent(), QMenu) == inner]

    def open_all() -> int:
        for menu in menus(inner=False):
            menu.aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return len(window.findChildren(QObject))

    before = len(menus(inner=True))
    open_all()
    once = open_all()  # what is made for the first time is there
    assert len(menus(inner=True)) >= before + 6, "the other language's sentences: a menu with one for each group"
    assert [open_all() for _ in range(3)] == [once] * 3
