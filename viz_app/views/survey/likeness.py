"""All heads of one attention compared with each other: how differently they read, in which order, where in a plane. No
Qt.

Shapes: N heads, layer after layer. Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.heads.head_likeness import MOST_HEADS, linked, plane_points
from model_core.analysis.survey_result import Findings
from viz_app.data.tables import Context, Listing
from viz_app.data.vocabulary import ATTENTIONS, head_word
from viz_app.system.language import tr
from viz_app.views.survey.head_summary import SurveyContent

Head = tuple[int, int]
"""(layer, head)"""
HEADINGS = ("attention", "layer", "head", "name", "other layer", "other head", "other name", "divergence (bits)")


@dataclass(frozen=True, eq=False)
class Likeness:
    """What is shown of an attention's heads.

    apart   (N, N) mean Jensen–Shannon divergence of their rows, bits, in the order of `heads`
    heads   similar ones beside each other; `names` are those of their patterns, in English
    places  (N, 2) in the plane, and the `share` of all squared distances that it shows
    rows    over how many rows the divergence is a mean
    """

    kind: str
    apart: NDArray[np.floating[Any]]
    heads: tuple[Head, ...]
    names: tuple[str, ...]
    places: NDArray[np.floating[Any]]
    share: float
    rows: int

    @property
    def largest(self) -> float:
        """The largest divergence, at which the colours end."""
        return max(float(self.apart.max(initial=0.0)), 1e-6)

    def called(self, at: int) -> str:
        """ "2.4 previous"."""
        return f"{number(self.heads[at])} {head_word(self.names[at], self.kind)}"

    def nearest(self, at: int) -> int:
        """The head that reads most like this one; itself where there is no other."""
        others = [other for other in range(len(self.heads)) if other != at]
        return min(others, key=lambda other: float(self.apart[at, other]), default=at)


def number(head: Head) -> str:
    """ "2.4"."""
    return f"{head[0] + 1}.{head[1] + 1}"


def likeness_of(findings: Findings, kind: str) -> Likeness | None:
    """The heads of an attention; None if they were not compared with each other, or the numbers are not finite."""
    apart = findings.head_divergence(kind)
    if apart is None or len(apart) < 2 or not np.isfinite(apart).all():
        return None
    order = linked(np.asarray(apart, np.float64))
    places, share = plane_points(apart)
    count = findings.spec.heads_of(kind)
    heads = tuple(divmod(at, count) for at in order)
    names = tuple(findings.name(kind, *head) for head in heads)
    rows = int(findings.arrays[f"apart_rows.{kind}"][0])
    return Likeness(kind, apart[np.ix_(order, order)], heads, names, places[order], share, rows)


# ---------------------------------------------------------------- words


def heading(content: SurveyContent) -> str:
    """ "Cross-attention · heads by similarity"."""
    return f"{ATTENTIONS[content.kind].title} · {tr('heads by similarity')}"


def explained(found: Likeness | None) -> str:
    """What the numbers are, how rows are sorted, what the plane shows."""
    if found is None:
        return tr("How alike heads read: the Jensen–Shannon divergence of their rows.")
    return tr(
        "Jensen–Shannon divergence of two heads' rows in bits, mean over {rows:,} rows: 0 means alike, 1 never the "
        "same token. Order: average linkage. Map: classical scaling to two dimensions, which show {share:.0f} % of "
        "the squared distances.",
        rows=found.rows,
        share=100 * found.share,
    )


def missing(content: SurveyContent) -> str:
    """Why there is nothing to show."""
    apart = content.findings.head_divergence(content.kind)
    if apart is not None and len(apart) == 1:
        return tr("This attention has one head in all: there is no other to compare it with.")
    if apart is not None and not np.isfinite(apart).all():
        return tr("Some attention weights are not numbers, so the heads cannot be compared.")
    if content.single:
        return tr("This text is too long to compare all heads at once. A survey compares them over many sentences.")
    heads = content.findings.spec.layers(content.kind) * content.findings.spec.heads_of(content.kind)
    if heads > MOST_HEADS:
        return tr(
            "Heads are compared only in attentions with at most {most}; this one has {heads:,}.",
            most=MOST_HEADS,
            heads=heads,
        )
    return tr("This survey was made by an earlier version, which did not compare heads. Make it again to compare them.")


def pair_words(found: Likeness, one: int, other: int) -> str:
    """ "1.2 previous and 2.4 mixed: 0.31 bits"; for a single head its nearest neighbour."""
    if one == other:
        near = found.nearest(one)
        if near == one:
            return found.called(one)
        return tr(
            "{head}: reads most like {other}, {apart:.2f} bits apart",
            head=found.called(one),
            other=found.called(near),
            apart=found.apart[one, near],
        )
    return tr(
        "{head} and {other}: {apart:.2f} bits apart",
        head=found.called(one),
        other=found.called(other),
        apart=found.apart[one, other],
    )


# ---------------------------------------------------------------- table


def likeness_table(context: Context, found: Likeness) -> Listing:
    """One line for each pair of heads; `context` is that of the measures."""
    what = tr("Jensen–Shannon divergence of heads, mean over {rows:,} rows", rows=found.rows)
    return Listing("head-likeness", replace(context, what=what), HEADINGS, tuple(_rows(found)))


def _rows(found: Likeness) -> Iterator[tuple[Any, ...]]:
    for one, head in enumerate(found.heads):
        for other in range(one + 1, len(found.heads)):
            apart = float(found.apart[one, other])
            yield found.kind, *head, found.names[one], *found.heads[other], found.names[other], apart
