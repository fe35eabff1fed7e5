"""Light, dark and high contrast: one frozen table of colours each, and the Qt palette and stylesheet made from it.

How a widget gets its theme: it reads `theme.current()` whenever it paints, and connects to `theme.changed` (a signal
that carries the new Theme) only if it keeps something that was painted before. `theme.changing` comes before it: what
is not seen takes its sheet off then. Nothing is handed down.

    theme.apply(app, theme.DARK, text_scale=1.5)
    painter.setPen(theme.current().q("muted"))
    theme.changed.connect(self._forget_pictures)

What the stylesheet draws differently, by a dynamic property set before the widget is shown:
QPushButton/QToolButton `role` = "primary" | "flat" | "rail"; `segment` = "first" | "middle" | "last" | "only" for
checkable buttons that sit in a row without a gap; QFrame `card` = True (a panel with rounded corners); QFrame `rule` =
True (a line of 1 px); QLabel `tone` = "muted" | "error"; QSlider `role` = "step" (target orange). `keys` = True is set
where the focus came from the keyboard: only then it has a frame. Lists get air between their rows from setSpacing(2).

No numpy, no pyqtgraph and no `Qt` here: this file is on the way to the first window. `QColor(colour)` would ask for
`Qt` in order to see that a colour is none of its names, and takes three times as long as `__copy__`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication

from model_core.io import resources
from viz_app.system.language import tr

Role = Literal["body", "small", "strong", "title", "number", "code"]


@dataclass(frozen=True)
class Theme:
    """The colours of one theme as #RRGGBB. Text colours reach 4.5 : 1 on `background` and on `panel`."""

    name: str  # what the session file stores and THEMES is keyed by
    title: str  # what a menu shows
    dark: bool  # which of the two ramps of viz_app.data.maps.colormaps fits
    background: str  # the window
    panel: str  # cards, fields, the rail, cells that say nothing
    line: str  # hairlines
    edge: str  # borders of things to operate, at least 3 : 1 where the theme promises it
    ink: str
    muted: str
    source: str  # the source sentence, keys, memory
    target: str  # the target sentence, queries, the current step
    primary: str  # the one filled button, the chosen segment
    on_primary: str
    accents: tuple[str, ...]  # curves and heads, in this order
    good: str
    error: str
    future: str  # hatch of a cell that is not written yet
    padding: str  # hatch of a cell without a token
    user: str  # hatch of a cell that was masked by hand
    broken: str  # hatch of a cell that is not a number
    focus: str  # the keyboard's ring
    chosen: str  # the ground of the chosen line of a menu or list

    def q(self, role: str, alpha: float = 1.0) -> QColor:
        """The colour of a role by name as QColor, `alpha` 0 (clear) to 1. Raises AttributeError for an unknown role."""
        return _clear(getattr(self, role), alpha).__copy__()

    def wash(self, role: str, amount: float, ground: str = "panel") -> QColor:
        """A tint of a role's colour on `ground`: 0 is the ground, 1 the full colour; opaque."""
        return _wash(getattr(self, role), getattr(self, ground), amount).__copy__()

    def accent(self, number: int) -> QColor:
        """The fixed colour of head or curve `number` (from 0); repeats after the last."""
        return QColor(self.accents[number % len(self.accents)])


@lru_cache(maxsize=4096)
def _clear(colour: str, alpha: float) -> QColor:
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


def mixed(colour: QColor | str, ground: QColor | str, amount: float) -> QColor:
    """A colour blended with an opaque ground: 0 is the ground, 1 the colour."""
    pairs = zip(QColor(ground).getRgbF()[:3], QColor(colour).getRgbF()[:3], strict=True)  # type: ignore[index]
    return QColor.fromRgbF(*(below + (top - below) * amount for below, top in pairs))


_wash = lru_cache(maxsize=1024)(mixed)
LIGHT = Theme(
    name="light", title=tr("Light"), dark=False,
    background="#F6F6F3", panel="#FFFFFF", line="#E2E3E7", edge="#D3D5DB", ink="#1B1E25", muted="#5F6675",
    source="#2566C8", target="#C2410C", primary="#1B1E25", on_primary="#FFFFFF",
    accents=("#2566C8", "#C2410C", "#1E7A3C", "#6D3FB0", "#B0157A", "#0E7490", "#8A6100", "#5B6472"),
    good="#1E7A3C", error="#B3261E",
    future="#D9733F", padding="#878F9D", user="#7C3AED", broken="#B3261E", focus="#2566C8", chosen="#E5EDF8",
)  # fmt: skip
DARK = Theme(
    name="dark", title=tr("Dark"), dark=True,
    background="#14161B", panel="#1B1E25", line="#2C313B", edge="#3A404C", ink="#E8EAF0", muted="#9AA3B2",
    source="#6EA2F5", target="#F08A5B", primary="#E8EAF0", on_primary="#14161B",
    accents=("#6EA2F5", "#F08A5B", "#6CC081", "#B794F6", "#F286C0", "#5CC8D4", "#D9B44A", "#A7B0BE"),
    good="#6CC081", error="#FF8A80",
    future="#C9724A", padding="#677080", user="#B794F6", broken="#FF8A80", focus="#6EA2F5", chosen="#252E3E",
)  # fmt: skip
HIGH_CONTRAST = Theme(
    name="high_contrast", title=tr("High contrast"), dark=True,
    background="#000000", panel="#0A0B0E", line="#8C93A0", edge="#FFFFFF", ink="#FFFFFF", muted="#E2E6EC",
    source="#8FC1FF", target="#FFB27A", primary="#FFE45C", on_primary="#000000",
    accents=("#8FC1FF", "#FFB27A", "#8BE6A0", "#D3BBFF", "#FFA8DA", "#7FE7F2", "#FFE45C", "#FFFFFF"),
    good="#8BE6A0", error="#FF9F96",
    future="#FFB27A", padding="#B4BAC4", user="#D3BBFF", broken="#FF9F96", focus="#FFE45C", chosen="#4D6687",
)  # fmt: skip
THEMES = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST)}

CORNER = 8  # px
STEP = 4  # px, the unit of all spacing
TEXT_SCALES = (1.0, 2.0)
FUSION = "headscope_fusion"  # property of an application that has this style from its beginning
_BODY_PT = 10.0  # words are never smaller than this at 100 %


class _Applied(QObject):
    """What was applied last; `system_pt` is the size of the application's text before, 0 where nothing was applied."""

    changing = Signal()
    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.theme, self.text_scale, self.system_pt = LIGHT, 1.0, 0.0


_applied = _Applied()
changing, changed = _applied.changing, _applied.changed


def current() -> Theme:
    """The theme last applied; before any, LIGHT."""
    return _applied.theme


def text_scale() -> float:
    """The text size last applied: 1.0 is 100 %."""
    return _applied.text_scale


def px(length: float) -> int:
    """`length` logical pixels at 100 %, scaled with the text size: for icons and fixed spaces around text."""
    return round(length * _applied.text_scale)


def contrast(a: str | QColor, b: str | QColor) -> float:
    """The WCAG 2 contrast ratio of two opaque colours: 1 (equal) to 21 (black on white)."""
    one, other = (_luminance(colour.redF(), colour.greenF(), colour.blueF()) for colour in (QColor(a), QColor(b)))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@lru_cache(maxsize=1024)
def _luminance(red: float, green: float, blue: float) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def apply(app: QApplication, theme: Theme, text_scale: float = 1.0, *, dressed: bool = True) -> None:
    """Dresses the whole application: Fusion style, palette, font and, `dressed`, stylesheet; then announces `changed`.

    An application that is FUSION is not asked for its style: QStyle's tables take 5 ms on the way to the first window.
    Raises ValueError unless 1.0 <= text_scale <= 2.0; nothing is changed then.
    """
    if not TEXT_SCALES[0] <= text_scale <= TEXT_SCALES[1]:
        raise ValueError(f"text size must lie between 100 % and 200 %, got {text_scale:g} times")
    if not app.property(FUSION) and not app.styleSheet() and app.style().name().lower() != "fusion":
        app.setStyle("Fusion")
    body = QFont(app.font())
    body.setFamilies(list(bundled_families()) or body.families())
    _applied.system_pt = _applied.system_pt or max(_BODY_PT, body.pointSizeF())
    body.setPointSizeF(_applied.system_pt * text_scale)
    _applied.theme, _applied.text_scale = theme, text_scale
    changing.emit()
    app.setStyleSheet("")  # one sheet in place of another takes Qt three times as long as off and on
    app.setFont(body)
    QPixmapCache.clear()  # Qt keeps icons scaled for every palette that there ever was, up to 10 MB
    app.setPalette(palette(theme))
    app.setStyleSheet(stylesheet(theme, text_scale) if dressed else "")
    changed.emit(theme)


def font(role: Role = "body") -> QFont:
    """The application's font for a role, in the text size last applied.

    small is 85 %, title 125 % and bold, strong bold, code monospaced; figures are tabular in all of them.
    """
    return QFont(_font(role, QApplication.font()))


@lru_cache(maxsize=64)
def _font(role: Role, body: QFont) -> QFont:
    made = QFont(body)
    if role == "code":
        made.setFamilies(["monospace", "DejaVu Sans Mono", "Menlo", "Consolas", *body.families()])
        made.setStyleHint(QFont.StyleHint.Monospace)
    made.setPointSizeF(made.pointSizeF() * {"small": 0.85, "title": 1.25}.get(role, 1.0))
    made.setBold(role in ("strong", "title"))
    return made


@cache
def bundled_families() -> tuple[str, ...]:
    """The bundled fonts, registered on the first call: Inter with figures of one width, and DejaVu Sans for
    the signs that Inter lacks (▁ ▸).

    The window looks the same on every system with them. Empty where their files are missing.
    """
    folder = resources.folder() / "fonts"
    found: list[str] = []
    for file in ("InterTabular-Regular.otf", "InterTabular-Bold.otf", "DejaVuSans.ttf"):
        handle = QFontDatabase.addApplicationFont(str(folder / file))
        found += QFontDatabase.applicationFontFamilies(handle) if handle >= 0 else []
    return tuple(dict.fromkeys(found))


def palette(theme: Theme) -> QPalette:
    """A complete QPalette: every role for active and inactive windows, and a paler disabled group."""
    roles = QPalette.ColorRole
    made = QPalette()
    colours = {
        roles.Window: theme.background, roles.WindowText: theme.ink, roles.Base: theme.panel, roles.Text: theme.ink,
        roles.AlternateBase: theme.background, roles.ToolTipBase: theme.panel, roles.ToolTipText: theme.ink,
        roles.PlaceholderText: theme.muted, roles.Button: theme.panel, roles.ButtonText: theme.ink,
        roles.BrightText: theme.error, roles.Highlight: theme.source, roles.Accent: theme.source,
        roles.HighlightedText: theme.on_primary if theme.dark else "#FFFFFF", roles.Link: theme.source,
        roles.LinkVisited: theme.source, roles.Light: theme.panel, roles.Midlight: theme.line, roles.Mid: theme.edge,
        roles.Dark: theme.muted, roles.Shadow: theme.edge,
    }  # fmt: skip
    for role, colour in colours.items():
        made.setColor(role, QColor(colour))
    pale = theme.wash("muted", 0.6, "background")
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.PlaceholderText, roles.Link):
        made.setColor(QPalette.ColorGroup.Disabled, role, pale)
    for role in (roles.Highlight, roles.Accent):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.line))
    made.setColor(QPalette.ColorGroup.Disabled, roles.Base, QColor(theme.background))
    return made


def stylesheet(theme: Theme, text_scale: float = 1.0) -> str:
    """The application's one stylesheet, resources/theme.qss, in a theme's colours."""
    words = {field.name: getattr(theme, field.name) for field in fields(theme)}
    words |= {
        "hover": theme.wash("ink", 0.05).name(),
        "press": theme.wash("ink", 0.10).name(),
        "pale": theme.wash("muted", 0.6, "background").name(),
        "grip": theme.wash("muted", 0.45, "background").name(),
        "notice": theme.wash("muted", 0.08).name(),
        "failure": theme.wash("error", 0.08).name(),
        "primary_hover": theme.wash("primary", 0.85).name(),
        "icons": (resources.folder() / "icons").as_posix(),
        "check": "check-night" if theme.dark else "check-white",
        "corner": f"{CORNER}px",
        "ring": f"{round(14 * text_scale) // 2 + 1}px",
        "knob": f"{round(14 * text_scale) // 2 + 2}px",
    }
    sheet = _sheet()
    for name, value in words.items():
        sheet = sheet.replace(f"@{name}@", str(value))
    return re.sub(r"~(\d+)-?(\d*)px", lambda it: f"{round(int(it[1]) * text_scale) - int(it[2] or 0)}px", sheet)


@cache
def _sheet() -> str:
    """The stylesheet as in its file, with names in place of colours."""
    return (resources.folder() / "theme.qss").read_text(encoding="utf-8")
