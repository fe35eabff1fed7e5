"""The page that saves a model without what is switched off: what it asks for, and when it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, FeedForwardPlace, HeadPattern, HeadPlace
from tests.support.harness import dropped, of_urls
from viz_app.importing.prune_dialog import PruneDialog, PruneRequest, parts_off

pytestmark = pytest.mark.usefixtures("qapp")


def test_what_is_switched_off_is_named_as_the_command_names_it() -> None:
    edits = Edits(
        heads_off=(HeadPlace("cross", 2, 1), HeadPlace("encoder", 0, 0)),
        patterns=(HeadPattern("decoder", 0, 0, "first"),), feed_forwards_off=(FeedForwardPlace("decoder", 0),),
    )  # fmt: skip
    assert parts_off(edits) == ("cross 3.2", "encoder 1.1", "decoder 1 feed-forward")


def test_the_page_asks_for_a_folder_and_perhaps_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    page = PruneDialog("reverse", "Reverse", ("cross 3.2", "encoder 1.1"), None)
    qtbot.addWidget(page)
    assert page.gone.text() == "cross 3.2, encoder 1.1" and page.does.isEnabled()
    page.folder.show_path(tmp_path / "out")
    page.data.line.setText(str(tmp_path / "none.tsv"))
    assert not page.does.isEnabled() and "does not exist" in page.says.text()
    (tmp_path / "none.tsv").write_text("a\tb\n")
    page.check()
    assert page.does.isEnabled() and "2 parts" in page.says.text()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("mine")
    page.check()
    assert not page.does.isEnabled()
    page.folder.show_path(tmp_path / "other")
    wanted: list[PruneRequest] = []
    page.wanted.connect(wanted.append)
    page.does.click()
    qtbot.waitUntil(lambda: bool(wanted))
    (one,) = wanted
    assert one.arguments(Path("x")) == [
        "prune", "--off", "cross 3.2,encoder 1.1", "--out", "x", "--model", "reverse", "--data",
        str(tmp_path / "none.tsv"),
    ]  # fmt: skip


def test_files_dropped_on_a_path_become_the_path(qtbot: QtBot, tmp_path: Path) -> None:
    """A new folder is in the folder that is dropped, or beside a file; nothing is inserted into the path there."""
    page = PruneDialog("reverse", "Reverse", ("cross 3.2",), None)
    data, folder = tmp_path / "a ñ.tsv", tmp_path / "mine"
    qtbot.addWidget(page)
    data.write_text("a\tb\n")
    folder.mkdir()
    name = page.folder.path().name
    for what, place in ((folder, folder), (data, tmp_path)):
        assert dropped(page.folder, of_urls(what)) and page.folder.path() == place / name
    assert dropped(page.data, of_urls(data)) and page.data.path() == data and page.does.isEnabled()
    assert not dropped(page.data, of_urls("https://example.org/a.tsv"))
