"""From a foreign checkpoint to a model: the layout is recognised, and every tensor is converted by its table."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import torch

from model_core.checkpoints.checkpoint import SkipInit
from model_core.errors import Message, Refused
from model_core.importers import annotated, bart, hkproj, jadore, leaky_mask, marian, shared_head, t5, torch_nn
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.table import Copy, Layout, Name, Options, Plan, listed_names
from model_core.io.memory import refuse_large
from model_core.spec import ModelSpec
from model_core.transformer.model import EncoderDecoder

LAYOUTS = (
    bart.LAYOUT, marian.LAYOUT, t5.LAYOUT, annotated.LAYOUT, hkproj.LAYOUT, jadore.LAYOUT, shared_head.LAYOUT,
    leaky_mask.LAYOUT, torch_nn.LAYOUT,
)  # fmt: skip
"""All layouts, those with the most telling marks first."""

ENCODER, DECODER = "an encoder alone", "a decoder alone"

_FAMILIES: tuple[tuple[str, str, str], ...] = (
    (r"(.+\.)?h\.0\.attn\.c_attn\.weight", DECODER, "GPT-2 and its relatives"),
    (r"(.+\.)?layers\.0\.attention\.query_key_value\.weight", DECODER, "GPT-NeoX"),
    (r"(model\.)?layers\.0\.self_attn\.q_proj\.weight", DECODER, "Llama and its relatives"),
    (r"(model\.)?decoder\.layers\.0\.self_attn\.q_proj\.weight", DECODER, "OPT or a decoder without its encoder"),
    (r"(.+\.)?encoder\.layer\.0\.attention\.self\.query\.weight", ENCODER, "BERT and its relatives"),
    (r"(.+\.)?transformer\.layer\.0\.attention\.q_lin\.weight", ENCODER, "DistilBERT"),
    (r"(.+\.)?encoder\.block\.0\.layer\.0\.SelfAttention\.q\.weight", ENCODER, "the encoder of a T5"),
    (r"(.+\.)?(encoder\.)?layers\.0\.self_attn\.in_proj_weight", ENCODER, "torch.nn.TransformerEncoder"),
)
"""Pattern of a name that such a file has, which of the two it is, and whose names they are."""

_OTHERS = re.compile(
    r"crossattention|crossattn|cross_attn|enc_attn|encoder_attn|EncDecAttention|multihead_attn|"
    r"cross_attention|src_attn|encoder_decoder"
)
"""Parts of names that occur in a decoder that reads an encoder."""

NEAR = 0.25
"""Share of the parts of a name that a layout must have in common with a file, to be called the nearest one."""


@dataclass(frozen=True)
class Converted:
    """A converted model in evaluation mode, in float32, its layout, and notes for the user."""

    model: EncoderDecoder
    layout: Layout
    reason: str
    notes: tuple[str, ...]

    @cached_property
    def precision(self) -> torch.dtype:
        """float16 where every number is exact in half precision, else float32."""
        tensors = self.model.state_dict().values()
        return torch.float16 if all(torch.equal(one.half().float(), one) for one in tensors) else torch.float32


def recognise(foreign: ForeignCheckpoint, wanted: str = "auto") -> tuple[Layout, str]:
    """The layout of a checkpoint and the reason. Raises Refused for an unknown one, or if `wanted` is another one."""
    if wanted != "auto":
        found = next((layout for layout in LAYOUTS if layout.name == wanted), None)
        if found is None:
            raise Refused(
                "E-IMPORT-LAYOUT", "unknown layout {wanted}; choose from {said_layouts}",
                wanted=f"{wanted[:60]!r}", said_layouts=layout_names(),
            )  # fmt: skip
        return found, found.reason(foreign) or Message("as requested")
    _refuse_one_stack(foreign)
    for layout in LAYOUTS:
        if reason := layout.reason(foreign):
            return layout, reason
    family = foreign.config.get("model_type")
    if isinstance(family, str) and not any(family in layout.families for layout in LAYOUTS):
        raise Refused(
            "E-IMPORT-LAYOUT",
            "{foreign} belongs to a model of type {family} (model_type in its config.json), which has none of the "
                "layouts that headscope converts ({said_layouts})",
            foreign=foreign.path.name, family=f"{family!r:.40}", said_layouts=layout_names(),
        )  # fmt: skip
    near, names = _nearest(foreign)
    nearest = f"the closest is {near}" if near else "none is close"
    raise Refused(
        "E-IMPORT-LAYOUT", "{foreign} matches no known layout ({said_layouts}); {nearest}. Its first tensors: {names}",
        foreign=foreign.path.name, said_layouts=layout_names(), nearest=nearest, names=", ".join(names),
    )  # fmt: skip


def _refuse_one_stack(foreign: ForeignCheckpoint) -> None:
    """Raises Refused for a model without an encoder or without a decoder; the message suggests a recording instead."""
    if any(_OTHERS.search(name) for name in foreign.shapes):
        return
    for pattern, which, family in _FAMILIES:
        if any(re.fullmatch(pattern, name) for name in foreign.shapes):
            raise Refused(
                "E-IMPORT-STACK",
                "{foreign} is {which} (its tensor names are those of {family}); headscope needs an encoder and a "
                    "decoder. To see its attention here, save it as a recording where the model runs: "
                    "model_core.save_recording(attention, tokens)",
                foreign=foreign.path.name, which=which, family=family,
            )  # fmt: skip


def layout_names() -> str:
    return ", ".join(layout.name for layout in LAYOUTS)


def _nearest(foreign: ForeignCheckpoint) -> tuple[str, list[str]]:
    """The layout with a mark that resembles a name of the file most ("" for none), and the file's first names."""
    own = list(foreign.shapes)[:2000]
    marks = {mark: layout.name for layout in LAYOUTS for mark in layout.marks}
    scored = [(get_close_matches(mark, own, 1, 0.0), mark) for mark in marks]
    alike, mark = max((_alike(mark, found[0]) if found else 0.0, mark) for found, mark in scored)
    return marks[mark] if alike >= NEAR else "", [name[:80] for name in sorted(own)[:5]]


def _alike(one: str, other: str) -> float:
    """Share of the dotted parts that two names have in common."""
    a, b = set(one.split(".")), set(other.split("."))
    return len(a & b) / len(a | b)


def convert(foreign: ForeignCheckpoint, options: Options | None = None, wanted: str = "auto") -> Converted:
    """The model of a checkpoint. Raises Refused naming missing, left-over, mis-shaped or unequal tensors, and options
    that do not fit the file."""
    layout, reason = recognise(foreign, wanted)
    options = options or Options()
    plan = layout.plan(foreign, options)
    _check_options(options, layout, plan.spec)
    with torch.device("meta"), SkipInit():
        sketch = EncoderDecoder(plan.spec)
    shapes = {name: tuple(tensor.shape) for name, tensor in sketch.state_dict().items()}
    absent = [line for line in plan.names if line.optional and line.theirs not in foreign.shapes]
    lines = [line for line in plan.names if line not in absent]
    _check_names(foreign, layout, plan, lines)
    _check_places(lines, shapes, options)
    _check_shapes(foreign, lines, shapes)
    refuse_large(plan.spec.parameters(), foreign.path.name)
    with SkipInit():
        model = EncoderDecoder(plan.spec)
    _fill(model, foreign, lines, absent, options)
    _check_copies(foreign, plan, model.spec)
    return Converted(model.eval(), layout, reason, tuple(plan.notes))


def _check_options(options: Options, layout: Layout, spec: ModelSpec) -> None:
    """Refused for a number of heads that is not the file's, and for names of tensors that a layout gives itself."""
    if options.heads not in (0, spec.heads):
        raise Refused(
            "E-IMPORT-HEADS", "--heads {heads}: this file has {own} heads", heads=options.heads, own=spec.heads
        )  # fmt: skip
    if options.names and layout is not torch_nn.LAYOUT:
        raise Refused(
            "E-IMPORT-NAMES", "--tensor is for layout {own}, and this file has layout {layout}: leave it out",
            own=torch_nn.LAYOUT.name, layout=layout.name,
        )  # fmt: skip


def _check_places(lines: list[Name], shapes: Mapping[str, tuple[int, ...]], options: Options) -> None:
    """The model has every parameter that the file has."""
    over = [line.theirs for line in lines if not shapes.keys() >= set(line.ours)]
    if over:
        raise Refused(
            "E-IMPORT-SET", "--set {changes}: the file has {over}, for which such a model has no place",
            changes=_said(options), over=listed_names(over),
        )  # fmt: skip


def _said(options: Options) -> str:
    """The settings that a user changed."""
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in options.changes.items())


def _check_names(foreign: ForeignCheckpoint, layout: Layout, plan: Plan, lines: list[Name]) -> None:
    """Every name of the table is in the file, and the file has no other."""
    wanted = {line.theirs for line in lines}
    missing = wanted - set(foreign.shapes)
    if missing:
        raise Refused(
            "E-IMPORT-MISSING",
            "{foreign} lacks {missing_count} of the tensors required by layout {layout}: {missing}",
            foreign=foreign.path.name, missing_count=len(missing), layout=layout.name, missing=listed_names(missing),
        )  # fmt: skip
    copies = {copy.theirs for copy in plan.copies}
    over = [name for name in foreign.shapes if name not in wanted | copies and not _dropped(name, plan)]
    if over:
        raise Refused(
            "E-IMPORT-OVER",
            "{foreign}: {over_count} of its tensors do not belong to layout {layout}: {over}",
            foreign=foreign.path.name, over_count=len(over), layout=layout.name, over=listed_names(over),
        )  # fmt: skip


def _dropped(name: str, plan: Plan) -> bool:
    return any(re.fullmatch(pattern, name) for pattern in plan.dropped)


def _check_shapes(foreign: ForeignCheckpoint, lines: list[Name], shapes: Mapping[str, tuple[int, ...]]) -> None:
    for line in lines:
        needed = line.form.shape([shapes[name] for name in line.ours])
        if foreign.shapes[line.theirs] != needed:
            raise Refused(
                "E-IMPORT-SHAPE", "{foreign}: {theirs} has shape {shapes}, but this model needs {needed}",
                foreign=foreign.path.name, theirs=line.theirs, shapes=foreign.shapes[line.theirs], needed=needed,
            )  # fmt: skip


@torch.no_grad()
def _fill(
    model: EncoderDecoder,
    foreign: ForeignCheckpoint,
    lines: list[Name],
    absent: list[Name],
    options: Options,
) -> None:
    """Copy the file's numbers into the model, one tensor at a time; parameters `absent` from the file are 0. Refused
    where nothing fills a parameter, or two tensors of other numbers would fill one."""
    own = model.state_dict()
    named = {name for line in lines for name in line.ours}
    for name in (one for line in absent for one in line.ours if one in own):
        own[name].zero_()
        named.add(name)
    places = {own[name].data_ptr() for name in named}
    empty = [name for name, tensor in own.items() if name not in named and tensor.data_ptr() not in places]
    if empty:
        raise Refused(
            "E-IMPORT-TABLE",
            "{foreign}: no tensor in it provides {empty}",
            foreign=foreign.path.name,
            empty=listed_names(empty),
        )
    filled: dict[int, str] = {}
    for line in lines:
        tensor = _weights(foreign, line.theirs)
        shapes = [tuple(own[name].shape) for name in line.ours]
        for name, part in zip(line.ours, line.form.parts(tensor, shapes), strict=True):
            first = filled.setdefault(own[name].data_ptr(), line.theirs)
            if first != line.theirs and not torch.equal(own[name], part.to(own[name].dtype)):
                raise Refused(
                    "E-IMPORT-SET",
                    "--set {changes}: {first} and {theirs} would be one table, but their numbers differ",
                    changes=_said(options), first=first, theirs=line.theirs,
                )  # fmt: skip
            own[name].copy_(part)


def _weights(foreign: ForeignCheckpoint, name: str) -> torch.Tensor:
    """One tensor of the file. Refused for whole numbers: what those of a quantised model mean is not in them."""
    tensor = foreign.tensors([name])[name]
    if not tensor.is_floating_point():
        raise Refused(
            "E-WEIGHTS-DTYPE", "{name}: {tensor} has type {value}",
            name=foreign.path.name, tensor=f"{name!r}", value=str(tensor.dtype).removeprefix("torch."),
        )  # fmt: skip
    return tensor


def _check_copies(foreign: ForeignCheckpoint, plan: Plan, spec: ModelSpec) -> None:
    """Refuse copies of tensors in the file that hold other numbers."""
    for copy in plan.copies:
        if copy.theirs in foreign.shapes:
            _check_copy(foreign, copy, spec)


def _check_copy(foreign: ForeignCheckpoint, copy: Copy, spec: ModelSpec) -> None:
    found = foreign.tensors([copy.theirs])[copy.theirs].float()
    if isinstance(copy.of, str):
        expected, what = foreign.tensors([copy.of])[copy.of].float(), copy.of
    else:
        expected, what = copy.of(spec), Message("the table that this model computes")
    if found.shape != expected.shape:
        raise Refused(
            "E-IMPORT-COPY", "{foreign}: {theirs} has shape {found_shape}, but {what} has shape {expected_shape}",
            foreign=foreign.path.name, theirs=copy.theirs, found_shape=tuple(found.shape), what=what,
            expected_shape=tuple(expected.shape),
        )  # fmt: skip
    apart = float((found - expected).abs().max())
    if not apart <= copy.apart:
        raise Refused(
            "E-IMPORT-COPY",
            "{foreign}: {theirs} should equal {what}, but they differ by up to {apart:.3g}. It is unclear which "
                "of the two the model uses, so nothing was converted",
            foreign=foreign.path.name, theirs=copy.theirs, what=what, apart=apart,
        )  # fmt: skip
