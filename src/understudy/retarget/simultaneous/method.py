"""The method: human, morphing and robot in one problem, over the whole clip, within the robot's limits.

It is the clip of ``track`` with other blocks: a person who is fitted to what was captured and tied to the
robot by common features (see ``tie``), and what the ground has to give (see ``physics``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np

from understudy.kinematics.clip.footholds import place_soles
from understudy.kinematics.clip.problem import ClipSolution
from understudy.kinematics.clip.solve import NEAR_FIRMNESS, solve_whole_clip
from understudy.kinematics.point_places import point_places
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.ending import Ending
from understudy.retarget.limits.task_points import missed, tell_missed
from understudy.retarget.limits.whole_clip import between, bring_within, joint_excess, some_of, tell_left
from understudy.retarget.placement import tell_fixed
from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Building, build, track_options
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.reconstructing import reconstruct
from understudy.retarget.simultaneous.sequential import solve_in_sequence
from understudy.retarget.simultaneous.tie import Tie
from understudy.retarget.solved_motion import Say, ground_of
from understudy.retarget.track import track
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot

Progress = Callable[[int, int], None]

TOLERANCE = 0.5
"""Excess [% or mm] by which a limit still counts as held; margins are larger."""

_OF = {
    "joint position": "% of its range",
    "ground force": "% of body weight",
    "torque": "% of what the motor has",
}
"""What a share that is lost is a share of; else of the limit."""

_STAGES = len(("the start", "sizes", "some frames", "all frames"))
"""Of which progress is told."""


@dataclass(frozen=True, eq=False)
class Found:
    """A solution.

    Attributes:
        tie: What ties the person to the robot, points where they were found to sit.
        q: (T, Q) the robot.
        y: (T, P) the person.
        shared: (K,) sizes, morphing and offset.
        converged: (T,) whether steps had become too small to matter.
        excess: Limit → by how much it is exceeded at most, in ``%`` or ``mm``.
    """

    tie: Tie
    q: np.ndarray
    y: np.ndarray
    shared: np.ndarray
    converged: np.ndarray
    excess: dict[str, tuple[float, str]]


def simultaneous(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions | None = None,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    """Make a robot perform a person's motion within its physical limits, the person reconstructed with it."""
    options = options or SimultaneousOptions()
    robot = with_speed(robot, options.assumed_speed)
    tell_fixed(human, robot, say)
    # What it cannot reach is said of the motion itself, in the end.
    start = np.array(track(human, robot, track_options(options)).q)
    building = build(human, robot, options, recording, say)
    if say is not None and options.physics != "none" and robot.has_free_base and building.forces is None:
        say(
            "simultaneous: balance is not looked at, since no foot that the robot has carries the person's "
            "weight in any frame"
        )
    found = solve(building, start, options, progress)
    tell_left(found.converged, say)
    _tell_lost(found, say)
    rebuilt = reconstruct(building.fit, found.tie, found.y, found.shared, human, recording)
    history = human.provenance.then("retarget", method="simultaneous", robot=robot.name, **asdict(options))
    history = history.then("limits", **{name: excess for name, (excess, _) in found.excess.items()})
    history = history.then("reconstruct", mean_error=rebuilt.mean_error)
    if options.tasks:
        distances = missed(options.tasks, robot, found.q, human.fps)
        history = history.then("tasks", missed=distances)
        tell_missed(options.tasks, distances, say)
    return RobotMotion(
        robot=robot.name,
        method="simultaneous",
        joints=robot.joints,
        q=found.q,
        fps=human.fps,
        status=np.where(found.converged, Ending.CONVERGED, Ending.ITERATION_LIMIT).astype(np.int64),
        contacts=human.contact_mask if building.forces is None else building.contacts,
        terrain=ground_of(human, robot, track_options(options)).terrain,
        reconstruction=rebuilt,
        provenance=history,
    )


def solve(
    building: Building, start: np.ndarray, options: SimultaneousOptions, progress: Progress | None = None
) -> Found:
    """Solve a clip from the robot's poses (T, Q): some frames with sizes first, then all from there."""
    tell = progress or (lambda done, whole: None)
    tell(1, _STAGES)
    is_sequential = options.order == "sequential"
    frames, rate = len(start), np.inf if is_sequential else options.rate
    stride, some = some_of(frames, building.fps, rate)
    few = building.every(some, stride) if stride > 1 else building
    tie, y, shared = aligned(few.tie, start[some], building.fit.poses.q[some], few.tie.expected)
    few = replace(few, tie=tie.with_sizes_known(shared, options.size_weight))
    tell(2, _STAGES)
    solve_few = solve_in_sequence if is_sequential else solve_at_once
    found = solve_few(few, start[some], y, shared)
    if stride > 1:
        tell(3, _STAGES)
        building = replace(building, tie=building.tie.seated_as(few.tie))
        q = between(building.problem.tree, some, found.q, frames)
        y = between(tie.person.tree, some, found.inner, frames)
        # Splines keep limits of joints next to exactly, forces between two frames do not.
        found = solve_whole_clip(building.clip(), q, True, y, found.shared, False, NEAR_FIRMNESS)
    else:
        building = few
    q = np.array(found.q)
    bring_within(building.problem.tree, q, building.bounds)
    tell(_STAGES, _STAGES)
    return Found(building.tie, q, found.inner, found.shared, found.converged, _excess(building, found, q))


def solve_at_once(building: Building, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> ClipSolution:
    """Solve a clip as one problem (4), from poses (T, Q), the person's (T, P) and parameters (K,)."""
    return solve_whole_clip(building.clip(), q, inner=y, shared=shared)


def _excess(building: Building, found: ClipSolution, q: np.ndarray) -> dict[str, tuple[float, str]]:
    """Return limit → by how much poses (T, Q) exceed it at most, in ``%`` or ``mm``."""
    point, footholds = building.problem.costs.point, building.asked.footholds
    target = np.array(point.target)
    place_soles(footholds, found.z, target)
    joints = joint_excess(building.problem.tree, q, building.bounds)
    excess = {name: (100.0 * share, "%") for name, share in joints.items()}
    if building.forces is not None:
        excess |= building.forces.excess(q)
    stands = np.zeros(point.weight.shape[:2], dtype=bool)
    for sole, own in enumerate(footholds.point):
        stands[:, own] = (footholds.stance[:, sole] >= 0)[:, None] & (point.weight[:, own, 0] > 0.0)
    off = np.linalg.norm((point_places(building.problem.tree, point, q) - target)[..., :2], axis=2)
    excess["sole place"] = 1000.0 * float(np.where(stands, off, 0.0).max(initial=0.0)), "mm"
    return excess


def _tell_lost(found: Found, say: Say | None) -> None:
    """Say which limits do not hold, and by how much."""
    lost = [
        f"{name} by {excess:.1f} {_OF.get(name, '%') if unit == '%' else unit}"
        for name, (excess, unit) in found.excess.items()
        if excess > TOLERANCE
    ]
    if lost and say is not None:
        say(f"simultaneous: not every limit can be held; exceeded at most: {', '.join(lost)}")
