"""The thumbnails of all heads in one image: reduced to what a thumbnail can show, coloured in one pass.

Every map is reduced to block maxima on arrival, rows first; values are kept at that size, so that another ramp, theme
or row costs little.

Shapes: L layers, H heads, Q queries, K keys, R and C rows and columns of a thumbnail.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from model_core.analysis import map_blocks
from model_core.analysis.map_blocks import Buffers
from model_core.record import mask_reasons
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import ByteArray, FloatArray, IntArray, PixelArray, Scale
from viz_app.maps import cells


def checked(maps: npt.NDArray[np.float32] | Sequence[npt.ArrayLike]) -> list[FloatArray]:
    """One float32 [H, Q, K] per layer, without a copy if they already are. Raises ValueError unless every layer has at
    least one head and all maps have the same Q and K."""
    layers = [np.asarray(layer, dtype=np.float32) for layer in maps]
    shapes = [layer.shape for layer in layers]
    if not shapes or any(len(shape) != 3 or 0 in shape for shape in shapes):
        raise ValueError(f"maps must have shape [L, H, Q, K] with at least one cell each, got layers {shapes}")
    if len({shape[1:] for shape in shapes}) != 1:
        raise ValueError(f"all maps must have the same rows and columns, got layers {shapes}")
    return layers


class _Border(NamedTuple):
    """Where the border of a mask runs through the blocks of a thumbnail."""

    away: IntArray  # blocks without a visible cell, counted along the rows
    mixed: IntArray  # blocks with visible and hidden cells
    places: IntArray  # [mixed, cells of a block]: the cells of those in a map, counted along its rows
    visible: npt.NDArray[np.bool_]  # the same shape

    @classmethod
    def from_reasons(cls, reasons: ByteArray | None, factor: tuple[int, int]) -> _Border | None:
        """For a mask [Q, K] whose blocks join that many (rows, columns); None if nothing is hidden."""
        if reasons is None or not reasons.any():
            return None
        (height, width), (count_q, count_k) = factor, reasons.shape
        shape = -(-count_q // height), height, -(-count_k // width), width
        seen = np.zeros((shape[0] * height, shape[2] * width), bool)
        seen[:count_q, :count_k] = reasons == mask_reasons.VISIBLE
        hidden = np.zeros_like(seen)
        hidden[:count_q, :count_k] = ~seen[:count_q, :count_k]
        some = seen.reshape(shape).any(axis=(1, 3))
        block_rows, block_columns = np.nonzero(some & hidden.reshape(shape).any(axis=(1, 3)))
        rows = (block_rows[:, None] * height + np.arange(height))[:, :, None]
        columns = (block_columns[:, None] * width + np.arange(width))[:, None, :]
        away = np.flatnonzero(~some.ravel())
        cells_of = len(block_rows), height * width
        places = np.minimum(rows, count_q - 1) * count_k + np.minimum(columns, count_k - 1)
        mixed = block_rows * shape[2] + block_columns
        return cls(away, mixed, places.reshape(cells_of), seen[rows, columns].reshape(cells_of))


class Source(NamedTuple):
    """The memory of all maps and their mask. Only for arrays that can no longer be written to."""

    places: tuple[tuple[object, ...], ...]  # address, shape, strides
    owners: tuple[weakref.ref[npt.NDArray[Any]], ...]  # what keeps them there

    def lives(self) -> bool:
        """Whether the arrays still exist."""
        return all(owner() is not None for owner in self.owners)

    def same(self, other: Source) -> bool:
        """Whether these are the identical arrays."""
        return self.places == other.places and all(
            mine() is not None and mine() is its() for mine, its in zip(self.owners, other.owners, strict=True)
        )


def source_of(arrays: Iterable[npt.NDArray[Any]]) -> Source | None:
    """The memory of these arrays; None if one of them may still be written to, or its lifetime is unknown."""
    places, owners = [], []
    for array in arrays:
        owner = array if array.base is None else array.base
        if array.flags.writeable or not isinstance(owner, np.ndarray):
            return None
        places.append((array.ctypes.data, array.shape, array.strides))
        owners.append(weakref.ref(owner))
    return Source(tuple(places), tuple(owners))


class Atlas:
    """All maps of one kind, reduced to at most `side` × `side` blocks each, and their picture.

    A block joins the same number of rows (and columns) everywhere; only the last may hold fewer.
    """

    def __init__(self) -> None:
        self.layers: list[FloatArray] = []
        self.heads = 0  # of the widest layer
        self.size = (0, 0)  # Q, K
        self.reasons: ByteArray | None = None  # [Q, K]
        self.scale = Scale()
        self._side = 0
        self._factor = (1, 1)  # cells per block: rows, columns
        self._blocks: FloatArray | None = None  # [L, H, R, C], kept
        self._border: _Border | None = None
        self._image: QImage | None = None
        self._look = (0, 0, False, 0)  # side, gap, dark, ground of the picture
        self._pixels: PixelArray = np.empty((0, 0, 0, 0), np.uint32)  # [L, side + gap, H, side + gap]
        self._buffers = Buffers()

    def set(
        self, maps: npt.NDArray[np.float32] | Sequence[npt.ArrayLike], masked: npt.ArrayLike | None, scale: Scale
    ) -> None:
        """Takes new maps [L, H, Q, K] (or [H, Q, K] per layer) and one mask [Q, K] for all; arrays are not copied.

        Raises ValueError for other shapes or reason codes.
        """
        layers = checked(maps)
        size = layers[0].shape[1], layers[0].shape[2]
        reasons = None if masked is None else cells.checked_reasons(masked, size)
        if reasons is None or self.reasons is None or not np.array_equal(reasons, self.reasons):
            self._border = None
        self.reasons = reasons
        self.layers, self.size, self.scale = layers, size, scale
        self.heads = max(layer.shape[0] for layer in layers)
        self._blocks = self._image = None

    def source(self) -> Source | None:
        """The memory of the maps and their mask, if that identifies them; None otherwise."""
        arrays: list[npt.NDArray[Any]] = [*self.layers, *([] if self.reasons is None else [self.reasons])]
        return source_of(arrays)

    @property
    def part(self) -> tuple[float, float]:
        """The height and width of a whole thumbnail in blocks: a last block with fewer cells counts less than one."""
        return self.size[0] / self._factor[0], self.size[1] / self._factor[1]

    def image(self, side: int, gap: int, dark: bool, ground: int) -> QImage:
        """The picture of all maps: thumbnails of `side` device pixels, `gap` of the colour `ground` (0xffRRGGBB)
        after each, below it and on its right; valid until the next change.

        Nothing is computed again while the arguments stay the same.
        """
        if self._blocks is None or side != self._side:
            self._reduce(side)
            self._image = None
        if self._image is None or self._look != (side, gap, dark, ground):
            self._look = (side, gap, dark, ground)
            self._paint()
        assert self._image is not None
        return self._image

    def hidden(self) -> list[cells.Area]:
        """The masked parts of every thumbnail in blocks: a block is hidden only if all its cells are."""
        if self.reasons is None:
            return []
        starts = [np.arange(0, count, step, dtype=np.intp) for count, step in zip(self.size, self._factor, strict=True)]
        return cells.areas(map_blocks.joined_reasons(self.reasons, starts[0], starts[1]))

    # ---- reducing

    def _reduce(self, side: int) -> None:
        factor = -(-self.size[0] // side), -(-self.size[1] // side)
        if factor != self._factor:
            self._border = None
        self._side, self._factor = side, factor
        shape = len(self.layers), self.heads, -(-self.size[0] // factor[0]), -(-self.size[1] // factor[1])
        blocks = np.full(shape, self._neutral, np.float32)
        border = self._border = self._border or _Border.from_reasons(self.reasons, self._factor)
        for number, layer in enumerate(self.layers):
            joined = self._both_joined(layer)
            if np.isfinite(joined.max()) and np.isfinite(joined.min()):
                blocks[number, : len(layer)] = joined
                if border is not None:
                    self._unmask(blocks[number], layer, border)
            else:
                blocks[number, : len(layer)] = self._both_joined(self._clean(layer))
        self._blocks = blocks

    @property
    def _neutral(self) -> float:
        return min(max(0.0, self.scale.lo), self.scale.hi) if self.scale.signed else self.scale.lo

    def _clean(self, values: FloatArray) -> FloatArray:
        """The values [H, Q, K] with hidden and broken cells set to the least visible value."""
        seen = np.isfinite(values)
        if self.reasons is not None:
            seen &= self.reasons == mask_reasons.VISIBLE
        return np.where(seen, values, np.float32(self._neutral))

    def _unmask(self, blocks: FloatArray, layer: FloatArray, border: _Border) -> None:
        """Removes hidden cells from the blocks [H, R, C] of a layer [H, Q, K]. Only blocks at the border of the mask
        are recomputed, which is far less work than cleaning all maps first."""
        flat = blocks.reshape(len(blocks), -1)
        flat[:, border.away] = self._neutral
        if not len(border.mixed):
            return
        least = np.float32(0.0 if self.scale.signed else -np.inf)
        for head, values in enumerate(layer):
            found = np.where(border.visible, values.reshape(-1)[border.places], least)
            if self.scale.signed:
                best = np.take_along_axis(found, np.abs(found).argmax(axis=1)[:, None], axis=1)[:, 0]
            else:
                best = found.max(axis=1, initial=least)
            flat[head, border.mixed] = best

    def _both_joined(self, layer: FloatArray) -> FloatArray:
        """The blocks [H, R, C] of a layer [H, Q, K], regardless of the mask; valid until the next call."""
        return self._joined(self._joined(layer, self._factor[0], axis=1), self._factor[1], axis=2)

    def _joined(self, values: FloatArray, factor: int, axis: int) -> FloatArray:
        """Every `factor` neighbours along an axis of [H, Q, K] as one; the last group has what is left."""
        if factor == 1:
            return values
        parts = [_every(values, offset, factor, axis) for offset in range(min(factor, values.shape[axis]))]
        shape = parts[0].shape
        joined: FloatArray = self._buffers.get(f"joined{axis}", shape, np.float32)
        np.copyto(joined, parts[0])
        for part in parts[1:]:
            short = joined[:, : part.shape[1], : part.shape[2]]
            if self.scale.signed:
                np.copyto(short, part, where=np.abs(part) > np.abs(short))
            else:
                np.maximum(short, part, out=short)
        return joined

    # ---- colouring

    def _paint(self) -> None:
        assert self._blocks is not None
        side, gap, dark, ground = self._look
        layers, heads, height, width = self._blocks.shape
        step = side + gap
        part_h, part_w = self.part
        shape = layers, step, heads, step
        if self._pixels.shape != shape:
            self._pixels = np.empty(shape, np.uint32)
        self._pixels[:, side:] = ground
        self._pixels[:, :, :, side:] = ground
        whole = heads * step, layers * step
        self._image = QImage(self._pixels.data, *whole, 4 * whole[0], QImage.Format.Format_RGB32)
        found = colormaps.pixels(self._blocks, self.scale, dark, self._buffers, ground)
        for axis, blocks, part in ((2, height, part_h), (3, width, part_w)):
            places = np.minimum(blocks - 1, ((np.arange(side) + 0.5) * (part / side)).astype(np.intp))
            if places[-1] < blocks - 1:  # the last block, of fewer cells, would have no pixel
                places = np.arange(side) * blocks // side
            if not np.array_equal(places, np.arange(blocks)):  # a pixel for each block needs no copy
                found = found.take(places, axis=axis)
        self._pixels[:, :side, :, :side] = found.transpose(0, 2, 1, 3)
        for number, layer in enumerate(self.layers):
            if len(layer) < self.heads:
                self._pixels[number, :, len(layer) :] = ground


def _every(values: FloatArray, offset: int, factor: int, axis: int) -> FloatArray:
    return values[:, offset::factor] if axis == 1 else values[:, :, offset::factor]
