"""What activations of A restore in B: the request, and its results in words. No Qt.

Layers, heads and steps count from 0 here and from 1 in words. Shapes: P places of a stack, L tokens.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from model_core.errors import Refused
from model_core.explain.engine_numbers import patching_source
from model_core.explain.provenance import Source
from model_core.record.edits import Patch
from model_core.record.lens import StackPlace
from model_core.record.patching import RESIDUAL, Patching, PatchSpec, donor_of, patch_spec, stack_places
from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_percent, fmt_signed
from viz_app.data.selection import numbered
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import KIND_WORDS, NOTHING_WRITTEN, feed_forward_number, head_number, place_name
from viz_app.system.language import tr
from viz_app.views.compare.content import RunComparison

_TIED = 3  # parts that are named where they restore the same
LEAST, HALF = 0.005, 0.5
"""A smaller share counts as none; from the other on it is most of the difference."""
TWO_MODELS = tr("A and B are two models: activations of one mean nothing in the other.")
EQUAL = 1e-3
"""Nats by which A and B must differ: the rounding of float32 is a hundredth of it."""
EDITED = tr("A has edits, and activations are patched from the model without edits: choose an A without edits.")
SAME = tr("Both write the same tokens: there is no difference for an activation to restore.")
ALIKE = tr(
    "Both read the same up to the token that differs, so their activations are the same: there is nothing to patch."
)


@dataclass(frozen=True, eq=False)
class PatchContent:
    """What is shown of the patches.

    asked  what was requested, None if nothing can be: `why` says so
    found  what is there of it, None before the first part
    """

    trace: Trace
    asked: PatchSpec | None
    found: Patching | None
    why: str = ""
    stopped: bool = False

    @property
    def going(self) -> bool:
        """Whether there is more to compute."""
        return self.asked is not None and (self.found is None or not self.found.complete)

    @property
    def equal(self) -> bool:
        """Whether A and B differ by no more than rounding: shares of that mean nothing."""
        return self.found is not None and abs(self.found.donor - self.found.own) < EQUAL

    @property
    def tokens(self) -> tuple[str, str]:
        """The tokens of A and of B that are distinguished."""
        assert self.found is not None and self.asked is not None
        return self.found.donor_written[self.asked.row].text, self.found.written[self.asked.row].text

    def columns(self, stack: str) -> tuple[str, ...]:
        """The tokens of a stack's text, as B reads them."""
        assert self.asked is not None
        one = self.trace.sentences[self.asked.sentence]
        tokens = one.source if stack == "encoder" else one.read[: self.asked.row + 1]
        return numbered(token.text for token in tokens)

    def rows(self, stack: str) -> tuple[str, ...]:
        """The places of a stack from its embedding on."""
        return tuple(place_name(place) for place in stack_places(self.trace.spec, stack))

    def shares(self, stack: str) -> np.ndarray | None:
        """(P, L) of the residual stream, NaN while they are computed; None before the first part."""
        return None if self.found is None else self.found.residual(stack)[1]

    def site(self, stack: str, place: int, column: int) -> Patch | None:
        """The patch of a cell."""
        if self.found is None:
            return None
        where = stack_places(self.trace.spec, stack)[place]
        wanted = stack, where.after, where.layer, column
        return next((one for one in self.found.sites if (one.kind, one.what, one.layer, one.place) == wanted), None)

    def ranked(self) -> list[tuple[Patch, float]]:
        """Heads and feed-forwards computed so far, with their shares, the largest first."""
        if self.found is None:
            return []
        pairs = [*self.found.of("head"), *self.found.of("feed-forward output")]
        return sorted(((one, share) for one, share in pairs if math.isfinite(share)), key=lambda pair: -abs(pair[1]))

    def source_place(self) -> tuple[int, float] | None:
        """The source token at which most is restored after the encoder's last layer, and its share."""
        shares = self.shares("encoder")
        if shares is None or not shares.size or not np.isfinite(shares[-1]).all():
            return None
        column = int(shares[-1].argmax())
        return column, float(shares[-1, column])

    def first_place(self) -> tuple[int, int, float] | None:
        """(place, column, share) where half of the difference is first restored in the decoder; None if not known yet,
        or nowhere."""
        shares = self.shares("decoder")
        if shares is None or not shares.size or not np.isfinite(shares).all():
            return None
        found = next((at for at, row in enumerate(shares) if row.max() >= HALF), None)
        if found is None:
            return None
        column = int(shares[found].argmax())
        return found, column, float(shares[found, column])


def source_of(shown: PatchContent, patch: Patch | None, share: float) -> tuple[Trace, Source] | None:
    """The source of an activation's share; None while it is computed."""
    if patch is None or shown.found is None or not math.isfinite(share) or shown.found.asked.run != shown.trace.run:
        return None
    return shown.trace, patching_source(shown.found, patch)


def content(shot: Snapshot, compared: RunComparison) -> PatchContent:
    """The results so far."""
    a, b = compared.a, compared.b
    why, asked = _refusal(compared), None
    same = SAME
    rows = (None,) if shot.look.step is None else (shot.step, None)
    for row in () if why else rows:
        try:
            asked = patch_spec(b.trace, donor_of(a.trace, a.sentence), b.sentence, row)
            break
        except Refused as error:
            same = ALIKE if error.code == "E-PATCH-ALIKE" else same
    if asked is None:
        return PatchContent(b.trace, None, None, why or same)
    return PatchContent(b.trace, asked, shot.patchings.get(asked), stopped=asked in shot.stopped)


def _refusal(compared: RunComparison) -> str:
    """Why no activation of A can be patched into B, for any text; "" if it can."""
    a, b = compared.a, compared.b
    if a.trace.model.recorded or b.trace.model.recorded:
        return tr("A recording has no model to patch activations into.")
    if (a.trace.model.folder, a.trace.model.hash) != (b.trace.model.folder, b.trace.model.hash):
        return TWO_MODELS
    if replace(a.trace.run.edits, swaps=()):  # those are in the tokens that are read
        return EDITED
    return "" if a.texts.written and b.texts.written else NOTHING_WRITTEN


# ---------------------------------------------------------------- words


def explained(shown: PatchContent) -> str:
    """What a cell is, which tokens are compared, and how much is computed."""
    if shown.asked is None:
        return shown.why
    if shown.found is None and shown.stopped:
        return tr("Stopped before the first activation of A was patched into B.")
    if shown.found is None:
        return tr("Patching activations of A into B, one by one …")
    found, (a, b) = shown.found, shown.tokens
    what = tr(
        "One activation of A patched into B: the share of the difference log p({a}) − log p({b}) at step {step} "
        "that it restores; 100 %: as in A.",
        a=a,
        b=b,
        step=shown.asked.row + 1,
    )
    if found.complete:
        return what
    return f"{what} {tr('{done:,} of {count:,} computed.', done=found.done, count=len(found.sites))}"


def strongest_words(shown: PatchContent) -> str:
    """Where the difference lies, in sentences: a source token, a place of the decoder, a head or feed-forward."""
    if shown.found is None or shown.asked is None:
        return ""
    if shown.equal:
        return tr("A and B prefer these two tokens equally: there is nothing to restore.")
    said, source, first, parts = [], shown.source_place(), shown.first_place(), shown.ranked()
    if source is not None and source[1] >= LEAST:
        word = shown.columns("encoder")[source[0]]
        said.append(
            tr("The encoder output of A at “{word}” restores {percent}.", word=word, percent=fmt_percent(source[1]))
        )
    if first is not None:
        place, column, share = first
        said.append(
            tr(
                "In the decoder at least half of the difference is first there after {place}, at “{word}”: {percent}.",
                place=shown.rows("decoder")[place],
                word=shown.columns("decoder")[column],
                percent=fmt_percent(share),
            )
        )
    if parts and abs(parts[0][1]) >= LEAST:
        percent = fmt_percent(parts[0][1])
        names = [site_name(shown, one) for one, share in parts if fmt_percent(share) == percent][:_TIED]
        if len(names) == 1:
            said.append(tr("Of single parts {part} restores most: {percent}.", part=names[0], percent=percent))
        else:
            several = tr("{words} and {last}", words=", ".join(names[:-1]), last=names[-1])
            said.append(tr("Of single parts {parts} restore most: {percent} each.", parts=several, percent=percent))
    return " ".join(said)


def part_name(patch: Patch) -> str:
    """A whole part in a list: "cross 3.2", "encoder 3 feed-forward"."""
    if patch.what == "head":
        return head_number(patch.kind, patch.layer, patch.head)
    return feed_forward_number(patch.kind, patch.layer)


def site_name(shown: PatchContent, patch: Patch) -> str:
    """What is patched into B: a whole part, or the residual stream at a token, "encoder, 2 feed-forward at “girl”"."""
    if patch.place is None:
        return tr("head {number}", number=part_name(patch)) if patch.what == "head" else part_name(patch)
    where = place_name(StackPlace(patch.what, patch.layer))
    word = shown.columns(patch.kind)[patch.place]
    return tr("{stack}, {place} at “{word}”", stack=KIND_WORDS[patch.kind], place=where, word=word)


def site_words(shown: PatchContent, patch: Patch | None, share: float) -> str:
    """A cell or a line in full."""
    if patch is None or shown.found is None:
        return ""
    name = site_name(shown, patch)
    if not math.isfinite(share):
        return f"{name}: {tr('being computed')}"
    own, donor = shown.found.own, shown.found.donor
    a, b = shown.tokens
    now = own + share * (donor - own)
    numbers = tr(
        "log p({a}) − log p({b}): {before} → {now}, in A {donor}",
        a=a,
        b=b,
        before=fmt_signed(own),
        now=fmt_signed(now),
        donor=fmt_signed(donor),
    )
    return f"{tr('{part}: restores {percent}', part=name, percent=fmt_percent(share))}\n{numbers}"


STACK_TITLES = {"encoder": tr("encoder × source token"), "decoder": tr("decoder × what was read up to this step")}
assert tuple(STACK_TITLES) == tuple(RESIDUAL)
