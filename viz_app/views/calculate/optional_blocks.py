"""Optional blocks beside the calculation of a cell: its row with one number of a key changed, with all scores
multiplied, with dropout, as in training, and einsum on two small matrices of its head. No Qt. Shapes: M keys with the
padding of the batch."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from model_core.explain.rules import divisor, divisor_letter
from model_core.explain.small_matrices import LINES, SmallMatrices
from model_core.record.mask_reasons import HIDDEN, VISIBLE
from viz_app.data.number_format import ELLIPSIS, factor, figures, subscript
from viz_app.system.language import tr
from viz_app.views.calculate.blocks import Block, Number, PageRow, numbers_of
from viz_app.views.calculate.cell_rows import NOTHING, CellRows

MATRICES = "A, B"
"""In place of a line of einsum: the two matrices alone."""
_LINE_WORDS = {
    "": tr("off"),
    MATRICES: tr("two matrices"),
    "ij,jk->ik": tr("ij,jk->ik: the matrix product"),
    "ij,ij->": tr("ij,ij->: the sum of all products"),
    "ij->ji": tr("ij->ji: the transpose"),
    "ij,ij->ij": tr("ij,ij->ij: product by product"),
    "ij->i": tr("ij->i: the sum of each row"),
}
CHOICES = {line: _LINE_WORDS[line] for line in ("", MATRICES, *LINES)}
DROPOUT = tr("The same row with dropout, as in training.")
SCALED = tr("The same row with its scores multiplied by a half, two and four.")
EINSUM = tr("What an einsum line computes from two small matrices of this head.")
CHANGED = tr("The same row with the first number of the selected key changed.")
NUMBERS = {"": tr("off"), **{str(number): figures(number, 0) for number in (-4, -2, -1, 0, 1, 2, 4)}}
"""What the first number of a key can be changed to."""
DRAWS = 5
"""How often dropout is drawn."""
USUAL = 0.1
"""The rate of a model that was trained without dropout (Vaswani et al. 2017, section 5.4)."""
FACTORS = (0.5, 1.0, 2.0, 4.0)
"""By which the scores are multiplied."""
_MOST = 4  # products that are written out


class OptionalBlocks(CellRows):
    def blocks(self, scaled: bool = False, dropout: bool = False, line: str = "", number: str = "") -> list[Block]:
        """The requested ones for which the run has the numbers."""
        found = [self._changed(float(number))] if number in NUMBERS and number and self._has("q", "k") else []
        found += [self._scaled()] if scaled else []
        found += [self._dropout()] if dropout else []
        if line and line in CHOICES:
            place = self.place
            with suppress(KeyError):  # not recorded
                matrices = SmallMatrices.from_trace(self.trace, place.kind, place.layer, place.head, place.sentence)
                found.append(_einsum(matrices, line))
        return found

    def _changed(self, number: float) -> Block:
        """The first number of every key, the scores and the weights: as they are, and with this number in the chosen
        key, whose score changes by q₁ · the change ÷ the root, if the mask allows it."""
        trace, place, at = self.trace, self.place, self.place.key
        score_M = np.asarray(self._map_row("masked_scores"), np.float64)
        q, first_M = (self._array(what)[place.sentence, place.head, ..., 0].astype(float) for what in "qk")
        by, other_M, new_M = number - first_M[at], first_M.copy(), score_M.copy()
        other_M[at] = number
        moved = about = tr("the mask sets this key’s score: whatever the key is, no weight changes")
        if trace.reasons[place.kind][place.sentence, place.query, at] in (VISIBLE, HIDDEN):
            about = tr("one number of one key changes: so does its score, and through the softmax every weight")
            new_M[at] += q[place.query] * by * self.spec.score_scale
            over = [f" / {one}" if one else "" for one in (divisor_letter(self.spec), divisor(self.spec))]
            given = f"{figures(score_M[at])} + {factor(q[place.query])} · {factor(by)}{over[1]}"
            moved = f"s′ = s + q₁ · (k₁′ − k₁){over[0]} = {given} = {figures(new_M[at])}"
        rows = [
            self._number_row("k₁", first_M, tr("the first number of each key")),
            self._number_row("k₁′", other_M, f"k₁′ = {figures(number, 0)}", strong=True),
            self._number_row("s", score_M, tr("the scores, divided and masked")),
            self._number_row("s′", new_M, moved, strong=True),
            self._softmax_row("w", score_M, "w = softmax(s)"),
            self._softmax_row("w′", new_M, "w′ = softmax(s′)", strong=True),
        ]
        return self._key_block(tr("The row with one number changed"), about, rows, "changed")

    def _scaled(self) -> Block:
        """The row of weights of scores multiplied by each factor c. If a recording has no scores, ln w stands in for
        them: the softmax ignores what all of them have in common."""
        if self._has("masked_scores"):
            score_M = np.asarray(self._map_row("masked_scores"), np.float64)
        else:
            with np.errstate(divide="ignore"):
                score_M = np.log(np.asarray(self.weights_M, np.float64))
        words = [(times, f"{times:g} · s") for times in FACTORS]
        rows = [self._softmax_row(one, times * score_M, f"softmax({one})", times == 1.0) for times, one in words]
        about = tr("the larger the scores, the more a lead of one over another counts")
        return self._key_block(tr("The row with its scores multiplied"), about, rows, "scaled")

    def _dropout(self) -> Block:
        """The row of weights, and the row after one draw of dropout: each weight 0 at the rate p, the others divided by
        1 − p."""
        rate, place = self.trace.spec.dropout or USUAL, self.place
        weights_M = np.asarray(self.weights_M, np.float64)
        rows = [self._weight_row(tr("off"), weights_M, "w", strong=True)]
        words = {"rate": figures(rate, 2), "left": figures(1 - rate, 2)}
        for draw in range(1, DRAWS + 1):
            kept_M = np.random.default_rng((draw, place.layer, place.head, place.query)).random(len(weights_M)) >= rate
            row_M = weights_M * kept_M / (1 - rate)
            rows.append(self._weight_row(tr("draw {number}", number=draw), row_M, f"w · m / {words['left']}"))
        about = tr(
            "each weight is 0 with probability {rate}, the others are divided by {left}: as PyTorch attention does in "
            "training; never here",
            **words,
        )
        return self._key_block(tr("The row with dropout"), about, rows, "dropout")

    def _key_block(self, title: str, about: str, rows: list[PageRow], card: str) -> Block:
        """Rows of weights under the names of their keys."""
        names, chosen = (*(self.words[key] for key in self.keys), "Σ"), self.keys.index(self.place.key)
        return Block(title, about, names, tuple(rows), keys=tuple(self.keys), chosen=chosen, card=card)

    def _number_row(self, label: str, values_M: np.ndarray, formula: str, strong: bool = False) -> PageRow:
        numbers = numbers_of(values_M, self.keys, keyed=True)
        whole = np.nan_to_num(values_M, neginf=0.0)
        return PageRow(0, label, numbers, whole=whole, scale=label[0], formula=(formula,), strong=strong)

    def _softmax_row(self, label: str, scores_M: np.ndarray, formula: str, strong: bool = False) -> PageRow:
        """The softmax of these scores, even if an edit changed the run's own weights."""
        most = scores_M.max()
        if np.isneginf(most):
            return self._weight_row(label, np.zeros_like(scores_M), NOTHING, strong)
        raised_M = np.exp(scores_M - most)
        return self._weight_row(label, raised_M / raised_M.sum(), formula, strong)

    def _weight_row(self, label: str, weights_M: np.ndarray, formula: str, strong: bool = False) -> PageRow:
        """The weights of the shown keys, and the sum of all."""
        total = Number(float(weights_M.sum()), None, "plain")
        numbers = (*numbers_of(weights_M, self.keys, look="weight", keyed=True), total)
        whole = np.array([one.value for one in numbers])
        return PageRow(0, label, numbers, whole=whole, scale="aside", formula=(formula,), strong=strong)


def _einsum(matrices: SmallMatrices, line: str) -> Block:
    """A and B row by row, the result of the line, and its first number written out."""
    rows = _rows("A", matrices.a, tone="target")
    if line == MATRICES or "," in line:
        rows += _rows("B", matrices.b, tone="source")
    about = tr("queries (A) and keys (B), rounded to integers")
    if line != MATRICES:
        made = matrices.made(line)
        rows += _rows("C", np.atleast_2d(made), strong=True)
        if line != "ij->ji":
            rows.append(PageRow(0, tr("first of C"), missing=_written_out(matrices, line)))
    columns = tuple(str(place + 1) for place in range(len(matrices.a)))
    title = tr("einsum on two small matrices") if line == MATRICES else f'einsum("{line}")'
    return Block(title, about, columns, tuple(rows), card="einsum")


def _rows(name: str, matrix: np.ndarray, strong: bool = False, tone: str = "ink") -> list[PageRow]:
    found = []
    for place, values in enumerate(matrix, 1):
        label = f"{name}{subscript(place)}" if len(matrix) > 1 else name
        numbers, whole = numbers_of(values, range(len(values)), look="whole"), np.array(values, np.float64)
        formula = f"{label} = ({', '.join(map(str, values))})"
        found.append(PageRow(0, label, numbers, "", None, tone, whole, "matrix", strong, (formula,)))
    return found


def _written_out(matrices: SmallMatrices, line: str) -> str:
    """The first number as the sum of its products: "1·(−1) + 0·2 + … = 3"."""
    terms = matrices.terms(line)
    shown = ["·".join(factor(float(one), 0) for one in term) for term in terms[:_MOST]]
    shown += [ELLIPSIS] if len(terms) > _MOST else []
    return f"{' + '.join(shown)} = {figures(float(matrices.made(line).flat[0]), 0)}"
