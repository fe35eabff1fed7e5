"""What the view asks for: the effects that it shows, and the part that is chosen. No Qt.

Layers and heads count from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from model_core.record.effects import GROUPS, METHODS, Component, EffectsSpec
from viz_app.data.snapshot import Snapshot

if TYPE_CHECKING:
    from viz_app.views.heads.view import Heads

TOGETHER = "together"
"""Beside each head alone: the same once the chosen one is off, too."""


def effects_shown(shot: Snapshot, options: Heads.Options, beside: bool = False) -> EffectsSpec | None:
    """The effects of the run that is shown, or those `beside` them; None where they need a survey that is not
    there, or nothing is beside."""
    replacement = options.replacement if options.parts == "heads" else "zero"
    together: tuple[Component, ...] = ()
    if beside:
        if options.parts != "heads" or options.beside in ("", replacement):
            return None
        if options.beside == TOGETHER:
            together = (chosen_part(shot, options),)
        else:
            replacement = options.beside
    folder = ""
    if replacement == "mean":
        if shot.findings is None or shot.findings.model_hash != shot.trace.model.hash or not shot.findings.folder:
            return None
        folder = shot.findings.folder
    method = options.parts if options.parts in METHODS else "removed"
    group = options.parts if options.parts in GROUPS else "source"
    return EffectsSpec(shot.trace.run, shot.look.sentence, replacement, (group,), together, folder, method)


def chosen_part(shot: Snapshot, options: Heads.Options) -> Component:
    """The part that is chosen: of heads the selected one."""
    look, spec = shot.look, shot.trace.spec
    if options.parts == "heads":
        return Component("heads", look.kind, look.layer, look.head)
    if options.parts not in ("heads", "feed_forwards"):
        return Component("source", "encoder", 0, min(options.index, max(0, len(shot.sentence.source) - 1)))
    index = min(options.index, spec.encoder_layers + spec.decoder_layers - 1)
    inside = index < spec.encoder_layers
    layer = index if inside else index - spec.encoder_layers
    return Component("feed_forwards", "encoder" if inside else "decoder", layer)
