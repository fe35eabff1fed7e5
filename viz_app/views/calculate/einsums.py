"""The products of one head as einsum lines with the sizes of a run. No Qt.

Letters: b sentences, h heads, q rows that look, k keys, d units of a head (v of a value), e of the model, f of the
feed-forward.
"""

from __future__ import annotations

from model_core.record.trace import Trace

PRODUCTS = {
    "q": ("bqe,ehd->bhqd", "x, W_q"),
    "k": ("bke,ehd->bhkd", "x, W_k"),
    "v": ("bke,ehv->bhkv", "x, W_v"),
    "raw_scores": ("bhqd,bhkd->bhqk", "q, k"),
    "head_outputs": ("bhqk,bhkv->bhqv", "w, v"),
    "output": ("bhqv,hve->bqe", "z, W_o"),
    "before": ("bqe,ef->bqf", "n, W₁"),
    "gates": ("bqe,ef->bqf", "n, V"),
    "ff_output": ("bqf,fe->bqe", "u, W₂"),
}
"""Name of a tensor (that of the feed-forward's output with "ff_") -> how it is made, and of what."""


def sizes_of(trace: Trace, kind: str) -> dict[str, int]:
    """Each letter's size in this run, padding included."""
    spec = trace.spec.for_stack(kind)
    _, rows, keys = trace.reasons[kind].shape
    return {
        "b": len(trace.sentences), "h": spec.heads, "q": rows, "k": keys, "d": spec.head_width, "v": spec.value_width,
        "e": spec.d_model, "f": spec.d_ff,
    }  # fmt: skip


def einsum_line(trace: Trace, kind: str, what: str) -> str:
    """For example 'einsum("bhqd,bhkd->bhqk", q, k)  1·4·11·64, 1·4·11·64 → 1·4·11·11'; "" for what is not a product."""
    if what not in PRODUCTS or kind not in trace.reasons:
        return ""
    pattern, names = PRODUCTS[what]
    if trace.spec.for_stack(kind).value_width == trace.spec.for_stack(kind).head_width:
        pattern = pattern.replace("v", "d")
    if kind == "cross" and what in ("k", "v"):
        names = names.replace("x,", "x_enc,")
    if kind == "decoder" and trace.spec.norm_place == "post":  # cross-attention and its norm come between
        names = names.replace("n,", "x′,")
    sizes, (given, made) = sizes_of(trace, kind), pattern.split("->")
    shapes = ["·".join(str(sizes[letter]) for letter in letters) for letters in (*given.split(","), made)]
    return f'einsum("{pattern}", {names})   {", ".join(shapes[:-1])} → {shapes[-1]}'
