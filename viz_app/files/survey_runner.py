"""A survey made beside the window: the command of the same name in a process of its own, its progress, its end.

What was surveyed stays on the disk: the same file, asked for again, goes on where it was stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from viz_app.system.engine_process import ROOT, SETTINGS

PROGRAM = """\
import sys
if sys.argv[1] not in sys.path:
    sys.path.insert(0, sys.argv[1])
from viz_app.cli import main
sys.exit(main(sys.argv[2:]))
"""
PATIENCE = 3000  # ms that a process has for its end before it is killed
_KEPT = 4000  # characters of what it said that are looked at


class Surveyor(QObject):
    """One survey at a time. `told` carries how far it is, "" when it is over; then comes `ended`: the folder of the
    result, or "", and why there is none ("" = it was stopped)."""

    told = Signal(str)
    ended = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._out, self._said = "", ""
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a survey is being made."""
        return self._process is not None

    def start(self, model: str, data: Path, out: Path) -> None:
        """Surveys the model ("" = the bundled one) over a file into a folder. RuntimeError while another is made."""
        if self.busy:
            raise RuntimeError("a survey is being made already")
        self._out, self._said, self._stopped = str(out), "", False
        self._process = process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in SETTINGS.items():
            if not environment.contains(name):
                environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.readyReadStandardError.connect(self._listen)
        process.readyReadStandardOutput.connect(process.readAllStandardOutput)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        self.told.emit(f"surveying {data.name}…")
        process.start(sys.executable, command(model, data, out))

    def stop(self) -> None:
        """Ends the survey; `ended` follows. Without one nothing happens."""
        if self._process is not None and not self._stopped:
            self._stopped = True
            self._process.terminate()

    def close(self) -> None:
        """The window closes: nothing is told any more."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(PATIENCE)

    def _listen(self) -> None:
        if self._process is None:
            return
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        self._said = (self._said + text)[-_KEPT:]
        lines = [line.strip() for line in self._said.splitlines() if " of " in line and "sentences" in line]
        if lines:
            self.told.emit(f"surveying: {progress_words(lines[-1])}")

    def _fail(self, error: QProcess.ProcessError) -> None:
        """The process could not be started; every other failure ends in `finished`."""
        if error == QProcess.ProcessError.FailedToStart:
            self._end("", "the process could not be started")

    def _finish(self, code: int, _status: QProcess.ExitStatus) -> None:
        self._listen()
        lines = [line for line in self._said.splitlines() if line.strip()]
        if code == 0 and not self._stopped:
            self._end(self._out, "")
        else:
            reason = lines[-1].removeprefix("headscope: ") if lines else f"it ended with the code {code}"
            self._end("", "" if self._stopped else reason)

    def _end(self, path: str, reason: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
            self.told.emit("")
            self.ended.emit(path, reason)


def command(model: str, data: Path, out: Path) -> list[str]:
    """The arguments of Python."""
    chosen = ["--model", model] if model else []
    return ["-P", "-c", PROGRAM, str(ROOT), "survey", *chosen, "--data", str(data), "--out", str(out)]


def progress_words(line: str) -> str:
    """The words of a line of progress, without its bar."""
    return line.lstrip("█░ ").strip()


def folder_for(data: Path) -> Path:
    """Where the survey over a file is written: beside it, under its name."""
    return data.with_name(f"{data.stem}-survey")


__all__ = ["Surveyor", "command", "folder_for", "progress_words"]
