"""A person's landmarks as C3D."""

from __future__ import annotations

from pathlib import Path

from understudy.export.captures.c3d import write_c3d
from understudy.export.person.points import landmarks_as_recording
from understudy.motion import HumanMotion


def write(path: Path, motion: HumanMotion) -> None:
    """Write landmarks as points in millimetres, z up."""
    write_c3d(path, landmarks_as_recording(motion))
