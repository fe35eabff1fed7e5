"""Deleting a training: its whole folder or nothing, never a folder that is anything else, never one that is written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io.one_writer import only_writer
from model_core.record.saved_training import delete_training, whole_training
from model_core.record.training_log import ABOUT
from tests.made.trainings import STEPS, write_training


def into_trash(folder: Path) -> bool:
    shutil.move(folder, folder.parent.parent / "trash")
    return True


KINDS = {"deleted": None, "trash": into_trash}


def files_in(home: Path) -> set[str]:
    """Every file, with its folders."""
    return {str(path.relative_to(home)) for path in home.rglob("*")}


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_folder_is_deleted(tmp_path: Path, kind: str) -> None:
    home = tmp_path / "trainings"
    one, _ = (write_training(home / name) for name in ("one", "other"))
    there = files_in(home)
    outside = tmp_path / "mine.txt"
    outside.write_text("mine")
    (one / "link").symlink_to(tmp_path)
    trash: Callable[[Path], bool] | None = KINDS[kind]
    delete_training(one, home, trash)
    assert files_in(home) == {name for name in there if name.split(os.sep)[0] == "other"}
    assert outside.read_text() == "mine" and (tmp_path / "trash").exists() == (kind == "trash")


def test_what_would_go_is_counted_once(tmp_path: Path) -> None:
    folder = write_training(tmp_path / "one")
    (folder / "weights").write_bytes(bytes(1000))
    before = whole_training(folder, tmp_path)
    os.link(folder / "weights", folder / "again")
    found = whole_training(folder, tmp_path)
    assert found.files == before.files + 1 and found.bytes == before.bytes > 1000
    assert found.title == "Reverse digits" and found.snapshots == before.snapshots <= len(STEPS)


def no_training(home: Path) -> Path:
    (home / "papers").mkdir()
    (home / "papers" / "mine.txt").write_text("mine")
    return home / "papers"


def elsewhere(home: Path) -> Path:
    return write_training(home.parent / "mine")


def inside(home: Path) -> Path:
    return write_training(home / "one" / "two")


def a_link(home: Path) -> Path:
    write_training(home.parent / "mine")
    (home / "link").symlink_to(home.parent / "mine")
    return home / "link"


def above(home: Path) -> Path:
    write_training(home)
    (home / "one").mkdir()
    return home / "one" / ".."


@pytest.mark.parametrize("made", [no_training, elsewhere, inside, a_link, above])
@pytest.mark.parametrize("trash", KINDS.values(), ids=KINDS)
def test_another_folder_is_never_deleted(
    tmp_path: Path, made: Callable[[Path], Path], trash: Callable[[Path], bool] | None
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    folder = made(home)
    there = files_in(tmp_path)
    with pytest.raises(Refused):
        whole_training(folder, home)
    with pytest.raises(Refused):
        delete_training(folder, home, trash)
    assert files_in(tmp_path) == there


@pytest.mark.skipif(os.name == "nt", reason="nothing is claimed there")
def test_one_that_is_written_is_never_deleted(tmp_path: Path) -> None:
    folder = write_training(tmp_path / "one")
    with only_writer(folder):
        for refused in (lambda: whole_training(folder, tmp_path), lambda: delete_training(folder, tmp_path)):
            with pytest.raises(Refused, match="is writing to"):
                refused()
    assert (folder / ABOUT).is_file()


def test_what_the_trash_or_the_system_does_not_take_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_training(tmp_path / "one")
    with pytest.raises(Refused) as caught:
        delete_training(folder, tmp_path, lambda _: False)
    assert caught.value.code == "E-TRAIN-TRASH" and (folder / ABOUT).is_file()

    def busy(*_: object) -> None:
        raise PermissionError(13, "it is in use")

    monkeypatch.setattr(os, "replace", busy)
    with pytest.raises(Refused, match="it is in use") as caught:
        delete_training(folder, tmp_path)
    assert caught.value.code == "E-TRAIN-DELETE" and files_in(tmp_path) >= {"one", f"one{os.sep}{ABOUT}"}
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
