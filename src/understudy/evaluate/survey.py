"""One walk through a motion: where the compared parts are, what is lowest, and what is under the floor.

Poses of all bodies of a long clip would take hundreds of megabytes. They are looked at in blocks, and only
those of bodies that directions, orientations and feet are read off are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.evaluate.ground_depth import depths_in_ground
from understudy.evaluate.lowest_points import lowest_points
from understudy.evaluate.poses import Poses, frame_blocks, pose_robot
from understudy.kernels.compilation import lean_kernel
from understudy.motion import RobotMotion
from understudy.motion.terrain import LEVEL, Terrain
from understudy.robots.body_geoms import body_geoms
from understudy.robots.robot import Robot

_ROOT = 1


@dataclass(frozen=True, eq=False)
class Survey:
    """What a motion's poses tell, frame by frame.

    Attributes:
        poses: Of the bodies that carry landmarks, parts and soles, and of the root.
        lowest: (T,) height of the lowest point of the robot [m].
        depth: (T,) how deep the deepest geom reaches into the ground [m], 0 where none does.
        deepest: (T,) the body of that geom, 0 for a robot without geoms.
    """

    poses: Poses
    lowest: np.ndarray
    depth: np.ndarray
    deepest: np.ndarray


Poser = Callable[[np.ndarray, int], Poses]
"""Function of coordinates (N, Q) and the number of their first frame that returns the poses of all bodies."""


def survey(robot: Robot, motion: RobotMotion, ground: Terrain = LEVEL, poser: Poser | None = None) -> Survey:
    """Look at all frames of a motion.

    Args:
        robot: The robot.
        motion: Its motion.
        ground: Steps and ramps where there are some.
        poser: Who finds the poses, and looks at something in them by the way.
    """
    count, model = motion.frame_count, robot.model
    bodies, geoms = compared_bodies(robot), body_geoms(model)
    columns = np.full(model.nbody, -1)
    columns[bodies] = np.arange(len(bodies))
    # Frames of one body lie side by side, since bodies are looked at one after the other.
    places, turns = np.empty((len(bodies), count, 3)), np.empty((len(bodies), count, 3, 3))
    poses = Poses(places.swapaxes(0, 1), turns.swapaxes(0, 1), columns)
    lowest, depth, deepest = np.zeros(count), np.zeros(count), np.zeros(count, dtype=np.int64)
    for block in frame_blocks(count):
        some = motion.q[block]
        every = pose_robot(robot, some) if poser is None else poser(some, block.start)
        _gather(every.positions, every.orientations, bodies, block.start, places, turns)
        # How high a robot on a fixed base stands over the floor is not known.
        if robot.has_free_base:
            lowest[block] = lowest_points(robot, every)
            if len(geoms):
                depths = depths_in_ground(model, every, geoms, ground)
                of_frame = depths.argmax(axis=1)
                depth[block] = depths[np.arange(len(depths)), of_frame]
                deepest[block] = model.geom_bodyid[geoms[of_frame]]
    return Survey(poses, lowest, depth, deepest)


@lean_kernel
def _gather(
    positions: np.ndarray,
    orientations: np.ndarray,
    bodies: np.ndarray,
    first: int,
    places: np.ndarray,
    turns: np.ndarray,
) -> None:
    """Copy poses (N, B, 3) and (N, B, 3, 3) of some bodies, frame after frame, from a first frame on."""
    for item in range(len(bodies)):
        for frame in range(len(positions)):
            place, turn = positions[frame, bodies[item]], orientations[frame, bodies[item]]
            for row in range(3):
                places[item, first + frame, row] = place[row]
                for column in range(3):
                    turns[item, first + frame, row, column] = turn[row, column]


@lru_cache(maxsize=32)
def compared_bodies(robot: Robot) -> np.ndarray:
    """Return the bodies (N,) that carry landmarks, parts and soles, and the root; not to be written to."""
    carried = (robot.landmarks, robot.middles, robot.frames, robot.soles)
    return np.array(sorted({_ROOT, *(item.body for items in carried for item in items.values())}))
