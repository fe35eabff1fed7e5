"""The measures of heads in the words of the window: model_core.analysis.heads names them in English. No Qt."""

from __future__ import annotations

from model_core.analysis.heads.head_measures import Measure
from viz_app.system.language import tr

_NAMES = {
    "entropy": tr("entropy"),
    "breadth": tr("breadth"),
    "strongest": tr("strongest"),
    "first": tr("first"),
    "end": tr("end"),
    "same": tr("same"),
    "previous": tr("previous"),
    "next": tr("next"),
    "diagonal": tr("diagonal"),
    "forward": tr("forward"),
    "coverage": tr("coverage"),
    "agreement": tr("agreement"),
    "error rate": tr("error rate"),
    "anti-diagonal": tr("anti-diagonal"),
    "gold": tr("gold"),
    "punctuation": tr("punctuation"),
    "duplicate": tr("duplicate"),
    "induction": tr("induction"),
    "copies": tr("copies", "head"),
}
_ABOUT = {
    "entropy": tr("how spread the weight of a row is"),
    "breadth": tr("entropy as a share of the maximum for a row of its length"),
    "strongest": tr("weight of a row's strongest key"),
    "first": tr("weight on the first token"),
    "end": tr("weight on the end-of-sentence token, the last token of the source"),
    "same": tr("weight on the row's own token"),
    "previous": tr("weight on the previous token"),
    "next": tr("weight on the next token"),
    "diagonal": tr("weight at the same relative position in source and target"),
    "forward": tr("steps after which the position read does not move backwards"),
    "coverage": tr("source tokens that receive a total weight of 1; smaller totals count in part"),
    "agreement": tr("weight that linked target words put on the source words they are linked to"),
    "error rate": tr(
        "alignment error rate when each target word is linked to its strongest source word (0: no errors)"
    ),
    "anti-diagonal": tr("weight on the diagonal from the last source token"),
    "gold": tr("weight on the source word that the task's rule asks for"),
    "punctuation": tr("weight on punctuation"),
    "duplicate": tr("weight on other occurrences of the row's own token"),
    "induction": tr("weight on the token that followed an earlier occurrence of the row's own token"),
    "copies": tr("weight on a source word with the same spelling, such as a name"),
    "diagonal -3": tr("weight 3 tokens before the diagonal"),
    "diagonal -2": tr("weight 2 tokens before the diagonal"),
    "diagonal -1": tr("weight 1 token before the diagonal"),
    "diagonal +1": tr("weight 1 token after the diagonal"),
    "diagonal +2": tr("weight 2 tokens after the diagonal"),
    "diagonal +3": tr("weight 3 tokens after the diagonal"),
}
_UNITS = {
    "bits": tr("bits"),
    "share": tr("share"),
    "share of weight": tr("share of weight"),
    "share of steps": tr("share of steps"),
    "share of links": tr("share of links"),
}


def measure_name(name: str) -> str:
    """What a measure is called; a name of no known measure stays as it is."""
    return _NAMES.get(name, name)


def measure_about(measure: Measure) -> str:
    """What it measures, in a phrase."""
    return _ABOUT.get(measure.name, measure.words)


def measure_unit(measure: Measure) -> str:
    """What its numbers are: bits, or a share of something."""
    return _UNITS.get(measure.unit, measure.unit)
