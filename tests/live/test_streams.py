"""The same walk through every protocol: packets in, and the robot does as if it came from a file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.live.mvn_writer import datagram, items
from tests.live.natnet_writer import frame_payload, models_packet, packet, server_info
from tests.live.osc_writer import bundle, message
from tests.live.walking import (
    BONES,
    CALIBRATION,
    FPS,
    assert_within_limits,
    directions,
    drive,
    engine,
    robot,
    sightings,
    walk,
)
from understudy.capture import read_capture
from understudy.cli import main
from understudy.errors import CaptureError
from understudy.live.options import LiveOptions
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import DatagramSource
from understudy.live.sources.mvn import FINGER_PARENTS, MvnSource
from understudy.live.sources.mvn import PARENTS as MVN_PARENTS
from understudy.live.sources.mvn import SEGMENTS as MVN_SEGMENTS
from understudy.live.sources.natnet import NatNetSource
from understudy.live.sources.natnet_models import BoneModel, Models, SkeletonModel
from understudy.live.sources.natnet_packets import FRAME, NatNetBody, NatNetFrame
from understudy.live.sources.udp import UdpSource
from understudy.live.sources.vmc import BONE, PARENTS, TIME, VmcSource
from understudy.spatial import rotations as rot

FRAMES = 150
SEGMENTS = ("upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r", "thigh_l", "thigh_r", "shin_l", "shin_r")
ALIKE = 1.5
"""Median angle [degrees] between what a robot does by a stream and by the file."""


def pose(landmark: str, frame: int) -> tuple[np.ndarray, np.ndarray]:
    """Return where a landmark is [m] and how its joint is turned from the standing pose, z up."""
    recording = walk()
    column = recording.names.index(recording.landmark_points[landmark][0])
    assert recording.rotations is not None and recording.reference_rotations is not None
    turn = rot.multiply(
        recording.rotations[frame, column], rot.conjugate(recording.reference_rotations[column])
    )
    return recording.points[frame, column], turn


def mvn_stream() -> tuple[DatagramSource, list[bytes]]:
    source, packets = MvnSource(0), []
    for frame in range(FRAMES):
        rows = [np.concatenate(pose(BONES[name], frame)) for name in MVN_SEGMENTS]
        body = items(np.arange(1, 24), np.array(rows) * [*[100.0] * 3, *[1.0] * 4])
        packets.append(datagram("02", 23, body, sample=frame, time=1000 + round(1000 * frame / FPS)))
    return source, packets


def test_fingers_of_a_stream_are_landmarks() -> None:
    source, live = MvnSource(0), engine(about=MvnSource(0).facts)
    below = {name: rank for rank, name in enumerate(("Carpus", "Metacarpal", "Proximal", "Middle", "Distal"))}
    for frame in range(FRAMES):
        rows = [np.concatenate(pose(BONES[name], frame)) for name in MVN_SEGMENTS]
        for name in FINGER_PARENTS:
            side = name.partition(" ")[0]
            place, turn = pose(BONES[f"{side} Hand"], frame)
            rank = max(below[word] for word in name.split() if word in below)
            out = 0.03 if "First" in name else 0.0
            away = np.array([0.0, (1.0 if side == "Left" else -1.0) * (0.01 + 0.03 * rank), out])
            rows.append(np.concatenate([place + rot.rotate(turn, away), turn]))
        body = items(np.arange(1, len(rows) + 1), np.array(rows) * [*[100.0] * 3, *[1.0] * 4])
        stamp = 1000 + round(1000 * frame / FPS)
        sent = datagram("02", len(rows), body, sample=frame, time=stamp, fingers=len(FINGER_PARENTS))
        for seen in source.take(sent, 0.0):
            live.feed(seen)
    assert live.calibration is not None
    assert {"fingertip_l", "fingertip_r", "thumb_tip_l", "knuckle_l"} <= set(live.calibration.human.names)


UNITY = {"Hips": "Pelvis", "Spine": "L3", "Chest": "T8", "Neck": "Neck", "Head": "Head"} | {
    f"{side}{unity}": f"{side} {mvn}"
    for side in ("Left", "Right")
    for unity, mvn in {
        "Shoulder": "Shoulder",
        "UpperArm": "Upper Arm",
        "LowerArm": "Forearm",
        "Hand": "Hand",
        "UpperLeg": "Upper Leg",
        "LowerLeg": "Lower Leg",
        "Foot": "Foot",
        "Toes": "Toe",
    }.items()
}


def to_unity(place: np.ndarray, turn: np.ndarray) -> list[float]:
    """Return a place and a turn (x forward, y left, z up) in Unity's axes (x right, y up, z forward)."""
    w, x, y, z = turn.tolist()
    return [-place[1], place[2], place[0], y, -z, -x, w]


def vmc_stream() -> tuple[DatagramSource, list[bytes]]:
    source, packets = VmcSource(0), []
    for frame in range(FRAMES):
        messages = [message(TIME, float(frame / FPS))]
        for bone in (name for name in PARENTS if name in UNITY):
            place, turn = pose(BONES[UNITY[bone]], frame)
            parent = PARENTS[bone]
            while parent and parent not in UNITY:
                parent = PARENTS[parent]
            if parent:
                above, turned = pose(BONES[UNITY[parent]], frame)
                place, turn = (
                    rot.rotate(rot.conjugate(turned), place - above),
                    rot.multiply(rot.conjugate(turned), turn),
                )
            messages.append(message(BONE, bone, *(float(each) for each in to_unity(place, turn))))
        packets.append(bundle(messages))
    return source, packets


MOTIVE = {"Hip": "Pelvis", "Ab": "L3", "Chest": "T8", "Neck": "Neck", "Head": "Head"} | {
    f"{side[0]}{motive}": f"{side} {mvn}"
    for side in ("Left", "Right")
    for motive, mvn in {
        "Shoulder": "Shoulder",
        "UArm": "Upper Arm",
        "FArm": "Forearm",
        "Hand": "Hand",
        "Thigh": "Upper Leg",
        "Shin": "Lower Leg",
        "Foot": "Foot",
        "Toe": "Toe",
    }.items()
}


def natnet_stream() -> tuple[DatagramSource, list[bytes]]:
    version, names = (4, 1), list(MOTIVE)
    of_mvn = {mvn: name for name, mvn in MOTIVE.items()}

    def parent(name: str) -> int:
        above = MVN_PARENTS.get(MOTIVE[name])
        while above is not None and above not in of_mvn:
            above = MVN_PARENTS.get(above)
        return 0 if above is None else names.index(of_mvn[above]) + 1

    still = np.array([0.0, 0.0, 0.0, 1.0])
    bones = tuple(
        BoneModel(name, row + 1, parent(name), np.zeros(3), still) for row, name in enumerate(names)
    )
    packets = [
        server_info((4, 1, 0, 0)),
        models_packet(Models(skeletons={1: SkeletonModel("A", 1, bones)}), version),
    ]
    none = np.zeros(0)
    for frame in range(FRAMES):
        bodies = []
        for row, name in enumerate(names):
            place, (w, x, y, z) = pose(BONES[MOTIVE[name]], frame)
            # From x forward, y left, z up to Motive's z forward, x left, y up.
            place, turn = place[[1, 2, 0]], np.array([y, z, x, w])
            bodies.append(
                NatNetBody(1 << 16 | row + 1, place, turn, none.reshape(0, 3), none, none, 0.0, True)
            )
        seen = NatNetFrame(frame, skeletons={1: tuple(bodies)}, time=frame / FPS)
        packets.append(packet(FRAME, frame_payload(seen, version)))
    return NatNetSource(), packets


def json_stream() -> tuple[DatagramSource, list[bytes]]:
    recording = walk()
    named = {own[0]: landmark for landmark, own in recording.landmark_points.items()}
    packets = []
    for frame in sightings(recording)[:FRAMES]:
        # Millimetres, y up, as if nobody had told us.
        points = {
            named[name]: (1000.0 * place[[1, 2, 0]]).tolist()
            for name, place in zip(frame.names, frame.points, strict=True)
            if name in named
        }
        packets.append(json.dumps({"time": frame.time, "points": points}).encode())
    return UdpSource(0), packets


STREAMS = {"mvn": mvn_stream, "vmc": vmc_stream, "natnet": natnet_stream, "json": json_stream}


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_drives_the_robot_as_the_file_does(name: str) -> None:
    source, packets = STREAMS[name]()
    seen: list[Sighting] = []
    for data in packets:
        seen += source.take(data, 0.0)
    assert len(seen) >= FRAMES - 2
    assert source.counts.malformed == 0
    about = StreamFacts(
        **{field: getattr(source.facts, field) for field in source.facts.__dataclass_fields__}
    )
    live = engine(about=about)
    commands = drive(live, seen)
    assert live.calibration is not None
    assert live.calibration.fps == pytest.approx(FPS, rel=0.02)
    assert_within_limits(commands, robot(), live.calibration.fps)
    direct = drive(engine(), sightings(walk())[:FRAMES])
    count = 30
    one, other = (directions(each[-count:], robot(), SEGMENTS) for each in (commands, direct))
    assert np.degrees(np.median(rot.angle_between(one, other))) < ALIKE


def test_markers_drive_the_robot_through_the_fitted_human_only(tmp_path: Path) -> None:
    assert main(["synth", "walk", "--seconds", "4", "-o", str(tmp_path / "take.c3d"), "--json"]) == 0
    taken = read_capture(tmp_path / "take.c3d")
    names = tuple(name for name in taken.names if not name.startswith("*"))
    columns = [taken.names.index(name) for name in names]
    seen = [Sighting(frame / FPS, names, taken.points[frame, columns]) for frame in range(130)]
    about = StreamFacts("markers", unit=1.0, up="z")
    with pytest.raises(CaptureError, match="--via human"):
        drive(engine(about=about), seen)
    live = engine(LiveOptions(calibrate=CALIBRATION, via="human"), about=about)
    commands = drive(live, seen)
    assert_within_limits(commands, robot())
    assert live.counts.used > 50
