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
    feed_forward  both of its linear layers
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


def step_cost(spec: ModelSpec, source: int, step: int, cached: bool) -> Cost:
    """One sentence's decoding step (from 0) over `source` source tokens, the end of sentence counted.

    With the cache one new row is computed, and what cross-attention reads of the source is projected at step 0 only;
    without it all step + 1 rows are computed again, and the source is projected at every step.
    """
    width, layers, keys = spec.d_model, spec.decoder_layers, step + 1
    rows = 1 if cached else keys
    sources = 0 if cached and step else source
    pairs = layers * rows * (keys + source) * width
    return Cost(
        projections=layers * width * width * (6 * rows + 2 * sources),
        scores=pairs,
        values=pairs,
        feed_forward=layers * rows * 2 * width * spec.for_stack("decoder").d_ff,
        unembedding=width * spec.target_vocabulary,
    )


def text_cost(spec: ModelSpec, source: int, steps: int, cached: bool) -> Cost:
    """The cost of this many steps together."""
    return sum((step_cost(spec, source, step, cached) for step in range(steps)), Cost(0, 0, 0, 0, 0))


__all__ = ["PARTS", "Cost", "step_cost", "text_cost"]
