"""A survey's measures of every head as a table to save or copy. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from model_core.analysis.heads.head_measures import measures_of
from model_core.analysis.survey_result import Findings
from model_core.record.effects import Component
from viz_app.data.tables import Context, Listing
from viz_app.data.words.parts import head_place
from viz_app.system.language import counted, tr
from viz_app.views.survey.head_summary import SurveyContent
from viz_app.views.survey.likeness import Likeness, likeness_table

HEADINGS = ("part", "attention", "layer", "head", "name", "measure", "unit", "mean", "standard deviation")


def table(plain: Context, content: SurveyContent, alike: Likeness | None) -> Listing:
    """One line for each measure of each head of each attention, over all sentences, `part` as on screen, layers and
    heads from 0; or if similarity is shown, for each pair of heads. Its context names the survey's own model; `plain`
    is what the window shows."""
    context, found = _base_context(plain, content), content.findings
    if alike is not None:
        return likeness_table(context, alike)
    rows = [row for kind in found.kinds for row in _rows(found, kind)]
    return Listing("survey-measures", context, HEADINGS, tuple(rows))


def export_context(plain: Context, content: SurveyContent, alike: bool) -> Context:
    """The Context of a picture of one head's averages, or of how `alike` all of them read."""
    context, spec, kind = _base_context(plain, content), content.findings.spec, content.kind
    if alike:
        place, heads = tr("heads by similarity"), tuple(product(range(spec.layers(kind)), range(spec.heads_of(kind))))
    else:
        place = head_place(content.layer, content.head)
        heads = ((content.layer, content.head),)
    return replace(context, made=f"{place} · {context.what}", heads=heads)


def _base_context(plain: Context, content: SurveyContent) -> Context:
    found = content.findings
    what = tr("survey of {sentences}", sentences=counted(found.sentences, tr("sentence"), tr("sentences")))
    context = replace(plain, what=what, hook="", kind=content.kind, layer=content.layer, head=content.head)
    if not content.single:
        context = replace(context, source=", ".join(found.data), target="", step=None)
        context = replace(context, model=found.model_name, hash=found.model_hash)
        context = replace(context, differs=(), sentence=0, read="", written="")
    return context


def _rows(findings: Findings, kind: str) -> Iterator[tuple[Any, ...]]:
    means, spreads = findings.arrays[f"mean.{kind}"], findings.arrays.get(f"deviation.{kind}")
    for layer in range(means.shape[0]):
        for head in range(means.shape[1]):
            part, name = Component("heads", kind, layer, head).name, findings.name(kind, layer, head)
            for place, measure in enumerate(measures_of(kind)):
                spread = "" if spreads is None else float(spreads[layer, head, place])
                mean = float(means[layer, head, place])
                yield part, kind, layer, head, name, measure.name, measure.unit, mean, spread
