"""Task points: parts of the robot that are at given places at given times (Ayusawa 2017 (22)).

A clip is solved without its tasks first, which tells where the parts would be. From there they go to their
places and come back, as costs of points of a high weight.

A place out of reach must not drag the robot off its feet. So a task pulls no harder than at a distance of
four millimetres: enough for everything that arms, trunk and knees can do, little against soles that stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from understudy.errors import OptionError, unknown_name
from understudy.kinematics.blocks.point import PointBlock, join_points, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.kinematics.sparsity import pattern_of
from understudy.retarget.limits.task_point import PARTS, TaskPoint
from understudy.robots.body_poses import body_poses
from understudy.robots.robot import Robot

_OF_LIMBS = ("foot", "ankle", "heel", "toe", "hand", "wrist", "knuckle", "fingertip")
"""Parts that methods may place themselves, which is let go for a task."""

MET = 0.005
"""Distance [m] within which a task counts as met."""

_DOUBTFUL = 10.0
"""How much more a frame may cost before another IK branch is looked for: a task takes limbs elsewhere."""

_REACH = 0.004
"""Distance [m] from which on a task pulls no harder."""


Span = tuple[int, int]
"""First and last frame in which a part is to be at its place."""


@dataclass(frozen=True, eq=False)
class TaskPath:
    """A part's way over T frames.

    Attributes:
        places: (T, 3) [m] where it is to be.
        weights: (T,) [1/m], 0 where it is free.
        shares: (T,) how far it is on its way, from where it would be without a task (0) to its place (1).
    """

    places: np.ndarray
    weights: np.ndarray
    shares: np.ndarray


def with_tasks(
    problem: Problem,
    tasks: Sequence[TaskPoint],
    robot: Robot,
    frame_count: int,
    fps: float,
    say: Callable[[str], None] | None = None,
    q: np.ndarray | None = None,
) -> Problem:
    """Return a problem with tasks added.

    Args:
        problem: What is asked of the robot already, with targets of all frames.
        tasks: The tasks.
        robot: The robot.
        frame_count: T.
        fps: Frames a second [1/s].
        say: Told in a sentence when kernels have to be compiled first.
        q: (T, nq) the motion without tasks, which parts leave and come back to; else it is solved causally.

    Raises:
        OptionError: For a part that the robot lacks, a time after the clip, or one part at two places.
    """
    of_part: dict[str, list[tuple[Span, TaskPoint]]] = {}
    for task in sorted(tasks, key=lambda task: task.start):
        task_spot(robot, task.part)
        of_part.setdefault(task.part, []).append((_frames(task, frame_count, fps), task))
    for one in of_part.values():
        _require_one_place_at_a_time(one)
    spots = [task_spot(robot, part) for part in of_part]
    before = _places(robot, spots, solve_clip(problem, frame_count, say).q if q is None else q)
    paths = [
        task_path([task for _, task in own], [span for span, _ in own], before[:, index], fps)
        for index, own in enumerate(of_part.values())
    ]
    point = _rows(problem.costs.point, frame_count)
    for part, spot, path in zip(of_part, spots, paths, strict=True):
        if part.startswith(_OF_LIMBS):
            point = _let_go(point, spot.body, path.shares)
    target = np.stack([path.places for path in paths], axis=1)
    weight = np.repeat(np.stack([path.weights for path in paths], axis=1)[..., None], 3, axis=2)
    added = point_block(spots, target, weight, np.full(len(spots), _REACH))
    costs = problem.costs._replace(point=join_points(point, added))
    effort = problem.effort._replace(doubtful_cost=_DOUBTFUL * problem.effort.doubtful_cost)
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs), effort=effort)


def task_path(tasks: Sequence[TaskPoint], spans: Sequence[Span], before: np.ndarray, fps: float) -> TaskPath:
    """Return the way of one part through its tasks.

    It leaves its own way, and comes back to it, along curves of least jerk. Where two tasks follow each other
    too soon for that it goes straight from one place to the next. Back on its way it is let go gently, since
    the rest of the body may have come to be elsewhere.

    Args:
        tasks: Tasks of the part, one after the other.
        spans: Their frames.
        before: (T, 3) [m] where the part is without them.
        fps: Frames a second [1/s].
    """
    frames = np.arange(len(before))
    shares, weights, goals = np.zeros(len(before)), np.zeros(len(before)), before.copy()
    for task, (first, last) in zip(tasks, spans, strict=True):
        ease = max(task.ease * fps, 1.0)
        away = np.maximum(np.maximum(first - frames, frames - last), 0) / ease
        share = least_jerk(1.0 - away)
        # Of two tasks, the nearer one has a say.
        nearer = share > shares
        goals[nearer], shares[nearer] = task.place, share[nearer]
        gone = np.clip((frames - last) / ease - 1.0, 0.0, 1.0)
        weights = np.maximum(weights, task.weight * np.where(frames < first, away < 1.0, (1.0 - gone) ** 2))
    for (task, (_, end)), (following, (start, _)) in pairwise(zip(tasks, spans, strict=True)):
        if start - end < (task.ease + following.ease) * fps:
            inside = frames[end : start + 1]
            way = least_jerk((inside - end) / (start - end))[:, None]
            goals[inside] = np.array(task.place) * (1.0 - way) + np.array(following.place) * way
            shares[inside] = 1.0
    return TaskPath(before + shares[:, None] * (goals - before), weights, shares)


def least_jerk(share: np.ndarray) -> np.ndarray:
    """Return how far a movement of least jerk has come (Flash and Hogan 1985) at shares of its time."""
    x = np.clip(share, 0.0, 1.0)
    return x**3 * (10.0 - 15.0 * x + 6.0 * x**2)


def missed(tasks: Sequence[TaskPoint], robot: Robot, q: np.ndarray, fps: float) -> list[float]:
    """Return how far [m] each part is from its place at most while it is to be there.

    Args:
        tasks: The tasks.
        robot: The robot.
        q: (T, nq) the robot's motion.
        fps: Frames a second [1/s].
    """
    distances = []
    for task in tasks:
        first, last = _frames(task, len(q), fps)
        places = _places(robot, [task_spot(robot, task.part)], q[first : last + 1])[:, 0]
        distances.append(float(np.linalg.norm(places - task.place, axis=1).max()))
    return distances


def tell_missed(
    tasks: Sequence[TaskPoint], distances: Sequence[float], say: Callable[[str], None] | None
) -> None:
    """Tell in a sentence each which tasks were not met, and by how much."""
    for task, distance in zip(tasks, distances, strict=True):
        if say is not None and distance > MET:
            say(f"task '{task}' is out of reach: {task.part} stays up to {100.0 * distance:.1f} cm away")


def task_spot(robot: Robot, part: str) -> BodyPoint:
    """Return the point of a robot that a part stands for.

    Raises:
        OptionError: Where the robot lacks it, naming those that it has.
    """
    spots = _spots(robot)
    if part not in spots:
        raise OptionError(f"task: robot '{robot.name}': {unknown_name('part', part, spots)}")
    return spots[part]


def _spots(robot: Robot) -> dict[str, BodyPoint]:
    spots = {name: BodyPoint(own.body, own.point) for name, own in robot.landmarks.items()}
    for part in PARTS:
        kind, side = part.split("_")
        if kind == "foot" and side in robot.soles:
            sole = robot.soles[side]
            spots[part] = BodyPoint(sole.body, sole.points.mean(axis=0))
        else:
            instead = (f"ankle_{side}",) if kind == "foot" else (f"knuckle_{side}", f"wrist_{side}")
            found = next((name for name in instead if name in spots), None)
            if found is not None:
                spots[part] = spots[found]
    return spots


def _places(robot: Robot, spots: Sequence[BodyPoint], q: np.ndarray) -> np.ndarray:
    """Return where points of a robot are (T, N, 3) [m] in a motion (T, nq)."""
    positions, turns, _ = body_poses(robot.model, q)
    return np.stack([positions[:, s.body] + turns[:, s.body] @ s.local for s in spots], axis=1)


def _frames(task: TaskPoint, frame_count: int, fps: float) -> Span:
    """Return the first and last frame in which a part is to be at its place."""
    first, last = round(task.start * fps), round(task.end * fps)
    if last > frame_count - 1:
        raise OptionError(
            f"task '{task}' lasts until {task.end:g} s, expected within the clip, "
            f"which ends at {(frame_count - 1) / fps:.3f} s"
        )
    return first, last


def _require_one_place_at_a_time(tasks: Sequence[tuple[Span, TaskPoint]]) -> None:
    for (span, task), (next_span, following) in pairwise(tasks):
        if next_span[0] <= span[1]:
            raise OptionError(
                f"tasks '{task}' and '{following}' want {task.part} at two places at once, "
                "expected one after the other"
            )


def _let_go(point: PointBlock, body: int, shares: np.ndarray) -> PointBlock:
    """Return points of which those on a body are let go as it goes its own way, by shares (T,) of that.

    A sole that has to be elsewhere cannot stay where it stands, nor a hand where the person's is.
    """
    keep = np.where(point.body == body, (1.0 - shares[:, None]) ** 4, 1.0)
    return point._replace(weight=point.weight * keep[..., None])


def _rows(point: PointBlock, frame_count: int) -> PointBlock:
    """Return a block that has targets for all frames, also where it holds no points."""
    if len(point.target) == frame_count:
        return point
    empty = {name: np.zeros((frame_count, *getattr(point, name).shape[1:])) for name in PointBlock.timed}
    return point._replace(**empty)
