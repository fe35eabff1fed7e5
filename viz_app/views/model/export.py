"""The model's parts as a table that is saved or copied: shapes for the present sentence, parameters. No Qt."""

from __future__ import annotations

from model_core.explain.anatomy import Anatomy, Part, lengths, sized
from viz_app.data.tables import Context, Listing

HEADINGS = ("part", "kind", "activation", "shape", "size", "parameters")


def part_table(context: Context, model: Anatomy, source: int, target: int) -> Listing:
    """A line for each part in the order of computation; `parameters` add up to the model's.

    Sizes are those of a sentence of `source` tokens and `target` rows. A weight that two parts share counts once, where
    it is its own.
    """
    known = lengths(model.spec, source, target)
    rows = [(*_words(part, known), model.parameters([part])) for part in model.parts]
    return Listing("model-parts", context, HEADINGS, tuple(rows))


def _words(part: Part, known: dict[str, int]) -> tuple[str, str, str, str, str]:
    name = part.activations[0].name if part.activations else ""
    size = " × ".join(map(str, sized(part.shape, known)))
    return part.name, part.kind, name, " × ".join(part.shape), size
