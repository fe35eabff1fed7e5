"""Sentence pairs for a further training, written by models and chosen by closeness to the references.

Sequence-level interpolation (Kim and Rush 2016, section 3.3): of several translations of each training source the one
closest to a reference is kept, if the model gives it a high probability. Several models of one vocabulary translate
together, by the mean of their probabilities. With a model of the other direction the new side is a source with a
human-written target (back-translation, Sennrich et al. 2016). The references stay in the training: the file that is
written is read beside the corpus, not in its place.
"""

from __future__ import annotations

import errno
import hashlib
import os
import random
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import torch

from model_core.checkpoints.folder import folder_hash, model_folder
from model_core.engine.batch import padded
from model_core.errors import Message, Refused, joined
from model_core.io.safe_files import write_atomic
from model_core.schema import Choice, Codes, Range, check, read
from model_core.spec import DEVICES
from model_core.training.data import read_pairs
from model_core.training.ensemble import Ensemble, load_ensemble, mean_log_p
from model_core.training.evaluate import chrf, sacrebleu_metrics
from model_core.transformer.model import EncoderDecoder

PART = 4096
"""Sources of one part: the most that is lost when the work is stopped, and enough to sort by length."""


@dataclass(frozen=True)
class DistilSpec:
    """What is translated, by which models, and which translations are kept."""

    out: Annotated[str, "TSV file to write, with its columns in the order of the data"]
    data: Annotated[tuple[str, ...], "TSV files of sentence pairs"]
    model: Annotated[
        str | tuple[str, ...],
        'model folder, or a bundled model; "" = the default one; several, of one vocabulary, translate together',
    ]
    without: Annotated[tuple[str, ...], "TSV files whose sources are left out"] = ()
    turned: Annotated[bool, "the model reads the second column and writes the first"] = False
    candidates: Annotated[int, Range(1, 64), "translations of each source: one greedy, the others sampled"] = 1
    temperature: Annotated[float, Range(0.01, 10.0), "sampling temperature"] = 0.5
    least: Annotated[
        float, Range(0.0, 100.0), "lowest chrF against the closest reference for a translation to be kept"
    ] = 50.0
    likely: Annotated[
        float, Range(0.0, 1000.0), "penalty, in chrF points, per nat per token of the model's own surprise"
    ] = 10.0
    limit: Annotated[int, Range(0, 10**9), "maximum number of sources to translate, drawn at random; 0 = all"] = 0
    seed: Annotated[int, Range(0, 2**31 - 1), "of the draws"] = 1
    batch: Annotated[int, Range(1, 4096), "sources decoded at once"] = 256
    device: Annotated[str, Choice(DEVICES), "device to compute on; auto = the fastest available"] = "cpu"

    @property
    def models(self) -> tuple[str, ...]:
        """The models that translate together."""
        return (self.model,) if isinstance(self.model, str) else self.model or ("",)

    def checked(self) -> DistilSpec:
        """This spec, if every field makes sense; Refused naming field and value otherwise."""
        check(self, _CODES)
        return self

    @classmethod
    def from_json(cls, data: Any) -> DistilSpec:
        """The spec with these fields and the defaults of the others; Refused for unknown or invalid ones."""
        return read(cls, data, _CODES, "the settings").checked()


_CODES = Codes.with_prefix("E-TRAIN", missing="OUT")


@dataclass(frozen=True)
class DistilEvent:
    """Progress: sources done of all, and how many of them gave a new pair; in the first a note on what was left out.

    ahead  sources of the part in progress that are translated, and lost if it is stopped
    """

    done: int
    total: int
    kept: int
    note: str = ""
    ahead: int = 0


def distil(spec: DistilSpec) -> Iterator[DistilEvent]:
    """Translate the training sources part by part and write the pairs that are kept.

    Closing the generator keeps the finished parts beside `out`; a run with the same models, data and settings continues
    from there. Raises Refused for models or files that cannot be used, for parts made in another way and without
    sacrebleu, OSError when nothing can be written.
    """
    spec.checked()
    sacrebleu_metrics()
    references, barred, note = _references(spec)
    _refuse_to_replace_data(spec)
    ensemble = load_ensemble(spec.models, spec.device)
    sources = list(references)
    random.Random(spec.seed).shuffle(sources)
    sources = sources[: spec.limit or None]
    note = joined((note, _too_long(ensemble, sources)))
    growing = PartsFile(Path(f"{spec.out}.part"), mark_of(spec, references, barred))
    found = growing.read()[: len(sources)]
    yield DistilEvent(len(found), len(sources), sum(map(bool, found)), note)
    while len(found) < len(sources):
        part = sources[len(found) : len(found) + PART]
        translations: list[list[Proposal]] = [[] for _ in part]
        for ahead in _translate(ensemble, part, spec, len(found), translations):
            yield DistilEvent(len(found), len(sources), sum(map(bool, found)), ahead=ahead)
        lines = []
        for source, candidates in zip(part, translations, strict=True):
            target = best_candidate(candidates, references[source], spec)
            pair = (target, source) if spec.turned else (source, target)
            lines.append("\t".join(pair) if target and pair[0] not in barred else "")
        growing.add(lines)
        found += lines
        yield DistilEvent(len(found), len(sources), sum(map(bool, found)))
    write_atomic(Path(spec.out), "".join(f"{line}\n" for line in found if line).encode())
    growing.path.unlink(missing_ok=True)


def _refuse_to_replace_data(spec: DistilSpec) -> None:
    """Refused where the result, or its finished parts, would replace a file that is read; OSError for a folder."""
    if os.path.isdir(spec.out):  # said before hours of work
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), spec.out)
    for path in (spec.out, f"{spec.out}.part"):
        if os.path.exists(path) and any(os.path.samefile(path, one) for one in (*spec.data, *spec.without)):
            raise Refused(
                "E-TRAIN-OUT", "{path} is among the data and would be replaced; choose another --out", path=path
            )


def _references(spec: DistilSpec) -> tuple[dict[str, list[str]], set[str], str]:
    """(source -> its references, first columns that no new pair may have, a note about lines that were skipped)."""
    references: dict[str, list[str]] = {}
    corpora = [read_pairs(paths) for paths in (spec.data, spec.without) if paths]
    for first, second in corpora[0].pairs:
        source, target = (second, first) if spec.turned else (first, second)
        references.setdefault(source, []).append(target)
    barred = {first for corpus in corpora[1:] for first, _ in corpus.pairs}
    return references, barred, joined(corpus.complaint() for corpus in corpora)


def _too_long(ensemble: Ensemble, sources: Sequence[str]) -> str:
    """A note on the sources that a model has no room for; "" where there are none."""
    room = _room(ensemble.models)
    count = sum(len(ids) > room for ids in ensemble.vocab.ids(sources))
    one = "left out 1 source of more than {room} tokens, too long for the model"
    more = "left out {count:,} sources of more than {room} tokens, too long for the model"
    return Message(one if count == 1 else more, count=count, room=room) if count else ""


def _room(models: Sequence[EncoderDecoder]) -> int:
    """Most tokens of a source that all models can read, its end left out."""
    return min(model.spec.max_positions for model in models) - 1


def mark_of(spec: DistilSpec, references: Mapping[str, Sequence[str]], barred: Set[str]) -> str:
    """What the finished parts depend on, as one word: models, data and settings by what they hold, not by path."""
    models = [folder_hash(model_folder(one)) for one in spec.models]
    settings = replace(spec, out="", data=(), model="", without=(), device="cpu")
    digest = hashlib.sha256(repr((models, settings, sorted(barred))).encode())
    for pair in references.items():
        digest.update(repr(pair).encode())
    return digest.hexdigest()[:16]


class PartsFile:
    """The file of the finished parts, beside the result: a line per source, empty where no translation was kept."""

    def __init__(self, path: Path, mark: str) -> None:
        self.path, self.mark = path, mark

    def read(self) -> list[str]:
        """The lines of the finished parts; Refused where the file has another mark."""
        text = self.path.read_bytes().decode("utf-8", "replace") if self.path.exists() else ""
        lines = (text or f"{self.mark}\n").split("\n")[:-1]
        if lines[:1] != [self.mark]:
            raise Refused(
                "E-TRAIN-OUT",
                "{path} was made with other models, data or settings; keep those, choose another --out, or delete it",
                path=self.path.name,
            )
        whole = lines[1 : 1 + (len(lines) - 1) // PART * PART]
        self._write([self.mark, *whole])
        return whole

    def add(self, lines: Sequence[str]) -> None:
        """Append a part. Refused where it cannot be written: what there is of it is left out by `read`."""
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in lines)
        except OSError as error:
            raise Refused(
                "E-FILE-WRITE",
                "{path} cannot be written: {reason}. Finished parts are kept: run the same command again to go on",
                path=self.path.name, reason=error.strerror or str(error),
            ) from None  # fmt: skip

    def _write(self, lines: Sequence[str]) -> None:
        write_atomic(self.path, "".join(f"{line}\n" for line in lines).encode())


@dataclass(frozen=True)
class Proposal:
    """One translation and the mean log-probability of its tokens in nats, the end of sentence included."""

    text: str
    log_p: float


def best_candidate(candidates: Sequence[Proposal], references: Sequence[str], spec: DistilSpec) -> str:
    """The candidate that is closest to a reference and is probable; "" if none is close enough, or it is a
    reference."""
    if not candidates:
        return ""
    rated = {one: max(chrf(one.text, reference) for reference in references) for one in candidates}
    best = max(rated, key=lambda one: rated[one] + spec.likely * one.log_p)
    return "" if rated[best] < spec.least or best.text in references else best.text


def _translate(
    ensemble: Ensemble, sources: Sequence[str], spec: DistilSpec, number: int, found: list[list[Proposal]]
) -> Iterator[int]:
    """Adds for each source its distinct translations, none for one that a model has no room for; between two batches
    it yields how many sources are translated. `number`, that of the first source, seeds the draws."""
    models, vocab = ensemble
    room = _room(models)
    ids = vocab.ids(sources)
    order = sorted((place for place, one in enumerate(ids) if 0 < len(one) <= room), key=lambda place: len(ids[place]))
    rng = torch.Generator(models[0].device).manual_seed(spec.seed + number)
    for start in range(0, len(order), spec.batch):
        if start:
            yield start
        rows = order[start : start + spec.batch]
        for draw in range(spec.candidates):
            temperature = spec.temperature if draw else 0.0
            translations = translate_batch(models, [ids[row] for row in rows], temperature, rng)
            for row, (one, log_p) in zip(rows, translations, strict=True):
                text = " ".join(vocab.target.text(one).split())
                if text and all(text != other.text for other in found[row]):
                    found[row].append(Proposal(text, log_p))


@torch.inference_mode()
def translate_batch(
    models: Sequence[EncoderDecoder], sources: Sequence[Sequence[int]], temperature: float, rng: torch.Generator
) -> list[tuple[list[int], float]]:
    """For each source (ids without the end): ids of a translation, and the mean log-probability of its tokens in nats.

    The probabilities of a step are the mean of those of the models, which all have read the same target so far.
    A temperature of 0 takes the most probable token of each step; another draws in proportion to p^(1/temperature) by
    the Gumbel-max trick (Gumbel 1954). Texts are cut after twice the source's length and 18 tokens. The end of sentence
    counts in the mean and is left out of the ids.
    """
    spec = models[0].spec
    source_BS = padded([[*source, spec.eos_id] for source in sources], spec.pad_id).to(models[0].device)
    limit = min(2 * source_BS.shape[1] + 18, *(model.spec.max_positions - 1 for model in models))
    read = [(model, model.encode(source_BS), model.new_cache(limit)) for model in models]
    read_BT = source_BS.new_full((len(sources), 1), spec.bos_id)
    log_p_B, count_B = (torch.zeros(len(sources), device=source_BS.device) for _ in range(2))
    open_B = torch.ones(len(sources), dtype=torch.bool, device=source_BS.device)
    for _ in range(limit):
        log_p_BV = mean_log_p([
            model.unembed(model.decode(read_BT, memory_BSD, source_BS, cache)[:, -1])
            for model, memory_BSD, cache in read
        ])  # fmt: skip
        rated_BV = log_p_BV.clone()
        if temperature:
            rated_BV = rated_BV / temperature - torch.empty_like(log_p_BV).exponential_(generator=rng).log()
        rated_BV[:, list(spec.never_written)] = -torch.inf
        next_B = rated_BV.argmax(-1)
        log_p_B += log_p_BV.gather(1, next_B.unsqueeze(1)).squeeze(1) * open_B
        count_B += open_B
        read_BT = torch.cat([read_BT, torch.where(open_B, next_B, spec.pad_id).unsqueeze(1)], 1)
        open_B &= next_B != spec.eos_id
        if not open_B.any():
            break
    ends = (spec.pad_id, spec.eos_id)
    texts = [[one for one in row if one not in ends] for row in read_BT[:, 1:].tolist()]
    return list(zip(texts, (log_p_B / count_B).tolist(), strict=True))
