"""`train` as the command line runs it, which waits before one of its updates until a file is there: whoever looks on
finds it unfinished, however fast the machine is. `python -m tests.support.held_training UPDATE FILE train …`.

Checkpoints come as often as they are asked for, however long the disk takes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from model_core.training.running import clock
from model_core.training.running.training import Training
from viz_app.cli import main as headscope


def held(update: int, gate: Path, words: Sequence[str | Path]) -> list[str]:
    """The arguments of this module for a training that begins no update behind `update` before `gate` is there."""
    return [str(update), str(gate), *map(str, words)]


def main(arguments: Sequence[str]) -> int:
    """See module. Returns the exit code of the command."""
    update, gate, *words = arguments
    learn = Training.learn

    def waiting(training: Training, *batch: Any) -> tuple[float, int]:
        while training.step >= int(update) and not Path(gate).exists():
            time.sleep(0.005)
        return learn(training, *batch)

    Training.learn = waiting  # type: ignore[method-assign]
    clock.CHECKPOINT_SHARE = 0
    return headscope(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
