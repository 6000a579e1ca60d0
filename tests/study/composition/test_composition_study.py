"""The composition study: Table 2, angles of Appendix A, what every way leaves out, and its files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.errors import RobotError
from understudy.retarget import geometric
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.study.composition import CompositionStudy, published, run_composition_study
from understudy.study.composition.arm_angles import arm_angles
from understudy.study.composition.findings import Findings
from understudy.study.composition.performance import BEST, THESIS
from understudy.study.composition.sinusoids import mimicry
from understudy.study.result import StudyResult


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StudyResult[Findings]:
    """Return the study of a made-up person, without pictures."""
    folder = tmp_path_factory.mktemp("composition")
    return run_composition_study(CompositionStudy(folder, pictures=False))


@pytest.mark.parametrize("frequency", published.TABLE_2)
def test_table_two_agrees_to_its_four_digits(frequency: float) -> None:
    found = mimicry(frequency)
    assert found.agrees
    assert np.abs(found.integrals - found.printed).max() < 0.006
    assert found.residual < 0.06


def test_angles_of_the_appendix_are_those_of_naos_joints() -> None:
    """They differ from the joints by what NAO's bent upper arm adds, which its card allows for."""
    nao = load_robot("nao")
    generator, columns = np.random.default_rng(0), [7 + nao.joints.index(name) for name in published.JOINTS]
    q = np.tile(nao.home, (20, 1))
    q[:, columns] += generator.uniform(-0.4, 0.4, (20, 8))
    q[:, columns[3]], q[:, columns[7]] = -0.9, 0.9
    human = human_from_robot(nao, q, 30.0)
    found = arm_angles(human)
    ours = np.array(geometric(human, nao).joint_positions)[:, [column - 7 for column in columns]]
    for index, name in enumerate(published.JOINTS):
        off = found[:, index] - ours[:, index]
        assert np.ptp(off) < 0.12, name
        assert abs(off.mean()) < 0.2, name


def test_more_primitives_and_conditions_leave_out_less_and_jump_less(result: StudyResult[Findings]) -> None:
    arms = result.findings.arms
    wanted = arms.arms()
    errors = {way: np.sqrt(np.mean((arms.arms(way) - wanted) ** 2)) for way in arms.motions}
    assert errors[BEST] < 0.6 * errors[THESIS]
    assert arms.jump(BEST) < 0.3 * arms.jump(THESIS) < 0.1 * arms.jump("thesis, no smoothing")


def test_page_and_tables_are_written(result: StudyResult[Findings]) -> None:
    page = result.report.read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    for name in ("table_2", "mimicry", "ways", "joints"):
        assert (result.tables / f"{name}.csv").stat().st_size > 0
        assert r"\begin{table}" in (result.tables / f"{name}.tex").read_text(encoding="utf-8")


def test_a_robot_without_naos_arms_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="expected the arms of NAO"):
        run_composition_study(CompositionStudy(tmp_path, robot="qtrobot"))


def test_the_command_takes_a_capture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capture = tmp_path / "wave.bvh"
    assert main(["synth", "wave", "--seconds", "6", "-o", str(capture)]) == 0
    capsys.readouterr()
    assert main(["study", "composition", str(capture), "-o", str(tmp_path / "out"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["table_2_agrees"] is True
    assert set(found["residual_shares"]) >= {THESIS, BEST}
