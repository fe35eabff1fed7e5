"""A model without some of its heads and feed-forwards, as a model folder of its own.

A spec has one number of heads for a stack. So as many heads as every attention of a stack loses are removed from each
of them; of the other heads the columns of the output projection become 0, and of a feed-forward its second layer with
its bias. Their output is 0 then, as under the edits that switch the same parts off.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from model_core.checkpoints.checkpoint import CARD, folder_hash, load_model, model_folder, save_model, stored_precision
from model_core.errors import Refused, counted
from model_core.io.safe_files import read_plain
from model_core.io.whole_folder import refuse_taken, whole_folder
from model_core.record.derived_maps import ATTENTION
from model_core.record.effects import Component, parts_of
from model_core.record.model_info import read_about
from model_core.schema import known_among
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.model import EncoderDecoder

CARD_BYTES = 1_000_000


@dataclass(frozen=True)
class Pruned:
    """A written folder, the model it was made from and the one it holds.

    measured  what was measured of both models, in words; "" for nothing
    removed   the heads that were removed; the other `parts` are set to 0
    """

    folder: Path
    before: EncoderDecoder
    after: EncoderDecoder
    parts: tuple[Component, ...]
    measured: str = ""
    removed: tuple[Component, ...] = ()

    @property
    def removal_note(self) -> str:
        """Which parts were removed and which are 0, in a sentence."""
        return _removal_note(self.parts, self.removed)


def parts_by_name(names: Sequence[str], spec: ModelSpec) -> tuple[Component, ...]:
    """Heads and feed-forwards by their names, "cross 3.2" or "decoder 1 feed-forward". Raises Refused for others."""
    known = {part.name: part for part in parts_of(spec, 0, ("heads", "feed_forwards"))}
    for name in names:
        if name not in known:
            raise Refused(
                "E-PRUNE-PART", "this model has no part {name}{name2}",
                name=f"{name[:60]!r}", name2=known_among(name, tuple(known)),
            )  # fmt: skip
    if not names:
        raise Refused("E-PRUNE-PART", "nothing to prune: name heads or feed-forwards")
    return tuple(dict.fromkeys(known[name] for name in names))


def silenced(model: EncoderDecoder, parts: Sequence[Component]) -> EncoderDecoder:
    """A copy of the model in which the output of these parts is 0."""
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


def without_heads(model: EncoderDecoder, parts: Sequence[Component]) -> tuple[EncoderDecoder, tuple[Component, ...]]:
    """(a copy without those of these heads that a spec can leave out, these heads); the model itself where there are
    none. The other parts are unchanged.

    No head can be removed with relative positions, whose bias table has a column for each head of a stack; nor where
    the heads of the two stacks differ in width; nor the last head of an attention.
    """
    spec = model.spec
    if spec.positions == "relative" or spec.for_stack("encoder").head_width != spec.for_stack("decoder").head_width:
        return model, ()
    gone = [part for kinds in (("encoder",), ("decoder", "cross")) for part in _removable(spec, parts, kinds)]
    if not gone:
        return model, ()
    left = {kind: spec.heads_of(kind) - len({one.index for one in gone if (one.kind, one.layer) == (kind, 0)})
            for kind in KINDS}  # fmt: skip
    other = EncoderDecoder(replace(
        spec, heads=left["encoder"], decoder_heads=0 if left["decoder"] == left["encoder"] else left["decoder"],
        d_key=spec.head_width, d_value=spec.value_width,
    ).checked())  # fmt: skip
    numbers = model.state_dict()
    for kind in KINDS:
        for layer in range(spec.layers(kind)):
            lost = {one.index for one in gone if (one.kind, one.layer) == (kind, layer)}
            kept = [head for head in range(spec.heads_of(kind)) if head not in lost]
            _keep_heads(numbers, ATTENTION[kind].format(layer=layer), spec.heads_of(kind), kept)
    other.load_state_dict(numbers)
    return other.to(model.device).train(model.training), tuple(gone)


def _removable(spec: ModelSpec, parts: Sequence[Component], kinds: Sequence[str]) -> list[Component]:
    """The heads to remove: from every attention of a stack as many as each of them loses at least."""
    heads = [part for part in parts if part.group == "heads"]
    lost = [
        sorted((part for part in heads if (part.kind, part.layer) == (kind, layer)), key=lambda part: part.index)
        for kind in kinds for layer in range(spec.layers(kind))
    ]  # fmt: skip
    count = min(min(map(len, lost)), spec.heads_of(kinds[0]) - 1)
    return [part for own in lost for part in own[:count]]


def _keep_heads(numbers: dict[str, torch.Tensor], name: str, heads: int, kept: Sequence[int]) -> None:
    """Keep only these heads in the parameters of an attention."""
    for part in ("to_q", "to_k", "to_v"):
        for kind in ("weight", "bias"):
            if (key := f"{name}.{part}.{kind}") in numbers:
                numbers[key] = numbers[key].unflatten(0, (heads, -1))[list(kept)].flatten(0, 1)
    key = f"{name}.to_out.weight"
    numbers[key] = numbers[key].unflatten(1, (heads, -1))[:, list(kept)].flatten(1, 2)


def prune(
    folder: str, out: Path, names: Sequence[str], measure: Callable[[EncoderDecoder, EncoderDecoder], str] | None = None
) -> Pruned:
    """Write a model folder without these parts; its card lists them and what `measure` says of both models.

    Raises Refused for parts that do not exist, or a folder that is not empty; OSError if it cannot be written. No
    folder is left then.
    """
    refuse_taken(out, "E-NEW-OUT")
    path = model_folder(folder)
    spec, about = read_about(path)
    parts = parts_by_name(names, spec)
    model, vocab = load_model(folder)
    after, removed = without_heads(silenced(model, parts), parts)
    measured = "" if measure is None else measure(model, after)
    description = _pruned_description(about, parts, removed, out.name)
    card = _card(path, description["name"], _removal_note(parts, removed), measured)
    with whole_folder(out) as place:
        save_model(place, after.state_dict(), after.spec, vocab, description, card, stored_precision(path))
    return Pruned(out, model, after, parts, measured, removed)


def missing_phrase(parts: Sequence[Component]) -> str:
    """ "without 2 heads and 1 feed-forward"."""
    counts = [
        counted(count, word)
        for group, word in (("heads", "head"), ("feed_forwards", "feed-forward"))
        if (count := sum(part.group == group for part in parts))
    ]
    return f"without {' and '.join(counts)}"


def _removal_note(parts: Sequence[Component], removed: Sequence[Component]) -> str:
    gone = ", ".join(part.name for part in removed)
    zero = ", ".join(part.name for part in parts if part not in removed)
    words = []
    if gone:
        words.append(f"Removed, so every attention of their stack has fewer heads: {gone}.")
    if zero:
        words.append(f"Still present, but with zero output: {zero} (the head's columns of the output projection, "
                     "or the "
            "feed-forward's second layer, are 0).")  # fmt: skip
    return " ".join(words)


def _pruned_description(
    about: dict[str, Any], parts: Sequence[Component], removed: Sequence[Component], name: str
) -> dict[str, Any]:
    """`about` of the pruned model, with what is missing; heads taught to align have their new numbers."""
    own = str(about.get("name") or name)
    words = f"{about.get('about') or ''} Without {', '.join(part.name for part in parts)}.".strip()
    before = about.get("pruned")
    gone = [*(before if isinstance(before, list) else ()), *(part.name for part in parts)]
    description = {**about, "name": f"{own}, {missing_phrase(parts)}", "about": words, "pruned": gone}
    if removed and isinstance(taught := about.get("taught_heads"), list):
        description["taught_heads"] = [new for one in taught if (new := _renumbered(one, removed)) is not None]
    return description


def _renumbered(place: Any, removed: Sequence[Component]) -> list[int] | None:
    """A cross head [layer, head], from 1, with its new number; None if it is removed or malformed."""
    if not (isinstance(place, list) and len(place) == 2 and all(isinstance(one, int) for one in place)):
        return None
    lost = [part.index + 1 for part in removed if (part.kind, part.layer + 1) == ("cross", place[0])]
    return None if place[1] in lost else [place[0], place[1] - sum(one < place[1] for one in lost)]


def _card(path: Path, name: str, how: str, measured: str) -> str:
    """The card: what was removed, then the card of the original model."""
    lines = [
        f"# {name}", "", "## Pruned", "", how,
        f"Made from {path.name} (SHA-256 {folder_hash(path)}).", *([measured] if measured else []),
    ]  # fmt: skip
    try:
        before = read_plain(path / CARD, CARD_BYTES).decode("utf-8", "replace")
    except Refused:
        before = ""
    return "\n".join(lines) + (f"\n\n{before}" if before else "\n")
