"""A tensor in words: its facts, one of its numbers, and the source of that number in the Trace. No Qt.

Rows, columns and heads count from 0 here; units of a vector and vocabulary entries do so in words too, as in code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from model_core.direction import isolated
from model_core.explain.anatomy import Activation, Anatomy, Part, Shape, Weight, walk_parts
from model_core.explain.provenance import Source
from model_core.explain.tensor_summary import Summary, norm, summary
from viz_app.charts.bar_list import Fact
from viz_app.data import map_text, vocabulary
from viz_app.data.number_format import fmt_digits
from viz_app.data.words.parts import KIND_WORDS, layer_name
from viz_app.system.language import tr, translated
from viz_app.views.model import text
from viz_app.views.model.tensor import SOFTMAX, Tensor
from viz_app.views.model.text import shape_words

_WEIGHT = "weights:"
UNITS = {
    "D": tr("unit"),
    "K": tr("unit"),
    "Kd": tr("unit"),
    "Kv": tr("unit"),
    "Kvd": tr("unit"),
    "F": tr("hidden unit"),
    "Fd": tr("hidden unit"),
    "Vt": tr("vocabulary entry"),
    "C": tr("candidate"),
}
"""Letter of the columns -> what one is called."""


@dataclass(frozen=True)
class TensorSummary:
    """The summary of a tensor, or of one head's map if only that was computed; `hidden` numbers are −∞ on purpose."""

    found: Summary
    shape: Shape
    count: int
    hidden: int

    @property
    def broken(self) -> int:
        """Numbers that should be finite and are not."""
        return self.found.broken - self.hidden


def measured(tensor: Tensor, head: int) -> TensorSummary | None:
    matrix = tensor.matrix(head)
    if matrix is None:
        return None
    numbers, shape = tensor.numbers, tensor.activation.shape
    if numbers is None:
        numbers, shape = matrix, shape[1:]
    hidden = int(np.isneginf(numbers).sum()) if tensor.name.endswith(".masked_scores") else 0
    return TensorSummary(summary(numbers), shape, numbers.size, hidden)


def facts(tensor: Tensor, of: TensorSummary, known: Mapping[str, int], row: np.ndarray, name: str) -> list[Fact]:
    """Shape, type, the range of the numbers, the length of the chosen `row` called `name`, numbers that are not
    finite."""
    found, lengths = of.found, {**known, "C": row.shape[-1]}
    origin = tr("computed from the recorded queries and keys") if tensor.is_derived else tr("as recorded")
    masked = f" · {tr('{count:,} masked', count=of.hidden)}" if of.hidden else ""
    ends = tr("{least} to {most}", least=fmt_digits(found.least), most=fmt_digits(found.most))
    return [
        Fact(tr("shape"), shape_words(of.shape, lengths), f"{tensor.activation.name}, {origin}."),
        Fact(tr("type"), f"{found.dtype} · {tr('{count:,} numbers', count=of.count)}"),
        Fact(tr("smallest to largest"), ends, tr("Of the finite numbers.")),
        Fact(
            tr("mean ± std"),
            f"{fmt_digits(found.mean)} ± {fmt_digits(found.deviation)}",
            tr("Mean and standard deviation of the finite numbers in the whole tensor."),
        ),
        Fact(tr("length of the row"), fmt_digits(norm(row)), tr("√Σx² of the row “{name}”.", name=name)),
        Fact(
            tr("not finite"),
            f"{of.broken:,}{masked}",
            tr("Numbers that are NaN or infinite; the −∞ of masked scores is intended and counted separately."),
            "error" if of.broken else "ink",
        ),
    ]


def title(tensor: Tensor) -> str:
    """The title of a tensor: "Cross-attention · layer 2"."""
    layer, kind, path = tensor.layer, tensor.part.kind, tensor.part.name
    if tensor.attention:
        return f"{vocabulary.ATTENTIONS[tensor.attention].title} · {tr('layer {layer}', layer=layer + 1)}"
    name = tr("Feed-forward") if kind == "feed_forward" else text.title(kind, path, tensor.trace.spec)
    stack = path.split(".")[0]
    if stack not in ("encoder", "decoder"):
        return name
    return f"{name} · {layer_name(stack, layer) if layer >= 0 else KIND_WORDS[stack]}"


def activation_name(activation: Activation) -> str:
    """The name of a hook point's numbers in a list."""
    word = translated(activation.words).split(":")[0]
    return word[0].upper() + word[1:]


def weights_of(weight: Weight) -> str:
    """The option value for a weight, beside the names of hook points."""
    return f"{_WEIGHT}{weight.name}"


def choices_of(part: Part) -> list[tuple[str, str]]:
    """(text, value) of all numbers of a part: its activations, then its trained arrays."""
    found = [(activation_name(one), one.name) for one in part.activations or (SOFTMAX,)]
    return found + [
        (tr("Weights: {name}", name=".".join(one.name.split(".")[-2:])), weights_of(one)) for one in trained(part)
    ]


def trained(part: Part) -> list[Weight]:
    """The trained arrays of a part and of its steps, matrices first."""
    found = (weight for step in walk_parts([part]) for weight in step.weights)
    return sorted(found, key=lambda one: -len(one.shape))


def weight_of(anatomy: Anatomy, value: str) -> tuple[Part, Weight] | None:
    """The part and the weight that an option names; None for a hook point, or anything this model lacks."""
    named = ((part, one) for part in anatomy.parts for one in trained(part))
    return next(((part, one) for part, one in named if weights_of(one) == value), None)


def hook_words(tensor: Tensor) -> str:
    hook = tensor.name if tensor.activation is not SOFTMAX else tr("numbers.candidates, the most probable first")
    return f"{hook} · {tr('from q and k')}" if tensor.is_derived else hook


def row_name(tensor: Tensor, row: int) -> str:
    """A row's name: "house", "la ▸ casa"."""
    return map_text.row_name(*tensor.rows[row])


def column_name(tensor: Tensor, row: int, column: int) -> str:
    """A column's name: the token, or "unit 12"."""
    letter = tensor.letters[1]
    unit = letter in UNITS and tensor.activation is not SOFTMAX
    return f"{UNITS[letter]} {column}" if unit else tensor.row_columns(row)[column]


def cell_text(tensor: Tensor, head: int, row: int, column: int) -> str:
    matrix = tensor.matrix(head)
    if matrix is None or not (0 <= row < matrix.shape[0] and 0 <= column < matrix.shape[1]):
        return ""
    place = f"{isolated(row_name(tensor, row))} → {isolated(column_name(tensor, row, column))}"
    words = f"{place}: {fmt_digits(float(matrix[row, column]))}"
    hidden = tensor.reasons is not None and int(tensor.reasons[row, column])
    return f"{words} ({vocabulary.REASON_TERMS[int(hidden)].key})" if hidden else words


def source(tensor: Tensor, head: int, row: int, column: int) -> Source:
    if tensor.activation is SOFTMAX:
        return Source("numbers.candidates", (tensor.sentence, row, column))
    place: tuple[int, ...] = (head, row, column) if tensor.heads else (row, column)
    whole = tensor.numbers is not None and tensor.trace.arrays[tensor.name].ndim == len(place)  # without a batch
    return Source(tensor.name, place if whole else (tensor.sentence, *place))
