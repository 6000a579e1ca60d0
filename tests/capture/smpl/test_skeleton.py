"""Which skeleton is chosen, and that it is said why."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.smpl.body import mean_skeleton
from understudy.capture.smpl.joints import SMPL
from understudy.capture.smpl.model import MODELS_VARIABLE
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.skeleton import choose_skeleton
from understudy.errors import CaptureError

SIZE = 1.87
"""Body height [m] of who squats."""


def squat(depth: float) -> SmplMotion:
    """Return knee bends of a body of that size whose feet stay where they are, to an angle [rad]."""
    skeleton = mean_skeleton(SMPL, SIZE)
    bend = depth * np.sin(np.linspace(0.0, np.pi, 60)) ** 2
    poses = np.zeros((60, 24, 3))
    # Hips bend forward about SMPL's x, knees back by as much, so that the shins stay as they are.
    poses[:, [1, 2], 0] = -bend[:, None]
    poses[:, [4, 5], 0] = bend[:, None]
    thigh = skeleton.offsets[skeleton.names.index("left_knee")]
    forward = thigh[0] * np.cos(bend) - thigh[2] * np.sin(bend)
    up = thigh[2] * np.cos(bend) + thigh[0] * np.sin(bend)
    translations = np.stack([np.zeros(60), -up, -forward], axis=1)
    return SmplMotion(SMPL, poses, translations, 30.0, np.array([1.0]))


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)


def height(skeleton_offset: np.ndarray) -> float:
    return SIZE * skeleton_offset[2] / mean_skeleton(SMPL, SIZE).offsets[3, 2]


def test_steps_go_before_shape(tmp_path: Path) -> None:
    chosen = choose_skeleton(tmp_path / "a.npz", squat(1.2))
    assert height(chosen.skeleton.offsets[3]) == pytest.approx(SIZE, abs=0.02)
    assert "at which standing feet stay in place" in chosen.note
    assert "SMPL_NEUTRAL.npz beside the file" in chosen.note


def test_shape_counts_where_nobody_steps(tmp_path: Path) -> None:
    chosen = choose_skeleton(tmp_path / "a.npz", squat(0.0))
    assert "1.76 m, by gender (neutral) and shape parameters, approximately" in chosen.note


def test_a_broken_model_is_an_error_not_a_fallback(tmp_path: Path) -> None:
    (tmp_path / "SMPL_NEUTRAL.npz").write_bytes(b"not a model")
    with pytest.raises(CaptureError, match="SMPL_NEUTRAL.npz: is not a"):
        choose_skeleton(tmp_path / "a.npz", squat(1.2))
