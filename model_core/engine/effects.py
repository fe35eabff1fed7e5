"""Effects of a model's parts on the text of a run: from an EffectsSpec to Effects, batch after batch; the text that the
model writes without a part; activation patching, one activation at a time: from a PatchSpec to Patching. Shapes: P
parts, T target rows, S source tokens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import numpy as np
import torch

from model_core.effects.attribution import attributions
from model_core.effects.patches import donor_activations
from model_core.effects.sweep import ForcedText, Interrupted, Sweep
from model_core.engine.batch import Batch
from model_core.engine.inputs import longest_target
from model_core.engine.interventions import listeners
from model_core.engine.part_edits import survey_patterns
from model_core.errors import Refused
from model_core.record.edits import Edits
from model_core.record.effects import Component, Effects, EffectsSpec, parts_of
from model_core.record.patching import Patching, PatchSpec, sites_of
from model_core.record.trace import Alternative, Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder


def sweep(
    asked: EffectsSpec, trace: Trace, model: EncoderDecoder, stop: Callable[[], bool] = lambda: False
) -> Iterator[Effects]:
    """The effects found so far after each batch, finally all of them; `trace` is the complete one of `asked.run`.

    A batch that `stop` interrupts is restarted. Raises Refused for a spec that does not fit this model or text.
    """
    _check(asked, trace)
    started, one = time.perf_counter(), trace.sentences[asked.sentence]
    parts = parts_of(model.spec, len(one.source), asked.groups)
    variants = [tuple(dict.fromkeys((part, *asked.together))) for part in parts]
    edits, means = asked.run.edits, None
    if asked.replacement == "mean":
        means = survey_patterns(asked.survey, model.spec)
    own = Sweep(model, _forced(trace, asked.sentence), edits, partial(listeners, model), asked.replacement, means, stop)
    if asked.method != "removed":
        yield from _by_gradient(asked, trace, own, started)
        return
    base_T, changes_PT = np.full(len(one.written), np.nan), np.full((len(parts), len(one.written)), np.nan)
    done, waiting = 0, list(own.batches(variants))
    while True:
        spent = (time.perf_counter() - started) * 1e3
        yield Effects(asked, one.source, one.written, parts, base_T, changes_PT.copy(), done, spent)
        if not waiting:
            return
        try:
            found_T, changes = own.changes([variants[place] for place in waiting[0]])
        except Interrupted:
            continue
        base_T = found_T if done == 0 else base_T
        changes_PT[waiting[0]] = changes
        done += len(waiting.pop(0))


def _by_gradient(asked: EffectsSpec, trace: Trace, own: Sweep, started: float) -> Iterator[Effects]:
    """Effects of source tokens by gradients: the attribution with the opposite sign."""
    one = trace.sentences[asked.sentence]
    parts = parts_of(trace.spec, len(one.source), asked.groups)
    unknown, base_T = np.full((len(parts), len(one.written)), np.nan), np.full(len(one.written), np.nan)
    while True:
        yield Effects(asked, one.source, one.written, parts, base_T, unknown, 0, 0.0)
        with suppress(Interrupted):
            base_T, _ = own.changes(())
            break
    for share, given_TS in attributions(own, asked.method == "integrated"):
        spent, done = (time.perf_counter() - started) * 1e3, int(share * len(parts))
        changes_PT = -given_TS[:, : len(parts)].T if share == 1.0 else unknown
        yield Effects(asked, one.source, one.written, parts, base_T, changes_PT, done, spent)


def text_without(
    asked: EffectsSpec, part: Component, trace: Trace, model: EncoderDecoder, vocab: Vocabulary,
    stop: Callable[[], bool] = lambda: False,
) -> Alternative:  # fmt: skip
    """The text that the model writes with this part off (and those of `asked.together`), by the run's own decoding;
    without maps. Raises Interrupted if `stop` returns True before it is done, and Refused as `sweep` does."""
    _check(asked, trace)
    one, own, run = trace.sentences[asked.sentence], asked.sentence, trace.run
    source_1S = torch.from_numpy(trace.ids["source"][own : own + 1].copy())
    edits, rows = run.edits, trace.ids["read"].shape[1]
    for one_part in dict.fromkeys((part, *asked.together)):
        edits = one_part.switched_off(edits, own, asked.replacement, asked.survey, rows)
    batch = Batch(model, source_1S, edits, [own])
    batch.encode()
    written, forced = [token.id for token in one.written], one.forced if run.target is None else 0
    limit = longest_target(run, model.spec, source_1S.shape[1], forced)
    for _ in batch.write(run.decoding, limit, [written[:forced]], written):
        if stop():
            raise Interrupted
    ids = batch.written[0]
    log_p_T = np.array(batch.written_log_p[0])
    tokens = vocab.target.tokens_of(ids)
    read = (vocab.target.token(model.spec.bos_id), *tokens[:-1])
    numbers = {"log_probability": log_p_T, "probability": np.exp(log_p_T)}
    return Alternative("without", own, read, tokens, min(forced, len(ids)), batch.finished(0), numbers, {})


def _check(asked: EffectsSpec, trace: Trace) -> None:
    asked.checked()
    if asked.sentence >= len(trace.sentences):
        raise Refused(
            "E-EFFECTS", "there is no sentence {sentence}; the run has {sentences_count}",
            sentence=asked.sentence + 1, sentences_count=len(trace.sentences),
        )  # fmt: skip
    spec = trace.spec
    for part in asked.together:
        if part not in parts_of(spec, len(trace.sentences[asked.sentence].source), (part.group,)):
            raise Refused("E-EFFECTS", "this model or text has no {part}", part=part.name)


def patch(
    asked: PatchSpec, trace: Trace, model: EncoderDecoder, vocab: Vocabulary, stop: Callable[[], bool] = lambda: False
) -> Iterator[Patching]:
    """What is found so far after each batch, finally all of it; `trace` is the complete one of `asked.run`.

    A batch that `stop` interrupts is restarted. Raises Refused for a spec that does not fit this model or text.
    """
    _check_patch(asked, trace)
    started, one, donor = time.perf_counter(), trace.sentences[asked.sentence], asked.donor
    sites = sites_of(model.spec, asked, len(one.source))
    values = donor_activations(model, sites)
    read = torch.tensor([donor.read(model.spec.bos_id)])
    other = ForcedText(torch.tensor([donor.source]), read, donor.written)
    edited = partial(listeners, model)
    theirs = float(Sweep(model, other, Edits(), edited).differences((), asked.row, asked.tokens)[0])
    own = Sweep(model, _forced(trace, asked.sentence), asked.run.edits, edited, stop=stop, donations=values)
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


def _check_patch(asked: PatchSpec, trace: Trace) -> None:
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


def _forced(trace: Trace, sentence: int) -> ForcedText:
    """One sentence of a run, as it was read and written."""
    source, read = (torch.from_numpy(trace.ids[side][sentence : sentence + 1].copy()) for side in ("source", "read"))
    return ForcedText(source, read, [token.id for token in trace.sentences[sentence].written], sentence)
