"""Motions written as FBX: bones with frames of their own, the pose in which they rest, and a take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.export.captures.bone_frames import Y_UP, BoneMotion, in_bone_frames
from understudy.export.captures.bvh import checked_motion, zyx_angles
from understudy.export.captures.fbx_records import VERSION, Id, Name, Record, Value, as_binary, as_text
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

_TICKS = 46_186_158_000
"""Of a second."""

_Z_UP = (0, 1, 2)
_CUSTOM_RATE = 14
_LINEAR = 4
_MODELS, _ATTRIBUTES, _CURVES = 1_000_000, 2_000_000, 3_000_000
_STACK, _LAYER, _POSE = 10, 11, 12


@dataclass(frozen=True)
class FbxStyle:
    """How a file is written.

    Attributes:
        is_binary: Whether it is binary.
        unit: Metres per unit of length.
        up: The axis that points up, y or z.
        has_bind_pose: Whether the pose is written in which skin would be bound.
        bones: What nodes are: ``LimbNode`` for bones, ``Null`` for bare ones.
        take: What the take is called.
        names: What joints are called, where they are called otherwise.
    """

    is_binary: bool = True
    unit: float = 0.01
    up: str = "y"
    has_bind_pose: bool = True
    bones: str = "LimbNode"
    take: str = "Take 001"
    names: Mapping[str, str] = field(default_factory=dict)


def write_fbx(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    style: FbxStyle | None = None,
) -> None:
    """Write a motion.

    Args:
        path: The file; written whole or not at all.
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        root_positions: (T, 3) [m] where the root is, z up.
        local_rotations: (T, J, 4) each joint's turn seen from its parent, unit quaternions wxyz.
        fps: Frames a second [1/s].
        style: How; as MotionBuilder does by default.
    """
    style = style or FbxStyle()
    positions, rotations = checked_motion(skeleton, root_positions, local_rotations)
    check.require_fps(fps)
    motion = in_bone_frames(skeleton, positions, rotations, Y_UP if style.up == "y" else _Z_UP)
    named = tuple(style.names.get(name, name) for name in motion.names)
    motion = replace(motion, names=named, places=motion.places / style.unit, root=motion.root / style.unit)
    records = list(fbx_records(motion, fps, style))
    write_bytes(path, as_binary(records) if style.is_binary else as_text(records))


def fbx_records(motion: BoneMotion, fps: float, style: FbxStyle) -> Iterator[Record]:
    """Yield the records of a file; lengths of the motion are in the file's unit."""
    yield Record(
        "FBXHeaderExtension", (), (Record("FBXVersion", (VERSION,)), Record("Creator", ("Understudy",)))
    )
    yield Record("GlobalSettings", (), (Record("Version", (1000,)), _properties(_settings(fps, style))))
    frames = len(motion.root)
    moved = [(joint, curve) for joint in range(len(motion.names)) for curve in _moved(motion, joint)]
    objects = [record for joint in range(len(motion.names)) for record in _node(motion, joint, style)]
    if style.has_bind_pose:
        objects.append(_bind_pose(motion))
    span = {"LocalStart": ("KTime", Id(0)), "LocalStop": ("KTime", Id(round((frames - 1) * _TICKS / fps)))}
    objects.append(
        Record("AnimationStack", (Id(_STACK), Name(style.take, "AnimStack"), ""), (_properties(span),))
    )
    objects.append(Record("AnimationLayer", (Id(_LAYER), Name("BaseLayer", "AnimLayer"), "")))
    links: list[tuple[Value, ...]] = [("OO", Id(_LAYER), Id(_STACK))]
    for joint, parent in enumerate(motion.parents):
        links.append(("OO", Id(_MODELS + joint), Id(0 if parent == ROOT else _MODELS + parent)))
        links.append(("OO", Id(_ATTRIBUTES + joint), Id(_MODELS + joint)))
    times = np.round(np.arange(frames) * (_TICKS / fps)).astype(np.int64)
    for number, (joint, (kind, values)) in enumerate(moved):
        node = _CURVES + 4 * number
        objects.append(Record("AnimationCurveNode", (Id(node), Name(kind[4], "AnimCurveNode"), "")))
        links.append(("OO", Id(node), Id(_LAYER)))
        links.append(("OP", Id(node), Id(_MODELS + joint), kind))
        for axis in range(3):
            objects.append(key_curve(node + 1 + axis, times, values[:, axis]))
            links.append(("OP", Id(node + 1 + axis), Id(node), f"d|{'XYZ'[axis]}"))
    yield Record("Objects", (), objects)
    yield Record("Connections", (), [Record("C", link) for link in links])


def _settings(fps: float, style: FbxStyle) -> dict[str, tuple[Value, ...]]:
    up, front, across = (1, 2, 0) if style.up == "y" else (2, 1, 0)
    sign = 1 if style.up == "y" else -1
    return {
        "UpAxis": ("int", up),
        "UpAxisSign": ("int", 1),
        "FrontAxis": ("int", front),
        "FrontAxisSign": ("int", sign),
        "CoordAxis": ("int", across),
        "CoordAxisSign": ("int", 1),
        "UnitScaleFactor": ("double", 100.0 * style.unit),
        "TimeMode": ("enum", _CUSTOM_RATE),
        "CustomFrameRate": ("double", float(fps)),
    }


def _properties(values: Mapping[str, tuple[Value, ...]]) -> Record:
    rows = [Record("P", (name, kind, "", "A", *rest)) for name, (kind, *rest) in values.items()]
    return Record("Properties70", (), rows)


def _node(motion: BoneMotion, joint: int, style: FbxStyle) -> Iterator[Record]:
    place = motion.root[0] if motion.parents[joint] == ROOT else motion.places[joint]
    rest = np.rad2deg(zyx_angles(rot.as_matrix(motion.rest[joint])))[::-1]
    values: dict[str, tuple[Value, ...]] = {
        "RotationActive": ("bool", 1),
        "PreRotation": ("Vector3D", *rest.tolist()),
        "Lcl Translation": ("Lcl Translation", *place.tolist()),
    }
    name = motion.names[joint]
    inner = (Record("Version", (232,)), _properties(values))
    yield Record("Model", (Id(_MODELS + joint), Name(name, "Model"), style.bones), inner)
    flags = (Record("TypeFlags", ("Skeleton" if style.bones == "LimbNode" else "Null",)),)
    yield Record("NodeAttribute", (Id(_ATTRIBUTES + joint), Name(name, "NodeAttribute"), style.bones), flags)


def _moved(motion: BoneMotion, joint: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield what moves a joint: its property, and values (T, 3)."""
    if motion.parents[joint] == ROOT:
        yield "Lcl Translation", motion.root
    if not np.allclose(motion.turns[:, joint], rot.IDENTITY, atol=1e-12):
        yield "Lcl Rotation", np.rad2deg(zyx_angles(rot.as_matrix(motion.turns[:, joint])))[:, ::-1]


def key_curve(number: int, times: np.ndarray, values: np.ndarray) -> Record:
    """Return a curve with keys at times (T,) [ticks], of values (T,), between which it is straight."""
    inner = (
        Record("Default", (float(values[0]),)),
        Record("KeyVer", (4008,)),
        Record("KeyTime", (times,)),
        Record("KeyValueFloat", (values.astype(np.float32),)),
        Record("KeyAttrFlags", (np.array([_LINEAR], dtype=np.int32),)),
        Record("KeyAttrDataFloat", (np.zeros(4, dtype=np.float32),)),
        Record("KeyAttrRefCount", (np.array([len(times)], dtype=np.int32),)),
    )
    return Record("AnimationCurve", (Id(number), Name("", "AnimCurve"), ""), inner)


def _bind_pose(motion: BoneMotion) -> Record:
    """Return the pose in which nothing is turned and the root is above the origin, as high as in frame 0."""
    places: list[np.ndarray] = []
    rows: list[Record] = [Record("Type", ("BindPose",)), Record("Version", (100,))]
    rows.append(Record("NbPoseNodes", (len(motion.names),)))
    for joint, parent in enumerate(motion.parents):
        if parent == ROOT:
            places.append(motion.root[0])
        else:
            places.append(places[parent] + rot.rotate(motion.world_rest[parent], motion.places[joint]))
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = rot.as_matrix(motion.world_rest[joint]), places[joint]
        inner = (Record("Node", (Id(_MODELS + joint),)), Record("Matrix", (matrix.T.ravel(),)))
        rows.append(Record("PoseNode", (), inner))
    return Record("Pose", (Id(_POSE), Name("BIND_POSES", "Pose"), "BindPose"), rows)
