"""How programs name the joints of a person in tables.

Names are compared without case and separators, and with their side in front: ``RHip``, ``right_hip`` and
``HipRight`` are one name. Markers on the skin, from which joints have to be computed, are in ``marker_sets``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

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


def find_points(names: Sequence[str]) -> tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...]:
    """Return every set's name with canonical landmark → points of a file, in the order of the sets."""
    return _find_points(tuple(names))


@lru_cache(maxsize=8)
def _find_points(names: tuple[str, ...]) -> tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...]:
    # Files of one tracker have the same names, which are looked up once.
    spoken = spoken_as(names, plain_name)
    return tuple((each.name, MappingProxyType(each.find(spoken, plain_name))) for each in POINT_SETS)
