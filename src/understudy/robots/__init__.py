"""Robots as data: a model (MJCF or URDF) and a card that says what its parts mean."""

from understudy.robots.catalogue import load_robot, robot_names
from understudy.robots.robot import Robot

__all__ = ["Robot", "load_robot", "robot_names"]
