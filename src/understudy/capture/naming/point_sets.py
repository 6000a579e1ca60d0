"""How programs name the joints of a person in tables: sets of names, canonical landmark → points.

Names are compared without case and separators, and with their side in front: ``RHip``, ``right_hip`` and
``HipRight`` are one name. Markers on the skin, from which joints have to be computed, are in ``marker_sets``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from understudy.capture.keypoints.sets import KEYPOINT_SETS
from understudy.capture.kinect.joints import KINECTS
from understudy.capture.naming.dialects import dialects
from understudy.capture.naming.names import plain_name, spoken_as
from understudy.capture.naming.tables import Place, Table, resolve
from understudy.motion.landmarks import LANDMARKS


@dataclass(frozen=True)
class PointSet:
    """A way of naming points.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → the points whose mean it is.
    """

    name: str
    landmarks: Mapping[str, Place]

    def find(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return canonical landmark → points, for every landmark that points of a file cover."""
        spoken = spoken_as(names, plain_name)
        found = {name: resolve(place, spoken, plain_name) for name, place in self.landmarks.items()}
        return {landmark: points for landmark, points in found.items() if points is not None}


def _of_points(name: str, landmarks: Mapping[str, tuple[str, ...]]) -> PointSet:
    return PointSet(name, {key: tuple((point,) for point in points) for key, points in landmarks.items()})


CANONICAL = _of_points("canonical names", {landmark: (landmark,) for landmark in LANDMARKS})
"""Our own names; those of points that a reader computed have a star in front, which is not compared."""

POSE2SIM, OPENSIM_BODIES = (
    PointSet(name, table.places("landmarks"))
    for name, table in Table.beside(__file__, "point sets").parts("set").items()
)

POINT_SETS: tuple[PointSet, ...] = (
    CANONICAL,
    *(_of_points(each.name, each.landmarks) for each in KEYPOINT_SETS),
    POSE2SIM,
    *(_of_points(each.name, {key: (name,) for key, name in each.landmarks.items()}) for each in KINECTS),
    OPENSIM_BODIES,
    *(PointSet(dialect.name, dialect.landmarks) for dialect in dialects()),
)
"""Every set that tables are compared with; of sets that cover as many landmarks the first counts."""
