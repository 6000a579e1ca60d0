"""Made-up infants: as many as the thesis had, the same each time, without a jump where stretches meet."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.study import thesis
from understudy.study.infant_files import write_infant
from understudy.study.infants import (
    BODY_25,
    DIFFICULTIES,
    MINI_RGBD,
    STRETCH,
    Infant,
    captured_points,
    full_study,
)
from understudy.takes import read_human

LARGEST_STEP = 0.2
"""No point of an infant moves faster [m] in a frame of 40 ms: 5 m/s."""


def test_the_full_study_is_as_large_as_the_thesis() -> None:
    infants = full_study(0)
    body_25 = [infant for infant in infants if infant.points == BODY_25]
    assert len(body_25) >= thesis.RECORDINGS
    assert sum(infant.frames for infant in body_25) == thesis.FRAMES
    assert {infant.difficulty for infant in body_25} == set(DIFFICULTIES)
    assert len({infant.weeks for infant in body_25}) > 6
    assert len({infant.name for infant in infants}) == len(infants)
    assert any(infant.points == MINI_RGBD for infant in infants)


def test_stretches_meet_without_a_jump_and_repeat_exactly() -> None:
    length = round(STRETCH * thesis.FPS)
    infant = Infant("hard", 12.0, MINI_RGBD, 2 * length + 7, 5)
    stretches = list(captured_points(infant))
    assert [len(points) for points in stretches] == [length, length, 7]
    whole = np.concatenate(stretches)
    assert np.linalg.norm(np.diff(whole, axis=0), axis=-1).max() < LARGEST_STEP
    assert np.array_equal(whole, np.concatenate(list(captured_points(infant))))


def test_another_seed_is_another_infant() -> None:
    first, second = (next(captured_points(Infant("easy", 12.0, MINI_RGBD, 20, seed))) for seed in (1, 2))
    assert not np.array_equal(first, second)


def test_a_written_infant_reads_back(tmp_path: Path) -> None:
    for points in (BODY_25, MINI_RGBD):
        path = write_infant(tmp_path, Infant("medium", 12.0, points, 25, 1))
        before = path.stat().st_mtime_ns
        assert write_infant(tmp_path, Infant("medium", 12.0, points, 25, 1)).stat().st_mtime_ns == before
        human = read_human(path)
        assert (human.frame_count, human.fps) == (25, thesis.FPS)
        assert ("eye_l" in human.names) == (points == BODY_25)
    assert not list(tmp_path.glob("*.part"))
