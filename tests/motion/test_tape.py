"""A tape keeps rows in order, in memory or in a file, and saves what whole arrays would be saved as."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.motion import tape as tapes
from understudy.motion.tape import Tape, save_whole

ROWS = 50


def filled(tape: Tape) -> dict[str, np.ndarray]:
    """Put rows on a tape and return the same as whole arrays."""
    rows = {"time": np.arange(ROWS) / 7.0, "q": np.arange(ROWS * 3.0).reshape(ROWS, 3)}
    rows["seen"] = rows["q"] > 20.0
    for index in range(ROWS):
        for name, values in rows.items():
            tape.append(name, values[index])
    return rows


@pytest.mark.parametrize("in_memory", [1 << 20, 100])
def test_rows_come_back_whole(in_memory: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tapes, "IN_MEMORY", in_memory)
    with Tape() as tape:
        rows = filled(tape)
        found = tape.arrays()
        tape.save(tmp_path / "streamed.npz", {"fps": np.array(7.0)})
        assert tape.count("q") == ROWS
        assert tape.count("nothing") == 0
    assert found.keys() == rows.keys()
    for name, values in rows.items():
        assert found[name].dtype == values.dtype
        np.testing.assert_array_equal(found[name], values)
    save_whole(tmp_path / "whole.npz", rows | {"fps": np.array(7.0)})
    assert (tmp_path / "streamed.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    with np.load(tmp_path / "streamed.npz", allow_pickle=False) as file:
        np.testing.assert_array_equal(file["q"], rows["q"])


def test_a_row_of_another_shape_is_refused() -> None:
    with Tape() as tape:
        tape.append("q", np.zeros(3))
        with pytest.raises(ValueError, match="expected"):
            tape.append("q", np.zeros(4))


def test_nothing_is_left_of_a_file_that_could_not_be_finished(tmp_path: Path) -> None:
    def breaking():
        yield b"some"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tapes.save_pieces(tmp_path / "out.npz", {"q": breaking()})
    assert list(tmp_path.iterdir()) == []
