"""Every hook point of the anatomy has words in the catalogue, which in English are those of model_core."""

from __future__ import annotations

from typing import Any

import pytest

from model_core.explain.anatomy import anatomy
from model_core.spec import ModelSpec
from viz_app.views.model import activations
from viz_app.views.model.activations import activation_words

PLAIN = ModelSpec(100, 100, d_model=64, heads=4, d_ff=128, encoder_layers=1, decoder_layers=1)
VARIANTS: tuple[dict[str, Any], ...] = (
    {}, {"positions": "relative"}, {"norm_place": "post"}, {"embedding_norm": True}, {"gated": True},
    {"activation": "gelu"}, {"attention_scale": "none"}, {"attention_scale": "model"}, {"scale_embedding": False},
    {"logit_scale": 0.5}, {"mask_value": -1e9}, {"positions": "learned"},
)  # fmt: skip


@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_hook_points_are_in_the_catalogue(changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    model = anatomy(ModelSpec(**{**vars(PLAIN), **changes}))
    said = {one.words for part in model.parts for step in (part, *part.inside) for one in step.activations}
    assert said
    assert {words: activation_words(words) for words in said} == {words: words for words in said}
    monkeypatch.setattr(activations, "_WORDS", {words: f"<{text}>" for words, text in activations._WORDS.items()})
    monkeypatch.setattr(activations, "_PATTERNS", tuple((pattern, "<{0}>") for pattern, _ in activations._PATTERNS))
    assert all(activation_words(words).startswith("<") for words in said)
