"""A model that an engine has loaded, and the texts it wrote most recently."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.folder import folder_hash, folder_stamp, model_folder
from model_core.errors import Message
from model_core.io.resources import bundled
from model_core.record.model_info import describe, read_about
from model_core.record.trace import ModelInfo
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder

REMEMBERED = 16
"""How many recent sentences are kept with their translations: as many keystrokes as are usually undone at a time."""


@dataclass(frozen=True)
class TranslatedSentence:
    """A translated sentence: the line, the ids read and the ids written."""

    line: str
    source: list[int]
    target: list[int]


@dataclass
class LoadedModel:
    """A loaded model with its vocabulary, its description and the sentences translated last, the newest at the end.

    path, stamp  the folder whose files may change, and their stamp before they were read; None for a bundled model
    """

    model: EncoderDecoder
    vocab: Vocabulary
    info: ModelInfo
    recent: deque[TranslatedSentence] = field(default_factory=partial(deque, maxlen=REMEMBERED))
    path: Path | None = None
    stamp: tuple[tuple[int, int], ...] = ()

    def has_changed(self) -> bool:
        """Whether its files were written to since they were read; False if they are missing."""
        now = () if self.path is None else folder_stamp(self.path)
        return bool(now) and now != self.stamp


def cut_note(model: EncoderDecoder, vocab: Vocabulary, sources: Sequence[str], targets: Sequence[str] = ()) -> str:
    """A note on the sentences of which the model reads the beginning only, on one side at least; "" for none."""
    room, sides = model.spec.max_positions - 1, (vocab.ids(sources), vocab.target.ids(targets))
    count = sum(max(map(len, ids)) > room for ids in zip_longest(*sides, fillvalue=()))
    one = "1 sentence cut: this model reads the first {room} tokens"
    more = "{count:,} sentences cut: this model reads the first {room} tokens"
    return Message(one if count == 1 else more, count=count, room=room) if count else ""


def load(folder: str, device: torch.device) -> LoadedModel:
    """The model of this folder ("" = bundled English → Spanish). Raises Refused."""
    path = model_folder(folder)
    own = path if bundled(folder) is None else None
    stamp = folder_stamp(path)
    model, vocab = load_model(path)
    spec, about = read_about(path)
    info = replace(describe(folder, spec, about, folder_hash(path)), device=str(device), stamp=stamp)
    return LoadedModel(model.to(device), vocab, info, path=own, stamp=stamp)
