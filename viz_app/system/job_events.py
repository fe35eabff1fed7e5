"""What a command reports to the program that started it: one event per line, as JSON (`--json`). No Qt, no torch.

{"event": "progress", "fraction": 0.3, "text": "3 of 10 sentences", "seconds_left": 4.0, "values": {}}
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from model_core.errors import Refused
from model_core.schema import read_known
from viz_app.system.language import counted, tr


@dataclass(frozen=True)
class ProgressEvent:
    """Progress: a fraction from 0 to 1, a few words, the seconds left (None = not known) and measurements by name."""

    fraction: float
    text: str
    seconds_left: float | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NoteEvent:
    """A sentence on the way, with the numbers in it by name."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ProofEvent:
    """A proof of a model ("" = the one that is made): see model_core.proofs.check.Proof. None: no finite number."""

    name: str
    compared: str
    worst: float | None
    bound: float | None
    passed: bool
    reference: str = ""
    model: str = ""


@dataclass(frozen=True)
class RefusalEvent:
    """Why there is no result: the error code and what happened, without the advice for a terminal."""

    code: str
    message: str

    def error(self) -> Refused:
        """The same as an exception."""
        return Refused(self.code, self.message)


@dataclass(frozen=True)
class ResultEvent:
    """The result, by name: "path" if something was written."""

    values: Mapping[str, Any]


JobEvent = ProgressEvent | NoteEvent | ProofEvent | RefusalEvent | ResultEvent
_KINDS: dict[str, type[JobEvent]] = {
    "progress": ProgressEvent, "note": NoteEvent, "proof": ProofEvent, "refusal": RefusalEvent, "result": ResultEvent,
}  # fmt: skip
_NAMES = {kind: name for name, kind in _KINDS.items()}


def to_line(event: JobEvent) -> str:
    """The event as one line of JSON, without its line break."""
    return json.dumps({"event": _NAMES[type(event)], **_plain(asdict(event))}, allow_nan=False)


def emit(event: JobEvent) -> None:
    """Writes an event to the standard output, in one piece."""
    sys.stdout.write(to_line(event) + "\n")
    sys.stdout.flush()


def _plain(value: Any) -> Any:
    """The value with None in place of numbers that JSON lacks, and lists for tuples."""
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def from_line(line: str) -> JobEvent | None:
    """The event in a line; None for any other line (a library's warning, a traceback)."""
    try:
        values = json.loads(line)
        kind = _KINDS[values.pop("event")]
        return kind(**read_known(kind, values)[0])  # fields that are missing or do not fit are left out
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


@dataclass(frozen=True)
class ProofSummary:
    """What a conversion proved: how many proofs, which failed, the worst difference of all that passed, and in a few
    words `how` it was proved."""

    count: int = 0
    failed: tuple[str, ...] = ()
    worst: float = 0.0
    how: str = ""

    @classmethod
    def from_proofs(cls, proofs: tuple[ProofEvent, ...]) -> ProofSummary:
        """Those that a child made."""
        failed = tuple(one.name for one in proofs if not one.passed)
        worst = max((one.worst or 0.0 for one in proofs if one.passed), default=0.0)
        known = {name for one in proofs for name in (one.name, one.reference)}
        how = (words for words, names in _HOW.items() if names & known)
        return cls(len(proofs), failed, worst, ", ".join(how))

    def words(self) -> str:
        if not self.count:
            return ""
        if self.failed:
            return tr(
                "{number} of {all} proofs FAILED ({names}): do not trust it.",
                number=len(self.failed),
                all=self.count,
                names=", ".join(self.failed),
            )
        how = f" ({self.how})" if self.how else ""
        passed = counted(self.count, tr("proof passed"), tr("proofs passed"))
        return tr("{passed}, worst difference {number:.1e}.", passed=f"{passed}{how}", number=self.worst)


_HOW = {
    tr("the folder opens as the same model"): {"saved folder"},
    tr("against torch"): {"torch"},
    tr("against the formulas in float64"): {"formulas"},
    tr("padding"): {"padding"},
    tr("causality"): {"causality"},
    tr("step by step"): {"cached decoding", "decoding, open mask"},
    tr("as with the heads switched off"): {"pruned"},
}
"""What was proved, in words -> the names, or the reference, of such proofs (`model_core/proofs/check.py`)."""
