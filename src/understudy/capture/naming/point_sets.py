"""How programs name the joints of a person in tables.

Names are compared without case and separators, and with their side in front: ``RHip``, ``right_hip`` and
``HipRight`` are one name. Markers on the skin, from which joints have to be computed, are in ``marker_sets``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.capture.keypoints.sets import KEYPOINT_SETS
from understudy.capture.kinect.joints import KINECTS
from understudy.capture.naming.dialects import Dialect, dialects
from understudy.capture.naming.names import plain_name, spoken_as
from understudy.capture.naming.tables import Table
from understudy.motion.landmarks import LANDMARKS


def _of_points(name: str, landmarks: Mapping[str, Sequence[str]]) -> Dialect:
    return Dialect(name, {key: tuple((point,) for point in points) for key, points in landmarks.items()})


_POSE2SIM, _OPENSIM_BODIES = (
    Dialect(name, table.places("landmarks"))
    for name, table in Table.beside(__file__, "point sets").parts("set").items()
)

POINT_SETS: tuple[Dialect, ...] = (
    # Our own names; those of points that a reader computed have a star in front, which is not compared.
    _of_points("canonical names", {landmark: (landmark,) for landmark in LANDMARKS}),
    *(_of_points(each.name, each.landmarks) for each in KEYPOINT_SETS),
    _POSE2SIM,
    *(_of_points(each.name, {key: (name,) for key, name in each.landmarks.items()}) for each in KINECTS),
    _OPENSIM_BODIES,
    *dialects(),
)
"""Every set that tables are compared with; of sets that cover as many landmarks the first counts."""


def find_points(names: Sequence[str]) -> list[tuple[str, dict[str, tuple[str, ...]]]]:
    """Return every set's name with canonical landmark → points of a file, in the order of the sets."""
    spoken = spoken_as(names, plain_name)
    return [(each.name, each.find(spoken, plain_name)) for each in POINT_SETS]
