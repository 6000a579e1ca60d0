"""The joints of the three Kinects, as Microsoft's programming interfaces number them.

Camera axes are metres with x to the camera's left, y up and z away from it (Kinect v1 and v2), or
millimetres with x to its right and y down (Azure Kinect): both right-handed. The person faces the camera.
"""

from __future__ import annotations

from understudy.capture.kinect.sensor import Sensor

_LIMBS = {
    "shoulder": "Shoulder",
    "elbow": "Elbow",
    "wrist": "Wrist",
    # The hand's joint is in the middle of the palm, so that it lies on the way to the knuckles.
    "knuckle": "Hand",
    "hip": "Hip",
    "knee": "Knee",
    "ankle": "Ankle",
    # The foot's joint is near the ball of the foot.
    "toe": "Foot",
}
_FINGERS = {"fingertip": "HandTip", "thumb_tip": "Thumb"}
_FACE = {"eye": "Eye", "ear": "Ear"}


def _both(table: dict[str, str]) -> dict[str, str]:
    return {
        f"{landmark}_{side[0].lower()}": f"{joint}{side}"
        for landmark, joint in table.items()
        for side in ("Left", "Right")
    }


def _bones(*chains: str) -> dict[str, str]:
    """Return joint → parent of chains such as ``"Spine>Head"``; a star stands for both sides."""
    parents: dict[str, str] = {}
    for chain in chains:
        for side in ("Left", "Right"):
            joints = chain.replace("*", side).split(">")
            parents |= dict(zip(joints[1:], joints[:-1], strict=True))
    return parents


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_V1_JOINTS = _names(
    "HipCenter Spine ShoulderCenter Head ShoulderLeft ElbowLeft WristLeft HandLeft "
    "ShoulderRight ElbowRight WristRight HandRight HipLeft KneeLeft AnkleLeft FootLeft "
    "HipRight KneeRight AnkleRight FootRight"
)
KINECT_V1 = Sensor(
    name="Kinect v1",
    joints=_V1_JOINTS,
    landmarks={"mid_hip": "HipCenter", "spine": "Spine", "neck": "ShoulderCenter", "head": "Head"}
    | _both(_LIMBS),
    parents=_bones(
        "HipCenter>Spine>ShoulderCenter>Head",
        "ShoulderCenter>Shoulder*>Elbow*>Wrist*>Hand*",
        "HipCenter>Hip*>Knee*>Ankle*>Foot*",
    ),
    marks=frozenset({"HipCenter", "ShoulderCenter"}),
    # ShoulderCenter lies at the base of the neck, 20 cm below the middle of the head.
    head_reach=0.55,
)

_V2_JOINTS = _names(
    "SpineBase SpineMid Neck Head ShoulderLeft ElbowLeft WristLeft HandLeft "
    "ShoulderRight ElbowRight WristRight HandRight HipLeft KneeLeft AnkleLeft FootLeft "
    "HipRight KneeRight AnkleRight FootRight SpineShoulder "
    "HandTipLeft ThumbLeft HandTipRight ThumbRight"
)
KINECT_V2 = Sensor(
    name="Kinect v2",
    joints=_V2_JOINTS,
    landmarks={"mid_hip": "SpineBase", "spine": "SpineMid", "neck": "Neck", "head": "Head"}
    | _both(_LIMBS | _FINGERS),
    parents=_bones(
        "SpineBase>SpineMid>SpineShoulder>Neck>Head",
        "SpineShoulder>Shoulder*>Elbow*>Wrist*>Hand*>HandTip*",
        "Wrist*>Thumb*",
        "SpineBase>Hip*>Knee*>Ankle*>Foot*",
    ),
    marks=frozenset({"SpineBase", "SpineMid", "SpineShoulder"}),
    # Neck lies 14 cm below the middle of the head, the top 11 cm above it.
    head_reach=0.8,
)

_AZURE_JOINTS = _names(
    "Pelvis SpineNaval SpineChest Neck ClavicleLeft ShoulderLeft ElbowLeft WristLeft HandLeft "
    "HandTipLeft ThumbLeft ClavicleRight ShoulderRight ElbowRight WristRight HandRight "
    "HandTipRight ThumbRight HipLeft KneeLeft AnkleLeft FootLeft HipRight KneeRight AnkleRight "
    "FootRight Head Nose EyeLeft EarLeft EyeRight EarRight"
)
AZURE_KINECT = Sensor(
    name="Azure Kinect",
    joints=_AZURE_JOINTS,
    landmarks={
        "mid_hip": "Pelvis",
        "spine": "SpineNaval",
        "chest": "SpineChest",
        "neck": "Neck",
        "head": "Head",
        "nose": "Nose",
    }
    | _both(_LIMBS | _FINGERS | _FACE | {"clavicle": "Clavicle"}),
    # Its orientations have x along most bones, but not along all of them.
    parents={},
    marks=frozenset({"SpineNaval", "SpineChest"}),
    # The head's joint is at the base of the skull.
    head_reach=2.0,
    up="-y",
)

KINECTS: tuple[Sensor, ...] = (KINECT_V2, KINECT_V1, AZURE_KINECT)
"""Every Kinect, the most usual first."""
