"""A folder in which nobody who runs tests may write, root neither."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_KERNELS_OWN = Path("/sys")
"""Where Linux lets nobody make a file."""


def forbidden_folder(tmp_path: Path) -> tuple[Path, str]:
    """Return such a folder and what the system says to whoever writes there, or skip the test."""
    folder = _KERNELS_OWN
    if os.geteuid() != 0:
        folder = tmp_path / "forbidden"
        folder.mkdir(mode=0o500)
    try:
        with (folder / "understudy-test").open("xb"):
            pass
    except OSError as error:
        return folder, error.strerror or ""
    (folder / "understudy-test").unlink()
    pytest.skip(f"root may write even in {folder}")
