"""python -m benchmarks.window.long_text: memory of a text of 2,048 tokens, or of many of 200, as one line of JSON.

The bundled model counts positions by sines, so that a copy of it may have as many as are wanted. Linux only.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

TOKENS, MIDDLE = 2048, 200
EVERY = 0.003
"""Seconds between two readings of what both processes take."""

PIECES = 1.2  # of a word of benchmarks.window.typing_keys, on average


def growth(texts: int = 0) -> dict[str, float]:
    """MiB by which the processes have grown, in a process of its own: "window" and "engine" 4 s after the picture, the
    most of each, "window_peak" and "engine_peak", and "both_peak", the most of both at one time. Of one long text, or
    of so many `texts` of MIDDLE tokens one after the other."""
    with tempfile.TemporaryDirectory() as home:
        line = [sys.executable, "-m", "benchmarks.window.long_text", home, str(texts)]
        done = subprocess.run(
            line, cwd=Path(__file__).resolve().parents[2], env={**os.environ, "HEADSCOPE_HOME": home},
            capture_output=True, text=True, timeout=3600,
        )  # fmt: skip
    if done.returncode or not done.stdout.strip():
        raise RuntimeError(f"the long text failed: {done.stderr.strip()[-400:]}")
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def resident(process: int) -> tuple[float, float]:
    """(MiB resident, the most so far) of a process."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    said = dict(line.split(":", 1) for line in lines)
    now, most = (int(said[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, most


def long_model(folder: Path) -> str:
    """A copy of the bundled model with TOKENS positions."""
    from model_core.checkpoints.folder import model_folder

    made = shutil.copytree(model_folder(""), folder / "long")
    spec = json.loads((made / "spec.json").read_text(encoding="utf-8"))
    spec["spec"]["max_positions"] = TOKENS
    (made / "spec.json").write_text(json.dumps(spec), encoding="utf-8")
    return str(made)


class Watch(threading.Thread):
    """Reads what processes take together, again and again, until it is stopped; `most` is the largest, MiB."""

    def __init__(self, processes: Iterable[int]) -> None:
        super().__init__(daemon=True)
        self._processes, self._over, self.most = tuple(processes), threading.Event(), 0.0

    def run(self) -> None:
        """See threading.Thread."""
        while not self._over.wait(EVERY):
            self.most = max(self.most, sum(resident(one)[0] for one in self._processes))

    def end(self) -> float:
        """The most so far, MiB."""
        self._over.set()
        self.join()
        return self.most


def main(folder: Path, count: int) -> None:
    """The window and its engine, a short sentence, then the long text, or `count` shorter ones, with their translations
    given."""
    from benchmarks.window import screen
    from benchmarks.window.typing_keys import WORDS
    from model_core.record.run_spec import RunSpec
    from viz_app.document.state import State
    from viz_app.document.store import Store
    from viz_app.system.engine_client import EngineClient
    from viz_app.system.engine_process import start_process
    from viz_app.window.main_window import Window

    screen.application()
    store = Store(State(run=RunSpec(model=long_model(folder), source=(" ".join(WORDS[:9]),))))
    process = start_process()
    window, client = Window(store), EngineClient(process)
    pids = {"window": os.getpid(), "engine": process.pid}

    def settled(seconds: float) -> dict[str, tuple[float, float]]:
        screen.wait(lambda: store.trace is not None and store.trace.run == store.state.run, 240)
        screen.settle(seconds)
        return {name: resident(pid) for name, pid in pids.items()}

    try:
        screen.show(window, 1440, 900)
        store.attach(client)
        before = settled(1.0)
        watch = Watch(pids.values())
        watch.start()
        draw, length = random.Random(1), int((MIDDLE if count else TOKENS) / PIECES)
        texts = [draw.choices(WORDS, k=length) for _ in range(count)] or [list((WORDS * TOKENS)[:length])]
        for words in texts:
            store.run(source=(text := " ".join(words),), target=text)
            settled(0.0)
        after = settled(4.0)
        most = watch.end()
    finally:
        window.close()
        client.close()
    grown = {name: after[name][0] - before[name][0] for name in pids}
    peaks = {f"{name}_peak": after[name][1] - before[name][0] for name in pids}
    both = most - sum(now for now, _ in before.values())
    print(json.dumps(grown | peaks | {"both_peak": both}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
