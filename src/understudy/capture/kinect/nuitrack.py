"""NuiTrack and OpenNI: bodies of any depth camera, 15 to 24 joints, in millimetres or metres.

NuiTrack numbers its joints from 1 (0 is no joint) and does not use all of them yet. OpenNI with NiTE has 15
joints, whose hands and feet stand for wrists and ankles; programs write them in two orders, that of NiTE's
numbers and that of ROS's ``openni_tracker``.

Their axes are left-handed: x to the camera's right, y up, z away from it. OpenNI may be set to mirror what it
sees, in which case its left is the person's right; a file does not tell.
"""

from __future__ import annotations

from understudy.capture.kinect.layouts import sensor_format
from understudy.capture.kinect.sensor import Sensor

_ARM_AND_LEG = {
    "shoulder": "shoulder",
    "elbow": "elbow",
    "wrist": "wrist",
    "knuckle": "hand",
    "hip": "hip",
    "knee": "knee",
    "ankle": "ankle",
}
_SHORT_ARM_AND_LEG = _ARM_AND_LEG | {"wrist": "hand", "ankle": "foot"}


def _both(table: dict[str, str]) -> dict[str, str]:
    return {
        f"{landmark}_{side[0]}": f"{side}_{joint}"
        for landmark, joint in table.items()
        for side in ("left", "right")
    }


def _limb(side: str, *joints: str) -> tuple[str, ...]:
    return tuple(f"{side}_{joint}" for joint in joints)


def _open_ni(name: str, joints: tuple[str, ...]) -> Sensor:
    short = {landmark: joint for landmark, joint in _SHORT_ARM_AND_LEG.items() if landmark != "knuckle"}
    return Sensor(
        name=name,
        joints=joints,
        landmarks={"spine": "torso", "neck": "neck", "head": "head"} | _both(short),
        parents={},
        marks=frozenset({"torso"}),
        # The neck's joint is at the height of the shoulders, 20 cm below the middle of the head.
        head_reach=0.55,
        is_left_handed=True,
        is_plain=True,
    )


_ARM = ("collar", "shoulder", "elbow", "wrist", "hand", "fingertip")
_LEG = ("hip", "knee", "ankle", "foot")

NUITRACK_BODY = Sensor(
    name="NuiTrack",
    joints=(
        *("head", "neck", "torso", "waist"),
        *(joint for limb in (_ARM, _LEG) for side in ("left", "right") for joint in _limb(side, *limb)),
    ),
    landmarks={"mid_hip": "waist", "spine": "torso", "neck": "neck", "head": "head"} | _both(_ARM_AND_LEG),
    parents={},
    marks=frozenset({"waist", "left_collar", "right_collar"}),
    # The neck's joint is 12 cm below the middle of the head, the top 11 cm above it.
    head_reach=0.9,
    is_left_handed=True,
    first_number=1,
    unused=frozenset({"left_fingertip", "right_fingertip", "left_foot", "right_foot"}),
)

OPENNI = _open_ni(
    "OpenNI",
    (
        *("head", "neck", "torso"),
        *(joint for side in ("left", "right") for joint in _limb(side, "shoulder", "elbow", "hand")),
        *(joint for side in ("left", "right") for joint in _limb(side, "hip", "knee", "foot")),
    ),
)

NITE = _open_ni(
    "NiTE",
    (
        *("head", "neck"),
        *(f"{side}_{joint}" for joint in ("shoulder", "elbow", "hand") for side in ("left", "right")),
        "torso",
        *(f"{side}_{joint}" for joint in ("hip", "knee", "foot") for side in ("left", "right")),
    ),
)

NUITRACK = sensor_format(
    "NuiTrack",
    "JSON, a table or lines of numbers with the joints of NuiTrack or OpenNI",
    (NUITRACK_BODY, OPENNI, NITE),
)
