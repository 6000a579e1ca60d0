"""Joints of a specification changed: some locked at an angle, balls turned into three hinges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_joint
from understudy.spatial import rotations as rot

_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


def matching_joints(names: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """Return the joints that any pattern with ``*`` and ``?`` matches; one that matches none is an error."""
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise RobotError(f"[model] lock: {unknown_name('joint', pattern, names)}")
    return [name for name in names if any(fnmatchcase(name, pattern) for pattern in patterns)]


def lock_joints(
    spec: mujoco.MjSpec, model: mujoco.MjModel, patterns: Sequence[str], home: Mapping[str, float]
) -> tuple[str, ...]:
    """Take joints out of a specification, the parts behind them fixed where these joints stand at home.

    Args:
        spec: The specification, changed in place.
        model: The same specification compiled, which tells where bodies are.
        patterns: Names of joints, with ``*`` and ``?``.
        home: Angle [rad] or travel [m] of joints at home; joints left out stay at the model's reference.

    Returns:
        The names of the joints that were taken out, with those that followed them.
    """
    scalar = [model.joint(j).name for j in range(model.njnt) if int(model.jnt_type[j]) in _SCALAR]
    values = {name: home.get(name, _reference(model, name)) for name in matching_joints(scalar, patterns)}
    for follower, driver, polynomial in _couplings(model):
        if driver in values and follower not in home:
            x = values[driver] - _reference(model, driver)
            values[follower] = _reference(model, follower) + float(np.polyval(polynomial[::-1], x))
    for name, value in values.items():
        _lock(spec, model, name, value - _reference(model, name))
    for name in values:
        delete_joint(spec, name)
    return tuple(values)


def split_balls(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Replace every ball joint by three hinges about x, y and z, whose angles are what ``q`` can hold."""
    for joint in [joint for joint in spec.joints if joint.type == mujoco.mjtJoint.mjJNT_BALL]:
        body, name = joint.parent, joint.name
        # An attached model may count angles in another unit than the one that it is attached to.
        half_turn = 180.0 if getattr(body, "compiler", spec.compiler).degree else np.pi
        pos, limit = np.array(joint.pos), float(joint.range[1]) or half_turn
        if body.joints[-1].name != joint.name:
            raise RobotError(f"body '{body.name}': a ball joint before other joints is not supported")
        delete_joint(spec, joint.name)
        for axis, letter in zip(np.eye(3), "xyz", strict=True):
            body.add_joint(
                name=f"{name}_{letter}",
                type=mujoco.mjtJoint.mjJNT_HINGE,
                pos=pos,
                axis=axis,
                range=[-limit, limit],
            )
        notes.add(f"ball joint '{name}' becomes three hinges")


def _reference(model: mujoco.MjModel, name: str) -> float:
    return float(model.qpos0[model.joint(name).qposadr[0]])


def _couplings(model: mujoco.MjModel) -> list[tuple[str, str, np.ndarray]]:
    """Return (follower, driver, polynomial) of every joint equality."""
    return [
        (
            model.joint(int(model.eq_obj1id[e])).name,
            model.joint(int(model.eq_obj2id[e])).name,
            np.array(model.eq_data[e][:5]),
        )
        for e in range(model.neq)
        if model.eq_type[e] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[e] >= 0
    ]


def _lock(spec: mujoco.MjSpec, model: mujoco.MjModel, name: str, change: float) -> None:
    """Move a joint's body to where it is after a change [rad or m] of that joint.

    With the joint's move M, a body at B whose joints before it move by E stands at B E M = B M (M⁻¹ E M):
    the body goes to B M, and the earlier joints of the same body are seen from there.
    """
    joint = model.joint(name)
    body = int(joint.bodyid[0])
    is_slide = joint.type[0] == mujoco.mjtJoint.mjJNT_SLIDE
    turn = rot.IDENTITY if is_slide else rot.from_axis_angle(joint.axis, change)
    shift = change * joint.axis if is_slide else joint.pos - rot.rotate(turn, joint.pos)
    if not change:
        return
    model.body_pos[body] += rot.rotate(model.body_quat[body], shift)
    model.body_quat[body] = rot.multiply(model.body_quat[body], turn)
    back = rot.conjugate(turn)
    for earlier in range(int(model.body_jntadr[body]), int(joint.id)):
        model.jnt_axis[earlier] = rot.rotate(back, model.jnt_axis[earlier])
        model.jnt_pos[earlier] = rot.rotate(back, model.jnt_pos[earlier] - shift)
        moved = spec.joint(model.joint(earlier).name)
        moved.axis, moved.pos = model.jnt_axis[earlier], model.jnt_pos[earlier]
    placed = spec.body(model.body(body).name)
    placed.pos, placed.quat = model.body_pos[body], model.body_quat[body]
    placed.alt.type = mujoco.mjtOrientation.mjORIENTATION_QUAT
