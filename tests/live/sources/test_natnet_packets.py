"""NatNet frames and models of every version, written from its depacketization and read back by field."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live.natnet_writer import frame_payload, models_packet, packet, server_info
from understudy.live.packets import PacketError, PacketReader
from understudy.live.sources.natnet import NatNetSource
from understudy.live.sources.natnet_models import BoneModel, Models, SkeletonModel, read_models, read_server
from understudy.live.sources.natnet_packets import (
    FRAME,
    NatNetAsset,
    NatNetBody,
    NatNetFrame,
    NatNetMarker,
    packet_of,
    read_frame,
)

VERSIONS = [
    (2, 0),
    (2, 1),
    (2, 3),
    (2, 5),
    (2, 6),
    (2, 7),
    (2, 9),
    (2, 11),
    (3, 0),
    (3, 1),
    (4, 0),
    (4, 1),
    (4, 2),
]


def a_body(number: int, version: tuple[int, int], is_asset: bool = False) -> NatNetBody:
    count = 2 if version < (3, 0) and not is_asset else 0
    return NatNetBody(
        identifier=number,
        position=np.array([0.5, 1.0, -0.25]) + number,
        quaternion=np.array([0.5, -0.5, 0.5, 0.5]),
        markers=np.arange(3.0 * count).reshape(count, 3),
        marker_ids=np.arange(count) + 11,
        marker_sizes=np.full(count, 0.25),
        error=0.5,
        is_tracked=number != 2 or version < (2, 6),
    )


def a_frame(version: tuple[int, int]) -> NatNetFrame:
    marker = NatNetMarker(3, 21, np.array([1.0, 2.0, 3.0]), 0.25, 5 if version >= (2, 6) else 0, 0.0)
    if version >= (3, 0):
        marker = NatNetMarker(3, 21, np.array([1.0, 2.0, 3.0]), 0.25, 5, 0.125)
    channels = {4: (np.array([1.0, 2.0]), np.array([3.0])), 5: ()}
    skeletons = {7: (a_body(1, version), a_body(2, version))}
    asset = NatNetAsset(9, (a_body(1, version, True),), (NatNetMarker(9, 1, np.zeros(3), 0.5, 2, 0.75),))
    return NatNetFrame(
        number=1234,
        marker_sets={"anna": np.arange(6.0).reshape(2, 3), "all": np.arange(3.0).reshape(1, 3)},
        others=np.ones((1, 3)),
        bodies=(a_body(5, version),),
        skeletons=skeletons if version >= (2, 1) else {},
        assets=(asset,) if version >= (4, 1) else (),
        markers=(marker,) if version >= (2, 3) else (),
        plates=channels if version >= (2, 9) else {},
        devices=channels if version >= (2, 11) else {},
        timecode=77,
        timecode_sub=88,
        time=12.5,
        stamps=(1 << 40, 2, 3) if version >= (3, 0) else (0, 0, 0),
        precision=(10, 20) if version >= (4, 1) else (0, 0),
        is_recording=True,
        models_changed=False,
    )


def assert_same(one: object, other: object) -> None:
    """Compare frames with arrays in them, whatever they are made of."""
    if isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, np.asarray(other))
    elif isinstance(one, dict):
        assert isinstance(other, dict) and one.keys() == other.keys()
        for key, value in one.items():
            assert_same(value, other[key])
    elif isinstance(one, tuple):
        assert isinstance(other, tuple) and len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            assert_same(left, right)
    elif is_dataclass(one):
        assert type(one) is type(other)
        for each in fields(one):
            assert_same(getattr(one, each.name), getattr(other, each.name))
    else:
        assert one == other


@pytest.mark.parametrize("version", VERSIONS)
def test_every_field_of_a_frame_is_read(version: tuple[int, int]) -> None:
    frame = a_frame(version)
    kind, reader = packet_of(packet(FRAME, frame_payload(frame, version)))
    assert kind == FRAME
    assert_same(read_frame(reader, version), frame)


def test_a_precision_clock_of_version_4_0_is_told_by_what_is_left() -> None:
    frame = a_frame((4, 0))
    payload = frame_payload(frame, (4, 0))
    with_clock = payload[:-6] + (10).to_bytes(4, "little") + (20).to_bytes(4, "little") + payload[-6:]
    assert read_frame(PacketReader(payload, "<"), (4, 0)).precision == (0, 0)
    assert read_frame(PacketReader(with_clock, "<"), (4, 0)).precision == (10, 20)


def some_models(version: tuple[int, int]) -> Models:
    turn = np.array([0.0, 0.0, 0.0, 1.0])
    markers = (
        (("M1" if version >= (4, 0) else "", 4, np.array([1.0, 2.0, 3.0])),) if version >= (3, 0) else ()
    )
    hip = BoneModel("Hip", 1, 0, np.array([0.0, 1.0, 0.0]), turn, markers)
    chest = BoneModel("Chest", 2, 1, np.array([0.0, 0.25, 0.0]), turn)
    return Models(
        {"anna": ("LHIP", "RHIP")},
        (BoneModel("cup", 5, -1, np.zeros(3), turn),),
        {7: SkeletonModel("Ben", 7, (hip, chest))},
        1,
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_every_field_of_models_is_read(version: tuple[int, int]) -> None:
    models = some_models(version)
    _, reader = packet_of(models_packet(models, version))
    assert_same(read_models(reader, version), models)


def test_the_server_says_its_version() -> None:
    _, reader = packet_of(server_info((4, 1, 0, 0)))
    told = read_server(reader)
    assert (told.name, told.stream) == ("Motive", (4, 1, 0, 0))


def a_source(version: tuple[int, int] = (4, 1)) -> NatNetSource:
    source = NatNetSource()
    source.take(server_info((*version, 0, 0)), 0.0)
    source.take(models_packet(some_models(version), version), 0.0)
    return source


def test_a_skeleton_becomes_named_bones_and_untracked_ones_are_not_seen() -> None:
    source = a_source()
    (seen,) = source.take(packet(FRAME, frame_payload(a_frame((4, 1)), (4, 1))), 0.0)
    assert (seen.names, seen.person, seen.time) == (("Hip", "Chest"), "Ben", 12.5)
    np.testing.assert_allclose(seen.points[0], [1.5, 2.0, 0.75])
    assert np.isnan(seen.points[1]).all()
    assert seen.rotations is not None
    np.testing.assert_allclose(seen.rotations[0], [0.5, 0.5, -0.5, 0.5])
    assert dict(source.facts.parents) == {"Chest": "Hip"}


def test_marker_sets_are_people_where_there_is_no_skeleton() -> None:
    source = a_source()
    frame = NatNetFrame(1, marker_sets={"anna": np.ones((2, 3)), "all": np.ones((4, 3))}, time=1.0)
    (seen,) = source.take(packet(FRAME, frame_payload(frame, (4, 1))), 0.0)
    assert (seen.person, seen.names) == ("anna", ("LHIP", "RHIP"))


@settings(max_examples=150)
@given(st.data())
def test_damaged_packets_are_counted_and_nothing_else(data: st.DataObject) -> None:
    version = data.draw(st.sampled_from(VERSIONS))
    good = data.draw(
        st.sampled_from(
            [
                packet(FRAME, frame_payload(a_frame(version), version)),
                models_packet(some_models(version), version),
            ]
        )
    )
    damaged = bytearray(good[: data.draw(st.integers(0, len(good)))])
    for _ in range(data.draw(st.integers(0, 8))):
        if damaged:
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    source = a_source(version)
    source.take(bytes(damaged), 0.0)
    assert source.counts.malformed <= 1


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_noise_is_no_packet(noise: bytes) -> None:
    source = a_source()
    source.take(noise, 0.0)
    assert source.counts.received == 3


def test_a_count_beyond_the_packet_is_refused() -> None:
    with pytest.raises(PacketError, match="more than it holds"):
        read_frame(PacketReader(b"\1\0\0\0" + b"\xff\xff\xff\x7f" * 4, "<"), (3, 0))
