"""A LeRobot dataset, version 3, of one episode: a motion as a reference, or a rollout with what its eyes saw.

Each row is a frame: ``observation.state`` has root and joints, ``action`` the joints of the next frame, as a
position controller would be asked for; of a rollout these are the wanted ones, and each eye's pictures are a
video. LeRobot's own tools join datasets.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from understudy.errors import InvalidMotionError, OutputError
from understudy.export.clip import Clip
from understudy.export.learning.lerobot_videos import EyeVideo, eye_videos
from understudy.export.quaternions import xyzw
from understudy.motion.output import write_folder

_VERSION = "v3.0"
_ROOT = ("root_x", "root_y", "root_z", "root_qx", "root_qy", "root_qz", "root_qw")
_FILE = "chunk-{chunk_index:03d}/file-{file_index:03d}"
_FIRST = _FILE.format(chunk_index=0, file_index=0)
_QUANTILES = {"q01": 0.01, "q10": 0.1, "q50": 0.5, "q90": 0.9, "q99": 0.99}
_TASK_NAMES = "__index_level_0__"
"""The column that pandas takes for the names of rows."""


def write(path: Path, clip: Clip) -> None:
    """Write the folder of a dataset.

    Raises:
        InvalidMotionError: Where the rate is no whole number, which LeRobot wants.
        OutputError: Where the package that writes Parquet is not installed.
    """
    if clip.fps != round(clip.fps):
        raise InvalidMotionError(
            f"LeRobot counts whole frames a second, the motion has {clip.fps:g}: resample with --rate"
        )
    columns = _columns(clip)
    task = f"{clip.title} performed by {clip.name}"
    statistics = {name: _statistics(values) for name, values in columns.items()}
    videos = eye_videos(clip)
    statistics |= {video.key: _of_colours(_statistics(video.judged()), len(video.shown)) for video in videos}
    content = {"info.json": _info(clip, columns, videos), "stats.json": statistics}
    files = {f"meta/{name}": json.dumps(each, indent=4).encode() for name, each in content.items()}
    files["meta/tasks.parquet"] = _tasks(task)
    places = {name: value for video in videos for name, value in video.episode.items()}
    files[f"meta/episodes/{_FIRST}.parquet"] = _episodes(clip.frame_count, task, statistics, places)
    files[f"data/{_FIRST}.parquet"] = _parquet(columns)
    films = ((f"videos/{video.key}/{_FIRST}.mp4", video.film()) for video in videos)
    write_folder(path, itertools.chain(files.items(), films))


def _columns(clip: Clip) -> dict[str, np.ndarray]:
    """Return name → (T, N) or (T,) of every column."""
    joints = clip.joint_positions
    state = np.concatenate([clip.root_positions, xyzw(clip.root_quaternions), joints], axis=1)
    frames, zeros = np.arange(clip.frame_count), np.zeros(clip.frame_count, dtype=np.int64)
    return {
        "observation.state": state.astype(np.float32),
        "action": _asked(clip).astype(np.float32),
        "timestamp": (frames / clip.fps).astype(np.float32),
        "frame_index": frames,
        "episode_index": zeros,
        "index": frames,
        "task_index": zeros,
    }


def _asked(clip: Clip) -> np.ndarray:
    """Return the joints (T, J) that are asked for at each frame: the next one's, of a rollout as wanted."""
    joints = clip.joint_positions
    if clip.sensed is not None:
        rollout, times = clip.sensed.rollout, np.arange(clip.frame_count) / clip.fps
        first = rollout.q.shape[1] - len(rollout.joints)
        columns = [first + rollout.joints.index(name) for name in clip.joints]
        joints = np.stack(
            [np.interp(times, rollout.time, rollout.reference[:, column]) for column in columns], axis=1
        )
    return np.concatenate([joints[1:], joints[-1:]])


def _info(clip: Clip, columns: dict[str, np.ndarray], videos: Sequence[EyeVideo]) -> dict[str, Any]:
    names = {"observation.state": [*_ROOT, *clip.joints], "action": list(clip.joints)}
    features = {
        name: {"dtype": values.dtype.name, "shape": list(values.shape[1:] or (1,)), "names": names.get(name)}
        for name, values in columns.items()
    }
    return {
        "codebase_version": _VERSION,
        "robot_type": clip.name,
        "total_episodes": 1,
        "total_frames": clip.frame_count,
        "total_tasks": 1,
        "chunks_size": 1000,
        "data_files_size_in_mb": 100,
        "video_files_size_in_mb": 200,
        "fps": round(clip.fps),
        "splits": {"train": "0:1"},
        "data_path": f"data/{_FILE}.parquet",
        "video_path": f"videos/{{video_key}}/{_FILE}.mp4" if videos else None,
        "features": features | {video.key: video.feature for video in videos},
    }


def _statistics(values: np.ndarray) -> dict[str, Any]:
    """Return what LeRobot normalises by: for each statistic a list over the columns."""
    rows = values.reshape(len(values), -1).astype(np.float64)
    summaries = {"min": rows.min, "max": rows.max, "mean": rows.mean, "std": rows.std}
    found: dict[str, Any] = {name: summary(axis=0).tolist() for name, summary in summaries.items()}
    found |= {name: np.quantile(rows, share, axis=0).tolist() for name, share in _QUANTILES.items()}
    return found | {"count": [len(rows)]}


def _of_colours(statistics: dict[str, Any], count: int) -> dict[str, Any]:
    """Return statistics of colours as LeRobot has those of pictures: (3, 1, 1), and the pictures counted."""
    return {name: [[[value]] for value in found] for name, found in statistics.items()} | {"count": [count]}


def _tasks(task: str) -> bytes:
    """Return the table of tasks with their texts as names of its rows, as pandas reads it."""
    column = {"pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    about = {
        "index_columns": [_TASK_NAMES],
        "column_indexes": [],
        "columns": [
            {"name": "task_index", "field_name": "task_index", "pandas_type": "int64", "numpy_type": "int64"}
            | {"metadata": None},
            {"name": None, "field_name": _TASK_NAMES} | column,
        ],
    }
    columns = {"task_index": np.array([0]), _TASK_NAMES: [task]}
    return _parquet(columns, {"pandas": json.dumps(about)})


def _episodes(length: int, task: str, statistics: dict[str, dict[str, Any]], places: dict[str, Any]) -> bytes:
    row: dict[str, Any] = {
        "episode_index": 0,
        "tasks": [task],
        "length": length,
        "data/chunk_index": 0,
        "data/file_index": 0,
        "dataset_from_index": 0,
        "dataset_to_index": length,
        "meta/episodes/chunk_index": 0,
        "meta/episodes/file_index": 0,
    } | places
    for name, found in statistics.items():
        row |= {f"stats/{name}/{what}": each for what, each in found.items()}
    return _parquet({name: [value] for name, value in row.items()})


def _parquet(columns: dict[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    """Return a table as Parquet; a column (T, N) becomes lists of N."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise OutputError(
            "format 'lerobot' needs a package that is not installed: pip install 'understudy[lerobot]'"
        ) from error
    arrays = {}
    for name, values in columns.items():
        flat = arrow.array(values.reshape(-1) if isinstance(values, np.ndarray) else values)
        is_table = isinstance(values, np.ndarray) and values.ndim == 2
        arrays[name] = arrow.FixedSizeListArray.from_arrays(flat, values.shape[1]) if is_table else flat
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(arrays).replace_schema_metadata(metadata), buffer)
    return buffer.getvalue()
