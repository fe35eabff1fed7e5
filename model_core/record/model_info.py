"""What the window and the command line say about a model, from its spec.json; no torch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io import resources
from model_core.io.limits import read_json
from model_core.record.trace import ModelInfo
from model_core.spec import ModelSpec

SPEC, SPEC_BYTES = "spec.json", 1_000_000
FORMAT, VERSION = "headscope-model", 1


def read_about(folder: Path) -> tuple[ModelSpec, dict[str, Any]]:
    """Spec and description of a model folder without touching its weights; raises Refused with the reason."""
    path = Path(folder) / SPEC
    if not os.path.lexists(path):
        raise Refused("E-MODEL-MISSING", "there is no model in {folder}: it has no {spec}", folder=folder, spec=SPEC)
    data = read_json(path, SPEC_BYTES)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(
            "E-CFG-FORMAT", "{spec} in {folder} is not a headscope model description", spec=SPEC, folder=folder
        )
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise Refused(
            "E-CFG-VERSION", "{name} was saved by a newer headscope (version {version}); open it with that one",
            name=SPEC, version=version,
        )  # fmt: skip
    if type(version) is not int or version != VERSION:
        raise Refused(
            "E-CFG-VERSION", "{spec} has version {version}; this headscope reads version {version2}",
            spec=SPEC, version=f"{version!r:.60}", version2=VERSION,
        )  # fmt: skip
    about = data.get("about", {})
    if not isinstance(about, dict):
        raise Refused("E-CFG-TYPE", "'about' in {spec} is not a JSON object", spec=SPEC)
    return ModelSpec.from_json(data.get("spec", {})), about


def checkpoint_name(path: Path) -> str:
    """The name of another program's file or folder; of a snapshot in Hugging Face's cache
    (models--OWNER--NAME/snapshots/HASH) its model's NAME."""
    repository = path.parent.parent.name
    cached = path.parent.name == "snapshots" and repository.startswith("models--")
    return repository.rpartition("--")[2] if cached else path.name


def published_as(path: Path) -> str:
    """The model and commit whose snapshot in Hugging Face's cache a folder is, "owner/name@commit"; "" for any
    other."""
    name = path.parent.parent.name.removeprefix("models--").replace("--", "/", 1)
    return f"{name}@{path.name}" if checkpoint_name(path) != path.name else ""


def bundled_models() -> tuple[ModelInfo, ...]:
    """What comes with the program, the default model first with the id ""; without hashes, and quick: no weights read.

    A bundled model that cannot be read is left out; opening it says why.
    """
    found = []
    for name in resources.models():
        folder = resources.bundled(name)
        try:
            spec, about = read_about(folder or Path(name))
        except Refused:
            continue
        found.append(describe("" if name == resources.DEFAULT_MODEL else name, spec, about, ""))
    return tuple(found)


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
        taught=_taught(about.get("taught_heads"), spec),
    )


def _taught(found: Any, spec: ModelSpec) -> tuple[tuple[int, int], ...]:
    """(layer, head) from 0 of a list such as [[2, 2]], which counts from 1; malformed entries are left out."""
    places = [(layer, head) for layer in range(spec.decoder_layers) for head in range(spec.heads_of("cross"))]
    named = found if isinstance(found, list) else []
    return tuple((layer, head) for layer, head in places if [layer + 1, head + 1] in named)
