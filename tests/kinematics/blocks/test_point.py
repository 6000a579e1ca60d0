"""Blocks of points put together."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.point import join_points, point_block
from understudy.kinematics.body_parts import BodyPoint

FRAMES = 5


def test_joined_blocks_hold_the_points_of_both_in_order() -> None:
    generator = np.random.default_rng(1)
    blocks = []
    for count in (2, 3):
        points = [BodyPoint(int(body), generator.normal(size=3)) for body in generator.integers(1, 9, count)]
        target, weight = generator.normal(size=(2, FRAMES, count, 3))
        reach = generator.random(count)
        blocks.append(point_block(points, target, weight, reach))
    joined = join_points(*blocks)
    for index, (block, start) in enumerate(zip(blocks, (0, 2), strict=True)):
        own = slice(start, start + 2 + index)
        for name in block._fields:
            whole, part = getattr(joined, name), getattr(block, name)
            np.testing.assert_array_equal(whole[:, own] if name in block.timed else whole[own], part)


def test_nothing_joined_to_a_block_changes_nothing() -> None:
    block = point_block([BodyPoint(1, np.zeros(3))], np.ones((FRAMES, 1, 3)))
    empty = point_block((), np.zeros((FRAMES, 0, 3)))
    for joined in (join_points(block, empty), join_points(empty, block)):
        for one, other in zip(joined, block, strict=True):
            np.testing.assert_array_equal(one, other)
