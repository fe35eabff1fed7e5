"""The pages that ask and explain: readable in every text size, in every theme, with file names of any length."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from model_core.errors import Refused
from tests.support.faults import closed
from viz_app.files.dialogs import FailureDialog
from viz_app.files.file_dialogs import FileDialogs
from viz_app.importing.form_widgets import FolderField
from viz_app.importing.prune_dialog import PruneDialog
from viz_app.system.language import choose, chosen
from viz_app.system.refused_files import NotOpened
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog

NAMES = ("a.txt", "weights of the second evening.safetensors", "x" * 200 + ".txt")


@pytest.fixture(params=[1.0, 1.5, 2.0])
def scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[float]:
    themes.apply(qapp, themes.HIGH_CONTRAST, request.param)
    yield request.param
    themes.apply(qapp, themes.LIGHT, 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_the_heading_of_a_page_about_a_failure_is_never_cut(qtbot, scale: float, name: str) -> None:
    title = f"{name} was not opened"
    page = FailureDialog(title, Refused("E-TEXT-UTF8", f"{name} is not text."))
    qtbot.addWidget(page)
    page.show()
    heading = page.heading
    assert heading.fontMetrics().horizontalAdvance(heading.text()) <= heading.width()
    assert heading.text() == title or (heading.text().endswith("was not opened") and title in heading.toolTip())
    assert page.width() <= page.screen().availableSize().width()
    page.close()


@pytest.mark.parametrize("command", ["", "headscope import weights.pt --out model"])
def test_a_page_about_a_failure_has_its_words_below_each_other_and_the_command(qtbot, command: str) -> None:
    error = NotOpened("E-FILE-UNKNOWN", "weights.pt is a pickle.", "Convert it.", command)
    page = FailureDialog("weights.pt was not opened", error)
    qtbot.addWidget(page)
    page.show()
    assert [label.text() for label in page.words] == [error.happened, error.kept, error.advice, error.code]
    tops = [label.geometry() for label in (page.heading, *page.words)]
    assert all(upper.bottom() < lower.top() for upper, lower in pairwise(tops))
    copy = [button for button in page.findChildren(QPushButton) if button.text() == "Copy the line"]
    assert bool(copy) == bool(command) and [box.toPlainText() for box in page.findChildren(QPlainTextEdit)] == (
        [command] if command else []
    )
    if command:
        QApplication.clipboard().clear()
        copy[0].click()
        assert QApplication.clipboard().text() == command
    page.close()


def test_a_file_dialog_is_in_one_language(qtbot, tmp_path: Path) -> None:
    window, before = QWidget(), chosen()
    qtbot.addWidget(window)
    asking = FileDialogs(window)
    asking.folder = tmp_path
    choose("es")
    try:
        dialog = asking.ask("Guardar", lambda _path: None, ["Texto (*.txt)"], "nuevo.txt")
    finally:
        choose(before)
    label = QFileDialog.DialogLabel
    said = [dialog.labelText(part) for part in (label.LookIn, label.FileName, label.FileType)]
    assert said == ["Buscar en:", "Nombre de archivo:", "Tipo de archivo:"]
    dialog.close()


@pytest.mark.parametrize("asked", ["menu", "folder", "pairs"])
def test_the_arrows_of_a_file_dialog_have_the_colour_of_the_theme(
    asked: str, qtbot, qapp: QApplication, tmp_path: Path
) -> None:
    themes.apply(qapp, themes.HIGH_CONTRAST, 1.0)
    window = QWidget()
    qtbot.addWidget(window)
    asking = FileDialogs(window)
    asking.folder = tmp_path
    if asked == "menu":
        asking.ask("Open", lambda _path: None, ["Texts (*.txt)"])
    else:
        own = PruneDialog("", "", (), window).data if asked == "pairs" else FolderField(tmp_path / "new", window)
        own.button.click()
    (dialog,) = window.findChildren(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    for part in ("backButton", "toParentButton"):
        button = dialog.findChild(QToolButton, part)
        assert isinstance(button, QToolButton)
        picture: QImage = button.icon().pixmap(24, 24).toImage()
        inked = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
        assert max(one.lightness() for one in inked if one.alpha() > 200) > 200, part
    dialog.close()
    asking.stop()
    themes.apply(qapp, themes.LIGHT, 1.0)


def test_a_missing_folder_is_not_taken_as_a_file_name(qtbot, qapp: QApplication, tmp_path: Path) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    asking = FileDialogs(window)
    asking.folder = tmp_path / "Documents"
    dialog = asking.ask("Open", lambda _path: None, [])
    assert dialog.directory().exists()
    assert [part.text() for part in dialog.findChildren(QLineEdit) if part.objectName() == "fileNameEdit"] == [""]
    dialog.close()
    asking.stop()


def test_a_folder_that_may_not_be_entered_is_not_asked_about(
    qtbot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    asking = FileDialogs(window)
    asking.folder = closed(tmp_path / "secret", monkeypatch) / "inside"
    dialog = asking.ask("Open", lambda _path: None, [])
    assert dialog.directory().exists()
    dialog.close()
    asking.stop()


def test_no_sheet_is_higher_than_the_screen(qtbot, scale: float) -> None:
    sheet = Dialog("Words")
    qtbot.addWidget(sheet)
    sheet.end_with_close()
    sheet.resize_on_screen(themes.px(380), 4000)
    sheet.show()
    room = sheet.screen().availableSize()
    assert 200 < sheet.height() < room.height() and sheet.width() < room.width()
    sheet.close()
