"""How a motion is to be simulated: what the user may say about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import OptionError, unknown_name
from understudy.simulate.names import BANDWIDTH, BASES, CONTROLLERS, MODES, SERVOS, STARTS
from understudy.simulate.objects import SceneObject
from understudy.simulate.senses.requests import SenseRequest
from understudy.simulate.target_pid import TargetOptions

MOST_BANDWIDTH = 20.0
"""[Hz]; a faster servo is faster than the simulation's steps."""


MOST_PUSH = 5.0
"""[m/s]; nobody expects a robot to stand that."""


@dataclass(frozen=True, eq=False)
class SimulationOptions:
    """How a motion is simulated; what is None is chosen for robot and motion, and said in a sentence.

    Attributes:
        mode: ``dynamic``: servos move the robot in full physics. ``kinematic``: joints are set, and physics
            goes on for a moment to find contacts.
        base: ``free``: the robot stands or falls. ``fixed``: its root is bolted down. ``lying``: free, on a
            mattress.
        controller: ``pd``, ``pid``, ``torque``, ``balance``, ``pi``, ``targets``, ``feedforward`` or
            ``whole-body``.
        bandwidth: Frequency [Hz] up to which tuned servos follow.
        servos: ``tuned``: as stiff as what a joint moves asks for. ``card``: the robot's own, which hold what
            stands on a joint, see ``robots.gains``.
        senses: Senses that are on.
        toys: Whether an infant's toys lie beside the robot.
        mobile: Whether a mobile hangs over it.
        objects: What was captured beside the person, see ``simulate.objects.scene_objects``.
        seed: Seed of all noise.
        gaze_w: (T, 3) unit directions in which the captured person faces, for eyes that follow them; NaN
            where that is not known.
        start: Whether joints start where the motion does, at ``home``, or anywhere (``random``, by the seed);
            from there they have to catch up. ``moving``: the whole robot starts as fast as the motion.
        push: How fast [m/s] pushes make the root at once, see ``simulate.pushes``; 0 is none.
        targets: How the controller ``targets`` brings joints from frame to frame.
    """

    mode: str | None = None
    base: str | None = None
    controller: str | None = None
    bandwidth: float = BANDWIDTH
    senses: tuple[SenseRequest, ...] = ()
    toys: bool = False
    mobile: bool = False
    objects: tuple[SceneObject, ...] = ()
    seed: int = 0
    gaze_w: np.ndarray | None = None
    start: str = "motion"
    servos: str = "tuned"
    push: float = 0.0
    targets: TargetOptions = TargetOptions()

    def __post_init__(self) -> None:
        """Check every choice."""
        for kind, value, valid in (
            ("mode", self.mode, MODES),
            ("base", self.base, BASES),
            ("controller", self.controller, CONTROLLERS),
            ("start", self.start, STARTS),
            ("servos", self.servos, SERVOS),
        ):
            if value is not None and value not in valid:
                raise OptionError(unknown_name(kind, value, valid))
        if not 0.0 < self.bandwidth <= MOST_BANDWIDTH:
            raise OptionError(
                f"bandwidth is {self.bandwidth:g} Hz, expected more than 0 and at most {MOST_BANDWIDTH:g}"
            )
        if not 0.0 <= self.push <= MOST_PUSH:
            raise OptionError(f"push is {self.push:g} m/s, expected 0 to {MOST_PUSH:g}")
        if self.start == "moving" and self.controller == "targets":
            raise OptionError(
                "start 'moving': the controller 'targets' goes from pose to pose, expected another"
            )
        if self.seed < 0:
            raise OptionError(f"seed is {self.seed}, expected 0 or more")
