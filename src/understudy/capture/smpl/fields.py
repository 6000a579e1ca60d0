"""From the arrays of a parameter file to a motion, whichever names its program gives them.

AMASS has all joints in ``poses``; others have the root, the body and the hands apart, as ``global_orient``
and ``body_pose`` (the smplx package) or ``root_orient`` and ``pose_body`` (newer AMASS files).
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.smpl.joints import BODY_JOINTS, SMPL, SMPL_H, SMPL_X, SmplKind
from understudy.capture.smpl.motion import GENDERS, SmplMotion
from understudy.capture.text.quoting import shown
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.errors import CaptureError

WHOLE = ("poses", "pose", "full_pose")
ROOTS = ("root_orient", "global_orient")
BODIES = ("pose_body", "body_pose")
TRANSLATIONS = ("trans", "transl", "translation")
RATES = ("mocap_framerate", "mocap_frame_rate", "framerate", "frame_rate", "fps")

USUAL_FPS = 30.0
"""Taken where a file does not say; most of those come from video."""

MAX_POINTS = 150_000_000
"""Frames times points, over a day of a person at 30 Hz; more would fill the memory."""

LARGEST = {"translation": 1e5, "turn": 1e3, "shape parameter": 1e3}
"""Beyond these nothing is a place [m], a turn [rad] or a shape."""

_WHOLE_KINDS = {3 * len(kind.joints): kind for kind in (SMPL, SMPL_H, SMPL_X)} | {3 * BODY_JOINTS: SMPL}
_HAND_WIDTH = 45


def has_motion(arrays: NpzArrays) -> bool:
    """Tell whether an archive holds pose parameters of the SMPL family."""
    is_whole = any(name in arrays for name in WHOLE) and any(name in arrays for name in TRANSLATIONS)
    return is_whole or (any(name in arrays for name in ROOTS) and any(name in arrays for name in BODIES))


def motion_of_arrays(path: Path, arrays: NpzArrays, fps: float | None = None) -> tuple[SmplMotion, list[str]]:
    """Return the motion of an archive, and sentences about what was not as usual.

    Args:
        path: The file, for messages.
        arrays: Its arrays.
        fps: Frames a second [1/s] that take precedence over what the file states.

    Raises:
        CaptureError: Where arrays are missing or have other shapes.
    """
    fields = _Fields(path, arrays)
    whole, root, body = (fields.first(names) for names in (WHOLE, ROOTS, BODIES))
    if whole is not None:
        kind, poses = fields.whole(whole)
    elif root is not None and body is not None:
        kind, poses = fields.parts(root, body)
    else:
        raise CaptureError(path, "holds no 'poses', and not both 'global_orient' and 'body_pose'")
    if len(poses) * len(kind.points) > MAX_POINTS:
        raise CaptureError(path, f"holds {len(poses)} frames, at most {MAX_POINTS // len(kind.points)}")
    motion = SmplMotion(
        kind=kind,
        poses=poses.reshape(len(poses), len(kind.joints), 3),
        translations=fields.translations(len(poses)),
        fps=fps or fields.fps(),
        betas=fields.betas(),
        gender=fields.gender(),
    )
    return motion, fields.notes


class _Fields:
    """Looks arrays up by any of their names, checks them, and notes what is missing."""

    def __init__(self, path: Path, arrays: NpzArrays) -> None:
        self._path = path
        self._arrays = arrays
        self.notes: list[str] = []

    def first(self, names: tuple[str, ...]) -> str | None:
        """Return the first of the names that the file has."""
        return next((name for name in names if name in self._arrays), None)

    def whole(self, name: str) -> tuple[SmplKind, np.ndarray]:
        """Return kind and turns (T, 3 J) of a file that has all joints in one array."""
        poses = self._rows(name, "turn")
        kind = _WHOLE_KINDS.get(poses.shape[1])
        if kind is None:
            widths = ", ".join(f"{width} ({kind.name})" for width, kind in sorted(_WHOLE_KINDS.items()))
            raise CaptureError(
                self._path, f"'{name}' has {poses.shape[1]} numbers a frame, expected one of {widths}"
            )
        return kind, _padded(poses, kind)

    def parts(self, root_name: str, body_name: str) -> tuple[SmplKind, np.ndarray]:
        """Return kind and turns (T, 3 J) of a file that has root, body and hands apart."""
        body = self._rows(body_name, "turn")
        frames, width = body.shape
        root = self._rows(root_name, "turn", frames, 3)
        body_width = 3 * (BODY_JOINTS - 1)
        if width == 3 * (len(SMPL.joints) - 1):
            return SMPL, np.concatenate([root, body], axis=1)
        if width != body_width:
            raise CaptureError(
                self._path,
                f"'{body_name}' has {width} numbers a frame, expected {body_width} or {body_width + 6}",
            )
        hands = self._hands(frames)
        if hands is None:
            return SMPL, _padded(np.concatenate([root, body], axis=1), SMPL)
        face = np.zeros((frames, 9))
        # Neither jaw nor eyes move a landmark, so that their turns need not be known.
        is_x = any(name in self._arrays for name in ("pose_jaw", "jaw_pose", "pose_eye", "leye_pose"))
        return (
            (SMPL_X, np.concatenate([root, body, face, hands], axis=1))
            if is_x
            else (SMPL_H, np.concatenate([root, body, hands], axis=1))
        )

    def _hands(self, frames: int) -> np.ndarray | None:
        """Return turns (T, 90) of both hands' fingers, None where the file has none that can be read."""
        if "pose_hand" in self._arrays:
            return self._rows("pose_hand", "turn", frames, 2 * _HAND_WIDTH)
        names = ("left_hand_pose", "right_hand_pose")
        if not all(name in self._arrays for name in names):
            return None
        hands = [self._rows(name, "turn", frames) for name in names]
        if any(hand.shape[1] != _HAND_WIDTH for hand in hands):
            self.notes.append(
                f"The fingers are left straight, since they are given by {hands[0].shape[1]} components of a "
                "licensed model instead of turns."
            )
            return None
        return np.concatenate(hands, axis=1)

    def translations(self, frames: int) -> np.ndarray:
        """Return (T, 3) [m]."""
        name = self.first(TRANSLATIONS)
        if name is None:
            self.notes.append("The file has no translation, so the body's root stays in place.")
            return np.zeros((frames, 3))
        return self._rows(name, "translation", frames, 3)

    def fps(self) -> float:
        """Return frames a second."""
        name = self.first(RATES)
        if name is None:
            self.notes.append(f"The file has no frame rate; {USUAL_FPS:g} frames a second are assumed.")
            return USUAL_FPS
        values = self._numbers(name).ravel()
        if len(values) != 1 or not MIN_FPS <= values[0] <= MAX_FPS:
            raise CaptureError(self._path, f"'{name}' is no frame rate, expected one number over 0")
        return float(values[0])

    def betas(self) -> np.ndarray:
        """Return (B,) shape parameters, those of the middle frame where they change."""
        if "betas" not in self._arrays:
            self.notes.append("The file has no shape parameters; the mean shape is assumed.")
            return np.zeros(0)
        values = np.atleast_2d(self._numbers("betas"))
        values = values.reshape(-1, values.shape[-1]) if values.size else np.zeros((1, 0))
        middle = values[len(values) // 2]
        self._require_range("betas", middle, "shape parameter")
        return middle

    def gender(self) -> str:
        """Return one of ``GENDERS``."""
        if "gender" not in self._arrays:
            self.notes.append("The file has no gender; the neutral body is assumed.")
            return GENDERS[0]
        text = _first_text(self._read("gender"))
        match = re.search("female|male|neutral", text.lower())
        if match is None:
            self.notes.append(f"The gender {shown(text)} is not known; the neutral body is assumed.")
            return GENDERS[0]
        return match.group()

    def _rows(self, name: str, what: str, frames: int | None = None, width: int | None = None) -> np.ndarray:
        """Return an array (T, n) of numbers, a row a frame, whatever axes its numbers were arranged in."""
        values = self._numbers(name)
        if values.ndim == 1:
            values = values[None]
        if values.ndim not in (2, 3) or values.size == 0:
            raise CaptureError(
                self._path, f"'{name}' has the shape {values.shape}, expected a row of numbers a frame"
            )
        rows = values.reshape(len(values), -1)
        if (frames or len(rows)) != len(rows) or (width or rows.shape[1]) != rows.shape[1]:
            expected = f"{frames or 'any number of'} frames of {width or 'some'} numbers"
            raise CaptureError(self._path, f"'{name}' has the shape {values.shape}, expected {expected}")
        self._require_range(name, rows, what)
        return rows

    def _require_range(self, name: str, values: np.ndarray, what: str) -> None:
        wrong = ~(np.abs(values) <= LARGEST[what])
        if wrong.any():
            frame = int(np.argwhere(wrong)[0][0]) if values.ndim > 1 else 0
            raise CaptureError(self._path, f"'{name}' holds what is no {what}, first in frame {frame}")

    def _numbers(self, name: str) -> np.ndarray:
        values = self._read(name)
        if values.dtype.kind not in "iuf":
            raise CaptureError(self._path, f"'{name}' holds {values.dtype}, expected numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            # What does not fit becomes infinite, which is refused with the array's name.
            return values.astype(np.float64)

    def _read(self, name: str) -> np.ndarray:
        try:
            return self._arrays.array(name)
        except ValueError as error:
            raise CaptureError(self._path, str(error)) from error


def _first_text(values: np.ndarray) -> str:
    """Return the first text of an array, empty where it holds none."""
    if values.dtype.kind not in "SU" or values.size == 0:
        return ""
    try:
        first = values.flat[0]
        return first.decode("latin-1") if isinstance(first, bytes) else str(first)
    except ValueError:
        # Some bytes are no characters.
        return ""


def _padded(poses: np.ndarray, kind: SmplKind) -> np.ndarray:
    """Return turns with zeros for the kind's joints that the file leaves out."""
    missing = 3 * len(kind.joints) - poses.shape[1]
    return np.pad(poses, ((0, 0), (0, missing)))
