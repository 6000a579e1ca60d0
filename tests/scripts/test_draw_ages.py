"""The picture of five ages can be drawn, shows everybody, and is shipped."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.drawing.backend import rendering_available

PROJECT = Path(__file__).resolve().parent.parent.parent
MAX_BYTES = 300_000
SIZE = (240, 160)


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("draw_ages", PROJECT / "scripts" / "draw_ages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_everybody_is_in_the_picture(script: ModuleType) -> None:
    if rendering_available() is None:
        pytest.skip("no off-screen OpenGL here")
    picture = script.draw(size=SIZE).astype(float)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    # Skin is much redder than blue, which neither floor nor background is.
    skin = picture[..., 0] - picture[..., 2] > 45.0
    columns = np.flatnonzero(skin.any(axis=0))
    groups = np.split(columns, np.flatnonzero(np.diff(columns) > 2) + 1)
    assert len(groups) >= len(script.AGES)
    tops = [int(np.flatnonzero(skin[:, group].any(axis=1)).min()) for group in groups]
    assert tops[0] > min(tops) + 0.4 * SIZE[1]


def test_the_shipped_picture_is_small() -> None:
    assert 0 < (PROJECT / "docs" / "images" / "ages.png").stat().st_size < MAX_BYTES
