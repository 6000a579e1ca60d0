"""A robot ready for work: its model, and where canonical landmarks, frames and soles are on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.motion.landmarks import DERIVED_LANDMARKS, SEGMENTS
from understudy.robots.card import Card
from understudy.robots.model_file import load_model
from understudy.robots.surface import BodySurface, surface
from understudy.spatial import rotations as rot

DEFAULT_VELOCITY_LIMIT = 6.0
"""Joint speed [rad/s] where neither maker nor card states one."""

_DOWN = np.array([0.0, 0.0, -1.0])


@dataclass(frozen=True)
class Attachment:
    """A point fixed to a body: its index and the point in the body's frame [m]."""

    body: int
    point: np.ndarray


@dataclass(frozen=True)
class FrameAttachment:
    """A canonical body part on a body: world orientation = body orientation ⊗ ``offset`` (wxyz)."""

    body: int
    offset: np.ndarray


@dataclass(frozen=True)
class Sole:
    """A sole's body and its corners (4, 3) [m]: heel left, heel right, toe left, toe right."""

    body: int
    points: np.ndarray

    @property
    def heel(self) -> np.ndarray:
        """Middle of the rear edge [m]."""
        return self.points[:2].mean(axis=0)

    @property
    def toe(self) -> np.ndarray:
        """Middle of the front edge [m]."""
        return self.points[2:].mean(axis=0)


@dataclass(frozen=True, eq=False)
class Robot:
    """A robot with a card.

    Attributes:
        card: The card.
        model: The compiled MuJoCo model.
        home: (nq,) coordinates of the home pose, soles on the floor.
        joints: Names of all scalar joints in the order of ``q`` (without the free joint).
        lower, upper: (J,) position limits of the joints [rad or m], infinite where there is none.
        velocity: (J,) velocity limits [rad/s or m/s].
        landmarks: Canonical landmark → the point on the body before its joints, so that a hip moves with
            the pelvis and a knee with the thigh.
        middles: Derived landmark (``mid_hips``, ``mid_shoulders``) → the point halfway in the home pose, on
            the last body that carries both sides.
        frames: Canonical body part → where it is.
        soles: Side → sole.
        surface: Shapes of the bodies, for what must stay above the floor.
    """

    card: Card
    model: mujoco.MjModel
    home: np.ndarray
    joints: tuple[str, ...]
    lower: np.ndarray
    upper: np.ndarray
    velocity: np.ndarray
    landmarks: Mapping[str, Attachment]
    middles: Mapping[str, Attachment]
    frames: Mapping[str, FrameAttachment]
    soles: Mapping[str, Sole]
    surface: tuple[BodySurface, ...]

    @classmethod
    def from_card(cls, card: Card) -> Robot:
        """Load the model and place everything that the card names."""
        return _Builder(card, load_model(card)).build()

    @property
    def name(self) -> str:
        """Name in the catalogue."""
        return self.card.name

    @property
    def has_free_base(self) -> bool:
        """Whether ``q`` starts with the root's pose."""
        return self.card.base == "free"

    def segment(self, name: str) -> tuple[Attachment, Attachment] | None:
        """Return the points where a segment starts and ends, None where the robot lacks one of them."""
        start, end = (self.middles.get(n) or self.landmarks.get(n) for n in SEGMENTS[name])
        return None if start is None or end is None else (start, end)

    def segment_length(self, name: str) -> float:
        """Return a segment's length [m] in the home pose, 0 where the robot lacks it."""
        ends = self.segment(name)
        if ends is None:
            return 0.0
        data = home_data(self.model, self.home)
        return float(np.linalg.norm(point_in_world(data, ends[1]) - point_in_world(data, ends[0])))


def point_in_world(data: mujoco.MjData, attachment: Attachment) -> np.ndarray:
    """Return the world position (3,) [m] of a point fixed to a body, after forward kinematics."""
    return data.xpos[attachment.body] + data.xmat[attachment.body].reshape(3, 3) @ attachment.point


def home_data(model: mujoco.MjModel, home: np.ndarray) -> mujoco.MjData:
    """Return MuJoCo data with forward kinematics of a pose."""
    data = mujoco.MjData(model)
    data.qpos[:] = home
    mujoco.mj_kinematics(model, data)
    return data


class _Builder:
    """Places a card's landmarks, frames and soles on its model."""

    def __init__(self, card: Card, model: mujoco.MjModel) -> None:
        self.card = card
        self.model = model
        scalar = {int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)}
        self.joint_ids = [j for j in range(model.njnt) if int(model.jnt_type[j]) in scalar]
        self.joint_names = tuple(model.joint(j).name for j in self.joint_ids)
        self.home = self._home()
        self.data = home_data(model, self.home)

    def build(self) -> Robot:
        """Return the robot, its home pose moved so that the soles stand on the floor."""
        model = self.model
        limited = np.array([bool(model.jnt_limited[j]) for j in self.joint_ids], dtype=bool)
        ranges = model.jnt_range[self.joint_ids].reshape(-1, 2)
        landmarks = {name: self._landmark(name) for name in self.card.landmarks}
        soles = {side: Sole(self._body(s.body), np.array(s.points)) for side, s in self.card.soles.items()}
        home = self._on_floor(soles)
        robot = Robot(
            card=self.card,
            model=model,
            home=home,
            joints=self.joint_names,
            lower=np.where(limited, ranges[:, 0], -np.inf),
            upper=np.where(limited, ranges[:, 1], np.inf),
            velocity=np.array([self._velocity(name) for name in self.joint_names]),
            landmarks=landmarks,
            middles=self._middles(landmarks),
            frames={name: self._frame(name, landmarks) for name in self.card.frames},
            soles=soles,
            surface=tuple(surface(model)),
        )
        for array in (robot.home, robot.lower, robot.upper, robot.velocity):
            array.setflags(write=False)
        return robot

    def _home(self) -> np.ndarray:
        home = self.model.qpos0.copy()
        for name, value in self.card.home.items():
            joint = self._joint(name)
            low, high = self.model.jnt_range[joint]
            if self.model.jnt_limited[joint] and not low - 1e-6 <= value <= high + 1e-6:
                raise self._error(f"[home] {name} is {value}, outside its range {low:.4f} to {high:.4f} rad")
            home[self.model.jnt_qposadr[joint]] = value
        return home

    def _on_floor(self, soles: dict[str, Sole]) -> np.ndarray:
        home = self.home.copy()
        if soles and self.card.base == "free":
            corners = [
                self.data.xpos[s.body] + s.points @ self.data.xmat[s.body].reshape(3, 3).T
                for s in soles.values()
            ]
            home[2] -= min(float(points[:, 2].min()) for points in corners)
        return home

    def _landmark(self, name: str) -> Attachment:
        spec = self.card.landmarks[name]
        if not spec.joints:
            return Attachment(self._body(spec.body), np.array(spec.point))
        joints = [self._joint(joint) for joint in spec.joints]
        centre_w = nearest_point_to_axes(self.data.xanchor[joints], self.data.xaxis[joints])
        first = min((int(self.model.jnt_bodyid[joint]) for joint in joints), key=self._depth)
        return self._attach(int(self.model.body_parentid[first]), centre_w)

    def _middles(self, landmarks: dict[str, Attachment]) -> dict[str, Attachment]:
        middles = {}
        for name, parts in DERIVED_LANDMARKS.items():
            if all(part in landmarks for part in parts):
                right, left = (landmarks[part] for part in parts)
                halfway_w = 0.5 * (point_in_world(self.data, right) + point_in_world(self.data, left))
                middles[name] = self._attach(self._common_ancestor(right.body, left.body), halfway_w)
        return middles

    def _attach(self, body: int, point_w: np.ndarray) -> Attachment:
        return Attachment(body, self.data.xmat[body].reshape(3, 3).T @ (point_w - self.data.xpos[body]))

    def _common_ancestor(self, first: int, second: int) -> int:
        while first != second:
            deeper_first = self._depth(first) >= self._depth(second)
            if deeper_first:
                first = int(self.model.body_parentid[first])
            else:
                second = int(self.model.body_parentid[second])
        return first

    def _depth(self, body: int) -> int:
        depth = 0
        while body > 0:
            body = int(self.model.body_parentid[body])
            depth += 1
        return depth

    def _frame(self, name: str, landmarks: dict[str, Attachment]) -> FrameAttachment:
        """Return the frame that is canonical in the home pose; see ``motion.landmarks.FRAMES``."""
        body = self._body(self.card.frames[name])
        canonical = rot.IDENTITY
        if name.startswith("hand"):
            elbow, wrist = (landmarks.get(f"{joint}{name[-2:]}") for joint in ("elbow", "wrist"))
            if elbow is not None and wrist is not None:
                canonical = rot.shortest_arc(
                    _DOWN, point_in_world(self.data, wrist) - point_in_world(self.data, elbow)
                )
        return FrameAttachment(body, rot.multiply(rot.conjugate(self.data.xquat[body]), canonical))

    def _velocity(self, name: str) -> float:
        limit = DEFAULT_VELOCITY_LIMIT
        for pattern, value in self.card.velocity.items():
            if fnmatchcase(name, pattern):
                limit = value
        return limit

    def _joint(self, name: str) -> int:
        joint = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_JOINT, name)
        if joint < 0:
            raise self._error(unknown_name("joint", name, self.joint_names))
        return joint

    def _body(self, name: str) -> int:
        body = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, name)
        if body < 0:
            names = [self.model.body(i).name for i in range(1, self.model.nbody)]
            raise self._error(unknown_name("body", name, names))
        return body

    def _error(self, problem: str) -> RobotError:
        return RobotError(f"robot '{self.card.name}': {problem}")


def nearest_point_to_axes(anchors: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """Return the point with the least sum of squared distances to lines, (n, 3) anchors and unit axes.

    Directions that the axes leave open (one axis, or parallel ones) are filled from the anchors' mean,
    by a prior whose weight of 1e-6 moves no well-defined centre by more than a micrometre.
    """
    prior = 1e-6
    projections = np.eye(3) - axes[:, :, None] * axes[:, None, :]
    matrix = projections.sum(axis=0) + prior * np.eye(3)
    vector = np.einsum("nij,nj->i", projections, anchors) + prior * anchors.mean(axis=0)
    return np.linalg.solve(matrix, vector)
