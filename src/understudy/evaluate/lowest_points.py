"""The lowest point of a robot in every frame: its shapes, and what its card knows of its feet."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.kernels.compilation import lean_inner_kernel, lean_kernel
from understudy.robots.robot import Robot

_ROUNDING = 1e-9
"""Length [m] by which balls are larger, since whatever they leave out is not looked at."""


class _Points(NamedTuple):
    """What may be lowest of a robot: P points, and S shapes of C balls in all, each in a larger ball."""

    bodies: np.ndarray  # (P,)
    points: np.ndarray  # (P, 3) [m] in the body's frame
    shapes: np.ndarray  # (S,) bodies
    middles: np.ndarray  # (S, 3) [m] of the ball around a shape
    reaches: np.ndarray  # (S,) [m] its radius
    first: np.ndarray  # (S + 1,) where the balls of a shape begin
    centres: np.ndarray  # (C, 3) [m]
    radii: np.ndarray  # (C,) [m]


def lowest_points(robot: Robot, poses: Poses) -> np.ndarray:
    """Return the height (T,) [m] of the lowest point of a robot, of which the poses are of all bodies.

    Robots without meshes end in their ankles as far as shapes tell.
    """
    lowest = np.empty(poses.frame_count)
    _write_lowest(_points_of(robot), poses.positions, poses.orientations, lowest)
    return lowest


@lru_cache(maxsize=32)
def _points_of(robot: Robot) -> _Points:
    """Return what may be lowest of a robot; not to be written to."""
    known = [(sole.body, sole.points) for sole in robot.soles.values()]
    known += [(landmark.body, landmark.point[None]) for landmark in robot.landmarks.values()]
    bodies = [body for body, points in known for _ in points]
    shapes = robot.surface
    middles = np.array([shape.centres.mean(axis=0) for shape in shapes]).reshape(-1, 3)
    reaches = [
        float((np.linalg.norm(shape.centres - middle, axis=1) + shape.radii).max()) + _ROUNDING
        for shape, middle in zip(shapes, middles, strict=True)
    ]
    return _Points(
        bodies=np.array(bodies, dtype=np.int64),
        points=np.concatenate([np.zeros((0, 3)), *(points for _, points in known)]),
        shapes=np.array([shape.body for shape in shapes], dtype=np.int64),
        middles=middles,
        reaches=np.array(reaches, dtype=np.float64),
        first=np.cumsum([0, *(len(shape.centres) for shape in shapes)], dtype=np.int64),
        centres=np.concatenate([np.zeros((0, 3)), *(shape.centres for shape in shapes)]),
        radii=np.concatenate([np.zeros(0), *(shape.radii for shape in shapes)]),
    )


@lean_kernel
def _write_lowest(
    known: _Points, positions: np.ndarray, orientations: np.ndarray, lowest: np.ndarray
) -> None:
    for frame in range(len(lowest)):
        places, turns = positions[frame], orientations[frame]
        least = math.inf
        for body in range(1, len(places)):
            least = min(least, places[body, 2])
        for index in range(len(known.bodies)):
            least = min(least, _height(places, turns, known.bodies[index], known.points[index]))
        # Most shapes are far above the feet: a ball around each tells the frames in which it counts.
        for shape in range(len(known.shapes)):
            body = known.shapes[shape]
            if _height(places, turns, body, known.middles[shape]) - known.reaches[shape] < least:
                for ball in range(known.first[shape], known.first[shape + 1]):
                    bottom = _height(places, turns, body, known.centres[ball]) - known.radii[ball]
                    least = min(least, bottom)
        lowest[frame] = least


@lean_inner_kernel
def _height(places: np.ndarray, turns: np.ndarray, body: int, point: np.ndarray) -> float:
    """Return the height [m] of a point that is fixed to a body."""
    up = turns[body, 2]
    return places[body, 2] + ((up[0] * point[0] + up[1] * point[1]) + up[2] * point[2])
