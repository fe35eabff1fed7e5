"""Models that are an encoder or a decoder alone: known by their names, so that a message can say what to do."""

from __future__ import annotations

import re
from collections.abc import Collection

ENCODER, DECODER = "an encoder alone", "a decoder alone"

_FAMILIES: tuple[tuple[str, str, str], ...] = (
    (r"(.+\.)?h\.0\.attn\.c_attn\.weight", DECODER, "GPT-2 and its relatives"),
    (r"(.+\.)?layers\.0\.attention\.query_key_value\.weight", DECODER, "GPT-NeoX"),
    (r"(model\.)?layers\.0\.self_attn\.q_proj\.weight", DECODER, "Llama and its relatives"),
    (r"(model\.)?decoder\.layers\.0\.self_attn\.q_proj\.weight", DECODER, "OPT or a decoder without its encoder"),
    (r"(.+\.)?encoder\.layer\.0\.attention\.self\.query\.weight", ENCODER, "BERT and its relatives"),
    (r"(.+\.)?transformer\.layer\.0\.attention\.q_lin\.weight", ENCODER, "DistilBERT"),
    (r"(.+\.)?encoder\.block\.0\.layer\.0\.SelfAttention\.q\.weight", ENCODER, "the encoder of a T5"),
    (r"(.+\.)?(encoder\.)?layers\.0\.self_attn\.in_proj_weight", ENCODER, "torch.nn.TransformerEncoder"),
)
"""Pattern of a name that such a file has, which of the two it is, and whose names they are."""

_OTHERS = re.compile(
    r"crossattention|crossattn|cross_attn|enc_attn|encoder_attn|EncDecAttention|multihead_attn|"
    r"cross_attention|src_attn|encoder_decoder"
)
"""Parts of names that occur in a decoder that reads an encoder."""


def one_stack(names: Collection[str]) -> tuple[str, str]:
    """("an encoder alone" or "a decoder alone", whose names they are), or ("", "") where the names do not say so."""
    if any(_OTHERS.search(name) for name in names):
        return "", ""
    for pattern, which, family in _FAMILIES:
        if any(re.fullmatch(pattern, name) for name in names):
            return which, family
    return "", ""
