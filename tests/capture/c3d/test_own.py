"""Files of ours that somebody changed are told from those that are whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import CaptureError
from understudy.export.captures.c3d import write_c3d
from understudy.motion import Recording


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    recording = Recording(
        names=("HipL", "HipR"),
        points=np.ones((3, 2, 3)),
        fps=30.0,
        landmark_points={"hip_l": ("HipL",), "hip_r": ("HipR",)},
    )
    write_c3d(tmp_path / "whole.c3d", recording)
    return (tmp_path / "whole.c3d").read_bytes()


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"hip_l", b"hep_l"), (b"HipL\x00", b"HopL\x00"), (b"mm", b"xx"), (b"LANDMARKS", b"LENDMARKS")],
)
def test_a_changed_file_is_one_sentence(tmp_path: Path, content: bytes, old: bytes, new: bytes) -> None:
    place = content.rindex(old) if old in content else content.rindex(old.rstrip(b"\0"))
    old, new = old.rstrip(b"\0"), new.rstrip(b"\0")
    (tmp_path / "a.c3d").write_bytes(content[:place] + new + content[place + len(old) :])
    with pytest.raises(CaptureError, match="broken group UNDERSTUDY"):
        read_capture(tmp_path / "a.c3d")


@pytest.mark.parametrize(("text", "fps"), [(b"9999", 30.0), (b"word", 30.0)])
def test_a_rate_that_contradicts_is_not_believed(
    tmp_path: Path, content: bytes, text: bytes, fps: float
) -> None:
    (tmp_path / "a.c3d").write_bytes(content.replace(b"30.0", text))
    assert read_capture(tmp_path / "a.c3d").fps == fps
