"""What to compute, as one frozen value. No torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from model_core.record.edits import Branch, Decoding, Edits, TokenId
from model_core.schema import Codes, Length, Range, Short, check, read, write


@dataclass(frozen=True, repr=False)
class RunSpec(Short):
    """What to compute. One value decides the whole run, so that undo, sessions and caches are plain comparisons."""

    model: Annotated[str, 'folder of the model ("" = the bundled English → Spanish one)'] = ""
    source: Annotated[tuple[str, ...], Length(1), "source lines, one sentence each; several form a padded batch"] = (
        "",
    )
    target: Annotated[
        tuple[str, ...] | None, "null: the model writes; otherwise the lines to teacher-force, one per source line"
    ] = None
    opening: Annotated[str, "typed beginning of the target for the model to continue (only without a target)"] = ""
    prefix: Annotated[
        tuple[TokenId, ...], "token ids that the target must begin with; takes precedence over `opening`"
    ] = ()
    prefix_sentence: Annotated[int, Range(0, 1000), "which source line `prefix` and `opening` are for"] = 0
    candidates: Annotated[int, Range(1, 100), "how many of the most probable tokens are recorded per step"] = 8
    max_steps: Annotated[
        int,
        Range(0, 100_000),
        "longest target in tokens; 0 = depends on the source; never more than the model's positions",
    ] = 0
    decoding: Annotated[Decoding, "how the next token is chosen (only without a target)"] = field(
        default_factory=Decoding
    )
    edits: Annotated[Edits, "what is changed inside the model: masks, positions, heads, source tokens"] = field(
        default_factory=Edits
    )
    branches: Annotated[tuple[Branch, ...], Length(0, 16), "other texts to decode in addition to the main one"] = ()
    beside: Annotated[bool, "with a target: also let the model write by itself"] = False
    as_typed: Annotated[bool, "read capitals and misspellings as typed"] = False
    ids: Annotated[
        bool,
        "the texts are token ids, read exactly as typed: no end token is added, and a target includes its own "
        "start token",
    ] = False

    def __post_init__(self) -> None:
        """Makes one line of a single text, and values of edits and decoding that are given as JSON objects, as a
        session has them. Raises Refused for a field of those that does not fit."""
        for name in ("source", "target"):
            lines = getattr(self, name)
            if isinstance(lines, str | list):
                object.__setattr__(self, name, (lines,) if isinstance(lines, str) else tuple(lines))
        for name, kind, code in (("edits", Edits, "E-RUN-EDITS"), ("decoding", Decoding, "E-RUN-DECODING")):
            if not isinstance(getattr(self, name), kind):
                object.__setattr__(self, name, read(kind, getattr(self, name), Codes.uniform(code), "RunSpec", name))

    def checked(self) -> RunSpec:
        """This run, if every field is possible for some model; raises Refused naming the field otherwise. That there is
        no line is for what reads them to refuse, and of the branches those that cannot be shown are left out there."""
        self.edits.checked()
        self.decoding.checked()
        rest = self.with_(source=self.source or ("",), edits=Edits(), decoding=Decoding(), branches=())
        check(rest, Codes.uniform("E-RUN-FIELD"))
        return self

    def with_(self, **changes: Any) -> RunSpec:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def with_paths(self, change: Callable[[str], str], others: Callable[[str], str] | None = None) -> RunSpec:
        """A copy with every path changed: of the model, and, by `others` if that is given, of the surveys whose
        averages are used."""
        named = others or change
        survey = {one: replace(one, survey=named(one.survey)) for one in self.edits.patterns if one.survey}
        patterns = tuple(survey.get(one, one) for one in self.edits.patterns)
        edits = replace(self.edits, patterns=patterns) if survey else self.edits
        return self.with_(model=change(self.model) if self.model else "", edits=edits)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return write(self)
