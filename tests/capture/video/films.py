"""Films that are made for tests, by the same ffmpeg that reads them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


def make_film(path: Path, *arguments: str, source: str = "testsrc2=size=160x120:rate=25:duration=1") -> Path:
    """Make a film of ffmpeg's test pictures.

    Args:
        path: Where.
        *arguments: Options of ffmpeg behind the source.
        source: A source of the filter library, empty for none.
    """
    ffmpeg = pytest.importorskip("imageio_ffmpeg").get_ffmpeg_exe()
    first = ["-f", "lavfi", "-i", source] if source else []
    done = subprocess.run(
        [ffmpeg, "-y", "-loglevel", "error", *first, *arguments, str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return path
