"""Triangles of a COLLADA file (.dae), which MuJoCo does not read.

Written by hand because the libraries that read it bring much more than triangles; materials, normals
and textures are left aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from understudy.errors import RobotError
from understudy.plain_text import plain_array, plain_count, quoted, trimmed
from understudy.robots.models.model_xml import parse_model_xml, read_bounded

MAX_COLLADA_BYTES = 128 << 20
_MOST_NODES = 10_000
_DEEPEST = 100
MOST_CORNERS = 6_000_000
"""Of all triangles and vertices that a scene shows; the finest meshes of robots have a tenth."""

_LARGEST_STRIDE = 1000
_LARGEST_INDEX = 2**31 - 1

Triangles = tuple[np.ndarray, np.ndarray]
"""Vertices (N, 3) [m] and faces (F, 3), indices of their corners."""


def read_collada(path: Path) -> Triangles:
    """Return the triangles of all shapes in a file's scene, in metres, in the axes of the file.

    The file's up axis is left as it is, as the viewers of ROS do, for which such files are made.
    """
    return _Scene(path, parse_model_xml(path, read_bounded(path, MAX_COLLADA_BYTES))).triangles()


class _Scene:
    """A parsed file; knows its elements by id."""

    def __init__(self, path: Path, root: Element) -> None:
        self.path = path
        for element in root.iter():
            element.tag = element.tag.rpartition("}")[2]
        self.root = root
        self.by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self.nodes_left, self.corners_left = _MOST_NODES, MOST_CORNERS
        self.positions: dict[int, np.ndarray] = {}

    def triangles(self) -> Triangles:
        unit = self.root.find("asset/unit")
        metre = self._numbers(unit.get("meter", "1"), 1)[0] if unit is not None else 1.0
        parts: list[Triangles] = []
        for scene in self.root.findall("library_visual_scenes/visual_scene"):
            for node in scene.findall("node"):
                parts += self._node(node, np.eye(4), 1)
        if not parts:  # files without a scene: every shape where it was drawn
            geometries = self.root.findall("library_geometries/geometry")
            parts = [part for geometry in geometries for part in self._geometry(geometry)]
        if not parts:
            raise self._error("it holds no triangles")
        starts = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
        faces = [faces + start for (_, faces), start in zip(parts, starts, strict=False)]
        return metre * np.concatenate([vertices for vertices, _ in parts]), np.concatenate(faces)

    def _node(self, node: Element, above: np.ndarray, depth: int) -> Iterator[Triangles]:
        """Yield the shapes of a node and of those below it, moved to where they are in the scene."""
        self.nodes_left -= 1
        if self.nodes_left < 0 or depth > _DEEPEST:
            raise self._error(f"its scene has more than {_MOST_NODES} nodes, or {_DEEPEST} within each other")
        placed = above
        for child in node:
            move = _MOVES.get(child.tag)
            if move is not None:
                placed = placed @ move(self._numbers(child.text, move_size(child.tag)))
        for child in node:
            if child.tag == "instance_geometry":
                for vertices, faces in self._geometry(self._linked(child.get("url"))):
                    yield vertices @ placed[:3, :3].T + placed[:3, 3], faces
            elif child.tag == "node":
                yield from self._node(child, placed, depth + 1)
            elif child.tag == "instance_node":
                yield from self._node(self._linked(child.get("url")), placed, depth + 1)

    def _geometry(self, geometry: Element) -> Iterator[Triangles]:
        for mesh in geometry.findall("mesh"):
            for shape in mesh:
                if shape.tag in ("triangles", "polylist", "polygons"):
                    vertices, faces = self._shape(shape)
                    # A scene may show a shape ten thousand times, and a shape of one triangle all vertices.
                    self.corners_left -= len(vertices) + 3 * len(faces)
                    if self.corners_left < 0:
                        raise self._error(f"its shapes have more than {MOST_CORNERS} corners in all")
                    if len(faces):
                        yield vertices, faces

    def _shape(self, shape: Element) -> Triangles:
        inputs = shape.findall("input")
        stride = 1 + max((self._count(each, "offset", 0) for each in inputs), default=0)
        corner = next((each for each in inputs if each.get("semantic") == "VERTEX"), None)
        if corner is None:
            raise self._error(f"a <{shape.tag}> has no input VERTEX")
        linked = self._linked(corner.get("source"))
        if id(linked) not in self.positions:
            self.positions[id(linked)] = self._positions(linked)
        vertices = self.positions[id(linked)]
        lists = [self._indices(p.text) for p in shape.findall("p")]
        if any(len(indices) % stride for indices in lists):
            raise self._error(f"a <{shape.tag}> has a broken list of indices")
        corners = [indices.reshape(-1, stride)[:, self._count(corner, "offset", 0)] for indices in lists]
        counts = shape.find("vcount")
        if shape.tag == "triangles":
            faces = np.concatenate([np.zeros(0, dtype=np.int64), *corners])
            faces = faces[: len(faces) // 3 * 3].reshape(-1, 3)
        else:
            sizes = [len(c) for c in corners] if counts is None else self._indices(counts.text)
            faces = _fans(np.concatenate([np.zeros(0, dtype=np.int64), *corners]), np.asarray(sizes))
        if len(faces) and not 0 <= faces.min() <= faces.max() < len(vertices):
            raise self._error(f"a <{shape.tag}> names a vertex that is not there")
        return vertices, faces

    def _positions(self, vertices: Element) -> np.ndarray:
        """Return the (N, 3) positions behind a <vertices> element, or behind a <source> itself."""
        source = vertices
        for each in vertices.findall("input"):
            if each.get("semantic") == "POSITION":
                source = self._linked(each.get("source"))
        array, accessor = source.find("float_array"), source.find("technique_common/accessor")
        if array is None:
            raise self._error("its vertices have no positions")
        stride = self._count(accessor, "stride", 3) if accessor is not None else 3
        numbers = self._numbers(array.text)
        if stride < 3 or len(numbers) % stride:
            raise self._error(f"{len(numbers)} coordinates do not make up points of {stride}")
        return numbers.reshape(-1, stride)[:, :3]

    def _linked(self, address: str | None) -> Element:
        element = self.by_id.get((address or "").lstrip("#"))
        if element is None:
            raise self._error(f"there is no element '{address}'")
        return element

    def _numbers(self, text: str | None, size: int | None = None) -> np.ndarray:
        numbers = plain_array(text or "")
        if numbers is None or (size is not None and len(numbers) != size):
            raise self._error(f"expected {size or 'finite'} numbers, found {quoted(text or '')}")
        return numbers

    def _indices(self, text: str | None) -> np.ndarray:
        numbers = self._numbers(text)
        if ((numbers < 0.0) | (numbers > _LARGEST_INDEX) | (numbers % 1.0 != 0.0)).any():
            raise self._error(f"expected whole numbers as indices, found {quoted(text or '')}")
        return numbers.astype(np.int64)

    def _count(self, element: Element, key: str, default: int) -> int:
        """Return an attribute that is a whole number."""
        text = element.get(key)
        count = default if text is None else plain_count(trimmed(text))
        if count is None or count > _LARGEST_STRIDE:
            problem = f"is {quoted(text or '')}, expected a whole number up to {_LARGEST_STRIDE}"
            raise self._error(f"<{element.tag} {key}> {problem}")
        return count

    def _error(self, problem: str) -> RobotError:
        return RobotError(f"{self.path}: not a COLLADA mesh that can be read: {problem}")


def _fans(corners: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return triangles (F, 3) of convex polygons whose corners are listed one after the other."""
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    faces = [np.zeros((0, 3), dtype=np.int64)]
    is_whole = (sizes >= 3) & (starts >= 0) & (sizes <= len(corners) - starts)
    for size in np.unique(sizes[is_whole]):
        first = starts[is_whole & (sizes == size)][:, None]
        second = first + np.arange(1, size - 1)
        parts = np.broadcast_arrays(corners[first], corners[second], corners[second + 1])
        faces.append(np.stack(parts, axis=-1).reshape(-1, 3))
    return np.concatenate(faces)


def _translate(numbers: np.ndarray) -> np.ndarray:
    placed = np.eye(4)
    placed[:3, 3] = numbers
    return placed


def _rotate(numbers: np.ndarray) -> np.ndarray:
    """Return the turn about an axis by an angle [deg], by Rodrigues' formula."""
    axis = numbers[:3] / max(float(np.linalg.norm(numbers[:3])), 1e-12)
    angle = np.radians(numbers[3])
    cross = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    placed = np.eye(4)
    placed[:3, :3] += np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross
    return placed


def _scale(numbers: np.ndarray) -> np.ndarray:
    return np.diag([*numbers, 1.0])


def _matrix(numbers: np.ndarray) -> np.ndarray:
    return numbers.reshape(4, 4)


_MOVES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "translate": _translate,
    "rotate": _rotate,
    "scale": _scale,
    "matrix": _matrix,
}


def move_size(tag: str) -> int:
    """Return how many numbers an element that moves a node holds."""
    return {"translate": 3, "rotate": 4, "scale": 3, "matrix": 16}[tag]
