"""The decoder read early, and the shares of a logit: in every variant, under edits, against the model's own numbers."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from model_core.effects.lens import linear_map
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.record.edits import Donor, Edits, HeadPlace, Patch, SublayerPlace
from model_core.record.effects import Component
from model_core.record.run_spec import RunSpec
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model, small_pieces

PIECES = small_pieces()
RUN = RunSpec("own", ("We don't open.",), max_steps=6)


def engine_of(name: str) -> Engine:
    sizes = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size, "tied": False}
    made = Engine("own")
    made.add("own", small_model(4, **sizes | VARIANTS[name]), PIECES)
    return made


def passed(engine: Engine, edits: Edits | None = None) -> tuple[EncoderDecoder, torch.Tensor, dict[str, torch.Tensor]]:
    """The model, the logits (T, V) of the run's text, and all that a pass of it records."""
    model, trace = engine.open("own").model, engine.trace(RUN)
    ids = [torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read")]
    with torch.inference_mode(), recording(model) as kept:
        logits = model(*ids)[0]
    return model, logits, dict(kept)


@pytest.mark.parametrize("name", VARIANTS)
def test_shares_sum_to_the_logit_of_any_token_in_every_variant(name: str) -> None:
    engine = engine_of(name)
    _, logits, _ = passed(engine)
    found = engine.lens(RUN, tokens=(7, 11))
    asked = [[token.id, 7, 11] for token in found.written]
    expected = logits.gather(1, torch.tensor(asked)).double().numpy()
    np.testing.assert_allclose(found.logits, expected, rtol=0, atol=1e-5)
    np.testing.assert_allclose(found.shares.sum(0), expected, rtol=0, atol=1e-4 * max(1.0, np.abs(expected).max() / 10))
    spec = engine.open("own").model.spec
    assert len(found.parts) == spec.decoder_layers * (spec.heads_of("decoder") + spec.heads_of("cross") + 1)
    assert found.names()[0] == "token + position" and len(found.names()) == len(found.shares)


@pytest.mark.parametrize("name", VARIANTS)
def test_each_place_is_the_stream_there_through_norm_and_output_layer(name: str) -> None:
    engine = engine_of(name)
    model, logits, kept = passed(engine)
    found = engine.lens(RUN)
    assert [place.name for place in found.places[:3]] == ["token + position", "1 self-attention", "1 cross-attention"]
    hooks = ["decoder.embed.input", *(f"decoder.layers.{layer}.{part}_sublayer.residual" for layer in range(
        model.spec.decoder_layers) for part in ("attn", "cross", "ff"))]  # fmt: skip
    written = torch.tensor([[token.id] for token in found.written])
    with torch.inference_mode():
        for place, hook in enumerate(hooks):
            log_p = model.unembed(model.decoder.final_norm(kept[hook]))[0].log_softmax(-1)
            own = log_p.gather(1, written)
            np.testing.assert_allclose(found.log_p[place, :, :1], own.double().numpy(), rtol=0, atol=1e-4)
            best = log_p.max(-1).values
            np.testing.assert_allclose(found.chances[place, :, 0], best.exp().numpy(), rtol=0, atol=1e-5)
            assert ((found.rank[place, :, 0] == 0) == (found.top[place, :, 0] == written[:, 0].numpy())).all()
    last = logits.log_softmax(-1).gather(1, written)
    np.testing.assert_allclose(found.log_p[-1, :, :1], last.double().numpy(), rtol=0, atol=1e-5)
    assert listener_count(model) == 0


def test_a_head_that_is_off_has_no_share() -> None:
    engine, off = engine_of("pre-norm"), HeadPlace("cross", 1, 2)
    found = engine.lens(RUN.with_(edits=Edits(heads_off=(off,))))
    place = 1 + found.parts.index(Component("heads", "cross", 1, 2))
    assert np.abs(found.shares[place]).max() == 0.0 and np.abs(found.shares[place - 1]).max() > 0.0
    np.testing.assert_allclose(found.shares.sum(0), found.logits, rtol=0, atol=1e-4)


CUTS = {"decoder": ("self-attention", "cross-attention", "feed-forward"), "encoder": ("self-attention", "feed-forward")}


@pytest.mark.parametrize("name", ("pre-norm", "post-norm as in the paper"))
@pytest.mark.parametrize(("stack", "part"), [(stack, part) for stack, parts in CUTS.items() for part in parts])
def test_shares_under_a_cut_path_sum_to_the_logits_of_that_run(name: str, stack: str, part: str) -> None:
    engine = engine_of(name)
    run = RUN.with_(edits=Edits(residuals_cut=(SublayerPlace(stack, 1, part),)))
    found, model = engine.lens(run, tokens=(7,), stack=stack), engine.open("own").model
    np.testing.assert_allclose(found.shares.sum(0), found.logits, rtol=0, atol=1e-4)
    ours = engine.trace(run)
    if stack == "decoder":
        np.testing.assert_allclose(
            found.log_p[-1, :, 0], ours.numbers["log_probability"][0, : len(found.written)], atol=1e-4
        )
    before = [place for place, one in enumerate(found.parts) if one.layer == 0]
    assert np.abs(found.shares[[0, *(1 + place for place in before)]]).max() == 0.0, "what came in has no share"
    assert np.abs(found.shares).max() > 0.0 and model.spec.norm_place == name.partition("-")[0]


@pytest.mark.parametrize("name", ("pre-norm", "post-norm as in the paper"))
@pytest.mark.parametrize("what", ("cross-attention", "feed-forward", "embedding", "head"))
def test_shares_of_a_patched_run_sum_to_its_logits(name: str, what: str) -> None:
    engine = engine_of(name)
    other = engine.trace(RUN.with_(source=("The house.",))).sentences[0]
    donor = Donor("The house.", *(tuple(one.id for one in side) for side in (other.source, other.written)))
    kind = "cross" if what == "head" else "decoder"
    patch = Patch(what, kind, -1 if what == "embedding" else 0, 0, donor)
    plain, found = engine.lens(RUN), engine.lens(RUN.with_(edits=Edits(patches=(patch,))))
    np.testing.assert_allclose(found.shares.sum(0), found.logits, rtol=0, atol=1e-4)
    assert "another text" in found.names()[-1] and "another text" not in plain.names()[-1]
    if what == "cross-attention":
        assert np.abs(found.shares[0, 0]).max() == 0.0, "what was added before the patch has no share in its row"


def test_the_difference_of_two_tokens_is_the_difference_of_their_shares() -> None:
    engine = Engine()
    run = RunSpec(source=("The little boy drank cold water in the green kitchen.",))
    vocabulary = engine.open().vocab.target
    cold = [vocabulary.ids([word])[0][0] for word in ("fría", "frío")]
    found = engine.lens(run, tokens=cold)
    apart = found.shares[:, :, 1] - found.shares[:, :, 2]
    np.testing.assert_allclose(apart.sum(0), found.logits[:, 1] - found.logits[:, 2], rtol=0, atol=1e-4)


def test_norms_of_addends_sum_to_the_norm_of_the_sum() -> None:
    x = torch.randn(5, 7, 32, generator=torch.Generator().manual_seed(3)).double()
    for name in VARIANTS:
        model = small_model(3, **VARIANTS[name])
        norm = model.decoder.layers[0].get_submodule("ff_sublayer.norm")
        becomes, shift = linear_map(norm, x.sum(0))
        with torch.inference_mode():
            expected = norm.double()(x.sum(0)[None])[0]
        torch.testing.assert_close(becomes(x).sum(0) + shift, expected, rtol=0, atol=1e-9)


def test_what_is_not_there_is_refused() -> None:
    engine = engine_of("pre-norm")
    with pytest.raises(Refused, match="sentence 4"):
        engine.lens(RUN, sentence=3)
    with pytest.raises(Refused, match="token ids"):
        engine.lens(RUN, tokens=(100_000,))


# ---------------------------------------------------------------- the encoder


@pytest.mark.parametrize("name", VARIANTS)
def test_the_encoder_is_read_through_its_norm_and_the_table_of_the_source(name: str) -> None:
    engine = engine_of(name)
    trace, model = engine.trace(RUN), engine.open("own").model
    source = torch.from_numpy(trace.ids["source"].copy())
    with torch.inference_mode(), recording(model) as kept:
        model.encode(source)
    found = engine.lens(RUN, tokens=(7,), stack="encoder")
    assert found.written == trace.sentences[0].source
    hooks = ["encoder.embed.input", *(f"encoder.layers.{layer}.{part}_sublayer.residual" for layer in range(
        model.spec.encoder_layers) for part in ("attn", "ff"))]  # fmt: skip
    assert len(hooks) == len(found.places)
    asked = torch.tensor([[token.id, 7] for token in found.written])
    table = model.encoder.embed.table.weight.detach() * model.spec.logit_scale
    with torch.inference_mode():
        for place, hook in enumerate(hooks):
            logits = model.encoder.final_norm(kept[hook])[0] @ table.T
            expected = logits.log_softmax(-1).gather(1, asked)
            np.testing.assert_allclose(found.log_p[place], expected.double().numpy(), rtol=0, atol=1e-4)
            assert (found.top[place, :, 0] == logits.argmax(-1).numpy()).all()
    sums = logits.gather(1, asked).double().numpy()
    np.testing.assert_allclose(found.logits, sums, rtol=0, atol=1e-5)
    np.testing.assert_allclose(found.shares.sum(0), sums, rtol=0, atol=1e-4 * max(1.0, np.abs(sums).max() / 10))
    heads = [part for part in found.parts if part.group == "heads"]
    assert len(heads) == model.spec.encoder_layers * model.spec.heads_of("encoder")
    assert {part.kind for part in found.parts} == {"encoder"} and listener_count(model) == 0


def test_a_shorter_sentence_of_a_batch_is_read_as_alone() -> None:
    engine = engine_of("pre-norm")
    both = RunSpec("own", ("We don't open the door of the house.", "We don't open."), max_steps=6)
    for stack in ("encoder", "decoder"):
        inside, alone = engine.lens(both, sentence=1, stack=stack), engine.lens(RUN, stack=stack)
        assert inside.written == alone.written and inside.log_p.shape == alone.log_p.shape
        np.testing.assert_allclose(inside.log_p, alone.log_p, rtol=0, atol=1e-5)
        np.testing.assert_allclose(inside.shares, alone.shares, rtol=0, atol=1e-4)


def test_an_unknown_stack_is_refused() -> None:
    with pytest.raises(Refused, match="stack"):
        engine_of("pre-norm").lens(RUN, stack="cross")
