"""The Master Motor Map's way, live: the reference human fitted to each frame, and the robot follows that.

Terlemez et al. 2014, VII: lengths and places of markers are identified once, from the first seconds; then
each frame is one step of the solver from the last pose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.human.fit.body_shape import joint_limits
from understudy.human.fit.fitting import FitPlan, fit_body
from understudy.human.fit.shown_bodies import shown_bodies
from understudy.human.sizes import sizes_and_heights
from understudy.kinematics.blocks.point import PointBlock, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.identification import OUTLYING
from understudy.kinematics.limits import Effort
from understudy.kinematics.marker_fit import FEWEST_POINTS, FitOptions, MarkerFitter
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import as_kernels_take
from understudy.kinematics.solver import Solver
from understudy.kinematics.tree import compile_tree
from understudy.live.calibration import Calibration
from understudy.live.contacts import LiveContacts
from understudy.live.live_person import Body, LivePerson
from understudy.motion import HumanMotion
from understudy.motion.ending import Ending
from understudy.spatial import rotations as rot

ITERATIONS = 8
"""Of a frame at most; the last frame's pose is near."""


class HumanReader:
    """Fits the reference human to frames, one after the other, and reads landmarks and frames off it.

    Args:
        calibration: The stream.
        say: Told in a sentence when something takes long.

    Attributes:
        human: The fitted person in the frames of the calibration.
    """

    def __init__(self, calibration: Calibration, say: Callable[[str], None] | None = None) -> None:
        """Identify the body."""
        plan = FitPlan(threads=1, frames=80, looked_at=200)
        found = fit_body(calibration.whole, plan=plan, say=say)
        self._body = found.human
        self._columns = self._sources(calibration, found.targets.names, found.targets.kind)
        noise = max(plan.landmark_noise if found.targets.kind == "landmarks" else plan.marker_noise, 1e-3)
        options = FitOptions(noise=noise, posture=plan.posture, tolerance=OUTLYING * noise, threads=1)
        lower, upper = joint_limits(self._body)
        self._fitter = MarkerFitter(
            found.shape.tree, found.shape.points, lower, upper, np.array(self._body.home), options
        )
        effort = Effort(
            first_iterations=options.first_iterations,
            iterations=ITERATIONS,
            smallest_step=1e-4,
            fewest_points=FEWEST_POINTS,
        )
        places, seen = found.targets.places[-1:], found.targets.seen[-1:]
        costs = as_kernels_take(self._fitter.costs(places, seen))
        self._solver = Solver(self._fitter.problem(costs, found.poses.q[-1:], effort))
        told = shown_bodies(
            self._body, found.shape, np.logical_or.reduce(np.isfinite(found.poses.distances), axis=0)
        )
        self._names = tuple(n for n, spot in self._body.landmarks.items() if spot.body in told)
        self._parts = {part: spot for part, spot in self._body.frames.items() if spot.body in told}
        self._tree = compile_tree(self._body.model)
        self._spots = self._marks()
        landmarks, turned = self._read_off(found.poses.q)
        shown = found.poses.endings != Ending.NOT_SEEN
        first = HumanMotion(
            names=self._names,
            landmarks=landmarks,
            fps=calibration.fps,
            valid=np.repeat(shown[:, None], len(self._names), axis=1),
            frames={part: turned[:, column] for column, part in enumerate(self._parts)},
        )
        sizes, heights = sizes_and_heights(first)
        self.human = replace(first, sizes=sizes)
        self._person = Body(self._names, calibration.fps, sizes)
        self._contacts = LiveContacts(heights, sizes.get("leg", 0.0), calibration.fps)

    def _sources(self, calibration: Calibration, names: tuple[str, ...], kind: str) -> np.ndarray:
        """Return (P, K) shares that make the fitted points of a frame's points."""
        recording = calibration.recording
        shares = np.zeros((len(names), len(recording.names)))
        for row, name in enumerate(names):
            points = recording.landmark_points.get(name, ()) if kind == "landmarks" else (name,)
            if not points or not set(points) <= set(recording.names):
                # What the first seconds had computed, no later frame shows.
                continue
            shares[row, [recording.names.index(point) for point in points]] = 1.0 / len(points)
        return shares

    def _marks(self) -> PointBlock:
        """Return the landmarks, and for every part its origin and the tips of its axes."""
        spots = [self._body.landmarks[name] for name in self._names]
        marks = [BodyPoint(spot.body, np.array(spot.point)) for spot in spots]
        tips = np.vstack([np.zeros(3), np.eye(3)])
        marks += [BodyPoint(spot.body, tip) for spot in self._parts.values() for tip in tips]
        return point_block(marks)

    def _read_off(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the body's landmarks (T, L, 3) [m] and frames (T, F, 4) in poses (T, Q)."""
        places = point_places(self._tree, self._spots, q)
        count = len(self._names)
        tips = places[:, count:].reshape(len(q), len(self._parts), 4, 3)
        axes = np.swapaxes(tips[:, :, 1:] - tips[:, :, :1], 2, 3)
        turned = rot.normalise(rot.from_matrix(axes))
        offsets = np.array([spot.offset for spot in self._parts.values()]).reshape(-1, 4)
        return places[:, :count], rot.multiply(turned, offsets)

    def read(self, points: np.ndarray, rotations: np.ndarray | None) -> LivePerson:
        """Return the fitted person of one frame.

        Args:
            points: (K, 3) [m] on the floor and in our axes, NaN where one was not seen.
            rotations: Not looked at: the fit has its own.
        """
        visible = np.logical_and.reduce(np.isfinite(points), axis=1)
        places = self._columns @ np.where(visible[:, None], points, 0.0)
        needed = self._columns > 0.0
        hidden = np.logical_or.reduce(needed & ~visible, axis=1)
        seen = ~hidden & np.logical_or.reduce(needed, axis=1)
        step = self._solver.step(as_kernels_take(self._fitter.costs(places[None], seen[None])))
        landmarks, turned = self._read_off(step.q[None])
        landmarks[..., 2] -= self._contacts.ground
        known = np.full(len(self._names), step.ending != Ending.NOT_SEEN)
        human = self._person.person(landmarks[0], known)
        frames = {part: turned[:, column] for column, part in enumerate(self._parts)}
        return replace(human, frames=frames, contacts=self._contacts.step(human)[None])

    def move(self, shift_w: np.ndarray) -> None:
        """Have the body be elsewhere (3,) [m] all at once."""
        state = self._solver.state
        state.last[:3] += shift_w
        state.before[:3] += shift_w
        self._contacts.move(shift_w)

    def forget(self) -> None:
        """Know neither speeds nor contacts any more, as after a gap."""
        self._contacts.forget()
