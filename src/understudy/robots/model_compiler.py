"""From a model file (URDF or MJCF) to a compiled MuJoCo model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.card import Card, Vector
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.models.base import FIXED, FREE, keep_one_robot, set_base, stands_on_legs, turn_root
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.inertias import fill_masses
from understudy.robots.models.joints import drop_keyframes, lock_joints, split_balls
from understudy.robots.models.mjcf import mjcf_spec
from understudy.robots.models.model_xml import read_model_xml
from understudy.robots.models.notes import Notes
from understudy.robots.models.sticks import add_sticks
from understudy.robots.models.urdf import urdf_spec, velocity_limits

Change = Callable[[mujoco.MjSpec], None]


def compile_model(
    path: str | Path,
    base: str | None = None,
    *,
    package_folders: Sequence[str | Path] = (),
    forward: Vector = Card.forward,
    up: Vector = Card.up,
    lock: Sequence[str] = (),
    home: Mapping[str, float] | None = None,
    strict: bool = False,
    change: Change | None = None,
    finder: FileFinder | None = None,
) -> LoadedModel:
    """Compile any URDF or MJCF file of one robot.

    Args:
        path: The file; whether it is a URDF or an MJCF is told from its first element.
        base: ``"free"`` or ``"fixed"``; None keeps a free joint that is there, and gives one to a robot
            that stands on legs.
        package_folders: Further folders in which its meshes may lie, as ``package://`` or outright.
        forward: Where the robot faces, in the axes of the file; turned to x.
        up: Where its head is, in the axes of the file; turned to z.
        lock: Names of joints, with ``*`` and ``?``, that are fixed where they stand at home.
        home: Angle [rad] or travel [m] of locked joints.
        strict: Whether a missing mesh or texture is an error; otherwise it is left out with a note.
        change: Called with the specification before it is compiled.
        finder: Finds the files that the model names, in place of one for ``package_folders``.

    Raises:
        RobotError: The file cannot be used; one sentence says where and why.
    """
    path = Path(path)
    notes = Notes(path, strict)
    root = read_model_xml(path)
    finder = finder or FileFinder(path, [Path(folder) for folder in package_folders])
    velocity = velocity_limits(root) if root.tag == "robot" else {}
    try:
        with notes.keeping_warnings():
            spec = _spec(path, root.tag)(path, root, finder, notes)
            body = keep_one_robot(spec, notes)
            split_balls(spec, notes)
            fill_masses(spec, notes)
            add_sticks(spec, notes)
            if change is not None:
                change(spec)
            model, base = _with_base(spec, body, base)
            if (forward, up) != (Card.forward, Card.up):
                turn_root(body, model, forward, up)
                model = spec.compile()
            locked: tuple[str, ...] = ()
            if lock:
                locked = lock_joints(spec, model, lock, home or {})
                drop_keyframes(spec)
                model = spec.compile()
            _require_finite(model)
    except (ValueError, OSError, KeyError) as error:
        reason = " ".join(str(error).split()).removeprefix("Error: ")
        raise RobotError(f"{path}: does not compile: {reason}") from error
    return LoadedModel(model, base, velocity, locked, tuple(notes.sentences))


def _spec(path: Path, tag: str) -> Callable[..., mujoco.MjSpec]:
    """Return the reader of a model whose first element is this."""
    readers = {"robot": urdf_spec, "mujoco": mjcf_spec}
    if tag not in readers:
        raise RobotError(f"{path}: its first element is <{tag}>, expected <robot> (URDF) or <mujoco> (MJCF)")
    return readers[tag]


def _require_finite(model: mujoco.MjModel) -> None:
    """Refuse numbers that are none, which MuJoCo takes in some places and which then spread."""
    for name in (
        "body_pos",
        "body_quat",
        "body_mass",
        "body_inertia",
        "jnt_pos",
        "jnt_axis",
        "jnt_range",
        "geom_pos",
    ):
        if not np.isfinite(getattr(model, name)).all():
            raise ValueError(f"a number in '{name}' is not finite")


def _with_base(spec: mujoco.MjSpec, body: mujoco.MjsBody, base: str | None) -> tuple[mujoco.MjModel, str]:
    """Compile with the base that was asked for, or with the one that the model's shape asks for."""
    if base is None:
        if any(joint.type == mujoco.mjtJoint.mjJNT_FREE for joint in body.joints):
            base = FREE
        else:
            model = spec.compile()
            base = FREE if len(body.joints) == 0 and stands_on_legs(model) else FIXED
            if base == FIXED:
                return model, base
    if set_base(spec, body, base):
        drop_keyframes(spec)
    return spec.compile(), base
