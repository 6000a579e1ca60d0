"""A lesson without a page: recorded, kept, replayed, mirrored, slowed down; and in the browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.live.walking import FPS, engine, robot, sightings, walk
from understudy.errors import OutputError
from understudy.live.recorder import Recorder
from understudy.live.sources.recording import RecordingSource
from understudy.motion import Recording
from understudy.teach.lesson import IDLE, Lesson, _Watch
from understudy.teach.moves import MoveShelf


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, for as long as a busy machine may take."""
    end = time.monotonic() + 300.0
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def told() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def shown() -> list[np.ndarray]:
    return []


@pytest.fixture
def is_seen() -> threading.Event:
    """Return what is set once the person comes into view."""
    return threading.Event()


@pytest.fixture
def lesson(
    tmp_path: Path, told: list[tuple[str, str]], shown: list[np.ndarray], is_seen: threading.Event
) -> Lesson:
    def source() -> RecordingSource:
        is_seen.wait()
        return RecordingSource(walk(), waits=False)

    return Lesson(
        MoveShelf(tmp_path),
        robot("qtrobot"),
        source,
        shown.append,
        lambda *each: told.append(each),
        calibrate=1.0,
    )


def test_a_movement_is_recorded_kept_and_replayed(
    lesson: Lesson, told: list[tuple[str, str]], shown: list[np.ndarray], is_seen: threading.Event
) -> None:
    lesson.keep("too early")
    assert told[-1][1] == "Record a movement first."
    lesson.record()
    lesson.record()
    assert "stop that first" in told[-1][1]
    is_seen.set()
    until(lambda: lesson.state == IDLE)
    assert lesson.take is not None and lesson.take.duration > 3.0
    assert len(shown) > 5
    lesson.keep("wave, left")
    assert lesson.shelf.names() == ["wave, left"]
    lesson.keep("wave, left")
    assert "already" in told[-1][1]
    shown.clear()
    lesson.replay("wave, left", speed=0.5)
    until(lambda: len(shown) > 30)
    lesson.stop()
    until(lambda: lesson.state == IDLE)
    assert told[-1] == (IDLE, "Stopped.")


def test_standing_still_before_and_after_a_movement_is_left_out(
    tmp_path: Path, told: list[tuple[str, str]], shown: list[np.ndarray]
) -> None:
    moving = walk()
    before, after = (np.repeat(moving.points[[row]], round(2.0 * FPS), axis=0) for row in (0, -1))
    points = np.concatenate([before, moving.points, after])
    still = replace(moving, points=points, valid=np.isfinite(points).all(axis=-1), rotations=None)
    lesson = Lesson(
        MoveShelf(tmp_path),
        robot("qtrobot"),
        lambda: RecordingSource(still, waits=False),
        shown.append,
        lambda *each: told.append(each),
        calibrate=1.0,
    )
    lesson.record()
    until(lambda: lesson.state == IDLE)
    assert lesson.take is not None
    assert lesson.take.duration == pytest.approx(moving.duration, abs=0.6)
    assert "standing still before and after it are left out" in told[-1][1]


def test_a_fault_ends_a_movement_and_not_the_lesson(
    lesson: Lesson, told: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson.take = walk()

    def fail(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(lesson, "_play", fail)
    lesson.replay("")
    until(lambda: lesson.state == IDLE)
    assert "ZeroDivisionError" in told[-1][1] and lesson.state == IDLE


def test_a_mirrored_movement_is_the_other_arms(lesson: Lesson, shown: list[np.ndarray]) -> None:
    lesson.take = walk()
    poses = []
    for mirror in (False, True):
        shown.clear()
        lesson.replay("", mirror)
        until(lambda: len(shown) >= 20)
        lesson.stop()
        until(lambda: lesson.state == IDLE)
        poses.append(np.array(shown[:20]))
    image = robot("qtrobot").mirrored(poses[0])
    assert np.abs(image - poses[1]).max() < 0.1
    assert np.abs(poses[0] - poses[1]).max() > 0.1


def test_half_the_speed_takes_twice_the_poses(
    lesson: Lesson, shown: list[np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson.take = walk()
    counts = []
    monkeypatch.setattr(lesson, "_play", lambda motion: counts.append(motion.frame_count))
    for speed in (1.0, 0.5, 0.01):
        lesson.replay("", speed=speed)
        until(lambda: lesson.state == IDLE)
    assert counts[1] == pytest.approx(2 * counts[0], abs=2)
    assert counts[2] == pytest.approx(4 * counts[0], abs=4)


@pytest.mark.parametrize("name", ["", "../up", "a/b", "x" * 61, ".hidden"])
def test_names_that_are_none_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError):
        MoveShelf(tmp_path).keep(name, walk())
    assert list(tmp_path.iterdir()) == []


def test_a_movement_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    shelf = MoveShelf(tmp_path)
    shelf.keep(" arm up ", walk())
    assert isinstance(shelf.read("arm up"), Recording)
    with pytest.raises(OutputError, match="no movement"):
        shelf.read("arm down")
    shelf.forget("arm up")
    assert shelf.names() == []
    with pytest.raises(OutputError, match="no movement"):
        shelf.forget("arm up")


def test_who_is_recorded_is_told_what_to_do(tmp_path: Path) -> None:
    live, said = engine(), list[str]()
    recorder = Recorder(tmp_path / "take.npz")
    live.recorder = recorder
    watch = _Watch(live, recorder, said.append)
    watch.look("")
    frames = sightings(walk())
    for number, frame in enumerate(frames):
        live.feed(frame)
        if number in (10, 11, len(frames) - 1):
            recorder.write()
            watch.look("")
    for tick in range(1, 40):
        live.idle(frames[-1].time + tick / FPS)
    watch.look("")
    recorder.close()
    assert [sentence[:14] for sentence in said] == [
        "Nobody is seen",
        "Stay in view f",
        "Show the movem",
        "You are not se",
    ]
    assert f"{walk().duration:.0f} s so far" in said[2]
