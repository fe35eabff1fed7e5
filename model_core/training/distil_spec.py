"""How to make sentence pairs with models, as one frozen value. No torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from model_core.schema import Choice, Codes, Range, check, read
from model_core.spec import DEVICES


@dataclass(frozen=True)
class DistilSpec:
    """What is translated, by which models, and which translations are kept."""

    out: Annotated[str, "TSV file to write, with its columns in the order of the data"]
    data: Annotated[tuple[str, ...], "TSV files of sentence pairs"]
    model: Annotated[
        str | tuple[str, ...],
        'model folder, or a bundled model; "" = the default one; several, of one vocabulary, translate together',
    ]
    without: Annotated[tuple[str, ...], "TSV files whose sources are left out"] = ()
    turned: Annotated[bool, "the model reads the second column and writes the first"] = False
    candidates: Annotated[int, Range(1, 64), "translations of each source: one greedy, the others sampled"] = 1
    beams: Annotated[
        int,
        Range(0, 64),
        "beams of a search whose texts are the candidates; 0 = greedy and sampled ones",
    ] = 0
    temperature: Annotated[float, Range(0.01, 10.0), "sampling temperature"] = 0.5
    least: Annotated[
        float, Range(0.0, 100.0), "lowest chrF against the closest reference for a translation to be kept"
    ] = 50.0
    likely: Annotated[
        float, Range(0.0, 1000.0), "penalty, in chrF points, per nat per token of the model's own surprise"
    ] = 10.0
    reverse: Annotated[
        str, "model folder of the other direction, which says how probable the source is; empty = none"
    ] = ""
    channel: Annotated[
        float, Range(0.0, 1000.0),
        "penalty, in chrF points, per nat of the source's surprise by that model, for each token of the translation",
    ] = 20.0  # fmt: skip
    consensus: Annotated[
        float, Range(0.0, 1000.0), "weight of the mean chrF against all candidates, by how probable they are"
    ] = 0.0
    whole: Annotated[
        bool, "one pair for each source, to be read in place of the data: references where nothing is better"
    ] = False
    limit: Annotated[int, Range(0, 10**9), "maximum number of sources to translate, drawn at random; 0 = all"] = 0
    seed: Annotated[int, Range(0, 2**31 - 1), "of the draws"] = 1
    batch: Annotated[int, Range(1, 4096), "sources decoded at once"] = 256
    device: Annotated[str, Choice(DEVICES), "device to compute on; auto = the fastest available"] = "cpu"

    @property
    def models(self) -> tuple[str, ...]:
        """The models that translate together."""
        return (self.model,) if isinstance(self.model, str) else self.model or ("",)

    def checked(self) -> DistilSpec:
        """This spec, if every field makes sense; Refused naming field and value otherwise."""
        check(self, _CODES)
        return self

    @classmethod
    def from_json(cls, data: Any) -> DistilSpec:
        """The spec with these fields and the defaults of the others; Refused for unknown or invalid ones."""
        return read(cls, data, _CODES, "the settings").checked()


_CODES = Codes.with_prefix("E-TRAIN", missing="OUT")
