"""The proofs can fail: each way to break a model is found by the proof that should find it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import torch
from torch import nn

from model_core.analysis.heads import head_measures
from model_core.checkpoints.checkpoint import load_model
from model_core.decoding import fast_step
from model_core.effects import switches
from model_core.proofs import check
from model_core.proofs.check import prove
from model_core.proofs.proof import (
    LENGTHS,
    LONG,
    Proof,
    Try,
    another,
    batch_for,
    difference,
    hidden_cells,
    larger,
    recorded,
)
from model_core.record.edits import Edits, HeadPlace
from model_core.record.effects import Component
from model_core.spec import ACTIVATIONS, ModelSpec
from model_core.transformer import layers
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import LayerCache
from model_core.transformer.layers import PostNorm, PreNorm
from model_core.transformer.model import EncoderDecoder, build
from tests.made.small import VARIANTS, small_model, small_spec

Patch = pytest.MonkeyPatch


def failed(model: EncoderDecoder) -> set[str]:
    """Names of the proofs that do not hold."""
    return {proof.name for proof in prove(model) if not proof.passed}


@cache
def proofs_of_parts() -> dict[Try, set[str]]:
    """Each part of `prove` -> the names of its proofs. Ask before breaking."""
    model = small_model(8, tied=False, max_positions=100)
    parts = ((proof, batch_for(model.spec, 0, LENGTHS)) for proof in check.PROOFS)
    long = ((proof, batch_for(model.spec, 0, LONG)) for proof in check.LONG_PROOFS)
    return {proof: {one.name for one in proof(model, batch)} for proof, batch in (*parts, *long)}


def every_proof() -> set[str]:
    """The names of all that `prove` yields."""
    return set[str]().union(*proofs_of_parts().values())


def told() -> dict[Try, set[str]]:
    """As `proofs_of_parts`, with the name that a part has if it ends with an error."""
    return {part: {part.__name__.replace("_", " "), *names} for part, names in proofs_of_parts().items()}


@pytest.fixture(scope="module", autouse=True)
def names() -> None:
    told()


def unfound(model: EncoderDecoder, wanted: set[str]) -> set[str]:
    """Names of the wanted proofs that hold all the same; parts of `prove` that tell of none of them are left out."""
    assert wanted <= set().union(*told().values())
    with pytest.MonkeyPatch.context() as patch:
        for parts in ("PROOFS", "LONG_PROOFS"):
            patch.setattr(check, parts, tuple(proof for proof in getattr(check, parts) if told()[proof] & wanted))
        return wanted - failed(model)


def attentions(model: EncoderDecoder) -> list[MultiHeadAttention]:
    """Every attention of a model."""
    return [module for module in model.modules() if isinstance(module, MultiHeadAttention)]


def cause(function: Callable[[EncoderDecoder, Patch], None]) -> Callable[[EncoderDecoder, Patch], None]:
    """Register a way to break a model."""
    CAUSES[function.__name__.replace("_", " ")] = function
    return function


CAUSES: dict[str, Callable[[EncoderDecoder, Patch], None]] = {}


@cause
def no_causal_mask(model: EncoderDecoder, patch: Patch) -> None:
    patch.setattr(
        "model_core.transformer.masks.causal_mask", lambda q, k, device=None: torch.ones(q, k, dtype=torch.bool)
    )


@cause
def causal_mask_one_late(model: EncoderDecoder, patch: Patch) -> None:
    later = lambda q, k, device=None: torch.ones(q, k, dtype=torch.bool).tril(k - q + 1)  # noqa: E731
    patch.setattr("model_core.transformer.masks.causal_mask", later)


@cause
def no_padding_mask(model: EncoderDecoder, patch: Patch) -> None:
    everything = lambda ids, pad, queries: torch.ones(len(ids), queries, ids.shape[1], dtype=torch.bool)  # noqa: E731
    patch.setattr("model_core.transformer.model.padding_mask", everything)


@cause
def mask_of_a_large_number_instead_of_infinity(model: EncoderDecoder, patch: Patch) -> None:
    for module in attentions(model):
        module.masked_scores.listeners.append(lambda scores: scores.clamp_min(-8.0))


@cause
def wrong_scale(model: EncoderDecoder, patch: Patch) -> None:
    for module in attentions(model):
        module.scale = 1 / module.to_q.out_features**0.5


@cause
def scores_barely_off(model: EncoderDecoder, patch: Patch) -> None:
    model.decoder.layers[1].cross_attn.scale *= 1.0005


@cause
def heads_interleaved(model: EncoderDecoder, patch: Patch) -> None:
    def split(self: MultiHeadAttention, x: torch.Tensor) -> torch.Tensor:
        return x.unflatten(-1, (-1, self.heads)).permute(0, 3, 1, 2)

    patch.setattr(MultiHeadAttention, "split", split)


@cause
def heads_swapped_in_the_record(model: EncoderDecoder, patch: Patch) -> None:
    """The output stays right: only the labels of two heads are exchanged on the way in and back on the way out."""
    module = model.decoder.layers[0].cross_attn
    order = [1, 0, 2, 3]
    for point in (module.q, module.k, module.v, module.head_outputs):
        point.listeners.append(lambda x: x[:, order])


@cause
def sines_and_cosines_in_halves(model: EncoderDecoder, patch: Patch) -> None:
    table = model.encoder.embed.position.table
    for stack in (model.encoder, model.decoder):
        stack.embed.position.table = torch.cat([table[:, 0::2], table[:, 1::2]], dim=1)


@cause
def positions_off_by_one(model: EncoderDecoder, patch: Patch) -> None:
    position = model.decoder.embed.position
    position.table = position.table.roll(1, 0)


@cause
def embedding_not_scaled(model: EncoderDecoder, patch: Patch) -> None:
    model.encoder.embed.scale = 1.0


@cause
def another_activation(model: EncoderDecoder, patch: Patch) -> None:
    model.encoder.layers[0].feed_forward.activation = nn.functional.silu


@cause
def another_epsilon(model: EncoderDecoder, patch: Patch) -> None:
    model.encoder.layers[0].attn_sublayer.norm.eps = 1e-3


@cause
def norm_on_the_wrong_side(model: EncoderDecoder, patch: Patch) -> None:
    sublayer = model.decoder.layers[0].ff_sublayer
    sublayer.__class__ = PostNorm if isinstance(sublayer, PreNorm) else PreNorm


@cause
def no_final_norm(model: EncoderDecoder, patch: Patch) -> None:
    patch.setattr(model.decoder.final_norm, "forward", lambda x: x)


@cause
def residual_forgotten(model: EncoderDecoder, patch: Patch) -> None:
    for kind in (PreNorm, PostNorm):
        patch.setattr(kind, "forward", lambda self, x, work: self.residual(work(self.normed(self.norm(x)))))


@cause
def keys_and_values_exchanged(model: EncoderDecoder, patch: Patch) -> None:
    module = model.encoder.layers[1].self_attn
    together = module.keys_values
    patch.setattr(module, "keys_values", lambda memory: together(memory)[::-1])


@cause
def cross_attention_reads_the_decoder(model: EncoderDecoder, patch: Patch) -> None:
    module = model.decoder.layers[0].cross_attn
    forward = module.forward
    module.forward = lambda x, memory, *more: forward(x, memory.roll(1, 1), *more)


@cause
def weights_that_do_not_sum_to_one(model: EncoderDecoder, patch: Patch) -> None:
    model.encoder.layers[0].self_attn.weights.listeners.append(lambda weights: weights * 0.999)


@cause
def dropout_on(model: EncoderDecoder, patch: Patch) -> None:
    model.train()


@cause
def one_norm_left_in_training_mode(model: EncoderDecoder, patch: Patch) -> None:
    model.decoder.final_norm.train()


@cause
def positions_restart_in_the_cache(model: EncoderDecoder, patch: Patch) -> None:
    position = model.decoder.embed.position
    forward = position.forward
    patch.setattr(position, "forward", lambda start, length: forward(0, length))


@cause
def cache_forgets_its_first_row(model: EncoderDecoder, patch: Patch) -> None:
    views = LayerCache.views

    def cut(self: LayerCache) -> tuple[torch.Tensor, torch.Tensor]:
        keys, values = views(self)
        if self.capacity and self.length > 1:
            return keys.index_fill(2, torch.tensor([0]), 0.0), values.index_fill(2, torch.tensor([0]), 0.0)
        return keys, values

    patch.setattr(LayerCache, "views", cut)


@cause
def a_random_number_in_the_forward_pass(model: EncoderDecoder, patch: Patch) -> None:
    model.decoder.output.listeners.append(lambda hidden: hidden + 1e-7 * torch.randn_like(hidden))


@cause
def a_listener_left_behind(model: EncoderDecoder, patch: Patch) -> None:
    model.logits.listeners.append(lambda logits: None)


@cause
def recording_that_does_not_clean_up(model: EncoderDecoder, patch: Patch) -> None:
    class Sticky(list):
        def remove(self, listener: object) -> None:
            pass

    model.logits.listeners = Sticky()


@cause
def a_head_that_is_not_switched_off(model: EncoderDecoder, patch: Patch) -> None:
    patch.setattr(switches, "_silenced", lambda _rows, _heads, value: value)


@cause
def a_measure_of_the_key_beside(model: EncoderDecoder, patch: Patch) -> None:
    beside = head_measures._at
    patch.setattr(head_measures, "_at", lambda maps, distance: beside(maps, distance + (distance == 1)))


@cause
def another_head_is_switched_off_by_the_edit(model: EncoderDecoder, patch: Patch) -> None:
    def turned(part: Component, edits: Edits, sentence: int = 0) -> Edits:
        return replace(edits, heads_off=(HeadPlace(part.kind, part.layer, 1),)) if part.group == "heads" else edits

    patch.setattr(Component, "switched_off", turned)


@cause
def not_a_number(model: EncoderDecoder, patch: Patch) -> None:
    with torch.no_grad():
        model.encoder.layers[1].feed_forward.up.weight[0, 0] = math.nan


TORCH = {"logits"}
WEIGHTS = {"encoder weights", "decoder weights", "cross weights"}
FINDS: dict[str, set[str]] = {
    "no causal mask": {"logits", "decoder weights", "masked weights", "causality", "cached decoding"},
    "causal mask one late": {"logits", "decoder weights", "masked weights", "causality"},
    "no padding mask": {"logits", "encoder weights", "cross weights", "masked weights", "padding"},
    "mask of a large number instead of infinity": {"masked weights", "causality", "padding"},
    "wrong scale": TORCH | WEIGHTS | {"maps on demand", "long text", "long text's maps"},
    "scores barely off": TORCH | {"long text"},
    "heads interleaved": TORCH | WEIGHTS,
    "heads swapped in the record": {"cross weights"},
    "sines and cosines in halves": TORCH,
    "positions off by one": TORCH,
    "embedding not scaled": TORCH,
    "another activation": TORCH,
    "another epsilon": TORCH,
    "norm on the wrong side": TORCH,
    "no final norm": TORCH,
    "residual forgotten": TORCH,
    "keys and values exchanged": TORCH | {"encoder weights"},
    "cross attention reads the decoder": TORCH | {"cross weights"},
    "weights that do not sum to one": TORCH | {"rows sum to 1", "encoder weights"},
    "dropout on": TORCH | {"dropout is off", "second run", "padding", "cached decoding"},
    "one norm left in training mode": {"dropout is off"},
    "positions restart in the cache": {"cached decoding", "cached weights"},
    "cache forgets its first row": {"cached decoding", "cached weights"},
    "a random number in the forward pass": {"second run"},
    "a listener left behind": {"hooks removed"},
    "recording that does not clean up": {"hooks removed"},
    "a head that is not switched off": {"effects"},
    "a measure of the key beside": {"measures"},
    "another head is switched off by the edit": {"effects alone"},
    "not a number": TORCH | {"cross weights", "rows sum to 1", "padding", "cached decoding", "second run"},
}
"""Way to break a model -> the proofs that must find it; others may find it too."""


def unbroken() -> EncoderDecoder:
    """The model that each cause breaks."""
    return small_model(dropout=0.2, d_model=32, heads=4)


def test_what_is_not_broken_is_sound() -> None:
    assert failed(unbroken()) == set()


@pytest.mark.parametrize("name", CAUSES)
def test_what_is_broken_is_found(name: str, monkeypatch: Patch) -> None:
    model = unbroken()
    CAUSES[name](model, monkeypatch)
    assert unfound(model, FINDS[name]) == set()


GROWING = {"norm": "batch", "d_model": 64, "heads": 4, "encoder_layers": 4, "decoder_layers": 4, "d_ff": 128}
"""Batch norms that were never trained normalise nothing: numbers grow from layer to layer, and roundings with them."""


def test_where_rounding_grows_above_the_bounds_it_is_proved_in_float64() -> None:
    model = build(small_spec(**GROWING), seed=1)
    proofs = list(prove(model))
    assert all(proof.passed for proof in proofs)
    told = [proof for proof in proofs if "float64; rounding alone" in proof.compared]
    assert {proof.name for proof in told} >= {"logits", "cached decoding"}
    assert next(model.parameters()).dtype == torch.float32 and {proof.name for proof in proofs} == every_proof()


def test_scores_that_nothing_divides_are_no_fault() -> None:
    """As T5's: the softmax makes a score's rounding one of its weight."""
    sizes = {"d_model": 128, "d_key": 32, "d_ff": 256, "max_positions": 100}
    model = build(small_spec(**(VARIANTS["distances, gate, narrow heads, no biases"] | sizes)), seed=0)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "norm" not in name:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.1)
    assert failed(model) == set()
    model.decoder.layers[1].cross_attn.scale *= 1.0005
    assert unfound(model, {"logits"}) == set()


@pytest.mark.parametrize(("norm", "seed"), [("layer", 18), ("unbiased", 39)])
def test_shares_that_a_norm_enlarges_are_no_fault(norm: str, seed: int, monkeypatch: Patch) -> None:
    """A norm of two units that are nearly equal makes shares of thousands for logits below 10."""
    monkeypatch.setattr(check, "PROOFS", (check.lens_holds,))
    monkeypatch.setattr(check, "LONG_PROOFS", ())
    sizes = {"d_model": 2, "heads": 1, "d_ff": 4, "encoder_layers": 2, "decoder_layers": 2}
    assert failed(build(ModelSpec(20, 20, norm_place="post", norm=norm, **sizes), seed)) == set()


@pytest.mark.parametrize("name", ["no causal mask", "positions restart in the cache", "wrong scale", "dropout on"])
def test_what_is_broken_is_found_where_rounding_grows_too(name: str, monkeypatch: Patch) -> None:
    model = build(small_spec(**GROWING), seed=1)
    CAUSES[name](model, monkeypatch)
    assert unfound(model, FINDS[name]) == set()


@pytest.mark.parametrize("growing", [False, True])
def test_what_is_wrong_in_float32_alone_is_no_rounding(growing: bool, monkeypatch: Patch) -> None:
    model = build(small_spec(**GROWING), seed=1) if growing else load_model("reverse").model
    project = model.decoder.layers[0].cross_attn.to_q
    own = project.forward
    monkeypatch.setattr(project, "forward", lambda x: own(x) * (1.02 if x.dtype == torch.float32 else 1))
    assert unfound(model, {"logits", "cross weights", "long text"}) == set()


def test_a_step_that_is_wrong_in_float32_alone_is_no_rounding(monkeypatch: Patch) -> None:
    """Whole passes are right, so their rounding says nothing of it."""
    own = fast_step.fast_product

    def wrong(linear: nn.Linear) -> Callable[[torch.Tensor], torch.Tensor]:
        product, wide = own(linear), linear.out_features >= 4 * linear.in_features

        def multiplied(x: torch.Tensor) -> torch.Tensor:
            one_row = x.dtype == torch.float32 and x.numel() <= 8 * x.shape[-1]
            return product(x) * (1.01 if one_row and wide else 1)

        return multiplied

    monkeypatch.setattr(fast_step, "fast_product", wrong)
    assert unfound(load_model("reverse").model, {"cached decoding", "long decoding"}) == set()


@pytest.mark.parametrize("scale", ["head", "model", "none"])
@pytest.mark.parametrize("variant", [{}, {"gated": True}, {"norm": "unbiased"}])
def test_the_divisor_of_scores_is_written_out_in_the_proofs(
    variant: dict[str, Any], scale: str, monkeypatch: Patch
) -> None:
    """With torch.nn.Transformer as the reference, and with the formulas."""
    monkeypatch.setattr(ModelSpec, "score_scale", 0.25)  # that of none: the heads have 8 units, all together 32
    wanted = {"logits", "cross weights", "maps on demand"}
    assert unfound(small_model(8, tied=False, attention_scale=scale, **variant), wanted) == set()


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_the_activations_are_written_out_in_the_proofs(activation: str, monkeypatch: Patch) -> None:
    monkeypatch.setitem(layers.ACTIVATIONS, activation, torch.tanh)
    assert unfound(small_model(activation=activation), {"logits"}) == set()


def test_every_cause_says_who_finds_it() -> None:
    """That every proof finds something is said in test_subtle_faults.py."""
    assert FINDS.keys() == CAUSES.keys()
    assert set().union(*FINDS.values()) <= every_proof()


def test_the_proofs_skipped_for_a_mask_that_hides_nothing_are_reported() -> None:
    model = small_model(8, tied=False, mask_value=-5.0)
    proofs = list(prove(model))
    assert all(proof.passed for proof in proofs) and "decoding, open mask" in {proof.name for proof in proofs}
    missing = every_proof() - {proof.name for proof in proofs}
    assert missing == set().union(*(proofs_of_parts()[part] for part in check.NEED_MASKS))
    assert all(check._title(part) in check.left_out(model.spec) for part in check.NEED_MASKS)
    assert not check.left_out(small_spec())


def test_a_mask_that_hides_nothing_ends_no_proof_early(monkeypatch: Patch) -> None:
    """Numbers too large for float32 make a step that has no most likely token, which decoding refuses."""
    model = small_model(8, tied=False, mask_value=-5.0)
    with torch.no_grad():
        feed_forward = model.decoder.layers[-1].feed_forward
        feed_forward.up.weight.mul_(1e20)
        feed_forward.down.weight.mul_(1e20)
    monkeypatch.setattr(check, "PROOFS", (check.same_as_torch,))
    monkeypatch.setattr(check, "LONG_PROOFS", ())
    assert failed(model) >= {"logits", "steps are fresh"}


# ---------------------------------------------------------------- the parts of the proofs


def test_a_proof_of_nothing_or_of_no_number_fails() -> None:
    assert Proof("a", "b", 1e-6, 1e-5).passed
    assert not Proof("a", "b", 2e-5, 1e-5).passed
    assert not Proof("a", "b", math.nan, 1e-5).passed
    assert difference(torch.ones(2), torch.ones(3)) == math.inf
    assert math.isnan(difference(torch.tensor([1.0, math.nan]), torch.ones(2)))


def test_a_nan_is_not_hidden_by_later_numbers() -> None:
    assert math.isnan(larger(math.nan, 5.0)) and math.isnan(larger(5.0, math.nan))
    assert larger(2.0, 5.0) == larger(5.0, 2.0) == 5.0


def test_hidden_cells_by_hand() -> None:
    batch = batch_for(small_model().spec, 0, ((3, 2), (1, 3)))
    assert batch.source_BS.shape == (2, 3) and batch.read_BT.shape == (2, 3)
    hidden = hidden_cells(batch)
    assert hidden["encoder"].int().tolist() == [[[0, 0, 0]] * 3, [[0, 1, 1]] * 3]
    assert hidden["cross"].int().tolist() == [[[0, 0, 0]] * 3, [[0, 1, 1]] * 3]
    assert hidden["decoder"].int().tolist() == [[[0, 1, 1], [0, 0, 1], [0, 0, 1]], [[0, 1, 1], [0, 0, 1], [0, 0, 0]]]


def test_the_sentences_of_the_proofs_hold_padding_and_ordinary_tokens() -> None:
    spec = small_model().spec
    batch = batch_for(spec, 3)
    assert batch.sources == (9, 4, 1, 12) and batch.reads == (7, 12, 1, 3)
    for ids, lengths in ((batch.source_BS, batch.sources), (batch.read_BT, batch.reads)):
        assert (ids != spec.pad_id).sum(1).tolist() == list(lengths)
    assert torch.equal(batch_for(spec, 3).source_BS, batch.source_BS)
    assert not torch.equal(batch_for(spec, 4).source_BS, batch.source_BS)


@pytest.mark.parametrize(
    "size", [{"max_positions": 1}, {"max_positions": 2}, {"source_vocabulary": 5, "target_vocabulary": 5}]
)
def test_the_smallest_models_can_be_proved_too(size: dict[str, int]) -> None:
    assert failed(small_model(**size)) == set()


def test_a_change_of_a_later_token_moves_that_row() -> None:
    """Otherwise causality would hold for a decoder that reads nothing."""
    model = small_model()
    batch = batch_for(model.spec, 0, ((4, 6),))
    changed = batch.read_BT.clone()
    changed[:, 3] = another(model.spec, changed[:, 3])
    one, _ = recorded(model, batch.source_BS, batch.read_BT)
    other, _ = recorded(model, batch.source_BS, changed)
    assert all(float((one - other)[0, row].abs().max()) > 1e-3 for row in (3, 4, 5))


def test_another_id_is_another_and_never_the_pad() -> None:
    spec = ModelSpec(5, 5, pad_id=2)
    ids = torch.arange(5)
    assert bool(((another(spec, ids) != ids) & (another(spec, ids) != 2)).all())
