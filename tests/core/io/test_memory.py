"""Models that would take more than half of the free memory are refused by arithmetic, before anything is opened."""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.random_models import new_folder
from model_core.errors import Refused
from model_core.io import memory
from model_core.record.model_info import FORMAT, VERSION
from model_core.spec import ModelSpec

LARGE = {"d_model": 2048, "heads": 16, "d_ff": 8192, "encoder_layers": 7, "decoder_layers": 8}
FREE = 7_000_000_000


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_bytes", lambda: FREE)


def test_a_folder_whose_model_is_too_large_is_not_opened(tmp_path: Path) -> None:
    spec = ModelSpec(30_000, 30_000, **LARGE)
    assert 0.9e9 < spec.parameters() <= 1e9 and 4 * spec.parameters() > FREE // 2
    told = {"format": FORMAT, "version": VERSION, "spec": spec.to_json(), "about": {}}
    (tmp_path / "spec.json").write_text(json.dumps(told))
    with pytest.raises(Refused, match=r"parameters and needs 3\.\d GB of memory; 7\.0 GB are free") as refused:
        load_model(tmp_path)
    assert refused.value.code == "E-MODEL-MEMORY"


def test_none_is_made_either(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="uses at most half of that"):
        new_folder(tmp_path / "new", {"source_vocabulary": 30_000, "target_vocabulary": 30_000, **LARGE})
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("parameters", [FREE // 8, FREE // 8 + 1])
def test_the_limit_is_half_of_what_is_free(parameters: int) -> None:
    if parameters == FREE // 8:
        memory.refuse_large(parameters, "it")
    else:
        with pytest.raises(Refused):
            memory.refuse_large(parameters, "it")


def test_nothing_is_refused_when_the_system_does_not_report_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_bytes", lambda: None)
    memory.refuse_large(10**9, "it")


@pytest.mark.skipif(sys.platform != "linux", reason="asked as Linux tells it")
def test_free_memory_is_read_from_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    found = memory.free_bytes()
    assert found is not None and 50_000_000 < found < 100_000 * 10**9
    for name, text in (("memory.max", "3000"), ("memory.current", "2500"), ("memory.stat", "inactive_file 400\n")):
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    assert memory.free_bytes() == 900


FAULTS = """
import resource
from model_core.io.memory import keep_freed_memory
import torch
if {kept}:
    keep_freed_memory()
for _ in range(20):
    torch.ones(10_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asked of glibc")
@pytest.mark.usefixtures("prepared")
def test_freed_memory_can_be_kept() -> None:
    """Counted in pages that the system handed out: 40 MB are taken twenty times."""
    counts = {}
    for kept in (False, True):
        command = [sys.executable, "-c", FAULTS.format(kept=kept)]
        counts[kept] = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert counts[False] - counts[True] > 10 * 40_000_000 // resource.getpagesize()
