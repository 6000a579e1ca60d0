"""Kernels that are called after the solver, of other packages, which the second process compiles as well.

They are named and their arguments written out, since nothing here may know those packages. What is missing
or no longer true is compiled when it is called, only later; a test tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from understudy.kernels.compilation import Kernel

AFTER = """
kinematics.joint_motion.find_over f2 Bounds(f1 f1 f1 f1) b1
evaluate.survey._gather f3 f4 i1 i f3 f4
evaluate.lowest_points._write_lowest _Points(i1 f2 i1 f2 f1 i1 f2 f1) f3 f4 f1
evaluate.shape_kernel.write_depths GeomTable(i1 i1 f2 f2 f3 f1 f3) i1 f3 f4 f1 f2
evaluate.segment_kernels.write_segments SegmentTable(i3 f4) f3 f4 f3
evaluate.segment_kernels.write_apart f3 f3 f2 f2 f2
evaluate.poses._write_turned f3 f2 f3
evaluate.orientation._write_within f3 f3 f3
evaluate.limit_kernel.write_kept f2 f1 JointLimits(f1 f1 f2 f2 f1) Kept(f2 i2 i1 f2 f1 i1)
evaluate.poses._write_point f2 f3 f1 f2
evaluate.feet._raise_to_speed f2 b1 f f1
evaluate.reach_kernels.note_own Limbs(i2 i1 f1 f1) f1 b2 f2 f2 f2 f3
evaluate.limb_gauge._gauge_all Gauge(i3 f4 i f2 i1) f3 f4 f3 f4 f f2 b1
evaluate.reach_kernels.keep_better Limbs(i2 i1 f1 f1) i1 i1 f2 b1 f2 f2 f3
evaluate.reach_kernels.write_poses_between Limbs(i2 i1 f1 f1) i1 f2 f3 i1 f2
evaluate.reach_kernels.settle i1 b2 i1 f2 f f2 b2
dynamics.ground_kernels.write_sole_points f3 f4 i1 f2 f3
dynamics.ground_kernels.write_pushes f3 f2 f2 f4 f f f2 f3 f3 f2 f2
dynamics.ground_kernels.write_forces f2 f2 f3 f4 f2 f3
dynamics.ground_kernels.write_floor_torques b2 b1 f3 f3 f3 f3 f2
dynamics.support_kernels.write_parts f4 b2 i2 f f f3 b2
dynamics.support_kernels.write_nearest f3 b1 f2 f2
evaluate.joint_rates._write_rates f2 i1 f1 f1 SumRoom(i1 i1 f1) JointRates(f2 f1 f2 i2)
"""
"""In the order of the calls, each with its arguments: ``f2`` is an array (M, N) of floats, ``i`` an integer,
``b`` a truth value, and ``Name(…)`` a named tuple of the kernel's module."""

_KINDS = {"f": "float64", "i": "int64", "b": "boolean", "u": "uint32"}
_ARGUMENT = re.compile(r"(?P<tuple>\w+)\((?P<fields>[^)]*)\)|(?P<kind>[fibu])(?P<axes>\d?)")


def listed(text: str) -> Iterator[tuple[Kernel, tuple[Any, ...]]]:
    """Yield the kernels of a list and the Numba types of their arguments."""
    for line in text.split("\n"):
        name, _, arguments = line.partition(" ")
        if arguments:
            folder, _, kernel = name.rpartition(".")
            module = import_module(f"understudy.{folder}")
            yield getattr(module, kernel), _types_of(arguments, module)


def _types_of(text: str, module: Any) -> tuple[Any, ...]:
    """Return the types of arguments; named tuples are the module's."""
    from numba import types

    found = []
    for match in _ARGUMENT.finditer(text):
        if match["tuple"]:
            fields = _types_of(match["fields"], module)
            found.append(types.BaseTuple.from_types(fields, getattr(module, match["tuple"])))
        else:
            number = getattr(types, _KINDS[match["kind"]])
            found.append(types.Array(number, int(match["axes"]), "C") if match["axes"] else number)
    return tuple(found)
