"""The stage that every performer stands on: a bright floor that fades into the background, and a lamp."""

from __future__ import annotations

import copy

import mujoco
import numpy as np

from understudy.drawing.backend import create_context
from understudy.errors import RenderError
from understudy.view.camera import Camera
from understudy.view.floor import FLOOR_DEPTH, add_floor, add_shadows
from understudy.view.performer import Performer
from understudy.view.shapes import Colour, add_square
from understudy.view.terrain import add_terrain

BACKGROUND: Colour = (0.965, 0.97, 0.98)

_LAMP = np.array([-0.8, 0.9, 2.2])
"""Where the lamp hangs, in heights of the performer: to the picture's right, towards the camera, and up."""

_FOG_START, _FOG_END = 0.35, 3.1
"""Where behind the performer the floor begins to fade and has faded, relative to its height."""

HIDDEN_GROUP = 5
"""Shapes that are put into this group are not drawn."""


_MAX_SHAPES = 4000
"""Room in the scene for floor, person and shadows beside the model's own shapes."""

FAST_SAMPLES = 0
FINE_SAMPLES = 4
"""Samples a pixel that smooth the edges in films (none, for speed) and in stills."""

_COARSE = (16, 10)
"""Sides around round shapes and along them in small films: an outline is off by 2 % of its radius, which
is half a pixel on a head, and without a graphics card a picture takes half the time."""

_SMALL = 320
"""Height [pixels] up to which a film is small."""


class Stage:
    """A model with floor, lamp and camera.

    It has an OpenGL context of its own, because MuJoCo keeps a model's fog and lights in the context.
    """

    def __init__(self, performer: Performer, distance: float, size: tuple[int, int], samples: int) -> None:
        """Prepare to draw.

        Args:
            performer: Who performs here; floor, fog and lamp are scaled to its height.
            distance: How far from the performer the camera will be [m]; the fog begins behind it.
            size: Width and height of the picture [pixels].
            samples: Samples a pixel that smooth the edges.
        """
        self._performer = performer
        self._height = performer.stature.height
        self._model = _dressed(performer.model, self._height, size)
        self._model.vis.quality.offsamples = samples
        if samples == FAST_SAMPLES and size[1] <= _SMALL:
            self._model.vis.quality.numslices, self._model.vis.quality.numstacks = _COARSE
        self._model.vis.map.fogstart = distance / self._height + _FOG_START
        self._model.vis.map.fogend = distance / self._height + _FOG_END
        self._rectangle = mujoco.MjrRect(0, 0, *size)
        self._option = mujoco.MjvOption()
        self._option.geomgroup[HIDDEN_GROUP] = 0
        self._scene = mujoco.MjvScene(self._model, maxgeom=2 * self._model.ngeom + _MAX_SHAPES)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_FOG] = 1
        self._scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
        self._gl = create_context(*size)
        try:
            self._context = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100)
        except mujoco.FatalError as error:
            raise RenderError(f"no picture of {size[0]} x {size[1]} pixels can be drawn: {error}") from error

    def picture(self, frame: int, camera: Camera) -> np.ndarray:
        """Return the picture (H, W, 3) uint8 of the performer at a frame."""
        scene = self._scene
        pose, kind = self._performer.pose(frame), mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(self._model, pose, self._option, None, camera.as_mujoco(), kind, scene)
        self._performer.draw(scene, frame)
        add_shadows(scene, self._model, self._lamp_offset(camera), self._height)
        add_floor(scene, camera, self._height, self._rectangle.width / self._rectangle.height)
        add_terrain(scene, self._performer.terrain)
        self._add_lamp(camera)
        self._add_background(camera)
        self._gl.make_current()
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        mujoco.mjr_render(self._rectangle, scene, self._context)
        picture = np.empty((self._rectangle.height, self._rectangle.width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(picture, None, self._rectangle, self._context)
        return picture[::-1]

    def close(self) -> None:
        """Give the OpenGL context back."""
        self._gl.make_current()
        self._context.free()
        self._gl.free()

    def _add_lamp(self, camera: Camera) -> None:
        lamp = self._scene.lights[self._scene.nlight]
        self._scene.nlight += 1
        offset_w = self._lamp_offset(camera)
        lamp.pos = camera.target_w + offset_w
        lamp.dir = -offset_w / np.linalg.norm(offset_w)
        lamp.attenuation = (1.0, 0.0, 0.0)
        lamp.cutoff = 85.0
        lamp.exponent = 0.0
        lamp.headlight = False
        lamp.castshadow = False
        lamp.ambient = (0.0, 0.0, 0.0)
        lamp.diffuse = (0.57, 0.57, 0.55)
        lamp.specular = (0.25, 0.25, 0.25)

    def _lamp_offset(self, camera: Camera) -> np.ndarray:
        """Return the way (3,) [m] from the camera's target to the lamp, on the same side in each picture."""
        right_w, forward_w = camera.horizontal_axes_w()
        x, y, z = self._height * _LAMP
        return x * right_w - y * forward_w + np.array([0.0, 0.0, z])

    def _add_background(self, camera: Camera) -> None:
        """Add a wall behind everything; the fog in front of it turns it into an even colour."""
        forward_w = camera.forward_w()
        right_w, _ = camera.horizontal_axes_w()
        axes_w = np.stack([right_w, np.cross(-forward_w, right_w), -forward_w], axis=1)
        distance = camera.distance + 2.0 * FLOOR_DEPTH * self._height
        centre_w = camera.position_w() + distance * forward_w
        add_square(self._scene, centre_w, axes_w, 2.0 * distance, BACKGROUND)


def _dressed(model: mujoco.MjModel, height: float, size: tuple[int, int]) -> mujoco.MjModel:
    """Return a copy of the model with the settings of ``visual`` that the stage needs."""
    model = copy.copy(model)
    model.light_active[:] = 0
    model.stat.extent = height
    model.stat.center = (0.0, 0.0, 0.0)
    view = model.vis
    view.global_.offwidth, view.global_.offheight = size
    view.global_.fovy = Camera.FIELD_OF_VIEW
    view.headlight.active = 1
    view.headlight.ambient = (0.48, 0.48, 0.48)
    view.headlight.diffuse = (0.20, 0.20, 0.20)
    view.headlight.specular = (0.0, 0.0, 0.0)
    view.map.znear = 0.05
    view.map.zfar = 60.0
    view.rgba.fog = (*BACKGROUND, 1.0)
    return model
