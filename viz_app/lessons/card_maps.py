"""The little maps on the cards of lessons: computed in a process of their own while nothing else is done, then kept."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.resources import bundled
from model_core.io.safe_files import save
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.document.lesson import Lesson
from viz_app.lessons.checking import telling_scene
from viz_app.system import settings
from viz_app.system.child_job import OneJob
from viz_app.system.job_events import JobEvent, NoteEvent
from viz_app.widgets import theme as themes

IDLE = 800
"""Milliseconds for which the page of lessons is open before anything is computed for it."""

LARGEST_FILE = 1_000_000  # bytes
SIDE = 56  # px at text size 100 %


class CardMaps(QObject):
    """`made` carries a lesson's path and its map, weights (Q, K) of 0 to 1: those that are kept at once, the others as
    they are computed. What is kept belongs to a lesson and a model as they are now."""

    made = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = OneJob(self)
        self._job.message.connect(self._take)
        self._job.ended.connect(self._keep)
        self._keys: dict[str, str] = {}
        self._known: dict[str, Any] = {}
        self._idle = QTimer(self, singleShot=True, interval=IDLE)
        self._idle.timeout.connect(self._compute)

    def begin(self, lessons: Mapping[Path, Lesson]) -> None:
        """Of the lessons in these files: tells what is kept; the rest is computed once nothing else is to do."""
        known = _saved_maps()
        self._keys = {str(path): _key(path, lesson) for path, lesson in lessons.items()}
        self._known = {key: known[key] for key in self._keys.values() if key in known}
        for path, key in self._keys.items():
            self._add_map(path, self._known.get(key))
        if self._missing():
            self._idle.start()

    def stop(self) -> None:
        """The page was closed: what was computed is kept."""
        self._idle.stop()
        if self._job.child is not None:
            self._job.stop()
            self._keep()

    def _missing(self) -> list[str]:
        return [path for path, key in self._keys.items() if key not in self._known]

    def _compute(self) -> None:
        with contextlib.suppress(Refused):  # no process can be started: the cards stay without
            self._job.start(self._missing(), "viz_app.cli.lesson_maps")

    def _take(self, event: JobEvent) -> None:
        if isinstance(event, NoteEvent) and event.text in self._keys:
            self._known[self._keys[event.text]] = event.values.get("map")
            self._add_map(event.text, event.values.get("map"))

    def _add_map(self, path: str, rows: Any) -> None:
        with contextlib.suppress(TypeError, ValueError):  # what was kept is not a map
            weights = np.asarray(rows, dtype=np.float64)
            if weights.ndim == 2 and weights.size:
                self.made.emit(Path(path), np.clip(np.nan_to_num(weights), 0.0, 1.0))

    def _keep(self, _outcome: object = None) -> None:
        with contextlib.suppress(Refused):  # a full disk: computed again the next time
            save(_file(), json.dumps(self._known).encode("ascii"), private=True)


def _file() -> Path:
    return settings.home() / "lesson-maps.json"


def _saved_maps() -> dict[str, Any]:
    """Key -> map; nothing where the file is not there or damaged."""
    try:
        if _file().stat().st_size > LARGEST_FILE:
            return {}
        found = parse_json(_file().read_text(encoding="ascii"), "lesson-maps.json")
    except (OSError, ValueError, Refused):
        return {}
    return found if isinstance(found, dict) else {}


def _key(path: Path, lesson: Lesson) -> str:
    """What a map was made of: the lesson's file and the weights of the model of its scene."""
    found = hashlib.sha256()
    with contextlib.suppress(OSError, Refused):
        found.update(path.read_bytes())
        model = telling_scene(lesson).shown(lesson.states).run.model
        weights = (bundled(model) or Path(model)) / "model.safetensors"
        found.update(f"{weights.stat().st_size} {weights.stat().st_mtime_ns}".encode())
    return found.hexdigest()


class CardMap(QWidget):
    """A map in the theme's colours, without labels; an empty field until it is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._weights: np.ndarray | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_map(self, weights: np.ndarray) -> None:
        """Weights (Q, K) of 0 to 1."""
        self._weights = weights
        self.update()

    @property
    def filled(self) -> bool:
        """Whether there is a map."""
        return self._weights is not None

    def sizeHint(self) -> QSize:
        return QSize(themes.px(SIDE), themes.px(SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, room = themes.current(), QRectF(0, 0, themes.px(SIDE), themes.px(SIDE))
        with QPainter(self) as painter:
            if self._weights is not None:
                painter.drawImage(room, image_of(self._weights, Scale(), theme))
            painter.setPen(theme.q("line"))
            painter.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))
