"""The words for what the views show: one table for each thing that several places name."""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    """A choice in words: on a button, as a sentence for its tool tip, and in full (by default the word)."""

    word: str
    about: str
    name: str = ""


ATTENTIONS = {
    "encoder": Term("Encoder", "How the source reads itself.", "Encoder attention"),
    "decoder": Term("Decoder", "How the target reads what is already written.", "Decoder attention"),
    "cross": Term("Cross", "How the target reads the source.", "Cross attention"),
}
NOT_RECORDED = "Not in this recording."


__all__ = ["ATTENTIONS", "NOT_RECORDED", "Term"]
