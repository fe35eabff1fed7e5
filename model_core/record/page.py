"""A run as one page for any browser: its texts, every head of every attention, each step's candidates, played back.

The page is a single file without a network: the template `resources/page/attention.html` with the run as JSON in it.
Weights are the recorded float32 numbers in base64, little-endian: kind -> (layers, heads, queries, keys) of each
sentence. Nothing is rounded but what is written beside them.
"""

from __future__ import annotations

import base64
import html
import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from model_core.errors import Message, Refused
from model_core.io.resources import folder
from model_core.record.mask_reasons import NAMES
from model_core.record.trace import Sentence, Trace
from model_core.version import version

MOST_CELLS = 6_000_000
"""Weights in a page at most: 24 MB of numbers, some 32 MB of text."""

CELL_HEIGHT = 820
"""Px of a page in a notebook."""

WORDS: Mapping[str, Message] = {
    "encoder": Message("Encoder"),
    "decoder": Message("Decoder"),
    "cross": Message("Cross"),
    "place": Message("{kind} · layer {layer} · head {head}"),
    "reading_encoder": Message("Row = the token that reads. Column = the token that is read. Each row sums to 1."),
    "reading_decoder": Message("Row = the token just read ▸ the token written next. Column = what was written before."),
    "reading_cross": Message("Row = the token just read ▸ the token written next. Column = the source."),
    "cell": Message("{row} reads “{key}”: weight {weight}"),
    "candidates": Message("Step {step}: what comes after “{token}”?"),
    "reads": Message("{row} reads"),
    "at": Message("step {step} of {steps}"),
    "play": Message("Play"),
    "pause": Message("Pause"),
    "first": Message("To the first step"),
    "back": Message("One step back"),
    "next": Message("One step forward"),
    "last": Message("To the last step"),
    "step": Message("Step"),
    "keys": Message("← and → (or , and .) go one step back and forward"),
    "sentence": Message("Sentence"),
    "map": Message("Map of the attention weights: arrow keys move from cell to cell, Enter chooses a row"),
    "future": Message("hidden: later than its row"),
    "padding": Message("hidden: padding"),
    "user": Message("hidden: masked by hand"),
}
"""What the page says. Fields are filled in by the page itself."""

Fact = tuple[str, str, bool]
"""A line of the page's foot: what it is, its text, whether it is a command."""


def page(
    trace: Trace, *, look: Mapping[str, Any] | None = None, facts: Sequence[Fact] = (),
    words: Mapping[str, str] = WORDS, language: str = "en", languages: tuple[str, str] | None = None,
) -> bytes:  # fmt: skip
    """The page of a complete run as UTF-8.

    look      the first selection: kind, layer, head, step, sentence, query (the encoder's row), counted from 0;
              fitted into the run's sizes
    facts     more lines of its foot
    words     WORDS in another language, whose code (BCP 47) is `language`
    languages what the languages of source and target are called there; None = as the model says

    Raises Refused for a run that is not computed to its end, has no weights, or has more than MOST_CELLS of them.
    """
    kinds = [kind for kind in trace.kinds if trace.has(kind)]
    if not trace.complete or not kinds:
        raise Refused("E-PAGE-NONE", "there are no attention weights to make a page of: wait until the run has ended")
    cells = sum(
        trace.spec.layers(kind) * trace.spec.heads_of(kind) * int(np.prod(trace.size(kind, sentence)))
        for kind in kinds for sentence in range(len(trace.sentences))
    )  # fmt: skip
    if cells > MOST_CELLS:
        raise Refused(
            "E-PAGE-SIZE",
            "this run has {cells:,} attention weights, and a page can have {most:,}. Nothing was written. Take a "
            "shorter text, or save every array of the run as NPZ", cells=cells, most=MOST_CELLS,
        )  # fmt: skip
    begin = {"kind": kinds[-1], "layer": 0, "head": 0, "step": 0, "query": 0, "sentence": 0, **(look or {})}
    model = trace.model
    sides = ("source", "target")
    spoken = model.source_language, model.target_language
    about: list[Fact] = [("", f"headscope {version()}", False)]
    about += [("SHA-256", model.hash, False)] if model.hash else []
    run = {
        "format": "headscope-page", "version": 1, "model": model.name, "about": model.about, "words": dict(words),
        "languages": dict(zip(sides, languages or spoken, strict=True)), "reasons": NAMES,
        "tags": dict(zip(sides, map(language_tag, spoken), strict=True)),
        "kinds": {kind: {"layers": trace.spec.layers(kind), "heads": trace.spec.heads_of(kind)} for kind in kinds},
        "look": begin | ({} if begin["kind"] in kinds else {"kind": kinds[-1]}),
        "facts": [*facts, *about],
        "sentences": [_sentence(trace, kinds, one, at) for at, one in enumerate(trace.sentences)],
    }  # fmt: skip
    # a text of the run may be "</script>" or "<!--"
    filled = {
        "RUN": json.dumps(run, allow_nan=False).replace("<", "\\u003c"),
        "TITLE": html.escape(f"{trace.sentences[0].source_text} · {model.name}"), "LANGUAGE": html.escape(language),
    }  # fmt: skip
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _template())
    return text.encode("utf-8", "replace")


def notebook_cell(trace: Trace) -> str | None:
    """The page in a frame of its own, for the output of a notebook's cell; None if there is none."""
    try:
        text = page(trace).decode()
    except Refused:
        return None
    frame = f'<iframe sandbox="allow-scripts" style="width: 100%; height: {CELL_HEIGHT}px; border: 0"'
    return f'{frame} srcdoc="{html.escape(text)}"></iframe>'


_TAGS = {
    "arabic": "ar", "basque": "eu", "bengali": "bn", "bulgarian": "bg", "catalan": "ca", "chinese": "zh",
    "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "esperanto": "eo",
    "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl", "german": "de", "greek": "el",
    "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga",
    "italian": "it", "japanese": "ja", "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt",
    "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru",
    "serbian": "sr", "slovak": "sk", "slovene": "sl", "slovenian": "sl", "spanish": "es", "swahili": "sw",
    "swedish": "sv", "tamil": "ta", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur",
    "vietnamese": "vi", "welsh": "cy", "yiddish": "yi",
}  # fmt: skip


def language_tag(name: str) -> str:
    """The BCP 47 code of what a model calls its language: an English name, or a code already ("de", "eng_Latn",
    "en_XX"); "" where it names none, which says in a page that the language is not known."""
    code = re.fullmatch("([a-z]{2,3})(?:[-_]([A-Z][a-z]{3}))?(?:[-_]([A-Z]{2}))?", name)
    if code is None:
        return _TAGS.get(name.strip().lower(), "")
    return "-".join(part for part in code.groups() if part and part != "XX")


@cache
def _template() -> str:
    return (folder() / "page" / "attention.html").read_text(encoding="utf-8")


def _sentence(trace: Trace, kinds: Sequence[str], one: Sentence, at: int) -> dict[str, Any]:
    """One sentence as the page's script reads it."""
    reasons = {kind: trace.reason(kind, at) for kind in kinds if kind in trace.reasons}
    steps = range(len(one.written) if trace.candidate_tokens else 0)
    return {
        "source_text": one.source_text, "target_text": one.target_text,
        "source": [token.text for token in one.source], "read": [token.text for token in one.read],
        "written": [token.text for token in one.written], "spelt": [token.spelt for token in one.written],
        "candidates": [
            [(found.token.spelt, _number(found.probability)) for found in trace.candidates(step, at)] for step in steps
        ],
        "maps": {kind: _base64(np.stack(trace.all_maps(kind, at)).astype("<f4")) for kind in kinds},
        "hidden": {kind: _base64(codes) for kind, codes in reasons.items() if codes.any()},
    }  # fmt: skip


def _number(probability: float) -> float | None:
    """As JSON has it: null for what is no number."""
    return round(probability, 9) if math.isfinite(probability) else None


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode()
