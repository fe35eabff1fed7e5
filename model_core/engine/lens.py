"""The logit lens of a run, and the shares of its logits: from a Trace to a LensReading.

Shapes: P places of the stack, T target rows, V vocabulary, C candidates, A tokens asked about (the written one first).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import torch

from model_core.effects.lens import early_logits, is_lens_point, logit_shares
from model_core.engine.batch import Batch
from model_core.errors import Refused
from model_core.record.lens import Lens, LensReading, LensSpec
from model_core.record.patching import RESIDUAL, stack_places
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder

TOP = 5
"""Number of most probable tokens reported for each point and row."""


def lens_of(
    trace: Trace, model: EncoderDecoder, sentence: int = 0, tokens: Sequence[int] = (), stack: str = "decoder"
) -> LensReading:
    """The reading of one sentence of a run, forced and under its edits; of the encoder its source is read.

    `tokens` are ids that are asked about in every row beside the written one. Raises Refused for unknown ids, sentences
    or stacks.
    """
    *_, found = _read(trace, model, LensSpec(trace.run, sentence, stack), tokens, False)
    assert found is not None, "the last one is the reading"
    return found


def read_early(asked: LensSpec, trace: Trace, model: EncoderDecoder, vocab: Vocabulary) -> Iterator[Lens]:
    """The progress after each place, finally the reading, with the most probable other token of each row. Raises
    Refused as `lens_of` does."""
    started, count = time.perf_counter(), len(stack_places(model.spec, asked.stack))
    for done, reading in enumerate(_read(trace, model, asked, (), True)):
        spent = (time.perf_counter() - started) * 1e3
        if reading is None:
            yield Lens(asked, min(done, count), count, spent)
            continue
        ids = sorted({*reading.top.reshape(-1).tolist(), *reading.rivals})
        own = vocab.target if asked.stack == "decoder" else vocab
        yield Lens(asked, count, count, spent, reading, tuple(own.tokens_of(ids)))


@torch.inference_mode()
def _read(
    trace: Trace, model: EncoderDecoder, asked: LensSpec, tokens: Sequence[int], rival: bool
) -> Iterator[LensReading | None]:
    """None after the pass and after each place, for progress; then the reading."""
    kept, text = _passed(trace, model, asked, tokens)
    yield None
    ids_TA = torch.tensor([[token.id, *tokens] for token in text])
    *_, last_TV = early_logits(model, kept, asked.stack)
    rivals_T = last_TV.cpu().scatter(1, ids_TA[:, :1], -torch.inf).argmax(-1)  # the most probable ones not written
    if rival:
        ids_TA = torch.cat([ids_TA, rivals_T[:, None]], 1)
    found: dict[str, list[np.ndarray]] = {"top": [], "chances": [], "log_p": [], "rank": []}
    for logits_TV in early_logits(model, kept, asked.stack):
        log_p_TV = logits_TV.cpu().log_softmax(-1)
        log_p_TA = log_p_TV.gather(1, ids_TA)
        values_TC, top_TC = log_p_TV.topk(min(TOP, log_p_TV.shape[1]), -1)
        found["top"].append(top_TC.numpy())
        found["chances"].append(values_TC.exp().numpy())
        found["log_p"].append(log_p_TA.double().numpy())
        found["rank"].append((log_p_TV[:, None] > log_p_TA[:, :, None]).sum(-1).numpy())
        yield None
    edits = trace.run.edits
    parts, shares = logit_shares(model, kept, ids_TA, asked.stack, edits.residuals_cut, bool(edits.patches))
    logits_TA = logits_TV.cpu().gather(1, ids_TA).double().numpy()
    top, chances, log_p, rank = (np.stack(found[name]) for name in ("top", "chances", "log_p", "rank"))
    yield LensReading(
        text, tuple(tokens), stack_places(model.spec, asked.stack), top, chances, log_p, rank, tuple(parts),
        shares.numpy(), logits_TA, tuple(rivals_T.tolist()) if rival else (), bool(edits.patches),
    )  # fmt: skip


def _passed(
    trace: Trace, model: EncoderDecoder, asked: LensSpec, tokens: Sequence[int]
) -> tuple[dict[str, torch.Tensor], tuple[Token, ...]]:
    """(activations of a pass of the stack, the tokens of its rows). Raises Refused as `lens_of` does."""
    sentence, spec = asked.sentence, model.spec
    if asked.stack not in RESIDUAL:
        raise Refused(
            "E-LENS", "unknown stack {stack}; choose from {sublayers}",
            stack=f"{asked.stack[:40]!r}", sublayers=', '.join(RESIDUAL),
        )  # fmt: skip
    decoder = asked.stack == "decoder"
    text: tuple[Token, ...] = ()
    if 0 <= sentence < len(trace.sentences):
        one = trace.sentences[sentence]
        text = one.written if decoder else one.source
    if not text:
        raise Refused("E-LENS", "sentence {sentence} has no text", sentence=sentence + 1)
    size = spec.target_vocabulary if decoder else spec.source_vocabulary
    if any(not 0 <= token < size for token in tokens):
        raise Refused("E-LENS", "the model's token ids are 0 to {size}", size=size - 1)
    source_1S = torch.from_numpy(trace.ids["source"][sentence : sentence + 1].copy())
    read = trace.ids["read"][sentence].tolist()
    batch = Batch(model, source_1S, trace.run.edits, [sentence], read[:1])
    kept = batch.encode(lambda name: not decoder and is_lens_point(name, "encoder"))
    if decoder:
        batch.force_texts([[*read[1:], text[-1].id]])  # the last one is not read
        kept = batch.whole_pass(is_lens_point).kept
    return {name: value[:, ..., : len(text), :] for name, value in kept.items()}, text
