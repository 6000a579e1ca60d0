"""What a sense is: parts that it adds to the model, and readings that it takes of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import mujoco
import numpy as np

from understudy.motion import RobotMotion
from understudy.motion.pictures import PictureKind
from understudy.robots.robot import Robot
from understudy.simulate.plant import Plant
from understudy.simulate.surroundings import Surroundings


class Sparse(NamedTuple):
    """A reading of many columns of which most are nothing.

    Attributes:
        columns: (m,) those that are not.
        values: (m, ...) what they are, of one shape and type in all readings.
        size: How many columns there are.
    """

    columns: np.ndarray
    values: np.ndarray
    size: int


Read = Callable[[mujoco.MjData], Mapping[str, np.ndarray | Sparse]]
"""Reads a state: channel → values of one shape and type."""


class Add(Protocol):
    """Adds a sense's own parts to a model before it is compiled."""

    def __call__(self, spec: mujoco.MjSpec, robot: Robot) -> None:
        """Add them."""
        ...


class Lead(Protocol):
    """Changes a motion before it is performed, as a gaze does that moves the eyes."""

    def __call__(self, motion: RobotMotion, robot: Robot, around: Surroundings) -> RobotMotion:
        """Return the motion that is performed."""
        ...


def no_pictures(plant: Plant) -> dict[str, PictureKind]:
    """Return that no channel is a picture."""
    return {}


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
        settings: Name of a setting of its own → what it takes, for help.
        configure: Takes settings of its own as texts and returns the sense with them.
        chosen: Its own settings as they are, for a history.
        pictures: Channels that are pictures → what all of them have in common.
        lead: Changes the motion before it is performed.
        usual_rate: Readings a second [1/s] where nobody states another; None is one a frame.
        exact: Channels that say what happened rather than what was felt, on which there is never noise.
        labels: Returns what is saved once for all readings, array by array, of what ``bind`` returned.
        aliases: Other words that people use for it.
    """

    name: str
    summary: str
    units: Mapping[str, str]
    bind: Callable[[Plant], Read]
    add: Add = nothing
    needs_drawing: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    configure: Callable[[Mapping[str, str]], Sense] | None = None
    chosen: Mapping[str, object] = field(default_factory=dict)
    pictures: Callable[[Plant], Mapping[str, PictureKind]] = no_pictures
    lead: Lead | None = None
    usual_rate: float | None = None
    exact: frozenset[str] = frozenset()
    labels: Callable[[Read], Mapping[str, np.ndarray]] | None = None
    aliases: tuple[str, ...] = ()
