"""Labels of laboratories: known ones give joints, unknown ones are told right or left open."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.catalogue import built_in_sets
from understudy.capture.naming.point_naming import name_points
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.synth import SyntheticMotion, make
from understudy.synth.body.points import positions_of

CLOSE = {
    "hip": 0.015,
    "knee": 0.02,
    "ankle": 0.02,
    "shoulder": 0.06,
    "elbow": 0.04,
    "wrist": 0.05,
    "toe": 0.03,
}
"""How near joints come to the performer's [m]; sets with one marker on a wrist put it on the skin."""

LEAST_RIGHT = 0.75
"""The share of places that are told on laboratories that the match was not tuned on."""


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk")


def test_every_built_in_set_has_a_laboratory(script: ModuleType) -> None:
    known = {laboratory.known for laboratory in script.laboratories()} - {""}
    assert known == {marker_set.name for marker_set in built_in_sets()}


def test_known_labels_give_the_joints_of_the_performer(script: ModuleType, walk: SyntheticMotion) -> None:
    for laboratory in script.laboratories():
        if not laboratory.known:
            continue
        names = list(laboratory.places)
        markers = laboratory.markers(walk)
        raw = RawCapture(Source(Path("take.c3d"), b""), "C3D", tuple(names), markers, unit=1.0)
        named = name_points(raw, Remarks())
        assert named.naming == laboratory.known, laboratory.name
        column = {name: k for k, name in enumerate(named.names)}
        for joint, close in CLOSE.items():
            for side in "lr":
                points = named.landmark_points.get(f"{joint}_{side}")
                if points is None:
                    continue
                found = np.mean([named.points[:, column[point]] for point in points], axis=0)
                truth = positions_of(walk, [f"{joint}_{side}"])[:, 0]
                off = float(np.median(np.linalg.norm(found - truth, axis=1)))
                assert off < close, (laboratory.name, joint, off)
        assert {"hip_l", "knee_r", "ankle_l", "heel_r", "toe_l"} <= set(named.landmark_points), (
            laboratory.name
        )


def test_unknown_labels_are_told_right_or_left_open(script: ModuleType, walk: SyntheticMotion) -> None:
    every = script.laboratories()
    held_out = [laboratory for laboratory in every if laboratory.role == script.HELD_OUT]
    counts = {
        laboratory.name: script.judge(laboratory, script.guess(laboratory, every, walk, seed))
        for seed, laboratory in enumerate(held_out)
    }
    assert {name: count for name, count in counts.items() if count.wrong} == {}
    right, left_open = (sum(getattr(count, what) for count in counts.values()) for what in ("right", "open"))
    assert right >= LEAST_RIGHT * (right + left_open)
