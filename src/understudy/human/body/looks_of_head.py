"""How neck, skull and face look; faces are laid out from the crown, in half heights of the skull."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.human.body.clothes import IRIS, LIPS, SKIN, WHITE, Clothes
from understudy.human.body.flesh import Flesh
from understudy.human.body.shape import Capsule, Ellipsoid, Shape, Vector
from understudy.motion.landmarks import SIDES

_EYE_REACH = 0.27
"""The joint of an eye lies deep in the head; its ball is drawn this far before it, in the face."""


def head_shapes(lengths: Mapping[str, float], flesh: Flesh, clothes: Clothes) -> list[Shape]:
    """Return neck and head."""
    radius, crown = flesh.head, lengths["head"]
    # An infant's jaw is small: its chin is as far below the crown as its joint of the head is high in it.
    chin = 2.20 + 0.33 * (crown / radius - 1.53)

    def at(forward: float, aside: float, down: float) -> Vector:
        return forward * radius, aside * radius, crown - down * radius

    def size(x: float, y: float, z: float) -> Vector:
        return x * radius, y * radius, z * radius

    cheeks = 0.66 + 0.16 * (2.60 - crown / radius)
    neck = 0.56 * radius
    shapes: list[Shape] = [
        Capsule("BLN", (0.0, 0.0, -0.3 * radius), (0.0, 0.0, lengths["neck"] + 0.1 * radius), neck, SKIN),
        Ellipsoid("BUN", at(0.0, 0.0, 1.0), size(1.10, 0.88, 1.0), SKIN),
        Ellipsoid("BUN", at(0.28, 0.0, chin - 0.80), size(0.72, cheeks, 0.80), SKIN),
        Ellipsoid("BUN", at(1.02, 0.0, 1.56), size(0.13, 0.10, 0.19), SKIN),
        Capsule("BUN", at(0.94, 0.12, chin - 0.58), at(0.94, -0.12, chin - 0.58), 0.055 * radius, LIPS),
    ]
    if clothes.hair is not None:
        shapes += [
            Ellipsoid("BUN", at(-0.14, 0.0, 0.94), size(1.05, 0.95, 0.97), clothes.hair),
            Ellipsoid("BUN", at(0.08, 0.0, 0.53), size(0.97, 0.87, 0.57), clothes.hair),
        ]
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        shapes += [
            Ellipsoid("BUN", at(-0.05, sign * 0.88, 1.42), size(0.16, 0.08, 0.24), SKIN),
            *_eye(side, radius),
        ]
        if clothes.hair is not None:
            shapes.append(
                Capsule(
                    "BUN",
                    at(1.02, sign * 0.20, 1.02),
                    at(0.95, sign * 0.44, 1.04),
                    0.035 * radius,
                    clothes.hair,
                )
            )
    return shapes


def _eye(side: str, radius: float) -> list[Shape]:
    """Return an eye: white with a dark middle, just out of the face."""
    point, reach = f"{side.upper()}EY", _EYE_REACH * radius
    ball, iris = 0.165 * radius, 0.085 * radius
    return [
        Ellipsoid(point, (reach, 0.0, 0.0), (ball, 1.08 * ball, 0.82 * ball), WHITE),
        Ellipsoid(point, (reach + 0.86 * ball, 0.0, 0.0), (0.45 * iris, iris, iris), IRIS),
    ]
