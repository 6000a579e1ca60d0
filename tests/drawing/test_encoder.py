"""ffmpeg, and what is left when it fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.drawing.encoder import encode_film
from understudy.errors import OutputError, RenderError

imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")

SIZE = (64, 48)
COLOUR = (200, 60, 30)


def pictures(count: int) -> Iterator[np.ndarray]:
    for _ in range(count):
        yield np.full((SIZE[1], SIZE[0], 3), COLOUR, dtype=np.uint8)


def test_colours_and_number_of_pictures_come_back(tmp_path: Path, read_film: Callable[[Path], Any]) -> None:
    path = tmp_path / "film.mp4"
    encode_film(path, pictures(7), SIZE, fps=24000.0 / 1001.0)
    film = read_film(path)
    assert film.pictures.shape == (7, SIZE[1], SIZE[0], 3)
    assert "23.98 fps" in film.about
    np.testing.assert_allclose(film.pictures[3].mean(axis=(0, 1)), COLOUR, atol=6.0)
    assert os.listdir(tmp_path) == ["film.mp4"]


def test_equal_pictures_give_equal_files(tmp_path: Path) -> None:
    for name in ("a.mp4", "b.mp4"):
        encode_film(tmp_path / name, pictures(5), SIZE, fps=30.0)
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()


def test_a_failing_ffmpeg_is_quoted_and_leaves_nothing(tmp_path: Path) -> None:
    odd = (63, 47)
    frames = (np.zeros((odd[1], odd[0], 3), dtype=np.uint8) for _ in range(200))
    with pytest.raises(OutputError, match=r"film\.mp4: ffmpeg says width not divisible by 2"):
        encode_film(tmp_path / "film.mp4", frames, odd, fps=30.0)
    assert os.listdir(tmp_path) == []


def test_a_missing_folder_is_an_output_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        encode_film(tmp_path / "missing" / "film.mp4", pictures(1), SIZE, fps=30.0)


def test_a_missing_ffmpeg_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_ffmpeg() -> str:
        raise RuntimeError("No ffmpeg exe could be found")

    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", no_ffmpeg)
    with pytest.raises(RenderError, match="films need ffmpeg"):
        encode_film(tmp_path / "film.mp4", pictures(1), SIZE, fps=30.0)


def test_a_missing_package_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(RenderError, match=r"pip install 'understudy\[view\]'"):
        encode_film(tmp_path / "film.mp4", pictures(1), SIZE, fps=30.0)
