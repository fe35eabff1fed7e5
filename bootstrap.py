"""One command to run headscope, one to test it, one to look at the machine. Standard library only.

    python3 bootstrap.py run [words for main.py]    set up, then open the window (without a screen: write its picture)
    python3 bootstrap.py test [words for pytest]    set up, then tests, beside them ruff, mypy, import-linter; no screen
    python3 bootstrap.py doctor                     set up, then say what is here and what is missing

`test --full` gives the random tests their full size, ten times that of every day. `test --quick` takes less than a
minute: the tests that what changed since main is likeliest to break, as many as fit, and the quick linters.

Everything goes into .venv beside this file. Exit codes: 0 fine, 1 something failed, 2 wrong words or wrong Python,
3 system libraries are missing that this account may not install.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import system_libraries

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
STAMP = VENV / "headscope-setup.json"
PICTURE = ROOT / "out" / "headscope.png"
EXAMPLE = "The little boy drank cold water in the green kitchen."
TORCH_INDEX = "HEADSCOPE_TORCH_INDEX"
UV_SECONDS = 20
"""After so many seconds without an answer torch's CPU build counts as out of reach."""

RUN_EXTRAS = ("marian", "evaluate")
"""So that every word of the command line works: .venv has no pip with which to add to it."""
TEST_EXTRAS = ("test", "lint", *RUN_EXTRAS)
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"
LINTERS = {"ruff": ("-m", "ruff", "check", "."), "mypy": ("-m", "mypy"), "import-linter": ("-c", LINT_IMPORTS)}
QUICK_LINTERS = ("ruff", "import-linter")
QUICK_SECONDS = "35"
"""After so many seconds `test --quick` begins no further test. What has begun, and passing over the rest of 8,000,
takes up to 20 s more."""

OF_TESTS = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": ""}
"""Of the environment of tests: they start hundreds of programs, which must not compile all modules each."""

WORKERS = 8
"""Most processes that run tests: each takes about 1 GB of memory."""
VERSIONS = """
import importlib.metadata, PySide6.QtWidgets
for name in ("torch", "numpy", "tokenizers", "safetensors", "PySide6-Essentials", "pyqtgraph"):
    print(f"  {name} {importlib.metadata.version(name)}")
"""


class Stop(Exception):
    """Setting up cannot go on. The text tells a person what to do; code becomes the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


def say(text: str) -> None:
    """One message, in order with what the started programs print."""
    print(f"headscope: {text}", flush=True)


def environment(**more: str) -> dict[str, str]:
    """For started programs: waiting OpenMP threads sleep instead of spinning, without a screen Qt paints offscreen."""
    env = {**os.environ, "OMP_WAIT_POLICY": "PASSIVE", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if not system_libraries.has_screen():
        env["QT_QPA_PLATFORM"] = "offscreen"
    return {**env, **more}


def call(command: list[str], folder: Path | None = None, **more: str) -> int:
    """Run a program, in the project's folder unless it is told another, hand back its exit code. `more` is added to
    its environment."""
    return subprocess.call(command, cwd=folder or ROOT, env=environment(**more))


def listen(command: list[str]) -> tuple[int, str]:
    """Run a program in the project's folder without showing what it prints: its exit code, and all that it printed."""
    env = environment(PYTHONUTF8="1")
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def call_pip(command: list[str]) -> int:
    """Run pip's `install` showing each download above 1 MB with its size; where it fails, what pip said."""
    heard: list[str] = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(PYTHONUTF8="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        encoding="utf-8", errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            heard.append(line)
            found = re.match(r" *Downloading (\S+) \(([\d.]+ [MG]B)\)", line)
            if found:
                print(f"  downloading {'-'.join(found[1].split('-')[:2])}, {found[2]}", flush=True)
            elif line.startswith("Installing collected"):
                print("  all downloaded; unpacking", flush=True)
    if process.returncode != 0:
        print("".join(heard[-30:]), flush=True)
    return process.returncode


def must(command: list[str], advice: str, how: Callable[[list[str]], int] | None = None) -> None:
    """Run a program that has to succeed, by `call` or another way. Raises Stop with the advice otherwise."""
    if (how or call)(command) != 0:
        raise Stop(f"this failed:\n  {' '.join(command)}\n{advice}")


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """Raises Stop unless the Python that runs this file is 3.11 to 3.14; names a fitting one if the machine has it."""
    if (3, 11) <= version <= (3, 14):
        return
    fitting = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    hint = (
        f"This machine has one that fits: {fitting[0]} bootstrap.py"
        if fitting
        else "Install one of them and run this with it."
    )
    raise Stop(f"headscope needs Python 3.11 to 3.14, and this is {version[0]}.{version[1]}. {hint}", code=2)


def venv_python() -> str:
    """The Python inside .venv."""
    return str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def venv_fits() -> bool:
    """Whether .venv exists and was made by this version of Python."""
    settings = VENV / "pyvenv.cfg"
    if not (os.path.exists(venv_python()) and settings.exists()):
        return False
    found = re.search(r"^version(?:_info)?\s*=\s*(\d+)\.(\d+)", settings.read_text(encoding="utf-8"), re.MULTILINE)
    return found is not None and (int(found[1]), int(found[2])) == sys.version_info[:2]


def venv_is_ours() -> bool:
    """Whether this program made .venv, or it is empty or not there: only then may it be made anew."""
    settings = VENV / "pyvenv.cfg"
    if STAMP.exists() or not VENV.exists() or (VENV.is_dir() and not any(VENV.iterdir())):
        return True
    return settings.is_file() and "prompt = 'headscope'" in settings.read_text(encoding="utf-8", errors="replace")


def make_venv() -> None:
    """A .venv of this Python is there afterwards, made without pip: Debian's bare Python has no ensurepip.

    Raises Stop where a .venv of somebody else's, for another Python, is in the way.
    """
    if venv_fits():
        return
    if not venv_is_ours():
        raise Stop(
            f"{VENV} is for another Python and was not made by headscope, so it was left unchanged.\n"
            "Move it away (or use the Python that made it), then run this again."
        )
    say(f"making {VENV}")
    make = [sys.executable, "-m", "venv", "--clear", "--without-pip", "--prompt", "headscope", str(VENV)]
    must(make, "Python's module venv is needed.")


def has_pip(python: str) -> bool:
    """Whether this Python has a pip that can fill another environment (22.3 or newer)."""
    answer = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, text=True).stdout
    found = re.match(r"pip (\d+)\.(\d+)", answer)
    return found is not None and (int(found[1]), int(found[2])) >= (22, 3)


def pip_command() -> list[str]:
    """How to reach a pip that fills .venv: its own, else this Python's from outside. Raises Stop without either."""
    inside, outside = venv_python(), sys.executable
    if has_pip(inside):
        return [inside, "-m", "pip"]
    if not has_pip(outside) and system_libraries.may_install():
        system_libraries.apt_install(["python3-pip"])
    if has_pip(outside):
        return [outside, "-m", "pip", "--python", inside]
    if subprocess.run([inside, "-m", "ensurepip"], capture_output=True).returncode == 0:
        return [inside, "-m", "pip"]
    raise Stop(
        "pip is missing or older than 22.3. On Debian or Ubuntu run\n  sudo apt-get install -y python3-pip\n"
        f"elsewhere run\n  {outside} -m pip install --upgrade pip\nThen run this again."
    )


def requirements(extras: tuple[str, ...]) -> list[str]:
    """What pyproject.toml asks for, with these extras."""
    import tomllib  # new in 3.11: on an older Python check_python speaks first

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]


def plan(pip: list[str], requirement: str) -> dict:
    """pip's plan for installing one requirement; nothing is installed. Raises Stop where pip finds no way."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "plan.json"
        dry = ["install", "--dry-run", "--quiet", "--report", str(report), "-c", str(CONSTRAINTS), requirement]
        must([*pip, *dry], "The first run downloads packages: is this machine online?")
        return json.loads(report.read_text(encoding="utf-8"))


def gpu_packages(planned: dict) -> list[str]:
    """The packages in pip's plan that only a GPU build of torch needs."""
    names = [entry["metadata"]["name"].lower() for entry in planned["install"]]
    return sorted(name for name in names if name.startswith(("nvidia", "cuda", "triton")))


def uv_command(pip: list[str]) -> str | None:
    """uv, which knows where PyTorch's CPU builds are: this machine's, else one put into .venv; None without either."""
    inside = str(Path(venv_python()).with_name("uv.exe" if os.name == "nt" else "uv"))
    found = shutil.which("uv")
    if found is not None:
        return found
    if not os.path.exists(inside):
        listen([*pip, "install", "--quiet", "uv"])
    return inside if os.path.exists(inside) else None


def small_torch_by_uv(pip: list[str], torch: str) -> bool:
    """Whether torch's CPU build is in .venv now. It is only asked for where it answers within UV_SECONDS."""
    uv = uv_command(pip)
    if uv is None:
        return False
    words = [uv, "pip", "install", "--python", venv_python(), "--no-deps", "--torch-backend", "cpu", torch]
    soon = environment(UV_HTTP_TIMEOUT="5", UV_HTTP_RETRIES="0")
    try:
        asked = subprocess.run([*words, "--dry-run"], cwd=ROOT, env=soon, capture_output=True, timeout=UV_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    if asked.returncode != 0:
        return False
    say("installing torch's CPU build, about 0.2 GB (the GPU build would be 2.65 GB, and headscope does not use it)")
    return call(words) == 0


def prefer_small_torch(pip: list[str], torch: str) -> None:
    """Where the package index offers torch's GPU build, install the CPU build first: from the address in TORCH_INDEX,
    else by uv. Where neither is to be had it says how to get the small build and leaves the way to the big one open.
    """
    extra = gpu_packages(plan(pip, torch))
    address = os.environ.get(TORCH_INDEX)
    if extra and address:
        must([*pip, "install", "--no-deps", "--index-url", address, torch], f"Is the address in {TORCH_INDEX} right?")
    elif extra and not small_torch_by_uv(pip, torch):
        say(
            f"your package index has only torch's GPU build ({len(extra)} packages, a download of 2.65 GB, 4.9 GB "
            "of disk),\n"
            "  which headscope does not need, and PyTorch's CPU build cannot be reached. Continuing with the GPU "
            "build.\n"
            "  For the CPU build, stop here (Ctrl+C), set\n"
            f"  {TORCH_INDEX} to the address of a CPU wheel index (see PyTorch's installation page), and run this "
            "again."
        )


def install(extras: tuple[str, ...]) -> None:
    """Everything headscope needs is in .venv afterwards. Raises Stop where pip fails."""
    make_venv()
    pip, wanted = pip_command(), requirements(extras)
    say("resolving packages")
    if system_libraries.is_linux():
        pins = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
        prefer_small_torch(pip, next(line for line in pins if line.startswith("torch==")))
    say("installing packages; the first time takes a few minutes and about 1.3 GB of disk (4.9 GB with GPU packages)")
    words = ["install", "--progress-bar", "off", "-c", str(CONSTRAINTS), *wanted]
    must([*pip, *words], "Is this machine online? Is the disk full?", call_pip)


def fingerprint() -> str:
    """Changes with everything that decides what belongs into .venv."""
    parts = [(ROOT / "pyproject.toml").read_bytes(), CONSTRAINTS.read_bytes(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def installed_extras() -> set[str] | None:
    """The extras in .venv if it is up to date, else None."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return set(stamp["extras"]) if stamp["fingerprint"] == fingerprint() and venv_fits() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def set_up(extras: tuple[str, ...]) -> None:
    """Libraries and .venv are ready afterwards; only looks when they already were. Raises Stop, LibrariesMissing."""
    check_python()
    system_libraries.ensure()
    there = installed_extras()
    if there is None or not there >= set(extras):
        install(extras)
        stamp = {"fingerprint": fingerprint(), "extras": sorted((there or set()) | set(extras))}
        STAMP.write_text(json.dumps(stamp), encoding="utf-8")


def run(words: list[str]) -> int:
    """Open the window; without a screen and without words write the window's picture and say where."""
    set_up(RUN_EXTRAS)
    start = [venv_python(), str(ROOT / "main.py")]
    if words or system_libraries.has_screen():
        return call([*start, *words], Path.cwd())  # where paths among the words begin
    PICTURE.parent.mkdir(exist_ok=True)
    code = call([*start, "render", "--view", "window", "--source", EXAMPLE, "--out", str(PICTURE)])
    if code == 0:
        say(f"no display, so the window is drawn as a picture: {PICTURE}")
    return code


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_workers(words: list[str]) -> list[str]:
    """The command that runs the tests in one process for each processor and one more, as tests wait a sixth of their
    time for timers and other processes; words may say otherwise."""
    workers = ["-n", str(min(processors() + 1, WORKERS)), "--dist", "worksteal"]
    return [venv_python(), "-m", "pytest", *workers, *words]


def what_changed() -> list[str]:
    """Words for pytest: the tests that what changed since main is likeliest to break. Raises Stop without git."""
    code, text = listen([venv_python(), "-m", "tests.changed"])
    if code != 0:
        raise Stop(text.strip())
    return ["--dist", "load", "--seconds", QUICK_SECONDS, *text.splitlines()]


def test(words: list[str]) -> int:
    """The tests, and beside them the linters, which speak afterwards; all of them run even when one fails."""
    set_up(TEST_EXTRAS)
    quick = "--quick" in words
    linters = {name: line for name, line in LINTERS.items() if not quick or name in QUICK_LINTERS}
    if quick:
        words = [*what_changed(), *(word for word in words if word != "--quick")]
    with ThreadPoolExecutor(1) as beside:
        heard = {name: beside.submit(listen, [venv_python(), *line]) for name, line in linters.items()}
        say(f"pytest ... (beside it {', '.join(linters)})")
        failed = ["pytest"] if call(in_workers(words), ROOT, **OF_TESTS) != 0 else []
        for name, answer in heard.items():
            code, text = answer.result()
            say(f"{name} ...\n{text.rstrip()}")
            failed += [name] if code != 0 else []
    fine = "no failures so far; without --quick everything is tested" if quick else "all checks and tests passed"
    say(f"failed: {', '.join(failed)}" if failed else fine)
    return 1 if failed else 0


def doctor(words: list[str]) -> int:
    """Set up, then report; 1 when something is missing. Starts no window."""
    set_up(RUN_EXTRAS)
    models = sorted((ROOT / "resources" / "models").glob("*/model.safetensors"))
    free = shutil.disk_usage(ROOT).free / 1e9
    fonts = not system_libraries.is_linux() or system_libraries.has_fonts()
    say(f"Python {platform.python_version()} on {platform.platform()}, {os.cpu_count()} processors")
    say(f"system libraries: all there; fonts: {'yes' if fonts else 'only the bundled one'}")
    say(f"screen: {'yes' if system_libraries.has_screen() else 'none, so run writes a picture of the window'}")
    say(f"disk: {free:.1f} GB free{'' if free > 1 else ', which is too little'}")
    say(f"bundled models: {', '.join(model.parent.name for model in models) or 'MISSING'}")
    say(f"packages in {VENV}:")
    works = call([venv_python(), "-c", VERSIONS]) == 0
    return 0 if works and models and free > 1 else 1


def main(words: list[str]) -> int:
    """Do what the first word says; what stops the setting up becomes one clear text and an exit code."""
    actions = {"run": run, "test": test, "doctor": doctor}
    if not words or words[0] not in actions:
        print(__doc__)
        return 2
    try:
        return actions[words[0]](words[1:])
    except (Stop, system_libraries.LibrariesMissing) as stop:
        say(str(stop))
        return 1 if words[0] == "doctor" else getattr(stop, "code", 3)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
