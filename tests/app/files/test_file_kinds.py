"""What is this path? Decided by content, nothing run, nothing waited for, and every refusal explains itself."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import shutil
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from model_core.errors import Refused
from model_core.io.limits import SOURCE_LINES, TEXT_CHARACTERS
from model_core.record import npz
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_spec, made_trace
from tests.support.faults import closed
from viz_app.data import tables
from viz_app.document.session import Session, save_session
from viz_app.document.state import State
from viz_app.files import file_kinds
from viz_app.files.file_kinds import ForeignModel, ModelFolder, OpenedSession, Text, look_at, sentences
from viz_app.system import language, recent_files, settings
from viz_app.system.refused_files import KEPT, NotOpened

POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and loops of POSIX")

LAYOUTS = Path(__file__).parents[2] / "fixtures" / "layouts"


class Bomb:
    """What is unpacked makes a file: proof that it was run."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, str]]:
        return open, (str(self.mark), "w")


def refused(path: Path) -> NotOpened:
    """The explanation for a path that is not opened; it has all its parts."""
    with pytest.raises(NotOpened) as caught:
        look_at(path)
    error = caught.value
    assert error.happened.endswith((".", "?"))
    assert error.kept == KEPT
    assert error.advice
    assert error.message == f"{error.happened} {error.kept} {error.advice}"
    assert len(error.message) < 700
    assert "Traceback" not in error.message
    return error


def model_folder(path: Path, name: str = "Mine") -> Path:
    """A folder whose description is in order; the weights are none, which the engine will say."""
    path.mkdir()
    document = {"format": "headscope-model", "version": 1, "spec": made_spec().to_json(), "about": {"name": name}}
    (path / "spec.json").write_text(json.dumps(document))
    (path / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    (path / "tokenizer.json").write_text("{}")
    return path


# ---------------------------------------------------------------- what is opened


def test_a_model_folder_and_each_of_its_files_open_the_model(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "mine")
    for name in ("", "spec.json", "model.safetensors", "tokenizer.json"):
        assert look_at(folder / name) == ModelFolder(folder, "Mine")


def test_a_session_is_opened_whatever_it_is_called(tmp_path: Path) -> None:
    session = Session(State(run=RunSpec(source=("one", "two"))))
    for name in ("a.json", "b.txt", "c"):
        save_session(tmp_path / name, session)
        assert look_at(tmp_path / name) == OpenedSession(tmp_path / name, session)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a", "a.csv", "a.py", "ñ 猫.txt"])
def test_a_text_becomes_sentences(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes("\ufeffThe fox. \r\n\r\n  ¿Dónde?\rlast\n".encode())
    assert look_at(tmp_path / name) == Text(("The fox.", "  ¿Dónde?", "last"), "", tmp_path / name)


def test_of_sentence_pairs_the_sources_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.TSV"
    path.write_bytes(b"a cat\tun gato\tnote\r\nno tab\nthe dog\tel perro\n")
    found = look_at(path)
    assert isinstance(found, Text) and found.lines == ("a cat", "no tab", "the dog")
    assert "Train" in found.notice and "pairs.TSV" in found.notice


def test_a_long_text_is_read_from_its_beginning_with_a_notice(tmp_path: Path) -> None:
    for count, notice in ((SOURCE_LINES, ""), (SOURCE_LINES + 1, "The first 64 of 65 lines of a.txt are read.")):
        (tmp_path / "a.txt").write_text("\n\n".join(f"line {place}" for place in range(count)))
        found = look_at(tmp_path / "a.txt")
        assert isinstance(found, Text)
        assert (len(found.lines), found.notice) == (SOURCE_LINES, notice)
    (tmp_path / "a.txt").write_text("x" * (TEXT_CHARACTERS + 1))
    found = look_at(tmp_path / "a.txt")
    assert isinstance(found, Text)
    assert len(found.lines[0]) == TEXT_CHARACTERS
    assert all(words in found.notice for words in ("20,000", "20,001", "characters", "a.txt"))


@given(some.lists(some.text(max_size=4000), max_size=80))
def test_what_is_read_of_a_text_always_fits_into_the_box(lines: list[str]) -> None:
    found = sentences("\n".join(lines))
    assert len(found.lines) <= SOURCE_LINES
    assert len("\n".join(found.lines)) <= TEXT_CHARACTERS
    assert all(line.strip() for line in found.lines)


def test_the_limit_of_a_text_is_a_million_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"word\n" * 200_000)
    assert isinstance(look_at(tmp_path / "a.txt"), Text)
    (tmp_path / "a.txt").write_bytes(b"word\n" * 200_000 + b"x")
    error = refused(tmp_path / "a.txt")
    assert error.code == "E-FILE-SIZE"
    assert "1,000,001 bytes; the limit is 1,000,000" in error.happened


# ---------------------------------------------------------------- what is refused


def of_torch() -> bytes:
    """A ZIP as PyTorch writes it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("model/data.pkl", pickle.dumps({}))
        packed.writestr("model/data/0", b"\0" * 100)
    return stream.getvalue()


def of_numpy() -> bytes:
    stream = io.BytesIO()
    np.savez(stream, a=np.zeros(3))
    return stream.getvalue()


def array_of_numpy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(3))
    return stream.getvalue()


def packed() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as target:
        target.writestr("letter.txt", "hello")
    return stream.getvalue()


CONTENTS: dict[str, tuple[bytes, str]] = {
    **{f"pickle {protocol}": (pickle.dumps({"a": [1]}, protocol), "E-FILE-PICKLE") for protocol in (2, 3, 4, 5)},
    "torch": (of_torch(), "E-FILE-PICKLE"),
    "npz": (of_numpy(), "E-FILE-ARRAYS"),
    "npy": (array_of_numpy(), "E-FILE-ARRAYS"),
    "our own npz": (bytes(npz.npz(made_trace())), "E-FILE-ARRAYS"),
    "zip": (packed(), "E-FILE-PACKED"),
    "zip cut off": (packed()[:4], "E-FILE-PACKED"),
    "gzip": (gzip.compress(b"hello"), "E-FILE-PACKED"),
    "hdf5": (b"\x89HDF\r\n\x1a\n" + b"\0" * 50, "E-FILE-FOREIGN"),
    "gguf": (b"GGUF\x03\0\0\0", "E-FILE-FOREIGN"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0", "E-FILE-PICTURE"),
    "pdf": (b"%PDF-1.4\n", "E-FILE-PICTURE"),
    "svg": (b'<?xml version="1.0"?><svg/>', "E-FILE-PICTURE"),
    "html": (b"<!DOCTYPE html><p>x", "E-FILE-PICTURE"),
    "html in small letters": (b"<!doctype html><p>x", "E-FILE-PICTURE"),
    "a file that Git LFS has not fetched": (b"version https://git-lfs.github.com/spec/v1\noid x\n", "E-FILE-WEIGHTS"),
    "utf-16": ("hello".encode("utf-16"), "E-TEXT-UTF8"),
    "latin-1": ("mañana será".encode("latin-1"), "E-TEXT-UTF8"),
    "zeros": (b"abc\0def", "E-FILE-UNKNOWN"),
    "noise": (bytes(range(128, 256)), "E-TEXT-UTF8"),
    "empty": (b"", "E-TEXT-EMPTY"),
    "blank": (b" \n\t\r\n\xef\xbb\xbf\n".replace(b"\xef\xbb\xbf", b""), "E-TEXT-EMPTY"),
}


@pytest.mark.parametrize("name", ["a", "a.txt", "a.md"])
@pytest.mark.parametrize("what", CONTENTS)
def test_the_content_decides_under_any_name(tmp_path: Path, what: str, name: str) -> None:
    data, code = CONTENTS[what]
    (tmp_path / name).write_bytes(data)
    assert refused(tmp_path / name).code == code


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.pt", "E-FILE-WEIGHTS"), ("a.pth", "E-FILE-WEIGHTS"), ("a.bin", "E-FILE-WEIGHTS"),
        ("a.ckpt", "E-FILE-WEIGHTS"),
        ("a.pkl", "E-FILE-PICKLE"), ("a.PICKLE", "E-FILE-PICKLE"), ("a.npz", "E-FILE-ARRAYS"),
        ("a.onnx", "E-FILE-FOREIGN"), ("a.h5", "E-FILE-FOREIGN"), ("a.safetensors", "E-FILE-WEIGHTS"),
    ],
)  # fmt: skip
def test_some_endings_are_refused_even_for_plain_text(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / name).write_text("hello there")
    assert refused(tmp_path / name).code == code


@pytest.mark.parametrize("name", ["a.pkl", "a.txt", "a.json", "a.safetensors", "spec.json"])
@pytest.mark.parametrize("protocol", [0, 1, 2, 5])
def test_no_pickle_is_ever_run(tmp_path: Path, name: str, protocol: int) -> None:
    """Protocol 0 is a text as good as any: whatever a file is taken for, nothing is unpacked."""
    mark = tmp_path / "mark"
    (tmp_path / name).write_bytes(pickle.dumps(Bomb(mark), protocol))
    try:
        assert isinstance(look_at(tmp_path / name), Text)
    except NotOpened:
        assert protocol > 0 or not name.endswith(".txt")
    assert not mark.exists()
    pickle.loads(pickle.dumps(Bomb(mark), protocol)).close()
    assert mark.exists(), "the bomb would have gone off"


def test_pickles_say_why_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "weights.pt").write_bytes(of_torch())
    error = refused(tmp_path / "weights.pt")
    assert "weights.pt is a PyTorch checkpoint" in error.happened
    assert "can run programs hidden in it, so headscope never does" in error.happened
    assert "model.safetensors" in error.advice


def test_folders_without_a_model_are_explained(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert "holds no spec.json" in refused(tmp_path / "plain").happened
    (tmp_path / "plain" / "config.json").write_text("{}")
    assert "holds a config.json, but no model.safetensors" in refused(tmp_path / "plain").happened
    folder = model_folder(tmp_path / "half")
    (folder / "model.safetensors").unlink()
    assert "has no model.safetensors" in refused(folder).happened


def test_a_folder_whose_weights_have_a_name_of_their_own(tmp_path: Path) -> None:
    """It is opened if there is one file, with its tokenizer; otherwise the files are named."""
    weights = LAYOUTS / "shared_head_projection.safetensors"
    shutil.copy(weights, tmp_path / "epoch 9.safetensors")
    assert look_at(tmp_path) == ForeignModel(tmp_path)
    shutil.copy(weights, tmp_path / "epoch 8.safetensors")
    error = refused(tmp_path)
    assert error.code == "E-IMPORT-FILES" and "epoch 8.safetensors, epoch 9.safetensors" in error.happened


@pytest.mark.parametrize("opened", ["", "config.json", "model.safetensors"])
def test_weights_that_git_has_not_fetched_are_named(tmp_path: Path, opened: str) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    error = refused(tmp_path / opened)
    assert "model.safetensors is a note of Git LFS" in error.happened and "git lfs pull" in error.advice


def test_missing_files_are_listed_in_correct_spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(language.VARIABLE, "es")
    language.choose("es")
    empty = refused(tmp_path).happened
    (tmp_path / "config.json").write_text("{}")
    half = refused(tmp_path).happened
    language.choose("en")
    assert "no contiene ni spec.json ni model.safetensors, así" in empty
    assert "contiene un config.json, pero ningún model.safetensors, así" in half


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "E-JSON-PARSE"), ("[]", "E-CFG-FORMAT"), ('{"format": "headscope-model", "version": 9}', "E-CFG-VERSION"),
        ('{"format": "headscope-model", "version": 1, "spec": {"d_model": 1e9}}', "E-CFG-MISSING"),
    ],
)  # fmt: skip
def test_a_damaged_description_is_refused_before_anything_is_loaded(tmp_path: Path, text: str, code: str) -> None:
    folder = model_folder(tmp_path / "bad")
    (folder / "spec.json").write_text(text)
    error = refused(folder)
    assert error.code == code and ("newer headscope (version 9)" in error.happened) == (code == "E-CFG-VERSION")


def test_other_json_is_named(tmp_path: Path) -> None:
    trace = made_trace()
    (tmp_path / "n.json").write_bytes(tables.table_of(State(run=trace.run), trace).to_json())
    settings.save(settings.Settings(), tmp_path / "s.json")
    (tmp_path / "o.json").write_text('{"a": 1}')
    (tmp_path / "d.json").write_text("{half")
    expected = {"n.json": "a table of numbers", "s.json": "headscope's settings", "o.json": "JSON, but not a session"}
    for name, words in expected.items():
        assert words in refused(tmp_path / name).happened
    assert refused(tmp_path / "d.json").code == "E-JSON-PARSE"


def test_a_damaged_session_says_what_is_wrong(tmp_path: Path) -> None:
    save_session(tmp_path / "a.json", Session(State()))
    good = (tmp_path / "a.json").read_text()
    (tmp_path / "a.json").write_text(good.replace('"version": 5', '"version": 0'))
    assert refused(tmp_path / "a.json").code == "E-SESSION-VERSION"
    (tmp_path / "a.json").write_text(good[:-40])
    assert refused(tmp_path / "a.json").code == "E-JSON-PARSE"


@POSIX
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "gone.txt").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        expected = {
            tmp_path / "pipe.txt": "is a pipe",
            tmp_path / "s": "is a socket",
            tmp_path / "loop.json": "cannot be read",
            tmp_path / "gone.txt": "There is no file gone.txt",
            tmp_path / "missing.txt": "There is no file missing.txt",
            tmp_path / "nul\0.txt": "the name is not valid",
            tmp_path / ("x" * 300): "cannot be read",
            Path("/dev/zero"): "is a device",
            Path("/dev/null"): "is a device",
        }
        for path, words in expected.items():
            assert words in refused(path).happened


@POSIX
def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("secret")

    def deny(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", deny)
    assert "a.txt cannot be read: Permission denied" in refused(tmp_path / "a.txt").happened


def test_names_with_control_characters_are_shown_harmless(tmp_path: Path) -> None:
    path = tmp_path / ("a\x1b[31m\u202e" + "y" * 150 + ".pkl")
    path.write_bytes(b"x")
    error = refused(path)
    assert error.happened.split(" is a ")[0].isprintable()
    assert len(error.happened.split(" is a ")[0]) <= 120


@given(some.binary(max_size=300), some.sampled_from(["a", "a.json", "a.txt", "a.safetensors"]))
def test_any_bytes_are_opened_or_explained(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(data)
    try:
        assert isinstance(look_at(path), Text)
    except Refused as error:
        assert isinstance(error, NotOpened)


def test_kinds_are_recognised_by_their_first_bytes_only() -> None:
    assert file_kinds.kind_of(b"plain words") is None
    assert file_kinds.kind_of(b"") is None
    assert file_kinds.kind_of("¿Dónde?".encode()) is None


# ---------------------------------------------------------------- recent files


def test_the_last_ten_are_remembered_newest_first_and_once(tmp_path: Path) -> None:
    for number in range(13):
        recent_files.remember(tmp_path / f"{number}.txt")
    recent_files.remember(tmp_path / "5.txt")
    assert [path.name for path in recent_files.recent()] == [f"{n}.txt" for n in (5, 12, 11, 10, 9, 8, 7, 6, 4, 3)]
    recent_files.forget()
    assert recent_files.recent() == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": "headscope-recent"}',
        b'{"format": "headscope-recent", "paths": [1, "", "a\\u0000"]}',
    ],
)
def test_a_list_that_cannot_be_read_is_empty(data: bytes) -> None:
    recent_files.recent_file().write_bytes(data)
    assert recent_files.recent() == ()


def test_a_list_that_cannot_be_written_is_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "file"))
    recent_files.remember(tmp_path / "a.txt")
    assert recent_files.recent() == ()


def test_every_sign_that_ends_a_line_ends_a_sentence() -> None:
    """The text box would break the line at U+2028 and U+2029 too: text and picture must agree."""
    assert sentences("one\u2028two\u2029three\u0085four\r\nfive").lines == ("one", "two", "three", "four", "five")


@pytest.mark.parametrize("name", ["", "inside"])
def test_a_folder_without_permission_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    error = refused(closed(tmp_path / "secret", monkeypatch) / name)
    assert error.code == "E-FILE-READ" and "cannot be read" in error.happened
