"""bootstrap.py: what it says, installs and starts, whatever the machine has or lacks."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
import system_libraries

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that decide what is installed, in a folder with a space and an ñ in its name."""
    root = tmp_path / "el niño y la casa"
    root.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (root / name).write_bytes((ROOT / name).read_bytes())
    venv = root / ".venv"
    places = {"ROOT": root, "VENV": venv, "CONSTRAINTS": root / "constraints.txt"}
    places |= {"STAMP": venv / "headscope-setup.json", "PICTURE": root / "out" / "headscope.png"}
    for name, place in places.items():
        monkeypatch.setattr(bootstrap, name, place)
    return root


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Everything is installed already; the list shows with which extras set_up was asked."""
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(bootstrap, "set_up", asked.append)
    return asked


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that would have been started; each one succeeds."""
    started: list[list[str]] = []

    def call(command: list[str], folder: Path | None = None, **more: str) -> int:
        started.append([*command, *(f"{name}={value}" for name, value in more.items())])
        return 0

    monkeypatch.setattr(bootstrap, "call", call)
    monkeypatch.setattr(bootstrap, "call_pip", call)
    return started


# ---------------------------------------------------------------- Python


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_every_promised_python_is_taken(version: tuple[int, int]) -> None:
    bootstrap.check_python(version)


@pytest.mark.parametrize("version", [(2, 7), (3, 8), (3, 10), (3, 15), (4, 0)])
def test_another_python_is_refused_by_name(version: tuple[int, int]) -> None:
    text = rf"needs Python 3\.11 to 3\.14, and this is {version[0]}\.{version[1]}"
    with pytest.raises(bootstrap.Stop, match=text) as stop:
        bootstrap.check_python(version)
    assert stop.value.code == 2


def test_a_fitting_python_on_the_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/bin/it" if name == "python3.12" else None)
    with pytest.raises(bootstrap.Stop, match=r"python3\.12 bootstrap\.py"):
        bootstrap.check_python((3, 9))


OURS = ["bootstrap.py", "system_libraries.py", "viz_app/system/qt_libraries.py"]
"""All that bootstrap.py loads of this program."""


@pytest.mark.parametrize("name", OURS)
def test_only_the_standard_library_is_imported(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    plain = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    parts = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "os" in plain
    ours = {one.removesuffix(".py").replace("/", ".") for one in OURS}
    assert {one.split(".")[0] for one in plain | (parts - ours)} <= sys.stdlib_module_names | ours


def test_the_rooms_of_what_bootstrap_loads_load_nothing() -> None:
    for name in ("viz_app", "viz_app/system"):
        text = (ROOT / name / "__init__.py").read_text(encoding="utf-8")
        assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(ast.parse(text)))


@pytest.mark.parametrize("name", OURS)
def test_an_old_python_can_read_the_files_far_enough_to_complain(name: str) -> None:
    ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 7))


# ---------------------------------------------------------------- .venv and its stamp


def test_a_venv_is_made_once_in_a_folder_with_odd_letters(project: Path) -> None:
    assert not bootstrap.venv_fits()
    bootstrap.make_venv()
    assert bootstrap.venv_fits()
    keep = bootstrap.VENV / "keep.txt"
    keep.touch()
    bootstrap.make_venv()
    assert keep.exists()


def test_a_venv_of_another_python_is_recreated(project: Path) -> None:
    bootstrap.make_venv()
    settings = bootstrap.VENV / "pyvenv.cfg"
    lines = settings.read_text(encoding="utf-8").splitlines()
    others = ["version = 3.1.4" if line.startswith("version") else line for line in lines]
    settings.write_text("\n".join(others), encoding="utf-8")
    assert not bootstrap.venv_fits()
    bootstrap.make_venv()
    assert bootstrap.venv_fits()


def test_a_foreign_venv_is_never_deleted(project: Path, capsys) -> None:
    bootstrap.VENV.mkdir()
    (bootstrap.VENV / "pyvenv.cfg").write_text("home = /elsewhere\nversion = 3.1.4\n", encoding="utf-8")
    (bootstrap.VENV / "precious.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(bootstrap.Stop, match="not made by headscope"):
        bootstrap.make_venv()
    assert (bootstrap.VENV / "precious.txt").read_text("utf-8") == "mine"


def test_an_empty_folder_becomes_the_venv(project: Path) -> None:
    bootstrap.VENV.mkdir()
    bootstrap.make_venv()
    assert bootstrap.venv_fits() and bootstrap.venv_is_ours()


def test_downloads_are_shown_with_their_sizes_and_errors_whole(project: Path, capsys) -> None:
    lines = [
        "Collecting torch",
        "  Downloading torch-2.13.0-cp311-cp311-linux_x86_64.whl (190.5 MB)",
        "  Downloading pluggy-1.7.0-py3-none-any.whl (27 kB)",
        "Installing collected packages: torch",
    ]
    program = f"print({chr(10).join(lines)!r}); raise SystemExit(int(__import__('sys').argv[1]))"
    assert bootstrap.call_pip([sys.executable, "-c", program, "0"]) == 0
    text = capsys.readouterr().out
    assert "torch-2.13.0, 190.5 MB" in text and "unpacking" in text
    assert "pluggy" not in text and "Collecting" not in text
    assert bootstrap.call_pip([sys.executable, "-c", program, "7"]) == 7
    assert "Collecting torch" in capsys.readouterr().out


def test_installing_happens_once_per_set_of_pins(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap.make_venv()
    done: list[tuple[str, ...]] = []
    monkeypatch.setattr(bootstrap, "install", done.append)
    monkeypatch.setattr(system_libraries, "ensure", lambda: None)
    bootstrap.set_up(())
    bootstrap.set_up(())
    assert done == [()]
    bootstrap.set_up(("test", "lint"))
    bootstrap.set_up(("test",))
    bootstrap.set_up(())
    assert done == [(), ("test", "lint")]
    with bootstrap.CONSTRAINTS.open("a", encoding="utf-8") as file:
        file.write("another==1.0\n")
    bootstrap.set_up(())
    bootstrap.set_up(())
    assert done == [(), ("test", "lint"), ()]


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"fingerprint": "of another machine", "extras": []}'])
def test_an_invalid_stamp_counts_as_none(project: Path, text: str) -> None:
    bootstrap.make_venv()
    bootstrap.STAMP.write_text(text, encoding="utf-8")
    assert bootstrap.installed_extras() is None


def test_a_failed_installation_leaves_no_stamp(project: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def fail(extras: tuple[str, ...]) -> None:
        raise bootstrap.Stop("the disk is full")

    monkeypatch.setattr(bootstrap, "install", fail)
    monkeypatch.setattr(system_libraries, "ensure", lambda: None)
    assert bootstrap.main(["run"]) == 1
    assert "the disk is full" in capsys.readouterr().out
    assert not bootstrap.STAMP.exists()


# ---------------------------------------------------------------- pip and torch


@pytest.mark.parametrize(
    ("pips", "expected"),
    [
        ({"inside", "outside"}, ["inside", "-m", "pip"]),
        ({"outside"}, ["outside", "-m", "pip", "--python", "inside"]),
    ],
)
def test_pip_is_found_inside_or_outside(monkeypatch, pips: set[str], expected: list[str]) -> None:
    monkeypatch.setattr(bootstrap, "venv_python", lambda: "inside")
    monkeypatch.setattr(bootstrap.sys, "executable", "outside")
    monkeypatch.setattr(bootstrap, "has_pip", lambda python: python in pips)
    assert bootstrap.pip_command() == expected


@pytest.mark.parametrize(
    ("answer", "enough"),
    [("pip 22.3 from x", True), ("pip 26.0.1 from x", True), ("pip 22.2.2 from x", False), ("", False)],
)
def test_an_old_pip_counts_as_none(monkeypatch, answer: str, enough: bool) -> None:
    result = subprocess.CompletedProcess([], 0, stdout=answer)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda *command, **more: result)
    assert bootstrap.has_pip("python") is enough


def test_without_any_pip_the_way_to_one_is_shown(monkeypatch) -> None:
    monkeypatch.setattr(bootstrap, "has_pip", lambda python: False)
    monkeypatch.setattr(system_libraries, "may_install", lambda: False)
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda *command, **more: failed)
    with pytest.raises(bootstrap.Stop, match="apt-get install -y python3-pip"):
        bootstrap.pip_command()


def planned(*names: str) -> dict:
    """The part of pip's report that is looked at."""
    return {"install": [{"metadata": {"name": name}} for name in names]}


def test_gpu_packages_are_recognised_in_a_plan() -> None:
    assert bootstrap.gpu_packages(planned("torch", "sympy", "Jinja2", "numpy")) == []
    names = ("torch", "nvidia-cublas-cu12", "NVIDIA-cudnn", "triton", "cuda-bindings", "sympy")
    assert bootstrap.gpu_packages(planned(*names)) == ["cuda-bindings", "nvidia-cublas-cu12", "nvidia-cudnn", "triton"]


@pytest.mark.parametrize("names", [("torch", "sympy"), ()])
def test_a_plan_without_gpu_packages_needs_no_other_index(monkeypatch, calls, capsys, names) -> None:
    monkeypatch.setattr(bootstrap, "plan", lambda pip, requirement: planned(*names))
    monkeypatch.setenv(bootstrap.TORCH_INDEX, "file:///wheels")
    bootstrap.prefer_small_torch(["pip"], "torch==2.13.0")
    assert (calls, capsys.readouterr().out) == ([], "")


def test_the_small_torch_comes_from_the_address_given(monkeypatch, calls) -> None:
    monkeypatch.setattr(bootstrap, "plan", lambda pip, requirement: planned("torch", "triton"))
    monkeypatch.setenv(bootstrap.TORCH_INDEX, "file:///wheels")
    bootstrap.prefer_small_torch(["pip"], "torch==2.13.0")
    assert calls == [["pip", "install", "--no-deps", "--index-url", "file:///wheels", "torch==2.13.0"]]


UV = """#!/bin/sh
echo "$@" >> '{log}'
{does}
"""


@pytest.fixture
def uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts a uv of its own on the PATH that does what the shell is told; returns the file with what it was asked."""

    def put(does: str) -> Path:
        folder, log = tmp_path / "bin", tmp_path / "asked.txt"
        folder.mkdir()
        (folder / "uv").write_text(UV.format(log=log, does=does), encoding="utf-8")
        (folder / "uv").chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr(bootstrap, "plan", lambda pip, requirement: planned("torch", "triton", "nvidia-nccl"))
        monkeypatch.delenv(bootstrap.TORCH_INDEX, raising=False)
        return log

    return put


@pytest.mark.skipif(os.name == "nt", reason="the uv of this test is a script")
def test_without_an_address_uv_brings_the_small_torch(project: Path, uv, capsys) -> None:
    log = uv("")
    bootstrap.prefer_small_torch(["pip"], "torch==2.13.0")
    first, second = log.read_text("utf-8").splitlines()
    assert second == f"pip install --python {bootstrap.venv_python()} --no-deps --torch-backend cpu torch==2.13.0"
    assert first == f"{second} --dry-run", "asked first, with a short time limit"
    text = capsys.readouterr().out
    assert "0.2 GB" in text and "2.65 GB" in text and bootstrap.TORCH_INDEX not in text


@pytest.mark.skipif(os.name == "nt", reason="the uv of this test is a script")
@pytest.mark.parametrize("does", ["exit 2", "exec /bin/sleep 60"])
def test_a_cpu_build_out_of_reach_delays_little_and_the_big_torch_is_announced(
    project: Path, uv, monkeypatch: pytest.MonkeyPatch, capsys, does: str
) -> None:
    log = uv(does)
    monkeypatch.setattr(bootstrap, "UV_SECONDS", 3)
    bootstrap.prefer_small_torch(["pip"], "torch==2.13.0")
    assert [line.endswith("--dry-run") for line in log.read_text("utf-8").splitlines()] == [True]
    text = capsys.readouterr().out
    assert all(word in text for word in ("2 packages", "2.65 GB", "4.9 GB", bootstrap.TORCH_INDEX))


def test_without_uv_and_without_a_way_to_it_the_big_torch_is_announced(project: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(bootstrap, "plan", lambda pip, requirement: planned("torch", "triton"))
    monkeypatch.delenv(bootstrap.TORCH_INDEX, raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    asked: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "listen", lambda command: (asked.append(command) or 1, ""))
    bootstrap.prefer_small_torch(["pip"], "torch==2.13.0")
    assert asked == [["pip", "install", "--quiet", "uv"]]
    assert bootstrap.TORCH_INDEX in capsys.readouterr().out


def test_a_plan_is_read_from_pips_report(project: Path, monkeypatch) -> None:
    def call(command: list[str], **more: str) -> int:
        assert "--dry-run" in command
        Path(command[command.index("--report") + 1]).write_text(json.dumps(planned(command[-1])), encoding="utf-8")
        return 0

    monkeypatch.setattr(bootstrap, "call", call)
    assert bootstrap.plan(["pip"], "torch==2.13.0") == planned("torch==2.13.0")


def test_everything_is_installed_under_the_constraints(project: Path, monkeypatch, calls) -> None:
    monkeypatch.setattr(system_libraries, "is_linux", lambda: False)
    monkeypatch.setattr(bootstrap, "pip_command", lambda: ["pip"])
    monkeypatch.setattr(bootstrap, "make_venv", lambda: None)
    bootstrap.install(bootstrap.TEST_EXTRAS)
    (command,) = calls
    assert command[command.index("-c") + 1] == str(bootstrap.CONSTRAINTS)
    names = ("torch>=2.10", "PySide6-Essentials>=6.10.3", "ruff", "mypy", "import-linter", "pytest-qt", "sacrebleu")
    for needed in (*names, "sentencepiece", "transformers"):  # the oracles of the importers' tests
        assert any(word.startswith(needed) for word in command), needed


def test_a_user_gets_none_of_the_tests_packages(project: Path, monkeypatch, calls) -> None:
    monkeypatch.setattr(system_libraries, "is_linux", lambda: False)
    monkeypatch.setattr(bootstrap, "pip_command", lambda: ["pip"])
    monkeypatch.setattr(bootstrap, "make_venv", lambda: None)
    bootstrap.install(bootstrap.RUN_EXTRAS)
    (command,) = calls
    for needed in ("torch>=2.10", "sentencepiece", "sacrebleu"):  # what `import` and `evaluate` would ask for
        assert any(word.startswith(needed) for word in command), needed
    for unwanted in ("transformers", "pytest", "ruff"):
        assert not any(word.startswith(unwanted) for word in command), unwanted


# ---------------------------------------------------------------- the three words


def test_run_opens_the_window_where_there_is_a_screen(screen, ready, calls) -> None:
    screen(True)
    assert bootstrap.main(["run"]) == 0
    assert (calls, ready) == ([[bootstrap.venv_python(), str(bootstrap.ROOT / "main.py")]], [bootstrap.RUN_EXTRAS])


def test_run_hands_its_words_on(screen, ready, calls) -> None:
    screen(False)
    assert bootstrap.main(["run", "translate", "two words"]) == 0
    assert calls == [[bootstrap.venv_python(), str(bootstrap.ROOT / "main.py"), "translate", "two words"]]


def test_paths_among_the_words_begin_where_the_user_is(project: Path, ready, tmp_path: Path, monkeypatch) -> None:
    (project / "main.py").write_text("import sys; open(sys.argv[1], 'x')", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "venv_python", lambda: sys.executable)
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert bootstrap.main(["run", "made here.txt"]) == 0
    assert (elsewhere / "made here.txt").exists()


def test_run_writes_a_picture_where_there_is_no_screen(project: Path, screen, ready, calls, capsys) -> None:
    screen(False)
    assert bootstrap.main(["run"]) == 0
    words = ["render", "--view", "window", "--source", bootstrap.EXAMPLE, "--out", str(bootstrap.PICTURE)]
    assert calls == [[bootstrap.venv_python(), str(bootstrap.ROOT / "main.py"), *words]]
    assert str(bootstrap.PICTURE) in capsys.readouterr().out
    assert bootstrap.PICTURE.parent.is_dir()


def test_run_fails_when_the_picture_fails(project: Path, screen, ready, monkeypatch, capsys) -> None:
    screen(False)
    monkeypatch.setattr(bootstrap, "call", lambda command, **more: 7)
    assert bootstrap.main(["run"]) == 7
    assert "headscope.png" not in capsys.readouterr().out


@pytest.fixture
def linters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The linters that would have been started; each one is content and says its name."""
    started: list[str] = []

    def listen(command: list[str]) -> tuple[int, str]:
        started.append(command[2])
        return 0, f"{command[2]} is content\n"

    monkeypatch.setattr(bootstrap, "listen", listen)
    return started


def test_test_runs_the_tests_offscreen_and_every_linter_beside_them(ready, calls, linters, capsys) -> None:
    assert bootstrap.main(["test", "-k", "one"]) == 0
    assert ready == [bootstrap.TEST_EXTRAS]
    ((python, *pytest_words),) = calls
    assert (python, pytest_words[:2]) == (bootstrap.venv_python(), ["-m", "pytest"])
    assert pytest_words[-4:] == ["-k", "one", "QT_QPA_PLATFORM=offscreen", "PYTHONDONTWRITEBYTECODE="]
    assert [name for said in linters for name in ("ruff", "mypy", "importlinter") if name in said] == [
        "ruff", "mypy", "importlinter"
    ]  # fmt: skip
    text = capsys.readouterr().out
    assert text.index("ruff is content") < text.index("mypy is content") < text.index("all checks and tests passed")


@pytest.mark.parametrize("broken", ["ruff", "mypy", "import-linter", "pytest"])
def test_test_fails_when_any_check_fails_and_still_runs_the_rest(ready, monkeypatch, capsys, broken: str) -> None:
    seen: list[str] = []

    def fails(command: list[str], *_folder: Path, **_more: str) -> int:
        seen.append(command[2])
        return int(broken.replace("-", "") in command[2])

    monkeypatch.setattr(bootstrap, "call", fails)
    monkeypatch.setattr(bootstrap, "listen", lambda command: (fails(command), "what it found"))
    assert bootstrap.main(["test"]) == 1
    assert len(seen) == 4
    assert f"failed: {broken}\n" in capsys.readouterr().out


@pytest.mark.parametrize(("processors", "workers"), [(1, "2"), (2, "3"), (64, str(bootstrap.WORKERS))])
def test_processors_and_one_more_get_a_worker_until_memory_is_short(monkeypatch, processors: int, workers: str) -> None:
    monkeypatch.setattr(bootstrap, "processors", lambda: processors)
    command = bootstrap.in_workers(["-n", "0"])
    assert command[command.index("-n") + 1] == workers
    assert command[-2:] == ["-n", "0"], "who says how many gets as many: the last word counts"


def test_quick_runs_what_changed_until_time_is_over_and_says_that_this_is_not_all(
    ready, calls, monkeypatch, capsys
) -> None:
    asked: list[list[str]] = []

    def listen(command: list[str]) -> tuple[int, str]:
        asked.append(command[1:])
        return 0, "tests/test_b.py\ntests/test_a.py\n"

    monkeypatch.setattr(bootstrap, "listen", listen)
    assert bootstrap.main(["test", "--quick", "-x"]) == 0
    (command,) = calls
    where = command.index("tests/test_b.py")
    assert command[where : where + 3] == ["tests/test_b.py", "tests/test_a.py", "-x"], "the likeliest first"
    assert command[command.index("--seconds") + 1] == bootstrap.QUICK_SECONDS
    assert "--quick" not in command
    assert asked[0] == ["-m", "tests.changed"] and not any("mypy" in words for words in asked)
    assert "without --quick everything is tested" in capsys.readouterr().out


def test_quick_needs_git(ready, calls, monkeypatch, capsys) -> None:
    monkeypatch.setattr(bootstrap, "listen", lambda command: (1, "git is not there"))
    assert bootstrap.main(["test", "--quick"]) == 1
    assert (calls, "git is not there" in capsys.readouterr().out) == ([], True)


def test_what_a_linter_prints_is_kept(project: Path) -> None:
    program = "import sys; print('found ñ'); sys.stdout.flush(); print('and this', file=sys.stderr); sys.exit(3)"
    code, text = bootstrap.listen([sys.executable, "-c", program])
    assert (code, text.split()) == (3, ["found", "ñ", "and", "this"])


def test_import_linter_really_checks() -> None:
    """Importing the linter without calling it would end with 0 and look like a pass."""
    command = [sys.executable, *bootstrap.LINTERS["import-linter"]]
    env = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", env=env)
    assert "contracts" in done.stdout.lower()
    assert "kept" in done.stdout


def test_started_programs_run_in_the_project_with_sleeping_openmp_threads(project: Path, screen) -> None:
    screen(False)
    look = "import json, os; json.dump([os.getcwd(), dict(os.environ)], open('seen.json', 'w'))"
    assert bootstrap.call([sys.executable, "-c", look]) == 0
    folder, env = json.loads((project / "seen.json").read_text(encoding="utf-8"))
    assert Path(folder) == project
    assert (env["OMP_WAIT_POLICY"], env["QT_QPA_PLATFORM"]) == ("PASSIVE", "offscreen")


@pytest.mark.parametrize(("models", "code"), [(True, 0), (False, 1)])
def test_doctor_reports_and_minds_missing_models(project: Path, ready, calls, capsys, models: bool, code: int) -> None:
    if models:
        weights = project / "resources" / "models" / "english-spanish" / "model.safetensors"
        weights.parent.mkdir(parents=True)
        weights.touch()
    assert bootstrap.main(["doctor"]) == code
    text = capsys.readouterr().out
    assert ("english-spanish" in text, "MISSING" in text) == (models, not models)
    assert not any("main.py" in word for command in calls for word in command)


@pytest.mark.parametrize("words", [[], ["fly"]])
def test_wrong_words_show_the_right_ones(words: list[str], capsys) -> None:
    assert bootstrap.main(words) == 2
    assert "bootstrap.py doctor" in capsys.readouterr().out
