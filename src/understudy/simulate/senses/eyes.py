"""Eyes: a camera in each, which sees colours, and on demand distances and bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import mujoco
import numpy as np

from understudy.motion import RobotMotion
from understudy.motion.pictures import PictureKind
from understudy.robots.eye_cameras import SIDES, camera_turn, eye_cameras
from understudy.robots.robot import Robot
from understudy.simulate.gaze import follow
from understudy.simulate.plant import Plant
from understudy.simulate.room import add_room
from understudy.simulate.senses.eye_settings import SETTINGS, EyeSettings
from understudy.simulate.senses.infant_vision import InfantVision
from understudy.simulate.senses.sense import Read, Sense
from understudy.simulate.surroundings import Surroundings

RATE = 25.0
"""Pictures a second [1/s], as infants are filmed."""

_COLOURS, _DISTANCES, _NUMBERS = "1/255", "mm", "1"
"""Units of the three kinds of pictures."""

_DEPTH, _PARTS = "_depth", "_parts"


def _add(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Put a camera into each eye that has none, and paint floor and walls."""
    for eye in eye_cameras(robot).values():
        if spec.camera(eye.camera) is None:
            spec.body(robot.model.body(eye.body).name).add_camera(
                name=eye.camera, pos=eye.point, quat=camera_turn(eye), fovy=float(np.degrees(eye.fov))
            )
    add_room(spec)


def _bind(plant: Plant, settings: EyeSettings) -> Read:
    # OpenGL is imported when somebody opens the eyes.
    from understudy.drawing.camera_view import CameraView

    model = plant.model
    view = CameraView(model, settings.size)
    eyes = eye_cameras(plant.robot)
    cameras = {name: int(model.camera(eye.camera).id) for name, eye in eyes.items()}
    visions = {name: _vision(settings, eye.fov) for name, eye in eyes.items()}

    def read(data: mujoco.MjData) -> Mapping[str, np.ndarray]:
        found = {}
        for name, camera in cameras.items():
            view.look(data, camera)
            if settings.depth:
                colours, found[f"{name}{_DEPTH}"] = view.colours_and_depth()
            else:
                colours = view.colours()
            found[name] = visions[name](colours)
            if settings.parts:
                found[f"{name}{_PARTS}"] = view.bodies()
        return found

    return read


def _vision(settings: EyeSettings, fov: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return what an eye makes of a picture (H, W, 3) uint8."""
    if settings.age is None:
        return np.ascontiguousarray
    return InfantVision(settings.age, settings.size, fov).seen


def _units(settings: EyeSettings) -> dict[str, str]:
    units = {name: _COLOURS for name in SIDES}
    units |= {f"{name}{_DEPTH}": _DISTANCES for name in SIDES if settings.depth}
    return units | {f"{name}{_PARTS}": _NUMBERS for name in SIDES if settings.parts}


def _pictures(plant: Plant, settings: EyeSettings) -> dict[str, PictureKind]:
    width, height = settings.size
    bodies = tuple(plant.model.body(body).name or f"body {body}" for body in range(plant.model.nbody))
    kinds = {}
    for name, eye in eye_cameras(plant.robot).items():
        kinds[name] = PictureKind((height, width, 3), 8, _COLOURS, eye.fov)
        if settings.depth:
            kinds[f"{name}{_DEPTH}"] = PictureKind((height, width, 1), 16, _DISTANCES, eye.fov)
        if settings.parts:
            kinds[f"{name}{_PARTS}"] = PictureKind((height, width, 1), 16, _NUMBERS, eye.fov, bodies)
    return kinds


def _lead(motion: RobotMotion, robot: Robot, around: Surroundings, settings: EyeSettings) -> RobotMotion:
    return follow(motion, robot, around, settings.gaze) if settings.gaze else motion


def eyes(settings: EyeSettings) -> Sense:
    """Return the sense with some settings."""
    return replace(
        EYES,
        units=_units(settings),
        chosen=settings.told(),
        bind=partial(_bind, settings=settings),
        pictures=partial(_pictures, settings=settings),
        lead=partial(_lead, settings=settings),
    )


_USUAL = EyeSettings()

EYES = Sense(
    name="eyes",
    aliases=("vision", "cameras"),
    summary="pictures of a camera in each eye, left and right, 25 a second; noise in steps of 255",
    units=_units(_USUAL),
    bind=partial(_bind, settings=_USUAL),
    add=_add,
    needs_drawing=True,
    settings=SETTINGS,
    chosen=_USUAL.told(),
    configure=lambda texts: eyes(EyeSettings.read(texts)),
    pictures=partial(_pictures, settings=_USUAL),
    lead=partial(_lead, settings=_USUAL),
    usual_rate=RATE,
)
"""Values are proportional to light. Depth is along the gaze; parts are numbered as the labels, from 1."""
