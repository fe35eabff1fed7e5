"""Through the real program: Calculate, its keys, the tiny example and back, a number's script from the clipboard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.flows.test_main_path import Act, always, play, translated
from viz_app.views.calculate.view import Calculate
from viz_app.widgets.number_card import NumberCard
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp", "prepared")

ROOT = Path(__file__).resolve().parents[2]
KEPT: dict[str, object] = {}


def view(window: Window) -> Calculate:
    return window.findChildren(Calculate)[0]


def drawn(window: Window) -> bool:
    """Whether Calculate shows a run: its numbers come after the first picture."""
    return any(one.bar.isVisible() for one in window.findChildren(Calculate))


def step(window: Window) -> object:
    return window.store.state.options.get("calculate", {}).get("step", 1)


def click_weight(window: Window) -> None:
    """On the first weight of the page."""
    sheet = view(window).sheet
    assert sheet.page is not None
    sources = ((one, one.number.source) for one in sheet.page.numbers)
    placed = next(one for one, source in sources if source is not None and source.name.endswith(".weights"))
    QTest.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=placed.rect.center().toPoint())
    (card,) = window.findChildren(NumberCard)
    card.copy_python.click()
    KEPT["value"], KEPT["script"] = placed.number.value, QGuiApplication.clipboard().text()
    card.close()


def test_a_number_of_the_tiny_example_is_followed_to_its_script(tmp_path: Path) -> None:
    acts: tuple[Act, ...] = (
        (translated("ball"), lambda window: window.open_view("calculate")),
        (drawn, lambda window: view(window).sheet.setFocus()),
        (always, lambda window: QTest.keyClick(view(window).sheet, Qt.Key.Key_BracketRight)),
        (lambda window: step(window) == 2, lambda window: QTest.keyClick(view(window).sheet, Qt.Key.Key_BracketLeft)),
        (lambda window: step(window) == 1, lambda window: view(window).bar.tiny.click()),
        (translated("red ball"), click_weight),
        (lambda window: not window.findChildren(NumberCard), lambda window: view(window).bar.tiny.click()),
        (translated("ball"), lambda window: window.store.undo()),
        (translated("red ball"), lambda window: window.store.undo()),
        (translated("ball"), lambda window: KEPT.update(model=window.store.state.run.model)),
    )
    play(*acts, words=("--source", "ball"))
    QGuiApplication.clipboard().clear()
    assert KEPT["model"] == ""
    done = subprocess.run(
        [sys.executable, "-c", str(KEPT["script"])], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == pytest.approx(KEPT["value"], rel=1e-6)
