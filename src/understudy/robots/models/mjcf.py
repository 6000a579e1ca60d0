"""From an MJCF file to a MuJoCo specification, after a look at every file that it names."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import mujoco

from understudy.errors import RobotError
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.meshes import attach_mesh
from understudy.robots.models.model_xml import read_model_xml
from understudy.robots.models.notes import Notes

_MOST_INCLUDES = 100
_CUBE_SIDES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
_GREY = [0.7, 0.7, 0.7]


def mjcf_spec(path: Path, root: Element, finder: FileFinder, notes: Notes) -> mujoco.MjSpec:
    """Return the specification of an MJCF file whose root element was read."""
    elements = _with_includes(path, root, finder)
    mesh_folder, texture_folder = (_folder(path, elements, key) for key in ("meshdir", "texturedir"))
    for element in elements:
        if element.tag in ("hfield", "model", "skin", "flexcomp") and element.get("file"):
            _required(path, finder, element.get("file", ""), mesh_folder)
        if element.tag == "texture":
            for address in (element.get(side) for side in _CUBE_SIDES):
                if address is not None:
                    _required(path, finder, address, texture_folder)
    spec = mujoco.MjSpec.from_file(str(path))
    for mesh in list(spec.meshes):
        _find_mesh(spec, mesh, finder, mesh_folder, notes)
    for texture in spec.textures:
        if texture.file and finder.find(texture.file, texture_folder) is None:
            notes.missing_file(texture.file, f"texture '{texture.name}'")
            texture.file, texture.rgb1 = "", _GREY
            texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
            texture.width, texture.height = 16, 16 if texture.type == mujoco.mjtTexture.mjTEXTURE_2D else 96
    return spec


def _with_includes(path: Path, root: Element, finder: FileFinder) -> list[Element]:
    """Return all elements of a file and of the files it includes, each of them inside its folders."""
    elements, waiting = [], [root]
    files = 0
    while waiting:
        for element in waiting.pop().iter():
            elements.append(element)
            if element.tag == "include":
                files += 1
                if files > _MOST_INCLUDES:
                    raise RobotError(f"{path}: includes more than {_MOST_INCLUDES} files")
                waiting.append(read_model_xml(_required(path, finder, element.get("file", ""), path.parent)))
    return elements


def _folder(path: Path, elements: list[Element], key: str) -> Path:
    """Return the folder from which files of a kind count; the last compiler element counts."""
    folder = path.parent
    for element in elements:
        if element.tag == "compiler":
            named = element.get(key, element.get("assetdir"))
            folder = folder if named is None else path.parent / named
    return folder


def _required(path: Path, finder: FileFinder, address: str, folder: Path) -> Path:
    file = finder.find(address, folder) if address else None
    if file is None:
        raise RobotError(f"{path}: file '{address}' is not found")
    return file


def _find_mesh(
    spec: mujoco.MjSpec, mesh: mujoco.MjsMesh, finder: FileFinder, folder: Path, notes: Notes
) -> None:
    """Give a mesh its file, or leave it out together with the shapes that it makes up."""
    if not mesh.file:
        return
    name = mesh.name or Path(mesh.file).stem
    file = finder.find(mesh.file, folder)
    if file is not None:
        attach_mesh(mesh, file)
        return
    notes.missing_file(mesh.file, f"mesh '{name}'")
    for geom in [geom for geom in spec.geoms if geom.meshname == name]:
        spec.delete(geom)
    spec.delete(mesh)
