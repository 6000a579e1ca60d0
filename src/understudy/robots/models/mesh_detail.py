"""How many triangles each mesh of a robot may keep, since MuJoCo takes a kilobyte for each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from understudy.robots.models.mesh_stream import count_faces

MOST_FACES = 400_000
"""Of all meshes of a robot together: 1.4 times as many as those of the catalogue have at most."""

FEWEST_FACES = 500
"""That a mesh keeps, however many others there are."""


def faces_kept(paths: Iterable[Path], most: int = MOST_FACES) -> int:
    """Return how many triangles a mesh may keep so that all of them together have at most so many.

    Small meshes are kept as they are, and large ones have to do with what these leave.

    Args:
        paths: The meshes' files, each as often as it is used with a scale of its own.
        most: Triangles of all meshes.
    """
    paths = list(paths)
    known = {path: count_faces(path) for path in set(paths)}
    counts = np.sort([known[path] for path in paths])
    left = most
    for index, count in enumerate(counts):
        share = left // (len(counts) - index)
        if count > share:
            return max(share, FEWEST_FACES)
        left -= int(count)
    return most
