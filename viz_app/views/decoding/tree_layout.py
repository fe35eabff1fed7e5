"""The tree of continuations: its tokens, their columns, lanes and rectangles, and their descriptions.

Column = step, lane = how far below the main path. The main path is lane 0; the candidates not taken hang below it, or,
after a beam search, the other texts that were kept and those that were pruned; below them every alternative has a lane
of its own. Lengths are px.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from model_core.analysis.text_comparison import first_difference, probability
from model_core.direction import quoted
from model_core.record.tokens import Token
from model_core.record.trace import Node, Trace
from viz_app.charts.step_columns import Columns
from viz_app.data import number_format
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.selection import candidate_name
from viz_app.data.words.parts import click_to_step
from viz_app.system.language import tr

LEAST, MOST = 76.0, 150.0  # px from step to step at text size 100 %, when all is fitted
WIDEST, PAD = 150.0, 12.0  # px of a token at text size 100 %: at most, and beside its word
AIR = (12.0, 52.0)  # px between two lanes at text size 100 %: at least, and if there is room
ZOOMS = (0.12, 2.0)  # smallest and largest zoom
_WORDS = 62.0  # px from step to step at 100 % below which tokens become dots
_GAP = 20.0  # px between the tokens of two steps at 100 %, at least
_DOT = 4.0  # px, radius of a dot at 100 %
_SIDE = 12.0  # px beside the tree
FEW = 5
"""At most this many candidates hang below a step; those that would read 0.00 do not, but for the first."""
_SMALLEST = 0.005

START, MAIN, PASSED, ALTERNATIVE, KEPT, PRUNED = "start", "main", "passed", "alternative", "kept", "pruned"
_ROLES = {
    MAIN: tr("on the main path"),
    PASSED: tr("a candidate that was not taken"),
    KEPT: tr("kept by beam search, but another text won"),
    PRUNED: tr("pruned by beam search: other texts of this step scored better"),
}


@dataclass(eq=False)
class Spot:
    """One token of the tree.

    column  0 = what the decoder reads first, t + 1 = written by step t (from 0)
    parent  the token before it, None for the start
    share   its probability after all before it, 0–1
    role    START, MAIN, PASSED (a candidate not taken), ALTERNATIVE, KEPT or PRUNED (beam search)
    text    which of the texts it lies on; 0 is the main text, -1 none
    node    what beam search knows of it, None for all else
    """

    column: int
    lane: int
    parent: Spot | None
    token: Token
    share: float
    role: str
    text: int = -1
    node: Node | None = None

    @property
    def step(self) -> int:
        """The step (from 0) that wrote it; -1 for the start."""
        return self.column - 1

    def path(self) -> tuple[int, ...]:
        """The ids from the first written token to this one."""
        ids, spot = [], self
        while spot.parent is not None:
            ids.append(spot.token.id)
            spot = spot.parent
        return tuple(reversed(ids))


@dataclass
class Plan:
    """All spots of a tree, parents before children.

    hidden   column -> how many candidates there was no lane for
    labels   place of a text -> its first own spot
    never    ids that are never written, so that nothing can go on from them
    """

    spots: list[Spot] = field(default_factory=list)
    columns: int = 0
    lanes: int = 0
    hidden: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    labels: dict[int, Spot] = field(default_factory=dict)
    never: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._at: dict[tuple[int, int], Spot] = {}

    def add(self, spot: Spot) -> Spot:
        self.spots.append(spot)
        self._at[spot.column, spot.lane] = spot
        self.columns = max(self.columns, spot.column + 1)
        self.lanes = max(self.lanes, spot.lane + 1)
        return spot

    def at(self, column: int, lane: int) -> Spot | None:
        return self._at.get((column, lane))

    def in_column(self, column: int) -> list[Spot]:
        """The spots of a column, from the top."""
        return [self._at[column, lane] for lane in range(self.lanes) if (column, lane) in self._at]


def tree_plan(trace: Trace, sentence: int, texts: Sequence[DecodedText], lanes: int) -> Plan:
    """The tree of a sentence in at most about `lanes` lanes: alternatives get theirs first, candidates the rest.
    `texts` are its texts; if nothing is written, they and the plan are empty."""
    plan = Plan(never=trace.spec.never_written)
    if not texts:
        return plan
    main = _add_main(plan, texts[0])
    ways = [first_difference(texts[0].ids, text.ids) for text in texts[1:]]
    room = max(2, lanes - sum(way is not None for way in ways))
    if any(node.sentence == sentence for node in trace.tree):
        _add_beam(plan, trace, sentence, room, main)
    elif trace.candidate_tokens:
        begun = {(way, *text.ids[way : way + 1]) for way, text in zip(ways, texts[1:], strict=True) if way is not None}
        _add_passed(plan, trace, sentence, room, main, begun)
    _add_alternatives(plan, texts, ways, main)
    return plan


def _add_main(plan: Plan, text: DecodedText) -> list[Spot]:
    """The start and the main path, one spot for each column."""
    spots = [plan.add(Spot(0, 0, None, text.read[0], 1.0, START, 0))]
    for step, token in enumerate(text.written):
        share = text.number("probability", step) or 0.0
        spots.append(plan.add(Spot(step + 1, 0, spots[-1], token, share, MAIN, 0)))
    return spots


def _add_passed(
    plan: Plan, trace: Trace, sentence: int, room: int, main: list[Spot], begun: set[tuple[int, ...]]
) -> None:
    """The candidates not taken at each step, without those (step, id) with which an alternative begins."""
    for step, parent in enumerate(main[:-1]):
        gone = begun | {(step, main[step + 1].token.id)}
        others = [one for one in trace.candidates(step, sentence) if (step, one.token.id) not in gone][:FEW]
        shown = [one for rank, one in enumerate(others) if rank == 0 or one.probability >= _SMALLEST]
        for lane, one in enumerate(shown[: room - 1], start=1):
            plan.add(Spot(step + 1, lane, parent, one.token, one.probability, PASSED))
        if len(shown) > room - 1:
            plan.hidden[step + 1] = len(shown) - room + 1


def _add_beam(plan: Plan, trace: Trace, sentence: int, room: int, main: list[Spot]) -> None:
    """Kept texts below the winner in the order of their parents, pruned ones below them while there are lanes."""
    spots = {-1: main[0]}  # by the place of their node in the trace
    columns: dict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(trace.tree):
        if node.sentence == sentence:
            columns[node.step].append(number)
    for step in sorted(columns):
        below = 1
        for number in sorted(columns[step], key=lambda n: _rank(trace.tree[n], spots)):
            node = trace.tree[number]
            if node.winner and step + 1 < len(main):
                spots[number] = main[step + 1]
                main[step + 1].node = node
            elif below < room and node.parent in spots:
                role = KEPT if node.kept else PRUNED
                share = probability(node.log_probability)
                spots[number] = plan.add(Spot(step + 1, below, spots[node.parent], node.token, share, role, -1, node))
                below += 1
            else:
                plan.hidden[step + 1] += 1


def _rank(node: Node, spots: dict[int, Spot]) -> tuple[bool, int, float]:
    """Kept before pruned; within these in the order of the parents' lanes, so that no kept line crosses another."""
    parent = spots.get(node.parent)
    return not node.kept, parent.lane if parent is not None else 1 << 30, -node.score


def _add_alternatives(plan: Plan, texts: Sequence[DecodedText], ways: Sequence[int | None], main: list[Spot]) -> None:
    """Each alternative that diverges from the main path, in a lane of its own."""
    for number, (text, way) in enumerate(zip(texts[1:], ways, strict=True), start=1):
        if way is None or way >= len(text.written):
            continue
        lane, parent = plan.lanes, main[way]
        for step in range(way, len(text.written)):
            share = text.number("probability", step) or 0.0
            parent = plan.add(Spot(step + 1, lane, parent, text.written[step], share, ALTERNATIVE, number))
            plan.labels.setdefault(number, parent)


@dataclass(frozen=True)
class TreePlace:
    """The geometry of the tree; `unit` is 1 at text size 100 %."""

    columns: Columns
    unit: float
    node_h: float
    top: float  # where lane 0 begins
    lane: float  # px from lane to lane
    lift: float = 0.0  # px scrolled away above
    least: float = 0.0  # px that the widest token needs

    @classmethod
    def fitted(
        cls, plan: Plan, size: tuple[float, float], lines: tuple[float, float], zoom: float, word: float = 0.0
    ) -> TreePlace:
        """For a widget of this size; `lines` are the line heights of body and small text, `word` the width in px of the
        widest word or number."""
        unit = lines[0] / 15.6
        need = min(WIDEST * unit, word + PAD * unit)
        pitch = max(LEAST * unit, need + _GAP * unit)
        columns = Columns.fitted(plan.columns, _SIDE, size[0] - 2 * _SIDE, pitch, max(MOST * unit, pitch), zoom)
        node, top = lines[0] + lines[1] + 6 * unit, lines[1] + 10 * unit
        share = (size[1] - top - 8 * unit) / max(1, plan.lanes)
        lane = min(node + AIR[1] * unit, max(node + AIR[0] * unit, share))
        return cls(columns, unit, node, top, lane, least=need)

    @staticmethod
    def lanes_in(height: float, lines: tuple[float, float]) -> int:
        """How many lanes fit into a widget of this height."""
        unit = lines[0] / 15.6
        lane = lines[0] + lines[1] + (6 + AIR[0]) * unit
        return max(1, int((height - lines[1] - 16 * unit) // lane))

    @staticmethod
    def most_height(lanes: int, lines: tuple[float, float]) -> float:
        """The height in px of this many lanes at the largest spacing."""
        unit = lines[0] / 15.6
        return lines[1] + 18 * unit + max(2, lanes) * (lines[0] + lines[1] + (6 + AIR[1]) * unit)

    @cached_property
    def gap(self) -> float:
        """Px between the tokens of two steps."""
        least = _GAP * self.unit
        return max(least, min(52.0 * self.unit, self.columns.pitch * 0.36, self.columns.pitch - self.least))

    @cached_property
    def wordless(self) -> bool:
        """Whether tokens are dots, so that all of a long text is visible."""
        return self.columns.pitch < _WORDS * self.unit

    def rect(self, spot: Spot) -> QRectF:
        left = self.columns.x_of(spot.column)
        top = self.top - self.lift + spot.lane * self.lane
        if self.wordless:
            side = min(2 * _DOT * self.unit, self.columns.pitch)
            return QRectF(left + (self.columns.pitch - side) / 2, top + (self.node_h - side) / 2, side, side)
        return QRectF(left + self.gap / 2, top, self.columns.pitch - self.gap, self.node_h)

    def edge(self, parent: Spot, child: Spot) -> QPainterPath:
        """The line from a token to one that follows it."""
        a, b = self.rect(parent), self.rect(child)
        begin, end = QPointF(a.right(), a.center().y()), QPointF(b.left(), b.center().y())
        bend = (end.x() - begin.x()) * 0.5
        path = QPainterPath(begin)
        path.cubicTo(QPointF(begin.x() + bend, begin.y()), QPointF(end.x() - bend, end.y()), end)
        return path

    def at(self, plan: Plan, point: QPointF) -> Spot | None:
        """The spot under a point; a dot responds a little beyond its edge."""
        column = self.columns.column_at(point.x())
        lane = int((point.y() - self.top + self.lift) // self.lane) if point.y() >= self.top - self.lift else -1
        spot = None if column is None else plan.at(column, lane)
        grow = 4 * self.unit if self.wordless else 0.0
        there = spot is not None and self.rect(spot).adjusted(-grow, -grow, grow, grow).contains(point)
        return spot if there else None


def figure(spot: Spot, roomy: bool) -> str:
    """The number under a token: its probability; after a beam search also the score of its text, if it fits."""
    if spot.role == START:
        return tr("start")
    share = number_format.fmt_chance(spot.share)
    return f"{share} · {number_format.fmt_score(spot.node.score, 2)}" if roomy and spot.node is not None else share


def spot_words(spot: Spot, texts: Sequence[DecodedText]) -> str:
    """What a spot is, in a few plain lines."""
    word, chance = quoted(candidate_name(spot.token)), number_format.p_words(spot.share, 4)
    if spot.role == START:
        return tr("{word}: read first, not written by any step", word=word)
    first = tr("step {step}: {word}, {chance} after everything before it", step=spot.step + 1, word=word, chance=chance)
    lines = [first, _ROLES.get(spot.role) or tr("on {text}", text=texts[spot.text].name)]
    if (node := spot.node) is not None:
        own, whole, score = (number_format.fmt_score(one, 3) for one in (node.log_probability, node.total, node.score))
        numbers = tr("log p {own}, of the whole text {whole}, score {score}", own=own, whole=whole, score=score)
        lines.append(f"{numbers} · {tr('ended', 'a text')}" if node.ended else numbers)
    return "\n".join(lines)


def click_words(plan: Plan, spot: Spot, texts: Sequence[DecodedText]) -> str:
    """What a click on a spot does; "" for nothing."""
    if spot.role == MAIN:
        return click_to_step(spot.step)
    if spot.role == START or spot.token.id in plan.never:
        return ""
    word = quoted(candidate_name(spot.token))
    if spot.text > 0:
        name = texts[spot.text].name
        return tr("Click to make {text} the main text up to {word}; both are kept.", text=name, word=word)
    return tr("Click to continue from {word} instead; both continuations are kept.", word=word)
