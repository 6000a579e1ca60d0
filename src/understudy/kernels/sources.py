"""What compiled code was compiled from, as a digest; read without loading the compiler."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent

_COMMON = (_PACKAGE / "kernels", _PACKAGE / "kinematics")
"""Kernels call those of these folders from everywhere."""


@cache
def sources_digest(folder: Path | None = None) -> str:
    """Return a digest of every source in a folder and in those of common kernels, with their subfolders.

    Any of them may hold a kernel that another one calls.
    """
    digest = hashlib.sha256()
    places = set(_COMMON) if folder is None else {*_COMMON, folder}
    for place in sorted(places):
        for source in sorted(place.rglob("*.py")):
            content = source.read_bytes()
            digest.update(f"{source.relative_to(place)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()
