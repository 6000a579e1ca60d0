"""Clock, contacts, targets and the standing pose of a streamed skeleton, each by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.live.walking import FPS, engine, sightings, walk
from understudy.clean import clean
from understudy.errors import CaptureError, OptionError
from understudy.human import human_from_recording
from understudy.human.sizes import sizes_and_heights
from understudy.live.calibration import calibrate
from understudy.live.clock import TickClock, stream_rate
from understudy.live.contacts import LiveContacts
from understudy.live.options import LiveOptions
from understudy.live.sighting import StreamFacts
from understudy.live.standing_pose import standing_pose
from understudy.live.targets import smooth_step
from understudy.retarget.method_options import TrackOptions
from understudy.spatial import rotations as rot


def test_stamps_that_tremble_lose_no_frame() -> None:
    clock = TickClock(100.0)
    generator = np.random.default_rng(0)
    times = np.arange(2000) / 100.0 + generator.uniform(-0.003, 0.003, 2000)
    assert [clock.due(time) for time in times] == [1] * 2000


def test_a_clock_that_runs_fast_is_followed() -> None:
    clock = TickClock(100.0)
    assert sum(clock.due(frame / 100.3) for frame in range(5000)) == 5000


def test_missing_frames_are_caught_up_and_past_ones_are_not() -> None:
    clock = TickClock(100.0)
    assert [clock.due(time) for time in (0.0, 0.01, 0.05, 0.04, 0.05)] == [1, 1, 4, 0, 0]


def test_time_that_stood_still_or_began_anew_is_noticed() -> None:
    clock = TickClock(100.0)
    clock.due(0.0)
    assert clock.due(5.0) == -1
    before = clock.time
    assert [clock.due(0.01 * step) for step in range(11)][-2:] == [-1, 1]
    assert clock.time > before


def test_the_rate_is_found_though_frames_are_missing() -> None:
    times = np.delete(np.arange(300) / 119.88, [50, 51, 120])
    assert stream_rate(times) == pytest.approx(120.0, rel=0.002)


def test_contacts_are_those_of_the_whole_clip() -> None:
    human = human_from_recording(clean(walk()))
    _, heights = sizes_and_heights(human)
    contacts = LiveContacts(heights, human.sizes["leg"], FPS)
    live = np.array([contacts.step(human.section(frame, frame + 1)) for frame in range(human.frame_count)])
    assert (live == human.contact_mask).mean() > 0.95


def test_a_floor_that_rises_slowly_is_followed() -> None:
    human = human_from_recording(clean(walk()))
    _, heights = sizes_and_heights(human)
    contacts = LiveContacts(heights, human.sizes["leg"], FPS)
    rise = 0.0003
    live = []
    for frame in range(human.frame_count):
        one = human.section(frame, frame + 1)
        lifted = one.landmarks + [0.0, 0.0, rise * frame - contacts.ground]
        live.append(contacts.step(replace(one, landmarks=lifted)))
    assert contacts.ground == pytest.approx(rise * human.frame_count, abs=0.02)
    assert (np.array(live) == human.contact_mask)[30:].mean() > 0.9


def test_a_streamed_skeleton_stands_when_nothing_is_turned() -> None:
    generator = np.random.default_rng(2)
    parents, offsets = (-1, 0, 1, 0), np.array([[0, 0, 0], [0, 0, 0.5], [0, 0.2, 0], [0.1, 0, 0]])
    turns = rot.normalise(generator.standard_normal((20, 4, 4)))
    points = np.zeros((20, 4, 3))
    for joint in (1, 2, 3):
        points[:, joint] = points[:, parents[joint]] + rot.rotate(turns[:, parents[joint]], offsets[joint])
    pose = standing_pose(points + generator.standard_normal((20, 1, 3)), turns, parents)
    np.testing.assert_allclose(
        pose.points[0], [[0, 0, 0], [0, 0, 0.5], [0, 0.2, 0.5], [0.1, 0, 0]], atol=1e-9
    )


def test_a_change_begins_and_ends_at_rest() -> None:
    shares = np.array([smooth_step(each) for each in np.linspace(-0.1, 1.1, 241)])
    assert shares[0] == 0.0 and shares[-1] == 1.0
    assert (np.diff(shares) >= 0.0).all()
    assert np.abs(np.diff(shares)[[20, -21]]).max() < 1e-4


def test_targets_on_the_way_turn_evenly() -> None:
    live = engine()
    for frame in sightings(walk())[:80]:
        live.feed(frame)
    start, end = live._follower.standing(), live._wish
    half = start.towards(end, 0.5)
    np.testing.assert_allclose(
        rot.angle_between(start.directions, half.directions),
        rot.angle_between(half.directions, end.directions),
        atol=1e-6,
    )
    assert start.towards(end, 1.0) is end


def test_too_few_frames_and_too_slow_streams_are_refused() -> None:
    facts = StreamFacts("JSON", placed=walk())
    with pytest.raises(CaptureError, match="expected 10"):
        calibrate(sightings(walk())[:5], facts, LiveOptions())
    slow = [replace(frame, time=float(number)) for number, frame in enumerate(sightings(walk())[:12])]
    with pytest.raises(CaptureError, match="frames a second"):
        calibrate(slow, facts, LiveOptions())


@pytest.mark.parametrize(
    "wrong",
    [
        {"calibrate": 0.0},
        {"rate": 1.0},
        {"via": "air"},
        {"hold": -1.0},
        {"track": TrackOptions(physics="contact")},
    ],
)
def test_options_that_cannot_be_kept_live_are_refused(wrong: dict) -> None:
    with pytest.raises(OptionError):
        LiveOptions(**wrong)
