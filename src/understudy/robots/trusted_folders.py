"""Folders of packages that the user trusts a model to have files in."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "UNDERSTUDY_PACKAGES"
"""Names them, separated as in ``PATH``."""


def trusted_folders() -> tuple[Path, ...]:
    """Return the folders that the user's environment names."""
    return tuple(
        Path(folder).absolute() for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder
    )
