"""Bones are found in the data."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.rigidity import measure_rigidity
from understudy.motion import Recording

BONES = [("hip", "knee"), ("knee", "ankle"), ("ankle", "toe"), ("shoulder", "elbow"), ("elbow", "wrist")]
NO_BONES = [("wrist", "ankle"), ("hip", "ankle"), ("hip", "wrist")]


@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_limbs_of_a_walker(walk: Recording, noise: float) -> None:
    points = walk.points + np.random.default_rng(0).normal(scale=noise, size=walk.points.shape)
    rigidity = measure_rigidity(points, walk.valid_mask, np.full(len(walk.names), noise))
    index = {name: k for k, name in enumerate(walk.names)}
    for side in "lr":
        assert all(rigidity.rigid[index[f"{a}_{side}"], index[f"{b}_{side}"]] for a, b in BONES)
        assert not any(rigidity.rigid[index[f"{a}_{side}"], index[f"{b}_{side}"]] for a, b in NO_BONES)
    thigh = np.linalg.norm(walk.points[0, index["hip_l"]] - walk.points[0, index["knee_l"]])
    assert rigidity.lengths[index["hip_l"], index["knee_l"]] == pytest.approx(thigh, abs=0.002)


def test_table_is_symmetric_and_nobody_is_his_own_mate(walk: Recording) -> None:
    rigidity = measure_rigidity(walk.points, walk.valid_mask, np.zeros(len(walk.names)))
    np.testing.assert_array_equal(rigidity.rigid, rigidity.rigid.T)
    np.testing.assert_array_equal(rigidity.lengths, rigidity.lengths.T)
    assert not np.diag(rigidity.rigid).any()


def test_distance_that_changes_now_and_then_is_not_constant() -> None:
    points = np.zeros((1000, 2, 3))
    points[:, 1, 0] = 0.4
    points[:60, 1, 0] = 0.5
    rigidity = measure_rigidity(points, np.ones((1000, 2), dtype=bool), np.zeros(2))
    assert not rigidity.rigid.any()


def test_points_hardly_seen_together_are_not_rigid() -> None:
    points = np.zeros((200, 2, 3))
    valid = np.ones((200, 2), dtype=bool)
    valid[:105, 0] = valid[95:, 1] = False
    rigidity = measure_rigidity(points, valid, np.zeros(2))
    assert not rigidity.rigid.any()
    assert np.isinf(rigidity.lengths).all()
