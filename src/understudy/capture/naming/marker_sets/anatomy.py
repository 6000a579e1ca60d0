"""Where on a body markers are put: the words in which a marker set says which marker is where."""

from __future__ import annotations

SIDED: dict[str, str] = {
    "pelvis_front": "anterior superior iliac spine, the front corner of the pelvis",
    "pelvis_back": "posterior superior iliac spine, the dimple of the back",
    "knee_outer": "lateral epicondyle of the femur",
    "knee_inner": "medial epicondyle of the femur",
    "ankle_outer": "lateral malleolus",
    "ankle_inner": "medial malleolus",
    "heel": "back of the heel",
    "foot_top": "on the foot, over the head of the second metatarsal",
    "ball_inner": "head of the first metatarsal, at the foot's inner edge",
    "ball_outer": "head of the fifth metatarsal, at the foot's outer edge",
    "toe_tip": "tip of the toes",
    "shoulder_top": "acromion, the top of the shoulder",
    "shoulder_front": "front of the shoulder",
    "shoulder_back": "back of the shoulder",
    "elbow_outer": "lateral epicondyle of the humerus",
    "elbow_inner": "medial epicondyle of the humerus",
    "wrist_thumb": "wrist, on the thumb's side",
    "wrist_little": "wrist, on the little finger's side",
    "wrist": "middle of the wrist",
    "hand_back": "back of the hand, at the knuckle of the index or the middle finger",
    "hand_thumb": "knuckle on the thumb's side of the hand",
    "hand_little": "knuckle on the little finger's side of the hand",
    "head_front": "temple",
    "head_back": "back of the head, level with the temple",
}
"""Places on both sides → what they are; a set names them as they stand, or with ``_l`` or ``_r``."""

MIDDLE: dict[str, str] = {
    "sacrum": "between the dimples of the back",
    "neck_back": "seventh cervical vertebra (C7)",
    "neck_front": "where the collar bones meet the sternum",
    "back": "tenth thoracic vertebra (T10)",
    "sternum": "lower end of the sternum",
    "head_top": "top of the head",
    "forehead": "middle of the forehead",
    "head_rear": "middle of the back of the head",
}
"""Places in the middle of the body → what they are."""
