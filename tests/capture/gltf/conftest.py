"""A made-up walk as a glTF scene, which tests change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from understudy.export.captures.bone_frames import in_bone_frames
from understudy.export.captures.gltf import GltfScene, GltfStyle, packed
from understudy.synth import SyntheticMotion, make

FPS = 30.0
Scene = dict[str, Any]


@pytest.fixture(scope="session")
def walk() -> SyntheticMotion:
    return make("walk", seconds=1.0, fps=FPS)


@pytest.fixture
def built(walk: SyntheticMotion) -> GltfScene:
    motion = in_bone_frames(walk.skeleton, walk.root_positions, walk.local_rotations)
    return GltfScene(motion, FPS, GltfStyle())


@pytest.fixture
def scene(built: GltfScene) -> Scene:
    """Return the JSON of the walk, free to be changed."""
    return json.loads(json.dumps(built.data))


@pytest.fixture
def save(tmp_path: Path, built: GltfScene) -> Callable[..., Path]:
    """Return a function that writes a changed scene with the walk's numbers."""

    def write(changed: Scene, container: str = "glb", buffer: bytes | None = None) -> Path:
        path = tmp_path / "changed"
        path.write_bytes(packed(changed, bytes(built.buffer) if buffer is None else buffer, container))
        return path

    return write
