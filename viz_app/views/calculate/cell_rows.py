"""What every row about one cell reads of the Trace, and the mathematics of each row in plain Unicode. No Qt.

Shapes: M keys with the padding of the batch, K head width.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.edited import edit_formula
from model_core.explain.provenance import Source
from model_core.explain.rules import NOTHING_READ, bias
from model_core.explain.source_lines import code_line
from model_core.record.edits import HeadPlace
from model_core.record.trace import SCORES, Trace
from viz_app.data import map_text, selection
from viz_app.data.number_format import ELLIPSIS, factor, figures
from viz_app.system.language import tr, translated
from viz_app.views.calculate.blocks import Number, Pager, PageRow
from viz_app.views.calculate.cell_position import (
    Choice,
    Place,
    page_count,
    shown_keys,
    shown_units,
    shown_value_units,
    unit_sizes,
)
from viz_app.views.calculate.einsums import einsum_line

_MADE_IN = {"products": "raw_scores", "raised": "weights", "weighted": "head_outputs"}
"""What is written out here step by step -> the tensor in whose line the model computes it."""
TERMS = 3
"""How many terms of a sum are written out, before the dots."""
NOTHING = translated(NOTHING_READ)


class CellRows:
    """Reads for one cell; numbers are read, never computed here."""

    def __init__(self, trace: Trace, place: Place, choice: Choice) -> None:
        self.trace, self.place, self.choice = trace, place, choice
        self.cell = (place.sentence, place.head, place.query)
        self.given = place.arguments("kind", "layer", "head", "query", "sentence")
        self.words = map_text.padded_columns(trace, place.kind, place.sentence)
        one = trace.sentences[place.sentence]
        self.row_words = selection.query_name(one, place.kind, place.query)
        self.key_word = self.words[place.key]
        self.tones = place.tones
        self.weights_M = self._map_row("weights")
        self.spec = trace.spec.for_stack(place.kind)
        width = self.spec.head_width
        there = self._has("q") and self._has("k")
        sizes = unit_sizes(trace, place) if there else None
        self.units = shown_units(width, choice, 0, sizes)
        self.value_units = shown_value_units(trace, place, choice)
        self.keys = shown_keys(self.weights_M, choice, place.key)

    def _name(self, what: str) -> str:
        return self.trace.name(self.place.kind, what, self.place.layer)

    def _has(self, what: str) -> bool:
        """Whether the numbers are there, or can be made from what was recorded."""
        short = next((one for one, name in SCORES.items() if name == what), what)
        return self.trace.has(self.place.kind, short, self.place.layer)

    def _array(self, what: str) -> np.ndarray:
        return self.trace.arrays[self._name(what)]

    def _map_row(self, what: str) -> np.ndarray:
        """(M,) the row of scores or weights."""
        row: np.ndarray = arithmetic.score_row(self.trace, what=what, **self.given)
        return row

    def _vector(self, what: str, row: int) -> tuple[Number, ...]:
        """The shown units of q, k, v or z of one row."""
        values, (b, h, _) = self._whole(what, row), self.cell
        name, units = self._name(what), self.units if what in ("q", "k") else self.value_units
        return tuple(Number(float(values[i]), Source(name, (b, h, row, i))) for i in units)

    def _of_keys(self, values_M: np.ndarray, name: str, look: str = "plain") -> tuple[Number, ...]:
        """The shown keys of a row of a recorded map."""
        return tuple(Number(float(values_M[m]), Source(name, (*self.cell, m)), look, key=m) for m in self.keys)

    def _whole(self, what: str, row: int) -> np.ndarray:
        """All units of q, k, v or z of one row."""
        values: np.ndarray = self._array(what)[self.cell[0], self.cell[1], row]
        return values

    def _row(
        self, step: int, label: str, what: str, numbers: Sequence[Number], values: Iterable[float], *formula: str,
        **more: Any,
    ) -> PageRow:  # fmt: skip
        """A row of which `values` are all numbers; `what` is computed in the line of code that it names."""
        code = code_line(self._name(_MADE_IN.get(what.rpartition(".")[2], what)), self.trace.spec)
        whole = tuple(values.astype(np.float64).tolist() if isinstance(values, np.ndarray) else map(float, values))
        einsum = einsum_line(self.trace, self.place.kind, "raw_scores" if what == "products" else what)
        return PageRow(
            step, label, tuple(numbers), whole=whole, formula=formula, code=code, einsum=einsum if label else "", **more
        )

    def _missing(self, what: str, step: int, label: str) -> PageRow:
        reason = tr("not recorded: for a text this long it would take too much memory")
        if self.trace.model.recorded:
            reason = tr("not in this recording")
        return PageRow(step, label, missing=reason, code=code_line(self._name(what), self.trace.spec))

    def _edited(self, what: str, *place: int) -> str:
        """What an edit made of the number of this row, in words; "" where nothing."""
        return translated(edit_formula(self.trace, self._name(what), (*self.cell, *place)))

    def _is_off(self) -> bool:
        """Whether this head is switched off in this run."""
        place = self.place
        return HeadPlace(place.kind, place.layer, place.head) in self.trace.run.edits.heads_off

    def _bias(self, letter: str) -> str:
        return bias(f"b_{letter}", self.trace.spec.attention_bias)

    def _read(self) -> str:
        """What keys and values are made of."""
        return "x_enc" if self.place.kind == "cross" else "x"

    def _memory_words(self) -> tuple[str, ...]:
        return (tr("x_enc is the encoder’s output"),) if self.place.kind == "cross" else ()


def unit_pager(units: Sequence[int], total: int, choice: Choice, sort: int) -> Pager:
    """What the card says of the units it shows: "units 1–8 of 64"."""
    if len(units) == total:
        return Pager(tr("all units") if total > 1 else tr("one unit"))
    pages, page = page_count(total, choice.units), choice.pages[sort] % page_count(total, choice.units)
    if choice.order == "most":
        return Pager(tr("{count} of {total:,} units, those that add most", count=len(units), total=total), sort, pages)
    return Pager(
        tr(
            "units {first}–{last} of {total:,} · page {page} of {pages}",
            first=units[0] + 1,
            last=units[-1] + 1,
            total=total,
            page=page + 1,
            pages=pages,
        ),
        sort,
        pages,
    )


def sum_of_products(left: Sequence[float], right: Sequence[float], total: float, count: int) -> str:
    """ "0.41·0.90 + (−1.20)·(−1.60) + … = 23.41"; the first few of `count` terms."""
    terms = [f"{factor(a)}·{factor(b)}" for a, b in zip(left[:TERMS], right[:TERMS], strict=True)]
    terms += [ELLIPSIS] if count > len(terms) else []
    return f"{' + '.join(terms)} = {figures(total)}"


def vector(values: Sequence[float], count: int) -> str:
    """ "(0.41, −1.20, 0.88, …)": the first few of `count` numbers."""
    shown = [figures(value, 4) for value in values[:TERMS]]
    shown += [ELLIPSIS] if count > len(shown) else []
    return f"({', '.join(shown)})"
