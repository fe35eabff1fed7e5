"""A State as one line of text, to paste where a file would be too much, for others with the same model. No Qt.

headscope:1:<base64url of the compressed JSON of a session file's parts>. It is read as a session is.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from functools import partial

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.references import located, reference
from viz_app.document.session import LARGEST_FILE, Session, check_long_texts
from viz_app.document.state import State
from viz_app.system.language import tr

BEGIN = "headscope:1:"
LONGEST = 200_000  # characters


def is_link(text: str) -> bool:
    """Whether a text is a link, or begins like one."""
    return text.strip().startswith(BEGIN.partition(":")[0] + ":") and len(text.strip().split()) == 1


def to_link(session: Session) -> str:
    """The link to a session. Raises Refused if it would be too long, or could not be read again."""
    model, state = {"name": session.model_name, "sha256": session.model_hash}, session.state.with_paths(reference)
    values = {"model": model, "state": state.changes()}
    packed = zlib.compress(json.dumps(values, separators=(",", ":"), allow_nan=False).encode("utf-8"), 9)
    link = BEGIN + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(link) > LONGEST:
        raise Refused("E-LINK-LONG", tr("This state is too long for a link. Save it as a session"))
    from_link(link)
    return link


def from_link(text: str) -> Session:
    """The Session of a link. Raises Refused for anything else, or a damaged one."""
    link = text.strip()
    if not link.startswith(BEGIN):
        raise Refused("E-LINK-FORMAT", tr("This is not a headscope link: those begin with {start}", start=BEGIN))
    if len(link) > LONGEST:
        raise Refused("E-LINK-LONG", tr("A link has at most {number:,} characters", number=LONGEST))
    try:
        packed = base64.urlsafe_b64decode(link.removeprefix(BEGIN) + "===")
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, LARGEST_FILE)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise zlib.error(tr("cut off, or too large"))
        values = parse_json(data.decode("utf-8"), tr("the link"), LARGEST_FILE)
        check_long_texts(values)
    except (binascii.Error, ValueError, zlib.error) as error:
        if isinstance(error, Refused):
            raise
        raise Refused("E-LINK-DAMAGED", tr("This link is damaged: copy all of it")) from None
    model = values.get("model") if isinstance(values, dict) else None
    if not isinstance(model, dict) or set(values) != {"model", "state"}:
        raise Refused("E-LINK-DAMAGED", tr("This link is damaged: copy all of it"))
    name, digest = (one if isinstance(one, str) else "" for one in (model.get("name"), model.get("sha256")))
    return Session(State.from_changes(values["state"]).with_paths(located, partial(located, model=False)), name, digest)
