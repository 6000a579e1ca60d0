"""From an MJCF file to a MuJoCo specification, after a look at every file that it names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

import mujoco

from understudy.errors import RobotError
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.meshes import attach_or_leave_out
from understudy.robots.models.mjcf_files import MjcfFile, mjcf_files
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom

_GREY = [0.7, 0.7, 0.7]
_PIXELS, _SIDES = 16, 6


def mjcf_spec(path: Path, root: Element, finder: FileFinder, notes: Notes) -> mujoco.MjSpec:
    """Return the specification of an MJCF file whose root element was read."""
    files = mjcf_files(path, root, finder)
    for element in (element for file in files for element in file.tagged("flexcomp")):
        # MuJoCo reads these while it parses, all other files of shapes only when it compiles.
        if element.get("file") and finder.find(element.get("file", ""), files[0].folder("meshdir")) is None:
            raise RobotError(f"{path}: file '{element.get('file')}' is not found")
    spec = mujoco.MjSpec.from_file(str(path))
    # Bodies that are fused into others would take the place of the root, which may be given a free joint.
    spec.compiler.fusestatic = False
    assets = _Assets(files, finder, notes)
    for mesh in list(spec.meshes):
        assets.give_mesh(spec, mesh)
    for texture in spec.textures:
        assets.give_texture(texture)
    for field in list(spec.hfields):
        assets.check_field(spec, field)
    for skin in list(spec.skins):
        if skin.file and assets.find(skin.file, skin.name, "meshdir") is None:
            notes.missing_file(skin.file, f"skin '{skin.name}'")
            spec.delete(skin)
    return spec


class _Assets:
    """Files of meshes, textures, height fields and skins, looked for where their own model has them."""

    def __init__(self, files: Sequence[MjcfFile], finder: FileFinder, notes: Notes) -> None:
        self.files, self.finder, self.notes = files, finder, notes

    def find(self, address: str, name: str, key: str) -> Path | None:
        """Return the file of an asset, None where it is not there.

        Args:
            address: What the specification has as its file.
            name: The asset's name, which tells from which attached model it comes.
            key: ``"meshdir"`` or ``"texturedir"``.
        """
        for file in self._owners(address, name):
            wanted = Path(address.replace("\\", "/")).name if file.strips_paths else address
            for folder in (file.folder(key), file.path.parent):
                found = self.finder.find(wanted, folder)
                if found is not None:
                    return found
        return None

    def give_mesh(self, spec: mujoco.MjSpec, mesh: mujoco.MjsMesh) -> None:
        """Give a mesh its file, or leave it out together with the shapes that it makes up."""
        if not mesh.file:
            return
        name = mesh.name or Path(mesh.file).stem
        file = self.find(mesh.file, name, "meshdir")
        if file is None:
            self.notes.missing_file(mesh.file, f"mesh '{name}'")
        elif attach_or_leave_out(mesh, file, self.notes):
            return
        for geom in [geom for geom in spec.geoms if geom.meshname == name]:
            delete_geom(spec, geom)
        spec.delete(mesh)

    def give_texture(self, texture: mujoco.MjsTexture) -> None:
        """Give a texture its files, or plain grey where one of them is missing."""
        addresses = [texture.file, *texture.cubefiles]
        found = [self.find(each, texture.name, "texturedir") if each else None for each in addresses]
        missing = [each for each, file in zip(addresses, found, strict=True) if each and file is None]
        if not missing:
            texture.file = str(found[0]) if found[0] else ""
            texture.cubefiles = [str(file) if file else "" for file in found[1:]]
            return
        for address in missing:
            self.notes.missing_file(address, f"texture '{texture.name}'")
        texture.file, texture.cubefiles, texture.rgb1 = "", [""] * _SIDES, _GREY
        texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
        flat = texture.type == mujoco.mjtTexture.mjTEXTURE_2D
        texture.width, texture.height = _PIXELS, _PIXELS if flat else _SIDES * _PIXELS

    def check_field(self, spec: mujoco.MjSpec, field: mujoco.MjsHField) -> None:
        """Leave a height field without its file out together with the ground that it makes up."""
        if field.file and self.find(field.file, field.name, "meshdir") is None:
            self.notes.missing_file(field.file, f"height field '{field.name}'")
            for geom in [geom for geom in spec.geoms if geom.hfieldname == field.name]:
                delete_geom(spec, geom)
            spec.delete(field)

    def _owners(self, address: str, name: str) -> list[MjcfFile]:
        """Return the models that an asset may come from: by its prefix and file, the main one last."""
        attached = [
            file
            for file in self.files[1:]
            if name.startswith(file.prefix)
            and any(
                element.get("file") == address for element in file.tagged("mesh", "texture", "hfield", "skin")
            )
        ]
        return [*sorted(attached, key=lambda file: -len(file.prefix)), self.files[0]]
