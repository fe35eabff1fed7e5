"""A model without some of its heads and feed-forwards, as a model folder of its own.

A head's columns of the output projection become 0, of a feed-forward its second layer with its bias: nothing comes out
of either, as under the edits of the same parts. The sizes of the model stay; what is 0 can be cut by whoever needs it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from model_core.checkpoints.checkpoint import CARD, folder_hash, load_model, model_folder, read_header, save_model
from model_core.checkpoints.folder import WEIGHTS
from model_core.errors import Refused
from model_core.io.safe_files import read_plain, shown
from model_core.io.whole_folder import whole_folder
from model_core.record.derived_maps import ATTENTION
from model_core.record.effects import Component, parts_of
from model_core.record.model_info import read_about
from model_core.schema import known_among
from model_core.spec import ModelSpec
from model_core.transformer.model import EncoderDecoder

CARD_BYTES = 1_000_000
PRECISIONS = {"F16": torch.float16, "BF16": torch.bfloat16}


@dataclass(frozen=True)
class Pruned:
    """A folder that was written: the model it was made from, and the one it holds. `measured` is what was measured of
    both, in words, "" for nothing."""

    folder: Path
    before: EncoderDecoder
    after: EncoderDecoder
    parts: tuple[Component, ...]
    measured: str = ""


def parts_named(names: Sequence[str], spec: ModelSpec) -> tuple[Component, ...]:
    """Heads and feed-forwards by their names, "cross 3.2" or "decoder 1 feed-forward". Raises Refused for others."""
    known = {part.name: part for part in parts_of(spec, 0, ("heads", "feed_forwards"))}
    for name in names:
        if name not in known:
            raise Refused("E-PRUNE-PART", f"this model has no part {name[:60]!r}{known_among(name, tuple(known))}")
    if not names:
        raise Refused("E-PRUNE-PART", "nothing is to be taken out: name heads or feed-forwards")
    return tuple(dict.fromkeys(known[name] for name in names))


def pruned(model: EncoderDecoder, parts: Sequence[Component]) -> EncoderDecoder:
    """A copy of the model from whose parts nothing comes."""
    other = copy.deepcopy(model)
    with torch.no_grad():
        for part in parts:
            if part.group == "heads":
                out = other.get_submodule(ATTENTION[part.kind].format(layer=part.layer)).get_parameter("to_out.weight")
                width = out.shape[1] // model.spec.heads_of(part.kind)
                out[:, part.index * width : (part.index + 1) * width] = 0.0
            else:
                for numbers in other.get_submodule(f"{part.kind}.layers.{part.layer}.feed_forward.down").parameters():
                    numbers.zero_()
    return other


def prune(
    folder: str, out: Path, names: Sequence[str], measure: Callable[[EncoderDecoder, EncoderDecoder], str] | None = None
) -> Pruned:
    """Write a model folder without these parts; its card says what was taken out, and what `measure` says of both
    models. Raises Refused for parts that are not there, or a folder that is not empty; OSError where it cannot be
    written. There is no folder then."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Refused("E-NEW-OUT", f"{shown(out, whole=True)} is not empty: choose a folder that is not there yet")
    path = model_folder(folder)
    spec, about = read_about(path)
    parts = parts_named(names, spec)
    model, vocab = load_model(folder)
    after = pruned(model, parts)
    measured = "" if measure is None else measure(model, after)
    types = {entry["dtype"] for entry in read_header(path / WEIGHTS).values()}
    precision = PRECISIONS.get(next(iter(types)), torch.float32) if len(types) == 1 else torch.float32
    told = _told(about, parts, out.name)
    card = _card(path, told["name"], parts, measured)
    with whole_folder(out) as place:
        save_model(place, after.state_dict(), spec, vocab, told, card, precision)
    return Pruned(out, model, after, parts, measured)


def without_words(parts: Sequence[Component]) -> str:
    """ "without 2 heads and 1 feed-forward"."""
    counts = [
        f"{count} {word}{'s' * (count > 1)}"
        for group, word in (("heads", "head"), ("feed_forwards", "feed-forward"))
        if (count := sum(part.group == group for part in parts))
    ]
    return f"without {' and '.join(counts)}"


def _told(about: dict[str, Any], parts: Sequence[Component], name: str) -> dict[str, Any]:
    """The description of the model, which says what is missing."""
    own = str(about.get("name") or name)
    words = f"{about.get('about') or ''} Without {', '.join(part.name for part in parts)}.".strip()
    before = about.get("pruned")
    gone = [*(before if isinstance(before, list) else ()), *(part.name for part in parts)]
    return {**about, "name": f"{own}, {without_words(parts)}", "about": words, "pruned": gone}


def _card(path: Path, name: str, parts: Sequence[Component], measured: str) -> str:
    """What was taken out, then the card of the model it was taken from."""
    lines = [
        f"# {name}", "", "## Taken out", "",
        f"Nothing comes out of {', '.join(part.name for part in parts)}: a head's columns of the output projection, a"
        " feed-forward's second layer are 0.",
        f"Made from {path.name} (SHA-256 {folder_hash(path)}).", *([measured] if measured else []),
    ]  # fmt: skip
    try:
        before = read_plain(path / CARD, CARD_BYTES).decode("utf-8", "replace")
    except Refused:
        before = ""
    return "\n".join(lines) + (f"\n\n{before}" if before else "\n")


__all__ = ["Pruned", "parts_named", "prune", "pruned", "without_words"]
