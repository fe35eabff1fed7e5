"""A run as an interactive page (see `model_core.record.page`) that opens at the present selection, in the language of
the window. No Qt."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from model_core.record.page import WORDS, Fact, page
from model_core.record.trace import Trace
from viz_app.data.edit_list import differences
from viz_app.data.selection import sentence_of, step_of
from viz_app.data.tables import picture_state
from viz_app.data.words.models import language_word, model_about, model_word
from viz_app.system.language import capitalised, chosen, language_option, tr, translated

if TYPE_CHECKING:
    from viz_app.document.state import State


def page_of(state: State, trace: Trace) -> bytes:
    """The page as UTF-8; at its foot how the run differs from a plain one, and the command that makes the page again.
    Raises Refused as `page`."""
    shown, look = picture_state(state, trace), state.look
    line = ["headscope", "trace", "--state", json.dumps(shown.changes(), allow_nan=False), *language_option()]
    line += ["--out", "again.html"]
    own = ", ".join(shown.own_folders())
    where = tr("made again in the folder that holds {names}:", names=own) if own else ""
    run = "; ".join(differences(trace.run, trace)) or tr("plain", "a run without edits")
    facts: list[Fact] = [(tr("run:"), run, False), (where, shlex.join(line), True)]
    begin = {
        "kind": look.kind, "layer": look.layer, "head": look.head, "query": look.query or 0,
        "sentence": sentence_of(trace, look), "step": step_of(trace, look) or 0,
    }  # fmt: skip
    words = {name: translated(text) for name, text in WORDS.items()}
    model = trace.model
    source, target = (language_word(one) for one in (model.source_language, model.target_language))
    called = capitalised(source), capitalised(target)
    told = replace(trace, model=replace(model, name=model_word(model.name), about=model_about(model.name, model.about)))
    return page(told, look=begin, facts=facts, words=words, language=chosen(), languages=called)
