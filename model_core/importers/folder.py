"""From another program's checkpoint to a model folder of this program, with proofs on the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from model_core.checkpoints.checkpoint import load_model, save_model
from model_core.importers.convert import Converted, convert
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.sources import checkpoint, containing_folder, digest, weights_file
from model_core.importers.table import Options
from model_core.importers.vocabularies import tokenizer_ids, vocabulary
from model_core.io.whole_folder import refuse_taken, whole_folder
from model_core.proofs.check import left_out, prove
from model_core.proofs.proof import Proof, batch_for, difference
from model_core.record.model_info import checkpoint_name, published_as
from model_core.transformer.model import EncoderDecoder

LARGE = 20_000_000
"""Parameters above which only the quick proofs are made."""

_PRECISIONS = {
    torch.float32: "written as float32",
    torch.float16: "all numbers fit half precision: stored as float16, computed in float32",
}


@dataclass
class Imported:
    """The result of an import. `lines` is the report for people, `proofs` are those of the written folder."""

    folder: Path
    converted: Converted
    lines: list[str] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)


def import_model(
    source: Path,
    out: Path,
    options: Options | None = None,
    layout: str = "auto",
    say: Callable[[str], None] = lambda line: None,
) -> Imported:
    """Recognise the layout, convert, write, read again and prove; `say` gets each line of the report.

    Raises Refused or OSError; `out` is unchanged then: the folder is read again and proved before it is moved to its
    place.
    """
    refuse_taken(out, "E-IMPORT-OUT")
    source = containing_folder(source)
    options = options or Options()
    if options.tokenizers:
        options = replace(options, ids={**tokenizer_ids(options.tokenizers), **options.ids})
    with checkpoint(source, say) as foreign:
        made = convert(foreign, options, layout)
        found = Imported(out, made)

        def tell(line: str) -> None:
            found.lines.append(line)
            say(line)

        tell(f"layout {made.layout.name} ({made.layout.title}): {made.reason}")
        for note in filter(None, [*made.notes, left_out(made.model.spec)]):
            tell(note)
        vocab, note = vocabulary(foreign, made.layout.name, made.model.spec, options.tokenizers)
        tell(note)
        about, card = _about_and_card(source, foreign, found)
        tell(f"{made.model.parameter_count():,} parameters, {_PRECISIONS[made.precision]}")
    with whole_folder(out) as place:
        save_model(place, made.model.state_dict(), made.model.spec, vocab, about, card, made.precision)
        found.proofs = list(_proved(place, made.model))
    return found


def _about_and_card(source: Path, foreign: ForeignCheckpoint, found: Imported) -> tuple[dict[str, object], str]:
    """`about` of spec.json, and the card."""
    made, weights = found.converted, weights_file(source)
    name = checkpoint_name(source.resolve()) if source.is_dir() else source.stem
    origin = f"Converted from {weights.name} (SHA-256 {digest(weights)}), layout {made.layout.name}."
    about: dict[str, object] = {"name": name[:200], "about": origin, "layout": made.layout.name}
    about |= read_languages(foreign)
    if published := published_as(source.resolve()):
        about["published"] = published
    notes = "\n".join(f"- {line}" for line in found.lines)
    return about, f"# {name}\n\n{origin}\n\n{notes}\n"


def read_languages(foreign: ForeignCheckpoint) -> dict[str, str]:
    """Languages that a tokenizer_config.json names."""
    from model_core.io.limits import read_json

    path = foreign.folder / "tokenizer_config.json"
    settings = read_json(path, 1_000_000) if path.is_file() else {}
    keys = {"source_language": "source_lang", "target_language": "target_lang"}
    found = {ours: settings.get(theirs) for ours, theirs in keys.items()} if isinstance(settings, dict) else {}
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _proved(out: Path, model: EncoderDecoder) -> Iterator[Proof]:
    """The proofs that the folder opens as the same model, with the right numbers."""
    again = load_model(out).model
    batch = batch_for(model.spec)
    with torch.inference_mode():
        apart = difference(again(batch.source_BS, batch.read_BT), model(batch.source_BS, batch.read_BT))
    yield Proof("saved folder", "logits of the reopened folder, and of the converted model", apart, 0.0)
    if model.parameter_count() <= LARGE:
        yield from prove(again)
