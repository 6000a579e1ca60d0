"""A room around a simulated robot, for those that see: walls that are not black, a floor with tiles.

It is drawn and nothing else: no shape is added and nothing that physics asks for is changed.
"""

from __future__ import annotations

import mujoco

from understudy.simulate.scene import PREFIX

_TILES = 0.4
"""Width of two tiles of the floor [m]."""

_BRIGHT, _DARK = (0.86, 0.85, 0.82), (0.66, 0.69, 0.72)
_CEILING, _WALL = (0.93, 0.94, 0.96), (0.70, 0.76, 0.82)


def add_room(spec: mujoco.MjSpec) -> None:
    """Paint the floor that a scene has, and what is seen beside it."""
    name = f"{PREFIX}tiles"
    spec.add_texture(
        name=name,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=_BRIGHT,
        rgb2=_DARK,
        width=64,
        height=64,
    )
    material = spec.add_material(name=name, texrepeat=(1.0 / _TILES, 1.0 / _TILES), texuniform=True)
    material.textures[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = name
    if not any(texture.type == mujoco.mjtTexture.mjTEXTURE_SKYBOX for texture in spec.textures):
        spec.add_texture(
            name=f"{PREFIX}walls",
            type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
            builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
            rgb1=_CEILING,
            rgb2=_WALL,
            width=256,
            height=1536,
        )
    for geom in spec.geoms:
        if geom.name == f"{PREFIX}floor":
            geom.material, geom.rgba = name, (1.0, 1.0, 1.0, 1.0)
