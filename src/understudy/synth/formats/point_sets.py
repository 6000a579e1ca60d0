"""Where on a body the points of each format are.

Names and orders are those of the readers' own tables; here every name gets its place. A tracker's idea of a
joint differs from anatomy by a centimetre or two, which these places do not imitate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.capture.keypoints.sets import BLAZEPOSE_33, BODY_25, BODY_25B, COCO_18, MINI_RGBD_25
from understudy.capture.kinect.joints import AZURE_KINECT, KINECT_V1, KINECT_V2, NUITRACK_BODY
from understudy.motion.landmarks import LANDMARKS
from understudy.synth.body.markers import PLUG_IN_GAIT, plug_in_gait
from understudy.synth.body.points import Place
from understudy.synth.body.skeleton import Body
from understudy.synth.point_set import PointSet

_SIDES = {"l": ("L", "Left", "left"), "r": ("R", "Right", "right")}


def _places(names: Sequence[str], midline: Mapping[str, str], paired: Mapping[str, str]) -> dict[str, str]:
    """Return name → place in the order of a format; ``{L}``, ``{Left}`` and ``{left}`` stand for sides."""
    places = dict(midline)
    for name, place in paired.items():
        for side, (short, capital, small) in _SIDES.items():
            places[name.format(L=short, Left=capital, left=small)] = f"{place}_{side}"
    return {name: places[name] for name in names}


LANDMARK_SET = PointSet("canonical landmarks", {name: name for name in LANDMARKS})

_OPENPOSE_MIDLINE = {
    "Nose": "nose",
    "Neck": "shoulder_l+shoulder_r",
    "MidHip": "mid_hip",
    "UpperNeck": "neck",
    "HeadTop": "head_top",
}
_OPENPOSE_PAIRED = {
    "{L}Eye": "eye",
    "{L}Ear": "ear",
    "{L}Shoulder": "shoulder",
    "{L}Elbow": "elbow",
    "{L}Wrist": "wrist",
    "{L}Hip": "hip",
    "{L}Knee": "knee",
    "{L}Ankle": "ankle",
    "{L}Heel": "heel",
    "{L}BigToe": "big_toe",
    "{L}SmallToe": "small_toe",
}
BODY_25_SET, BODY_25B_SET, COCO_18_SET = (
    PointSet(keypoints.name, _places(keypoints.names, _OPENPOSE_MIDLINE, _OPENPOSE_PAIRED))
    for keypoints in (BODY_25, BODY_25B, COCO_18)
)

POSE2SIM_SET = PointSet(
    "Pose2Sim",
    _places(
        [name.replace("UpperNeck", "Neck").replace("HeadTop", "Head") for name in BODY_25B.names],
        {"Nose": "nose", "Neck": "neck", "Head": "head_top"},
        _OPENPOSE_PAIRED,
    ),
)

MINI_RGBD_SET = PointSet(
    MINI_RGBD_25.name,
    _places(
        MINI_RGBD_25.names,
        {
            "global": "pelvis",
            "spine": "lower_spine",
            "spine1": "spine",
            "spine2": "chest",
            "neck": "neck_base",
            "head": "head",
            "noseVertex": "nose",
        },
        {
            "{left}Thigh": "hip",
            "{left}Calf": "knee",
            "{left}Foot": "ankle",
            "{left}Toes": "toe",
            "{left}Shoulder": "clavicle",
            "{left}UpperArm": "shoulder",
            "{left}ForeArm": "elbow",
            "{left}Hand": "wrist",
            "{left}Fingers": "knuckle",
        },
    ),
)

BLAZEPOSE_SET = PointSet(
    BLAZEPOSE_33.name,
    _places(
        BLAZEPOSE_33.names,
        {"Nose": "nose"},
        {
            "{Left}_eye_inner": "eye_inner",
            "{Left}_eye": "eye",
            "{Left}_eye_outer": "eye_outer",
            "{Left}_ear": "ear",
            "Mouth_{left}": "mouth",
            "{Left}_shoulder": "shoulder",
            "{Left}_elbow": "elbow",
            "{Left}_wrist": "wrist",
            "{Left}_pinky": "little_knuckle",
            "{Left}_index": "index_knuckle",
            "{Left}_thumb": "thumb_tip",
            "{Left}_hip": "hip",
            "{Left}_knee": "knee",
            "{Left}_ankle": "ankle",
            "{Left}_heel": "heel",
            "{Left}_foot_index": "toe_tip",
        },
    ),
    # World landmarks are seen from the middle of the hips.
    never_missing=frozenset(("Left_hip", "Right_hip")),
)

_MARKED_LIMBS = {
    "hip": ("THI",),
    "knee": ("KNE", "TIB"),
    "ankle": ("ANK", "HEE", "TOE"),
    "shoulder": ("SHO", "UPA"),
    "elbow": ("ELB", "FRM"),
    "wrist": ("WRA", "WRB", "FIN"),
}
PLUG_IN_GAIT_SET = PointSet(
    "Plug-in Gait",
    {label: label for label in PLUG_IN_GAIT},
    plug_in_gait,
    {
        f"{side.upper()}{label}": f"{limb}_{label}_{side}"
        for limb, labels in _MARKED_LIMBS.items()
        for label in labels
        for side in _SIDES
    },
)

_KINECT_MIDLINE = {
    "HipCenter": "mid_hip",
    "SpineBase": "mid_hip",
    "Pelvis": "pelvis",
    "Spine": "spine",
    "SpineMid": "spine",
    "SpineNaval": "spine",
    "SpineChest": "chest",
    "SpineShoulder": "neck_base",
    "ShoulderCenter": "neck_base",
    "Neck": "neck",
    "Head": "head_middle",
    "Nose": "nose",
}
_KINECT_PAIRED = {
    "Clavicle{Left}": "clavicle",
    "Shoulder{Left}": "shoulder",
    "Elbow{Left}": "elbow",
    "Wrist{Left}": "wrist",
    "Hand{Left}": "palm",
    "HandTip{Left}": "fingertip",
    "Thumb{Left}": "thumb_tip",
    "Hip{Left}": "hip",
    "Knee{Left}": "knee",
    "Ankle{Left}": "ankle",
    "Foot{Left}": "toe",
    "Eye{Left}": "eye",
    "Ear{Left}": "ear",
}
KINECT_V1_SET, KINECT_V2_SET = (
    PointSet(sensor.name, _places(sensor.joints, _KINECT_MIDLINE, _KINECT_PAIRED))
    for sensor in (KINECT_V1, KINECT_V2)
)
# The Azure Kinect's head is where the skull sits on the neck.
AZURE_KINECT_SET = PointSet(
    AZURE_KINECT.name,
    _places(AZURE_KINECT.joints, _KINECT_MIDLINE | {"Head": "head"}, _KINECT_PAIRED),
)

NUITRACK_SET = PointSet(
    NUITRACK_BODY.name,
    _places(
        NUITRACK_BODY.joints,
        {"head": "head_middle", "neck": "neck", "torso": "chest", "waist": "mid_hip"},
        {
            "{left}_collar": "clavicle",
            "{left}_shoulder": "shoulder",
            "{left}_elbow": "elbow",
            "{left}_wrist": "wrist",
            "{left}_hand": "palm",
            "{left}_fingertip": "fingertip",
            "{left}_hip": "hip",
            "{left}_knee": "knee",
            "{left}_ankle": "ankle",
            "{left}_foot": "toe",
        },
    ),
)


def joint_set(body: Body) -> PointSet:
    """Return the joints and ends of a body's own skeleton, which formats of turned joints hold."""
    names = body.skeleton.point_names
    return PointSet("skeleton", {name: name for name in names}, _skeleton_places)


def _skeleton_places(body: Body) -> dict[str, Place]:
    joints: dict[str, Place] = {name: (name, (0.0, 0.0, 0.0)) for name in body.skeleton.names}
    ends = {name: (joint, offset.tolist()) for name, joint, offset in body.skeleton.ends}
    return joints | {
        name: (body.skeleton.names[joint], (offset[0], offset[1], offset[2]))
        for name, (joint, offset) in ends.items()
    }
