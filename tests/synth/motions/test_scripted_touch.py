"""Scripted touches: the script's own skins meet for as long as it says, and near misses stay apart."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth import performer_body
from understudy.synth.motions.scripted_touch import MOVES, make_scripted_touch


@pytest.mark.parametrize("move", MOVES)
def test_a_move_touches_once_and_a_near_miss_never(move: str) -> None:
    scripted = make_scripted_touch(move, performer_body(age=0.5))
    assert len(scripted.touches.items) == (0 if MOVES[move].is_miss else 1)
    for touch in scripted.touches.items:
        assert touch.pair == MOVES[move].pair
        assert 1.1 < touch.start < 1.45 and 2.55 < touch.end < 2.95


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, same, other = (
        make_scripted_touch("hand_to_knee", performer_body(age=0.5), seed=s) for s in (1, 1, 2)
    )
    assert np.array_equal(one.motion.local_rotations, same.motion.local_rotations)
    assert not np.array_equal(one.motion.local_rotations, other.motion.local_rotations)


def test_an_unknown_move_is_named() -> None:
    with pytest.raises(InvalidMotionError, match="did you mean 'hand_to_mouth'"):
        make_scripted_touch("hand_to_mout", performer_body(age=0.5))
