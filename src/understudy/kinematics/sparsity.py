"""Which variables meet in the normal equations, and in their factor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.two_bodies import padded
from understudy.kinematics.body_parts import index_array
from understudy.kinematics.costs import Costs
from understudy.kinematics.tree import Tree


class Pattern(NamedTuple):
    """Non-zeros of the factor, below its diagonal."""

    fill: np.ndarray  # (V, V) for each variable, the lower ones coupled to it
    fill_count: np.ndarray  # (V,)


def pattern_of(tree: Tree, costs: Costs) -> Pattern:
    """Return the sparsity of the normal equations that costs lead to on a tree."""
    groups = [group for block in costs for group in block.coupled(tree)]
    return symbolic_factor(tree, groups)


def symbolic_factor(tree: Tree, groups: Sequence[np.ndarray]) -> Pattern:
    """Return the non-zeros of the factor of a matrix in which each group's variables are coupled.

    Eliminated from the last variable to the first, a kinematic tree's matrix fills in nowhere
    (Featherstone's LTL factorisation); coupled joints and two-body costs may add entries, which
    this finds by eliminating symbolically.
    """
    # A robot's clips all lead to the same few patterns.
    coupled = frozenset(np.asarray(group, dtype=np.int64).tobytes() for group in groups)
    return _eliminated(np.asarray(tree.variable, dtype=np.int64).tobytes(), coupled)


@lru_cache(maxsize=256)
def _eliminated(variable_of: bytes, coupled: frozenset[bytes]) -> Pattern:
    """Return the non-zeros after elimination, from the bytes of each dof's variable and of groups of dofs."""
    variable_of_dof = np.frombuffer(variable_of, dtype=np.int64)
    size = len(variable_of_dof)
    lower: list[set[int]] = [set() for _ in range(size)]
    for group in coupled:
        own = variable_of_dof[np.frombuffer(group, dtype=np.int64)]
        variables = sorted({int(variable) for variable in own if variable >= 0})
        for index, variable in enumerate(variables):
            lower[variable].update(variables[:index])
    for variable in range(size - 1, -1, -1):
        neighbours = sorted(lower[variable])
        for index, neighbour in enumerate(neighbours):
            lower[neighbour].update(neighbours[:index])
    rows = [index_array(sorted(row)) for row in lower]
    return Pattern(padded(rows, max(1, size)), index_array([len(row) for row in lower]))
