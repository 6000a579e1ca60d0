"""Motions written as glTF: bones with frames of their own, the skin that hangs on them, and an animation."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.errors import InvalidMotionError
from understudy.export.captures.bone_frames import BoneMotion, in_bone_frames
from understudy.export.captures.bvh import checked_motion
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

CONTAINERS = ("glb", "base64", "beside")
_FLOAT, _WHOLE = 5126, 5125


@dataclass(frozen=True)
class GltfStyle:
    """How a file is written.

    Attributes:
        container: ``glb``; JSON with its numbers in ``base64``, or in a file ``beside`` it, ``.bin``.
        way: How values go from key to key: ``LINEAR``, ``STEP`` or ``CUBICSPLINE``.
        is_sparse: Whether turns are written as what differs from nothing.
        humanoid: The extension that names bones, such as ``VRMC_vrm_animation``; empty for none.
        bones: Joint → what the extension calls it.
        has_skin: Whether the pose is written in which skin is bound.
    """

    container: str = "glb"
    way: str = "LINEAR"
    is_sparse: bool = False
    humanoid: str = ""
    bones: Mapping[str, str] = field(default_factory=dict)
    has_skin: bool = True


def write_gltf(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    style: GltfStyle | None = None,
) -> None:
    """Write a motion, in metres with y up and z forward, as the format defines.

    Args:
        path: The file; each file is written whole or not at all.
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        root_positions: (T, 3) [m] where the root is, z up.
        local_rotations: (T, J, 4) each joint's turn seen from its parent, unit quaternions wxyz.
        fps: Frames a second [1/s].
        style: How; as a GLB by default.
    """
    style = style or GltfStyle()
    if style.container not in CONTAINERS:
        raise InvalidMotionError(f"container is '{style.container}', expected one of {', '.join(CONTAINERS)}")
    positions, rotations = checked_motion(skeleton, root_positions, local_rotations)
    check.require_fps(fps)
    path = Path(path)
    scene = GltfScene(in_bone_frames(skeleton, positions, rotations), fps, style)
    if style.container == "beside":
        write_bytes(path.with_suffix(".bin"), bytes(scene.buffer))
    write_bytes(path, packed(scene.data, bytes(scene.buffer), style.container, path.stem))


def packed(data: dict[str, Any], buffer: bytes, container: str, stem: str = "") -> bytes:
    """Return a scene's bytes in a container."""
    length: dict[str, Any] = {"byteLength": len(buffer)}
    if container == "base64":
        uri = f"data:application/octet-stream;base64,{base64.b64encode(buffer).decode()}"
        length = {"uri": uri} | length
    elif container == "beside":
        length = {"uri": f"{stem}.bin"} | length
    text = json.dumps(data | {"buffers": [length]}, separators=(",", ":")).encode()
    if container != "glb":
        return text
    text, buffer = text + b" " * (-len(text) % 4), buffer + b"\0" * (-len(buffer) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(buffer), 0x004E4942) + buffer
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


class GltfScene:
    """The JSON of a scene and its buffer, which grow together.

    Attributes:
        data: The JSON, without its buffers.
        buffer: The numbers.
    """

    def __init__(self, motion: BoneMotion, fps: float, style: GltfStyle) -> None:
        """Lay out all of a motion."""
        self.buffer = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.data: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Understudy"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": _nodes(motion),
            "animations": [self._animation(motion, fps, style)],
        }
        if style.has_skin:
            inverse = self._accessor(_inverse_bind(motion), "MAT4")
            joints = list(range(len(motion.names)))
            self.data["skins"] = [{"joints": joints, "inverseBindMatrices": inverse}]
        if style.humanoid:
            self.data["extensionsUsed"] = [style.humanoid]
            self.data["extensions"] = {style.humanoid: _humanoid(motion, style)}
        self.data |= {"accessors": self.accessors, "bufferViews": self.views}

    def _view(self, values: np.ndarray) -> int:
        self.buffer += b"\0" * (-len(self.buffer) % 4)
        content = np.ascontiguousarray(values).tobytes()
        self.views.append({"buffer": 0, "byteOffset": len(self.buffer), "byteLength": len(content)})
        self.buffer += content
        return len(self.views) - 1

    def _accessor(self, values: np.ndarray, kind: str, is_sparse: bool = False) -> int:
        """Add numbers (N, W) in single precision, and return which accessor they are."""
        single = np.ascontiguousarray(values, dtype="<f4")
        entry: dict[str, Any] = {"componentType": _FLOAT, "count": len(single), "type": kind}
        if kind == "SCALAR":
            entry |= {"min": [float(single.min())], "max": [float(single.max())]}
        if is_sparse:
            rows = np.flatnonzero(single.any(axis=1)).astype("<u4")
            entry["sparse"] = {
                "count": len(rows),
                "indices": {"bufferView": self._view(rows), "componentType": _WHOLE},
                "values": {"bufferView": self._view(single[rows])},
            }
        else:
            entry["bufferView"] = self._view(single)
        self.accessors.append(entry)
        return len(self.accessors) - 1

    def _animation(self, motion: BoneMotion, fps: float, style: GltfStyle) -> dict[str, Any]:
        times = self._accessor((np.arange(len(motion.root)) / fps)[:, None], "SCALAR")
        samplers: list[dict[str, Any]] = []
        channels: list[dict[str, Any]] = []
        for joint, parent in enumerate(motion.parents):
            moved = {"translation": motion.root} if parent == ROOT else {}
            if not np.allclose(motion.turns[:, joint], rot.IDENTITY, atol=1e-12):
                turns = rot.continuous(rot.multiply(motion.rest[joint], motion.turns[:, joint]))
                moved["rotation"] = turns[:, [1, 2, 3, 0]]
            for kind, values in moved.items():
                keys = _with_slopes(values, fps) if style.way == "CUBICSPLINE" else values
                wide = "VEC4" if kind == "rotation" else "VEC3"
                output = self._accessor(keys, wide, style.is_sparse)
                samplers.append({"input": times, "output": output, "interpolation": style.way})
                target = {"node": joint, "path": kind}
                channels.append({"sampler": len(samplers) - 1, "target": target})
        return {"name": "motion", "samplers": samplers, "channels": channels}


def _nodes(motion: BoneMotion) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = []
    for joint, name in enumerate(motion.names):
        is_root = motion.parents[joint] == ROOT
        w, x, y, z = motion.rest[joint].tolist()
        # What rests stands where the motion begins, as high as then.
        place = motion.root[0] if is_root else motion.places[joint]
        node = {"name": name, "translation": place.tolist(), "rotation": [x, y, z, w]}
        children = [child for child, parent in enumerate(motion.parents) if parent == joint]
        nodes.append(node | ({"children": children} if children else {}))
    return nodes


def _inverse_bind(motion: BoneMotion) -> np.ndarray:
    """Return matrices (K, 16), column by column, from the world to joints at rest, above the origin."""
    places: list[np.ndarray] = []
    found: list[np.ndarray] = []
    for joint, parent in enumerate(motion.parents):
        at = motion.root[0] * np.array([0.0, 1.0, 0.0])
        if parent != ROOT:
            at = places[parent] + rot.rotate(motion.world_rest[parent], motion.places[joint])
        places.append(at)
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = rot.as_matrix(motion.world_rest[joint]), at
        found.append(np.linalg.inv(matrix).T.ravel())
    return np.array(found)


def _with_slopes(values: np.ndarray, fps: float) -> np.ndarray:
    """Return (3T, W): for each key the slope before it, its value, and the slope after it."""
    slopes = np.gradient(values, 1.0 / fps, axis=0) if len(values) > 1 else np.zeros_like(values)
    return np.stack([slopes, values, slopes], axis=1).reshape(-1, values.shape[1])


def _humanoid(motion: BoneMotion, style: GltfStyle) -> dict[str, Any]:
    bones = {bone: motion.names.index(joint) for joint, bone in style.bones.items()}
    if style.humanoid == "VRM":
        return {"humanoid": {"humanBones": [{"bone": bone, "node": node} for bone, node in bones.items()]}}
    named = {bone: {"node": node} for bone, node in bones.items()}
    return {"specVersion": "1.0", "humanoid": {"humanBones": named}}
