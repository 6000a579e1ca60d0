"""The motions that the performer knows, by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from understudy.anthropometry.sizes import Sizes, adult_sizes, infant_sizes
from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion.validation import require_fps
from understudy.synth.body.skeleton import Body, build_body
from understudy.synth.motions import dances
from understudy.synth.motions.bend import make_bend
from understudy.synth.motions.crawl import make_crawl
from understudy.synth.motions.infant_roll import make_infant_roll
from understudy.synth.motions.infant_touch import make_infant_self_touch
from understudy.synth.motions.kicking import make_infant_kicking
from understudy.synth.motions.push_up import make_push_up
from understudy.synth.motions.reach import make_reach
from understudy.synth.motions.roll_over import make_roll_over
from understudy.synth.motions.sit_down import make_sit_down
from understudy.synth.motions.squat import make_squat
from understudy.synth.motions.turn_handle import make_turn_handle
from understudy.synth.motions.twist_lift import make_twist_lift
from understudy.synth.motions.walk import make_slow_walk, make_walk
from understudy.synth.motions.wave import make_wave
from understudy.synth.synthetic_motion import SyntheticMotion

DEFAULT_FPS = 60.0
"""[1/s]."""


def _adult() -> Sizes:
    return adult_sizes(1.75)


@dataclass(frozen=True)
class Script:
    """A motion that the performer knows.

    Attributes:
        perform: Makes it from a body, duration [s], frames a second [1/s] and seed.
        seconds: Duration [s] unless asked otherwise.
        summary: What it shows, for people.
        sizes: Who performs it unless asked otherwise.
    """

    perform: Callable[[Body, float, float, int], SyntheticMotion]
    seconds: float
    summary: str
    sizes: Callable[[], Sizes] = _adult


MOTIONS: dict[str, Script] = {
    "walk": Script(make_walk, 4.0, "walks ahead at a comfortable speed"),
    "slow_walk": Script(make_slow_walk, 6.0, "walks ahead slowly, in shorter steps"),
    "wave": Script(make_wave, 5.0, "raises the right hand and waves"),
    "teapot": Script(dances.make_teapot, 5.0, "dance move: a hand on the hip, the other raised; pours"),
    "salt_shaker": Script(dances.make_salt_shaker, 5.0, "dance move: fists shake up and down in turns"),
    "hands_up": Script(dances.make_hands_up, 4.0, "dance move: both arms forward and up over the head"),
    "hands_side": Script(dances.make_hands_side, 4.0, "dance move: both arms out to the sides"),
    "fly": Script(dances.make_fly, 6.0, "dance move: arms flap like wings"),
    "squat": Script(make_squat, 4.0, "squats to level thighs and gets up"),
    "reach": Script(make_reach, 8.0, "reaches high up, to the side, and down across the body"),
    "bend": Script(make_bend, 6.0, "bends forward from the waist, a load in either hand"),
    "twist_lift": Script(make_twist_lift, 6.0, "lifts an object from the right, twists, sets it down left"),
    "turn_handle": Script(make_turn_handle, 8.0, "turns a handle overhead with both hands"),
    "sit_down": Script(make_sit_down, 11.0, "sits down on the floor, hands behind the back, and stands up"),
    "crawl": Script(make_crawl, 6.0, "crawls ahead on hands and knees"),
    "push_up": Script(make_push_up, 5.5, "does push-ups on hands and toes"),
    "roll_over": Script(make_roll_over, 7.5, "rolls from the back over to the front, and back"),
    "infant_kicking": Script(
        make_infant_kicking, 6.0, "an infant on its back kicks, and brings a hand to its mouth", infant_sizes
    ),
    "infant_self_touch": Script(
        make_infant_self_touch,
        7.0,
        "an infant on its back touches hands, mouth, belly and knees",
        infant_sizes,
    ),
    "infant_roll": Script(make_infant_roll, 5.5, "an infant rolls to its side and back", infant_sizes),
}
"""Every motion by name."""


MOST_FRAMES = 1_000_000
"""Frames that are made up at most: more than four hours at 60 a second."""


def make(
    name: str,
    seconds: float | None = None,
    fps: float = DEFAULT_FPS,
    seed: int = 0,
    body: Body | None = None,
) -> SyntheticMotion:
    """Perform a motion; the same arguments give the same numbers.

    Args:
        name: One of ``MOTIONS``.
        seconds: Duration [s]; by default the motion's own.
        fps: Frames a second [1/s].
        seed: Seed of all variation.
        body: Who performs it, see :func:`~understudy.synth.body.performer.performer_body`; by default an
            adult of 1.75 m, or for the motions of infants one of four months.

    Raises:
        InvalidMotionError: For an unknown name, or a duration without a frame or with too many.
    """
    if name not in MOTIONS:
        raise InvalidMotionError(unknown_name("motion", name, MOTIONS))
    script = MOTIONS[name]
    duration = script.seconds if seconds is None else seconds
    require_fps(fps)
    if not (math.isfinite(duration) and round(duration * fps) >= 1):
        raise InvalidMotionError(f"seconds is {duration}, expected at least one frame of {1.0 / fps:.4f} s")
    if duration * fps > MOST_FRAMES:
        most = MOST_FRAMES / fps
        raise InvalidMotionError(
            f"seconds is {duration:g}, expected at most {most:g} at {fps:g} frames a second"
        )
    return script.perform(body or build_body(script.sizes()), duration, fps, seed)
