"""``understudy demonstrations``, and the perspective of ``retarget``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.human.demonstrations.likeness import likeness
from understudy.motion import HumanMotion, RobotMotion
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

FPS = 20.0


def write_take(path: Path, move: str, seed: int) -> Path:
    rendering = RENDERINGS["csv"]
    body = performer_body(height=1.6 + 0.05 * seed)
    motion = make(move, fps=FPS, seed=seed, body=body)
    rendering.write(path, record(motion, rendering.point_set(body), Corruption(noise=0.005), seed))
    return path


def test_takes_become_a_mean_with_samples_and_an_envelope(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(write_take(tmp_path / f"take{seed}.csv", "hands_side", seed)) for seed in range(3)]
    files.append(str(write_take(tmp_path / "other.csv", "wave", 5)))
    output, table = tmp_path / "mean.npz", tmp_path / "envelope.csv"
    words = [
        "demonstrations",
        *files,
        "-o",
        str(output),
        "--envelope",
        str(table),
        "--samples",
        "2",
        "--json",
    ]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["outliers"] == ["other.csv"]
    assert set(found["takes"]) == {"take0.csv", "take1.csv", "take2.csv", "other.csv"}
    mean = HumanMotion.load(output)
    assert likeness(mean, read_human(files[0])).angle < np.radians(8.0)
    assert len(table.read_text().splitlines()) == mean.frame_count + 1
    assert HumanMotion.load(tmp_path / "mean_2.npz").names == mean.names


def test_one_capture_with_rests_holds_several_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three goes of a move with a second of rest between them are cut by themselves."""
    body = performer_body()
    rendering = RENDERINGS["csv"]
    motion = make("hands_side", 3.6, FPS, 1, body)
    taken = record(motion, rendering.point_set(body), Corruption())
    recording = taken.recording()
    still = np.repeat(recording.points[:1], round(1.0 * FPS), axis=0)
    points = np.concatenate([still, recording.points] * 3 + [still])
    path = tmp_path / "session.npz"
    from dataclasses import replace

    replace(recording, points=points, valid=None).save(path)
    assert main(["demonstrations", str(path), "-o", str(tmp_path / "mean.npz"), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["takes"]) == 3
    assert main(["demonstrations", str(path), "--whole", "-o", str(tmp_path / "mean.npz")]) == 2
    assert "two at least" in capsys.readouterr().err


def test_retarget_in_a_mirror_stated_or_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_take(tmp_path / "wave.csv", "wave", 1)
    human = read_human(file)
    human.save(tmp_path / "shown.npz")
    human.mirror().save(tmp_path / "repeated.npz")
    robot = ["--robot", "qtrobot", "--method", "geometric"]
    motions = {}
    for name, words in {
        "own": [str(tmp_path / "shown.npz")],
        "stated": [str(tmp_path / "repeated.npz"), "--perspective", "mirror"],
        "found": [str(tmp_path / "repeated.npz"), "--shown", str(tmp_path / "shown.npz")],
    }.items():
        assert main(["retarget", *words, *robot, "-o", str(tmp_path / f"{name}.npz")]) == 0
        motions[name] = RobotMotion.load(tmp_path / f"{name}.npz")
    assert "as in a mirror" in capsys.readouterr().err.replace("\n", " ")
    for name in ("stated", "found"):
        np.testing.assert_allclose(motions[name].q, motions["own"].q, atol=1e-9)
    words = ["--shown", str(tmp_path / "shown.npz"), "--perspective", "own"]
    assert main(["retarget", str(tmp_path / "shown.npz"), *robot, *words]) == 2
    assert "expected one of them" in capsys.readouterr().err.replace("\n", " ")
