"""A map in two sentences for screen readers: what its head mostly reads, and its strongest cell. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from model_core.analysis.heads.head_measures import name_of
from model_core.analysis.reads import LAGS, measured_in
from viz_app.data.map_text import row_phrase
from viz_app.data.number_format import fmt_weight
from viz_app.data.selection import key_name, query_name
from viz_app.system.language import tr

if TYPE_CHECKING:
    from model_core.record.trace import Trace

NAMES = {
    "previous": tr("reads the token before its own"),
    "next": tr("reads the token after its own"),
    "same": tr("reads its own token"),
    "first": tr("reads the first token"),
    "end": tr("reads the end of sentence"),
    "diagonal": tr("reads the source at the same relative position"),
    "1-to-1": tr("reads almost every source token, one at a time, in its own order"),
    "anti-diagonal": tr("reads the source from end to beginning"),
    "punctuation": tr("reads punctuation"),
    "copies": tr("reads the source word spelled like the one it writes, such as a name"),
    "duplicate": tr("reads other occurrences of its own token"),
    "induction": tr("reads what followed an earlier occurrence of its token"),
    "broad": tr("spreads its weight over nearly all tokens"),
    "mixed": tr("reads no position much more than others"),
}
"""A head's name (model_core.analysis.heads.head_measures.name_of) -> what that says of it."""


_DECODER_NAMES = {
    "duplicate": tr("reads earlier occurrences of the token just read"),
    "induction": tr("reads what followed an earlier occurrence of the token just read"),
    "previous": tr("reads the token before the one just read"),
    "same": tr("reads the token just read, not the one the row writes"),
}


def name_words(name: str, kind: str) -> str:
    """What a head's name says of it; a row of the decoder has two tokens, of which its measures take the one read."""
    if name in LAGS[kind]:
        lag = LAGS[kind][name]
        place = tr("the same relative position in the source") if kind == "cross" else tr("its own token")
        if abs(lag) == 1:
            return (
                tr("reads a token before {place}", place=place)
                if lag < 0
                else tr("reads a token after {place}", place=place)
            )
        if lag < 0:
            return tr("reads {number} tokens before {place}", number=-lag, place=place)
        return tr("reads {number} tokens after {place}", number=lag, place=place)
    return _DECODER_NAMES.get(name, NAMES[name]) if kind == "decoder" else NAMES[name]


def map_summary(trace: Trace, kind: str, layer: int, head: int, sentence: int) -> str:
    """For example "Layer 2, head 3 reads the token before its own. Strongest: the row … reads “green” with a weight of
    0.98."; "" if its weights were not recorded or there are none."""
    if not trace.has(kind, "weights", layer) or 0 in trace.size(kind, sentence):
        return ""
    one, weights_QM = trace.sentences[sentence], trace.map(kind, layer, head, "weights", sentence)
    if not np.isfinite(weights_QM).any():
        return ""
    query, key = np.unravel_index(int(np.nanargmax(weights_QM)), weights_QM.shape)
    row, read = row_phrase(*query_name(one, kind, int(query))), key_name(one, kind, int(key))
    strongest = tr(
        "Strongest: {row} reads “{token}” with a weight of {weight}.",
        row=row,
        token=read,
        weight=fmt_weight(float(weights_QM[query, key])),
    )
    if not np.isfinite(weights_QM).all() or weights_QM.shape[1] < 2:
        return strongest
    values = measured_in(weights_QM[None], kind, one)
    name = name_of({name: float(found[0]) for name, found in values.items()})
    words = tr("Layer {layer}, head {head} {reads}.", layer=layer + 1, head=head + 1, reads=name_words(name, kind))
    return f"{words} {strongest}"
