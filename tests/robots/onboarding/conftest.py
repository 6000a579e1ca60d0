"""Small models that are no humanoids, and one that barely is, written out as MJCF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

_LEG = """
<body pos="{x} {y} 0">
  <joint type="hinge" axis="1 0 0" range="-60 60"/><geom type="sphere" size="0.03"/>
  <body><joint type="hinge" axis="0 1 0" range="-60 60"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.02"/>
    <body pos="0 0 -0.2">
      <joint type="hinge" axis="0 1 0" range="-150 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.02"/>
    </body>
  </body>
</body>
"""

_LIMB = """
<body name="{name}1" pos="0 {y} {z}">
  <joint name="{name}1" axis="0 1 0" range="-150 60"/><geom type="sphere" size="0.04"/>
  <body name="{name}2"><joint name="{name}2" axis="1 0 0" range="-60 60"/>
    <geom type="capsule" fromto="0 0 0 0 0 -{a}" size="0.03"/>
    <body name="{name}3" pos="0 0 -{a}"><joint name="{name}3" axis="0 1 0" range="{low} {high}"/>
      <geom type="capsule" fromto="0 0 0 0 0 -{a}" size="0.03"/>{end}
    </body>
  </body>
</body>
"""

_FOOT = """
<body name="{name}4" pos="0 0 -{a}"><joint name="{name}4" axis="0 1 0" range="-40 40"/>
  <geom type="box" pos="{shift} 0 -0.04" size="0.1 0.04 0.01"/></body>
"""


def _model(body: str) -> str:
    return f'<mujoco><compiler angle="degree"/><worldbody>{body}</worldbody></mujoco>'


def _limb(name: str, y: float, z: float, a: float, shift: float | None) -> str:
    end = "" if shift is None else _FOOT.format(name=name, a=a, shift=shift)
    low, high = (-140, 0) if shift is None else (0, 140)
    return _LIMB.format(name=name, y=y, z=z, a=a, low=low, high=high, end=end)


def _humanoid(left: str, right: str, shift: float) -> str:
    limbs = "".join(_limb(f"{s}_leg", y, -0.1, 0.4, shift) for s, y in ((left, 0.1), (right, -0.1)))
    arms = "".join(_limb(f"{s}_arm", y, 0.25, 0.25, None) for s, y in ((left, 0.2), (right, -0.2)))
    chest = f"""<body name="chest" pos="0 0 0.1"><joint name="waist" axis="0 0 1" range="-60 60"/>
      <geom type="box" size="0.1 0.15 0.15" pos="0 0 0.15"/>{arms}
      <body name="head" pos="0 0 0.35"><joint name="neck" axis="0 0 1" range="-60 60"/>
        <geom type="sphere" size="0.1" pos="0 0 0.1"/></body></body>"""
    root = '<body name="pelvis" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.12 0.1"/>'
    return _model(f"{root}{limbs}{chest}</body>")


def _rooted_in_the_chest() -> str:
    legs = "".join(_limb(f"{s}_leg", y, -0.1, 0.4, 0.05) for s, y in (("left", 0.1), ("right", -0.1)))
    arms = "".join(_limb(f"{s}_arm", y, 0.25, 0.25, None) for s, y in (("left", 0.2), ("right", -0.2)))
    pelvis = f"""<body name="pelvis"><joint name="waist" axis="0 0 1" range="-60 60"/>
      <geom type="box" size="0.1 0.12 0.1"/>{legs}</body>"""
    root = '<body name="chest" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.15 0.15" pos="0 0 0.25"/>'
    return _model(f'{root}<geom name="skull" size="0.1" pos="0 0 0.55"/>{arms}{pelvis}</body>')


def _pair(kind: str, y: float, z: float, a: float, shift: float | None, names: str = "left right") -> str:
    sides = zip(names.split(), (y, -y), strict=True)
    return "".join(_limb(f"{side}_{kind}", place, z, a, shift) for side, place in sides)


def _torso_first() -> str:
    """A head above the root and a pelvis under its waist, as vendors' models of torsos have them."""
    pelvis = f"""<body name="pelvis" pos="0 0 -0.1"><joint name="waist" axis="0 0 1" range="-60 60"/>
      <geom type="box" size="0.1 0.12 0.1"/>{_pair("leg", 0.1, -0.1, 0.4, 0.05)}</body>"""
    head = """<body name="head" pos="0 0 0.4"><joint name="neck" axis="0 0 1" range="-60 60"/>
      <geom size="0.1" pos="0 0 0.1"/></body>"""
    arms = _pair("arm", 0.2, 0.25, 0.25, None)
    root = '<body name="torso" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.15 0.15" pos="0 0 0.2"/>'
    return _model(f"{root}{head}{arms}{pelvis}</body>")


_TAIL = """<body name="tail1" pos="-0.1 0 0"><joint name="tail1" axis="0 1 0" range="-60 60"/>
  <geom type="capsule" fromto="0 0 0 -0.2 0 0" size="0.02"/><body name="tail2" pos="-0.2 0 0">
  <joint name="tail2" axis="0 1 0" range="-60 60"/><geom type="capsule" fromto="0 0 0 -0.2 0 0" size="0.02"/>
  <body name="tail3" pos="-0.2 0 0"><joint name="tail3" axis="0 1 0" range="-60 60"/>
  <geom type="capsule" fromto="0 0 0 -0.2 0 0" size="0.02"/></body></body></body>"""


def _with_tail() -> str:
    return _humanoid("left", "right", 0.05).replace("</body></worldbody>", f"{_TAIL}</body></worldbody>")


def _swapped_names() -> str:
    text = _humanoid("left", "right", 0.05).replace("_leg", "_X").replace("_arm", "_leg")
    return text.replace("_X", "_arm")


def _bare_legs() -> str:
    legs = _pair("leg", 0.1, -0.1, 0.4, 0.05)
    return _model(f'<body name="pelvis" pos="0 0 1"><geom type="box" size="0.1 0.12 0.1"/>{legs}</body>')


def _wheeled() -> str:
    wheels = "".join(
        f'<body name="wheel{x}{y}" pos="{x} {y} 0.1"><joint name="wheel{x}{y}" axis="0 1 0"/>'
        f'<geom type="cylinder" size="0.1 0.02" euler="90 0 0"/></body>'
        for x in (-0.2, 0.2)
        for y in (-0.2, 0.2)
    )
    head = """<body name="head" pos="0 0 0.4"><joint name="neck" axis="0 0 1" range="-60 60"/>
      <geom size="0.1" pos="0 0 0.1"/></body>"""
    chest = f"""<body name="chest" pos="0 0 0.5"><joint name="lift" type="slide" axis="0 0 1" range="0 0.3"/>
      <geom type="box" size="0.1 0.15 0.2" pos="0 0 0.2"/>{head}{_pair("arm", 0.2, 0.3, 0.25, None)}</body>"""
    base = '<body name="base"><geom type="box" size="0.25 0.2 0.1" pos="0 0 0.2" mass="40"/>'
    return _model(f"{base}{wheels}{chest}</body>")


def _backward_knees() -> str:
    text = _humanoid("left", "right", 0.05)
    return text.replace('range="0 140"', 'range="-140 0"').replace('range="-150 60"', 'range="-90 90"')


def _unlimited() -> str:
    """Shoulders without limits, arms stretched ahead at zero: half a turn of all hangs them, too."""
    text = _humanoid("left", "right", 0.05)
    for side in ("left", "right"):
        for part in (1, 2):
            name = f"{side}_arm{part}"
            for limits in (' range="-150 60"', ' range="-60 60"'):
                for axis in ("0 1 0", "1 0 0"):
                    old = f'<joint name="{name}" axis="{axis}"{limits}/>'
                    text = text.replace(old, f'<joint name="{name}" axis="{axis}"/>')
    return text


_MODELS = {
    "torso first": _torso_first(),
    "tail": _with_tail(),
    "swapped names": _swapped_names(),
    "bare legs": _bare_legs(),
    "wheeled": _wheeled(),
    "backward knees": _backward_knees(),
    "unlimited": _unlimited(),
    "quadruped": _model(
        '<body pos="0 0 0.5"><freejoint/><geom type="box" size="0.3 0.1 0.05"/>'
        + "".join(_LEG.format(x=x, y=y) for x in (-0.3, 0.3) for y in (-0.12, 0.12))
        + "</body>"
    ),
    "arm": _model('<body><geom size="0.1"/>' + _LEG.format(x=0.0, y=0.0) + "</body>"),
    "pendulum": _model(
        '<body><geom size="0.1"/><body><joint axis="0 1 0"/>'
        '<geom type="capsule" fromto="0 0 0 0 0 -1" size="0.02"/></body></body>'
    ),
    "statue": _model('<body><geom size="0.1"/></body>'),
    "empty": _model(""),
    "humanoid": _humanoid("left", "right", 0.05),
    "chest first": _rooted_in_the_chest(),
    "mute": _humanoid("one", "two", 0.05),
    "misnamed": _humanoid("right", "left", 0.05),
    "backwards": _humanoid("left", "right", -0.05),
}


@pytest.fixture
def write_model(tmp_path: Path) -> Callable[[str], Path]:
    """Return a writer of a small model by name; it returns the file."""

    def write(name: str) -> Path:
        path = tmp_path / f"{name}.xml"
        path.write_text(_MODELS[name], encoding="utf-8")
        return path

    return write
