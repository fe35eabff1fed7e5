"""The live tensor of one hook point: its numbers for the current sentence, its rows and columns, and its table.

Nothing is computed here: arrays of the Trace are cut to the sentence (without padding), and by heads to one head. Maps
that the Trace computes from queries and keys are marked as such; for a long text it computes one head's. No Qt. Shapes:
letters as in model_core.explain.anatomy; C candidates. Heads, rows and columns count from 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from model_core.checkpoints.parameters import own_weight
from model_core.errors import Refused
from model_core.explain.anatomy import Activation, Anatomy, Part, Weight, lengths, shape_sizes
from model_core.explain.provenance import ALL, Source
from model_core.record import mask_reasons
from model_core.record.derived_maps import Arrays
from model_core.record.trace import SCORES, Trace
from model_core.version import version
from viz_app.data import vocabulary
from viz_app.data.edit_list import differences
from viz_app.data.map_text import RowLabel, row_labels
from viz_app.data.maps import color_range
from viz_app.data.maps.colormaps import Scale
from viz_app.data.selection import candidate_name, key_names
from viz_app.data.tables import PLAIN, csv_with_context, npz_bytes, picture_state, plain_number, tab_text
from viz_app.data.words.parts import NOTHING_WRITTEN
from viz_app.document.state import State
from viz_app.system.language import tr

SOFTMAX = Activation("softmax", ("T", "C"), tr("probabilities of the most probable next tokens"))
"""No hook point, but recorded: the candidates of each row."""
_MAPS = {hook: what for what, hook in SCORES.items()}
"""Hook name of a map -> what the Trace calls it."""
ROW_LETTERS = ("S", "T")
_MANY = 2048  # columns from which they carry no words


@dataclass(frozen=True, eq=False)
class Tensor:
    """One hook point of a run.

    numbers   the numbers of this sentence in `activation.shape`; None if there are none, or one head's at a time
    missing   why there are none, in one sentence; "" if there are
    attention kind of attention that it belongs to, "" for none; `layer` its layer
    reasons   (Q, M) why cells are hidden, for what comes after the mask
    """

    trace: Trace
    sentence: int
    part: Part
    activation: Activation
    numbers: np.ndarray | None
    missing: str = ""
    attention: str = ""
    layer: int = -1
    reasons: np.ndarray | None = None

    @property
    def name(self) -> str:
        """The name of the hook point."""
        return self.activation.name

    @property
    def letters(self) -> tuple[str, str]:
        """The letters of rows and columns."""
        return self.activation.shape[-2], self.activation.shape[-1]

    @property
    def heads(self) -> int:
        """The number of matrices by head, 0 if there is one for all."""
        return self.trace.spec.heads_of(self.name.split(".")[0]) if self.activation.shape[0] in ("H", "Hd") else 0

    def head_at(self, head: int) -> int:
        """The head to show when `head` of the selected attention, which may have more of them, is selected."""
        return max(0, min(head, self.heads - 1))

    @property
    def is_derived(self) -> bool:
        """Whether the Trace computes it from the recorded queries and keys, as the model did, instead of storing it."""
        kept = self.trace.arrays.kept if isinstance(self.trace.arrays, Arrays) else self.trace.arrays
        return bool(self.attention and _map_name(self.name)) and self.name not in kept

    @property
    def is_attention(self) -> bool:
        """Whether its cells are those of an attention, which other views show too."""
        return bool(self.attention) and self.letters[1] in ROW_LETTERS

    def matrix(self, head: int) -> np.ndarray | None:
        """(rows, columns) of a head, or of the whole if there are no heads."""
        if self.missing:
            return None
        if self.numbers is None:
            return self.trace.map(self.attention, self.layer, self.head_at(head), _map_name(self.name), self.sentence)
        return self.numbers[self.head_at(head)] if self.heads else self.numbers

    def visible(self, numbers: np.ndarray) -> np.ndarray:
        """The numbers of cells that no mask hides: what a mask puts there is no score."""
        return numbers if self.reasons is None else numbers[..., self.reasons == mask_reasons.VISIBLE]

    def scale(self, matrix: np.ndarray) -> Scale:
        """The colour scale of a matrix: weights and probabilities from 0 to 1, signed numbers symmetric about 0,
        otherwise from 0 to the largest; a few extreme outliers share the strongest colour."""
        if self.name.endswith(".weights") or self.activation is SOFTMAX:
            return Scale()
        numbers = self.visible(matrix if self.numbers is None else self.numbers)
        finite = numbers[np.isfinite(numbers)]
        most, signed = color_range.robust_limit(finite), bool(finite.size) and float(finite.min()) < 0
        return Scale(-most, most, "diverging") if signed else Scale(0.0, most)

    @property
    def hidden_for(self) -> tuple[int, ...]:
        """The reasons for which cells are hidden."""
        codes = (*range(mask_reasons.FUTURE, vocabulary.BROKEN), mask_reasons.HIDDEN)
        return () if self.reasons is None else tuple(code for code in codes if (self.reasons == code).any())

    @cached_property
    def rows(self) -> tuple[RowLabel, ...]:
        """The names of the rows: a decoder row is "what was just read ▸ what is written next"."""
        one = self.trace.sentences[self.sentence]
        return row_labels(one, "encoder" if self.letters[0] == "S" else "decoder")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns: tokens, or the unit's number; () for too many."""
        one, letter = self.trace.sentences[self.sentence], self.letters[1]
        if letter in ROW_LETTERS:
            return key_names(one, "encoder" if letter == "S" else "decoder")
        count = 0 if self.numbers is None else self.numbers.shape[-1]
        if letter == "C":
            return tuple(f"{place + 1}." for place in range(count))  # the most probable, the second …
        return tuple(map(str, range(count))) if count <= _MANY else ()

    def row_columns(self, row: int) -> tuple[str, ...]:
        """The names of the columns in one row: the candidates differ from row to row."""
        if self.activation is not SOFTMAX:
            return self.columns
        return tuple(candidate_name(token) for token in self.trace.candidate_tokens[self.sentence][row])

    def table(self, head: int, state: State) -> TensorTable | None:
        """The numbers to export, seen in this State; None if there are none."""
        matrix = self.matrix(head)
        if matrix is None:
            return None
        return TensorTable(self, self.head_at(head) if self.heads else None, matrix, state)


def tensor(trace: Trace, anatomy: Anatomy, name: str, sentence: int) -> Tensor | None:
    """The tensor of this hook point, None for a name that this model does not have."""
    known = ((part, one) for part in anatomy.parts for one in part.activations if one.name == name)
    part, activation = (anatomy.softmax, SOFTMAX) if name == SOFTMAX.name else next(known, (None, None))
    if part is None or activation is None:
        return None
    attention, layer = _attention(part)
    numbers, what = _numbers(trace, activation, sentence), _map_name(name)
    there = numbers is not None or (attention and what and trace.has(attention, what, layer))
    masked = there and what in ("weights", "masked") and attention in trace.reasons
    return Tensor(
        trace, sentence, part, activation, numbers, "" if there else _missing(trace, activation, sentence), attention,
        layer, trace.reason(attention, sentence) if masked else None,
    )  # fmt: skip


def _map_name(hook: str) -> str:
    """The Trace's name for the map of a hook point, a key of SCORES; "" for anything but a map."""
    return _MAPS.get(hook.rsplit(".", 1)[-1], "")


def whole_weight(trace: Trace, weight: Weight) -> Source:
    """All numbers of a trained array of a run's model; a shared one has those of the parameter that it reads. Raises
    Refused if the model's files no longer have it."""
    array = own_weight(trace.model, weight.shared or weight.name)
    if array.shape != shape_sizes(weight.shape, lengths(trace.spec)):
        raise Refused("E-WEIGHT-SHAPE", tr("The model in its folder has changed since"))
    return Source(weight.name, (ALL,) * array.ndim, found=array)


def _attention(part: Part) -> tuple[str, int]:
    """(kind, layer) of an attention; ("", layer) of another part of a layer."""
    path = part.name.split(".")
    layer = int(path[2]) if len(path) > 2 and path[1] == "layers" else -1
    if part.kind != "attention":
        return "", layer
    return "cross" if path[-1] == "cross_attn" else path[0], layer


def _numbers(trace: Trace, activation: Activation, sentence: int) -> np.ndarray | None:
    """The recorded array cut to the sentence, in the activation's shape; None if nothing was recorded."""
    one, shape = trace.sentences[sentence], activation.shape
    sizes = {"S": len(one.source), "T": len(one.read)}
    if any(sizes.get(letter) == 0 for letter in shape):
        return None
    group, name = (trace.numbers, "candidates") if activation is SOFTMAX else (trace.arrays, activation.name)
    if name not in group:  # asked first: what is not listed may be too large to be made
        return None
    source = group[name]
    found = source[sentence] if source.ndim == len(shape) + 1 else source
    return found[tuple(slice(sizes.get(letter)) for letter in shape)]


def _missing(trace: Trace, activation: Activation, sentence: int) -> str:
    if "T" in activation.shape and not trace.sentences[sentence].read:
        return NOTHING_WRITTEN
    if _map_name(activation.name):
        return tr("This run has neither this map nor the queries and keys to compute it from.")
    return tr("It was not recorded in this run.")


@dataclass(frozen=True, eq=False)
class TensorTable:
    """One matrix of a tensor with the names of its rows and columns, to save or copy; `head` or None. `state` is that
    of the screen."""

    tensor: Tensor
    head: int | None
    values: np.ndarray
    state: State

    @property
    def name(self) -> str:
        """The base name of its file: the hook's name, and the head from 1."""
        return self.tensor.name + ("" if self.head is None else f"-head{self.head + 1}")

    @property
    def _tokens(self) -> list[tuple[str, ...]]:
        """The candidates whose probabilities are in each row; [] if the columns are the same in all rows."""
        rows = range(len(self.values) if self.tensor.activation is SOFTMAX else 0)
        return [self.tensor.row_columns(row) for row in rows]

    def _context(self) -> dict[str, Any]:
        """The context of the numbers; head None if there are none."""
        trace = self.tensor.trace
        one, info, shown = trace.sentences[self.tensor.sentence], trace.model, picture_state(self.state, trace)
        return {
            "hook": self.tensor.name, "head": self.head, "sentence": self.tensor.sentence,
            "source": one.source_text, "target": one.target_text, "model": info.name, "model_sha256": info.hash,
            "program": f"headscope {version()}", "run": "; ".join(differences(trace.run, trace)) or PLAIN,
            "state": json.dumps(shown.changes()), **shown.remaking("model"),
        }  # fmt: skip

    def _rows(self) -> list[list[object]]:
        """Headings, then one line for each row: its number, what it read and wrote, the numbers; a candidate's token
        comes before its probability."""
        tokens = self._tokens
        columns: Iterable[str] = self.tensor.columns or map(str, range(self.values.shape[1]))
        heading = chain.from_iterable((f"{name} token", name) for name in columns) if tokens else columns
        lines: list[list[object]] = [["row", "read", "written", *heading]]
        for place, (label, row) in enumerate(zip(self.tensor.rows, self.values.astype(np.float64), strict=True)):
            numbers: Iterable[object] = row.tolist()
            if tokens:
                numbers = chain.from_iterable(zip(tokens[place], numbers, strict=True))
            lines.append([place, label.read, label.written or "", *numbers])
        return lines

    def to_csv(self) -> bytes:
        """CSV as in RFC 4180; a number is the shortest text that reads back exactly. The last columns of every row have
        its context."""
        heading, *lines = self._rows()
        about = {name: "" if one is None else one for name, one in self._context().items()}
        return csv_with_context([str(one) for one in heading], lines, about, tokens=True)

    def to_tabs(self) -> str:
        """Tab-separated text for the clipboard; a token that may be taken for a formula gets an apostrophe."""
        return tab_text(self._rows())

    def to_npz(self) -> bytes:
        """NumPy's NPZ: the tensor of the sentence (all heads, if there are any) under its hook's name, and its
        words."""
        whole, shape, context = self.tensor.numbers, self.tensor.activation.shape, self._context()
        if whole is None:  # one head's matrix, without the others
            shape = shape[1:]
        else:
            context["head"] = None
        arrays = {
            self.tensor.name: self.values if whole is None else whole,
            "rows.read": np.array([label.read for label in self.tensor.rows], dtype=np.str_),
            "rows.written": np.array([label.written or "" for label in self.tensor.rows], dtype=np.str_),
            "columns": np.array(self.tensor.columns, dtype=np.str_),
        } | ({"tokens": np.array(self._tokens, dtype=np.str_)} if self._tokens else {})
        return npz_bytes(context | {"shape": list(shape)}, arrays)

    def to_json(self) -> bytes:
        """JSON: context, hook, shape, words and numbers; a number that JSON does not have is text."""
        rows = [list(map(plain_number, row)) for row in self.values.tolist()]
        document = {
            "context": self._context(), "hook": self.tensor.name, "head": self.head,
            "shape": list(self.tensor.activation.shape),
            "rows": [list(label) for label in self.tensor.rows], "columns": list(self.tensor.columns), "values": rows,
            **({"tokens": self._tokens} if self._tokens else {}),
        }  # fmt: skip
        return (json.dumps(document, ensure_ascii=True, allow_nan=False) + "\n").encode()
