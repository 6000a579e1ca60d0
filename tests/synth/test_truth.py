"""The truth of a take is saved whole, comes back as it was, and gives the same bytes again."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth import Corruption, Take, Truth, make, performer_body, record
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.formats.point_sets import LANDMARK_SET

SPOILT = Corruption(noise=0.005, dropout=0.2, outliers=0.03, swaps=0.05)


@pytest.fixture(scope="module")
def take() -> Take:
    motion = make("teapot", seconds=2.0, fps=20.0, seed=5, body=performer_body(age=6.0, sex="female"))
    return record(motion, LANDMARK_SET, SPOILT, seed=5)


def test_everything_comes_back(take: Take, tmp_path: Path) -> None:
    truth = Truth.of(take)
    truth.save(tmp_path / "truth.npz")
    loaded = Truth.load(tmp_path / "truth.npz")
    for field in fields(Truth):
        before, after = getattr(truth, field.name), getattr(loaded, field.name)
        if isinstance(before, np.ndarray):
            np.testing.assert_array_equal(before, after, err_msg=field.name)
            assert before.dtype == after.dtype
        else:
            assert before == after, field.name


def test_equal_takes_give_equal_bytes(take: Take, tmp_path: Path) -> None:
    motion = make("teapot", 2.0, 20.0, 5, performer_body(age=6.0, sex="female"))
    again = record(motion, LANDMARK_SET, SPOILT, seed=5)
    for name, each in (("first", take), ("second", again)):
        Truth.of(each).save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_it_knows_the_performer_and_what_was_asked_for(take: Take) -> None:
    truth = Truth.of(take)
    assert truth.subject["age"] == 6.0
    assert truth.subject["sex"] == "female"
    assert sum(truth.sizes[name] for name in ("thigh", "shin")) > 0.5
    ((stage, options),) = truth.provenance.steps
    assert stage == "synth"
    assert (options["seed"], options["dropout"]) == (5, 0.2)


def test_its_angles_lead_to_its_joints(take: Take) -> None:
    truth = Truth.of(take)
    skeleton = take.motion.skeleton
    angles = {name: truth.angle(name) for name in truth.angle_names}
    rebuilt, _ = forward_kinematics(skeleton, truth.joint_positions[:, 0], local_rotations(skeleton, angles))
    np.testing.assert_allclose(rebuilt, truth.joint_positions, atol=1e-9)


def test_a_stranger_s_archive_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", angles=np.zeros(3))
    with pytest.raises(InvalidMotionError, match="array 'joint_positions' is missing"):
        Truth.load(tmp_path / "other.npz")
