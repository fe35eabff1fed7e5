"""The content of a recording, checked as it is collected: maps, vectors, hidden states, tokens.

Shapes: B sentences, N tokens, Q queries, M memory (keys), H heads, K head width, D width.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model_core.errors import Refused
from model_core.io.limits import RECORDED_ALL_TOKENS, RECORDED_SENTENCES, RECORDED_TOKEN, RECORDED_TOKENS
from model_core.record.derived_maps import attention_map
from model_core.record.trace import ATTENTION, PADDING, VISIBLE
from model_core.recordings.open import reasons

DTYPES = {"float16": "F16", "float32": "F32", "float64": "F64"}
"""NumPy's name of a precision -> safetensors' name."""
NAMES = {"encoder": "encoder_attention", "decoder": "decoder_attention", "cross": "cross_attention"}
SIDES = {"encoder": "encoder", "decoder": "decoder"}
SCALES = ("head", "none", "model")
"""Scalings of the scores in the order in which they are tried: see ModelSpec.attention_scale."""
CLOSE = 2e-3
"""Largest difference of any weight at which recorded weights count as the softmax of the recorded queries and keys: the
rounding of half precision."""
EVEN = 2e-2
"""Largest difference between a row's sum and 1 at which the row counts as a distribution: the rounding of bfloat16."""
Layers = Sequence[Any] | None
Triple = tuple[Layers, Layers, Layers] | None
Tokens = Sequence[str] | Sequence[Sequence[str]] | None


@dataclass
class RecordingContent:
    """What a file will hold: arrays by hook name, tokens of each side by sentence, facts about each kind."""

    layers: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, np.ndarray] = field(default_factory=dict)
    heads: dict[str, int] = field(default_factory=dict)  # side -> heads of its layers
    width: dict[str, int] = field(default_factory=dict)  # side -> units of one head's query, if there are any
    sentences: int = 0
    sizes: dict[str, int] = field(default_factory=dict)  # side -> tokens of the arrays, padding included
    tokens: dict[str, list[list[str]]] = field(default_factory=dict)
    causal: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)
    scale: str = ""
    uneven: list[str] = field(default_factory=list)


def stack_kind(attention: Layers, stacks: dict[str, Any], kind: str | None) -> str:
    """Whether `attention` is an encoder's or a decoder's. Raises Refused if both ways of giving maps are mixed."""
    if any(one is not None for one in stacks.values()):
        raise Refused(
            "E-REC-BOTH", "give either attention or any of {names}, not both", names=", ".join(NAMES.values())
        )
    if kind not in (None, *SIDES):
        raise Refused("E-REC-KIND", "kind is {kind}; expected encoder or decoder", kind=f"{str(kind)[:40]!r}")
    return kind or ("decoder" if _is_causal(_read_layers(attention, "attention")) else "encoder")


def _plain(values: Any, name: str) -> np.ndarray:
    """The values as a NumPy array of float16, 32 or 64, in their own precision where NumPy has it."""
    if hasattr(values, "detach"):  # torch: off the device, out of the graph
        values = values.detach().cpu()
        values = values.numpy() if str(values.dtype).removeprefix("torch.") in DTYPES else values.float().numpy()
    try:
        array = np.asarray(values)
        if array.dtype.name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
            array = array.astype(np.float32)
    except (TypeError, ValueError, RuntimeError) as error:
        raise Refused("E-REC-DTYPE", "{name} is not an array of numbers: {error}", name=name, error=error) from None
    if array.dtype.name not in DTYPES:
        raise Refused(
            "E-REC-DTYPE", "{name} has type {dtype}; expected float16, float32 or float64",
            name=name, dtype=array.dtype.name,
        )  # fmt: skip
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def _read_layers(layers: Any, name: str) -> list[np.ndarray | None]:
    """One array per layer, None if a layer has none. Raises Refused if none has one."""
    if hasattr(layers, "ndim") and layers.ndim != 5:
        raise Refused(
            "E-REC-SHAPE", "{name} is a single array of {ndim} dimensions; expected one array per layer",
            name=name, ndim=layers.ndim,
        )  # fmt: skip
    found: list[np.ndarray | None] = []
    for at, layer in enumerate(layers):
        if isinstance(layer, list | tuple) and any(hasattr(part, "shape") for part in layer):
            raise Refused(
                "E-REC-STEPS",
                "{name} has several arrays at index {at}, one per step, as generate() returns them. Run the "
                    "model once on the finished text instead, and save its output",
                name=name, at=at,
            )  # fmt: skip
        found.append(None if layer is None else _plain(layer, f"{name}, layer {at + 1}"))
    if all(layer is None for layer in found):
        raise Refused(
            "E-REC-NONE",
            "{name} contains no array: Hugging Face models return attentions when loaded with "
                'attn_implementation="eager" and called with output_attentions=True',
            name=name,
        )  # fmt: skip
    return found


def take_maps(content: RecordingContent, kind: str, layers: Any, name: str) -> None:
    """The weights of one kind of attention, all of one shape, which has to fit the kinds before it."""
    found = _read_layers(layers, name)
    shape = next(layer.shape for layer in found if layer is not None)
    for at, layer in enumerate(found):
        if layer is None:
            continue
        if layer.ndim != 4 or 0 in layer.shape:
            raise Refused(
                "E-REC-SHAPE",
                "{name}, layer {at} has shape {layer_shape}; expected (sentences, heads, queries, keys)",
                name=name, at=at + 1, layer_shape=layer.shape,
            )  # fmt: skip
        if layer.shape != shape:
            raise Refused(
                "E-REC-SHAPE", "{name}, layer {at} has shape {layer_shape}, but the first layer has {shape}",
                name=name, at=at + 1, layer_shape=layer.shape, shape=shape,
            )  # fmt: skip
        content.arrays[f"{ATTENTION[kind].format(layer=at)}.weights"] = layer
    sentences, heads, queries, keys = shape
    if content.sentences and content.sentences != sentences:
        raise Refused(
            "E-REC-SHAPE", "{name} has {sentences} sentences, but the others have {sentences2}",
            name=name, sentences=sentences, sentences2=content.sentences,
        )  # fmt: skip
    if (others := content.heads.setdefault(_sides(kind)[0], heads)) != heads:
        raise Refused(
            "E-REC-HEADS", "{name} has {heads} heads, but the others have {heads2}: save two recordings",
            name=name, heads=heads, heads2=others,
        )  # fmt: skip
    content.sentences, content.layers[kind] = sentences, len(found)
    for side, size in zip(_sides(kind), (queries, keys), strict=True):
        if content.sizes.setdefault(side, size) != size:
            said = f"{name} is {queries} × {keys} (queries × keys)"
            raise Refused(
                "E-REC-SHAPE", "{said}, but the {side} has {sizes} tokens in the other maps",
                said=said, side=side, sizes=content.sizes[side],
            )  # fmt: skip
    if kind != "cross" and queries > 1 and _is_causal(found):
        content.causal.append(kind)


def _sides(kind: str) -> tuple[str, str]:
    """Whose tokens the queries and the keys of a kind of attention are."""
    return ("encoder" if kind == "encoder" else "decoder"), ("decoder" if kind == "decoder" else "encoder")


def _is_causal(layers: Sequence[np.ndarray | None]) -> bool:
    """Whether no row of any head reads a later token, as none can of a single one: every such weight is exactly 0."""
    for layer in layers:
        if layer is None:
            continue
        if layer.ndim != 4:
            return False
        rows, columns = layer.shape[-2:]
        later = np.triu(np.ones((rows, columns), bool), 1)
        if rows != columns or layer[..., later].any():
            return False
    return True


def compare_sums(content: RecordingContent, named: dict[str, str]) -> None:
    """Record and warn of the kinds whose rows do not sum to 1, leaving out padding and rows that read nothing."""
    for kind in content.layers:
        rows, maps = [len(one) for one in content.tokens[_sides(kind)[0]]], _maps(content, kind)
        if all(_sums_to_one(layer[at, :, :count]) for layer in maps for at, count in enumerate(rows)):
            continue
        content.uneven.append(kind)
        warnings.warn(
            f"rows of {named[kind]} do not sum to 1, so they are not the output of a softmax. Was the model in "
            "training mode, with dropout? Then call model.eval() first. The rows are recorded unchanged",
            stacklevel=4,
        )


def refuse_other_padding(content: RecordingContent, said: dict[str, str]) -> None:
    """Raises Refused if rows of a shorter sentence read what lies behind it, or its padding stands before it: the
    first of all rows reads nothing, the last one does, or no later row reads the first tokens. What is not a number is
    left aside."""
    for kind in content.layers:
        side, other = _sides(kind)
        for at, (rows, columns) in enumerate(zip(content.tokens[side], content.tokens[other], strict=True)):
            maps = [np.nan_to_num(layer[at]) for layer in _maps(content, kind)]
            pad = content.sizes[side] - len(rows)
            apart = kind != "cross" and not any(one[:, pad:, :pad].any() for one in maps)
            if pad == len(rows):  # each half reads itself: the first is padding where its tokens are single
                apart = apart and not any(one[:, pad - 1, : pad - 1].any() for one in maps)
            alone = apart and any(one[:, -1, :-1].any() for one in maps)
            alone = alone or any(not one[:, 0].any() and one[:, -1].any() for one in maps)
            if (pad and alone) or any((one[:, : len(rows), len(columns) :].sum(-1) > EVEN).any() for one in maps):
                raise Refused(
                    "E-REC-TOKENS",
                    "{said}, sentence {at} has {count} strings, but its rows also read what lies behind them. Pad on "
                        "the right and give the model the attention mask, or give a string for each padding token too",
                    said=said[other], at=at + 1, count=len(columns),
                )  # fmt: skip


def _maps(content: RecordingContent, kind: str) -> list[np.ndarray]:
    """The weights (B, H, Q, M) of the layers that have them."""
    names = (f"{ATTENTION[kind].format(layer=at)}.weights" for at in range(content.layers[kind]))
    return [content.arrays[name] for name in names if name in content.arrays]


def _sums_to_one(weights_HQM: np.ndarray) -> bool:
    """Whether every row sums to 1, or to 0; rows with NaN or infinity are left aside."""
    with np.errstate(all="ignore"):
        sums_HQ = weights_HQM.sum(axis=-1, dtype=np.float32)
        return bool(((np.abs(sums_HQ - 1) <= EVEN) | (sums_HQ == 0) | ~np.isfinite(sums_HQ)).all())


def take_vectors(content: RecordingContent, kind: str, triple: Any, name: str) -> None:
    """Queries, keys and values of the layers that have them."""
    if kind not in content.layers or not isinstance(triple, list | tuple) or len(triple) != 3:
        raise Refused("E-REC-QKV", "{name}: expected (queries, keys, values) of a recorded attention", name=name)
    queries, keys = _sides(kind)
    for what, word, layers in zip("qkv", ("queries", "keys", "values"), triple, strict=True):
        if layers is None:
            continue
        said = f"the {word} of {name}"
        found = _read_layers(layers, said)
        if len(found) != content.layers[kind]:
            raise Refused(
                "E-REC-SHAPE", "{said} have {found_count} layers, but the weights have {layers}",
                said=said, found_count=len(found), layers=content.layers[kind],
            )  # fmt: skip
        rows, heads = content.sizes[queries if what == "q" else keys], content.heads[queries]
        for at, layer in enumerate(found):
            if layer is None:
                continue
            if layer.shape[:-1] != (content.sentences, heads, rows) or layer.shape[-1] < 1:
                needed = f"({content.sentences}, {heads}, {rows}, head width)"
                raise Refused(
                    "E-REC-SHAPE", "{said}, layer {at} have shape {layer_shape}; expected {needed}",
                    said=said, at=at + 1, layer_shape=layer.shape, needed=needed,
                )  # fmt: skip
            if what != "v":
                _take_width(content, queries, layer.shape[-1], f"{said}, layer {at + 1}")
            content.arrays[f"{ATTENTION[kind].format(layer=at)}.{what}"] = layer
    for scale in [content.scale] if content.scale else SCALES:
        if _gives_weights(content, kind, scale):
            content.follows.append(kind)
            content.scale = scale
            break


def _take_width(content: RecordingContent, side: str, width: int, said: str) -> None:
    """A head's width is one for all layers of a side; both sides share it, or the width of all heads together."""
    heads = content.heads
    for of, wide in content.width.items():
        if width != wide and (of == side or width * heads[side] != wide * heads[of]):
            raise Refused(
                "E-REC-SHAPE", "{said} have width {width}, but the others have {width2}",
                said=said, width=width, width2=wide,
            )  # fmt: skip
    content.width[side] = width


def _gives_weights(content: RecordingContent, kind: str, scale: str) -> bool:
    """Whether the softmax of q·k, divided as `scale` says and masked as the weights show it, gives the recorded weights
    in every layer."""
    compared, side = False, _sides(kind)[0]
    width = content.width.get(side, 1)
    factor = {"head": width, "model": content.heads[side] * width, "none": 1}[scale] ** -0.5
    rows, columns = ([len(one) for one in content.tokens[side]] for side in _sides(kind))
    masks = reasons(max(rows), columns, kind in content.causal)
    for at in range(content.layers[kind]):
        path = ATTENTION[kind].format(layer=at)
        q, k, weights = (content.arrays.get(f"{path}.{what}") for what in ("q", "k", "weights"))
        if q is None or k is None or weights is None:
            continue
        with np.errstate(all="ignore"):
            for sentence, hidden in enumerate(masks):
                queries, columns = rows[sentence], (hidden[0] != PADDING).sum()
                q_HQK, k_HMK = (part[sentence].astype(np.float32) for part in (q, k))
                made = attention_map("weights", q_HQK, k_HMK, hidden == VISIBLE, scale=factor)[:, :queries, :columns]
                apart = np.abs(made - weights[sentence, :, :queries, :columns])
                if not (apart <= CLOSE).all():
                    return False
        compared = True
    return compared


def take_states(content: RecordingContent, side: str, states: Any, name: str) -> None:
    """The embedding and the outputs of the layers."""
    if side not in content.sizes:
        raise Refused("E-REC-STATES", "{name}: no attention of the {side} is recorded", name=name, side=side)
    width = 0
    for at, state in enumerate(states):
        if state is None:
            continue
        array = _plain(state, f"{name}, place {at}")
        width = width or array.shape[-1]
        needed = (content.sentences, content.sizes[side], width)
        if array.shape != needed or not width:
            raise Refused(
                "E-REC-SHAPE", "{name}, index {at} has shape {array_shape}; expected {needed}",
                name=name, at=at, array_shape=array.shape, needed=needed,
            )  # fmt: skip
        content.arrays[f"{side}.hidden_states.{at}"] = array


def take_tokens(content: RecordingContent, given: dict[str, Any], said: dict[str, str]) -> None:
    """The tokens of every side that the maps need, one list per sentence."""
    for side, size in content.sizes.items():
        if given[side] is None:
            raise Refused(
                "E-REC-TOKENS", "{said} is missing: give {size} strings, one per token", said=said[side], size=size
            )
        rows = _rows(given[side], content.sentences, said[side])
        for at, row in enumerate(rows):
            which = f"{said[side]}, sentence {at + 1}" if content.sentences > 1 else said[side]
            _check_row(row, which)
            if len(row) > size or (content.sentences == 1 and len(row) != size):
                raise Refused(
                    "E-REC-TOKENS", "{which} has {row_count} strings, but the maps have {size} tokens",
                    which=which, row_count=len(row), size=size,
                )  # fmt: skip
        if (longest := max(map(len, rows))) < size:
            raise Refused(
                "E-REC-TOKENS",
                "the longest sentence of {said} has {longest} strings, but the maps have {size} tokens: cut the "
                    "padding off the maps",
                said=said[side], longest=longest, size=size,
            )  # fmt: skip
        content.tokens[side] = rows
    if (count := sum(len(row) for rows in content.tokens.values() for row in rows)) > RECORDED_ALL_TOKENS:
        words = f"{count:,} tokens in all; a recording holds at most {RECORDED_ALL_TOKENS:,}"
        raise Refused("E-REC-TOKENS", words)
    extra = [said[side] for side in SIDES if given[side] is not None and side not in content.sizes]
    if extra:
        raise Refused("E-REC-TOKENS", "{extra} does not belong to any of the given attentions", extra=extra[0])


def take_written(content: RecordingContent, given: Any) -> None:
    """What each decoder row wrote."""
    if "decoder" not in content.tokens:
        raise Refused("E-REC-TOKENS", "written_tokens describes decoder rows, but no decoder attention is given")
    rows = _rows(given, content.sentences, "written_tokens")
    for row, read in zip(rows, content.tokens["decoder"], strict=True):
        _check_row(row, "written_tokens")
        if len(row) != len(read):
            raise Refused(
                "E-REC-TOKENS", "written_tokens has {row_count} strings, but the decoder reads {read_count} tokens",
                row_count=len(row), read_count=len(read),
            )  # fmt: skip
    content.tokens["written"] = rows


def _rows(given: Any, sentences: int, name: str) -> list[list[str]]:
    if isinstance(given, str):
        raise Refused("E-REC-TOKENS", "{name} is a single string; expected a list with one string per token", name=name)
    rows = list(given)
    if not rows or isinstance(rows[0], str) or not hasattr(rows[0], "__len__"):
        rows = [rows]
    if len(rows) != sentences:
        raise Refused(
            "E-REC-TOKENS", "{name} has {rows_count} sentences, but the maps have {sentences}",
            name=name, rows_count=len(rows), sentences=sentences,
        )  # fmt: skip
    if sentences > RECORDED_SENTENCES:
        raise Refused(
            "E-REC-SENTENCES", "{sentences} sentences; a recording holds at most {recorded_sentences}",
            sentences=sentences, recorded_sentences=RECORDED_SENTENCES,
        )  # fmt: skip
    return [list(row) for row in rows]


def _check_row(row: list[str], name: str) -> None:
    if not row or len(row) > RECORDED_TOKENS:
        raise Refused(
            "E-REC-TOKENS", "{name} has {row_count:,} strings; it must have 1 to {recorded_tokens:,}",
            name=name, row_count=len(row), recorded_tokens=RECORDED_TOKENS,
        )  # fmt: skip
    for at, text in enumerate(row):
        if not isinstance(text, str):
            raise Refused(
                "E-REC-TOKENS", "{name} has a value of type {kind} at index {at}; expected strings, not ids",
                name=name, kind=type(text).__name__, at=at,
            )  # fmt: skip
        if len(text) > RECORDED_TOKEN:
            raise Refused(
                "E-REC-TOKENS",
                "{name} has a string of {text_count:,} characters at index {at}; the limit is {recorded_token:,}",
                name=name, text_count=len(text), at=at, recorded_token=RECORDED_TOKEN,
            )  # fmt: skip
