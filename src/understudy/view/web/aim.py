"""Cameras of all tabs: each sees all figures in its own window until somebody moves it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.view.camera import Camera
from understudy.view.web.lanes import Lanes, single

if TYPE_CHECKING:
    from viser import ClientHandle, ViserServer

_FIELD = float(np.deg2rad(Camera.FIELD_OF_VIEW))
_PAGE_ASPECT = 1.3
"""Width over height of a window of which nothing is known yet."""

_WIDER = 0.03
"""Relative change of a window's width over height after which a camera is pointed again."""

_STILL = 1e-3
"""Way [m] within which nobody moved a camera."""


Sight = Callable[[float], tuple[np.ndarray, np.ndarray]]
"""Width over height of a window → where (3,) [m] its camera stands, and what (3,) [m] it looks at."""


class Aim:
    """Points cameras at what :meth:`at` was given."""

    def __init__(self, server: ViserServer) -> None:
        """Point the camera of every tab that is opened from now on."""
        self._server = server
        self._lock = threading.Lock()
        self._sight: Sight | None = None
        self._first = np.zeros(3)
        self._pointed: dict[int, tuple[float, np.ndarray]] = {}
        server.on_client_connect(self._welcome)
        server.on_client_disconnect(self._forget)

    def at(self, lanes: Lanes) -> None:
        """Have all tabs see these places, and pages that are made of the scene, too."""
        self._point_all(lanes.camera)

    def at_middle(self, height: float) -> None:
        """Have all tabs see from the front what is so high [m] in the middle of the scene."""
        self._point_all(single(height).camera)

    def _point_all(self, sight: Sight) -> None:
        self._sight = sight
        camera = self._server.initial_camera
        self._first, target = sight(_PAGE_ASPECT)
        camera.position, camera.look_at = tuple(self._first.tolist()), tuple(target.tolist())
        camera.fov = _FIELD
        for client in self._server.get_clients().values():
            self._point(client)

    def _welcome(self, client: ClientHandle) -> None:
        self._point(client)
        client.camera.on_update(lambda _: self._follow_window(client))

    def _forget(self, client: ClientHandle) -> None:
        with self._lock:
            self._pointed.pop(client.client_id, None)

    def _point(self, client: ClientHandle) -> None:
        sight = self._sight
        if sight is None:
            return
        camera: Any = client.camera
        aspect = float(camera.aspect)
        place, target = sight(aspect)
        with self._lock:
            self._pointed[client.client_id] = (aspect, place)
        with client.atomic():
            camera.up_direction = (0.0, 0.0, 1.0)
            camera.fov = _FIELD
            camera.position, camera.look_at = place, target

    def _follow_window(self, client: ClientHandle) -> None:
        """Point a camera again whose window became wider or narrower, as beside a panel that appears.

        A tab that is just opened may still stand where all begin, whatever it was told before.
        """
        with self._lock:
            aspect, place = self._pointed.get(client.client_id, (0.0, np.zeros(3)))
        if aspect <= 0.0:
            return
        camera: Any = client.camera
        here = np.asarray(camera.position)
        is_first = np.linalg.norm(here - self._first) < _STILL < np.linalg.norm(place - self._first)
        is_unmoved = np.linalg.norm(here - place) < _STILL
        changed = abs(float(camera.aspect) - aspect) > _WIDER * aspect
        if is_first or (changed and is_unmoved):
            self._point(client)
