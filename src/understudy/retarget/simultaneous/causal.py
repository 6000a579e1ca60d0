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
from understudy.retarget.simultaneous.frame_limits import BalanceRows, FrameLimits
from understudy.retarget.simultaneous.going_on import GoingOn
from understudy.retarget.simultaneous.ground_limits import ZmpInPolygons
from understudy.retarget.simultaneous.joint_terms import JointLimit
from understudy.retarget.simultaneous.next_frame import NextFrame
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.soles_limit import PinnedSoles
from understudy.retarget.simultaneous.solving import (
    FIRST_DAMPING,
    TOLERANCE,
    Found,
    Progress,
    Search,
    search_from,
)
from understudy.spatial import rotations as rot

MOST_STEPS, LITTLE = 30, 1e-4
"""Steps of a frame that begins anywhere, and the share of the cost whose gain ends them."""

STEPS, NEAR, ENOUGH = 4, 3e-3, 0.01
"""Steps of a frame that begins near where it ends; the largest change [rad or m], and the share of the cost
gained, below which there is no other."""

MOST_DAMPING = 1.0
"""Damping with which a frame begins at most; else it is that with which the last one ended."""

GOES_ON, STEADY = 0.7, 0.1
"""Share of its speed with which a robot goes on, and share of the weight of acceleration that this has."""

FIRM = 30.0
"""By how much limits weigh more where they are to be held, since each frame is solved once."""

FIRM_ZMP = 0.3
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
        steady: [m/rad] of the robot going on as it did.
    """

    clip: Clip
    fps: float
    joint_weight: float
    com_weight: float
    firm: float
    steady: float

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
            # The person's force, a term of the clip, says what is to come, which a frame does not know.
            terms=[GoingOn(clip.robot.tree, clip.robot.free, earlier, GOES_ON, self.steady)],
            limits=[FrameLimits([self.joints.rows(*intervals), *self._balance(frame, earlier)])],
            held=[],
            # Over a clip nothing need be known of the offset; a single frame would leave it to chance.
            certainty=np.full(len(clip.certainty), clip.certainty.max()) / len(clip.person.captured),
        )

    def _balance(self, frame: int, earlier: np.ndarray) -> list[BalanceRows]:
        for limit in self.clip.limits:
            if isinstance(limit, ZmpInPolygons):
                # The clip's polygons are those of all frames but the first and the last.
                last, now = (min(max(each, 0), len(limit.counts) - 1) for each in (frame - 2, frame - 1))
                weights = max(FIRM_ZMP * self.firm, 1.0) * limit.weight, self.firm * self.com_weight
                return [BalanceRows(limit, earlier, last, now, weights)] if now >= 0 else []
        return []


def frames_of(clip: Clip, fps: float, options: SimultaneousOptions) -> Frames:
    """Return a clip at some rate [1/s] to be solved frame by frame."""
    joint, com = ((2.0 * weight) ** 0.5 for weight in (options.joint_weight, options.com_weight))
    steady = STEADY * options.steady * fps**2
    return Frames(clip, fps, joint, com, FIRM if options.constraints == "hard" else 1.0, steady)


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
    damping = FIRST_DAMPING
    for frame in range(count):
        last, before = frame - 1, max(frame - 2, 0)
        earlier = start.robot[:0] if not found else np.concatenate([found[before].robot, found[last].robot])
        intervals = frames.joints.intervals(earlier)
        own = frames.problem(frame, earlier, intervals)
        search = search_from(own, _going_on(clip, found[last], found[before]) if found else _first(start))
        search.damping = damping
        _follow(search) if found else _settle(search)
        damping = min(search.damping, MOST_DAMPING)
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
    """Solve a frame that is near where the frames before it lead."""
    for _ in range(STEPS):
        if search.advance() < ENOUGH or search.largest < NEAR:
            break


def _going_on(clip: Clip, last: State, before: State) -> State:
    """Return where a frame begins: the robot goes on as from one to the other, the person stays.

    What no marker tells of a person would otherwise go on for ever.
    """
    robot = 2.0 * last.robot - before.robot
    if clip.robot.robot.has_free_base:
        robot[:, 3:ROOT_SIZE] = rot.normalise(robot[:, 3:ROOT_SIZE])
    return last._replace(robot=robot)
