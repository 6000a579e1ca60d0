"""The noun that holds steps, kerbs and ramps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.terrain import (
    FLOOR,
    LEVEL,
    Patch,
    Terrain,
    arrays_of_terrain,
    terrain_of_arrays,
)

UP = np.array([0.0, 0.0, 1.0])
SLOPE = np.radians(10.0)
STEP = Patch(np.array([1.0, 0.0, 0.2]), 0.0, np.array([0.5, 1.0]), UP)
RAMP = Patch(
    np.array([3.0, 0.0, 0.3]), 0.0, np.array([1.0, 1.0]), np.array([-np.sin(SLOPE), 0.0, np.cos(SLOPE)])
)
GROUND = Terrain((STEP, RAMP))


def test_ground_is_the_highest_of_what_is_there() -> None:
    places = np.array([[0.0, 0.0], [1.0, 0.9], [1.0, 1.1], [3.0, 0.0], [3.5, 0.0]])
    expected = [0.0, 0.2, 0.0, 0.3, 0.3 + 0.5 * np.tan(SLOPE)]
    np.testing.assert_allclose(GROUND.heights(places), expected)


def test_footing_is_on_the_nearest_surface() -> None:
    points = np.array([[1.0, 0.0, 0.25], [1.0, 0.0, 0.05], [1.55, 0.0, 0.21], [3.0, 0.0, 0.3]])
    found = GROUND.footing(points, overhang=0.1)
    assert found.patch.tolist() == [0, FLOOR, 0, 1]
    np.testing.assert_allclose(found.clearance, [0.05, 0.05, 0.01, 0.0], atol=1e-12)
    assert GROUND.footing(points[2:3]).patch.tolist() == [FLOOR]


def test_planes_bound_the_prism() -> None:
    planes = STEP.planes()
    for point, is_inside in (([1.0, 0.0, 0.1], True), ([1.0, 0.0, 0.3], False), ([1.6, 0.0, 0.1], False)):
        signed = planes[:, :3] @ np.array(point) - planes[:, 3]
        assert bool((signed < 0.0).all()) is is_inside


def test_corners_lie_on_the_plane_of_a_turned_ramp() -> None:
    turned = replace(RAMP, heading=0.4)
    np.testing.assert_allclose((turned.corners - turned.centre) @ turned.normal, 0.0, atol=1e-12)
    np.testing.assert_allclose(turned.beyond(turned.corners[:, :2]), 0.0, atol=1e-12)


def test_a_scaled_world_has_the_same_slopes() -> None:
    small = GROUND.scaled(0.5)
    np.testing.assert_allclose(
        small.heights(np.array([[1.5, 0.0]])), 0.5 * GROUND.heights(np.array([[3.0, 0.0]]))
    )
    assert small.patches[1].tilt == pytest.approx(SLOPE)


def test_the_mirror_image_of_a_mirror_image_is_the_thing() -> None:
    turned = Terrain((replace(RAMP, heading=0.4, centre=np.array([3.0, 0.5, 0.3])),))
    place = np.array([[3.1, -0.4]])
    np.testing.assert_allclose(turned.mirror().heights(place), turned.heights(place * [1.0, -1.0]))
    np.testing.assert_array_equal(
        arrays_of_terrain(turned.mirror().mirror())["terrain"], arrays_of_terrain(turned)["terrain"]
    )


def test_a_terrain_comes_back_from_its_array_and_level_ground_has_none() -> None:
    arrays = arrays_of_terrain(GROUND)
    np.testing.assert_array_equal(arrays_of_terrain(terrain_of_arrays(arrays))["terrain"], arrays["terrain"])
    assert arrays_of_terrain(LEVEL) == {}
    assert terrain_of_arrays({}).is_level


def test_a_person_keeps_the_ground_in_the_file(tmp_path: Path) -> None:
    human = HumanMotion(names=("hip_l",), landmarks=np.zeros((2, 1, 3)), fps=30.0)
    level, steps = tmp_path / "level.npz", tmp_path / "steps.npz"
    human.save(level)
    replace(human, terrain=GROUND).save(steps)
    assert HumanMotion.load(level).terrain.is_level
    assert len(HumanMotion.load(steps).terrain.patches) == 2
    assert b"terrain" not in level.read_bytes()
    assert len(HumanMotion.load(steps).mirror().section(0, 1).terrain.patches) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"half": np.array([0.0, 1.0])}, "lengths over 0"),
        ({"normal": np.array([1.0, 0.0, 0.0])}, "within 45° of upright"),
        ({"normal": np.array([0.0, 0.0, 2.0])}, "unit vector"),
        ({"heading": np.nan}, "angle in radians"),
        ({"centre": np.array([np.inf, 0.0, 0.0])}, "not finite"),
        ({"centre": np.zeros(2)}, "expected (3)"),
    ],
)
def test_a_patch_that_cannot_be_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidMotionError) as caught:
        replace(STEP, **change)
    assert sentence in str(caught.value)


def test_a_strangers_array_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="terrain has shape"):
        terrain_of_arrays({"terrain": np.zeros((2, 4))})
