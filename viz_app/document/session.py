"""Sessions: the State as a file, with the model it belongs to. No Qt.

A session file is the JSON of viz_app.document.state with two parts more: "program", and "model" with the name and the
SHA-256 of the model and, for a model that did not come with the program, where it lies as seen from the file. Weights
and results are never in it: they are computed again.

A file is replaced whole or not at all. An explicit save keeps the last three versions beside it
(lesson.json, lesson.backup1.json …); the last session is kept in the program's own folder.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.limits import JSON_PARTS, JSON_STRING, check_texts, parse_json
from model_core.io.references import located, reference
from model_core.io.resources import bundled
from model_core.io.safe_files import numbered, read_plain, remove_leftovers, save, write_atomic
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import recorded_run
from model_core.version import version
from viz_app.document.state import State, is_newer
from viz_app.system.language import tr
from viz_app.system.settings import home, make_folder

LARGEST_FILE = 4_000_000
"""Bytes of a session file: one with every edit that a run may have takes a third of it."""
BACKUPS = 3
_LONGEST = 500  # characters of a model's name in a file
_OWN = ("program", "model")


@dataclass(frozen=True)
class Session:
    """A State and the model it belongs to; both names are "" if nothing had been computed yet.

    newer  the version of a file that a later headscope wrote, 0 otherwise; `left_out` names its unknown parts: such a
           session is read, and never written back to its file
    typed  the text that returns when a model is chosen in place of the run's, if that has another one
    """

    state: State
    model_name: str = ""
    model_hash: str = ""
    newer: int = 0
    left_out: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()

    def changed_model(self, trace: Trace) -> str:
        """The message if this Trace was computed with other weights than the session; "" for the same ones."""
        if not self.model_hash or not trace.model.hash or trace.model.hash == self.model_hash:
            return ""
        if trace.run.model != self.state.run.model:
            return ""
        return tr(
            "The model “{name}” is not the one this session was saved with ({hash} instead "
            "of {saved}): its numbers may differ.",
            name=trace.model.name,
            hash=trace.model.hash[:12],
            saved=self.model_hash[:12],
        )


def session_of(state: State, trace: Trace | None) -> Session:
    """The present Session; it has the model of the trace, if that is the chosen model."""
    if trace is None or trace.run.model != state.run.model:
        return Session(state)
    return Session(state, trace.model.name[:_LONGEST], trace.model.hash)


# ---------------------------------------------------------------- bytes


def to_bytes(session: Session, folder: Path | None = None) -> bytes:
    """The file's bytes; `folder` is where it will be written. Raises Refused for a State that could not be read
    again."""
    model: dict[str, Any] = {"name": session.model_name, "sha256": session.model_hash}
    state = session.state.with_paths(partial(reference, folder=folder))
    if state.run.model.startswith("."):
        model["beside"] = state.run.model  # for earlier versions
    if session.typed:
        model["typed"] = "\n".join(session.typed)[:JSON_STRING]
    values = state.to_json()
    head = {name: values.pop(name) for name in ("format", "version")}
    document = {**head, "program": f"headscope {version()}", "model": model, **values}
    reason = tr("it would be too large")
    try:
        data = (json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n").encode("ascii")
        if len(data) <= LARGEST_FILE and _read(data, "the session")[0].state == state:
            return data
    except (Refused, ValueError) as error:
        reason = error.message if isinstance(error, Refused) else str(error)
    raise Refused(
        "E-SESSION-SAVE",
        tr("This session was not saved, because it could not be opened again: {reason}", reason=reason),
    )


def from_bytes(data: bytes, name: str, folder: Path | None = None) -> Session:
    """The Session in a file's bytes; `name` is for messages, `folder` contains the file. Raises Refused."""
    found, beside = _read(data, name)
    return replace(found, state=_located(found.state, beside, folder))


def _read(data: bytes, name: str) -> tuple[Session, str]:
    """The Session as it is in a file's bytes, and where its model lies as seen from the file, if an earlier version
    says so."""
    values = parse_json(data, name, LARGEST_FILE, JSON_PARTS)
    check_long_texts(values)
    if not isinstance(values, dict):
        raise Refused("E-SESSION-FORMAT", tr("{name} is not a headscope session", name=name))
    model = values.get("model", {})
    if not isinstance(model, dict) or not all(isinstance(text, str) for text in model.values()):
        raise Refused("E-SESSION-TYPE", tr("In {name} the part 'model' is damaged", name=name))
    plain = {key: value for key, value in values.items() if key not in _OWN}
    left_out: tuple[str, ...] = ()
    if newer := is_newer(plain):
        state, left_out = State.from_newer(plain)
    else:
        state = State.from_json(plain)
    said = model.get("name", "")[:_LONGEST], model.get("sha256", "")
    typed = tuple(filter(None, model.get("typed", "").split("\n")))
    return Session(state, *said, plain["version"] if newer else 0, left_out, typed), model.get("beside", "")


def check_long_texts(values: Any) -> None:
    """Raises Refused if the JSON of a State has a text longer than any JSON may have, except those of a recording."""
    check_texts(_without_recorded(values), JSON_STRING)


def _without_recorded(values: Any) -> Any:
    """JSON without the texts of runs that are recordings."""
    if isinstance(values, list):
        return list(map(_without_recorded, values))
    if not isinstance(values, dict):
        return values
    left_out = ("source", "target") if is_recording(str(values.get("model", ""))) else ()
    return {name: _without_recorded(value) for name, value in values.items() if name not in left_out}


def _located(state: State, beside: str, folder: Path | None) -> State:
    """The State with the current paths of models and other folders, and with the current content of a recording, also
    in the pin."""
    if folder is None:
        return state
    own, there = state.run.model, _located_model(state.run.model, beside, folder)
    found = partial(located, folder=folder)
    state = state.with_paths(lambda path: there if path == own else found(path), partial(found, model=False))
    pin = state.pin and replace(state.pin, run=_as_recorded(state.pin.run))
    return state.with_(run=_as_recorded(state.run), pin=pin)


def _as_recorded(run: RunSpec) -> RunSpec:
    """The run with the texts of its recording, which may have been saved again; any other run unchanged."""
    with contextlib.suppress(Refused):
        return run.with_(source=recorded_run(run.model).source) if is_recording(run.model) else run
    return run


def _located_model(model: str, beside: str, folder: Path) -> str:
    """The model folder: at its old path, or beside the session that was moved together with it."""
    if bundled(model) is not None:
        return model
    with contextlib.suppress(ValueError, OSError):
        for place in (beside, beside.replace("\\", "/")) if beside else ():  # which Windows wrote
            moved = Path(os.path.normpath(folder / place))
            if not _is_model(Path(model)) and _is_model(moved):
                return str(moved)
    return located(model, folder)


def _is_model(path: Path) -> bool:
    """Whether a path is a model folder or a recording."""
    return path.is_file() if is_recording(path.name) else (path / "spec.json").is_file()


# ---------------------------------------------------------------- files


def save_session(path: Path, session: Session) -> None:
    """Writes a session file, readable only by its owner if it is new, and keeps the versions before it. Raises Refused
    with every file unchanged."""
    target = Path(os.path.realpath(path))
    data = to_bytes(session, target.parent)
    remove_leftovers(target)
    with contextlib.suppress(Refused):
        if read_plain(target, LARGEST_FILE) == data:
            return
    save(target, data, before=lambda: _rotate(target), private=True)


def load_session(path: Path) -> Session:
    """The Session in a file; of a newer version's file what this version knows. Raises Refused with the reason."""
    target = Path(path)
    return from_bytes(read_plain(target, LARGEST_FILE), target.name, Path(os.path.realpath(target)).parent)


def backups(path: Path) -> list[Path]:
    """The paths of the earlier versions of a session file, the newest first."""
    return [path.with_name(f"{path.stem}.backup{number}{path.suffix}") for number in range(1, BACKUPS + 1)]


def _rotate(path: Path) -> None:
    """Copies the present file to the newest backup, so that it never disappears. Saving continues if a backup cannot be
    made."""
    if not path.is_file():
        return
    kept = backups(path)
    with contextlib.suppress(OSError):
        for newer, older in reversed(list(itertools.pairwise(kept))):
            if newer.is_file():
                os.replace(newer, older)
        try:
            os.link(path, kept[0])
        except OSError:
            write_atomic(kept[0], path.read_bytes(), private=True)


# ---------------------------------------------------------------- the last session

LAST, BEFORE, DAMAGED, ASIDE = "session.json", "session.before.json", "session.damaged.json", "session.aside.json"
"""Files in the program's folder: the present session, the one that this start began with, one that could not be read,
one that was not opened for another reason."""

TRIES = "session.tries"
"""How many starts in a row ended before their first picture."""

TRUSTED = 2
"""After this many starts that ended before their first picture the last session is not opened again by itself."""


@dataclass(frozen=True)
class LastStart:
    """The last session or None, and a notice about it ("" = none)."""

    session: Session | None = None
    notice: str = ""


def last_file() -> Path:
    return home() / LAST


def reopen() -> LastStart:
    """The last session. Never raises, and never overwrites what could not be read. If another window keeps it, it stays
    in place, and the start is not counted."""
    alone = not _is_kept()
    last = _last_start(alone)
    if alone:
        _count(0 if last.session is None else _tries() + 1)
    return last


def _last_start(alone: bool) -> LastStart:
    path, name = last_file(), DAMAGED
    if not path.is_file():
        return LastStart()
    try:
        if alone and (tries := _tries()) >= TRUSTED:
            name, reason = ASIDE, tr("headscope failed {number} times in a row before its first picture", number=tries)
        elif (session := load_session(path)).newer:
            words = tr("A newer headscope wrote the last session (version {version})", version=session.newer)
            name, reason = ASIDE, words
        else:
            return LastStart(session)
    except Refused as error:
        reason = tr("The last session cannot be read: {message}", message=error.message)
    except Exception as error:  # no content of a file may keep the program from starting
        sys.excepthook(type(error), error, error.__traceback__)
        reason = tr("The last session cannot be read ({error})", error=type(error).__name__)
    why = tr("another headscope window keeps its own")
    return LastStart(None, set_aside(path, name, reason) if alone else _stays(path, reason, why))


def keep_before() -> None:
    """Keeps the last session before this one overwrites it."""
    with contextlib.suppress(OSError, Refused):
        write_atomic(home() / BEFORE, read_plain(last_file(), LARGEST_FILE), private=True)


def mark_start_successful() -> None:
    """The first trace has arrived: the last session can be trusted."""
    _count(0)


def free_path(path: Path) -> Path:
    """This path if it is free; otherwise the first free one with a number from 2 appended to its name."""
    return next(one for one in numbered(path.parent, path.stem, path.suffix) if not os.path.lexists(one))


def set_aside(path: Path, name: str, reason: str) -> str:
    """Renames a file that is not opened; returns the reason, and the new path."""
    kept = free_path(path.with_name(name))
    try:
        os.replace(path, kept)
    except OSError as error:
        return _stays(path, reason, error.strerror or str(error))
    return tr("{reason}. It is kept as {name}; headscope starts with a new one.", reason=reason, name=kept)


def _stays(path: Path, reason: str, error: str) -> str:
    return tr("{reason}. It stays where it is: {path} ({error}).", reason=reason, path=path, error=error)


def _is_kept() -> bool:
    """Whether an open window keeps the last session."""
    from PySide6.QtCore import QLockFile  # only where there are windows

    from viz_app.system.session_lock import lock_at

    lock = lock_at(last_file().with_suffix(".lock"))
    return not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError


def _tries() -> int:
    try:
        return int(read_plain(home() / TRIES, 20))
    except (Refused, ValueError):
        return 0


def _count(tries: int) -> None:
    with contextlib.suppress(OSError):
        if tries:
            write_atomic(home() / TRIES, str(tries).encode(), durable=False)
        else:
            (home() / TRIES).unlink(missing_ok=True)


def save_last(session: Session) -> None:
    """Writes the last session, without backups. Raises Refused."""
    path = last_file()
    try:
        make_folder(path.parent)
    except OSError as error:
        raise Refused(
            "E-SAVE",
            tr(
                "{folder} cannot be created: {error}. The session is not kept", folder=path.parent, error=error.strerror
            ),
        ) from None
    save(path, to_bytes(session, path.parent), private=True)
