"""The shipped files are what the performer performs, byte for byte, and read back as such."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.data import BUILT_IN_MOTIONS, built_in_motion
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.motion.landmarks import SEGMENTS
from understudy.synth import MOTIONS, make
from understudy.synth.__main__ import main

MAX_BYTES = 400_000
TOLERANCE = 1e-3  # [m]
FPS = 60.0
STATURES = {"walk": 1.75, "infant_kicking": 0.64}


@pytest.fixture(scope="module")
def recordings() -> dict[str, Recording]:
    return {name: read_capture(built_in_motion(name)) for name in BUILT_IN_MOTIONS}


def test_regenerated_files_are_the_shipped_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path)])
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [path.stem for path in written] == list(BUILT_IN_MOTIONS)
    for path in written:
        assert path.read_bytes() == built_in_motion(path.stem).read_bytes()


@pytest.mark.parametrize("name", BUILT_IN_MOTIONS)
def test_shipped_file_is_small_and_names_a_known_motion(name: str) -> None:
    assert name in MOTIONS
    assert built_in_motion(name).stat().st_size < MAX_BYTES


@pytest.mark.parametrize("name", BUILT_IN_MOTIONS)
def test_reading_gives_back_every_joint_and_end(name: str, recordings: dict[str, Recording]) -> None:
    recording, truth = recordings[name], make(name)
    assert recording.fps == pytest.approx(FPS)
    assert recording.frame_count == truth.frame_count
    joints = [recording.names.index(joint) for joint in truth.skeleton.names]
    np.testing.assert_allclose(recording.points[:, joints], truth.joint_positions, atol=TOLERANCE)
    ends = [recording.names.index(end) for end, _, _ in truth.skeleton.ends]
    np.testing.assert_allclose(recording.points[:, ends], truth.end_positions, atol=TOLERANCE)


@pytest.mark.parametrize("name", BUILT_IN_MOTIONS)
def test_unit_names_and_reference_pose_are_recognised(name: str, recordings: dict[str, Recording]) -> None:
    recording = recordings[name]
    assert "CMU" in recording.dialect
    assert any("centimetres" in note for note in recording.notes)
    for ends in SEGMENTS.values():
        for landmark in ends:
            assert landmark in recording.landmark_points or landmark.startswith("mid_")
    assert recording.reference_points is not None
    points = dict(zip(recording.names, recording.reference_points, strict=True))
    height = points["Head_end"][2] - points["LeftFoot"][2]
    assert height == pytest.approx(STATURES[name], rel=0.05)
    across = points["LeftUpLeg"] - points["RightUpLeg"]
    forward = points["LeftToeBase"] - points["LeftFoot"]
    assert across[1] == pytest.approx(np.linalg.norm(across), abs=1e-6)
    assert forward[0] > 0.0
    assert abs(forward[1]) < 1e-6


def test_unknown_built_in_motion_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="motion 'run'; valid: infant_kicking, walk"):
        built_in_motion("run")
