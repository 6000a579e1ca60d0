"""Places what a card names on the bodies of its compiled model, in the home pose."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.motion.landmarks import DERIVED_LANDMARKS
from understudy.robots.additions import camera_name
from understudy.robots.card import Card, SkinSpec
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.parts import (
    CAMERA_FROM_EYE,
    Attachment,
    Eye,
    FrameAttachment,
    SkinPatch,
    Sole,
    home_data,
    point_in_world,
)
from understudy.robots.tree_sides import body_before_all, joints_between, last_shared
from understudy.spatial import rotations as rot

_DOWN = np.array([0.0, 0.0, -1.0])

_POLYNOMIAL_SIZE = 5
_OUT_OF_RANGE = 1e-6
"""Rounding [rad or m] by which a home pose may leave a joint's range."""


class Placing:
    """A card's model in the home pose, and where the card's parts are on it.

    Attributes:
        joint_ids: MuJoCo's indices of the scalar joints in order.
        joint_names: Their names.
        pelvis: Index of the body that the pelvis is; the first one where the card names none.
        home: (nq,) coordinates of the home pose, the root where the model has it.
        data: Forward kinematics of that pose.
    """

    def __init__(self, card: Card, model: mujoco.MjModel) -> None:
        """Find the joints and bend them into the home pose."""
        self.card = card
        self.model = model
        scalar = {int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)}
        self.joint_ids = [j for j in range(model.njnt) if int(model.jnt_type[j]) in scalar]
        self.joint_names = tuple(model.joint(j).name for j in self.joint_ids)
        pelvis = card.frames.get("pelvis")
        self.pelvis = self._body(pelvis) if pelvis is not None else _first_body(model)
        self.home = self._pelvis_kept(self._home())
        self.data = home_data(model, self.home)

    def _home(self) -> np.ndarray:
        home = self.model.qpos0.copy()
        for name, value in self.card.home.items():
            if any(fnmatchcase(name, pattern) for pattern in self.card.lock):
                continue  # The model holds it there already.
            joint = self._joint(name)
            low, high = self.model.jnt_range[joint]
            inside = low - _OUT_OF_RANGE <= value <= high + _OUT_OF_RANGE
            if self.model.jnt_limited[joint] and not inside:
                raise self._error(f"[home] {name} is {value}, outside its range {low:.4f} to {high:.4f} rad")
            home[self.model.jnt_qposadr[joint]] = value
        return self._with_followers(home)

    def _with_followers(self, home: np.ndarray) -> np.ndarray:
        """Return a pose in which coupled joints that the card leaves out are where their drivers put them."""
        model = self.model
        for tie in range(model.neq):
            follower, driver = int(model.eq_obj1id[tie]), int(model.eq_obj2id[tie])
            is_tie = model.eq_type[tie] == mujoco.mjtEq.mjEQ_JOINT and model.eq_active0[tie] and driver >= 0
            if is_tie and model.joint(follower).name not in self.card.home:
                at, source = int(model.jnt_qposadr[follower]), int(model.jnt_qposadr[driver])
                way = np.polynomial.polynomial.polyval(
                    home[source] - model.qpos0[source], model.eq_data[tie][:_POLYNOMIAL_SIZE]
                )
                home[at] = model.qpos0[at] + float(way)
        return home

    def _pelvis_kept(self, home: np.ndarray) -> np.ndarray:
        """Return the home pose with the root of a free robot moved so that the pelvis is as at zero.

        The root may be any body, such as a foot, which the joints of the home pose move against the pelvis.
        """
        if self.card.base != "free" or not joints_between(self.model, _first_body(self.model), self.pelvis):
            return home
        zero, bent = (home_data(self.model, q) for q in (self.model.qpos0, home))
        turn = rot.multiply(zero.xquat[self.pelvis], rot.conjugate(bent.xquat[self.pelvis]))
        home = home.copy()
        lever = rot.rotate(turn, home[:3] - bent.xpos[self.pelvis])
        home[:3] = zero.xpos[self.pelvis] + lever
        home[3:7] = rot.multiply(turn, home[3:7])
        return home

    def home_on_floor(self, soles: Mapping[str, Sole]) -> np.ndarray:
        """Return the home pose (nq,) with the root moved so that the lowest corner of a sole is at z = 0."""
        home = self.home.copy()
        if soles and self.card.base == "free":
            corners = [
                self.data.xpos[s.body] + s.points @ self.data.xmat[s.body].reshape(3, 3).T
                for s in soles.values()
            ]
            home[2] -= min(float(points[:, 2].min()) for points in corners)
        return home

    def landmarks(self) -> dict[str, Attachment]:
        """Return where the card's landmarks are; joint centres lie on the body before their joints."""
        return {name: self._landmark(name) for name in self.card.landmarks}

    def middles(self, landmarks: Mapping[str, Attachment]) -> dict[str, Attachment]:
        """Return points halfway between paired landmarks, on the last body that carries both sides."""
        middles = {}
        for name, parts in DERIVED_LANDMARKS.items():
            if all(part in landmarks for part in parts):
                right, left = (landmarks[part] for part in parts)
                halfway_w = 0.5 * (point_in_world(self.data, right) + point_in_world(self.data, left))
                middles[name] = self._attach(
                    last_shared(self.model, right.body, left.body, self.pelvis), halfway_w
                )
        return middles

    def frames(self, landmarks: Mapping[str, Attachment]) -> dict[str, FrameAttachment]:
        """Return the frames that are canonical in the home pose; see ``motion.landmarks.FRAMES``."""
        return {name: self._frame(name, landmarks) for name in self.card.frames}

    def soles(self) -> dict[str, Sole]:
        """Return the soles by side."""
        return {side: Sole(self._body(s.body), np.array(s.points)) for side, s in self.card.soles.items()}

    def eyes(self) -> dict[str, Eye]:
        """Return the eyes, each a camera of the compiled model."""
        found = {}
        for name, spec in self.card.eyes.items():
            camera = self.model.camera(camera_name(name, spec))
            offset = rot.multiply(np.array(camera.quat), CAMERA_FROM_EYE)
            fov = float(np.radians(camera.fovy[0]))
            found[name] = Eye(camera.name, int(camera.bodyid[0]), np.array(camera.pos), offset, fov)
        return found

    def skin(self) -> dict[str, SkinPatch]:
        """Return the patches of skin with the geoms that they cover."""
        return {name: self._patch(name, spec) for name, spec in self.card.skin.items()}

    def _landmark(self, name: str) -> Attachment:
        spec = self.card.landmarks[name]
        if not spec.joints:
            return Attachment(self._body(spec.body), np.array(spec.point))
        joints = [self._joint(joint) for joint in spec.joints]
        centre_w = nearest_point_to_axes(self.data.xanchor[joints], self.data.xaxis[joints])
        return self._attach(body_before_all(self.model, joints, self.pelvis), centre_w)

    def _attach(self, body: int, point_w: np.ndarray) -> Attachment:
        return Attachment(body, self.data.xmat[body].reshape(3, 3).T @ (point_w - self.data.xpos[body]))

    def _frame(self, name: str, landmarks: Mapping[str, Attachment]) -> FrameAttachment:
        body = self._body(self.card.frames[name])
        canonical = rot.IDENTITY
        if name.startswith("hand"):
            elbow, wrist = (landmarks.get(f"{joint}{name[-2:]}") for joint in ("elbow", "wrist"))
            if elbow is not None and wrist is not None:
                canonical = rot.shortest_arc(
                    _DOWN, point_in_world(self.data, wrist) - point_in_world(self.data, elbow)
                )
        return FrameAttachment(body, rot.multiply(rot.conjugate(self.data.xquat[body]), canonical))

    def _patch(self, name: str, spec: SkinSpec) -> SkinPatch:
        if spec.body:
            body = self._body(spec.body)
            first, count = int(self.model.body_geomadr[body]), int(self.model.body_geomnum[body])
            geoms = tuple(geom for geom in range(first, first + count) if self._can_touch(geom))
            if not geoms:
                raise self._error(f"[skin] {name}: body '{spec.body}' has no geom that can touch anything")
            return SkinPatch(body, geoms, spec.spacing)
        geoms = tuple(self._geom(name, geom) for geom in spec.geoms)
        bodies = {int(self.model.geom_bodyid[geom]) for geom in geoms}
        if len(bodies) > 1:
            raise self._error(f"[skin] {name} spans {len(bodies)} bodies, expected geoms of one body")
        return SkinPatch(bodies.pop(), geoms, spec.spacing)

    def _can_touch(self, geom: int) -> bool:
        return bool(self.model.geom_contype[geom] or self.model.geom_conaffinity[geom])

    def _geom(self, patch: str, name: str) -> int:
        geom = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_GEOM, name)
        if geom < 0:
            names = [self.model.geom(i).name for i in range(self.model.ngeom)]
            raise self._error(f"[skin] {patch}: {unknown_name('geom', name, filter(None, names))}")
        return geom

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


def _first_body(model: mujoco.MjModel) -> int:
    """Return the body that everything hangs on."""
    return 1 if model.nbody > 1 else 0
