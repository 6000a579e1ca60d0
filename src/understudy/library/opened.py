"""A library wherever it is: a folder of this machine, or a server by its address."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.library.refusals import LibraryError

if TYPE_CHECKING:
    from understudy.library.client import Client
    from understudy.library.library import Library

TOKEN_VARIABLE = "UNDERSTUDY_LIBRARY_TOKEN"
"""Names the token with which a server is asked."""


def is_address(place: str | Path) -> bool:
    """Return whether a place is a server's address rather than a folder."""
    return str(place).startswith(("http://", "https://"))


def open_library(place: str | Path, token: str | None = None, create: bool = True) -> Library | Client:
    """Open a library.

    Args:
        place: A folder, or ``http://`` or ``https://`` and a server's address.
        token: For a server; by default what ``UNDERSTUDY_LIBRARY_TOKEN`` holds.
        create: Whether a folder may be new.

    Raises:
        LibraryError: It cannot be opened, or the extra is not installed.
    """
    try:
        if is_address(place):
            from understudy.library.client import Client

            return Client(str(place), token or os.environ.get(TOKEN_VARIABLE))
        from understudy.library.library import Library
    except ImportError as error:
        raise LibraryError(
            f"a library needs the package '{error.name}', which is not installed: "
            "pip install 'understudy[library]'"
        ) from error
    return Library.open(place, create=create)
