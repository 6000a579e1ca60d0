"""How much farther away cameras stand, so that kicks and raised arms are not cut off.

A lane is filled by somebody who stands. Limbs reach beyond that at times, and in the worst frames most of
all. Cameras of all lanes stand farther away by the same share, so that performers stay alike in size.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.view.camera import Camera
from understudy.view.performer import Performer
from understudy.view.viewpoint import Viewpoint

LOOKS = 600
"""Moments at which performers are looked at, spread evenly: of half a minute every twentieth of a second."""

EDGE = 0.97
"""Share of half a picture that limbs may take."""

FARTHEST = 1.7
"""Times as far away that cameras stand at the most: somebody who is thrown about is shown in part."""


def cameras_with_room(
    performers: Sequence[Performer], viewpoint: Viewpoint, size: tuple[int, int]
) -> list[list[Camera]]:
    """Return from where each performer is seen at each of its frames, all from alike and far enough away.

    Args:
        performers: Who is shown.
        viewpoint: The side from which they are seen.
        size: Width and height of their pictures [pixels].
    """
    cameras = [viewpoint.cameras(performer, size) for performer in performers]
    room = room_for_all(performers, cameras, size)
    return [[camera.from_farther(room) for camera in own] for own in cameras]


def room_for_all(
    performers: Sequence[Performer], cameras: Sequence[Sequence[Camera]], size: tuple[int, int]
) -> float:
    """Return how many times as far away cameras stand for all to be seen, at least 1.

    Args:
        performers: Who is shown.
        cameras: Of each of them, one for each of its frames.
        size: Width and height of their pictures [pixels].
    """
    first, count = performers[0], len(cameras[0])
    looks = np.unique(np.linspace(0, count - 1, min(LOOKS, count)).round().astype(int))
    most = 1.0
    for performer, own in zip(performers, cameras, strict=True):
        frames = np.minimum((looks * performer.fps / first.fps).round().astype(int), len(own) - 1)
        needed = distances_needed(performer, own, np.unique(frames), size)
        most = max(most, float(needed.max()) / own[0].distance)
    return min(most, FARTHEST)


def distances_needed(
    performer: Performer, cameras: Sequence[Camera], frames: np.ndarray, size: tuple[int, int]
) -> np.ndarray:
    """Return the distances (N,) [m] from which cameras see all of a performer at some frames (N,)."""
    width, height = size
    upright = EDGE * np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW))
    across = upright * width / height
    found = np.zeros(len(frames))
    for index, frame in enumerate(frames.tolist()):
        camera, points_w = cameras[frame], performer.points_w(frame)
        if len(points_w):
            right_w, _ = camera.horizontal_axes_w()
            away_w = camera.forward_w()
            offset = points_w - camera.target_w
            right, up, away = (offset @ axis for axis in (right_w, np.cross(right_w, away_w), away_w))
            # A point is within the picture where its offset is at most so many times its distance.
            found[index] = np.max(np.maximum(np.abs(right) / across, np.abs(up) / upright) - away)
    return found
