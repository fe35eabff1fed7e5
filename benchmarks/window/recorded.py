"""A record of a run made of random numbers, of any number of tokens: for views and windows without an engine."""

from __future__ import annotations

import numpy as np

from benchmarks.window.floors import Floats, random_maps
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import FUTURE, VISIBLE, Candidate, ModelInfo, Sentence, Trace
from model_core.spec import EOS, KINDS, ModelSpec

WORDS = ("the", "old", "green", "house", "by", "a", "river", "sleeps", "under", "snow", "and", "waits")
CANDIDATES = 8


def trace(tokens: int, layers: int = 6, heads: int = 8, seed: int = 0) -> Trace:
    """A complete Trace with weights of all three kinds, `tokens` source tokens and as many rows."""
    spec = ModelSpec(8000, 8000, 8 * heads, heads, layers, layers, 64, max_positions=max(512, tokens))
    info = ModelInfo("", "Random numbers", "0" * 64, spec, spec.parameters())
    words = tuple(_token(index) for index in range(tokens - 1))
    end, start = Token(EOS, "</s>", "</s>", "special"), Token(1, "<s>", "<s>", "special")
    text = " ".join(word.text for word in words)
    one = Sentence(text, text, (*words, end), (start, *words), (*words, end))
    arrays = {
        Trace.name(kind, "weights", layer): _weights(kind, random_maps(1, heads, tokens, seed + 100 * number + layer))
        for number, kind in enumerate(KINDS)
        for layer in range(layers)
    }
    visible = np.full((1, tokens, tokens), VISIBLE, np.uint8)
    future = np.where(np.tri(tokens, dtype=bool), VISIBLE, FUTURE).astype(np.uint8)[None]
    row = np.full((1, tokens), 0.5, np.float32)
    numbers = dict.fromkeys(("probability", "end_probability", "entropy", "log_probability"), row)
    numbers["candidates"] = np.tile(np.linspace(0.5, 0.01, CANDIDATES, dtype=np.float32), (1, tokens, 1))
    ids = np.array([[word.id for word in one.source]])
    chosen = np.tile(np.arange(4, 4 + CANDIDATES), (1, tokens, 1))
    return Trace(
        RunSpec(source=(text,)), info, "complete", (one,), arrays,
        {"encoder": visible, "decoder": future, "cross": visible},
        {"source": ids, "read": ids, "written": ids, "candidates": chosen}, numbers, {"total": 1.0},
        candidate_tokens=((tuple(_token(index) for index in range(CANDIDATES)),) * tokens,),
    )  # fmt: skip


def _token(index: int) -> Token:
    word = WORDS[index % len(WORDS)]
    return Token(4 + index % 2000, f"▁{word}", word, "word", word=index)


def _weights(kind: str, maps: Floats) -> Floats:
    """Rows that sum to 1 over what they may read: [1, H, Q, K]."""
    if kind == "decoder":
        maps = np.tril(maps)
    found: Floats = maps / np.maximum(maps.sum(-1, keepdims=True), np.float32(1e-9))
    return found


def candidates(found: Trace, step: int) -> tuple[Candidate, ...]:
    """Those of a row, as a Step has them."""
    return tuple(found.candidates(step))
