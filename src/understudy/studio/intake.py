"""What somebody dropped of a robot: a model, meshes for the one on the desk, or an archive of both."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from understudy.errors import RobotError
from understudy.studio.desk import Desk
from understudy.studio.parcel import MESHES, model_among, unpack

ARCHIVE = ".zip"
ROBOT_PARTS = frozenset((*MESHES, ARCHIVE))
"""Endings of files that can only be about a robot, beside those of models."""

_TOLD = 4


@dataclass(frozen=True)
class Delivery:
    """A model that may be onboarded.

    Attributes:
        model: A URDF or MJCF.
        folder: Of all files that were sent with it.
        notes: What has to be known about the choice, in sentences.
    """

    model: Path
    folder: Path
    notes: tuple[str, ...] = ()


def receive(path: Path, room: Path, desk: Desk | None) -> Delivery:
    """Return the model of an archive, or that of the desk with more meshes beside it.

    Args:
        path: An archive, or a mesh.
        room: An empty folder for what is unpacked.
        desk: The robot that is being onboarded, if any.

    Raises:
        RobotError: One sentence that says what is wrong with it.
    """
    is_archive = path.suffix.lower() == ARCHIVE
    files = unpack(path, room) if is_archive else (path,)
    model, others = model_among(files)
    if model is not None:
        return Delivery(model, room, _others(model, others))
    meshes = [file for file in files if file.suffix.lower() in MESHES]
    if desk is None or desk.uploaded is None or not meshes:
        raise RobotError(
            f"{path.name}: holds no model of a robot, expected a URDF or MJCF with its meshes "
            "(captures are dropped one at a time)"
        )
    for mesh in meshes:
        # Beside the model every mesh is found by its name.
        shutil.copyfile(mesh, desk.model.parent / mesh.name)
    return Delivery(desk.model, desk.uploaded)


def _others(model: Path, others: tuple[Path, ...]) -> tuple[str, ...]:
    """Return in a sentence which of several models was taken."""
    if not others:
        return ()
    names = ", ".join(other.name for other in others[:_TOLD])
    return (f"of the models that were sent, {model.name} has the most joints; there are also {names}",)
