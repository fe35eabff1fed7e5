"""The positional table of one side of a recorded run: its rows, how alike they are, and what they are added to.

The table, the token vectors and their sums are the recorded ones. Dot products of the table's rows are definitions of
pictures, computed here in float64 and named as such. No Qt.

Shapes: P positions of the table, N tokens of the sentence, D width. Positions and dimensions count from 0, as in the
formula of the paper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from model_core.direction import quoted
from model_core.errors import Refused
from model_core.record.trace import Trace
from model_core.spec import ModelSpec
from viz_app.data.selection import key_names
from viz_app.system.language import tr

SIDES = ("encoder", "decoder")
MOST_CURVES = 8
"""As many curves as the theme has colours for."""


@dataclass(frozen=True, eq=False)
class PositionTable:
    """What one side's embedding did with one sentence of a run.

    table   (P, D) the model's whole table where it was recorded, else the rows that this run used
    whole   whether it is the whole table
    tokens  (N, D) token vectors as they are added
    inputs  (N, D) their sums: what the first layer reads, in a model with a norm on them what that norm reads
    words   the N tokens' names, see viz_app.data.selection.numbered
    kind    how the table is made: a key of MADE, "" = as the model's spec says
    base    of its sinusoids
    rows    (P,) which row of the table each place reads; None = each its own
    own     the model's own table to compare with, of the same width; None if this is it, or it is not known
    """

    trace: Trace
    side: str
    sentence: int
    table: np.ndarray
    whole: bool
    tokens: np.ndarray
    inputs: np.ndarray
    words: tuple[str, ...]
    kind: str = ""
    base: float = 10_000.0
    rows: np.ndarray | None = None
    own: np.ndarray | None = None

    @property
    def scheme(self) -> str:
        """How the table is made: "sinusoidal", "halves", "learned", "random" or "none"."""
        spec = self.trace.spec
        halves = (spec.positions, spec.position_layout) == ("sinusoidal", "halves")
        return self.kind or ("halves" if halves else spec.positions)

    @property
    def total(self) -> str:
        """The name of token + position."""
        return total_of(self.trace)

    @property
    def used(self) -> int:
        """How many positions the sentence takes."""
        return len(self.words)

    @property
    def width(self) -> int:
        """D."""
        return int(self.table.shape[1])

    def place_words(self, position: int) -> str:
        """A position and, if there is one, its token."""
        words = tr("position {position}", position=position)
        if position < self.used:
            words += f" {quoted(self.words[position])}"
        if self.rows is not None and self.rows[position] != position:
            words += f", {tr('row {row} of the table', row=self.rows[position])}"
        return words

    def sum_error(self, position: int) -> float:
        """The largest |token + position - their recorded sum| over all dimensions of one position."""
        total = self.tokens[position].astype(np.float64) + self.table[position].astype(np.float64)
        return float(np.abs(total - self.inputs[position]).max())

    def sum_holds(self, position: int) -> bool:
        """Whether the recorded one is that sum, up to the rounding of one float32 addition."""
        largest = float(np.abs(self.inputs[position]).max(initial=1.0))
        return self.sum_error(position) <= 4 * float(np.finfo(np.float32).eps) * max(1.0, largest)


def total_of(trace: Trace) -> str:
    """The name of token + position in a run."""
    return "sum" if trace.spec.embedding_norm else "input"


def position_table(trace: Trace, side: str, sentence: int) -> PositionTable | None:
    """The table of "encoder" or "decoder"; None if this run recorded nothing of it."""
    names = [f"{side}.embed.{part}" for part in ("positions", "tokens", total_of(trace))]
    words = key_names(trace.sentences[sentence], side)
    if not words or any(name not in trace.arrays for name in names):
        return None
    positions, tokens, inputs = (trace.arrays[name] for name in names)
    whole = trace.arrays.get(f"{side}.embed.position.table")
    count = len(words)
    return PositionTable(
        trace, side, sentence, positions[:count] if whole is None else whole, whole is not None,
        tokens[sentence, :count], inputs[sentence, :count], words, base=trace.spec.position_base,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class DistanceBias:
    """The learned numbers that a model with relative positions adds to the scores of its self-attention.

    distances    (N,) key - query, rising; 0 is the token itself
    by_distance  (H, N) what each head adds at that distance, as recorded
    maps         (H, Q, M) the same for each query and key of the sentence
    """

    distances: np.ndarray
    by_distance: np.ndarray
    maps: np.ndarray


def distance_bias(trace: Trace, side: str, sentence: int) -> DistanceBias | None:
    """What distances add in one stack, the decoder's for earlier tokens alone; None for models without, or if it was
    not recorded."""
    recorded = trace.arrays.get(f"{side}.distances.bias")
    count = len(key_names(trace.sentences[sentence], side))
    if trace.spec.positions != "relative" or recorded is None or not count:
        return None
    maps = recorded[min(sentence, len(recorded) - 1), :, :count, :count]
    distances = np.arange(1 - count, count if side == "encoder" else 1)
    first = [maps[:, max(0, -distance), max(0, distance)] for distance in distances.tolist()]
    return DistanceBias(distances, np.stack(first, axis=1).astype(np.float64), maps)


def similarity(table: np.ndarray) -> np.ndarray:
    """(P, P) dot products of every two rows, float64."""
    rows = np.asarray(table, np.float64)
    product: np.ndarray = rows @ rows.T
    return product


def by_distance(products: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation over all pairs of positions 0, 1, … P - 1 apart; both (P,) float64."""
    rows, columns = np.triu_indices(len(products))
    apart, values = columns - rows, products[rows, columns]
    counts = np.bincount(apart)
    mean = np.bincount(apart, values) / counts
    return mean, np.sqrt(np.bincount(apart, np.square(values - mean[apart])) / counts)


def depends_on_distance_only(mean: np.ndarray, spread: np.ndarray) -> bool:
    """Whether pairs at one distance agree, up to rounding."""
    return bool(spread.max() <= 1e-4 * max(float(np.abs(mean).max()), 1e-12))


def wavelength(dimension: int, width: int, base: float, halves: bool = False) -> float:
    """Positions after which a dimension of a sinusoidal table repeats: 2π · base^(2i/D)."""
    pair = 2 * (dimension % -(-width // 2)) if halves else dimension - dimension % 2
    return float(2 * np.pi * base ** (pair / width))


def _wave_of(table: PositionTable, dimension: int) -> tuple[bool, float] | None:
    """Whether a dimension of a sinusoidal table is a cosine, and its wavelength; None for other tables."""
    if table.scheme not in ("sinusoidal", "halves"):
        return None
    halves = table.scheme == "halves"
    cosine = dimension >= -(-table.width // 2) if halves else dimension % 2 == 1
    return cosine, wavelength(dimension, table.width, table.base, halves)


def wave_words(table: PositionTable, dimension: int) -> str:
    """What a dimension of a sinusoidal table is, with a comma before; "" for other tables and for shuffled places."""
    found = _wave_of(table, dimension)
    shuffled = table.rows is not None and len(set(np.abs(np.diff(table.rows)).tolist()) - {1, len(table.rows) - 1}) > 0
    if found is None or shuffled:
        return ""
    if found[0]:
        return f", {tr('a cosine that repeats every {number:,.1f} positions', number=found[1])}"
    return f", {tr('a sine that repeats every {number:,.1f} positions', number=found[1])}"


def wave(table: PositionTable, dimension: int, count: int) -> np.ndarray | None:
    """A dimension of the first `count` positions as the formula's wave, including values between them; None if the
    table does not consist of waves, or of others. At least (count,) float64, evenly from the first to the last."""
    found = _wave_of(table, dimension)
    if found is None or count < 2:
        return None
    between = min(16, max(1, 4096 // count))
    angle = np.linspace(0, count - 1, (count - 1) * between + 1) * 2 * np.pi / found[1]
    values: np.ndarray = np.cos(angle) if found[0] else np.sin(angle)
    own = np.asarray(table.table[:count, dimension], np.float64)
    return values if np.allclose(values[::between], own, atol=1e-3) else None


def usual_dimensions(width: int) -> tuple[int, ...]:
    """The four dimensions shown by default, from fast to slow: 0, D/16, 3D/16, 3D/8, all of them even."""
    wanted = [0, width / 16, 3 * width / 16, 3 * width / 8]
    return tuple(dict.fromkeys(min(width - 1, 2 * round(place / 2)) for place in wanted))


def parse_dimensions(text: str, width: int) -> tuple[int, ...]:
    """The dimensions that a text names, "0, 4, 12": each once, in order; an empty text gives the default ones. Raises
    Refused for anything but whole numbers below `width`, or for more than there are colours."""
    if not text.strip():
        return usual_dimensions(width)
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if not all(re.fullmatch(r"[0-9]{1,6}", word) and int(word) < width for word in words):
        raise Refused(
            "E-DIM-RANGE", tr("Dimensions are whole numbers from 0 to {last}, separated by commas", last=width - 1)
        )
    found = tuple(dict.fromkeys(int(word) for word in words))
    if len(found) > MOST_CURVES:
        raise Refused("E-DIM-MANY", tr("At most {number} dimensions can be told apart by colour", number=MOST_CURVES))
    return found


def toggled(dimensions: tuple[int, ...], dimension: int) -> tuple[int, ...]:
    """The dimensions with one removed or added; the oldest is dropped if all colours are used, one always stays."""
    if dimension in dimensions:
        rest = tuple(own for own in dimensions if own != dimension)
        return rest or dimensions
    return (*dimensions[-(MOST_CURVES - 1) :], dimension)


def drawn_dimensions(text: str, width: int) -> tuple[int, ...]:
    """As `parse_dimensions`; the default ones if the text is invalid."""
    try:
        return parse_dimensions(text, width)
    except Refused:
        return usual_dimensions(width)


def dimension_text(dimensions: tuple[int, ...]) -> str:
    """The text that `parse_dimensions` reads back."""
    return ", ".join(map(str, dimensions))


def table_words(spec: ModelSpec) -> str:
    """What is shown, in one or two sentences."""
    if spec.positions == "none":
        return tr(
            "This model adds nothing for positions: all numbers are 0, and only the decoder’s mask gives a hint of "
            "order."
        )
    if spec.positions == "relative":
        return tr(
            "This model adds nothing to the token vectors: self-attention adds a learned number to each score, by "
            "the distance between the two tokens."
        )
    width, base = spec.d_model, spec.position_base
    made = tr("a learned vector (width {width})", width=width)
    if spec.positions == "sinusoidal" and spec.position_layout == "halves":
        made = tr("a vector of waves (width {width}, base {base:,.0f}, sines before cosines)", width=width, base=base)
    elif spec.positions == "sinusoidal":
        made = tr("a vector of waves (width {width}, base {base:,.0f})", width=width, base=base)
    return tr(
        "Each position has {vector}; it is added to the token’s vector, so that the model knows the order.", vector=made
    )
