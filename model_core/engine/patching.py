"""Activation patching, one activation at a time: from a PatchSpec to Patching, batch after batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch

from model_core.effects.patches import donor_activations
from model_core.effects.sweep import ForcedText, Interrupted, Sweep
from model_core.engine.interventions import listeners
from model_core.errors import Refused
from model_core.record.edits import Edits
from model_core.record.patching import Patching, PatchSpec, sites_of
from model_core.record.trace import Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder


def patch(
    asked: PatchSpec, trace: Trace, model: EncoderDecoder, vocab: Vocabulary, stop: Callable[[], bool] = lambda: False
) -> Iterator[Patching]:
    """What is found so far after each batch, finally all of it; `trace` is the complete one of `asked.run`.

    A batch that `stop` interrupts is restarted. Raises Refused for a spec that does not fit this model or text.
    """
    _check(asked, trace)
    started, one, donor = time.perf_counter(), trace.sentences[asked.sentence], asked.donor
    sites = sites_of(model.spec, asked, len(one.source))
    values = donor_activations(model, sites)
    text = ForcedText(
        torch.from_numpy(trace.ids["source"][asked.sentence : asked.sentence + 1].copy()),
        torch.from_numpy(trace.ids["read"][asked.sentence : asked.sentence + 1].copy()),
        [token.id for token in one.written],
        asked.sentence,
    )
    read = torch.tensor([donor.read(model.spec.bos_id)])
    other = ForcedText(torch.tensor([donor.source]), read, donor.written)
    edited = partial(listeners, model)
    theirs = float(Sweep(model, other, Edits(), edited).differences((), asked.row, asked.tokens)[0])
    own = Sweep(model, text, asked.run.edits, edited, stop=stop, donations=values)
    as_it_is, found, done = np.nan, np.full(len(sites), np.nan), 0
    variants = [(site,) for site in sites]
    waiting = list(own.batches(variants))
    while True:
        yield Patching(
            asked, one.source, one.written, vocab.target.tokens_of(donor.written), float(as_it_is), theirs, sites,
            found.copy(), done, (time.perf_counter() - started) * 1e3,
        )  # fmt: skip
        if not waiting:
            return
        try:
            differences = own.differences([variants[at] for at in waiting[0]], asked.row, asked.tokens)
        except Interrupted:
            continue
        as_it_is = differences[0] if done == 0 else as_it_is
        found[waiting[0]] = differences[1:]
        done += len(waiting.pop(0))


def _check(asked: PatchSpec, trace: Trace) -> None:
    if asked.sentence >= len(trace.sentences):
        raise Refused(
            "E-PATCH", "there is no sentence {sentence}; the run has {sentences_count}",
            sentence=asked.sentence + 1, sentences_count=len(trace.sentences),
        )  # fmt: skip
    rows = min(len(trace.sentences[asked.sentence].written), len(asked.donor.written))
    if not 0 <= asked.row < rows:
        raise Refused("E-PATCH", "step {row} does not exist in both texts", row=asked.row + 1)
    if any(not 0 <= token < trace.spec.target_vocabulary for token in asked.tokens) or len(set(asked.tokens)) < 2:
        raise Refused("E-PATCH", "expected two different tokens of the model's target vocabulary")


__all__ = ["patch"]
