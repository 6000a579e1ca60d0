"""Weights and limits of the method ``track``, in a file that is quick to import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from understudy.retarget.option_facts import option
from understudy.retarget.standing_options import StandingOptions

SEGMENT_KINDS = (
    "trunk",
    "hip_line",
    "shoulder_line",
    "neck",
    "upper_arm",
    "forearm",
    "hand",
    "thigh",
    "shin",
    "foot",
)
PART_KINDS = ("pelvis", "chest", "head", "hand", "foot")
"""Segments and body parts without their sides, named here once more because the landmarks' module is slow."""

_SEGMENTS = {
    "trunk": 30.0,
    "hip_line": 10.0,
    "shoulder_line": 10.0,
    "upper_arm": 1.5,
    "forearm": 1.0,
    "thigh": 1.3,
    "shin": 1.2,
}
_PARTS = {"pelvis": 1.0, "head": 0.2, "hand": 0.15, "foot": 0.15}


@dataclass(frozen=True)
class TrackOptions(StandingOptions):
    """Weights and limits of ``track``; the defaults serve whole, upper and lying bodies alike.

    ``parts={"head": 1.0}`` changes the head alone; what a table does not name keeps its default.
    """

    segments: Mapping[str, float] = option(
        _SEGMENTS, "1/rad", "weight of a segment's direction, by kind", least=0.0, names=SEGMENT_KINDS
    )
    parts: Mapping[str, float] = option(
        _PARTS, "1/rad", "weight of a body part's orientation, by kind", least=0.0, names=PART_KINDS
    )
    travel: float = option(2.0, "1/m", "weight of following the hips' steps", least=0.0)
    ankle_height: float = option(
        2.0, "1/m", "weight of ankles as high above the floor as the person's", least=0.0
    )
    home: float = option(
        1e-3, "1/rad", "weight of the home pose, which decides what the person leaves open", least=0.0
    )
    still: float = option(
        1e-4, "s/rad", "weight of joint velocity, which keeps idle joints from wandering", least=0.0
    )
    steady: float = option(2e-5, "s²/rad", "weight of joint acceleration, frame by frame", least=0.0)
    doubtful_angle: float = option(
        0.35, "rad", "angle by which the body may be off before another IK branch is looked for", least=0.0
    )
