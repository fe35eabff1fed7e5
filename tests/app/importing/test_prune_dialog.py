"""The page that saves a model without what is switched off: what it asks for, and when it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, FeedForwardPlace, HeadPattern, HeadPlace
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
