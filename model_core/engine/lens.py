"""The text of a run read early, and the shares of its logits: from a Trace to a LensReading.

Shapes: P places of the stack, T target rows, V vocabulary, C candidates, A tokens asked about (the written one first).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import torch

from model_core.effects.lens import early_logits, logit_shares, places, wanted
from model_core.engine.batch import Batch
from model_core.errors import Refused
from model_core.record.lens import Lens, LensReading, LensSpec
from model_core.record.trace import Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder

TOP = 5
"""Most probable tokens that are told of each place and row."""


def lens_of(trace: Trace, model: EncoderDecoder, sentence: int = 0, tokens: Sequence[int] = ()) -> LensReading:
    """The written text of one sentence of a run, under its edits, forced. `tokens` are ids that are asked about in
    every row beside the written one. Raises Refused for ids or a sentence that are not there."""
    *_, found = _read(trace, model, sentence, tokens, False)
    assert found is not None, "the last one is the reading"
    return found


def read_early(asked: LensSpec, trace: Trace, model: EncoderDecoder, vocab: Vocabulary) -> Iterator[Lens]:
    """How many places are read after each of them, the last time the reading, with the most probable other token of
    each row. Raises Refused as `lens_of` does."""
    started, count = time.perf_counter(), len(tuple(places(model.spec)))
    for done, reading in enumerate(_read(trace, model, asked.sentence, (), True)):
        spent = (time.perf_counter() - started) * 1e3
        if reading is None:
            yield Lens(asked, min(done, count), count, spent)
            continue
        ids = sorted({*reading.top.reshape(-1).tolist(), *reading.rivals})
        yield Lens(asked, count, count, spent, reading, tuple(vocab.target.tokens_of(ids)))


@torch.inference_mode()
def _read(
    trace: Trace, model: EncoderDecoder, sentence: int, tokens: Sequence[int], rival: bool
) -> Iterator[LensReading | None]:
    """None after the pass and after each place, then the reading."""
    if not 0 <= sentence < len(trace.sentences) or not trace.sentences[sentence].written:
        raise Refused("E-LENS", f"there is no text of sentence {sentence + 1}")
    if any(not 0 <= token < model.spec.target_vocabulary for token in tokens):
        raise Refused("E-LENS", f"the model has token ids from 0 to {model.spec.target_vocabulary - 1}")
    one = trace.sentences[sentence]
    batch = Batch(model, torch.from_numpy(trace.ids["source"][sentence : sentence + 1].copy()), trace.run.edits,
                  [sentence])  # fmt: skip
    batch.encode()
    batch.given([[token.id for token in one.written]])
    whole = batch.whole(wanted)
    yield None
    ids_TA = torch.tensor([[token.id, *tokens] for token in one.written])
    rivals_T = _rivals(whole.logits_BTV[0].cpu(), ids_TA[:, 0])
    if rival:
        ids_TA = torch.cat([ids_TA, rivals_T[:, None]], 1)
    found: dict[str, list[np.ndarray]] = {"top": [], "chances": [], "log_p": [], "rank": []}
    for logits_TV in early_logits(model, whole.kept):
        log_p_TV = logits_TV.cpu().log_softmax(-1)
        log_p_TA = log_p_TV.gather(1, ids_TA)
        values_TC, top_TC = log_p_TV.topk(min(TOP, log_p_TV.shape[1]), -1)
        found["top"].append(top_TC.numpy())
        found["chances"].append(values_TC.exp().numpy())
        found["log_p"].append(log_p_TA.double().numpy())
        found["rank"].append((log_p_TV[:, None] > log_p_TA[:, :, None]).sum(-1).numpy())
        yield None
    parts, shares = logit_shares(model, whole.kept, ids_TA)
    logits_TA = whole.logits_BTV[0].gather(1, ids_TA).double().numpy()
    top, chances, log_p, rank = (np.stack(found[name]) for name in ("top", "chances", "log_p", "rank"))
    where = tuple(places(model.spec))
    yield LensReading(
        one.written, tuple(tokens), where, top, chances, log_p, rank, tuple(parts), shares.numpy(), logits_TA,
        tuple(rivals_T.tolist()) if rival else (),
    )  # fmt: skip


def _rivals(logits_TV: torch.Tensor, written_T: torch.Tensor) -> torch.Tensor:
    """(T,) the most probable token of each row that was not written."""
    return logits_TV.scatter(1, written_T[:, None], -torch.inf).argmax(-1)


__all__ = ["lens_of", "read_early"]
