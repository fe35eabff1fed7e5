"""The subcommands that make models, or training data. No Qt."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model_core.errors import Refused, counted
from model_core.io.limits import parse_json
from model_core.io.whole_folder import refuse_taken
from model_core.spec import ModelSpec
from viz_app.cli.arguments import name_folders
from viz_app.cli.compute import interruptible
from viz_app.cli.output import Output

if TYPE_CHECKING:
    from model_core.transformer.model import EncoderDecoder

IDS = ("pad", "bos", "eos", "unk")
USES = ("source", "target", "output", "positions")


def import_model(options: argparse.Namespace) -> int:
    """Converts a checkpoint; prints what was found, assumed and proved. Returns 0 if every proof holds, otherwise 1.
    Raises Refused if a proof fails for a folder that the published model's name would open."""
    from model_core.checkpoints.published import PublishedModel
    from viz_app.cli.published import refuse_unproved

    out = Output.from_options(options)
    source, place = _source_and_place(options, out)
    if source is None:
        out.note("it is converted already; --out DIR makes another one")
        out.result(str(place), path=str(place))
        return 0
    from model_core.importers.folder import import_model as imported
    from model_core.importers.table import Options

    chosen = Options(
        heads=options.heads or 0,
        ids={f"{name}_id": getattr(options, name) for name in IDS if getattr(options, name) is not None},
        changes=assignments(options.set, known_fields()),
        names=_tensors(options.tensor),
        tokenizers=_both(options.source_words, options.target_words),
    )
    with out.advising():
        found = imported(source, place, chosen, options.layout, out.note_found)
    for proof in found.proofs:
        out.proof(proof)
    if options.out is None:
        refuse_unproved(found, PublishedModel.named(options.file))
    out.result(str(place), path=str(place), layout=found.converted.layout.name)
    return 0 if all(proof.passed for proof in found.proofs) else 1


def _source_and_place(options: argparse.Namespace, out: Output) -> tuple[Path | None, Path]:
    """The checkpoint to convert and the output folder; None and the folder of a published model that is already
    converted. Downloads a published model. Raises Refused."""
    from model_core.checkpoints.published import PublishedModel, is_published_name

    if not is_published_name(options.file):
        if options.out is None:
            raise Refused("E-ARGS", "--out DIR is required: where to write the model. See: headscope import --help")
        return Path(options.file), Path(options.out)
    from viz_app.cli.published import converted, fetched, place_for

    model = PublishedModel.named(options.file)
    if options.out is None and (there := converted(model)) is not None:
        return None, there
    source = fetched(model, out)
    return source, Path(options.out) if options.out else place_for(source)


def new_model(options: argparse.Namespace) -> int:
    """A randomly initialised model of any variant, whose texts are token ids or toy words."""
    from model_core.checkpoints.random_models import new_folder

    changes = assignments(options.set, known_fields())
    out = Output.from_options(options)
    with out.advising():
        parameters = new_folder(Path(options.out), changes, options.seed, options.words or "").parameters()
    out.line(f"{parameters:,} parameters, seed {options.seed}; not trained: its output is meaningless")
    out.result(options.out, path=options.out, parameters=parameters, seed=options.seed)
    return 0


def distil(options: argparse.Namespace) -> int:
    """Pairs for further training, as a TSV file; Ctrl+C keeps the finished parts."""
    from model_core.training.distil import distil as distilled
    from model_core.training.distil_spec import DistilSpec

    given = {name: getattr(options, name) for name in ("model", "data", "without", "limit", "device")}
    given = {"model": ""} | {name: value for name, value in given.items() if value is not None}
    settings = assignments(options.set)
    given |= {"turned": options.turned, **settings, "out": options.out}
    DistilSpec.from_json(given).checked()  # raises Refused before a model is fetched
    name_folders(options)
    spec = DistilSpec.from_json(given | ({"model": options.model} if options.model else {}))
    out, last = Output.from_options(options), None
    with interruptible() as pressed:
        for last in distilled(spec):
            out.note(last.note)
            ready = last.done + last.ahead
            told = f"{ready:,} of {counted(last.total, 'source')}, {last.kept:,} kept"
            out.progress(ready / max(1, last.total), told)
            if pressed and last.done < last.total:
                out.stopped(f"stopped after {counted(last.done, 'source')}; run the same command to resume")
                return 128 + pressed[0]
    kept = last.kept if last else 0
    out.result(f"{options.out}: {counted(kept, 'pair')}", path=options.out, pairs=kept)
    return 0


def prune_model(options: argparse.Namespace) -> int:
    """A model without some of its parts, proved equal to the edits of those parts; returns 0 if that holds, otherwise
    1."""
    from model_core.checkpoints.pruning import missing_phrase, prune
    from model_core.proofs.pruning_proofs import pruned_is_edited

    out, names = Output.from_options(options), [name.strip() for name in options.off.split(",") if name.strip()]
    refuse_taken(Path(options.out), "E-NEW-OUT")
    name_folders(options)
    with out.advising():
        found = prune(options.model, Path(options.out), names, _measured(out, options) if options.data else None)
    out.line(f"saved {missing_phrase(found.parts)}: {', '.join(part.name for part in found.parts)}")
    out.line(found.removal_note)
    if found.measured:
        out.note_found(found.measured)
    proof = pruned_is_edited(found)
    out.proof(proof)
    out.result(options.out, path=options.out, parts=[part.name for part in found.parts], measured=found.measured,
               removed=[part.name for part in found.removed])  # fmt: skip
    return 0 if proof.passed else 1


def average_models(options: argparse.Namespace) -> int:
    """The mean of the weights of several models, as a model folder."""
    from model_core.training.averaging import average

    out = Output.from_options(options)
    refuse_taken(Path(options.out), "E-NEW-OUT")
    name_folders(options)
    with out.advising():
        average(options.model, Path(options.out), [percent / 100 for percent in options.share])
    out.result(options.out, path=options.out)
    return 0


def _measured(out: Output, options: argparse.Namespace) -> Callable[[EncoderDecoder, EncoderDecoder], str]:
    """What BLEU says of two models on the pairs of a file, in a sentence; chrF where the pairs are too short for BLEU.
    Raises Refused for a file without pairs."""
    from model_core.checkpoints.checkpoint import load_model
    from model_core.engine.opened import cut_note
    from model_core.training.data import read_pairs
    from model_core.training.evaluate import quality

    corpus = read_pairs([options.data])
    out.note(corpus.complaint())
    model, vocab = load_model(options.model)
    out.note(cut_note(model, vocab, list({source for source, _ in corpus.pairs})))

    def measure(before: EncoderDecoder, after: EncoderDecoder) -> str:
        found = zip(*(quality(model, vocab, corpus.pairs).multi for model in (before, after)), strict=True)
        one, other = next(both for both in found if all(score.value is not None for score in both))
        name = Path(options.data).name
        pairs = counted(len(corpus.pairs), "pair")
        return f"{one.name} on {name}, {pairs}: {one} before, {other} after ({one.signature})."

    return measure


def known_fields() -> set[str]:
    """The names of all fields of a ModelSpec."""
    return {field.name for field in fields(ModelSpec)}


def assignments(given: Sequence[str], known: Iterable[str] | None = None) -> dict[str, Any]:
    """NAME=VALUE pairs as a mapping; values are JSON, otherwise text. Raises Refused for a name that is not among the
    `known` fields of a spec, if these are given."""
    found: dict[str, Any] = {}
    for assignment in given:
        name, equals, text = assignment.partition("=")
        if (not equals or not name) and known is None:
            raise Refused("E-ARGS", f"--set {assignment[:60]!r}: expected NAME=VALUE")
        if name == "out":
            raise Refused("E-ARGS", f"--set {assignment[:60]!r}: what is written is named by --out alone")
        if known is not None and (not equals or name not in known):
            raise Refused("E-ARGS", f"--set {assignment[:60]!r}: expected NAME=VALUE with a field of a model's "
                f"spec{_nearest(name, known)}")  # fmt: skip
        try:
            found[name] = parse_json(text, name)
        except Refused:
            found[name] = text
    return found


def _nearest(name: str, known: Iterable[str]) -> str:
    """The field that was probably meant, or where all are listed."""
    near = get_close_matches(name, sorted(known), 1)
    return f"; did you mean {near[0]}?" if near else "; `headscope new --help` lists them"


def _both(source: str | None, target: str | None) -> tuple[Path, ...]:
    """Two word files, or none. Raises Refused for one alone."""
    if (source is None) != (target is None):
        raise Refused("E-ARGS", "--source-words and --target-words must be given together")
    return () if source is None or target is None else (Path(source), Path(target))


def _tensors(given: Sequence[str]) -> dict[str, str]:
    """USE=NAME pairs as a mapping."""
    found = {}
    for one in given:
        use, equals, name = one.partition("=")
        if not equals or use not in USES:
            raise Refused("E-ARGS", f"--tensor {one[:60]!r}: expected USE=NAME, where USE is one of {', '.join(USES)}")
        found[use] = name
    return found
