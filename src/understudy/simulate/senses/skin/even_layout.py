"""Taxels spread evenly over every geom that has skin, the same on both sides of a symmetric robot."""

from __future__ import annotations

import mujoco

from understudy.errors import OptionError
from understudy.robots.mirrored_bodies import mirrored_bodies
from understudy.robots.robot import Robot
from understudy.simulate.senses.skin.coverage import Cover, touching_geoms
from understudy.simulate.senses.skin.exposed import Mirror, exposed_surface
from understudy.simulate.senses.skin.samples import Pieces
from understudy.simulate.senses.skin.spread import Spread, count_for, joined_spreads, spread_over

MOST_TAXELS = 100_000
"""Taxels of a robot; finer skin would take hours to lay."""


def even_layout(robot: Robot, covers: dict[int, Cover]) -> dict[int, Spread]:
    """Return body → its taxels.

    Of two bodies that are mirror images one is covered and the other takes its image; a body in the middle is
    its own: its one half is covered.

    Raises:
        OptionError: Where there would be more than can be laid.
    """
    model, neighbours = robot.model, touching_geoms(robot)
    axis, pairs = mirrored_bodies(model, {body: list(cover.geoms) for body, cover in covers.items()})
    mirror, found = Mirror(model, axis), {}
    surfaces = {body: _surface(model, cover, neighbours.get(body, [])) for body, cover in covers.items()}
    _require_few(surfaces, covers)
    for body, cover in covers.items():
        twin = pairs.get(body)
        if not len(surfaces[body].areas):
            continue
        if twin is not None and twin != body and twin in found and covers[twin].spacing == cover.spacing:
            found[body] = mirror.image(found[twin], twin, body)
            continue
        count = count_for(float(surfaces[body].areas.sum()), cover.spacing)
        half = mirror.half(surfaces[body], body) if twin == body and count > 1 else None
        if half is None or not len(half.areas):
            found[body] = spread_over(surfaces[body], count)
        else:
            one = spread_over(half, max(1, round(0.5 * count)))
            found[body] = joined_spreads([one, mirror.image(one, body, body)])
    return found


def _surface(model: mujoco.MjModel, cover: Cover, neighbours: list[int]) -> Pieces:
    return exposed_surface(model, cover.geoms, neighbours, cover.spacing**2)


def _require_few(surfaces: dict[int, Pieces], covers: dict[int, Cover]) -> None:
    total = sum(count_for(float(surfaces[body].areas.sum()), cover.spacing) for body, cover in covers.items())
    if total > MOST_TAXELS:
        raise OptionError(
            f"spacing would take {total} taxels, expected at most {MOST_TAXELS}: make it larger"
        )
