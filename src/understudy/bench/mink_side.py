"""The same problem solved with mink, its own tasks where it has them, as plug-ins where it has none."""

from __future__ import annotations

import time
from dataclasses import dataclass

import mink
import mujoco
import numpy as np

from understudy.bench.problem import CONTENT, HOME_WEIGHT, Problem
from understudy.spatial import rotations as rot

DAMPING = 1e-9
"""Of mink's quadratic programme; more of it needs more iterations, less fails on singular poses."""


@dataclass(frozen=True)
class MinkResult:
    """Coordinates (T, Q), seconds taken, and iterations (T,)."""

    q: np.ndarray
    seconds: float
    iterations: np.ndarray


class DirectionsTask(mink.Task):
    """All directions in one task; the residual of a direction has the length of its angle.

    One task rather than one a direction, since mink's time goes into Python calls.
    """

    def __init__(self, problem: Problem) -> None:
        """Prepare for a problem's directions."""
        super().__init__(cost=np.repeat(problem.direction_weights, 3))
        self.directions = problem.directions
        self.bodies = np.array([[d.start.body, d.end.body] for d in problem.directions])
        self.locals = np.array([[d.start.local, d.end.local] for d in problem.directions])
        self.target = problem.wanted_directions[0]
        self._jacobian = np.zeros((2, len(problem.directions), 3, problem.robot.model.nv))

    def _ends(self, configuration: mink.Configuration) -> np.ndarray:
        data = configuration.data
        mats = data.xmat[self.bodies].reshape(*self.bodies.shape, 3, 3)
        return data.xpos[self.bodies] + np.einsum("dsij,dsj->dsi", mats, self.locals)

    def compute_error(self, configuration: mink.Configuration) -> np.ndarray:
        """Return f(c) (d − d*), stacked over directions."""
        ends = self._ends(configuration)
        difference = rot.normalise(ends[:, 1] - ends[:, 0]) - self.target
        chord = np.linalg.norm(difference, axis=1)
        factor = np.where(chord > 1e-4, 2.0 * np.arcsin(0.5 * chord) / np.maximum(chord, 1e-300), 1.0)
        return (factor[:, None] * difference).ravel()

    def compute_jacobian(self, configuration: mink.Configuration) -> np.ndarray:
        """Return its derivative by the robot's degrees of freedom."""
        ends = self._ends(configuration)
        for index, bodies in enumerate(self.bodies):
            for end in range(2):
                mujoco.mj_jac(
                    configuration.model, configuration.data, self._jacobian[end, index], None,
                    ends[index, end], int(bodies[end]),
                )  # fmt: skip
        vector = ends[:, 1] - ends[:, 0]
        length = np.linalg.norm(vector, axis=1)[:, None]
        direction = vector / length
        spin = (self._jacobian[1] - self._jacobian[0]) / length[:, :, None]
        spin -= direction[:, :, None] * np.einsum("di,div->dv", direction, spin)[:, None]
        difference = direction - self.target
        chord = np.linalg.norm(difference, axis=1)
        theta = 2.0 * np.arcsin(np.minimum(1.0, 0.5 * chord))
        curved = chord > 1e-4
        safe = np.where(curved, chord, 1.0)
        factor = np.where(curved, theta / safe, 1.0)
        sine = np.where(curved, np.maximum(np.sin(theta), 1e-9), 1.0)
        slope = -(2.0 * np.sin(0.5 * theta) - theta * np.cos(0.5 * theta)) / (sine * safe * safe)
        slope = np.where(curved, slope, -1.0 / 12.0)
        towards = np.einsum("di,div->dv", self.target, spin)
        jacobian = factor[:, None, None] * spin + (slope[:, None] * difference)[:, :, None] * towards[:, None]
        return jacobian.reshape(-1, configuration.model.nv)


class PointsTask(mink.Task):
    """All points in one task, r = p − p*; mink's own frame task ties position to rotation error."""

    def __init__(self, problem: Problem) -> None:
        """Prepare for a problem's points."""
        super().__init__(cost=np.repeat(problem.point_weights, 3))
        self.points = problem.points
        self.target = problem.wanted_points[0]

    def _places(self, configuration: mink.Configuration) -> np.ndarray:
        data = configuration.data
        return np.array([data.xpos[p.body] + data.xmat[p.body].reshape(3, 3) @ p.local for p in self.points])

    def compute_error(self, configuration: mink.Configuration) -> np.ndarray:
        """Return p − p*, stacked over points."""
        return (self._places(configuration) - self.target).ravel()

    def compute_jacobian(self, configuration: mink.Configuration) -> np.ndarray:
        """Return its derivative by the robot's degrees of freedom."""
        jacobian = np.zeros((len(self.points), 3, configuration.model.nv))
        for index, place in enumerate(self._places(configuration)):
            mujoco.mj_jac(
                configuration.model, configuration.data, jacobian[index], None, place, self.points[index].body
            )
        return jacobian.reshape(-1, configuration.model.nv)


class MinkSide:
    """A problem set up for mink."""

    def __init__(self, problem: Problem, native_poses: bool) -> None:
        """Build mink's tasks.

        Args:
            problem: The problem.
            native_poses: Whether points and orientations are one ``FrameTask`` a link, as mink's users
                write it; otherwise orientations are ``FrameTask`` and points the plug-in, so that the
                cost equals Understudy's also where it cannot reach 0.
        """
        self.problem, model = problem, problem.robot.model
        self.configuration = mink.Configuration(model)
        self.frame_tasks = [
            mink.FrameTask(
                frame_name=model.body(frame.body).name,
                frame_type="body",
                position_cost=float(problem.point_weights[index]) if native_poses else 0.0,
                orientation_cost=float(problem.frame_weights[index]),
            )
            for index, frame in enumerate(problem.frames)
        ]
        self.native_poses = native_poses
        self.points = None if native_poses or not problem.points else PointsTask(problem)
        self.directions = DirectionsTask(problem) if problem.directions else None
        self.posture = mink.PostureTask(model, cost=HOME_WEIGHT)
        self.posture.set_target(problem.robot.home)
        plugins = [task for task in (self.points, self.directions) if task is not None]
        self.tasks = [*self.frame_tasks, *plugins, self.posture]
        self.limits = [mink.ConfigurationLimit(model, gain=1.0)]

    def aim(self, frame: int) -> None:
        """Set the targets of one frame."""
        problem = self.problem
        for index, task in enumerate(self.frame_tasks):
            turn = problem.wanted_frames[frame, index] @ problem.frames[index].offset.T
            place = problem.wanted_points[frame, index] if self.native_poses else np.zeros(3)
            task.set_target(mink.SE3.from_rotation_and_translation(mink.SO3.from_matrix(turn), place))
        if self.points is not None:
            self.points.target = problem.wanted_points[frame]
        if self.directions is not None:
            self.directions.target = problem.wanted_directions[frame]

    def run(self) -> MinkResult:
        """Solve every frame from the last until no coordinate moves by more than both sides agreed on."""
        q = np.empty((self.problem.frame_count, self.problem.robot.model.nq))
        iterations = np.zeros(len(q), dtype=np.int64)
        self.configuration.update(self.problem.start)
        start = time.perf_counter()
        for frame in range(len(q)):
            self.aim(frame)
            most = CONTENT.first_iterations if frame == 0 else CONTENT.iterations
            for iteration in range(1, most + 1):
                velocity = mink.solve_ik(
                    self.configuration, self.tasks, 1.0, solver="daqp", damping=DAMPING, limits=self.limits
                )
                self.configuration.integrate_inplace(velocity, 1.0)
                iterations[frame] = iteration
                if np.abs(velocity).max() < CONTENT.smallest_step:
                    break
            q[frame] = self.configuration.q
        return MinkResult(q, time.perf_counter() - start, iterations)


def cost_of(problem: Problem, q: np.ndarray) -> np.ndarray:
    """Return the cost (T,) of coordinates, computed by neither solver but from MuJoCo's poses."""
    side = MinkSide(problem, native_poses=False)
    costs = np.empty(len(q))
    for frame in range(len(q)):
        side.aim(frame)
        side.configuration.update(q[frame])
        residuals = [task.cost * task.compute_error(side.configuration) for task in side.tasks]
        costs[frame] = 0.5 * sum(float(residual @ residual) for residual in residuals)
    return costs
