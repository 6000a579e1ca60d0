"""What Bartholomew (2014) published, to be put beside our own figures."""

from __future__ import annotations

from collections.abc import Mapping

ROBOT = "nao"

TABLE_2: Mapping[float, tuple[float, ...]] = {
    1.5: (0.2982, -0.0933, 0.7617, -0.5310, -0.0314),
    0.667: (0.4741, 0.4486, -0.6242, -0.1266, -0.0084),
}
"""Frequency [rad/s] of the sine that is mimicked → weights of the five cosines."""

SECONDS, STEP = 5.0, 0.05
"""Window [s] of Table 2, and the step [s] at which its sums come out to four digits, both ends included."""

JOINTS = tuple(
    f"{side}{joint}" for side in "LR" for joint in ("ShoulderPitch", "ShoulderRoll", "ElbowYaw", "ElbowRoll")
)
"""The eight joints of Figs. 17 to 24, in their order."""

FIRST_FIGURE = 17
"""Number of the figure of the first joint."""

FPS = 30.0
"""Frames a second [1/s] of the thesis's loop."""
