"""Surfaces of shapes have the right area, and their normals point outwards."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.simulate.senses.skin.samples import depth_in, geom_pieces

PIECE = 1e-6
A, B, C = 0.03, 0.05, 0.08
# The corner of a cube: three right triangles and one equilateral one.
MESH = f'<asset><mesh name="m" vertex="0 0 0 {C} 0 0 0 {C} 0 0 0 {C}"/></asset>'
SHAPES = {
    "sphere": (f'type="sphere" size="{A}"', 4.0 * np.pi * A**2),
    "capsule": (f'type="capsule" size="{A} {C}"', 4.0 * np.pi * A**2 + 4.0 * np.pi * A * C),
    "cylinder": (f'type="cylinder" size="{A} {C}"', 2.0 * np.pi * A**2 + 4.0 * np.pi * A * C),
    "box": (f'type="box" size="{A} {B} {C}"', 8.0 * (A * B + B * C + C * A)),
    # An oblate spheroid, whose area is known in closed form.
    "ellipsoid": (
        f'type="ellipsoid" size="{C} {C} {A}"',
        2.0 * np.pi * C**2 + np.pi * A**2 / (e := np.sqrt(1 - (A / C) ** 2)) * np.log((1 + e) / (1 - e)),
    ),
    "mesh": ('type="mesh" mesh="m"', (1.5 + 0.5 * np.sqrt(3.0)) * C**2),
}


def one(shape: str) -> mujoco.MjModel:
    geom = f'<geom {SHAPES[shape][0]} pos="0.1 0.2 0.3" euler="20 30 40"/>'
    return mujoco.MjModel.from_xml_string(
        f"<mujoco>{MESH}<worldbody><body><freejoint/>{geom}</body></worldbody></mujoco>"
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_add_up_to_the_surface(shape: str) -> None:
    pieces = geom_pieces(one(shape), 0, PIECE)
    assert pieces.areas.sum() == pytest.approx(SHAPES[shape][1], rel=1e-3)
    np.testing.assert_allclose(np.linalg.norm(pieces.normals, axis=1), 1.0)


@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_lie_on_the_surface_and_face_outwards(shape: str) -> None:
    model = one(shape)
    pieces = geom_pieces(model, 0, PIECE)
    inside, outside = pieces.points - 1e-3 * pieces.normals, pieces.points + 1e-3 * pieces.normals
    np.testing.assert_allclose(depth_in(model, 0, pieces.points), 0.0, atol=1e-6)
    # Close to an edge the way inwards leads out again on the other side of a thin corner.
    assert (depth_in(model, 0, inside) > 0.0).mean() > 0.95
    assert (depth_in(model, 0, outside) < 0.0).all()


def test_a_plane_has_no_surface_of_its_own() -> None:
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="1 1 1"/></worldbody></mujoco>'
    )
    assert len(geom_pieces(model, 0, PIECE).areas) == 0
