"""python -m benchmarks.gallery draw FOLDER [--whole] [--views VIEW …]
python -m benchmarks.gallery compare BEFORE AFTER [--out FOLDER]

`draw` makes pictures of every view, in the window and alone. They differ in theme, size, length of the text, text size
and model; any two values of two of these (view included) occur together in at least one picture. `--whole` makes the
whole product. One contact sheet for each view lies beside them. `compare` finds the pictures of two such folders that
differ, writes each pair with its difference, and ends with 1 where there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from model_core.engine.engine import Engine
from model_core.engine.messages import Answer, Question
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Step, Trace
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import Recordings
from viz_app.cli.render import render
from viz_app.document.state import Layout, State
from viz_app.views import VIEWS

FRAMES = ("window", "alone")
THEMES = ("light", "dark", "high_contrast")
SIZES = ((1440, 900), (1280, 720), (1920, 1080))
LENGTHS = (12, 1, 30, 70, 1024)
TEXT_SCALES = (1.0, 1.5, 2.0)
MODELS = ("bundled", "toy", "imported", "recorded")
WORDS = (
    "The old doctor asked the young teacher to bring two green apples, a small book and some cold water to the white"
    " house behind the long street, and the little girl who was waiting there smiled, because her brother had told her"
    " that the train from the city would arrive very late in the evening, long after the dark rain had stopped and the"
    " birds slept."
)
"""Sentences of our own, cut to the wanted number of words."""
THUMBNAIL, COLUMNS, GAP = (480, 300), 4, 8
"""Of a contact sheet: largest width and height of a picture, pictures in a row, pixels between them."""


@dataclass(frozen=True)
class Case:
    """One picture: what is shown, and how."""

    view: str
    frame: str = FRAMES[0]
    theme: str = THEMES[0]
    size: tuple[int, int] = SIZES[0]
    length: int = LENGTHS[0]
    text_scale: float = TEXT_SCALES[0]
    model: str = MODELS[0]

    @property
    def name(self) -> str:
        """File name without ending."""
        width, height = self.size
        parts = (self.view, self.model, self.length, self.theme, f"{width}x{height}", f"{self.text_scale * 100:.0f}")
        return "-".join(map(str, (*parts, self.frame)))


class Remembered(Engine):
    """Computes a run and each question about it once and tells that again, since many pictures show the same run."""

    def __init__(self) -> None:
        super().__init__()
        self._run: RunSpec | None = None
        self._events: list[Trace | Step] = []
        self._found: dict[Question, list[Answer]] = {}

    def run(self, run: RunSpec | str | Sequence[str]) -> Iterator[Trace | Step]:
        """The events of a run or a recording. May raise Refused."""
        assert isinstance(run, RunSpec)
        if run != self._run:
            found = Recordings().run(run) if is_recording(run.model) else super().run(run)
            self._events, self._run = list(found), run
            self._found.clear()
        yield from self._events

    def answers(
        self, asked: Question, trace: Trace | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Answer]:
        """What heads do, a text read early, and so on."""
        if asked not in self._found:
            self._found[asked] = [*super().answers(asked, trace, stop)][-1:]
        yield from self._found[asked]


def cases(whole: bool, views: tuple[str, ...]) -> list[Case]:
    """The pictures, those of one run next to each other: the whole product, or enough that every pair occurs."""
    axes: tuple[tuple[Any, ...], ...] = (views, FRAMES, THEMES, SIZES, LENGTHS, TEXT_SCALES, MODELS)
    made = [Case(*values) for values in (product(*axes) if whole else covering(axes))]
    return sorted(made, key=lambda case: (case.model, case.length, views.index(case.view)))


def covering(axes: tuple[tuple[Any, ...], ...]) -> list[tuple[Any, ...]]:
    """Rows, one value of each axis in each, in which any two values of two axes meet at least once.

    Greedy: each row begins with the first pair that is missing and takes, axis by axis, the value that adds most.
    """
    missing = {
        ((i, one), (j, other)): None
        for (i, firsts), (j, seconds) in combinations(enumerate(axes), 2)
        for one, other in product(firsts, seconds)
    }
    rows = []
    while missing:
        row = dict(next(iter(missing)))
        for axis in (axis for axis in range(len(axes)) if axis not in row):
            row[axis] = max(axes[axis], key=lambda value: len(missing.keys() & set(_pairs({**row, axis: value}))))
        missing = {pair: None for pair in missing if pair not in set(_pairs(row))}
        rows.append(tuple(row[axis] for axis in range(len(axes))))
    return rows


def _pairs(row: dict[int, Any]) -> list[tuple[tuple[int, Any], tuple[int, Any]]]:
    """Any two of a row's values, each with the number of its axis."""
    return list(combinations(sorted(row.items(), key=lambda item: item[0]), 2))


def source(case: Case) -> str:
    """A text of about this many tokens."""
    if case.model == "toy":
        return " ".join(str(i * 7 % 10) for i in range(min(case.length, 24)))
    if case.model == "imported":
        return " ".join(str(4 + i * 5 % 50) for i in range(min(case.length, 60)))
    words = WORDS.split() * (1 + case.length // len(WORDS.split()))
    return "Yes." if case.length == 1 else " ".join(words[: max(1, round(case.length * 0.85))]).rstrip(",.") + "."


def imported(folder: Path) -> Path:
    """A model folder converted from a checkpoint of torch.nn.Transformer's own names, with random weights."""
    import torch
    from safetensors.torch import save_file

    from model_core.importers.folder import import_model
    from model_core.importers.table import Options

    out = folder / "imported"
    if out.exists():
        return out
    torch.manual_seed(5)
    model = torch.nn.Transformer(64, 8, 3, 3, 128, batch_first=True)
    state = {f"transformer.{name}": tensor for name, tensor in model.state_dict().items()}
    state |= {f"{side}_embedding.weight": torch.randn(60, 64) * 0.3 for side in ("src", "tgt")}
    state |= {"generator.weight": torch.randn(60, 64) * 0.3, "generator.bias": torch.zeros(60)}
    checkpoint = folder / "imported.safetensors"
    save_file({name: tensor.contiguous() for name, tensor in state.items()}, checkpoint)
    import_model(checkpoint, out, Options(heads=8), "auto", lambda line: None)
    return out


def recorded(folder: Path, engine: Remembered, length: int) -> Path:
    """The attentions of a run of the bundled model as a recording."""
    from model_core.recordings.save import save_recording

    path = folder / f"recorded-{length}.safetensors"
    if not path.exists():
        *_, trace = engine.run(RunSpec(source=(source(Case("", length=length)),)))
        assert isinstance(trace, Trace)
        spec, sentence = trace.model.spec, trace.sentences[0]
        maps = {}
        for kind in ("encoder", "decoder", "cross"):
            layers = range(spec.encoder_layers if kind == "encoder" else spec.decoder_layers)
            heads = [[trace.map(kind, layer=layer, head=head) for head in range(spec.heads)] for layer in layers]
            maps[f"{kind}_attention"] = [np.stack(layer)[None] for layer in heads]
        save_recording(
            **maps,
            encoder_tokens=[token.text for token in sentence.source],
            decoder_tokens=[token.text for token in sentence.read],
            path=path,
        )
    return path


def run_of(case: Case, folder: Path, engine: Remembered) -> RunSpec:
    """What a picture's model computes."""
    if case.model == "recorded":
        return RunSpec(model=str(recorded(folder, engine, case.length)))
    model = str(imported(folder)) if case.model == "imported" else {"bundled": "", "toy": "reverse"}[case.model]
    return RunSpec(model=model, source=(source(case),))


def draw(folder: Path, whole: bool, views: tuple[str, ...]) -> int:
    """Makes the pictures and the contact sheets; returns how many failed."""
    folder.mkdir(parents=True, exist_ok=True)
    engine, failed, wanted = Remembered(), 0, cases(whole, views)
    for number, case in enumerate(wanted, 1):
        print(f"\r{number} of {len(wanted)}  {case.name:70}", end="", flush=True)
        out = folder / f"{case.name}.png"
        try:
            run = run_of(case, folder, engine)
            desk = Layout(views=(case.view,), theme=case.theme, text_scale=case.text_scale)
            view = "window" if case.frame == "window" else case.view
            render(view, run, out, size=case.size, engine=engine, state=State(run=run, desk=desk))
        except Exception as error:
            failed += 1
            print(f"\n{case.name}: {type(error).__name__}: {error}")
    print()
    for view in views:
        pictures = [folder / f"{case.name}.png" for case in wanted if case.view == view]
        contact_sheet(pictures, folder / f"sheet-{view}.png")
    return failed


def contact_sheet(pictures: list[Path], out: Path) -> None:
    """All pictures small on one, in rows, each with its name."""
    pictures = [path for path in pictures if path.exists()]
    width, height = THUMBNAIL[0] + GAP, THUMBNAIL[1] + 20 + GAP
    rows = -(-len(pictures) // COLUMNS)
    sheet = QImage(COLUMNS * width + GAP, max(1, rows) * height + GAP, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    for index, path in enumerate(pictures):
        x, y = GAP + index % COLUMNS * width, GAP + index // COLUMNS * height
        image = QImage(str(path)).scaled(
            *THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        painter.drawText(QRectF(x, y, THUMBNAIL[0], 20), path.stem)
        painter.drawImage(x, y + 20, image)
    painter.end()
    sheet.save(str(out))


def pixels(path: Path) -> np.ndarray:
    """(height, width, 4) uint8."""
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


def compare(before: Path, after: Path, out: Path) -> int:
    """Names the pictures that differ, and writes each pair with its difference; returns how many there are."""
    out.mkdir(parents=True, exist_ok=True)
    names = sorted({path.name for folder in (before, after) for path in folder.glob("*.png")} - _sheets(before, after))
    different = 0
    for name in names:
        if not ((before / name).exists() and (after / name).exists()):
            print(f"{name}: only in {'after' if (after / name).exists() else 'before'}")
            different += 1
            continue
        one, other = pixels(before / name), pixels(after / name)
        same_shape = one.shape == other.shape
        changed = np.any(one != other, axis=2) if same_shape else np.ones(one.shape[:2], bool)
        if changed.any():
            different += 1
            ys, xs = np.nonzero(changed)
            print(f"{name}: {changed.mean():.2%} of the pixels, in {xs.min()},{ys.min()} to {xs.max()},{ys.max()}")
            if same_shape:
                marked = one.copy()
                marked[changed] = (60, 60, 255, 255)
                strip = np.ascontiguousarray(np.concatenate([one, other, marked], axis=0))
                QImage(strip.data, strip.shape[1], strip.shape[0], QImage.Format.Format_RGB32).save(str(out / name))
    print(f"{different} of {len(names)} pictures differ")
    return different


def _sheets(*folders: Path) -> set[str]:
    """Names of the contact sheets."""
    return {path.name for folder in folders for path in folder.glob("sheet-*.png")}


def main(words: list[str] | None = None) -> int:
    """The command; see module."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gallery", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=Path)
    drawing.add_argument("--whole", action="store_true", help="the whole product of all axes: hours")
    drawing.add_argument("--views", nargs="+", default=tuple(VIEWS), choices=tuple(VIEWS))
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--out", type=Path, default=Path("out/differences"))
    wish = parser.parse_args(words)
    if wish.command == "draw":
        return 1 if draw(wish.folder, wish.whole, tuple(wish.views)) else 0
    return 1 if compare(wish.before, wish.after, wish.out) else 0


if __name__ == "__main__":
    sys.exit(main())
