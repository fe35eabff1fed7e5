"""What to compute, as one frozen value. No torch."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from model_core.record.edits import Branch, Decoding, Edits


@dataclass(frozen=True)
class RunSpec:
    """What to compute: one value decides the whole run, so that undo, sessions and the cache are plain comparisons.

    model       folder of the model ("" = the bundled English → Spanish one)
    source      source lines, one sentence each; several are a padded batch
    target      None: the model writes (greedy); otherwise the target lines to teacher-force, one per source line
    opening     typed beginning of the target that the model must continue (only with target None)
    prefix      token ids that the target must begin with (a click on a candidate); wins over `opening`
    prefix_sentence  which source line `prefix` and `opening` are for
    candidates  how many of the most probable tokens are recorded per step
    max_steps   longest target in tokens; 0 = a length fitted to the source, never above the model's positions
    decoding    how the next token is chosen (only with target None)
    edits       what is changed inside the model: masks, positions, heads, source tokens
    branches    other roads to keep beside the main one, each told as a Road of the Trace
    beside      with a target: let the model also write by itself, told as the Road "free"
    """

    model: str = ""
    source: tuple[str, ...] = ("",)
    target: tuple[str, ...] | None = None
    opening: str = ""
    prefix: tuple[int, ...] = ()
    prefix_sentence: int = 0
    candidates: int = 8
    max_steps: int = 0
    decoding: Decoding = field(default_factory=Decoding)
    edits: Edits = field(default_factory=Edits)
    branches: tuple[Branch, ...] = ()
    beside: bool = False

    def with_(self, **changes: Any) -> RunSpec:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return asdict(self)
