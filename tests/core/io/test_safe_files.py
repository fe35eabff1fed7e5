"""Files are written whole or not at all, and read only when they are plain ones."""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io import safe_files
from model_core.io.safe_files import display_name, write_reason
from tests.support.faults import failing, files_in

OLD, NEW = b"old " * 1000, b"new " * 9000
POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and permissions of POSIX")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file with old contents in a folder of its own."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "notes.json").write_bytes(OLD)
    return folder / "notes.json"


def test_a_new_file_gets_the_bytes_and_ordinary_permissions(tmp_path: Path) -> None:
    safe_files.write_atomic(tmp_path / "new", NEW)
    (tmp_path / "plain").write_bytes(b"")
    assert files_in(tmp_path) == {"new": NEW, "plain": b""}
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_old_file_is_replaced_and_keeps_its_permissions(target: Path) -> None:
    target.chmod(0o640)
    safe_files.write_atomic(target, memoryview(NEW))
    assert files_in(target.parent) == {"notes.json": NEW}
    assert os.name != "posix" or stat.S_IMODE(target.stat().st_mode) == 0o640


def test_nothing_is_written_as_nothing(target: Path) -> None:
    safe_files.write_atomic(target, b"")
    assert target.read_bytes() == b""


@pytest.mark.parametrize("short", [False, True], ids=["nothing", "half of it"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_whatever_call_fails_the_old_file_stays_and_nothing_is_left(
    target: Path, monkeypatch: pytest.MonkeyPatch, number: int, short: bool
) -> None:
    failed = []
    for at in range(20):
        with failing(monkeypatch, at, number, short) as counter:
            try:
                safe_files.write_atomic(target, NEW)
            except OSError as error:
                failed.append(counter.failed)
                assert error.errno == number and error.filename == str(target), "not the temporary file's name"
                assert files_in(target.parent) == {"notes.json": OLD}
                continue
        break
    assert failed == ["mkstemp", "chmod", "write", "fsync", "replace"]
    assert counter.calls == 6, "the folder's own fsync is the sixth call; when it fails the new file is in its place"
    assert files_in(target.parent) == {"notes.json": NEW}


def test_the_order_is_write_fsync_replace_fsync_of_the_folder(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    write, fsync, replace = os.write, os.fsync, os.replace
    monkeypatch.setattr(os, "write", lambda *a: (done.append("write"), write(*a))[1])
    monkeypatch.setattr(
        os, "fsync", lambda h: (done.append("fsync folder" if os.path.isdir(h) else "fsync"), fsync(h))[1]
    )
    monkeypatch.setattr(os, "replace", lambda *a: (done.append("replace"), replace(*a))[1])
    safe_files.write_atomic(target, NEW, before=lambda: done.append("before"))
    expected = ["write", "fsync", "before", "replace"]
    assert done == [*expected, "fsync folder"] if hasattr(os, "O_DIRECTORY") else done == expected


def test_short_writes_are_continued_until_everything_is_written(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data)[:777]))
    safe_files.write_atomic(target, NEW)
    assert target.read_bytes() == NEW


@pytest.mark.parametrize("count", [0, len(NEW)], ids=["says so", "lies"])
def test_a_short_write_is_an_error(target: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: (write(handle, bytes(data)[:10]), count)[1])
    with pytest.raises(OSError, match=r"nothing more could be written|only 10 of 36,000 bytes"):
        safe_files.write_atomic(target, NEW)
    assert files_in(target.parent) == {"notes.json": OLD}


def test_what_comes_before_replacing_may_stop_it(target: Path) -> None:
    def stop() -> None:
        assert target.read_bytes() == OLD
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        safe_files.write_atomic(target, NEW, before=stop)
    assert files_in(target.parent) == {"notes.json": OLD}


LIMITED = """
import resource, signal, sys
from pathlib import Path
from model_core.errors import Refused
from model_core.io.safe_files import save
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    save(Path(sys.argv[1]), b"new " * 9000)
except Refused as error:
    print(error.code, error.message)
"""


@POSIX
def test_a_failed_write_is_explained_in_words() -> None:
    for number in (errno.ENOSPC, errno.EFBIG):
        assert write_reason(OSError(number, os.strerror(number), "a")) == "the disk is full"
    assert write_reason(OSError(errno.EROFS, "Read-only file system")) == "the disk is read-only"
    assert write_reason(OSError(errno.EIO, "Input/output error")) == "Input/output error"
    assert write_reason(OSError("something else")) == "something else"


def test_a_file_that_may_not_grow_any_further_is_a_full_disk(target: Path) -> None:
    """The system itself writes 10,000 of 36,000 bytes and then refuses."""
    done = subprocess.run([sys.executable, "-c", LIMITED, str(target)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("E-SAVE-FULL notes.json could not be saved: the disk is full (36,000 bytes needed")
    assert "The existing file is unchanged." in done.stdout
    assert files_in(target.parent) == {"notes.json": OLD}


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (errno.ENOSPC, "E-SAVE-FULL", "the disk is full"),
        (errno.EACCES, "E-SAVE-DENIED", "permission denied"),
        (errno.EROFS, "E-SAVE-DENIED", "the disk is read-only"),
        (errno.EISDIR, "E-SAVE-FOLDER", "a folder with this name exists"),
        (errno.ENAMETOOLONG, "E-SAVE-NAME", "the name is not valid"),
        (errno.EIO, "E-SAVE", os.strerror(errno.EIO)),
    ],
)
def test_a_failed_save_says_what_happened_what_was_kept_what_to_do(
    target: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, words: str
) -> None:
    with failing(monkeypatch, 2, number), pytest.raises(Refused, match="unchanged") as caught:
        safe_files.save(target, NEW)
    assert caught.value.code == code
    assert caught.value.message.startswith(f"notes.json could not be saved: {words}")
    assert caught.value.message.endswith((" elsewhere.", "another name."))


def test_a_disk_that_can_only_be_read_is_named_with_what_to_do() -> None:
    refusal = safe_files.file_refusal(OSError(errno.EROFS, os.strerror(errno.EROFS), "/mnt/a.npz"))
    assert refusal.code == "E-SAVE-DENIED"
    assert refusal.message == "/mnt/a.npz could not be written: the disk is read-only. Save it elsewhere."


def test_a_save_into_nowhere(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path / "no" / "folder" / "x.json", "E-SAVE-MISSING"),
        (tmp_path, "E-SAVE-FOLDER"),
        (tmp_path / ("x" * 300), "E-SAVE-NAME"),
        (tmp_path / "nul\0", "E-SAVE-NAME"),
    ):
        with pytest.raises(Refused) as caught:
            safe_files.save(path, NEW)
        assert caught.value.code == code
        assert "unchanged" not in caught.value.message
    assert list(tmp_path.iterdir()) == []


def test_a_name_of_255_bytes_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / ("ñ" * 125 + ".json")
    assert len(os.fsencode(path.name)) == 255
    safe_files.save(path, NEW)
    assert path.read_bytes() == NEW


@POSIX
def test_links_are_followed_and_stay_links(target: Path) -> None:
    link = target.parent / "link.json"
    link.symlink_to(target.name)
    safe_files.save(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


@POSIX
def test_a_link_into_nowhere_names_the_folder_that_is_not_there(target: Path) -> None:
    link = target.parent / "link"
    link.symlink_to(target.parent / "gone" / "notes.json")
    with pytest.raises(Refused) as caught:
        safe_files.save(link, NEW)
    assert "there is no folder" in caught.value.message and str(target.parent / "gone") in caught.value.message


@POSIX
def test_pipes_and_devices_are_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(Refused, match="it is not a regular file"):
            safe_files.save(path, NEW)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_file_that_may_not_be_written_is_not_replaced(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder would allow it, the file's own permission does not. (Asked for the superuser too, who may all.)"""
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != target)
    with pytest.raises(Refused) as caught:
        safe_files.save(target, NEW)
    assert caught.value.code == "E-SAVE-DENIED"
    assert target.read_bytes() == OLD


def test_leftovers_of_killed_programs_are_swept_and_nothing_else(target: Path) -> None:
    old, young = target.parent / ".notes.json.abcd1234", target.parent / ".notes.json.wxyz5678"
    others = [target.parent / name for name in (".notes.json.x", ".other.json.abcd1234", "notes.json.abcd1234")]
    for path in (old, young, *others):
        path.write_bytes(b"half")
        if path != young:
            os.utime(path, (time.time() - 3600,) * 2)
    safe_files.remove_leftovers(target)
    assert set(files_in(target.parent)) == {"notes.json", young.name, *(path.name for path in others)}


# ---------------------------------------------------------------- reading


def test_a_plain_file_is_read_up_to_the_limit(target: Path) -> None:
    assert safe_files.read_plain(target, len(OLD)) == OLD
    with pytest.raises(Refused, match="4,000 bytes; the limit is 3,999") as caught:
        safe_files.read_plain(target, len(OLD) - 1)
    assert caught.value.code == "E-FILE-SIZE"
    assert safe_files.read_head(target, 6) == b"old ol"
    assert safe_files.read_head(target, 10**6) == OLD


@POSIX
def test_whatever_is_no_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        expected = {
            "pipe": ("E-FILE-KIND", "a pipe"),
            "loop": ("E-FILE-READ", "loop cannot be read"),
            "gone": ("E-FILE-READ", "gone cannot be read"),
            "s": ("E-FILE-KIND", "a socket"),
            ".": ("E-FILE-KIND", "a folder"),
            "/dev/zero": ("E-FILE-KIND", "a device"),
            "nul\0": ("E-FILE-READ", "not valid"),
        }
        for name, (code, words) in expected.items():
            for read in (safe_files.read_plain, safe_files.read_head):
                with pytest.raises(Refused, match=words) as caught:
                    read(tmp_path / name, 100)
                assert caught.value.code == code


@POSIX
def test_a_file_that_becomes_a_pipe_meanwhile_is_not_waited_for(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def swapped(path: str, flags: int) -> int:
        target.unlink()
        os.mkfifo(target)
        return real(path, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(Refused, match="is a pipe"):
        safe_files.read_plain(target, 100)


def test_the_windows_process_writes_files_without_torch() -> None:
    program = "import sys, model_core.io.safe_files, model_core.record.npz\n"
    program += "print(*(name in sys.modules for name in sys.argv[1:]))"
    command = [sys.executable, "-c", program, "torch", "PySide6"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_long_name_is_told_by_its_beginning() -> None:
    assert display_name(Path("folder", "a" * 120)) == "a" * 120
    assert display_name(Path("folder", "a" * 121)) == "a" * 119 + "…"
    assert display_name(Path("folder", "a\nb\udc80")) == "a\ufffdb?" and display_name(
        Path("a", "b"), whole=True
    ) == str(Path("a", "b"))
