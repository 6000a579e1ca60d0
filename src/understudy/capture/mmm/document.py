"""MMM files, from XML to motions.

Both data formats of the Master Motor Map are read: the older one lists ``MotionFrames``, the newer one
``Sensors``. Tags that neither knows are kept as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.mmm.motion import VERSIONS, MmmDocument, MmmMotion
from understudy.capture.mmm.numbers import joint_names, number, numbers, require_rising, required
from understudy.capture.mmm.sensors import sensor_fields
from understudy.capture.mmm.xml import Tag, as_text, parse_xml
from understudy.capture.source import Source, read_source
from understudy.capture.text.quoting import shown
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


def read_mmm_document(path: str | Path) -> MmmDocument:
    """Read every motion of an MMM file.

    Raises:
        CaptureError: One sentence with the file, the line, and what would be valid.
    """
    return parse_mmm(read_source(path))


def parse_mmm(source: Source) -> MmmDocument:
    """Parse an MMM file's bytes."""
    root = parse_xml(source)
    path = source.path
    if root.name != "MMM":
        raise CaptureError(path, f"begins with the tag {shown(root.name)}, expected MMM", root.line)
    version = root.attributes.get("version", VERSIONS[0])
    if version not in VERSIONS:
        known = " or ".join(VERSIONS)
        raise CaptureError(path, f"is MMM of version {shown(version)}, expected {known}", root.line)
    motions = tuple(_motion(path, tag) for tag in root.all("Motion"))
    if not motions:
        raise CaptureError(path, "holds no Motion", root.line)
    return MmmDocument(motions, version, _texts(root.children, ("Motion",)))


def _motion(path: Path, tag: Tag) -> MmmMotion:
    """Return one motion of either data format."""
    fields = _sizes(path, tag) | (
        sensor_fields(path, tag) if tag.child("Sensors") is not None else _frame_fields(path, tag)
    )
    attributes = {name: value for name, value in tag.attributes.items() if name != "name"}
    custom = _texts(tag.children, _MOTION_TAGS) + fields.pop("sensor_custom", ())
    return MmmMotion(name=tag.attributes.get("name", ""), attributes=attributes, custom=custom, **fields)


def _sizes(path: Path, tag: Tag) -> dict[str, Any]:
    """Return the model and how it is scaled."""
    model = tag.child("Model")
    fields: dict[str, Any] = {}
    if model is not None:
        file = model.child("File")
        fields["model"] = model.attributes.get("path", "" if file is None else trimmed(file.text))
    processor = tag.child("ModelProcessorConfig")
    if processor is None and model is not None:
        processor = model.child("ModelProcessorConfig")
    if processor is None:
        return fields
    fields["processor"] = processor.attributes.get("type", "")
    for name in ("Height", "Mass"):
        child = processor.child(name)
        if child is not None:
            value = number(path, child, trimmed(child.text))
            if value <= 0.0:
                raise CaptureError(path, f"{name} is {value}, expected a number over 0", child.line)
            fields[name.lower()] = value
    fields["processor_custom"] = _texts(processor.children, ("Height", "Mass"))
    return fields


def _frame_fields(path: Path, tag: Tag) -> dict[str, Any]:
    """Return what the frames of the older data format hold."""
    order = tag.child("JointOrder")
    joints = () if order is None else joint_names(path, list(order.all("Joint")))
    frames = list(required(path, tag, "MotionFrames").all("MotionFrame"))
    if not frames:
        raise CaptureError(path, "Motion has no MotionFrame", tag.line)

    def series(name: str, width: int) -> np.ndarray:
        return numbers(path, [required(path, frame, name) for frame in frames], width)

    times = series("Timestep", 1)[:, 0]
    require_rising(path, times, frames)
    fields: dict[str, Any] = {
        "times": times,
        "root_positions": MILLIMETRE * series("RootPosition", 3),
        "root_rotations": series("RootRotation", 3),
        "joints": joints,
    }
    if joints:
        for name, field in _JOINT_SERIES.items():
            if name == "JointPosition" or any(frame.child(name) is not None for frame in frames):
                fields[field] = series(name, len(joints))
    known = _FRAME_TAGS if joints else _FRAME_TAGS[:3]
    custom = tuple(_texts(frame.children, known) for frame in frames)
    return fields | {"frame_custom": custom if any(custom) else ()}


def _texts(tags: Sequence[Tag], known: Sequence[str]) -> tuple[str, ...]:
    """Return the tags of other names as XML."""
    return tuple(as_text(tag) for tag in tags if tag.name not in known)
