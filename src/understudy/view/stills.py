"""Pictures of chosen frames, source and robots side by side."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from understudy.drawing.extras import require
from understudy.errors import OutputError, RenderError
from understudy.motion.archive import write_bytes
from understudy.motion.human_motion import HumanMotion
from understudy.view.lanes import Lanes, Performances
from understudy.view.scene import FINE_SAMPLES

DEFAULT_SIZE = (480, 640)
"""Width and height of a lane [pixels]."""

_DEFAULT_COUNT = 5


def render_stills(
    human: HumanMotion | None,
    performances: Performances,
    frames: Sequence[int] | None = None,
    size: tuple[int, int] = DEFAULT_SIZE,
    samples: int = FINE_SAMPLES,
) -> list[np.ndarray]:
    """Draw chosen frames.

    Args:
        human: The source, or None to show robots only.
        performances: Robots and their motions; a motion with another rate is shown at the same time.
        frames: Frames of the source (of the first robot where there is none); five spread ones by default.
        size: Width and height of a lane with its label [pixels].
        samples: Samples a pixel that smooth the edges.

    Returns:
        One (H, lanes · W, 3) uint8 picture a frame.
    """
    return [picture for _, picture in _stills(human, performances, frames, size, samples)]


def save_stills(
    folder: str | Path,
    human: HumanMotion | None,
    performances: Performances,
    frames: Sequence[int] | None = None,
    size: tuple[int, int] = DEFAULT_SIZE,
    samples: int = FINE_SAMPLES,
) -> list[Path]:
    """Draw chosen frames as :func:`render_stills` does and write each to ``frame_00042.png`` in a folder.

    The folder is made where it does not exist. Returns the files.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write to the folder {folder}: {error.strerror or error}") from error
    paths: list[Path] = []
    for frame, picture in _stills(human, performances, frames, size, samples):
        paths.append(folder / f"frame_{frame:05d}.png")
        write_bytes(paths[-1], encode_png(picture))
    return paths


def encode_png(picture: np.ndarray) -> bytes:
    """Return an (H, W, 3) uint8 picture as the bytes of a PNG file, by Pillow since labels need it anyway."""
    buffer = io.BytesIO()
    require("PIL.Image").fromarray(picture).save(buffer, format="PNG")
    return buffer.getvalue()


def spread_frames(count: int) -> tuple[int, ...]:
    """Return up to five frames out of ``count``, evenly spread, in the middle of equal parts of the clip."""
    number = min(_DEFAULT_COUNT, count)
    return tuple(int((part + 0.5) * count / number) for part in range(number))


def _stills(
    human: HumanMotion | None,
    performances: Performances,
    frames: Sequence[int] | None,
    size: tuple[int, int],
    samples: int,
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the chosen frames and their pictures."""
    with Lanes(human, performances, size, samples) as lanes:
        chosen = spread_frames(lanes.frame_count) if frames is None else tuple(frames)
        for frame in chosen:
            if not 0 <= frame < lanes.frame_count:
                raise RenderError(f"frame {frame} does not exist, expected 0 to {lanes.frame_count - 1}")
        for frame in chosen:
            yield frame, lanes.picture(frame / lanes.fps)
