"""The engine: sightings in, joint commands out; without input or output of its own, to be tested whole.

    calibrating ─▶ following ⇄ holding ─▶ fading (home) ─▶ following …   ─▶ stopping

Every command is a tick of one even clock (``clock``) and one step of the solver, within limits of position,
velocity and acceleration and with the robot's parts kept apart. Whatever changes at once, such as the
person being seen again, changes what is asked for gradually (``targets``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from understudy.kernels.compilation import telling
from understudy.live.calibration import Calibration, calibrate
from understudy.live.cleaner import LiveCleaner
from understudy.live.clock import RESTARTED, TickClock
from understudy.live.follower import Follower
from understudy.live.options import VIAS, LiveOptions
from understudy.live.people import PersonChoice
from understudy.live.person import PersonReader
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.targets import Targets, smooth_step
from understudy.live.via_human import HumanReader
from understudy.motion.ending import Ending
from understudy.robots.robot import Robot
from understudy.robots.source import human_from_robot

if TYPE_CHECKING:
    from understudy.live.recorder import Recorder

CALIBRATING, FOLLOWING, HOLDING, FADING, STOPPING = (
    "calibrating",
    "following",
    "holding",
    "fading",
    "stopping",
)
"""What the robot is doing."""

LONGEST_CALIBRATION = 10_000
"""Frames that are kept for the calibration at most."""

LOST_AFTER = 0.1
"""Time [s] without a sight of the person after which they count as lost."""

FILLED_IN = 3
"""Ticks up to a frame for which what was asked for before is led over to what it asks for."""

LARGEST = 1e7
"""Coordinates beyond which nobody is seen, in any unit."""

STILL = 0.005
"""Speed [rad/s] below which a stopping robot stands."""

LONGEST_BRAKING = 2.0
"""Time [s] in which a robot is brought to a stop at the most."""


@dataclass(frozen=True, eq=False)
class Command:
    """What a robot is to do at one tick.

    Attributes:
        time: When [s], by the source's clock.
        q: (Q,) coordinates, laid out as in ``RobotMotion``.
        state: What the robot is doing.
        ending: How the solver ended.
    """

    time: float
    q: np.ndarray
    state: str
    ending: Ending = Ending.CONVERGED


@dataclass
class Counts:
    """Frames seen, used, late or doubled, of others, without the person, and ticks that were caught up."""

    seen: int = 0
    used: int = 0
    late: int = 0
    of_others: int = 0
    empty: int = 0
    caught_up: int = 0


@dataclass
class _Change:
    """A gradual change of what is asked for: from where, since when [s], and in which time [s]."""

    start: Targets
    since: float
    duration: float


class LiveEngine:
    """Drives one robot by one person.

    Args:
        robot: The robot.
        facts: What is known of the stream.
        options: How.
        say: Told in sentences what was calibrated and who is followed.
    """

    def __init__(
        self,
        robot: Robot,
        facts: StreamFacts,
        options: LiveOptions | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Wait for a person."""
        self.robot, self.facts, self.options = robot, facts, options or LiveOptions()
        self.state, self.counts = CALIBRATING, Counts()
        self.calibration: Calibration | None = None
        self.recorder: Recorder | None = None
        self.people = PersonChoice(self.options.person, say)
        self._say = say
        self._first: list[Sighting] = []
        self._order: tuple[tuple[str, ...], np.ndarray | None] = ((), None)

    def warm_up(self) -> None:
        """Compile and load what the robot needs, before anybody waits for it."""
        with telling(self._say):
            home = np.array(self.robot.home)
            person = human_from_robot(self.robot, np.stack([home, home]), 100.0)
            follower = Follower(person, self.robot, self.options)
            follower.solve(follower.targets)

    def feed(self, sighting: Sighting) -> list[Command]:
        """Take a sighting; return the commands of the ticks that lead up to it."""
        self.counts.seen += 1
        if not np.isfinite(sighting.time):
            self.counts.late += 1
            return []
        sighting = _sane(sighting)
        if not self.people.follows(sighting):
            self.counts.of_others += 1
            return []
        if self.calibration is None:
            self._collect(sighting)
            return []
        due = self._clock.due(sighting.time)
        if due == 0:
            self.counts.late += 1
            return []
        targets = self._seen_targets(sighting, due)
        if targets is None:
            self.counts.empty += 1
        else:
            self.counts.used += 1
        return self._advance(due, targets)

    def idle(self, time: float) -> list[Command]:
        """Return the commands of the ticks up to a time [s] by the source's clock; nobody was seen."""
        if self.calibration is None:
            return []
        due = self._clock.due(time, is_stamp=False)
        if due == 0:
            return []
        self._record(due)
        return self._advance(due, None)

    def stop(self) -> list[Command]:
        """Return the commands that bring the robot to a stop where it is."""
        if self.calibration is None:
            return []
        commands: list[Command] = []
        self.state = STOPPING
        for _ in range(round(LONGEST_BRAKING * self._clock.rate)):
            if self._follower.speed < STILL:
                break
            due = self._clock.due(self._clock.stamp + 1.0 / self._clock.rate)
            commands += [self._command(self._follower.targets) for _ in range(max(due, 1))]
        return commands

    @property
    def pose(self) -> np.ndarray:
        """(Q,) the last commanded pose, home before the first command."""
        return np.array(self.robot.home) if self.calibration is None else self._follower.q

    def _collect(self, sighting: Sighting) -> None:
        """Keep a frame for the calibration, and calibrate once there are enough."""
        first = self._first
        if first and abs(sighting.time - first[-1].time) > RESTARTED:
            # The clock was set, or nobody was there for long: what came before does not belong to this.
            first.clear()
        if first and not sighting.time > first[-1].time:
            self.counts.late += 1
            return
        if np.isfinite(sighting.points).all(axis=1).any():
            first.append(sighting)
        span = first[-1].time - first[0].time if first else 0.0
        if span >= self.options.calibrate or len(first) >= LONGEST_CALIBRATION:
            self.begin(calibrate(first, self.facts, self.options))
            self._record_first(first)
            self._first = []

    def _record_first(self, first: list[Sighting]) -> None:
        """Keep what the calibration was found from."""
        if self.recorder is None or self.calibration is None:
            return
        self.recorder.begin(self.calibration)
        clock = TickClock(self.calibration.fps)
        for sighting in first:
            due = clock.due(sighting.time)
            if due:
                self._record(max(due, 1), *self.calibration.place(*self._in_order(sighting)))

    def begin(self, calibration: Calibration) -> None:
        """Go on with a calibration, from the stream's first seconds or from an earlier session."""
        with telling(self._say):
            self._clock = TickClock(calibration.fps)
            self._cleaner = LiveCleaner(calibration)
            parts = tuple(self.robot.frames)
            if self.options.via == VIAS[1]:
                self._reader: PersonReader | HumanReader = HumanReader(calibration, self._say)
            else:
                self._reader = PersonReader(calibration, (*parts, "pelvis", "chest"))
            person = self._reader.human if isinstance(self._reader, HumanReader) else calibration.human
            self._follower = Follower(person, self.robot, self.options)
            # The first step compiles what is not compiled yet, before anybody waits for it.
            recording = calibration.recording
            points = np.where(recording.valid_mask[-1][:, None], recording.points[-1], np.nan)
            turns = None if recording.rotations is None else recording.rotations[-1]
            self._follower.wanted(self._reader.read(points, turns))
            self._reader.forget()
            self._follower.solve(self._follower.targets)
            self._follower.reanchor()
            self._follower.q = np.array(self.robot.home)
            self._follower.rest()
        self.calibration, self.state = calibration, HOLDING
        self._wish = self._follower.targets
        self._change = _Change(self._wish, -np.inf, self.options.start)
        self._lost_at = -np.inf
        self._has_started = False

    def _record(
        self, due: int, points: np.ndarray | None = None, rotations: np.ndarray | None = None
    ) -> None:
        """Keep what was seen at the last of some ticks; at those before it nobody was."""
        if self.recorder is not None:
            for _ in range(due - 1):
                self.recorder.frame(None, None)
            self.recorder.frame(points, rotations)

    def _seen_targets(self, sighting: Sighting, due: int) -> Targets | None:
        """Return what a sighting asks of the robot, None where it does not show the person's trunk."""
        assert self.calibration is not None
        points, rotations = self._in_order(sighting)
        points, rotations = self.calibration.place(points, rotations)
        self._record(due, points, rotations)
        points, rotations = self._cleaner.step(self._clock.time, points, rotations)
        if self._cleaner.shift_w is not None:
            self._reader.move(self._cleaner.shift_w)
            self._follower.move(self._cleaner.shift_w)
        if self.state != FOLLOWING:
            self._reader.forget()
        human = self._reader.read(points, rotations)
        shown = human.direction("trunk")[1][0] or human.landmark("mid_hips")[1][0]
        if not shown:
            return None
        if self.state != FOLLOWING:
            self._follower.reanchor()
        return self._follower.wanted(human)

    def _in_order(self, sighting: Sighting) -> tuple[np.ndarray, np.ndarray | None]:
        """Return points (K, 3) and rotations (K, 4) in the calibration's order, those left out unseen."""
        assert self.calibration is not None
        names = self.calibration.names
        if sighting.names is names or sighting.names == names:
            return sighting.points, sighting.rotations
        if self._order[0] is not sighting.names:
            index = {name: row for row, name in enumerate(sighting.names)}
            self._order = sighting.names, np.array([index.get(name, -1) for name in names])
        rows = self._order[1]
        assert rows is not None
        points = np.where((rows >= 0)[:, None], sighting.points[rows], np.nan)
        if sighting.rotations is None:
            return points, None
        still = np.array([1.0, 0.0, 0.0, 0.0])
        return points, np.where((rows >= 0)[:, None], sighting.rotations[rows], still)

    def _advance(self, due: int, targets: Targets | None) -> list[Command]:
        """Go on by some ticks, the last of which is now."""
        follower, rate = self._follower, self._clock.rate
        if due < 0:
            # Nobody commanded anything for long: the robot stands, and time goes on from here.
            follower.rest()
            due = 1
        self.counts.caught_up += due - 1
        now = self._clock.time
        before, wish = self._wish, self._choose(now, targets)
        commands = []
        for tick in range(due):
            # A frame or two that are missing are filled in; after more the robot hurries, within its limits.
            asked = wish if due == 1 or due > FILLED_IN else before.towards(wish, (tick + 1) / due)
            time = now - (due - 1 - tick) / rate
            part = smooth_step((time - self._change.since) / self._change.duration)
            commands.append(self._command(self._change.start.towards(asked, part), time, part < 1.0))
        self._wish = wish
        return commands

    def _choose(self, now: float, targets: Targets | None) -> Targets:
        """Return what is wished for now, and note what the robot is doing."""
        follower, options = self._follower, self.options
        if targets is not None:
            if self.state != FOLLOWING:
                duration = options.recover if self._has_started else options.start
                if self.state == HOLDING and self._has_started and now - self._lost_at < LOST_AFTER:
                    duration = 1.0 / self._clock.rate
                self._change = _Change(follower.targets, now, duration)
                self.state, self._has_started = FOLLOWING, True
            self._lost_at = now
            return targets
        if not self._has_started:
            return self._wish
        if self.state == FOLLOWING and now - self._lost_at >= LOST_AFTER:
            self.state = HOLDING
        if self.state == HOLDING and now - self._lost_at >= options.hold:
            self.state = FADING
            self._change = _Change(follower.targets, now, options.fade)
            return follower.standing()
        return self._wish

    def _command(self, asked: Targets, time: float | None = None, is_changing: bool = False) -> Command:
        step = self._follower.solve(asked, is_changing)
        return Command(self._clock.time if time is None else time, step.q, self.state, step.ending)


def _sane(sighting: Sighting) -> Sighting:
    """Return a sighting in which points with numbers that are no places or turns are not seen."""
    points, turns = sighting.points, sighting.rotations
    if not (np.abs(points) < LARGEST).all():
        points = np.where((np.abs(points) < LARGEST).all(axis=1, keepdims=True), points, np.nan)
    if turns is not None and not np.isfinite(turns).all():
        is_known = np.isfinite(turns).all(axis=1, keepdims=True)
        turns, points = (
            np.where(is_known, turns, np.array([1.0, 0.0, 0.0, 0.0])),
            np.where(is_known, points, np.nan),
        )
    if points is sighting.points and turns is sighting.rotations:
        return sighting
    return replace(sighting, points=points, rotations=turns)
