"""What a card adds to its model before it is compiled: cameras for the eyes, pairs that never collide."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.robots.card import Card, EyeSpec
from understudy.robots.model_request import ModelRequest

_PARALLEL = 1e-6
"""Sine of the angle under which two directions count as one."""


def add_eyes(spec: mujoco.MjSpec, card: Card | ModelRequest) -> None:
    """Add a camera for each eye that the model lacks, and set stated fields of view.

    Raises:
        RobotError: A body or camera that the model does not have, or a gaze that runs along ``up``.
    """
    for name, eye in card.eyes.items():
        if eye.camera:
            camera = spec.camera(eye.camera)
            if camera is None:
                problem = unknown_name("camera", eye.camera, [camera.name for camera in spec.cameras])
                raise RobotError(f"robot '{card.name}': [eyes] {name}: {problem}")
            if eye.fov is not None:
                camera.fovy = eye.fov
        else:
            axes = _picture_axes(card, name, eye)
            quaternion = np.zeros(4)
            mujoco.mju_mat2Quat(quaternion, axes.ravel())
            _body(spec, card, eye.body, f"[eyes] {name}").add_camera(
                name=camera_name(name, eye), pos=eye.point, quat=quaternion, fovy=eye.fov
            )


def camera_name(name: str, eye: EyeSpec) -> str:
    """Return the name of an eye's camera in the compiled model."""
    return eye.camera or f"eye_{name}"


def add_exclusions(spec: mujoco.MjSpec, card: Card | ModelRequest) -> None:
    """Exclude the card's pairs of bodies from collision, where the model does not do so itself.

    A fixed base and what turns on it are excluded as well: MuJoCo leaves out parents with their children,
    but not where the parent cannot move.

    Raises:
        RobotError: A body that the model does not have.
    """
    for name in (name for pair in card.excluded for name in pair):
        _body(spec, card, name, "[collision] exclude")
    excluded = {frozenset((pair.bodyname1, pair.bodyname2)) for pair in spec.excludes}
    for first, second in (*card.excluded, *(_pairs_at_the_base(spec) if card.base == "fixed" else ())):
        if frozenset((first, second)) not in excluded:
            excluded.add(frozenset((first, second)))
            spec.add_exclude(bodyname1=first, bodyname2=second)


def _pairs_at_the_base(spec: mujoco.MjSpec) -> list[tuple[str, str]]:
    """Return pairs of a body that cannot move and one that hangs from it by a joint, both with names."""
    pairs = []
    for root in spec.worldbody.bodies:
        fixed, hung = _welded(root), []
        for body in fixed:
            hung += [part for child in body.bodies if _turns(child) for part in _welded(child)]
        pairs += [(body.name, part.name) for body in fixed for part in hung if body.name and part.name]
    return pairs


def _welded(body: mujoco.MjsBody) -> list[mujoco.MjsBody]:
    """Return a body and all that is fixed to it without a joint."""
    return [body, *(part for child in body.bodies if not _turns(child) for part in _welded(child))]


def _turns(body: mujoco.MjsBody) -> bool:
    return len(body.joints) > 0


def _picture_axes(card: Card | ModelRequest, name: str, eye: EyeSpec) -> np.ndarray:
    """Return the rotation (3, 3) of MuJoCo's camera, which has x right and y up and looks along −z."""
    forward = np.array(eye.forward) / np.linalg.norm(eye.forward)
    right = np.cross(forward, np.array(eye.up) / np.linalg.norm(eye.up))
    length = float(np.linalg.norm(right))
    if length < _PARALLEL:
        raise RobotError(
            f"robot '{card.name}': [eyes] {name} looks along its own 'up', expected directions that differ"
        )
    right /= length
    return np.stack([right, np.cross(right, forward), -forward], axis=1)


def _body(spec: mujoco.MjSpec, card: Card | ModelRequest, name: str, place: str) -> mujoco.MjsBody:
    body = spec.body(name)
    if body is None:
        names = [body.name for body in spec.bodies if body.name != "world"]
        raise RobotError(f"robot '{card.name}': {place}: {unknown_name('body', name, names)}")
    return body
