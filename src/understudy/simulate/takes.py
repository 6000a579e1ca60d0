"""One take of a motion, dynamic or kinematic: physics goes on and every frame is written down."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np

from understudy.motion.tape import Tape
from understudy.motion.validation import ROOT_SIZE
from understudy.simulate.controllers.dynamics import BodyDynamics
from understudy.simulate.objects import place_objects
from understudy.simulate.playing import Playing
from understudy.simulate.simulation import Simulation, deepest, has_diverged, normal_forces
from understudy.simulate.staging import Stage

Progress = Callable[[int, int], None]


def dynamic_take(stage: Stage, tape: Tape, progress: Progress | None = None) -> str:
    """Let servos move the robot in full physics.

    Args:
        stage: All that is needed.
        tape: Takes one row a frame, and the readings of senses.
        progress: Told frames done and frames in all.

    Returns:
        Why it ended early, empty where it did not.
    """
    playing, count = Playing(stage), stage.frame_count
    playing.start()
    if playing.has_diverged:
        return ended(tape, stage, 0)
    write_reached(stage, tape, playing.simulation, 0)
    sense(stage, playing.data, 0.0, tape)
    for frame in range(count - 1):
        for time in playing.ticks_from(frame):
            sense(stage, playing.data, time, tape)
        if playing.has_diverged:
            return ended(tape, stage, frame + 1)
        write_reached(stage, tape, playing.simulation, frame + 1)
        if progress is not None:
            progress(frame + 1, count)
    return ""


def kinematic_take(stage: Stage, tape: Tape, progress: Progress | None = None) -> str:
    """Set the joints of every frame, and let physics go on for a moment to find contacts.

    Torques are those that the motion needs by inverse dynamics; forces are those of the moment.

    Args:
        stage: All that is needed.
        tape: Takes one row a frame, and the readings of senses.
        progress: Told frames done and frames in all.

    Returns:
        Why it ended early, empty where it did not.
    """
    plant, reference, count = stage.plant, stage.reference, stage.frame_count
    model, data, dynamics = plant.model, mujoco.MjData(plant.model), BodyDynamics(plant)
    own, stiffness, damping = plant.own, plant.gains.stiffness, plant.gains.damping
    for frame in range(count):
        wanted = reference.between(frame, 1, 0.0).at(0) if frame + 1 < count else reference.still(frame)
        plant.put(data, reference.q[frame], wanted.rates, wanted.root_rates)
        place_objects(model, data, stage.objects, frame)
        mujoco.mj_step1(model, data)
        depth = deepest(data)
        torques = dynamics.torques(data, wanted.stands, wanted.accelerations, wanted.root_accelerations)
        data.ctrl[plant.motors] = wanted.joints + (damping * wanted.rates + torques) / stiffness
        mujoco.mj_step2(model, data)
        if has_diverged(data):
            return ended(tape, stage, frame)
        force = normal_forces(model, data, own)
        energy = float(np.abs(torques * wanted.rates).sum()) / reference.fps if frame else 0.0
        _write(stage, tape, frame, reference.q[frame], torques, energy, force, depth)
        sense(stage, data, frame / reference.fps, tape, 1.0 / reference.fps)
        if progress is not None:
            progress(frame + 1, count)
    return ""


def write_reached(
    stage: Stage, tape: Tape, simulation: Simulation, frame: int, time: float | None = None
) -> None:
    """Write down the frame that a simulation has reached, at its own time or at another one [s]."""
    plant, data = stage.plant, simulation.data
    force, torques = normal_forces(plant.model, data, plant.own), data.actuator_force[plant.motors]
    _write(
        stage, tape, frame, plant.coordinates(data), torques, simulation.energy, force, simulation.depth, time
    )


def _write(
    stage: Stage,
    tape: Tape,
    frame: int,
    q: np.ndarray,
    torques: np.ndarray,
    energy: float,
    force: float,
    depth: float,
    time: float | None = None,
) -> None:
    reference = np.array(stage.reference.q[frame])
    if len(stage.plant.fixed_root):
        reference[:ROOT_SIZE] = stage.plant.fixed_root
    tape.append("time", frame / stage.reference.fps if time is None else time)
    tape.append("q", q)
    tape.append("reference", reference)
    tape.append("torques", torques)
    tape.append("energy", energy)
    tape.append("contact_force", force)
    tape.append("depth", depth)
    tape.append("contacts", stage.reference.stands[frame])


def sense(stage: Stage, data: mujoco.MjData, time: float, tape: Tape, tick: float | None = None) -> None:
    """Let senses read a state at a time [s]; the next one comes a tick [s] later, of the stage by default."""
    for sampler in stage.samplers:
        sampler.sample(data, time, stage.tick_time if tick is None else tick, stage.last, tape)


def ended(tape: Tape, stage: Stage, frame: int) -> str:
    """Return why a simulation was stopped before it reached a frame."""
    time = frame / stage.reference.fps
    return (
        f"the simulation diverged before frame {frame} ({time:.2f} s) and was stopped; "
        f"{tape.count('time')} frames were recorded"
    )
