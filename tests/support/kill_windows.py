"""Kills the program while somebody types, again and again: `python -m tests.support.kill_windows FOLDER KILLS SEED`.

After every kill the session that the next start would open is read: it is whole, and it holds every line that was typed
two seconds before. One line of JSON says how many windows were killed, the newest and the oldest loss in seconds, and
what was wrong. The engine is the one of made-up numbers. POSIX only.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOSS = 2.0
"""Seconds of typing that may be lost."""

PROGRAM = """
import os, sys, time
from PySide6.QtCore import QTimer
from tests.support.program import build
from viz_app.cli import program
from viz_app.system import engine_process

engine = engine_process.start_process([sys.executable, "-m", "tests.support.fake_engine"])
life = program.Program(program.application(), engine, program.LaunchOptions())
build(life)
source = life.store.state.run.source[0].split()
number = int(source[1]) if source[:1] == ["line"] else 0

def type_on():
    global number
    number += 1
    life.window.text.source.box.setPlainText(f"line {number} of a lesson")
    os.write(1, f"{number} {time.monotonic()}\\n".encode())

timer = QTimer()
timer.timeout.connect(type_on)
timer.start(40)
sys.exit(life.run())
"""


def kill_once(home: Path, chance: random.Random) -> tuple[float, dict[int, float]]:
    """One window, killed at some moment; when, and when each line was typed."""
    variables = {"HEADSCOPE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline()]  # it types
        time.sleep(chance.uniform(0.0, 5.0))
        killed = time.monotonic()
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.read().splitlines()
    if child.returncode != -signal.SIGKILL:
        raise ValueError(f"the window ended by itself ({child.returncode})")
    typed = [line.split() for line in lines if line.endswith(b"\n") or len(line.split()) == 2]
    return killed, {int(number): float(at) for number, at in typed}


def kept_number(home: Path) -> int:
    """The line that the next start shows; 0 where nothing was kept yet. Raises Refused for a damaged session."""
    from viz_app.document.session import load_session

    path = home / "session.json"
    if not path.is_file():
        return 0
    words = load_session(path).state.run.source[0].split()
    return int(words[1]) if words[:1] == ["line"] else 0


def main(home: Path, kills: int, seed: int) -> None:
    """See module."""
    chance, bad, lost, kept = random.Random(seed), list[str](), list[float](), 0
    for _ in range(kills):
        try:
            killed, typed = kill_once(home, chance)
            found = kept_number(home)
        except Exception as error:
            bad.append(f"{type(error).__name__}: {error}"[:300])
            continue
        if found < kept:
            bad.append(f"line {found} came back, line {kept} was kept before")
        kept = found
        missing = [at for number, at in typed.items() if number > found]
        lost.append(killed - min(missing) if missing else 0.0)
        if lost[-1] > LOSS:
            bad.append(f"{lost[-1]:.2f} s of typing were lost")
    print(json.dumps({"kills": len(lost), "kept": kept, "lost": max(lost, default=0.0), "bad": bad}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
