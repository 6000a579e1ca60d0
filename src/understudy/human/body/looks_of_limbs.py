"""How arms, legs and feet look: a core along the bone, and muscles around it."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.human.body.clothes import SKIN, Clothes
from understudy.human.body.flesh import Flesh
from understudy.human.body.shape import Capsule, Ellipsoid, Shape

_ZERO = (0.0, 0.0, 0.0)


def arm_shapes(side: str, own: Mapping[str, float], flesh: Flesh, clothes: Clothes) -> list[Shape]:
    """Return upper arm and forearm; ``own`` are the lengths of this side [m]."""
    upper, fore = f"{side.upper()}S", f"{side.upper()}E"
    length, forearm, radius = own["upper_arm"], own["forearm"], flesh.arm
    elbow = 0.86 * radius
    return [
        Capsule(upper, _ZERO, (0.0, 0.0, -length), elbow, SKIN),
        Ellipsoid(upper, (0.0, 0.0, -0.55 * length), (1.12 * radius, 1.08 * radius, 0.42 * length), SKIN),
        Capsule(upper, _ZERO, (0.0, 0.0, -0.42 * length), 1.17 * radius, clothes.sleeve),
        Capsule(fore, _ZERO, (0.0, 0.0, -forearm), flesh.wrist, SKIN),
        Ellipsoid(fore, (0.0, 0.0, -0.30 * forearm), (0.98 * radius, 0.92 * radius, 0.48 * forearm), SKIN),
    ]


def leg_shapes(side: str, own: Mapping[str, float], flesh: Flesh, clothes: Clothes) -> list[Shape]:
    """Return thigh and shin."""
    upper, lower = f"{side.upper()}H", f"{side.upper()}K"
    thigh, shin, radius = own["thigh"], own["shin"], flesh.thigh
    inwards = -1.0 if side == "l" else 1.0
    calf = 1.12 * flesh.knee
    return [
        Capsule(upper, _ZERO, (0.0, 0.0, -thigh), 0.98 * flesh.knee, clothes.thigh),
        Ellipsoid(
            upper,
            (0.0, 0.08 * inwards * radius, -0.30 * thigh),
            (1.06 * radius, 1.02 * radius, 0.60 * thigh),
            clothes.thigh,
        ),
        Capsule(lower, _ZERO, (0.0, 0.0, -shin), 1.05 * flesh.ankle, clothes.shin),
        Capsule(lower, _ZERO, (0.0, 0.0, -0.12 * shin), 0.90 * flesh.knee, clothes.shin),
        Ellipsoid(lower, (-0.22 * calf, 0.0, -0.32 * shin), (calf, 0.98 * calf, 0.38 * shin), clothes.shin),
    ]


def foot_shapes(side: str, own: Mapping[str, float], flesh: Flesh, clothes: Clothes) -> list[Shape]:
    """Return the three segments of a foot, which stand on the sole."""
    hind, fore, toes = (side.upper() + point for point in "AMF")
    height, ankle = own["ankle_height"], flesh.ankle
    heel, width = 0.62 * height, 1.25 * ankle
    ball = 0.42 * height
    instep = (own["hindfoot"] + 0.35 * own["forefoot"], 0.0, ball - height)
    return [
        Capsule(hind, (heel - flesh.heel, 0.0, heel - height), (0.0, 0.0, heel - height), heel, clothes.foot),
        Capsule(hind, (0.0, 0.0, -0.15 * height), instep, 0.98 * ball, clothes.foot),
        Ellipsoid(
            fore,
            (0.35 * own["forefoot"], 0.0, ball),
            (0.95 * own["forefoot"], width, ball),
            clothes.foot,
        ),
        Ellipsoid(
            toes,
            (0.15 * own["toes"], 0.0, 0.78 * ball),
            (0.85 * own["toes"], 0.98 * width, 0.78 * ball),
            clothes.foot,
        ),
    ]
