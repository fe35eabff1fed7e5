"""Numbers become colours here: ramps, 8-bit indices, readable ink, and the maximum of blocks of cells.

Only numpy, so that everything can be computed and tested without a screen. A *ramp* is a table of 256 pixels in
Qt's RGB32 layout (0xffRRGGBB as uint32): `numpy.take(table, index(values))` is then a picture.

Our own ramps are straight lines in OKLab lightness (B. Ottosson's space, 2020), so that equal differences between
two weights look equally different. viridis and cividis are every fifth entry of the published tables (both CC0),
joined by straight lines; the error stays below 3 of 255.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from model_core.analysis.map_blocks import Buffers

FloatArray = npt.NDArray[np.float32]
ByteArray = npt.NDArray[np.uint8]
PixelArray = npt.NDArray[np.uint32]
IntArray = npt.NDArray[np.intp]

RAMPS = ("weights", "diverging", "viridis", "cividis", "grey")

_WHITE, _BLACK, _NIGHT = "ffffff", "000000", "1b1e25"
_STOPS = {  # (ramp, dark theme) -> colours on the way; lightness runs straight from the first to the last
    ("weights", False): (_WHITE, "2566c8", "0b1c3f"),
    ("weights", True): (_NIGHT, "3f7be0", "ffffff"),
    ("grey", False): (_WHITE, "14161b"),
    ("grey", True): (_NIGHT, "ffffff"),
}
_DIVERGING = {  # dark theme -> (below zero, zero, above zero)
    False: ("1d5ec0", _WHITE, "af2e00"),
    True: ("7db0ff", _NIGHT, "f7905c"),
}
_VIRIDIS = """
440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889 3d4e8a
3a538b 38598c 355e8d 33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e 23898e 218e8d
20928c 1f978b 1e9c89 1fa188 21a585 24aa83 28ae80 2eb37c 35b779 3dbc74 46c06f 50c46a 5ac864
65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f d8e219 e5e419 f1e51d fde725
"""
_CIVIDIS = """
00204d 002455 00275e 002b67 002e6f 00316f 00356e 12386d 1f3c6d 28406c 30436c 36476b 3d4a6b
424e6b 48526b 4d556c 52596c 575c6d 5b606e 60646f 646770 696b71 6d6e72 727274 767676 7a7a78
7f7d78 848179 888579 8d8979 928d78 979178 9c9577 a19976 a69d75 aca174 b1a573 b6a971 bbae6f
c1b26d c6b66b ccbb69 d1bf66 d7c463 dcc860 e2cd5c e8d259 edd654 f3db4f f9e04a ffe544 ffea46
"""
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
CONTRAST = 4.5  # WCAG 2.2 AA for text


@dataclass(frozen=True)
class Scale:
    """How numbers map to colours: `lo` gets the first colour of `ramp`, `hi` the last; both must be finite, lo < hi.

    `log` spreads the small values by their logarithm and needs lo > 0; values below `lo` get its colour.
    Values below `cut` get no colour of the ramp but that of the ground: they look as if nothing were there.
    Raises ValueError for anything else.
    """

    lo: float = 0.0
    hi: float = 1.0
    ramp: str = "weights"
    log: bool = False
    cut: float = -math.inf

    def __post_init__(self) -> None:
        if self.ramp not in RAMPS:
            raise ValueError(f"unknown ramp {self.ramp!r}; known are {', '.join(RAMPS)}")
        if not (np.isfinite(self.lo) and np.isfinite(self.hi) and self.lo < self.hi):
            raise ValueError(f"a scale needs finite numbers with lo < hi, got {self.lo} and {self.hi}")
        if self.log and self.lo <= 0:
            raise ValueError(f"a logarithmic scale needs lo > 0, got {self.lo}")
        if math.isnan(self.cut):
            raise ValueError("values are cut below a number, got NaN")

    @classmethod
    def fitted(cls, values: npt.ArrayLike, ramp: str = "weights") -> Scale:
        """The scale that just covers the finite `values`; symmetric about 0 for the diverging ramp; never empty."""
        array = np.asarray(values, dtype=np.float64)
        finite = array[np.isfinite(array)]
        lo, hi = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        if ramp == "diverging":
            reach = max(abs(lo), abs(hi)) or 1.0
            return cls(-reach, reach, ramp)
        return cls(lo, hi if hi > lo else lo + (abs(lo) or 1.0), ramp)

    @property
    def signed(self) -> bool:
        """Whether both ends are extremes (differences): blocks keep the value farthest from zero."""
        return self.ramp == "diverging"


def to_oklab(rgb: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """OKLab (lightness 0-1, a, b) of sRGB colours 0-1; [..., 3] in and out."""
    srgb = np.asarray(rgb, dtype=np.float64)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    lab: npt.NDArray[np.float64] = np.cbrt(linear @ _TO_LMS.T) @ _TO_LAB.T
    return lab


def from_oklab(lab: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """sRGB 0-1 of OKLab colours, clipped to what a screen can show; [..., 3] in and out."""
    lms = (np.asarray(lab, dtype=np.float64) @ np.linalg.inv(_TO_LAB).T) ** 3
    linear = np.clip(lms @ np.linalg.inv(_TO_LMS).T, 0.0, 1.0)
    srgb: npt.NDArray[np.float64] = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return srgb


def luminance(rgb: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """WCAG relative luminance (0 black to 1 white) of sRGB colours 0-1; [..., 3] in, [...] out."""
    srgb = np.asarray(rgb, dtype=np.float64)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    light: npt.NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return light


def unpack(pixels: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """sRGB 0-1 of RGB32 pixels; [...] in, [..., 3] out."""
    packed = np.asarray(pixels, dtype=np.uint32)
    return np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=-1) / 255.0


def _pack(rgb: npt.ArrayLike) -> PixelArray:
    levels = np.rint(np.clip(rgb, 0.0, 1.0) * 255.0).astype(np.uint32)
    return (0xFF000000 | levels[..., 0] << 16 | levels[..., 1] << 8 | levels[..., 2]).astype(np.uint32)


def _hex(*colours: str) -> npt.NDArray[np.float64]:
    return unpack([int(colour, 16) for colour in colours])


def _straight(stops: npt.NDArray[np.float64], count: int) -> npt.NDArray[np.float64]:
    """`count` colours whose lightness changes evenly from the first stop to the last, with the hues of the stops."""
    lab = to_oklab(stops)
    light = np.linspace(lab[0, 0], lab[-1, 0], count)
    order = np.argsort(lab[:, 0])
    hues = [np.interp(light, lab[order, 0], lab[order, axis]) for axis in (1, 2)]
    return from_oklab(np.stack([light, *hues], axis=-1))


@cache
def table(ramp: str, dark: bool) -> PixelArray:
    """The 256 pixels of a ramp for a light or dark theme: uint32 [256], 0xffRRGGBB, read-only.

    Entry 128 of the diverging ramp is exactly its neutral colour. Raises ValueError for an unknown ramp.
    """
    if ramp in ("viridis", "cividis"):
        points = _hex(*(_VIRIDIS if ramp == "viridis" else _CIVIDIS).split())
        places = np.arange(0, 256, 5)
        colours = np.stack([np.interp(np.arange(256), places, points[:, channel]) for channel in range(3)], axis=-1)
    elif ramp == "diverging":
        below, zero, above = _DIVERGING[dark]
        low, high = _straight(_hex(below, zero), 128), _straight(_hex(zero, above), 128)
        colours = np.concatenate([low[:1], low[:-1], high])
    elif (ramp, dark) in _STOPS:
        colours = _straight(_hex(*_STOPS[ramp, dark]), 256)
    else:
        raise ValueError(f"unknown ramp {ramp!r}; known are {', '.join(RAMPS)}")
    pixels = _pack(colours)
    pixels.setflags(write=False)
    return pixels


def index(
    values: npt.NDArray[Any],
    lo: float,
    hi: float,
    *,
    log: bool = False,
    out: npt.NDArray[Any] | None = None,
    work: FloatArray | None = None,
) -> npt.NDArray[Any]:
    """Position of each value between `lo` (0) and `hi` (255), rounded and clipped; NaN gives 0.

    The result is uint8 [...], or whatever integers `out` holds. `out` and `work` (both of the shape of `values`) are
    reusable buffers: given both, nothing is allocated. Raises ValueError unless lo < hi, and with `log` 0 < lo.
    """
    if not lo < hi or (log and lo <= 0):
        raise ValueError(f"cannot place values between {lo} and {hi}{' by logarithm' if log else ''}")
    place = np.empty(values.shape, np.float32) if work is None else work
    result = np.empty(values.shape, np.uint8) if out is None else out
    if log:
        np.maximum(values, np.float32(lo), out=place)
        np.log(place, out=place)
        lo, hi = float(np.log(lo)), float(np.log(hi))
        values = place
    step = 255.0 / (hi - lo)
    np.multiply(values, np.float32(step), out=place)
    np.add(place, np.float32(0.5 - lo * step), out=place)
    np.clip(place, 0.0, 255.0, out=place)
    if place.size and np.isnan(place.max()):
        np.nan_to_num(place, copy=False)
    np.copyto(result, place, casting="unsafe")
    return result


def pixels(
    values: npt.NDArray[Any], scale: Scale, dark: bool, buffers: Buffers, ground: int = 0xFFFFFFFF
) -> PixelArray:
    """The colours of `values` [...] as RGB32, uint32 of the same shape; stored in `buffers` until the next call.
    `ground` (0xffRRGGBB) is the colour of values below the scale's cut."""
    work = buffers.get("place", values.shape, np.float32)
    entries = buffers.get("entries", values.shape, np.intp)  # what numpy.take wants: no conversion on the way
    index(values, scale.lo, scale.hi, log=scale.log, out=entries, work=work)
    found: PixelArray = buffers.get("pixels", values.shape, np.uint32)
    np.take(table(scale.ramp, dark), entries, out=found, mode="wrap")  # all are inside, and "clip" takes longer
    if scale.cut > -math.inf:
        np.copyto(found, np.uint32(ground), where=values < np.float32(scale.cut))
    return found


def _contrast(ground: npt.NDArray[np.float64], colour: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The contrast ratio (1 or more) of one colour on backgrounds of these luminances."""
    light = float(luminance(colour)[0])
    ratio: npt.NDArray[np.float64] = (np.maximum(ground, light) + 0.05) / (np.minimum(ground, light) + 0.05)
    return ratio


@cache
def _inks(ramp_bytes: bytes, dark: bool) -> PixelArray:
    ramp = np.frombuffer(ramp_bytes, dtype=np.uint32)
    ground = luminance(unpack(ramp))
    choices = ("e8eaf0", _NIGHT, _WHITE, _BLACK) if dark else (_NIGHT, _WHITE, _BLACK)
    inks = np.zeros(len(ramp), np.uint32)
    best = np.zeros(len(ramp))
    for choice in choices:
        ratio = _contrast(ground, _hex(choice))
        better = (ratio > best) & (best < CONTRAST)
        inks[better], best[better] = _pack(_hex(choice))[0], ratio[better]
    inks.setflags(write=False)
    return inks


def inks(ramp_table: PixelArray, *, dark: bool = False) -> PixelArray:
    """Text colour for each entry of a ramp, uint32 [256]: the theme's own text colour if it reaches 4.5 : 1, otherwise
    white, otherwise black (one of the two always reaches it)."""
    return _inks(ramp_table.tobytes(), dark)


@cache
def _faint_inks(ramp_bytes: bytes, muted: str, dark: bool) -> PixelArray:
    ground, grey = luminance(unpack(np.frombuffer(ramp_bytes, np.uint32))), _hex(muted.lstrip("#"))
    found = np.where(_contrast(ground, grey) >= CONTRAST, _pack(grey)[0], _inks(ramp_bytes, dark)).astype(np.uint32)
    found.setflags(write=False)
    return found


def faint_inks(ramp_table: PixelArray, muted: str, *, dark: bool = False) -> PixelArray:
    """As `inks`, but `muted` (#RRGGBB) wherever it reaches 4.5 : 1: for less important numbers."""
    return _faint_inks(ramp_table.tobytes(), muted, dark)
