"""Surveys made of random traces: no torch, no model; and how one is laid on the disk."""

from __future__ import annotations

import json
from pathlib import Path

from safetensors.numpy import save

from model_core.analysis.heads.head_averages import (
    averaged_tables,
    clearest_sentences,
    merge_findings,
    sentence_findings,
)
from model_core.analysis.survey_result import FORMAT, RESULT, TABLES, VERSION, Findings
from tests.made.traces import made_trace

PAIRS = (
    ("the white house", "la casa blanca"), ("good morning", "buenos días"), ("where is the key", "dónde está la llave"),
    ("we read", "leemos"), ("the rain is warm", "la lluvia es tibia"), ("no", "no"),
)  # fmt: skip


def made_findings(layers: tuple[int, int] = (3, 3), heads: int = 4, digest: str = "0" * 64, name: str = "") -> Findings:
    """The survey of a made model over PAIRS."""
    traces = [
        made_trace(source, target, layers, heads, seed=seed, forced=True) for seed, (source, target) in enumerate(PAIRS)
    ]
    found = merge_findings([sentence_findings(trace, 0, number) for number, trace in enumerate(traces)])
    best = {place: tuple(map(tuple, numbers)) for place, numbers in clearest_sentences(found).items()}
    model = traces[0].model
    return Findings(
        "", name or model.name, digest, "", traces[0].spec, ("pairs.tsv",), len(PAIRS), True, best,
        dict(enumerate(PAIRS)), averaged_tables(found),
    )  # fmt: skip


def write_survey(folder: Path, findings: Findings) -> Path:
    """The two files of a result, as a survey writes them."""
    folder.mkdir(parents=True, exist_ok=True)
    document = {
        "format": FORMAT, "version": VERSION,
        "model": {"name": findings.model_name, "sha256": findings.model_hash, "folder": findings.model_folder},
        "spec": findings.spec.to_json(), "data": list(findings.data), "sentences": findings.sentences,
        "forced": findings.forced, "best": {place: list(map(list, heads)) for place, heads in findings.best.items()},
        "texts": {str(number): list(pair) for number, pair in findings.texts.items()},
    }  # fmt: skip
    (folder / RESULT).write_text(json.dumps(document))
    (folder / TABLES).write_bytes(save(dict(findings.arrays)))
    return folder
