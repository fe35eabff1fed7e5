"""What the list of commands offers: actions that can be done now, views beside the present one, models."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viz_app.commands.actions import view_word
from viz_app.commands.bindings import key_words
from viz_app.commands.palette import Entry
from viz_app.views import VIEWS
from viz_app.window.model_menu import model_words

if TYPE_CHECKING:
    from viz_app.window.main_window import Window


def entries(window: Window) -> list[Entry]:
    """The entries in the order in which they are looked for."""
    made = []
    for name, one in window.commands.actions.items():
        if one.when(window.store) and name != "find":
            key = key_words(one.keys[0]) if one.keys else ""
            made.append(Entry(one.menu, one.text, key, partial(window.commands.run, name)))
    made.sort(key=lambda entry: entry.menu == "File")  # nobody looks for Quit first
    made += [
        Entry("View", f"Beside: {view_word(name)}", "", partial(window.split.show_beside, name))
        for name in VIEWS
        if name not in window.split.open()
    ]
    return made + [
        Entry("Model", f"Model: {model_words(info)}", "", partial(window.choice.choose, info))
        for info in window.store.models
    ]
