"""Tables of views whose numbers come from the engine's process, a pin or a folder: what is read is what is shown."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.app.window.test_accessible import NUMBERS_LATER, assert_reads
from tests.flows.test_main_path import play
from viz_app.document.state import Pin
from viz_app.files.dialogs import TextRows
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")


def at_rest(window: Window) -> bool:
    """Whether a text is translated."""
    trace = window.store.trace
    return trace is not None and trace.complete and not window.store.busy


def has_numbers(name: str, window: Window) -> bool:
    """Whether the view is drawn of all that was asked for."""
    page, asked = window.desk.page(name), window.store.effects
    whole = page is not None and not window.store.busy and page.view.table() is not None
    return whole and all(one.complete for one in [*asked.snapshot_fields["patchings"].values()])


def test_views_whose_numbers_come_later_are_read_as_tables() -> None:
    found: dict[str, TextRows] = {}
    failed: list[BaseException] = []

    def begin(window: Window) -> None:
        window.store.pinned.pin(Pin(window.store.state.run.with_(source=("3 1 4",))))

    def look(name: str, window: Window) -> None:
        window.store.desk(views=(name,))
        if name == "console":
            console: Any = window.desk.made_page(name).view
            console.prompt.put("1 + 1")
            console.prompt.enter()

    def read(name: str, window: Window) -> None:
        try:
            window.commands.run("table.show")
            found[name] = assert_reads(window)
        except BaseException as error:
            failed.append(error)

    acts = [(at_rest, begin)]
    for name in sorted(NUMBERS_LATER):
        acts += [(at_rest, partial(look, name)), (partial(has_numbers, name), partial(read, name))]
    play(*acts, words=("--model", "reverse"))
    assert not failed and set(found) == NUMBERS_LATER
    assert all(len(row) == len(table.heads) + 1 for table in found.values() for row in table.rows)
