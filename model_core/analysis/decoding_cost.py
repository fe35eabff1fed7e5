"""What a decoding step costs in multiplications, with and without the key/value cache, by arithmetic alone.

Counted are those of matrix products, which are nearly all; a product of (a × b) and (b × c) takes a·b·c. The encoder is
not counted: it runs once. No torch.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from model_core.spec import ModelSpec

PARTS = ("projections", "scores", "values", "feed_forward", "unembedding")
"""The fields of a Cost, in the order in which a pass does them."""


@dataclass(frozen=True)
class Cost:
    """Multiplications of one decoding step, by part.

    projections   inputs to queries, keys, values and back (self- and cross-attention)
    scores        queries times keys
    values        weights times values
    feed_forward  its linear layers, three of them where it is gated
    unembedding   the last row times the table of the vocabulary
    """

    projections: int
    scores: int
    values: int
    feed_forward: int
    unembedding: int

    @property
    def total(self) -> int:
        """All parts together."""
        return sum(astuple(self))

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    def parts(self) -> dict[str, int]:
        """By name, in the order of a pass."""
        return {name: getattr(self, name) for name in PARTS}


def attention_widths(spec: ModelSpec) -> tuple[int, int]:
    """How many numbers a key and a value of all heads of the decoder have together: not always the model's width."""
    stack = spec.for_stack("decoder")
    return stack.heads * stack.head_width, stack.heads * stack.value_width


def linear_layers(spec: ModelSpec) -> int:
    """How many linear layers a feed-forward has: a gated one has one more (Shazeer 2020)."""
    return 3 if spec.gated else 2


def step_cost(spec: ModelSpec, source: int, step: int, cached: bool) -> Cost:
    """One sentence's decoding step (from 0) over `source` source tokens, the end of sentence counted.

    With the cache one new row is computed, and what cross-attention reads of the source is projected at step 0 only;
    without it all step + 1 rows are computed again, and the source is projected at every step.
    """
    stack, width, layers = spec.for_stack("decoder"), spec.d_model, spec.decoder_layers
    rows = 1 if cached else step + 1
    sources = 0 if cached and step else source
    keys, values = attention_widths(spec)
    pairs = layers * rows * (step + 1 + source)
    return Cost(
        projections=layers * width * (keys + values) * (3 * rows + sources),
        scores=pairs * keys,
        values=pairs * values,
        feed_forward=layers * rows * linear_layers(spec) * width * stack.d_ff,
        unembedding=width * spec.target_vocabulary,
    )


def text_cost(spec: ModelSpec, source: int, steps: int, cached: bool) -> Cost:
    """The cost of this many steps together."""
    return sum((step_cost(spec, source, step, cached) for step in range(steps)), Cost(0, 0, 0, 0, 0))
