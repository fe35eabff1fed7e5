"""Fewer proofs for tests that are not about what is proved; also in programs that are forked for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

VARIABLE = "HEADSCOPE_TESTS_QUICK_PROOFS"
"""Of the environment of a forked program: it is to prove so (tests/support/prepared.py)."""


def only_quick_proofs(put: Callable[[Any, str, Any], object]) -> None:
    """Leaves a twentieth of the work of `prove`: the proofs that run no Engine, on short texts. `put` is setattr, or
    that of a MonkeyPatch."""
    from model_core.proofs import check, decoding_proofs

    own = (check.__name__, decoding_proofs.__name__)
    put(check, "PROOFS", tuple(proof for proof in check.PROOFS if proof.__module__ in own))
    put(check, "LONG_PROOFS", ())
