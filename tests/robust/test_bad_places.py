"""Paths, targets and own files that are not what they should be: each with its code, and nothing else is touched."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from model_core.errors import Refused
from model_core.io.safe_files import read_plain
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document import session
from viz_app.document.session import Session, backups, load_session, save_session
from viz_app.document.state import State
from viz_app.files import picture_export
from viz_app.files.file_kinds import ModelFolder, OpenedSession, Text, look_at
from viz_app.files.picture_export import Picture
from viz_app.system import settings
from viz_app.system.recent_files import recent, recent_file, remember
from viz_app.system.settings import Settings

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="names, links and devices of Linux")
GOOD = "the sea\nthe boat\n"

# ---------------------------------------------------------------- names that are odd, and files that are good

NAMES = {
    "blanks": "my   lesson .txt",
    "a blank in front": " lesson.txt",
    "letters of elsewhere": "lección-日本-שלום.txt",
    "made in two ways": "lec\u0301cion.txt",
    "255 bytes": "a" * 251 + ".txt",
    "255 bytes of two each": "ñ" * 125 + "a.txt",
    "a quote": "it's \"mine\".txt",
    "what a shell reads": "$(x) `x` ; x & x | x.txt",
    "what a format reads": "%s {0} {} %n.txt",
    "what HTML reads": "<b>lesson<b>&amp;.txt",
    "a line break": "two\nlines.txt",
    "control characters": "bell\x07\x1b[31m.txt",
    "bidi": "les\u202etxt.nos.txt",
    "a dash in front": "-rf.txt",
    "a dot in front": ".lesson.txt",
    "no ending": "lesson",
    "two endings": "lesson.tar.txt",
    "capitals": "LESSON.TXT",
    "an ending that nobody knows": "lesson.xyz",
    "an emoji": "👩‍👩‍👧.txt",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_file_is_opened_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(GOOD, encoding="utf-8")
    found = look_at(tmp_path / name)
    assert isinstance(found, Text) and found.lines == ("the sea", "the boat")
    remember(tmp_path / name)
    assert recent() == (tmp_path / name,)
    saved = tmp_path / f"{name[:100]}.json"
    save_session(saved, Session(State()))
    assert isinstance(look_at(saved), OpenedSession)
    assert {path.name for path in tmp_path.iterdir()} == {name, saved.name}


def test_a_name_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"le\xff\xfesson.txt")
    path.write_text(GOOD, encoding="utf-8")
    assert isinstance(look_at(path), Text)
    remember(path)
    assert recent() == (path,)
    path.write_bytes(b"\xff")
    with pytest.raises(Refused) as caught:
        look_at(path)
    assert caught.value.message.encode("utf-8")


# ---------------------------------------------------------------- paths that lead nowhere


def deep(folder: Path) -> Path:
    return folder.joinpath(*["a" * 200] * 30, "x.txt")


def inside_a_file(folder: Path) -> Path:
    (folder / "plain.txt").write_text(GOOD)
    return folder / "plain.txt" / "x.txt"


def loop_of_two(folder: Path) -> Path:
    (folder / "a.txt").symlink_to(folder / "b.txt")
    (folder / "b.txt").symlink_to(folder / "a.txt")
    return folder / "a.txt"


def folder_loop(folder: Path) -> Path:
    (folder / "again").symlink_to(folder / "again")
    return folder / "again" / "x.txt"


def folder_as_json(folder: Path) -> Path:
    (folder / "x.json").mkdir()
    return folder / "x.json"


def pipe_in_a_model(folder: Path) -> Path:
    for name in ("model.safetensors", "tokenizer.json"):
        (folder / name).write_bytes(b"")
    os.mkfifo(folder / "spec.json")
    return folder


def device_in_a_model(folder: Path) -> Path:
    for name in ("model.safetensors", "tokenizer.json"):
        (folder / name).write_bytes(b"")
    (folder / "spec.json").symlink_to("/dev/zero")
    return folder


NOWHERE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a path too deep": (deep, "E-FILE-READ"),
    "inside a file": (inside_a_file, "E-FILE-READ"),
    "two links to each other": (loop_of_two, "E-FILE-READ"),
    "a folder that is a loop": (folder_loop, "E-FILE-READ"),
    "a folder called x.json": (folder_as_json, "E-MODEL-FOLDER"),
    "a folder of folders": (lambda folder: folder, "E-MODEL-FOLDER"),
    "a model with a pipe": (pipe_in_a_model, "E-MODEL-FOLDER"),
    "a model with a device": (device_in_a_model, "E-MODEL-FOLDER"),
    "nothing at all": (lambda folder: folder / "", "E-MODEL-FOLDER"),
    "a terminal": (lambda _: Path("/dev/tty"), "E-FILE-"),
    "noise without end": (lambda _: Path("/dev/urandom"), "E-FILE-KIND"),
    "an error without end": (lambda _: Path("/dev/full"), "E-FILE-KIND"),
    "the program's own memory": (lambda _: Path("/proc/self/mem"), "E-FILE-"),
    "an address": (lambda _: Path("https://example.org/x.txt"), "E-FILE-MISSING"),
    "another computer": (lambda _: Path("//server/share/x.txt"), "E-FILE-MISSING"),
    "half a character": (lambda folder: folder / "x\ud800.txt", "E-FILE-"),
    "a zero": (lambda folder: folder / "x\0.txt", "E-FILE-READ"),
}


@pytest.mark.parametrize(("make", "code"), NOWHERE.values(), ids=NOWHERE)
def test_a_dangling_path(tmp_path: Path, make: Callable[[Path], Path], code: str) -> None:
    with pytest.raises(Refused) as caught:
        look_at(make(tmp_path))
    assert caught.value.code.startswith(code)
    assert caught.value.message.encode("utf-8") and len(caught.value.message) < 600


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"a" * 10)
    real = os.open

    def late(name: Any, *rest: Any) -> int:
        with open(path, "ab") as file:
            file.write(b"b" * 1000)
        return real(name, *rest)

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(Refused) as caught:
        read_plain(path, 100)
    assert caught.value.code == "E-FILE-SIZE"


def test_a_file_that_disappears_while_it_is_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    path.write_text(GOOD)
    real = os.open

    def gone(name: Any, *rest: Any) -> int:
        path.unlink(missing_ok=True)
        return real(name, *rest)

    monkeypatch.setattr(os, "open", gone)
    with pytest.raises(Refused) as caught:
        look_at(path)
    assert caught.value.code == "E-FILE-READ"


def test_a_good_model_folder_behind_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    for name in ("model.safetensors", "tokenizer.json"):
        (real / name).write_bytes(b"")
    spec = {"source_vocabulary": 40, "target_vocabulary": 40}
    (real / "spec.json").write_text(json.dumps({"format": "headscope-model", "version": 1, "spec": spec}))
    (tmp_path / "link").symlink_to(real)
    assert isinstance(look_at(tmp_path / "link"), ModelFolder)


# ---------------------------------------------------------------- targets of pictures and numbers


def socket_at(folder: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "s.png"))
    return folder / "s.png"


def pipe_at(folder: Path) -> Path:
    os.mkfifo(folder / "x.png")
    return folder / "x.png"


def folder_at(folder: Path) -> Path:
    (folder / "x.png").mkdir()
    return folder / "x.png"


def link_to(folder: Path, target: str) -> Path:
    (folder / "x.png").symlink_to(target)
    return folder / "x.png"


TARGETS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a folder": (folder_at, "E-SAVE-FOLDER"),
    "a pipe": (pipe_at, "E-SAVE"),
    "a socket": (socket_at, "E-SAVE"),
    "a link to a device": (lambda folder: link_to(folder, "/dev/full"), "E-SAVE"),
    "a link to itself": (lambda folder: link_to(folder, "x.png"), "E-SAVE-NAME"),
    "a link into nowhere": (lambda folder: link_to(folder, "no/such/x.png"), "E-SAVE-MISSING"),
    "no folder": (lambda folder: folder / "no" / "x.png", "E-SAVE-MISSING"),
    "inside a file": (lambda folder: inside_a_file(folder).with_suffix(".png"), "E-SAVE-MISSING"),
    "a name too long": (lambda folder: folder / ("x" * 300 + ".png"), "E-SAVE-NAME"),
    "a zero": (lambda folder: folder / "x\0.png", "E-SAVE-NAME"),
    "a place of the system's": (lambda _: Path("/proc/x.png"), "E-SAVE"),
    "no ending": (lambda folder: folder / "x", "E-OUT-KIND"),
    "another ending": (lambda folder: folder / "x.jpeg", "E-OUT-KIND"),
    "an ending alone": (lambda folder: folder / ".png", "E-OUT-KIND"),
    "a program": (lambda folder: folder / "x.png.exe", "E-OUT-KIND"),
}


@pytest.mark.parametrize(("make", "code"), TARGETS.values(), ids=TARGETS)
def test_a_picture_that_cannot_be_written(
    qapp: QApplication, tmp_path: Path, make: Callable[[Path], Path], code: str
) -> None:
    target = make(tmp_path)
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    drawing = Picture(10, 10, lambda painter, rect: painter.fillRect(rect, QColor("red")), QColor("white"))
    with pytest.raises(Refused) as caught:
        picture_export.save_picture(target, drawing)
    assert caught.value.code.startswith(code)
    assert len(caught.value.message) < 600
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before, "nothing is left, nothing is gone"


@pytest.mark.parametrize("ending", [".csv", ".json", ".npz"])
def test_numbers_are_kept_from_a_disk_that_is_full(tmp_path: Path, ending: str) -> None:
    resource = pytest.importorskip("resource")
    trace = made_trace()
    target = tmp_path / f"x{ending}"
    target.write_bytes(b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, hard))
    try:
        with pytest.raises(Refused) as caught:
            picture_export.save_numbers(target, State(run=trace.run), trace)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.code == "E-SAVE-FULL"
    assert target.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {target.name}


# ---------------------------------------------------------------- the program's own files

STATE = State(run=RunSpec(source=("the sea",)))


def values_with(**parts: Any) -> bytes:
    """A session file with some of its parts changed."""
    return json.dumps({**json.loads(session.to_bytes(Session(STATE))), **parts}).encode()


def inner(part: str, **fields: Any) -> bytes:
    """A session file with fields of one part changed."""
    values = json.loads(session.to_bytes(Session(STATE)))
    return json.dumps({**values, part: {**values[part], **fields}}).encode()


SESSIONS: dict[str, tuple[bytes, str]] = {
    "two byte order marks": (2 * b"\xef\xbb\xbf" + session.to_bytes(Session(STATE)), "E-JSON-PARSE"),
    "two of them": (session.to_bytes(Session(STATE)) * 2, "E-JSON-PARSE"),
    "zeros behind": (session.to_bytes(Session(STATE)) + b"\0" * 512, "E-JSON-PARSE"),
    "zeros alone": (b"\0" * 4096, "E-JSON-PARSE"),
    "version 10^30": (values_with(version=10**30), "E-SESSION-VERSION"),
    "version a list": (values_with(version=[1]), "E-SESSION-VERSION"),
    "version -1": (values_with(version=-1), "E-SESSION-VERSION"),
    "model null": (values_with(model=None), "E-SESSION-TYPE"),
    "a hash that is a number": (values_with(model={"sha256": 7}), "E-SESSION-TYPE"),
    "a name of bytes": (values_with(model={"name": [104, 105]}), "E-SESSION-TYPE"),
    "a source of 20,001 letters": (inner("run", source=["a" * 20_001]), "E-JSON-STRING"),
    "a source that is null": (inner("run", source=None), "E-SESSION-TYPE"),
    "a source in a list in a list": (inner("run", source=[["a"]]), "E-SESSION-TYPE"),
    "a target without lines": (inner("run", target=[]), "E-SESSION-RANGE"),
    "ids of 2^31": (inner("run", prefix=[2**31]), "E-SESSION-RANGE"),
    "ids of 10^400": (inner("run", prefix=[10**400]), "E-SESSION-RANGE"),
    "steps without end": (inner("run", max_steps=10**9), "E-SESSION-RANGE"),
    "candidates without end": (inner("run", candidates=10**9), "E-SESSION-RANGE"),
    "a model that is a list": (inner("run", model=["copy"]), "E-SESSION-TYPE"),
    "a step of 10^18": (inner("look", step=10**18), "E-SESSION-RANGE"),
    "a head of minus one": (inner("look", head=-1), "E-SESSION-RANGE"),
    "a sentence as digits": (inner("look", sentence="1"), "E-SESSION-TYPE"),
    "text 100 times as large": (inner("desk", text_scale=100.0), "E-SESSION-RANGE"),
    "views that are a text": (inner("desk", views="attention"), "E-SESSION-TYPE"),
    "an option of an option": (values_with(options={"attention": {"scale": {}}}), "E-SESSION-TYPE"),
    "settings": (json.dumps({"format": settings.FORMAT, "version": 1, "settings": {}}).encode(), "E-SESSION-FORMAT"),
    "an INI with a pickle": (b"[General]\nlayout=@Variant(\\0\\0\\0\\x7f\\0)\n", "E-JSON-PARSE"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "code"), SESSIONS.values(), ids=SESSIONS)
def test_a_session_that_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "lesson.json").write_bytes(data)
    with pytest.raises(Refused) as caught:
        load_session(tmp_path / "lesson.json")
    assert caught.value.code == code
    assert len(caught.value.message) < 400 and "\n" not in caught.value.message
    assert (tmp_path / "lesson.json").read_bytes() == data


@pytest.mark.parametrize("share", range(5, 100, 5))
def test_settings_cut_off_anywhere_are_as_on_the_first_day(share: int) -> None:
    settings.save(Settings(theme="dark", speed=4.0))
    data = settings.settings_file().read_bytes()
    settings.settings_file().write_bytes(data[: len(data) * share // 100])
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    "data",
    [
        b"[General]\ntheme=dark\n", b"[General]\ngeometry=@ByteArray(\x01\xd9)\n", b"\x80\x04K\x01.", b"\0" * 100,
        b'{"format": "headscope-settings", "version": 1, "settings": {"theme": NaN}}',
        b'{"format": "headscope-settings", "version": 1, "settings": [["theme", "dark"]]}',
        b'{"format": "headscope-settings", "settings": {"speed": 1e999, "text_scale": -1, "geometry": "\\ud800"}}',
        b'{"format": "headscope-settings", "settings": {"speed": ' + b"9" * 5000 + b"}}",
    ],
)  # fmt: skip
def test_settings_of_another_kind_are_as_on_the_first_day(data: bytes) -> None:
    settings.settings_file().write_bytes(data)
    assert settings.load() == Settings()


KINDS: dict[str, Callable[[Path], Any]] = {
    "folder": Path.mkdir,
    "pipe": lambda path: os.mkfifo(path),
    "loop": lambda path: path.symlink_to(path),
}


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("name", ["settings.json", "recent.json", "session.json"])
def test_own_files_that_are_no_files(isolated_settings: Path, name: str, make: Callable[[Path], Any]) -> None:
    make(isolated_settings / name)
    assert settings.load() == Settings()
    assert recent() == ()
    assert session.reopen().session is None


def test_backups_that_are_in_the_way_do_not_keep_from_saving(tmp_path: Path) -> None:
    target = tmp_path / "lesson.json"
    save_session(target, Session(State()))
    for path in backups(target):
        path.mkdir()
    save_session(target, Session(STATE))
    assert load_session(target).state == STATE
    assert recent_file().parent.is_dir()
