"""Skin that is touched as clouds of points, which a view in three dimensions colours by pressure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from understudy.export.clip import Clip
from understudy.export.ros import messages as ros
from understudy.export.ros.stamps import Stamped, header, nanoseconds
from understudy.motion.touch_maps import pressures_at, skin_of, taxel_readings
from understudy.spatial import rotations as rot

TOPIC = "/skin/points"
_FLOAT32 = 7
_FIELDS = ("x", "y", "z", "pressure")
_FIELD_BYTES = 4


def skin_points(clip: Clip, world: str) -> Iterator[Stamped]:
    """Yield where skin is pressed, a cloud a reading: places [m] in the world, and pressure [Pa].

    Args:
        clip: A motion, with what was sensed; nothing is yielded of one without skin.
        world: Name of the world's frame.
    """
    sensed = clip.sensed
    if sensed is None or sensed.rollout.skin is None:
        return
    skin, (_, readings) = skin_of(sensed.rollout), taxel_readings(sensed.rollout)
    bodies = np.array([clip.bodies.index(name) for name in skin.bodies], dtype=np.int64)[skin.body]
    for time in readings.time:
        pressure = pressures_at(sensed.rollout, float(time))
        pressed = np.flatnonzero(pressure > 0.0)
        frame = min(round(float(time) * clip.fps), clip.frame_count - 1)
        on = bodies[pressed]
        turned = rot.rotate(clip.body_quaternions[frame, on], skin.points[pressed])
        points_w = clip.body_positions[frame, on] + turned
        values = np.column_stack([points_w, pressure[pressed]]).astype("<f4")
        yield nanoseconds(time), TOPIC, ros.POINTS, _cloud(float(time), world, values)


def _cloud(time: float, frame: str, values: np.ndarray) -> dict[str, object]:
    """Return values (N, 4) float32 as a cloud of points."""
    step = _FIELD_BYTES * len(_FIELDS)
    return {
        "header": header(time, frame),
        "height": 1,
        "width": len(values),
        "fields": [
            {"name": name, "offset": _FIELD_BYTES * index, "datatype": _FLOAT32, "count": 1}
            for index, name in enumerate(_FIELDS)
        ],
        "is_bigendian": False,
        "point_step": step,
        "row_step": step * len(values),
        "data": values.tobytes(),
        "is_dense": True,
    }
