"""``understudy fit``: residual, height and lengths of a body, saved as a motion or as MMM's angles."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.mmm.document import read_mmm_document
from understudy.cli import main
from understudy.commands.mmm_output import coordinates_of, mmm_document
from understudy.export.captures.mmm import write_mmm
from understudy.human import Human, fitted_body
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.fit.fitted_body import attached_places
from understudy.motion import HumanMotion, Recording, RobotMotion, Subject

EXACT = 1e-9
FRAMES = 60


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a saved recording of markers on a person who bends arms and knees."""
    human = Human(height=1.68, subset="no_hands")
    q = np.tile(human.home, (FRAMES, 1))
    bent = 0.5 + 0.4 * np.sin(np.linspace(0.0, 9.0, FRAMES))
    for joint, sign in {"LEx_joint": 1.0, "REx_joint": 1.0, "LKx_joint": -1.0, "RHx_joint": 0.5}.items():
        q[:, 7 + human.joints.index(joint)] = sign * bent
    places = attached_places(human, [human.markers[name] for name in BODY_MARKERS], q)
    path = tmp_path_factory.mktemp("fit") / "markers.npz"
    Recording(BODY_MARKERS, places, 60.0, subject=Subject(height=1.68), dialect="C3D (MMM)").save(path)
    return path


def test_a_fit_is_saved_and_described(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "fit.npz"
    assert main(["fit", str(capture), "-o", str(output), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mean_residual_mm"] < 1.0
    assert found["body_height_m"] == pytest.approx(1.68, rel=0.02)
    thigh = next(length for length in found["lengths"] if length["name"] == "thigh")
    assert thigh["standard_error_mm"] > 0.0
    motion = HumanMotion.load(output)
    assert fitted_body(motion).joints == motion.coordinate_names


def test_a_body_may_stay_as_stated(capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", str(capture), "-o", str(tmp_path / "fit.npz"), "--as-stated", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(length["standard_error_mm"] is None for length in found["lengths"])


def test_markers_to_mmm_to_xml_and_back_are_exact(capture: Path, tmp_path: Path) -> None:
    main(["fit", str(capture), "-o", str(tmp_path / "fit.npz"), "--json"])
    motion = HumanMotion.load(tmp_path / "fit.npz")
    write_mmm(tmp_path / "fit.xml", mmm_document(motion))
    again = coordinates_of(read_mmm_document(tmp_path / "fit.xml"), fitted_body(motion))
    assert motion.coordinates is not None
    signs = np.sign((again[:, 3:7] * motion.coordinates[:, 3:7]).sum(axis=1))
    again[:, 3:7] *= signs[:, None]
    assert np.abs(again - motion.coordinates).max() < EXACT


@pytest.mark.parametrize("name", ["fit.txt", "missing/fit.npz", "missing/fit.mot"])
def test_bad_outputs_are_refused_first(capture: Path, tmp_path: Path, name: str) -> None:
    assert main(["fit", str(capture), "-o", str(tmp_path / name)]) == 2


def test_a_saved_fit_is_retargeted_as_a_capture_is(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fit, saved, direct = (tmp_path / f"{name}.npz" for name in ("fit", "saved", "direct"))
    assert main(["fit", str(capture), "-o", str(fit), "--json"]) == 0
    assert main(["retarget", str(fit), "--robot", "nao", "-o", str(saved), "--json"]) == 0
    assert main(["retarget", str(capture), "--fit", "--robot", "nao", "-o", str(direct), "--json"]) == 0
    assert np.array_equal(RobotMotion.load(saved).q, RobotMotion.load(direct).q)
    capsys.readouterr()
