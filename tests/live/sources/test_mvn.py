"""MVN datagrams of every type, written from the specification and read back, and what becomes of poses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live.mvn_writer import datagram, items, scale
from understudy.live.sighting import Sighting
from understudy.live.sources import mvn_packets as mvn
from understudy.live.sources.mvn import (
    FINGER_PARENTS,
    HANDS_SEGMENTS,
    PARENTS,
    SEGMENTS,
    UNITY_SEGMENTS,
    MvnSource,
)
from understudy.spatial import rotations as rot

WIDTHS = {"01": 6, "02": 7, "03": 3, "05": 7, "21": 9, "22": 10, "23": 10}


@pytest.mark.parametrize("kind", WIDTHS)
def test_every_item_is_read(kind: str) -> None:
    values = np.arange(3.0 * WIDTHS[kind]).reshape(3, -1)
    sent = datagram(
        kind,
        3,
        items(np.array([1, 2, 9]), values),
        sample=99,
        counter=0x82,
        time=2500,
        character=4,
        props=2,
        fingers=40,
    )
    packet = mvn.read_mvn(sent)
    assert isinstance(packet, mvn.MvnItems)
    header = mvn.MvnHeader(kind, 99, 2, True, 3, 2.5, 4, 23, 2, 40, 3 * 4 * (WIDTHS[kind] + 1))
    assert packet.header == header
    np.testing.assert_array_equal(packet.identifiers, [1, 2, 9])
    np.testing.assert_array_equal(packet.values, values)


def test_joint_angles_have_two_identifiers() -> None:
    values = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    packet = mvn.read_mvn(datagram("20", 2, items(np.array([[256, 257], [512, 513]]), values)))
    assert isinstance(packet, mvn.MvnItems)
    np.testing.assert_array_equal(packet.identifiers, [[256, 257], [512, 513]])
    np.testing.assert_array_equal(packet.values, values)


def test_scale_meta_mass_and_time_code_are_read() -> None:
    place = np.array([0.0, 0.5, 1.0])
    told = mvn.read_mvn(datagram("13", 1, scale({"Pelvis": place}, [(1, 13, "pSacrum", 5, place)])))
    assert isinstance(told, mvn.MvnScale)
    np.testing.assert_array_equal(told.segments["Pelvis"], place)
    assert told.points[0][:4] == (1, 13, "pSacrum", 5)
    np.testing.assert_array_equal(told.points[0][4], place)
    meta = mvn.read_mvn(datagram("12", 0, b"name:Anna\nxmid:B123\ncolor:ff00aa\nnew:tag\n"))
    assert isinstance(meta, mvn.MvnTexts)
    assert meta.tags == {"name": "Anna", "xmid": "B123", "color": "ff00aa", "new": "tag"}
    mass = mvn.read_mvn(datagram("24", 0, np.array([1, 2, 3], dtype=">f4").tobytes()))
    assert isinstance(mass, mvn.MvnMass)
    np.testing.assert_array_equal(mass.place, [1.0, 2.0, 3.0])
    stamp = mvn.read_mvn(datagram("25", 0, b"12:34:56.789"))
    assert isinstance(stamp, mvn.MvnTexts)
    assert stamp.tags == {"time": "12:34:56.789"}
    assert mvn.read_mvn(datagram("99", 0, b"anything")) is None


def a_pose() -> tuple[np.ndarray, np.ndarray]:
    """Return points (23, 3) and turns (23, 4) of a skeleton that is turned everywhere."""
    generator = np.random.default_rng(1)
    turns = rot.normalise(generator.standard_normal((23, 4)))
    points = np.zeros((23, 3))
    for row, name in enumerate(SEGMENTS):
        if name in PARENTS:
            above = SEGMENTS.index(PARENTS[name])
            points[row] = points[above] + rot.rotate(turns[above], np.array([0.0, 0.0, 0.25]))
    return points, turns


def second(sent: bytes) -> Sighting:
    """Return what a datagram shows that comes twice; the first one only tells whose clock counts."""
    source = MvnSource()
    assert source.take(sent, 0.0) == []
    return source.take(sent, 1.0)[0]


def test_quaternions_give_a_pose_in_parts_of_a_sample() -> None:
    points, turns = a_pose()
    rows = np.concatenate([points, turns], axis=1)
    source = MvnSource()
    numbers = np.arange(1, 24)
    source.take(datagram("02", 23, items(numbers, rows)), 2.0)
    source.take(datagram("12", 0, b"name:Anna\n"), 0.0)
    assert source.take(datagram("02", 10, items(numbers[:10], rows[:10]), counter=0), 0.0) == []
    (seen,) = source.take(datagram("02", 13, items(numbers[10:], rows[10:]), counter=0x81), 3.0)
    assert (seen.names, seen.person, seen.time) == (SEGMENTS, "Anna", 3.0)
    assert seen.rotations is not None
    np.testing.assert_allclose(seen.points, points, atol=1e-6)
    np.testing.assert_allclose(seen.rotations, turns, atol=1e-6)


def test_fingers_come_behind_body_and_props() -> None:
    points, turns = a_pose()
    count = len(FINGER_PARENTS)
    props, fingers = np.tile([9.0, 9.0, 9.0, 1.0, 0.0, 0.0, 0.0], (2, 1)), np.zeros((count, 7))
    fingers[:, 0], fingers[:, 3] = np.arange(count), 1.0
    rows = np.concatenate([np.concatenate([points, turns], axis=1), props, fingers])
    seen = second(datagram("02", len(rows), items(np.arange(1, len(rows) + 1), rows), props=2, fingers=count))
    assert seen.names == HANDS_SEGMENTS and seen.rotations is not None
    np.testing.assert_allclose(seen.points[:23], points, atol=1e-6)
    np.testing.assert_array_equal(seen.points[23:, 0], np.arange(count))
    assert seen.names[23] == "Left Carpus" and seen.names[42] == "Left Fifth Distal Phalange"
    assert seen.names[43] == "Right Carpus" and seen.names[46] == "Right First Distal Phalange"
    # A sample that says that it has fingers and does not is a body.
    assert second(datagram("02", 23, items(np.arange(1, 24), rows[:23]), fingers=count)).names == SEGMENTS


def test_time_is_the_senders_once_it_runs() -> None:
    points, turns = a_pose()
    body = items(np.arange(1, 24), np.concatenate([points, turns], axis=1))
    source = MvnSource()
    source.take(datagram("02", 23, body, time=1000), 50.0)
    (seen,) = source.take(datagram("02", 23, body, time=1010), 51.0)
    assert seen.time == pytest.approx(1.01)


def test_unitys_format_says_the_same_pose_relatively_and_left_handed() -> None:
    points, turns = a_pose()
    rows = np.empty((23, 7))
    for row, name in enumerate(UNITY_SEGMENTS):
        own = SEGMENTS.index(name)
        place, turn = points[own], turns[own]
        if name in PARENTS:
            above = SEGMENTS.index(PARENTS[name])
            back = rot.conjugate(turns[above])
            place, turn = rot.rotate(back, place - points[above]), rot.multiply(back, turn)
        # From x forward, y left, z up to x right, y up, z forward: a mirror image.
        rows[row] = [-place[1], place[2], place[0], turn[0], turn[2], -turn[3], -turn[1]]
    seen = second(datagram("05", 23, items(np.arange(1, 24), rows)))
    assert seen.rotations is not None
    for row, name in enumerate(UNITY_SEGMENTS):
        own = SEGMENTS.index(name)
        np.testing.assert_allclose(seen.points[row], points[own], atol=1e-5)
        assert abs(abs(float(seen.rotations[row] @ turns[own])) - 1.0) < 1e-5


def test_eulers_positions_are_brought_to_z_up() -> None:
    values = np.zeros((23, 6))
    values[:, :3] = [1.0, 2.0, 3.0]
    seen = second(datagram("01", 23, items(np.arange(1, 24), values)))
    np.testing.assert_array_equal(seen.points[0], [3.0, 1.0, 2.0])
    assert seen.rotations is None


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"MXTP02",
        b"XXXX02" + bytes(18),
        datagram("02", 2, items(np.array([1]), np.zeros((1, 7)))),
        datagram("02", 1, items(np.array([1]), np.full((1, 7), np.nan))),
        datagram("02", 1, items(np.array([1]), np.zeros((1, 7)))),
        datagram("02", 1, b"", stated=40),
        datagram("13", 1, b"\x7f\xff\xff\xff"),
    ],
)
def test_malformed_datagrams_are_counted(broken: bytes) -> None:
    source = MvnSource()
    assert source.take(broken, 0.0) == []
    assert source.counts.malformed == 1


@settings(max_examples=150)
@given(st.data())
def test_damaged_datagrams_do_nothing(data: st.DataObject) -> None:
    points, turns = a_pose()
    good = datagram("02", 23, items(np.arange(1, 24), np.concatenate([points, turns], axis=1)))
    damaged = bytearray(good[: data.draw(st.integers(0, len(good)))])
    for _ in range(data.draw(st.integers(0, 6))):
        if damaged:
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    for seen in MvnSource().take(bytes(damaged), 0.0):
        assert seen.points.shape == (23, 3)
