"""Each key's value times its weight, and their sum z, this head's output. No Qt. Vaswani et al. 2017, section 3.2.1.

Shapes: M keys with the padding of the batch.
"""

from __future__ import annotations

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.provenance import Source, function
from model_core.explain.source_lines import code_line
from viz_app.data.number_format import factor, figures
from viz_app.views.calculate.blocks import Block, Number, PageRow
from viz_app.views.calculate.cell_rows import CellRows, unit_pager
from viz_app.views.calculate.formulas import low, sum_of_products, vector

VALUES = 4
"""How many keys' weighted values are written out."""


class ValueBlock(CellRows):
    """The block of the weighted values of one cell's row."""

    def block(self) -> Block:
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
        order = [int(m) for m in np.argsort(-np.nan_to_num(self.weights_M), kind="stable")[:VALUES]]
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


__all__ = ["VALUES", "ValueBlock"]
