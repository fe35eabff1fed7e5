"""What to do where a checkpoint was refused, or a new model: by the code of the refusal. No Qt, no torch."""

from __future__ import annotations

from model_core.errors import Refused
from viz_app.system.language import tr, translated

OTHER_PLACE = tr("Choose another folder to save to.")
ADVICE = {
    "E-IMPORT-LAYOUT": tr(
        "headscope converts the layouts that are named above. What another program computes can be "
        "shown as a recording: model_core.save_recording(…) in Python."
    ),
    "E-IMPORT-STACK": tr(
        "With transformers: attn_implementation='eager' where it is loaded, output_attentions=True where "
        "it is called, then save_recording(out.attentions, tokens), tokens being a list of texts. That file opens here."
    ),
    "E-IMPORT-MISSING": tr(
        "It may be a part of a model, or another version of this layout. Save the whole state_dict()."
    ),
    "E-IMPORT-OVER": tr(
        "Its model has parts that this layout has not. Save the state_dict() of the Transformer alone."
    ),
    "E-IMPORT-SHAPE": tr("Check the number of heads, or whether the file was changed after the training."),
    "E-IMPORT-COPY": tr("The file holds one table twice, with different numbers: save the model anew."),
    "E-IMPORT-HEADS": tr("Choose another number of heads."),
    "E-IMPORT-OUT": OTHER_PLACE,
    "E-FILE-WRITE": OTHER_PLACE,
    "E-WEIGHTS-NAN": tr("The training of this model has failed: its numbers are not numbers."),
    "E-WEIGHTS-HEADER": tr("The file is damaged: copy or download it once more."),
    "E-WEIGHTS-SIZE": tr("The file is cut off or damaged: copy or download it once more."),
    "E-WEIGHTS-READ": tr("The file is damaged: copy or download it once more."),
    "E-VOC-SENTENCEPIECE": tr("Install it, then open the folder once more."),
    "E-VOC-SIZE": tr("Put the files of its tokenizer, all from the same place as its weights, into the folder."),
}
"""Code of a refusal -> what to do."""

_IN_THE_LINE = {"E-IMPORT-HEADS", "E-IMPORT-OUT"}
"""Refusals whose own line says what to do in a terminal."""


def advised(error: Refused) -> Refused:
    """A refusal for a terminal: what happened, that nothing was written, what to do."""
    advice = "" if error.code in _IN_THE_LINE else ADVICE.get(error.code, "")
    said = translated(error.message)
    said = said if said.endswith((".", "?")) else f"{said}."
    return Refused(error.code, f"{said} Nothing was written. {advice}".rstrip())
