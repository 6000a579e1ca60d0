"""OSC and the Virtual Motion Capture protocol, written from their specifications and read back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live.osc_writer import bundle, message
from understudy.live.packets import PacketError
from understudy.live.sources.osc import OscMessage, read_osc
from understudy.live.sources.vmc import BONE, PARENTS, ROOT, TIME, VmcSource
from understudy.spatial import rotations as rot

HALF = float(np.sqrt(0.5))


def test_every_type_of_argument_is_read() -> None:
    packet = message("/a/b", 3, 0.5, "word", b"\1\2\3", True, False, None)
    assert read_osc(packet) == [OscMessage("/a/b", (3, 0.5, "word", b"\1\2\3", True, False, None))]
    wide = b"/w\0\0,hdtcrmI\0\0\0\0" + bytes(8) + bytes(8) + bytes(8) + bytes(4) + bytes(4) + b"\1\2\3\4"
    assert read_osc(wide) == [OscMessage("/w", (0, 0.0, 0, 0, 0, b"\1\2\3\4", float("inf")))]
    assert read_osc(b"/bare\0\0\0") == [OscMessage("/bare", ())]


def test_bundles_within_bundles_are_read_in_order() -> None:
    inner = bundle([message("/two"), message("/three")])
    assert [each.address for each in read_osc(bundle([message("/one"), inner]))] == ["/one", "/two", "/three"]


def test_bundles_cannot_be_endless() -> None:
    packet = message("/a")
    for _ in range(20):
        packet = bundle([packet])
    with pytest.raises(PacketError, match="deep"):
        read_osc(packet)


def bone(name: str, place: tuple[float, float, float], turn: tuple[float, float, float, float]) -> bytes:
    return message(BONE, name, *place, *turn)


STILL = (0.0, 0.0, 0.0, 1.0)


def a_frame(time: float, turn: tuple[float, float, float, float] = STILL) -> bytes:
    return bundle(
        [
            message("/VMC/Ext/OK", 1),
            message(TIME, time),
            message(ROOT, "root", 1.0, 0.0, 2.0, *STILL),
            bone("Hips", (0.0, 1.0, 0.0), turn),
            bone("LeftUpperLeg", (-0.1, 0.0, 0.0), STILL),
            bone("Spine", (0.0, 0.2, 0.0), STILL),
            # There is no chest: the neck hangs by the spine.
            bone("Neck", (0.0, 0.3, 0.0), STILL),
        ]
    )


def test_bones_are_put_together_in_right_handed_axes() -> None:
    source = VmcSource()
    assert source.take(a_frame(1.0), 50.0) == []
    (first,) = source.take(a_frame(1.5), 51.0)
    index = {name: row for row, name in enumerate(first.names)}
    np.testing.assert_allclose(first.points[index["Hips"]], [-1.0, 1.0, 2.0])
    np.testing.assert_allclose(first.points[index["LeftUpperLeg"]], [-0.9, 1.0, 2.0], atol=1e-6)
    np.testing.assert_allclose(first.points[index["Neck"]], [-1.0, 1.5, 2.0], atol=1e-6)


def test_frames_are_complete_at_once_after_the_first_and_stamped_by_the_sender() -> None:
    source = VmcSource()
    source.take(a_frame(1.0), 50.0)
    source.take(a_frame(1.5), 51.0)
    (seen,) = source.take(a_frame(2.0), 99.0)
    assert seen.time == pytest.approx(2.0)


def test_a_turn_in_unitys_axes_turns_the_other_way_round_here() -> None:
    # Unity: a quarter about y turns z forward to x right. Here left is +x, so forward turns to -x.
    source = VmcSource()
    quarter = (0.0, HALF, 0.0, HALF)
    source.take(a_frame(1.0, quarter), 0.0)
    source.take(a_frame(1.5, quarter), 0.0)
    seen = source.take(a_frame(2.0, quarter), 0.0)[0]
    assert seen.rotations is not None
    forward = rot.rotate(seen.rotations[0], np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(forward, [-1.0, 0.0, 0.0], atol=1e-6)


def test_parents_come_first_and_every_bone_leads_to_the_hips() -> None:
    names = list(PARENTS)
    assert len(names) == 55
    for name, parent in PARENTS.items():
        assert not parent or names.index(parent) < names.index(name)


@pytest.mark.parametrize(
    "broken",
    [
        b"\0" * 4,
        b"/VMC",
        message(BONE, "Hips", 1.0, 2.0),
        message(BONE, "Hips", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        message(BONE, "Hips", float("nan"), 0.0, 0.0, *STILL),
        message(BONE, "Hips", "a", 0.0, 0.0, *STILL),
        message(BONE, 3, 0.0, 0.0, 0.0, *STILL),
        message(TIME, "noon"),
        message(TIME, float("nan")),
    ],
)
def test_malformed_packets_are_counted(broken: bytes) -> None:
    source = VmcSource()
    assert source.take(broken, 0.0) == []
    assert source.counts.malformed == 1


@settings(max_examples=150)
@given(st.data())
def test_damaged_packets_do_nothing(data: st.DataObject) -> None:
    good = a_frame(1.0)
    damaged = bytearray(good[: data.draw(st.integers(0, len(good)))])
    for _ in range(data.draw(st.integers(0, 6))):
        if damaged:
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    source = VmcSource()
    for _ in range(2):
        for seen in source.take(bytes(damaged), 0.0):
            assert np.isfinite(seen.points).all()
