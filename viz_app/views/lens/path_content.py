"""The paths into one row of the decoder: nodes, edges, words. No Qt.

Levels count from 0, the embedding; level l is the stream after layer l. Layers and heads count from 1 in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from model_core.analysis.contributions import Contributions, Edge, Paths, TokenNode, contributions, paths
from model_core.checkpoints.parameters import Parameters
from model_core.direction import isolated
from model_core.errors import Refused
from model_core.record.trace import Trace
from viz_app.data.map_text import row_name
from viz_app.data.number_format import fmt_percent
from viz_app.data.selection import key_names, query_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Context, Listing
from viz_app.data.words.parts import head_number, layer_name
from viz_app.system.language import tr

TOLD = 5
"""Tokens that are listed for a row, and edges of a node."""
HEADINGS = ("from stack", "from level", "from token", "word", "to stack", "to level", "to token", "head", "share")


@dataclass(frozen=True, eq=False)
class PathContent:
    """The paths into a row; edges are those through which at least `least` comes.

    texts   stack -> the words that it reads, from left to right
    levels  stack -> how many layers it has
    """

    found: Paths
    texts: Mapping[str, tuple[str, ...]]
    written: tuple[str, ...]
    levels: Mapping[str, int]
    least: float

    def columns(self) -> list[tuple[str, int]]:
        """The tokens (stack, place) from left to right."""
        return [(stack, at) for stack, text in self.texts.items() for at in range(len(text))]

    def nodes(self) -> list[TokenNode]:
        """All nodes, stack after stack and level after level."""
        return [
            (stack, level, at)
            for stack, text in self.texts.items()
            for level in range(self.levels[stack] + 1)
            for at in range(len(text))
        ]

    def edges(self) -> tuple[Edge, ...]:
        """The shown edges, the strongest last."""
        return self.found.edges(self.least)

    def word(self, node: TokenNode) -> str:
        return self.texts[node[0]][node[2]]

    @property
    def row(self) -> str:
        """The row in words: "cocina ▸ verde"."""
        return row_name(self.texts["decoder"][self.found.row], self.written[self.found.row])

    def inputs(self) -> list[tuple[float, TokenNode]]:
        """The embeddings by their contribution, the largest first."""
        there = (node for node in self.nodes() if node[1] == 0 and node[:2] in self.found.weights)
        return sorted(((self.found.weight(node), node) for node in there), key=lambda one: -one[0])

    def summed(self) -> str:
        """The contributions to a row in one line: "cocina ▸ verde: source 57 % (green 35 %), target 43 % (cocina 20
        %)"."""
        source, target = (self._summed(stack) for stack in ("encoder", "decoder"))
        return tr("{row}: source {source}, target {target}", row=self.row, source=source, target=target)

    def _summed(self, stack: str) -> str:
        """The contribution of a text, and of those of its tokens that are among the largest of both texts."""
        own = [(weight, node) for weight, node in self.inputs()[:TOLD] if node[0] == stack and weight > 0]
        tokens = ", ".join(f"{isolated(self.word(node))} {fmt_percent(weight)}" for weight, node in own)
        weights = self.found.weights.get((stack, 0))
        share = fmt_percent(0.0 if weights is None else float(weights.sum()))
        return f"{share} ({tokens})" if tokens else share

    def node_words(self, node: TokenNode) -> str:
        """A node with its share and its origin."""
        share, level = fmt_percent(self.found.weight(node)), level_name(node)
        what = tr("“{word}”, {level}: {share} of {row}", word=self.word(node), level=level, share=share, row=self.row)
        incoming = [edge for edge in self.found.edges(0.005) if edge.end == node][::-1]
        return "\n".join([what, *(self._edge_words(edge) for edge in incoming[:TOLD])])

    def _edge_words(self, edge: Edge) -> str:
        share, word = fmt_percent(edge.flow), self.word(edge.start)
        if edge.head is None:
            return tr("{share} stays from the level below", share=share)
        number = head_number(edge_kind(edge), edge.end[1] - 1, edge.head)
        return tr("{share} from “{word}”, mostly by head {number}", share=share, word=word, number=number)


def edge_kind(edge: Edge) -> str:
    """The attention of an edge; "stays" for what stays in its token."""
    return "stays" if edge.head is None else "cross" if edge.start[0] != edge.end[0] else edge.end[0]


def level_name(node: TokenNode) -> str:
    """ "encoder layer 2", "source embedding"."""
    stack, level, _ = node
    if level:
        return layer_name(stack, level - 1)
    return tr("source embedding") if stack == "encoder" else tr("target embedding")


class RowPaths:
    """Makes the content for a run, and caches it. `reason` says why there is none."""

    def __init__(self) -> None:
        self._of: tuple[Trace, int] | None = None
        self._found: Contributions | None = None
        self._parameters: Parameters | None = None
        self.reason = ""

    def content(self, shot: Snapshot, least: float) -> PathContent | None:
        trace, sentence = shot.trace, shot.look.sentence
        if self._of is None or self._of[0] is not trace or self._of[1] != sentence:
            self._of, self._found = (trace, sentence), self._contributions(trace, sentence)
        if self._found is None or not self._found.decoder or not shot.sentence.written:
            return None
        one = trace.sentences[sentence]
        written = tuple(word for _, word in query_names(one, "decoder"))
        texts = {"encoder": key_names(one, "cross"), "decoder": key_names(one, "decoder")}
        levels = {"encoder": len(self._found.encoder), "decoder": len(self._found.decoder)}
        return PathContent(paths(self._found, shot.step), texts, written, levels, least)

    def _contributions(self, trace: Trace, sentence: int) -> Contributions | None:
        """The contributions; None if something is missing, so far or permanently."""
        self.reason = ""
        try:
            if self._parameters is None or self._parameters.model.hash != trace.model.hash:
                self._parameters = Parameters(trace.model)
            return contributions(trace, self._parameters, sentence)
        except Refused as error:
            self.reason = tr("There are no paths: {reason}.", reason=error.message)
            if trace.unsent and "not recorded" in error.message:
                self.reason = tr("The rest of the run is on its way.")
            return None


def explained(shown: PathContent | None) -> str:
    if shown is None:
        return tr("How much of each token flows into each other one, through the residual stream.")
    return tr(
        "What flows into “{row}”, traced back through attention and residual connections: lines from {share} on, as "
        "wide as their share. The share of a summand is how much closer it brings the sum (ALTI, Ferrando et al. "
        "2022); feed-forwards do not mix tokens.",
        row=shown.row,
        share=fmt_percent(shown.least),
    )


def path_table(context: Context, shown: PathContent) -> Listing:
    """One line for each edge, the strongest first; levels, tokens and heads count from 0, level 0 is the embedding."""
    rows = [
        (*edge.start, shown.word(edge.start), *edge.end, "" if edge.head is None else edge.head, edge.flow)
        for edge in shown.found.edges(0.0)[::-1]
    ]
    what = tr("contributions into row {number}, {row}", number=shown.found.row, row=shown.row)
    return Listing("paths", replace(context, what=what, hook=""), HEADINGS, tuple(rows))
