"""What to do where a checkpoint was refused, or a new model: by the code of the refusal. No Qt, no torch."""

from __future__ import annotations

from model_core.errors import Refused
from viz_app.system.language import tr, translated

OTHER_PLACE = tr("Choose another folder to save to.")
ADVICE = {
    "E-IMPORT-LAYOUT": tr(
        "headscope converts the layouts named above. To show what another program computes, save it as a "
        "recording: model_core.save_recording(…) in Python (docs/recordings.md)."
    ),
    "E-IMPORT-STACK": tr(
        "With transformers: load the model with attn_implementation='eager', call it with "
        "output_attentions=True, then save_recording(out.attentions, tokens), where tokens is a list of strings. "
        "Open that file here."
    ),
    "E-IMPORT-CONFIG": tr(
        "Open the whole folder, with the config.json that was saved with these weights. If that is what you did, this "
        "variant cannot be converted; a recording can show it (docs/recordings.md)."
    ),
    "E-IMPORT-EMPTY": tr("Save the weights again where they were made (safetensors.torch.save_file)."),
    "E-IMPORT-SHARDS": tr("Then open that folder."),
    "E-IMPORT-MISSING": tr(
        "It may be only part of a model, or another version of this layout. Save the whole state_dict()."
    ),
    "E-IMPORT-OVER": tr(
        "Its model has parts that this layout does not have. Save only the Transformer's state_dict()."
    ),
    "E-IMPORT-SHAPE": tr("Check the number of heads, and whether the file was changed after training."),
    "E-IMPORT-COPY": tr("The file has the same table twice, with different numbers: save the model again."),
    "E-IMPORT-HEADS": tr("Choose another number of heads."),
    "E-IMPORT-OUT": OTHER_PLACE,
    "E-FILE-WRITE": OTHER_PLACE,
    "E-SAVE-FULL": OTHER_PLACE,
    "E-WEIGHTS-NAN": tr("The training of this model diverged: some of its weights are NaN or infinite."),
    "E-WEIGHTS-DTYPE": tr("Save the weights as float32, float16 or bfloat16, and open that file."),
    "E-WEIGHTS-HEADER": tr("The file is damaged: copy or download it again."),
    "E-WEIGHTS-SIZE": tr("The file is incomplete or damaged: copy or download it again."),
    "E-WEIGHTS-READ": tr("The file is damaged: copy or download it again."),
    "E-VOC-SENTENCEPIECE": tr("Install it, then open the folder again."),
    "E-VOC-TABLE": tr("Put its tokenizer files into the folder, all from the same source as its weights."),
    "E-VOC-SIZE": tr("Put its tokenizer files into the folder, all from the same source as its weights."),
}
"""Code of a refusal -> what to do."""

_IN_THE_LINE = {"E-IMPORT-HEADS", "E-IMPORT-OUT", "E-IMPORT-SHARDS"}
"""Refusals whose own line says what to do in a terminal."""


def advised(error: Refused) -> Refused:
    """A refusal for a terminal: what happened, that nothing was written, what to do."""
    advice = "" if error.code in _IN_THE_LINE else ADVICE.get(error.code, "")
    said = translated(error.message)
    said = said if said.endswith((".", "?")) else f"{said}."
    return Refused(error.code, f"{said} Nothing was written. {advice}".rstrip())
