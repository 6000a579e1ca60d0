"""A motion shown at another pace: which moment of it every frame of a slower one shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.human_motion import HumanMotion
from understudy.motion.provenance import Provenance
from understudy.motion.resampling import shown_at
from understudy.motion.robot_motion import RobotMotion
from understudy.spatial.between_frames import moments_at

STEP = "slow_down"
"""The name of a slow-down in a motion's history."""

_MOMENTS = "moments"
_DIGITS = 9
"""After the point of moments [s] in a history: a nanosecond moves nothing by a visible way."""

AnyMotion = TypeVar("AnyMotion", bound="HumanMotion | RobotMotion")


@dataclass(frozen=True, eq=False)
class Pace:
    """Which moment of a motion each of N frames shows; the frame rate stays.

    Attributes:
        moments: (N,) [s] of the original, rising from 0 to its end.
        fps: Frames a second [1/s].
    """

    moments: np.ndarray
    fps: float

    def __post_init__(self) -> None:
        """Check that time goes on."""
        object.__setattr__(self, "moments", check.frozen_array(self.moments))
        check.require_fps(self.fps)
        check.require_shape("moments", self.moments, (None,))
        check.require_finite("moments", self.moments)
        if len(self.moments) < 2 or self.moments[0] != 0.0 or not (np.diff(self.moments) > 0.0).all():
            raise InvalidMotionError("moments of a pace do not rise from 0, expected at least two that do")

    @property
    def factor(self) -> float:
        """How many times as long the whole motion takes."""
        return float((len(self.moments) - 1) / self.fps / self.moments[-1])

    @property
    def largest(self) -> float:
        """How many times as slow its slowest moment is."""
        return float(1.0 / (np.diff(self.moments).min() * self.fps))

    def when(self, moment: float) -> float:
        """Return at which time [s] a moment [s] of the original is shown."""
        return float(np.interp(moment, self.moments, np.arange(len(self.moments)) / self.fps))

    def noted(self, history: Provenance, **facts: Any) -> Provenance:
        """Return a history with this pace in it, from which :func:`as_performed` finds it again."""
        moments = [round(float(moment), _DIGITS) for moment in self.moments]
        about = {"factor": round(self.factor, 6), "largest": round(self.largest, 6)}
        return history.then(STEP, **facts, **about, **{_MOMENTS: moments})


def slowed(motion: AnyMotion, pace: Pace, **facts: Any) -> AnyMotion:
    """Return a motion at a pace; positions on cubic curves, contacts those of the nearest frame.

    Args:
        motion: A person's or a robot's.
        pace: The pace, which ends where the motion does.
        **facts: What its history says besides, such as the way in which the pace was found.

    Raises:
        InvalidMotionError: Where the pace is that of a motion of another length or frame rate.
    """
    return _at_pace(motion, pace, pace.noted(motion.provenance, **facts))


def as_performed(human: HumanMotion, motion: RobotMotion) -> HumanMotion:
    """Return a person at the pace at which a robot's motion performs them.

    A motion that was slowed down says so in its history; one that was not, or a person who already was
    slowed down with it, leaves the person as they are.

    Raises:
        InvalidMotionError: Where the history states no pace of this person's motion.
    """
    own = [step for step in human.provenance.steps if step[0] == STEP]
    theirs = [step for step in motion.provenance.steps if step[0] == STEP]
    for step in theirs[len(own) :]:
        history = replace(human.provenance, steps=(*human.provenance.steps, step))
        human = _at_pace(human, Pace(_stated_moments(step[1]), human.fps), history)
    return human


def _stated_moments(facts: Mapping[str, Any]) -> np.ndarray:
    """Return the moments (N,) [s] that a history states, which may be a stranger's."""
    try:
        return np.array(facts[_MOMENTS], dtype=np.float64)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidMotionError(
            f"the motion's history has a step '{STEP}' without a list of {_MOMENTS} [s], expected one"
        ) from error


def _at_pace(motion: AnyMotion, pace: Pace, history: Provenance) -> AnyMotion:
    if pace.fps != motion.fps or abs(pace.moments[-1] - motion.duration) > 0.5 / motion.fps:
        raise InvalidMotionError(
            f"the pace ends at {pace.moments[-1]:g} s with {pace.fps:g} frames a second, expected "
            f"{motion.duration:g} s and {motion.fps:g}"
        )
    places = np.minimum(pace.moments * motion.fps, motion.frame_count - 1.0)
    return cast("AnyMotion", shown_at(motion, moments_at(places), motion.fps, history))
