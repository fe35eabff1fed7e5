"""Several pictures in one GIF, for slides and pages that play no video."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from PIL import Image  # Qt reads GIF and does not write it

from model_core.errors import Refused

SHOWN, LAST_SHOWN = 700, 2_000
"""Milliseconds of each picture, and of the last one."""

_OF_ONE = {
    "step": ("Step",), "head": ("Head",), "layer": ("Layer", "Numbers"),
    "sentence": ("Sentence", "Source text", "Target text", "Step"),
}  # fmt: skip
"""What each picture is of -> what the first one says of itself that is not so of the others."""

MOST_PICTURES = 300
COLOURS = 256


def check(count: int) -> None:
    """Raises Refused for more pictures than a file may have."""
    if count > MOST_PICTURES:
        raise Refused("E-RENDER-SIZE", f"{count:,} pictures: a GIF can have {MOST_PICTURES}. Take a shorter text")


def animated(pictures: Sequence[Path], each: str) -> bytes:
    """A GIF of these PNGs, one per step (layer, head, sentence), that loops. Metadata of the first PNG that holds for
    all of them becomes its comment, with the command that makes the GIF again."""
    with ExitStack() as files:
        images = [files.enter_context(Image.open(path)) for path in pictures]
        found = images[0].info.items()
        alone = ("Title", *_OF_ONE[each])
        about = {name: text for name, text in found if isinstance(text, str) and name not in alone}
        if "Remake" in about:
            about["Remake"] = about["Remake"].replace("--out again.png", f"--each {each} --out again.gif")
        size = max(image.width for image in images), max(image.height for image in images)
        first, *others = (_filling(size, image).quantize(COLOURS, dither=Image.Dither.NONE) for image in images)
    stream = io.BytesIO()
    first.save(
        stream, "GIF", save_all=True, append_images=others, loop=0, duration=[SHOWN] * len(others) + [LAST_SHOWN],
        comment="\n".join(f"{name}: {text}" for name, text in about.items()).encode(),
    )  # fmt: skip
    return stream.getvalue()


def _filling(size: tuple[int, int], image: Image.Image) -> Image.Image:
    """A picture at the upper left of a canvas as large as the largest one: maps of different sentences differ in
    size."""
    shown = image.convert("RGB")
    whole = Image.new("RGB", size, shown.getpixel((0, 0)))
    whole.paste(shown)
    return whole
