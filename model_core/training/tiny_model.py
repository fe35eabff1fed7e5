"""A model small enough to follow by hand: three words, width 2, one head, 1+1 layers, every weight chosen by hand.

It reads a few words and writes the colour among them: "red ball" becomes "red", "ball blue" becomes "blue". Unit 1 of a
vector means "a colour (+) or not (−)", unit 2 "red (+) or blue (−)". The decoder first looks for a colour, then for
anything else, and so ends. It is not trained. `python -m model_core.training.tiny_model FOLDER` writes it as a model
folder.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from model_core.checkpoints.checkpoint import save_model
from model_core.spec import ModelSpec
from model_core.tokenizers.vocab import closed_vocabulary
from model_core.transformer.model import EncoderDecoder

WORDS = ("red", "blue", "ball")
POSITIONS = 16
EXAMPLES = ("red ball", "ball blue", "blue", "red red blue")

Matrix = Sequence[Sequence[float]]
IDENTITY: Matrix = [[1, 0], [0, 1]]
FIRST: Matrix = [[2, 0], [0, 0]]
SIGNS: Matrix = [[0, 1], [0, -1]]
WEIGHTS: dict[str, Sequence[float] | Matrix] = {
    # pad, <s>, </s>, <unk>, red, blue, ball: the table of both sides, and what the output is compared with
    "encoder.embed.table.weight": [[0, 0], [0, 0], [-1, -1], [0, 0], [1, 1], [1, -1], [-1, 1]],
    # the encoder does not mind the order; the decoder begins with +2 (ask for a colour), then −2 (end)
    "encoder.embed.position.table": [[0, 0]] * POSITIONS,
    "decoder.embed.position.table": [[2, 0], *[[-2, -2]] * (POSITIONS - 1)],
    # words look for their like, and add what they find
    "encoder.layers.0.self_attn.to_q.weight": FIRST,
    "encoder.layers.0.self_attn.to_k.weight": IDENTITY,
    "encoder.layers.0.self_attn.to_v.weight": IDENTITY,
    "encoder.layers.0.self_attn.to_out.weight": IDENTITY,
    # red or blue, split by sign and put together again: what counts is said twice as loud
    "encoder.layers.0.feed_forward.up.weight": SIGNS,
    "encoder.layers.0.feed_forward.down.weight": [[0, 0], [1, -1]],
    # what is written already is read, and changes little
    "decoder.layers.0.self_attn.to_q.weight": IDENTITY,
    "decoder.layers.0.self_attn.to_k.weight": IDENTITY,
    "decoder.layers.0.self_attn.to_v.weight": IDENTITY,
    "decoder.layers.0.self_attn.to_out.weight": FIRST,
    # the question "is it a colour?" meets the answers, and takes along which one
    "decoder.layers.0.cross_attn.to_q.weight": FIRST,
    "decoder.layers.0.cross_attn.to_k.weight": IDENTITY,
    "decoder.layers.0.cross_attn.to_v.weight": IDENTITY,
    "decoder.layers.0.cross_attn.to_out.weight": [[1, 0], [0, 2]],
    "decoder.layers.0.feed_forward.up.weight": SIGNS,
    "decoder.layers.0.feed_forward.down.weight": [[0, 0], [1, -1]],
    "encoder.final_norm.weight": [1, 1],
    "decoder.final_norm.weight": [2, 2],
}
"""Parameter -> its numbers; biases are 0 and the other norms' weights 1."""


def tiny_spec() -> ModelSpec:
    """Its shape: RMS norm, because LayerNorm of two units keeps only their order."""
    return ModelSpec(
        source_vocabulary=4 + len(WORDS),
        target_vocabulary=4 + len(WORDS),
        d_model=2,
        heads=1,
        encoder_layers=1,
        decoder_layers=1,
        d_ff=2,
        max_positions=POSITIONS,
        norm="rms",
        norm_eps=1e-6,
        positions="learned",
        scale_embedding=False,
        dropout=0.0,
    )


@torch.no_grad()
def tiny_model() -> EncoderDecoder:
    """The model with its numbers, in evaluation mode."""
    model = EncoderDecoder(tiny_spec()).eval()
    for name, parameter in model.named_parameters():
        given = WEIGHTS.get(name)
        usual = 1.0 if "norm" in name else 0.0
        parameter.copy_(torch.full_like(parameter, usual) if given is None else torch.tensor(given))
    return model


ABOUT = {
    "name": "Tiny example",
    "about": "Writes the colour among the words red, blue, ball. Width 2, one head, weights chosen by hand.",
    "examples": list(EXAMPLES),
    "known_words": list(WORDS),
}
CARD = """# Tiny example

Reads a few words and writes the colour among them: "red ball" becomes "red", "ball blue" becomes "blue". Unit 1 of a
vector means "a colour (+) or not (−)", unit 2 "red (+) or blue (−)". The decoder first looks for a colour, then for
anything else, and so ends.

- weights: 0, 1, −1, 2 and −2, set by hand in `model_core/training/tiny_model.py`; nothing was trained
- vocabulary: red, blue, ball and the four special tokens
- shape: width 2, one head, one encoder layer, one decoder layer, feed-forward width 2
- norm: RMS norm before each sub-layer, because LayerNorm of two units keeps only their order
- positions: of the learned kind, but set by hand; the encoder's are 0, the decoder's mean "first" or "later"
- made for: the Calculate view, to follow every number on paper
- not made for: anything else; any number of words works, but "red blue" is a tie that it cannot resolve
"""


def save_tiny(folder: Path) -> None:
    """Write the model folder. Raises OSError when a file cannot be written."""
    save_model(folder, tiny_model().state_dict(), tiny_spec(), closed_vocabulary(WORDS), ABOUT, CARD)


if __name__ == "__main__":
    save_tiny(Path(sys.argv[1]))
