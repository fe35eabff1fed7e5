"""Hugging Face T5: no biases, RMS norm before each sub-layer, distances instead of positions, scores not divided.

The numbers that are added to scores are stored in the first layer of each stack and used by all its layers.
"""

from __future__ import annotations

import torch

from model_core.checkpoints.published import FAMILIES
from model_core.importers.foreign import ForeignCheckpoint, flag, number, real, refuse_without_config, word
from model_core.importers.table import REPEATED, Copy, Layout, Name, Options, Plan, adjusted, layer_names, names
from model_core.io.safe_files import read_plain
from model_core.spec import ModelSpec
from model_core.tokenizers.foreign import MODEL_BYTES, Pieces, processor

ATTENTION = {"q": "to_q", "k": "to_k", "v": "to_v", "o": "to_out"}
FEED_FORWARD = {"wi": "up", "wo": "down"}
GATED = {"wi_0": "up", "wi_1": "gate", "wo": "down"}
KINDS = {
    "relu": ("relu", False), "gated-gelu": ("gelu_tanh", True), "gated-silu": ("silu", True),
    "gated-relu": ("relu", True), "gelu": ("gelu", False),
}  # fmt: skip
"""feed_forward_proj -> activation, whether there is a gate."""
TABLES = {
    "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight": "encoder.distances.table",
    "decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight": "decoder.distances.table",
    "encoder.final_layer_norm.weight": "encoder.final_norm.weight",
    "decoder.final_layer_norm.weight": "decoder.final_norm.weight",
}


def _layer(decoder: bool, gated: bool) -> dict[str, str]:
    last = 2 if decoder else 1
    table = {f"layer.0.SelfAttention.{a}": f"self_attn.{b}" for a, b in ATTENTION.items()}
    table["layer.0.layer_norm"] = "attn_sublayer.norm"
    if decoder:
        table |= {f"layer.1.EncDecAttention.{a}": f"cross_attn.{b}" for a, b in ATTENTION.items()}
        table["layer.1.layer_norm"] = "cross_sublayer.norm"
    table |= {
        f"layer.{last}.DenseReluDense.{a}": f"feed_forward.{b}" for a, b in (GATED if gated else FEED_FORWARD).items()
    }
    table[f"layer.{last}.layer_norm"] = "ff_sublayer.norm"
    return {f"{a}.weight": f"{b}.weight" for a, b in table.items()}


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    config = foreign.config
    refuse_without_config(foreign)
    activation, gated = word(config, "feed_forward_proj", "relu", KINDS)
    own, tied = _own_output(foreign), flag(config, "tie_word_embeddings", True)
    scaled = flag(config, "scale_decoder_outputs", tied and config.get("model_type") != "mt5")  # mT5 ties, never scales
    width, vocabulary = number(config, "d_model"), number(config, "vocab_size")
    layers = number(config, "num_layers")
    spec = ModelSpec(
        vocabulary, vocabulary, width, number(config, "num_heads"), layers,
        number(config, "num_decoder_layers", layers), number(config, "d_ff"),
        min(512, number(config, "n_positions", 512)),
        norm="rms", norm_eps=real(config, "layer_norm_epsilon", 1e-6), activation=activation, gated=gated,
        positions="relative", position_buckets=number(config, "relative_attention_num_buckets", 32),
        position_reach=number(config, "relative_attention_max_distance", 128), scale_embedding=False,
        tied=not own, attention_bias=False, feed_forward_bias=False, attention_scale="none",
        d_key=number(config, "d_kv"), logit_scale=width**-0.5 if scaled else 1.0,
        dropout=min(0.9, max(0.0, real(config, "dropout_rate", 0.1))), pad_id=number(config, "pad_token_id", 0),
        bos_id=number(config, "decoder_start_token_id", 0), eos_id=number(config, "eos_token_id", 1),
        unk_id=_unknown(foreign),
    )  # fmt: skip
    wanted = adjusted(spec, options)  # refuses a number of layers of which there is no list
    lines = [*names(TABLES), *_output(own)]
    for side, count in (("encoder", spec.encoder_layers), ("decoder", spec.decoder_layers)):
        lines += layer_names(f"{side}.block.{{n}}", f"{side}.layers.{{n}}", count, _layer(side == "decoder", gated))
    copies = [Copy(f"{side}.embed_tokens.weight", "shared.weight") for side in ("encoder", "decoder")]
    if not own:
        copies.append(Copy("lm_head.weight", "shared.weight"))
    unused = [r"decoder\.block\.0\.layer\.1\.EncDecAttention\.relative_attention_bias\.weight"]
    return Plan(wanted, lines, copies, ["texts of up to 512 tokens are read"], unused)


def _unknown(foreign: ForeignCheckpoint) -> int:
    """The id of unknown pieces in the SentencePiece model beside the weights; T5's own without one."""
    path = foreign.folder / "spiece.model"
    if not path.is_file():
        return 2
    return int(processor(Pieces(path.name, read_plain(path, MODEL_BYTES), ())).unk_id())


def _own_output(foreign: ForeignCheckpoint) -> bool:
    """Whether the output has numbers of its own (T5 1.1); flags of newer files do not tell."""
    if "lm_head.weight" not in foreign.shapes:
        return False
    table, output = foreign.tensors(["shared.weight", "lm_head.weight"]).values()
    return not torch.equal(table, output)


def _output(own: bool) -> list[Name]:
    """Lines of the tables: one for everything, or one for both sides and an output projection of its own."""
    if not own:
        return names({"shared.weight": "encoder.embed.table.weight"})
    both = Name("shared.weight", ("encoder.embed.table.weight", "decoder.embed.table.weight"), REPEATED)
    return [both, *names({"lm_head.weight": "to_logits.weight"})]


LAYOUT = Layout("t5", "Hugging Face T5", ("encoder.block.0.layer.0.SelfAttention.q.weight",), _plan,
                families=FAMILIES["t5"])  # fmt: skip
