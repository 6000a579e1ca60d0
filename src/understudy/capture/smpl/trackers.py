"""Where programs that track people in films put the turns and the way of SMPL's joints.

| program | file | turns | way | in the world |
| --- | --- | --- | --- | --- |
| GVHMR (Shen et al. 2024) | ``hmr4d_results.pt`` | rotation vectors | ``transl`` | y up |
| WHAM (Shin et al. 2024) | ``wham_output.pkl`` | rotation vectors, or matrices | ``trans_world`` | y up |
| TRAM (Wang et al. 2024) | ``hps_track_0.npy`` | matrices | ``pred_trans`` | y up, with ``camera.npy`` |
| 4D-Humans (Goel et al. 2023) | PHALP's ``.pkl`` | matrices | ``camera`` | no: before the camera |

A camera's y points down. Where several persons were tracked, the one that was seen in most frames is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.capture.smpl.film_camera import FilmCamera, find_camera
from understudy.capture.smpl.turns import joint_turns
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError

WORLD_UP, CAMERA_UP = "y", "-y"

_WORLD_POSES = ("pose_world", "poses_world")
WORLD_TURNS = (*_WORLD_POSES, "poses_root_world")
"""What a dictionary of WHAM has that holds one person's arrays, or each of whose dictionaries does."""

_CAMERA_POSES = ("pose", "poses_cam")
_FRAMES = ("frame_ids", "frame_id", "frame")
_MOST_FRAMES = 10_000_000

_Kept = TypeVar("_Kept")

_NO_DEPTH = (
    "The way through the room comes from sizes in the picture at a focal length that the program assumed, so "
    "that distances from the camera are coarse."
)


@dataclass(frozen=True, eq=False)
class Track:
    """One person of a film.

    Attributes:
        program: What tracked it.
        arrays: ``poses`` (T, 3 J) [rad], ``trans`` (T, 3) [m] and ``betas``.
        is_in_world: Whether these are in the world, with y up, rather than before the camera.
        frames: (T,) their numbers in the film where some are missing, or None.
        notes: What to say.
        warnings: What to doubt.
        camera: The camera's way, where it was taken from another file.
    """

    program: str
    arrays: HeldArrays
    is_in_world: bool
    frames: np.ndarray | None = None
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    camera: FilmCamera | None = None


def find_track(path: Path, root: object) -> Track | None:
    """Return the track in what a pickle held, None where no program that is known wrote it.

    Raises:
        CaptureError: Where its arrays are missing or broken.
    """
    if not isinstance(root, dict):
        return None
    for finder in (_gvhmr, _tram, _phalp, _wham):
        track = finder(path, root)
        if track is not None:
            return track
    return None


def _gvhmr(path: Path, root: dict[object, object]) -> Track | None:
    spaces = {name: root.get(f"smpl_params_{name}") for name in ("global", "incam")}
    name = next((name for name, values in spaces.items() if isinstance(values, dict)), None)
    if name is None:
        return None
    held = HeldArrays.of(path, spaces[name])
    _require(path, held, f"smpl_params_{name}", "global_orient", "body_pose")
    poses = np.concatenate([joint_turns(held, "global_orient", 1), joint_turns(held, "body_pose")], axis=1)
    return _track(path, "GVHMR", poses, held, "transl", is_in_world=name == "global")


def _wham(path: Path, root: dict[object, object]) -> Track | None:
    people = {0: root} if any(name in root for name in WORLD_TURNS) else root
    persons = {key: HeldArrays.of(path, value) for key, value in people.items() if isinstance(value, dict)}
    names = (*_WORLD_POSES, *_CAMERA_POSES, "poses_body")
    persons = {key: held for key, held in persons.items() if held.first(names) is not None}
    if not persons:
        return None
    counts = {key: len(joint_turns(held, str(held.first(names)))) for key, held in persons.items()}
    held, notes = _longest(persons, counts)
    for space, poses_names, root_name, way in (
        ("world", _WORLD_POSES, "poses_root_world", "trans_world"),
        ("cam", _CAMERA_POSES, "poses_root_cam", "trans_cam"),
    ):
        whole = held.first(poses_names)
        if whole is None and not (root_name in held and "poses_body" in held):
            continue
        way = way if way in held or space == "world" else "trans"
        if whole is not None:
            poses = joint_turns(held, whole)
        else:
            poses = np.concatenate([joint_turns(held, root_name, 1), joint_turns(held, "poses_body")], axis=1)
        return _track(path, "WHAM", poses, held, way, is_in_world=space == "world", notes=notes)
    raise CaptureError(path, "has the turns of a body without those of its root, expected poses_root_world")


def _tram(path: Path, root: dict[object, object]) -> Track | None:
    if "pred_rotmat" not in root:
        return None
    held = HeldArrays.of(path, root)
    poses = joint_turns(held, "pred_rotmat")
    track = _track(path, "TRAM", poses, held, "pred_trans", shape="pred_shape", is_in_world=False)
    camera = find_camera(path)
    if camera is None or "trans" not in track.arrays:
        return track
    way, name = track.arrays.numbers("trans"), held.first(_FRAMES)
    numbers = np.arange(len(poses)) if name is None else held.numbers(name).reshape(-1)
    turned, moved = camera.into_world(numbers, poses[:, :3], way)
    values = {"poses": np.concatenate([turned, poses[:, 3:]], axis=1), "trans": moved}
    if "pred_shape" in held:
        values["betas"] = held.numbers("pred_shape")
    said = f"TRAM has the person in the world, by {camera.file_name}."
    return replace(track, arrays=HeldArrays(path, values), is_in_world=True, notes=(said,), camera=camera)


def _phalp(path: Path, root: dict[object, object]) -> Track | None:
    """Return the longest track of a dictionary of frames, each with lists of the persons seen there."""
    frames = list(root.values())
    if not frames or not all(isinstance(frame, dict) and "smpl" in frame for frame in frames):
        return None
    seen: dict[object, list[tuple[int, Mapping[object, object], object]]] = {}
    for number, frame in enumerate(frames):
        assert isinstance(frame, dict)
        ids, bodies, places = (frame.get(name) for name in ("tid", "smpl", "camera"))
        if not (isinstance(ids, list) and isinstance(bodies, list)):
            continue
        camera = places if isinstance(places, list) and len(places) == len(bodies) else [None] * len(bodies)
        for ident, body, place in zip(ids, bodies, camera, strict=False):
            if isinstance(ident, (int, float, str)) and isinstance(body, dict):
                seen.setdefault(ident, []).append((number, body, place))
    if not seen:
        raise CaptureError(path, f"tracks nobody in {len(frames)} frames, expected a person in some of them")
    rows, notes = _longest(seen, {ident: len(rows) for ident, rows in seen.items()})
    numbers = np.array([number for number, *_ in rows])
    if (np.diff(numbers) <= 0).any():
        raise CaptureError(path, "has one person twice in a frame, expected each once")
    parts = {
        "global_orient": [_numbers(path, body, "global_orient", 9) for _, body, _ in rows],
        "body_pose": [_numbers(path, body, "body_pose", None) for _, body, _ in rows],
        "betas": [_numbers(path, body, "betas", None) for _, body, _ in rows],
        "camera": [_numbers(path, {"camera": place}, "camera", 3) for _, _, place in rows],
    }
    whole = {name: _stacked(path, name, values) for name, values in parts.items()}
    matrices = np.concatenate([whole["global_orient"], whole["body_pose"]], axis=1)
    if matrices.shape[1] % 9:
        raise CaptureError(path, f"has {matrices.shape[1]} numbers a body, expected matrices of nine each")
    held = HeldArrays(path, whole | {"turns": matrices.reshape(len(rows), -1, 3, 3), "frame_ids": numbers})
    poses = joint_turns(held, "turns")
    return _track(
        path, "4D-Humans", poses, held, "camera", is_in_world=False, notes=notes, warnings=(_NO_DEPTH,)
    )


def _track(
    path: Path,
    program: str,
    poses: np.ndarray,
    held: HeldArrays,
    way: str,
    shape: str = "betas",
    is_in_world: bool = True,
    notes: tuple[str, ...] = (),
    warnings: tuple[str, ...] = (),
) -> Track:
    values: dict[str, object] = {"poses": poses}
    if way in held:
        values["trans"] = _by_frame(held, way, len(poses), 3)
    if shape in held:
        values["betas"] = held.numbers(shape)
    about = "in the world" if is_in_world else "before the camera"
    said = f"{program} has the person {about}."
    frames = _frames(held, len(poses))
    return Track(program, HeldArrays(path, values), is_in_world, frames, (said, *notes), warnings)


def _frames(held: HeldArrays, count: int) -> np.ndarray | None:
    """Return (T,) the numbers of frames where some are missing between them."""
    name = held.first(_FRAMES)
    if name is None:
        return None
    frames = held.numbers(name).reshape(-1)
    if len(frames) != count or not (np.abs(frames) <= _MOST_FRAMES).all() or (np.diff(frames) <= 0.0).any():
        raise held.error(name, f"has no increasing numbers of {count} frames")
    return frames if (np.diff(frames) > 1.0).any() else None


def _by_frame(held: HeldArrays, name: str, count: int, width: int) -> np.ndarray:
    values = held.numbers(name)
    if values.size != count * width:
        raise held.error(name, f"has the shape {values.shape}, expected {count} frames of {width} numbers")
    return values.reshape(count, width)


def _longest(kept: Mapping[object, _Kept], counts: Mapping[object, int]) -> tuple[_Kept, tuple[str, ...]]:
    """Return what is kept of the person with most frames, and the sentence that says who is left out."""
    chosen = max(counts, key=lambda key: counts[key])
    others = [f"{shown(str(key))[1:-1]} of {counts[key]}" for key in counts if key != chosen]
    if not others:
        return kept[chosen], ()
    read = f"track {shown(str(chosen))[1:-1]} of {counts[chosen]} frames is read"
    return kept[chosen], (f"There are several persons: {read}, {shown_list(others)} left out.",)


def _numbers(path: Path, values: Mapping[object, object], name: str, size: int | None) -> np.ndarray:
    """Return the numbers of one frame as a row."""
    row = (
        HeldArrays.of(path, values).numbers(name).reshape(-1) if values.get(name) is not None else np.zeros(0)
    )
    if size is not None and len(row) != size:
        raise CaptureError(path, f"has {len(row)} numbers at '{name}' in a frame, expected {size}")
    return row


def _stacked(path: Path, name: str, rows: Sequence[np.ndarray]) -> np.ndarray:
    if len({len(row) for row in rows}) > 1:
        raise CaptureError(path, f"has '{name}' of different sizes in its frames, expected one size")
    return np.stack(rows)


def _require(path: Path, held: HeldArrays, where: str, *names: str) -> None:
    missing = next((name for name in names if name not in held), None)
    if missing is not None:
        raise CaptureError(path, f"lacks {shown(missing)} in {where}")
