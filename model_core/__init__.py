"""headscope's model core: a Transformer written from scratch, its hooks and its record. No Qt in here.

Names are resolved lazily (PEP 562): importing `model_core.spec` or `model_core.record.trace` loads no torch.
"""

from __future__ import annotations

import importlib
from typing import Any

from model_core import old_names

_HOMES = {
    "ModelSpec": "spec",
    "RunSpec": "record.run_spec",
    "TrainSpec": "training.train_spec",
    "Refused": "errors",
    "Trace": "record.trace",
    "Token": "record.tokens",
    "load_model": "checkpoints.checkpoint",
    "EncoderDecoder": "transformer.model",
    "recording": "transformer.hooks",
    "Engine": "engine.engine",
    "Vocabulary": "tokenizers.vocab",
    "train": "training.train",
    "save_recording": "recordings.save",
    "open_recording": "recordings.open",
    "bertviz_arguments": "recordings.bertviz",
}
"""Public name -> the module it is defined in."""

_MODULES = {
    "arithmetic": "analysis.arithmetic",
    "readings": "analysis.readings",
    "roads": "analysis.text_comparison",
    "contribution": "analysis.value_norms",
}
"""Modules that scripts made by *Copy as Python* take from here -> where they are."""

__all__ = sorted(_HOMES)


old_names.install()


def __getattr__(name: str) -> Any:
    """The public name from its home module; AttributeError for others."""
    if name in _HOMES:
        return getattr(importlib.import_module(f"model_core.{_HOMES[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"model_core.{_MODULES[name]}")
    raise AttributeError(f"module 'model_core' has no attribute {name!r}")
