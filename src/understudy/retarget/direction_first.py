"""Weights of ``track`` for comparing directions of segments, as the infant study does (Fiala 5.1)."""

from __future__ import annotations

from understudy.retarget.track_options import TrackOptions


def direction_options(limits: bool = True) -> TrackOptions:
    """Return options with which ``track`` gives up directions in the order in which a pose can spare them.

    Where limits bind, something has to give. Directions are compared in the frame of the trunk, so the trunk
    comes first, and shoulders and hips, which carry it, next. A leg gives at the shin before the thigh. An
    arm shares its error out: where a shoulder's axes are not a person's, neither of its segments fits.

    Args:
        limits: Whether limits of position, velocity and acceleration hold.
    """
    return TrackOptions(
        segments={
            "trunk": 100.0,
            "hip_line": 15.0,
            "shoulder_line": 15.0,
            "thigh": 30.0,
            "shin": 3.0,
            "upper_arm": 1.45,
            "forearm": 1.0,
        },
        limits=limits,
        velocity_limits=limits,
        acceleration_limits=limits,
    )
