"""``--smooth``: captures filtered at a frequency of one's own, wherever one is read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import understudy as us
from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion

WALK = str(built_in_motion("walk"))
LOW = 2.0
"""Frequency [Hz] that takes the steps out of a walk."""
CALMER = 0.7
"""Share of the knees' acceleration that is left at most."""


def knees(motion: us.RobotMotion) -> float:
    """Return how hard knees are accelerated, root mean square [rad/s²]."""
    columns = [motion.joints.index(name) for name in ("LKneePitch", "RKneePitch")]
    return float(np.sqrt(np.mean(np.diff(motion.joint_positions[:, columns], n=2, axis=0) ** 2)))


def test_retarget_and_batch_and_python_filter_alike(tmp_path: Path) -> None:
    clips = tmp_path / "clips"
    clips.mkdir()
    shutil.copy(WALK, clips)
    plain, smooth = tmp_path / "plain.npz", tmp_path / "smooth.npz"
    assert main(["retarget", WALK, "--robot", "nao", "-o", str(plain), "--json"]) == 0
    words = ["--robot", "nao", "--smooth", f"{LOW:g}", "--json"]
    assert main(["retarget", WALK, "-o", str(smooth), *words]) == 0
    assert main(["batch", str(clips), "-o", str(tmp_path / "set"), "--pictures", "0", *words]) == 0
    filtered = us.RobotMotion.load(smooth)
    assert knees(filtered) < CALMER * knees(us.RobotMotion.load(plain))
    batched = us.RobotMotion.load(tmp_path / "set" / "motions" / "nao" / "walk.bvh.npz")
    np.testing.assert_array_equal(batched.q, filtered.q)
    np.testing.assert_array_equal(us.retarget(us.read(WALK, smooth=LOW), "nao").q, filtered.q)


def test_a_batch_smoothed_otherwise_is_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clips = tmp_path / "clips"
    clips.mkdir()
    shutil.copy(WALK, clips)
    made = []
    for more in ([], ["--smooth", "6"], ["--smooth", "6"]):
        words = ["batch", str(clips), "--robot", "nao", "-o", str(tmp_path / "set"), "--pictures", "0"]
        assert main([*words, "--json", *more]) == 0
        made.append(json.loads(capsys.readouterr().out)["made_now"])
    assert made == [1, 1, 0]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--smooth", "30"], "expected over 0 and under half the frame rate, 30 Hz"),
        (["--smooth", "0"], "expected a number over 0"),
        (["--smooth", "6", "--no-clean", "smoothing"], "contradict each other"),
    ],
)
def test_what_cannot_be_filtered_is_one_sentence(
    more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.npz"
    words = ["retarget", WALK, "--robot", "nao", "-o", str(output), *more]
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    assert code == BAD_INPUT
    assert told in " ".join(capsys.readouterr().err.split())
    assert not output.exists()


def test_the_studio_says_it_as_a_command_line() -> None:
    from understudy.clean import CleaningOptions
    from understudy.studio.edits import Edits
    from understudy.studio.variant import Variant, command_line

    edits = Edits(cleaning=CleaningOptions(cutoff=6.0))
    assert command_line(Path("walk.bvh"), edits, Variant("nao")).endswith("--smooth 6")
