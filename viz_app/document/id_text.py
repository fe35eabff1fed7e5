"""Texts that are token ids: those of models without a tokenizer, and those that are read exactly as typed. No Qt.

Read from the tokenizer.json of the model's folder (model_core.tokenizers.foreign writes it), without torch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.limits import read_json
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from viz_app.system.language import tr

FORMAT, KIND = "headscope-vocabulary", "ids"
LARGEST = 4096
"""Bytes of such a file at most: it holds six numbers."""
_NUMBERS = ("source", "target", "pad", "bos", "eos", "unk")
_EXAMPLE = 5
"""Ids of an example."""


@dataclass(frozen=True)
class PlainIds:
    """The number of source and target ids, and the special ones."""

    source: int
    target: int
    pad: int
    bos: int
    eos: int
    unk: int

    def wrong(self, text: str, target: bool = False) -> tuple[str, ...]:
        """The words of a text that are not ids of this model, each once, in order."""
        size = self.target if target else self.source
        return tuple(dict.fromkeys(word for word in text.split() if not self._is_id(word, size)))

    def _is_id(self, word: str, size: int) -> bool:
        plain = word.isascii() and word.isdigit() and len(word) < 9
        return plain and 0 <= int(word) < size and int(word) != self.pad

    def example(self) -> str:
        """A few ids spread over the vocabulary as a sample text: always the same for one model."""
        special = {self.pad, self.bos, self.eos, self.unk}
        usual = [index for index in range(min(self.source, 2000)) if index not in special] or [self.unk]
        return " ".join(str(usual[(place * 7 + 3) % len(usual)]) for place in range(_EXAMPLE))

    def range_words(self, target: bool = False) -> str:
        """The valid ids: "1 to 19" if 0 is padding, "0 to 19, not 7, which is padding"."""
        last = (self.target if target else self.source) - 1
        if not self.pad:
            return tr("1 to {last:,}", last=last)
        return tr("0 to {last:,}, not {padding}, which is padding", last=last, padding=str(self.pad))

    def complaint(self, lines: Sequence[str], target: bool = False) -> str:
        """One sentence that names what is not an id; "" if all are."""
        found = tuple(dict.fromkeys(word for line in lines for word in self.wrong(line, target)))
        if not found:
            return ""
        named = ", ".join(word[:20] for word in found[:5]) + (" …" if len(found) > 5 else "")
        words = {"words": named, "range": self.range_words(target), "id": str(self.unk)}
        if found == (str(self.pad),):
            return tr("{id} is padding: Model ▸ Token ids, exactly as typed keeps it in the text.", id=str(self.pad))
        if len(found) > 1:
            return tr("{words}: not ids of this model ({range}), read as {id}, unknown.", **words)
        return tr("{words}: not an id of this model ({range}), read as {id}, unknown.", **words)


def switched(run: RunSpec, trace: Trace | None) -> dict[str, Any]:
    """The changes of a run that turn its texts into the ids that were read, or ids into text; none while a word of them
    is hidden."""
    changes: dict[str, Any] = {"ids": not run.ids, "opening": ""}
    if trace is None or not trace.sentences:
        return changes
    if any(token.id < 0 for one in trace.sentences for token in (*one.source, *one.written)):
        return {}
    source = text_of_ids(trace) if run.ids else tuple(_listed(one.source) for one in trace.sentences)
    target = {"target": target_texts(trace, not run.ids)} if run.target is not None else {}
    return changes | {"source": source} | target


def target_texts(trace: Trace, ids: bool) -> tuple[str, ...]:
    """What was written as it would be typed: one text per sentence; as ids, including the start token."""
    return tuple(_listed((*one.read[:1], *one.written)) if ids else one.target_text for one in trace.sentences)


def are_ids(run: RunSpec) -> bool:
    return run.ids or plain_ids(run.model) is not None


def text_of_ids(trace: Trace) -> tuple[str, ...]:
    """The text that the ids of a run spell, sentence by sentence."""
    return tuple(one.source_text for one in trace.sentences) or ("",)


def _listed(tokens: Iterable[Token]) -> str:
    return " ".join(str(token.id) for token in tokens)


def plain_ids(model: str) -> PlainIds | None:
    """The ids of the model in this folder; None for a model that has a tokenizer, or if nothing can be read."""
    if not model:
        return None
    path = Path(model) / "tokenizer.json"
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return _read(path, found.st_mtime_ns, found.st_size) if found.st_size <= LARGEST else None


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int, _size: int) -> PlainIds | None:
    """The content of a file of this age and size."""
    try:
        data: Any = read_json(path, LARGEST)
    except Refused:
        return None
    if not isinstance(data, dict) or (data.get("format"), data.get("kind")) != (FORMAT, KIND):
        return None
    numbers = [data[name] for name in _NUMBERS if type(data.get(name)) is int and data[name] >= 0]
    return PlainIds(*numbers) if len(numbers) == len(_NUMBERS) else None
