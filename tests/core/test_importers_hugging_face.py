"""Hugging Face checkpoints: random models of many shapes give the same logits, maps and texts here as there."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import torch

transformers = pytest.importorskip("transformers")

from model_core.decode import greedy  # noqa: E402
from model_core.hooks import recording  # noqa: E402
from model_core.importers import Options, convert  # noqa: E402
from model_core.importers.foreign import opened  # noqa: E402
from model_core.model import EncoderDecoder  # noqa: E402
from model_core.trace import ATTENTION  # noqa: E402

torch.set_num_threads(1)

MARIAN_SEEDS = range(50)


def marian_config(chance: random.Random) -> Any:
    """A configuration of sizes, activation, scale and ties that differ from seed to seed."""
    heads = chance.choice((1, 2, 4))
    one = chance.random() < 0.8
    return transformers.MarianConfig(
        vocab_size=chance.randint(20, 60), decoder_vocab_size=chance.randint(20, 60) if not one else None,
        d_model=heads * chance.choice((4, 8, 6)), encoder_layers=chance.randint(1, 3),
        decoder_layers=chance.randint(1, 3), encoder_attention_heads=heads, decoder_attention_heads=heads,
        encoder_ffn_dim=(ffn := chance.choice((16, 24, 40))), decoder_ffn_dim=ffn, max_position_embeddings=32,
        activation_function=chance.choice(("swish", "gelu", "relu")), scale_embedding=chance.random() < 0.7,
        share_encoder_decoder_embeddings=one, pad_token_id=19, decoder_start_token_id=19, eos_token_id=0,
        bos_token_id=0, forced_eos_token_id=0, attn_implementation="eager",
    )  # fmt: skip


def strengthened(model: Any, seed: int) -> Any:
    """The model with numbers large enough that every rule shows: weights and biases of deviation 0.15."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" not in name or parameter.requires_grad:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.15 + ("norm" in name and 1.0))
        for name, buffer in model.named_buffers():
            if name.endswith("final_logits_bias"):
                buffer.copy_(torch.randn(buffer.shape, generator=generator) * 0.15)
    return model.eval()


def saved(model: Any, folder: Path) -> EncoderDecoder:
    """The model by way of its files."""
    model.save_pretrained(folder, safe_serialization=True)
    return convert(opened(folder / "model.safetensors", folder / "config.json"), Options()).model


def batch(chance: random.Random, spec: Any, count: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    """Padded source and target ids; the targets begin with the start id."""
    special = {spec.pad_id, spec.eos_id, spec.bos_id}
    sides = []
    for size, first, last in (
        (spec.source_vocabulary, [], [spec.eos_id]), (spec.target_vocabulary, [spec.bos_id], []),
    ):  # fmt: skip
        words = [one for one in range(size) if one not in special]
        rows = [[*first, *chance.choices(words, k=chance.randint(1, 9)), *last] for _ in range(count)]
        width = max(map(len, rows))
        sides.append(torch.tensor([row + [spec.pad_id] * (width - len(row)) for row in rows]))
    return sides[0], sides[1]


def compared(theirs: Any, ours: EncoderDecoder, chance: random.Random) -> tuple[float, float]:
    """Largest difference of the logits, and of all attention maps, on a padded batch; rows of padding left out."""
    source, read = batch(chance, ours.spec)
    real = read != ours.spec.pad_id
    real[:, 0] = True
    keep = [
        f"{ATTENTION[kind].format(layer=n)}.weights"
        for kind in ATTENTION for n in range(ours.spec.layers(kind))
    ]  # fmt: skip
    with torch.inference_mode():
        out = theirs(
            input_ids=source, attention_mask=(source != ours.spec.pad_id).long(), decoder_input_ids=read,
            decoder_attention_mask=real.long(), output_attentions=True, use_cache=False,
        )  # fmt: skip
        with recording(ours, keep.__contains__) as kept:
            logits = ours(source, read)
    kinds = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    worst = 0.0
    for kind, maps in kinds.items():
        for n, one in enumerate(maps):
            own = kept[f"{ATTENTION[kind].format(layer=n)}.weights"]
            rows = (source != ours.spec.pad_id) if kind == "encoder" else real
            worst = max(worst, float(((own - one).abs() * rows[:, None, :, None]).max()))
    return float((logits - out.logits)[real].abs().max()), worst


def written(ours: EncoderDecoder, source: torch.Tensor, steps: int) -> list[list[int]]:
    """Greedy texts, the end included."""
    with torch.inference_mode():
        rows = [step.written for step in greedy(ours, source, ours.encode(source), steps)]
    return [[int(one) for one in row] for row in torch.stack(rows, 1)]


@pytest.mark.parametrize("seed", MARIAN_SEEDS)
def test_a_random_marian_model_is_the_same_here(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    theirs = strengthened(transformers.MarianMTModel(marian_config(chance)), seed)
    ours = saved(theirs, tmp_path)
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6
    source, _ = batch(chance, ours.spec)
    pad = ours.spec.pad_id
    expected = theirs.generate(
        source, attention_mask=(source != pad).long(), num_beams=1, do_sample=False, max_new_tokens=12,
        bad_words_ids=[[pad]], forced_eos_token_id=None, return_dict_in_generate=False,
    )[:, 1:]  # fmt: skip
    own = written(ours, source, 12)
    assert [row[: expected.shape[1]] for row in own] == [
        [pad if 0 in row[:at] else one for at, one in enumerate(row)] for row in expected.tolist()
    ]


def bart_config(chance: random.Random) -> Any:
    heads = chance.choice((1, 2, 4))
    return transformers.BartConfig(
        vocab_size=40, d_model=heads * 8, encoder_layers=2, decoder_layers=chance.randint(1, 2),
        encoder_attention_heads=heads, decoder_attention_heads=heads, encoder_ffn_dim=24, decoder_ffn_dim=24,
        max_position_embeddings=30, scale_embedding=chance.random() < 0.5, attn_implementation="eager",
        activation_function=chance.choice(("gelu", "relu", "gelu_new")),
    )  # fmt: skip


def t5_config(chance: random.Random) -> Any:
    return transformers.T5Config(
        vocab_size=40, d_model=24, d_kv=chance.choice((5, 8)), num_heads=3, d_ff=20, num_layers=2,
        num_decoder_layers=chance.randint(1, 3), relative_attention_num_buckets=8, relative_attention_max_distance=9,
        feed_forward_proj=chance.choice(("relu", "gated-gelu", "gated-silu")), decoder_start_token_id=0,
        attn_implementation="eager", tie_word_embeddings=chance.random() < 0.5,
    )  # fmt: skip


OTHERS = {
    "BART": ("BartForConditionalGeneration", bart_config),
    "T5": ("T5ForConditionalGeneration", t5_config),
}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_model_of_another_kind_is_the_same_here(kind: str, seed: int, tmp_path: Path) -> None:
    chance, (name, config) = random.Random(seed), OTHERS[kind]
    theirs = strengthened(getattr(transformers, name)(config(chance)), seed)
    ours = saved(theirs, tmp_path)
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6
