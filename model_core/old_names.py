"""Names that modules had in earlier versions: what imports them still runs, with a DeprecationWarning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # that module loads ten others, which takes a twentieth of the time until a window is there

    class Loader: ...

    class MetaPathFinder: ...


MOVED = {
    "alignment": "analysis.alignment", "anatomy": "explain.anatomy", "archive": "record.npz",
    "arithmetic": "analysis.arithmetic", "attention": "transformer.attention",
    "averages": "analysis.heads.head_averages", "beam": "decoding.beam",
    "bertviz": "recordings.bertviz", "beside": "engine.alternatives",
    "check": "proofs.check", "checkpoint": "checkpoints.checkpoint", "contribution": "analysis.value_norms",
    "costs": "analysis.decoding_cost", "data": "training.data", "decode": "decoding.decode",
    "describe": "record.model_info", "edits": "record.edits", "evaluate": "training.evaluate",
    "events": "engine.messages", "failure": "errors", "fields": "engine.wire_fields", "files": "io.safe_files",
    "findings": "analysis.survey_result", "forcing": "training.teacher_forcing", "formulas": "explain.formulas",
    "fresh": "checkpoints.random_models", "grammar": "synthetic.toys.grammar", "hooks": "transformer.hooks",
    "importers.waves": "importers.sinusoids",
    "interventions": "engine.interventions", "joined": "decoding.draft", "layers": "transformer.layers",
    "lessons": "training.datasets", "limits": "io.limits", "loss": "training.loss", "maps": "record.derived_maps",
    "masks": "transformer.masks", "measures": "analysis.heads.head_measures", "memory": "io.memory",
    "merging": "analysis.token_merging", "mixing": "analysis.heads.head_mixing", "model": "transformer.model",
    "norms": "transformer.norms", "pairs": "analysis.minimal_pairs",
    "analysis.repetition": "analysis.text_comparison",
    "passage": "engine.batch", "pieces": "tokenizers.piece_search", "positions": "transformer.positions",
    "provenance": "explain.provenance", "ranks": "training.distributed", "readings": "analysis.readings",
    "record.tensor_summary": "explain.tensor_summary",
    "recorded": "record.recording_policy", "reference": "proofs.torch_reference", "replay": "recordings.open",
    "resources": "io.resources", "roads": "analysis.text_comparison", "rollout": "analysis.rollout",
    "rules": "explain.rules", "source_lines": "explain.source_lines", "spelling": "recordings.token_spelling",
    "stepper": "decoding.fast_step", "summary": "explain.tensor_summary", "survey": "training.survey",
    "task": "synthetic.task", "texts": "engine.inputs", "tiny": "training.tiny_model", "toys": "synthetic.toy_tasks",
    "trace": "record.trace", "train": "training.train", "training.random_models": "checkpoints.random_models",
    "training.task": "synthetic.task", "training.task_vocabulary": "checkpoints.task_vocabulary",
    "training.toy_tasks": "synthetic.toy_tasks", "translate": "engine.translate",
    "vocab": "tokenizers.vocab", "vocab_bytes": "tokenizers.byte_pairs", "vocab_kinds": "tokenizers.foreign",
    "vocab_words": "tokenizers.word_list", "wire": "engine.wire", "worker": "engine.worker",
    "written_out": "proofs.numpy_reference",
}  # fmt: skip
"""Old module -> its module now, both without "model_core."."""


VALUES = {"RunSpec": "record.run_spec", "TrainSpec": "training.train_spec"}
"""Name that stood in model_core.spec -> its module now."""


def moved_value(module: str, name: str) -> Any:
    """A value that stood in `module` before; AttributeError for a name that never did."""
    if name not in VALUES:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    today = f"model_core.{VALUES[name]}"
    warnings.warn(f"{module}.{name} is now in {today}", DeprecationWarning, stacklevel=3)
    return getattr(importlib.import_module(today), name)


class OldNames(MetaPathFinder, Loader):
    """Hands out the module of today for an import of an old name."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        package, _, module = name.partition(".")
        return ModuleSpec(name, self) if package == "model_core" and module in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        today = f"model_core.{MOVED[spec.name.removeprefix('model_core.')]}"
        warnings.warn(f"{spec.name} is now {today}", DeprecationWarning, stacklevel=2)
        module = importlib.import_module(today)
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own  # the import system has just replaced it by that of the old name


def install() -> None:
    """Old names can be imported from now on."""
    if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
        sys.meta_path.append(OldNames())
