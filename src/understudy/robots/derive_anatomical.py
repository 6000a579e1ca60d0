"""Which joint plays which anatomical angle, found from the directions of axes in the home pose.

In the home pose a robot stands as a person does, so a joint that turns about the left axis at the hip is its
pitch, one along the thigh its yaw, and so on. The way an axis points gives the sign; what the angle reads
in the home pose gives the offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.anatomy.limbs import (
    ARM_BENDS,
    LEG_BENDS,
    SIGN,
    bend,
    horizontal_elevation_rotation,
    pitch_roll_yaw,
)
from understudy.anatomy.names import NECK, TORSO
from understudy.motion.landmarks import SIDES
from understudy.robots.card import AngleSpec
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import is_turned, joints_between

_CLOSE = 0.8
"""Cosine up to which an axis counts as the one looked for: arms hang up to a third of a right angle out."""

_BENT = 1.0
"""Bend [rad] of elbow or knee in which yaw is read."""

_ACROSS = 0.5
"""Cosine under which a hinge's axis is across a segment, so that it bends rather than turns it."""

_SAME_BEND = 0.5
"""Difference [rad] under which bending either way opens the limb alike: it is straight at home."""

_FORWARD, _LEFT, _UP = np.eye(3)


@dataclass(frozen=True)
class _Hinge:
    """A hinge in the home pose: its name, index of its coordinate, and axis (3,) in the world."""

    name: str
    address: int
    axis: np.ndarray

    def cosine(self, axis: np.ndarray) -> float:
        return float(self.axis @ axis)


def anatomical_table(robot: Robot) -> Mapping[str, AngleSpec]:
    """Return the angles that a robot can play: its card's table, or one derived where it has none."""
    return robot.card.anatomical or derive_anatomical(robot)


def derive_anatomical(robot: Robot) -> dict[str, AngleSpec]:
    """Return anatomical angle → the joint that plays it, for every angle that a joint of the robot plays.

    Joints whose axis lies between those of two angles, such as NAO's hip yaw-pitch, play none.
    """
    body = _Body(robot)
    found: dict[str, AngleSpec] = {}
    pelvis, chest, head = (robot.frames.get(part) for part in ("pelvis", "chest", "head"))
    if pelvis is not None and chest is not None:
        found |= body.column(TORSO, (_LEFT, _FORWARD, -_UP), body.hinges(pelvis.body, chest.body))
    if chest is not None and head is not None:
        found |= body.column(NECK, (-_LEFT, _FORWARD, _UP), body.hinges(chest.body, head.body))
    for side in SIDES:
        if chest is not None and f"wrist_{side}" in robot.landmarks:
            hinges = body.hinges(chest.body, robot.landmarks[f"wrist_{side}"].body)
            found |= body.arm(side, hinges)
        if pelvis is not None and f"ankle_{side}" in robot.landmarks:
            hinges = body.hinges(pelvis.body, robot.landmarks[f"ankle_{side}"].body)
            found |= body.limb(side, hinges, ("hip_pitch", "hip_roll", "hip_yaw", "knee"), LEG_BENDS)
    return found


class _Body:
    """A robot in its home pose, and what its limbs look like there."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.data = home_data(robot.model, robot.home)
        self.couplings = dict(_couplings(robot.model))

    def hinges(self, start: int, end: int) -> list[_Hinge]:
        """Return the hinges between two bodies, from the trunk outwards."""
        model = self.robot.model
        found = []
        for joint in joints_between(model, start, end):
            if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE:
                # Where the model is rooted beyond the end, the axis turns the trunk against the limb.
                sign = -1.0 if is_turned(model, joint, start) else 1.0
                address = int(model.jnt_qposadr[joint])
                axis = sign * np.array(self.data.xaxis[joint])
                found.append(_Hinge(model.joint(joint).name, address, axis))
        return found

    def column(
        self, names: tuple[str, ...], axes: tuple[np.ndarray, ...], hinges: Sequence[_Hinge]
    ) -> dict[str, AngleSpec]:
        """Return who plays torso or neck: the lowest hinge along each axis, with its coupled ones."""
        found = {}
        for angle, axis in zip(names, axes, strict=True):
            hinge = next((h for h in self._free(hinges) if abs(h.cosine(axis)) > _CLOSE), None)
            if hinge is not None:
                followers = [self.couplings[h.name] for h in hinges if h.name in self.couplings]
                rest = sum(factor for driver, factor in followers if driver == hinge.name)
                sign = float(np.sign(hinge.cosine(axis)))
                offset = float(self.robot.home[hinge.address])
                found[angle] = AngleSpec(hinge.name, sign, round(offset, 6), round(1.0 / (1.0 + rest), 6))
        return found

    def arm(self, side: str, hinges: Sequence[_Hinge]) -> dict[str, AngleSpec]:
        """Return who plays an arm; its first hinge tells which description of the shoulder fits."""
        free = self._free(hinges)
        if free and abs(free[0].cosine(_UP)) > _CLOSE:
            names = ("shoulder_horizontal", "shoulder_elevation", "shoulder_rotation", "elbow")
        else:
            names = ("shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow")
        return self.limb(side, hinges, names, ARM_BENDS)

    def limb(
        self, side: str, hinges: Sequence[_Hinge], names: tuple[str, str, str, str], bends: float
    ) -> dict[str, AngleSpec]:
        """Return who plays a limb, from its hinges between trunk and wrist or ankle."""
        sign = SIGN[side]
        free = self._free(hinges)
        last = self._bending(side, free, bends)
        if last is None:
            return {}
        before = free[: free.index(last)]
        by_plane = names[0].endswith("horizontal")
        wanted = (-sign * _UP if by_plane else -_LEFT, sign * _FORWARD, -sign * self._along(side, bends))
        chosen: dict[str, _Hinge] = {}
        signs = {names[3]: self._bend_sign(side, bends, last)}
        for name, axis in zip(names[:3], wanted, strict=True):
            rest = [hinge for hinge in before if hinge not in chosen.values()]
            # The first joint from the trunk that fits: what comes later belongs to the next angle.
            hinge = next((h for h in rest if abs(h.cosine(axis)) > _CLOSE), None)
            if hinge is not None:
                chosen[name] = hinge
                signs[name] = float(np.sign(hinge.cosine(axis)))
        chosen[names[3]] = last
        read = dict(zip(names, self._readings(side, last, signs[names[3]], bends, by_plane), strict=True))
        if self._added(names[2], side, chosen):
            read[names[2]] += read[names[0]]
        return {
            f"{name}_{side}": self._spec(name, side, chosen, signs[name], read[name])
            for name in names
            if name in chosen
        }

    def _spec(
        self, name: str, side: str, chosen: Mapping[str, _Hinge], sign: float, at_home: float
    ) -> AngleSpec:
        hinge = chosen[name]
        offset = float(self.robot.home[hinge.address]) - sign * at_home
        offset = round((offset + np.pi) % (2.0 * np.pi) - np.pi, 6) + 0.0
        return AngleSpec(hinge.name, sign, offset, add=self._added(name, side, chosen))

    def _added(self, name: str, side: str, chosen: Mapping[str, _Hinge]) -> str:
        """Return the angle to add to a shoulder's rotation where a joint turns the horizontal one back."""
        first = chosen.get("shoulder_horizontal")
        if name != "shoulder_rotation" or first is None:
            return ""
        drivers = [driver for driver, factor in self.couplings.values() if factor < 0.0]
        return f"shoulder_horizontal_{side}" if first.name in drivers else ""

    def _readings(
        self, side: str, last: _Hinge, sign: float, bends: float, by_plane: bool
    ) -> tuple[float, float, float, float]:
        """Return what a limb's four angles read in the home pose, the yaw with elbow or knee bent."""
        # Where the wrist lies beside the forearm's axis, a straight elbow would read as a bent one.
        turned = self._segments(side, bends, self._bent(last, sign * _BENT))
        if by_plane:
            three = horizontal_elevation_rotation(*turned, side)
        else:
            three = pitch_roll_yaw(*turned, side, bends)
        first, second, third = (float(reading.values[0]) for reading in three)
        return first, second, third, float(bend(*turned).values[0]) - _BENT

    def _bending(self, side: str, free: Sequence[_Hinge], bends: float) -> _Hinge | None:
        """Return the first hinge from elbow or knee on whose axis is across the lower segment."""
        middle = self.robot.landmarks[f"{'elbow' if bends == ARM_BENDS else 'knee'}_{side}"].body
        lower = self._segments(side, bends, self.robot.home)[1][:, 0]
        lower = lower / np.linalg.norm(lower)
        beyond = {hinge.name for hinge in self.hinges(middle, self._end(side, bends))}
        return next((h for h in free if h.name in beyond and abs(h.cosine(lower)) < _ACROSS), None)

    def _bend_sign(self, side: str, bends: float, last: _Hinge) -> float:
        """Return the sign with which a hinge bends elbow or knee.

        At home the limb may be straight, so that it bends by turning either way. Then the wider part of the
        hinge's range is bending, and without limits the way in which a person's limb bends.
        """
        upper, lower = self._segments(side, bends, self._bent(last, _BENT))
        more = float(bend(upper, lower).values[0])
        less = float(bend(*self._segments(side, bends, self._bent(last, -_BENT))).values[0])
        if abs(more - less) > _SAME_BEND:
            return float(np.sign(more - less))
        column, at_home = self.robot.joints.index(last.name), self.robot.home[last.address]
        room = float(self.robot.upper[column] + self.robot.lower[column] - 2.0 * at_home)
        if np.isfinite(room) and abs(room) > _SAME_BEND:
            return float(np.sign(room))
        return float(
            np.sign(bends * (lower[0, 0] / np.linalg.norm(lower) - upper[0, 0] / np.linalg.norm(upper)))
        )

    def _bent(self, hinge: _Hinge, turn: float) -> np.ndarray:
        """Return the home pose with one hinge turned."""
        q = np.array(self.robot.home)
        q[hinge.address] += turn
        return q

    def _end(self, side: str, bends: float) -> int:
        return self.robot.landmarks[f"{'wrist' if bends == ARM_BENDS else 'ankle'}_{side}"].body

    def _segments(self, side: str, bends: float, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return upper and lower segment (3, 1) in the world, the pelvis upright as in the home pose."""
        names = ("shoulder", "elbow", "wrist") if bends == ARM_BENDS else ("hip", "knee", "ankle")
        data = home_data(self.robot.model, q)
        a, b, c = (point_in_world(data, self.robot.landmarks[f"{name}_{side}"]) for name in names)
        pelvis = self.robot.frames["pelvis"].body if "pelvis" in self.robot.frames else 1
        # Where the model is rooted in a foot, bending its knee turns the pelvis.
        back = self.data.xmat[pelvis].reshape(3, 3) @ data.xmat[pelvis].reshape(3, 3).T
        return (back @ (b - a))[:, None], (back @ (c - b))[:, None]

    def _along(self, side: str, bends: float) -> np.ndarray:
        """Return (3,) the upper segment's axis towards the trunk, up when it hangs."""
        upper = self._segments(side, bends, self.robot.home)[0][:, 0]
        return -upper / np.linalg.norm(upper)

    def _free(self, hinges: Sequence[_Hinge]) -> list[_Hinge]:
        return [hinge for hinge in hinges if hinge.name not in self.couplings]


def _couplings(model: mujoco.MjModel) -> Iterator[tuple[str, tuple[str, float]]]:
    """Yield each coupled joint with the joint that drives it and the factor between them."""
    for equality in range(model.neq):
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[equality] >= 0:
            follower, driver = (int(ids[equality]) for ids in (model.eq_obj1id, model.eq_obj2id))
            yield model.joint(follower).name, (model.joint(driver).name, float(model.eq_data[equality][1]))
