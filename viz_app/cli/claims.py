"""Which words of the command line keep others from their output while they write it."""

from __future__ import annotations

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

SHARED = ("train", "survey", "sweep")
"""Words whose work the processes of torchrun share."""
GROWING = (*SHARED, "distil")
"""Words that add to their output piece by piece, and go on with it when they are called again."""


def claim(word: str, options: argparse.Namespace) -> AbstractContextManager[None]:
    """Keeps others from what a word adds to; of the processes of torchrun that share the work the
    first does."""
    grows = word in GROWING and not vars(options).get("estimate")
    if not grows or (word in SHARED and os.environ.get("RANK", "0") != "0"):
        return nullcontext()
    from model_core.io.one_writer import only_writer

    return only_writer(Path(options.out))
