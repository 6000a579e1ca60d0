"""An animated scene as binary glTF 2.0: a node for each body, its shapes, and its motion."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

from understudy.export.clip import Clip
from understudy.export.quaternions import xyzw
from understudy.export.scene.local_poses import LocalPoses, local_poses
from understudy.export.scene.surfaces import Surface, surfaces
from understudy.motion.archive import write_bytes

_MAGIC, _VERSION, _JSON, _BINARY = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
_FLOAT, _UNSIGNED = 5126, 5125
_FROM_Z_UP = [-0.5, -0.5, -0.5, 0.5]
"""Rotation (xyzw) of our world in glTF's, where y is up and z is forward."""

_ROUGH, _GAMMA = 0.6, 2.2


def write(path: Path, clip: Clip, shapes: bool) -> None:
    """Write a ``.glb`` file.

    Args:
        path: The file.
        clip: What to write.
        shapes: Whether to write the shapes of the bodies, not their motion alone.
    """
    document = _Document()
    poses = local_poses(clip)
    nodes = _nodes(clip, poses)
    if shapes:
        document.add_meshes(nodes, surfaces(clip.model))
    document.add_motion(poses, clip.fps)
    write_bytes(path, document.as_bytes(nodes, clip.title))


def _nodes(clip: Clip, poses: LocalPoses) -> list[dict[str, Any]]:
    """Return the world's node, which turns it for glTF, and one for each body in its first pose."""
    nodes: list[dict[str, Any]] = [{"name": clip.name, "rotation": _FROM_Z_UP}]
    nodes += [
        {
            "name": name,
            "translation": poses.positions[0, body].tolist(),
            "rotation": xyzw(poses.quaternions[0, body]).tolist(),
        }
        for body, name in enumerate(clip.bodies)
    ]
    for body, node in enumerate(nodes, start=-1):
        children = 1 + np.flatnonzero(poses.parents == body)
        if len(children):
            node["children"] = children.tolist()
    return nodes


class _Document:
    """The parts of a document, and the one buffer behind all numbers."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.meshes: list[dict[str, Any]] = []
        self.materials: dict[tuple[float, ...], int] = {}
        self.animation: dict[str, Any] = {}

    def add_meshes(self, nodes: list[dict[str, Any]], drawn: list[Surface]) -> None:
        """Add a mesh for each body that has shapes."""
        for body in sorted({surface.body for surface in drawn}):
            nodes[body]["mesh"] = len(self.meshes)
            parts = [self._primitive(surface) for surface in drawn if surface.body == body]
            self.meshes.append({"primitives": parts})

    def add_motion(self, poses: LocalPoses, fps: float) -> None:
        """Add an animation of all bodies that move against their parents."""
        times = self._accessor(np.arange(len(poses.positions)) / fps, "SCALAR", bounds=True)
        samplers: list[dict[str, Any]] = []
        channels: list[dict[str, Any]] = []
        for body in range(len(poses.parents)):
            paths = {
                "translation": (poses.moves[body], poses.positions[:, body], "VEC3"),
                "rotation": (poses.turns[body], xyzw(poses.quaternions[:, body]), "VEC4"),
            }
            for path, (changes, values, kind) in paths.items():
                if changes:
                    target = {"node": 1 + body, "path": path}
                    channels.append({"sampler": len(samplers), "target": target})
                    samplers.append({"input": times, "output": self._accessor(values, kind)})
        if channels:
            self.animation = {"name": "motion", "samplers": samplers, "channels": channels}

    def as_bytes(self, nodes: list[dict[str, Any]], title: str) -> bytes:
        """Return the whole file."""
        content: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Understudy"},
            "scene": 0,
            "scenes": [{"name": title, "nodes": [0]}],
            "nodes": nodes,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.buffer)}],
        }
        if self.meshes:
            content |= {"meshes": self.meshes, "materials": [_material(rgba) for rgba in self.materials]}
        if self.animation:
            content["animations"] = [self.animation]
        text = json.dumps(content, separators=(",", ":")).encode()
        chunks = ((text + b" " * (-len(text) % 4), _JSON), (bytes(self.buffer), _BINARY))
        body = b"".join(struct.pack("<II", len(data), kind) + data for data, kind in chunks)
        return struct.pack("<III", _MAGIC, _VERSION, 12 + len(body)) + body

    def _primitive(self, surface: Surface) -> dict[str, Any]:
        return {
            "attributes": {
                "POSITION": self._accessor(surface.vertices, "VEC3", bounds=True),
                "NORMAL": self._accessor(surface.normals, "VEC3"),
            },
            "indices": self._accessor(surface.faces.reshape(-1), "SCALAR", kind=_UNSIGNED),
            "material": self.materials.setdefault(surface.rgba, len(self.materials)),
        }

    def _accessor(self, values: np.ndarray, shape: str, kind: int = _FLOAT, bounds: bool = False) -> int:
        """Add numbers to the buffer and return the index of what names them."""
        array = np.ascontiguousarray(values, dtype="<f4" if kind == _FLOAT else "<u4")
        self.views.append({"buffer": 0, "byteOffset": len(self.buffer), "byteLength": array.nbytes})
        self.buffer += array.tobytes()
        accessor: dict[str, Any] = {"bufferView": len(self.views) - 1, "componentType": kind}
        accessor |= {"count": len(array), "type": shape}
        if bounds:
            rows = array.reshape(len(array), -1)
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def _material(rgba: tuple[float, ...]) -> dict[str, Any]:
    # Colours of glTF are linear, those of MuJoCo are as a screen shows them.
    linear = [round(part**_GAMMA, 6) for part in rgba[:3]]
    look = {"baseColorFactor": [*linear, rgba[3]], "metallicFactor": 0.0, "roughnessFactor": _ROUGH}
    material: dict[str, Any] = {"pbrMetallicRoughness": look}
    return material | ({"alphaMode": "BLEND"} if rgba[3] < 1.0 else {})
