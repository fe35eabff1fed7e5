"""Saves a session over and over in a child process that is killed at random.

`python -m tests.kill_saves FILE KILLS SEED [naive]`.

After every kill the file and its backups are read. One line of JSON says how often a program was killed, how far the
saves had come each time, how often a kill came in the middle of a save, and what could not be read or was a mix of two
sessions. "naive" writes as a careless program does, to show that the kills would be noticed. POSIX only: it forks.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from viz_app.document.session import Session, backups, load_session, save_session, to_bytes
from viz_app.document.state import State


def session(number: int) -> Session:
    """A session that tells its number in every line; each has another size, up to 200 KB."""
    lines = tuple(f"line {line} of session {number} " + "word " * (number % 7 * 100) for line in range(1 + number % 60))
    return Session(State(run=RunSpec(source=lines)), f"model {number}", f"{number:064d}")


def save_for_ever(path: Path, number: int, naive: bool, begun: int) -> None:
    """One save after the other, until somebody ends it; a byte goes to `begun` before each."""
    while True:
        number += 1
        os.write(begun, b".")
        if naive:
            path.write_bytes(to_bytes(session(number)))
        else:
            save_session(path, session(number))


def number_in(path: Path) -> int:
    """The number of the session in a file. Raises ValueError for a file that is no session or a mix."""
    try:
        found = load_session(path)
    except Refused as error:
        raise ValueError(f"{path.name}: {error}") from None
    number = int(found.model_hash)
    if found != session(number):
        raise ValueError(f"{path.name}: a mix")
    return number


def kill_once(path: Path, number: int, chance: random.Random, naive: bool) -> None:
    """A child that saves from `number` on, killed at some moment of its second, third or fourth save."""
    told, begun = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            save_for_ever(path, number, naive, begun)
        finally:
            os._exit(1)
    os.close(begun)
    for _ in range(chance.randint(2, 4)):
        os.read(told, 1)
    time.sleep(chance.uniform(0.0, 0.01))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(told)
    if not os.WIFSIGNALED(status):
        raise ValueError("the child ended by itself")


def main(path: Path, kills: int, seed: int, naive: bool) -> None:
    """See module."""
    chance = random.Random(seed)
    save_session(path, session(0))
    numbers: list[int] = [0]
    bad: list[str] = []
    for _ in range(kills):
        try:
            kill_once(path, numbers[-1], chance, naive)
            numbers.append(number_in(path))
            for backup in backups(path):
                if backup.exists():
                    number_in(backup)
        except ValueError as error:
            bad.append(str(error))
    halves = len([name for name in os.listdir(path.parent) if name.startswith(".")])
    print(json.dumps({"kills": kills, "numbers": numbers, "halves": halves, "bad": bad}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), "naive" in sys.argv)
