"""How pelvis, belly, chest and shoulders look."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.human.body.clothes import Clothes
from understudy.human.body.flesh import Flesh
from understudy.human.body.shape import Capsule, Ellipsoid, Shape
from understudy.motion.landmarks import SIDES


def trunk_shapes(lengths: Mapping[str, float], flesh: Flesh, clothes: Clothes) -> list[Shape]:
    """Return the trunk's shapes."""
    hips = flesh.hips * 0.5 * (lengths["hip_half_width_l"] + lengths["hip_half_width_r"])
    breadth = (
        flesh.shoulders
        * 0.5
        * sum(lengths[f"clavicle_half_width_{side}"] + lengths[f"clavicle_{side}"] for side in SIDES)
    )
    girth, thorax = flesh.trunk, lengths["thorax"]
    pelvis, abdomen = lengths["pelvis"], lengths["abdomen"]
    width = hips + 0.70 * flesh.thigh
    chest = 0.5 * (1.04 * girth + 0.80 * breadth)
    waist = 0.5 * (0.95 * width + 0.95 * chest)
    shapes: list[Shape] = [
        Ellipsoid(
            "root",
            (-0.05 * girth, 0.0, 0.30 * pelvis),
            (0.84 * girth, 1.03 * width, 0.92 * width),
            clothes.pelvis,
        ),
        Ellipsoid(
            "BP", (0.0, 0.0, 0.40 * abdomen), (0.81 * girth, waist, abdomen + 0.62 * girth), clothes.shirt
        ),
        Ellipsoid(
            "BT", (0.0, 0.0, 0.40 * thorax), (0.88 * girth, 0.99 * chest, 0.64 * thorax), clothes.shirt
        ),
        Ellipsoid(
            "BT",
            (-0.03 * girth, 0.0, 0.76 * thorax),
            (0.66 * girth, 0.92 * breadth, 0.25 * thorax),
            clothes.shirt,
        ),
    ]
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        big = side.upper()
        shapes += _side(big, sign, lengths, side, flesh, clothes)
        seat = (-0.38 * girth, sign * 0.72 * hips, -0.18 * girth)
        shapes.append(Ellipsoid("root", seat, (0.48 * girth, 0.54 * girth, 0.66 * girth), clothes.pelvis))
    return shapes


def _side(
    big: str, sign: float, lengths: Mapping[str, float], side: str, flesh: Flesh, clothes: Clothes
) -> list[Shape]:
    """Return a shoulder's slope, which goes with the chest, and its roundness, which goes with the girdle."""
    across, up = lengths[f"clavicle_half_width_{side}"], lengths[f"clavicle_height_{side}"]
    drop = 0.08 * flesh.arm
    joint = (0.0, sign * lengths[f"clavicle_{side}"], -drop)
    # The slope begins at the side of the neck, above the collar, and ends under the roundness.
    top = (-0.15 * flesh.trunk, sign * 0.30 * flesh.head, lengths["thorax"] + 0.05 * flesh.head)
    end = (-0.05 * flesh.trunk, sign * across, up - 0.05 * flesh.arm)
    shapes: list[Shape] = [
        Capsule("BT", top, end, 0.95 * flesh.arm, clothes.shirt),
        Capsule(f"{big}SC", (0.0, -sign * 0.5 * flesh.arm, -drop), joint, 1.17 * flesh.arm, clothes.shirt),
    ]
    return shapes
