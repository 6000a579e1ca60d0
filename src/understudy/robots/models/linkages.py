"""Closed linkages: parts that hang from two sides, such as a knee driven by a rod.

A tree of joints has no loops, so a file closes one by an equality (``<connect>``, ``<weld>``). Where a loop
leaves its joints a single way to move, all of them become polynomials of one joint, found by moving it
through its range and closing the loop at each step. A loop with more freedom, such as an ankle between two
rods, cannot be kept in that form: the robot is refused with that reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.models.couplings import put_ties, reach_of
from understudy.robots.models.joint_ties import MOST_TERMS, ResolvedTies, Tie
from understudy.robots.models.loop_closure import LoopClosure, chain_joints
from understudy.robots.models.notes import Notes

_CLOSING = (mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD)
_STEPS = 60
"""Steps in which a joint is moved from the reference to either end of its range."""

_OPEN = 3e-3
"""Gap [m], or for a weld also [rad], that polynomials may leave in a loop."""

_LEAST_WAY = 0.1
"""Way [rad or m] that the leading joint of a loop must have."""


@dataclass(frozen=True, eq=False)
class _Course:
    """How a loop's joints move together: the leading joint's ways (N,), and those of all of them (N, J)."""

    lead: np.ndarray
    ways: np.ndarray


def has_linkages(spec: mujoco.MjSpec) -> bool:
    """Return whether parts are joined by equalities that close loops, or tie the robot to the world."""
    return any(tie.active and tie.type in _CLOSING for tie in spec.equalities)


def resolve_linkages(spec: mujoco.MjSpec, model: mujoco.MjModel, notes: Notes) -> None:
    """Replace closed loops by couplings of their joints; ties to the world, as of a scene, are left out.

    Args:
        spec: The specification, changed in place.
        model: The same specification compiled.
        notes: Told what was replaced.

    Raises:
        RobotError: A loop that cannot be kept.
    """
    loops: list[tuple[set[int], list[int]]] = []
    for equality in range(model.neq):
        if not model.eq_active0[equality] or mujoco.mjtEq(int(model.eq_type[equality])) not in _CLOSING:
            continue
        joints, bodies = chain_joints(model, equality)
        if 0 in bodies:
            names = [model.body(body).name for body in bodies if body]
            notes.add(f"'{names[0] if names else 'world'}' is tied to the world; the tie is left out")
        elif joints:
            _join(loops, joints, equality)
    for joints, equalities in loops:
        _resolve_loop(spec, model, sorted(joints), equalities, notes)
    for tie in [tie for tie in spec.equalities if tie.active and tie.type in _CLOSING]:
        spec.delete(tie)


def _join(loops: list[tuple[set[int], list[int]]], joints: set[int], equality: int) -> None:
    """Add a loop to those that it shares joints with."""
    sharing = [loop for loop in loops if loop[0] & joints]
    for loop in sharing:
        loops.remove(loop)
    merged = joints.union(*(loop[0] for loop in sharing))
    loops.append((merged, sorted([equality, *(each for loop in sharing for each in loop[1])])))


def _resolve_loop(
    spec: mujoco.MjSpec, model: mujoco.MjModel, joints: list[int], equalities: list[int], notes: Notes
) -> None:
    """Let all joints of a loop follow the one that carries most of the robot."""
    names = [model.joint(joint).name for joint in joints]
    closure = LoopClosure(model, joints, equalities)
    told = ", ".join(names[:6])
    mobility = closure.mobility()
    if mobility != 1:
        ways = "no way" if mobility == 0 else f"{mobility} ways"
        raise RobotError(
            f"joints {told} make up a closed linkage with {ways} to move, of which only one can be kept; "
            "without its <connect> or <weld> each moves by itself"
        )
    lead = max(range(len(joints)), key=lambda index: (_carried(model, joints[index]), closure.share(index)))
    course = _course(model, closure, lead, names[lead])
    if float(np.ptp(course.lead)) < _LEAST_WAY:
        raise RobotError(
            f"the closed linkage of joints {told} cannot be moved from the model's reference pose"
        )
    ties = ResolvedTies()
    for index, name in enumerate(names):
        if index != lead:
            fitted = np.polynomial.polynomial.polyfit(course.lead, course.ways[:, index], MOST_TERMS - 1)
            ties.ties[name] = Tie(name, names[lead], np.asarray(fitted))
    fit = np.column_stack(
        [
            course.lead
            if index == lead
            else np.polynomial.polynomial.polyval(course.lead, ties.ties[name].coefficients)
            for index, name in enumerate(names)
        ]
    )
    gap = max(float(np.abs(closure.gap(ways)).max()) for ways in fit)
    if gap > _OPEN:
        raise RobotError(
            f"joints {told} make up a closed linkage that moves too unevenly to be kept (it would gape by "
            f"{1e3 * gap:.0f} mm); without its <connect> or <weld> each moves by itself"
        )
    put_ties(spec, ties)
    _narrow(spec, model, names[lead], course.lead)
    notes.add(
        f"the closed linkage of joints {told} is kept: they follow '{names[lead]}' within {1e3 * gap:.1f} mm"
    )


def _carried(model: mujoco.MjModel, joint: int) -> float:
    """Return the mass [kg] that hangs on a joint."""
    return float(model.body_subtreemass[int(model.jnt_bodyid[joint])])


def _course(model: mujoco.MjModel, closure: LoopClosure, lead: int, name: str) -> _Course:
    """Move the leading joint from the reference to both ends of its range, as far as the loop closes."""
    start = closure.closed(np.zeros(closure.size), lead)
    if start is None:
        raise RobotError(f"the closed linkage of joint '{name}' is open in the model's reference pose")
    low, high = reach_of(model, name)
    sides = [_walk(closure, lead, start, end) for end in (min(low, 0.0), max(high, 0.0))]
    path = np.array([*sides[0][::-1], start, *sides[1]])
    return _Course(path[:, lead], path)


def _walk(closure: LoopClosure, lead: int, start: np.ndarray, end: float) -> list[np.ndarray]:
    """Return the loop's ways (J,) at steps of its leading joint towards an end, as far as it closes."""
    walked = [start]
    for value in np.linspace(0.0, end, _STEPS + 1)[1:]:
        ways = np.array(walked[-1])
        ways[lead] = value
        closed = closure.closed(ways, lead)
        if closed is None:
            break
        walked.append(closed)
    return walked[1:]


def _narrow(spec: mujoco.MjSpec, model: mujoco.MjModel, name: str, lead: np.ndarray) -> None:
    """Limit the leading joint to where the loop closes."""
    joint = spec.joint(name)
    reference = float(model.qpos0[model.joint(name).qposadr[0]])
    scale = 1.0
    if joint.type == mujoco.mjtJoint.mjJNT_HINGE and getattr(joint, "compiler", spec.compiler).degree:
        scale = 180.0 / np.pi
    joint.range = [scale * (reference + lead.min()), scale * (reference + lead.max())]
    joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE
