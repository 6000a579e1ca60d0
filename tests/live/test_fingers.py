"""Fingers of a robot that is driven live follow the person's, and rest where these do not show."""

from __future__ import annotations

import numpy as np
import pytest

from tests.live.walking import CALIBRATION, FPS, assert_within_limits, drive, engine, poses, robot, sightings
from understudy.anatomy.fingers import REST
from understudy.live.sighting import StreamFacts
from understudy.motion import Recording
from understudy.robots.fingers import finger_joints
from understudy.robots.source import human_from_robot

SECONDS, TURN = 7.0, 4.0
"""Duration, and time [s] in which hands close and open once."""

LATE = 0.15
"""Time [s] by which filters and limits may be late."""


def hands(closure: np.ndarray) -> Recording:
    """Return a person like MIMo who stands still but for hands that close so far (T,)."""
    mimo = robot("mimo")
    q = np.tile(mimo.home, (len(closure), 1))
    for finger in finger_joints(mimo):
        column = int(mimo.model.joint(finger.joint).qposadr[0])
        q[:, column] = finger.opened + closure * (finger.closed - finger.opened)
    human = human_from_robot(mimo, q, FPS)
    return Recording(
        names=human.names,
        points=human.landmarks,
        fps=FPS,
        landmark_points={name: (name,) for name in human.names},
        valid=human.valid_mask,
    )


def closed(recording: Recording) -> np.ndarray:
    """Return how far (T, F) the driven robot's finger joints are closed."""
    mimo = robot("mimo")
    live = engine(name="mimo", about=StreamFacts("hands", placed=recording, rate=FPS))
    commands = drive(live, sightings(recording))
    assert_within_limits(commands, mimo)
    joints = poses(commands)[:, -len(mimo.joints) :]
    shares = [
        (joints[:, mimo.joints.index(f.joint)] - f.opened) / (f.closed - f.opened)
        for f in finger_joints(mimo)
    ]
    return np.stack(shares, axis=1)


def test_hands_open_and_close_with_the_persons() -> None:
    times = np.arange(round(SECONDS * FPS)) / FPS
    closure = 0.45 - 0.3 * np.cos(2.0 * np.pi * times / TURN)
    found = closed(hands(closure))
    # What is commanded begins after the calibration; a second later the robot is with the person.
    settled = slice(round((CALIBRATION + 1.5) * FPS), None)
    wanted = closure[-len(found) :]
    late = np.concatenate([np.zeros(round(LATE * FPS)), wanted])[: len(wanted)]
    near = np.minimum(np.abs(found - wanted[:, None]), np.abs(found - late[:, None]))[settled]
    assert near.max() < 0.12
    assert np.ptp(found[settled], axis=0).min() > 0.45


@pytest.mark.parametrize("closure", [0.1, 0.8])
def test_stiff_fingers_rest(closure: float) -> None:
    found = closed(hands(np.full(round(4.0 * FPS), closure)))
    np.testing.assert_allclose(found[-30:], REST, atol=0.05)
