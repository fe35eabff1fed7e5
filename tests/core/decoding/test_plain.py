"""The fast decoder against greedy decoding by its definition."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from model_core.decoding import passes
from model_core.decoding.decode import generate
from model_core.decoding.plain import greedy_plain
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model

SOURCE = torch.tensor([[5, 6, 7, 8, 9, 2], [11, 12, 2, 0, 0, 0], [30, 31, 32, 33, 2, 0]])
STEPS = 12


def fast(model: EncoderDecoder, source: torch.Tensor, guess: list[int] | None = None) -> list[list[int]]:
    """The same by the decoder that is used."""
    texts: list[list[int]] = [[] for _ in source]
    for step in generate(model, source, model.encode(source), STEPS, guess=guess or []):
        for text, token in zip(texts, step.written.tolist(), strict=True):
            if token != model.spec.pad_id:
                text.append(token)
    return texts


@torch.inference_mode()
@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_fast_decoding_writes_what_the_definition_says(changes: dict[str, Any]) -> None:
    model = small_model(3, **changes)
    source = SOURCE.masked_fill(SOURCE == 0, model.spec.pad_id).masked_fill(SOURCE == 2, model.spec.eos_id)
    plain = greedy_plain(model, source, STEPS)
    assert fast(model, source) == plain
    for row, text in zip(source, plain, strict=True):
        one = row[row != model.spec.pad_id].unsqueeze(0)
        assert fast(model, one) == greedy_plain(model, one, STEPS)
        assert fast(model, one, guess=text[::-1]) == fast(model, one, guess=text) == greedy_plain(model, one, STEPS)


@torch.inference_mode()
def test_modules_and_the_fast_step_write_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    model = small_model(4)
    stepped = fast(model, SOURCE)
    monkeypatch.setattr(passes, "steppable", lambda *_: False)
    assert fast(model, SOURCE) == stepped == greedy_plain(model, SOURCE, STEPS)
