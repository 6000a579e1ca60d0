"""How a server is run: what it takes, how much of it, and how often."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Limits of a server.

    Attributes:
        largest_upload: Bytes of a request's body.
        requests_a_minute: Of an address without a token; 0 for any number.
        requests_a_minute_by_token: Of somebody with a token; 0 for any number.
        waiting: Performances that may wait for the one that is being made.
        secure: Whether the page's cookie is sent over HTTPS alone.
    """

    largest_upload: int = 64 << 20
    requests_a_minute: int = 600
    requests_a_minute_by_token: int = 6000
    waiting: int = 4
    secure: bool = False
