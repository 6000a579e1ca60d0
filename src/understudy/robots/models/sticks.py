"""Sticks for parts without a shape, so that they can be seen and kept above the floor."""

from __future__ import annotations

from collections.abc import Iterator

import mujoco
import numpy as np

from understudy.robots.drawn_only import DRAWN_ONLY
from understudy.robots.models.inertias import LEAST_MASS, ball_radius
from understudy.robots.models.notes import Notes
from understudy.robots.shown_shapes import LAST_SHOWN_GROUP
from understudy.spatial import rotations as rot

STICK_RADIUS = 0.025
"""Radius [m] of a stick, of a short one a third of its length."""

_SHORTEST = 1e-3


def add_sticks(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Draw a stick from joint to joint of every part that lost its shapes, of all where there is none at all.

    A part on which nothing hangs gets one through its centre of mass, which is drawn and tells nothing else.
    Shapes that MuJoCo does not show are shown where they are all that a part, or the robot, has.
    """
    parts = spec.bodies[1:]
    shaped = {part.name for part in parts if len(part.geoms)}
    bare = [part for part in parts if part.name not in shaped and (part.name in notes.bare or not shaped)]
    if bare:
        model = spec.compile()
        for part in bare:
            for start, end in _sticks(model, model.body(part.name).id):
                _add_stick(part, start, end, "")
            _add_tip(model, part)
    if not shaped:
        notes.add("it has no shapes and is drawn as sticks between its joints")
    elif bare:
        notes.add(f"{len(bare)} part{'s' if len(bare) > 1 else ''} without a shape drawn as sticks")
    _show(spec, notes, shaped)


def _show(spec: mujoco.MjSpec, notes: Notes, shaped: set[str]) -> None:
    """Show what is left of parts that lost a shape, and all of a robot of which nothing would be seen."""
    parts = [part for part in spec.bodies[1:] if part.name in shaped]
    if parts and all(geom.group > LAST_SHOWN_GROUP for part in parts for geom in part.geoms):
        notes.add("none of its shapes is in a group that MuJoCo shows; all of them are shown")
    else:
        parts = [part for part in parts if part.name in notes.bare]
    for part in parts:
        if all(geom.group > LAST_SHOWN_GROUP for geom in part.geoms):
            for geom in part.geoms:
                geom.group = 0


def _sticks(model: mujoco.MjModel, body: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield both ends (3,) [m] of the sticks from a body's joint to those of the bodies that hang on it."""
    start = _joint_place(model, body)
    for child in np.flatnonzero(model.body_parentid == body):
        end = model.body_pos[child] + rot.rotate(model.body_quat[child], _joint_place(model, int(child)))
        if child > body and np.linalg.norm(end - start) > _SHORTEST:
            yield start, end


def _joint_place(model: mujoco.MjModel, body: int) -> np.ndarray:
    """Return where a body's joints are in its frame (3,) [m]."""
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    return model.jnt_pos[first : first + count].mean(axis=0) if count else np.zeros(3)


def _add_tip(model: mujoco.MjModel, part: mujoco.MjsBody) -> None:
    """Draw a part on which nothing hangs.

    An even part that moves ends twice as far from its joint as its centre of mass. Of one that is fixed the
    origin may be anywhere, and a ball of its mass is drawn.
    """
    body = int(model.body(part.name).id)
    if (model.body_parentid[body + 1 :] == body).any() or model.body_mass[body] <= LEAST_MASS:
        return
    name, centre = f"{DRAWN_ONLY}{part.name}", model.body_ipos[body]
    if model.body_jntnum[body]:
        start = _joint_place(model, body)
        if np.linalg.norm(centre - start) > _SHORTEST:
            _add_stick(part, start, 2.0 * centre - start, name)
    else:
        radius = ball_radius(float(model.body_mass[body]))
        part.add_geom(name=name, pos=centre, size=[radius, 0.0, 0.0], density=0.0, contype=0, conaffinity=0)


def _add_stick(part: mujoco.MjsBody, start: np.ndarray, end: np.ndarray, name: str) -> None:
    radius = min(STICK_RADIUS, float(np.linalg.norm(end - start)) / 3.0)
    part.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        fromto=[*start, *end],
        size=[radius, 0.0, 0.0],
        density=0.0,
        contype=0,
        conaffinity=0,
    )
