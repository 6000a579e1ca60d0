"""A fitted body made anew from its motion, and the motion of landmarks and parts that its poses make."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.body.subsets import subsets
from understudy.human.human import Human
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import compile_tree
from understudy.motion import HumanMotion
from understudy.robots.parts import Attachment
from understudy.spatial import rotations as rot


def fitted_body(motion: HumanMotion) -> Human:
    """Return the person on whom a fitted motion's ``coordinates`` play.

    Raises:
        InvalidMotionError: Where no body was fitted, or not one of the reference human's.
    """
    if motion.coordinates is None:
        raise InvalidMotionError("no body was fitted to this motion; fit_human does that")
    subject = motion.subject
    for subset in subsets():
        human = Human(subject.age, subject.height, subject.mass, subject.sex, subset)
        if human.joints == motion.coordinate_names:
            return human.with_lengths(motion.lengths) if motion.lengths else human
    raise InvalidMotionError(
        f"the motion's {len(motion.coordinate_names)} joints are those of no subset of the reference human "
        f"({', '.join(subsets())})"
    )


def landmark_places(human: Human, q: np.ndarray) -> np.ndarray:
    """Return (T, L, 3) [m] all landmarks of a person in poses (T, Q)."""
    return attached_places(human, [human.landmarks[name] for name in human.landmarks], q)


def part_frames(human: Human, q: np.ndarray) -> dict[str, np.ndarray]:
    """Return canonical body part → (T, 4) orientations, quaternions wxyz without jumps of sign."""
    frames: dict[str, np.ndarray] = {}
    for part, attached in human.frames.items():
        tips = [Attachment(attached.body, tip) for tip in np.vstack([np.zeros(3), np.eye(3)])]
        places = attached_places(human, tips, q)
        turned = rot.from_matrix(np.swapaxes(places[:, 1:] - places[:, :1], 1, 2))
        frames[part] = rot.continuous(rot.normalise(rot.multiply(turned, attached.offset)))
    return frames


def body_turns(human: Human, q: np.ndarray) -> dict[str, np.ndarray]:
    """Return body → (T, 4) orientations wxyz in the world, in poses (T, Q).

    Bodies are those of the reference human, such as ``root``, ``LH`` (thigh) and ``LK`` (shin); their frames
    are parallel to the world's when nothing is turned.
    """
    turns: dict[str, np.ndarray] = {}
    model = human.model
    for body in range(1, model.nbody):
        parent = model.body(int(model.body_parentid[body])).name
        turn = turns.get(parent, q[:, 3:7])
        for joint in range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body]):
            if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE:
                angle = q[:, model.jnt_qposadr[joint]]
                turn = rot.multiply(turn, rot.from_axis_angle(model.jnt_axis[joint], angle))
        turns[model.body(body).name] = turn
    return turns


def attached_places(human: Human, attached: list[Attachment], q: np.ndarray) -> np.ndarray:
    """Return (T, P, 3) [m] where points on a person are in poses (T, Q)."""
    points = point_block([BodyPoint(each.body, np.array(each.point)) for each in attached])
    return point_places(compile_tree(human.model), points, q)
