"""Masks, against tables written by hand: True = this query (row) may attend to this key (column)."""

from __future__ import annotations

import torch

from model_core.engine.interventions import reason_codes
from model_core.record.trace import FUTURE, PADDING, VISIBLE
from model_core.transformer.masks import causal_mask, decoder_mask, padding_mask

PAD = 0
V, F, P = VISIBLE, FUTURE, PADDING


def table(*rows: str) -> torch.Tensor:
    """One (Q, M) mask from rows like "x.." with x for True."""
    return torch.tensor([[cell == "x" for cell in row] for row in rows])


def test_padding_hides_the_keys_without_a_token_from_every_query() -> None:
    mask = padding_mask(torch.tensor([[5, 6, PAD, PAD], [5, 6, 7, 8]]), PAD, 2)
    assert mask.dtype == torch.bool
    assert torch.equal(mask, torch.stack([table("xx..", "xx.."), table("xxxx", "xxxx")]))


def test_padding_in_the_middle_is_hidden_too() -> None:
    assert torch.equal(padding_mask(torch.tensor([[5, PAD, 7]]), PAD, 1)[0], table("x.x"))


def test_a_query_sees_no_later_key() -> None:
    assert torch.equal(causal_mask(3, 3), table("x..", "xx.", "xxx"))


def test_with_a_cache_the_queries_are_the_last_rows() -> None:
    assert torch.equal(causal_mask(2, 4), table("xxx.", "xxxx"))
    assert torch.equal(causal_mask(1, 1), table("x"))


def test_decoder_mask_is_causal_and_without_padding() -> None:
    mask = decoder_mask(torch.tensor([[1, 5, 6, PAD]]), PAD)
    assert torch.equal(mask[0], table("x...", "xx..", "xxx.", "xxx."))


def test_decoder_mask_of_the_last_rows_is_the_end_of_the_whole_one() -> None:
    ids = torch.tensor([[1, 5, 6, 7, PAD], [1, 5, PAD, PAD, PAD]])
    whole = decoder_mask(ids, PAD)
    for queries in range(1, 6):
        assert torch.equal(decoder_mask(ids, PAD, queries), whole[:, -queries:])


def test_the_first_token_is_readable_even_if_it_is_the_pad_id() -> None:
    ids = torch.tensor([[PAD, 5, PAD]])
    assert torch.equal(decoder_mask(ids, PAD)[0], table("x..", "xx.", "xx."))
    assert ids.tolist() == [[PAD, 5, PAD]], "the ids themselves stay as they are"


def test_every_row_has_something_to_attend_to() -> None:
    ids = torch.tensor([[1, PAD, PAD], [PAD, PAD, PAD]])
    assert bool(decoder_mask(ids, PAD).any(-1).all())


def test_reasons_name_later_before_padding() -> None:
    codes = reason_codes(decoder_mask(torch.tensor([[1, 5, PAD]]), PAD), causal=True)
    assert codes.dtype == torch.uint8
    assert codes[0].tolist() == [[V, F, F], [V, V, F], [V, V, P]]


def test_reasons_of_cross_attention_know_padding_only() -> None:
    codes = reason_codes(padding_mask(torch.tensor([[5, 6, PAD]]), PAD, 2), causal=False)
    assert codes[0].tolist() == [[V, V, P], [V, V, P]]
