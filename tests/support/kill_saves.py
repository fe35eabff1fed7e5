"""Saves a session over and over in a child process that is killed at random: half of the times at any moment, half of
them where it waits for the disk.

`python -m tests.support.kill_saves FILE KILLS SEED [naive]`.

After every kill the file and its backups are read. One line of JSON says how often a program was killed, how far the
saves had come each time, how often a kill came in the middle of a save, and what could not be read or was a mix of two
sessions. "naive" writes as a careless program does, to show that the kills would be noticed. POSIX only: it forks.
"""

from __future__ import annotations

import itertools
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


def save_for_ever(path: Path, number: int, naive: bool, told: int, waits: int) -> None:
    """One save after the other, until somebody ends it. A byte is told before each, or, where `waits` is not 0, as soon
    as it waits for the disk for the `waits`-th time, which then never answers."""
    synchronise, turns = os.fsync, itertools.count(1)

    def fsync(handle: int) -> None:
        if next(turns) == waits:
            os.write(told, b".")
            signal.pause()
        synchronise(handle)

    os.fsync = fsync
    while True:
        number += 1
        if not waits:
            os.write(told, b".")
        if naive:
            save_carelessly(path, to_bytes(session(number)))
        else:
            save_session(path, session(number))


def save_carelessly(path: Path, data: bytes) -> None:
    """In two parts over what was there."""
    with path.open("wb", buffering=0) as file:
        file.write(data[: len(data) // 2])
        os.fsync(file.fileno())
        file.write(data[len(data) // 2 :])


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
    """A child that saves from `number` on, killed at some moment of its second, third or fourth save, or where it waits
    for the disk for the third to tenth time: in the second save or later, as one save waits at most twice."""
    told, begun = os.pipe()
    waits = chance.randint(3, 10) if chance.random() < 0.5 else 0
    child = os.fork()
    if child == 0:
        try:
            save_for_ever(path, number, naive, begun, waits)
        finally:
            os._exit(1)
    os.close(begun)
    for _ in range(1 if waits else chance.randint(2, 4)):
        os.read(told, 1)
    if not waits:
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
    halves: set[str] = set()  # later saves take them away when they are old
    for _ in range(kills):
        try:
            kill_once(path, numbers[-1], chance, naive)
            halves |= {name for name in os.listdir(path.parent) if name.startswith(".")}
            numbers.append(number_in(path))
            for backup in backups(path):
                if backup.exists():
                    number_in(backup)
        except ValueError as error:
            bad.append(str(error))
    print(json.dumps({"kills": kills, "numbers": numbers, "halves": len(halves), "bad": bad}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), "naive" in sys.argv)
