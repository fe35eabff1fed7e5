"""The six steps of scaled dot-product attention as blocks of numbers, every one with its source. No Qt.

Shapes: M keys with the padding of the batch, K head width. See Vaswani et al. 2017, section 3.2.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.provenance import Source, function
from model_core.explain.rules import adds_distance, divisor, mask_number, scale_rule
from model_core.explain.source_lines import code_line
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE
from viz_app.data.number_format import factor, figures
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.views.calculate.blocks import Block, Number, Pager, PageRow
from viz_app.views.calculate.cell_position import unit_sizes
from viz_app.views.calculate.cell_rows import CellRows, low, sum_of_products, unit_pager, vector

_VALUES = 4  # keys whose weighted values are written out
_UNIT_TIP = "The arrows at the right of the card show other units."
_REASONS = {FUTURE: "later", PADDING: "padding", USER: "forbidden by you"}


class AttentionBlocks(CellRows):
    """The blocks of one cell: query, key and product; the row of scores; the weighted values."""

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

    def _query_row(self) -> PageRow:
        if not self._has("q"):
            return self._missing("q", 1, "query q")
        whole, width = self._whole("q", self.place.query), self.trace.spec.head_width
        formula = f"q = x · W_q{self._bias('q')} = {vector([whole[unit] for unit in self.units])}"
        return PageRow(
            1, "query q", self._vector("q", self.place.query), f"of “{self.row_word}”", tone=self.tones[0],
            whole=whole, scale="qk", formula=(formula, self._width_words(width)),
            code=code_line(self._name("q"), self.trace.spec), tip=_UNIT_TIP,
        )  # fmt: skip

    def _width_words(self, width: int) -> str:
        spec = self.trace.spec
        shared = width * spec.heads == spec.d_model
        return f"{width} of the model’s {spec.d_model} units" if shared else f"{width} units, out of all {spec.d_model}"

    def _key_row(self) -> PageRow:
        if not self._has("k"):
            return self._missing("k", 2, "key k")
        whole = self._whole("k", self.place.key)
        formula = f"k = {self._read()} · W_k{self._bias('k')} = {vector([whole[unit] for unit in self.units])}"
        return PageRow(
            2, "key k", self._vector("k", self.place.key), f"of “{self.key_word}”", tone=self.tones[1],
            whole=whole, scale="qk", formula=(formula, *self._memory_words()),
            code=code_line(self._name("k"), self.trace.spec), tip=_UNIT_TIP,
        )  # fmt: skip

    def _product_row(self) -> PageRow:
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
        return PageRow(
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
        rows = [self._raw_row(), self._scaled_row(), *self._distance_rows(), self._mask_row()]
        rows += [self._raised_row(), self._weight_row()]
        total, shown = len(self.weights_M), len(self.keys)
        words = f"{shown} of {total} keys: the chosen one and the strongest" if shown < total else ""
        about = f"“{self.row_word}” compares itself with every key"
        columns = tuple(self.words[m] for m in self.keys)
        chosen = self.keys.index(self.place.key)
        keys, tone = tuple(self.keys), self.tones[1]
        return Block("From scores to weights", about, columns, tuple(rows), Pager(words), keys, chosen, tone)

    def _row(self, step: int, what: str, label: str, note: str, formula: Sequence[str]) -> PageRow:
        """One recorded row over the keys."""
        if not self._has(what):
            return self._missing(what, step, label)
        finite = tuple(float(value) if math.isfinite(value) else 0.0 for value in self._map_row(what))
        code = code_line(self._name(what), self.trace.spec)
        return PageRow(
            step, label, self._of_keys(what), note, whole=finite, scale="score", formula=tuple(formula), code=code
        )

    def _raw_row(self) -> PageRow:
        score = self._score("raw_scores")
        words = figures(score.value) if score else ""
        return self._row(3, "raw_scores", "q·k", "one score per key", (f"q·k = Σᵢ qᵢkᵢ = {words}",))

    def _scaled_row(self) -> PageRow:
        raw, scaled, below = self._score("raw_scores"), self._score("scores"), divisor(self.trace.spec)
        words = scale_rule(self.trace.spec)
        if raw and scaled and below:
            letter = "K" if self.trace.spec.attention_scale == "head" else "D"
            words = f"s = q·k / √{letter} = {figures(raw.value)} / {below} = {figures(scaled.value)}"
        note = "keeps the softmax soft" if below else "not divided in this model"
        return self._row(4, "scores", f"÷ {below}" if below else "s = q·k", note, (words,))

    def _distance_rows(self) -> list[PageRow]:
        """What the distance of query and key adds, in a model with relative positions."""
        if not adds_distance(self.trace.spec, self.place.kind):
            return []
        name = f"{self.place.kind}.distances.bias"
        if name not in self.trace.arrays:
            return [PageRow(4, "+ distance", missing="not recorded in this run")]
        bias_M = self.trace.arrays[name][self.cell]
        numbers = tuple(Number(float(bias_M[m]), Source(name, (*self.cell, m)), "plain", key=m) for m in self.keys)
        formula = f"b, a trained number for this distance and head = {figures(float(bias_M[self.place.key]))}"
        return [
            PageRow(4, "+ distance", numbers, "by how far apart", whole=tuple(map(float, bias_M)), scale="score",
                formula=(formula,), code=code_line(name, self.trace.spec))
        ]  # fmt: skip

    def _mask_row(self) -> PageRow:
        reasons_M = self.trace.reasons[self.place.kind][self.place.sentence, self.place.query]
        name, (b, _, q) = f"reasons.{self.place.kind}", self.cell
        numbers = tuple(
            Number(float(reasons_M[m]), Source(name, (b, q, m)), "mask", int(reasons_M[m]), m) for m in self.keys
        )
        counts = {reason: int(np.count_nonzero(reasons_M == reason)) for reason in _REASONS}
        words = ", ".join(f"{counts[reason]:,} {_REASONS[reason]}" for reason in _REASONS if counts[reason])
        own = int(reasons_M[self.place.key])
        becomes = f"{REASON_TERMS[own].why}: its score becomes {mask_number(self.trace)}"
        says = "may be read: its score stays" if own == VISIBLE else becomes
        return PageRow(
            4, "mask", numbers, f"hidden: {words}" if words else "all may be read",
            whole=tuple(map(float, reasons_M)), formula=(f"“{self.key_word}” {says}",),
            code=code_line(self._name("masked_scores"), self.trace.spec),
        )  # fmt: skip

    def _raised_row(self) -> PageRow:
        if not self._has("masked_scores"):
            return self._missing("weights", 5, "e^(s − max)")
        given, place = self._given(), self.place
        call = (self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        raised_M, total, most = arithmetic.raised(*call), arithmetic.raised_sum(*call), arithmetic.largest_score(*call)
        numbers = tuple(
            Number(float(raised_M[m]), function("raised", (m,), **given), "plain", key=m) for m in self.keys
        )
        masked = float(self._map_row("masked_scores")[place.key])
        formula = (
            f"e^(s − max s) = e^({figures(masked)} − {factor(float(most))}) = {figures(float(raised_M[place.key]))}"
        )
        why = "max s, the largest score of the row, is taken away first: the same weights, and no number too large"
        return PageRow(
            5, "e^(s − max)", numbers, "Σ =", Number(float(total), function("raised_sum", (), **given), "plain"),
            whole=tuple(map(float, raised_M)), scale="raised", formula=(formula, why),
            code=code_line("model_core.analysis.arithmetic.raised", self.trace.spec),
            tip="As the softmax does it, the row’s largest score is taken away first.",
        )  # fmt: skip

    def _weight_row(self) -> PageRow:
        given, place = self._given(), self.place
        total = arithmetic.weight_sum(self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        own = float(self.weights_M[place.key])
        formula = f"w = {figures(own)}"
        if self._has("masked_scores"):
            call = (self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
            top, below = float(arithmetic.raised(*call)[place.key]), float(arithmetic.raised_sum(*call))
            formula = f"w = e^(s − max s) / Σ = {figures(top)} / {figures(below)} = {figures(own)}"
        return PageRow(
            5, "weight", self._of_keys("weights", "weight"), "Σ =",
            Number(float(total), function("weight_sum", (), **given), "plain"),
            whole=tuple(map(float, self.weights_M)), scale="weight", strong=True, formula=(formula,),
            code=code_line(self._name("weights"), self.trace.spec),
        )  # fmt: skip

    # ---- the weighted values

    def _value_block(self) -> Block:
        """The values of the strongest keys, and z."""
        if not (self._has("v") and self._has("head_outputs")):
            return Block("Weighted values", "", (), (self._missing("v", 6, "value v"),))
        code = code_line(self._name("v"), self.trace.spec)
        whole = self._whole("v", self.place.key)
        read = self._read()
        own = PageRow(
            6, f"v of “{self.key_word}”", self._vector("v", self.place.key), "its value", tone=self.tones[1],
            whole=whole, scale="value", formula=(f"v = {read} · W_v{self._bias('v')} = {vector(whole)}",), code=code,
        )  # fmt: skip
        rows = [own, *self._weighted_rows(), self._z_row()]
        about = "each key’s value, times its weight; the sum over all keys is z, what this head gives"
        columns = tuple(str(unit + 1) for unit in self.value_units)
        pager = unit_pager(self.value_units, self.trace.spec.value_width, self.choice, 0)
        return Block("Weighted values", about, columns, tuple(rows), pager)

    def _weighted_rows(self) -> list[PageRow]:
        given, place = self._given(), self.place
        products_MK = arithmetic.weighted(self.trace, place.kind, place.layer, place.head, place.query, place.sentence)
        order = [int(m) for m in np.argsort(-np.nan_to_num(self.weights_M), kind="stable")[:_VALUES]]
        order = order if place.key in order else [*order[:-1], place.key]
        order = [m for m in order if m == place.key or self.weights_M[m] != 0]
        hidden = int(np.count_nonzero(self.weights_M)) - sum(bool(self.weights_M[m]) for m in order)
        rows = []
        for at, m in enumerate(order):
            numbers = tuple(
                Number(float(products_MK[m, i]), function("weighted", (m, i), **given), key=m) for i in self.value_units
            )
            weight = Number(float(self.weights_M[m]), Source(self._name("weights"), (*self.cell, m)), "weight", key=m)
            last = at == len(order) - 1 and hidden
            note = f"+ {hidden:,} more key{'s' if hidden > 1 else ''}" if last else ""
            word = self.words[m]
            first = float(self._array("v")[self.cell[0], self.cell[1], m, self.value_units[0]])
            unit = low(self.value_units[0] + 1)
            line = f"w · v{unit} = {factor(weight.value)}·{factor(first)} = {figures(numbers[0].value)}"
            rows.append(
                PageRow(6, f"{figures(weight.value, 3)} × {word}", numbers, note,
                    whole=tuple(map(float, products_MK[m])), scale="value", formula=(line,),
                    code=code_line("model_core.analysis.arithmetic.weighted", self.trace.spec))
            )  # fmt: skip
        return rows

    def _z_row(self) -> PageRow:
        unit = self.value_units[0]
        values_M = self._array("v")[self.cell[0], self.cell[1], : len(self.weights_M), unit]
        order = np.argsort(-np.nan_to_num(self.weights_M), kind="stable")
        z = self._vector("head_outputs", self.place.query)
        weights, values = [[float(array[m]) for m in order] for array in (self.weights_M, values_M)]
        formula = f"z at unit {unit + 1} = Σ w·v = {sum_of_products(weights, values, z[0].value)}"
        label, note = "z = Σ", "this head’s output"
        if self._is_off():
            label, note, formula = "z = 0", "head switched off", "z = 0: this head is switched off in this run"
        whole = self._whole("head_outputs", self.place.query)
        return PageRow(
            6, label, z, note, tone=self.tones[0], whole=whole, scale="value", strong=True,
            formula=(formula,), code=code_line(self._name("head_outputs"), self.trace.spec),
        )  # fmt: skip
