"""People of whom everything is known: lengths, joint angles, and markers on their skin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.human import Human
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.fit.fitted_body import attached_places
from understudy.motion import Recording, Subject
from understudy.robots.parts import Attachment

FPS = 120.0
SHARE_OF_RANGE = 0.7
FREQUENCIES = (0.05, 0.2)

Moving = Callable[..., np.ndarray]
Marked = Callable[..., Recording]


@pytest.fixture(scope="session")
def median() -> Human:
    """Return the body before anything is identified."""
    return Human(height=1.75, subset="no_hands")


@pytest.fixture(scope="session")
def person(median: Human) -> Callable[[int], Human]:
    """Return a maker of people whose lengths differ from the median body's as people's do."""

    def make(seed: int) -> Human:
        generator = np.random.default_rng(seed + 100)
        size = 1.0 + 0.02 * generator.standard_normal()
        return median.with_lengths(
            {
                name: size * length.value + max(0.03 * length.value, 0.003) * generator.standard_normal()
                for name, length in median.lengths.items()
                if "eye" not in name
            }
        )

    return make


@pytest.fixture(scope="session")
def moving() -> Moving:
    """Return a maker of calm motions (T, nq) in which every joint but the eyes' goes through its range."""

    def make(human: Human, frames: int, seed: int, fps: float = FPS) -> np.ndarray:
        generator = np.random.default_rng(seed)
        times = np.arange(frames) / fps
        q = np.tile(human.home, (frames, 1))
        for joint, name in enumerate(human.joints):
            low, high = human.model.joint(name).range
            phase = 2.0 * np.pi * (generator.uniform(*FREQUENCIES) * times + generator.uniform())
            if "EY" not in name:
                q[:, 7 + joint] = 0.5 * (low + high) + SHARE_OF_RANGE * 0.5 * (high - low) * np.sin(phase)
        yaw = 0.6 * np.sin(0.7 * times)
        q[:, 0], q[:, 3], q[:, 6] = 0.3 * np.sin(0.5 * times), np.cos(0.5 * yaw), np.sin(0.5 * yaw)
        return q

    return make


@pytest.fixture(scope="session")
def marked() -> Marked:
    """Return a maker of recordings of the 53 body markers of a person in motion."""

    def make(
        human: Human,
        q: np.ndarray,
        noise: float = 0.0,
        misplaced: float = 0.0,
        seed: int = 0,
        fps: float = FPS,
    ) -> Recording:
        generator = np.random.default_rng(seed)
        attached = [
            Attachment(
                human.markers[name].body,
                human.markers[name].point + misplaced * generator.standard_normal(3),
            )
            for name in BODY_MARKERS
        ]
        places = attached_places(human, attached, q)
        places += noise * generator.standard_normal(places.shape)
        return Recording(BODY_MARKERS, places, fps, subject=Subject(height=1.75), dialect="C3D (MMM)")

    return make
