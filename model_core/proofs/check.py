"""Proofs that a model is what it says it is: each one runs it and gives the worst difference it found.

Nothing here is taken on trust from the modules under proof: masks are written out again, and the weights of every head
are compared with PyTorch's own.

Shapes: B batch, S source tokens, T target rows, H heads, Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import torch
from torch import Tensor

from model_core.decoding.decode import greedy
from model_core.errors import Refused
from model_core.proofs.numpy_reference import WrittenOut
from model_core.proofs.torch_reference import Reference, comparable
from model_core.record.derived_maps import derived
from model_core.record.trace import ATTENTION
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import listening, recording
from model_core.transformer.model import EncoderDecoder

CLOSE = 1e-5
"""Bound where two ways to compute a float32 number of up to 10 are compared; of larger ones a millionth may differ."""

LENGTHS = ((9, 7), (4, 12), (1, 1), (12, 3))
"""Source and target tokens of the sentences that the proofs run on: all lengths differ, so that there is padding."""


@dataclass(frozen=True)
class Proof:
    """What was compared, the worst difference found, and the largest one allowed. Not a number never passes.

    reference  whose numbers the model's own were compared with: "torch", "formulas", "" for its own
    """

    name: str
    compared: str
    worst: float
    bound: float
    reference: str = ""

    @property
    def passed(self) -> bool:
        """Whether the worst difference is inside the bound."""
        return self.worst <= self.bound


@dataclass(frozen=True)
class ProofBatch:
    """Padded ids to run: source (B, S) and what the decoder reads (B, T), with the real lengths."""

    source_BS: Tensor
    read_BT: Tensor
    sources: tuple[int, ...]
    reads: tuple[int, ...]


Try = Callable[[EncoderDecoder, ProofBatch], list[Proof]]


def batch_for(spec: ModelSpec, seed: int = 0, lengths: tuple[tuple[int, int], ...] = LENGTHS) -> ProofBatch:
    """Random sentences for a model, the same ones for the same seed, cut to its positions."""
    rng = random.Random(seed)
    special = {spec.pad_id, spec.bos_id, spec.eos_id}
    sources, reads = [], []
    for source, read in lengths:
        source, read = min(source, spec.max_positions), min(read, spec.max_positions)
        sources.append([*_words(rng, spec.source_vocabulary, special, source - 1), spec.eos_id])
        reads.append([spec.bos_id, *_words(rng, spec.target_vocabulary, special, read - 1)])
    counts = [tuple(map(len, rows)) for rows in (sources, reads)]
    return ProofBatch(_padded(sources, spec.pad_id), _padded(reads, spec.pad_id), *counts)


def _words(rng: random.Random, size: int, special: set[int], count: int) -> list[int]:
    """`count` ordinary ids."""
    ordinary = [index for index in range(min(size, 1000)) if index not in special]
    return rng.choices(ordinary, k=count)


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    width = max(map(len, rows))
    return torch.tensor([row + [pad] * (width - len(row)) for row in rows])


def prove(model: EncoderDecoder, seed: int = 0) -> Iterator[Proof]:
    """Every proof, on random sentences of this seed, one after the other.

    A mask that hides nothing (`ModelSpec.leaks`) is the model's own: what would follow from hiding is not asked of it.
    A model whose numbers grow from layer to layer (batch norms that were never trained change nothing) makes a rounding
    of float32 larger than the bounds: what fails in such a model is checked again in float64, with a note.
    """
    batch = batch_for(model.spec, seed)
    exact = cache(lambda: _exact(model, batch))
    for proof in PROOFS:
        if not (model.spec.leaks and proof in NEED_MASKS):
            found = proof(model, batch)
            sound = all(one.passed for one in found)
            yield from found if sound else _settled(found, exact(), proof, batch)
    if model.spec.leaks:
        yield from steps_are_fresh(model, batch)


def _exact(model: EncoderDecoder, batch: ProofBatch) -> tuple[EncoderDecoder, float] | None:
    """A copy of the model in float64, and how far the rounding of float32 alone moves its logits; None where that is
    within the bound, or parts of the model keep to float32."""
    double = copy.deepcopy(model).double()
    try:
        logits_BTV, exact_BTV = (recorded(one, batch.source_BS, batch.read_BT)[0] for one in (model, double))
    except RuntimeError:
        return None
    rounding = difference(logits_BTV, exact_BTV)
    return (double, rounding) if rounding > close(logits_BTV) else None


def _settled(
    found: list[Proof], exact: tuple[EncoderDecoder, float] | None, proof: Try, batch: ProofBatch
) -> list[Proof]:
    """What a proof found; where it failed and there is a copy in float64 to ask, what it finds there."""
    if exact is None:
        return found
    try:
        again = proof(exact[0], batch)
    except RuntimeError:  # parts that keep to float32
        return found
    if len(again) != len(found):
        return found
    told = f" (float64; rounding alone {exact[1]:.0e})"
    pairs = zip(found, again, strict=True)
    return [one if one.passed else replace(two, compared=two.compared + told) for one, two in pairs]


# ---------------------------------------------------------------- the proofs


def same_as_torch(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Logits and the weights of every head against torch.nn.Transformer with the same parameters; against the formulas
    written out in float64 where it has no counterpart."""
    logits_BTV, weights = recorded(model, batch.source_BS, batch.read_BT)
    alike = comparable(model.spec) and logits_BTV.dtype == torch.float32
    other = Reference(model) if alike else WrittenOut(model)
    expected_BTV, theirs = other.run(batch.source_BS, batch.read_BT)
    worst = dict.fromkeys(KINDS, 0.0)
    for kind, name in names(model.spec):
        worst[kind] = _larger(worst[kind], difference(weights[name], theirs[name]))
    apart, bound = difference(logits_BTV, expected_BTV), close(expected_BTV)
    whole, what = "the formulas written out in float64", "the formulas written out in float64, every head"
    if alike:
        whole, what = "torch.nn.Transformer, same parameters", "torch.nn.MultiheadAttention, every head"
    proofs = [Proof("logits", whole, apart, bound, "torch" if alike else "formulas")]
    return proofs + [Proof(f"{kind} weights", what, worst[kind], CLOSE) for kind in KINDS]


def rows_sum_to_one(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Each query's weights are shares of 1."""
    _, weights = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for _, name in names(model.spec):
        sums = weights[name].sum(-1)
        worst = _larger(worst, difference(sums, torch.ones_like(sums)))
    return [Proof("rows sum to 1", "sum of each row of weights, and 1", worst, CLOSE)]


def masked_is_zero(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """A key that a query must not see has weight exactly 0."""
    _, weights = recorded(model, batch.source_BS, batch.read_BT)
    hidden = hidden_cells(model.spec, batch)
    worst = 0.0
    for kind, name in names(model.spec):
        cells = weights[name].masked_select(hidden[kind].unsqueeze(1))
        worst = _larger(worst, difference(cells, torch.zeros_like(cells)))
    return [Proof("masked weights", "weight of each cell that is padding or later, and 0", worst, 0.0)]


def causal(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Rows 0 … i stay as they are when the target token i + 1 becomes another one."""
    logits_BTV, _ = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for later in range(1, batch.read_BT.shape[1]):
        changed_BT = batch.read_BT.clone()
        changed_BT[:, later] = another(model.spec, changed_BT[:, later])
        other_BTV, _ = recorded(model, batch.source_BS, changed_BT)
        worst = _larger(worst, difference(logits_BTV[:, :later], other_BTV[:, :later]))
    return [Proof("causality", "rows up to i before and after token i + 1 changes", worst, 1e-6)]


def padding_is_nothing(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """A sentence gives the same alone as beside longer ones."""
    logits_BTV, weights = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for index, (sources, reads) in enumerate(zip(batch.sources, batch.reads, strict=True)):
        one = slice(index, index + 1)
        alone_BTV, own = recorded(model, batch.source_BS[one, :sources], batch.read_BT[one, :reads])
        worst = _larger(worst, difference(alone_BTV[0], logits_BTV[index, :reads]))
        for _, name in names(model.spec):
            _, _, queries, keys = own[name].shape
            worst = _larger(worst, difference(own[name][0], weights[name][index, :, :queries, :keys]))
    return [Proof("padding", "each sentence alone and in a padded batch", worst, close(logits_BTV))]


def cached_is_full(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Row t of one pass over the finished text is decoding step t, in probabilities and in every head's weights."""
    prefixes = [row[1:length].tolist() for row, length in zip(batch.read_BT, batch.reads, strict=True)]
    limit = min(model.spec.max_positions, batch.read_BT.shape[1] + 4)
    with torch.inference_mode():
        memory_BSD = model.encode(batch.source_BS)
    try:
        steps = list(greedy(model, batch.source_BS, memory_BSD, limit, prefixes, watch=True))
    except Refused as refused:
        return [Proof("cached decoding", refused.message, math.nan, CLOSE)]
    written_BT = torch.stack([step.written for step in steps], dim=1)
    start_B1 = torch.full((written_BT.shape[0], 1), model.spec.bos_id)
    logits_BTV, weights = recorded(model, batch.source_BS, torch.cat([start_B1, written_BT[:, :-1]], dim=1))
    log_p_BTV = logits_BTV.log_softmax(-1)
    numbers, maps = 0.0, 0.0
    for row, step in enumerate(steps):
        going = torch.ones_like(step.ended) if row == 0 else ~steps[row - 1].ended
        numbers = _larger(numbers, difference(step.log_p[going], log_p_BTV[going, row]))
        for kind, name in names(model.spec, ("decoder", "cross")):
            layer = int(name.split(".")[2])
            own = step.weights[kind][layer][going]
            maps = _larger(maps, difference(own, weights[name][going, :, row, : own.shape[-1]]))
    what = "step t with the cache, row t of one full pass"
    return [
        Proof("cached decoding", f"{what}: log-probabilities", numbers, close(log_p_BTV)),
        Proof("cached weights", f"{what}: every head", maps, CLOSE),
    ]


def steps_are_fresh(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Where a mask hides nothing, each decoding step is a whole pass over the text written before it, and no more."""
    prefixes = [row[1:length].tolist() for row, length in zip(batch.read_BT, batch.reads, strict=True)]
    with torch.inference_mode():
        memory_BSD = model.encode(batch.source_BS)
        steps = list(greedy(model, batch.source_BS, memory_BSD, batch.read_BT.shape[1], prefixes, watch=True))
        written_BT = torch.stack([step.written for step in steps], dim=1)
        start_B1, worst = torch.full((written_BT.shape[0], 1), model.spec.bos_id), 0.0
        for row, step in enumerate(steps):
            read_BT = torch.cat([start_B1, written_BT[:, :row]], dim=1)
            worst = _larger(worst, difference(step.log_p, model(batch.source_BS, read_BT)[:, -1].log_softmax(-1)))
    what = "step t, and a pass over the t tokens before it"
    return [Proof("decoding, open mask", what, worst, close(torch.stack([step.log_p for step in steps])))]


def maps_on_demand(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Scores and weights made from recorded queries and keys, as for a long text, are the forward pass's own.

    All are float32 numbers, so differences count in shares of the largest score where that is above 1, and those of
    weights in tenths of it: the softmax turns a score's rounding into one of its weight.
    """
    with torch.inference_mode(), recording(model) as kept:
        model(batch.source_BS, batch.read_BT)
    hidden, worst = hidden_cells(model.spec, batch), 0.0
    for kind, name in names(model.spec):
        path, visible_B1QM = name.removesuffix(".weights"), ~hidden[kind].unsqueeze(1).numpy()
        q, k = kept[f"{path}.q"].numpy(), kept[f"{path}.k"].numpy()
        instead, scale = model.spec.masked_score, model.spec.score_scale
        distances = model.spec.positions == "relative" and kind != "cross"  # what they add is in no query and no key
        for what in ("raw_scores", "scores", "masked_scores", "weights")[: 2 if distances else 4]:
            made = torch.from_numpy(derived(what, q, k, visible_B1QM, instead, scale))
            own = kept[f"{path}.{what}"]
            masked = own.isinf() & (own == made)
            own, made = own.masked_fill(masked, 0), made.masked_fill(masked, 0)
            size = float(kept[f"{path}.scores"].abs().max()) / 10 if what == "weights" else float(own.abs().max())
            worst = _larger(worst, difference(made, own) / max(1.0, size))
    return [Proof("maps on demand", "scores and weights made from q and k, and the forward pass's own", worst, 1e-6)]


def dropout_is_off(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """No dropout is at work, nor any other part in training mode."""
    at_work = [module for module in model.modules() if module.training]
    live = [module for module in at_work if isinstance(module, torch.nn.Dropout)]
    return [Proof("dropout is off", "number of modules in training mode, and 0", float(len(at_work) + len(live)), 0.0)]


def second_run_is_identical(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """All recorded activations come out the same, bit for bit, whatever the random numbers are."""
    runs = []
    for seed in (1, 2):
        with torch.random.fork_rng(devices=[]), torch.inference_mode(), recording(model) as kept:
            torch.manual_seed(seed)
            model(batch.source_BS, batch.read_BT)
        runs.append(dict(kept))
    worst = 0.0
    for name, values in runs[0].items():
        again = runs[1][name]
        masked = values.isinf() & (values == again)
        worst = _larger(worst, difference(*(one.float().masked_fill(masked, 0) for one in (values, again))))
    return [Proof("second run", "every activation of two runs with other random numbers", worst, 0.0)]


def no_listener_stays(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Recording leaves nothing behind, also when it ends with an error."""
    recorded(model, batch.source_BS, batch.read_BT)
    try:
        with recording(model):
            raise InterruptedError
    except InterruptedError:
        pass
    return [Proof("hooks removed", "listeners left on the model, and 0", float(listening(model)), 0.0)]


PROOFS: tuple[Try, ...] = (
    same_as_torch,
    rows_sum_to_one,
    masked_is_zero,
    causal,
    padding_is_nothing,
    cached_is_full,
    maps_on_demand,
    dropout_is_off,
    second_run_is_identical,
    no_listener_stays,
)


NEED_MASKS = (masked_is_zero, causal, padding_is_nothing, cached_is_full)
"""Proofs that follow from a mask that hides."""


# ---------------------------------------------------------------- what they share


@torch.inference_mode()
def recorded(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """(logits (B, T, V), weights (B, H, Q, M) by hook name) of one pass."""
    with recording(model, keep=lambda name: name.endswith(".weights")) as kept:
        logits_BTV = model(source_BS, read_BT)
    return logits_BTV, kept


def names(spec: ModelSpec, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, str]]:
    """(kind, hook name of the weights) of every attention."""
    for kind in kinds:
        for layer in range(spec.layers(kind)):
            yield kind, f"{ATTENTION[kind].format(layer=layer)}.weights"


def hidden_cells(spec: ModelSpec, batch: ProofBatch) -> dict[str, Tensor]:
    """kind -> (B, Q, M), True where a query must not see a key, written out from the lengths alone."""
    sizes = {"encoder": (batch.source_BS, batch.sources), "decoder": (batch.read_BT, batch.reads)}
    hidden = {}
    for kind, queries in (("encoder", batch.source_BS), ("decoder", batch.read_BT), ("cross", batch.read_BT)):
        keys, lengths = sizes["decoder" if kind == "decoder" else "encoder"]
        cells = torch.zeros(len(lengths), queries.shape[1], keys.shape[1], dtype=torch.bool)
        for sentence, length in enumerate(lengths):
            cells[sentence, :, length:] = True
            for query in range(queries.shape[1] if kind == "decoder" else 0):
                cells[sentence, query, query + 1 :] = True
        hidden[kind] = cells
    return hidden


def another(spec: ModelSpec, ids_B: Tensor) -> Tensor:
    """Other ids than these, none of them the pad id."""
    shifted = (ids_B + 1) % spec.target_vocabulary
    return torch.where(shifted == spec.pad_id, (shifted + 1) % spec.target_vocabulary, shifted)


def close(values: Tensor) -> float:
    """The bound for numbers of this size, in float32."""
    return CLOSE * max(1.0, float(values.abs().max()) / 10)


def difference(ours: Tensor, theirs: Tensor) -> float:
    """Largest absolute difference; infinite where the shapes differ, not a number where one of them is not."""
    if ours.shape != theirs.shape:
        return float("inf")
    return float((ours - theirs).detach().abs().max()) if ours.numel() else 0.0


def _larger(one: float, other: float) -> float:
    """The larger of two numbers; not a number if one of them is not (max would hide it)."""
    return other if other != other or other > one else one
