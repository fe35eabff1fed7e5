"""A Trace as an NPZ file: every array under its hook name, the tokens, and what they belong to. No torch, no Qt.

What is in the file, readable with `numpy.load(path)` and nothing else (no pickle):

    encoder.layers.0.self_attn.weights …   every recorded array under its hook name, batch first
    tokens.source, .read, .written         (B, S) and (B, T) texts as shown on the screen; "" is padding
    pieces.source, .read, .written         the vocabulary's own spelling of them
    tokens.candidates                      (B, T, C) texts of the most probable tokens of each row
    ids.…, numbers.…, reasons.…            as in the Trace: token ids, probabilities, mask reasons
    context                                JSON text: program, model with its hash and spec, run, sentences, notices,
                                           the names of the reason codes, and the caller's own values
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from model_core.io.resources import shared_name
from model_core.io.safe_files import save
from model_core.record.mask_reasons import NAMES
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.version import version

FORMAT, VERSION = "headscope-trace", 1


def save_npz(trace: Trace, path: Path, more: Mapping[str, Any] | None = None) -> None:
    """Writes the file, whole or not at all; `more` (plain JSON values) joins the context.

    Raises Refused, with the old file intact, where it cannot be written.
    """
    save(path, npz(trace, more))


def npz(trace: Trace, more: Mapping[str, Any] | None = None) -> memoryview:
    """The bytes of the file."""
    stream = io.BytesIO()
    arrays: dict[str, Any] = dict(contents(trace, more))
    np.savez(stream, **arrays)
    return stream.getbuffer()


def contents(trace: Trace, more: Mapping[str, Any] | None = None) -> dict[str, np.ndarray]:
    """The file's contents by name."""
    words = {"tokens": lambda token: token.text, "pieces": lambda token: token.piece}
    named = {
        f"{name}.{side}": _table([getattr(one, side) for one in trace.sentences], word)
        for name, word in words.items()
        for side in ("source", "read", "written")
    }
    if trace.candidate_tokens:
        named["tokens.candidates"] = _candidates(trace)
    groups = {"ids": trace.ids, "numbers": trace.numbers, "reasons": trace.reasons}
    named |= {f"{group}.{name}": array for group, arrays in groups.items() for name, array in arrays.items()}
    named["context"] = np.array(json.dumps({**about(trace), **(more or {})}, ensure_ascii=True, allow_nan=False))
    return {**trace.arrays, **named}


def about(trace: Trace) -> dict[str, Any]:
    """What a Trace belongs to, as plain JSON values."""
    model = trace.model
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": f"headscope {version()}",
        "model": {
            "name": model.name, "folder": shared_name(model.folder), "sha256": model.hash,
            "parameters": model.parameters, "spec": asdict(model.spec),
        },
        "run": trace.run.with_paths(shared_name).to_json(),
        "stage": trace.stage,
        "sentences": [
            {"source": one.source_text, "target": one.target_text, "forced": one.forced, "finished": one.finished}
            for one in trace.sentences
        ],
        "reasons": list(NAMES),
        "notices": list(trace.notices),
    }  # fmt: skip


def _table(rows: Sequence[Sequence[Token]], word: Callable[[Token], str]) -> np.ndarray:
    """(B, longest) texts, "" behind each row's end."""
    longest = max(map(len, rows), default=0)
    return np.array([[*map(word, row), *[""] * (longest - len(row))] for row in rows], dtype=np.str_)


def _candidates(trace: Trace) -> np.ndarray:
    """(B, T, C) texts, "" behind each sentence's end."""
    rows = max(map(len, trace.candidate_tokens))
    count = max((len(step) for steps in trace.candidate_tokens for step in steps), default=0)
    table = []
    for steps in trace.candidate_tokens:
        texts = [[*(token.text for token in step), *[""] * (count - len(step))] for step in steps]
        table.append(texts + [[""] * count] * (rows - len(steps)))
    return np.array(table, dtype=np.str_).reshape(len(table), rows, count)
