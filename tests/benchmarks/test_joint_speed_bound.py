"""What a slow joint misses at least: no posture within the bar is excluded, but crossing a range counts."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np

from understudy.robots import load_robot
from understudy.spatial import rotations as rot

FINE, SEARCHED = np.radians(8.0), np.radians(2.0)
SAMPLES, HARDLY = 300_000, 4
POSTURES = 10
BAR = np.radians(6.0)


def test_places_of_postures_within_the_bar_are_never_excluded_and_others_are(bound: ModuleType) -> None:
    limb = sys.modules["limb_speed_bound"].find_limb(load_robot("qtrobot"), "arm_l")
    shares = np.abs(np.sin(np.arange(1, 1 + POSTURES * len(limb.low)))).reshape(POSTURES, -1)
    postures = limb.low + shares * (limb.high - limb.low)
    excluded = 0
    for share, upper, lower in zip(shares, *limb.directions(postures), strict=True):
        for joint, place in enumerate(share):
            own = bound.places_without(limb, joint, [upper, lower], BAR, FINE)
            assert not own[min(int(place * len(own)), len(own) - 1)]
            excluded += int(own.sum())
    assert excluded > POSTURES


def test_finer_boxes_exclude_more(bound: ModuleType) -> None:
    limb = sys.modules["limb_speed_bound"].find_limb(load_robot("qtrobot"), "arm_l")
    wanted = [one[0] for one in limb.directions(0.5 * (limb.low + limb.high)[None])]
    joints = range(len(limb.low))
    coarse, fine = (
        sum(bound.places_without(limb, joint, wanted, BAR, side).mean() for joint in joints)
        for side in (2.0 * FINE, FINE)
    )
    assert coarse < fine


def test_places_are_those_of_postures_all_over_the_ranges_and_hardly_more(bound: ModuleType) -> None:
    limb = sys.modules["limb_speed_bound"].find_limb(load_robot("qtrobot"), "arm_r")
    wanted = [one[0] for one in limb.directions((0.3 * limb.low + 0.7 * limb.high)[None])]
    shares = np.random.default_rng(0).uniform(size=(SAMPLES, len(limb.low)))
    upper, lower = limb.directions(limb.low + shares * (limb.high - limb.low))
    errors = np.hypot(*(rot.angle_between(*pair) for pair in zip((upper, lower), wanted, strict=True)))
    for joint in range(len(limb.low)):
        within = ~bound.places_without(limb, joint, wanted, BAR, SEARCHED)
        seen = np.unique((shares[errors <= BAR, joint] * len(within)).astype(int))
        assert within[seen].all()
        assert within.sum() <= len(seen) + HARDLY


def test_a_joint_that_has_to_cross_its_range_misses_what_speed_and_braking_take(bound: ModuleType) -> None:
    ends, frames, crossing = np.linspace(0.0, 3.0, 31), 20, 10
    over = np.ones((2 * frames + crossing, 30), dtype=bool)
    over[:frames, 0] = over[frames + crossing :, -1] = False
    # From the end of the first interval to the beginning of the last one are 2.8 rad.
    by_speed, braking = bound.fewest_of_joint(ends, over, 0.2, 0.02)
    assert 10 <= by_speed <= 14
    assert by_speed < braking <= 24


def test_a_joint_that_may_stay_misses_nothing(bound: ModuleType) -> None:
    over = np.ones((30, 30), dtype=bool)
    over[:, 12] = False
    assert bound.fewest_of_joint(np.linspace(0.0, 3.0, 31), over, 0.02, 0.01) == (0, 0)
