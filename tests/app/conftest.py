"""What the tests of the program share: small models in folders, a way to run words here, and the window of a store."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from tests.support.program import Run
from viz_app import cli

if TYPE_CHECKING:
    from viz_app.document.store import Store
    from viz_app.window.main_window import Window


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two small models: "pieces" and "digits"."""
    from model_core.checkpoints.checkpoint import save_model
    from tests.made.small import small_model, small_pieces, small_words

    folder = tmp_path_factory.mktemp("models")
    for name, vocab in (("pieces", small_pieces()), ("digits", small_words())):
        model = small_model(source_vocabulary=vocab.size, target_vocabulary=vocab.size)
        save_model(folder / name, model.state_dict(), model.spec, vocab, {"name": name})
    return folder


@pytest.fixture
def model(models: Path, tmp_path: Path) -> str:
    """A model folder of one's own, to be damaged."""
    return str(shutil.copytree(models / "pieces", tmp_path / "model"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], isolated_settings: Path) -> Iterator[Run]:
    """Runs words of the command line in this process; the last unforeseen failure is shown beside a failed test."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    yield call
    story = isolated_settings / "failure.txt"
    if story.exists():
        print(story.read_text(encoding="utf-8"))


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


@pytest.fixture
def shown_window(qtbot: QtBot) -> Iterator[Callable[[Store, tuple[int, int]], Window]]:
    """Shows the window of a store in a size, laid out; it is closed after the test, and the usual theme comes back."""
    from tests.support.harness import settled, shown
    from viz_app.document.state import Layout
    from viz_app.window.main_window import apply_theme

    with ExitStack() as open_windows:

        def show(store: Store, size: tuple[int, int]) -> Window:
            window = open_windows.enter_context(shown(store, qtbot, size))
            settled()
            return window

        yield show
    apply_theme(Layout(theme="light"))


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    """A window with a small picture; it is closed after the test, and every sheet that is still open."""
    from tests.made.traces import made_trace
    from tests.support.harness import shown, stored

    with shown(stored(made_trace("the red fox", "el zorro rojo")), qtbot) as window:
        yield window


@pytest.fixture
def store(window: Window) -> Store:
    """That of this window."""
    return window.store
