"""Recordings: the attentions of any model, saved where it runs, as one file that headscope opens without the model.

    from model_core import save_recording
    save_recording(encoder_attention=out.encoder_attentions, decoder_attention=out.decoder_attentions,
                   cross_attention=out.cross_attentions, encoder_tokens=source, decoder_tokens=target)

takes what BertViz's `head_view` takes (Vig 2019, "A Multiscale Visualization of Attention in the Transformer Model"),
under the same names and in the same order, from torch, NumPy or what converts to a NumPy array. No torch is
needed here.

What is in it, readable with any safetensors library: the arrays under this program's hook names
("encoder.layers.0.self_attn.weights", ".q", ".k", ".v", "encoder.hidden_states.0") in the precision they came in
(bfloat16, which NumPy lacks, as float32), and JSON under "recording" in its metadata: format, version, tokens,
layers, heads, name. No pickle. `model_core.recordings.open` reads it.

Shapes: B sentences, N tokens, Q queries, M memory (keys), H heads, K head width, D width.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.limits import RECORDED_TOKEN, SAFETENSORS_HEADER, SAFETENSORS_TENSORS
from model_core.io.safe_files import save
from model_core.recordings.content import (
    DTYPES,
    NAMES,
    SIDES,
    Layers,
    RecordingContent,
    Tokens,
    Triple,
    compare_sums,
    refuse_other_padding,
    stack_kind,
    take_maps,
    take_states,
    take_tokens,
    take_vectors,
    take_written,
)  # fmt: skip
from model_core.recordings.file_format import FORMAT, VERSION
from model_core.spec import KINDS
from model_core.version import version

_SHOWN_ONLY = {"prettify_tokens", "layer", "heads", "include_layers", "include_heads", "html_action", "display_mode"}
"""Arguments of BertViz that only say how to draw: accepted, so that a call need not be changed, and not recorded."""


def save_recording(
    attention: Layers = None,
    tokens: Tokens = None,
    sentence_b_start: int | None = None,
    *,
    encoder_attention: Layers = None,
    decoder_attention: Layers = None,
    cross_attention: Layers = None,
    encoder_tokens: Tokens = None,
    decoder_tokens: Tokens = None,
    path: str | Path | None = None,
    name: str = "",
    kind: str | None = None,
    written_tokens: Tokens = None,
    qkv: Triple = None,
    encoder_qkv: Triple = None,
    decoder_qkv: Triple = None,
    cross_qkv: Triple = None,
    hidden_states: Layers = None,
    encoder_hidden_states: Layers = None,
    decoder_hidden_states: Layers = None,
    **display: Any,
) -> Path:
    """Save attentions and tokens as one file; returns its path.

    attention, tokens   of a model with one stack (BERT, GPT-2): one (B, H, N, N) per layer, None for a layer without
                        one; a list of N texts, for B > 1 one list per sentence (shorter: padded behind)
    encoder_attention, decoder_attention, cross_attention   (B, H, S, S), (B, H, T, T) and (B, H, T, S) per layer
    encoder_tokens, decoder_tokens   what the encoder reads (S) and what the decoder reads (T) at each row
    written_tokens      what each decoder row wrote (T); without it the token that the next row reads
    path                file to write, ending in .safetensors; None = "recording.safetensors", or the next free number
    name                what the recording is called; "" = the file's name
    kind                "encoder" or "decoder" for `attention`; None = a decoder where no row reads a later token
    qkv, encoder_qkv …  (queries, keys, values), each None or one (B, H, N, K) per layer
    hidden_states …     (B, N, D) each: the embedding, then the output of every layer
    Arguments of BertViz that only say how to draw are accepted and not recorded. Raises Refused, naming what does not
    fit, or where the file cannot be written; TypeError for other keywords.
    """
    if unknown := sorted(set(display) - _SHOWN_ONLY):
        raise TypeError(f"save_recording() got an unexpected keyword argument {unknown[0]!r}")
    given = _Arguments(
        {"encoder": encoder_attention, "decoder": decoder_attention, "cross": cross_attention},
        {"encoder": encoder_tokens, "decoder": decoder_tokens},
        {"encoder": encoder_qkv, "decoder": decoder_qkv, "cross": cross_qkv},
        {"encoder": encoder_hidden_states, "decoder": decoder_hidden_states},
    )
    given.take_one_stack(attention, tokens, qkv, hidden_states, kind)
    return _write(given.content(written_tokens), path, name)


@dataclass
class _Arguments:
    """The arguments of `save_recording` by kind or side, and how each is called in messages."""

    stacks: dict[str, Any]
    tokens: dict[str, Any]
    triples: dict[str, Any]
    hidden: dict[str, Any]
    named: dict[str, str] = field(default_factory=lambda: dict(NAMES))
    argument_names: dict[str, str] = field(default_factory=lambda: {side: f"{side}_tokens" for side in SIDES})

    def take_one_stack(self, attention: Layers, tokens: Tokens, qkv: Triple, hidden: Layers, kind: str | None) -> None:
        """Take the arguments of a model with one stack as those of the encoder or of the decoder."""
        if attention is None:
            alone = {"tokens": tokens, "qkv": qkv, "hidden_states": hidden, "kind": kind}
            self._refuse_alone([name for name, one in alone.items() if one is not None])
            return
        attention = attention if hasattr(attention, "ndim") else list(attention)  # which may be read once only
        own = stack_kind(attention, self.stacks, kind)
        self.stacks[own], self.tokens[own] = attention, tokens
        self.triples[own] = qkv or self.triples[own]
        self.hidden[own] = self.hidden[own] if hidden is None else hidden
        self.named[own], self.argument_names[own] = "attention", "tokens"

    def _refuse_alone(self, found: list[str]) -> None:
        """Raises Refused for arguments of one stack beside those of several, which would not be recorded."""
        given = [NAMES[kind] for kind, layers in self.stacks.items() if layers is not None]
        if found and given:
            raise Refused(
                "E-REC-BOTH",
                "{found} goes with attention, but {given} is given: use the argument that begins with encoder_, "
                    "decoder_ or cross_, or leave it out",
                found=found[0], given=given[0],
            )  # fmt: skip

    def content(self, written_tokens: Tokens) -> RecordingContent:
        """The content of the file. Raises Refused if arrays and tokens disagree."""
        content = RecordingContent()
        for kind, layers in self.stacks.items():
            if layers is not None:
                take_maps(content, kind, layers, self.named[kind])
        if not content.layers:
            raise Refused(
                "E-REC-NONE", "nothing to record: give attention or any of {names}", names=", ".join(NAMES.values())
            )
        take_tokens(content, self.tokens, self.argument_names)
        refuse_other_padding(content, self.argument_names)
        compare_sums(content, self.named)
        if written_tokens is not None:
            take_written(content, written_tokens)
        for kind, triple in self.triples.items():
            if triple is not None:
                take_vectors(content, kind, triple, self.named[kind].replace("attention", "qkv"))
        for side, states in self.hidden.items():
            if states is not None:
                one = self.argument_names[side] == "tokens"
                take_states(content, side, states, "hidden_states" if one else f"{side}_hidden_states")
        return content


def _write(content: RecordingContent, path: str | Path | None, name: str) -> Path:
    target = _free_name() if path is None else Path(path)
    if target.suffix.lower() != ".safetensors":
        raise Refused("E-REC-NAME", "{target}: the name of a recording must end in .safetensors", target=target.name)
    save(target, _file(content, name or target.stem))
    return target


def _free_name() -> Path:
    """ "recording.safetensors" in the working folder, or recording-2 … where that is taken."""
    names = (f"recording{'' if number == 1 else f'-{number}'}.safetensors" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def _file(content: RecordingContent, name: str) -> memoryview:
    """All bytes: the header's length, the header, the arrays, wide precisions first so that each lies aligned."""
    names = sorted(content.arrays, key=lambda one: (-content.arrays[one].itemsize, one))
    if len(names) > SAFETENSORS_TENSORS:
        raise Refused(
            "E-REC-SIZE", "{names_count:,} arrays; a file holds at most {safetensors_tensors:,}",
            names_count=len(names), safetensors_tensors=SAFETENSORS_TENSORS,
        )  # fmt: skip
    digest, header, end = hashlib.sha256(), dict[str, Any](), 0
    for one in names:
        array = content.arrays[one]
        digest.update(array.data.cast("B"))
        span = [end, end + array.nbytes]
        header[one] = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape), "data_offsets": span}
        end += array.nbytes
    about = json.dumps(_about(content, name, digest.hexdigest()), ensure_ascii=False)
    head = json.dumps({"__metadata__": {"format": FORMAT, "recording": about}, **header}, ensure_ascii=False)
    text = head.encode("utf-8", "replace")
    text += b" " * (-len(text) % 8)
    if len(text) > SAFETENSORS_HEADER:
        raise Refused(
            "E-REC-SIZE", "the tokens take {text_count:,} bytes; the limit is {safetensors_header:,}",
            text_count=len(text), safetensors_header=SAFETENSORS_HEADER,
        )  # fmt: skip
    data = memoryview(bytearray(8 + len(text) + end))
    data[: 8 + len(text)] = len(text).to_bytes(8, "little") + text
    for one in names:
        start, stop = (8 + len(text) + place for place in header[one]["data_offsets"])
        data[start:stop] = content.arrays[one].data.cast("B")
    return data


def _about(content: RecordingContent, name: str, digest: str) -> dict[str, Any]:
    """The JSON of the metadata; layers are counted, not listed, and sentences hold the texts of their tokens."""
    sides = [(key, content.tokens.get(side)) for key, side in
             (("source", "encoder"), ("read", "decoder"), ("written", "written"))]  # fmt: skip
    one, other = (side if side in content.heads else next(iter(content.heads)) for side in ("encoder", "decoder"))
    alike = content.heads[one] == content.heads[other]
    own = {"decoder_heads": content.heads[other], "decoder_head_width": content.width.get(other, 0)}
    return {
        "format": FORMAT,
        "version": 1 if alike else VERSION,
        "program": f"headscope {version()}",
        "name": str(name)[:RECORDED_TOKEN],
        "layers": {kind: content.layers[kind] for kind in KINDS if kind in content.layers},
        "heads": content.heads[one],
        "head_width": max(content.width.values(), default=0) if alike else content.width.get(one, 0),
        **({} if alike else own),
        "causal": content.causal,
        "follows": content.follows,
        "scale": content.scale or "head",
        "uneven": content.uneven,
        "sentences": [
            {key: rows[at] for key, rows in sides if rows is not None} for at in range(content.sentences)
        ],
        "sha256": digest,
    }  # fmt: skip
