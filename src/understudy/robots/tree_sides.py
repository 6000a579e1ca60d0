"""Which side of a joint is the pelvis's, whichever body a model is rooted in."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco


def path_to_world(model: mujoco.MjModel, body: int) -> list[int]:
    """Return a body and all that it hangs on, the world last."""
    path = [body]
    while path[-1] > 0:
        path.append(int(model.body_parentid[path[-1]]))
    return path


def body_before(model: mujoco.MjModel, joint: int, pelvis: int) -> int:
    """Return the body on the pelvis's side of a joint.

    Args:
        model: The compiled model.
        joint: Index of the joint.
        pelvis: Index of the body that the pelvis is.
    """
    lower = int(model.jnt_bodyid[joint])
    return lower if lower in path_to_world(model, pelvis) else int(model.body_parentid[lower])


def distance(model: mujoco.MjModel, one: int, other: int) -> int:
    """Return how many bodies lie between two, counted along the tree."""
    first, second = path_to_world(model, one), path_to_world(model, other)
    shared = len(set(first) & set(second))
    return len(first) + len(second) - 2 * shared


def body_before_all(model: mujoco.MjModel, joints: Sequence[int], pelvis: int) -> int:
    """Return the body before the first of some joints, seen from the pelvis."""
    carriers = [body_before(model, joint, pelvis) for joint in joints]
    return min(carriers, key=lambda body: distance(model, body, pelvis))


def last_shared(model: mujoco.MjModel, one: int, other: int, pelvis: int) -> int:
    """Return the last body on the ways from the pelvis to two bodies that both ways have."""
    ways = [way(model, pelvis, end) for end in (one, other)]
    shared = [a for a, b in zip(*ways, strict=False) if a == b]
    return shared[-1]


def joints_between(model: mujoco.MjModel, start: int, end: int) -> list[int]:
    """Return the joints on the way from one body to another, in the order in which they are met."""
    found: list[int] = []
    bodies = way(model, start, end)
    for here, there in zip(bodies, bodies[1:], strict=False):
        down = int(model.body_parentid[there]) == here
        lower = there if down else here
        first, count = int(model.body_jntadr[lower]), int(model.body_jntnum[lower])
        joints = [j for j in range(first, first + count) if model.jnt_type[j] != mujoco.mjtJoint.mjJNT_FREE]
        found += joints if down else joints[::-1]
    return found


def is_turned(model: mujoco.MjModel, joint: int, pelvis: int) -> bool:
    """Return whether a joint's axis counts the other way when it is seen from the pelvis."""
    return int(model.jnt_bodyid[joint]) in path_to_world(model, pelvis)


def way(model: mujoco.MjModel, start: int, end: int) -> list[int]:
    """Return the bodies from one to another along the tree, both included."""
    up, down = path_to_world(model, start), path_to_world(model, end)
    meeting = next(body for body in up if body in down)
    return up[: up.index(meeting) + 1] + down[: down.index(meeting)][::-1]
