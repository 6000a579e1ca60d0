"""The clock that all tabs share."""

from __future__ import annotations

import pytest

from understudy.view.web.clock import SPEEDS, Clock

DURATION, FPS = 2.0, 50.0


@pytest.fixture
def clock() -> Clock:
    return Clock(DURATION, FPS)


def test_time_stands_until_it_is_let_run(clock: Clock) -> None:
    assert clock.advance(1.0) == 0.0
    clock.play()
    assert clock.advance(0.5) == pytest.approx(0.5)


def test_time_runs_at_the_chosen_speed(clock: Clock) -> None:
    clock.run_at(0.27)
    clock.play()
    assert clock.now.speed == 0.25
    assert clock.advance(1.0) == pytest.approx(0.25)


def test_a_clock_that_repeats_begins_again(clock: Clock) -> None:
    clock.play()
    assert clock.advance(DURATION + 0.3) == pytest.approx(0.3)
    assert clock.now.playing


def test_a_clock_that_does_not_repeat_stops_at_the_end_and_plays_from_the_start(clock: Clock) -> None:
    clock.repeat(False)
    clock.play()
    assert clock.advance(DURATION + 1.0) == DURATION
    assert not clock.now.playing
    clock.toggle()
    assert clock.now.playing and clock.now.time == 0.0


def test_a_step_is_one_frame_and_stops(clock: Clock) -> None:
    clock.play()
    clock.seek(1.001)
    clock.step(1)
    assert clock.now.time == pytest.approx(51 / FPS)
    assert not clock.now.playing


@pytest.mark.parametrize(("asked", "reached"), [(-1.0, 0.0), (99.0, DURATION)])
def test_time_never_leaves_the_motion(clock: Clock, asked: float, reached: float) -> None:
    clock.seek(asked)
    assert clock.now.time == reached


def test_speeds_end_at_the_slowest_and_the_fastest(clock: Clock) -> None:
    clock.faster(100)
    assert clock.now.speed == SPEEDS[-1]
    clock.faster(-100)
    assert clock.now.speed == SPEEDS[0]


def test_listeners_hear_changes_but_not_time_that_merely_runs(clock: Clock) -> None:
    heard: list[float] = []
    clock.on_change(lambda state: heard.append(state.time))
    clock.seek(1.0)
    clock.seek(1.0)
    clock.play()
    clock.advance(0.1)
    assert heard == [1.0, 1.0]


def test_a_shorter_motion_takes_the_time_with_it(clock: Clock) -> None:
    clock.seek(1.9)
    clock.resize(1.0, 30.0)
    assert clock.now.time == 1.0 and clock.fps == 30.0
