"""A compiled model written anew: hung on another body, with other names, signs, joints, shapes and size.

Frames of bodies stay what they were, so that a point fixed to a body of the new model is a point fixed to
the same body of the old one (times the scale).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import mujoco
import numpy as np
from scipy.spatial import ConvexHull, QhullError

from understudy.spatial import rotations as rot
from understudy.synth.robots.random_names import RandomNames

_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
_SLIDE = int(mujoco.mjtJoint.mjJNT_SLIDE)
_MESH = int(mujoco.mjtGeom.mjGEOM_MESH)
_WORLD = 0


@dataclass(frozen=True)
class AddedHinge:
    """A hinge that a body gets beside its own joints: the axis (3,) and the point (3,) [m] in its frame."""

    axis: tuple[float, float, float]
    point: tuple[float, float, float]
    half_range: float = 0.6


@dataclass(frozen=True)
class Rewriting:
    """How a model is written anew.

    Attributes:
        root: Body that everything hangs on; 0 leaves the model's own.
        free: Whether the root gets a free joint.
        turn: Angle [rad] by which all is turned about the world's z axis.
        names_seed: Seed of random names; None keeps the names.
        scale: Factor on all lengths; masses grow with its third power.
        shapes: Whether the bodies keep their shapes.
        flipped: Joints whose axis and range count the other way.
        welded: Joints that are taken out where they stand at zero.
        omitted: Bodies that are left out with all that hangs on them, seen from the root.
        added: Body → a further hinge between it and the body it hangs on in the old model.
    """

    root: int = 0
    free: bool = True
    turn: float = 0.0
    names_seed: int | None = None
    scale: float = 1.0
    shapes: bool = True
    flipped: frozenset[int] = frozenset()
    welded: frozenset[int] = frozenset()
    omitted: frozenset[int] = frozenset()
    added: Mapping[int, AddedHinge] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Rewritten:
    """A model written anew.

    Attributes:
        spec: Its specification, which compiles.
        bodies: Old body → name of the new one.
        joints: Old scalar joint → name of the new one.
    """

    spec: mujoco.MjSpec
    bodies: Mapping[int, str]
    joints: Mapping[int, str]


def rewrite(model: mujoco.MjModel, how: Rewriting) -> Rewritten:
    """Write a compiled model anew; joints that are turned round keep their coordinates."""
    return _Writer(model, how).write()


class _Writer:
    """Goes through the tree of bodies from the new root."""

    def __init__(self, model: mujoco.MjModel, how: Rewriting) -> None:
        self.model, self.how = model, how
        self.data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, self.data)
        self.names = RandomNames(how.names_seed)
        self.spec = mujoco.MjSpec()
        self.spec.compiler.degree = False
        self.bodies: dict[int, str] = {}
        self.joints: dict[int, str] = {}
        self.meshes: dict[int, str] = {}

    def write(self) -> Rewritten:
        roots = [b for b in range(1, self.model.nbody) if self.model.body_parentid[b] == _WORLD]
        root = self.how.root or roots[0]
        about_z = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), self.how.turn)
        place = rot.rotate(about_z, self.how.scale * self.data.xpos[root])
        quat = rot.multiply(about_z, self.data.xquat[root])
        written = self._body(self.spec.worldbody, root, place, quat)
        if self.how.free:
            written.add_freejoint(name=self.names.name("root"))
        self._below(written, root, came_from=_WORLD)
        self._couplings()
        return Rewritten(self.spec, self.bodies, self.joints)

    def _below(self, written: mujoco.MjsBody, body: int, came_from: int) -> None:
        """Write all that hangs on a body, seen from the new root."""
        children = [b for b in range(1, self.model.nbody) if self.model.body_parentid[b] == body]
        parent = int(self.model.body_parentid[body])
        for other in (*children, parent):
            if other in (came_from, _WORLD) or other in self.how.omitted:
                continue
            position = self._local(body, self.data.xpos[other])
            turn = rot.multiply(rot.conjugate(self.data.xquat[body]), self.data.xquat[other])
            child = self._body(written, other, self.how.scale * position, turn)
            self._edge(child, body if other == parent else other, reverse=other == parent)
            self._below(child, other, body)

    def _body(self, above: mujoco.MjsBody, body: int, pos: np.ndarray, quat: np.ndarray) -> mujoco.MjsBody:
        model, scale = self.model, self.how.scale
        name = self.bodies[body] = self.names.name(model.body(body).name or f"body{body}")
        written = above.add_body(name=name, pos=pos, quat=quat)
        if model.body_mass[body] > 0.0:
            written.mass = float(model.body_mass[body]) * scale**3
            written.ipos, written.iquat = scale * model.body_ipos[body], model.body_iquat[body]
            written.inertia = scale**5 * model.body_inertia[body]
            written.explicitinertial = True
        if self.how.shapes:
            self._geoms(written, body)
        for camera in range(model.ncam):
            if model.cam_bodyid[camera] == body:
                written.add_camera(
                    name=self.names.name(model.camera(camera).name or f"camera{camera}"),
                    pos=scale * model.cam_pos[camera],
                    quat=model.cam_quat[camera],
                    fovy=float(model.cam_fovy[camera]),
                    mode=mujoco.mjtCamLight(int(model.cam_mode[camera])),
                )
        return written

    def _edge(self, written: mujoco.MjsBody, lower: int, *, reverse: bool) -> None:
        """Write the joints between a body and the one below it in the old model.

        A body is placed by B J₁ … Jₙ on the one above it. Seen from below that is
        B⁻¹ (B Jₙ⁻¹ B⁻¹) … (B J₁⁻¹ B⁻¹): joints come in the other order, about the other end of their axes.
        """
        model = self.model
        first, count = int(model.body_jntadr[lower]), int(model.body_jntnum[lower])
        joints = [j for j in range(first, first + count) if int(model.jnt_type[j]) in _SCALAR]
        steps = [(j, np.array(model.jnt_axis[j]), np.array(model.jnt_pos[j])) for j in joints]
        extra = self.how.added.get(lower)
        if extra is not None:
            steps.append((-1, np.array(extra.axis), np.array(extra.point)))
        for joint, axis, pos in reversed(steps) if reverse else steps:
            if reverse:
                above = int(model.body_parentid[lower])
                turn = rot.multiply(rot.conjugate(self.data.xquat[above]), self.data.xquat[lower])
                shift = self._local(above, self.data.xpos[lower])
                axis, pos = -rot.rotate(turn, axis), shift + rot.rotate(turn, pos)
            if joint < 0:
                half = 0.6 if extra is None else extra.half_range
                self._joint(written, f"added{lower}", False, axis, pos, (-half, half), 0.0)
            elif joint not in self.how.welded:
                self._scalar(written, joint, axis, pos)

    def _scalar(self, written: mujoco.MjsBody, joint: int, axis: np.ndarray, pos: np.ndarray) -> None:
        model = self.model
        is_slide = int(model.jnt_type[joint]) == _SLIDE
        unit = self.how.scale if is_slide else 1.0
        low, high = unit * model.jnt_range[joint]
        zero = unit * float(model.qpos0[int(model.jnt_qposadr[joint])])
        if joint in self.how.flipped:
            axis, low, high, zero = -axis, -high, -low, -zero
        limits = (low, high) if model.jnt_limited[joint] else None
        name = model.joint(joint).name or f"joint{joint}"
        self.joints[joint] = self._joint(written, name, is_slide, axis, pos, limits, zero)

    def _joint(
        self,
        written: mujoco.MjsBody,
        name: str,
        is_slide: bool,
        axis: np.ndarray,
        pos: np.ndarray,
        limits: tuple[float, float] | None,
        zero: float,
    ) -> str:
        joint = written.add_joint(
            name=self.names.name(name),
            type=mujoco.mjtJoint.mjJNT_SLIDE if is_slide else mujoco.mjtJoint.mjJNT_HINGE,
            axis=axis,
            pos=self.how.scale * pos,
            ref=zero,
        )
        if limits is None:
            joint.limited = mujoco.mjtLimited.mjLIMITED_FALSE
        else:
            joint.limited, joint.range = mujoco.mjtLimited.mjLIMITED_TRUE, limits
        return joint.name

    def _geoms(self, written: mujoco.MjsBody, body: int) -> None:
        model, scale = self.model, self.how.scale
        first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
        for geom in range(first, first + count):
            kind = mujoco.mjtGeom(int(model.geom_type[geom]))
            shape: dict[str, object] = {"size": scale * model.geom_size[geom]}
            if kind == mujoco.mjtGeom.mjGEOM_MESH:
                mesh = self._mesh(int(model.geom_dataid[geom]))
                if mesh is None:
                    continue
                shape = {"meshname": mesh}
            written.add_geom(
                type=kind,
                pos=scale * model.geom_pos[geom],
                quat=model.geom_quat[geom],
                contype=int(model.geom_contype[geom]),
                conaffinity=int(model.geom_conaffinity[geom]),
                group=int(model.geom_group[geom]),
                rgba=model.geom_rgba[geom],
                mass=0.0,
                **shape,
            )

    def _mesh(self, mesh: int) -> str | None:
        """Add the hull of a mesh once and return its name, None where it is flat."""
        if mesh not in self.meshes:
            first, count = int(self.model.mesh_vertadr[mesh]), int(self.model.mesh_vertnum[mesh])
            points = np.array(self.model.mesh_vert[first : first + count], dtype=float)
            try:
                hull = points[ConvexHull(points).vertices]
            except QhullError:
                return None
            name = self.names.name(f"mesh{mesh}")
            # MuJoCo moves a mesh to its centre and principal axes; what is given back here is the frame
            # before that, since geom_pos and geom_quat of the old model already count from there.
            self.spec.add_mesh(name=name, uservert=(self.how.scale * hull).flatten())
            self.meshes[mesh] = name
        return self.meshes[mesh]

    def _couplings(self) -> None:
        model = self.model
        for equality in range(model.neq):
            joints = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
            is_joint = model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT
            if not is_joint or not all(joint in self.joints for joint in joints if joint >= 0):
                continue
            powers = np.array(model.eq_data[equality][:5])
            if joints[1] in self.how.flipped:
                powers = powers * (-1.0) ** np.arange(5)
            if joints[0] in self.how.flipped:
                powers = -powers
            written = self.spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name1=self.joints[joints[0]],
                name2=self.joints[joints[1]] if joints[1] >= 0 else "",
            )
            written.data[:5] = powers

    def _local(self, body: int, point_w: np.ndarray) -> np.ndarray:
        return rot.rotate(rot.conjugate(self.data.xquat[body]), point_w - self.data.xpos[body])
