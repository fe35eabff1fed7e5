"""The model's parts as a table that is saved or copied: shapes for the present sentence, parameters. No Qt."""

from __future__ import annotations

from dataclasses import replace

from model_core.explain.anatomy import Anatomy, Part, lengths, shape_sizes
from model_core.record.trace import Sentence
from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr

HEADINGS = ("part", "kind", "activation", "shape", "size", "parameters")


def part_table(context: Context, model: Anatomy, one: Sentence) -> Listing:
    """A line for each part in the order of computation; `parameters` add up to the model's.

    DiagramSizes are those of the sentence. A weight that two parts share counts once, where
    it is its own.
    """
    known = lengths(model.spec, len(one.source), len(one.read))
    rows = [(*_words(part, known), model.parameters([part])) for part in model.parts]
    return Listing("model-parts", replace(context, what=tr("parts of the model"), hook=""), HEADINGS, tuple(rows))


def _words(part: Part, known: dict[str, int]) -> tuple[str, str, str, str, str]:
    name = part.activations[0].name if part.activations else ""
    size = " × ".join(map(str, shape_sizes(part.shape, known)))
    return part.name, part.kind, name, " × ".join(part.shape), size
