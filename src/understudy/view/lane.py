"""One performer's lane: a stage, a camera that follows, and a name under it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.view.camera import Camera
from understudy.view.labels import label_strip
from understudy.view.performer import Performer
from understudy.view.scene import Stage


class Lane:
    """Draws a performer at any time of its motion; :meth:`close` gives its stage back."""

    def __init__(
        self,
        performer: Performer,
        cameras: Sequence[Camera],
        size: tuple[int, int],
        label_height: int,
        samples: int,
    ) -> None:
        """Set the stage.

        Args:
            performer: Who is shown.
            cameras: From where it is seen, one for each of its frames.
            size: Width and height of the lane with its label [pixels].
            label_height: Of the label [pixels].
            samples: Samples a pixel that smooth the edges.
        """
        width, height = size
        picture_size = (width, height - label_height)
        self._fps, self._cameras = performer.fps, cameras
        self._label = label_strip(performer.label, width, label_height)
        self._stage = Stage(performer, self._cameras[0].distance, picture_size, samples)

    def picture(self, time: float) -> np.ndarray:
        """Return the lane (H, W, 3) uint8 at a time [s]; a motion that is over stays as it ended."""
        frame = min(round(time * self._fps), len(self._cameras) - 1)
        figure = self._stage.picture(frame, self._cameras[frame])
        return np.concatenate([figure, self._label], axis=0)

    def close(self) -> None:
        """Give the OpenGL context back."""
        self._stage.close()
