"""What a foreign checkpoint is, before it is converted: its layout, why, and what it does not say by itself.

`main` looks, in a child process (the importers need torch), and reports a `Probe` as its result; the window reads it.
Only safetensors and JSON are read here: a pickle is refused. That of a published model, which was requested by its
name, is read as `headscope import` reads one: in a closed process of its own, as plain weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model_core.checkpoints.published import PublishedModel
from model_core.errors import Refused
from model_core.io.safe_files import read_head
from model_core.schema import Codes, read
from model_core.spec import BOS, EOS, PAD, UNK
from viz_app.data.vocabulary import layers_words
from viz_app.system.interrupts import ending_cleanly
from viz_app.system.job_events import NoteEvent, ProgressEvent, RefusalEvent, ResultEvent, emit
from viz_app.system.language import counted, tr, translated
from viz_app.system.refused_files import is_safetensors

if TYPE_CHECKING:
    from model_core.importers.foreign import ForeignCheckpoint
    from model_core.importers.table import Layout
    from model_core.spec import ModelSpec

USES = ("source", "target", "output")
"""Tables that a file may hold under names of its owner's own."""
OWN_MODULE = "torch.nn.Transformer"
"""The layout whose variant cannot be read from the tensors: the user is asked."""
MOST_TABLES = 40
PUBLISHED = "--published"


@dataclass(frozen=True)
class Probe:
    """What was found.

    layout, title, reason  the layout's name, its title, and why it is that one
    sizes     heads if they are known, layers, width, entries, parameters; "" if a table has to be named first
    notes     what is assumed, and where the text comes from
    heads     number of attention heads, 0 = the file does not say; `possible` are those that its width allows
    tables    tensors among which source, target and output have to be chosen; () if their names say it
    variant   fields of the spec that no tensor says, with the values that are assumed
    ids       where there is no tokenizer: "pad", "bos", "eos", "unk" with the ids that are assumed; `entries` is how
              many ids there are at most
    folder    where the files of a published model are
    """

    layout: str
    title: str
    reason: str
    sizes: str = ""
    notes: tuple[str, ...] = ()
    heads: int = 0
    possible: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    variant: tuple[tuple[str, Any], ...] = ()
    ids: tuple[tuple[str, int], ...] = ()
    entries: int = 0
    folder: str = ""

    @classmethod
    def from_json(cls, data: object) -> Probe:
        """What `main` reported as its result. Raises Refused for anything else."""
        return read(cls, data, Codes.uniform("E-IMPORT-GLANCE"), tr("what the child process printed"))


# ---------------------------------------------------------------- in the child


def probe(path: Path) -> Probe:
    """Recognises the layout by the names of tensors, and tries its plan. Raises Refused. Loads torch."""
    from model_core.importers.convert import recognise
    from model_core.importers.foreign import open_safetensors
    from model_core.importers.sources import weights_file

    weights = weights_file(path)
    if not is_safetensors(read_head(weights, 16)):
        raise Refused(
            "E-FILE-PICKLE",
            tr("{name} is not a safetensors file, and the window reads no other weights", name=weights.name),
        )
    config = path / "config.json" if path.is_dir() else None
    foreign = open_safetensors(weights, config)
    layout, reason = recognise(foreign)
    return _planned(foreign, layout, reason)


def probe_published(model: PublishedModel) -> Probe:
    """The same for a published model; downloads what is not in the cache, with progress. Raises Refused."""
    from model_core.checkpoints.published import fetch

    def progress(done: int, total: int) -> None:
        words = tr("{done:,.1f} of {total:,.1f} MB", done=done / 1e6, total=total / 1e6)
        emit(ProgressEvent(done / total, words))

    notes: list[str] = []
    folder = fetch(model, lambda note: emit(NoteEvent(translated(note))), progress)
    from model_core.importers.convert import recognise
    from model_core.importers.sources import checkpoint

    with checkpoint(folder, notes.append) as foreign:
        found = _planned(foreign, *recognise(foreign))
    return replace(found, notes=(*map(translated, notes), *found.notes), folder=str(folder))


def _planned(foreign: ForeignCheckpoint, layout: Layout, reason: str) -> Probe:
    """The plan of a file, with the questions to the user; other refusals pass through."""
    from model_core.importers.table import Options
    from model_core.importers.vocabularies import vocabulary
    from model_core.tokenizers.foreign import IdVocabulary

    plain: dict[str, Any] = {"layout": layout.name, "title": translated(layout.title), "reason": translated(reason)}
    try:
        plan, has_heads = layout.plan(foreign, Options()), True
    except Refused as error:
        if error.code == "E-IMPORT-NAMES":
            return _unnamed(foreign, plain)
        if error.code != "E-IMPORT-HEADS":
            raise
        plan, has_heads = layout.plan(foreign, Options(heads=1)), False
    spec = plan.spec
    vocab, text = vocabulary(foreign, layout.name, spec)
    plain_text = isinstance(vocab, IdVocabulary)
    heads = [counted(spec.heads, tr("head"), tr("heads"))] if has_heads else []
    return Probe(
        **plain, sizes=" · ".join([*heads, _sizes(spec)]), notes=tuple(map(translated, (*plan.notes, text))),
        heads=spec.heads if has_heads else 0, ids=_ids(spec) if plain_text else (),
        entries=min(spec.source_vocabulary, spec.target_vocabulary),
        possible=() if has_heads else _possible(spec.d_model),
        variant=_variant(spec) if layout.name == OWN_MODULE else (),
    )  # fmt: skip


def _unnamed(foreign: ForeignCheckpoint, plain: dict[str, Any]) -> Probe:
    """A file whose tables must be named first: little is known of it."""
    tables = _tables(foreign)
    ids = (("pad", PAD), ("bos", BOS), ("eos", EOS), ("unk", UNK))
    entries = min((foreign.shapes[name][0] for name in tables), default=0)
    possible = _possible(_width(foreign))
    return Probe(**plain, tables=tables, possible=possible, variant=_VARIANT, ids=ids, entries=entries)


_VARIANT = (("norm_place", "post"), ("activation", "relu"), ("scale_embedding", True))


def _variant(spec: ModelSpec) -> tuple[tuple[str, Any], ...]:
    return tuple((name, getattr(spec, name)) for name, _ in _VARIANT)


def _possible(width: int) -> tuple[int, ...]:
    return tuple(count for count in range(1, 65) if width and width % count == 0)


def _width(foreign: ForeignCheckpoint) -> int:
    """Columns of the first joint projection, 0 if there is none."""
    found = [shape for name, shape in foreign.shapes.items() if name.endswith("self_attn.in_proj_weight")]
    return found[0][-1] if found and found[0] else 0


def _tables(foreign: ForeignCheckpoint) -> tuple[str, ...]:
    """Matrices as wide as the model, outside its layers."""
    width = _width(foreign)
    outside = [name for name in foreign.shapes if ".layers." not in name]
    return tuple(name for name in outside if foreign.shapes[name][1:] == (width,))[:MOST_TABLES]


def _sizes(spec: ModelSpec) -> str:
    entries = tr("{number:,} entries", number=spec.source_vocabulary)
    if spec.source_vocabulary != spec.target_vocabulary:
        entries = tr(
            "{source:,} source entries and {target:,} target entries",
            source=spec.source_vocabulary,
            target=spec.target_vocabulary,
        )
    return tr(
        "{layers} · width {width:,} · {entries} · {number:,} parameters",
        layers=layers_words(spec.encoder_layers, spec.decoder_layers),
        width=spec.d_model,
        entries=entries,
        number=spec.parameters(),
    )


def _ids(spec: ModelSpec) -> tuple[tuple[str, int], ...]:
    return (("pad", spec.pad_id), ("bos", spec.bos_id), ("eos", spec.eos_id), ("unk", spec.unk_id))


def main(arguments: Sequence[str]) -> int:
    """Reports the Probe of a path, or after "--published" of that model, as its result; a refusal with exit code 2."""
    try:
        with ending_cleanly():
            published = arguments[0] == PUBLISHED
            found = probe_published(PublishedModel.named(arguments[1])) if published else probe(Path(arguments[0]))
        emit(ResultEvent(asdict(found)))
    except Refused as error:
        emit(RefusalEvent(error.code, translated(error.message)))
        return 2
    return 0
