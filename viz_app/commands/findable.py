"""What Ctrl K finds besides commands: heads, steps and text sizes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viz_app.commands.palette import Entry
from viz_app.data import selection
from viz_app.data.depth import DEPTH_TERMS, reaches
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import Layout
from viz_app.document.store import Store
from viz_app.system.language import tr
from viz_app.system.settings import TEXT_SIZES
from viz_app.views import DEPTH_OF

MOST_STEPS = 200
"""Of a longer text the first ones are listed."""


def with_depth(words: str, desk: Layout, view: str) -> str:
    """What the list of commands calls a view: of one that the present depth leaves out of the rail it says so."""
    depth = DEPTH_OF.get(view, "first")
    there = reaches(desk.depth, depth) or view in desk.views
    return words if there else tr("{name} (shown at depth {depth})", name=words, depth=DEPTH_TERMS[depth].word)


def findable(store: Store) -> Iterator[Entry]:
    """Heads and steps of the picture that is shown, and every text size."""
    yield from _heads(store)
    yield from _steps(store)
    for size in TEXT_SIZES:
        words = tr("Text size {percent:.0f} %", percent=100 * size)
        yield Entry(tr("View"), words, "", partial(store.desk, text_scale=size))


def _heads(store: Store) -> Iterator[Entry]:
    """Every head of every attention: "Cross-attention layer 2 head 3"; what else is looked at stays."""
    if (trace := store.trace) is None:
        return
    for kind in trace.kinds:
        layers, heads = trace.spec.layers(kind), trace.spec.heads_of(kind)
        for layer in range(layers):
            for head in range(heads):
                words = tr(
                    "{attention} layer {layer} head {head}",
                    attention=ATTENTIONS[kind].title,
                    layer=layer + 1,
                    head=head + 1,
                )
                show = partial(store.look, kind=kind, layer=layer, head=head)
                yield Entry(tr("Head"), words, f"{layer + 1}.{head + 1}", show)


def _steps(store: Store) -> Iterator[Entry]:
    """Every step of the sentence that is looked at: "Step 4 writes duerme"; none while later words are hidden."""
    trace = store.trace
    if trace is None or not trace.sentences or store.playing:
        return
    written = trace.sentences[selection.sentence_of(trace, store.state.look)].written
    for step, token in enumerate(written[:MOST_STEPS]):
        yield Entry(
            tr("Step"),
            tr("Step {step} writes {token}", step=step + 1, token=token.text),
            "",
            partial(store.look, step=step),
        )
