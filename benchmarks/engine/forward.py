"""One forward pass: with every hook point stored, idle, without points, and what others take for the same numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from typing import Any

import torch
from torch import Tensor

from benchmarks.engine import marian, shapes
from benchmarks.engine.bare_model import Products, without_points
from benchmarks.report import Line, Section, compared
from benchmarks.samples import Samples, Work, in_turns
from model_core.decoding.fast_attention import fast_recording
from model_core.decoding.fast_linear import fast_few_rows
from model_core.proofs.torch_reference import Reference
from model_core.transformer.hooks import hook_points
from model_core.transformer.model import EncoderDecoder

ABOUT = (
    "Source and target of N tokens each, one thread, processor time, the same weights in all models, other "
    "tokens in each round. Ours is the model with the fast paths of the Engine. “Every map” records weights, queries "
    "and keys, from which the window has every weight and score; “everything stored” records every hook point, scores "
    "too. The bare products are those of the same pass, fused where they can be, into kept memory, the last one by the "
    "library that ours asks for it. Plain means the same modules with no hook points in embeddings and layers."
)


def measure(quick: bool) -> Section:
    """Every shape at a few lengths."""
    lines: list[Line] = []
    checks = ["ours without points gives the same bits", "torch.nn.Transformer gives the same logits (1e-3)"]
    notes: list[str] = []
    for name, spec in shapes.SHAPES.items():
        large = spec.d_model >= 512
        model = shapes.made(spec)
        others = Others(model)
        for tokens in (16, 64) if quick or large else (16, 64, 128, 256):
            lines += _sized(name, others, tokens, _rounds(quick, large, tokens))
        if large and not quick:
            lines += _sized(name, others, 128, 5)
    if marian.there():
        checks.append("Hugging Face's Marian gives the same logits (1e-3)")
    else:
        notes.append(f"Note: {marian.MISSING}.")
    return Section("forward", "Forward pass", ABOUT, tuple(lines), tuple(checks), notes=tuple(notes))


def _rounds(quick: bool, large: bool, tokens: int) -> int:
    if large:
        return 4 if quick else 12
    return max(6, (20 if quick else 100) * 16 // tokens)


class Others:
    """Everything that computes the same, on the same weights."""

    def __init__(self, model: EncoderDecoder) -> None:
        self.model, self.spec = model, model.spec
        self.plain = without_points(model)
        self.reference = Reference(model)
        self.marian = marian.marian(model) if marian.there() else None
        self._check()

    @torch.inference_mode()
    def _check(self) -> None:
        source, read = shapes.ids(self.spec, 9, 1), shapes.ids(self.spec, 8, 2)
        own = self.model(source, read)
        assert torch.equal(own, self.plain(source, read)), "without hook points other numbers come out"
        worst = float((own - self.torch(source, read)).abs().max())
        assert worst < 1e-3 * float(own[..., 4:].abs().max()), f"torch.nn.Transformer differs by {worst}"

    def torch(self, source_BS: Tensor, read_BT: Tensor) -> Tensor:
        """torch.nn.Transformer, without weights handed out: as fast as it can."""
        whole = self.reference.torch
        hidden_BTD = whole(
            self.model.encoder.embed(source_BS), self.model.decoder.embed(read_BT), tgt_mask=_causal(read_BT.shape[1])
        )
        return self.model.unembed(hidden_BTD)


def _causal(length: int) -> Tensor:
    return torch.ones(length, length, dtype=torch.bool).triu(1)


def _sized(name: str, others: Others, tokens: int, rounds: int) -> list[Line]:
    """One shape at one length."""
    products = Products(others.spec, tokens)
    model, theirs = others.model, others.marian
    of_maps = frozenset(filter(_of_maps, hook_points(model)))
    works: dict[str, Work] = {
        "maps": _turn(others, tokens, lambda source, read: _stored(model, source, read, of_maps)),
        "stored": _turn(others, tokens, lambda source, read: _stored(model, source, read)),
        "idle": _turn(others, tokens, lambda source, read: _unlistened(model, source, read)),
        "plain": _turn(others, tokens, lambda source, read: _unlistened(others.plain, source, read)),
        "torch": _turn(others, tokens, others.torch),
        "last": _turn(others, tokens, lambda source, read: _last(model, source, read)),
        "products": products.run,
    }
    if theirs is not None:
        works["marian"] = _turn(others, tokens, lambda source, read: _attentions(theirs, source, read))
    found = in_turns(works, rounds, clock=time.process_time)
    return _lines(f"{shapes.short(name)}, N = {tokens}", found, large=others.spec.d_model >= 512, tokens=tokens)


def _lines(what: str, found: dict[str, Samples], large: bool, tokens: int) -> list[Line]:
    maps, stored, idle, plain = found["maps"], found["stored"], found["idle"], found["plain"]
    goal = ("S6 large" if large else "S6 small") if tokens >= 64 else ""
    against: list[tuple[str, Samples, str]] = [
        ("bare products", found["products"], goal),
        ("ours idle", idle, "S6 capture"),
        ("torch.nn.Transformer, no weights out", found["torch"], ""),
    ]
    if "marian" in found:
        against.append(("Marian, all attentions", found["marian"], ""))
    lines = compared(f"{what}: every map", maps, against)
    lines += compared(f"{what}: everything stored", stored, [("plain, no hook points", plain, "")])
    lines += compared(f"{what}: points idle", idle, [("plain, no hook points", plain, "")])
    if "marian" in found:
        goal = "S6 last" if large else ""
        lines += compared(f"{what}: last logits only", found["last"], [("Marian, all", found["marian"], goal)])
    return lines


def _turn(others: Others, tokens: int, run: Callable[[Tensor, Tensor], Any]) -> Callable[[], None]:
    """Other tokens each time; one forward pass without gradients."""
    pool = [(shapes.ids(others.spec, tokens, seed), shapes.ids(others.spec, tokens, seed + 50)) for seed in range(8)]
    turn = [0]

    @torch.inference_mode()
    def work() -> None:
        turn[0] += 1
        run(*pool[turn[0] % len(pool)])

    return work


def _of_maps(name: str) -> bool:
    """Whether the window's maps need this point: scores are made from queries and keys."""
    return name.endswith((".weights", ".q", ".k"))


def _stored(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor, keep: Set[str] | None = None) -> None:
    with fast_recording(model, keep) as kept:
        model(source_BS, read_BT)
    assert len(kept) == len(hook_points(model) if keep is None else keep)


def _unlistened(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor) -> None:
    with fast_few_rows(model):
        model(source_BS, read_BT)


def _last(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor) -> None:
    with fast_few_rows(model):
        hidden_BTD = model.decode(read_BT, model.encode(source_BS), source_BS)
        model.unembed(hidden_BTD[:, -1:])


def _attentions(theirs: Any, source_BS: Tensor, read_BT: Tensor) -> None:
    done = theirs(input_ids=source_BS, decoder_input_ids=read_BT, use_cache=False, output_attentions=True)
    assert len(done.cross_attentions) == theirs.config.decoder_layers
