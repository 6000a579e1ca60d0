"""A moment of a rollout as one strip of pictures: source, robot, what it saw, where it was touched."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.rollout import Rollout
from understudy.robots import Robot
from understudy.view.labels import label_strip
from understudy.view.scene import FINE_SAMPLES
from understudy.view.show.film import Show, makers

_LABEL = 36
"""Height of a label [pixels]: strips are made smaller on a page."""


def sensed_strip(rollout: Rollout, robot: Robot, human: HumanMotion | None, frame: int) -> np.ndarray:
    """Return source, robot, both eyes and touch map at a frame, side by side, (H, W, 3) uint8.

    Args:
        rollout: The rollout, with pictures and skin where these senses were on.
        robot: Its robot.
        human: The source, or None to leave it out.
        frame: The frame.

    Raises:
        RenderError: Where nothing can be drawn here.
    """
    rows, side = makers(rollout, robot, human, joints=False, samples=FINE_SAMPLES, label=_LABEL)
    with Show([[*(make for row in rows for make in row), *side]], [], _LABEL) as show:
        return show.picture(float(rollout.time[frame]))


def eye_strip(pictures: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return pictures (H, W, 3) uint8 of one size side by side, each over its label."""
    labelled = [
        np.concatenate([picture, label_strip(label, picture.shape[1], _LABEL)])
        for label, picture in pictures.items()
    ]
    return np.concatenate(labelled, axis=1)
