"""Scores against hand-made cases, alignment against a model whose attention is known."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
import sacrebleu
import torch

from model_core.analysis.alignment import GoldSentence, read_gold
from model_core.errors import Refused
from model_core.io.installing import install_command
from model_core.training.evaluate import SACREBLEU, alignment, quality, scores, without_case_and_signs, word_of_each
from model_core.transformer.model import EncoderDecoder
from tests.made.small import SENTENCES, small_model, small_pieces, small_words

PIECES, WORDS = small_pieces(), small_words()
MODEL = small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size)


def test_scores_are_those_of_sacrebleu_itself() -> None:
    written = ["El barco viejo es verde.", "No abrimos la ventana."]
    references = [["El barco viejo es blanco.", "El viejo barco es verde."], ["No abrimos la ventana vieja."]]
    bleu, chrf = scores(written, references)
    streams = [[references[0][0], references[1][0]], [references[0][1], None]]
    assert (bleu.name, chrf.name) == ("BLEU", "chrF")
    assert bleu.value == pytest.approx(sacrebleu.corpus_bleu(written, streams).score)
    assert chrf.value == pytest.approx(sacrebleu.corpus_chrf(written, streams).score)
    assert bleu.signature.startswith("nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert chrf.signature.startswith("nrefs:var|case:mixed|eff:yes|nc:6|nw:0")


def test_a_perfect_translation_has_a_hundred() -> None:
    for score in scores(SENTENCES[:4], [[line, "Something else."] for line in SENTENCES[:4]]):
        assert score.value == pytest.approx(100)


def test_sources_with_several_references_are_translated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def parrot(model, vocab, lines, batch):
        from model_core.engine.translate import Translation

        asked.extend(lines)
        known = {"A!": "uno dos tres cuatro", "B.": "cinco seis siete ocho"}
        return [Translation(known.get(line, "?")) for line in lines]

    monkeypatch.setattr("model_core.training.evaluate.translate", parrot)
    pairs = [("A!", "uno dos tres cuatro"), ("B.", "cinco seis siete ocho"), ("A!", "otra cosa es esta")]
    found = quality(MODEL, PIECES, pairs)
    assert asked == ["A!", "B."]
    assert (found.pairs, found.sources) == (3, 2)
    assert found.multi[0].value == pytest.approx(100) and found.single[0].value < 90
    assert quality(MODEL, PIECES, pairs, hurried=True).multi[0].value < 1
    assert asked[2:] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Where is Ana?!", "where is ana"), ("Don't, please.", "don't please"), ("¿Qué tal?", "qué tal"), ("...", "...")],
)
def test_as_hurried_people_type(text: str, expected: str) -> None:
    assert without_case_and_signs(text) == expected


def test_without_sacrebleu_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(Refused, match=re.escape(install_command(SACREBLEU))):
        quality(MODEL, PIECES, [("a", "b")])


@pytest.mark.parametrize(("reference", "written", "defined"), [
    ("red", "red", False), ("a red ball", "a red ball and more words", True), ("a red ball", "a ball", False),
    ("the red ball rolls", "the ball", True),
])  # fmt: skip
def test_bleu_of_texts_too_short_for_it_is_not_called_zero(reference: str, written: str, defined: bool) -> None:
    """It counts sequences of up to four tokens; with too short a translation alone, 0 is what it says."""
    bleu, chrf = scores([written, written], [[reference], ["red", reference]])
    assert (bleu.value is not None, bleu.note == "") == (defined, defined)
    assert str(bleu) == (f"{bleu.value:.1f}" if defined else "–") and chrf.value is not None and not chrf.note


# ---------------------------------------------------------------- alignment


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("The baker.", ("The", "baker", "."), [0, 1, 2, None]),
        ("boats", ("boats",), [0, 0, None]),
        ("Don't stop", ("Don't", "stop"), None),
        ("¿ß?", ("¿", "ß", "?"), None),
        ("a b", ("ab",), None),
    ],
)
def test_every_piece_belongs_to_the_word_whose_letters_it_has(text, words, expected) -> None:
    found = word_of_each(PIECES, text, words)
    tokens = PIECES.tokens(text)
    assert len(found) == len(tokens) + 1 and found[-1] is None
    if expected is not None:
        assert found == expected
    squeezed = text.replace(" ", "")
    letters = [word for word, spelling in enumerate(words) for _ in spelling]
    for (start, _), owner, token in zip(PIECES.spans(text), found, tokens, strict=False):
        if token.text.strip("▁") and owner is not None:
            at = len(text[:start].replace(" ", ""))
            assert letters[at] == owner, (squeezed, token)


def one_to_one(layer: int, head: int) -> EncoderDecoder:
    """A model whose given cross head puts all weight on its own place, and the others on the place after it."""
    model = small_model(source_vocabulary=WORDS.size, target_vocabulary=WORDS.size, d_model=32, heads=2)
    for number, decoder_layer in enumerate(model.decoder.layers):

        def place(weights: torch.Tensor, number: int = number) -> torch.Tensor:
            _, heads, rows, columns = weights.shape
            eye = torch.eye(max(rows, columns))[:rows, :columns].expand(heads, -1, -1).clone()
            for other in range(heads):
                if (number, other) != (layer, head):
                    eye[other] = eye[other].roll(1, -1)
            return eye.expand_as(weights)

        decoder_layer.cross_attn.weights.listeners.append(place)
    return model


GOLD = [
    GoldSentence(("3", "1", "4"), ("3", "1", "4"), frozenset({(0, 0), (1, 1), (2, 2)}), frozenset()),
    GoldSentence(("5", "9"), ("5", "9"), frozenset({(0, 0), (1, 1)}), frozenset()),
]


@pytest.mark.parametrize(("layer", "head"), [(0, 0), (1, 1)])
@pytest.mark.parametrize("batch", [1, 2])
def test_the_head_that_aligns_is_found_by_the_row_that_predicts(layer: int, head: int, batch: int) -> None:
    rows = alignment(one_to_one(layer, head), WORDS, GOLD, batch).rows
    names = [row.name for row in rows]
    assert names[:3] == ["mean of all heads", "mean of layer 1", "mean of layer 2"]
    assert rows[3].name == f"best head: layer {layer + 1} head {head + 1}"
    assert (rows[3].every, rows[3].words) == (0.0, 0.0)
    assert rows[0].every == pytest.approx(3 / 5), "one off, but for the last word of each: there is none after it"
    assert len(rows) == 4


def test_words_only_leaves_punctuation_out_on_both_sides() -> None:
    """The gold links of signs do not count, nor does a sign draw a word's link to itself."""
    model = small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size)
    words = ("We", "open", "."), ("No", "abrimos", ".")
    gold = [GoldSentence(*words, frozenset({(0, 0), (1, 1)}), frozenset(), "We open.", "No abrimos.")]

    def to_the_end(weights: torch.Tensor) -> torch.Tensor:
        sharp = torch.full_like(weights, 0.01)
        sharp[..., -2] = 0.5  # the full stop, for every row
        sharp[..., 0, 0] = 0.4
        sharp[..., 1:3, 1] = 0.4
        return sharp

    for layer in model.decoder.layers:
        layer.cross_attn.weights.listeners.append(to_the_end)
    row = alignment(model, PIECES, gold).rows[0]
    assert row.every > 0.5 and row.words <= row.every


def test_sentences_too_long_for_the_model_are_left_out() -> None:
    long = GoldSentence(("3",) * 30, ("3",) * 30, frozenset({(0, 0)}), frozenset())
    assert alignment(one_to_one(0, 0), WORDS, [long, *GOLD]) == alignment(one_to_one(0, 0), WORDS, GOLD)
    with pytest.raises(Refused, match="every sentence of the alignment"):
        alignment(one_to_one(0, 0), WORDS, [long])


def test_gold_files_keep_the_sentences_as_written(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    words = "We open .\tAbrimos ."
    path.write_text(f"We open.\tAbrimos.\t{words}\t0?0 1-0 2-1\n{words}\t1-0\n", encoding="utf-8")
    one, other = read_gold(path).sentences
    assert (one.source_text, one.target_text) == ("We open.", "Abrimos.")
    assert (other.source_text, other.target_text) == ("", "") and other.source_words == one.source_words


def test_alignment_leaves_no_listener_and_is_the_same_in_any_batch() -> None:
    rows = [alignment(MODEL, PIECES, [*GOLD, *GOLD[::-1]], batch).rows for batch in (1, 3, 32)]
    assert rows[0] == rows[1] == rows[2]
    assert not np.isnan([row.words for row in rows[0]]).any()
