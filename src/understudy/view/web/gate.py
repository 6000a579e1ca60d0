"""Who may come in: requests are let through by their host, their origin and, where there is one, a token.

A page of a stranger that is open in the same browser may send requests to this machine, and may have its own
name lead here. It can forge neither ``Host`` nor ``Origin``, so both have to be ours.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
"""Names of this machine that no other one can be reached by."""

_TOKEN_BYTES = 18
_LONGEST_PATH = 2000


def new_token() -> str:
    """Return a token that nobody can guess, fit for an address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def is_loopback(host: str) -> bool:
    """Return whether a server that listens on this host is out of reach of other machines."""
    return host in LOOPBACK


@dataclass(frozen=True)
class Gate:
    """The rule by which requests are let in.

    Attributes:
        token: What the address has to hold once, or None where this machine alone can get here.
    """

    token: str | None = None

    def refusal(self, path: str, headers: Mapping[str, str]) -> str | None:
        """Return why a request is refused in one sentence, or None where it may come in.

        Args:
            path: What is asked for, with its query.
            headers: Of the request, by their names in any case.
        """
        if len(path) > _LONGEST_PATH:
            return "this address is too long"
        named = {name.lower(): value for name, value in headers.items()}
        host = named.get("host", "")
        if self.token is None and _name_of(host) not in LOOPBACK:
            return "this server answers to its own machine only"
        origin = named.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "this request comes from another page"
        if self.token is None or self._shown(path, named.get("cookie", "")):
            return None
        return "this address lacks its token: use the one that was printed when the server started"

    def cookie(self, path: str) -> str | None:
        """Return the header by which a browser remembers a token that an address holds."""
        if self.token is None or not self._in_address(path):
            return None
        return f"{_COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Strict"

    def _shown(self, path: str, cookie: str) -> bool:
        return self._in_address(path) or self._is_token(_remembered(cookie))

    def _in_address(self, path: str) -> bool:
        return self._is_token(query_of(path).get("token", ""))

    def _is_token(self, text: str) -> bool:
        return self.token is not None and hmac.compare_digest(text.encode(), self.token.encode())


_COOKIE = "understudy"


def query_of(path: str) -> dict[str, str]:
    """Return what is in the query of an address, of each name the last."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(path).query).items()}


def _name_of(host: str) -> str:
    """Return the name in a ``Host`` header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _remembered(cookie: str) -> str:
    try:
        found = SimpleCookie(cookie).get(_COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value
