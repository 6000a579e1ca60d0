"""``understudy synth`` writes what was asked for, says so, and refuses the rest in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.cli import BAD_INPUT, main
from understudy.synth import MOTIONS, Truth
from understudy.synth.formats import RENDERINGS

SHORT = ("--seconds", "1", "--fps", "10")


def synth(*words: object) -> int:
    return main(["synth", *map(str, words)])


def test_list_names_every_motion_and_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert synth("--list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [motion["name"] for motion in listed["motions"]] == list(MOTIONS)
    assert [each["name"] for each in listed["formats"]] == list(RENDERINGS)
    assert synth("--list") == 0
    assert "teapot" in capsys.readouterr().out


def test_a_capture_and_its_truth_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output, truth_file = tmp_path / "take.csv", tmp_path / "truth.npz"
    spoiling = ("--noise", 5, "--dropout", 0.2, "--outliers", 0.03, "--burst", 0.3)
    person = ("--age", "18mo", "--sex", "male")
    places = ("-o", output, "--truth", truth_file)
    assert synth("wave", *SHORT, *person, *spoiling, "--seed", 4, *places, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["motion"], said["format"], said["frames"], said["seed"]) == ("wave", "csv", 10, 4)
    assert said["age_years"] == pytest.approx(1.5)
    assert said["height_m"] == pytest.approx(0.823)
    assert said["missing"] == pytest.approx(0.2)
    assert said["files"] == [str(output), str(truth_file)]
    truth, recording = Truth.load(truth_file), read_capture(output)
    np.testing.assert_allclose(recording.points, truth.points, atol=1e-7)
    assert truth.is_missing.mean() == pytest.approx(0.2)
    seen = ~(truth.is_missing | truth.is_outlier)
    assert (truth.points - truth.true_points)[seen].std() == pytest.approx(0.005, rel=0.1)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("first.trc", "second.trc", "third.trc")]
    for file, seed in zip(files, (2, 2, 3), strict=True):
        assert synth("teapot", *SHORT, "--noise", 2, "--seed", seed, "-o", file) == 0
    first, second, third = (file.read_text().split("\n", 1)[1] for file in files)
    assert first == second
    assert first != third


def test_a_folder_is_written_where_the_format_has_one_file_a_frame(tmp_path: Path) -> None:
    assert synth("infant_roll", *SHORT, "--format", "mini_rgbd", "-o", tmp_path / "joints_3D") == 0
    assert len(list((tmp_path / "joints_3D").glob("*.txt"))) == 10


def test_without_a_person_the_motion_s_own_performer_performs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert synth("infant_kicking", *SHORT, "-o", tmp_path / "kicking.bvh", "--json") == 0
    assert json.loads(capsys.readouterr().out)["height_m"] == pytest.approx(0.64)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "expected a motion and a place"),
        (("wave",), "expected a motion and a place"),
        (("waving", "-o", "OUT.bvh"), "unknown motion 'waving' (did you mean 'wave'?)"),
        (("wave", "-o", "OUT.txt"), "stands for kinect_v1"),
        (("wave", "--format", "trcc", "-o", "OUT.trc"), "unknown format 'trcc'"),
        (("wave", "--noise", "5", "-o", "OUT.bvh"), "bvh holds turns of joints"),
        (("wave", "--age", "old", "-o", "OUT.bvh"), "age is 'old', expected years such as 6.5"),
        (("wave", "--age=-3mo", "-o", "OUT.bvh"), "expected 0 to 120 years"),
        (("wave", "--height", "9", "-o", "OUT.bvh"), "height is 9.0, expected"),
        (("wave", "--dropout", "2", "-o", "OUT.csv"), "dropout is 2.0, expected a share"),
        (("wave", "--seconds", "0", "-o", "OUT.csv"), "seconds is 0.0"),
        (("wave", "-o", "nowhere/OUT.csv"), "the folder nowhere does not exist"),
        (("wave", "-o", "OUT.csv", "--truth", "nowhere/t.npz"), "the folder nowhere does not exist"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    words: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert synth(*words) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith("understudy: ")
    assert sentence in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
