"""The measures of heads in the language of the window; model_core.analysis names them in English. No Qt."""

from __future__ import annotations

from model_core.analysis.heads.head_measures import Measure
from viz_app.system.language import text_of_resource, tr


def measure_name(name: str) -> str:
    """The name of a measure; an unknown one stays as it is."""
    return tr("copies", "head") if name == "copies" else text_of_resource(name)


def measure_about(measure: Measure) -> str:
    """What it measures, in a phrase."""
    return text_of_resource(measure.words)


def measure_unit(measure: Measure) -> str:
    """Its unit: bits, or a share of something."""
    return text_of_resource(measure.unit)
