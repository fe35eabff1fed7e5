"""What the window and the command line say about a model, from its spec.json; no torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model_core.spec import ModelSpec
from model_core.trace import ModelInfo


def describe(folder: str, spec: ModelSpec, about: Mapping[str, Any], model_hash: str) -> ModelInfo:
    """ModelInfo from a spec and the `about` of spec.json; fields of the wrong type are left empty."""

    def text(key: str) -> str:
        value = about.get(key, "")
        return value[:500] if isinstance(value, str) else ""

    def texts(key: str) -> tuple[str, ...]:
        value = about.get(key, [])
        return tuple(v[:500] for v in value if isinstance(v, str)) if isinstance(value, list) else ()

    return ModelInfo(
        folder,
        text("name") or folder or "model",
        model_hash,
        spec,
        spec.parameters(),
        text("source_language"),
        text("target_language"),
        text("about"),
        texts("examples"),
        texts("known_words"),
    )
