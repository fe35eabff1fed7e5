"""The model as boxes, wires and frames on a plane, laid out from its anatomy; nothing is painted here.

Encoder on the left, decoder on the right, information flows upward, as in figure 1 of "Attention Is All You Need"; the
memory goes from the encoder's end up a bus with a tap into every decoder layer. Lengths are pixels at text size 100 %
and zoom 1; y grows downwards, the lowest boxes end at 0. Layers count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from PySide6.QtCore import QPointF, QRectF

from model_core.explain.anatomy import Anatomy, Layer, Part, StackAnatomy, SublayerAnatomy
from model_core.spec import ModelSpec

PLAIN, NORM, ATTENTION, SLIM, STEP, SUM = 26.0, 22.0, 50.0, 22.0, 22.0, 16.0  # heights of boxes
GAP, CLOSE, TIGHT = 9.0, 8.0, 4.0  # between boxes; inside a layer; between folded layers
HEADER, PAD, LANE = 22.0, 10.0, 24.0  # an open layer's strip; its margin; the room for skip connections beside boxes
BUS = 76.0  # between encoder and decoder
TIE = 16.0  # beside the decoder, for the line that says "one table"
NARROWEST, WIDEST = 232.0, 420.0  # of a box
ABOUT = 62.0  # the words about the model above the encoder

KINDS = {"self_attn": {"encoder": "encoder", "decoder": "decoder"}, "cross_attn": {"decoder": "cross"}}
SIDES = ("encoder", "decoder")
Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """Something to point at.

    name       the part's name; "encoder.layers.2" for a layer's strip; "source", "read", "written" for tokens
    kind       a Part's kind, "folded" and "header" for a layer's strip, "tokens"
    layer      -1 outside of layers
    attention  kind of attention (model_core.spec.KINDS) that it is or belongs to, "" for none
    """

    name: str
    kind: str
    rect: QRectF
    side: str
    layer: int = -1
    part: Part | None = None
    attention: str = ""


@dataclass(frozen=True)
class Wire:
    """A line through points. `kind` is "flow", "skip", "memory" or "tie"; `arrow` at its end; `dot` at its start."""

    points: tuple[Point, ...]
    kind: str = "flow"
    side: str = "encoder"
    arrow: bool = True
    dot: bool = False


@dataclass(frozen=True)
class Ground:
    """The ground of an open layer or of an attention that is laid open."""

    rect: QRectF
    side: str
    kind: str = "layer"


@dataclass(frozen=True)
class Folding:
    """Which layers are open, as (side, index), and the one attention that is laid open, as (kind, layer), or None."""

    opened: frozenset[tuple[str, int]] = frozenset()
    inside: tuple[str, int] | None = None


@dataclass(frozen=True)
class DiagramPlan:
    """The laid out model; `about` is the room for the words about it, `memory` where the memory has its name."""

    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    frames: tuple[Ground, ...]
    bounds: QRectF
    about: QRectF
    memory: Point

    def box(self, name: str) -> Box | None:
        """The box of this name."""
        return next((box for box in self.boxes if box.name == name), None)

    def at(self, point: QPointF, slack: float = 0.0) -> Box | None:
        """The box under a point, or not further away than `slack`."""
        found = [box for box in self.boxes if box.rect.adjusted(-slack, -slack, slack, slack).contains(point)]
        return min(found, key=lambda box: box.rect.width() * box.rect.height(), default=None)

    def around(self, attention: str, layer: int) -> QRectF | None:
        """Where an attention lies or, folded, its layer."""
        side = "encoder" if attention == "encoder" else "decoder"
        found = [box.rect for box in self.boxes if (box.attention, box.layer) == (attention, layer)]
        found = found or [box.rect for box in self.boxes if (box.side, box.layer) == (side, layer)]
        return reduce(QRectF.united, found) if found else None

    def neighbour(self, name: str, across: int, down: int) -> Box | None:
        """The nearest box in a direction (-1, 0 or 1 each), None where there is none further."""
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
    """One side, built upwards from y = 0."""

    def __init__(self, stack: StackAnatomy, left: float, width: float, folding: Folding) -> None:
        self.stack, self.side, self.folding = stack, stack.side, folding
        self.outer = -1 if stack.side == "encoder" else 1  # on which side skip connections run
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

    def put(self, name: str, kind: str, height: float, *, x: float | None = None, wide: float | None = None,
            part: Part | None = None, layer: int = -1, attention: str = "") -> Box:  # fmt: skip
        """A box that ends at the present y; y stays."""
        left, width = self.left if x is None else x, self.width if wide is None else wide
        rect = QRectF(left, self.y - height, width, height)
        box = Box(name, kind, rect, self.side, layer, part, attention)
        self.boxes.append(box)
        return box

    def wire(self, *points: Point, kind: str = "flow", arrow: bool = True, dot: bool = False) -> None:
        """A wire through points."""
        self.wires.append(Wire(points, kind, self.side, arrow, dot))

    def rise(self, gap: float, arrow: bool = True) -> None:
        """Goes up along the spine, with the wire that leads there."""
        self.wire((self.spine, self.from_y), (self.spine, self.y - gap), arrow=arrow)
        self.y -= gap

    def stand(self, name: str, kind: str, height: float, *, part: Part | None = None, layer: int = -1,
              attention: str = "") -> Box:  # fmt: skip
        """A box on the spine; y is then above it."""
        box = self.put(name, kind, height, part=part, layer=layer, attention=attention)
        self.y = self.from_y = box.rect.top()
        return box

    def plus(self, part: Part, layer: int = -1) -> Box:
        """The circle of a sum on the spine."""
        box = self.put(part.name, part.kind, SUM, x=self.spine - SUM / 2, wide=SUM, part=part, layer=layer)
        self.y = self.from_y = box.rect.top()
        return box

    # ---- the parts of a side

    def build(self) -> None:
        """Tokens, embedding and positions, layers, end."""
        self.stand("source" if self.side == "encoder" else "read", "tokens", PLAIN)
        self.rise(GAP)
        self._embed()
        self.rise(GAP)
        for layer in self.stack.layers:
            last = layer is self.stack.layers[-1]
            if (self.side, layer.index) in self.folding.opened:
                self._open(layer)
            else:
                self._folded(layer)
            self.rise(GAP if last else TIGHT)
        end = self.stack.end
        self.stand(end.name, end.kind, NORM, part=end)

    def _embed(self) -> None:
        """Token embedding on the spine, positions outside of it, both into one sum."""
        wide = self.width * 0.58
        inner = self.left + (self.width - wide if self.outer < 0 else 0.0)
        outer = self.left if self.outer < 0 else self.left + wide + CLOSE
        tokens, places = self.stack.tokens, self.stack.positions
        table = self.put(tokens.name, tokens.kind, PLAIN, x=inner, wide=wide, part=tokens)
        beside = self.put(
            places.name, places.kind, PLAIN, x=outer, wide=self.width - wide - CLOSE, part=places
        )  # fmt: skip
        self.y = self.from_y = table.rect.top()
        self.rise(GAP)
        added = self.plus(self.stack.sum)
        x, y = beside.rect.center().x(), added.rect.center().y()
        near = added.rect.left() if self.outer < 0 else added.rect.right()
        self.wire((x, beside.rect.top()), (x, y), (near, y))

    def _folded(self, layer: Layer) -> None:
        box = self.put(
            layer.name, "folded", SLIM, x=self.frame.left(), wide=self.frame.width(), layer=layer.index,
        )  # fmt: skip
        self.y = self.from_y = box.rect.top()
        if self.side == "decoder":
            self.taps.append((box.rect.left(), box.rect.center().y()))

    def _open(self, layer: Layer) -> None:
        bottom = self.y
        self.rise(TIGHT, arrow=False)
        for sublayer in layer.sublayers:
            self._sublayer(sublayer, layer.index)
        self.rise(CLOSE)
        box = self.put(
            layer.name, "header", HEADER, x=self.frame.left(), wide=self.frame.width(), layer=layer.index,
        )  # fmt: skip
        self.y = self.from_y = box.rect.top()
        rect = QRectF(self.frame.left(), self.y, self.frame.width(), bottom - self.y)
        self.frames.append(Ground(rect, self.side))

    def _sublayer(self, sublayer: SublayerAnatomy, layer: int) -> None:
        """Norm, work and sum with the connection that skips the work; before it or, post-norm, after the sum a norm."""
        fork = self.y
        self.rise(GAP)
        added: Box | None = None
        for part in sublayer.order:
            if part.kind == "add":
                added = self.plus(part, layer)
            elif part.kind == "attention":
                self._attention(part, layer)
            else:
                height = NORM if part.kind == "norm" else PLAIN
                self.stand(part.name, part.kind, height, part=part, layer=layer)
            if part is not sublayer.order[-1]:
                self.rise(CLOSE)
        assert added is not None
        y, near = added.rect.center().y(), added.rect.left() if self.outer < 0 else added.rect.right()
        self.wire((self.spine, fork), (self.lane, fork), (self.lane, y), (near, y), kind="skip", dot=True)

    def _attention(self, part: Part, layer: int) -> None:
        kind = KINDS[part.name.rsplit(".", 1)[-1]][self.side]
        if self.folding.inside == (kind, layer):
            self._inside(part, layer, kind)
            return
        box = self.stand(part.name, part.kind, ATTENTION, part=part, layer=layer, attention=kind)
        if kind == "cross":
            self.taps.append((box.rect.left(), box.rect.center().y()))

    def _inside(self, part: Part, layer: int, kind: str) -> None:
        """Figure 2 of the paper: V, K, Q, then the scores on the right, weights · V above both."""
        steps = {step.name.rsplit(".", 1)[-1]: step for step in part.inside}
        bottom, inner = self.y, self.width - 2 * PAD
        third = (inner - 2 * CLOSE) / 3
        x = [self.left + PAD + number * (third + CLOSE) for number in range(3)]
        self._feed(kind, [left + third / 2 for left in x])

        def put(step: Part, left: float, wide: float) -> Box:
            return self.put(step.name, step.kind, STEP, x=left, wide=wide, part=step, layer=layer, attention=kind)

        value, key, query = (put(steps[f"to_{name}"], left, third) for name, left in zip("vkq", x, strict=True))
        two, middle = 2 * third + CLOSE, x[1] + third + CLOSE / 2
        below, feet = value, [key.rect.center().x(), query.rect.center().x()]
        for name in ("raw_scores", "scores", "masked_scores", "weights"):
            self._next([(foot, below.rect.top()) for foot in feet])
            below, feet = put(steps[name], x[1], two), [middle]
        self._next([(middle, below.rect.top()), (value.rect.center().x(), value.rect.top())])
        below = put(steps["head_outputs"], self.left + PAD, inner)
        for name in ("join", "to_out"):
            self._next([(self.spine, below.rect.top())])
            below = put(steps[name], self.left + PAD, inner)
        self.y, self.from_y = below.rect.top(), below.rect.top()
        self.rise(CLOSE)
        self.stand(part.name, "inside", HEADER, part=part, layer=layer, attention=kind)
        self.frames.append(Ground(QRectF(self.left, self.y, self.width, bottom - self.y), self.side, "inside"))

    def _feed(self, kind: str, middles: list[float]) -> None:
        """What goes into V, K and Q: the stream into all three, or, across, the memory into V and K."""
        self.y -= TIGHT
        turn = self.y
        self.wire((self.spine, self.from_y), (self.spine, turn), arrow=False)
        if kind == "cross":
            self.y -= GAP
            tap = self.y
            self.y -= GAP
            self.wire((self.spine, turn), (middles[2], turn), (middles[2], self.y))
            self.taps.append((middles[0], tap))
            self.wire((middles[0], tap), (middles[0], self.y), kind="memory")
            self.wire((middles[0], tap), (middles[1], tap), (middles[1], self.y), kind="memory")
        else:
            self.y -= GAP
            for middle in middles:
                self.wire((self.spine, turn), (middle, turn), (middle, self.y))

    def _next(self, starts: list[Point]) -> None:
        """Goes up to the next row of steps, with a wire from each of the starts."""
        self.y = min(y for _, y in starts) - CLOSE
        for x, y in starts:
            self.wire((x, y), (x, self.y))


def plan_diagram(anatomy: Anatomy, folding: Folding, width: float = 320.0) -> DiagramPlan:
    """Lays the model out with boxes of that width (kept within bounds)."""
    width = min(WIDEST, max(NARROWEST, width))
    encoder = _Column(anatomy.encoder, 0.0, width, folding)
    decoder = _Column(anatomy.decoder, encoder.frame.right() + BUS, width, folding)
    for column in (encoder, decoder):
        column.build()
    for part in (anatomy.projection, anatomy.softmax):
        decoder.rise(GAP)
        decoder.stand(part.name, part.kind, PLAIN, part=part)
    decoder.rise(GAP)
    decoder.stand("written", "tokens", PLAIN)
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
    """The memory: out of the encoder's end, up or down the bus, into every decoder layer."""
    x = encoder.frame.right() + BUS * 0.5
    start = encoder.y - GAP
    heights = [start, *(y for _, y in decoder.taps)]
    wires = [
        Wire(((encoder.spine, encoder.y), (encoder.spine, start), (x, start)), "memory", arrow=False),
        Wire(((x, max(heights)), (x, min(heights))), "memory", arrow=False),
    ]
    wires += [Wire(((x, y), (left, y)), "memory", dot=True) for left, y in decoder.taps]
    return wires, (encoder.spine, start)


def _ties(anatomy: Anatomy, encoder: _Column, decoder: _Column) -> list[Wire]:
    """One table, read in three places: a broken line from embedding to embedding and on to the output projection."""
    places = {box.name: box.rect for box in (*encoder.boxes, *decoder.boxes)}
    source, target = places[anatomy.encoder.tokens.name], places[anatomy.decoder.tokens.name]
    out, x = places[anatomy.projection.name], decoder.frame.right() + TIE * 0.6
    across, under = source.center().y(), target.bottom() + GAP * 0.5
    return [
        Wire(((source.right(), across), (target.left(), across)), "tie", arrow=False),
        Wire(((target.right() - 6, target.bottom()), (target.right() - 6, under), (x, under),
              (x, out.center().y()), (out.right(), out.center().y())), "tie", arrow=False),
    ]  # fmt: skip


def opened_layers(choice: str, own: str, spec: ModelSpec, layer: int) -> frozenset[tuple[str, int]]:
    """(side, index) of the layers that are drawn with all their parts: of `choice` "look" those at `layer`, of "own"
    those that `own` names, else "all" or "none"."""
    counts = {"encoder": spec.encoder_layers, "decoder": spec.decoder_layers}
    every = frozenset((side, index) for side, count in counts.items() for index in range(count))
    if choice == "look":
        return frozenset((side, min(layer, count - 1)) for side, count in counts.items())
    return {"all": every, "none": frozenset(), "own": parse_opened(own) & every}[choice]


def opened_text(opened: Iterable[tuple[str, int]]) -> str:
    """Open layers as an option keeps them: "e0 d2"."""
    return " ".join(f"{side[0]}{index}" for side, index in sorted(opened))


def parse_opened(text: str) -> frozenset[tuple[str, int]]:
    """The open layers of such a text; anything else is left out."""
    sides = {"e": "encoder", "d": "decoder"}
    return frozenset(
        (sides[word[0]], int(word[1:]))
        for word in text.split()
        if word[0] in sides and word[1:].isdecimal() and len(word) < 6
    )
