"""What every row about one cell reads from the Trace, and the formula of each row in plain Unicode. No Qt. Shapes: M
keys with the padding of the batch, K head width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from model_core.analysis import arithmetic
from model_core.direction import quoted
from model_core.explain.edited import edit_formula
from model_core.explain.provenance import Source
from model_core.explain.rules import NOTHING_READ, bias
from model_core.explain.source_lines import code_line
from model_core.record.trace import SCORES, Trace
from viz_app.data import map_text, selection
from viz_app.data.number_format import ELLIPSIS, factor, figures
from viz_app.system.language import tr, translated
from viz_app.views.calculate.blocks import Block, Choice, Number, Numbers, Pager, PageRow, Place, numbers_of

_MADE_IN = {"products": "raw_scores", "raised": "weights", "weighted": "head_outputs"}
"""What is written out here step by step -> the tensor in whose line the model computes it."""
TERMS = 3
"""How many terms of a sum are written out, before the dots."""
NOTHING = translated(NOTHING_READ)
PRODUCTS = {
    "q": ("bqe,ehd->bhqd", "x, W_q"),
    "k": ("bke,ehd->bhkd", "x, W_k"),
    "v": ("bke,ehv->bhkv", "x, W_v"),
    "raw_scores": ("bhqd,bhkd->bhqk", "q, k"),
    "head_outputs": ("bhqk,bhkv->bhqv", "w, v"),
    "output": ("bhqv,hve->bqe", "z, W_o"),
    "before": ("bqe,ef->bqf", "n, W₁"),
    "gates": ("bqe,ef->bqf", "n, V"),
    "ff_output": ("bqf,fe->bqe", "u, W₂"),
}
"""Name of a tensor (that of the feed-forward's output with "ff_") -> how einsum makes it, and of what. Letters: b
sentences, h heads, q rows that look, k keys, d units of a head (v of a value), e of the model, f of the
feed-forward."""


class CellRows:
    """Reads for one cell; numbers are never computed here."""

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
        sizes = unit_sizes(trace, place) if self._has("q", "k") else None
        self.units = shown_units(self.spec.head_width, choice, 0, sizes)
        self.value_units = shown_value_units(trace, place, choice)
        self.keys = shown_keys(self.weights_M, choice, place.key)

    def _name(self, what: str) -> str:
        return self.trace.name(self.place.kind, what, self.place.layer)

    def _has(self, *names: str) -> bool:
        """Whether these numbers were recorded, or follow from recorded ones."""
        short = {name: one for one, name in SCORES.items()}
        return all(self.trace.has(self.place.kind, short.get(name, name), self.place.layer) for name in names)

    def _array(self, what: str) -> np.ndarray:
        return self.trace.arrays[self._name(what)]

    def _map_row(self, what: str) -> np.ndarray:
        """(M,) the row of scores or weights."""
        row: np.ndarray = arithmetic.score_row(self.trace, what=what, **self.given)
        return row

    def _vector(self, what: str, row: int) -> Numbers:
        """The shown units of q, k, v or z of one row."""
        name, (b, h, _), units = self._name(what), self.cell, self.units if what in ("q", "k") else self.value_units
        return numbers_of(self._whole(what, row), units, lambda unit: Source(name, (b, h, row, unit)))

    def _whole(self, what: str, row: int) -> np.ndarray:
        """All units of q, k, v or z of one row."""
        values: np.ndarray = self._array(what)[self.cell[0], self.cell[1], row]
        return values

    def _row(
        self, step: int, label: str, what: str, numbers: Sequence[Number], values: npt.ArrayLike, *formula: str,
        **more: Any,
    ) -> PageRow:  # fmt: skip
        """A row of which `values` are all numbers; `what` names the line of code that computes it."""
        code = code_line(self._name(_MADE_IN.get(what, what)), self.trace.spec)
        whole = np.array(values, np.float64)
        einsum = einsum_line(self.trace, self.place.kind, "raw_scores" if what == "products" else what)
        return PageRow(
            step, label, numbers, whole=whole, formula=formula, code=code, einsum=einsum if label else "", **more
        )

    def _key_row(
        self, step: int, label: str, what: str, values_M: np.ndarray, *formula: str, look: str = "plain",
        source: Callable[[int], Source] | None = None, **more: Any,
    ) -> PageRow:  # fmt: skip
        """A row over the keys, with the number of the chosen key behind the bars of the picture; usually of a recorded
        map."""
        name, key = self._name(what), self.place.key
        of = source or (lambda at: Source(name, (*self.cell, at)))
        figure = quoted(self.key_word), Number(float(values_M[key]), of(key), "plain", key=key)
        numbers = numbers_of(values_M, self.keys, of, look, keyed=True)
        finite = np.where(np.isfinite(values_M), values_M, 0.0)
        return self._row(step, label, what, numbers, finite, *formula, figure=figure, **more)

    def _missing(self, what: str, step: int, label: str) -> PageRow:
        reason = tr("not recorded: for a text this long it would take too much memory")
        if self.trace.model.recorded:
            reason = tr("not in this recording")
        return PageRow(step, label, missing=reason, code=code_line(self._name(what), self.trace.spec))

    def _edited(self, what: str, *place: int) -> str:
        """What an edit made of this row's number, in words; "" if there is none."""
        return translated(edit_formula(self.trace, self._name(what), (*self.cell, *place)))

    def _bias(self, letter: str) -> str:
        return bias(f"b_{letter}", self.trace.spec.attention_bias)

    def _read(self) -> str:
        """What keys and values are computed from."""
        return "x_enc" if self.place.kind == "cross" else "x"


def unit_columns(units: Sequence[int]) -> tuple[str, ...]:
    """Units as labels above the numbers, counted from 1."""
    return tuple(str(unit + 1) for unit in units)


def unit_block(
    title: str, about: str, rows: Sequence[PageRow], units: Sequence[int], total: int, choice: Choice, sort: int
) -> Block:
    """A card of rows of `units`, out of `total` of that sort (see `Choice.pages`), with "units 1–8 of 64"."""
    pages, page = page_count(total, choice.units), choice.pages[sort] % page_count(total, choice.units)
    if len(units) == total:
        pager = Pager(tr("all units") if total > 1 else tr("one unit"))
    elif choice.order == "most":
        words = tr("{count} of {total:,} units, those that add most", count=len(units), total=total)
        pager = Pager(words, sort, pages)
    else:
        sizes = {"first": units[0] + 1, "last": units[-1] + 1, "total": total, "page": page + 1, "pages": pages}
        pager = Pager(tr("units {first}–{last} of {total:,} · page {page} of {pages}", **sizes), sort, pages)
    return Block(title, about, unit_columns(units), tuple(rows), pager)


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


def einsum_line(trace: Trace, kind: str, what: str) -> str:
    """For example 'einsum("bhqd,bhkd->bhqk", q, k) 1·4·11·64, 1·4·11·64 → 1·4·11·11', with the sizes of the run,
    padding included; "" for anything but a product."""
    if what not in PRODUCTS or kind not in trace.reasons:
        return ""
    pattern, names = PRODUCTS[what]
    spec, (_, rows, keys) = trace.spec.for_stack(kind), trace.reasons[kind].shape
    sizes = {
        "b": len(trace.sentences), "h": spec.heads, "q": rows, "k": keys, "d": spec.head_width, "v": spec.value_width,
        "e": spec.d_model, "f": spec.d_ff,
    }  # fmt: skip
    if spec.value_width == spec.head_width:
        pattern = pattern.replace("v", "d")
    if kind == "cross" and what in ("k", "v"):
        names = names.replace("x,", "x_enc,")
    if kind == "decoder" and trace.spec.norm_place == "post":  # cross-attention and its norm come between
        names = names.replace("n,", "x′,")
    given, made = pattern.split("->")
    shapes = ["·".join(str(sizes[letter]) for letter in letters) for letters in (*given.split(","), made)]
    return f'einsum("{pattern}", {names})   {", ".join(shapes[:-1])} → {shapes[-1]}'


def page_count(total: int, room: int) -> int:
    """The number of pages of `room` columns for `total` ones."""
    return max(1, -(-total // max(1, room)))


def shown_units(total: int, choice: Choice, sort: int, size_K: np.ndarray | None) -> list[int]:
    """The shown units, out of `total`; `sort` is 0 for K, 1 for D, 2 for F, `size_K` how much each contributes."""
    room = max(1, choice.units)
    if total <= room:
        return list(range(total))
    page = choice.pages[sort] % page_count(total, room)
    if choice.order == "most" and size_K is not None:
        order = np.argsort(-np.nan_to_num(np.abs(size_K)), kind="stable")
        return sorted(int(unit) for unit in order[page * room : (page + 1) * room])
    return list(range(page * room, min(total, (page + 1) * room)))


def shown_value_units(trace: Trace, place: Place, choice: Choice) -> list[int]:
    """The shown units of a value and of z: those of the key if it is as wide, otherwise by the size of z."""
    spec, sizes = trace.spec.for_stack(place.kind), None
    if spec.value_width == spec.head_width and all(trace.has(place.kind, what, place.layer) for what in "qk"):
        sizes = unit_sizes(trace, place)
    elif trace.has(place.kind, "head_outputs", place.layer):
        z_BHQK = trace.arrays[trace.name(place.kind, "head_outputs", place.layer)]
        sizes = z_BHQK[place.sentence, place.head, place.query]
    return shown_units(spec.value_width, choice, 0, sizes)


def shown_keys(weights_M: np.ndarray, choice: Choice, key: int) -> list[int]:
    """The shown keys, in order: all, or the chosen one with those of the largest weight."""
    total, room = len(weights_M), max(1, choice.keys)
    if total <= room:
        return list(range(total))
    order = np.argsort(-np.nan_to_num(weights_M), kind="stable")
    return sorted([*order[order != key][: room - 1].tolist(), key])


def unit_sizes(trace: Trace, place: Place) -> np.ndarray:
    """(K,) how much each unit contributes to the score of this query and key."""
    return arithmetic.products(trace, place.kind, place.layer, place.head, place.query, place.key, place.sentence)
