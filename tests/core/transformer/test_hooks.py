"""Hook points: their names, that recording changes nothing and leaves nothing, and that the numbers fit together."""

from __future__ import annotations

import math

import pytest
import torch

from model_core.transformer.hooks import hook_points, listener_count, recording
from tests.made.small import small_model

SOURCE = torch.tensor([[5, 6, 7, 8, 2], [9, 10, 2, 0, 0]])
READ = torch.tensor([[1, 11, 12, 13], [1, 14, 0, 0]])

ATTENTION = ("q", "k", "v", "raw_scores", "scores", "masked_scores", "weights", "head_outputs", "output")


def expected_names(encoder_layers: int, decoder_layers: int) -> set[str]:
    """Every hook point of a model, spelled out."""
    names = {"logits", "encoder.mask", "decoder.mask", "decoder.cross_mask"}
    for side, layers, attentions, sublayers in (
        ("encoder", encoder_layers, ("self_attn",), ("attn_sublayer", "ff_sublayer")),
        ("decoder", decoder_layers, ("self_attn", "cross_attn"), ("attn_sublayer", "cross_sublayer", "ff_sublayer")),
    ):
        names |= {f"{side}.output", *(f"{side}.embed.{part}" for part in ("tokens", "positions", "input"))}
        for layer in range(layers):
            path = f"{side}.layers.{layer}"
            names |= {f"{path}.{attention}.{part}" for attention in attentions for part in ATTENTION}
            names |= {f"{path}.{sublayer}.{part}" for sublayer in sublayers for part in ("normed", "residual")}
            names |= {f"{path}.feed_forward.{part}" for part in ("before", "hidden", "output")}
    return names


def test_there_is_a_hook_point_at_every_activation_worth_a_name() -> None:
    assert set(hook_points(small_model(encoder_layers=1, decoder_layers=2))) == expected_names(1, 2)


def test_one_pass_records_every_hook_point() -> None:
    model = small_model()
    with recording(model) as kept:
        model(SOURCE, READ)
    assert set(kept) == expected_names(2, 2)
    assert kept["logits"].shape == (2, 4, 40)
    assert kept["encoder.layers.1.self_attn.weights"].shape == (2, 4, 5, 5)
    assert kept["decoder.layers.0.self_attn.q"].shape == (2, 4, 4, 8)
    assert kept["decoder.layers.0.cross_attn.weights"].shape == (2, 4, 4, 5)
    assert kept["decoder.layers.0.cross_attn.k"].shape == (2, 4, 5, 8)
    assert kept["encoder.embed.positions"].shape == (5, 32)


def test_recording_changes_no_number() -> None:
    model = small_model()
    plain = model(SOURCE, READ)
    with recording(model) as kept:
        assert torch.equal(model(SOURCE, READ), plain)
    assert torch.equal(kept["logits"], plain)
    assert not any(value.requires_grad for value in kept.values())


def test_what_is_kept_is_the_activation_itself_and_no_copy() -> None:
    """Without gradients as with them."""
    model = small_model(positions="learned")
    seen: dict[str, torch.Tensor] = {}
    listen = {name: lambda value, name=name: seen.update({name: value}) for name in hook_points(model)}
    for gradients in (True, False):
        with torch.set_grad_enabled(gradients), recording(model, edits=listen) as kept:
            model(SOURCE, READ)
        assert seen["logits"].requires_grad == gradients and seen["encoder.embed.positions"].requires_grad
        assert not any(value.requires_grad for value in kept.values())
        assert all(kept[name].data_ptr() == value.data_ptr() for name, value in seen.items())


def test_only_what_is_wanted_is_kept() -> None:
    model = small_model()
    with recording(model, keep=lambda name: name.endswith("cross_attn.weights")) as kept:
        model(SOURCE, READ)
    assert sorted(kept) == [f"decoder.layers.{n}.cross_attn.weights" for n in (0, 1)]


def test_a_later_pass_overwrites_an_earlier_one() -> None:
    model = small_model()
    with recording(model) as kept:
        model(SOURCE, READ)
        model(SOURCE[:, :3], READ[:, :2])
    assert kept["logits"].shape == (2, 2, 40)


def test_nothing_listens_after_an_ordinary_end_or_an_error() -> None:
    model = small_model()
    with recording(model):
        assert listener_count(model) == len(expected_names(2, 2))
    assert listener_count(model) == 0
    with pytest.raises(ZeroDivisionError), recording(model, edits={"logits": lambda x: x / 0 if 1 // 0 else None}):
        model(SOURCE, READ)
    assert listener_count(model) == 0


def test_an_unknown_name_is_refused_and_leaves_nothing() -> None:
    model = small_model()
    edits = {"logits": lambda x: None, "encoder.layers.9.self_attn.weights": lambda x: None}
    with pytest.raises(KeyError, match=r"layers\.9"), recording(model, edits=edits):
        pass
    assert listener_count(model) == 0


def test_an_edit_is_used_by_the_model_and_recorded() -> None:
    model = small_model()
    plain = model(SOURCE, READ)
    name = "decoder.layers.1.cross_attn.weights"

    def even(weights: torch.Tensor) -> torch.Tensor:
        return torch.full_like(weights, 1 / weights.shape[-1])

    with recording(model, edits={name: even}) as kept:
        changed = model(SOURCE, READ)
    assert torch.equal(kept[name], torch.full((2, 4, 4, 5), 0.2))
    mean = kept["decoder.layers.1.cross_attn.v"].mean(2, keepdim=True).expand(-1, -1, 4, -1)
    assert torch.allclose(kept["decoder.layers.1.cross_attn.head_outputs"], mean, atol=1e-6)
    assert (changed - plain).abs().max() > 1e-3
    assert torch.equal(model(SOURCE, READ), plain), "the edit ends with its context"


def test_an_edit_that_answers_none_changes_nothing() -> None:
    model = small_model()
    seen = []
    with recording(model, edits={"encoder.output": seen.append}):
        changed = model(SOURCE, READ)
    assert torch.equal(changed, model(SOURCE, READ))
    assert [tuple(value.shape) for value in seen] == [(2, 5, 32)]


def test_contexts_nest() -> None:
    model = small_model()
    with recording(model) as outer:
        with recording(model, keep=lambda name: name == "logits") as inner:
            model(SOURCE, READ)
        assert listener_count(model) == len(expected_names(2, 2))
        assert torch.equal(inner["logits"], outer["logits"])
    assert listener_count(model) == 0


@pytest.mark.parametrize(
    "kind", ["encoder.layers.1.self_attn", "decoder.layers.0.self_attn", "decoder.layers.1.cross_attn"]
)
def test_recorded_scores_weights_and_outputs_fit_together(kind: str) -> None:
    """Scaled dot-product attention, formula 1 of the paper, on the recorded numbers."""
    model = small_model()
    with recording(model) as kept:
        model(SOURCE, READ)
    part = {name: kept[f"{kind}.{name}"] for name in ATTENTION}
    assert torch.allclose(part["raw_scores"], part["q"] @ part["k"].transpose(2, 3), atol=1e-6)
    assert torch.allclose(part["scores"], part["raw_scores"] / math.sqrt(8), atol=1e-6)
    visible = ~part["masked_scores"].isinf()
    assert torch.equal(part["masked_scores"][visible], part["scores"][visible])
    assert 0 < int((~visible).sum()) < visible.numel()
    assert torch.allclose(part["weights"], part["masked_scores"].softmax(-1), atol=1e-6)
    assert torch.allclose(part["head_outputs"], part["weights"] @ part["v"], atol=1e-6)


def test_the_residual_stream_adds_up_in_a_pre_norm_model() -> None:
    model = small_model()
    with recording(model) as kept:
        model(SOURCE, READ)
    path = "decoder.layers.0"
    after_self = kept["decoder.embed.input"] + kept[f"{path}.self_attn.output"]
    after_cross = after_self + kept[f"{path}.cross_attn.output"]
    after_all = after_cross + kept[f"{path}.feed_forward.output"]
    assert torch.allclose(kept[f"{path}.attn_sublayer.residual"], after_self, atol=1e-6)
    assert torch.allclose(kept[f"{path}.cross_sublayer.residual"], after_cross, atol=1e-6)
    assert torch.allclose(kept[f"{path}.ff_sublayer.residual"], after_all, atol=1e-6)


def test_recording_by_names_looks_at_these_points_alone() -> None:
    model = small_model()
    names, points = frozenset({"logits", "decoder.layers.1.self_attn.weights"}), hook_points(model)

    class Watched(dict):
        """Hook points that nobody may go through."""

        def __iter__(self) -> None:
            raise AssertionError("all points were looked at")

        items = values = keys = __iter__

    with recording(model, lambda name: name in names) as asked:
        model(SOURCE, READ)
    assert listener_count(model) == 0
    model.__dict__["_found_hook_points"] = Watched(points)
    with recording(model, names) as kept:
        assert listener_count(model) == 2
        model(SOURCE, READ)
    assert kept.keys() == names and all(torch.equal(kept[name], asked[name]) for name in names)
    assert listener_count(model) == 0
    with pytest.raises(KeyError), recording(model, frozenset({"no such point"})):
        pass
    assert listener_count(model) == 0
