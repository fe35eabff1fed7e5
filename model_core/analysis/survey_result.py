"""The result of a survey on disk, and its strict reader. No torch.

See model_core.training.survey for what is in the two files. Shapes: L layers, H heads, R bins of a pattern.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load

from model_core.analysis.heads.head_measures import BINS, REACH, measures_of, name_of
from model_core.analysis.reads import reads_of, survey_means
from model_core.errors import Refused
from model_core.io.limits import JSON_PARTS, parse_json
from model_core.io.references import located
from model_core.io.safe_files import read_plain
from model_core.spec import KINDS, ModelSpec

FORMAT, VERSION = "headscope-survey", 1
RESULT, TABLES, PARTS = "survey.json", "survey.safetensors", "parts"
NEW_TABLES = f"{TABLES}.new"
"""The tables of a result that was stopped between its two files."""
PART_BYTES, RESULT_BYTES, TABLES_BYTES = 1_000_000_000, 20_000_000, 200_000_000
HEADER_BYTES = 100_000  # of the tables: they are two dozen
KEPT = 5
"""Most sentences listed for each head."""


@dataclass(frozen=True, eq=False)
class Findings:
    """A survey's result, equal to itself alone.

    model_folder  what opens the model: "" or the name of a bundled one, else its path
    forced  the decoder read the targets of the file, else what the model wrote
    best    "KIND.LAYER" -> per head the numbers of the sentences in which it is most itself
    texts   number -> (source, target) of those sentences
    arrays  pattern.KIND (L, H, R, R), distance.KIND (L, H, 2·reach + 1), mean.KIND and deviation.KIND (L, H, measures);
            not in results of earlier versions: reads.KIND (L, H, reads) and read_rows.KIND (reads,), apart.KIND
            (L·H, L·H) mean divergence of two heads' rows in bits and apart_rows.KIND (1,), over how many rows
    """

    folder: str
    model_name: str
    model_hash: str
    model_folder: str
    spec: ModelSpec
    data: tuple[str, ...]
    sentences: int
    forced: bool
    best: Mapping[str, tuple[tuple[int, ...], ...]]
    texts: Mapping[int, tuple[str, str]]
    arrays: Mapping[str, NDArray[np.float32]]

    def __repr__(self) -> str:
        """What was surveyed, in one line."""
        return f"Findings(model {self.model_name!r}, {self.sentences:,} sentences of {', '.join(self.data)})"

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind for kind in KINDS if self.spec.layers(kind) and f"pattern.{kind}" in self.arrays)

    def pattern(self, kind: str, layer: int, head: int) -> NDArray[np.float32]:
        """(R, R) average pattern of one head; layer and head from 0."""
        return self.arrays[f"pattern.{kind}"][layer, head]

    def measures(self, kind: str, layer: int, head: int) -> dict[str, float]:
        """Measure's name -> mean over the sentences."""
        means = self.arrays[f"mean.{kind}"][layer, head]
        return {measure.name: float(value) for measure, value in zip(measures_of(kind), means, strict=True)}

    def name(self, kind: str, layer: int, head: int) -> str:
        """The head's name by its mean measures."""
        return name_of(self.measures(kind, layer, head) | self.reads(kind, layer, head))

    def reads(self, kind: str, layer: int, head: int) -> dict[str, float]:
        """Read's name -> mean over the rows of all sentences; {} in results of earlier versions."""
        found = self.reads_of(kind)
        return {} if found is None else survey_means(kind, found[0][layer, head], found[1])

    def reads_of(self, kind: str) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """((L, H, reads) means, (reads,) over how many rows); None in results of earlier versions."""
        means, rows = self.arrays.get(f"reads.{kind}"), self.arrays.get(f"read_rows.{kind}")
        return None if means is None or rows is None else (means, rows)

    def head_divergence(self, kind: str) -> NDArray[np.float32] | None:
        """(L·H, L·H) mean divergence of the rows of two heads, bits; None if it was not measured."""
        return self.arrays.get(f"apart.{kind}")

    def sentences_of(self, kind: str, layer: int, head: int) -> tuple[tuple[str, str], ...]:
        """(source, target) of the sentences in which this head is most itself, the clearest first."""
        heads = self.best.get(f"{kind}.{layer}", ())
        return tuple(self.texts[number] for number in (heads[head] if head < len(heads) else ()))


def read_result(folder: Path) -> Findings:
    """The result in this folder. Raises Refused naming what is missing or does not fit."""
    document = _document(folder)
    spec = ModelSpec.from_json(document.get("spec"))
    try:
        texts = {int(number): (str(source), str(target)) for number, (source, target) in document["texts"].items()}
        best = {place: tuple(tuple(map(int, head)) for head in heads) for place, heads in document["best"].items()}
        model = document["model"]
        names = tuple(map(str, document["data"]))
        found = Findings(
            str(folder), str(model["name"]), str(model["sha256"]), located(str(model["folder"]), folder), spec, names,
            int(document["sentences"]), bool(document["forced"]), best, texts,
            _arrays(folder, spec, document.get("tables")),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(
            "E-SURVEY-TYPE", "{result} is damaged: {type_name} {error}",
            result=RESULT, type_name=type(error).__name__, error=str(error)[:80],
        ) from None  # fmt: skip
    _check_best(found)
    return found


def model_of(folder: Path) -> tuple[str, str]:
    """What opens the model of the result in this folder, and its SHA-256, without its tables. Raises Refused."""
    model = _document(folder).get("model")
    model = model if isinstance(model, dict) else {}
    return located(str(model.get("folder", "")), folder), str(model.get("sha256", ""))


def _document(folder: Path) -> dict[str, Any]:
    document = parse_json(read_plain(folder / RESULT, RESULT_BYTES), RESULT, parts=JSON_PARTS)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused("E-SURVEY-FORMAT", "{result} is not a survey result", result=RESULT)
    if document.get("version") != VERSION:
        said = f"{document.get('version')!r:.20}"
        raise Refused(
            "E-SURVEY-VERSION", "{result} has version {said}; this headscope reads version {version}",
            result=RESULT, said=said, version=VERSION,
        )  # fmt: skip
    return document


def _arrays(folder: Path, spec: ModelSpec, digest: object) -> dict[str, NDArray[np.float32]]:
    """The tables, every one with the shape that the model and the measures ask for; `digest` is their SHA-256, None in
    results of earlier versions."""
    data = _tables(folder, digest)
    if int.from_bytes(data[:8], "little") > HEADER_BYTES:
        raise Refused("E-SURVEY-TABLES", "{tables} is damaged: its header is too long", tables=TABLES)
    try:
        arrays = load(data)
    except SafetensorError as error:
        raise Refused("E-SURVEY-TABLES", "{tables} is damaged: {error}", tables=TABLES, error=str(error)[:80]) from None
    arrays = {name: _with_last_read(name, array) for name, array in arrays.items()}
    later = later_shapes_of(spec)
    shapes = shapes_of(spec) | {name: shape for name, shape in later.items() if name in arrays}
    for name, shape in shapes.items():
        found = arrays.get(name)
        if found is None or found.shape != shape or found.dtype != np.float32:
            said = "is missing" if found is None else f"has shape {found.shape} and type {found.dtype}"
            raise Refused(
                "E-SURVEY-TABLES", "in {tables}, {name} {said}; expected float32 of shape {shape}",
                tables=TABLES, name=name, said=said, shape=shape,
            )  # fmt: skip
        if not np.isfinite(found).all():
            raise Refused("E-SURVEY-TABLES", "in {tables}, {name} contains NaN or infinity", tables=TABLES, name=name)
    return {name: array for name, array in arrays.items() if name in shapes}


def _with_last_read(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """A table of reads of cross-attention from before its last read was measured, with that one over no rows."""
    if name not in ("reads.cross", "read_rows.cross") or array.shape[-1:] != (len(reads_of("cross")) - 1,):
        return array
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, 1)])


def _tables(folder: Path, digest: object) -> bytes:
    """The bytes of the tables with this hash. Raises Refused if there are none."""
    for name in (TABLES, NEW_TABLES):
        if name == TABLES or (folder / name).is_file():
            data = read_plain(folder / name, TABLES_BYTES)
            if digest is None or hashlib.sha256(data).hexdigest() == digest:
                return data
    raise Refused(
        "E-SURVEY-TABLES", "{tables} belongs to a different survey than {result}, or is damaged",
        tables=TABLES, result=RESULT,
    )  # fmt: skip


def shapes_of(spec: ModelSpec) -> dict[str, tuple[int, ...]]:
    """Table's name -> its shape."""
    shapes: dict[str, tuple[int, ...]] = {}
    for kind in KINDS:
        heads, count = (spec.layers(kind), spec.heads_of(kind)), len(measures_of(kind))
        shapes[f"pattern.{kind}"] = (*heads, BINS, BINS)
        shapes[f"distance.{kind}"] = (*heads, 2 * REACH + 1)
        shapes[f"mean.{kind}"] = shapes[f"deviation.{kind}"] = (*heads, count)
    return shapes


def later_shapes_of(spec: ModelSpec) -> dict[str, tuple[int, ...]]:
    """The same of tables that results of earlier versions do not have."""
    shapes: dict[str, tuple[int, ...]] = {}
    for kind in KINDS:
        layers, heads, count = spec.layers(kind), spec.heads_of(kind), len(reads_of(kind))
        shapes |= {f"reads.{kind}": (layers, heads, count), f"read_rows.{kind}": (count,)}
        shapes |= {f"apart.{kind}": (layers * heads, layers * heads), f"apart_rows.{kind}": (1,)}
    return shapes


def _check_best(found: Findings) -> None:
    """Refused if a head has no list of sentences, or a sentence no text."""
    for kind in KINDS:
        for layer in range(found.spec.layers(kind)):
            heads = found.best.get(f"{kind}.{layer}", ())
            if len(heads) != found.spec.heads_of(kind) or not set(chain(*heads)) <= set(found.texts):
                place = f"{kind} layer {layer + 1}"
                raise Refused(
                    "E-SURVEY-TYPE", "{result} is damaged: the sentences of {place} are missing",
                    result=RESULT, place=place,
                )  # fmt: skip
