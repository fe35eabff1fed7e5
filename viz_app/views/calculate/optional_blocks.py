"""What can be asked for beside the calculation of a cell: its row with one number of a key changed, with all scores
multiplied, with dropout, as in training, and einsum on two small matrices of its head. No Qt.

Shapes: M keys with the padding of the batch.
"""

from __future__ import annotations

import numpy as np

from model_core.analysis import arithmetic
from model_core.explain.rules import divisor, divisor_letter
from model_core.explain.small_matrices import LINES, SmallMatrices
from model_core.record.mask_reasons import HIDDEN, VISIBLE
from model_core.record.trace import Trace
from viz_app.data import map_text
from viz_app.data.number_format import ELLIPSIS, factor, figures, subscript
from viz_app.system.language import tr
from viz_app.views.calculate.blocks import Block, Number, PageRow
from viz_app.views.calculate.cell_position import Choice, Place, shown_keys
from viz_app.views.calculate.cell_rows import NOTHING

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


def optional_blocks(
    trace: Trace,
    place: Place,
    choice: Choice,
    scaled: bool = False,
    dropout: bool = False,
    line: str = "",
    number: str = "",
) -> list[Block]:
    """Those that are asked for and that the run has the numbers of."""
    there = number in NUMBERS and all(trace.has(place.kind, what, place.layer) for what in ("q", "k"))
    found = [_changed(trace, place, choice, float(number))] if number and there else []
    found += [_scaled(trace, place, choice)] if scaled else []
    if dropout:
        found.append(_dropout(trace, place, choice))
    if line not in CHOICES or not line:
        return found
    try:
        matrices = SmallMatrices.from_trace(trace, place.kind, place.layer, place.head, place.sentence)
    except KeyError:  # not recorded
        return found
    return [*found, _einsum(matrices, line)]


def _changed(trace: Trace, place: Place, choice: Choice, number: float) -> Block:
    """The first number of every key, the scores and the weights: as they are, and with this number in the chosen key,
    whose score grows by q₁ · the change ÷ the root, where the mask leaves it."""
    keys, score_M = _weights(trace, place, choice)[1], _row_of(trace, place, "masked_scores")
    q, first_M = (
        np.asarray(trace.arrays[trace.name(place.kind, what, place.layer)][place.sentence, place.head, ..., 0], float)
        for what in "qk"
    )
    by, at = number - first_M[place.key], place.key
    other_M, new_M = first_M.copy(), score_M.copy()
    other_M[at] = number
    moved = about = tr("the mask sets this key’s score: whatever the key is, no weight changes")
    if trace.reasons[place.kind][place.sentence, place.query, at] in (VISIBLE, HIDDEN):
        about = tr("one number of one key changes: so does its score, and through the softmax every weight")
        spec = trace.spec.for_stack(place.kind)
        new_M[at] += q[place.query] * by * spec.score_scale
        over = [f" / {one}" if one else "" for one in (divisor_letter(spec), divisor(spec))]
        given = f"{figures(score_M[at])} + {factor(q[place.query])} · {factor(by)}{over[1]}"
        moved = f"s′ = s + q₁ · (k₁′ − k₁){over[0]} = {given} = {figures(new_M[at])}"
    rows = [
        _key_row("k₁", first_M, keys, tr("the first number of each key")),
        _key_row("k₁′", other_M, keys, f"k₁′ = {figures(number, 0)}", strong=True),
        _key_row("s", score_M, keys, tr("the scores, divided and masked")),
        _key_row("s′", new_M, keys, moved, strong=True),
        _softmax_row("w", score_M, keys, "w = softmax(s)"),
        _softmax_row("w′", new_M, keys, "w′ = softmax(s′)", strong=True),
    ]
    return _row_block(trace, place, tr("The row with one number changed"), about, rows, keys, "changed")


def _key_row(label: str, values_M: np.ndarray, keys: list[int], formula: str, strong: bool = False) -> PageRow:
    """A number of each key that is shown."""
    numbers = tuple(Number(float(values_M[key]), None, "signed", VISIBLE, key) for key in keys)
    whole = tuple(float(value) for value in np.nan_to_num(values_M, neginf=0.0))
    return PageRow(0, label, numbers, whole=whole, scale=label[0], formula=(formula,), strong=strong)


def _scaled(trace: Trace, place: Place, choice: Choice) -> Block:
    """The row of weights of scores multiplied by each factor c. Where a recording has no scores ln w stands for them:
    the softmax takes no notice of what all of them have in common."""
    weights_M, keys = _weights(trace, place, choice)
    if trace.has(place.kind, "masked", place.layer):
        score_M = _row_of(trace, place, "masked_scores")
    else:
        with np.errstate(divide="ignore"):
            score_M = np.log(weights_M)
    rows = []
    for times in FACTORS:
        label = f"{times:g} · s"
        rows.append(_softmax_row(label, times * score_M, keys, f"softmax({label})", strong=times == 1.0))
    about = tr("the larger the scores, the more a lead of one over another counts")
    return _row_block(trace, place, tr("The row with its scores multiplied"), about, rows, keys, "scaled")


def _dropout(trace: Trace, place: Place, choice: Choice) -> Block:
    """The row of weights as it is, and as dropout may leave it: each weight 0 with the rate p, the others / (1 − p)."""
    rate = trace.spec.dropout or USUAL
    weights_M, keys = _weights(trace, place, choice)
    rows = [_weight_row(tr("off"), weights_M, keys, "w", strong=True)]
    words = {"rate": figures(rate, 2), "left": figures(1 - rate, 2)}
    for draw in range(1, DRAWS + 1):
        kept_M = np.random.default_rng((draw, place.layer, place.head, place.query)).random(len(weights_M)) >= rate
        row_M = weights_M * kept_M / (1 - rate)
        rows.append(_weight_row(tr("draw {number}", number=draw), row_M, keys, f"w · m / {words['left']}"))
    about = tr(
        "each weight is 0 with probability {rate}, the others are divided by {left}: as PyTorch attention does in "
        "training; never here",
        **words,
    )
    return _row_block(trace, place, tr("The row with dropout"), about, rows, keys, "dropout")


def _weights(trace: Trace, place: Place, choice: Choice) -> tuple[np.ndarray, list[int]]:
    """(M,) the weights of the row, and the keys that are shown."""
    weights_M = _row_of(trace, place, "weights")
    return weights_M, shown_keys(weights_M, choice, place.key)


def _row_of(trace: Trace, place: Place, what: str) -> np.ndarray:
    """(M,) float64 the row of scores or weights."""
    given = place.arguments("kind", "layer", "head", "query", "sentence")
    return np.asarray(arithmetic.score_row(trace, what=what, **given), np.float64)


def _row_block(
    trace: Trace, place: Place, title: str, about: str, rows: list[PageRow], keys: list[int], card: str
) -> Block:
    """Rows of weights under the words of their keys."""
    columns = map_text.padded_columns(trace, place.kind, place.sentence)
    names, chosen = (*(columns[key] for key in keys), "Σ"), keys.index(place.key)
    return Block(title, about, names, tuple(rows), keys=tuple(keys), chosen=chosen, card=card)


def _softmax_row(label: str, scores_M: np.ndarray, keys: list[int], formula: str, strong: bool = False) -> PageRow:
    """The weights that the softmax makes of these scores, whatever an edit made of the run's own."""
    most = scores_M.max()
    if np.isneginf(most):
        return _weight_row(label, np.zeros_like(scores_M), keys, NOTHING, strong)
    raised_M = np.exp(scores_M - most)
    return _weight_row(label, raised_M / raised_M.sum(), keys, formula, strong)


def _weight_row(label: str, weights_M: np.ndarray, keys: list[int], formula: str, strong: bool = False) -> PageRow:
    """The weights of the keys that are shown, and the sum of all."""
    numbers = [Number(float(weights_M[key]), None, "weight", VISIBLE, key) for key in keys]
    numbers.append(Number(float(weights_M.sum()), None, "plain"))
    whole = tuple(one.value for one in numbers)
    return PageRow(0, label, tuple(numbers), whole=whole, scale="aside", formula=(formula,), strong=strong)


def _einsum(matrices: SmallMatrices, line: str) -> Block:
    """A and B row by row, what the line makes of them, and the first number of it written out."""
    rows = _rows("A", matrices.a, tone="target")
    if line == MATRICES or "," in line:
        rows += _rows("B", matrices.b, tone="source")
    about = tr("the first numbers of this head’s queries (A) and keys (B), rounded to integers")
    if line != MATRICES:
        made = matrices.made(line)
        rows += _rows("C", np.atleast_2d(made), strong=True)
        if line != "ij->ji":
            rows.append(PageRow(0, tr("C, first number"), missing=_written_out(matrices, line)))
    columns = tuple(str(place + 1) for place in range(len(matrices.a)))
    title = tr("einsum on two small matrices") if line == MATRICES else f'einsum("{line}")'
    return Block(title, about, columns, tuple(rows), card="einsum")


def _rows(name: str, matrix: np.ndarray, strong: bool = False, tone: str = "ink") -> list[PageRow]:
    """A line for each row of a matrix."""
    found = []
    for place, values in enumerate(matrix, 1):
        label = f"{name}{subscript(place)}" if len(matrix) > 1 else name
        numbers = tuple(Number(float(value), None, "whole") for value in values)
        text = ", ".join(str(value) for value in values)
        found.append(PageRow(0, label, numbers, whole=tuple(values.tolist()), scale="matrix", strong=strong,
                             tone=tone, formula=(f"{label} = ({text})",)))  # fmt: skip
    return found


def _written_out(matrices: SmallMatrices, line: str) -> str:
    """The first number as the sum of its products: "1·(−1) + 0·2 + … = 3"."""
    terms = matrices.terms(line)
    shown = ["·".join(factor(float(one), 0) for one in term) for term in terms[:_MOST]]
    shown += [ELLIPSIS] if len(terms) > _MOST else []
    return f"{' + '.join(shown)} = {figures(float(matrices.made(line).flat[0]), 0)}"
