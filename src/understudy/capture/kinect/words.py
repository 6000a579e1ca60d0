"""What recorders of depth cameras call what they write, squeezed; of several names the best come first."""

from __future__ import annotations

_TIMES = ("timestamp", "relativetime", "sensortime", "capturetime", "time", "timems", "timesec", "times")
_FRAMES = ("ticks", "t", "framenumber", "framenum", "frameno", "frameid", "frameindex", "frame")
TIME_WORDS = _TIMES + _FRAMES
"""When a row or a frame was."""

PERSON_WORDS = ("trackingid", "bodyid", "userid", "personid", "skeletonid", "id", "user", "person", "body")
"""Of whom it is."""

JOINT_WORDS = ("jointtype", "jointname", "jointid", "jointindex", "jointnumber", "joint", "type")
"""Of which joint it is."""

NUMBERS = ("x", "y", "z", "qx", "qy", "qz", "qw", "state")
"""The numbers of a joint; those of a quaternion stay in the file's order."""

WRITTEN: dict[int, list[int]] = {7: [*range(7)], 3: [*range(3)], 4: [0, 1, 2, 7], 8: [*range(8)]}
"""How many numbers of a joint stand in a row, the most usual first → which of ``NUMBERS`` they are."""

_AXIS_WORDS = ("", "pos", "position", "p", "world", "camera", "real", "coord", "3d")
_TURN_WORDS = ("q", "quat", "quaternion", "orientation", "orient", "ori", "rot", "rotation")
_STATE_WORDS = ("state", "trackingstate", "tracked", "conf", "confidence", "confidencelevel")

QUANTITIES: dict[str, int] = {
    word: NUMBERS.index(number)
    for word, number in (
        {word + axis: axis for word in _AXIS_WORDS for axis in "xyz"}
        | {axis + word: axis for word in _AXIS_WORDS for axis in "xyz"}
        | {word + axis: f"q{axis}" for word in _TURN_WORDS for axis in "xyzw"}
        | dict.fromkeys(_STATE_WORDS, "state")
    ).items()
}
"""What people call a joint's numbers → which of ``NUMBERS`` they are."""

STATES: dict[bytes, float] = {
    **{b"nottracked": 0.0, b"inferred": 1.0, b"tracked": 2.0, b"false": 0.0, b"true": 1.0},
    **{b"low": 1.0, b"medium": 2.0, b"high": 3.0},
    **{sign + word: float(sign + word) for sign in (b"", b"+", b"-") for word in (b"inf", b"infinity")},
}
"""Words that stand for numbers: states of tracking, and what is beyond measure."""
