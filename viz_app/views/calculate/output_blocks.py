"""From z on: heads side by side, output projection, residual sum, norm, feed-forward. Blocks of numbers, no Qt.

Shapes: D width of the model, F of the feed-forward. See Vaswani et al. 2017, sections 3.1, 3.2.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.edited import edit_formula
from model_core.explain.provenance import Source, function
from model_core.explain.rules import activation_rule, bias, has_shift, norm_rule
from model_core.explain.source_lines import code_line
from model_core.record.patching import is_cut
from model_core.record.trace import Trace
from viz_app.data.number_format import factor, figures, subscript
from viz_app.data.selection import candidate_name
from viz_app.system.language import tr, translated
from viz_app.views.calculate.blocks import Block, Choice, Number, PageRow, Place, numbers_of
from viz_app.views.calculate.cell_rows import einsum_line, shown_units, shown_value_units, unit_block, vector


class Values(NamedTuple):
    """All values of a row, or one of it: the source of the one at an index, and the tensor whose line of the model
    computes them."""

    array: np.ndarray
    name: str  # of the tensor or function
    source: Callable[[tuple[int, ...]], Source]
    made_in: str


_ADDS = {
    True: tr("what was there stays; attention only adds to it"),
    False: tr("what was there stays; attention only adds to it — then the norm"),
}
_CUT = tr("the residual connection is cut: what was there goes no further")
_ROOTS = {"layer": tr("√variance ="), "rms": tr("√mean x² =")}
HEADS = 4
"""How many heads' outputs are written out one under the other."""


class OutputBlocks:
    """The blocks after one head's output, for one row of one layer."""

    def __init__(self, trace: Trace, place: Place, choice: Choice) -> None:
        self.trace, self.place, self.choice = trace, place, choice
        self.pre = trace.spec.norm_place == "pre"
        self.sublayer = arithmetic.sublayer_of(place.kind, place.layer)
        self.layer = self.sublayer.rpartition(".")[0]
        self.attention = trace.name(place.kind, "x", place.layer).rpartition(".")[0]
        self.row = (place.sentence, place.query)
        self.edits = replace(trace.run.edits, residuals_cut=())  # what a cut leaves is written out
        later = place.kind == "decoder"  # cross-attention adds its part before the feed-forward reads: x′
        self.sum = "o" if is_cut(trace.run.edits, self.sublayer) else "x + o"
        if self.pre and self._edited(f"{self.sublayer}.residual"):
            self.sum = "y"  # the stream of another text
        self.normed = "x′" if later and self.pre else self.sum  # what the norm of step 9 reads, and its result n
        self.fed = "x′" if later and not self.pre else "n"  # what the feed-forward reads
        size = self._recorded(f"{self.attention}.output")
        self.units_D = shown_units(trace.spec.d_model, choice, 1, None if size is None else size.array)

    # ---- reading the Trace

    def _recorded(self, name: str) -> Values | None:
        """(…) one row of a recorded tensor, None if this run has none."""
        if name not in self.trace.arrays:
            return None
        return Values(self.trace.arrays[name][self.row], name, lambda at: Source(name, (*self.row, *at)), name)

    def _computed(self, name: str, **given: int | str) -> Values | None:
        """One row computed by a function of model_core.analysis.arithmetic, None if its inputs were not recorded."""
        try:
            array = getattr(arithmetic, name)(self.trace, **given)
        except KeyError:
            return None
        sublayer = given.get("sublayer", self.sublayer)
        made_in = f"{self.attention}.joined" if name == "merged" else f"{sublayer}.residual"
        return Values(array, name, lambda at: function(name, at, **given), made_in)

    def _edited(self, name: str) -> str:
        """What an edit made of this row of a recorded tensor, in words; "" if there is none."""
        return translated(edit_formula(self.trace, name, self.row, self.edits))

    def _line(
        self, step: int, label: str, values: Values | None, units: Sequence[int], scale: str, formula: str = "",
        note: str = "", **more: Any,
    ) -> PageRow:  # fmt: skip
        if values is None:
            return PageRow(step, label, missing=tr("not recorded in this run"))
        point = values.name.rpartition(".")[2]
        what = f"ff_{point}" if values.name.endswith("feed_forward.output") else point
        return PageRow(
            step, label, numbers_of(values.array, units, lambda unit: values.source((unit,))), note,
            whole=np.array(values.array, np.float64), scale=scale, formula=(self._edited(values.name) or formula,),
            code=code_line(values.made_in, self.trace.spec),
            einsum=einsum_line(self.trace, self.place.kind, what) if step in (7, 10) else "", **more,
        )  # fmt: skip

    def _block(
        self, title: str, about: str, rows: Sequence[PageRow], units: Sequence[int], total: int, sort: int
    ) -> Block:
        return unit_block(title, about, rows, units, total, self.choice, sort)

    # ---- the blocks

    def blocks(self) -> list[Block]:
        """Heads and projection; residual sum and norm; feed-forward."""
        return [*self._heads_blocks(), self._residual_block(), *self._feed_forward_blocks()]

    def _heads_blocks(self) -> list[Block]:
        """z of all heads and the output projection: one card, or two if not all units of all heads fit."""
        spec, place = self.trace.spec.for_stack(self.place.kind), self.place
        wide = spec.heads * spec.value_width
        merged = self._computed("merged", **place.arguments("kind", "layer", "query", "sentence"))
        output = self._recorded(f"{self.attention}.output")
        heads = "z" if spec.heads == 1 else f"[z₁ … z{subscript(spec.heads)}]"
        numbers = vector([_at(output, unit) for unit in self.units_D] if output else [], spec.d_model)
        words = f"o = {heads} · W_o{bias('b_o', self.trace.spec.joint_bias)} = {numbers}"
        note = tr("what attention adds")
        given = self._line(7, tr("output o"), output, self.units_D, "o", words, note, strong=True)
        if wide == spec.d_model and (merged is None or spec.heads == 1 or len(self.units_D) == wide):
            first = vector([_at(merged, unit) for unit in self.units_D] if merged else [], wide)
            tone, note = self.place.tones[0], _heads_note(self.trace, place, place.head)
            joined = self._line(7, heads, merged, self.units_D, "z", f"{heads} = {first}", note, tone=tone)
            about = tr("the concatenated head outputs times W_o")
            return [self._block(tr("Heads joined"), about, [joined, given], self.units_D, wide, 1)]
        about = tr("{vectors} times W_o", vectors=heads)
        projection = self._block(tr("Output projection"), about, [given], self.units_D, spec.d_model, 1)
        return [self._heads_block(merged), projection]

    def _heads_block(self, merged: Values | None) -> Block:
        """One row per head with the same units as in z above: this head's, and as many others as fit."""
        spec, place = self.trace.spec.for_stack(self.place.kind), self.place
        width, units = spec.value_width, shown_value_units(self.trace, place, self.choice)
        others = [head for head in range(spec.heads) if head != place.head][: HEADS - 1]
        shown, rows = sorted([place.head, *others]), []
        for head in shown:
            at = [head * width + unit for unit in units]
            first = vector([_at(merged, unit) for unit in at] if merged else [], width)
            name, tone = f"z{subscript(head + 1)}", place.tones[0] if head == place.head else "ink"
            note = _heads_note(self.trace, place, head)
            row = self._line(7, name, merged, at, "z", f"{name} = {first}", note, tone=tone)
            rows.append(replace(row, whole=row.whole[head * width : (head + 1) * width]))
        if len(shown) < spec.heads:
            more = tr("+ {count} more heads", count=spec.heads - len(shown))
            rows[-1] = replace(rows[-1], note=f"{rows[-1].note}; {more}")
        return self._block(tr("Heads joined"), tr("the concatenated head outputs"), rows, units, width, 0)

    def _residual_block(self) -> Block:
        units, unit = self.units_D, self.units_D[0]
        before = self._recorded(arithmetic.stream_before(self.sublayer))
        output = self._recorded(f"{self.attention}.output")
        if self.pre:
            total = self._recorded(f"{self.sublayer}.residual")
        else:
            total = self._computed("added", sublayer=self.sublayer, **self.place.arguments("query", "sentence"))
        left, right = figures(_at(before, unit)), factor(_at(output, unit))
        at = subscript(unit + 1)
        words = f"o{at}" if self.sum == "o" else f"x{at} + o{at} = {left} + {right}"
        rows = [
            self._line(8, "x", before, units, "x", f"x = {self._stream_words()}", self._stream_words()),
            self._line(8, "+ o", output, units, "x", tr("o, the attention’s output"), tr("from step 7")),
            self._line(8, self.sum, total, units, "x", f"{words} = {figures(_at(total, unit))}",
                       tr("the residual stream"), strong=True),
            *self._norm_rows(units),
        ]  # fmt: skip
        about = _CUT if self.sum == "o" else _ADDS[self.pre]
        about = self._edited(f"{self.sublayer}.residual") or about
        return self._block(tr("Residual and norm"), about, rows, units, self.trace.spec.d_model, 1)

    def _stream_words(self) -> str:
        name = arithmetic.stream_before(self.sublayer)
        if self._edited(name):
            return tr("patched in")
        if name.endswith("embed.input"):
            return tr("norm of token + position") if self.trace.spec.embedding_norm else tr("token + position")
        if name.startswith(f"{self.layer}."):
            return tr("after self-attention")
        return tr("after layer {layer}", layer=self.place.layer)

    def _cross_words(self) -> tuple[str, str]:
        """The meaning of x′, in a formula and in a note."""
        cross = f"{self.layer}.cross_sublayer"
        if edited := self._edited(f"{cross}.residual"):
            return f"x′: {edited}", tr("patched in")
        if not self.pre:
            return tr("x′: n after cross-attention and its norm"), ""
        if is_cut(self.trace.run.edits, cross):
            return tr("x′: what cross-attention gives; its residual connection is cut"), tr("from cross-attention")
        return tr("x′: x + o after cross-attention has added its part"), tr("cross-attention added")

    def _norm_rows(self, units: Sequence[int]) -> list[PageRow]:
        """The norm's input, its mean and spread, and its output: that of the feed-forward, or of this sum."""
        normed_of = f"{self.layer}.ff_sublayer" if self.pre else self.sublayer
        given = {"sublayer": normed_of, **self.place.arguments("query", "sentence")}
        patched = not self.pre and self._edited(f"{normed_of}.residual")  # of another text, after the norm
        normed = self._recorded(f"{normed_of}.{'residual' if patched else 'normed'}")
        reads, mean, spread = (self._computed(name, **given) for name in ("normed_input", "norm_mean", "norm_spread"))
        if normed is None or reads is None:
            return [PageRow(9, tr("norm"), missing=tr("not recorded in this run"))]
        spec = self.trace.spec
        rows = []
        if self.normed == "x′":
            told, note = self._cross_words()
            rows = [self._line(9, "x′", reads, units, "x", told, note)]
        if mean is None or spread is None:  # batch norm
            words, name, result = translated(norm_rule(spec, self.normed)), tr("by each unit’s own average"), None
        else:
            less = "" if spec.norm == "rms" else f" − {factor(float(mean.array))}"
            scale = f"γ{' + β' if has_shift(spec) else ''}"
            top, below = figures(_at(reads, units[0])), figures(float(spread.array))
            unit, value = subscript(units[0] + 1), figures(_at(normed, units[0]))
            words = f"n{unit} = ({top}{less}) / {below} · {scale} = {value}"
            name = _ROOTS.get(spec.norm, tr("deviation ="))
            result = Number(float(spread.array), spread.source(()), "plain")
        label = "n" if patched else f"n = {tr('norm')}({self.normed.replace(' ', '')})"
        rows.append(self._line(9, label, normed, units, "norm", words, name, strong=True, result=result))
        return rows

    def _feed_forward_blocks(self) -> list[Block]:
        path, spec = f"{self.layer}.feed_forward", self.trace.spec.for_stack(self.place.kind)
        before, hidden, output = (self._recorded(f"{path}.{point}") for point in ("before", "hidden", "output"))
        units_F = shown_units(spec.d_ff, self.choice, 2, None if hidden is None else hidden.array)
        units_D = self.units_D
        total = self._recorded(f"{self.layer}.ff_sublayer.residual")
        unit = units_F[0]
        gates, up, gate, down = None, *(bias(name, spec.feed_forward_bias) for name in ("b₁", "c", "b₂"))
        where = tr("for a = {number}", number=figures(_at(before, unit)))
        if spec.gated:
            gates = self._recorded(f"{path}.gates")
            where += f", g = {figures(_at(gates, unit))}"
        rule = activation_rule(spec).replace("u = ", f"u{subscript(unit + 1)} = ")
        act = f"{rule} = {figures(_at(hidden, unit))} {where}"
        count = ""
        if hidden is not None:
            above = int(np.count_nonzero(hidden.array > 0))
            count = tr("{count:,} of {total:,} above 0", count=above, total=spec.d_ff)
        word = f"{spec.activation.removesuffix('_tanh')}(a){' · g' if spec.gated else ''}"
        read = self.fed
        product = f"a = {read} · W₁{up}" + (f", {self._cross_words()[0]}" if read == "x′" else "")
        size = tr("{count:,} units", count=spec.d_ff)
        wide = [
            self._line(10, f"a = {read}·W₁{up}", before, units_F, "a", product, size),
            self._line(10, f"u = {word}", hidden, units_F, "a", act, count, strong=True),
        ]
        if spec.gated:
            words = f"g = {read} · V{gate}"
            wide.insert(1, self._line(10, f"g = {read}·V{gate}", gates, units_F, "a", words, tr("the gate")))
        end, at = (f"{self.normed} + f" if self.pre else f"{tr('norm')}({self.fed} + f)"), units_D[0]
        if is_cut(self.trace.run.edits, f"{self.layer}.ff_sublayer"):
            end = "f" if self.pre else f"{tr('norm')}(f)"
        own, last = self._edited(f"{path}.output"), self._edited(f"{self.layer}.ff_sublayer.residual")
        end = tr("patched in") if last else end
        sums = tr("{sum} = {number} at unit {unit}", sum=end, number=figures(_at(total, at)), unit=at + 1)
        goes, chance = _goes_to(self.trace, self.place)
        figure = None if chance is None else (goes, chance)
        narrow = [
            self._line(10, "f" if own else f"f = u·W₂{down}", output, units_D, "f", f"f = u · W₂{down}",
                       tr("what it adds")),
            self._line(10, end, total, units_D, "f", sums, goes, strong=True, result=chance, figure=figure),
        ]  # fmt: skip
        return [
            self._block(tr("Feed-forward: up"), tr("each position separately"), wide, units_F, spec.d_ff, 2),
            self._block(tr("Feed-forward: down"), last or own or tr("projected back and added"), narrow, units_D,
                        spec.d_model, 1),
        ]  # fmt: skip


def _at(values: Values | None, unit: int) -> float:
    return float("nan") if values is None else float(values.array[unit])


def _heads_note(trace: Trace, place: Place, head: int) -> str:
    """The position of a head's z among all heads', counted from 1."""
    spec = trace.spec.for_stack(place.kind)
    width = spec.value_width
    if spec.heads == 1:
        return tr("the only head")
    own = tr("this head") if head == place.head else tr("head {head}", head=head + 1)
    return f"{own}: {head * width + 1}–{(head + 1) * width}"


def _goes_to(trace: Trace, place: Place) -> tuple[str, Number | None]:
    """What reads the output of this layer: the next one; after the decoder's last the probability of the written
    token."""
    if place.layer + 1 < trace.spec.layers(place.kind):
        return tr("goes to layer {layer}", layer=place.layer + 2), None
    written, chances = trace.sentences[place.sentence].written, trace.numbers.get("probability")
    if place.kind == "encoder" or chances is None or place.query >= len(written):
        return tr("the end of the last layer"), None
    row = (place.sentence, place.query)
    said = Number(float(chances[row]), Source("numbers.probability", row), "plain")
    return f"p({candidate_name(written[place.query])}) =", said
