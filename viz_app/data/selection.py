"""Which row, column and cell of the chosen head is being read, and the recorded numbers of one cell.

One answer for the token chips and the inspector: the cell under the pointer, else the pinned one, else the row of the
current step with its strongest key; for the first picture the head and the step that tell most. Nothing is computed but
maxima, means and entropies of recorded rows. No Qt.

Shapes: Q queries (rows), M memory (keys). Rows, keys, steps and sentences count from 0.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from model_core.analysis import token_merging
from model_core.analysis.unwritten import LATER
from model_core.record.mask_reasons import HIDDEN
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Trace
from viz_app.data.number_format import subscript
from viz_app.data.snapshot import Cell

if TYPE_CHECKING:
    from viz_app.data.maps.derived_map import CellMapping
    from viz_app.document.state import Look

Answer = TypeVar("Answer")
Of = TypeVar("Of")
Rest = ParamSpec("Rest")

SMALLEST = 0.005
"""Weights below this read 0.00 and are not listed."""
TOLD = 0.05
"""A word with at least this weight is named rather than an end or a full stop with more."""


@dataclass(frozen=True)
class Reading:
    """What is selected in one head.

    origin  why this cell: "pointer", "pinned", "step" (the strongest of the current step's row), "word" (its
            strongest word, if an end or punctuation is stronger), "" when there is no cell
    trace   the run it is read in
    """

    kind: str
    layer: int
    head: int
    sentence: int
    query: int | None = None
    key: int | None = None
    origin: str = ""
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @cached_property
    def row(self) -> np.ndarray | None:
        """The weights of the query's row (M,); None if there are none."""
        if self.trace is None or self.query is None:
            return None
        return self.trace.row(self.kind, self.layer, self.head, self.query, "weights", self.sentence)

    @cached_property
    def column(self) -> np.ndarray | None:
        """The weights of the key's column (Q,); None if there are none."""
        if self.trace is None or self.key is None:
            return None
        return self.trace.column(self.kind, self.layer, self.head, self.key, self.sentence)

    @property
    def cell(self) -> Cell | None:
        """(query, key), or None."""
        return None if self.query is None or self.key is None else (self.query, self.key)


def sentence_of(trace: Trace, look: Look) -> int:
    """The selected sentence, inside the sizes of this Trace."""
    return max(0, min(look.sentence, len(trace.sentences) - 1))


def step_of(trace: Trace, look: Look) -> int | None:
    """The decoder row of the current step; the last one if none was chosen; None if nothing is written."""
    rows = len(trace.sentences[sentence_of(trace, look)].read)
    if not rows:
        return None
    return rows - 1 if look.step is None else max(0, min(look.step, rows - 1))


def current_reading(trace: Trace | None, look: Look, hover: Cell | None) -> Reading:
    """The Reading of the selected head; without query and key if there is nothing to read."""
    if trace is None or not trace.sentences:
        return Reading(look.kind, look.layer, look.head, 0)
    at = Reading(look.kind, look.layer, look.head, sentence_of(trace, look), trace=trace)
    if not _has_map(trace, at) or 0 in trace.size(at.kind, at.sentence):
        return at
    query, key, origin = _place(trace, look, hover, at)
    return replace(at, query=query, key=key, origin=origin)


def reading_at_rest(trace: Trace, look: Look) -> Reading:
    """The `current_reading` while nothing is pointed at; in the encoder, which has no step, that of its first row."""
    at = current_reading(trace, look, None)
    if at.query is not None or look.kind != "encoder":
        return at
    return replace(current_reading(trace, replace(look, query=0), None), origin="step")


def _has_map(trace: Trace, at: Reading) -> bool:
    """Whether the head exists and its weights were recorded or can be computed."""
    return trace.has(at.kind, "weights", at.layer) and at.head < trace.spec.heads_of(at.kind)


def _place(trace: Trace, look: Look, hover: Cell | None, at: Reading) -> tuple[int | None, int | None, str]:
    """(query, key, origin): pointer before pin before step; a missing coordinate is its strongest partner, for a step
    among the keys that are words."""
    rows, keys = trace.size(at.kind, at.sentence)
    if hover is not None and 0 <= hover[0] < rows and 0 <= hover[1] < keys:
        return hover[0], hover[1], "pointer"
    query = look.query if look.query is not None and look.query < rows else None
    key = look.key if look.key is not None and look.key < keys else None
    origin = "step" if query is None and key is None else "pinned"
    if query is None and look.kind != "encoder":
        query = step_of(trace, look)
    if query is None and (column := replace(at, key=key).column) is not None:
        query = strongest(column)
    if query is None:
        return None, None, ""
    if key is not None:
        return query, key, origin
    row = replace(at, query=query).row
    assert row is not None
    found = strongest(row)
    if np.isnan(row[found]) and _is_hidden(trace, look, query):
        return query, None, origin
    word = found if origin != "step" else strongest_word(row, content_keys(trace.sentences[at.sentence], at.kind))
    return query, word, "word" if word != found else origin


def _is_hidden(trace: Trace, look: Look, query: int) -> bool:
    """Whether a question hides this row until it is answered."""
    kind, sentence = look.kind, sentence_of(trace, look)
    return kind in trace.reasons and bool((trace.reason(kind, sentence)[query] == HIDDEN).all())


def strongest(weights: np.ndarray) -> int:
    """Index of the largest weight; NaN counts as the smallest."""
    return int(np.where(np.isnan(weights), -1.0, weights).argmax())


def kept_by_identity(function: Callable[Concatenate[Of, Rest], Answer]) -> Callable[Concatenate[Of, Rest], Answer]:
    """Caches a function's latest answers while its first argument is the same object: all parts of one picture ask for
    the same ones."""
    last: deque[tuple[Of, object, Answer]] = deque(maxlen=8)

    @wraps(function)
    def answered(of: Of, *rest: Rest.args, **named: Rest.kwargs) -> Answer:
        found = next((one for one in last if one[0] is of and one[1] == (rest, named)), None)
        if found is None:
            found = of, (rest, named), function(of, *rest, **named)
            last.appendleft(found)
        return found[2]

    return answered


@kept_by_identity
def content_keys(sentence: Sentence, kind: str) -> np.ndarray:
    """(N,) the keys that are words or parts of words, known or not: no end, start, padding or punctuation."""
    tokens = sentence.read if kind == "decoder" else sentence.source
    plain = ("word", "part", "byte", "unknown")
    found = [at for at, one in enumerate(tokens) if one.kind in plain and any(map(str.isalnum, one.text))]
    return np.array(found, np.intp)


def strongest_word(weights: np.ndarray, contents: np.ndarray) -> int:
    """The strongest of the keys `contents` if its weight is visible, otherwise the strongest of all of (M,)."""
    found = int(contents[strongest(weights[contents])]) if len(contents) else None
    return found if found is not None and weights[found] >= TOLD else strongest(weights)


def largest_weights(weights: np.ndarray, count: int, keep: int | None = None) -> list[int]:
    """The indices of the `count` largest weights, largest first, without those that would read 0.00; `keep` is always
    included, in its place or last, if there is room for more than one."""
    told = np.flatnonzero(weights >= SMALLEST)  # NaN is not; of long texts these are few
    order = np.argsort(-weights[told], kind="stable")[:count]
    places = [int(index) for index in told[order]]
    if keep is not None and keep not in places and count > 1:
        places = [*places[: count - 1], keep]
    return places


# ---------------------------------------------------------------- the tokens of rows and keys


def numbered(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a text as unique names: a word that occurs more than once is numbered, "the₁" … "the₂"."""
    found = tuple(words)
    several, before = Counter(found), Counter[str]()
    names = []
    for word in found:
        before[word] += 1
        alone = several[word] == 1 or word == LATER
        names.append(word if alone else f"{word}{subscript(before[word])}")
    return tuple(names)


@kept_by_identity
def key_names(sentence: Sentence, kind: str) -> tuple[str, ...]:
    """The names of all columns, see `numbered`."""
    if kind != "decoder":
        return numbered(token.text for token in sentence.source)
    return read_names(sentence.read, sentence.written)


def key_name(sentence: Sentence, kind: str, key: int) -> str:
    return key_names(sentence, kind)[key]


@kept_by_identity
def query_names(sentence: Sentence, kind: str) -> tuple[tuple[str, str], ...]:
    """(read, written) of all rows, see `numbered`; an encoder row writes nothing, its second word is empty."""
    if kind == "encoder":
        return tuple((word, "") for word in key_names(sentence, kind))
    written = written_names(sentence.read, sentence.written)
    return tuple(zip(key_names(sentence, "decoder"), written, strict=True))


def read_names(read: Sequence[Token], written: Sequence[Token]) -> tuple[str, ...]:
    """The names of what a decoder reads, numbered together with the last token that it writes, see `numbered`."""
    return numbered(token.text for token in (*read, *written[-1:]))[: len(read)]


def written_names(read: Sequence[Token], written: Sequence[Token]) -> tuple[str, ...]:
    """The names of what a decoder writes, numbered together with the first token that it reads, see `numbered`."""
    return numbered(token.text for token in (*read[:1], *written))[1:]


@kept_by_identity
def words_of(read: Sequence[Token]) -> tuple[str, ...]:
    """The words that tokens make up: a part continues the word before it."""
    spans = list[range]()
    for at, token in enumerate(read):
        goes_on = token.kind in ("part", "byte") and spans
        spans.append(range(spans.pop().start if goes_on else at, at + 1))
    return tuple(token_merging.text(read, span) for span in spans)


def candidate_name(token: Token) -> str:
    """The name of a candidate token, with the sign of the space before it: "qué" and "▁qué" differ."""
    return token.spelt


def query_name(sentence: Sentence, kind: str, query: int) -> tuple[str, str]:
    """(read, written) of one row."""
    return query_names(sentence, kind)[query]


def key_token(sentence: Sentence, kind: str, key: int) -> Token:
    """The token that a column stands for."""
    return sentence.read[key] if kind == "decoder" else sentence.source[key]


# ---- what a click or a key changes; rows and columns are those shown, which `CellMapping` turns into the model's own


Changes = dict[str, Any]
"""Fields of the look -> new values."""


def head_beside(at: Cell, move: Cell, size: Cell) -> Changes:
    """Changes that go from the head `at` (layer, head) by `move` (layers, heads) within `size`; {} at an edge."""
    layer, head = at[0] + move[0], at[1] + move[1]
    return {"layer": layer, "head": head} if 0 <= layer < size[0] and 0 <= head < size[1] else {}


def moved_cell(look: Look, places: CellMapping, move: Cell, step: int) -> Cell:
    """The shown cell `move` (rows down, columns right) from the pinned one; without one, the first of the step's
    row."""
    rows, columns = places.size
    before = None if look.query is None or look.key is None else (look.query, look.key)
    found = places.shown(before)
    if found is None:
        return min(places.row(step) or 0, rows - 1), 0
    return min(max(found[0] + move[0], 0), rows - 1), min(max(found[1] + move[1], 0), columns - 1)


# ---- what the first picture of a text shows


_IN_DOUBT = 0.1
"""Probability of the second candidate from which on a step is a true choice."""


def clearest_head(trace: Trace) -> tuple[int, int]:
    """Layer and head (from 0) whose cross-attention is the easiest to read at first: its rows look mostly at words
    rather than at the end of the sentence, and few words are left out. Maps of (H, T, S) per layer."""
    best, place = -1.0, (0, 0)
    for layer, maps in enumerate(trace.maps("cross") if trace.whole("cross") else ()):
        words = maps[:, :, :-1] if maps.shape[2] > 1 else maps
        if not words.size:
            continue
        for head, strength in enumerate(words.max(axis=2).mean(axis=1) + words.max(axis=1).mean(axis=1)):
            if strength > best:
                best, place = float(strength), (layer, head)
    return place


def telling_step(trace: Trace) -> int | None:
    """The step (from 0) at which a second word came closest to the one written, never the end of the sentence; the
    middle step if the model never hesitated, None if no word was written."""
    written = trace.sentences[0].written[:-1]
    closest, place = 0.0, None
    for step, token in enumerate(written):
        first, second = (*trace.candidates(step), None, None)[:2]
        if first is None or second is None or first.token.id != token.id or second.probability < _IN_DOUBT:
            continue
        if (doubt := second.probability / first.probability) > closest:
            closest, place = doubt, step
    return place if place is not None or not written else len(written) // 2
