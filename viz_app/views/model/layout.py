"""The model as boxes, wires and frames on a plane, laid out from its anatomy; nothing is painted here.

Encoder on the left, decoder on the right, information flows upward, as in figure 1 of "Attention Is All You Need"; the
memory goes from the encoder's end up a bus with a tap into every decoder layer. Lengths are pixels at text size 100 %
and zoom 1; y grows downwards, the lowest boxes end at 0. Layers count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from PySide6.QtCore import QMarginsF, QPointF, QRectF

from model_core.explain.anatomy import Anatomy, Layer, Part, StackAnatomy, SublayerAnatomy

SLIM = 22.0  # the height of a box with one line of small words
PAD, LANE = 10.0, 24.0  # an open layer's margin; the room for skip connections beside boxes
BUS, GUTTER = 76.0, 8.0  # between encoder and decoder; between boxes beside each other
TIE = 16.0  # beside the decoder, for the line that says "one table"
NARROWEST, WIDEST = 232.0, 420.0  # of a box
ABOUT = 62.0  # the words about the model above the encoder

Point = tuple[float, float]


@dataclass(frozen=True)
class DiagramSizes:
    """Heights of boxes, then the gaps between boxes, inside a layer and between folded layers. `grouped`: folded layers
    next to each other are one box."""

    plain: float = 26.0
    attention: float = 50.0
    sum: float = 16.0
    gap: float = 9.0
    close: float = 8.0
    tight: float = 4.0
    grouped: bool = False


ROOMY = DiagramSizes()
LOW = DiagramSizes(SLIM, SLIM, 14.0, 5.0, 4.0, 3.0, grouped=True)


@dataclass(frozen=True)
class Box:
    """Something to point at.

    name       the part's name; "encoder.layers.2" for a layer's strip; "source", "read", "written" for tokens
    kind       a Part's kind, "folded" and "header" for a layer's strip, "tokens"
    layer      -1 outside layers; the first one of a folded box
    attention  kind of attention (model_core.spec.KINDS) that it is or belongs to, "" for none
    count      the number of layers in a folded box
    lane       where the arrow runs that ends in this sum, having skipped a sub-layer
    """

    name: str
    kind: str
    rect: QRectF
    stack: str
    layer: int = -1
    part: Part | None = None
    attention: str = ""
    count: int = 1
    lane: QRectF | None = None

    @property
    def layers(self) -> range:
        """The layers that it belongs to or represents."""
        return range(self.layer, self.layer + self.count)

    def only(self, layer: int | None) -> Box:
        """A folded box reduced to one of its layers; None: unchanged."""
        return self if layer is None else replace(self, name=f"{self.stack}.layers.{layer}", layer=layer, count=1)


@dataclass(frozen=True)
class Wire:
    """A line through points. `kind` is "flow", "skip" into the `sum` of that name, "memory" or "tie"; `arrow` at its
    end; `dot` at its start."""

    points: tuple[Point, ...]
    kind: str = "flow"
    stack: str = "encoder"
    arrow: bool = True
    dot: bool = False
    sum: str = ""


@dataclass(frozen=True)
class Ground:
    """The background of an open layer or of an attention drawn in detail."""

    rect: QRectF
    stack: str
    kind: str = "layer"


@dataclass(frozen=True)
class Folding:
    """Which layers are open, as (stack, index), the one attention drawn in detail, as (kind, layer), or None, and the
    spacing."""

    opened: frozenset[tuple[str, int]] = frozenset()
    inside: tuple[str, int] | None = None
    sizes: DiagramSizes = ROOMY


@dataclass(frozen=True)
class DiagramPlan:
    """The laid out model; `about` is the rectangle for its description, `memory` the position of the memory's name."""

    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    frames: tuple[Ground, ...]
    bounds: QRectF
    about: QRectF
    memory: Point

    def box(self, name: str) -> Box | None:
        return next((box for box in self.boxes if box.name == name), None)

    def at(self, point: QPointF, slack: float = 0.0) -> Box | None:
        """The box under a point, or at most `slack` away."""
        around = QMarginsF(slack, slack, slack, slack)
        found = [box for box in self.boxes if box.rect.marginsAdded(around).contains(point)]
        found = found or [one for one in self.boxes if one.lane and one.lane.marginsAdded(around).contains(point)]
        return min(found, key=lambda box: box.rect.width() * box.rect.height(), default=None)

    def around(self, attention: str, layer: int) -> QRectF | None:
        """The rectangle of an attention or, if folded, of its layer."""
        stack = "encoder" if attention == "encoder" else "decoder"
        found = [box.rect for box in self.boxes if (box.attention, box.layer) == (attention, layer)]
        found = found or [box.rect for box in self.boxes if box.stack == stack and layer in box.layers]
        return reduce(QRectF.united, found) if found else None

    def neighbour(self, name: str, across: int, down: int) -> Box | None:
        """The nearest box in a direction (-1, 0 or 1 each), None if there is none."""
        start = self.box(name)
        if start is None:
            return None
        here, found = start.rect.center(), []
        for box in self.boxes:
            away = box.rect.center() - here
            along, aside = (away.x() * across, away.y()) if across else (away.y() * down, away.x())
            if box is not start and along > 1 and abs(aside) <= (along * 3 if across else 1e6):
                far = along + (0.5 if across else 2.0) * abs(aside)
                found.append((far, box.name, box))
        return min(found)[2] if found else None


class _Column:
    """One stack, built upwards from y = 0."""

    def __init__(self, anatomy: StackAnatomy, left: float, width: float, folding: Folding) -> None:
        self.anatomy, self.stack, self.folding, self.sizes = anatomy, anatomy.name, folding, folding.sizes
        self.outer = -1 if anatomy.name == "encoder" else 1  # on which side skip connections run
        self.frame = QRectF(left, 0, 2 * PAD + LANE + width, 0)
        self.left = left + PAD + (LANE if self.outer < 0 else 0)
        self.width = width
        self.spine = self.left + width / 2
        self.lane = self.left - LANE * 0.6 if self.outer < 0 else self.left + width + LANE * 0.6
        self.y = 0.0
        self.boxes: list[Box] = []
        self.wires: list[Wire] = []
        self.frames: list[Ground] = []
        self.taps: list[Point] = []  # where the memory enters, from the left
        self.from_y = 0.0  # where the next wire along the spine starts

    # ---- one piece after the other

    def put(self, what: Part | str, height: float, kind: str = "", *, x: float | None = None, wide: float | None = None,
            layer: int = -1, attention: str = "", count: int = 1) -> Box:  # fmt: skip
        """Adds the box of a part, or one with that name and kind, ending at the present y; y stays."""
        left, width = self.left if x is None else x, self.width if wide is None else wide
        rect = QRectF(left, self.y - height, width, height)
        part = what if isinstance(what, Part) else None
        name, kind = (what, kind) if isinstance(what, str) else (what.name, kind or what.kind)
        box = Box(name, kind, rect, self.stack, layer, part, attention, count)
        self.boxes.append(box)
        return box

    def stand(self, what: Part | str, height: float, kind: str = "", **more: Any) -> Box:
        """As `put`, on the spine; y is then above it."""
        box = self.put(what, height, kind, **more)
        self.y = self.from_y = box.rect.top()
        return box

    def wire(self, *points: Point, kind: str = "flow", arrow: bool = True) -> None:
        """Adds a wire through points."""
        self.wires.append(Wire(points, kind, self.stack, arrow))

    def rise(self, gap: float, arrow: bool = True) -> None:
        """Moves up along the spine, with the wire that leads there."""
        self.wire((self.spine, self.from_y), (self.spine, self.y - gap), arrow=arrow)
        self.y -= gap

    def plus(self, part: Part, layer: int = -1) -> Box:
        """The circle of a sum on the spine."""
        high = self.sizes.sum
        return self.stand(part, high, x=self.spine - high / 2, wide=high, layer=layer)

    # ---- the parts of a stack

    def build(self) -> None:
        """Tokens, embedding and positions, layers, output."""
        self.stand("source" if self.stack == "encoder" else "read", self.sizes.plain, "tokens")
        self.rise(self.sizes.gap)
        self._embed()
        self.rise(self.sizes.gap)
        for opened, run in self._runs():
            if opened:
                self._open(run[0])
            else:
                self._folded(run)
            self.rise(self.sizes.gap if run[-1] is self.anatomy.layers[-1] else self.sizes.tight)
        self.stand(self.anatomy.end, SLIM)

    def _runs(self) -> list[tuple[bool, list[Layer]]]:
        """The layers, with whether each is open; those folded together are one run."""
        runs: list[tuple[bool, list[Layer]]] = []
        for layer in self.anatomy.layers:
            opened = (self.stack, layer.index) in self.folding.opened
            if runs and self.sizes.grouped and not opened and not runs[-1][0]:
                runs[-1][1].append(layer)
            else:
                runs.append((opened, [layer]))
        return runs

    def _embed(self) -> None:
        """Token embedding on the spine, positions outside it, both into one sum."""
        wide = self.width * 0.58
        rest, high = self.width - wide - GUTTER, self.sizes.plain
        outer, inner = self.left, self.left + rest + GUTTER
        if self.outer > 0:
            outer, inner = self.left + wide + GUTTER, self.left
        table = self.put(self.anatomy.tokens, high, x=inner, wide=wide)
        beside = self.put(self.anatomy.positions, high, x=outer, wide=rest)
        self.y = self.from_y = table.rect.top()
        self.rise(self.sizes.gap)
        added = self.plus(self.anatomy.sum)
        x, y = beside.rect.center().x(), added.rect.center().y()
        self.wire((x, beside.rect.top()), (x, y), (self._outer_edge(added), y))

    def _outer_edge(self, box: Box) -> float:
        return box.rect.left() if self.outer < 0 else box.rect.right()

    def _strip(self, layer: Layer, kind: str, count: int = 1) -> Box:
        """A layer's header, as wide as its frame."""
        edges = {"x": self.frame.left(), "wide": self.frame.width()}
        return self.stand(layer.name, SLIM, kind, layer=layer.index, count=count, **edges)

    def _folded(self, run: list[Layer]) -> None:
        box = self._strip(run[0], "folded", len(run))
        if self.stack == "decoder":
            self._tap(box)

    def _tap(self, box: Box) -> None:
        """Connects the memory to a box."""
        self.taps.append((box.rect.left(), box.rect.center().y()))

    def _open(self, layer: Layer) -> None:
        bottom = self.y
        self.rise(self.sizes.tight, arrow=False)
        for sublayer in layer.sublayers:
            self._sublayer(sublayer, layer.index)
        self.rise(self.sizes.close)
        self._strip(layer, "header")
        rect = QRectF(self.frame.left(), self.y, self.frame.width(), bottom - self.y)
        self.frames.append(Ground(rect, self.stack))

    def _sublayer(self, sublayer: SublayerAnatomy, layer: int) -> None:
        """Norm, work and sum with the connection that bypasses the work; before it or, post-norm, after the sum a
        norm."""
        fork = self.y
        self.rise(self.sizes.gap)
        added: Box | None = None
        for part in sublayer.order:
            if part.kind == "add":
                added = self.plus(part, layer)
            elif part.kind == "attention":
                self._attention(part, layer)
            else:
                self.stand(part, SLIM if part.kind == "norm" else self.sizes.plain, layer=layer)
            if part is not sublayer.order[-1]:
                self.rise(self.sizes.close)
        assert added is not None
        y = added.rect.center().y()
        skip = (self.spine, fork), (self.lane, fork), (self.lane, y), (self._outer_edge(added), y)
        self.wires.append(Wire(skip, "skip", self.stack, dot=True, sum=added.name))
        self.boxes[self.boxes.index(added)] = replace(added, lane=QRectF(self.lane, y, 0, fork - y))

    def _attention(self, part: Part, layer: int) -> None:
        kind = "cross" if part.name.endswith(".cross_attn") else self.stack
        if self.folding.inside == (kind, layer):
            self._inside(part, layer, kind)
            return
        box = self.stand(part, self.sizes.attention, layer=layer, attention=kind)
        if kind == "cross":
            self._tap(box)

    def _inside(self, part: Part, layer: int, kind: str) -> None:
        """Figure 2 of the paper: V, K, Q, then the scores on the right, weights · V above both."""
        steps = {step.name.rsplit(".", 1)[-1]: step for step in part.inside}
        bottom, inner = self.y, self.width - 2 * PAD
        third = (inner - 2 * GUTTER) / 3
        x = [self.left + PAD + number * (third + GUTTER) for number in range(3)]
        self._feed(kind, [left + third / 2 for left in x])

        def put(name: str, left: float, wide: float) -> Box:
            return self.put(steps[name], SLIM, x=left, wide=wide, layer=layer, attention=kind)

        value, key, query = (put(f"to_{name}", left, third) for name, left in zip("vkq", x, strict=True))
        two, middle = 2 * third + GUTTER, x[1] + third + GUTTER / 2
        below, feet = value, [key.rect.center().x(), query.rect.center().x()]
        for name in ("raw_scores", "scores", "masked_scores", "weights"):
            self._next([(foot, below.rect.top()) for foot in feet])
            below, feet = put(name, x[1], two), [middle]
        self._next([(middle, below.rect.top()), (value.rect.center().x(), value.rect.top())])
        below = put("head_outputs", self.left + PAD, inner)
        for name in ("join", "to_out"):
            self._next([(self.spine, below.rect.top())])
            below = put(name, self.left + PAD, inner)
        self.y = self.from_y = below.rect.top()
        self.rise(self.sizes.close)
        self.stand(part, SLIM, "inside", layer=layer, attention=kind)
        self.frames.append(Ground(QRectF(self.left, self.y, self.width, bottom - self.y), self.stack, "inside"))

    def _feed(self, kind: str, middles: list[float]) -> None:
        """The inputs of V, K and Q: the stream into all three, or, for cross-attention, the memory into V and K."""
        self.rise(self.sizes.tight, arrow=False)
        turn = self.y
        tap = self.y = self.y - self.sizes.gap
        if kind == "cross":
            self.y -= self.sizes.gap
            self.taps.append((middles[0], tap))
            self.wire((middles[0], tap), (middles[0], self.y), kind="memory")
            self.wire((middles[0], tap), (middles[1], tap), (middles[1], self.y), kind="memory")
        for middle in middles[2:] if kind == "cross" else middles:
            self.wire((self.spine, turn), (middle, turn), (middle, self.y))

    def _next(self, starts: list[Point]) -> None:
        """Moves up to the next row of steps, with a wire from each of the starts."""
        self.y = min(y for _, y in starts) - self.sizes.close
        for x, y in starts:
            self.wire((x, y), (x, self.y))


def plan_diagram(anatomy: Anatomy, folding: Folding, width: float = 320.0) -> DiagramPlan:
    """Lays the model out with boxes of this width (clamped)."""
    width = min(WIDEST, max(NARROWEST, width))
    encoder = _Column(anatomy.encoder, 0.0, width, folding)
    decoder = _Column(anatomy.decoder, encoder.frame.right() + BUS, width, folding)
    for column in (encoder, decoder):
        column.build()
    for part in (anatomy.projection, anatomy.softmax):
        decoder.rise(folding.sizes.gap)
        decoder.stand(part, folding.sizes.plain)
    decoder.rise(folding.sizes.gap)
    decoder.stand("written", folding.sizes.plain, "tokens")
    wires, memory = _bus(encoder, decoder)
    if anatomy.spec.tied:
        wires += _ties(anatomy, encoder, decoder)
    top = min(encoder.y - ABOUT, decoder.y)
    right = decoder.frame.right() + (TIE if anatomy.spec.tied else 0.0)
    lowest = 10.0 if anatomy.spec.tied else 0.0
    about = QRectF(0, top, encoder.frame.right(), max(ABOUT - 10, min(encoder.y - 10 - top, 1.6 * ABOUT)))
    return DiagramPlan(
        (*encoder.boxes, *decoder.boxes), (*encoder.wires, *decoder.wires, *wires),
        (*encoder.frames, *decoder.frames), QRectF(0, top, right, lowest - top), about, memory,
    )  # fmt: skip


def _bus(encoder: _Column, decoder: _Column) -> tuple[list[Wire], Point]:
    """The memory: from the encoder's output, up or down the bus, into every decoder layer."""
    x = encoder.frame.right() + BUS * 0.5
    start = encoder.y - encoder.sizes.gap
    heights = [start, *(y for _, y in decoder.taps)]
    wires = [
        Wire(((encoder.spine, encoder.y), (encoder.spine, start), (x, start)), "memory", arrow=False),
        Wire(((x, max(heights)), (x, min(heights))), "memory", arrow=False),
    ]
    wires += [Wire(((x, y), (left, y)), "memory", dot=True) for left, y in decoder.taps]
    return wires, (encoder.spine, start)


def _ties(anatomy: Anatomy, encoder: _Column, decoder: _Column) -> list[Wire]:
    """One table, read in three places: a dashed line from embedding to embedding and on to the output projection."""
    places = {box.name: box.rect for box in (*encoder.boxes, *decoder.boxes)}
    source, target = places[anatomy.encoder.tokens.name], places[anatomy.decoder.tokens.name]
    out, x = places[anatomy.projection.name], decoder.frame.right() + TIE * 0.6
    across, under = source.center().y(), target.bottom() + decoder.sizes.gap * 0.5
    return [
        Wire(((source.right(), across), (target.left(), across)), "tie", arrow=False),
        Wire(((target.right() - 6, target.bottom()), (target.right() - 6, under), (x, under),
              (x, out.center().y()), (out.right(), out.center().y())), "tie", arrow=False),
    ]  # fmt: skip
