"""Targets one after the other, each until it is reached or its time is over (Quiroga et al. 2022, Alg. 1)."""

from __future__ import annotations

from understudy.motion.tape import Tape
from understudy.simulate.playing import Playing
from understudy.simulate.staging import Stage
from understudy.simulate.takes import Progress, ended, sense, write_reached
from understudy.simulate.target_pid import TargetPid


def target_take(stage: Stage, tape: Tape, progress: Progress | None = None) -> str:
    """Let every frame be a target for the joints; the tape's time is when each was left.

    Args:
        stage: All that is needed.
        tape: Takes one row a target, and the readings of senses.
        progress: Told frames done and frames in all.

    Returns:
        Why it ended early, empty where it did not.
    """
    playing, plant, options = Playing(stage), stage.plant, stage.targets
    playing.settle()
    if playing.has_diverged:
        return ended(tape, stage, 0)
    # A servo that is sent any farther gives no more, at any speed.
    gains = plant.gains
    most = (gains.torque + gains.damping * plant.robot.velocity) / gains.stiffness
    pid = TargetPid(options, stage.tick_time, len(plant.positions), most)
    longest = stage.ticks if options.timeout is None else max(1, round(options.timeout / stage.tick_time))
    # A target that is reached early is waited at, so that no motion runs faster than it was shown.
    least, time = stage.ticks, 0.0
    write_reached(stage, tape, playing.simulation, 0, time)
    sense(stage, playing.data, time, tape)
    for frame in range(1, stage.frame_count):
        target = stage.reference.still(frame)
        pid.next_target()
        playing.begin_frame(frame)
        for tick in range(max(longest, least)):
            measured = playing.data.qpos[plant.positions]
            if tick >= least and (tick >= longest or pid.is_there(measured, target.joints)):
                break
            playing.simulation.tick_towards(pid.command(measured, target.joints), target)
            if playing.has_diverged:
                return ended(tape, stage, frame)
            time += stage.tick_time
            sense(stage, playing.data, time, tape)
        write_reached(stage, tape, playing.simulation, frame, time)
        if progress is not None:
            progress(frame, stage.frame_count)
    return ""
