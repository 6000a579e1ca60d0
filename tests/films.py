"""Films made and read back, and a guard for machines that cannot draw; ``tests/conftest.py`` offers both."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Film:
    """A film read back: what ffmpeg says about its stream, and its pictures (T, H, W, 3) uint8."""

    about: str
    pictures: np.ndarray


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


@pytest.fixture
def read_film() -> Callable[[Path], Film]:
    """Return a reader of films, by ffmpeg since ``imageio_ffmpeg.read_frames`` leaves its pipes open."""
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    import numpy as np

    def read(path: Path) -> Film:
        command = [
            imageio_ffmpeg.get_ffmpeg_exe(),
            "-i",
            str(path),
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-",
        ]
        result = subprocess.run(command, capture_output=True, check=True)
        about = next(line for line in result.stderr.decode().splitlines() if "Video: h264" in line)
        size = re.search(r", (\d+)x(\d+)", about)
        assert size is not None
        pictures = np.frombuffer(result.stdout, dtype=np.uint8)
        return Film(about, pictures.reshape(-1, int(size[2]), int(size[1]), 3))

    return read


@pytest.fixture(scope="session")
def can_render() -> str:
    """Return the backend that draws, or skip the test where there is none."""
    from understudy.drawing.backend import rendering_available

    pytest.importorskip("PIL")
    backend = rendering_available()
    if backend is None:
        pytest.skip("no off-screen OpenGL here: install libegl1 and libgl1-mesa-dri, or libosmesa6")
    return backend
