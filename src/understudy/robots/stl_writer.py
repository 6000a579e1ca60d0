"""Triangles as a binary STL file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.motion.output import write_bytes

_HEADER_BYTES = 80
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def write_stl(path: Path, vertices: np.ndarray, faces: np.ndarray) -> None:
    """Write vertices (N, 3) [m] and faces (F, 3) of vertex indices."""
    write_bytes(path, stl_content(vertices, faces))


def stl_content(vertices: np.ndarray, faces: np.ndarray) -> bytes:
    """Return the file of vertices (N, 3) [m] and faces (F, 3) of vertex indices."""
    corners = np.asarray(vertices, dtype=np.float64)[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    triangles = np.zeros(len(corners), dtype=_TRIANGLE)
    triangles["normal"] = normals / np.where(lengths > 0.0, lengths, 1.0)
    triangles["corners"] = corners
    count = np.array(len(corners), dtype="<u4")
    return bytes(_HEADER_BYTES) + count.tobytes() + triangles.tobytes()
