"""From a model file (MJCF or URDF) to a compiled MuJoCo model with the base that its card states."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import mujoco

from understudy.errors import RobotError
from understudy.robots.card import Card

_PACKAGE_URI = "package://"


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
            f"pip install 'understudy[robots]'"
        ) from error
    for file in files:
        if str(file).endswith(card.model_file):
            return Path(str(file.locate())).resolve()
    raise RobotError(f"robot '{card.name}': package '{card.package}' holds no file {card.model_file}")


def load_model(card: Card) -> mujoco.MjModel:
    """Compile the card's model; a URDF keeps its visual shapes and gets the free joint of its card."""
    path = find_model_file(card)
    try:
        is_urdf = path.suffix == ".urdf"
        spec = _spec_from_urdf(path) if is_urdf else mujoco.MjSpec.from_file(str(path))
        _set_base(spec, card)
        return spec.compile()
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise RobotError(f"robot '{card.name}': {path.name} does not compile: {reason}") from error


def _spec_from_urdf(path: Path) -> mujoco.MjSpec:
    """Parse a URDF after giving MuJoCo absolute mesh paths and its compiler options."""
    text = path.read_text(encoding="utf-8")
    share = _package_root(path, text)
    text = text.replace(_PACKAGE_URI, f"{share}/")
    options = '<compiler discardvisual="false" strippath="false" fusestatic="false" balanceinertia="true"/>'
    text, found = re.subn(r"(<robot\b[^>]*>)", rf"\1<mujoco>{options}</mujoco>", text, count=1)
    if not found:
        raise ValueError("no <robot> element")
    return mujoco.MjSpec.from_string(text)


def _package_root(path: Path, text: str) -> Path:
    """Return the folder that ``package://`` stands for: the nearest one that holds the first mesh."""
    match = re.search(rf'{_PACKAGE_URI}([^"]+)"', text)
    if match is None:
        return path.parent
    for folder in path.parents:
        if (folder / match.group(1)).exists():
            return folder
    raise ValueError(f"mesh {_PACKAGE_URI}{match.group(1)} is not found beside it")


def _set_base(spec: mujoco.MjSpec, card: Card) -> None:
    """Give the first body a free joint, or none, as the card's base says."""
    root = spec.worldbody.first_body()
    if root is None:
        raise ValueError("the model has no bodies")
    free = [joint for joint in root.joints if joint.type == mujoco.mjtJoint.mjJNT_FREE]
    if card.base == "free" and not free:
        if root.joints:
            raise ValueError(f"its first body '{root.name}' has joints, so it cannot be given a free base")
        root.add_freejoint(name="root")
    if card.base == "fixed":
        for joint in free:
            spec.delete(joint)
