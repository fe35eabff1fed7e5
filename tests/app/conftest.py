"""What the tests of the command line share: small models in folders, and a way to run words here."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.program import Run
from viz_app import cli


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two small models: "pieces" and "digits"."""
    from model_core.checkpoints.checkpoint import save_model
    from tests.small import small_model, small_pieces, small_words

    folder = tmp_path_factory.mktemp("models")
    for name, vocab in (("pieces", small_pieces()), ("digits", small_words())):
        model = small_model(source_vocabulary=vocab.size, target_vocabulary=vocab.size)
        save_model(folder / name, model.state_dict(), model.spec, vocab, {"name": name})
    return folder


@pytest.fixture
def model(models: Path, tmp_path: Path) -> str:
    """A model folder of one's own, to be damaged."""
    return str(shutil.copytree(models / "pieces", tmp_path / "model"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], isolated_settings: Path) -> Iterator[Run]:
    """Runs words of the command line in this process; the last unforeseen failure is shown beside a failed test."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    yield call
    story = isolated_settings / "failure.txt"
    if story.exists():
        print(story.read_text(encoding="utf-8"))


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put
