"""Blocks beside the calculation of a cell that need the model's weights: the key's token in the embedding table with
the nearest rows, the four parts of a score, in a tiny model x · W_q as a product, and the norms side by side on one
vector. No Qt.

Shapes: V vocabulary, D width of the model, K of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from model_core.analysis import arithmetic, score_parts
from model_core.checkpoints.parameters import Parameters
from model_core.direction import in_order
from model_core.errors import Refused
from model_core.record.trace import ModelInfo, Trace
from viz_app.data import selection
from viz_app.data.number_format import figures, subscript
from viz_app.system.language import tr, translated
from viz_app.views.calculate.blocks import Block, Choice, Number, Pager, PageRow, Place, numbers_of
from viz_app.views.calculate.cell_rows import shown_units, unit_columns

SMALL = 8
"""The widest model whose W_q is written out."""
NEAREST = 3
_NORMS = {
    "layer": (tr("layer norm"), tr("mean 0, variance 1"), tr("n = (x − mean) / √variance")),
    "rms": (tr("RMS norm"), tr("size 1, the mean stays"), tr("n = x / √mean_x²")),
    "batch": (tr("batch norm"), tr("each unit across all rows"), tr("n = (x − mean_rows) / √variance_rows")),
}
_PARTS = (
    tr("token · token"), tr("token · position"), tr("position · token"), tr("position · position"), tr("biases"),
)  # fmt: skip
"""What model_core.analysis.score_parts splits a score into, in its order."""


class WeightBlocks:
    """The blocks of one cell for which the weights of its model are available."""

    def __init__(self, trace: Trace, place: Place, choice: Choice, weights: Parameters) -> None:
        self.trace, self.place, self.choice, self.weights = trace, place, choice, weights

    def around(self, found: list[Block]) -> list[Block]:
        """These blocks of the cell with those that its model and this run allow."""
        first = [self._product] if self.trace.spec.d_model <= SMALL else []
        return [*self._made(*first), *found, *self._made(self._parts, self._norms, self._embedding)]

    @staticmethod
    def _made(*blocks: Callable[[], Block]) -> list[Block]:
        """Those whose numbers were recorded, with weights in the file."""
        found = []
        for make in blocks:
            with suppress(Refused, KeyError, IndexError):
                found.append(make())
        return found

    def _row(self, label: str, values: np.ndarray, units: Sequence[int], formula: str = "", **more: Any) -> PageRow:
        return PageRow(
            0, label, numbers_of(values, units), whole=np.array(values, np.float64), formula=(formula,), **more
        )

    def _units_of(self, total: int) -> tuple[list[int], Pager]:
        """The shown units of the model, and their number."""
        units = shown_units(total, self.choice, 1, None)
        return units, Pager(tr("{count} of {total:,} units", count=len(units), total=total))

    # ---- x · W_q

    def _product(self) -> Block:
        """The query as a product: each unit of x times its row of W_q, and the sum."""
        spec, place, trace = self.trace.spec.for_stack(self.place.kind), self.place, self.trace
        sublayer = arithmetic.sublayer_of(place.kind, place.layer)
        reads = f"{sublayer}.normed" if spec.norm_place == "pre" else arithmetic.stream_before(sublayer)
        path = trace.name(place.kind, "x", place.layer).rpartition(".")[0]
        rows = slice(place.head * spec.head_width, (place.head + 1) * spec.head_width)
        weight_KD = self.weights.get(f"{path}.to_q.weight")[rows]
        bias_K = self.weights.bias(f"{path}.to_q.bias", spec.heads * spec.head_width)[rows]
        x_D, units = trace.arrays[reads][place.sentence, place.query], list(range(spec.head_width))
        made = []
        for at, x in enumerate(x_D):
            name, row = f"x{subscript(at + 1)}", ", ".join(figures(float(one), 2) for one in weight_KD[:, at])
            note = tr("{unit} = {number}, row ({row})", unit=name, number=figures(float(x), 2), row=row)
            label, terms = tr("{unit} · row {row}", unit=name, row=at + 1), f"{name} · ({row})"
            made.append(self._row(label, x * weight_KD[:, at], units, terms, scale="projection", note=note))
        if bias_K.any():
            made.append(self._row("+ b_q", bias_K, units, "b_q", scale="projection"))
        total = weight_KD @ x_D + bias_K
        made.append(
            self._row("q = Σ", total, units, "q = x · W_q", scale="projection", strong=True, note=tr("the query"))
        )
        about = tr("each unit of x times its row of W_q; the sum is the query")
        return Block(tr("x · W_q in full"), about, unit_columns(units), tuple(made))

    # ---- four parts

    def _parts(self) -> Block:
        place, title = self.place, tr("Token and position in this score")
        reason = translated(score_parts.why_not(self.trace, place.kind, place.layer, place.sentence))
        if reason:
            return Block(title, "", (), (PageRow(0, tr("no parts"), missing=f"{reason}."),))
        at = score_parts.ScorePlace(place.kind, place.head, place.query, place.key, place.sentence)
        values = score_parts.score_parts(self.trace, self.weights, at)
        total = Number(float(values.sum()), None, "plain")
        formula = "q·k = (q_token + q_position) · (k_token + k_position)"
        row = self._row(tr("parts of q·k"), values, list(range(len(values))), formula, scale="parts", strong=True,
                        note="Σ =", result=total, figure=("Σ =", total))  # fmt: skip
        about = tr("the query’s part before the key’s; exact, with the norm’s scale as it was")
        return Block(title, about, _PARTS, (row,), named=True)

    # ---- norms

    def _norms(self) -> Block:
        """The results of three norms for the vector that this layer's norm reads, without γ and β."""
        place, spec = self.place, self.trace.spec
        sublayer = arithmetic.sublayer_of(place.kind, place.layer)
        layer = sublayer.rpartition(".")[0]
        normed = f"{layer}.ff_sublayer" if spec.norm_place == "pre" else sublayer
        rows, _ = self.trace.size(place.kind, place.sentence)
        if spec.norm_place == "pre":
            all_ND = self.trace.arrays[arithmetic.stream_before(normed)][place.sentence, :rows]
        else:
            all_ND = np.stack([arithmetic.added(self.trace, normed, row, place.sentence) for row in range(rows)])
        x_D = all_ND[place.query].astype(np.float64)
        eps, (units, pager) = spec.norm_eps, self._units_of(spec.d_model)
        spread = np.sqrt(all_ND.var(0) + eps)
        made = {
            "layer": (x_D - x_D.mean()) / np.sqrt(x_D.var() + eps),
            "rms": x_D / np.sqrt(np.square(x_D).mean() + eps),
            "batch": (x_D - all_ND.mean(0)) / spread if rows > 1 else np.zeros_like(x_D),
        }
        result = [self._row("x", x_D, units, tr("x, the norm’s input"), scale="before", note=tr("input of the norm"))]
        for name, values in made.items():
            word, note, formula = _NORMS[name]
            own = name == spec.norm
            note = f"{note} · {tr('this model’s')}" if own else note
            result.append(self._row(word, values, units, formula, scale="after", strong=own, note=note))
        about = tr(
            "one vector, three norms, without γ and β; batch norm uses the rows of this text instead of its averages"
        )
        columns = unit_columns(units)
        return Block(tr("Norms side by side"), about, columns, tuple(result), pager, card="norms")

    # ---- the table of embeddings

    def _embedding(self) -> Block:
        """The key's token as a row of the table, and the rows with nearly the same direction."""
        place, trace = self.place, self.trace
        kind = "decoder" if place.kind == "decoder" else "encoder"
        token = selection.key_token(trace.sentences[place.sentence], place.kind, place.key)
        table_VD, near = self.weights.table(kind), self.weights.nearest(kind, token.id, NEAREST)
        units, pager = self._units_of(table_VD.shape[1])
        told = [(token.id, token.text, tr("“{token}”, id {id}", token=token.text, id=str(token.id)))]
        for one, cosine in near:
            word = self.weights.word(kind, one)
            told.append((one, word, tr("“{token}”, cosine {number}", token=word, number=figures(cosine, 2))))
        rows = [
            self._row(tr("{token} · {row}", token=word, row=str(one)), table_VD[one], units, f"E[{one}]", scale="table",
                      strong=not at, note=note) for at, (one, word, note) in enumerate(told)
        ]  # fmt: skip
        about = tr("an id is a row of {count:,}: nothing is computed", count=len(table_VD))
        if near:
            about = tr("an id is a row of {count:,}: nothing is computed. Below, its nearest rows", count=len(table_VD))
        zeros = np.flatnonzero(self.weights.lengths(kind) == 0)
        if zeros.size:
            words = in_order(self.weights.word(kind, int(one)) for one in zeros[:NEAREST])
            about += tr("; a row of zeros has no cosine: {tokens}", tokens=words)
        title = tr("The key’s token in the embedding table")
        return Block(title, about, unit_columns(units), tuple(rows), pager, card="embedding")


class LastWeights:
    """The weights of the model that was requested last; a folder that cannot be read is not tried again."""

    def __init__(self) -> None:
        self._kept: tuple[str, Parameters | None] = "", None  # hash of the model

    def of(self, model: ModelInfo) -> Parameters | None:
        """The weights of this model, None if they cannot be read."""
        known, found = self._kept
        if model.hash != known:
            found = None
            with suppress(Refused):
                found = Parameters(model)
            self._kept = model.hash, found  # at once: an idle window reads them in a thread
        return found

    def read(self, model: ModelInfo) -> None:
        """Reads what the blocks of every cell need: the embedding tables, and the words of the vocabulary."""
        found = self.of(model)
        if found is not None:
            with suppress(Refused):
                for kind in ("encoder", "decoder"):
                    found.lengths(kind)
                    found.word(kind, 0)
