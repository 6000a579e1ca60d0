"""What Quiroga et al. (2022) published: who took part, with what, and what was found."""

from __future__ import annotations

ROBOT = "qtrobot"
PARTICIPANTS, MOVES = 20, 12
FPS = 30.0
"""Frames a second [1/s] of the robot's depth camera."""

SHOWN_JOINT = "RightElbowRoll"
"""The joint of Fig. 4."""

FIGURE_MOVES = 6
"""Moves in Figs. 4 and 5."""

FIGURE_PARTICIPANTS = 3
"""Participants in Fig. 5."""

BAR = 3.0
"""Mean error [deg] after the first second that this project sets itself."""
