"""Proofs that writing in steps gives the rows of one whole pass: with a cache, in pieces, over a guess, without maps.

Shapes: B sentences, T target rows, R rows of one piece, V vocabulary, H heads, M keys.
"""

from __future__ import annotations

import math
from dataclasses import replace

import torch
from torch import Tensor

from model_core.decoding.decode import generate
from model_core.decoding.fast_attention import fast_recording
from model_core.engine.batch import Batch
from model_core.errors import Refused
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference, larger, names, recorded, weights_bound
from model_core.record.edits import Decoding
from model_core.transformer.model import EncoderDecoder

PIECES = (1, 3, 1, 6, 2)
"""Rows of the pieces in which a text is read, repeated until its end."""


def cached_is_full(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Row t of one pass over the finished text is decoding step t, in probabilities and in every head's weights."""
    prefixes = [row[1:length].tolist() for row, length in zip(batch.read_BT, batch.reads, strict=True)]
    limit = min(model.spec.max_positions, batch.read_BT.shape[1] + 4)
    with torch.inference_mode():
        memory_BSD = model.encode(batch.source_BS)
    try:
        steps = list(generate(model, batch.source_BS, memory_BSD, limit, prefixes=prefixes, watch=True))
    except Refused as refused:
        return [Proof("cached decoding", refused.message, math.nan, CLOSE)]
    written_BT = torch.stack([step.written for step in steps], dim=1)
    start_B1 = torch.full((written_BT.shape[0], 1), model.spec.bos_id)
    logits_BTV, weights = recorded(model, batch.source_BS, torch.cat([start_B1, written_BT[:, :-1]], dim=1))
    log_p_BTV = logits_BTV.log_softmax(-1)
    numbers, maps = 0.0, 0.0
    for row, step in enumerate(steps):
        going = torch.ones_like(step.ended) if row == 0 else ~steps[row - 1].ended
        numbers = larger(numbers, difference(step.log_p[going], log_p_BTV[going, row]))
        for kind, name in names(model.spec, ("decoder", "cross")):
            layer = int(name.split(".")[2])
            own = step.weights[kind][layer][going]
            maps = larger(maps, difference(own, weights[name][going, :, row, : own.shape[-1]]))
    bound = max(close(log_p_BTV), close(logits_BTV))
    what = "step t with the cache, row t of one full pass"
    return [
        Proof("cached decoding", f"{what}: log-probabilities", numbers, bound),
        Proof("cached weights", f"{what}: every head", maps, weights_bound(model, batch)),
    ]


def long_cached_is_full(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Like `cached_is_full`, for a long text."""
    return [replace(one, name=one.name.replace("cached", "long")) for one in cached_is_full(model, batch)]


def steps_are_fresh(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Where a mask hides nothing, each decoding step is a whole pass over the text written before it, and no more."""
    prefixes = [row[1:length].tolist() for row, length in zip(batch.read_BT, batch.reads, strict=True)]
    with torch.inference_mode():
        memory_BSD = model.encode(batch.source_BS)
        steps = list(
            generate(model, batch.source_BS, memory_BSD, batch.read_BT.shape[1], prefixes=prefixes, watch=True)
        )
        written_BT = torch.stack([step.written for step in steps], dim=1)
        start_B1, worst = torch.full((written_BT.shape[0], 1), model.spec.bos_id), 0.0
        for row, step in enumerate(steps):
            read_BT = torch.cat([start_B1, written_BT[:, :row]], dim=1)
            worst = larger(worst, difference(step.log_p, model(batch.source_BS, read_BT)[:, -1].log_softmax(-1)))
    what = "step t, and a pass over the t tokens before it"
    return [Proof("decoding, open mask", what, worst, close(torch.stack([step.log_p for step in steps])))]


def pieces_are_rows(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Several rows computed together on top of cached ones equal those of the whole pass, also after rows were removed
    from the cache."""
    logits_BTV, weights = recorded(model, batch.source_BS, batch.read_BT)
    total, done, turn, numbers, maps = batch.read_BT.shape[1], 0, 0, 0.0, 0.0
    with torch.inference_mode():
        memory_BSD, cache = model.encode(batch.source_BS), model.new_cache(batch.read_BT.shape[1])
        while done < total:
            end = min(total, done + PIECES[turn % len(PIECES)])
            wrong_BT = batch.read_BT[:, :end].flip(0)  # other tokens, removed again
            wrong_BT = torch.cat([batch.read_BT[:, :done], wrong_BT[:, done:]], 1)
            model.decode(wrong_BT, memory_BSD, batch.source_BS, cache)
            for own, _ in cache:
                own.shorten(done)
            with fast_recording(model, lambda name: name.endswith(".weights")) as kept:
                hidden_BRD = model.decode(batch.read_BT[:, :end], memory_BSD, batch.source_BS, cache)
                numbers = larger(numbers, difference(model.unembed(hidden_BRD), logits_BTV[:, done:end]))
            for kind, name in names(model.spec, ("decoder", "cross")):
                keys = end if kind == "decoder" else batch.source_BS.shape[1]
                maps = larger(maps, difference(kept[name], weights[name][:, :, done:end, :keys]))
            done, turn = end, turn + 1
    what = "several rows with the cache, and those of one pass"
    return [
        Proof("pieces", f"{what}: logits", numbers, close(logits_BTV)),
        Proof("pieces' weights", f"{what}: every head", maps, weights_bound(model, batch)),
    ]


def guesses_are_rows(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """A text written over a guess that is wrong at some places: its rows, and the passes joined, are one whole pass."""
    spec, ids = model.spec, [*batch.read_BT[0, 1 : batch.reads[0]].tolist(), model.spec.eos_id]
    guess = [one if place % 7 else ids[place - 1] for place, one in enumerate(ids[:-1])]
    source_1S = batch.source_BS[:1, : batch.sources[0]]
    writing = Batch(model, source_1S)
    writing.encode()
    rows = list(writing.write(Decoding(), len(ids), [ids], guess, watch=True, keep=_joined))
    whole, read_1T = writing.whole_pass(_joined), torch.tensor([[spec.bos_id, *ids[:-1]]])
    logits_1TV, weights = recorded(model, source_1S, read_1T)
    log_p_1TV, maps = logits_1TV.log_softmax(-1), 0.0
    alike = [row.id for row in rows] == ids and torch.equal(whole.read_BT, read_1T)
    numbers = 0.0 if alike else math.inf
    for row in rows:
        numbers = larger(numbers, difference(row.log_p, log_p_1TV[0, row.index]))
        for kind, name in names(spec, ("decoder", "cross")):
            own = row.weights[kind][int(name.split(".")[2])]
            maps = larger(maps, difference(own, weights[name][0, :, row.index, : own.shape[-1]]))
    numbers = larger(numbers, difference(whole.logits_BTV, logits_1TV))
    for _, name in names(spec, ("decoder", "cross")):
        maps = larger(maps, difference(whole.kept[name], weights[name]))
    bound = max(close(log_p_1TV), close(logits_1TV))
    what = "written over a wrong guess, and one pass"
    return [
        Proof("guesses", f"{what}: logits, log-probabilities", numbers, bound),
        Proof("guesses' weights", f"{what}: every head", maps, weights_bound(model, batch)),
    ]


def _joined(name: str) -> bool:
    """Whether an activation of the passes over a guess is recorded."""
    return name.endswith(".weights") or name == "logits"


def maps_are_not_needed(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Attention without maps, as for a long text, gives the same logits."""
    logits_BTV, _ = recorded(model, batch.source_BS, batch.read_BT)
    with torch.inference_mode(), fast_recording(model, lambda name: False, most_cells=0):
        quick_BTV: Tensor = model(batch.source_BS, batch.read_BT)
    what = "logits of a pass that makes no maps, and of one that does"
    return [Proof("without maps", what, difference(quick_BTV, logits_BTV), close(logits_BTV))]
