"""What a therapist does, without a page: record, keep, replay, mirror, slow down. One thing at a time.

A movement is shown to the robot live. What was seen is kept as a recording, so that it is replayed from the
whole of it, on any robot.
"""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from understudy.clean import clean
from understudy.clean.movements import trim_rests
from understudy.errors import UnderstudyError
from understudy.human import human_from_recording
from understudy.live.engine import CALIBRATING, FOLLOWING, Command, LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.recorder import Recorder
from understudy.live.session import LiveSession
from understudy.live.sink import SinkThread
from understudy.live.source import LiveSource
from understudy.motion import Recording, RobotMotion
from understudy.motion.resampling import resample
from understudy.pipeline import retarget
from understudy.robots.robot import Robot
from understudy.teach.moves import MoveShelf

log = logging.getLogger("understudy.teach")

SHOWN = 30.0
"""Poses a second that are shown."""

SLOWEST = 0.25
"""Share of its own speed at which a movement is replayed at the slowest."""

TOLD = 0.1
"""Time [s] of rest that is worth telling about when it is left out."""

IDLE, RECORDING, REPLAYING = "ready", "recording", "replaying"

Show = Callable[[np.ndarray], None]
Tell = Callable[[str, str], None]
"""Takes a pose (Q,); takes what is being done, and a sentence about it."""


class Lesson:
    """A lesson of one robot.

    Args:
        shelf: Where movements are kept.
        robot: The robot.
        source: Makes the source by which a movement is shown, anew each time.
        show: Shows a pose.
        tell: Told what is being done.
        calibrate: Time [s] from which the person's sizes are taken.
    """

    def __init__(
        self,
        shelf: MoveShelf,
        robot: Robot,
        source: Callable[[], LiveSource],
        show: Show,
        tell: Tell,
        calibrate: float = 3.0,
    ) -> None:
        """Be ready."""
        self.shelf, self.robot = shelf, robot
        self._source, self._show, self._tell, self._calibrate = source, show, tell, calibrate
        self.state = IDLE
        self.take: Recording | None = None
        self._stop = threading.Event()
        # What is being done changes together with what is told of it, whichever thread does it.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None

    def record(self) -> None:
        """Begin to record; what the person does is seen on the robot at once."""
        self._begin(RECORDING, "Stand so that you are seen whole, and then show the movement.", self._record)

    def replay(self, name: str, mirror: bool = False, speed: float = 1.0) -> None:
        """Replay a movement, or what was recorded last where the name is empty.

        Args:
            name: The movement.
            mirror: Whether left is shown as right.
            speed: Share of its own speed, 0.25 to 1.
        """
        speed = min(max(speed, SLOWEST), 1.0)
        self._begin(REPLAYING, "The robot repeats the movement.", lambda: self._replay(name, mirror, speed))

    def keep(self, name: str) -> str:
        """Keep what was recorded last; return its name, empty where it was not kept."""
        with self._lock:
            try:
                if self.take is None:
                    self._tell(self.state, "Record a movement first.")
                    return ""
                kept = self.shelf.keep(name, self.take)
                self._tell(self.state, f"Kept as '{kept}'.")
                return kept
            except UnderstudyError as error:
                self._tell(self.state, str(error))
                return ""

    def forget(self, name: str) -> None:
        """Take a movement off the shelf for good."""
        with self._lock:
            try:
                self.shelf.forget(name)
                self._tell(self.state, f"'{name}' is gone.")
            except UnderstudyError as error:
                self._tell(self.state, str(error))

    def stop(self) -> None:
        """End what is being done."""
        self._stop.set()

    def close(self) -> None:
        """End, and wait for that."""
        self.stop()
        if self._thread is not None:
            self._thread.join(timeout=10.0)

    def _begin(self, state: str, sentence: str, work: Callable[[], str]) -> None:
        """Do something in the background, unless something else is being done."""
        with self._lock:
            if self.state != IDLE:
                self._tell(self.state, f"Still {self.state}; stop that first.")
                return
            self.state = state
            self._stop.clear()
            self._tell(state, sentence)
            self._thread = threading.Thread(target=self._do, args=(work,), daemon=True)
            self._thread.start()

    def _do(self, work: Callable[[], str]) -> None:
        try:
            told = work()
        except UnderstudyError as error:
            told = str(error)
        except Exception as error:  # A fault in one movement must not end the lesson.
            log.exception("%s failed", self.state)
            told = f"That failed ({type(error).__name__}). Try again."
        with self._lock:
            self._tell(IDLE, told)
            self.state = IDLE

    def _record(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "take.npz"
            source = self._source()
            engine = LiveEngine(self.robot, source.facts, LiveOptions(calibrate=self._calibrate))
            sink, recorder = SinkThread(_Figure(self._show)), Recorder(path)
            watch = _Watch(engine, recorder, lambda sentence: self._tell(RECORDING, sentence))
            LiveSession(source, engine, [sink], recorder, status=watch.look, stop=self._stop).run()
            if not path.exists():
                return "Nobody was seen for long enough. Try again, farther from the camera."
            whole = Recording.load(path)
        # People stand still while they are measured, and again until the recording is stopped.
        self.take = trim_rests(whole)
        rest = whole.duration - self.take.duration
        cut = f"; {rest:.1f} s of standing still before and after it are left out" if rest >= TOLD else ""
        return f"Recorded {self.take.duration:.1f} s{cut}. Keep it under a name, or replay it."

    def _replay(self, name: str, mirror: bool, speed: float) -> str:
        if not name and self.take is None:
            return "There is nothing to replay yet."
        recording = self.shelf.read(name) if name else self.take
        assert recording is not None
        human = human_from_recording(clean(recording))
        motion = retarget(human.mirror() if mirror else human, self.robot)
        # Shown at an even rate, a motion of more frames is a slower one; limits are kept all the more.
        poses = resample(motion, SHOWN / speed)
        self._play(poses)
        return "Stopped." if self._stop.is_set() else "Done."

    def _play(self, motion: RobotMotion) -> None:
        begun = time.monotonic()
        for frame, pose in enumerate(motion.q):
            wait = begun + frame / SHOWN - time.monotonic()
            if self._stop.wait(max(0.0, wait)):
                return
            self._show(pose)


class _Watch:
    """Tells somebody who is being recorded what to do next, whenever that changes."""

    def __init__(self, engine: LiveEngine, recorder: Recorder, say: Callable[[str], None]) -> None:
        self._engine, self._recorder, self._say, self._said = engine, recorder, say, ""

    def look(self, _line: str) -> None:
        """Look at how it goes."""
        sentence = self._sentence()
        if sentence != self._said:
            self._said = sentence
            self._say(sentence)

    def _sentence(self) -> str:
        engine = self._engine
        if engine.state == CALIBRATING and engine.counts.seen == 0:
            return "Nobody is seen yet. Stand so that you are seen whole."
        if engine.calibration is None:
            return f"Stay in view for {engine.options.calibrate:g} s: you are being measured."
        seconds = self._recorder.frames / engine.calibration.fps
        if engine.state == FOLLOWING:
            return f"Show the movement, and press stop at its end. {seconds:.0f} s so far."
        return f"You are not seen; come back into view. {seconds:.0f} s so far."


class _Figure:
    """Shows commands."""

    name, takes_all = "figure", False

    def __init__(self, show: Show) -> None:
        self._show, self._next = show, float("-inf")

    def prepare(self, robot: Robot) -> None:
        """Need nothing."""

    def begin(self, fps: float) -> None:
        """Begin."""

    def send(self, command: Command) -> None:
        """Show a command, as often as eyes can tell."""
        if command.time >= self._next:
            self._next = command.time + 1.0 / SHOWN
            self._show(command.q)

    def close(self) -> dict[str, object]:
        """End."""
        return {}
