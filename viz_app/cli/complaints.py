"""What a command says when it did not do what was asked for."""

from __future__ import annotations

import sys
import traceback

from model_core.errors import Refused
from viz_app.system.language import translated
from viz_app.system.settings import home, make_folder


def complain(error: Refused, status: int, *, debug: bool, as_json: bool, coded: bool = True) -> int:
    """One line on stderr, after the traceback where it was asked for; as an event where events are asked for.

    What is not printable is shown as U+FFFD. coded: whether people are shown the code, too.
    """
    if debug:
        traceback.print_exc()
    if as_json:
        from viz_app.system.job_events import RefusalEvent, emit

        emit(RefusalEvent(error.code, translated(error.message)))
        return status
    line = " ".join((f"{translated(error.message)} [{error.code}]" if coded else translated(error.message)).split())
    line = "".join(character if character.isprintable() else "\ufffd" for character in line)
    print("headscope: " + line.encode("utf-8", "replace").decode(), file=sys.stderr)
    return status


def keep_story(debug: bool) -> str:
    """Write the traceback into a file of headscope's and return where; "" if it is shown anyway."""
    if debug:
        return ""
    path = home() / "failure.txt"
    try:
        make_folder(path.parent)
        path.write_text(traceback.format_exc(), encoding="utf-8", errors="replace")
    except OSError:
        return " (--debug shows where)"
    return f" (details in {path}; --debug shows them)"
