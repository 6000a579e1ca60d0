"""How programs name the joints of a person in tables: sets of names, canonical landmark → points.

Names are compared without case and separators, and with their side in front: ``RHip``, ``right_hip`` and
``HipRight`` are one name. Markers on the skin, from which joints have to be computed, are in ``marker_sets``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from understudy.capture.keypoints.sets import KEYPOINT_SETS, KeypointSet, plain_name
from understudy.capture.kinect.joints import KINECTS
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.naming.dialects import DIALECTS, Dialect
from understudy.motion.landmarks import LANDMARKS, SIDES

Choices = tuple[tuple[str, ...], ...]
"""Groups of points, the best first; a landmark is the mean of the first group that a file has whole."""


@dataclass(frozen=True)
class PointSet:
    """A way of naming points.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → groups of points whose mean it is, the best group first.
    """

    name: str
    landmarks: Mapping[str, Choices]

    def find(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return canonical landmark → points, for every landmark that points of a file cover."""
        spoken: dict[str, str] = {}
        for name in names:
            spoken.setdefault(plain_name(name), name)
        found: dict[str, tuple[str, ...]] = {}
        for landmark, choices in self.landmarks.items():
            for group in choices:
                present = tuple(spoken[plain] for plain in map(plain_name, group) if plain in spoken)
                if len(present) == len(group):
                    found[landmark] = present
                    break
        return found


def _both_sides(table: Mapping[str, Choices]) -> dict[str, Choices]:
    """Expand ``{S}`` (L, R) and ``{s}`` (l, r) in a table of paired landmarks."""
    return {
        f"{landmark}_{side}": tuple(
            tuple(name.format(S=side.upper(), s=side) for name in group) for group in choices
        )
        for landmark, choices in table.items()
        for side in SIDES
    }


def _of_keypoints(keypoints: KeypointSet) -> PointSet:
    return PointSet(keypoints.name, {landmark: (group,) for landmark, group in keypoints.landmarks.items()})


def _of_dialect(dialect: Dialect) -> PointSet:
    return PointSet(
        dialect.name,
        {name: tuple((point,) for point in points) for name, points in dialect.landmarks.items()},
    )


def _of_sensor(sensor: Sensor) -> PointSet:
    return PointSet(sensor.name, {landmark: ((joint,),) for landmark, joint in sensor.landmarks.items()})


CANONICAL = PointSet("canonical names", {landmark: ((landmark,),) for landmark in LANDMARKS})
"""Our own names; those of points that a reader computed have a star in front, which is not compared."""

POSE2SIM = PointSet(
    "Pose2Sim",
    {
        "mid_hip": (("CHip",), ("Hip",), ("LHip", "RHip")),
        "neck": (("Neck",),),
        "head_top": (("Head",),),
        "nose": (("Nose",),),
    }
    | _both_sides(
        {
            "eye": (("{S}Eye",),),
            "ear": (("{S}Ear",),),
            "shoulder": (("{S}Shoulder",),),
            "elbow": (("{S}Elbow",),),
            "wrist": (("{S}Wrist",),),
            "hip": (("{S}Hip",),),
            "knee": (("{S}Knee",),),
            "ankle": (("{S}Ankle",),),
            "heel": (("{S}Heel",),),
            # The tips of the first and the last toe are marked; their mean is nearest to the ball.
            "toe": (("{S}BigToe", "{S}SmallToe"), ("{S}BigToe",)),
        }
    ),
)
"""What Pose2Sim calls the points of BODY_25B and HALPE_26, which both mark the top of the head."""

OPENSIM_BODIES = PointSet(
    "OpenSim bodies",
    {"mid_hip": (("femur_l", "femur_r"),), "spine": (("torso",),)}
    | _both_sides(
        {
            "hip": (("femur_{s}",),),
            "knee": (("tibia_{s}",),),
            "ankle": (("talus_{s}",),),
            "heel": (("calcn_{s}",),),
            "toe": (("toes_{s}",),),
            "shoulder": (("humerus_{s}",),),
            "elbow": (("ulna_{s}",),),
            "wrist": (("hand_{s}",),),
        }
    ),
)
"""Origins of the bodies of OpenSim's gait models, which lie in the joints above them."""

POINT_SETS: tuple[PointSet, ...] = (
    CANONICAL,
    *map(_of_keypoints, KEYPOINT_SETS),
    POSE2SIM,
    *map(_of_sensor, KINECTS),
    OPENSIM_BODIES,
    *map(_of_dialect, DIALECTS),
)
"""Every set that tables are compared with; of sets that cover as many landmarks the first counts."""
