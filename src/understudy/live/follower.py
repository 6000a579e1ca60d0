"""A robot follows a person frame by frame: ``track`` without knowing what comes next.

What is asked for is what ``track`` asks for, of one frame. Two things differ, since nothing after the frame
is known: footholds (see ``footing``), and the hips' way, which follows the robot where its feet lead it
elsewhere instead of drawing it back.
"""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, Step, frame_of
from understudy.live.fingers import LiveFingers
from understudy.live.footing import Footing
from understudy.live.live_person import SEGMENT_ROWS, LivePerson
from understudy.live.options import LiveOptions
from understudy.live.targets import RobotPoses, Targets
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.retarget.fingers import finger_guide
from understudy.retarget.goals import flat_where_standing, goals, into_base, kind_of
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.placement import ANKLES, HIPS, ROOT, placed_points
from understudy.retarget.start_poses import robot_postures
from understudy.retarget.track import compile_robot, steady_costs, track_effort
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale, robot_sizes
from understudy.spatial import rotations as rot

FORGIVING, FORGIVING_AT_FIRST = 0.5, 0.1
"""Times [s] in which the hips' way comes to where the robot is: usually, and while it still goes over to the
person."""

SEARCHED = 31
"""Iterations of a start at most where a better IK branch is looked for, as that must not hold up the frame;
those that end in one need fewer."""

HELD, FADED = 0.3, 0.8
"""Ages [s] up to which a direction that is not seen any more counts fully, and from which on it does not."""


class Follower:
    """Turns persons of one frame into poses of a robot, within all limits of its joints.

    Args:
        human: The calibrated person, some frames of it.
        robot: The robot.
        options: How.
    """

    def __init__(self, human: HumanMotion, robot: Robot, options: LiveOptions) -> None:
        """Compile the problem and stand at home."""
        track, fps = options.track, human.fps
        self.robot, self.fps, self._track = with_speed(robot, track.assumed_speed), fps, track
        looks = goals(human, self.robot, track.segments, track.parts)
        if not looks.segments:
            raise InvalidMotionError(f"the stream has no segment that robot '{robot.name}' has too")
        self.segments, self.parts = looks.segments, looks.parts
        tree, empty, pattern = compile_robot(
            self.robot, self.segments, self.parts, track.self_collision > 0.0
        )
        self._fingers = LiveFingers(self.robot, human, fps)
        guide = finger_guide(empty.guide, human, self.robot)
        self._costs = frame_of(steady_costs(empty, self.robot, 1, fps, track)._replace(guide=guide), 0)
        home = np.array(robot.home)
        self._poses = RobotPoses(self.robot, self.segments, self.parts)
        self._points = list(placed_points(self.robot)) if robot.has_free_base else []
        self._scale = leg_scale(human, robot) if robot.has_free_base else 1.0
        own, theirs = robot_sizes(robot).get("ankle_height", 0.0), human.sizes.get("ankle_height", 0.0)
        self._lift = own - self._scale * theirs
        self._feet = {
            side: Footing(self.robot, side, self._scale, fps, track)
            for side in SIDES
            if robot.has_free_base and side in robot.soles
        }
        self._ages = np.full(len(self.segments), FADED)
        self._rows = np.array([SEGMENT_ROWS[name] for name in self.segments], dtype=np.int64)
        self._weights = np.array([track.segments.get(kind_of(name), 0.0) for name in self.segments])
        self._part_weights = np.array([track.parts.get(kind_of(name), 0.0) for name in self.parts])
        self._drift: np.ndarray | None = None
        self.q = home
        self.targets = self.standing()
        problem = Problem(
            tree=tree,
            costs=self.targets.asked_in(self._costs),
            bounds=joint_bounds(tree, self.robot, fps),
            starts=robot_postures(self.robot),
            effort=track_effort(fps, track)._replace(first_iterations=SEARCHED),
            pattern=pattern,
        )
        self.solver = Solver(problem)
        self.rest()

    def rest(self) -> None:
        """Stand still in the last pose."""
        state = self.solver.state
        state.last[:] = state.before[:] = self.q
        state.done[0] = max(int(state.done[0]), 2)

    @property
    def speed(self) -> float:
        """Largest speed of a joint in the last step [rad/s or m/s]."""
        state, joints = self.solver.state, len(self.robot.joints)
        return float(np.abs((state.last - state.before)[-joints:]).max(initial=0.0) * self.fps)

    def solve(self, targets: Targets, is_changing: bool = False) -> Step:
        """Go on by one frame towards targets, which may still be changing from others to the person's."""
        step = self.solver.step(targets.asked_in(self._costs))
        self.q, self.targets = step.q, targets
        if self._drift is not None and self._points and self._points[0][0] == HIPS:
            self._poses.pose(step.q)
            middle = self._points[0][1]
            off = self._poses.place(middle.body, middle.local)[:2] - targets.places[0, :2]
            time = FORGIVING_AT_FIRST if is_changing else FORGIVING
            self._drift = self._drift + off * min(1.0, 1.0 / (time * self.fps))
        return step

    def reanchor(self) -> None:
        """Have the person's way go on from where the robot is, and its feet be put down anew."""
        self._drift = None
        for foot in self._feet.values():
            foot.lift()

    def move(self, shift_w: np.ndarray) -> None:
        """Have the person be elsewhere (3,) [m] all at once; the robot goes on from where it is."""
        if self._drift is not None:
            self._drift = self._drift - self._scale * shift_w[:2]
        for foot in self._feet.values():
            foot.move(shift_w)

    def wanted(self, human: LivePerson) -> Targets:
        """Return what a person of one frame asks of the robot."""
        turn = None if self.robot.has_free_base else into_base(human, self.robot)[0]
        shown = human.shown[self._rows]
        seen = human.ways[self._rows]
        seen = seen if turn is None else rot.rotate(turn, seen)
        directions = np.where(shown[:, None], seen, self.targets.directions)
        # What is not seen any more counts for a moment, and then less and less.
        self._ages = np.where(shown, 0.0, self._ages + 1.0 / self.fps)
        weights = self._weights * np.clip((FADED - self._ages) / (FADED - HELD), 0.0, 1.0)
        frames, frame_weights = np.array(self.targets.frames), np.zeros(len(self.parts))
        for row, name in enumerate(self.parts):
            if name in human.frames:
                wanted = flat_where_standing(human, name)[0]
                frames[row] = wanted if turn is None else rot.multiply(turn, wanted)
                frame_weights[row] = self._part_weights[row]
        places, place_weights = self._places(human)
        fingers = self._fingers.step(human) if len(self._fingers) else self.targets.fingers
        return Targets(directions, weights, frames, frame_weights, places, place_weights, fingers)

    def _places(self, human: LivePerson) -> tuple[np.ndarray, np.ndarray]:
        """Return where (P, 3) [m] the robot's points should be, with weights (P, 3) [1/m]."""
        places, weights = np.array(self.targets.places), np.zeros((len(self._points), 3))
        hips, known = human.landmark(HIPS)
        middle = None
        if known[0]:
            middle = self._scale * hips[0] + np.array([0.0, 0.0, self._lift])
            if self._drift is None:
                self._drift = self._middle()[:2] - middle[:2]
            middle[:2] += self._drift
        rows = {}
        for row, (name, _) in enumerate(self._points):
            rows.setdefault(name, []).append(row)
            if name == HIPS and middle is not None:
                places[row], weights[row] = middle, self._track.travel
            elif name == ROOT:
                weights[row] = self._track.travel
            elif name in ANKLES:
                ankle, seen = human.landmark(name)
                if seen[0]:
                    places[row, 2] = self._scale * ankle[0, 2] + self._lift
                    weights[row, 2] = self._track.ankle_height
        if middle is None:
            middle = self._middle()
        for side, foot in self._feet.items():
            corners, firm = foot.step(human, middle)
            own = [row for part in ("heel", "toe") for row in rows[f"{part}_{side}"]]
            places[own], weights[own] = corners, firm
        return places, weights

    def _middle(self) -> np.ndarray:
        """Return where (3,) [m] the middle of the robot's hips, or its root, is."""
        self._poses.pose(self.q)
        if self._points and self._points[0][0] in (HIPS, ROOT):
            point = self._points[0][1]
            return self._poses.place(point.body, point.local)
        return np.array(self.q[:3])

    def standing(self) -> Targets:
        """Return what asks a robot to stand at home where it is, and as it faces now."""
        pose = np.array(self.robot.home)
        if self.robot.has_free_base:
            pose[:2] = self.q[:2]
            pose[3:7] = rot.multiply(_heading(self.q[3:7], pose[3:7]), pose[3:7])
        directions, frames = self._poses.read(pose)
        places = [self._poses.place(point.body, point.local) for _, point in self._points]
        weights = np.zeros((len(places), 3))
        for row, (name, _) in enumerate(self._points):
            weights[row] = self._track.travel if name in (HIPS, ROOT) else 0.0
            if name not in (HIPS, ROOT, *ANKLES):
                weights[row] = self._track.stance
        return Targets(
            directions=directions,
            direction_weights=self._weights,
            frames=frames,
            frame_weights=self._part_weights,
            places=np.array(places).reshape(-1, 3),
            place_weights=weights,
            fingers=np.array(self.robot.home) if len(self._fingers) else np.zeros(0),
        )


def _heading(turned: np.ndarray, home: np.ndarray) -> np.ndarray:
    """Return the turn (4,) about the vertical by which a root (4,) is turned from its home (4,)."""
    twist = rot.multiply(turned, rot.conjugate(home)) * np.array([1.0, 0.0, 0.0, 1.0])
    return rot.normalise(twist) if np.linalg.norm(twist) > 1e-6 else np.array(rot.IDENTITY)
