"""MMM motions written as XML, in the older data format or the newer one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from understudy.capture.mmm.motion import VERSIONS, MmmDocument, MmmMotion
from understudy.motion.archive import write_bytes

_MILLIMETRES = 1e3


def write_mmm(path: str | Path, document: MmmDocument) -> None:
    """Write every motion of a document; reading it back gives the same numbers and tags.

    Args:
        path: The file; written whole or not at all.
        document: The motions. Its version says which data format is written; the newer one has no place
            for velocities, accelerations and custom tags of frames, which are left out there.

    Raises:
        OutputError: Where the file cannot be written.
    """
    is_old = document.version == VERSIONS[0]
    lines = ["<?xml version='1.0'?>", "<MMM>" if is_old else f"<MMM version='{document.version}'>"]
    lines += [f"\t{tag}" for tag in document.custom]
    for motion in document.motions:
        lines += [f"\t{line}" for line in (_old_motion(motion) if is_old else _new_motion(motion))]
    write_bytes(path, "\n".join([*lines, "</MMM>", ""]).encode())


def _old_motion(motion: MmmMotion) -> Iterator[str]:
    yield _opening(motion)
    yield from (f"\t{tag}" for tag in motion.custom)
    if motion.model:
        yield f"\t<Model><File>{escape(motion.model)}</File></Model>"
    yield from (f"\t{line}" for line in _processor(motion))
    if motion.joints:
        yield "\t<JointOrder>"
        yield from (f"\t\t{line}" for line in _joints(motion))
        yield "\t</JointOrder>"
    yield "\t<MotionFrames>"
    series = _series(motion)
    for frame, time in enumerate(motion.times.tolist()):
        yield "\t\t<MotionFrame>"
        yield f"\t\t\t<Timestep>{time!r}</Timestep>"
        yield from (f"\t\t\t<{tag}>{_numbers(values[frame])}</{tag}>" for tag, values in series.items())
        yield from (f"\t\t\t{tag}" for tag in (motion.frame_custom[frame] if motion.frame_custom else ()))
        yield "\t\t</MotionFrame>"
    yield "\t</MotionFrames>"
    yield "</Motion>"


def _new_motion(motion: MmmMotion) -> Iterator[str]:
    yield _opening(motion)
    sensors = [tag for tag in motion.custom if tag.startswith("<Sensor")]
    yield from (f"\t{tag}" for tag in motion.custom if tag not in sensors)
    yield f"\t<Model path={quoteattr(motion.model)}>"
    yield from (f"\t\t{line}" for line in _processor(motion))
    yield "\t</Model>"
    yield "\t<Sensors>"
    series = _series(motion)
    yield from (f"\t\t{line}" for line in _sensor(motion, "ModelPose", series, "Root"))
    if motion.joints:
        yield from (f"\t\t{line}" for line in _sensor(motion, "Kinematic", series, "JointPosition"))
    yield from (f"\t\t{tag}" for tag in sensors)
    yield "\t</Sensors>"
    yield "</Motion>"


def _sensor(motion: MmmMotion, kind: str, series: dict[str, np.ndarray], beginning: str) -> Iterator[str]:
    """Yield a sensor of the newer data format with the series whose tags begin as given."""
    yield f"<Sensor type='{kind}' version='1.0'>"
    yield "\t<Configuration>"
    if kind == "Kinematic":
        yield from (f"\t\t{line}" for line in _joints(motion))
    yield "\t</Configuration>"
    yield "\t<Data>"
    for frame, time in enumerate(motion.times.tolist()):
        yield f"\t\t<Measurement timestep='{time!r}'>"
        for tag, values in series.items():
            if tag.startswith(beginning):
                yield f"\t\t\t<{tag}>{_numbers(values[frame])}</{tag}>"
        yield "\t\t</Measurement>"
    yield "\t</Data>"
    yield "</Sensor>"


def _opening(motion: MmmMotion) -> str:
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in motion.attributes.items())
    return f"<Motion name={quoteattr(motion.name)}{attributes}>"


def _processor(motion: MmmMotion) -> Iterator[str]:
    sizes = {"Height": motion.height, "Mass": motion.mass}
    if not motion.processor and not motion.processor_custom and not any(sizes.values()):
        return
    yield f"<ModelProcessorConfig type={quoteattr(motion.processor)}>"
    yield from (f"\t<{tag}>{float(value)!r}</{tag}>" for tag, value in sizes.items() if value is not None)
    yield from (f"\t{tag}" for tag in motion.processor_custom)
    yield "</ModelProcessorConfig>"


def _joints(motion: MmmMotion) -> Iterator[str]:
    return (f"<Joint name={quoteattr(name)}/>" for name in motion.joints)


def _series(motion: MmmMotion) -> dict[str, np.ndarray]:
    """Return tag → (T, n) numbers of every frame, in the file's units."""
    series = {
        "RootPosition": _MILLIMETRES * motion.root_positions,
        "RootRotation": motion.root_rotations,
    }
    if motion.joints:
        angles = {
            "JointPosition": motion.joint_positions,
            "JointVelocity": motion.joint_velocities,
            "JointAcceleration": motion.joint_accelerations,
        }
        series |= {tag: values for tag, values in angles.items() if values is not None}
    return series


def _numbers(values: np.ndarray) -> str:
    return " ".join(map(repr, values.tolist()))
