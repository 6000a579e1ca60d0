"""Sets of body keypoints that pose estimators give by number: index → name → canonical landmark.

OpenPose's orders are those of its own documentation. The order of MINI-RGBD is that of its list of joints,
which are the joints of SMPL under other names and the nose: a thigh begins at the hip, a calf at the knee,
a foot at the ankle, an upper arm at the shoulder, and what it calls shoulder is the collar's joint.
(Fiala 2023, Table 3.1, takes that collar for the shoulder and ``spine`` for the middle of the hips; here
each landmark is the point that lies there.) BlazePose's is MediaPipe's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.motion.landmarks import SIDES

LandmarkPoints = dict[str, tuple[str, ...]]
"""Canonical landmark → names of the points whose mean it is."""

_SIDE_WORDS = {"l": ("L", "Left", "left"), "r": ("R", "Right", "right")}
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_SIDED_NAME = re.compile(r"(left|right|l|r)(.+)|(.+)(left|right)")


@dataclass(frozen=True)
class KeypointSet:
    """An order of keypoints.

    Attributes:
        name: What people call it.
        names: K names in order.
        landmarks: Canonical landmark → names of the points whose mean it is.
    """

    name: str
    names: tuple[str, ...]
    landmarks: Mapping[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """K."""
        return len(self.names)

    def columns(self, names: Iterable[str]) -> dict[str, int]:
        """Return name → index of every name that belongs to this set, however it is written."""
        known = {plain_name(name): index for index, name in enumerate(self.names)}
        found = {name: known.get(plain_name(name)) for name in names}
        return {name: index for name, index in found.items() if index is not None}


def plain_name(name: str) -> str:
    """Return a keypoint's name without case and separators, its side in front as one letter.

    ``rShoulder``, ``RIGHT_SHOULDER`` and ``shoulder right`` are all ``r shoulder``.
    """
    words = _SEPARATORS.sub("", name.lower())
    match = _SIDED_NAME.fullmatch(words)
    if match is None:
        return words
    side, part = (match[1], match[2]) if match[1] else (match[4], match[3])
    return f"{side[0]} {part}"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _both_sides(table: Mapping[str, tuple[str, ...]]) -> LandmarkPoints:
    """Expand ``{L}`` (L, R), ``{Left}`` (Left, Right) and ``{left}`` (left, right) in a table."""
    found: LandmarkPoints = {}
    for landmark, names in table.items():
        for side in SIDES:
            short, capital, small = _SIDE_WORDS[side]
            found[f"{landmark}_{side}"] = tuple(
                name.format(L=short, Left=capital, left=small) for name in names
            )
    return found


_LIMBS = {
    "eye": ("{L}Eye",),
    "ear": ("{L}Ear",),
    "shoulder": ("{L}Shoulder",),
    "elbow": ("{L}Elbow",),
    "wrist": ("{L}Wrist",),
    "hip": ("{L}Hip",),
    "knee": ("{L}Knee",),
    "ankle": ("{L}Ankle",),
}
# The tips of the first and the last toe are marked; their mean is nearest to the ball of the foot.
_FEET = {"heel": ("{L}Heel",), "toe": ("{L}BigToe", "{L}SmallToe")}

BODY_25 = KeypointSet(
    "BODY_25",
    _words(
        "Nose Neck RShoulder RElbow RWrist LShoulder LElbow LWrist MidHip RHip RKnee RAnkle LHip LKnee "
        "LAnkle REye LEye REar LEar LBigToe LSmallToe LHeel RBigToe RSmallToe RHeel"
    ),
    {"mid_hip": ("MidHip",), "neck": ("Neck",), "nose": ("Nose",)} | _both_sides(_LIMBS | _FEET),
)

BODY_25B = KeypointSet(
    "BODY_25B",
    _words(
        "Nose LEye REye LEar REar LShoulder RShoulder LElbow RElbow LWrist RWrist LHip RHip LKnee RKnee "
        "LAnkle RAnkle UpperNeck HeadTop LBigToe LSmallToe LHeel RBigToe RSmallToe RHeel"
    ),
    {"mid_hip": ("LHip", "RHip"), "neck": ("UpperNeck",), "head_top": ("HeadTop",), "nose": ("Nose",)}
    | _both_sides(_LIMBS | _FEET),
)

COCO_18 = KeypointSet(
    "COCO-18",
    _words(
        "Nose Neck RShoulder RElbow RWrist LShoulder LElbow LWrist RHip RKnee RAnkle LHip LKnee LAnkle "
        "REye LEye REar LEar"
    ),
    {"mid_hip": ("LHip", "RHip"), "neck": ("Neck",), "nose": ("Nose",)} | _both_sides(_LIMBS),
)

MINI_RGBD_25 = KeypointSet(
    "MINI-RGBD",
    _words(
        "global leftThigh rightThigh spine leftCalf rightCalf spine1 leftFoot rightFoot spine2 leftToes "
        "rightToes neck leftShoulder rightShoulder head leftUpperArm rightUpperArm leftForeArm "
        "rightForeArm leftHand rightHand leftFingers rightFingers noseVertex"
    ),
    {
        "mid_hip": ("global",),
        "spine": ("spine",),
        "chest": ("spine2",),
        "neck": ("neck",),
        "head": ("head",),
        "nose": ("noseVertex",),
    }
    | _both_sides(
        {
            "clavicle": ("{left}Shoulder",),
            "shoulder": ("{left}UpperArm",),
            "elbow": ("{left}ForeArm",),
            "wrist": ("{left}Hand",),
            "knuckle": ("{left}Fingers",),
            "hip": ("{left}Thigh",),
            "knee": ("{left}Calf",),
            "ankle": ("{left}Foot",),
            "toe": ("{left}Toes",),
        }
    ),
)

BLAZEPOSE_33 = KeypointSet(
    "BlazePose",
    _words(
        "Nose Left_eye_inner Left_eye Left_eye_outer Right_eye_inner Right_eye Right_eye_outer Left_ear "
        "Right_ear Mouth_left Mouth_right Left_shoulder Right_shoulder Left_elbow Right_elbow "
        "Left_wrist Right_wrist Left_pinky Right_pinky Left_index Right_index Left_thumb Right_thumb "
        "Left_hip Right_hip Left_knee Right_knee Left_ankle Right_ankle Left_heel Right_heel "
        "Left_foot_index Right_foot_index"
    ),
    {"mid_hip": ("Left_hip", "Right_hip"), "nose": ("Nose",)}
    | _both_sides(
        {
            "eye": ("{Left}_eye",),
            "ear": ("{Left}_ear",),
            "shoulder": ("{Left}_shoulder",),
            "elbow": ("{Left}_elbow",),
            "wrist": ("{Left}_wrist",),
            # The first and the last knuckle are marked, though the points are named after the fingers.
            "knuckle": ("{Left}_pinky", "{Left}_index"),
            "hip": ("{Left}_hip",),
            "knee": ("{Left}_knee",),
            "ankle": ("{Left}_ankle",),
            "heel": ("{Left}_heel",),
            "toe": ("{Left}_foot_index",),
        }
    ),
)

OPENPOSE_SETS: tuple[KeypointSet, ...] = (BODY_25, BODY_25B, COCO_18)
KEYPOINT_SETS: tuple[KeypointSet, ...] = (*OPENPOSE_SETS, MINI_RGBD_25, BLAZEPOSE_33)


def sizes(sets: Sequence[KeypointSet]) -> str:
    """Return the valid numbers of keypoints, for messages."""
    return ", ".join(f"{count} ({_named(sets, count)})" for count in sorted({each.size for each in sets}))


def _named(sets: Sequence[KeypointSet], count: int) -> str:
    return " or ".join(each.name for each in sets if each.size == count)
