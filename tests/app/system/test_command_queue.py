"""Commands run after the event that asked for them, in order, and not at all where nothing is left to run them for."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QWidget
from shiboken6 import delete

from viz_app.commands.choice_list import ChoiceList
from viz_app.commands.palette import Entry, Palette
from viz_app.system import command_queue
from viz_app.system.command_queue import flush, queued, queued_with, run_later
from viz_app.window.minimal_pairs_dialog import PairList

ROOT = Path(__file__).resolve().parents[3]
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def send_click(widget: QWidget, point: QPoint) -> None:
    """A click without the flush that the tests' own clicks end with."""
    for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)):
        at = point.toPointF()
        QApplication.sendEvent(widget, QMouseEvent(kind, at, widget.mapToGlobal(point).toPointF(), LEFT, held, NONE))


def send_return(widget: QWidget) -> None:
    """The key Return in the same way."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, Qt.Key.Key_Return, NONE, "\r"))


def test_commands_run_in_their_order_after_the_event(qtbot) -> None:
    owner, done = QWidget(), list[int]()
    qtbot.addWidget(owner)
    run_later(owner, partial(done.append, 1))
    run_later(owner, lambda: run_later(owner, partial(done.append, 3)))
    queued_with(owner, done.append)(2)
    queued(owner, partial(done.append, 4))("what a signal carries")
    assert done == []
    QApplication.processEvents()
    QApplication.processEvents()
    assert done == [1, 2, 4, 3], "what a command asks for comes after all that waits"


def test_a_failing_command_does_not_keep_the_next_one_from_running(qtbot) -> None:
    owner, done = QWidget(), list[int]()
    qtbot.addWidget(owner)
    run_later(owner, partial(int, "x"))
    run_later(owner, partial(done.append, 2))
    with qtbot.capture_exceptions() as caught:
        QApplication.processEvents()
    assert done == [2] and [error[0] for error in caught] == [ValueError]


def test_nothing_runs_for_a_deleted_object(qtbot) -> None:
    window, other, done = QWidget(), QWidget(), list[str]()
    popup, gone = QFrame(window, Qt.WindowType.Popup), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(other)
    for owner, name in ((window, "window"), (popup, "popup"), (other, "other"), (gone, "gone")):
        run_later(owner, partial(done.append, name))
    delete(gone)
    command_queue.drop(window)
    flush()
    assert done == ["other"]


def palette(parent: QWidget, do) -> tuple[QWidget, QListWidget]:
    box = Palette([Entry("File", "Boom", "", do)], parent)
    box.show_over(parent)
    return box.box, box.list


def changes(parent: QWidget, do) -> tuple[QWidget, QListWidget]:
    made = ChoiceList("Changes", "", parent)
    made.addItems(["one", "two"])
    made.setCurrentRow(0)
    made.chosen.connect(do)
    return made, made


def pairs(parent: QWidget, do) -> tuple[QWidget, QListWidget]:
    from model_core.analysis.minimal_pairs import minimal_pairs

    made = PairList(parent)
    made.add_pairs(minimal_pairs())
    made.chosen.connect(do)
    return made, made


@pytest.mark.parametrize("make", [palette, changes, pairs])
@pytest.mark.parametrize("by", ["click", "return"])
def test_a_list_outlives_the_command_that_deletes_it(qtbot, make, by: str) -> None:
    """Deleting a list inside its own mouseReleaseEvent or keyPressEvent ends the process: so it must come later."""
    parent, done = QWidget(), list[bool]()
    parent.resize(600, 400)
    qtbot.addWidget(parent)
    with qtbot.waitExposed(parent):
        parent.show()
    inside = list[bool]()

    def command(*_: object) -> None:
        done.append(bool(inside))
        for child in parent.children():
            delete(child)

    box, chooser = make(parent, command)
    chooser.show()
    chooser.resize(300, 200)
    row: QRect = chooser.visualItemRect(chooser.currentItem())
    inside.append(True)
    send_click(chooser.viewport(), row.center()) if by == "click" else send_return(box)
    inside.clear()
    QApplication.processEvents()
    assert done == [False], "run once, and not inside the event"


CRASH = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete
from viz_app.commands.palette import Entry, Palette
app = QApplication([])
window = QWidget()
window.resize(600, 400)
window.show()
palette = Palette([Entry("File", "Delete everything", "", lambda: [delete(one) for one in window.children()])], window)
palette.show_over(window)
QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=palette.list.visualItemRect(
    palette.list.item(0)).center())
app.processEvents()
print("alive", len(window.children()))
"""


def test_a_click_on_a_command_that_deletes_the_palette_does_not_end_the_program() -> None:
    done = subprocess.run([sys.executable, "-c", CRASH], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout.strip()) == (0, "alive 0"), done.stderr


# ---------------------------------------------------------------- every other one


CHOICES = {"triggered", "itemClicked", "itemActivated", "itemDoubleClicked", "returnPressed", "linkActivated",
           "fileSelected", "filesSelected"}  # fmt: skip
"""Signals by which a user chooses a command, from an event handler in which Qt goes on after the slot has returned."""

QUEUES = {"queued", "queued_with"}
KEY_HANDLERS = {"keyPressEvent", "mousePressEvent", "mouseReleaseEvent"}
OF_LISTS = ("ListWidget", "ListView", "TreeWidget", "TableWidget")


def unqueued(text: str) -> list[int]:
    """Lines of a source that connect a choice to something else than a queued slot, give a menu's entry its slot
    directly, or tell of a choice from inside the event handler of one of Qt's lists."""
    if not any(word in text for word in (*CHOICES, *OF_LISTS, "addAction")):
        return []
    found, tree = [], ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith(OF_LISTS) for base in node.bases):
            handlers = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in KEY_HANDLERS]
            calls = [call for one in handlers for call in ast.walk(one) if isinstance(call, ast.Call)]
            found += [call.lineno for call in calls if ast.unparse(call.func).endswith(".emit")]
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "connect" and isinstance(node.func.value, ast.Attribute):
            if node.func.value.attr in CHOICES and not asks_later(node.args[0], tree):
                found.append(node.lineno)
        elif node.func.attr == "addAction" and len(node.args) > 1 and not isinstance(node.args[0], ast.Call):
            found.append(node.lineno)
    return sorted(found)


def asks_later(slot: ast.expr, tree: ast.Module) -> bool:
    """Whether a slot is `queued(…)`, or a function of this source that does nothing but `run_later`."""
    if isinstance(slot, ast.Call) and isinstance(slot.func, ast.Name) and slot.func.id in QUEUES:
        return True
    body = slot.body if isinstance(slot, ast.Lambda) else slot
    name = body.func if isinstance(body, ast.Call) else body
    if not (isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) and name.value.id == "self"):
        return False
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == name.attr]
    return bool(functions) and all("run_later(" in ast.unparse(one) for one in functions)


def test_every_choice_of_the_program_is_queued() -> None:
    sources = sorted((ROOT / "viz_app").rglob("*.py"))
    found = [f"{path.relative_to(ROOT)}:{line}" for path in sources for line in unqueued(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "entry.triggered.connect(self.run)",
        "box.returnPressed.connect(lambda: self.take())",
        "menu.addAction('Forget', forget)",
        "class A(QListWidget):\n    def keyPressEvent(self, event):\n        self.chosen.emit(1)",
    ],
)
def test_a_choice_that_is_not_queued_is_found(source: str) -> None:
    assert unqueued(source)


def test_a_queued_choice_is_not_reported() -> None:
    assert not unqueued("entry.triggered.connect(queued(self, self.run))")
    assert not unqueued("menu.addAction('Forget').triggered.connect(queued(self, forget))")
