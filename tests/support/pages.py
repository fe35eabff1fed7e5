"""Interactive pages as their script reads them."""

from __future__ import annotations

import json
import re
from typing import Any


def run_in(text: str) -> dict[str, Any]:
    """The run that is in a page."""
    found = re.search(r'<script type="application/json" id="run">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])
