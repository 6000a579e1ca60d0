"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with real recordings, or skip the test where it is absent."""
    folder = Path(os.environ.get("UNDERSTUDY_SHARED", PROJECT.parent / "shared"))
    if not (folder / "motions").is_dir():
        pytest.skip("real recordings are not here: set UNDERSTUDY_SHARED to the folder that holds motions/")
    return folder
