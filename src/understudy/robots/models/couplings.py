"""Couplings of joints, by equalities and by tendons, brought to the one form that solvers know."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.models.joint_ties import MOST_TERMS, ResolvedTies, Tie, resolve_ties
from understudy.robots.models.notes import Notes

_JOINT, _TENDON = mujoco.mjtEq.mjEQ_JOINT, mujoco.mjtEq.mjEQ_TENDON
_SMALL = 1e-12


def needs_resolving(spec: mujoco.MjSpec) -> bool:
    """Return whether joints are coupled otherwise than a follower to a joint that moves by itself."""
    ties = [tie for tie in spec.equalities if tie.active and tie.type in (_JOINT, _TENDON)]
    followers = [tie.name1 for tie in ties]
    return (
        any(tie.type == _TENDON for tie in ties)
        or len(set(followers)) < len(followers)
        or any(tie.name2 in followers for tie in ties)
    )


def resolve_couplings(spec: mujoco.MjSpec, model: mujoco.MjModel, notes: Notes) -> None:
    """Rewrite couplings, so that every follower follows one joint that moves by itself.

    Args:
        spec: The specification, changed in place.
        model: The same specification compiled.
        notes: Told what had to be held.

    Raises:
        RobotError: A tendon ties joints in a way that cannot be kept.
    """
    resolved = resolve_ties(_ties(model), lambda name: reach_of(model, name))
    for equality in [tie for tie in spec.equalities if tie.type in (_JOINT, _TENDON)]:
        spec.delete(equality)
    put_ties(spec, resolved)
    for sentence in resolved.notes:
        notes.add(sentence)


def put_ties(spec: mujoco.MjSpec, resolved: ResolvedTies) -> None:
    """Add resolved ties to a specification as equalities of joints."""
    for tie in resolved.ties.values():
        equality = spec.add_equality(type=_JOINT, objtype=mujoco.mjtObj.mjOBJ_JOINT)
        equality.name1, equality.name2 = tie.follower, tie.driver
        data = np.zeros(MOST_TERMS)
        data[: len(tie.coefficients)] = tie.coefficients
        equality.data[:MOST_TERMS] = data


def reach_of(model: mujoco.MjModel, name: str) -> tuple[float, float]:
    """Return a joint's range [rad or m], counted from its reference; a turn each way where it has none."""
    if not name:
        return -1.0, 1.0
    joint = model.joint(name)
    if not model.jnt_limited[joint.id]:
        return -np.pi, np.pi
    reference = float(model.qpos0[joint.qposadr[0]])
    return float(joint.range[0]) - reference, float(joint.range[1]) - reference


def _ties(model: mujoco.MjModel) -> list[Tie]:
    """Return the couplings of a model in the order of its file."""
    ties = []
    for equality in range(model.neq):
        first, second = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
        coefficients = np.array(model.eq_data[equality][:MOST_TERMS])
        if not model.eq_active0[equality]:
            continue
        if model.eq_type[equality] == _JOINT:
            driver = "" if second < 0 else model.joint(second).name
            ties.append(Tie(model.joint(first).name, driver, coefficients if driver else coefficients[:1]))
        elif model.eq_type[equality] == _TENDON:
            ties += _tendon_tie(model, first, second, coefficients)
    return ties


def _tendon_tie(model: mujoco.MjModel, first: int, second: int, coefficients: np.ndarray) -> list[Tie]:
    """Return what ties the joints of two tendons, or those of one whose length is fixed.

    With the ways x of the joints and the tendons' factors a and b it says Σ a x = p(Σ b x).
    """
    left = _factors(model, first)
    right = {} if second < 0 else _factors(model, second)
    if len(left) == 1 and len(right) == 1:
        (follower, a), (driver, b) = *left.items(), *right.items()
        return [Tie(follower, driver, coefficients * b ** np.arange(MOST_TERMS) / a)]
    if right and np.abs(coefficients[2:]).max() > _SMALL:
        raise _refusal(model, first, [*left, *right], "along a curve")
    # A line: all of it on one side.
    for name, factor in right.items():
        left[name] = left.get(name, 0.0) - coefficients[1] * factor
    factors = {name: factor for name, factor in left.items() if abs(factor) > _SMALL}
    if len(factors) > 2:
        raise _refusal(model, first, list(factors), "to a sum")
    if not factors:
        return []
    # The joint farther from the root follows.
    names = sorted(factors, key=lambda name: -model.joint(name).id)
    if len(names) == 1:
        return [Tie(names[0], "", np.array([coefficients[0] / factors[names[0]]]))]
    slope = -factors[names[1]] / factors[names[0]]
    return [Tie(names[0], names[1], np.array([coefficients[0] / factors[names[0]], slope]))]


def _factors(model: mujoco.MjModel, tendon: int) -> dict[str, float]:
    """Return joint → factor of a fixed tendon."""
    factors: dict[str, float] = {}
    start = int(model.tendon_adr[tendon])
    for wrap in range(start, start + int(model.tendon_num[tendon])):
        if model.wrap_type[wrap] != mujoco.mjtWrap.mjWRAP_JOINT:
            raise RobotError(
                f"tendon '{model.tendon(tendon).name}' keeps its length along a path through space, which "
                "ties joints in a way that cannot be kept; without its <equality> they move by themselves"
            )
        name = model.joint(int(model.wrap_objid[wrap])).name
        factors[name] = factors.get(name, 0.0) + float(model.wrap_prm[wrap])
    return factors


def _refusal(model: mujoco.MjModel, tendon: int, names: list[str], how: str) -> RobotError:
    return RobotError(
        f"tendon '{model.tendon(tendon).name}' ties {len(names)} joints {how} ({', '.join(names[:5])}), "
        "which cannot be kept; without its <equality> they move by themselves"
    )
