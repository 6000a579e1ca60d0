"""What a rollout's eyes saw as the videos of a LeRobot dataset, a picture for each of its frames."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from understudy.drawing.encoder import encode_film
from understudy.errors import InvalidMotionError
from understudy.export.clip import Clip
from understudy.motion import Pictures
from understudy.opening import read_file

_LONGEST = 1 << 32
"""Bytes of a film at most."""

_KEYFRAMES = 2
"""Every second picture stands for itself, as LeRobot writes films, since learners jump about in them."""

_JUDGED = 100
"""Pictures from which statistics are taken at most, evenly spread."""


@dataclass(frozen=True, eq=False)
class EyeVideo:
    """One video.

    Attributes:
        key: Name of its feature, such as ``observation.images.left_eye``.
        pictures: The pictures, in colour.
        shown: (T,) which of them each frame of the dataset shows: the last that was there.
        fps: Frames a second of the dataset [1/s].
    """

    key: str
    pictures: Pictures
    shown: np.ndarray
    fps: float

    @property
    def feature(self) -> dict[str, Any]:
        """What ``info.json`` says about it."""
        height, width, channels = self.pictures.kind.shape
        about = {
            "video.height": height,
            "video.width": width,
            "video.channels": channels,
            "video.fps": round(self.fps),
            "video.codec": "h264",
            "video.pix_fmt": "yuv420p",
            "video.is_depth_map": False,
            "has_audio": False,
        }
        shape = {"shape": [height, width, channels], "names": ["height", "width", "channels"]}
        return {"dtype": "video", **shape, "info": about}

    @property
    def episode(self) -> dict[str, Any]:
        """Where in which file its pictures are, as the table of episodes has it."""
        start = f"videos/{self.key}"
        places = {f"{start}/chunk_index": 0, f"{start}/file_index": 0}
        end = len(self.shown) / self.fps
        return places | {f"{start}/from_timestamp": 0.0, f"{start}/to_timestamp": end}

    def judged(self) -> np.ndarray:
        """Return pixels (N, 3) from 0 to 1 of pictures that are spread over the video, for its statistics."""
        chosen = self.shown[np.unique(np.linspace(0, len(self.shown) - 1, _JUDGED).astype(int))]
        return np.concatenate([self.pictures[int(index)].reshape(-1, 3) for index in chosen]) / 255.0

    def film(self) -> bytes:
        """Return the mp4 file."""
        height, width, _ = self.pictures.kind.shape
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "film.mp4"
            encode_film(path, self._all(), (width, height), self.fps, _KEYFRAMES)
            return read_file(path, _LONGEST)

    def _all(self) -> Iterator[np.ndarray]:
        picture, last = None, -1
        for index in self.shown.tolist():
            if picture is None or index != last:
                picture, last = self.pictures[index], index
            yield picture


def eye_videos(clip: Clip) -> tuple[EyeVideo, ...]:
    """Return the videos of a clip, none where no eye was open.

    Raises:
        InvalidMotionError: Where pictures have an odd number of rows or columns, which no such film has.
    """
    if clip.sensed is None:
        return ()
    videos = []
    times = np.arange(clip.frame_count) / clip.fps
    for name, pictures in clip.sensed.rollout.pictures.items():
        height, width, channels = pictures.kind.shape
        if channels != 3:
            continue
        if height % 2 or width % 2:
            raise InvalidMotionError(
                f"'{name}' has pictures of {width} x {height} pixels, expected even numbers for a video"
            )
        side = name.partition("/")[2]
        shown = np.array([pictures.seen_at(time) for time in times])
        videos.append(EyeVideo(f"observation.images.{side}_eye", pictures, shown, clip.fps))
    return tuple(videos)
