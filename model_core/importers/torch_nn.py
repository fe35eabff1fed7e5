"""torch.nn.Transformer inside a module of one's own: its layers are PyTorch's, the rest has names of one's own.

Embeddings, output and positions are found by what their names say, or by `--tensor source=… target=… output=…`. Whether
norms come first, the activation and a factor on embeddings stand in no tensor: `--set` says them.
"""

from __future__ import annotations

import re
from typing import Any

from model_core.errors import Message, Refused
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.sinusoids import (
    MOST,
    exact_patterns,
    flat_table,
    flattened,
    left_out,
    positions,
    sinusoid_rule,
)
from model_core.importers.table import (
    REPEATED,
    STACKED,
    Layout,
    Name,
    Options,
    Plan,
    adjusted,
    heads_of,
    layer_names,
    layers_of,
    listed_names,
    with_biases,
)
from model_core.spec import ModelSpec

ENCODER = {
    "self_attn.out_proj": "self_attn.to_out",
    "linear1": "feed_forward.up",
    "linear2": "feed_forward.down",
    "norm1": "attn_sublayer.norm",
    "norm2": "ff_sublayer.norm",
}
DECODER = {
    **ENCODER,
    "multihead_attn.out_proj": "cross_attn.to_out",
    "norm2": "cross_sublayer.norm",
    "norm3": "ff_sublayer.norm",
}
JOINT = {"encoder": {"self_attn": "self_attn"}, "decoder": {"self_attn": "self_attn", "multihead_attn": "cross_attn"}}
WORDS = {
    "source": re.compile(r"src|source|enc|input|inp"),
    "target": re.compile(r"tgt|trg|target|dec"),
    "output": re.compile(r"generator|fc_?out|out|proj|head|logit|unembed|linear|lm|fc"),
    "positions": re.compile(r"pos|(?:^|\.)pe$"),
}
FIRST = re.compile(r"(.*?)encoder\.layers\.0\.self_attn\.in_proj_weight")


def _prefix(foreign: ForeignCheckpoint) -> str:
    """The prefix before "encoder.layers" in its names."""
    found = next((match for name in foreign.shapes if (match := FIRST.fullmatch(name))), None)
    return found[1] if found else ""


class _OwnTables:
    """The tensors that are not PyTorch's: a user's own tables, found by their names. Refused if one that was given
    is missing."""

    def __init__(self, foreign: ForeignCheckpoint, prefix: str, width: int, options: Options) -> None:
        self.foreign, self.width, self.options = foreign, width, options
        inner = tuple(
            f"{prefix}{side}." for side in ("encoder.layers", "decoder.layers", "encoder.norm", "decoder.norm")
        )
        self.names = [name for name in foreign.shapes if not name.startswith(inner)]
        self.possible = [name for name in self.names if foreign.shapes[name][-1:] == (width,)]
        for use, given in options.names.items():
            if given not in foreign.shapes:
                raise Refused(
                    "E-IMPORT-NAMES", "--tensor {use}={given}: there is no such tensor; use one of {possible}",
                    use=use, given=given, possible=listed_names(self.possible) or "none",
                )  # fmt: skip

    def tables(self) -> tuple[str, str, str]:
        """Names of the source's table, the target's, the output's; the same where one serves both."""
        two = [name for name in self.names if self._is_table(name)]
        output = self._table_for("output", two)
        left = [name for name in two if name != output] or [output]
        source = self._table_for("source", left) if len(left) > 1 else self.options.names.get("source", left[0])
        others = [name for name in left if name != source] or [source]
        if others == [source] and output != source and self._says("target", output):
            others = [output]  # the output shares the target's table, and is called as that is
        target = self._table_for("target", others) if len(others) > 1 else self.options.names.get("target", others[0])
        return source, target, output

    @staticmethod
    def _says(what: str, name: str) -> bool:
        return bool(WORDS[what].search(name.lower())) and not WORDS["output"].search(name.lower())

    def positions(self) -> list[str]:
        """The name of the positional table of both sides, or those of the source's and the target's; [] for none."""
        if given := self.options.names.get("positions"):
            return [given]
        found = [name for name in self.possible if WORDS["positions"].search(name.lower())]
        found.sort(key=lambda name: bool(WORDS["target"].search(name.lower())))
        apart = [bool(WORDS["target"].search(name.lower())) for name in found] == [False, True]
        return found if apart or len(found) == 1 else []

    def _is_table(self, name: str) -> bool:
        shape = self.foreign.shapes[name]
        return len(shape) == 2 and shape[1] == self.width and not WORDS["positions"].search(name.lower())

    def _table_for(self, what: str, possible: list[str]) -> str:
        """The table of this use among these; Refused if its name does not say so."""
        if what in self.options.names:
            return self.options.names[what]
        found = [name for name in possible if WORDS[what].search(name.lower())]
        if len(found) != 1:
            raise Refused(
                "E-IMPORT-NAMES",
                "which tensor is the {what}'s table? Add --tensor {what}=NAME, with one of {possible}",
                what=what, possible=listed_names(possible) or "none",
            )  # fmt: skip
        return found[0]


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    prefix, shapes = _prefix(foreign), foreign.shapes
    first = f"{prefix}encoder.layers.0"
    width = shapes.matrix(f"{first}.self_attn.in_proj_weight")[1]
    rest = _OwnTables(foreign, prefix, width, options)
    source, target, output = rest.tables()
    bias = output.removesuffix("weight") + "bias"
    places, lines, notes, dropped = _positions(foreign, rest.positions())
    biased = f"{first}.self_attn.in_proj_bias" in shapes
    more: dict[str, Any] = {
        "norm_place": "post", "final_norm": f"{prefix}encoder.norm.weight" in shapes, "attention_bias": biased,
        "feed_forward_bias": f"{first}.linear1.bias" in shapes, "norm_bias": f"{first}.norm1.bias" in shapes,
        "tied": source == target == output, "output_tied": target == output != source,
        "output_bias": bias in shapes and bias != output,
    }  # fmt: skip
    spec = ModelSpec(
        shapes.matrix(source)[0], shapes.matrix(target)[0], width, heads_of(options, width, LAYOUT.name),
        layers_of(foreign, f"{prefix}encoder.layers.{{n}}."), layers_of(foreign, f"{prefix}decoder.layers.{{n}}."),
        shapes.matrix(f"{first}.linear1.weight")[0], **{**more, **places},
    )  # fmt: skip
    final = adjusted(spec, options)
    norms = Message("norms before each sub-layer" if final.norm_place == "pre" else "norms after each sub-layer")
    scaled = Message("embeddings times √D" if final.scale_embedding else "embeddings unscaled")
    words = "assumed, since no tensor shows it: {norms}, {activation}, {scaled}; --set changes it"
    notes.append(Message(words, norms=norms, activation=final.activation, scaled=scaled))
    own = "tables: {source} (source), {target} (target), {output} (output)"
    notes.append(Message(own, source=source, target=target, output=output))
    lines += [*_tables(source, target, output, bias if spec.output_bias else ""), *_layers(prefix, spec)]
    return Plan(final, lines, notes=notes, dropped=dropped)


def _positions(foreign: ForeignCheckpoint, found: list[str]) -> tuple[dict[str, Any], list[Name], list[str], list[str]]:
    """Fields of the spec, lines, notes and what is left out, for one table that serves both sides, or one for each."""
    if len(found) == 2:
        return *positions(foreign, *found), exact_patterns(found)
    if not found:
        note = Message("no positional table: sinusoids of base 10,000 are assumed; to have none: --set positions=none")
        return {}, [], [note], []
    [name] = found
    rows = flat_table(foreign, name)
    rule = sinusoid_rule(rows[:MOST])
    if rule is not None:
        words = "{name} is the sinusoidal table of base {base:,.10g}: computed, not stored"
        note = Message(words, name=name, base=rule["position_base"])
        return {"max_positions": min(MOST, len(rows)), **rule}, [], [note], exact_patterns([name])
    both = ("encoder.embed.position.table", "decoder.embed.position.table")
    count = min(MOST, len(rows))
    lines, notes = [Name(name, both, flattened(foreign.shapes[name]))], left_out(name, len(rows), count)
    return {"positions": "learned", "max_positions": count}, lines, notes, []


def _tables(source: str, target: str, output: str, bias: str) -> list[Name]:
    """Lines of the user's own tensors; a table that serves twice is listed once."""
    uses = {"encoder.embed.table.weight": source, "decoder.embed.table.weight": target, "to_logits.weight": output}
    lines = [
        Name(name, tuple(ours for ours, one in uses.items() if one == name), REPEATED)
        for name in dict.fromkeys(uses.values())
    ]
    return lines + ([Name(bias, ("to_logits.bias",))] if bias else [])


def _layers(prefix: str, spec: ModelSpec) -> list[Name]:
    lines: list[Name] = []
    counts = {"encoder": (spec.encoder_layers, ENCODER), "decoder": (spec.decoder_layers, DECODER)}
    for side, (count, table) in counts.items():
        theirs = f"{prefix}{side}.layers.{{n}}"
        every = with_biases(table)
        there = {a: b for a, b in every.items() if a.endswith(".weight") or _biased(a, spec)}
        lines += layer_names(theirs, f"{side}.layers.{{n}}", count, there)
        for n in range(count):
            for a, b in JOINT[side].items():
                for kind in ("weight", "bias") if spec.attention_bias else ("weight",):
                    ours = tuple(f"{side}.layers.{n}.{b}.to_{one}.{kind}" for one in "qkv")
                    lines.append(Name(f"{theirs.format(n=n)}.{a}.in_proj_{kind}", ours, STACKED))
        if spec.final_norm:
            kinds = ("weight", "bias") if spec.norm_bias else ("weight",)
            lines += [Name(f"{prefix}{side}.norm.{kind}", (f"{side}.final_norm.{kind}",)) for kind in kinds]
    return lines


def _biased(name: str, spec: ModelSpec) -> bool:
    """Whether the module of this bias has one."""
    if "norm" in name:
        return spec.norm_bias
    return spec.joint_bias if "attn" in name else spec.feed_forward_bias


LAYOUT = Layout(
    "torch.nn.Transformer",
    Message("torch.nn.Transformer inside a custom module"),
    ("encoder.layers.0.self_attn.in_proj_weight",),
    _plan,
    pattern=r".*?encoder\.layers\.0\.self_attn\.in_proj_weight",
)
