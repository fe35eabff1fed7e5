"""How files name folders of one's own: found again beside the file and on another computer, without whose it is."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from model_core.io.references import located, reference, renamed


@pytest.fixture
def ana(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of somebody with a few folders, and headscope's own."""
    home = tmp_path / "home" / "ana"
    for name in ("course/lessons", "course/models/mine", "data/headscope/models/mine", "away"):
        (home / name).mkdir(parents=True)
    (tmp_path / "disk" / "big").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("HEADSCOPE_HOME", str(home / "data" / "headscope"))
    return home


@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        ("course/models/mine", "course", "./models/mine"),
        ("course/models/mine", "course/models", "./mine"),
        ("course/models/mine", "course/lessons", "../models/mine"),
        ("course/models/mine", "away", "../course/models/mine"),
        ("course/models/mine", "", "./course/models/mine"),
        ("course/models/mine", "data/headscope/models", "~/course/models/mine"),
        ("course/models/mine", None, "~/course/models/mine"),
        ("data/headscope/models/mine", "course", "~headscope/models/mine"),
        ("data/headscope/trainings/Copy digits/snapshots/64", None, "~headscope/trainings/Copy digits/snapshots/64"),
    ],
)
def test_a_user_folder_is_named_without_its_home_and_found_again(
    ana: Path, path: str, folder: str | None, name: str
) -> None:
    whole, where = str(ana / path), None if folder is None else ana / folder
    assert reference(whole, where) == name and "ana" not in name.split("/")
    assert located(name, where) == whole
    assert located(whole, where) == whole, "as an earlier version wrote it"


def test_from_outside_the_home_folder_a_reference_does_not_name_that_folder(ana: Path) -> None:
    """Neither from a disk beside it nor from the folder of all homes."""
    for folder in (ana.parents[1] / "disk", ana.parent, ana.parents[1], Path(ana.anchor)):
        assert reference(str(ana / "away"), folder) == "~/away"
    big = str(ana.parents[1] / "disk" / "big")
    assert reference(big, ana) == big == located(big, ana), "a disk of its own has no other name"


def test_a_folder_moves_with_the_file_that_names_it(ana: Path, tmp_path: Path) -> None:
    name = reference(str(ana / "course" / "models" / "mine"), ana / "course" / "lessons")
    moved = tmp_path / "other computer"
    (ana / "course").rename(moved)
    assert located(name, moved / "lessons") == str(moved / "models" / "mine")


def test_a_link_in_between_is_followed_where_that_helps(ana: Path, tmp_path: Path) -> None:
    (tmp_path / "short").symlink_to(ana / "course")
    assert reference(str(tmp_path / "short" / "models" / "mine"), ana / "course") == "./models/mine"
    assert reference(str(ana / "course" / "models" / "mine"), tmp_path / "short") == "./models/mine"


def test_a_file_that_is_named_from_the_current_folder_leads_to_a_whole_path(
    ana: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `headscope lessons/order.json` opens it: the path is kept in sessions, which open elsewhere."""
    monkeypatch.chdir(ana / "course")
    assert located("../models/mine", Path("lessons")) == str(ana / "course" / "models" / "mine")
    assert reference(str(ana / "course" / "models" / "mine"), Path("lessons")) == "../models/mine"


def test_the_folder_of_a_file_may_itself_be_a_link(ana: Path, tmp_path: Path) -> None:
    """What is beside the folder is not beside the link to it."""
    short, mine = tmp_path / "short", str(ana / "course" / "models" / "mine")
    short.symlink_to(ana / "course" / "lessons")
    name = reference(mine, short)
    assert name == "../models/mine"
    assert os.path.samefile(located(name, short), mine)
    (tmp_path / "models" / "mine").mkdir(parents=True)
    assert os.path.samefile(located(reference(mine, short), short), mine), "not another one beside the link"


def test_of_a_home_folder_that_is_the_root_nothing_is_named(ana: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a user without one in a container: "~/data" would be another folder on each computer."""
    mine = str(ana / "course" / "models" / "mine")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, Path(ana.anchor).as_posix())
    assert reference(mine) == mine == located(mine)
    assert reference(mine, ana / "course") == "./models/mine"


def test_what_comes_along_keeps_its_name(ana: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a folder of that name lies in the current one."""
    monkeypatch.chdir(ana / "course")
    (ana / "course" / "reverse").mkdir()
    for name in ("", "reverse", "english-spanish", "reverse/snapshots/64", "owner/published", "never there"):
        assert reference(name, ana / "course") == name == located(name, ana / "course")
    assert reference("models/mine", ana / "course") == "./models/mine"
    assert reference(f".{os.sep}models", ana) == "./course/models"


@pytest.mark.parametrize(
    ("old", "here"),
    [
        ("/elsewhere/ben/.local/share/headscope/models/mine", "models/mine"),
        (r"D:\Ben\AppData\Local\headscope\models\mine", "models/mine"),
        ("/elsewhere/ben/.local/share/headscope/trainings/Copy digits", "trainings/Copy digits"),
        ("/elsewhere/ben/x/trainings/Copy digits/snapshots/64", "trainings/Copy digits/snapshots/64"),
    ],
)
def test_a_path_of_another_computer_is_found_by_its_name(ana: Path, old: str, here: str) -> None:
    own = ana / "data" / "headscope"
    (own / "trainings" / "Copy digits" / "snapshots" / "64").mkdir(parents=True)
    assert located(old, ana) == str(own / here)
    other = old.replace("mine", "other").replace("Copy digits", "Other")
    assert located(other, ana) == other, "what is nowhere stays named"


def test_what_is_no_model_is_not_found_among_the_models(ana: Path) -> None:
    """A lost survey opened as a model folder of its name."""
    own = ana / "data" / "headscope"
    (own / "trainings" / "Copy digits").mkdir(parents=True)
    for lost in ("/elsewhere/ben/surveys/mine", "/elsewhere/ben/models/mine", r"D:\Ben\mine", "/"):
        assert located(lost, ana, model=False) == lost
    assert located("/elsewhere/trainings/Copy digits", ana, model=False) == str(own / "trainings" / "Copy digits")
    paths = {"model": "/elsewhere/mine", "options": [{"folder": "/elsewhere/mine", "survey": "/elsewhere/mine"}]}
    found = renamed(paths, located, partial(located, model=False))
    assert found == paths | {"model": str(own / "models" / "mine")}


def test_a_path_of_dots_leads_nowhere_else(ana: Path) -> None:
    for strange in ("/nowhere/models/..", "/nowhere/..", "/", "/nowhere/"):
        assert located(strange, ana) == strange
