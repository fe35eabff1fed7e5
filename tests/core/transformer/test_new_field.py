"""A dry run: what a new field of ModelSpec takes. It is declared once and used once; everything else reads it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

EDITS = {
    "model_core/spec.py": (
        "    logit_scale: Annotated[",
        '    branch_scale: Annotated[float, Range(0.1, 10.0), "the feed-forward\'s output is multiplied by it"] = 1.0\n'
        '    spare_branch: Annotated[bool, "used nowhere"] = False\n'
        "    logit_scale: Annotated[",
    ),
    "model_core/transformer/layers.py": (
        "        return self.output(self.down(hidden_BNF))\n\n\nclass GatedFeedForward",
        "        return self.output(self.down(hidden_BNF) * self.branch_scale)\n\n\nclass GatedFeedForward",
    ),
}
USED = (
    "        self.activation = ACTIVATIONS[spec.activation]\n",
    "        self.activation = ACTIVATIONS[spec.activation]\n        self.branch_scale = spec.branch_scale\n",
)

SCRIPT = """
import sys, torch
from pathlib import Path
from model_core import ModelSpec, Refused, load_model
from viz_app.cli import main
from viz_app.importing.spec_fields import every_field
from viz_app.views.model.variant import differences

assert ModelSpec(40, 40).branch_scale == 1.0
try:
    ModelSpec(40, 40, branch_scale=11.0).checked()
except Refused as error:
    assert "branch_scale is 11.0; expected a number from 0.1 to 10" in str(error)
else:
    raise AssertionError("outside its range and not refused")
(row,) = [field for field in every_field() if field.name == "branch_scale"]
assert row.kind == "real" and row.word == "Branch scale" and "multiplied" in row.about, row
spec = ModelSpec(40, 40, branch_scale=2.0)
assert differences(ModelSpec(40, 40, spare_branch=True)) == ("spare branch",)
assert differences(spec) == ("branch scale 2.0",) and ModelSpec.from_json(spec.to_json()) == spec
logits = []
for scale in (1.0, 2.0):
    folder = Path(sys.argv[1], str(scale))
    sizes = ["--set", "d_model=8", "--set", "heads=2", "--set", "d_ff=8"]
    assert main(["new", *sizes, "--set", f"branch_scale={scale}", "--seed", "1", "--out", str(folder)]) == 0
    model, _ = load_model(folder)
    assert model.spec.branch_scale == scale
    logits.append(model(torch.tensor([[5, 6, 2]]), torch.tensor([[1, 7]])))
assert not torch.equal(*logits)
print("as declared")
"""


def test_a_new_field_takes_two_files(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for package in ("model_core", "viz_app"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "headscope_resources").mkdir()
    for file, (old, new) in EDITS.items():
        text = (copy / file).read_text("utf-8")
        assert text.count(old) == 1, file
        (copy / file).write_text(text.replace(old, new).replace(*USED), "utf-8")
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "as declared" in done.stdout, done.stdout + done.stderr
