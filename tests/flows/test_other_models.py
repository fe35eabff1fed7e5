"""Another program's model through the real program: opened, converted beside the engine, shown by it, typed to."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model_core.io import resources
from model_core.record.edits import Edits
from tests.flows.test_main_path import always, folder, play, translated
from viz_app.importing.form_widgets import FormDialog
from viz_app.importing.import_dialog import ImportDialog
from viz_app.importing.new_model_dialog import NewModelDialog
from viz_app.importing.prune_dialog import PruneDialog
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

__all__ = ["folder"]

SHARED = Path(__file__).parents[1] / "fixtures" / "layouts" / "shared_head_projection.safetensors"


def page_of(window: Window) -> FormDialog | None:
    return window.file_actions.importer.page if "importer" in window.file_actions.__dict__ else None


def shows(window: Window, **fields: object) -> bool:
    """Whether the picture is of a model with these fields, and of the present run."""
    trace = window.store.trace
    same = trace is not None and trace.run == window.store.state.run and not window.store.busy
    return same and all(getattr(trace.spec, name) == value for name, value in fields.items())


@pytest.mark.usefixtures("quick_proofs")
def test_a_foreign_model_and_a_new_one_are_shown_and_typed_to(folder: Path) -> None:
    told: dict[str, str] = {}

    def answer(window: Window) -> None:
        page = page_of(window)
        assert isinstance(page, ImportDialog)
        page.does.click()

    def note(window: Window) -> None:
        told["news"] = window.notice.text.text()
        told["label"] = window.text.source.label.text()
        told["chips"] = " ".join(chip.text for chip in window.text.source.chips.chips)
        window.store.run(source=("4 fox",))

    def wrong(window: Window) -> None:
        told["wrong"] = window.text.source.caption.text()
        window.commands.run("model.new")

    def make(window: Window) -> None:
        page = page_of(window)
        assert isinstance(page, NewModelDialog)
        page.form.show_values({"d_model": 24, "heads": 3, "encoder_layers": 1, "decoder_layers": 2, "d_ff": 30})
        page.form.show_values({"norm": "rms", "positions": "relative", "gated": True, "mask_value": -1e9})
        page.words.setCurrentIndex(page.words.findData("grammar"))
        page.does.click()

    def back(window: Window) -> None:
        told["written"] = window.store.trace.sentences[0].target_text
        for _ in range(3):
            window.commands.run("undo")

    play(
        (translated("red blue green"), lambda window: window.file_actions.open_path(SHARED)),
        (lambda window: page_of(window) is not None, answer),
        (lambda window: shows(window, attention_scale="model", target_vocabulary=24), note),
        (lambda window: shows(window) and window.store.state.run.source == ("4 fox",), wrong),
        (lambda window: isinstance(page_of(window), NewModelDialog), make),
        (lambda window: shows(window, positions="relative", gated=True, decoder_layers=2), back),
        (translated("red blue green"), lambda window: told.update(model=window.store.state.run.model)),
        (always, lambda window: QApplication.processEvents()),
        words=("gui", "--model", str(folder), "--source", "red blue green"),
    )
    assert "layout shared-head-projection" in told["news"] and "worst difference" in told["news"]
    assert told["label"] == "Source · token ids"
    assert all(word.isdigit() for word in told["chips"].split())
    assert told["wrong"].startswith("fox: not an id of this model (1 to 19)")
    assert told["written"]
    assert told["model"] == str(folder)


def test_a_model_is_saved_without_the_heads_that_are_off(folder: Path, tmp_path: Path) -> None:
    """The open model stays; the folder writes what the edited one does."""
    told: dict[str, str] = {}
    out = tmp_path / "out"

    def switch_off(window: Window) -> None:
        window.commands.run("head.switch")

    def ask(window: Window) -> None:
        told["written"] = window.store.trace.sentences[0].target_text
        window.commands.run("model.prune")

    def save(window: Window) -> None:
        page = page_of(window)
        assert isinstance(page, PruneDialog)
        page.folder.show_path(out)
        page.does.click()

    def open_it(window: Window) -> None:
        told["news"] = window.notice.text.text()
        window.store.run(edits=Edits())
        window.file_actions.open_path(out)

    def read(window: Window) -> None:
        told["again"] = window.store.trace.sentences[0].target_text

    play(
        (translated("red blue green"), switch_off),
        (lambda window: bool(window.store.trace.run.edits) and not window.store.busy, ask),
        (lambda window: isinstance(page_of(window), PruneDialog), save),
        (lambda window: "Saved without" in window.notice.text.text(), open_it),
        (lambda window: shows(window) and window.store.state.run.model == str(out), read),
        words=("gui", "--model", str(folder), "--source", "red blue green"),
    )
    assert "1 proof passed" in told["news"] and told["again"] == told["written"]


@pytest.mark.parametrize("view", ["attention", "model"])
def test_a_model_that_was_trained_again_is_opened_and_typed_to(tmp_path: Path, view: str) -> None:
    """Opened again with the text that is there, or noticed while somebody types; the window says so."""
    own, bundled = tmp_path / "own", resources.folder() / "models"
    shutil.copytree(bundled / "reverse", own)
    told: list[str] = []

    def train_again(name: str) -> None:
        shutil.rmtree(own)
        shutil.copytree(bundled / name, own)

    def written(text: str) -> Callable[[Window], bool]:
        return lambda window: shows(window) and window.store.trace.sentences[0].target_text == text

    def open_again(window: Window) -> None:
        window.store.desk(views=(view,))
        train_again("sort")
        window.file_actions.open_path(own)

    def type_on(window: Window) -> None:
        told.append(window.notice.text.text())
        window.notice.notify("")
        train_again("reverse")
        window.store.run(source=("3 1 4 1 5 9",))

    play(
        (written("5 1 4 1 3"), open_again),
        (written("1 1 3 4 5"), type_on),
        (written("9 5 1 4 1 3"), lambda window: told.append(window.notice.text.text())),
        words=("gui", "--model", str(own), "--source", "3 1 4 1 5"),
    )
    assert all("have changed" in words for words in told) and len(told) == 2
