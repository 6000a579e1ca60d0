"""Small files of every format and layout, and the question to each: is it read, or refused in a sentence?"""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.capture.effort import HANGING
from understudy.capture import read_capture
from understudy.capture.keypoints.sets import BODY_25
from understudy.capture.kinect.joints import KINECT_V1, KINECT_V2, NUITRACK_BODY
from understudy.capture.source import read_source
from understudy.errors import CaptureError
from understudy.export.captures.freemocap import freemocap_table
from understudy.export.captures.kinect import WRITERS, write_sensor_file
from understudy.motion import Recording
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS

Read = Callable[[bytes], Recording | CaptureError]
Rendered = Callable[[str], bytes]

FPS = 30.0
CELL = "{:.6f}"
ANGLES = [f"{name}_{side}" for name in ("hip_flexion", "knee_angle", "arm_flex") for side in "lr"]


@pytest.fixture(scope="session")
def read_or_refuse(tmp_path_factory: pytest.TempPathFactory, findings: Path) -> Read:
    """Return a function from bytes to what came out; where it is anything else, the bytes are kept."""
    path = tmp_path_factory.mktemp("broken") / "broken"
    # Of two files that belong together the other one is sound.
    _write_rendering("acclaim", path.with_suffix(".amc"))

    def read(content: bytes) -> Recording | CaptureError:
        path.write_bytes(content)
        start = time.process_time()
        try:
            found = read_capture(path)
        except CaptureError as error:
            found = error
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}; {_kept(findings, content)}") from error
        seconds = time.process_time() - start
        if seconds > HANGING:
            raise AssertionError(f"reading took {seconds:.1f} s; {_kept(findings, content)}")
        if isinstance(found, CaptureError) and len(str(found).splitlines()) != 1:
            raise AssertionError(f"{str(found)!r} is no single line; {_kept(findings, content)}")
        return found

    return read


def _kept(folder: Path, content: bytes) -> str:
    """Save a file that brought out a fault, and return how to read it again."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "a test").partition("::")[2].partition(" ")[0]
    path = folder / re.sub(r"[^A-Za-z0-9_]+", "-", test).strip("-")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    reader = "from understudy.capture import read_capture"
    return f'again: .venv/bin/python -c "{reader}; read_capture({str(path)!r})"'


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Rendered:
    """Return a function from the name of a rendering to the bytes of a small file."""
    folder = tmp_path_factory.mktemp("samples")

    def content(name: str) -> bytes:
        path = folder / f"{name}{RENDERINGS[name].suffix}"
        if not path.exists():
            _write_rendering(name, path)
        return read_source(path).content

    return content


def _write_rendering(name: str, path: Path) -> None:
    motion, rendering = make("wave", seconds=0.2, fps=FPS), RENDERINGS[name]
    rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))


def _sensor_files(walking: Recording, folder: Path, layout: str) -> bytes:
    """Return the first frames of the walk in a layout of depth cameras."""
    sensor = {"json": NUITRACK_BODY, "rows": KINECT_V1}.get(layout, KINECT_V2)
    write_sensor_file(folder / layout, walking, sensor=sensor, layout=layout, fps=FPS)
    lines = (folder / layout).read_bytes().splitlines(keepends=True)
    return b"".join(lines[: 8 * len(sensor.joints) if layout == "rows" else 10])


def _skeleton_file(walking: Recording, folder: Path) -> bytes:
    """Return some frames as the NTU RGB+D sets have them."""
    lines = _sensor_files(walking, folder, "lines").decode().splitlines()[:4]
    frames = np.array([line.split() for line in lines], dtype=float).reshape(len(lines), -1, 3)
    text = [str(len(frames))]
    for frame in frames:
        text += ["1", "body_1 0 1 1 1 1 0 0.0 0.0 2", str(len(frame))]
        text += [" ".join(CELL.format(value) for value in (*point, *[0.5] * 8, 2.0)) for point in frame]
    return ("\n".join(text) + "\n").encode()


def _storage(titles: list[str], values: np.ndarray) -> bytes:
    """Return rows (T, C) as a storage file of OpenSim."""
    rows = np.concatenate([np.arange(len(values))[:, None] / FPS, values], axis=1)
    lines = ["\t".join(CELL.format(cell) for cell in row) for row in rows]
    head = f"points\nversion=1\nnRows={len(values)}\nnColumns={len(titles) + 1}\nendheader\n"
    return (head + "\t".join(["time", *titles]) + "\n" + "\n".join(lines) + "\n").encode()


def _long_table(head: str, names: tuple[str, ...], points: np.ndarray) -> bytes:
    """Return points (T, K, 3) as a table with a row for every point of every frame."""
    rows = [
        ",".join([str(frame), name, *map(CELL.format, point)])
        for frame, places in enumerate(points)
        for name, point in zip(names, places, strict=True)
    ]
    return "\n".join([head, *rows, ""]).encode()


def _wide_table(head: str, titles: list[str], points: np.ndarray) -> bytes:
    """Return points (T, K, 3) as a table with a row a frame."""
    frames = enumerate(points.reshape(len(points), -1))
    rows = [",".join([str(frame), *map(CELL.format, row)]) for frame, row in frames]
    return "\n".join([",".join([head, *titles]), *rows, ""]).encode()


def _array(points: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, points, allow_pickle=False)
    return buffer.getvalue()


def _titles(names: tuple[str, ...]) -> list[str]:
    return [f"{name}_{axis}" for name in names for axis in "xyz"]


TABLES = (
    "csv_long",
    "storage",
    "storage_angles",
    "mediapipe_wide",
    "mediapipe_long",
    "npy",
    "freemocap_by_frame",
    "skeleton",
    "asf",
)
SAMPLES = (*RENDERINGS, *(f"sensor_{layout}" for layout in WRITERS), *TABLES)
"""Every format and every layout of one."""

ALIKE = frozenset({"openpose_25b", "coco_18", "kinect_v1", "kinect_v2", "azure_kinect", "nuitrack", "vrma"})
"""Samples that differ from another one in the names and number of their points only."""

OF_LIBRARIES = frozenset({"fbx_ascii"})
"""Samples that a library parses, in a process of its own, as it does another one."""

BINARY = frozenset({"amass", "gvhmr", "wham", "tram", "phalp", "npz", "c3d", "npy", "fbx", "glb", "vrma"})


@pytest.fixture(scope="session")
def all_samples(
    rendered: Rendered, walking: Recording, tmp_path_factory: pytest.TempPathFactory, read_or_refuse: Read
) -> dict[str, bytes]:
    """Return the name of a sample → its bytes."""
    folder = tmp_path_factory.mktemp("layouts")
    found = {name: rendered(name) for name in RENDERINGS}
    found |= {f"sensor_{layout}": _sensor_files(walking, folder, layout) for layout in WRITERS}

    def points_of(name: str) -> tuple[tuple[str, ...], np.ndarray]:
        recording = read_or_refuse(found[name])
        assert isinstance(recording, Recording)
        return recording.names, recording.points

    names, points = points_of("csv")
    found["csv_long"] = _long_table(f"# fps: {FPS:g}, units: m\nframe,name,x,y,z", names, points)
    found["storage"] = _storage(_titles(names), points.reshape(len(points), -1))
    found["storage_angles"] = _storage(["pelvis_ty", *ANGLES], np.full((len(points), 7), 0.9))
    # In the axes of a picture, x to the right, y down, z away from the camera, from the middle of the hips.
    names, points = points_of("mediapipe")
    faced = np.stack([points[..., 1], -points[..., 2], -points[..., 0]], axis=-1)
    faced -= faced[:, [names.index("Left_hip"), names.index("Right_hip")]].mean(axis=1, keepdims=True)
    landmarks = tuple(name.lower() for name in names)
    found["mediapipe_wide"] = _wide_table("frame", _titles(landmarks), faced)
    found["mediapipe_long"] = _long_table("frame,landmark_name,x,y,z", landmarks, faced)
    recording = read_or_refuse(found["freemocap"])
    assert isinstance(recording, Recording)
    found["freemocap_by_frame"] = freemocap_table(recording, "by_frame").encode()
    names, points = points_of("openpose")
    assert names == BODY_25.names
    found["npy"] = _array(points)
    found["skeleton"] = _skeleton_file(walking, folder)
    _write_rendering("acclaim", folder / "take.amc")
    found["asf"] = (folder / "take.asf").read_bytes()
    for name, content in found.items():
        # Kernels are compiled before anything is timed.
        assert isinstance(read_or_refuse(content), Recording), name
    return found


@pytest.fixture(scope="session", params=SAMPLES)
def sample(request: pytest.FixtureRequest, all_samples: dict[str, bytes]) -> tuple[str, bytes]:
    """Return name and bytes of one small file after the other; a folder's files are joined."""
    return request.param, all_samples[request.param]


@pytest.fixture(scope="session", params=[name for name in SAMPLES if name not in ALIKE | OF_LIBRARIES])
def distinct_sample(request: pytest.FixtureRequest, all_samples: dict[str, bytes]) -> bytes:
    """Return the bytes of a small file for every reader and layout."""
    return all_samples[request.param]


@pytest.fixture(
    scope="session", params=[name for name in SAMPLES if name not in ALIKE | BINARY | OF_LIBRARIES]
)
def text_sample(request: pytest.FixtureRequest, all_samples: dict[str, bytes]) -> bytes:
    """Return the bytes of a small text for every reader and layout of texts."""
    return all_samples[request.param]
