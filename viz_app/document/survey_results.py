"""The survey results that were read, by path and time of writing. No Qt.

A result that cannot be read is reported in one sentence; the survey shown before it stays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from model_core.analysis.survey_result import PARTS, RESULT, TABLES, Findings, read_result
from model_core.errors import Refused
from model_core.io import resources
from model_core.io.safe_files import stamp_of
from model_core.record.trace import ModelInfo
from viz_app.system.language import tr

LARGEST = {RESULT: 8_000_000, TABLES: 64_000_000}
"""Bytes of a result that the window reads: 48 layers of 64 heads take 13 million."""
FRESH = 1.0  # s for which a result is not looked at again

Stamp = tuple[tuple[int, int], ...]
"""(ns of its last change, bytes) of each file of a result."""


@dataclass(frozen=True)
class _Kept:
    """The outcome of reading a folder: its files at that time, and their content or why they were refused."""

    stamp: Stamp
    findings: Findings | None
    refusal: str


class SurveyResults:
    """Reads each result once. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: dict[Path, _Kept] = {}
        self._looked: dict[Path, float] = {}
        self._shown: Findings | None = None
        self._own: tuple[str, float, Findings | None] = "", -FRESH, None  # hash of a model, when it was looked for

    def of(self, folder: str, model: ModelInfo) -> tuple[Findings | None, str]:
        """(the survey in this folder, why there is none); for "" the bundled survey of this model, if there is one.

        For a folder that is refused: the survey shown last, and the reason.
        """
        if not folder:
            self._shown = self._bundled(model.hash)
            return self._shown, ""
        kept = self._read(Path(folder))
        if kept.findings is not None:
            self._shown = kept.findings
        return self._shown, kept.refusal

    def _bundled(self, digest: str) -> Findings | None:
        """The survey bundled with the model of this hash."""
        now = self._clock()
        if self._own[0] == digest and now - self._own[1] < FRESH:
            return self._own[2]
        found = [self._read(folder).findings for folder in bundled_surveys()]
        own = next((one for one in found if one is not None and one.model_hash == digest), None)
        self._own = digest, now, own
        return own

    def _read(self, folder: Path) -> _Kept:
        """The content of a folder, reread only if its files have changed."""
        now, kept = self._clock(), self._kept.get(folder)
        if kept is not None and now - self._looked[folder] < FRESH:
            return kept
        self._looked[folder] = now
        stamp = stamp_of(*(folder / name for name in LARGEST))
        if kept is None or stamp != kept.stamp:
            try:
                kept = _Kept(stamp, read_small(folder), "")
            except Refused as error:
                kept = _Kept(
                    stamp,
                    None,
                    tr("The survey in {name} is not shown: {message}.", name=folder.name, message=error.message),
                )
            self._kept[folder] = kept
        return kept


def bundled_surveys() -> list[Path]:
    """The folders of the bundled surveys."""
    return sorted(path.parent for path in (resources.folder() / "surveys").glob(f"*/{RESULT}"))


def read_small(folder: Path) -> Findings:
    """The result in a folder. Raises Refused for one that is damaged, missing or too large to read at once."""
    for name, most in LARGEST.items():
        try:
            size = (folder / name).stat().st_size
        except (OSError, ValueError):
            if _is_folder(folder / PARTS):
                raise Refused(
                    "E-SURVEY-STOPPED",
                    tr(
                        "it was stopped early; run the command that made it again to continue, and this page will "
                        "show it then"
                    ),
                ) from None
            raise Refused("E-SURVEY-MISSING", tr("{name} is missing or cannot be read", name=name)) from None
        if size > most:
            raise Refused(
                "E-SURVEY-LARGE",
                tr("{name} has {number:,} bytes; at most {most:,} can be read here", name=name, number=size, most=most),
            )
    return read_result(folder)


def _is_folder(path: Path) -> bool:
    """Whether this is an existing folder; False for an impossible path."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
