"""An attention map in words: its heading, its labels, the sentence about it and the text of each cell.

Every number is one of the Trace; nothing is computed except rounding. Layers and heads count from 0 here and from 1 in
words.
"""

from __future__ import annotations

from typing import NamedTuple

from model_core.direction import isolated
from model_core.record.trace import Sentence, Trace
from viz_app.data.number_format import fmt_chance, fmt_score
from viz_app.data.selection import kept_by_identity, key_name, key_names, query_name, query_names
from viz_app.data.vocabulary import ATTENTIONS, NUMBERS, REASON_TERMS
from viz_app.data.words.parts import head_place
from viz_app.system.language import tr


def heading(kind: str, layer: int, head: int) -> str:
    """For example "Cross-attention · layer 2 · head 3"."""
    return f"{ATTENTIONS[kind].title} · {head_place(layer, head)}"


def with_sentence(words: str, sentence: int, count: int) -> str:
    """A heading with the number (from 0) of the sentence that is shown, if there are several."""
    return words if count == 1 else f"{words} · {sentence_words(sentence, count)}"


def sentence_words(sentence: int, count: int) -> str:
    """ "sentence 2 of 3"; `sentence` counts from 0."""
    return tr("sentence {number} of {count}", number=sentence + 1, count=count)


@kept_by_identity
def row_labels(one: Sentence, kind: str) -> tuple[RowLabel, ...]:
    """The labels of the rows: the token in an encoder, otherwise "read ▸ written"."""
    return tuple(RowLabel(read, written or None) for read, written in query_names(one, kind))


def row_name(read: str, written: str | None) -> str:
    """A row in one line: "casa ▸ blanca", or an encoder row's token."""
    return f"{isolated(read)} ▸ {isolated(written)}" if written else read


def row_phrase(read: str, written: str | None) -> str:
    """A row in a sentence: "the row after “casa” (it writes “blanca”)", or an encoder's "the row of “house”"."""
    return (
        tr("the row after “{read}” (it writes “{written}”)", read=read, written=written)
        if written
        else tr("the row of “{read}”", read=read)
    )


def cell_text(trace: Trace, kind: str, layer: int, head: int, sentence: int, query: int, key: int) -> str:
    """Everything recorded about one cell, for tooltips and screen readers."""
    one = trace.sentences[sentence]
    place = tr("{row} reads “{token}”", row=row_name(*query_name(one, kind, query)), token=key_name(one, kind, key))
    parts = []
    words = (("weights", tr("weight"), 3), ("raw", tr("score"), 2), ("scaled", tr("scaled"), 2))
    for what, word, decimals in words:
        if trace.has(kind, what, layer):
            value = float(trace.row(kind, layer, head, query, what, sentence)[key])
            parts.append(f"{word} {fmt_chance(value, 3) if what == 'weights' else fmt_score(value, decimals)}")
        else:
            parts.append(tr("{number} not recorded", number=word))
    if kind in trace.reasons:
        parts.append(tr("mask: {why}", why=REASON_TERMS[int(trace.reason(kind, sentence)[query, key])].tip))
    return f"{place}: {'; '.join(parts)}"


def missing_numbers(kind: str, what: str) -> str:
    """The message for an array that was not recorded."""
    if what == "weights":
        attention = ATTENTIONS[kind].title.lower()
        return tr("The {attention} weights were not recorded in this run.", attention=attention)
    return tr(
        "The {numbers} were not recorded, nor the queries and keys to compute them from.\nThe weights are there; "
        "select them on the left.",
        numbers=NUMBERS[what].word,
    )


class RowLabel(NamedTuple):
    """What the model had read before this row and, in a decoder, what it writes next."""

    read: str
    written: str | None = None


PAD = tr("pad")
"""How a row or column without a token is labelled."""


def padded_rows(trace: Trace, kind: str, sentence: int, pad: str = PAD) -> list[tuple[str, str | None]]:
    """(token read, token written or None) of every row; rows after the end of the sentence are padding."""
    one = trace.sentences[sentence]
    words: list[tuple[str, str | None]] = [(read, written or None) for read, written in query_names(one, kind)]
    rows = trace.reasons[kind].shape[1]
    return words + [(pad, None)] * (rows - len(words))


def padded_columns(trace: Trace, kind: str, sentence: int, pad: str = PAD) -> list[str]:
    """The token of every column; columns after the end of the sentence are padding."""
    one = trace.sentences[sentence]
    words = list(key_names(one, kind))
    return words + [pad] * (trace.reasons[kind].shape[2] - len(words))
