"""A descriptor does not see place, facing, size and speed, and a mirror image is a fixed exchange."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.library_moves import moved
from tests.library.conftest import move
from understudy.library.descriptor.descriptor import SIZE, describe_motion, mirrored
from understudy.motion import HumanMotion

NUMBERS = (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("number", NUMBERS)
def test_place_facing_and_size_do_not_count(number: int) -> None:
    human = move(number)
    vector = describe_motion(human)
    assert vector.shape == (SIZE,)
    np.testing.assert_allclose(describe_motion(moved(human, 2.0, (4.0, -7.0))), vector, atol=1e-5)
    larger = replace(human, landmarks=1.7 * human.landmarks)
    np.testing.assert_allclose(describe_motion(larger), vector, atol=1e-5)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_mirror_image_is_told_without_the_motion(number: int) -> None:
    human = move(number)
    vector = describe_motion(human)
    np.testing.assert_allclose(describe_motion(human.mirror()), mirrored(vector), atol=1e-5)
    np.testing.assert_allclose(mirrored(mirrored(vector)), vector)
    assert np.linalg.norm(vector - mirrored(vector)) > 0.05


@pytest.mark.parametrize("number", NUMBERS)
def test_pauses_and_pace_hardly_count(number: int) -> None:
    human = move(number)
    count = human.frame_count
    frames = np.concatenate([np.repeat(0, 20), np.arange(count // 2), np.repeat(count // 2, 40)])
    frames = np.concatenate([frames, np.arange(count // 2, count)])
    slow = replace(
        human, landmarks=human.landmarks[frames], valid=human.valid_mask[frames], contacts=None, fps=60.0
    )
    others = min(
        np.linalg.norm(describe_motion(move(other)) - describe_motion(human)) for other in range(7, 30)
    )
    assert np.linalg.norm(describe_motion(slow) - describe_motion(human)) < 0.25 * others


def test_what_is_not_shown_is_left_out() -> None:
    human = move(1)
    hidden = human.valid_mask.copy()
    hidden[:, human.names.index("knee_l")] = False
    hidden[5:9, :] = False
    part = describe_motion(replace(human, valid=hidden))
    assert np.isfinite(part).all()
    assert np.linalg.norm(part - describe_motion(human)) < np.linalg.norm(describe_motion(move(2)) - part)


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_a_motion_of_a_few_frames_has_one(frames: int) -> None:
    assert np.isfinite(describe_motion(move(1).section(0, frames))).all()


def test_a_head_alone_has_one() -> None:
    human = HumanMotion(("head",), np.zeros((5, 1, 3)), 30.0)
    assert not describe_motion(human).any()
