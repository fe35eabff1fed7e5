"""A published model by its name in a real window: asked for, downloaded, shown, converted; given up, refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from model_core.errors import Refused
from tests.app.importing.test_import_models import CHILD, copied, is_gone, refusals
from tests.support.harness import settled
from tests.support.hub import NAME, Hub, cached, files_of_marian, pickled
from tests.support.hub import published as running
from viz_app.document.store import Store
from viz_app.importing.import_dialog import ImportDialog
from viz_app.importing.published_dialog import PublishedDialog
from viz_app.system import own_models, recent_files
from viz_app.system.own_models import models_folder
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "quick_proofs")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    return tmp_path / "hub"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with running(models={NAME: files_of_marian()}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub


def asked(window: Window) -> PublishedDialog:
    """The page, opened as a user opens it."""
    window.commands.run("open.published")
    page = window.file_actions.importer.page
    assert isinstance(page, PublishedDialog)
    return page


def converted(window: Window, qtbot) -> tuple[Path, str]:
    """The folder of the model that the page about it makes, and what that page says."""
    importer = window.file_actions.importer
    qtbot.waitUntil(lambda: isinstance(importer.page, ImportDialog) or bool(refusals(window)), timeout=CHILD)
    page = importer.page
    assert isinstance(page, ImportDialog), [label.text() for label in refusals(window)[0].words]
    folder, facts = page.folder.path(), "\n".join(label.text() for label in page.facts)
    page.does.click()
    qtbot.waitUntil(lambda: importer.job.child is None, timeout=CHILD)
    return folder, facts


def test_the_page_says_which_model_a_name_means(window: Window, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cached(cache, files_of_marian())
    page = asked(window)
    assert [page.cached.item(row).text() for row in range(page.cached.count())] == [NAME]
    assert not page.does.isEnabled()
    for text, possible, words in (
        ("https://huggingface.co/a/b", True, str(cache)), ("https://huggingface.co/a", False, "owner/name"),
        ("a/../b", False, "owner/name"),
        ("a/b", True, str(cache)), (f" {NAME} ", True, "nothing is downloaded"),
    ):  # fmt: skip
        page.name.setText(text)
        assert page.does.isEnabled() == possible and words in page.says.text(), text
    monkeypatch.setattr("model_core.checkpoints.published.is_library_there", lambda: False)
    page.name.setText("a/b")
    assert not page.does.isEnabled() and "huggingface_hub>=" in page.says.text()
    page.cached.chosen.emit(0)
    assert page.name.text() == NAME and page.does.isEnabled()


ADDRESS = f"https://huggingface.co/{NAME}/tree/v1.0"


def dropped(part: QWidget, data: QMimeData) -> None:
    """As it comes from a browser."""
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    for kind, event in ((QDragEnterEvent, QPoint(9, 9)), (QDropEvent, QPointF(9, 9))):
        QApplication.sendEvent(part, kind(event, copy, data, left, Qt.KeyboardModifier.NoModifier))  # type: ignore[arg-type]


@pytest.mark.parametrize("way", ["dropped link", "dropped text", "dropped on the text", "pasted", "clipboard"])
def test_the_address_of_a_model_opens_the_page_with_its_name(
    window: Window, store: Store, cache: Path, way: str
) -> None:
    """Nothing is downloaded before somebody says so, and the address is not read as a sentence."""
    before, data, box = store.state, QMimeData(), window.text.source.box
    data.setText(f"{ADDRESS}\n")
    if way.startswith("dropped"):
        if way != "dropped text":
            data.setUrls([QUrl(ADDRESS)])
        dropped(box.viewport() if way == "dropped on the text" else window, data)
    elif way == "pasted":
        QApplication.clipboard().setText(ADDRESS)
        box.paste()
    else:
        QApplication.clipboard().setText(ADDRESS)
        window.commands.run("link.open")
    settled()
    page = window.file_actions.importer.page
    assert isinstance(page, PublishedDialog) and page.isVisible() and page.name.text() == f"{NAME}@v1.0"
    assert page.does.isEnabled() and str(cache) in page.says.text() and not refusals(window)
    assert store.state == before and window.file_actions.importer.job.child is None


def test_the_programs_own_models_are_read_once_and_not_for_each_letter(
    window: Window, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    about = own_models.read_about
    monkeypatch.setattr(own_models, "read_about", lambda folder: read.append(folder) or about(folder))
    for name in ("one", "two"):
        (models_folder() / name).mkdir(parents=True)
        (models_folder() / name / "spec.json").write_text("{}")
    page = asked(window)
    for end in range(1, len(NAME) + 1):
        page.name.setText(NAME[:end])
    assert sorted(path.name for path in read) == ["one", "two"]


def test_a_cached_model_is_opened_without_a_network_and_a_second_time_at_once(
    window: Window, store: Store, qtbot, cache: Path
) -> None:
    cached(cache, files_of_marian())
    page = asked(window)
    page.name.setText(NAME)
    page.does.click()
    folder, _ = converted(window, qtbot)
    assert folder == models_folder() / "opus-mt-en-es" and store.state.run.model == str(folder)
    store.run(model="")
    assert window.file_actions.open_path(Path(NAME))  # as `headscope owner/name`
    assert store.state.run.model == str(folder) and window.file_actions.importer.job.child is None
    assert recent_files.recent()[0] == folder
    page = asked(window)
    page.name.setText(NAME)
    assert "already converted" in page.says.text()


def test_pickled_weights_are_read_closed_off_and_said_to_be(window: Window, store: Store, qtbot, hub: Hub) -> None:
    """And downloaded first, with what is there shown in the status line."""
    from tests.made.marian import marian_state

    files = files_of_marian()
    hub.models[NAME] = {"config.json": files["config.json"], "pytorch_model.bin": pickled(marian_state(1))}
    steps: list[str] = []
    window.file_actions.importer.job.message.connect(lambda event: steps.append(getattr(event, "text", "")))
    window.file_actions.open_path(Path(NAME))
    assert NAME in window.file_actions.line.text()
    folder, facts = converted(window, qtbot)
    assert store.state.run.model == str(folder) and (folder / "spec.json").is_file()
    assert any("MB" in step for step in steps) and "is a pickle" in facts
    assert [path for _, path in hub.asked if path.startswith("/")] == [], "nothing but the model was asked for"


def test_a_download_is_given_up_without_a_trace(window: Window, store: Store, qtbot, hub: Hub, cache: Path) -> None:
    hub.slow = True
    before = store.state
    window.file_actions.open_path(Path(NAME))
    importer = window.file_actions.importer
    qtbot.waitUntil(lambda: "model.safetensors" in hub.got(), timeout=CHILD)
    assert importer.job.child is not None
    child = importer.job.child
    window.file_actions.line.cancel.click()
    assert importer.job.child is None and not window.file_actions.line.isVisible()
    qtbot.waitUntil(lambda: is_gone(child.process.pid), timeout=CHILD)
    child.wait()
    assert list(cache.rglob("*.incomplete")) == [] and list(cache.rglob("config.json")) != []
    assert store.state == before and refusals(window) == []


def test_a_download_survives_requests_made_meanwhile(window: Window, qtbot, hub: Hub, tmp_path: Path) -> None:
    hub.slow = True
    window.file_actions.open_path(Path(NAME))
    importer = window.file_actions.importer
    qtbot.waitUntil(lambda: "model.safetensors" in hub.got(), timeout=CHILD)
    child, other = importer.job.child, copied(tmp_path, "shared_head_projection")
    for ask in (
        lambda: window.file_actions.open_path(other), lambda: window.file_actions.open_path(Path("a/b")),
        window.file_actions.new_model, lambda: window.commands.run("open.published"),
    ):  # fmt: skip
        ask()
        (page,) = refusals(window)
        assert f"still under way: Fetching {NAME}" in page.words[0].text()
        page.close()
    assert importer.job.child is child is not None
    window.close()  # waits for no answer
    child.wait()
    assert is_gone(child.process.pid)


def test_what_others_made_downloads_nothing(window: Window, store: Store, cache: Path, tmp_path: Path) -> None:
    """A session, a link or a lesson may name a published model: it is a folder that is not there."""
    from model_core.engine.engine import Engine
    from viz_app.document.link import to_link
    from viz_app.document.session import Session, to_bytes

    cached(cache, files_of_marian())
    state = store.state.with_(run=store.state.run.with_(model=NAME))
    session = Session(state, "opus-mt-en-es", "")
    (tmp_path / "one.json").write_bytes(to_bytes(session))
    scene = {"title": "B", "state": {"run": {"model": NAME}}}
    lesson = {"format": "headscope-lesson", "version": 1, "title": "A", "scenes": [scene]}
    (tmp_path / "lesson.json").write_text(json.dumps(lesson))
    files = window.file_actions
    for ask in (
        lambda: files.open_path(tmp_path / "one.json"), lambda: files.open_text(to_link(session)),
        lambda: files.open_path(tmp_path / "lesson.json"),
    ):  # fmt: skip
        store.run(model="")
        ask()
        settled()
        assert store.state.run.model == NAME
        assert files.importer.job.child is None and files.importer.page is None and refusals(window) == []
    with pytest.raises(Refused, match="no model folder"):
        list(Engine().run(state.run))


@pytest.mark.parametrize("name", ["nobody/none", NAME])
def test_a_refusal_is_a_page_with_what_to_do(window: Window, store: Store, qtbot, hub: Hub, name: str) -> None:
    hub.models[NAME]["config.json"] = b'{"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"]}'
    before = store.state
    window.file_actions.open_path(Path(name))
    qtbot.waitUntil(lambda: bool(refusals(window)), timeout=CHILD)
    (page,) = refusals(window)
    words = [label.text() for label in page.words]
    if name == NAME:
        assert "GPT2LMHeadModel" in words[0] and words[3] == "E-IMPORT-STACK" and "save_recording" in words[2]
    else:
        assert name in words[0] and words[3] == "E-HUB-NAME"
    assert "unchanged" in words[1] and store.state == before and page.command == ""


def test_the_menu_of_the_models_has_it_too(window: Window) -> None:
    window.models.aboutToShow.emit()
    window.models.aboutToShow.emit()
    own = window.commands.qt_actions["open.published"]
    assert window.models.actions()[-1] is own and window.models.actions().count(own) == 1
