"""Weights of ``track`` for the study: what gives way where limits bind.

Where the closed form is exact on a robot, cropping leaves the upper segment of a limb where it belongs and
puts all of the error into the lower one. ``track`` then does the same, so that it is worse nowhere. On a
robot whose axes are not a person's, neither segment fits in closed form, and the error is shared out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from understudy.evaluate.body_vectors import vector_errors
from understudy.retarget import GeometricOptions, TrackOptions, geometric
from understudy.retarget.direction_first import direction_options
from understudy.robots import Robot
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.source import human_from_robot
from understudy.study.judged_body import judged_body, judged_robot

_FREE = {
    "trunk": 10.0,
    "hip_line": 5.0,
    "shoulder_line": 5.0,
    "thigh": 5.0,
    "shin": 2.0,
    "upper_arm": 1.2,
    "forearm": 1.0,
}
"""Weights [1/rad] without limits: all directions fit, and weights of one size are solved for faster."""

_UPPER_FIRST = {"thigh": 60.0, "shin": 1.0, "upper_arm": 30.0, "forearm": 1.0}
"""Weights [1/rad] of limbs whose upper segments are not to give way to limits."""

_SHARED = {"upper_arm": 1.2, "forearm": 1.0}
"""Weights [1/rad] of arms that share out their error: on iCub, about as much better than the closed form at
the upper arm as at the forearm."""

_EXTREMITIES = {"hand": 0.02, "foot": 0.02}
"""Weights [1/rad] of how hands and feet are turned: only where that bends no forearm and no shin."""

_EXACT = np.radians(0.1)
"""Error [rad] up to which a closed form counts as exact."""

_POSES = 64
_SEED = 5
_REACH = 0.6
"""How many poses are tried, and the share of each joint's range that they cover."""


def study_options(robot: Robot, limits: bool) -> TrackOptions:
    """Return the options with which ``track`` follows directions on a robot.

    Velocity limits hold even where position limits are lifted: a joint without either may turn on and on.
    """
    options = direction_options(limits)
    weights = _FREE if not limits else _UPPER_FIRST if closed_form_is_exact(robot) else _SHARED
    return replace(
        options,
        segments={**options.segments, **weights},
        parts={**options.parts, **_EXTREMITIES},
        velocity_limits=True,
    )


@lru_cache(maxsize=64)
def closed_form_is_exact(robot: Robot) -> bool:
    """Tell whether a robot gets its own poses back from the closed form."""
    generator = np.random.default_rng(_SEED)
    q = np.tile(robot.home, (_POSES, 1))
    first = len(robot.home) - len(robot.joints)
    for spec in anatomical_table(robot).values():
        column = robot.joints.index(spec.joint)
        low, high = max(robot.lower[column], -np.pi), min(robot.upper[column], np.pi)
        q[:, first + column] = 0.5 * (low + high) + _REACH * (high - low) * (generator.random(_POSES) - 0.5)
    own = human_from_robot(robot, q, 1.0)
    again = geometric(own, robot, GeometricOptions(limits=False))
    errors = vector_errors(judged_body(own), judged_robot(robot, again.q, 1.0))
    return bool(errors) and all(float(np.nanmedian(error)) < _EXACT for error in errors.values())
