"""Rules that the whole project keeps: what may be called, imported, pinned and written down."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def module_names(package: str) -> list[str]:
    """Dotted names of every module that is there."""
    paths = sorted((ROOT / package).rglob("*.py"))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def own_code() -> list[Path]:
    """Every Python file that the program consists of."""
    return [
        *(path for package in ("model_core", "viz_app") for path in sorted((ROOT / package).rglob("*.py"))),
        *(ROOT / name for name in ("main.py", "bootstrap.py", "system_libraries.py")),
    ]


# ---------------------------------------------------------------- dangerous calls

ALLOWED: set[tuple[str, str]] = {
    ("model_core/importers/pickles.py", "torch.load"),  # plain weights only, in a child
    *(("viz_app/cli/console.py", call) for call in ("compile", "eval", "exec")),  # what the user typed, in a child
}
"""(file, call) that may stay although it is on the list of dangers, each with its reason beside it."""

READERS = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "jsonpickle"}
CALLS = {"eval", "exec", "compile", "__import__"}
ATTRIBUTES = {
    "torch.load",
    "yaml.load",
    "yaml.unsafe_load",
    "yaml.full_load",
    "os.system",
    "os.popen",
    "pandas.read_pickle",
}
LAST_WORDS = {name.rpartition(".")[2] for name in ATTRIBUTES}


def dangers(source: str) -> list[str]:
    """What in this Python source could run code that came as data, by name."""
    return [name for node in ast.walk(ast.parse(source)) for name in danger(node)]


def danger(node: ast.AST) -> list[str]:
    """The same for one node of the syntax tree."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.split(".")[0] in READERS]
    if isinstance(node, ast.ImportFrom):
        whole = {f"{node.module}.{alias.name}" for alias in node.names}
        return sorted(whole & ATTRIBUTES) + ([str(node.module)] if str(node.module).split(".")[0] in READERS else [])
    if isinstance(node, ast.Attribute) and node.attr in LAST_WORDS:
        return [name] if (name := ast.unparse(node)) in ATTRIBUTES else []
    if isinstance(node, ast.Call):
        named = [node.func.id] if isinstance(node.func, ast.Name) and node.func.id in CALLS else []
        return named + [
            word.arg for word in node.keywords if word.arg in ("allow_pickle", "shell") and not is_false(word)
        ]
    return []


def is_false(word: ast.keyword) -> bool:
    """Whether a keyword argument is the literal False."""
    return isinstance(word.value, ast.Constant) and word.value.value is False


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import pickle", ["pickle"]),
        ("from joblib import load", ["joblib"]),
        ("def f():\n    import marshal", ["marshal"]),
        ("torch.load(path, weights_only=True)", ["torch.load"]),
        ("from torch import load", ["torch.load"]),
        ("numpy.load(path, allow_pickle=True)", ["allow_pickle"]),
        ("numpy.load(path, allow_pickle=flag)", ["allow_pickle"]),
        ("numpy.load(path, allow_pickle=False)", []),
        ("subprocess.run(line, shell=True)", ["shell"]),
        ("eval('1')", ["eval"]),
        ("exec(text)", ["exec"]),
        ("yaml.load(text)", ["yaml.load"]),
        ("model.eval(); dialog.exec()", []),
    ],
)
def test_the_search_for_dangers_finds_them(source: str, expected: list[str]) -> None:
    assert dangers(source) == expected


def test_no_dangerous_call_is_in_the_program() -> None:
    files = own_code()
    assert len(files) > 10
    names = {file: file.relative_to(ROOT).as_posix() for file in files}
    found = {(names[file], name) for file in files for name in dangers(file.read_text(encoding="utf-8"))}
    assert found == ALLOWED


# ---------------------------------------------------------------- imports


def loaded_by(names: list[str], *watched: str) -> dict[str, list[str]]:
    """Module -> which of the watched libraries were loaded after importing it, in one fresh Python."""
    program = (
        "import importlib, json, sys\nfound = {}\n"
        f"for name in {names!r}:\n    importlib.import_module(name)\n"
        f"    found[name] = [library for library in {list(watched)!r} if library in sys.modules]\n"
        "print(json.dumps(found))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_search_for_loaded_libraries_finds_them() -> None:
    assert loaded_by(["json", "decimal", "numpy"], "numpy", "decimal") == {
        "json": [],
        "decimal": ["decimal"],
        "numpy": ["numpy", "decimal"],
    }


@pytest.mark.parametrize("name", ["spec", "record.trace", "io.resources", "errors"])
def test_the_light_part_of_the_core_loads_neither_torch_nor_qt(name: str) -> None:
    assert loaded_by([f"model_core.{name}"], "torch", "PySide6", "pyqtgraph") == {f"model_core.{name}": []}


def test_no_module_of_the_core_loads_qt() -> None:
    names = [name for name in module_names("model_core") if not name.endswith("__main__")]
    found = loaded_by(names, "PySide6", "pyqtgraph", "viz_app")
    assert len(found) > 5
    assert not any(found.values()), found


def test_no_module_of_the_window_loads_torch() -> None:
    names = [name for name in module_names("viz_app") if not name.endswith("__main__")]
    found = loaded_by(names, "torch", "transformers", "matplotlib")
    assert not any(found.values()), found


def test_main_only_hands_its_words_on() -> None:
    tree = ast.parse((ROOT / "main.py").read_text(encoding="utf-8"))
    imports = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imports == ["import signal", "import sys", "from viz_app.cli import main"]


@pytest.mark.parametrize("package", ["model_core", "viz_app"])
def test_every_room_is_in_exactly_one_layer(package: str) -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one["type"] == "layers" and one["containers"] == [package]]
    placed = [name for layer in layers for name in re.findall(r"\w+", layer)]
    there = {name.split(".")[1] for name in module_names(package) if "." in name} - {"old_names"}
    assert sorted(placed) == sorted(there), "give every room one line in pyproject.toml"


# ---------------------------------------------------------------- rooms

MOST_MODULES = 20
TAKEN_TWICE = {"view", "export", "toolbar", "text"}
"""Module names whose folder says which is meant: every view may have its own."""


def folders_of_code(*packages: str) -> list[Path]:
    """Every folder of these packages, else of the program, that holds modules."""
    wanted = packages or ("model_core", "viz_app")
    return sorted({path.parent for package in wanted for path in (ROOT / package).rglob("*.py")})


def test_no_folder_is_crowded_or_deeply_nested() -> None:
    folders = folders_of_code("model_core", "viz_app", "benchmarks")
    assert len(folders) > 20
    modules = {path: [one for one in path.glob("*.py") if one.stem != "__init__"] for path in folders}
    assert {str(path): len(found) for path, found in modules.items() if len(found) > MOST_MODULES} == {}
    assert [path for path in modules if len(path.relative_to(ROOT).parts) > 3] == []


# ---------------------------------------------------------------- packages and pins


def canonical(requirement: str) -> str:
    """The bare name of a requirement, as package indexes compare names."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def pins() -> dict[str, str]:
    """Name -> version in constraints.txt; fails on a line that is anything else than name==version."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in lines]
    assert all(pairs), [line for line, pair in zip(lines, pairs, strict=True) if not pair]
    return {canonical(pair[1]): pair[2] for pair in pairs if pair}


def test_everything_asked_for_is_pinned() -> None:
    project = PROJECT["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    asked = {canonical(line) for line in project["dependencies"] + extras} - {"headscope"}
    assert {"torch", "pytest", "sentencepiece", "transformers"} <= asked
    assert asked <= set(pins())


def test_everything_that_comes_along_is_pinned() -> None:
    """What the installed packages require by themselves, as far as they are installed here."""
    pinned, missing = pins(), set()
    for name in pinned:
        try:
            needs = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        plain = {canonical(need) for need in needs if ";" not in need}
        missing |= {f"{need} (needed by {name})" for need in plain if need not in pinned}
    assert missing == set()


def test_versions_with_known_faults_stay_out() -> None:
    numbers = {name: tuple(map(int, re.findall(r"\d+", version))) for name, version in pins().items()}
    assert (6, 10, 3) <= numbers["pyside6-essentials"] < (6, 12), "6.12 loses references to None on Python 3.11"
    assert numbers["pyside6-essentials"] == numbers["shiboken6"]
    assert numbers["sentencepiece"] >= (0, 2, 1), "older ones are open to CVE-2026-1260"


def test_every_package_is_in_the_wheel() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import setuptools, runpy; setuptools.setup = lambda **said: print(said['packages']); "
         "runpy.run_path('setup.py')"], cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    names = {".".join(path.relative_to(ROOT).parts) for path in folders_of_code()}
    assert set(ast.literal_eval(told)) == names | {"headscope_resources"}


def test_every_file_is_in_the_source_archive(tmp_path: Path) -> None:
    """It lacked main.py, bootstrap.py, the pins, the documents and most of the tests."""
    words = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
    listed = (tmp_path / "headscope.egg-info" / "SOURCES.txt").read_text(encoding="utf-8").splitlines()
    assert {path.relative_to(ROOT).as_posix() for path in files_of_the_project()} - set(listed) == set()


def test_resources_are_found_in_a_checkout_and_beside_an_installed_core(tmp_path: Path) -> None:
    from model_core.io import resources

    assert resources.folder() == ROOT / "resources"
    (tmp_path / "model_core" / "io").mkdir(parents=True)
    (tmp_path / "headscope_resources" / "models" / "english-spanish").mkdir(parents=True)
    (tmp_path / "headscope_resources" / "models" / "english-spanish" / "model.safetensors").touch()
    (tmp_path / "resources").mkdir()  # somebody else's
    shutil.copy(ROOT / "model_core" / "io" / "resources.py", tmp_path / "model_core" / "io")
    program = "from model_core.io import resources as r\n"
    program += "print(r.folder().name, r.models(), r.bundled('').name, r.bundled('..'))"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == "headscope_resources ['english-spanish'] english-spanish None", done.stderr


def test_qt_takes_no_reference_to_none(qapp) -> None:
    """Some releases of PySide6 lose one reference to None per call and end the program after some thousand calls."""
    before = sys.getrefcount(None)
    for _ in range(500):
        qapp.processEvents()
    assert sys.getrefcount(None) - before > -50


# ---------------------------------------------------------------- what is written in the files

HOSTS = ("pypi" + r"\.org", "python" + "hosted", r"download\.py" + "torch", "ana" + r"conda\.(?:org|com)", "npm" + "js")
PLACES = (r"(?<![\w.~}])/" + "(?:work|root)(?![\\w-])", r"(?<![\w.~}])/" + r"(?:home|Users)/\w+", r"[A-Z]:\\" + "Users")


def files_of_the_project() -> list[Path]:
    """Every file that git knows or would take up; without git, everything outside of hidden and made folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
        return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        made = {".venv", ".git", "build", "dist", "out", "runs", "__pycache__"}
        return [path for path in ROOT.rglob("*") if path.is_file() and not made & set(path.relative_to(ROOT).parts)]


def named_in(text: str) -> list[str]:
    """Hosts of package registries and places on one person's machine that a text names."""
    return re.findall("|".join((*HOSTS, *PLACES)), text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("https://" + "pypi" + ".org/simple", 1),
        ("files.python" + "hosted.org", 1),
        ("https://download.py" + "torch.org/whl/cpu", 1),
        ("open('/" + "work/main/x')", 1),
        ("cd /" + "root", 1),
        ("in /" + "home/someone/x", 1),
        ("net/work, room/rooted, ./work/x, teamwork/root-cause", 0),
        ("https://example.org/homework", 0),
    ],
)
def test_the_search_for_places_finds_them(text: str, count: int) -> None:
    assert len(named_in(text)) == count


def test_no_file_names_a_package_registry_or_a_place_on_one_machine() -> None:
    found = {}
    for path in files_of_the_project():
        data = path.read_bytes()
        if b"\0" not in data and (names := named_in(data.decode("utf-8", "replace"))):
            found[path.relative_to(ROOT).as_posix()] = names
    assert found == {}
    assert ROOT / "bootstrap.py" in files_of_the_project()


def test_continuous_integration_runs_the_command_that_the_readme_names() -> None:
    command = "python3 bootstrap.py test"
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == f"exec {command}"
    if not (ROOT / "README.md").exists():
        pytest.skip("README.md is not written yet")
    assert command in [line.strip() for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()]


def test_lines_of_lists_are_made_by_qt() -> None:
    """A QListWidgetItem made in Python now and then ended the process when its list was deleted."""
    files = [path for path in (ROOT / "viz_app").rglob("*.py") if "QListWidgetItem(" in path.read_text("utf-8")]
    assert files == []
