"""Gratings up to an age's acuity limit stay visible and finer ones turn grey; colours come with age."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.simulate.senses.infant_vision import VISIBLE, InfantVision
from understudy.simulate.senses.infant_vision.figures import vision_at

AGES = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 9.0, 12.0)
SIZE = (640, 480)
PIXELS_A_CYCLE = 8.0
"""Of a grating at the limit, so that the picture itself shows ones that are finer still."""

EDGE = 100
"""Pixels from the edges, where a grating that goes on mirrored is none."""

BEFORE, BEYOND = (0.25, 0.5, 0.9), (1.1, 1.5, 2.0)
"""Fineness of gratings in shares of the limit."""


def field_for(acuity: float) -> float:
    """Return the vertical field of view [rad] in which the limit has so many pixels a cycle."""
    pixel = np.radians(1.0 / (acuity * PIXELS_A_CYCLE))
    return 2.0 * np.arctan(0.5 * SIZE[1] * pixel)


def grating(share: float, along: int) -> np.ndarray:
    """Return a grating of full contrast, so many times as fine as the limit, across or down the picture."""
    phase = 2.0 * np.pi * share / PIXELS_A_CYCLE * np.arange(SIZE[1 - along])
    wave = np.rint(127.5 * (1.0 + np.sin(phase))).astype(np.uint8)
    lines = wave[None, :] if along else wave[:, None]
    return np.repeat(np.broadcast_to(lines, SIZE[::-1])[..., None], 3, axis=2)


def contrast(picture: np.ndarray) -> float:
    """Return the contrast of what is in the middle of a picture, of its brightest and darkest values."""
    middle = picture[EDGE:-EDGE, EDGE:-EDGE].astype(float)
    return float((middle.max() - middle.min()) / (middle.max() + middle.min()))


@pytest.mark.parametrize("along", [0, 1], ids=["down", "across"])
@pytest.mark.parametrize("age", AGES)
def test_gratings_are_visible_before_the_acuity_limit_and_grey_beyond_it(age: float, along: int) -> None:
    vision = InfantVision(age, SIZE, field_for(vision_at(age).acuity))
    for share in BEFORE:
        assert contrast(vision.seen(grating(share, along))) > VISIBLE
    for share in BEYOND:
        assert contrast(vision.seen(grating(share, along))) < VISIBLE


def test_an_older_infant_sees_a_grating_that_is_grey_to_a_younger_one() -> None:
    fov = field_for(vision_at(3.0).acuity)
    fine = grating(1.3, 1)
    seen = [contrast(InfantVision(age, SIZE, fov).seen(fine)) for age in AGES]
    assert seen == sorted(seen)
    assert seen[AGES.index(3.0)] < VISIBLE < seen[AGES.index(6.0)]


def test_contrast_is_lost_as_sensitivity_says() -> None:
    vision = InfantVision(2.0, SIZE, field_for(vision_at(2.0).acuity))
    coarse = contrast(vision.seen(grating(0.1, 1)))
    assert coarse == pytest.approx(VISIBLE * vision_at(2.0).sensitivity, rel=0.05)


def even(colour: tuple[int, int, int]) -> np.ndarray:
    return np.broadcast_to(np.array(colour, dtype=np.uint8), (24, 32, 3))


def purity(picture: np.ndarray) -> float:
    middle = picture[12, 16].astype(float)
    return float(np.ptp(middle) / middle.max())


@pytest.mark.parametrize(
    ("colour", "grey", "coloured"),
    [
        ((60, 60, 200), 1.0, 3.0),
        ((200, 140, 140), 0.0, 4.0),
        ((130, 200, 130), 0.0, 4.0),
    ],
    ids=["blue", "pale red", "pale green"],
)
def test_a_colour_is_grey_first_and_then_seen(
    colour: tuple[int, int, int], grey: float, coloured: float
) -> None:
    young, old = (InfantVision(age, (32, 24), 1.0).seen(even(colour)) for age in (grey, coloured))
    assert purity(young) < 0.12
    assert purity(old) > purity(young) + 0.1


def test_a_strong_red_is_seen_at_birth() -> None:
    assert purity(InfantVision(0.0, (32, 24), 1.0).seen(even((220, 10, 10)))) > 0.4


def test_a_dark_room_is_darker_to_an_infant_and_a_bright_one_hardly() -> None:
    dark, bright = even((12, 12, 12)), even((200, 200, 200))
    vision = InfantVision(1.0, (32, 24), 1.0)
    assert vision.seen(dark).mean() == pytest.approx(12.0 * (12 / 255) / (12 / 255 + 0.05), abs=0.6)
    assert vision.seen(bright).mean() > 0.9 * 200
    np.testing.assert_array_equal(InfantVision(12.0, (32, 24), 1.0).seen(bright), bright)
