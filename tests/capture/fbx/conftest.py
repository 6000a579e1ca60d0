"""A made-up walk as the records of an FBX file, which tests change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from understudy.export.captures.bone_frames import in_bone_frames
from understudy.export.captures.fbx import FbxStyle, fbx_records, write_fbx
from understudy.export.captures.fbx_records import Record, as_binary, as_text
from understudy.synth import SyntheticMotion, make

FPS = 30.0


@pytest.fixture(scope="session")
def walk() -> SyntheticMotion:
    return make("walk", seconds=1.0, fps=FPS)


@pytest.fixture
def put(tmp_path: Path, walk: SyntheticMotion) -> Callable[..., Path]:
    """Return a function that writes the walk in some style."""

    def write(**style: object) -> Path:
        path = tmp_path / "walk.fbx"
        motion = walk
        write_fbx(
            path,
            motion.skeleton,
            motion.root_positions,
            motion.local_rotations,
            motion.fps,
            replace(FbxStyle(), **style),
        )
        return path

    return write


@pytest.fixture
def records(walk: SyntheticMotion) -> list[Record]:
    """Return the walk's records, in centimetres."""
    motion = in_bone_frames(walk.skeleton, walk.root_positions, walk.local_rotations)
    motion = replace(motion, places=100.0 * motion.places, root=100.0 * motion.root)
    return list(fbx_records(motion, FPS, FbxStyle()))


@pytest.fixture
def save(tmp_path: Path) -> Callable[[Sequence[Record], bool], Path]:
    """Return a function that writes records in binary, or as a text."""

    def write(found: Sequence[Record], is_binary: bool = True) -> Path:
        path = tmp_path / "changed.fbx"
        path.write_bytes(as_binary(found) if is_binary else as_text(found))
        return path

    return write


def with_more(found: Sequence[Record], section: str, more: Sequence[Record]) -> list[Record]:
    """Return records with more of them in a section."""
    return [
        replace(record, inner=[*record.inner, *more]) if record.name == section else record
        for record in found
    ]
