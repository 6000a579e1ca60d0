"""MMM files, from XML to motions.

Both data formats of the Master Motor Map are read. The older one lists ``MotionFrames``, the newer one
``Sensors``: ``ModelPose`` has the root's places and ``Kinematic`` angles of joints, perhaps in several
sensors for body and hands. Tags and sensors that neither knows, such as markers, are kept as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.mmm.alike_frames import AlikeFrames, alike_frames
from understudy.capture.mmm.motion import VERSIONS, MmmDocument, MmmMotion
from understudy.capture.source import Source, read_source
from understudy.capture.text.quoting import shown
from understudy.capture.text.xml_tags import Tag, as_text, parse_xml
from understudy.errors import CaptureError
from understudy.plain_text import trimmed

MILLIMETRE = 1e-3

_JOINT_SERIES = {
    "JointPosition": "joint_positions",
    "JointVelocity": "joint_velocities",
    "JointAcceleration": "joint_accelerations",
}
_FRAME_TAGS = ("Timestep", "RootPosition", "RootRotation", *_JOINT_SERIES)
_MOTION_TAGS = ("Model", "ModelProcessorConfig", "JointOrder", "MotionFrames", "Sensors")
_POSE, _ANGLES = "ModelPose", "Kinematic"
_SAME_TIME = 1e-6
"""Timesteps [s] that differ less are the same moment."""


def read_mmm_document(path: str | Path) -> MmmDocument:
    """Read every motion of an MMM file.

    Raises:
        CaptureError: One sentence with the file, the line, and what would be valid.
    """
    return parse_mmm(read_source(path))


def parse_mmm(source: Source) -> MmmDocument:
    """Parse an MMM file's bytes."""
    try:
        alike = alike_frames(source)
        found = None if alike is None else _document(source, alike.root, alike)
    except CaptureError:
        # The sentence would name lines of a shortened document.
        found = None
    return found or _document(source, parse_xml(source))


def _document(source: Source, root: Tag, alike: AlikeFrames | None = None) -> MmmDocument:
    if root.tag != "MMM":
        raise CaptureError(source.path, f"begins with the tag {shown(root.tag)}, expected MMM", root.line)
    version = root.get("version", VERSIONS[0])
    if version not in VERSIONS:
        raise root.error(f"is of version {shown(version)}, expected {' or '.join(VERSIONS)}")
    motions = tuple(_motion(tag, alike) for tag in root.all("Motion"))
    if not motions:
        raise CaptureError(source.path, "holds no Motion", root.line)
    return MmmDocument(motions, version, root.others(("Motion",)))


def _motion(tag: Tag, alike: AlikeFrames | None) -> MmmMotion:
    """Return one motion of either data format."""
    sensors = tag.child("Sensors")
    fields = _sizes(tag) | (_frame_fields(tag, alike) if sensors is None else _sensor_fields(sensors))
    return MmmMotion(
        name=tag.get("name", ""),
        attributes={name: value for name, value in tag.items() if name != "name"},
        custom=tag.others(_MOTION_TAGS) + fields.pop("sensor_custom", ()),
        **fields,
    )


def _sizes(tag: Tag) -> dict[str, Any]:
    """Return the model and how it is scaled."""
    fields: dict[str, Any] = {}
    model, processor = tag.child("Model"), tag.child("ModelProcessorConfig")
    if model is not None:
        fields["model"] = model.get("path", trimmed(model.findtext("File") or ""))
        processor = model.child("ModelProcessorConfig") if processor is None else processor
    if processor is None:
        return fields
    for name in ("Height", "Mass"):
        child = processor.child(name)
        if child is not None:
            value = child.number(trimmed(child.text or ""))
            if value <= 0.0:
                raise child.error(f"is {value}, expected a number over 0")
            fields[name.lower()] = value
    custom = processor.others(("Height", "Mass"))
    return fields | {"processor": processor.get("type", ""), "processor_custom": custom}


def _frame_fields(tag: Tag, alike: AlikeFrames | None) -> dict[str, Any]:
    """Return what the frames of the older data format hold."""
    order = tag.child("JointOrder")
    joints = () if order is None else _joint_names(order)
    frames = tag.required("MotionFrames").all("MotionFrame")
    if not frames:
        raise tag.error("has no MotionFrame")
    times = _series(frames, "Timestep", 1, alike)[:, 0]
    _require_rising(times, frames)
    fields = {"times": times, "joints": joints, **_root_fields(frames, alike)}
    for name, field in _JOINT_SERIES.items() if joints else ():
        if name == "JointPosition" or any(frame.child(name) is not None for frame in frames):
            fields[field] = _series(frames, name, len(joints), alike)
    custom = tuple(frame.others(_FRAME_TAGS if joints else _FRAME_TAGS[:3]) for frame in frames)
    if any(custom) and alike is not None:
        raise tag.error("has frames with tags of their own, which are kept with their numbers")
    return fields | {"frame_custom": custom if any(custom) else ()}


def _sensor_fields(sensors: Tag) -> dict[str, Any]:
    """Return what the sensors of the newer data format hold, and other sensors as ``sensor_custom``."""
    poses, kinematic = (
        [sensor for sensor in sensors.all("*") if sensor.get("type") == kind] for kind in (_POSE, _ANGLES)
    )
    if len(poses) != 1:
        raise sensors.error(f"has {len(poses)} sensors of type {_POSE}, expected one")
    measurements, times = _measurements(poses[0])
    joints: tuple[str, ...] = ()
    angles = [np.empty((len(times), 0))]
    for sensor in kinematic:
        names = _joint_names(sensor.required("Configuration"))
        twice = sorted(set(joints) & set(names))
        if twice:
            raise sensor.error(f"has the joint {shown(twice[0])[1:-1]}, which is in another {_ANGLES} sensor")
        own, own_times = _measurements(sensor)
        if len(own_times) != len(times) or np.abs(own_times - times).max() > _SAME_TIME:
            raise sensor.error(f"of type {_ANGLES} is measured at other timesteps than {_POSE}")
        joints += names
        angles.append(_series(own, "JointPosition", len(names)))
    return {
        "times": times,
        "joints": joints,
        **_root_fields(measurements),
        "joint_positions": np.concatenate(angles, axis=1),
        "sensor_custom": tuple(as_text(each) for each in sensors if each.get("type") not in (_POSE, _ANGLES)),
    }


def _measurements(sensor: Tag) -> tuple[list[Tag], np.ndarray]:
    """Return a sensor's measurements and their times (T,) [s]."""
    measurements = sensor.required("Data").all("Measurement")
    if not measurements:
        raise sensor.error("has no Measurement")
    times = np.array([tag.number(tag.get("timestep", "")) for tag in measurements])
    _require_rising(times, measurements)
    return measurements, times


def _root_fields(frames: list[Tag], alike: AlikeFrames | None = None) -> dict[str, Any]:
    return {
        "root_positions": MILLIMETRE * _series(frames, "RootPosition", 3, alike),
        "root_rotations": _series(frames, "RootRotation", 3, alike),
    }


def _series(frames: list[Tag], name: str, width: int, alike: AlikeFrames | None = None) -> np.ndarray:
    """Return (T, width) the numbers in a child of every frame."""
    if alike is not None:
        found = alike.series(frames, name, width)
        if found is None:
            raise frames[0].error(f"has numbers in {name} that take a closer look")
        return found
    return np.array([frame.required(name).numbers(width) for frame in frames]).reshape(len(frames), width)


def _joint_names(parent: Tag) -> tuple[str, ...]:
    """Return the names of ``Joint`` tags, none of them twice."""
    names: dict[str, None] = {}
    for tag in parent.all("Joint"):
        name = tag.get("name", "")
        if not name or name in names:
            raise tag.error(f"has the name {shown(name)}, expected a new one")
        names[name] = None
    return tuple(names)


def _require_rising(times: np.ndarray, tags: Sequence[Tag]) -> None:
    """Require that time increases from frame to frame."""
    falls = np.flatnonzero(np.diff(times) <= 0.0)
    if len(falls):
        tag = tags[min(int(falls[0]) + 1, len(tags) - 1)]
        raise CaptureError(tag.path, f"time does not increase at this {tag.tag}", tag.line)
