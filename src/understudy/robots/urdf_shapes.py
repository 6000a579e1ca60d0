"""Shapes of a model as URDF: visuals of all geoms, collisions of those that can touch, meshes as STL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import mujoco
import numpy as np

from understudy.errors import OutputError
from understudy.motion.output import replace_folder
from understudy.plain_text import quoted
from understudy.robots.ball_mesh import ball_mesh
from understudy.robots.stl_writer import stl_content
from understudy.robots.urdf_values import add_origin, numbers, rotation_of

_BALL = "ball"
_MESH = re.compile(rf"(mesh_[0-9]+_.*|{_BALL})\.stl", re.DOTALL)
"""Names of files that are written here."""


@dataclass(frozen=True, eq=False)
class _Shape:
    """A URDF geometry: its element's name and attributes, and where it lies along the geom's z axis [m]."""

    tag: str
    attributes: dict[str, str]
    height: float = 0.0


class ShapeWriter:
    """Adds the geoms of a model to links, and collects the meshes and colours that they need."""

    def __init__(self, model: mujoco.MjModel, folder: Path) -> None:
        """Write shapes of a model whose meshes go to a folder beside the URDF."""
        self.model, self.folder = model, folder
        self.meshes: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        self.colours: dict[str, np.ndarray] = {}

    def add_shapes(self, link: Element, body: int) -> None:
        """Add a body's geoms to its link, visuals first."""
        first = int(self.model.body_geomadr[body])
        geoms = range(first, first + int(self.model.body_geomnum[body]))
        for geom in geoms:
            for element in self._elements(link, "visual", geom):
                SubElement(element, "material", name=self._colour(geom))
        for geom in geoms:
            if self.model.geom_contype[geom] or self.model.geom_conaffinity[geom]:
                list(self._elements(link, "collision", geom))

    def add_materials(self, root: Element) -> None:
        """Add the colours that visuals name to the document's beginning."""
        for index, (name, rgba) in enumerate(self.colours.items()):
            material = Element("material", name=name)
            SubElement(material, "color", rgba=numbers(rgba))
            root.insert(index, material)

    def write_meshes(self) -> None:
        """Write the folder of the meshes that were needed, where there are any, in the place of an older one.

        Raises:
            OutputError: It cannot be written, or there is such a folder with other files in it.
        """
        if not self.meshes:
            return
        older = self.folder.iterdir() if self.folder.is_dir() else ()
        foreign = next((file.name for file in older if not _MESH.fullmatch(file.name)), None)
        if foreign is not None:
            problem = f"the folder holds {quoted(foreign)}, which is no mesh of a robot"
            raise OutputError(f"cannot write {self.folder}: {problem}")
        replace_folder(
            self.folder, ((f"{name}.stl", stl_content(*mesh)) for name, mesh in self.meshes.items())
        )

    def _elements(self, link: Element, tag: str, geom: int) -> Iterator[Element]:
        """Add one visual or collision for each shape of a geom."""
        matrix = rotation_of(self.model.geom_quat[geom])
        for shape in self._shapes(geom):
            element = SubElement(link, tag)
            add_origin(element, self.model.geom_pos[geom] + shape.height * matrix[:, 2], matrix)
            SubElement(SubElement(element, "geometry"), shape.tag, shape.attributes)
            yield element

    def _shapes(self, geom: int) -> Iterator[_Shape]:
        kind, size = mujoco.mjtGeom(self.model.geom_type[geom]), np.array(self.model.geom_size[geom])
        if kind == mujoco.mjtGeom.mjGEOM_SPHERE:
            yield _Shape("sphere", {"radius": numbers(size[0])})
        elif kind == mujoco.mjtGeom.mjGEOM_BOX:
            yield _Shape("box", {"size": numbers(2.0 * size)})
        elif kind in (mujoco.mjtGeom.mjGEOM_CYLINDER, mujoco.mjtGeom.mjGEOM_CAPSULE):
            yield _Shape("cylinder", {"radius": numbers(size[0]), "length": numbers(2.0 * size[1])})
            if kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
                for height in (-size[1], size[1]):
                    yield _Shape("sphere", {"radius": numbers(size[0])}, float(height))
        elif kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
            self.meshes.setdefault(_BALL, ball_mesh())
            yield _Shape("mesh", {"filename": self._file(_BALL), "scale": numbers(size)})
        elif kind == mujoco.mjtGeom.mjGEOM_MESH:
            yield _Shape("mesh", {"filename": self._file(self._mesh(int(self.model.geom_dataid[geom])))})

    def _mesh(self, mesh: int) -> str:
        """Collect a mesh of the model, which has its scale in it, and return its name."""
        name = "".join(c if c.isalnum() or c in "-_." else "_" for c in self.model.mesh(mesh).name)
        name = f"mesh_{mesh}_{name}"
        start, count = int(self.model.mesh_vertadr[mesh]), int(self.model.mesh_vertnum[mesh])
        first, faces = int(self.model.mesh_faceadr[mesh]), int(self.model.mesh_facenum[mesh])
        self.meshes[name] = (
            np.array(self.model.mesh_vert[start : start + count]),
            np.array(self.model.mesh_face[first : first + faces]),
        )
        return name

    def _file(self, mesh: str) -> str:
        return f"{self.folder.name}/{mesh}.stl"

    def _colour(self, geom: int) -> str:
        """Return the name of a geom's colour: its material's, or one made from its own numbers."""
        material = int(self.model.geom_matid[geom])
        if material >= 0:
            name, rgba = (
                self.model.mat(material).name or f"material_{material}",
                self.model.mat_rgba[material],
            )
        else:
            rgba = self.model.geom_rgba[geom]
            name = "rgba_" + "_".join(f"{round(255 * float(part))}" for part in rgba)
        self.colours.setdefault(name, np.round(rgba.astype(np.float64), 4))
        return name
