"""Ctrl+C in the terminal, or SIGTERM, at every moment of the window's life.

The signal never raises an exception here: inside a slot Qt would end the process or hang. It is recorded, and the event
loop closes the window in its next turn, as the window's own close button does.
"""

from __future__ import annotations

import _thread
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QSocketNotifier


AGAIN = 0.01
"""Seconds after which an exception that was lost is raised again."""


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Within this context SIGTERM ends the program through every `finally`, with the exit code of that signal; a second
    one changes nothing. An exception of it or of Ctrl+C that Python loses, as in an object's end or in a callback of
    its imports, is raised again a moment later. Ctrl+C after `finished` has no effect until the end of this context.
    Outside the main thread does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(128 + number)

    def again(lost: sys.UnraisableHookArgs) -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            number = signal.SIGINT
        elif isinstance(lost.exc_value, SystemExit) and lost.exc_value.code == 128 + signal.SIGTERM:
            number = signal.SIGTERM
            signal.signal(number, leave)
        else:
            hook(lost)
            return
        later = threading.Timer(AGAIN, _interrupt_main, [number])
        later.daemon = True
        later.start()

    pressed = signal.getsignal(signal.SIGINT)
    before, hook = signal.signal(signal.SIGTERM, leave), sys.unraisablehook
    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, pressed)


def finished() -> None:
    """From now on Ctrl+C is ignored: the result has been reported, and what remains is to leave."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _interrupt_main(number: signal.Signals) -> None:
    """Sends the main thread a signal, where the system can during a call that waits, such as a sleep."""
    main = threading.main_thread().ident
    if sys.platform != "win32" and main is not None:
        signal.pthread_kill(main, number)
    else:
        _thread.interrupt_main(number)


@contextmanager
def held_back() -> Iterator[None]:
    """Within this context Ctrl+C and SIGTERM are delayed until its end: an exception during the import of Qt aborts the
    program. Outside the main thread does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {kind: signal.signal(kind, lambda number, _: waiting.append(number)) for kind in Interrupts.KINDS}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
    for number in waiting[:1]:
        signal.raise_signal(number)


class Interrupts:
    """While entered, both signals are recorded; `listen` sets what they do. To be entered before Qt is imported, by the
    main thread."""

    KINDS = (signal.SIGINT, signal.SIGTERM)

    def __enter__(self) -> Interrupts:
        self._ours, self._python = socket.socketpair()
        self._ours.setblocking(False)
        self._python.setblocking(False)
        self._notifier: QSocketNotifier | None = None
        self._wakeup = signal.set_wakeup_fd(self._python.fileno(), warn_on_full_buffer=False)
        self._before = [signal.signal(kind, lambda *_: None) for kind in self.KINDS]
        return self

    def listen(self, close: Callable[[], object]) -> None:
        """Calls `close` from the event loop for every signal, including one received before. Needs an application."""
        from PySide6.QtCore import QSocketNotifier

        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(lambda *_: (self._ours.recv(64), close()))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in zip(self.KINDS, self._before, strict=True):
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        self._ours.close()
        self._python.close()
