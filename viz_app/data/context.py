"""Where a picture or a table comes from: text, model with its hash, layer, head, step, version. No Qt.

It goes into every file that is saved, so that a picture found again in a year can be made again. Layers, heads, steps
and sentences count from 0 in the fields and in JSON, from 1 in the words for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model_core.record.trace import Trace
from model_core.version import version
from viz_app.data.selection import KIND_TITLES, sentence_of, step_of

if TYPE_CHECKING:
    from viz_app.document.state import State

SHORT_HASH = 12  # characters of the model's hash in a caption
SHORT_TEXT = 60  # characters of each text in a caption


@dataclass(frozen=True)
class Context:
    """What was looked at in one moment.

    view      title of the view, "" where none is open
    hash      SHA-256 of the model's files, "" for a model without files
    hook      name of the array that is shown; `what` is its name in the window
    made      what was made of recorded numbers, in words ("mean of 4 heads"); "" for one head's as they were recorded
    heads     the heads that went into it, () for the one of `head`
    step      decoder row, None where nothing is written; `read` and `written` are its tokens
    edited    True when the picture is older than the text in the boxes
    """

    view: str
    program: str
    model: str
    hash: str
    source: str
    target: str
    sentence: int
    sentences: int
    kind: str
    layer: int
    head: int
    what: str
    hook: str
    step: int | None = None
    steps: int = 0
    read: str = ""
    written: str = ""
    edited: bool = False
    made: str = ""
    heads: tuple[int, ...] = ()

    def place(self) -> str:
        """For example "Cross-attention · layer 2 · head 3 · weights"."""
        if self.made:
            return f"{KIND_TITLES[self.kind]} · {self.made}"
        return f"{KIND_TITLES[self.kind]} · layer {self.layer + 1} · head {self.head + 1} · {self.what}"

    def caption(self) -> str:
        """One line for people, under a picture."""
        parts = [self.view] if self.view else []
        parts.append(self.place())
        if self.step is not None:
            parts.append(f"step {self.step + 1} of {self.steps} ({self.read} ▸ {self.written})")
        parts.append(f"“{_short(self.source)}” → “{_short(self.target)}”")
        parts.append(f"{self.model} {self.hash[:SHORT_HASH]}".rstrip())
        return " · ".join([*parts, self.program])

    def fields(self) -> dict[str, str]:
        """Name -> text of everything, for the text fields of a picture. Counts are from 1."""
        step = "" if self.step is None else f"{self.step + 1} of {self.steps}: {self.read} ▸ {self.written}"
        found = {
            "Title": self.caption(), "Software": self.program, "View": self.view, "Model": self.model,
            "Model SHA-256": self.hash, "Source text": self.source, "Target text": self.target,
            "Attention": KIND_TITLES[self.kind], "Layer": str(self.layer + 1),
            "Head": ", ".join(str(head + 1) for head in self.heads or (self.head,)),
            "Numbers": f"{self.made or self.what} ({self.hook})", "Step": step,
            "Sentence": f"{self.sentence + 1} of {self.sentences}",
        }  # fmt: skip
        return {name: text for name, text in found.items() if text}

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; layer, head, step and sentence count from 0, as hook names do."""
        made = {"made": self.made, "heads": list(self.heads)} if self.made else {}
        return {
            "program": self.program,
            "model": {"name": self.model, "sha256": self.hash},
            "view": self.view,
            "source": self.source, "target": self.target, "sentence": self.sentence,
            "attention": self.kind, "layer": self.layer, "head": self.head, "numbers": self.what, "hook": self.hook,
            "step": None if self.step is None else {"row": self.step, "read": self.read, "written": self.written},
            **made, "counts_from": 0,
        }  # fmt: skip


def context_of(state: State, trace: Trace, view: str = "", made: str = "", heads: tuple[int, ...] = ()) -> Context:
    """The Context of a view (by its title) that shows this Trace; what is looked at is fitted into its sizes.

    `made` and `heads` say what the view made of recorded numbers, see Context.
    """
    look, spec, info = state.look, trace.spec, trace.model
    sentence, step = sentence_of(trace, look), step_of(trace, look)
    one = trace.sentences[sentence]
    layer, head = min(look.layer, spec.layers(look.kind) - 1), min(look.head, spec.heads - 1)
    read, written = ("", "") if step is None else (one.read[step].text, one.written[step].text)
    return Context(
        view, f"headscope {version()}", info.name, info.hash, one.source_text, one.target_text,
        sentence, len(trace.sentences), look.kind, layer, head, look.what, trace.name(look.kind, look.what, layer),
        step, len(one.read), read, written, trace.run != state.run, made, heads,
    )  # fmt: skip


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHORT_TEXT else f"{line[: SHORT_TEXT - 1]}…"


__all__ = ["Context", "context_of"]
