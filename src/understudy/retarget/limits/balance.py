"""Balance: who can be balanced, and whether the ZMP was kept over the soles.

What keeps it there are forces that cost (see ``physics.forces``). What is said of it is measured on the
motion that came of that, by full rigid-body dynamics, as ``evaluate`` does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.dynamics.derivatives import DEGREE
from understudy.errors import OptionError, RobotError
from understudy.motion import HumanMotion
from understudy.robots.balance import find_balance
from understudy.robots.robot import Robot

FEWEST_FRAMES = DEGREE + 1
"""An acceleration takes so many."""

_ENOUGH = 0.95
"""Share of stance frames in balance below which the user is told."""


def require_balance(human: HumanMotion, robot: Robot) -> None:
    """Refuse what cannot be balanced.

    Raises:
        RobotError: For a robot that stands on no feet of its own.
        OptionError: For a person who does not stand either.
    """
    if not robot.has_free_base:
        raise RobotError(f"balance: robot '{robot.name}' has a fixed base, expected one that stands on feet")
    if not robot.soles:
        raise RobotError(f"balance: robot '{robot.name}' has no soles in its card, expected one or two")
    if human.frame_count < FEWEST_FRAMES:
        raise OptionError(
            f"balance: accelerations of {human.frame_count} frames cannot be told, "
            f"expected at least {FEWEST_FRAMES}"
        )
    if not human.contact_mask.any() and not human.part_contacts:
        raise OptionError(
            "balance: nothing of the person is known to carry weight, expected frames in which feet or other "
            "parts do"
        )


def balanced_share(
    robot: Robot, q: np.ndarray, human: HumanMotion, say: Callable[[str], None] | None = None
) -> float:
    """Return the share of the frames in which a foot stands that have the ZMP over the soles.

    Args:
        robot: The robot, see :func:`require_balance`.
        q: (T, nq) its poses.
        human: The person; contacts say what of the robot's soles stands.
        say: Told in a sentence where balance fails too often.
    """
    carried = [np.asarray(each) for each in human.part_contacts.values()]
    alone = ~np.any(carried, axis=0)[:, None] if carried else True
    found = find_balance(robot, q, human.fps, human.contact_mask & alone)
    assert found is not None, "require_balance refuses what has no balance"
    if say is not None and found.share < _ENOUGH:
        say(f"balance: the ZMP is over the soles in only {100.0 * found.share:.0f} % of the frames on a foot")
    return found.share
