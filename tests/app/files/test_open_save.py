"""The File menu in a real window: opening, dropping, saving, copying, and what is kept when it fails."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import (
    QByteArray,
    QDataStream,
    QEventLoop,
    QIODevice,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QPushButton

from model_core.engine.messages import Models, Problem, Ready
from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from tests.app.files.test_file_kinds import model_folder
from tests.made.traces import made_model, made_trace
from tests.support.faults import failing
from tests.support.harness import dropped, of_urls
from tests.support.pages import run_in
from tests.support.pdf_text import pdf_texts
from viz_app.commands import drag_drop
from viz_app.commands.actions import SUBMENUS
from viz_app.document.session import Session, load_session, save_session
from viz_app.document.state import Layout, Look, Pin, State
from viz_app.document.store import Store
from viz_app.files.dialogs import FailureDialog, PictureDialog, PictureOptions, TableSheet
from viz_app.files.export_actions import NUMBER_FILTERS, TABLE_FILTERS
from viz_app.files.file_dialogs import FileDialogs, ending_of
from viz_app.files.job_status import JobStatus
from viz_app.files.session_file import Document
from viz_app.system import recent_files, session_lock, settings
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.command_queue import flush
from viz_app.system.job_events import ProgressEvent
from viz_app.system.session_lock import SessionLock
from viz_app.views import VIEWS
from viz_app.views.attention.view import Attention
from viz_app.window.main_window import Window

RED = "the red fox"


def pages(window: Window) -> list[FailureDialog]:
    """The explanations that are open."""
    return [sheet for sheet in window.findChildren(FailureDialog) if sheet.isVisible()]


def said(window: Window) -> str:
    """What the status bar says."""
    return window.status._said


def settled(asking: FileDialogs) -> None:
    """Waits until what is written beside the window is written and told about."""
    loop = QEventLoop()
    while asking.writer.busy:
        loop.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)


def save(asking: FileDialogs, write: Callable[[Path], None], path: Path) -> None:
    """Writes a file to its end."""
    write(path)
    settled(asking)


# ---------------------------------------------------------------- opening


def test_a_text_becomes_the_source(window: Window, store: Store, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("One fox.\n\nTwo foxes.\n")
    assert window.file_actions.open_path(tmp_path / "a.txt")
    assert store.state.run.source == ("One fox.", "Two foxes.")
    assert window.text.source.box.toPlainText() == "One fox.\nTwo foxes."
    assert said(window) == "a.txt: 2 sentences."
    store.undo()
    assert store.state.run.source == (RED,)


def test_a_long_text_says_what_is_not_read(window: Window, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("word\n" * 100)
    window.file_actions.open_path(tmp_path / "a.txt")
    assert said(window) == "The first 64 of 100 lines of a.txt are read."


def test_the_box_shows_the_chosen_sentence_of_a_long_text(window: Window, store: Store, tmp_path: Path) -> None:
    window.show()
    box = window.text.source.box
    (tmp_path / "a.txt").write_text("".join(f"Fox number {number}.\n" for number in range(40)))
    window.file_actions.open_path(tmp_path / "a.txt")
    assert (store.state.look.sentence, box.line(), box.firstVisibleBlock().blockNumber()) == (0, 0, 0)
    sentences = store.state.run.source
    store.accept(made_trace(sentences, ["El zorro."] * 40, run=store.state.run))
    store.look(sentence=30)
    assert box.line() == 30 and 28 <= box.firstVisibleBlock().blockNumber() <= 30
    store.look(sentence=1)
    assert box.line() == box.firstVisibleBlock().blockNumber() == 1
    store.undo()
    assert store.state.look.sentence == box.line()


def test_a_text_takes_the_place_of_typed_targets(window: Window, store: Store, tmp_path: Path) -> None:
    store.desk(writer="me")
    (tmp_path / "a.txt").write_text("One.\nTwo.\nThree.\n")
    window.file_actions.open_path(tmp_path / "a.txt")
    assert (store.state.run.target, store.state.desk.writer) == (None, "model")


def test_a_model_folder_switches_the_model_and_keeps_the_text(window: Window, store: Store, tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "mine")
    for path in (folder, folder / "spec.json"):
        store.run(model="")
        assert window.file_actions.open_path(path)
        assert (store.state.run.model, store.state.run.source) == (str(folder), (RED,))


def test_the_line_about_loading_a_model_goes_with_its_first_picture(
    window: Window, store: Store, tmp_path: Path
) -> None:
    line = "The model “Mine” is being loaded."
    before, folder = store.trace, model_folder(tmp_path / "mine")
    window.file_actions.open_path(folder)
    assert said(window) == line
    store.look(head=1)
    assert before is not None and said(window) == line, "its picture is not there yet"
    store.accept(made_trace(RED, "el zorro rojo", run=store.state.run))
    assert said(window) == ""
    window.file_actions.open_path(folder)
    assert said(window) == line, "the same once more, since its files may have changed"
    window.file_actions.notify("a.txt is saved.")
    store.accept(made_trace(RED, "el zorro rojo", run=store.state.run))
    assert said(window) == "a.txt is saved.", "what was said since stays"


def test_an_opened_model_reads_the_text_behind_the_ids_of_another(window: Window, store: Store, tmp_path: Path) -> None:
    store.run(source=("7 5 8",), target=("1 4",), ids=True)
    store.accept(made_trace(RED, "el zorro rojo", run=store.state.run))
    window.file_actions.open_path(model_folder(tmp_path / "mine"))
    run = store.state.run
    assert (run.model, run.source, run.target, run.ids) == (str(tmp_path / "mine"), (RED,), None, False)


def test_a_session_comes_back_in_the_theme_of_this_window(window: Window, store: Store, tmp_path: Path) -> None:
    saved = State(
        run=RunSpec(source=("the old oak",)), look=Look(layer=2, head=1, kind="decoder"),
        desk=Layout(views=("attention", "gone"), theme="dark", text_scale=2.0, inspector=False),
    )  # fmt: skip
    save_session(tmp_path / "lesson.json", Session(saved))
    assert window.file_actions.open_path(tmp_path / "lesson.json")
    state = store.state
    assert (state.run, state.look.layer, state.look.kind) == (saved.run, 2, "decoder")
    assert (state.desk.theme, state.desk.text_scale) == ("system", 1.0)
    assert (state.desk.inspector, state.desk.views) == (False, ("attention",))
    assert window.windowTitle() == "lesson.json[*] — headscope"
    assert not window.isWindowModified()
    store.undo()
    assert store.state.run.source == (RED,)
    assert window.windowTitle() == "headscope", "it is not worked on any more"


def test_a_session_with_other_views_is_announced_as_open(window: Window, tmp_path: Path) -> None:
    """Neither the change of views nor the tip of what is under the pointer takes the words away."""
    save_session(tmp_path / "a.json", Session(State(desk=Layout(views=("lines",)))))
    window.file_actions.open_path(tmp_path / "a.json")
    assert window.status.hint.text() == "a.json is open."
    for tip in ("Opens a file.", ""):
        QApplication.sendEvent(window, QStatusTipEvent(tip))
        assert window.status.hint.text() == "a.json is open."


def test_weights_changed_since_a_session_was_saved_are_reported_with_the_first_picture(
    window: Window, store: Store, tmp_path: Path
) -> None:
    state = State(run=RunSpec(source=("the old oak",)))
    save_session(tmp_path / "a.json", Session(state, "English → Spanish", "1" * 64))
    window.file_actions.open_path(tmp_path / "a.json")
    assert said(window) == "a.json is open."
    store.accept(made_trace("the old oak", "el viejo roble", run=store.state.run))
    assert "is not the one this session was saved with (000000000000 instead of 111111111111)" in said(window)


def test_weights_changed_since_the_last_start_are_reported_with_the_first_picture(window: Window, store: Store) -> None:
    window.file_actions.asked = Session(store.state, "English → Spanish", "1" * 64)
    store.accept(made_trace("the red fox", "el zorro rojo", run=store.state.run))
    assert "is not the one this session was saved with" in said(window)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("w.pt", b"PK\x03\x04", "headscope never does"),
        ("a.txt", b"\xff\xfe", "UTF-16"),
        ("s.json", b"{", "not valid JSON"),
        ("gone.txt", None, "There is no file gone.txt"),
    ],
)
def test_what_cannot_be_opened_is_explained_and_changes_nothing(
    window: Window, store: Store, tmp_path: Path, name: str, data: bytes | None, words: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    before = store.state, store.trace, store.history()
    assert not window.file_actions.open_path(tmp_path / name)
    assert (store.state, store.trace, store.history()) == before
    (page,) = pages(window)
    text = [label.text() for label in page.words]
    assert words in text[0]
    assert "unchanged" in text[1]
    assert len(text) == 4
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in page.words)
    assert recent_files.recent() == ()


# ---------------------------------------------------------------- dropping


def test_a_file_can_be_dropped_anywhere(window: Window, store: Store, tmp_path: Path) -> None:
    boxes = (window.text.source.box, window.text.target.box)
    for place, target in enumerate([window, *(box.viewport() for box in boxes)]):
        (tmp_path / "a.txt").write_text(f"dropped {place}")
        assert dropped(target, of_urls(tmp_path / "a.txt"))
        assert store.state.run.source == (f"dropped {place}",)
        assert "file:" not in window.text.source.box.toPlainText()


@pytest.mark.parametrize("view", ["positions", "console", "train", "masks", "decoding", "lines"])
def test_a_file_can_be_dropped_on_a_box_of_a_view(view: str, window: Window, store: Store, tmp_path: Path) -> None:
    """Its address as plain text, which file managers give as well, is not what was typed there."""
    store.desk(views=(view,), depth="research")
    flush()
    kinds = QLineEdit, QPlainTextEdit
    boxes = [one for kind in kinds for one in window.findChildren(kind) if one.window() is window]
    (tmp_path / "a.txt").write_text("dropped")
    data = of_urls(tmp_path / "a.txt")
    data.setText("file:///a.txt")
    for box in boxes:
        store.run(source=("before",))
        assert dropped(box.viewport() if isinstance(box, QPlainTextEdit) else box, data), box
        assert store.state.run.source == ("dropped",), box


def test_text_dropped_on_the_window_becomes_the_source_and_on_the_box_goes_into_it(
    window: Window, store: Store
) -> None:
    data = QMimeData()
    data.setText("a green hill")
    assert dropped(window, data)
    assert store.state.run.source == ("a green hill",)
    assert dropped(window.text.source.box.viewport(), data)
    assert store.state.run.source[0].count("a green hill") == 2


def test_a_link_that_is_pasted_or_dropped_on_the_text_opens_its_state(window: Window, store: Store) -> None:
    store.look(layer=2, head=1)
    store.desk(views=("lines",))
    wanted = store.state
    window.commands.run("link.copy")
    flush()
    link = QApplication.clipboard().text()
    for box in (window.text.source.box, window.text.target.box):
        for put in (partial(QTest.keySequence, box, "Ctrl+V"), partial(dropped, box.viewport(), of_text(link))):
            store.look(layer=0, head=0)
            store.desk(views=("attention",))
            before = box.toPlainText()
            put()
            flush()
            assert store.state.look == wanted.look and store.state.desk.views == ("lines",)
            assert box.toPlainText() == before and store.state.run == wanted.run


def of_text(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def test_the_first_of_several_files_is_opened_with_a_notice(window: Window, store: Store, tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(name)
    dropped(window, of_urls(*(tmp_path / f"{name}.txt" for name in "abc")))
    assert store.state.run.source == ("a",)
    assert said(window) == "Only the first of the 3 dropped files is read: a.txt."


def test_of_several_files_of_which_the_first_is_refused_the_others_are_mentioned(
    window: Window, store: Store, tmp_path: Path
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("" if name == "a" else name)
    before = store.state
    dropped(window, of_urls(tmp_path / "a.txt", tmp_path / "b.txt"))
    assert store.state == before and len(pages(window)) == 1
    assert said(window) == "Only the first of the 2 dropped files is read: a.txt."


def test_only_the_first_of_several_arrays_is_compared_with_a_notice(window: Window, tmp_path: Path) -> None:
    for name in "ab":
        np.save(tmp_path / f"{name}.npy", np.zeros((2, 2)))
    dropped(window, of_urls(tmp_path / "a.npy", tmp_path / "b.npy"))
    assert said(window) == "Only the first of the 2 dropped files is read: a.npy."


def test_addresses_of_the_net_are_never_fetched(window: Window, store: Store) -> None:
    before = store.state
    assert dropped(window, of_urls("https://example.org/model.json"))
    assert store.state == before
    (page,) = pages(window)
    assert "not a file on this computer" in page.words[0].text()


def test_one_page_explains_the_newest_of_several_refused_drops(window: Window, store: Store, tmp_path: Path) -> None:
    """One that is dropped on the page is opened, or refused, as on the window."""
    for name in "abc":
        (tmp_path / f"{name}.bin").write_bytes(b"\0" * 9)
        (page,) = pages(window) or (window,)
        assert dropped(page, of_urls(tmp_path / f"{name}.bin"))
        (page,) = pages(window)
        assert f"{name}.bin" in page.heading.text()
    (tmp_path / "a.txt").write_text("One fox.")
    assert dropped(page, of_urls(tmp_path / "a.txt"))
    assert store.state.run.source == ("One fox.",)


def test_only_files_and_text_can_be_dropped(window: Window, store: Store) -> None:
    """Qt's own format for items can carry values that are unpacked as Python objects."""
    bytes_ = QByteArray()
    stream = QDataStream(bytes_, QIODevice.OpenModeFlag.WriteOnly)
    for number in (0, 0, 1, 0):
        stream.writeInt32(number)
    for kind in ("application/x-qabstractitemmodeldatalist", "text/html", "image/png", "application/x-python"):
        data = QMimeData()
        data.setData(kind, bytes_)
        assert not drag_drop.is_welcome(data)
        before = store.state
        assert not dropped(window, data)
        assert not dropped(window.text.source.box.viewport(), data)
        assert store.state == before


def test_text_dragged_out_of_the_box_is_copied_not_moved(window: Window) -> None:
    data = QMimeData()
    data.setText("fox")
    both, left, shift = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.ShiftModifier
    enter = QDragEnterEvent(QPoint(9, 9), both, data, left, shift)
    fall = QDropEvent(QPointF(9, 9), both, data, left, shift)
    for event in (enter, fall):
        event.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(window, event)
        assert event.isAccepted()
        assert event.dropAction() == Qt.DropAction.CopyAction


def test_much_is_cut() -> None:
    data = QMimeData()
    data.setText("x" * 1_000_001)
    assert len(drag_drop.dropped_text(data)) == 1_000_000
    assert len(drag_drop.dropped_files(of_urls(*(Path(f"/{n}.txt") for n in range(1000))))) == 1000, "told is how many"


# ---------------------------------------------------------------- recent files


def test_recent_files_are_listed_and_greyed_when_missing(window: Window, store: Store, tmp_path: Path) -> None:
    for name in ("a & b.txt", "c.txt"):
        (tmp_path / name).write_text(name)
        window.file_actions.open_path(tmp_path / name)
    (tmp_path / "c.txt").unlink()
    window.recent.aboutToShow.emit()
    entries = [entry for entry in window.recent.actions() if not entry.isSeparator()]
    assert [entry.isEnabled() for entry in entries] == [False, True, True]
    assert entries[1].text().startswith("a && b.txt   ")
    entries[1].trigger()
    assert store.state.run.source == ("a & b.txt",)
    entries[2].trigger()
    window.recent.aboutToShow.emit()
    assert [entry.text() for entry in window.recent.actions() if entry.text()] == ["Nothing yet", "Clear the list"]


def test_a_disk_that_does_not_answer_does_not_hold_up_the_menus(window: Window, tmp_path: Path, monkeypatch) -> None:
    """A network drive that is gone: every look at it waits."""
    recent_files.remember(tmp_path / "drive" / "a.txt")
    answer, real, here = threading.Event(), Path.stat, threading.current_thread()

    def stat(path: Path, **more: bool) -> os.stat_result:
        if "drive" in path.parts:
            assert threading.current_thread() is not here, "asked in the window's thread"
            answer.wait(60)
        return real(path, **more)

    monkeypatch.setattr(Path, "stat", stat)
    try:
        window.recent.aboutToShow.emit()
        entry = window.recent.actions()[0]
        assert not entry.isEnabled() and "does not answer" in entry.statusTip(), "a click would wait for it, too"
        assert not any("drive" in info.folder for info in window.choice.models())
    finally:
        answer.set()


# ---------------------------------------------------------------- sessions


def test_saving_marks_and_clears_the_title(window: Window, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    save(window.file_actions, window.file_actions.write_session, path)
    assert load_session(path) == Session(store.state, "English → Spanish", "0" * 64)
    assert (window.windowTitle(), window.isWindowModified()) == ("lesson.json[*] — headscope", False)
    store.look(layer=1)
    assert window.isWindowModified()
    window.commands.run("session.save")
    settled(window.file_actions)
    assert not window.isWindowModified()
    assert load_session(path).state.look.layer == 1
    assert load_session(tmp_path / "lesson.backup1.json").state.look.layer == 0


def test_a_file_written_meanwhile_by_another_program_is_reported_as_kept(
    window: Window, store: Store, tmp_path: Path
) -> None:
    path, files = tmp_path / "lesson.json", window.file_actions
    save(files, files.write_session, path)
    for layer, theirs, told in ((1, "", ""), (2, "the grey owl", "that version is kept as lesson.backup1.json")):
        if theirs:
            save_session(path, Session(State(run=RunSpec(source=(theirs,)))))
        store.look(layer=layer)
        save(files, files.write_session, path)
        assert told in window.notice.text.text() and window.notice.isVisible() == bool(told)
        assert load_session(path).state.look.layer == layer
    assert load_session(tmp_path / "lesson.backup1.json").state.run.source == ("the grey owl",)
    window.notice.close_news.click()
    path.unlink()  # there is no version to be kept
    store.look(layer=0)
    save(files, files.write_session, path)
    assert path.exists() and not window.notice.isVisible()
    store.look(layer=2)
    assert files.open_path(tmp_path / "lesson.backup1.json")
    save_session(tmp_path / "lesson.backup1.json", Session(State()))
    store.look(layer=1)
    save(files, files.write_session, tmp_path / "lesson.backup1.json")
    assert "that version is kept as lesson.backup1.backup1.json" in window.notice.text.text()


def test_a_pin_marks_the_title(window: Window, store: Store, tmp_path: Path) -> None:
    save(window.file_actions, window.file_actions.write_session, tmp_path / "lesson.json")
    store.pinned.pin(Pin(store.state.run))
    assert window.isWindowModified()
    store.undo()
    assert not window.isWindowModified()


def test_a_session_of_a_larger_model_is_not_marked(window: Window, store: Store, tmp_path: Path) -> None:
    """Its layer is not in the picture before."""
    state = State(run=RunSpec(model="large", source=(RED,)), look=Look(layer=5, head=7))
    save_session(tmp_path / "lesson.json", Session(state))
    window.file_actions.open_path(tmp_path / "lesson.json")
    assert store.state.look.layer < 5 and not window.isWindowModified()
    save(window.file_actions, window.file_actions.write_session, tmp_path / "while it loads.json")
    assert load_session(tmp_path / "while it loads.json").state.look == state.look
    assert not window.isWindowModified()
    store.accept(made_trace(RED, "el zorro rojo", (6, 6), heads=8, run=store.state.run))
    assert store.state.look.layer == 5 and not window.isWindowModified()
    store.look(layer=4)
    assert window.isWindowModified()


def test_a_failed_save_stays_marked_and_keeps_the_old_file(
    window: Window, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lesson.json"
    save(window.file_actions, window.file_actions.write_session, path)
    good = path.read_bytes()
    store.look(layer=1)
    with failing(monkeypatch, 2, errno.ENOSPC):
        save(window.file_actions, window.file_actions.write_session, path)
    assert window.isWindowModified()
    assert path.read_bytes() == good
    (page,) = pages(window)
    assert "the disk is full" in page.words[0].text()
    assert "The existing file is unchanged" in page.words[0].text()


def test_a_session_of_a_newer_program_is_open_to_read(window: Window, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    save_session(path, Session(State(run=RunSpec(source=("a blue hen",)))))
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 9, "scenes": []}))
    before = path.read_bytes()
    assert window.file_actions.open_path(path)
    assert store.state.run.source == ("a blue hen",)
    assert "open read-only: it was written by a newer headscope (version 9). Not shown here: scenes" in said(window)
    window.commands.run("session.save")
    assert window.file_actions.dialog is not None  # it asks for another name
    save(window.file_actions, window.file_actions.write_session, path)
    assert path.read_bytes() == before
    (page,) = pages(window)
    assert "was not written" in page.words[0].text()
    save(window.file_actions, window.file_actions.write_session, tmp_path / "mine.json")
    assert load_session(tmp_path / "mine.json").newer == 0
    assert window.file_actions.document == Document(tmp_path / "mine.json", store.state, "", path.name, 1)


def test_a_file_of_a_newer_program_is_not_written_by_another_name_of_it(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = tmp_path / "lesson.json", tmp_path / "folder"
    save_session(path, Session(State(run=RunSpec(source=("a blue hen",)))))
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 9, "scenes": []}))
    before = path.read_bytes()
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    for name in (Path("lesson.json"), folder / ".." / "lesson.json"):
        assert window.file_actions.open_path(name)
        save(window.file_actions, window.file_actions.write_session, path)
        assert path.read_bytes() == before
    assert len(pages(window)) == 2


def test_a_session_whose_opening_is_undone_is_not_written_over(window: Window, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    save_session(path, Session(State(run=RunSpec(source=("a blue hen",)))))
    before, files = path.read_bytes(), window.file_actions
    assert files.open_path(path)
    store.look(layer=1)
    store.undo()
    assert window.windowTitle().startswith("lesson.json") and not window.isWindowModified()
    store.undo()
    assert store.state.run.source == (RED,) and window.windowTitle() == "headscope" and not window.isWindowModified()
    files.save_session()
    assert files.dialog is not None, "it asks where to"
    files.dialog.reject()
    store.redo()
    assert window.windowTitle().startswith("lesson.json") and not window.isWindowModified()
    store.redo()
    save(files, lambda _path: files.save_session(), path)
    assert load_session(path).state.look.layer == 1 and path.read_bytes() != before
    store.go_to(0)
    store.look(layer=2)
    assert files.document is None, "and cannot be redone any more"
    save(files, files.write_session, path)
    assert files.document is not None and load_session(path).state.look.layer == 2


def test_a_session_saved_under_another_name_is_not_written_over_when_its_opening_is_undone(
    window: Window, store: Store, tmp_path: Path
) -> None:
    path, files = tmp_path / "other.json", window.file_actions
    save_session(tmp_path / "lesson.json", Session(State(run=RunSpec(source=("a blue hen",)))))
    assert files.open_path(tmp_path / "lesson.json")
    save(files, files.write_session, path)
    assert window.windowTitle().startswith("other.json")
    store.undo()
    assert store.state.run.source == (RED,) and files.document is None
    store.redo()
    assert files.document is not None and files.document.path == path and not window.isWindowModified()


def test_a_session_that_is_opened_as_it_is_shown_is_not_written_over_when_its_opening_is_undone(
    window: Window, store: Store, tmp_path: Path
) -> None:
    """The second opening changes nothing and is no change of its own: it goes with the first one."""
    path, files = tmp_path / "lesson.json", window.file_actions
    save_session(path, Session(State(run=RunSpec(source=("a blue hen",)))))
    assert files.open_path(path) and files.open_path(path) and len(store.history()[0]) == 1
    store.undo()
    assert store.state.run.source == (RED,) and files.document is None
    store.redo()
    assert files.document is not None and files.document.path == path


def test_two_sessions_of_one_name_are_two(window: Window, store: Store, tmp_path: Path) -> None:
    """The second one's opening is undone: what was there before is not written to its file, though it has a name that
    was opened."""
    paths = [tmp_path / folder / "lesson.json" for folder in "ab"]
    for path, text in zip(paths, ("a blue hen", "a green hen"), strict=True):
        path.parent.mkdir()
        save_session(path, Session(State(run=RunSpec(source=(text,)))))
        assert window.file_actions.open_path(path)
    before = paths[1].read_bytes()
    store.undo()
    assert store.state.run.source == ("a blue hen",) and window.file_actions.document is None
    window.file_actions.save_session()
    assert window.file_actions.dialog is not None and paths[1].read_bytes() == before
    window.file_actions.dialog.reject()
    store.redo()
    assert window.file_actions.document is not None and window.file_actions.document.path == paths[1]


def test_a_session_that_another_window_works_on_is_open_to_read(window: Window, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    save_session(path, Session(State(run=RunSpec(source=("a blue hen",)))))
    before = path.read_bytes()
    other = SessionLock()
    assert other.take(path)
    assert window.file_actions.open_path(path)
    assert "open read-only: another headscope window is using it" in said(window)
    store.look(layer=1)
    save(window.file_actions, window.file_actions.write_session, path)
    assert path.read_bytes() == before and len(pages(window)) == 1
    other.release()
    assert window.file_actions.open_path(path)
    store.look(layer=1)
    save(window.file_actions, window.file_actions.write_session, path)
    assert load_session(path).state.look.layer == 1
    assert not other.take(path)
    window.file_actions.stop()
    assert other.take(path)
    other.release()


@pytest.mark.parametrize("changed", [False, True])
def test_a_session_that_another_window_worked_on_is_saved_when_that_left_it_as_it_was(
    window: Window, store: Store, tmp_path: Path, changed: bool
) -> None:
    path, other = tmp_path / "mine.json", SessionLock()
    save_session(path, Session(store.state))
    assert other.take(path) and window.file_actions.open_path(path)
    if changed:
        save_session(path, Session(store.state.with_(look=Look(layer=2))))
    other.release()
    store.look(layer=1)
    save(window.file_actions, window.file_actions.write_session, path)
    assert load_session(path).state.look.layer == (2 if changed else 1) and len(pages(window)) == changed


def test_a_session_locked_by_another_machine_is_taken_over_after_hours_without_a_save(tmp_path: Path) -> None:
    """In a home that several machines share nobody can tell whether a program of another one is gone."""
    claim, path = SessionLock(), tmp_path / "lesson.json"
    assert claim.take(path)
    (lock,) = (settings.home() / session_lock.FOLDER).iterdir()
    claim.release()
    lock.write_text("1\nheadscope\nanother.example\nmachine\nboot\n")
    assert not claim.take(path)
    old = time.time() - session_lock.OTHER_MACHINE / 1000 - 60
    os.utime(lock, (old, old))
    assert claim.take(path)
    os.utime(lock, (old, old))
    claim.keep()
    assert lock.stat().st_mtime > old
    claim.release()


def test_the_first_save_asks_where(window: Window, qtbot, tmp_path: Path) -> None:
    window.commands.run("session.save")
    dialog = window.file_actions.dialog
    assert dialog is not None and dialog.isVisible()
    dialog.setDirectory(str(tmp_path))
    dialog.findChild(QLineEdit).setText("mine")
    dialog.accept()
    flush()
    settled(window.file_actions)
    assert load_session(tmp_path / "mine.json").state == window.store.state
    assert window.file_actions.dialog is None
    assert window.file_actions.document.path == tmp_path / "mine.json"


# ---------------------------------------------------------------- pictures and numbers


def test_the_picture_dialog_offers_what_is_chosen(window: Window, qtbot, tmp_path: Path) -> None:
    window.commands.run("picture.save")
    sheet = window.export_actions.sheet
    assert isinstance(sheet, PictureDialog)
    sheet.format.setCurrentIndex(sheet.format.findData(".svg"))
    assert not sheet.pixels.isEnabled()
    assert sheet.options() == PictureOptions(False, ".svg", 2.0, True)
    sheet._choose(copied=False)
    dialog = window.export_actions.dialog
    assert dialog.selectedFiles()[0].endswith("attention-cross-layer1-head1.svg")
    dialog.setDirectory(str(tmp_path))
    dialog.findChild(QLineEdit).setText("mine")
    dialog.accept()
    flush()
    settled(window.export_actions)
    root = ElementTree.parse(tmp_path / "mine.svg").getroot()
    assert "the red fox" in root.find("{http://www.w3.org/2000/svg}title").text
    assert said(window) == "mine.svg is saved."
    assert window.export_actions.options.ending == ".svg"


@pytest.mark.parametrize("part", ["view", "map", "window"])
def test_the_picture_dialog_promises_the_size_that_is_saved(window: Window, tmp_path: Path, part: str) -> None:
    """With the lines under the picture, and without."""
    window.commands.run("picture.save")
    sheet, tall = window.export_actions.sheet, []
    assert isinstance(sheet, PictureDialog)
    sheet.what.setCurrentIndex(sheet.what.findData(part))
    for captioned in (False, True):
        sheet.caption.setChecked(captioned)
        window.export_actions.options = sheet.options()
        save(window.export_actions, window.export_actions.write_picture, tmp_path / "size.png")
        saved = QImage(str(tmp_path / "size.png"))
        assert f"{saved.width():,} × {saved.height():,} pixels" in sheet.pixels.currentText()
        tall.append(saved.height())
    assert tall[0] < tall[1]


def test_an_animation_of_every_step_is_drawn_in_its_own_process(
    window: Window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def begin(job: OneJob, words: list[str], title: str) -> None:
        started.append(words)
        job.began.emit(title)

    monkeypatch.setattr(OneJob, "start", begin)
    window.commands.run("picture.save")
    sheet, actions = window.export_actions.sheet, window.export_actions
    assert isinstance(sheet, PictureDialog)
    sheet.format.setCurrentIndex(sheet.format.findData(".gif"))
    assert sheet.pixels.isEnabled() and not sheet.caption.isEnabled()
    actions.options = sheet.options()
    actions.write_picture(tmp_path / "a.gif")
    (words,) = started
    state = State.from_changes(json.loads(words[words.index("--state") + 1]))
    assert words[:3] == ["render", "--view", "attention"] and words[-4:-1] == ["--each", "step", "--out"]
    assert state.run == window.store.state.run and words[-1] == str(tmp_path / "a.gif")
    (line,) = (one for one in window.findChildren(JobStatus) if "a.gif" in one.text())
    job = actions.animation.job
    job.message.emit(ProgressEvent(0.5, "picture 2 of 4"))
    assert "picture 2 of 4" in line.text() and not line.isHidden()
    job.over.emit()
    job.ended.emit(Outcome(0))
    assert line.isHidden() and said(window) == "a.gif is saved."
    job.ended.emit(Outcome(2, refusal=Refused("E-DISK-FULL", "the disk is full")))
    (page,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, FailureDialog) and one.isVisible())
    assert any("the disk is full" in label.text().lower() for label in page.words)
    page.close()


def words_of(path: Path) -> list[str]:
    """The texts of an SVG or a PDF."""
    if path.suffix == ".pdf":
        return pdf_texts(path.read_bytes())
    return ["".join(one.itertext()) for one in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("ending", [".svg", ".pdf"])
def test_the_whole_window_is_saved_with_its_text_as_text(window: Window, tmp_path: Path, ending: str) -> None:
    window.export_actions.options = PictureOptions(whole=True, ending=ending, caption=False)
    save(window.export_actions, window.export_actions.write_picture, tmp_path / f"w{ending}")
    words = words_of(tmp_path / f"w{ending}")
    weights = window.store.trace.map("cross", 0, 0)
    numbers = [f"{value:.2f}" for value in weights.ravel() if value >= 0.005]
    assert len(numbers) > 5
    assert all(number in words for number in numbers), "the map's numbers"
    assert {"the", "red", "fox"} <= set(words), "its labels and the chips"
    assert any(word.strip() == RED for word in words), "the text box"
    assert "headscope" in words, "the top bar"


def test_the_whole_window_in_pixels_is_what_is_seen(window: Window, tmp_path: Path) -> None:
    window.export_actions.options = PictureOptions(whole=True, scale=1.0, caption=False)
    save(window.export_actions, window.export_actions.write_picture, tmp_path / "w.png")
    saved, seen = QImage(str(tmp_path / "w.png")), window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert saved.size() == seen.size()
    corners = [QPoint(5, 5), QPoint(640, 360), QPoint(1275, 715), QPoint(300, 400)]
    assert [saved.pixelColor(point).name() for point in corners] == [seen.pixelColor(point).name() for point in corners]


def test_a_map_alone_has_no_heading_and_no_controls(window: Window, tmp_path: Path) -> None:
    """The same map as in the view's picture, in an SVG whose words say so."""
    for name in VIEWS:
        assert_map_alone(window, name, tmp_path)


def assert_map_alone(window: Window, name: str, tmp_path: Path) -> None:
    window.store.desk(views=(name,))
    QApplication.processEvents()
    words = {}
    for alone in (False, True):
        window.export_actions.options = PictureOptions(ending=".svg", caption=False, alone=alone)
        save(window.export_actions, window.export_actions.write_picture, tmp_path / "a.svg")
        root = ElementTree.parse(tmp_path / "a.svg").getroot()
        words[alone] = ["".join(one.itertext()).strip() for one in root.iter("{http://www.w3.org/2000/svg}text")]
        assert words[alone], "something is painted"
    view = window.view()
    controls = {button.text().strip() for button in view.findChildren(QAbstractButton) if button.isVisible()} - {""}
    assert not (controls & set(words[True]) - {"weights"}), "no control is in it"
    heading = view.heading(view._shot) if view._shot is not None else view.title
    assert heading not in words[True]


def test_every_array_of_a_run_is_saved_when_all_have_come_and_never_anothers(window: Window, tmp_path: Path) -> None:
    store, actions = window.store, window.export_actions
    trace, said = store.trace, []
    actions.notify = said.append
    assert not actions._whole, "the name's ending alone says what is saved"
    store.accept(trace.with_(unsent=True))
    save(actions, actions.write_numbers, tmp_path / "first.npz")
    assert not (tmp_path / "first.npz").exists()
    store.run(source=("another text",))
    store.accept(made_trace("another text", "otro texto", run=store.state.run))
    assert len(said) == 1 and "first.npz" in said[0]
    store.accept(store.trace.with_(unsent=True))
    save(actions, actions.write_numbers, tmp_path / "second.npz")
    save(actions, store.accept, store.trace.with_(unsent=False))
    assert not (tmp_path / "first.npz").exists() and ["second.npz" in line for line in said] == [False, True]
    assert np.load(tmp_path / "second.npz")["tokens.source"].tolist() == [["another", "text", "</s>"]]


class Client(QObject):
    """An engine that only writes down what it is asked for."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[RunSpec, bool]] = []

    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        self.asked.append((run, whole))

    def start(self) -> None: ...
    def cancel(self, asked: object = None) -> None: ...
    def ask_effects(self, asked: object, part: object = None) -> None: ...


def test_every_array_is_saved_where_the_text_is_still_being_computed(window: Window, tmp_path: Path) -> None:
    store, actions, client = window.store, window.export_actions, Client()
    store.attach(client)
    store.accept(store.trace.with_(unsent=True))
    store.run(source=("another text",))
    actions.write_numbers(tmp_path / "a.npz")
    trace = made_trace("another text", "otro texto", run=store.state.run)
    store.accept(trace.with_(unsent=True))
    assert client.asked[-1] == (trace.run, True)
    save(actions, store.accept, trace)
    assert np.load(tmp_path / "a.npz")["tokens.source"].tolist() == [["another", "text", "</s>"]]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("refused", [False, True])
def test_unsaved_arrays_are_explained(window: Window, tmp_path: Path, refused: bool, late: bool) -> None:
    """Of a run that is refused or cancelled, where that was asked for before or after it."""
    store, actions = window.store, window.export_actions
    store.attach(Client())
    store.accept(store.trace.with_(unsent=True))
    store.run(source=("another text",))

    def end() -> None:
        if refused:
            store.accept(Problem("E-TEST", "not this text", store.state.run))
        else:
            store.cancel()

    for act in (end, lambda: actions.write_numbers(tmp_path / "a.npz"))[:: 1 if late else -1]:
        assert said(window) == ""
        act()
    assert "a.npz" in said(window) and ("Not this text" in said(window)) == refused
    assert not (tmp_path / "a.npz").exists()


def test_the_reason_for_an_unsaved_rest_of_a_run_is_given(window: Window, tmp_path: Path) -> None:
    store = window.store
    store.attach(Client())
    store.accept(store.trace.with_(unsent=True))
    window.export_actions.write_numbers(tmp_path / "a.npz")
    assert said(window) == ""
    store.accept(Problem("E-TEST", "not enough memory", store.state.run))
    assert "a.npz" in said(window) and "Not enough memory" in said(window)


def test_a_window_that_closes_waits_for_every_array(window: Window, tmp_path: Path) -> None:
    store = window.store
    store.attach(Client())
    store.accept(Ready())
    trace = store.trace
    store.accept(trace.with_(unsent=True))
    window.export_actions.write_numbers(tmp_path / "a.npz")
    QTimer.singleShot(0, partial(store.accept, trace))
    window.close()
    assert (tmp_path / "a.npz").is_file()


def test_the_dialog_offers_the_map_alone(window: Window, qtbot) -> None:
    window.commands.run("picture.save")
    sheet = window.export_actions.sheet
    sheet.what.setCurrentIndex(sheet.what.findData("map"))
    assert (sheet.options().whole, sheet.options().alone) == (False, True)
    sheet.close()


def test_saving_a_picture_leaves_the_window_as_it_was(window: Window, tmp_path: Path) -> None:
    before = window.desk.grab().toImage()  # without the text box, whose cursor blinks
    for whole in (False, True):
        for ending in (".svg", ".pdf", ".png"):
            window.export_actions.options = PictureOptions(whole=whole, ending=ending)
            save(window.export_actions, window.export_actions.write_picture, tmp_path / f"a{ending}")
    assert window.desk.grab().toImage() == before


def test_numbers_are_saved_in_the_format_of_the_ending(window: Window, tmp_path: Path) -> None:
    for name in ("a.csv", "a.json", "a.npz"):
        save(window.export_actions, window.export_actions.write_numbers, tmp_path / name)
    context = json.loads((tmp_path / "a.json").read_text())["context"]
    assert (context["source"], context["view"]) == (RED, "Attention")
    assert np.load(tmp_path / "a.npz")["tokens.source"].tolist() == [["the", "red", "fox", "</s>"]]
    save(window.export_actions, window.export_actions.write_numbers, tmp_path / "a.xls")
    assert ".npz, .csv, .json" in pages(window)[0].words[0].text()


def test_every_array_of_the_run_can_be_chosen_in_a_view_with_numbers_of_its_own(window: Window, tmp_path: Path) -> None:
    window.open_view("positions")
    for entry, name in ((TABLE_FILTERS[2], "dim 0"), (TABLE_FILTERS[3], "tokens.source")):
        window.export_actions.save_numbers()
        dialog = window.export_actions.dialog
        assert dialog is not None and dialog.nameFilters() == TABLE_FILTERS
        dialog.filterSelected.emit(entry)
        save(window.export_actions, window.export_actions.write_numbers, tmp_path / "a.npz")
        assert name in np.load(tmp_path / "a.npz").files
        dialog.close()


def test_a_view_without_numbers_gives_none_of_another(window: Window, qapp: QApplication, tmp_path: Path) -> None:
    """Compare without a run to compare with: no table, least of all that of the attention; the whole run is there."""
    window.open_view("compare")
    actions = window.export_actions
    qapp.clipboard().setText("kept")
    window.commands.run("table.copy")
    assert qapp.clipboard().text() == "kept" and "Compare shows no numbers yet" in pages(window)[-1].words[0].text()
    window.commands.run("python.copy")
    assert qapp.clipboard().text() == "kept" and "Compare shows no array" in pages(window)[-1].words[0].text()
    window.commands.run("python.put")
    assert "Compare shows no array" in pages(window)[-1].words[0].text() and "console" not in window.split.open()
    save(actions, actions.write_numbers, tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()
    actions.save_numbers()
    assert actions.dialog is not None and actions.dialog.nameFilters() == [NUMBER_FILTERS[-1]]
    save(actions, actions.write_numbers, tmp_path / "a.npz")
    assert "tokens.source" in np.load(tmp_path / "a.npz").files
    actions.dialog.close()


def test_copies_are_on_the_clipboard(window: Window, qapp: QApplication) -> None:
    window.commands.run("picture.copy")
    assert qapp.clipboard().image().width() == 2 * window.view().width()
    window.commands.run("table.copy")
    assert qapp.clipboard().text().startswith("\tthe\tred\tfox\t</s>\n")
    assert said(window) == "The table is on the clipboard: tab-separated, with decimal points."
    window.store.look(layer=1, head=1)
    window.commands.run("python.copy")
    script = qapp.clipboard().text()
    compile(script, "copied", "exec")
    assert "cross_attn.weights'][0, 1, :, :]" in script and "layers.1." in script
    assert "Engine().trace(run)" in script and "on the clipboard" in said(window)
    qapp.clipboard().clear()


def test_a_table_that_is_open_copies_what_it_shows(window: Window, store: Store, qapp: QApplication) -> None:
    window.commands.run("table.show")
    sheet = window.findChild(TableSheet)
    store.run(source=("a blue hen",))
    store.accept(made_trace("a blue hen", "una gallina azul", run=store.state.run))
    (copy,) = (one for one in sheet.findChildren(QPushButton) if one.text() == "Copy")
    copy.click()
    flush()
    assert qapp.clipboard().text().split("\n")[0].split("\t")[1:] == sheet.table.model().heads
    assert sheet.table.model().heads[:3] == RED.split()
    qapp.clipboard().clear()


def test_a_saved_page_begins_with_the_current_selection(window: Window, store: Store, qtbot, tmp_path: Path) -> None:
    store.look(kind="decoder", layer=1, head=2, step=1)
    window.commands.run("page.save")
    actions = window.export_actions
    assert actions.dialog is not None and actions.dialog.defaultSuffix() == "html"
    actions.dialog.close()
    actions.write_page(tmp_path / "run.html")
    settled(actions)
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    data = run_in(text)
    assert data["look"].items() >= {"kind": "decoder", "layer": 1, "head": 2, "step": 1}.items()
    assert data["sentences"][0]["written"] == [token.text for token in store.trace.sentences[0].written]


def test_without_a_picture_nothing_can_be_exported(qtbot) -> None:
    window = Window(Store(State()))
    qtbot.addWidget(window)
    for name in (
        "picture.save",
        "numbers.save",
        "page.save",
        "picture.copy",
        "table.copy",
        "python.copy",
        "python.put",
    ):
        assert not window.commands.qt_actions[name].isEnabled()
        window.commands.run(name)
    assert window.commands.qt_actions["session.save"].isEnabled()
    assert "export_actions" not in vars(window)
    window.close()


def test_a_slow_disk_does_not_hold_up_the_window_and_saves_keep_their_order(
    window: Window, store: Store, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, real = threading.Event(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (free.wait(30), real(handle))[1])
    path = tmp_path / "a.json"
    for layer in range(3):
        store.look(layer=layer)
        window.file_actions.write_session(path)
    qtbot.wait(50)
    assert not path.exists()
    assert window.file_actions.writer.busy
    store.run(source=("typed meanwhile",))
    free.set()
    settled(window.file_actions)
    assert load_session(path).state.look.layer == 2
    assert load_session(tmp_path / "a.backup2.json").state.look.layer == 0
    assert window.isWindowModified()


def test_a_session_that_is_opened_while_another_is_saved_stays_the_one_that_is_worked_on(
    window: Window, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    save(window.file_actions, window.file_actions.write_session, first)
    save_session(second, Session(State(run=RunSpec(source=("the old oak",)))))
    free, real, waited = threading.Event(), os.fsync, list[threading.Thread]()

    def slow(handle: int) -> None:
        waited.append(threading.current_thread())
        if waited[-1] is not threading.main_thread():
            free.wait(30)
        real(handle)

    monkeypatch.setattr(os, "fsync", slow)
    store.run(source=("a blue hen",))
    window.file_actions.save_session()
    window.file_actions.open_path(second)
    free.set()
    assert threading.main_thread() not in waited, "the window waits for the disk"
    settled(window.file_actions)
    assert window.file_actions.document.path == second and window.windowTitle().startswith("b.json")
    assert not window.isWindowModified() and first in recent_files.recent()
    store.run(source=("the old oak tree",))
    window.file_actions.save_session()
    settled(window.file_actions)
    found = [load_session(path).state.run.source for path in (first, second)]
    assert found == [("a blue hen",), ("the old oak tree",)]


def test_a_window_that_closes_finishes_what_it_writes(window: Window, tmp_path: Path, monkeypatch) -> None:
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (time.sleep(0.2), real(handle))[1])
    window.file_actions.write_session(tmp_path / "a.json")
    window.close()
    assert load_session(tmp_path / "a.json").state == window.store.state


def test_a_window_that_closes_stays_where_what_it_writes_cannot_be_saved(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _handle: (time.sleep(0.2), failed(errno.ENOSPC)))
        window.file_actions.write_session(tmp_path / "a.json")
        window.export_actions.write_numbers(tmp_path / "a.csv")
        assert not window.close() and window.isVisible(), "the pages would go with it"
        settled(window.export_actions)
        assert all("the disk is full" in page.words[0].text() for page in pages(window)) and len(pages(window)) == 2
    window.store.look(layer=1)
    save(window.file_actions, window.file_actions.write_session, tmp_path / "a.json")
    assert load_session(tmp_path / "a.json").state.look.layer == 1, "it works as before"
    assert window.close()


def failed(number: int) -> None:
    raise OSError(number, os.strerror(number))


@pytest.mark.parametrize("full", [False, True])
def test_a_file_that_cannot_be_saved_as_leaves_the_present_one_claimed(
    window: Window, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    mine, theirs, other, third = tmp_path / "mine.json", tmp_path / "theirs.json", SessionLock(), SessionLock()
    save(window.file_actions, window.file_actions.write_session, mine)
    assert full or other.take(theirs)
    with monkeypatch.context() as patch:
        if full:
            patch.setattr(os, "fsync", lambda _handle: failed(errno.ENOSPC))
        save(window.file_actions, window.file_actions.write_session, theirs)
    assert len(pages(window)) == 1 and not theirs.exists()
    assert not third.take(mine), "another window would write it, too"
    other.release()
    assert third.take(theirs)
    third.release()


def test_an_unexpected_error_is_shown_and_logged(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: caught.append(error))
    monkeypatch.setattr("viz_app.files.picture_export.save_numbers", lambda *_: 1 / 0)
    save(window.export_actions, window.export_actions.write_numbers, tmp_path / "a.csv")
    assert [type(error) for error in caught] == [ZeroDivisionError]
    assert "ZeroDivisionError" in pages(window)[0].words[0].text()


@pytest.mark.parametrize(("text", "ending"), [("Picture (*.png)", "png"), ("All files (*)", ""), ("A (*.a *.b)", "b")])
def test_the_ending_of_a_filter(text: str, ending: str) -> None:
    assert ending_of(text) == ending


def test_every_dialog_can_be_opened_and_given_up(window: Window, store: Store, qtbot) -> None:
    before = store.state
    ways: list[Callable[[], object]] = [
        window.file_actions.open, window.file_actions.open_model, window.file_actions.save_session_as,
        window.export_actions.save_numbers,
    ]  # fmt: skip
    for way in ways:
        way()
        asking = window.file_actions if window.file_actions.dialog is not None else window.export_actions
        asking.dialog.reject()
        assert asking.dialog is None
    window.export_actions.save_view()
    window.export_actions.save_view()
    window.export_actions.sheet.close()
    assert window.export_actions.sheet is None
    assert store.state == before


def test_the_view_with_the_focus_is_the_one_that_is_saved(window: Window) -> None:
    assert isinstance(window.view(), Attention)
    window.view().setFocus()
    assert window.view() is window.desk.page("attention").view


@pytest.mark.parametrize("name", ["attention", "lines"])
def test_saving_one_of_two_open_views_says_which_one(window: Window, store: Store, name: str) -> None:
    store.desk(views=("attention", "lines"))
    QApplication.processEvents()
    page = window.desk.page(name)
    assert page is not None and page.view.keyboard_part() is not None
    page.view.keyboard_part().setFocus()
    window.export_actions.save_view()
    assert isinstance(window.export_actions.sheet, PictureDialog)
    what = window.export_actions.sheet.what
    assert all(page.view.title in what.itemText(what.findData(part)) for part in ("view", "map"))


def test_models_named_by_the_engine_do_not_disturb_the_menu(window: Window, store: Store) -> None:
    store.accept(Models((made_model(),)))
    menus = [entry.menu() for entry in window.menus["File"].actions() if entry.menu()]
    assert menus == [window.recent]
    menus = [entry.menu() for entry in window.menus["Model"].actions() if entry.menu()]
    assert menus[0] is window.models and len(menus) == 1 + sum(menu == "Model" for menu, _ in SUBMENUS)
