"""What compiled code was compiled from, as a digest; read without loading the compiler."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_COMMON = Path(__file__).parent
"""Kernels call those of this folder from everywhere."""


@cache
def sources_digest(folder: Path = _COMMON) -> str:
    """Return a digest of every source in a folder and in this one, with their subfolders.

    Any of them may hold a kernel that another one calls.
    """
    digest = hashlib.sha256()
    for place in sorted({_COMMON, folder}):
        for source in sorted(place.rglob("*.py")):
            content = source.read_bytes()
            digest.update(f"{source.relative_to(place)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()
