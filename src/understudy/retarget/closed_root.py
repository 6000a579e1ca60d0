"""The root of a free robot in closed form: turned as the person's pelvis, hips where ``track`` wants them."""

from __future__ import annotations

import numpy as np

from understudy.anatomy.body_vectors import body_vectors, chest_axes, pelvis_axes
from understudy.anatomy.components import Axes
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.retarget.placement import HIPS, place
from understudy.retarget.robot_trunk import SPINE_END
from understudy.robots.parts import has_waist, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot


def root_poses(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return root position [m] and orientation wxyz, (T, 7).

    Robots without a waist turn as the chest does. Frames that do not show the pelvis keep the last
    orientation, and those that do not show the hips the last place.
    """
    home = np.array(robot.home[:7])
    orientation = rot.multiply(_trunk_orientations(human, robot), home[3:])
    spots = place(human, robot, partial_stance=0.0)
    poses = np.concatenate([np.tile(home[:3], (human.frame_count, 1)), orientation], axis=1)
    hips = robot.middles.get(HIPS)
    if hips is not None and HIPS in spots.names and spots.known[:, spots.names.index(HIPS)].any():
        column = spots.names.index(HIPS)
        data = home_data(robot.model, robot.home)
        lever = rot.rotate(rot.conjugate(home[3:]), point_in_world(data, hips) - home[:3])
        where = _held(spots.places[:, column], spots.known[:, column])
        poses[:, :3] = where - rot.rotate(orientation, lever)
    return poses


def _trunk_orientations(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return (T, 4) wxyz how the part of the person is turned that the robot's root stands for."""
    vectors = body_vectors(human, SPINE_END)
    choices = [chest_axes(vectors, exact_is_left=True)]
    if has_waist(robot.frames):
        choices.insert(0, pelvis_axes(vectors))
    axes = next((axes for axes in choices if axes.known.any()), None)
    if axes is None:
        raise InvalidMotionError(
            f"{human.provenance.source}: neither pelvis nor chest is seen, expected hips and shoulders"
        )
    return rot.continuous(rot.from_matrix(_held(_matrices(axes), axes.known)))


def _matrices(axes: Axes) -> np.ndarray:
    """Return (T, 3, 3) rotations from the part to the world."""
    return np.stack([axes.forward.T, axes.left.T, axes.up.T], axis=-1)


def _held(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return values (T, ...) with unknown frames filled by the last known one, at the start by the first."""
    last = np.maximum.accumulate(np.where(known, np.arange(len(known)), -1))
    return values[np.where(last < 0, int(np.argmax(known)), last)]
