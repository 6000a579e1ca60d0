"""A small humanoid as a URDF, whose shapes, limits and paths a test chooses."""

from __future__ import annotations

_INERTIAL = (
    "<inertial><origin xyz='{at}'/><mass value='1'/>"
    "<inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial>"
)
_LEG = (
    ("hip_roll", "0 {y} -0.05", "1 0 0", "-0.5 0.5", "0 0 0"),
    ("hip_yaw", "0 0 0", "0 0 1", "-0.5 0.5", "0 0 0"),
    ("thigh", "0 0 0", "0 1 0", "-2 0.5", "0 0 -0.2"),
    ("shin", "0 0 -0.4", "0 1 0", "0 2.5", "0 0 -0.2"),
    ("ankle", "0 0 -0.4", "0 1 0", "-0.8 0.8", "0 0 0"),
    ("foot", "0 0 0", "1 0 0", "-0.4 0.4", "0.03 0 -0.05"),
)
_ARM = (
    ("shoulder_pitch", "0 {y} 0.25", "0 1 0", "-3 1", "0 0 0"),
    ("shoulder_roll", "0 0 0", "1 0 0", "{roll}", "0 0 0"),
    ("upper_arm", "0 0 0", "0 0 1", "-1.5 1.5", "0 0 -0.12"),
    ("forearm", "0 0 -0.25", "0 1 0", "-2.3 0", "0 0 -0.1"),
    ("hand", "0 0 -0.22", "0 0 1", "-1 1", "0 0 -0.05"),
)


def humanoid(shape: str = "", before: str = "", speed: float | None = 5.0, after: str = "") -> str:
    """Return a humanoid of 24 joints; ``{}`` in its links' shape becomes the link's name."""
    limit = "" if speed is None else f" velocity='{speed}'"
    parts = [_link("pelvis", "0 0 0", shape)]
    parts += _part("pelvis", "chest", "0 0 0.1", "0 0 1", "-1 1", "0 0 0.15", shape, limit)
    parts += _part("chest", "head", "0 0 0.35", "0 0 1", "-1 1", "0 0 0.1", shape, limit)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        for start, chain, beside in (("pelvis", _LEG, 0.1), ("chest", _ARM, 0.2)):
            parent = start
            for name, place, axis, reach, centre in chain:
                roll = "-0.2 1.5" if sign > 0.0 else "-1.5 0.2"
                place, reach = place.format(y=sign * beside), reach.format(roll=roll)
                parts += _part(parent, f"{side}_{name}", place, axis, reach, centre, shape, limit)
                parent = f"{side}_{name}"
    return f"<robot name='small'>{before}{''.join(parts)}{after}</robot>"


def link_names() -> list[str]:
    """Return the names of its links."""
    arms = [f"{side}_{name}" for side in "lr" for name, *_ in (*_LEG, *_ARM)]
    return ["pelvis", "chest", "head", *arms]


def _part(
    parent: str, name: str, place: str, axis: str, reach: str, centre: str, shape: str, limit: str
) -> list[str]:
    low, high = reach.split()
    joint = (
        f"<joint name='{name}_joint' type='revolute'><origin xyz='{place}'/><parent link='{parent}'/>"
        f"<child link='{name}'/><axis xyz='{axis}'/>"
        f"<limit lower='{low}' upper='{high}' effort='50'{limit}/></joint>"
    )
    return [_link(name, centre, shape), joint]


def _link(name: str, centre: str, shape: str) -> str:
    return f"<link name='{name}'>{_INERTIAL.format(at=centre)}{shape.replace('{}', name)}</link>"
