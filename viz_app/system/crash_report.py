"""Handles every unforeseen exception: one calm line in the window, the details in a rotating log file.

Python's exceptions in slots, paint events and threads and Qt's own warnings all come here. Nothing opens a dialog; the
same fault again within a second is only counted. This module never writes the user's text to the log.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from model_core.errors import Refused
from viz_app.system.language import tr, translated

LOG_BYTES, LOG_FILES = 1_000_000, 5
PAUSE = 1.0  # seconds in which the same fault is reported once
KEPT = 50  # faults remembered for "Details"
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

log = logging.getLogger("headscope")


class LogFile(RotatingFileHandler):
    """A log on a disk that may be full: what cannot be written is dropped, without a message in the terminal."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Does nothing: the window reports the fault itself."""

    def close(self) -> None:
        """Drops what could not be written."""
        with contextlib.suppress(OSError):
            super().close()


class CrashReporter(QObject):
    """Catches what was not caught elsewhere. `message` carries one line; `story()` has the details of the latest."""

    message = Signal(str)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self._stories: list[str] = []
        self._last: dict[str, float] = {}
        self._before: tuple[Any, Any, Any, Any] | None = None
        self._file = _log_file(folder)

    def install(self) -> None:
        """Replaces the exception hooks of Python and of Qt until `remove`."""
        before_qt = qInstallMessageHandler(self._qt)
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook, before_qt)
        sys.excepthook = self._exception
        threading.excepthook = self._thread
        sys.unraisablehook = self._unraisable

    def remove(self) -> None:
        """Restores the hooks and closes the log."""
        if self._before is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook, before_qt = self._before
            qInstallMessageHandler(before_qt)
            self._before = None
        if self._file is not None:
            log.removeHandler(self._file)
            self._file.close()
            self._file = None

    def story(self) -> str:
        """The latest faults, oldest first, as plain text."""
        return "\n\n".join(self._stories)

    def report(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Handles an exception: logs, remembers, reports."""
        self.count += 1
        story = "".join(traceback.format_exception(kind, error, trace)).strip()
        now, cause = time.monotonic(), _cause(kind, trace)
        quiet = now - self._last.get(cause, -PAUSE) < PAUSE
        self._last[cause] = now
        if quiet:
            return
        log.error("%s", story)
        self._stories = [*self._stories[1 - KEPT :], story]
        if isinstance(error, Refused):  # by what is selected: a recording has changed, say
            self.message.emit(tr("{what}. Your text and the picture are kept.", what=translated(error.message)))
        else:
            self.message.emit(tr("Something went wrong in the program. Your text and the picture are kept."))

    def _exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt | SystemExit):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(kind, error, trace)

    def _thread(self, args: threading.ExceptHookArgs) -> None:
        if not issubclass(args.exc_type, SystemExit):
            self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def _unraisable(self, args: Any) -> None:
        self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def _qt(self, kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)


def _cause(kind: type[BaseException], trace: TracebackType | None) -> str:
    """What makes two faults the same: the exception type and the line that raised it."""
    last = traceback.extract_tb(trace)[-1] if trace is not None and traceback.extract_tb(trace) else None
    return f"{kind.__name__} {last.filename}:{last.lineno}" if last else kind.__name__


def _log_file(folder: Path | None) -> LogFile | None:
    """The log in `folder`, 5 files of 1 MB; None if no file can be written: the program starts anyway."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = LogFile(
            folder / "headscope.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", delay=True
        )
    except OSError:
        return None
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(file)
    log.setLevel(logging.INFO)
    log.propagate = False
    return file
