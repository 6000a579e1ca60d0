"""Seventeen targets on a body: a real recording, and ones that somebody broke."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.capture.effort import not_hanging
from understudy.capture import read_capture
from understudy.capture.keraal.reader import JOINTS, KERAAL_VICON, TARGETS, looks_like_keraal_vicon
from understudy.capture.placing.place import place
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

FILE = "motions/keraal/G3-Vicon-CTK-P1T1-Unknown-C-0.txt"
FRAMES = 390
LINE_NUMBERS = 7

LENGTHS = {
    ("shoulder", "elbow"): (0.24, 0.33),
    ("elbow", "wrist"): (0.21, 0.28),
    ("hip", "knee"): (0.33, 0.45),
    ("knee", "ankle"): (0.36, 0.46),
}
"""What segments of an adult of 1.5 m to 1.85 m measure [m]."""

STEADY = 0.02
"""How much a segment between worked-out joints may stretch [m], one standard deviation."""


def placed(source: Source) -> Recording:
    """Read and place what Keraal's Vicon wrote."""
    return place(KERAAL_VICON.read(source), source.sidecar)


@pytest.fixture(scope="module")
def recording(shared: Path) -> Recording:
    return read_capture(shared / FILE)


@pytest.fixture(scope="module")
def content(shared: Path) -> bytes:
    return (shared / FILE).read_bytes()


def tracks_of(recording: Recording) -> dict[str, np.ndarray]:
    return landmark_tracks(recording.names, recording.points, recording.landmark_points)


def test_file_holds_what_it_says(recording: Recording, shared: Path) -> None:
    numbers = np.loadtxt(shared / FILE).reshape(FRAMES, len(TARGETS), LINE_NUMBERS)
    assert recording.frame_count == FRAMES
    assert recording.fps == 60.0
    assert recording.names[: len(TARGETS)] == TARGETS
    placed = recording.points[:, : len(TARGETS)]
    np.testing.assert_allclose(placed[..., 2], numbers[..., 2] / 1000.0, atol=1e-12)
    np.testing.assert_allclose(
        np.linalg.norm(placed - placed[:, :1], axis=-1),
        np.linalg.norm(numbers[..., :3] - numbers[:, :1, :3], axis=-1) / 1000.0,
        atol=1e-12,
    )


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("segment", list(LENGTHS), ids="-".join)
def test_segments_are_as_long_as_a_persons_and_do_not_stretch(
    recording: Recording, segment: tuple[str, str], side: str
) -> None:
    tracks = tracks_of(recording)
    lengths = np.linalg.norm(tracks[f"{segment[1]}_{side}"] - tracks[f"{segment[0]}_{side}"], axis=1)
    low, high = LENGTHS[segment]
    assert low < lengths.mean() < high
    assert lengths.std() < STEADY


def test_person_sits_upright_faces_x_and_raises_both_arms(recording: Recording) -> None:
    tracks = tracks_of(recording)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        assert np.median(tracks[f"knee_{side}"][:, 0] - tracks[f"hip_{side}"][:, 0]) > 0.25
        assert sign * np.median(tracks[f"shoulder_{side}"][:, 1] - tracks["neck"][:, 1]) > 0.1
        hand = tracks[f"wrist_{side}"][:, 2] - tracks["neck"][:, 2]
        assert hand.max() > 0.2
        assert hand[0] < -0.3
    assert np.median(tracks["head_top"][:, 2] - tracks["neck"][:, 2]) > 0.2


def test_every_joint_is_a_computed_point(recording: Recording) -> None:
    for joint in JOINTS:
        assert recording.landmark_points[joint] == (f"*{joint}",)
    assert any("worked out" in note for note in recording.notes)


def test_lost_target_is_not_seen(content: bytes) -> None:
    lines = content.splitlines()
    cells = lines[5].split()
    cells[3:7] = [b"0"] * 4
    lines[5] = b" ".join(cells)
    recording = placed(Source(Path("lost"), b"\n".join(lines)))
    assert not recording.valid_mask[5, 0]
    assert not recording.valid_mask[5, recording.names.index("*elbow_r")]
    assert recording.valid_mask[5, recording.names.index("*elbow_l")]


def test_one_frame_is_enough(content: bytes) -> None:
    recording = placed(Source(Path("one"), content.splitlines()[0]))
    assert recording.frame_count == 1
    assert recording.valid_mask.all()


@pytest.mark.parametrize("other", [b"", b"1 2 3", b" ".join([b"1"] * 119), b" ".join([b"x"] * 119)])
def test_other_numbers_are_not_claimed(other: bytes) -> None:
    assert not looks_like_keraal_vicon(other)


def test_truncated_anywhere_it_is_one_sentence_or_whole(content: bytes) -> None:
    whole = b"\n".join(content.splitlines()[:40])
    for percent in range(1, 100):
        cut = whole[: len(whole) * percent // 100]
        try:
            with not_hanging():
                if looks_like_keraal_vicon(cut):
                    placed(Source(Path("cut"), cut))
        except CaptureError as error:
            assert "expected 119" in str(error)


@pytest.mark.parametrize("word", [b"1e300", b"-1e160", b"inf", b"nan", b"1_0", b"1\x1c"])
def test_wild_numbers_are_one_sentence_or_a_recording(content: bytes, word: bytes) -> None:
    rows = [line.split() for line in content.splitlines()[:12]]
    for column in range(0, len(TARGETS) * LINE_NUMBERS, 10):
        wild = [list(row) for row in rows]
        wild[-2][column] = word
        source = Source(Path("wild"), b"\n".join(map(b" ".join, wild)))
        try:
            assert placed(source).frame_count == len(rows)
        except CaptureError as error:
            assert "expected" in str(error)
