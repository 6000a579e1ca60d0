"""Who shows the moves: made-up people before a depth camera, with its noise; some mirror the robot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording
from understudy.study.therapy import published
from understudy.study.therapy.moves import MOVES, SECONDS
from understudy.synth import Corruption, performer_body, record
from understudy.synth.formats.point_sets import NUITRACK_SET

CAMERA = Corruption(noise=0.008, jitter=0.006, dropout=0.01, outliers=0.004, outlier_distance=0.35)
"""A skeleton of a depth camera: 8 mm of white noise, 6 mm of trembling, points that vanish and points that
jump for a frame, as in the paper's Fig. 3."""

SHORTEST, TALLEST = 1.55, 1.92
"""Statures [m] of participants."""

_SHOWN_SEED = 1000
_MIRRORING = 0.4
"""Share of participants who mirror the robot."""


@dataclass(frozen=True)
class Participant:
    """Somebody who shows every move once.

    Attributes:
        number: From 1 on.
        height: Stature [m].
        mirrors: Whether they act as the robot's mirror image.
    """

    number: int
    height: float
    mirrors: bool

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"P{self.number:02d}"


def participants(count: int, seed: int) -> tuple[Participant, ...]:
    """Return so many people; equal seeds give equal ones."""
    generator = np.random.default_rng(seed)
    heights = generator.uniform(SHORTEST, TALLEST, count)
    mirrors = generator.uniform(size=count) < _MIRRORING
    return tuple(
        Participant(index + 1, round(float(height), 2), bool(mirror))
        for index, (height, mirror) in enumerate(zip(heights, mirrors, strict=True))
    )


def captured(participant: Participant, move: str, seed: int) -> Recording:
    """Return what the camera sees of a participant who shows a move."""
    own = seed * 10_000 + 100 * participant.number + list(MOVES).index(move)
    motion = MOVES[move](performer_body(height=participant.height), SECONDS, published.FPS, own)
    return record(motion, NUITRACK_SET, CAMERA, own).recording()


@lru_cache(maxsize=16)
def shown(move: str) -> HumanMotion:
    """Return a move as it is shown to participants, without noise."""
    motion = MOVES[move](performer_body(), SECONDS, published.FPS, _SHOWN_SEED)
    return human_from_recording(record(motion, NUITRACK_SET, Corruption()).recording())
