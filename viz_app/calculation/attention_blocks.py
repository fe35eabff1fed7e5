"""The six steps of scaled dot-product attention as blocks of numbers, every one with its source. No Qt.

Shapes: M keys with the padding of the batch, K head width. See Vaswani et al. 2017, section 3.2.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from model_core import arithmetic
from model_core.provenance import Source, function
from model_core.source_lines import code_line
from model_core.trace import FUTURE, PADDING, SCORES, USER, VISIBLE, Trace
from viz_app import mask_cell, reading
from viz_app.calculation.content import Block, Number, Pager, Row
from viz_app.calculation.place import Choice, Place, page_count, shown_keys, shown_units, unit_sizes
from viz_app.calculation.wording import factor, low, number, sum_of_products, vector

VALUES = 4
"""How many keys' weighted values are written out."""
_UNIT_TIP = "The arrows at the right of the card show other units."
_REASONS = {FUTURE: "later", PADDING: "padding", USER: "forbidden by you"}


class AttentionBlocks:
    """The blocks of one cell. Words for rows and keys come from the Trace; numbers are read, never computed here."""

    def __init__(self, trace: Trace, place: Place, choice: Choice) -> None:
        self.trace, self.place, self.choice = trace, place, choice
        self.cell = (place.sentence, place.head, place.query)
        self.words = mask_cell.column_words(trace, place.kind, place.sentence)
        one = trace.sentences[place.sentence]
        self.row_word = reading.query_text(one, place.kind, place.query)
        self.key_word = self.words[place.key]
        self.tones = {"encoder": ("source", "source"), "decoder": ("target", "target")}.get(
            place.kind, ("target", "source")
        )
        self.weights_M = self._map_row("weights")
        width = trace.spec.head_width
        there = self._has("q") and self._has("k")
        sizes = unit_sizes(trace, place) if there else None
        self.units = shown_units(width, choice, 0, sizes)
        self.keys = shown_keys(self.weights_M, choice, place.key)

    # ---- reading the Trace

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
        place = self.place
        return arithmetic.score_row(self.trace, place.kind, what, place.layer, place.head, place.query, place.sentence)

    def _vector(self, what: str, row: int, look: str = "signed", key: int | None = None) -> tuple[Number, ...]:
        """The shown units of q, k, v or z of one row."""
        values, (b, h, _) = self._array(what)[self.cell[0], self.cell[1], row], self.cell
        name = self._name(what)
        return tuple(Number(float(values[i]), Source(name, (b, h, row, i)), look, key=key) for i in self.units)

    def _of_keys(self, what: str, look: str = "plain") -> tuple[Number, ...]:
        """The shown keys of a row of scores or weights."""
        values, name = self._map_row(what), self._name(what)
        return tuple(Number(float(values[m]), Source(name, (*self.cell, m)), look, key=m) for m in self.keys)

    def _whole(self, what: str, row: int) -> tuple[float, ...]:
        return tuple(map(float, self._array(what)[self.cell[0], self.cell[1], row]))

    def _missing(self, what: str, step: int, label: str) -> Row:
        reason = "not recorded: for a text this long it would take too much memory"
        if self.trace.model.recorded:
            reason = "not in this recording"
        return Row(step, label, missing=reason, code=code_line(self._name(what), self.trace.spec))

    def _pager(self) -> Pager:
        return unit_pager(self.units, self.trace.spec.head_width, self.choice, 0)

    # ---- the blocks

    def blocks(self) -> list[Block]:
        """Query, key and product; the row of scores; the weighted values."""
        return [self._product_block(), self._score_block(), self._value_block()]

    def _product_block(self) -> Block:
        rows = [self._query_row(), self._key_row(), self._product_row()]
        columns = tuple(str(unit + 1) for unit in self.units)
        about = "unit by unit: query times key, and the sum is the score"
        return Block("Query meets key", about, columns, tuple(rows), self._pager())

    def _query_row(self) -> Row:
        if not self._has("q"):
            return self._missing("q", 1, "query q")
        whole, width = self._whole("q", self.place.query), self.trace.spec.head_width
        formula = f"q = x · W_q{self._bias('q')} = {vector([whole[unit] for unit in self.units])}"
        return Row(
            1, "query q", self._vector("q", self.place.query), f"of “{self.row_word}”", tone=self.tones[0],
            whole=whole, scale="qk", formula=(formula, f"{width} of the model’s {self.trace.spec.d_model} units"),
            code=code_line(self._name("q"), self.trace.spec), tip=_UNIT_TIP,
        )  # fmt: skip

    def _key_row(self) -> Row:
        if not self._has("k"):
            return self._missing("k", 2, "key k")
        whole = self._whole("k", self.place.key)
        read = "m, the encoder’s output," if self.place.kind == "cross" else "x"
        formula = f"k = {read} · W_k{self._bias('k')} = {vector([whole[unit] for unit in self.units])}"
        return Row(
            2, "key k", self._vector("k", self.place.key), f"of “{self.key_word}”", tone=self.tones[1],
            whole=whole, scale="qk", formula=(formula.replace(", ·", " ·"),),
            code=code_line(self._name("k"), self.trace.spec), tip=_UNIT_TIP,
        )  # fmt: skip

    def _bias(self, letter: str) -> str:
        return f" + b_{letter}" if self.trace.spec.attention_bias else ""

    def _product_row(self) -> Row:
        if not (self._has("q") and self._has("k")):
            return self._missing("raw_scores", 3, "q · k")
        place, trace = self.place, self.trace
        given = place.given("kind", "layer", "head", "query", "key", "sentence")
        products_K = unit_sizes(trace, place)
        numbers = tuple(Number(float(products_K[i]), function("products", (i,), **given)) for i in self.units)
        total = self._score("raw_scores")
        q, k = (
            [number.value for number in self._vector(what, row)] for what, row in (("q", place.query), ("k", place.key))
        )
        formula = sum_of_products(q, k, total.value if total else float(products_K.sum()))
        return Row(
            3, "q × k", numbers, f"Σ of all {len(products_K)} =" if total else "", total,
            whole=tuple(map(float, products_K)), scale="product", strong=True, formula=(f"q·k = Σᵢ qᵢkᵢ = {formula}",),
            code=code_line(self._name("raw_scores"), trace.spec),
        )  # fmt: skip

    def _score(self, what: str) -> Number | None:
        """A recorded number of the chosen cell, None where it was not recorded."""
        if not self._has(what):
            return None
        index = (*self.cell, self.place.key)
        return Number(
            float(self._map_row(what)[self.place.key]), Source(self._name(what), index), "plain", key=self.place.key
        )

    # ---- the row of scores

    def _score_block(self) -> Block:
        rows = [self._raw_row(), self._scaled_row(), self._mask_row(), self._raised_row(), self._weight_row()]
        total, shown = len(self.weights_M), len(self.keys)
        words = f"{shown} of {total} keys: the chosen one and the strongest" if shown < total else ""
        about = f"“{self.row_word}” compares itself with every key"
        columns = tuple(self.words[m] for m in self.keys)
        chosen = self.keys.index(self.place.key)
        return Block("From scores to weights", about, columns, tuple(rows), Pager(words), tuple(self.keys), chosen)

    def _row(self, step: int, what: str, label: str, note: str, formula: Sequence[str]) -> Row:
        """One recorded row over the keys."""
        if not self._has(what):
            return self._missing(what, step, label)
        finite = tuple(float(value) if math.isfinite(value) else 0.0 for value in self._map_row(what))
        code = code_line(self._name(what), self.trace.spec)
        return Row(
            step, label, self._of_keys(what), note, whole=finite, scale="score", formula=tuple(formula), code=code
        )

    def _raw_row(self) -> Row:
        score = self._score("raw_scores")
        words = number(score.value) if score else ""
        return self._row(3, "raw_scores", "q·k", "one score per key", (f"q·k = Σᵢ qᵢkᵢ = {words}",))

    def _scaled_row(self) -> Row:
        width = self.trace.spec.head_width
        raw, scaled = self._score("raw_scores"), self._score("scores")
        words = f"q·k / √K = {number(raw.value)} / √{width} = {number(scaled.value)}" if raw and scaled else ""
        return self._row(4, "scores", f"÷ √{width}", "keeps the softmax soft", (words,))

    def _mask_row(self) -> Row:
        reasons_M = self.trace.reasons[self.place.kind][self.place.sentence, self.place.query]
        name, (b, _, q) = f"reasons.{self.place.kind}", self.cell
        numbers = tuple(
            Number(float(reasons_M[m]), Source(name, (b, q, m)), "mask", int(reasons_M[m]), m) for m in self.keys
        )
        counts = {reason: int(np.count_nonzero(reasons_M == reason)) for reason in _REASONS}
        words = ", ".join(f"{counts[reason]:,} {_REASONS[reason]}" for reason in _REASONS if counts[reason])
        own = int(reasons_M[self.place.key])
        says = (
            "may be read: its score stays" if own == VISIBLE else f"{mask_cell.REASON_TEXT[own]}: its score becomes −∞"
        )
        return Row(
            4, "mask", numbers, f"hidden: {words}" if words else "all may be read",
            whole=tuple(map(float, reasons_M)), formula=(f"“{self.key_word}” {says}",),
            code=code_line(self._name("masked_scores"), self.trace.spec),
        )  # fmt: skip

    def _given(self) -> dict[str, int | str]:
        return self.place.given("kind", "layer", "head", "query", "sentence")

    def _raised_row(self) -> Row:
        if not self._has("masked_scores"):
            return self._missing("weights", 5, "e^(s − max)")
        given, place = self._given(), self.place
        call = (self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        raised_M, total, most = arithmetic.raised(*call), arithmetic.raised_sum(*call), arithmetic.largest_score(*call)
        numbers = tuple(
            Number(float(raised_M[m]), function("raised", (m,), **given), "plain", key=m) for m in self.keys
        )
        masked = float(self._map_row("masked_scores")[place.key])
        formula = f"e^(s − max s) = e^({number(masked)} − {factor(float(most))}) = {number(float(raised_M[place.key]))}"
        why = "max s, the largest score of the row, is taken away first: the same weights, and no number too large"
        return Row(
            5, "e^(s − max)", numbers, "Σ =", Number(float(total), function("raised_sum", (), **given), "plain"),
            whole=tuple(map(float, raised_M)), scale="raised", formula=(formula, why),
            code=code_line("model_core.arithmetic.raised", self.trace.spec),
            tip="As the softmax does it, the row’s largest score is taken away first.",
        )  # fmt: skip

    def _weight_row(self) -> Row:
        given, place = self._given(), self.place
        total = arithmetic.weight_sum(self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        own = float(self.weights_M[place.key])
        formula = f"w = {number(own)}"
        if self._has("masked_scores"):
            call = (self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
            top, below = float(arithmetic.raised(*call)[place.key]), float(arithmetic.raised_sum(*call))
            formula = f"w = e^(s − max s) / Σ = {number(top)} / {number(below)} = {number(own)}"
        return Row(
            5, "weight", self._of_keys("weights", "weight"), "Σ =",
            Number(float(total), function("weight_sum", (), **given), "plain"),
            whole=tuple(map(float, self.weights_M)), scale="weight", strong=True, formula=(formula,),
            code=code_line(self._name("weights"), self.trace.spec),
        )  # fmt: skip

    # ---- values

    def _value_block(self) -> Block:
        if not (self._has("v") and self._has("head_outputs")):
            return Block("Weighted values", "", (), (self._missing("v", 6, "value v"),))
        code = code_line(self._name("v"), self.trace.spec)
        whole = self._whole("v", self.place.key)
        read = "m" if self.place.kind == "cross" else "x"
        own = Row(
            6, f"v of “{self.key_word}”", self._vector("v", self.place.key), "its value", tone=self.tones[1],
            whole=whole, scale="value", formula=(f"v = {read} · W_v{self._bias('v')} = {vector(whole)}",), code=code,
        )  # fmt: skip
        rows = [own, *self._weighted_rows(), self._z_row()]
        about = "each key’s value, times its weight; the sum over all keys is z, what this head gives"
        columns = tuple(str(unit + 1) for unit in self.units)
        return Block("Weighted values", about, columns, tuple(rows), self._pager())

    def _weighted_rows(self) -> list[Row]:
        given, place = self._given(), self.place
        products_MK = arithmetic.weighted(self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        order = [int(m) for m in np.argsort(-np.nan_to_num(self.weights_M), kind="stable")[:VALUES]]
        order = order if place.key in order else [*order[:-1], place.key]
        order = [m for m in order if m == place.key or self.weights_M[m] != 0]
        hidden = int(np.count_nonzero(self.weights_M)) - sum(bool(self.weights_M[m]) for m in order)
        rows = []
        for at, m in enumerate(order):
            numbers = tuple(
                Number(float(products_MK[m, i]), function("weighted", (m, i), **given), key=m) for i in self.units
            )
            weight = Number(float(self.weights_M[m]), Source(self._name("weights"), (*self.cell, m)), "weight", key=m)
            last = at == len(order) - 1 and hidden
            note = f"and {hidden:,} more key{'s' if hidden > 1 else ''} in the sum" if last else ""
            word = self.words[m]
            first = float(self._array("v")[self.cell[0], self.cell[1], m, self.units[0]])
            line = (
                f"w · v{low(self.units[0] + 1)} = {factor(weight.value)}·{factor(first)} = {number(numbers[0].value)}"
            )
            rows.append(
                Row(6, f"{number(weight.value, 3)} × {word}", numbers, note, whole=tuple(map(float, products_MK[m])),
                    scale="value", formula=(line,), code=code_line("model_core.arithmetic.weighted", self.trace.spec))
            )  # fmt: skip
        return rows

    def _z_row(self) -> Row:
        unit = self.units[0]
        values_M = self._array("v")[self.cell[0], self.cell[1], : len(self.weights_M), unit]
        order = np.argsort(-np.nan_to_num(self.weights_M), kind="stable")
        z = self._vector("head_outputs", self.place.query)
        weights, values = [[float(array[m]) for m in order] for array in (self.weights_M, values_M)]
        formula = f"z{low(unit + 1)} = Σ w·v = {sum_of_products(weights, values, z[0].value)}"
        whole = self._whole("head_outputs", self.place.query)
        return Row(
            6, "z = Σ", z, "this head’s output", tone=self.tones[0], whole=whole,
            scale="value", strong=True, formula=(formula,), code=code_line(self._name("head_outputs"), self.trace.spec),
        )  # fmt: skip


def unit_pager(units: Sequence[int], total: int, choice: Choice, sort: int) -> Pager:
    """What the card says of the units it shows: "units 1–8 of 64"."""
    if len(units) == total:
        return Pager("all units" if total > 1 else "one unit")
    pages, page = page_count(total, choice.units), choice.pages[sort] % page_count(total, choice.units)
    if choice.order == "most":
        return Pager(f"{len(units)} of {total:,} units, those that add most", sort, pages)
    return Pager(f"units {units[0] + 1}–{units[-1] + 1} of {total:,} · page {page + 1} of {pages}", sort, pages)


__all__ = ["AttentionBlocks", "unit_pager"]
