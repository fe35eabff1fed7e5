"""Greedy decoding and sampling, step by step, with a key/value cache. Beam search is in `beam.py`.

Decoding runs the same modules as the recorded pass; only the new rows of the attention weights are recorded on the way.
Shapes: B sentences, L layers, H heads, V vocabulary, M keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from model_core.decoding.draft import JoinedPass, continuation
from model_core.decoding.passes import Passes
from model_core.errors import Refused
from model_core.record.edits import Decoding
from model_core.record.trace import ATTENTION
from model_core.transformer.hooks import Listener, hook_points
from model_core.transformer.model import EncoderDecoder

DRAFT_TOKENS = 8
"""A new guess has half as many tokens as the last one (the first new one half of these) after a wrong token, and four
times as many after a right guess: a row computed together with others takes a fifth of the time of one alone."""

GREEDY = Decoding()
"""The most probable token is written at every step."""

Choice = Callable[[Tensor], list[int]]
"""(B, V) log-probabilities of a row -> B ids."""


@dataclass(frozen=True)
class DecodedStep:
    """Row `index` of every sentence. `written` holds the pad id for sentences that had ended before.

    written     (B,) ids chosen or forced
    log_p       (B, V) log-probabilities of the next token, natural log
    weights_of  computes `weights` when they are requested
    ended       (B,) True if the sentence has ended
    alone       False if the row was computed together with others, from a guess
    """

    index: int
    written: Tensor
    log_p: Tensor
    weights_of: Callable[[], dict[str, Tensor]]
    ended: Tensor
    alone: bool = True

    @property
    def weights(self) -> dict[str, Tensor]:
        """kind -> (L, B, H, M) the new attention row of every head; empty when not watched."""
        return self.weights_of()

    def weights_of_sentence(self, sentence: int) -> dict[str, Tensor]:
        """kind -> (L, H, M) of one sentence."""
        return {kind: rows[:, sentence] for kind, rows in self.weights.items()}


@torch.inference_mode()
def generate(
    model: EncoderDecoder,
    source_BS: Tensor,
    memory_BSD: Tensor,
    max_steps: int,
    decoding: Decoding = GREEDY,
    prefixes: Sequence[Sequence[int]] = (),
    watch: bool = False,
    guess: Sequence[int] = (),
    likely: Sequence[Sequence[int]] = (),
    edits: Mapping[str, Listener] | None = None,
    whole: JoinedPass | None = None,
) -> Iterator[DecodedStep]:
    """Write the most probable token, or one drawn by `sampling_probabilities`, until every sentence has ended or
    `max_steps` rows are written.

    source_BS, memory_BSD  padded source ids, and `model.encode` of them
    prefixes   per sentence, ids that must be written first; pad and start tokens are never chosen
    watch      each step carries the new rows of decoder and cross weights
    guess      ids that a single sentence will probably write. Their rows are computed in one pass, which is repeated
               from the first wrong token on with what the guess, or one of the `likely` texts, has after that token:
               speculative decoding (Leviathan et al. 2023) with a text as its draft. A token is always chosen from its
               own row, so a guess changes how long decoding takes and never what is written
    edits      listeners by hook name, as `recording` takes them
    whole      collects the passes over guesses, see `JoinedPass`

    Raises Refused if a probability is NaN: the most probable token of such a row would be id 0, or the end.
    """
    generation = _Generation(model, source_BS, memory_BSD, max_steps, prefixes, watch, edits, whole)
    if decoding.method == "sample":
        choose = _drawing(decoding, model.spec.never_written, source_BS.shape[0])
    else:
        choose = generation.most_probable
    yield from generation.steps([guess, *likely], choose)


def _drawing(decoding: Decoding, never: Sequence[int], sentences: int) -> Choice:
    """Draws a token for each sentence.

    Every sentence has its own generator with the same seed and one draw per step, forced or not: a sentence comes out
    the same alone and in a batch, and continues in the same way if the drawn tokens are forced.
    """
    generators = [torch.Generator().manual_seed(decoding.seed) for _ in range(sentences)]

    def drawn(log_p_BV: Tensor) -> list[int]:
        rows = zip(log_p_BV.cpu(), generators, strict=True)
        return [int(draw(sampling_probabilities(log_p_V, decoding, never), generator)) for log_p_V, generator in rows]

    return drawn


def sampling_probabilities(logits_NV: Tensor, decoding: Decoding, never: Sequence[int] = ()) -> Tensor:
    """(…, V) float64 probabilities by which tokens are drawn; of logits or of log-probabilities, which give the same.

    Logits are divided by the temperature; the top k stay (Fan et al. 2018, section 5.1); of their probabilities the
    fewest most probable that together reach p stay (nucleus sampling: Holtzman et al. 2020, section 3.1) and are
    normalised to a sum of 1. Of equal probabilities the lower id goes first. `never` are ids that are not drawn. For
    other methods than sampling: the softmax of the logits.
    """
    scaled_NV = logits_NV.cpu().double()  # not every device has float64
    if decoding.method != "sample":
        return scaled_NV.softmax(-1)
    scaled_NV = scaled_NV / decoding.temperature
    scaled_NV[..., list(never)] = -torch.inf
    sorted_NV, order_NV = scaled_NV.sort(dim=-1, descending=True, stable=True)
    if 0 < decoding.top_k < sorted_NV.shape[-1]:
        sorted_NV[..., decoding.top_k :] = -torch.inf
    p_NV = sorted_NV.softmax(-1)
    if decoding.top_p < 1.0:
        p_NV = p_NV.masked_fill(p_NV.cumsum(-1) - p_NV >= decoding.top_p, 0.0)
    return torch.zeros_like(p_NV).scatter(-1, order_NV, p_NV / p_NV.sum(-1, keepdim=True))


def draw(p_V: Tensor, generator: torch.Generator) -> Tensor:
    """One id, drawn by inverting the cumulative distribution of the tokens, the most probable first."""
    sorted_V, order_V = p_V.sort(dim=-1, descending=True, stable=True)
    point = torch.rand((), generator=generator, dtype=torch.float64)
    place = int(torch.searchsorted(sorted_V.cumsum(0), point, right=True))
    return order_V[min(place, int((sorted_V > 0).sum()) - 1)]


class _Generation:
    """Greedy decoding or sampling in progress. Further letters: R rows of one pass, T rows read."""

    def __init__(
        self,
        model: EncoderDecoder,
        source_BS: Tensor,
        memory_BSD: Tensor,
        max_steps: int,
        prefixes: Sequence[Sequence[int]],
        watch: bool,
        edits: Mapping[str, Listener] | None,
        whole: JoinedPass | None,
    ) -> None:
        spec = model.spec
        self.model, self.source_BS, self.max_steps, self.prefixes = model, source_BS, max_steps, prefixes
        self.whole = None if spec.leaks or source_BS.shape[0] > 1 else whole
        self.over = [False] * source_BS.shape[0]
        self.ended = torch.tensor(self.over, device=source_BS.device)
        self.never = frozenset(spec.never_written)
        self.watched = watched_names(model) if watch else frozenset[str]()
        keep = self.watched.union(filter(self.whole.keep, hook_points(model)) if self.whole is not None else ())
        self.passes = Passes(model, source_BS, memory_BSD, max_steps, keep, edits)

    def steps(self, guesses: Sequence[Sequence[int]], choose: Choice) -> Iterator[DecodedStep]:
        """The steps; rows after a token that was guessed wrong are computed again."""
        leaks = self.model.spec.leaks  # every row changes with every token: all are computed at each step
        if leaks or self.source_BS.shape[0] > 1 or not guesses[0]:
            guesses = ()
        read_BT = torch.full_like(self.source_BS[:, :1], self.model.spec.bos_id)
        if guesses:
            read_BT = self._with_guess(read_BT, guesses[0])
        index, draft = 0, DRAFT_TOKENS
        while index < self.max_steps:
            log_p_BRV, weights_of = self._new_rows(read_BT)
            for row, log_p_BV in enumerate(log_p_BRV.unbind(1)):
                ids = self._choose(index, log_p_BV, choose)
                written = torch.tensor(ids, device=read_BT.device)
                alone = log_p_BRV.shape[1] == 1
                yield DecodedStep(index, written, log_p_BV, partial(weights_of, row), self.ended, alone)
                index += 1
                if all(self.over) or (index < read_BT.shape[1] and ids[0] != int(read_BT[0, index])):
                    break
            if self.whole is not None:
                self.whole.keep_rows(row + 1)
            if all(self.over):
                break
            self.passes.shorten(index)
            read_BT = torch.cat([read_BT[:, :index], written.unsqueeze(1)], dim=1)
            if guesses:
                draft = max(1, draft // 2 if row + 1 < log_p_BRV.shape[1] else draft * 4)
                read_BT = self._with_guess(read_BT, continuation(read_BT[0, 1:].tolist(), guesses)[:draft])
        if self.whole is not None and all(self.over):
            self.whole.finish(read_BT[:, :index])

    def most_probable(self, log_p_BV: Tensor) -> list[int]:
        """B ids."""
        ids = log_p_BV.float().cpu().numpy().argmax(-1).tolist()  # torch takes ten times as long
        if self.never.isdisjoint(ids):
            return ids
        log_p_BV = log_p_BV.clone()
        log_p_BV[:, list(self.never)] = -torch.inf
        return log_p_BV.argmax(-1).tolist()

    def _with_guess(self, read_BT: Tensor, guess: Sequence[int]) -> Tensor:
        """(B, T) ids read, followed by the guess up to `max_steps` rows and without its end of sentence."""
        known = list(guess[: self.max_steps - read_BT.shape[1]])
        if self.model.spec.eos_id in known:
            del known[known.index(self.model.spec.eos_id) :]
        return torch.cat([read_BT, read_BT.new_tensor([known])], dim=1) if known else read_BT

    def _new_rows(self, read_BT: Tensor) -> tuple[Tensor, Callable[[int], dict[str, Tensor]]]:
        """Log-probabilities (B, R, V) of the rows that the cache lacks, and a function row -> its attention weights."""
        first = self.passes.length
        logits_BRV, kept = self.passes.rows(read_BT)
        if self.model.spec.leaks:
            last = logits_BRV.shape[1] - 1
            log_p_B1V = logits_BRV[:, last:].log_softmax(-1)
            return log_p_B1V, lambda row: attention_rows(kept, self.model.spec.decoder_layers, last, last + 1)
        log_p_BRV = logits_BRV.log_softmax(-1)
        if self.whole is not None:
            self.whole.add(logits_BRV, log_p_BRV, kept)
        seen = kept if self.watched else {}
        return log_p_BRV, lambda row: attention_rows(seen, self.model.spec.decoder_layers, row, first + row + 1)

    def _choose(self, index: int, log_p_BV: Tensor, choose: Choice) -> list[int]:
        """B ids of a row, chosen or forced; marks the sentences that end with it."""
        spec, over = self.model.spec, self.over
        refuse_nan((one for one, ended in zip(log_p_BV[:, 0].tolist(), over, strict=True) if not ended), index)
        ids = choose(log_p_BV)
        for sentence, prefix in enumerate(self.prefixes):
            if index < len(prefix):
                ids[sentence] = prefix[index]
        ids = [spec.pad_id if ended else one for one, ended in zip(ids, over, strict=True)]
        self.over = [ended or one == spec.eos_id for one, ended in zip(ids, over, strict=True)]
        if self.over != over:
            self.ended = torch.tensor(self.over, device=log_p_BV.device)
        return ids


def refuse_nan(first: Iterable[float], index: int) -> None:
    """Raises Refused if the first log-probability of a row is NaN: one NaN makes the whole row NaN."""
    if any(map(math.isnan, first)):
        raise Refused(
            "E-RUN-NAN", "a probability at step {index} is NaN: the model's weights are damaged", index=index + 1
        )


def watched_names(model: EncoderDecoder) -> frozenset[str]:
    """The hook names of the weights of the decoder's attentions."""
    return frozenset(
        name for name in hook_points(model) if name.startswith("decoder.") and name.endswith("attn.weights")
    )


def attention_rows(kept: dict[str, Tensor], layers: int, row: int, length: int) -> dict[str, Tensor]:
    """kind -> (L, B, H, M) from row `row` of the recorded (B, H, R, M) weights; of the decoder's the first `length`."""
    rows = {}
    for kind, keys in (("decoder", length), ("cross", None)) if kept else ():
        paths = [f"{ATTENTION[kind].format(layer=layer)}.weights" for layer in range(layers)]
        rows[kind] = torch.stack([kept[path][:, :, row, :keys] for path in paths])
    return rows
