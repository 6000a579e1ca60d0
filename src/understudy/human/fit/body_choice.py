"""Which body a capture's person gets before anything is fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.human import Human
from understudy.human.landmarks import human_from_recording
from understudy.human.sizes import body_sizes
from understudy.motion import HumanMotion, Recording, Subject
from understudy.motion.landmarks import SEGMENTS

SUBSET = "no_hands"
"""Captures of whole bodies do not show fingers."""

_TELLING = ("thigh", "shin", "upper_arm", "forearm", "trunk")
"""Segments that grow with the body, and that captures agree on."""

_ROUNDS = 4
"""Proportions change with height, but little; so many rounds settle both."""


def choose_body(motion: Recording | HumanMotion) -> Human:
    """Return the median body of the subject's age, height, mass and sex; without height, of its segments."""
    subject = motion.subject
    if subject.height is None:
        subject = replace(subject, height=estimated_height(motion, subject))
    return Human(subject.age, subject.height, subject.mass, subject.sex, SUBSET)


def estimated_height(motion: Recording | HumanMotion, subject: Subject) -> float:
    """Return the height [m] at which the reference human's segments are as long as the capture's.

    Raises:
        InvalidMotionError: Where the capture covers none of the segments that tell.
    """
    human = motion if isinstance(motion, HumanMotion) else human_from_recording(motion)
    sizes = {name: size for name, size in body_sizes(human).items() if name.startswith(_TELLING)}
    if not sizes:
        raise InvalidMotionError(
            "the capture covers no thigh, shin, trunk, upper arm or forearm, so the person's height cannot "
            "be told; state it"
        )
    body = Human(subject.age, None, None, subject.sex, SUBSET)
    for _ in range(_ROUNDS):
        own = segment_lengths(body)
        ratio = float(np.median([size / own[name] for name, size in sizes.items()]))
        body = Human(subject.age, float(np.clip(ratio * body.height, 0.35, 2.4)), None, subject.sex, SUBSET)
    return body.height


def segment_lengths(human: Human) -> dict[str, float]:
    """Return the lengths [m] of the canonical segments of a person who stands at home."""
    motion = HumanMotion(*standing_landmarks(human), fps=1.0)
    return {
        name: float(np.linalg.norm(motion.landmark(end)[0] - motion.landmark(start)[0]))
        for name, (start, end) in SEGMENTS.items()
    }


def standing_landmarks(human: Human) -> tuple[tuple[str, ...], np.ndarray]:
    """Return names and places (1, L, 3) [m] of the landmarks of a person whose joints are all at zero."""
    origins = np.zeros((human.model.nbody, 3))
    for body in range(1, human.model.nbody):
        origins[body] = origins[human.model.body_parentid[body]] + human.model.body_pos[body]
    places = [origins[attached.body] + attached.point for attached in human.landmarks.values()]
    return tuple(human.landmarks), np.array([places])
