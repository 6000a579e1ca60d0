"""Small studies that several tests look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.study import InfantStudy, StudyResult, run_infant_study
from understudy.study.infant_files import write_infant
from understudy.study.infants import BODY_25, MINI_RGBD, Infant

FRAMES = 40


@pytest.fixture(scope="session")
def captures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three short captures: two of BODY_25 and one of MINI-RGBD."""
    folder = tmp_path_factory.mktemp("captures")
    write_infant(folder, Infant("easy", 10.0, BODY_25, FRAMES, 1))
    write_infant(folder, Infant("hard", 20.0, BODY_25, FRAMES, 2))
    write_infant(folder, Infant("medium", 15.0, MINI_RGBD, FRAMES, 3))
    return folder


@pytest.fixture(scope="session")
def finished(captures: Path, tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    """Return a study of these captures with all robots and methods, run in one go."""
    folder = tmp_path_factory.mktemp("finished")
    return run_infant_study(InfantStudy(folder, data=captures, jobs=1, pictures=False))
