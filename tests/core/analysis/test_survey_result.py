"""A survey's result is read as it was written, and only with tables of its own whose numbers are all finite."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from model_core.analysis.survey_result import NEW_TABLES, RESULT, TABLES, Findings, read_result
from model_core.errors import Refused
from tests.made.surveys import made_findings, write_survey


def written(folder: Path, findings: Findings) -> None:
    """The result in this folder, with the hash of its tables."""
    write_survey(folder, findings)
    document = json.loads((folder / RESULT).read_text())
    document["tables"] = hashlib.sha256((folder / TABLES).read_bytes()).hexdigest()
    (folder / RESULT).write_text(json.dumps(document))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    made = made_findings()
    written(tmp_path, made)
    found = read_result(tmp_path)
    assert (found.best, found.texts, found.sentences, found.forced) == (made.best, made.texts, made.sentences, True)
    assert found.arrays.keys() == made.arrays.keys()
    assert all(np.array_equal(array, made.arrays[name]) for name, array in found.arrays.items())


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_one_number_that_is_not_finite_is_refused_by_the_name_of_its_table(tmp_path: Path, value: float) -> None:
    made = made_findings()
    made.arrays["mean.cross"][1, 2, 0] = value
    written(tmp_path, made)
    with pytest.raises(Refused, match=r"mean\.cross contains NaN or infinity"):
        read_result(tmp_path)


def test_tables_of_another_survey_are_refused_and_its_own_ones_beside_them_read(tmp_path: Path) -> None:
    """As after a survey that ended between the two files that it replaces."""
    made = made_findings()
    written(tmp_path, made)
    own = (tmp_path / TABLES).read_bytes()
    (tmp_path / TABLES).write_bytes(save({name: array / 2 for name, array in made.arrays.items()}))
    with pytest.raises(Refused, match="belongs to a different survey"):
        read_result(tmp_path)
    (tmp_path / NEW_TABLES).write_bytes(own)
    assert np.array_equal(read_result(tmp_path).arrays["mean.cross"], made.arrays["mean.cross"])
