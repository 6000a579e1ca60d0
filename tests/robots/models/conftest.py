"""Model files written on the spot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_compiler import compile_model


@pytest.fixture
def compiled(tmp_path: Path) -> Callable[..., LoadedModel]:
    """Return a function that writes a model's text to a file and compiles it."""

    def compile_text(text: str, file: str = "m.urdf", **options: Any) -> LoadedModel:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return compile_model(path, **options)

    return compile_text


@pytest.fixture
def binary_stl() -> bytes:
    """Return a tetrahedron with corners at the origin and 1 m along each axis."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4")
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    records = b"".join(bytes(12) + corners[list(face)].tobytes() + bytes(2) for face in faces)
    return bytes(80) + len(faces).to_bytes(4, "little") + records
