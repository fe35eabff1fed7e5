"""Compare with mine: an array that somebody else computed beside those of the run, the largest difference in words.

What is looked at comes first; where another array of the run is nearer, that one is named. Arrays are read without
anything of them being run. Layers and heads count from 0 here and from 1 in words.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from model_core.errors import Refused
from model_core.io.safe_files import read_plain
from model_core.record.trace import Trace
from viz_app.data.selection import sentence_of
from viz_app.data.vocabulary import ATTENTIONS, NUMBERS
from viz_app.document.state import Look
from viz_app.system.language import tr, translated

ENDINGS = (".npy", ".npz")
"""Of files that hold nothing else: they are compared where they are dropped."""

FILTERS = [tr("Arrays (*.npy *.npz *.safetensors)"), tr("All files (*)")]

LARGEST = 64_000_000
"""Bytes of a file, and of what is packed in it."""

SAME = 1e-4
"""Differences up to this, of the largest value, are those of float32 computed in another order."""


@dataclass(frozen=True)
class ArrayMatch:
    """One array of the run with the shape of the given one: its name, the largest difference, where, and both numbers
    there; `equal` where the difference is one of rounding."""

    name: str
    difference: float
    place: tuple[int, ...]
    mine: float
    own: float
    equal: bool

    @property
    def words(self) -> str:
        """As a sentence without its end."""
        if self.equal:
            return tr(
                "equal to {name}: the largest difference is {difference:.1e}",
                name=self.name,
                difference=self.difference,
            )
        at = ", ".join(str(one + 1) for one in self.place)
        return tr(
            "{difference:.3g} away from {name} at ({at}): {mine:.4g}, the model's {own:.4g}",
            difference=self.difference,
            name=self.name,
            at=at,
            mine=self.mine,
            own=self.own,
        )


def is_array(path: Path) -> bool:
    """Whether a file that is dropped is compared: it holds arrays alone, or one tensor, which makes no model."""
    ending = path.suffix.lower()
    if ending != ".safetensors" or not path.is_file():
        return ending in ENDINGS
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "numpy") as file:
            return len(file.keys()) == 1 and set(file.metadata() or {}) <= {"format"}  # a recording says more
    except (OSError, SafetensorError):
        return False


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of numbers in a .npy, .npz or .safetensors file by name ("" in a .npy). Raises Refused."""
    data = read_plain(path, LARGEST)
    try:
        if path.suffix.lower() == ".safetensors":
            from safetensors.numpy import load

            found = dict(load(data))
        elif data[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                if sum(one.file_size for one in packed.infolist()) > LARGEST:
                    raise Refused(
                        "E-ARRAY-SIZE", tr("{name} holds more than {number:,} bytes", name=path.name, number=LARGEST)
                    )
            with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
                found = {name: loaded[name] for name in loaded.files}
        else:
            found = {"": np.load(io.BytesIO(data), allow_pickle=False)}
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            "E-ARRAY-READ", tr("{name} holds no arrays of numbers that can be read", name=path.name)
        ) from error
    kept = {name: array for name, array in found.items() if array.dtype.kind in "fiu" and array.size}
    if not kept:
        raise Refused("E-ARRAY-READ", tr("{name} holds no arrays of numbers", name=path.name))
    return kept


def candidates(trace: Trace, look: Look) -> Iterator[tuple[str, np.ndarray]]:
    """What an array may be compared with, what is looked at first: (name, array), axes of length 1 left out."""
    sentence = sentence_of(trace, look)
    if trace.has(look.kind, look.what, look.layer):
        words = NUMBERS[look.what].word
        yield (f"{words}, {_place(look.kind, look.layer, look.head)}",
               trace.map(look.kind, look.layer, look.head, look.what, sentence))  # fmt: skip
    for kind in trace.kinds:
        for layer in range(trace.spec.layers(kind)):
            for what, term in NUMBERS.items():
                if not trace.has(kind, what, layer):
                    continue
                heads = [trace.map(kind, layer, head, what, sentence) for head in range(trace.spec.heads_of(kind))]
                for head, one in enumerate(heads):
                    yield f"{term.word}, {_place(kind, layer, head)}", one
                yield tr("{numbers}, {place}, all heads", numbers=term.word, place=_place(kind, layer)), np.stack(heads)
    kept = getattr(trace.arrays, "kept", trace.arrays)
    for name in kept:
        array = np.asarray(kept[name])
        yield name, np.squeeze(array[sentence] if array.ndim > 2 and sentence < len(array) else array)


def _place(kind: str, layer: int, head: int | None = None) -> str:
    words = tr("{attention} layer {layer}", attention=ATTENTIONS[kind].inline, layer=layer + 1)
    return words if head is None else tr("{layer} head {head}", layer=words, head=head + 1)


def compared(mine: np.ndarray, trace: Trace, look: Look) -> tuple[ArrayMatch, ArrayMatch]:
    """(the first array of its shape, the nearest one). Raises Refused where the run has none of this shape."""
    given = np.squeeze(mine).astype(np.float64)
    found = [_difference(name, given, own) for name, own in candidates(trace, look) if own.shape == given.shape]
    if not found:
        shape = " × ".join(map(str, mine.shape)) or tr("one number")
        raise Refused("E-ARRAY-SHAPE", tr("The run has no array of this shape: {shape}", shape=shape))
    return found[0], min(found, key=lambda one: one.difference)


def _difference(name: str, given: np.ndarray, own: np.ndarray) -> ArrayMatch:
    with np.errstate(invalid="ignore"):  # −∞ less −∞
        away = np.abs(given - own)
    both = (given == own) | (np.isnan(given) & np.isnan(own))  # −∞ of a mask is equal to −∞
    away = np.where(both, 0.0, np.where(np.isnan(away), np.inf, away))
    place = np.unravel_index(int(away.argmax()), away.shape) if away.ndim else ()
    largest, finite = float(away[place]), own[np.isfinite(own)]
    scale = max(1.0, float(np.abs(finite).max(initial=0.0)))
    spot = tuple(int(one) for one in place)
    return ArrayMatch(name, largest, spot, float(given[place]), float(own[place]), largest <= SAME * scale)


def comparison_words(path: Path, trace: Trace, look: Look) -> str:
    """What there is to say of every array in a file, a sentence for each. Raises Refused."""
    lines = []
    for name, mine in list(read_arrays(path).items())[:20]:
        title = f"{path.name} {name}".strip()
        try:
            first, nearest = compared(mine, trace, look)
        except Refused as error:
            lines.append(f"{title}: {translated(error.message)}.")
            continue
        lines.append(tr("{array} is {result}.", array=title, result=(nearest if nearest.equal else first).words))
        if not first.equal and not nearest.equal and nearest.name != first.name:
            away = nearest.difference
            lines[-1] += f" {tr('It is nearest to {name} ({number:.3g} away).', name=nearest.name, number=away)}"
    return "\n".join(lines)
