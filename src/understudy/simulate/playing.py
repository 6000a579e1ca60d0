"""A stage's motion in full physics, frame by frame: the one loop that everything dynamic goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco

from understudy.simulate.objects import place_objects
from understudy.simulate.reference import Wanted
from understudy.simulate.simulation import Simulation, deepest
from understudy.simulate.staging import Stage

SETTLING = 0.5
"""Time [s] for which a robot on a free base is held in its first pose, to come to rest on the ground."""

Answer = Callable[[Simulation, Wanted], None]
"""Takes a simulation one tick on, given what the motion wants in that tick."""


class Playing:
    """State of a performance.

    Attributes:
        stage: All that is needed.
        simulation: The physics.
    """

    def __init__(self, stage: Stage) -> None:
        """Take a stage; a robot is put onto it by :meth:`settle` or :meth:`join`."""
        self.stage = stage
        self.simulation = Simulation(stage.plant, stage.setting.controller, stage.steps, stage.reference)

    @property
    def data(self) -> mujoco.MjData:
        """MuJoCo's state."""
        return self.simulation.data

    @property
    def has_diverged(self) -> bool:
        """Whether numbers have run away."""
        return self.simulation.has_diverged

    def start(self) -> None:
        """Put the robot onto the stage as was asked for: at rest, or as fast as the motion is."""
        if self.stage.is_moving:
            self.join(0)
        else:
            self.settle()

    def settle(self) -> None:
        """Put the robot into its first pose; on a free base or a mattress it is held until it rests."""
        stage, simulation = self.stage, self.simulation
        stage.plant.put(self.data, stage.start)
        place_objects(stage.plant.model, self.data, stage.objects, 0)
        still = stage.reference.still(0)
        if stage.plant.is_afloat:
            for _ in range(round(SETTLING / stage.tick_time)):
                simulation.tick(still)
                if simulation.has_diverged:
                    break
        self._begin()
        if stage.start_joints is not None:
            simulation.hold()

    def join(self, frame: int, lift: float = 0.0) -> None:
        """Put the robot into the midst of the motion, as fast as that is there.

        Args:
            frame: The frame.
            lift: How much higher [m] a free root begins, where it would be in the ground.
        """
        stage, plant = self.stage, self.stage.plant
        wanted, pose = stage.reference.between(frame, 1, 0.0).at(0), stage.reference.q[frame].copy()
        if plant.is_afloat:
            pose[2] += lift
        plant.put(self.data, pose, wanted.rates, wanted.root_rates)
        place_objects(plant.model, self.data, stage.objects, frame)
        self._begin()

    def _begin(self) -> None:
        mujoco.mj_forward(self.stage.plant.model, self.data)
        self.simulation.energy = 0.0
        self.simulation.depth = deepest(self.data)

    def _push(self, time: float) -> None:
        """Give the robot the pushes of the tick that begins at a time [s]."""
        for push in self.stage.pushes:
            if time <= push.time < time + self.stage.tick_time and self.stage.plant.is_afloat:
                self.data.qvel[:2] += push.velocity

    def begin_frame(self, frame: int) -> None:
        """Have things where they are in a frame, and count energy and depth anew."""
        place_objects(self.stage.plant.model, self.data, self.stage.objects, frame)
        self.simulation.energy = self.simulation.depth = 0.0

    def ticks_from(self, frame: int, answer: Answer | None = None) -> Iterator[float]:
        """Go on from a frame to the next one, and yield after each tick when it is [s].

        It ends early where the simulation diverges.

        Args:
            frame: The frame, not the last one.
            answer: What is done in each tick; the stage's controller follows the motion by default.
        """
        stage, simulation = self.stage, self.simulation
        reference = stage.reference
        wanted = reference.between(frame, stage.ticks)
        self.begin_frame(frame)
        for tick in range(stage.ticks):
            self._push(frame / reference.fps + tick * stage.tick_time)
            if answer is None:
                simulation.tick(wanted.at(tick))
            else:
                answer(simulation, wanted.at(tick))
            if simulation.has_diverged:
                return
            yield frame / reference.fps + (tick + 1) * stage.tick_time
