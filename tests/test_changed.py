"""tests/changed.py: the tests of what changed, the likeliest to fail first, in a project made for this."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.changed import changed_files, chosen, git, imported, mirrored

FILES = {
    "README.md": "words",
    "model_core/io/files.py": "",
    "model_core/engine/run.py": "from model_core.io.files import read",
    "viz_app/maps/cells.py": "def late():\n    from model_core.engine import run",
    "viz_app/views/masks/view.py": "import viz_app.maps.cells",
    "tests/made/traces.py": "",
    "tests/test_ground.py": "",
    "tests/test_words.py": "NAME = 'README.md'",
    "tests/core/io/test_files.py": "import model_core.io.files",
    "tests/core/io/test_else.py": "",
    "tests/core/engine/test_run.py": "from model_core.engine import run",
    "tests/app/maps/test_cells.py": "from tests.made.traces import one\nfrom viz_app.maps import cells",
    "tests/views/test_contract.py": "",
    "tests/views/masks/test_masks.py": "from viz_app.views.masks.view import Masks",
}
ALWAYS = "tests/test_ground.py"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """FILES in a repository; the branch work has left main."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    mine = ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm")
    for words in (("init", "-qb", "main"), ("add", "."), (*mine, "first"), ("checkout", "-qb", "work")):
        git(*words, root=tmp_path)
    return tmp_path


def test_what_is_committed_changed_new_or_gone_since_main_has_changed(project: Path) -> None:
    assert changed_files(project) == []
    (project / "README.md").write_text("others", encoding="utf-8")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "second", root=project)
    (project / "tests" / "made" / "traces.py").write_text("one = 1", encoding="utf-8")
    (project / "señal.py").touch()
    (project / "model_core" / "io" / "files.py").unlink()
    assert changed_files(project) == ["README.md", "model_core/io/files.py", "señal.py", "tests/made/traces.py"]
    git("checkout", "-q", "--detach", root=project)
    git("branch", "-qD", "main", root=project)
    assert "README.md" not in changed_files(project), "without main only what is not committed"


def test_nothing_changed_needs_no_test(project: Path) -> None:
    assert chosen([], project) == []


def test_the_mirrored_tests_come_first_then_importers_by_distance(project: Path) -> None:
    found = chosen(["model_core/io/files.py"], project)
    assert found[0] == "tests/core/io/test_files.py"
    assert set(found[1:3]) == {"tests/core/io/test_else.py", ALWAYS}
    assert found[3:] == [
        "tests/core/engine/test_run.py",
        "tests/app/maps/test_cells.py",
        "tests/views/masks/test_masks.py",
    ]


@pytest.mark.parametrize(
    ("changed", "first", "never"),
    [
        ("tests/core/io/test_else.py", "tests/core/io/test_else.py", "tests/core/io/test_files.py"),
        ("tests/made/traces.py", "tests/app/maps/test_cells.py", "tests/core/io/test_files.py"),
        ("viz_app/views/masks/view.py", "tests/views/masks/test_masks.py", "tests/app/maps/test_cells.py"),
        ("README.md", "tests/test_words.py", "tests/core/io/test_files.py"),
    ],
)
def test_each_file_has_its_tests(project: Path, changed: str, first: str, never: str) -> None:
    found = chosen([changed], project)
    assert first in found[:2] and never not in found and ALWAYS in found


def test_views_that_are_imported_by_name_have_the_tests_of_all_views(project: Path) -> None:
    assert "tests/views/test_contract.py" in chosen(["viz_app/views/masks/view.py"], project)
    assert "tests/views/test_contract.py" not in chosen(["viz_app/maps/cells.py"], project)


def test_imports_are_found_wherever_they_stand() -> None:
    source = "import a.b as c\nfrom d import (\n    e,  # a,\n    f as g,\n)\ndef late():\n    from h.i import j\n"
    assert imported(source) == {"a.b", "d", "d.e", "d.f", "h.i", "h.i.j"}


def test_rooms_of_the_program_have_rooms_of_tests() -> None:
    root = Path(__file__).parents[1]
    tests = [path.relative_to(root).as_posix() for path in (root / "tests").rglob("test_*.py")]
    for path in ("model_core/io/safe_files.py", "viz_app/maps/heatmap.py", "viz_app/views/masks/view.py"):
        assert (root / path).is_file() and mirrored(path, tests), path


def test_without_a_repository_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        changed_files(tmp_path)
    done = subprocess.run([sys.executable, "-m", "tests.changed"], cwd=Path(__file__).parents[1], capture_output=True)
    assert (done.returncode == 0) == (Path(__file__).parents[1] / ".git").exists()
