"""Runs a writing command again and again in a child process that is killed at a random moment.

`python -m tests.support.kill_writes FOLDER COMMAND KILLS SEED`, COMMAND one of COMMANDS. After every kill what the
command writes is whole or not there; in the end an undisturbed run gives what it gives in an untouched folder, and
nothing that was begun is left. A run that ends before its kill does not count as one, and the next kill comes sooner,
so that a machine whose speed changes is not a fault. One line of JSON says how often a program was killed, how often
there was a result by then, and what was wrong. POSIX only: it forks, so that each child begins with the libraries
loaded.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

from model_core.analysis.survey_result import RESULT, read_result
from model_core.checkpoints.checkpoint import folder_hash, load_model
from model_core.recordings.open import open_recording
from model_core.recordings.save import save_recording
from tests.made import tutorials
from tests.support import prepared
from tests.support.quick_proofs import only_quick_proofs
from viz_app.cli import main as headscope

SIZES = [f"--set={name}" for name in ("d_model=64", "heads=4", "d_ff=256", "encoder_layers=2", "decoder_layers=2")]
PAIRS = "".join(f"the house {word}\tla casa {word}\n" for word in ("one", "two", "three", "four", "five", "six"))


@dataclass(frozen=True)
class Command:
    """A command that writes `out` in a folder: how it runs, what tells its result apart (it raises for half a one), and
    whether it goes on where it was stopped."""

    run: Callable[[Path, Path], object]
    seen: Callable[[Path], object]
    goes_on: bool = False


def _cli(*arguments: object) -> None:
    if headscope([str(one) for one in arguments]):
        raise ValueError(f"{arguments[0]} failed")


def _recording(folder: Path, out: Path) -> None:
    rows = np.full((2, 4, 60, 60), 1 / 60, np.float32)
    save_recording([rows[:1], rows[1:]], [f"t{i}" for i in range(60)], path=out)


def _arrays(path: Path) -> object:
    with np.load(path) as file:
        return sorted((name, file[name].shape) for name in file.files)


def _survey(out: Path) -> object:
    found = read_result(out)
    return found.sentences, {name: array.tobytes() for name, array in found.arrays.items()}


def _trained(out: Path) -> object:
    return sorted(load_model(out).model.state_dict())


COMMANDS = {
    "new": Command(lambda folder, out: _cli("new", *SIZES, "--out", out), folder_hash),
    "import": Command(
        lambda folder, out: _cli("import", folder / "mine.safetensors", "--heads", 4, "--out", out), folder_hash
    ),
    "import of a pickle": Command(
        lambda folder, out: _cli("import", folder / "mine.pt", "--heads", 4, "--out", out), folder_hash
    ),
    "train": Command(
        lambda folder, out: _cli(
            "train", "--task", "copy", "--minutes", 0.004, *SMALLER, "--set=validate_every=0.05", "--out", out
        ),
        _trained, goes_on=True,
    ),
    "survey": Command(
        lambda folder, out: _cli("survey", "--model", "tiny", "--data", folder / "pairs.tsv", "--out", out),
        _survey, goes_on=True,
    ),
    "trace": Command(
        lambda folder, out: _cli("trace", "--model", "tiny", "--source", "the house", "--out", out), _arrays
    ),
    "recording": Command(_recording, lambda path: open_recording(path).sentences),
}  # fmt: skip
SIZES_OF_TRAINING = ("d_model=16", "heads=2", "d_ff=32", "encoder_layers=1", "decoder_layers=1")
SMALLER = [f"--set=model.{one}" for one in SIZES_OF_TRAINING]
TRIES = 20
"""Runs that are begun for each kill, at most."""
SUFFIX = {"trace": ".npz", "recording": ".safetensors"}


def prepare(folder: Path) -> None:
    """The files that the commands read."""
    weights = {name: one.clone() for name, one in tutorials.annotated_state(1).items()}
    save_file(weights, folder / "mine.safetensors")
    torch.save(weights, folder / "mine.pt")
    (folder / "pairs.tsv").write_text(PAIRS, encoding="utf-8")


def child(command: Command, folder: Path, out: Path) -> int:
    """Start it in a process of its own; its number."""
    number = os.fork()
    if number == 0:
        os.setpgid(0, 0)
        if prepared.POSSIBLE:
            prepared.spare()
        status = 1
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                command.run(folder, out)
            status = 0
        finally:
            os._exit(status)
    return number


def ended(number: int) -> int:
    """Its exit status; negative: the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def there(command: Command, out: Path) -> Iterator[object]:
    """What was written, where it is."""
    marker = {"survey": out / RESULT}.get(out.name, out / "spec.json" if command.goes_on else out)
    if marker.exists():
        yield command.seen(out)


def cleared(out: Path) -> None:
    """Take away what was written, but not what was begun beside it."""
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)


def main(folder: Path, name: str, kills: int, seed: int) -> None:
    """See module."""
    torch.set_num_threads(1)
    only_quick_proofs(setattr)
    chance, command, bad, results, killed = random.Random(seed), COMMANDS[name], list[str](), 0, 0
    prepare(folder)
    out = folder / "out" / f"{name.replace(' ', '-')}{SUFFIX.get(name, '')}"
    if name in SUFFIX:  # files, which are written into folders that are there
        out.parent.mkdir()
    started = time.monotonic()
    if status := ended(child(command, folder, out)):
        raise SystemExit(f"the command itself ended with {status}")
    seconds, (wanted,) = time.monotonic() - started, there(command, out)
    for _ in range(TRIES * kills):
        if killed == kills:
            break
        if not command.goes_on or chance.random() < 0.2:
            cleared(out)
        number = child(command, folder, out)
        time.sleep(chance.uniform(0.6 * chance.randint(0, 1), 1.1) * seconds)  # every other one while it writes
        with contextlib.suppress(ProcessLookupError):
            os.killpg(number, signal.SIGKILL)
        in_time = ended(number) < 0
        killed += in_time
        seconds *= 1.05 if in_time else 0.9
        try:
            for found in there(command, out):
                results += 1
                bad += [] if found == wanted else ["another result"]
        except Exception as error:
            bad.append(f"{type(error).__name__}: {error}")
    if not command.goes_on:
        cleared(out)
    status = ended(child(command, folder, out))
    bad += [] if not status and list(there(command, out)) == [wanted] else [f"the last run ended with {status}"]
    left = [one.name for one in out.parent.iterdir() if one.is_dir() and one.name.startswith(".")]
    print(json.dumps({"kills": killed, "results": results, "left": left, "bad": bad}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
