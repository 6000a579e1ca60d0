"""The one function that exports, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, OptionError, OutputError
from understudy.export import FORMATS, Takes, export, format_of, formats
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot

Small = Callable[[str], tuple[RobotMotion, Robot]]


def standing() -> HumanMotion:
    return HumanMotion(("hip_l", "hip_r"), np.zeros((3, 2, 3)), 50.0)


def test_rate_and_robot_are_found(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("nao")
    done: list[tuple[int, int]] = []
    path = export(motion, "tracking", tmp_path / "a.npz", rate=30.0, progress=lambda *at: done.append(at))
    with np.load(path) as written:
        assert written["fps"].tolist() == [30.0]
        assert written["joint_pos"].shape == (31, len(robot.joints))
        np.testing.assert_allclose(written["joint_pos"], motion.joint_positions[::2], atol=1e-12)
    assert done[0] == (0, 31)


def test_the_same_motion_gives_the_same_bytes(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("qtrobot")
    for each in formats(Takes.ROBOT):
        if each.suffixes:
            first, second = (tmp_path / f"{name}{each.suffixes[0]}" for name in ("x/a", "y/a"))
            for path in (first, second):
                path.parent.mkdir(exist_ok=True)
                export(motion, each.name, path, robot=robot)
            assert first.read_bytes() == second.read_bytes(), each.name


@pytest.mark.parametrize(
    ("name", "path", "options", "error", "words"),
    [
        ("traking", "a.npz", {}, OutputError, "did you mean 'tracking'"),
        ("tracking", "a.csv", {}, OutputError, "its name ends in '.csv', expected .npz"),
        ("gmr", "a.txt", {}, OutputError, "expected .pkl or .npz"),
        ("tracking", "nowhere/a.npz", {}, OutputError, "does not exist"),
        ("tracking", "a.npz", {"order": "width"}, OptionError, "valid: breadth, depth"),
        ("tracking", "a.npz", {"ordre": "depth"}, OptionError, "did you mean 'order'"),
        ("lafan1", "a.csv", {"header": "maybe"}, OptionError, "expected yes or no"),
        ("gmr", "a.pkl", {"header": True}, OptionError, "it has no option 'header'"),
        ("tracking", "a.npz", {"rate": -3.0}, InvalidMotionError, "fps is -3.0"),
    ],
)
def test_what_cannot_be_written_is_one_sentence(
    small_motion_on: Small,
    tmp_path: Path,
    name: str,
    path: str,
    options: dict[str, object],
    error: type[Exception],
    words: str,
) -> None:
    motion, robot = small_motion_on("qtrobot")
    with pytest.raises(error, match=words.replace("?", r"\?")) as caught:
        export(motion, name, tmp_path / path, robot=robot, **options)  # pyright: ignore[reportArgumentType]
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_robots_format_is_not_written_from_a_person(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="written from a robot's motion, not from a person's"):
        export(standing(), "tracking", tmp_path / "a.npz")


def test_endings_stand_for_formats() -> None:
    assert format_of("x.csv", (Takes.ROBOT,)) is FORMATS["lafan1"]
    assert format_of("x.PKL", (Takes.ROBOT,)) is FORMATS["gmr"]
    for path in ("x.npz", "x.jpeg", "x"):
        with pytest.raises(OutputError, match="name the format with --to"):
            format_of(path, (Takes.ROBOT,))


def test_every_format_is_listed_under_its_name() -> None:
    assert [each.name for each in formats()] == list(FORMATS)
    assert all(each.takes and each.summary for each in formats())
