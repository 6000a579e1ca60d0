"""From the arrays of a parameter file to a motion, whichever names its program gives them.

AMASS has all joints in ``poses``; others have the root, the body and the hands apart, as ``global_orient``
and ``body_pose`` (the smplx package) or ``root_orient`` and ``pose_body`` (newer AMASS files).
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.capture.placing.limits import MAX_POINTS
from understudy.capture.smpl.joints import BODY_JOINTS, SMPL, SMPL_H, SMPL_X, SmplKind
from understudy.capture.smpl.motion import GENDERS, SmplMotion
from understudy.capture.text.quoting import shown
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.errors import CaptureError

AnyArrays = NpzArrays | HeldArrays
"""What a parameter file may hold its arrays in."""

WHOLE = ("poses", "pose", "full_pose", "fullpose")
ROOTS = ("root_orient", "global_orient")
BODIES = ("pose_body", "body_pose")
TRANSLATIONS = ("trans", "transl", "translation")
RATES = ("mocap_framerate", "mocap_frame_rate", "framerate", "frame_rate", "fps")

USUAL_FPS = 30.0
"""Taken where a file does not say; most of those come from video."""

NO_RATE = (
    f"The file has no frame rate; {USUAL_FPS:g} frames a second are assumed: state --fps where that is wrong."
)
"""What is said of such a file."""

LARGEST = {"translation": 1e5, "turn": 1e3, "shape parameter": 1e3}
"""Beyond these nothing is a place [m], a turn [rad] or a shape."""

_WHOLE_KINDS = {3 * len(kind.joints): kind for kind in (SMPL, SMPL_H, SMPL_X)} | {3 * BODY_JOINTS: SMPL}
_BODY_WIDTH = 3 * (BODY_JOINTS - 1)
_HAND_WIDTH = 45
_HANDS = ("left_hand_pose", "right_hand_pose")
_FACES = ("pose_jaw", "jaw_pose", "pose_eye", "leye_pose")
_FACE_WIDTH = 9


def has_motion(arrays: AnyArrays) -> bool:
    """Tell whether an archive holds pose parameters of the SMPL family."""
    whole, translation, root, body = map(arrays.first, (WHOLE, TRANSLATIONS, ROOTS, BODIES))
    return (whole is not None and translation is not None) or (root is not None and body is not None)


def motion_of_arrays(path: Path, arrays: AnyArrays, fps: float | None = None) -> tuple[SmplMotion, list[str]]:
    """Return the motion of an archive, and sentences about what was not as usual.

    Args:
        path: The file, for messages.
        arrays: Its arrays.
        fps: Frames a second [1/s] that take precedence over what the file states.

    Raises:
        CaptureError: Where arrays are missing or have other shapes.
    """
    notes: list[str] = []
    whole, root, body, translation, rate = map(arrays.first, (WHOLE, ROOTS, BODIES, TRANSLATIONS, RATES))
    if whole is not None:
        kind, turns = _whole(arrays, whole)
    elif root is not None and body is not None:
        kind, turns = _parts(arrays, root, body, notes)
    else:
        raise CaptureError(path, "holds no 'poses', and not both 'global_orient' and 'body_pose'")
    frames = len(turns)
    if frames * len(kind.points) > MAX_POINTS:
        raise CaptureError(path, f"holds {frames} frames, at most {MAX_POINTS // len(kind.points)}")
    if translation is None:
        notes.append("The file has no translation, so the body's root stays in place.")
    if fps is None and rate is None:
        notes.append(NO_RATE)
    elif fps is None and rate is not None:
        fps = arrays.number(rate, MIN_FPS, MAX_FPS)
    missing = 3 * len(kind.joints) - turns.shape[1]
    motion = SmplMotion(
        kind=kind,
        poses=np.pad(turns, ((0, 0), (0, missing))).reshape(frames, len(kind.joints), 3),
        translations=np.zeros((frames, 3))
        if translation is None
        else _rows(arrays, translation, "translation", frames, 3),
        fps=fps or USUAL_FPS,
        betas=_betas(arrays, notes),
        gender=_gender(arrays, notes),
    )
    return motion, notes


def _whole(arrays: AnyArrays, name: str) -> tuple[SmplKind, np.ndarray]:
    """Return kind and turns (T, 3 J or fewer) of a file that has all joints in one array."""
    turns = _rows(arrays, name, "turn")
    kind = _WHOLE_KINDS.get(turns.shape[1])
    if kind is None:
        widths = ", ".join(f"{width} ({kind.name})" for width, kind in sorted(_WHOLE_KINDS.items()))
        raise arrays.error(name, f"has {turns.shape[1]} numbers a frame, expected one of {widths}")
    return kind, turns


def _parts(arrays: AnyArrays, root: str, body: str, notes: list[str]) -> tuple[SmplKind, np.ndarray]:
    """Return kind and turns (T, 3 J or fewer) of a file that has root, body and hands apart."""
    turns = _rows(arrays, body, "turn")
    frames, width = turns.shape
    parts = [_rows(arrays, root, "turn", frames, 3), turns]
    if width not in (_BODY_WIDTH, _BODY_WIDTH + 6):
        expected = f"expected {_BODY_WIDTH} or {_BODY_WIDTH + 6}"
        raise arrays.error(body, f"has {width} numbers a frame, {expected}")
    hands = _hands(arrays, frames, notes) if width == _BODY_WIDTH else None
    if hands is None:
        return SMPL, np.concatenate(parts, axis=1)
    if arrays.first(_FACES) is None:
        return SMPL_H, np.concatenate([*parts, hands], axis=1)
    # Neither jaw nor eyes move a landmark, so that their turns need not be known.
    return SMPL_X, np.concatenate([*parts, np.zeros((frames, _FACE_WIDTH)), hands], axis=1)


def _hands(arrays: AnyArrays, frames: int, notes: list[str]) -> np.ndarray | None:
    """Return turns (T, 90) of both hands' fingers, None where the file has none that can be read."""
    if "pose_hand" in arrays:
        return _rows(arrays, "pose_hand", "turn", frames, 2 * _HAND_WIDTH)
    if not all(name in arrays for name in _HANDS):
        return None
    hands = [_rows(arrays, name, "turn", frames) for name in _HANDS]
    if any(hand.shape[1] != _HAND_WIDTH for hand in hands):
        notes.append(
            f"The fingers are left straight, since they are given by {hands[0].shape[1]} components of a "
            "licensed model instead of turns."
        )
        return None
    return np.concatenate(hands, axis=1)


def _betas(arrays: AnyArrays, notes: list[str]) -> np.ndarray:
    """Return (B,) shape parameters, those of the middle frame where they change."""
    if "betas" not in arrays:
        notes.append("The file has no shape parameters; the mean shape is assumed.")
        return np.zeros(0)
    values = np.atleast_2d(arrays.numbers("betas"))
    values = values.reshape(-1, values.shape[-1]) if values.size else np.zeros((1, 0))
    middle = values[[len(values) // 2]]
    _require_range(arrays, "betas", middle, "shape parameter")
    return middle[0]


def _gender(arrays: AnyArrays, notes: list[str]) -> str:
    """Return one of ``GENDERS``."""
    if "gender" not in arrays:
        notes.append("The file has no gender; the neutral body is assumed.")
        return GENDERS[0]
    text = next(iter(arrays.texts("gender")), "")
    match = re.search("female|male|neutral", text.lower())
    if match is None:
        notes.append(f"The gender {shown(text)} is not known; the neutral body is assumed.")
        return GENDERS[0]
    return match.group()


def _rows(
    arrays: AnyArrays, name: str, what: str, frames: int | None = None, width: int | None = None
) -> np.ndarray:
    """Return an array (T, n) of numbers, a row a frame, whatever axes its numbers were arranged in."""
    values = arrays.numbers(name)
    shape = values.shape
    values = values[None] if values.ndim == 1 else values
    if values.ndim not in (2, 3) or values.size == 0:
        raise arrays.error(name, f"has the shape {shape}, expected a row of numbers a frame")
    rows = values.reshape(len(values), -1)
    if rows.shape != (frames or len(rows), width or rows.shape[1]):
        expected = f"{frames or 'any number of'} frames of {width or 'some'} numbers"
        raise arrays.error(name, f"has the shape {values.shape}, expected {expected}")
    _require_range(arrays, name, rows, what)
    return rows


def _require_range(arrays: AnyArrays, name: str, rows: np.ndarray, what: str) -> None:
    wrong = ~(np.abs(rows) <= LARGEST[what])
    if wrong.any():
        frame = int(np.argwhere(wrong)[0][0])
        raise arrays.error(name, f"holds what is no {what}, first in frame {frame}")
