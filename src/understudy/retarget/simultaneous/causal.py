"""Frame after frame, each from those before it alone (Ayusawa and Yoshida 2017, (25) with (23)).

Every frame is the problem of a clip of one frame. Earlier ones are as they are: they make a frame's limits of
speed, acceleration, ZMP and capture point. Sizes and morphing are the identified ones, or near them in every
frame of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from understudy.kinematics.solver import frame_of
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.clip import Clip, State
from understudy.retarget.simultaneous.earlier_frames import TermAfterEarlier
from understudy.retarget.simultaneous.figures import FigureCost, FigureLimit
from understudy.retarget.simultaneous.frame_limits import BalanceRows, FrameLimits
from understudy.retarget.simultaneous.ground import Ground
from understudy.retarget.simultaneous.ground_limits import ZMP
from understudy.retarget.simultaneous.joint_terms import JointLimit
from understudy.retarget.simultaneous.next_frame import NextFrame
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.soles_limit import PinnedSoles
from understudy.retarget.simultaneous.solving import TOLERANCE, Found, Progress, Search, search_from
from understudy.spatial import rotations as rot

MOST_STEPS, LITTLE = 30, 1e-4
"""Steps of a frame that begins anywhere, and the share of the cost whose gain ends them."""

STEPS, NEAR, FAR = 2, 3e-3, 0.2
"""Steps of a frame near the last one; the largest change [rad or m] after which there is no other, and the
one from which on it counts as one that begins anywhere."""

DAMPING = 1e-3
"""Damping of a step from a frame to the next, which is a short way."""

FIRM = 30.0
"""By how much limits weigh more where they are to be held, since each frame is solved once."""

FIRM_ZMP = 0.1
"""Share of that by which the ZMP weighs more. Once the capture point has left the soles nothing brings it
back, so it takes precedence; a ZMP at their edge is what is left to keep it there."""


@dataclass(frozen=True, eq=False)
class Frames:
    """A clip, frame by frame.

    Attributes:
        clip: The problem of the whole clip.
        fps: Frames a second [1/s].
        joint_weight: [1] of joints within their limits.
        com_weight: [1/m] of the capture point over the soles.
        firm: By how much limits and soles weigh more than that.
    """

    clip: Clip
    fps: float
    joint_weight: float
    com_weight: float
    firm: float

    @cached_property
    def joints(self) -> NextFrame:
        """Where joints may be in a frame after others."""
        robot, limits = self.clip.robot, [each for each in self.clip.limits if isinstance(each, JointLimit)]
        return NextFrame(robot.tree, robot.free, limits, self.fps, self.firm * self.joint_weight)

    def problem(
        self,
        frame: int,
        earlier: np.ndarray,
        intervals: tuple[np.ndarray, np.ndarray],
    ) -> Clip:
        """Return the problem of one frame.

        Args:
            frame: Which one.
            earlier: (2, Q) poses of the two before it, none (0, Q) before the first.
            intervals: Lowest and highest values (J,) of the joints [rad or m].
        """
        clip, part = self.clip, slice(frame, frame + 1)
        costs = frame_of(clip.costs, frame)
        weight = costs.point.weight.copy()
        weight[:, : sum(each.count for each in clip.held if isinstance(each, PinnedSoles))] *= self.firm
        return replace(
            clip,
            person=clip.person.with_markers(clip.person.captured[part], clip.person.weight[part]),
            costs=costs._replace(point=costs.point._replace(weight=weight)),
            # The person's force says what is to come, which a frame does not know.
            terms=[
                TermAfterEarlier(term, earlier) for term in clip.terms if not isinstance(term, FigureCost)
            ],
            limits=[FrameLimits([self.joints.rows(*intervals), *self._balance(frame, earlier)])],
            held=[],
            # Over a clip nothing need be known of the offset; a single frame would leave it to chance.
            certainty=np.full(len(clip.certainty), clip.certainty.max()) / len(clip.person.captured),
        )

    def _balance(self, frame: int, earlier: np.ndarray) -> list[BalanceRows]:
        for limit in self.clip.limits:
            if isinstance(limit, FigureLimit) and isinstance(limit.source, Ground) and limit.name == ZMP:
                # The clip's polygons are those of all frames but the first and the last.
                last, now = (min(max(each, 0), len(limit.counts) - 1) for each in (frame - 2, frame - 1))
                weights = max(FIRM_ZMP * self.firm, 1.0) * limit.weight, self.firm * self.com_weight
                return [BalanceRows(limit.source, limit, earlier, last, now, weights)] if now >= 0 else []
        return []


def frames_of(clip: Clip, fps: float, options: SimultaneousOptions) -> Frames:
    """Return a clip at some rate [1/s] to be solved frame by frame."""
    joint, com = ((2.0 * weight) ** 0.5 for weight in (options.joint_weight, options.com_weight))
    return Frames(clip, fps, joint, com, FIRM if options.constraints == "hard" else 1.0)


def solve_by_frame(frames: Frames, start: State, progress: Progress | None = None) -> Found:
    """Solve a clip from its first frame to its last, none of which knows of later ones.

    Args:
        frames: The clip.
        start: Where its first frame begins, with identified sizes; one row a frame where they may change.
        progress: Told frames that are done, and all.
    """
    clip, count, steps, cost = frames.clip, len(start.robot), 0, 0.0
    if len(start.sizes) == 1:
        frames = replace(frames, clip=replace(clip, unknown=np.zeros(0, dtype=np.int64)))
    found: list[State] = []
    for frame in range(count):
        last, before = frame - 1, max(frame - 2, 0)
        earlier = start.robot[:0] if not found else np.concatenate([found[before].robot, found[last].robot])
        intervals = frames.joints.intervals(earlier)
        own = frames.problem(frame, earlier, intervals)
        search = search_from(own, _going_on(clip, found[last], found[before]) if found else _first(start))
        _follow(search) if found else _settle(search)
        robot = frames.joints.within(search.state.robot, *intervals)
        found.append(search.state._replace(robot=robot))
        steps, cost = steps + search.iterations, cost + search.cost
        if progress is not None:
            progress(frame + 1, count)
    whole = _joined(found, len(start.sizes))
    kept = (*clip.limits, *clip.held)
    excess = {limit.name: (limit.excess(whole.robot), limit.unit) for limit in kept}
    holds = all(amount <= TOLERANCE[unit] for amount, unit in excess.values())
    return Found(clip.person, whole, cost, steps, holds, excess)


def _first(start: State) -> State:
    return State(*(values[:1] for values in start))


def _joined(found: list[State], rows: int) -> State:
    whole = State(*(np.concatenate(values) for values in zip(*found, strict=True)))
    return whole if rows > 1 else whole.with_shared(whole.shared[:1])


def _settle(search: Search) -> None:
    """Solve a frame from wherever it begins."""
    for _ in range(MOST_STEPS):
        if search.advance() < LITTLE:
            break


def _follow(search: Search) -> None:
    """Solve a frame that is near where the frames before it lead: whole steps, without looking twice.

    Where one would go far, it is looked at like any other.
    """
    for _ in range(STEPS):
        step = search.problem.propose(search.state, search.model, DAMPING)
        search.iterations += 1
        if step.largest > FAR:
            _settle(search)
            break
        search.move(step.along(1.0))
        if step.largest < NEAR:
            break


def _going_on(clip: Clip, last: State, before: State) -> State:
    """Return where a frame begins: the robot goes on as from one to the other, the person stays.

    What no marker tells of a person would otherwise go on for ever.
    """
    robot = 2.0 * last.robot - before.robot
    if clip.robot.robot.has_free_base:
        robot[:, 3:ROOT_SIZE] = rot.normalise(robot[:, 3:ROOT_SIZE])
    return last._replace(robot=robot)
