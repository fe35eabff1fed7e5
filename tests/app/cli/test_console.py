"""The process of the console, spoken to as the window does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model_core.io import resources
from model_core.io.child_process import ENDED_WITH_PARENT, kill, server_command, start
from model_core.record.edits import Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from viz_app.cli.console import HEAD, TAIL, ConsoleServer
from viz_app.system.job_events import NoteEvent, from_line
from viz_app.views.console.process import SERVER

RUN = RunSpec("tiny", ("red ball",))


class Talk:
    """A console process; `refused` is what the window answers to `window.look` and `window.run`."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] = start(server_command(SERVER))
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.refused = ""
        self.lines = 0

    def send(self, **request: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(request)}\n".encode())
        self.process.stdin.flush()

    def begin(self, code: str, run: RunSpec = RUN) -> None:
        self.lines += 1
        self.send(code=code, run=run.to_json(), number=self.lines)

    def interrupt(self) -> None:
        self.send(interrupt=self.lines)

    def notes(self, until: str = "done") -> Iterator[NoteEvent]:
        """What it tells, up to a note of this kind; asked questions are answered."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event = from_line(line.decode())
            if not isinstance(event, NoteEvent):
                assert event is not None, line
                continue
            yield event
            if event.values["kind"] in ("look", "run"):
                self.asked.append((event.values["kind"], dict(event.values["changes"])))
                self.send(reply=self.refused, to=event.values["number"])
            if event.values["kind"] == until:
                return

    def line(
        self, code: str, run: RunSpec = RUN, seen: Callable[[NoteEvent], None] = lambda _: None
    ) -> list[tuple[str, str]]:
        """Runs code: (kind, text) of what came of it, pieces of output joined, what has no text left out."""
        self.begin(code, run)
        found: list[tuple[str, str]] = []
        for note in self.notes():
            seen(note)
            kind = note.values["kind"]
            if kind == "output" and found and found[-1][0] == "output":
                found[-1] = kind, found[-1][1] + note.text
            elif note.text:
                found.append((kind, note.text))
        return found

    def value(self, code: str, run: RunSpec = RUN) -> str:
        """The text of the value, where nothing else is told."""
        ((kind, text),) = self.line(code, run)
        assert kind == "value", text
        return text

    def close(self) -> None:
        kill(self.process)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def talk(prepared: None) -> Iterator[Talk]:
    """A process that has loaded its run."""
    made = Talk()
    ((kind, words),) = made.line("pass")
    assert kind == "note" and "red ball" in words and "trace" in words
    yield made
    made.close()


def test_a_line_is_about_the_run_and_keeps_its_variables(talk: Talk) -> None:
    assert talk.value("trace.run == run and run.source") == "('red ball',)"
    assert talk.value("x = 20; x + 1") == "21" and talk.value("_ + x") == "41"
    assert talk.value("model.spec.heads == trace.spec.heads and vocab.size > 0") == "True"
    assert talk.line("x;") == [] and talk.line("None") == [] and talk.line("") == []
    (first, second) = talk.line("run.source, x", RUN.with_(source=("blue ball",)))
    assert first[0] == "note" and "blue ball" in first[1], "one quiet line says that the run is another one"
    assert second == ("value", "(('blue ball',), 20)")
    assert talk.value("trace.sentences[0].source_text", RUN.with_(source=("blue ball",))) == "'blue ball'"


def test_arrays_and_tensors_are_short_and_say_their_shape(talk: Talk) -> None:
    first, *numbers = talk.value("trace.map('cross', 0, 0)").splitlines()
    assert "float32" in first and "(" in first and len(numbers) > 1
    long = talk.value("torch.zeros(300, 400)")
    assert "(300, 400)" in long.splitlines()[0] and len(long) < 2_000 and "..." in long
    assert talk.value("[torch.zeros(300, 400)]").count("\n") < 40, "in a list as well"


def test_all_output_is_shown_in_order(talk: Talk) -> None:
    code = (
        "import os, sys\nprint('one')\nos.system('echo two; echo three >&2')\nprint('four', end='', file=sys.stderr)\n5"
    )
    assert talk.line(code) == [("output", "one\ntwo\nthree\nfour"), ("value", "5")]
    assert talk.line("print('\\0 ñ \\ud800')") == [("output", "\0 ñ \\ud800\n")]


def test_an_error_shows_the_lines_of_the_user_alone(talk: Talk) -> None:
    ((kind, text),) = talk.line("def f():\n    return 1 / 0\nf()")
    assert kind == "error" and "return 1 / 0" in text and text.rstrip().endswith("division by zero")
    assert "console.py" not in text
    ((kind, text),) = talk.line("a b")
    assert kind == "error" and "SyntaxError" in text and "ast.py" not in text
    talk.refused = "no such layer"
    ((kind, text),) = talk.line("window.look(layer=9)")
    assert kind == "error" and text.rstrip().endswith("ValueError: no such layer") and "console.py" not in text
    assert talk.value("1 + 1") == "2"


@pytest.mark.parametrize("code", ["while True: pass", "import time\ntime.sleep(1000)", "while True: print('spam')"])
def test_what_never_ends_is_interrupted_and_variables_stay(talk: Talk, code: str) -> None:
    """The interrupt follows what the line has written first, which appears while it runs."""

    def interrupt(note: NoteEvent) -> None:
        if note.values["kind"] == "output" and "begun" in note.text:
            talk.interrupt()

    told = talk.line(f"kept = 7\nprint('begun')\n{code}", seen=interrupt)
    assert told[-1][0] == "error" and "KeyboardInterrupt" in told[-1][1] and "console.py" not in told[-1][1]
    assert sum(len(text) for _, text in told) < HEAD + TAIL + 2_000
    assert talk.value("kept") == "7"


def test_an_interrupt_that_comes_before_its_line_has_begun_ends_it(talk: Talk) -> None:
    talk.begin("while True: pass")
    talk.interrupt()
    *told, _ = talk.notes()
    assert told[-1].values["kind"] == "error" and "KeyboardInterrupt" in told[-1].text


def test_an_interrupt_that_comes_late_does_nothing(talk: Talk) -> None:
    talk.interrupt()
    assert talk.value("1 + 1") == "2"


def test_very_long_output_is_cut_with_a_notice_of_how_much(talk: Talk) -> None:
    told = talk.line("for n in range(100_000): print(n)")
    written = "".join(f"{n}\n" for n in range(100_000))
    assert [kind for kind, _ in told] == ["output", "note", "note", "output"]
    assert told[0][1] == written[:HEAD] and told[3][1] == written[-TAIL:]
    assert f"{len(written) - HEAD - TAIL:,}" in told[2][1]
    assert talk.line("print('again')") == [("output", "again\n")], "each line has its own room"
    assert len(talk.value("'x' * 1_000_000")) < HEAD + TAIL + 200
    ((_, text),) = talk.line("raise ValueError('x' * 1_000_000)")
    assert len(text) < HEAD + TAIL + 200


def test_a_progress_bar_is_seen_to_its_end_however_often_it_is_written(talk: Talk) -> None:
    told = talk.line("for n in range(5000): print(f'{n:>79}', end='\\r')\nprint('done\\r')\nprint('after')")
    assert [kind for kind, _ in told] == ["output"] and len(told[0][1]) < HEAD
    assert told[0][1].endswith("\rdone\r\nafter\n")
    ((kind, text),) = talk.line("import time\nfor n in range(3): print(n, end='\\r'); time.sleep(0.1)")
    assert kind == "output" and text == "0\r1\r2", "what has been written stays until more is"


def test_it_asks_the_window_and_waits_for_the_answer(talk: Talk) -> None:
    talk.line("window.look(kind='cross', layer=np.int64(1), step=None)")
    talk.line("window.run(source='a b', target=['c'])")
    talk.line("from model_core.record.edits import *\nwindow.run(edits=Edits(heads_off=(HeadPlace('cross', 0, 1),)))")
    talk.line("window.run(run.with_(source='c'), beside=True)")
    assert talk.asked[0] == ("look", {"kind": "cross", "layer": 1, "step": None})
    assert talk.asked[1] == ("run", {"source": ["a b"], "target": ["c"]})
    edits = Edits(heads_off=(HeadPlace("cross", 0, 1),))
    assert talk.asked[2] == ("run", {"edits": RunSpec(edits=edits).to_json()["edits"]})
    assert talk.asked[3] == ("run", RUN.with_(source="c", beside=True).to_json())
    ((kind, text),) = talk.line("window.run(edits=print)")
    assert kind == "error" and "TypeError" in text and len(talk.asked) == 4


def test_reading_input_fails_in_the_console_and_in_its_programs(talk: Talk) -> None:
    ((kind, text),) = talk.line("input()")
    assert kind == "error" and "EOFError" in text
    assert talk.value("import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'input()'], "
                      "stderr=subprocess.DEVNULL).returncode") == "1"  # fmt: skip
    assert talk.value("2") == "2"


def test_a_run_that_cannot_be_computed_leaves_what_was_there(talk: Talk) -> None:
    bad = RUN.with_(model="no such model")
    told = talk.line("run.source", bad)
    assert [kind for kind, _ in told] == ["note", "value"] and "no such model" in told[0][1]
    assert told[1][1] == "('red ball',)" and talk.value("trace.run.source") == "('red ball',)"


def test_a_model_that_is_trained_on_is_the_one_that_its_folder_holds(talk: Talk, tmp_path: Path) -> None:
    def write(model: str) -> None:
        for file in resources.bundled(model).iterdir():  # type: ignore[union-attr]
            (tmp_path / file.name).write_bytes(file.read_bytes())

    write("copy")
    run = RunSpec(str(tmp_path), ("1 2 3",))
    assert talk.line("trace.model.hash == engine.open(run.model).info.hash", run)[1:] == [("value", "True")]
    *_, before = talk.line("trace.model.hash", run)
    write("reverse")
    told = talk.line("trace.model.hash", run)
    assert [kind for kind, _ in told] == ["note", "value"] and told[1] != before
    assert talk.line("trace.model.hash", run) == told[1:]


def test_names_are_completed(talk: Talk) -> None:
    def names(begun: str) -> list[str]:
        talk.send(complete=begun)
        *_, note = talk.notes("completions")
        return list(note.values["names"])

    assert "trace.map" in names("trace.ma") and names("windo") == ["window"] and names("no_such") == []
    talk.line("import time\nclass Slow:\n    def __getattr__(self, name): time.sleep(1000)\nslow = Slow()")
    talk.send(complete="slow.x.y")
    talk.begin("1")
    talk.interrupt()
    assert [note.values["kind"] for note in talk.notes()] == ["completions", "error", "done"]
    talk.line("class Bad:\n    def __getattr__(self, name): raise KeyboardInterrupt\nbad = Bad()")
    assert isinstance(names("bad.x.y"), list)
    assert talk.value("1") == "1"


def test_an_interrupt_that_is_not_heard_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes just before a sleep begins does not end the sleep; one that was heard is not repeated, whatever
    the line makes of it."""
    server, sent = ConsoleServer.__new__(ConsoleServer), list[int]()
    server._working, server._heard, server._current = True, False, 3

    def lost(_thread: int, number: int) -> None:
        sent.append(number)
        server._heard = len(sent) == 3

    monkeypatch.setattr("viz_app.cli.console.signal", SimpleNamespace(pthread_kill=lost, SIGINT=2))
    server._signal(3)
    assert sent == [2, 2, 2]
    server._heard, server._current = False, 4
    server._signal(3)
    assert len(sent) == 4, "the line is over"


def test_classes_of_the_console_are_found_by_their_module(talk: Talk) -> None:
    code = (
        "import dataclasses, pickle\n@dataclasses.dataclass\nclass A:\n    x: int = 1\npickle.loads(pickle.dumps(A(3)))"
    )
    assert talk.value(code) == "A(x=3)"


def test_it_ends_with_the_window_whatever_it_does(talk: Talk) -> None:
    talk.begin("while True: pass")
    assert talk.process.stdin is not None
    talk.process.stdin.close()
    assert talk.process.wait(60) in (ENDED_WITH_PARENT, -9)


@pytest.mark.skipif(sys.platform != "linux", reason="files of another process are opened by their number")
def test_what_it_has_started_ends_with_the_window_too(talk: Talk) -> None:
    """Python itself, a fork of it and another program hold the end of this pipe."""
    source, sink = os.pipe()
    talk.value(f"import os, subprocess, time\nend = os.open('/proc/{os.getpid()}/fd/{sink}', os.O_WRONLY)\n"
               "other = subprocess.Popen(['sleep', '1000'], pass_fds=[end])\nif not os.fork(): time.sleep(1000)\n"
               "1")  # fmt: skip
    os.close(sink)
    assert talk.process.stdin is not None
    talk.process.stdin.close()
    assert os.read(source, 1) == b"", "no process has it open"
    os.close(source)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
@pytest.mark.parametrize(("code", "status"), [("", 0), ("sys.exit(3)", 3), ("1 / 0", 1)])
def test_a_fork_ends_with_its_line_and_answers_nothing(talk: Talk, code: str, status: int) -> None:
    told = talk.line(f"import os, sys\nmade = os.fork()\nif not made: print('fork'); {code}")
    told += talk.line("os.waitstatus_to_exitcode(os.waitpid(made, 0)[1])")
    *written, last = told
    said = "".join(text for kind, text in written if kind == "output")
    assert "fork" in said and ("division by zero" in said) == (code == "1 / 0") and last == ("value", str(status))
    assert all(kind == "output" for kind, _ in written) and talk.value("2") == "2"


def test_threads_that_ask_the_window_at_once_are_all_answered(talk: Talk) -> None:
    code = (
        "import threading\nall = [threading.Thread(target=lambda n=n: window.look(head=n)) for n in range(20)]\n"
        "for one in all: one.start()\nfor n in range(20): window.look(layer=n)\nfor one in all: one.join()"
    )
    talk.line(code)
    assert len(talk.asked) == 40 and [one["layer"] for _, one in talk.asked if "layer" in one] == list(range(20))


def test_the_window_takes_no_other_thing_for_a_run_and_says_how(talk: Talk) -> None:
    ((kind, text),) = talk.line("window.run('The dog.')")
    assert kind == "error" and "source=" in text and "str" in text and not talk.asked


def test_a_long_source_is_abbreviated(talk: Talk) -> None:
    told = talk.line("len(run.source[0])", RUN.with_(source=("red ball\n" * 300,)))
    assert told[1] == ("value", "2700") and len(told[0][1]) < 400 and "\n" not in told[0][1]


def test_exit_ends_the_console_after_its_output(talk: Talk) -> None:
    assert talk.line("print('bye'); exit(3)") == [("output", "bye\n")]
    assert talk.process.wait(60) == 3


def test_the_message_of_an_exit_is_shown(talk: Talk) -> None:
    assert talk.line("import sys; sys.exit('no data')") == [("output", "no data\n")]
    assert talk.process.wait(60) == 1


def test_a_recording_has_a_trace_and_no_model(talk: Talk, tmp_path: Path) -> None:
    from model_core.recordings.open import recorded_run
    from model_core.recordings.save import save_recording

    file = tmp_path / "a.safetensors"
    save_recording([np.full((1, 2, 3, 3), 1 / 3, np.float32)], ["a", "b", "c"], path=file)
    told = talk.line("model, trace.model.recorded", recorded_run(str(file)))
    assert told[-1] == ("value", "(None, True)")


def test_nothing_is_loaded_before_the_first_line(prepared: None) -> None:
    made = Talk()
    try:
        assert made.process.poll() is None
        made.send(complete="tra")
        *_, note = made.notes("completions")
        assert note.values["names"] == []
    finally:
        made.close()
