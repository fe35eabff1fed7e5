"""The open session file: where it is, whether it has unsaved changes, and saving it.

A session that cannot be saved stays marked as changed.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from model_core.errors import Refused
from model_core.io.safe_files import stamp_of
from viz_app.document.link import from_link, to_link
from viz_app.document.session import Session, backups, load_session, save_session, session_of
from viz_app.document.state import State, fit_look
from viz_app.document.store import Store
from viz_app.files.file_dialogs import FileDialogs
from viz_app.files.file_kinds import OpenedSession
from viz_app.system import recent_files
from viz_app.system.language import tr
from viz_app.system.refused_files import NotOpened
from viz_app.system.session_lock import SessionLock
from viz_app.views import openable

if TYPE_CHECKING:
    from viz_app.files.alignment_files import AlignmentFiles

SESSION_FILTER = tr("Session (*.json)")
Stamp = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Document:
    """The open session file: its path, the State that it contains, why it is read-only ("" = it is not), the name of
    the file that was `opened` ("" = none; it may since have been saved under another name), the number of the change
    that opened it among those of files of that name (0 = none did), and the `stamp` of the version that this window
    read or wrote last."""

    path: Path
    state: State
    only_read: str = ""
    opened: str = ""
    opening: int = 0
    stamp: Stamp = field(default=(), compare=False)


class SessionFile(FileDialogs):
    """See module. `titled` carries the name of the session file ("" = none) and whether it has changed since;
    `replacing`: another State is about to be opened; `news` carries what stays in view until it is put away."""

    titled = Signal(str, bool)
    replacing = Signal()
    news = Signal(str)
    news_of_model = Signal(str)  # as long as the present model is used

    def __init__(self, window: QWidget, store: Store) -> None:
        super().__init__(window)
        self._store = store
        self.document: Document | None = None
        self._put_by: Document | None = None  # opened, which is undone
        self.asked: Session | None = None  # opened, and its first picture not seen yet
        self._opened = 0  # session files so far: one that is saved meanwhile is not worked on any more
        self._claim = SessionLock()

    @cached_property
    def alignments(self) -> AlignmentFiles:
        from viz_app.files.alignment_files import AlignmentFiles

        return AlignmentFiles(self, self._store)

    def stop(self) -> None:
        """The window closes: pending writes are finished, the session file is released for other windows."""
        super().stop()
        self._claim.release()

    def _title(self) -> None:
        document = self.document
        self.titled.emit(document.path.name if document else "", self.is_changed())

    def follow_history(self) -> None:
        """Undoing the opening of a session closes its file: what was there before is never written to it. Redoing it
        opens the file again."""
        document = self.document or self._put_by
        if document is None:
            return
        done, undone = self.openings(document.opened)
        if self.document is None and done >= document.opening:
            self.document, self._put_by = document, None
        elif self.document is not None and done < document.opening <= done + undone:
            self.document, self._put_by = None, document

    def openings(self, name: str) -> tuple[int, int]:
        """How many changes in force, and how many undone ones, opened a file of this name."""
        (names, done), opening = self._store.history(), tr("open {name}", name=name)
        return names[:done].count(opening), names[done:].count(opening)

    def is_changed(self) -> bool:
        """Whether the open session file contains another State than the present one (during a lesson, the one behind
        it), looks clamped to the current trace."""
        if self.document is None:
            return False
        store = self._store
        held, present = (
            one.with_(look=fit_look(one.look, store.trace))
            for one in (self.document.state, store.hiding.own or store.state)
        )
        return held != present

    def _only_read(self, saved: OpenedSession) -> str:
        """Why this file is not written back; "" if it is."""
        session = saved.session
        self._claim.release()
        if session.newer:
            lost = tr("Not shown here: {names}.", names=", ".join(session.left_out[:5]))
            words = [
                tr("it was written by a newer headscope (version {version}).", version=session.newer),
                *([lost] if session.left_out else []),
                tr("Saving will ask for another name."),
            ]
            return " ".join(words)
        if not self._claim.take(saved.path):
            return tr("another headscope window is using it. Saving will ask for another name.")
        return ""

    def _look_again(self) -> None:
        """Takes over a session file that another window was using, once that has ended and left it unchanged."""
        document = self.document
        if document is None or not document.only_read:
            return
        with contextlib.suppress(Refused):
            now = load_session(document.path)
            same = self.in_this_style(now.state) == self.in_this_style(document.state)
            if same and not now.newer and self._claim.take(document.path):
                self.document = replace(document, only_read="")

    def save_session(self) -> None:
        """Saves to the open file, or asks for one."""
        self._look_again()
        if self.document is None or self.document.only_read:
            self.save_session_as()
        else:
            self.write_session(self.document.path)

    def save_session_as(self) -> None:
        name = "headscope session.json"
        if self.document is not None:
            path = self.document.path
            copy = f"{tr('{name} copy', name=path.stem)}{path.suffix}"
            name = copy if self.document.only_read else path.name
        self.ask(tr("Save the session"), self.write_session, [SESSION_FILTER], name)

    def write_session(self, path: Path) -> None:
        """Saves the session; if it cannot be saved, it stays marked as changed. During a lesson the session file gets
        the State behind the lesson; a scene saved to a file of its own does not become the open file."""
        if not self._may_write(path):
            return
        own, is_open = self._store.hiding.own, self._is_open(path)
        session = session_of(own if own is not None and is_open else self._store.wanted, self._store.trace)
        written = replace(self.document or Document(path, session.state), path=path, state=session.state, only_read="")
        opened, stamps = self._opened if own is None or is_open else -1, list[Stamp]()

        def save() -> None:
            stamps.append(stamp_of(path))
            save_session(path, session)
            stamps.append(stamp_of(path))

        self.write(path, save, lambda: self._saved(written, opened, *stamps))

    # ---- links

    def copy_link(self) -> None:
        session, clipboard = session_of(self._store.wanted, self._store.trace), QGuiApplication.clipboard()
        if self.attempt(tr("The link was not copied"), lambda: clipboard.setText(to_link(session))):
            self.notify(tr("The link is on the clipboard: it opens the same state for anyone with the same model."))

    def paste_link(self) -> None:
        """Opens the State of the link on the clipboard."""
        self.open_link(QGuiApplication.clipboard().text())

    def open_link(self, text: str) -> None:
        """Opens the State of a link, as one undoable change."""
        self.attempt(tr("The link was not opened"), lambda: self._open_link(text))

    def _open_link(self, text: str) -> None:
        try:
            self.asked = session = from_link(text)
        except Refused as error:
            advice = tr("Copy the whole link again, where it was sent or with File ▸ Copy a link to this state.")
            raise NotOpened(error.code, error.message, advice) from None
        self.replacing.emit()
        self.notify(tr("The link is open."))
        self._store.set_state(self.in_this_style(session.state), tr("open a link"))

    def in_this_style(self, state: State) -> State:
        """A State to open, with theme, text size and speed of this window."""
        mine, views = self._store.state.desk, openable(state.desk.views)
        desk = replace(state.desk, theme=mine.theme, text_scale=mine.text_scale, speed=mine.speed, views=views)
        return state.with_(desk=desk)

    def _is_open(self, path: Path) -> bool:
        return self.document is not None and os.path.realpath(self.document.path) == os.path.realpath(path)

    def _may_write(self, path: Path) -> bool:
        """Whether neither another window nor a newer program owns this file; reports it otherwise."""
        self._look_again()
        reason = self.document.only_read if self.document is not None and self._is_open(path) else ""
        if not reason and not self._claim.take(path):
            reason = tr("another headscope window is using it. Save under another name.")
        if reason:
            refusal = NotOpened(
                "E-SESSION-READ-ONLY",
                tr("{name} was not written: {reason}", name=path.name, reason=reason),
                tr("Nothing is lost."),
            )
            self.explain(tr("{name} was not saved", name=path.name), refusal)
        return not reason

    def _failed(self, title: str, error: Exception) -> None:
        super()._failed(title, error)
        if self.document is not None and not self.document.only_read:
            self._claim.take(self.document.path)  # not the file that was not written

    def _saved(self, document: Document, opened: int, before: Stamp, after: Stamp) -> None:
        known = self.document.stamp if self.document is not None and self._is_open(document.path) else before
        if before and known != before != after:  # what is deleted has no version to be kept
            name, kept = document.path.name, backups(Path(os.path.realpath(document.path)))[0].name
            self.news.emit(tr("Another program had changed {name}: that version is kept as {backup}.",
                              name=name, backup=kept))  # fmt: skip
        if opened == self._opened:
            self.document, self._put_by = replace(document, stamp=after), None
            self._claim.keep()
        elif self.document is not None:
            self._claim.take(self.document.path)
        recent_files.remember(document.path)
        self._title()
