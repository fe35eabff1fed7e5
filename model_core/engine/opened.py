"""A model that an engine has loaded, with what was written by it last."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from functools import partial

import torch

from model_core.checkpoints.checkpoint import folder_hash, load_model, model_folder
from model_core.record.model_info import describe, read_about
from model_core.record.trace import ModelInfo
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import EncoderDecoder

REMEMBERED = 16
"""How many recent sentences are remembered with their texts: as many keystrokes as are undone at a time."""


@dataclass(frozen=True)
class TranslatedSentence:
    """A sentence that a model has translated: the line, the ids read and those written."""

    line: str
    source: list[int]
    target: list[int]


@dataclass
class Opened:
    """A loaded model: weights, vocabulary, what the window says about it, and the sentences written last, the newest at
    the end."""

    model: EncoderDecoder
    vocab: Vocabulary
    info: ModelInfo
    recent: deque[TranslatedSentence] = field(default_factory=partial(deque, maxlen=REMEMBERED))


def open_model(folder: str, device: torch.device) -> Opened:
    """The model of this folder ("" = bundled English → Spanish). Raises Refused."""
    path = model_folder(folder)
    model, vocab = load_model(path)
    spec, about = read_about(path)
    info = replace(describe(folder, spec, about, folder_hash(path)), device=str(device))
    return Opened(model.to(device), vocab, info)


__all__ = ["Opened", "TranslatedSentence", "open_model"]
