"""Mass, centre of mass and inertia of rigid parts, joined and parted by the parallel axis theorem."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.segment_figures import SegmentFigures


@dataclass(frozen=True, eq=False)
class Inertia:
    """What a rigid part weighs.

    Attributes:
        mass: [kg].
        centre: (3,) [m] centre of mass.
        matrix: (3, 3) [kg m²] about the centre of mass.
    """

    mass: float
    centre: np.ndarray
    matrix: np.ndarray

    def moved(self, offset: np.ndarray) -> Inertia:
        """Return the same part with its centre elsewhere by an offset (3,) [m]."""
        return Inertia(self.mass, self.centre + offset, self.matrix)

    def about(self, point: np.ndarray) -> np.ndarray:
        """Return the inertia (3, 3) about another point (3,): I + m (d² 1 - d dᵀ), Steiner."""
        arm = self.centre - point
        return self.matrix + self.mass * ((arm @ arm) * np.eye(3) - np.outer(arm, arm))


def together(parts: Iterable[Inertia]) -> Inertia:
    """Return parts as one."""
    parts = tuple(parts)
    mass = sum(part.mass for part in parts)
    centre = np.sum([part.mass * part.centre for part in parts], axis=0) / mass
    return Inertia(mass, centre, np.sum([part.about(centre) for part in parts], axis=0))


def without(whole: Inertia, parts: Iterable[Inertia]) -> Inertia:
    """Return what is left of a whole when parts are taken out."""
    parts = tuple(parts)
    mass = whole.mass - sum(part.mass for part in parts)
    taken = np.sum([part.mass * part.centre for part in parts], axis=0)
    centre = (whole.mass * whole.centre - taken) / mass
    return Inertia(mass, centre, whole.about(centre) - np.sum([part.about(centre) for part in parts], axis=0))


def relieved(whole: Inertia, parts: Iterable[Inertia]) -> Inertia:
    """Return what is left of a whole without parts, with the radii of gyration that the whole had.

    For parts at its edge: the whole's published radii are too uncertain to subtract them from.
    """
    parts = tuple(parts)
    mass = whole.mass - sum(part.mass for part in parts)
    taken = np.sum([part.mass * part.centre for part in parts], axis=0)
    centre = (whole.mass * whole.centre - taken) / mass
    return Inertia(mass, centre, whole.matrix * (mass / whole.mass))


def published(
    figures: SegmentFigures, mass: float, start: np.ndarray, end: np.ndarray, length: float | None = None
) -> Inertia:
    """Return a vertical segment by its published figures.

    Args:
        figures: Of the segment.
        mass: [kg].
        start: (3,) [m] the end from which the centre of mass is measured.
        end: (3,) [m] the other one, above or below.
        length: What the radii of gyration are shares of [m], where not the distance of the ends.
    """
    if length is None:
        length = float(np.linalg.norm(end - start))
    radii = length * np.array([figures.sagittal, figures.transverse, figures.longitudinal])
    return Inertia(mass, start + figures.centre * (end - start), mass * np.diag(radii**2))


def ellipsoid(mass: float, centre: np.ndarray, semi_axes: tuple[float, float, float]) -> Inertia:
    """Return a solid ellipsoid along the axes with half lengths [m]."""
    squares = np.array(semi_axes) ** 2
    return Inertia(mass, centre, 0.2 * mass * np.diag(squares.sum() - squares))


def spindle(mass: float, start: np.ndarray, end: np.ndarray, radius: float) -> Inertia:
    """Return a solid ellipsoid of revolution between two points (3,) [m] with a half thickness [m]."""
    along = end - start
    half = 0.5 * float(np.linalg.norm(along))
    direction = along / (2.0 * half)
    axial = np.outer(direction, direction)
    matrix = 0.2 * mass * ((half**2 + radius**2) * (np.eye(3) - axial) + 2.0 * radius**2 * axial)
    return Inertia(mass, 0.5 * (start + end), matrix)
