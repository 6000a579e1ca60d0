"""Which skeleton is chosen, and that it is said why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.smpl.body import TO_OUR_AXES, mean_skeleton
from understudy.capture.smpl.joints import SMPL
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.skeleton import (
    MODELS_VARIABLE,
    choose_skeleton,
    find_model,
    model_names,
    read_model_joints,
)
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


BETAS = np.array([0.5, -1.0, 2.0])
MOTION = SmplMotion(SMPL, np.zeros((1, 24, 3)), np.zeros((1, 3)), 30.0, BETAS, "male")
VERTICES = 60


def model_arrays() -> dict[str, Any]:
    """Return a model whose joints are means of some vertices; two of its shape parameters stay unused."""
    generator = np.random.default_rng(5)
    joints = rest_pose(mean_skeleton(SMPL, 1.7)).points[0, :24][:, np.argsort(TO_OUR_AXES)]
    regressor = np.zeros((24, VERTICES))
    template = generator.normal(scale=0.01, size=(VERTICES, 3))
    for joint in range(24):
        regressor[joint, [joint, joint + 24]] = 0.5
        template[joint] += joints[joint]
        template[joint + 24] += joints[joint]
    directions = generator.normal(scale=0.01, size=(VERTICES, 3, 5))
    return {"v_template": template, "shapedirs": directions, "J_regressor": regressor}


def test_joints_follow_the_shape(tmp_path: Path) -> None:
    arrays = model_arrays()
    np.savez(tmp_path / "SMPL_MALE.npz", **arrays)
    found = read_model_joints(tmp_path / "SMPL_MALE.npz", MOTION)
    for joint in (0, 7, 23):
        expected = sum(
            0.5
            * (arrays["v_template"][v] + sum(b * arrays["shapedirs"][v, :, k] for k, b in enumerate(BETAS)))
            for v in (joint, joint + 24)
        )
        np.testing.assert_allclose(found.joints[joint], expected, atol=1e-12)
    assert found.file_name == "SMPL_MALE.npz"
    assert len(found.sha256) == 64


@pytest.mark.parametrize("name", model_names(MOTION))
def test_models_are_found_by_variable_before_neighbourhood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)
    beside, named = tmp_path / "beside", tmp_path / "named"
    capture = beside / "walk.npz"
    beside.mkdir()
    named.mkdir()
    assert find_model(capture, MOTION) is None
    for folder in (beside, named):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    assert find_model(capture, MOTION) == beside / name
    monkeypatch.setenv(MODELS_VARIABLE, str(named))
    assert find_model(capture, MOTION) == named / name


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path / "absent"))
    with pytest.raises(CaptureError, match=f"{MODELS_VARIABLE} names this folder of body models"):
        find_model(tmp_path / "walk.npz", MOTION)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"shapedirs": None},
            "is not a body model: it lacks the array 'shapedirs', expected v_template",
        ),
        ({"J_regressor": np.zeros((52, VERTICES))}, r"expected \(V, 3\), \(V, 3, B\) and \(24, V\) of SMPL"),
        ({"shapedirs": np.zeros((VERTICES, 3))}, r"expected \(V, 3\)"),
        ({"J_regressor": np.array([{}], dtype=object)}, "holds pickled objects"),
        ({"v_template": np.full((VERTICES, 3), 100.0)}, "puts a joint metres away"),
        ({"v_template": np.array(["a"])}, "'v_template' holds <U1, expected numbers"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    arrays = {name: array for name, array in (model_arrays() | changes).items() if array is not None}
    np.savez(tmp_path / "SMPL_MALE.npz", **arrays)
    with pytest.raises(CaptureError, match=message):
        read_model_joints(tmp_path / "SMPL_MALE.npz", MOTION)
