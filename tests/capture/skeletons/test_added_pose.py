"""An added T-pose is found, a performed one is left alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.skeletons.added_pose import find_added_pose

Pose = dict[str, np.ndarray]
FRAMES = 120


def lowered(pose: Pose, angle: np.ndarray) -> dict[str, np.ndarray]:
    """Return landmarks (T, 3) of a body whose straight arms hang lower by ``angle`` (T,) [rad]."""
    motion = {name: np.tile(point, (len(angle), 1)) for name, point in pose.items()}
    for side, sign in (("l", 1.0), ("r", -1.0)):
        shoulder = pose[f"shoulder_{side}"]
        for name in (f"elbow_{side}", f"wrist_{side}"):
            length = np.linalg.norm(pose[name] - shoulder)
            out = np.stack([0.0 * angle, sign * np.cos(angle), -np.sin(angle)], axis=1)
            motion[name] = shoulder + length * out
    return motion


def test_jump_out_of_a_t_pose_is_found(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.3 * np.sin(np.linspace(0.0, 12.0, FRAMES))
    added = find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing])))
    assert added is not None
    assert added.up == "z"
    assert added.jump > 0.5
    assert added.later < 0.03


def test_jump_is_found_at_a_thirtieth_of_a_second(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.5 * np.sin(np.linspace(0.0, 25.0, FRAMES))
    assert find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing]))) is not None


def test_person_who_starts_in_a_t_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    performed = 0.6 - 0.6 * np.cos(np.linspace(0.0, 6.0, FRAMES))
    assert find_added_pose(lowered(t_pose(), performed)) is None


def test_person_who_starts_fast_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    performed = np.minimum(0.08 * np.arange(FRAMES), 1.4)
    assert find_added_pose(lowered(t_pose(), performed)) is None


def test_still_t_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    trembling = np.concatenate([[0.0], np.full(FRAMES, 1e-3)])
    assert find_added_pose(lowered(t_pose(), trembling)) is None


def test_jump_out_of_another_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    arms_down_first = np.concatenate([[1.4], np.full(FRAMES, 0.2)])
    assert find_added_pose(lowered(t_pose(), arms_down_first)) is None


def test_tracking_error_does_not_hide_the_added_pose(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.3 * np.sin(np.linspace(0.0, 12.0, 4 * FRAMES))
    swing[100] = 0.1
    assert find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing]))) is not None


@pytest.mark.parametrize("count", [1, 2])
def test_too_few_frames_tell_nothing(t_pose: Callable[..., Pose], count: int) -> None:
    assert find_added_pose(lowered(t_pose(), np.array([0.0, 1.2])[:count])) is None
