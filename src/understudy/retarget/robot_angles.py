"""A person's anatomical angles as a robot has to take them, and the joints that play them.

Counted from the robot's own trunk: angles of arms and neck count from the axes of shoulders and spine, and
a robot's shoulder from its chest. Both are the same in a body whose torso turns between the hips; where the
joint is higher, or there are two, the chest tilts more than the spine. Once the torso's joints are known, so
is the difference, and the same arm is read against the robot's chest instead.

Filtered over time, where that is asked for (Fiala 5.2.1): Winter's Butterworth with the cutoff by Yu.

In the order of the robot's joints: anatomical angles are those of pitch, roll, yaw. Many walking robots have
yaw, roll, pitch at their hips; the same turn then has other angles, which its matrix gives in closed form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from understudy.anatomy import AnatomicalAngles, AngleOptions, anatomical_angles
from understudy.anatomy.limbs import SIGN
from understudy.anatomy.names import TORSO
from understudy.anatomy.trunk import TorsoShape
from understudy.errors import InvalidMotionError, RobotError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.retarget.method_options import GeometricOptions
from understudy.robots.card import AngleSpec
from understudy.robots.chain import follow_couplings, relative_pose
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import body_before, distance, is_turned
from understudy.signals import yu_cutoffs, zero_phase_low_pass
from understudy.spatial import rotations as rot

SPINE_END = "mid_shoulders"
"""Where a spine ends that every robot with arms has, and by which directions are compared (Fiala 5.1)."""


def robot_angles(
    human: HumanMotion, robot: Robot, table: Mapping[str, AngleSpec], options: GeometricOptions
) -> AnatomicalAngles:
    """Return a person's angles as a robot has to take them.

    Args:
        human: The person's motion.
        robot: The robot.
        table: Anatomical angle → the joint that plays it.
        options: Whether the robot's trunk is allowed for, and angles are filtered.

    Raises:
        InvalidMotionError: Where the capture shows no angle of the table.
    """
    how = AngleOptions(neck_reference=options.neck_reference)
    if options.levers:
        has_torso = any(angle in table for angle in TORSO)
        how = AngleOptions(options.neck_reference, torso_shape(robot, table), not has_torso, by_trunk=True)
    angles = _read(human, how, options.smooth)
    if not set(angles.names) & set(table):
        raise InvalidMotionError(
            f"the capture shows no anatomical angle that robot '{robot.name}' has a joint for, "
            f"expected some of: {', '.join(table)}"
        )
    if options.levers:
        bent = played_joints(angles, robot, {name: table[name] for name in TORSO if name in table})
        turn = chest_from_torso(robot, dict(zip(robot.joints, bent.T, strict=True)))
        if turn is not None:
            angles = _read(human, how, options.smooth, np.broadcast_to(turn, (human.frame_count, 3, 3)))
    return _in_joint_order(angles, robot, table)


def _read(
    human: HumanMotion, how: AngleOptions, smooth: bool, turn: np.ndarray | None = None
) -> AnatomicalAngles:
    angles = anatomical_angles(human, how, turn)
    return filter_angles(angles).after if smooth else angles


def played_joints(angles: AnatomicalAngles, robot: Robot, table: Mapping[str, AngleSpec]) -> np.ndarray:
    """Return joint coordinates (T, J) [rad or m] with angles sent to the joints that play them by a table.

    Joints that play none stay at home, and coupled ones follow.
    """
    joints = np.tile(robot.home[-len(robot.joints) :], (angles.frame_count, 1))
    for name, spec in table.items():
        if name in angles.names:
            column = joint_column(robot, name, spec)
            lower, upper = robot.lower[column], robot.upper[column]
            middle = 0.5 * (lower + upper) if np.isfinite(lower) and np.isfinite(upper) else 0.0
            value = spec.sign * spec.share * played_angle(angles, name, spec) + spec.offset
            joints[:, column] = nearest_turn(value, middle)
    return follow_couplings(robot, joints)


def joint_column(robot: Robot, name: str, spec: AngleSpec) -> int:
    """Return which joint of a robot plays an angle.

    Raises:
        RobotError: Where the card names a joint that is not there.
    """
    if spec.joint not in robot.joints:
        raise RobotError(f"robot '{robot.name}': [anatomical] {name} names no joint, '{spec.joint}'")
    return robot.joints.index(spec.joint)


def played_angle(angles: AnatomicalAngles, name: str, spec: AngleSpec) -> np.ndarray:
    """Return an angle (T,) [rad], with the one that its joint plays as well."""
    return angles[name] + angles[spec.add] if spec.add and spec.add in angles.names else angles[name]


def nearest_turn(values: np.ndarray, middle: float) -> np.ndarray:
    """Return angles [rad] shifted by whole turns to be nearest to the middle of a range."""
    return values - 2.0 * np.pi * np.round((values - middle) / (2.0 * np.pi))


def torso_shape(robot: Robot, table: Mapping[str, AngleSpec]) -> TorsoShape:
    """Return where the joint of a robot's torso is, seen from hips and shoulders in the home pose.

    It is taken at the joint that bends forwards; joints that share a bend count by their share. Robots
    without hips, shoulders or such a joint have the thesis's.
    """
    spec = table.get("torso_pitch")
    hips, end = robot.middles.get("mid_hips"), robot.middles.get(SPINE_END)
    if spec is None or hips is None or end is None:
        return TorsoShape()
    data = home_data(robot.model, robot.home)
    driver = robot.model.joint(spec.joint).id
    anchors, shares = [data.xanchor[driver]], [spec.share]
    for equality in range(robot.model.neq):
        is_joint = robot.model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT
        if is_joint and int(robot.model.eq_obj2id[equality]) == driver:
            anchors.append(data.xanchor[int(robot.model.eq_obj1id[equality])])
            shares.append(spec.share * float(robot.model.eq_data[equality][1]))
    joint = np.average(anchors, axis=0, weights=shares)
    below, above = joint - point_in_world(data, hips), point_in_world(data, end) - joint
    length = float(np.hypot(above[0], above[2]))
    if length <= float(np.hypot(below[0], below[2])):
        return TorsoShape()
    return TorsoShape(below[0] / length, below[2] / length, float(np.arctan2(above[0], above[2])))


def chest_from_torso(robot: Robot, torso_joints: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return (T, 3, 3) rotations from the axes of the robot's shoulders and spine to its chest's frame.

    Args:
        robot: The robot.
        torso_joints: Joint of the torso, coupled ones too → (T,) [rad].

    Returns:
        None for a robot without hips, shoulders or frames of pelvis and chest, whose trunk says nothing.
    """
    pelvis, chest = robot.frames.get("pelvis"), robot.frames.get("chest")
    shoulders = (robot.landmarks.get("shoulder_l"), robot.landmarks.get("shoulder_r"))
    points = (robot.middles.get("mid_hips"), *shoulders)
    end = robot.middles.get(SPINE_END)
    if pelvis is None or chest is None or end is None or None in points:
        return None

    def in_pelvis(attachment: Attachment) -> np.ndarray:
        position, orientation = relative_pose(robot, pelvis.body, attachment.body, torso_joints)
        return position + rot.rotate(orientation, attachment.point)

    hips, left, right = (in_pelvis(point) for point in points if point is not None)
    axes = rot.as_matrix(rot.from_axes(None, left - right, in_pelvis(end) - hips))
    _, orientation = relative_pose(robot, pelvis.body, chest.body, torso_joints)
    frame = rot.as_matrix(rot.multiply(orientation, chest.offset))
    return np.einsum("...ji,...jk->...ik", frame, axes)


@dataclass(frozen=True, eq=False)
class FilteredAngles:
    """Angles before and after filtering, as Fiala's Fig. 5.2 shows them.

    Attributes:
        before: As read off, unwound: where an angle passed half a turn it goes on instead of jumping.
        after: Filtered.
        cutoffs: (A,) [Hz], infinite where the filter found nothing to take away.
    """

    before: AnatomicalAngles
    after: AnatomicalAngles
    cutoffs: np.ndarray


def filter_angles(angles: AnatomicalAngles) -> FilteredAngles:
    """Return the angles without what is too fast to be motion, each with a cutoff of its own.

    A clip of one frame has nothing to filter and comes back as it is.
    """
    unwound = np.unwrap(angles.values, axis=0)
    before = replace(angles, values=unwound)
    if angles.frame_count < 2 or not angles.names:
        return FilteredAngles(before, before, np.full(len(angles.names), np.inf))
    cutoffs = yu_cutoffs(unwound[:, :, None], angles.fps)
    after = replace(angles, values=zero_phase_low_pass(unwound, cutoffs, angles.fps))
    return FilteredAngles(before, after, cutoffs)


def _in_joint_order(
    angles: AnatomicalAngles, robot: Robot, table: Mapping[str, AngleSpec]
) -> AnatomicalAngles:
    """Return angles in which limbs of the robot that turn by yaw first have those of their own order."""
    values = np.array(angles.values)
    for limb in ("shoulder", "hip"):
        for side in SIDES:
            names = [f"{limb}_{kind}_{side}" for kind in ("pitch", "roll", "yaw")]
            if all(name in table and name in angles.names for name in names):
                order = _outwards(robot, [table[name].joint for name in names])
                joints = [order.index(table[name].joint) for name in names]
                if joints[2] < joints[1] < joints[0]:
                    columns = [angles.names.index(name) for name in names]
                    pitch, roll, yaw = values[:, columns].T
                    values[:, columns] = yaw_first(pitch, roll, yaw, side)
    return replace(angles, values=np.unwrap(values, axis=0))


def _outwards(robot: Robot, joints: list[str]) -> list[str]:
    """Return joints in the order in which they are met from the pelvis, whatever the model is rooted in."""
    pelvis = robot.frames["pelvis"].body if "pelvis" in robot.frames else 1
    model = robot.model

    def met(name: str) -> tuple[int, int]:
        joint = model.joint(name)
        turned = is_turned(model, int(joint.id), pelvis)
        # Joints of one body come in their own order, or in the other one where they are met from behind.
        near = body_before(model, int(joint.id), pelvis)
        return distance(model, near, pelvis), -int(joint.id) if turned else int(joint.id)

    return sorted(joints, key=met)


def yaw_first(pitch: np.ndarray, roll: np.ndarray, yaw: np.ndarray, side: str) -> np.ndarray:
    """Return (T, 3) [rad] pitch, roll and yaw that make the same turn in the order yaw, roll, pitch.

    R_left(-pitch) R_forward(±roll) R_up(∓yaw) = R_up(∓yaw') R_forward(±roll') R_left(-pitch').

    Args:
        pitch: (T,) [rad] of the order pitch, roll, yaw.
        roll: (T,) [rad].
        yaw: (T,) [rad].
        side: ``l`` or ``r``.
    """
    sign, (forward, left, up) = SIGN[side], np.eye(3)
    turn = rot.multiply(
        rot.multiply(rot.from_axis_angle(-left, pitch), rot.from_axis_angle(sign * forward, roll)),
        rot.from_axis_angle(-sign * up, yaw),
    )
    matrix = rot.as_matrix(turn)
    return np.stack(
        [
            np.arctan2(matrix[:, 2, 0], matrix[:, 2, 2]),
            sign * np.arctan2(matrix[:, 2, 1], np.hypot(matrix[:, 2, 0], matrix[:, 2, 2])),
            sign * np.arctan2(matrix[:, 0, 1], matrix[:, 1, 1]),
        ],
        axis=1,
    )
