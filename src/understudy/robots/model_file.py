"""From a model file (URDF or MJCF) to a compiled MuJoCo model with the base that its card states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.additions import add_exclusions, add_eyes
from understudy.robots.card import Card, Vector
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


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A compiled model.

    Attributes:
        model: The MuJoCo model.
        base: ``"free"`` or ``"fixed"``.
        velocity: Joint speeds [rad/s or m/s] that the file states.
        locked: Joints that were taken out.
        notes: What was changed or left out while reading, in sentences.
    """

    model: mujoco.MjModel
    base: str
    velocity: Mapping[str, float] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


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

    Raises:
        RobotError: The file cannot be used; one sentence says where and why.
    """
    path = Path(path)
    notes = Notes(path, strict)
    root = read_model_xml(path)
    finder = FileFinder(path, [Path(folder) for folder in package_folders])
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


def read_model(card: Card, change: Change | None = None) -> LoadedModel:
    """Compile a card's model with the base that it states, its joints locked, its eyes added.

    Args:
        card: The card.
        change: Called with the specification before it is compiled, after the card's own changes.
    """

    def add(spec: mujoco.MjSpec) -> None:
        add_eyes(spec, card)
        add_exclusions(spec, card)
        if change is not None:
            change(spec)

    path = find_model_file(card)
    # A package's first folder in the path of the model is the one that its meshes lie in.
    package = [path.parents[len(Path(card.model_file).parts) - 2]] if card.package else []
    try:
        return compile_model(
            path,
            card.base,
            package_folders=package,
            forward=card.forward,
            up=card.up,
            lock=card.lock,
            home=card.home,
            change=add,
        )
    except RobotError as error:
        raise RobotError(f"robot '{card.name}': {error}") from error


def load_model(card: Card) -> mujoco.MjModel:
    """Return a card's compiled model; see ``read_model``."""
    return read_model(card).model


def find_model_file(card: Card) -> Path:
    """Return the path of the card's model, beside the card or inside an installed pip package."""
    if not card.package:
        path = (card.folder / card.model_file).resolve()
        if not path.is_file():
            raise RobotError(f"robot '{card.name}': model file {path} does not exist")
        return path
    try:
        files = metadata.files(card.package) or []
    except metadata.PackageNotFoundError as error:
        raise RobotError(
            f"robot '{card.name}' needs the package '{card.package}', which is not installed: "
            f"pip install {card.package}"
        ) from error
    for file in files:
        if f"/{file.as_posix()}".endswith(f"/{card.model_file}"):
            return Path(str(file.locate())).resolve()
    raise RobotError(f"robot '{card.name}': package '{card.package}' holds no file {card.model_file}")


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
