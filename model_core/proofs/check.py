"""Proofs that a model computes what it should: each runs it and reports the worst difference found.

Nothing is taken from the modules under proof: masks are computed again, and the weights of every head are compared with
PyTorch's.

Shapes: B batch, S source tokens, T target rows, H heads, Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import torch
from torch import Tensor

from model_core.errors import Message
from model_core.proofs.alignment_proofs import alignments_hold
from model_core.proofs.comparison_proofs import comparisons_hold
from model_core.proofs.decoding_proofs import (
    cached_is_full,
    guesses_are_rows,
    long_cached_is_full,
    maps_are_not_needed,
    pieces_are_rows,
    steps_are_fresh,
)
from model_core.proofs.edit_proofs import given_edits, written_edits
from model_core.proofs.effect_proofs import effects_hold
from model_core.proofs.engine_proofs import drawn_lines, given_lines, written_lines
from model_core.proofs.lens_proofs import lens_holds
from model_core.proofs.measure_proofs import measures_hold
from model_core.proofs.numpy_reference import NumpyTransformer
from model_core.proofs.part_proofs import edited_parts, edits_of_nothing
from model_core.proofs.path_proofs import paths_hold
from model_core.proofs.proof import (
    CLOSE,
    LENGTHS,
    LONG,
    Proof,
    ProofBatch,
    Try,
    another,
    batch_for,
    close,
    difference,
    hidden_cells,
    larger,
    names,
    recorded,
    score_scale,
    weights_bound,
)
from model_core.proofs.reading_proofs import readings_hold
from model_core.proofs.search_proofs import searched_lines
from model_core.proofs.torch_reference import Reference, comparable
from model_core.record.derived_maps import attention_map
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import hook_points, listener_count, recording
from model_core.transformer.model import EncoderDecoder


def prove(model: EncoderDecoder, seed: int = 0) -> Iterator[Proof]:
    """Every proof, on random sentences of this seed, one after the other.

    Proofs that need a mask are skipped for a model whose mask may let weight through (`left_out`). In a model whose
    activations grow from layer to layer (untrained batch norms change nothing) rounding in float32 exceeds the bounds:
    what fails there, and by no more than rounding may change, is checked again in float64, with a note. The same
    applies to failures (of ENLARGED proofs) that are small enough to be rounding enlarged by a norm.
    """
    leaks = model.spec.leaks
    for lengths, proofs in ((LENGTHS, (*PROOFS, steps_are_fresh) if leaks else PROOFS), (LONG, LONG_PROOFS)):
        batch = batch_for(model.spec, seed, lengths)
        exact = cache(partial(_in_float64, model, batch))
        for proof in proofs:
            if not (leaks and proof in NEED_MASKS):
                found = _run_proof(proof, model, batch)
                sound = all(one.passed for one in found)
                yield from found if sound else _rechecked(found, exact(), proof, batch)


def left_out(spec: ModelSpec) -> Message:
    """What `prove` leaves out for a model of this spec and why; empty where it leaves nothing out."""
    if not spec.leaks:
        return Message("")
    told = ", ".join(map(_title, NEED_MASKS))
    return Message(
        "the mask of this model may let weight through: proofs that need one are left out ({told})", told=told
    )


def _title(proof: Try) -> str:
    return proof.__name__.replace("_", " ")


def _run_proof(proof: Try, model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Run a proof; one that raises an exception has failed."""
    try:
        return proof(model, batch)
    except Exception as error:
        return [Proof(_title(proof), f"ended with {type(error).__name__}: {error}", math.nan, 0.0)]


def _in_float64(model: EncoderDecoder, batch: ProofBatch) -> tuple[EncoderDecoder, float, float] | None:
    """(copy of the model in float64, the largest change of logits or weights by rounding to float32, the most that
    rounding may change in any proof: 0 where the change is less than a quarter of the bound); None if parts of the
    model cannot run in float64, and where the change is too large to be rounding."""
    double = copy.deepcopy(model).double()
    try:
        own, exact = (recorded(one, batch.source_BS, batch.read_BT) for one in (model, double))
    except RuntimeError:
        return None
    rounding, most = _apart(own, exact), _most_by_rounding(double, batch, exact)
    return (double, rounding, most if rounding > close(own[0]) / 4 else 0.0) if rounding <= most else None


Recorded = tuple[Tensor, dict[str, Tensor]]


def _apart(own: Recorded, other: Recorded) -> float:
    """The largest difference of the logits or weights of two passes."""
    return larger(difference(own[0], other[0]), max(difference(own[1][name], other[1][name]) for name in own[1]))


@torch.inference_mode()
def _most_by_rounding(double: EncoderDecoder, batch: ProofBatch, exact: Recorded) -> float:
    """The most that rounding to float32 may change: a hundred times what changes when each activation is rounded at
    random, or 1/10,000 of the largest activation.

    One pass stays below ten times the former. Edited runs and decoding in steps, in models with untrained batch norms
    in 12 layers, reach a twentieth of the latter. Scores that are 2 % too large in float32 alone are beyond both.
    """
    generator = torch.Generator().manual_seed(0)

    def rounded(values: Tensor) -> Tensor | None:
        if not values.is_floating_point():
            return None
        return values * (1 + 2**-23 * torch.randn(values.shape, generator=generator, dtype=values.dtype))

    with recording(double, edits=dict.fromkeys(hook_points(double), rounded)) as kept:
        other = recorded(double, batch.source_BS, batch.read_BT)
    seen = [one for name, one in kept.items() if one.is_floating_point() and not name.endswith("masked_scores")]
    return max(100 * _apart(exact, other), 1e-4 * max(float(one.abs().max()) for one in seen))


ENLARGED = (given_edits, written_edits, edited_parts, edits_of_nothing, lens_holds)
"""Proofs that compare what a norm may have enlarged by up to 1/√eps: an edit can leave it with a vector of almost
nothing, and the lens shows each summand of what it normed. The plain run, which `_in_float64` looks at, does not show
that."""


def _rechecked(
    found: list[Proof], exact: tuple[EncoderDecoder, float, float] | None, proof: Try, batch: ProofBatch
) -> list[Proof]:
    """The results of a proof; of those that failed, and may have failed by rounding, the results in float64."""
    if exact is None:
        return found
    double, rounding, most = exact
    enlarged = 1 / math.sqrt(double.spec.norm_eps) if proof in ENLARGED else 0.0
    doubtful = [not one.passed and one.worst <= max(most, enlarged * one.bound) for one in found]
    again = _run_proof(proof, double, batch) if any(doubtful) else []
    if len(again) != len(found):
        return found
    settled = []
    for one, two, doubted in zip(found, again, doubtful, strict=True):
        if doubted:
            apart = rounding if most else one.worst - two.worst
            one = replace(two, compared=f"{two.compared} (float64; rounding alone {apart:.0e})")
        settled.append(one)
    return settled


# ---------------------------------------------------------------- the proofs


def same_as_torch(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Logits and the weights of every head against torch.nn.Transformer with the same parameters; against the formulas
    written out in float64 where it has no counterpart."""
    logits, weights = _against(model, batch)
    return [logits, *(replace(one, name=f"{kind} weights") for kind, one in weights.items())]


def long_same_as_torch(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Like `same_as_torch`, for a long text, in two proofs."""
    logits, weights = _against(model, batch)
    worst = max(weights.values(), key=lambda one: math.inf if one.worst != one.worst else one.worst)
    return [replace(logits, name="long text"), replace(worst, name="long text's maps")]


def _against(model: EncoderDecoder, batch: ProofBatch) -> tuple[Proof, dict[str, Proof]]:
    """Logits, and weights by kind, against another program's."""
    logits_BTV, weights = recorded(model, batch.source_BS, batch.read_BT)
    alike = comparable(model.spec) and logits_BTV.dtype == torch.float32
    other = Reference(model) if alike else NumpyTransformer(model)
    expected_BTV, theirs = other.run(batch.source_BS, batch.read_BT)
    worst = dict.fromkeys(KINDS, 0.0)
    for kind, name in names(model.spec):
        worst[kind] = larger(worst[kind], difference(weights[name], theirs[name]))
    apart, bound = difference(logits_BTV, expected_BTV), close(expected_BTV)
    whole, what = "the formulas written out in float64", "the formulas written out in float64, every head"
    if alike:
        whole, what = "torch.nn.Transformer, same parameters", "torch.nn.MultiheadAttention, every head"
    logits = Proof("logits", whole, apart, bound, "torch" if alike else "formulas")
    size = weights_bound(model, batch)
    return logits, {kind: Proof(kind, what, worst[kind], size) for kind in KINDS}


def rows_sum_to_one(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Each query's weights are shares of 1."""
    _, weights = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for _, name in names(model.spec):
        sums = weights[name].sum(-1)
        worst = larger(worst, difference(sums, torch.ones_like(sums)))
    return [Proof("rows sum to 1", "sum of each row of weights, and 1", worst, CLOSE)]


def masked_is_zero(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """A key that a query must not see has weight exactly 0."""
    _, weights = recorded(model, batch.source_BS, batch.read_BT)
    hidden = hidden_cells(batch)
    worst = 0.0
    for kind, name in names(model.spec):
        cells = weights[name].masked_select(hidden[kind].unsqueeze(1))
        worst = larger(worst, difference(cells, torch.zeros_like(cells)))
    return [Proof("masked weights", "weight of each cell that is padding or later, and 0", worst, 0.0)]


def causal(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Rows 0 … i do not change when target token i + 1 is replaced."""
    logits_BTV, _ = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for later in range(1, batch.read_BT.shape[1]):
        changed_BT = batch.read_BT.clone()
        changed_BT[:, later] = another(model.spec, changed_BT[:, later])
        other_BTV, _ = recorded(model, batch.source_BS, changed_BT)
        worst = larger(worst, difference(logits_BTV[:, :later], other_BTV[:, :later]))
    return [Proof("causality", "rows up to i before and after token i + 1 changes", worst, 1e-6)]


def padding_is_nothing(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """A sentence gives the same numbers alone and in a batch with longer ones."""
    logits_BTV, weights = recorded(model, batch.source_BS, batch.read_BT)
    worst = 0.0
    for index, (sources, reads) in enumerate(zip(batch.sources, batch.reads, strict=True)):
        one = slice(index, index + 1)
        alone_BTV, own = recorded(model, batch.source_BS[one, :sources], batch.read_BT[one, :reads])
        worst = larger(worst, difference(alone_BTV[0], logits_BTV[index, :reads]))
        for _, name in names(model.spec):
            _, _, queries, keys = own[name].shape
            worst = larger(worst, difference(own[name][0], weights[name][index, :, :queries, :keys]))
    bound = max(close(logits_BTV), weights_bound(model, batch))
    return [Proof("padding", "each sentence alone and in a padded batch", worst, bound)]


def maps_on_demand(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Scores and weights made from recorded queries and keys, as for a long text, are the forward pass's own.

    All are float32 numbers, so differences count in shares of the largest score where that is above 1, and those of
    weights in tenths of it: the softmax turns a score's rounding into one of its weight.
    """
    with torch.inference_mode(), recording(model) as kept:
        model(batch.source_BS, batch.read_BT)
    hidden, worst = hidden_cells(batch), 0.0
    for kind, name in names(model.spec):
        path, visible_B1QM = name.removesuffix(".weights"), ~hidden[kind].unsqueeze(1).numpy()
        q, k = kept[f"{path}.q"].numpy(), kept[f"{path}.k"].numpy()
        instead, scale = model.spec.for_stack(kind).masked_score, score_scale(model.spec, q.shape[-1])
        distances = model.spec.positions == "relative" and kind != "cross"  # what they add is in no query and no key
        for what in ("raw_scores", "scores", "masked_scores", "weights")[: 2 if distances else 4]:
            made = torch.from_numpy(attention_map(what, q, k, visible_B1QM, instead, scale))
            own = kept[f"{path}.{what}"]
            masked = own.isinf() & (own == made)
            own, made = own.masked_fill(masked, 0), made.masked_fill(masked, 0)
            size = float(kept[f"{path}.scores"].abs().max()) / 10 if what == "weights" else float(own.abs().max())
            worst = larger(worst, difference(made, own) / max(1.0, size))
    return [Proof("maps on demand", "scores and weights made from q and k, and the forward pass's own", worst, 1e-6)]


def dropout_is_off(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Neither dropout nor any other module is in training mode."""
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
        worst = larger(worst, difference(*(one.float().masked_fill(masked, 0) for one in (values, again))))
    return [Proof("second run", "every activation of two runs with other random numbers", worst, 0.0)]


def no_listener_stays(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Recording leaves nothing behind, also when it ends with an error."""
    recorded(model, batch.source_BS, batch.read_BT)
    try:
        with recording(model):
            raise InterruptedError
    except InterruptedError:
        pass
    return [Proof("hooks removed", "listeners left on the model, and 0", float(listener_count(model)), 0.0)]


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
    given_lines,
    written_lines,
    drawn_lines,
    searched_lines,
    given_edits,
    written_edits,
    edited_parts,
    edits_of_nothing,
    effects_hold,
    lens_holds,
    comparisons_hold,
    readings_hold,
    measures_hold,
    alignments_hold,
    paths_hold,
    no_listener_stays,
)

LONG_PROOFS: tuple[Try, ...] = (
    long_same_as_torch,
    long_cached_is_full,
    pieces_are_rows,
    guesses_are_rows,
    maps_are_not_needed,
)
"""Proofs on texts of more than 70 tokens."""


NEED_MASKS = (
    masked_is_zero, causal, padding_is_nothing, cached_is_full, long_cached_is_full, pieces_are_rows, guesses_are_rows,
    maps_are_not_needed, written_lines, drawn_lines, searched_lines, given_edits, written_edits,
    edited_parts, edits_of_nothing,
)  # fmt: skip
"""Proofs that follow from a mask that hides."""
