"""The words for what several views show: the attentions, the reasons of cells without a number, and what a recording
does not hold. No Qt.

The `missing_…` functions give a sentence for a view that cannot draw a recording, "" if everything is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from model_core.record.mask_reasons import FUTURE, HIDDEN, NAMES, PADDING, USER, VISIBLE
from viz_app.data.number_format import MINUS
from viz_app.system.language import tr, translated

if TYPE_CHECKING:
    from model_core.record.trace import Trace
    from model_core.spec import ModelSpec


class Term(NamedTuple):
    """A choice in words: on a button, as a sentence for its tooltip, and in full (by default the word)."""

    word: str
    about: str
    name: str = ""


class AttentionTerm(NamedTuple):
    """One of the three attentions in words: as a Term, as the heading of its maps, and inside a sentence."""

    word: str
    about: str
    name: str
    title: str
    inline: str


ATTENTIONS = {
    "encoder": AttentionTerm(
        word=tr("Encoder"),
        about=tr("The source reads itself."),
        name=tr("Encoder attention"),
        title=tr("Encoder self-attention"),
        inline=tr("encoder"),
    ),
    "decoder": AttentionTerm(
        word=tr("Decoder"),
        about=tr("The target reads what is written so far."),
        name=tr("Decoder attention"),
        title=tr("Decoder self-attention"),
        inline=tr("decoder"),
    ),
    "cross": AttentionTerm(
        word=tr("Cross"),
        about=tr("The target reads the source."),
        name=tr("Cross-attention"),
        title=tr("Cross-attention"),
        inline=tr("cross-attention"),
    ),
}
"""Kind (of model_core.spec.KINDS) -> its words."""

NUMBERS = {
    "weights": Term(tr("weights"), tr("The softmax of the masked scores: each row sums to 1.")),
    "scaled": Term(tr("scaled scores"), tr("q·k divided by the model's scaling factor, before the mask.")),
    "raw": Term(tr("raw scores"), tr("q·k, the raw dot product.")),
    "masked": Term(tr("masked scores"), tr("Scaled scores after the mask, the input of the softmax.")),
}
"""What is recorded of a head (a key of model_core.record.trace.SCORES, or weights)."""

DERIVED = {
    "rollout": Term(
        tr("rollout"),
        tr(
            "Attention rollout over all layers up to this one: ½ mean weights of all heads + ½ residual (Abnar & "
            "Zuidema 2020)."
        ),
    ),
    "value": Term(
        tr("‖weight × v‖"),
        tr("The length of the weighted value vector: what is actually passed on (Kobayashi et al. 2020)."),
    ),
}
"""What is made of recorded numbers."""

NOT_RECORDED = tr("Not in this recording.")

BROKEN = NAMES.index("broken")
"""The code of a cell whose number is not a number, next to the codes of a Trace."""

ALLOWED, OPENED = -1, -2
"""Beside the codes, of cells that an edit of the mask lets be read: set by hand, with a dot; by a rule that is switched
off, tinted."""


class ReasonTerm(NamedTuple):
    """Why a cell may or may not be read: in a sentence about it, beside numbers, in its tooltip, in a map's legend, and
    in the legend of the masks, long and short."""

    why: str
    state: str = ""
    tip: str = ""
    key: str = ""
    legend: str = ""
    short: str = ""


REASON_TERMS = {
    VISIBLE: ReasonTerm(
        why=tr("may be read"), state=tr("visible"), tip=tr("visible"), legend=tr("may be read"), short=tr("may be read")
    ),
    FUTURE: ReasonTerm(
        why=tr("comes later"),
        state=tr("masked: comes later"),
        tip=tr("hidden, comes later"),
        key=tr("comes later"),
        legend=tr("future: comes later"),
        short=tr("future"),
    ),
    PADDING: ReasonTerm(
        why=tr("no token there"),
        state=tr("masked: padding"),
        tip=tr("hidden, padding without a token"),
        key=tr("padding"),
        legend=tr("padding: no token there"),
        short=tr("padding"),
    ),
    USER: ReasonTerm(
        why=tr("forbidden by hand"),
        state=tr("masked by hand"),
        tip=tr("hidden by hand"),
        key=tr("hidden by hand"),
        legend=tr("forbidden by hand"),
        short=tr("forbidden"),
    ),
    ALLOWED: ReasonTerm(why=tr("allowed by hand"), legend=tr("allowed by hand"), short=tr("allowed")),
    OPENED: ReasonTerm(why=tr("allowed, its rule is off"), legend=tr("allowed, its rule is off"), short=tr("rule off")),
    BROKEN: ReasonTerm(why=tr("not a number"), key=tr("not a number")),
    HIDDEN: ReasonTerm(
        why=tr("hidden until you answer"),
        state=tr("hidden until you answer"),
        tip=tr("hidden until you answer"),
        key=tr("hidden until you answer"),
        legend=tr("hidden until you answer"),
        short=tr("hidden"),
    ),
}
"""Code of a cell -> its words."""


def heads_words(spec: ModelSpec) -> str:
    """How many heads the layers have: "4 heads"; "8 + 4 heads" if encoder and decoder differ."""
    counts = dict.fromkeys((spec.heads, spec.heads_of("decoder")))
    return f"{' + '.join(map(str, counts))} {tr('head') if list(counts) == [1] else tr('heads')}"


def layers_words(encoder: int, decoder: int) -> str:
    """How many layers the stacks have: "3+3 layers"."""
    return tr("{encoder}+{decoder} layers", encoder=encoder, decoder=decoder)


def layers_and_heads(spec: ModelSpec) -> str:
    """The shape of a model in a few words: "3+3 layers · 4 heads"."""
    return f"{layers_words(spec.encoder_layers, spec.decoder_layers)} · {heads_words(spec)}"


_HEAD_WORDS = {
    "previous": tr("previous"),
    "next": tr("next", "head"),
    "same": tr("same", "head"),
    "first": tr("first", "head"),
    "end": tr("end", "head"),
    "diagonal": tr("diagonal"),
    "1-to-1": tr("1-to-1"),
    "anti-diagonal": tr("anti-diagonal"),
    "punctuation": tr("punctuation"),
    "copies": tr("copies names"),
    "duplicate": tr("duplicate"),
    "induction": tr("induction"),
    "broad": tr("broad"),
    "mixed": tr("mixed"),
}
"""What a head is called by a word of `head_measures.name_of`, without how far it reads from the diagonal."""


def head_word(name: str, kind: str) -> str:
    """The displayed word for a head's name as `head_measures.name_of` gives it.

    A row of the decoder has two tokens: the "same" is the one just read, not the one that the row writes.
    """
    if (name, kind) == ("same", "decoder"):
        return tr("just read")
    own, _, lag = name.partition(" ")
    return f"{_HEAD_WORDS.get(own, own)} {lag.replace('-', MINUS)}".rstrip()


_SHORT = {
    _HEAD_WORDS[name]: short
    for name, short in {
        "anti-diagonal": tr("anti-d."),
        "diagonal": tr("diag."),
        "punctuation": tr("punct."),
        "copies": tr("copies", "head"),
        "duplicate": tr("dupl."),
        "induction": tr("induct."),
        "previous": tr("prev."),
    }.items()
} | {tr("just read"): tr("read", "head")}


def short_head_word(word: str) -> str:
    """The word of a head where space is tight: "diag. +1"."""
    first, _, lag = word.partition(" ")
    return _SHORT.get(word) or f"{_SHORT.get(first, first)} {lag}".rstrip()


class TableTerm(NamedTuple):
    """Where the vectors of positions come from: in a list of choices, in a heading, in a list of edits, and as a
    sentence without its end; `made` is a table's `kind`, see viz_app.views.positions.position_table."""

    choice: str
    heading: str = ""
    edit: str = ""
    about: str = ""
    made: str = ""


POSITION_TABLES = {
    "model": TableTerm(tr("model's own")),
    "interleaved": TableTerm(
        tr("sinusoidal, interleaved"),
        tr("interleaved"),
        tr("sinusoids, interleaved"),
        tr("Sinusoids with interleaved sines and cosines replace the model's own vectors"),
        "sinusoidal",
    ),
    "halves": TableTerm(
        tr("sinusoidal, halves"),
        tr("halves"),
        tr("sinusoids in halves"),
        tr("Sinusoids with all sines before all cosines replace the model's own vectors"),
        "halves",
    ),
    "random": TableTerm(
        tr("random, untrained"),
        tr("random"),
        tr("random vectors"),
        tr("Random vectors, as before training, replace the model's own"),
        "random",
    ),
    "none": TableTerm(tr("none (zeros)"), tr("no positions"), tr("no positions"), tr("No positions are added"), "none"),
}
"""A word of model_core.record.edits.TABLES -> its words."""

POSITION_ORDERS = {"kept": tr("kept"), "shuffled": tr("shuffled"), "reversed": tr("reversed")}
"""A word of model_core.record.edits.ORDERS -> what is shown for it."""

INSTEAD = tr("{views} and Survey show what it has. Choose a model (top bar) to see one run.")


def missing_model(trace: Trace) -> str:
    """Says that architecture and weights are missing; "" for a model of the program's own."""
    if not trace.model.recorded:
        return ""
    return missing_message(tr("the model itself: how its parts are connected, their sizes and parameters"), trace)


def missing_message(what: str, trace: Trace) -> str:
    """Says that a recording lacks this, and which views show what it has."""
    followed = any(trace.has(kind, "scaled", 0) for kind in trace.kinds)  # from queries and keys
    views = [tr("Attention"), tr("Lines"), tr("Masks"), *([tr("Calculate")] if followed else [])]
    missing, notice = (
        tr("Not in this recording: {what}.", what=what),
        translated(trace.notices[0]) if trace.notices else "",
    )
    return f"{missing}\n\n{notice}\n{INSTEAD.format(views=', '.join(views))}"
