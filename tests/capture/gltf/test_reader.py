"""glTF in any container, way from key to key and dialect puts the performer's joints where they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.capture.gltf.conftest import FPS, Scene
from understudy.capture import read_capture
from understudy.errors import CaptureError
from understudy.export.captures.gltf import GltfScene, GltfStyle, write_gltf
from understudy.motion import Recording
from understudy.synth import SyntheticMotion
from understudy.synth.body.points import positions_of
from understudy.synth.formats.bone_names import VRM_BONES

Save = Callable[..., Path]

MILLIMETRE = 1e-3
LIMBS = [f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in "lr"]

STYLES: dict[str, dict[str, Any]] = {
    "base64": {"container": "base64"},
    "beside": {"container": "beside"},
    "steps": {"way": "STEP"},
    "splines": {"way": "CUBICSPLINE"},
    "sparse": {"is_sparse": True},
    "sparse splines": {"is_sparse": True, "way": "CUBICSPLINE", "container": "base64"},
    "no skin": {"has_skin": False},
    "VRM animation": {"humanoid": "VRMC_vrm_animation", "bones": VRM_BONES},
    "VRM 1": {"humanoid": "VRMC_vrm", "bones": VRM_BONES},
    "VRM 0": {"humanoid": "VRM", "bones": VRM_BONES},
}


def require_truth(recording: Recording, motion: SyntheticMotion, far: float = MILLIMETRE) -> None:
    """Require that limbs are where the performer's are."""
    for landmark in LIMBS:
        columns = [recording.names.index(name) for name in recording.landmark_points[landmark]]
        away = recording.points[:, columns].mean(axis=1) - positions_of(motion, (landmark,))[:, 0]
        assert np.linalg.norm(away, axis=1).max() < far, landmark


@pytest.mark.parametrize("style", STYLES)
def test_limbs_are_where_they_truly_are(walk: SyntheticMotion, tmp_path: Path, style: str) -> None:
    path = tmp_path / "walk.gltf"
    args = (walk.skeleton, walk.root_positions, walk.local_rotations, FPS)
    write_gltf(path, *args, GltfStyle(**STYLES[style]))
    recording = read_capture(path)
    assert recording.fps == FPS
    assert not recording.warnings
    require_truth(recording, walk)
    if style.startswith("VRM"):
        assert recording.dialect == "glTF (Unity)"
        assert any("named by the extension VRM" in said for said in recording.notes)


def test_the_longest_animation_is_read(scene: Scene, save: Save, walk: SyntheticMotion) -> None:
    short = scene["animations"][0] | {"name": "short"}
    count = len(scene["accessors"])
    scene["accessors"] += [scene["accessors"][0] | {"count": 2}, scene["accessors"][1] | {"count": 2}]
    short["samplers"] = [{"input": count, "output": count + 1}]
    short["channels"] = [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]
    scene["animations"].insert(0, short)
    recording = read_capture(save(scene))
    assert recording.frame_count == len(walk.root_positions)
    assert any(said.startswith("Of 2 animations") and "left aside: short" in said for said in recording.notes)


def test_nodes_above_the_body_turn_and_scale_it(scene: Scene, save: Save) -> None:
    """An armature may scale centimetres to metres, by numbers of its own or by a matrix."""
    plain = read_capture(save(scene))
    half = [0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0]
    count = len(scene["nodes"])
    for above in ({"scale": [0.5, 0.5, 0.5]}, {"matrix": half}):
        scene["nodes"] = [*scene["nodes"][:count], {"name": "Armature", "children": [0], **above}]
        scaled = read_capture(save(scene))
        assert "Armature" not in scaled.names
        np.testing.assert_allclose(scaled.points, 0.5 * plain.points, atol=1e-6)


@pytest.mark.parametrize("turned", [False, True])
def test_skin_may_be_bound_in_axes_and_a_unit_of_its_own(
    built: GltfScene, scene: Scene, save: Save, walk: SyntheticMotion, turned: bool
) -> None:
    """Where meshes are in centimetres, and with z up, their skin is bound so, too."""
    view = built.views[built.accessors[scene["skins"][0]["inverseBindMatrices"]]["bufferView"]]
    start, end = view["byteOffset"], view["byteOffset"] + view["byteLength"]
    inverse = np.frombuffer(bytes(built.buffer[start:end]), dtype="<f4").reshape(-1, 4, 4)
    axes = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]) if turned else np.eye(3)
    into = np.eye(4)
    into[:3, :3] = 0.01 * axes.T
    changed = np.ascontiguousarray((inverse.transpose(0, 2, 1) @ into).transpose(0, 2, 1), dtype="<f4")
    buffer = bytes(built.buffer[:start]) + changed.tobytes() + bytes(built.buffer[end:])
    recording, plain = read_capture(save(scene, buffer=buffer)), read_capture(save(scene))
    require_truth(recording, walk)
    assert recording.rotations is not None and plain.rotations is not None
    np.testing.assert_allclose(recording.rotations, plain.rotations, atol=1e-5)


def test_keys_that_follow_unevenly_are_sampled(
    built: GltfScene, scene: Scene, save: Save, walk: SyntheticMotion
) -> None:
    view = built.views[built.accessors[0]["bufferView"]]
    times = np.arange(len(walk.root_positions)) / FPS
    times[1] += 0.01
    buffer = bytearray(built.buffer)
    buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]] = times.astype("<f4").tobytes()
    recording = read_capture(save(scene, buffer=bytes(buffer)))
    assert any("sampled 30 times a second" in said for said in recording.notes)
    require_truth(recording, walk, far=0.05)


def change(scene: Scene, place: str, value: object) -> None:
    """Set what stands at a place such as ``nodes.0.name``."""
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))
    found: Any = scene
    for part in way:
        found = found[part]
    found[last] = value


HUGE = 4_000_000_000
BARE = {"count": HUGE, "type": "VEC3", "componentType": 5126}
FAULTS: dict[str, tuple[str, object, str]] = {
    "version": ("asset.version", "1.0", "is glTF of version '1.0', expected 2.0"),
    "a cycle": ("nodes.2.children", [1], "hangs node 1 a second time|hangs from itself"),
    "a root in a cycle": ("nodes.5.children", [0], "hangs from itself"),
    "a child that is not there": ("nodes.5.children", [999], "children '999', of which there are 32"),
    "a name that is none": ("nodes.0.name", [1], r"nodes\[0\] has '\[1\]' for name, expected a text"),
    "a giant array": ("accessors.1.count", HUGE, "claims 4000000000 entries of 3 numbers"),
    "an array beyond its view": ("accessors.1.count", 99, "bufferViews"),
    "a giant array of nothing": ("accessors.1", BARE, "claims 4000000000"),
    "a view beyond its buffer": ("bufferViews.1.byteLength", HUGE, "reaches to byte"),
    "a view before its buffer": ("bufferViews.1.byteOffset", -4, "expected a whole number"),
    "a buffer that is not there": ("bufferViews.1.buffer", 1, "refers to buffer '1', of which there are 1"),
    "a stride of nothing": ("bufferViews.1.byteStride", 1, "needs"),
    "a type": ("accessors.1.type", "VEC2", "is 'VEC2', expected VEC3"),
    "a component": ("accessors.1.componentType", 5130, "componentType 5130"),
    "compression": ("bufferViews.1.extensions", {"EXT_meshopt_compression": {}}, "compressed by meshopt"),
    "a way": ("animations.0.samplers.0.interpolation", "BEZIER", "by 'BEZIER', expected one of LINEAR"),
    "an input": ("animations.0.samplers.0.input", 1, "is 'VEC3', expected SCALAR"),
    "no target": ("animations.0.channels.0.target.node", 32, "refers to node '32', of which there are 32"),
    "twice": ("animations.0.channels.1.target", {"node": 0, "path": "translation"}, "a second time"),
    "no animation": ("animations", [], "holds no animation of its skeleton"),
    "a rotation": ("nodes.1.rotation", [0, 0, 0, 0], "has a rotation of no length"),
    "a place that is none": ("nodes.1.translation", [0, 0, float("nan")], "expected 3 numbers"),
    "nodes": ("nodes", {"a": 1}, "has nodes that are no list"),
    "too many nodes": ("nodes", [{}] * 30_000, "holds 30000 nodes, at most 20000"),
    "scales that grow": ("nodes.1.scale", [1e9, 1e9, 1e9], "places or scales a node beyond 1e.09"),
    "sparse": (
        "accessors.1.sparse",
        {"count": 1, "indices": {"bufferView": 1, "componentType": 5125}, "values": {"bufferView": 0}},
        "refer to entry|whole numbers",
    ),
    "humanoid": (
        "extensions",
        {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 77}}}}},
        "refers to node '77'",
    ),
    "one node for two bones": (
        "extensions",
        {"VRM": {"humanoid": {"humanBones": [{"bone": "hips", "node": 1}, {"bone": "head", "node": 1}]}}},
        "a second time",
    ),
}


@pytest.mark.parametrize("container", ["glb", "base64"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_broken_is_one_sentence(scene: Scene, save: Save, fault: str, container: str) -> None:
    place, value, sentence = FAULTS[fault]
    change(scene, place, value)
    with pytest.raises(CaptureError, match=sentence) as caught:
        read_capture(save(scene, container))
    assert len(str(caught.value).splitlines()) == 1


URIS = {
    "../secret.bin": "expected a file in the same folder or below it",
    "..%2Fsecret.bin": "expected a file in the same folder or below it",
    "/etc/passwd": "expected a file in the same folder or below it",
    "file:///etc/passwd": "expected a file in the same folder or below it",
    "C:\\secret.bin": "expected a file in the same folder or below it",
    "https://example.org/a.bin": "expected a file in the same folder or below it",
    "%00": "expected a file in the same folder or below it",
    "missing.bin": "which is not beside it",
    "data:;base64,AAAA": "holds 3 bytes, expected",
    "data:;base64,A*AA": "holds no base64",
    "data:,abc": "expected them in base64",
}


@pytest.mark.parametrize("uri", URIS)
def test_numbers_come_from_nowhere_else(scene: Scene, tmp_path: Path, uri: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.bin").write_bytes(b"\0" * 1_000_000)
    path = tmp_path / "folder" / "a.gltf"
    path.write_text(json.dumps(scene | {"buffers": [{"uri": uri, "byteLength": 100_000}]}))
    with pytest.raises(CaptureError, match=URIS[uri]):
        read_capture(path)


@pytest.mark.parametrize("bits", [0x7F800001, 0x7FC00000, 0xFF800000])
def test_what_is_no_number_is_refused(built: GltfScene, scene: Scene, save: Save, bits: int) -> None:
    """Among them a NaN that signals when it is converted."""
    buffer = bytearray(built.buffer)
    start = built.views[1]["byteOffset"]
    buffer[start : start + 4] = bits.to_bytes(4, "little")
    with pytest.raises(CaptureError, match="holds what is no number of a body"):
        read_capture(save(scene, buffer=bytes(buffer)))


def test_a_link_that_leads_elsewhere_is_refused(scene: Scene, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.bin").write_bytes(b"\0" * 1_000_000)
    path = tmp_path / "folder" / "a.gltf"
    (path.parent / "a.bin").symlink_to(tmp_path / "secret.bin")
    path.write_text(json.dumps(scene | {"buffers": [{"uri": "a.bin", "byteLength": 100_000}]}))
    with pytest.raises(CaptureError, match="leads out of the folder folder, expected a file that lies in it"):
        read_capture(path)


def test_a_giant_buffer_is_refused_before_it_is_read(scene: Scene, tmp_path: Path) -> None:
    path = tmp_path / "a.gltf"
    path.write_text(json.dumps(scene | {"buffers": [{"uri": "a.bin", "byteLength": HUGE}]}))
    (tmp_path / "a.bin").write_bytes(b"")
    with pytest.raises(CaptureError, match="has 4000000000 bytes, at most"):
        read_capture(path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"glTF\2\0\0\0", "cut off after 8 bytes"),
        (b"glTF\1\0\0\0\x14\0\0\0" + b"\0" * 8, "is a GLB of version 1, expected 2"),
        (b"glTF\2\0\0\0\xff\xff\xff\xff" + b"\0" * 8, "is a GLB of 4294967295 bytes that is cut off"),
        (b"glTF\2\0\0\0\x14\0\0\0\xff\xff\xff\xffJSON", "a chunk of 4294967295 bytes where 0 are left"),
        (b"glTF\2\0\0\0\x14\0\0\0\0\0\0\0BIN\0", "is a GLB without JSON"),
        (b'{"asset":' + b"[" * 200_000 + b'"nodes" "version"', "nested too deep"),
        (b'{"asset": {"version": "2.0"}, "nodes": []}', "holds no node"),
    ],
)
def test_containers_that_are_broken_are_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(CaptureError, match=sentence):
        read_capture(tmp_path / "a")


NO_SIZE: list[tuple[str, list[float]]] = [
    ("scale", [0.0, 0.0, 0.0]),
    ("scale", [1.0, 0.0, 1.0]),
    ("scale", [1e-300, 1e-300, 1e-300]),
    ("scale", [-1.0, 1.0, 1.0]),
    ("matrix", [0.0] * 16),
    ("rotation", [1e-200, 0.0, 0.0, 0.0]),
]


@pytest.mark.parametrize("node", [0, 1, 31])
@pytest.mark.parametrize(("key", "value"), NO_SIZE)
def test_nodes_of_no_size_are_read_or_refused_without_a_warning(
    scene: Scene, save: Save, node: int, key: str, value: list[float]
) -> None:
    scene["nodes"][node][key] = value
    for skins in (scene["skins"], []):
        path = save(scene | {"skins": skins})
        try:
            assert np.isfinite(read_capture(path).points).all()
        except CaptureError as error:
            assert len(str(error).splitlines()) == 1
