"""Stretches make up exactly their share, none too long, none touching another, anywhere in the clip."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.errors import InvalidMotionError
from understudy.synth.bursts import bursts


def lengths(happening: np.ndarray) -> np.ndarray:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], happening, [False]]).astype(int)))
    return np.diff(edges.reshape(-1, 2), axis=1)[:, 0]


@given(
    frames=st.integers(1, 400),
    share=st.floats(0.0, 0.45),
    longest=st.integers(1, 40),
    seed=st.integers(0, 1000),
)
def test_share_and_longest_stretch_hold(frames: int, share: float, longest: int, seed: int) -> None:
    happening = bursts(np.random.RandomState(seed), frames, share, longest, "dropout")
    assert happening.sum() == round(share * frames)
    assert lengths(happening).max(initial=0) <= longest


def test_a_large_share_is_met_by_long_stretches() -> None:
    happening = bursts(np.random.RandomState(0), 100, 0.9, 10, "dropout")
    assert happening.sum() == 90
    assert lengths(happening).max() <= 10


def test_a_share_that_stretches_cannot_make_up_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match=r"dropout is 0\.9 in stretches of at most 2 frames"):
        bursts(np.random.RandomState(0), 100, 0.9, 2, "dropout")


def test_stretches_come_anywhere() -> None:
    total = sum(bursts(np.random.RandomState(seed), 50, 0.1, 5, "swaps").astype(int) for seed in range(300))
    assert isinstance(total, np.ndarray)
    assert total.min() > 5
    assert total.max() < 80
