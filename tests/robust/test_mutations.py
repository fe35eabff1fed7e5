"""Damaged files by the thousand, for every reader of files that come from outside.

`pytest tests/robust --mutations 20000 --seed 7` reads more and other ones. A file is opened or refused with a code: no
other exception, no crash, none longer than ten seconds, no memory kept, nothing written.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from model_core.errors import Refused
from tests.robust.mutations import GROWTH, READERS, mutate

pytestmark = pytest.mark.usefixtures("prepared")

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("reader", READERS)
def test_damaged_files_are_opened_or_refused(reader: str, pytestconfig: pytest.Config) -> None:
    count, seed = pytestconfig.getoption("mutations"), pytestconfig.getoption("seed")
    command = [sys.executable, "-m", "tests.robust.mutations", reader, str(seed), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=590, check=False)
    assert done.returncode == 0, f"the reader died at number {done.stderr.split()[-1:]}: {done.stderr[-800:]}"
    *strange, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert strange == []
    assert sum(last["ended"].values()) == count
    if reader == "settings":  # what cannot be read there is as if it were not there: the program starts all the same
        assert last["ended"] == {"opened": count}
    else:
        assert 0 < last["ended"]["opened"] < count / 2  # the damages do damage
        assert len(last["ended"]) >= 4, "the files are refused for several reasons"
    assert last["others"] == []
    assert last["grown"] < GROWTH


def test_the_same_number_makes_the_same_file() -> None:
    import random

    good = json.dumps({"a": [1, 2, {"b": "c"}]}).encode()
    made = [mutate(good, random.Random(number)) for number in range(200)]
    assert made == [mutate(good, random.Random(number)) for number in range(200)]
    assert len(set(made)) > 100


def test_a_failing_reader_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The check itself can fail: a reader that lets a KeyError through is named with its number."""
    import resource

    from tests.robust import mutations

    def careless(path: Path) -> object:
        data = path.read_bytes()
        if path.name == "damaged" and len(data) % 2:
            raise KeyError("x")
        if path.name == "damaged":
            raise Refused("E-X", "no")
        return data

    monkeypatch.setitem(mutations.READERS, "careless", lambda: (b'{"a": 1, "b": 2}', careless))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    mutations.main("careless", 1, 50)
    *strange, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert strange and all("KeyError" in one["said"] for one in strange)
    assert sum(last["ended"].values()) + len(strange) == 50
