"""The six steps of scaled dot-product attention as blocks of numbers, each with its source. No Qt.

Shapes: M keys with the padding of the batch, K head width. See Vaswani et al. 2017, section 3.2.1.
"""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.provenance import Source, function
from model_core.explain.rules import adds_position_bias, divisor, divisor_letter, mask_number, scale_rule
from model_core.explain.source_lines import code_line
from model_core.record.edits import HeadPlace
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE
from viz_app.data.map_text import row_name, row_phrase
from viz_app.data.number_format import factor, figures, subscript
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.system.language import capitalised, tr, translated
from viz_app.views.calculate.blocks import Block, Number, Pager, PageRow, numbers_of
from viz_app.views.calculate.cell_rows import NOTHING, TERMS, CellRows, sum_of_products, unit_block, unit_sizes, vector

_VALUES = 4  # keys whose weighted values are written out
_UNIT_TIP = tr("The arrows on the right of the card show other units.")
_REASONS = {FUTURE: tr("later", "a hidden key"), PADDING: tr("padding"), USER: tr("forbidden by hand")}
_NAMES = {"query": tr("query"), "key": tr("key")}


class AttentionBlocks(CellRows):
    """The blocks of one cell: query, key and product; the row of scores; the weighted values."""

    # ---- the blocks

    def blocks(self) -> list[Block]:
        """Query, key and product; the row of scores; the weighted values."""
        return [self._product_block(), self._score_block(), self._value_block()]

    def _product_block(self) -> Block:
        place, spec = self.place, self.spec
        sizes = {"count": spec.head_width, "width": spec.d_model}
        width = tr("{count} units, out of all {width}", **sizes)
        if spec.head_width * spec.heads == spec.d_model:
            width = tr("{count} of the model’s {width} units", **sizes)
        memory = [tr("x_enc is the encoder’s output")] if place.kind == "cross" else []
        rows = (
            self._vector_row(1, "query", place.query, row_name(*self.row_words), "x", width),
            self._vector_row(2, "key", place.key, self.key_word, self._read(), *memory),
            self._product_row(),
        )
        about = tr("query times key, unit by unit; the sum is the score")
        return unit_block(tr("Query meets key"), about, rows, self.units, spec.head_width, self.choice, 0)

    def _vector_row(self, step: int, name: str, row: int, word: str, reads: str, *more: str) -> PageRow:
        """The query of one row, or the key of one."""
        what, label = name[0], f"{_NAMES[name]} {name[0]}"
        if not self._has(what):
            return self._missing(what, step, label)
        whole, tone = self._whole(what, row), self.tones[step - 1]
        numbers = self._vector(what, row)
        first = vector(numbers.floats, len(whole))
        formula = f"{what} = {reads} · W_{what}{self._bias(what)} = {first}"
        return self._row(
            step, label, what, numbers, whole, formula, *more, note=tr("of “{word}”", word=word), tone=tone,
            scale="qk", tip=_UNIT_TIP,
        )  # fmt: skip

    def _product_row(self) -> PageRow:
        if not self._has("q", "k"):
            return self._missing("raw_scores", 3, "q · k")
        place, products_K = self.place, unit_sizes(self.trace, self.place)
        given = place.arguments("kind", "layer", "head", "query", "key", "sentence")
        numbers = numbers_of(products_K, self.units, lambda unit: function("products", (unit,), **given))
        total = self._score("raw_scores")
        q, k = (self._vector(*which).floats for which in (("q", place.query), ("k", place.key)))
        formula = sum_of_products(q, k, total.value if total else float(products_K.sum()), len(products_K))
        said = tr("Σ of all {count} =", count=len(products_K))
        return self._row(
            3, "q × k", "products", numbers, products_K, f"q·k = Σᵢ qᵢkᵢ = {formula}", note=said if total else "",
            result=total, scale="product", strong=True, figure=(said, total) if total else None,
        )  # fmt: skip

    def _score(self, what: str) -> Number | None:
        """A recorded number of the chosen cell, None if it was not recorded."""
        if not self._has(what):
            return None
        key = self.place.key
        return Number(float(self._map_row(what)[key]), Source(self._name(what), (*self.cell, key)), "plain", key=key)

    # ---- the row of scores

    def _score_block(self) -> Block:
        rows = [self._raw_row(), self._scaled_row(), *self._distance_rows(), self._mask_row()]
        rows += [self._raised_row(), self._weight_row()]
        total, shown = len(self.weights_M), len(self.keys)
        words = ""
        if shown < total:
            words = tr("{shown} of {total} keys: the selected one and the strongest", shown=shown, total=total)
        row = row_phrase(*self.row_words)
        about = tr("{row} is compared with every key", row=capitalised(row))
        columns = tuple(self.words[m] for m in self.keys)
        chosen = self.keys.index(self.place.key)
        keys, tone = tuple(self.keys), self.tones[1]
        return Block(tr("From scores to weights"), about, columns, tuple(rows), Pager(words), keys, chosen, tone)

    def _score_row(self, step: int, what: str, label: str, note: str, formula: str) -> PageRow:
        """One recorded row over the keys."""
        if not self._has(what):
            return self._missing(what, step, label)
        return self._key_row(step, label, what, self._map_row(what), formula, note=note, scale="score")

    def _raw_row(self) -> PageRow:
        score = self._score("raw_scores")
        words = figures(score.value) if score else ""
        return self._score_row(3, "raw_scores", "q·k", tr("one score per key"), f"q·k = Σᵢ qᵢkᵢ = {words}")

    def _scaled_row(self) -> PageRow:
        raw, scaled, below = self._score("raw_scores"), self._score("scores"), divisor(self.spec)
        words = translated(scale_rule(self.spec))
        if raw and scaled and below:
            words = f"s = q·k / {divisor_letter(self.spec)} = {figures(raw.value)} / {below} = {figures(scaled.value)}"
        note = tr("keeps the softmax soft") if below else tr("not divided in this model")
        return self._score_row(4, "scores", f"÷ {below}" if below else "s = q·k", note, words)

    def _distance_rows(self) -> list[PageRow]:
        """What the distance between query and key adds, in a model with relative positions."""
        if not adds_position_bias(self.trace.spec, self.place.kind):
            return []
        name = f"{self.place.kind}.distances.bias"
        if name not in self.trace.arrays:
            return [PageRow(4, tr("+ distance"), missing=tr("not recorded in this run"))]
        bias_M, cell = self.trace.arrays[name][self.cell], self.cell
        number = figures(float(bias_M[self.place.key]))
        formula = tr("b, a trained number for this distance and head = {number}", number=number)
        return [
            self._key_row(
                4, tr("+ distance"), name, bias_M, formula, source=lambda key: Source(name, (*cell, key)),
                note=tr("by their distance"), scale="score",
            )
        ]  # fmt: skip

    def _mask_row(self) -> PageRow:
        reasons_M = self.trace.reasons[self.place.kind][self.place.sentence, self.place.query]
        name, (b, _, q) = f"reasons.{self.place.kind}", self.cell
        numbers = [
            Number(float(reasons_M[m]), Source(name, (b, q, m)), "mask", int(reasons_M[m]), m) for m in self.keys
        ]
        counts = {reason: int(np.count_nonzero(reasons_M == reason)) for reason in _REASONS}
        words = ", ".join(f"{counts[reason]:,} {_REASONS[reason]}" for reason in _REASONS if counts[reason])
        own, formula = int(reasons_M[self.place.key]), tr("“{key}” may be read: its score stays", key=self.key_word)
        if own != VISIBLE:
            why, number = REASON_TERMS[own].why, mask_number(self.trace, self.place.kind)
            formula = tr("“{key}” {why}: its score becomes {number}", key=self.key_word, why=why, number=number)
        note = tr("hidden: {reasons}", reasons=words) if words else tr("all may be read")
        return self._row(4, tr("mask"), "masked_scores", numbers, reasons_M, formula, note=note)

    def _raised_row(self) -> PageRow:
        if self._most is None:
            return self._missing("weights", 5, "e^(s − max)")
        if np.isneginf(self._most):  # every key of this row is hidden
            return PageRow(5, "e^(s − max)", missing=NOTHING, code=code_line(self._name("weights"), self.trace.spec))
        key, given, (raised_M, total) = self.place.key, self.given, self._raised
        masked = figures(float(self._map_row("masked_scores")[key]))
        formula = f"e^(s − max s) = e^({masked} − {factor(self._most)}) = {figures(float(raised_M[key]))}"
        why = tr(
            "max s, the largest score of the row, is subtracted first: the weights are the same, and no number "
            "overflows"
        )
        return self._key_row(
            5, "e^(s − max)", "raised", raised_M, formula, why, note="Σ =", scale="raised",
            source=lambda key: function("raised", (key,), **given),
            result=Number(total, function("raised_sum", (), **given), "plain"),
            tip=tr("As in the softmax, the row’s largest score is subtracted first."),
        )  # fmt: skip

    @cached_property
    def _most(self) -> float | None:
        """The largest score of the row, None if scores were not recorded."""
        return float(arithmetic.largest_score(self.trace, **self.given)) if self._has("masked_scores") else None

    @cached_property
    def _raised(self) -> tuple[np.ndarray, float]:
        """(M,) e to the power of each score minus the largest, and their sum."""
        raised_M: np.ndarray = arithmetic.raised(self.trace, **self.given)
        return raised_M, float(arithmetic.raised_sum(self.trace, **self.given))

    def _weight_row(self) -> PageRow:
        given, key = self.given, self.place.key
        total = arithmetic.weight_sum(self.trace, **given)
        own = figures(float(self.weights_M[key]))
        formula = f"w = {own}"
        if self._most is not None and np.isneginf(self._most):
            formula = NOTHING
        elif self._most is not None:
            formula = (
                f"w = e^(s − max s) / Σ = {figures(float(self._raised[0][key]))} / {figures(self._raised[1])} = {own}"
            )
        formula = self._edited("weights", key) or formula
        return self._key_row(
            5, tr("weight"), "weights", self.weights_M, formula, look="weight", note="Σ =", scale="weight", strong=True,
            result=Number(float(total), function("weight_sum", (), **given), "plain"),
        )  # fmt: skip

    # ---- the weighted values

    def _value_block(self) -> Block:
        """The values of the strongest keys, and z."""
        if not self._has("v", "head_outputs"):
            return Block(tr("Weighted values"), "", (), (self._missing("v", 6, tr("value v")),))
        whole = self._whole("v", self.place.key)
        formula = f"v = {self._read()} · W_v{self._bias('v')} = {vector(whole.tolist(), len(whole))}"
        own = self._row(
            6, tr("v of “{key}”", key=self.key_word), "v", self._vector("v", self.place.key), whole, formula,
            note=tr("its value"), tone=self.tones[1], scale="value",
        )  # fmt: skip
        rows = [own, *self._weighted_rows(), self._z_row()]
        about = tr("each key’s value times its weight; the sum over all keys is z, the output of this head")
        return unit_block(tr("Weighted values"), about, rows, self.value_units, self.spec.value_width, self.choice, 0)

    def _weighted_rows(self) -> list[PageRow]:
        given, place = self.given, self.place
        products_MK = arithmetic.weighted(self.trace, **given)
        order = [int(m) for m in np.argsort(-np.nan_to_num(self.weights_M), kind="stable")[:_VALUES]]
        order = order if place.key in order else [*order[:-1], place.key]
        order = [m for m in order if m == place.key or self.weights_M[m] != 0]
        hidden = int(np.count_nonzero(self.weights_M)) - sum(bool(self.weights_M[m]) for m in order)
        rows = []
        for m in order:
            source = partial(lambda m, unit: function("weighted", (m, unit), **given), m)
            numbers = numbers_of(products_MK[m], self.value_units, source, key=m)
            note = ""
            if m == order[-1] and hidden:
                note = tr("+ 1 more key") if hidden == 1 else tr("+ {count:,} more keys", count=hidden)
            weight, unit = float(self.weights_M[m]), self.value_units[0]
            product = f"{factor(weight)}·{factor(float(self._whole('v', m)[unit]))} = {figures(numbers.floats[0])}"
            rows.append(
                self._row(6, f"{figures(weight, 3)} × {self.words[m]}", "weighted",
                    numbers, products_MK[m], f"w · v{subscript(unit + 1)} = {product}", note=note, scale="value")
            )  # fmt: skip
        return rows

    def _z_row(self) -> PageRow:
        unit = self.value_units[0]
        values_M = self._array("v")[self.cell[0], self.cell[1], : len(self.weights_M), unit]
        order = np.argsort(-np.nan_to_num(self.weights_M), kind="stable")[:TERMS].tolist()  # those written out
        z = self._vector("head_outputs", self.place.query)
        weights, values = [[float(array[m]) for m in order] for array in (self.weights_M, values_M)]
        terms = sum_of_products(weights, values, z.floats[0], len(self.weights_M))
        formula = tr("z at unit {unit} = Σ w·v = {terms}", unit=unit + 1, terms=terms)
        label, note = "z = Σ", tr("this head’s output")
        whole = self._whole("head_outputs", self.place.query)
        if changed := self._edited("head_outputs"):  # a patch into a head that is off wins
            place = HeadPlace(self.place.kind, self.place.layer, self.place.head)
            off = place in self.trace.run.edits.heads_off and not np.any(whole)
            formula, label, note = changed, *(("z = 0", tr("head switched off")) if off else ("z", tr("patched in")))
        return self._row(
            6, label, "head_outputs", z, whole, formula, note=note, tone=self.tones[0], scale="value", strong=True
        )
