"""What a user states is obeyed, whatever the format: rate, up, unit and height, stated either way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.capture.every_format.conftest import WRITERS
from understudy.capture import FORMATS, Sidecar, read_capture
from understudy.capture.formats import candidates
from understudy.capture.placing.point_body import body_size, landmark_tracks
from understudy.capture.sidecar import SUFFIX, sidecar_path, write_sidecar
from understudy.capture.source import read_source
from understudy.motion import Recording
from understudy.synth import SyntheticMotion

RATE = 17.0
HEIGHT = 1.23


def seen(recording: Recording) -> np.ndarray:
    """Return points (T, K, 3), NaN where not seen."""
    return np.where(recording.valid_mask[..., None], recording.points, np.nan)


def shape(recording: Recording) -> np.ndarray:
    """Return points (T, K, 3) seen from the first one that is always there, wherever a frame is placed."""
    points = seen(recording)
    anchor = int(np.argmax(np.isfinite(points).all(axis=(0, 2))))
    return points - points[:, [anchor]]


def height_of(recording: Recording) -> float:
    """Return the person's height [m], as the lengths of its segments say."""
    body = body_size(landmark_tracks(recording.names, seen(recording), recording.landmark_points))
    assert body is not None
    return body.stature


def without_sidecar(path: Path) -> Path:
    """Return the capture after its writer's own sidecar was taken away."""
    for beside in path.parent.glob(f"*{SUFFIX}"):
        beside.unlink()
    return path


def test_every_readable_format_is_tried(tmp_path: Path, written: Path) -> None:
    assert any(known.fits(read_source(written)) for known in candidates(read_source(written).content))


def test_a_stated_rate_is_the_rate(written: Path) -> None:
    plain, stated = read_capture(written), read_capture(written, Sidecar(fps=RATE))
    assert stated.fps == RATE
    assert stated.frame_count == plain.frame_count
    assert any(f"{RATE:g} frames a second, as the user states" in said for said in all_said(stated))


def test_a_stated_unit_is_the_unit(written: Path) -> None:
    one, two = (read_capture(without_sidecar(written), Sidecar(unit=unit)) for unit in (1.0, 2.0))
    # Joints beside markers are computed with the markers' own size, which has no part in the unit.
    captured = [column for column, name in enumerate(one.names) if not name.startswith("*")]
    np.testing.assert_allclose(shape(two)[:, captured], 2.0 * shape(one)[:, captured], atol=1e-9)
    assert any("as the user states" in said for said in one.notes)


def test_a_stated_height_is_the_persons(written: Path) -> None:
    recording = read_capture(without_sidecar(written), Sidecar(height=HEIGHT))
    assert height_of(recording) == pytest.approx(HEIGHT, rel=0.01)
    assert recording.subject.height == HEIGHT
    assert any("as the user states" in said for said in recording.notes)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_a_stated_up_is_up(written: Path, axis: str) -> None:
    upright, turned = (read_capture(written, Sidecar(up=up)) for up in (axis, f"-{axis}"))
    np.testing.assert_allclose(shape(turned)[..., 2], -shape(upright)[..., 2], atol=1e-9)
    assert any(f"{axis} is up, as the user states" in said for said in all_said(upright))


def test_different_axes_give_different_bodies(written: Path) -> None:
    heights = [np.nanstd(shape(read_capture(written, Sidecar(up=up)))[..., 2]) for up in "xyz"]
    assert max(heights) > 1.2 * min(heights)


def test_a_sidecar_states_the_same_as_the_command_line(written: Path) -> None:
    facts = Sidecar(fps=RATE, up="y", height=HEIGHT)
    by_command = read_capture(without_sidecar(written), facts)
    write_sidecar(written, facts)
    by_sidecar = read_capture(written)
    np.testing.assert_array_equal(seen(by_sidecar), seen(by_command))
    assert by_sidecar.fps == RATE


def test_the_command_line_takes_precedence(written: Path) -> None:
    sidecar_path(written).unlink(missing_ok=True)
    write_sidecar(written, Sidecar(fps=3.0))
    assert read_capture(written, Sidecar(fps=RATE)).fps == RATE


def all_said(recording: Recording) -> tuple[str, ...]:
    """Return notes and warnings."""
    return (*recording.notes, *recording.warnings)


def test_all_formats_but_two_have_a_writer_here(
    write: Callable[[str, SyntheticMotion, Path], Path], walk: SyntheticMotion, tmp_path: Path
) -> None:
    read: set[str] = set()
    for name in WRITERS:
        (tmp_path / name).mkdir()
        source = read_source(write(name, walk, tmp_path / name))
        read.add(next(known.name for known in candidates(source.content) if known.fits(source)))
    # KERAAL's Vicon files are tried where the shared captures are, films in ``tests/capture/video``.
    assert {known.name for known in FORMATS} - read == {"KERAAL Vicon", "film"}
