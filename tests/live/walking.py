"""A person who walks, as sightings of any stream, and a robot that is driven by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from understudy.capture import read_capture
from understudy.data import built_in_motion
from understudy.live.engine import Command, LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.sighting import Sighting, StreamFacts
from understudy.motion import Recording
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot

FPS = 60.0
CALIBRATION = 1.0
"""Time [s] from which tests calibrate."""


BONES = {
    "Pelvis": "mid_hip",
    "L5": "spine",
    "L3": "spine",
    "T12": "chest",
    "T8": "chest",
    "Neck": "neck",
    "Head": "head",
} | {
    f"{side} {bone}": f"{landmark}_{side[0].lower()}"
    for side in ("Left", "Right")
    for bone, landmark in {
        "Shoulder": "clavicle",
        "Upper Arm": "shoulder",
        "Forearm": "elbow",
        "Hand": "wrist",
        "Upper Leg": "hip",
        "Lower Leg": "knee",
        "Foot": "ankle",
        "Toe": "toe",
    }.items()
}
"""Segments as Xsens calls them → the landmark at which each begins."""


@cache
def robot(name: str = "nao") -> Robot:
    return load_robot(name)


@cache
def walk() -> Recording:
    """Return the built-in walk at 60 frames a second."""
    from understudy.clean.resampling import resample

    return resample(read_capture(built_in_motion("walk")), FPS)


def sightings(recording: Recording, person: str = "") -> list[Sighting]:
    points = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    return [
        Sighting(
            frame / recording.fps,
            recording.names,
            points[frame],
            None if recording.rotations is None else recording.rotations[frame],
            person,
        )
        for frame in range(recording.frame_count)
    ]


def facts() -> StreamFacts:
    return StreamFacts("recording", placed=walk(), rate=FPS)


def engine(
    options: LiveOptions | None = None, name: str = "nao", about: StreamFacts | None = None
) -> LiveEngine:
    return LiveEngine(robot(name), about or facts(), options or LiveOptions(calibrate=CALIBRATION))


def drive(live: LiveEngine, frames: Iterable[Sighting | float]) -> list[Command]:
    """Return the commands for sightings, and for times [s] at which nobody was seen."""
    commands: list[Command] = []
    for frame in frames:
        commands += live.feed(frame) if isinstance(frame, Sighting) else live.idle(frame)
    return commands


def poses(commands: Sequence[Command]) -> np.ndarray:
    return np.array([command.q for command in commands])


def assert_within_limits(commands: Sequence[Command], of: Robot, fps: float = FPS) -> None:
    """Hold joints to position, velocity and acceleration, from the home pose at rest on, up to rounding."""
    home = np.array(of.home)[-len(of.joints) :]
    joints = np.concatenate([[home, home], poses(commands)[:, -len(of.joints) :]])
    assert (joints <= of.upper + 1e-9).all() and (joints >= of.lower - 1e-9).all()
    speeds = np.diff(joints, axis=0) * fps
    assert (np.abs(speeds) <= of.velocity * (1.0 + 1e-9)).all()
    assert (np.abs(np.diff(speeds, axis=0)) * fps <= of.acceleration * (1.0 + 1e-6) + 1e-6).all()


def directions(commands: Sequence[Command], of: Robot, segments: Sequence[str]) -> np.ndarray:
    """Return (T, S, 3) directions of a robot's segments, in the frame of its trunk."""
    body = human_from_robot(of, poses(commands), FPS)
    up, left = body.direction("trunk")[0], body.direction("shoulder_line")[0]
    back = rot.conjugate(rot.from_axes(None, left, up))
    return np.stack([rot.rotate(back, body.direction(name)[0]) for name in segments], axis=1)
