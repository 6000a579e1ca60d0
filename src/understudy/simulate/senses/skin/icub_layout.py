"""iCub's own skin: triangles on torso and arms, points in palms and fingertips, as many as it has.

Triangles of 3 cm have 10 taxels each, one of these in the middle, in rows of four, three, two and one
(icub-tech-iit, "Physical sensors": of a triangle's 12 values two are thermal pads; RoboSKIN, "Current
achievements"). How many triangles a part has is counted in the maker's lists (robotology/icub-main,
app/skinGui/conf/skinGui: torso.ini, left_arm_V2_7.ini, left_forearm_V2.ini). Palms have 48 taxels and
fingertips 12 (Schmitz, Maggiali, Natale and Metta 2010, "Touch sensors for humanoid hands").

Where each triangle lies is not taken from there: they are spread evenly over our own shapes.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.mirrored_bodies import mirrored_bodies
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.simulate.senses.skin.coverage import touching_geoms
from understudy.simulate.senses.skin.exposed import Mirror, exposed_surface
from understudy.simulate.senses.skin.samples import Pieces
from understudy.simulate.senses.skin.spread import Spread, joined_spreads, lifted, spread_over

SIDE = 0.03
"""Of a triangle [m]."""

REACH = 0.5 * SIDE
"""Distance [m] from the nearest taxel up to which a contact presses on the skin."""

_TRIANGLE = 0.25 * np.sqrt(3.0) * SIDE**2
_ROWS = (4, 3, 2, 1)


@dataclass(frozen=True)
class Region:
    """Skin on one body of the left side, or in the middle.

    Attributes:
        body: The body.
        count: Triangles, or points where it has none.
        triangles: Whether it has triangles.
        geom: Name of the only geom that is covered; empty for all that can touch.
        facing: Direction that covered surface faces as the robot stands; None for all around.
        angle: How far [rad] surface may be turned from that.
    """

    body: str
    count: int
    triangles: bool = True
    geom: str = ""
    facing: tuple[float, float, float] | None = None
    angle: float = np.pi


FINGERTIPS = tuple(f"l_{finger}_tip" for finger in ("index", "middle", "ring", "little", "thumb"))
"""Geoms of the left hand's fingertips, which are only drawn unless skin is on them."""

REGIONS = (
    Region("chest", 44, facing=(1.0, 0.0, 0.0), angle=np.radians(75.0)),
    Region("l_upper_arm", 35),
    Region("l_forearm", 24),
    Region("l_hand", 48, triangles=False, facing=(0.0, -1.0, 0.0), angle=np.radians(45.0)),
    *(Region("l_hand", 12, triangles=False, geom=tip) for tip in FINGERTIPS),
)


def switch_on_fingertips(spec: mujoco.MjSpec) -> None:
    """Let fingertips touch, which a model has only to be looked at."""
    for left in FINGERTIPS:
        for name in (left, _other_side(left)):
            geom = spec.geom(name)
            if geom is not None:
                geom.contype = geom.conaffinity = 1


def icub_layout(robot: Robot) -> dict[int, Spread]:
    """Return body → its taxels.

    Raises:
        RobotError: Where a body of the layout is missing: the robot is not iCub.
    """
    model, geoms = robot.model, touching_geoms(robot)
    _require_bodies(robot)
    axis, _ = mirrored_bodies(model, geoms)
    mirror = Mirror(model, axis)
    found: dict[int, list[Spread]] = {}
    for region in REGIONS:
        body, twin = (int(model.body(name).id) for name in (region.body, _other_side(region.body)))
        surface = _covered(robot, region, body, geoms[body])
        count = region.count
        if body == twin:
            surface, count = mirror.half(surface, body), count // 2
        one = spread_over(surface, count)
        if region.triangles:
            one = _triangles(surface, one)
        found.setdefault(body, []).append(one)
        found.setdefault(twin, []).append(mirror.image(one, body, twin))
    return {body: joined_spreads(spreads) for body, spreads in sorted(found.items())}


def _covered(robot: Robot, region: Region, body: int, geoms: list[int]) -> Pieces:
    """Return the surface of a region."""
    model = robot.model
    covered = [int(model.geom(region.geom).id)] if region.geom else geoms
    surface = exposed_surface(model, covered, geoms, _TRIANGLE / 10.0)
    if region.facing is None:
        return surface
    facing = home_data(model, robot.home).xmat[body].reshape(3, 3).T @ np.array(region.facing)
    return surface.chosen(surface.normals @ facing >= np.cos(region.angle))


def _triangles(surface: Pieces, centres: Spread) -> Spread:
    """Return the taxels of triangles around centres, on the surface."""
    pitch = SIDE / np.sqrt(sum(_ROWS))
    rows = [
        ((np.arange(length) - 0.5 * (length - 1)) * pitch, row * 0.5 * np.sqrt(3.0) * pitch)
        for row, length in enumerate(_ROWS)
    ]
    flat = np.concatenate([np.stack([along, np.full(len(along), up)], axis=1) for along, up in rows])
    flat -= flat.mean(axis=0)
    # A triangle points along its body as far as its plane lets it.
    up = np.array([0.0, 0.0, 1.0]) - centres.normals[:, 2:] * centres.normals
    level = np.linalg.norm(up, axis=1) < 1e-6
    up[level] = np.array([1.0, 0.0, 0.0]) - centres.normals[level, :1] * centres.normals[level]
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    across = np.cross(up, centres.normals)
    places = centres.points[:, None] + flat[:, :1] * across[:, None] + flat[:, 1:] * up[:, None]
    points, normals = lifted(surface, places.reshape(-1, 3))
    return Spread(points, normals, np.full(len(points), _TRIANGLE / sum(_ROWS)))


def _require_bodies(robot: Robot) -> None:
    names = [robot.model.body(body).name for body in range(robot.model.nbody)]
    shapes = [robot.model.geom(geom).name for geom in range(robot.model.ngeom)]
    for region in REGIONS:
        if region.body not in names or (region.geom and region.geom not in shapes):
            missing = region.geom or region.body
            raise RobotError(
                f"robot '{robot.name}': the layout 'icub' needs '{missing}', which only iCub has"
            )


def _other_side(name: str) -> str:
    return f"r_{name[2:]}" if name.startswith("l_") else name
