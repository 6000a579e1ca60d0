"""Robots of the package ``robot_descriptions``, which knows many by name and downloads what is asked for."""

from __future__ import annotations

import importlib
from importlib import metadata, util
from pathlib import Path

from understudy.errors import RobotError, unknown_name

PREFIX = "rd:"
"""Marks a name of that package where a catalogued robot might have the same one."""

_PACKAGE = "robot_descriptions"
_SUFFIXES = ("_description", "_mj_description")
_PATHS = ("MJCF_PATH", "URDF_PATH")


def described_robots() -> tuple[str, ...]:
    """Return the names that the package knows, none where it is not installed; nothing is downloaded."""
    try:
        files = metadata.files(_PACKAGE) or []
    except metadata.PackageNotFoundError:
        return ()
    modules = [file.stem for file in files if file.parent.name == _PACKAGE and file.suffix == ".py"]
    return tuple(sorted(name for name in modules if name.endswith("_description") and name[0] != "_"))


def is_described(name: str) -> bool:
    """Return whether a name, with or without the prefix and the ending, is one of the package's."""
    return _module(name.removeprefix(PREFIX)) is not None


def find_described_model(name: str) -> Path:
    """Return the model file of a robot that the package knows, downloaded by it where need be.

    Args:
        name: ``talos``, ``talos_description`` or ``rd:talos``; a robot with an MJCF and a URDF is found
            as MJCF by ``talos_mj``.

    Raises:
        RobotError: The package is not installed, does not know the name, or could not fetch the robot.
    """
    plain = name.removeprefix(PREFIX)
    if util.find_spec(_PACKAGE) is None:
        raise RobotError(
            f"robot '{name}' needs the package '{_PACKAGE}', which is not installed: pip install {_PACKAGE}"
        )
    module = _module(plain)
    if module is None:
        raise RobotError(f"{_PACKAGE}: {unknown_name('robot', plain, described_robots())}")
    try:
        description = importlib.import_module(f"{_PACKAGE}.{module}")
    except Exception as error:
        # The package clones a repository while it is imported, so that anything from a missing network to
        # a full disk comes up here, in exceptions of git and of its own.
        reason = " ".join(str(error).split())[:200]
        raise RobotError(f"robot '{name}': {_PACKAGE} could not fetch it ({reason})") from error
    for attribute in _PATHS:
        path = getattr(description, attribute, None)
        if path is not None:
            return Path(str(path))
    raise RobotError(f"robot '{name}': {_PACKAGE} has neither a URDF nor an MJCF of it")


def _module(name: str) -> str | None:
    known = described_robots()
    return next(
        (each for each in (name, *(f"{name}{suffix}" for suffix in _SUFFIXES)) if each in known), None
    )
