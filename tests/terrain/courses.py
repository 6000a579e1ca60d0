"""Walks over ground that is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from understudy.clean import clean
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.synth import Corruption, SyntheticMotion, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.synth.motions.courses import kerb, ramp, stairs

FPS = 60.0

COURSES: dict[str, Callable[[], SyntheticMotion]] = {
    "stairs up": lambda: stairs(performer_body(), 5.5, FPS),
    "stairs down": lambda: stairs(performer_body(), 5.5, FPS, is_up=False),
    "low steps of a child": lambda: stairs(performer_body(6.0), 4.5, FPS, rise=0.13, depth=0.33),
    "ramp of 5° up": lambda: ramp(performer_body(), 5.0, FPS, angle=np.radians(5.0)),
    "ramp of 10° down": lambda: ramp(performer_body(), 5.0, FPS, is_up=False),
    "ramp of 15° up": lambda: ramp(performer_body(), 5.0, FPS, angle=np.radians(15.0)),
    "kerb": lambda: kerb(performer_body(), 4.0, FPS),
    "kerb down": lambda: kerb(performer_body(), 4.0, FPS, is_up=False),
}


@cache
def walked(name: str) -> SyntheticMotion:
    """Return a walk over a course; nobody can change it."""
    return COURSES[name]()


@cache
def person_on(name: str) -> HumanMotion:
    """Return the same walk as it is read off its landmarks."""
    take = record(walked(name), LANDMARK_SET, Corruption())
    return human_from_recording(clean(take.recording()))
