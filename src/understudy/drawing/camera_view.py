"""What a camera of a model sees: colours, distances, and which body is where."""

from __future__ import annotations

import copy
import weakref

import mujoco
import numpy as np

from understudy.drawing.backend import GLContext, create_context
from understudy.errors import RenderError
from understudy.robots.shown_shapes import hidden_shapes

NEAR, FAR = 0.004, 80.0
"""What is nearer or farther [m] is not drawn: a hand before an eye is, the eyeball around it is not."""

MOST_DEPTH = 50.0
"""Distance [m] beyond which nothing is measured: MuJoCo draws the sky at 0.7 of the farthest."""

_HIDDEN_GROUP = 5
_FLAG = mujoco.mjtRndFlag


class CameraView:
    """Draws what fixed cameras of a model see, in an OpenGL context that is given back with it."""

    def __init__(self, model: mujoco.MjModel, size: tuple[int, int]) -> None:
        """Prepare to draw.

        Args:
            model: The model, which stays as it is.
            size: Width and height of pictures [pixels].

        Raises:
            RenderError: Where nothing can be drawn here.
        """
        self._model = _dressed(model, size)
        self._bodies = np.asarray(model.geom_bodyid)
        self._rectangle = mujoco.MjrRect(0, 0, *size)
        self._option = mujoco.MjvOption()
        self._option.geomgroup[_HIDDEN_GROUP] = 0
        self._camera = mujoco.MjvCamera()
        self._camera.type = mujoco.mjtCamera.mjCAMERA_FIXED
        self._scene = mujoco.MjvScene(self._model, maxgeom=self._model.ngeom + 100)
        for flag in (_FLAG.mjRND_SHADOW, _FLAG.mjRND_REFLECTION):
            self._scene.flags[flag] = 0
        self._gl = create_context(*size)
        try:
            self._context = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100)
        except mujoco.FatalError as error:
            raise RenderError(f"no picture of {size[0]} x {size[1]} pixels can be drawn: {error}") from error
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._freeing = weakref.finalize(self, _free, self._gl, self._context)

    def look(self, data: mujoco.MjData, camera: int) -> None:
        """Take a state to be seen by a camera, by its number in the model."""
        self._camera.fixedcamid = camera
        kind = mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(self._model, data, self._option, None, self._camera, kind, self._scene)
        self._gl.make_current()

    def colours(self) -> np.ndarray:
        """Return what is seen as (H, W, 3) uint8."""
        return self._drawn()[0]

    def colours_and_depth(self) -> tuple[np.ndarray, np.ndarray]:
        """Return what is seen, and how far (H, W, 1) uint16 [mm] along the gaze it is; 0 where nothing is."""
        colours, nearness = self._drawn(with_depth=True)
        distance = NEAR * FAR / (FAR * nearness + NEAR * (1.0 - nearness))
        return colours, np.where(distance < MOST_DEPTH, np.rint(1000.0 * distance), 0.0).astype(np.uint16)[
            ..., None
        ]

    def bodies(self) -> np.ndarray:
        """Return (H, W, 1) uint16: one more than the number of the body that is seen; 0 where nothing is."""
        flags = self._scene.flags
        flags[_FLAG.mjRND_SEGMENT] = flags[_FLAG.mjRND_IDCOLOR] = 1
        codes = self._drawn()[0].astype(np.int64) @ np.array([1, 1 << 8, 1 << 16])
        flags[_FLAG.mjRND_SEGMENT] = flags[_FLAG.mjRND_IDCOLOR] = 0
        table = np.zeros(self._scene.ngeom + 1, dtype=np.uint16)
        for index in range(self._scene.ngeom):
            shape = self._scene.geoms[index]
            if shape.segid >= 0 and shape.objtype == int(mujoco.mjtObj.mjOBJ_GEOM):
                table[shape.segid + 1] = self._bodies[shape.objid] + 1
        return table[codes][..., None]

    def close(self) -> None:
        """Give the OpenGL context back at once."""
        self._freeing()

    def _drawn(self, with_depth: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Return colours (H, W, 3) uint8, and how near (H, W) things are, 1 in front and 0 at the back."""
        height, width = self._rectangle.height, self._rectangle.width
        mujoco.mjr_render(self._rectangle, self._scene, self._context)
        colours = np.empty((height, width, 3), dtype=np.uint8)
        nearness = np.zeros((height, width) if with_depth else (0, 0), dtype=np.float32)
        mujoco.mjr_readPixels(colours, nearness if with_depth else None, self._rectangle, self._context)
        return colours[::-1], nearness[::-1].astype(np.float64)


def _free(gl: GLContext, context: mujoco.MjrContext) -> None:
    gl.make_current()
    context.free()
    gl.free()


def _dressed(model: mujoco.MjModel, size: tuple[int, int]) -> mujoco.MjModel:
    """Return a copy of a model that draws what is meant to be seen, floors as well."""
    model = copy.copy(model)
    hidden = hidden_shapes(model) & (model.geom_type != int(mujoco.mjtGeom.mjGEOM_PLANE))
    model.geom_group[hidden] = _HIDDEN_GROUP
    # Light that goes with the eyes would change what is bright wherever they look.
    model.vis.headlight.ambient, model.vis.headlight.diffuse = (0.45,) * 3, (0.1,) * 3
    model.vis.headlight.specular = (0.0,) * 3
    model.vis.quality.offsamples = 0
    model.vis.global_.offwidth, model.vis.global_.offheight = size
    model.vis.map.znear, model.vis.map.zfar = NEAR / model.stat.extent, FAR / model.stat.extent
    return model
