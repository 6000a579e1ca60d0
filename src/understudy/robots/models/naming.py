"""Names for bodies and joints that have none, since cards and motions know them by name."""

from __future__ import annotations

import mujoco

from understudy.robots.models.notes import Notes


def name_parts(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Name every body and joint that has no name, in the tree's order; the notes keep those of joints."""
    bodies = {body.name for body in spec.bodies}
    joints = {joint.name for joint in spec.joints}
    for index, body in enumerate(spec.bodies[1:], start=1):
        if not body.name:
            body.name = _unused(f"body{index}", bodies)
        for joint in body.joints:
            if not joint.name:
                is_free = joint.type == mujoco.mjtJoint.mjJNT_FREE
                joint.name = _unused("root" if is_free else f"{body.name}_joint", joints)
                notes.named += [] if is_free else [joint.name]


def note_names(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Say how many joints of the robot, which by now is alone, were given a name."""
    count = sum(spec.joint(name) is not None for name in notes.named)
    if count:
        notes.add(f"{count} joint{'s have' if count > 1 else ' has'} no name; named after what they move")


def _unused(wish: str, taken: set[str]) -> str:
    name, number = wish, 2
    while name in taken:
        name, number = f"{wish}{number}", number + 1
    taken.add(name)
    return name
