"""Keyframes for a MuJoCo model, one a frame, in a file that the model includes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.export.clip import Clip
from understudy.motion.archive import write_bytes


def write(path: Path, clip: Clip) -> None:
    """Write ``<key>`` elements with all coordinates and velocities; digits are exact."""
    lines = ["<mujoco>", "  <keyframe>"]
    for frame, (q, v) in enumerate(zip(clip.q, clip.coordinate_velocities, strict=True)):
        time = repr(frame / clip.fps)
        lines.append(f'    <key name="frame_{frame}" time="{time}" qpos="{_row(q)}" qvel="{_row(v)}"/>')
    lines += ["  </keyframe>", "</mujoco>", ""]
    write_bytes(path, "\n".join(lines).encode())


def _row(values: np.ndarray) -> str:
    return " ".join(map(repr, values.tolist()))
