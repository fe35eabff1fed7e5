"""Compare with mine: an array computed elsewhere beside those of the run, the largest difference in words.

What is pointed at comes first, then what is selected; if another array of the run is nearer, that one is named. Reading
an array runs none of its content. Layers and heads count from 0 here and from 1 in words.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path

import numpy as np

from model_core.errors import Refused
from model_core.explain import formulas, provenance
from model_core.explain.provenance import ALL, Source
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
    """An array of the run with the shape of the given one: its name, the largest difference, where it is, and both
    numbers there; `equal` if they differ by rounding only."""

    name: str
    difference: float
    place: tuple[int, ...]
    mine: float
    own: float
    equal: bool

    @property
    def words(self) -> str:
        """A clause without its full stop."""
        if self.equal:
            return tr(
                "equal to {name}: the largest difference is {difference:.1e}",
                name=self.name,
                difference=self.difference,
            )
        own = {"name": self.name, "difference": self.difference, "mine": self.mine, "own": self.own}
        if not self.place:
            return tr("{difference:.3g} away from {name}: yours {mine:.4g}, the model's {own:.4g}", **own)
        return tr(
            "{difference:.3g} away from {name} at [{at}], counted from 0: yours {mine:.4g}, the model's {own:.4g}",
            at=", ".join(map(str, self.place)),
            **own,
        )


def is_array(path: Path) -> bool:
    """Whether a dropped file is compared: it has only arrays, or a single tensor, which makes no model."""
    ending = path.suffix.lower()
    if ending != ".safetensors" or not path.is_file():
        return ending in ENDINGS
    from safetensors import SafetensorError

    from model_core.io.tensor_files import open_tensors

    try:
        with open_tensors(path, "numpy") as file:
            return len(file.keys()) == 1 and set(file.metadata() or {}) <= {"format"}  # a recording says more
    except (OSError, SafetensorError):
        return False


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """The numeric arrays in a .npy, .npz or .safetensors file by name ("" in a .npy). Raises Refused."""
    data = read_plain(path, LARGEST)
    try:
        if path.suffix.lower() == ".safetensors":
            from model_core.io.tensor_files import open_tensors, tensor_of

            with open_tensors(path, "numpy") as file:
                found = {name: tensor_of(file, path, name) for name in file.keys()}  # noqa: SIM118
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
        raise Refused("E-ARRAY-READ", tr("{name} holds no readable arrays of numbers", name=path.name)) from error
    kept = {name: array for name, array in found.items() if array.dtype.kind in "fiu" and array.size}
    if not kept:
        raise Refused("E-ARRAY-READ", tr("{name} holds no arrays of numbers", name=path.name))
    return kept


def candidates(trace: Trace, look: Look) -> Iterator[tuple[str, np.ndarray]]:
    """What an array may be compared with, selected ones first: (name, array), without axes of length 1."""
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
        for head in range(array.shape[1] if array.ndim == 4 and sentence < len(array) else 0):  # a head's q, k, v, z
            yield from arrays_at(trace, Source(name, (sentence, head, ALL, ALL)))[:1]


def _place(kind: str, layer: int, head: int | None = None) -> str:
    words = tr("{attention} layer {layer}", attention=ATTENTIONS[kind].inline, layer=layer + 1)
    return words if head is None else tr("{layer} head {head}", layer=words, head=head + 1)


Named = tuple[str, np.ndarray]
"""An array and what it is called, axes of length 1 left out."""


def arrays_at(trace: Trace, source: Source) -> list[Named]:
    """What an array may be compared with at a number that is pointed at: the number, its row, its map, and so on up to
    the whole array; [] if the run does not have it. Of two with the same shape, the one along later axes comes
    first."""
    try:
        whole = _cut(trace, source, provenance.array_of(trace, source))
    except Refused:
        return []
    free = {axis for axis, place in enumerate(source.index) if place is ALL}
    fixed = [axis for axis in reversed(range(whole.ndim)) if axis not in free]
    found = []
    for more in chain.from_iterable(combinations(fixed, count) for count in range(len(fixed) + 1)):
        index = tuple(ALL if axis in free or axis in more else at for axis, at in enumerate(source.index))
        part = whole[tuple(slice(None) if at is ALL else at for at in index)]
        found.append((_array_name(trace, source, index), np.squeeze(part)))
    return found


def _cut(trace: Trace, source: Source, whole: np.ndarray) -> np.ndarray:
    """An array without the padding of the source's sentence."""
    if whole.ndim != len(source.index):
        raise Refused("E-ARRAY-PLACE", tr("{name} has other axes", name=source.name))
    axes = formulas.describe_number(trace, source.name, source.index, source.arguments).axes
    sentence = source.index[0] if source.index else ALL
    if len(axes) != whole.ndim or axes[0] != "B" or sentence is ALL:
        return whole
    one, kind = trace.sentences[sentence], "cross" if "cross" in source.name else source.name.split(".")[0]
    sizes = {"S": len(one.source), "T": len(one.read)}
    if kind in trace.kinds:
        sizes |= dict(zip("QM", trace.size(kind, sentence), strict=True))
    return whole[tuple(slice(sizes.get(letter)) for letter in axes)]


def _array_name(trace: Trace, source: Source, index: tuple[int | None, ...]) -> str:
    """For example "attention weight, decoder.layers.1.cross_attn.weights[0, 2, :, :]"."""
    title, words = translated(provenance.title_of(trace, source)), replace(source, index=index).words()
    return f"{title}, {words}" if title else words


def compared(
    mine: np.ndarray, trace: Trace, look: Look, pointed: Sequence[Sequence[Named]] = ()
) -> tuple[ArrayMatch, ArrayMatch]:
    """(the first array of its shape, the nearest one). `pointed` comes before all others: for each number its arrays,
    of which the first of this shape counts, and the nearest if a box has several. Raises Refused if the run has none of
    this shape."""
    given = np.squeeze(mine).astype(np.float64)
    fitting = [[one for one in arrays if one[1].shape == given.shape][:1] for arrays in pointed]
    own = [_difference(name, given, array) for arrays in fitting for name, array in arrays]
    own.sort(key=lambda one: one.difference)
    others = [_difference(name, given, array) for name, array in candidates(trace, look) if array.shape == given.shape]
    if not own and not others:
        raise Refused("E-ARRAY-SHAPE", tr("The run has no array of this shape: {shape}", shape=_shape(mine.shape)))
    return (own or others)[0], min(own + others, key=lambda one: one.difference)


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or tr("one number")


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


def pointed_words(trace: Trace, sources: tuple[Source, ...]) -> str:
    """What is pointed at, by its first number: "attention weight, decoder.layers.1.cross_attn.weights[0, 2, 3, 1]"."""
    return _array_name(trace, sources[0], sources[0].index)


def comparison_words(
    path: Path, trace: Trace, look: Look, pointed: tuple[Trace, tuple[Source, ...]] | None = None
) -> str:
    """A sentence or two about every array in a file: its distance from what is pointed at if the shapes match,
    otherwise from what is selected. Raises Refused."""
    lines, there = [], [arrays_at(pointed[0], source) for source in pointed[1]] if pointed is not None else []
    for name, mine in list(read_arrays(path).items())[:20]:
        title = f"{path.name} {name}".strip()
        fits = any(own.shape == np.squeeze(mine).shape for arrays in there for _, own in arrays)
        more = [] if fits or not any(there) else [_misfit(mine, there)]
        try:
            first, nearest = compared(mine, trace, look, there)
        except Refused as error:
            lines.append(" ".join((f"{title}: {translated(error.message)}.", *more)))
            continue
        chosen = nearest if nearest.equal and not fits else first
        if not chosen.equal and nearest.name != chosen.name:
            away = nearest.difference
            more.append(tr("It is nearest to {name} ({number:.3g} away).", name=nearest.name, number=away))
        lines.append(" ".join((tr("{array} is {result}.", array=title, result=chosen.words), *more)))
    return "\n".join(lines)


def _misfit(mine: np.ndarray, there: Sequence[Sequence[Named]]) -> str:
    """Says that nothing at this place has the shape of the array, and which shapes would match."""
    shapes = dict.fromkeys(_shape(own.shape) for arrays in there for _, own in arrays)
    return tr("The target you dropped it on has no part of shape {shape}; these fit: {shapes}.",
              shape=_shape(mine.shape), shapes=", ".join(shapes))  # fmt: skip
