"""Charts of a performance in simulation over time."""

from __future__ import annotations

import math

import numpy as np

from understudy.evaluate.headline import find
from understudy.evaluate.report import theme
from understudy.evaluate.rollout_headlines import TRACKING_TARGET
from understudy.motion import Evaluation


def rollout_over_time(evaluation: Evaluation, time: np.ndarray) -> str | None:
    """Return joint errors, motors' use and contact force; None where nothing was simulated."""
    error, use = find(evaluation, "tracking/joints"), find(evaluation, "effort/torque_use")
    force = find(evaluation, "contact/force")
    if error is None or use is None or force is None:
        return None
    joints, motors, contact = theme.panels(5.2, 3, sharex=True)
    joints.plot(*theme.thin(time, np.degrees(error.series)), color=theme.LEFT, label="joints, RMS")
    tilt = find(evaluation, "falls/tilt")
    if tilt is not None:
        joints.plot(*theme.thin(time, np.degrees(tilt.series)), color=theme.RIGHT, label="root's lean")
        theme.legend_above(joints)
    joints.axhline(math.degrees(TRACKING_TARGET), color=theme.LIMIT, linewidth=0.9, linestyle="--")
    joints.set_title("How far off (dashed: 4°)")
    joints.set_ylabel("[deg]")
    motors.plot(*theme.thin(time, 100.0 * use.series), color=theme.LEFT)
    motors.axhline(100.0, color=theme.LIMIT, linewidth=0.9, linestyle="--")
    motors.set_title("Largest share of its largest torque that any motor gives")
    motors.set_ylabel("[%]")
    contact.plot(*theme.thin(time, force.series), color=theme.LEFT)
    contact.set_title("Sum of the normal forces on the robot")
    contact.set_ylabel("[N]")
    contact.set_xlabel("time [s]")
    for axes in (joints, motors, contact):
        axes.set_ylim(bottom=0.0)
    theme.span(contact, time)
    return theme.to_svg(contact, "Errors, torques and contact forces in simulation over time")
