"""What single parts of a model do to a text: how its log-probabilities change when one is switched off. No torch.

The change of a part at a written token y of row t is  log p'(y | source, text before) − log p(y | source, text before),
natural logarithms, p' being the model without the part and the text forced: below 0 the part helps (ablation as in
Michel et al. 2019, section 2.2; of source tokens occlusion as in Zeiler and Fergus 2014). A switched-off part may be
backed up by others, and a zero may be a value that no later layer has ever seen: see REPLACEMENTS.

Letters of shapes: P parts, T target rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from model_core.errors import Refused
from model_core.record.edits import REPLACEMENTS, Edits, FeedForwardPlace, HeadPlace, TokenPlace, with_head, with_hidden
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.schema import Choice, Codes, Length, Range, check
from model_core.spec import KINDS, ModelSpec

GROUPS = ("heads", "feed_forwards", "source")
"""What can be switched off: heads, whole feed-forwards, and tokens of the source (hidden from every attention)."""
METHODS = ("removed", "gradient", "integrated")
"""How a change is found: the part is removed; or the gradient says, of a source token, what its vector gives to the
log-probability, and the change is that with the other sign: gradient × input (Simonyan et al. 2014), or integrated
gradients from vectors of zeros (Sundararajan et al. 2017)."""


@dataclass(frozen=True)
class Component:
    """One part of a model (a head or a feed-forward), or a token of the source; all count from 0.

    kind   of a head its attention; of a feed-forward its stack ("encoder", "decoder"); of a source token "encoder"
    index  the head, or the place of the token; 0 of a feed-forward
    """

    group: Annotated[str, Choice(GROUPS)]
    kind: Annotated[str, Choice(KINDS)]
    layer: Annotated[int, Range(0)]
    index: Annotated[int, Range(0)] = 0

    @property
    def name(self) -> str:
        """What it is called, counted from 1: "cross 3.2", "decoder 1 feed-forward", "source token 4"."""
        if self.group == "heads":
            return f"{self.kind} {self.layer + 1}.{self.index + 1}"
        if self.group == "source":
            return f"source token {self.index + 1}"
        return f"{self.kind} {self.layer + 1} feed-forward"

    @property
    def head(self) -> HeadPlace:
        return HeadPlace(self.kind, self.layer, self.index)

    def switched_off(
        self, edits: Edits, sentence: int = 0, replacement: str = "zero", survey: str = "", rows: int = 0
    ) -> Edits:
        """The edits with this part off: a head gives what `replacement` says (of a `survey`, for a text of that many
        target `rows`), a feed-forward nothing, a source token is hidden."""
        if self.group == "heads":
            return with_head(edits, self.head, replacement, survey, rows)
        if self.group == "source":
            return with_hidden(edits, TokenPlace(self.index, sentence), True)
        place = FeedForwardPlace(self.kind, self.layer)
        off = (*(one for one in edits.feed_forwards_off if one != place), place)
        return replace(edits, feed_forwards_off=off)


def parts_of(spec: ModelSpec, sources: int, groups: tuple[str, ...] = ("heads",)) -> tuple[Component, ...]:
    """All parts of these groups: heads of encoder, decoder and cross-attention, layer after layer; feed-forwards; the
    `sources` tokens of a source sentence, its end included."""
    heads = [Component("heads", kind, layer, head) for kind in KINDS for layer in range(spec.layers(kind))
             for head in range(spec.heads_of(kind))]  # fmt: skip
    stacks = ("encoder", "decoder")
    feed_forwards = [Component("feed_forwards", kind, layer) for kind in stacks for layer in range(spec.layers(kind))]
    tokens = [Component("source", "encoder", 0, place) for place in range(sources)]
    found = {"heads": heads, "feed_forwards": feed_forwards, "source": tokens}
    return tuple(part for group in groups for part in found[group])


@dataclass(frozen=True)
class EffectsSpec:
    """Which effects to compute, on which text, as one frozen value."""

    run: RunSpec
    sentence: Annotated[int, Range(0, 1000), "of the run"] = 0
    replacement: Annotated[str, Choice(REPLACEMENTS), "what replaces a head's output"] = "zero"
    groups: Annotated[tuple[str, ...], Length(1, 3), "which parts to switch off, one at a time"] = ("heads",)
    together: Annotated[tuple[Component, ...], Length(0, 64), "parts that are switched off in addition each time"] = ()
    survey: Annotated[str, "folder of the survey whose mean patterns are used"] = ""
    method: Annotated[str, Choice(METHODS), "how the changes are computed"] = "removed"

    def checked(self) -> EffectsSpec:
        """This value if it makes sense for some model; raises Refused naming the field otherwise."""
        check(self, Codes.uniform("E-EFFECTS"))
        if unknown := [group for group in self.groups if group not in GROUPS]:
            raise Refused(
                "E-EFFECTS", "unknown parts {unknown}; choose from {groups}",
                unknown=f"{unknown[0][:40]!r}", groups=', '.join(GROUPS),
            )  # fmt: skip
        if self.replacement == "mean" and not self.survey:
            raise Refused("E-EFFECTS", "the survey mean needs a survey folder")
        if self.method != "removed" and (self.groups != ("source",) or self.together):
            raise Refused("E-EFFECTS", "gradients are available for source tokens only")
        return self


@dataclass(frozen=True, eq=False)
class Effects:
    """The effects found so far; all of them where `done` is the number of `parts`.

    source   the tokens of the sentence, `</s>` last; `written` those of the text, row by row
    base     (T,) float64 log-probability of each written token with nothing switched off
    changes  (P, T) float64 change of it by each part; NaN for parts that are not computed yet
    """

    asked: EffectsSpec
    source: tuple[Token, ...]
    written: tuple[Token, ...]
    parts: tuple[Component, ...]
    base: np.ndarray
    changes: np.ndarray
    done: int
    milliseconds: float

    @property
    def complete(self) -> bool:
        """Whether every part has been computed."""
        return self.done == len(self.parts)

    def __repr__(self) -> str:
        """What it is, in one line."""
        return f"Effects({self.done} of {len(self.parts)} parts, {len(self.written)} tokens, {self.asked.replacement})"

    def of(self, part: Component) -> np.ndarray:
        """(T,) changes by this part. Raises KeyError for a part that was not requested."""
        if part not in self.parts:
            raise KeyError(part.name)
        return self.changes[self.parts.index(part)]

    def totals(self, row: int | None = None) -> np.ndarray:
        """(P,) change of the token of one row, or of the whole text: the sum over its rows."""
        return self.changes.sum(1) if row is None else self.changes[:, row]

    def ranked(self, row: int | None = None) -> list[Component]:
        """The parts computed so far, the one with the largest change (see `totals`) first, losses before gains."""
        values: list[float] = self.totals(row).tolist()
        order = sorted((-abs(value), value, place) for place, value in enumerate(values) if not math.isnan(value))
        return [self.parts[place] for _, _, place in order]
