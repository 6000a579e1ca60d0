"""A short bend, as a problem of person and robot."""

from __future__ import annotations

import pytest

from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording
from understudy.retarget.simultaneous.building import Building, build
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import load_robot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET

FPS, SECONDS = 20.0, 2.0


@pytest.fixture(scope="session")
def captured() -> Recording:
    """Return landmarks of a person of 1.68 m who bends forward, quickly."""
    motion = make("bend", seconds=SECONDS, fps=FPS, body=performer_body(height=1.68))
    return record(motion, LANDMARK_SET, Corruption()).recording()


@pytest.fixture(scope="session")
def standing(captured: Recording) -> HumanMotion:
    """Return the same as a motion, both feet carrying weight."""
    return human_from_recording(captured)


@pytest.fixture(scope="session")
def bending(captured: Recording, standing: HumanMotion) -> Building:
    """Return the problem of HRP-4 bending."""
    return build(standing, load_robot("hrp4"), SimultaneousOptions(), captured, None)
