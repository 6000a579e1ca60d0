"""Robots as data: a model (MJCF or URDF) and a card that says what its parts mean."""

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.robots.catalogue import load_robot, robot_names
    from understudy.robots.robot import Robot

__all__ = ["Robot", "load_robot", "robot_names"]

# The process that compiles a stranger's model is started for that alone, and is waited for.
import_when_used(
    __name__,
    {
        "Robot": "understudy.robots.robot",
        "load_robot": "understudy.robots.catalogue",
        "robot_names": "understudy.robots.catalogue",
    },
)
