"""Proof that readings of maps equal their definitions: rollout, value lengths, heads mixed, words joined, columns left
out.

Everything is computed again in float64, cell by cell, from the weights and values of one recorded pass. Shapes: H
heads, Q queries, M keys, K head width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch

from model_core.analysis import readings
from model_core.proofs.engine_proofs import batch_of_trace, engine_of, expected_pass, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, larger
from model_core.record.tokens import Token
from model_core.record.trace import KINDS, Trace
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder

Array = np.ndarray
WORDS = (0, 0, 1, 2, 2, 2)
"""The words that the first tokens of every text are said to belong to; each later token is one of its own."""


def readings_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Each reading of every attention, of every line."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    sentences = [
        replace(one, source=in_words(one.source), read=in_words(one.read), written=in_words(one.written))
        for one in trace.sentences
    ]
    trace = trace.with_(sentences=tuple(sentences))
    own, read = batch_of_trace(trace), expected_pass(model, trace)
    with torch.inference_mode(), recording(model, keep=lambda name: name.endswith("attn.v")) as kept:
        model(own.source_BS, own.read_BT)
    worst, values = 0.0, {name: tensor.double().numpy() for name, tensor in kept.items()}
    weights = {name: tensor.double().numpy() for name, tensor in read.kept.items()}
    for sentence in range(len(sentences)):
        for kind in KINDS:
            worst = larger(worst, _largest_difference(trace, kind, sentence, weights, values))
    what = "rollout, lengths, mixed heads and words, worked out cell by cell"
    longest = max(float(np.abs(one).max()) for one in values.values())
    return [Proof("readings", what, worst, CLOSE * max(1.0, longest))]


def in_words(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, assigned to words of several pieces; special tokens belong to none."""
    words = [WORDS[place] if place < len(WORDS) else place for place in range(len(tokens))]
    pairs = zip(tokens, words, strict=True)
    return tuple(one if one.kind in ("special", "pad") else replace(one, word=word) for one, word in pairs)


def _largest_difference(
    trace: Trace, kind: str, sentence: int, weights: dict[str, Array], values: dict[str, Array]
) -> float:
    one, heads = trace.sentences[sentence], range(trace.spec.heads_of(kind))
    rows, columns = {"encoder": (one.source, one.source), "decoder": (one.written, one.read)}.get(
        kind, (one.written, one.source)
    )
    keep = [place for place, token in enumerate(columns) if token.kind != "special"] or list(range(len(columns)))
    words = _words(rows), _words(columns)
    spoken = [group for group in words[1] if columns[group[0]].kind != "special"] or words[1]
    cut = lambda name: weights[name][sentence, :, : len(rows), : len(columns)]  # noqa: E731
    fewer = len(spoken) < len(words[1])
    worst, rolled = 0.0, _rolled(trace, kind, sentence, weights)
    several = [(layer, head) for layer in range(trace.spec.layers(kind)) for head in heads][1:] or [(0, 0)]
    total_QM = sum(cut(trace.name(kind, "weights", layer))[head] for layer, head in several)
    layers, own = zip(*several, strict=True)
    found = readings.shown(trace, kind, heads=own, mix="sum", join="words", sentence=sentence, layers=layers)
    worst = larger(worst, float(np.abs(found - _joined(total_QM, *words, False)).max()) / len(several))
    read = _words(one.source if kind == "encoder" else one.read), words[1]
    by_read = readings.shown(trace, kind, heads=(heads[-1],), join="words", read=True, sentence=sentence)
    first_QM = _joined(cut(trace.name(kind, "weights", 0))[heads[-1]], *read, False)
    same = by_read.shape == first_QM.shape
    worst = larger(worst, float(np.abs(by_read - first_QM).max()) if same else math.inf)
    for layer in range(trace.spec.layers(kind)):
        maps_HQM = cut(trace.name(kind, "weights", layer))
        v_HMK = values[trace.name(kind, "v", layer)][sentence, :, : len(columns)]
        lengths_HM = np.array([[math.sqrt(sum(x * x for x in v_K)) for v_K in v_MK] for v_MK in v_HMK])
        last = heads[-1]
        wanted = (
            (("weights", (last,), "each", "words", True), _joined(maps_HQM[last], words[0], spoken, fewer)),
            (("weights", heads, "mean", "words", False), _joined(sum(maps_HQM) / len(maps_HQM), *words, False)),
            (("weights", heads, "max", "pieces", False), maps_HQM.max(0)),
            (("weights", heads, "sum", "pieces", False), maps_HQM.sum(0)),
            (("rollout", heads, "mean", "words", False), _joined(rolled[layer], *words, False)),
            (("value", (last,), "each", "pieces", True), (maps_HQM[last] * lengths_HM[last])[:, keep]),
        )
        for (measure, chosen, mix, join, hide), own_QM in wanted:
            shown = readings.shown(trace, kind, layer, measure, tuple(chosen), mix, join, hide, sentence=sentence)
            same = shown.shape == own_QM.shape
            worst = larger(worst, float(np.abs(shown - own_QM).max()) if same else math.inf)
    return worst


def _words(tokens: Sequence[Token]) -> list[list[int]]:
    """The places of each word; a token that belongs to none is a group of its own."""
    found: list[list[int]] = []
    for place, token in enumerate(tokens):
        if place and token.word >= 0 and token.word == tokens[place - 1].word:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _joined(map_QM: Array, rows: list[list[int]], columns: list[list[int]], left_out: bool) -> Array:
    """A map of words: read on average, summed over what is read; shares of what is left where columns are left out."""
    found = np.array([[map_QM[np.ix_(row, column)].sum() / len(row) for column in columns] for row in rows])
    sums = found.sum(-1, keepdims=True)
    return found / np.where(sums > 0, sums, 1.0) if left_out else found


def _rolled(trace: Trace, kind: str, sentence: int, weights: dict[str, Array]) -> list[Array]:
    """Rollout after each layer: half the mean of the heads applied to the rollout before it, half that rollout
    itself."""
    one = trace.sentences[sentence]

    def mean(which: str, layer: int, rows: int, columns: int) -> Array:
        return weights[trace.name(which, "weights", layer)][sentence, :, :rows, :columns].mean(0)

    def half(which: str, layer: int, size: int) -> Array:
        found: Array = (mean(which, layer, size, size) + np.eye(size)) / 2
        return found / found.sum(-1, keepdims=True)

    def stack(which: str, size: int) -> list[Array]:
        found, share = [], np.eye(size)
        for layer in range(trace.spec.layers(which)):
            share = half(which, layer, size) @ share
            found.append(share)
        return found

    if kind != "cross":
        return stack(kind, len(one.source if kind == "encoder" else one.read))
    memory, share, found = stack("encoder", len(one.source))[-1], np.zeros((len(one.read), len(one.source))), []
    for layer in range(trace.spec.decoder_layers):
        share = half("decoder", layer, len(one.read)) @ share
        share = (share + mean("cross", layer, len(one.read), len(one.source)) @ memory) / 2
        found.append(share)
    return found
