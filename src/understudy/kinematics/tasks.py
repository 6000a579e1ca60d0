"""What a body is asked to do: points, directions, orientations, a floor; as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from understudy.kinematics.tree import Tree

_BOTH, _END_ONLY, _START_ONLY = 0, 1, 2


@dataclass(frozen=True)
class BodyPoint:
    """A point fixed to a body [m in the body's frame], in the floor's case with a radius [m]."""

    body: int
    local: np.ndarray
    radius: float = 0.0


@dataclass(frozen=True)
class BodyDirection:
    """The direction from one point to another, on the same body or on two."""

    start: BodyPoint
    end: BodyPoint


@dataclass(frozen=True)
class BodyFrame:
    """A frame fixed to a body: world orientation = body orientation · ``offset`` (3, 3)."""

    body: int
    offset: np.ndarray


class Tasks(NamedTuple):
    """Everything that may be asked of one tree, compiled for the kernels."""

    point_body: np.ndarray  # (P,)
    point_local: np.ndarray  # (P, 3) [m]
    direction_body: np.ndarray  # (D, 2) bodies of start and end
    direction_local: np.ndarray  # (D, 2, 3) [m]
    direction_dofs: np.ndarray  # (D, N) degrees of freedom that change the direction
    direction_side: np.ndarray  # (D, N) which end a degree of freedom moves: both, end only, start only
    direction_count: np.ndarray  # (D,)
    frame_body: np.ndarray  # (F,)
    frame_offset: np.ndarray  # (F, 3, 3)
    floor_body: np.ndarray  # (G,) bodies that may touch the floor
    floor_reach: np.ndarray  # (G,) [m] no point of the body is farther from its origin
    floor_start: np.ndarray  # (G + 1,) where each body's points start
    floor_local: np.ndarray  # (N, 3) [m]
    floor_radius: np.ndarray  # (N,) [m]
    fill: np.ndarray  # (V, V) for each variable, the lower ones coupled to it in the factor
    fill_count: np.ndarray  # (V,)


def compile_tasks(
    tree: Tree,
    points: Sequence[BodyPoint] = (),
    directions: Sequence[BodyDirection] = (),
    frames: Sequence[BodyFrame] = (),
    floor: Sequence[BodyPoint] = (),
) -> Tasks:
    """Compile tasks for a tree, with the sparsity of the normal equations that they lead to."""
    floor = sorted(floor, key=lambda point: point.body)
    touching = sorted({point.body for point in floor})
    dofs, sides = (
        zip(*(_direction_dofs(tree, d) for d in directions), strict=True) if directions else ((), ())
    )
    bodies = {part.body for part in (*points, *frames, *floor)}
    chains = [tree.chain[body, : tree.chain_count[body]] for body in bodies]
    fill, fill_count = _symbolic_factor(tree, [*chains, *dofs])
    width = max((len(d) for d in dofs), default=0)
    return Tasks(
        point_body=_ints([p.body for p in points]),
        point_local=_floats([p.local for p in points], (3,)),
        direction_body=_ints([(d.start.body, d.end.body) for d in directions]).reshape(-1, 2),
        direction_local=_floats([(d.start.local, d.end.local) for d in directions], (2, 3)),
        direction_dofs=_padded(dofs, width),
        direction_side=_padded(sides, width),
        direction_count=_ints([len(d) for d in dofs]),
        frame_body=_ints([f.body for f in frames]),
        frame_offset=_floats([f.offset for f in frames], (3, 3)),
        floor_body=_ints(touching),
        floor_reach=_floats([max(_reach(p) for p in floor if p.body == body) for body in touching], ()),
        floor_start=_ints([sum(p.body < body for p in floor) for body in touching] + [len(floor)]),
        floor_local=_floats([p.local for p in floor], (3,)),
        floor_radius=_floats([p.radius for p in floor], ()),
        fill=fill,
        fill_count=fill_count,
    )


def _reach(point: BodyPoint) -> float:
    return float(np.linalg.norm(point.local)) + point.radius


def _ints(values: Sequence[object]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _floats(values: Sequence[object], shape: tuple[int, ...]) -> np.ndarray:
    return np.array(values, dtype=np.float64).reshape(len(values), *shape)


def _padded(rows: Sequence[np.ndarray], width: int) -> np.ndarray:
    """Return rows of indices as one table, unsigned since kernels then need not look for negative ones."""
    table = np.zeros((len(rows), width), dtype=np.uint32)
    for index, row in enumerate(rows):
        table[index, : len(row)] = row
    return table


def _direction_dofs(tree: Tree, direction: BodyDirection) -> tuple[np.ndarray, np.ndarray]:
    """Return the degrees of freedom that change a direction, ascending, and which end each moves.

    A translation that moves both ends changes nothing and is left out.
    """
    start, end = direction.start.body, direction.end.body
    starts = set(tree.chain[start, : tree.chain_count[start]].tolist())
    ends = set(tree.chain[end, : tree.chain_count[end]].tolist())
    dofs = [d for d in sorted(starts | ends) if tree.dof_turns[d] == 1 or not (d in starts and d in ends)]
    side = [_BOTH if d in starts and d in ends else _END_ONLY if d in ends else _START_ONLY for d in dofs]
    return _ints(dofs), _ints(side)


def _symbolic_factor(tree: Tree, groups: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the non-zeros of the factor of a matrix in which each group's variables are coupled.

    Eliminated from the last variable to the first, a kinematic tree's matrix fills in nowhere
    (Featherstone's LTL factorisation); coupled joints and two-body directions may add entries, which
    this finds by eliminating symbolically.
    """
    size = len(tree.variable)
    lower: list[set[int]] = [set() for _ in range(size)]
    for group in groups:
        variables = sorted({int(tree.variable[d]) for d in group if tree.variable[d] >= 0})
        for index, variable in enumerate(variables):
            lower[variable].update(variables[:index])
    for variable in range(size - 1, -1, -1):
        neighbours = sorted(lower[variable])
        for index, neighbour in enumerate(neighbours):
            lower[neighbour].update(neighbours[:index])
    return _padded([_ints(sorted(row)) for row in lower], max(1, size)), _ints([len(row) for row in lower])
