"""A test kit for plug-ins: each function tries one as Understudy will use it, and says what is wrong.

    from understudy.plugin_kit import check_method

    def test_my_method():
        check_method(MY_METHOD)

What passes here fits; whether it is any good is for tests of its own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from understudy.capture import Sidecar
from understudy.capture.format import Format
from understudy.capture.placing.place import place
from understudy.capture.source import read_source
from understudy.data import built_in_motion
from understudy.errors import UnderstudyError
from understudy.evaluate.added import Measure
from understudy.export.format import ExportFormat, Takes
from understudy.motion import HumanMotion, Metric, Recording, RobotMotion
from understudy.plugins import PluginError
from understudy.retarget import Method
from understudy.robots import Robot, load_robot
from understudy.robots.checking import check_robot as checks_of
from understudy.simulate.senses.sense import Sense
from understudy.takes import read_human

T = TypeVar("T")

_FRAMES = 20
_DAMAGED = (b"", b"\x00" * 64, b"[" * 4096, b"HIERARCHY\n")
"""Files of others, which a format must neither take for its own nor break on."""


def sample_motion() -> HumanMotion:
    """Return a short motion of a person, to try things on."""
    return read_human(built_in_motion("walk")).section(0, _FRAMES)


def sample_performance(robot: str = "nao") -> tuple[HumanMotion, RobotMotion, Robot]:
    """Return a person's motion, a robot that stands in its home pose meanwhile, and the robot."""
    human, played_by = sample_motion(), load_robot(robot)
    q = np.tile(played_by.home, (human.frame_count, 1))
    status = np.zeros(human.frame_count)
    motion = RobotMotion(
        played_by.name, "home", played_by.joints, q, human.fps, status, model=played_by.fingerprint
    )
    return human, motion, played_by


def check_format(added: Format, sample: str | Path) -> Recording:
    """Read a sample by a format and return the recording.

    Raises:
        PluginError: It does not know its own file, takes others' for its own, or breaks on damaged ones.
    """
    source = read_source(sample, None)
    _require(added.matches(source.content), f"format '{added.name}' does not match its own sample")
    for content in _DAMAGED:
        _require(
            not added.matches(content),
            f"format '{added.name}' matches {content[:12]!r}, which is not its own",
        )
    with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
        for share in (0.3, 0.7):
            path = Path(folder, f"cut{Path(sample).suffix}")
            path.write_bytes(source.content[: int(share * len(source.content))])
            with suppress(UnderstudyError):
                _tried(
                    lambda path=path: added.read(read_source(path, None)), f"format '{added.name}', cut short"
                )
    return place(added.read(source), Sidecar())


def check_method(added: Method) -> RobotMotion:
    """Let a method perform a walk on a built-in robot and return the motion.

    Raises:
        PluginError: It breaks, or what comes back does not fit the person and the robot.
    """
    human, _, robot = sample_performance()
    motion = _tried(lambda: added.retarget(human, robot), f"method '{added.name}'")
    _require(
        motion.frame_count == human.frame_count, f"method '{added.name}' returned another count of frames"
    )
    _require(motion.joints == robot.joints, f"method '{added.name}' returned other joints than the robot's")
    _require(bool(np.isfinite(motion.q).all()), f"method '{added.name}' returned values that are no numbers")
    return motion


def check_robot(card: str | Path) -> Robot:
    """Load a robot by its card and return it.

    Raises:
        PluginError: It cannot be loaded, or one of the checks of ``understudy robots check`` fails.
    """
    robot = _tried(lambda: load_robot(str(card)), f"robot '{card}'")
    for check in checks_of(robot):
        _require(check.passed is not False, f"robot '{robot.name}': {check.name}: {check.finding}")
    return robot


def check_metric(name: str, measure: Measure) -> tuple[Metric, ...]:
    """Measure a performance and return the metrics.

    Raises:
        PluginError: It breaks, or a metric is named or made otherwise than it should be.
    """
    human, motion, robot = sample_performance()
    metrics = tuple(_tried(lambda: measure(human, motion, robot), f"metric '{name}'"))
    _require(bool(metrics), f"metric '{name}' returned none")
    for metric in metrics:
        fits = isinstance(metric, Metric) and metric.name.startswith(f"{name}/") and bool(metric.unit)
        _require(fits, f"metric '{name}' returned {metric!r}, expected one named '{name}/...' with a unit")
    return metrics


def check_sense(added: Sense) -> dict[str, np.ndarray]:
    """Let a held robot use a sense and return its channels' readings.

    Raises:
        PluginError: It breaks, or its channels are not those it states.
    """
    from understudy.simulate.options import SimulationOptions
    from understudy.simulate.performing import simulate
    from understudy.simulate.senses.requests import SenseRequest

    _, motion, robot = sample_performance()
    options = SimulationOptions(mode="kinematic", base="fixed", senses=(SenseRequest(added),))
    rollout = _tried(lambda: simulate(motion, robot, options), f"sense '{added.name}'")
    channels = {
        name.partition("/")[2]: np.asarray(readings.values)
        for name, readings in rollout.senses.items()
        if name.startswith(f"{added.name}/")
    }
    _require(
        set(channels) == set(added.units),
        f"sense '{added.name}' reads {sorted(channels)}, not what it states",
    )
    return channels


def check_export(added: ExportFormat) -> bytes:
    """Write a robot's or a person's motion in a format and return the file's bytes; equal ones each time.

    Raises:
        PluginError: It breaks, or the same motion gives another file.
    """
    from understudy.export.clip import clip_of_robot

    human, motion, robot = sample_performance()
    written = []
    with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
        for index in range(2):
            path = Path(folder, f"sample{index}{next(iter(added.suffixes), '')}")
            what = clip_of_robot(motion, robot) if Takes.ROBOT in added.takes else human
            _tried(
                lambda path=path, what=what: added.write(path, what, added.chosen({})),
                f"export '{added.name}'",
            )
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
            written.append(b"".join(file.read_bytes() for file in files if file.is_file()))
    _require(bool(written[0]), f"export '{added.name}' wrote nothing")
    _require(written[0] == written[1], f"export '{added.name}' writes another file each time")
    return written[0]


def _tried(work: Callable[[], T], what: str) -> T:
    try:
        return work()
    except UnderstudyError:
        raise
    except Exception as error:
        told = " ".join(str(error).split())
        raise PluginError(f"{what} breaks with {type(error).__name__}: {told}") from error


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise PluginError(sentence)
