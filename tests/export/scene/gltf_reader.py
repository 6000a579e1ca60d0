"""A reader of binary glTF written from its specification: poses of nodes, and triangles."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from understudy.spatial import rotations as rot

DTYPES = {5126: "<f4", 5125: "<u4"}
SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@dataclass
class Gltf:
    """A document and its buffer."""

    content: dict[str, Any]
    buffer: bytes

    @classmethod
    def read(cls, path: Path) -> Gltf:
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        rest, other = struct.unpack_from("<I4s", data, 20 + size)
        assert other == b"BIN\0" and 28 + size + rest == length
        return cls(json.loads(data[20 : 20 + size]), data[28 + size :])

    def numbers(self, accessor: int) -> np.ndarray:
        named = self.content["accessors"][accessor]
        view = self.content["bufferViews"][named["bufferView"]]
        part = self.buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        values = np.frombuffer(part, DTYPES[named["componentType"]]).reshape(-1, SIZES[named["type"]])
        assert len(values) == named["count"]
        if "min" in named:
            np.testing.assert_array_equal(values.min(axis=0), np.float32(named["min"]))
            np.testing.assert_array_equal(values.max(axis=0), np.float32(named["max"]))
        return values.astype(np.float64)

    def world_poses(self) -> tuple[np.ndarray, dict[str, tuple[np.ndarray, np.ndarray]]]:
        """Return times (T,), and node → positions (T, 3) and quaternions (T, 4) wxyz in the file's world."""
        animation = self.content["animations"][0]
        moved = {
            (channel["target"]["node"], channel["target"]["path"]): animation["samplers"][channel["sampler"]]
            for channel in animation["channels"]
        }
        times = self.numbers(next(iter(moved.values()))["input"])[:, 0]
        found: dict[str, tuple[np.ndarray, np.ndarray]] = {}

        def visit(index: int, place: np.ndarray, turn: np.ndarray) -> None:
            node = self.content["nodes"][index]
            here = {"translation": np.array([node.get("translation", [0.0] * 3)])}
            here["rotation"] = np.array([node.get("rotation", [0.0, 0.0, 0.0, 1.0])])
            for path in here:
                if (index, path) in moved:
                    here[path] = self.numbers(moved[index, path]["output"])
            local = rot.normalise(np.roll(here["rotation"], 1, axis=-1))
            place = place + rot.rotate(turn, np.broadcast_to(here["translation"], place.shape))
            turn = rot.multiply(turn, np.broadcast_to(local, turn.shape))
            found[node["name"]] = place, turn
            for child in node.get("children", ()):
                visit(child, place, turn)

        count = len(times)
        for root in self.content["scenes"][self.content["scene"]]["nodes"]:
            visit(root, np.zeros((count, 3)), np.tile(rot.IDENTITY, (count, 1)))
        return times, found
