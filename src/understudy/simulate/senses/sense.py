"""What a sense is: parts that it adds to the model, and readings that it takes of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import mujoco
import numpy as np

from understudy.robots.robot import Robot
from understudy.simulate.plant import Plant

Read = Callable[[mujoco.MjData], Mapping[str, np.ndarray]]
"""Reads a state: channel → values of one shape and type."""


class Add(Protocol):
    """Adds a sense's own parts to a model before it is compiled."""

    def __call__(self, spec: mujoco.MjSpec, robot: Robot) -> None:
        """Add them."""
        ...


def nothing(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Add nothing to a model."""


@dataclass(frozen=True)
class Sense:
    """A sense; one file in this folder makes one.

    Attributes:
        name: Its name on the command line.
        summary: What it is for, in a few words.
        units: Channel → unit of its values.
        bind: Takes the robot in its scene and returns what reads a state.
        add: Adds the sense's own parts to a model before it is compiled.
        needs_drawing: Whether it needs OpenGL.
    """

    name: str
    summary: str
    units: Mapping[str, str]
    bind: Callable[[Plant], Read]
    add: Add = nothing
    needs_drawing: bool = False
