"""The decoder's passes over texts that grow: each computes the rows that the key/value caches lack, by the fast step
where it can be used, else by the modules.

Shapes: B texts, S source tokens, T tokens read, R new rows, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from torch import Tensor

from model_core.decoding.fast_attention import fast_recording
from model_core.decoding.fast_step import Stepper, steppable
from model_core.transformer.hooks import Listener
from model_core.transformer.model import EncoderDecoder

FEW_ROWS = 64
"""More new rows than this go through the modules: calling them is then a small part of the time, and large maps need
not be made."""


class Passes:
    """The caches of some texts, and the passes that fill them.

    source_BS, memory_BSD  padded source ids of each text, and `model.encode` of them
    capacity               the most rows of a text
    keep                   names of the activations that are recorded
    edits                  listeners by hook name; they may be replaced between two passes
    """

    def __init__(
        self,
        model: EncoderDecoder,
        source_BS: Tensor,
        memory_BSD: Tensor,
        capacity: int,
        keep: Set[str] = frozenset(),
        edits: Mapping[str, Listener] | None = None,
    ) -> None:
        self.model, self.source_BS, self.memory_BSD = model, source_BS, memory_BSD
        self.keep, self.edits = frozenset(keep), edits
        self._cache = model.new_cache(capacity)
        self._stepper: Stepper | None = None

    @property
    def length(self) -> int:
        """How many rows of each text are in the caches."""
        return self._cache[0][0].length

    def rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """All ids read so far -> logits (B, R, V) of the rows that the caches lack, and the recorded activations."""
        if self.model.spec.leaks:  # every row changes with every token
            self.shorten(0)
        few = read_BT.shape[1] - self.length <= FEW_ROWS
        if few and not self.edits and steppable(self.model, self.keep):
            if self._stepper is None:
                self._stepper = Stepper(self.model, self.source_BS, self.memory_BSD, self._cache, self.keep)
            return self._stepper.rows(read_BT)
        with fast_recording(self.model, self.keep, self.edits) as kept:
            hidden_BRD = self.model.decode(read_BT, self.memory_BSD, self.source_BS, self._cache)
            return self.model.unembed(hidden_BRD), kept

    def shorten(self, length: int) -> None:
        """Forget the rows after the first `length`."""
        for own, _ in self._cache:
            own.shorten(length)

    def select(self, texts: Sequence[int], same_sources: bool) -> None:
        """Continue with these texts, in this order and possibly repeated; `same_sources`: none has another source than
        the text before it in its row."""
        if list(texts) == list(range(len(self.source_BS))):
            return
        chosen_B = self.source_BS.new_tensor(texts)
        for own, cross in self._cache:
            own.select(chosen_B)
            if not same_sources:
                cross.select(chosen_B)
        if not same_sources:
            self.source_BS, self.memory_BSD = self.source_BS[chosen_B], self.memory_BSD[chosen_B]
            self._stepper = None
