"""Which work a study has left, and the doing of it: recordings first, then every robot on each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from understudy.batch.fingerprint import fingerprint, robot_digest
from understudy.batch.processes import team_of
from understudy.batch.team import Lost, Team
from understudy.robots import load_robot
from understudy.study.captures import Capture, make_folder
from understudy.study.failures import Failure, failure_in
from understudy.study.preparation import Prepared
from understudy.study.progress import Progress
from understudy.study.tasks import Performance, Preparation, Simulation, Task, run_task
from understudy.study.totals import OutcomeFiles

_FEWEST = 2
"""Frames from which on there is anything to simulate."""

STRETCH = 12_000
"""Most frames that are performed in one piece, so that memory stays bounded and long takes share out."""


@dataclass(frozen=True)
class Work:
    """What there is to do.

    Attributes:
        captures: The recordings.
        robots: Names of robots.
        methods: Names of methods.
        folder: Where what was done is kept.
        jobs: Processes at once.
        simulated: How much [s] of each recording is performed in simulation.
        performing: Name of the method whose motions are.
    """

    captures: tuple[Capture, ...]
    robots: tuple[str, ...]
    methods: tuple[str, ...]
    folder: Path
    jobs: int
    simulated: float
    performing: str


@dataclass(frozen=True)
class Done:
    """What came of it.

    Attributes:
        recordings: Those that could be read, in the order of the captures.
        outcomes: Files by robot and method.
        sensed: Files of what came of simulations, by robot and recording.
        failures: Sentences about recordings, or robots on them, that went wrong.
    """

    recordings: tuple[Prepared, ...]
    outcomes: OutcomeFiles
    sensed: Mapping[str, Mapping[str, Path]]
    failures: tuple[str, ...]


def do_work(work: Work, progress: Progress | None = None) -> Done:
    """Do whatever has not been done yet; interrupted, it goes on from there the next time.

    Raises:
        OutputError: Where results cannot be written.
    """
    digests = {name: robot_digest(load_robot(name)) for name in work.robots}
    run = _Run(work, digests, progress)
    with team_of(work.jobs) as team:
        for capture in work.captures:
            folder = make_folder(work.folder / capture.name)
            team.submit(run_task, Preparation(capture, folder, fingerprint(kind="recording")))
        for task, result in team.results():
            run.take(team, task, result)
    return run.done()


class _Run:
    """Keeps the books while work is being done."""

    def __init__(self, work: Work, digests: dict[str, str], progress: Progress | None) -> None:
        self._work = work
        self._digests = digests
        self._progress = progress
        self._recordings: dict[str, Prepared] = {}
        self._performed: list[Performance] = []
        self._simulated: list[Simulation] = []
        self._failures: list[tuple[int, str, str]] = []
        self._order = {capture.name: index for index, capture in enumerate(work.captures)}
        self._frames_done = self._frames_in_all = 0

    def take(self, team: Team, task: Task, result: Prepared | Failure | Lost | None) -> None:
        """Enter a result, and hand in what has become possible by it."""
        name = task.capture.name if isinstance(task, Preparation) else task.recording
        failure = failure_in(result, name)
        if failure is not None:
            self._failures.append((self._order[name], name, failure.message))
        elif isinstance(task, Preparation) and isinstance(result, Prepared):
            self._recordings[result.name] = result
            for further in (*self._performances(task, result), *self._simulations(task, result)):
                self._frames_in_all += _frames(further)
                team.submit(run_task, further)
        elif isinstance(task, Performance):
            self._performed.append(task)
        elif isinstance(task, Simulation):
            self._simulated.append(task)
        self._frames_done += _frames(task)
        if self._progress is not None:
            self._progress(self._frames_done, self._frames_in_all)

    def done(self) -> Done:
        """Return everything in the order of captures, robots and methods, whoever finished first."""
        order = self._order
        outcomes: dict[tuple[str, str], list[tuple[str, Path]]] = defaultdict(list)
        for task in sorted(self._performed, key=lambda task: (order[task.recording], task.start)):
            for method, path in task.outcomes:
                outcomes[task.robot, method].append((task.recording, path))
        keys = [(robot, method) for robot in self._work.robots for method in self._work.methods]
        sensed: dict[str, dict[str, Path]] = {robot: {} for robot in self._work.robots}
        for simulation in sorted(self._simulated, key=lambda task: order[task.recording]):
            sensed[simulation.robot][simulation.recording] = simulation.path
        return Done(
            recordings=tuple(sorted(self._recordings.values(), key=lambda each: order[each.name])),
            outcomes={key: outcomes[key] for key in keys if key in outcomes},
            sensed={robot: files for robot, files in sensed.items() if files},
            failures=tuple(message for _, _, message in sorted(self._failures)),
        )

    def _performances(self, task: Preparation, recording: Prepared) -> list[Performance]:
        """Return every robot's share in a recording."""
        found = []
        for robot in self._work.robots:
            for start in range(0, recording.frames, STRETCH):
                stop = min(start + STRETCH, recording.frames)
                parts = {"capture": recording.sha256, "stretch": [start, stop], "robot": self._digests[robot]}
                prefix = f"{Path(robot).stem}_{start:06d}"
                files = tuple(
                    (method, task.folder / f"{prefix}_{method}_{fingerprint(method=method, **parts)}.npz")
                    for method in self._work.methods
                )
                motion = task.folder / recording.motion
                found.append(Performance(recording.name, motion, start, stop, robot, files))
        return found

    def _simulations(self, task: Preparation, recording: Prepared) -> list[Simulation]:
        """Return every robot's performance of the beginning of a recording in simulation."""
        stop = min(recording.frames, round(self._work.simulated * recording.fps))
        if stop < _FEWEST:
            return []
        found = []
        for robot in self._work.robots:
            method = self._work.performing
            parts = {"capture": recording.sha256, "stop": stop, "robot": self._digests[robot]}
            name = f"{Path(robot).stem}_simulated_{fingerprint(method=method, **parts)}.npz"
            motion = task.folder / recording.motion
            found.append(Simulation(recording.name, motion, stop, robot, method, task.folder / name))
        return found


def _frames(task: Task) -> int:
    """Return how many frames a task stands for in the progress."""
    if isinstance(task, Preparation):
        return 0
    return task.stop - (task.start if isinstance(task, Performance) else 0)
