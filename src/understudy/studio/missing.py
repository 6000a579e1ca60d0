"""Meshes that a model names and that were not given with it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from understudy.errors import RobotError
from understudy.robots.models.file_finder import FileFinder, find_mesh
from understudy.robots.models.model_xml import read_model_xml
from understudy.robots.models.notes import Notes

_TOLD = 6
"""Names that are told one by one."""

HOW = (
    "Drop the model's folder or a .zip of it, or the model together with its mesh files; "
    "mesh files dropped alone are added to this model."
)


def missing_meshes(model: Path) -> tuple[str, ...]:
    """Return the names of the mesh files that a URDF or MJCF names and that are not found, each once.

    Of an MJCF its own file is read, not those that it includes.
    """
    try:
        root = read_model_xml(model)
        finder = FileFinder(model)
        is_mjcf = root.tag == "mujoco"
        compiler = root.find("compiler" if is_mjcf else "mujoco/compiler")
        folder = "" if compiler is None else compiler.get("meshdir") or compiler.get("assetdir") or ""
        is_there = _mjcf_mesh if is_mjcf else _urdf_mesh
        addresses = dict.fromkeys(
            mesh.get("file" if is_mjcf else "filename", "") for mesh in root.iter("mesh")
        )
        absent = [name for name in addresses if name and not is_there(finder, name, model.parent / folder)]
    except RobotError:
        # What is wrong with it is said by whoever reads it whole.
        return ()
    return tuple(dict.fromkeys(PurePosixPath(address.replace("\\", "/")).name for address in absent))


def _urdf_mesh(finder: FileFinder, address: str, folder: Path) -> bool:
    return find_mesh(finder, address, folder, Notes(finder.model)) is not None


def _mjcf_mesh(finder: FileFinder, address: str, folder: Path) -> bool:
    own = finder.model.parent
    name = PurePosixPath(address.replace("\\", "/")).name
    return any(finder.find(path, place) for path, place in ((address, folder), (address, own), (name, own)))


def told(missing: tuple[str, ...]) -> str:
    """Return in a sentence which meshes are missing; empty where none is."""
    if not missing:
        return ""
    names = ", ".join(missing[:_TOLD])
    more = f" and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
    count = "1 mesh file is" if len(missing) == 1 else f"{len(missing)} mesh files are"
    return f"{count} missing: {names}{more}."
