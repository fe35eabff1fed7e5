"""Why a download failed, in words. No torch, no network."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator

from model_core.errors import Message


def connection_reason(error: BaseException) -> str:
    """What kept a download from its end, by what caused the error; otherwise its first line without addresses, which
    may contain a signature."""
    causes, names = list(_causes(error)), {kind.__name__ for kind in type(error).__mro__}
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Message("the name of the server was not found; this computer may not be connected to the internet")
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return Message("the server's certificate is not valid here; this computer's clock may be wrong, or a network "
                       "may ask its guests to log in")  # fmt: skip
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return Message("the server refused the connection")
    if any(isinstance(cause, TimeoutError) for cause in causes) or "TimeoutException" in names:
        return Message("the server did not answer in time")
    if "NetworkError" in names or "RemoteProtocolError" in names:
        return Message("the connection was lost")
    return re.sub(r"\w+://\S+", "…", (str(error) or type(error).__name__).splitlines()[0])[:160].rstrip(". ")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
