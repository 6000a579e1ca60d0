"""What a source sees at one moment of one person, before anybody knows its unit and axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from understudy.motion import Recording

MOST_POINTS = 1000
"""Points of a person that a packet may hold; more are no person."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """One person in one packet.

    Attributes:
        time: When it was seen [s], by the source's own clock.
        names: K point names, the same tuple as long as they stay the same.
        points: (K, 3) in the source's unit and axes, NaN where a point was not seen.
        rotations: (K, 4) orientations of the points' frames, unit quaternions wxyz, or None.
        person: Whom it shows, by the source's own name or number.
        taken: When its picture came [s], by this machine's monotonic clock, None where it came just now.
    """

    time: float
    names: tuple[str, ...]
    points: np.ndarray
    rotations: np.ndarray | None = None
    person: str = ""
    taken: float | None = None


@dataclass(frozen=True, eq=False)
class StreamFacts:
    """What is known of a stream beforehand; the fields are those of ``capture.raw.RawCapture``.

    Attributes:
        format: What people call it.
        unit: Metres per unit of length where the protocol defines it.
        up: The axis that points up where the protocol defines it.
        usual_up: The axis that usually does.
        parents: Point → its parent, of a skeleton whose joints are turned relatively to a standing pose in
            which none is; empty for bare points.
        is_centred: Whether each frame has an origin of its own, in the body.
        is_before_camera: Whether the person is before a camera in the origin.
        landmark_points: Canonical landmark → names of the points whose mean it is, where the source says so.
        rate: Frames a second [1/s] where the source states it.
        placed: A recording whose frames the source plays: it is in our world already.
    """

    format: str
    unit: float | None = None
    up: str | None = None
    usual_up: str | None = None
    parents: Mapping[str, str] = field(default_factory=dict)
    is_centred: bool = False
    is_before_camera: bool = False
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rate: float | None = None
    placed: Recording | None = None
