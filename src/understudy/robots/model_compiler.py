"""From a model file (URDF or MJCF) to a compiled MuJoCo model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.card import Card, Vector
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.models.asset_files import DIGITS
from understudy.robots.models.base import FIXED, FREE, keep_one_robot, set_base, stands_on_legs, turn_root
from understudy.robots.models.compiled_size import require_modest_model
from understudy.robots.models.couplings import needs_resolving, resolve_couplings
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.inertias import fill_masses
from understudy.robots.models.joints import lock_joints, split_balls
from understudy.robots.models.keyframes import fill_poses, name_poses, take_poses
from understudy.robots.models.linkages import has_linkages, resolve_linkages
from understudy.robots.models.mending.spec_rules import mend_spec
from understudy.robots.models.mesh_units import mend_units
from understudy.robots.models.mjcf import mjcf_spec
from understudy.robots.models.model_xml import read_model_xml
from understudy.robots.models.naming import note_names
from understudy.robots.models.notes import Notes
from understudy.robots.models.sticks import add_sticks
from understudy.robots.models.urdf import urdf_spec, velocity_limits
from understudy.robots.models.virtual_base import free_virtual_base
from understudy.robots.models.xacro import template_mark

Change = Callable[[mujoco.MjSpec], None]

_NOT_OF_THE_FILE = re.compile(rf",? line -?[0-9]+\b|\b[0-9a-f]{{{DIGITS}}}-")
"""What MuJoCo says of the text and the names that it is given, which are not those of the user's files."""

_FAR, _HEAVY = 1e6, 1e12
_LARGEST = {
    **dict.fromkeys(
        ("body_pos", "jnt_pos", "jnt_range", "geom_pos", "site_pos", "cam_pos", "geom_size"), _FAR
    ),
    **dict.fromkeys(("body_quat", "jnt_axis", "geom_quat", "mesh_vert", "qpos0"), _FAR),
    **dict.fromkeys(("body_mass", "body_inertia", "dof_armature", "dof_damping"), _HEAVY),
}
"""Arrays of a model → the largest number in them: a robot in micrometres is not refused."""


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
    mark = template_mark(root) if root.tag == "robot" else ""
    if mark:
        from understudy.robots.models.xacro_expansion import expand_xacro

        root = expand_xacro(path, finder, mark)
        notes.add("the xacro template was made into a URDF in memory")
    velocity = velocity_limits(root) if root.tag == "robot" else {}
    try:
        with notes.keeping_warnings():
            spec = _spec(path, root.tag)(path, root, finder, notes)
            # A thread for each processor would take memory for each, and a robot has few meshes.
            spec.compiler.usethread = False
            mend_spec(spec, notes)
            mend_units(spec, notes.reach, notes)
            notes.conclude()
            poses = take_poses(spec, notes)
            body = keep_one_robot(spec, notes)
            note_names(spec, notes)
            if base != FIXED:
                free_virtual_base(spec, body, notes)
            split_balls(spec, notes)
            fill_masses(spec, notes)
            add_sticks(spec, notes)
            _resolve_couplings(spec, notes)
            name_poses(spec, poses)
            if change is not None:
                change(spec)
            model, base = _with_base(spec, body, base)
            if (forward, up) != (Card.forward, Card.up):
                turn = turn_root(body, model, forward, up)
                poses = [pose.turned(turn) for pose in poses]
                model = spec.compile()
            locked: tuple[str, ...] = ()
            if lock:
                locked = lock_joints(spec, model, lock, home or {})
                model = spec.compile()
            require_modest_model(model)
            fill_poses(model, poses)
            _require_finite(model)
    except RobotError as error:
        sentence = str(error)
        raise RobotError(sentence if path.name in sentence else f"{path}: {sentence}") from error
    except (ValueError, OSError, KeyError) as error:
        reason = _NOT_OF_THE_FILE.sub("", " ".join(str(error).split()).removeprefix("Error: "))
        raise RobotError(f"{path}: does not compile: {reason}") from error
    return LoadedModel(model, base, velocity, locked, tuple(notes.sentences))


def _resolve_couplings(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Bring couplings and closed linkages to the form that solvers know."""
    if needs_resolving(spec):
        resolve_couplings(spec, spec.compile(), notes)
    if has_linkages(spec):
        resolve_linkages(spec, spec.compile(), notes)


def _spec(path: Path, tag: str) -> Callable[..., mujoco.MjSpec]:
    """Return the reader of a model whose first element is this."""
    readers = {"robot": urdf_spec, "mujoco": mjcf_spec}
    if tag not in readers:
        raise RobotError(f"{path}: its first element is <{tag}>, expected <robot> (URDF) or <mujoco> (MJCF)")
    return readers[tag]


def _require_finite(model: mujoco.MjModel) -> None:
    """Refuse numbers that are none or beyond all measure, which MuJoCo takes and which then spread."""
    for name, most in _LARGEST.items():
        values = getattr(model, name)
        if not np.isfinite(values).all():
            raise ValueError(f"a number in '{name}' is not finite")
        if values.size and np.abs(values).max() > most:
            raise ValueError(f"a number in '{name}' is {np.abs(values).max():.3g}, at most {most:g} is read")


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
    set_base(spec, body, base)
    return spec.compile(), base
