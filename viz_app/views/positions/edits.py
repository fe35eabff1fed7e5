"""Edits of positions without Qt: the resulting table, the model's own to compare with, and both in words.

Shapes: P positions, D width; a place is a position of the sentence, a row one of the table.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace

import numpy as np

from model_core.engine.position_edits import edited_table, row_order
from model_core.errors import Refused
from model_core.record.edits import ORDERS, STACKS, TABLES, Edits, PositionEdits
from model_core.record.trace import Trace
from model_core.spec import ModelSpec
from model_core.transformer.positions import sinusoidal
from viz_app.data.number_format import fmt_score
from viz_app.data.vocabulary import POSITION_TABLES
from viz_app.data.words.parts import POSITIONS
from viz_app.system.language import capitalised, tr
from viz_app.views.positions.position_table import PositionTable, position_table, table_words

TABLE_WORDS = {table: term.choice for table, term in POSITION_TABLES.items()}
ORDER_WORDS = {"kept": tr("kept"), "shuffled": tr("shuffled"), "reversed": tr("reversed")}
STACK_WORDS = {"both": tr("both stacks"), "encoder": tr("encoder only"), "decoder": tr("decoder only")}
MOST = {"width": 1024, "length": 1024}
"""The largest picture."""
_WHERE = {"both": "", "encoder": tr("(in the encoder only)"), "decoder": tr("(in the decoder only)")}


def draft_text(edits: PositionEdits) -> str:
    """Edits as one plain text, for a view's options; "" for none."""
    return "" if edits == PositionEdits() else " ".join(map(str, astuple(edits)))


def draft_of(text: str) -> PositionEdits:
    """The edits in a `draft_text`; no edits for any other text."""
    words = text.split()
    if len(words) != 6 or words[0] not in TABLES or words[2] not in ORDERS or words[4] not in STACKS:
        return PositionEdits()
    try:
        found = PositionEdits(words[0], float(words[1]), words[2], int(words[3]), words[4], int(words[5]))
        return Edits(positions=found).checked().positions
    except (ValueError, Refused):
        return PositionEdits()


def on_side(edits: PositionEdits, side: str) -> PositionEdits:
    """The edits that concern one stack."""
    return edits if edits.stacks in ("both", side) else PositionEdits()


def own_table(trace: Trace, side: str, recorded: np.ndarray) -> np.ndarray | None:
    """(P, D) the model's own table, from the recorded one; None if the run's edits leave nothing to infer it from. A
    changed order is undone; a sinusoidal table and that of a model without positions follow from their definition."""
    made = on_side(trace.run.edits.positions, side)
    if made.table == "model":
        own = np.empty_like(recorded)
        own[row_order(len(recorded), made)] = recorded
        return own
    return defined_table(trace, *recorded.shape)


def defined_table(trace: Trace, positions: int, width: int) -> np.ndarray | None:
    """(P, D) the table of the model's kind in any size; None for learned ones, which are known only by training."""
    if trace.spec.positions == "learned":
        return None
    if trace.spec.positions != "sinusoidal":  # none, or numbers that distances add to the scores
        return np.zeros((positions, width), np.float32)
    return sinusoidal(positions, width, trace.spec.position_base, trace.spec.position_layout == "halves")


def pictured(
    trace: Trace, side: str, sentence: int, edits: PositionEdits, size: tuple[int, int] = (0, 0)
) -> PositionTable | None:
    """The table of one side that the pictures show; None if this run recorded nothing of it. If the run was made with
    these very edits it is the recorded one.

    `size` is another (length, width) for the pictures alone, 0 = the model's own; a learned table cannot be made wider
    or longer than it is.
    """
    plain = position_table(trace, side, sentence)
    if plain is None:
        return None
    wanted, made = on_side(edits, side), on_side(trace.run.edits.positions, side)
    own = own_table(trace, side, plain.table) if plain.whole else None
    length, width = (given or have for given, have in zip(size, plain.table.shape, strict=True))
    table = plain.table
    if (length, width) != table.shape or wanted != made:
        found = _made_table(trace, wanted, own, (length, width))
        table = plain.table if found is None else found
    own = None if own is None or own.shape != table.shape or np.array_equal(own, table) else own
    rows = row_order(len(table), wanted) if wanted.order != "kept" or wanted.shift else None
    base = wanted.base if wanted.table in ("interleaved", "halves") else trace.spec.position_base
    return replace(plain, table=table, kind=POSITION_TABLES[wanted.table].made, base=base, rows=rows, own=own)


def _made_table(
    trace: Trace, edits: PositionEdits, own: np.ndarray | None, shape: tuple[int, int]
) -> np.ndarray | None:
    """(P, D) the table of these edits in a size; None if it cannot be determined."""
    ground: np.ndarray | None = np.zeros(shape, np.float32)
    if edits.table == "model":
        ground = own if own is not None and own.shape == shape else defined_table(trace, *shape)
        if ground is None and own is not None and shape[1] == own.shape[1] and shape[0] < len(own):
            ground = own[: shape[0]]
    return None if ground is None else edited_table(ground, edits)


# ---------------------------------------------------------------- words


def short_words(edits: PositionEdits) -> str:
    """The edits in a few words: "shuffled", "halves, shifted by 3"; "" for none."""
    parts = []
    if edits.table != "model":
        parts.append(POSITION_TABLES[edits.table].heading)
        if edits.table in ("interleaved", "halves") and edits.base != PositionEdits().base:
            parts.append(tr("base {base:,.0f}", base=edits.base))
    if edits.order != "kept":
        parts.append(ORDER_WORDS[edits.order])
    if edits.shift:
        parts.append(tr("shifted by {places}", places=fmt_score(edits.shift, 0)))
    if parts and edits.stacks != "both":
        parts.append(STACK_WORDS[edits.stacks])
    return ", ".join(parts)


def explained(edits: PositionEdits, applied: bool, distances: bool = False) -> str:
    """The effect of the edits on the model, in a sentence or two; `distances`: its scores give order without a
    table."""
    parts = [POSITION_TABLES[edits.table].about] if edits.table != "model" else []
    if edits.table == "none":
        rest = tr("order comes only from distances, added to the scores")
        parts[0] += f": {rest if distances else tr('the same words look alike in any order')}"
    if edits.order != "kept":
        parts.append(tr("each position reads another row of the table: {order}", order=ORDER_WORDS[edits.order]))
    if edits.shift and edits.order != "kept":
        parts.append(tr("then that order is shifted by {places}", places=fmt_score(edits.shift, 0)))
    elif edits.shift > 0:
        parts.append(tr("every position reads the row {places} later", places=edits.shift))
    elif edits.shift < 0:
        parts.append(
            tr("every position reads the row {places} earlier, the first ones the table's last", places=-edits.shift)
        )
    what = f"{'; '.join(parts)} {_WHERE[edits.stacks]}".rstrip()
    end = tr("The translation follows.") if applied else tr("In the picture only: the model runs with its own.")
    return f"{capitalised(what)}. {end}"


# ---------------------------------------------------------------- what is shown


@dataclass(frozen=True)
class ShownPositions:
    """The positions that are shown: those of the run, otherwise those of the view's options that are only drawn.

    run            the run's edits
    apply, draft   as in the view's options; a run with edits applies them even without `apply`
    length, width  of the pictures, 0 = the model's own
    """

    run: PositionEdits = field(default_factory=PositionEdits)
    apply: bool = True
    draft: str = ""
    length: int = 0
    width: int = 0

    @property
    def edits(self) -> PositionEdits:
        return self.run if self.run != PositionEdits() else draft_of(self.draft)

    @property
    def applied(self) -> bool:
        return self.apply or self.run != PositionEdits()

    def adds(self, side: str) -> bool:
        """Whether one stack adds vectors other than the model's own."""
        return on_side(self.edits, side).table not in ("model", "none")

    @property
    def size(self) -> tuple[int, int]:
        """(length, width) of the pictures, clamped."""
        return min(max(0, self.length), MOST["length"]), min(max(0, self.width), MOST["width"])

    def heading(self, side: str, spec: ModelSpec) -> str:
        """What the table of one side is: "sinusoidal", "shuffled", "no positions · picture only"."""
        made = short_words(on_side(self.edits, side))
        if not made:
            return POSITIONS[spec.positions]
        return made if self.applied else tr("{positions} · picture only", positions=made)

    def explanation(self, spec: ModelSpec) -> str:
        """What the table consists of and what it is for, or the effect of the edits; says so if they are only drawn."""
        if any(self.size):
            return tr(
                "Picture only, in another size: this model's width is {width}, its length {length}.",
                width=spec.d_model,
                length=spec.max_positions,
            )
        if self.edits == PositionEdits(stacks=self.edits.stacks):
            return table_words(spec)
        if self.edits.table == "model" and spec.positions in ("none", "relative"):
            return f"{table_words(spec)} {tr('With nothing in the table, another order or shift changes nothing.')}"
        return explained(self.edits, self.applied, spec.positions == "relative")
