"""Size and position of the main window between starts; and the layout of its parts in a single pass when all change."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QByteArray, QRect
from PySide6.QtWidgets import QWidget

SIZE = (1440, 900)
SMALLEST = (640, 440)
NARROWEST_RAIL = 30
"""Px at text size 100 %, where its icons have no words."""
SMALLEST_RAIL_ICON = 12
"""Px at text size 100 %, the side of an icon above its word where there is least room for both."""
RAIL_HEADING_GAP = 4
"""Px more above a heading of the rail."""
_FRAME = (16, 48)  # px that a window's borders and title bar may take


def geometry_text(window: QWidget, before: str = "") -> str:
    """Size and position as stored in the settings; those of `before` while presenting."""
    if window.isFullScreen():
        return before
    return base64.b64encode(bytes(window.saveGeometry().data())).decode("ascii")


def restore_geometry(window: QWidget, text: str) -> bool:
    """Restores size and position from the settings; False if there are none."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return bool(raw) and window.restoreGeometry(QByteArray(raw))


def fit_on_screen(window: QWidget, room: QRect) -> None:
    """Limits the size to a screen's available space (logical pixels), including the frame; stays centred if it was."""
    wide, high = room.width() - _FRAME[0], room.height() - _FRAME[1]
    if wide < window.width() or high < window.height():
        window.resize(max(SMALLEST[0], min(wide, window.width())), max(SMALLEST[1], min(high, window.height())))
        left = room.left() + max(0, (room.width() - window.width() - _FRAME[0]) // 2)
        window.move(left, room.top())


@contextmanager
def held_layouts(parts: Iterable[QWidget]) -> Iterator[None]:
    """Within this context these parts and their parents keep their layout, and are laid out once at the end, from the
    window inwards: otherwise each part that is shown has everything laid out and drawn again."""
    from viz_app.widgets.layout import release

    layouts = []
    for part in parts:
        around: QWidget | None = part
        while around is not None:
            if (layout := around.layout()) is not None and layout.isEnabled():
                layout.setEnabled(False)
                layouts.append(layout)
            around = around.parentWidget()
    try:
        yield
    finally:
        for layout in reversed(layouts):
            release(layout)
