"""A link is copied and opened in the window: the same state, in what this window wears."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store
from viz_app.files.open_save import FileActions


def actions(qtbot: QtBot, state: State) -> tuple[FileActions, Store, list[str]]:
    """Of a window that shows this State, and what is said in it."""
    window, store, said = QWidget(), Store(state), list[str]()
    qtbot.addWidget(window)
    made = FileActions(window, store)
    made.message.connect(said.append)
    return made, store, said


def test_a_link_opens_what_was_seen(qtbot: QtBot, isolated_settings: object) -> None:
    trace = made_trace()
    first, store, said = actions(qtbot, State(trace.run, Look(kind="decoder", head=2), desk=Layout(theme="dark")))
    store.accept(trace)
    first.copy_link()
    assert "clipboard" in said[-1]
    other, there, told = actions(qtbot, State(RunSpec(source=("another",)), desk=Layout(theme="light", speed=4.0)))
    other.paste_link()
    assert there.state.run == trace.run and (there.state.look.kind, there.state.look.head) == ("decoder", 2)
    assert (there.state.desk.theme, there.state.desk.speed) == ("light", 4.0), "a window wears its own"
    there.undo()
    assert there.state.run.source == ("another",)
    other.open_text(f"{QGuiApplication.clipboard().text()}\n")
    assert there.state.run == trace.run and told[-1] == "The link is open."


def test_a_damaged_link_changes_nothing(qtbot: QtBot, isolated_settings: object) -> None:
    made, store, _ = actions(qtbot, State(RunSpec(source=("a text",))))
    before = store.state
    made.open_text("headscope:1:damaged")
    assert store.state == before
    (page,) = (one for one in made.window.findChildren(QDialog) if "The link was not opened" in one.windowTitle())
    said = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "unchanged" in said and "Copy the whole link again" in said, "what was kept, what to do"
