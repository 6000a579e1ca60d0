"""The canonical names agree with each other."""

from __future__ import annotations

from understudy.motion.landmarks import CONTACTS, DERIVED_LANDMARKS, LANDMARKS, LIMB_SEGMENTS, SEGMENTS


def test_segments_run_between_landmarks() -> None:
    for start, end in SEGMENTS.values():
        assert start != end
        assert {start, end} <= {*LANDMARKS, *DERIVED_LANDMARKS}


def test_derived_landmarks_are_made_of_landmarks() -> None:
    assert all(part in LANDMARKS for parts in DERIVED_LANDMARKS.values() for part in parts)


def test_every_name_is_given_once() -> None:
    assert len(set(LANDMARKS)) == len(LANDMARKS)
    assert not set(LANDMARKS) & set(DERIVED_LANDMARKS)


def test_left_and_right_mirror_each_other() -> None:
    for names in (LANDMARKS, tuple(SEGMENTS), CONTACTS, LIMB_SEGMENTS):
        left = [name.removesuffix("_l") for name in names if name.endswith("_l")]
        right = [name.removesuffix("_r") for name in names if name.endswith("_r")]
        assert left == right


def test_limb_segments_are_segments() -> None:
    assert set(LIMB_SEGMENTS) <= set(SEGMENTS)
    assert len(LIMB_SEGMENTS) == 8
