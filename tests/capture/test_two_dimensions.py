"""Points in a picture get the same sentence, whichever way they are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.placing.limits import require_seen
from understudy.capture.source import Source
from understudy.errors import CaptureError

SENTENCE = "holds keypoints in two dimensions only, expected .*: triangulate several cameras or lift them"
NAMES = ("nose", "hip_l", "hip_r", "knee_l", "knee_r", "ankle_l", "ankle_r")
PLACES = np.random.default_rng(3).uniform(10.0, 600.0, (5, len(NAMES), 2)).round(2)


def as_rows(titles: list[str], values: np.ndarray, separator: str = ",") -> str:
    rows = [[str(k), *map(str, row)] for k, row in enumerate(values.reshape(len(values), -1).tolist())]
    return "\n".join(separator.join(row) for row in [["frame", *titles], *rows]) + "\n"


def with_scores(places: np.ndarray) -> np.ndarray:
    return np.concatenate([places, np.full((*places.shape[:2], 1), 0.9)], axis=2)


def coco(points: int = 17) -> dict[str, Any]:
    annotation = {"id": 1, "image_id": 1, "category_id": 1, "keypoints": [210, 90, 2] * points}
    return {"images": [{"id": 1}], "annotations": [annotation], "categories": [{"name": "person"}]}


def deep_lab_cut() -> str:
    parts = [part for name in NAMES for part in (name,) * 3]
    head = [
        ["scorer", *["net"] * len(parts)],
        ["bodyparts", *parts],
        ["coords", *["x", "y", "likelihood"] * 7],
    ]
    rows = [[str(k), *map(str, row)] for k, row in enumerate(with_scores(PLACES).reshape(5, -1).tolist())]
    return "\n".join(",".join(row) for row in [*head, *rows]) + "\n"


def long_rows() -> str:
    rows = [
        f"{k},{n},{x},{y}" for k, frame in enumerate(PLACES) for n, (x, y) in zip(NAMES, frame, strict=True)
    ]
    return "\n".join(["frame,name,x,y", *rows]) + "\n"


COUNTED = [f"{axis}{k}" for k in range(33) for axis in ("x", "y", "v")]
TEXTS: dict[str, str] = {
    "columns": as_rows([f"{name}_{axis}" for name in NAMES for axis in "xy"], PLACES),
    "columns with scores": as_rows(
        [f"{name}.{axis}" for name in NAMES for axis in ("x", "y", "score")], with_scores(PLACES)
    ),
    "columns with semicolons": as_rows([f"{name}_{axis}" for name in NAMES for axis in "xy"], PLACES, ";"),
    "columns of zeros for z": "# fps: 30\n"
    + as_rows(
        [f"{name}_{axis}" for name in NAMES for axis in "xyz"],
        np.concatenate([PLACES, np.zeros((5, len(NAMES), 1))], axis=2),
    ),
    "rows of points": long_rows(),
    "DeepLabCut": deep_lab_cut(),
    "MediaPipe without z": as_rows(COUNTED, np.full((5, 33, 3), 0.5)),
    "COCO": json.dumps(coco()),
    "COCO results": json.dumps(
        [{"image_id": 1, "category_id": 1, "keypoints": [1.5, 2.5, 0.9] * 17, "score": 1}]
    ),
    "pairs": json.dumps({"instance_info": [{"instances": [{"keypoints": PLACES[0].tolist()}]}]}),
    "frames of pairs": json.dumps({"frames": [{"joints": frame.tolist()} for frame in PLACES]}),
    "OpenPose": json.dumps({"people": [{"pose_keypoints_2d": [1.0, 2.0, 0.5] * 25}]}),
    "MediaPipe's JSON": json.dumps([{"landmarks": [{"x": 0.5, "y": 0.5, "visibility": 1.0}] * 33}] * 3),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_texts(tmp_path: Path, kind: str) -> None:
    (tmp_path / "take").write_text(TEXTS[kind])
    with pytest.raises(CaptureError, match=SENTENCE):
        read_capture(tmp_path / "take")


def test_arrays(tmp_path: Path) -> None:
    np.save(tmp_path / "take.npy", PLACES)
    np.savez(tmp_path / "bare.npz", keypoints=PLACES)
    np.savez(tmp_path / "named.npz", points=PLACES, names=np.array(NAMES), fps=30.0)
    for name in ("take.npy", "bare.npz", "named.npz"):
        with pytest.raises(CaptureError, match=SENTENCE):
            read_capture(tmp_path / name)


@pytest.mark.parametrize(
    "text",
    [
        "hello, world\nfoo, bar\n",
        "time,force_x,force_y\n0,1,2\n",
        "bodyparts,a,a,a\ncoords,x,y,z\n0,1,2,3\n",
        '{"keypoints": 3}',
        "{",
    ],
)
def test_other_texts_are_of_no_known_format(tmp_path: Path, text: str) -> None:
    (tmp_path / "take").write_text(text)
    with pytest.raises(CaptureError, match="is of no known format"):
        read_capture(tmp_path / "take")


def test_points_in_space_pass() -> None:
    source = Source(Path("take"), b"")
    require_seen(source.path, np.concatenate([PLACES, PLACES[..., :1]], axis=2))
    require_seen(source.path, np.zeros((2, 4, 3)))
