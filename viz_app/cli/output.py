"""How a command reports its progress and result: lines for people, or with --json one event per line."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from model_core.errors import Refused
from model_core.io.safe_files import file_refusal
from viz_app.data.number_format import fmt_duration
from viz_app.system.interrupts import finished
from viz_app.system.job_events import NoteEvent, ProgressEvent, ProofEvent, RefusalEvent, ResultEvent, emit
from viz_app.system.refused_files import advised

if TYPE_CHECKING:
    from model_core.proofs.proof import Proof


PAUSE = 0.1
"""Seconds between two events of progress."""


class Output:
    """Results go to standard output; notes and progress to standard error, unless JSON was requested.

    silent  nothing is reported: one of several processes that are not the first
    """

    def __init__(self, as_json: bool = False, silent: bool = False) -> None:
        self.as_json, self.silent = as_json, silent
        self._next = 0.0  # s on the clock from which the next progress event is reported
        self._bar = ProgressBar(sys.stderr.isatty(), shutil.get_terminal_size().columns)

    @classmethod
    def from_options(cls, options: argparse.Namespace, silent: bool = False) -> Output:
        """The Output that a command's options ask for."""
        return cls(bool(getattr(options, "json", False)), silent)

    def line(self, text: str) -> None:
        """Prints a line of the result for people; events carry it in their own form."""
        if not self.as_json and not self.silent:
            print(text, flush=True)

    def note(self, text: str, values: Mapping[str, Any] | None = None, prefix: str = "note: ") -> None:
        """Reports a sentence beside the result; nothing for ""."""
        if self.silent or not text:
            return
        if self.as_json:
            emit(NoteEvent(text, values or {}))
        else:
            self._bar.line(f"{prefix}{text}")

    def note_found(self, text: str) -> None:
        """Reports a finding that is part of the result."""
        if self.as_json:
            emit(NoteEvent(text))
        else:
            self.line(text)

    @contextmanager
    def advising(self) -> Iterator[None]:
        """Within this context a refusal, or a file that cannot be written, reports that nothing was written and
        what to do; programs get the reason only."""
        try:
            yield
        except (Refused, OSError) as error:
            refused = error if isinstance(error, Refused) else file_refusal(error)
            raise refused if self.as_json else advised(refused) from None

    def progress(
        self, fraction: float, text: str, seconds_left: float | None = None, values: Mapping[str, Any] | None = None
    ) -> None:
        """Reports the fraction done (0 to 1), in a few words; None = not known yet."""
        if self.silent:
            return
        if self.as_json:
            now = time.monotonic()
            if now >= self._next or fraction >= 1:
                self._next = now + PAUSE
                emit(ProgressEvent(fraction, text, seconds_left, values or {}))
        else:
            self._bar.show(fraction, text, seconds_left)

    def proof(self, proof: Proof, model: str = "") -> None:
        if self.as_json:
            values = (proof.name, proof.compared, proof.worst, proof.bound, proof.passed, proof.reference)
            emit(ProofEvent(*values, model=model))
        else:
            verdict, bounds = "passed" if proof.passed else "FAILED", f"{proof.worst:9.2e}  {proof.bound:9.2e}"
            self.line(f"  {verdict} {proof.name:{NAME}}  {proof.compared:{COMPARED}}  {bounds}")

    def result(self, text: str | None, **values: Any) -> None:
        """Reports the end: the values of the result, and the line for people (None: none). Ctrl+C is too late then."""
        self.end_progress()
        if self.as_json and not self.silent:
            emit(ResultEvent(values))
        elif text is not None:
            self.line(text)
        finished()

    def stopped(self, text: str) -> None:
        """Reports that the user stopped it; the text says what is kept."""
        self.end_progress()
        if self.silent:
            return
        if self.as_json:
            emit(RefusalEvent("E-STOPPED", text))
        else:
            print(text, file=sys.stderr)

    def end_progress(self) -> None:
        """Ends the progress line that is being overwritten."""
        self._bar.end()


NAME, COMPARED = 24, 71
"""How wide a proof's name is printed, and what was compared."""


class ProgressBar:
    """One line that is overwritten on a terminal, plain lines elsewhere."""

    WIDTH = 24

    def __init__(self, terminal: bool, columns: int = 100) -> None:
        self.terminal, self.columns = terminal, columns
        self.open = False
        self.next = 0.0

    def show(self, fraction: float, text: str, remaining: float | None) -> None:
        """Shows the fraction done; elsewhere than on a terminal at most one line per five percent."""
        done, left = round(fraction * self.WIDTH), ""
        if remaining is not None:
            left = f"  {fmt_duration(remaining)} left"
        line = f"{'█' * done}{'░' * (self.WIDTH - done)} {100 * fraction:3.0f} %  {text}{left}"
        if self.terminal:
            sys.stderr.write(f"\r\x1b[2K{line[: self.columns - 1]}")
            sys.stderr.flush()
            self.open = True
        elif fraction >= self.next:
            self.next = fraction + 0.05
            self.line(line)

    def line(self, text: str) -> None:
        """Prints a permanent line."""
        self.end()
        print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Ends the line that is being overwritten."""
        if self.open:
            sys.stderr.write("\n")
        self.open = False


def print_notes(lines: Iterable[str]) -> None:
    """Prints notes on stderr, one per line."""
    for line in lines:
        print(f"note: {line}", file=sys.stderr)
