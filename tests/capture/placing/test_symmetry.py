"""Points of one side that changed places are healed; sides that stay unlike are warned of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.symmetry import exchanged, with_healed_sides
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.motion import Recording

SOURCE = Source(Path("take"), b"")
ARM = ("shoulder", "elbow", "wrist")
PAIRS = [
    (f"{first}_{side}", f"{second}_{side}")
    for side in "lr"
    for first, second in (
        ("elbow", "wrist"),
        ("shoulder", "elbow"),
        ("shoulder", "wrist"),
        ("knee", "ankle"),
        ("hip", "knee"),
    )
]


def raw_of(walking: Recording) -> RawCapture:
    return RawCapture(
        SOURCE, "some", walking.names, np.array(walking.points), landmark_points=dict(walking.landmark_points)
    )


def with_exchange(raw: RawCapture, pair: tuple[str, str]) -> RawCapture:
    points = dict(raw.landmark_points)
    points[pair[0]], points[pair[1]] = points[pair[1]], points[pair[0]]
    return replace(raw, landmark_points=points)


def test_a_person_is_left_as_it_is(walking: Recording, kicking: Recording) -> None:
    for recording in (walking, kicking):
        raw, remarks = raw_of(recording), Remarks()
        assert with_healed_sides(raw, remarks) is raw
        assert (remarks.notes, remarks.warnings) == ([], [])


@pytest.mark.parametrize("pair", PAIRS)
def test_exchanged_points_are_healed(walking: Recording, pair: tuple[str, str]) -> None:
    raw, remarks = raw_of(walking), Remarks()
    healed = with_healed_sides(with_exchange(raw, pair), remarks)
    assert healed.landmark_points == raw.landmark_points
    (warning,) = remarks.warnings
    assert warning.startswith(f"{pair[0]} and {pair[1]} were exchanged")


def test_an_arm_and_a_leg_are_healed_alike(walking: Recording) -> None:
    raw, remarks = raw_of(walking), Remarks()
    broken = with_exchange(with_exchange(raw, ("elbow_l", "wrist_l")), ("knee_r", "ankle_r"))
    assert with_healed_sides(broken, remarks).landmark_points == raw.landmark_points
    assert len(remarks.warnings) == 2


def test_joints_of_a_skeleton_do_not_change_places(walking: Recording) -> None:
    raw, remarks = raw_of(walking), Remarks()
    broken = replace(with_exchange(raw, ("elbow_l", "wrist_l")), parents=(-1,) * len(raw.names))
    assert with_healed_sides(broken, remarks) is broken
    assert any("are not alike" in warning for warning in remarks.warnings)


def test_what_understudy_wrote_is_not_doubted_again(walking: Recording) -> None:
    broken, remarks = replace(with_exchange(raw_of(walking), PAIRS[0]), is_placed=True), Remarks()
    assert with_healed_sides(broken, remarks) is broken
    assert remarks.warnings == []


def test_sides_that_no_exchange_makes_alike_are_warned_of(walking: Recording) -> None:
    raw, remarks = raw_of(walking), Remarks()
    knee, ankle = (raw.names.index(raw.landmark_points[name][0]) for name in ("knee_l", "ankle_l"))
    raw.points[:, ankle] = raw.points[:, knee] + 1.5 * (raw.points[:, ankle] - raw.points[:, knee])
    assert with_healed_sides(raw, remarks) is raw
    assert remarks.warnings == [
        "The shins are not alike: the left one is 1.50 times as long as the right one. Points of one side "
        "may be exchanged or wrongly labelled."
    ]


def arm(*joints: float) -> list[np.ndarray]:
    return [np.array([[x, 0.0, 0.0], [np.nan] * 3]) for x in joints]


def test_points_that_are_never_seen_together_heal_nothing() -> None:
    """Without a length that both sides show there is nothing to compare."""
    shoulder, elbow, wrist = arm(0.0, 0.3, 0.8)
    tracks = {"elbow_l": elbow, "wrist_l": wrist, "elbow_r": elbow, "wrist_r": elbow + 0.25}
    assert exchanged(tracks, ARM) is None
    hidden = {**tracks, "shoulder_l": shoulder[::-1]}
    assert exchanged(hidden, ARM) is None


@pytest.mark.parametrize("value", [np.nan, 0.0])
def test_limbs_without_a_length_are_not_compared(walking: Recording, value: float) -> None:
    raw, remarks = raw_of(walking), Remarks()
    raw = replace(raw, points=np.full_like(raw.points, value))
    assert with_healed_sides(raw, remarks) is raw
    assert remarks.warnings == []
