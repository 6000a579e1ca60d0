"""Masses where a model states none: from the volume of its shapes, else a small stated one."""

from __future__ import annotations

import math

import mujoco

from understudy.robots.models.notes import Notes

DENSITY = 1000.0
"""Density [kg/m³] of parts whose mass is not stated: that of water, near that of people and robots."""

LEAST_MASS = 1e-12
"""Mass [kg] under which a part has none; MuJoCo moves nothing that weighs less than a thousandth of it."""

PLACEHOLDER_MASS = 1e-3
"""Mass [kg] of a moving part that has neither mass nor shape, which MuJoCo needs above zero."""

PLACEHOLDER_INERTIA = 1e-6
"""Moment of inertia [kg m²] of such a part."""


def ball_radius(mass: float) -> float:
    """Return the radius [m] of a solid ball of a mass [kg] and of ``DENSITY``."""
    return (3.0 * mass / (4.0 * math.pi * DENSITY)) ** (1.0 / 3.0)


def ball_inertia(mass: float) -> float:
    """Return the moment of inertia [kg m²] of such a ball."""
    return 0.4 * mass * ball_radius(mass) ** 2


def fill_masses(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Give every moving part a mass, from its shapes where it has some."""
    for body in spec.bodies[1:]:
        if len(body.joints) == 0 or any(_has_mass(part) for part in _rigid_group(body)):
            continue
        shaped = [part for part in _rigid_group(body) if len(part.geoms)]
        for part in shaped:
            for geom in part.geoms:
                geom.density, geom.mass = DENSITY, math.nan
        if shaped:
            notes.add(f"'{body.name}' has no mass; taken from its shapes at {DENSITY:.0f} kg/m³")
        else:
            body.explicitinertial = True
            body.mass, body.ipos = PLACEHOLDER_MASS, [0.0, 0.0, 0.0]
            body.inertia = [PLACEHOLDER_INERTIA] * 3
            notes.add(f"'{body.name}' has neither mass nor shape; {PLACEHOLDER_MASS * 1e3:g} g are put there")


def _rigid_group(body: mujoco.MjsBody) -> list[mujoco.MjsBody]:
    """Return a body and those fixed to it."""
    group = [body]
    for child in body.bodies:
        if len(child.joints) == 0:
            group += _rigid_group(child)
    return group


def _has_mass(body: mujoco.MjsBody) -> bool:
    if body.explicitinertial:
        return body.mass > LEAST_MASS
    return any(geom.mass > 0.0 or (math.isnan(geom.mass) and geom.density > 0.0) for geom in body.geoms)
