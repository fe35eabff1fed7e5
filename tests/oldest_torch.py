"""Proves the oldest torch that pyproject.toml allows: `python -m tests.oldest_torch FOLDER [PIP OPTIONS]`.

A virtual environment is made in FOLDER with that torch and what else the core needs, and there every proof is made of
every bundled model, a model is trained for some steps and a pickle of torch.save is imported. It downloads torch; with
`--index-url` of PyTorch's CPU wheels that is little. Ends with 0 where all of it holds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE = ("torch", "numpy", "safetensors", "tokenizers", "platformdirs")
PROGRAM = """
import sys, tempfile, torch
from pathlib import Path
from tests.made import tutorials
from viz_app.cli import main

print("torch", torch.__version__)
folder = Path(tempfile.mkdtemp())
torch.save(tutorials.annotated_state(1), folder / "mine.pt")
assert main(["check"]) == 0
assert main(["train", "--task", "copy", "--set", "steps=20", "--out", str(folder / "trained")]) == 0
assert main(["import", str(folder / "mine.pt"), "--heads", "4", "--out", str(folder / "imported")]) == 0
"""


def oldest() -> list[str]:
    """What the core needs, torch in the oldest version allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=]", line)[0]: line for line in project["dependencies"]}
    version = wanted["torch"].partition(">=")[2].partition(",")[0]
    return [f"torch=={version}.*" if name == "torch" else wanted[name] for name in CORE]


def main(folder: Path, options: list[str]) -> int:
    """See module."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *options, *oldest()], check=True)
    return subprocess.run([python, "-c", PROGRAM], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
