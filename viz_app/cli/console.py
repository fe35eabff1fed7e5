"""The process of the view Console: Python that the user types, run beside the window and never in it.

The window writes a request per line, as JSON: {"code", "run", "number"}, {"interrupt"} with such a number,
{"complete"}, {"reply", "to"}. Back come events of `viz_app.system.job_events`: Progress while something is loaded, and
Notes whose `values["kind"]` is one of output, value, error, note, look, run, completions, done.
"""

from __future__ import annotations

import _thread
import ast
import codecs
import dataclasses
import importlib
import io
import itertools
import json
import linecache
import os
import queue
import re
import rlcompleter
import signal
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from model_core.errors import Refused
from model_core.io.child_process import ENDED_WITH_PARENT
from model_core.record.run_spec import RunSpec
from model_core.recordings.file_format import is_recording
from model_core.schema import read, write
from viz_app.data.number_format import shortened
from viz_app.document.state import CODES, SUBJECT
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent, to_line
from viz_app.system.language import tr, translated

HEAD, TAIL = 20_000, 5_000
"""Characters of one line's output that are shown, the first ones as they are written and the last ones at its end."""
PAUSE = 0.02
"""Seconds between two pieces of output: what is printed in small portions crosses in larger ones."""
MOST_NAMES = 200
"""Completions of a name that are offered."""
MOST_SAID = 200
"""Most characters of a source text in a note about another run."""
_MARK = "\0end of output\0"
_OVERWRITTEN = re.compile(r"\r[^\r\n]*(?=\r[^\n])")
"""Output of a progress bar that returns to the start of the line and overwrites it."""
_OVER = tr("More than {number:,} characters: the rest is left out, but for its end.", number=HEAD)


class OutputCapture:
    """Reports whatever is written to standard output and error, by Python, by C code or by programs started from it. Of
    large outputs only the beginning and the end are kept: see HEAD and TAIL."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell, self._settled = tell, threading.Event()
        self._told = self._over = self._line = 0  # characters reported, left out, and reported of the present line
        self._tail = self._back = ""  # the end; a carriage return that nothing has followed yet
        self._source, sink = os.pipe()
        for number in (1, 2):
            os.dup2(sink, number)
        os.close(sink)
        for number, name in ((1, "stdout"), (2, "stderr")):
            raw = io.FileIO(number, "w", closefd=False)
            text = io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)
            setattr(sys, name, text)
        threading.Thread(target=self._read, name="output", daemon=True).start()

    def settle(self) -> None:
        """Returns once everything written so far, and how much was left out, has been reported; then counts again."""
        self._settled.clear()
        os.write(1, _MARK.encode())
        while not self._settled.wait(0.2):  # with a limit, or Windows would not let it be interrupted
            pass

    def _read(self) -> None:
        """Body of the thread."""
        decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
        while data := os.read(self._source, 1 << 16):
            text = rest + decoder.decode(data)
            ended = _MARK in text
            text = text.replace(_MARK, "")
            cut = next((n for n in range(len(_MARK) - 1, 0, -1) if text.endswith(_MARK[:n])), 0)
            text, rest = text[: len(text) - cut], text[len(text) - cut :]
            self._add(text)
            if ended:
                self._end()
                self._settled.set()
            elif not self._over:
                time.sleep(PAUSE)

    def _add(self, text: str) -> None:
        whole = _OVERWRITTEN.sub("", self._back + text)
        text = whole.rstrip("\r")
        self._back = "\r" if text != whole else ""
        if text.startswith("\r") and not text.startswith("\r\n"):
            self._told -= self._line  # it is overwritten
        room = HEAD - self._told if not self._over else 0
        if text[:room]:
            self._tell("output", text[:room])
            self._told += len(text[:room])
        begin = max(text.rfind("\n"), text.rfind("\r")) + 1
        self._line = min(self._told, len(text) - begin + (0 if begin else self._line))
        if beyond := text[room:]:
            if not self._over:
                self._tell("note", _OVER)
            self._over += len(beyond)
            self._tail = (self._tail + beyond)[-TAIL:]

    def _end(self) -> None:
        if left := self._over - len(self._tail):
            self._tell("note", tr("{number:,} characters left out", number=left))
        if self._tail:
            self._tell("output", self._tail)
        self._told, self._over, self._line, self._tail, self._back = 0, 0, 0, "", ""


class WindowHandle:
    """The window, available in the console as `window`. Layers, heads, steps, queries, keys and sentences count from
    0."""

    def __init__(self, ask: Callable[[str, dict[str, Any]], None]) -> None:
        self._ask = ask

    def look(self, **changes: Any) -> None:
        """Choose what the window shows: look(kind="cross", layer=2, head=3, step=4); also query and key, a pinned cell,
        sentence, what, reading. Can be undone in the window. Raises ValueError for values out of range."""
        self._ask("look", changes)

    def run(self, run: RunSpec | None = None, /, **changes: Any) -> None:
        """Make the window compute another run: run(source="…", target="…"), with any field of RunSpec, or a complete
        one: run(run.with_(…)). `trace` and `run` are updated before the next line. Can be undone in the window. Raises
        ValueError for invalid values."""
        if not isinstance(run, RunSpec | None):
            raise TypeError(f'run(source="…"), or run() of a whole RunSpec, not of a {type(run).__name__}')
        given = {} if run is None else {field.name: getattr(run, field.name) for field in dataclasses.fields(run)}
        changes = given | changes
        for name in {"source", "target"} & changes.keys():
            changes[name] = [changes[name]] if isinstance(changes[name], str) else changes[name]
        self._ask("run", changes)

    def __repr__(self) -> str:
        return "window.look(kind=, layer=, head=, step=, …), window.run(source=, target=, edits=, …)"


class ConsoleServer:
    """Runs one request after another in the main thread, which Ctrl+C interrupts; another thread listens."""

    def __init__(self) -> None:
        self._events, self._lock = os.fdopen(os.dup(1), "wb"), threading.Lock()
        self._line = os.fdopen(os.dup(0), "rb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)  # stdin is empty: input() fails at once, and programs started here cannot read our requests
        os.close(nothing)
        self._output = OutputCapture(self.tell)
        self._requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._working, self._stop, self._current = False, -1, -1  # the lines that are to stop, and that run
        self._heard = True  # the last interrupt
        self._lines, self._asked = itertools.count(1), itertools.count()
        self._asking, self._process = threading.Lock(), os.getpid()
        self._run: RunSpec | None = None
        self._hash = ""  # of the model that computed it
        self._names: dict[str, Any] = {}
        self._engine: Any = None  # the one that `engine` is at first

    def serve(self) -> NoReturn:
        """Answers requests until the window's end of the pipe closes."""
        signal.signal(signal.SIGINT, self._on_signal)
        threading.Thread(target=self._listen, name="requests", daemon=True).start()
        while True:
            request = self._requests.get()
            if "complete" in request:
                self.tell("completions", names=self._completions(str(request["complete"])))
            else:
                self._do(request)
                self.tell("done")

    # ---- talking with the window

    def tell(self, kind: str, text: str = "", **values: Any) -> None:
        self._send(NoteEvent(text, {"kind": kind, **values}))

    def _send(self, event: JobEvent) -> None:
        with self._lock:
            self._events.write(f"{to_line(event)}\n".encode())
            self._events.flush()

    def _listen(self) -> None:
        """Body of the listening thread; the process ends with the window even in the middle of a line."""
        for raw in self._line:
            request = json.loads(raw)
            if "interrupt" not in request:
                (self._replies if "reply" in request else self._requests).put(request)
                continue
            self._stop, self._heard = request["interrupt"], False
            threading.Thread(target=self._signal, args=(self._stop,), daemon=True).start()
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)  # with what it has started
        os._exit(ENDED_WITH_PARENT)

    def _signal(self, number: int) -> None:
        """Interrupts this line, repeatedly until it reacts: a signal just before a sleep begins does not end the
        sleep."""
        while True:
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            else:
                _thread.interrupt_main()
            time.sleep(0.2)
            if self._heard or not self._working or self._current != number:
                return

    def _on_signal(self, *_: object) -> None:
        self._heard = True
        if self._working:  # not in the middle of loading torch, which would stay half loaded
            self._stop_if_asked()

    def _stop_if_asked(self) -> None:
        if self._stop == self._current:
            raise KeyboardInterrupt

    def _ask(self, what: str, changes: dict[str, Any]) -> None:
        """Sends a request to the window and waits for its answer, so that a loop never outruns the window."""
        with self._asking:  # threads of the user ask one after the other
            number = next(self._asked)
            self.tell(what, changes=_plain(changes), number=number)
            while True:
                try:
                    reply = self._replies.get(timeout=0.2)
                except queue.Empty:
                    continue
                if reply["to"] == number:  # not the answer to one that was interrupted
                    break
        if reply["reply"]:
            raise ValueError(reply["reply"])

    # ---- requests

    def _do(self, request: dict[str, Any]) -> None:
        kind, text, self._current = "value", "", request["number"]
        try:
            if not self._names:
                self._load()
            try:
                self._working = True
                self._stop_if_asked()
                self._follow(read(RunSpec, request["run"], CODES, SUBJECT))
                text = self._execute(request["code"])
            finally:
                self._working = False
        except SystemExit as error:
            if os.getpid() != self._process:
                raise
            if isinstance(error.code, str):  # Python would print it too late to be shown
                print(error.code, file=sys.stderr)
            self._output.settle()
            raise SystemExit(1 if isinstance(error.code, str) else error.code) from None
        except BaseException as error:
            self._working = False
            kind, text = "error", _traceback(error)
        if os.getpid() != self._process:  # a fork made by the user, which gets no more requests
            print(text if kind == "error" else "", end="", file=sys.stderr, flush=True)
            os._exit(kind == "error")
        self._output.settle()
        if text:
            self.tell(kind, _cut(text))

    def _load(self) -> None:
        """Defines the initial names."""
        self._send(ProgressEvent(0.0, tr("Loading PyTorch…")))
        import numpy as np

        torch = importlib.import_module("torch")
        from model_core.engine.engine import Engine

        torch.set_num_threads(max(1, min(4, (os.cpu_count() or 1) // 2)))  # the window's engine works beside it
        np.set_printoptions(threshold=200, edgeitems=3, precision=4, suppress=True, linewidth=100)
        torch.set_printoptions(threshold=200, edgeitems=3, precision=4, sci_mode=False, linewidth=100)
        module = sys.modules["__main__"] = types.ModuleType("__main__")  # where dataclasses and pickles look for names
        self._names, self._engine = vars(module), Engine()
        self._names.update(
            trace=None, run=None, model=None, vocab=None, engine=self._engine, torch=torch, np=np,
            window=WindowHandle(self._ask),
        )  # fmt: skip

    def _follow(self, run: RunSpec) -> None:
        """Makes `trace`, `run`, `model` and `vocab` those of the run that the window shows, if it has changed."""
        from model_core.recordings.open import Recordings

        first = self._run is None
        try:
            if run == self._run and (not self._hash or self._engine.open(run.model).info.hash == self._hash):
                return  # nor has anything been written to the model's files
            self._send(ProgressEvent(0.0, tr("Computing the run…")))
            recorded = is_recording(run.model)
            trace = Recordings().trace(run) if recorded else self._engine.trace(run)
            opened = None if recorded else self._engine.open(run.model)
        except Refused as refused:
            words = tr("trace and run stay as they were: {reason}", reason=translated(refused.message))
            return self.tell("note", words)
        self._run, self._hash = run, "" if opened is None else opened.info.hash
        self._names.update(trace=trace, run=run, model=opened and opened.model, vocab=opened and opened.vocab)
        source = shortened(" / ".join(run.source), MOST_SAID)
        if first:
            words = tr("trace, run, model, vocab: “{source}”; also engine, window, torch, np.", source=source)
        else:
            words = tr("trace, run, model and vocab are now those of “{source}”.", source=source)
        self.tell("note", words)

    def _execute(self, code: str) -> str:
        """Executes code. Returns the value of its last expression, or "" for None or if a semicolon follows."""
        name = f"<line {next(self._lines)}>"
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name  # for tracebacks
        tree = ast.parse(code, name)
        shows = tree.body and isinstance(tree.body[-1], ast.Expr) and not code.rstrip().endswith(";")
        last = tree.body.pop() if shows else None
        exec(compile(tree, name, "exec", dont_inherit=True), self._names)
        if not isinstance(last, ast.Expr):
            return ""
        value = eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), self._names)
        if value is None:
            return ""
        self._names["_"] = value
        return shown(value)

    def _completions(self, begun: str) -> list[str]:
        """Names that begin like this."""
        completer, found = rlcompleter.Completer(self._names), dict[str, None]()
        try:
            self._current += 1  # an interrupt of the line that waits for these names ends this, too
            self._working = True
            self._stop_if_asked()
            while len(found) < MOST_NAMES and (name := completer.complete(begun, len(found))) and name not in found:
                found[name] = None
        except BaseException:  # the user's own objects may raise anything
            return []
        finally:
            self._working = False
            self._current -= 1
        return [name.rstrip("() ") for name in found]


def shown(value: Any) -> str:
    """The repr of a value; of an array or tensor with shape and dtype above it."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape and hasattr(value, "dtype"):
        sizes = ", ".join(map(str, shape))
        return f"{type(value).__name__} ({sizes}) {str(value.dtype).removeprefix('torch.')}\n{value}"
    return repr(value)


def _cut(text: str) -> str:
    """A text that is too long, without its middle."""
    if len(text) <= HEAD + TAIL:
        return text
    left = tr("{number:,} characters left out", number=len(text) - HEAD - TAIL)
    return f"{text[:HEAD]}\n[{left}]\n{text[-TAIL:]}"


def _traceback(error: BaseException) -> str:
    """The traceback from the user's own line on, without the frames of this file."""
    told = traceback.TracebackException.from_exception(error)
    frames = list(itertools.dropwhile(lambda frame: not frame.filename.startswith("<line "), told.stack))
    told.stack = traceback.StackSummary.from_list([one for one in frames if one.filename != __file__])
    return "".join(told.format() if frames else told.format_exception_only())


def _plain(value: Any) -> Any:
    """A value as JSON. Raises TypeError for one that cannot be sent to the window."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return write(value)
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "item") and hasattr(value, "dtype"):  # one number of NumPy or torch
        return value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"the window takes no {type(value).__name__}")


def main(_arguments: Sequence[str] = ()) -> int:
    """Serves; ends with the window."""
    ConsoleServer().serve()
