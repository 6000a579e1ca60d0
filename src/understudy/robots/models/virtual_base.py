"""Floating bases written as single joints: three slides and three turns at the root become a free joint."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_joint

_SLIDE, _HINGE, _BALL = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_BALL
_INDEPENDENT = 1e-3
_SPACE = 3


def free_virtual_base(spec: mujoco.MjSpec, root: mujoco.MjsBody, notes: Notes) -> bool:
    """Give a root that slides along and turns about all axes a free joint in place of these joints.

    The joints may sit on one body or on a row of bodies without shapes, as simulators and URDF write them.

    Args:
        spec: The specification, changed in place.
        root: The body on which the robot hangs.
        notes: Told what was replaced.

    Returns:
        Whether it was so.
    """
    joints: list[mujoco.MjsJoint] = []
    body = root
    while True:
        joints += list(body.joints)
        if len(joints) >= 2 * _SPACE or len(body.geoms) or len(body.bodies) != 1 or not len(body.joints):
            break
        body = body.bodies[0]
    slides = [joint for joint in joints if joint.type == _SLIDE]
    hinges = [joint for joint in joints if joint.type == _HINGE]
    balls = [joint for joint in joints if joint.type == _BALL]
    turns = len(balls) == 1 and not hinges or (not balls and len(hinges) == _SPACE and _span(hinges))
    if len(slides) != _SPACE or not _span(slides) or not turns:
        return False
    names = [joint.name for joint in joints]
    for name in names:
        delete_joint(spec, name)
    root.add_freejoint(name="root" if spec.joint("root") is None else "root_free")
    notes.add(f"joints {', '.join(names)} let its root move at will and become one free joint")
    return True


def _span(joints: list[mujoco.MjsJoint]) -> bool:
    """Return whether the axes of three joints point in independent directions."""
    axes = np.array([joint.axis for joint in joints], dtype=np.float64)
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    return bool((lengths > 0.0).all() and abs(np.linalg.det(axes / lengths)) > _INDEPENDENT)
