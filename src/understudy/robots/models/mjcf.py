"""From an MJCF file to a MuJoCo specification, all that it names found and held in memory."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import mujoco

from understudy.errors import RobotError
from understudy.robots.models.asset_files import AssetFiles
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.mesh_detail import faces_kept
from understudy.robots.models.meshes import attach_or_leave_out, leave_out_mesh
from understudy.robots.models.mjcf_files import whole_mjcf
from understudy.robots.models.naming import name_parts
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom

_GREY = [0.7, 0.7, 0.7]
_PIXELS, _SIDES = 16, 6


def mjcf_spec(path: Path, root: Element, finder: FileFinder, notes: Notes) -> mujoco.MjSpec:
    """Return the specification of an MJCF file whose root element was read; it is changed in place."""
    whole = whole_mjcf(path, root, finder, notes)
    files = whole.assets
    spec = mujoco.MjSpec.from_string(
        whole.text, include=whole.attached | files.contents, assets=files.contents
    )
    # Bodies that are fused into others would take the place of the root, which may be given a free joint.
    spec.compiler.fusestatic = False
    name_parts(spec, notes)
    found = [files.path(mesh.file) for mesh in spec.meshes if mesh.file]
    finder.announce(file for _, file in files.named.values() if file is not None)
    most_faces = faces_kept(path for path in found if path is not None)
    for mesh in list(spec.meshes):
        _give_mesh(spec, mesh, files, notes, most_faces)
    for texture in spec.textures:
        _give_texture(texture, files, notes)
    for field in list(spec.hfields):
        _give_field(spec, field, files, notes)
    for skin in list(spec.skins):
        if skin.file and not _give_file(skin, f"skin '{skin.name}'", files, notes):
            spec.delete(skin)
    spec.assets = files.contents
    return spec


def _give_mesh(
    spec: mujoco.MjSpec, mesh: mujoco.MjsMesh, files: AssetFiles, notes: Notes, most_faces: int
) -> None:
    """Give a mesh its file, or leave it out together with the shapes that it makes up."""
    if not mesh.file:
        return
    path = files.path(mesh.file)
    if path is None:
        notes.missing_file(files.address(mesh.file), f"mesh '{mesh.name}'")
    elif attach_or_leave_out(mesh, path, files, notes, most_faces):
        return
    leave_out_mesh(spec, mesh, notes)


def _give_texture(texture: mujoco.MjsTexture, files: AssetFiles, notes: Notes) -> None:
    """Give a texture its files, or plain grey where one of them is missing or cannot be used."""
    names = [texture.file, *texture.cubefiles]
    read = [_read(name, f"texture '{texture.name}'", files, notes) if name else "" for name in names]
    if None not in read:
        texture.file, *texture.cubefiles = (name or "" for name in read)
        return
    texture.file, texture.cubefiles, texture.rgb1 = "", [""] * _SIDES, _GREY
    texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
    flat = texture.type == mujoco.mjtTexture.mjTEXTURE_2D
    texture.width, texture.height = _PIXELS, _PIXELS if flat else _SIDES * _PIXELS


def _give_field(spec: mujoco.MjSpec, field: mujoco.MjsHField, files: AssetFiles, notes: Notes) -> None:
    """Give a height field its file, or leave it out together with the ground that it makes up."""
    if field.file and not _give_file(field, f"height field '{field.name}'", files, notes):
        for geom in [geom for geom in spec.geoms if geom.hfieldname == field.name]:
            delete_geom(spec, geom)
        spec.delete(field)


def _give_file(part: mujoco.MjsHField | mujoco.MjsSkin, place: str, files: AssetFiles, notes: Notes) -> bool:
    """Give a height field or a skin its file; return whether there is one."""
    name = _read(part.file, place, files, notes)
    part.file = name or ""
    return name is not None


def _read(name: str, place: str, files: AssetFiles, notes: Notes) -> str | None:
    """Return the name under which MuJoCo is given a file, None where it is not there or cannot be used."""
    path = files.path(name)
    if path is None:
        notes.missing_file(files.address(name), place)
        return None
    try:
        return files.read_picture(path)
    except RobotError as error:
        reason = str(error).removeprefix(f"{path}: ")
        notes.missing_file(path.name, place, f"cannot be used ({reason})")
        return None
